"""Sweeps and tuning: which numbers of a file can be set, what is refused before a game is played, what is found."""

import json

import pytest

import tilekit
from tilekit.cli.starter import _TEMPLATE
from tilekit.errors import UsageError
from tilekit.lab.settings import grid, parse_setting, parse_values, setting
from tilekit.lab.simulate import simulate
from tilekit.lab.study import Interrupted
from tilekit.lab.sweep import number, sweep, sweep_csv, table

MERGE = tilekit.load("merge")
NINEK = tilekit.load("ninek")
GARDEN = tilekit.loads(_TEMPLATE.format(id="garden", title="Garden"), name="garden.toml")

# ---------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("7", [7]),
        ("8..11", [8, 9, 10, 11]),
        ("10..20:4", [10, 14, 18]),
        ("1, 2,4", [1, 2, 4]),
        ("-2..1, 9", [-2, -1, 0, 1, 9]),
        ("0.1..0.4:0.1", [0.1, 0.2, 0.3, 0.4]),
        ("1.0", [1.0]),
        ("3..3", [3]),
    ],
)
def test_values(text, values):
    found = parse_values(text)
    assert found == values
    assert [type(each) for each in found] == [type(each) for each in values]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", '"" is neither a number nor a range; write values such as 8..20, 8..20:2 or 1,2,4'),
        ("1,x", '"x" is neither a number nor a range; write values such as 8..20, 8..20:2 or 1,2,4'),
        ("9..2", "9..2: the range ends before it begins; write 2..9"),
        ("1..9:0", "1..9:0: the step is 0; expected more than 0"),
        ("0..1000000", "0..1000000: 1,000,001 values; at most 100,000"),
    ],
)
def test_what_lists_no_values(text, told):
    with pytest.raises(UsageError) as caught:
        parse_values(text)
    assert str(caught.value) == told


# ---------------------------------------------------------------- keys


@pytest.mark.parametrize(
    ("rules", "key", "path"),
    [
        (MERGE, "constants.stone_every", ("constants", "stone_every")),
        (MERGE, "spawn.deal.weights.node", ("spawn", "deal", "weights", "node")),
        (MERGE, "mechanics.fuse.least", ("mechanics", "fuse", "least")),
        (MERGE, "balance.0.games", ("balance", 0, "games")),
        (MERGE, '"grid".rows', ("grid", "rows")),
        (NINEK, "spawn.opening.weights.1", ("spawn", "opening", "weights", "1")),
        (NINEK, "variables.undos", ("variables", "undos")),
    ],
)
def test_a_number_is_named_by_its_key(rules, key, path):
    found = setting(rules, key, [3])
    assert found == (key, path, (3,))
    if path[0] == "balance":
        return
    ((values, changed),) = grid(rules, [found])
    at = changed.document.data
    for part in path:
        at = at[part]
    assert (values, at) == ((3,), 3)
    # All else stays where it is.
    assert len(changed.document.text.splitlines()) == len(rules.document.text.splitlines())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("constants.stone_every", ('"constants.stone_every" sets nothing; write KEY=VALUES, '
                                  "such as 8..20, 8..20:2 or 1,2,4")),
        ("constants.stone_evry=3", ('constants.stone_evry: no key of constants is called "stone_evry"; it has '
                                   'stone_every; did you mean "stone_every"?')),
        ("gird.rows=3", ('gird.rows: no key of merge is called "gird"; it has format, game, grid, constants, tiers, '
                        "properties, variables, queue, spawn, actions, mechanics, scoring, triggers, end, undo, "
                        'notices, invariants, balance, display, look, …; did you mean "grid"?')),
        ("spawn.deal.weights=3", "spawn.deal.weights is a table, no number; its keys are spark, node"),
        ("grid.adjacency=3", 'grid.adjacency is "orthogonal", no number'),
        ("undo.after_end=1", "undo.after_end is true, no number"),
        ("scoring.fused=1", 'scoring.fused is "points(made) * step", no number'),
        ("grid.rows.x=1", "grid.rows.x: grid.rows is 5 and has no keys"),
        ("end.7.when=1", "end.7.when: end is a list of 1; its items are 0 to 0"),
        ("a b=1", '"a b" is no key; write it with dots, such as constants.stone_every'),
    ],
)  # fmt: skip
def test_what_is_no_number_of_the_file(text, told):
    with pytest.raises(UsageError) as caught:
        parse_setting(MERGE, text)
    assert str(caught.value) == told


def test_a_grid_is_bounded():
    with pytest.raises(UsageError, match=r"^1,000 rulesets to play; at most 500: take fewer values, or wider steps$"):
        sweep(MERGE, ["constants.stone_every=1..100", "spawn.deal.weights.node=1..10"], games=1)
    with pytest.raises(UsageError, match=r"^grid\.rows is set twice$"):
        sweep(MERGE, ["grid.rows=4", "grid.rows=5"], games=1)


def test_numbers_with_which_it_is_no_ruleset_are_named_before_a_game_is_played():
    with pytest.raises(tilekit.RulesetError) as caught:
        sweep(GARDEN, ["grid.rows=0..2"], games=1, progress=lambda _: pytest.fail("a game was played"))
    assert str(caught.value) == (
        'garden.toml:12:8: error[number-out-of-range]: "grid.rows" is out of range (with grid.rows = 0)\n'
        "   12 | rows = 0\n"
        "      |        ^\n"
        "  found:    0\n"
        "  expected: 1 to 64\n"
        "  fix:      write 1 to 64"
    )


def test_scenarios_of_another_board_are_left_out():
    ((_, changed),) = grid(MERGE, [setting(MERGE, "grid.rows", [6])])
    assert (changed.ruleset.grid.rows, changed.ruleset.scenario) == (6, [])


