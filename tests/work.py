"""How much work something is, counted in calls of Python functions: the same on however busy a machine.

What takes too long is stopped as soon as the count is reached, so that a test of it fails instead of hanging.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooMuchWorkError(BaseException):
    """More calls than were allowed; no handler for errors of a ruleset or a plugin takes it for one of those."""


class Calls:
    """The calls so far."""

    def __init__(self) -> None:
        self.count = 0


@contextmanager
def at_most(calls: int) -> Iterator[Calls]:
    """Lets what stands inside call so many Python functions, and stops it then."""
    counted = Calls()

    def note(_frame: FrameType, _event: str, _argument: object) -> None:
        counted.count += 1
        if counted.count > calls:
            sys.settrace(before)
            raise TooMuchWorkError(f"more than {calls:,} calls")

    before = sys.gettrace()
    sys.settrace(note)  # which is told of calls of Python functions alone, as it follows none of them
    try:
        yield counted
    finally:
        sys.settrace(before)
