"""The folders of a user.

Owns where tilekit keeps what belongs to a user: data and caches, as the system has it. It does not own what is kept
there, nor the variables of tilekit that name another place.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal


def user_folder(kind: Literal["data", "cache"]) -> Path | None:
    """The folder for tilekit's data or caches.

    Returns:
        An absolute path. None where the user has no home folder: an unknown user id, or a ``HOME`` that is empty or
        relative.
    """
    import platformdirs

    variable = {"data": "XDG_DATA_HOME", "cache": "XDG_CACHE_HOME"}[kind]
    homeless = sys.platform != "win32" and not Path(os.environ.get("HOME", "/")).is_absolute()
    if homeless and not Path(os.environ.get(variable, "")).is_absolute():
        return None
    find = {"data": platformdirs.user_data_dir, "cache": platformdirs.user_cache_dir}[kind]
    try:
        folder = Path(find("tilekit", appauthor=False))
    except (RuntimeError, OSError):
        return None
    return folder if folder.is_absolute() else None
