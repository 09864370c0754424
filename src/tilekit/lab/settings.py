"""Numbers of a ruleset that a series tries other values for.

Owns the way from ``constants.stone_every=8..20`` to a key of the file and a list of values, and from there to rulesets.
Whatever cannot be is said before a game is played.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import product
from typing import Any, Final, NamedTuple

from tilekit.errors import RulesetError, UsageError, did_you_mean, expected, one_line
from tilekit.hooks import number_of
from tilekit.rules import Rules
from tilekit.ruleset.text import KeyPath, found_text

Number = int | float
#: Values of one setting, and rulesets of one grid.
MOST_VALUES: Final = 100_000
MOST_POINTS: Final = 500
_NUMBER: Final = r"[+-]?\d+(?:\.\d+)?"
_RANGE: Final = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?::({_NUMBER}))?")
_EXAMPLE: Final = "such as 8..20, 8..20:2 or 1,2,4"


class Setting(NamedTuple):
    """A key of a ruleset and the values that it takes."""

    key: str
    path: KeyPath
    values: tuple[Number, ...]


def parse_setting(rules: Rules, text: str) -> Setting:
    """The setting that a text asks for: ``KEY=VALUES``.

    Raises:
        UsageError: the ruleset has no such key, it is no number, or the values are none.
    """
    expected("setting", text, f"a text KEY=VALUES, {_EXAMPLE}", well=isinstance(text, str))
    key, equals, values = text.partition("=")
    if not equals:
        raise UsageError(f'"{one_line(text)}" sets nothing; write KEY=VALUES, {_EXAMPLE}')
    return setting(rules, key.strip(), parse_values(values))


def setting(rules: Rules, key: str, values: Sequence[Number]) -> Setting:
    """A key of a ruleset, with values.

    Raises:
        UsageError: as `parse_setting`.
    """
    expected("settings", key, "keys that are texts", well=isinstance(key, str))
    path = _path(rules, key)
    listed = _numbers(key, values)
    if not listed:
        raise UsageError(f"{key}: no values to try")
    if len(listed) > MOST_VALUES:
        raise UsageError(f"{key}: {len(listed):,} values; at most {MOST_VALUES:,}")
    return Setting(key, path, tuple(dict.fromkeys(listed)))


def _numbers(key: str, values: object) -> list[Number]:
    """The numbers that were given as a list, or as any other row of numbers.

    Raises:
        UsageError: it is none.
    """
    found: list[Any] = list(values) if isinstance(values, Iterable) and not isinstance(values, str) else [None]
    well = all(isinstance(each, (int, float)) and not isinstance(each, bool) and math.isfinite(each) for each in found)
    expected(key, values, "a list of numbers, such as [8, 12]", well=well)
    return found


def parse_values(text: str) -> list[Number]:
    """The values that a text lists: numbers, and ranges ``a..b`` or ``a..b:step``, with commas between.

    Raises:
        UsageError: it lists none.

    >>> parse_values("1, 4..6, 10..20:5")
    [1, 4, 5, 6, 10, 15, 20]
    """
    found: list[Number] = []
    for item in text.split(","):
        bare = item.strip()
        span = _RANGE.fullmatch(bare)
        if span is not None:
            found += _spread(bare, *(Decimal(part) for part in span.groups("1")))  # a step of 1 where none is named
        elif re.fullmatch(_NUMBER, bare):
            found.append(_number(Decimal(bare)))
        else:
            raise UsageError(f'"{one_line(bare)}" is neither a number nor a range; write values {_EXAMPLE}')
    return found


def _spread(text: str, first: Decimal, last: Decimal, step: Decimal) -> Iterator[Number]:
    if step <= 0:
        raise UsageError(f"{text}: the step is {step}; expected more than 0")
    if last < first:
        raise UsageError(f"{text}: the range ends before it begins; write {last}..{first}")
    count = int((last - first) / step) + 1
    if count > MOST_VALUES:
        raise UsageError(f"{text}: {count:,} values; at most {MOST_VALUES:,}")
    return (_number(first + i * step) for i in range(count))


def _number(value: Decimal) -> Number:
    """A whole number as one; 8.0 is written as a decimal and stays one."""
    exponent = value.as_tuple().exponent
    return int(value) if isinstance(exponent, int) and exponent >= 0 else float(value)


def _path(rules: Rules, key: str) -> KeyPath:
    """The key path of a dotted key.

    Raises:
        UsageError: the file has none such, or it is no number.
    """
    try:
        (names,) = _names(tomllib.loads(f"{key} = 0"))
    except (tomllib.TOMLDecodeError, ValueError):
        raise UsageError(f'"{one_line(key)}" is no key; write it with dots, such as constants.stone_every') from None
    # A number of a preset is no number of what is played.
    value: Any = {name: table for name, table in rules.document.data.items() if name != "presets"}
    path: list[str | int] = []
    for name in names:
        inside = ".".join(map(str, path)) or rules.id
        match value:
            case list() if name.isdigit() and int(name) < len(value):
                path.append(int(name))
            case dict() if name in value:
                path.append(name)
            case dict():
                near = did_you_mean(name, list(value))
                listed = ", ".join(list(value)[:20]) + (", …" if len(value) > 20 else "")
                raise UsageError(f'{key}: no key of {inside} is called "{name}"; it has {listed}{near and "; " + near}')
            case list():
                raise UsageError(f"{key}: {inside} is a list of {len(value)}; its items are 0 to {len(value) - 1}")
            case _:
                raise UsageError(f"{key}: {inside} is {found_text(value)} and has no keys")
        value = value[path[-1]]
    if isinstance(value, bool) or not isinstance(number_of(value), (int, float)):
        more = f"; its keys are {', '.join(value)}" if isinstance(value, dict) and value else ""
        what = "a table" if isinstance(value, dict) else found_text(value)
        raise UsageError(f"{key} is {what}, no number{more}")
    return tuple(path)


def _names(data: dict[str, Any]) -> Iterator[list[str]]:
    for name, value in data.items():
        if isinstance(value, dict):
            yield from ([name, *rest] for rest in _names(value))
        else:
            yield [name]


# ---------------------------------------------------------------- rulesets


class Point(NamedTuple):
    """One choice of values, and the ruleset with them."""

    values: tuple[Number, ...]
    rules: Rules


def grid(rules: Rules, settings: Sequence[Setting]) -> list[Point]:
    """The rulesets of every choice of values; the last setting changes fastest.

    Raises:
        UsageError: there are too many, or a key is set twice.
        RulesetError: with some values it is no ruleset; says with which.
    """
    keys = [each.path for each in settings]
    for each in settings:
        if keys.count(each.path) > 1:
            raise UsageError(f"{each.key} is set twice")
    count = math.prod(len(each.values) for each in settings)
    if count > MOST_POINTS:
        raise UsageError(f"{count:,} rulesets to play; at most {MOST_POINTS}: take fewer values, or wider steps")
    points: list[Point] = []
    wrong: list[RulesetError] = []
    for values in product(*(each.values for each in settings)):
        try:
            points.append(Point(values, at_point(rules, settings, values)))
        except RulesetError as error:
            wrong.append(error)
    if wrong:
        raise RulesetError([diagnostic for error in wrong[:3] for diagnostic in error.diagnostics])
    return points


def points_of(rules: Rules, texts: Sequence[str]) -> int:
    """How many rulesets the settings make that texts ask for.

    Raises:
        UsageError: as `parse_setting`.
    """
    return math.prod(len(parse_setting(rules, text).values) for text in texts)


def at_point(rules: Rules, settings: Sequence[Setting], values: Sequence[Number]) -> Rules:
    """The ruleset with some values.

    Raises:
        RulesetError: with these values it is none.
    """
    try:
        return rules.with_numbers({each.path: value for each, value in zip(settings, values, strict=True)})
    except RulesetError as error:
        where = ", ".join(f"{each.key} = {value}" for each, value in zip(settings, values, strict=True))
        raise RulesetError(
            replace(diagnostic, message=f"{diagnostic.message} (with {where})") for diagnostic in error.diagnostics
        ) from error
