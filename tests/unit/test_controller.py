"""What keys, pointers and time do to a game, without any frontend and without waiting."""

import dataclasses
import json
from dataclasses import replace

import pytest
from tests.frontends.controls import Player, in_terminal
from tests.frontends.toy import NEW, NEXT, NODE, RESTART, UNDO, Clock, ToySession, make_view, paused

import tilekit
from tilekit import Held, Preferences, Session
from tilekit.controller import FLASH, HOLD, RESERVED, REST
from tilekit.view import Button

BOARD = """
. . .
. s _
. . n
"""
VIEW = make_view(BOARD)
PAUSED = paused(VIEW)
BEFORE = make_view(". .\ns .")
AFTER = make_view("s .\ns .")
FUSED = make_view("n .\n. .")


def with_partners(view, place, *partners):
    """The view, with cells that may be chosen together with one, and none that is played alone."""
    return replace(
        view,
        cells=tuple(
            tuple(
                replace(
                    cell, action="", legal=False, partners=partners if (cell.row, cell.column) == place else ()
                )
                for cell in row
            )
            for row in view.cells
        ),
    )  # fmt: skip


SWAPS = with_partners(VIEW, (2, 2), (1, 2, "swap r1c2 r2c2"), (2, 1, "swap r2c1 r2c2"))
WAYS = tuple(
    Button(f"slide {way}", key, way, "", enabled=True, prominent=False, direction=way)
    for way, key in (("left", "4"), ("right", "6"), ("up", "8"), ("down", "2"), ("up-left", "7"))
)
SLIDES = replace(
    VIEW, cells=tuple(tuple(replace(cell, action="", legal=False) for cell in row) for row in VIEW.cells), buttons=WAYS
)


@pytest.fixture(params=["window", "terminal"])
def make(request):
    """Somebody at a window, where keys are released, or at a terminal, where nobody knows."""

    def make(*views, clock=None, held=None, **settings):
        session = ToySession(*(views or (VIEW,)), **settings)
        if request.param == "terminal":
            return in_terminal(session, clock or Clock()), session
        return Player(session, clock or Clock(), held=held), session

    return make


def make_player(*views, clock=None, held=None, **settings):
    session = ToySession(*(views or (VIEW,)), **settings)
    return Player(session, clock or Clock(), held=held), session


# ---------------------------------------------------------------- cursor and buttons


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
def test_cursor_moves(make, keys, cursor):
    player, session = make()
    player.type(keys)
    assert (player.cursor, session.played) == (cursor, [])


def test_tab_goes_through_cells_that_can_be_played_then_buttons():
    player, _ = make_player()
    stops = []
    for _ in range(11):
        player.type("tab")
        stops.append(player.button or player.cursor)
    assert stops == [
        (2, 0), (2, 1), "^help", "^sound", "restart", "new", (0, 0), (0, 1), (0, 2), (1, 0), (2, 0),
    ]  # fmt: skip
    player.type("backtab")
    assert player.cursor == (1, 0)


def test_enter_and_space_play_the_cell_and_press_the_button(make):
    player, session = make()
    player.type("up enter down space tab tab tab enter")
    assert session.played == ["drop r1c2", "drop r2c2"]
    assert player.screen.page.kind == "help"


def test_arrows_step_along_buttons_that_can_be_pressed_and_escape_leaves_them(make):
    player, session = make()
    player.type("tab tab tab")
    stops = [player.button]
    for key in ("left", "up", "up", "right", "down", "down", "down", "down", "escape"):
        player.type(key)
        stops.append(player.button)
    own = [button.action for button in player.screen.buttons if button.action.startswith("^")]
    expected = ["^help", "new", "restart", "restart", "new", *own]
    assert stops[: len(expected)] == expected
    assert (stops[-2], stops[-1], session.played) == ("^quit", "", [])


