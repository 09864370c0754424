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

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            counted.count += 1
            if counted.count > calls:
                sys.setprofile(before)
                raise TooMuchWorkError(f"more than {calls:,} calls")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield counted
    finally:
        sys.setprofile(before)
