"""Surveys: what is written down of a game, against what its journal says."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.unit.rulesets import small

import tilekit
from tilekit.chance import bounded, stream_number
from tilekit.errors import UsageError
from tilekit.program.survey import GameFailed, Watched, surveying

SEEDS = range(12)
STREAM = stream_number("bot")


def told(rules, seed, most):
    """A random game on the journalling program, and its survey as one would write it down by hand."""
    game = rules.new_game(seed)
    events, gained, spent, reached = Counter(), Counter(), Counter(), {}
    watched = Watched(rules.engine.tally_program, surveying(rules.engine.tally_program), seed)
    codes = rules.program.tiles.codes
    while game.turn < most and (actions := game.legal_actions()):
        before = dict(game.variables)
        made = codes.get(game.best_made, 0)
        turn = game.play(actions[bounded(seed, STREAM, 0, game.turn, len(actions))])
        watched.follow(turn.action)
        # A stage that opens within a turn is dealt, not played: what it says comes before "started".
        kinds = [entry.kind for entry in turn.journal]
        opened = kinds.index("started") - 1 if "started" in kinds else -1
        events.update(kind for i, kind in enumerate(kinds) if i != opened or kind != "filled")
        for name, value in game.variables.items():
            (gained if value > before[name] else spent)[name] += abs(value - before[name])
        for code in range(made + 1, codes.get(game.best_made, 0) + 1):
            reached[code] = game.turn
    row = {
        "score": game.score,
        "actions": game.turn,
        "end": 0 if game.end is None else 1 + rules.ruleset.end.index(game.end),
        "made": codes.get(game.best_made, 0),
        **{f"event:{name}": events[name] for name in rules.engine.tally_program.tallies},
        **{f"gained:{name}": gained[name] for name in game.variables},
        **{f"spent:{name}": spent[name] for name in game.variables},
        **{f"last:{name}": value for name, value in game.variables.items()},
        **{f"reached:{code}": reached.get(code, 0) for code in range(1, rules.program.board.last + 1)},
    }
    return row, watched.close()


@pytest.mark.parametrize("name", ["merge", "ninek", "sum10", "2048"])
@pytest.mark.parametrize("most", [7, 10_000])
def test_a_row_says_what_the_journal_says(name, most):
    rules = tilekit.load(name)
    surveyor = rules.engine.surveyor("interpreted")
    for seed, row in zip(SEEDS, surveyor.survey(SEEDS, most), strict=True):
        expected, watched = told(rules, seed, most)
        assert dict(zip(surveyor.columns, row, strict=True)) == expected
        assert watched == row


def test_a_row_stands_where_it_is_asked_for():
    rules = tilekit.load("merge")
    survey = surveying(rules.engine.tally_program)
    row = [-1] * (len(survey.columns) + 5)
    survey.play_out(rules.engine.tally_program.begin(3), row, 4, 50)
    assert row[:4] + row[-1:] == [-1] * 5
    assert row[4:-1] == rules.engine.surveyor("interpreted").survey([3], 50)[0]


def test_each_tile_that_was_passed_over_counts_as_reached():
    rules = small(
        '[actions.go]\nsteps = ["up"]\nadd = { n = 3, m = -2 }\n[actions.go.set]\n'
        '[mechanics]\nup = { use = "change", cells = "row == 1", to = "d" }\n'
        "[variables]\nn = 5\nm = 1\n",
        end='when = "n >= 11"\nreason = "done"',
    )
    surveyor = rules.engine.surveyor()
    (row,) = surveyor.survey([0], 10)
    named = dict(zip(surveyor.columns, row, strict=True))
    assert named["actions"] == 2
    assert {name: value for name, value in named.items() if name.partition(":")[0] in ("gained", "spent", "last")} == {
        "gained:n": 6, "gained:m": 0, "spent:n": 0, "spent:m": 4, "last:n": 11, "last:m": -3,
    }  # fmt: skip


def test_what_is_won_and_lost_saturates():
    rules = small(
        f'[actions.up]\nwhen = "n < 0"\nset = {{ n = {1 << 62} }}\n'
        f'[actions.down]\nwhen = "n >= 0"\nset = {{ n = {-(1 << 62)} }}\n'
        "[variables]\nn = 0\n",
        end='when = "turn >= 6"\nreason = "done"',
    )
    surveyor = rules.engine.surveyor()
    named = dict(zip(surveyor.columns, surveyor.survey([0], 10)[0], strict=True))
    assert (named["gained:n"], named["spent:n"]) == (1 << 62, 1 << 62)


def test_lanes_have_names():
    rules = tilekit.load("merge")
    assert rules.engine.surveyor("interpreted").lane == "interpreted"
    with pytest.raises(UsageError, match=r'^no lane is called "complied"; .*did you mean "compiled"\?$'):
        rules.engine.surveyor("complied")


def test_counting_events_changes_no_game():
    for name in ("merge", "ninek", "sum10"):
        rules = tilekit.load(name)
        s, t = rules.engine.silent_program.begin(5), rules.engine.tally_program.begin(5)
        size = len(s) - 1  # tallies lie behind
        while rules.engine.silent_program.turn(s):
            assert rules.engine.tally_program.turn(t)
        assert t[: rules.engine.silent_program.board.planes] == s[: rules.engine.silent_program.board.planes]
        assert not rules.engine.tally_program.turn(t)
        assert size < len(t)


def test_a_game_that_fails_is_named():
    rules = tilekit.load("merge")
    surveyor = rules.engine.surveyor("interpreted")
    played = 0
    real = surveyor._survey.play_out.__globals__["turn"]

    def turn(s):
        nonlocal played
        played += 1
        if played == 5:
            raise ValueError("five\nis too much")
        return real(s)

    surveyor._survey.play_out.__globals__["turn"] = turn
    with pytest.raises(GameFailed) as caught:
        surveyor.survey([1, 2, 3], 3)
    assert (caught.value.place, caught.value.action, caught.value.cause) == (1, 2, "ValueError: five is too much")
