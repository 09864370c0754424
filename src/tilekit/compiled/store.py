"""Machine code on disk.

Owns one file for each compiled program, named by the key of everything that went into it. It is written whole, with a
checksum: what is torn or stale is seen, and made again. It may lie among anybody's files: nothing is written over or
removed but files of the names that programs have. Where nothing can be kept, code is compiled for this process only.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import pickle
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from tilekit.compiled.kept import FILE, VARIABLE
from tilekit.compiled.parts import as_one
from tilekit.errors import warn_once
from tilekit.files import BESIDE, write_whole

#: A file that was begun so many seconds ago nobody is writing any more.
_ABANDONED: Final = 3600
#: So many programs are kept; beyond that those not used for the longest time go.
_MOST: Final = 256

Names = Callable[[], Mapping[str, Any]]


class Store:
    """A folder of compiled programs.

    Attributes:
        note: why code was not kept, in words, and what helps; empty where it was. It is told once in a process, too,
            unless nobody wanted it kept.
    """

    def __init__(self, folder: Path | None) -> None:
        """Take the folder; None where nothing is to be kept."""
        self._folder: Final = folder
        self.note = ""

    def entry(
        self,
        key: str,
        text: str,
        signature: Any,
        names: Names,
        *,
        made_of: str = "",
        check: Callable[[], object] = lambda: None,
    ) -> Any:
        """The compiled function ``entry`` of a module's text.

        Args:
            key: of everything that went in, the text aside.
            text: of the module; its function has no closure.
            signature: for which it is compiled.
            names: gives the module's other globals; called only where code must be compiled.
            made_of: what `tilekit.compiled.kept.is_likely_kept` knows it by.
            check: called once it is compiled; what it raises keeps the code from being kept.
        """
        found = self.found(key, text, signature)
        if found is not None:
            return found
        name = _name(key, text)
        entry = _module(name, text, names()).entry
        as_one(lambda: entry.compile(signature), entry.__name__)
        check()
        self.note = self._not_kept(name, entry, made_of)
        if self.note and (self._folder is not None or VARIABLE not in os.environ):
            warn_once(self.note)
        return entry

    def found(self, key: str, text: str, signature: Any) -> Any:
        """The entry that lies on disk; None where none does, or none that is whole. See `entry`."""
        name = _name(key, text)
        code = None if self._folder is None else _code(self._folder / name)
        if self._folder is None or code is None:
            return None
        entry = _module(name, text, {}).entry
        try:
            entry._cache = _Found(code)  # noqa: SLF001 - where numba looks before it compiles
            entry.compile(signature)
        except Exception:  # noqa: BLE001 - whatever is wrong with it, it is made again
            return None
        with contextlib.suppress(OSError):
            os.utime(self._folder / name)
        return entry

    def _not_kept(self, name: str, entry: Any, made_of: str) -> str:
        """Keeps the code, or says that it is not kept, where, why, and what helps."""
        if self._folder is None:
            if os.environ.get(VARIABLE) == "":
                return f"machine code is not kept: {VARIABLE} is empty"
            return f"machine code is not kept: nobody can say where your home is; name a folder with {VARIABLE}"
        place = self._folder / name
        (made,) = entry.overloads.values()
        code = dumps(made._reduce())  # noqa: SLF001 - as numba's own cache does
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if os.path.lexists(place) and not _is_file(place):
                raise FileExistsError(errno.EEXIST, f"{name} stands there and is not tilekit's")
            write_whole(place, b"\n".join([made_of.encode(), _checksum(place, code), code]))
        except OSError as error:
            why = error.strerror or str(error)
            if os.path.lexists(self._folder) and not self._folder.is_dir():
                why = "it is no folder"
            helps = f"name another folder with {VARIABLE}, or none ({VARIABLE}=) to compile at each start"
            return f"machine code is not kept in {self._folder}: {why}; {helps}"
        with contextlib.suppress(OSError):  # another process takes the same away
            self._tidied()
        return ""

    def _tidied(self) -> None:
        """Takes away what was not used for the longest time, where there is too much, and what was never finished."""
        assert self._folder is not None
        kept, begun = (
            sorted((place.stat().st_mtime, place) for place in self._folder.glob(name.format("*")) if _is_file(place))
            for name in (FILE, BESIDE)
        )
        old = [place for used, place in begun if used < time.time() - _ABANDONED]
        for place in [*old, *(place for _, place in kept[: max(0, len(kept) - _MOST)])]:
            place.unlink(missing_ok=True)


class _Found(NullCache):
    """A cache of numba in which one function is found."""

    def __init__(self, code: bytes) -> None:
        self._code = code

    def load_overload(self, _signature: Any, context: Any) -> Any:
        context.refresh()
        return CompileResult._rebuild(context, *pickle.loads(self._code))  # noqa: S301, SLF001 - as numba's own does


def _name(key: str, text: str) -> str:
    """What the file of a program is called."""
    return FILE.format(hashlib.sha256(f"{key}\n{text}".encode()).hexdigest()[:40])


def _is_file(place: Path) -> bool:
    return place.is_file() and not place.is_symlink()


def _checksum(place: Path, code: bytes) -> bytes:
    return hashlib.sha256(place.name.encode() + code).hexdigest().encode()


def _code(place: Path) -> bytes | None:
    """The code in a file; None where it is not whole, or another program's."""
    with contextlib.suppress(OSError, ValueError):
        _, checksum, code = place.read_bytes().split(b"\n", 2)
        return code if checksum == _checksum(place, code) else None
    return None


def _module(name: str, text: str, names: Mapping[str, Any]) -> ModuleType:
    """A module of generated text. Its code is looked up by its name, under which it therefore stays known."""
    module = sys.modules[name] = ModuleType(name)
    module.__dict__.update(names)
    exec(compile(text, f"<{name}>", "exec"), module.__dict__)  # noqa: S102
    return module
