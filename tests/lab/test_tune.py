"""Tuning: the search, on figures made up for it, and on games."""

import os
import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize

import tilekit
from tilekit.errors import TilekitError, UsageError
from tilekit.lab.settings import Setting
from tilekit.lab.study import Interrupted
from tilekit.lab.sweep import sweep
from tilekit.lab.tune import _Search, rounded_up, table, tune, verdict

MERGE = tilekit.load("merge")
#: How many targets are tried on each ruleset: at night as many as show that nothing is missed.
TARGETS = 20 if os.environ.get("TILEKIT_HYPOTHESIS") == "nightly" else 2
#: What follows from the figures of a tune.
DERIVED = ("found", "figure", "tried", "reach", "holding", "games_to_separate")


def searched(function, values, target):
    """What a search finds where a value's figure is known."""
    asked = []
    search = _Search(Setting("x", ("x",), tuple(values)), target, None)

    def measure(value):
        asked.append(value)
        return {"value": function(value), "low": None, "high": None, "standard_error": None}

    search.measure = measure
    at = search.run(optimize)
    assert len(asked) == len(set(asked)), "a value was played twice"
    return values[at], asked


def noisy(figures, half=10.0):
    """A search that has tried all of some figures, with intervals of one width."""
    search = _Search(Setting("x", ("x",), tuple(range(len(figures)))), 100.0, None)
    search.measure = lambda x: {"value": figures[x], "low": figures[x] - half, "high": figures[x] + half}
    search.whole()
    return search


@pytest.mark.parametrize("target", [0, 1, 99, 2_500, 99_999, 250_000, 10**9])
def test_a_rising_figure_is_met_in_few_steps(target):
    values = range(1001)
    found, asked = searched(lambda x: x * x, values, target)
    assert found == min(values, key=lambda x: abs(x * x - target))
    assert len(asked) <= 35
    near = {found - 1, found + 1} & set(values)
    assert near <= set(asked), "the neighbours are shown, too"


@pytest.mark.parametrize("values", [[5], [5, 6], [1, 2, 4, 8, 16], [0.5, 1.0, 1.5]])
def test_few_values(values):
    found, _ = searched(lambda x: -x, values, -6.4)
    assert found == min(values, key=lambda x: abs(6.4 - x))


def test_a_figure_that_rises_and_falls():
    found, asked = searched(lambda x: -((x - 300) ** 2), range(1001), -400)
    assert found in (280, 320)
    assert len(asked) <= 40


def test_a_top_that_is_not_high_enough():
    found, asked = searched(lambda x: -((x - 300) ** 2), range(1001), 50)
    assert abs(found - 300) <= 2
    assert len(asked) <= 40


def test_jumps_are_crossed():
    found, _ = searched(lambda x: 0 if x < 700 else 100, range(1001), 60)
    assert found == 700


def test_a_figure_without_value_is_an_error():
    with pytest.raises(TilekitError, match=r"^with x = 1 the figure has no value: it is divided by 0$"):
        searched(lambda _: None, range(1, 5), 0)


@given(figures=st.lists(st.integers(-50, 50), min_size=1, max_size=64), target=st.integers(-60, 60))
def test_of_few_values_the_nearest_is_found_however_the_figure_jumps(figures, target):
    asked = []
    search = _Search(Setting("x", ("x",), tuple(range(len(figures)))), target, None)
    search.measure = lambda x: asked.append(x) or {"value": figures[x], "low": None, "high": None}
    assert search.whole() == min(range(len(figures)), key=lambda i: (abs(figures[i] - target), i))
    assert sorted(asked) == list(range(len(figures)))


def test_a_range_is_seen_in_wide_steps_first():
    asked = []
    search = _Search(Setting("x", ("x",), tuple(range(20))), 0, None)
    search.measure = lambda x: asked.append(x) or {"value": x, "low": None, "high": None}
    search.whole()
    assert asked == [0, 16, 4, 8, 12, 1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19]


