"""Text, boxes and tiles as pixels.

Owns fonts and what stands in for letters they lack, smooth edges, and the drawing of one tile from its look. What is
costly is drawn once for each size and kept. It needs no window, and does not know where anything lies.

Surfaces that are kept have their colours multiplied by their opacity, so that they can be shrunk without dark rims;
they are put down with `put`.
"""

from __future__ import annotations

import itertools
import math
import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import pygame
import pygame.font

from tilekit import cracks, ink, outline
from tilekit_pygame.layout import SMALLEST, broken

if TYPE_CHECKING:
    from tilekit import Preferences, TileView
    from tilekit_pygame.layout import Rect

Colour = tuple[int, int, int]
Points = Sequence[tuple[float, float]]

#: Fonts that hold what the one that pygame brings does not: letters of East Asia, then symbols.
FALLBACKS: Final = (
    "notosanscjkjp", "notosansjp", "notosanscjksc", "sourcehansansjp", "hiraginosans", "hiraginokakugothicpro",
    "yugothic", "yugothicui", "meiryo", "msgothic", "ipaexgothic", "ipagothic", "takaogothic", "vlgothic",
    "wenquanyizenhei", "droidsansfallback", "applesdgothicneo", "malgungothic", "pingfangsc", "microsoftyahei",
    "arialunicodems", "segoeuisymbol", "applesymbols", "notosanssymbols2", "notosanssymbols", "notosans", "dejavusans",
    "freesans", "unifont",
)  # fmt: skip

_FINER: Final = 4  # pixels drawn for each that is kept, across and down
_LARGER: Final = 4  # likewise for text
_KEPT: Final = 1500  # texts
_OTHERS: Final = 0.84
_BLEND: Final = pygame.BLEND_PREMULTIPLIED

#: Symbols that are drawn as shapes, whatever a font makes of them: the shape, its size, and whether it is open.
_DRAWN: Final = {
    "•": ("circle", 0.5, False), "●": ("circle", 1.0, False), "○": ("circle", 1.0, True),
    "■": ("square", 0.88, False), "□": ("square", 0.88, True), "⬢": ("hexagon", 1.0, False),
    "⬡": ("hexagon", 1.0, True), "◆": ("diamond", 1.0, False), "◇": ("diamond", 1.0, True),
    "★": ("star", 1.1, False), "☆": ("star", 1.1, True), "▲": ("triangle", 0.95, False),
    "△": ("triangle", 0.95, True), "✚": ("cross", 0.95, False),
}  # fmt: skip
#: Of the tile's width: how much of it a symbol may take, across and down, in each shape, and how far it lies lower.
_ROOM: Final = {
    "circle": (0.66, 0.5, 0.0), "square": (0.74, 0.52, 0.0), "hexagon": (0.64, 0.48, 0.0),
    "diamond": (0.5, 0.38, 0.0), "star": (0.46, 0.34, 0.02), "ring": (0.58, 0.42, 0.0),
    "triangle": (0.44, 0.34, 0.13), "cross": (0.72, 0.34, 0.0),
    "house": (0.6, 0.4, 0.08), "tower": (0.56, 0.4, 0.07), "tree": (0.42, 0.32, 0.1), "flower": (0.64, 0.48, 0.0),
    "arch": (0.6, 0.46, 0.03),
}  # fmt: skip
_CROWN: Final = (
    (0.0, 1.0), (0.0, 0.25), (0.27, 0.6), (0.5, 0.0), (0.73, 0.6), (1.0, 0.25), (1.0, 1.0),
)  # fmt: skip


def rgb(colour: str) -> Colour:
    """Red, green and blue of ``"#rrggbb"``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours around the board; ``lift`` is what is mixed into what the mouse is over."""

    back: Colour
    frame: Colour
    well: Colour
    raised: Colour
    text: Colour
    faint: Colour
    focus: Colour
    refused: Colour
    lift: Colour


DARK: Final = Theme(*map(rgb, (
    "#141925", "#1f2738", "#2b3448", "#2f3a54", "#f2f5fa", "#a3b0c6", "#ffd166", "#ff9e8a", "#ffffff",
)))  # fmt: skip
LIGHT: Final = Theme(*map(rgb, (
    "#eef1f6", "#dbe1eb", "#c6cfdd", "#cbd4e3", "#161b26", "#475066", "#8a4b00", "#b3261e", "#000000",
)))  # fmt: skip


