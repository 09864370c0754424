"""Recordings that play by themselves, and games that are brought back."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.rulesets import small

import tilekit
from tilekit.preferences import Preferences
from tilekit.session import SPEEDS, Playback, Session
from tilekit.view import Button, Panel

GAIN = "[actions.gain]\nadd = { score = 10 }\n[undo]\ndepth = 9\nafter_end = true\n"
RULES = small(GAIN, end='when = "score >= 50"\nreason = "rich"')


def recorded(*actions: str) -> tilekit.Game:
    game = RULES.new_game(4)
    for action in actions:
        game.play(action)
    return game


def at(playback: Playback) -> tuple[int, float | None]:
    return playback.game.score, playback.pace


# ---------------------------------------------------------------- recordings


def test_a_recording_plays_by_itself_to_its_end() -> None:
    game = recorded("gain", "gain", "undo", "gain")
    playback = Playback(game)
    scores = [playback.game.score]
    while playback.pace is not None:
        assert playback.tick()
        scores.append(playback.game.score)
    assert scores == [0, 10, 20, 10, 20]
    assert (playback.tick(), playback.pace, playback.game == game) == (False, None, True)
    assert game.actions == ("gain", "gain", "undo", "gain")


def test_the_buttons_pause_step_and_change_the_speed() -> None:
    playback = Playback(recorded("gain", "gain", "gain"), speed=1)
    assert at(playback) == (0, 1.0)
    assert [playback.play(action) for action in ("forward", "forward")] == ["", ""]
    assert at(playback) == (20, None)
    assert (playback.tick(), playback.game.score) == (False, 20)
    assert playback.play("pause") == ""
    assert at(playback) == (20, 1.0)
    assert playback.play("back") == ""
    assert at(playback) == (10, None)
    assert [playback.play(action) for action in ("faster", "faster", "slower", "pause")] == [""] * 4
    assert at(playback) == (10, 0.5)
    assert [playback.play("forward") for _ in range(3)] == ["", "", "the recording ends here"]
    assert [playback.play("back") for _ in range(4)] == ["", "", "", "the recording begins here"]
    assert at(playback) == (0, None)


@pytest.mark.parametrize(("asked", "speed"), [(0.01, 0.5), (3, 3), (1000, 16)])
def test_a_speed_stays_within_its_bounds(asked: float, speed: float) -> None:
    playback = Playback(recorded("gain"), speed=asked)
    assert playback.pace == 1 / speed
    for _ in range(9):
        playback.play("slower")
    assert playback.pace == 1 / SPEEDS[0]
    for _ in range(9):
        playback.play("faster")
    assert playback.pace == 1 / SPEEDS[-1]


@pytest.mark.parametrize("action", ["gain", "undo", "restart", "new", "reopen", "", "\x00"])
def test_a_recording_is_not_played(action: str) -> None:
    playback = Playback(recorded("gain"))
    assert playback.play(action) == "this is a recording; it can be watched, not played"
    assert at(playback) == (0, 0.5)


def test_a_recording_shows_its_buttons_and_where_it_is() -> None:
    playback = Playback(recorded("gain", "gain"))
    playback.tick()
    view = playback.view()
    plain: dict[str, Any] = {"prominent": False}
    assert view.buttons == (
        Button("pause", "p", "Pause", "", enabled=True, **plain),
        Button("forward", "f", "Next turn", "", enabled=True, direction="right", **plain),
        Button("back", "b", "Turn before", "", enabled=True, direction="left", **plain),
        Button("faster", "+", "Faster", "", enabled=True, direction="up", **plain),
        Button("slower", "-", "Slower", "", enabled=True, direction="down", **plain),
    )
    assert view.panels[-2:] == (Panel("Turn", "1 of 2"), Panel("Speed", "2 a second"))
    playback.play("pause")
    assert playback.view().buttons[0].label == "Go on"
    playback.play("forward")
    assert [button.action for button in playback.view().buttons if button.enabled] == ["back", "faster", "slower"]
    assert not any(cell.action or cell.legal or cell.hint for row in playback.view().cells for cell in row)


def test_a_recording_of_nothing_is_at_its_end() -> None:
    playback = Playback(recorded())
    assert (playback.pace, playback.tick(), playback.play("forward")) == (None, False, "the recording ends here")


def test_a_recording_from_a_position_starts_there() -> None:
    from tests.unit.rulesets import stand

    game = stand(RULES, "a . .\n. . .\n. . .", score=30)
    game.play("gain")
    playback = Playback(game)
    assert (playback.game.score, str(playback.game.board)) == (30, "a . .\n. . .\n. . .")
    assert (playback.tick(), playback.game.score) == (True, 40)
    assert (playback.play("back"), playback.game.score) == ("", 30)


def test_the_turns_of_a_recording_have_scenes() -> None:
    game = tilekit.load("merge").new_game(3)
    for action in ("drop r1c1", "drop r1c2"):
        game.play(action)
    playback = Playback(game, preferences=Preferences(language="ja"))
    assert playback.tick()
    assert [scene.kind for scene in playback.scenes] == ["placed"]
    playback.play("back")
    assert playback.scenes == ()


# ---------------------------------------------------------------- games that are brought back


def test_a_game_put_aside_by_new_comes_back_with_its_history() -> None:
    sitting = Session(RULES, 1)
    assert (sitting.can_reopen, sitting.play("reopen")) == (False, "there is no game before this one")
    first = sitting.game
    sitting.play("gain")
    assert (sitting.play("new"), sitting.can_reopen, sitting.game.score) == ("", True, 0)
    assert (sitting.play("reopen"), sitting.game, sitting.game.score) == ("", first, 10)
    assert (sitting.can_reopen, sitting.play("undo"), sitting.game.score) == (False, "", 0)


def test_a_game_put_aside_by_restart_comes_back() -> None:
    sitting = Session(RULES, 1)
    for _ in range(3):
        sitting.play("gain")
    sitting.play("restart")
    assert (sitting.game.score, sitting.best, sitting.can_reopen) == (0, 30, True)
    sitting.play("restart")  # nothing was played: what was put aside stays
    assert sitting.can_reopen
    sitting.play("reopen")
    assert (sitting.game.score, sitting.game.actions, sitting.best) == (30, ("gain",) * 3, 30)


def test_of_two_games_each_brings_the_other_back() -> None:
    sitting = Session(RULES, 1)
    sitting.play("gain")
    sitting.play("new")
    for _ in range(2):
        sitting.play("gain")
    assert [(sitting.play("reopen"), sitting.game.score) for _ in range(3)] == [("", 10), ("", 20), ("", 10)]
    assert sitting.best == 20


def test_the_button_is_there_while_there_is_a_game_to_bring_back() -> None:
    sitting = Session(RULES, 1)
    sitting.play("gain")
    sitting.play("new")
    button = Button("reopen", "b", "Game before", "", enabled=True, prominent=False, kind="sitting")
    assert button in sitting.view().buttons
    sitting.play("reopen")
    assert button not in sitting.view().buttons


def test_a_rank_brought_into_a_sitting_outlives_a_restart() -> None:
    ranked = small(
        GAIN + '[ranks]\nof = "score"\ntitles = { 10 = "Duke" }\n', end='when = "score >= 50"\nreason = "rich"'
    )
    game = ranked.new_game(1)
    game.play("gain")
    sitting = Session(ranked, game=game)
    sitting.play("restart")
    assert (sitting.rank, sitting.best) == ("Duke", 10)


def test_a_plain_session_waits_for_the_player() -> None:
    sitting = Session(RULES, 1, preferences=Preferences(sound="off"))
    assert (sitting.pace, sitting.tick(), sitting.preferences.sound) == (None, False, "off")