def test_a_refusal_is_told_with_its_code_where_it_was_and_nothing_changes(make):
    clock = Clock()
    player, session = make(clock=clock, refuse=["drop r2c2"])
    player.type("enter")
    shown = player.screen
    assert (shown.message.sentence, shown.message.target, shown.message.code) == (
        "drop r2c2 is refused", (1, 1), "refused",
    )  # fmt: skip
    assert (shown.refused, shown.flash, session.played) == ((1, 1), 0, [])
    assert player.wake() == pytest.approx(FLASH)
    clock.now += FLASH + 0.01
    assert (player.screen.refused, player.said, player.wake()) == (None, "drop r2c2 is refused", None)
    player.type("up")
    assert player.said == ""


def test_without_motion_nothing_flashes(make):
    player, _ = make(refuse=["restart"], motion="none")
    player.type("r")
    assert (player.screen.refused, player.said) == (None, "restart is refused")


def test_a_cell_without_an_action_says_so(make):
    view = replace(VIEW, cells=tuple(tuple(replace(cell, action="") for cell in row) for row in VIEW.cells))
    player, session = make(view)
    player.type("enter")
    assert (player.screen.message.code, player.said, session.played) == (
        "no-action", "nothing can be played on this cell", [],
    )  # fmt: skip


@pytest.mark.parametrize(("keys", "played"), [("r", ["restart"]), ("R", ["restart"]), ("n", ["new"]), ("z", [])])
def test_keys_press_buttons(make, keys, played):
    player, session = make()
    player.type(keys)
    assert session.played == played


def test_a_button_whose_key_means_something_else_has_the_capital(make):
    jump = Button("jump", "j", "Jump", "", enabled=True, prominent=False)
    mute = Button("melt", "m", "Melt", "", enabled=True, prominent=False)
    ask = Button("ask", "?", "Ask", "", enabled=True, prominent=False)
    player, session = make(replace(VIEW, buttons=(jump, mute, ask)))
    keys = [(button.action, button.key) for button in player.screen.buttons if button.action != "^sound"]
    assert keys == [("jump", "J"), ("melt", "m"), ("ask", ""), ("^help", "?"), ("^quit", "q")]
    player.type("j J m")
    assert (player.cursor, session.played) == ((2, 1), ["jump", "melt"])
    assert [UNDO.key_beside(RESERVED), jump.key_beside(RESERVED)] == ["u", "J"]


def test_of_two_buttons_with_one_key_the_enabled_one(make):
    other = replace(NEW, action="new stage", key="u")
    player, session = make(replace(VIEW, buttons=(UNDO, other)))
    player.type("u")
    assert session.played == ["new stage"]


@pytest.mark.parametrize(
    ("key", "code", "why"),
    [
        ("b", "no-game-before", "there is no game before this one"),
        ("u", "no-undo", "this game has no undo"),
        ("B", "no-game-before", "there is no game before this one"),
        ("y", "nothing-to-redo", "there is nothing to play again"),
    ],
)
def test_a_key_of_what_there_is_not_says_so(key, code, why):
    player = Player(Session(tilekit.load("sum10"), 7), Clock())
    player.press(key)
    assert (player.screen.message.code, player.said) == (code, why)


def test_a_refused_cell_is_told_with_and_without_its_place():
    player = Player(Session(tilekit.load("merge"), 7), Clock())
    player.click((2, 2))
    player.click((2, 2))
    message = player.screen.message
    assert (message.code, message.sentence, message.reason, message.target) == (
        "not-here", "r3c3: the cell is taken", "the cell is taken", (2, 2),
    )  # fmt: skip
    assert dict(message.values) == {"place": "r3c3", "refusal": "the cell is taken"}


def test_a_board_of_holes_can_be_looked_at(make):
    player, session = make(make_view("_ _\n_ _"))
    player.type("left tab escape enter")
    assert session.played == []


def test_the_cursor_stays_on_a_board_that_changes_its_size(make):
    player, _ = make(VIEW, make_view(". ."))
    player.type("down right enter")
    assert player.cursor == (0, 1)


def test_a_hundred_keys_at_once_play_in_order(make):
    player, session = make()
    player.type("left enter up enter u " * 20)
    assert session.played == ["drop r2c1", "drop r1c1", "undo"] + ["drop r1c1", "drop r1c1", "undo"] * 19


# ---------------------------------------------------------------- held keys and pauses


