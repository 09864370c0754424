"""The animation of the curses frontend: which pictures, for how long, and that no key waits for them."""

from dataclasses import replace

import pytest
from tests.frontends.toy import NODE, SPARK, Clock, ToySession, make_scene, make_view, paused

import tilekit
from tilekit_curses.board import Look
from tilekit_curses.canvas import Charset
from tilekit_curses.colours import Palette
from tilekit_curses.motion import LIMIT, Picture, Sprite, pictures
from tilekit_curses.player import FLASH, HINT, Player
from tilekit_curses.screen import draw

BEFORE = make_view(". .\ns .")
AFTER = make_view("s .\ns .")
FUSED = make_view("n .\n. .")
LOOK = Look(Charset("utf-8"), Palette(256))


def make_player(*views, **settings):
    clock = Clock()
    session = ToySession(*views, **settings)
    return Player(session, clock), session, clock


def screen(player, width=60, height=16):
    return "\n".join(draw(player, LOOK, height, width).part.canvas.lines())


def test_a_tile_that_comes_is_small_at_first():
    scene = make_scene(BEFORE, AFTER)
    assert pictures([scene], "full") == (Picture(scene.end, 0.08, small=frozenset({(0, 0)}), place=(0, 0)),)


def test_tiles_that_fuse_go_to_where_they_fuse_and_what_they_make_is_bright():
    scene = make_scene(AFTER, FUSED, points=6)
    shown = pictures([scene], "full")
    still = [[SPARK, None], [None, None]]
    assert shown == (
        *(Picture(still, 0.03, (Sprite(SPARK, (1, 0), (0, 0), step / 4),)) for step in (1, 2, 3)),
        Picture(scene.end, 0.08, bright=frozenset({(0, 0)}), points=6, place=(0, 0)),
    )


class Together:
    """A scene that happens at once with the one before."""

    together = True

    def __init__(self, scene):
        self._scene = scene

    def __getattr__(self, name):
        return getattr(self._scene, name)


def test_scenes_that_happen_at_once_are_shown_at_once():
    start, middle, end = make_view("s s\nn n"), make_view("n .\nn n"), make_view("n .\np .")
    shown = pictures([make_scene(start, middle, points=6), Together(make_scene(middle, end, points=24))], "full")
    assert [len(picture.sprites) for picture in shown] == [2, 2, 2, 0]
    assert (shown[-1].still, shown[-1].points) == (make_scene(middle, end).end, 30)
    assert shown[-1].bright == {(0, 0), (1, 0)}


def test_reduced_motion_is_one_picture_in_which_what_changed_is_bright():
    scene = make_scene(AFTER, FUSED, points=6)
    assert pictures([scene], "reduced") == (Picture(scene.end, 0.15, bright=frozenset({(0, 0)}), points=6),)


@pytest.mark.parametrize("scenes", [[], [make_scene(AFTER, FUSED)]])
def test_no_motion_is_no_picture(scenes):
    assert pictures(scenes, "none") == ()


def test_nothing_that_changed_is_no_picture():
    assert pictures([make_scene(AFTER, AFTER)], "full") == ()


@pytest.mark.parametrize("count", [1, 2, 5, 100, 3000])
@pytest.mark.parametrize("limit", [LIMIT, 0.05])
def test_a_turn_takes_no_longer_than_its_limit_and_ends_with_its_last_picture(count, limit):
    scenes = [make_scene(BEFORE, AFTER), make_scene(AFTER, FUSED, points=6)] * count
    shown = pictures(scenes, "full", limit)
    assert sum(picture.seconds for picture in shown) <= limit + 1e-9
    assert shown[-1].still == scenes[-1].end


@pytest.mark.parametrize("ruleset", ["merge", "ninek", "sum10", "2048"])
def test_every_turn_of_the_bundled_games_is_below_half_a_second(ruleset):
    session = tilekit.Session(tilekit.load(ruleset), 3)
    for turn in range(60):
        actions = session.game.legal_actions()
        if not actions:
            break
        assert session.play(actions[turn * 7 % len(actions)]) == ""
        assert 0 < sum(picture.seconds for picture in pictures(session.scenes, "full")) < 0.5


def test_pictures_follow_the_clock_and_end():
    player, _, clock = make_player(AFTER, FUSED, points=6)
    player.press("enter")
    seen = []
    while (wait := player.until()) is not None:
        seen.append(player.picture)
        clock.now += wait + 1e-6
    assert len(seen) == 4
    assert player.picture is None
    assert [len(picture.sprites) for picture in seen] == [1, 1, 1, 0]


