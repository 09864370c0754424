"""Expressions to source: what a ruleset's expressions may speak of, and what they become.

Owns the types (numbers, conditions, sets of cells, tiles) and how a tree of them becomes Python source over the board
words. A set of cells becomes a mask wherever the words allow, a table worked out beforehand where it rests on places
alone, and a loop over cells elsewhere. What each word of the language becomes is said in `tilekit.expressions.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from tilekit.board import CHOSEN, Board
from tilekit.expressions.complaints import (
    area_in_circle,
    arity,
    end_of,
    fix_that,
    mismatch,
    need_step,
    no_cell,
    no_choice_of_area,
    no_table,
    no_tile,
    no_value,
    of_area,
    too_deep,
    too_large,
    too_small,
    unknown,
)
from tilekit.expressions.groups import RUNS, listing, run_listing
from tilekit.expressions.inline import Template
from tilekit.expressions.parsing import CAP, COMPARISONS, PART, ExpressionError, Node, parse
from tilekit.expressions.values import (
    CELL,
    DEEPEST,
    Scope,
    Value,
    arithmetic,
    constant,
    decided,
    divided,
    fits_inline,
    modulo,
    plus,
    power,
    times,
)
from tilekit.expressions.word import WORDS, Argument, cell_words
from tilekit.expressions.work import Work
from tilekit.source import Block, Source, call, compiled, defined, joined, py, written

#: So many fixes of the expressions of one ruleset are tried.
_MOST_TRIES: Final = 300
#: What compares a number with others.
_COMPARING: Final = (*COMPARISONS, "in", "not in")


def of_set(scope: Scope) -> Scope:
    """The scope of a set of cells: words of one cell ask about its cells, whatever they are outside of it."""
    hidden = cell_words()
    if not scope.cell and scope.names.keys().isdisjoint(hidden):
        return scope
    names = {name: value for name, value in scope.names.items() if name not in hidden}
    return replace(scope, cell=None, before=None, names=names)


class Vocabulary:
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
        self.board: Final = board
        self.shift: Final = shift
        self.next_code: Final = tuple(next_code)
        self.pieces: Final = pieces
        self.labels: Final = None if labels is None else tuple(labels)
        #: How many cells there are.
        self.cells: Final = board.full.bit_count()
        self.values: Final[dict[str, Value]] = {}
        self.lists: Final[dict[str, tuple[int, ...]]] = {}
        self.by_tile: Final[dict[str, tuple[int, ...]]] = {}
        self.areas: Final[dict[str, Node]] = {}
        #: The sets of cells that steps leave for those after them, by word: the source of each mask.
        self.sets: Final[dict[str, Source]] = {}
        self.codes: Final[dict[str, int]] = {}
        #: For an action the source of a mask (or a number) that is empty (or 0) where it cannot be played, whatever the
        #: status; None while that very question is being worked out.
        self.can: Callable[[str], Source | None] = lambda _: py("0")
        self.actions: Sequence[str] = ()
        #: The actions that may be played while the status is playing.
        self.in_play: Sequence[str] = ()
        self.queue_head: Source | None = None
        #: Source of the code of the tile held back from the queue; None where none is.
        self.held: Source | None = None
        #: Names that only some expressions are handed, and by what.
        self.handed: Mapping[str, str] = {}
        #: Comparisons that always come out the same, with both sides.
        self.decided: Final[list[tuple[bool, Node, Value, Value]]] = []
        #: Divisions by a constant 0.
        self.by_zero: Final[list[Node]] = []
        self.globals: Final[dict[str, Any]] = {
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
        #: What calls of short functions stand for, by function; see `tilekit.expressions.inline`.
        self.templates: Final[dict[object, Template]] = {
            board.bit: Template(("c",), "1 << c", {}),
            board.count: Template(("m",), "m.bit_count()", {}),
            board.around: Template(("c",), "near[c]", {"near": board.grid.near}),
        }
        self.work: Final = Work(self.cells, self.areas)
        #: For each area the words for what the player chose that it speaks of, itself or through other areas.
        self.areas_of_choice: Final[dict[str, frozenset[str]]] = {}
        self._tries = 0
        self._areas_open: Final[list[str]] = []
        self._helpers: Final[dict[str, str]] = {}
        self._constant_masks: Final[dict[int, Source]] = {}
        # What is worked out once for each area: its source by cell (None for its mask), and the places it depends on.
        self._area_sources: Final[dict[tuple[str, str, Source | None], Source]] = {}
        self._area_places: Final[dict[str, frozenset[str] | None]] = {}
        # Conditions that depend on places alone, by source; for those that ask about the cell played their masks.
        self._of_places: Final[dict[Source, Callable[[int, int], bool]]] = {}
        self._by_here: Final[dict[Callable[[int, int], bool], Source | None]] = {}

    # ------------------------------------------------------------ making functions

    def name(self, thing: object, hint: str) -> str:
        """A global name for an object in generated source."""
        name = f"{hint}_{len(self.globals)}"
        self.globals[name] = thing
        return name

    def constant_mask(self, mask: int) -> Source:
        """Source of a set of cells that stands still."""
        if not self.board.wide:
            return py("{}", mask)
        if mask not in self._constant_masks:
            self._constant_masks[mask] = call(self.name(self.board.constant(mask), "MASK"))
        return self._constant_masks[mask]

    @property
    def full(self) -> Source:
        """Source of the set of all cells."""
        return self.constant_mask(self.board.full)

    def plane(self, code: int | Source) -> Source:
        """Source of the mask of the cells that hold a code, itself a number or source."""
        if self.board.wide:
            return py("where(s, {})", code)
        if isinstance(code, int):
            return py("s[{}]", self.board.planes + code)
        return py("s[{} + {}]", self.board.planes, code)

    def in_cell(self, scope: Scope) -> Source:
        """Source of the code of what the cell holds that is asked."""
        return py("s[{} + {}]", self.board.cells, scope.asked)

    def listed(self, word: str, scope: Scope) -> Source:
        """Source of what a list of every cell's group has for the cell; the list is made before the loop over cells."""
        if word not in self.globals:
            self.globals[word] = (run_listing if word in RUNS else listing)(self.board, word)
        return py("s[{} + {}]", scope.local(py("{}(s)", word)), scope.asked)

    def holds(self, mask: Source, scope: Scope) -> Source:
        """Source of whether the cell is in the set of a mask, which is worked out before the loop over cells."""
        return self.board.holds_source(scope.local(mask), scope.asked)

    def spoken_choice(self, node: Node) -> frozenset[str]:
        """The words for what the player chose that an expression speaks of, itself or through areas."""
        names = {str(part.value) for part in node.walk() if part.kind == "name"}
        own = (name for name in names if name in WORDS and WORDS[name].domain == "choice")
        return frozenset(own).union(*(self.areas_of_choice.get(name, ()) for name in names))

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
        value = defined(f"value({scope.head})", [py("return {}", source)], self.globals)
        self.templates[value] = Template(("s", "here", *scope.parameters), source.text, self.globals)
        return value

    def source(self, kind: str, text: str | int, scope: Scope, least: int | None = None) -> Source:
        """As `function`, but the source."""
        value = self.value(kind, text, scope, least)
        return self.code_of(value) if kind == "tile" else value.source

    def value(self, kind: str, text: str | int, scope: Scope, least: int | None = None) -> Value:
        """As `source`, but with its type and bounds.

        Raises:
            ExpressionError: as `source`; see `with_fix`.
        """
        try:
            return self._value_of(kind, text, scope, least)
        except ExpressionError as error:
            raise self.with_fix(error, kind, text, scope, least) from None

    def with_fix(
        self, error: ExpressionError, kind: str, text: str | int, scope: Scope, least: int | None = None
    ) -> ExpressionError:
        """The error of an expression with the one fix to tell: an edit that mends what it marks, or else words."""

        def mends(instead: str, of: str) -> bool:
            return self._tries < _MOST_TRIES and self._mends(error, instead, of, kind, str(text), scope, least)

        error.fixes = fix_that(mends, error, str(text))
        return error

    def _mends(
        self, error: ExpressionError, instead: str, of: str, kind: str, text: str, scope: Scope, least: int | None
    ) -> bool:
        """Whether other text in place of what an error marks, or a part of it, is neither wrong nor always the same."""
        self._tries += 1
        start, end = error.at, error.at + error.width
        if of:
            start += text[start:end].find(of)
            end = start + len(of)
        last, mended = start + len(instead), text[:start] + instead + text[end:]
        other, decided = self._tried(kind, mended, scope, least)
        if any((at, to) == (start, last) or (settled and at < last and to > start) for at, to, settled in decided):
            return False
        # What is wrong elsewhere was so before.
        if other is None or (other.code == "unknown-name" and not start <= other.at < last):
            return True
        return other.at >= end_of(mended, start, last) or other.at + other.width <= start

    def reads(self, kind: str, text: str | int, scope: Scope) -> bool:
        """Whether an expression of a kind makes sense in a scope."""
        return self._tried(kind, text, scope, None)[0] is None

    def _tried(
        self, kind: str, text: str | int, scope: Scope, least: int | None
    ) -> tuple[ExpressionError | None, list[tuple[int, int, bool]]]:
        """What is wrong with an expression, and what always comes out the same: from, to, and whether in any game."""
        steps, parts, decided, by_zero = self.work.steps, self.work.parts, len(self.decided), len(self.by_zero)
        wrong = None
        try:
            self._value_of(kind, text, scope, least)
        except ExpressionError as error:
            wrong = error
        found = [
            (node.at, node.at + node.width, left.constant and right.constant)
            for _, node, left, right in self.decided[decided:]
        ]
        del self.decided[decided:], self.by_zero[by_zero:]
        self.work.steps, self.work.parts = steps, parts
        return wrong, found

    def _value_of(self, kind: str, text: str | int, scope: Scope, least: int | None) -> Value:
        node = self.tree(kind, text, often=scope.often)
        if kind in ("cells", "condition"):
            source = self.mask(node, scope) if kind == "cells" else self.condition(node, scope)
            return Value("condition", self.shallow(source, node))
        value = self.number(node, scope)
        self.shallow(value.source, node)
        if least is not None and value.high < least:
            too_small(node, value.high, least)
        first, last = self.pieces + 1 - self.shift, self.board.last - self.shift
        if kind == "tile" and value.constant and not value.code and not first <= value.low <= last:
            no_tile(node, value.low, first, last)
        return value

    @staticmethod
    def shallow(source: Source, node: Node) -> Source:
        """The source of an expression, which Python must be able to read.

        Raises:
            ExpressionError: it is nested too deeply for that.
        """
        if source.depth > DEEPEST:
            too_deep(node, source.depth, DEEPEST)
        return source

    def outlined(self, source: Source, *parameters: str) -> Source:
        """The source, or a call of a function of it where it is long: what is used twice must not double."""
        given = {name: py("{}", name) for name in parameters}
        return source if fits_inline(source) else self._called("part", given, [py("return {}", source)])

    def helper(self, name: str, scope: Scope, lines: Block) -> Source:
        """A call of a function of these lines."""
        return self._called(name, {each: py("{}", each) for each in ("s", "here", *scope.parameters)}, lines)

    def _called(self, name: str, given: Mapping[str, Source], lines: Block) -> Source:
        """A call of a function of these lines, which is made once, with what is given for each of its parameters."""
        text = written(f"{name}({', '.join(given)})", lines)
        if text not in self._helpers:
            self._helpers[text] = self.name(compiled(text, name, self.globals), name)
        return call(self._helpers[text], *given.values())

    def loop(
        self, name: str, first: str | Source, within: Source, last: str, scope: Scope, body: Callable[[Scope], Source]
    ) -> Source:  # fmt: skip
        """A call of a function that runs ``first``, the body for each cell of a mask, and ``last``.

        ``body`` is given the scope of the cell; what it needs worked out stands before the loop.
        """
        inside = replace(of_set(scope), cell=CELL, before={})
        line = body(inside)
        before = [py("{} = {}", local, source) for source, local in (inside.before or {}).items()]
        return self.helper(name, scope, [*before, first, py("for c in each({}):", within), [line], last])

    # ------------------------------------------------------------ tiles

    def tile(self, code: int) -> Value:
        """The tile of a code."""
        return replace(constant(code - self.shift), code=py("{}", code))

    def of_code(self, code: Source, low: int, high: int) -> Value:
        """A tile whose code is this source, from ``low`` to ``high``."""
        shifted = py("{} - {}" if self.shift > 0 else "{} + {}", code, abs(self.shift)) if self.shift else code
        return Value("number", shifted, low - self.shift, high - self.shift, code)

    def code_of(self, value: Value) -> Source:
        """The code of a number that is to be a tile; 0 outside the ladder."""
        first, last = self.pieces + 1, self.board.last
        if value.code:
            return value.code
        if value.low + self.shift >= first and value.high + self.shift <= last:
            return py("{} + {}", value.source, self.shift) if self.shift else value.source
        table = self.name((0, *range(first, last + 1), 0), "LADDER")
        # One step below the ladder and one above it stand for everything outside.
        return py("{}[min(max({} + {}, 0), {})]", table, value.source, self.shift - first + 1, last - first + 2)

    def code_within(self, tile: Value) -> Source:
        """The code of a number that is looked up: beyond the first tile or the last one that one holds."""
        return tile.code or py("min(max({} + {}, 0), {})", tile.source, self.shift, self.board.last)

    def of_tile(self, values: tuple[int, ...], tile: Value) -> Value:
        """What a table by code has for a tile."""
        if tile.constant:
            return constant(values[min(max(tile.low + self.shift, 0), self.board.last)])
        found = py("{}[{}]", self.name(values, "OF"), self.code_within(tile))
        return Value("number", found, min(values), max(values))

    # ------------------------------------------------------------ conditions and numbers

    def condition(self, node: Node, scope: Scope) -> Source:
        """The source of a condition; anything else is an error."""
        value = self._value(node, scope)
        if value.kind != "condition":
            mismatch(node, "a condition", "a tile" if value.code else "a number", *self._asking(node, value, scope),
                     words='write a comparison, such as "turn > 3"')  # fmt: skip
        return value.source

    def _asking(self, node: Node, value: Value, scope: Scope) -> Iterator[str]:
        """What asks for a number or a tile, which is no condition by itself."""
        if not value.code and not value.constant:
            yield f"{PART} > 0"
        elif value.code and (self.speaks_of_cell(node, scope) or not (value.constant or scope.cell)):
            yield f"{PART} != none"
        elif value.code:
            yield f"tile == {PART}" if scope.cell else f"exists(tile == {PART})"

    def number(self, node: Node, scope: Scope) -> Value:
        """The source of a number; anything else is an error."""
        value = self._value(node, scope)
        if value.kind != "number":
            mismatch(node, "a number", "a condition", f"1 if {PART} else 0", words="write 1 if … else 0")
        return value

    def _value(self, node: Node, scope: Scope) -> Value:
        match node.kind:
            case "number":
                if abs(int(node.value)) > CAP:
                    too_large(node)
                return constant(int(node.value))
            case "name":
                return self._named(node, scope)
            case "call":
                return self._call_before_loop(node, scope)
            case "if":
                return self._choice(node, scope)
            case "and" | "or" as word:
                return Value("condition", joined(word, [self.condition(part, scope) for part in node.parts]))
            case "not":
                return Value("condition", py("not {}", self.condition(node.parts[0], scope)))
        numbers = [self.number(part, scope) for part in node.parts]
        match node.kind:
            case "negative":
                (inner,) = numbers
                if inner.constant:
                    return constant(-inner.low)
                return Value("number", py("-{}", inner.source), -inner.high, -inner.low)
            case "in" | "not in":
                # Codes compare alike only if every one of them is a tile.
                first, *others = self._alike(numbers)
                return Value("condition", joined(node.kind, (first, py("({},)", joined(",", others)))))
        left, right = numbers
        if node.kind in COMPARISONS:
            return self._compare(node, left, right, scope)
        if node.kind in ("//", "%") and right.constant and right.low == 0:
            self.by_zero.append(node)
        return arithmetic(node.kind, left, right)

    def _compare(self, node: Node, left: Value, right: Value, scope: Scope) -> Value:
        self.note_decided(node, left, right)
        first = node.parts[0]
        if node.kind in ("==", "!=") and right.constant and right.low == 0 and first.kind == "name":
            # Whether a mask is all or nothing needs no counting.
            mask = {"tiles": self.board.full, "empties": 0}.get(str(first.value))
            if mask is not None and first.value not in scope.names:
                return Value("condition", joined(node.kind, (self.plane(0), self.constant_mask(mask))))
        return Value("condition", joined(node.kind, self._alike([left, right])))

    @staticmethod
    def _alike(numbers: Sequence[Value]) -> list[Source]:
        """What is compared: codes where every one of the numbers is a tile, which is as good and less work."""
        codes = [number.code for number in numbers if number.code]
        return codes if len(codes) == len(numbers) else [number.source for number in numbers]

    def note_decided(self, node: Node, left: Value, right: Value) -> None:
        """Remembers a comparison that always comes out the same, unless constants of the ruleset decide it.

        They are its switches; what tiles and plain numbers decide is none.
        """
        settled = left.constant and right.constant
        if not settled or (
            (left.code or right.code) and self.values.keys().isdisjoint(str(part.value) for part in node.walk())
        ):
            always = decided(node.kind, left, right)
            if always is not None:
                self.decided.append((always, node, left, right))

    def _choice(self, node: Node, scope: Scope) -> Value:
        condition = self.condition(node.parts[0], scope)
        left, right = self._value(node.parts[1], scope), self._value(node.parts[2], scope)
        if left.kind != right.kind:
            mismatch(node, "the same kind on both sides of else", f"a {left.kind} and a {right.kind}",
                     words="write a number on both sides, or a condition")  # fmt: skip
        either = "{} if {} else {}"
        code = py(either, left.code, condition, right.code) if left.code and right.code else None
        source = py(either, left.source, condition, right.source)
        return Value(left.kind, source, min(left.low, right.low), max(left.high, right.high), code)

    # ------------------------------------------------------------ names

    def _named(self, node: Node, scope: Scope) -> Value:
        name = str(node.value)
        if name in scope.names:
            return scope.names[name]
        word, place = WORDS.get(name), self.board.grid.parse(name)
        is_set = name in self.areas or name in self.sets
        if (word is not None and word.arguments) or name in self.lists or name in self.by_tile:
            no_value(node)
        if not scope.cell and (is_set or (word is not None and word.domain == "cell")):
            no_cell(node, word.instead if word is not None and word.instead else f"exists({name} …)")
        if word is not None:
            return word.emit(self, node, scope)
        if is_set:
            return Value("condition", self._in_set(node, scope))
        if name in self.values:
            return self.values[name]
        if name in self.codes:
            return self.tile(self.codes[name])
        if place is None:
            raise self._unknown(node, scope)
        if not scope.cell:
            no_cell(node, f"at({name})")
        return Value("condition", py("{} == {}", scope.cell, place))

    def _in_set(self, node: Node, scope: Scope) -> Source:
        """Source of whether the cell is in a set that has a name."""
        name = str(node.value)
        if name in self.sets:
            need_step(node, scope)
            return self.holds(self.sets[name], scope)
        if scope.before is not None:
            return self.holds(self._area(node, replace(scope, cell=None, before=None)), scope)
        return self._area(node, scope)

    def _area(self, node: Node, scope: Scope) -> Source:
        """Source of an area: of whether the cell of the scope is in it, or of its mask where there is none."""
        name = str(node.value)
        own = Scope(here=scope.here, target=scope.target) if self.areas_of_choice.get(name) else Scope()
        key = name, own.target, scope.cell
        if key not in self._area_sources:
            source = self.shallow(self._in_area(node, scope, replace(own, cell=scope.cell)), node)
            if not fits_inline(source):  # a function, of whichever cell is asked
                inner = source if scope.cell in (None, CELL) else self._in_area(node, scope, replace(own, cell=CELL))
                given = {"s": py("s"), "here": py("here")} | ({"c": scope.cell} if scope.cell else {})
                source = self._called("part", given, [py("return {}", inner)])
            self._area_sources[key] = source
        return self._area_sources[key]

    def _in_area(self, node: Node, scope: Scope, own: Scope) -> Source:
        """What an area's own text gives in a scope of its own; a mistake in there is one of whoever speaks of it here.

        Raises:
            ExpressionError: it cannot be spoken of here; placed at the area's name.
        """
        name = str(node.value)
        spoken = [word for word in WORDS if word in self.areas_of_choice.get(name, ())]
        lacking = [word for word in spoken if scope.target not in ("any", *WORDS[word].targets)]
        if lacking:
            no_choice_of_area(node, scope, lacking[0])
        if name in self._areas_open:
            area_in_circle(node, self._areas_open)
        decided, by_zero = len(self.decided), len(self.by_zero)
        self._areas_open.append(name)
        try:
            return self.condition(self.areas[name], own) if own.cell else self.mask(self.areas[name], own)
        except ExpressionError as error:
            raise of_area(node, error) from None
        finally:
            self._areas_open.pop()
            del self.decided[decided:], self.by_zero[by_zero:]  # reported where the area is defined

    # ------------------------------------------------------------ calls

    def _call_before_loop(self, node: Node, scope: Scope) -> Value:
        """A call; within a loop over cells, where it does not depend on the cell, it is worked out before the loop."""
        if scope.before is None or self.speaks_of_cell(node, scope):
            return self._call(node, scope)
        value = self._call(node, replace(scope, cell=None, before=None))
        if value.constant:
            return value
        if value.code:
            return self.of_code(scope.local(value.code), value.low + self.shift, value.high + self.shift)
        return replace(value, source=scope.local(value.source))

    def _call(self, node: Node, scope: Scope) -> Value:
        name = str(node.value)
        if name in self.lists:
            arity(node, 1)
            return self._look_up(self.lists[name], self.number(node.parts[0], scope))
        if name in self.by_tile:
            arity(node, 1)
            return self.of_tile(self.by_tile[name], self.number(node.parts[0], scope))
        word = WORDS.get(name)
        if word is None or not word.arguments:
            raise self._unknown(node, scope)
        if word.domain == "cell" and not scope.cell:
            no_cell(node, f"exists({PART})")
        return word.emit(self, node, scope, *self._arguments(node, scope))

    def _arguments(self, node: Node, scope: Scope) -> list[Value | Source | Node]:
        """What a word is handed of what stands between its brackets; see `Argument`."""
        word = WORDS[str(node.value)]
        kinds = word.arguments
        if len(node.parts) < len(kinds) or not word.more:
            arity(node, len(kinds))
        return [self._argument(kinds[min(i, len(kinds) - 1)], part, scope) for i, part in enumerate(node.parts)]

    def _argument(self, kind: Argument, part: Node, scope: Scope) -> Value | Source | Node:
        if kind in ("number", "tile"):
            return self.number(part, scope)
        return self.mask(part, scope) if kind == "cells" else part

    def _look_up(self, values: tuple[int, ...], index: Value) -> Value:
        if index.constant:
            return constant(values[min(max(index.low, 1), len(values)) - 1])
        place = call("max", index.source, 1) if index.low < 1 else index.source
        place = call("min", place, len(values)) if index.high > len(values) else place
        found = py("{}[{} - 1]", self.name(values, "LIST"), place)
        return Value("number", found, min(values), max(values))

    def one_cell(self, node: Node, scope: Scope) -> Source | None:
        """Source of the cell, where a set is written as the name of one cell; None for any other set."""
        if node.kind != "name" or node.value in scope.names:
            return None
        name = str(node.value)
        if name == "here":
            return py("here") if scope.here else None
        if name == "there":
            return py("s[{}]", CHOSEN) if scope.target == "pair" else None
        place = self.board.grid.parse(name)
        return None if place is None else py("{}", place)

    def speaks_of_cell(self, node: Node, scope: Scope) -> bool:
        """Whether an expression in a loop over cells depends on the cell."""
        name = str(node.value)
        word = WORDS.get(name)
        if node.kind == "call" and word is not None and (word.of_cell or word.of_set):
            return word.of_cell
        if node.kind == "name" and name not in scope.names:
            is_set = name in self.areas or name in self.sets or self.board.grid.parse(name) is not None
            return is_set or (word is not None and word.of_cell)
        return any(self.speaks_of_cell(part, scope) for part in node.parts)

    # ------------------------------------------------------------ sets of cells

    def mask(self, node: Node, scope: Scope) -> Source:
        """Source of the mask of the cells for which a condition holds."""
        scope = of_set(scope)
        simple = self._simple_mask(node, scope)
        return self._looped_mask([node], "and", self.full, scope) if simple is None else simple

    def _simple_mask(self, node: Node, scope: Scope) -> Source | None:
        """The mask, where no cells need to be asked one by one."""
        kind, full = node.kind, self.full
        found = self._mask_of_place(node, scope)
        if found is not None:
            return found
        if kind in ("and", "or"):
            return self._joined_mask(node, scope)
        if kind == "not":
            return py("{} & ~{}", full, self.mask(node.parts[0], scope))
        if kind == "if" and not self.speaks_of_cell(node.parts[0], scope):
            condition = self.condition(node.parts[0], scope)
            left, right = (self.mask(part, scope) for part in node.parts[1:])
            return py("{} if {} else {}", left, condition, right)
        if kind == "name":
            return self._named_mask(node, scope)
        word = WORDS.get(str(node.value))
        if kind == "call" and word is not None and word.mask is not None and word.arguments:
            return word.mask(self, node, scope, *self._arguments(node, scope))
        if kind in _COMPARING and node.parts[0].kind == "name" and node.parts[0].value not in scope.names:
            word = WORDS.get(str(node.parts[0].value))
            found = word.compared(self, node, scope) if word is not None and word.compared is not None else None
            if found is not None:
                return found
        if not self.speaks_of_cell(node, scope):
            value = self._value(node, scope)
            if value.kind == "condition":
                return py("{} if {} else {}", full, value.source, self.constant_mask(0))
        return None

    def _named_mask(self, node: Node, scope: Scope) -> Source | None:
        name = str(node.value)
        word, cell = WORDS.get(name), self.board.grid.parse(name)
        if name in scope.names:
            return None
        if word is not None and word.mask is not None and not word.arguments:
            return word.mask(self, node, scope)
        if name in self.areas:
            return self._area(node, scope)
        if name in self.sets:
            need_step(node, scope)
            return self.sets[name]
        return self.constant_mask(1 << cell) if cell is not None else None

    def _joined_mask(self, node: Node, scope: Scope) -> Source:
        """Several conditions, joined by ``and`` or ``or``; only cells that masks leave open are asked one by one."""
        kind = node.kind
        found = [(part, self._simple_mask(part, scope)) for part in _flat(node, kind)]
        masks = list(dict.fromkeys(mask for _, mask in found if mask is not None))
        looped = [part for part, mask in found if mask is None]
        if not masks:
            return self._looped_mask(looped, kind, self.full, scope)
        whole = self.shallow(joined("&" if kind == "and" else "|", masks), node)
        if not looped or kind == "and":
            return self._looped_mask(looped, kind, whole, scope) if looped else whole
        return py("{} | {}", whole, self._looped_mask(looped, kind, py("{} & ~{}", self.full, whole), scope))

    def _looped_mask(self, nodes: Sequence[Node], kind: str, within: Source, scope: Scope) -> Source:
        """Cells for which conditions hold, joined by ``and`` or ``or``; the cells are asked one by one."""

        def body(inside: Scope) -> Source:
            return py("if {}: m |= bit(c)", joined(kind, [self.condition(node, inside) for node in nodes]))

        return self.loop("cells", py("m = {}", self.constant_mask(0)), within, "return m", scope, body)

    # ------------------------------------------------------------ sets that rest on places alone

    def _places(self, node: Node, scope: Scope) -> frozenset[str] | None:
        """The places that a condition depends on: ``cell`` (the one asked) and ``here``; None if it needs the state.

        Areas are asked in a scope of their own, so that what one depends on is found once.
        """
        name, word = str(node.value), WORDS.get(str(node.value))
        if node.kind == "name":
            return self._places_of_name(name, scope)
        if node.kind == "call":
            if name == "sum" and len(node.parts) == 2 and self.one_cell(node.parts[1], scope) == py("here"):
                return None if self._places(node.parts[0], scope) is None else frozenset({"here"})
            if name not in self.lists and (word is None or not word.fixed):
                return None
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
        if (name in WORDS and WORDS[name].fixed) or self.board.grid.parse(name) is not None:
            return frozenset({"cell"})
        if name == "here":
            return frozenset({"cell", "here"}) if scope.here else None
        if name in self.areas:
            if name not in self._area_places:
                self._area_places[name] = None  # what an area in a circle finds when it comes back to itself
                own = Scope(here="here" in self.areas_of_choice.get(name, ()))
                self._area_places[name] = self._places(self.areas[name], own)
            found = self._area_places[name]
            return None if found is None or ("here" in found and not scope.here) else found | {"cell"}
        return frozenset() if name in self.values and self.values[name].constant else None

    def _mask_of_place(self, node: Node, scope: Scope) -> Source | None:
        """Of a condition that depends on places alone: its mask, or one for each cell played, worked out once."""
        places = self._places(node, scope)
        if places is None or "cell" not in places or node.kind == "name":
            return None
        if "here" not in places:
            holds = self._holds(node, Scope(scope.names, cell=CELL))
            return self.constant_mask(self._mask_where(lambda c: holds(c, -1)))
        compares = any(part.kind in _COMPARING and "here" in (self._places(part, scope) or ()) for part in node.walk())
        if not compares:  # a bit more or less, which is no more work than a look into a table
            return None
        holds = self._holds(node, Scope(scope.names, here=True, target=scope.target, cell=CELL))
        if holds not in self._by_here:
            found = self.board.masks_by_cell(lambda here: self._mask_where(lambda c: holds(c, here)))
            self._by_here[holds] = None if found is None else py("{}(here)", self.name(found, "MASKS"))
        return self._by_here[holds]

    def _holds(self, node: Node, scope: Scope) -> Callable[[int, int], bool]:
        """``holds(c, here)``: whether a condition that depends on nothing else holds."""
        condition = self.shallow(self.condition(node, scope), node)
        if condition not in self._of_places:
            returned = py("return {}", condition)
            self._of_places[condition] = defined("holds(c, here, s=())", [returned], self.globals)
        return self._of_places[condition]

    def _mask_where(self, holds: Callable[[int], bool]) -> int:
        return sum(1 << c for c in range(self.board.grid.size) if self.board.full >> c & 1 and holds(c))

    # ------------------------------------------------------------ what is wrong

    def known(self, scope: Scope) -> list[str]:
        """Every name that may stand in an expression, sorted."""
        return sorted(
            {*scope.names, *self.values, *self.lists, *self.by_tile, *self.codes, *self.areas, *self.sets, *WORDS}
        )

    def _unknown(self, node: Node, scope: Scope) -> ExpressionError:
        if node.kind == "call":
            functions = sorted(name for name, word in WORDS.items() if word.arguments)
            return no_table(
                node, functions, sorted({*self.lists, *self.by_tile}), is_bare=node.value in self.known(scope),
                of_tile=len(node.parts) == 1 and self._is_tile(node.parts[0], scope),
            )  # fmt: skip
        own = sorted({*scope.names, *self.values, *self.lists, *self.by_tile, *self.areas})
        return unknown(node, self.known(scope), own, self.handed, scope.names)

    def _is_tile(self, node: Node, scope: Scope) -> bool:
        try:
            return bool(self._value(node, scope).code)
        except ExpressionError:
            return False


def _flat(node: Node, kind: str) -> list[Node]:
    """The parts of a chain of ``and`` or ``or``, those of the same chain inside it taken apart, too."""
    if node.kind != kind:
        return [node]
    return [each for part in node.parts for each in _flat(part, kind)]
