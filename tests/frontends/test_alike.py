"""The same input gives the same game, the same focus and the same words, whatever frontend it is given to."""

import json
import sys

import pygame
import pytest
from tests.frontends.controls import drawn, in_terminal
from tests.frontends.mirror import ARROWS
from tests.frontends.scripts import ENDS, SCRIPTS, Script, keys, meaning
from tests.frontends.terminal import key
from tests.frontends.test_pygame_window import click, tap
from tests.frontends.told import Told, session_of
from tests.frontends.toy import Clock

from tilekit_curses.board import Look
from tilekit_pygame import stage, window
from tilekit_pygame.window import Window

pytestmark = pytest.mark.frontend

#: Besides whole games: every page, what is refused, redo, and going about.
ABOUT = Script(
    "ninek",
    5,
    (
        "keys tab tab tab backtab enter", "keys left right escape up", "keys enter", "keys ? down tab down tab q",
        "keys u", "keys y", "keys y", "keys home end i", "keys b", "keys , q . escape", "keys tab up up tab enter",
    ),
)  # fmt: skip
ALL = [*SCRIPTS, *(script for script, _ in ENDS.values()), ABOUT]


class Alone:
    """The controller without a frontend: what each input is, and what comes of it."""

    def __init__(self, script):
        self.records = []
        self.clock = Clock()
        self.player = in_terminal(session_of(script), self.clock)
        self.player.controller.__class__ = Told
        Told.tell = self.records.append

    def keys(self, given):
        screen = self.player.screen
        names = given.split()[1:] if given.startswith("keys ") else keys(given, screen.cursor, screen.buttons)
        for name in names:
            self.clock.now += 1  # No key is held.
            self.player.press(name)
        return names

    def target(self, given):
        """What is clicked; None where there is nothing to click on."""
        kind, what = given.split(" ", 1)
        if kind == "cell":
            return tuple(int(part) - 1 for part in what[1:].split("c"))
        action = meaning(self.player.view, given)
        return action if any(button.action == action for button in self.player.view.buttons) else None


def sent(name):
    """The bytes of a key in a terminal."""
    if name in ARROWS:
        return key(ARROWS[name])
    return {"enter": "\r", "tab": "\t", "backtab": key("kcbt"), "escape": "\x1b", "home": key("khome"),
            "end": key("kend")}.get(name, name)  # fmt: skip


def told(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def wait(terminal, path, count):
    """Until so much was told, whether or not anything is drawn."""
    for _ in range(400):
        if len(told(path)) >= count:
            return
        terminal.read(0.05)
    pytest.fail(f"waited in vain for record {count}:\n{terminal.text}")


def terminal_of(start, script, path):
    play = f"in_terminal({script.ruleset!r}, {script.seed}, {str(path)!r})"
    code = f"import sys; from tests.frontends.told import in_terminal; sys.exit({play})"
    terminal = start([sys.executable, "-c", code])
    terminal.until(f"seed {script.seed}")
    return terminal


def window_of(script, monkeypatch, events):
    """Plays in a real window; after each picture come the next events. Gives what was told, but for leaving."""
    records = []
    monkeypatch.setattr(Told, "tell", records.append)
    monkeypatch.setattr(stage, "Controller", Told)
    inputs = iter((*events, lambda _: tap("q")))
    real = Window.draw

    def draw(self, shown):
        real(self, shown)
        for each in next(inputs)(shown):
            pygame.event.post(each)

    with monkeypatch.context() as patch:
        patch.setattr(Window, "draw", draw)
        assert window.play(session_of(script)) == 0
    return records[:-1]


@pytest.mark.parametrize("script", ALL, ids=lambda script: f"{script.ruleset}-{len(script.inputs)}")
def test_keys_do_the_same_in_every_frontend(start, screen, monkeypatch, tmp_path, script):
    alone = Alone(script)
    names = [name for given in script.inputs for name in alone.keys(given)]
    expected = alone.records
    path = tmp_path / "told"
    terminal = terminal_of(start, script, path)
    for number, name in enumerate(names, start=1):
        terminal.send(sent(name))
        wait(terminal, path, number)
    in_window = window_of(script, monkeypatch, [lambda _, name=name: tap(name) for name in names])
    assert len(expected) == len(names)
    assert told(path) == expected
    assert in_window == expected


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.ruleset)
def test_clicks_do_the_same_in_every_frontend(start, screen, monkeypatch, tmp_path, script):
    alone, targets = Alone(script), []
    path = tmp_path / "told"
    terminal = terminal_of(start, script, path)
    for given in script.inputs:
        target = alone.target(given)
        if target is None:
            continue
        frame = drawn(alone.player, Look(), 24, 80)
        row, column = next(place for place, what in frame.part.targets.items() if what == target)
        targets.append(target)
        alone.player.click(target)
        terminal.send(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")
        wait(terminal, path, len(targets))
    expected = alone.records

    def clicked(shown, target):
        boxes = shown.layout.urgent | shown.layout.buttons
        box = shown.layout.board.cell(*target) if isinstance(target, tuple) else boxes[target]
        return click(box.centre)

    in_window = window_of(script, monkeypatch, [lambda shown, at=at: clicked(shown, at) for at in targets])
    assert told(path) == expected
    assert in_window == expected
