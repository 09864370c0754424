"""Diagnostics: problems of a file, each with its place, what was found, and how to repair it.

Owns the one text format in which a problem is shown. It does not own what is checked, nor where a key stands in a file
(see `tilekit.ruleset.document`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, Self

from tilekit.errors.text import one_line, visible

FOUND_LIMIT: Final = 80
"""Characters of a found value that are shown."""
_LINE_LIMIT: Final = 100  # screen columns of a source line that are shown
_BEFORE_CARET: Final = 40  # of which so many stand before the caret, when the line is cut


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


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the problems by file, line, column and code, without exact duplicates; ties keep their order."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=lambda d: (d.file, d.line, d.column, d.code)))


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
    return [" " if char == "\t" else visible(char) for char in part]


def _within(shown: list[str], columns: int) -> list[str]:
    """Return as many leading pieces as fit into that many screen columns."""
    used = 0
    for count, piece in enumerate(shown):
        used += _columns(piece)
        if used > columns:
            return shown[:count]
    return shown
