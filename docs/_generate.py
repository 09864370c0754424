"""Writes what the reference shows of the code's own records: keys, settings, mechanics, events, options, uses.

A comment such as ``<!-- keys: grid -->`` stands where a table is to come. `expanded` puts it in when pages are built,
so that no page holds a copy. One table, ``games``, has a last column that is written by hand, and is kept in its page:
``python docs/_generate.py`` brings it up to date; a row that the page lacks comes with an empty column, which the tests
refuse.
"""

# ruff: noqa: ANN401, INP001 - a script that walks through types

from __future__ import annotations

import contextlib
import inspect
import re
import sys
import tomllib
import types
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import click
from pydantic import BaseModel, StringConstraints
from pydantic.fields import FieldInfo

from tilekit import Plugins, Rules, load
from tilekit.cli.commands import tilekit
from tilekit.codes import code
from tilekit.codes import names as known_codes
from tilekit.conformance import PROPERTIES
from tilekit.expressions.parsing import ExpressionError, parse
from tilekit.expressions.word import WORDS, Word
from tilekit.hooks import Described, Event, Expression, Reference
from tilekit.plugins import BUNDLED
from tilekit.ruleset import models

FOLDER = Path(__file__).parent
#: The pages that have a table with a column written by hand.
PAGES = [FOLDER / "reference/expressions.md", FOLDER / "games/index.md"]
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
_REFERENCES = {"tile": "tile", "spawn": "spawn table", "mechanics": "list of steps", "actions": "action"}


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


def model_at(path: str) -> type[models.Table]:
    """The model of a table: ``grid``, ``tiers.numbers``, ``scenario.given``; ``scenarios`` is that file's own."""
    found: type[models.Table] = models.Ruleset
    for part in path.split("."):
        if part == "top":
            return models.Ruleset
        if part == "scenarios":
            return models.ScenarioFile
        if part == "mechanics":
            return models.MechanicTable
        model = next(_models_in(found.model_fields[part].annotation), None)
        if model is None:
            raise KeyError(path)
        found = model
    return found


def _models_in(annotation: Any) -> Iterator[type[models.Table]]:
    if isinstance(annotation, type) and issubclass(annotation, models.Table):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)


def keys(path: str) -> list[Row]:
    """Key, type, default and meaning of each key of a table."""
    return _rows_of(model_at(path))


def settings(kind: str) -> list[Row]:
    """Key, type, default and meaning of each setting of a mechanic."""
    return _rows_of(_MECHANICS[kind].settings)


def _rows_of(model: type[Described]) -> list[Row]:
    hints, meanings = get_type_hints(model, include_extras=True), model.meanings()
    return [
        (f"`{field.alias or name}`", words(hints[name]), default(field), _inline(meanings[name]))
        for name, field in model.model_fields.items()
    ]


def _inline(text: str) -> str:
    """What a record says, as a cell of a table."""
    return text.replace("``", "`").replace("|", "\\|").removesuffix(".")


#: Two are no tables; a variable may be a number; what mechanics and presets hold has models elsewhere.
_HEADERS = {
    "format": "format",
    "extends": "extends",
    "variables": "[variables]",
    "mechanics": "[mechanics.X]",
    "presets": "[presets.X]",
    "words": "[words.X]",
}


def tables(_name: str) -> list[Row]:
    """Every table of the file, and whether it must be there."""
    rows: list[Row] = []
    meanings = models.Ruleset.meanings()
    for name, field in models.Ruleset.model_fields.items():
        annotation = field.annotation
        has_models = next(_models_in(annotation), None) is not None
        kind = get_origin(annotation)
        header = f"[[{name}]]" if kind is list else f"[{name}.X]" if kind is dict and has_models else f"[{name}]"
        header = _HEADERS.get(name, header)
        aside = " (*no rules*)" if models.Aside in field.metadata else ""
        rows.append((f"`{header}`", "yes" if field.is_required() else "no", _inline(meanings[name]) + aside))
    return rows


_PLUGINS = Plugins(entry_points=False)
_MECHANICS, _BOTS = _PLUGINS.mechanics, _PLUGINS.bots


