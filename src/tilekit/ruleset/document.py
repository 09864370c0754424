"""One TOML file as text and data, and the place of every key and value in it.

Owns reading and decoding a file, the limit on its size, and the way from a key path to a line and a column.
Does not own what the keys mean: whatever is valid TOML within the limits is accepted here, dates included.

`tilekit.ruleset.locator` notes where everything stands, `tilekit.ruleset.syntax` has the words for what is
wrong with it as TOML.
"""

from __future__ import annotations

import codecs
import copy
import errno
import os
import re
import stat
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from tilekit.errors import FOUND_LIMIT, Diagnostic, Edit, Fix, RulesetError, in_order, nearest, one_line
from tilekit.ruleset.locator import Entry, Kind
from tilekit.ruleset.loss import NOTHING, Loss
from tilekit.ruleset.syntax import read
from tilekit.ruleset.text import KeyPath, Mistake, Span, TextMap, bare

SIZE_LIMIT: Final = 1 << 20
"""Bytes of a file."""
Source = str | tuple[Any, ...]
"""What a document can be made of again, elsewhere: its text, or those of all it rests on."""


class Document:
    """A TOML document that can say where each of its values is written.

    Attributes:
        name: The file as the user named it.
        text: The text without byte order mark, its lines ending in a single line feed.
        data: What `tomllib` makes of the text.
        mistakes: What is wrong with it as a text; empty where it was parsed.
        loss: What was left out for that.
        misread: The key path that a mistake is about, where it is known.
    """

    __slots__ = ("_entries", "_map", "data", "loss", "misread", "mistakes", "name", "text")

    def __init__(
        self,
        name: str,
        text: str,
        data: dict[str, Any],
        entries: dict[KeyPath, Entry],
        mistakes: Sequence[Diagnostic] = (),
        loss: Loss = NOTHING,
    ) -> None:
        """Use `Document.parse` or `Document.salvaged`."""
        self.mistakes = mistakes
        self.misread: dict[Diagnostic, KeyPath] = {}
        self.loss = loss
        self.name = name
        self.text = text
        self.data = data
        self._entries = entries
        self._map = TextMap(text)

    @classmethod
    def parse(cls, source: str | bytes, name: str) -> Document:
        r"""Return the document in a text or in the bytes of a file; `name` is what diagnostics call it.

        >>> Document.parse("[grid]\nrows = 5", "merge.toml").span(("grid", "rows"))
        Span(line=2, column=8, width=1)

        Raises:
            RulesetError: It cannot be decoded, is not TOML, or is beyond a limit. Carries all that was found.
        """
        document = cls.salvaged(source, name)
        if document.mistakes:
            raise RulesetError(document.mistakes)
        return document

    @classmethod
    def salvaged(cls, source: str | bytes, name: str) -> Document:
        """Return what can be read of a text or of the bytes of a file, with its mistakes.

        Raises:
            RulesetError: Nothing can be read of it.
        """
        if len(source) > SIZE_LIMIT:
            raise RulesetError([_too_large(name, len(source))])
        text, mistakes = _decoded(source, name) if isinstance(source, bytes) else (source.removeprefix("\ufeff"), [])
        text = text.replace("\r\n", "\n")
        readable, odd = _without_odd_characters(text, name)
        found = read(readable)
        lines = text.split("\n")
        mistakes += odd
        told = {mistake.line for mistake in mistakes}
        misread = {
            problem.diagnostic(name, lines, place): problem.path
            for place, problem in found.problems
            if place.line not in told
        }
        mistakes += misread
        document = cls(name, found.locator.text, found.data, found.locator.entries, in_order(mistakes), found.loss)
        document.misread = misread
        document._map.lines = lines  # what is shown is what was written
        return document

    def renamed(self, names: Mapping[KeyPath, str]) -> Document:
        """Return the document with keys under other names, each with all below it; their places are as they were."""
        data, entries = copy.deepcopy(self.data), dict(self._entries)
        for path, name in names.items():
            table: Any = data
            for part in path[:-1]:
                table = table[part]
            there, moved = table.get(name), table.pop(path[-1])
            table[name] = {**moved, **there} if isinstance(there, dict) and isinstance(moved, dict) else moved
            for old, entry in self._entries.items():
                if old[: len(path)] == path:
                    entries.setdefault((*path[:-1], name, *old[len(path) :]), entry)
        document = Document(self.name, self.text, data, entries, self.mistakes, self.loss)
        document._map.lines = self._map.lines
        return document

    def with_data(self, data: dict[str, Any], loss: Loss) -> Document:
        """Return the document with other data, of which so much was left out; all places are as they were."""
        document = copy.copy(self)
        document.data, document.loss = data, loss
        return document

    def lines(self, path: KeyPath) -> range:
        """Return the lines in which a key path and all below it are written; others may lie between."""
        found = [entry for each, entry in self._entries.items() if each[: len(path)] == path]
        places = [place for entry in found for place in (*entry.key, *entry.value)]
        if not places:
            return range(0)
        return range(self._map.span(min(places), min(places)).line, self._map.span(max(places), max(places)).line + 1)

    def span(self, path: KeyPath, *, key: bool = False) -> Span:
        """Return where the value of a key path is written, or its key.

        Where the path is not in the file, it is the nearest parent that is. The value of a table is its
        header; of a value over several lines it is the first line.
        """
        entry = self._nearest(path)
        if entry is None:
            return Span(0, 0, 1)
        return self._map.span(*(entry.key if key else entry.value))

    def written(self, path: KeyPath, *, key: bool = False) -> str:
        """Return the text of a value (or key) exactly as it stands in the file, or an empty one."""
        entry = self._entries.get(path)
        if entry is None:
            return ""
        return self.text[slice(*(entry.key if key else entry.value))]

    @property
    def source(self) -> Source:
        """What the document can be made of again, besides its name."""
        return self.text

    def with_values(self, values: Mapping[KeyPath, str]) -> Document:
        r"""Return the document with other values at some key paths; all else stays where it is, but on their lines.

        >>> Document.parse("[grid]\nrows = 5 # five", "merge.toml").with_values({("grid", "rows"): "12"}).text
        '[grid]\nrows = 12 # five'

        Raises:
            RulesetError: With these values it is beyond a limit.
        """
        text = self.text
        for path, value in sorted(values.items(), key=lambda item: self._entries[item[0]].value, reverse=True):
            start, end = self._entries[path].value
            text = text[:start] + value + text[end:]
        return Document.parse(text, self.name)

    def home(self, path: KeyPath) -> tuple[Document, KeyPath]:
        """Return the document of the file in which a key path is written, and its path there."""
        return self, path

    def override(self, path: KeyPath) -> str:  # noqa: ARG002 - one that lies over another knows
        """Return what to write in place of what is inherited at a key path; empty where nothing is."""
        return ""

    def forget(self, path: KeyPath) -> bool:  # noqa: ARG002 - as above
        """Take something out of the data if it is inherited, and return whether it was."""
        return False

    def is_news(self, path: KeyPath, code: str) -> bool:  # noqa: ARG002 - as above
        """Return whether a warning is for who wrote this document."""
        return True

    def written_as(self, path: KeyPath) -> Kind | None:
        """Return how a key path is written, or None where it does not stand in the file."""
        entry = self._entries.get(path)
        return None if entry is None else entry.kind

    def diagnostic(
        self,
        path: KeyPath,
        code: str,
        message: str,
        *,
        found: str | None = None,
        expected: str = "",
        fix: str = "",
        key: bool = False,
        offset: int = 0,
        width: int | None = None,
        severity: Literal["error", "warning"] = "error",
    ) -> Diagnostic:
        """Return a diagnostic that points at a value of this document.

        Args:
            path: The key path of the value.
            code: As in `Diagnostic`, like `message`, `expected`, `fix` and `severity`.
            message: See `code`.
            found: What was found; when None or empty, the value (or key) as written.
            expected: See `code`.
            fix: See `code`; when empty, to write what is expected.
            key: Point at the key, not at its value.
            offset: Point so many characters into the content of a text, whatever its quotes and escapes.
            width: Mark so many characters of that content. None is one, or without an offset the whole value.
            severity: See `code`.
        """
        span = self.span(path, key=key)
        if not key and (offset or width is not None):
            span = self._inside(path, offset, width or 1)
        if not found:
            found = one_line(self.written(path, key=key), FOUND_LIMIT)
        if not fix and expected:
            fix = f"write {'one ' * expected.startswith('such as')}{expected}"
        source = self._map.lines[span.line - 1] if span.line else ""
        place = (self.name, span.line, span.column)
        is_whole = not (offset or width is not None)
        edit = self._edit(path, fix, None if key or is_whole else (offset, width or 1), key=key)
        return Diagnostic(*place, severity, code, message, found, expected, str(fix), source, span.width, edit)

    def _edit(self, path: KeyPath, fix: str, part: tuple[int, int] | None, *, key: bool) -> Edit | None:
        """Return the edit that a fix is, at a key, at a value, or at a part of the content of a text."""
        entry = self._entries.get(path)
        if not isinstance(fix, Fix) or entry is None or (not key and entry.kind != "value"):
            return None
        start, end = entry.key if key else entry.value
        text = fix.instead
        is_text = not key and self.text[start] in "\"'"
        if key and (*path[:-1], text) in self._entries:
            return None
        if fix.is_toml:
            return self._replaced(start, end, text)
        if not is_text:  # a key, or a number
            shown = self.text[start:end].strip("\"'")
            return self._replaced(start, end, bare(text) if key else text) if fix.of in ("", shown) else None
        if any(char in "\"'\\" or not char.isprintable() for char in text):
            return None
        places = _content_places(self.text, start, end)
        first, after = (0, len(places) - 1) if part is None else (part[0], part[0] + part[1])
        if after >= len(places):
            return None
        start, end = places[first], places[after]
        if fix.of:
            found = self.text[start:end]
            if found.count(fix.of) != 1:
                return None
            start += found.index(fix.of)
            end = start + len(fix.of)
        return self._replaced(start, end, text)

    def _replaced(self, start: int, end: int, text: str) -> Edit:
        """Return the edit that writes other text from one offset to another one."""
        (line, column, _), (end_line, end_column, _) = self._map.span(start, start), self._map.span(end, end)
        return Edit(line, column, end_line, end_column, text)

    def _nearest(self, path: KeyPath) -> Entry | None:
        for length in range(len(path), 0, -1):
            entry = self._entries.get(path[:length])
            if entry is not None:
                return entry
        return None

    def _inside(self, path: KeyPath, offset: int, width: int) -> Span:
        """Return the place of some characters of a text's content; the whole value where it is not a text."""
        entry = self._entries.get(path)
        if entry is None or entry.kind != "value" or self.text[entry.value[0]] not in "\"'":
            return self.span(path)
        places = _content_places(self.text, *entry.value)
        last = len(places) - 1
        return self._map.span(places[min(offset, last)], places[min(offset + width, last)])


