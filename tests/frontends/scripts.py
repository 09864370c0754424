"""What a player does, as a list for every frontend: ``cell r2c3``, ``key u``, ``button new``, ``way left``.

Owns the scripts, what they come to by the engine alone, and the keys that each input takes. Each frontend's tests know
where a cell or a button is clicked there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import tilekit

if TYPE_CHECKING:
    from tilekit import Button, Game, Rules, View


@dataclass(frozen=True)
class Script:
    """A game as somebody plays it."""

    ruleset: str
    seed: int
    inputs: tuple[str, ...]


#: One for each game, with refusals, undo and a restart in it.
SCRIPTS = (
    Script(
        "merge",
        11,
        (
            "cell r3c2", "cell r3c3", "cell r3c3", "cell r4c3", "key u", "cell r4c3", "cell r2c3", "cell r2c2",
            "cell r1c1", "button undo", "button undo", "cell r5c5", "cell r1c5", "cell r5c1",
        ),
    ),
    Script(
        "ninek",
        11,
        (
            "cell r1c2", "cell r5c1", "key u", "cell r1c2", "cell r4c5", "key s", "button undo", "cell r1c1",
            "cell r2c2", "cell r3c3", "cell r4c4", "cell r5c5", "cell r5c1",
        ),
    ),
    Script(
        "sum10",
        11,
        (
            "cell r1c1", "cell r3c3", "cell r2c3", "cell r2c4", "cell r2c5", "key t", "cell r6c4", "cell r6c5",
            "button restart", "cell r2c2", "cell r6c6", "cell r4c2", "cell r4c6",
        ),
    ),
    Script(
        "2048",
        11,
        ("way up", "button restart", "way up", "way left", "way up", "way left", "key 6", "way down", "key 4"),
    ),
)  # fmt: skip


def meaning(view: View, given: str) -> str:
    """The action that an input stands for in a state; empty where it stands for none."""
    kind, what = given.split(" ", 1)
    if kind == "cell":
        return next(c.action for row in view.cells for c in row if f"r{c.row}c{c.column}" == what)
    if kind == "key":
        return next((button.action for button in view.buttons if button.key == what), "")
    if kind == "way":
        return next(button.action for button in view.buttons if button.direction == what)
    return what


def keys(given: str, cursor: tuple[int, int], buttons: Sequence[Button]) -> list[str]:
    """The names of the keys that an input takes on boards without holes: arrows and Enter, or the key of a button."""
    kind, what = given.split(" ", 1)
    if kind == "cell":
        row, column = (int(part) - 1 for part in what[1:].split("c"))
        across, down = column - cursor[1], row - cursor[0]
        ways = ["right" if across > 0 else "left"] * abs(across) + ["down" if down > 0 else "up"] * abs(down)
        return [*ways, "enter"]
    return [next(button.key for button in buttons if button.action == what) if kind == "button" else what]


def played(rules: Rules, script: Script) -> Game:
    """The game that a script comes to by the engine alone; what is refused is passed over."""
    session = tilekit.Session(rules, script.seed)
    for given in script.inputs:
        session.play(meaning(session.view(), given))
    return session.game


def to_the_end(rules: Rules, seed: int, *, stages: int = 0) -> Script:
    """A script that plays a legal cell, else presses the first button that is waited for, until the game is over.

    Args:
        rules: what is played.
        seed: of the game.
        stages: how many to complete: as long as there are any, the cell is played that leaves the fewest tiles, else
            the first one.
    """
    return Script(rules.id, seed, tuple(_to_the_end(tilekit.Session(rules, seed), stages)))


def _to_the_end(session: tilekit.Session, stages: int) -> Iterator[str]:
    while session.game.status != "over":
        view = session.view()
        waited = [button.action for button in view.buttons if button.prominent]
        cells = [cell for row in view.cells for cell in row if cell.legal]
        if waited:
            given = f"button {waited[0]}"
            stages -= waited[0] == "next"
        else:
            cell = min(cells, key=lambda cell: _left(session.game, cell.action)) if stages else cells[0]
            given = f"cell r{cell.row}c{cell.column}"
        assert session.play(meaning(view, given)) == "", given
        yield given


def _left(game: Game, action: str) -> int:
    """How many tiles an action leaves."""
    after = game.copy()
    after.play(action)
    return sum(bool(tile) for row in after.board for tile in row)


#: Whole games: how each is played, and what it ends by.
ENDS = {
    "merge": (to_the_end(tilekit.load("merge"), 5), "jammed"),
    "ninek": (to_the_end(tilekit.load("ninek"), 5), "no-groups"),
    "sum10": (to_the_end(tilekit.load("sum10"), 8, stages=1), "game-over"),
}
