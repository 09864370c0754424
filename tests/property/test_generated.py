"""Games nobody wrote: whole rulesets are drawn, and every property is tried on those that are accepted."""

from __future__ import annotations

from collections import Counter

import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tilekit
from tilekit.conformance import rulesets, starts
from tilekit.conformance.suite import Probe
from tilekit.game import Game

ACCEPTED: Counter[bool] = Counter()


def test_every_property_holds_for_every_accepted_ruleset_and_most_are_accepted():
    ACCEPTED.clear()
    attack_a_drawn_ruleset()
    assert ACCEPTED[True] > 4 * ACCEPTED[False]


@given(st.data())
@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
def attack_a_drawn_ruleset(data):
    text = tomli_w.dumps(data.draw(rulesets(), label="ruleset"), multiline_strings=True)
    try:
        rules = tilekit.loads(text, name="drawn.toml")
    except tilekit.RulesetError:
        ACCEPTED[False] += 1
        return
    ACCEPTED[True] += 1
    probe = Probe(rules)
    start = data.draw(starts(rules), label="start")
    game = Game(rules, start.seed, given=start.given)
    probe.state(game)
    for choice in data.draw(st.lists(st.integers(0, 63), max_size=8), label="choices"):
        legal = probe.legal(game)
        if not legal:
            break
        probe.turn(game, legal[choice * len(legal) // 64])
        probe.state(game)
    probe.undo_all(game)
    game = probe.reloaded(game)
    probe.fork(game, 5)
    probe.whole(game)
    assert tilekit.loads(tilekit.dumps(rules)) == rules
