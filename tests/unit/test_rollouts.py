"""Roll-outs: what they play, and that both lanes play the same."""

from __future__ import annotations

import pytest
from tests.unit.rulesets import small, stand

import tilekit
from tilekit import board as b
from tilekit.chance import nth_seed
from tilekit.game import Game, RollOuts
from tilekit.internals import game_at

NAMES = ("merge", "ninek", "sum10", "2048")


def played_on(game: Game, action: str, chance: int, most: int) -> tuple[int, int]:
    """A roll-out by hand: on a fork, with the program's own random turns."""
    fork = game.fork(chance=chance)
    fork.play(action)
    s, n = fork._s[:], 1
    while n < most and game.rules.program.turn(s):
        n += 1
    return s[b.SCORE], n


@pytest.mark.parametrize("name", NAMES)
def test_a_roll_out_is_an_action_on_a_fork_and_random_play(name: str):
    game = tilekit.load(name).new_game(3)
    game.play(game.legal_actions()[2])
    actions, digest = game.legal_actions()[:4], game.digest
    found = game.roll_outs(actions, chance=11, count=3, most=30, lane="interpreted")
    by_hand = [[played_on(game, str(action), nth_seed(11, i), 30) for i in range(3)] for action in actions]
    assert [list(zip(one.scores, one.lengths, strict=True)) for one in found] == by_hand
    assert [one.won for one in found] == [0, 0, 0, 0]
    assert game.digest == digest


@pytest.mark.parametrize("name", NAMES)
def test_both_lanes_roll_out_alike(name: str):
    game = tilekit.load(name).new_game(5)
    for i in range(40):
        legal = game.legal_actions()
        if i % 8 == 0:
            asked = {"chance": i, "count": 2, "most": 60}
            compiled = game.roll_outs(legal, lane="compiled", **asked)
            assert compiled == game.roll_outs(legal, lane="interpreted", **asked)
            assert compiled == game.roll_outs(legal, **asked)
        game.play(legal[i * 7 % len(legal)])


@pytest.mark.parametrize("name", NAMES)
def test_a_state_of_the_compiled_lane_rolls_out_with_the_chance_it_is_given(name: str):
    """Such a state has words of its own seed at hand, which a roll-out must not look at."""
    import numpy as np

    rules = tilekit.load(name)
    lane = rules.engine.compiled
    states = lane.new_states(1)
    lane.restart(states, np.array([5]))
    for _ in range(7):
        number = np.zeros((1, 1), np.int64)
        lane.choose(states, number)
        lane.act(states, number, np.zeros((1, 1), np.int64))
    twin = game_at(rules, lane.handed_back(rules.program, states[0]))
    index = next(spec.first for spec in rules.program.actions if spec.verb in {"drop", "tap", "place", "slide"})
    numbers = np.arange(4) + index
    chances = np.arange(4) + 1000
    found = lane.roll_out(states[0], numbers, chances, 50)
    assert found.tolist() == lane.roll_out(lane.taken_over(rules.program, twin._s), numbers, chances, 50).tolist()


WINNING = """
[variables]
coins = 0
[actions.earn]
add = { coins = 1, score = 1 }
[actions.dawdle]
add = { score = 2 }
"""


def test_what_is_counted():
    rules = small(
        WINNING,
        end='when = "coins == 1"\nreason = "rich"\noutcome = "won"\n[[end]]\nwhen = "turn == 3"\nreason = "late"',
    )
    game = stand(rules)
    assert game.roll_outs(["earn"], chance=0, count=2) == [RollOuts((1, 1), (1, 1), 2)]
    assert game.roll_outs(["earn", "dawdle"], chance=0, count=1, most=1) == [
        RollOuts((1,), (1,), 1),
        RollOuts((2,), (1,), 0),
    ]
    (dawdled,) = game.roll_outs(["dawdle"], chance=0, count=50)
    assert set(zip(dawdled.scores, dawdled.lengths, strict=True)) == {(3, 2), (5, 3), (6, 3)}
    assert dawdled.won == sum(score in (3, 5) for score in dawdled.scores)
    assert game.roll_outs([], chance=0, count=2) == []


def test_scripted_picks_are_passed_over():
    rules = tilekit.load("merge")
    board = "s n s n s\nn s n s n\ns n s n s\nn s n s n\ns n s . ."
    scripted, plain = (stand(rules, board, queue=["spark", "spark"], draws=draws) for draws in (["nova"] * 4, []))
    asked = {"chance": 4, "count": 20, "lane": "interpreted"}
    assert scripted.roll_outs(["drop r5c4"], **asked) == plain.roll_outs(["drop r5c4"], **asked)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"chance": 1, "count": 0}, "count is 0; expected a whole number, 1 or more"),
        ({"chance": 1, "count": 1, "most": 0}, "most is 0; expected a whole number, 1 or more"),
        ({"chance": -1, "count": 1}, "a seed is from 0 to 9223372036854775807, not -1"),
        ({"chance": 1, "count": 1, "lane": "fast"}, 'no lane is called "fast"; there are auto, interpreted, compiled'),
    ],
)
def test_what_makes_no_sense_is_refused(asked: dict[str, object], words: str):
    with pytest.raises(tilekit.UsageError) as caught:
        tilekit.load("merge").new_game(1).roll_outs(["drop r1c1"], **asked)  # type: ignore[arg-type]
    assert str(caught.value) == words


def test_only_legal_actions_are_rolled_out():
    with pytest.raises(tilekit.IllegalAction, match="there is no stone"):
        tilekit.load("merge").new_game(1).roll_outs(["drop r1c1", "shatter r1c1"], chance=1, count=1)


def test_a_taken_cell_is_not_rolled_out_beside_free_ones():
    game = stand(tilekit.load("merge"), ". s . . .\n" + ". . . . .\n" * 4)
    for action in ("drop r1c1", "drop r1c3"):
        assert len(game.roll_outs([action], chance=1, count=1, most=1, lane="interpreted")) == 1
    with pytest.raises(tilekit.IllegalAction, match=r"^drop r1c2: "):
        game.roll_outs(["drop r1c1", "drop r1c2"], chance=1, count=1, most=1, lane="interpreted")
