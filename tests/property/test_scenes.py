"""Scenes and words of games nobody wrote: every difference is told, and whatever is said can be said otherwise."""

from __future__ import annotations

import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tilekit
from tilekit.conformance import rulesets, starts
from tilekit.game import Game
from tilekit.session import Session
from tilekit.words import Words


@given(st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_scenes_of_any_ruleset_lead_to_its_board(data):
    text = tomli_w.dumps(data.draw(rulesets(), label="ruleset"), multiline_strings=True)
    try:
        rules = tilekit.loads(text, name="drawn.toml")
    except tilekit.RulesetError:
        return
    assert all(Words("xx")(phrase) == phrase for phrase in rules.in_words)
    assert len(rules.untranslated("xx")) == len(set(rules.untranslated("xx")))
    start = data.draw(starts(rules), label="start")
    sitting = Session(rules, game=Game(rules, start.seed, given=start.given))
    for choice in data.draw(st.lists(st.integers(0, 63), max_size=8), label="choices"):
        legal = sitting.game.legal_actions()
        if not legal:
            break
        before = still(sitting)
        assert sitting.play(legal[choice * len(legal) // 64]) == ""
        for scene in sitting.scenes:
            assert ids(scene.start) == before
            told(scene)
            before = ids(scene.end)
        assert before == still(sitting)
        assert all(Words("xx")(str(entry)) == str(entry) for entry in sitting.last_turn.journal)


def ids(board):
    return [[tile and tile.tile for tile in row] for row in board]


def still(sitting):
    return [list(row) for row in sitting.game.board]


def told(scene):
    """Each tile of the start stays, moves or vanishes, once; each of the end stayed, moved or appeared, once."""
    start = {(r, c): tile.tile for r, row in enumerate(scene.start) for c, tile in enumerate(row) if tile}
    end = {(r, c): tile.tile for r, row in enumerate(scene.end) for c, tile in enumerate(row) if tile}
    assert all(start.pop(motion.start) == motion.tile.tile for motion in (*scene.moves, *scene.vanishes))
    assert all(end.pop(motion.end) == motion.tile.tile for motion in (*scene.moves, *scene.appears))
    assert start == end
