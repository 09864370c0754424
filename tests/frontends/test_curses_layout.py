"""The layout of the curses frontend: whole screens as text, without a terminal."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.frontends.controls import drawn, in_terminal
from tests.frontends.toy import (
    NEW,
    NEXT,
    NINE,
    NODE,
    PRISM,
    RESTART,
    SPARK,
    STONE,
    TILES,
    UNDO,
    Clock,
    ToySession,
    make_view,
    paused,
)

import tilekit
from tilekit.view import Button, Panel
from tilekit_curses.board import Look
from tilekit_curses.canvas import Canvas, Charset, Style
from tilekit_curses.colours import Palette, code, nearest

COLOUR = Look(Charset("utf-8"), Palette(256))
ASCII = Look(Charset("ascii"), Palette(0))
BOARD = """
. . . . .
. s n . .
. # ! p .
. . . . .
. . . . .
"""
WIDE = {
    "w": replace(NODE, symbol="🔥"),
    "k": replace(SPARK, symbol="界"),
    "a": replace(SPARK, symbol="e\u0301"),
    "z": replace(PRISM, symbol="👩\u200d🚀"),
    "t": replace(PRISM, symbol="\t"),
    "x": replace(PRISM, symbol="\x1b"),
}


def make_frame(view, width, height, look=COLOUR, keys="", wait=0):
    clock = Clock()
    player = in_terminal(ToySession(view), clock)
    for key in keys.split():
        player.press(key)
    clock.now += wait
    return drawn(player, look, height, width)


def screen(view, width, height, look=COLOUR, keys="", wait=0):
    """What is on the screen, without blanks at the ends of lines and empty lines at its end."""
    lines = make_frame(view, width, height, look, keys, wait).part.canvas.lines()
    return "\n".join(lines).rstrip("\n") + "\n"


def test_roomy_at_80_by_24():
    assert (
        screen(make_view(BOARD, notices=("Two stones are stranded.",)), 80, 24)
        == """\
       Merge                                                      seed 7
       ┌───c1──────c2──────c3──────c4──────c5────┐     NOW     NEXT
       │                                         │     ▆▆▆▆▆   ▆▆▆▆▆
    r1 │    ·       ·       ·       ·       ·    │      • s     ■ n
       │                                         │     ▂▂▂▂▂   ▂▂▂▂▂
       │         ▆▆▆▆▆▆▆ ▆▆▆▆▆▆▆                 │
    r2 │    ·      • s     ■ n      ·       ·    │     Score          54
       │         ▂▂▂▂▂▂▂ ▂▂▂▂▂▂▂                 │     Best         1536
       │         ▆▆▆▆▆▆▆┏▆▆▆▆▆▆▆┓▆▆▆▆▆▆▆         │     Charges         0
    r3 │    ·    ▒ ▓ # ▒┃!▒ # ▒!┃  ◆ p      ·    │
       │         ▂▂▂▂▂▂▂┗▂▂▂▂▂▂▂┛▂▂▂▂▂▂▂         │      u  Undo
       │                                         │     [r] Restart
    r4 │    ·       ·       ·       ·       ·    │     [n] New
       │                                         │
       │                                         │     [?] Help [q] Quit
    r5 │    ·       ·       ·       ·       ·    │
       │                                         │
       └─────────────────────────────────────────┘
       Two stones are stranded.



       r3c3 stone
"""
    )


def test_ascii_without_colour():
    assert (
        screen(make_view(BOARD), 80, 24, ASCII)
        == """\
       Merge                                                      seed 7
       +---c1------c2------c3------c4------c5----+     NOW     NEXT
       |                                         |
    r1 |    .       .       .       .       .    |       s       n
       |                                         |
       |                                         |
    r2 |    .       s       n       .       .    |     Score          54
       |                                         |     Best         1536
       |                [       ]                |     Charges         0
    r3 |    .    ## # ##[!# # #!]   p       .    |
       |                [       ]                |      u  Undo
       |                                         |     [r] Restart
    r4 |    .       .       .       .       .    |     [n] New
       |                                         |
       |                                         |     [?] Help [q] Quit
    r5 |    .       .       .       .       .    |
       |                                         |
       +-----------------------------------------+




       r3c3 stone
