"""A profile that is damaged, foreign, newer, read-only, full or gone never stops play, and nothing of it is deleted."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.profile.games import RULES, kept_in, play, scores, sit

from tilekit.errors import SaveError
from tilekit.preferences import Preferences
from tilekit.profile.database import NAME
from tilekit.profile.database import _move_aside as move_aside
from tilekit.profile.profile import Profile


def files(folder: Path) -> dict[str, bytes]:
    """What lies there, but for locks."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def renewed(folder: Path, why: str) -> str:
    return f"{folder / NAME}: damaged ({why}); what is intact is kept, and the damaged file is now {NAME}.aside-1"


def moved_aside(folder: Path, why: str) -> str:
    return f"{folder / NAME}: no whole profile ({why}); it is kept as {NAME}.aside-1, and a new one is begun"


AGAIN = "it is tried again with every turn"
RESCUED = "this is saved again, with all that was not"


def not_there(path: Path, why: str, what: str = AGAIN) -> str:
    return f"this is not saved: {why} ({path}; {what})"


def not_now(why: str) -> str:
    return f"this is not saved now: {why}; {AGAIN}"


def text(path: Path) -> None:
    path.write_text("[[[" * 1000)


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def zeros(path: Path) -> None:
    path.write_bytes(bytes(4096))


def half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def odd(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-6000])


def garbage(path: Path) -> None:
    """All pages but the first."""
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))


def torn(path: Path) -> None:
    """The first page behind its head."""
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\xa5" * 3000 + data[3100:])


def change(statement: str) -> Callable[[Path], None]:
    def changed(path: Path) -> None:
        connection = sqlite3.connect(path)
        connection.executescript(statement)
        connection.close()

    return changed


