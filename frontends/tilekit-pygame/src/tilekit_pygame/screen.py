"""What is seen: a game, its help, the menu.

Owns the drawing of a player's view, where the layout says, on any surface, with what moves at a moment. It holds
nothing from one picture to the next and plays nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from tilekit import ink
from tilekit_pygame.animation import SHAKING, shake
from tilekit_pygame.layout import SMALLEST, Layout, MenuLayout, Rect
from tilekit_pygame.painting import BLACK, ICONS, WHITE, Colour, Painter, measure, mixed, rgb, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tilekit import Button, MenuEntry, TileView, View, Words
    from tilekit_pygame.animation import Floating, Sprite
    from tilekit_pygame.player import Player, Target

BACK: Final = rgb("#141925")
FRAME: Final = rgb("#1f2738")
WELL: Final = rgb("#2b3448")
RAISED: Final = rgb("#2f3a54")
TEXT: Final = rgb("#f2f5fa")
FAINT: Final = rgb("#a3b0c6")
FOCUS: Final = rgb("#ffd166")
REFUSED: Final = rgb("#ff9e8a")
CALL: Final = rgb("#ffd93b")
#: Capitals stand for directions on the small buttons, turned to the left by degrees.
_TURNS: Final = {
    "up": 0, "up-left": 45, "left": 90, "down-left": 135, "down": 180, "down-right": 225, "right": 270, "up-right": 315,
}  # fmt: skip

#: How strongly a refused cell is marked as long as it stands there why.
_MARKED: Final = 0.6


@dataclass(frozen=True, slots=True)
class Moment:
    """What moves, and how far it has come.

    Attributes:
        sprites: the tiles on the board.
        floating: points that float.
        glow: how strongly hints glow, from 0 to 1.
        refused: seconds since something was refused; None where that is over or is not shown.
        shakes: whether what was refused shakes, or is framed only.
        over: what the mouse is over.
        told: the state whose banner and notices are shown, while that of the player is still on its way.
    """

    sprites: Sequence[Sprite]
    floating: Sequence[Floating] = ()
    glow: float = 0.0
    refused: float | None = None
    shakes: bool = True
    over: Target | None = None
    told: View | None = None


def draw_game(painter: Painter, player: Player, layout: Layout, moment: Moment) -> None:
    """Draws a game as it is at a moment."""
    painter.surface.fill(BACK)
    _heading(painter, player, layout)
    _queue(painter, player, layout)
    _panels(painter, player, layout)
    _board(painter, player, layout, moment)
    _foot(painter, player, layout, moment)
    _buttons(painter, player, layout, moment)
    if player.help is not None:
        _help(painter, player, layout)


def _heading(painter: Painter, player: Player, layout: Layout) -> None:
    box, unit = layout.title, layout.text
    painter.text(player.view.title, box.x, box.y + 1.5 * unit, 3.4 * unit, TEXT, width=box.width)
    for number, goal in enumerate(player.view.goals):
        painter.text(goal, box.x, box.y + (4.3 + 2.1 * number) * unit, 1.7 * unit, FAINT, width=box.width)


def _queue(painter: Painter, player: Player, layout: Layout) -> None:
    unit = layout.text
    for label, tile, box in zip(player.view.queue_labels, player.view.queue, layout.queue, strict=True):
        x, _ = box.centre
        painter.text(label, x, box.y - 1.2 * unit, 1.6 * unit, FAINT, anchor=0.5)
        painter.box(box, box.width * 0.18, FRAME)
        painter.tile(tile, box)


def _panels(painter: Painter, player: Player, layout: Layout) -> None:
    unit = layout.text
    for number, (panel, box) in enumerate(zip(player.view.panels, layout.panels, strict=True)):
        painter.box(box, 0.9 * unit, FRAME)
        edge = 0.8 * unit if box.width < 14 * unit else 1.1 * unit
        x, wide = box.x + edge, box.width - 2 * edge
        painter.text(panel.label, x, box.y + 0.29 * box.height, 0.3 * box.height, FAINT, width=wide)
        colour = FOCUS if number == 0 else TEXT
        painter.text(panel.text, x, box.y + 0.68 * box.height, 0.52 * box.height, colour, width=wide)


# ---------------------------------------------------------------- the board


def _board(painter: Painter, player: Player, layout: Layout, moment: Moment) -> None:
    board, view = layout.board, player.view
    hexes = view.adjacency == "hex"
    painter.box(board.frame, board.pitch * 0.2, FRAME)
    told = moment.told or view
    if told.banner and told.banner_colour:
        painter.frame(board.frame, board.pitch * 0.2, rgb(told.banner_colour), max(2.0, 0.3 * layout.text))
    radius = board.size * 0.17
    pairs = player.partners()
    for r, row in enumerate(view.cells):
        for c, cell in enumerate(row):
            if cell.hole:
                continue
            box = board.cell(r, c)
            lit = moment.over == (r, c) or player.pressed == (r, c)
            colour = mixed(WELL, WHITE, 0.12) if lit and (cell.legal or cell.partners) else WELL
            _cell(painter, box, colour, radius, hexes=hexes)
    for r, row in enumerate(view.cells):
        for c, cell in enumerate(row):
            box = board.cell(r, c)
            if cell.hint and moment.glow:
                _rim(painter, box, WHITE, layout.text, moment.glow, hexes=hexes)
            if (r, c) in pairs:
                _rim(painter, box, FOCUS, layout.text, 0.55, hexes=hexes)
    refused, aside = None, 0.0
    if player.refusal is not None and isinstance(player.refusal.target, tuple) and moment.refused is not None:
        refused = player.refusal.target
        aside = shake(moment.refused) * board.pitch if moment.shakes else 0.0
    for sprite in moment.sprites:
        box = board.cell(sprite.row, sprite.column)
        if refused is not None and sprite.row == refused[0] and sprite.column == refused[1]:
            box = box.moved(aside, 0)
        painter.tile(sprite.tile, box, sprite.scale, sprite.alpha)
    if player.message and refused is None and player.refusal is not None and isinstance(player.refusal.target, tuple):
        _rim(painter, board.cell(*player.refusal.target), REFUSED, layout.text, _MARKED, hexes=hexes)
    if refused is not None and moment.refused is not None:
        fade = max(_MARKED, 1 - moment.refused / SHAKING)
        _rim(painter, board.cell(*refused).moved(aside, 0), REFUSED, layout.text, fade, hexes=hexes)
    if player.first is not None:
        _rim(painter, board.cell(*player.first), FOCUS, layout.text, 1.0, hexes=hexes)
    if player.keyboard and player.button is None and not player.view.slides and view.status == "playing":
        _rim(painter, board.cell(*player.cursor), FOCUS, layout.text, 1.0, hexes=hexes)
    for points in moment.floating:
        x, y = board.cell(points.row, points.column).centre
        size = min(board.size * 0.4, 3.4 * layout.text)
        for right, down in ((-1, 0), (1, 0), (0, -1), (0, 1), (1, 1)):
            edge = size * 0.05
            painter.text(points.text, x + right * edge, y + down * edge, size, BACK, anchor=0.5, alpha=points.alpha)
        painter.text(points.text, x, y, size, FOCUS, anchor=0.5, alpha=points.alpha)


def _cell(painter: Painter, box: Rect, colour: Colour, radius: float, *, hexes: bool) -> None:
    if hexes:
        # Corners point up and down here, so that rows fit into one another.
        painter.shape("hexagon", box.inset(-0.08 * box.width), colour, 0.89, turned=90)
    else:
        painter.box(box, radius, colour)


def _rim(painter: Painter, box: Rect, colour: Colour, unit: float, alpha: float, *, hexes: bool) -> None:
    thick = max(2.0, min(0.32 * unit, box.width * 0.09))
    if hexes:
        painter.rim("hexagon", box.inset(-0.2 * box.width), colour, thick, 0.78, 90, alpha)
    else:
        painter.frame(box.inset(-thick * 0.5), box.width * 0.17 + thick * 0.5, colour, thick, alpha)


# ---------------------------------------------------------------- below the board


def _foot(painter: Painter, player: Player, layout: Layout, moment: Moment) -> None:
    view, box, unit = moment.told or player.view, layout.foot, layout.text
    lines = [(text, FAINT) for text in view.notices if text != view.banner]
    if player.message:
        lines.insert(0, (player.message, REFUSED))
    if not view.banner:
        _notices(painter, lines, box, unit)
        return
    colour = rgb(view.banner_colour) if view.banner_colour else RAISED
    letters = rgb(ink(view.banner_colour)) if view.banner_colour else TEXT
    painter.box(box, 1.2 * unit, colour)
    x = box.x + 1.8 * unit
    wide = min([each.x for each in layout.urgent.values()], default=box.right - 0.8 * unit) - 1.0 * unit - x
    size = 2.4 * unit
    standing = view.standing(player.say) if view.status == "over" else ""
    said = [view.banner, standing] if standing else [view.banner]
    if measure(view.banner, max(6, painter.pixels(0.75 * size))) > wide * painter.scale:
        # Long words rather in two lines than small.
        size = 1.75 * unit
        said = wrapped(view.banner, max(6, painter.pixels(size)), wide * painter.scale)
        if len(said) > 2 or standing:
            size = 1.5 * unit
            room = box.height / unit - (1.9 if player.message else 0.0)
            most = max(2, int(room / 1.875 + 0.1))
            said = _shortened(wrapped(view.banner, max(6, painter.pixels(size)), wide * painter.scale), most)
            said += [standing] if standing and len(said) < most else []
    told = [(line, size) for line in said]
    if lines and sum(1.25 * each for _, each in told) + 1.9 * unit <= box.height:
        told.append((lines[0][0], 1.5 * unit))
    y = box.centre[1] - sum(1.25 * each for _, each in told) / 2
    for text, each in told:
        painter.text(text, x, y + 0.625 * each, each, letters, width=wide)
        y += 1.25 * each
    for button in player.buttons():
        if button.action in layout.urgent:
            _urgent(painter, player, button, layout.urgent[button.action], unit, moment)


def _notices(painter: Painter, told: Sequence[tuple[str, Colour]], box: Rect, unit: float) -> None:
    """Texts below one another, each in its colour: a little smaller and closer where there is not room for all."""
    for part, apart in ((1.8, 2.4), (1.8, 2.1), (1.6, 1.9), (1.5, 1.85)):
        size = part * unit
        texts = [
            (wrapped(text, max(6, painter.pixels(size)), box.width * painter.scale), colour) for text, colour in told
        ]
        most = max(1, int(box.height / (apart * unit) + 0.1))
        if sum(len(lines) for lines, _ in texts) <= most:
            break
    y = box.y + apart / 2 * unit
    for lines, colour in texts:
        for line in _shortened(lines, most) if most > 0 else ():
            painter.text(line, box.x, y, size, colour, width=box.width)
            y += apart * unit
        most -= len(lines)


def _shortened(lines: list[str], most: int) -> list[str]:
    """So many lines of a text at most; the last says where there were more."""
    return lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1] + "…"]


def _urgent(painter: Painter, player: Player, button: Button, box: Rect, unit: float, moment: Moment) -> None:
    """A button that is waited for."""
    colour = rgb(button.colour) if button.colour else CALL
    letters = rgb(ink(button.colour)) if button.colour else BLACK
    over, pressed = moment.over == button.action, player.pressed == button.action
    if not pressed:
        painter.box(box.moved(0, 0.35 * unit), 1.0 * unit, mixed(colour, BLACK, 0.5))
    box = box.moved(0, 0.35 * unit) if pressed else box
    painter.box(box, 1.0 * unit, mixed(colour, WHITE, 0.25) if over else colour)
    painter.frame(box, 1.0 * unit, mixed(colour, BLACK, 0.35), 0.12 * unit)
    x, y = box.centre
    painter.text(button.label, x, y, 2.1 * unit, letters, anchor=0.5, width=box.width - 1.2 * unit)
    if player.button == button.action:
        painter.frame(box.inset(-0.35 * unit), 1.3 * unit, TEXT, 0.3 * unit)


def _buttons(painter: Painter, player: Player, layout: Layout, moment: Moment) -> None:
    """What is played by buttons in boxes, what is about the sitting as small pictures, and what the pointed at does."""
    called = layout.urgent if moment.told is None or moment.told.banner else {}
    shown = [(button, layout.buttons[button.action]) for button in player.buttons() if button.action in layout.buttons]
    own = [each for each in shown if each[0].kind != "sitting"]
    for button, box in own:
        if button.action not in called:  # It is larger in the banner.
            _button(painter, player, button, box, layout, moment)
    for button, box in shown:
        if button.kind == "sitting":
            _icon(painter, player, button, box, layout, moment)
    for button, box in shown:
        if button.kind == "sitting" and button.action in {moment.over, player.button, player.pressed}:
            _tip(painter, button, box, layout)


def _paper(player: Player, button: Button, moment: Moment, paper: Colour) -> Colour:
    """The ground of a button: lighter under the mouse, red where it was refused."""
    over, pressed = moment.over == button.action, player.pressed == button.action
    if button.enabled and (over or pressed):
        paper = mixed(paper, WHITE, 0.14 if not pressed else 0.05)
    return mixed(paper, REFUSED, 0.3) if _is_refused(player, button, moment) else paper


def _is_refused(player: Player, button: Button, moment: Moment) -> bool:
    refusal = player.refusal
    return moment.refused is not None and refusal is not None and refusal.target == button.action


def _aside(player: Player, button: Button, moment: Moment, unit: float) -> float:
    """How far a refused button is pushed aside."""
    shakes = moment.shakes and _is_refused(player, button, moment)
    return shake(moment.refused or 0.0) * 4 * unit if shakes else 0.0


def _button(painter: Painter, player: Player, button: Button, box: Rect, layout: Layout, moment: Moment) -> None:
    unit = layout.text
    paper = _paper(player, button, moment, RAISED if button.enabled else FRAME)
    box = box.moved(_aside(player, button, moment, unit), 0.0)
    painter.box(box, 0.9 * unit, paper)
    letters = TEXT if button.enabled else mixed(FRAME, FAINT, 0.62)
    size = layout.lettering * box.height
    if button.direction:
        x, y = box.centre
        square = Rect(x - size / 2, y - size / 2, size, size)
        painter.shape("triangle", square, letters, turned=_TURNS[button.direction])
    else:
        edge = 1.0 * unit
        if button.colour and button.enabled:
            painter.box(Rect(box.x + 0.7 * unit, box.y + 0.24 * box.height, 0.45 * unit, 0.52 * box.height),
                        0.22 * unit, rgb(button.colour))  # fmt: skip
            edge = 1.7 * unit
        chip = 0.0
        if button.key and layout.keys:
            small = max(SMALLEST, 0.8 * size)
            wide = measure(button.key, max(6, painter.pixels(small))) / painter.scale
            chip = max(1.15 * size, wide + 0.5 * size)
            cap = Rect(box.right - chip - 0.7 * unit, box.centre[1] - 0.58 * size, chip, 1.16 * size)
            painter.box(cap, 0.3 * size, mixed(paper, BLACK, 0.28))
            painter.text(button.key, *cap.centre, small, FAINT if button.enabled else letters, anchor=0.5)
        wide = box.width - edge - chip - 1.2 * unit
        painter.text(button.label, box.x + edge, box.centre[1], size, letters, width=wide)
    if player.button == button.action:
        painter.frame(box.inset(-0.2 * unit), 1.1 * unit, FOCUS, 0.3 * unit)


def _icon(painter: Painter, player: Player, button: Button, box: Rect, layout: Layout, moment: Moment) -> None:
    """A small button: a picture, with its words below where there is room."""
    unit = layout.text
    box = box.moved(_aside(player, button, moment, unit), 0.0)
    paper = _paper(player, button, moment, BACK)
    if paper != BACK:
        painter.box(box, 0.7 * unit, paper)
    letters = FAINT if button.enabled else mixed(BACK, FAINT, 0.4)
    high = 0.52 * box.height if layout.captions else 0.56 * box.height
    x, y = box.centre[0], box.y + (0.1 * box.height if layout.captions else (box.height - high) / 2)
    picture = Rect(x - high / 2, y, high, high)
    name = "silence" if button.action == "sound" and not player.hears else button.action
    if name in ICONS:
        painter.icon(name, picture, letters)
    else:
        painter.text(button.label[:1], *picture.centre, high, letters, anchor=0.5)
    if layout.captions:
        painter.text(button.label, x, box.y + 0.83 * box.height, 1.5 * unit, letters, anchor=0.5, width=box.width)
    if player.button == button.action:
        painter.frame(box.inset(-0.1 * unit), 0.8 * unit, FOCUS, 0.25 * unit)


def _tip(painter: Painter, button: Button, box: Rect, layout: Layout) -> None:
    """What a small button does, and its key, above it."""
    unit, size = layout.text, 1.6 * layout.text
    said = f"{button.label}  [{button.key}]" if button.key else button.label
    wide = measure(said, max(6, painter.pixels(size))) / painter.scale + 1.6 * unit
    x = min(max(0.3 * unit, box.centre[0] - wide / 2), layout.width - wide - 0.3 * unit)
    tip = Rect(x, box.y - 3.1 * unit, wide, 2.7 * unit)
    painter.box(tip, 0.6 * unit, TEXT)
    painter.text(said, *tip.centre, size, BACK, anchor=0.5)


# ---------------------------------------------------------------- help

_KEYS: Final = (
    ("Arrows, Enter", "move the cursor, and play the cell"),
    ("Click, tap", "play a cell or press a button"),
    ("Drag", "from one cell to another, where an action takes two"),
    ("Tab", "the next cell that can be played, then the buttons"),
)
_SLIDING: Final = ("Arrows, swipe", "slide that way")
_READ: Final = 1.9  # how large the letters of the help are, in units of text
_LINE: Final = 2.45  # and from one line to the next
_TILE: Final = 3.6  # how large its tiles are


@dataclass(frozen=True, slots=True)
class HelpLine:
    """A line of the help.

    Attributes:
        text: what it says.
        space: how much lies above it, in units of text.
        key: which key or gesture it is about, set to its left; empty elsewhere.
        heading: whether it is one.
        aside: whether it is about keys, and stands beside them.
        tiles: drawn beside one another, each with its name behind it; there is no other text then.
        apart: from one of these tiles to the next, in units of text.
    """

    text: str
    space: float = 0.0
    key: str = ""
    heading: bool = False
    aside: bool = False
    tiles: Sequence[tuple[TileView, str]] = ()
    apart: float = 0.0

    @property
    def high(self) -> float:
        """From what is above to the next line, in units of text."""
        return self.space + (_LINE * 1.25 if self.heading else _TILE * 1.15 if self.tiles else _LINE)


def help_lines(player: Player, width: float, unit: float) -> list[HelpLine]:
    """The help: goals, the rules in words, keys, and the seed.

    Args:
        player: whose game it is about.
        width: how wide a line may be, in pixels.
        unit: of text, in pixels.
    """
    size = max(6, round(_READ * unit))
    lines: list[HelpLine] = []

    def say(heading: str, paragraphs: Sequence[str]) -> None:
        if paragraphs:
            lines.append(HelpLine(player.say(heading), 1.6 if lines else 0.0, heading=True))
        for paragraph in paragraphs:
            first, *others = wrapped(paragraph, size, width)
            lines.extend([HelpLine(first, 0.9), *map(HelpLine, others)])

    view = player.view
    say("Goals", view.goals)
    say("How to play", view.help[: len(view.help) - len(view.legend)])
    for text, tiles in view.legend:
        first, *others = wrapped(text, size, width)
        lines.extend([HelpLine(first, 0.9), *map(HelpLine, others)])
        lines.extend(_tiles_in_rows([(tile, player.say(tile.tile)) for tile in tiles], size, width, unit))
    lines.append(HelpLine(player.say("Keys"), 1.6, heading=True))
    # A recording is watched: its buttons, which say their keys themselves, are all that there is.
    ways = () if player.is_recording else (_SLIDING, _KEYS[3]) if player.view.slides else _KEYS
    keys = [(player.say(key), player.say(text)) for key, text in ways]
    keys += [(button.key, button.label) for button in player.buttons() if button.key]
    for key, text in keys:
        first, *others = wrapped(text, size, width - key_width(width, unit))
        lines.append(HelpLine(first, 0.3, key=key, aside=True))
        lines.extend(HelpLine(other, aside=True) for other in others)
    say("Seed", [player.view.seed])
    return lines


def _tiles_in_rows(tiles: Sequence[tuple[TileView, str]], size: int, width: float, unit: float) -> Iterator[HelpLine]:
    """Tiles with their names, as many beside one another as there is room for."""
    widest = max((measure(name, size) for _, name in tiles), default=0)
    apart = min(width, widest + (_TILE + 2.5) * unit)
    columns = max(1, int((width + 2 * unit) / apart))
    for first in range(0, len(tiles), columns):
        yield HelpLine("", 0.3, tiles=tiles[first : first + columns], apart=apart / unit)


def key_width(width: float, unit: float) -> float:
    """How wide the column of keys is."""
    return min(15 * unit, 0.4 * width)


def help_box(layout: Layout) -> tuple[Rect, Rect]:
    """Where the help page lies, and what closes it."""
    unit = layout.text
    wide = min(layout.width - 2 * unit, 68 * unit)
    box = Rect((layout.width - wide) / 2, 1.2 * unit, wide, layout.height - 2.4 * unit)
    return box, Rect(box.right - 5.4 * unit, box.y + 1.4 * unit, 4 * unit, 4 * unit)


def _help(painter: Painter, player: Player, layout: Layout) -> None:
    unit = layout.text
    shade = painter.surface.copy()
    shade.fill(BACK)
    shade.set_alpha(190)
    painter.surface.blit(shade, (0, 0))
    box, close = help_box(layout)
    painter.box(box, 1.4 * unit, FRAME)
    painter.frame(box, 1.4 * unit, RAISED, 0.15 * unit)
    title = f"{player.view.title}: {player.say('Help')}"
    painter.text(title, box.x + 2.4 * unit, close.centre[1], 2.7 * unit, TEXT, width=box.width - 9 * unit)
    painter.box(close, 0.9 * unit, RAISED)
    painter.text("\N{MULTIPLICATION SIGN}", *close.centre, 2.6 * unit, TEXT, anchor=0.5)
    inside = Rect(box.x + 2.4 * unit, close.bottom + 0.6 * unit, box.width - 5.6 * unit, 0)
    inside = replace(inside, height=box.bottom - 1.4 * unit - inside.y)
    lines = help_lines(player, inside.width * painter.scale, unit * painter.scale)
    high = sum(line.high for line in lines) * unit
    # It scrolls by lines, so that keys and the wheel need not know how large they are.
    step, most = _LINE * unit, max(0.0, high - inside.height)
    player.help = min(player.help or 0, math.ceil(most / step))
    scrolled = min(most, player.help * step)
    y = inside.y - scrolled
    beside = key_width(inside.width, unit)
    with painter.clipped(replace(inside, x=box.x, width=box.width)):
        for line in lines:
            y += line.high * unit
            if inside.y <= y and y - line.high * unit <= inside.bottom:
                for number, (tile, name) in enumerate(line.tiles):
                    x, side = inside.x + number * line.apart * unit, _TILE * unit
                    painter.tile(tile, Rect(x, y - side, side, side))
                    wide = min(line.apart * unit, inside.right - x) - side - unit
                    painter.text(name, x + side + 0.7 * unit, y - side / 2, _READ * unit, TEXT, width=wide)
                middle = y - 0.5 * _LINE * unit
                if line.heading:
                    painter.text(line.text, inside.x, middle, 1.25 * _READ * unit, FOCUS, width=inside.width)
                    continue
                x = inside.x + beside * line.aside
                painter.text(line.key, inside.x, middle, _READ * unit, FAINT, width=beside - unit)
                painter.text(line.text, x, middle, _READ * unit, TEXT, width=inside.right - x)
    if most:
        if scrolled < most - 1:
            painter.fade(Rect(inside.x, inside.bottom - 2 * unit, inside.width, 2 * unit), FRAME, down=True)
        track = Rect(box.right - 1.8 * unit, inside.y, 0.6 * unit, inside.height)
        _bar(painter, track, inside.height / high, scrolled / most)


def _bar(painter: Painter, track: Rect, seen: float, at: float) -> None:
    """A bar that says which part is seen, and how far one has scrolled, from 0 to 1."""
    painter.box(track, track.width / 2, WELL)
    high = max(2 * track.width, track.height * seen)
    painter.box(Rect(track.x, track.y + (track.height - high) * at, track.width, high), track.width / 2, FAINT)


# ---------------------------------------------------------------- the menu


def _mark(painter: Painter, entry: MenuEntry, box: Rect) -> None:
    """A small picture of a game: some of its tiles on a board."""
    painter.box(box, 0.16 * box.width, BACK)
    inside = box.inset(0.06 * box.width)
    tiles = entry.tiles[:4]
    if len(tiles) == 1:
        painter.tile(tiles[0], inside.inset(0.12 * box.width))
        return
    half = inside.width / 2
    for number, tile in enumerate(tiles):
        # The third of three lies in the middle below, two in the middle of it all.
        right = half / 2 if number == 2 and len(tiles) == 3 else number % 2 * half
        down = half / 2 if len(tiles) == 2 else number // 2 * half
        painter.tile(tile, Rect(inside.x + right, inside.y + down, half, half).inset(0.03 * half))


def draw_menu(
    painter: Painter,
    entries: Sequence[MenuEntry],
    layout: MenuLayout,
    words: Words,
    *,
    selected: int,
    over: tuple[str, int] | None = None,
    message: str = "",
    news: Sequence[str] = (),
) -> None:
    """Draws the menu.

    Args:
        painter: draws.
        entries: the games.
        layout: where they lie.
        words: of the player's language.
        selected: which entry the keyboard is on; one more than the last is leaving.
        over: what the mouse is over: ``("card", 0)``, ``("fresh", 0)``, ``("leave", 0)``.
        message: what went wrong, or empty.
        news: what is to be told beside the games.
    """
    unit = layout.text
    painter.surface.fill(BACK)
    clip = layout.body
    for number, (entry, card, fresh) in enumerate(zip(entries, layout.cards, layout.fresh, strict=True)):
        if card.bottom < clip.y or card.y > clip.bottom:
            continue
        able = not entry.problem
        paper = mixed(FRAME, WHITE, 0.07) if able and over in {("card", number), ("fresh", number)} else FRAME
        painter.box(card, 1.2 * unit, paper)
        mark = Rect(card.x + 1.2 * unit, card.y + 1.5 * unit, 6.0 * unit, 6.0 * unit)
        _mark(painter, entry, mark)
        x = mark.right + 1.4 * unit
        wide = (fresh.x if fresh else card.right) - x - 1.4 * unit
        painter.text(entry.title, x, card.y + 2.0 * unit, 2.3 * unit, TEXT if able else FAINT, width=wide)
        facts = [words("best {score}", score=entry.best)] if entry.best else []
        facts += [each for each in (entry.rank, entry.running) if each]
        known = "  ·  ".join(facts) or entry.goal
        under = entry.problem or known or ("" if entry.played else words("not played yet"))
        colour = REFUSED if entry.problem else TEXT if known else FAINT
        painter.text(under, x, card.y + 4.3 * unit, 1.65 * unit, colour, width=wide)
        said = wrapped(entry.about, max(6, painter.pixels(1.4 * unit)), (wide - unit) * painter.scale)  # and three dots
        for line, text in enumerate(_shortened(said, 2)):
            painter.text(text, x, card.y + (6.15 + 1.7 * line) * unit, 1.4 * unit, FAINT, width=wide)
        if fresh is not None:
            paper = mixed(RAISED, WHITE, 0.14) if over == ("fresh", number) else RAISED
            painter.box(fresh, 0.9 * unit, paper)
            painter.text(words("New game"), *fresh.centre, 1.5 * unit, TEXT, anchor=0.5, width=fresh.width - unit)
        if number == selected:
            painter.frame(card.inset(-0.25 * unit), 1.4 * unit, FOCUS, 0.3 * unit)
    # What was scrolled out of sight goes behind the heading, and fades where there is more.
    painter.box(Rect(0, 0, layout.width, clip.y - 0.5 * unit), 0, BACK)
    painter.box(Rect(0, clip.bottom + 0.5 * unit, layout.width, layout.height), 0, BACK)
    for more, y, down in (
        (layout.scrolled > 1, clip.y - 0.5 * unit, False),
        (layout.scrolled < layout.most - 1, clip.bottom - 3.5 * unit, True),
    ):
        if more:
            painter.fade(Rect(0, y, layout.width, 4 * unit), BACK, down=down)
    if layout.most:
        seen = clip.height / (clip.height + layout.most)
        _bar(painter, Rect(clip.right + 0.3 * unit, clip.y, 0.5 * unit, clip.height), seen,
             layout.scrolled / layout.most)  # fmt: skip
    box = layout.title
    painter.text("tilekit", box.x, box.y + 1.9 * unit, 3.8 * unit, TEXT)
    told = [(message, REFUSED)] if message else []
    told += [(text, TEXT) for text in news]
    if told:
        below = Rect(box.x, box.y + 3.6 * unit, layout.leave.right - box.x, 3.7 * unit)
        _notices(painter, told, below, unit)
    else:
        painter.text(words("What do you want to play?"), box.x, box.y + 5.2 * unit, 1.7 * unit, FAINT, width=box.width)
    paper = mixed(RAISED, WHITE, 0.14) if over == ("leave", 0) else RAISED
    painter.box(layout.leave, 0.9 * unit, paper)
    painter.text(words("Leave"), *layout.leave.centre, 1.6 * unit, TEXT, anchor=0.5, width=layout.leave.width - unit)
    if selected == len(entries):
        painter.frame(layout.leave.inset(-0.2 * unit), 1.1 * unit, FOCUS, 0.3 * unit)
