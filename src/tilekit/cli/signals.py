"""Signals that ask the program to end, taken as Ctrl-C is.

Owns what SIGTERM and SIGHUP do outside of frontends, which handle signals of their own: a command stops where Ctrl-C
would stop it, reports what it has, removes what it has half made, and exits with 128 plus the number of the signal.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from types import FrameType
from typing import Final, Self

#: Those who end a process often signal its group too: what comes so soon after another is the same request, in seconds.
_SAME: Final = 0.5

#: The exit status after Ctrl-C.
INTERRUPTED: Final = 130
ENDING: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


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
        return self

    def _interrupt(self, number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        again, self._last = self.number is not None and now - self._last < _SAME, now
        if not again:
            self.number = self.number or number
            raise KeyboardInterrupt

    def status(self, status: int) -> int:
        """The exit status of a program that would have another."""
        return 128 + self.number if self.number is not None and status else status
