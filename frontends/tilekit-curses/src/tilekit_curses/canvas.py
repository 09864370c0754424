"""Text on a grid of character cells, with measured widths.

Owns which characters a terminal can be trusted to show, how many columns they take, and a canvas to write
them on. It knows neither games nor curses: a canvas can be compared as plain text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple


class Style(NamedTuple):
    """How text looks. Colours are palette numbers of the terminal, -1 for its own."""

    ink: int = -1
    paper: int = -1
    bold: bool = False
    dim: bool = False
    reverse: bool = False
    underline: bool = False

    def swapped(self) -> Style:
        """The same with ink and paper the other way round."""
        return (
            self._replace(ink=self.paper, paper=self.ink)
            if self.paper >= 0
            else self._replace(reverse=not self.reverse)
        )


PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Charset:
    """What the terminal can show.

    Attributes:
        encoding: of the locale, as Python names it.
        ambiguous_wide: whether characters of ambiguous width (most symbols and all lines) may take two
            columns, as they may on East Asian terminals.
        console: whether it is the text screen of a machine itself, whose font has only some 256 characters.
    """

    encoding: str = "utf-8"
    ambiguous_wide: bool = False
    console: bool = False

    @property
    def is_rich(self) -> bool:
        """Whether lines, dots and blocks beyond ASCII can be drawn."""
        return not self.ambiguous_wide and self.can_encode("─▄▀▒·")

    @property
    def is_fine(self) -> bool:
        """Whether a quarter of a character's height can be drawn; where not, halves may."""
        return self.is_rich and not self.console and self.can_encode("▂▆")

    def can_encode(self, text: str) -> bool:
        """Whether the locale has these characters."""
        try:
            text.encode(self.encoding)
        except (UnicodeError, LookupError):
            return text.isascii()
        return True

    def width_of(self, character: str) -> int:
        """Columns one character takes: 0 to 2, or -1 where terminals disagree or show nothing."""
        if " " <= character <= "~":
            return 1
        code = ord(character)
        # Variation selectors change the width of what stands before; flags and Hangul vowels join up.
        if 0xFE00 <= code <= 0xFE0F or 0x1F1E6 <= code <= 0x1F1FF or 0x1160 <= code <= 0x11FF:
            return -1
        category = unicodedata.category(character)
        if category[0] == "C" or category in {"Zl", "Zp"} or not self.can_encode(character):
            return -1
        if category in {"Mn", "Me"}:
            return 0
        breadth = unicodedata.east_asian_width(character)
        if breadth in {"W", "F"} or (breadth == "A" and self.ambiguous_wide):
            return 2
        return 1

    def width(self, text: str) -> int:
        """Columns a text takes; -1 if it holds a character that cannot be trusted."""
        total = 0
        for character in text:
            width = self.width_of(character)
            if width < 0:
                return -1
            total += width
        return total

    def symbol(self, symbol: str, glyph: str, room: int) -> str:
        """The symbol where it can be shown within ``room`` columns, else the glyph.

        >>> Charset("utf-8").symbol("◆", "p", 2), Charset("ascii").symbol("◆", "p", 2)
        ('◆', 'p')
        """
        if symbol.strip() and self.width_of(symbol[0]) > 0 and self.width(symbol) <= room:
            width = self.width(symbol)
            if width > 0:
                return symbol
        return glyph

    def clean(self, text: str) -> str:
        """The text with each character that cannot be shown as a question mark."""
        if text.isascii() and text.isprintable():
            return text
        return "".join(c if self.width_of(c) >= 0 else " " if c.isspace() else "?" for c in text)

    def fit(self, text: str, room: int) -> str:
        """The cleaned text, cut to ``room`` columns; a cut shows as two dots."""
        text = self.clean(text)
        if self.width(text) <= room:
            return text
        dots = ".."[: max(0, room)]
        kept, used = "", 0
        for character in text:
            used += self.width_of(character)
            if used > room - len(dots):
                break
            kept += character
        return kept + dots

    def wrap(self, text: str, room: int) -> list[str]:
        """The cleaned text in lines of at most ``room`` columns.

        Lines are broken between words, and beside characters of two columns; one character stands alone where even
        it has no room. A line does not begin with what closes a sentence.
        """
        lines: list[str] = []
        line, used, gap = "", 0, False
        for piece in _PIECE.findall(self.clean(text)):
            if piece.isspace():
                gap = True
                continue
            wide = self.width(piece)
            if line and used + gap + wide > room:
                lines.append(line)
                line, used, gap = "", 0, False
            while wide > room and len(piece) > 1:  # A word longer than a line.
                count = next((n for n in range(len(piece), 1, -1) if self.width(piece[:n]) <= room), 1)
                lines.append(piece[:count])
                piece = piece[count:]  # noqa: PLW2901
                wide = self.width(piece)
            line += " " * (gap and bool(line)) + piece
            used = self.width(line)
            gap = False
        return [*lines, line] if line or not lines else lines