def test_a_key_held_while_the_screen_changes_counts_after_its_release():
    clock = Clock()
    player, session = make_player(VIEW, PAUSED, VIEW, clock=clock)
    for _ in range(50):
        player.press("enter")
        clock.now += 0.05
    assert (session.played, player.screen.banner) == (["drop r2c2"], "STAGE COMPLETE")
    player.controller.release("enter")
    player.press("enter")
    assert session.played == ["drop r2c2", "next"]


def test_a_key_held_at_a_terminal_counts_once_it_has_rested():
    clock = Clock()
    session = ToySession(VIEW, PAUSED, VIEW)
    player = in_terminal(session, clock)
    for _ in range(50):
        player.press("enter")
        clock.now += 0.05
    assert (session.played, player.screen.banner) == (["drop r2c2"], "STAGE COMPLETE")
    clock.now += HOLD
    player.press("enter")
    assert session.played == ["drop r2c2", "next"]


def test_enter_rests_before_it_presses_what_a_new_screen_waits_for(make):
    clock = Clock()
    player, session = make(VIEW, PAUSED, VIEW, clock=clock, motion="none")
    player.type("enter x enter x enter")
    assert session.played == ["drop r2c2"]
    clock.now += REST
    player.type("x enter")
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


def test_a_held_undo_stops_where_the_screen_changes(make):
    back = replace(VIEW, buttons=(replace(UNDO, enabled=True), RESTART, NEW))
    player, session = make(replace(back, status="over", reason="jammed"), back, back)
    for _ in range(20):
        player.press("u")
    assert session.played == ["undo"]


def test_a_key_held_from_one_screen_to_the_next_does_nothing_there():
    held = Held()
    held.press("q", 0.0)
    held.freeze(0.0)
    player, _ = make_player(held=held)
    player.press("q")
    assert not player.controller.done
    held.release_all()
    player.press("q")
    assert player.controller.done


def test_tab_offers_the_button_waited_for_first(make):
    view = replace(
        PAUSED,
        cells=tuple(tuple(replace(cell, legal=False) for cell in row) for row in VIEW.cells),
        buttons=(RESTART, NEXT),
    )
    player, session = make(view, VIEW)
    player.type("tab")
    assert player.button == "next"
    player.type("enter")
    assert (session.played, player.button) == (["next"], "")


def test_nothing_but_leaving_works_where_the_screen_is_too_small(make):
    player, session = make()
    player.controller.fit(fits=False)
    player.type("enter u n left ? tab")
    player.click((0, 0))
    assert (session.played, player.cursor, player.open_page, player.controller.done) == ([], (1, 1), None, False)
    player.type("q")
    assert player.controller.done


# ---------------------------------------------------------------- pointers


def test_a_click_counts_where_it_began_and_ended():
    player, session = make_player()
    player.click((0, 0))
    player.click("restart")
    player.down((0, 0))
    player.up((0, 1))
    player.down("new")
    player.up((0, 1))
    player.down(None)
    player.up((0, 1))
    player.up((0, 1))
    player.click((7, 7))
    assert session.played == ["drop r1c1", "restart"]
    assert not player.screen.keyboard
    player.click("^help")
    assert player.open_page == ("help", 0)
    player.click("^close")
    player.click("^quit")
    assert player.controller.done


def test_pairs_are_chosen_one_after_the_other_or_dragged(make):
    player, session = make(SWAPS)
    player.click((1, 1))
    assert (player.screen.chosen, player.screen.partners) == (((1, 1),), ((0, 1), (1, 0)))
    player.click((0, 1))
    player.type("down enter left enter")
    player.down((1, 1))
    player.up((1, 0))
    player.down((1, 1))
    player.up((2, 2))
    assert session.played == ["swap r1c2 r2c2", "swap r2c1 r2c2", "swap r2c1 r2c2"]


