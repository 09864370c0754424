"""The file of a game.

Owns the file format. A file names its ruleset by id, version and digest of the rules, the seed, the position it
started from if that was given, every action since, and what the game came to, so that a file which no longer
holds is noticed. It is JSON, written so that the same game always gives the same bytes.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from pydantic import ConfigDict, Field, ValidationError

from tilekit.errors import SaveError
from tilekit.files import write_whole
from tilekit.ruleset.models import Given, Table
from tilekit.ruleset.shape import TYPES

#: The version of the file format this library writes.
SAVE_FORMAT: Final = 1
#: A larger file is no save.
LARGEST: Final = 64 << 20
#: A digest is kept after every so many actions, so that a replay can say where it went astray.
CHECK_EVERY: Final = 100


#: What a complaint of a model other than about a type wants.
_WANTED: Final = {"greater_than_equal": "{ge} or more", "less_than_equal": "{le} or less"}


class RulesetName(Table):
    """Which rules a game was played by."""

    id: str
    version: int
    digest: str


class Check(Table):
    """What a game came to."""

    turn: int
    score: int
    status: str
    reason: str
    digest: str


class Saved(Table):
    """What a file of a game holds."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    tilekit: str = Field(pattern="^game$")
    format: int
    ruleset: RulesetName
    seed: int = Field(ge=0, le=(1 << 63) - 1)
    given: Given | None
    actions: list[str]
    checks: dict[str, str]
    now: Check


def to_text(save: Saved) -> str:
    """The file of a game as text; the same bytes for the same game."""
    return json.dumps(save.model_dump(exclude_defaults=True), indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def write(save: Saved, path: str | os.PathLike[str]) -> None:
    """Writes the file of a game; at any instant the path holds the old file or the new one, whole.

    Raises:
        SaveError: it cannot be written; the old file, if any, is untouched.
    """
    target = Path(path)
    try:
        write_whole(target, to_text(save))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SaveError(f"{target}: the game cannot be saved there: {reason}; name another place") from None


def read(path: str | os.PathLike[str]) -> Saved:
    """What is in a file.

    Raises:
        SaveError: it is missing, damaged, or of a newer format; says which.
    """
    target = Path(path)
    try:
        if target.is_dir() or (target.exists() and not target.is_file()):
            raise SaveError(f"{target}: this is no file")
        size = target.stat().st_size
        if size > LARGEST:
            raise SaveError(f"{target}: {size} bytes are no saved game (at most {LARGEST})")
        text = target.read_bytes().decode("utf-8-sig")
    except SaveError:
        raise
    except UnicodeDecodeError:
        raise SaveError(f"{target}: damaged or no saved game: it is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SaveError(f"{target}: cannot be read: {reason}") from None
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        where = f" at line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise SaveError(f"{target}: damaged or no saved game: it is not whole JSON{where}") from None
    if not isinstance(data, dict) or data.get("tilekit") != "game":
        raise SaveError(f'{target}: no saved game: it does not begin with "tilekit": "game"')
    version = data.get("format")
    if isinstance(version, int) and not isinstance(version, bool) and version > SAVE_FORMAT:
        raise SaveError(
            f"{target}: written by a newer tilekit (format {version}, this one reads up to {SAVE_FORMAT}); "
            "update tilekit"
        )
    if version != SAVE_FORMAT or isinstance(version, bool):
        held = repr(version) if "format" in data else "missing"
        raise SaveError(f"{target}: damaged: format is {held}, expected {SAVE_FORMAT}")
    try:
        return Saved.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        words = {"missing": "missing", "extra_forbidden": "no part of a saved game"}
        found = words.get(first["type"]) or f"{first['input']!r:.60}"
        wanted = TYPES.get(first["type"]) or _WANTED.get(first["type"])
        expected = f", expected {wanted.format(**first.get('ctx', {}))}" if wanted else ""
        raise SaveError(f"{target}: damaged: {place} is {found}{expected}") from None


def _no_constant(name: str) -> float:
    raise ValueError(name)