def mixed(first: Colour, second: Colour, part: float) -> Colour:
    """The first colour with a part of the second in it."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return red, green, blue


WHITE: Final = (255, 255, 255)
BLACK: Final = (0, 0, 0)
_SHADE: Final = rgb("#3a3a44")


# ---------------------------------------------------------------- letters


@lru_cache(maxsize=256)
def _font(path: str | None, size: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    # Pygame takes its own font smaller than it is asked to; others are to have letters of the same height.
    return pygame.font.Font(path, size if path is None else max(1, round(size * _OTHERS)))


@lru_cache(maxsize=1)
def _system_fonts() -> tuple[str, ...]:
    """Where fonts of this machine lie that may have what is missing: the one that was asked for, then those known."""
    asked = "" if font_problem() else os.environ.get("TILEKIT_FONT", "")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # A machine without fontconfig has no fonts that can be found, and that is all.
        found = (asked, *map(pygame.font.match_font, FALLBACKS))
    return tuple(dict.fromkeys(path for path in found if path))


def font_problem() -> str:
    """Why the font that was asked for in TILEKIT_FONT cannot be used; empty where it can, or none was."""
    asked = os.environ.get("TILEKIT_FONT", "")
    try:
        if asked:
            _font(asked, 24).size("a")  # Of a file that is no font pygame says so only now.
    except (pygame.error, OSError):
        return f"TILEKIT_FONT names no font file: {asked}"
    return ""


@lru_cache(maxsize=64)
def _missing(path: str | None) -> tuple[bytes, tuple[int, int]]:
    """What a font draws for a character that nobody has."""
    return _pixels(path, "\U0010fffe")


def _pixels(path: str | None, character: str) -> tuple[bytes, tuple[int, int]]:
    image = _font(path, 24).render(character, True, WHITE)  # noqa: FBT003  takes it by position alone
    return pygame.image.tobytes(image, "RGBA"), image.get_size()


@lru_cache(maxsize=4096)
def font_for(character: str) -> str | None:
    """The font that has a character: None for the one that pygame brings; an empty text where no font has it."""
    if character.isascii():
        return None if character.isprintable() else ""
    if not character.isprintable():
        return ""
    for path in (None, *_system_fonts()):
        try:
            if _pixels(path, character) != _missing(path):
                return path
        except (pygame.error, OSError, UnicodeError):
            continue
    return ""


def can_be_read(text: str) -> bool:
    """Whether there is a letter for each character of a text."""
    return all(font_for(character) != "" for character in text)


def _runs(text: str) -> Iterator[tuple[str | None, str]]:
    r"""A text in pieces of one font; what no font has is written as an escape, such as ``\u30b9``.

    The font that pygame brings gives its letters one by one: between some of them ("nz", "ti") it asks for gaps that
    are no better than mistakes.
    """
    known = ((font_for(character), character) for character in text)
    for path, run in itertools.groupby(known, key=lambda each: each[0]):
        piece = "".join(character for _, character in run)
        if path:
            yield path, piece
        else:
            yield from ((None, letter) for letter in (piece if path is None else ascii(piece)[1:-1]))


@lru_cache(maxsize=4096)
def measure(text: str, size: int) -> int:
    """How many pixels wide a text is."""
    wide = sum(_font(path, size * _LARGER).size(piece)[0] for path, piece in _runs(text))
    return math.ceil(wide / _LARGER)


def letters(text: str) -> float:
    """How wide a text is, in sizes of its letters: of the smallest, for which widths are rounded up most."""
    return measure(text, round(SMALLEST)) / SMALLEST


@lru_cache(maxsize=_KEPT)
def _written(text: str, size: int, colour: Colour) -> pygame.Surface:
    """A line of text, drawn large and shrunk: else letters would stand on whole pixels, some too close together."""
    large = _line(text, size * _LARGER, colour)
    width, height = large.get_size()
    return pygame.transform.smoothscale(large, (max(1, round(width / _LARGER)), max(1, round(height / _LARGER))))


def _line(text: str, size: int, colour: Colour) -> pygame.Surface:
    pieces = [
        _font(path, size).render(piece, True, colour)  # noqa: FBT003  takes it by position alone
        for path, piece in _runs(text)
    ]
    if not pieces:
        return pygame.Surface((1, 1), pygame.SRCALPHA)
    # Letters of several fonts stand on one line.
    rises = [_font(path, size).get_ascent() for path, _ in _runs(text)]
    top = max(rises)
    along = [_font(path, size).size(piece)[0] for path, piece in _runs(text)]
    width = sum(along)
    height = max(top - rise + piece.get_height() for piece, rise in zip(pieces, rises, strict=True))
    whole = pygame.Surface((max(1, width), height), pygame.SRCALPHA)
    x = 0
    for piece, rise, wide in zip(pieces, rises, along, strict=True):
        whole.blit(piece.premul_alpha(), (x, top - rise), special_flags=_BLEND)
        x += wide
    return whole


def wrapped(text: str, size: int, width: float) -> list[str]:
    """A text in lines that are no wider than so many pixels; a word that is wider is broken anywhere."""
    return broken(text, width, lambda piece: measure(piece, size))


# ---------------------------------------------------------------- shapes


@lru_cache(maxsize=256)
def _grey(colour: str) -> str:
    """The grey that is as light as a colour."""
    red, green, blue = rgb(colour)
    return "#" + f"{round(0.2126 * red + 0.7152 * green + 0.0722 * blue):02x}" * 3


@lru_cache(maxsize=256)
def _in_grey(tile: TileView) -> TileView:
    colour = _grey(tile.colour)
    return replace(tile, colour=colour, ink=ink(colour))


def _finely(width: int, height: int, draw: Callable[[pygame.Surface, float], object]) -> pygame.Surface:
    """What is drawn several times as large, shrunk, so that its edges are smooth."""
    large = pygame.Surface((max(1, width) * _FINER, max(1, height) * _FINER), pygame.SRCALPHA)
    draw(large, float(_FINER))
    return pygame.transform.smoothscale(large, (max(1, width), max(1, height)))


def _rounded(
    surface: pygame.Surface, colour: Colour | tuple[int, int, int, int], points: Points, radius: float
) -> None:
    """A polygon with rounded corners that reach so far beyond it."""
    pygame.draw.polygon(surface, colour, points)
    if radius < 1:
        return
    for i, (x, y) in enumerate(points):
        px, py = points[i - 1]
        length = math.hypot(x - px, y - py) or 1
        right, down = -(y - py) / length * radius, (x - px) / length * radius
        pygame.draw.polygon(
            surface,
            colour,
            ((x + right, y + down), (x - right, y - down), (px - right, py - down), (px + right, py + down)),
        )
        pygame.draw.circle(surface, colour, (x, y), radius)


@lru_cache(maxsize=64)
def _disc(radius: int, colour: Colour) -> pygame.Surface:
    return _finely(
        2 * radius, 2 * radius, lambda big, n: pygame.draw.circle(big, colour, (radius * n,) * 2, radius * n)
    )


@lru_cache(maxsize=256)
def _box(width: int, height: int, radius: int, colour: Colour) -> pygame.Surface:
    """A filled box with round corners."""
    radius = max(0, min(radius, width // 2, height // 2))
    made = pygame.Surface((max(1, width), max(1, height)), pygame.SRCALPHA)
    made.fill((*colour, 255), (radius, 0, width - 2 * radius, height))
    made.fill((*colour, 255), (0, radius, width, height - 2 * radius))
    if radius:
        disc = _disc(radius, colour)
        for x, left in ((0, 0), (width - radius, radius)):
            for y, top in ((0, 0), (height - radius, radius)):
                made.blit(disc, (x, y), (left, top, radius, radius))
    return made


@lru_cache(maxsize=256)
def _frame(width: int, height: int, radius: int, colour: Colour, thick: int) -> pygame.Surface:
    """The rim of a box with round corners."""
    made = _box(width, height, radius, colour).copy()
    inside = _box(width - 2 * thick, height - 2 * thick, max(0, radius - thick), WHITE)
    hole = pygame.Surface(made.get_size(), pygame.SRCALPHA)
    hole.fill((255, 255, 255, 255))
    hole.blit(inside, (thick, thick), special_flags=pygame.BLEND_RGBA_SUB)
    made.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def put(surface: pygame.Surface, image: pygame.Surface, place: tuple[float, float], alpha: float = 1.0) -> None:
    """Puts a kept surface down, as solid as asked for."""
    if alpha <= 0:
        return
    if alpha < 1:
        image = image.copy()
        image.fill((round(255 * alpha),) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(image, (round(place[0]), round(place[1])), special_flags=_BLEND)


# ---------------------------------------------------------------- tiles

#: How much larger than its cell a tile's picture is, so that a glow has room.
ROOMY: Final = 1.4


@lru_cache(maxsize=256)
def tile_image(tile: TileView, size: int) -> pygame.Surface:
    """A tile in so many pixels, in the middle of a picture that is `ROOMY` times as large."""
    whole = round(size * ROOMY)
    made = pygame.Surface((whole, whole), pygame.SRCALPHA)
    if tile.glow or tile.lit:
        # What is lit is of a loud colour already, and often there are many.
        _shine(made, rgb(tile.colour), size, 0.2 if tile.lit else 0.5)
    face = _finely(whole, whole, lambda big, n: _face(big, tile, size * n, (whole - size) / 2 * n))
    put(made, face, (0, 0))
    _symbol(made, tile, size)
    if tile.pattern == "cracked":
        put(made, _finely(whole, whole, lambda big, n: _cracks(big, tile, size * n, (whole - size) / 2 * n)), (0, 0))
    return made


def face_of(tile: TileView) -> Colour:
    """The colour of a tile's face: its own, or softer where it is lit and its ink is read as well on that."""
    colour = rgb(tile.colour)
    softer = mixed(colour, _SHADE, 0.3)
    return softer if tile.lit and ink("#{:02x}{:02x}{:02x}".format(*softer)) == tile.ink else colour