def test_a_first_cell_can_be_let_go_again(make):
    player, session = make(SWAPS)
    player.click((1, 1))
    player.click((1, 1))
    assert player.screen.chosen == ()
    player.click((1, 1))
    player.click((2, 2))
    assert (player.screen.chosen, player.screen.message.code, player.said) == (
        ((1, 1),), "no-pair", "these two cells do not go together",
    )  # fmt: skip
    player.type("escape")
    assert player.screen.chosen == ()
    player.click((1, 1))
    player.type("tab")
    assert (player.cursor in {(0, 1), (1, 0), (1, 1)}, player.screen.chosen) == (True, ((1, 1),))
    player.type("escape")
    assert (player.screen.chosen, session.played) == ((), [])


def test_what_is_said_of_the_two_cells_of_a_pair():
    player, _ = make_player(SWAPS)
    assert player.screen.prompt.sentence == "r2c2 spark   Enter chooses it as the first of two"
    player.type("enter")
    chosen = "r2c2 is chosen: choose a cell beside it, Escape lets go"
    assert player.screen.prompt.sentence == f"r2c2 spark   {chosen}"
    player.type("left")
    assert player.screen.prompt.sentence == "r2c1 empty   Enter: swap r2c1 r2c2"


@pytest.mark.parametrize(
    ("swept", "way"),
    [((0.1, -2), "left"), ((0, 0.7), "right"), ((-3, 1), "up"), ((1, 0.4), "down"), ((-1, -1.1), "up-left")],
)
def test_arrows_and_swipes_slide_where_no_cell_can_be_played(swept, way):
    player, session = make_player(SLIDES)
    player.down((1, 1))
    player.up((0, 0), swept)
    assert session.played == [f"slide {way}"]


def test_a_held_arrow_slides_once():
    player, session = make_player(SLIDES)
    for _ in range(5):
        player.press("left")
    player.type("right 6 enter space")
    assert session.played == ["slide left", "slide right", "slide right"]
    assert player.said == ""


def test_where_a_cell_can_be_played_arrows_move_the_cursor(make):
    way = Button("tilt left", "4", "Tilt left", "", enabled=True, prominent=False, direction="left")
    player, session = make(replace(make_view("s .\n. ."), buttons=(way,)))
    player.type("right left 4")
    assert session.played == ["tilt left"]


# ---------------------------------------------------------------- pages


def test_pages_are_turned_scrolled_and_closed(make):
    player, session = make()
    player.type("? down j space up")
    assert player.open_page == ("help", 9)
    player.wheel(-3)
    assert player.open_page == ("help", 6)
    player.controller.fit(first=2)
    assert player.open_page == ("help", 2)
    player.type("tab")
    assert player.open_page == ("settings", 0)
    player.type("tab tab backtab")
    assert player.open_page == ("statistics", 0)
    player.type("enter")
    assert (player.open_page, session.played, player.controller.done) == (None, [], False)
    player.type("? q")
    assert (player.open_page, player.controller.done) == (None, False)
    player.type(", escape . escape")
    assert (player.open_page, session.played) == (None, [])


def test_settings_are_changed_and_hold_at_once():
    player = Player(Session(tilekit.load("merge"), 7), Clock())
    player.type(",")
    page = player.screen.page
    assert [(line.text, line.value, line.action) for line in page.lines] == [
        ("Motion", "full", "^set motion"),
        ("Sound", "on", "^set sound"),
        ("Language", "English", "^set language"),
        ("Colours", "full", "^set colours"),
        ("Background", "dark", "^set theme"),
    ]
    player.type("right right down enter down left")
    assert player.screen.preferences == Preferences(motion="none", sound="off", language="ja")
    assert (player.screen.page.title, player.screen.view.panels[0].label) == ("マージ\N{FULLWIDTH COLON}設定", "スコア")
    assert player.screen.page.selected == 2
    player.click("^set language")
    player.click("^set theme")
    player.click("^statistics")
    player.click("^close")
    assert player.screen.preferences == Preferences(motion="none", sound="off", theme="light")


def test_only_what_a_frontend_can_show_is_offered():
    player = in_terminal(Session(tilekit.load("merge"), 7), Clock())
    player.type(",")
    assert [line.action for line in player.screen.page.lines] == [
        "^set motion", "^set language", "^set colours", "^set theme",
    ]  # fmt: skip
    assert "^sound" not in [button.action for button in player.screen.buttons]


