"""A turn as scenes: what a frontend animates.

Owns the way from a journal to still boards and what moves between them. Whoever draws them decides how long they take
and whether they are drawn at all; the game has gone on already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tilekit.game import Turn
from tilekit.grid import Grid
from tilekit.journal import Entry, sentence
from tilekit.view import Place, TileView
from tilekit.words import ENGLISH, Words

#: A board as it looks: rows of tiles, counted from 0; None where no tile is.
Still = tuple[tuple["TileView | None", ...], ...]


@dataclass(frozen=True, slots=True)
class Motion:
    """One tile that goes from one place to another, or comes and goes in one."""

    tile: TileView
    start: Place
    """Of a tile that moves or vanishes: where it lies in the scene's first board."""
    end: Place
    """Of a tile that moves or appears: where it lies in the scene's last board. Of one that vanishes: where the tile
    appeared that it went into, else where it was last."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One thing that happened, from one still board to the next.

    The end of a scene is the start of the next; the last ends as the board stands now. Whatever lies otherwise in
    ``end`` than in ``start`` is told: each tile of ``start`` stays, moves or vanishes, each tile of ``end`` stayed,
    moved or appeared. A tile that changed into another vanishes and appears in the same place.
    """

    kind: str
    """The kind of the journal's entry: ``"placed"``, ``"fused"``, ``"moved"``, ``"filled"``, ``"cleared"``, …"""
    words: str
    """The entry in words of the player's language, for captions and screen readers."""
    start: Still
    end: Still
    moves: tuple[Motion, ...]
    vanishes: tuple[Motion, ...]
    appears: tuple[Motion, ...]
    place: Place
    """Where it happened: the last cell that changed, which for a group that fused is the cell it fused onto."""
    points: int
    """What it paid; they float up from ``place``."""
    together: bool = False
    """Whether it happens at once with the scene before, as all tiles of one slide go: no tile of it has moved yet, so
    both may be drawn at the same time. Whoever draws one after the other is not wrong."""


@dataclass(slots=True)
class _Piece:
    """A tile on its way through one entry: where it lay at the start of it, if it was there."""

    tile: TileView
    start: Place | None
    born: Place


def scenes(
    grid: Grid,
    start: Still,
    turn: Turn,
    look: Callable[[str], TileView],
    end: Still | None = None,
    words: Words = ENGLISH,
) -> tuple[Scene, ...]:
    """The scenes of a turn, one for each entry of its journal that changed the board.

    Args:
        grid: of the board.
        start: the board before the turn.
        turn: what was played.
        look: how the tile of an id looks.
        end: the board after the turn, where tiles may look otherwise than before; they do so once all is over.
        words: of the player's language.
    """
    looks = {tile.tile: tile for row in start for tile in row if tile is not None}

    def looked(tile: str) -> TileView:
        if tile not in looks:
            looks[tile] = look(tile)
        return looks[tile]

    found: list[Scene] = []
    board = start
    joining = _of_one_slide(turn.journal)
    for entry, joins in zip(turn.journal, joining, strict=True):
        if entry.changes:
            scene = _scene(grid, board, entry, looked)
            found.append(replace(scene, words=words(sentence(entry)), together=joins))
            board = found[-1].end
    if found and end is not None:
        found[-1] = replace(found[-1], end=end)
    return tuple(found)


def _of_one_slide(journal: Sequence[Entry]) -> list[bool]:
    """Whether each entry goes on at once with the one before it that changed the board.

    An entry that counts more tiles than moved in it counts those of the entries before it, too, in which some went into
    others; that is what a slide tells of.
    """
    joins = [False] * len(journal)
    for number, entry in enumerate(journal):
        count = entry.values.get("count")
        if entry.kind != "moved" or not isinstance(count, int):
            continue
        last = number if entry.changes else -1  # the earliest entry known to be of this slide
        left = count - _moved(entry)
        for at in range(number - 1, -1, -1):
            if left <= 0:
                break
            if not journal[at].changes:
                continue
            if "made" not in journal[at].values:
                break
            if last >= 0:
                joins[last] = True
            last = at
            left -= _moved(journal[at]) + 1
    return joins


def _moved(entry: Entry) -> int:
    return sum(change.origin is not None for change in entry.changes)


def _scene(grid: Grid, start: Still, entry: Entry, look: Callable[[str], TileView]) -> Scene:
    board = {(r, c): _Piece(tile, (r, c), (r, c)) for r, row in enumerate(start) for c, tile in enumerate(row) if tile}
    lifted: dict[Place, _Piece] = {}  # on its way, by the place it left
    gone: list[tuple[_Piece, Place]] = []
    vanishes: list[Motion] = []
    made = entry.values.get("made")  # the tile that others went into, where the entry speaks of one
    place = (0, 0)
    for change in entry.changes:
        place = _place(grid, change.cell)
        if change.origin is not None:
            origin = _place(grid, change.origin)
            if origin in lifted:
                board[place] = lifted.pop(origin)
            else:  # the first half of a swap: what lay here is told of next
                lifted[place], board[place] = board[place], board[origin]
            continue
        was = board.pop(place, None)
        if was is not None and change.to is not None:
            lifted[place] = was
        elif was is not None:
            gone.append((was, place))
        if change.after is not None:
            board[place] = _Piece(look(change.after), None, place)
            if change.after == made:
                vanishes += [Motion(piece.tile, piece.start, place) for piece, _ in gone if piece.start is not None]
                gone.clear()
    vanishes += [Motion(piece.tile, piece.start, last) for piece, last in gone if piece.start is not None]
    pieces = sorted(board.items())
    points = entry.values.get("points", 0)
    tiles = {at: piece.tile for at, piece in pieces}
    return Scene(
        kind=entry.kind,
        words="",
        start=start,
        end=tuple(tuple(tiles.get((r, c)) for c in range(grid.columns)) for r in range(grid.rows)),
        moves=tuple(
            Motion(piece.tile, piece.start, at) for at, piece in pieces if piece.start is not None and piece.start != at
        ),
        vanishes=tuple(vanishes),
        appears=tuple(Motion(piece.tile, piece.born, at) for at, piece in pieces if piece.start is None),
        place=place,
        points=points if isinstance(points, int) else 0,
    )


def _place(grid: Grid, name: str) -> Place:
    cell = grid.parse(name)
    assert cell is not None, name
    row, column = divmod(cell, grid.columns)
    return row, column
