"""The plugin manager without installed plugins: what it supplies, and what it says of problems."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.rulesets import PLUGINS

import tilekit
from tilekit.hooks import Bot, Mechanic, hookimpl
from tilekit.plugins import BUNDLED, PluginProblem, Plugins


def test_the_bundled_plugins_supply_what_the_library_plays() -> None:
    assert list(PLUGINS.mechanics) == sorted(PLUGINS.mechanics)
    assert all(isinstance(mechanic, Mechanic) and mechanic.kind == kind for kind, mechanic in PLUGINS.mechanics.items())
    assert {"2048", "merge", "ninek", "sum10"} <= set(PLUGINS.rulesets)
    assert "random" in PLUGINS.bots
    assert PLUGINS.problems == []
    plugins = {found.plugin for kind in ("mechanics", "rulesets", "frontends", "bots") for found in PLUGINS.found(kind)}
    assert plugins == set(BUNDLED)
    assert {found.distribution for found in PLUGINS.found("mechanics")} == {"tilekit-engine"}


def test_a_file_in_one_of_two_folders_is_a_bundled_plugin() -> None:
    folders = [Path(tilekit.__file__).parent / name for name in ("mechanics", "bots")]
    files = [path for folder in folders for path in sorted(folder.glob("[a-z]*.py"))]
    found = [f"tilekit.{path.parent.name}.{path.stem}" for path in files]
    assert list(BUNDLED) == [*found, "tilekit.cli.plain", "tilekit.games"]


def test_each_kind_is_asked_for_once() -> None:
    asked = []

    class Counting:
        @hookimpl
        def tilekit_bots(self) -> list[Bot]:
            asked.append(1)
            return [Bot("counting", "", None)]

    plugins = Plugins(entry_points=False, extra={"counting": Counting()})
    for _ in range(3):
        assert "counting" in plugins.bots
        assert [found.plugin for found in plugins.found("bots") if found.name == "counting"] == ["counting"]
    assert asked == [1]


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (PluginProblem("p", "dist 1.0", "is broken"), "plugin p (dist 1.0): is broken"),
        (PluginProblem("p", "", "is broken"), "plugin p: is broken"),
    ],
)
def test_a_problem_in_one_line(problem: PluginProblem, text: str) -> None:
    assert str(problem) == text


def test_calls_can_be_traced(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Watching:
        @hookimpl
        def tilekit_turn_played(self, turn: object) -> None:
            """Looks on."""

    plugins = Plugins(entry_points=False, extra={"watching": Watching()})
    plugins.notify("tilekit_turn_played", game=None, turn=None)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setenv("TILEKIT_TRACE", "1")
    assert "random" in plugins.bots
    plugins.notify("tilekit_turn_played", game=None, turn=None)
    names = ("greedy", "lookahead", "mcts", "uniform")
    asked = "".join(f"tilekit: tilekit_bots of tilekit.bots.{name}\n" for name in names)
    assert capsys.readouterr() == ("", f"{asked}tilekit: tilekit_turn_played of watching\n")
