"""What goes wrong, and how it is told.

Owns the exceptions that tilekit raises on purpose, and the arguments that are refused before anything is done with
them. How a problem of a file is shown, what a misspelt name was meant to be, and values as a line of text are modules
of their own, whose names are offered here. It imports nothing else of tilekit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tilekit.errors.diagnostics import FOUND_LIMIT, Diagnostic, Edit, Fix, in_order
from tilekit.errors.suggestions import did_you_mean, guesses, nearest
from tilekit.errors.text import cause_of, counted, one_line, warn_once

__all__ = [
    "FOUND_LIMIT",
    "Diagnostic",
    "Edit",
    "Fix",
    "IllegalAction",
    "MechanicFailed",
    "PluginError",
    "RulesetError",
    "SaveError",
    "TilekitError",
    "TooManyOutcomes",
    "UsageError",
    "at_least_1",
    "cause_of",
    "counted",
    "did_you_mean",
    "expected",
    "failed_in",
    "guesses",
    "in_order",
    "nearest",
    "one_line",
    "texts_of",
    "warn_once",
]


class TilekitError(Exception):
    """The root of every error that tilekit raises on purpose."""


class RulesetError(TilekitError, ValueError):
    """A ruleset cannot be loaded; its text is every problem found, in the order of the file.

    Attributes:
        diagnostics: The problems, sorted by position, without exact duplicates.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take the problems in any order."""
        self.diagnostics: tuple[Diagnostic, ...] = in_order(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        """Return all problems as text, an empty line between two."""
        return "\n\n".join(diagnostic.render() for diagnostic in self.diagnostics)


class IllegalAction(TilekitError, ValueError):  # noqa: N818 - the action is wrong, not the program
    """An action was refused and nothing has changed.

    Attributes:
        action: The action in its text form.
        reason: Why it is not legal now.
    """

    def __init__(self, action: str, reason: str) -> None:
        """Take the text form of the action and the reason."""
        self.action = action
        self.reason = reason
        super().__init__(action, reason)

    def __str__(self) -> str:
        """Return action and reason in one line."""
        return f"{self.action}: {self.reason}"


class SaveError(TilekitError, ValueError):
    """A save cannot be read or written, or belongs to another game."""

    def __str__(self) -> str:
        """Return the reason in one line; a path may hold anything."""
        return one_line(super().__str__())


class PluginError(TilekitError, RuntimeError):
    """A plugin broke its contract.

    Attributes:
        plugin: The name of the plugin.
        message: What it did.
    """

    def __init__(self, plugin: str, message: str) -> None:
        """Take the name of the plugin and what it did."""
        self.plugin = plugin
        self.message = message
        super().__init__(plugin, message)

    def __str__(self) -> str:
        """Return plugin and message in one line."""
        return f"{self.plugin}: {self.message}"


class MechanicFailed(PluginError):  # noqa: N818 - the mechanic failed, not the program
    """A plugin's mechanic raised in play, or broke its contract.

    Attributes:
        mechanic: Its name in the ruleset.
        kind: What it is of.
        why: What was raised, or what was found, in one line.
        how: What it did: ``failed``, or ``broke its contract``.
        where: In what, such as ``drop r1c2 of merge, and nothing has changed``; an empty text where nobody knows yet.
    """

    def __init__(self, plugin: str, mechanic: str, kind: str, why: str, how: str = "failed", where: str = "") -> None:
        """Take whose it is, and what it did."""
        self.mechanic, self.kind, self.why, self.how, self.where = mechanic, kind, why, how, where
        in_what = f" in {where}" if where else ""
        super().__init__(plugin, f'the mechanic "{mechanic}" (kind "{kind}") {how}{in_what}: {why}')
        self.args = (plugin, mechanic, kind, why, how, where)  # from which another process makes it again

    def during(self, where: str) -> MechanicFailed:
        """Return the same, with what it was that failed."""
        return MechanicFailed(self.plugin, self.mechanic, self.kind, self.why, self.how, where)


class UsageError(TilekitError, ValueError):
    """A function or a command was given arguments that make no sense."""


class TooManyOutcomes(TilekitError, ValueError):  # noqa: N818 - what is too many are the outcomes
    """Chance may bring more than were asked for; take samples of forks instead.

    Attributes:
        most: How many were asked for.
    """

    def __init__(self, most: int) -> None:
        """Take the number that was asked for."""
        self.most = most
        super().__init__(most)

    def __str__(self) -> str:
        """Return what is wrong in one line."""
        return f"chance may take more than {self.most} courses; ask for more with most, or play forks as samples"


def failed_in(ruleset: str, where: str, error: BaseException) -> PluginError:
    """What is told of a mistake that is not the player's: it names the mechanic wherever that is known."""
    if isinstance(error, MechanicFailed):
        return error.during(where)
    return PluginError(ruleset, f"a mechanic failed in {where}: {cause_of(error)}")


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
