"""`tilekit simulate`, `sweep` and `tune`: files, streams, exit statuses. Their figures are tested in tests/lab."""

import concurrent.futures
import contextlib
import csv
import json
import re
import sys
from itertools import groupby
from pathlib import Path

import pytest
from tests.cli.running import command, plugin
from tests.cli.test_simulate import in_terminal

import tilekit
from tilekit.lab import executors
from tilekit.lab.report import figures_csv, table
from tilekit.lab.simulate import simulate
from tilekit.lab.study import play
from tilekit.lab.sweep import sweep, sweep_csv
from tilekit.lab.sweep import table as sweep_table
from tilekit.lab.tune import table as tune_table
from tilekit.lab.tune import tune

FIRST = """
import tilekit

@tilekit.hookimpl
def tilekit_bots():
    return [tilekit.Bot("first", "for tests", lambda game, draw: game.legal_actions()[0])]
"""


def test_files_hold_what_the_library_gives(cli, garden):
    rules = tilekit.load("./garden.toml")
    found = play([(rules, "random")], games=12, seed=3)
    options = ("--games", "12", "--seed", "3", "--csv", "figures.csv", "--games-csv", "games.csv")
    expected = table(simulate(rules, games=12, seed=3)) + "\n"
    assert cli("simulate", "garden.toml", *options) == (0, expected, "")
    assert (garden / "figures.csv").read_text(encoding="utf-8") == figures_csv(found)
    whole = (garden / "games.csv").read_bytes()
    with (garden / "games.csv").open(encoding="utf-8", newline="") as file:
        games = list(csv.DictReader(file))
    assert [int(game["score"]) for game in games] == list(found[0].tally.scores)
    assert [int(game["game"]) for game in games] == list(range(1, 13))
    # The seed of a line plays that game: alone it is the first of nothing, so it is played here.
    s = rules.engine.tally_program.begin(int(games[4]["seed"]))
    while rules.engine.tally_program.turn(s):
        pass
    assert s[1] == int(games[4]["score"])
    assert cli("simulate", "garden.toml", *options, "--jobs", "3") == (0, expected, "")
    assert (garden / "games.csv").read_bytes() == whole


@pytest.mark.parametrize("option", ["--csv", "--games-csv", "--html"])
def test_a_file_that_cannot_be_written_is_told_first(cli, garden, option):
    status, out, err = cli("simulate", "garden.toml", "--games", "100000000", option, "none/file")
    assert (status, out) == (2, "")
    assert re.fullmatch(r"none/file: it could not be written there: .*none is no folder\n", err)


def test_a_page_is_written(cli, garden):
    assert cli("simulate", "garden.toml", "--games", "5", "--html", "games.html").status == 0
    assert (garden / "games.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>\n")


