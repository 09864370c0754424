"""What a broken property comes back as: a scenario to paste.

Owns the writing of a game, as far as it was played, as a ``[[scenario]]`` block.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from tilekit.errors import TilekitError
from tilekit.files import write_whole
from tilekit.game import Game


class Property(str):
    """A law that every game of every ruleset must keep: its name, by which people select tests, and what it says.

    Attributes:
        summary: one line, for a report.
        meaning: what must hold, and where it is not asked.
    """

    __slots__ = ("meaning", "summary")

    summary: str
    meaning: str

    def __new__(cls, name: str, summary: str, meaning: str) -> Self:
        """Makes a record."""
        made = super().__new__(cls, name)
        made.summary, made.meaning = summary, meaning
        return made


class PropertyBroken(TilekitError, AssertionError):  # noqa: N818 - the ruleset is wrong, not the program
    """A property does not hold.

    Attributes:
        name: the property's name.
        reason: what was expected and what came instead.
        scenario: the block that shows it, or an empty text where it is not about one game.
    """

    def __init__(self, name: str, reason: str, scenario: str = "") -> None:
        super().__init__(f"{name}: {reason}" + (f"\n\n{scenario}" if scenario else ""))
        self.name = str(name)  # a record is for those who ask for it, and does not travel between processes
        self.reason = reason
        self.scenario = scenario

    def __reduce__(self) -> tuple[object, ...]:
        return PropertyBroken, (self.name, self.reason, self.scenario)


@dataclass(frozen=True, slots=True)
class Failure:
    """A property that a ruleset does not keep, with the smallest case found."""

    ruleset: str
    name: str
    reason: str
    scenario: str

    def __str__(self) -> str:
        text = f"{self.ruleset}: property broken: {self.name}\n  {self.reason}"
        return text + (f"\n\n{self.scenario}" if self.scenario else "")


def titled(name: str, reason: str) -> str:
    """What a scenario is called that shows how a property is broken."""
    first = reason.partition("\n")[0]
    return f"{name}: {first}"[:180]


def scenario_text(game: Game, name: str, actions: Sequence[str], then: Mapping[str, object]) -> str:
    """A ``[[scenario]]`` block: the start of a game, the actions, and what was expected of them."""
    lines = ["[[scenario]]", f"name = {_text(name)}", f"seed = {game.seed}"]
    given = {} if game.given is None else game.given.model_dump(exclude_defaults=True)
    for key, value in given.items():
        lines += _pair(f"given.{key}", value)
    lines.append(f"actions = [{', '.join(map(_text, actions))}]")
    for key, value in then.items():
        lines += _pair(f"then.{key}", value)
    lines += [] if then else ["then = {}"]
    return "\n".join(lines) + "\n"


def _pair(key: str, value: object) -> list[str]:
    match value:
        case str() if "\n" in value:
            return [f'{key} = """', *value.strip().splitlines(), '"""']
        case Mapping():
            return [f"{key} = {{ {', '.join(f'{name} = {item}' for name, item in value.items())} }}"] if value else []
        case list() | tuple():
            return [f"{key} = [{', '.join(_text(item) if isinstance(item, str) else str(item) for item in value)}]"]
    return [f"{key} = {_text(value) if isinstance(value, str) else value}"]


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=True)


def whole_state(game: Game) -> dict[str, Any]:
    """All that a scenario can say of a game as it stands."""
    return {
        "board": str(game.board),
        "score": game.score,
        "queue": list(game.queue),
        **({"held": game.held or "none"} if game.rules.program.held else {}),
        "variables": dict(game.variables),
        "status": game.status,
        "reason": game.reason,
        "outcome": game.outcome,
        "notices": list(game.notices),
        "legal": [str(action) for action in game.legal_actions()],
    }


def appended(failures: Sequence[Failure], path: Path, ruleset: str) -> int:
    """Appends the scenarios of failures to a scenario file, which is begun if need be; returns how many.

    Raises:
        OSError: it cannot be written; it is as it was.
    """
    blocks = [failure.scenario for failure in failures if failure.scenario]
    if blocks:
        before = path.read_bytes().decode("utf-8-sig") if path.is_file() else ""
        head = "" if before.strip() else f"ruleset = {_text(ruleset)}\n"
        write_whole(path, "".join([before, head, *(f"\n{block}" for block in blocks)]))
    return len(blocks)
