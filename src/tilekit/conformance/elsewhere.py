"""The same games in another process: nothing of a game may hang on the process it runs in.

Owns one child process that plays a batch and writes the digests, under another hash seed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilekit.conformance.strategies import Start
    from tilekit.rules import Rules


def digests_elsewhere(rules: Rules, batch: list[tuple[Start, list[str], list[str]]]) -> list[list[str]] | None:
    """The digests of a batch of games (start, actions, digests here), played in a child process.

    None where the child cannot load the ruleset: its mechanics come from plugins that are not installed.
    """
    from tilekit.rules import dumps

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
    done = subprocess.run(
        [sys.executable, "-m", "tilekit.conformance.elsewhere"],
        input=json.dumps(question),
        env={**os.environ, "PYTHONHASHSEED": "123"},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    if done.returncode:
        raise RuntimeError(f"the child process failed: {done.stderr.strip()[-500:]}")
    found: list[list[str]] | None = json.loads(done.stdout)
    return found


def answer(question: dict[str, Any]) -> list[list[str]] | None:
    """Plays what it is asked; None where the ruleset cannot be loaded here."""
    from tilekit.errors import RulesetError, TilekitError
    from tilekit.game import Game
    from tilekit.rules import loads
    from tilekit.ruleset.models import Given

    try:
        rules = loads(question["text"], preset=question["preset"])
    except RulesetError:
        return None
    found: list[list[str]] = []
    for one in question["games"]:
        given = Given.model_validate(one["given"]) if one["given"] is not None else None
        game = Game(rules, one["seed"], given=given)
        digests = [game.digest]
        for action in one["actions"]:
            try:
                game.play(action)
                digests.append(game.digest)
            except TilekitError as error:  # played there, refused here: that is a difference, too
                digests.append(f"refused: {error}")
        found.append(digests)
    return found


if __name__ == "__main__":
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