"""
    )


def test_paused_with_a_banner_and_a_button_in_front():
    assert (
        screen(paused(make_view(BOARD)), 80, 24)
        == """\
       Merge                                                      seed 7
       ┌───c1──────c2──────c3──────c4──────c5────┐     NOW     NEXT
       │                                         │     ▆▆▆▆▆   ▆▆▆▆▆
    r1 │    ·       ·       ·       ·       ·    │      • s     ■ n
       │                                         │     ▂▂▂▂▂   ▂▂▂▂▂
       │         ▆▆▆▆▆▆▆ ▆▆▆▆▆▆▆                 │
    r2 │    ·      • s     ■ n      ·       ·    │     Score          54
       │         ▂▂▂▂▂▂▂ ▂▂▂▂▂▂▂                 │     Best         1536
       │         ▆▆▆▆▆▆▆┏▆▆▆▆▆▆▆┓▆▆▆▆▆▆▆         │     Charges         0
    r3 │    ·    ▒ ▓ # ▒┃!▒ # ▒!┃  ◆ p      ·    │
       │         ▂▂▂▂▂▂▂┗▂▂▂▂▂▂▂┛▂▂▂▂▂▂▂         │     [e] NEXT STAGE
       │                                         │      u  Undo
    r4 │    ·       ·       ·       ·       ·    │     [r] Restart
       │                                         │     [n] New
       │                                         │
    r5 │    ·       ·       ·       ·       ·    │     [?] Help [q] Quit
       │                                         │
       └─────────────────────────────────────────┘
                                STAGE COMPLETE
                             Score 54   Best 1536
                        Paused. Press e for NEXT STAGE.
