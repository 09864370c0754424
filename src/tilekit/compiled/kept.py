"""Where machine code is kept on disk, and for which rules there likely is some.

Owns what can be said of the folder without numba, which takes half a second to import. `tilekit.compiled.store` owns
what lies in it.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import sys
from pathlib import Path
from typing import Final

from tilekit.folders import user_folder
from tilekit.version import __version__

#: Overrides where machine code is kept; empty for nowhere.
VARIABLE: Final = "TILEKIT_CACHE"
#: The file of a program; its first line says what the program was made of.
FILE: Final = "tilekit-{}.program"


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
    for place in folder.glob(FILE.format("*")):
        with contextlib.suppress(OSError), place.open("rb") as file:
            if file.readline(1000).rstrip() == wanted.encode():
                return True
    return False