# ---------------------------------------------------------------- sweeps


def test_every_point_plays_the_same_seeds():
    data = sweep(MERGE, {"constants.stone_every": [8, 14]}, metrics=["score.mean", "rate.jammed"], games=30, seed=5)
    alone = simulate(MERGE, games=30, seed=5)["score"]
    assert data["points"][1]["rules"] == MERGE.digest
    figure = data["points"][1]["figures"]["score.mean"]
    assert (figure["value"], figure["standard_error"]) == (alone["mean"], alone["standard_error"])
    assert {key: value for key, value in data.items() if key != "points"} == {
        "ruleset": "merge",
        "version": 1,
        "rules": MERGE.digest,
        "bot": "random",
        "seed": 5,
        "games": 30,
        "partial": False,
        "max_actions": 100_000,
        "set": {"constants.stone_every": [8, 14]},
        "metrics": ["score.mean", "rate.jammed"],
    }
    assert json.loads(json.dumps(data)) == data


def test_settings_make_a_grid_in_the_order_of_nested_loops():
    data = sweep(MERGE, ["constants.stone_every=8,9", "spawn.deal.weights.node=1,2"], games=5, jobs=2)
    assert [tuple(point["set"].values()) for point in data["points"]] == [(8, 1), (8, 2), (9, 1), (9, 2)]
    assert data == sweep(MERGE, ["constants.stone_every=8,9", "spawn.deal.weights.node=1,2"], games=5)


SWEPT = {
    "ruleset": "merge", "version": 1, "bot": "random", "seed": 0, "games": 3, "partial": True,
    "set": {"grid.rows": [4, 10]}, "metrics": ["score.mean", "score.most / rate.cut", "score.least"],
    "points": [
        {"set": {"grid.rows": 4}, "figures": {
            "score.mean": {"value": 1234.5678, "low": 1134.0, "high": 1335.2, "standard_error": 51.0},
            "score.most / rate.cut": {"value": None, "low": None, "high": None, "standard_error": None},
            "score.least": {"value": 7, "low": None, "high": None, "standard_error": None}}},
        {"set": {"grid.rows": 10}, "figures": {
            "score.mean": {"value": 2.25, "low": 2.0, "high": 2.5, "standard_error": 0.1},
            "score.most / rate.cut": {"value": 4.5, "low": None, "high": None, "standard_error": None},
            "score.least": {"value": 12345, "low": None, "high": None, "standard_error": None}}},
    ],
}  # fmt: skip


def test_a_sweep_for_people():
    assert table(SWEPT) == (
        "merge version 1: 3 games of each by random, seed 0, partial\n"
        "\n"
        "grid.rows  score.mean            95 %  score.most / rate.cut  95 %  score.least  95 %\n"
        "        4       1,235  1,134 to 1,335                      –     –            7     –\n"
        "       10        2.25    2.00 to 2.50                    4.5     –       12,345     –"
    )


def test_a_sweep_as_csv():
    assert sweep_csv(SWEPT) == (
        "grid.rows,score.mean,score.mean low,score.mean high,score.most / rate.cut,score.most / rate.cut low,"
        "score.most / rate.cut high,score.least,score.least low,score.least high\n"
        "4,1234.5678,1134.0,1335.2,,,,7,,\n"
        "10,2.25,2.0,2.5,4.5,,,12345,,\n"
    )


def test_an_interrupted_sweep_has_the_same_games_of_each():
    played = 0

    def stop(number):
        nonlocal played
        played += number
        if played >= 12:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        sweep(MERGE, ["constants.stone_every=8,14"], games=1000, progress=stop)
    data = caught.value.report
    assert data == {**sweep(MERGE, ["constants.stone_every=8,14"], games=played // 2), "partial": True}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"metrics": ["score.maen"]}, ('score has no figure "maen"; expected one of score.mean, score.least, '
                                           'score.most, score.quantiles.0.5; '
                                      'did you mean "mean"?')),
        ({"settings": []}, "nothing is set; name a key and its values, such as constants.stone_every=8..20"),
        ({"settings": {"grid.rows": []}}, "grid.rows: no values to try"),
        ({"games": 0}, "games is 0; expected a whole number, 1 or more"),
    ],
)  # fmt: skip
def test_wrong_questions(change, told):
    asked = {"settings": ["grid.rows=4"], "games": 1, **change}
    with pytest.raises(UsageError) as caught:
        sweep(MERGE, asked.pop("settings"), **asked)
    assert str(caught.value) == told


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("half", "shown"),
    [
        (1000.0, "1,235"),
        (10.0, "1,235"),
        (9.5, "1,234.6"),
        (1.0, "1,234.6"),
        (0.95, "1,234.57"),
        (0.5, "1,234.57"),
        (0.05, "1,234.568"),
        (0.005, "1,234.5679"),
        (0.00005, "1,234.567891"),
        (1e-12, "1,234.567891"),
    ],
)
def test_a_number_has_two_digits_of_its_error(half: float, shown: str) -> None:
    """Places until half of the interval has two digits before the point; six at most."""
    assert number(1234.5678912, {"low": 1000.0 - half, "high": 1000.0 + half}) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(7, "7"), (1234567, "1,234,567"), (0.123456, "0.1235"), (999.94, "999.9"), (-999.94, "-999.9"),
     (1000.0, "1,000.0"), (-1234.56, "-1,234.6")],
)  # fmt: skip
def test_a_number_without_an_interval(value: float, shown: str) -> None:
    assert number(value) == number(value, {"low": None, "high": None}) == number(value, {"low": 1, "high": 1}) == shown
