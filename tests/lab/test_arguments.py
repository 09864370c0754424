"""What the functions of the lab are asked in the wrong way is told by the name of the argument."""

import pytest

import tilekit
from tilekit.errors import UsageError
from tilekit.lab.simulate import simulate
from tilekit.lab.study import play
from tilekit.lab.sweep import sweep
from tilekit.lab.tune import tune

MERGE = tilekit.load("merge")
SET = ["constants.stone_every=8"]
RULES = 'expected rules, as tilekit.load("merge") gives them'
BOTS = "expected the name of a bot, or a list of names"
SETTINGS = 'expected a table of keys with lists of numbers, or a list of texts: ["constants.stone_every=8..20"]'
EXECUTOR = "expected an executor of concurrent.futures, or what tilekit.lab.executors.executor_at gives"
ONE = "expected a text KEY=VALUES, such as 8..20, 8..20:2 or 1,2,4"


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: simulate("merge", games=3), f"rules is 'merge'; {RULES}"),
        (lambda: sweep("merge", SET, games=3), f"rules is 'merge'; {RULES}"),
        (lambda: tune(None, SET[0], target=3, games=3), f"rules is None; {RULES}"),
        (lambda: simulate(MERGE, bot=None, games=3), f"bot is None; {BOTS}"),
        (lambda: simulate(MERGE, bot=[], games=3), f"bot is []; {BOTS}"),
        (lambda: simulate(MERGE, bot=["random", 5], games=3), f"bot is ['random', 5]; {BOTS}"),
        (lambda: sweep(MERGE, SET, bot=5, games=3), "bot is 5; expected the name of a bot"),
        (lambda: simulate(MERGE, games="3"), "games is '3'; expected a whole number, 1 or more"),
        (lambda: simulate(MERGE, games=3, executor="dask://x"), f"executor is 'dask://x'; {EXECUTOR}"),
        (lambda: simulate(MERGE, games=3, jobs=2, executor=lambda order: order),
         "jobs is 2, and there is an executor, which has workers of its own; leave out one"),
        (lambda: simulate(MERGE, games=3, progress=5), "progress is 5; expected a function"),
        (lambda: simulate(MERGE, games=3, lane=None), "lane is None; expected one of auto, interpreted, compiled"),
        (lambda: simulate(MERGE, games=3, seed=1.5),
         "a seed is an integer from 0 to 9223372036854775807 or a text, not 1.5"),
        (lambda: sweep(MERGE, {"constants.stone_every": 5}, games=3),
         "constants.stone_every is 5; expected a list of numbers, such as [8, 12]"),
        (lambda: sweep(MERGE, {"constants.stone_every": "8..9"}, games=3),
         "constants.stone_every is '8..9'; expected a list of numbers, such as [8, 12]"),
        (lambda: sweep(MERGE, {"constants.stone_every": [True]}, games=3),
         "constants.stone_every is [True]; expected a list of numbers, such as [8, 12]"),
        (lambda: sweep(MERGE, {5: [5]}, games=3), "settings is 5; expected keys that are texts"),
        (lambda: sweep(MERGE, SET[0], games=3), f"settings is '{SET[0]}'; {SETTINGS}"),
        (lambda: sweep(MERGE, 5, games=3), f"settings is 5; {SETTINGS}"),
        (lambda: sweep(MERGE, SET, metrics="score.mean", games=3),
         "metrics is 'score.mean'; expected a list of names: [\"score.mean\"]"),
        (lambda: sweep(MERGE, SET, metrics=[], games=3), 'metrics is []; expected a list of names: ["score.mean"]'),
        (lambda: sweep(MERGE, SET, metrics=["score.mean", "score.least", " score.mean"], games=3),
         "the metric score.mean is named twice"),
        (lambda: tune(MERGE, SET[0], target="300", games=3), "target is '300'; expected a number"),
        (lambda: tune(MERGE, SET[0], target=3, tolerance="1", games=3), "tolerance is '1'; expected 0 or more"),
        (lambda: tune(MERGE, SET[0], target=3, metric=None, games=3), 'metric is None; expected a text: "score.mean"'),
        (lambda: tune(MERGE, {"constants.stone_every": [8]}, target=3, games=3),
         f"setting is {{'constants.stone_every': [8]}}; {ONE}"),
    ],
)  # fmt: skip
def test_wrong_arguments(ask, told):
    with pytest.raises(UsageError) as caught:
        ask()
    assert str(caught.value) == told


def test_a_start_method_that_there_is_not():
    with pytest.raises(UsageError, match=r"^start_method is 'thread'; expected one of .*spawn"):
        play([(MERGE, "random")], games=3, start_method="thread")


def test_values_may_be_any_numbers_one_after_another():
    found = sweep(MERGE, {"constants.stone_every": range(8, 10)}, games=2)
    assert [point["set"] for point in found["points"]] == [{"constants.stone_every": 8}, {"constants.stone_every": 9}]
