"""A picture of a state, as SVG.

Owns the drawing of a `View` in one file of SVG, for docs, reports and whoever wants to show a position. It asks the
view alone, as any frontend does, and is the example of one; the same view gives the same bytes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from tilekit.game import Game
from tilekit.looks import HOLE, cracks, ink, outline
from tilekit.view import TileView, View
from tilekit.view import view as view_of

_CELL, _GAP, _EDGE = 64, 6, 20  # of a cell, between two, around it all
_BACK, _EMPTY, _FAINT, _TEXT = "#161b26", "#252d3d", "#9aa7bd", "#f2f5fa"
_DASHED = ' stroke="#ffffff" stroke-width="3" stroke-dasharray="6 4"'  # around a hint
_BAND = 52  # how high it is said how a game came out, below the board, so that all of that is seen
_HEX_ROW = 0.87  # rows of hexagons stand closer together


class Picture(str):
    """The text of an SVG file. A notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """What a notebook draws."""
        return str(self)


def picture(shown: Game | View, *, hints: bool = False) -> Picture:
    """A picture of a game as it stands, or of a view.

    Args:
        shown: a game, or the view of a session, which adds its best score and speaks the player's language.
        hints: whether the cells that hint are marked.
    """
    view = shown if isinstance(shown, View) else view_of(shown, best=shown.score, rank=shown.rank)
    hexes = view.adjacency == "hex"
    step = _CELL + _GAP
    rise = step * _HEX_ROW if hexes else step
    board_width = view.columns * step - _GAP + (step / 2 if hexes and view.rows > 1 else 0)
    board_height = (view.rows - 1) * rise + _CELL
    queue, top = bool(view.queue), _EDGE + 70
    head = top + (_CELL + 22 if queue else 0)
    width = max(board_width, 300) + 2 * _EDGE
    foot = list(_foot(view, width - 2 * _EDGE))
    below = head + board_height + (16 + _BAND if view.banner else 0)
    height = below + 16 + 20 * len(foot) + _EDGE
    left = (width - board_width) / 2
    extent, font = f'width="{_n(width)}" height="{_n(height)}"', 'font-family="system-ui, sans-serif"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" {extent} {font} role="img">',
        f"<title>{escape(view.title)}</title>",
        f'<rect width="{_n(width)}" height="{_n(height)}" rx="14" fill="{_BACK}"/>',
        _text(_EDGE, _EDGE + 14, view.title, size=20, weight=700),
        *_panels(view, width),
    ]
    for number, (label, tile) in enumerate(zip(view.queue_labels, view.queue, strict=True)):
        edge, size = _EDGE + number * (step + 22), _CELL if number == 0 else _CELL * 0.75
        parts += [_text(edge, top + 8, label, size=11, fill=_FAINT), *_tile(tile, edge, top + 14, size)]
    for r, row in enumerate(view.cells):
        for c, cell in enumerate(row):
            if cell.hole:
                continue
            x, y = left + c * step + (step / 2 if hexes and r % 2 else 0), head + r * rise
            if hexes:
                corners = " ".join(f"{_n(x + px * _CELL)},{_n(y + py * _CELL)}" for px, py in outline("hexagon"))
                parts.append(f'<polygon points="{corners}" fill="{_EMPTY}"/>')
            else:
                parts.append(_box(x, y, _CELL, 10, _EMPTY))
            if cell.tile is not None:
                parts += _tile(cell.tile, x + 3, y + 3, _CELL - 6)
            if hints and cell.hint:
                parts.append(_box(x, y, _CELL, 10, "none", _DASHED))
    if view.banner:
        y, colour = below - _BAND / 2, view.banner_colour or _TEXT
        parts.append(f'<rect y="{_n(below - _BAND)}" width="{_n(width)}" height="{_BAND}" fill="{colour}"/>')
        large = min(24, width / max(1, _columns(view.banner)) * 1.6)
        parts.append(
            _text(width / 2, y + large / 3, view.banner, size=large, fill=ink(colour), weight=800, middle=True)
        )
    for number, line in enumerate(foot):
        y = below + 26 + 20 * number
        parts.append(f'<text x="{_EDGE}" y="{_n(y)}" font-size="13" fill="{_FAINT}">{line}</text>')
    return Picture("\n".join([*parts, "</svg>"]) + "\n")


