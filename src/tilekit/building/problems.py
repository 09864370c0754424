"""What is wrong with a ruleset once its names and expressions are given meaning.

Owns the record of such a problem, by key path and not yet by line, and the collecting of all of them in one
run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tilekit.errors import Fix, guesses
from tilekit.expressions.complaints import in_place
from tilekit.expressions.parsing import ExpressionError
from tilekit.ruleset.models import ID_PATTERN
from tilekit.ruleset.text import KeyPath

_THINGS: Final = {"spawn": "spawn table"}
#: How a thing of each kind is defined.
_DEFINED: Final = {
    "variable": "write {name} = 0 in [variables]",
    "spawn": "write [spawn.{name}]",
    "tile": "write it into [tiers]",
    "pause": 'write [[end]] with status = "paused" and reason = "{name}"',
}
_MOST_GUESSES: Final = 200
_MOST_LISTED: Final = 20


def _listed(names: list[str]) -> str:
    """The names with commas, a run of numbers as a range, not too many of them."""
    numbers = [name for name in names if name.isdigit()]
    if len(numbers) > 2 and numbers == [str(n) for n in range(int(numbers[0]), int(numbers[0]) + len(numbers))]:
        names = [*(name for name in names if not name.isdigit()), f"{numbers[0]} to {numbers[-1]}"]
    return ", ".join(names[:_MOST_LISTED]) + (", …" if len(names) > _MOST_LISTED else "")


def _definition(kind: str, name: str) -> str:
    """What to do about a name that is near to none of a kind."""
    new = _DEFINED.get(kind, "").format(name=name) if re.fullmatch(ID_PATTERN, name) else ""
    return f"write the name of {_article(kind)} {_THINGS.get(kind, kind)}" + (f", or define it: {new}" if new else "")


def _article(thing: str) -> str:
    return "an" if thing[0] in "aeiou" else "a"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a ruleset: where in the file, and what."""

    path: KeyPath
    code: str
    message: str
    found: str = ""
    expected: str = ""
    fix: str = ""
    key: bool = False
    offset: int = 0
    width: int = 0
    severity: Literal["error", "warning"] = "error"


class Problems:
    """The problems of one ruleset, in the order in which they are met."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(
        self, path: KeyPath, code: str, message: str, *, found: str, expected: str, fix: str = "", key: bool = False,
        offset: int = 0, width: int = 0, severity: Literal["error", "warning"] = "error",
    ) -> None:  # fmt: skip
        """Notes a problem; the arguments are the fields of `Problem`."""
        if code == "too-many-expressions" and self.has(code):
            return  # all that follow say the same
        self.found.append(Problem(path, code, message, found, expected, fix, key, offset, width, severity))

    def without_consequences(self) -> list[Problem]:
        """The problems; where the tiles themselves are wrong, not that others speak of tiles that are not there."""
        if not any(problem.code in ("chain-or-numbers", "bad-numbers", "no-tiles") for problem in self.found):
            return self.found
        return [problem for problem in self.found if problem.code not in ("unknown-tile", "unknown-name")]

    def has(self, *codes: str) -> bool:
        """Whether a problem of one of these codes has been met."""
        return any(problem.code in codes for problem in self.found)

    def expression(self, path: KeyPath, error: ExpressionError, kind: str = "", tiles: Sequence[str] = ()) -> None:
        """Notes what is wrong with the expression of a kind at a path, which is handed some tiles."""
        error = in_place(error, path, kind, tiles)
        self.add(
            path, error.code, error.message, found=error.found, expected=error.expected, fix=error.fix,
            offset=error.at, width=error.width,
        )  # fmt: skip

    def unknown(
        self,
        path: KeyPath,
        kind: str,
        name: str,
        known: Iterable[str],
        *,
        key: bool = False,
        fix: str = "",
        guess: bool = True,
        unsure: Collection[str] = (),
        fits: Callable[[str], bool] = lambda _: True,
    ) -> None:
        """Notes an unknown name, with those that are known and, where none is near or meant, what else to do.

        Of those that are near the first that fits is meant. To write one of those in ``unsure`` is not enough: they ask
        for something more.
        """
        choices = sorted(known) if isinstance(known, (set, frozenset)) else list(dict.fromkeys(known))
        thing = _THINGS.get(kind, kind)
        # The search for near names is slow, and nobody reads that far.
        near: str = ""
        if guess and len(self.found) < _MOST_GUESSES:
            near = next((each for each in guesses(name, choices) if fits(each.instead)), "")
        if isinstance(near, Fix) and near.instead in unsure:
            near = f"{near} It has settings of its own: write it as a table of [mechanics]"
        expected = f"{'one of ' if len(choices) > 1 else ''}{_listed(choices)}"
        self.add(
            path, f"unknown-{kind}", f'no {thing} is called "{name}"', found=name,
            expected=expected or f"{_article(thing)} {thing}, and there is none", key=key,
            fix=near or fix or _definition(kind, name),
        )  # fmt: skip
