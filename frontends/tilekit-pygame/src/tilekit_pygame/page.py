"""The pages over a game or the menu, drawn: help, settings, statistics.

Owns where the parts of a page lie, and what a click on them means. It holds nothing from one picture to the next.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from tilekit_pygame.layout import Rect
from tilekit_pygame.painting import Painter, measure, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilekit import Line, Page, TileView

_READ: Final = 1.9  # how large the letters of a page are, in units of text
_LINE: Final = 2.45  # and from one line to the next
_TILE: Final = 3.6  # how large its tiles are


@dataclass(frozen=True, slots=True)
class Drawn:
    """What became of a page: the line it begins with, and what a click means where."""

    first: int
    targets: list[tuple[Rect, str]] = field(default_factory=list)

    def target(self, x: float, y: float) -> str | None:
        """What a click at a point presses; beside the page it closes it."""
        return next((action for box, action in self.targets if box.holds(x, y)), None)


@dataclass(frozen=True, slots=True)
class _Row:
    """A line as it is drawn: ``space`` lies above it; ``key`` or ``value`` are set apart from its text."""

    line: Line
    number: int
    text: str
    space: float = 0.0
    key: str = ""
    tiles: tuple[tuple[TileView, str], ...] = ()
    apart: float = 0.0

    @property
    def high(self) -> float:
        """From what is above to the next line, in units of text."""
        kind = self.line.kind
        high = {"heading": 1.25 * _LINE, "tiles": 1.15 * _TILE, "choice": 1.5 * _LINE, "number": 1.25 * _LINE}
        return self.space + high.get(kind, _LINE)


def _rows(page: Page, width: float, unit: float) -> Iterator[_Row]:
    """The lines of a page; ``width`` and ``unit`` in pixels."""
    size = max(6, round(_READ * unit))
    for number, line in enumerate(page.lines):
        if line.kind == "tiles":
            widest = max((measure(name, size) for _, name in line.tiles), default=0)
            apart = min(width, widest + (_TILE + 2.5) * unit)
            columns = max(1, int((width + 2 * unit) / apart))
            for at in range(0, len(line.tiles), columns):
                yield _Row(line, number, "", 0.3, tiles=line.tiles[at : at + columns], apart=apart / unit)
            continue
        beside = _beside(width, unit) if line.kind == "key" else 0.0
        first, *others = wrapped(line.text, size, width - beside) if line.kind != "choice" else [line.text]
        space = {"heading": 1.6 if number else 0.0, "text": 0.9}.get(line.kind, 0.3)
        yield _Row(line, number, first, space, key=line.key)
        yield from (_Row(line, number, other) for other in others)


def _beside(width: float, unit: float) -> float:
    """How wide the column of keys, or of what a number counts, is."""
    return min(15 * unit, 0.4 * width)


def page_box(width: float, height: float, unit: float) -> tuple[Rect, Rect]:
    """Where a page lies, and what closes it."""
    wide = min(width - 2 * unit, 68 * unit)
    box = Rect((width - wide) / 2, 1.2 * unit, wide, height - 2.4 * unit)
    return box, Rect(box.right - 5.4 * unit, box.y + 1.4 * unit, 4 * unit, 4 * unit)


def draw_page(painter: Painter, page: Page, width: float, height: float, unit: float) -> Drawn:
    """Draws a page over what is there.

    Args:
        painter: draws.
        page: what to show.
        width: of the window, in points.
        height: of the window.
        unit: of text.
    """
    theme = painter.theme
    shade = painter.surface.copy()
    shade.fill(theme.back)
    shade.set_alpha(190)
    painter.surface.blit(shade, (0, 0))
    box, close = page_box(width, height, unit)
    painter.box(box, 1.4 * unit, theme.frame)
    painter.frame(box, 1.4 * unit, theme.raised, 0.15 * unit)
    painter.text(page.title, box.x + 2.4 * unit, close.centre[1], 2.7 * unit, theme.text, width=box.width - 9 * unit)
    painter.box(close, 0.9 * unit, theme.raised)
    painter.text("\N{MULTIPLICATION SIGN}", *close.centre, 2.6 * unit, theme.text, anchor=0.5)
    targets = [(close, "^close")]
    x, high = box.x + 2.4 * unit, 3.6 * unit
    each = min(16 * unit, (box.width - 4.8 * unit) / max(1, len(page.tabs)))
    for action, label in page.tabs:
        tab = Rect(x, close.bottom + 0.5 * unit, each - 0.6 * unit, high)
        chosen = action == f"^{page.kind}"
        painter.box(tab, 0.9 * unit, theme.raised if chosen else theme.back)
        colour = theme.focus if chosen else theme.faint
        painter.text(label, *tab.centre, 1.7 * unit, colour, anchor=0.5, width=tab.width - unit)
        targets.append((tab, action))
        x += each
    top = close.bottom + high + 1.1 * unit
    inside = Rect(box.x + 2.4 * unit, top, box.width - 5.6 * unit, box.bottom - 3.8 * unit - top)
    painter.text(page.foot, inside.x, box.bottom - 1.7 * unit, 1.5 * unit, theme.faint, width=inside.width)
    rows = list(_rows(page, inside.width * painter.scale, unit * painter.scale))
    whole = sum(row.high for row in rows) * unit
    # It scrolls by lines, so that keys and the wheel need not know how large they are.
    step, most = _LINE * unit, max(0.0, whole - inside.height)
    first = min(page.first, math.ceil(most / step))
    scrolled = min(most, first * step)
    y = inside.y - scrolled
    with painter.clipped(replace(inside, x=box.x, width=box.width)):
        for row in rows:
            y += row.high * unit
            if inside.y <= y and y - row.high * unit <= inside.bottom:
                place = Rect(inside.x, y - row.high * unit, inside.width, row.high * unit)
                _draw_row(painter, page, row, place, unit)
                if row.line.action:
                    targets.append((place, row.line.action))
    if most:
        if scrolled < most - 1:
            painter.fade(Rect(inside.x, inside.bottom - 2 * unit, inside.width, 2 * unit), theme.frame, down=True)
        track = Rect(box.right - 1.8 * unit, inside.y, 0.6 * unit, inside.height)
        draw_bar(painter, track, inside.height / whole, scrolled / most)
    targets += [(outside, "^close") for outside in _around(box, width, height)]
    return Drawn(first, targets)


def _around(box: Rect, width: float, height: float) -> tuple[Rect, ...]:
    """What lies beside a box."""
    return (
        Rect(0, 0, width, box.y),
        Rect(0, box.bottom, width, height - box.bottom),
        Rect(0, 0, box.x, height),
        Rect(box.right, 0, width - box.right, height),
    )


def _draw_row(painter: Painter, page: Page, row: _Row, place: Rect, unit: float) -> None:
    theme, line, size = painter.theme, row.line, _READ * unit
    for number, (tile, name) in enumerate(row.tiles):
        x, side = place.x + number * row.apart * unit, _TILE * unit
        painter.tile(tile, Rect(x, place.bottom - side, side, side))
        wide = min(row.apart * unit, place.right - x) - side - unit
        painter.text(name, x + side + 0.7 * unit, place.bottom - side / 2, size, theme.text, width=wide)
    middle = place.bottom - 0.5 * _LINE * unit
    if line.kind == "heading":
        painter.text(row.text, place.x, middle, 1.25 * size, theme.focus, width=place.width)
    elif line.kind == "key":
        beside = _beside(place.width, unit)
        painter.text(row.key, place.x, middle, size, theme.faint, width=beside - unit)
        painter.text(row.text, place.x + beside, middle, size, theme.text, width=place.width - beside)
    elif line.kind in {"choice", "number"}:
        half = min(24 * unit, 0.5 * place.width)
        if line.kind == "choice":
            middle = place.y + 0.5 * place.height
            if row.number == page.selected:
                painter.box(place.inset(0.15 * unit), 0.7 * unit, theme.raised)
                painter.frame(place.inset(0.15 * unit), 0.7 * unit, theme.focus, 0.2 * unit)
        painter.text(row.text, place.x + unit, middle, size, theme.faint, width=half - unit)
        painter.text(line.value, place.x + half, middle, size, theme.text, width=place.width - half - unit)
    elif row.text:
        painter.text(row.text, place.x, middle, size, theme.text, width=place.width)


def draw_bar(painter: Painter, track: Rect, seen: float, at: float) -> None:
    """A bar that says which part is seen, and how far one has scrolled, from 0 to 1."""
    painter.box(track, track.width / 2, painter.theme.well)
    high = max(2 * track.width, track.height * seen)
    painter.box(Rect(track.x, track.y + (track.height - high) * at, track.width, high), track.width / 2,
                painter.theme.faint)  # fmt: skip
