"""Undo: chance goes back too, nothing of it leaks, and it stops where the rules say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.field.positions import apart, changed, legal, stand
from tests.unit.rulesets import small

import tilekit
from tilekit.chance import bounded
from tilekit.errors import IllegalAction
from tilekit.game import Game
from tilekit.session import Session


def upcoming(game: Game, turns: int = 10) -> list[Any]:
    """What the next turns bring, on a copy that plays its first legal action."""
    twin, seen = game.copy(), []
    for _ in range(turns):
        choices = legal(twin)
        if not choices:
            break
        twin.play(choices[0])
        seen.append((twin.board, twin.queue, twin.digest))
    return seen


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("ruleset", ["merge", "ninek"])
def test_the_same_move_after_undo_brings_the_same_tiles(ruleset: str, seed: int) -> None:
    rules = changed("ninek", ("undos = 3", "undos = 1000")) if ruleset == "ninek" else tilekit.load(ruleset)
    game = rules.new_game(seed)
    for step in range(12):
        moves = [action for action in legal(game) if action != "shuffle"]
        if len(moves) < 2:
            break
        move, other = moves[bounded(seed, 1, 0, step, len(moves))], moves[step % len(moves)]
        game.play(move)
        state, next_ten = game._s[:], upcoming(game)
        game.undo()
        undos = game.variables.get("undos")
        game.play(move)
        if undos is None:
            assert game._s == state
        again = upcoming(game)
        assert [(board, queue) for board, queue, _ in again] == [(board, queue) for board, queue, _ in next_ten]
        game.undo()
        game.play(other)
        game.undo()
        game.play(move)
        assert [(board, queue) for board, queue, _ in upcoming(game)] == [(b, q) for b, q, _ in next_ten]


def test_playing_on_after_undo_does_not_change_what_undo_goes_back_to() -> None:
    game = tilekit.load("merge").new_game(4)
    states = [game.to_dict()]
    for step in range(12):
        game.play(legal(game)[step])
        states.append(game.to_dict())
    for _ in range(3):
        for _ in range(6):
            game.undo()
        assert game.to_dict() == states[6]
        for cell in legal(game)[5:11]:
            game.play(cell)
        for _ in range(6):
            game.undo()
        assert game.to_dict() == states[6]
        for step in range(6, 12):
            game.play(legal(game)[step])
        assert game.to_dict() == states[12]


# ---------------------------------------------------------------- after the end


def test_merge_may_be_taken_back_after_the_end_and_ended_again(tmp_path: Path) -> None:
    board = "\n".join(["# n # n #", "n # n # n"] * 2 + ["# n # n ."])
    sitting = Session(tilekit.load("merge"), game=stand("merge", board, queue=["spark", "spark"], score=500))
    told = []
    sitting._notify = lambda hook, **_: told.append(hook)
    for _ in range(3):
        assert sitting.play("drop r5c5") == ""
        assert (sitting.game.status, sitting.game.reason, sitting.best) == ("over", "jammed", 500)
        assert sitting.play("undo") == ""
        assert (sitting.game.status, sitting.game.reason, sitting.game.notices) == (
            "playing", "", ("Few cells left", "Stones stranded: no charge to clear them"),
        )  # fmt: skip
    assert told.count("tilekit_game_over") == 3
    path = tmp_path / "game.json"
    sitting.game.save(path)
    assert tilekit.load_game(path) == sitting.game


@pytest.mark.parametrize(("undos", "can"), [(3, True), (1, True), (0, False)])
def test_ninek_may_be_taken_back_after_the_end_while_an_undo_is_left(undos: int, can: bool) -> None:
    game = stand("ninek", apart(r1c2=1), variables={"undos": undos, "shuffles": 0}, draws=["6"])
    game.play("tap r1c1")  # 1 and 1 become a 2 with a 6 beside it: no pair is left
    assert (game.status, game.reason) == ("over", "no-groups")
    assert game.can_undo == can
    if not can:
        assert game.why_not("undo") == "an undo costs more than is left: no undos left"
        return
    game.undo()
    assert (game.status, game.reason, game.score, game.variables["undos"]) == ("playing", "", 0, undos - 1)
    assert legal(game) == ["tap r1c1", "tap r1c2"]
    assert not game.can_undo  # never twice in a row


def test_sum10_has_no_undo_to_bring_a_life_back() -> None:
    game = stand("sum10", "\n".join(["1 . . . . . ."] * 7), queue=[2], variables={"lives": 1, "moves": 1})
    game.play("place r1c7")
    assert (game.status, game.variables["lives"]) == ("paused", 0)
    assert game.why_not("undo") == "this game has no undo"
    game.play("retry")
    assert (game.status, game.reason, game.outcome) == ("over", "game-over", "lost")
    assert not game.can_undo


# ---------------------------------------------------------------- not past the start of this game, nor of a stage


@pytest.mark.parametrize("leave", ["restart", "new"])
def test_undo_never_reaches_into_the_game_before(leave: str) -> None:
    sitting = Session(tilekit.load("merge"), 5)
    for cell in range(1, 6):
        sitting.play(f"drop r1c{cell}")
    sitting.play(leave)
    start = sitting.game.to_dict()
    for _ in range(300):
        assert sitting.play("undo") == "there is nothing to take back"
    assert sitting.game.to_dict() == start
    sitting.play("drop r3c3")
    assert sitting.play("undo") == ""
    assert sitting.play("undo") == "there is nothing to take back"
    assert sitting.game.to_dict() == start


STAGES = """
[variables]
stage = 1
lives = 3
[start]
steps = ["fill"]
keyed_by = ["stage"]
[spawn.any]
weights = { a = 1, b = 1, c = 1, d = 1 }
[mechanics.fill]
from = "any"
cells = "row == 1"
[mechanics.sweep]
use = "clear"
cells = "not empty"
[actions.clear]
steps = ["sweep"]
add = { score = 10 }
[actions.lose]
steps = ["start"]
add = { lives = -1 }
[actions.next]
during = ["cleared"]
UNDO
add = { stage = 1 }
steps = ["start"]
[[end]]
when = "tiles == 0"
status = "paused"
reason = "cleared"
[undo]
depth = 50
"""


def test_undo_stops_at_a_stage_whose_rules_say_so(tmp_path: Path) -> None:
    rules = small(STAGES.replace("UNDO", 'undo = "barrier"'))
    game = rules.new_game(2)
    for action in ("clear", "next", "clear", "next"):
        game.play(action)
    start = game.to_dict()
    assert (start["variables"], game.why_not("undo")) == ({"stage": 3, "lives": 3}, "there is nothing to take back")
    path = tmp_path / "stage-3.json"
    game.save(path)
    back = tilekit.load_game(path, rules)
    assert not back.can_undo
    for one in (game, back):
        one.play("lose")
        one.undo()
        assert one.to_dict() == start
        with pytest.raises(IllegalAction):
            one.undo()


def test_undo_across_a_stage_brings_lives_score_and_board_back_together() -> None:
    rules = small(STAGES.replace("UNDO", ""))
    game = rules.new_game(2)
    states = [game.to_dict()]
    for action in ("lose", "clear", "next", "lose", "clear", "next"):
        game.play(action)
        states.append(game.to_dict())
    boards = [state["board"] for state in states]
    assert boards[3] == boards[4] != boards[0] == boards[1]  # a stage is the same each time it is dealt
    for state in reversed(states[:-1]):
        game.undo()
        assert {**game.to_dict(), "can_undo": None} == {**state, "can_undo": None}
    # The stages that come are the same as before.
    for action, state in zip(("lose", "clear", "next", "lose", "clear", "next"), states[1:], strict=True):
        game.play(action)
        assert game.to_dict() == state


# ---------------------------------------------------------------- what is announced


def noticed(turn: tilekit.Turn) -> list[str]:
    return [str(entry.values["text"]) for entry in turn.journal if entry.kind in ("noticed", "ended")]


def test_what_undo_took_back_is_announced_again_when_it_comes_again() -> None:
    board = "# n # n #\nn # n # n\n. . . . .\n# # # # #\nn # n # n"
    game = stand("merge", board, queue=["spark", "node"], draws=["spark"] * 6)
    few = "Few cells left"
    for _ in range(3):
        assert few not in game.notices
        assert few in noticed(game.play("drop r3c1"))
        assert few in game.notices
        assert noticed(game.play("drop r3c3")) == []  # it shows already
        game.undo()
        game.undo()
        assert few not in game.notices


def test_a_goal_reached_in_the_same_move_as_something_else_is_not_lost() -> None:
    rules = changed("ninek", ("[undo]", '[[notices]]\nwhen = "top_made >= 6"\ntext = "Silver"\n\n[undo]'),
                    ("depth = 1 ", "depth = 9 "))  # fmt: skip
    for shuffles in (0, 2):
        game = stand(rules, apart(r5c5=5, r5c4=5), variables={"shuffles": shuffles}, draws=["1", "2"])
        sitting = Session(rules, game=game)
        ranks = []
        for _ in range(2):
            assert sitting.play("tap r5c5") == ""
            assert sitting.last_turn is not None
            assert "Silver" in noticed(sitting.last_turn)
            ranks.append((game.rank, sitting.rank, sitting.view().panels[-1].text))
            sitting.play("undo")
            assert "Silver" not in game.notices
            assert (game.rank, sitting.rank) == ("", "Silver")
        assert ranks == [("Silver", "Silver", "Silver")] * 2


def test_an_end_is_announced_each_time_it_is_reached() -> None:
    board = "\n".join(["# n # n #", "n # n # n"] * 2 + ["# n # n ."])
    game = stand("merge", board, queue=["spark", "spark"])
    for _ in range(2):
        turn = game.play("drop r5c5")
        assert [entry.kind for entry in turn.journal][-1] == "ended"
        assert game.notices[0].startswith("Jammed")
        game.undo()
        assert not any(notice.startswith("Jammed") for notice in game.notices)
