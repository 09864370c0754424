"""Crews: who plays the parts of a series, here, in processes of its own, or wherever an executor has its workers.

Owns how a part gets to a worker and its answer back, and how the loss of a worker is noticed. A crew decides nothing:
which parts there are, what becomes of answers and how often a lost part is asked for is the business of
`tilekit.lab.series`.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from tilekit.chance import nth_seed
from tilekit.errors import TilekitError, cause_of, counted, warn_once
from tilekit.lab.parts import Answer, Entry, Part, play_part

#: How often those who play elsewhere are asked whether they are still there, in seconds.
_LOOKS: Final = 0.5
#: Signals that end programs, beside Ctrl-C.
_ENDING: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Order(NamedTuple):
    """What everybody who plays parts of a series is told once."""

    entries: Sequence[Entry]
    seed: int
    rows: bool

    def play(self, part: Part, begun: Callable[[int], object] | None = None) -> Answer | TilekitError:
        """Plays a part; ``begun`` is as in `play_part`."""
        return play_part(self.entries[part.entry], self.seed, part, rows=self.rows, begun=begun)


class Gone(TilekitError):  # noqa: N818 - those who play are gone, and nothing is wrong with what they played
    """Those who play a series are gone: nothing more comes of it. What has come is whole."""


class Lost(NamedTuple):
    """No answer will come: the worker that had the part is gone.

    Attributes:
        how: says so in words, without the part.
        game: the game that it was playing, where that is known.
        note: what may have ended it.
    """

    how: str
    game: int | None = None
    note: str = ""


Reply = tuple[Part, "Answer | TilekitError | Lost"]


class Crew(Protocol):
    """Those who play the parts of a series."""

    @property
    def workers(self) -> int:
        """How many play at a time."""

    def free(self) -> int:
        """How many more parts it takes now."""

    def give(self, part: Part) -> None:
        """Hands it a part to play."""

    def replies(self) -> list[Reply]:
        """What has come of parts since; waits for one at least."""


class Alone:
    """Plays the parts in this process, one at a time."""

    workers: Final = 1

    def __init__(self, order: Order) -> None:
        self._order = order
        self._part: Part | None = None

    def free(self) -> int:
        """See `Crew`."""
        return int(self._part is None)

    def give(self, part: Part) -> None:
        """See `Crew`."""
        self._part = part

    def replies(self) -> list[Reply]:
        """See `Crew`."""
        assert self._part is not None
        part, self._part = self._part, None
        return [(part, self._order.play(part))]


# ---------------------------------------------------------------- processes


class _Worker(NamedTuple):
    process: BaseProcess
    pipe: Connection[Any, Any]


class Processes:
    """Plays parts in processes of its own, and starts another in the place of one that died.

    Not a `ProcessPoolExecutor`: on Ctrl-C and on errors that waits for every part which was begun, and when a process
    dies it gives up all parts.
    """

    def __init__(
        self, order: Order, count: int, start_method: str | None, built: Callable[[int], object] = lambda _: None
    ) -> None:
        self._order, self.workers, self._built = order, count, built
        self._context = multiprocessing.get_context(start_method)
        self._idle: list[_Worker] = []
        self._busy: dict[Any, tuple[_Worker, Part]] = {}
        #: The parts that a process died of, by number, and the game each worker that plays such a part has begun.
        self._fatal: set[int] = set()
        self._begun: dict[Any, int] = {}

    def free(self) -> int:
        """See `Crew`."""
        return len(self._idle)

    def give(self, part: Part) -> None:
        """See `Crew`."""
        worker = self._idle.pop()
        with contextlib.suppress(OSError):  # It has died: that shows when it is waited for.
            worker.pipe.send((part, part.number in self._fatal))
        self._busy[worker.pipe] = worker, part

    def replies(self) -> list[Reply]:
        """See `Crew`."""
        while True:
            found = [self._reply(pipe) for pipe in wait(list(self._busy))]
            if any(found):
                return [reply for reply in found if reply is not None]

    def _reply(self, pipe: Any) -> Reply | None:
        """What a worker says of its part; None where that is no more than the number of a game it begins."""
        worker, part = self._busy[pipe]
        try:
            answer: Answer | TilekitError | int = pipe.recv()
        except (EOFError, OSError):
            del self._busy[pipe]
            worker.process.join(5)
            status = worker.process.exitcode
            self._end([worker])
            with _interrupts_held():
                self._idle.append(self._start())
            self._fatal.add(part.number)
            return part, self._lost(part, status, self._begun.pop(pipe, None))
        if isinstance(answer, int):
            self._begun[pipe] = answer
            return None
        del self._busy[pipe]
        self._begun.pop(pipe, None)
        self._idle.append(worker)
        if isinstance(answer, Answer) and answer.lane == "compiled" and answer.note:
            warn_once(answer.note)  # of which the process itself said nothing
        return part, answer

    def _lost(self, part: Part, status: int | None, game: int | None) -> Lost:
        """How a process ended while it played a part, and what may have ended it."""
        entry = self._order.entries[part.entry]
        how = f"exit status {status}"
        if status is not None and status < 0:
            with contextlib.suppress(ValueError):  # a signal without a name
                how = f"killed by {signal.Signals(-status).name}"
        foreign = entry.foreign
        note = f"it ran {' and '.join(foreign)}" if foreign else ""
        if game is not None:
            note = f"the seed of that game is {nth_seed(self._order.seed, game)}{note and '; ' + note}"
        return Lost(f"{entry.name}: a process of the simulation died ({how})", game, note)

    @contextlib.contextmanager
    def at_work(self) -> Iterator[Processes]:
        """Starts the processes; they are gone when this is left, however it is left."""
        if self._context.get_start_method() != "fork" and sys.platform != "win32":
            # Starting a process would start this one first, which up to Python 3.11 lets Ctrl-C through again.
            from multiprocessing import resource_tracker

            resource_tracker.ensure_running()
        elif self._context.get_start_method() == "fork":
            for i, entry in enumerate(self._order.entries):
                entry.player()  # built once here, not once in each
                self._built(i)
        try:
            with _interrupts_held():
                for _ in range(self.workers):
                    self._idle.append(self._start())
            yield self
        finally:
            with _interrupts_held():
                self._end([*self._idle, *(worker for worker, _ in self._busy.values())])

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._order), daemon=True)  # type: ignore[attr-defined]
        try:
            process.start()
        except OSError as error:
            raise TilekitError(
                f"{self.workers} processes cannot be started: {error.strerror}; ask for fewer jobs"
            ) from error
        theirs.close()
        return _Worker(process, ours)

    @staticmethod
    def _end(workers: Sequence[_Worker]) -> None:
        for worker in workers:
            worker.process.kill()
        for worker in workers:
            worker.process.join()
            worker.pipe.close()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Lets Ctrl-C, and other signals that end programs, wait for the end of a block.

    Processes started within it never notice Ctrl-C.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDING})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection[Any, Any], order: Order) -> None:
    """What a process of a series does: plays the parts it is given until nobody is there to give one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in _ENDING:  # a process that was forked has the handlers of the one that started it
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            part, one_by_one = pipe.recv()
            pipe.send(order.play(part, pipe.send if one_by_one else None))