@pytest.mark.parametrize("key", ["left", "x", "enter", "?"])
def test_any_key_ends_what_moves_and_is_acted_on(key):
    player, session, _ = make_player(AFTER, FUSED, BEFORE)
    player.press("up")
    player.press("enter")
    assert player.picture is not None
    player.press(key)
    if key == "enter":
        assert len(session.played) == 2
    else:
        assert player.picture is None
    assert (key == "?") == (player.help == 0)


def test_what_is_drawn_while_it_moves():
    view = make_view("s . .\n. . .\n. . s", queue=(), queue_labels=())
    end = make_view("n . .\n. . .\n. . .", queue=(), queue_labels=())
    player, _, clock = make_player(view, end, points=6)
    player.press("enter")
    clock.now += 0.04
    assert (
        "\n".join(line[:32].rstrip() for line in screen(player).splitlines()[1:12])
        == """\
     ┌───c1──────c2──────c3────┐
     │ ▆▆▆▆▆▆▆                 │
  r1 │   • s      ·       ·    │
     │ ▂▂▂▂▂▂▂                 │
     │        ┏▆▆▆▆▆▆▆┓        │
  r2 │    ·   ┃  • s  ┃   ·    │
     │        ┗▂▂▂▂▂▂▂┛        │
     │                         │
  r3 │    ·       ·       ·    │
     │                         │
     └─────────────────────────┘"""
    )
    clock.now += 0.06
    assert "▆ +6 ▆" in screen(player) or "  +6" in screen(player)
    clock.now += 1
    assert "Score" in screen(player)
    assert "+6 54" in screen(player)


def test_a_screen_of_another_size_in_the_middle_of_it():
    player, _, _ = make_player(AFTER, FUSED, points=6)
    player.press("enter")
    for width, height in ((80, 24), (40, 12), (30, 10), (5, 2), (1, 1), (300, 100), (80, 24)):
        draw(player, LOOK, height, width)
    assert player.picture is not None


def test_what_was_refused_flashes_for_a_moment():
    player, _, clock = make_player(make_view("s .\n. ."), refuse=["drop r1c1"])
    player.press("up")
    player.press("left")
    player.press("enter")
    assert (player.refused, player.until()) == ((0, 0), FLASH)
    flashing = draw(player, LOOK, 16, 60).part.canvas
    clock.now += FLASH
    assert (player.refused, player.until(), player.message) == (None, None, "drop r1c1 is refused")
    calm = draw(player, LOOK, 16, 60).part.canvas
    assert flashing.lines() == calm.lines()
    assert list(flashing.runs(3)) != list(calm.runs(3))


def test_a_refused_button_flashes_and_nothing_does_without_motion():
    player, _, _ = make_player(BEFORE, refuse=["restart"])
    player.press("r")
    assert player.refused == "restart"
    player, _, _ = make_player(BEFORE, refuse=["restart"], motion="none")
    player.press("r")
    assert (player.refused, player.message) == (None, "restart is refused")


def test_a_session_that_goes_on_by_itself_is_asked_every_pace():
    player, session, clock = make_player(BEFORE, AFTER, FUSED, pace=0.5)
    player.tick()
    assert session.last_turn is None
    clock.now += 0.5
    player.tick()
    assert player.view == AFTER
    assert sum(picture.seconds for picture in player._pictures) <= 0.4
    clock.now += 0.4
    assert player.until() == pytest.approx(0.1)
    clock.now += 0.1
    player.tick()
    assert player.view == FUSED
    clock.now += 0.5
    player.tick()
    assert player.until() is None


def test_nothing_goes_on_behind_the_help_page_or_where_it_cannot_be_seen():
    player, session, clock = make_player(BEFORE, AFTER, pace=0.5)
    player.press("?")
    clock.now += 60
    player.tick()
    assert (player.until(), session.last_turn) == (None, None)
    player.press("escape")
    assert player.until() == 0.5
    player.blocked = True
    assert player.until() is None


def test_the_buttons_of_a_recording():
    rules = tilekit.load("merge")
    game = rules.new_game(7)
    for action in ("drop r1c1", "drop r2c2", "drop r3c3"):
        game.play(action)
    clock = Clock()
    player = Player(tilekit.Playback(game, speed=2.0), clock)
    clock.now += 0.5
    player.tick()
    assert "Turn 1 of 3" in " ".join(screen(player, 80, 24).split())
    player.press("p")
    pictured = player.picture
    clock.now += 60
    player.tick()
    assert (pictured, player.picture) == (None, None)
    player.press("right")
    assert "Turn 2 of 3" in " ".join(screen(player, 80, 24).split())
    player.press("b")
    player.press("left")
    assert "Turn 0 of 3" in " ".join(screen(player, 80, 24).split())
    player.press("+")
    player.press("up")
    player.press("-")
    assert "Speed 4 a second" in " ".join(screen(player, 80, 24).split())
    player.press("p")
    player.tick()
    assert player.until() == 0.25


