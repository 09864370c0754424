"""A profile as data: written out, and joined with another.

Owns the form in which a profile travels and what becomes of two that meet: no game is lost, and none is there twice.
It does not own how the form is written (as TOML, by the command line), nor the file of a profile.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from pydantic import Field, ValidationError

from tilekit.errors import SaveError
from tilekit.profile.claims import Claim
from tilekit.profile.database import COLUMNS, read_only
from tilekit.ruleset.models import Given, Table
from tilekit.saves import LARGEST

#: The version of the form.
TEXT_FORMAT: Final = 1
_INT64: Final = (1 << 63) - 1


class _Mark(Table):
    ruleset: str
    version: int = Field(ge=0, le=_INT64)
    best: int = Field(ge=-_INT64, le=_INT64)
    rank: int | None = Field(default=None, ge=-_INT64, le=_INT64)
    title: str = ""


class _Game(Table):
    id: str = Field(pattern="^[0-9a-f]{12}$")
    ruleset: str
    version: int = Field(ge=0, le=_INT64)
    digest: str
    seed: int = Field(ge=0, le=_INT64)
    given: Given | None = None
    turn: int = Field(ge=0, le=_INT64)
    score: int = Field(ge=-_INT64, le=_INT64)
    status: Literal["playing", "paused", "over"]
    reason: str = ""
    outcome: str = ""
    state: str
    rank: int | None = Field(default=None, ge=-_INT64, le=_INT64)
    title: str = ""
    mark: int | None = Field(default=None, ge=-_INT64, le=_INT64)
    aside: bool = False
    why: str = ""
    begun: int = Field(ge=0, le=_INT64)
    played: int = Field(ge=0, le=_INT64)
    actions: list[str]


class _Exported(Table):
    tilekit: Literal["profile"]
    format: int
    preferences: dict[str, str] = Field(default_factory=dict)
    mark: list[_Mark] = Field(default_factory=list)
    game: list[_Game] = Field(default_factory=list)


class Taken(NamedTuple):
    """What came of joining two profiles."""

    added: int
    """Games that were not here."""
    longer: int
    """Games that had gone on elsewhere."""
    known: int
    """Games that were here already."""


def exported(c: sqlite3.Connection) -> dict[str, Any]:
    """All of a profile as plain data; what is empty is left out of a game."""
    games = []
    for row in c.execute(f"SELECT {', '.join(COLUMNS)} FROM games ORDER BY touched, id").fetchall():  # noqa: S608 - names
        game = {name: value for name, value in zip(COLUMNS, row, strict=True) if value not in (None, "")}
        game["aside"] = bool(game["aside"])
        if "given" in game:
            game["given"] = json.loads(game["given"])
        game["actions"] = _actions(c, game["id"])
        games.append(game)
    names = ("ruleset", "version", "best", "rank", "title")
    marks = c.execute("SELECT ruleset, version, best, rank, title FROM marks ORDER BY ruleset, version").fetchall()
    return {
        "tilekit": "profile",
        "format": TEXT_FORMAT,
        "preferences": dict(c.execute("SELECT name, value FROM preferences ORDER BY name").fetchall()),
        "mark": [{name: value for name, value in zip(names, row, strict=True) if value is not None} for row in marks],
        "game": games,
    }


def read(path: Path) -> Any:  # noqa: ANN401 - whatever a file holds
    """What is in a file: an export, or a copy of a profile's own.

    Raises:
        SaveError: it cannot be read.
    """
    import tomllib

    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise SaveError(f"{path}: larger than any profile that is exported ({LARGEST} bytes)")
        data = path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path}: cannot be read: {error.strerror}") from None
    if data.startswith(b"SQLite format 3\0"):
        copied = read_only(path)
        if copied is None:
            raise SaveError(f"{path}: no whole profile")
        with closing(copied):
            return exported(copied)
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path}: no profile that was exported: {error}") from None


def take_in(c: sqlite3.Connection, data: Any, claim: Callable[[str], Claim | None]) -> Taken:  # noqa: ANN401 - as `read`
    """Joins a profile with another that was exported.

    Args:
        c: the one, in a transaction.
        data: the other.
        claim: claims a game by its id; None where it is being played.

    Raises:
        SaveError: it is none, or of a newer format.
    """
    found = _checked(data)
    for mark in found.mark:
        c.execute(
            "INSERT INTO marks VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET best = max(best, excluded.best),"
            " title = CASE WHEN excluded.rank > ifnull(rank, excluded.rank - 1) THEN excluded.title ELSE title END,"
            " rank = CASE WHEN excluded.rank > ifnull(rank, excluded.rank - 1) THEN excluded.rank ELSE rank END",
            (mark.ruleset, mark.version, mark.best, mark.rank, mark.title),
        )
    for choice in found.preferences.items():
        c.execute("INSERT OR IGNORE INTO preferences VALUES (?, ?)", choice)
    # Before all that is here, so that what was left here is what is resumed.
    (first,) = c.execute("SELECT ifnull(min(touched), 0) FROM games").fetchone()
    counts = {"added": 0, "longer": 0, "known": 0}
    for number, game in enumerate(found.game):
        counts[_take_in_game(c, game, first - len(found.game) + number, claim)] += 1
    return Taken(**counts)


def carry_over(memory: sqlite3.Connection, c: sqlite3.Connection) -> dict[str, str]:
    """Moves the games of a database in memory to the file it stood in for, in a transaction of that.

    A game that was gone on with in memory goes on in the file; one that somebody else has gone on with there stays, and
    the other becomes a game of its own.

    Returns:
        The ids that are others now.
    """
    columns = ", ".join(COLUMNS)
    renamed: dict[str, str] = {}
    for (name,) in memory.execute("SELECT id FROM games ORDER BY touched").fetchall():
        (row,) = memory.execute(f"SELECT {columns} FROM games WHERE id = ?", (name,)).fetchall()  # noqa: S608 - names
        ours, theirs = _actions(memory, name), _actions(c, name)
        there = c.execute(f"SELECT {columns} FROM games WHERE id = ?", (name,)).fetchone()  # noqa: S608 - names
        if there == row:
            continue
        if there is not None and ours[: len(theirs)] != theirs:
            if theirs[: len(ours)] == ours:
                continue
            renamed[name] = secrets.token_hex(6)
        kept = renamed.get(name, name)
        c.execute("DELETE FROM actions WHERE game = ?", (kept,))
        c.execute("DELETE FROM games WHERE id = ?", (kept,))
        latest = "(SELECT ifnull(max(touched), 0) + 1 FROM games)"
        c.execute(
            f"INSERT INTO games VALUES ({'?, ' * len(COLUMNS)}{latest})",  # noqa: S608 - placeholders
            (kept, *row[1:]),
        )
        c.executemany("INSERT INTO actions VALUES (?, ?, ?)", [(kept, i, action) for i, action in enumerate(ours)])
    return renamed


def _take_in_game(c: sqlite3.Connection, game: _Game, touched: int, claim: Callable[[str], Claim | None]) -> str:
    here = c.execute("SELECT touched FROM games WHERE id = ?", (game.id,)).fetchone()
    if here is None:
        _insert(c, game, game.id, touched)
        return "added"
    mine = _actions(c, game.id)
    if mine[: len(game.actions)] == game.actions:
        return "known"
    held = claim(game.id)
    if held is not None:
        try:
            if game.actions[: len(mine)] == mine:
                c.execute("DELETE FROM actions WHERE game = ?", (game.id,))
                c.execute("DELETE FROM games WHERE id = ?", (game.id,))
                _insert(c, game, game.id, here[0])
                return "longer"
        finally:
            held.release()
    # It went on in two ways. The other way has an id of its own, the same every time.
    name = hashlib.sha256("\n".join([game.id, *game.actions]).encode()).hexdigest()[:12]
    if c.execute("SELECT 1 FROM games WHERE id = ?", (name,)).fetchone() is not None:
        return "known"
    _insert(c, game, name, touched)
    return "added"


def _insert(c: sqlite3.Connection, game: _Game, name: str, touched: int) -> None:
    values = game.model_dump(exclude={"given", "actions"})
    values |= {
        "id": name,
        "given": None if game.given is None else json.dumps(game.given.model_dump(exclude_defaults=True)),
        "actions": len(game.actions),
    }
    c.execute(
        f"INSERT INTO games VALUES ({'?, ' * len(COLUMNS)}?)",  # noqa: S608 - placeholders
        (*(values[column] for column in COLUMNS), touched),
    )
    rows = [(name, number, action) for number, action in enumerate(game.actions)]
    c.executemany("INSERT INTO actions VALUES (?, ?, ?)", rows)


def _checked(data: Any) -> _Exported:  # noqa: ANN401 - whatever a file holds
    if not isinstance(data, dict) or data.get("tilekit") != "profile":
        raise SaveError('no profile that was exported: it does not say tilekit = "profile"')
    version = data.get("format")
    if type(version) is int and version > TEXT_FORMAT:
        raise SaveError(
            f"the profile was written by a newer tilekit (format {version}, this one reads up to {TEXT_FORMAT}); "
            "update tilekit"
        )
    if type(version) is not int or version != TEXT_FORMAT:
        raise SaveError(f"the profile is damaged: format is {version!r:.40}, expected {TEXT_FORMAT}")
    try:
        return _Exported.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        words = {"missing": "missing", "extra_forbidden": "no part of a profile"}
        raise SaveError(
            f"the profile is damaged: {place} is {words.get(first['type']) or repr(first['input'])[:60]}"
        ) from None


def _actions(c: sqlite3.Connection, name: str) -> list[str]:
    rows = c.execute("SELECT action FROM actions WHERE game = ? ORDER BY number", (name,)).fetchall()
    return [action for (action,) in rows]
