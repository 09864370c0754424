"""Every mechanic at every place where one may stand: which are to be refused, and what those accepted may ask.

Owns what the player chooses with each target, as the reference says it, and a board whose words refuse what lies
outside of their domain. It shares neither with the engine.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args, get_origin

import pytest
import tomli_w

import tilekit
from tilekit.board import Board
from tilekit.building.build import build
from tilekit.expressions.vocabulary import Vocabulary
from tilekit.hooks import Expression, Mechanic, Reference

#: For each target the words that speak of what was chosen; a pair and a direction are asked for by mechanics, too.
CHOICES: Final = {
    "none": set(),
    "cell": {"here"},
    "pair": {"here", "there"},
    "column": {"here", "chosen"},
    "row": {"here", "chosen"},
    "direction": set(),
    "tile": {"chosen"},
}
#: An expression of each kind for each such word.
SPEAKING: Final = {
    "number": "count(touches({0}))",
    "per_cell": "near({0})",
    "condition": "exists({0} and not empty)",
    "cells": "{0} or touches({0})",
    "tile": "at({0})",
}
SPEAKING_OF_CHOSEN: Final = {
    "number": "chosen",
    "per_cell": "chosen - row",
    "condition": "chosen > 1",
    "cells": "row >= chosen",
    "tile": "chosen",
}
WRITTEN: Final = {"spawn": "deal", "mechanics": ["scatter"], "actions": "drop", "tile": "ash"}
#: A number, condition and so on of its own for each setting that must be written.
PLAIN: Final = {"number": 2, "per_cell": 1, "condition": "tiles > 0", "cells": "not empty", "tile": "next(tile)"}


@dataclass(frozen=True)
class Case:
    """A mechanic's table, and the words for a choice that its settings speak of, defaults included."""

    kind: Mechanic
    table: dict[str, Any]
    words: frozenset[str]
    areas: dict[str, str] = field(default_factory=dict)

    def refused(self, target: str) -> str:
        """The code with which a step is refused where an action of this target takes it; empty where it is not."""
        if self.kind.needs_cell and "here" not in CHOICES[target]:
            return "no-cell-here"
        if self.kind.needs_direction and target != "direction":
            return "no-direction-here"
        if self.kind.needs_pair and target != "pair":
            return "no-pair-here"
        lacking = self.words - CHOICES[target]
        return "no-cell-here" if "here" in lacking else "nothing-chosen" if lacking else ""


def markers(kind: Mechanic) -> Iterator[tuple[str, Any, Any]]:
    """The settings of a kind: what each is called in the file, its marker, and its default."""
    for name, setting in kind.settings.model_fields.items():
        marker = next((item for item in setting.metadata if isinstance(item, Expression | Reference)), None)
        yield setting.alias or name, marker, setting


def plain(kind: Mechanic) -> dict[str, Any]:
    """A table that writes what must be written, and speaks of no choice."""
    table: dict[str, Any] = {"use": kind.kind}
    for name, marker, setting in markers(kind):
        if not setting.is_required():
            continue
        if isinstance(marker, Expression):
            table[name] = PLAIN[marker.kind]
        elif isinstance(marker, Reference):
            table[name] = WRITTEN[marker.kind]
        elif get_origin(setting.annotation) is Literal:
            table[name] = get_args(setting.annotation)[0]
        else:
            table[name] = "bud"  # a tile, or a table of tiles
    return table


def spoken(text: object) -> frozenset[str]:
    words = str(text).replace("(", " ").replace(")", " ").split()
    return frozenset({"here", "there", "chosen"} & {*words})


def cases(kind: Mechanic) -> Iterator[Case]:
    """The kind as it is by itself; with its sets written; then with each word for a choice in each expression."""
    table = plain(kind)
    expressions = [(name, marker, setting) for name, marker, setting in markers(kind) if isinstance(marker, Expression)]
    defaults = {name: spoken(setting.default) for name, _, setting in expressions if name not in table}
    yield Case(kind, table, frozenset().union(*defaults.values()))
    for name, marker, _ in expressions:
        others = frozenset().union(*(words for other, words in defaults.items() if other != name))
        if defaults.get(name):
            yield Case(kind, {**table, name: PLAIN[marker.kind]}, others)
            yield Case(kind, {**table, name: next(s.default for n, _, s in expressions if n == name)},
                       others | defaults[name])  # fmt: skip
        for word in ("here", "there", "chosen"):
            text = (SPEAKING_OF_CHOSEN if word == "chosen" else SPEAKING)[marker.kind].format(word)
            yield Case(kind, {**table, name: text}, others | {word})
        if marker.kind == "cells":
            for word, text in (("here", "touches(here)"), ("chosen", "column == chosen"), ("there", "not there")):
                areas = {"inner": text, "outer": "inner or row == 2"}
                yield Case(kind, {**table, name: "outer and (row > 1 or not empty)"}, others | {word}, areas)
    if "to" in table:
        for word, text in (("here", "at(here)"), ("there", "at(there)"), ("chosen", "chosen")):
            yield Case(kind, {**table, "to": text}, defaults.get("cells", frozenset()) | {word})
        yield Case(kind, {**table, "to": "next(tile) if near(not empty) > row else bud"}, defaults["cells"])


