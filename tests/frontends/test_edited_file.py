"""A file that is edited while it is played: every frontend plays the new rules from New and Restart on."""

import io
import sys

import pygame
import pytest
from tests.frontends.controls import drawn, in_terminal, told
from tests.frontends.toy import Clock

import tilekit
from tilekit import Preferences, Session
from tilekit.cli import plain
from tilekit.cli.starter import write
from tilekit_curses.board import Look
from tilekit_pygame.sound import Sounds
from tilekit_pygame.stage import GameStage

pytestmark = pytest.mark.frontend


class Curses:
    def __init__(self, session):
        self.clock = Clock()
        self.player = in_terminal(session, self.clock)

    def press(self, key):
        self.clock.now += 1  # No key is held.
        self.player.press(key)

    def seen(self):
        frame = drawn(self.player, Look(), 24, 80)
        return "\n".join("".join(text for _, text, _ in frame.part.canvas.runs(row)) for row in range(24))


class Pygame:
    def __init__(self, session):
        self.stage = GameStage(session, Clock(), Sounds())

    def press(self, key):
        self.stage.key_down(key)
        self.stage.key_up(key)

    def seen(self):
        self.stage.paint(pygame.Surface((700, 600)))
        view = self.stage.controller.view
        return "\n".join((view.title, self.stage.title, *view.notices, told(self.stage), *view.help))


class Plain:
    def __init__(self, session):
        self.talk = plain._Talk(session, boards=True)
        self.said = io.StringIO()

    def press(self, key):
        self.said = io.StringIO()
        before, sys.stdout = sys.stdout, self.said
        try:
            self.talk.act(plain._spelt_out(self.talk.session, key))
        finally:
            sys.stdout = before

    def seen(self):
        return self.said.getvalue()


@pytest.fixture
def garden(tmp_path):
    path = write(tmp_path / "garden")
    text = path.read_text(encoding="utf-8").partition("[[scenario]]")[0]  # They are of a board of five rows.
    path.write_text(text, encoding="utf-8")

    def change(old="", new=""):
        assert old in text
        path.write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")

    change.path = path
    return change


@pytest.mark.parametrize("key", ["n", "r"])
@pytest.mark.parametrize("frontend", [Curses, Pygame, Plain])
def test_new_and_restart_read_the_file_again(garden, frontend, key):
    session = Session(tilekit.load(str(garden.path)), 7, preferences=Preferences(motion="full"))
    shown = frontend(session)
    for _ in range(4):
        session.play(session.game.legal_actions()[0])
    before, state = session.rules, session.game.to_dict()

    garden("[grid]", "[gird]")
    shown.press(key)
    assert "garden.toml:" in shown.seen()
    assert "the game goes on by its old rules" in " ".join(shown.seen().split())
    assert (session.rules is before, session.game.to_dict()) == (True, state)

    garden("rows = 5", "rows = 3")
    shown.press(key)
    assert "the rules have changed; this game is played by the new ones" in " ".join(shown.seen().split())
    assert (session.view().rows, session.game.turn, session.game.seed == 7) == (3, 0, key == "r")
    for _ in range(3):
        session.play(session.game.legal_actions()[0])

    shown.press("b")
    assert (session.rules is before, session.game.to_dict()) == (True, state)
    shown.seen()
    shown.press("b")
    assert (session.view().rows, session.game.turn) == (3, 3)
    shown.seen()
