"""Where everything of a TOML text is written.

Owns the walk over a text that notes the extent of every key and value, and the limits on how deep and how many
they may be. `tomllib` decides what is valid and what the values are, but it tells no positions of values; and
it would recurse into any depth, so this walk comes first.
"""

from __future__ import annotations

import re
import tomllib
from typing import Final, Literal, NamedTuple

from tilekit.ruleset.text import Extent, KeyPath

DEPTH_LIMIT: Final = 16
"""Length of a key path."""
ITEM_LIMIT: Final = 20_000
"""Keys, tables and items of lists in one document."""

Kind = Literal["value", "table", "list", "implicit", "dotted"]
"""How a key path is written: as `x = 1`, `[x]`, `[[x]]`, the `x` of `[x.y]`, the `x` of `x.y = 1`."""

_GAP: Final = re.compile(r"(?:[ \t\n]++|#[^\n]*+)*+")
_SPACE: Final = re.compile(r"[ \t]*+")
_COMMENT: Final = re.compile(r"#[^\n]*+")
_KEY: Final = re.compile(r"""[A-Za-z0-9_-]++|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|'[^'\n]*+'""")
_STRING: Final = re.compile(
    r'''"""[^"\\]*+(?:(?:\\[\s\S]|"(?!""))[^"\\]*+)*+"""(?:""?)?+'''
    r"""|'''[^']*+(?:'(?!'')[^']*+)*+'''(?:''?)?+"""
    r"""|"(?!"")[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|'(?!'')[^'\n]*+'"""
)
BARE_VALUE: Final = re.compile(r"""[0-9]{4}-[0-9]{2}-[0-9]{2}[ ][0-9][^ \t\n,#\]}]*+|[^ \t\n,#\[\]{}"'=]++""")
_LONG_NUMBER: Final = re.compile(r"[+-]?[1-9](?:_?[0-9]){29,}+|0[xob][0-9A-Fa-f](?:_?[0-9A-Fa-f]){79,}+")


class Entry(NamedTuple):
    """How a key path is written, and where its key and its value stand."""

    kind: Kind
    key: Extent
    value: Extent


class Stop(Exception):  # noqa: N818 - a signal of the walk, no error
    """The locator can go no further: `hint` names the entry of `WORDS`, `at` the offset to point at."""

    def __init__(self, hint: str, at: int, path: KeyPath = ()) -> None:
        super().__init__(hint)
        self.hint = hint
        self.at = at
        self.path = path


class Clash(NamedTuple):
    """A path is written a second time: by what, and what stood there before."""

    path: KeyPath
    new: Kind
    place: Extent
    old: Entry


class Part(NamedTuple):
    """One name of a dotted key."""

    name: str
    place: Extent