def test_words_that_a_screen_has_no_letters_for_are_said_in_english():
    def unreadable(words):
        return "" if words.language == "en" else f"no letters for {words.language}"

    session = Session(tilekit.load("merge"), 7, preferences=Preferences(language="ja"))
    player = Player(session, Clock(), unreadable=unreadable)
    assert (player.said, player.screen.view.panels[0].label) == ("no letters for ja", "Score")
    player.type(", down down right")
    assert (player.said, player.screen.preferences.language) == ("no letters for ja", "en")


def test_the_help_has_goals_rules_pictures_of_tiles_keys_and_the_seed():
    player = Player(Session(tilekit.load("ninek"), 7), Clock())
    player.type("?")
    lines = player.screen.page.lines
    assert [line.text for line in lines if line.kind == "heading"] == ["How to play", "Keys", "Seed"]
    assert [line.text for line in lines if line.kind == "text"][-1] == "7"
    view = player.screen.view
    assert [line.tiles for line in lines if line.kind == "tiles"] == [
        tuple((tile, tile.tile) for tile in tiles) for _, tiles in view.legend if tiles
    ]
    keys = {line.key: line.text for line in lines if line.key}
    assert (keys["Escape"], keys["u"], keys["?"]) == (
        "back to the board", "Undo (3 left)", "Help",
    )  # fmt: skip


def test_statistics_are_those_of_the_profile(tmp_path):
    rules = tilekit.load("merge")
    with tilekit.Profile(tmp_path) as profile:
        session = Session(rules, 7, profile=profile)
        player = Player(session, Clock())
        player.type(".")
        unknown = "Nothing is known of other games: none was played, or none is kept."
        assert [(line.text, line.value) for line in player.screen.page.lines] == [(unknown, ""), ("Best", "0")]
        player.type("q enter .")
        assert [(line.text, line.value) for line in player.screen.page.lines] == [
            ("Games played", "1"), ("Played to the end", "0"), ("Won", "0"), ("Actions", "1"), ("Best", "0"),
        ]  # fmt: skip


# ---------------------------------------------------------------- hints, previews, the first game


def test_hints_glow_after_their_time_without_input_and_when_asked_for(make):
    clock = Clock()
    view = make_view(". .\n. .", hints="* *\n. .", hint_after=6)
    player, _ = make(view, clock=clock)
    assert (player.screen.hints, player.wake()) == (False, 6)
    clock.now += 4
    assert player.wake() == 2
    player.type("left")
    assert player.wake() == 6
    clock.now += 6
    assert (player.screen.hints, player.wake()) == (True, None)
    player.type("F5")
    assert not player.screen.hints
    player.type("i")
    assert player.screen.hints
    player.type("left")
    assert not player.screen.hints
    player.click("^hint")
    assert player.screen.hints


@pytest.mark.parametrize(
    "view",
    [
        make_view(". .\n. .", hint_after=6),
        make_view(". .\n. .", hints="* *\n. .", hint_after=0),
        paused(make_view(". .\n. .", hints="* *\n. .", hint_after=6)),
    ],
)
def test_hints_that_never_come(make, view):
    clock = Clock()
    player, _ = make(view, clock=clock)
    clock.now += 100
    assert (player.screen.hints, player.wake()) == (False, None)


def test_a_game_without_hints_says_so(make):
    player, session = make(BEFORE)
    player.type("i")
    assert (player.screen.hints, player.screen.message.code, session.played) == (False, "no-hint", [])


def test_what_the_pointer_is_over_is_previewed_else_what_the_keyboard_selects():
    session = Session(tilekit.load("merge"), 7)
    player = Player(session, Clock())
    assert player.screen.preview == tilekit.Preview()
    player.controller.point_at((1, 2))
    over = player.screen.preview
    assert (over.action, over.lands, over.goes, over.tile.tile) == ("drop r2c3", ((1, 2),), (), session.game.queue[0])
    player.type("left")
    assert player.screen.preview.action == "drop r3c2"
    player.type("?")
    assert player.screen.preview == tilekit.Preview()
    player.type("q enter")
    assert player.screen.preview == tilekit.Preview()  # The cell is taken now.
    assert session.game.turn == 1


