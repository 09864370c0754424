"""Every course that chance may take in one action, each with its probability.

Owns a kind of interpreted board whose draws are answered one way after the other instead of from a seed, and the
walk over all their answers. A mechanic knows nothing of it: the action is played again from the start for each
course, and courses that come to the same position are one result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from tilekit import board as b
from tilekit.board import Board, State
from tilekit.errors import TooManyOutcomes
from tilekit.grid import Grid
from tilekit.program.program import Program


class _Draw:
    """One draw on the course at hand: the answer it gets this time, and those still to come."""

    __slots__ = ("answer", "total", "weights")

    def __init__(self, total: int, weights: Sequence[int] | None) -> None:
        #: Equal weights are not listed: a draw may have four billion answers.
        self.weights, self.total = weights, total
        self.answer = 0
        if weights is not None and not weights[0]:
            self.goes_on()

    @property
    def weight(self) -> int:
        return 1 if self.weights is None else self.weights[self.answer]

    def goes_on(self) -> bool:
        """Takes the next answer that can come; False where there is none."""
        last = self.total if self.weights is None else len(self.weights)
        self.answer += 1
        while self.weights is not None and self.answer < last and not self.weights[self.answer]:
            self.answer += 1
        return self.answer < last


class BranchingBoard(Board):
    """The words of one grid, for following all courses of chance.

    Attributes:
        courses: what answers the draws.
    """

    def __init__(self, grid: Grid, registers: int, last: int, *, journal: bool) -> None:
        """Lay out a state; the arguments are those of `Board`."""
        self.courses: Final = Courses()
        super().__init__(grid, registers, last, journal=journal)
        self.among = self.courses.among

    def below(self, _counter: int, _stream: int, *, keyed: bool = False) -> Callable[[State, int], int]:  # noqa: ARG002
        """``below(s, n)``: the answer of the course at hand, whatever the stream; no counter moves on."""
        return self.courses.below


class Courses:
    """The course at hand, as the answer of each draw on it, and how many others are still to be followed."""

    def __init__(self) -> None:
        self._path: list[_Draw] = []
        self._met = 0
        self._left = 0
        self._most = 0

    def below(self, _s: State, n: int) -> int:
        """0 to n - 1, all equally likely."""
        return 0 if n == 1 else self._answer(n, n, None)

    def among(self, _s: State, weights: Sequence[int]) -> int:
        """An index into weights, one of which is positive."""
        ways = sum(1 for weight in weights if weight)
        if ways == 1:
            return next(i for i, weight in enumerate(weights) if weight)
        return self._answer(ways, sum(weights), weights)

    def _answer(self, ways: int, total: int, weights: Sequence[int] | None) -> int:
        if self._met == len(self._path):
            # Counted when a draw is met, not when a course ends: no course is longer than there may be courses.
            self._left -= ways - 1
            if self._left < 0:
                raise TooManyOutcomes(self._most)
            self._path.append(_Draw(total, weights))
        self._met += 1
        return self._path[self._met - 1].answer

    def follow(self, play: Callable[[], None], most: int) -> Sequence[Fraction]:
        """Plays once for each course, and gives the probability of each.

        Raises:
            TooManyOutcomes: there are more than ``most``.
        """
        self._path.clear()
        self._most, self._left = most, most - 1
        found: list[Fraction] = []
        while True:
            self._met = 0
            play()
            upper = lower = 1
            for draw in self._path:
                upper *= draw.weight
                lower *= draw.total
            found.append(Fraction(upper, lower))
            while self._path and not self._path[-1].goes_on():
                self._path.pop()
            if not self._path:
                return found


class Result(NamedTuple):
    """A position that an action may come to."""

    state: State
    probability: Fraction


def results(program: Program, of: Program, state: State, index: int, here: int, most: int) -> list[Result]:
    """Every position that a legal action may come to, in the order in which their first courses are met.

    Args:
        program: built with a `BranchingBoard`.
        of: another interpreted program of the same rules, whose states are given and taken.
        state: does not change.
        index: of the action.
        here: which of its choices; -1 where it has none.
        most: courses of chance.

    Raises:
        TooManyOutcomes: there are more.
    """
    assert isinstance(program.board, BranchingBoard)
    ends: list[State] = []
    play, settle = program.actions[index].play, program.settle
    begun = program.taken_over(of, state)

    def play_once() -> None:
        s = begun[:]
        play(s, here)
        settle(s, index)
        ends.append(s)

    chances = program.board.courses.follow(play_once, most)
    joined: dict[tuple[Any, ...], Result] = {}
    for s, chance in zip(ends, chances, strict=True):
        own = position_of(program, s)
        before = joined.get(own)
        joined[own] = Result(s, chance) if before is None else Result(before.state, before.probability + chance)
    return [Result(of.taken_over(program, s), chance) for s, chance in joined.values()]


def position_of(program: Program, s: State) -> tuple[Any, ...]:
    """All that a state is, shown and hidden: equal exactly where two states of one game will go on alike.

    Not a mechanic's scratch, nor words kept at hand; the seed neither.
    """
    board, stored = program.board, program.stored
    return (
        s[b.SCORE], s[b.TURN], s[b.END],
        *[s[at] for at in program.hidden], *[s[at] for at in program.variables.values()],
        *[s[at] for at in program.queue],
        *s[board.cells : board.planes],
        *(s[stored : stored + 1 + program.grid.size] if stored else ()),
        *(s[s[b.SCRIPT] :] if s[b.SCRIPT] else ()),
    )  # fmt: skip