def ruleset(**parts: Any) -> dict[str, Any]:
    """A game of a small board with a hole; ``parts`` are added table by table."""
    data: dict[str, Any] = {
        "format": 1,
        "game": {"id": "guest", "title": "Guest", "version": 1},
        "grid": {"rows": 3, "columns": 4, "mask": "_ . . .\n. . . .\n. . . ."},
        "tiers": {"chain": ["ash", "bud", "cob", "dew"], "pieces": ["x"]},
        "queue": {"from": "deal", "hold": True},
        "spawn": {"deal": {"weights": {"ash": 3, "bud": 2, "x": 1}}},
        "start": {"steps": ["scatter"]},
        "actions": {"drop": {"target": "cell", "where": "empty", "steps": ["place", "deal"]}},
        "mechanics": {"scatter": {"use": "spawn", "from": "deal", "count": 6}},
        "end": [{"when": "turn >= 30", "reason": "late"}],
    }
    for name, part in parts.items():
        data[name] = {**data.get(name, {}), **part}
    return data


def loaded(data: dict[str, Any], plugins: tilekit.Plugins) -> tilekit.Rules | list[str]:
    """The rules, or the codes of what is wrong with them, each once."""
    try:
        return tilekit.loads(tomli_w.dumps(data), plugins=plugins)
    except tilekit.RulesetError as error:
        return list(dict.fromkeys(one.code for one in error.diagnostics if one.severity == "error"))


# ---------------------------------------------------------------- what may be asked


class OutsideDomainError(AssertionError):
    """A word or an expression was asked what it has no answer to."""


def needs(holds: bool, what: str, *values: object) -> None:
    if not holds:
        raise OutsideDomainError(f"{what}: {', '.join(map(str, values))}")


class Watched(Board):
    """The words of the interpreted lane, each of which looks at what it is asked."""

    def _make_readers(self) -> None:
        super()._make_readers()
        cells = frozenset(range(self.grid.size)) - frozenset(self.grid.holes)
        at = self.at

        def watched(name: str, right: Callable[..., bool]) -> None:
            word = getattr(self, name)

            def asked(*values: Any) -> Any:
                needs(right(*values), name, *(value for value in values if not isinstance(value, list)))
                return word(*values)

            setattr(self, name, asked)

        watched("bit", lambda c: c in cells)
        watched("around", lambda c: c in cells)
        watched("at", lambda s, c: c in cells)
        watched("put", lambda s, c, t: c in cells and 0 <= t <= self.last)
        watched("move", lambda s, c, to: c in cells and to in cells and at(s, c) != 0 and at(s, to) == 0)
        watched("swap", lambda s, c, to: c in cells and to in cells)
        watched("take", lambda s, m: m and m & ~self.full == 0 and len({at(s, c) for c in self.each(m)}) == 1)
        watched("clear", lambda s, m: m & ~self.full == 0)
        watched("group", lambda s, c: c in cells and at(s, c) != 0)
        watched("where", lambda s, t: 0 <= t <= self.last)
        watched("lowest", lambda m: m != 0)
        watched("pick", lambda m, n: 0 <= n < m.bit_count())


def watch_expressions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets every expression look at what it is handed."""
    compile_it = Vocabulary.function

    def function(self: Vocabulary, kind: str, text: Any, scope: Any, least: int | None = None) -> Callable[..., Any]:
        value = compile_it(self, kind, text, scope, least)
        grid, last = self.board.grid, self.board.last
        cells = frozenset(range(grid.size)) - frozenset(grid.holes)
        is_of_group = "count_" in scope.parameters
        asks_here = "here" in CHOICES.get(scope.target, ()) and re.search(r"\b(here|inner|outer)\b", str(text))

        def asked(s: list[int], here: int, *values: int) -> Any:
            needs(not asks_here or here in cells, f"here of {text}", here)
            for name, handed in zip(scope.parameters, values, strict=True):
                match name:
                    case "c":
                        needs(handed in cells, f"cell of {text}", handed)
                    case "count_":
                        needs(1 <= handed <= len(cells), f"count of {text}", handed)
                    case "a_" | "b_":
                        needs(1 <= handed <= last, f"{name} of {text}", handed)
                    case "tile_":
                        needs(int(is_of_group) <= handed <= last, f"tile of {text}", handed)
            return value(s, here, *values)

        return asked

    monkeypatch.setattr(Vocabulary, "function", function)


def play_watched(rules: tilekit.Rules, plugins: tilekit.Plugins, *, games: int = 3, turns: int = 12) -> int:
    """Plays random games on a board that is watched; how many turns there were."""
    program = build(rules.ruleset, plugins.mechanics, journal=True, make_board=Watched).program
    played = 0
    for seed in range(games):
        state = program.board.new_state(seed)
        program.begin_in(state, seed)
        for _ in itertools.repeat(None, turns):
            if not program.turn(state):
                break
            played += 1
    return played
