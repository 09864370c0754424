"""The tables of a profile, and their rows.

Owns which columns there are, what each may hold, and the reading of rows: all values that are taken out of a profile's
database pass here, and each is what it should be. It does not own the file, nor what becomes of one that is damaged.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tilekit.errors import one_line
from tilekit.ruleset.models import Given

Row = tuple[Any, ...]

#: The largest integer of a database.
INT64: Final = (1 << 63) - 1
#: Places in the order of play stay so far from the largest integer that one can always be added.
_FARTHEST: Final = 1 << 53
#: The id of a game.
ID_PATTERN: Final = "^[0-9a-f]{12}$"

SCHEMA: Final = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, ruleset TEXT NOT NULL, version INTEGER NOT NULL, digest TEXT NOT NULL,
    seed INTEGER NOT NULL, given TEXT, actions INTEGER NOT NULL, turn INTEGER NOT NULL, score INTEGER NOT NULL,
    status TEXT NOT NULL, reason TEXT NOT NULL, outcome TEXT NOT NULL, state TEXT NOT NULL,
    rank INTEGER, title TEXT NOT NULL, mark INTEGER, aside INTEGER NOT NULL, why TEXT NOT NULL,
    begun INTEGER NOT NULL, played INTEGER NOT NULL, touched INTEGER NOT NULL
);
CREATE INDEX latest ON games (touched);
CREATE INDEX latest_of_ruleset ON games (ruleset, touched);
CREATE TABLE actions (
    game TEXT NOT NULL, number INTEGER NOT NULL, action TEXT NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE marks (
    ruleset TEXT NOT NULL, version INTEGER NOT NULL, best INTEGER NOT NULL, rank INTEGER, title TEXT NOT NULL,
    PRIMARY KEY (ruleset, version)
);
CREATE TABLE preferences (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class DamageError(sqlite3.DatabaseError):
    """Something in a database is not what it should be; says what."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


class _Column(NamedTuple):
    expected: str
    holds: Callable[[Any], bool]


def _whole(low: int, high: int = INT64, *, or_none: bool = False) -> _Column:
    def holds(value: Any) -> bool:  # noqa: ANN401 - whatever a database holds
        return (type(value) is int and low <= value <= high) or (or_none and value is None)

    return _Column("a whole number" if low < 0 else f"a whole number, {low} or more", holds)


def _is_given(value: Any) -> bool:  # noqa: ANN401 - as above
    if value is None:
        return True
    try:
        Given.model_validate_json(value)
    except (ValueError, RecursionError):
        return False
    return type(value) is str


_ID: Final = re.compile(ID_PATTERN + r"\Z")
_TEXT: Final = _Column("a text", lambda value: type(value) is str)
_COUNT: Final = _whole(0)
_NUMBER: Final = _whole(-INT64)
_MAYBE: Final = _whole(-INT64, or_none=True)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table of a profile.

    Attributes:
        name: as the database has it.
        columns: what each column may hold, in order.
        key: how many of the first columns tell one row from another.
    """

    name: str
    columns: Mapping[str, _Column]
    key: int

    @property
    def listed(self) -> str:
        """The names of the columns, for a statement."""
        return ", ".join(self.columns)

    def fault(self, row: Sequence[Any]) -> str:
        """What is wrong with the values of a row, in words; empty where nothing is."""
        if len(row) != len(self.columns):
            return f"{self.name}: {len(row)} columns, expected {len(self.columns)}"
        for (name, column), value in zip(self.columns.items(), row, strict=True):
            if not column.holds(value):
                return f"{self.name}: {name} is {_shown(value)}, expected {column.expected}"
        return ""

    def read(self, c: sqlite3.Connection, rest: str = "", values: Sequence[Any] = ()) -> list[Row]:
        """Rows of the table: whole ones, with the values that their columns may hold.

        Args:
            c: of a profile, made by `connect`.
            rest: of the statement, behind the name of the table.
            values: for the question marks in it.

        Raises:
            DamageError: one of them is not what it should be.
            sqlite3.Error: they cannot be read.
        """
        rows = c.execute(f"SELECT {self.listed} FROM {self.name} {rest}", values).fetchall()  # noqa: S608 - names
        for row in rows:
            fault = self.fault(row)
            if fault:
                raise DamageError(fault)
        return rows

    def write(self, c: sqlite3.Connection, rows: Sequence[Row]) -> None:
        """Puts rows into the table, in the place of those with the same key."""
        places = ", ".join("?" * len(self.columns))
        c.executemany(f"INSERT OR REPLACE INTO {self.name} VALUES ({places})", rows)  # noqa: S608 - placeholders


GAMES: Final = Table(
    "games",
    {
        "id": _Column("12 hexadecimal digits", lambda value: type(value) is str and bool(_ID.search(value))),
        "ruleset": _TEXT,
        "version": _COUNT,
        "digest": _TEXT,
        "seed": _COUNT,
        "given": _Column("a position or nothing", _is_given),
        "actions": _COUNT,
        "turn": _COUNT,
        "score": _NUMBER,
        "status": _Column("playing, paused or over", lambda value: value in {"playing", "paused", "over"}),
        "reason": _TEXT,
        "outcome": _TEXT,
        "state": _TEXT,
        "rank": _MAYBE,
        "title": _TEXT,
        "mark": _MAYBE,
        "aside": _Column("0 or 1", lambda value: type(value) is int and value in {0, 1}),
        "why": _TEXT,
        "begun": _COUNT,
        "played": _COUNT,
        "touched": _whole(-_FARTHEST, _FARTHEST),
    },
    key=1,
)
ACTIONS: Final = Table("actions", {"game": GAMES.columns["id"], "number": _COUNT, "action": _TEXT}, key=2)
MARKS: Final = Table(
    "marks", {"ruleset": _TEXT, "version": _COUNT, "best": _NUMBER, "rank": _MAYBE, "title": _TEXT}, key=2
)
PREFERENCES: Final = Table("preferences", {"name": _TEXT, "value": _TEXT}, key=1)
TABLES: Final = (GAMES, ACTIONS, MARKS, PREFERENCES)


def connect(name: str, **options: Any) -> sqlite3.Connection:  # noqa: ANN401 - as `sqlite3.connect` has them
    """A connection whose texts are texts, or the bytes of what is none; see `sqlite3.connect`."""
    connection: sqlite3.Connection = sqlite3.connect(name, isolation_level=None, check_same_thread=False, **options)
    connection.text_factory = _text
    return connection


def _text(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def check_rows(c: sqlite3.Connection) -> None:
    """Reads all rows but those of actions: damage in one of those costs its game, and is found when that is played.

    Raises:
        DamageError: one is not what it should be.
        sqlite3.Error: they cannot be read.
    """
    for table in (GAMES, MARKS, PREFERENCES):
        table.read(c)


def actions_of(c: sqlite3.Connection, game: str) -> list[str]:
    """The actions of a game, from the first to the last before one that is missing or damaged."""
    question = "SELECT game, number, action FROM actions WHERE game = ? ORDER BY number"
    found: list[str] = []
    for row in c.execute(question, (game,)):
        if row[1] != len(found) or ACTIONS.fault(row):
            break
        found.append(row[2])
    return found


def _shown(value: object) -> str:
    """A value of a database, for a message."""
    if value is None:
        return "missing"
    if isinstance(value, bytes):
        return f"{len(value)} bytes that are no text"
    return one_line(f'"{value}"' if isinstance(value, str) else str(value), 40)
