"""A program in machine code, at work on arrays of states.

Owns the one function through which Python enters compiled code, and the arrays that go in and out. A state is a row
of int64; rows know nothing of one another, so a game's course cannot depend on its place, their number, or on threads.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from tilekit.board import END, SCORE, SCRIPT, SEED, State
from tilekit.compiled import board, interrupts, masks
from tilekit.compiled.kept import default_folder
from tilekit.compiled.reasons import reason
from tilekit.compiled.store import Store
from tilekit.compiled.threads import apart, hears_interrupts
from tilekit.compiled.translate import Fingerprint, Translation
from tilekit.errors import PluginError, TilekitError, cause_of
from tilekit.expressions import values
from tilekit.program.program import Program
from tilekit.program.rollouts import Rolled
from tilekit.program.survey import FIXED, Surveyor, surveying
from tilekit.version import __version__

Ints = NDArray[np.int64]
Marks = NDArray[np.uint8]

#: What the entry may be asked to do, by the name it has there.
_TASKS: Final = {"RESTART": 0, "LEGAL": 1, "MAY": 2, "ACT": 3, "CHOOSE": 4, "SURVEY": 5, "ROLL_OUT": 6}
#: What else it names.
_REGISTERS: Final = {"SEED": SEED, "SCORE": SCORE, "END": END, "LENGTH": FIXED.index("actions")}
_TWINS: Final = {values.times: masks.times, values.power: masks.power}

# One function and not six: each would hold a copy of all code, and take as long to compile. For the same reason each
# large function is named once.
_ENTRY: Final = """from numba import njit


@njit(nogil=True)
def entry(task, states, given, found, marks, most, portion, begun):
    for i in range(given.shape[0]):
        s = row_of(states, 0 if task == SURVEY else 1 if task == ROLL_OUT else i)
        if task == LEGAL:
            legal_into(s, row_of(marks, i))
            continue
        number = -1
        left = most
        n = 0
        if begun != 0 and i == 0:
            n = found[0, LENGTH]
        elif task == RESTART or task == SURVEY:
            for j in range(states.shape[1]):
                s[j] = 0
            begin_in(s, given[i, 0])
            if task == RESTART:
                continue
            opened(s, row_of(found, i), 0)
        elif task != CHOOSE:
            if task == ROLL_OUT:
                origin = row_of(states, 0)
                for j in range(states.shape[1]):
                    s[j] = origin[j]
                s[SEED] = given[i, 1]
            number = given[i, 0]
            if may(s, number) == 0:
                left = 0
            if task == MAY:
                found[i, 0] = left
                continue
        first = n
        stop = min(left, n + max(portion, 1))
        while n < stop:
            if number < 0:
                number = choose(s)
                if number < 0 or task == CHOOSE:
                    break
            perform(s, number)
            n += 1
            number = -1
            if task == SURVEY:
                played(s, row_of(found, i), 0, n)
        if n == stop and stop < left:
            found[i, LENGTH] = n
            return i
        portion -= n - first
        out = row_of(found, i)
        if task == SURVEY:
            closed(s, out, 0)
        elif task == ROLL_OUT:
            out[0] = s[SCORE]
            out[LENGTH] = n
            out[2] = s[END]
        else:
            out[0] = number if task == CHOOSE else n
    return given.shape[0]
