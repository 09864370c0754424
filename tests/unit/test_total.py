"""A score that is a total of the board: it is right before the first action, wherever one looks at it."""

import json
from operator import attrgetter

import pytest
from tests.unit.rulesets import PLUGINS, small, stand

import tilekit
from tilekit import board as registers
from tilekit.session import Session

BODY = """
[variables]
left = 9
[start]
steps = ["dealt"]
[mechanics]
dealt = { use = "change", cells = "row == 1", to = "b" }
[scoring]
total = "10 * tiles + left"
[actions.pop]
target = "cell"
where = "not empty"
steps = ["clear"]
[undo]
depth = 5
costs = { left = 1 }
"""


def shown(game):
    """The score as a frontend shows it."""
    panels = Session(game.rules, game=game).view().panels
    return {panel.label: panel.text for panel in panels}["Score"]


def test_the_opening_has_the_worth_of_its_board():
    game = small(BODY).new_game()
    assert (game.score, game.to_dict()["score"], shown(game)) == (39, 39, "39")
    turn = game.play("pop r1c2")
    assert (turn.points, game.score) == (-10, 29)
    scored = [dict(entry.values) for entry in turn.journal if entry.kind == "scored"]
    assert scored == [{"points": -10, "score": 29}]
    game.restart()
    assert game.score == 39


def test_what_an_undo_costs_is_counted():
    game = small(BODY).new_game()
    game.play("pop r1c2")
    assert (game.undo().points, game.score, dict(game.variables)) == (9, 38, {"left": 8})


def test_a_given_position_has_its_worth_unless_its_score_is_given():
    board = ". . .\n. a .\n. . c"
    assert stand(small(BODY), board, variables={"left": 3}).score == 23
    assert stand(small(BODY), board, score=5).score == 5


def test_an_end_may_ask_for_the_score_of_the_opening():
    game = small(BODY, end='when = "score >= 39"\nreason = "much"').new_game()
    assert (game.status, game.reason) == ("over", "much")


def test_batches_begin_with_it():
    pytest.importorskip("numba")
    batch = small(BODY).batch(2, seed=1)
    assert batch.observe().score.tolist() == [39, 39]
    assert batch.step_random().points.tolist() == [-10, -10]


@pytest.mark.parametrize(
    ("ruleset", "score", "digest"),
    [("flood", 3, "dbe8b390d91fe865"), ("threefold", 12, "0d1a2597ee456a34")],
)
def test_bundled_games_open_with_their_score_and_the_digest_they_had(ruleset, score, digest):
    game = tilekit.load(ruleset, plugins=PLUGINS).new_game(1)
    assert (game.score, game.digest[:16]) == (score, digest)


def test_a_game_saved_before_its_first_action_by_an_earlier_version_loads(tmp_path):
    path = tmp_path / "flood.json"
    game = tilekit.load("flood", plugins=PLUGINS).new_game(1)
    game.save(path)
    data = json.loads(path.read_text())
    assert data["now"]["score"] == 3
    path.write_text(json.dumps({**data, "now": {**data["now"], "score": 0}}))
    assert tilekit.load_game(path) == game
    path.write_text(json.dumps({**data, "now": {**data["now"], "score": 2}}))
    with pytest.raises(tilekit.SaveError, match="score was 2, and replaying gives 3"):
        tilekit.load_game(path)


def test_equal_positions_with_other_scores_are_different_games():
    board = ". . .\n. a .\n. . c"
    digests = {score: stand(small(BODY), board, score=score).digest for score in (0, 5, 29)}
    assert len({*digests.values()}) == 3
    assert digests[29] == stand(small(BODY), board).digest


@pytest.mark.parametrize(
    ("change", "score"),
    [
        ("add = { n = 1000 }", 1205),  # the total changes by as much as what it is made of
        ("set = { n = 7 }", 207),
        ("add = { n = 1000, score = 9 }", 1214),  # a bonus of the end comes on top
        ("add = { n = 1000 }\nset = { score = 3 }", 3),
        ("", 205),
    ],
)
@pytest.mark.parametrize("lane", ["program", "engine.silent_program"])
def test_the_total_holds_after_an_end_that_changes_what_it_is_made_of(change: str, score: int, lane: str) -> None:
    body = f"""
        [variables]
        n = 4
        [actions.do]
        steps = ["it"]
        add = {{ n = 1 }}
        [mechanics.it]
        use = "change"
        cells = "row == 1 and column < 3"
        to = "b"
        [scoring]
        total = "count(tile == b) * 100 + n"
        [[end]]
        when = "turn > 0"
        reason = "done"
        {change}
    """
    rules = small(body)
    program = attrgetter(lane)(rules)
    state = program.begin(0)
    assert state[registers.SCORE] == 4
    assert program.turn(state)
    assert state[registers.SCORE] == score