_ESCAPE: Final = re.compile(r"\\(?:u.{4}|U.{8}|x.{2}|[ \t]*\n[ \t\n]*|.)", re.DOTALL)


def _content_places(text: str, start: int, end: int) -> list[int]:
    """Return the offset of each character of a string's content, and last that of its closing quotes."""
    quotes = text[start : start + 3] if text[start : start + 3] in ('"""', "'''") else text[start]
    at, end = start + len(quotes), end - len(quotes)
    if len(quotes) > 1 and text[at] == "\n":
        at += 1  # a line feed right after three quotes is not part of the content
    places = []
    while at < end:
        escape = _ESCAPE.match(text, at, end) if quotes[0] == '"' else None
        if escape is None or "\n" not in escape.group():  # an escaped line end stands for nothing
            places.append(at)
        at = at + 1 if escape is None else escape.end()
    return [*places, at]


# ----------------------------------------------------------------------------------------------------
# Reading and decoding

_SAVE_AS: Final = 'save it again as UTF-8 (in Windows Notepad: Save as, Encoding "UTF-8")'
_MARKS: Final = (  # the longer ones first: the mark of UTF-16 begins that of UTF-32
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_MOST_ODD: Final = 20  # a file with so many odd lines is no text
_FEWEST_ZEROS: Final = 0.3
_ZEROS_OF_UTF32: Final = 0.6
_MOST_ZEROS: Final = 0.9
_LONE_BYTE: Final = re.compile(r"[\udc80-\udcff]")
_ODD: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


def read_bytes(path: str | os.PathLike[str], *, but: Collection[str] = ()) -> bytes:
    """Return the content of a file of at most `SIZE_LIMIT` bytes.

    Only regular files are read: a pipe would wait for its other end, a device may never end.

    Args:
        path: Of the file.
        but: Files that are not meant, where that one is not there and its name may be misspelt: those that name it.

    Raises:
        RulesetError: With `unreadable-file` or `file-too-large`.
    """
    name = os.fspath(path)
    try:
        status = os.stat(name)  # noqa: PTH116 - a Path would rewrite the name that the user gave
        if not stat.S_ISREG(status.st_mode):
            found = "a directory" if stat.S_ISDIR(status.st_mode) else "a pipe or a device"
            fix = f"name a file in it, such as {name.rstrip('/')}/game.toml" if found == "a directory" else ""
            raise RulesetError([_unreadable(name, found, fix)])
        with open(name, "rb") as file:  # noqa: PTH123 - as above
            # The stated size does not bind: a file may grow, and special ones claim to be empty.
            content = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise RulesetError([_refused(name, error, but)]) from error
    except ValueError as error:
        if isinstance(error, RulesetError):
            raise
        raise RulesetError([_unreadable(name, "a path that no file can have")]) from error
    if len(content) > SIZE_LIMIT:
        raise RulesetError([_too_large(name, max(status.st_size, len(content)))])
    return content


def _refused(name: str, error: OSError, but: Collection[str]) -> Diagnostic:
    """Return the diagnostic of a file the system would not open, without the system's translated words."""
    match error:
        case FileNotFoundError() if os.path.islink(name):  # noqa: PTH114 - as above
            return _unreadable(name, "a link to a file that does not exist")
        case FileNotFoundError() | NotADirectoryError():
            return _unreadable(name, "no such file", _sibling(name, but))
        case PermissionError():
            return _unreadable(name, "a file that you are not allowed to read")
        case OSError(errno=errno.ELOOP):
            return _unreadable(name, "a link that leads back to itself")
        case OSError(errno=errno.ENAMETOOLONG):
            return _unreadable(name, "a name that is longer than this system takes")
        case _:
            return _unreadable(name, f"an error of the system: {os.strerror(error.errno or 0)}")


def _sibling(name: str, but: Collection[str]) -> str:
    """Return a guess which file of the same directory was meant."""
    folder, file = os.path.split(name)
    names = {os.path.basename(each) for each in but}  # noqa: PTH119 - as above
    try:
        there = [each for each in os.listdir(folder or ".") if each not in names]  # noqa: PTH208 - names are wanted, not paths
    except OSError:
        return ""
    # An ending that all share makes no two names alike.
    stem, ending = Path(file).stem, Path(file).suffix
    by_stem = {Path(each).stem: each for each in sorted(there, key=lambda each: each.endswith(ending))}
    near = stem if stem in by_stem else nearest(stem, by_stem)
    # Joined as text: a Path would rewrite the folder that the user gave.
    return f'did you mean "{name[: len(name) - len(file)]}{by_stem[near]}"?' if near else ""


def _unreadable(name: str, found: str, fix: str = "") -> Diagnostic:
    message, expected = "the file cannot be read", "the path of a TOML file"
    return _about_file(name, "unreadable-file", message, found, expected, fix or "check the path")


def _too_large(name: str, size: int) -> Diagnostic:
    message, found, expected = "the file is too large", f"{size:,} bytes", f"at most {SIZE_LIMIT:,} bytes"
    fix = "take out what is not part of the rules"
    return _about_file(name, "file-too-large", message, found, expected, fix)


def _about_file(name: str, code: str, message: str, found: str, expected: str, fix: str) -> Diagnostic:
    return Diagnostic(name, 0, 0, "error", code, message, found, expected, str(fix))


def _decoded(data: bytes, name: str) -> tuple[str, list[Diagnostic]]:
    """Return bytes as text, and what is wrong with that; the locale plays no part in it.

    A byte that is not UTF-8 is read as the letter that it most likely is.

    Raises:
        RulesetError: One diagnostic `not-utf8`: it is none at all.
    """
    wide = _wide_encoding(data)
    if wide:
        message = f"the file is not UTF-8; it looks like {wide}"
        found = f"the bytes {data[:8].hex(' ').upper()}"
        raise RulesetError([_about_file(name, "not-utf8", message, found, "UTF-8 text", _SAVE_AS)])
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError as error:
        text = data.decode("utf-8", errors="surrogateescape")
        return _LONE_BYTE.sub(_as_letter, text), [_not_utf8(data, error.start, name)]


def _as_letter(match: re.Match[str]) -> str:
    """Return the letter that a byte is in Windows-1252."""
    return bytes([ord(match.group()) - 0xDC00]).decode("cp1252", errors="replace")


def _wide_encoding(data: bytes) -> str:
    """Return `UTF-16` or `UTF-32` if the bytes look so, by their mark or by their many zeros."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    sample = data[:4096]
    zeros = sample.count(0) / max(len(sample), 1)
    # Of plain letters, half the bytes are zero in UTF-16 and three in four in UTF-32.
    if not _FEWEST_ZEROS < zeros < _MOST_ZEROS:
        return ""
    return "UTF-16" if zeros < _ZEROS_OF_UTF32 else "UTF-32"


def _not_utf8(data: bytes, at: int, name: str) -> Diagnostic:
    before = data[:at].decode("utf-8").replace("\r\n", "\n")
    line_before = before.rpartition("\n")[2]
    rest = re.split(rb"\r?\n", data[at:], maxsplit=1)[0].decode("cp1252", errors="replace")
    found = f"the byte {data[at]:02X}"
    if rest[0] != "\ufffd":
        found += f', which is "{rest[0]}" in Windows-1252'
    message = "the file is not UTF-8; it looks like Windows-1252 or Latin-1"
    place = (name, before.count("\n") + 1, len(line_before) + 1)
    return Diagnostic(*place, "error", "not-utf8", message, found, "UTF-8 text", _SAVE_AS, line_before + rest)


def _without_odd_characters(text: str, name: str) -> tuple[str, list[Diagnostic]]:
    """Return a text with blanks for characters that TOML allows nowhere, and a mistake for each line with one.

    Raises:
        RulesetError: One diagnostic: `empty-file`, `control-character` where old line ends make one line of the file,
            or `not-utf8` for half a character.
    """
    if not text.strip():
        found = "only white space" if text else "nothing"
        fix = "write the ruleset, first of all format = 1"
        raise RulesetError([_about_file(name, "empty-file", "the file is empty", found, "a ruleset", fix)])
    where = TextMap(text)
    found_at: dict[int, Diagnostic] = {}
    for odd in _ODD.finditer(text):
        mistake = _odd_character(odd)
        place = where.place(mistake)
        if place.line in found_at and mistake.code == "control-character" and odd.group() != "\r":
            continue
        problem = mistake.diagnostic(name, where.lines, place)
        if odd.group() == "\r" or problem.code == "not-utf8":
            raise RulesetError([problem])
        found_at[place.line] = problem
        if len(found_at) == _MOST_ODD:
            raise RulesetError(found_at.values())
    return (_ODD.sub(" ", text) if found_at else text), [*found_at.values()]


def _odd_character(odd: re.Match[str]) -> Mistake:
    found, code, fix = f"U+{ord(odd.group()):04X}", "control-character", "delete the character"
    message, expected = "a control character stands in the file", "printable text"
    if odd.group() == "\r":
        message, expected = "a line ends in a lone carriage return", "lines that end in LF or CRLF"
        found, fix = f"{found}, the line end of old Macs", "save it again with Unix or Windows line ends"
    elif odd.group() >= "\ud800":
        code, message, expected = "not-utf8", "the text holds half a character", "whole characters"
    return Mistake(odd.start(), 1, code, message, found, expected, fix)
