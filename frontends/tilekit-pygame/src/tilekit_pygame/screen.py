"""What is seen: a game, the menu.

Owns how what the controller gives is drawn, where the layout says, on any surface. It holds nothing from one picture to
the next and plays nothing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from tilekit_pygame.layout import SMALLEST, Layout, MenuLayout, Rect
from tilekit_pygame.page import draw_bar
from tilekit_pygame.painting import BLACK, ICONS, Colour, Painter, measure, mixed, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilekit import Button, MenuEntry, MenuScreen, Screen, Words

#: Capitals stand for directions on the small buttons, turned to the left by degrees.
_TURNS: Final = {
    "up": 0, "up-left": 45, "left": 90, "down-left": 135, "down": 180, "down-right": 225, "right": 270, "up-right": 315,
}  # fmt: skip

#: How strongly a refused cell is marked as long as it stands there why, and for how many seconds it is more so.
_MARKED: Final = 0.6
_FLASH: Final = 0.32
CALL: Final = "#ffd93b"


def draw_game(painter: Painter, screen: Screen, layout: Layout, glow: float) -> None:
    """Draws a game as it is at a moment; ``glow`` is how strongly hints glow, from 0 to 1."""
    painter.surface.fill(painter.theme.back)
    _heading(painter, screen, layout)
    _queue(painter, screen, layout)
    _panels(painter, screen, layout)
    _board(painter, screen, layout, glow)
    _foot(painter, screen, layout)
    _buttons(painter, screen, layout)


def _heading(painter: Painter, screen: Screen, layout: Layout) -> None:
    box, unit = layout.title, layout.text
    painter.text(screen.view.title, box.x, box.y + 1.5 * unit, 3.4 * unit, painter.theme.text, width=box.width)
    for number, goal in enumerate(screen.view.goals):
        painter.text(goal, box.x, box.y + (4.3 + 2.1 * number) * unit, 1.7 * unit, painter.theme.faint, width=box.width)


def _queue(painter: Painter, screen: Screen, layout: Layout) -> None:
    unit = layout.text
    for label, tile, box in zip(screen.view.queue_labels, screen.view.queue, layout.queue, strict=True):
        x, _ = box.centre
        painter.text(label, x, box.y - 1.2 * unit, 1.6 * unit, painter.theme.faint, anchor=0.5)
        painter.box(box, box.width * 0.18, painter.theme.frame)
        painter.tile(tile, box)


def _panels(painter: Painter, screen: Screen, layout: Layout) -> None:
    unit = layout.text
    for number, (panel, box) in enumerate(zip(screen.view.panels, layout.panels, strict=True)):
        painter.box(box, 0.9 * unit, painter.theme.frame)
        edge = 0.8 * unit if box.width < 14 * unit else 1.1 * unit
        x, wide = box.x + edge, box.width - 2 * edge
        painter.text(panel.label, x, box.y + 0.29 * box.height, 0.3 * box.height, painter.theme.faint, width=wide)
        colour = painter.theme.focus if number == 0 else painter.theme.text
        painter.text(panel.text, x, box.y + 0.68 * box.height, 0.52 * box.height, colour, width=wide)


# ---------------------------------------------------------------- the board


def _board(painter: Painter, screen: Screen, layout: Layout, glow: float) -> None:
    board, view, theme = layout.board, screen.view, painter.theme
    hexes = view.adjacency == "hex"
    painter.box(board.frame, board.pitch * 0.2, painter.theme.frame)
    if screen.banner and screen.banner_colour:
        colour = painter.colour(screen.banner_colour)
        painter.frame(board.frame, board.pitch * 0.2, colour, max(2.0, 0.3 * layout.text))
    radius = board.size * 0.17
    for r, row in enumerate(view.cells):
        for c, cell in enumerate(row):
            if cell.hole:
                continue
            box = board.cell(r, c)
            lit = (r, c) in (screen.over, screen.pressed)
            colour = (
                mixed(painter.theme.well, theme.lift, 0.12)
                if lit and (cell.legal or cell.partners)
                else painter.theme.well
            )
            _cell(painter, box, colour, radius, hexes=hexes)
    for r, row in enumerate(view.cells):
        for c, cell in enumerate(row):
            box = board.cell(r, c)
            if cell.hint and screen.hints:
                _rim(painter, box, theme.lift, layout.text, glow, hexes=hexes)
            if (r, c) in screen.partners:
                _rim(painter, box, painter.theme.focus, layout.text, 0.55, hexes=hexes)
            if (r, c) in screen.preview.goes:
                _rim(painter, box, painter.theme.text, layout.text, 0.5, hexes=hexes)
            elif (r, c) in screen.preview.lands and cell.tile is None and screen.preview.tile is not None:
                painter.tile(screen.preview.tile, box, alpha=0.4)
    marked = screen.message.target if screen.message is not None else None
    refused, aside = screen.refused, _shaken(screen) * board.pitch
    for sprite in screen.sprites:
        box = board.cell(sprite.row, sprite.column)
        if isinstance(refused, tuple) and sprite.row == refused[0] and sprite.column == refused[1]:
            box = box.moved(aside, 0)
        painter.tile(sprite.tile, box, sprite.scale, sprite.alpha)
    if isinstance(marked, tuple):
        # The cell is marked as long as it stands there why; no coordinates are drawn here.
        fade = _MARKED if screen.flash is None else max(_MARKED, 1 - screen.flash / _FLASH)
        _rim(painter, board.cell(*marked).moved(aside, 0), painter.theme.refused, layout.text, fade, hexes=hexes)
    for place in screen.chosen:
        _rim(painter, board.cell(*place), painter.theme.focus, layout.text, 1.0, hexes=hexes)
    if screen.keyboard and not screen.button and not view.slides and view.status == "playing":
        _rim(painter, board.cell(*screen.cursor), painter.theme.focus, layout.text, 1.0, hexes=hexes)
    for points in screen.floating:
        x, y = board.cell(points.row, points.column).centre
        size = min(board.size * 0.4, 3.4 * layout.text)
        for right, down in ((-1, 0), (1, 0), (0, -1), (0, 1), (1, 1)):
            edge = size * 0.05
            painter.text(
                points.text, x + right * edge, y + down * edge, size, painter.theme.back, anchor=0.5, alpha=points.alpha
            )
        painter.text(points.text, x, y, size, painter.theme.focus, anchor=0.5, alpha=points.alpha)


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


def _foot(painter: Painter, screen: Screen, layout: Layout) -> None:
    box, unit = layout.foot, layout.text
    lines = [(text, painter.theme.faint) for text in screen.notices]
    if screen.message is not None:
        lines.insert(0, (screen.message.reason or screen.message.sentence, painter.theme.refused))
    elif screen.tip is not None:
        lines.append((screen.tip.sentence, painter.theme.focus))
    if not screen.banner:
        _notices(painter, lines, box, unit)
        return
    colour = painter.colour(screen.banner_colour) if screen.banner_colour else painter.theme.raised
    letters = painter.ink(screen.banner_colour) if screen.banner_colour else painter.theme.text
    painter.box(box, 1.2 * unit, colour)
    x = box.x + 1.8 * unit
    wide = min([each.x for each in layout.urgent.values()], default=box.right - 0.8 * unit) - 1.0 * unit - x
    size = 2.4 * unit
    banner, standing = screen.banner, screen.standing if screen.view.status == "over" else ""
    said = [banner, standing] if standing else [banner]
    if measure(banner, max(6, painter.pixels(0.75 * size))) > wide * painter.scale:
        # Long words rather in two lines than small.
        size = 1.75 * unit
        said = wrapped(banner, max(6, painter.pixels(size)), wide * painter.scale)
        if len(said) > 2 or standing:
            size = 1.5 * unit
            room = box.height / unit - (1.9 if screen.message else 0.0)
            most = max(2, int(room / 1.875 + 0.1))
            said = _shortened(wrapped(banner, max(6, painter.pixels(size)), wide * painter.scale), most)
            said += [standing] if standing and len(said) < most else []
    told = [(line, size) for line in said]
    if lines and sum(1.25 * each for _, each in told) + 1.9 * unit <= box.height:
        told.append((lines[0][0], 1.5 * unit))
    y = box.centre[1] - sum(1.25 * each for _, each in told) / 2
    for text, each in told:
        painter.text(text, x, y + 0.625 * each, each, letters, width=wide)
        y += 1.25 * each
    for button in screen.buttons:
        if button.action in layout.urgent:
            _urgent(painter, screen, button, layout.urgent[button.action], unit)


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


def _urgent(painter: Painter, screen: Screen, button: Button, box: Rect, unit: float) -> None:
    """A button that is waited for."""
    colour = painter.colour(button.colour or CALL)
    letters = painter.ink(button.colour or CALL)
    over, pressed = screen.over == button.action, screen.pressed == button.action
    if not pressed:
        painter.box(box.moved(0, 0.35 * unit), 1.0 * unit, mixed(colour, BLACK, 0.5))
    box = box.moved(0, 0.35 * unit) if pressed else box
    painter.box(box, 1.0 * unit, mixed(colour, painter.theme.text, 0.25) if over else colour)
    painter.frame(box, 1.0 * unit, mixed(colour, BLACK, 0.35), 0.12 * unit)
    x, y = box.centre
    painter.text(button.label, x, y, 2.1 * unit, letters, anchor=0.5, width=box.width - 1.2 * unit)
    if screen.button == button.action:
        painter.frame(box.inset(-0.35 * unit), 1.3 * unit, painter.theme.text, 0.3 * unit)


def _buttons(painter: Painter, screen: Screen, layout: Layout) -> None:
    """What is played by buttons in boxes, what is about the sitting as small pictures, and what the pointed at does."""
    called = layout.urgent if screen.banner else {}
    shown = [(button, layout.buttons[button.action]) for button in screen.buttons if button.action in layout.buttons]
    small = [each for each in shown if each[0].kind == "sitting" or each[0].action == "redo"]
    for button, box in shown:
        if button.action not in called and (button, box) not in small:  # It is larger in the banner.
            _button(painter, screen, button, box, layout)
    for button, box in small:
        _icon(painter, screen, button, box, layout)
    for button, box in small:
        if button.action in {screen.over, screen.button, screen.pressed}:
            _tip(painter, button, box, layout)


def _paper(painter: Painter, screen: Screen, button: Button, paper: Colour) -> Colour:
    """The ground of a button: lighter under the mouse, red where it was refused."""
    over, pressed = screen.over == button.action, screen.pressed == button.action
    if button.enabled and (over or pressed):
        paper = mixed(paper, painter.theme.lift, 0.14 if not pressed else 0.05)
    return mixed(paper, painter.theme.refused, 0.3) if screen.refused == button.action else paper


def _shaken(screen: Screen) -> float:
    """How far what was refused is pushed aside, in cells."""
    if screen.flash is None or screen.preferences.motion != "full":
        return 0.0
    part = screen.flash / _FLASH
    return 0.09 * math.sin(part * 6 * math.pi) * (1 - part)


def _aside(screen: Screen, button: Button, unit: float) -> float:
    """How far a refused button is pushed aside."""
    return _shaken(screen) * 4 * unit if screen.refused == button.action else 0.0


def _button(painter: Painter, screen: Screen, button: Button, box: Rect, layout: Layout) -> None:
    unit = layout.text
    paper = _paper(painter, screen, button, painter.theme.raised if button.enabled else painter.theme.frame)
    box = box.moved(_aside(screen, button, unit), 0.0)
    painter.box(box, 0.9 * unit, paper)
    letters = painter.theme.text if button.enabled else mixed(painter.theme.frame, painter.theme.faint, 0.62)
    size = layout.lettering * box.height
    if button.direction:
        x, y = box.centre
        square = Rect(x - size / 2, y - size / 2, size, size)
        painter.shape("triangle", square, letters, turned=_TURNS[button.direction])
    else:
        edge = 1.0 * unit
        if button.colour and button.enabled:
            painter.box(Rect(box.x + 0.7 * unit, box.y + 0.24 * box.height, 0.45 * unit, 0.52 * box.height),
                        0.22 * unit, painter.colour(button.colour))  # fmt: skip
            edge = 1.7 * unit
        chip = 0.0
        if button.key and layout.keys:
            small = max(SMALLEST, 0.8 * size)
            wide = measure(button.key, max(6, painter.pixels(small))) / painter.scale
            chip = max(1.15 * size, wide + 0.5 * size)
            cap = Rect(box.right - chip - 0.7 * unit, box.centre[1] - 0.58 * size, chip, 1.16 * size)
            painter.box(cap, 0.3 * size, mixed(paper, painter.theme.back, 0.55))
            painter.text(button.key, *cap.centre, small, painter.theme.faint if button.enabled else letters, anchor=0.5)
        wide = box.width - edge - chip - 1.2 * unit
        painter.text(button.label, box.x + edge, box.centre[1], size, letters, width=wide)
    if screen.button == button.action:
        painter.frame(box.inset(-0.2 * unit), 1.1 * unit, painter.theme.focus, 0.3 * unit)


def _icon(painter: Painter, screen: Screen, button: Button, box: Rect, layout: Layout) -> None:
    """A small button: a picture, with its words below where there is room."""
    unit = layout.text
    box = box.moved(_aside(screen, button, unit), 0.0)
    is_move, theme = button.kind != "sitting", painter.theme
    captions = layout.captions and not is_move
    paper = _paper(painter, screen, button, theme.raised if is_move else theme.back)
    if paper != theme.back:
        painter.box(box, 0.7 * unit, paper)
    letters = painter.theme.faint if button.enabled else mixed(painter.theme.back, painter.theme.faint, 0.4)
    high = 0.52 * box.height if captions else 0.56 * box.height
    x, y = box.centre[0], box.y + (0.1 * box.height if captions else (box.height - high) / 2)
    picture = Rect(x - high / 2, y, high, high)
    name = button.action.removeprefix("^")
    name = "silence" if name == "sound" and screen.preferences.sound == "off" else name
    if name in ICONS:
        painter.icon(name, picture, letters)
    else:
        painter.text(button.label[:1], *picture.centre, high, letters, anchor=0.5)
    if captions:
        painter.text(button.label, x, box.y + 0.83 * box.height, 1.5 * unit, letters, anchor=0.5, width=box.width)
    if screen.button == button.action:
        painter.frame(box.inset(-0.1 * unit), 0.8 * unit, painter.theme.focus, 0.25 * unit)


def _tip(painter: Painter, button: Button, box: Rect, layout: Layout) -> None:
    """What a small button does, and its key, above it."""
    unit, size = layout.text, 1.6 * layout.text
    said = f"{button.label}  [{button.key}]" if button.key else button.label
    wide = measure(said, max(6, painter.pixels(size))) / painter.scale + 1.6 * unit
    x = min(max(0.3 * unit, box.centre[0] - wide / 2), layout.width - wide - 0.3 * unit)
    tip = Rect(x, box.y - 3.1 * unit, wide, 2.7 * unit)
    painter.box(tip, 0.6 * unit, painter.theme.text)
    painter.text(said, *tip.centre, size, painter.theme.back, anchor=0.5)


# ---------------------------------------------------------------- the menu


def _mark(painter: Painter, entry: MenuEntry, box: Rect) -> None:
    """A small picture of a game: some of its tiles on a board."""
    painter.box(box, 0.16 * box.width, painter.theme.back)
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


def draw_menu(painter: Painter, screen: MenuScreen, layout: MenuLayout, words: Words) -> None:
    """Draws the menu.

    Args:
        painter: draws.
        screen: what to show.
        layout: where it lies.
        words: of the player's language.
    """
    unit = layout.text
    painter.surface.fill(painter.theme.back)
    clip = layout.body
    for number, (item, card, fresh) in enumerate(zip(screen.items, layout.cards, layout.fresh, strict=True)):
        entry = item.entry
        if card.bottom < clip.y or card.y > clip.bottom:
            continue
        able = not entry.problem
        paper = (
            mixed(painter.theme.frame, painter.theme.lift, 0.07)
            if able and screen.over in {number, f"^new {number}"}
            else painter.theme.frame
        )
        painter.box(card, 1.2 * unit, paper)
        mark = Rect(card.x + 1.2 * unit, card.y + 1.5 * unit, 6.0 * unit, 6.0 * unit)
        _mark(painter, entry, mark)
        x = mark.right + 1.4 * unit
        wide = (fresh.x if fresh else card.right) - x - 1.4 * unit
        painter.text(
            entry.title,
            x,
            card.y + 2.0 * unit,
            2.3 * unit,
            painter.theme.text if able else painter.theme.faint,
            width=wide,
        )
        facts = [words("best {score}", score=entry.best)] if entry.best else []
        facts += [each for each in (entry.rank, entry.running) if each]
        known = "  ·  ".join(facts) or entry.goal
        under = entry.problem or known or ("" if entry.played else words("not played yet"))
        colour = painter.theme.refused if entry.problem else painter.theme.text if known else painter.theme.faint
        painter.text(under, x, card.y + 4.3 * unit, 1.65 * unit, colour, width=wide)
        said = wrapped(entry.about, max(6, painter.pixels(1.4 * unit)), (wide - unit) * painter.scale)  # and three dots
        for line, text in enumerate(_shortened(said, 2)):
            painter.text(text, x, card.y + (6.15 + 1.7 * line) * unit, 1.4 * unit, painter.theme.faint, width=wide)
        if fresh is not None:
            paper = (
                mixed(painter.theme.raised, painter.theme.lift, 0.14)
                if screen.over == f"^new {number}"
                else painter.theme.raised
            )
            painter.box(fresh, 0.9 * unit, paper)
            painter.text(
                words("New game"), *fresh.centre, 1.5 * unit, painter.theme.text, anchor=0.5, width=fresh.width - unit
            )
        if number == screen.selected and not screen.button:
            painter.frame(card.inset(-0.25 * unit), 1.4 * unit, painter.theme.focus, 0.3 * unit)
    # What was scrolled out of sight goes behind the heading, and fades where there is more.
    painter.box(Rect(0, 0, layout.width, clip.y - 0.5 * unit), 0, painter.theme.back)
    painter.box(Rect(0, clip.bottom + 0.5 * unit, layout.width, layout.height), 0, painter.theme.back)
    for more, y, down in (
        (layout.scrolled > 1, clip.y - 0.5 * unit, False),
        (layout.scrolled < layout.most - 1, clip.bottom - 3.5 * unit, True),
    ):
        if more:
            painter.fade(Rect(0, y, layout.width, 4 * unit), painter.theme.back, down=down)
    if layout.most:
        seen = clip.height / (clip.height + layout.most)
        draw_bar(painter, Rect(clip.right + 0.3 * unit, clip.y, 0.5 * unit, clip.height), seen,
             layout.scrolled / layout.most)  # fmt: skip
    box = layout.title
    painter.text("tilekit", box.x, box.y + 1.9 * unit, 3.8 * unit, painter.theme.text)
    told = [(screen.message.sentence, painter.theme.refused)] if screen.message else []
    told += [(text, painter.theme.text) for text in screen.news]
    if told:
        below = Rect(box.x, box.y + 3.6 * unit, layout.leave.right - box.x, 3.7 * unit)
        _notices(painter, told, below, unit)
    else:
        painter.text(
            words("What do you want to play?"),
            box.x,
            box.y + 5.2 * unit,
            1.7 * unit,
            painter.theme.faint,
            width=box.width,
        )
    for button in screen.buttons:
        place = {"^help": layout.help, "^quit": layout.leave}.get(button.action)
        if place is None:
            continue
        lift = 0.14 if screen.over == button.action else 0.0
        painter.box(place, 0.9 * unit, mixed(painter.theme.raised, painter.theme.lift, lift))
        wide = place.width - unit
        painter.text(button.label, *place.centre, 1.6 * unit, painter.theme.text, anchor=0.5, width=wide)
        if screen.button == button.action:
            painter.frame(place.inset(-0.2 * unit), 1.1 * unit, painter.theme.focus, 0.3 * unit)
