"""A profile as data: written out, and joined with another.

Owns the form in which a profile travels and what becomes of two that meet: no game is lost, and none is there twice.
It does not own how the form is written (as TOML, by the command line), nor the file of a profile.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import re
import secrets
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from pydantic import Field, ValidationError

from tilekit.errors import RulesetError, SaveError, did_you_mean, one_line
from tilekit.profile.claims import Claim
from tilekit.profile.database import COLUMNS, fault, read_only
from tilekit.profile.rows import ACTIONS, GAMES, MARKS, PREFERENCES, KeptGame, Mark, Row, actions_of, expected, shown
from tilekit.ruleset.document import Document
from tilekit.ruleset.models import Given, Table
from tilekit.saves import LARGEST

#: The version of the form.
TEXT_FORMAT: Final = 1


class _Game(KeptGame):
    given: Given | None = None  # type: ignore[assignment]  # a table where a row has JSON
    actions: list[str]  # type: ignore[assignment]  # all of them, and not how many


class _Exported(Table):
    tilekit: Literal["profile"]
    format: int
    preferences: dict[str, str] = Field(default_factory=dict)
    mark: list[Mark] = Field(default_factory=list)
    game: list[_Game] = Field(default_factory=list)


#: What is said of a file that holds something else.
_NONE: Final = "no profile that was exported"
#: What no text has.
_BINARY: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_UNSIGNED: Final = 'it does not say tilekit = "profile"'
#: The keys there are, by table.
_KEYS: Final = {"": _Exported.model_fields, "game": _Game.model_fields, "mark": Mark.model_fields}


class Imported(NamedTuple):
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
    for row in GAMES.read(c, "ORDER BY touched, id"):
        game = {name: value for name, value in zip(COLUMNS, row, strict=False) if value not in (None, "")}
        game["aside"] = bool(game["aside"])
        if "given" in game:
            game["given"] = Given.model_validate_json(game["given"]).model_dump(exclude_defaults=True)
        game["actions"] = actions_of(c, game["id"])[: game["actions"]]
        games.append(game)
    return {
        "tilekit": "profile",
        "format": TEXT_FORMAT,
        "preferences": dict(PREFERENCES.read(c, "ORDER BY name")),
        "mark": [
            {name: value for name, value in zip(MARKS.columns, row, strict=True) if value is not None}
            for row in MARKS.read(c, "ORDER BY ruleset, version")
        ],
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
        content = path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path}: cannot be read: {error.strerror}") from None
    if content.startswith(b"SQLite format 3\0"):
        return _copied(path)
    if not content.strip():
        raise SaveError(f"{path}: {_NONE}: the file is empty")
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise SaveError(_unread(path, content, error)) from None


def _copied(path: Path) -> dict[str, Any]:
    """What is in a copy of a profile's own file.

    Raises:
        SaveError: it is none that is whole.
    """
    copied = read_only(path)
    if copied is None:
        raise SaveError(f"{path}: no whole profile: {fault(path)}")
    with closing(copied):
        try:
            return exported(copied)
        except (sqlite3.Error, ValueError, TypeError, OverflowError):
            raise SaveError(f"{path}: no whole profile: what is kept of its games cannot be read") from None


def _unread(path: Path, content: bytes, error: Exception) -> str:
    """Why a file is no text of TOML: where, what was found, and what to do."""
    if content.lstrip().startswith(b"{"):
        return f"{path}: {_NONE}: this is JSON, such as a recorded game is, which tilekit replay takes"
    if _BINARY.search(content) and not content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return f"{path}: {_NONE}: it is no text, but a picture, an archive or the like"
    try:
        Document.parse(content, str(path))
    except RulesetError as problems:
        first = problems.diagnostics[0]
        if first.code != "file-too-large":
            place = f"{path}:{first.line}" if first.line else str(path)
            parts = (first.message, first.found and f"found {one_line(first.found, 60)}", first.fix)
            return f"{place}: {_NONE}: {'; '.join(part for part in parts if part)}"
    # One that is larger is not gone through with as much care.
    if isinstance(error, UnicodeDecodeError):
        line = content.count(b"\n", 0, error.start) + 1
        return f"{path}:{line}: {_NONE}: there are bytes in this line that are no text"
    found = re.search(r"at line (\d+)", str(error))
    return f"{path}{':' + found[1] if found else ''}: {_NONE}: this line cannot be read as TOML"


def placed(path: Path, error: SaveError) -> str:
    """What is wrong with a file as `take_in` says it, with the file and, where it is known, the line."""
    line = 0
    if isinstance(error, _WrongError) and error.place:
        try:  # a copy of a database has no lines, and a large file none here
            line = Document.parse(path.read_bytes(), str(path)).span(error.place).line
        except OSError:
            pass
        except RulesetError as problems:
            line = next((one.line for one in problems.diagnostics if one.code == "number-too-large"), 0)
    return f"{path}{f':{line}' if line else ''}: {error}"


def take_in(c: sqlite3.Connection, data: Any, claim: Callable[[str], Claim | None]) -> Imported:  # noqa: ANN401 - as `read`
    """Joins a profile with another that was exported.

    Args:
        c: the one, in a transaction.
        data: the other.
        claim: claims a game by its id; None where it is being played.

    Raises:
        SaveError: it is none, or of a newer format.
    """
    found = _checked(data)
    c.executemany(
        "INSERT INTO marks VALUES (:ruleset, :version, :best, :rank, :title)"
        " ON CONFLICT DO UPDATE SET best = max(best, excluded.best),"
        " title = CASE WHEN excluded.rank > ifnull(rank, excluded.rank - 1) THEN excluded.title ELSE title END,"
        " rank = CASE WHEN excluded.rank > ifnull(rank, excluded.rank - 1) THEN excluded.rank ELSE rank END",
        (mark.model_dump() for mark in found.mark),
    )
    c.executemany("INSERT OR IGNORE INTO preferences VALUES (?, ?)", found.preferences.items())
    # Before all that is here, so that what was left here is what is resumed.
    (first,) = c.execute("SELECT ifnull(min(touched), 0) FROM games").fetchone()
    came = [_take_in_game(c, game, touched, claim) for touched, game in enumerate(found.game, first - len(found.game))]
    return Imported(came.count("added"), came.count("longer"), came.count("known"))


def carry_over(memory: sqlite3.Connection, c: sqlite3.Connection) -> dict[str, str]:
    """Moves the games of a database in memory to the file it stood in for, in a transaction of that.

    A game that was continued in memory continues in the file; one that somebody else has continued there stays, and
    the other becomes a game of its own.

    Returns:
        The ids that are others now.
    """
    renamed: dict[str, str] = {}
    for row in GAMES.read(memory, "ORDER BY touched"):
        name = row[0]
        ours, theirs = actions_of(memory, name), actions_of(c, name)
        there = GAMES.read(c, "WHERE id = ?", (name,))
        if there and there[0][:-1] == row[:-1]:
            continue
        if there and ours[: len(theirs)] != theirs:
            if theirs[: len(ours)] == ours:
                continue
            renamed[name] = secrets.token_hex(6)
        kept = renamed.get(name, name)
        (latest,) = c.execute("SELECT ifnull(max(touched), 0) + 1 FROM games WHERE id <> ?", (kept,)).fetchone()
        _put(c, (kept, *row[1:-1], latest), ours)
    return renamed


def _put(c: sqlite3.Connection, row: Row, actions: Sequence[str]) -> None:
    """Writes a game, in the place of what is kept under its id."""
    GAMES.write(c, [row])
    c.execute("DELETE FROM actions WHERE game = ?", row[:1])
    ACTIONS.write(c, [(row[0], number, action) for number, action in enumerate(actions)])


def _take_in_game(c: sqlite3.Connection, game: _Game, touched: int, claim: Callable[[str], Claim | None]) -> str:
    found = GAMES.read(c, "WHERE id = ?", (game.id,))
    if not found:
        _insert(c, game, game.id, touched)
        return "added"
    here = dict(zip(GAMES.columns, found[0], strict=True))
    mine = actions_of(c, game.id)
    # Else it is another game, whatever it calls itself.
    same = (here["seed"], here["digest"]) == (game.seed, game.digest)
    if same and mine[: len(game.actions)] == game.actions:
        return "known"
    held = claim(game.id) if same else None
    if held is not None:
        try:
            if game.actions[: len(mine)] == mine:
                _insert(c, game, game.id, here["touched"])
                return "longer"
        finally:
            held.release()
    # It went on in two ways. The other way has an id of its own, the same every time.
    told = [game.id, *([] if same else [str(game.seed), game.digest]), *game.actions]
    name = hashlib.sha256("\n".join(told).encode()).hexdigest()[:12]
    if c.execute("SELECT 1 FROM games WHERE id = ?", (name,)).fetchone() is not None:
        return "known"
    _insert(c, game, name, touched)
    return "added"


def _insert(c: sqlite3.Connection, game: _Game, name: str, touched: int) -> None:
    values = game.model_dump() | {"id": name, "actions": len(game.actions), "touched": touched}
    values["given"] = None if game.given is None else json.dumps(game.given.model_dump(exclude_defaults=True))
    _put(c, tuple(values[column] for column in GAMES.columns), game.actions)


class _WrongError(SaveError):
    """Something in an export is not what it should be.

    Attributes:
        place: the path of its key.
    """

    def __init__(self, text: str, place: tuple[str | int, ...] = ()) -> None:
        super().__init__(text)
        self.place = place


def _checked(data: Any) -> _Exported:  # noqa: ANN401 - whatever a file holds
    if not isinstance(data, dict) or data.get("tilekit") != "profile":
        ruleset = isinstance(data, dict) and isinstance(data.get("game"), dict) and "grid" in data
        raise SaveError(f"{_NONE}: {'it is a ruleset' if ruleset else _UNSIGNED}")
    version = data.get("format")
    if type(version) is int and version > TEXT_FORMAT:
        raise SaveError(
            f"the profile was written by a newer tilekit (format {version}, this one reads up to {TEXT_FORMAT}); "
            "update tilekit"
        )
    if type(version) is not int or version != TEXT_FORMAT:
        found = "is missing" if version is None else f"is {shown(version)}"
        raise _WrongError(f"the profile is damaged: format {found}, expected {TEXT_FORMAT}", ("format",))
    try:
        return _Exported.model_validate(data)
    except ValidationError as error:
        raise _wrong(data, error.errors(include_url=False)[0]) from None


def _wrong(data: dict[str, Any], first: Mapping[str, Any]) -> _WrongError:
    """What is wrong with an export, in words: in which game, what was found, and what was expected."""
    place = tuple(first["loc"])
    *above, key = place
    while isinstance(key, int) and above:  # an item of a list is named with its list
        key = f"{above.pop()}, number {key + 1},"
    table = _shown_place(data, above)
    where = f"the profile is damaged: {table}{key}"
    if first["type"] == "missing":
        return _WrongError(f"{where} is missing", place)
    if first["type"] == "extra_forbidden":
        near = did_you_mean(str(key), _KEYS.get(str(place[0]) if len(place) > 1 else "", ()))
        return _WrongError(f"{where} is no part of {'a game' if table else 'a profile'}{near and '; ' + near}", place)
    return _WrongError(f"{where} is {shown(first['input'])}, expected {expected(first)}", place)


def _shown_place(data: dict[str, Any], path: Sequence[str | int]) -> str:
    """In which table of an export something stands, to go before its key: ``game "0123456789ab": ``."""
    if not path:
        return ""
    words, found = [], data
    for step in path:
        found = found[step]  # type: ignore[index]
        if isinstance(step, str):
            words.append(step)
            continue
        name = found.get("id") if isinstance(found, dict) else None
        words[-1] += f' "{one_line(name, 40)}"' if isinstance(name, str) else f" number {step + 1}"
    return ", ".join(words) + ": "
