"""Figures and their intervals, against slow ways to work them out."""

import math
import statistics

import pytest
from scipy import stats

import tilekit
from tilekit.chance import nth_seed
from tilekit.lab.figures import mean, paired, per_1000, quantile, ratio, share, still_going
from tilekit.lab.study import play
from tilekit.lab.tally import Tally

MERGE = tilekit.load("merge")
(PLAYED,) = play([(MERGE, "random")], games=200, seed=4, max_actions=70)
ROWS = MERGE.engine.surveyor("interpreted").survey([tilekit.chance.nth_seed(4, i) for i in range(200)], 70)
#: Student's t of 200 games, at 95 %.
T_199 = stats.t.ppf(0.975, 199)
COLUMNS = dict(zip(PLAYED.frame.columns, zip(*ROWS, strict=True), strict=True))


def test_a_mean_has_the_standard_error_of_a_mean():
    scores = COLUMNS["score"]
    figure = PLAYED.figure("score.mean")
    assert figure.value == statistics.mean(scores)
    assert figure.error == pytest.approx(statistics.stdev(scores) / math.sqrt(200), rel=1e-12)
    half = T_199 * figure.error
    assert (figure.low, figure.high) == pytest.approx((figure.value - half, figure.value + half), rel=1e-12)


def test_a_ratio_has_the_error_of_its_residuals():
    above, below = COLUMNS["event:cleared"], COLUMNS["event:fused"]
    figure = PLAYED.figure("events.cleared / events.fused")
    value = sum(above) / sum(below)
    left = [x - value * y for x, y in zip(above, below, strict=True)]
    error = math.sqrt(sum(x * x for x in left) / 199 / 200) / statistics.mean(below)
    assert figure == pytest.approx((value, value - T_199 * error, value + T_199 * error, error), rel=1e-9)
    assert PLAYED.figure("events.cleared / events.cleared") == (1.0, 1.0, 1.0, 0.0)


def test_rates_are_for_a_thousand_actions():
    value = 1000 * sum(COLUMNS["event:fused"]) / sum(COLUMNS["actions"])
    assert PLAYED.figure("per_1000.fused").value == pytest.approx(value, rel=1e-12)
    assert PLAYED.figure("per_1000.events.fused") == PLAYED.figure("per_1000.fused")
    of_charges = 1000 * sum(COLUMNS["spent:charges"]) / sum(COLUMNS["actions"])
    assert PLAYED.figure("per_1000.spent.charges").value == pytest.approx(of_charges, rel=1e-12)


def test_every_metric_says_what_its_name_says():
    scores = sorted(COLUMNS["score"])
    made = [MERGE.program.tiles.ids[code] for code in COLUMNS["made"]]
    cut = sum(actions >= 70 and not end for actions, end in zip(COLUMNS["actions"], COLUMNS["end"], strict=True))
    prism = MERGE.program.tiles.codes["prism"]
    expected = {
        "score.least": scores[0],
        "score.most": scores[-1],
        "score.quantiles.0.25": scores[50],
        "actions.mean": statistics.mean(COLUMNS["actions"]),
        "rate.cut": cut / 200,
        "rate.stuck": 0.0,
        "events.fused": statistics.mean(COLUMNS["event:fused"]),
        "gained.charges": statistics.mean(COLUMNS["gained:charges"]),
        "spent.charges": statistics.mean(COLUMNS["spent:charges"]),
        "last.charges": statistics.mean(COLUMNS["last:charges"]),
        "reached.prism": sum(each > 0 for each in COLUMNS[f"reached:{prism}"]) / 200,
        "top_made.core": made.count("core") / 200,
        "top_made.none": made.count("none") / 200,
        "score.mean / actions.mean": sum(scores) / sum(COLUMNS["actions"]),
        "score.most / score.least": scores[-1] / scores[0],
        "spent.charges / last.drops": sum(COLUMNS["spent:charges"]) / sum(COLUMNS["last:drops"]),
    }
    assert {name: PLAYED.figure(name).value for name in expected} == pytest.approx(expected, rel=1e-12)


