"""A series: the same games for each of its entries, shared out in parts and put together again.

Owns which parts there are, the joining of their answers in order, and what happens when one fails or is lost. Parts
are numbered; the first answer for a part counts, and a lost part is asked for again. So the tallies are the same for
any number of workers, any order of their answers, and any that die.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import Final, NamedTuple

from tilekit.errors import TilekitError
from tilekit.lab.crews import Alone, Crew, Futures, Gone, Lost, Order, Processes, apart, can_fork
from tilekit.lab.parts import KEPT, Answer, Entry, Part
from tilekit.lab.tally import Tally
from tilekit.rules import Rules

#: A part should take about so many seconds: long enough not to be all overhead, short enough to show progress.
_SECONDS: Final = 0.4
_SHORTEST: Final = 0.02
_LARGEST_PART: Final = 1 << 14
#: Each round of parts is at most so many times larger than the one before.
_GROWTH: Final = 4
#: After so many rounds they are put together, so that what is kept of each does not add up.
_KEPT: Final = 256
#: How often a part is asked for before its loss is an error.
TRIES: Final = 3
#: What takes fewer seconds than this is over before a compiler would have ended.
_WORTH_COMPILING: Final = 4.0
#: What takes fewer is over before machine code would have been fetched from disk, and numba imported for it.
_WORTH_FETCHING: Final = 1.0
#: A game is looked at for so many actions to see how long games are, and how long they take.
_LOOKED_AT: Final = 2_000


def lane_for(seconds: float) -> str:
    """The lane for games that would take so many seconds in the interpreted one.

    Both lanes play the same games, so nothing else depends on it.
    """
    if seconds < _WORTH_FETCHING:
        return "interpreted"
    return KEPT if seconds < _WORTH_COMPILING else "auto"


def seconds_for(rules: Rules, games: int, most: int) -> float:
    """About how long games take in the interpreted lane, judged by the first actions of one.

    Args:
        rules: of the games.
        games: how many there are.
        most: after so many actions a game is cut.
    """
    if rules.program.plugins and multiprocessing.parent_process() is None:
        # A plugin's mechanic may end the process it runs in; in which game that is, the series itself tells.
        return apart(lambda: seconds_for(rules, games, most)) or 0.0
    turn, long = rules.engine.silent_program.turn, 0
    try:
        s = rules.engine.silent_program.begin(0)
        began = time.perf_counter()
        while long < min(most, _LOOKED_AT) and turn(s):
            long += 1
    except Exception:  # noqa: BLE001 - a mechanic's mistake, which the game in which it is made tells of
        return 0.0
    seconds = (time.perf_counter() - began) * games
    if long == _LOOKED_AT:
        seconds *= most / long
    return seconds


#: ``heard(first, rows)``: the games from ``first`` on were played; ``rows[i]`` are those of entry ``i``.
Heard = Callable[[int, list[Sequence[Sequence[int]]]], object]


class Ran(NamedTuple):
    """What came of a series.

    Attributes:
        tallies: one for each entry, all of the same games.
        seconds: how long each entry's games took, over all workers.
        lanes: the lane in which each entry was played, and why not in the compiled one.
        partial: whether it was stopped, by Ctrl-C or because those who played are gone.
        lost: why those who played are gone, in words; empty where they are not.
    """

    tallies: list[Tally]
    seconds: list[float]
    lanes: list[tuple[str, str]]
    partial: bool
    lost: str = ""


def run(
    entries: Sequence[Entry],
    *,
    games: int,
    seed: int,
    jobs: int = 1,
    start_method: str | None = None,
    executor: Executor | Callable[[Order], Futures] | None = None,
    progress: Callable[[int], object] | None = None,
    heard: Heard | None = None,
    prepared: Callable[[int, int], object] | None = None,
) -> Ran:
    """Plays the games of a series.

    Args:
        entries: who plays what.
        games: how many games each plays.
        seed: of the series.
        jobs: how many processes share the work.
        start_method: how they are started, as `multiprocessing` names it.
        executor: who plays instead: an executor, or what makes a crew of one.
        progress: called with the number of games played since, over all entries.
        heard: called with the rows of all entries for the same games, in the order of the games.
        prepared: called with how many of the entries that are played as machine code have been compiled, or found
            on disk, and how many these are: first with 0, last with all. Not called where there are none.

    Raises:
        TilekitError: a game failed, the first such game of the series.
        Gone: those who should have played were gone before the first games had come.
    """
    order = Order(entries, seed, heard is not None)
    kept: list[list[Tally]] = []
    seconds, lanes = [0.0] * len(entries), [("", "")] * len(entries)
    partial, lost = False, ""
    compiled = _counting(entries, prepared)
    try:
        with (
            _crew(order, min(jobs, games * len(entries)), start_method, executor, compiled) as crew,
            contextlib.closing(_rounds(crew, len(entries), games, compiled)) as rounds,  # type: ignore[type-var]  # a generator
        ):
            for first, answers in rounds:
                for i, answer in enumerate(answers):
                    seconds[i] += answer.seconds
                    lanes[i] = answer.lane, answer.note
                if heard is not None:
                    heard(first, [() if answer.rows is None else answer.rows for answer in answers])
                # Ctrl-C may come anywhere. All entries' games are kept in one step or not at all.
                kept.append([answer.tally for answer in answers])
                if len(kept) == _KEPT:
                    kept = [_joined(kept)]
                if progress is not None:
                    progress(sum(answer.tally.games for answer in answers))
    except KeyboardInterrupt:
        partial = True
    except Gone as error:
        if not kept:
            raise
        partial, lost = True, str(error)
    return Ran(_joined(kept), seconds, lanes, partial, lost)


def _counting(entries: Sequence[Entry], told: Callable[[int, int], object] | None) -> Callable[[int], object]:
    """Counts the entries whose machine code is there; what it gives is called with each that is built, or answered."""
    left = {i for i, entry in enumerate(entries) if told is not None and entry.compiles}
    number = len(left)

    def there(entry: int) -> None:
        if entry in left and told is not None:
            left.remove(entry)
            told(number - len(left), number)

    if told is not None and number:
        told(0, number)
    return there


def _crew(
    order: Order,
    jobs: int,
    start_method: str | None,
    executor: Executor | Callable[[Order], Futures] | None,
    compiled: Callable[[int], object],
) -> contextlib.AbstractContextManager[Crew]:
    if executor is not None:
        return (Futures(order, executor) if isinstance(executor, Executor) else executor(order)).at_work()
    method = start_method or multiprocessing.get_start_method()
    if jobs == 1:
        # What is not bundled may end the process it runs in, and must not end this one.
        apart_from_here = any(entry.foreign for entry in order.entries) and not multiprocessing.current_process().daemon
        if apart_from_here and method != "fork" and not all(entry.can_travel for entry in order.entries):
            apart_from_here = can_fork()
            method = "fork"
        if not apart_from_here:
            return contextlib.nullcontext(Alone(order))
    return Processes(order, jobs, method, compiled).at_work()


def _joined(kept: list[list[Tally]]) -> list[Tally]:
    """The tallies of all rounds, put together to new ones."""
    tallies = [tally.empty() for tally in kept[0]] if kept else []
    for found in kept:
        for tally, later in zip(tallies, found, strict=True):
            tally.join(later)
    return tallies


class _Sizes:
    """How many games a part should have, from how long the parts before it took."""

    def __init__(self, entries: int, workers: int) -> None:
        self._seconds = max(_SHORTEST, min(_SECONDS, 2 * _SECONDS * workers / entries))
        self._workers = workers
        self._size = 1
        self._slowest = 0.0

    def next(self, left: int) -> int:
        """The size of the next part, of games left."""
        if self._slowest:
            most = min(_GROWTH * self._size, int(self._seconds / self._slowest), _LARGEST_PART)
            self._size = max(1, most)
        # Towards the end the parts are smaller, so that nobody waits long for the last one.
        return min(self._size, -(-left // (2 * self._workers)))

    def took(self, part: Part, answer: Answer) -> None:
        """Takes in how long a part took."""
        each = answer.seconds / (part.stop - part.first)
        # Of several bots the slowest counts; what once was slow, such as a start, is forgotten in time.
        self._slowest = each if each > self._slowest else 0.9 * self._slowest + 0.1 * each


def _rounds(
    crew: Crew, entries: int, games: int, compiled: Callable[[int], object]
) -> Iterator[tuple[int, list[Answer]]]:
    """The answers of all entries for the same games, round by round in order, with the first game of each."""
    sizes = _Sizes(entries, crew.workers)
    waiting: list[Part] = []  # cut, and not with anybody
    asked: dict[int, int] = {}  # how often each part was given whose round has not been taken
    answers: dict[int, Answer | TilekitError] = {}
    cut = parts = taken = 0  # games cut into parts; parts cut; parts taken
    failed = sys.maxsize  # the first part that failed
    firsts: list[int] = []  # the first game of each round that was cut and not taken
    while taken < parts or cut < games:
        while crew.free():
            if not waiting and cut < games and failed == sys.maxsize:
                stop = cut + sizes.next(games - cut)
                waiting = [Part(parts + i, i, cut, stop) for i in range(entries)]
                firsts.append(cut)
                parts, cut = parts + entries, stop
            # Where a part has failed no later one is begun, but earlier ones are waited for: the first failure of
            # the series is the one to tell of.
            part = next((part for part in waiting if part.number < failed), None)
            if part is None:
                break
            waiting.remove(part)
            asked[part.number] = asked.get(part.number, 0) + 1
            crew.give(part)
        for part, reply in crew.replies():
            compiled(part.entry)
            if part.number not in asked or part.number in answers:
                continue  # it has been answered before
            if isinstance(reply, Lost):
                if asked[part.number] < TRIES:
                    waiting.insert(0, part)
                    continue
                which = part if reply.game is None else part._replace(first=reply.game, stop=reply.game + 1)
                note = reply.note and f"; {reply.note}"
                answers[part.number] = Gone(f"{reply.how} while it played {which} of the series{note}")
            else:
                answers[part.number] = reply
            if isinstance(reply, Answer):
                sizes.took(part, reply)
            else:
                failed = min(failed, part.number)
        if failed < parts and all(number in answers for number in range(taken, failed)):
            reply = answers[failed]
            assert isinstance(reply, TilekitError)
            raise reply
        while taken < parts and all(number in answers for number in range(taken, taken + entries)):
            found = [answers.pop(number) for number in range(taken, taken + entries)]
            for number in range(taken, taken + entries):
                del asked[number]
            taken += entries
            yield firsts.pop(0), [reply for reply in found if isinstance(reply, Answer)]
