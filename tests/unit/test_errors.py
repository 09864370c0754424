"""Diagnostics as shown, and the exceptions that carry them."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilekit.errors import (
    Diagnostic,
    IllegalAction,
    PluginError,
    RulesetError,
    SaveError,
    TilekitError,
    UsageError,
    did_you_mean,
    in_order,
    one_line,
)

WEIGHT = Diagnostic(
    "rulesets/threefold.toml",
    14,
    10,
    "error",
    "weight-not-positive",
    "spawn weight must be positive",
    "0",
    "an integer of 1 or more",
    'give it a weight, or delete it to stop "stone" from arriving',
    "weight = 0",
)


def test_a_diagnostic_is_shown_in_the_house_format() -> None:
    assert WEIGHT.render() == (
        "rulesets/threefold.toml:14:10: error[weight-not-positive]: spawn weight must be positive\n"
        "   14 | weight = 0\n"
        "      |          ^\n"
        "  found:    0\n"
        "  expected: an integer of 1 or more\n"
        '  fix:      give it a weight, or delete it to stop "stone" from arriving'
    )


def test_what_is_empty_is_left_out() -> None:
    bare = Diagnostic("a.toml", 0, 0, "warning", "unused", "nothing uses this")
    assert bare.render() == "a.toml: warning[unused]: nothing uses this"
    assert replace(bare, line=3, column=1).render() == "a.toml:3:1: warning[unused]: nothing uses this"


def picture(source: str, column: int, width: int = 1, line: int = 7) -> list[str]:
    shown = replace(WEIGHT, line=line, column=column, width=width, source=source, found="", expected="", fix="")
    return shown.render().splitlines()[1:]


@pytest.mark.parametrize(
    ("source", "column", "width", "lines"),
    [
        ("a = 1", 5, 0, ["    7 | a = 1", "      |     ^"]),
        ("a = true", 5, 4, ["    7 | a = true", "      |     ^^^^"]),
        ("a = 1", 6, 3, ["    7 | a = 1", "      |      ^"]),
        ("a = 1", 60, 1, ["    7 | a = 1", "      |      ^"]),
        ("\ta = 1", 6, 1, ["    7 |  a = 1", "      |      ^"]),
        ('"\x1b[31m" x', 9, 1, ['    7 | "\\x1b[31m" x', "      |            ^"]),
        ("\u202e x", 3, 1, ["    7 | \\u202e x", "      |        ^"]),
        ("\r", 1, 1, ["    7 | \\r", "      | ^^"]),
        ("石 = 石石", 5, 2, ["    7 | 石 = 石石", "      |      ^^^^"]),
        ("e\u0301 = 1", 6, 1, ["    7 | e\u0301 = 1", "      |     ^"]),
    ],
)
def test_the_caret_stands_below_the_place(source: str, column: int, width: int, lines: list[str]) -> None:
    assert picture(source, column, width) == lines


def test_the_gutter_grows_with_the_line_number() -> None:
    assert picture("a = 1", 5, line=123456) == ["123456 | a = 1", "       |     ^"]


def test_a_long_line_is_cut_around_the_caret() -> None:
    source = "a" * 500 + "HERE" + "b" * 500
    assert picture(source, 501, 4) == [
        "    7 | …" + "a" * 40 + "HERE" + "b" * 56 + "…",
        "      | " + " " * 41 + "^^^^",
    ]
    assert picture(source, 1) == ["    7 | " + "a" * 100 + "…", "      | ^"]
    assert picture(source, len(source)) == ["    7 | …" + "b" * 41, "      | " + " " * 41 + "^"]


def test_values_are_cut_and_escaped() -> None:
    shown = replace(WEIGHT, file="a\nb", line=0, message="m\x00", found="x" * 500, expected="\u2028", fix="\t")
    assert shown.render() == (
        f"a\\nb: error[weight-not-positive]: m\\x00\n  found:    {'x' * 79}…\n  expected: \\u2028\n  fix:      \\t"
    )


@given(st.text(), st.integers(0, 300), st.integers(0, 300))
def test_no_source_line_breaks_the_picture(source: str, column: int, width: int) -> None:
    for line in picture(source, column, width):
        assert line.isprintable()
        assert len(line) < 300


def test_to_dict_is_json() -> None:
    assert json.loads(json.dumps(WEIGHT.to_dict())) == {
        "file": "rulesets/threefold.toml",
        "line": 14,
        "column": 10,
        "severity": "error",
        "code": "weight-not-positive",
        "message": "spawn weight must be positive",
        "found": "0",
        "expected": "an integer of 1 or more",
        "fix": 'give it a weight, or delete it to stop "stone" from arriving',
        "source": "weight = 0",
        "width": 1,
    }


def test_in_order_sorts_by_place_and_drops_duplicates() -> None:
    first, second = replace(WEIGHT, line=2), replace(WEIGHT, line=2, column=11)
    later, other_file = replace(WEIGHT, line=10), replace(WEIGHT, file="z.toml", line=1)
    code, message = replace(first, code="a-code"), replace(first, message="another")
    given_order = [other_file, later, second, first, message, code, first]
    assert in_order(given_order) == (code, first, message, second, later, other_file)


@pytest.mark.parametrize(
    ("name", "choices", "answer"),
    [
        ("lesat", ["least", "cells"], 'did you mean "least"?'),
        ("LEAST", {"least", "cells"}, 'did you mean "least"?'),
        ("spwan", ("Spawn",), 'did you mean "Spawn"?'),
        ("rows", ["Rows", "ROWS", "rows"], 'did you mean "ROWS"?'),
        ("least", ["least"], ""),
        ("x", ["least"], ""),
        ("least" * 100, ["least" * 100 + "x"], ""),
        ("least", [], ""),
    ],
)
def test_did_you_mean(name: str, choices: list[str], answer: str) -> None:
    assert did_you_mean(name, choices) == answer


def test_one_line() -> None:
    assert [one_line("ab\n"), one_line("ab\n", 4), one_line("ab\n", 3), one_line("", 3)] == [
        "ab\\n",
        "ab\\n",
        "ab…",
        "",
    ]


@pytest.mark.parametrize(
    ("error", "text", "builtin"),
    [
        (IllegalAction("drop r1c1", "the cell is taken"), "drop r1c1: the cell is taken", ValueError),
        (PluginError("tilekit-bears", "no mechanic"), "tilekit-bears: no mechanic", RuntimeError),
        (SaveError("not a save"), "not a save", ValueError),
        (UsageError("games must be positive"), "games must be positive", ValueError),
        (RulesetError([WEIGHT]), WEIGHT.render(), ValueError),
    ],
)
def test_every_error_keeps_all_it_carries(error: TilekitError, text: str, builtin: type[Exception]) -> None:
    assert isinstance(error, TilekitError)
    assert isinstance(error, builtin)
    assert str(error) == text
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(other), str(other), vars(other)) == (type(error), text, vars(error))


def test_a_ruleset_error_shows_all_problems_in_order() -> None:
    earlier = replace(WEIGHT, line=3)
    error = RulesetError(iter([WEIGHT, earlier, WEIGHT]))
    assert error.diagnostics == (earlier, WEIGHT)
    assert str(error) == f"{earlier.render()}\n\n{WEIGHT.render()}"
