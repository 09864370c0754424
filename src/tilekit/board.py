"""The board words: the only code that knows how a board is kept.

Owns the layout of a state and the interpreted words over it. A state is one flat sequence of ints:

    registers | cells (the code of each) | planes (for each code the mask of the cells that hold it) | tail

Cells and planes say the same thing twice, so that both "what is here" and "where is it" cost one look; only
the words in this module write them. The tail holds what a mechanic or the ruleset asked for (a stored
opening, scratch), then the scripted picks of a scenario. It knows no ruleset: which codes exist and what the
registers mean is decided above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Final

from tilekit.chance import WORD, WORDS, bounded, packed
from tilekit.grid import Grid
from tilekit.hooks import Lined, LineRule, Lines, Play, Told
from tilekit.source import Block, Line, Part, Source, defined, joined, py

State = list[int]

#: Registers that every program has; the ruleset's own follow them.
SEED: Final = 0
SCORE: Final = 1
TURN: Final = 2
END: Final = 3
"""0 while playing, else 1 + the index of the [[end]] that holds."""
TOP: Final = 4
"""No code on the board is higher. A bound, not a fact: it does not fall when tiles go."""
MADE: Final = 5
"""The highest code the player ever made."""
STEP: Final = 6
"""The pass of a repeat now running; 1 outside."""
DEALT: Final = 7
"""How many tiles the queue has handed out."""
OPENING: Final = 8
"""1 while an opening is dealt."""
KEY: Final = 9
"""What the opening is keyed by: the last word of the set-up stream's counter."""
SCRIPT: Final = 10
"""Index in the state of the next scripted pick; 0 when there is none."""
CHOSEN: Final = 11
"""What the player chose besides a cell, while that is played or tried: the second cell of a pair, the code of a tile,
the number of a column or row; 0 otherwise."""
FIXED: Final = 12

#: Kinds of entry in the log of a journalling board.
PUT, MOVE, SWAP, EVENT, PAY, POINTS, VARIABLE, REMARK = range(8)


#: For each byte the places of its bits, lowest first.
PLACES: Final = tuple(tuple(i for i in range(8) if byte >> i & 1) for byte in range(256))