def test_what_is_divided_by_nothing_has_no_value():
    assert PLAYED.figure("score.mean / rate.stuck") == (None, None, None, None)
    assert PLAYED.figure("score.most / top_made.none") == (None, None, None, None)
    nothing = Tally(len(PLAYED.frame.quantities), 7)
    assert ratio(nothing, 0, 1).value is None
    assert per_1000(nothing, 0).value is None


def test_shares_have_the_interval_of_clopper_and_pearson():
    assert share(0, 10) == pytest.approx((0.0, 0.0, 0.3084971, 0.0), abs=1e-6)
    assert share(10, 10) == pytest.approx((1.0, 0.6915029, 1.0, 0.0), abs=1e-6)
    assert share(5, 10) == pytest.approx((0.5, 0.1870860, 0.8129140, math.sqrt(0.025)), abs=1e-6)


def test_a_quantile_lies_among_its_ranks():
    assert quantile(list(range(100)), 0.5) == (50, 39, 60, None)
    assert quantile(list(range(6)), 0.5) == (3, 0, 5, None)
    assert quantile(list(range(5)), 0.5) == (2, None, None, None)
    assert quantile(list(range(71)), 0.95) == (67, None, None, None)
    assert quantile(list(range(72)), 0.95) == (68, 63, 71, None)


def test_one_game_has_no_interval_whatever_is_asked():
    tally = Tally.of(ROWS[:1], PLAYED.frame)
    assert mean(tally, 0) == (ROWS[0][0], None, None, None)
    assert ratio(tally, 0, 1) == (ROWS[0][0] / ROWS[0][1], None, None, None)
    assert per_1000(tally, 0)[1:] == share(1, 1)[1:] == quantile([7], 0.05)[1:] == (None, None, None)
    assert paired([3], [1]) == (1, (2.0, None, None, None), 1.0, 0.0)


def test_pairs_are_compared_game_by_game():
    found = paired([5, 9, 1, 4], [3, 9, 2, 0])
    error = statistics.stdev([2, 0, -1, 4]) / 2
    half = stats.t.ppf(0.975, 3) * error
    assert found.mean == pytest.approx((1.25, 1.25 - half, 1.25 + half, error))
    assert (found.games, found.better, found.worse) == (4, 0.5, 0.25)


@pytest.mark.parametrize("games", [3, 5, 10])
def test_intervals_of_few_games_hold_the_true_mean_in_nineteen_of_twenty_cases(games):
    rows = MERGE.engine.surveyor("interpreted").survey([nth_seed(9, i) for i in range(2400)], 30)
    true_score = statistics.mean(row[0] for row in rows)
    true_rate = 1000 * sum(row[0] for row in rows) / sum(row[1] for row in rows)
    cases, held = 2400 // games, [0, 0, 0]
    for first in range(0, 2400, games):
        tally = Tally.of(rows[first : first + games], PLAYED.frame)
        half = games // 2
        difference = paired(tally.scores[:half], tally.scores[half : 2 * half]).mean if half > 1 else None
        for i, (figure, true) in enumerate([(mean(tally, 0), true_score), (per_1000(tally, 0), true_rate)]):
            held[i] += figure.low <= true <= figure.high
        held[2] += difference is None or difference.low <= 0 <= difference.high
    # Three standard errors of a share of so many cases.
    assert min(held) / cases >= 0.95 - 3 * math.sqrt(0.95 * 0.05 / cases), held


def test_games_still_going():
    assert still_going([1, 2, 2, 5], [0, 1, 2, 4, 5, 9]) == [1.0, 0.75, 0.25, 0.25, 0.0, 0.0]


def test_figures_have_intervals_of_any_level():
    usual, wide = (PLAYED.figure("score.mean", level) for level in (0.95, 0.999))
    assert usual == PLAYED.figure("score.mean")
    assert wide.high - wide.value == pytest.approx(stats.t.ppf(0.9995, 199) * wide.error)
    for name in ("rate.cut", "score.quantiles.0.5", "per_1000.fused", "events.cleared / events.fused"):
        usual, wide = PLAYED.figure(name), PLAYED.figure(name, 0.999)
        assert usual.value == wide.value
        assert wide.low < usual.low < usual.high < wide.high
    assert PLAYED.figure("score.most", 0.999) == (max(COLUMNS["score"]), None, None, None)