def _end_with_parent() -> None:
    """Ends this process when the one that started it is gone, whatever it is doing: playing, or telling nobody.

    Its end of the pipe may be held open, and the sentinel kept from telling, by processes that were forked later.
    """
    parent, above = multiprocessing.parent_process(), os.getppid()
    gone = [] if parent is None else [parent.sentinel]
    while not wait(gone, _LOOKS) and os.getppid() == above:
        pass
    os._exit(1)


_T = TypeVar("_T")


def apart(work: Callable[[], _T]) -> _T | None:
    """What a function gives that is called in a process of its own; None where it ends that process.

    Where no process can be forked, it is called here.
    """
    if not can_fork():
        return work()
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=lambda: theirs.send(work()), daemon=True)
    with _interrupts_held():
        process.start()
    theirs.close()
    try:
        found: _T = ours.recv()
        return found
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()
        ours.close()


def can_fork() -> bool:
    """Whether this process may have processes forked from it."""
    return "fork" in multiprocessing.get_all_start_methods() and not multiprocessing.current_process().daemon


# ---------------------------------------------------------------- executors


class Futures:
    """Plays parts through an executor of `concurrent.futures`, whoever made it.

    Args:
        order: what is played.
        executor: who plays it; it is left as it is found.
        width: how many workers it has now.
        gone: why no answer can come any more, in words; an empty text while all is well. Asked twice a second.
    """

    def __init__(
        self,
        order: Order,
        executor: Executor,
        *,
        width: Callable[[], int] | None = None,
        gone: Callable[[], str] = lambda: "",
    ) -> None:
        self._order, self._executor = order, executor
        self._width: Final = width or (lambda: getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
        self._gone = gone
        self._waiting: dict[Future[Any], Part] = {}

    @property
    def workers(self) -> int:
        """See `Crew`. They may come and go."""
        return max(1, self._width())

    def free(self) -> int:
        """See `Crew`. Each worker finds its next part waiting for it."""
        return max(0, 2 * self.workers - len(self._waiting))

    def give(self, part: Part) -> None:
        """See `Crew`."""
        # The part's own entry alone: what is sent is sent with each part.
        entry = self._order.entries[part.entry]
        try:
            future = self._executor.submit(play_part, entry, self._order.seed, part, rows=self._order.rows)
        except Exception as error:
            raise Gone(self._gone() or f"the executor takes no more parts: {cause_of(error)}") from error
        self._waiting[future] = part

    def replies(self) -> list[Reply]:
        """See `Crew`."""
        while True:
            done, _ = concurrent.futures.wait(
                self._waiting, timeout=_LOOKS, return_when=concurrent.futures.FIRST_COMPLETED
            )
            if done:
                return [(self._waiting.pop(future), _reply(future)) for future in done]
            why = self._gone()
            if why:
                raise Gone(f"{why}; {counted(len(self._waiting), 'part')} of the simulation lost with it")

    @contextlib.contextmanager
    def at_work(self) -> Iterator[Futures]:
        """What was not begun is taken back when this is left; nobody waits for the rest."""
        try:
            yield self
        finally:
            if self._waiting and not self._gone():
                for future in self._waiting:
                    future.cancel()


def _reply(future: Future[Any]) -> Answer | TilekitError | Lost:
    try:
        answer = future.result()
    except concurrent.futures.CancelledError:
        return Lost("a worker of the executor went away")
    except concurrent.futures.BrokenExecutor as error:
        return Gone(f"the executor broke: {cause_of(error)}")
    except Exception as error:  # noqa: BLE001 - whatever a worker could not do, it says so as it likes
        if type(error).__name__ == "KilledWorker":  # of Dask, which the lab does not know
            return Lost("a worker of the executor went away")
        return TilekitError(f"a part of the simulation failed in the executor: {cause_of(error)}")
    if isinstance(answer, (Answer, TilekitError)):
        return answer
    return TilekitError(f"the executor gave {type(answer).__name__} for a part; is it another version of tilekit?")
