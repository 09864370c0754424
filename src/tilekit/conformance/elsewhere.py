"""The same games in another process: nothing of a game may depend on the process it runs in.

Owns one child process that plays a batch and writes the digests, under another hash seed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

from tilekit.errors import RulesetError, TilekitError, cause_of, one_line
from tilekit.game import Game
from tilekit.loading import dumps, loads
from tilekit.rules import Rules
from tilekit.ruleset.models import Given

if TYPE_CHECKING:
    from tilekit.conformance.strategies import Start  # which imports hypothesis

#: Seconds for a batch that took a few here.
_LONGEST: Final = 600


class ChildFailed(Exception):  # noqa: N818 - the games are at fault, not the search
    """The other process came to no answer; says how it ended."""


def digests_elsewhere(rules: Rules, batch: list[tuple[Start, list[str], list[str]]]) -> list[list[str]] | None:
    """The digests of a batch of games (start, actions, digests here), played in a child process.

    A game that is refused or fails there ends with a text that says so. None where the child cannot load the ruleset:
    its mechanics come from plugins that are not installed.

    Raises:
        ChildFailed: the process ended without an answer.
    """
    if not batch:
        return []
    question = {
        "text": dumps(rules),
        "preset": rules.preset,
        "games": [
            {
                "seed": start.seed,
                "given": start.given.model_dump(exclude_defaults=True) if start.given else None,
                "actions": actions,
            }
            for start, actions, _ in batch
        ],
    }
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tilekit.conformance.elsewhere"],
            input=json.dumps(question),
            env={**os.environ, "PYTHONHASHSEED": "123"},
            capture_output=True,
            text=True,
            check=False,
            timeout=_LONGEST,
        )
    except subprocess.TimeoutExpired:
        raise ChildFailed(f"the other process gave no answer in {_LONGEST} seconds") from None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        raise ChildFailed(f"the other process ended with status {done.returncode}: {one_line(last, 300)}")
    found: list[list[str]] | None = json.loads(done.stdout)
    return found


def answer(question: dict[str, Any]) -> list[list[str]] | None:
    """Plays what it is asked; None where the ruleset cannot be loaded here."""
    try:
        rules = loads(question["text"], preset=question["preset"])
    except RulesetError:
        return None
    found: list[list[str]] = []
    for one in question["games"]:
        given = Given.model_validate(one["given"]) if one["given"] is not None else None
        digests: list[str] = []
        try:
            game = Game(rules, one["seed"], given=given)
            digests.append(game.digest)
            for action in one["actions"]:
                game.play(action)
                digests.append(game.digest)
        except TilekitError as error:  # played there, refused here: that is a difference, too
            digests.append(f"refused: {error}")
        except Exception as error:  # noqa: BLE001 - a mechanic may raise anything
            digests.append(f"failed: {cause_of(error)}")
        found.append(digests)
    return found


if __name__ == "__main__":
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
