"""The board words in the compiled lane.

Owns what each word does to a state in machine code; what a word means is said in `tilekit.hooks.Builder`. These
are plain functions that `tilekit.compiled.translate` compiles like any other; up to 62 cells a mask is a plain
int, above that it is several words of a state, read and written at once.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tilekit.board import KEY, SEED, TOP, Board, State
from tilekit.chance import WORD, philox
from tilekit.compiled import masks as m_
from tilekit.grid import Grid
from tilekit.hooks import Lined, LineRule, Lines, Told
from tilekit.source import Part, Source, defined, joined, py

#: The most cells a board of this lane may have: an integer of LLVM that is wider takes too long to compile.
MOST_CELLS = 512
#: A line of at most so many bits is known by what is in it: a memory of as many ints as there are such lines.
_LONGEST_LINE = 20
#: On a board of at most so many cells a mask is worked out for each of them.
_MOST_WORKED_OUT = 144


class CompiledBoard(Board):
    """The words of one grid, for the compiled lane."""

    is_compiled = True

    def __init__(self, grid: Grid, registers: int, last: int, *, journal: bool) -> None:
        """Lay out a state; the arguments are those of `Board`."""
        assert not journal
        self.wide = grid.size > m_.PLAIN
        #: How many words a mask is.
        self.words = -(-grid.size // 64) if self.wide else 1
        self.bits = 64 * self.words
        #: Where a state says which block of each stream it has at hand.
        self.kept: list[int] = []
        #: Functions that stay calls, as those of `OUTLINED` do.
        self.outlined: list[Callable[..., Any]] = []
        super().__init__(grid, registers, last, journal=False)

    def _size_of_planes(self) -> int:
        return (self.last + 1) * self.words

    # ------------------------------------------------------------ masks

    def constant(self, mask: int) -> Callable[[], int]:
        """An intrinsic that gives a constant mask."""
        return m_.constant(self.bits, mask)

    def holds_source(self, mask: Part, cell: Part) -> Source:
        """Source of whether a mask holds a cell."""
        return py("({} & bit({})) != 0", mask, cell)

    def _make_masks(self) -> None:
        super()._make_masks()  # of which near and flood are machine code as they are
        lowest = m_.first_one

        def bit(c: int) -> int:
            return 1 << c

        def pick(m: int, n: int) -> int:
            while n > 0:
                m = m & (m - 1)
                n -= 1
            return lowest(m)

        def each(m: int) -> Iterator[int]:
            while m != 0:
                yield lowest(m)
                m = m & (m - 1)

        self.bit = m_.single(self.bits) if self.wide else bit
        self.count, self.lowest, self.each = m_.ones, lowest, each
        self.pick = m_.nth_one if m_.HAS_BITS and not self.wide else pick
        self.around = self.masks(self.grid.near)

    def masks(self, masks: Sequence[int]) -> Callable[[int], int]:
        """Constant masks, to be called with an index."""
        if not self.wide:
            plain = tuple(masks) or (0,)

            def given(i: int) -> int:
                return plain[i]

            return given
        load, words = m_.loading(self.bits), self.words
        table = Table(words_of(masks or [0], words))

        def given_wide(i: int) -> int:
            return load(table, i * words)

        return given_wide

    def masks_by_cell(self, mask_of: Callable[[int], int]) -> Callable[[int], int] | None:
        """See `Board.masks_by_cell`: all of them at once, on boards of which that takes no longer than compiling."""
        if self.grid.size > _MOST_WORKED_OUT:
            return None
        return self.masks([mask_of(c) for c in range(self.grid.size)])

    def along(self, toward: str) -> Callable[[int], Iterator[int]]:
        """See `Board.along`; where the processor can, a mask is brought into the order of the lines at once."""
        lines = self.grid.lines(toward)
        flat = [cell for line in lines for cell in line]
        if flat == sorted(flat):
            return self.each
        # Lines that run towards lower numbers begin at the highest bit.
        backwards = any(line[0] > line[-1] for line in lines)
        next_one = m_.last_one if backwards else m_.first_one
        bit = self.bit
        if self.wide or not m_.HAS_BITS:
            count = len(lines)
            whole = self.masks([sum(1 << cell for cell in line) for line in lines])

            def along(m: int) -> Iterator[int]:
                for i in range(count):
                    rest = m & whole(i)
                    while rest != 0:
                        c = next_one(rest)
                        yield c
                        rest = rest & ~bit(c)

            return along

        parts: list[Source] = []
        start = 0
        for line in reversed(lines) if backwards else lines:
            parts.append(py("together(m, {}) << {}", sum(1 << cell for cell in line), start))
            start += len(line)
        ordered = defined("ordered(m)", [py("return {}", joined("|", parts))], {"together": m_.together})
        cells = self.numbers(flat[::-1] if backwards else flat)

        def along_at_once(m: int) -> Iterator[int]:
            m = ordered(m)
            while m != 0:
                i = next_one(m)
                yield cells[i]
                m = m ^ (1 << i)

        return along_at_once

    # ------------------------------------------------------------ the words that write

    def _make_writers(self) -> None:
        cells, planes, size, words = self.cells, self.planes, self.grid.size, self.words
        each, width, lowest, full = self.each, self._size_of_planes(), self.lowest, self.masks([self.full])

        if self.wide:
            load_at, store_at = m_.loading(self.bits), m_.storing(self.bits)

            def where(s: State, t: int) -> int:
                return load_at(s, planes + t * words)

            def keep(s: State, t: int, m: int) -> None:
                store_at(s, planes + t * words, m)
        else:

            def where(s: State, t: int) -> int:
                return s[planes + t]

            def keep(s: State, t: int, m: int) -> None:
                s[planes + t] = m

        if words == 1:

            def flip(s: State, t: int, c: int) -> None:
                s[planes + t] ^= 1 << c

            def flip_both(s: State, t: int, a: int, c: int) -> None:
                s[planes + t] ^= (1 << a) ^ (1 << c)
        else:

            def flip(s: State, t: int, c: int) -> None:
                s[planes + t * words + (c >> 6)] ^= 1 << (c & 63)

            def flip_both(s: State, t: int, a: int, c: int) -> None:
                flip(s, t, a)
                flip(s, t, c)

        def put(s: State, c: int, t: int) -> None:
            flip(s, s[cells + c], c)
            flip(s, t, c)
            s[cells + c] = t
            if t > s[TOP]:  # noqa: PLR1730 - a store less where it does not
                s[TOP] = t

        def move(s: State, a: int, c: int) -> None:
            t = s[cells + a]
            flip_both(s, t, a, c)
            flip_both(s, 0, a, c)
            s[cells + a] = 0
            s[cells + c] = t

        def swap(s: State, a: int, c: int) -> None:
            t = s[cells + a]
            u = s[cells + c]
            if t != u:
                flip_both(s, t, a, c)
                flip_both(s, u, a, c)
                s[cells + a] = u
                s[cells + c] = t

        def take(s: State, m: int) -> None:
            t = s[cells + lowest(m)]
            keep(s, t, where(s, t) & ~m)
            keep(s, 0, where(s, 0) | m)
            for c in each(m):
                s[cells + c] = 0

        def clear(s: State, m: int) -> None:
            for c in each(m & ~where(s, 0)):
                put(s, c, 0)

        def wipe(s: State) -> None:
            for i in range(size):
                s[cells + i] = 0
            for i in range(width):
                s[planes + i] = 0
            keep(s, 0, full(0))
            s[TOP] = 0

        self.put, self.move, self.swap, self.take, self.clear = put, move, swap, take, clear
        self.wipe, self.where = wipe, where

    # ------------------------------------------------------------ the words that read

    def _make_readers(self) -> None:
        cells, where, flood, bit, near = self.cells, self.where, self.flood, self.bit, self.near

        def group(s: State, c: int) -> int:
            return flood(bit(c), where(s, s[cells + c]))

        def top(s: State) -> int:
            t = s[TOP]
            while t > 0 and where(s, t) == 0:
                t -= 1
            return t

        def distinct(s: State) -> int:
            n = 0
            for t in range(1, s[TOP] + 1):
                if where(s, t) != 0:
                    n += 1
            return n

        def touching(s: State) -> int:
            m = where(s, 0)
            found = m & ~m
            for t in range(1, s[TOP] + 1):
                m = where(s, t)
                found = found | (m & near(m))
            return found

        self.group, self.top, self.distinct, self.touching = group, top, distinct, touching

    # ------------------------------------------------------------ chance

    def below(self, counter: int, stream: int, *, keyed: bool = False) -> Callable[[State, int], int]:
        """``below(s, n)``: 0 to n - 1 from a stream whose draws are counted in register ``counter``.

        The state keeps the words at hand: 1 + the number of the first, divided by how many they are, the key, then the
        words. A state that comes from elsewhere keeps none.
        """
        kept = self.reserve(2 + m_.WORDS)
        self.kept.append(kept)
        words, by = m_.WORDS - 1, m_.WORDS.bit_length() - 1
        block, again = _block, _again

        def below(s: State, n: int) -> int:
            k = s[counter]
            s[counter] = k + 1
            if s[kept] != (k >> by) + 1 or (keyed and s[kept + 1] != s[KEY]):
                block(s, kept, stream, k, s[KEY] if keyed else 0)
            product = s[kept + 2 + (k & words)] * n
            if product & WORD < n:
                return again(s[SEED], stream, s[KEY] if keyed else 0, k, n)
            return (product >> 32) & WORD

        return below

    # ------------------------------------------------------------ lines

    def alike(self, codes: Sequence[int]) -> Callable[[State, int], int]:
        """See `Board.alike`; no branch depends on what is where."""
        where, ways, top = self.where, self.ways, self.top
        asked = self.numbers([int(code in codes) for code in range(self.last + 1)])

        def alike(s: State, found: int) -> int:
            for t in range(1, top(s) + 1):
                if asked[t] != 0:
                    found |= ways(where(s, t), where(s, t))
            return found

        return alike

    def by_line_alone(self, lines: Lines, rule: LineRule, told: Told) -> Lined | None:
        """See `Board.by_line_alone`: what becomes of a line is worked out once and kept, if the line is short enough.

        The rule plays the line on a board of its own, as long as the line; what comes of that is one int: the
        tiles that are there now, the pairs that were told, and what the rule returned.
        """
        every = [line for some in lines for line in some]
        length, bits = len(every[0]) if every else 0, self.last.bit_length()
        width = length * bits
        if self.wide or not 0 < width <= _LONGEST_LINE or any(len(line) != length for line in every):
            return None
        board = [cell for cell in range(self.grid.size) if self.full >> cell & 1]
        if any(sorted(cell for line in some for cell in line) != board for some in lines):
            return None  # planes are made anew, so each direction must name every cell
        flat = self.numbers([cell for line in every for cell in line])
        own, pairs = self.reserve(length), self.reserve(1 + length)
        cells, planes, low = self.cells, self.planes, (1 << bits) - 1
        all_told = length // 2 * 2 * bits
        of_pair = (1 << 2 * bits) - 1
        recall, keep = m_.memory(1 << width)

        def own_at(s: State, c: int) -> int:
            return s[own + c]

        def own_put(s: State, c: int, t: int) -> None:
            s[own + c] = t

        def own_move(s: State, a: int, c: int) -> None:
            s[own + c] = s[own + a]
            s[own + a] = 0

        def own_told(s: State, a: int, b: int) -> None:
            s[pairs] += 1
            s[pairs + s[pairs]] = a | b << bits

        play = rule(own_at, own_put, own_move, own_told, self.numbers(range(length)), self.numbers([0, length]))

        def worked_out(s: State, here: int, line: int) -> int:
            for k in range(length):
                s[own + k] = line >> bits * k & low
            s[pairs] = 0
            found = play(s, here, 0)
            for k in range(length // 2, 0, -1):
                found = found << 2 * bits | (s[pairs + k] if k <= s[pairs] else 0)
            for k in range(length - 1, -1, -1):
                found = found << bits | s[own + k]
            return found

        self.outlined.append(worked_out)
        # What is told waits until all lines are played: one loop whose end cannot be foreseen, not one for each line.
        most, kinds = length // 2, self.last + 1
        waiting = self.reserve(2 + most * max(map(len, lines)))

        def begin(s: State) -> None:
            for t in range(kinds):
                s[planes + t] = 0
            s[waiting] = waiting + 1

        def line(s: State, here: int, i: int) -> int:
            start = length * i
            before = 0
            for k in range(length):
                before |= s[cells + flat[start + k]] << bits * k
            found = recall(before) - 1
            if found < 0:
                found = worked_out(s, here, before)
                keep(before, found + 1)
            for k in range(length):
                tile = found >> bits * k & low
                c = flat[start + k]
                s[cells + c] = tile
                s[planes + tile] |= 1 << c
            n = s[waiting]
            for k in range(most):
                pair = found >> (width + 2 * bits * k) & of_pair
                s[n] = pair
                n += 1 if pair != 0 else 0
            s[waiting] = n
            return found >> (width + all_told)

        def finish(s: State) -> None:
            for i in range(waiting + 1, s[waiting]):
                pair = s[i]
                b = pair >> bits
                if b > s[TOP]:  # noqa: PLR1730 - a store less where it does not
                    s[TOP] = b
                told(s, pair & low, b)

        return begin, line, finish

    # ------------------------------------------------------------ whole boards

    def mask_keeper(self) -> tuple[range, Callable[[State], int], Callable[[State, int], None]]:
        """A place for one mask; see `Board`."""
        if not self.wide:
            return super().mask_keeper()
        at, words = self.reserve(self.words), self.words
        load_at, store_at = m_.loading(self.bits), m_.storing(self.bits)

        def load(s: State) -> int:
            return load_at(s, at)

        def store(s: State, m: int) -> None:
            store_at(s, at, m)

        return range(at, at + words), load, store

    def keeper(self, at: int) -> tuple[Callable[[State], None], Callable[[State], None]]:
        """See `Board.keeper`."""
        cells, size = self.cells, self.grid.size
        _, restore = super().keeper(at)

        def store(s: State) -> None:
            for c in range(size):
                s[at + c] = s[cells + c]

        return store, restore

    def twin(self, size: int, zeroed: int) -> tuple[Callable[[State], None], Callable[[State], None]]:
        """See `Board.twin`."""
        at = self.reserve(size)

        def keep(s: State) -> None:
            for i in range(size):
                s[at + i] = s[i]
            s[zeroed] = 0

        def put_back(s: State) -> None:
            for i in range(size):
                s[i] = s[at + i]

        return keep, put_back


def words_of(masks: Sequence[int], words: int) -> tuple[int, ...]:
    """Masks as the ints of a state, each as so many, lowest first."""
    return struct.unpack(f"<{words * len(masks)}q", b"".join(mask.to_bytes(8 * words, "little") for mask in masks))


class Table(tuple[int, ...]):
    """Ints that are to be an array in machine code, whatever their number."""

    __slots__ = ()


def _block(s: State, kept: int, stream: int, k: int, key: int) -> None:
    """The words among which draw ``k`` of a stream is are now those at hand."""
    number = k // m_.WORDS
    s[kept] = number + 1
    s[kept + 1] = key
    m_.philox_blocks(s, kept + 2, number * m_.BLOCKS, stream, key, s[SEED])


def _again(seed: int, stream: int, key: int, k: int, n: int) -> int:
    """As `tilekit.chance.bounded`, whose product may leave an int of 64 bits: only its words are looked at."""
    attempt = 0
    least = (0x100000000 - n) % n
    while True:
        a, b, c, d = philox((k >> 2) & WORD, attempt, stream, key, seed & WORD, seed >> 32)
        i = k & 3
        product = (a if i == 0 else b if i == 1 else c if i == 2 else d) * n
        if product & WORD >= least:
            return (product >> 32) & WORD
        attempt += 1


#: What stays a call in machine code: large, and seldom reached.
OUTLINED = (philox, _block, _again)
