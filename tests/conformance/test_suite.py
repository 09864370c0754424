"""The suite itself: what it finds, how it says so, and that its scenarios can be pasted."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.cli.running import plugin
from tests.unit.rulesets import small

import tilekit
from tilekit.cli import main
from tilekit.conformance import PROPERTIES, PropertyBroken, check, elsewhere
from tilekit.conformance.claims import (
    check_balance,
    check_opening,
    check_spawn,
    chi_square_tail,
    constant_weights,
    outside,
)
from tilekit.errors import IllegalAction
from tilekit.lab.figures import Figure, mean, quantile, share
from tilekit.lab.tally import Tally
from tilekit.program.metric import Metric, Term
from tilekit.ruleset.models import Balance, ScenarioTable
from tilekit.scenario import run

EXAMPLES = Path(__file__).parents[2] / "examples"
MERGE = Path(__file__).parents[2] / "rulesets" / "merge.toml"


def changed(old: str, new: str) -> str:
    text = MERGE.read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize("name", ["2048", "merge", "ninek", "sum10"])
def test_bundled_rulesets_keep_every_property(name):
    assert check(tilekit.load(name), examples=15) == []


def test_a_broken_invariant_comes_back_as_the_shortest_game():
    rules = tilekit.loads(changed('holds = "charges >= 0"', 'holds = "drops < 2"'), name="wrong.toml")
    [failure] = check(rules, examples=40, frontends={})
    assert (failure.ruleset, failure.name, failure.reason) == (
        "merge",
        "invariants",
        '"a charge is never owed" does not hold',
    )
    assert failure.scenario == (
        "[[scenario]]\n"
        'name = "invariants: \\"a charge is never owed\\" does not hold"\n'
        "seed = 0\n"
        'actions = ["drop r1c1", "drop r1c2"]\n'
        "then = {}\n"
    )


class Elsewhere:
    """Another process in which something goes otherwise than here."""

    def __init__(self, monkeypatch, answer):
        self.answer = answer
        monkeypatch.setattr(elsewhere.subprocess, "run", self.run)

    def run(self, command, *, input, **_):  # noqa: A002  named by subprocess
        return self.answer(command, json.loads(input))


def plain_drops():
    body = '[spawn.deal]\nweights = { a = 1, b = 1 }\n[queue]\nfrom = "deal"\n[mechanics]\nplace = {}\ndeal = {}\n'
    action = '[actions.drop]\ntarget = "cell"\nwhere = "empty"\nsteps = ["place", "deal"]\n'
    return small(body + action)


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (ValueError("a shelf is missing"), "failed: ValueError: a shelf is missing"),
        (IllegalAction("drop r1c1", "not today"), "refused: drop r1c1: not today"),
    ],
)
def test_what_fails_in_another_process_alone_comes_back_with_its_game(monkeypatch, raised, said):
    def fail(*_):
        raise raised

    def answer(command, question):
        with monkeypatch.context() as there:
            there.setattr(tilekit.Game, "play", fail)
            return subprocess.CompletedProcess(command, 0, json.dumps(elsewhere.answer(question)), "")

    Elsewhere(monkeypatch, answer)
    [failure] = check(plain_drops(), examples=5, frontends={})
    assert failure.name == "same-play-same-game"
    assert failure.reason.startswith("after 1 actions the digest is ")
    assert failure.reason.endswith(f" here; in another process: {said}")
    assert "actions = [" in failure.scenario


@pytest.mark.parametrize("status", [3, -11])
def test_another_process_that_dies_is_a_broken_property(monkeypatch, status):
    Elsewhere(monkeypatch, lambda command, _: subprocess.CompletedProcess(command, status, "", "a\nSegfault\n"))
    [failure] = check(plain_drops(), examples=5, frontends={})
    assert (failure.name, failure.reason, failure.scenario) == (
        "same-play-same-game",
        f"the other process ended with status {status}: Segfault",
        "",
    )


def test_another_process_that_never_answers_is_a_broken_property(monkeypatch):
    def answer(command, _):
        raise subprocess.TimeoutExpired(command, 600)

    Elsewhere(monkeypatch, answer)
    [failure] = check(plain_drops(), examples=5, frontends={})
    assert (failure.name, failure.reason) == ("same-play-same-game", "the other process gave no answer in 600 seconds")


def test_its_scenario_can_be_pasted_and_fails_until_the_rules_are_mended():
    text = changed('holds = "charges >= 0"', 'holds = "drops < 2"')
    [failure] = check(tilekit.loads(text), examples=40, frontends={})
    wrong = tilekit.loads(f"{text}\n{failure.scenario}")
    result = run(wrong, wrong.ruleset.scenario[0])
    assert [(d.what, d.expected, d.actual) for d in result.differences] == [
        ('invariant "a charge is never owed"', "holds", "does not hold")
    ]
    mended = tilekit.loads(f"{MERGE.read_text(encoding='utf-8')}\n{failure.scenario}")
    assert run(mended, mended.ruleset.scenario[0]).passed


def test_a_mechanic_that_counts_outside_the_state_is_found_in_three_actions(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES / "tilekit-leaky" / "src"))
    import tilekit_leaky

    plugins = tilekit.Plugins(entry_points=False, extra={"leaky": tilekit_leaky})
    assert plugins.problems == []
    rules = tilekit.load("leaky", plugins=plugins)
    failures = check(rules, examples=60, first_only=False, frontends={})
    assert failures
    actions = [line for line in failures[0].scenario.splitlines() if line.startswith("actions")]
    assert len(actions) == 1
    assert actions[0].count('"') // 2 <= 3, failures[0]


def test_a_band_fails_only_by_more_than_chance():
    rate = Metric("rate.jammed", Term("mean", "rate:jammed"))
    band = Balance(games=40, metric="rate.jammed", at_least=1)
    assert outside(band, share(40, 40, 0.999), rate) == ""
    assert outside(band, share(36, 40, 0.999), rate) == (
        "rate.jammed is 0.9, 0.6607 to 0.9908 over 40 games by random; at least 1 is asked for"
    )
    half = Balance(games=40, metric="rate.jammed", at_least=0.7)
    assert outside(half, share(20, 40, 0.999), rate) == ""
    assert outside(half, share(17, 40, 0.999), rate) == (
        "rate.jammed is 0.425, 0.1889 to 0.6886 over 40 games by random; at least 0.7 is asked for"
    )
    most = Metric("score.most / score.least", Term("most", "score"), Term("least", "score"))
    band = Balance(games=40, metric="score.most / score.least", at_most=10)
    assert outside(band, Figure(12.5), most) == (
        "score.most / score.least is 12.5 over 40 games by random; at most 10 is asked for"
    )
    assert outside(band, Figure(None), most) == (
        "score.most / score.least has no value over 40 games by random: it is divided by 0"
    )


def test_a_band_over_too_few_games_says_so_and_neither_passes_nor_fails_by_accident():
    rate = Metric("rate.jammed", Term("mean", "rate:jammed"))
    for figure in (share(1, 1, 0.999), share(0, 1, 0.999)):
        assert outside(Balance(games=1, metric="rate.jammed", at_least=0.5), figure, rate) == (
            "rate.jammed over 1 game by random says nothing of the band: these are too few games; ask for more"
        )
    # Each second game jams: three in a row that do not are no reason to doubt it.
    assert outside(Balance(games=3, metric="rate.jammed", at_least=0.5), share(0, 3, 0.999), rate) == ""
    score = Metric("score.mean", Term("mean", "score"))
    few = Tally(1, 1)
    few.scores.extend([100, 110, 120])
    few.sums, few.products = [330], [[36500]]
    assert outside(Balance(games=3, metric="score.mean", at_most=10), mean(few, 0, 0.999), score) == ""
    low = Metric("score.quantiles.0.05", Term("quantile", "score", 0.05))
    assert outside(Balance(games=40, metric=low.text, at_most=1), quantile(range(40), 0.05, 0.999), low) == (
        "score.quantiles.0.05 over 40 games by random says nothing of the band: these are too few games; ask for more"
    )


def test_a_band_may_be_of_any_metric():
    text = changed(
        'metric = "rate.jammed"\nat_least = 1', 'metric = "per_1000.spent.charges / reached.prism"\nat_most = 1'
    )
    with pytest.raises(PropertyBroken, match=r"^balance: per_1000\.spent\.charges / .* at most 1 is asked for$"):
        check_balance(tilekit.loads(text))


def test_a_band_by_a_bot_that_is_not_there_is_broken():
    text = changed('bot = "random"', 'bot = "rnadom"')
    with pytest.raises(
        PropertyBroken, match=r'^balance: rate\.jammed over 40 games by rnadom: no bot is called .*"random"'
    ):
        check_balance(tilekit.loads(text))


@pytest.mark.parametrize(
    ("statistic", "freedom", "tail"),
    [(3.841459, 1, 0.05), (18.307038, 10, 0.05), (27.631021, 2, 1e-6), (0, 3, 1.0), (124.342113, 100, 0.05)],
)
def test_the_tail_of_chi_square(statistic, freedom, tail):
    assert chi_square_tail(statistic, freedom) == pytest.approx(tail, rel=1e-4)


def nested(**weights: int) -> tilekit.Rules:
    """A ruleset whose table ``deal`` draws from others."""
    return small(
        '[actions.go]\n[start]\nsteps = ["sow"]\n[mechanics]\nsow = { use = "spawn", from = "outer" }\n'
        '[spawn.pair]\nweights = { a = 1, b = 2 }\n[spawn.one]\ntile = "d"\n[spawn.outer]\n'
        f"weights = {{ pair = {weights['pair']}, one = {weights['one']}, c = {weights['c']}, a = {weights['a']} }}\n"
        '[spawn.played]\nweights = { a = 1, b = "turn" }\n[spawn.over]\nweights = { played = 1, c = 1 }\n'
    )


def test_weights_of_tables_within_tables():
    a, b, c, d = 1, 2, 3, 4
    rules = nested(pair=3, one=1, c=4, a=2)
    found = constant_weights(rules)
    assert (found["pair"], found["outer"]) == ({a: 1, b: 2}, {a: 3, b: 2, c: 4, d: 1})
    assert found.keys().isdisjoint({"played", "over", "one"})


def test_a_table_within_a_table_that_weighs_too_little_is_found(monkeypatch):
    rules, meant = nested(pair=1, one=1, c=1, a=1), constant_weights(nested(pair=3, one=1, c=4, a=2))
    check_spawn(rules, 4000)
    monkeypatch.setattr("tilekit.conformance.claims.constant_weights", lambda _rules: meant)
    with pytest.raises(
        PropertyBroken, match=r"\[spawn.outer\] does not draw by its weights: .* c 0\.2[0-9]+ for 0\.400"
    ):
        check_spawn(rules, 4000)


OPENS = """
[spawn.deal]
weights = {{ a = 1, b = 1 }}
[start]
steps = ["fill"]
until = "{until}"
[mechanics]
fill = {{ from = "deal" }}
[actions.pop]
target = "cell"
where = "group >= 2"
steps = ["clear"]
"""


def test_an_opening_that_never_comes_to_its_until_is_told():
    rules = small(OPENS.format(until="tiles == 3"), rows=2, columns=2)
    with pytest.raises(PropertyBroken) as caught:
        check_opening(rules, 5)
    assert caught.value.name == "opening"
    assert caught.value.reason == "the opening still does not hold after 1000 deals: tiles == 3 (seed 0)"
    assert check_opening(small(OPENS.format(until="tiles == 9 and not no_moves")), 5) is None


def test_a_game_that_is_over_before_its_first_action_is_told_as_a_scenario():
    rules = small(OPENS.format(until="tiles == 1"), rows=1, columns=1)
    (found,) = check(rules, examples=2, frontends={})
    assert (found.name, found.reason) == (
        "opening", "the game of seed 0 is over before its first action: stuck",
    )  # fmt: skip
    table = ScenarioTable.model_validate(tomllib.loads(found.scenario)["scenario"][0])
    assert [str(each) for each in run(rules, table).differences] == [
        "Difference(what='status', expected='playing', actual='over')"
    ]


def test_the_command_shows_what_broke_and_saves_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("wrong.toml").write_text(changed('holds = "charges >= 0"', 'holds = "drops < 1"'), encoding="utf-8")
    assert main(["test", "wrong.toml", "--examples", "20", "--save-failures", "found.scenarios.toml"]) == 1
    out, err = capsys.readouterr()
    block = (
        "[[scenario]]\n"
        'name = "invariants: \\"a charge is never owed\\" does not hold"\n'
        "seed = 0\n"
        'actions = ["drop r1c1"]\n'
        "then = {}\n"
    )
    assert out == (
        "wrong.toml: 0 scenarios, nothing to run\n"
        'merge: property broken: invariants\n  "a charge is never owed" does not hold\n\n'
        f"{block}\n"
        f"wrong.toml: {len(PROPERTIES)} properties, 1 broken\n"
    )
    assert err == "the scenarios were appended to found.scenarios.toml\n"
    assert Path("found.scenarios.toml").read_text(encoding="utf-8") == f'ruleset = "wrong.toml"\n\n{block}'


def test_pytest_collects_a_ruleset_with_readable_ids(tmp_path):
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "--tilekit-ruleset",
            "ninek",
            "--tilekit-examples",
            "5",
            "-q",
            "-rA",
            "-p",
            "no:cacheprovider",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    passed = [line for line in done.stdout.splitlines() if line.startswith("PASSED")]
    assert passed[-len(PROPERTIES) :] == [f"PASSED ninek::property[{name}]" for name in PROPERTIES]
    assert passed[0].startswith("PASSED ninek::scenario[1 N1: ")


def test_pytest_reports_a_failure_as_the_command_does(tmp_path):
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(changed('holds = "charges >= 0"', 'holds = "drops < 1"'), encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "--tilekit-ruleset",
            "wrong.toml",
            "--tilekit-examples",
            "20",
            "-q",
            "-p",
            "no:cacheprovider",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert 'merge: property broken: invariants\n  "a charge is never owed" does not hold' in done.stdout
    assert "Traceback" not in done.stdout


def test_a_band_whose_bot_raises_is_broken_and_named(monkeypatch, tmp_path, capsys):
    plugin(
        tmp_path,
        "sulky",
        "import tilekit\n\n"
        "def choose(game, draw):\n"
        '    raise ValueError("not today")\n\n'
        "@tilekit.hookimpl\n"
        "def tilekit_bots():\n"
        '    return [tilekit.Bot("sulky", "for tests", choose)]\n',
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("tilekit.plugins._plugins", [])
    ruleset = tmp_path / "sulky.toml"
    ruleset.write_text(changed('bot = "random"', 'bot = "sulky"').replace('id = "merge"', 'id = "sulky"'), "utf-8")
    assert main(["test", str(ruleset), "--examples", "3"]) == 1
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert re.search(
        r"^sulky: property broken: balance\n  rate\.jammed over 40 games by sulky: bot sulky: failed in game 1 of the "
        r"series: sulky, action 1: ValueError: not today; the seed of that game is \d+$",
        out,
        re.MULTILINE,
    )
    assert out.splitlines()[-1] == f"{ruleset}: {len(PROPERTIES)} properties, 1 broken"
