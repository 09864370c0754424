"""What an action would do to the board, as far as chance has no part in it."""

import pytest

import tilekit
from tilekit import Plugins, Preview
from tilekit.preview import preview
from tilekit.ruleset.models import Given


def game_of(ruleset, board, **given):
    rules = tilekit.load(ruleset)
    return tilekit.game.Game(rules, 7, given=Given(board=board, **given))


def shown(ruleset, board, action, **given):
    found = preview(game_of(ruleset, board, **given), action)
    return found.lands, found.goes, found.tile and found.tile.tile


# Drop a spark below two others: the three become a node there.
#
#   . s . . .        . . . . .
#   . s . . .   ->   . . . . .
#   . * . . .        . n . . .
def test_a_group_that_fuses_goes_and_what_it_makes_lands():
    board = ". s . . .\n. s . . .\n. . . . .\n. . . . .\n. . . . ."
    found = shown("merge", board, "drop r3c2", queue=["spark", "node"])
    assert found == (((2, 1),), ((0, 1), (1, 1)), "node")


def test_a_tile_that_only_lies_down_takes_nothing_away():
    board = ". s . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . ."
    assert shown("merge", board, "drop r5c5", queue=["node", "spark"]) == (((4, 4),), (), "node")


def test_a_disc_falls_to_the_foot_of_its_column():
    game = tilekit.load("sevens").new_game(7)
    column = [row[3] for row in game.board]
    foot = max(number for number, tile in enumerate(column) if tile is None)
    found = preview(game, "drop c4")
    assert (found.lands, found.tile.tile) == (((foot, 3),), game.queue[0])


def test_a_refused_or_unknown_action_shows_nothing():
    board = ". s . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . ."
    for action in ("drop r1c2", "drop r9c9", "fly", ""):
        assert preview(game_of("merge", board), action) == Preview()


@pytest.mark.parametrize("ruleset", sorted(Plugins(entry_points=False).rulesets))
def test_a_preview_changes_nothing_and_tells_no_chance(ruleset):
    rules = tilekit.load(ruleset)
    one, other = rules.new_game(7), rules.new_game(7)
    for number in range(12):
        legal = one.legal_actions()
        if not legal:
            break
        action = str(legal[number * 5 % len(legal)])
        before = one.digest
        found = preview(one, action)
        assert one.digest == before
        # Whatever chance the copy has: what is shown is the same.
        assert preview(one.fork(chance=number), action) == found
        assert {*found.lands, *found.goes} <= {(r, c) for r in range(len(one.board)) for c in range(len(one.board[0]))}
        assert all(one.board[r][c] is not None for r, c in found.goes)
        one.play(action)
        other.play(action)
        assert one.digest == other.digest