class Board:
    """The words of one grid, for the interpreted lane; those for the compiled lane are a kind of it.

    Args:
        grid: the board's geometry.
        registers: how many registers a state has.
        last: the highest code.
        journal: whether the words write what they do into ``log``.
    """

    def __init__(self, grid: Grid, registers: int, last: int, *, journal: bool) -> None:
        self.grid: Final = grid
        self.full: Final = grid.full
        self.last: Final = last
        self.journal: Final = journal
        #: What happened, in order: tuples that start with one of the kinds above.
        self.log: Final[list[tuple[Any, ...]]] = []
        #: What generated source of masks names.
        self.names: Final[dict[str, Any]] = {}
        self.cells: Final = registers
        self.planes: Final = registers + grid.size
        #: Length of a state without scripted picks; grows while a program is built.
        self.size = self.planes + self._size_of_planes()
        self._make_plain_words()
        self._make_masks()
        self._make_writers()
        self._make_readers()

    def _size_of_planes(self) -> int:
        """How many ints of a state the planes are."""
        return self.last + 1

    def reserve(self, count: int) -> int:
        """The index of ``count`` further ints at the end of a state."""
        start = self.size
        self.size += count
        return start

    def new_state(self, seed: int) -> State:
        """An empty board and registers of 0."""
        s = [0] * self.size
        s[SEED] = seed
        s[STEP] = 1
        self.wipe(s)
        return s

    # ------------------------------------------------------------ masks

    #: Whether a mask is wider than a plain int of the lane, so that source may not name one as a number.
    wide = False
    is_compiled = False
    #: Where all courses of chance are followed: ``among(s, weights)`` gives the index of one of several weights.
    among: Callable[[State, Sequence[int]], int] | None = None

    def constant(self, mask: int) -> Callable[[], int]:
        """A function that gives a constant mask."""
        return lambda: mask

    def holds_source(self, mask: Part, cell: Part) -> Source:
        """Source of whether a mask holds a cell."""
        return py("({} >> {} & 1) != 0", mask, cell)

    def _shifted(self, mask: str, shifts: Mapping[int, int]) -> Source:
        """Source of some cells of a mask, a plain name, each moved by its offset."""
        parts = [
            py("({} & {}) << {}" if by > 0 else "({} & {}) >> {}", mask, self._constant_source(cells), abs(by))
            for by, cells in shifts.items()
        ]
        return joined("|", parts) if parts else py("{} & 0", mask)

    def _constant_source(self, mask: int) -> Part:
        """Source of a constant mask; what it names is in `names`."""
        if not self.wide:
            return mask
        self.names[f"K{mask}"] = self.constant(mask)
        return py("{}()", f"K{mask}")

    def _near(self) -> Callable[[int], int]:
        return defined("near(m)", [py("return {}", self._shifted("m", self.grid.shifts))], self.names)

    @cached_property
    def ways(self) -> Callable[[int, int], int]:
        """``ways(m, into)``: the directions, bit by bit, in which some cell of ``m`` has its next cell in ``into``."""
        return defined("ways(m, into)", [py("return {}", self.ways_source)], self.names)

    @cached_property
    def ways_source(self) -> Source:
        """Source of `ways`."""
        found: list[Source] = []
        for number, toward in enumerate(self.grid.directions):
            if any(other >= 0 for other in self.grid.ahead(toward)):
                found.append(py("{} if {} & into != 0 else 0", 1 << number, self.ahead_source("m", toward)))
        return joined("|", found) if found else py("0")

    def _make_masks(self) -> None:
        self.bit: Callable[[int], int] = (1).__lshift__
        self.count: Callable[[int], int] = int.bit_count
        self.near: Callable[[int], int] = self._near()
        near = self.near

        def lowest(m: int) -> int:
            return (m & -m).bit_length() - 1

        half = 8 * (self.grid.size // 16)
        lower = (1 << half) - 1

        def pick(m: int, n: int) -> int:
            start = 0
            k = (m & lower).bit_count()
            if n >= k:  # the lower half at once where the cell is not in it
                n -= k
                m >>= half
                start = half
            k = (m & 255).bit_count()  # then eight cells at a time, then a look at the table
            while n >= k:
                n -= k
                m >>= 8
                start += 8
                k = (m & 255).bit_count()
            return start + PLACES[m & 255][n]

        widths = [width for width in (2048, 1024, 512, 256) if width < self.grid.size]

        def pick_far(m: int, n: int) -> int:
            start = 0  # half of what is left at a time, as long as that is much
            for width in widths:
                low = m & (1 << width) - 1
                k = low.bit_count()
                if n < k:
                    m = low
                else:
                    n -= k
                    m >>= width
                    start += width
            return start + pick(m, n)

        def each(m: int) -> Iterator[int]:
            while m:
                yield (m & -m).bit_length() - 1
                m &= m - 1

        def flood(seed: int, within: int) -> int:
            m = seed
            edge = near(m) & within & ~m
            while edge:
                m |= edge
                edge = near(edge) & within & ~m
            return m

        self.around: Callable[[int], int] = self.grid.near.__getitem__
        self.lowest: Callable[[int], int] = lowest
        self.pick: Callable[[int, int], int] = pick_far if widths else pick
        self.each: Callable[[int], Iterator[int]] = each
        self.flood: Callable[[int, int], int] = flood

    def masks(self, masks: Sequence[int]) -> Callable[[int], int]:
        """Constant masks, to be called with an index."""
        return tuple(masks).__getitem__

    def masks_by_cell(self, mask_of: Callable[[int], int]) -> Callable[[int], int] | None:
        """Constant masks, one for each cell, to be called with the cell; None where that is too much to work out."""
        return cache(mask_of)

    def ahead_source(self, mask: str, toward: str) -> Source:
        """Source of the cells that lie next to those of a mask, a plain name, in a direction; see `Grid.ahead`."""
        shifts: dict[int, int] = {}
        for cell, other in enumerate(self.grid.ahead(toward)):
            if other >= 0:
                shifts[other - cell] = shifts.get(other - cell, 0) | 1 << cell
        return self._shifted(mask, shifts)

    def along(self, toward: str) -> Callable[[int], Iterator[int]]:
        """``for cell in ordered(mask)``: line by line, in the order of `Grid.lines`."""
        lines = [(sum(1 << cell for cell in line), line) for line in self.grid.lines(toward)]

        def along(m: int) -> Iterator[int]:
            for whole, line in lines:
                if m & whole:
                    for c in line:
                        if m >> c & 1:
                            yield c

        return along

    def ahead(self, toward: str) -> Callable[[int], int]:
        """``ahead(mask)``: the cells next to those of a mask in a direction; see `Grid.ahead`."""
        return defined("ahead(m)", [py("return {}", self.ahead_source("m", toward))], self.names)

    def numbers(self, values: Sequence[int]) -> Sequence[int]:
        """Constant ints, to be indexed."""
        return tuple(values)

    # ------------------------------------------------------------ the words that write

    def _make_writers(self) -> None:
        cells, planes, size, full = self.cells, self.planes, self.grid.size, self.full
        journal, note, last = self.journal, self.log.append, self.last
        blank = [0] * size + [full] + [0] * last

        def put(s: State, c: int, t: int) -> None:
            old = s[cells + c]
            s[planes + old] ^= 1 << c
            s[planes + t] ^= 1 << c
            s[cells + c] = t
            if t > s[TOP]:  # noqa: PLR1730 - a call of max costs more than the test
                s[TOP] = t
            if journal:
                note((PUT, c, old, t))

        def move(s: State, a: int, c: int) -> None:
            t = s[cells + a]
            both = 1 << a | 1 << c
            s[planes + t] ^= both
            s[planes] ^= both
            s[cells + a] = 0
            s[cells + c] = t
            if journal:
                note((MOVE, a, c, t))

        def swap(s: State, a: int, c: int) -> None:
            t, u = s[cells + a], s[cells + c]
            if t != u:
                both = 1 << a | 1 << c
                s[planes + t] ^= both
                s[planes + u] ^= both
                s[cells + a] = u
                s[cells + c] = t
            if journal:
                note((SWAP, a, c, t, u))

        def take(s: State, m: int) -> None:
            t = s[cells + (m & -m).bit_length() - 1]
            s[planes + t] ^= m
            s[planes] |= m
            while m:
                c = (m & -m).bit_length() - 1
                s[cells + c] = 0
                if journal:
                    note((PUT, c, t, 0))
                m &= m - 1

        def clear(s: State, m: int) -> None:
            m &= ~s[planes]
            while m:
                put(s, (m & -m).bit_length() - 1, 0)
                m &= m - 1

        def wipe(s: State) -> None:
            if journal:
                clear(s, full)
            s[cells : planes + last + 1] = blank
            s[TOP] = 0

        self.put: Callable[[State, int, int], None] = put
        self.move: Callable[[State, int, int], None] = move
        self.swap: Callable[[State, int, int], None] = swap
        self.take: Callable[[State, int], None] = take
        self.clear: Callable[[State, int], None] = clear
        self.wipe: Callable[[State], None] = wipe

    # ------------------------------------------------------------ the words that read

    def _make_plain_words(self) -> None:
        """The words that know nothing of masks, and so are the same in every lane."""
        cells = self.cells

        def at(s: State, c: int) -> int:
            return s[cells + c]

        def chosen(s: State) -> int:
            return s[CHOSEN]

        def made(s: State, t: int) -> None:
            if t > s[MADE]:  # noqa: PLR1730 - a call of max costs more than the test, and here saves a store
                s[MADE] = t

        def step(s: State, n: int) -> int:
            before = s[STEP]
            s[STEP] = n
            return before

        self.at: Callable[[State, int], int] = at
        self.chosen: Callable[[State], int] = chosen
        self.made: Callable[[State, int], None] = made
        self.step: Callable[[State, int], int] = step

    def _make_readers(self) -> None:
        cells, planes, near, table = self.cells, self.planes, self.near, self.grid.near

        def where(s: State, t: int) -> int:
            return s[planes + t]

        def group(s: State, c: int) -> int:
            within = s[planes + s[cells + c]]
            m = 1 << c
            edge = table[c] & within
            while edge:
                m |= edge
                edge = near(edge) & within & ~m
            return m

        def top(s: State) -> int:
            t = s[TOP]
            while t and not s[planes + t]:
                t -= 1
            return t

        def distinct(s: State) -> int:
            n = 0
            for t in range(planes + 1, planes + s[TOP] + 1):
                if s[t]:
                    n += 1
            return n

        self.where: Callable[[State, int], int] = where
        self.group: Callable[[State, int], int] = group
        self.top: Callable[[State], int] = top
        self.distinct: Callable[[State], int] = distinct
        self.touching: Callable[[State], int] = defined("touching(s)", self._touching(), {})

    def _touching(self) -> Block:
        """Every touching pair has a forward offset, so half of the shifts find them all."""
        lines: list[Line] = []
        for offset, mask in self.grid.shifts.items():
            if offset > 0:
                lines += [py("x = m & (m >> {}) & {}", offset, mask), py("if x: found |= x | x << {}", offset)]
        first = self.planes + 1
        return [
            "found = 0", py("for t in range({}, {} + s[{}]):", first, first, TOP),
            ["m = s[t]", "if m & (m - 1):", [*lines, "m = 0"]], "return found",
        ]  # fmt: skip

    # ------------------------------------------------------------ chance

    def below(self, counter: int, stream: int, *, keyed: bool = False) -> Callable[[State, int], int]:
        """``below(s, n)``: 0 to n - 1 from a stream whose draws are counted in register ``counter``.

        The words at hand are a cache of a pure function of (seed, stream, key, k); no state depends on it.
        """
        words: tuple[int, ...] = ()
        first = seed = key = -1

        def below(s: State, n: int) -> int:
            nonlocal words, first, seed
            k = s[counter]
            s[counter] = k + 1
            i = k - first
            if i >= WORDS or i < 0 or s[SEED] != seed:
                seed, first = s[SEED], k - k % WORDS
                words = packed(seed, stream, 0, first)
                i = k - first
            product = words[i] * n
            if product & WORD < n:  # rarely: perhaps to be rejected
                return bounded(seed, stream, 0, k, n)
            return product >> 32

        def below_keyed(s: State, n: int) -> int:
            nonlocal key, seed
            if s[KEY] != key:
                key, seed = s[KEY], -1
            k = s[counter]
            s[counter] = k + 1
            return refreshed(s, k, n)

        def refreshed(s: State, k: int, n: int) -> int:
            nonlocal words, first, seed
            if s[SEED] != seed or not first <= k < first + WORDS:
                seed, first = s[SEED], k - k % WORDS
                words = packed(seed, stream, key, first)
            product = words[k - first] * n
            return bounded(seed, stream, key, k, n) if product & WORD < n else product >> 32

        return below_keyed if keyed else below

    # ------------------------------------------------------------ lines

    def alike(self, codes: Sequence[int]) -> Callable[[State, int], int]:
        """See `Builder.alike`."""
        planes, ways, every = self.planes, self.ways, (1 << len(self.grid.directions)) - 1

        def alike(s: State, found: int) -> int:
            for t in codes:
                if found == every or t > s[TOP]:
                    break
                m = s[planes + t]
                if m & m - 1:
                    found |= ways(m, m)
            return found

        return alike

    def by_line(self, lines: Lines, rule: LineRule, told: Told) -> Play:
        """``line(s, here, i)``, played on the board as it stands; see `Builder.by_line`."""
        every = [line for some in lines for line in some]
        start = self.numbers([sum(map(len, every[:i])) for i in range(len(every) + 1)])
        flat = self.numbers([cell for line in every for cell in line])
        return rule(self.at, self.put, self.move, told, flat, start)

    def by_line_alone(self, _lines: Lines, _rule: LineRule, _told: Told) -> Lined | None:
        """What `Builder.by_line` gives where neither rule nor ``told`` looks at a cell outside the line.

        None where that makes nothing quicker.
        """
        return None

    # ------------------------------------------------------------ whole boards

    def keeper(self, at: int) -> tuple[Callable[[State], None], Callable[[State], None]]:
        """``store(s)`` keeps the cells at index ``at`` of the state; ``restore(s)`` puts them onto a wiped board."""
        cells, planes, size, put = self.cells, self.planes, self.grid.size, self.put

        def store(s: State) -> None:
            s[at : at + size] = s[cells:planes]

        def restore(s: State) -> None:
            for c in range(size):
                if s[at + c]:
                    put(s, c, s[at + c])

        return store, restore

    def mask_keeper(self) -> tuple[range, Callable[[State], int], Callable[[State, int], None]]:
        """A place for one mask: its ints in a state (all 0: the empty one), ``load(s)`` and ``store(s, mask)``."""
        at = self.reserve(1)

        def load(s: State) -> int:
            return s[at]

        def store(s: State, m: int) -> None:
            s[at] = m

        return range(at, at + 1), load, store

    def twin(self, size: int, zeroed: int) -> tuple[Callable[[State], None], Callable[[State], None]]:
        """``keep(s)`` copies the first ``size`` ints elsewhere and sets one to 0; ``put_back(s)`` undoes both."""
        at = self.reserve(size)

        def keep(s: State) -> None:
            s[at : at + size] = s[:size]
            s[zeroed] = 0

        def put_back(s: State) -> None:
            s[:size] = s[at : at + size]

        return keep, put_back

    def set_cells(self, s: State, codes: Sequence[int]) -> None:
        """The board now holds these codes, cell by cell (0 in holes)."""
        self.wipe(s)
        for cell, code in enumerate(codes):
            if code:
                self.put(s, cell, code)

    def codes(self, s: State) -> list[int]:
        """The code of each cell."""
        return s[self.cells : self.planes]

    def rebuilt_planes(self, s: State) -> list[int]:
        """The planes that the cells call for; equal to those in ``s`` unless a mechanic went round the words."""
        planes = [0] * (self.last + 1)
        for cell, code in enumerate(self.codes(s)):
            if cell not in self.grid.holes:
                planes[code] |= 1 << cell
        return planes