def test_a_missing_extra_is_told_before_a_game_is_played(cli, garden, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    told = "plots need matplotlib, which is not installed: pip install 'tilekit-engine[lab]'\n"
    for arguments in (["simulate"], ["sweep", "--set", "grid.rows=5"]):
        asked = (arguments[0], "garden.toml", *arguments[1:], "--games", "100000000", "--html", "games.html")
        assert cli(*asked) == (2, "", told)


@pytest.fixture
def several(cli, garden, monkeypatch):
    """As `cli`, in the garden, where there is a bot called first."""
    plugin(garden, "first", FIRST)
    monkeypatch.syspath_prepend(str(garden))
    from tilekit import plugins

    monkeypatch.setattr(plugins, "_plugins", [])
    return cli


def test_several_bots_are_compared(several):
    asked = ("simulate", "garden.toml", "--games", "9", "--bot", "first", "--bot", "random")
    data = json.loads(several(*asked, "--json").out)
    assert list(data) == [
        "ruleset", "version", "rules", "seed", "games", "partial", "max_actions", "keeps_score", "bots",
        "compared",
    ]  # fmt: skip
    assert [bot["bot"] for bot in data["bots"]] == ["first", "random"]
    rules = tilekit.load("./garden.toml")
    assert data["bots"][1] == json.loads(json.dumps(simulate(rules, games=9)))
    assert several(*asked, "--json", "--jobs", "3").out == json.dumps(data, indent=2) + "\n"
    shown = several(*asked)
    assert (shown.status, shown.out, shown.err) == (0, table(data) + "\n", "")


def test_games_of_several_bots_stand_side_by_side(several, garden):
    for jobs in (1, 3):
        asked = ("--games", "9", "--bot", "first", "--bot", "random", "--games-csv", f"{jobs}.csv", "--jobs", jobs)
        assert several("simulate", "garden.toml", *asked).status == 0
    assert (garden / "1.csv").read_bytes() == (garden / "3.csv").read_bytes()
    lines = (garden / "1.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[:2] for line in lines[1:5]] == [
        ["first", "1"], ["random", "1"], ["first", "2"], ["random", "2"],
    ]  # fmt: skip


def test_verbose_tells_the_lane_and_why(several):
    asked = ("simulate", "garden.toml", "--games", "9", "--verbose", "--bot", "random", "--bot", "first")
    lines = several(*asked).err.splitlines()
    speed = r"[\d,]+ actions in \d+\.\d s of play, [\d,]+ a second"
    few = "interpreted lane: 9 games are too few to compile for"
    assert [
        bool(re.fullmatch(rf"{bot}: {speed}; {few}", line))
        for bot, line in zip(["random", "first"], lines, strict=True)
    ]
    assert "interpreted lane\n" in several(*asked, "--lane", "interpreted").err
    assert (
        several(*asked, "--lane", "interpreted")
        .err.splitlines()[1]
        .endswith("interpreted lane: the bot first chooses its actions in Python")
    )


# ---------------------------------------------------------------- sweep


def test_a_sweep(cli, garden):
    rules = tilekit.load("./garden.toml")
    data = sweep(rules, ["spawn.deal.weights.seed=1..3"], metrics=["score.mean", "actions.mean"], games=7, seed=2)
    asked = ("sweep", "garden.toml", "--set", "spawn.deal.weights.seed=1..3", "--games", "7", "--seed", "2",
             "--metric", "score.mean", "--metric", "actions.mean")  # fmt: skip
    assert cli(*asked, "--csv", "swept.csv") == (0, sweep_table(data) + "\n", "")
    assert (garden / "swept.csv").read_text(encoding="utf-8") == sweep_csv(data)
    assert cli(*asked, "--json", "--jobs", "2") == (0, json.dumps(data, indent=2) + "\n", "")
    assert cli(*asked, "--html", "swept.html").status == 0
    assert (garden / "swept.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--set", "grid.rwos=3"], ('grid.rwos: no key of grid is called "rwos"; it has rows, columns, adjacency; '
                                   'did you mean "rows"?\n')),
        (["--set", "grid.rows=3", "--metric", "rate.ful"], ('no reason is called "ful"; expected one of rate.full, '
                                                           'rate.cut, rate.stuck; did you mean "full"?\n')),
        (["--set", "grid.rows=3", "--bot", "rnadom"], ('no bot is called "rnadom"; there are greedy, lookahead, '
                                                      'mcts, random; did you mean "random"?\n')),
    ],
)  # fmt: skip
def test_wrong_questions(cli, garden, arguments, told):
    assert cli("sweep", "garden.toml", "--games", "100000000", *arguments) == (2, "", told)


def test_tuning_two_numbers_at_once_is_refused(cli, garden):
    two = ["--set", "grid.rows=3..4", "--set", "grid.columns=3..4"]
    told = "tune seeks the value of one number, and --set names 2; see tilekit sweep\n"
    assert cli("tune", "garden.toml", *two, "--target", "3", "--games", "100000000") == (2, "", told)


@pytest.mark.parametrize("options", [["--csv", "a", "--games-csv", "./a"], ["--csv", "a", "--html", "a"]])
def test_two_results_cannot_be_written_to_one_file(cli, garden, options):
    status, out, err = cli("simulate", "garden.toml", "--games", "100000000", *options)
    assert (status, out, err) == (2, "", f"{options[-1]}: two results cannot be written to one file\n")


