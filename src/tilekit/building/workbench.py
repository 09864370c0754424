"""What every part of a program is made with.

Owns the way from an expression in a ruleset to source or to a function, mistakes reported and stood in for by a
dummy, and the making of functions from generated lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from pydantic import BaseModel

from tilekit import board as b
from tilekit.board import Board, State
from tilekit.building.guard import Guard
from tilekit.building.layout import Layout
from tilekit.building.problems import Problems
from tilekit.errors import Fix, one_line
from tilekit.expressions.inline import Inliner
from tilekit.expressions.parsing import CAP, ExpressionError
from tilekit.expressions.values import Scope, Value
from tilekit.expressions.vocabulary import Vocabulary
from tilekit.expressions.words.choice import CELLED
from tilekit.ruleset.models import Ruleset, Target, Variable
from tilekit.ruleset.text import KeyPath
from tilekit.source import Block, Source, call, defined, later, py, settle_later

#: The passes of repeats and the deals of openings that one turn may take: at least, at most, and so many that the
#: steps of the interpreter (see `tilekit.expressions.work`) stay within bounds.
FEWEST_PASSES: Final = 20
MOST_PASSES: Final = 10_000
MOST_STEPS: Final = 50_000_000


#: Tables in which no expression asks for what a step has left.
_NOT_ASKING: Final = {"scenario", "look", "display", "game", "presets"}
#: Keys whose values are names or texts, wherever they stand.
_NO_EXPRESSIONS: Final = frozenset(
    {"on", "use", "emits", "steps", "name", "text", "metric", "reason", "source", "rule", "rules"}
)


class Workbench:
    """The tools that the parts of one program share.

    Attributes:
        ruleset: what is built.
        layout: where everything lies.
        problems: what is wrong so far.
        journal: whether what happens is noted.
        board: the words.
        inline: writes short words into the functions that use them; None in a program that journals.
        note: writes an entry into the journal.
        vocabulary: what expressions may speak of.
        passes: ``passes(s, n)`` counts passes of this turn, and returns how many more it may take.
        words: what generated lines may name besides what expressions may.
        stored: index of the stored opening in a state, or 0.
        left_sets: for each set of cells that a step leaves and a later one asks about, what stores it.
    """

    def __init__(
        self, ruleset: Ruleset, layout: Layout, problems: Problems, make_board: type[Board], *, journal: bool
    ) -> None:
        self.ruleset: Final = ruleset
        self.layout: Final = layout
        self.problems: Final = problems
        self.journal: Final = journal
        tiles = layout.tiles
        self.board: Final = make_board(layout.grid, layout.registers, tiles.last, journal=journal)
        self.note: Final = self.board.log.append
        self.vocabulary: Final = Vocabulary(self.board, tiles.shift, tiles.next_code, tiles.pieces, tiles.labels)
        # A journalling program is for play and for people who look into it: it stays as it is written. A compiler
        # does its own inlining.
        self.inline: Final = (
            None if journal or self.board.is_compiled else Inliner(self.vocabulary.templates, self.board.each)
        )
        self.words: Final[dict[str, object]] = {"note": self.note}
        #: The most passes and deals that one turn may take, and where a state counts them.
        self.most_passes = MOST_PASSES
        self._passes: Final = self.board.reserve(1)
        self.passes: Final = later("s, n")
        self._bounded: Final[set[str]] = set()
        self.stored: Final = self.board.reserve(1 + layout.grid.size) if ruleset.start.keyed_by else 0
        self.left_sets: Final = self._left_sets()
        #: So long is what a state is; what follows is scratch.
        self._own: Final = self.board.size

    # ------------------------------------------------------------ passes

    def limit_passes(self) -> None:
        """Settles how many passes a turn may take, once all expressions are known: fewer where one is more work."""
        pass_steps = 100 * self.layout.grid.size + self.vocabulary.work.steps
        self.most_passes = max(FEWEST_PASSES, min(MOST_PASSES, MOST_STEPS // pass_steps))
        settle_later(self.passes, _passes(self._passes, self.most_passes))

    @property
    def new_turn(self) -> list[Source]:
        """The lines with which a turn begins: it counts its passes, and no step has left anything yet."""
        return [py("s[{}] = 0", self._passes), *self.nothing_left]

    def guard(self, tallies: Mapping[str, int]) -> Guard:
        """What looks at the mechanics of plugins while they are in play, and at where a state counts events."""
        bounds = {name: self.bounds(name)[:2] for name in self.layout.variables}
        return Guard(self.board, self.layout, bounds, self._own, tallies)

    # ------------------------------------------------------------ what steps leave for those after them

    def _left_sets(self) -> dict[str, Callable[[State, int], None]]:
        spoken = set(words_in(self.ruleset.model_dump(exclude=_NOT_ASKING)))
        found: dict[str, Callable[[State, int], None]] = {}
        self.nothing_left: list[Source] = []
        for name in sorted({name for kind in self.layout.mechanics.values() for name in kind.leaves}):
            self.vocabulary.sets[name] = py("0")
            if name in spoken:
                ints, load, found[name] = self.board.mask_keeper()
                loaded = call(self.vocabulary.name(load, "left"), "s")
                self.vocabulary.sets[name] = loaded if self.board.wide else py("s[{}]", ints[0])
                self.nothing_left += [py("s[{}] = 0", at) for at in ints]
        return found

    def asks_left(self, value: object) -> bool:
        """Whether a text, or any text in a table, speaks of a set that a step leaves."""
        return not self.left_sets.keys().isdisjoint(words_in(value))

    def keeping(self) -> tuple[Callable[[State], None], Callable[[State], None]]:
        """``keep(s)`` and ``put_back(s)``: all that a step may change, kept beside it; what is kept counts no pass."""
        return self.board.twin(self._own, self._passes)

    def remembered(self, asked: Callable[[State], int], source: Source) -> Callable[[State], int]:
        """A question of the whole state, which is not answered twice for one state where the answer is work.

        Only in a program with a journal: what plays at speed remembers in the state itself.
        """
        if not self.journal or not source.calls:
            return asked
        known: State = []
        answer = 0

        def remembering(s: State) -> int:
            nonlocal known, answer
            if s[: self._own] != known:
                answer = asked(s)
                known = s[: self._own]
            return answer

        return remembering

    # ------------------------------------------------------------ functions

    def function(
        self, kind: str, path: KeyPath, text: str | int, scope: Scope, least: int | None = None
    ) -> Callable[..., Any]:
        """``f(s, here, *parameters)`` of the expression at a path; a dummy where it is wrong."""
        try:
            return self.vocabulary.function(kind, text, scope, least)
        except ExpressionError as error:
            self._refused(path, error, kind, scope)
            return lambda *_: 0
        finally:
            self.note_decided(path)

    def source(self, kind: str, path: KeyPath, text: str | int, scope: Scope, least: int | None = None) -> Source:
        """As `function`, but the source."""
        try:
            return self.vocabulary.source(kind, text, scope, least)
        except ExpressionError as error:
            self._refused(path, error, kind, scope)
            return py("0")
        finally:
            self.note_decided(path)

    def _refused(self, path: KeyPath, error: ExpressionError, kind: str, scope: Scope) -> None:
        self.problems.expression(path, error, kind, [name for name, value in scope.names.items() if value.code])

    def condition(self, path: KeyPath, text: str) -> Callable[[State, int], bool]:
        """The condition at a path, of the whole board."""
        return self.function("condition", path, text, Scope())

    def note_decided(self, path: KeyPath) -> None:
        """Warns of comparisons in the expression at a path that always come out the same."""
        for always, node, left, right in self.vocabulary.decided:
            if path[0] not in ("invariants", "grid"):
                code = "always-true" if always else "never-true"
                settled = left.constant and right.constant
                is_left = bool(left.code) if settled else not left.constant
                side, value = (node.parts[0], left) if is_left else (node.parts[1], right)
                text = self._written(path)
                about = one_line(text[side.at : side.at + side.width] or str(side.value), 40)
                self.problems.add(
                    path, code, f"this is {code.replace('-', ' ')}", severity="warning", offset=node.at,
                    width=node.width, found=text[node.at : node.at + node.width] or node.kind,
                    expected=f'something that depends on play: "{about}" '
                    + ("is always the same tile" if settled
                       else f"is at least {value.low}" if value.high >= CAP else f"is {value.low} to {value.high}"),
                    fix=f"write tile == {about} to ask which cells hold it" if settled
                    else Fix(
                        f"write value({about}): by itself a tile is its place in the ladder", f"value({about})", about
                    )
                    if value.code and self.layout.tiles.labels
                    else "compare with a number within that range, or leave it out",
                )  # fmt: skip
        for node in self.vocabulary.by_zero:
            self.problems.add(
                path, "division-by-zero", "this divides by 0, which gives 0", severity="warning", offset=node.at,
                width=node.width, found=self._written(path)[node.at : node.at + node.width] or node.kind,
                expected="a divisor that is not 0", fix="divide by something else, or write 0",
            )  # fmt: skip
        self.vocabulary.decided.clear()
        self.vocabulary.by_zero.clear()

    def _written(self, path: KeyPath) -> str:
        """The text at a path of the ruleset, or an empty one."""
        value: object = self.ruleset
        for part in path:
            if isinstance(value, BaseModel):
                fields = type(value).model_fields
                own = next((name for name, field in fields.items() if part in (name, field.alias)), part)
                value = getattr(value, str(own), None)
            elif isinstance(value, dict):
                value = value.get(part)
            elif isinstance(value, list) and isinstance(part, int):
                value = value[part]
        return value if isinstance(value, str) else ""

    def define(self, head: str, lines: Block, **names: object) -> Callable[..., Any]:
        """The function of generated lines; ``head`` is its name and parameters."""
        space = {**self.vocabulary.globals, **self.words, **names}
        return defined(head, lines, space)

    def scope(self, values: Mapping[str, str], *, target: Target = "none", step: bool = False) -> Scope:
        """The scope of an expression that is handed these values, each a ``tile`` or a ``number``.

        ``target`` is what the player chose before the expression is asked; ``step`` whether a step asks.
        """
        names: dict[str, Value] = {}
        for name, kind in values.items():
            local = f"{name}_"  # a name handed over can then be no word of Python
            if kind == "tile":
                names[name] = self.vocabulary.of_code(py("{}", local), 0, self.layout.tiles.last)
            elif name in ("count", "a", "b"):
                names[name] = Value("number", py("{}", local), 0, max(self.layout.grid.size, 1000))
            else:
                names[name] = Value("number", py("{}", local))
        parameters = tuple(f"{name}_" for name in values)
        return Scope(names, here=target in CELLED, target=target, parameters=parameters, often=True, step=step)

    # ------------------------------------------------------------ names

    def bounds(self, name: str) -> tuple[int, int, int]:
        """Least, most and start of a variable."""
        table = self.ruleset.variables[name]
        if not isinstance(table, Variable):
            return -CAP, CAP, table
        least = -CAP if table.least is None else table.least
        most = CAP if table.most is None else table.most
        if name not in self._bounded:
            self._bounded.add(name)
            path: KeyPath = ("variables", name)
            if least > most:
                self.problems.add((*path, "least"), "out-of-bounds", f'"{name}" has its bounds the wrong way round',
                                  found=f"{least} to {most}", expected=f"{most} or less",
                                  fix=f"write least = {most}, most = {least}")  # fmt: skip
            elif not least <= table.start <= most:
                bounds = f"{least} or more" if table.most is None else f"{most} or less"
                self.problems.add((*path, "start"), "out-of-bounds", f'"{name}" starts outside its bounds',
                                  found=str(table.start),
                                  expected=bounds
                                           if None in (table.least, table.most) else f"{least} to {most}")  # fmt: skip
        return least, most, table.start

    def tile_code(self, path: KeyPath, name: str | int, *, key: bool = False, besides: Iterable[str] = ()) -> int:
        """The code of a tile named in a setting: its id, or its number in a game of numbers.

        ``besides`` are other names that may stand there.
        """
        tiles = self.layout.tiles
        code = tiles.codes.get(str(name)) if not isinstance(name, bool) else None
        if not code:
            if tiles.numeric and str(name).isdigit():
                self.problems.add(path, "unknown-tile", f'no tile has the number "{name}"', found=str(name), key=key,
                                  expected=tiles.listed(),
                                  fix=self._by_its_label(int(name))
                                  or "choose one of the ladder, or let it reach further with last")  # fmt: skip
            else:
                self.problems.unknown(path, "tile", str(name), [*tiles.ids[1:], *besides], key=key)
            return 0
        return code

    def _by_its_label(self, number: int) -> str:
        """What to write instead of a place in the ladder where tiles go by their labels; empty elsewhere."""
        tiles = self.layout.tiles
        code = number + tiles.shift
        if tiles.labels is None or not tiles.pieces < code <= tiles.last:
            return ""
        label = tiles.labels[code]
        return Fix(f"write {label} for the tile of n = {number}: what is shown on it", str(label), str(number))

    # ------------------------------------------------------------ the journal

    def remark(self, text: str) -> Callable[[State], None]:
        """``say(s)``, which writes the text into the journal."""
        journal, note = self.journal, self.note

        def say(_s: State) -> None:
            if journal:
                note((b.REMARK, text))

        return say


def words_in(value: object) -> Iterator[str]:
    """The words of all that may be an expression, wherever it stands."""
    if isinstance(value, str):
        yield from re.findall(r"[a-z_][a-z0-9_]*", value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in _NO_EXPRESSIONS:
                yield from words_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words_in(inner)


def _passes(at: int, most: int) -> Callable[[State, int], int]:
    def passes(s: State, n: int) -> int:
        s[at] += n
        return max(most - s[at], 0)

    return passes
