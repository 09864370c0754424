"""Where everything of one ruleset lies: its grid, its tiles, its mechanics, and the registers of a state.

Owns the numbering of registers: those every program has, then the variables, the queue, and a counter for each
stream of chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tilekit import board as b
from tilekit.building.labels import labels_of
from tilekit.building.problems import Problems
from tilekit.grid import Grid
from tilekit.hooks import Mechanic, Reference
from tilekit.program.tiles import Tiles, rows_fix, tokens_of
from tilekit.ruleset.models import Ruleset
from tilekit.ruleset.text import KeyPath

#: Streams of chance that belong to no mechanic.
_OWN_STREAMS: Final = ("spawn", "setup", "bot")
#: Of a grid that cannot be: by its mask (a path of two keys), or as a whole.
_FOUND: Final = {1: "an odd number of rows", 2: "holes only"}
_EXPECTED: Final = {1: "an even number of rows, or no wrap", 2: "at least one cell, written ."}
_FIX: Final = {1: "add a row, or delete wrap = true", 2: "write . for each cell and _ for each hole"}


class Layout:
    """The layout of one ruleset.

    Attributes:
        grid: the board's geometry; a whole one where that of the ruleset cannot be.
        tiles: ids, codes and glyphs.
        mechanics: the kind of each mechanic by its name, so far as plugins supply it.
        opening_steps: the steps that deal an opening, those inside others among them.
        variables: register of each variable.
        queue: registers of the queue, NOW first.
        held: register of the tile held back from it, or 0.
        streams: register that counts the draws of each stream.
        bags: for each bag of [spawn] the registers that count what is left of each tile.
        registers: how many there are.
    """

    def __init__(self, ruleset: Ruleset, kinds: Mapping[str, Mechanic], problems: Problems) -> None:
        self._ruleset = ruleset
        self._kinds = kinds
        self._problems = problems
        self.tiles: Final = Tiles(ruleset.tiers, labels_of(ruleset, problems))
        self.grid: Final = self._grid()
        self.mechanics: Final = {
            name: kind
            for name, table in self._tables(kinds).items()
            if (kind := kinds.get(str(table.get("use", name))))
        }
        self.opening_steps: Final = self.closure(ruleset.start.steps)
        self._number_registers()

    def _grid(self) -> Grid:
        table = self._ruleset.grid
        holes = [] if table.mask is None else self._holes(table.mask)
        try:
            return Grid(table.rows, table.columns, table.adjacency, wrap=table.wrap, holes=holes)
        except ValueError as error:
            path: KeyPath = ("grid", "mask") if len(holes) == table.rows * table.columns else ("grid",)
            self._problems.add(
                path, "bad-grid", str(error), found=_FOUND.get(len(path), ""), expected=_EXPECTED.get(len(path), ""),
                fix=_FIX.get(len(path), ""),
            )  # fmt: skip
            return Grid(table.rows, table.columns)

    def _holes(self, mask: str) -> list[int]:
        table = self._ruleset.grid
        path: KeyPath = ("grid", "mask")
        rows = tokens_of(mask)
        if len(rows) != table.rows:
            self._problems.add(
                path, "bad-mask", "mask does not have as many rows as the grid", found=f"{len(rows)}",
                expected=f"{table.rows}", fix=rows_fix(len(rows), table.rows),
            )  # fmt: skip
            return []
        for number, row in enumerate(rows, start=1):
            if len(row) != table.columns:
                (_, first), (last, at) = row[0], row[-1]
                self._problems.add(
                    path, "bad-mask", f"row {number} of the mask does not have as many cells as the grid has columns",
                    found=f"{len(row)}", expected=f"{table.columns}, parted by spaces", offset=first,
                    width=at + len(last) - first,
                )  # fmt: skip
            for token, at in row:
                if token not in (".", "_"):
                    self._problems.add(
                        path, "bad-mask", "mask has a token of its own", found=token, offset=at, width=len(token),
                        expected=". for a cell, _ for a hole",
                    )  # fmt: skip
        if any(len(row) != table.columns for row in rows):
            return []
        return [r * table.columns + c for r, row in enumerate(rows) for c, (token, _) in enumerate(row) if token == "_"]

    def _tables(self, kinds: Mapping[str, Mechanic]) -> dict[str, dict[str, Any]]:
        """Every mechanic by name: those with a table, and those a step names by their kind alone."""
        rules = self._ruleset
        named = [*rules.start.steps, *(step for action in rules.actions.values() for step in action.steps)]
        named += rules.queue.through if rules.queue else []
        named += [step for name in rules.mechanics for step in self._inside(name)]
        return rules.mechanics | {name: {} for name in named if name in kinds and name not in rules.mechanics}

    def _inside(self, name: str) -> list[str]:
        """The steps inside a step, as its table is written: those it lists, and those of the actions it plays."""
        table = self._ruleset.mechanics.get(name, {})
        kind = self._kinds.get(str(table.get("use", name)))
        found: list[str] = []
        for setting, field in kind.settings.model_fields.items() if kind else ():
            value = table.get(field.alias or setting)
            marks = {mark.kind for mark in field.metadata if isinstance(mark, Reference)}
            if "mechanics" in marks and isinstance(value, list):
                found += [step for step in value if isinstance(step, str)]
            elif "actions" in marks and isinstance(value, str) and value in self._ruleset.actions:
                found += self._ruleset.actions[value].steps
        return found

    def closure(self, steps: Iterable[str]) -> set[str]:
        """The steps, and the steps inside them."""
        found: set[str] = set()
        waiting = list(steps)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self._inside(name)
        return found

    def _number_registers(self) -> None:
        at = b.FIXED
        counts = self._ruleset.queue.counts if self._ruleset.queue else None
        self.variables: dict[str, int] = {}
        for name in self._ruleset.variables:
            if name == counts:
                self.variables[name] = b.DEALT
            else:
                self.variables[name] = at
                at += 1
        shows = self._ruleset.queue.shows if self._ruleset.queue else 0
        self.queue = tuple(range(at, at + shows))
        at += shows
        holds = self._ruleset.queue is not None and self._ruleset.queue.hold
        self.held = at if holds else 0
        at += holds
        names = {*_OWN_STREAMS, *(stream for kind in self.mechanics.values() for stream in kind.streams)}
        self.streams = {name: at + i for i, name in enumerate(sorted(names))}
        at += len(names)
        self.bags: dict[str, range] = {}
        for name, table in self._ruleset.spawn.items():
            self.bags[name] = range(at, at + len(table.bag or {}))
            at += len(table.bag or {})
        self.registers = at
