"""Expressions and steps are asked only what they have an answer to: each value here is known from the rules."""

from __future__ import annotations

import pytest
from tests.unit.rulesets import after, small, stand

import tilekit

NUMBERS = "numbers = { first = 1, last = 9 }"
DROP = """
[queue]
from = "deal"
[spawn.deal]
weights = { 1 = 1 }
[actions.drop]
target = "cell"
where = "empty"
steps = ["place", "fuse"]
"""


def codes(body, **parts):
    """The codes of what is wrong with a small ruleset, with where each stands and its message."""
    with pytest.raises(tilekit.RulesetError) as caught:
        small(body, **parts)
    return [(one.code, one.line, one.message, one.fix) for one in caught.value.diagnostics if one.severity == "error"]


# ---------------------------------------------------------------- values that are there


def test_a_fuse_asks_what_it_makes_of_groups_that_are_there():
    rules = small(
        DROP + '[mechanics]\nfuse = { least = 2, makes = "tile + count - 1" }', rows=1, columns=4, tiers=NUMBERS
    )
    assert after(rules, "1 . . .", "drop r1c2", queue=["1"]) == ". 2 . ."
    assert after(rules, "3 . 3 .", "drop r1c2", queue=["3"]) == ". 5 . ."


@pytest.mark.parametrize(
    ("makes", "board", "expected"),
    [
        ("tile if count == 2 else tile - 1", "3 . 3 .", ". 2 . ."),
        ("9 // count", "3 . 3 .", ". 3 . ."),
        ("tile + 1 if count == 2 else none", "3 . . .", ". 4 . ."),
        ("tile + 1 if count == 2 else none", "3 . 3 .", "3 3 3 ."),
        ("pay(count)", "3 . . .", ". 7 . ."),
    ],
)
def test_what_a_fuse_makes_may_speak_of_the_count_in_any_way(makes, board, expected):
    body = DROP + f'[constants]\npay = [1, 7]\n[mechanics]\nfuse = {{ least = 2, makes = "{makes}" }}'
    rules = small(body, rows=1, columns=4, tiers=NUMBERS)
    assert after(rules, board, "drop r1c2", queue=["3"]) == expected


def test_here_is_the_chosen_cell_in_every_setting_of_a_step_whatever_cells_it_acts_on():
    body = """
        [actions.tap]
        target = "cell"
        steps = ["fuse"]
        [mechanics]
        fuse = { cells = "r1c1 or r1c4", least = 2, makes = "at(here)" }
    """
    rules = small(body, rows=1, columns=5, tiers=NUMBERS)
    assert after(rules, "1 1 7 2 2", "tap r1c3") == "7 . 7 7 ."
    body = """
        [actions.tap]
        target = "cell"
        steps = ["modular_sum"]
        [mechanics]
        modular_sum = { cells = "row == 1", modulus = "at(here)" }
    """
    rules = small(body, rows=1, columns=5, tiers=NUMBERS)
    assert after(rules, "3 1 7 . 9", "tap r1c5") == ". . . . 9"  # 1 is 3 + 7 modulo the 9 that was tapped


def test_in_a_set_of_cells_tile_is_what_each_of_them_holds_whatever_it_is_outside():
    body = """
        [variables]
        v = 0
        [actions.tap]
        target = "cell"
        steps = ["fuse"]
        [mechanics]
        fuse = { least = 2, makes = "tile + count(tile == d)" }
        [scoring]
        fused = "10 * count(tile == d) + sum(tile, tile >= c) + made"
        [[triggers]]
        on = "fused"
        when = "exists(tile == d)"
        add = { v = 1 }
    """
    game = stand(small(body, rows=1, columns=5), "a a . d d")
    game.play("tap r1c1")
    # Made of two a and two d that are there: a + 2 = c. Then 2 d on the board, and c + d + d = 3 + 4 + 4.
    assert (str(game.board), game.score, game.variables["v"]) == ("c . . d d", 20 + 11 + 3, 1)


# ---------------------------------------------------------------- change

CHANGE = """
[actions.grow]
steps = ["grow"]
[mechanics.grow]
use = "change"
"""


@pytest.mark.parametrize(
    ("settings", "board", "expected"),
    [
        ('cells = "not empty"\nto = "next(tile) if near(tile == a) > 1 else tile"', "a a a a b", "a b b a b"),
        ('cells = "not empty"\nto = "next(tile) if near(tile == a) >= 1 else tile"', "a a b b .", "b b c b ."),
        ('cells = "not empty"\nto = "column"', "d d d d .", "a b c d ."),
        ('cells = "not empty"\nto = "group"', "d d b b b", "b b c c c"),
        ('cells = "empty or not empty"\nto = "a if empties == 2 else none"', ". b . c c", "a a a a a"),
        ('cells = "empty"\nto = "b if touches(tile == c) else a if touches(empty) else d"', ". . c . c", "a b c b c"),
        ('cells = "not empty"\nto = "next(tile) if tile == top else top"', "a b c b .", "c c d c ."),
        ('cells = "tile == a"\nto = "tile + near(not empty)"\ntimes = 2', "a b a . a", "c b c . a"),
        ('cells = "not empty"\nto = "at(r1c1) if row_run > 2 else none"', "c b a . a", "c c c . ."),
    ],
)
def test_to_asks_about_the_cell_that_changes_on_the_board_before_the_first_change(settings, board, expected):
    assert after(small(CHANGE + settings, rows=1, columns=5), board, "grow") == expected


