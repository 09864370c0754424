"""An input that changes nothing changes nothing: no tile comes, no chance is used, no turn is counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.field.positions import apart, legal, stand

import tilekit
from tilekit.actions import Action
from tilekit.errors import IllegalAction
from tilekit.game import Game
from tilekit.session import Session

POSITIONS: dict[str, dict[str, Any]] = {
    "ninek": {"board": apart(r5c5=2)},
    "merge": {"board": "s . . . .\n. # . . .\n. . . . .\n. . . . .\n. . . . n", "queue": ["spark", "stone"]},
    "sum10": {"board": "\n".join(["1 . . . . . ."] * 7), "queue": [3]},
}
REFUSED = {
    "ninek": ["tap r1c1", "tap r0c1", "tap r6c1", "tap r3c10", "tap", "tap r1c1 r1c2", "drop r1c1", "next", "undo"],
    "merge": ["drop r1c1", "drop r2c2", "shatter r1c2", "shatter r2c2", "shatter r1c1", "drop r6c1", "tap r1c2",
              "shuffle", "undo", "drop -1,0"],
    "sum10": ["place r1c1", "place r8c1", "next", "retry", "tap r1c2", "undo", "place r1c2 5"],
}  # fmt: skip


def everything(game: Game) -> Any:
    """All of a game, hidden parts and history included."""
    return game._s[:], list(game._history), game.actions, game._ids.at[:], game._ids.last, game.to_dict()


@pytest.mark.parametrize("ruleset", POSITIONS)
def test_refused_actions_leave_every_part_of_a_game(ruleset: str, tmp_path: Path) -> None:
    game = stand(ruleset, **POSITIONS[ruleset])
    before = everything(game)
    game.save(tmp_path / "before.json")
    for action in REFUSED[ruleset]:
        with pytest.raises(IllegalAction) as caught:
            game.play(action)
        assert caught.value.reason
        assert everything(game) == before
    sitting = Session(game.rules, game=game)
    for action in REFUSED[ruleset]:
        assert sitting.play(action)
        assert everything(sitting.game) == before
    game.save(tmp_path / "after.json")
    assert (tmp_path / "after.json").read_bytes() == (tmp_path / "before.json").read_bytes()


@pytest.mark.parametrize("ruleset", POSITIONS)
def test_refused_actions_between_played_ones_make_no_difference(ruleset: str) -> None:
    """Whole games, one of them with every refused action tried before each turn."""
    plain, tried = tilekit.load(ruleset).new_game(3), tilekit.load(ruleset).new_game(3)
    for turn in range(40):
        choices = legal(plain)
        if not choices:
            break
        for action in [*REFUSED[ruleset], "", "nonsense"]:
            if tried.why_not(action):
                with pytest.raises(IllegalAction):
                    tried.play(action)
        plain.play(choices[turn * 7 % len(choices)])
        tried.play(choices[turn * 7 % len(choices)])
        assert everything(plain) == everything(tried)


class Integer:
    """An integer of another library, as agents hand out."""

    def __index__(self) -> int:
        return 3

    def __int__(self) -> int:
        return 3

    def __eq__(self, other: object) -> bool:
        return other == 3

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("action", [Integer(), 3, True, 3.0, -1, 10**9, None, [3], b"tap r5c4", object()])
def test_actions_of_other_types_are_refused_and_never_reach_a_save(action: Any, tmp_path: Path) -> None:
    game = stand("ninek", **POSITIONS["ninek"])
    before = everything(game)
    with pytest.raises(IllegalAction):
        game.play(action)
    assert everything(game) == before
    path = tmp_path / "game.json"
    game.save(path)
    assert tilekit.load_game(path) == game


def test_actions_of_other_text_types_are_saved_as_plain_text(tmp_path: Path) -> None:
    class Text(str):
        __slots__ = ()

    game = stand("ninek", **POSITIONS["ninek"])
    game.play(Text("tap r5c4"))
    game.undo()
    game.play(Action(Text("tap"), Text("r5c5")))
    assert [type(action) for action in game.actions] == [str, str, str]
    game.save(tmp_path / "game.json")
    assert tilekit.load_game(tmp_path / "game.json").actions == ("tap r5c4", "undo", "tap r5c5")


def test_playing_on_after_the_end_never_starts_a_new_game() -> None:
    game = stand("ninek", apart(), variables={"shuffles": 0})
    assert game.status == "over"
    before = everything(game)
    for action in ("tap r1c1", "shuffle", "undo"):
        with pytest.raises(IllegalAction):
            game.play(action)
    assert everything(game) == before


@pytest.mark.parametrize("ruleset", ["merge", "ninek", "sum10"])
def test_what_is_said_to_be_legal_is_what_can_be_played(ruleset: str) -> None:
    """Every action there is, tried on a copy, at the start and after each step."""
    rules = tilekit.load(ruleset)
    all_actions = [
        f"{spec.verb} {name}" if spec.aims else spec.verb
        for spec in rules.program.actions
        for name in (rules.program.cell_names if spec.aims else [""])
    ]
    for seed in range(6):
        game = rules.new_game(seed)
        for step in range(8):
            can = []
            for action in all_actions:
                twin = game.copy()
                try:
                    twin.play(action)
                except IllegalAction:
                    assert twin.digest == game.digest
                else:
                    can.append(action)
            assert legal(game) == can
            assert [action for action in all_actions if game.is_legal(action)] == can
            handed = game.legal_actions()
            handed.clear()
            assert legal(game) == can
            assert (game.status == "over") == (not can)
            if not can:
                break
            game.play(can[(seed + step * 5) % len(can)])
