"""Values as one line of a message.

Owns how a text that may hold anything, an error of others and a number with its noun are shown; and what is told once
in a process.
"""

from __future__ import annotations

from typing import Final

_said: Final[set[str]] = set()  # what the process was told


def one_line(text: str, limit: int | None = None) -> str:
    """Return the text with everything invisible escaped, cut to `limit` characters with an ellipsis."""
    shown = "".join(visible(char) for char in (text if limit is None else text[: limit + 1]))
    return shown if limit is None or len(shown) <= limit else shown[: limit - 1] + "…"


def cause_of(error: BaseException) -> str:
    """Return an error that is not ours as one line: its kind, and what it says."""
    said = " ".join(str(error).split())
    return one_line(f"{type(error).__name__}: {said}" if said else type(error).__name__)


def counted(number: int, noun: str, nouns: str = "") -> str:
    """Return a number with its noun.

    >>> counted(1, "game"), counted(2000, "game")
    ('1 game', '2,000 games')
    """
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def warn_once(text: str) -> None:
    """Tells whoever runs this process what they can mend: a warning of the logger ``tilekit``, on stderr by default.

    Once in a process. A process of a series stays silent: the one that started it tells.
    """
    import logging
    import multiprocessing

    if text not in _said and multiprocessing.parent_process() is None:
        _said.add(text)
        logging.getLogger("tilekit").warning("%s", one_line(text, 1000))


def visible(char: str) -> str:
    """Return the character, or its escape where it would be invisible or move the cursor."""
    if char.isprintable():
        return char
    return char.encode("unicode_escape").decode("ascii")