def test_a_preview_shows_the_group_that_goes():
    rules = tilekit.load("ninek")
    player = Player(Session(rules, 7), Clock())
    legal = [str(action) for action in player.session.game.legal_actions() if action.verb == "tap"]
    place = tuple(int(part) - 1 for part in legal[0].removeprefix("tap r").split("c"))
    player.controller.point_at(place)
    preview = player.screen.preview
    assert preview.action == legal[0]
    assert place in preview.goes
    assert [column for _, column in preview.lands] == [place[1]]  # What is left of it falls.


def test_a_button_is_previewed_but_undo_is_not():
    player = Player(Session(tilekit.load("2048"), 7), Clock())
    player.controller.point_at("slide left")
    assert player.screen.preview.action == "slide left"
    for target in ("new", "^help", "no such button", (0, 0)):
        player.controller.point_at(target)
        assert player.screen.preview == tilekit.Preview()


def test_the_first_game_begins_with_a_hint():
    player = Player(Session(tilekit.load("merge"), 7), Clock())
    tip = player.screen.tip
    assert (tip.code, tip.sentence) == (
        "first-game", "Drop: NOW goes onto an empty cell. Press ? for all rules.",
    )  # fmt: skip
    player.type("enter")
    assert player.screen.tip is None
    player.type("u")
    assert player.screen.tip is None


def test_who_has_played_before_needs_no_hint(tmp_path):
    rules = tilekit.load("merge")
    with tilekit.Profile(tmp_path) as profile:
        Session(rules, 7, profile=profile).play("drop r1c1")
        assert Player(Session(rules, 8, profile=profile), Clock()).screen.tip is None


# ---------------------------------------------------------------- undo and redo


def test_redo_plays_again_what_undo_took_back():
    session = Session(tilekit.load("merge"), 7)
    player = Player(session, Clock())
    player.type("enter left enter")
    stands = session.game.digest
    player.type("u u")
    assert [button.action for button in player.screen.view.buttons][:2] == ["undo", "redo"]
    player.type("y y")
    assert (session.game.digest, session.can_redo) == (stands, False)
    player.type("u left enter y")
    assert player.screen.message.code == "nothing-to-redo"


@pytest.mark.parametrize("ruleset", ["merge", "gems", "hamlet"])
def test_redo_comes_to_the_same_game(ruleset):
    session = Session(tilekit.load(ruleset), 7)
    digests = []
    for _ in range(6):
        digests.append(session.game.digest)
        session.play(session.game.legal_actions()[0])
    digests.append(session.game.digest)
    back = 0
    while session.game.can_undo and session.play("undo") == "":
        back += 1
    assert session.game.digest == digests[-1 - back]
    while session.can_redo:
        assert session.play("redo") == ""
    assert session.game.digest == digests[-1]


# ---------------------------------------------------------------- time


def test_a_turn_moves_and_its_banner_waits_until_it_rests(make):
    clock = Clock()
    over = replace(FUSED, status="over", reason="jammed", banner="JAMMED", notices=("full",))
    player, _ = make(AFTER, over, clock=clock, points=6)
    player.press("enter")
    shown = player.screen
    assert (shown.moves, shown.banner, shown.gain, player.wake()) == (True, "", 6, 0.0)
    clock.now += 2
    shown = player.screen
    assert (shown.moves, shown.banner, shown.notices, player.wake()) == (False, "JAMMED", ("full",), None)
    assert [(sprite.tile, sprite.row, sprite.column) for sprite in shown.sprites] == [(NODE, 0, 0)]


@pytest.mark.parametrize("key", ["left", "x", "?"])
def test_any_key_ends_what_moves_and_is_acted_on(make, key):
    player, _ = make(AFTER, FUSED, BEFORE)
    player.type("up enter")
    assert player.screen.moves
    player.type(key)
    assert (player.screen.moves, player.open_page) == (False, ("help", 0) if key == "?" else None)


