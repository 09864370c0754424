"""Whole games in the window, by keyboard alone and by mouse alone: they come to what the engine comes to."""

from dataclasses import replace

import pygame
import pytest
from tests.frontends.scripts import ENDS, SCRIPTS, keys, meaning, played
from tests.frontends.test_pygame_window import click, mouse, tap

import tilekit
from tilekit import Preferences, Session
from tilekit_pygame import window
from tilekit_pygame.window import Window

pytestmark = pytest.mark.frontend


def by_keyboard(stage, given):
    """The events of the keys that an input takes."""
    screen = stage.screen
    return [each for key in keys(given, screen.cursor, screen.buttons) for each in tap(key)]


def by_mouse(stage, given):
    """The events of a click on a cell or a button; of a way, those of the mouse pulled along it."""
    kind, what = given.split(" ", 1)
    if kind == "cell":
        row, column = (int(part) - 1 for part in what[1:].split("c"))
        return click(stage.layout.board.cell(row, column).centre)
    if kind == "way":
        x, y = stage.layout.board.cell(1, 1).centre
        across, down = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[what]
        far = stage.layout.board.pitch
        there = (x + across * far, y + down * far)
        return [mouse(pygame.MOUSEBUTTONDOWN, (x, y)), mouse(pygame.MOUSEBUTTONUP, there)]
    action = meaning(stage.controller.view, given)
    # A key that presses no button has nothing to click on.
    boxes = stage.layout.urgent | stage.layout.buttons
    return click(boxes[action].centre) if action in boxes else []


def run(script, how, monkeypatch, *, motion="full"):
    """Plays a script in a window and leaves; after each picture the next input comes, and nothing else ever does."""
    session = Session(tilekit.load(script.ruleset), script.seed, preferences=Preferences(motion=motion))
    inputs = iter((*script.inputs, "button ^quit"))
    seen = []
    real = Window.draw

    def draw(self, stage):
        real(self, stage)
        seen.append(stage.controller.view.reason)
        for each in how(stage, next(inputs)):
            pygame.event.post(each)

    monkeypatch.setattr(Window, "draw", draw)
    assert window.play(session) == 0
    assert next(inputs, "all were played") == "all were played"
    assert not pygame.display.get_init()
    return session.game, list(dict.fromkeys(seen))


@pytest.fixture(params=[by_keyboard, by_mouse], ids=lambda how: how.__name__)
def how(request):
    return request.param


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.ruleset)
def test_a_script_comes_to_what_the_engine_comes_to(screen, monkeypatch, script, how):
    game, _ = run(script, how, monkeypatch)
    expected = played(tilekit.load(script.ruleset), script)
    assert (game.actions, game.to_dict()) == (expected.actions, expected.to_dict())


#: What the games come to on their way.
ON_THE_WAY = {
    "merge": ["", "jammed"],
    "ninek": ["", "no-groups"],
    "sum10": ["", "out-of-moves", "stage-complete", "game-over"],
}


@pytest.mark.parametrize("name", ENDS)
def test_played_to_its_end(screen, monkeypatch, name, how):
    script, reason = ENDS[name]
    game, seen = run(script, how, monkeypatch)
    assert (game.status, game.reason) == ("over", reason)
    assert seen == ON_THE_WAY[name]
    expected = played(tilekit.load(name), script)
    assert (game.digest, game.actions, game.to_dict()) == (expected.digest, expected.actions, expected.to_dict())


def test_undo_after_the_end_and_the_end_again(screen, monkeypatch, how):
    script, reason = ENDS["merge"]
    again = replace(script, inputs=(*script.inputs, "button undo", script.inputs[-1]))
    game, _ = run(again, how, monkeypatch, motion="none")
    assert (game.status, game.reason, "undo" in game.actions) == ("over", reason, True)
    assert game.to_dict() == played(tilekit.load("merge"), again).to_dict()
