"""Keeps the tables of the reference beside the code they speak of.

Owns the columns that the code knows: which keys, settings, options and words there are, their types and their
defaults. What they mean is written by hand, in the last columns, and left as it is. A table is announced by a
comment, ``<!-- keys: grid -->``, and ends at the next empty line; a row the code has and the page lacks comes with
empty columns, which the tests refuse.

Run it after a change of the models, mechanics or commands: ``python docs/_generate.py``.
"""

# ruff: noqa: ANN401, INP001, RUF001 - a script that walks through types; a dash in a table stands for nothing

from __future__ import annotations

import re
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import click
from pydantic import BaseModel, StringConstraints
from pydantic.fields import FieldInfo

from tilekit import Plugins
from tilekit.cli.commands import tilekit
from tilekit.hooks import Expression, Reference
from tilekit.program.emit import CELL_WORDS, FUNCTIONS, GAME_WORDS
from tilekit.ruleset import models

FOLDER = Path(__file__).parent
PAGES = sorted(FOLDER.glob("reference/*.md"))
MARK = re.compile(r"^<!-- (?P<kind>[a-z]+): (?P<name>\S+) -->$")

Row = tuple[str, ...]

# ---------------------------------------------------------------- types in words

_PATTERNS = {
    models.Id: "id",
    models.Hyphened: "id, hyphens allowed",
    models.GameId: "id, hyphens allowed, perhaps a digit first",
    models.Colour: 'colour, such as `"#1a2b3c"`',
    models.Glyph: "glyph, 1 to 4 characters",
    models.Symbol: "symbol, 1 to 4 characters",
}
_EXPRESSIONS = {
    "number": "number or expression",
    "condition": "condition",
    "cells": "set of cells",
    "tile": "tile expression",
    "per_cell": "expression over one cell",
}
_REFERENCES = {"tile": "tile", "spawn": "spawn table", "mechanics": "list of steps"}


def words(annotation: Any, marks: tuple[Any, ...] = ()) -> str:
    """A type of a model in words."""
    if annotation in _PATTERNS:
        return _PATTERNS[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return words(arguments[0], (*marks, *_flat(arguments[1:])))
    for mark in marks:
        if isinstance(mark, Expression):
            return _EXPRESSIONS[mark.kind]
        if isinstance(mark, Reference):
            return _REFERENCES[mark.kind]
    if origin in (Union, types.UnionType):
        kinds = dict.fromkeys(words(each) for each in arguments if each is not type(None))
        return " or ".join(kinds)
    if origin is Literal:
        return " or ".join(f"`{_toml(each)}`" for each in arguments)
    if origin is list:
        return f"list of {_plural(_short(words(arguments[0])))}"
    if origin is dict:
        return f"table: name = {_short(words(arguments[1]))}"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "table"
    return {bool: "`true` or `false`", float: "number, decimals allowed"}.get(annotation) or _limited(annotation, marks)


def _flat(marks: tuple[Any, ...]) -> Iterator[Any]:
    for mark in marks:
        yield from mark.metadata if isinstance(mark, FieldInfo) else [mark]


def _limited(annotation: Any, marks: tuple[Any, ...]) -> str:
    """A number or a text with its bounds."""
    if annotation is int:
        low = next((mark.ge for mark in marks if hasattr(mark, "ge")), None)
        high = next((mark.le for mark in marks if hasattr(mark, "le")), None)
        if high is None or high >= 1 << 62:
            return "number"
        return f"number, {low:,} to {high:,}"
    for mark in marks:
        if isinstance(mark, StringConstraints):
            if mark.pattern == "^[a-z0-9]$":
                return "one letter or digit"
            if mark.max_length is not None and mark.max_length <= 1000:
                return f"text, at most {mark.max_length} characters"
    return "text"


def _short(text: str) -> str:
    return text.partition(",")[0]


def _plural(text: str) -> str:
    return " or ".join(f"{part}s" for part in text.split(" or "))


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def default(field: FieldInfo) -> str:
    """The default of a key as one would write it; a dash where nothing is meant."""
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True)
    if value is None or value in ([], {}) or isinstance(value, BaseModel):
        return "–"
    return f"`{_toml(value)}`"


