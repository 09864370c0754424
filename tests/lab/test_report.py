"""Reports: as data, as a table and as CSV, whole."""

import pytest

import tilekit
from tilekit.chance import nth_seed
from tilekit.cli.starter import _TEMPLATE
from tilekit.lab.report import GameRows, csv_text, figures_csv, percent, report, reports, speed, table, within
from tilekit.lab.study import Played, frame_of, play
from tilekit.lab.tally import Tally

GARDEN = tilekit.loads(_TEMPLATE.format(id="garden", title="Garden"))
FRAME = frame_of(GARDEN, 9)


def row(score, actions, end, made, fused, reached):
    """A row of a survey of Garden, whose tiers are seed, sprout, bush and tree."""
    named = {"score": score, "actions": actions, "end": end, "made": made, "event:fused": fused}
    named |= {f"reached:{code}": action for code, action in enumerate(reached, start=1)}
    assert named.keys() <= set(FRAME.columns)
    return [named.get(name, 0) for name in FRAME.columns]


#: Student's t of 4 games, at 95 %.
T_3 = 3.182446305284263
NEVER = {"mean": 0.0, "low": 0.0, "high": 0.0, "standard_error": 0.0}

ROWS = [
    row(10, 3, 1, 3, 2, (1, 1, 3, 0)),
    row(40, 5, 1, 4, 4, (2, 2, 3, 5)),
    row(10, 3, 1, 3, 2, (2, 2, 2, 0)),
    row(0, 9, 0, 0, 0, (0, 0, 0, 0)),
]
OTHERS = [[*each] for each in ROWS]
OTHERS[1][0], OTHERS[3][0] = 100, 30


def played(rows, bot="random", *, partial=False):
    return Played(GARDEN, bot, 7, 9, Tally.of(rows, FRAME), FRAME, partial, 2.0, "interpreted", "")


def test_a_report_as_data():
    assert report(played(ROWS)) == {
        "ruleset": "garden",
        "version": 1,
        "rules": GARDEN.digest,
        "bot": "random",
        "seed": 7,
        "games": 4,
        "partial": False,
        "max_actions": 9,
        "keeps_score": True,
        "score": {
            "mean": 15.0,
            "low": pytest.approx(15 - T_3 * 8.660254037844387),
            "high": pytest.approx(15 + T_3 * 8.660254037844387),
            "standard_error": pytest.approx(8.660254037844387),
            "least": 0,
            "most": 40,
            "quantiles": {"0.05": 0, "0.25": 10, "0.5": 10, "0.75": 40, "0.95": 40},
        },
        "actions": {
            "mean": 5.0,
            "low": pytest.approx(5 - T_3 * 1.4142135623730951),
            "high": pytest.approx(5 + T_3 * 1.4142135623730951),
            "standard_error": pytest.approx(1.4142135623730951),
            "least": 3,
            "most": 9,
            "quantiles": {"0.05": 3, "0.25": 3, "0.5": 5, "0.75": 9, "0.95": 9},
        },
        "reasons": {"cut": 1, "full": 3},
        "rate": {"cut": 0.25, "full": 0.75},
        "top_made": {"none": 1, "bush": 2, "tree": 1},
        "reached": {
            "seed": {"games": 3, "rate": 0.75, "median": 2},
            "sprout": {"games": 3, "rate": 0.75, "median": 2},
            "bush": {"games": 3, "rate": 0.75, "median": 3},
            "tree": {"games": 1, "rate": 0.25, "median": 5},
        },
        "events": {"placed": 0, "fused": 8, "dealt": 0},
        "gained": {},
        "spent": {},
        "last": {},
        "per_1000": {
            "events": {
                "placed": NEVER,
                "fused": {
                    "mean": 400.0,
                    "low": pytest.approx(400 - T_3 * 246.57656011875907),
                    "high": pytest.approx(400 + T_3 * 246.57656011875907),
                    "standard_error": pytest.approx(246.57656011875907),
                },
                "dealt": NEVER,
            },
            "gained": {},
            "spent": {},
        },
    }


def test_a_report_for_people():
    assert table(report(played(ROWS))) == (
        "garden version 1: 4 games by random, seed 7\n"
        "\n"
        "                        random\n"
        "score              15.0 ± 27.6\n"
        "  5 % to 95 %          0 to 40\n"
        "  25 % to 75 %        10 to 40\n"
        "  median                    10\n"
        "  least to most        0 to 40\n"
        "actions              5.0 ± 4.5\n"
        "  5 % to 95 %           3 to 9\n"
        "  25 % to 75 %          3 to 9\n"
        "  median                     5\n"
        "  least to most         3 to 9\n"
        "ended\n"
        "  cut                    25.0%\n"
        "  full                   75.0%\n"
        "highest tile made\n"
        "  none                   25.0%\n"
        "  bush                   50.0%\n"
        "  tree                   25.0%\n"
        "first made, in half of these by action\n"
        "  sprout          75.0%      2\n"
        "  bush            75.0%      3\n"
        "  tree            25.0%      5\n"
        "per 1,000 actions\n"
        "  placed             0.0 ± 0.0\n"
        "  fused          400.0 ± 784.7\n"
        "  dealt              0.0 ± 0.0"
    )


