"""Views and sessions made up for the tests of frontends: boards as text, no engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tilekit.view import Button, CellView, Panel, TileView, View

SPARK = TileView("spark", "s", "•", "#46465a", "circle", "plain", crown=False, glow=False, lit=False)
NODE = TileView("node", "n", "■", "#1fa39a", "square", "plain", crown=False, glow=False, lit=False)
PRISM = TileView("prism", "p", "◆", "#9b4dca", "diamond", "plain", crown=False, glow=False, lit=False)
STONE = TileView("stone", "#", "▓", "#8a8a8a", "square", "hatched", crown=False, glow=False, lit=False)
LIT = replace(STONE, colour="#ffbf00", lit=True)
NINE = TileView("9", "9", "9", "#f5c518", "circle", "plain", crown=True, glow=True, lit=False)
TEN = TileView("10", "10", "10", "#f5c518", "circle", "plain", crown=True, glow=True, lit=False)
TILES = {"s": SPARK, "n": NODE, "p": PRISM, "#": STONE, "!": LIT, "9": NINE, "10": TEN}

UNDO = Button("undo", "u", "Undo", "", enabled=False, prominent=False)
RESTART = Button("restart", "r", "Restart", "", enabled=True, prominent=False)
NEW = Button("new", "n", "New", "", enabled=True, prominent=False)
NEXT = Button("next", "e", "NEXT STAGE", "#ffd93b", enabled=True, prominent=True)


def make_view(board: str, *, tiles: dict[str, TileView] | None = None, hints: str = "", **changes: object) -> View:
    """A view of a board as text: ``.`` is empty, ``_`` a hole, the rest are glyphs.

    ``hints`` is a board of the same shape in which ``*`` hints. Empty cells can be played.
    """
    looks = TILES | (tiles or {})
    rows = [line.split() for line in board.strip().splitlines()]
    glow = [line.split() for line in hints.strip().splitlines()] or [["."] * len(row) for row in rows]
    cells = tuple(
        tuple(
            CellView(
                row=r + 1,
                column=c + 1,
                hole=token == "_",
                tile=looks.get(token),
                action="" if token == "_" else f"drop r{r + 1}c{c + 1}",
                legal=token == ".",
                hint=glow[r][c] == "*",
            )
            for c, token in enumerate(row)
        )
        for r, row in enumerate(rows)
    )
    view = View(
        title="Merge",
        rows=len(rows),
        columns=len(rows[0]),
        adjacency="orthogonal",
        cells=cells,
        queue=(SPARK, NODE),
        queue_labels=("NOW", "NEXT"),
        panels=(Panel("Score", "54"), Panel("Best", "1536"), Panel("Charges", "0")),
        buttons=(UNDO, RESTART, NEW),
        notices=(),
        status="playing",
        reason="",
        outcome="",
        banner="",
        banner_colour="",
        seed="7",
        hint_after=0,
        help=("Drop NOW on an empty cell.",),
    )
    return replace(view, **changes)  # type: ignore[arg-type]


def paused(view: View) -> View:
    """The same board with its stage complete."""
    return replace(
        view,
        status="paused",
        reason="stage-complete",
        banner="STAGE COMPLETE",
        banner_colour="#40c040",
        buttons=(NEXT, *view.buttons),
    )


class ToySession:
    """Shows the views it was given: each action played goes on to the next, the last one stays."""

    def __init__(self, *views: View, refuse: Sequence[str] = ()) -> None:
        self.views = list(views)
        self.played: list[str] = []
        self._refuse = refuse

    def view(self) -> View:
        return self.views[0]

    def play(self, action: str) -> str:
        if action in self._refuse:
            return f"{action} is refused"
        self.played.append(action)
        if len(self.views) > 1:
            self.views.pop(0)
        return ""


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def always(value: float) -> Callable[[], float]:
    """A clock that stands still."""
    return lambda: value