"""
    )


def test_what_the_banner_says_is_not_said_again_below_it():
    view = replace(paused(make_view(BOARD)), notices=("STAGE COMPLETE", "A life is gained"))
    assert [line.strip() for line in screen(view, 80, 24).splitlines()[-4:]] == [
        "STAGE COMPLETE",
        "Score 54   Best 1536",
        "Paused. Press e for NEXT STAGE.",
        "A life is gained",
    ]


@pytest.mark.parametrize(
    ("best", "result"),
    [("1536", "Score 54   Best 1536"), ("54", "Score 54, the best so far"), (None, "Score 54, the best so far")],
)
def test_a_banner_says_how_it_came_out_in_the_ruleset_s_colour(best, result):
    panels = (Panel("Score", "54"), *([Panel("Best", best)] if best else []))
    canvas = make_frame(replace(paused(make_view(BOARD)), panels=panels), 80, 24).part.canvas
    lines = canvas.lines()
    row = next(number for number, line in enumerate(lines) if "STAGE COMPLETE" in line)
    assert [line.strip() for line in lines[row : row + 3]] == [
        "STAGE COMPLETE", result, "Paused. Press e for NEXT STAGE."
    ]  # fmt: skip
    for at in range(row, row + 3):
        style = canvas.style_at(at, 40)
        assert (style.paper, style.bold) == (nearest("#40c040", 256), True)
    nothing = replace(paused(make_view(BOARD)), panels=(Panel("Score", "000000"), Panel("Best", "000000")))
    assert "STAGE COMPLETE\nScore 000000\n" in "\n".join(map(str.strip, screen(nothing, 80, 24).splitlines()))


def test_the_outcome_is_told_with_the_banner():
    view = replace(paused(make_view(BOARD)), banner="Goal reached", result="Won", status="over")
    shown = [line.strip() for line in screen(view, 80, 24).splitlines()]
    assert shown[shown.index("Goal reached") :] == [
        "Goal reached", "Score 54   Best 1536", "Game over. Press e for NEXT STAGE."
    ]  # fmt: skip
    assert "Goal reached   Score 54   Best 1536" in [line.strip() for line in screen(view, 42, 9).splitlines()]


def test_a_long_banner_is_told_in_even_lines_and_what_follows_as_far_as_there_is_room():
    view = replace(paused(make_view(BOARD)), banner="No touching pair is left, and nothing can be shuffled any more")
    lines = ["No touching pair is left, and", "nothing can be shuffled any more", "Score 54   Best 1536"]
    shown = [line.strip() for line in screen(view, 40, 14).splitlines()]
    assert shown[shown.index(lines[0]) :] == [*lines, "Paused. Press e for NEXT STAGE."]


@pytest.mark.parametrize(
    ("width", "height", "lines"),
    [
        (80, 24, ["[i] Hint [?] Help [q] Quit"]),
        (120, 40, ["[i] Hint [?] Help [q] Quit"]),
        (40, 12, ["[i] Hint", "[?] Help [q] Quit"]),
    ],
)
def test_keys_of_the_program_stay_together(width, height, lines):
    buttons = (replace(UNDO, label="Undo (2)", enabled=True), RESTART, NEW)
    view = make_view(BOARD, hints=BOARD.replace("s", "*").replace("n", "*"), hint_after=6, buttons=buttons)
    shown = screen(view, width, height).splitlines()
    found = [line[line.index("[i]" if "[i]" in line else "[?]") :] for line in shown if "[i]" in line or "[?]" in line]
    assert found == lines


def test_the_goal_stays_beside_a_notice_where_there_is_one_line():
    board = "\n".join([". s n . s n . s n . s n . s"] * 14)
    view = make_view(board, goals=("One colour",))
    assert "Goal: One colour" in screen(view, 60, 17)
    lines = [line.strip() for line in screen(replace(view, notices=("Few moves left",)), 60, 17).splitlines()]
    assert "Few moves left   Goal: One colour" in lines
    roomy = [line.strip() for line in screen(replace(view, notices=("Few moves left",)), 80, 24).splitlines()]
    at = roomy.index("Few moves left")
    assert roomy[at + 1] == "Goal: One colour"


def test_nine_by_nine_fits_80_by_24():
    assert (
        screen(make_view("\n".join([". s n p # ! . s n"] * 9), notices=("One", "Two", "Three")), 80, 24)
        == """\
 Merge                                                                   seed 7
 ┌───────────────────────────────────────────────────────┐    NOW     NEXT
 │       ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂       ▂▂▂▂▂ ▂▂▂▂▂ │    ▆▆▆▆▆   ▆▆▆▆▆
 │   ·    • s   ■ n   ◆ p  ▒ # ▒ !▒#▒!   ·    • s   ■ n  │     • s     ■ n
 │       ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂       ▂▂▂▂▂ ▂▂▂▂▂ │    ▂▂▂▂▂   ▂▂▂▂▂
 │   ·    • s   ■ n   ◆ p  ▒ # ▒ !▒#▒!   ·    • s   ■ n  │
 │       ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂       ▂▂▂▂▂ ▂▂▂▂▂ │    Score          54
 │   ·    • s   ■ n   ◆ p  ▒ # ▒ !▒#▒!   ·    • s   ■ n  │    Best         1536
 │       ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂       ▂▂▂▂▂ ▂▂▂▂▂ │    Charges         0
 │   ·    • s   ■ n   ◆ p  ▒ # ▒ !▒#▒!   ·    • s   ■ n  │
 │       ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂       ▂▂▂▂▂ ▂▂▂▂▂ │     u  Undo
 │   ·    • s   ■ n   ◆ p [▒ # ▒]!▒#▒!   ·    • s   ■ n  │    [r] Restart
 │       ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂       ▂▂▂▂▂ ▂▂▂▂▂ │    [n] New
 │   ·    • s   ■ n   ◆ p  ▒ # ▒ !▒#▒!   ·    • s   ■ n  │
 │       ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂       ▂▂▂▂▂ ▂▂▂▂▂ │    [?] Help [q] Quit
 │   ·    • s   ■ n   ◆ p  ▒ # ▒ !▒#▒!   ·    • s   ■ n  │
 │       ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂       ▂▂▂▂▂ ▂▂▂▂▂ │
 │   ·    • s   ■ n   ◆ p  ▒ # ▒ !▒#▒!   ·    • s   ■ n  │
 │       ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂ ▂▂▂▂▂       ▂▂▂▂▂ ▂▂▂▂▂ │
 │   ·    • s   ■ n   ◆ p  ▒ # ▒ !▒#▒!   ·    • s   ■ n  │
 └───────────────────────────────────────────────────────┘
 One
 Two ..
 r5c5 stone
"""
    )


def test_compact_drops_spacing_first():
    assert (
        screen(make_view(BOARD), 40, 12)
        == """\
Merge                             seed 7
┌────────────────┐  NOW •s NEXT ■n
│ ·  ·  ·  ·  ·  │  Score 54 Best 1536
│ ·  •s ■n ·  ·  │  Charges 0
│ ·  # [#!]◆p ·  │  Undo [r]Restart
│ ·  ·  ·  ·  ·  │  [n]New
│ ·  ·  ·  ·  ·  │  [?] Help [q] Quit
└────────────────┘



r3c3 stone
"""
    )


def test_smallest():
    assert (
        screen(make_view(BOARD), 32, 10)
        == """\
Merge                     seed 7
┌───────────┐  NOW •s NEXT ■n
│ · · · · · │  Score 54
│ · s n · · │  Best 1536
│ · #[#]p · │  Charges 0
│ · · · · · │  Undo [r]Restart
│ · · · · · │  [n]New
└───────────┘  [?] Help [q] Quit

r3c3 stone
"""
    )


def test_smallest_while_paused():
    assert (
        screen(paused(make_view(BOARD)), 40, 10)
        == """\
Merge                             seed 7
┌────────────────┐  NOW •s NEXT ■n
│ ·  ·  ·  ·  ·  │  Score 54 Best 1536
│ ·  •s ■n ·  ·  │  Charges 0
│ ·  # [#!]◆p ·  │  [e]NEXT STAGE Undo
│ ·  ·  ·  ·  ·  │  [r]Restart [n]New
│ ·  ·  ·  ·  ·  │  [?] Help [q] Quit
└────────────────┘
 STAGE COMPLETE   Score 54   Best 1536
Paused. Press e for NEXT STAGE.
"""
    )
    assert (
        screen(paused(make_view(BOARD)), 30, 11)
        == """\
Merge                   seed 7
 · · · · ·   NOW •s NEXT ■n
 · s n · ·   Score 54
 · #[#]p ·   Best 1536
 · · · · ·   Charges 0
 · · · · ·   [e]NEXT STAGE
             Undo [r]Restart
             [n]New
             [?] Help [q] Quit
        STAGE COMPLETE
Paused. Press e for NEXT STAGE
"""
    )


def numbered(view, width, height, keys=""):
    """The marks of columns and those of rows that a screen has."""
    lines = screen(view, width, height, keys=keys).splitlines()
    above = next(line for line in lines if "┌" in line)
    columns = above[above.index("┌") + 1 : above.index("┐")].replace("─", " ").split()
    return columns, [mark for line in lines if "│" in line and (mark := line.split("│")[0].strip())]


def test_rows_and_columns_are_numbered_where_there_is_room():
    assert numbered(make_view(BOARD), 80, 24) == (["c1", "c2", "c3", "c4", "c5"], ["r1", "r2", "r3", "r4", "r5"])
    assert numbered(make_view(BOARD), 40, 12)[1] == []
    assert numbered(make_view("\n".join([". s n p # ! . s n"] * 9)), 80, 24)[1] == []
    large = make_view("\n".join([" ".join("." * 8)] * 64))
    assert numbered(large, 80, 24, keys=" ".join(["up"] * 40))[1][:2] == ["r1", "r2"]
    assert numbered(large, 80, 24, keys=" ".join(["down"] * 40))[1][-2:] == ["r63", "r64"]
    ways = (Button("slide left", "4", "Slide left", "", enabled=True, prominent=False, direction="left"),)
    still = tuple(tuple(replace(cell, action="", legal=False) for cell in row) for row in make_view(BOARD).cells)
    assert numbered(replace(make_view(BOARD), cells=still, buttons=ways), 80, 24) == ([], [])


def test_a_mark_stands_where_its_cells_do():
    part = make_frame(make_view(BOARD), 80, 24).part
    lines = part.canvas.lines()
    for number in range(5):
        row = next(at for at, line in enumerate(lines) if line.strip().startswith(f"r{number + 1} "))
        column = next(line.index(f"c{number + 1}") for line in lines if "┌" in line)
        assert part.targets[row, column + 1] == (number, number)
        assert part.canvas.style_at(row, lines[row].index("r")) == COLOUR.palette.faint


def test_too_small_says_what_it_needs():
    assert (
        screen(make_view(BOARD), 29, 10)
        == """\
needs 30x10, has 29x10
q quits
"""
    )
    assert (
        screen(make_view(BOARD), 20, 5)
        == """\
needs 30x10,
has 20x5
q quits
"""
    )
    assert (
        screen(make_view(BOARD), 13, 1)
        == """\
needs 30x10
"""
    )
    assert (
        screen(make_view(BOARD), 1, 1)
        == """\
3
"""
    )


def test_what_it_needs_is_enough():
    words = screen(make_view(BOARD), 29, 9).split()[1].rstrip(",")
    width, height = map(int, words.split("x"))
    assert make_frame(make_view(BOARD), width, height).fits
    assert not make_frame(make_view(BOARD), width - 1, height).fits
    assert not make_frame(make_view(BOARD), width, height - 1).fits


def test_hex_rows_lie_half_a_cell_to_the_right_and_holes_are_left_out():
    assert (
        screen(make_view("_ . s .\n. n . .\n. . _ .", adjacency="hex"), 70, 16, keys="left left")
        == """\
    Merge                                                  seed 7
    ┌───c1──────c2──────c3──────c4────────┐     NOW     NEXT
    │                 ▆▆▆▆▆▆▆             │     ▆▆▆▆▆   ▆▆▆▆▆
 r1 │            ·      • s      ·        │      • s     ■ n
    │                 ▂▂▂▂▂▂▂             │     ▂▂▂▂▂   ▂▂▂▂▂
    │    ┏       ┓▆▆▆▆▆▆▆                 │     Score          54
 r2 │    ┃   ·   ┃  ■ n      ·       ·    │     Best         1536
    │    ┗       ┛▂▂▂▂▂▂▂                 │     Charges         0
    │                                     │      u  Undo
 r3 │    ·       ·               ·        │     [r] Restart
    │                                     │     [n] New
    └─────────────────────────────────────┘     [?] Help [q] Quit



    r2c1 empty   Enter: drop r2c1
"""
    )


def test_hex_compact():
    assert (
        screen(make_view("_ . s .\n. n . .\n. . _ .", adjacency="hex"), 34, 10)
        == """\
Merge                       seed 7
┌──────────┐  NOW •s NEXT ■n
│   · s ·  │  Score 54 Best 1536
│  · n[·]· │  Charges 0
│ · ·   ·  │  Undo [r]Restart
└──────────┘  [n]New
              [?] Help [q] Quit


r2c3 empty   Enter: drop r2c3
"""
    )


def test_symbols_by_measured_width():
    # Joined, combining only, and control characters fall back to the letter.
    assert (
        screen(make_view("w k a\nz t x\n9 10 .", tiles=WIDE), 60, 14)
        == """\
     Merge                                      seed 7
     ┌───c1──────c2──────c3────┐     NOW     NEXT
     │ ▆▆▆▆▆▆▆ ▆▆▆▆▆▆▆ ▆▆▆▆▆▆▆ │     ▆▆▆▆▆   ▆▆▆▆▆
  r1 │  🔥 n    界 s     é s   │      • s     ■ n
     │ ▂▂▂▂▂▂▂ ▂▂▂▂▂▂▂ ▂▂▂▂▂▂▂ │     ▂▂▂▂▂   ▂▂▂▂▂
     │ ▆▆▆▆▆▆▆┏▆▆▆▆▆▆▆┓▆▆▆▆▆▆▆ │     Score          54
  r2 │    p   ┃   p   ┃   p    │     Best         1536
     │ ▂▂▂▂▂▂▂┗▂▂▂▂▂▂▂┛▂▂▂▂▂▂▂ │     Charges         0
     │ ▆▆▆▆▆▆▆ ▆▆▆▆▆▆▆         │      u  Undo
  r3 │ ^* 9 *^ ^*10 *^    ·    │     [r] Restart
     │ ▂▂▂▂▂▂▂ ▂▂▂▂▂▂▂         │     [n] New
     └─────────────────────────┘     [?] Help [q] Quit

     r2c2 prism
"""
    )


def test_symbols_in_small_cells():
    assert (
        screen(make_view("w k a\nz t x\n9 10 .", tiles=WIDE), 30, 10)
        == """\
Merge                   seed 7
 n  s  és   NOW •s NEXT ■n
 p [p ]p    Score 54 Best 1536
 9^ 10 ·    Charges 0
            Undo [r]Restart
            [n]New
            [?] Help [q] Quit


r2c2 prism
"""
    )


def test_hints_glow_after_their_time():
    view = make_view("9 10 s\n. . .\n. . .", hints="* * .\n* . .\n. . .", hint_after=6)
    assert ">" not in screen(view, 60, 16, wait=5.9)
    assert (
        screen(view, 60, 16, wait=6)
        == """\
 Merge                                              seed 7
 ┌─────────────────────────┐    NOW     NEXT
 │ ▆▆▆▆▆▆▆ ▆▆▆▆▆▆▆ ▆▆▆▆▆▆▆ │    ▆▆▆▆▆   ▆▆▆▆▆
 │ ^*►9◄*^ ^►10◄ ^   • s   │     • s     ■ n
 │ ▂▂▂▂▂▂▂ ▂▂▂▂▂▂▂ ▂▂▂▂▂▂▂ │    ▂▂▂▂▂   ▂▂▂▂▂
 │        ┏       ┓        │    Score                   54
 │    +   ┃   ·   ┃   ·    │    Best                  1536
 │        ┗       ┛        │    Charges                  0
 │                         │     u  Undo
 │    ·       ·       ·    │    [r] Restart
 │                         │    [n] New
 └─────────────────────────┘    [i] Hint [?] Help [q] Quit



 r2c2 empty   Enter: drop r2c2
"""
    )


def test_large_boards_show_a_window_that_follows_the_cursor():
    view = make_view("\n".join([" ".join("." * 64)] * 64))
    assert (
        screen(view, 60, 18, keys=" ".join(["up"] * 40 + ["l"] * 6))
        == """\
Merge                                                seed 7
┌─────────────────────────────────────┐   NOW     NEXT
│ ·  ·  ·  ·  ·  · [· ]·  ·  ·  ·  ·  │   ▆▆▆▆▆   ▆▆▆▆▆
│ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  │    • s     ■ n
│ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  │   ▂▂▂▂▂   ▂▂▂▂▂
│ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  │
│ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  │   Score          54
│ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  │   Best         1536
< ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  >   Charges         0
│ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  │
│ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  │    u  Undo
│ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  │   [r] Restart
│ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  │   [n] New
│ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  │
│ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  │   [?] Help [q] Quit
└──────────────────v──────────────────┘

r1c39 empty   Enter: drop r1c39
"""
    )


def test_help_is_wrapped_and_scrolls():
    view = make_view(BOARD, help=("Drop NOW on any empty cell. " * 4, "Three or more that touch become one.") * 2)
    assert (
        screen(view, 50, 12, keys="?")
        == """\
 Merge: Help          Help  Settings  Statistics

 How to play
 Drop NOW on any empty cell. Drop NOW on any
 empty cell. Drop NOW on any empty cell. Drop NOW
 on any empty cell.

 Three or more that touch become one.

 Drop NOW on any empty cell. Drop NOW on any
 empty cell. Drop NOW on any empty cell. Drop NOW
 Tab turns the page, q closes   lines 1-9 of 28
"""
    )
    assert (
        screen(view, 50, 12, keys="? down down up")
        == """\
 Merge: Help          Help  Settings  Statistics

 Drop NOW on any empty cell. Drop NOW on any
 empty cell. Drop NOW on any empty cell. Drop NOW
 on any empty cell.

 Three or more that touch become one.

 Drop NOW on any empty cell. Drop NOW on any
 empty cell. Drop NOW on any empty cell. Drop NOW
 on any empty cell.
 Tab turns the page, q closes   lines 2-10 of 28
"""
    )
    assert (
        screen(view, 50, 12, keys="? end")
        == """\
 Merge: Help          Help  Settings  Statistics

 Escape          back to the board
 u               Undo
 r               Restart
 n               New
 ?               Help
 q               Quit

 Seed
 7
 Tab turns the page, q closes   lines 20-28 of 28
"""
    )


def test_selected_button_and_long_words():
    buttons = (replace(UNDO, enabled=True, label="Undo (200 left)"), RESTART, replace(NEW, label="New " + "x" * 60))
    panels = (Panel("P" * 30, "7" * 9),)
    view = make_view("s .\n. .", title="T" * 100, seed="9" * 40, buttons=buttons, panels=panels)
    assert (
        screen(view, 60, 16, keys="tab tab tab")
        == """\
    TTTTTTTTTTTTTTTTTTTTTT..  seed 999999999999999999..
    ┌───c1──────c2────┐     NOW     NEXT
    │ ▆▆▆▆▆▆▆         │     ▆▆▆▆▆   ▆▆▆▆▆
 r1 │   • s      ·    │      • s     ■ n
    │ ▂▂▂▂▂▂▂         │     ▂▂▂▂▂   ▂▂▂▂▂
    │                 │     PPPPPPPPPPPPPPP.. 777777777
 r2 │    ·       ·    │     [u] Undo (200 left)
    │                 │    >[r] Restart
    └─────────────────┘     [n] New xxxxxxxxxxxxxxxxx..
                            [?] Help [q] Quit




    Enter: Restart
"""
    )


def test_a_game_without_queue_panels_notices_or_help():
    view = make_view("9 9\n9 9", queue=(), queue_labels=(), panels=(), buttons=(), help=())
    assert (
        screen(view, 40, 12)
        == """\
 Merge                          seed 7
 ┌─────────────┐
 │ ▂▂▂▂▂ ▂▂▂▂▂ │     [?] Help [q] Quit
 │ ^*9*^ ^*9*^ │
 │ ▂▂▂▂▂ ▂▂▂▂▂ │
 │ ^*9*^[^*9*^]│
 └─────────────┘




 r2c2 9
"""
    )


# ---------------------------------------------------------------------------------------------- laws


def area(part, place):
    """Where a cell is drawn: its first and its last character, as row and column."""
    where = [at for at, target in part.targets.items() if target == place]
    return min(where), max(where)


def drawn_tile(part, place):
    """A tile's rows as text, and how much of each it fills: in eighths, above the middle and below."""
    (top, left), (last, right) = area(part, place)
    lines = [line.ljust(right + 1)[left : right + 1] for line in part.canvas.lines()[top : last + 1]]
    fills = []
    for row, line in enumerate(lines, start=top):
        fills.append({"▂" * len(line): 2, "▆" * len(line): 6}.get(line, 8))
        if fills[-1] == 2 and part.canvas.style_at(row, left).reverse:
            fills[-1] = 6
    return lines, fills


@pytest.mark.parametrize("tile", [NODE, STONE, NINE, TILES["!"]], ids=["node", "stone", "nine", "lit"])
@pytest.mark.parametrize(("width", "height", "rows"), [(120, 40, 5), (80, 24, 3), (60, 16, 2)])
@pytest.mark.parametrize("hint", [False, True], ids=["plain", "hint"])
def test_what_stands_on_a_tile_stands_in_its_middle(tile, width, height, rows, hint):
    board = "\n".join(["t . . . ."] + [". . . . ."] * 4)
    view = make_view(board, tiles={"t": tile}, hints=board.replace("t", "*"), hint_after=6 * hint)
    lines, fills = drawn_tile(make_frame(view, width, height, wait=9).part, (0, 0))
    assert len(lines) == rows
    middle = rows // 2
    above, below = sum(fills[:middle]), sum(fills[middle + 1 :])
    assert (above == below) if rows > 2 else (above - below == 2)  # of two rows, a quarter of one is over
    assert [row for row, line in enumerate(lines) if line.strip(" ▂▆▒")] == [middle]
    word = lines[middle].strip(" ▒!^*►◄")
    before, after = lines[middle].split(word)
    assert before == after[::-1].replace("◄", "►")


def test_where_quarters_cannot_be_drawn_halves_are():
    for charset in (Charset("cp437"), Charset("utf-8", console=True)):
        lines, _ = drawn_tile(make_frame(make_view(BOARD), 80, 24, Look(charset, Palette(8))).part, (1, 2))
        assert lines == ["▄▄▄▄▄▄▄", "  ■ n  ", "▀▀▀▀▀▀▀"]


@pytest.mark.parametrize("look", [COLOUR, ASCII, Look(Charset("utf-8"), Palette(8))], ids=["256", "none", "8"])
@pytest.mark.parametrize("tile", [NODE, NINE, STONE], ids=["node", "nine", "stone"])
@pytest.mark.parametrize(("width", "height"), [(120, 40), (80, 24), (40, 12)])
def test_a_hint_has_the_colours_of_its_tile(look, tile, width, height):
    board = "\n".join(["t . . . ."] + [". . . . ."] * 4)
    view = make_view(board, tiles={"t": tile}, hints=board.replace("t", "*"), hint_after=6)
    before = make_frame(view, width, height, look).part
    after = make_frame(view, width, height, look, wait=6).part
    (top, left), (last, right) = area(before, (0, 0))
    middle = (top + last + 1) // 2
    block = look.palette.block(tile.colour)
    colours = {after.canvas.style_at(middle, at)[:2] for at in range(left, right + 1)}
    assert block[:2] in colours
    assert colours <= {block[:2], look.palette.shade(block)[:2]}
    assert {after.canvas.style_at(middle, at).reverse for at in range(left, right + 1)} == {block.reverse}
    shown = after.canvas.lines()[middle][left : right + 2]
    assert shown != before.canvas.lines()[middle][left : right + 2]
    assert set(shown) & set("►>")


@pytest.mark.parametrize("look", [COLOUR, ASCII], ids=["colour", "ascii"])
@pytest.mark.parametrize("size", [(80, 24), (40, 12), (40, 10), (300, 100)])
@pytest.mark.parametrize("adjacency", ["orthogonal", "hex"])
def test_each_cell_can_be_clicked_where_it_is_drawn(look, size, adjacency):
    view = make_view("w k _\n. z 10\n_ . #", tiles=WIDE, adjacency=adjacency)
    for row in range(3):
        for column in range(3):
            if view.cells[row][column].hole:
                continue
            player = in_terminal(ToySession(view), Clock())
            player.click((row, column))
            frame = drawn(player, look, size[1], size[0])
            assert frame.fits
            assert frame.part.targets[frame.part.cursor] == (row, column)


def test_tiles_differ_by_colour_symbol_and_letter():
    for tile in (SPARK, NODE, PRISM, NINE):
        part = make_frame(make_view("t . .\n. . .\n. . .", tiles={"t": tile}), 120, 40, keys="").part
        (top, left), (last, right) = area(part, (0, 0))
        styles = {part.canvas.style_at(row, at) for row in range(top + 1, last) for at in range(left, right + 1)}
        assert {style.paper for style in styles} == {nearest(tile.colour, 256)}
        text = "".join(line[left : right + 1] for line in part.canvas.lines()[top : last + 1])
        assert tile.symbol in text
        assert tile.glyph in text


@pytest.mark.parametrize("colours", [8, 16, 256])
@given(colour=st.integers(0, 0xFFFFFF).map("#{:06x}".format))
def test_ink_can_be_read_on_every_colour(colours, colour):
    style = Palette(colours).block(colour)
    # Black on the basic magenta falls just short of the 4.5 asked of small text.
    assert tilekit.contrast(code(style.ink), code(style.paper)) >= (4.5 if colours == 256 else 4.4)


@pytest.mark.parametrize(
    ("colour", "colours", "index"),
    [
        ("#ff0000", 256, 196), ("#46465a", 256, 238), ("#1fa39a", 256, 37),
        ("#2f6fde", 8, 4), ("#9b4dca", 8, 5), ("#1fa39a", 8, 6), ("#8a8a8a", 8, 7), ("#000000", 8, 7),
        ("#4a5468", 8, 7), ("#4a5468", 16, 8), ("#5b7fa6", 8, 6),
        ("#8a8a8a", 16, 8), ("#ffff40", 16, 11), ("#ff0000", 0, -1), ("", 256, -1), ("red", 256, -1),
    ],
)  # fmt: skip
def test_nearest_colour(colour, colours, index):
    assert nearest(colour, colours) == index


TEXT = st.text(st.sampled_from("aZ9 ·★🔥界\u0301\u200d\ufe0f\t\n\x1b\x00é-"), max_size=40)


@st.composite
def views(draw_from):
    rows, columns = draw_from(st.integers(1, 10)), draw_from(st.integers(1, 10))
    tile = replace(NODE, symbol=draw_from(TEXT), glyph=draw_from(st.text("ab1", min_size=1, max_size=4)))
    tiles = {"t": draw_from(st.sampled_from([tile, replace(tile, crown=True, glow=True), replace(STONE, lit=True)]))}
    tokens = st.lists(st.sampled_from([".", "_", "t"]), min_size=columns, max_size=columns).map(" ".join)
    board = "\n".join(draw_from(st.lists(tokens, min_size=rows, max_size=rows)))
    labels = draw_from(st.lists(TEXT, max_size=5))
    view = make_view(
        board,
        tiles=tiles,
        title=draw_from(TEXT),
        seed=draw_from(TEXT),
        adjacency=draw_from(st.sampled_from(["orthogonal", "king", "hex"])),
        panels=tuple(Panel(label, label) for label in labels),
        buttons=(UNDO, *(Button(f"do {n}", "u", label, "", n % 2 == 0, n == 2) for n, label in enumerate(labels))),
        queue=tuple(tiles["t"] for _ in labels),
        queue_labels=tuple(labels),
        notices=tuple(labels),
        help=tuple(labels),
    )
    return paused(view) if draw_from(st.booleans()) else view


@given(
    view=views(),
    width=st.integers(1, 130),
    height=st.integers(1, 45),
    keys=st.lists(st.sampled_from(["tab", "up", "left", "enter", "?", "x"]), max_size=3).map(" ".join),
    look=st.sampled_from([COLOUR, ASCII, Look(Charset("iso8859-1"), Palette(8)), Look(Charset("utf-8", True))]),
)
def test_any_view_on_any_screen(view, width, height, keys, look):
    frame = make_frame(view, width, height, look, keys)
    canvas = frame.part.canvas
    assert (canvas.width, canvas.height) == (width, height)
    for row in range(height):
        runs = list(canvas.runs(row))
        assert sum(look.charset.width(text) for _, text, _ in runs) == width
        assert all(look.charset.can_encode(text) and text.isprintable() for _, text, _ in runs)
    if frame.part.cursor:
        assert 0 <= frame.part.cursor[0] < height
        assert 0 <= frame.part.cursor[1] < width


def test_canvas_cuts_and_never_raises():
    canvas = Canvas(2, 4, Charset())
    canvas.write(0, 2, "🔥🔥")
    canvas.write(1, -1, "abc\x07🔥")
    assert canvas.lines() == ["  🔥", "bc?"]
    canvas.write(0, 3, "x", Style(bold=True))  # Over the right half: the left half goes too.
    assert canvas.lines() == ["   x", "bc?"]
    canvas.write(5, 5, "nowhere")


def test_ambiguous_width_is_avoided_where_it_may_be_two():
    east = Charset("utf-8", ambiguous_wide=True)
    assert not east.is_rich
    assert east.symbol("◆", "p", 1) == "p"
    assert Charset("utf-8").symbol("◆", "p", 1) == "◆"
    assert NEXT.label == "NEXT STAGE"
    assert len(TILES) == 7


def test_forty_tiers_in_eight_colours_keep_their_letters():
    tiers = {f"t{n}": replace(NODE, tile=f"t{n}", glyph=f"t{n}", symbol=f"t{n}", colour="#1fa39a") for n in range(40)}
    board = "\n".join(" ".join(f"t{row * 8 + column}" for column in range(8)) for row in range(5))
    shown = screen(make_view(board, tiles=tiers), 80, 24, Look(Charset("utf-8"), Palette(8)))
    assert [name for name in tiers if name in shown.split()] == list(tiers)


JAPANESE = "2 つのマスを使う操作では、Enter で 1 つ目を選び、印の付いた隣のマスで実行します。"


@pytest.mark.parametrize("room", [2, 10, 11, 24, 40])
def test_wide_characters_are_broken_by_their_width(room):
    charset = Charset("utf-8")
    lines = charset.wrap(JAPANESE, room)
    assert all(charset.width(line) <= room or len(line) == 2 for line in lines)
    assert "".join(lines).replace(" ", "") == JAPANESE.replace(" ", "")
    assert not [line for line in lines if line.startswith(("、", "。"))] or room < 4


def test_a_word_longer_than_a_line_is_broken():
    assert Charset("utf-8").wrap("ab abcdefghij k", 4) == ["ab", "abcd", "efgh", "ij k"]
    assert Charset("utf-8").wrap("", 4) == [""]
    assert Charset("utf-8").wrap("界界", 1) == ["界", "界"]


def test_wide_words_keep_the_frame_straight():
    buttons = (replace(NEXT, label="次のステージへ進む"), replace(UNDO, label="元に戻す", enabled=True), RESTART)
    view = replace(paused(make_view(BOARD, title="合体パズル")), panels=(Panel("得点", "1536"), Panel("最高", "98")))
    lines = screen(replace(view, buttons=buttons), 80, 24).splitlines()
    charset = Charset("utf-8")
    frame = [line for line in lines if any(mark in line for mark in "┌│└")]
    ends = {charset.width(line[: max(line.rfind(mark) for mark in "┐│┘")]) for line in frame}
    assert (len(frame), len(ends)) == (17, 1)