#: What a line is not broken in: blanks; one character that is followed by no blank in its language, together with what
#: may not begin a line; a word.
_PIECE: Final = re.compile(
    r"\s+|[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef][\u3001\u3002\u300d\u30fc\uff01\uff09\uff0c\uff1a\uff1f]*"
    r"|[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+"
)


class Canvas:
    """A rectangle of cells, each a character with a style. Writing outside it is cut off, never an error."""

    def __init__(self, height: int, width: int, charset: Charset) -> None:
        self.height = max(0, height)
        self.width = max(0, width)
        self.charset = charset
        # A character of two columns stands in the left one; the right one then holds "".
        self._cells = [[(" ", PLAIN)] * self.width for _ in range(self.height)]

    def write(self, row: int, column: int, text: str, style: Style = PLAIN) -> int:
        """Writes one line of text; returns the column after it."""
        for character in text:
            width = self.charset.width_of(character)
            if width < 0:
                character, width = "?", 1  # noqa: PLW2901
            if width == 0:
                self._join(row, column - 1, character)
                continue
            if 0 <= row < self.height and 0 <= column < self.width:
                if column + width > self.width:
                    character, width = " ", 1  # noqa: PLW2901
                self._put(row, column, character, width, style)
            column += width
        return column

    def centre(self, row: int, column: int, room: int, text: str, style: Style = PLAIN) -> None:
        """Writes text in the middle of ``room`` columns; the spare column of an odd rest lies right."""
        text = self.charset.fit(text, room)
        self.write(row, column + (room - self.charset.width(text)) // 2, text, style)

    def fill(self, row: int, column: int, height: int, width: int, character: str, style: Style) -> None:
        """Fills a rectangle with a character of one column."""
        for line in range(row, row + height):
            self.write(line, column, character * width, style)

    def paste(self, other: Canvas, row: int, column: int) -> None:
        """Copies another canvas into this one."""
        for line in range(other.height):
            for at, text, style in other.runs(line):
                self.write(row + line, column + at, text, style)

    def top(self, height: int) -> Canvas:
        """A canvas of the first rows of this one."""
        canvas = Canvas(height, self.width, self.charset)
        canvas._cells = [list(row) for row in self._cells[:height]]
        return canvas

    def runs(self, row: int) -> Iterator[tuple[int, str, Style]]:
        """Stretches of one style in a row, from left to right: column, text, style. Plain blanks included."""
        start, text, style = 0, "", PLAIN
        for column, (character, look) in enumerate(self._cells[row]):
            if look != style and character:
                if text:
                    yield start, text, style
                start, text, style = column, "", look
            text += character
        if text:
            yield start, text, style

    def lines(self) -> list[str]:
        """The text of each row, without blanks at its end."""
        return ["".join(character for character, _ in row).rstrip() for row in self._cells]

    def style_at(self, row: int, column: int) -> Style:
        """The style of one cell."""
        return self._cells[row][column][1]

    def _join(self, row: int, column: int, mark: str) -> None:
        if 0 <= row < self.height and 0 <= column < self.width:
            cells = self._cells[row]
            if not cells[column][0]:
                column -= 1
            cells[column] = (cells[column][0] + mark, cells[column][1])

    def _put(self, row: int, column: int, character: str, width: int, style: Style) -> None:
        cells = self._cells[row]
        if not cells[column][0]:
            cells[column - 1] = (" ", cells[column - 1][1])
        after = column + width
        if after < self.width and not cells[after][0]:
            cells[after] = (" ", cells[after][1])
        cells[column] = (character, style)
        if width == 2:
            cells[column + 1] = ("", style)