# ---------------------------------------------------------------- what the code says


def model_at(path: str) -> type[BaseModel]:
    """The model of a table: ``grid``, ``tiers.numbers``, ``scenario.given``; ``scenarios`` is that file's own."""
    found: type[BaseModel] = models.Ruleset
    for part in path.split("."):
        if part == "top":
            return models.Ruleset
        if part == "scenarios":
            return models.ScenarioFile
        model = next(_models_in(found.model_fields[part].annotation), None)
        if model is None:
            raise KeyError(path)
        found = model
    return found


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)


def keys(path: str) -> list[Row]:
    """Key, type and default of each key of a table."""
    model = model_at(path)
    hints = get_type_hints(model, include_extras=True)
    return [
        (f"`{field.alias or name}`", words(hints[name]), default(field)) for name, field in model.model_fields.items()
    ]


def tables(_name: str) -> list[Row]:
    """Every table of the file, and whether it must be there."""
    rows: list[Row] = []
    for name, field in models.Ruleset.model_fields.items():
        annotation = field.annotation
        has_models = next(_models_in(annotation), None) is not None
        kind = get_origin(annotation)
        header = f"[[{name}]]" if kind is list else f"[{name}.X]" if kind is dict and has_models else f"[{name}]"
        # `format` is no table; a variable may be a number; kinds of mechanic have models of their own.
        header = {"format": "format", "variables": "[variables]", "mechanics": "[mechanics.X]"}.get(name, header)
        rows.append((f"`{header}`", "yes" if field.is_required() else "no"))
    return rows


_PLUGINS = Plugins(entry_points=False)
_MECHANICS, _BOTS = _PLUGINS.mechanics, _PLUGINS.bots


def settings(kind: str) -> list[Row]:
    """Key, type and default of each setting of a mechanic."""
    model = _MECHANICS[kind].settings
    hints = get_type_hints(model, include_extras=True)
    return [
        (f"`{field.alias or name}`", words(hints[name]), default(field)) for name, field in model.model_fields.items()
    ]


def events(_name: str) -> list[Row]:
    """Every event, the kinds that raise it and its values."""
    found: dict[str, tuple[list[str], dict[str, str]]] = {}
    for kind, mechanic in sorted(_MECHANICS.items()):
        for event, values in mechanic.events.items():
            found.setdefault(event, ([], dict(values)))[0].append(kind)
    rows = []
    for event, (kinds, values) in sorted(found.items()):
        named = ", ".join(f"`{name}` ({of})" for name, of in values.items())
        rows.append((f"`{event}`", ", ".join(f"`{kind}`" for kind in kinds), named or "–"))
    return rows


def facts(kind: str) -> list[Row]:
    """What a mechanic declares, besides its settings."""
    mechanic = _MECHANICS[kind]
    place = "`[queue] through`" if mechanic.role == "through" else "steps"
    raised = ", ".join(f"`{event}`" for event in mechanic.events) or "nothing"
    streams = ", ".join(f"`{stream}`" for stream in mechanic.streams) or "none"
    needs = "a chosen cell" if mechanic.needs_cell else "a chosen direction" if mechanic.needs_direction else "nothing"
    return [(place, needs, raised, streams)]


def options(name: str) -> list[Row]:
    """Each option of a command, its default and its help."""
    command: click.Command = tilekit
    if name != "tilekit":
        command = tilekit.commands[name]
    context = click.Context(command, info_name=name, help_option_names=["-h", "--help"])
    rows = []
    for param in command.get_params(context):
        if not isinstance(param, click.Option):
            continue
        written = ", ".join(f"`{opt}{_value(param)}`" for opt in sorted(param.opts, key=lambda opt: -len(opt)))
        shown = "required" if param.required else "–"
        if isinstance(param.default, (int, str)) and not param.is_flag:
            shown = f"`{param.default}`"
        elif isinstance(param.show_default, str):  # of an option that may stand several times
            shown = f"`{param.show_default}`"
        rows.append((written, shown, param.help or ""))
    return rows


