"""What keys and clicks do in the curses frontend, without a terminal and without waiting."""

from dataclasses import replace

import pytest
from tests.frontends.toy import NEW, NEXT, RESTART, UNDO, Clock, ToySession, make_view, paused

import tilekit
from tilekit import Session
from tilekit.view import Button
from tilekit_curses.board import Look
from tilekit_curses.canvas import Charset
from tilekit_curses.colours import Palette
from tilekit_curses.player import HOLD, RESERVED, Player
from tilekit_curses.screen import draw
from tilekit_curses.terminal import _keys

BOARD = """
. . .
. s _
. . n
"""
VIEW = make_view(BOARD)


def make_player(*views, clock=None, **settings):
    session = ToySession(*(views or (VIEW,)), **settings)
    return Player(session, clock or Clock()), session


def press(player, keys):
    for key in keys.split():
        player.press(key)


@pytest.mark.parametrize(
    ("keys", "cursor"),
    [
        ("", (1, 1)),
        ("up", (0, 1)),
        ("up up up", (0, 1)),
        ("h k", (0, 0)),
        ("j l", (2, 2)),
        ("l", (1, 1)),  # Only a hole lies there.
        ("up right down", (2, 2)),  # Over the hole.
        ("home", (1, 0)),
        ("up end", (0, 2)),
        ("J L", (2, 2)),  # Caps lock.
        ("x F1", (1, 1)),
    ],
)
def test_cursor_moves(keys, cursor):
    player, session = make_player()
    press(player, keys)
    assert player.cursor == cursor
    assert session.played == []


def test_tab_goes_through_cells_that_can_be_played_then_buttons():
    player, _ = make_player()
    stops = []
    for _ in range(11):
        player.press("tab")
        stops.append(player.button or player.cursor)
    assert stops == [
        (2, 0), (2, 1), "help", "restart", "new", (0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1)
    ]  # fmt: skip
    press(player, "backtab")
    assert player.cursor == (2, 0)


def test_backtab_from_a_cell_that_cannot_be_played():
    player, _ = make_player()
    press(player, "backtab")
    assert player.cursor == (1, 0)


@pytest.mark.parametrize("key", ["enter", "space"])
def test_enter_and_space_play_the_selected_cell(key):
    player, session = make_player()
    press(player, f"up {key}")
    assert session.played == ["drop r1c2"]


def test_a_refusal_is_shown_until_the_next_key():
    player, session = make_player(refuse=["drop r2c2"])
    press(player, "enter")
    assert player.message == "drop r2c2 is refused"
    press(player, "up")
    assert player.message == ""
    assert session.played == []


def test_a_cell_without_an_action_says_so():
    view = replace(VIEW, cells=tuple(tuple(replace(cell, action="") for cell in row) for row in VIEW.cells))
    player, session = make_player(view)
    press(player, "enter")
    assert player.message == "nothing can be played on this cell"
    assert session.played == []


def test_buttons_by_their_keys_whatever_the_case():
    player, session = make_player()
    press(player, "u R n")
    assert session.played == ["undo", "restart", "new"]


def test_selected_buttons_are_walked_and_pressed():
    player, session = make_player()
    press(player, "tab tab tab tab down up enter")
    assert session.played == ["restart"]
    press(player, "left")
    assert player.button is None
    press(player, "tab escape")
    assert player.button is None


def test_keys_of_the_frontend_win_and_the_button_answers_to_the_capital():
    left = Button("slide left", "l", "Left", "", enabled=True, prominent=False)
    what = Button("ask", "?", "Ask", "", enabled=True, prominent=False)
    player, session = make_player(replace(VIEW, buttons=(left, what)))
    assert [button.key_beside(RESERVED) for button in (left, what, UNDO)] == ["L", "", "u"]
    press(player, "up l")
    assert (player.cursor, session.played) == ((0, 2), [])
    press(player, "L")
    assert session.played == ["slide left"]
    press(player, "?")
    assert player.help == 0