def test_a_figure_that_crosses_the_target_twice_is_followed_twice():
    # It meets 4,000 just before 100 and just after 200, and only there exactly.
    found, asked = searched(lambda x: 4_000 - abs((x - 100) * (x - 201)) - (x < 150), range(1001), 4_000)
    assert found == 201
    assert len(asked) <= 40


@given(st.integers(0, 2**32))
def test_a_search_is_bounded_however_the_figure_jumps(seed):
    _, asked = searched(lambda x: (x * 2_654_435_761 + seed) % 1009, range(5_001), 500)
    assert len(asked) <= 100


def test_a_value_without_figure_is_passed_over_where_all_are_played():
    search = _Search(Setting("x", ("x",), (1, 2, 3)), 5, None)
    search.measure = lambda x: {"value": None if x == 2 else x, "low": None, "high": None}
    assert search.whole() == 2
    assert (search.values(), search.holding()) == ([1, 3], [])
    search = _Search(Setting("x", ("x",), (1, 2, 3)), 5, None)
    search.measure = lambda _: {"value": None, "low": None, "high": None}
    with pytest.raises(TilekitError, match=r"^with no value of x the figure has a value: it is divided by 0$"):
        search.whole()


# ---------------------------------------------------------------- what chance hides


@pytest.mark.parametrize(
    ("figures", "holding", "games"),
    [
        ([60, 80, 100, 120, 140], [2], None),  # apart already
        ([60, 95, 105, 140], [1, 2], 52),  # the line rises by 25, an interval is 20 wide: 80 x (20 / 25)^2, rounded up
        ([90, 95, 100, 105, 110], [0, 1, 2, 3, 4], 1_300),  # by 5: 80 x 4^2 is 1,280
        ([91, 96, 89, 101, 106, 111], [0, 1, 3, 4], 2_000),  # one that misses it by chance parts nothing
        ([99, 99, 99], [0, 1, 2], None),  # a figure that does not depend on the value
        ([80, 100, 120, 140, 120, 100, 80], [1, 5], None),  # two answers, and both right
    ],
)
def test_the_values_that_chance_cannot_part_and_the_games_that_can(figures, holding, games):
    search = noisy([float(each) for each in figures])
    assert search.holding() == holding
    assert search.games_to_separate(80) == games


def test_what_cannot_be_told_apart_is_told():
    doubtful = {**FOUND, "holding": [4, 5], "games_to_separate": 1_300}
    assert table(doubtful).splitlines()[-3:] == [
        "grid.rows = 5 gives score.mean 305 (295 to 315); the target is 300",
        "the interval of 2 values holds 300: 4, 5",
        "with about 1,300 games of each, the intervals of neighbours among them would not overlap",
    ]
    many = {**FOUND, "holding": list(range(40)), "games_to_separate": None}
    assert table(many).splitlines()[-1] == (
        "the interval of 40 values holds 300: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …"
    )


@pytest.mark.parametrize(
    ("number", "rounded"), [(0.2, 1), (9, 9), (99.5, 100), (123, 130), (5_201, 5_300), (float("inf"), None)]
)
def test_an_estimate_is_rounded_up(number, rounded):
    assert rounded_up(number) == rounded


def test_claims_cover_the_values_that_were_tried():
    part = {**FOUND, "values": {"least": 1, "most": 5000, "number": 5000}, "whole": False, "met": False}
    assert verdict({**part, "tolerance": 1.0}) == (
        "300 lies between grid.rows = 4 and 5: no value of the 2 tried comes to 300 within 1; "
        "the nearest: grid.rows = 5 gives score.mean 305 (295 to 315)"
    )
    assert verdict({**part, "target": 3000.0}) == (
        "3,000 is reached by no value of the 2 tried of 5,000, where score.mean is 100 to 900; "
        "the nearest: grid.rows = 5 gives score.mean 305 (295 to 315)"
    )