def test_the_hint_key_shows_hints_until_the_next_key():
    view = make_view(". 9\n. .", hints="* *\n. .", hint_after=6)
    player, _, _ = make_player(view)
    assert not player.hints
    player.press("i")
    assert player.hints
    player.press("left")
    assert not player.hints
    player.click(HINT)
    assert player.hints


def test_a_game_without_hints_says_so():
    player, session, _ = make_player(BEFORE)
    player.press("i")
    assert (player.hints, player.message, session.played) == (False, "there is no hint", [])


# ---------------------------------------------------------------- actions on two cells


class Paired:
    """A cell with partners, as a ruleset whose actions take two cells gives it."""

    def __init__(self, cell, partners):
        self._cell = cell
        self.partners = partners

    def __getattr__(self, name):
        return getattr(self._cell, name)


def make_pairs():
    view = make_view("s n s\n. . n")
    swaps = {(0, 0): ((1, 2, "swap r1c1 r1c2"),), (0, 1): ((1, 1, "swap r1c2 r1c1"), (1, 3, "swap r1c2 r1c3")),
             (0, 2): ((1, 2, "swap r1c3 r1c2"),)}  # fmt: skip
    cells = tuple(
        tuple(Paired(replace(cell, action="", legal=False), swaps.get((r, c), ())) for c, cell in enumerate(row))
        for r, row in enumerate(view.cells)
    )
    return make_player(replace(view, cells=cells))


def test_enter_chooses_the_first_and_then_plays_with_the_second():
    player, session, _ = make_pairs()
    for key in ("up", "left", "enter"):
        player.press(key)
    assert (player.picked, session.played) == ((0, 0), [])
    assert "r1c1 is chosen" in screen(player)
    player.press("right")
    assert "Enter: swap r1c1 r1c2" in screen(player)
    player.press("enter")
    assert (player.picked, session.played) == (None, ["swap r1c1 r1c2"])


def test_escape_lets_go_and_so_does_choosing_it_again():
    player, session, _ = make_pairs()
    player.press("up")
    for key in ("enter", "escape"):
        player.press(key)
    assert player.picked is None
    player.press("enter")
    player.press("enter")
    assert (player.picked, session.played) == (None, [])


def test_another_first_instead_and_a_cell_that_does_not_go_with_it():
    player, session, _ = make_pairs()
    player.click((0, 0))
    player.click((1, 2))
    assert (player.picked, player.message) == ((0, 0), "these two cells do not go together")
    player.click((0, 2))
    assert player.picked == (0, 2)
    player.click((0, 1))
    assert session.played == ["swap r1c3 r1c2"]


def test_tab_goes_through_the_second_cells():
    player, _, _ = make_pairs()
    player.click((0, 1))
    player.press("tab")
    assert player.cursor == (0, 2)


# ---------------------------------------------------------------- boards larger than the screen


def make_slide(rows=40, columns=40):
    view = make_view("\n".join([" ".join("." * columns)] * rows))
    return replace(
        view,
        cells=tuple(tuple(replace(cell, action="", legal=False) for cell in row) for row in view.cells),
        buttons=tuple(
            replace(paused(BEFORE).buttons[0], action=f"slide {way}", key="", direction=way, prominent=False)
            for way in ("left", "right", "up", "down")
        ),
    )


def test_a_sliding_board_is_scrolled_and_its_marks_can_be_clicked():
    player, session, _ = make_player(make_slide())
    screen(player)
    assert player.scrolls
    assert "scroll" in screen(player)
    player.press("^up")
    first = player.cursor
    player.press("^down")
    assert player.cursor == (first[0] + 1, first[1])
    for key in ("pageup", "home") * 20:
        player.press(key)
    frame = draw(player, LOOK, 16, 60)
    assert "^up" not in frame.part.targets.values()
    assert {"^down", "^right"} <= set(frame.part.targets.values())
    assert player.cursor == (player.window[0] // 2, player.window[1] // 2)
    player.click("^down")
    player.turn_page(3)
    assert player.cursor == (player.window[0] // 2 + 2, player.window[1] // 2)
    assert session.played == []
    player.press("down")
    assert session.played == ["slide down"]


def test_a_long_banner_is_broken_into_lines():
    words = "2048 made: the game is won, and may go on as long as there is anything that moves, or may be left here"
    view = replace(paused(make_view("n n\nn n")), banner=words)
    player, _, _ = make_player(view)
    shown = " ".join(screen(player, 60, 18).split())
    assert words in shown
    assert NODE.symbol in shown
