"""Machine code on disk.

Owns one sub-folder for each compiled program, named by the key of everything that went into it. Such a folder is made
aside and moved to its name in one step, and lists the checksums of its files: what is torn or stale is seen, and made
again. It may lie among anybody's files: what bears no mark of a program is never touched, and nothing is removed but
files of the names that a program has. Where nothing can be kept, code is compiled for this process only.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import importlib.util
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numba

from tilekit.compiled.kept import MADE_OF, MANIFEST, VARIABLE
from tilekit.compiled.parts import as_one
from tilekit.errors import warn_once

_MODULE: Final = "program.py"
_CODE: Final = "__pycache__"
#: What may lie in a program's folder, numba's files also while they are written.
_OF_A_PROGRAM: Final = re.compile(r"program\.py|manifest\.json|__pycache__(/program\.\w[^/]*)?")
#: The text, and the two files that numba writes beside it.
_FILES: Final = 3
#: What a program's folder is called, and one that is being made or was put aside, also by earlier versions.
_NAME: Final = re.compile(r"[0-9a-f]{40}")
_ASIDE: Final = re.compile(r"\.(tilekit-)?(new|old)-[a-z0-9_]{8}")
_BEING_MADE: Final = ".tilekit-new-"
_PUT_ASIDE: Final = ".tilekit-old-"
#: How the text of every program begins.
MARK: Final = "# Made by tilekit; safe to delete.\n"
#: What was begun so many seconds ago nobody is at work on, where folders cannot be locked.
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
        self._swept()
        found = self.found(key, text, signature)
        if found is not None:
            return found
        key = _name(key, text)
        if self._folder is not None:
            try:
                return self._made(key, text, signature, names, made_of, check)
            except OSError as error:
                self.note = _not_kept(self._folder, error)
        elif os.environ.get(VARIABLE) == "":
            self.note = f"machine code is not kept: {VARIABLE} is empty"
        else:
            self.note = f"machine code is not kept: nobody can say where your home is; name a folder with {VARIABLE}"
        if self._folder is not None or VARIABLE not in os.environ:
            warn_once(self.note)
        module = _module(f"tilekit_{key}", None, text, names())
        as_one(lambda: module.entry.compile(signature), module.entry.__name__)
        check()
        return module.entry

    def found(self, key: str, text: str, signature: Any) -> Any:
        """The entry that lies on disk; None where none does, or none that is whole. See `entry`."""
        key = _name(key, text)
        if self._folder is None or not _is_whole(self._folder / key):
            return None
        place = self._folder / key
        try:
            entry = _module(f"tilekit_{key}", place / _MODULE, "", {}).entry
            entry.compile(signature)
            with contextlib.suppress(OSError):
                os.utime(place)
        except Exception:  # noqa: BLE001 - whatever is wrong with it, it is made again
            sys.modules.pop(f"tilekit_{key}", None)
            return None
        return entry

    def _made(
        self, key: str, text: str, signature: Any, names: Names, made_of: str, check: Callable[[], object]
    ) -> Any:
        """The entry compiled, and kept."""
        assert self._folder is not None
        self._folder.mkdir(parents=True, exist_ok=True)
        aside, mine = _claimed(self._folder)
        try:
            (aside / _MODULE).write_text(MARK + text, encoding="utf-8")
            entry = _module(f"tilekit_{key}", aside / _MODULE, "", names()).entry
            as_one(lambda: entry.compile(signature), entry.__name__)
            check()
            (aside / MANIFEST).write_text(json.dumps({**_manifest(aside, key), MADE_OF: made_of}), encoding="utf-8")
            self._moved(aside, self._folder / key)
        finally:
            _removed(aside)
            if mine is not None:
                os.close(mine)
        self._tidied()
        return entry

    def _moved(self, aside: Path, place: Path) -> None:
        """Gives a folder its name, unless another process was faster."""
        for _ in range(2):
            with contextlib.suppress(OSError):
                aside.rename(place)
                return
            if _is_whole(place):
                return
            if os.path.lexists(place) and not _is_program(place):
                raise FileExistsError(errno.EEXIST, f"{place.name} stands there and is not tilekit's")
            # What stands there is broken: out of the way first, so that nobody finds half of it.
            with contextlib.suppress(OSError):
                broken = Path(tempfile.mkdtemp(prefix=_PUT_ASIDE, dir=place.parent)) / "broken"
                place.rename(broken)
                _removed(broken)
                broken.parent.rmdir()

    def _tidied(self) -> None:
        """Takes away what was not used for the longest time, where there is too much."""
        assert self._folder is not None
        with contextlib.suppress(OSError):
            kept = [
                (place.stat().st_mtime, place)
                for place in self._folder.iterdir()
                if _NAME.fullmatch(place.name) and _is_marked(place)
            ]
            for _, place in sorted(kept)[: max(0, len(kept) - _MOST)]:
                _removed(place)

    def _swept(self) -> None:
        """Takes away what a process has left that was killed while it made a program."""
        if self._folder is None:
            return
        with contextlib.suppress(OSError):
            for place in self._folder.iterdir():
                name = place.name
                if not _ASIDE.fullmatch(name) or place.is_symlink():
                    continue
                inner = place / "broken" if (place / "broken").is_dir() else place
                if not (_is_marked(inner) or name.startswith((_BEING_MADE, _PUT_ASIDE))):
                    continue
                with contextlib.suppress(OSError), _left(place) as left:
                    if left:
                        _removed(inner)
                        _removed(place)


def _claimed(folder: Path) -> tuple[Path, int | None]:
    """A new folder to make a program in, and a lock on it that goes with this process; None where there are none."""
    while True:
        place = Path(tempfile.mkdtemp(prefix=_BEING_MADE, dir=folder))
        # Between the steps another process may take the folder for an abandoned one, and remove it.
        with contextlib.suppress(BlockingIOError):
            lock = _locked(place)
            if place.is_dir():
                return place, lock
            if lock is not None:
                os.close(lock)


def _locked(place: Path) -> int | None:
    """A lock on a folder, which no other process gets while this one lives; None where folders cannot be locked.

    Raises:
        BlockingIOError: another process has it.
    """
    try:
        import fcntl

        lock = os.open(place, os.O_RDONLY)
    except (ImportError, OSError):  # Windows; or it has gone
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise
    except OSError:
        os.close(lock)
        return None
    return lock


@contextlib.contextmanager
def _left(place: Path) -> Iterator[bool]:
    """Whether nobody is at work on a folder: the process that made it is gone, or it is old and cannot be locked.

    Raises:
        BlockingIOError: its process is at work on it.
    """
    lock = _locked(place) if place.name.startswith(_BEING_MADE) else None
    try:
        yield lock is not None or time.time() - place.stat().st_mtime > _ABANDONED
    finally:
        if lock is not None:
            os.close(lock)


def _name(key: str, text: str) -> str:
    """What the folder of a program is called."""
    return hashlib.sha256(f"{key}\n{text}".encode()).hexdigest()[:40]


def _not_kept(folder: Path, error: OSError) -> str:
    """That machine code is not kept, where, why, and what helps."""
    why = "it is no folder" if os.path.lexists(folder) and not folder.is_dir() else error.strerror or str(error)
    helps = f"name another folder with {VARIABLE}, or none ({VARIABLE}=) to compile at each start"
    return f"machine code is not kept in {folder}: {why}; {helps}"


def _is_program(place: Path) -> bool:
    """Whether a folder that has a program's name holds nothing but what a program's may, whole or broken."""
    if place.is_symlink() or not place.is_dir():
        return False
    return all(
        _OF_A_PROGRAM.fullmatch(path.relative_to(place).as_posix()) and not path.is_symlink()
        for path in place.rglob("*")
    )


def _is_marked(place: Path) -> bool:
    """Whether a folder holds nothing but a program's files, and the text among them says whose it is."""
    try:
        return _is_program(place) and (place / _MODULE).read_text(encoding="utf-8").startswith(MARK)
    except (OSError, ValueError):
        return False


