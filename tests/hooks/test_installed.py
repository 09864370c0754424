"""Installed plugins, found in a process of their own: broken ones are named, doubles collapse, order is fixed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.hooks.sites import bot, install, report, run

CANNOT = "cannot be loaded: "
#: What a module holds, what its entry point names (the module itself where that is empty), and what is said of it.
BROKEN = {
    "lacks-module": ("import not_there\n", "", CANNOT + "ModuleNotFoundError: No module named 'not_there'"),
    "leaves": ("raise SystemExit(7)\n", "", CANNOT + "SystemExit: 7"),
    "lacks-name": ("", "lacks_name:x", CANNOT + "AttributeError: module 'lacks_name' has no attribute 'x'"),
    "is-none": ("plugin = None\n", "is_none:plugin", "names nothing: its entry point gives None"),
    "misspelt": ("def f(:\n", "", CANNOT + "SyntaxError: "),
    "recursive": ("def f(): f()\nf()\n", "", CANNOT + "RecursionError: "),
}
BUNDLED = ["greedy", "lookahead", "mcts", "random"]
LOUD = 'print("this is no result")\nimport warnings\nwarnings.warn("old ways")\n' + bot("loud")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder in which everything that can go wrong has gone wrong."""
    folder = tmp_path / "site"
    for name, (source, target, _) in BROKEN.items():
        install(folder, name, source, target=target)
    install(folder, "loud", LOUD)
    install(folder, "good", bot("good"))
    return folder


def test_each_broken_plugin_is_named_with_its_distribution_and_cause(site: Path) -> None:
    found = report(site)
    assert found["bots"] == sorted([*BUNDLED, "good", "loud"])
    expected = [f"plugin {name} ({name} 1.0): {words}" for name, (_, _, words) in sorted(BROKEN.items())]
    assert len(found["problems"]) == len(expected)
    for problem, words in zip(found["problems"], expected, strict=True):
        assert problem.startswith(words)
        assert "\n" not in problem


COMMANDS = {
    "version": (["--version"], ""),
    "list": (["list", "--json"], ""),
    "check": (["check", "merge"], ""),
    "play": (["play", "merge", "--frontend", "plain", "--seed", "1"], "drop r1c1\nquit\n"),
    "run": (["run", "merge", "--seed", "1", "--actions", "-", "--json"], "drop r1c1\n"),
    "simulate": (["simulate", "merge", "--games", "2", "--seed", "1", "--json"], ""),
    "simulate by a plugin": (["simulate", "merge", "--games", "1", "--bot", "good", "--seed", "1", "--json"], ""),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_works_beside_broken_plugins(command: str, site: Path) -> None:
    """Results on stdout are clean; each problem is one line on stderr at most."""
    arguments, stdin = COMMANDS[command]
    result = run("-m", "tilekit", *arguments, sites=[site], stdin=stdin)
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stderr
    assert "this is no result" not in result.stdout
    if "--json" in arguments:
        json.loads(result.stdout)
    if command == "list":
        told = {entry["plugin"] for entry in json.loads(result.stdout)["problems"]}
        assert told >= set(BROKEN)


def test_strictness_makes_a_broken_plugin_an_error(site: Path) -> None:
    result = run("-m", "tilekit", "list", sites=[site], env={"TILEKIT_STRICT_PLUGINS": "1"})
    assert result.returncode == 2
    assert (result.stdout, result.stderr.count("\n")) == ("", 1)
    assert "is-none" in result.stderr
    assert "names nothing: its entry point gives None" in result.stderr


# ---------------------------------------------------------------- found twice, or under one name


def test_the_same_distribution_found_twice_counts_once(tmp_path: Path) -> None:
    """The folder and a link to it; and an older and a newer note of the same package."""
    site, link = tmp_path / "site", tmp_path / "link"
    install(site, "twice-over", "asked = []\n" + bot("twice"))
    link.symlink_to(site)
    assert report(site, link) == report(site) == report(link)
    assert (report(site)["bots"], report(site, link)["problems"]) == ([*BUNDLED, "twice"], [])
    (site / "twice_over.py").unlink()
    install(site, "Twice_Over", "asked = []\n" + bot("twice"), point="twice-over", module="twice_over", version="0.9")
    assert (report(site)["bots"], report(site)["problems"]) == ([*BUNDLED, "twice"], [])


def test_one_name_for_two_plugins_is_a_clash_that_names_both(tmp_path: Path) -> None:
    sites = [tmp_path / "a", tmp_path / "b"]
    install(sites[0], "alpha-pack", bot("alpha"), point="pack")
    install(sites[1], "beta-pack", bot("beta"), point="pack")
    for order in (sites, sites[::-1]):
        found = report(*order)
        assert found["bots"] == ["alpha", *BUNDLED]
        assert found["problems"] == [
            "plugin pack (beta-pack 1.0): the name is taken by alpha-pack; one of the two must go"
        ]


def test_no_plugin_takes_the_name_of_a_bundled_one(tmp_path: Path) -> None:
    install(tmp_path / "a", "usurper", bot("usurper"), point="tilekit.games")
    found = report(tmp_path / "a")
    assert {"2048", "merge", "ninek", "sum10"} <= set(found["rulesets"])
    assert found["problems"] == [
        "plugin tilekit.games (usurper 1.0): the name is taken by tilekit-engine already; one of the two must go"
    ]


def test_a_plugin_half_removed_is_named(tmp_path: Path) -> None:
    """Its files are gone and its note is left, or of its note only the entry points."""
    site = tmp_path / "site"
    install(site, "half-gone", "")
    (site / "half_gone.py").unlink()
    found = report(site)
    assert found["problems"] == [
        "plugin half-gone (half-gone 1.0): cannot be loaded: ModuleNotFoundError: No module named 'half_gone'"
    ]
    (site / "half_gone-1.0.dist-info" / "METADATA").unlink()
    found = report(site)
    assert found["problems"] == [
        "plugin half-gone (half_gone-1.0): cannot be loaded: ModuleNotFoundError: No module named 'half_gone'"
    ]


def test_two_kinds_of_one_name_leave_the_first_in_order_of_plugin_names(tmp_path: Path) -> None:
    sites = [tmp_path / "a", tmp_path / "b"]
    install(sites[0], "zeta", bot("same"))
    install(sites[1], "eta", bot("same"))
    for order in (sites, sites[::-1]):
        found = report(*order)
        assert found["problems"] == ['plugin zeta (zeta 1.0): its bot "same" is left out: eta has one of that name']


OBSERVER = """
from tilekit.hooks import hookimpl

@hookimpl
def tilekit_turn_played(turn):
    import sys
    print("NAME", turn.action, file=sys.stderr)
"""
PLAYED = """
import tilekit
from tilekit.plugins import Plugins
from tilekit.session import Session
sitting = Session(tilekit.load("merge"), 1, notify=Plugins().notify)
sitting.play("drop r1c1")
print(sitting.game.digest)
"""


def test_observers_are_called_in_the_order_of_their_names_wherever_they_lie(tmp_path: Path) -> None:
    sites = [tmp_path / "a", tmp_path / "b", tmp_path / "c"]
    for folder, name in zip(sites, ("mu", "beta", "omega"), strict=True):
        install(folder, name, OBSERVER.replace("NAME", name))
    results = [run("-c", PLAYED, sites=order) for order in (sites, sites[::-1])]
    assert [result.stderr for result in results] == ["beta drop r1c1\nmu drop r1c1\nomega drop r1c1\n"] * 2
    assert results[0].stdout == results[1].stdout