def test_sounds_are_told_once():
    clock = Clock()
    player, session = make_player(AFTER, FUSED, clock=clock, points=6, refuse=["restart"])
    player.press("enter")
    player.controller.advance(clock())
    assert [kinds for kinds, _ in player.controller.sounds()] == [("toy",)]
    assert player.controller.sounds() == []
    player.type("r")
    assert player.controller.sounds() == [(("refused",), 0)]
    session.preferences = session.preferences.changed("sound", sound="off")
    player.type("r")
    assert player.controller.sounds() == []


def test_a_session_that_goes_on_by_itself_does_so_every_pace(make):
    clock = Clock()
    player, session = make(BEFORE, AFTER, FUSED, clock=clock, pace=0.5)
    assert (player.wake(), session.last_turn) == (0.5, None)
    clock.now += 0.5
    assert player.screen.view == AFTER
    clock.now += 0.45
    assert not player.screen.moves
    clock.now += 0.05
    assert player.screen.view == FUSED
    clock.now += 2
    player.controller.advance(clock())
    assert player.wake() is None


def test_nothing_goes_on_behind_a_page_or_where_it_cannot_be_seen(make):
    clock = Clock()
    player, session = make(BEFORE, AFTER, clock=clock, pace=0.5)
    player.type("?")
    clock.now += 60
    assert (player.wake(), session.last_turn) == (None, None)
    player.controller.advance(clock())
    player.type("escape")
    assert player.wake() == 0.5
    player.controller.fit(fits=False)
    assert player.wake() is None


def recording(speed=2.0, turns=3):
    game = tilekit.load("merge").new_game(7)
    for action in ("drop r1c1", "drop r2c2", "drop r3c3")[:turns]:
        game.play(action)
    return tilekit.Playback(game, speed=speed, preferences=Preferences(motion="none"))


def test_the_buttons_of_a_recording():
    clock = Clock()
    player = Player(recording(), clock)

    def panel(name):
        return next(panel.text for panel in player.screen.view.panels if panel.label == name)

    clock.now += 0.5
    assert panel("Turn") == "1 of 3"
    player.type("p")
    clock.now += 60
    player.type("right")
    assert panel("Turn") == "2 of 3"
    player.type("b left")
    assert panel("Turn") == "0 of 3"
    player.type("+ up -")
    assert panel("Speed") == "4 a second"
    player.type("p")
    player.controller.advance(clock())
    assert player.wake() == 0.25


def test_the_end_of_a_recording_says_how_to_go_back_or_leave():
    clock = Clock()
    player = Player(recording(turns=1), clock)
    clock.now += 1
    prompt = player.screen.prompt
    assert (prompt.code, prompt.sentence) == (
        "recording-ends", "The recording ends here. Press b for Turn before, q for Quit.",
    )  # fmt: skip
    assert (player.screen.watched, player.screen.tip) == (True, None)


# ---------------------------------------------------------------- a board larger than the screen


def test_a_board_of_which_a_part_is_shown_is_scrolled():
    board = make_view("\n".join([" ".join("." * 40)] * 40))
    still = tuple(tuple(replace(cell, action="", legal=False) for cell in row) for row in board.cells)
    player, session = make_player(replace(board, cells=still, buttons=WAYS))
    player.controller.fit(9, 12)
    player.type("^up")
    first = player.cursor
    player.type("^down")
    assert player.cursor == (first[0] + 1, first[1])
    player.type("pageup home " * 20)
    assert player.cursor == (4, 6)
    player.click("^down")
    player.wheel(3)
    assert (player.cursor, player.screen.part, session.played) == ((6, 6), (9, 12), [])


# ---------------------------------------------------------------- the screen as data


@pytest.mark.parametrize("ruleset", sorted(tilekit.Plugins().rulesets))
def test_every_screen_is_plain_data_and_equal_ones_are_equal(ruleset):
    clock = Clock()
    session = Session(tilekit.load(ruleset), 7, preferences=Preferences(motion="none"))
    player = Player(session, clock)
    for key in ("right", "enter", "tab", "?", "tab", "tab", "q"):
        player.type(key)
        assert player.screen == player.screen
        data = json.loads(json.dumps(dataclasses.asdict(player.screen)))
        assert data["prompt"]["sentence"] == player.screen.prompt.sentence
