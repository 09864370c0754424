"""The profile: what outlives the process of a player.

Owns the games under way and those played, best scores, ranks, statistics and the last choice of preferences: what is
kept of them, which game is resumed, and that no game is played by two at once. It does not own the file they lie in
(see `tilekit.profile.database`), nor what a session does with them.
"""

# ruff: noqa: SLF001 - a profile and its seats are one thing in two classes

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self
from weakref import WeakSet

from tilekit.errors import SaveError, TilekitError, UsageError, one_line
from tilekit.folders import user_folder
from tilekit.game import Game
from tilekit.playable import Playable
from tilekit.profile.claims import Claim, claim
from tilekit.profile.database import COLUMNS, HOMELESS, NotKeptError, ProfileFile, free_name
from tilekit.profile.exchange import Imported, carry_over, exported, take_in
from tilekit.profile.rows import ACTIONS, GAMES, MARKS, PREFERENCES, KeptGame, actions_of
from tilekit.profile.rows import Row as Values
from tilekit.replay import game_of
from tilekit.ruleset.models import Given
from tilekit.saves import SAVE_FORMAT, Check, RulesetName, Saved
from tilekit.view import progress
from tilekit.words import Phrase

#: The environment variable that names the folder; empty for no profile.
VARIABLE: Final = "TILEKIT_PROFILE"
#: How many games are looked at to find one that is free.
_LOOKED_AT: Final = 50

