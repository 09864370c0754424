"""Where machine code is kept on disk, and for which rules there likely is some.

Owns what can be said of the folder without numba, which takes half a second to import. `tilekit.compiled.store` owns
what lies in it.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import sys
from pathlib import Path
from typing import Final

from tilekit.folders import user_folder
from tilekit.version import __version__

#: Overrides where machine code is kept; empty for nowhere.
VARIABLE: Final = "TILEKIT_CACHE"
#: What lists the files of a program, in its folder.
MANIFEST: Final = "manifest.json"
#: Under which name it says what the program was made of.
MADE_OF: Final = "of"


def default_folder() -> Path | None:
    """Where machine code is kept; None for nowhere."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    folder = user_folder("cache")
    return None if folder is None else folder / "programs"


def made_of(rules: str) -> str:
    """What the machine code of rules is made of, by their digest: what can be told before it is looked up."""
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        return " ".join([rules, __version__, importlib.metadata.version("numba"), *sys.version.split()])
    return ""


def is_likely_kept(rules: str) -> bool:
    """Whether there is machine code of rules, by their digest. What a mechanic does may have changed since."""
    folder, wanted = default_folder(), made_of(rules)
    if folder is None or not wanted:
        return False
    with contextlib.suppress(OSError):
        return any(_tells(place / MANIFEST) == wanted for place in folder.iterdir())
    return False


def _tells(manifest: Path) -> object:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return json.loads(manifest.read_text(encoding="utf-8")).get(MADE_OF)
    return None