def _raised() -> dict[str, tuple[list[str], dict[str, str]]]:
    """For each event the kinds that raise it, and its values."""
    found: dict[str, tuple[list[str], dict[str, str]]] = {}
    for kind, mechanic in sorted(_MECHANICS.items()):
        for event, values in mechanic.events.items():
            found.setdefault(event, ([], dict(values)))[0].append(kind)
    return found


def events(kind: str) -> list[Row]:
    """Every event, or those of a mechanic: its values, and when it is raised."""
    rows = []
    for event, (kinds, values) in sorted(_raised().items()):
        if kind not in (*kinds, "all"):
            continue
        named = ", ".join(f"`{name}` ({of})" for name, of in values.items()) or "–"
        records = {each: _MECHANICS[each].events[event] for each in kinds if kind in (each, "all")}
        said = [(each, _inline(record.meaning)) for each, record in records.items() if isinstance(record, Event)]
        if kind == "all":
            rows.append((f"`{event}`", named, "<br>".join(f"[`{each}`](#{each}): {text}" for each, text in said)))
        else:
            rows += [(f"`{event}`", named, text) for _, text in said]
    return rows


def facts(kind: str) -> list[Row]:
    """What a mechanic declares, besides its settings and events."""
    mechanic = _MECHANICS[kind]
    place = "`[queue] through`" if mechanic.role == "through" else "steps"
    streams = ", ".join(f"`{stream}`" for stream in mechanic.streams) or "none"
    needs = {"cell": mechanic.needs_cell, "direction": mechanic.needs_direction, "pair": mechanic.needs_pair}
    needed = next((f"a chosen {what}" for what, is_needed in needs.items() if is_needed), "nothing")
    left = ", ".join(f"`{word}`" for word in mechanic.leaves) or "none"
    return [(place, "a tile held back" if mechanic.needs_hold else needed, left, streams)]


def mechanics(_name: str) -> list[str]:
    """A section for each mechanic: what it does, what may be said of it, what it raises, and examples."""
    lines = []
    for kind, mechanic in sorted(_MECHANICS.items()):
        about = re.sub(r"``(\w+)``", partial(_linked, kind), mechanic.settings.about()).replace("``", "`")
        lines += ["", f"## {kind}", "", *about.splitlines(), "", *_whole("facts", kind)]
        lines += ["", *_whole("settings", kind)] if mechanic.settings.model_fields else []
        lines += ["", *_whole("events", kind)] if mechanic.events else []
        for example in mechanic.examples:
            lines += ["", "```toml", *example.splitlines(), "```"]
    return lines[1:]


def codes(_name: str) -> list[str]:
    """A section for each error code."""
    lines = []
    for name in known_codes():
        one = code(name)
        lines += ["", f"## {name}", "", f"*{'An error' if one.severity == 'error' else 'A warning'}.*", ""]
        lines += [f"**What it checks.** {one.checks}", "", f"**Why.** {one.why}"]
        lines += ["", "**Example.**", "", *_fenced(one.example), "", "**Use instead.**", "", *_fenced(one.instead)]
    return lines[1:]


def _fenced(text: str) -> list[str]:
    """A part of a ruleset as a block, or words about one."""
    kind = "toml"
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        kind = "text"
    return [f"```{kind}", *text.split("\n"), "```"]


def _linked(kind: str, word: re.Match[str]) -> str:
    """A word of a text about a mechanic: with a link where it is another one."""
    name = word[1]
    return f"[`{name}`](#{name})" if name in _MECHANICS and name != kind else f"`{name}`"


def options(name: str) -> list[Row]:
    """Each option of a command, its default and its help."""
    command: click.Command = tilekit
    if name != "tilekit":
        command = tilekit.get_command(None, name)
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
        return f" {param.metavar.replace('|', '/')}"  # a bar would end the column
    return {"integer range": " N", "SEED": " SEED"}.get(param.type.name, " FILE")


