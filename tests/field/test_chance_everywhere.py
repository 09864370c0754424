"""The same seed gives the same game in every process and on every Python: nothing rests on hashes or on sets."""

from __future__ import annotations

import json

import pytest
from tests.hooks.sites import run

import tilekit
from tilekit.chance import bounded

PLAY = """
import json
import tilekit
from tilekit.chance import bounded
digests = {}
for ruleset in ("merge", "ninek", "sum10"):
    rules = tilekit.load(ruleset)
    digests[ruleset + " rules"] = rules.digest
    for seed in (0, 7, "a seed in words"):
        game = rules.new_game(seed)
        for k in range(150):
            choices = [str(action) for action in game.legal_actions()]
            if not choices:
                break
            game.play(choices[bounded(1, 2, 0, k, len(choices))])
        digests[f"{ruleset} {seed}"] = game.digest
print(json.dumps(digests))
"""

#: Golden games: what came of them when they were first played. A change here is a change of the rules of chance.
GOLDEN: dict[str, str] = {
    "merge 0": "snsns/#sns#/ns#np/pccnc/sns#s 782 97 over",
    "merge 7": "sccss/#ss#n/nc#n#/nsnps/cnssc 514 77 over",
    "merge a seed in words": "n#csn/s#sn#/nnscn/s#cns/nssns 210 59 over",
    "ninek 0": "21324/63413/16135/62671/26315 16550 137 over",
    "ninek 7": "31242/53523/65356/32461/54243 11770 99 over",
    "ninek a seed in words": "13124/31352/26415/61636/16141 12880 122 over",
    "sum10 0": ".5..7.4/04....8/.....2./63..3../..166.1/565..../7.4...8 295 78 over",
    "sum10 7": "...89../....1.1/2...235/8.4985./..58221/8.3..82/67....7 270 78 over",
    "sum10 a seed in words": ".97.2.4/.3.86../...5342/...7296/..557../1515.4./94....6 410 78 over",
}


def played() -> dict[str, str]:
    digests = {}
    for ruleset in ("merge", "ninek", "sum10"):
        rules = tilekit.load(ruleset)
        for seed in (0, 7, "a seed in words"):
            game = rules.new_game(seed)
            for k in range(150):
                choices = [str(action) for action in game.legal_actions()]
                if not choices:
                    break
                game.play(choices[bounded(1, 2, 0, k, len(choices))])
            board = "/".join("".join(row.split()) for row in str(game.board).splitlines())
            digests[f"{ruleset} {seed}"] = f"{board} {game.score} {game.turn} {game.status}"
    return digests


def test_golden_games_come_out_as_ever() -> None:
    assert played() == GOLDEN


@pytest.fixture(scope="module")
def outputs() -> list[str]:
    return [run("-c", PLAY, sites=[], env={"PYTHONHASHSEED": seed}).stdout for seed in ("0", "1", "random")]


def test_games_do_not_hang_on_the_seed_of_hashes(outputs: list[str]) -> None:
    assert len(set(outputs)) == 1
    digests = json.loads(outputs[0])
    assert len(set(digests.values())) == len(digests) == 12


def test_games_are_the_same_here(outputs: list[str]) -> None:
    space: dict[str, str] = {}
    exec(PLAY.replace("print(json.dumps(digests))", "space.update(digests)"), {"space": space})
    assert json.loads(outputs[0]) == space
