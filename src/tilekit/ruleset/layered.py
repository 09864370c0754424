"""One document laid over another: what a variant inherits, and what a preset changes.

Owns how two documents become one, and that every value of the result can still say in which file, and where, it is
written. It does not own how a name leads to a document, nor whether the result is a ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from tilekit.errors import Diagnostic, did_you_mean
from tilekit.ruleset.document import Document, Source
from tilekit.ruleset.locator import Kind
from tilekit.ruleset.loss import Loss
from tilekit.ruleset.text import KeyPath, Span, bare, dotted
from tilekit.ruleset.walk import value_at

#: Says of a document what the tiles are called; None where that is written wrong.
TilesOf = Callable[[Document], Collection[str] | None]

#: What a file says of itself alone: a variant has its own, or none.
OWN: Final = frozenset({"format", "game", "presets", "extends"})
#: Tests of one file's numbers: neither a variant nor a preset has to pass them.
TESTS: Final = frozenset({"scenario", "balance"})
#: What a base may well have and a variant not need.
_IDLE: Final = ("unused-", "unknown-text", "no-effect")
#: Of these settings of a spawn table only one group is used; whoever writes one of another means that instead.
_SPAWN_KINDS: Final = tuple(map(frozenset, (("weights",), ("from", "to", "weight"), ("tile",), ("bag",))))
#: Tables whose keys are tiles; "*" stands for any name.
_BY_TILE: Final = (
    ("properties", "*"), ("tiers", "glyphs"), ("tiers", "next"), ("look",), ("ranks", "titles"),
    ("spawn", "*", "weights"), ("mechanics", "*", "*"),
)  # fmt: skip


_OWN_FIXES: Final = {
    "format": "delete it: a preset has the name, the version and the format of its file",
    "game": "delete it, or all of it but rules: a preset has the name and the version of its file",
    "presets": "move it beside this preset, as [presets.NAME]: a preset has none below it",
    "extends": "delete it: a preset changes the file it stands in, and extends nothing else",
}


def not_of_a_preset(tables: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Which keys no preset may have, with what to do; of the game it may say `rules`, which are words."""
    for key, value in tables.items():
        if key in OWN and not (key == "game" and isinstance(value, dict) and value.keys() == {"rules"}):
            yield key, _OWN_FIXES[key]


