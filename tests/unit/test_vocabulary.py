"""Push, swap, wander and hold, and the words for runs and for what was cleared, by hand-made positions."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.unit.rulesets import after, drawn, small, stand

from tilekit.internals import corruption

PUSH = """
    [spawn.row]
    weights = { d = 1 }
    [actions.go]
    steps = ["push"]
    [mechanics]
    push = { toward = "TOWARD", from = "row" CELLS }
"""


@pytest.mark.parametrize(
    ("toward", "cells", "before", "then"),
    [
        ("up", "", "a . b\n. a .\nc . .", ". a .\nc . .\nd d d"),
        ("down", "", "a . b\n. a .\nc . .", "d d d\na . b\n. a ."),
        ("left", ', cells = "tile == b"', "a . b\n. a .\nc . .", ". b d\n. a .\nc . ."),
        ("right", ', cells = "row == 2 or r3c1"', "a . b\n. a b\nc . .", "a . b\nd . a\nd c ."),
    ],
)
def test_push_moves_whole_lines(toward: str, cells: str, before: str, then: str) -> None:
    assert after(small(PUSH.replace("TOWARD", toward).replace("CELLS", cells)), before, "go") == drawn(then)


def test_push_tells_what_fell_out_and_a_hole_ends_a_line() -> None:
    rules = small(PUSH.replace("TOWARD", "up").replace("CELLS", ""), grid='mask = """\n. . .\n. _ .\n. . .\n"""')
    game = stand(rules, "a b .\n. _ c\n. b .")
    turn = game.play("go")
    assert str(game.board) == drawn(". d c\n. _ .\nd d d")
    told = [(entry.kind, entry.values.get("count")) for entry in turn.journal]
    assert told == [("pushed", 4), ("overflowed", 3)]


def test_swap_also_moves_a_tile_to_an_empty_cell() -> None:
    rules = small('[actions.swap]\ntarget = "pair"\nsteps = ["swap"]')
    game = stand(rules, "a b .\n. a a\n. . .")
    game.play("swap r1c2 r1c3")
    game.play("swap r2c2 r1c2")
    assert str(game.board) == drawn("a a b\n. . a\n. . .")
    assert game.why_not("swap r1c1 r1c2") == "swap r1c1 r1c2 would change nothing"
    assert game.why_not("swap r3c1 r3c2") == "swap r3c1 r3c2 would change nothing"
    assert corruption(game) == ""


WANDER = '[actions.go]\nsteps = ["wander"]\n[mechanics]\nwander = { cells = "tile == a" }'


def test_wander_goes_one_cell_at_most_and_leaves_others_alone() -> None:
    found: Counter[str] = Counter()
    rules = small(WANDER)
    for seed in range(300):
        game = stand(rules, ". b .\nb a .\n. b .", seed=seed)
        game.play("go")
        found[str(game.board)] += 1
    assert set(found) == {drawn(". b .\nb . a\n. b .")}  # one way only
    free: Counter[str] = Counter()
    for seed in range(300):
        game = stand(rules, ". . .\n. a .\n. . .", seed=seed)
        game.play("go")
        free[str(game.board)] += 1
    assert len(free) == 4
    assert min(free.values()) > 45  # 75 are due to each


def test_wander_goes_in_reading_order_and_an_enclosed_tile_stays() -> None:
    rules = small(WANDER, rows=1, columns=4)
    assert after(rules, ". a a b", "go") == drawn("a a . b")  # the second goes where the first has been
    assert after(rules, "b a b .", "go") == drawn("b a b .")


HOLD = """
    [queue]
    shows = 2
    from = "deal"
    hold = true
    [spawn.deal]
    weights = { a = 1, b = 1 }
    [actions.put]
    target = "cell"
    where = "empty and held != c"
    steps = ["place", "deal"]
    [actions.store]
    steps = ["hold"]