def parameters(name: str) -> list[Row]:
    """The numbers a bot can be given."""
    rows = []
    for key, one in _BOTS[name].parameters.items():
        bounds = f"{one.least:,} or more" if one.most is None else f"{one.least:,} to {one.most:,}"
        rows.append((f"`{key}`", f"`{one.start}`", bounds, one.summary))
    return rows


def words_of(kind: str) -> list[Word]:
    """The words of the expression language: of the game, of one cell, of what was chosen, or functions."""
    return [word for word in WORDS.values() if _family(word) == kind]


def _family(word: Word) -> str:
    return "function" if word.arguments else {"anywhere": "game", "cell": "cell", "choice": "chosen"}[word.domain]


def properties(_name: str) -> list[Row]:
    """Every property of the conformance suite, and what it says."""
    return [(f"`{one}`", one.meaning) for one in PROPERTIES]


def vocabulary(kind: str) -> list[Row]:
    """What each word of the expression language gives, with an example and what that is on the sample."""
    return [
        (f"`{word.use}`", word.kind, word.meaning, f"`{word.example}`", str(word.gives).lower())
        for word in words_of(kind)
    ]


# ---------------------------------------------------------------- where it is used


def _written(path: Path) -> dict[str, Any]:
    """A bundled ruleset as it is written, with the scenarios beside it, and the key that is theirs alone."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    beside = path.with_suffix(".scenarios.toml")
    if beside.is_file():
        more = tomllib.loads(beside.read_text(encoding="utf-8"))
        data["scenario"] = [*data.get("scenario", []), *more["scenario"]]
        data["ruleset"] = more["ruleset"]
    return data


#: The bundled rulesets, by id.
_RULESETS = {path.stem: _written(path) for path in _PLUGINS.rulesets.values()}
#: Two small games with what no bundled one needs, and where they are.
_EXAMPLES = {path.stem: _written(path) for path in sorted((FOLDER.parent / "examples/words").glob("*.toml"))}


def _fields() -> Iterator[tuple[str, Any]]:
    """Every key of the format and of the mechanics' settings, with its type."""
    tables = [one for one in vars(models).values() if isinstance(one, type) and issubclass(one, models.Table)]
    for model in [*tables, *(mechanic.settings for mechanic in _MECHANICS.values())]:
        for name, hint in get_type_hints(model, include_extras=True).items():
            if name in model.model_fields:
                yield model.model_fields[name].alias or name, hint


def _is_marked(hint: Any) -> bool:
    return isinstance(hint, Expression) or any(map(_is_marked, (*get_args(hint), *getattr(hint, "__metadata__", ()))))


#: Keys whose texts are words of the format, or words for players, and nowhere expressions.
_NO_EXPRESSIONS = {key for key, _ in _fields()} - {key for key, hint in _fields() if _is_marked(hint)}
_MOST_SHOWN = 3
_WORD_COLUMNS = ("word", "kind", "meaning", "example", "gives")
#: A word, what it is, and whether a ruleset uses it.
_Use = tuple[str, str, Callable[[dict[str, Any]], bool]]


def uses(kind: str) -> list[Row]:
    """Every word of a kind, what it is, and bundled rulesets that use it; of a word of expressions else its example."""
    found: list[_Use] = []
    if kind == "mechanics":
        found = [(name, one.summary, partial(_has_mechanic, name)) for name, one in sorted(_MECHANICS.items())]
    elif kind == "events":
        for event, (kinds, _) in sorted(_raised().items()):
            found.append((event, f"raised by {', '.join(kinds)}", partial(_raises, kinds, event)))
        found.append((_SCORED, "raised where an action changed the score", partial(_raises, [], _SCORED)))
    elif kind == "sets":
        for name, kinds in sorted(_left().items()):
            found.append((name, f"the cells that {', '.join(kinds)} leaves for later steps", partial(_speaks, name)))
    elif kind == "keys":
        found = list(_keys_of_a_ruleset())
    else:
        own = words_of(kind)
        rows = _rows([(word.name, word.meaning, partial(_speaks, word.name)) for word in own])
        return [
            (*row[:2], f"`{word.example}`" if row[2] == "–" else row[2]) for row, word in zip(rows, own, strict=True)
        ]
    return _rows(found)


