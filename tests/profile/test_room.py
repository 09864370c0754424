"""The log stays small, and where a disk is full it is emptied before anything is given up."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.profile.games import kept_in, play, scores, sit

from tilekit.cli.playing import opened_profile
from tilekit.profile.database import NAME
from tilekit.profile.profile import Profile

NOT_NOW = "this is not saved now: the disk is full; it is tried again with every turn"


def size(folder: Path) -> int:
    """Bytes of the profile and of all that SQLite lays beside it."""
    return sum(path.stat().st_size for path in folder.glob(f"{NAME}*"))


def with_pages_of(folder: Path, bytes_: int) -> None:
    """As an earlier version made it."""
    c = sqlite3.connect(folder / NAME, isolation_level=None)
    for statement in ("journal_mode = DELETE", f"page_size = {bytes_}"):
        c.execute(f"PRAGMA {statement}")
    c.execute("VACUUM")
    c.execute("PRAGMA journal_mode = WAL")
    c.close()


@pytest.mark.parametrize("pages", [1024, 4096])
def test_thousands_of_actions_fit_into_a_megabyte(tmp_path: Path, pages: int) -> None:
    play(tmp_path, "gain")
    with_pages_of(tmp_path, pages)
    before = size(tmp_path)
    with kept_in(tmp_path) as profile:
        session = sit(profile)
        most = 0
        for _ in range(20):
            for _ in range(60):
                assert session.play("lose") == session.play("gain") == ""
            assert session.play("new") == ""
            most = max(most, size(tmp_path) - before)
        assert sum(game.actions for game in profile.games()) == 2401
        assert most < 400_000
        assert profile.problems == []
    assert size(tmp_path) - before < 300_000


class Disk:
    """A disk that has room for one more turn after the log was emptied, or for none."""

    def __init__(self, profile: Profile, *, room: bool = True) -> None:
        self.room, self.emptied = room, 0
        self._free = False
        file = profile._file
        self._work = file._transaction
        file._connection.set_trace_callback(self._see)
        file._transaction = self._transaction  # type: ignore[assignment, method-assign]

    def _see(self, statement: str) -> None:
        if "wal_checkpoint" in statement:
            self.emptied += 1
            self._free = self.room

    def _transaction(self, begin: str, what: Callable[[sqlite3.Connection], object]) -> object:
        if begin == "BEGIN":
            return self._work(begin, what)
        if not self._free:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        self._free = False
        return self._work(begin, what)


def test_a_full_disk_is_tried_again_once_the_log_is_emptied(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        session = sit(profile, "gain")
        disk = Disk(profile)
        assert [session.play("lose") or session.kept for _ in range(5)] == [True] * 5
        assert (disk.emptied, profile.problems) == (5, [])
    with kept_in(tmp_path) as profile:
        assert scores(profile) == [("running", -40, 6)]


def test_what_does_not_fit_even_then_is_said_and_tried_again(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        session = sit(profile, "gain")
        disk = Disk(profile, room=False)
        assert [session.play("lose") or session.kept for _ in range(3)] == [False] * 3
        assert profile.problems == [NOT_NOW]
        disk.room = True
        session.play("lose")
        assert session.kept


def test_the_last_try_at_closing_empties_the_log_too(tmp_path: Path) -> None:
    with kept_in(tmp_path) as profile:
        session = sit(profile, "gain")
        disk = Disk(profile, room=False)
        session.play("lose")
        session.play("lose")
        assert not session.kept
        disk.room = True
    with kept_in(tmp_path) as profile:
        assert scores(profile) == [("running", -10, 3)]


@pytest.mark.parametrize("quiet", [True, False])
@pytest.mark.parametrize("room", [True, False])
def test_who_leaves_a_full_disk_is_told_what_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], room: bool, quiet: bool
) -> None:
    play(tmp_path, "gain")
    with opened_profile(tmp_path, quiet=quiet) as profile:
        session = sit(profile)
        disk = Disk(profile, room=False)
        session.play("lose")
        disk.room = room
    told = [line for line in capsys.readouterr().err.splitlines() if "played last" in line]
    assert told == ([] if room else ["warning: what was played last is not saved: the disk is full"])


def test_a_log_that_somebody_reads_from_is_no_reason_to_wait(tmp_path: Path) -> None:
    with kept_in(tmp_path, patience=0.01) as profile:
        session = sit(profile, "gain")
        reader = sqlite3.connect(tmp_path / NAME, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM games").fetchall()
        session.play("lose")
        Disk(profile)
        session.play("lose")
        assert (session.kept, profile.problems) == (False, [NOT_NOW])
        reader.close()
        session.play("lose")
        assert session.kept
