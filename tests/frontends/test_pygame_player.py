"""What keys, clicks and touches do in the window frontend, without pygame and without waiting."""

from dataclasses import replace

import pytest
from tests.frontends.toy import NEW, NEXT, RESTART, UNDO, Clock, ToySession, make_view, paused

from tilekit import Preferences, Words
from tilekit.view import Button
from tilekit_pygame.player import REST, Held, Player

BOARD = """
. . .
. s _
. . n
"""
VIEW = make_view(BOARD)
PAUSED = paused(VIEW)


class Toy(ToySession):
    """A session of views, with all that a player asks of one."""

    preferences = Preferences()
    game = None

    def words(self, *_):
        return Words()

    def tick(self):
        return False


def make_player(*views, clock=None, held=None, **settings):
    session = Toy(*(views or (VIEW,)), **settings)
    return Player(session, clock or Clock(), held), session


def press(player, keys):
    for key in keys.split():
        player.press(key)
        player.held.release(key)


def click(player, target):
    player.point_down(target)
    player.point_up(target)


def with_partners(view, place, *partners):
    """The view, with cells that may be chosen together with one."""

    class Cell(type(view.cells[0][0])):
        partners = ()

    def cell(old):
        new = Cell(*(getattr(old, name) for name in ("row", "column", "hole", "tile", "action", "legal", "hint")))
        if (new.row, new.column) == place:
            object.__setattr__(new, "partners", partners)
        return replace_action(new)

    return replace(view, cells=tuple(tuple(map(cell, row)) for row in view.cells))


def replace_action(cell):
    object.__setattr__(cell, "action", "")
    object.__setattr__(cell, "legal", False)
    return cell


SWAPS = with_partners(VIEW, (2, 2), (1, 2, "swap r1c2 r2c2"), (2, 1, "swap r2c1 r2c2"))


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
        press(player, "tab")
        stops.append(player.button or player.cursor)
    assert stops == [
        (2, 0), (2, 1), "help", "sound", "restart", "new", (0, 0), (0, 1), (0, 2), (1, 0), (2, 0),
    ]  # fmt: skip
    press(player, "backtab")
    assert player.cursor == (1, 0)


def test_enter_and_space_play_the_cell_and_press_the_button():
    player, session = make_player()
    press(player, "up enter down space tab tab tab tab tab enter")
    assert session.played == ["drop r1c2", "drop r2c2", "restart"]


def test_a_refusal_is_shown_where_it_was_and_nothing_changes():
    clock = Clock()
    player, session = make_player(clock=clock, refuse=["drop r2c2"])
    press(player, "enter")
    assert (player.message, player.refusal.target, player.refusal.at) == ("drop r2c2 is refused", (1, 1), clock.now)
    assert (session.played, player.turns) == ([], 0)
    press(player, "up")
    assert player.message == ""


@pytest.mark.parametrize(("keys", "played"), [("r", ["restart"]), ("R", ["restart"]), ("n", ["new"]), ("z", [])])
def test_keys_press_buttons(keys, played):
    player, session = make_player()
    press(player, keys)
    assert session.played == played


def test_a_button_whose_key_means_something_else_has_the_capital():
    jump = Button("jump", "j", "Jump", "", enabled=True, prominent=False)
    mute = Button("melt", "m", "Melt", "", enabled=True, prominent=False)
    player, session = make_player(replace(VIEW, buttons=(jump, mute)))
    assert [(button.action, button.key) for button in player.buttons()] == [
        ("jump", "J"), ("melt", "m"), ("help", "?"), ("sound", ""), ("quit", "q"),
    ]  # fmt: skip
    press(player, "j J m")
    assert (player.cursor, session.played) == ((2, 1), ["jump", "melt"])


def test_own_buttons_hint_help_sound_and_leaving():
    clock = Clock()
    hinted = replace(make_view(BOARD, hints="* . .\n. . .\n. . ."), hint_after=6)
    player, session = make_player(hinted, clock=clock)
    assert [button.action for button in player.buttons()][-4:] == ["hint", "help", "sound", "quit"]
    press(player, "i")
    assert player.hints
    press(player, "x")
    assert (player.hints, player.until_hint()) == (False, 6)
    clock.now += 6
    assert (player.hints, player.until_hint()) == (True, None)
    press(player, "m")
    assert session.preferences.sound == "off"
    press(player, "?")
    assert player.help == 0
    press(player, "down down up q")
    assert (player.help, player.done) == (None, False)
    press(player, "q")
    assert player.done


# -- held keys