def _shine(surface: pygame.Surface, colour: Colour, size: int, most: float) -> None:
    middle = surface.get_width() / 2
    glow = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    steps = 24
    for step in range(steps):
        part = step / steps
        strength = most * part * part
        shade = tuple(round(c * strength) for c in colour)
        pygame.draw.circle(glow, (*shade, round(255 * strength)), (middle, middle), size * (0.7 - 0.2 * part))
    put(surface, pygame.transform.smoothscale(glow, surface.get_size()), (0, 0))


def _placed(shape: str, size: float, left: float, top: float, part: float = 1.0) -> list[tuple[float, float]]:
    """The outline of a shape around the middle of a square, as large as a part of it."""
    edge = (1 - part) / 2
    return [(left + (edge + x * part) * size, top + (edge + y * part) * size) for x, y in outline(shape)]


def _face(big: pygame.Surface, tile: TileView, size: float, edge: float) -> None:
    """All of a tile but its symbol: an edge below, a lighter rim, the colour, and its pattern."""
    colour, letters = rgb(tile.colour), rgb(tile.ink)
    radius, part, deep = size * 0.05, 0.8, size * 0.035
    if tile.shape == "square":
        radius, part = size * 0.11, 0.7
    low = mixed(colour, BLACK, 0.42)
    _rounded(big, low, _placed(tile.shape, size, edge, edge + deep, part), radius)
    # The darker the colour, the lighter its rim: it must be seen on a dark board.
    high = mixed(colour, WHITE, 0.28 if sum(colour) > 300 else 0.42)
    _rounded(big, high, _placed(tile.shape, size, edge, edge - deep, part), radius)
    face = _placed(tile.shape, size, edge, edge - deep, part)
    if tile.lit:
        # Its colour is a rim around a face of the same, as in the shade.
        _rounded(big, colour, face, radius - size * 0.022)
        colour = face_of(tile)
        face = _placed(tile.shape, size, edge, edge - deep, part - 0.1)
        _rounded(big, colour, face, radius)
    else:
        _rounded(big, colour, face, radius - size * 0.022)
    middle = (edge + size / 2, edge - deep + size / 2)
    if tile.shape == "ring":
        # A groove, and not a hole: the symbol needs the room.
        pygame.draw.circle(big, low, middle, size * (part * 0.42 + 0.055), max(1, round(size * 0.035)))
    if tile.pattern == "hatched":
        lines = pygame.Surface(big.get_size(), pygame.SRCALPHA)
        for at in range(-10, 20):
            x = edge + at * size * 0.13
            pygame.draw.line(
                lines, mixed(colour, letters, 0.26), (x + size * 0.5, edge - size * 0.1), (x - size * 0.5, edge + size),
                max(1, round(size * 0.04)),
            )  # fmt: skip
        within = pygame.Surface(big.get_size(), pygame.SRCALPHA)
        _rounded(within, WHITE, face, radius - size * 0.022)
        lines.blit(within, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        big.blit(lines, (0, 0))
        pygame.draw.circle(big, colour, (middle[0], middle[1] + _ROOM[tile.shape][2] * size), size * 0.25)
    if tile.crown:
        wide, high_ = size * 0.24, size * 0.15
        left, top = middle[0] - wide / 2, middle[1] - size * (0.33 if tile.shape != "triangle" else 0.2)
        pygame.draw.polygon(big, letters, [(left + x * wide, top + y * high_) for x, y in _CROWN])


def _cracks(big: pygame.Surface, tile: TileView, size: float, edge: float) -> None:
    """The cracks of a tile, across its symbol, too."""
    part, deep = 0.7 if tile.shape == "square" else 0.6, size * 0.035
    left, top = edge + size * (1 - part) / 2, edge - deep + size * (1 - part) / 2
    for crack in cracks():
        line = [(left + x * size * part, top + y * size * part) for x, y in crack]
        pygame.draw.lines(big, rgb(tile.ink), closed=False, points=line, width=max(1, round(size * 0.035)))


def _symbol(made: pygame.Surface, tile: TileView, size: int) -> None:
    """The symbol in the middle of a tile, in its ink, as large as the shape allows."""
    across, down, lower = _ROOM[tile.shape]
    part = 0.9 if tile.shape in {"square", "circle"} else 0.85
    lower += 0.07 if tile.crown else 0.0
    if tile.crown:
        down *= 0.82
    middle = made.get_width() / 2
    x, y = middle, middle - size * 0.035 + lower * size
    letters = rgb(tile.ink)
    if tile.symbol in _DRAWN or tile.symbol in {"◎", "▒"}:
        extent = round(size * min(across, down) * 0.86)
        image = _drawn(tile.symbol, extent, letters, face_of(tile))
        put(made, image, (x - image.get_width() / 2, y - image.get_height() / 2))
        return
    text = tile.symbol if can_be_read(tile.symbol) else tile.glyph
    height = down * part * size
    # Capitals and digits are about seven tenths as high as their font.
    points = max(4, round(height / 0.72))
    while points > 4 and measure(text, points) > across * part * size:
        points -= 1
    image = _written(text, points, letters)
    inked = image.get_bounding_rect()
    put(made, image, (x - inked.centerx, y - inked.centery))


@lru_cache(maxsize=200)
def _drawn(symbol: str, size: int, ink: Colour, paper: Colour) -> pygame.Surface:
    """A symbol as a shape."""

    def draw(big: pygame.Surface, fine: float) -> None:
        whole = size * fine
        if symbol == "◎":
            pygame.draw.circle(big, ink, (whole / 2, whole / 2), whole / 2, max(1, round(whole * 0.12)))
            pygame.draw.circle(big, ink, (whole / 2, whole / 2), whole * 0.2)
        elif symbol == "▒":
            step = whole / 4
            for row in range(4):
                for column in range(4):
                    if (row + column) % 2 == 0:
                        pygame.draw.rect(
                            big, ink, (column * step, row * step, step, step), border_radius=round(step / 4)
                        )
        else:
            shape, part, is_open = _DRAWN[symbol]
            corner = whole * 0.04
            _rounded(big, ink, _placed(shape, whole, 0, 0, part * 0.9), corner)
            if is_open:
                _rounded(big, paper, _placed(shape, whole, 0, 0, part * 0.62), corner / 2)

    return _finely(size, size, draw)


def forget() -> None:
    """Forgets what was drawn for other sizes: a window that is pulled larger goes through hundreds of them."""
    for kept in (_disc, _box, _frame, _plain, _icon, _drawn, _written, tile_image):
        kept.cache_clear()


# ---------------------------------------------------------------- in points


class Painter:
    """Draws on a surface in points.

    Args:
        surface: what is drawn on.
        scale: pixels to one point.
        preferences: how the player wants it shown.
    """

    def __init__(self, surface: pygame.Surface, scale: float, preferences: Preferences | None = None) -> None:
        self.surface = surface
        self.scale = scale
        self.theme = LIGHT if preferences is not None and preferences.theme == "light" else DARK
        self._greys = preferences is not None and preferences.colours == "none"

    def colour(self, colour: str) -> Colour:
        """A colour as this player sees it."""
        return rgb(_grey(colour) if self._greys else colour)

    def ink(self, colour: str) -> Colour:
        """What can be read on that colour."""
        return rgb(ink(_grey(colour) if self._greys else colour))

    def pixels(self, points: float) -> int:
        """A length in whole pixels."""
        return round(points * self.scale)

    def _extent(self, box: Rect) -> tuple[int, int, int, int]:
        """A box with its edges on pixels: left, top, width, height."""
        left, top = self.pixels(box.x), self.pixels(box.y)
        return left, top, max(1, self.pixels(box.right) - left), max(1, self.pixels(box.bottom) - top)

    def box(self, box: Rect, radius: float, colour: Colour, alpha: float = 1.0) -> None:
        """A filled box with round corners."""
        left, top, width, height = self._extent(box)
        put(self.surface, _box(width, height, self.pixels(radius), colour), (left, top), alpha)

    def frame(self, box: Rect, radius: float, colour: Colour, thick: float, alpha: float = 1.0) -> None:
        """The rim of a box with round corners."""
        left, top, width, height = self._extent(box)
        image = _frame(width, height, self.pixels(radius), colour, max(1, self.pixels(thick)))
        put(self.surface, image, (left, top), alpha)

    def shape(self, shape: str, box: Rect, colour: Colour, part: float = 1.0, turned: int = 0) -> None:
        """A shape in the middle of a box, turned by so many degrees to the left."""
        left, top, width, _ = self._extent(box)
        put(self.surface, _plain(shape, width, colour, round(part * 1000), turned), (left, top))

    def rim(self, shape: str, box: Rect, colour: Colour, thick: float, part: float, turned: int, alpha: float) -> None:
        """The rim of a shape in the middle of a box, as `shape` would fill it."""
        left, top, width, _ = self._extent(box)
        inner = max(0.0, part - 2.3 * thick / box.width)
        image = _plain(shape, width, colour, round(part * 1000), turned, round(inner * 1000))
        put(self.surface, image, (left, top), alpha)

    @contextmanager
    def clipped(self, box: Rect) -> Iterator[None]:
        """Draws within a box alone for a while."""
        before = self.surface.get_clip()
        self.surface.set_clip(self._extent(box))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    def fade(self, box: Rect, colour: Colour, *, down: bool) -> None:
        """Lets what was drawn vanish into a colour, downwards or upwards."""
        left, top, width, height = self._extent(box)
        column = pygame.Surface((1, height), pygame.SRCALPHA)
        for y in range(height):
            part = (y + 1) / height if down else 1 - y / height
            column.set_at((0, y), (*(round(c * part) for c in colour), round(255 * part)))
        put(self.surface, pygame.transform.scale(column, (width, height)), (left, top))

    def icon(self, name: str, box: Rect, colour: Colour) -> None:
        """A picture that stands for a button: one of `ICONS`, in the middle of a box."""
        left, top, width, height = self._extent(box)
        size = min(width, height)
        put(self.surface, _icon(name, size, colour), (left + (width - size) / 2, top + (height - size) / 2))

    def tile(self, tile: TileView, box: Rect, scale: float = 1.0, alpha: float = 1.0) -> None:
        """A tile in a box."""
        size = self.pixels(box.width)
        image = tile_image(_in_grey(tile) if self._greys else tile, max(4, size))
        if scale != 1.0:
            extent = max(1, round(image.get_width() * scale))
            image = pygame.transform.smoothscale(image, (extent, extent))
        x, y = box.centre
        half = image.get_width() / 2
        put(self.surface, image, (x * self.scale - half, y * self.scale - half), alpha)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: Colour,
        *,
        anchor: float = 0.0,
        width: float | None = None,
        alpha: float = 1.0,
    ) -> float:
        """A line of text with its middle at a height; returns how wide it is, in points.

        Args:
            text: one line.
            x: of its left end, its middle or its right end: see `anchor`.
            y: of the middle of its capital letters.
            size: of the font.
            colour: of the letters.
            anchor: 0 where `x` is the left end, 0.5 the middle, 1 the right end.
            width: what it must fit into: it is made smaller as long as it can be read, and then shortened.
            alpha: 1 is solid.
        """
        pixels = max(6, self.pixels(size))
        if width is not None:
            least = min(pixels, max(6, self.pixels(SMALLEST)))
            while pixels > least and measure(text, pixels) > width * self.scale:
                pixels -= 1
            if measure(text, pixels) > width * self.scale:
                while text and measure(text + "…", pixels) > width * self.scale:
                    text = text[:-1]
                text += "…"
        image = _written(text, pixels, colour)
        font = _font(None, pixels)
        # The middle of a capital letter, measured once for each size.
        middle = _middle(pixels)
        top = y * self.scale - middle
        if image.get_height() > font.get_height():
            top -= (image.get_height() - font.get_height()) / 2
        put(self.surface, image, (x * self.scale - anchor * image.get_width(), top), alpha)
        return image.get_width() / self.scale


