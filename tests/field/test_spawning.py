"""What chance brings: weights as written, room for what comes, and openings that score nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.field.positions import changed, count, stand
from tests.unit.rulesets import load, small
from tests.work import at_most

import tilekit
from tilekit.game import Game

#: Calls of functions that what looks hard may take.
CALLS = 1_000_000

#: Chi-square that is passed once in a thousand times, by degrees of freedom.
RARE = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 9: 27.88, 89: 137.2}


def picks(table: str, number: int, *, seed: int = 5, tiers: str = "numbers = { first = 1 }") -> Counter[str]:
    """So many picks of a spawn table, dealt through a queue."""
    body = f"""
        [queue]
        from = "it"
        shows = 1
        [spawn]
        {table}
        [actions.go]
        steps = ["deal"]
    """
    program = small(body, rows=1, columns=1, tiers=tiers).engine.silent_program
    state = program.begin(seed)
    found: Counter[str] = Counter()
    for _ in range(number):
        found[program.tiles.ids[program.deal(state)]] += 1
    return found


def fits(found: Counter[str], weights: dict[str, int], number: int) -> None:
    total = sum(weights.values())
    assert set(found) <= {tile for tile, weight in weights.items() if weight}
    expected = {tile: number * weight / total for tile, weight in weights.items() if weight}
    if len(expected) > 1:
        chi = sum((found[tile] - expectation) ** 2 / expectation for tile, expectation in expected.items())
        assert chi < RARE[len(expected) - 1]


@pytest.mark.parametrize(
    "weights",
    [[1], [2, 1], [1, 2], [1, 0, 1], [0, 1], [1, 0], [80, 15], [1] * 10, [1, 2, 3, 4, 5], [4000, 97],
     [3_000_000, 1_000_000], list(range(1, 91))],
)  # fmt: skip
def test_tiles_come_as_often_as_their_weights_say(weights: list[int]) -> None:
    named = {str(i): weight for i, weight in enumerate(weights, start=1)}
    number = 20_000
    table = ", ".join(f"{tile} = {weight}" for tile, weight in named.items())
    fits(picks(f"it = {{ weights = {{ {table} }} }}", number), named, number)
    # In any order of the table.
    back = ", ".join(f"{tile} = {weight}" for tile, weight in reversed(named.items()))
    fits(picks(f"it = {{ weights = {{ {back} }} }}", number), named, number)


def test_a_very_small_weight_is_drawn_at_its_rate_and_no_other_is_lost() -> None:
    found = picks("it = { weights = { 1 = 1, 2 = 4294967295 } }", 5_000)
    assert found == {"2": 5_000}
    found = picks("it = { weights = { 1 = 1, 2 = 999, 3 = 1 } }", 30_000)
    assert 10 <= found["1"] <= 60
    assert 10 <= found["3"] <= 60


@pytest.mark.parametrize(
    ("table", "weights"),
    [
        ("it = { from = 2, to = 5 }", {"2": 1, "3": 1, "4": 1, "5": 1}),
        ('it = { from = 2, to = 5, weight = "to + 1 - n" }', {"2": 4, "3": 3, "4": 2, "5": 1}),
        ('it = { from = 2, to = 5, weight = "n - from" }', {"2": 0, "3": 1, "4": 2, "5": 3}),
        ('it = { from = 2, to = 5, weight = "(n - 1) * 100000" }', {"2": 1, "3": 2, "4": 3, "5": 4}),
        ('it = { from = "1 + turn * 0", to = "3 + turn * 0" }', {"1": 1, "2": 1, "3": 1}),
        ('it = { weights = { 1 = "2 + turn * 0", 2 = "turn * 0", 3 = 1 } }', {"1": 2, "2": 0, "3": 1}),
        ('it = { weights = { 1 = "turn * 0", 2 = "turn * 0" } }', {"1": 1, "2": 0}),
        ("it = { weights = { one = 3, 9 = 1 } }\none = { from = 1, to = 2 }", {"1": 3, "2": 3, "9": 2}),
        ("it = { tile = 7 }", {"7": 1}),
    ],
)  # fmt: skip
def test_ranges_nested_tables_and_weights_worked_out_in_play(table: str, weights: dict[str, int]) -> None:
    fits(picks(table, 12_000), weights, 12_000)


@pytest.mark.parametrize("table", ["{ 1 = 0, 2 = 0 }", "{}", "{ 1 = -1, 2 = 3 }", "{ 1 = 4294967295, 2 = 1, 3 = 1 }"])
def test_weights_that_cannot_be_drawn_from_are_an_error(table: str) -> None:
    with pytest.raises(tilekit.RulesetError):
        picks(f"it = {{ weights = {table} }}", 1)


# ---------------------------------------------------------------- room


ROOM = """
[spawn.any]
weights = { a = 1, b = 1 }
[spawn.stone]
tile = "stone"
[start]
steps = ["opening"]
[mechanics.opening]
use = "spawn"
from = "any"
count = COUNT
[mechanics.more]
use = "spawn"
from = "stone"
count = 30
cells = "CELLS"
[actions.go]
steps = ["more"]
[[end]]
when = "empties == 0"
reason = "full"
"""
TIERS = 'chain = ["a", "b", "c"]\npieces = ["stone"]'


def room(rows: int, columns: int, number: int | str, cells: str = "empty") -> tilekit.Rules:
    body = ROOM.replace("COUNT", str(number)).replace("CELLS", cells)
    return small(body, rows=rows, columns=columns, tiers=TIERS)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 2), (5, 5), (64, 64)])
@pytest.mark.parametrize("more", [-1, 0, 1, 10**12])
def test_an_opening_brings_what_there_is_room_for_and_no_more(rows: int, columns: int, more: int) -> None:
    with at_most(CALLS):
        game = room(rows, columns, rows * columns + more).new_game(1)
    assert count(game, None) == max(0, -more)
    assert game.status == ("over" if more >= 0 else "playing")


def test_what_comes_where_no_cell_is_left_does_not_come() -> None:
    rules = room(3, 3, 0, cells="row == 1")
    game = stand(rules, "a b a\n. . .\n. . .")
    before, turn = game.board, game.play("go")
    assert (game.board, turn.journal, game.turn) == (before, (), 1)
    game = stand(rules, "a . a\n. . .\n. . .")
    game.play("go")
    assert str(game.board).split() == ["a", "stone", "a", *["."] * 6]


@pytest.mark.parametrize("seed", range(20))
def test_thirty_stones_on_twenty_five_cells_are_twenty_five(seed: int) -> None:
    game = room(5, 5, 3).new_game(seed)
    game.play("go")
    assert (count(game, "stone"), count(game, None), game.status) == (22, 0, "over")
    assert game.legal_actions() == []


# ---------------------------------------------------------------- openings


def facts(game: Game) -> tuple[Any, ...]:
    return game.score, game.turn, game.best_made, game.status, game.notices


@pytest.mark.parametrize("tiles", ["a = 1, b = 1", "a = 1"])
def test_groups_that_stand_at_the_start_neither_score_nor_fuse_by_themselves(tiles: str) -> None:
    body = f"""
        [spawn.any]
        weights = {{ {tiles} }}
        [start]
        steps = ["opening", "fuse_all"]
        [mechanics]
        opening = {{ use = "spawn", from = "any", count = 20 }}
        fuse_all = {{ use = "fuse", cells = "group >= 3", when = "score > 0" }}
        fuse = {{ least = 3 }}
        [actions.tap]
        target = "cell"
        steps = ["fuse"]
        [variables]
        fused = 0
        [scoring]
        fused = 100
        spawned = 10
        [[triggers]]
        on = "spawned"
        add = {{ fused = 1 }}
        [ranks]
        of = "top_made"
        titles = {{ b = "Second" }}
    """
    rules = small(body, rows=5, columns=5, tiers='chain = ["a", "b", "c"]')
    for seed in range(60):
        game = rules.new_game(seed)
        for _ in range(2):
            assert facts(game)[:3] == (0, 0, "")
            assert (count(game, None), game.variables["fused"], game.rank) == (5, 0, "")
            game.restart()


def test_a_group_made_by_the_opening_itself_earns_nothing() -> None:
    rules = load(
        small('[actions.go]\nadd = { score = 1 }\n[scoring]\nfused = 100\n[ranks]\nof = "top_made"\n'
              'titles = { b = "Second" }\n[start]\nsteps = ["fill", "fuse"]\n[spawn.a]\ntile = "a"\n'
              '[mechanics]\nfill = { from = "a" }\nfuse = { cells = "row == 1 and column == 1" }\n').document.text
    )  # fmt: skip
    game = rules.new_game()
    assert (game.board[0][0], count(game, None)) == ("b", 8)
    assert (game.score, game.best_made, game.rank, game.turn) == (0, "", "", 0)


def test_an_opening_is_dealt_again_until_a_pair_stands_and_never_for_ever() -> None:
    rules = tilekit.load("ninek")
    for seed in range(200):
        assert [action for action in rules.new_game(seed).legal_actions() if action.verb == "tap"]
    never = changed("ninek", ('until = "can(tap)"', 'until = "tiles < 3"'))
    with at_most(CALLS):
        assert count(never.new_game(1), None) == 0


def test_a_stage_whose_goal_is_met_at_its_start_is_complete_without_its_bonus() -> None:
    game = stand("sum10", "\n".join([". . . . . . ."] * 7))
    assert (game.status, game.reason, game.score) == ("paused", "stage-complete", 0)
    game.play("next")
    assert (game.status, game.variables["stage"], game.score) == ("playing", 2, 0)
