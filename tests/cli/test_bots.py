"""Bots on the command line: their numbers, what they say of themselves, and bands that name them."""

import json

import pytest
from tests.cli.running import ROOT, child, without_traceback

import tilekit
from tilekit.conformance import unmeasured
from tilekit.conformance.claims import check_balance

SLOW = "random games are played in the interpreted lane, and far slower: "
UNCOMPILED = SLOW + "numba is told not to compile anything (NUMBA_DISABLE_JIT)"


def test_bots_are_listed_with_their_numbers(cli):
    listed = cli("list").out.split("\nbots\n")[1].splitlines()
    assert listed == [
        "  greedy         plays for the most points at once  (tilekit-engine)  [width=40]",
        "  lookahead      plays for the most points within a few actions  (tilekit-engine)  [depth=2, width=8]",
        (
            "  mcts           tries every action in random games, and plays what went best  (tilekit-engine)"
            "  [rollouts=200, horizon=200]"
        ),
        "  random         plays any legal action, all equally likely  (tilekit-engine)",
    ]
    assert json.loads(cli("list", "--json").out)["bots"][0] == {
        "name": "greedy",
        "plugin": "tilekit.bots.greedy",
        "distribution": "tilekit-engine",
        "summary": "plays for the most points at once",
        "parameters": {
            "width": {
                "summary": "outcomes of an action that are looked at; samples where there are more",
                "start": 40,
                "least": 1,
                "most": 10_000,
            }
        },
    }


def test_numbers_are_given_after_the_name(cli):
    asked = ("simulate", "merge", "--games", "4", "--bot", "mcts:rollouts=1,horizon=5", "--json")
    alone = cli(*asked)
    assert (alone.status, alone.err, json.loads(alone.out)["bot"]) == (0, "", "mcts:rollouts=1,horizon=5")
    assert cli(*asked, "--jobs", "2").out == alone.out


def test_a_bot_is_slow_because_it_thinks_in_python(cli):
    told = cli("simulate", "merge", "--games", "1", "--bot", "greedy", "-v").err
    assert told.rstrip().endswith("interpreted lane: the bot greedy chooses its actions in Python")


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        (
            "mcts:rollout=1",
            'the bot mcts has no parameter "rollout"; it has rollouts, horizon; did you mean "rollouts"?',
        ),
        ("mcst", 'no bot is called "mcst"; there are greedy, lookahead, mcts, random; did you mean "mcts"?'),
    ],
)
def test_a_name_that_makes_no_sense_ends_it_at_once(cli, bot, told):
    assert cli("simulate", "merge", "--bot", bot) == (2, "", f"{told}\n")


def test_a_slow_bot_says_so_and_plays_the_same():
    asked = ("simulate", "merge", "--games", "1", "--bot", "mcts:rollouts=1,horizon=3", "--json")
    slow = without_traceback(child(*asked, NUMBA_DISABLE_JIT="1"))
    assert (slow.status, slow.err) == (0, f"mcts:rollouts=1,horizon=3: {UNCOMPILED}\n")
    assert slow.out == without_traceback(child(*asked)).out


BAND = '[[balance]]\nbot = "mcts:rollouts=1,horizon=1"\ngames = 2\nmetric = "score.mean"\nat_least = 1_000_000\n\n'


def test_bands_of_a_slow_bot_are_passed_over_and_named(tmp_path):
    text = (ROOT / "rulesets/merge.toml").read_text(encoding="utf-8")
    before, _, after = text.partition("[[balance]]")
    rest = after[after.index("# ---") :]
    (tmp_path / "my.toml").write_text(before + BAND + rest, encoding="utf-8")
    done = without_traceback(child("test", "my.toml", "--examples", "1", cwd=tmp_path, NUMBA_DISABLE_JIT="1"))
    assert (done.status, done.out.splitlines()[-1][-9:]) == (0, " all hold")
    assert done.err == f"my.toml: bands of mcts:rollouts=1,horizon=1 are not measured: {UNCOMPILED}\n"
    done = without_traceback(child("test", "my.toml", "--examples", "1", cwd=tmp_path))
    assert done.status == (0 if done.err else 1)  # measured where the compiled lane is available


def test_bands_of_merge_are_those_of_its_claim():
    rules = tilekit.load("merge")
    assert unmeasured(rules) == {}
    check_balance(rules)
    assert [(band.bot, band.games, band.metric, band.at_least) for band in rules.ruleset.balance] == [
        ("random", 40, "rate.jammed", 1.0),
        ("mcts:rollouts=10", 40, "rate.jammed", 1.0),
        ("mcts:rollouts=10", 40, "score.mean", 1275.0),
        ("mcts:rollouts=10", 40, "last.dealt / gained.charges", 19.6),
    ]
