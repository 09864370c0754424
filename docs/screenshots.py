"""The pictures of the documentation that show a frontend: ``python -m docs.screenshots`` writes them anew.

Owns which games are shown, in which state, and how a screen becomes an SVG file. The programs are the real ones; the
same sources give the same bytes.
"""

# ruff: noqa: INP001 - a script of the docs

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    import pyte

IMAGES: Final = Path(__file__).parent / "images"

# ---------------------------------------------------------------- a terminal

#: For each picture: the game, its seed, how many actions a bot plays first, keys pressed then, the language.
_TERMINALS: Final = (
    ("merge", 11, 36, "", "en"),
    ("ninek", 11, 24, "i", "en"),
    ("sum10", 11, 3, "", "en"),
)
_WIDE, _HIGH = 9, 18  # of a character, in pixels
_PAPER, _INK = "#14171f", "#d7dbe4"
_NAMED: Final = {
    "black": "#000000", "red": "#cd0000", "green": "#00cd00", "brown": "#cdcd00", "blue": "#0000ee",
    "magenta": "#cd00cd", "cyan": "#00cdcd", "white": "#e5e5e5",
}  # fmt: skip
#: Lines between characters, as strokes from the middle of the cell to its sides: left, up, right, down.
_LINES: Final = {"─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "┏": "rd", "┓": "ld", "┗": "ru",
                 "┛": "lu", "┃": "ud"}  # fmt: skip
_HEAVY: Final = "┏┓┗┛┃"
#: Blocks that fill the lower part of a cell, and how much of it.
_BLOCKS: Final = {"▂": 0.25, "▄": 0.5, "▆": 0.75}
_DRAWN: Final = {*_LINES, *_BLOCKS, "▒"}


def terminal() -> None:
    """Writes ``terminal-<game>.svg``: the games on a terminal of 80 by 24 characters, some way into them."""
    from tests.frontends.mirror import Mirror
    from tests.frontends.terminal import Terminal, merge

    import tilekit

    plugins = tilekit.Plugins()
    for game, seed, turns, keys, language in _TERMINALS:
        name = f"terminal-{game}" + (f"-{language}" if language != "en" else "")
        _tell(f"{name}.svg: {turns} turns of {game} in a terminal")
        command = [*merge(seed)[:4], game, *merge(seed)[5:], "--motion", "none", "--language", language]
        with tempfile.TemporaryDirectory() as home:
            program = Terminal(command, home)
            try:
                preferences = tilekit.Preferences(motion="none", language=language)
                mirror = Mirror(program, tilekit.load(game), seed, preferences)
                mirror.seen()
                for number in range(turns):
                    actions = mirror.session.game.legal_actions()
                    if not actions:
                        break
                    choose = plugins.bot("greedy").choose
                    chosen = choose(mirror.session.game, lambda n, number=number: number % n)
                    mirror.by_keyboard(f"cell {chosen.target}" if chosen.target else f"button {chosen}")
                for key in keys:
                    mirror.press(key)
                mirror.seen()
                text = "\n".join(_svg(program.screen)) + "\n"
                (IMAGES / f"{name}.svg").write_text(text, encoding="utf-8", newline="\n")
            finally:
                program.close()


def _svg(screen: pyte.Screen) -> Iterator[str]:
    """A screen as the lines of an SVG file."""
    margin = 12
    width, height = screen.columns * _WIDE + 2 * margin, screen.lines * _HIGH + 2 * margin
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15" role="img">'
    )
    yield f'<rect width="{width}" height="{height}" rx="8" fill="{_PAPER}"/>'
    for row in range(screen.lines):
        y = margin + row * _HIGH
        cells = [screen.buffer[row][column] for column in range(screen.columns)]
        looks = [_look(cell) for cell in cells]
        for first, last in _stretches([paper for _, paper, _ in looks]):
            if looks[first][1]:
                yield _block(margin + first * _WIDE, y, (last - first) * _WIDE, _HIGH, looks[first][1])
        drawn = [(cell.data if cell.data in _DRAWN else "", *look) for cell, look in zip(cells, looks, strict=True)]
        for first, last in _stretches(drawn):
            if drawn[first][0]:
                yield _drawn(drawn[first][0], margin + first * _WIDE, y, last - first, looks[first][0])
        for column, cell in enumerate(cells):
            if cell.data.strip() and cell.data not in _DRAWN:
                ink, _, bold = looks[column]
                wide = _WIDE * (2 if east_asian_width(cell.data[0]) in "WF" else 1)
                weight = ' font-weight="700"' if bold else ""
                x = margin + column * _WIDE + wide / 2
                place = f'x="{x:g}" y="{y + 14}" text-anchor="middle"'
                yield f'<text {place} fill="{ink}"{weight}>{escape(cell.data)}</text>'
    yield "</svg>"