class Locator:
    """Walks over a TOML text and notes where each key and value is written.

    It reads leniently, since `tomllib` has the last word, and stops where it understands no more or a limit
    is passed. Nothing of it recurses deeper than `DEPTH_LIMIT`, and its time is linear in the text.

    Attributes:
        entries: Each key path, and the extents of its key and value.
        starts: Where each statement (a header, or a key with its value) begins.
        clashes: The first clash of each statement that has one, by its number.
        long_numbers: Integers of so many digits that Python would refuse to read them.
        stop: Why the walk ended early, if it did.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.entries: dict[KeyPath, Entry] = {}
        self.starts: list[int] = []
        self.clashes: dict[int, Clash] = {}
        self.long_numbers: dict[KeyPath, Extent] = {}
        self.stop: Stop | None = None
        self._sizes: dict[KeyPath, int] = {}  # of each list of tables
        try:
            self._statements()
        except Stop as stop:
            self.stop = stop

    def _statements(self) -> None:
        table: KeyPath = ()
        while True:
            self._skip(_GAP)
            if self.at == len(self.text):
                return
            self.starts.append(self.at)
            is_header = self.text[self.at] == "["
            path = table = self._header() if is_header else table
            if not is_header:
                path = self._pair(table)
            self._skip(_SPACE)
            self._skip(_COMMENT)
            if self.at < len(self.text) and self.text[self.at] != "\n":
                raise Stop("junk-header" if is_header else "junk", self.at, path)

    def _header(self) -> KeyPath:
        """Read `[a.b]` or `[[a.b]]` and return the path that the keys below it belong to."""
        start = self.at
        brackets = 2 if self.text.startswith("[[", start) else 1
        self.at += brackets
        *parents, last = self._key(())
        path: KeyPath = ()
        for part in parents:
            path = self._through((*path, part.name), part, "implicit")
        path = (*path, last.name)
        if not self._take("]" * brackets):
            is_name = self.text[self.at : self.at + 1].isalnum() and "]" in self.text[self.at :].partition("\n")[0]
            raise Stop("header-name" if is_name else "header", self.at, path)
        extent = (start, self.at)
        old = self.entries.get(path)
        if brackets == 1:
            if old is not None and old.kind == "implicit":
                del self.entries[path]
            self._note(path, Entry("table", last.place, extent), place=extent)
            return path
        if old is None or old.kind != "list":
            self._note(path, Entry("list", last.place, extent), place=extent)
        item = (*path, self._sizes.get(path, 0))
        self._sizes[path] = self._sizes.get(path, 0) + 1
        self._note(item, Entry("table", last.place, extent))
        return item

    def _through(self, path: KeyPath, part: Part, kind: Kind) -> KeyPath:
        """Go through a key on the way to another; return its path (in a list of tables, of the last item)."""
        old = self.entries.get(path)
        closed = ("value",) if kind == "implicit" else ("value", "table", "list")
        if old is not None and old.kind in closed:
            self._clash(path, kind, part.place, old)
        elif old is None:
            self._note(path, Entry(kind, part.place, part.place))
        elif kind == "dotted":
            self.entries[path] = old._replace(kind="dotted")
        return (*path, self._sizes[path] - 1) if path in self._sizes else path

    def _pair(self, table: KeyPath) -> KeyPath:
        *parents, last = self._key(table)
        path = table
        if not self._take("="):
            raise Stop("equals", self.at, (*path, last.name))
        for part in parents:
            path = self._through((*path, part.name), part, "dotted")
        path = (*path, last.name)
        self._skip(_SPACE)
        self._value(path, last.place)
        return path

    def _key(self, table: KeyPath) -> list[Part]:
        parts: list[Part] = []
        while len(table) + len(parts) < DEPTH_LIMIT:
            self._skip(_SPACE)
            start = self.at
            raw = self._skip(_KEY)
            if not raw:
                raise Stop("text" if self.text[start : start + 1] in ('"', "'") else "key", start, table)
            parts.append(Part(_key_name(raw), (start, self.at)))
            self._skip(_SPACE)
            if not self._take("."):
                return parts
        raise Stop("too-deep", self.at)

    def _value(self, path: KeyPath, key: Extent | None = None) -> None:
        """Read a value and note it; the item of a list counts as its own key."""
        start = self.at
        # Noted before its parts, so that a key written twice is reported as itself and not as its first part.
        is_new = self._note(path, Entry("value", key or (start, start), (start, start)))
        opening = self.text[start : start + 1]
        if opening == "[":
            self._array(path)
        elif opening == "{":
            self._inline_table(path)
        elif opening in ('"', "'"):
            if not self._skip(_STRING):
                is_long = self.text.startswith(opening * 3, start)
                raise Stop("text-lines" if is_long else "text", start, path)
        else:
            word = self._skip(BARE_VALUE)
            if not word:
                raise Stop("value", start, path)
            if _LONG_NUMBER.fullmatch(word):
                self.long_numbers[path] = (start, self.at)
        if is_new:
            extent = (start, self.at)
            self.entries[path] = Entry("value", key or extent, extent)

    def _array(self, path: KeyPath) -> None:
        start, index = self.at, 0
        self.at += 1
        while True:
            self._skip(_GAP)
            if self._take("]"):
                return
            if self.at < len(self.text):
                self._value((*path, index))
                index += 1
            self._skip(_GAP)
            if self._take("]"):
                return
            if not self._take(","):
                is_open = self.at == len(self.text)
                raise Stop("array-open" if is_open else "array", start if is_open else self.at, path)

    def _inline_table(self, path: KeyPath) -> None:
        start = self.at
        self.at += 1
        self._refuse_line_end(start, path)
        if self._take("}"):
            return
        while True:
            self._pair(path)
            self._refuse_line_end(start, path)
            if self._take("}"):
                return
            comma = self.at
            if not self._take(","):
                raise Stop("inline", self.at, path)
            self._refuse_line_end(start, path)
            if self.text.startswith("}", self.at):
                raise Stop("inline-comma", comma, path)

    def _refuse_line_end(self, start: int, path: KeyPath) -> None:
        self._skip(_SPACE)
        if self.text[self.at : self.at + 1] in ("\n", "#"):
            raise Stop("inline-lines", start, path)

    def _note(self, path: KeyPath, entry: Entry, *, place: Extent | None = None) -> bool:
        """Note a path and return True; if it is there already, note a clash at the place (or the key)."""
        old = self.entries.get(path)
        if old is not None:
            self._clash(path, entry.kind, place or entry.key, old)
            return False
        if len(path) > DEPTH_LIMIT:
            raise Stop("too-deep", entry.key[0])
        if len(self.entries) >= ITEM_LIMIT:
            raise Stop("too-many", entry.key[0])
        self.entries[path] = entry
        return True

    def _clash(self, path: KeyPath, new: Kind, place: Extent, old: Entry) -> None:
        self.clashes.setdefault(len(self.starts) - 1, Clash(path, new, place, old))

    def _skip(self, pattern: re.Pattern[str]) -> str:
        """Go past what the pattern matches here, if it does, and return it."""
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match.group()

    def _take(self, token: str) -> bool:
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        return True


def _key_name(raw: str) -> str:
    """Return what a key as written stands for."""
    if raw[0] == "'":
        return raw[1:-1]
    if "\\" not in raw:
        return raw.strip('"')
    try:
        return str(tomllib.loads(f"name = {raw}")["name"])
    except tomllib.TOMLDecodeError:
        return raw  # a bad escape; the document will be refused for it
