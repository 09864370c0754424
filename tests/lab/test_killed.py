"""A plugin's code that ends the process it runs in: the series says so, and names ruleset, game and plugin."""

from __future__ import annotations

import os
import signal
from types import SimpleNamespace
from typing import Any

import pytest

import tilekit
from tilekit import Bot, Mechanic, Settings, Step, hookimpl
from tilekit import plugins as found
from tilekit.chance import nth_seed
from tilekit.lab import series
from tilekit.lab.crews import apart
from tilekit.lab.simulate import CutShort, simulate
from tilekit.lab.sweep import sweep
from tilekit.lab.tune import tune
from tilekit.plugins import Plugins

RULES = """
format = 1
[game]
id = "brittle"
title = "Brittle"
version = 1
[grid]
rows = 1
columns = 4
[tiers]
chain = ["a", "b"]
[constants]
rounds = 3
[spawn.any]
weights = { a = 3, b = 1 }
[actions.go]
steps = ["spawn", "snap"]
[mechanics]
spawn = { from = "any", count = 1 }
snap = {}
[[end]]
when = "turn >= rounds"
reason = "late"
"""
#: Ends the process where three tiles of the higher tier lie on the board: not in the first game of the series.
SNAPS = 3


def plugins(ends: Any) -> Plugins:
    def build(_settings: Settings, b: Any) -> Step:
        where, count = b.where, b.count

        def act(s: Any, _here: int) -> int:
            if count(where(s, 2)) >= SNAPS:
                ends()
            return 0

        return Step(act)

    kind = Mechanic(kind="snap", summary="", settings=Settings, build=build)
    return Plugins(
        entry_points=False, extra={"brittle-kit": SimpleNamespace(tilekit_mechanics=hookimpl(lambda: [kind]))}
    )


def rules(ends: Any, text: str = RULES) -> tilekit.Rules:
    return tilekit.loads(text, plugins=plugins(ends))


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def crashed() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def left() -> None:
    os._exit(7)


def fatal() -> int:
    """The first game of the series of seed 1 in which the process ends."""
    harmless = rules(lambda: None)
    for index in range(200):
        game = harmless.new_game(nth_seed(1, index))
        while game.legal_actions():
            game.play("go")
            if sum(tile == "b" for tile in game.board[0]) >= SNAPS:
                return index
    raise AssertionError("none")


GAME = fatal()
SNAP = 'it ran the mechanic "snap" (kind "snap", of the plugin brittle-kit)'


def told(how: str, game: int = GAME) -> str:
    return (
        f"brittle: a process of the simulation died ({how}) while it played game {game + 1} of the series; "
        f"the seed of that game is {nth_seed(1, game)}; {SNAP}"
    )


@pytest.mark.parametrize(
    ("ends", "how"), [(left, "exit status 7"), (killed, "killed by SIGKILL"), (crashed, "killed by SIGSEGV")]
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_it_is_told_with_ruleset_game_and_plugin(ends: Any, how: str, jobs: int) -> None:
    for lane in ("interpreted", "auto"):
        with pytest.raises(CutShort) as caught:
            simulate(rules(ends), games=GAME + 40, seed=1, jobs=jobs, lane=lane)
        assert str(caught.value) == told(how)
        assert caught.value.report["games"] <= GAME
        assert caught.value.report["partial"] is True


def test_the_first_game_is_told_without_a_report() -> None:
    text = RULES.replace('steps = ["spawn", "snap"]', 'steps = ["snap"]')
    text = text.replace("[actions", '[start]\nsteps = ["fill"]\n[actions').replace(
        "spawn = {", 'fill = { from = "any" }\nspawn = {'
    )
    text = text.replace("a = 3, b = 1", "b = 1").replace('spawn = { from = "any", count = 1 }\n', "")
    for games in (1, 5):
        with pytest.raises(tilekit.TilekitError) as caught:
            simulate(rules(left, text), games=games, seed=1)
        assert not isinstance(caught.value, CutShort)
        assert str(caught.value) == told("exit status 7", 0)


def test_sweeps_and_searches_tell_it_too() -> None:
    with pytest.raises(tilekit.TilekitError) as swept:
        sweep(rules(left), ["constants.rounds=3,4"], games=GAME + 5, seed=1)
    assert str(swept.value).startswith(
        "brittle: a process of the simulation died (exit status 7) while it played game "
    )
    with pytest.raises(tilekit.TilekitError) as sought:
        tune(rules(left), "constants.rounds=3..4", metric="actions.mean", target=3, games=GAME + 5, seed=1)
    assert str(sought.value) == told("exit status 7")


def test_a_bot_that_ends_the_process_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(game: Any, _draw: Any) -> Any:
        if game.turn == 2:
            left()
        return game.legal_actions()[0]

    quits = SimpleNamespace(tilekit_bots=hookimpl(lambda: [Bot("quits", "", choose)]))
    monkeypatch.setattr(found, "_plugins", [Plugins(entry_points=False, extra={"quitters": quits})])
    with pytest.raises(tilekit.TilekitError) as caught:
        simulate(tilekit.load("merge"), games=3, seed=1, bot="quits")
    assert str(caught.value) == (
        "merge: a process of the simulation died (exit status 7) while it played game 1 of the series; "
        f'the seed of that game is {nth_seed(1, 0)}; it ran the bot "quits" (of the plugin quitters)'
    )


def test_what_is_harmless_is_reported_alike_here_and_there() -> None:
    harmless, bundled = rules(lambda: None), RULES.replace('"spawn", "snap"', '"spawn"').replace("snap = {}\n", "")
    there = simulate(harmless, games=50, seed=1)
    here = simulate(tilekit.loads(bundled), games=50, seed=1)
    assert {key: value for key, value in there.items() if key != "rules"} == {
        key: value for key, value in here.items() if key != "rules"
    }


def test_bundled_rulesets_are_played_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "Processes", None)
    assert simulate(tilekit.load("merge"), games=2)["games"] == 2


def test_a_lane_is_chosen_in_a_process_of_its_own() -> None:
    always = rules(left, RULES.replace("{ a = 3, b = 1 }", "{ b = 1 }"))
    assert series.lane_for(series.seconds_for(always, 100, 1000)) == "interpreted"
    assert apart(lambda: "there") == "there"
    assert apart(left) is None
