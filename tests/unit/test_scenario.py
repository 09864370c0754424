"""Scenarios: what holds passes, and what does not is shown side by side, every part of it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.rulesets import load, small

import tilekit
from tilekit.ruleset.models import ScenarioTable
from tilekit.scenario import Difference, Result, run

RULES = """
[variables]
coins = { start = 1, least = 0 }
dealt = 0
[queue]
from = "any"
shows = 2
counts = "dealt"
[spawn.any]
weights = { a = 1, b = 1, c = 1, d = 1 }
[actions.put]
target = "cell"
where = "empty"
steps = ["place", "fuse", "deal"]
[actions.spend]
costs = { coins = 1 }
add = { score = 0 }
[mechanics]
fuse = { least = 2 }
[scoring]
fused = "count * 10"
[undo]
depth = 9
[[notices]]
when = "coins == 0"
text = "No coin is left"
[[notices]]
when = "empties <= 2"
text = "Little room"
[[end]]
when = "tiles == 3"
status = "paused"
reason = "three"
text = "Three stand"
[actions.on]
during = ["three"]
steps = ["sweep"]
[mechanics.sweep]
use = "clear"
cells = "not empty"
"""
GIVEN = {"board": "a . .\n. c .", "queue": ["a", "c"], "draws": ["d", "b"], "variables": {"coins": 1}, "score": 5}


def rules() -> tilekit.Rules:
    return small(RULES, rows=2, columns=3, end='when = "empties == 0"\nreason = "full"')


def result(then: dict[str, Any], actions: list[str], given: dict[str, Any] = GIVEN, **more: Any) -> Result:
    table = ScenarioTable.model_validate({"name": "it holds", "given": given, "actions": actions, "then": then} | more)
    return run(rules(), table, "here.toml:7")


ACTIONS = ["put r1c2", "spend"]
THEN = {
    "board": ". b .\n. c .",
    "score": 25,
    "queue": ["c", "d"],
    "variables": {"coins": 0, "dealt": 3},
    "status": "playing",
    "reason": "",
    "outcome": "",
    "notices": ["No coin is left"],
    "illegal": ["spend", "put r1c2", "on"],
    "legal": ["put r1c1", "put r1c3", "put r2c1", "put r2c3"],
}


def test_what_holds_passes() -> None:
    held = result(THEN, ACTIONS)
    assert held == Result("it holds", "here.toml:7", ())
    assert (held.passed, str(held)) == (True, "here.toml:7: passed: it holds")


@pytest.mark.parametrize(
    ("field", "wrong", "what", "expected", "actual"),
    [
        ("board", ". b .\n. . c", "board", ". b .\n. . c", ". b .\n. c ."),
        ("board", "2 . .\n. c .", "board", "b . .\n. c .", ". b .\n. c ."),
        ("score", 26, "score", "26", "25"),
        ("queue", ["c", "c"], "queue", "c\nc", "c\nd"),
        ("variables", {"coins": 1}, "variable coins", "1", "0"),
        ("variables", {"dealt": 2}, "variable dealt", "2", "3"),
        ("status", "over", "status", "over", "playing"),
        ("reason", "three", "reason", "three", '""'),
        ("outcome", "won", "outcome", "won", '""'),
        ("notices", [], "notices", "(none)", "No coin is left"),
        ("notices", ["Little room"], "notices", "Little room", "No coin is left"),
        ("illegal", ["undo"], '"undo"', "refused", "played"),
        ("illegal", ["put r2c1"], '"put r2c1"', "refused", "played"),
        ("legal", ["put r1c1"], "legal actions", "put r1c1", "put r1c1\nput r1c3\nput r2c1\nput r2c3"),
    ],
)
def test_each_part_that_differs_is_told(field: str, wrong: Any, what: str, expected: str, actual: str) -> None:
    assert result({**THEN, field: wrong}, ACTIONS).differences == (Difference(what, expected, actual),)


def test_a_failure_stands_side_by_side() -> None:
    failed = result({"board": "d b .\n. c .", "score": 30, "variables": {"coins": 0}, "legal": ["put r1c1"]}, ACTIONS)
    assert str(failed) == (
        "here.toml:7: failed: it holds\n"
        "  board\n"
        "    expected    actual\n"
        "    d b .     | . b .\n"
        "    . c .       . c .\n"
        "  score\n"
        "    expected    actual\n"
        "    30        | 25\n"
        "  legal actions\n"
        "    expected    actual\n"
        "    put r1c1    put r1c1\n"
        "              | put r1c3\n"
        "              | put r2c1\n"
        "              | put r2c3"
    )


def test_a_refused_action_stops_the_scenario() -> None:
    failed = result({"score": 999}, ["put r1c2", "put r1c2", "spend"])
    assert str(failed) == (
        "here.toml:7: failed: it holds\n"
        '  action 2, "put r1c2"\n'
        "    expected    actual\n"
        "    played    | refused: r1c2 is not where empty holds"
    )


@pytest.mark.parametrize("outcome", ["won", "lost", "ended"])
def test_how_a_game_came_out_may_be_asserted(outcome: str) -> None:
    made = small("[actions.go]\n", end=f'when = "tiles == 0"\nreason = "gone"\noutcome = "{outcome}"')
    for expected, differences in ((outcome, ()), ("", (Difference("outcome", '""', outcome),))):
        table = ScenarioTable.model_validate({"name": "it", "then": {"outcome": expected}})
        assert run(made, table).differences == differences


def test_a_position_stands_as_written() -> None:
    """Nothing fuses or is dealt before the first action, and its status is worked out without what it earns."""
    held = result(
        {"board": "a a .\na . .", "score": 5, "status": "paused", "reason": "three", "notices": ["Three stand"],
         "legal": ["on"], "queue": ["a", "c"], "variables": {"dealt": 2, "coins": 1}},
        [], {**GIVEN, "board": "a a .\na . ."},
    )  # fmt: skip
    assert held.differences == ()


def test_draws_are_answered_in_order_then_chance_takes_over() -> None:
    after = result({"queue": ["d", "b"], "variables": {"dealt": 4}}, ["put r1c3", "put r2c1", "on"][:2],
                   {**GIVEN, "board": ". . .\n. . ."})  # fmt: skip
    assert after.differences == ()
    # A queue that is not given takes the first draws; undo gives them back.
    again = result(
        {"queue": ["d", "b"], "board": ". . .\n. . .", "variables": {"dealt": 2}},
        ["put r1c1", "undo", "put r2c2", "undo"],
        {"draws": ["d", "b", "a"]},
    )
    assert again.differences == ()
    # Scripted picks do not move the stream: what comes after them is what a game without them would begin with.
    table = {"name": "x", "seed": 11, "actions": ["put r1c1", "put r1c3"], "then": {}}
    plain = tilekit.game.Game(rules(), 11)
    scripted = tilekit.game.Game(rules(), 11, given=tilekit.scenario.ScenarioTable.model_validate(
        {**table, "given": {"draws": ["d", "b"]}}).given)  # fmt: skip
    scripted.play("put r1c1")
    scripted.play("put r1c3")
    assert scripted.queue == plain.queue


def test_restart_goes_back_to_what_is_given() -> None:
    held = result({"board": "a . .\n. c .", "score": 5, "queue": ["a", "c"], "illegal": ["undo"]},
                  [*ACTIONS, "restart"])  # fmt: skip
    assert held.differences == ()


def test_what_the_rules_do_not_have_is_a_failure_too() -> None:
    failed = result({"score": 0}, [], {"queue": ["a"]})
    assert failed.differences == (Difference("the scenario", "to be played", "queue has 1 tiles, expected 2"),)


@pytest.mark.parametrize("ruleset", ["2048", "merge", "ninek", "sum10"])
def test_the_scenarios_of_the_bundled_games_hold_and_each_can_fail(ruleset: str) -> None:
    """Every number and board that a bundled scenario names is changed in turn, and the scenario fails."""
    bundled = tilekit.load(ruleset)
    tables = bundled.scenarios()
    assert len(tables) > 30
    changed = 0
    for table, document, index in tables:
        place = f"{document.name}:{document.span(('scenario', index)).line}"
        assert str(run(bundled, table, place)) == f"{place}: passed: {table.name}"
        then = table.then
        other: dict[str, Any] = {}
        if then.score is not None:
            other["score"] = then.score + 1
        if then.variables:
            name = next(iter(then.variables))
            other["variables"] = {**then.variables, name: then.variables[name] + 1}
        if then.legal is not None:
            other["legal"] = [*then.legal, "nothing"]
        for field, value in other.items():
            wrong = table.model_copy(update={"then": then.model_copy(update={field: value})})
            assert not run(bundled, wrong, place).passed
            changed += 1
    assert changed > 30


@pytest.mark.parametrize(
    ("scenario", "code"),
    [
        ('actions = ["putt r1c1"]\nthen.score = 0', "unknown-action"),
        ('then.illegal = ["put r9c9"]', "unknown-action"),
        ('then.illegal = ["put"]', "unknown-action"),
        ('then.legal = ["undo"]', "unknown-action"),
        ("given.variables = { gold = 1 }\nthen.score = 0", "unknown-variable"),
        ("given.variables = { coins = -1 }\nthen.score = 0", "out-of-bounds"),
        ('given.queue = ["a"]\nthen.score = 0', "bad-queue"),
        ('then.queue = ["z", "a"]', "unknown-tile"),
        ('given.draws = ["stone"]\nthen.score = 0', "unknown-tile"),
        ('then.board = "a a"', "bad-board"),
        ('then.reason = "full-up"', "unknown-reason"),
        ("seed = -1\nthen.score = 0", "bad-seed"),
        ("then.socre = 0", "unknown-key"),
        ("then.score = true", "wrong-type"),
    ],
)  # fmt: skip
def test_a_slip_of_the_pen_is_an_error_of_the_file(scenario: str, code: str) -> None:
    with pytest.raises(tilekit.RulesetError) as caught:
        load(rules().document.text + f'[[scenario]]\nname = "slip"\n{scenario}\n').scenarios()
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == [code]
