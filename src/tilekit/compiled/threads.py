"""Threads that share work in machine code.

Owns how work is parted, and how Ctrl-C is heard meanwhile: Python looks for it between two of its own instructions, and
machine code may not come back for hours, or ever. It does not own what is worked on.
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

Part = tuple[int, int]
#: How often somebody who waits looks for Ctrl-C where waiting cannot be interrupted, in seconds.
_LOOKS = 0.2


def in_parts(work: Callable[[Part], None], count: int, threads: int, least: int = 1) -> None:
    """Does work on the numbers from 0 to ``count``, parted among threads of which each has so many at least.

    It is over when this returns, also after Ctrl-C.
    """
    threads = min(threads, count // least)
    if threads <= 1:
        work((0, count))
        return
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, _parts(count, threads)))


def apart(work: Callable[[Part, threading.Event], None], count: int, threads: int) -> None:
    """The same, done in threads that nobody waits for after Ctrl-C, and that do not keep the process from ending.

    Args:
        work: is given the part, and what is set once nobody waits any more: it is to return then.
        count: numbers.
        threads: how many at most.

    Raises:
        Exception: what the first part raised of those that raised something.
    """
    parts = deque(enumerate(_parts(count, threads) if threads > 1 else [(0, count)]))
    failed: dict[int, BaseException] = {}
    stop = threading.Event()

    def run() -> None:
        while parts and not failed and not stop.is_set():
            try:
                number, part = parts.popleft()
            except IndexError:  # another thread was faster
                return
            try:
                work(part, stop)
            except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
                failed[number] = error

    running: list[threading.Thread] = []
    try:
        for _ in range(min(threads, len(parts))):
            thread = threading.Thread(target=run, daemon=True)
            running.append(thread)
            thread.start()
        for thread in running:
            while thread.is_alive():
                thread.join(_LOOKS)
    finally:
        stop.set()
    if failed:
        raise failed[min(failed)]


def hears_interrupts() -> bool:
    """Whether Ctrl-C or another signal that ends programs would do something in this thread, if machine code let it."""
    ends = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    return threading.current_thread() is threading.main_thread() and any(callable(signal.getsignal(n)) for n in ends)


def _parts(count: int, threads: int) -> list[Part]:
    parts = min(count, 4 * threads)  # some end earlier than others
    return [(i * count // parts, (i + 1) * count // parts) for i in range(parts)]
