"""What a player may choose with an action: names, numbers, and what a choice comes to on the board.

Owns the order of choices and how each is written. Where they are legal is the business of `tilekit.building.actions`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tilekit.grid import Grid
from tilekit.program.tiles import Tiles
from tilekit.ruleset.models import Target
from tilekit.words import Phrase

#: The targets whose legal choices are listed one by one; those of the others are a mask, or a bit.
LISTED: Final = frozenset({"column", "row", "pair", "tile"})
#: How many words name a choice.
WORDS: Final = {"none": 0, "cell": 1, "column": 1, "row": 1, "direction": 1, "pair": 2, "tile": 1}


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of an action of one target.

    Attributes:
        names: how each is written: every cell (holes too), every column or row, every direction, every two cells
            that touch, every tile that may be chosen; one empty text where there is nothing to choose.
        here: of a listed target the cell each stands for, -1 where there is none; empty for the others, whose
            number is the cell, or the direction, itself.
        chosen: of a listed target what each puts into the register CHOSEN; empty for the others.
    """

    names: Sequence[str]
    here: Sequence[int] = ()
    chosen: Sequence[int] = ()


def choices_of(target: Target, grid: Grid, tiles: Tiles, codes: Sequence[int]) -> Choices:
    """The choices of a target; ``codes`` are the tiles that may be chosen where it is a tile."""
    cells = [cell for cell in range(grid.size) if cell not in grid.holes]
    match target:
        case "cell":
            return Choices(tuple(map(grid.name, range(grid.size))))
        case "direction":
            return Choices(grid.directions)
        case "column" | "row":
            first: dict[int, int] = {}
            for cell in cells:
                row, column = divmod(cell, grid.columns)
                first.setdefault(1 + (column if target == "column" else row), cell)
            numbers = sorted(first)
            return Choices(tuple(f"{target[0]}{n}" for n in numbers), [first[n] for n in numbers], numbers)
        case "pair":
            pairs = [(cell, other) for cell in cells for other in grid.neighbours[cell] if other > cell]
            names = tuple(f"{grid.name(cell)} {grid.name(other)}" for cell, other in pairs)
            return Choices(names, [cell for cell, _ in pairs], [other for _, other in pairs])
        case "tile":
            return Choices(tuple(tiles.ids[code] for code in codes), [-1] * len(codes), codes)
    return Choices(("",))


def canonical(target: Target, text: str, grid: Grid) -> str:
    """The one way to write a choice: of a pair, the first cell in reading order comes first."""
    cells = [grid.parse(word) for word in text.split(" ")] if target == "pair" else []
    if len(cells) != 2 or None in cells:
        return text
    return " ".join(grid.name(cell) for cell in sorted(cell for cell in cells if cell is not None))


_ASKS_FOR: Final[Mapping[Target, Phrase]] = {
    "none": Phrase("{action} takes nothing after it"),
    "cell": Phrase("{action} aims at one cell"),
    "column": Phrase("{action} takes one column"),
    "row": Phrase("{action} takes one row"),
    "direction": Phrase("{action} takes one direction"),
    "pair": Phrase("{action} takes two cells that touch"),
    "tile": Phrase("{action} takes one tile"),
}


def asks_for(verb: str, target: Target) -> Phrase:
    """What an action of a target asks for."""
    return Phrase(_ASKS_FOR[target].template, action=verb)


def no_choice(target: Target, text: str, grid: Grid, names: Sequence[str]) -> Phrase:
    """Why a text names nothing that can be chosen; ``names`` are the choices there are."""
    listed = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    match target:
        case "cell":
            return _no_cell(text, grid)
        case "column":
            return Phrase(
                "{word} is no column of this board; there are {first} to {last}",
                word=text,
                first=names[0],
                last=names[-1],
            )
        case "row":
            return Phrase(
                "{word} is no row of this board; there are {first} to {last}", word=text, first=names[0], last=names[-1]
            )
        case "pair":
            first, other = text.split(" ")
            lost = next((word for word in (first, other) if grid.parse(word) is None), "")
            return (
                _no_cell(lost, grid)
                if lost
                else Phrase("{first} and {other} are no two cells that touch", first=first, other=other)
            )
        case "tile":
            return Phrase("{word} is no tile that can be chosen; there are {tiles}", word=text, tiles=listed)
    return Phrase("{word} is no direction; there are {directions}", word=text, directions=listed)


def _no_cell(word: str, grid: Grid) -> Phrase:
    return Phrase(
        "{word} is not a cell of this {rows} by {columns} board",
        word=word,
        rows=grid.rows,
        columns=grid.columns,
    )


def covered(target: Target, name: str, grid: Grid) -> frozenset[int]:
    """The cells that stand for a choice where it is pointed at: the cell, or all of a column or row."""
    if target == "cell":
        cell = grid.parse(name)
        return frozenset() if cell is None else frozenset({cell})
    if target not in ("column", "row"):
        return frozenset()
    number = int(name[1:]) - 1
    line = (divmod(cell, grid.columns)[target == "column"] for cell in range(grid.size))
    return frozenset(cell for cell, at in enumerate(line) if at == number and cell not in grid.holes)
