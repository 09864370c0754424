"""Arguments of functions that Python calls, checked before anything is done with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tilekit.errors.exceptions import UsageError
from tilekit.errors.text import one_line


def at_least_1(**numbers: int) -> None:
    """Refuse numbers that are no whole numbers from 1 on, by the names they go by.

    Raises:
        UsageError: names the first of them.
    """
    for name, number in numbers.items():
        if type(number) is not int or number < 1:
            raise UsageError(f"{name} is {number!r}; expected a whole number, 1 or more")


def expected(name: str, value: object, what: str, *, well: bool) -> None:
    """Refuse an argument of the wrong kind, by the name it goes by.

    Args:
        name: of the argument.
        value: what was given.
        what: what may be given, in words.
        well: whether it was.

    Raises:
        UsageError: it was not.
    """
    if not well:
        raise UsageError(f"{name} is {one_line(repr(value), 60)}; expected {what}")


def texts_of(name: str, value: object, what: str) -> list[str]:
    """Return the texts of a list of some; a text alone is no list.

    Args:
        name: of the argument.
        value: what was given.
        what: such a list, in words.

    Raises:
        UsageError: it is another thing, or an empty list.
    """
    found = list(value) if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)) else []
    expected(name, value, what, well=bool(found) and all(isinstance(each, str) for each in found))
    return found
