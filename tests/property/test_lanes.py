"""The compiled lane is the interpreted one: equal after every action, whatever the rules."""

from __future__ import annotations

import itertools
import os
import pickle
import random
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import tomli_w
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.property import lanes
from tests.unit.rulesets import SHAPES, small

import tilekit
from tilekit.conformance import rulesets, starts
from tilekit.expressions.parsing import CAP
from tilekit.game import Game
from tilekit.internals import codes, game_at
from tilekit.ruleset.models import Given
from tilekit.view import view

#: Each costs a compilation.
EXAMPLES = int(os.environ.get("TILEKIT_LANE_EXAMPLES", "5"))
BUNDLED = [path.stem for path in sorted(Path("rulesets").glob("*.toml")) if not path.stem.endswith(".scenarios")]


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_generated_rulesets_go_alike_in_both_lanes(data):
    text = tomli_w.dumps(data.draw(rulesets(), label="ruleset"), multiline_strings=True)
    try:
        rules = tilekit.loads(text, name="drawn.toml")
    except tilekit.RulesetError:
        assume(False)
    for _ in range(4):
        start = data.draw(starts(rules), label="start")
        given_ = start.given and start.given.model_copy(update={"draws": []})
        lanes.play(rules, Game(rules, start.seed, given=given_), data.draw(st.lists(st.integers(0, 63), max_size=8)))


@pytest.mark.parametrize("game", [*BUNDLED, "merge:hard", "ninek:strict"])
def test_bundled_games_go_alike_in_both_lanes(game):
    lanes.play_many(tilekit.load(game), 400)


QUARRY = """
format = 1
extends = "merge:hard"
[game]
id = "quarry"
title = "Quarry"
version = 1
[grid]
rows = 6
columns = 6
[tiers]
chain = ["spark", "node", "core", "prism"]
[mechanics]
fuse = { least = 4 }
"""


def test_a_variant_goes_alike_in_both_lanes():
    lanes.play_many(tilekit.loads(QUARRY), 150)


def test_sets_of_cells_that_are_worked_out_once_go_alike_in_both_lanes():
    lanes.play_many(tilekit.loads(SHAPES), 60)


def variant(rows: int, columns: int, adjacency: str, *, wrap: bool = False, holes: bool = False) -> tilekit.Rules:
    """Merge on another board."""
    text = Path("rulesets/merge.toml").read_text(encoding="utf-8")
    lines = [f'rows = {rows}\ncolumns = {columns}\nadjacency = "{adjacency}"', "wrap = true" if wrap else ""]
    if holes:
        mask = [["_" if (r * 7 + c * 3) % 11 == 0 else "." for c in range(columns)] for r in range(rows)]
        lines.append('mask = """\n' + "\n".join(map(" ".join, mask)) + '\n"""')
    text = re.sub(r'rows = 5\ncolumns = 5\nadjacency = "orthogonal"', "\n".join(lines), text)
    return tilekit.loads(re.sub(r"\[\[balance\]\].*?(?=\n# ---|\n\[\[)", "", text, flags=re.DOTALL))


@pytest.mark.parametrize(
    ("rows", "columns", "adjacency", "more"),
    [
        (9, 7, "orthogonal", {"holes": True}),  # one cell more than a plain int holds
        (8, 9, "hex", {"wrap": True}),  # two words
        (13, 12, "king", {"holes": True}),  # three
    ],
)
def test_large_boards_of_any_shape_go_alike_in_both_lanes(rows, columns, adjacency, more):
    lanes.play_many(variant(rows, columns, adjacency, **more), 150)


def test_a_board_too_large_for_machine_code_says_so_and_is_surveyed_all_the_same():
    rules = variant(32, 32, "orthogonal")
    surveyor = rules.engine.surveyor()
    assert (surveyor.lane, surveyor.note) == (
        "interpreted",
        "the board has 1024 cells, and machine code is made for up to 512",
    )
    assert [row[1] for row in surveyor.survey([1], 3)] == [3]


# ---------------------------------------------------------------- numbers

ARITHMETIC = """
format = 1
[game]
id = "numbers"
title = "Numbers"
version = 1
[grid]
rows = 1
columns = 1
adjacency = "orthogonal"
[tiers]
chain = ["t"]
[variables]
a = 0
b = 0
c = 0
total = 0
difference = 0
product = 0
quotient = 0
rest = 0
mixed = 0
low = { start = 0, least = -5, most = 7 }
[actions.work]
set = { total = "a + b", difference = "a - b", product = "a * b", quotient = "a // b", rest = "a % b", \
mixed = "max(a, b) * c * 10 + min(a, b) - abs(c)", score = "a * 2 + b" }
add = { low = "a + b" }
[actions.more]
add = { a = "b", b = "c", score = "a" }
[[end]]
when = "turn > 5"
reason = "enough"
"""
EDGES = (0, 1, -1, 2, -3, 10, 1 << 31, -(1 << 32), (1 << 61) + 1, CAP - 1, CAP, -CAP, 1 - CAP)


