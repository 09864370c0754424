"""Tiles and the board on a canvas.

Owns the sizes in which cells are drawn, the look of one tile, and the board with its cursor and hints. It
does not decide which size fits, nor what is beside the board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tilekit import Words
from tilekit_curses.canvas import PLAIN, Canvas, Charset, Style
from tilekit_curses.colours import Palette

if TYPE_CHECKING:
    from tilekit import Screen, Sprite, TileView, View

_HATCH: Final = "▒"
#: What a click on a character cell means: a place of the board (row, column from 0), or an action text.
Target = tuple[int, int] | str


@dataclass(frozen=True, slots=True)
class Look:
    """What the terminal can do, and the words of the player's language."""

    charset: Charset = field(default_factory=Charset)
    palette: Palette = field(default_factory=Palette)
    say: Words = field(default_factory=Words)


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
        height: rows of a cell. From 2 up the first row, from 3 up the last one, too, is only in part of the tile, so
            that tiles stay apart. Text stands in the middle one, the second of two.
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
    # A glyph that is cut may come to the same as another.
    return [size for size in chosen if size.inner >= longest]


def _tiles(view: View) -> list[TileView]:
    return [cell.tile for row in view.cells for cell in row if cell.tile is not None] + list(view.queue)


def extent(view: View, size: Size, rows: int, columns: int) -> tuple[int, int]:
    """Height and width of so many rows and columns of the board, without a frame."""
    shift = size.pitch // 2 if view.adjacency == "hex" and view.rows > 1 else 0
    return rows * size.height, columns * size.pitch + 1 + shift