def foreign(path: Path) -> None:
    path.unlink()
    change("CREATE TABLE games (name TEXT); INSERT INTO games VALUES ('chess')")(path)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def nowhere(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.with_name("not there"))


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (nothing, "it is empty"),
        (zeros, "file is not a database"),
        (text, "file is not a database"),
        (folder, "it is no file"),
        (nowhere, "it is no file"),
        (foreign, "it is not tilekit's"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_what_is_damaged_is_moved_aside(tmp_path: Path, damage: Callable[[Path], None], why: str) -> None:
    play(tmp_path, "gain", "gain")
    damage(tmp_path / NAME)
    was = files(tmp_path).get(NAME)
    with kept_in(tmp_path) as profile:
        aside = tmp_path / f"{NAME}.aside-1"
        assert profile.problems == [moved_aside(tmp_path, why)]
        sit(profile, "gain")
        assert (profile.on_disk, scores(profile)) == (True, [("running", 10, 1)])
        assert files(tmp_path).get(aside.name) == was
        assert os.path.lexists(aside)
    play(tmp_path, "gain")  # and the next start has nothing to say
    with kept_in(tmp_path) as profile:
        assert scores(profile) == [("running", 20, 2)]


@pytest.mark.parametrize(
    ("damage", "why", "games", "choices"),
    [
        (half, "database disk image is malformed", 2, {}),
        (odd, "database disk image is malformed", 2, {}),
        (torn, "database disk image is malformed", 0, {"sound": "off"}),
        (change("PRAGMA user_version = 0"), "its format is 0, expected 1", 2, {"sound": "off"}),
        (change("PRAGMA user_version = -1"), "its format is -1, expected 1", 2, {"sound": "off"}),
        (change("PRAGMA user_version = 16777217"), "its format is 16777217, expected 1", 2, {"sound": "off"}),
        (change("PRAGMA application_id = 7"), "it is not tilekit's", 2, {"sound": "off"}),
        (change("DROP TABLE marks"), "no such table: marks", 2, {"sound": "off"}),
        (change("DROP TABLE preferences"), "no such table: preferences", 2, {}),
        (change("DROP TABLE games"), "no such table: games", 0, {"sound": "off"}),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_of_what_is_damaged_the_intact_part_is_kept(
    tmp_path: Path, damage: Callable[[Path], None], why: str, games: int, choices: dict[str, str]
) -> None:
    play(tmp_path, *["gain"] * 4, "new", "gain", "gain")
    with kept_in(tmp_path) as profile:
        profile.choose(sound="off")
    damage(tmp_path / NAME)
    was = files(tmp_path)[NAME]
    with kept_in(tmp_path) as profile:
        assert profile.problems == [renewed(tmp_path, why)]
        assert scores(profile) == [("running", 20, 2), ("aside", 40, 4)][:games]
        assert profile.choices == choices
        assert [profile.load(game, RULES).actions for game in profile.games()] == [("gain",) * 2, ("gain",) * 4][:games]
        assert files(tmp_path)[f"{NAME}.aside-1"] == was
    with kept_in(tmp_path) as profile:
        assert profile.problems == []


def test_a_game_whose_actions_are_damaged_keeps_its_marks(tmp_path: Path) -> None:
    play(tmp_path, *["gain"] * 4, "new", "gain")
    garbage(tmp_path / NAME)
    with kept_in(tmp_path) as profile:
        assert profile.problems == [renewed(tmp_path, "database disk image is malformed")]
        session = sit(profile, "lose")
        assert [(game.place, game.score, bool(game.why)) for game in profile.games()] == [
            ("running", -10, False),
            ("aside", 10, True),
            ("aside", 40, False),
        ]
        assert (session.best, session.rank) == (40, "Third")


def test_what_can_only_be_read_and_is_damaged_gives_what_is_intact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path, "gain", "gain")
    odd(tmp_path / NAME)
    was = files(tmp_path)
    monkeypatch.setattr("tilekit.profile.database.os.access", lambda _path, how: how == os.R_OK | os.X_OK)
    with kept_in(tmp_path) as profile:
        assert profile.problems == [not_there(tmp_path / NAME, "it may not be written to")]
        assert sit(profile, "gain").game.actions == ("gain",) * 3
    assert files(tmp_path) == was


def test_a_process_killed_after_it_moved_the_damaged_file_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path, "gain", "gain")
    odd(tmp_path / NAME)

    def killed(_: Path) -> Path:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("tilekit.profile.database._move_aside", lambda path: killed(move_aside(path)))
        with pytest.raises(KeyboardInterrupt):
            kept_in(tmp_path)
    assert not (tmp_path / NAME).exists()
    with kept_in(tmp_path) as profile:
        assert (profile.problems, scores(profile)) == ([], [("running", 20, 2)])


def test_what_another_process_writes_while_the_damaged_file_is_replaced_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the file open, and may end a turn at any instant: before the file is moved, or after."""
    play(tmp_path, "gain", "gain")
    with kept_in(tmp_path) as theirs:
        session = sit(theirs)
        c = sqlite3.connect(tmp_path / NAME)
        c.execute("INSERT INTO preferences VALUES ('sound', x'ff')")
        c.commit()
        c.close()

        def moved(path: Path) -> Path:
            session.play("gain")
            return move_aside(path)

        with monkeypatch.context() as patch:
            patch.setattr("tilekit.profile.database._move_aside", moved)
            with kept_in(tmp_path) as mine:
                assert [(game.score, game.actions) for game in mine.games()] == [(30, 3)]
        work = theirs._file._transaction

        def slow(begin: str, what: Callable[[sqlite3.Connection], object]) -> object:
            done = work(begin, what)
            monkeypatch.setattr(theirs._file, "_transaction", work)
            (tmp_path / "copy").replace(tmp_path / NAME)  # as it was before what has just been done
            return done

        shutil.copy(tmp_path / NAME, tmp_path / "copy")
        monkeypatch.setattr(theirs._file, "_transaction", slow)
        session.play("lose")
        assert session.kept
    with kept_in(tmp_path) as profile:
        assert sit(profile).game.actions == ("gain", "gain", "gain", "lose")


def test_each_damaged_file_has_a_name_of_its_own(tmp_path: Path) -> None:
    for number in range(1, 4):
        (tmp_path / NAME).write_text(f"damage {number}")
        with kept_in(tmp_path):
            pass
        assert [(tmp_path / f"{NAME}.aside-{each}").read_text() for each in range(1, number + 1)] == [
            f"damage {each}" for each in range(1, number + 1)
        ]


def test_a_newer_format_is_left_alone(tmp_path: Path) -> None:
    play(tmp_path, "gain")
    change("PRAGMA user_version = 2; ALTER TABLE games ADD COLUMN mood TEXT")(tmp_path / NAME)
    was = files(tmp_path)
    with kept_in(tmp_path) as profile:
        assert profile.problems == [
            not_there(
                tmp_path / NAME,
                "it was written by a newer tilekit (format 2, this one reads up to 1); update tilekit",
                "--profile DIR names another folder",
            )
        ]
        session = sit(profile, "gain", "new", "gain", "gain", "reopen")
        assert (session.game.score, session.best, profile.on_disk) == (10, 20, False)
    assert files(tmp_path) == was


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with kept_in(tmp_path / "file" / "profile") as profile:
        path = tmp_path / "file" / "profile" / NAME
        assert profile.problems == [not_there(path, "there is a file where its folder should be")]
        assert sit(profile, *["gain"] * 5).game.status == "over"
        assert sit(profile).best == 50
    assert (tmp_path / "file").read_text() == ""


def test_a_home_that_is_not_known_makes_no_folder_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with kept_in(Path("~/.local/share/tilekit")) as profile:
        assert "there is no home folder" in profile.problems[0]
    assert list(tmp_path.iterdir()) == []


def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """As an account finds it that may read a profile but not write it; the system would let the superuser."""
    connect = sqlite3.connect

    def connected(name: str, **options: object) -> sqlite3.Connection:
        return connect(str(name).replace("mode=rw", "mode=ro"), **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr("tilekit.profile.database.sqlite3.connect", connected)


def test_a_folder_that_may_not_be_read_is_called_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilekit.profile.database.os.access", lambda _path, _how: False)  # to the superuser all may be
    with kept_in(tmp_path) as profile:
        assert profile.problems == [not_there(tmp_path / NAME, "its folder may not be read")]


def test_a_read_only_profile_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(tmp_path, *["gain"] * 4, "new", "gain")
    was = files(tmp_path)
    read_only(monkeypatch)
    with kept_in(tmp_path) as profile:
        assert profile.problems == [not_there(tmp_path / NAME, "it may not be written to")]
        session = sit(profile)
        assert (session.game.actions, session.best, session.can_reopen) == (("gain",), 40, True)
        session.play("gain")
        session.play("reopen")
        assert session.game.score == 40
    assert {name: data for name, data in files(tmp_path).items() if not name.endswith(("-wal", "-shm"))} == was


def limit(profile: Profile, pages: int) -> None:
    profile._file._connection.execute(f"PRAGMA max_page_count = {pages}")


def test_a_full_disk_is_said_once_and_caught_up_with(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        session = sit(profile, "gain")
        limit(profile, 1)  # as many as there are
        while not profile.problems:
            session.play("lose")
            session.play("gain")
        for _ in range(50):
            assert session.play("lose") == ""
            assert session.play("gain") == ""
        assert profile.problems == [not_now("the disk is full")]
        with kept_in(tmp_path) as other:
            (game,) = other.games()
            assert game.actions < len(session.game.actions)
            assert other.load(game, RULES).actions == session.game.actions[: game.actions]
        limit(profile, 100_000)
        session.play("lose")
        assert scores(profile) == [("running", 0, len(session.game.actions))]


def test_a_game_put_aside_while_the_disk_is_full_is_written_later(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        session = sit(profile, "gain")
        work = profile._file._transaction
        profile._file._transaction = failing("database or disk is full")  # type: ignore[method-assign]
        for command in ["gain", "new", "gain", "restart", "lose"]:
            assert session.play(command) == ""
        profile._file._transaction = work  # type: ignore[method-assign]
        session.play("lose")
        assert scores(profile) == [("running", -20, 2), ("aside", 10, 1), ("aside", 20, 2)]
    with kept_in(tmp_path) as profile:
        assert sit(profile, "reopen").game.actions == ("gain",)


def failing(why: str, code: int | None = None) -> Callable[..., None]:
    def fail(*_: object) -> None:
        error = sqlite3.OperationalError(why)
        if code is not None:
            error.sqlite_errorcode = code
        raise error

    return fail


def test_a_disk_that_is_full_from_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilekit.profile.database.ProfileFile._create", failing("disk I/O error", sqlite3.SQLITE_IOERR))
    monkeypatch.setattr("tilekit.profile.database.shutil.disk_usage", lambda _: shutil._ntuple_diskusage(9, 9, 0))
    with kept_in(tmp_path) as profile:
        session = sit(profile, *["gain"] * 4, "new")
        assert (session.best, profile.problems) == (40, [not_there(tmp_path / NAME, "the disk is full")])
    assert files(tmp_path) == {}


def test_an_error_of_a_disk_that_has_room_is_called_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilekit.profile.database.ProfileFile._create", failing("disk I/O error", sqlite3.SQLITE_IOERR))
    with kept_in(tmp_path) as profile:
        assert profile.problems == [not_there(tmp_path / NAME, "disk I/O error")]


TROUBLE: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "full": lambda patch: patch.setattr(
        "tilekit.profile.database._connected", failing("database or disk is full", sqlite3.SQLITE_FULL)
    ),
    "read only": read_only,
    "nothing to be made": lambda patch: patch.setattr("tilekit.profile.database.os.access", lambda *_: False),
    "opened for ever": lambda patch: patch.setattr("tilekit.profile.database.wait", lambda *_: None),
}


@pytest.mark.parametrize("before", [[], ["gain", "gain", "new", "lose"]], ids=["no profile", "a profile"])
@pytest.mark.parametrize("trouble", TROUBLE)
def test_what_was_wrong_from_the_start_and_passes_loses_nothing(
    tmp_path: Path, trouble: str, before: list[str]
) -> None:
    for place in (tmp_path / "well", tmp_path / "ill"):
        play(place, *before)
    with kept_in(tmp_path / "well") as profile:
        sit(profile, "gain", "restart", "lose", "gain", "gain")
        expected = scores(profile)
    with pytest.MonkeyPatch.context() as patch:
        TROUBLE[trouble](patch)
        profile = kept_in(tmp_path / "ill", patience=0.01)
        told = len(profile.problems)
        session = sit(profile, "gain", "restart", "lose")
        profile.choose(sound="off")
        assert session.play("gain") == ""
        assert (len(profile.problems), session.view().notices) == (told, ())  # not each turn
    session.play("gain")
    assert session.view().notices == ((RESCUED,) if told else ())
    assert (scores(profile), profile.on_disk, profile.trouble) == (expected, True, "")
    profile.close()
    with kept_in(tmp_path / "ill") as profile:
        assert (scores(profile), profile.choices) == (expected, {"sound": "off"})


def test_a_game_is_saved_when_the_trouble_passes_after_its_last_turn(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        TROUBLE["full"](patch)
        profile = kept_in(tmp_path)
        sit(profile, "gain", "gain")
    profile.close()
    with kept_in(tmp_path) as profile:
        assert scores(profile) == [("running", 20, 2)]


def test_a_game_somebody_else_went_on_with_meanwhile_stays_beside_the_one_from_memory(tmp_path: Path) -> None:
    play(tmp_path, "gain")
    with pytest.MonkeyPatch.context() as patch:
        read_only(patch)
        profile = kept_in(tmp_path)
        session = sit(profile, "gain", "gain")
    play(tmp_path, "lose")
    session.play("gain")
    assert sorted(scores(profile)) == [("running", 0, 2), ("running", 40, 4)]
    profile.close()


def test_a_game_begun_anew_in_memory_takes_the_place_of_what_runs_in_the_file(tmp_path: Path) -> None:
    play(tmp_path, "gain", "new")  # which is kept untouched
    with pytest.MonkeyPatch.context() as patch:
        read_only(patch)
        profile = kept_in(tmp_path)
        session = sit(profile, "lose", resume=False)
    session.play("lose")
    assert scores(profile) == [("running", -20, 2), ("aside", 10, 1)]
    profile.close()


def test_what_nobody_else_holds_in_memory_is_held_once_it_is_saved(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        TROUBLE["full"](patch)
        profile = kept_in(tmp_path)
        session = sit(profile, "gain")
    session.play("gain")
    with kept_in(tmp_path) as other:
        assert sit(other).game.actions == ()
    profile.close()
    with kept_in(tmp_path) as other:
        assert sit(other).game.actions == ("gain", "gain")


# ---------------------------------------------------------------- what the player sees of it


def test_what_goes_wrong_is_among_the_notices_once_and_that_it_is_well_again(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        session = sit(profile, "gain")
        assert session.view().notices == ()
        work = profile._file._transaction
        profile._file._transaction = failing("", sqlite3.SQLITE_FULL)  # type: ignore[method-assign]
        seen = [session.play("lose") or session.view().notices for _ in range(3)]
        assert seen == [(not_now("the disk is full"),), (), ()]
        assert sit(profile, resume=False).view().notices == (not_now("the disk is full"),)  # who sits down now is told
        profile._file._transaction = work  # type: ignore[method-assign]
        seen = [session.play("lose") or session.view().notices for _ in range(2)]
        assert seen == [(RESCUED,), ()]


def test_reading_well_is_not_taken_for_writing_well(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        session = sit(profile, "gain")
        work = profile._file._transaction

        def full(begin: str, what: Callable[[sqlite3.Connection], object]) -> object:
            return work(begin, what) if begin == "BEGIN" else failing("", sqlite3.SQLITE_FULL)()

        profile._file._transaction = full  # type: ignore[assignment, method-assign]
        for _ in range(3):
            session.play("lose")
            assert len(profile.games()) == 1
        assert (profile.take_news(), profile.problems) == ([], [not_now("the disk is full")])


def test_a_profile_that_is_not_saved_says_so_at_the_start_in_words(tmp_path: Path) -> None:
    play(tmp_path, "gain")
    change("PRAGMA user_version = 99")(tmp_path / NAME)
    with kept_in(tmp_path) as profile:
        for _ in range(2):  # in each sitting
            session = sit(profile, resume=False, preferences=Preferences(language="ja"))
            (notice,) = session.view().notices
            assert notice == (
                "保存されません：新しい tilekit で書かれています (形式 99、このバージョンが読めるのは 1 まで)。"  # noqa: RUF001
                f"tilekit を更新してください ({tmp_path / NAME}。--profile DIR で別のフォルダーを指定できます)"
            )
            session.play("gain")
            assert session.view().notices == ()


def test_which_game_was_sat_down_to(tmp_path: Path) -> None:
    play(tmp_path, "gain", "gain")
    with kept_in(tmp_path) as profile, kept_in(tmp_path) as other:
        first, second = sit(profile), sit(other)
        assert first.view().notices == ("Resumed at turn 2, score 20.",)
        assert second.view().notices == (
            "The game at turn 2, score 20 is open in another session; this is a new game.",
        )
        second.play("gain")
        with kept_in(tmp_path) as third:
            assert sit(third).view().notices[0] == (
                "The game at turn 1, score 10 is open in another session; this is a new game."
            )
        second.leave()
        first.play("gain")
        with kept_in(tmp_path) as third:
            assert sit(third).view().notices == (
                "The game at turn 3, score 30 is open in another session.",
                "Resumed at turn 1, score 10.",
            )


def test_a_busy_profile_is_waited_for_once(tmp_path: Path) -> None:
    play(tmp_path, "gain")
    with kept_in(tmp_path, patience=0.01) as profile:
        session = sit(profile)
        other = sqlite3.connect(tmp_path / NAME, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        for command in ["gain", "gain", "undo"]:
            assert session.play(command) == ""
        assert profile._file._connection.execute("PRAGMA busy_timeout").fetchone() == (0,)
        other.close()
        assert profile.problems == [not_now("another program has it locked")]
        session.play("gain")
        assert scores(profile) == [("running", 30, 5)]
        assert profile._file._connection.execute("PRAGMA busy_timeout").fetchone() == (10,)


def test_a_profile_removed_while_playing_is_written_anew(tmp_path: Path) -> None:
    place = tmp_path / "profile"
    play(place, *["gain"] * 4, "new")
    with kept_in(place) as profile:
        session = sit(profile, "gain", "gain")
        shutil.rmtree(place)
        assert session.play("gain") == ""
        assert (session.best, scores(profile)) == (40, [("running", 30, 3)])
        assert profile.problems == []
    with kept_in(place) as profile:
        assert sit(profile).game.actions == ("gain",) * 3
        assert sit(profile, resume=False).best == 40  # it was read before it was lost


def test_a_profile_damaged_while_playing_keeps_the_game_and_what_was_read(tmp_path: Path) -> None:
    play(tmp_path, *["gain"] * 4, "new", "gain")
    with kept_in(tmp_path) as profile:
        profile.choose(sound="off")
        session = sit(profile, "gain")
        work, left = profile._file._transaction, [None]

        def torn_once(begin: str, what: Callable[[sqlite3.Connection], object]) -> object:
            if left:
                left.pop()
                error = sqlite3.DatabaseError("database disk image is malformed")
                error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
                raise error
            return work(begin, what)

        profile._file._transaction = torn_once  # type: ignore[assignment, method-assign]
        session.play("gain")
        assert scores(profile) == [("running", 30, 3), ("aside", 40, 4)]
        assert profile.problems == [renewed(tmp_path, "database disk image is malformed")]
    with kept_in(tmp_path) as profile:
        session = sit(profile)
        assert (session.game.actions, session.best, session.rank) == (("gain",) * 3, 40, "Third")
        assert profile.choices == {"sound": "off"}


def test_what_is_left_of_a_removed_file_is_not_taken_for_the_new_ones(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        sit(profile, "gain", "gain")
        log = (tmp_path / f"{NAME}-wal").read_bytes()
    (tmp_path / NAME).unlink()
    (tmp_path / f"{NAME}-wal").write_bytes(log)
    with kept_in(tmp_path) as profile:
        assert (profile.games(), profile.problems) == ([], [])
    assert (tmp_path / f"{NAME}-wal.aside-1").read_bytes() == log


def test_what_a_process_left_that_was_killed_while_it_made_one_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / ".tilekit-new.sqlite").write_text("half made")
    (tmp_path / "opening.lock").write_text("")
    (tmp_path / "open").mkdir()
    play(tmp_path, "gain")
    with kept_in(tmp_path) as profile:
        (game,) = profile.games()
        (tmp_path / "open" / game.id).write_text("")  # as kill leaves it
        assert sit(profile).game.score == 10
    assert files(tmp_path).keys() == {NAME}


def test_files_of_somebody_else_in_the_folder_stay_as_they_are(tmp_path: Path) -> None:
    theirs = {".new.sqlite": "mine", "opening.lock": "mine", "open/yard": "mine"}
    (tmp_path / "open").mkdir()
    for name, text in theirs.items():
        (tmp_path / name).write_text(text)
    play(tmp_path, "gain")
    with kept_in(tmp_path) as profile:
        (game,) = profile.games()
        (tmp_path / "open" / game.id).write_text("mine")
        assert sit(profile).game.score == 10
    assert {name: (tmp_path / name).read_text() for name in theirs} == theirs
    assert (tmp_path / "open" / game.id).read_text() == "mine"


def test_a_process_that_opens_and_does_not_end_is_not_waited_for_long(tmp_path: Path) -> None:
    from tilekit.profile.claims import claim

    held = claim(tmp_path / "opening.lock")
    assert held is not None
    with kept_in(tmp_path, patience=0.01) as profile:
        assert "another process is opening it and does not come to an end" in profile.problems[0]
        assert sit(profile, "gain").game.score == 10
    held.release()


def test_reset_asks_for_a_copy_first(tmp_path: Path) -> None:
    play(tmp_path, "gain")
    with kept_in(tmp_path) as profile:
        profile._file.copy_to = failing("disk is full")  # type: ignore[method-assign]
        with pytest.raises(sqlite3.OperationalError):
            profile.reset()
        assert scores(profile) == [("running", 10, 1)]
    with kept_in(None) as profile, pytest.raises(SaveError, match="the profile is not on disk"):
        profile.reset()