def test_sums_products_and_quotients_are_equal_to_the_last_bit_in_both_lanes():
    rules = tilekit.loads(ARITHMETIC)
    values = itertools.product(EDGES, EDGES, (0, 3, -CAP, CAP))
    for a, b, c in values:
        twins = lanes.Twins(rules, Game(rules, 1, given=Given(variables={"a": a, "b": b, "c": c})))
        twins.act(0)
        twins.act(1)


def test_words_are_rejected_alike_in_both_lanes():
    """Of bounds so large a third of all words is rejected, in play and in an opening that is keyed."""
    rules = small(
        """
        [variables]
        stage = 1
        [start]
        steps = ["fill"]
        keyed_by = ["stage"]
        [spawn.any]
        weights = { a = 1_000_000_000, b = 1_000_000_000, c = 1_000_000_000 }
        [actions.go]
        steps = ["drop_out", "fill"]
        [actions.next]
        add = { stage = 1 }
        steps = ["start"]
        [mechanics]
        fill = { from = "any" }
        drop_out = { use = "clear", cells = "tile == a" }
        """,
        rows=2,
        columns=4,
        end='when = "turn > 20"\nreason = "enough"',
    )
    lanes.play_many(rules, 60)


def test_a_state_with_scripted_picks_comes_over_without_them():
    rules = tilekit.load("merge")
    game = Game(rules, 1, given=Given(draws=["node", "node", "node"]))
    back = rules.engine.compiled.handed_back(rules.program, rules.engine.compiled.taken_over(rules.program, game._s))
    bare = rules.program.taken_over(rules.program, game._s, scripted=False)
    assert game_at(rules, back).digest == game_at(rules, bare).digest != game.digest


# ---------------------------------------------------------------- batches


@pytest.fixture(scope="module")
def merge() -> tilekit.Rules:
    return tilekit.load("merge")


def courses(rules: tilekit.Rules, order: list[int], threads: int) -> dict[int, list[str]]:
    """For each game of a series its digests, all of them played at once."""
    from tilekit.chance import nth_seed

    batch = rules.batch(len(order), seeds=[nth_seed(5, i) for i in order], threads=threads)
    found: dict[int, list[str]] = {i: [] for i in order}
    for _ in range(12):
        batch.step_random()
        for place, i in enumerate(order):
            found[i].append(batch.game(place)["digest"])
    return found


def test_a_game_goes_alike_whatever_the_number_order_and_threads(merge):
    whole = courses(merge, list(range(9)), 1)
    assert courses(merge, list(range(9)), 3) == whole
    assert courses(merge, [7, 2, 5], 2) == {i: whole[i] for i in (7, 2, 5)}
    assert courses(merge, [8], 1) == {8: whole[8]}


def test_a_batch_says_what_a_game_says(merge):
    batch = merge.batch(6, seed=3)
    games = [merge.new_game(int(seed)) for seed in batch.seeds]
    rng = random.Random(1)
    texts = [str(action) for action in batch.actions]
    for _ in range(30):
        legal = batch.legal()
        assert (legal.shape, legal.dtype) == ((6, 50), np.bool_)
        choices = [rng.choice(np.flatnonzero(row)) if row.any() else -1 for row in legal]
        for game, row in zip(games, legal, strict=True):
            assert [texts[number] for number in np.flatnonzero(row)] == [str(a) for a in game.legal_actions()]
        points = [game.play(texts[n]).points if n >= 0 else 0 for game, n in zip(games, choices, strict=True)]
        assert batch.step(choices).points.tolist() == points
        seen = batch.observe()
        assert seen.score.tolist() == [game.score for game in games]
        assert seen.turn.tolist() == [game.turn for game in games]
        assert seen.variables.tolist() == [list(game.variables.values()) for game in games]
        assert [[batch.tiles[code] for code in row] for row in seen.queue] == [list(game.queue) for game in games]
        assert seen.held.tolist() == [0] * 6, "Merge has no hold"
        assert seen.board.reshape(6, 25).tolist() == [codes(game) for game in games]
        assert [batch.game(i) for i in range(6)] == [game.to_dict() | {"can_undo": False} for game in games]
    assert batch.variables == tuple(games[0].variables)
    assert [batch.ends[end] for end in seen.end] == [game.reason or "" for game in games]


def test_the_shapes_and_types_of_an_observation(merge):
    seen = merge.batch(4).observe()
    assert {name: (array.shape, str(array.dtype)) for name, array in seen._asdict().items()} == {
        "board": ((4, 5, 5), "int16"),
        "queue": ((4, 2), "int16"),
        "held": ((4,), "int16"),
        "variables": ((4, 3), "int64"),
        "score": ((4,), "int64"),
        "turn": ((4,), "int64"),
        "end": ((4,), "int16"),
    }


