"""How tiles look: colours, the ink on them, the outlines of shapes.

Owns what every picture of a tile is drawn from, whatever it is drawn on: the look of a tile whose ruleset says
nothing, inks that can be read, and shapes as points. It does not own pixels, characters, or what stands on a board.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Final

from tilekit.program.tiles import Tiles
from tilekit.ruleset.models import Look

#: The shapes that tiles without a look walk through.
_SERIES: Final = ("circle", "square", "hexagon", "diamond", "star", "ring", "triangle", "cross")
SHAPES: Final = (*_SERIES, "house", "tower", "tree", "flower", "arch")
#: The colours in which a game that was won or lost says so, where its ruleset gives none; never without words.
OUTCOMES: Final = {"won": "#3fbf5f", "lost": "#e0524a"}
#: The colour of what is lit, where a look says no other.
LIT: Final = "#ffbf00"
_COLOURS: Final = (
    "#5b6b82", "#2a9d8f", "#3a6fd8", "#9457d6", "#f28c28", "#3fbf5f", "#d64550", "#e8c547", "#4fb3d9", "#b8628f",
)  # fmt: skip
#: Pieces have colours that are told from the tiers' and from one another, also by who sees two primary colours alone;
#: there is one colour more than shapes, so that a pair of the two comes again only after all of them.
_PIECE_COLOURS: Final = (
    "#e4e4e4", "#ace4ac", "#c82020", "#ac3c58", "#acac90", "#74e474", "#207420", "#903cac", "#9090e4",
)  # fmt: skip
_PIECE_SHAPES: Final = ("square", "diamond", "ring", "triangle", "cross", "star", "hexagon", "circle")


def look_of(looks: Mapping[str, Look], tiles: Tiles, code: int) -> Look:
    """The look of a tile, with a colour and a shape in any case.

    In a ladder of numbers a look holds for the numbers above, until another is given, and numbers are square, since
    they tell themselves apart; tiers that have none walk through colours and shapes, and so do pieces, through others.
    """
    first = tiles.pieces + 1 if tiles.numeric and code > tiles.pieces else code
    given = next((looks[tiles.ids[lower]] for lower in range(code, first - 1, -1) if tiles.ids[lower] in looks), Look())
    is_piece = code <= tiles.pieces
    number = code - 1 if is_piece else code - tiles.pieces - 1
    colours, shapes = (_PIECE_COLOURS, _PIECE_SHAPES) if is_piece else (_COLOURS, _SERIES)
    square = tiles.numeric and not is_piece
    return given.model_copy(
        update={
            "colour": given.colour or colours[number % len(colours)],
            "shape": given.shape or ("square" if square else shapes[number % len(shapes)]),
        }
    )


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255 each, of ``"#rrggbb"``.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two colours from 1 to 21, as the Web Content Accessibility Guidelines 2 define it.

    4.5 and more can be read well.

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


@cache
def ink(colour: str) -> str:
    """The colour in which a symbol is read best on a colour: black or white. Its contrast is at least 4.5.

    >>> ink("#ffd93b"), ink("#3a6fd8")
    ('#000000', '#ffffff')
    """
    return max(("#ffffff", "#000000"), key=lambda candidate: contrast(candidate, colour))


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def outline(shape: str) -> tuple[tuple[float, float], ...]:
    """The outline of a shape: points in the square from (0, 0), top left, to (1, 1), clockwise.

    Circles and rings are a polygon of 48 corners; the hole of a ring has a third of its width and stands for itself
    (see `HOLE`). Corners may be rounded where it is drawn.

    Raises:
        KeyError: no such shape.
    """
    return _OUTLINES[shape]


#: One line across the tile, and those that branch off.
_CRACKS: Final = (
    ((0.62, 0.02), (0.5, 0.2), (0.64, 0.34), (0.42, 0.52), (0.56, 0.7), (0.36, 0.98)),
    ((0.64, 0.34), (0.82, 0.42), (0.98, 0.36)),
    ((0.42, 0.52), (0.24, 0.46), (0.02, 0.6)),
    ((0.56, 0.7), (0.78, 0.8), (0.84, 0.97)),
)


def cracks() -> tuple[tuple[tuple[float, float], ...], ...]:
    """The lines of the pattern ``cracked``, each as points in the square from (0, 0), top left, to (1, 1)."""
    return _CRACKS


#: How wide the hole of a ring is, as a part of the ring.
HOLE: Final = 0.34


def _corners(count: int, *, turned: float = 0.0, inner: float = 1.0) -> tuple[tuple[float, float], ...]:
    """A regular polygon, or a star where every second corner lies further in; the first corner points up."""
    radii = (0.5, 0.5 * inner)
    around = [(radii[i % 2 if inner != 1 else 0], 2 * math.pi * i / count + turned - math.pi / 2) for i in range(count)]
    return tuple((0.5 + r * math.cos(angle), 0.5 + r * math.sin(angle)) for r, angle in around)


def _lobes(count: int, corners: int) -> tuple[tuple[float, float], ...]:
    """A round shape with so many bulges around it."""
    turns = [2 * math.pi * i / corners - math.pi / 2 for i in range(corners)]
    radii = [0.5 * (0.84 + 0.16 * abs(math.sin(count / 2 * (turn + math.pi / 2) + math.pi / 2))) for turn in turns]
    return tuple((0.5 + r * math.cos(turn), 0.5 + r * math.sin(turn)) for r, turn in zip(radii, turns, strict=True))


_A, _B = 0.3, 0.7  # the arms of the cross
_OUTLINES: Final[Mapping[str, tuple[tuple[float, float], ...]]] = {
    "circle": _corners(48),
    "ring": _corners(48),
    "square": ((0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96)),
    "hexagon": _corners(6, turned=math.pi / 6),
    "diamond": ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
    "star": _corners(10, inner=0.62),
    "triangle": ((0.5, 0.02), (1.0, 0.94), (0.0, 0.94)),
    "cross": (
        (_A, 0.0), (_B, 0.0), (_B, _A), (1.0, _A), (1.0, _B), (_B, _B),
        (_B, 1.0), (_A, 1.0), (_A, _B), (0.0, _B), (0.0, _A), (_A, _A),
    ),
    "house": ((0.5, 0.0), (1.0, 0.44), (0.9, 0.5), (0.9, 0.98), (0.1, 0.98), (0.1, 0.5), (0.0, 0.44)),
    "tower": (
        (0.04, 0.02), (0.26, 0.02), (0.26, 0.16), (0.39, 0.16), (0.39, 0.02), (0.61, 0.02), (0.61, 0.16), (0.74, 0.16),
        (0.74, 0.02), (0.96, 0.02), (0.96, 0.36), (0.86, 0.46), (0.86, 0.98), (0.14, 0.98), (0.14, 0.46), (0.04, 0.36),
    ),
    "tree": (
        (0.5, 0.0), (0.84, 0.4), (0.74, 0.4), (1.0, 0.82), (0.62, 0.82), (0.62, 1.0), (0.38, 1.0), (0.38, 0.82),
        (0.0, 0.82), (0.26, 0.4), (0.16, 0.4),
    ),
    "flower": _lobes(8, 96),
    "arch": (
        *((0.5 + 0.42 * math.cos(turn), 0.44 + 0.42 * math.sin(turn))
          for turn in [math.pi * (1 + i / 24) for i in range(25)]),
        (0.92, 0.98), (0.08, 0.98),
    ),
}  # fmt: skip