def test_numbers_with_which_it_is_no_ruleset(cli, garden):
    status, out, err = cli("sweep", "garden.toml", "--set", "grid.rows=65..66", "--games", "100000000")
    assert (status, out) == (2, "")
    assert [line for line in err.splitlines() if "error" in line] == [
        'garden.toml:12:8: error[number-out-of-range]: "grid.rows" is out of range (with grid.rows = 65)',
        'garden.toml:12:8: error[number-out-of-range]: "grid.rows" is out of range (with grid.rows = 66)',
    ]


# ---------------------------------------------------------------- tune


def test_tuning(cli, garden):
    rules = tilekit.load("./garden.toml")
    asked = ("tune", "garden.toml", "--set", "spawn.deal.weights.seed=1..9", "--games", "20", "--target")
    data = tune(rules, "spawn.deal.weights.seed=1..9", target=150.0, games=20)
    assert cli(*asked, "150", "--jobs", "2") == (0, tune_table(data) + "\n", "")
    assert cli(*asked, "150", "--json") == (0, json.dumps(data, indent=2) + "\n", "")
    data = tune(rules, "spawn.deal.weights.seed=1..9", target=1e6, games=20)
    assert cli(*asked, "1000000") == (1, tune_table(data) + "\n", "")
    assert cli(*asked, "150", "--tolerance", "0").status == 1


def test_what_was_tried_is_shown_on_a_terminal():
    asked = ("tune", "merge", "--set", "constants.stone_every=10,11", "--games", "3", "--target", "1")
    status, _, written = in_terminal(command(*asked), TERM="xterm-256color")
    assert status == 1
    assert [line.split(b":")[0] for line in written.splitlines()] == [b"tried 10", b"tried 11"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
@pytest.mark.parametrize(
    ("arguments", "many"),
    [
        (("simulate", "garden.toml", "--games", "3", "--games-csv", "/dev/full"), "found on closing it"),
        (("simulate", "garden.toml", "--games", "3000", "--games-csv", "/dev/full"), "found while it is written"),
        (("simulate", "garden.toml", "--games", "3", "--csv", "/dev/full"), ""),
        (("simulate", "garden.toml", "--games", "3", "--html", "/dev/full"), ""),
        (("sweep", "garden.toml", "--set", "grid.rows=4", "--games", "3", "--csv", "/dev/full"), ""),
        (("show", "garden.toml", "--svg", "/dev/full"), ""),
    ],
)
def test_a_full_disk_is_told(cli, garden, arguments, many):
    status, _, err = cli(*arguments)
    assert (status, err) == (2, "/dev/full: it cannot be written: No space left on device\n"), many


def test_a_dash_is_the_standard_output(cli, garden):
    rules = tilekit.load("./garden.toml")
    found = play([(rules, "random")], games=12, seed=3)
    asked = ("simulate", "garden.toml", "--games", "12", "--seed", "3")
    assert cli(*asked, "--csv", "-") == (0, figures_csv(found), "")
    page = cli(*asked, "--html", "-")
    assert (page.status, page.err) == (0, "")
    assert page.out.startswith("<!DOCTYPE html>\n")
    assert page.out.endswith("</html>\n")
    assert cli(*asked, "--games-csv", "games.csv", "--csv", "-") == (0, figures_csv(found), "")
    assert cli(*asked, "--games-csv", "-") == (0, (garden / "games.csv").read_text(encoding="utf-8"), "")
    swept = ("sweep", "garden.toml", "--set", "grid.rows=4,5", "--games", "6")
    assert cli(*swept, "--csv", "-") == (0, sweep_csv(sweep(rules, ["grid.rows=4,5"], games=6)), "")
    assert cli(*swept, "--html", "-").out.startswith("<!DOCTYPE html>\n")
    assert not (garden / "-").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--csv", "-", "--html", "-"), "-: two results cannot both go to the standard output"),
        (("--csv", "-", "--json"), "--json and the file - are both for the standard output; leave one out"),
        (("--jobs", "2", "--executor", "dask://127.0.0.1:1"),
         "jobs is 2, and there is an executor, which has workers of its own; leave out one"),
    ],
)  # fmt: skip
def test_what_cannot_be_had_together(cli, garden, options, told):
    assert cli("simulate", "garden.toml", "--games", "100000000", *options) == (2, "", told + "\n")
    if "--executor" not in options or "--html" not in options:
        asked = ("sweep", "garden.toml", "--set", "grid.rows=4", "--games", "100000000")
        assert cli(*asked, *options) == (2, "", told + "\n")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            ("--games", "1e6"),
            "Invalid value for '--games': \"1e6\" is no whole number; write it in digits, such as 1000",
        ),
        (
            ("--games", "12.5"),
            "Invalid value for '--games': \"12.5\" is no whole number; write it in digits, such as 1000",
        ),
        (("--jobs", ""), "Invalid value for '--jobs': \"\" is no whole number; write it in digits, such as 1000"),
        (("--games", "0"), "Invalid value for '--games': 0 is not in the range 1<=x<=100000000."),
    ],
)
def test_numbers_that_are_none(cli, garden, options, told):
    status, out, err = cli("simulate", "garden.toml", *options)
    assert (status, out, err.splitlines()[-1]) == (2, "", told)