def _look(cell: pyte.screens.Char) -> tuple[str, str, bool]:
    """Ink, paper (empty for the terminal's own) and weight of a character."""
    ink, paper = _colour(cell.fg, _INK), _colour(cell.bg, "")
    return (paper or _PAPER, ink, cell.bold) if cell.reverse else (ink, paper, cell.bold)


def _stretches(items: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Where equal items lie beside each other: the first of them, and the one after the last."""
    first = 0
    for at in range(1, len(items) + 1):
        if at == len(items) or items[at] != items[first]:
            yield first, at
            first = at


def _drawn(text: str, x: int, y: int, count: int, ink: str) -> str:
    """A stretch of one character that is drawn, so that no font leaves gaps in it."""
    width = count * _WIDE
    if text in _BLOCKS:
        high = round(_HIGH * _BLOCKS[text])
        return _block(x, y + _HIGH - high, width, high, ink)
    if text == "▒":
        lines = "".join(f"M{x + dy % 2 * 2} {y + dy + 0.5}h{width - dy % 2 * 2}" for dy in range(0, _HIGH, 3))
        return f'<path d="{lines}" stroke="{ink}" stroke-dasharray="2 2"/>'
    ends = {"l": f"h-{_WIDE / 2}", "r": f"h{_WIDE / 2}", "u": f"v-{_HIGH / 2}", "d": f"v{_HIGH / 2}"}
    if text == "─":
        path = f"M{x} {y + _HIGH / 2:g}h{width}"
    else:
        path = "".join(
            f"M{x + (number + 0.5) * _WIDE:g} {y + _HIGH / 2:g}{ends[side]}"
            for number in range(count)
            for side in _LINES[text]
        )
    return f'<path d="{path}" stroke="{ink}" stroke-width="{3 if text in _HEAVY else 1}" stroke-linecap="square"/>'


def _block(x: int, y: int, width: int, height: int, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}" shape-rendering="crispEdges"/>'


def _colour(name: str, default: str) -> str:
    return default if name == "default" else _NAMED.get(name) or (f"#{name}" if len(name) == 6 else default)


# ---------------------------------------------------------------- a window

#: For each picture: its name, the game, its seed, how many actions a bot plays first, the window's size in points.
_WINDOWS: Final = (
    ("merge", "merge", 4, 57, (800, 600)),
    ("ninek", "ninek", 5, 118, (800, 600)),
    ("sum10", "sum10", 7, 1, (800, 600)),
    ("sum10-stage", "sum10", 7, 300, (800, 600)),
    ("2048", "2048", 2, 120, (380, 680)),
)


def window() -> None:
    """Writes ``window-<name>.png``: games as a window shows them, some way into them, one with its stage complete."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    import tilekit
    from tilekit_pygame.sound import Sounds
    from tilekit_pygame.stage import GameStage

    choose = tilekit.Plugins().bot("lookahead").choose
    for name, game, seed, turns, size in _WINDOWS:
        _tell(f"window-{name}.png: {turns} turns of {game} in a window")
        session = tilekit.Session(tilekit.load(game), seed, preferences=tilekit.Preferences(motion="none"))
        for number in range(turns):
            if session.game.status != "playing":
                break
            session.play(choose(session.game, lambda n, number=number: number % n))
        surface = pygame.Surface(size)
        GameStage(session, lambda: 0.0, Sounds()).paint(surface)
        pygame.image.save(surface, IMAGES / f"window-{name}.png")


# ---------------------------------------------------------------- all of them


def _tell(text: str) -> None:
    """Says what is being done: all of it takes most of a minute."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def main() -> None:
    """Writes the pictures named on the command line, or all of them."""
    known = {"terminal": terminal, "window": window}
    IMAGES.mkdir(exist_ok=True)
    for name in sys.argv[1:] or known:
        known[name]()


if __name__ == "__main__":
    main()
