"""Two at one profile lose nothing, do not hang, and play no game twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.profile.games import RULES, kept_in, play, scores, sit

from tilekit.profile.claims import Claim, claim

PLAYER = """
import sys, tilekit
from tilekit.profile.profile import Profile
profile = Profile(sys.argv[1])
session = tilekit.Session(tilekit.load("merge"), int(sys.argv[2]), profile=profile, resume="resume" in sys.argv)
print(session.resumed, len(session.game.actions), flush=True)
for number in range(int(sys.argv[3])):
    refused = session.play(str(session.game.legal_actions()[number % 3]))
    assert not refused, refused
print(session.game.seed, len(session.game.actions), profile.problems, flush=True)
sys.stdin.read()
"""


def start(folder: Path, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "error", "-c", PLAYER, str(folder), *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_four_at_once_write_each_its_game(tmp_path: Path) -> None:
    """They also make the profile at once."""
    players = [start(tmp_path, seed, 20) for seed in range(4)]
    said = [player.communicate("", timeout=120) for player in players]
    assert said == [(f"False 0\n{seed} 20 []\n", "") for seed in range(4)]
    with kept_in(tmp_path) as profile:
        assert sorted((game.seed, game.actions) for game in profile.games()) == [(seed, 20) for seed in range(4)]
        assert [list(tmp_path.glob(f"tilekit.sqlite{each}*")) for each in (".aside", ".new")] == [[], []]


def test_four_at_once_find_it_damaged(tmp_path: Path) -> None:
    """It is moved aside once, and nobody's new one with it."""
    (tmp_path / "tilekit.sqlite").write_text("damage")
    players = [start(tmp_path, seed, 5) for seed in range(4)]
    outputs = [player.communicate("", timeout=120) for player in players]
    assert [error for _, error in outputs] == [""] * 4
    with kept_in(tmp_path) as profile:
        assert sorted((game.seed, game.actions) for game in profile.games()) == [(seed, 5) for seed in range(4)]
    assert [path.name for path in tmp_path.glob("*.aside-*")] == ["tilekit.sqlite.aside-1"]
    assert "".join(said for said, _ in outputs).count("no whole profile") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_game_open_elsewhere_is_free_when_its_process_ends_however_it_does(tmp_path: Path, number: int) -> None:
    player = start(tmp_path, 7, 3)
    assert player.stdout is not None
    assert [player.stdout.readline() for _ in range(2)] == ["False 0\n", "7 3 []\n"]
    with kept_in(tmp_path) as profile:
        import tilekit

        rules = tilekit.load("merge")
        session = tilekit.Session(rules, 8, profile=profile, resume=True)
        (game,) = profile.games()
        assert (session.game.seed, session.open_elsewhere, session.can_reopen) == (8, game, False)
        assert profile.is_open(game)
        with pytest.raises(tilekit.UsageError, match=f"^game {game.id} is open already$"):
            tilekit.Session(rules, profile=profile, game_id=game.id)
        player.send_signal(number)
        player.communicate(timeout=60)
        assert not profile.is_open(game)
        session = tilekit.Session(rules, 8, profile=profile, resume=True)
        assert (session.game.seed, len(session.game.actions)) == (7, 3)


def test_two_sessions_of_one_process_play_two_games(tmp_path: Path) -> None:
    play(tmp_path, "gain")
    with kept_in(tmp_path) as profile:
        one, two = sit(profile, "gain"), sit(profile, "lose")
        one.play("gain")
        two.play("lose")
        assert scores(profile) == [("running", -20, 2), ("running", 30, 3)]
        one.leave()
        assert sit(profile).game.score == 30


def test_a_session_that_was_left_plays_on_as_another_game_if_somebody_took_its_own(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        one = sit(profile, "gain")
        one.leave()
        two = sit(profile, "gain")
        one.play("lose")
        two.play("gain")
        assert (one.game.actions, two.game.actions) == (("gain", "lose"), ("gain", "gain", "gain"))
        assert scores(profile) == [("running", 30, 3), ("running", 0, 2)]


def test_where_files_cannot_be_locked_both_games_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(tmp_path, "gain")
    monkeypatch.setattr("tilekit.profile.profile.claim", lambda _path: Claim())
    with kept_in(tmp_path) as mine, kept_in(tmp_path) as theirs:
        one, two = sit(mine, "gain"), sit(theirs)
        two.play("lose")
        one.play("gain")
        one.play("gain")
        assert sorted(mine.load(game, RULES).actions for game in mine.games()) == [
            ("gain",) * 4,
            ("gain", "gain", "lose"),
        ]


def test_a_claim_has_one_holder(tmp_path: Path) -> None:
    path = tmp_path / "one"
    first = claim(path)
    assert first is not None
    assert claim(path) is None
    first.release()
    first.release()
    assert not path.exists()
    second = claim(path)
    assert second is not None
    second.release()


def test_a_claim_where_nothing_can_be_written_holds_nothing(tmp_path: Path) -> None:
    assert claim(tmp_path / "not there" / "one") is not None


def test_a_claim_is_not_that_of_a_file_somebody_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between opening it and locking it the holder may have let go, and another have claimed the name."""
    path = tmp_path / "one"
    before = claim(path)
    assert before is not None
    real, others = os.open, []

    def opened(*arguments: object, **options: object) -> int:
        handle = real(*arguments, **options)  # type: ignore[arg-type]
        if not others:
            others.append(None)
            before.release()
            others.append(claim(path))
        return handle

    monkeypatch.setattr("tilekit.profile.claims.os.open", opened)
    assert claim(path) is None
    assert isinstance(others[1], Claim)
