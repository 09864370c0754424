"""Machine code on disk.

Owns a folder with one sub-folder for each compiled program, named by the key of everything that went into it. Such
a folder is made aside and moved to its name in one step, and lists the checksums of its files: what is torn, stale
or somebody else's is seen, and made again. Where nothing can be kept, code is compiled for this process only.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numba

from tilekit.compiled.parts import as_one

#: Overrides where machine code is kept; empty for nowhere.
VARIABLE: Final = "TILEKIT_CACHE"
_MODULE: Final = "program.py"
_MANIFEST: Final = "manifest.json"
#: The text, and the two files that numba writes beside it.
_FILES: Final = 3
#: What was begun so many seconds ago, nobody is at work on.
_ABANDONED: Final = 3600
#: So many programs are kept; beyond that those not used for the longest time go.
_MOST: Final = 256

Names = Callable[[], Mapping[str, Any]]


def default_folder() -> Path | None:
    """Where machine code is kept; None for nowhere."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    import platformdirs

    with contextlib.suppress(RuntimeError, OSError):  # nobody can say where the user is at home
        folder = Path(platformdirs.user_cache_dir("tilekit", appauthor=False)) / "programs"
        return folder if folder.is_absolute() else None
    return None


class Store:
    """A folder of compiled programs.

    Attributes:
        note: why code cannot be kept, in words; empty where it can.
    """

    def __init__(self, folder: Path | None) -> None:
        """Take the folder; None where nothing is to be kept."""
        self._folder: Final = folder
        self.note = "" if folder is not None else "machine code is not kept: no folder for it"

    def entry(self, key: str, text: str, signature: Any, names: Names) -> Any:
        """The compiled function ``entry`` of a module's text.

        Args:
            key: of everything that went in, the text aside.
            text: of the module; its function has no closure.
            signature: for which it is compiled.
            names: gives the module's other globals; called only where code must be compiled.
        """
        key = hashlib.sha256(f"{key}\n{text}".encode()).hexdigest()[:40]
        found = self._found(key, signature)
        if found is not None:
            return found
        if self._folder is not None:
            try:
                return self._made(key, text, signature, names)
            except OSError as error:
                self.note = f"machine code is not kept: {error.strerror or error}"
        module = _module(f"tilekit_{key}", None, text, names())
        as_one(lambda: module.entry.compile(signature), module.entry.__name__)
        return module.entry

    def _found(self, key: str, signature: Any) -> Any:
        """The entry that lies on disk; None where none does, or none that is whole."""
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

    def _made(self, key: str, text: str, signature: Any, names: Names) -> Any:
        """The entry compiled, and kept."""
        assert self._folder is not None
        self._folder.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=".new-", dir=self._folder))
        try:
            (aside / _MODULE).write_text(text, encoding="utf-8")
            entry = _module(f"tilekit_{key}", aside / _MODULE, "", names()).entry
            as_one(lambda: entry.compile(signature), entry.__name__)
            (aside / _MANIFEST).write_text(json.dumps(_manifest(aside, key)), encoding="utf-8")
            self._moved(aside, self._folder / key)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
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
            # What stands there is broken: out of the way first, so that nobody finds half of it.
            with contextlib.suppress(OSError):
                broken = Path(tempfile.mkdtemp(prefix=".old-", dir=place.parent)) / "broken"
                place.rename(broken)
                shutil.rmtree(broken.parent, ignore_errors=True)

    def _tidied(self) -> None:
        """Takes away what was not used for the longest time, where there is too much."""
        assert self._folder is not None
        with contextlib.suppress(OSError):
            for place in self._folder.glob(".*-*"):  # left by a process that was killed
                if time.time() - place.stat().st_mtime > _ABANDONED:
                    shutil.rmtree(place, ignore_errors=True)
            kept = [place for place in self._folder.iterdir() if place.is_dir()]
            if len(kept) > _MOST:
                for place in sorted(kept, key=lambda place: place.stat().st_mtime)[: len(kept) - _MOST]:
                    shutil.rmtree(place, ignore_errors=True)


def _files(place: Path) -> list[Path]:
    """What a program's folder holds besides its manifest."""
    return [place / _MODULE, *sorted((place / "__pycache__").glob("program.*.nb*"))]


def _manifest(place: Path, key: str) -> dict[str, str]:
    """What should be in a program's folder: its key, and the checksum of each file."""
    return {"key": key} | {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in _files(place)}


def _is_whole(place: Path) -> bool:
    try:
        manifest = json.loads((place / _MANIFEST).read_text(encoding="utf-8"))
        return len(manifest) == _FILES + 1 and manifest == _manifest(place, place.name)
    except (OSError, ValueError):
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