def _value(param: click.Option) -> str:
    if param.is_flag:
        return ""
    if isinstance(param.type, click.Choice):
        return " " + "/".join(param.type.choices)
    if param.metavar:
        return f" {param.metavar}"
    return {"integer range": " N", "SEED": " SEED"}.get(param.type.name, " FILE")


def parameters(name: str) -> list[Row]:
    """The numbers a bot can be given."""
    rows = []
    for key, one in _BOTS[name].parameters.items():
        bounds = f"{one.least:,} or more" if one.most is None else f"{one.least:,} to {one.most:,}"
        rows.append((f"`{key}`", f"`{one.start}`", bounds, one.summary))
    return rows


def vocabulary(kind: str) -> list[Row]:
    """The words of the expression language."""
    named = {"game": GAME_WORDS, "cell": CELL_WORDS, "function": FUNCTIONS}[kind]
    return [(f"`{name}`",) for name in named]


#: Kind of table: the columns of the code, those written by hand, and the rows the code asks for.
KINDS: dict[str, tuple[Row, Row, Callable[[str], list[Row]]]] = {
    "tables": (("table", "needed"), ("what it says",), tables),
    "keys": (("key", "type", "default"), ("meaning",), keys),
    "settings": (("setting", "type", "default"), ("meaning",), settings),
    "facts": (("stands in", "needs", "raises", "streams of chance"), (), facts),
    "events": (("event", "raised by", "values"), ("when",), events),
    "options": (("option", "default", "meaning"), (), options),
    "parameters": (("parameter", "default", "number", "meaning"), (), parameters),
    "words": (("word",), ("kind", "meaning", "example"), vocabulary),
}

# ---------------------------------------------------------------- pages


def updated(text: str) -> str:
    """A page with all its tables brought up to date."""
    lines = text.splitlines()
    found: list[str] = []
    at = 0
    while at < len(lines):
        mark = MARK.match(lines[at])
        found.append(lines[at])
        at += 1
        if mark is None or mark["kind"] not in KINDS:
            continue
        old: list[str] = []
        if lines[at + 1 : at + 2] and lines[at + 1].startswith("|"):
            at += 1
        while at < len(lines) and lines[at].startswith("|"):
            old.append(lines[at])
            at += 1
        found += ["", *_table(mark["kind"], mark["name"], old)]
    return "\n".join(found) + "\n"


def _table(kind: str, name: str, old: list[str]) -> list[str]:
    given, by_hand, rows = KINDS[kind]
    written = {cells[0]: cells for cells in map(_cells, old[2:])}
    heads = (*given, *by_hand)
    lines = [_line(heads), _line(("---",) * len(heads))]
    for row in rows(name):
        before = written.get(row[0], ())
        kept = before[len(given) :] if len(before) == len(heads) else ()
        lines.append(_line((*row, *(kept or ("",) * len(by_hand)))))
    return lines


def _cells(line: str) -> Row:
    return tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")))


def _line(cells: Row) -> str:
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")


def marks(text: str) -> list[tuple[str, str]]:
    """Kind and name of each table of a page."""
    return [(mark["kind"], mark["name"]) for mark in map(MARK.match, text.splitlines()) if mark]


def main() -> int:
    """Brings all pages up to date; the status is 1 where one was not."""
    changed = 0
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        new = updated(text)
        if new != text:
            path.write_text(new, encoding="utf-8")
            print(f"updated {path.relative_to(FOLDER.parent)}")  # noqa: T201 - a script
            changed = 1
    return changed


if __name__ == "__main__":
    sys.exit(main())
