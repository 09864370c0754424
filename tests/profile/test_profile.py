"""What a profile keeps: games action by action, best scores and ranks, statistics, preferences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.profile.games import NOW, OTHERS, RULES, kept_in, play, scores, sit
from tests.unit.rulesets import small

import tilekit
from tilekit.errors import SaveError, UsageError
from tilekit.profile.profile import Statistics, default_folder
from tilekit.profile.rows import KeptGame
from tilekit.ruleset.models import Given

PUT = """
[actions.put]
target = "cell"
where = "empty"
steps = ["place"]
[queue]
from = "one"
shows = 1
[spawn.one]
weights = { a = 1 }
"""


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    play(tmp_path, "gain", "gain", "undo", "gain", "lose")
    with kept_in(tmp_path) as profile:
        session = sit(profile)
        assert session.game.actions == ("gain", "gain", "undo", "gain", "lose")
        assert (session.game.seed, session.game.score) == (1, 10)
        assert session.resumed
        assert [session.play("undo") for _ in range(3)] == ["", "", ""]
        assert session.play("undo") == "there is nothing to take back"
        assert session.game.score == 0


def test_each_action_is_written_when_play_returns(tmp_path: Path) -> None:
    with kept_in(tmp_path) as mine, kept_in(tmp_path) as theirs:
        session = sit(mine)
        assert theirs.games() == []
        for number in range(1, 4):
            session.play("gain")
            assert scores(theirs) == [("running", 10 * number, number)]
        session.play("gian")
        assert scores(theirs) == [("running", 30, 3)]


def test_what_is_known_of_a_game(tmp_path: Path) -> None:
    play(tmp_path, *["gain"] * 3, "undo", seed=7)
    with kept_in(tmp_path) as profile:
        (game,) = profile.games()
        assert game == KeptGame(
            id=game.id, ruleset="small", version=1, digest=RULES.digest, seed=7, given=None, actions=4, turn=2,
            score=20, status="playing", reason="", outcome="", state=game.state, rank=30, title="Third", mark=None,
            aside=False, why="", begun=NOW, played=NOW,
        )  # fmt: skip
        assert game.state == profile.load(game, RULES).digest
        assert profile.running(RULES) == game
        assert profile.find(game.id[:5]) == game


def test_an_action_writes_one_row(tmp_path: Path) -> None:
    """However long the game is."""
    with kept_in(tmp_path) as profile:
        session = sit(profile, *["gain", "lose"] * 50)
        said: list[str] = []
        profile._file._connection.set_trace_callback(said.append)
        session.play("gain")
        profile._file._connection.set_trace_callback(None)
        written = [line.split()[0:3] for line in said if not line.startswith("SELECT")]
        assert written == [
            ["BEGIN", "IMMEDIATE"],
            ["INSERT", "OR", "REPLACE"],
            ["UPDATE", "games", "SET"],
            ["COMMIT"],
        ]


def test_a_position_that_was_given_is_kept(tmp_path: Path) -> None:
    rules = small(PUT)
    given = Given(board="a b .\n. . .\n. . c")
    with kept_in(tmp_path) as profile:
        sit(profile, "put r1c3", rules=rules, game=tilekit.Game(rules, 3, given=given))
    with kept_in(tmp_path) as profile:
        session = sit(profile, rules=rules)
        assert str(session.game.board) == "a b a\n. . .\n. . c"
        assert session.game.given == given


def test_a_seed_begins_anew_and_the_other_game_can_be_reopened(tmp_path: Path) -> None:
    play(tmp_path, "gain", "gain", seed=1)
    with kept_in(tmp_path) as profile:
        session = sit(profile, "gain", seed=2, resume=False)
        assert (session.game.seed, session.game.score, session.can_reopen) == (2, 10, True)
        assert session.play("reopen") == ""
        assert (session.game.seed, session.game.score) == (1, 20)
        assert session.play("undo") == ""
        assert session.play("reopen") == ""
        assert (session.game.seed, session.game.score) == (2, 10)
        assert scores(profile) == [("running", 10, 1), ("aside", 10, 3)]


@pytest.mark.parametrize("leave", ["new", "restart"])
def test_the_game_put_aside_is_reopened_in_the_next_process(tmp_path: Path, leave: str) -> None:
    play(tmp_path, "gain", "gain", leave, "gain")
    with kept_in(tmp_path) as profile:
        session = sit(profile)
        assert session.game.actions == ("gain",)
        assert session.play("reopen") == ""
        assert session.game.actions == ("gain", "gain")
        assert session.play("undo") == ""
        assert scores(profile) == [("running", 10, 3), ("aside", 10, 1)]
    with kept_in(tmp_path) as profile:
        assert sit(profile).game.actions == ("gain", "gain", "undo")


def test_a_game_put_aside_does_not_come_back_by_itself(tmp_path: Path) -> None:
    play(tmp_path, "gain", "new")
    with kept_in(tmp_path) as profile:
        session = sit(profile)
        assert (session.game.actions, session.can_reopen) == ((), True)
        assert session.play("reopen") == ""
        assert session.game.actions == ("gain",)
        assert not session.can_reopen


@pytest.mark.parametrize("leave", ["new", "restart"])
def test_a_game_begun_anew_comes_back_as_it_was_dealt_until_another_takes_its_place(tmp_path: Path, leave: str) -> None:
    play(tmp_path, "gain", leave)
    with kept_in(tmp_path) as profile:
        session = sit(profile)
        (dealt, first) = profile.games()
        assert (session.game.actions, session.game.seed, dealt.seed, dealt.actions) == ((), dealt.seed, dealt.seed, 0)
        assert (session.view().notices, session.resumed) == ((), True)
        assert [(one.begun, one.actions) for one in profile.statistics()] == [(1, 1)]  # nothing was played in it
        assert session.play("new") == ""
        assert [game.id == dealt.id for game in profile.games()] == [False, False]
        assert session.play("reopen") == ""
        assert [game.id for game in profile.games()] == [first.id]


def test_begun_anew_takes_the_place_of_what_was_running(tmp_path: Path) -> None:
    play(tmp_path, "gain", seed=1)
    play(tmp_path, seed=2, resume=False)  # nothing was played: what was left goes on
    with kept_in(tmp_path) as profile:
        assert scores(profile) == [("running", 10, 1)]
    play(tmp_path, "lose", seed=2, resume=False)
    play(tmp_path, "gain", "gain", seed=3, resume=False)
    with kept_in(tmp_path) as profile:
        assert scores(profile) == [("running", 20, 2), ("aside", -10, 1), ("aside", 10, 1)]
        sit(profile, *["gain"] * 3)
    with kept_in(tmp_path) as profile:
        assert sit(profile).game.actions == ()  # they do not come back by themselves
        assert sit(profile, resume=False, seed=4).best == 50


@pytest.mark.parametrize("ours_first", [True, False])
def test_begun_anew_leaves_what_is_of_other_rules_running(tmp_path: Path, ours_first: bool) -> None:
    ours, others = (RULES, OTHERS) if ours_first else (OTHERS, RULES)
    play(tmp_path, "gain", rules=others, resume=False)
    play(tmp_path, "gain", "gain", rules=ours, resume=False)
    with kept_in(tmp_path) as profile:
        sit(profile, "gain", "gain", "gain", rules=ours, resume=False)
        kept = {(game.digest, game.actions): game.place for game in profile.games()}
    assert kept == {(others.digest, 1): "running", (ours.digest, 2): "aside", (ours.digest, 3): "running"}


def test_begun_anew_leaves_what_is_played_elsewhere_running(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        first = sit(profile, "gain")
        play(tmp_path, "lose", resume=False)
        assert scores(profile) == [("running", -10, 1), ("running", 10, 1)]
        first.play("gain")
        assert scores(profile) == [("running", 20, 2), ("running", -10, 1)]


def test_undo_never_reaches_the_game_before(tmp_path: Path) -> None:
    play(tmp_path, *["gain"] * 5, "new", "gain")
    with kept_in(tmp_path) as profile:
        session = sit(profile, "undo")
        refused = {session.play("undo") for _ in range(300)}
        assert refused == {"there is nothing to take back"}
        assert (session.game.score, session.best) == (0, 50)


def test_a_game_is_asked_for_by_its_id(tmp_path: Path) -> None:
    play(tmp_path, "gain", "new", "lose", "new", "gain", "gain")
    with kept_in(tmp_path) as profile:
        wanted = next(game for game in profile.games() if game.score == -10)
        assert sit(profile, game_id=wanted.id[:8]).game.actions == ("lose",)
    with kept_in(tmp_path) as profile:
        with pytest.raises(UsageError, match=r'^the profile has no game "x"; tilekit profile games lists them$'):
            sit(profile, game_id="x")
        (one, *_) = profile.games()
        with pytest.raises(UsageError, match=r"^game \w+ is one of small, not of merge$"):
            sit(profile, game_id=one.id, rules=tilekit.load("merge"))


def test_a_finished_game_is_not_resumed(tmp_path: Path) -> None:
    play(tmp_path, *["gain"] * 5)
    with kept_in(tmp_path) as profile:
        session = sit(profile)
        assert (session.game.actions, session.best, session.rank) == ((), 50, "Third")
        assert session.play("reopen") == ""
        assert (session.game.status, session.play("undo"), session.game.score) == ("over", "", 40)


# ---------------------------------------------------------------- marks


def best(folder: Path) -> tuple[int, str]:
    with kept_in(folder) as profile:
        session = sit(profile, resume=False)
        return session.best, session.rank


@pytest.mark.parametrize(
    ("commands", "expected"),
    [
        (["gain"] * 3, 30),
        ([*["gain"] * 3, "undo"], 20),  # undo takes the mark of its run back
        ([*["gain"] * 3, "new"], 30),
        ([*["gain"] * 3, "restart", "gain"], 30),
        ([*["gain"] * 3, "undo", "new", "gain"], 20),
        ([*["gain"] * 3, "new", "gain", "reopen", "undo", "undo"], 30),  # it was left at that
        ([*["gain"] * 5, "undo"], 40),  # after its end
        (["lose"], 0),
    ],
)
def test_the_best_is_what_a_run_stands_at_when_it_is_left(tmp_path: Path, commands: list[str], expected: int) -> None:
    with kept_in(tmp_path) as profile:
        session = sit(profile, *commands)
        assert session.best == expected
    assert best(tmp_path)[0] == expected


def test_undo_does_not_lower_an_older_best(tmp_path: Path) -> None:
    play(tmp_path, *["gain"] * 3, "new")
    play(tmp_path, *["gain"] * 4)
    play(tmp_path, "undo", "undo")
    assert best(tmp_path)[0] == 30


def test_going_on_with_a_game_its_own_mark_does_not_stand_in_its_way(tmp_path: Path) -> None:
    play(tmp_path, *["gain"] * 4)
    with kept_in(tmp_path) as profile:
        session = sit(profile)
        assert session.best == 40
        session.play("undo")
        assert session.best == 30


def test_a_rank_is_never_lost(tmp_path: Path) -> None:
    play(tmp_path, "gain", "gain", "undo", "undo")
    assert best(tmp_path) == (0, "Second")


def test_statistics_count_each_game_once_however_often_it_ended(tmp_path: Path) -> None:
    play(tmp_path, *["gain"] * 5, "undo", "gain", "undo", "gain")  # ended three times, undone twice
    play(tmp_path, "gain", "restart", "lose", "new")
    with kept_in(tmp_path) as profile:
        assert profile.statistics() == [
            Statistics("small", 1, begun=3, finished=1, won=1, actions=11, best=50, rank="Third", played=NOW)
        ]
    play(tmp_path, "reopen", rules=RULES)
    with kept_in(tmp_path) as profile:
        assert sum(one.finished for one in profile.statistics()) == 1


def test_a_game_that_was_undone_after_its_end_is_not_finished(tmp_path: Path) -> None:
    play(tmp_path, *["gain"] * 5, "undo")
    with kept_in(tmp_path) as profile:
        assert [(one.finished, one.won) for one in profile.statistics()] == [(0, 0)]
        assert sit(profile).game.score == 40


# ---------------------------------------------------------------- games that cannot go on


def test_a_game_of_other_rules_is_kept_aside(tmp_path: Path) -> None:
    play(tmp_path, "gain", "gain")
    digests = f"digest {RULES.digest[:12]}, here {OTHERS.digest[:12]}"
    with kept_in(tmp_path) as profile:
        session = sit(profile, rules=OTHERS)
        assert (session.game.actions, session.best) == ((), 20)
        (game,) = profile.games()
        why = (
            f"game {game.id}: a game of small version 1 with other rules ({digests}); it would go another way and is "
            "left as it is"
        )
        assert profile.problems == [f"The game of small at turn 2, score 20 is set aside: {why}"]
        assert (game.place, game.why, game.actions) == ("aside", why, 2)
    with kept_in(tmp_path) as profile:  # said once
        assert not sit(profile, rules=OTHERS).can_reopen
        assert profile.problems == []
        assert sit(profile, game_id=game.id).game.actions == ("gain", "gain")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE games SET score = 30", "does not hold: score was 30, and replaying gives 20"),
        (
            "UPDATE actions SET action = 'grow' WHERE number = 1",
            'does not hold: action 2, "grow": this game has no such',
        ),
        ("DELETE FROM actions WHERE number = 0", "damaged: action 1 of 2 cannot be read"),
        ("UPDATE actions SET number = number + 7", "damaged: action 1 of 2 cannot be read"),
        ('UPDATE games SET given = \'{"board": "z"}\'', "damaged: "),
        ("UPDATE actions SET action = x'ff' WHERE number = 1", "damaged: action 2 of 2 cannot be read"),
        ("UPDATE actions SET action = cast(x'ff' AS TEXT)", "damaged: action 1 of 2 cannot be read"),
    ],
)
def test_a_game_that_does_not_hold_is_kept_aside(tmp_path: Path, change: str, why: str) -> None:
    play(tmp_path, "gain", "gain")
    with kept_in(tmp_path) as profile:
        profile._file.write(lambda c: c.execute(change))
    with kept_in(tmp_path) as profile:
        session = sit(profile, "gain")
        assert session.game.actions == ("gain",)
        assert len(profile.problems) == 1
        assert why in profile.problems[0]
        assert "\n" not in profile.problems[0]
        assert [(game.place, game.actions) for game in profile.games()] == [("running", 1), ("aside", 2)]
        name = profile.games()[1].id
        with pytest.raises(SaveError, match=f"^game {name}: "):
            sit(profile, game_id=name)


# ---------------------------------------------------------------- files with the id of an installed game


def apart(rules: tilekit.Rules) -> tilekit.Rules:
    """The same rules, of a file whose id an installed ruleset has."""
    return replace(rules.rebuild(), shadows_installed=True)


def test_a_file_with_the_id_of_an_installed_game_is_another_game(tmp_path: Path) -> None:
    play(tmp_path, "gain", "gain", "gain")
    play(tmp_path, "gain", rules=apart(OTHERS))
    with kept_in(tmp_path) as profile:
        assert (profile.marks(RULES), profile.marks(apart(OTHERS))) == ((30, "Third"), (10, "First"))
        assert [(each.ruleset, each.best, each.begun) for each in profile.statistics()] == [
            ("small", 30, 1),
            ("small@file", 10, 1),
        ]
        (of_file,), (installed,) = profile.games("small@file"), profile.games("small")
        assert (profile.running(RULES), profile.running(apart(OTHERS))) == (installed, of_file)
        assert sit(profile).game.actions == ("gain",) * 3
        assert sit(profile, rules=apart(OTHERS)).game.actions == ("gain",)
        profile.write_replay(of_file, apart(OTHERS), tmp_path / "game.json")
    assert tilekit.verify(tmp_path / "game.json", OTHERS).actions == ("gain",)


@pytest.mark.parametrize("first", [True, False])
def test_games_kept_before_the_two_were_told_apart_go_to_whose_rules_they_are_of(tmp_path: Path, first: bool) -> None:
    of_file, installed = apart(OTHERS), RULES
    play(tmp_path, "gain", "gain")
    play(tmp_path, "gain", rules=OTHERS, resume=False)  # as it was kept then, under the id alone
    with kept_in(tmp_path) as profile:
        assert len(profile.games("small")) == 2
        both = [of_file, installed] if first else [installed, of_file]
        played = {each.shadows_installed: sit(profile, rules=each).game.actions for each in both}
        assert played == {True: ("gain",), False: ("gain", "gain")}
        assert (profile.marks(installed)[0], profile.marks(of_file)[0]) == (20, 10)
    # Where the installed one is gone, the file has the id for itself again, and its games with it.
    with kept_in(tmp_path) as profile:
        assert sit(profile, rules=OTHERS).game.actions == ("gain",)
        assert profile.games("small@file") == []


# ---------------------------------------------------------------- preferences, replays


def test_what_was_chosen_is_kept_and_what_was_said_at_the_start_is_not(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        session = sit(profile, preferences=tilekit.Preferences(language="ja"))
        session.preferences = tilekit.Preferences(language="ja", sound="off")
        assert session.preferences.sound == "off"
        assert profile.choices == {"sound": "off"}
        session.preferences = tilekit.Preferences(language="en", sound="off")
    with kept_in(tmp_path) as profile:
        assert profile.choices == {"sound": "off", "language": "en"}


def test_a_replay_is_written_and_verifies(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        session = sit(profile, *["gain"] * 5, "undo", "gain")
        path = session.save_replay()
        (game,) = profile.games()
        assert path == str(tmp_path / "replays" / f"small-{game.id}.json")
        assert tilekit.verify(path, RULES).actions == ("gain",) * 5 + ("undo", "gain")
        assert Path(path).stat().st_size < 1000
        profile.write_replay(game, RULES, tmp_path / "other.json")
        assert (tmp_path / "other.json").read_bytes() == Path(path).read_bytes()


def test_without_a_profile_nothing_is_kept() -> None:
    session = sit(None, "gain")
    assert session.save_replay() == "there is no profile to keep it in"
    assert (session.game_id, session.resumed) == ("", False)
    session.leave()


def test_a_replay_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    (tmp_path / "replays").write_text("")
    with kept_in(tmp_path) as profile:
        said = sit(profile, "gain").save_replay()
    assert "File exists" in said
    assert str(tmp_path / "replays") in said


@pytest.mark.parametrize(("named", "expected"), [("", None), ("here", Path("here"))])
def test_the_environment_names_the_folder(named: str, expected: Path | None) -> None:
    assert default_folder({"TILEKIT_PROFILE": named}) == expected


def test_else_it_lies_in_the_users_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name, *, appauthor: str(tmp_path / name))
    assert default_folder({}) == tmp_path / "tilekit"


def test_without_a_home_it_is_one_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "")
    monkeypatch.delenv("XDG_DATA_HOME")
    for mend in (True, False):
        with kept_in(default_folder({}), mend=mend) as profile:
            assert profile.unread == "there is no home folder"
            assert sit(profile, "gain").game.score == 10
    assert list(tmp_path.iterdir()) == []
