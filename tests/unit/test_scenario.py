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


HOLDING = RULES.replace("shows = 2", "shows = 2\nhold = true")
LONG = "write each row on a line of its own, between three quotes"
AS_LONG = "list NOW and what follows it, as many as [queue] shows"
OTHERWISE = "queue is not as long as this ruleset shows it"
NO_HOLD = "this ruleset has no place to hold a tile"
OF_PUT = "such as put r1c1, spend, on"
TILES = "a, b, c, d"
SEEDS = "from 0 to 9223372036854775807"
ROW = "row 2 of the board does not have as many tiles as the grid has columns"


@pytest.mark.parametrize(
    ("slip", "marked", "message", "found", "expected", "fix"),
    [
        ('given.queue = ["a", "z"]', '"z"', 'no tile is called "z"', "z", TILES, "write the name of a tile"),
        ('given.queue = ["a", "b", "c"]', '["a", "b", "c"]', OTHERWISE, "3 tiles", "2 tiles", AS_LONG),
        ('then.queue = ["a"]', '["a"]', OTHERWISE, "1 tile", "2 tiles", AS_LONG),
        ('given.held = "aa"', '"aa"', 'no tile is called "aa"', "aa", TILES, 'did you mean "a"?'),
        ('given.draws = ["a", "bb"]', '"bb"', 'no tile is called "bb"', "bb", TILES, 'did you mean "b"?'),
        ("given.variables = { coin = 1 }", "coin", 'no variable is called "coin"', "coin", "one of coins, dealt",
         'did you mean "coins"?'),
        ("given.variables = { coins = -1 }", "-1", '"coins" lies outside its bounds', "-1", "0 or more",
         "write 0 or more"),
        ("then.variables = { coin = 1 }", "coin", 'no variable is called "coin"', "coin", "one of coins, dealt",
         'did you mean "coins"?'),
        ('actions = ["put r1c1", "pet r1c1"]', '"pet r1c1"', 'no action is called "pet"', "pet r1c1",
         f"{OF_PUT}, undo, restart", 'did you mean "put"?'),
        ('then.illegal = ["undo", "put"]', '"put"', "put aims at one cell", "put", f"{OF_PUT}, undo, restart",
         f"write one {OF_PUT}, undo, restart"),
        ('then.legal = ["undo"]', '"undo"', "undo is never listed among the legal actions", "undo", OF_PUT,
         f"write one {OF_PUT}"),
        ('then.legal = ["putt r1c1"]', '"putt r1c1"', 'no action is called "putt"', "putt r1c1", OF_PUT,
         'did you mean "put"?'),
        ('then.illegal = ["put r9c9"]', '"put r9c9"', "r9c9 is not a cell of this 2 by 3 board",
         "put r9c9", f"{OF_PUT}, undo, restart", f"write one {OF_PUT}, undo, restart"),
        ('given.board = ". . ."', '". . ."', "board does not have as many rows as the grid", "1 row", "2 rows", LONG),
        ('given.board = """\n. . .\na b\n"""', "a b", ROW, "2 tokens", "3 tokens",
         "part the tokens by spaces; an empty cell is a dot"),
        ('then.board = """\n. . .\n. aa .\n"""', "aa", 'r2c2: no tile is called "aa"', "aa",
         "a, b, c, d, a glyph, or . for an empty cell", 'did you mean "a"?'),
        ('given.board = """\n. _ .\n. . .\n"""', "_", "r1c2 is no hole", "_", "a tile, or . for an empty cell",
         "write a tile, or . for an empty cell"),
        ('then.reason = "thre"', '"thre"', "no [[end]] has this reason", '"thre"', 'one of "", "three", "full"',
         'did you mean "three"?'),
        ("seed = -1", "-1", "seed is out of range", "-1", SEEDS, "write a whole number within these bounds"),
    ],
)  # fmt: skip
def test_a_slip_is_told_whole(slip: str, marked: str, message: str, found: str, expected: str, fix: str) -> None:
    text = small(HOLDING, rows=2, columns=3, end='when = "empties == 0"\nreason = "full"').document.text
    rest = "" if slip.startswith("then") else "then.score = 0\n"
    with pytest.raises(tilekit.RulesetError) as caught:
        load(f'{text}[[scenario]]\nname = "slip"\n{slip}\n{rest}').scenarios()
    (told,) = caught.value.diagnostics
    assert told.source[told.column - 1 : told.column - 1 + told.width] == marked
    assert told.source in slip
    assert (told.message, told.found, told.expected, told.fix) == (message, found, expected, fix)


@pytest.mark.parametrize(("slip", "marked"), [('given.held = "a"', "held"), ('then.held = "none"', "held")])
def test_nothing_can_be_held_where_there_is_no_place(slip: str, marked: str) -> None:
    with pytest.raises(tilekit.RulesetError) as caught:
        load(f'{rules().document.text}[[scenario]]\nname = "slip"\n{slip}\n').scenarios()
    (told,) = caught.value.diagnostics
    assert told.source[told.column - 1 : told.column - 1 + told.width] == marked
    assert (told.code, told.message, told.expected) == ("bad-queue", NO_HOLD, "hold = true in [queue]")


@pytest.mark.parametrize(
    ("bounds", "value", "expected"),
    [
        ("least = 2", 1, "2 or more"),
        ("most = 2", 3, "2 or less"),
        ("least = 0, most = 2", 3, "0 to 2"),
        ("least = 0, most = 2", -1, "0 to 2"),
        ("least = 0, most = 2", 0, None),
        ("least = 0, most = 2", 2, None),
    ],
)
def test_a_given_variable_lies_in_its_bounds(bounds: str, value: int, expected: str | None) -> None:
    text = small(f"[variables]\nn = {{ start = 2, {bounds} }}\n[actions.go]\nadd = {{ score = 1 }}\n").document.text
    text += f'[[scenario]]\nname = "n"\ngiven.variables = {{ n = {value} }}\nthen.score = 0\n'
    if expected is None:
        assert len(load(text).scenarios()) == 1
        return
    with pytest.raises(tilekit.RulesetError) as caught:
        load(text).scenarios()
    assert [(told.code, told.expected) for told in caught.value.diagnostics] == [("out-of-bounds", expected)]


def test_what_is_held_may_be_asserted() -> None:
    made = small(HOLDING, rows=2, columns=3, end='when = "empties == 0"\nreason = "full"')
    for held in ("a", "d", "none"):
        for named in ("a", "1", "d", "4", "none"):
            is_it = {"1": "a", "4": "d"}.get(named, named)
            table = ScenarioTable.model_validate({"name": "it", "given": {"held": held}, "then": {"held": named}})
            told = () if is_it == held else (Difference("held", is_it, held),)
            assert run(made, table).differences == told


def test_a_side_that_is_empty_stands_empty() -> None:
    failed = Result("it", "here", (Difference("notices", "", "one\ntwo"), Difference("notices", "three", "")))
    assert str(failed) == (
        "here: failed: it\n"
        "  notices\n"
        "    expected    actual\n"
        "              | one\n"
        "              | two\n"
        "  notices\n"
        "    expected    actual\n"
        "    three     |"
    )