def test_to_may_ask_about_what_the_player_chose_and_what_a_step_left():
    body = """
        [actions.tap]
        target = "cell"
        steps = ["clear", "grow"]
        [mechanics.grow]
        use = "change"
        cells = "not empty"
        to = "at(r1c1) if touches(cleared) else next(tile) if touches(touches(here)) else tile"
    """
    assert after(small(body, rows=1, columns=5), "b c a c a", "tap r1c3") == "c b . b b"


# ---------------------------------------------------------------- areas, and when

LANES = """
[areas]
lane = "{0} == chosen"
full = "lane and not empty"
[actions.sweep]
target = "{0}"
steps = ["{1}"]
[mechanics]
clear = {{ cells = "full" }}
shuffle = {{ cells = "full" }}
"""


def test_an_area_may_speak_of_the_column_row_or_tile_that_was_chosen():
    board = "a b c\na b c\n. b a"
    assert after(small(LANES.format("column", "clear")), board, "sweep c2") == "a . c\na . c\n. . a"
    assert after(small(LANES.format("row", "clear")), board, "sweep r2") == "a b c\n. . .\n. b a"
    assert after(small(LANES.format("tile", "clear")), board, "sweep a") == ". b c\n. b c\n. b ."


def test_an_area_may_speak_of_both_cells_of_a_pair():
    body = """
        [areas]
        both = "here or there"
        [actions.pop]
        target = "pair"
        steps = ["pop"]
        [mechanics]
        pop = { use = "clear", cells = "both or touches(there)" }
    """
    assert after(small(body, rows=1, columns=5), "a b c a b", "pop r1c2 r1c3") == "a . . . b"


def test_an_area_may_be_asked_by_actions_of_several_targets():
    body = """
        [areas]
        lane = "column == chosen or row == chosen"
        [actions.down]
        target = "column"
        steps = ["clear"]
        [actions.across]
        target = "row"
        steps = ["clear"]
        [actions.only]
        target = "tile"
        steps = ["mark"]
        [mechanics]
        clear = { cells = "lane and not empty" }
        mark = { use = "change", cells = "lane and tile == chosen", to = "d" }
    """
    board = "a b c\na b c\na b c"
    rules = small(body)
    assert rules.warnings == []
    assert after(rules, board, "down c1") == ". . .\n. b c\n. b c"
    assert after(rules, board, "across r3") == "a b .\na b .\n. . ."
    assert after(rules, board, "only b") == "a b c\na d c\na b c".replace("a b c", "a d c", 1).replace("a b c", "a d c")


def test_an_area_of_what_is_chosen_is_refused_where_nobody_chooses_it_at_the_place_that_asks():
    body = LANES.format("column", "clear") + '[actions.all]\nsteps = ["other"]\n[mechanics.other]\nuse = "clear"\n'
    assert codes(body + 'cells = "full"') == [
        (
            "nothing-chosen",
            25,
            'area "full" speaks of "chosen", the tile, column or row the player chose, and nobody chooses that here',
            'use it in an action with target = "tile", "column" or "row"',
        )
    ]


def test_the_when_of_a_step_may_speak_of_what_was_chosen():
    body = LANES.format("column", "clear").replace(
        'clear = { cells = "full" }', 'clear = { cells = "full", when = "count(full) == 3 and at(here) == a" }'
    )
    rules = small(body)
    board = "a b c\na b c\na b ."
    assert after(rules, board, "sweep c1") == ". b c\n. b c\n. b ."
    assert after(rules, board, "sweep c2") == board
    assert after(rules, board, "sweep c3") == board


# ---------------------------------------------------------------- where a step can act


def test_whether_a_step_can_act_on_the_choice_is_asked_of_each_choice():
    game = stand(small(LANES.format("column", "shuffle")), "a . c\nb . .\n. . d")
    assert [str(action) for action in game.legal_actions()] == ["sweep c1", "sweep c3"]
    body = """
        [actions.mix]
        target = "cell"
        steps = ["shuffle"]
        [mechanics]
        shuffle = { cells = "(here or touches(here)) and not empty" }
    """
    game = stand(small(body), "a . .\n. . b\n. . c")
    assert [str(action) for action in game.legal_actions()] == ["mix r2c3", "mix r3c3"]


# ---------------------------------------------------------------- steps that need a cell


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ('[start]\nsteps = ["fuse"]\n[actions.tap]\ntarget = "cell"\nsteps = ["fuse"]', 13),
        ('[actions.tap]\ntarget = "direction"\nsteps = ["fuse"]', 14),
        ('[actions.again]\nsteps = ["start", "fuse"]', 13),
        ('[actions.again]\nsteps = ["twice"]\n[mechanics]\ntwice = { use = "repeat", steps = ["fuse"] }', 15),
        ('[actions.again]\ntarget = "tile"\nsteps = ["fuse"]', 14),
    ],
)
def test_a_step_that_acts_on_the_chosen_cell_by_default_is_refused_at_the_step(body, line):
    chosen = {"direction": "a direction is chosen", "tile": "a tile is chosen"}
    instead = next((said for target, said in chosen.items() if f'"{target}"' in body), "nobody chooses one")
    assert codes(body) == [
        (
            "no-cell-here", line, f'"fuse" acts on the cell the player chose, and {instead} here',
            'write cells = "not empty" in [mechanics.fuse]',
        )
    ]  # fmt: skip


def test_the_fix_for_a_step_that_lacks_its_cell_leads_to_no_other_mistake():
    body = '[start]\nsteps = ["fuse"]\n[actions.tap]\ntarget = "cell"\nsteps = ["fuse"]\n'
    assert small(body + '[mechanics.fuse]\ncells = "not empty"').warnings == []
