"""An author's sentences for players, and the numbers of the game that stand in them.

Owns which texts of a ruleset are sentences, and what ``{braces}`` in them mean. It owns no sentence itself, nor where
one is said; what is wrong with one is found by `tilekit.building.sentence_checks`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tilekit.ruleset.models import Ruleset
from tilekit.ruleset.text import KeyPath

#: A doubled brace is one that is meant; then a placeholder, and any other brace.
BRACES: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
#: ``name``, or ``name(entry)`` of a list or a property; ``:,`` parts the thousands.
_PLACEHOLDER: Final = re.compile(r"([a-z][a-z0-9_]*)(?:\(([a-z0-9_]+)\))?(:,)?")


def sentences(ruleset: Ruleset) -> Iterator[tuple[KeyPath, str]]:
    """The sentences of a ruleset, each with its key path: every ``rule`` and ``goal``, and ``[game] rules``."""
    for i, text in enumerate(ruleset.game.rules):
        yield ("game", "rules", i), text
    for verb, action in ruleset.actions.items():
        if action.rule:
            yield ("actions", verb, "rule"), action.rule
    for name, table in ruleset.mechanics.items():
        if isinstance(table.get("rule"), str):
            yield ("mechanics", name, "rule"), table["rule"]
    for i, trigger in enumerate(ruleset.triggers):
        if trigger.rule:
            yield ("triggers", i, "rule"), trigger.rule
    for i, end in enumerate(ruleset.end):
        for key, said in (("goal", end.goal), ("rule", end.rule)):
            if said:
                yield ("end", i, key), said


def filled(ruleset: Ruleset, text: str) -> str:
    """A sentence as players read it: with the numbers of this game, and single braces for doubled ones."""

    def put(found: re.Match[str]) -> str:
        if found[0] in ("{{", "}}"):
            return found[0][0]
        number = number_of(ruleset, found[1] or "")
        assert number is not None, "checked"
        return f"{number:,}" if found[1].endswith(":,") else str(number)

    return BRACES.sub(put, text)


def placeholders(ruleset: Ruleset) -> set[str]:
    """The names that stand in braces in the sentences of a ruleset."""
    return placeholders_of(text for _, text in sentences(ruleset))


def placeholders_of(texts: Iterable[str]) -> set[str]:
    """The names that stand in braces in sentences."""
    inner = (brace[1] for text in texts for brace in BRACES.finditer(text))
    return {inside[1] for inside in map(_PLACEHOLDER.fullmatch, filter(None, inner)) if inside}


def number_of(ruleset: Ruleset, inner: str) -> int | None:
    """What a placeholder comes to; None where it means nothing."""
    parts = _PLACEHOLDER.fullmatch(inner)
    if parts is None:
        return None
    name, entry, _ = parts.groups()
    held = ruleset.constants.get(name, ruleset.properties.get(name))
    if entry is not None:
        if isinstance(held, Mapping):
            return held.get(entry)
        among = isinstance(held, list) and entry.isdigit() and 0 < int(entry) <= len(held)
        return held[int(entry) - 1] if isinstance(held, list) and among else None
    if isinstance(held, int):
        return held
    return start_of(ruleset, name)


def start_of(ruleset: Ruleset, name: str) -> int | None:
    """What a variable begins with; None where there is none of that name, or where [start] works it out."""
    table = ruleset.variables.get(name)
    if table is not None and name in ruleset.start.set:
        given = ruleset.start.set[name]
        found = ruleset.constants.get(given) if isinstance(given, str) else given
        return found if isinstance(found, int) else None
    return table if table is None or isinstance(table, int) else table.start
