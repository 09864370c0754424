"""What moves and when, without pygame: moments are given."""

import itertools
import math

import pytest
from tests.frontends.toy import NODE, PRISM, SPARK

import tilekit
from tilekit.animation import LONGEST, Animation, Sprite, tiles_of
from tilekit.scenes import Motion, Scene
from tilekit.session import Session

ONE = ((SPARK, None), (None, None))
MOVED = ((None, None), (SPARK, None))
FALL = Scene("moved", "", ONE, MOVED, (Motion(SPARK, (0, 0), (1, 0)),), (), (), (1, 0), 0)
PLACED = Scene("placed", "", MOVED, ((NODE, None), (SPARK, None)), (), (), (Motion(NODE, (0, 0), (0, 0)),), (0, 0), 7)


def test_a_tile_falls_from_where_it_was_to_where_it_is():
    animation = Animation(ONE, MOVED, [FALL])
    [begun] = animation.sprites(0)
    assert (begun.tile, begun.column, begun.scale, begun.alpha) == (SPARK, 0, 1, 1)
    rows = [animation.sprites(animation.seconds * part / 10)[0].row for part in range(11)]
    assert (rows[0], rows[-1]) == pytest.approx((0, 1))
    assert 0 < rows[2] < rows[5] < 1.1
    assert animation.sprites(99) == [Sprite(SPARK, 1, 0)]


def test_scenes_that_need_one_another_follow_and_others_are_seen_at_once():
    one = Scene("filled", "", (), (), (), (), (Motion(SPARK, (0, 0), (0, 0)),), (0, 0), 0)
    two = Scene("filled", "", (), (), (), (), (Motion(NODE, (0, 1), (0, 1)),), (0, 1), 0)
    again = Scene("filled", "", (), (), (), (), (Motion(PRISM, (0, 1), (0, 1)),), (0, 1), 0)
    beats = Animation(ONE, MOVED, [FALL, one, two, again]).beats
    assert [beat.scenes for beat in beats] == [(FALL,), (one, two), (again,)]
    assert [beat.start for beat in beats[1:]] == pytest.approx([beat.start + beat.seconds for beat in beats[:-1]])


def test_sounds_begin_with_their_scenes_and_each_once():
    animation = Animation(ONE, ((NODE, None), (SPARK, None)), [FALL, PLACED])
    moments = [-1.0, 0.0, 0.1, 0.3, 0.9]
    heard = [list(animation.cues(one, other)) for one, other in itertools.pairwise(moments)]
    assert heard == [[("moved", 0)], [], [("placed", 1)], []]


def test_points_float_up_and_fade():
    animation = Animation(MOVED, ((NODE, None), (SPARK, None)), [PLACED])
    [begun] = animation.floating(animation.seconds)
    [later] = animation.floating(animation.whole - 0.1)
    assert (begun.text, begun.column) == ("+7", 0)
    assert later.row < begun.row <= 0
    assert 0 < later.alpha < begun.alpha
    assert animation.floating(animation.whole) == []


def test_reduced_motion_fades_and_nothing_flies():
    animation = Animation(ONE, ((NODE, None), (SPARK, None)), [FALL, PLACED], still=True)
    half = animation.sprites(animation.seconds / 2)
    assert {(sprite.tile, sprite.row, sprite.column, sprite.scale) for sprite in half} == {
        (SPARK, 0, 0, 1.0),
        (NODE, 0, 0, 1.0),
        (SPARK, 1, 0, 1.0),
    }
    assert {sprite.alpha for sprite in half} == {0.5}
    assert {points.row for now in (0.0, 0.4, 0.8) for points in animation.floating(now)} == {0.0}
    assert list(animation.cues(-1, 9)) == []


@pytest.mark.parametrize("ruleset", ["2048", "merge", "ninek", "sum10"])
def test_whole_games_go_from_each_board_to_the_next(ruleset):
    session = Session(tilekit.load(ruleset), seed=3)
    for number in range(60):
        legal = session.game.legal_actions()
        if not legal:
            break
        before = tiles_of(session.view())
        assert session.play(legal[number * 7 % len(legal)]) == ""
        after = tiles_of(session.view())
        animation = Animation(before, after, session.scenes)
        assert animation.seconds <= LONGEST + 1e-9
        for part in range(9):
            for sprite in animation.sprites(animation.seconds * part / 8):
                assert -1 < sprite.row < len(after)
                assert -1 < sprite.column < len(after[0])
                assert 0 <= sprite.alpha <= 1
                assert 0 < sprite.scale < 1.3
        rest = {(sprite.row, sprite.column): sprite for sprite in animation.sprites(math.inf)}
        assert {place: sprite.tile for place, sprite in rest.items()} == {
            (r, c): tile for r, row in enumerate(after) for c, tile in enumerate(row) if tile
        }
