"""Tuning: the search, on figures made up for it, and on games."""

import sys

import pytest
from scipy import optimize

import tilekit
from tilekit.errors import TilekitError, UsageError
from tilekit.lab.settings import Setting
from tilekit.lab.study import Interrupted
from tilekit.lab.sweep import sweep
from tilekit.lab.tune import _Search, table, tune, verdict

MERGE = tilekit.load("merge")


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


@pytest.mark.parametrize("target", [0, 1, 99, 2_500, 99_999, 250_000, 10**9])
def test_a_rising_figure_is_met_in_few_steps(target):
    values = range(1001)
    found, asked = searched(lambda x: x * x, values, target)
    assert found == min(values, key=lambda x: abs(x * x - target))
    assert len(asked) <= 30
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


# ---------------------------------------------------------------- on games


def test_a_target_is_met():
    tried = []
    asked = {"games": 60, "seed": 3}
    data = tune(MERGE, "constants.stone_every=5..40", target=300, tried=lambda *one: tried.append(one), **asked)
    at = data["found"]
    swept = sweep(MERGE, {"constants.stone_every": [one["value"] for one in data["tried"]]}, **asked)["points"]
    points = {point["set"]["constants.stone_every"]: point["figures"]["score.mean"] for point in swept}
    assert {one["value"]: one["figure"] for one in data["tried"]} == points
    assert sorted(value for value, _ in tried) == sorted(points)
    assert {at - 1, at, at + 1} <= set(points)
    assert abs(points[at]["value"] - 300) == min(abs(figure["value"] - 300) for figure in points.values())
    assert {key: value for key, value in data.items() if key not in ("found", "figure", "tried", "reach")} == {
        "ruleset": "merge",
        "version": 1,
        "rules": MERGE.digest,
        "bot": "random",
        "seed": 3,
        "games": 60,
        "partial": False,
        "max_actions": 100_000,
        "set": "constants.stone_every",
        "values": {"least": 5, "most": 40, "number": 36},
        "metric": "score.mean",
        "target": 300,
        "tolerance": None,
        "met": True,
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
    "met": True, "reach": [100.0, 900.0],
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


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(UsageError) as caught:
        tune(MERGE, "grid.rows=4..5", target=1, games=1)
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