def _rows(found: list[_Use]) -> list[Row]:
    rows = []
    for name, about, used in found:
        seen = [one for one, data in sorted(_RULESETS.items()) if used(data)]
        seen = seen or [one for one, data in _EXAMPLES.items() if used(data)]
        more = ", …" if len(seen) > _MOST_SHOWN else ""
        rows.append((f"`{name}`", about, ", ".join(f"`{one}`" for one in seen[:_MOST_SHOWN]) + more or "–"))
    return rows


#: The event that no mechanic raises.
_SCORED = "scored"


def _left() -> dict[str, list[str]]:
    """For each set of cells that mechanics leave the kinds that do."""
    found: dict[str, list[str]] = {}
    for kind, mechanic in sorted(_MECHANICS.items()):
        for name in mechanic.leaves:
            found.setdefault(name, []).append(kind)
    return found


def _keys_of_a_ruleset() -> Iterator[_Use]:
    """Every key of the file: those at its top, those of all models below, and those that no model has."""
    headers = [row[0].strip("`") for row in tables("")]
    for header, (name, field) in zip(headers, models.Ruleset.model_fields.items(), strict=True):
        yield header, default(field).strip("`"), partial(_has_path, (name,))
        yield from _keys_below((name,), field.annotation)
        if name == "mechanics":
            for key in models.MechanicTable.model_fields:
                yield f"[mechanics.X] {key}", "–", partial(_has_path, (name, key))
        elif name == "scoring":
            yield "[scoring] total", "all points, as one number of the board", partial(_has_path, (name, "total"))
    yield "ruleset", "required, in a file of scenarios", partial(_has_path, ("ruleset",))


def _keys_below(path: tuple[str, ...], annotation: Any) -> Iterator[_Use]:
    for model in _models_in(annotation):
        for name, field in model.model_fields.items():
            place = (*path, field.alias or name)
            yield f"[{'.'.join(path)}] {place[-1]}", default(field).strip("`"), partial(_has_path, place)
            yield from _keys_below(place, field.annotation)


def _has_mechanic(kind: str, data: dict[str, Any]) -> bool:
    return kind in _kinds(data)


def _kinds(data: dict[str, Any]) -> set[str]:
    """The kinds of mechanic of a ruleset, those without a table included."""
    tables = data.get("mechanics", {})
    named = {step for action in data.get("actions", {}).values() for step in action.get("steps", [])}
    named |= set(data.get("start", {}).get("steps", [])) | set(data.get("queue", {}).get("through", []))
    named |= {step for table in tables.values() for step in table.get("steps", [])}
    return {table.get("use", name) for name, table in tables.items()} | (named - set(tables))


def _raises(kinds: list[str], event: str, data: dict[str, Any]) -> bool:
    """Whether a ruleset speaks of an event, raised by any of these kinds: in [scoring] or a trigger."""
    spoken = {*data.get("scoring", {}), *(trigger.get("on") for trigger in data.get("triggers", []))}
    return event in spoken and (event == _SCORED or not _kinds(data).isdisjoint(kinds))


def _has_path(path: tuple[str, ...], data: Any, *, named: bool = False) -> bool:
    """Whether a ruleset writes a key, in whichever table of its kind: ``named`` where each has a name of its own."""
    if isinstance(data, list):
        return any(_has_path(path, one) for one in data)
    if not isinstance(data, dict):
        return False
    if path[0] in data:
        return len(path) == 1 or _has_path(path[1:], data[path[0]], named=True)
    return named and any(_has_path(path, one) for one in data.values())


def _speaks(name: str, data: dict[str, Any]) -> bool:
    """Whether a ruleset has an expression that speaks of a word."""
    return any(node.value == name for text in _expressions(data) for node in parse(text).walk())


def _expressions(data: Any, key: str = "") -> Iterator[str]:
    if isinstance(data, dict):
        for inner, value in data.items():
            if inner not in {"scenario", "look", "words", "presets"}:
                yield from _expressions(value, inner)
    elif isinstance(data, list):
        for value in data:
            yield from _expressions(value, key)
    elif isinstance(data, str) and key not in _NO_EXPRESSIONS:
        with contextlib.suppress(ExpressionError):
            parse(data)
            yield data