def test_a_tolerance_that_is_no_number(cli, garden):
    asked = ("tune", "garden.toml", "--set", "grid.rows=4..5", "--target", "3", "--tolerance")
    assert cli(*asked, "little").err.splitlines()[-1] == "Invalid value for '--tolerance': \"little\" is no number"
    assert cli(*asked[:-2], "much").err.splitlines()[-1] == "Invalid value for '--target': \"much\" is no number"


def test_a_negative_seed_is_a_text(cli, garden):
    asked = ("simulate", "garden.toml", "--games", "2", "--json", "--seed", "-1")
    assert json.loads(cli(*asked).out)["seed"] == tilekit.chance.seed_from("-1")


@pytest.mark.parametrize("command_line", [("simulate",), ("sweep", "--set", "grid.rows=4,5")])
def test_when_the_executor_dies_the_report_so_far_is_given(cli, garden, monkeypatch, command_line):
    class Dying(concurrent.futures.ThreadPoolExecutor):
        left = 6

        def submit(self, fn, /, *args, **kwargs):
            self.left -= 1
            if self.left < 0:
                raise concurrent.futures.BrokenExecutor("killed")
            return super().submit(fn, *args, **kwargs)

    @contextlib.contextmanager
    def executor_at(_):
        with Dying(1) as executor:
            yield executor

    monkeypatch.setattr(executors, "executor_at", executor_at)
    name, *more = command_line
    asked = (name, "garden.toml", *more, "--games", "900", "--executor", "dask://127.0.0.1:1", "--json")
    status, out, err = cli(*asked)
    data = json.loads(out)
    assert (status, data["partial"]) == (2, True)
    assert 0 < data["games"] < 900
    what = f"this is the report of {data['games']} of 900 games" if name == "simulate" else (
        f"these are the figures of {data['games']} of 900 games of each"
    )  # fmt: skip
    assert err == f"the executor takes no more parts: BrokenExecutor: killed: {what}\n"


def test_tuning_that_misses_is_not_well(cli, garden):
    asked = ("tune", "garden.toml", "--set", "grid.rows=3..4", "--games", "40", "--target")
    data = json.loads(cli(*asked, "0", "--json").out)
    low, high = (one["figure"] for one in data["tried"])
    assert low["high"] < high["low"]
    status, out, _ = cli(*asked, str((low["high"] + high["low"]) / 2))
    assert status == 1
    assert " lies between grid.rows = 3 and 4: no value comes to " in out.splitlines()[-1]


def test_the_bar_says_that_it_compiles(tmp_path):
    asked = ("sweep", "merge", "--set", "constants.stone_every=8,9", "--games", "4", "--lane", "compiled")
    status, _, written = in_terminal(command(*asked), TERM="xterm-256color", TILEKIT_CACHE=str(tmp_path))
    bars = re.split(r"[\r\n]+", re.sub(r"\x1b\[[0-9?]*[a-zA-Z]", "", written.decode()))
    labels = [label for label, _ in groupby(re.sub(r" +\[.*", "", bar) for bar in bars if "[" in bar)]
    assert status == 0
    assert labels[-3:] == ["compiling 1 of 2", "compiling 2 of 2", "games"]