class Layered(Document):
    """A document over another one that is a whole ruleset, without errors.

    Tables are merged key by key; lists and plain values replace what they lie over; false takes a table out.

    Attributes:
        base: what is inherited from.
        own: the document that lies over it.
        prefix: where in that one the tables are: below ``presets.NAME`` for a preset, else at its top.
        left_out: the tiles of the base that are none any more.

    Args:
        base: see above.
        own: see above.
        prefix: see above.
        tiles_of: says what the tiles of a document are called.
        known: what the base is warned of, and is not to be told again.
    """

    __slots__ = ("_changed", "_inherited", "_known", "_tiles_of", "base", "left_out", "own", "prefix")

    def __init__(
        self, base: Document, own: Document, prefix: KeyPath, tiles_of: TilesOf, known: Iterable[Diagnostic] = ()
    ) -> None:
        self.base: Final = base
        self.own: Final = own
        self.prefix: Final = prefix
        self._tiles_of = tiles_of
        self._known = frozenset((each.line, each.code) for each in known)
        self._inherited: set[KeyPath] = set()
        over: Any = own.data
        for part in prefix:
            over = over[part]
        self._changed: Final = [*_changed(base.data, over)]
        # A preset stands in the file it changes, and is a game of that name.
        kept = base.data if prefix else over
        data = {key: kept[key] for key in ("format", "game") if key in kept}
        if prefix:
            self._inherited |= {(key,) for key in OWN - {"game"} if key in kept}
            self._inherited |= {("game", key) for key in data["game"]}
            if isinstance(over.get("game"), dict):  # what is said of the game as the preset has it, and no more
                data["game"] = data["game"] | over["game"]
                self._inherited -= {("game", key) for key in over["game"]}
        below = {key: value for key, value in base.data.items() if key not in OWN | TESTS}
        data |= self._merged(below, {key: value for key, value in over.items() if key not in OWN}, ())
        data |= {"presets": kept["presets"]} if "presets" in kept else {}
        inherited = _below(own.loss, prefix) | base.loss
        super().__init__(own.name, own.text, data, {}, own.mistakes, inherited)
        self.left_out: frozenset[str] = frozenset()
        if any(data.get(key) != base.data.get(key) for key in ("tiers", "constants")):
            before, after = tiles_of(base), tiles_of(self)
            self.left_out = frozenset() if before is None or after is None else frozenset(before) - frozenset(after)
            for place in _BY_TILE:
                self._forget(data, place, ())

    @property
    def source(self) -> Source:
        """See `Document.source`."""
        return self.base.source, self.base.name, self.own.source, self.prefix

    def with_values(self, values: Mapping[KeyPath, str]) -> Document:
        """See `Document.with_values`."""
        below = {path: value for path, value in values.items() if self.inherits(path)}
        over = {(*self.prefix, *path): value for path, value in values.items() if path not in below}
        return Layered(self.base.with_values(below), self.own.with_values(over), self.prefix, self._tiles_of)

    def renamed(self, names: Mapping[KeyPath, str]) -> Document:
        """See `Document.renamed`; the base has no mistakes."""
        over = {(*self.prefix, *path): name for path, name in names.items() if not self.inherits(path)}
        renamed = Layered(self.base, self.own.renamed(over), self.prefix, self._tiles_of)
        renamed._known = self._known
        return renamed

    def inherits(self, path: KeyPath) -> bool:
        """Whether what stands at a key path comes from the base."""
        return any(path[:length] in self._inherited for length in range(1, len(path) + 1))

    def span(self, path: KeyPath, *, key: bool = False) -> Span:
        """See `Document.span`."""
        home, place = self.home(path)
        return home.span(place, key=key)

    def forget(self, path: KeyPath) -> bool:
        """See `Document.forget`."""
        table, key = path[0], path[-1]
        if len(path) != 2 or not self.inherits(path) or key not in self.data.get(str(table), ()):
            return False
        self.data[str(table)] = {name: value for name, value in self.data[str(table)].items() if name != key}
        return True

    def is_news(self, path: KeyPath, code: str) -> bool:
        """Whether a warning is for who wrote this document: not what its base says already, or has for others."""
        span = self.span(path)
        idle = code.startswith(_IDLE) or (span.line, code) in self._known
        return not self.inherits(path) or not idle

    def written(self, path: KeyPath, *, key: bool = False) -> str:
        """See `Document.written`."""
        home, place = self.home(path)
        return home.written(place, key=key)

    def written_as(self, path: KeyPath) -> Kind | None:
        """See `Document.written_as`."""
        home, place = self.home(path)
        return home.written_as(place)

    def diagnostic(self, path: KeyPath, code: str, message: str, **details: Any) -> Diagnostic:  # noqa: ANN401 - as there
        """A diagnostic that points into the file where the value is written; of what is inherited it says so."""
        home, place = self.home(path)
        found = home.diagnostic(place, code, message, **details)
        if self.inherits(path):
            found = replace(found, edit=None)  # the file that it extends is not the one to change
        if code == "wrong-type" and value_at(self.data, path) is False:
            fix = self._not_to_take_out(path)
            return replace(found, fix=str(fix), edit=None) if fix else found
        if not self.inherits(path) or code == "more-problems":
            return found
        heir = f"preset {self.prefix[-1]}" if self.prefix else self.name
        cause = self._cause(path, code)
        if cause is not None:
            is_written = value_at(self.data, path) is not None  # else it is what holds where nothing is
            left = f"; that is left over from {found.file}:{found.line}" if is_written else ""
            return self.own.diagnostic(
                (*self.prefix, *cause), code, f"{message}{left}",
                found=found.found, expected=found.expected, fix=self.override(path), severity=found.severity,
            )  # fmt: skip
        gone = found.found in self.left_out and code.startswith("unknown-")
        said = f'"{found.found}" is left out of the tiles' if gone else message
        fix = self.override(path)
        if path[0] == "actions" and len(path) > 2 and found.severity == "error":
            table = dotted((*self.prefix, "actions"))
            out = f"{bare(str(path[1]))} = false in [{table}]: that takes the action out"
            # Of an action that goes on from a pause nothing is left to do where there is no such pause.
            fix = f"write {out}; or {fix}" if code == "unknown-pause" else f"{fix}, or {out}"
        return replace(found, message=f"{said}; {heir} inherits this line", fix=fix)

    def _not_to_take_out(self, path: KeyPath) -> str:
        """What to do about a false that takes nothing out, since no table of that name is inherited."""
        beside = value_at(self.base.data, path[:-1])
        tables = [key for key, value in beside.items() if isinstance(value, dict)] if isinstance(beside, dict) else []
        return did_you_mean(str(path[-1]), tables)

    def _cause(self, path: KeyPath, code: str) -> KeyPath | None:
        """What this document makes another kind of thing, so that what it inherits at a path no longer fits."""
        value = value_at(self.data, path)
        of_here = code.startswith("no-") and code.endswith("-here")
        same = [each for each in self._changed if each[:2] == path[:2]]
        named = [each for each in self._changed if each[0] == "mechanics" and each[1] == value]
        told = [
            each
            for each in self._changed
            if (each[-1] == "use" and code == "unknown-event") or (each[-1] == "target" and of_here)
        ]
        return next((some[0] for some in (same, named, told) if len(some) == 1), None)

    def override(self, path: KeyPath) -> str:
        """See `Document.override`."""
        if not self.inherits(path):
            return ""
        place = "" if self.prefix else f" of {self.name}"
        listed = next((i for i, part in enumerate(path) if isinstance(part, int)), len(path))
        *table, key = path[:listed]
        if not table:
            brackets = ("[[", "]]") if listed < len(path) else ("[", "]")
            header = dotted((*self.prefix, key)).join(brackets)
            more = ": it replaces all inherited ones" if listed < len(path) else ""
            return f"write {header} in {self.name}{more}" if place else f"write {header}{more}"
        return f"write {bare(str(key))} = … in [{dotted((*self.prefix, *table))}]{place}"

    def home(self, path: KeyPath) -> tuple[Document, KeyPath]:
        """See `Document.home`."""
        return self.base.home(path) if self.inherits(path) else self.own.home((*self.prefix, *path))

    def _merged(self, base: Mapping[str, Any], over: Mapping[str, Any], path: KeyPath) -> dict[str, Any]:
        """Both tables in one, in the order of the base; notes what of it is inherited."""
        result: dict[str, Any] = {}
        given_up = set(_given_up(path, base, over))
        for key, value in base.items():
            place = (*path, key)
            if key not in over:
                if key not in given_up:
                    result[key] = value
                    self._inherited.add(place)
            elif isinstance(value, dict) and over[key] is False:
                continue  # taken out
            elif isinstance(value, dict) and isinstance(over[key], dict):
                result[key] = self._merged(value, over[key], place)
            else:
                result[key] = over[key]
        return {**result, **{key: value for key, value in over.items() if key not in base}}

    def _forget(self, table: dict[str, Any], pattern: tuple[str, ...], path: KeyPath) -> None:
        """Leaves out what is inherited about tiles that are left out; copies the tables on the way."""
        if not pattern:
            gone = [key for key in table if key in self.left_out and self.inherits((*path, key))]
            for key in gone:
                del table[key]
            return
        for name in [*table] if pattern[0] == "*" else [pattern[0]]:
            inner = table.get(name)
            if isinstance(inner, dict):
                table[name] = dict(inner)
                self._forget(table[name], pattern[1:], (*path, name))


