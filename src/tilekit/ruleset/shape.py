"""The shape of a document, checked against a model: every mistake in the file's own words.

Owns the turning of a model's complaints into diagnostics: where in the file, what was found, what was
expected, how to mend it. No reader of a ruleset ever sees the words of the modelling library.
"""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from tilekit.errors import FOUND_LIMIT, Diagnostic, Fix, did_you_mean, in_order, nearest, one_line
from tilekit.hooks import Expression, Reference, gives_number
from tilekit.ruleset.document import Document
from tilekit.ruleset.loss import NOTHING, Loss
from tilekit.ruleset.meant import NEARLY_ALIKE, Guess, homes, meant, takes
from tilekit.ruleset.models import FORMAT
from tilekit.ruleset.text import KeyPath, dotted, found_text, in_quotes
from tilekit.ruleset.walk import Overfull, below, candidates, keys_at, metadata, type_at, value_at

Model = TypeVar("Model", bound=BaseModel)

#: No more problems of one document are shown: the rest mostly follows from them.
MOST_SHOWN: Final = 100

#: The complaints of a model about a type, and what it wants.
TYPES: Final = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}
#: A number of the right type, out of bounds.
_BOUNDED: Final = {"greater_than_equal": "a whole number", "less_than_equal": "a whole number"}
#: What stands where an expression or a name is asked for, by kind.
_EXPRESSIONS: Final = {
    "number": 'a whole number, or an expression in quotes such as "turn + 1"',
    "condition": 'a condition in quotes, such as "empties == 0"',
    "cells": 'a condition about one cell in quotes, such as "not empty"',
    "tile": 'an expression in quotes that gives a tile, such as "next(tile)"',
    "per_cell": 'an expression about one cell in quotes, such as "group"',
}
_REFERENCES: Final = {
    "tile": "the name of a tile, in quotes",
    "spawn": "the name of a spawn table, in quotes",
    "mechanics": "the names of mechanics, in quotes",
    "actions": "the name of an action, in quotes",
}
_PATTERNS: Final = {
    r"^[a-z][a-z0-9_]*$": "lower-case letters, digits and _, a letter first",
    r"^[a-z][a-z0-9_-]*$": "lower-case letters, digits, - and _, a letter first",
    r"^[a-z0-9][a-z0-9_-]*$": "lower-case letters, digits, - and _, a letter or digit first",
    r"^#[0-9a-f]{6}$": 'a colour such as "#1a2b3c", in lower case',
    r"^[!#-&(-\-/-\[\]^`a-~0-9]{1,4}$": "one to four plain characters, none of them . _ \" ' or a backslash",
    r"^[a-z0-9]$": "one lower-case letter or digit",
    r"^[a-z]{2,3}$": "the code of a language, such as ja: two or three lower-case letters",
    r"^[a-z0-9_.-]+$": "lower-case letters, digits, and . _ -",
}
#: Lists of sentences, in which commas part nothing, and of actions, in which blanks do not.
_SENTENCES: Final = frozenset({"rules", "notices"})
_LINES: Final = frozenset({"actions", "illegal", "legal"})
#: Keys that stand above all tables.
_TOP_KEYS: Final = frozenset({"format", "extends", "ruleset"})
#: How a table that every ruleset has may begin.
_BEGINNINGS: Final = {
    "game": ("[game]", 'write [game] with id = "…", title = "…" and version = 1'),
    "grid": ("[grid]", "write [grid] with rows = 5 and columns = 5"),
    "tiers": ("[tiers]", 'write [tiers] with chain = ["…", "…"], lowest first'),
    "actions": ("[actions.NAME]", 'write [actions.NAME] with target = "cell" and steps = ["…"]'),
    "end": ("[[end]]", 'write [[end]] with when = "no_moves" and reason = "…"'),
    "scenario": ("[[scenario]]", 'write [[scenario]] with name = "…" and then = { }'),
    "format": (f"format = {FORMAT}", f"write format = {FORMAT} as the first line"),
    "ruleset": ('ruleset = "…"', "name the ruleset in the first line"),
}