def test_a_refused_action_names_the_game_and_changes_none(merge):
    batch = merge.batch(3, seed=1)
    batch.step([0, 0, 0])
    before = [batch.game(i)["digest"] for i in range(3)]
    with pytest.raises(tilekit.IllegalAction, match="drop r1c1: it may not be played now in game 1"):
        batch.step([1, 0, 2])
    with pytest.raises(tilekit.IllegalAction, match="action 50: in game 2: actions are numbered 0 to 49"):
        batch.step([1, 2, 50])
    with pytest.raises(tilekit.IllegalAction, match="action 60: in game 1: actions are numbered 0 to 49"):
        batch.step([1, 60, 70])  # the first of those refused, with what was asked of it
    with pytest.raises(tilekit.IllegalAction, match="action -2: in game 0"):
        batch.step([-2, 2, 3])
    with pytest.raises(tilekit.IllegalAction, match="action 18446744073709551615: in game 1: actions are numbered 0"):
        batch.step(np.array([1, 2**64 - 1, 2], np.uint64))
    assert [batch.game(i)["digest"] for i in range(3)] == before
    batch.step(np.array([1, 2, 3], np.uint64))
    assert batch.observe().turn.tolist() == [2, 2, 2]


@pytest.mark.parametrize("actions", [[0, 1], [[0, 1, 2]], [0.0, 1.0, 2.0], "abc", [True, False, True], [0, [1]], None])
def test_actions_that_are_not_an_int_for_each_game_are_refused(merge, actions):
    with pytest.raises(tilekit.UsageError, match=r"actions are ints of shape \(3,\), one for each game; found"):
        merge.batch(3).step(actions)


@pytest.mark.parametrize(
    ("given_", "message"),
    [
        ({"n": 0}, "n is 0; expected a whole number, 1 or more"),
        ({"n": 1.5}, "n is 1.5; expected a whole number"),
        ({"n": True}, "n is True; expected a whole number"),
        ({"n": 2, "threads": "2"}, "threads is '2'; expected a whole number"),
        ({"n": 10**12}, r"n is 1000000000000; of merge a batch holds at most \d+ games, which fill 4 GiB"),
        ({"n": 2, "threads": 0}, "threads is 0; expected a whole number, 1 or more"),
        ({"n": 2, "seeds": [1]}, "seeds is a list with a seed for each game, 2 in all; found only 1"),
        ({"n": 1, "seeds": [1, 2, 3]}, "seeds is a list with a seed for each game, 1 in all; found 3"),
        ({"n": 1, "seeds": itertools.count()}, "seeds is a list with a seed for each game, 1 in all; found more"),
        ({"n": 2, "seeds": "ab"}, "seeds is a list with a seed for each game; found 'ab'"),
        ({"n": 2, "seeds": b"ab"}, "seeds is a list with a seed for each game; found b'ab'"),
        ({"n": 2, "seeds": 7}, "seeds is a list with a seed for each game; found 7"),
        ({"n": 2, "seeds": [1, None]}, "a seed is an integer from 0 to 9223372036854775807 or a text, not None"),
        ({"n": 2, "seed": 0, "seeds": [1, 2]}, "seed and seeds are both given; seeds says which seed each game has"),
        ({"n": 1, "seed": -1}, "a seed is from 0 to 9223372036854775807, not -1"),
    ],
)
def test_a_batch_that_cannot_be_says_why(merge, given_, message):
    with pytest.raises(tilekit.UsageError, match=message):
        merge.batch(**given_)


def test_a_batch_fills_four_gibibytes_at_most(merge):
    most = 2**32 // (8 * merge.engine.compiled.size)
    with pytest.raises(tilekit.UsageError) as caught:
        merge.batch(most + 1)
    assert str(caught.value) == f"n is {most + 1}; of merge a batch holds at most {most} games, which fill 4 GiB"


@pytest.mark.parametrize("index", [-1, 3, "0", 1.5, None])
def test_a_game_that_is_none_of_the_batch(merge, index):
    with pytest.raises(tilekit.UsageError) as caught:
        merge.batch(3).game(index)
    assert str(caught.value) == f"there is no game {index!r}; games are numbered 0 to 2"


@pytest.mark.parametrize("games", [0, [[0, 1]], [3], [-1], [True, False], "all", [0.5], [0, [1]]])
def test_games_to_begin_anew_that_are_none_are_refused(merge, games):
    batch = merge.batch(3)
    with pytest.raises(tilekit.UsageError, match="games are indices from 0 to 2, or 3 bools; found "):
        batch.reset(games)
    batch.reset([])
    batch.reset([False, True, False])
    with pytest.raises(tilekit.UsageError, match="there is no game 3; games are numbered 0 to 2"):
        batch.game(3)


