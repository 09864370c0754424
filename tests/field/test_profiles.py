"""A profile and the bundled games: what was left goes on as if it had never been left."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.profile.games import kept_in

import tilekit
from tilekit.chance import draw, stream_number
from tilekit.game import Game

GAMES = ("2048", "merge", "ninek", "sum10")
BOT = stream_number("bot")


def chosen(game: Game, number: int) -> str:
    """Any legal action; every sixth time undo, where that may be done."""
    legal = game.legal_actions()
    if not legal or (number % 6 == 5 and game.can_undo):
        return "undo" if game.can_undo else "restart"
    return str(legal[draw(game.seed, BOT, 0, number) * len(legal) >> 32])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(10))
def test_left_and_gone_on_with_a_game_goes_the_same_way(tmp_path: Path, name: str, seed: int) -> None:
    rules = tilekit.load(name)
    alone = tilekit.Session(rules, seed)
    digests = []
    for start in range(0, 60, 15):
        with kept_in(tmp_path) as profile:
            session = tilekit.Session(rules, seed, profile=profile, resume=True)
            for number in range(start, start + 15):
                action = chosen(alone.game, number)
                assert session.play(action) == alone.play(action)
                digests.append(session.game.digest)
                assert (session.game.digest, session.game.actions) == (alone.game.digest, alone.game.actions)
                assert (session.best, session.rank) == (alone.best, alone.rank)
    assert len(set(digests)) > 20
    undone = []
    with kept_in(tmp_path) as profile:
        session = tilekit.Session(rules, seed, profile=profile, resume=True)
        while session.game.can_undo:
            undone.append((session.play("undo"), alone.play("undo")))
            assert session.game.digest == alone.game.digest
        assert session.play("undo") == alone.play("undo") != ""


@pytest.mark.parametrize("name", GAMES)
def test_after_undo_the_same_action_brings_the_same_in_the_next_process_too(tmp_path: Path, name: str) -> None:
    rules, after = tilekit.load(name), []
    for _ in range(3):
        with kept_in(tmp_path) as profile:
            session = tilekit.Session(rules, 5, profile=profile, resume=True)
            action = str(session.game.legal_actions()[0])
            assert session.play(action) == ""
            # What an undo costs stays paid in Nine-K, and so its digest is another.
            after.append((action, str(session.game.board) if name == "ninek" else session.game.digest))
        with kept_in(tmp_path) as profile:
            session = tilekit.Session(rules, 5, profile=profile, resume=True)
            if session.play("undo"):  # none is left, or it has none
                break
    assert len(set(after)) == 1


def test_a_comment_does_not_part_a_game_from_its_rules(tmp_path: Path) -> None:
    text = tilekit.dumps(tilekit.load("merge"))
    with kept_in(tmp_path) as profile:
        session = tilekit.Session(tilekit.loads(text), 1, profile=profile)
        assert session.play("drop r1c1") == ""
    with kept_in(tmp_path) as profile:
        session = tilekit.Session(tilekit.loads(f"# mine\n{text}"), profile=profile, resume=True)
        assert (session.game.actions, profile.problems) == (("drop r1c1",), [])