def _panels(view: View, width: float) -> Iterator[str]:
    """Numbers under their names, one beside the other: each as wide as it must be, and what is left shared out."""
    needs = [8 + max(6.6 * _columns(panel.label), 11.2 * _columns(panel.text)) for panel in view.panels]
    room, x = width - 2 * _EDGE, float(_EDGE)
    small, spare = min(1, room / max(1, sum(needs))), max(0, room - sum(needs)) / max(1, len(needs))
    for panel, need in zip(view.panels, needs, strict=True):
        yield _text(x, _EDGE + 36, panel.label, size=11 * small, fill=_FAINT)
        yield _text(x, _EDGE + 54, panel.text, size=16 * small, weight=700)
        x += need * small + spare


def _foot(view: View, room: float) -> Iterator[str]:
    """Lines of SVG text: notices, goals, and all buttons but arrows, those that cannot be pressed paler."""
    yield from (escape(line) for line in (*view.notices, *view.goals) if line != view.banner)
    lines, used = [""], 0.0
    for button in (button for button in view.buttons if not button.direction):
        label = f"[{button.key}] {button.label}" if button.key else button.label
        wide = 14 + 7.8 * _columns(label)
        if used and used + wide > room:
            lines, used = [*lines, ""], 0.0
        style = ' dx="14"' * bool(used) + ' fill-opacity="0.55"' * (not button.enabled)
        lines[-1], used = f"{lines[-1]}<tspan{style}>{escape(label)}</tspan>", used + wide
    yield from filter(None, lines)


#: How much lower than its middle the symbol of a shape lies, as a part of its size.
_LOWER: Final = {"triangle": 0.08, "tree": 0.1, "house": 0.08, "tower": 0.08, "arch": 0.04}


def _tile(tile: TileView, x: float, y: float, size: float) -> Iterator[str]:
    """One tile: its shape and colour, pattern, glow, crown and symbol."""
    points = " ".join(f"{_n(x + px * size)},{_n(y + py * size)}" for px, py in outline(tile.shape))
    middle, half = x + size / 2, y + size / 2
    if tile.glow or tile.lit:
        shine = f'fill="{tile.colour}" fill-opacity="0.35"'
        yield f'<circle cx="{_n(middle)}" cy="{_n(half)}" r="{_n(size * 0.54)}" {shine}/>'
    round_ = f'stroke="{tile.colour}" stroke-width="{_n(size * 0.07)}" stroke-linejoin="round"'
    yield f'<polygon points="{points}" fill="{tile.colour}" {round_}/>'
    if tile.shape == "ring":
        thin = f'stroke="{tile.ink}" stroke-width="{_n(size * 0.035)}"'
        yield f'<circle cx="{_n(middle)}" cy="{_n(half)}" r="{_n(size * (HOLE + 0.5) / 2)}" fill="none" {thin}/>'
    if tile.pattern == "hatched":
        for at in (0.3, 0.5, 0.7):
            x1, y1, x2, y2 = (_n(v) for v in (x + at * size, y + size * 0.16, x + (at - 0.14) * size, y + size * 0.84))
            line = f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
            yield f'{line} stroke="{tile.ink}" stroke-opacity="0.28" stroke-width="{_n(size * 0.05)}"/>'
    if tile.crown:
        yield _text(middle, y + size * 0.26, "♛", size=size * 0.28, fill=tile.ink, middle=True)
    drop = size * _LOWER.get(tile.shape, 0)
    big = size * {1: 0.5, 2: 0.42, 3: 0.32, 4: 0.26}.get(len(tile.symbol), 0.9 / max(1, len(tile.symbol)))
    if tile.shape in {"diamond", "triangle", "cross", "star", "tree"}:
        big = min(big, size * 0.34)
    yield _text(middle, half + drop + big * 0.36, tile.symbol, size=big, fill=tile.ink, weight=800, middle=True)
    if tile.pattern == "cracked":
        for crack in cracks():
            points = " ".join(f"{_n(x + px * size)},{_n(y + py * size)}" for px, py in crack)
            yield f'<polyline points="{points}" fill="none" stroke="{tile.ink}" stroke-width="{_n(size * 0.045)}"/>'


def _box(x: float, y: float, size: float, radius: int, fill: str, more: str = "") -> str:
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(size)}" height="{_n(size)}" rx="{radius}" fill="{fill}"{more}/>'


def _text(
    x: float, y: float, text: str, *, size: float, fill: str = _TEXT, weight: int = 400, middle: bool = False
) -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    style = f'font-size="{_n(size)}" font-weight="{weight}" fill="{fill}"'
    return f'<text x="{_n(x)}" y="{_n(y)}" {style}{anchor}>{escape(text)}</text>'


def _columns(text: str) -> int:
    """How wide a text is, in narrow characters."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _n(number: float) -> str:
    """A number with at most two digits behind the point."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
