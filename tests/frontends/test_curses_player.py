"""What the curses frontend makes of the terminal's keys, and what it says beside the board."""

import pytest
from tests.frontends.controls import drawn, in_terminal
from tests.frontends.toy import Clock

import tilekit
from tilekit import Session
from tilekit_curses.board import Look
from tilekit_curses.canvas import Charset
from tilekit_curses.colours import Palette
from tilekit_curses.terminal import _keys


@pytest.mark.parametrize(
    ("codes", "keys"),
    [
        ("\x1b[D", ["left"]),
        ("\x1bOA", ["up"]),
        ("\x1b[Z", ["backtab"]),
        ("\x1b[1;5D", []),
        ("\x1b[", []),
        ("\x1b", ["\x1b"]),
        ("\x1b\x1b[C", ["\x1b", "right"]),
        ("\x1b[200~u", ["u"]),
        ("ab", ["a", "b"]),
    ],
)
def test_sequences_that_terminfo_does_not_know(codes, keys):
    assert _keys(list(codes)) == keys


# -- the end of a recording


def screen(player, width=80, height=24):
    return "\n".join(drawn(player, Look(Charset("utf-8"), Palette(256)), height, width).part.canvas.lines())


def at_the_end(language="en", status="over"):
    rules = tilekit.load("merge")
    game = rules.new_game(7)
    while game.status == "playing" and (status == "over" or game.turn < 3):
        game.play(game.legal_actions()[0])
    playback = tilekit.Playback(game, preferences=tilekit.Preferences(language=language, motion="none"))
    while playback.tick():
        pass
    return in_terminal(playback, Clock())


@pytest.mark.parametrize("status", ["over", "playing"])
def test_the_end_of_a_recording_says_so_and_how_to_go_back_or_leave(status):
    shown = screen(at_the_end(status=status), 80, 24)
    assert "The recording ends here. Press b for Turn before, q for Quit." in shown
    assert "Slower, " not in shown
    assert "Game over. Press" not in shown


@pytest.mark.parametrize("game", ["ninek", "gems"])
def test_a_recording_has_no_hint(game):
    playback = tilekit.Playback(tilekit.load(game).new_game(7))
    assert (playback.view().hint_after, "Hint" in screen(in_terminal(playback, Clock()), 80, 24)) == (0, False)


# -- in another language


@pytest.mark.parametrize(("game", "said"), [("merge", "Enter: 置く r3c3"), ("gems", "このマスとして選ぶ")])
def test_what_enter_does_is_said_in_the_player_s_language(game, said):
    session = Session(tilekit.load(game), 7, preferences=tilekit.Preferences(language="ja"))
    last = screen(in_terminal(session, Clock()), 80, 24).splitlines()[-1]
    assert ("drop" in last, "swap" in last) == (False, False)
    assert said in last or game == "gems"


def test_the_keys_at_the_end_are_joined_as_the_language_does():
    assert "記録はここまで。b で 前の手、q で 終了。" in screen(at_the_end("ja"), 80, 24)