"""


def test_hold_puts_now_aside_and_takes_it_back() -> None:
    game = stand(small(HOLD), ". . .\n. . .\n. . .", queue=["a", "b"], draws=["c", "d"])
    before = game.digest
    assert (game.held, game.queue) == ("", ("a", "b"))
    game.play("store")  # nothing was held: the queue moves up
    assert (game.held, game.queue) == ("a", ("b", "c"))
    game.play("store")  # from then on they change places
    assert (game.held, game.queue) == ("b", ("a", "c"))
    assert game.digest != before
    assert game.to_dict()["held"] == "b"
    game.play("put r1c1")
    assert str(game.board) == drawn("a . .\n. . .\n. . .")
    assert (game.held, game.queue) == ("b", ("c", "d"))
    other = stand(small(HOLD), ". . .\n. . .\n. . .", queue=["a", "b"], held="c")
    assert not other.is_legal("put r1c1")
    assert game.copy().held == "b"


def counted(words: str, board: str, grid: str = "") -> list[int]:
    """For each number from 0 on how many cells have it, by a word of the language."""
    rules = small(f'[variables]\nn = 0\n[actions.go]\nset = {{ n = "{words}" }}', rows=3, columns=5, grid=grid)
    game = stand(rules, board)
    game.play("go")
    return [game.variables["n"]]


BOARD = "a a . b a\na b b b .\na . a a a"


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("sum(row_run, row == 1)", 2 + 2 + 2 + 2),
        ("sum(row_run, row == 2)", 4 * 4),
        ("sum(row_match, row == 1)", 2 + 2 + 1 + 1),
        ("sum(row_match, row == 2)", 1 + 3 + 3 + 3),
        ("sum(column_run, column == 1)", 3 * 3),
        ("sum(column_match, column == 4)", 2 + 2 + 1),
        ("count(row_match >= 3)", 3 + 3),
        ("count(row_match > 1)", 2 + 3 + 3),
        ("count(row_match == 3)", 3 + 3),
        ("count(column_run >= 2)", 3 + 2 + 2 + 3),
        ("count(row_run >= 1 and empty)", 0),
        ("count(column_match >= 3 or row_match >= 3)", 3 + 3 + 3),
    ],
)
def test_runs_are_counted(words: str, number: int) -> None:
    assert counted(words, BOARD) == [number]


def test_a_hole_ends_a_run() -> None:
    grid = 'mask = """\n. . _ . .\n. . . . .\n. . . . .\n"""'
    assert counted("count(row_match >= 2)", "a a _ a a\n. . . . .\n. . . . .", grid) == [4]
    assert counted("count(row_match >= 3)", "a a _ a a\n. . . . .\n. . . . .", grid) == [0]
    assert counted("sum(row_run, not empty)", "a a _ a a\n. . . . .\n. . . . .", grid) == [8]


CRACK = """
    [spawn]
    fresh = { weights = { c = 1, d = 1 } }
    fixed = { tile = "d" }
    [variables]
    left = 0
    [actions.go]
    target = "cell"
    where = "tile == a"
    steps = ["clear", "crack"]
    [actions.look]
    steps = ["look"]
    [[triggers]]
    on = "seen"
    add = { left = "count + count(cleared)" }
    [mechanics]
    look = { use = "change", cells = "r3c3 or cleared", to = "d", emits = "seen" }
    clear = { cells = "joined(here)" }
    [mechanics.crack]
    use = "change"
    cells = "touches(cleared)"
    times = "near(cleared)"
    to = { b = "c", c = "fresh", none = "fixed" }
"""


def test_what_was_cleared_stands_until_the_turn_is_over() -> None:
    rules = small(CRACK)
    game = stand(rules, ". a b\nb a .\nb b b", draws=["d", "c"])
    game.play("go r1c2")
    # Each was hit once: r1c3, r2c1 and r3c2 go on to the next; gaps beside are filled, those cleared among them.
    assert str(game.board) == drawn("d d c\nc d d\nb c b")
    game.play("look")
    assert game.variables == {"left": 1}  # r3c3 alone: of what was cleared the next turn knows nothing
    twice = stand(rules, "a a .\na b .\n. . .", draws=["c"])
    twice.play("go r1c1")
    assert str(twice.board) == drawn("d d d\nd c .\nd . .")  # r2c2 was hit twice: cracked, then drawn
    before = rules.program.board
    assert before.rebuilt_planes(twice._s) == twice._s[before.planes : before.planes + before.last + 1]


def test_one_tile_for_all_may_be_worked_out() -> None:
    rules = small(
        '[actions.go]\nsteps = ["up"]\n[mechanics]\nup = { use = "change", cells = "not empty", to = "next(tile)" }'
    )
    assert after(rules, "a b c\n. . .\n. . d", "go") == drawn("b c d\n. . .\n. . .")
