"""Views and sessions made up for the tests of frontends: boards as text, no engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tilekit.game import Turn
from tilekit.preferences import Preferences
from tilekit.preview import Preview
from tilekit.refusals import Refusal
from tilekit.scenes import Motion, Scene
from tilekit.view import Button, CellView, Panel, TileView, View
from tilekit.words import Words, words_of

SPARK = TileView("spark", "s", "•", "#46465a", "#ffffff", "circle", "plain", crown=False, glow=False, lit=False)
NODE = TileView("node", "n", "■", "#1fa39a", "#000000", "square", "plain", crown=False, glow=False, lit=False)
PRISM = TileView("prism", "p", "◆", "#9b4dca", "#ffffff", "diamond", "plain", crown=False, glow=False, lit=False)
STONE = TileView("stone", "#", "▓", "#8a8a8a", "#000000", "square", "hatched", crown=False, glow=False, lit=False)
LIT = replace(STONE, colour="#ffbf00", lit=True)
NINE = TileView("9", "9", "9", "#f5c518", "#000000", "circle", "plain", crown=True, glow=True, lit=False)
TEN = TileView("10", "10", "10", "#f5c518", "#000000", "circle", "plain", crown=True, glow=True, lit=False)
TILES = {"s": SPARK, "n": NODE, "p": PRISM, "#": STONE, "!": LIT, "9": NINE, "10": TEN}

UNDO = Button("undo", "u", "Undo", "", enabled=False, prominent=False)
RESTART = Button("restart", "r", "Restart", "", enabled=True, prominent=False, kind="sitting")
NEW = Button("new", "n", "New", "", enabled=True, prominent=False, kind="sitting")
NEXT = Button("next", "e", "NEXT STAGE", "#ffd93b", enabled=True, prominent=True, kind="pause")


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
        goals=(),
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


def make_scene(start: View, end: View, *, points: int = 0, place: tuple[int, int] = (0, 0)) -> Scene:
    """What became of a board: tiles that are gone went to the first place where one came, if one did."""
    before, after = (tuple(tuple(cell.tile for cell in row) for row in view.cells) for view in (start, end))
    places = [(r, c) for r, row in enumerate(before) for c, tile in enumerate(row) if tile != after[r][c]]
    come = [Motion(tile, at, at) for at in places if (tile := after[at[0]][at[1]]) is not None]
    gone = [
        Motion(tile, at, come[0].end if come else at) for at in places if (tile := before[at[0]][at[1]]) is not None
    ]
    return Scene("toy", "toy", before, after, (), tuple(gone), tuple(come), place, points)


class ToySession:
    """Shows the views it was given: each action played goes on to the next, the last one stays.

    Args:
        views: in order.
        refuse: actions that are refused.
        pace: seconds from one tick to the next; each tick goes on to the next view. None where nothing goes on.
        points: what each turn pays.
        motion: what the player prefers.
    """

    def __init__(
        self,
        *views: View,
        refuse: Sequence[str] = (),
        pace: float | None = None,
        points: int = 0,
        motion: str = "full",
    ) -> None:
        self.views = list(views)
        self.played: list[str] = []
        self.pace = pace
        self.preferences = Preferences().changed("toy", motion=motion)
        self.last_turn: Turn | None = None
        self.game: object = None
        self.scenes: tuple[Scene, ...] = ()
        self._refuse = refuse
        self._points = points

    def words(self, *packages: str) -> Words:
        return words_of(self.preferences.language, *packages)

    def view(self) -> View:
        return self.views[0]

    is_first = False

    def preview(self, _action: str) -> Preview:
        return Preview()

    def statistics(self) -> None:
        return None

    def tick(self) -> bool:
        if len(self.views) == 1:
            self.pace = None
            return False
        self._go_on("tick")
        return True

    def play(self, action: str) -> Refusal:
        if action in self._refuse:
            return Refusal(f"{action} is refused")
        self.played.append(action)
        self._go_on(action)
        return Refusal()

    def _go_on(self, action: str) -> None:
        before = self.views[0]
        if len(self.views) > 1:
            self.views.pop(0)
        after = self.views[0]
        self.last_turn = Turn(action, (), self._points)
        alike = (before.rows, before.columns) == (after.rows, after.columns) and before.cells != after.cells
        self.scenes = (make_scene(before, after, points=self._points),) if alike else ()


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def always(value: float) -> Callable[[], float]:
    """A clock that stands still."""
    return lambda: value
