"""The exceptions of tilekit and the diagnostics they carry.

Owns the exception tree, the `Diagnostic` record, the one text format in which a problem is shown, and the
"did you mean" of misspelt names. Does not own what is checked, where a key stands in a file (see
`tilekit.ruleset.document`) or where a problem is printed, but for what is
told once in a process; it imports nothing else of tilekit.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, Self

FOUND_LIMIT: Final = 80
"""Characters of a found value that are shown."""

_LINE_LIMIT: Final = 100  # screen columns of a source line that are shown
_BEFORE_CARET: Final = 40  # of which so many stand before the caret, when the line is cut
_said: Final[set[str]] = set()  # what the process was told
_LONGEST_NAME: Final = 64  # difflib is quadratic; nobody misspells a longer name than this


class Fix(str):
    """The words of a fix that is an edit: other text in place of what a diagnostic marks, or of a part of that.

    Attributes:
        instead: What to write; TOML as it stands, or the content of a text or a name.
        of: The part of what is marked that it replaces; all of it if empty.
        is_toml: Whether `instead` is TOML, which replaces a value together with its quotes.
    """

    __slots__ = ("instead", "is_toml", "of")
    instead: str
    of: str
    is_toml: bool

    def __new__(cls, words: str, instead: str = "", of: str = "", *, is_toml: bool = False) -> Self:
        """Take the words and the edit."""
        made = super().__new__(cls, words)
        made.instead, made.of, made.is_toml = instead, of, is_toml
        return made


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a file: its text from one place up to another one becomes other text.

    Attributes:
        line: Line of the first character that is replaced, from 1.
        column: Its column, from 1.
        end_line: Line of the first character after those that are replaced.
        end_column: Its column.
        text: What to write.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    text: str

    def applied(self, text: str) -> str:
        r"""Return the text of a file with the edit made in it; its lines end in a single line feed.

        >>> Edit(1, 8, 1, 9, "5").applied("rows = 3\ncolumns = 3")
        'rows = 5\ncolumns = 3'
        """
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        before, after = lines[self.line - 1][: self.column - 1], lines[self.end_line - 1][self.end_column - 1 :]
        lines[self.line - 1 : self.end_line] = [before + self.text + after]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem of one file: where it is, what was found, what is expected, and how to repair it.

    Attributes:
        file: The file as the user named it.
        line: Line from 1, or 0 when unknown.
        column: Column from 1, in characters (a tab is one), or 0 when unknown.
        severity: An error stops the ruleset from loading, a warning does not.
        code: The documented name of the problem, such as `unknown-tile`.
        message: One line in domain words, lower case, no full stop.
        found: The value as written; shown up to `FOUND_LIMIT` characters.
        expected: What may stand there.
        fix: How to repair it, in words. Like `found` and `expected` it is left out of the text when empty.
        source: The whole source line, or empty.
        width: How many characters the caret underlines, at least 1.
        edit: The fix as a change of the file, where it is one that a program can make; None where it needs a decision.
    """

    file: str
    line: int
    column: int
    severity: Literal["error", "warning"]
    code: str
    message: str
    found: str = ""
    expected: str = ""
    fix: str = ""
    source: str = ""
    width: int = 1
    edit: Edit | None = None

    def render(self) -> str:
        """Return the problem as one to six lines; whatever is invisible in it is escaped.

        >>> print(
        ...     Diagnostic(
        ...         "a.toml",
        ...         3,
        ...         8,
        ...         "error",
        ...         "not-positive",
        ...         "rows must be positive",
        ...         "0",
        ...         "1 or more",
        ...         "",
        ...         "rows = 0",
        ...     ).render()
        ... )
        a.toml:3:8: error[not-positive]: rows must be positive
            3 | rows = 0
              |        ^
          found:    0
          expected: 1 or more
        """
        place = f"{one_line(self.file)}:{self.line}:{self.column}" if self.line else one_line(self.file)
        lines = [f"{place}: {self.severity}[{self.code}]: {one_line(self.message)}"]
        if self.line and self.source:
            source, caret = _pictured(self.source, self.column, self.width)
            gutter = f"{self.line:>5}"
            lines += [f"{gutter} | {source}", f"{'':{len(gutter)}} | {caret}"]
        if self.found:
            lines.append(f"  found:    {one_line(self.found, FOUND_LIMIT)}")
        if self.expected:
            lines.append(f"  expected: {one_line(self.expected)}")
        if self.fix:
            lines.append(f"  fix:      {one_line(self.fix)}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields by name, ready for JSON; `edit` only where there is one."""
        return {name: value for name, value in asdict(self).items() if value is not None}


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


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the problems by file, line, column and code, without exact duplicates; ties keep their order."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=lambda d: (d.file, d.line, d.column, d.code)))


def did_you_mean(name: str, choices: Iterable[str], likely: Iterable[str] = ()) -> str:
    """Return `did you mean "…"?` for the choice that looks most like the name, or an empty text.

    Of choices that look alike, one that is likely where the name stands comes first.

    >>> did_you_mean("lesat", ["cells", "least"])
    'did you mean "least"?'
    """
    near = nearest(name, choices, likely)
    return Fix(f'did you mean "{near}"?', near, name) if near else ""


def nearest(name: str, choices: Iterable[str], likely: Iterable[str] = (), *, closeness: float = 0.6) -> str:
    """Return the choice that looks most like the name, or an empty text.

    Of choices that look alike, one that is likely where the name stands comes first. What looks less alike than
    `closeness`, of 1, is none.

    >>> nearest("lesat", ["cells", "least"])
    'least'
    >>> nearest("mode", ["made", "node"]), nearest("mode", ["made", "node"], likely=["made"])
    ('node', 'made')
    """
    # Sorted, so that a set of choices gives the same answer in every run.
    by_folded = {choice.casefold(): choice for choice in sorted(choices, reverse=True) if choice != name}
    if not by_folded or len(name) > _LONGEST_NAME:
        return ""
    folded, first = name.casefold(), {each.casefold() for each in likely}
    near = difflib.get_close_matches(folded, by_folded, len(by_folded) if first else 3, closeness)
    alike = difflib.SequenceMatcher(b=folded)

    def doubt(choice: str) -> tuple[bool, float, bool]:
        # Letters that changed places are likelier than others in their stead.
        alike.set_seq1(choice)
        return sorted(choice) != sorted(folded), -alike.ratio() if first else 0, choice not in first

    return by_folded[min(near, key=doubt)] if near else ""


def one_line(text: str, limit: int | None = None) -> str:
    """Return the text with everything invisible escaped, cut to `limit` characters with an ellipsis."""
    shown = "".join(_visible(char) for char in (text if limit is None else text[: limit + 1]))
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


def at_least_1(**numbers: int) -> None:
    """Refuse numbers that are no whole numbers from 1 on, by the names they go by.

    Raises:
        UsageError: names the first of them.
    """
    for name, number in numbers.items():
        if type(number) is not int or number < 1:
            raise UsageError(f"{name} is {number!r}; expected a whole number, 1 or more")


def warn_once(text: str) -> None:
    """Tells whoever runs this process what they can mend: a warning of the logger ``tilekit``, on stderr by default.

    Once in a process. A process of a series stays silent: the one that started it tells.
    """
    import logging
    import multiprocessing

    if text not in _said and multiprocessing.parent_process() is None:
        _said.add(text)
        logging.getLogger("tilekit").warning("%s", one_line(text, 1000))


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


def _visible(char: str) -> str:
    """Return the character, or its escape where it would be invisible or move the cursor."""
    if char.isprintable():
        return char
    return char.encode("unicode_escape").decode("ascii")


def _columns(shown: str) -> int:
    """Return how many columns of a screen a shown text fills."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in shown)
    return len(shown) + wide - sum(unicodedata.combining(char) > 0 for char in shown)


def _pictured(source: str, column: int, width: int) -> tuple[str, str]:
    """Return a source line as shown, cut around the column if it is long, and the carets below it."""
    caret = min(max(column, 1) - 1, len(source))
    fits = len(source) <= _LINE_LIMIT and _columns("".join(_shown(source))) <= _LINE_LIMIT
    nearest_first = _shown(source[max(0, caret - _LINE_LIMIT) : caret])[::-1]
    left = _within(nearest_first, _LINE_LIMIT if fits else _BEFORE_CARET)[::-1]
    right = _within(_shown(source[caret : caret + _LINE_LIMIT]), _LINE_LIMIT - _columns("".join(left)))
    before = ("…" if len(left) < caret else "") + "".join(left)
    after = "".join(right) + ("…" if caret + len(right) < len(source) else "")
    marked = _columns("".join(right[: max(width, 1)]))
    return before + after, " " * _columns(before) + "^" * max(marked, 1)


def _shown(part: str) -> list[str]:
    """Return each character as shown; a tab becomes one blank, so that the caret below stays in line."""
    return [" " if char == "\t" else _visible(char) for char in part]


def _within(shown: list[str], columns: int) -> list[str]:
    """Return as many leading pieces as fit into that many screen columns."""
    used = 0
    for count, piece in enumerate(shown):
        used += _columns(piece)
        if used > columns:
            return shown[:count]
    return shown
