"""Signals that ask the program to end, taken as Ctrl-C is.

Owns what SIGTERM and SIGHUP do outside of frontends, which handle signals of their own: a command stops where Ctrl-C
would stop it, reports what it has, removes what it has half made, and exits with 128 plus the number of the signal.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Final, Self

#: Those who end a process often signal its group too: what comes so soon after another is the same request, in seconds.
_SAME: Final = 0.5
#: After so many seconds an interrupt that was swallowed is raised again.
_SOON: Final = 0.05

#: The exit status after Ctrl-C.
INTERRUPTED: Final = 130
ENDING: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def _interrupt() -> None:
    """Interrupts the main thread as Ctrl-C does, also where it waits."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


class Ending(contextlib.ExitStack):
    """Handles the signals that end a program, for as long as this is not left.

    What is ignored stays ignored, as `nohup` wants it, and a handler of the host's stays in place.

    Attributes:
        number: of the signal that came first; None while none has.
    """

    def __init__(self) -> None:
        super().__init__()
        self.number: int | None = None
        self._last = 0.0

    def __enter__(self) -> Self:
        """Take over the signals that nobody handles."""
        if threading.current_thread() is threading.main_thread():
            for number in ENDING:
                if signal.getsignal(number) is signal.SIG_DFL:
                    self.callback(signal.signal, number, signal.signal(number, self._interrupt))  # gives it back
            self.callback(setattr, sys, "unraisablehook", sys.unraisablehook)
            sys.unraisablehook = self._unraised(sys.unraisablehook)
        return self

    @staticmethod
    def _unraised(otherwise: Callable[[sys.UnraisableHookArgs], object]) -> Callable[[sys.UnraisableHookArgs], None]:
        """What raises an interrupt again that came while Python could not raise it, as in the garbage collector."""

        def unraised(args: sys.UnraisableHookArgs) -> None:
            if isinstance(args.exc_value, KeyboardInterrupt):
                # Later: an interrupt that is raised in here would be swallowed, too.
                again = threading.Timer(_SOON, _interrupt)
                again.daemon = True
                again.start()
            else:
                otherwise(args)

        return unraised

    def _interrupt(self, number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        again, self._last = self.number is not None and now - self._last < _SAME, now
        if not again:
            self.number = self.number or number
            raise KeyboardInterrupt

    def status(self, status: int) -> int:
        """The exit status of a program that would have another."""
        return 128 + self.number if self.number is not None and status else status