# ---------------------------------------------------------------- on games


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("merge", "constants.stone_every=5..24"),
        ("2048", "spawn.new.weights.4=1..8"),
        ("sum10", "grid.columns=4..9"),
    ],
)
def test_the_answer_is_that_of_playing_every_value(name, setting):
    rules = tilekit.load(name)
    points = sweep(rules, [setting], games=5, seed=3)["points"]
    figures = [point["figures"]["score.mean"] for point in points]
    values = [value for point in points for value in point["set"].values()]
    dice = Random(name)
    low, high = (pick(figure["value"] for figure in figures) for pick in (min, max))
    for target in (dice.uniform(low, high) for _ in range(TARGETS)):
        data = tune(rules, setting, target=target, games=5, seed=3)
        best = min(range(len(values)), key=lambda i: (abs(figures[i]["value"] - target), i))
        assert (data["found"], data["figure"]) == (values[best], figures[best])
        assert data["tried"] == [
            {"value": value, "figure": figure} for value, figure in zip(values, figures, strict=True)
        ]
        assert data["holding"] == [
            value for value, figure in zip(values, figures, strict=True) if figure["low"] <= target <= figure["high"]
        ]


def test_what_lies_within_a_few_values_is_not_missed():
    # The search that this replaced said that no value comes within 5 of 370, and named 20 as the nearest.
    data = tune(MERGE, "constants.stone_every=5..24", target=370, tolerance=5, games=30, seed=3)
    assert (data["found"], data["met"], round(data["figure"]["value"], 1)) == (18, True, 365.9)


def test_an_error_in_the_middle_of_a_short_range_comes_before_any_game():
    with pytest.raises(tilekit.RulesetError, match=r"is out of range \(with grid\.rows = 70\)"):
        tune(MERGE, "grid.rows=4,70,5", target=1, games=1, tried=lambda *_: pytest.fail("a game was played"))


def test_a_target_is_met():
    tried = []
    asked = {"games": 60, "seed": 3}
    data = tune(MERGE, "constants.stone_every=8..17", target=300, tried=lambda *one: tried.append(one), **asked)
    assert data["whole"], "10 values are few"
    at = data["found"]
    swept = sweep(MERGE, {"constants.stone_every": [one["value"] for one in data["tried"]]}, **asked)["points"]
    points = {point["set"]["constants.stone_every"]: point["figures"]["score.mean"] for point in swept}
    assert {one["value"]: one["figure"] for one in data["tried"]} == points
    assert sorted(value for value, _ in tried) == sorted(points)
    assert list(points) == list(range(8, 18))
    assert abs(points[at]["value"] - 300) == min(abs(figure["value"] - 300) for figure in points.values())
    assert {key: value for key, value in data.items() if key not in DERIVED} == {
        "ruleset": "merge",
        "version": 1,
        "rules": MERGE.digest,
        "bot": "random",
        "seed": 3,
        "games": 60,
        "partial": False,
        "max_actions": 100_000,
        "set": "constants.stone_every",
        "values": {"least": 8, "most": 17, "number": 10},
        "metric": "score.mean",
        "target": 300,
        "tolerance": None,
        "met": True,
        "whole": True,
    }


def test_a_target_out_of_reach():
    data = tune(MERGE, "constants.stone_every=5..9", target=5000, games=20)
    assert data["met"] is False
    assert data["figure"]["value"] == data["reach"][1]
    least, most = (f"{part:,.0f}" for part in data["reach"])
    low, high = (f"{data['figure'][part]:,.0f}" for part in ("low", "high"))
    assert verdict(data) == (
        f"5,000 is out of reach with constants.stone_every from 5 to 9, where score.mean is {least} to {most}; "
        f"the nearest: constants.stone_every = {data['found']} gives score.mean {most} ({low} to {high})"
    )


