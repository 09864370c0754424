"""What an action may come to: every result with its exact probability, and nothing else."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from tests.unit.rulesets import small, stand

import tilekit
from tilekit.board import SEED
from tilekit.chance import LARGEST_SEED
from tilekit.conformance.claims import FALSE_ALARM, chi_square_tail
from tilekit.game import Game

MERGE, NINEK, SUM10 = (tilekit.load(name) for name in ("merge", "ninek", "sum10"))


def shares(game: Game, action: str, what: Any = lambda game: str(game.board), **asked: Any) -> dict[Any, str]:
    """Each outcome by what is to be seen of it, with its probability."""
    found: Counter[Any] = Counter()
    for outcome in game.outcomes(action, **asked):
        found[what(outcome.game)] += outcome.probability
    return {key: str(share) for key, share in found.items()}


def seen_of(game: Game) -> tuple[Any, ...]:
    """All that is to be seen of a game."""
    return (
        str(game.board), game.score, tuple(game.variables.values()), game.queue, game.status, game.reason,
        game.best_made, game.turn,
    )  # fmt: skip


# ---------------------------------------------------------------- whole results


def test_a_drop_of_merge_hangs_on_one_pick():
    game = stand(MERGE, queue=["spark", "node"])
    assert shares(game, "drop r2c2", lambda after: (after.queue, after.score, after.turn)) == {
        (("node", "spark"), 0, 1): "3/4",
        (("node", "node"), 0, 1): "1/4",
    }
    assert [outcome.points for outcome in game.outcomes("drop r2c2")] == [0, 0]


def test_points_are_those_of_the_action():
    game = stand(MERGE, "s s . . .\n" + ". . . . .\n" * 4, queue=["spark", "node"], score=100)
    assert [
        (outcome.points, outcome.game.score, str(outcome.probability)) for outcome in game.outcomes("drop r1c3")
    ] == [
        (6, 106, "3/4"),
        (6, 106, "1/4"),
    ]


def test_a_stone_is_dealt_without_chance():
    game = stand(MERGE, queue=["spark", "node"], variables={"dealt": 13, "drops": 11})
    assert shares(game, "drop r1c1", lambda after: after.queue) == {("node", "stone"): "1"}


def test_a_shatter_deals_nothing():
    game = stand(MERGE, "# . . . .\n" + ". . . . .\n" * 4, variables={"charges": 1})
    assert shares(game, "shatter r1c1", lambda after: (after.score, dict(after.variables)["charges"])) == {(4, 0): "1"}


def test_the_weights_of_a_refill_follow_the_board():
    """A pair of Nine-K leaves one gap: from 1 to the ceiling, small numbers more often."""
    rest = "8 9 8 9 8\n9 8 9 8 9\n8 9 8 9 8\n9 8 9 8 9\n"
    low = stand(NINEK, rest.replace("8", "3").replace("9", "5") + "1 1 5 3 5")
    assert shares(low, "tap r5c1", lambda after: after.board[0][1]) == {"1": "1/2", "2": "1/3", "3": "1/6"}
    high = stand(NINEK, rest + "1 1 8 9 8")
    assert shares(high, "tap r5c1", lambda after: after.board[0][1]) == {
        "1": "2/7", "2": "5/21", "3": "4/21", "4": "1/7", "5": "2/21", "6": "1/21",
    }  # fmt: skip


def test_a_digit_of_sum_10_is_one_of_ten():
    game = stand(SUM10, "\n".join([". . . . . . ."] * 6 + [". . . . . . 1"]), queue=["1"])
    assert shares(game, "place r1c1", lambda after: after.queue) == {(str(n),): "1/10" for n in range(10)}


SPAWNING = """
[variables]
w = 1
[actions.go]
steps = ["spawn"]
[mechanics.spawn]
from = "any"
[spawn]
"""


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("any = { weights = { a = 2, b = 1 } }", {"a .": "1/3", ". a": "1/3", "b .": "1/6", ". b": "1/6"}),
        ("any = { weights = { a = 4_294_967_295, b = 1 } }",
         {"a .": "4294967295/8589934592", ". a": "4294967295/8589934592", "b .": "1/8589934592",
          ". b": "1/8589934592"}),
        ('any = { weights = { a = "w * 1000", b = "w", c = "w - 1" } }',
         {"a .": "500/1001", ". a": "500/1001", "b .": "1/2002", ". b": "1/2002"}),
        ('any = { weights = { a = "w - 1", b = "w - 1" } }', {"a .": "1/2", ". a": "1/2"}),
        ("any = { weights = { a = 0, b = 5 } }", {"b .": "1/2", ". b": "1/2"}),
        ("any = { weights = { a = 1, more = 1 } }\nmore = { weights = { a = 1, b = 2 } }",
         {"a .": "1/3", ". a": "1/3", "b .": "1/6", ". b": "1/6"}),
        ("any = { from = 1, to = 2 }", {"a .": "1/4", ". a": "1/4", "b .": "1/4", ". b": "1/4"}),
        ('any = { from = 1, to = "w + 1", weight = "n" }',
         {"a .": "1/6", ". a": "1/6", "b .": "1/3", ". b": "1/3"}),
        ('any = { from = "w", to = "w + 1", weight = "n * 1000" }',
         {"a .": "1/6", ". a": "1/6", "b .": "1/3", ". b": "1/3"}),
        ('any = { from = "w", to = "w + 1", weight = "n - 2" }', {"a .": "1/2", ". a": "1/2"}),
        ('any = { tile = "c" }', {"c .": "1/2", ". c": "1/2"}),
    ],
)  # fmt: skip
def test_every_kind_of_spawn_table_has_its_shares(table: str, expected: dict[str, str]):
    game = stand(small(SPAWNING + table, rows=1, columns=2), ". .")
    assert shares(game, "go") == expected
    assert len(game.outcomes("go", most=6)) == len(expected)


def test_equal_results_are_joined():
    rules = small(SPAWNING.replace('"spawn"', '"spawn", "spawn"') + "any = { weights = { a = 1 } }", rows=1, columns=3)
    assert shares(stand(rules, ". . ."), "go") == {"a a .": "1/3", "a . a": "1/3", ". a a": "1/3"}


def test_draws_until_something_fits_have_no_end():
    rules = small('[actions.mix]\nsteps = ["shuffle"]', rows=1, columns=3, end='when = "turn > 9"\nreason = "late"')
    with pytest.raises(tilekit.TooManyOutcomes):
        stand(rules, "a b c").outcomes("mix", most=2000)


def test_scripted_picks_are_known():
    game = stand(MERGE, queue=["spark", "node"], draws=["nova"])
    assert shares(game, "drop r1c1", lambda after: after.queue) == {("node", "nova"): "1"}


def test_an_opening_is_chance_too():
    cleared = ". . . . . . .\n" * 6
    game = stand(SUM10, cleared + ". . . . . . 9", queue=["9"])
    game.play("place r7c6")
    assert game.reason == "stage-complete"
    with pytest.raises(tilekit.TooManyOutcomes):
        game.outcomes("next", most=10_000)


# ---------------------------------------------------------------- games that come of it


def test_the_game_stays_as_it_is_and_outcomes_are_forks_to_play_on(tmp_path):
    game = MERGE.new_game(7)
    game.play("drop r1c1")
    before, state = game.digest, game._s[:]
    outcome, other = game.outcomes("drop r1c2")
    assert (game.digest, game._s) == (before, state)
    assert (outcome.game.is_fork, outcome.game.seed, outcome.game.turn, outcome.game.can_undo) == (True, 7, 2, False)
    outcome.game.play("drop r3c3")
    assert (other.game.turn, game.turn, outcome.game.turn) == (2, 1, 3)
    with pytest.raises(tilekit.SaveError, match="fork"):
        outcome.game.save(tmp_path / "game.json")


def test_what_comes_after_does_not_hang_on_the_seed():
    """Also where somebody takes the very seed that outcomes go on with."""
    from tilekit.game import _CHANCE_OF_OUTCOMES

    courses = set()
    for seed in (0, 1, _CHANCE_OF_OUTCOMES):
        game = stand(MERGE, seed=seed, queue=["spark", "node"])
        after = game.outcomes("drop r1c1")[0].game
        assert after.is_fork
        for cell in ("r2c2", "r3c3", "r4c4", "r5c5", "r1c5", "r5c1"):
            after.play(f"drop {cell}")
        courses.add((seed == _CHANCE_OF_OUTCOMES, after.queue, str(after.board)))
    assert len(courses) == 2


# ---------------------------------------------------------------- what is refused


def test_too_many_are_refused_before_they_are_followed():
    game = NINEK.new_game(1)
    with pytest.raises(tilekit.TooManyOutcomes) as caught:
        game.outcomes("shuffle")
    assert (caught.value.most, str(caught.value)) == (
        1000,
        "chance may take more than 1000 courses; ask for more with most, or play forks as samples",
    )
    assert len(stand(MERGE).outcomes("drop r1c1", most=2)) == 2
    with pytest.raises(tilekit.TooManyOutcomes):
        stand(MERGE).outcomes("drop r1c1", most=1)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("drop r9c9", "drop r9c9: r9c9 is not a cell of this 5 by 5 board"),
        ("shatter r1c1", "shatter r1c1: r1c1: there is no stone"),
        ("undo", "undo: undo leaves nothing to chance: it takes the latest action back"),
        ("restart", "restart: restart leaves nothing to chance: it begins anew"),
    ],
)
def test_only_legal_actions_have_outcomes(action: str, words: str):
    game = stand(MERGE)
    with pytest.raises(tilekit.IllegalAction) as caught:
        game.outcomes(action)
    assert str(caught.value) == words


def test_at_least_one_course_must_be_allowed():
    with pytest.raises(tilekit.UsageError, match=r"^most is 0; expected a whole number, 1 or more$"):
        stand(MERGE).outcomes("drop r1c1", most=0)


# ---------------------------------------------------------------- against forks

DOUBLES = small(
    """
    [spawn.any]
    weights = { a = 9, b = 1 }
    [start]
    steps = ["spawn"]
    [actions.go]
    steps = ["spawn", "spawn"]
    [mechanics.spawn]
    from = "any"
    """,
    rows=2,
    columns=2,
)


@pytest.mark.parametrize(
    ("game", "action"),
    [
        (stand(MERGE, queue=["spark", "node"]), "drop r3c3"),
        (SUM10.new_game(5), "place r1c1"),
        (stand(NINEK, "3 5 3 5 3\n5 3 5 3 5\n3 5 3 5 3\n5 3 5 3 5\n1 1 1 3 5"), "tap r5c1"),
        (DOUBLES.new_game(3), "go"),
    ],
)
def test_shares_are_those_of_many_forks(game: Game, action: str):
    expected = {seen_of(outcome.game): outcome.probability for outcome in game.outcomes(action)}
    assert sum(expected.values()) == Fraction(1)
    n = 2000
    seen: Counter[Any] = Counter()
    for chance in range(n):
        fork = game.fork(chance=chance)
        fork.play(action)
        seen[seen_of(fork)] += 1
    assert seen.keys() == expected.keys()
    statistic = sum(float((seen[key] - n * share) ** 2 / (n * share)) for key, share in expected.items())
    assert len(expected) == 1 or chi_square_tail(statistic, len(expected) - 1) > FALSE_ALARM


@pytest.mark.parametrize("seed", [0, 7, "outcomes", LARGEST_SEED])
def test_outcomes_have_chance_of_their_own_whatever_the_seed(seed: int | str) -> None:
    rules = small(SPAWNING + "any = { weights = { a = 1, b = 1 } }", rows=1, columns=2)
    game = stand(rules, ". .", seed=seed)
    for outcome in game.outcomes("go"):
        assert (outcome.game.is_fork, outcome.game.seed) == (True, game.seed)
        assert 0 <= outcome.game._s[SEED] <= LARGEST_SEED
