"""What is wrong with an author's sentences for players.

Owns the complaints about ``{braces}`` that mean nothing, and about inherited sentences that were left as they were
although a variant or a preset changed what they tell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tilekit.building.problems import Problem, Problems
from tilekit.errors import did_you_mean, nearest
from tilekit.ruleset.layered import Layered
from tilekit.ruleset.models import Ruleset
from tilekit.ruleset.text import KeyPath
from tilekit.wording.sentences import BRACES, number_of, sentences, start_of

#: Of an action or a mechanic, what its sentence does not tell.
_UNTOLD: Final = frozenset({"rule", "label", "key", "colour", "refusal", "emits"})
_PROSE: Final = frozenset({"rule", "label", "refusal", "text", "goal", "reason"})


def check_sentences(ruleset: Ruleset, problems: Problems) -> None:
    """Reports braces in sentences, and in what they are in other languages, that mean nothing."""
    found = dict(sentences(ruleset))
    known = {*found.values()}
    for language, words in ruleset.words.items():
        found |= {("words", language, text): said for text, said in words.items() if text in known}
    for path, text in found.items():
        for brace in BRACES.finditer(text):
            if brace[0] in ("{{", "}}") or (brace[1] is not None and number_of(ruleset, brace[1]) is not None):
                continue
            _refuse(ruleset, path, brace, problems)
    plain = dict(_plain_texts(ruleset))
    own = {*plain.values()}
    for language, words in ruleset.words.items():
        plain |= {("words", language, text): said for text, said in words.items() if text in own}
    for path, text in plain.items():
        for brace in BRACES.finditer(text):
            name = _named(brace)
            if name in ruleset.constants or name in ruleset.variables or name in ruleset.properties:
                problems.add(path, "unfilled-placeholder", "this text is shown as it stands, braces and all",
                             severity="warning", found=brace[0], expected="a text without placeholders",
                             fix="write the number out, or say it in rule, goal or [game] rules",
                             offset=brace.start(), width=len(brace[0]))  # fmt: skip


def _plain_texts(ruleset: Ruleset) -> Iterator[tuple[KeyPath, str]]:
    """The texts for players that are no sentences, and so have no placeholders filled, each with its key path."""
    yield ("game", "title"), ruleset.game.title
    for verb, action in ruleset.actions.items():
        for key, said in (("label", action.label), ("refusal", action.refusal)):
            yield ("actions", verb, key), said or ""
    for i, end in enumerate(ruleset.end):
        yield ("end", i, "text"), end.text or ""
    for i, notice in enumerate(ruleset.notices):
        yield ("notices", i, "text"), notice.text
    for key, title in (ruleset.ranks.titles if ruleset.ranks else {}).items():
        yield ("ranks", "titles", key), title


def _named(brace: re.Match[str]) -> str:
    """The name within braces, whatever else stands there."""
    return (brace[1] or "").partition("(")[0].partition(":")[0].strip()


def _refuse(ruleset: Ruleset, path: KeyPath, brace: re.Match[str], problems: Problems) -> None:
    name = _named(brace)
    held = ruleset.constants.get(name, ruleset.properties.get(name))
    names = [one for one, value in ruleset.constants.items() if isinstance(value, int)] + [*ruleset.variables]
    expected = "the name of a constant or a variable" + (f": one of {', '.join(names[:12])}" if names else "")
    fix = 'write "{{" and "}}" for braces that are meant'
    if brace[1] is None:
        message = "a brace stands alone"
        expected, fix = '"{name}" for a number of the game', f'write "{brace[0] * 2}" for a brace that is meant'
    elif isinstance(held, list | Mapping):
        message = f'"{name}" is no single number'
        entry = next(iter(held), "") if isinstance(held, Mapping) else 1
        expected = "one entry of it, such as " + f"{{{name}({entry})}}"
        if isinstance(held, list):
            expected += f", up to {{{name}({len(held)})}}"
        fix = f"write {{{name}({_meant_entry(held, brace[1] or '')})}}"
    elif name in ruleset.variables and start_of(ruleset, name) is None:
        message, expected = (
            f'what "{name}" begins with is worked out in [start]',
            "a number that is known before a game",
        )
        fix = "name a constant"
    elif name in ruleset.constants or name in ruleset.variables:
        message, expected = f'"{brace[0]}" is no placeholder', f"{{{name}}}, or {{{name}:,}} to part the thousands"
        fix = f"write {{{name}}}"
    else:
        message = f'no number of the game is called "{name}"'
        fix = did_you_mean(name, [*ruleset.constants, *ruleset.properties, *ruleset.variables]) or fix
    problems.add(path, "bad-placeholder", message, found=brace[0], expected=expected, fix=fix,
                 offset=brace.start(), width=len(brace[0]))  # fmt: skip


def _meant_entry(held: list[int] | Mapping[str, int], inner: str) -> str | int:
    """The entry of a list or of a property that is nearest to the one a placeholder asks for."""
    asked = inner.partition("(")[2].partition(")")[0].strip()
    if isinstance(held, Mapping):
        return nearest(asked, held) or next(iter(held), "TILE")
    return min(max(int(asked), 1), len(held)) if re.fullmatch("[0-9]{1,9}", asked) else 1


# ---------------------------------------------------------------- what was inherited and may be true no more


def check_inherited(document: Layered, ruleset: Ruleset) -> Iterator[Problem]:
    """Warns of sentences that are inherited as they were, although what they tell is changed by what lies over them."""
    numbers = list(_changed_numbers(document))
    for path, text in sentences(ruleset):
        if not document.inherits(path):
            continue
        changed = next(_changes(document, path), None)
        if changed is not None:
            said = f'what "{path[1]}" does is changed here, and the sentence about it is not'
            yield _stale(document, changed, path, said)
            continue
        about = _words_about(document.data, path)
        for place, before, after in numbers:
            kind, name = place
            scores = kind == "scoring"  # which [game] rules stand in place of
            named = re.search(rf"\{{{name}\b", text)
            if named or not _says(text, before) or (path[0] != "game" if scores else name not in about):
                continue
            said = f'"{name}" is {after} here, and a sentence about it says {before}'
            fix = "" if scores else f'write "{{{name}}}" for the number in that sentence'
            yield _stale(document, place, path, said, fix)


def _changed_numbers(document: Layered) -> Iterator[tuple[KeyPath, int, int]]:
    """Where a number is changed that the base has: what it was, and what it is."""
    for kind in ("constants", "variables", "scoring"):
        for name, value in document.data.get(kind, {}).items():
            before, after = _plain(document.base.data.get(kind, {}).get(name)), _plain(value)
            if before is not None and after is not None and before != after:
                yield (kind, name), before, after


def _stale(document: Layered, place: KeyPath, path: KeyPath, message: str, fix: str = "") -> Problem:
    home, there = document.home(path)
    anew = document.override(path)
    return Problem(
        place, "stale-sentence", message, found=home.written(there),
        expected=f"a sentence that holds here; this one stands at {home.name}:{home.span(there).line}",
        fix=f"{fix}, or {anew}" if fix and anew else fix or anew, severity="warning",
    )  # fmt: skip


def _changes(document: Layered, path: KeyPath) -> Iterator[KeyPath]:
    """Where what a sentence tells is changed: the keys of its own table, for an action those of its steps, too."""
    if path[0] not in ("actions", "mechanics"):
        return
    tables = [path[:2]]
    if path[0] == "actions":
        tables += [("mechanics", name) for name in _steps(document.data, path)]
    for table in tables:
        kind, name = str(table[0]), table[1]
        now = document.data.get(kind, {}).get(name, {})
        before = document.base.data.get(kind, {}).get(name, {})
        if table != path[:2] and "rule" in now:
            continue  # it has a sentence of its own
        for key, value in now.items():
            if key not in _UNTOLD and value != before.get(key) and not document.inherits((*table, key)):
                yield (*table, key)


def _steps(data: Mapping[str, Any], path: KeyPath) -> list[str]:
    """The mechanics that an action takes as steps, and those that these take."""
    found: list[str] = []
    todo = [*data["actions"][path[1]].get("steps", ())]
    while todo:
        name = str(todo.pop(0))
        if name not in found:
            found.append(name)
            inner = data.get("mechanics", {}).get(name, {}).get("steps", ())
            todo += inner if isinstance(inner, list) else ()
    return found


def _plain(value: object) -> int | None:
    """The number of a constant, or of a variable at its start, as it stands in a file."""
    if isinstance(value, Mapping):
        value = value.get("start", 0)
    return value if isinstance(value, int) else None


def _says(text: str, number: int) -> bool:
    """Whether a sentence has a number in digits, with or without parted thousands."""
    return any(re.search(rf"(?<![\d.,-]){said}(?!\d|[.,]\d)", text) for said in {str(number), f"{number:,}"})


def _words_about(data: Mapping[str, Any], path: KeyPath) -> set[str]:
    """The words in what a sentence is about."""
    if path[0] == "game":
        about = [data.get(name) for name in ("scoring", "triggers", "end", "undo")]
    elif path[0] == "actions":
        mechanics = data.get("mechanics", {})
        about = [data["actions"][path[1]], *(mechanics.get(name) for name in _steps(data, path))]
    else:
        about = [data[str(path[0])][path[1]]]
    told = [
        {key: value for key, value in table.items() if key not in _PROSE} if isinstance(table, dict) else table
        for table in about
    ]
    return set(re.findall(r"[a-z_][a-z0-9_]*", json.dumps(told, default=str)))
