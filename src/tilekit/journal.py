"""What a turn did, in order: for animation, for a screen reader, for tests.

Owns the entries of a journal and how they are read off the log of the board words. Replaying the changes of
all entries on the former board gives the new one; the points of its ``scored`` entries add up to the change
of the score. It keeps the ids of tiles, which stay with a tile while it moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any, Final, NamedTuple

from tilekit import board as b
from tilekit.program.program import Program
from tilekit.wording.names import STATUSES, outcome_in_words
from tilekit.words import Phrase, chained


class Change(NamedTuple):
    """One cell that changed. The board after it is the board before it with ``cell`` set to ``after``."""

    cell: str
    """``"r2c3"``."""
    before: str | None
    after: str | None
    id: int
    """Id of the tile now there; where none is, of the tile that left."""
    origin: str | None
    """The cell the tile came from, if it moved here."""
    to: str | None
    """The cell the tile went to, if it moved away and left this one empty."""


class Entry(NamedTuple):
    """One thing that happened.

    ``kind`` is an event of a mechanic (``placed``, ``fused``, ``cleared``, ``moved``, ``filled``, ``spawned``,
    ``shuffled``, ``turned``, ``dealt``, ``started``, …) with its values and the cells it changed, or one of

    - ``scored``: ``points``, and the ``score`` they led to,
    - ``changed``: a ``variable``, ``before`` and ``after``,
    - ``noticed``: the ``text`` of a notice that began to show,
    - ``ended``: ``status``, ``reason``, ``outcome`` and ``text``,
    - ``remarked``: a ``text`` about the rules themselves (a repeat that was stopped),
    - ``undone``: undo took back the latest action still standing; ``action`` says which.

    An event that paid has its points among its values, too.
    """

    kind: str
    changes: tuple[Change, ...]
    values: Mapping[str, int | str]

    def __str__(self) -> str:
        return sentence(self)


class Ids:
    """The ids of the tiles on a board, cell by cell; 0 where none is."""

    __slots__ = ("at", "last")

    def __init__(self, codes: Sequence[int]) -> None:
        self.at = [0] * len(codes)
        self.last = 0
        for cell, code in enumerate(codes):
            if code:
                self.last += 1
                self.at[cell] = self.last

    def copy(self) -> Ids:
        """The same ids, to go on by themselves."""
        twin = Ids(())
        twin.at, twin.last = self.at[:], self.last
        return twin


def entries(program: Program, log: Sequence[tuple[Any, ...]], ids: Ids) -> list[Entry]:
    """The entries of a log; ``ids`` is brought up to date."""
    found: list[Entry] = []
    changes: list[Change] = []
    names, tiles, at = program.cell_names, program.tiles.ids, ids.at
    pays = False  # whether the points that come next, if any do, are those of the latest event
    for item in log:
        kind = item[0]
        if kind == b.PUT:
            _, cell, before, after = item
            if after:
                ids.last += 1
                at[cell] = tile = ids.last
            else:
                tile, at[cell] = at[cell], 0
            changes.append(
                Change(
                    names[cell], tiles[before] if before else None, tiles[after] if after else None, tile, None, None
                )
            )
        elif kind == b.MOVE:
            _, cell, to, code = item
            tile, at[cell] = at[cell], 0
            at[to] = tile
            name = tiles[code]
            changes.append(Change(names[cell], name, None, tile, None, names[to]))
            changes.append(Change(names[to], None, name, tile, names[cell], None))
        elif kind == b.SWAP:
            _, cell, other, code, code_there = item
            at[cell], at[other] = at[other], at[cell]
            here, there = tiles[code], tiles[code_there]
            changes.append(Change(names[cell], here, there, at[cell], names[other], None))
            changes.append(Change(names[other], there, here, at[other], names[cell], None))
        elif kind == b.EVENT:
            _, event, kinds, values, step = item
            named: dict[str, int | str] = {
                name: tiles[value] if of == "tile" else value for (name, of), value in zip(kinds, values, strict=True)
            }
            named["step"] = step
            found.append(Entry(event, tuple(changes), named))
            changes.clear()
        elif kind == b.POINTS:
            _, before, after = item
            if pays:
                found[-1] = found[-1]._replace(values={**found[-1].values, "points": after - before})
                pays = False
            found.append(Entry("scored", (), {"points": after - before, "score": after}))
        elif kind == b.VARIABLE:
            _, register, before, after = item
            found.append(
                Entry("changed", (), {"variable": program.variable_names[register], "before": before, "after": after})
            )
        elif kind == b.PAY:
            pays = item[1]
        else:
            found.append(Entry("remarked", (), {"text": item[1]}))
    if changes:
        found.append(Entry("turned", tuple(changes), {"count": len(changes), "step": 1}))
    return found


def sentence(entry: Entry, *, aloud: bool = False) -> Phrase:
    """An entry in words.

    Args:
        entry: of a journal.
        aloud: whether it is to be listened to, so that two numbers do not stand beside each other.
    """
    try:
        if entry.kind in _WORKED_OUT:
            return _WORKED_OUT[entry.kind](entry)
        if aloud and entry.kind in _ALOUD and entry.changes and str(entry.values["tile"])[:1].isdigit():
            told = _filled(_ALOUD[entry.kind], entry)
            return (
                told
                if entry.values["step"] == 1
                else Phrase("{told} (step {step})", told=told, step=entry.values["step"])
            )
        again = entry.kind in _AGAIN and entry.values["step"] != 1
        return _filled((_AGAIN if again else _TOLD)[entry.kind], entry)
    except KeyError:  # an event without a sentence, or one that goes by a well-known name and has other values
        where, event = _where(entry), Phrase(entry.kind.replace("_", " "))
        return Phrase("{event} {where}", event=event, where=where) if where else event


def _filled(template: Phrase, entry: Entry) -> Phrase:
    """A sentence with the values of an entry, and with what its changes say."""
    names = [name for _, name, _, _ in Formatter().parse(template.template) if name]
    values = {name: _OF_CHANGES[name](entry) if name in _OF_CHANGES else entry.values[name] for name in names}
    return Phrase(template.template, **values)


def _where(entry: Entry) -> object:
    return chained("{first}, {rest}", list(dict.fromkeys(change.cell for change in entry.changes)))


def _tiles(entry: Entry) -> object:
    filled = [Phrase("{cell} with {tile}", cell=c.cell, tile=c.after) for c in entry.changes if c.after]
    return chained("{first}, {rest}", filled)


def _target(entry: Entry) -> object:
    return entry.changes[-1].cell if entry.changes else "?"


def _moved(entry: Entry) -> Phrase:
    ways = [Phrase("{origin} to {cell}", origin=c.origin, cell=c.cell) for c in entry.changes if c.origin]
    count, listed = entry.values["count"], chained("{first}, {rest}", ways)
    if len(ways) == count:
        return Phrase("{count} moved: {ways}", count=count, ways=listed)
    # The others are told of where they fused.
    if ways:
        return Phrase("{count} moved in all, the last {ways}", count=count, ways=listed)
    return Phrase("{count} moved in all", count=count)


def _ended(entry: Entry) -> Phrase:
    values = entry.values
    if values["text"]:
        return Phrase(str(values["text"]))
    status, outcome = str(values["status"]), str(values.get("outcome", ""))
    how = outcome_in_words(status, outcome) or STATUSES.get(status, status)
    return Phrase("{status}: {text}", status=how, text=values["reason"])


def _text(entry: Entry) -> Phrase:
    text = entry.values["text"]
    return text if isinstance(text, Phrase) else Phrase(str(text))


#: The sentence of an entry, by its kind; it is filled with the values of the entry and with what its changes say.
_TOLD: Final = {
    "placed": Phrase("{tile} placed on {where}"),
    "fused": Phrase("{count} {tile} fused into {made} on {target}"),
    "dealt": Phrase("{tile} dealt"),
    "scored": Phrase("{points:+d} points: {score}"),
    "changed": Phrase("{variable} {before} to {after}"),
    "undone": Phrase("{action} taken back"),
    "held_back": Phrase("{tile} held back"),
    "overflowed": Phrase("{count} pushed out"),
    "filled": Phrase("filled {tiles}"),
    "spawned": Phrase("spawned {tiles}"),
}
#: The same in a later pass of a repeat.
_AGAIN: Final = {"fused": Phrase("{count} {tile} fused into {made} on {target} (step {step})")}
#: The same to be listened to, where a tile is a number.
_ALOUD: Final = {"fused": Phrase("{count} times {tile} fused into {made} on {target}")}
#: What the changes of an entry say.
_OF_CHANGES: Final[Mapping[str, Callable[[Entry], object]]] = {"where": _where, "tiles": _tiles, "target": _target}
#: Entries whose sentence depends on their values.
_WORKED_OUT: Final[Mapping[str, Callable[[Entry], Phrase]]] = {
    "moved": _moved, "ended": _ended, "noticed": _text, "remarked": _text
}  # fmt: skip