@lru_cache(maxsize=256)
def _middle(size: int) -> float:
    return float(_written("H", size, WHITE).get_bounding_rect().centery)


@lru_cache(maxsize=300)
def _plain(shape: str, size: int, colour: Colour, part: int, turned: int, hole: int = 0) -> pygame.Surface:
    """A shape, as large as so many thousandths of its square, with a hole of the same shape."""
    cos, sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))

    def draw(big: pygame.Surface, fine: float) -> None:
        half = size * fine / 2
        for thousandths, shade in ((part, (*colour, 255)), (hole, (0, 0, 0, 0))):
            points = [
                (half + (x - half) * cos + (y - half) * sin, half - (x - half) * sin + (y - half) * cos)
                for x, y in _placed(shape, 2 * half, 0, 0, thousandths / 1000)
            ]
            if thousandths:
                _rounded(big, shade, points, half * 0.1)

    return _finely(size, size, draw)


#: Pictures that stand for buttons: lines through points of a square from (0, 0) to (1, 1); a closed one is filled.
_ROUND: Final = tuple(
    (0.5 + 0.36 * math.cos(math.radians(angle)), 0.53 + 0.36 * math.sin(math.radians(angle)))
    for angle in range(-20, 271, 15)
)
_SPEAKER: Final = ((0.08, 0.38), (0.26, 0.38), (0.48, 0.16), (0.48, 0.84), (0.26, 0.62), (0.08, 0.62), (0.08, 0.38))


