"""Whether a full-screen game can run in this process.

Owns the reasons why not. It starts nothing and writes nothing.
"""

from __future__ import annotations

import os
import sys


def unavailable() -> str:
    """Why the screen cannot be used here, in words; empty where it can."""
    try:
        import curses
    except ImportError:
        if sys.platform == "win32":
            return "Python finds no curses module (pip install windows-curses)"
        return "this Python was built without the curses module"
    for descriptor, name in ((0, "input"), (1, "output")):
        if not os.isatty(descriptor):
            return f"standard {name} is not a terminal"
    if sys.platform == "win32":
        return ""
    term = os.environ.get("TERM", "")
    if not term:
        return "TERM is not set"
    try:
        curses.setupterm(term, 1)
    except curses.error:
        return f"TERM={term} is not a known kind of terminal"
    if not curses.tigetstr("cup"):
        return f"TERM={term} cannot place its cursor"
    return ""
