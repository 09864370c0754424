"""A window or a terminal of any size, down to one point, draws less or nothing and goes on.

Tiling window managers ask no program how small it may become.
"""

from functools import cache

import pygame
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.frontends.controls import drawn, in_terminal
from tests.frontends.toy import Clock

import tilekit
from tilekit import Chooser, Held, MenuEntry, Playback, Plugins, Preferences, Session
from tilekit.menu import Menu
from tilekit.view import samples
from tilekit.words import words_of
from tilekit_curses.board import Look
from tilekit_curses.canvas import Charset
from tilekit_curses.colours import Palette
from tilekit_curses.menu import draw_menu
from tilekit_pygame.sound import Sounds
from tilekit_pygame.stage import GameStage, MenuStage

pytestmark = pytest.mark.frontend

RULESETS = sorted(Plugins().rulesets)
ANY = settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def sessions(ruleset):
    """A game of a ruleset: new, at its end or in a pause, and recorded."""
    rules = tilekit.load(ruleset)
    new, ended = (Session(rules, 7, preferences=Preferences(motion="full")) for _ in range(2))
    for number in range(400):
        legal = ended.game.legal_actions()
        if ended.game.status != "playing" or not legal:
            break
        ended.play(legal[number * 5 % len(legal)])
    return {"new": new, "ended": ended, "recorded": Playback(ended.game)}


def entries():
    return [
        MenuEntry(name, name.title(), "12", "", "turn 3, score 40" * (n % 2), "broken" * (n % 5 == 4), 5,
                  tiles=samples(sessions(name)["new"].game), goal="Reach the top", about="A game about tiles. " * 9)
        for n, name in enumerate(RULESETS)
    ]  # fmt: skip


def menu():
    return Menu(lambda *_: entries(), lambda *_: None, Preferences(), lambda *names: words_of("en", *names))


def use(stage, width, height, scale):
    """Shows a stage at a size and uses it: keys, the help, the wheel, and the mouse, inside the window and outside."""
    surface = pygame.Surface((max(1, round(width * scale)), max(1, round(height * scale))))
    stage.paint(surface, scale)
    for key in ("down", "enter", "?", "end", "escape", "tab"):
        stage.key_down(key)
        stage.key_up(key)
        if key in {"enter", "end", "tab"}:
            stage.paint(surface, scale)
    for x, y in ((0, 0), (width / 2, height / 2), (width + 50, height + 50)):
        stage.point_move(x, y)
        stage.point_down(x, y)
        stage.point_up(x, y)
        stage.wheel(-2)
        stage.paint(surface, scale)


SIZES = st.tuples(st.integers(1, 40) | st.integers(1, 900), st.integers(1, 40) | st.integers(1, 900))


@pytest.mark.parametrize("ruleset", RULESETS)
@given(st.sampled_from(["new", "ended", "recorded"]), SIZES, st.sampled_from([1.0, 1.5, 2.0]))
@example("new", (1, 1), 1.0)
@example("ended", (1, 1), 2.0)
@example("new", (640, 10), 1.0)
@example("ended", (300, 16), 1.0)
@example("ended", (16, 700), 1.5)
@ANY
def test_a_window_of_any_size_shows_a_game(ruleset, which, size, scale):
    kept = sessions(ruleset)[which]
    session = kept if which == "recorded" else Session(kept.rules, game=kept.game.copy())
    use(GameStage(session, Clock(), Sounds()), *size, scale)


@pytest.mark.parametrize("size", [(1, 1), (640, 10), (300, 16), (16, 300)])
def test_a_window_that_was_small_is_as_it_was_once_it_is_large_again(size):
    stage = GameStage(Session(tilekit.load("merge"), 7), Clock(), Sounds())
    shown = []
    for width, height in ((640, 480), size, (640, 480)):
        surface = pygame.Surface((width, height))
        stage.paint(surface)
        shown.append(pygame.image.tobytes(surface, "RGB"))
    assert shown[2] == shown[0]


@given(SIZES, st.sampled_from([1.0, 2.0]))
@example((1, 1), 1.0)
@example((640, 10), 1.0)
@example((300, 16), 1.0)
@example((16, 300), 2.0)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_window_of_any_size_shows_the_menu(size, scale):
    stage = MenuStage(menu())
    stage.chooser._news = ("this is not saved",)
    use(stage, *size, scale)


@pytest.mark.parametrize("ruleset", RULESETS)
@given(
    st.sampled_from(["new", "ended", "recorded"]), st.integers(1, 30), st.integers(1, 100), st.sampled_from([0, 8, 256])
)
@example("new", 1, 1, 8)
@example("ended", 1, 200, 256)
@example("ended", 100, 1, 0)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_terminal_of_any_size_shows_a_game(ruleset, which, height, width, colours):
    kept = sessions(ruleset)[which]
    session = kept if which == "recorded" else Session(kept.rules, game=kept.game.copy())
    player = in_terminal(session, Clock())
    look = Look(Charset("utf-8" if height % 2 else "ascii", ambiguous_wide=width % 3 == 0), Palette(colours))
    for key in ("", "down", "enter", "?", "end", "pagedown", "escape", "tab", "enter"):
        if key:
            player.press(key)
        frame = drawn(player, look, height, width)
        assert (frame.part.canvas.height, frame.part.canvas.width) == (height, width)


@given(st.integers(1, 30), st.integers(1, 100))
@example(1, 1)
@example(1, 200)
@example(100, 1)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_terminal_of_any_size_shows_the_menu(height, width):
    chooser = Chooser(menu(), held=Held(releases=False))
    for key in ("", "down", "?", "end", "escape", "end", "home", "9"):
        if key:
            chooser.press(key, 0.0)
        frame = draw_menu(chooser.screen(), Look(), height, width)
        chooser.fit(first=frame.first, fits=frame.fits)
        assert (frame.part.canvas.height, frame.part.canvas.width) == (height, width)