def _wave(far: float) -> Points:
    return [
        (0.5 + far * math.cos(math.radians(angle)), 0.5 + far * math.sin(math.radians(angle)))
        for angle in range(-45, 46, 15)
    ]


ICONS: Final[dict[str, tuple[Points, ...]]] = {
    "restart": (_ROUND, ((0.5, 0.0), (0.72, 0.17), (0.5, 0.34), (0.5, 0.0))),
    "new": (((0.5, 0.12), (0.5, 0.88)), ((0.12, 0.5), (0.88, 0.5))),
    "reopen": (((0.9, 0.78), (0.9, 0.36), (0.3, 0.36)), ((0.4, 0.08), (0.04, 0.36), (0.4, 0.64), (0.4, 0.08))),
    "redo": (((0.1, 0.78), (0.1, 0.36), (0.7, 0.36)), ((0.6, 0.08), (0.96, 0.36), (0.6, 0.64), (0.6, 0.08))),
    "hint": (
        [(0.5 + 0.3 * math.cos(math.radians(a)), 0.38 + 0.3 * math.sin(math.radians(a))) for a in range(125, 416, 15)],
        ((0.33, 0.63), (0.36, 0.74), (0.64, 0.74), (0.67, 0.63)),
        ((0.4, 0.92), (0.6, 0.92)),
    ),
    "help": (
        [(0.5 + 0.22 * math.cos(math.radians(a)), 0.32 + 0.22 * math.sin(math.radians(a))) for a in range(190, 406, 15)]
        + [(0.5, 0.56), (0.5, 0.66)],
        ((0.5, 0.9), (0.5, 0.91)),
    ),
    "sound": (_SPEAKER, _wave(0.17), _wave(0.38)),
    "silence": (_SPEAKER, ((0.62, 0.36), (0.9, 0.64)), ((0.62, 0.64), (0.9, 0.36))),
    "quit": (
        ((0.5, 0.1), (0.12, 0.1), (0.12, 0.9), (0.5, 0.9)),
        ((0.36, 0.5), (0.9, 0.5)),
        ((0.68, 0.28), (0.9, 0.5), (0.68, 0.72)),
    ),
}


@lru_cache(maxsize=100)
def _icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """A picture that stands for a button."""

    def draw(big: pygame.Surface, fine: float) -> None:
        whole = size * fine
        thick = whole * 0.055
        for points in ICONS[name]:
            at = [(x * whole * 0.92 + whole * 0.04, y * whole * 0.92 + whole * 0.04) for x, y in points]
            if points[0] == points[-1]:
                _rounded(big, colour, at[:-1], thick * 0.7)
                continue
            for one, other in itertools.pairwise(at):
                _rounded(big, colour, (one, other, one), thick)

    return _finely(size, size, draw)