"""
#: So many actions are played before a thread looks whether anybody still waits: far longer than looking takes.
_PORTION: Final = 1 << 20
#: Roll-outs of at most so many actions are over before anybody misses Ctrl-C.
_SHORT: Final = 1 << 16

_SIGNATURE: Final = types.int64(
    types.int64, types.Array(types.int64, 2, "C"), types.Array(types.int64, 2, "C"), types.Array(types.int64, 2, "C"),
    types.Array(types.uint8, 2, "C"), types.int64, types.int64, types.int64,
)  # fmt: skip
_ALL: Final = 1 << 62
_NO_INTS: Final = np.zeros((0, 1), np.int64)
_NO_MARKS: Final = np.zeros((0, 1), np.uint8)


class NotCompilable(TilekitError):  # noqa: N818 - what is not compilable is the program
    """A program cannot be turned into machine code; says which mechanic, and why."""


class NotKept(TilekitError):  # noqa: N818 - nothing is wrong with that
    """A program is not on disk as machine code."""


class Lane:
    """The compiled lane of one program.

    Args:
        program: built with the words of `tilekit.compiled.board`.
        again: gives a surveyor of the interpreted lane, which says in which game a mechanic failed.
        store: where machine code is kept; where the user's caches are if None.
        named: a mechanic as messages call it, by its name in the ruleset.
        made_of: what the machine code is known by on disk; see `tilekit.compiled.kept`.
        compiles: whether it is compiled where it is not on disk.

    Attributes:
        lane: ``compiled``: what a `tilekit.program.survey.Surveyor` says of itself.
        program: whose functions these are.
        columns: the names of a survey's ints; see `tilekit.program.survey`.

    Raises:
        NotCompilable: a mechanic does what machine code cannot; names it.
        NotKept: it is not on disk, and not to be compiled.
    """

    lane: Final = "compiled"

    def __init__(
        self,
        program: Program,
        again: Callable[[], Surveyor] | None = None,
        store: Store | None = None,
        named: Callable[[str], str] = 'the mechanic "{}"'.format,
        made_of: str = "",
        *,
        compiles: bool = True,
    ) -> None:
        if not isinstance(program.board, board.CompiledBoard):
            raise TypeError("a program of the interpreted lane")
        if numba.config.DISABLE_JIT:
            raise NotCompilable("numba is told not to compile anything (NUMBA_DISABLE_JIT)")
        if program.grid.size > board.MOST_CELLS:
            raise NotCompilable(
                f"the board has {program.grid.size} cells, and machine code is made for up to {board.MOST_CELLS}"
            )
        self._again: Final = again
        self._named: Final = named
        self.program: Final = program
        self._board: Final = program.board
        self._outlined: Final[tuple[Callable[..., Any], ...]] = (*board.OUTLINED, *program.board.outlined)
        self.size: Final = program.board.size
        survey = surveying(program)
        self.columns: Final = survey.columns
        self._functions: Final[dict[str, Callable[..., Any]]] = {
            "begin_in": program.begin_in, "legal_into": program.legal_into, "may": program.may,
            "perform": program.perform, "choose": program.choose, "opened": survey.opened, "played": survey.played,
            "closed": survey.closed,
        }  # fmt: skip
        self._constants: Final = _TASKS | _REGISTERS
        self._store: Final = Store(default_folder()) if store is None else store
        self._made_of: Final = made_of
        self._entry: Final = self._compiled() if compiles else self._kept()

    @property
    def note(self) -> str:
        """Why the machine code could not be kept on disk; empty where it was."""
        return self._store.note

    @cached_property
    def key(self) -> str:
        """A hash of everything the machine code depends on."""
        found = Fingerprint(_TWINS)
        # How it is made of the rest, which is no byte code.
        found.add([path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))])
        found.add([__version__, numba.__version__, llvmlite.__version__, sys.version, *masks.target()])
        found.add([*(self._functions | self._constants).items()])
        return found.hexdigest()

    def _kept(self) -> Any:
        with interrupts.held():
            found = self._store.found(self.key, _ENTRY, _SIGNATURE)
        if found is None:
            raise NotKept("there is no machine code of it on disk")
        return found

    def _compiled(self) -> Any:
        with interrupts.held():
            try:
                return self._store.entry(
                    self.key, _ENTRY, _SIGNATURE, self._names, made_of=self._made_of, check=self._check
                )
            except NotCompilable:
                raise
            except Exception as error:  # numba raises many kinds; whatever it is, games can still be played
                raise NotCompilable(self._blamed(error)) from error

    def _names(self) -> dict[str, Any]:
        self._translation = Translation(_TWINS, self._outlined, self._functions.values(), self.key[:16])
        twins = {name: self._translation(function) for name, function in self._functions.items()}
        return {**twins, **self._constants, "row_of": masks.row_of}

    def _check(self) -> None:
        """Refuses mechanics of plugins that write what the interpreted lane would not take for an int.

        Raises:
            NotCompilable: one does; names it.
        """
        for name in self.program.plugins:
            why = self._translation.fractions(self.program.steps[name])
            if why:
                raise NotCompilable(f"{self._named(name)} cannot be compiled: {why}")

    def _blamed(self, error: Exception) -> str:
        """Which mechanic cannot be compiled, and why."""
        pointer = types.CPointer(types.int64)
        for name, act in self.program.steps.items():
            try:
                Translation(_TWINS, self._outlined)(act).compile((pointer, types.int64))
            except Exception as own:  # noqa: BLE001 - numba raises many kinds
                return f"{self._named(name)} cannot be compiled: {reason(own)}"
        return f"the rules cannot be compiled: {reason(error)}"

    # ------------------------------------------------------------ states

    def new_states(self, count: int) -> Ints:
        """States that no game has begun in: int64, ``(count, size)``."""
        return np.zeros((count, self.size), np.int64)

    def restart(self, states: Ints, seeds: Ints) -> None:
        """Each state is now the opening of its seed; ``seeds`` is int64, ``(count,)``."""
        self._entry(_TASKS["RESTART"], states, seeds.reshape(-1, 1), _NO_INTS, _NO_MARKS, 0, _ALL, 0)

    def legal(self, states: Ints, marks: Marks) -> None:
        """Marks the actions that may be played now; ``marks`` is uint8, ``(count, actions)``."""
        self._entry(_TASKS["LEGAL"], states, states, _NO_INTS, marks, 0, _ALL, 0)

    def act(self, states: Ints, numbers: Ints, played: Ints) -> None:
        """Plays an action in each state; ``played`` is 0 where it was refused. Both are int64, ``(count, 1)``."""
        self._entry(_TASKS["ACT"], states, numbers, played, _NO_MARKS, 1, _ALL, 0)

    def may(self, states: Ints, numbers: Ints, allowed: Ints) -> None:
        """Whether each state's action may be played, 1 or 0. Both are int64, ``(count, 1)``."""
        self._entry(_TASKS["MAY"], states, numbers, allowed, _NO_MARKS, 1, _ALL, 0)

    def choose(self, states: Ints, numbers: Ints) -> None:
        """A uniformly random legal action for each state, drawn from its stream for that; -1 where there is none.

        ``numbers`` is int64, ``(count, 1)``.
        """
        self._entry(_TASKS["CHOOSE"], states, states, numbers, _NO_MARKS, 1, _ALL, 0)

    def roll_out(self, state: Ints, numbers: Ints, seeds: Ints, most: int) -> Ints:
        """Plays an action and goes on at random, again and again from the same state.

        Args:
            state: int64, ``(size,)``; it does not change.
            numbers: of the actions that come first, int64, ``(count,)``.
            seeds: of chance from there on, int64, ``(count,)``.
            most: actions in each, the first among them.

        Returns:
            Score, number of actions and END register of each: int64, ``(count, 3)``.
        """
        states = np.zeros((2, self.size), np.int64)
        states[0] = state
        states[0, self._board.kept] = 0  # words at hand are of the state's own seed
        found = np.zeros((len(numbers), 3), np.int64)
        self._play("ROLL_OUT", lambda: states.copy(), np.stack([numbers, seeds], axis=1), found, most)
        return found

    def survey(self, seeds: Sequence[int], most: int, threads: int = 1) -> Ints:
        """A row for each seed: how a uniformly random game of it went, cut after ``most`` actions.

        Returns:
            int64, ``(len(seeds), len(columns))``.

        Raises:
            GameFailed: a mechanic failed.
        """
        given = np.array(seeds, dtype=np.int64).reshape(-1, 1)
        rows = np.zeros((len(given), len(self.columns)), np.int64)

        try:
            self._play("SURVEY", lambda: self.new_states(1), given, rows, most, threads)
        except Exception as error:
            if self._again is not None:
                self._again().survey(seeds, most)
            raise self.failure(error) from error
        return rows

    def failure(self, error: BaseException) -> TilekitError:
        """What is told of an error in machine code that the interpreted lane does not meet."""
        plugins = self.program.plugins
        if not plugins:
            return TilekitError(f"the machine code of {self.program.ruleset.game.id} failed: {cause_of(error)}")
        whose = " and ".join(map(self._named, plugins))
        plugin = next(iter(plugins.values()))
        return PluginError(plugin, f"machine code with {whose} failed, and only machine code: {cause_of(error)}")

    def _play(
        self, task: str, workplace: Callable[[], Ints], given: Ints, found: Ints, most: int, threads: int = 1
    ) -> None:
        """Plays games, portion by portion, so that no game is so long that Ctrl-C is not heard.

        Args:
            task: by its name.
            workplace: gives states to play in, to each thread its own.
            given: a row for each game.
            found: likewise.
            most: after so many actions a game is cut.
            threads: how many share the work.
        """

        def part(bounds: tuple[int, int], stop: threading.Event) -> None:
            first, last = bounds
            states, begun = workplace(), 0
            while first < last and not stop.is_set():
                first += self._entry(
                    _TASKS[task], states, given[first:last], found[first:last], _NO_MARKS, most, _PORTION, begun
                )
                begun = 1

        # A mechanic that never ends ends no portion either: it is left behind, in a thread of its own. A bot asks for
        # short roll-outs so often that starting one would be felt.
        short = task == "ROLL_OUT" and len(given) * most <= _SHORT
        if threads > 1 or (not short and hears_interrupts()):
            apart(part, len(given), threads)
        else:
            part((0, len(given)), threading.Event())

    # ------------------------------------------------------------ from one lane to the other

    def taken_over(self, program: Program, s: State) -> Ints:
        """A state of an interpreted program of the same rules as one of this lane: int64, ``(size,)``.

        Scripted picks of a scenario do not come along.
        """
        found = np.zeros(self.size, np.int64)
        own, theirs = self.program, program.board
        planes = board.words_of(s[theirs.planes : theirs.planes + theirs.last + 1], self._board.words)
        found[own.board.planes : own.board.planes + len(planes)] = planes
        found[: own.board.planes] = s[: theirs.planes]
        found[SCRIPT] = 0
        if own.stored:
            kept = 1 + program.grid.size
            found[own.stored : own.stored + kept] = s[program.stored : program.stored + kept]
        return found

    def handed_back(self, program: Program, state: Ints) -> State:
        """The other way round."""
        own, theirs = self.program, program.board
        s = theirs.new_state(int(state[SEED]))
        s[: theirs.planes] = [int(x) for x in state[: own.board.planes]]
        s[theirs.planes : theirs.planes + theirs.last + 1] = theirs.rebuilt_planes(s)
        if own.stored:
            kept = 1 + program.grid.size
            s[program.stored : program.stored + kept] = [int(x) for x in state[own.stored : own.stored + kept]]
        return s


class CompiledRoller:
    """Roll-outs of one lane: lists in, lists out, and arrays in between. See `tilekit.program.rollouts.Roller`.

    Args:
        lane: of the rules.
        program: whose states are handed over; of the same rules.
    """

    lane: Final = "compiled"
    note: Final = ""

    def __init__(self, lane: Lane, program: Program) -> None:
        self._lane, self._program = lane, program

    def roll_out(self, state: State, numbers: Sequence[int], seeds: Sequence[int], most: int) -> Rolled:
        """See `Roller.roll_out`."""
        first = np.repeat(np.array(numbers, dtype=np.int64), len(seeds))
        chances = np.tile(np.array(seeds, dtype=np.int64), len(numbers))
        found = self._lane.roll_out(self._lane.taken_over(self._program, state), first, chances, most)
        scores, actions, ends = found.T.tolist()
        return Rolled(scores, actions, ends)