#: Tables of a ruleset that say how a game looks or test it.
_ASIDE = re.compile(r"\[+(look|display|words|presets|scenario|invariants|balance)\b")
#: What is no rule in any table: blank lines, comments, and what is told to players in the author's words.
_NO_RULE = re.compile(r"\s*(#|$|rules? =)")


def lines_of_rules(text: str) -> int:
    """How many lines of a ruleset are rules: not blank, no comments, neither looks nor tests nor words for players."""
    count, aside = 0, False
    for line in text.splitlines():
        if line.startswith("["):
            aside = _ASIDE.match(line) is not None
        count += not aside and _NO_RULE.match(line) is None
    return count


def lines_of_python(rules: Rules) -> int:
    """How many lines the mechanics of a ruleset have that are not bundled: not blank, no comments."""
    tables = rules.ruleset.mechanics
    kinds = {str(tables.get(name, {}).get("use", name)) for name in rules.program.steps}
    modules = {inspect.getmodule(_MECHANICS[kind].build) for kind in kinds}
    texts = [inspect.getsource(module) for module in modules if module and module.__name__ not in BUNDLED]
    return sum(1 for text in texts for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))


def games(_name: str) -> list[Row]:
    """Each bundled ruleset, its lines of rules, and the lines of Python that it needs beyond the bundled mechanics."""
    rows = []
    for name, path in sorted(_PLUGINS.rulesets.items()):
        page = f"[{name}]({name}.md)" if (FOLDER / f"games/{name}.md").is_file() else f"`{name}`"
        python = lines_of_python(load(path, plugins=_PLUGINS))
        rows.append((page, str(lines_of_rules(path.read_text(encoding="utf-8"))), str(python)))
    return rows


#: Kind of table: the columns of the code, those written by hand, and the rows the code asks for.
KINDS: dict[str, tuple[Row, Row, Callable[[str], list[Row]]]] = {
    "tables": (("table", "needed", "what it says"), (), tables),
    "keys": (("key", "type", "default", "meaning"), (), keys),
    "settings": (("setting", "type", "default", "meaning"), (), settings),
    "facts": (("stands in", "needs", "leaves", "streams of chance"), (), facts),
    "events": (("event", "values", "raised when"), (), events),
    "options": (("option", "default", "meaning"), (), options),
    "parameters": (("parameter", "default", "number", "meaning"), (), parameters),
    "properties": (("property", "what must hold"), (), properties),
    "words": (_WORD_COLUMNS, (), vocabulary),
    "uses": (("word", "what it is", "seen in"), (), uses),
    "games": (("game", "lines of rules", "lines of Python"), ("what one does",), games),
}

#: What is no table but a section for each of something.
SECTIONS: dict[str, Callable[[str], list[str]]] = {"mechanics": mechanics, "codes": codes}

# ---------------------------------------------------------------- pages


def expanded(text: str) -> str:
    """A page with all that comes from the records, as it is built."""
    lines: list[str] = []
    for line in text.splitlines():
        mark = MARK.match(line)
        lines.append(line)
        if mark is not None and mark["kind"] in SECTIONS:
            lines += ["", *SECTIONS[mark["kind"]](mark["name"])]
        elif mark is not None and mark["kind"] in KINDS and not KINDS[mark["kind"]][1]:
            lines += ["", *_whole(mark["kind"], mark["name"])]
    return "\n".join(lines) + "\n"


def _whole(kind: str, name: str) -> list[str]:
    """A table of which the code knows every column."""
    heads, _, rows = KINDS[kind]
    return [_line(heads), _line(("---",) * len(heads)), *map(_line, rows(name))]


def updated(text: str) -> str:
    """A page with all its tables that have a column written by hand brought up to date."""
    lines = text.splitlines()
    found: list[str] = []
    at = 0
    while at < len(lines):
        mark = MARK.match(lines[at])
        found.append(lines[at])
        at += 1
        if mark is None or mark["kind"] not in KINDS or not KINDS[mark["kind"]][1]:
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
