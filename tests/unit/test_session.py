"""A sitting: fresh games, best marks, ranks, and the observers that are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.unit.rulesets import small, stand

import tilekit
from tilekit.actions import Action
from tilekit.preferences import Preferences
from tilekit.session import Playback, Session, fresh_seed

GAIN = """
[actions.gain]
add = { score = 10 }
[actions.lose]
add = { score = -10 }
[undo]
depth = 9
after_end = true
"""
END = 'when = "score >= 50"\nreason = "rich"\noutcome = "won"'
RANKS = """
[ranks]
of = "score"
titles = { 30 = "Third", 10 = "First", 20 = "Second" }
"""


def session(body: str = GAIN, *, notify: Any = None) -> Session:
    return Session(small(body, end=END), 1, notify=notify)


def test_a_session_plays_and_tells_why_not() -> None:
    sitting = session()
    assert sitting.last_turn is None
    assert sitting.play("  gain ") == ""
    assert (sitting.game.score, sitting.last_turn.points if sitting.last_turn else 0) == (10, 10)
    before = sitting.game.to_dict()
    assert sitting.play("gian") == (
        'this game has no such action; it has gain, lose, undo, restart, new; did you mean "gain"?'
    )
    for command in ("gain", "undo", "restart", "new", "reopen"):
        assert sitting.play(f"{command} r1c1") == f"{command} takes nothing after it"
    assert sitting.game.to_dict() == before
    assert sitting.play(Action("gain")) == ""
    assert sitting.game.score == 20


@pytest.mark.parametrize("action", [None, int, True, 2.5, b"gain", ["gain"]])
def test_what_is_no_action_is_refused(action: Any) -> None:
    sitting = session()
    assert sitting.play(action) == 'an action is a text such as "gain", or its number'
    assert sitting.game.turn == 0


def test_undo_takes_the_best_of_its_run_back() -> None:
    sitting = session()
    for _ in range(3):
        sitting.play("gain")
    sitting.play("restart")
    assert (sitting.game.score, sitting.best) == (0, 30)
    for _ in range(4):
        sitting.play("gain")
    assert sitting.best == 40
    sitting.play("undo")
    assert (sitting.game.score, sitting.best) == (30, 30)
    sitting.play("undo")
    assert (sitting.game.score, sitting.best) == (20, 30)


@pytest.mark.parametrize("leave", ["restart", "new"])
def test_the_best_of_an_ended_game_stays(leave: str) -> None:
    sitting = session()
    for _ in range(5):
        sitting.play("gain")
    assert (sitting.game.status, sitting.best) == ("over", 50)
    sitting.play(leave)
    assert (sitting.game.status, sitting.game.score, sitting.best) == ("playing", 0, 50)
    assert not sitting.game.can_undo


def test_a_rank_is_never_lost_and_the_highest_threshold_counts() -> None:
    sitting = session(GAIN + RANKS)
    earned = [sitting.rank]
    for action in ("gain", "gain", "undo", "lose", "gain", "gain", "gain", "restart", "new"):
        sitting.play(action)
        earned.append(sitting.rank)
    assert earned == ["", "First", "Second", "Second", "Second", "Second", "Second", "Third", "Third", "Third"]
    assert sitting.game.rank == ""


def test_ranks_may_be_tiles() -> None:
    rules = small(GAIN + '[ranks]\nof = "top"\ntitles = { d = "Top", b = "Middle" }\n', end=END)
    assert [stand(rules, f"{tile} . .\n. . .\n. . .").rank for tile in "abcd"] == ["", "Middle", "Middle", "Top"]


def test_new_deals_a_fresh_game_and_restart_the_same() -> None:
    sitting = Session(tilekit.load("merge"))
    first = sitting.game
    assert 0 <= first.seed < 1_000_000_000
    sitting.play("drop r1c1")
    sitting.play("restart")
    assert sitting.game is first
    assert first.turn == 0
    sitting.play("new")
    assert sitting.game is not first
    assert sitting.last_turn is None
    assert len({fresh_seed() for _ in range(50)}) > 45


def test_observers_are_told_of_turns_and_of_the_end() -> None:
    told: list[tuple[str, str, int]] = []

    def notify(hook: str, *, game: Any, turn: Any = None) -> None:
        told.append((hook, turn.action if turn else "", game.score))

    sitting = session(notify=notify)
    for action in ("gain", "nonsense", "gain", "gain", "gain", "gain", "undo", "gain"):
        sitting.play(action)
    turn, over = "tilekit_turn_played", "tilekit_game_over"
    assert told == [
        (turn, "gain", 10), (turn, "gain", 20), (turn, "gain", 30), (turn, "gain", 40), (turn, "gain", 50),
        (over, "", 50), (turn, "undo", 40), (turn, "gain", 50), (over, "", 50),
    ]  # fmt: skip


def test_a_session_goes_on_with_a_game() -> None:
    rules = small(GAIN, end=END)
    game = rules.new_game(4)
    game.play("gain")
    sitting = Session(rules, game=game)
    assert (sitting.game, sitting.best, sitting.view().panels[0].text) == (game, 10, "10")


def test_nothing_can_be_chosen_in_a_recording_of_pairs() -> None:
    game = tilekit.load("gems").new_game(seed=3)
    assert any(cell.partners for row in Session(game.rules, game=game.copy()).view().cells for cell in row)
    game.play(game.legal_actions()[0])
    shown = Playback(game).view()
    assert [cell for row in shown.cells for cell in row if cell.partners or cell.action or cell.legal] == []
    assert shown.slides  # so that arrows go on and back


def test_english_for_want_of_letters_is_not_kept_as_a_choice(tmp_path):
    with tilekit.Profile(tmp_path) as profile:
        session = Session(tilekit.load("merge"), 7, preferences=Preferences(language="ja"), profile=profile)
        session.speak_english()
        session.preferences = replace(session.preferences, sound="off")
        assert (session.words()("Score"), session.view().title, profile.choices) == ("Score", "Merge", {"sound": "off"})


def test_a_game_is_named_by_its_id_and_not_by_resume() -> None:
    with pytest.raises(tilekit.UsageError, match=r"resume is True or False, found 'abc'; name a game with game_id"):
        tilekit.Session(tilekit.load("merge"), resume="abc")  # type: ignore[arg-type]