def shortened(problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The problems in order; of very many the first, and how many there are besides."""
    ordered = in_order(problems)
    if len(ordered) <= MOST_SHOWN:
        return ordered
    first, rest = ordered[:MOST_SHOWN], ordered[MOST_SHOWN:]
    worst = min(rest, key=lambda one: one.severity)  # "error" comes before "warning"
    more = Diagnostic(
        rest[0].file, rest[0].line, rest[0].column, worst.severity, "more-problems", "further problems are not shown",
        f"{len(rest):,} more from here on", f"at most {MOST_SHOWN} at a time", "mend the ones above first",
        rest[0].source, rest[0].width,
    )  # fmt: skip
    return (*first, more)


def diagnostics(
    document: Document,
    model: type[BaseModel],
    error: ValidationError,
    path: KeyPath,
    ignored: Iterable[str] = (),
    lack: Loss = NOTHING,
) -> list[Diagnostic]:
    """What a model complained about, located in the document below ``path``.

    Args:
        document: what was checked.
        model: the model.
        error: its complaints.
        path: of the part of the document that was checked.
        ignored: keys that may stand there, too.
        lack: what was left out before; it is not missed.
    """
    return [one for _, one in placed(document, model, error, path, ignored, lack)]


def placed(
    document: Document,
    model: type[BaseModel],
    error: ValidationError,
    path: KeyPath,
    ignored: Iterable[str] = (),
    lack: Loss = NOTHING,
) -> list[tuple[KeyPath, Diagnostic]]:
    """As `diagnostics`, each with the key path it is about."""
    by_place: dict[tuple[KeyPath, bool], list[ErrorDetails]] = {}
    for detail in error.errors(include_url=False, include_input=False, include_context=True):
        place, is_key = place_of(document.data, path, detail)
        if lack.around(place) or (detail["type"] == "missing" and (lack.rest or lack.names(str(place[-1])))):
            continue
        by_place.setdefault((place, is_key), []).append(detail)
    # Where one branch of a union got inside the value, the others only did not know its type.
    above = {place[:length] for place, _ in by_place for length in range(len(place))}
    misplaced = {place[-1] for place, _ in by_place if len(place) > 1 and place[-1] in _TOP_KEYS}
    guessed: set[KeyPath] = {(key,) for key in misplaced}
    strays: set[str] = set()  # keys that stand beside the table they belong into
    found: list[tuple[KeyPath, Diagnostic]] = []
    for (place, _), (first, *_) in by_place.items():
        if first["type"] == "extra_forbidden":
            inside, guess = place[len(path) :], Guess()
            if len(found) <= MOST_SHOWN:  # to look for near names is slow
                guess = meant(model, inside, value_at(document.data, place), ignored)
                strays |= {str(place[-1])} if not guess.name and len(inside) == 1 else set()
            known = [*keys_at(model, inside[:-1]), *ignored]
            found.append((place, _unknown_key(document, place, known, guess)))
            guessed.add((*place[:-1], guess.name))
    of_base = "extends" in misplaced or (*path, "extends") in guessed
    for (place, is_key), details in by_place.items():
        kind = details[0]["type"]
        if kind == "extra_forbidden" or place in guessed:
            continue
        if kind == "missing" and (of_base or (len(place) > 1 and place[-1] in strays)):
            continue
        if kind == "missing":
            found.append((place, _missing(document, place)))
        elif place not in above or not all(detail["type"] in TYPES for detail in details):
            found.append((place, _wrong(document, place, details, model, place[len(path) :], is_key=is_key)))
    return found


# ---------------------------------------------------------------- walking document and model


def place_of(data: object, path: KeyPath, detail: ErrorDetails) -> tuple[KeyPath, bool]:
    """The key path of a complaint below ``path``, and whether it is about the key.

    Tags that stand for a branch of a union are in no file and left out.
    """
    place: list[str | int] = list(path)
    value = value_at(data, path)
    is_key = False
    parts = detail["loc"]
    for i, part in enumerate(parts):
        inside = (isinstance(value, dict) and part in value) or (
            isinstance(value, list) and isinstance(part, int) and part < len(value)
        )
        if inside:
            place.append(part)
            value = value[part]
        elif part == "[key]":
            is_key = True
        elif detail["type"] == "missing" and i == len(parts) - 1:
            place.append(part)
    return tuple(place), is_key


def _markers(model: type[BaseModel], place: KeyPath) -> list[Any]:
    """What the model says besides the type about the value at a key path: marks of expressions, bounds."""
    annotation: Any = model
    markers: list[Any] = []
    for part in place:
        around, (annotation, markers) = markers, below(annotation, part)
        if isinstance(part, int):  # what marks a list of names speaks of each of them
            markers += [mark for mark in around if isinstance(mark, Reference)]
    return markers + metadata(annotation)


def _metadata_of(mark: Any) -> Iterable[Any]:
    """What a mark stands for, where it is a field of several."""
    return getattr(mark, "metadata", None) or [mark]


# ---------------------------------------------------------------- keys


def _unknown_key(document: Document, place: KeyPath, known: list[str], guess: Guess) -> Diagnostic:
    key, table = str(place[-1]), _table_name(place[:-1])
    if key in _TOP_KEYS and len(place) > 1:
        return document.diagnostic(
            place, "misplaced-key", f'"{key}" stands inside {table}', key=True, found=key,
            expected="the top of the file", fix="move it above the first [table]",
        )  # fmt: skip
    beside = value_at(document.data, place[:-1])
    is_there = guess.name in beside and _is_written_beside(document, place, guess.name)
    if is_there and not nearest(key, [guess.name], closeness=NEARLY_ALIKE):
        guess = Guess()
    fix = f'did you mean "{guess.name}"?' if guess.name else ""
    is_listed = document.written_as((*place[:-1], guess.name)) == document.written_as(place) == "list"
    if is_listed:
        fix += f" Write [[{guess.name}]]"
    elif guess.is_sure and (guess.name not in beside or not is_there):
        fix = Fix(fix, guess.name, key)
    elif is_there and guess.name:
        fix = _moved(document, place, guess.name, fix)
    header = _BEGINNINGS.get(guess.name, (f"[{guess.name}]",))[0]
    if guess.name and header.startswith("[[") != (document.written_as(place) == "list"):
        fix += f" Write {header}" if len(place) == 1 and not guess.fits else ""
    if not fix and len(place) == 3 and place[1] in known:  # [spawn] weights = { … }, where [spawn.NAME] is meant
        fix = f"write [{place[0]}.NAME] above {place[1]}: each table of [{place[0]}] has a name"
    if not fix and not _is_name(document, key):
        there = homes(key, value_at(document.data, place))
        fix = f"move it to {' or '.join(there)}" if there else ""
    return document.diagnostic(
        place, "unknown-key", f'{table} has no key "{key}"', key=True, found=key,
        expected="one of " + ", ".join(known) if known else "no such key", fix=fix or "delete it",
    )  # fmt: skip


def _is_name(document: Document, key: str) -> bool:
    """Whether a key is a tile of the ruleset, whatever the key means elsewhere."""
    lists = [value_at(document.data, ("tiers", each)) for each in ("chain", "pieces")]
    return any(key in names for names in lists if isinstance(names, list))


def _moved(document: Document, place: KeyPath, name: str, fix: str) -> str:
    """The fix of a key that stands beside the one it is meant for: two tables without a common key are one."""
    moved, there = value_at(document.data, place), value_at(document.data, (*place[:-1], name))
    if not isinstance(moved, dict) or not isinstance(there, dict) or moved.keys() & there.keys():
        return f"{fix} That is there already: delete one of the two"
    if moved and all(document.written_as((*place, key)) == "table" for key in moved):
        headers = [f"[{dotted((*place[:-1], name, key))}]" for key in moved]
        return f"{fix} Write {' and '.join(headers)}"
    return f"{fix} Move what it holds to [{dotted((*place[:-1], name))}]"


def _is_written_beside(document: Document, place: KeyPath, key: str) -> bool:
    """Whether a key stands in the same table of the same file as another one, and is not inherited."""
    (home, here), (other, there) = document.home(place), document.home((*place[:-1], key))
    # Of a list of tables there may be one more.
    is_listed = document.written_as((*place[:-1], key)) == document.written_as(place) == "list"
    return home is other and here[:-1] == there[:-1] and not is_listed


def _missing(document: Document, place: KeyPath) -> Diagnostic:
    key, table = str(place[-1]), _table_name(place[:-1])
    if len(place) == 1:
        expected, fix = _BEGINNINGS.get(key, (f"[{key}]", ""))
        return document.diagnostic(
            (), "missing-key", f"the file lacks {expected}", found=f"no {key}", expected=expected, fix=fix
        )
    return document.diagnostic(
        place[:-1], "missing-key", f"{table} lacks {key}", key=True, found=f"no {key}", expected=f"{key} = …",
        fix=f"write {key} = … in it",
    )  # fmt: skip


# ---------------------------------------------------------------- values


def _wrong(
    document: Document, place: KeyPath, details: list[ErrorDetails], model: type[BaseModel], inside: KeyPath, *,
    is_key: bool,
) -> Diagnostic:  # fmt: skip
    markers = _markers(model, inside)
    name = _called(place)
    # What a document holds at this place, not what a union's branch was handed.
    value = str(place[-1]) if is_key else value_at(document.data, place)
    found = str(place[-1]) if is_key else found_text(value)
    judged = [detail for detail in details if detail["type"] not in TYPES]
    if not judged:
        return _wrong_type(document, place, value, details, markers, model, inside)
    kind, context = judged[0]["type"], judged[0].get("ctx") or {}
    if place == ("format",):
        return document.diagnostic(
            place, "unknown-format", "this version of tilekit does not read that format", found=found,
            expected=f"format = {FORMAT}", fix=f"write format = {FORMAT}, or install a newer version of tilekit",
        )  # fmt: skip
    if kind == "literal_error":
        choices = [choice.strip("'") for choice in str(context["expected"]).replace(" or ", ", ").split(", ")]
        expected = ("one of " if len(choices) > 1 else "") + ", ".join(f'"{choice}"' for choice in choices)
        types = [TYPES[detail["type"]] for detail in details if detail["type"] in TYPES]
        if any("a whole number" in (TYPES.get(detail["type"]), _BOUNDED.get(detail["type"])) for detail in details):
            least = next((m.ge for mark in markers for m in _metadata_of(mark) if hasattr(m, "ge")), None)
            expected += ", or a whole number" + ("" if least is None else f", {least} or more")
        return document.diagnostic(
            place, "unknown-choice", f"{name} cannot be {found}", found=found, expected=expected,
            fix=did_you_mean(str(value), choices)
            or _within(_type_fix(place, value, types, "", None), markers, is_name=False),
        )  # fmt: skip
    if kind in ("greater_than_equal", "less_than_equal", "greater_than", "less_than"):
        return document.diagnostic(
            place, "number-out-of-range", f"{name} is out of range", found=found, expected=_range(markers, context),
        )  # fmt: skip
    if kind == "string_pattern_mismatch":
        return _bad_text(document, place, str(value), str(context["pattern"]), is_key=is_key)
    if kind in ("string_too_long", "string_too_short", "too_long", "too_short"):
        return _wrong_length(document, place, value, kind, context, is_key=is_key)
    if kind == "value_error":
        reason = str(context.get("error", "another value"))
        return document.diagnostic(
            place, "wrong-value", f"{name} cannot be this", key=is_key, found=found, expected=reason
        )
    return document.diagnostic(
        place, "wrong-value", f"{name} cannot be this", key=is_key, found=found, expected="another value"
    )


def _wrong_type(
    document: Document, place: KeyPath, value: object, details: list[ErrorDetails], markers: list[Any],
    model: type[BaseModel], inside: KeyPath,
) -> Diagnostic:  # fmt: skip
    types = list(dict.fromkeys(TYPES[detail["type"]] for detail in details))
    expected = " or ".join(types)
    expression = next((mark for mark in markers if isinstance(mark, Expression)), None)
    reference = next((mark for mark in markers if isinstance(mark, Reference)), None)
    found, name = found_text(value), dotted(place)
    if expression is not None:
        expected = _EXPRESSIONS.get(expression.kind, expected)
    elif reference is not None and not isinstance(value, str):
        is_list = reference.kind == "mechanics" and "a list" in types
        expected = "a list of names in quotes" if is_list else _REFERENCES.get(reference.kind, expected)
        expected = "the name of a mechanic, in quotes" if reference.kind == "mechanics" and not is_list else expected
    if isinstance(value, dict) and document.written_as(place) == "table":
        found = f"[{name}]"
        expected = f"[[{name}]]" if types == ["a list"] else expected
    if isinstance(value, list) and document.written_as(place) == "list":
        found = f"[[{name}]]"
        if types == ["a table"]:
            expected = f"[{name}.NAME]" if _holds_tables(model, inside) else f"[{name}]"
    fix = _within(_type_fix(place, value, types, expected, expression), markers, is_name=reference is not None)
    if isinstance(fix, Fix) and not _may_stand(model, inside, fix.instead):
        fix = ""
    near = "" if fix or not isinstance(place[-1], str) else _taken_by(model, inside, value)
    return document.diagnostic(
        place, "wrong-type", f"{_called(place)} must be {_kind_of(expected, types)}", found=found, expected=expected,
        fix=fix or near, key=bool(near),
    )  # fmt: skip


def _holds_tables(model: type[BaseModel], place: KeyPath) -> bool:
    """Whether a place of a model has a table of tables, each with a name of its own."""
    inner = candidates(type_at(model, (*place, "name"))[0])
    named = any(getattr(each, "__origin__", None) is dict for each in candidates(type_at(model, place)[0]))
    return named and all(isinstance(each, type) and issubclass(each, BaseModel) for each in inner)


def _may_stand(model: type[BaseModel], place: KeyPath, text: str) -> bool:
    """Whether a text is TOML for a value that a place of a model takes."""
    try:
        return takes(model, place, tomllib.loads(f"value = {text}")["value"])
    except tomllib.TOMLDecodeError:
        return False


def _taken_by(model: type[BaseModel], place: KeyPath, value: object) -> str:
    """The key beside one that looks like it and takes its value, which is the wrong type for it."""
    others = (key for key in keys_at(model, place[:-1]) if key != place[-1])
    return did_you_mean(str(place[-1]), [key for key in others if takes(model, (*place[:-1], key), value)])


def _within(fix: str, markers: list[Any], *, is_name: bool) -> str:
    """The fix, where what it writes may stand there: a number within its range, and no number for a name."""
    written = fix.instead if isinstance(fix, Fix) else ""
    if written.strip('"').isdigit() and is_name and written.startswith('"'):
        return ""
    least, most = (
        next((getattr(each, side) for mark in markers for each in _metadata_of(mark)
              if getattr(each, side, None) is not None), None)
        for side in ("ge", "le")
    )  # fmt: skip
    if re.fullmatch(r"-?[0-9]+", written):
        number = int(written)
        if (least is not None and number < least) or (most is not None and number > most):
            return f"write a whole number, {_range(markers, {})}"
    return fix


def _kind_of(expected: str, types: list[str]) -> str:
    """What is expected without its example, for a headline."""
    if expected.startswith("["):
        return " or ".join(types)
    return expected.partition(", such as ")[0].partition(" such as ")[0].partition(", in quotes")[0]


def _type_fix(place: KeyPath, value: object, types: list[str], expected: str, expression: Expression | None) -> str:
    """An edit that makes a value of the right type, where one is near."""
    if expected.startswith("["):
        return f"write {expected}"
    if isinstance(value, bool):
        if expression is not None and expression.kind == "condition":
            return "write a comparison such as turn > 10, or leave it out where it may be missing"
        wants_number = "a whole number" in types and not expected.startswith("the name")
        return "write a number: there is no true or false here" if wants_number else ""
    if "a whole number" in types:
        if isinstance(value, float):
            plain = value.is_integer() and abs(value) < 1e18
            if not plain:
                return "write a whole number; where parts are needed, scale all of them up"
            return Fix(f"write {int(value)}", str(int(value)), is_toml=True)
        if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]{1,18}\s*", value) and "a text in quotes" not in types:
            return Fix(f"write {value.strip()} without quotes", str(int(value)), is_toml=True)
        return ""
    if expression is not None:
        return ""
    if types == ["true or false"] and value in (0, 1, "true", "false", "yes", "no", "True", "False"):
        word = "true" if value in (1, "true", "yes", "True") else "false"
        return Fix(f"write {word}", word, is_toml=True)
    if types == ["a text in quotes"] and isinstance(value, (int, float, dt.date, dt.time)):
        return Fix(f'write "{found_text(value)}"', f'"{found_text(value)}"', is_toml=True)
    if types == ["a list"] and isinstance(value, (str, int)):
        listed = f"[{', '.join(map(found_text, _several(value, place)))}]"
        # A long text is cut where it is shown.
        return f"write {listed}" if "…" in listed else Fix(f"write {listed}", listed, is_toml=True)
    return ""


def _several(value: str | int, place: KeyPath) -> list[str | int]:
    """What stands as one value and is meant as several: names parted by commas or blanks, in a list of names."""
    if not isinstance(value, str) or place[-1] in _SENTENCES:
        return [value]
    by_commas = re.split(r"\s*,\s*", value.strip(" ,"))
    parts = by_commas if len(by_commas) > 1 or place[-1] in _LINES else value.split()
    return list(parts) if all(re.fullmatch(r"[\w.-]+( [\w-]+)*", part) for part in parts) else [value]


def _range(markers: list[Any], context: dict[str, Any]) -> str:
    """The range a number must lie in, as far as the model says."""
    least = next((m.ge for m in markers if getattr(m, "ge", None) is not None), context.get("ge"))
    most = next((m.le for m in markers if getattr(m, "le", None) is not None), context.get("le"))
    if least is None or most is None:
        return f"{most} or less" if least is None else f"{least} or more"
    return f"{least} to {most}"


def _bad_text(document: Document, place: KeyPath, value: str, pattern: str, *, is_key: bool) -> Diagnostic:
    expected = _PATTERNS.get(pattern, "printable text on one line")
    fits = next((i for i in range(len(value)) if re.fullmatch(pattern, value[: i + 1]) is None), 0)
    offset, width = (fits, 1) if fits and not is_key else (0, None)
    message = f"{_called(place)} has a character it cannot have" if value else f"{_called(place)} is empty"
    return document.diagnostic(
        place, "bad-text", message, key=is_key, found=value if is_key else found_text(value), expected=expected,
        fix=_named_fix(document, place, value, _text_fix(place, value, pattern, is_key=is_key)),
        offset=offset, width=width,
    )  # fmt: skip


def _named_fix(document: Document, place: KeyPath, value: str, fix: str) -> str:
    """The fix of a text; of one that names the reason of an end it is such a reason."""
    if place[-2:-1] != ("during",):
        return fix
    ends = document.data.get("end")
    tables = [each for each in ends if isinstance(each, dict)] if isinstance(ends, list) else []
    pauses = [str(each["reason"]) for each in tables if each.get("status") == "paused" and "reason" in each]
    return did_you_mean(value, ["playing", *pauses]) or str(fix)


def _text_fix(place: KeyPath, value: str, pattern: str, *, is_key: bool) -> str:
    if pattern.startswith(("^[a-z][a-z0-9_", "^[a-z0-9][a-z0-9_")):
        near = re.sub("[^a-z0-9_-]+" if "_-]" in pattern else "[^a-z0-9_]+", "_", value.lower()).strip("_-")
        return (
            Fix(f"write {near}", near if is_key else f'"{near}"', is_toml=True) if re.fullmatch(pattern, near) else ""
        )
    if pattern.startswith("^#"):
        digits = value.lower().removeprefix("#")
        digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
        return Fix(f'write "#{digits}"', f'"#{digits}"', is_toml=True) if re.fullmatch(pattern, f"#{digits}") else ""
    if place[:2] == ("tiers", "glyphs") and value and not value.isascii():
        return f"choose a plain letter, and write what is drawn as symbol in [look.{place[-1]}]"
    return ""


def _wrong_length(
    document: Document, place: KeyPath, value: Any, kind: str, context: dict[str, Any], *, is_key: bool
) -> Diagnostic:
    size = len(value) if isinstance(value, (str, list, dict)) else 0
    unit = "character" if kind.startswith("string") else "item"
    limit = int(context["max_length"] if "long" in kind else context["min_length"])
    message = (
        f"{_called(place)} is too {'long' if 'long' in kind else 'short'}" if size else f"{_called(place)} is empty"
    )
    return document.diagnostic(
        place, "wrong-length", message, key=is_key, found=_counted(size, unit),
        expected=f"at {'most' if 'long' in kind else 'least'} {_counted(limit, unit)}",
    )  # fmt: skip


def read(source: str | bytes, name: str, model: type[BaseModel]) -> Document:
    """Returns what can be read of a text; where a value is no TOML, the fix gives one of the type that the key takes.

    Raises:
        RulesetError: nothing can be read of it.
    """
    document = Document.salvaged(source, name)
    document.mistakes = [_of_its_type(one, document.misread.get(one, ()), model) for one in document.mistakes]
    return document


def _of_its_type(mistake: Diagnostic, path: KeyPath, model: type[BaseModel]) -> Diagnostic:
    """Returns a mistake whose fix suits the type of the value, where it is a text in quotes, true or false."""
    if mistake.edit is None or not path or (mistake.edit.text[:1] != '"' and mistake.edit.text not in _TRUTHS):
        return mistake
    annotation, markers = type_at(model, path[2:] if path[0] == "presets" else path)
    kinds = [getattr(each, "__origin__", None) or each for each in candidates(annotation)]
    is_condition = any(isinstance(mark, Expression) and not gives_number(mark) for mark in markers)
    word, instead, words = mistake.edit.text.strip('"'), "", ""
    if bool in kinds:
        instead = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(word.lower(), word)
        instead, words = (instead, "") if instead in _TRUTHS else ("", "write true or false")
    elif any(each is str or isinstance(each, str) for each in kinds) and not (is_condition and word in _TRUTHS):
        instead = in_quotes(mistake.found) if word in _TRUTHS else mistake.edit.text
        words = mistake.fix if instead == mistake.edit.text else ""
    elif is_condition:
        words = "write a comparison such as turn > 10, or leave it out where it may be missing"
    elif list in kinds:
        instead = f"[{', '.join(in_quotes(str(each)) for each in _several(word, path))}]"
    elif int in kinds:
        words = "write a whole number"
    elif word not in _TRUTHS:
        return mistake
    edit = replace(mistake.edit, text=instead) if instead else None
    return replace(
        mistake, fix=words or (f"write {one_line(instead, FOUND_LIMIT)}" if instead else mistake.fix), edit=edit
    )


_TRUTHS: Final = ("true", "false")


def too_full(document: Document, table: Overfull) -> Diagnostic:
    """Returns that a table or list has more entries than it may have; of a file that was cut short at least so many."""
    at_least = "at least " if document.loss.rest else ""
    return document.diagnostic(
        table.place, "wrong-length", f"{_called(table.place)} is too long",
        found=f"{at_least}{_counted(table.found, 'item')}",
        expected=f"at most {_counted(table.most, 'item')}",
    )  # fmt: skip


def _counted(count: int, unit: str) -> str:
    return f"{count:,} {unit}{'' if count == 1 else 's'}"


def _called(place: KeyPath) -> str:
    """A value within a sentence: ``"grid.rows"``, ``item 3 of "tiers.chain"``."""
    if not place:
        return "the file"
    if isinstance(place[-1], int):
        return f'item {place[-1] + 1} of "{dotted(place)}"'
    return f'"{dotted(place)}"'


def _table_name(place: KeyPath) -> str:
    """``[grid]``, ``[mechanics.fuse]``, ``[[end]] 2``, ``then of [[scenario]] 1``."""
    if not place:
        return "the file"
    if len(place) > 1 and isinstance(place[1], int):
        inner = dotted(place[2:])
        return f"{inner + ' of ' if inner else ''}[[{place[0]}]] {place[1] + 1}"
    return f"[{dotted(place)}]"