FOUND = {
    "ruleset": "merge", "version": 1, "bot": "random", "seed": 0, "games": 1000, "partial": False,
    "set": "grid.rows", "values": {"least": 3, "most": 9, "number": 7}, "metric": "score.mean", "target": 300.0,
    "tolerance": None, "found": 5, "figure": {"value": 305.0, "low": 295.0, "high": 315.0, "standard_error": 5.1},
    "met": True, "reach": [100.0, 900.0], "whole": True, "holding": [5], "games_to_separate": None,
    "tried": [
        {"value": 4, "figure": {"value": 250.0, "low": 240.0, "high": 260.0, "standard_error": 5.1}},
        {"value": 5, "figure": {"value": 305.0, "low": 295.0, "high": 315.0, "standard_error": 5.1}},
    ],
}  # fmt: skip


def test_what_was_found_for_people():
    assert table(FOUND) == (
        "merge version 1: 1,000 games of each by random, seed 0\n"
        "\n"
        "grid.rows  score.mean        95 %\n"
        "        4         250  240 to 260\n"
        "        5         305  295 to 315  <\n"
        "\n"
        "grid.rows = 5 gives score.mean 305 (295 to 315); the target is 300"
    )
    assert verdict({**FOUND, "met": False, "tolerance": 1.0}) == (
        "300 lies between grid.rows = 4 and 5: no value comes to 300 within 1; "
        "the nearest: grid.rows = 5 gives score.mean 305 (295 to 315)"
    )


def test_a_target_that_is_jumped_over_is_not_met():
    data = tune(MERGE, "mechanics.fuse.least=1..3", target=100_000, games=20)
    assert data["met"] is False
    assert [one["value"] for one in data["tried"]] == [1, 2, 3]
    assert data["tried"][1]["figure"]["value"] < 100_000 < data["tried"][0]["figure"]["value"]
    assert verdict(data).startswith(
        "100,000 lies between mechanics.fuse.least = 1 and 2: no value comes to 100,000; "
        f"the nearest: mechanics.fuse.least = {data['found']} gives score.mean "
    )
    # One game has no interval that the target could lie in, and so nothing but itself meets it.
    assert tune(MERGE, "mechanics.fuse.least=2..3", target=1000, games=1)["met"] is False


def test_ctrl_c_gives_what_was_tried():
    def stop(*_):
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        tune(MERGE, "constants.stone_every=5..40", target=300, games=9, tried=stop)
    assert (caught.value.report["partial"], len(caught.value.report["tried"])) == (True, 1)


def test_wrong_questions():
    with pytest.raises(UsageError, match=r"^tolerance is -1; expected 0 or more$"):
        tune(MERGE, "grid.rows=4..5", target=1, tolerance=-1, games=1)
    with pytest.raises(tilekit.RulesetError, match=r"is out of range \(with grid\.rows = 70\)"):
        tune(MERGE, "grid.rows=4..70", target=1, games=1)


def test_a_missing_extra_is_named_where_it_is_needed(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    assert tune(MERGE, "grid.rows=4..5", target=1, games=1)["whole"]
    with pytest.raises(UsageError) as caught:
        tune(MERGE, "constants.stone_every=1..65", target=1, games=1)
    assert str(caught.value) == "tuning needs scipy, which is not installed: pip install 'tilekit-engine[lab]'"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"target": float("nan")}, "target is nan; expected a number"),
        ({"target": float("inf")}, "target is inf; expected a number"),
        ({"target": 1.0, "tolerance": float("nan")}, "tolerance is nan; expected 0 or more"),
        ({"target": 1.0, "tolerance": float("inf")}, "tolerance is inf; expected 0 or more"),
    ],
)
def test_what_no_figure_can_meet_is_refused(asked, told):
    with pytest.raises(UsageError, match=f"^{told}$"):
        tune(MERGE, "constants.stone_every=5..9", games=1, **asked)