def test_of_two_buttons_with_one_key_the_enabled_one():
    other = replace(NEW, action="new stage", key="u")
    player, session = make_player(replace(VIEW, buttons=(UNDO, other)))
    press(player, "u")
    assert session.played == ["new stage"]


def test_arrows_press_directions_where_no_cell_can_be_aimed_at():
    view = make_view("s .\n. .")
    view = replace(
        view,
        cells=tuple(tuple(replace(cell, action="", legal=False) for cell in row) for row in view.cells),
        buttons=tuple(
            Button(f"slide {way}", key, way, "", enabled=True, prominent=False, direction=way)
            for way, key in (("left", "4"), ("right", "6"), ("up", "8"), ("down", "2"))
        ),
    )
    player, session = make_player(view)
    press(player, "left k 6 enter space")
    assert session.played == ["slide left", "slide up", "slide right"]
    assert player.message == ""
    assert player.view.slides
    press(player, "tab")
    assert player.button == "slide left"
    press(player, "down enter escape down")
    assert session.played[3:] == ["slide right", "slide down"]


def test_where_a_cell_can_be_played_arrows_move_the_cursor():
    view = make_view("s .\n. .")
    way = Button("tilt left", "4", "Tilt left", "", enabled=True, prominent=False, direction="left")
    player, session = make_player(replace(view, buttons=(way,)))
    assert not player.view.slides
    press(player, "right left 4")
    assert session.played == ["tilt left"]


def test_a_click_plays_and_presses():
    player, session = make_player()
    player.click((0, 2))
    assert (player.cursor, session.played) == ((0, 2), ["drop r1c3"])
    player.click("restart")
    assert session.played == ["drop r1c3", "restart"]
    player.click("help")
    assert player.help == 0
    player.click("quit")
    assert player.done


def test_a_click_on_a_cell_that_is_gone_does_nothing():
    player, session = make_player()
    player.click((7, 7))
    assert session.played == []


def test_enter_on_the_board_does_nothing_while_paused():
    player, session = make_player(paused(VIEW))
    press(player, "enter space up enter")
    assert session.played == []
    press(player, "e")
    assert session.played == ["next"]


def test_tab_offers_the_button_waited_for_first():
    view = paused(VIEW)
    view = replace(
        view,
        cells=tuple(tuple(replace(cell, legal=False) for cell in row) for row in view.cells),
        buttons=(RESTART, NEXT),
    )
    player, session = make_player(view, VIEW)
    press(player, "tab")
    assert player.button == "next"
    press(player, "enter")
    assert (session.played, player.button) == (["next"], None)


def test_a_held_key_does_not_act_on_the_next_screen():
    clock = Clock()
    player, session = make_player(VIEW, paused(VIEW), VIEW, clock=clock)
    press(player, "up enter")
    assert session.played == ["drop r1c2"]
    press(player, "tab")  # Another key: Enter counts again.
    player.cursor, player.button = (0, 1), "next"
    for _ in range(30):
        press(player, "enter")
        clock.now += 0.03
    assert session.played == ["drop r1c2", "next"]
    clock.now += HOLD
    press(player, "enter")
    assert session.played == ["drop r1c2", "next", "drop r1c2"]


def test_a_held_undo_goes_on_while_the_game_goes_on():
    player, session = make_player()
    press(player, "u u u")
    assert session.played == ["undo"] * 3


def test_help_scrolls_and_closes():
    player, session = make_player()
    press(player, "? down j space up enter")
    assert (player.help, session.played, player.done) == (None, [], False)
    press(player, "enter")  # Held.
    assert session.played == []
    press(player, "? pagedown")
    assert player.help == 10
    player.turn_page(-3)
    assert player.help == 7
    press(player, "home q")
    assert (player.help, player.done) == (None, False)
    press(player, "? escape q")  # Not held: another key came between.
    assert player.done


def test_nothing_but_leaving_works_where_the_screen_is_too_small():
    player, session = make_player()
    player.blocked = True
    press(player, "enter u n left ? tab")
    player.click((0, 0))
    assert (session.played, player.cursor, player.help, player.done) == ([], (1, 1), None, False)
    press(player, "q")
    assert player.done


