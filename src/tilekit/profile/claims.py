"""Claims: locks that die with their process.

Owns that something has one holder among all processes. A claim is a lock of the operating system on a file of its own,
which goes when the process goes, however that ends. It does not own what is claimed.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import Final

_TRIES: Final = 100
_PAUSE: Final = 0.01


class Claim:
    """Something that is held until it is released, or the process ends.

    Args:
        path: the file that is locked.
        handle: of that file; None where locks are not to be had, and nothing is held.
    """

    __slots__ = ("_handle", "_path")

    def __init__(self, path: Path | None = None, handle: int | None = None) -> None:
        self._path, self._handle = path, handle

    def release(self) -> None:
        """Releases it; a second time changes nothing."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        if self._path is not None and sys.platform != "win32":  # there an open file cannot be removed, and stays
            # While it is still held: whoever waits for it finds that its file is no longer the one of that name.
            with contextlib.suppress(OSError):
                if not os.fstat(handle).st_size:  # what has something in it was there before, and is somebody's
                    self._path.unlink()
        os.close(handle)

    __del__ = release


def claim(path: Path) -> Claim | None:
    """Claims a name; None where somebody holds it, this process included.

    Where files cannot be written or locked there, the claim holds nothing.
    """
    for _ in range(_TRIES):
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError:
            return Claim()
        with contextlib.ExitStack() as letting_go:
            letting_go.callback(os.close, handle)
            try:
                _lock(handle)
                is_mine = os.path.samestat(path.stat(), os.fstat(handle))
            except _HELD:
                return None
            except FileNotFoundError:
                continue  # whoever held it has removed the file meanwhile
            except OSError:
                return Claim()
            if is_mine:  # else they have, and somebody else has made another
                letting_go.pop_all()
                return Claim(path, handle)
    return None


def wait(path: Path, seconds: float) -> Claim | None:
    """Claims a name, waiting for whoever holds it; None where that takes longer."""
    until = time.monotonic() + seconds
    while True:
        found = claim(path)
        if found is not None or time.monotonic() >= until:
            return found
        time.sleep(_PAUSE)


if sys.platform == "win32":
    import msvcrt

    _HELD: Final = PermissionError

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    #: What is raised where somebody holds a lock.
    _HELD: Final = BlockingIOError

    def _lock(handle: int) -> None:
        """Locks a file, without waiting."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
