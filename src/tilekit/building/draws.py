"""What chance brings: streams and spawn tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tilekit import board as b
from tilekit.board import State
from tilekit.building import spawn
from tilekit.building.problems import Problem
from tilekit.building.workbench import Workbench
from tilekit.chance import stream_number
from tilekit.expressions.parsing import ExpressionError, parse
from tilekit.expressions.values import Scope, Value, constant
from tilekit.expressions.word import WORDS
from tilekit.ruleset.models import SpawnTable
from tilekit.ruleset.text import KeyPath, found_text

#: Tables within tables.
_DEEPEST: Final = 8


class Draws:
    """The streams and spawn tables of one ruleset.

    Attributes:
        used: the spawn tables that something draws from.
    """

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self._ruleset, self._layout, self._problems = bench.ruleset, bench.layout, bench.problems
        self.used: set[str] = set()
        self._setup: spawn.Below | None = None
        self._streams: dict[tuple[str, bool], spawn.Below] = {}

    def stream(self, name: str, *, opening: bool) -> spawn.Below:
        """Bounded draws of a stream; where they may fall into an opening, from the set-up stream in there."""
        if (name, opening) not in self._streams:
            self._streams[name, opening] = self._new_stream(name, opening=opening)
        return self._streams[name, opening]

    def _new_stream(self, name: str, *, opening: bool) -> spawn.Below:
        board, counters = self._bench.board, self._layout.streams
        own = board.below(counters[name], stream_number(name))
        if not opening:
            return own
        if self._setup is None:
            self._setup = board.below(counters["setup"], stream_number("setup"), keyed=True)
        setup = self._setup

        def below(s: State, n: int) -> int:
            return setup(s, n) if s[b.OPENING] else own(s, n)

        return below

    def spawn_table(self, name: str, path: KeyPath, below: spawn.Below) -> spawn.Table:
        """``settle`` and ``pick`` of a spawn table; what settle works out holds for the picks after it."""
        return self._table(name, path, below, (), {})

    def check_unused(self) -> None:
        """Checks the spawn tables that nothing draws from, too: it may be that whoever does is wrong."""
        for name in self._ruleset.spawn:
            if name not in self.used:
                self.spawn_table(name, ("spawn", name), lambda _s, _n: 0)

    def _table(
        self, name: str, path: KeyPath, below: spawn.Below, seen: tuple[str, ...], made: dict[str, spawn.Table]
    ) -> spawn.Table:
        """As `spawn_table`; ``seen`` are the tables that led here, ``made`` those that are ready."""
        if name not in made:
            made[name] = self._new_table(name, path, below, seen, made)
        return made[name]

    def _new_table(
        self, name: str, path: KeyPath, below: spawn.Below, seen: tuple[str, ...], made: dict[str, spawn.Table]
    ) -> spawn.Table:
        nothing: spawn.Table = (spawn.settled, spawn.fixed(0))
        self.used.add(name)
        table = self._ruleset.spawn.get(name)
        if table is None:
            self._problems.unknown(path, "spawn", name, self._ruleset.spawn)
            return nothing
        here: KeyPath = ("spawn", name)
        around = " -> ".join([*seen, name])
        keys = ", ".join(table.model_dump(by_alias=True, exclude_none=True)) or "an empty table"
        ways = [way for way in ("weights", "bag", "first", "tile") if getattr(table, way) is not None]
        kinds = "weights, or a bag, or from and to, or tile"
        wrong = None
        if name in seen:
            wrong = Problem(path, "spawn-in-circle", f'spawn table "{name}" draws from itself', around,
                            "tables that end in tiles",
                            f'take "{name}" out of the weights of "{seen[-1]}"')  # fmt: skip
        elif len(seen) == _DEEPEST:
            wrong = Problem(path, "spawn-too-deep", "spawn tables are nested too deeply", around,
                            f"at most {_DEEPEST} inside one another",
                            "write the tiles of the inner table into the outer one")  # fmt: skip
        elif len(ways) > 1:
            wrong = Problem(here, "spawn-kind", f'spawn table "{name}" is of two kinds at once', keys, kinds,
                            "keep one of them")  # fmt: skip
        elif not ways or (table.first is None and (table.to is not None or table.weight is not None)):
            wrong = Problem(here, "spawn-kind", f'spawn table "{name}" does not say what it draws', keys, kinds,
                            "write weights = { … }, a weight for each tile")  # fmt: skip
        if wrong is not None:
            # One report is enough for all the tables of a circle, or of what is too deep.
            if wrong.code == "spawn-kind" or not self._problems.has(wrong.code):
                self._problems.found.append(replace(wrong, key=True))
            return nothing
        if table.tile is not None:
            return spawn.settled, spawn.fixed(self._bench.tile_code((*here, "tile"), table.tile))
        if table.bag is not None:
            return spawn.settled, self._bagged(name, table.bag, below)
        if table.weights is not None:
            return spawn.settled, self._weighted(name, table, below, (*seen, name), made)
        return self._ranged(name, table, below)

    def _weighted(
        self, name: str, table: SpawnTable, below: spawn.Below, seen: tuple[str, ...], made: dict[str, spawn.Table]
    ) -> spawn.Pick:
        weights = table.weights or {}
        path: KeyPath = ("spawn", name, "weights")
        choices: list[int | spawn.Pick] = []
        for choice in weights:
            if choice in self._ruleset.spawn:
                settle, pick = self._table(choice, (*path, choice), below, seen, made)
                choices.append(spawn.settling(settle, pick))
            else:
                choices.append(self._bench.tile_code((*path, choice), choice, key=True, besides=self._ruleset.spawn))
        constants = [w for w in weights.values() if isinstance(w, int)]
        for choice, weight in weights.items():
            if isinstance(weight, int) and weight < 0:
                self._problems.add((*path, choice), "weight-not-positive",
                                   f'the spawn weight of "{choice}" is negative',
                                   found=str(weight), expected="0 or more",
                                   fix=f'delete it to stop "{choice}" from arriving')  # fmt: skip
        if any(weight < 0 for weight in constants):
            return spawn.fixed(0)
        if len(constants) < len(weights):
            often = Scope(often=True)
            functions = [self._bench.function("number", (*path, c), w, often) for c, w in weights.items()]
            return spawn.weighted_in_play(choices, functions, below, self._bench.board.among)
        if not 0 < sum(constants) <= spawn.LARGEST_SUM:
            none = (
                "no tile can be drawn: all weights are 0" if weights else "no tile can be drawn: there are no weights"
            )
            self._problems.add(path, "weights-sum",
                               "the spawn weights are too large together" if sum(constants) else none,
                               found=f"a sum of {sum(constants)}", expected=f"a sum from 1 to {spawn.LARGEST_SUM}",
                               fix="divide all of them by the same number" if sum(constants)
                               else "give at least one tile a weight of 1 or more")  # fmt: skip
            return spawn.fixed(0)
        return spawn.weighted(choices, constants, below, self._bench.board.among)

    def _bagged(self, name: str, bag: dict[str, int], below: spawn.Below) -> spawn.Pick:
        path: KeyPath = ("spawn", name, "bag")
        codes = [self._bench.tile_code((*path, tile), tile, key=True) for tile in bag]
        if not sum(bag.values()):
            self._problems.add(path, "weights-sum", "no tile can be drawn: there is none in the bag",
                               found=f"a sum of {sum(bag.values())}", expected="at least one tile",
                               fix="write how often each tile is in the bag")  # fmt: skip
            return spawn.fixed(0)
        left = self._layout.bags[name]
        return spawn.bagged(codes, list(bag.values()), left, below, self._bench.board.among)

    def _ranged(self, name: str, table: SpawnTable, below: spawn.Below) -> spawn.Table:
        path: KeyPath = ("spawn", name)
        tiles, words = self._layout.tiles, self._bench.vocabulary
        lowest, highest = tiles.number(tiles.pieces + 1), tiles.number(tiles.last)
        if table.to is None or tiles.last == tiles.pieces:
            lacks = "the range has no end" if table.to is None else "there is no ladder to draw a range from"
            fix = "write to = …" if table.to is None else "write weights = { … }, a weight for each piece"
            self._problems.add((*path, "from"), "spawn-kind", lacks, key=True,
                               found=f"from = {found_text(table.first)}",
                               expected="from and to, in a game with a ladder", fix=fix)  # fmt: skip
            return spawn.settled, spawn.fixed(0)
        ends: list[Value] = []
        for key, text in (("from", table.first), ("to", table.to)):
            try:
                ends.append(words.value("number", text or 0, Scope()))
            except ExpressionError as error:
                self._problems.expression((*path, key), error)
                ends.append(constant(lowest))
            if ends[-1].constant and not lowest <= ends[-1].low <= highest:
                self._problems.add((*path, key), "number-out-of-range", "the range leaves the ladder", found=str(text),
                                   expected=f"{lowest} to {highest}",
                                   fix="stay within the ladder of [tiers]")  # fmt: skip
        if ends[0].low > ends[1].high:
            self._problems.add((*path, "to"), "empty-range", "the range ends before it begins", found=str(table.to),
                               expected=f"{ends[0].low} or more", fix="swap from and to")  # fmt: skip
        scope = self._bench.scope({"n": "number", "from": "number", "to": "number"})
        weight = None
        if isinstance(table.weight, int) and table.weight < 1:
            self._problems.add((*path, "weight"), "weight-not-positive", "the weight of each number is not positive",
                               found=str(table.weight), expected="1 or more",
                               fix="delete weight to draw all numbers alike")  # fmt: skip
        if table.weight is not None:
            weight = self._bench.function("number", (*path, "weight"), table.weight, scope)
        first, to = ends
        shift = tiles.shift
        if first.constant and to.constant and lowest <= first.low <= to.low <= highest and table.weight is None:
            return spawn.settled, spawn.even(first.low + shift, to.low - first.low + 1, below)
        slot = self._bench.board.reserve(2)
        if (
            first.constant
            and lowest <= to.low
            and to.high <= highest
            and first.low <= to.low
            and self._is_plain(table.weight)
        ):
            sizes = [
                {
                    n + shift: max(0, weight([], -1, n, first.low, end)) if weight else 1
                    for n in range(first.low, end + 1)
                }
                for end in range(to.low, to.high + 1)
            ]
            totals = [sum(size.values()) for size in sizes]
            if not any(totals) and not (isinstance(table.weight, int) and table.weight < 1):
                self._problems.add((*path, "weight"), "weights-sum", "no tile can be drawn: all weights are 0",
                                   found=str(table.weight), expected="a weight of 1 or more for some n",
                                   fix="write a weight that is positive for some n from first to last")  # fmt: skip
            if all(totals) and sum(totals) <= spawn.LISTED and self._bench.board.among is None:
                lists = [[code for code, count in size.items() for _ in range(count)] for size in sizes]
                function = self._bench.function("number", (*path, "to"), table.to, Scope())
                return spawn.ranged_listed(to.low, lists, function, slot, below)
        begins = self._bench.function("number", (*path, "from"), table.first or 0, Scope())
        ends_at = self._bench.function("number", (*path, "to"), table.to, Scope())
        ladder, among = (lowest, highest), self._bench.board.among
        return spawn.ranged_in_play(begins, ends_at, weight, ladder, shift, slot, below, among)

    def _is_plain(self, weight: int | str | None) -> bool:
        """Whether a weight depends on the range and on constants alone, and stays small."""
        if weight is None or isinstance(weight, int):
            return weight is None or 0 < weight <= 100
        try:
            names = [str(node.value) for node in parse(weight).walk() if node.kind in ("name", "call")]
        except ExpressionError:
            return False
        fixed = {name for name, value in self._bench.vocabulary.values.items() if value.constant}
        fixed |= {"n", "from", "to", *(name for name, word in WORDS.items() if word.fixed and word.arguments)}
        return fixed.issuperset(names)

    def scripted(self, pick: spawn.Pick, *, opening: bool) -> spawn.Pick:
        """A pick that a scenario may answer instead; programs for simulation are never scripted."""
        if not self._bench.journal and self._bench.board.among is None:
            return pick

        def scripted_pick(s: State) -> int:
            at = s[b.SCRIPT]
            if at == 0 or (opening and s[b.OPENING]):
                return pick(s)
            s[b.SCRIPT] = at + 1 if at + 1 < len(s) else 0
            return s[at]

        return scripted_pick