#: Ends the name under which the games of a file are kept whose id an installed ruleset has; no id has an @ in it.
OF_FILE: Final = "@file"


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the games of one version of a ruleset came to.

    Each game counts once, as it stands: one that was undone after its end and ended again ended once.
    """

    ruleset: str
    version: int
    begun: int
    """Games in which something was played."""
    finished: int
    won: int
    actions: int
    """Of all games, undo included."""
    best: int
    rank: str
    """The highest title earned; empty where there is none."""
    played: int
    """When one was last played, in seconds since 1970; 0 where none was."""


def name_of(rules: Playable) -> str:
    """The name under which games of these rules are kept: ``merge``, ``merge:hard``, ``merge@file``.

    It is the id, but for a file that has the id of an installed ruleset and is another game.
    """
    return rules.id + OF_FILE if rules.shadows_installed else rules.id


def default_folder(environment: Mapping[str, str] | None = None) -> Path | None:
    """Where the profile lies: as ``TILEKIT_PROFILE`` says, else in the user's data; None for no profile.

    Where the user has no home folder it is one that cannot be used, which `Profile` reports.
    """
    named = (os.environ if environment is None else environment).get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    return user_folder("data") or HOMELESS


class Profile:
    """The games, marks and preferences of one player.

    Nothing that goes wrong with its file stops play: it is said in `problems`, and play goes on with a new file or in
    memory. What is damaged is moved aside, never deleted.

    Args:
        folder: where it is kept; made when missing. None for one that ends with the process.
        patience: seconds to wait for another process at most.
        clock: seconds since 1970.
        mend: whether a file is made where there is none, and one that is damaged moved aside and begun anew; else all
            is left as it is, and `unread` says what is wrong.

    Attributes:
        folder: where it is kept, or None.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str] | None,
        *,
        patience: float = 2.0,
        clock: Callable[[], float] = time.time,
        mend: bool = True,
    ) -> None:
        self.folder = None if folder is None else Path(folder)
        self._clock = clock
        self._read_marks: dict[tuple[str, int], tuple[int, int | None, str]] = {}
        self._choices: dict[str, str] = {}
        self._seats: WeakSet[Seat] = WeakSet()
        self._file = ProfileFile(
            self.folder, patience=patience, fresh=self._write_what_was_read, carry=self._carry_over, mend=mend
        )
        self._choices = self._look(_choices, {})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Releases the games that are open, and closes its file; then it is not used any more."""
        self._file.try_again()
        for seat in list(self._seats):
            seat.leave()
        self._file.close()

    @property
    def problems(self) -> list[str]:
        """What went wrong with it, a line each, oldest first; whoever has told them may clear the list."""
        return self._file.problems

    def tell(self, text: str) -> None:
        """Adds a line to the problems and the news."""
        self._file.tell(text, lasts=False)

    def take_news(self) -> list[str]:
        """What players are to be told since they were told last, a line each: phrases, in which it is said in words.

        What goes wrong is told once, when it happens, and once more when it is well again.
        """
        news, self._file.news = self._file.news, []
        return news

    def first_news(self) -> list[str]:
        """What is to be told to whoever sits down: what is wrong, though others were told of it, then `take_news`."""
        news, trouble = self.take_news(), self.trouble
        return [trouble, *news] if trouble and trouble not in news else news

    @property
    def trouble(self) -> str:
        """Why nothing is saved now, in one line; empty where all is."""
        return self._file.trouble

    @property
    def failing(self) -> str:
        """Why what was saved last is not; empty where it is."""
        return self._file.failing

    @property
    def unread(self) -> str:
        """Why what lies in its folder is not known; empty where it is."""
        return self._file.unread

    @property
    def on_disk(self) -> bool:
        """Whether it outlives the process; False where its folder cannot be used."""
        return self._file.on_disk

    def _look(self, work: Callable[[sqlite3.Connection], Any], otherwise: Any) -> Any:  # noqa: ANN401 - of any type
        """What a look gives, or something else where it cannot be read now."""
        try:
            return self._file.read(work)
        except NotKeptError:
            return otherwise

    def _write_what_was_read(self, connection: sqlite3.Connection) -> None:
        """What was known of a file that had to be left, into the one that takes its place."""
        for key, (best, rank, title) in self._read_marks.items():
            found, found_rank, _ = _marks(connection, *key)
            if found < best or (rank is not None and (found_rank is None or found_rank < rank)):
                MARKS.write(connection, [(*key, best, rank, title)])
        PREFERENCES.write(connection, list(self._choices.items()))

    def _carry_over(self, memory: sqlite3.Connection, connection: sqlite3.Connection) -> None:
        """What was kept in memory while the file was not to be had, into the file: nothing that is there is lost."""
        renamed = carry_over(memory, connection)
        PREFERENCES.write(connection, list(self._choices.items()))
        for seat in self._seats:
            seat.hold(renamed)

    # ------------------------------------------------------------ looking

    def games(self, ruleset: str | None = None) -> list[KeptGame]:
        """All games, or those of one ruleset, the latest first."""
        of, values = ("", ()) if ruleset is None else ("WHERE ruleset = ?", (ruleset,))
        found: list[KeptGame] = self._look(lambda c: _games(c, f"{of} ORDER BY touched DESC", values), [])
        return found

    def find(self, beginning: str) -> KeptGame:
        """The game of an id, or of the beginning of one.

        Raises:
            UsageError: there is none, or there are several.
        """
        which, bounds = "WHERE id BETWEEN ? AND ? LIMIT 2", (beginning, beginning + "\U0010ffff")
        found: list[KeptGame] = self._look(lambda c: _games(c, which, bounds), []) if beginning else []
        if len(found) != 1:
            what = f'no game "{one_line(beginning, 40)}"' if not found else f"more than one game {beginning}…"
            raise UsageError(f"the profile has {what}; tilekit profile games lists them")
        return found[0]

    def running(self, rules: Playable) -> KeptGame | None:
        """The game that would be resumed, or None."""
        games = self.games(name_of(rules))
        return next((game for game in games if game.is_running and game.digest == rules.digest), None)

    def is_open(self, game: KeptGame) -> bool:
        """Whether a session holds it now, in whatever process."""
        held = self._claim(game.id)
        if held is not None:
            held.release()
        return held is None

    def statistics(self) -> list[Statistics]:
        """What the games of each version of each ruleset came to, in the order of their ids."""
        games = [game for game in self.games() if game.actions]
        marks: list[Values] = self._look(MARKS.read, [])
        found = []
        for ruleset, version in sorted({(each.ruleset, each.version) for each in games} | {row[:2] for row in marks}):
            best, _, title = self._marks(ruleset, version)
            mine = [game for game in games if (game.ruleset, game.version) == (ruleset, version)]
            finished = [game for game in mine if game.status == "over"]
            summary = Statistics(
                ruleset,
                version,
                begun=len(mine),
                finished=len(finished),
                won=sum(game.outcome == "won" for game in finished),
                actions=sum(game.actions for game in mine),
                best=best,
                rank=title,
                played=max((game.played for game in mine), default=0),
            )
            found.append(summary)
        return found

    def statistics_of(self, rules: Playable) -> Statistics | None:
        """What the games of a ruleset came to, as `statistics` has it; None where none was played."""
        mine = (name_of(rules), rules.version)
        return next((each for each in self.statistics() if (each.ruleset, each.version) == mine), None)

    def marks(self, rules: Playable, *, but: str = "") -> tuple[int, str]:
        """The best score and the highest title of a ruleset.

        Args:
            rules: of that ruleset; its version counts.
            but: the id of a game that is going on: what it stands at now is left out.
        """
        best, rank, _ = self._marks(name_of(rules), rules.version, but)
        earned = [title for number, title in rules.rank_steps if rank is not None and number <= rank]
        return best, earned[-1] if earned else ""

    def _marks(self, ruleset: str, version: int, but: str = "") -> tuple[int, int | None, str]:
        known = self._read_marks.get((ruleset, version), (0, None, ""))
        best, rank, title = self._look(lambda c: _marks(c, ruleset, version, but), known)
        if not but:
            self._read_marks[ruleset, version] = (best, rank, title)
        return best, rank, title

    # ------------------------------------------------------------ preferences

    @property
    def choices(self) -> dict[str, str]:
        """What was chosen last, by name of the preference; only what was ever chosen."""
        return dict(self._choices)

    def choose(self, **choices: str) -> None:
        """Keeps what was chosen."""
        self._choices.update(choices)
        with contextlib.suppress(NotKeptError):  # it is among the problems
            self._file.write(lambda c: PREFERENCES.write(c, list(choices.items())))

    # ------------------------------------------------------------ games

    def _claim(self, name: str) -> Claim | None:
        """Claims a game; None where a session holds it, in whatever process."""
        if self.folder is None or not self.on_disk:
            return Claim()
        folder = self.folder / "open"
        try:
            folder.mkdir(exist_ok=True)
        except OSError:
            return Claim()
        return claim(folder / name)

    def load(self, game: KeptGame, rules: Playable) -> Game:
        """Replays a game, its history included.

        Raises:
            SaveError: it is of other rules, or does not hold; says which.
        """
        name = f"game {game.id}"
        known = rules.id if game.ruleset == name_of(rules) else game.ruleset.removesuffix(OF_FILE)
        actions = self._file.read(lambda c: actions_of(c, game.id))[: game.actions]
        try:
            save = Saved(
                tilekit="game",
                format=SAVE_FORMAT,
                ruleset=RulesetName(id=known, version=game.version, digest=game.digest),
                seed=game.seed,
                given=None if game.given is None else Given.model_validate_json(game.given),
                actions=actions,
                checks={},
                now=Check(turn=game.turn, score=game.score, status=game.status, reason=game.reason, digest=game.state),
            )
        except ValueError:
            raise SaveError(f"{name}: damaged: what is kept of it is no game") from None
        if len(save.actions) != game.actions:
            raise SaveError(f"{name}: damaged: action {len(actions) + 1} of {game.actions} cannot be read")
        try:
            return game_of(name, save, rules)
        except SaveError:
            raise
        except TilekitError as error:
            raise SaveError(f"{name}: does not hold: {error}") from None

    def write_replay(self, game: KeptGame, rules: Playable, path: str | os.PathLike[str]) -> None:
        """Writes a game as a file that `tilekit.verify` takes.

        Raises:
            SaveError: it does not hold, or cannot be written; says why.
        """
        self.load(game, rules).save(path)

    # ------------------------------------------------------------ elsewhere

    def exported(self) -> dict[str, Any]:
        """All that is kept, as plain data that TOML can say.

        Raises:
            SaveError: it cannot be read now.
        """
        return self._file.read(exported)

    def take_in(self, data: Any) -> Imported:  # noqa: ANN401 - whatever a file holds
        """Joins what was exported with what is here: nothing here is lost, and nothing is there twice.

        A game that went on elsewhere goes on here; one that went on in two ways becomes two games. Of two best scores
        the higher stays, of two choices the one made here.

        Raises:
            SaveError: it is no profile, or of a newer format, or cannot be written; then nothing has changed.
        """
        taken = self._file.write(lambda c: take_in(c, data, self._claim))
        self._choices = self._look(_choices, self._choices)
        return taken

    def would_take(self, data: Any) -> Imported:  # noqa: ANN401 - whatever a file holds
        """What `take_in` would come to; nothing changes.

        Raises:
            SaveError: it is no profile, or of a newer format.
        """
        with contextlib.closing(self._file.copy()) as copied:
            return take_in(copied, data, lambda _: Claim())

    def reset(self, ruleset: str | None = None) -> Path:
        """Forgets all games and marks, or those of one ruleset, and the preferences with all.

        Returns:
            Where a copy of what was there is.

        Raises:
            SaveError: no copy could be made; then nothing is forgotten.
        """
        path = self._file.path
        if path is None or not self.on_disk:
            raise SaveError("the profile is not on disk; there is nothing to forget")
        copy = free_name(path, "backup")
        self._file.copy_to(copy)
        of, values = ("WHERE ruleset = ?", (ruleset,)) if ruleset is not None else ("", ())

        def forget(c: sqlite3.Connection) -> None:
            c.execute(f"DELETE FROM actions WHERE game IN (SELECT id FROM games {of})", values)  # noqa: S608 - as above
            for table in ("games", "marks"):
                c.execute(f"DELETE FROM {table} {of}", values)  # noqa: S608 - as above
            if ruleset is None:
                c.execute("DELETE FROM preferences")

        self._file.write(forget)
        self._read_marks.clear()
        self._choices = self._look(_choices, self._choices)
        return copy

    def _gather(self, rules: Playable) -> None:
        """Keeps the games of exactly these rules under their name.

        They may be under the other one: from before the two were told apart, or since what is installed has changed.
        """
        name = name_of(rules)
        other = rules.id if rules.shadows_installed else rules.id + OF_FILE
        where, values = "WHERE ruleset = ? AND digest = ?", (other, rules.digest)
        if self._look(lambda c: c.execute(f"SELECT 1 FROM games {where} LIMIT 1", values).fetchone(), None) is None:  # noqa: S608 - as above
            return
        # What was kept aside for being of other rules than the namesake's is so no longer.
        changes = "ruleset = ?, aside = aside AND why = '', why = ''"
        with contextlib.suppress(NotKeptError):  # it is among the problems
            self._file.write(lambda c: c.execute(f"UPDATE games SET {changes} {where}", (name, *values)))  # noqa: S608 - as above

    def _set_aside(self, game: KeptGame, why: str) -> None:
        """Keeps a game that cannot be resumed out of the way, and says so."""
        at = Phrase("turn {turn}, score {score}" if game.score else "turn {turn}", turn=game.turn, score=game.score)
        name, reason = one_line(game.ruleset), one_line(why)
        self.tell(
            Phrase("The game of {ruleset} at {progress} is set aside: {why}", ruleset=name, progress=at, why=reason)
        )
        with contextlib.suppress(NotKeptError):  # it is among the problems, and tried again at the next start
            self._file.write(lambda c: c.execute("UPDATE games SET aside = 1, why = ? WHERE id = ?", (why, game.id)))

    def _make_way(self, row: Row, rules: Playable) -> None:
        """Puts aside the other games of these rules that are running and played by nobody: one was begun anew."""
        for kept in [game for game in self.games(rules.id) if game.is_running and game.digest == rules.digest]:
            mine = any(seat.former == kept.id for seat in self._seats)
            if kept.id == row.id or (self.is_open(kept) and not mine):
                continue
            with contextlib.suppress(NotKeptError):
                self._file.write(lambda c, name=kept.id: _put_aside(c, name))  # type: ignore[misc]

    def _drop(self, row: Row) -> None:
        """Forgets a game in which nothing was played."""
        with contextlib.suppress(NotKeptError):
            self._file.write(lambda c: c.execute("DELETE FROM games WHERE id = ? AND actions = 0", (row.id,)))

    def _keep(self, row: Row, rules: Playable) -> bool:
        """Writes what is new of a game; whether it was done."""
        try:
            row.id, row.saved = self._file.write(lambda c: self._append(c, row, rules))
            row.replaced = self._file.replaced
        except NotKeptError:
            return False
        return True

    def _append(self, c: sqlite3.Connection, row: Row, rules: Playable) -> tuple[str, int]:
        """Writes the actions a row has not yet, and what the game has come to; gives its id and how many it has."""
        game = row.game
        assert game is not None
        name, played, now = row.id, game.actions, int(self._clock())
        before = next(iter(_games(c, "WHERE id = ?", (name,))), None)
        if before is not None and row.replaced != self._file.replaced:
            c.execute("DELETE FROM actions WHERE game = ?", (name,))  # any of them may be damaged
            before = before.model_copy(update={"actions": 0})
        elif before is not None and before.actions != row.saved and actions_of(c, name) != [*played[: before.actions]]:
            # Somebody else went on with it, where files cannot be locked: both games stay.
            name, before = new_id(), None
        if before is None:
            data = None if game.given is None else json.dumps(game.given.model_dump(exclude_defaults=True))
            c.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, '', '', '', '', NULL, '', NULL, 0, '', ?, ?, 0)",
                (name, name_of(rules), rules.version, rules.digest, game.seed, data, now, now),
            )
            c.execute("DELETE FROM actions WHERE game = ?", (name,))
        rank, title, mark = (None, "", None) if before is None else (before.rank, before.title, before.mark)
        written = 0 if before is None else before.actions
        ACTIONS.write(c, [(name, number, played[number]) for number in range(written, len(played))])
        earned = next((number for number, each in rules.rank_steps if each == game.rank), None)
        if earned is not None and (rank is None or earned > rank):
            rank, title = earned, game.rank
        if row.aside:
            mark = game.score if mark is None else max(mark, game.score)
        c.execute(
            "UPDATE games SET actions = ?, turn = ?, score = ?, status = ?, reason = ?, outcome = ?, state = ?,"
            " rank = ?, title = ?, mark = ?, aside = ?, why = '', played = ? WHERE id = ?",
            (
                *(len(played), game.turn, game.score, game.status, game.reason, game.outcome, game.digest),
                *(rank, title, mark, row.aside, now, name),
            ),
        )
        (others,) = c.execute("SELECT max(touched) FROM games WHERE id <> ?", (name,)).fetchone()
        if others is not None:  # two indexes have it, so it is written only where another was played since
            c.execute("UPDATE games SET touched = ? WHERE id = ? AND touched <= ?", (others + 1, name, others))
        return name, len(played)


@dataclass(slots=True, eq=False)
class Row:
    """A game of a seat, and how much of it is written."""

    id: str = ""
    game: Game | None = None
    """None while it has not been replayed."""
    saved: int = 0
    replaced: int = 0
    """How many damaged files had been replaced when it was written."""
    aside: bool = False
    held: Claim | None = None


class Seat:
    """A session's place in a profile: the game it plays, and the one before it.

    Attributes:
        elsewhere: the game that would have been resumed, were it not open in another session; or None.
        resumed: whether the game was resumed.
    """

    def __init__(self, profile: Profile, rules: Playable) -> None:
        profile._gather(rules)
        profile._seats.add(self)
        self._profile, self._rules = profile, rules
        self.elsewhere: KeptGame | None = None
        self.resumed = False
        self._now = Row()
        self._before: Row | None = None
        self._unwritten: list[Row] = []
        self._chosen = False  # whether what is played was begun anew, or asked for by its id
        self._anew = False  # whether it is still to take the place of those that are running

    @property
    def id(self) -> str:
        """The id of the game now played; empty until it is kept: with its first action, or since it was begun anew."""
        return self._now.id

    @property
    def is_written(self) -> bool:
        """Whether all of the game now played is kept."""
        return bool(self._now.id) and self._now not in self._unwritten

    @property
    def former(self) -> str:
        """The id of the game before; empty where there is none."""
        return "" if self._before is None else self._before.id

    def marks(self) -> tuple[int, str]:
        """The best score without what the game now played stands at, and the highest title."""
        self._profile.marks(self._rules)  # so that it is known should the file be lost
        return self._profile.marks(self._rules, but=self._now.id)

    def sit(self, *, resume: bool, name: str = "") -> Game | None:
        """Takes the seat.

        Args:
            resume: whether to go on with the game that was left.
            name: the id of the game to go on with instead.

        Returns:
            The game to go on with; None for a new one.

        Raises:
            UsageError: there is no such game, or it is open.
            SaveError: it does not hold, or is of other rules.
        """
        game = self._named(name) if name else self._left() if resume else None
        self.resumed = game is not None
        self._anew = self._chosen = bool(name) or not resume
        self._before = self._look_back()
        return game

    def news(self, game: Game) -> Iterator[Phrase]:
        """Which game was sat down to, where that is not simply a new one.

        Args:
            game: the one now played.
        """
        if self.elsewhere is not None:
            at = progress(self._rules.ruleset, self.elsewhere.turn, self.elsewhere.score)
            yield Phrase(
                "The game at {progress} is open in another session."
                if self.resumed
                else "The game at {progress} is open in another session; this is a new game.",
                progress=at,
            )
        if self.resumed and game.actions:
            yield Phrase("Resumed at {progress}.", progress=progress(self._rules.ruleset, game.turn, game.score))

    def _named(self, name: str) -> Game:
        kept = self._profile.find(name)
        mine = name_of(self._rules)
        if kept.ruleset != mine:
            raise UsageError(f"game {kept.id} is one of {kept.ruleset}, not of {mine}")
        held = self._profile._claim(kept.id)
        if held is None:
            raise UsageError(f"game {kept.id} is open already")
        return self._take(kept.id, held)

    def _left(self) -> Game | None:
        for kept in [game for game in self._profile.games(name_of(self._rules)) if game.is_running][:_LOOKED_AT]:
            held = self._profile._claim(kept.id)
            if held is None:
                self.elsewhere = self.elsewhere or kept
                continue
            try:
                return self._take(kept.id, held)
            except NotKeptError:
                continue  # it could not be read, which says nothing about the game
            except TilekitError as error:
                self._profile._set_aside(kept, str(error))
        return None

    def _take(self, name: str, held: Claim) -> Game:
        try:
            kept = self._profile.find(name)
            game = self._profile.load(kept, self._rules)
        except BaseException:
            held.release()
            raise
        self._now = Row(kept.id, game, kept.actions, held=held)
        return game

    def _look_back(self) -> Row | None:
        """The latest other game of these rules that is free."""
        known = [
            game
            for game in self._profile.games(name_of(self._rules))
            if game.digest == self._rules.digest and game.id != self._now.id and not game.why and game.actions
        ]
        for kept in known[:_LOOKED_AT]:
            held = self._profile._claim(kept.id)
            if held is not None:
                return Row(kept.id, None, kept.actions, held=held)
        return None

    def save(self, game: Game) -> None:
        """Keeps the game as it stands."""
        self._now.game = game
        if not game.is_fork:
            self._write(self._now)

    def _write(self, row: Row) -> None:
        """Writes a row, and those that could not be written before."""
        waiting = [*self._unwritten, row] if row not in self._unwritten else self._unwritten
        self._unwritten = [each for each in waiting if not self._written(each)]

    def _written(self, row: Row) -> bool:
        if row.held is None:
            row.id = row.id or new_id()
            row.held = self._profile._claim(row.id)
            if row.held is None:  # somebody else took it when this seat was left
                row.id = new_id()
                row.held = self._profile._claim(row.id)
        name = row.id
        if not self._profile._keep(row, self._rules):
            return False
        if row.id != name:
            row.held = self._profile._claim(row.id)
        if self._anew and row is self._now:
            self._anew = False
            self._profile._make_way(row, self._rules)
        return True

    def hold(self, renamed: Mapping[str, str]) -> None:
        """Claims its games in a file that has just taken over from memory, where nothing was claimed.

        Args:
            renamed: ids that have become others there.
        """
        self._anew = self._chosen
        for row in {id(row): row for row in (self._now, self._before, *self._unwritten) if row is not None}.values():
            row.id = renamed.get(row.id, row.id)
            if row.held is not None:
                row.held.release()
            row.held = self._profile._claim(row.id) if row.id else None
            if row.id and row.held is None:  # somebody plays it there: both games stay
                row.id, row.saved, row.held = "", 0, None

    @property
    def has_former(self) -> bool:
        """Whether there is a game to reopen."""
        return self._before is not None

    def put_aside(self, game: Game) -> None:
        """The game now played makes place for a new one.

        Args:
            game: it, as it stands; a copy will do.
        """
        row = self._now
        if not game.actions or game.is_fork:
            return
        row.game, row.aside = game, True
        self._write(row)
        self._before, self._now = row, Row()

    def begin(self, game: Game) -> None:
        """A new game is played from now on. It is kept before its first action, to come back as it was dealt."""
        self._abandon()
        self.save(game)

    def _abandon(self) -> None:
        """Leaves a game in which nothing was played, which is not kept any more."""
        row, self._now = self._now, Row()
        self._unwritten = [each for each in self._unwritten if each is not row]
        if row.id:
            self._profile._drop(row)
        if row.held is not None:
            row.held.release()

    def stand_up(self, game: Game) -> None:
        """No game is played here any more, since one of other rules is: what was played is put aside."""
        self.put_aside(game)
        self._abandon()

    def reopen(self, game: Game | None) -> Game | None:
        """Changes the game now played for the one before it.

        Args:
            game: the one now played; None where that is of other rules, and has a seat of its own.

        Returns:
            The other; None where there is none, or it does not hold.
        """
        row = self._before
        if row is None:
            return None
        if row.game is None:
            try:
                kept = self._profile.find(row.id)
                row.game, row.saved = self._profile.load(kept, self._rules), kept.actions
            except TilekitError as error:
                self._profile.tell(one_line(str(error)))
                self._before = None
                return None
        if game is not None:
            self.stand_up(game)
        left = self._before
        row.aside = False
        self._write(row)
        self._now = row
        self._before = left if left is not row else self._look_back()
        return row.game

    def leave(self) -> None:
        """Releases its games, so that others may resume them."""
        self._unwritten = [row for row in self._unwritten if not self._written(row)]
        for row in (self._now, self._before):
            if row is not None and row.held is not None:
                row.held.release()
                row.held = None


def _put_aside(c: sqlite3.Connection, name: str) -> None:
    c.execute("UPDATE games SET aside = 1, mark = max(ifnull(mark, score), score) WHERE id = ?", (name,))
    c.execute("DELETE FROM games WHERE id = ? AND actions = 0", (name,))


def new_id() -> str:
    """An id for a game: nobody else's, and short enough to type the beginning of."""
    return secrets.token_hex(6)


