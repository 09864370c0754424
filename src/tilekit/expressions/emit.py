"""Expressions to source: what the words of the language mean, and what they cost.

Owns the meaning of every name and function of the expression language, its types (numbers, conditions, sets
of cells, tiles) and its bounds. It writes Python source over the board words; a set of cells becomes a mask
wherever the words allow, a loop over cells only where they do not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from tilekit import board as b
from tilekit.board import Board, compiled
from tilekit.expressions.complaints import (
    area_in_circle,
    arity,
    in_circle,
    mismatch,
    need_here,
    need_pair,
    need_step,
    no_action,
    no_cell,
    no_choice_of_area,
    no_queue,
    no_table,
    no_tile,
    no_value,
    not_chosen,
    of_area,
    shown,
    too_deep,
    too_large,
    too_small,
    unknown,
)
from tilekit.expressions.groups import RUNS, listing, run_listing
from tilekit.expressions.inline import Template
from tilekit.expressions.masks import CELL_WORDS, Masks, of_set
from tilekit.expressions.parsing import CAP, COMPARISONS, ExpressionError, Node, parse
from tilekit.expressions.values import (
    DEEPEST,
    SPOKEN,
    USES,
    Scope,
    Value,
    arithmetic,
    constant,
    decided,
    divided,
    extreme,
    fits_inline,
    modulo,
    nesting,
    plus,
    power,
    times,
)
from tilekit.expressions.work import Work

#: Words every expression may use.
GAME_WORDS: Final = (
    "score", "turn", "tiles", "empties", "top", "top_made", "distinct", "now", "held", "step", "no_moves"
)  # fmt: skip
#: The words for what the player chose, in the order in which a lack of them is reported.
CHOSEN: Final = ("here", "there", "chosen")
FUNCTIONS: Final = tuple(USES)


class Vocabulary(Masks):
    """The names of one ruleset, and the emission of expressions over them.

    Args:
        board: the words.
        shift: ``code - shift`` is the number of a tile.
        next_code: for each code the next tier's, or 0.
        pieces: number of pieces.
        labels: for each code the number shown on the tile; None where that is its own.
    """

    def __init__(
        self, board: Board, shift: int, next_code: Sequence[int], pieces: int, labels: Sequence[int] | None = None
    ) -> None:
        super().__init__()
        self.board = board
        self.shift = shift
        self.next_code: Final = tuple(next_code)
        self.pieces: Final = pieces
        self.labels: Final = None if labels is None else tuple(labels)
        self.values: dict[str, Value] = {}
        self.lists: dict[str, tuple[int, ...]] = {}
        self.by_tile: Final[dict[str, tuple[int, ...]]] = {}
        self.areas: dict[str, Node] = {}
        #: The sets of cells that steps leave for those after them, by word: the source of each mask.
        self.sets: dict[str, str] = {}
        self.codes: Final[dict[str, int]] = {}
        #: For an action the source of a mask (or a number) that is empty (or 0) where it cannot be played, whatever the
        #: status; None while that very question is being worked out.
        self.can: Callable[[str], str | None] = lambda _: "0"
        self.actions: Sequence[str] = ()
        #: The actions that may be played while the status is playing.
        self.in_play: Sequence[str] = ()
        self.queue_head = ""
        #: Source of the code of the tile held back from the queue; empty where none is.
        self.held = ""
        #: Names that only some expressions are handed, and by what.
        self.handed: Mapping[str, str] = {}
        #: Comparisons that always come out the same, with both sides.
        self.decided: Final[list[tuple[bool, Node, Value, Value]]] = []
        #: Divisions by a constant 0.
        self.by_zero: Final[list[Node]] = []
        self.globals: dict[str, Any] = {
            "plus": plus, "times": times, "divided": divided, "modulo": modulo, "power": power,
            "near": board.near, "group": board.group, "touching": board.touching, "count": board.count,
            "each": board.each, "lowest": board.lowest, "flood": board.flood, "bit": board.bit,
            "top": board.top, "distinct": board.distinct, "where": board.where,
            "around": board.around,
            "ROW": tuple(c // board.grid.columns + 1 for c in range(board.grid.size)),
            "COLUMN": tuple(c % board.grid.columns + 1 for c in range(board.grid.size)),
            "NEXT": board.numbers(self.next_code),
            "here": -1,  # where nobody chooses a cell
        }  # fmt: skip
        #: What calls of short functions stand for, by their ``id``; see `tilekit.expressions.inline`.
        self.templates: Final[dict[int, Template]] = {}
        for word, parameters, text, names in (
            (board.bit, ("c",), "1 << c", {}),
            (board.count, ("m",), "m.bit_count()", {}),
            (board.around, ("c",), "near[c]", {"near": board.grid.near}),
        ):
            self.templates[id(word)] = Template(word, parameters, text, names)
        self.work: Final = Work(board.full.bit_count(), self.areas)
        #: For each area the words for what the player chose that it speaks of, itself or through other areas.
        self.areas_of_choice: dict[str, frozenset[str]] = {}
        self._areas_open: list[str] = []
        self._per_cell: dict[str, str] = {}
        self._constant_masks: dict[int, str] = {}
        # What is worked out once for each area: its source in a loop over cells, its mask, whether it stands still.
        self._area_texts: dict[tuple[str, str], str] = {}
        self._area_masks: dict[tuple[str, str], str] = {}

    # ------------------------------------------------------------ making functions

    def name(self, thing: object, hint: str) -> str:
        """A global name for an object in generated source."""
        name = f"{hint}_{len(self.globals)}"
        self.globals[name] = thing
        return name

    def constant_mask(self, mask: int) -> str:
        """Source of a set of cells that stands still."""
        if not self.board.wide:
            return str(mask)
        if mask not in self._constant_masks:
            self._constant_masks[mask] = self.name(self.board.constant(mask), "MASK")
        return f"{self._constant_masks[mask]}()"

    def plane(self, code: int | str) -> str:
        """Source of the mask of the cells that hold a code, itself a number or source."""
        if self.board.wide:
            return f"where(s, {code})"
        return f"s[{self.board.planes + code}]" if isinstance(code, int) else f"s[{self.board.planes} + {code}]"

    def _listed(self, word: str) -> str:
        """A call that lists something of every cell's group, and says where in the state the list begins."""
        if word not in self.globals:
            make = run_listing if word in RUNS else listing
            self.globals[word] = make(self.board, word)
        return f"{word}(s)"

    def spoken_choice(self, node: Node) -> frozenset[str]:
        """The words for what the player chose that an expression speaks of, itself or through areas."""
        names = frozenset(str(part.value) for part in node.walk() if part.kind == "name")
        return names.intersection(CHOSEN).union(*(self.areas_of_choice.get(name, ()) for name in names))

    def tree(self, kind: str, written: str | int, *, often: bool = False) -> Node:
        """The tree of an expression of a kind, as a ruleset writes it.

        Raises:
            ExpressionError: it is no expression, or too much work.
        """
        node = parse(written) if isinstance(written, str) else Node("number", 0, len(str(written)), written)
        self.work.weigh(node, cells=kind == "cells", often=often)
        return node

    def function(self, kind: str, text: str | int, scope: Scope, least: int | None = None) -> Callable[..., Any]:
        """``f(s, here, *parameters)`` for an expression of a kind: number, condition, cells or tile.

        Raises:
            ExpressionError: it is no such expression.
        """
        source = self.source(kind, text, scope, least)
        parameters = ("s", "here", *scope.parameters)
        value = compiled(f"def value({', '.join(parameters)}): return {source}", "value", self.globals)
        self.templates[id(value)] = Template(value, parameters, source, self.globals)
        return value

    def source(self, kind: str, text: str | int, scope: Scope, least: int | None = None) -> str:
        """As `function`, but the source."""
        node = self.tree(kind, text, often=scope.often)
        if kind == "cells":
            return self.shallow(self.mask(node, scope), node)
        if kind == "condition":
            return self.shallow(self.condition(node, scope).text, node)
        value = self.number(node, scope)
        self.shallow(value.text, node)
        if least is not None and value.high < least:
            too_small(node, value.high, least)
        if kind != "tile":
            return value.text
        first, last = self.pieces + 1 - self.shift, self.board.last - self.shift
        if value.constant and not value.code and not first <= value.low <= last:
            no_tile(node, value.low, first, last)
        return self.code_of(value)

    def shallow(self, text: str, node: Node) -> str:
        """The source of an expression, which Python must be able to read.

        Raises:
            ExpressionError: it is nested too deeply for that.
        """
        if nesting(text) > DEEPEST:
            too_deep(node, nesting(text), DEEPEST)
        return text

    def outlined(self, text: str, head: str) -> str:
        """The source, or a call of a function of it where it is long: what is used twice must not double."""
        if fits_inline(text):
            return text
        return self._helper(f"def part({head}): return {text}", "part", head)

    def _helper(self, source: str, name: str, head: str) -> str:
        """A call of a function of generated source, which is made once."""
        if source not in self._per_cell:
            self._per_cell[source] = self.name(compiled(source, name, self.globals), name)
        return f"{self._per_cell[source]}({head})"

    def code_of(self, value: Value) -> str:
        """The code of a number that is to be a tile; 0 outside the ladder."""
        if value.code:
            return value.code
        low, high = value.low + self.shift, value.high + self.shift
        first, last = self.pieces + 1, self.board.last
        if low >= first and high <= last:
            return f"({value.text} + {self.shift})" if self.shift else value.text
        table = self.name((0, *range(first, last + 1), 0), "LADDER")
        # One step below the ladder and one above it stand for everything outside.
        return f"{table}[min(max({value.text} + {self.shift - first + 1}, 0), {last - first + 2})]"

    # ------------------------------------------------------------ conditions

    def condition(self, node: Node, scope: Scope) -> Value:
        """The source of a condition; anything else is an error."""
        kind = node.kind
        if kind in ("and", "or"):
            return Value("condition", "(" + f" {kind} ".join(self.condition(p, scope).text for p in node.parts) + ")")
        if kind == "not":
            return Value("condition", f"(not {self.condition(node.parts[0], scope).text})")
        if kind in COMPARISONS:
            return self._compare(node, scope)
        if kind in ("in", "not in"):
            first, *others = (self.number(p, scope) for p in node.parts)
            # Codes compare alike only if every one of them is a tile.
            if first.code and all(o.code for o in others):
                items = ", ".join(o.code for o in others)
                return Value("condition", f"({first.code} {kind} ({items},))")
            return Value("condition", f"({first.text} {kind} ({', '.join(o.text for o in others)},))")
        value = self._value(node, scope)
        if value.kind != "condition":
            mismatch(node, "a condition", "a number", f"{shown(node)} > 0")
        return value

    def _compare(self, node: Node, scope: Scope) -> Value:
        left, right = (self.number(part, scope) for part in node.parts)
        self._note_decided(node, left, right)
        if node.kind in ("==", "!=") and right.constant and right.low == 0 and node.parts[0].kind == "name":
            # Whether a mask is all or nothing needs no counting.
            mask = {"tiles": self.board.full, "empties": 0}.get(str(node.parts[0].value))
            if mask is not None and node.parts[0].value not in scope.names:
                return Value("condition", f"({self.plane(0)} {node.kind} {self.constant_mask(mask)})")
        if left.code and right.code:
            return Value("condition", f"({left.code} {node.kind} {right.code})")
        return Value("condition", f"({left.text} {node.kind} {right.text})")

    def _note_decided(self, node: Node, left: Value, right: Value) -> None:
        if not (left.constant and right.constant):
            always = decided(node.kind, left, right)
            if always is not None:
                self.decided.append((always, node, left, right))

    # ------------------------------------------------------------ numbers

    def number(self, node: Node, scope: Scope) -> Value:
        """The source of a number; anything else is an error."""
        value = self._value(node, scope)
        if value.kind != "number":
            mismatch(node, "a number", "a condition", f"1 if {shown(node)} else 0")
        return value

    def _value(self, node: Node, scope: Scope) -> Value:
        kind = node.kind
        if kind == "number":
            value = int(node.value)
            if abs(value) > CAP:
                too_large(node)
            return constant(value)
        if kind == "name":
            return self._named(node, scope)
        if kind == "call":
            return self._call_before_loop(node, scope) if scope.cell else self._call(node, scope)
        if kind == "if":
            return self._choice(node, scope)
        if kind == "negative":
            inner = self.number(node.parts[0], scope)
            return (
                constant(-inner.low) if inner.constant else Value("number", f"(-{inner.text})", -inner.high, -inner.low)
            )
        if kind in ("+", "-", "*", "//", "%", "**"):
            return self._arithmetic(node, *(self.number(part, scope) for part in node.parts))
        return self.condition(node, scope)

    def _call_before_loop(self, node: Node, scope: Scope) -> Value:
        """A call within a loop over cells; where it does not hang on the cell, it is worked out before the loop."""
        if not self._before_loop or self._before_loop[-1] is None or self._speaks_of_cell(node, scope):
            return self._call(node, scope)
        value = self._call(node, replace(scope, cell=False))
        if value.constant:
            return value
        if value.code:
            return self.of_code(self._local(value.code), value.low + self.shift, value.high + self.shift)
        return replace(value, text=self._local(value.text))

    def _local(self, text: str) -> str:
        """The name under which a loop over cells has what this source gives; the source itself where there is none."""
        names = self._before_loop[-1] if self._before_loop else None
        if names is None or text.isdigit() or re.fullmatch(r"s\[\d+\]", text):
            return text
        return names.setdefault(text, f"k{len(names)}")

    def _loop(self, head: str, first: str, loop: str, last: str, body: Callable[[], str]) -> str:
        """A function with a loop over cells, with what the body needs worked out before."""
        self._before_loop.append({})
        try:
            text = body()
        finally:
            names = self._before_loop.pop() or {}
        before = "".join(f" {name} = {source}\n" for source, name in names.items())
        return f"{head}:\n{before} {first}\n {loop}\n  {text}\n {last}"

    def _choice(self, node: Node, scope: Scope) -> Value:
        condition = self.condition(node.parts[0], scope)
        left, right = self._value(node.parts[1], scope), self._value(node.parts[2], scope)
        if left.kind != right.kind:
            mismatch(node, "the same kind on both sides of else", f"a {left.kind} and a {right.kind}", "")
        code = f"({left.code} if {condition.text} else {right.code})" if left.code and right.code else ""
        text = f"({left.text} if {condition.text} else {right.text})"
        return Value(left.kind, text, min(left.low, right.low), max(left.high, right.high), code)

    def _arithmetic(self, node: Node, left: Value, right: Value) -> Value:
        if node.kind in ("//", "%") and right.constant and right.low == 0:
            self.by_zero.append(node)
        return arithmetic(node.kind, left, right)

    # ------------------------------------------------------------ names

    def _named(self, node: Node, scope: Scope) -> Value:
        name = str(node.value)
        if name in scope.names:
            return scope.names[name]
        of_cell = name in CELL_WORDS or name in self.areas or name in self.sets
        if of_cell or (scope.cell and name in ("here", "there")):
            return self._cell_word(node, scope)
        if name == "chosen":
            return self._chosen(node, scope)
        if name in self.values:
            return self.values[name]
        if name in self.codes:
            return self.tile(self.codes[name])
        if name in GAME_WORDS:
            return self._game_word(node)
        if name in self.lists or name in self.by_tile or name in FUNCTIONS:
            no_value(node)
        place = self.board.grid.parse(name)
        if place is not None and scope.cell:
            return Value("condition", f"(c == {place})")
        if name == "here" and scope.target in ("direction", "tile"):
            need_here(node, scope)
        if name == "there":
            need_pair(node, scope)
        if name in ("here", "there") or place is not None:
            no_cell(node, f"at({name})" if place is not None else f"exists({name} and not empty)")
        raise self._unknown(node, scope)

    def _chosen(self, node: Node, scope: Scope) -> Value:
        """What the player chose where that is a tile, or the number of a column or row."""
        grid = self.board.grid
        if scope.target == "tile":
            return self.of_code(f"s[{b.CHOSEN}]", 0, self.board.last)
        if scope.target == "any":
            high = max(self.board.last - self.shift, grid.columns, grid.rows)
            return Value("number", f"s[{b.CHOSEN}]", min(-self.shift, 1), high)
        if scope.target not in ("column", "row"):
            not_chosen(node)
        most = grid.columns if scope.target == "column" else grid.rows
        return Value("number", f"s[{b.CHOSEN}]", 1, most)

    def tile(self, code: int) -> Value:
        """The tile of a code."""
        value = constant(code - self.shift)
        return Value("number", value.text, value.low, value.high, str(code))

    def of_code(self, text: str, low: int, high: int) -> Value:
        """A tile whose code is this source, from ``low`` to ``high``."""
        shifted = f"({text} - {self.shift})" if self.shift > 0 else f"({text} + {-self.shift})" if self.shift else text
        return Value("number", shifted, low - self.shift, high - self.shift, text)

    def _game_word(self, node: Node) -> Value:
        last, board = self.board.last, self.board
        cells = board.full.bit_count()
        match str(node.value):
            case "score":
                return Value("number", f"s[{b.SCORE}]")
            case "turn":
                return Value("number", f"s[{b.TURN}]", 0, CAP)
            case "step":
                return Value("number", f"s[{b.STEP}]", 0, 1000)
            case "tiles":
                return Value("number", f"({cells} - count({self.plane(0)}))", 0, cells)
            case "empties":
                return Value("number", f"count({self.plane(0)})", 0, cells)
            case "top":
                return self.of_code("top(s)", 0, last)
            case "top_made":
                return self.of_code(f"s[{b.MADE}]", 0, last)
            case "distinct":
                return Value("number", "distinct(s)", 0, cells)
            case "now":
                if not self.queue_head:
                    no_queue(node)
                return self.of_code(self.queue_head, 0, last)
            case "held":
                if not self.held:
                    no_queue(node)
                return self.of_code(self.held, 0, last)
            case _:
                masks = [self.can(action) or in_circle(node, action) for action in self.in_play]
                none = " and ".join(f"{mask} == 0" for mask in masks)
                return Value("condition", f"({none})" if none else "(1 == 1)")

    def _cell_word(self, node: Node, scope: Scope) -> Value:
        name = str(node.value)
        if not scope.cell:
            no_cell(node, {"empty": "count(empty), exists(empty) or empties"}.get(name, f"exists({name} …)"))
        if name in self.sets:
            need_step(node, scope)
            return Value("condition", self.board.holds_text(self._local(self.sets[name]), "c"))
        if name in self.areas:
            if self._before_loop and self._before_loop[-1] is not None:
                mask = self._area_mask(node, replace(scope, cell=False))
                return Value("condition", self.board.holds_text(self._local(mask), "c"))
            return Value("condition", self._area_text(node, scope))
        cells, last = self.board.cells, self.board.last
        size = self.board.full.bit_count()
        match name:
            case "here":
                need_here(node, scope)
                return Value("condition", "(c == here)")
            case "there":
                need_pair(node, scope)
                return Value("condition", f"(c == s[{b.CHOSEN}])")
            case "empty":
                return Value("condition", f"(s[{cells} + c] == 0)")
            case "tile":
                return self.of_code(f"s[{cells} + c]", 0, last)
            case "group":
                if self._before_loop and self._before_loop[-1] is not None:
                    return Value("number", f"s[{self._local(self._listed('sizes'))} + c]", 0, size)
                return Value("number", f"(count(group(s, c)) if s[{cells} + c] else 0)", 0, size)
            case "room":
                if self._before_loop and self._before_loop[-1] is not None:
                    return Value("number", f"s[{self._local(self._listed('rooms'))} + c]", 0, size)
                gaps = f"count(near(group(s, c)) & {self.plane(0)})"
                return Value("number", f"({gaps} if s[{cells} + c] else 0)", 0, size)
            case "row":
                return Value("number", "ROW[c]", 1, self.board.grid.rows)
            case _ if name in RUNS:
                line = self.board.grid.rows if RUNS[name] == "down" else self.board.grid.columns
                return Value("number", f"s[{self._local(self._listed(name))} + c]", 0, line)
            case _:
                return Value("number", "COLUMN[c]", 1, self.board.grid.columns)

    def _area_text(self, node: Node, scope: Scope) -> str:
        """Source of an area's condition on the cell ``c``."""
        name = str(node.value)
        key = name, self._scope_of_area(name, scope).target
        if key not in self._area_texts:
            text = self._in_area(
                node, scope, lambda area, inside: self.condition(area, replace(inside, cell=True)).text
            )
            self._area_texts[key] = self.outlined(self.shallow(text, node), "s, here, c")
        return self._area_texts[key]

    def _area_mask(self, node: Node, scope: Scope) -> str:
        """Source of the mask of an area."""
        name = str(node.value)
        key = name, self._scope_of_area(name, scope).target
        if key not in self._area_masks:
            text = self._in_area(node, scope, self.mask)
            self._area_masks[key] = self.outlined(self.shallow(text, node), "s, here")
        return self._area_masks[key]

    def _scope_of_area(self, name: str, scope: Scope) -> Scope:
        """The scope of an area's own text: what the player chose, as far as it speaks of that."""
        spoken = self.areas_of_choice.get(name)
        if not spoken:
            return Scope()
        return Scope(here=scope.here, target=scope.target)

    def _in_area(self, node: Node, scope: Scope, emit: Callable[[Node, Scope], str]) -> str:
        """What an area's own text gives; a mistake in there is one of whoever speaks of the area here.

        Raises:
            ExpressionError: it cannot be spoken of here; placed at the area's name.
        """
        name = str(node.value)
        lacking = self.areas_of_choice.get(name, frozenset()) - SPOKEN.get(scope.target, frozenset(CHOSEN))
        if lacking:
            no_choice_of_area(node, scope, min(lacking, key=CHOSEN.index))
        area = self._area(node)
        decided, by_zero = len(self.decided), len(self.by_zero)
        self._areas_open.append(name)
        self._before_loop.append(None)
        try:
            return emit(area, self._scope_of_area(name, scope))
        except ExpressionError as error:
            raise of_area(node, error) from None
        finally:
            self._before_loop.pop()
            self._areas_open.pop()
            del self.decided[decided:], self.by_zero[by_zero:]  # reported where the area is defined

    def _area(self, node: Node) -> Node:
        name = str(node.value)
        if name in self._areas_open:
            area_in_circle(node, self._areas_open)
        return self.areas[name]

    # ------------------------------------------------------------ calls

    def _call(self, node: Node, scope: Scope) -> Value:
        name, parts = str(node.value), node.parts
        if name in self.lists:
            return self._look_up(node, self.lists[name], scope)
        if name in self.by_tile:
            arity(node, 1)
            return self._of_tile(self.by_tile[name], self.number(parts[0], scope))
        if name not in FUNCTIONS:
            raise self._unknown(node, scope)
        if name in ("min", "max"):
            if len(parts) < 2:
                arity(node, 2)
            return extreme(name, [self.number(part, scope) for part in parts])
        if name == "clamp":
            arity(node, 3)
            value, low, high = (self.number(part, scope) for part in parts)
            return extreme("max", [low, extreme("min", [high, value])])
        if name == "abs":
            arity(node, 1)
            inner = self.number(parts[0], scope)
            least = 0 if inner.low <= 0 <= inner.high else min(abs(inner.low), abs(inner.high))
            return Value("number", f"abs({inner.text})", least, max(abs(inner.low), abs(inner.high)))
        if name == "can":
            return self._can(node)
        if name == "next":
            arity(node, 1)
            inner = self.number(parts[0], scope)
            code = inner.code or f"min(max({inner.text} + {self.shift}, 0), {self.board.last})"
            return self.of_code(f"NEXT[{code}]", 0, self.board.last)
        if name == "value":
            arity(node, 1)
            inner = self.number(parts[0], scope)
            if self.labels is not None:
                return self._of_tile(self.labels, inner)
            return Value("number", inner.text, inner.low, inner.high)
        return self._of_cells(node, scope)

    def _of_cells(self, node: Node, scope: Scope) -> Value:
        """count, exists, sum, at, and what a cell asks of sets: near, touches, joined."""
        name, parts, size = str(node.value), node.parts, self.board.full.bit_count()
        inside = replace(scope, cell=False)
        if name == "sum":
            arity(node, 2)
            place = self._one_cell(parts[1], inside)
            return (
                self._summed(parts[0], parts[1], inside) if place is None else self._number_at(place, parts[0], inside)
            )
        arity(node, 1)
        place = self._one_cell(parts[0], inside) if name == "at" else None
        if place is not None:
            return self.of_code(f"s[{self.board.cells} + {place}]", 0, self.board.last)
        cells = self.mask(parts[0], inside)
        match name:
            case "count":
                return Value("number", f"count({cells})", 0, size)
            case "exists":
                return Value("condition", f"({cells} != 0)")
            case "at":
                code = self._with_mask(cells, f"s[{self.board.cells} + lowest(m)] if m != 0 else 0", inside)
                return self.of_code(code, 0, self.board.last)
        if not scope.cell:
            no_cell(node, f"exists({shown(node)})")
        if name == "near":
            return Value("number", f"count(around(c) & {self._local(cells)})", 0, size)
        if name == "touches":
            return Value("condition", f"((around(c) & {self._local(cells)}) != 0)")
        return Value("condition", self.board.holds_text(self._local(self._spread_mask(node, inside)), "c"))

    def _with_mask(self, mask: str, body: str, scope: Scope) -> str:
        """A call of a helper that names the mask ``m``."""
        head = ", ".join(("s", "here", *scope.parameters))
        key = f"def f({head}):\n m = {mask}\n return {body}"
        return self._helper(key, "f", head)

    def _number_at(self, place: str, node: Node, scope: Scope) -> Value:
        """A number of each cell, at one cell: the sum over that cell alone."""
        self._before_loop.append(None)
        try:
            value = self.number(node, replace(of_set(scope), cell=True))
        finally:
            self._before_loop.pop()
        # Wherever source speaks of the cell asked, this is the one.
        return Value("number", re.sub(r"\bc\b", place, value.text), value.low, value.high)

    def _summed(self, node: Node, cells: Node, scope: Scope) -> Value:
        """The sum of a number over a set of cells."""
        within = self.mask(cells, scope)
        size = self.board.full.bit_count()
        low, high = 0, 0

        def body() -> str:
            nonlocal low, high
            each = self.number(node, replace(of_set(scope), cell=True))
            low, high = size * min(each.low, 0), size * max(each.high, 0)
            return f"n += {each.text}" if low >= -CAP and high <= CAP else f"n = plus(n, {each.text})"

        head = ", ".join(("s", "here", *scope.parameters))
        key = self._loop(f"def total({head})", "n = 0", f"for c in each({within}):", "return n", body)
        return Value("number", self._helper(key, "total", head), max(low, -CAP), min(high, CAP))

    def _look_up(self, node: Node, values: tuple[int, ...], scope: Scope) -> Value:
        arity(node, 1)
        index = self.number(node.parts[0], scope)
        if index.constant:
            return constant(values[min(max(index.low, 1), len(values)) - 1])
        table = self.name(values, "LIST")
        text = index.text
        if index.low < 1:
            text = f"max({text}, 1)"
        if index.high > len(values):
            text = f"min({text}, {len(values)})"
        return Value("number", f"{table}[{text} - 1]", min(values), max(values))

    def _of_tile(self, values: tuple[int, ...], tile: Value) -> Value:
        if tile.constant:
            return constant(values[min(max(tile.low + self.shift, 0), self.board.last)])
        code = tile.code or f"min(max({tile.text} + {self.shift}, 0), {self.board.last})"
        return Value("number", f"{self.name(values, 'OF')}[{code}]", min(values), max(values))

    def _can(self, node: Node) -> Value:
        arity(node, 1)
        part = node.parts[0]
        name = str(part.value)
        if part.kind != "name" or name not in self.actions:
            no_action(part, self.actions)
        return Value("condition", f"({self.can(name) or in_circle(node, name)} != 0)")

    def _speaks_of_cell(self, node: Node, scope: Scope) -> bool:
        if node.kind == "call" and node.value in ("count", "exists", "at"):
            return False
        if node.kind == "call" and node.value in ("near", "touches", "joined"):
            return True
        if node.kind == "call" and node.value == "sum":
            return False
        if node.kind == "name" and node.value not in scope.names:
            name = str(node.value)
            place = self.board.grid.parse(name)
            known = (*CELL_WORDS, *self.areas, *self.sets, "here", "there")
            return name in known or place is not None
        return any(self._speaks_of_cell(part, scope) for part in node.parts)

    # ------------------------------------------------------------ what is wrong

    def known(self, scope: Scope) -> list[str]:
        """Every name that may stand in an expression, sorted."""
        names = {*scope.names, *self.values, *self.lists, *self.by_tile, *self.codes, *self.areas, *self.sets}
        return sorted(names | {*GAME_WORDS, *CELL_WORDS, *FUNCTIONS, *CHOSEN})

    def _unknown(self, node: Node, scope: Scope) -> ExpressionError:
        own = sorted({*scope.names, *self.values, *self.lists, *self.by_tile, *self.areas})
        if node.kind == "call":
            return no_table(node, sorted(FUNCTIONS), sorted({*self.lists, *self.by_tile}))
        return unknown(node, self.known(scope), own, self.handed, scope.names)
