"""The file of a profile.

Owns the database: its transactions and its log, and what becomes of it when it is damaged, of a newer format,
read-only, full or gone. What cannot be used is moved aside or left alone and said in one line; then a new file takes
its place, with all that is intact, or a database in memory, and where the trouble passes the file takes over again. It
does not own the tables (see `tilekit.profile.rows`), nor what they mean.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeVar

from tilekit.errors import SaveError, one_line
from tilekit.profile.claims import wait
from tilekit.profile.rows import ACTIONS, GAMES, SCHEMA, TABLES, DamageError, connect
from tilekit.profile.salvage import Image, Rows, log_is_damaged, log_of, salvaged
from tilekit.words import Phrase

Result = TypeVar("Result")

#: The format this library writes.
FORMAT: Final = 1
#: The name of the file in its folder.
NAME: Final = "tilekit.sqlite"
#: What a file is called until it is whole; whose it is, the name must say: it may be removed.
_WHILE_MADE: Final = ".tilekit-new.sqlite"
#: Stands for the folder of a user who has no home folder.
HOMELESS: Final = Path("~") / ".local" / "share" / "tilekit"
#: By this the database says whose it is: "tkpf".
_APPLICATION: Final = 0x746B7066
#: Up to so many bytes a file is read through when it is opened; damage in a larger one is found when it is met.
_READ_THROUGH: Final = 8 << 20
#: The page size of a new file: an action changes few bytes, and writes whole pages.
_PAGE: Final = 1024
#: Bytes to which the write-ahead log grows before it is brought into the file.
_LOG: Final = 1 << 16
#: No tilekit that is newer writes a higher format; what has one is damaged.
_HIGHEST: Final = 9_999
#: A disk with fewer free bytes than this counts as full where SQLite says no more than that reading or writing failed.
_FULL: Final = 1 << 16

#: Where the file says which versions of SQLite may write and read it.
_FORMATS: Final = slice(18, 20)
#: What is kept of a game in its own row, but for its place in the order of play.
COLUMNS: Final = tuple(GAMES.columns)[:-1]
#: Primary result codes that say that the file is not what it should be.
_DAMAGES: Final = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
#: Those that SQLite may give where a disk is full, and elsewhere.
_VAGUE: Final = {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}


class NotKeptError(SaveError):
    """Something could not be written or read now; nothing has changed."""


class _UnusableError(Exception):
    """Why a file cannot be used as a profile, however often it is tried."""

    passes = False


class _DamagedError(_UnusableError):
    """It is moved aside."""


class _BusyError(_UnusableError):
    """Another process is at it, and will have done."""

    passes = True


class ProfileFile:
    """The database of a profile.

    Args:
        folder: where it lies; None for one in memory.
        patience: seconds to wait for another process at most.
        fresh: called with a new database, to write what is known already.
        carry: called with a database in memory and, in a transaction, the file that takes over from it.
        mend: whether what is missing or damaged is begun anew; else all is left as it is.

    Attributes:
        problems: what went wrong, a line each, oldest first.
        news: what players are to be told, likewise: what went wrong, and that it is well again.
        trouble: the line of what is wrong now; empty where all is written.
        unread: why what lies there is not known; empty where it is.
        on_disk: whether it is a file; False where it is in memory.
        replaced: how many damaged files were replaced; what was written of a game may be damaged since then.
    """

    def __init__(
        self,
        folder: Path | None,
        *,
        patience: float,
        fresh: Callable[[sqlite3.Connection], None],
        carry: Callable[[sqlite3.Connection, sqlite3.Connection], None],
        mend: bool,
    ) -> None:
        self.problems: list[str] = []
        self.news: list[str] = []
        self.trouble = ""
        self.unread = ""
        self.on_disk = False
        self.replaced = 0
        self._folder, self._patience, self._fresh, self._carry, self._mend = folder, patience, fresh, carry, mend
        self._identity: tuple[int, int] | None = None
        self._passes = False  # whether what keeps it in memory may pass
        self._failed = ("", "")  # how a transaction began that failed, and why
        self._open()

    # ------------------------------------------------------------ transactions

    def write(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Does something in one transaction: all of it, or nothing.

        Raises:
            NotKeptError: it cannot be done now. It is in `problems`, once for each new reason.
        """
        return self._run("BEGIN IMMEDIATE", work)

    def read(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Looks something up, as all of it stood at one moment.

        Raises:
            NotKeptError: it cannot be read now; as `write`.
        """
        return self._run("BEGIN", work)

    def _run(self, begin: str, work: Callable[[sqlite3.Connection], Result]) -> Result:
        for last in (False, False, True):
            try:
                if self._is_elsewhere():
                    self._reopen()
                if begin != "BEGIN":
                    self.try_again()
                result = self._transaction(begin, work)
                if begin != "BEGIN" and self._is_elsewhere() and not last:
                    continue  # it was moved aside meanwhile, perhaps after its rows were read
            except sqlite3.ProgrammingError:
                raise
            except sqlite3.Error as error:
                if _code(error) in _DAMAGES and not last and self.on_disk:
                    # A table that is missing is seen when it is opened; what is torn may be where nobody looks then.
                    self._reopen(condemned="" if _code(error) == sqlite3.SQLITE_ERROR else one_line(str(error)))
                    continue
                if _is_for_want_of_room(error, self.path) and not last and self._empty_the_log():
                    continue
                # Once is enough to wait: the next turns try at once, and catch up when it goes again.
                self._be_patient(0)
                why = _reason(error, self.path)
                if why != self._failed[1]:
                    self.tell(Phrase("this is not saved now: {why}; it is tried again with every turn", why=why))
                self._failed = (begin, why)
                raise NotKeptError(f"the profile: {why}") from None
            if self._failed[0] in ("BEGIN", begin):  # that something can be read does not say that it can be written
                self._failed = ("", "")
                self._be_well()
            return result
        raise AssertionError("unreachable")

    def _transaction(self, begin: str, work: Callable[[sqlite3.Connection], Result]) -> Result:
        connection = self._connection
        try:
            with _damage_named():
                connection.execute(begin)
                result = work(connection)
                connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            raise
        return result

    def _empty_the_log(self) -> bool:
        """Brings what is in the log into the file, so that the log is written from its start again; whether it was."""
        try:
            busy, _, _ = self._connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
        except sqlite3.Error:
            return False
        return not busy

    def _be_patient(self, seconds: float) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")

    def tell(self, text: str, *, lasts: bool = True) -> None:
        """Says what went wrong.

        Args:
            text: in one line.
            lasts: whether nothing is saved until it is well again.
        """
        self.problems.append(text)
        self.news.append(text)
        if lasts:
            self.trouble = text

    def _be_well(self) -> None:
        """Waits for other processes again, and says that all is written."""
        self._be_patient(self._patience)
        self.trouble = ""
        self.news.append(Phrase("this is saved again, with all that was not"))

    @property
    def failing(self) -> str:
        """Why what was written last could not be; empty where it could."""
        begin, why = self._failed
        return why if begin and begin != "BEGIN" else ""

    def close(self) -> None:
        """Closes it; then it is not used any more."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def copy(self) -> sqlite3.Connection:
        """A copy of all of it in memory."""
        return _copy_of(self._connection)

    def copy_to(self, path: Path) -> None:
        """Writes a copy of all of it to a file that is not there yet.

        Raises:
            NotKeptError: it cannot be written.
        """
        try:
            with _damage_named():
                self._connection.execute("VACUUM INTO ?", (os.fspath(path),))
        except sqlite3.Error as error:
            _remove(path)
            raise NotKeptError(f"{path}: the copy cannot be written: {_reason(error, path)}") from None

    # ------------------------------------------------------------ opening

    @property
    def path(self) -> Path | None:
        """The file; None where there is no folder."""
        return None if self._folder is None else self._folder / NAME

    def _is_elsewhere(self) -> bool:
        """Whether the file that is open has that name no more: it was removed, or another has taken its place."""
        return self.on_disk and _identity(self.path) != self._identity

    def _reopen(self, condemned: str = "") -> None:
        self.close()
        self._open(condemned)

    def _open(self, condemned: str = "") -> None:
        """Opens the file, or what takes its place.

        Args:
            condemned: what was met in the file as it is; it is moved aside.
        """
        self.on_disk, former = False, self._identity
        self._identity = None
        path = self.path
        if path is None:
            self._connection = self._in_memory()
            return
        try:
            self._take_or_make(path, self._patience, condemned, former)
        except (_UnusableError, sqlite3.Error, OSError) as error:
            self._go_without(path, error)

    def try_again(self) -> None:
        """Takes the file up where it was not to be had and now is: what was kept in memory goes there."""
        path, memory = self.path, self._connection
        if path is None or self.on_disk or not self._passes:
            return
        try:
            self._take_or_make(path, 0)
        except (_UnusableError, sqlite3.Error, OSError):
            return
        try:
            self._transaction("BEGIN IMMEDIATE", lambda c: self._carry(memory, c))
        except sqlite3.Error:
            self.close()
            self._connection, self.on_disk, self._identity = memory, False, None
            return
        memory.close()
        self.unread, self._passes = "", False
        self._be_well()

    def _take_or_make(
        self, path: Path, patience: float, condemned: str = "", former: tuple[int, int] | None = None
    ) -> None:
        """Opens the file, which is made where there is none, or none that holds.

        Raises:
            _UnusableError: it cannot be used.
            sqlite3.Error: likewise.
            OSError: likewise.
        """
        if path.parts[0].startswith("~"):
            raise _UnusableError(Phrase("there is no home folder"))
        if not self._mend:
            if condemned:
                raise _DamagedError(condemned)
            try:
                path.lstat()
            except FileNotFoundError:
                self._connection = self._in_memory()
            else:
                self._take(path, patience)
            return
        with contextlib.suppress(_DamagedError):  # it is looked at again below, where nobody else is at it
            if not condemned and os.path.lexists(path):
                self._take(path, patience)
                return
        self._make(path, patience, condemned, former)

    def _make(self, path: Path, patience: float, condemned: str, former: tuple[int, int] | None) -> None:
        """Moves what lies there aside, unless somebody else has by now, and makes a new file."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        alone = wait(path.parent / "opening.lock", patience)
        if alone is None:
            raise _BusyError(Phrase("another process is opening it and does not come to an end"))
        try:
            if not os.path.lexists(path):
                self._begin(path)
            elif condemned and _identity(path) == former:
                self._replace(path, condemned)
            else:
                try:
                    self._take(path, patience)
                    return
                except _DamagedError as error:
                    self._replace(path, error.args[0])
            self._take(path, patience)
        finally:
            alone.release()

    def _begin(self, path: Path) -> None:
        """Makes a new file, or takes the one that a process made and did not live to give its name."""
        made = path.with_name(_WHILE_MADE)
        try:
            _connected(made, 0).close()
        except (_UnusableError, sqlite3.Error, OSError):
            self._create(made, {})
        for ending in ("-wal", "-shm"):  # of a file that somebody removed: SQLite would take them for this one's
            left = path.with_name(path.name + ending)
            if os.path.lexists(left):
                left.rename(free_name(left, "aside"))
        made.rename(path)

    def _replace(self, path: Path, why: str) -> None:
        """Puts a new file, with all that is intact, in the place of a damaged one, which is kept under another name."""
        made, image = path.with_name(_WHILE_MADE), Image.of(path)
        kept = salvaged(image)
        self._create(made, kept)
        aside = _move_aside(path)
        while (moved := Image.of(aside)) != image:  # another process, which had it open, has written to it meanwhile
            image, kept = moved, salvaged(moved)
            self._create(made, kept)
        made.rename(path)
        self.replaced += 1
        said = Phrase(
            "{path}: damaged ({why}); what is intact is kept, and the damaged file is now {name}"
            if any(kept.values())
            else "{path}: no whole profile ({why}); it is kept as {name}, and a new one is begun",
            path=one_line(str(path)),
            why=why,
            name=aside.name,
        )
        self.tell(said, lasts=False)

    def _take(self, path: Path, patience: float) -> None:
        self._connection = _connected(path, patience)
        self._identity = _identity(path)
        self.on_disk = True

    def _go_without(self, path: Path, error: Exception) -> None:
        self._passes = getattr(error, "passes", True)
        why = _reason(error, path)
        # A file that is not to be used is not even opened: SQLite would lay its own files beside it.
        copied = read_only(path) if self._passes or isinstance(error, _DamagedError) else None
        self.unread = "" if copied is not None else why
        self._connection = copied or self._in_memory()
        if not self._mend:
            if copied is not None and isinstance(error, _DamagedError):
                said = Phrase("{path}: damaged ({why}); this is what is intact", path=one_line(str(path)), why=why)
                self.tell(said, lasts=False)
            return
        again = Phrase("it is tried again with every turn" if self._passes else "--profile DIR names another folder")
        self.tell(Phrase("this is not saved: {why} ({path}; {again})", why=why, path=one_line(str(path)), again=again))

    def _in_memory(self) -> sqlite3.Connection:
        return _laid_out(connect(":memory:"), {}, self._fresh)

    def _create(self, path: Path, kept: Rows) -> None:
        """Makes a whole profile under a name that is not its own yet."""
        _remove(path)
        try:
            with contextlib.closing(connect(os.fspath(path))) as connection:
                connection.execute(f"PRAGMA page_size = {_PAGE}")
                connection.execute("PRAGMA journal_mode = WAL")
                _laid_out(connection, kept, self._fresh)
        except BaseException:
            _remove(path)
            raise


def _laid_out(
    connection: sqlite3.Connection, kept: Rows, fresh: Callable[[sqlite3.Connection], None]
) -> sqlite3.Connection:
    """Makes a profile of an empty database, with rows and what `fresh` writes."""
    connection.execute("BEGIN")
    for statement in SCHEMA.split(";")[:-1]:
        connection.execute(statement)
    for table, rows in kept.items():
        table.write(connection, rows)
    connection.execute(f"PRAGMA application_id = {_APPLICATION}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    fresh(connection)
    connection.execute("COMMIT")
    return connection


def _copy_of(source: sqlite3.Connection) -> sqlite3.Connection:
    """A copy of a database in memory."""
    copied = connect(":memory:")
    try:
        source.backup(copied)
    except BaseException:
        copied.close()
        raise
    return copied


def _read_by(path: Path, way: str) -> contextlib.closing[sqlite3.Connection]:
    """A connection to a file that is left as it is."""
    return contextlib.closing(connect(f"{path.absolute().as_uri()}?mode=ro{way}", uri=True))


def read_only(path: Path) -> sqlite3.Connection | None:
    """A copy in memory of what is intact in a profile's file, which is left as it is; None where that is nothing."""
    # Where SQLite may not lay its own files beside it, it does not look at the log either.
    for way in ("", "&immutable=1")[: 1 if log_of(path) else 2]:
        try:
            with _read_by(path, way) as source:
                _check(source, path)
                return _copy_of(source)
        except (sqlite3.Error, _DamagedError, OSError, ValueError):
            continue
        except _UnusableError:
            return None
    try:
        kept = salvaged(Image.of(path))
    except OSError:
        return None
    return _laid_out(connect(":memory:"), kept, lambda _: None) if any(kept.values()) else None


def fault(path: Path) -> str:
    """Why a file is no whole profile, in words; empty where it is one."""
    try:
        with _read_by(path, "&immutable=1") as source:
            _check(source, path)
    except (sqlite3.Error, _UnusableError, OSError, ValueError) as error:
        return _reason(error, path)
    return ""


def _connected(path: Path, patience: float) -> sqlite3.Connection:
    """A connection to a profile that is whole and can be written to.

    Raises:
        _UnusableError: it is damaged or of a newer format.
        sqlite3.Error: it cannot be written to.
        OSError: likewise.
    """
    if not path.is_file():
        raise _DamagedError("it is no file")
    connection = connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=patience)
    try:
        _check(connection, path)
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG // size}")
        connection.execute(f"PRAGMA journal_size_limit = {_LOG}")
        connection.execute("PRAGMA secure_delete = ON")  # what was forgotten is not found again by a salvage
        # Whole at any instant in which the process may be killed; a power cut may take the last turns.
        connection.execute("PRAGMA synchronous = NORMAL")
        try:
            # A transaction may be begun in what can only be read; writing nothing there fails all the same.
            connection.execute("DELETE FROM preferences WHERE 0")
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY:
                raise
    except sqlite3.Error as error:
        connection.close()
        if _code(error) in _DAMAGES:
            raise _DamagedError(one_line(str(error))) from None
        raise
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Whether it is a profile, of a format that is known, and whole.

    Raises:
        _UnusableError: why not.
        sqlite3.Error: likewise.
    """
    if log_is_damaged(path):
        raise _DamagedError("its log is damaged")
    with _damage_named():
        (whose,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if whose != _APPLICATION:
            raise _DamagedError("it is empty" if path.stat().st_size == 0 else "it is not tilekit's")
        if FORMAT < version <= _HIGHEST:
            newer = Phrase(
                "it was written by a newer tilekit (format {version}, this one reads up to {known}); update tilekit",
                version=version,
                known=FORMAT,
            )
            raise _UnusableError(newer)
        if version != FORMAT:
            raise _DamagedError(f"its format is {version}, expected {FORMAT}")
        with path.open("rb") as file:
            head = file.read(_FORMATS.stop)
        if any(number not in {1, 2} for number in head[_FORMATS]):  # SQLite takes it for one that may only be read
            raise _DamagedError("its head is damaged")
        for table in TABLES:
            connection.execute(f"SELECT {table.listed} FROM {table.name} LIMIT 0")  # noqa: S608 - names
        if path.stat().st_size <= _READ_THROUGH:
            (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if said != "ok":
                raise _DamagedError("its pages do not hold together")
        for table in TABLES:
            if table is not ACTIONS:  # damage in one of those costs its game, and is found when that is played
                table.read(connection)


@contextlib.contextmanager
def _damage_named() -> Iterator[None]:
    """Names damage that SQLite describes with bytes of the file, which are no text."""
    try:
        yield
    except UnicodeDecodeError:
        raise DamageError("its tables cannot be read") from None


def _code(error: Exception) -> int | None:
    """The primary result code; None where none was given."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _is_for_want_of_room(error: Exception, path: Path | None) -> bool:
    return _code(error) == sqlite3.SQLITE_FULL or (_code(error) in _VAGUE and _is_full(path))


