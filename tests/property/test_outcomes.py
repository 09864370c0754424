"""Outcomes of games nobody wrote: their shares make 1, and forks come to them and to nothing else."""

from __future__ import annotations

import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tilekit
from tilekit.conformance import rulesets, starts
from tilekit.game import Game
from tilekit.internals import corruption


def seen_of(game: Game) -> tuple[object, ...]:
    return (
        str(game.board), game.score, tuple(game.variables.values()), game.queue, game.status, game.reason,
        game.best_made, game.turn,
    )  # fmt: skip


@given(st.data())
@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
def test_forks_come_to_the_outcomes_and_to_nothing_else(data):
    text = tomli_w.dumps(data.draw(rulesets(), label="ruleset"), multiline_strings=True)
    try:
        rules = tilekit.loads(text, name="drawn.toml")
    except tilekit.RulesetError:
        return
    start = data.draw(starts(rules), label="start")
    game = Game(rules, start.seed, given=start.given)
    for choice in data.draw(st.lists(st.integers(0, 63), max_size=4), label="choices"):
        legal = game.legal_actions()
        if not legal:
            break
        action = legal[choice * len(legal) // 64]
        before = game.digest
        try:
            outcomes = game.outcomes(action, most=300)
        except tilekit.TooManyOutcomes:
            outcomes = ()
        assert game.digest == before
        if outcomes:
            assert sum(outcome.probability for outcome in outcomes) == 1
            ahead = {seen_of(outcome.game): outcome for outcome in outcomes}
            for chance in range(4):
                fork = game.fork(chance=chance)
                turn = fork.play(action)
                assert ahead[seen_of(fork)].points == turn.points
                assert not corruption(fork)
            assert [corruption(outcome.game) for outcome in outcomes] == [""] * len(outcomes)
            assert all(outcome.game.is_fork for outcome in outcomes)
            assert outcomes == game.outcomes(action, most=300)
        game.play(action)