def test_one_game_has_no_interval():
    both = reports([played(ROWS[:1], partial=True), played(OTHERS[1:2], "other", partial=True)])
    nothing = {"low": None, "high": None, "standard_error": None}
    assert report(played(ROWS[:1]))["score"] == {
        "mean": 10.0, **nothing, "least": 10, "most": 10,
        "quantiles": {"0.05": 10, "0.25": 10, "0.5": 10, "0.75": 10, "0.95": 10},
    }  # fmt: skip
    assert report(played(ROWS[:1]))["per_1000"]["events"]["placed"] == {"mean": 0.0, **nothing}
    assert both["compared"][0]["score"] == {"mean": 90.0, **nothing}
    lines = table(both).splitlines()
    assert lines[0] == "garden version 1: 1 game by each bot, seed 7, partial"
    assert lines[3].split(maxsplit=1) == ["score", "10.0 ± –      100.0 ± –"]
    assert lines[-1] == "  other less random  +90.0 ± –, better in 100.0%, worse in 0.0%"
    csv = figures_csv([played(ROWS[:1]), played(OTHERS[1:2], "other")]).splitlines()
    assert csv[1] == "garden,1,random,7,1,score.mean,10.0,,"
    assert all(line.endswith(",,") for line in csv[1:])


def test_several_bots_are_compared_game_by_game():
    both = [played(ROWS), played(OTHERS, "other")]
    data = reports(both)
    assert data == {
        "ruleset": "garden",
        "version": 1,
        "rules": GARDEN.digest,
        "seed": 7,
        "games": 4,
        "partial": False,
        "max_actions": 9,
        "keeps_score": True,
        "bots": [report(each) for each in both],
        "compared": [
            {
                "bot": "other",
                "with": "random",
                "games": 4,
                "score": {
                    "mean": 22.5,
                    "low": pytest.approx(22.5 - T_3 * 14.361406616345072),
                    "high": pytest.approx(22.5 + T_3 * 14.361406616345072),
                    "standard_error": pytest.approx(14.361406616345072),
                },
                "better": 0.5,
                "worse": 0.0,
            }
        ],
    }
    lines = table(data).splitlines()
    assert lines[:4] == [
        "garden version 1: 4 games by each bot, seed 7",
        "",
        "                        random          other",
        "score              15.0 ± 27.6    37.5 ± 68.0",
    ]
    assert lines[-3:] == [
        "",
        "score, on the same seeds",
        "  other less random  +22.5 ± 45.7, better in 50.0%, worse in 0.0%",
    ]


def test_figures_as_csv():
    lines = figures_csv([played(ROWS), played(OTHERS, "other")]).splitlines()
    assert lines[0] == "ruleset,version,bot,seed,games,figure,value,low,high"
    assert lines[1].startswith("garden,1,random,7,4,score.mean,15.0,-12.56")
    names = [line.split(",")[5] for line in lines[1:] if ",random,7," in line]
    assert names == [
        "score.mean", "score.least", "score.most", "score.quantiles.0.05", "score.quantiles.0.25",
        "score.quantiles.0.5", "score.quantiles.0.75", "score.quantiles.0.95", "actions.mean", "actions.least",
        "actions.most", "actions.quantiles.0.05", "actions.quantiles.0.25", "actions.quantiles.0.5",
        "actions.quantiles.0.75", "actions.quantiles.0.95", "rate.full", "rate.cut", "rate.stuck", "top_made.none",
        "top_made.seed", "top_made.sprout", "top_made.bush", "top_made.tree", "reached.seed", "reached.sprout",
        "reached.bush", "reached.tree", "per_1000.events.fused", "per_1000.events.placed", "per_1000.events.dealt",
    ]  # fmt: skip
    assert [line.split(",")[5] for line in lines[-3:]] == [
        "score.mean less random",
        "better than random",
        "worse than random",
    ]
    # A name in it is one that a metric goes by.
    assert all(played(ROWS).figure(name).value is not None for name in names)


def test_games_as_csv():
    games = GameRows(GARDEN, FRAME, ["random", "other"], 7)
    assert csv_text([games.head]) + csv_text(games.rows(2, [ROWS[:2], OTHERS[:2]])) == (
        "bot,game,seed,score,actions,reason,top_made,events.placed,events.fused,events.dealt,"
        "reached.seed,reached.sprout,reached.bush,reached.tree\n"
        f"random,3,{nth_seed(7, 2)},10,3,full,bush,0,2,0,1,1,3,0\n"
        f"other,3,{nth_seed(7, 2)},10,3,full,bush,0,2,0,1,1,3,0\n"
        f"random,4,{nth_seed(7, 3)},40,5,full,tree,0,4,0,2,2,3,5\n"
        f"other,4,{nth_seed(7, 3)},100,5,full,tree,0,4,0,2,2,3,5\n"
    )


def test_speed_in_words():
    assert speed(played(ROWS)) == "random: 20 actions in 2.0 s of play, 10 a second; interpreted lane"


@pytest.mark.parametrize(
    ("value", "half", "shown"),
    [(None, None, "–"), (12.345, None, "12.3 ± –"), (1234.5, 12.0, "1,234.5 ± 12.0"), (3.0, 0.0, "3.0 ± 0.0"),
     (0.123456, 0.0123, "0.123 ± 0.012"), (5.0, 0.4, "5.00 ± 0.40")],
)  # fmt: skip
def test_numbers_have_the_places_they_are_worth(value, half, shown):
    low, high = (None, None) if half is None else (value - half, value + half)
    assert within({"mean": value, "low": low, "high": high}) == shown


def test_a_share_that_is_not_all_does_not_look_so():
    assert [percent(each) for each in (0, 0.0001, 0.5, 0.99999, 1)] == ["0.0%", "<0.1%", "50.0%", ">99.9%", "100.0%"]


def test_a_table_of_a_game_without_score_and_tiles_has_neither():
    text = table(report(play([(tilekit.load("life"), "random")], games=4)[0]))
    assert [line for line in text.splitlines() if "score" in line or "none" in line or "tile" in line] == []
