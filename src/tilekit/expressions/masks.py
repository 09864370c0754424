"""Sets of cells: conditions over one cell that become masks of all cells for which they hold.

Owns when a condition is a few operations on masks, when it is a table worked out beforehand, and when cells are asked
one by one. What the words of the language mean is said in `tilekit.expressions.emit`, whose vocabulary this is part of.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from tilekit import board as b
from tilekit.board import Board, compiled
from tilekit.expressions.complaints import arity, need_here, need_pair, need_step
from tilekit.expressions.groups import RUNS, least_run, run_mask
from tilekit.expressions.parsing import COMPARISONS, Node
from tilekit.expressions.values import Scope, Value, any_code

#: The words that speak of one cell.
CELL_WORDS: Final = ("empty", "tile", "group", "room", "row", "column", *RUNS)


def of_set(scope: Scope) -> Scope:
    """The scope of a set of cells: words of one cell ask about its cells, whatever they are outside of it."""
    if not scope.cell and scope.names.keys().isdisjoint(CELL_WORDS):
        return scope
    return replace(scope, cell=False, names={name: scope.names[name] for name in scope.names if name not in CELL_WORDS})


class Masks(ABC):
    """The part of a vocabulary that writes sets of cells; what is abstract is the rest of it."""

    board: Board
    shift: int
    values: dict[str, Value]
    lists: dict[str, tuple[int, ...]]
    areas: dict[str, Node]
    areas_of_choice: dict[str, frozenset[str]]
    sets: dict[str, str]
    globals: dict[str, Any]

    def __init__(self) -> None:
        #: For each loop over cells now being written, what it works out before it begins: names by source.
        self._before_loop: list[dict[str, str] | None] = []
        self._area_places: dict[str, frozenset[str] | None] = {}
        # Conditions that depend on places alone, by source; for those that ask about the cell played their masks.
        self._of_places: dict[str, Callable[[int, int], bool]] = {}
        self._by_here: dict[Callable[[int, int], bool], str] = {}

    @abstractmethod
    def name(self, thing: object, hint: str) -> str:
        """A global name for an object in generated source."""

    @abstractmethod
    def constant_mask(self, mask: int) -> str:
        """Source of a set of cells that stands still."""

    @abstractmethod
    def plane(self, code: int | str) -> str:
        """Source of the mask of the cells that hold a code."""

    @abstractmethod
    def shallow(self, text: str, node: Node) -> str:
        """The source of an expression, which Python must be able to read."""

    @abstractmethod
    def condition(self, node: Node, scope: Scope) -> Value:
        """The source of a condition."""

    @abstractmethod
    def number(self, node: Node, scope: Scope) -> Value:
        """The source of a number."""

    @abstractmethod
    def _value(self, node: Node, scope: Scope) -> Value: ...

    @abstractmethod
    def _helper(self, source: str, name: str, head: str) -> str: ...

    @abstractmethod
    def _loop(self, head: str, first: str, loop: str, last: str, body: Callable[[], str]) -> str: ...

    @abstractmethod
    def _area_mask(self, node: Node, scope: Scope) -> str: ...

    @abstractmethod
    def _note_decided(self, node: Node, left: Value, right: Value) -> None: ...

    @abstractmethod
    def _speaks_of_cell(self, node: Node, scope: Scope) -> bool: ...

    # ------------------------------------------------------------ masks

    def mask(self, node: Node, scope: Scope) -> str:
        """Source of the mask of the cells for which a condition holds."""
        scope = of_set(scope)
        simple = self._simple_mask(node, scope)
        if simple is not None:
            return simple
        return self._looped_mask([node], "and", self.constant_mask(self.board.full), scope)

    def _simple_mask(self, node: Node, scope: Scope) -> str | None:
        kind, full = node.kind, self.constant_mask(self.board.full)
        of_place = self._mask_of_place(node, scope)
        if of_place is not None:
            return of_place
        if kind in ("and", "or"):
            return self._joined_mask(node, scope)
        if kind == "not":
            return f"({full} & ~{self.mask(node.parts[0], scope)})"
        if kind == "if" and not self._speaks_of_cell(node.parts[0], scope):
            condition = self.condition(node.parts[0], scope).text
            return f"({self.mask(node.parts[1], scope)} if {condition} else {self.mask(node.parts[2], scope)})"
        if kind == "name":
            return self._named_mask(node, scope)
        if kind == "call" and node.value in ("touches", "joined"):
            return self._spread_mask(node, scope)
        if kind in ("==", "!=", "in", "not in"):
            found = self._tile_mask(node, scope)
            if found is not None:
                return found
        if kind in (">=", ">") and node.parts[0].value == "group" and node.parts[0].kind == "name":
            least = node.parts[1]
            if least.kind == "number" and int(least.value) + (kind == ">") == 2:
                return "touching(s)"
        if kind in COMPARISONS:
            found = self._group_mask(node, scope) or self._run_mask(node, scope)
            if found is not None:
                return found
        if not self._speaks_of_cell(node, scope):
            value = self._value(node, scope)
            if value.kind == "condition":
                return f"({full} if {value.text} else {self.constant_mask(0)})"
        return None

    def _named_mask(self, node: Node, scope: Scope) -> str | None:
        name = str(node.value)
        if name in scope.names:
            return None
        if name == "empty":
            return self.plane(0)
        if name == "here":
            need_here(node, scope)
            return "bit(here)"
        if name == "there":
            need_pair(node, scope)
            return f"bit(s[{b.CHOSEN}])"
        if name in self.areas:
            return self._area_mask(node, scope)
        if name in self.sets:
            need_step(node, scope)
            return self.sets[name]
        cell = self.board.grid.parse(name)
        return self.constant_mask(1 << cell) if cell is not None else None

    def _spread_mask(self, node: Node, scope: Scope) -> str:
        arity(node, 1)
        inside = self.mask(node.parts[0], scope)
        if node.value == "touches":
            return f"near({inside})"
        if node.parts[0].kind == "name" and node.parts[0].value == "here":
            return f"(group(s, here) if s[{self.board.cells} + here] else {self.constant_mask(0)})"
        head = ", ".join(("s", "here", *scope.parameters))
        key = (
            f"def joined({head}):\n m = {self.constant_mask(0)}\n rest = {inside} & ~{self.plane(0)}\n while rest:\n"
            "  g = group(s, lowest(rest))\n  m |= g\n  rest &= ~g\n return m"
        )
        return self._helper(key, "joined", head)

    def _tile_mask(self, node: Node, scope: Scope) -> str | None:
        """``tile == X`` and ``tile in [X, Y]`` where X does not hang on the cell."""
        first, *others = node.parts
        if first.kind != "name" or first.value != "tile" or "tile" in scope.names:
            return None
        if any(self._speaks_of_cell(other, scope) for other in others):
            return None
        values = [self.number(other, scope) for other in others]
        masks = []
        for value in values:
            code = value.code or any_code(value, self.shift, self.board.last)
            if code is None:
                return None
            masks.append(self.plane(int(code) if code.isdigit() else code))
        found = "(" + " | ".join(masks) + ")"
        return found if node.kind in ("==", "in") else f"({self.constant_mask(self.board.full)} & ~{found})"

    def _joined_mask(self, node: Node, scope: Scope) -> str:
        """Several conditions, joined by ``and`` or ``or``; only cells that masks leave open are asked one by one."""
        kind, sign = node.kind, " & " if node.kind == "and" else " | "
        masks: list[str] = []
        looped: list[Node] = []
        for part in _flat(node, kind):
            mask = self._simple_mask(part, scope)
            if mask is None:
                looped.append(part)
            elif mask not in masks:
                masks.append(mask)
        joined = self.shallow(f"({sign.join(masks)})", node) if masks else ""
        if not looped:
            return joined
        if not joined:
            return self._looped_mask(looped, kind, self.constant_mask(self.board.full), scope)
        if kind == "and":
            return self._looped_mask(looped, kind, joined, scope)
        rest = f"{self.constant_mask(self.board.full)} & ~{joined}"
        return f"({joined} | {self._looped_mask(looped, kind, rest, scope)})"

    def _looped_mask(self, nodes: Sequence[Node], kind: str, within: str, scope: Scope) -> str:
        """Cells for which conditions hold, joined by ``and`` or ``or``; the cells are asked one by one."""
        head = ", ".join(("s", "here", *scope.parameters))
        key = self._loop(
            f"def cells({head})", f"m = {self.constant_mask(0)}", f"for c in each({within}):", "return m",
            lambda: "if "
            + f" {kind} ".join(self.condition(node, replace(scope, cell=True)).text for node in nodes)
            + ": m |= bit(c)",
        )  # fmt: skip
        return self._helper(key, "cells", head)

    def _group_mask(self, node: Node, scope: Scope) -> str | None:
        """``group >= n`` where n does not hang on the cell: each group is looked at once, whatever its size."""
        first, other = node.parts
        asks_group = first.kind == "name" and first.value == "group" and "group" not in scope.names
        if not asks_group or self._speaks_of_cell(other, scope):
            return None
        value = self.number(other, scope)
        self._note_decided(node, Value("number", "", 0, self.board.full.bit_count()), value)
        head = ", ".join(("s", "here", *scope.parameters))
        gaps, zero, full = self.plane(0), self.constant_mask(0), self.constant_mask(self.board.full)
        key = (
            f"def groups({head}):\n n = {value.text}\n m = {gaps} if 0 {node.kind} n else {zero}\n"
            f" rest = {full} & ~{gaps}\n while rest:\n  g = group(s, lowest(rest))\n  rest &= ~g\n"
            f"  if count(g) {node.kind} n: m |= g\n return m"
        )
        return self._helper(key, "groups", head)

    def _run_mask(self, node: Node, scope: Scope) -> str | None:
        """``row_match >= 3`` and the like, of a small number: whole sets of cells at once."""
        found = None if node.parts[0].value in scope.names else least_run(self.board, node)
        if found is None:
            return None
        word, least = found
        key = f"{word}_{least}"
        if key not in self.globals:
            self.globals[key] = run_mask(self.board, word, least)
        return f"{key}(s)"

    def _places(self, node: Node, scope: Scope) -> frozenset[str] | None:
        """The places that a condition depends on: ``cell`` (the one asked) and ``here``; None if it needs the state.

        Areas are asked in a scope of their own, so that what one depends on is found once.
        """
        if node.kind == "call":
            if node.value == "sum" and len(node.parts) == 2 and self._one_cell(node.parts[1], scope) == "here":
                inner = self._places(node.parts[0], scope)
                return None if inner is None else frozenset({"here"})
            if node.value not in ("min", "max", "abs", "clamp") and node.value not in self.lists:
                return None
        if node.kind == "name":
            return self._places_of_name(str(node.value), scope)
        found: frozenset[str] = frozenset()
        for part in node.parts:
            inner = self._places(part, scope)
            if inner is None:
                return None
            found |= inner
        return found

    def _places_of_name(self, name: str, scope: Scope) -> frozenset[str] | None:
        if name in scope.names:
            return None
        if name in ("row", "column") or self.board.grid.parse(name) is not None:
            return frozenset({"cell"})
        if name == "here":
            return frozenset({"cell", "here"}) if scope.here else None
        if name in self.areas:
            if name not in self._area_places:
                self._area_places[name] = None  # what an area in a circle finds when it comes back to itself
                self._area_places[name] = self._places(
                    self.areas[name], Scope(here="here" in self.areas_of_choice.get(name, ()))
                )
            found = self._area_places[name]
            return None if found is None or ("here" in found and not scope.here) else found | {"cell"}
        return frozenset() if name in self.values and self.values[name].constant else None

    def _mask_of_place(self, node: Node, scope: Scope) -> str | None:
        """Of a condition that depends on places alone: its mask, or one for each cell played, worked out once."""
        places = self._places(node, scope)
        if places is None or "cell" not in places or node.kind == "name":
            return None
        if "here" not in places:
            holds = self._holds(node, Scope(scope.names, cell=True))
            return self.constant_mask(self._mask_where(lambda c: holds(c, -1)))
        compares = any(
            part.kind in (*COMPARISONS, "in", "not in") and "here" in (self._places(part, scope) or ())
            for part in node.walk()
        )
        if not compares:  # a bit more or less, which is no more work than a look into a table
            return None
        asked = Scope(scope.names, here=True, target=scope.target, cell=True)
        holds = self._holds(node, asked)
        if holds not in self._by_here:
            found = self.board.masks_by_cell(lambda here: self._mask_where(lambda c: holds(c, here)))
            self._by_here[holds] = "" if found is None else f"{self.name(found, 'MASKS')}(here)"
        return self._by_here[holds] or None

    def _holds(self, node: Node, scope: Scope) -> Callable[[int, int], bool]:
        """``holds(c, here)``: whether a condition that depends on nothing else holds."""
        self._before_loop.append(None)
        try:
            condition = self.shallow(self.condition(node, scope).text, node)
        finally:
            self._before_loop.pop()
        if condition not in self._of_places:
            source = f"def holds(c, here, s=()): return {condition}"
            self._of_places[condition] = compiled(source, "holds", self.globals)
        return self._of_places[condition]

    def _mask_where(self, holds: Callable[[int], bool]) -> int:
        return sum(1 << c for c in range(self.board.grid.size) if self.board.full >> c & 1 and holds(c))

    def _one_cell(self, node: Node, scope: Scope) -> str | None:
        """Source of the cell, where a set is written as the name of one cell; None for any other set."""
        if node.kind != "name" or node.value in scope.names:
            return None
        name = str(node.value)
        if name == "here":
            return "here" if scope.here else None
        if name == "there":
            return f"s[{b.CHOSEN}]" if scope.target == "pair" else None
        place = self.board.grid.parse(name)
        return None if place is None else str(place)


def _flat(node: Node, kind: str) -> list[Node]:
    """The parts of a chain of ``and`` or ``or``, those of the same chain inside it taken apart, too."""
    if node.kind != kind:
        return [node]
    return [each for part in node.parts for each in _flat(part, kind)]