def test_seeds_may_come_one_by_one(merge):
    assert (
        merge.batch(3, seeds=(str(i) for i in range(3))).seeds.tolist()
        == merge.batch(3, seeds=["0", "1", "2"]).seeds.tolist()
    )


def test_a_batch_that_was_pickled_goes_on_as_if_it_was_not(merge):
    batch = merge.batch(5, seed=4, auto_reset=True)
    for _ in range(60):
        batch.step_random()
    twin = pickle.loads(pickle.dumps(batch))
    for _ in range(60):
        played, again = batch.step_random(), twin.step_random()
        assert [part.tolist() for part in played] == [part.tolist() for part in again]
    assert [twin.game(i) for i in range(5)] == [batch.game(i) for i in range(5)]
    assert (twin.rules, twin.auto_reset, len(twin)) == (merge, True, 5)
    twin.reset()
    batch.reset()
    assert twin.seeds.tolist() == batch.seeds.tolist()


def test_a_batch_that_another_version_has_pickled_is_refused(merge, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("tilekit.batch.__version__", "0.0.9")
        data = pickle.dumps(merge.batch(1))
    with pytest.raises(tilekit.UsageError) as caught:
        pickle.loads(data)
    size = merge.engine.compiled.size
    assert str(caught.value) == (
        f"this batch of merge was pickled by tilekit 0.0.9, with {size} numbers for each game; "
        f"here it is tilekit {tilekit.__version__}, with {size}"
    )


def test_games_that_are_over_stay_so_or_begin_anew(merge):
    stays, anew = merge.batch(3, seed=2), merge.batch(3, seed=2, auto_reset=True)
    ended = np.zeros(3, bool)
    for _ in range(200):
        stays.step_random()
        played = anew.step_random()
        ended |= played.over
    assert ended.all()
    assert [stays.ends[end] for end in stays.observe().end] == [stays.game(i)["reason"] for i in range(3)]
    assert stays.observe().end.tolist() == [1, 1, 1]
    assert stays.ends == ("", *(end.reason for end in stays.rules.ruleset.end))
    assert not stays.legal().any()
    assert stays.random_actions().tolist() == [-1, -1, -1]
    assert len({*anew.seeds.tolist(), *stays.seeds.tolist()}) == 6
    anew.reset()
    assert anew.seeds.tolist() == stays.seeds.tolist()
    stays.reset([1])
    assert stays.observe().turn.tolist()[1] == 0 != stays.observe().turn.tolist()[0]


# ---------------------------------------------------------------- what is observed


def seen_by_a_player(game):
    """All that a frontend shows but what depends on the seed and on the moves before."""
    shown = view(game, best=0, rank="")
    return replace(shown, seed="", buttons=tuple(button for button in shown.buttons if button.action != "undo"))


def observed(batch, game):
    """What a batch says of the same state."""
    batch._states[0] = batch._lane.taken_over(game.rules.program, game._s)
    return [*(array.tolist() for array in batch.observe()), batch.legal().tolist()]


@pytest.mark.parametrize("name", BUNDLED)
def test_states_that_look_different_are_observed_as_different(name):
    """Each number of a state that is no cell is changed by itself; where the player would see it, so does a learner."""
    rules = tilekit.load(name)
    batch, game, rng = rules.batch(1), rules.new_game(3), random.Random(1)
    for _ in range(2):
        kept, looks, seen = game._s, seen_by_a_player(game), observed(batch, game)
        # The seed is told by `batch.seeds`.
        for register in range(1, rules.program.board.cells):
            for value in {1 - min(kept[register], 1), kept[register] + 1}:
                game._s = [*kept[:register], value, *kept[register + 1 :]]
                try:
                    differs = seen_by_a_player(game) != looks
                except (IndexError, KeyError):  # no state can have that number
                    continue
                assert not differs or observed(batch, game) != seen, f"register {register}: {kept[register]} -> {value}"
        game._s = kept
        for _ in range(4):
            if legal := game.legal_actions():
                game.play(rng.choice(legal))


def test_the_tile_held_back_is_observed():
    rules = tilekit.load("hamlet")
    batch, game = rules.batch(1, seeds=[5]), rules.new_game(5)
    numbers = {str(action): number for number, action in enumerate(batch.actions)}
    held = []
    for text in ("place r1c2", "store", "place r1c4", "place r1c5", "store"):
        if text not in map(str, game.legal_actions()):
            continue
        game.play(text)
        batch.step([numbers[text]])
        held.append(batch.tiles[batch.observe().held[0]])
        assert held[-1] == (game.held or "none")
    assert held[:2] == ["none", "bear"]
