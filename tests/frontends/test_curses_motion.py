"""What the curses frontend draws of what moves, flashes, is chosen or would be played."""

from dataclasses import replace

import pytest
from tests.frontends.controls import drawn, in_terminal
from tests.frontends.toy import NODE, SPARK, Clock, ToySession, make_view, paused
from tests.unit.test_controller import with_partners

import tilekit
from tilekit import Preview
from tilekit.controller import FLASH
from tilekit_curses.board import Look
from tilekit_curses.canvas import Charset
from tilekit_curses.colours import Palette

BEFORE = make_view(". .\ns .")
AFTER = make_view("s .\ns .")
FUSED = make_view("n .\n. .")
LOOK = Look(Charset("utf-8"), Palette(256))


def make_player(*views, **settings):
    clock = Clock()
    session = ToySession(*views, **settings)
    return in_terminal(session, clock), session, clock


def screen(player, width=60, height=16):
    return "\n".join(drawn(player, LOOK, height, width).part.canvas.lines())


@pytest.mark.parametrize("ruleset", ["merge", "ninek", "sum10", "2048"])
def test_every_turn_of_the_bundled_games_rests_within_half_a_second(ruleset):
    clock = Clock()
    session = tilekit.Session(tilekit.load(ruleset), 3)
    player = in_terminal(session, clock)
    for turn in range(30):
        legal = session.game.legal_actions()
        if not legal or session.game.status != "playing":
            break
        player.controller._play(str(legal[turn * 7 % len(legal)]), (0, 0), clock())
        clock.now += 0.41
        assert not player.screen.moves


def test_what_is_drawn_while_it_moves():
    view = make_view("s . .\n. . .\n. . s", queue=(), queue_labels=())
    end = make_view("n . .\n. . .\n. . .", queue=(), queue_labels=())
    player, _, clock = make_player(view, end, points=6)
    player.press("enter")
    clock.now += 0.1
    assert (
        "\n".join(line[:32].rstrip() for line in screen(player).splitlines()[1:12])
        == """\
     ┌───c1──────c2──────c3────┐
     │ ▆▆▆▆▆▆▆                 │
  r1 │   • s      ·       ·    │
     │ ▂▂▂▂▂▂▂                 │
     │        ┏       ┓        │
  r2 │    ·   ┃   ·   ┃   ·    │
     │        ┗    ▆▆▆┛▆▆▆     │
     │               • s       │
  r3 │    ·       ·▂▂▂▂▂▂▂·    │
     │                         │
     └─────────────────────────┘"""
    )
    clock.now += 0.2
    assert "+6" in screen(player)
    clock.now += 2
    assert "Score" in screen(player)
    assert "+6 54" in screen(player)


def test_a_screen_of_another_size_in_the_middle_of_it():
    player, _, _ = make_player(AFTER, FUSED, points=6)
    player.press("enter")
    for width, height in ((80, 24), (40, 12), (30, 10), (5, 2), (1, 1), (300, 100), (80, 24)):
        drawn(player, LOOK, height, width)
    assert player.screen.moves


def test_what_was_refused_flashes_for_a_moment():
    player, _, clock = make_player(make_view("s .\n. ."), refuse=["drop r1c1"])
    for key in ("up", "left", "enter"):
        player.press(key)
    flashing = drawn(player, LOOK, 16, 60).part.canvas
    clock.now += FLASH + 0.01
    calm = drawn(player, LOOK, 16, 60).part.canvas
    assert flashing.lines() == calm.lines()
    assert list(flashing.runs(3)) != list(calm.runs(3))


def test_where_a_tile_lands_and_which_go_is_drawn_before_it_is_played():
    view = make_view("s s .\n. . .\n. . .", queue=(), queue_labels=())
    player, session, _ = make_player(view)
    session.preview = lambda action: Preview(action, lands=((1, 1),), goes=((0, 0), (0, 1)), tile=NODE)
    assert (
        "\n".join(line[:32].rstrip() for line in screen(player).splitlines()[1:9])
        == """\
     ┌───c1──────c2──────c3────┐
     │╭▆▆▆▆▆▆▆ ▆▆▆▆▆▆▆╮        │
  r1 ││  • s     • s  │   ·    │
     │╰▂▂▂▂▂▂▂ ▂▂▂▂▂▂▂╯        │
     │        ┏       ┓        │
  r2 │    ·   ┃   ■   ┃   ·    │
     │        ┗       ┛        │
     │                         │"""
    )
    assert f"{SPARK.symbol} s" in screen(player)


def test_the_second_cells_of_a_pair_are_marked():
    view = with_partners(make_view("s n s\n. . n"), (1, 1), (1, 2, "swap r1c1 r1c2"))
    player, _, _ = make_player(view)
    for key in ("up", "left", "enter"):
        player.press(key)
    assert "r1c1 is chosen" in screen(player)
    player.press("right")
    assert "Enter: swap r1c1 r1c2" in screen(player)


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
    assert "scroll" in screen(player)
    for key in ("pageup", "home") * 20:
        player.press(key)
    frame = drawn(player, LOOK, 16, 60)
    assert "^up" not in frame.part.targets.values()
    assert {"^down", "^right"} <= set(frame.part.targets.values())
    assert player.cursor == (frame.rows // 2, frame.columns // 2)
    player.click("^down")
    player.wheel(3)
    assert player.cursor == (frame.rows // 2 + 2, frame.columns // 2)
    assert session.played == []


def test_a_long_banner_is_broken_into_lines():
    words = "2048 made: the game is won, and may go on as long as there is anything that moves, or may be left here"
    view = replace(paused(make_view("n n\nn n")), banner=words)
    player, _, _ = make_player(view)
    shown = " ".join(screen(player, 60, 18).split())
    assert words in shown
    assert NODE.symbol in shown


def test_the_colours_of_a_terminal_follow_the_settings():
    palette = Palette(256)
    assert palette.preferred(tilekit.Preferences()) == palette
    light = palette.preferred(tilekit.Preferences(theme="light"))
    assert (light.colours, light.light, light.faint == palette.faint) == (256, True, False)
    assert palette.preferred(tilekit.Preferences(colours="none")).colours == 0
