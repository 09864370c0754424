"""Mechanics of plugins kept to their contract: what they raise, write and return is looked at while the game is played.

Owns the checks around a step that is not bundled, in both lanes: it names the mechanic and its plugin where one raises,
returns what nobody can use, or leaves a state in which no game can be. Bundled steps are not looked at, so that they
cost nothing. It does not own what becomes of the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, NoReturn

from tilekit import board as b
from tilekit.board import Board, State
from tilekit.building.layout import Layout
from tilekit.errors import MechanicFailed, cause_of, one_line
from tilekit.expressions.parsing import CAP
from tilekit.expressions.values import Scope
from tilekit.hooks import Act, Step
from tilekit.source import Source, call, defined, literal, py

#: Registers that a step leaves as they are.
_NOT_ITS_OWN: Final = {
    b.SEED: "the seed", b.TURN: "the number of the turn", b.END: "the status", b.STEP: "the pass of a repeat",
    b.OPENING: "whether an opening is dealt", b.CHOSEN: "what the player chose",
}  # fmt: skip
#: Words that change more of a state than the cells they are handed, and what makes such words.
_WORDS: Final = frozenset((
    "put", "move", "swap", "take", "clear", "wipe", "made", "deal", "start", "hold", "passes"
))  # fmt: skip
_MAKERS: Final = frozenset(("below", "table", "turning", "steps", "leave", "random_action", "event", "by_line"))
#: What machine code raises where the interpreted lane says more.
_UNSOUND: Final = "a mechanic of a plugin broke its contract"


class _NoWordError(Exception):
    """Something of a state was changed by what is no word."""


class Foreign(NamedTuple):
    """A mechanic that is not bundled: the plugin that supplies it, its name in the ruleset, and its kind."""

    plugin: str
    name: str
    kind: str

    def failed(self, error: BaseException) -> MechanicFailed:
        """What is told where it raised."""
        return MechanicFailed(*self, cause_of(error))

    def refuse(self, why: str) -> NoReturn:
        """Raises what is told where it broke its contract."""
        raise MechanicFailed(*self, why, "broke its contract")


class Watched:
    """The builder of a mechanic that is not bundled: whatever else changes a state than its words is noticed."""

    def __init__(self, builder: object, guard: Guard) -> None:
        self._builder, self._guard = builder, guard

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the builder has
        found = getattr(self._builder, name)
        if name in _MAKERS:
            return lambda *args, **kwargs: self._guard.words(found(*args, **kwargs))
        return self._guard.words(found) if name in _WORDS else found


class Guard:
    """The checks of one program.

    Args:
        board: the words.
        layout: where everything lies.
        bounds: least and most of each variable.
        own: so long is what a state is; what follows is scratch.
        tallies: where a state counts events.
    """

    def __init__(
        self,
        board: Board,
        layout: Layout,
        bounds: Mapping[str, tuple[int, int]],
        own: int,
        tallies: Mapping[str, int],
    ) -> None:
        self._board, self._layout, self._own, self._tallies = board, layout, own, tallies
        #: What the state held, besides cells and planes, when a word of the mechanic in play last returned.
        self._booked: list[int] = []
        last = layout.tiles.last
        #: For each register that is not free its place, least and most.
        self._ranges: list[tuple[int, int, int]] = [
            (b.SCORE, -CAP, CAP), (b.TOP, 0, last), (b.MADE, 0, last), (b.DEALT, 0, CAP),
            *((at, 0, last) for at in (*layout.queue, *((layout.held,) if layout.held else ()))),
            *((at, 0, CAP) for at in layout.streams.values()),
            *((at, 0, CAP) for places in layout.bags.values() for at in places),
            # What is paid for may leave a variable at 0, whatever its least.
            *((at, min(bounds[name][0], 0), bounds[name][1])
              for name, at in layout.variables.items() if at != b.DEALT),
        ]  # fmt: skip

    def step(self, who: Foreign, step: Step, *, deals: bool, ways: int) -> Step:
        """The step of a mechanic that is not bundled, looked at while it is taken.

        Args:
            who: whose it is.
            step: as it was built.
            deals: whether what ``act`` returns is a tile.
            ways: of one that goes in directions how many there are, else 0.
        """
        if self._board.is_compiled:
            return replace(step, act=self._compiled(step.act, deals=deals))
        most, able = self._layout.tiles.last if deals else None, (1 << ways) - 1 if ways else None
        return replace(
            step,
            act=self._checked(who, step.act, most),
            able=None if step.able is None else self._checked(who, step.able, able, asks=True),
            fits=None if step.fits is None else self._checked(who, step.fits, None, asks=True),
            back=None if step.back is None else self._checked(who, step.back, None),
        )

    # ------------------------------------------------------------ the words that write, in both lanes

    def put(self, put: Callable[[State, int, int], None]) -> Callable[[State, int, int], None]:
        """``put``, which refuses what is no cell and no tile: machine code would write elsewhere."""
        is_cell, size, last = self._is_cell(), self._layout.grid.size, self._board.last

        def put_checked(s: State, c: int, t: int) -> None:
            if c < 0 or c >= size or is_cell[c] == 0:
                raise ValueError("put was given a number that is no cell")
            if t < 0 or t > last:
                raise ValueError("put was given a number that is no tile")
            put(s, c, t)

        return put_checked

    def of_cells(self, word: Callable[[State, int, int], None]) -> Callable[[State, int, int], None]:
        """A word of two cells, which refuses what is none."""
        is_cell, size = self._is_cell(), self._layout.grid.size

        def of_cells_checked(s: State, a: int, c: int) -> None:
            if a < 0 or a >= size or is_cell[a] == 0 or c < 0 or c >= size or is_cell[c] == 0:
                raise ValueError("move or swap was given a number that is no cell")
            word(s, a, c)

        return of_cells_checked

    def of_mask(self, word: Callable[[State, int], None], *, least: int) -> Callable[[State, int], None]:
        """A word of a set of cells, which refuses other bits, and a set of fewer cells."""
        full, count = self._board.masks([self._board.full]), self._board.count

        def of_mask_checked(s: State, m: int) -> None:
            if (m & ~full(0)) != 0 or count(m) < least:
                raise ValueError("take or clear was given no set of cells")
            word(s, m)

        return of_mask_checked

    def pick(self, pick: Callable[[int, int], int]) -> Callable[[int, int], int]:
        """``pick``, which refuses a cell that the set does not have: it would look for it for ever."""
        count = self._board.count

        def pick_checked(m: int, n: int) -> int:
            if n < 0 or n >= count(m):
                raise ValueError("pick was given a number that is no cell of the set")
            return pick(m, n)

        return pick_checked

    def event(self, raised: Callable[..., None], scope: Scope) -> Callable[..., None]:
        """What raises an event, which refuses values that are none of their kind: expressions rely on their bounds."""
        values = [scope.names[name.removesuffix("_")] for name in scope.parameters]
        shift = self._layout.tiles.shift
        lines: list[Source] = []
        for parameter, value in zip(scope.parameters, values, strict=True):
            least, most = (value.low + shift, value.high + shift) if value.code else (value.low, value.high)
            what = "tile" if value.code else "number within its bounds"
            why = f"the event was given a {parameter.removesuffix('_')} that is no {what}"
            refused = py("raise ValueError({})", literal(why))
            lines.append(py("if {} < {} or {} > {}: {}", parameter, least, parameter, most, refused))
        parameters = ("s", *scope.parameters)
        block = [*lines, call("raised", *parameters)]
        return defined(f"event_checked({', '.join(parameters)})", block, {"raised": raised})

    # ------------------------------------------------------------ what no word wrote, in the interpreted lane

    def words(self, made: Any) -> Any:  # noqa: ANN401 - one word or several
        """A word, or several, after which what the state holds is right; before, it is what the last one left."""
        if isinstance(made, tuple):
            return tuple(map(self.words, made))

        def word(s: State, *args: object) -> object:
            why = self._unbooked(s)
            if why:
                raise _NoWordError(why)
            found = made(s, *args)
            self._booked = self._books(s)
            return found

        return word

    def _books(self, s: State) -> list[int]:
        """All that is a state, but for cells and planes, which are looked at by themselves."""
        planes = self._board.planes + self._board.last + 1
        return [*s[: self._board.cells], *s[planes : self._own], *(s[at] for at in self._tallies.values())]

    def _unbooked(self, s: State) -> str:
        """What no word wrote, in words; empty where there is nothing."""
        now, booked = self._books(s), self._booked
        if now == booked:
            return ""
        cells, planes = self._board.cells, self._board.planes + self._board.last + 1
        places = [*range(cells), *range(planes, self._own), *self._tallies.values()]
        at, value, was = next(one for one in zip(places, now, booked, strict=True) if one[1] != one[2])
        return f"{self._place(at)} is {one_line(repr(value), 40)}, and was {was}; only words and events may change it"

    def _is_cell(self) -> Sequence[int]:
        grid = self._layout.grid
        return self._board.numbers([grid.full >> c & 1 for c in range(grid.size)])

    # ------------------------------------------------------------ the interpreted lane

    def _checked(
        self, who: Foreign, act: Callable[..., int], most: int | None, *, asks: bool = False
    ) -> Callable[..., int]:
        """A function of a mechanic, looked at each time; one that ``asks`` may change nothing."""
        own = self._own

        def checked(s: State, *here: int) -> int:
            before, length = s[:own], len(s)
            self._booked = self._books(s)
            try:
                found = act(s, *here)
            except (KeyboardInterrupt, MechanicFailed):
                raise
            except _NoWordError as error:
                who.refuse(str(error))
            except BaseException as error:  # whatever a plugin raises
                raise who.failed(error) from error
            if s[:own] != before or len(s) != length or self._books(s) != self._booked:
                asked = "it was asked whether it can act, and changed the state"
                why = asked if asks else self._fault(s, before, length)
                if why:
                    who.refuse(why)
            return self._answer(who, found, most)

        return checked

    @staticmethod
    def _answer(who: Foreign, found: object, most: int | None) -> int:
        """What a function of a mechanic returned, as 0 or 1, or as a number up to the most."""
        if most is None:
            return 1 if found else 0
        if type(found) is not int or not 0 <= found <= most:
            who.refuse(f"it returned {one_line(repr(found), 40)}, expected a whole number from 0 to {most}")
        return found

    def _fault(self, s: State, before: Sequence[int], length: int) -> str:
        """What is wrong with a state after a step; empty where nothing is."""
        board, layout = self._board, self._layout
        if len(s) != length:
            return f"the state is {len(s)} numbers long, and was {length}"
        if set(map(type, s)) != {int}:
            at = next(at for at, value in enumerate(s) if type(value) is not int)
            return f"{self._place(at)} holds {one_line(repr(s[at]), 40)}, expected a whole number"
        for cell, code in enumerate(board.codes(s)):
            if not 0 <= code <= board.last:
                return f"{layout.grid.name(cell)} holds the code {code}, expected 0 to {board.last}"
            if code and cell in layout.grid.holes:
                return f"{layout.grid.name(cell)} is a hole, and holds the code {code}"
        if board.rebuilt_planes(s) != s[board.planes : board.planes + board.last + 1]:
            return "cells and planes differ; only board words may write cells"
        for at, name in _NOT_ITS_OWN.items():
            if s[at] != before[at]:
                return f"{name} is {s[at]}, and was {before[at]}"
        if max(board.codes(s)) > s[b.TOP]:
            return f"{self._place(b.TOP)} is {s[b.TOP]}, and a cell holds the code {max(board.codes(s))}"
        for at, least, most in self._ranges:
            if s[at] != before[at] and not least <= s[at] <= most:
                return f"{self._place(at)} is {s[at]}, expected {least} to {most}"
        return self._unbooked(s)

    def _place(self, at: int) -> str:
        """A place in a state, in words."""
        layout, board = self._layout, self._board
        known = {**_NOT_ITS_OWN, b.SCORE: "the score", b.TOP: "the highest code", b.MADE: "the highest code made"}
        known |= {at: f'the variable "{name}"' for name, at in layout.variables.items()}
        known |= dict.fromkeys(layout.queue, "the queue")
        known |= {b.DEALT: "the number of tiles dealt"}
        known |= {at: f'the count of the event "{name}"' for name, at in self._tallies.items()}
        if at in known:
            return known[at]
        if board.cells <= at < board.planes:
            return layout.grid.name(at - board.cells)
        return f"place {at} of the state"

    # ------------------------------------------------------------ the compiled lane

    def _compiled(self, act: Act, *, deals: bool) -> Act:
        """The same as one function of ints, which raises what the interpreted lane then explains."""
        last = self._layout.tiles.last
        kept = (b.SEED, b.TURN, b.END, b.STEP, b.OPENING, b.CHOSEN)
        refused = py("raise ValueError({})", literal(_UNSOUND))
        lines = [
            *(py("{} = s[{}]", f"k{at}", at) for at in kept),
            py("found = act(s, here)"), py("if sound(s) == 0: {}", refused),
            *(py("if s[{}] != {}: {}", at, f"k{at}", refused) for at in kept),
            *([py("if found < 0 or found > {}: {}", last, refused)] if deals else []),
            py("return found" if deals else "return 1 if found else 0"),
        ]  # fmt: skip
        return defined("checked(s, here)", lines, {"act": act, "sound": self._sound()})

    def _sound(self) -> Callable[[State], int]:
        """``sound(s)``: 1 where a state can be one of a game."""
        board, grid = self._board, self._layout.grid
        at, where, bit, count = board.at, board.where, board.bit, board.count
        size, last, cells = grid.size, board.last, grid.full.bit_count()
        is_cell = self._is_cell()
        places, least, most = (board.numbers([one[i] for one in self._ranges]) for i in range(3))
        ranges = len(self._ranges)

        def sound(s: State) -> int:
            for c in range(size):
                t = at(s, c)
                if t < 0 or t > last or t > s[b.TOP] or (t != 0 and is_cell[c] == 0):
                    return 0
                if is_cell[c] != 0 and (where(s, t) & bit(c)) == 0:
                    return 0
            n = 0
            for t in range(last + 1):
                n += count(where(s, t))
            if n != cells:
                return 0
            for i in range(ranges):
                if s[places[i]] < least[i] or s[places[i]] > most[i]:
                    return 0
            return 1

        return sound