def draw_tile(
    canvas: Canvas,
    row: int,
    column: int,
    size: Size,
    tile: TileView,
    look: Look,
    *,
    hint: bool = False,
    bright: bool = False,
) -> None:
    """Draws one tile with its top left corner at ``row``, ``column``.

    Args:
        canvas: to draw on.
        row: of the corner.
        column: of the corner.
        size: of the cells.
        tile: to draw.
        look: what the terminal can do.
        hint: whether it glows as a hint.
        bright: whether it is drawn the other way round, since it has just changed.
    """
    charset, inner = look.charset, size.inner
    block = look.palette.tile(tile)
    if bright:
        block = block.swapped()
    symbol = charset.symbol(tile.symbol, tile.glyph, 2)
    if tile.pattern == "hatched" and charset.is_rich and symbol == _HATCH:
        symbol = tile.glyph  # It would be lost in the pattern.
    if size.height == 1:
        _draw_small(canvas, row, column, size, tile, symbol, block, hint=hint)
        return
    _draw_edges(canvas, row, column, size, block)
    middle, body = row + size.height // 2, max(1, size.height - 2)
    hatch = {"hatched": _HATCH if charset.is_rich else "#", "cracked": "/"}.get(tile.pattern, " ")
    canvas.fill(row + 1, column, body, inner, hatch, block if hatch == " " else look.palette.shade(block))
    marks = "!" * tile.lit + "^" * tile.crown + "*" * tile.glow
    # The hint stands in the tile's own colours: in any others it would look like a hole in the tile.
    opening, closing = ("", "") if not hint else "►◄" if charset.can_encode("►◄") else "><"
    # Symbol and letter, or at least the letter, with as much air as there is room for.
    words = [tile.glyph] if symbol == tile.glyph else [f"{symbol} {tile.glyph}", tile.glyph]
    airs = (" ", "") if hint or hatch != " " else ("",)
    wordings = [f"{opening}{air}{word}{air}{closing}" for air in airs for word in words]
    beside = 2 * len(marks) + 2 * (hatch != " ")
    least = wordings[-1] if charset.width(wordings[-1]) <= inner else tile.glyph
    word = next((word for word in wordings if charset.width(word) + beside <= inner), least)
    canvas.centre(middle, column, inner, word, block)
    for at, mark in enumerate(marks[: max(0, (inner - charset.width(word)) // 2)]):
        canvas.write(middle, column + at, mark, block)
        canvas.write(middle, column + inner - 1 - at, mark, block)


def _draw_edges(canvas: Canvas, row: int, column: int, size: Size, block: Style) -> None:
    """The first and the last row of a tile, which it fills in part, so that tiles stay apart and text in the middle."""
    if block.paper < 0 and not block.reverse:
        return
    ink, charset = Style(block.paper), canvas.charset
    above, below = ("▆", ("▂", ink._replace(reverse=True))) if charset.is_fine else ("▄", ("▀", ink))
    if size.height > 2 and charset.is_rich:
        canvas.fill(row, column, 1, size.inner, above, ink)
        canvas.fill(row + size.height - 1, column, 1, size.inner, *below)
    elif charset.is_fine:
        canvas.fill(row, column, 1, size.inner, "▂", ink)


def _draw_small(
    canvas: Canvas, row: int, column: int, size: Size, tile: TileView, symbol: str, block: Style, *, hint: bool
) -> None:
    # One row: no room for marks around the tile, so they stand behind a one-letter glyph, or underline it.
    charset, inner, word = canvas.charset, size.inner, tile.glyph
    mark = (
        "^"
        if tile.crown
        else "!"
        if tile.lit
        else "*"
        if tile.glow
        else {"hatched": "#", "cracked": "/"}.get(tile.pattern, "")
    )
    if hint:
        room = inner - charset.width(word)
        word = f">{word}<" if room > 1 else f">{word}" if room else word
        block = block._replace(bold=True, underline=True)
    elif symbol != word and charset.width(symbol + word) <= inner and not mark:
        word = symbol + word
    elif mark and len(word) < inner and mark != word:
        word += mark
    if tile.lit or tile.crown:
        block = block._replace(underline=True)
    canvas.fill(row, column, 1, inner, " ", block)
    canvas.centre(row, column, inner, word, block)
    if hint and word == tile.glyph:
        canvas.write(row, column + inner, "<", Style(bold=True))  # In the gap, for want of room.


def draw_board(
    screen: Screen, look: Look, size: Size, *, rows: int, columns: int, framed: bool, marks: bool = False
) -> Part:
    """Draws the board, or a window of ``rows`` times ``columns`` on it that holds the cursor.

    Args:
        screen: what to show.
        look: what the terminal can do.
        size: of the cells.
        rows: how many rows of the board to show.
        columns: how many columns.
        framed: whether to draw lines around the board.
        marks: whether the columns are numbered, in the line above them.
    """
    view, rich, refused = screen.view, look.charset.is_rich, screen.refused
    focused = not screen.button and not view.slides
    height, width = extent(view, size, rows, columns)
    inset = 1 if framed else 0
    part = Part(Canvas(height + 2 * inset, width + 2 * inset, look.charset))
    first_row, first_column = origin(view, screen.cursor, rows, columns)
    if framed:
        _draw_frame(part.canvas, look)
    for place in range(columns if framed and marks else 0):
        left = inset + 1 + place * size.pitch
        part.canvas.centre(0, left, size.inner, f"c{first_column + place + 1}", look.palette.faint)
    middle = size.height // 2
    goes = frozenset(screen.preview.goes)
    brackets: list[tuple[int, int, Style, str]] = []
    standing = {(sprite.row, sprite.column): sprite.tile for sprite in screen.sprites if _stands(sprite)}

    def corner(row: float, column: float) -> tuple[int, int]:
        """Where a cell is drawn; between two rows of hexagons, between their places."""
        r = int(row)
        odd = (r % 2) + (row - r) * (1 - 2 * (r % 2))
        shift = odd * (size.pitch // 2) if view.adjacency == "hex" else 0
        return (
            inset + round((row - first_row) * size.height),
            inset + 1 + round(shift + (column - first_column) * size.pitch),
        )

    for line in range(rows):
        r = first_row + line
        for place in range(columns):
            c = first_column + place
            cell = view.cells[r][c]
            top, left = corner(r, c)
            if cell.hole:
                continue
            here = (r, c)
            for y in range(size.height):
                for x in range(size.inner):
                    part.targets[top + y, left + x] = here
            glows = screen.hints and cell.hint
            tile = standing.get(here)
            lands = screen.preview.tile if here in screen.preview.lands else None
            if tile is not None:
                draw_tile(part.canvas, top, left, size, tile, look, hint=glows, bright=here == refused)
            elif lands is not None and here != refused:
                _draw_faintly(part.canvas, top + middle, left, size, lands, look)
            else:
                dot = "x" if here == refused else "+" if glows else "·" if rich else "."
                style = Style(bold=True) if glows or here == refused else look.palette.faint
                part.canvas.centre(top + middle, left, size.inner, dot, style)
            if here in goes:  # Those beside one another have brackets around them all.
                sides = "(" * ((r, c - 1) not in goes) + ")" * ((r, c + 1) not in goes)
                brackets.append((top, left, look.palette.faint, sides))
            if here in screen.partners:
                brackets.append((top, left, look.palette.faint, "[]"))
            if here in screen.chosen:
                brackets.append((top, left, Style(bold=True, reverse=True), "[]"))
            elif here == screen.cursor and focused:
                alarm = look.palette.alarm._replace(reverse=True)
                brackets.append((top, left, alarm if here == refused else Style(bold=True), "[]"))
            if here == screen.cursor and focused:
                part.cursor = (top + middle, left + (size.inner - 1) // 2)
    moving = [sprite for sprite in screen.sprites if not _stands(sprite)]
    for sprite in sorted(moving, key=_is_faint, reverse=True):  # What comes or goes is behind what is there.
        if not _is_faint(sprite) or (round(sprite.row), round(sprite.column)) not in standing:
            _draw_sprite(part.canvas, corner, sprite, size, look, inset)
    for top, left, style, sides in brackets:  # Last, for a neighbour in the same gap.
        _draw_brackets(part.canvas, top, left, size, style, sides, rich=rich)
    for points in screen.floating if size.height > 1 else ():
        top, left = corner(max(0.0, points.row), points.column)
        if inset <= top < part.canvas.height - inset and 0 < left < part.canvas.width:
            part.canvas.centre(top, left, size.inner, points.text, Style(bold=True))
    _draw_arrows(part, look, view, (first_row, first_column), (rows, columns))
    return part


def _is_faint(sprite: Sprite) -> bool:
    """Whether so little is to be seen of a tile that its symbol alone is drawn."""
    return sprite.alpha < 0.5 or sprite.scale < 0.7


def _stands(sprite: Sprite) -> bool:
    return sprite.row % 1 == sprite.column % 1 == 0 and sprite.scale == sprite.alpha == 1


def origin(view: View, cursor: tuple[int, int], rows: int, columns: int) -> tuple[int, int]:
    """The first row and column of a window of so many on the board that holds the cursor, counted from 0."""
    return (
        max(0, min(cursor[0] - rows // 2, view.rows - rows)),
        max(0, min(cursor[1] - columns // 2, view.columns - columns)),
    )


def _draw_sprite(
    canvas: Canvas,
    corner: Callable[[float, float], tuple[int, int]],
    sprite: Sprite,
    size: Size,
    look: Look,
    inset: int,
) -> None:
    top, left = corner(sprite.row, sprite.column)
    # Only what lies inside the frame as a whole: the window may show a part of the board.
    if not (inset <= top <= canvas.height - inset - size.height and inset <= left <= canvas.width - inset - size.inner):
        return
    if _is_faint(sprite):
        _draw_faintly(canvas, top + size.height // 2, left, size, sprite.tile, look)
    else:
        draw_tile(canvas, top, left, size, sprite.tile, look, bright=sprite.scale > 1)


def _draw_faintly(canvas: Canvas, row: int, left: int, size: Size, tile: TileView, look: Look) -> None:
    """A tile that comes or goes, or would come: without its block."""
    symbol = look.charset.symbol(tile.symbol, tile.glyph, 2)
    canvas.centre(row, left, size.inner, symbol, look.palette.edge(tile))


def _draw_brackets(canvas: Canvas, top: int, left: int, size: Size, style: Style, sides: str, *, rich: bool) -> None:
    """Brackets around a cell: square or round ones, or one side of them."""
    tall = {"[": "┏┃┗", "]": "┓┃┛", "(": "╭│╰", ")": "╮│╯"}
    for y in range(size.height // 2 if size.height < 3 else 0, size.height):
        kind = 0 if y == 0 else 2 if y == size.height - 1 else 1
        for side in sides:
            mark = tall[side][kind] if rich and size.height > 2 else side
            canvas.write(top + y, left - 1 if side in "[(" else left + size.inner, mark, style)


def _draw_frame(canvas: Canvas, look: Look) -> None:
    style = look.palette.faint
    corners, across, down = ("┌┐└┘", "─", "│") if look.charset.is_rich else ("++++", "-", "|")
    last, right = canvas.height - 1, canvas.width - 1
    canvas.write(0, 0, corners[0] + across * (right - 1) + corners[1], style)
    canvas.write(last, 0, corners[2] + across * (right - 1) + corners[3], style)
    for row in range(1, last):
        canvas.write(row, 0, down, style)
        canvas.write(row, right, down, style)


def _draw_arrows(part: Part, look: Look, view: View, first: tuple[int, int], shown: tuple[int, int]) -> None:
    # Where the board goes on beyond the window; a click there scrolls.
    canvas = part.canvas
    style = Style(bold=True, reverse=True) if look.palette.colours else PLAIN._replace(bold=True)
    middle, centre = canvas.height // 2, canvas.width // 2
    for there, row, column, mark, action in (
        (first[0] > 0, 0, centre, "^", "^up"),
        (first[0] + shown[0] < view.rows, canvas.height - 1, centre, "v", "^down"),
        (first[1] > 0, middle, 0, "<", "^left"),
        (first[1] + shown[1] < view.columns, middle, canvas.width - 1, ">", "^right"),
    ):
        if there:
            canvas.write(row, column, mark, style)
            part.targets[row, column] = action
