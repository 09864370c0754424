"""Colours of a ruleset in the few colours of a terminal.

Owns the nearest palette number of a colour, the legible ink on it, and which number each tile of a game has, so that
tiles stay apart where there are few. It does not talk to a terminal: the number of colours is given to it.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from tilekit import contrast
from tilekit_curses.canvas import Style

if TYPE_CHECKING:
    from tilekit import Preferences, TileView

# What most terminals show for their first sixteen colours (those of xterm). Themes change them, which is
# why 256-colour terminals are asked for the fixed colours from 16 up instead.
_BASIC = (
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
)  # fmt: skip
_STEPS = (0, 95, 135, 175, 215, 255)
#: Colours that are closer than this to the greys, in L*a*b*, are seen as grey.
_GREY = 16
#: How much farther away a basic colour of another hue is taken to be.
_FOREIGN: Final = 1000.0


def rgb(index: int) -> tuple[int, int, int]:
    """Red, green and blue of an xterm palette number."""
    if index < 16:
        return _BASIC[index]
    if index < 232:
        red, rest = divmod(index - 16, 36)
        green, blue = divmod(rest, 6)
        return _STEPS[red], _STEPS[green], _STEPS[blue]
    grey = 8 + 10 * (index - 232)
    return grey, grey, grey


def code(index: int) -> str:
    """``"#rrggbb"`` of an xterm palette number."""
    return "#{:02x}{:02x}{:02x}".format(*rgb(index))


@cache
def _lab(colour: tuple[int, int, int]) -> tuple[float, float, float]:
    """Place in CIE L*a*b* (white point D65), where distance is close to how far apart colours look."""
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    x, y, z = (
        value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
        for value in (
            (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047,
            0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
            (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@cache
def nearest(colour: str, colours: int) -> int:
    """The palette number closest to ``"#rrggbb"`` on a terminal with so many colours; -1 with none.

    With 16 colours or fewer never black, which would not be seen on a black screen.

    >>> nearest("#ff0000", 256), nearest("#f01010", 8), nearest("#f01010", 0)
    (196, 1, -1)
    """
    try:
        away = _away(colour, colours)
    except ValueError:
        return -1
    return min(away, key=lambda index: away[index], default=-1)


def _papers(colours: int) -> range:
    """The palette numbers that a block may have."""
    return range(16, 256) if colours >= 256 else range(1, min(colours, 16))


@cache
def _away(colour: str, colours: int) -> Mapping[int, float]:
    """How far a colour is from each palette number a block may have."""
    wanted = (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))
    papers = _papers(colours)
    near = papers if colours >= 256 else _of_hue(wanted, papers)
    return {n: math.dist(_lab(wanted), _lab(rgb(n))) + (0.0 if n in near else _FOREIGN) for n in papers}


def _of_hue(colour: tuple[int, int, int], choice: range) -> list[int]:
    """Of a few basic colours those of the closest hue; those without a hue for pale colours and greys.

    So few colours differ too much in lightness for a distance: by that, blue is closest to magenta.
    """

    def hue(parts: tuple[int, int, int]) -> float | None:
        angle, saturation, _ = colorsys.rgb_to_hsv(*(part / 255 for part in parts))
        # A dark slate is saturated by that measure, and looks grey all the same.
        return angle if saturation >= 0.25 and math.hypot(*_lab(parts)[1:]) >= _GREY else None

    wanted = hue(colour)
    hues = {index: hue(rgb(index)) for index in choice}
    if wanted is None:
        return [index for index, angle in hues.items() if angle is None]
    away = {
        index: round(min(abs(angle - wanted), 1 - abs(angle - wanted)), 3)
        for index, angle in hues.items()
        if angle is not None
    }
    return [index for index, distance in away.items() if distance - min(away.values()) < 0.01]


@lru_cache(maxsize=16)
def _shared_out(tiles: tuple[TileView, ...], colours: int) -> dict[tuple[str, bool], int]:
    """A palette number for each look of the tiles of a game: close to its colour, and no two the same if need not be.

    Where there are as many numbers as tiles, each has its own. Otherwise those of one colour have one number, and
    numbers are shared evenly. What is lit takes a number that is free; where there is none, it keeps the tile's own as
    long as all others differ.
    """
    unlit = [tile for tile in tiles if not tile.lit]
    alone = colours < 16 and len(unlit) <= len(_papers(colours))
    wanted = [tile.colour for tile in unlit] if alone else list(dict.fromkeys(tile.colour for tile in unlit))
    papers = _matched(wanted, colours)
    of_colour = dict(zip(wanted, papers, strict=True))
    found = {
        (tile.tile, False): papers[number] if alone else of_colour[tile.colour] for number, tile in enumerate(unlit)
    }
    for tile in tiles:
        if tile.lit:
            own, used = found.get((tile.tile, False), -1), set(found.values())
            away = _away(tile.colour, colours)
            free = [number for number in away if number not in used]
            if not alone:
                free = [number for number in away if number != own and (colours < 256 or number not in used)]
            found[tile.tile, True] = min(free, key=lambda number: away[number], default=own)
    return found


def _matched(wanted: Sequence[str], colours: int) -> list[int]:
    """For each colour a palette number, such that all together are as close as can be and none is used too often.

    With many numbers each colour takes in turn the closest that is left: there is enough for all. With few they are
    matched by the shortest augmenting paths of Jonker and Volgenant.
    """
    papers = _papers(colours)
    if len(papers) > 4 * len(wanted):
        taken: dict[int, None] = {}
        for colour in wanted:
            away = _away(colour, colours)
            taken[min((number for number in papers if number not in taken), key=lambda number: away[number])] = None
        return list(taken)
    places = [number for number in papers for _ in range(math.ceil(len(wanted) / len(papers)))]
    costs = [[_away(colour, colours)[number] for number in places] for colour in wanted]
    held = [-1] * (len(places) + 1)  # by place, which colour has it; the last is where a new one begins
    rows, columns = [0.0] * len(wanted), [0.0] * (len(places) + 1)
    for new in range(len(wanted)):
        held[-1], at = new, len(places)
        least, came, seen = [math.inf] * len(places), [-1] * len(places), {at}
        while held[at] >= 0:
            row = held[at]
            for place in range(len(places)):
                cost = costs[row][place] - rows[row] - columns[place]
                if place not in seen and cost < least[place]:
                    least[place], came[place] = cost, at
            after = min((place for place in range(len(places)) if place not in seen), key=lambda place: least[place])
            step = least[after]
            for place in seen:
                rows[held[place]] += step
                columns[place] -= step
            least = [cost - step for cost in least]
            seen.add(after)
            at = after
        while at != len(places):
            held[at], at = held[came[at]], came[at]
    found = {colour: places[place] for place, colour in enumerate(held[:-1]) if colour >= 0}
    return [found[number] for number in range(len(wanted))]


@dataclass(frozen=True, slots=True)
class Palette:
    """Styles on a terminal with a number of colours: 0, 8, 16 or 256.

    Attributes:
        colours: how many.
        shared: the palette number of each tile, unlit and lit; see `of`.
        light: whether the terminal's own background is light.
    """

    colours: int = 256
    shared: Mapping[tuple[str, bool], int] = field(default_factory=dict)
    light: bool = False

    def preferred(self, preferences: Preferences) -> Palette:
        """The same as a player wants it."""
        return Palette(self.colours if preferences.colours == "full" else 0, light=preferences.theme == "light")

    def of(self, tiles: Sequence[TileView]) -> Palette:
        """The same for one game: its tiles share as few colours as can be."""
        return replace(self, shared=_shared_out(tuple(tiles), self.colours)) if self.colours else self

    def paper(self, tile: TileView) -> int:
        """The palette number of a tile; -1 where there is no colour."""
        own = self.shared.get((tile.tile, tile.lit), -1)
        return own if own >= 0 else nearest(tile.colour, self.colours)

    def tile(self, tile: TileView) -> Style:
        """The block of a tile."""
        return self._on(self.paper(tile))

    def block(self, colour: str) -> Style:
        """A filled area of a colour with bold, legible ink; reversed where there is no colour."""
        return self._on(nearest(colour, self.colours))

    def _on(self, paper: int) -> Style:
        if paper < 0:
            return Style(bold=True, reverse=True)
        dark, light = (16, 231) if self.colours >= 256 else (0, 15 if self.colours >= 16 else 7)
        is_dark = contrast(code(paper), code(dark)) >= contrast(code(paper), code(light))
        # Bold black comes out as grey on terminals that show bold as bright.
        return Style(dark if is_dark else light, paper, bold=self.colours >= 256 or not is_dark)

    def edge(self, tile: TileView) -> Style:
        """Ink of a tile's colour on the terminal's own background, to go with `tile`."""
        return Style(self.paper(tile))

    def shade(self, style: Style) -> Style:
        """A pattern that can be seen on a block, and stays behind its text."""
        if style.paper < 0:
            return style._replace(bold=False)
        if self.colours < 256:
            return style._replace(bold=False)
        factor = 0.66 if contrast(code(style.paper), "#000000") > 3 else 1.9
        mixed = "#" + "".join(f"{min(255, round(part * factor)):02x}" for part in rgb(style.paper))
        return style._replace(ink=nearest(mixed, self.colours), bold=False)

    @property
    def faint(self) -> Style:
        """Text that is not important now."""
        return Style(ink=241 if self.light else 244) if self.colours >= 256 else Style(dim=True)

    @property
    def alarm(self) -> Style:
        """Text about what was refused."""
        return Style(ink=nearest("#af0000" if self.light else "#ff5f5f", self.colours), bold=True)

    @property
    def gain(self) -> Style:
        """Text about what was won."""
        return Style(ink=nearest("#005f00" if self.light else "#5fd75f", self.colours), bold=True)
