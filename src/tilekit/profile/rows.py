"""The tables of a profile, and their rows.

Owns which columns there are, what each may hold, and the reading of rows: all values that are taken out of a profile's
database pass here, and each is what it should be. It does not own the file, nor what becomes of one that is damaged.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, ValidationError, create_model

from tilekit.errors import one_line
from tilekit.ruleset.models import Given
from tilekit.ruleset.models import Table as Model

Row = tuple[Any, ...]

#: The largest integer of a database.
INT64: Final = (1 << 63) - 1
#: Places in the order of play stay so far from the largest integer that one can always be added.
_FARTHEST: Final = 1 << 53

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


#: What is expected where something else is found, by how the kinds of pydantic's errors begin.
_EXPECTED: Final = {
    "int": "a whole number",
    "string_type": "a text in quotes",
    "string_pattern": "twelve of the digits 0 to 9 and a to f",
    "bool": "true or false",
    "list": "a list",
    "dict": "a table",
    "model": "a table",
    "literal": "{expected}",
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le} or less",
    "value_error": "a position or nothing",
}


def _position(value: str | None) -> str | None:
    try:
        if value is not None:
            Given.model_validate_json(value)
    except (ValueError, RecursionError):
        raise ValueError(value) from None
    return value


Id = Annotated[str, Field(pattern="^[0-9a-f]{12}$")]
Count = Annotated[int, Field(ge=0, le=INT64)]
Number = Annotated[int, Field(ge=-INT64, le=INT64)]


class KeptGame(Model):
    """What is known of a game of a profile without replaying it."""

    id: Id
    """By which it is named: twelve hexadecimal digits."""
    ruleset: str
    """The name it is kept under; see `name_of`."""
    version: Count
    digest: str
    """Of the rules it was played by."""
    seed: Count
    given: Annotated[str | None, AfterValidator(_position)] = None
    """The position it started from as JSON, where that was not the opening."""
    actions: Count
    """How many, undo included."""
    turn: Count
    score: Number
    status: Literal["playing", "paused", "over"]
    reason: str = ""
    outcome: str = ""
    state: str
    """The digest of the game as it stands."""
    rank: Number | None = None
    """The number that the highest title earned in it is earned at; None where there is none."""
    title: str = ""
    """The highest title earned in it; empty where there is none."""
    mark: Number | None = None
    """The highest score it stood at when New, Restart or the game before it took its place; None if never."""
    aside: bool = False
    """Whether it was put aside: it is brought back when asked for, not by itself."""
    why: str = ""
    """Why it cannot be resumed, in words; empty where nothing is known against it."""
    begun: Count
    """When, in seconds since 1970."""
    played: Count
    """When it was last played, likewise."""

    @property
    def is_running(self) -> bool:
        """Whether it is resumed by itself."""
        return self.place == "running"

    @property
    def place(self) -> str:
        """``"running"``, ``"aside"`` or ``"finished"``."""
        return "finished" if self.status == "over" else "aside" if self.aside else "running"


class Mark(Model):
    """The best score and the highest title of the games of a version of a ruleset."""

    ruleset: str
    version: Count
    best: Number
    rank: Number | None = None
    title: str = ""


class _GameRow(KeptGame):
    aside: Literal[0, 1]  # type: ignore[assignment]  # SQLite knows no other truth
    touched: int = Field(ge=-_FARTHEST, le=_FARTHEST)
    """Its place in the order of play."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table of a profile.

    Attributes:
        name: as the database has it.
        model: what each column may hold, in order.
        key: how many of the first columns tell one row from another.
    """

    name: str
    model: type[Model]
    key: int

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.model.model_fields)

    @property
    def listed(self) -> str:
        """The names of the columns, for a statement."""
        return ", ".join(self.columns)

    def fault(self, row: Sequence[Any]) -> str:
        """What is wrong with the values of a row, in words; empty where nothing is."""
        try:
            self.model.model_validate(dict(zip(self.columns, row, strict=False)))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            return f"{self.name}: {first['loc'][0]} is {shown(first['input'])}, expected {expected(first)}"
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


GAMES: Final = Table("games", _GameRow, key=1)
ACTIONS: Final = Table("actions", create_model("Action", __base__=Model, game=Id, number=Count, action=str), key=2)
MARKS: Final = Table("marks", Mark, key=2)
PREFERENCES: Final = Table("preferences", create_model("Preference", __base__=Model, name=str, value=str), key=1)
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


def actions_of(c: sqlite3.Connection, game: str) -> list[str]:
    """The actions of a game, from the first to the last before one that is missing or damaged."""
    question = "SELECT game, number, action FROM actions WHERE game = ? ORDER BY number"
    found: list[str] = []
    for row in c.execute(question, (game,)):
        if row[1] != len(found) or ACTIONS.fault(row):
            break
        found.append(row[2])
    return found


def expected(error: Mapping[str, Any]) -> str:
    """What one of pydantic's errors asks for, in words."""
    kind = next((words for start, words in _EXPECTED.items() if error["type"].startswith(start)), "something else")
    return kind.format(**error.get("ctx", {}))


def shown(value: object) -> str:
    """A value of a database or an export, as it would be written there, or what kind of thing it is."""
    match value:
        case None:
            return "missing"
        case bytes():
            return f"{len(value)} bytes that are no text"
        case dict() | list():
            return "a table" if isinstance(value, dict) else "a list"
        case date() | time():
            return f"a date or time ({value})"
        case bool():
            return str(value).lower()
        case str():
            return f'"{one_line(value, 40)}"'
    try:
        return one_line(str(value), 40)
    except ValueError:  # Python writes no number of so many digits
        return "a number of thousands of digits"