def _reason(error: Exception, path: Path | None) -> str:
    """Why something could not be done with a file, for a player."""
    if isinstance(error, _UnusableError):
        said: str = error.args[0]  # a phrase, which `str` would make a plain text of
        return said
    code = _code(error)
    number = getattr(error, "errno", None)
    if number in {errno.ENOSPC, errno.EDQUOT} or _is_for_want_of_room(error, path):
        return Phrase("the disk is full")
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return Phrase("another program has it locked")
    if code == sqlite3.SQLITE_READONLY or number in {errno.EACCES, errno.EROFS, errno.EPERM}:
        if path is not None and not os.path.lexists(path.parent):
            return Phrase("its folder cannot be made")
        readable = path is None or os.access(path.parent, os.R_OK | os.X_OK)
        return Phrase("it may not be written to") if readable else Phrase("its folder may not be read")
    if number in {errno.EEXIST, errno.ENOTDIR}:
        return Phrase("there is a file where its folder should be")
    return one_line(getattr(error, "strerror", None) or str(error))


def _is_full(path: Path | None) -> bool:
    """Whether the disk has no room left where a file is to lie."""
    with contextlib.suppress(OSError):
        for folder in () if path is None else path.parents:
            if folder.is_dir():
                return shutil.disk_usage(folder).free < _FULL
    return False


def _identity(path: Path | None) -> tuple[int, int] | None:
    """By what a file is known, whatever its name; None where there is none."""
    with contextlib.suppress(OSError):
        if path is not None:
            found = path.stat()
            return found.st_dev, found.st_ino
    return None


def free_name(path: Path, what: str) -> Path:
    """A name beside another that is not taken, neither for a database nor for what belongs to it."""
    number = 1
    while any(os.path.lexists(path.with_name(f"{path.name}.{what}-{number}{end}")) for end in ("", "-wal", "-shm")):
        number += 1
    return path.with_name(f"{path.name}.{what}-{number}")


def _move_aside(path: Path) -> Path:
    """Gives a database, with what belongs to it, another name."""
    aside = free_name(path, "aside")
    path.rename(aside)
    for ending in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    return aside


def _remove(path: Path) -> None:
    """Removes a file that was being made, with what belongs to it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + ending).unlink()
