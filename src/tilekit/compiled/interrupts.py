"""Ctrl-C while machine code is made.

Owns how signals wait until nothing is half done. LLVM calls back into Python while it works: what a handler raises
there is lost, or unwinds through C that cannot be unwound. So the handlers of all signals are put aside for as long;
what came meanwhile is handled at the next point where it may be, and at the end at the latest.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Any

Handler = Callable[[int, FrameType | None], Any]

#: Signals that came while they are held, with their handlers; None while nobody holds them.
_came: list[tuple[Handler, int]] | None = None


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Lets signals wait for the end of a block, or for `let_through`.

    Handlers run in the main thread, and it alone can put them aside: in any other thread there is nothing to hold.
    """
    global _came  # noqa: PLW0603 - handlers of signals are the process's, too
    if threading.current_thread() is not threading.main_thread() or _came is not None:
        yield
        return
    came: list[tuple[Handler, int]] = []
    with contextlib.ExitStack() as after:
        after.callback(_handle, came)
        # That of Ctrl-C is put aside first and back last: it is the one that raises.
        for number in sorted(signal.valid_signals(), key=lambda number: number != signal.SIGINT):
            handler = signal.getsignal(number)
            if callable(handler):  # others are done with in C
                after.callback(signal.signal, number, handler)
                signal.signal(number, partial(_note, came, handler))
        _came = came
        try:
            yield
        finally:
            _came = None


def let_through() -> None:
    """Handles the signals that came; called where an exception does no harm.

    Raises:
        BaseException: what a handler raises, which for Ctrl-C is `KeyboardInterrupt`.
    """
    if _came and threading.current_thread() is threading.main_thread():
        _handle(_came)


def _note(came: list[tuple[Handler, int]], handler: Handler, number: int, _frame: FrameType | None) -> None:
    came.append((handler, number))


def _handle(came: list[tuple[Handler, int]]) -> None:
    """Calls the handlers of signals in the order in which these came, whatever each raises."""
    with contextlib.ExitStack() as each:
        while came:
            handler, number = came.pop()
            each.callback(handler, number, None)
