"""What holds of every bundled game."""

import pytest
from tests.unit.rulesets import PLUGINS, stand

import tilekit

GAMES = sorted(PLUGINS.rulesets)


def game_of(name):
    return tilekit.load(name, plugins=PLUGINS)


@pytest.mark.parametrize("name", GAMES)
def test_what_has_undo_has_it_at_the_end(name):
    undo = game_of(name).ruleset.undo
    assert undo.after_end == (undo.depth > 0)


ENDED = [
    ("dark", ". . . . .\n. . o . .\n. o o o .\n. . o . .\n. . . . .", {}, "press r3c3"),
    ("life", "\n".join([". . . . . . . ."] * 7 + ["o . . . . . . ."]), {}, "flip r8c1"),
    ("samecolour", "\n".join([" ".join("." * 15)] * 14 + ["r r " + " ".join("." * 13)]), {}, "tap r15c1"),
    ("gems", None, {"moves": 1}, None),
]


@pytest.mark.parametrize(("name", "board", "variables", "last"), ENDED, ids=[each[0] for each in ENDED])
def test_the_last_action_is_taken_back(name, board, variables, last):
    game = stand(game_of(name), board, seed=2, variables=variables)
    before = game.to_dict()
    game.play(last or str(game.legal_actions()[0]))
    assert game.status == "over"
    game.undo()
    assert game.to_dict() == before
    assert game.status == "playing"
