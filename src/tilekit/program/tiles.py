"""Tiles of a ruleset: ids, numbers, codes and glyphs, and board text.

Owns the one mapping between what a ruleset calls a tile, the number it has in expressions, and the code the
board stores: 0 is no tile, then come the pieces, then the ladder, lowest first. Pieces and none thus lie below
every tier in every comparison.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tilekit.errors import UsageError, did_you_mean
from tilekit.grid import Grid
from tilekit.ruleset.models import OPEN_LAST, TiersTable


def tokens_of(text: str) -> list[list[tuple[str, int]]]:
    r"""The rows of a board text: each token and its offset in the text.

    >>> tokens_of("a .\n. b")
    [[('a', 0), ('.', 2)], [('.', 4), ('b', 6)]]
    """
    body = text.strip()
    at = text.index(body)
    rows: list[list[tuple[str, int]]] = []
    for line in body.splitlines(keepends=True):
        rows.append([(match.group(), at + match.start()) for match in re.finditer(r"\S+", line)])
        at += len(line)
    return rows


def rows_fix(found: int, wanted: int) -> str:
    """What to do about a text with another number of rows than wanted."""
    if found <= 1:
        return "write each row on a line of its own, between three quotes"
    count = abs(wanted - found)
    rows = "a row" if count == 1 else f"{count} rows"
    return f"add {rows}" if found < wanted else f"take {rows} out"


class Tiles:
    """The tiles of one ruleset.

    Attributes:
        ids: the id of each code; ``ids[0]`` is ``"none"``.
        pieces: how many pieces there are.
        last: the highest code.
        shift: ``code - shift`` is the number of a tile.
        next_code: for each code that of the next tier, or 0.
        glyphs: the glyph of each code; ``"."`` for none.
        labels: for each code the number shown on it, 0 for none and pieces; None where that is its own number.

    Args:
        table: [tiers].
        labels: of the ladder's numbers, lowest first; a tile then goes by its label wherever it is written.
    """

    def __init__(self, table: TiersTable, labels: Sequence[int] | None = None) -> None:
        if table.numbers is not None:
            first, last = table.numbers.first, table.numbers.last
            ladder = list(map(str, labels or range(first, (OPEN_LAST if last is None else last) + 1)))
        else:
            first = 1
            ladder = list(table.chain or [])
        self.numeric: Final = table.numbers is not None
        self.ids: Final = ("none", *table.pieces, *ladder)
        self.pieces: Final = len(table.pieces)
        self.last: Final = len(self.ids) - 1
        self.shift: Final = self.pieces + 1 - first
        self.codes: Final = {name: code for code, name in enumerate(self.ids)}
        following = [0] * (self.last + 1)
        for code in range(self.pieces + 1, self.last):
            following[code] = code + 1
        for name, after in ((name, str(after)) for name, after in table.next.items()):
            if name in self.codes and after in self.codes:
                following[self.codes[name]] = self.codes[after]
        self.next_code: Final = tuple(following)
        self.glyphs: Final = (".", *(table.glyphs.get(name, name) for name in self.ids[1:]))
        by_id = {name: code for name, code in self.codes.items() if code}
        self._by_token: Final = by_id | {glyph: code for code, glyph in enumerate(self.glyphs) if code}
        self.labels: Final = None if labels is None else (*[0] * (self.pieces + 1), *labels)
        if labels is None:  # where tiles have labels, a place in the ladder would look like one
            for code in range(self.pieces + 1, self.last + 1):
                self._by_token.setdefault(str(code - self.shift), code)

    def number(self, code: int) -> int:
        """The number of a tile in expressions."""
        return code - self.shift

    def listed(self) -> str:
        """The tiles in words, numbers as a range: ``stone, 1 to 9``."""
        ladder = self.ids[self.pieces + 1 :]
        if self.labels is not None and len(ladder) > 4:
            ladder = (*ladder[:3], f"… {ladder[-1]}")
        elif self.labels is None and self.numeric and len(ladder) > 1:
            ladder = (f"{ladder[0]} to {ladder[-1]}",)
        names = [*dict.fromkeys((*self.ids[1 : self.pieces + 1], *ladder))]  # one may be there twice, by mistake
        return ", ".join(names[:20]) + (", …" if len(names) > 20 else "")

    def parse(self, token: str | int) -> int:
        """The code of a tile by glyph, id or place in the ladder.

        Raises:
            UsageError: no tile is called so.
        """
        code = self._by_token.get(str(token)) if not isinstance(token, bool) else None
        if code is None:
            names = [*self.ids[1 : self.pieces + 1], *self.ids[self.pieces + 1 :]]
            raise UsageError(
                f'"{token}" is no tile of this game; expected {self.listed()}. '
                f"{did_you_mean(str(token), names)}".strip()
            )
        return code

    def parse_board(self, text: str, grid: Grid) -> list[int]:
        """The code of each cell of a board text; 0 where empty or a hole.

        Raises:
            UsageError: rows or tokens do not fit the grid, or a token is no tile; says where.
        """
        rows = [line.split() for line in text.strip().splitlines()]
        if len(rows) != grid.rows:
            raise UsageError(f"board has {len(rows)} rows, expected {grid.rows}")
        codes: list[int] = []
        for row, tokens in enumerate(rows):
            if len(tokens) != grid.columns:
                raise UsageError(
                    f"row {row + 1} of the board has {len(tokens)} tokens, expected {grid.columns} (apart by spaces)"
                )
            for column, token in enumerate(tokens):
                cell = row * grid.columns + column
                codes.append(self._parse_cell(token, grid, cell))
        return codes

    def _parse_cell(self, token: str, grid: Grid, cell: int) -> int:
        hole = cell in grid.holes
        if token == "_" or hole:
            if token != "_" or not hole:
                row, column = divmod(cell, grid.columns)
                found, expected = (token, "_ (a hole)") if hole else ("_", "a tile or . (no hole here)")
                raise UsageError(f'r{row + 1}c{column + 1} is "{found}", expected {expected}')
            return 0
        if token == ".":
            return 0
        try:
            return self.parse(token)
        except UsageError as error:
            row, column = divmod(cell, grid.columns)
            raise UsageError(f"r{row + 1}c{column + 1}: {error}") from None

    def board_text(self, codes: Sequence[int], grid: Grid) -> str:
        """Board text, columns aligned: what `parse_board` reads back."""
        tokens = ["_" if cell in grid.holes else self.glyphs[code] for cell, code in enumerate(codes)]
        width = max(map(len, tokens))
        starts = range(0, grid.size, grid.columns)
        return "\n".join(" ".join(t.rjust(width) for t in tokens[at : at + grid.columns]) for at in starts)
