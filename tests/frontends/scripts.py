"""What a player does, as a list for every frontend: ``cell r2c3``, ``key u``, ``button new``, ``way left``.

Owns the scripts and what they come to by the engine alone. Each frontend's tests know how a cell is reached there: by
arrows, or by a click.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import tilekit

if TYPE_CHECKING:
    from tilekit import Game, Rules, View

#: A Nine-K of two rows and two columns without shuffles, which is over soon.
TINY_NINEK = {("grid", "rows"): 2, ("grid", "columns"): 2, ("variables", "shuffles"): 0}


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


def played(rules: Rules, script: Script) -> Game:
    """The game that a script comes to by the engine alone; what is refused is passed over."""
    session = tilekit.Session(rules, script.seed)
    for given in script.inputs:
        session.play(meaning(session.view(), given))
    return session.game


def to_the_end(rules: Rules, seed: int) -> Script:
    """A script that plays the first legal cell, else presses the first button that is waited for, until it is over."""
    return Script(rules.id, seed, tuple(_to_the_end(tilekit.Session(rules, seed))))


def _to_the_end(session: tilekit.Session) -> Iterator[str]:
    while session.game.status != "over":
        view = session.view()
        cells = [f"cell r{cell.row}c{cell.column}" for row in view.cells for cell in row if cell.legal]
        waited = [f"button {button.action}" for button in view.buttons if button.prominent]
        given = (waited or cells)[0]
        assert session.play(meaning(view, given)) == "", given
        yield given