def test_hints_glow_after_their_time_without_input():
    clock = Clock()
    view = make_view(". .\n. .", hints="* *\n. .", hint_after=6)
    player, _ = make_player(view, clock=clock)
    assert (player.hints, player.until_hint()) == (False, 6)
    clock.now += 4
    assert player.until_hint() == 2
    press(player, "left")
    assert player.until_hint() == 6
    clock.now += 6
    assert (player.hints, player.until_hint()) == (True, None)
    press(player, "F5")
    assert not player.hints


@pytest.mark.parametrize(
    "view",
    [
        make_view(". .\n. .", hint_after=6),
        make_view(". .\n. .", hints="* *\n. .", hint_after=0),
        paused(make_view(". .\n. .", hints="* *\n. .", hint_after=6)),
    ],
)
def test_hints_that_never_come(view):
    clock = Clock()
    player, _ = make_player(view, clock=clock)
    clock.now += 100
    assert (player.hints, player.until_hint()) == (False, None)


def test_the_cursor_stays_on_a_board_that_changes_its_size():
    player, _ = make_player(VIEW, make_view(". ."))
    press(player, "down right enter")
    assert player.cursor == (0, 1)


def test_a_hundred_keys_at_once_play_in_order():
    player, session = make_player()
    press(player, "left enter up enter u " * 20)
    assert session.played == ["drop r2c1", "drop r1c1", "undo"] + ["drop r1c1", "drop r1c1", "undo"] * 19


def test_a_board_of_holes_can_be_looked_at():
    player, session = make_player(make_view("_ _\n_ _"))
    press(player, "left tab escape enter")
    assert session.played == []


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


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("b", "there is no game before this one"),
        ("u", "this game has no undo"),
        ("B", "there is no game before this one"),
    ],
)
def test_a_key_of_what_there_is_not_says_so(key, why):
    player = Player(Session(tilekit.load("sum10"), 7), Clock())
    player.press(key)
    assert player.message == why


# -- the end of a recording


def screen(player, width=80, height=24):
    return "\n".join(draw(player, Look(Charset("utf-8"), Palette(256)), height, width).part.canvas.lines())


def at_the_end(language="en", status="over"):
    rules = tilekit.load("merge")
    game = rules.new_game(7)
    while game.status == "playing" and (status == "over" or game.turn < 3):
        game.play(game.legal_actions()[0])
    playback = tilekit.Playback(game, preferences=tilekit.Preferences(language=language, motion="none"))
    while playback.tick():
        pass
    return Player(playback, Clock())


@pytest.mark.parametrize("status", ["over", "playing"])
def test_the_end_of_a_recording_says_so_and_how_to_go_back_or_leave(status):
    shown = screen(at_the_end(status=status), 80, 24)
    assert "The recording ends here. Press b for Turn before, q for Quit." in shown
    assert "Slower, " not in shown
    assert "Game over. Press" not in shown


@pytest.mark.parametrize("game", ["ninek", "gems"])
def test_a_recording_has_no_hint(game):
    playback = tilekit.Playback(tilekit.load(game).new_game(7))
    assert (playback.view().hint_after, "Hint" in screen(Player(playback, Clock()), 80, 24)) == (0, False)


# -- in another language


@pytest.mark.parametrize(("game", "said"), [("merge", "Enter: 置く r3c3"), ("gems", "このマスとして選ぶ")])
def test_what_enter_does_is_said_in_the_player_s_language(game, said):
    session = Session(tilekit.load(game), 7, preferences=tilekit.Preferences(language="ja"))
    last = screen(Player(session, Clock()), 80, 24).splitlines()[-1]
    assert ("drop" in last, "swap" in last) == (False, False)
    assert said in last or game == "gems"


def test_the_keys_at_the_end_are_joined_as_the_language_does():
    assert "記録はここまで。b で 前の手、q で 終了。" in screen(at_the_end("ja"), 80, 24)
