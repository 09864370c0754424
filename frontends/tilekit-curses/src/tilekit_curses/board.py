"""Tiles and the board on a canvas.

Owns the sizes in which cells are drawn, the look of one tile, and the board with its cursor and hints. It
does not decide which size fits, nor what is beside the board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilekit_curses.canvas import PLAIN, Canvas, Charset, Style
from tilekit_curses.colours import Palette

if TYPE_CHECKING:
    from tilekit import TileView, View

#: What a click on a character cell means: a place of the board (row, column from 0), or an action text.
Target = tuple[int, int] | str


@dataclass(frozen=True, slots=True)
class Look:
    """What the terminal can do."""

    charset: Charset = field(default_factory=Charset)
    palette: Palette = field(default_factory=Palette)


@dataclass(slots=True)
class Part:
    """A drawn part of the screen: what it shows, what a click in it means, where its cursor is."""

    canvas: Canvas
    targets: dict[tuple[int, int], Target] = field(default_factory=dict)
    cursor: tuple[int, int] | None = None

    def paste(self, other: Part, row: int, column: int) -> None:
        """Puts another part into this one."""
        self.canvas.paste(other.canvas, row, column)
        for (at_row, at_column), target in other.targets.items():
            self.targets[at_row + row, at_column + column] = target
        if other.cursor is not None:
            self.cursor = (other.cursor[0] + row, other.cursor[1] + column)


@dataclass(frozen=True, slots=True)
class Size:
    """How large cells are drawn.

    Attributes:
        pitch: columns from one cell to the next; the last one is the gap, where the cursor's brackets stand.
        height: rows of a cell. From 2 up the first row is half a tile, so that tiles stay apart.
    """

    pitch: int
    height: int

    @property
    def inner(self) -> int:
        """Columns of a tile."""
        return self.pitch - 1


def sizes(view: View) -> list[Size]:
    """Sizes to try, the largest first; the last is the smallest there is."""
    longest = max((len(tile.glyph) for tile in _tiles(view)), default=1)
    chosen = [Size(12, 5), Size(8, 3), Size(6, 2), Size(max(2, longest) + 1, 1), Size(longest + 1, 1)]
    if view.adjacency == "hex":
        # Half a cell to the right must be whole columns.
        chosen = [Size(size.pitch + size.pitch % 2, size.height) for size in chosen]
    return chosen


def _tiles(view: View) -> list[TileView]:
    return [cell.tile for row in view.cells for cell in row if cell.tile is not None] + list(view.queue)


def extent(view: View, size: Size, rows: int, columns: int) -> tuple[int, int]:
    """Height and width of so many rows and columns of the board, without a frame."""
    shift = size.pitch // 2 if view.adjacency == "hex" and view.rows > 1 else 0
    return rows * size.height, columns * size.pitch + 1 + shift


def draw_tile(canvas: Canvas, row: int, column: int, size: Size, tile: TileView, look: Look, *, hint: bool) -> None:
    """Draws one tile with its top left corner at ``row``, ``column``."""
    charset, inner = look.charset, size.inner
    block = look.palette.block(tile.colour)
    symbol = charset.symbol(tile.symbol, tile.glyph, 2)
    both = f"{symbol} {tile.glyph}" if symbol != tile.glyph else symbol
    if size.height == 1:
        _draw_small(canvas, row, column, size, tile, look, symbol=symbol, hint=hint)
        return
    if charset.is_rich:
        canvas.fill(row, column, 1, inner, "▄", look.palette.edge(tile.colour))
    if tile.crown:
        canvas.write(row, column + inner // 2, "^", block if charset.is_rich else Style(bold=True))
    body = size.height - 1
    if tile.pattern == "hatched":
        hatch = "▒" if charset.is_rich else "#"
        canvas.fill(row + 1, column, body, inner, hatch, look.palette.shade(block))
    else:
        canvas.fill(row + 1, column, body, inner, " ", block)
    middle = row + 1 + (body - 1) // 2
    words = [both] if body == 1 and charset.width(both) <= inner else [symbol if body > 1 else tile.glyph]
    if body > 1 and symbol != tile.glyph:
        words.append(tile.glyph)
    for line, word in enumerate(words):
        padded = f" {word} " if tile.pattern == "hatched" and charset.width(word) + 2 <= inner else word
        canvas.centre(middle + line, column, inner, padded, block)
    last = row + size.height - 1
    if tile.glow:
        canvas.write(row + 1, column, "*", block)
        canvas.write(row + 1, column + inner - 1, "*", block)
    if tile.lit:
        canvas.write(last, column, "!", block)
        canvas.write(last, column + inner - 1, "!", block)
    if hint:
        at = 1 if inner > 5 else 0
        bright = block._replace(reverse=not block.reverse)
        canvas.fill(middle, column + at, 1, inner - 2 * at, " ", bright)
        canvas.centre(middle, column, inner, words[0], bright)
        canvas.write(middle, column + at, ">", bright)
        canvas.write(middle, column + inner - 1 - at, "<", bright)


def _draw_small(
    canvas: Canvas, row: int, column: int, size: Size, tile: TileView, look: Look, *, symbol: str, hint: bool
) -> None:
    # One row: no room for marks around the tile, so they stand behind a one-letter glyph, or underline it.
    charset, inner = look.charset, size.inner
    block = look.palette.block(tile.colour)
    mark = "^" if tile.crown else "!" if tile.lit else "*" if tile.glow else "#" if tile.pattern == "hatched" else ""
    word = tile.glyph
    if symbol != tile.glyph and charset.width(symbol + tile.glyph) <= inner and not mark:
        word = symbol + tile.glyph
    elif mark and len(word) < inner and mark != word:
        word += mark
    if hint:
        block = block._replace(ink=block.paper, paper=block.ink, reverse=False, bold=True, underline=True)
    elif tile.lit or tile.crown:
        block = block._replace(underline=True)
    canvas.fill(row, column, 1, inner, " ", block)
    canvas.centre(row, column, inner, word, block)


def draw_board(
    view: View,
    look: Look,
    size: Size,
    *,
    rows: int,
    columns: int,
    framed: bool,
    cursor: tuple[int, int],
    focused: bool,
    hints: bool,
) -> Part:
    """Draws the board, or a window of ``rows`` times ``columns`` on it that holds the cursor.

    Args:
        view: what to show.
        look: what the terminal can do.
        size: of the cells.
        rows: how many rows of the board to show.
        columns: how many columns.
        framed: whether to draw lines around the board.
        cursor: the selected cell, counted from 0.
        focused: whether the selected cell has the brackets.
        hints: whether the cells that hint glow.
    """
    rich = look.charset.is_rich
    height, width = extent(view, size, rows, columns)
    inset = 1 if framed else 0
    part = Part(Canvas(height + 2 * inset, width + 2 * inset, look.charset))
    first_row = max(0, min(cursor[0] - rows // 2, view.rows - rows))
    first_column = max(0, min(cursor[1] - columns // 2, view.columns - columns))
    if framed:
        _draw_frame(part.canvas, look)
    middle = 0 if size.height == 1 else 1 + (size.height - 2) // 2
    brackets: list[tuple[int, int]] = []
    for line in range(rows):
        r = first_row + line
        shift = size.pitch // 2 if view.adjacency == "hex" and r % 2 else 0
        for place in range(columns):
            cell = view.cells[r][first_column + place]
            top = inset + line * size.height
            left = inset + 1 + shift + place * size.pitch
            if cell.hole:
                continue
            here = (r, first_column + place)
            for y in range(size.height):
                for x in range(size.inner):
                    part.targets[top + y, left + x] = here
            glows = hints and cell.hint
            if cell.tile is not None:
                draw_tile(part.canvas, top, left, size, cell.tile, look, hint=glows)
            else:
                dot = "+" if glows else "·" if rich else "."
                part.canvas.centre(
                    top + middle, left, size.inner, dot, Style(bold=True) if glows else look.palette.faint
                )
            if here == cursor and focused:
                part.cursor = (top + middle, left + (size.inner - 1) // 2)
                brackets.append((top, left))
    for top, left in brackets:  # Last, for a neighbour in the same gap.
        _draw_brackets(part.canvas, top, left, size, rich=rich)
    _draw_arrows(part.canvas, look, view, (first_row, first_column), (rows, columns))
    return part


def _draw_brackets(canvas: Canvas, top: int, left: int, size: Size, *, rich: bool) -> None:
    style = Style(bold=True)
    for y in range(size.height):
        opening, closing = "[", "]"
        if rich and size.height > 1:
            kind = 0 if y == 0 else 2 if y == size.height - 1 else 1
            opening, closing = "┏┃┗"[kind], "┓┃┛"[kind]
        canvas.write(top + y, left - 1, opening, style)
        canvas.write(top + y, left + size.inner, closing, style)


def _draw_frame(canvas: Canvas, look: Look) -> None:
    style = look.palette.faint
    corners, across, down = ("┌┐└┘", "─", "│") if look.charset.is_rich else ("++++", "-", "|")
    last, right = canvas.height - 1, canvas.width - 1
    canvas.write(0, 0, corners[0] + across * (right - 1) + corners[1], style)
    canvas.write(last, 0, corners[2] + across * (right - 1) + corners[3], style)
    for row in range(1, last):
        canvas.write(row, 0, down, style)
        canvas.write(row, right, down, style)


def _draw_arrows(canvas: Canvas, look: Look, view: View, first: tuple[int, int], shown: tuple[int, int]) -> None:
    # Where the board goes on beyond the window.
    style = Style(bold=True, reverse=True) if look.palette.colours else PLAIN._replace(bold=True)
    middle, centre = canvas.height // 2, canvas.width // 2
    if first[0] > 0:
        canvas.write(0, centre, "^", style)
    if first[0] + shown[0] < view.rows:
        canvas.write(canvas.height - 1, centre, "v", style)
    if first[1] > 0:
        canvas.write(middle, 0, "<", style)
    if first[1] + shown[1] < view.columns:
        canvas.write(middle, canvas.width - 1, ">", style)
