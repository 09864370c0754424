"""A ruleset written as TOML, laid out as people write one.

Owns the layout; the values are written by tomli-w. What has a name is a table with a header, what has an order is a
list of tables, and everything inside those stands on a line. A general writer would give the tables inside a list
headers of their own, which the loader refuses, since a reader takes them to be about the whole list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import tomli_w

#: Tables of tables that the ruleset names itself.
_OF_NAMES: Final = ("spawn", "actions", "mechanics")


def written(data: Mapping[str, object]) -> str:
    r"""The document as text; reading it gives the data again, in the same order.

    >>> print(written({"format": 1, "end": [{"when": "no_moves", "add": {"score": 5}}]}), end="")
    format = 1
    <BLANKLINE>
    [[end]]
    when = "no_moves"
    add = { score = 5 }
    """
    plain = {key: value for key, value in data.items() if not _is_table(value) and not _is_tables(value)}
    blocks = ["".join(_lines(plain))] if plain else []
    for key, value in data.items():
        if isinstance(value, dict):
            blocks += _table(_key(key), value)
        elif isinstance(value, list) and _is_tables(value):
            blocks += [f"[[{_key(key)}]]\n" + "".join(_lines(item)) for item in value]
    return "\n".join(blocks)


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _table(name: str, table: Mapping[str, object]) -> Iterator[str]:
    """A table below its header; of named tables a header for each."""
    if name in _OF_NAMES and table and all(map(_is_table, table.values())):
        for key, inner in table.items():
            assert isinstance(inner, dict)
            yield f"[{name}.{_key(key)}]\n" + "".join(_lines(inner))
    else:
        yield f"[{name}]\n" + "".join(_lines(table))


def _lines(table: Mapping[str, object], before: str = "") -> Iterator[str]:
    for key, value in table.items():
        name = f"{before}{_key(key)}"
        if isinstance(value, dict) and value and any("\n" in str(item) for item in value.values()):
            yield from _lines(value, f"{name}.")  # board text keeps its rows
        else:
            yield f"{name} = {_value(value, rows=True)}\n"


def _key(key: str) -> str:
    """A key, whole and between quotes where it must be."""
    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def _value(value: object, *, rows: bool = False) -> str:
    """A value on one line; with ``rows`` a text of several lines keeps them."""
    if isinstance(value, dict):
        items = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items())
        return f"{{ {items} }}" if items else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return tomli_w.dumps({"x": value}, multiline_strings=rows).removeprefix("x = ").rstrip("\n")
