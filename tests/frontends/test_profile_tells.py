"""What the profile has to tell is seen in each frontend, where and when it happens."""

import sqlite3
import sys

import pytest
from tests.profile.games import kept_in, play, sit

import tilekit
from tilekit.profile.database import NAME

pytestmark = pytest.mark.frontend


def newer(place):
    play(place, "gain")
    connection = sqlite3.connect(place / NAME)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def on_curses(session, _monkeypatch):
    pytest.importorskip("curses")
    from tests.frontends.controls import drawn, in_terminal

    from tilekit_curses.board import Look
    from tilekit_curses.canvas import Charset
    from tilekit_curses.colours import Palette

    player = in_terminal(session, lambda: 0.0)

    def seen():
        lines = drawn(player, Look(Charset("utf-8"), Palette(256)), 24, 80).part.canvas.lines()
        return " ".join(" ".join(lines).split())

    return player, seen


def on_pygame(session, monkeypatch):
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    from tilekit_pygame.painting import Painter
    from tilekit_pygame.sound import Sounds
    from tilekit_pygame.stage import GameStage

    stage = GameStage(session, lambda: 0.0, Sounds())
    written = []
    monkeypatch.setattr(Painter, "text", lambda _self, text, *_, **__: written.append(text))

    def seen():
        written.clear()
        stage.paint(pygame.Surface((1000, 740)), 1.0)
        return " ".join(written)

    return stage, seen


@pytest.mark.parametrize("frontend", [on_curses, on_pygame])
def test_a_profile_that_cannot_be_used_is_told_until_the_first_action(tmp_path, monkeypatch, frontend):
    newer(tmp_path)
    with kept_in(tmp_path) as profile:
        player, seen = frontend(sit(profile), monkeypatch)
        assert "this is not saved: it was written by a newer tilekit (format 99, this one" in seen()
        player.controller._play("gain", "gain", 0.0)
        assert "not saved" not in seen()


@pytest.mark.parametrize("frontend", [on_curses, on_pygame])
def test_a_disk_that_fills_in_mid_game_is_told_with_that_turn(tmp_path, monkeypatch, frontend):
    with kept_in(tmp_path) as profile:
        player, seen = frontend(sit(profile, "gain"), monkeypatch)
        work = profile._file._transaction

        def full(*_):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error

        profile._file._transaction = full
        shown = []
        for _ in range(2):
            player.controller._play("lose", "lose", 0.0)
            shown.append("this is not saved now: the disk is full" in seen())
        profile._file._transaction = work
        player.controller._play("lose", "lose", 0.0)
        shown.append("this is saved again" in seen())
        assert shown == [True, False, True]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_the_second_of_two_programs_says_that_the_game_is_open_elsewhere(start, tmp_path):
    place = tmp_path / "profile"
    command = [sys.executable, "-m", "tilekit.cli", "play", "merge", "--frontend", "curses", "--profile", str(place)]
    with kept_in(place) as profile:
        first = tilekit.Session(tilekit.load("merge"), 7, profile=profile)
        first.play("drop r1c1")
        terminal = start(command)
        terminal.until(lambda: "is open in another session; this is a new game" in terminal.text)
        terminal.send("\r")
        terminal.until(lambda: "is open in another session" not in terminal.text)
        terminal.send("q")
        assert (terminal.ends(), first.game.turn) == (0, 1)