def _choices(c: sqlite3.Connection) -> dict[str, str]:
    return dict(PREFERENCES.read(c, "ORDER BY name"))


def _games(c: sqlite3.Connection, which: str, values: tuple[str | int, ...] = ()) -> list[KeptGame]:
    """Games of a database; the rest of the statement says which, and in what order."""
    rows = [dict(zip(COLUMNS, row, strict=False)) for row in GAMES.read(c, which, values)]
    return [KeptGame.model_construct(**row | {"aside": bool(row["aside"])}) for row in rows]


def _marks(c: sqlite3.Connection, ruleset: str, version: int, but: str = "") -> tuple[int, int | None, str]:
    """The best score of a version of a ruleset, the highest rank and its title; 0, None and "" where there is none."""
    key = "WHERE ruleset = ? AND version = ?"
    best, ranks = [0], []
    for game in _games(c, f"{key} AND actions > 0", (ruleset, version)):
        best += [score for score in (game.mark, None if game.id == but else game.score) if score is not None]
        ranks += [] if game.rank is None else [(game.rank, game.title)]
    for _, _, score, rank, title in MARKS.read(c, key, (ruleset, version)):
        best.append(score)
        ranks += [] if rank is None else [(rank, title)]
    return (max(best), *max(ranks, default=(None, "")))
