"""Whether a window can be opened in this process.

Owns the reasons why not. It opens nothing, and does not load pygame to find out.
"""

from __future__ import annotations

import os
import sys
from importlib import metadata, util


def unavailable() -> str:
    """Why no window can be opened here, in words; empty where one can."""
    if util.find_spec("pygame") is None:
        return "pygame is not installed (pip install pygame-ce)"
    try:
        metadata.version("pygame-ce")
    except metadata.PackageNotFoundError:
        return "this pygame is not pygame-ce, which has sharp windows (pip uninstall pygame; pip install pygame-ce)"
    if sys.platform in {"win32", "darwin"} or os.environ.get("SDL_VIDEODRIVER"):
        return ""
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        return "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set"
    return ""