def test_a_key_held_while_the_screen_changes_counts_after_its_release():
    clock = Clock()
    player, session = make_player(VIEW, PAUSED, VIEW, clock=clock)
    for _ in range(50):
        player.press("enter")
        clock.now += 0.05
    assert (session.played, player.view.banner) == (["drop r2c2"], "STAGE COMPLETE")
    player.held.release("enter")
    player.press("enter")
    assert session.played == ["drop r2c2", "next"]


def test_enter_rests_before_it_presses_what_a_new_screen_waits_for():
    clock = Clock()
    player, session = make_player(VIEW, PAUSED, VIEW, clock=clock)
    press(player, "enter enter enter")
    assert session.played == ["drop r2c2"]
    clock.now += REST
    press(player, "enter")
    assert session.played == ["drop r2c2", "next"]


def test_a_held_key_plays_once_but_moves_on_and_undoes_on():
    player, session = make_player(replace(VIEW, buttons=(replace(UNDO, enabled=True), RESTART, NEW)))
    for _ in range(3):
        player.press("enter")
    assert session.played == ["drop r2c2"]
    for _ in range(3):
        player.press("u")
    assert session.played[1:] == ["undo"] * 3
    for _ in range(3):
        player.press("k")
    assert player.cursor == (0, 1)


def test_a_held_undo_stops_where_the_screen_changes():
    back = replace(VIEW, buttons=(replace(UNDO, enabled=True), RESTART, NEW))
    player, session = make_player(replace(back, status="over", reason="jammed"), back, back)
    for _ in range(20):
        player.press("u")
    assert session.played == ["undo"]


def test_a_key_held_from_one_screen_to_the_next_does_nothing_there():
    held = Held()
    held.press("q")
    held.freeze()
    player, _ = make_player(held=held)
    player.press("q")
    assert not player.done
    player.held.release_all()
    player.press("q")
    assert player.done


# -- points


def test_a_click_counts_where_it_began_and_ended():
    player, session = make_player()
    click(player, (0, 0))
    click(player, "restart")
    player.point_down((0, 0))
    player.point_up((0, 1))
    player.point_down("new")
    player.point_up((0, 1))
    player.point_down(None)
    player.point_up((0, 1))
    player.point_up((0, 1))
    assert session.played == ["drop r1c1", "restart"]
    assert not player.keyboard


def test_pairs_are_chosen_one_after_the_other_or_dragged():
    player, session = make_player(SWAPS)
    click(player, (1, 1))
    assert (player.first, player.partners()) == ((1, 1), {(0, 1): "swap r1c2 r2c2", (1, 0): "swap r2c1 r2c2"})
    click(player, (0, 1))
    press(player, "down enter left enter")
    player.point_down((1, 1))
    player.point_up((1, 0))
    player.point_down((1, 1))
    player.point_up((2, 2))
    assert session.played == ["swap r1c2 r2c2", "swap r2c1 r2c2", "swap r2c1 r2c2"]


def test_a_first_cell_can_be_let_go_again():
    player, session = make_player(SWAPS)
    click(player, (1, 1))
    click(player, (1, 1))
    assert player.first is None
    click(player, (1, 1))
    click(player, (2, 2))
    assert (player.first, player.message) == ((1, 1), "these two cells do not go together")
    press(player, "escape")
    assert player.first is None
    click(player, (1, 1))
    press(player, "tab")
    assert (player.cursor, player.first) in {((0, 1), (1, 1)), ((1, 0), (1, 1)), ((1, 1), (1, 1))}
    press(player, "escape")
    assert (player.first, session.played) == (None, [])


WAYS = tuple(
    Button(f"slide {way}", key, way, "", enabled=True, prominent=False, direction=way)
    for way, key in (("left", "4"), ("right", "6"), ("up", "8"), ("down", "2"), ("up-left", "7"))
)
SLIDES = replace(
    VIEW, cells=tuple(tuple(replace(cell, action="", legal=False) for cell in row) for row in VIEW.cells), buttons=WAYS
)


@pytest.mark.parametrize(
    ("swept", "way"),
    [((0.1, -2), "left"), ((0, 0.7), "right"), ((-3, 1), "up"), ((1, 0.4), "down"), ((-1, -1.1), "up-left")],
)
def test_arrows_and_swipes_slide_where_no_cell_can_be_played(swept, way):
    player, session = make_player(SLIDES)
    player.point_down((1, 1))
    player.point_up((0, 0), swept)
    assert session.played == [f"slide {way}"]


def test_a_held_arrow_slides_once():
    player, session = make_player(SLIDES)
    for _ in range(5):
        player.press("left")
    press(player, "right")
    assert session.played == ["slide left", "slide right"]
    assert (player.message, player.view.slides) == ("", True)


def test_next_is_pressed_by_its_button():
    player, session = make_player(PAUSED, VIEW)
    assert NEXT in PAUSED.buttons
    click(player, "next")
    assert session.played == ["next"]
