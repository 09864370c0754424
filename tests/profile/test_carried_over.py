"""Profiles that are written out, and joined: nothing is lost, and nothing is there twice."""

from __future__ import annotations

import sqlite3
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from tests.profile.games import NOW, RULES, kept_in, play, scores, sit

from tilekit.errors import SaveError
from tilekit.profile.database import NAME
from tilekit.profile.exchange import Imported, read


def written(folder: Path) -> dict[str, Any]:
    """What is in a profile after it was a file of text."""
    path = folder.with_suffix(".toml")
    with kept_in(folder) as profile:
        path.write_text(tomli_w.dumps(profile.exported()), encoding="utf-8")
    found: dict[str, Any] = read(path)
    return found


def joined(folder: Path, data: Any) -> Imported:
    with kept_in(folder) as profile:
        return profile.take_in(data)


def test_a_profile_is_the_same_after_it_was_written_out_and_read(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    play(one, *["gain"] * 5, "new", "gain", "undo", "restart", "lose")
    with kept_in(one) as profile:
        profile.choose(sound="off", language="ja")
    data = written(one)
    assert joined(two, data) == Imported(added=3, longer=0, known=0)
    assert written(two) == data
    with kept_in(two) as profile:
        assert sit(profile).game.actions == ("lose",)
        assert sit(profile, resume=False).best == 50
        assert profile.choices == {"language": "ja", "sound": "off"}


def test_joining_again_changes_nothing(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    play(one, "gain", "new", "gain", "gain")
    data = written(one)
    assert joined(two, data) == Imported(added=2, longer=0, known=0)
    assert joined(two, data) == Imported(added=0, longer=0, known=2)
    assert joined(one, data) == Imported(added=0, longer=0, known=2)
    assert written(two) == written(one) == data


def test_a_game_that_went_on_elsewhere_goes_on_here(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    play(one, "gain")
    joined(two, written(one))
    play(two, "gain", "gain")
    assert joined(one, written(two)) == Imported(added=0, longer=1, known=0)
    assert joined(two, written(one)) == Imported(added=0, longer=0, known=1)
    with kept_in(one) as profile:
        assert scores(profile) == [("running", 30, 3)]
        assert sit(profile).game.actions == ("gain",) * 3


def test_a_game_that_went_on_in_two_ways_becomes_two(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    play(one, "gain")
    joined(two, written(one))
    play(one, "lose")
    play(two, "gain")
    data = written(two)
    assert joined(one, data) == Imported(added=1, longer=0, known=0)
    assert joined(one, data) == Imported(added=0, longer=0, known=1)
    with kept_in(one) as profile:
        assert scores(profile) == [("running", 0, 2), ("running", 20, 2)]  # what was left here is what is resumed
        assert sit(profile).game.actions == ("gain", "lose")


def test_a_game_that_is_being_played_is_not_changed(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    play(one, "gain")
    joined(two, written(one))
    play(two, "gain")
    data = written(two)
    with kept_in(one) as profile:
        session = sit(profile)
        assert joined(one, data) == Imported(added=1, longer=0, known=0)
        session.play("lose")
        assert scores(profile) == [("running", 0, 2), ("running", 20, 2)]


def test_of_two_marks_the_higher_stays_and_of_two_choices_the_one_made_here(tmp_path: Path) -> None:
    mark = {"ruleset": "small", "version": 1, "best": 40, "rank": 10, "title": "First"}
    data = {"tilekit": "profile", "format": 1, "preferences": {"sound": "off", "motion": "none"}, "mark": [mark]}
    with kept_in(tmp_path) as profile:
        profile.choose(sound="on")
    joined(tmp_path, data)
    joined(tmp_path, data | {"mark": [mark | {"best": 30, "rank": 30, "title": "Third"}]})
    joined(tmp_path, data | {"mark": [{"ruleset": "small", "version": 1, "best": 35}]})
    with kept_in(tmp_path) as profile:
        assert profile.marks(RULES) == (40, "Third")
        assert profile.choices == {"sound": "on", "motion": "none"}


def test_the_copy_that_reset_keeps_can_be_joined_again(tmp_path: Path) -> None:
    play(tmp_path, "gain", "new", "gain", "gain")
    data = written(tmp_path)
    with kept_in(tmp_path) as profile:
        copy = profile.reset("small")
        assert (profile.games(), profile.statistics(), copy.name) == ([], [], "tilekit.sqlite.backup-1")
        assert profile.reset().name == "tilekit.sqlite.backup-2"
    assert read(copy) == data
    assert joined(tmp_path, read(copy)) == Imported(added=2, longer=0, known=0)
    assert written(tmp_path) == data


def test_reset_of_one_ruleset_leaves_the_others(tmp_path: Path) -> None:
    import tilekit

    play(tmp_path, "gain")
    play(tmp_path, "drop r1c1", rules=tilekit.load("merge"))
    with kept_in(tmp_path) as profile:
        profile.choose(sound="off")
        profile.reset("merge")
        assert [one.ruleset for one in profile.statistics()] == ["small"]
        assert profile.choices == {"sound": "off"}
        profile.reset()
        assert (profile.statistics(), profile.games()) == ([], [])
    with kept_in(tmp_path) as profile:
        assert profile.choices == {}


def test_a_game_that_is_reset_while_it_is_played_is_kept_from_there_as_a_whole(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        session = sit(profile, "gain")
        profile.reset()
        session.play("gain")
        assert scores(profile) == [("running", 20, 2)]


GAME = {
    "id": "0123456789ab", "ruleset": "small", "version": 1, "digest": "x", "seed": 1, "turn": 1, "score": 1,
    "status": "playing", "state": "x", "begun": NOW, "played": NOW, "actions": ["gain"],
}  # fmt: skip
WHOLE = {"tilekit": "profile", "format": 1}
BAD = 'the profile is damaged: game "0123456789ab": '


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], 'no profile that was exported: it does not say tilekit = "profile"'),
        ({}, 'no profile that was exported: it does not say tilekit = "profile"'),
        (
            WHOLE | {"format": 2},
            "the profile was written by a newer tilekit (format 2, this one reads up to 1); update tilekit",
        ),
        (WHOLE | {"format": "1"}, 'the profile is damaged: format is "1", expected 1'),
        (WHOLE | {"format": True}, "the profile is damaged: format is true, expected 1"),
        (WHOLE | {"mood": 1}, "the profile is damaged: mood is no part of a profile"),
        (WHOLE | {"mrk": []}, 'the profile is damaged: mrk is no part of a profile; did you mean "mark"?'),
        (WHOLE | {"game": GAME}, "the profile is damaged: game is a table, expected a list"),
        (WHOLE | {"game": [3]}, "the profile is damaged: game, number 1, is 3, expected a table"),
        (WHOLE | {"game": [GAME, {}]}, "the profile is damaged: game number 2: id is missing"),
        (WHOLE | {"game": [GAME | {"sead": 1}]}, f'{BAD}sead is no part of a game; did you mean "seed"?'),
        (WHOLE | {"game": [GAME | {"seed": 1.0}]}, f"{BAD}seed is 1.0, expected a whole number"),
        (WHOLE | {"game": [GAME | {"seed": True}]}, f"{BAD}seed is true, expected a whole number"),
        (
            WHOLE | {"game": [GAME | {"seed": 1 << 63}]},
            f"{BAD}seed is 9223372036854775808, expected 9223372036854775807 or less",
        ),
        (
            WHOLE | {"game": [GAME | {"seed": 10**5000}]},
            f"{BAD}seed is a number of thousands of digits, expected 9223372036854775807 or less",
        ),
        (WHOLE | {"game": [GAME | {"turn": -1}]}, f"{BAD}turn is -1, expected 0 or more"),
        (
            WHOLE | {"game": [GAME | {"begun": date(2026, 11, 30)}]},
            f"{BAD}begun is a date or time (2026-11-30), expected a whole number",
        ),
        (
            WHOLE | {"game": [GAME | {"id": "../x"}]},
            'the profile is damaged: game "../x": id is "../x", expected twelve of the digits 0 to 9 and a to f',
        ),
        (
            WHOLE | {"game": [GAME | {"status": "asleep"}]},
            f"""{BAD}status is "asleep", expected 'playing', 'paused' or 'over'""",
        ),
        (WHOLE | {"game": [GAME | {"aside": 1}]}, f"{BAD}aside is 1, expected true or false"),
        (
            WHOLE | {"game": [GAME | {"given": {"board": 1}}]},
            f"{BAD[:-2]}, given: board is 1, expected a text in quotes",
        ),
        (WHOLE | {"game": [GAME | {"actions": "gain"}]}, f'{BAD}actions is "gain", expected a list'),
        (WHOLE | {"game": [GAME | {"actions": [1]}]}, f"{BAD}actions, number 1, is 1, expected a text in quotes"),
        (
            WHOLE | {"mark": [{"ruleset": "small", "version": 1, "best": 1.5}]},
            "the profile is damaged: mark number 1: best is 1.5, expected a whole number",
        ),
        (
            WHOLE | {"preferences": {"sound": False}},
            "the profile is damaged: preferences: sound is false, expected a text in quotes",
        ),
    ],
)
def test_what_is_no_profile_changes_nothing(tmp_path: Path, data: Any, said: str) -> None:
    with kept_in(tmp_path) as profile:
        with pytest.raises(SaveError) as caught:
            profile.take_in(data)
        assert str(caught.value) == said
        assert profile.games() == []


@pytest.mark.parametrize("other", [{"seed": 2}, {"digest": "y"}])
def test_another_game_of_the_same_id_takes_nobodys_place(tmp_path: Path, other: dict[str, Any]) -> None:
    with kept_in(tmp_path) as profile:
        profile.take_in(WHOLE | {"game": [GAME]})
        longer = WHOLE | {"game": [GAME | other | {"actions": ["gain", "gain"], "score": 999}]}
        assert [profile.take_in(longer), profile.take_in(longer)] == [Imported(1, 0, 0), Imported(0, 0, 1)]
        assert profile.take_in(WHOLE | {"game": [GAME | other]}) == Imported(1, 0, 0)
        assert profile.find("0123456789ab").score == 1
        assert sorted(game.score for game in profile.games()) == [1, 1, 999]


@pytest.mark.parametrize("content", [b"", b"\0" * 4096, b"[[[", b"\xff", b"SQLite format 3\0", b"[" * 100_000])
def test_a_file_that_is_no_profile(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    with kept_in(tmp_path / "profile") as profile, pytest.raises(SaveError):
        profile.take_in(read(path))


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        ("UPDATE games SET given = '{'", 'games: given is "{", expected a position or nothing'),
        (
            "PRAGMA user_version = 9",
            "it was written by a newer tilekit (format 9, this one reads up to 1); update tilekit",
        ),
        ("DROP TABLE games", "no such table: games"),
    ],
)
def test_a_copy_that_cannot_be_read_says_why(tmp_path: Path, spoil: str, why: str) -> None:
    play(tmp_path, "gain")
    path = tmp_path / NAME
    connection = sqlite3.connect(path)
    connection.execute(spoil)
    connection.commit()
    connection.close()
    with pytest.raises(SaveError) as caught:
        read(path)
    assert str(caught.value) == f"{path}: no whole profile: {why}"


def test_a_copy_that_is_damaged_gives_what_is_intact(tmp_path: Path) -> None:
    play(tmp_path, "gain", "gain", "new", "lose")
    data = written(tmp_path)
    path = tmp_path / NAME
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE marks")
    connection.execute("UPDATE games SET score = 'high' WHERE score > 0")
    connection.commit()
    connection.close()
    assert read(path) == data | {"game": [game for game in data["game"] if game["score"] < 0]}


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"cannot be read: No such file or directory$"):
        read(tmp_path / "x")
    with pytest.raises(SaveError, match=r"cannot be read: Is a directory$"):
        read(tmp_path)