def without_taken_out(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of what lies over a base that is not at hand, without what may take something of it out."""
    kept: dict[str, Any] = {}
    for key, value in data.items():
        left = without_taken_out(value) if isinstance(value, dict) else value
        if left is not False and (left or not value):  # a table may have taken things out and done nothing else
            kept[key] = left
    return kept


def _changed(base: Mapping[str, Any], over: Mapping[str, Any]) -> Iterator[KeyPath]:
    """Where one document makes of a mechanic or an action of another one of another kind."""
    for table, key in (("mechanics", "use"), ("actions", "target")):
        below, above = (value if isinstance(value, dict) else {} for value in (base.get(table), over.get(table)))
        for name, own in above.items():
            inherited = below.get(name, {})
            kind = inherited.get(key, name if key == "use" else "none")
            if isinstance(own, dict) and key in own and own[key] != kind and (key == "use" or name in below):
                yield (table, name, key)


def _below(loss: Loss, prefix: KeyPath) -> Loss:
    """What a preset lacks, by its own paths; of a file, all of it."""
    below = (path[len(prefix) :] for path in loss.paths if path[: len(prefix)] == prefix)
    return replace(loss, paths=frozenset(path for path in below if path))


def _given_up(path: KeyPath, base: Mapping[str, Any], over: Mapping[str, Any]) -> Iterator[str]:
    """Keys of the base that mean nothing beside those that lie over them: the two are alternatives."""
    match path:
        case ("tiers",):
            yield from {"chain", "numbers"} if {"chain", "numbers"} & over.keys() else ()
        case ("spawn", _):
            chosen = [kind for kind in _SPAWN_KINDS if kind & over.keys()]
            yield from (key for kind in _SPAWN_KINDS for key in kind if chosen and kind not in chosen)
        case ("mechanics", name) if "use" in over and over["use"] != base.get("use", name):
            yield from base
        case ("scoring",) if "total" in over or ("total" in base and over):
            yield from base
        case _:
            pass
