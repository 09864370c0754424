"""A TOML text as text: places in it, mistakes in it, and how its keys and values are shown.

Owns the way from an offset to a line and a column, the record of a mistake that is not yet tied to a file, and
the one way in which values and key paths are written within a sentence.
"""

from __future__ import annotations

import bisect
import datetime as dt
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from tilekit.errors import FOUND_LIMIT, Diagnostic, Edit, Fix, one_line

KeyPath = tuple[str | int, ...]
"""Names of keys and places in lists, from the top of the document: `("end", 0, "when")`."""
Extent = tuple[int, int]
"""First offset, and the one after the last."""

NAME_LIMIT: Final = 60
"""Characters of a key that are shown within a sentence."""
STAND_IN: Final = "\0"
"""Begins the name of a table that stands in for one with a broken header."""


class Span(NamedTuple):
    """A place in a document: line and column from 1 (both 0 when unknown), and characters on that line."""

    line: int
    column: int
    width: int


class Mistake(NamedTuple):
    """A diagnostic that is not yet tied to a file: `at` is an offset into the text."""

    at: int
    width: int
    code: str
    message: str
    found: str
    expected: str
    fix: str
    path: KeyPath = ()
    """Of the value that it is about, where that is known."""

    def diagnostic(self, name: str, lines: list[str], place: Span) -> Diagnostic:
        """Return it as a diagnostic of the file of that name and those lines."""
        found, source = one_line(self.found, FOUND_LIMIT), lines[place.line - 1]
        where, end = (name, place.line, place.column), place.column + self.width
        edit = None
        if isinstance(self.fix, Fix) and end <= len(source) + 1:  # what is marked ends on its line
            edit = Edit(place.line, place.column, place.line, end, self.fix.instead)
        fix, width = str(self.fix), place.width
        return Diagnostic(*where, "error", self.code, self.message, found, self.expected, fix, source, width, edit)


class TextMap:
    """Turns offsets of one text into lines and columns."""

    __slots__ = ("lines", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def span(self, start: int, end: int) -> Span:
        """Return the place of an extent, cut at the end of its first line."""
        line = bisect.bisect_right(self.starts, start, hi=len(self.lines))
        line_end = self.starts[line] - 1
        return Span(line, start - self.starts[line - 1] + 1, max(1, min(end, line_end) - start))

    def place(self, mistake: Mistake) -> Span:
        """Return where a mistake stands."""
        return self.span(mistake.at, mistake.at + mistake.width)

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column, both from 1."""
        return self.starts[line - 1] + column - 1


def found_text(value: object) -> str:
    """Return a value as one would write it in TOML, on one line, cut to `FOUND_LIMIT` characters.

    >>> found_text({"least": 3, "cells": ["here"]})
    '{ least = 3, cells = ["here"] }'
    """
    shown = ""
    for piece in _pieces(value):
        shown += piece
        if len(shown) > FOUND_LIMIT:
            break
    return one_line(shown, FOUND_LIMIT)


def _pieces(value: object) -> Iterator[str]:
    """Yield a value bit by bit, so that no more of a large one is written than is shown."""
    match value:
        case bool():
            yield "true" if value else "false"
        case int():
            # Python refuses to write very long integers in decimal.
            yield str(value) if abs(value) < 1 << 256 else hex(value)
        case str():
            yield quoted(value)
        case dict():
            for count, (key, item) in enumerate(value.items()):
                yield f"{', ' if count else '{ '}{bare(str(key))} = "
                yield from _pieces(item)
            yield " }" if value else "{}"
        case list() | tuple():
            yield "["
            for count, item in enumerate(value):
                yield ", " if count else ""
                yield from _pieces(item)
            yield "]"
        case dt.date() | dt.time():
            yield value.isoformat()
        case _:
            yield repr(value)


def quoted(text: str) -> str:
    """Return a text between quotes, its invisible characters escaped."""
    escaped = text[: FOUND_LIMIT + 1].replace("\\", "\\\\").replace('"', '\\"')
    return f'"{one_line(escaped)}"'


def in_quotes(text: str) -> str:
    """Return the whole of a text of one line in quotes of TOML that do not occur in it."""
    return f"'{text}'" if '"' in text else f'"{text}"'


def bare(key: str) -> str:
    """Return a key as one would write it, between quotes only where it must be."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else quoted(key)


def dotted(path: KeyPath) -> str:
    """Return a key path as in a header, without the places in lists, short enough for a sentence."""
    names = [part for part in path if isinstance(part, str) and not part.startswith(STAND_IN)]
    # Single quotes where quotes are needed, since sentences put double ones around names.
    shown = [f"'{name}'" if bare(name) != name and "'" not in name else bare(name) for name in names]
    return one_line(".".join(shown), NAME_LIMIT)