def _removed(place: Path) -> None:
    """Takes a program's folder away, file by file: what else lies there stays, and the folder with it."""
    with contextlib.suppress(OSError):
        found = sorted(path.relative_to(place).as_posix() for path in place.rglob("*"))
        # The manifest first: without it, nobody takes what is left for a whole program. Folders after what is in them.
        for name in sorted(filter(_OF_A_PROGRAM.fullmatch, found), key=lambda name: (name != MANIFEST, -len(name))):
            path = place / name
            with contextlib.suppress(OSError):
                (path.rmdir if path.is_dir() and not path.is_symlink() else path.unlink)()
        place.rmdir()


def _files(place: Path) -> list[Path]:
    """What a program's folder holds besides its manifest."""
    return [place / _MODULE, *sorted((place / _CODE).glob("program.*.nb*"))]


def _manifest(place: Path, key: str) -> dict[str, str]:
    """What should be in a program's folder: its key, and the checksum of each file."""
    return {"key": key} | {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in _files(place)}


def _is_whole(place: Path) -> bool:
    try:
        manifest = json.loads((place / MANIFEST).read_text(encoding="utf-8"))
        manifest.pop(MADE_OF)
        return len(manifest) == _FILES + 1 and manifest == _manifest(place, place.name)
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return False


def _module(name: str, path: Path | None, text: str, names: Mapping[str, Any]) -> ModuleType:
    """A module of generated text. Its code is looked up by its name, under which it therefore stays known."""
    if path is None:
        module = ModuleType(name)
        module.__dict__.update(names)
        sys.modules[name] = module
        exec(compile(text.replace("cache=True", "cache=False"), f"<{name}>", "exec"), module.__dict__)  # noqa: S102
        return module
    specification = importlib.util.spec_from_file_location(name, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    module.__dict__.update(names)
    sys.modules[name] = module
    elsewhere, numba.config.CACHE_DIR = numba.config.CACHE_DIR, ""  # beside the module, whatever the user says
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        specification.loader.exec_module(module)
    finally:
        numba.config.CACHE_DIR, sys.dont_write_bytecode = elsewhere, writes
    return module
