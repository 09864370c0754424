"""The standard streams: results on stdout, messages on stderr, whatever is at their other end.

Owns what becomes of characters an encoding lacks, of a reader that has gone, of a full disk, and of streams that are
not there at all. Commands and line mode write through it; it knows nothing of what they write.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
from typing import Final

from tilekit.errors import RulesetError, TilekitError, UsageError, one_line

_SPELT: Final = {"±": "+-", "…": "...", "–": "-"}


class OutputLost(OSError):  # noqa: N818 - what happened, not what went wrong
    """Results cannot be written any more.

    Attributes:
        reason: why, in words; empty where whoever read them has seen enough and left.
    """

    def __init__(self, error: OSError) -> None:
        """Take what the system said."""
        self.reason = "" if isinstance(error, BrokenPipeError) else error.strerror or str(error)
        super().__init__(self.reason)


def prepare() -> None:
    """What a stream's encoding cannot say is spelt another way from now on, rather than failing half way."""
    codecs.register_error("tilekit", _spell)
    for stream, errors in ((sys.stdin, "backslashreplace"), (sys.stdout, "tilekit"), (sys.stderr, "tilekit")):
        with contextlib.suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors=errors)  # type: ignore[union-attr]


def _spell(error: UnicodeError) -> tuple[str, int]:
    """The characters an encoding lacks, as near as ASCII comes to them."""
    assert isinstance(error, UnicodeEncodeError)
    lost = error.object[error.start : error.end]
    return "".join(_SPELT.get(c) or c.encode("ascii", "backslashreplace").decode() for c in lost), error.end


def say(text: str = "", *, end: str = "\n") -> None:
    """Writes a result, at once, so that results and messages come in the order in which they were written.

    Raises:
        OutputLost: it cannot be written.
    """
    try:
        print(text, end=end, flush=True)  # noqa: T201 - into nothing where there is no stdout
    except OSError as error:
        raise OutputLost(error) from error


#: Characters of a line of actions, its comment included: what has no lines may never end.
LONGEST_LINE: Final = 10_000_000


def read_line() -> str:
    """The next line of the standard input, without a byte order mark; empty at its end.

    Raises:
        UsageError: it is too long for anything that could be asked.
    """
    if sys.stdin is None:
        return ""
    line = sys.stdin.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE:
        raise UsageError(f"a line of the standard input has more than {LONGEST_LINE:,} characters")
    # What the mark looks like depends on the encoding that the locale asks for.
    mark = codecs.BOM_UTF8.decode(sys.stdin.encoding or "utf-8", "backslashreplace")
    return line.removeprefix(mark)


def tell(message: str) -> None:
    """Writes a message; where that cannot be done, nobody is there to be told."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(message, file=sys.stderr, flush=True)  # noqa: T201 - to stderr


def tell_error(error: TilekitError) -> None:
    """Writes what went wrong: nothing in it, whoever wrote it, moves the cursor."""
    tell(str(error) if isinstance(error, RulesetError) else one_line(str(error)))


def is_heard() -> bool:
    """Whether what is told goes to a terminal, where somebody reads it beside what is said."""
    return sys.stderr is not None and sys.stderr.isatty()


def is_watched() -> bool:
    """Whether somebody looks on at a terminal that can draw a bar."""
    return is_heard() and os.environ.get("TERM") != "dumb"


def drop() -> None:
    """What is still to be written goes nowhere, so that leaving the program does not fail once more."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def is_terminal() -> bool:
    """Whether somebody can type here and see what comes of it."""
    with contextlib.suppress(AttributeError, ValueError):  # closed, or not there
        return sys.stdin.isatty() and sys.stdout.isatty()
    return False
