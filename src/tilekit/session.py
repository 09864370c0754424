"""A session: what a frontend plays.

Owns one sitting at one ruleset: the game now running, the one before it, fresh games by the rules as their file has
them by then, the best score, ranks, the words for a refusal; and recordings, which are sessions that play by
themselves. It does not own how anything is drawn, nor what outlives the process: it tells the profile of each change.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, SupportsIndex

from tilekit.actions import text_of
from tilekit.errors import IllegalAction, PluginError, RulesetError, SaveError, TilekitError, UsageError, one_line
from tilekit.game import Game, Turn, no_such_action
from tilekit.internals import closed
from tilekit.preferences import Preferences
from tilekit.preview import Preview, preview
from tilekit.refusals import Refusal
from tilekit.scenes import Scene, Still, scenes
from tilekit.view import Button, Panel, View, tile_view, view
from tilekit.words import Phrase, Words, words_of

if TYPE_CHECKING:
    from tilekit.playable import Playable
    from tilekit.profile.profile import Profile, Seat, Statistics
    from tilekit.profile.rows import KeptGame

#: Why an observer may change nothing. For whoever writes plugins, and so not in a player's language.
_WHILE_REPORTING: Final = "a turn is being reported; an observer may look at the game, and play on game.copy()"


def fresh_seed() -> int:
    """A seed for a new game: short enough to be told to somebody."""
    return secrets.randbelow(1_000_000_000)


def _seat_of(profile: Profile | None, rules: Playable) -> Seat | None:
    """The place of a session in its profile, where there is one."""
    if profile is None:
        return None
    from tilekit.profile.profile import Seat  # databases are not imported for play without a profile

    return Seat(profile, rules)


class Session:
    """A sitting at one ruleset.

    Args:
        rules: what is played. New and Restart read their file again.
        seed: of the first game; a fresh one if None.
        game: the game to go on with, instead of a new one.
        notify: called as the observer hooks are, with the hook's name and its arguments.
        preferences: how the player wants it shown.
        profile: where games, marks and preferences are kept; nothing outlives the process if None.
        resume: whether to resume the game that was left unfinished in the profile, where there is one.
        game_id: the id of the game in the profile to resume, instead of the latest.

    Attributes:
        rules: of the game now running.
        game: the game now running. Look at it, and play through the session.
        last_turn: the latest turn; None before the first.
        groups_numbers: whether large numbers are shown with a comma between thousands. A frontend whose output a
            program may read sets it to False before it asks for words or a view.
        news: what the sitting has to tell beside the game, since its beginning or since the latest action: which game
            was resumed, that it cannot be saved, that it can again. It comes first among the notices of `view`.

    Raises:
        UsageError: the game that was asked for by its id is not there, or is open already.
        SaveError: it is of other rules, or does not hold.
    """

    def __init__(
        self,
        rules: Playable,
        seed: int | str | None = None,
        *,
        notify: Callable[..., None] | None = None,
        game: Game | None = None,
        preferences: Preferences | None = None,
        profile: Profile | None = None,
        resume: bool = False,
        game_id: str = "",
    ) -> None:
        if not isinstance(resume, bool):
            raise UsageError(f"resume is True or False, found {resume!r}; name a game with game_id")
        self._notify = notify
        self._preferences = preferences or Preferences()
        self.last_turn: Turn | None = None
        self._profile = profile
        self._seat: Seat | None = _seat_of(profile, rules)
        self._other_seat: Seat | None = None  # that of the game before, where it is of other rules
        if self._seat is not None:
            game = self._seat.sit(resume=resume, name=game_id) or game
        self._best_before, self._rank_before = (0, "") if self._seat is None else self._seat.marks()
        self.game: Game = game or Game(rules, fresh_seed() if seed is None else seed)
        self._former: Game | None = None
        self._undone: list[str] = []  # what redo plays, the latest last
        self._still: Still | None = None
        self._reporting = False
        self._words: dict[tuple[object, ...], Words] = {}
        self.groups_numbers = True
        self._marks: dict[tuple[str, int], tuple[int, str]] = {}
        self.news: tuple[str, ...] = tuple(self._first_news())

    def _first_news(self) -> Iterator[str]:
        if self._profile is None or self._seat is None:
            return
        yield from self._profile.first_news()
        yield from self.resumption

    def _take_news(self) -> None:
        self.news = () if self._profile is None else tuple(self._profile.take_news())

    @property
    def rules(self) -> Playable:
        """What is played: other rules than at first, once New or Restart has found the file changed."""
        return self.game.rules

    @property
    def best(self) -> int:
        """The highest score any run stands at; undoing takes a run's mark back with it."""
        return max(self._best_before, self.game.score)

    @property
    def rank(self) -> str:
        """The highest title earned in this sitting; never lost, not by undo either."""
        order = ["", *(title for _, title in self.rules.rank_steps)]
        return max((self._rank_before, self.game.rank), key=order.index)

    @property
    def game_id(self) -> str:
        """The id of the game in the profile; empty without a profile, and until the game is kept."""
        return "" if self._seat is None else self._seat.id

    @property
    def resumed(self) -> bool:
        """Whether the session began by resuming a game of the profile."""
        return self._seat is not None and self._seat.resumed

    @property
    def open_elsewhere(self) -> KeptGame | None:
        """The game that was not resumed because it is open in another session; or None."""
        return None if self._seat is None else self._seat.elsewhere

    @property
    def resumption(self) -> tuple[Phrase, ...]:
        """What was resumed and what was not, in words; empty for a new game."""
        return () if self._seat is None else tuple(self._seat.news(self.game))

    @property
    def kept(self) -> bool:
        """Whether the game as it stands is written to the profile on disk."""
        return self._profile is not None and self._seat is not None and self._profile.on_disk and self._seat.is_written

    @property
    def can_reopen(self) -> bool:
        """Whether there is a game that Restart or New put aside."""
        if self._seat is None:
            return self._former is not None
        return self._seat.has_former or (self._other_seat is not None and self._other_seat.has_former)

    @property
    def can_redo(self) -> bool:
        """Whether there is an action that undo took back, and nothing was played since."""
        return bool(self._undone)

    @property
    def is_first(self) -> bool:
        """Whether nothing was ever played of this ruleset, as far as anybody has kept it."""
        if self.game.actions or self._former is not None or self.last_turn is not None:
            return False
        return self.statistics() is None

    def preview(self, action: str) -> Preview:
        """What an action would do to the board, as far as chance has no part in it; empty where it is refused."""
        return preview(self.game, action)

    def statistics(self) -> Statistics | None:
        """What the games of these rules came to; None where no profile keeps them, or none was played."""
        return None if self._profile is None else self._profile.statistics_of(self.rules)

    @property
    def preferences(self) -> Preferences:
        """How the player wants it shown. A frontend that lets the player change that sets it; the profile keeps it."""
        return self._preferences

    @preferences.setter
    def preferences(self, chosen: Preferences) -> None:
        self._must_be_open("preferences")
        before, self._preferences = asdict(self._preferences), chosen
        changed = {name: value for name, value in asdict(chosen).items() if value != before[name]}
        if self._profile is not None and changed:
            self._profile.choose(**changed)

    def speak_english(self) -> None:
        """Speaks English from now on, for a screen that has no letters for the language chosen; that stays chosen."""
        self._must_be_open("speak_english")
        self._preferences = replace(self._preferences, language="en")

    def words(self, *packages: str) -> Words:
        """The words of the player's language.

        Args:
            packages: whose catalogues to take beside the engine's and the ruleset's: a frontend names its own.
        """
        language = self.preferences.language
        asked = (self.groups_numbers, language, *packages)
        if asked not in self._words:
            words = words_of(language, *packages).of_ruleset(self.rules.translations(language))
            self._words[asked] = words.with_groups() if self.groups_numbers else words
        return self._words[asked]

    def play(self, action: str | SupportsIndex) -> Refusal:
        """Plays an action, ``undo``, ``redo``, ``restart``, ``new``, or ``reopen``.

        ``redo`` plays again what undo took back last, as long as nothing else was played since. ``reopen`` brings back
        the game before ``restart`` or ``new``. These two read the file of the rules again. Where it has changed, what
        begins is a game by the new rules, ``restart`` with the same seed. A mistake in it is a reason why not.

        Returns:
            An empty text when it was played, else the reason why not, in words and as data; then nothing has changed.

        Raises:
            IllegalAction: an observer calls this while it is told of a turn; nothing has changed.
        """
        command = text_of(action)
        self._must_be_open(command)
        still = self._stand()
        if command == "reopen":
            return self._go_back()
        if command in {"new", "restart"}:
            try:
                rules = self._rules_now()
                fresh = self._fresh(rules, command)
            except (TilekitError, OSError) as error:
                why = _in_one_line(error)
                return self._refusal(Phrase("{problem}; the game goes on by its old rules", problem=why))
            if fresh is not None:
                self._begin(fresh)
                return Refusal()
        aside = self.game.copy() if command == "restart" and self.game.actions else None
        best, rank = self.best, self.rank
        over = self.game.status == "over"
        redone = command == "redo"
        if redone and not self._undone:
            return self._refusal(Phrase("there is nothing to play again"))
        try:
            turn = self.game.play(self._undone[-1] if redone else action)
        except IllegalAction as error:
            known = [*(spec.verb for spec in self.rules.program.actions), *self.rules.commands]
            reason = self.game.why_not(action, plain=True) or error.reason
            words = command.split()
            if len(words) > 1 and words[0] in {"new", "reopen"}:
                reason = Phrase("{action} takes nothing after it", action=words[0])
            elif reason == no_such_action(words, known):
                known += ["new", "reopen"] if self.can_reopen else ["new"]  # which the game knows nothing of
                reason = no_such_action(command.split(), known)
            return self._refusal(reason)
        except PluginError as error:  # a mechanic's mistake, said in words; the game goes on without that turn
            return Refusal(str(error), "broken")
        if command == "undo":
            self._undone.append(str(turn.journal[0].values["action"]))
        elif redone:
            self._undone.pop()
        else:
            self._undone.clear()
        if command == "restart":
            self._best_before, self._rank_before = best, rank
            self._former = aside or self._former
        if self._seat is not None and command != "restart":
            self._seat.save(self.game)
        elif self._seat is not None and aside is not None:
            self._seat.put_aside(aside)
            self._seat.begin(self.game)
        self._take_news()
        self.last_turn, self._still = turn, still
        self.__dict__.pop("scenes", None)
        self._rank_before = self.rank
        self._report(turn, ended=self.game.status == "over" and not over)
        return Refusal()

    def _refusal(self, why: str) -> Refusal:
        return Refusal.of(why, self.words())

    def _report(self, turn: Turn, *, ended: bool) -> None:
        """Tells observers of a turn; until all have been told, neither the game nor the session changes."""
        if self._notify is None:
            return
        self._reporting = True
        try:
            with closed(self.game, _WHILE_REPORTING):
                self._notify("tilekit_turn_played", game=self.game, turn=turn)
                if ended:
                    self._notify("tilekit_game_over", game=self.game)
        finally:
            self._reporting = False

    def _must_be_open(self, command: str) -> None:
        if self._reporting:
            raise IllegalAction(one_line(command, 60), _WHILE_REPORTING)

    def _rules_now(self) -> Playable:
        """The rules as their file has them now."""
        return self.rules.read_again()

    def _fresh(self, rules: Playable, command: str) -> Game | None:
        """The game that New or Restart begins; None where that starts the one now running over."""
        if command == "new":
            return Game(rules, fresh_seed())
        return None if rules is self.rules else Game(rules, self.game.seed, given=self.game.given)

    def _begin(self, game: Game) -> None:
        """Puts the game now running aside, and plays another from its beginning."""
        changed = game.rules.digest != self.rules.digest
        self._keep_marks()
        if self._seat is not None and self._profile is not None:
            if _are_one_game(game.rules, self.rules):
                self._seat.put_aside(self.game)
                self._leave_other_seat()
            else:
                self._seat.stand_up(self.game)
                seat = _seat_of(self._profile, game.rules)
                assert seat is not None
                self._change_seat(seat)
                seat.sit(resume=False)
        self._put_aside(game)
        if self._seat is not None:
            self._seat.begin(game)
        self._take_news()
        if changed:
            self.news = (Phrase("the rules have changed; this game is played by the new ones"), *self.news)

    def _go_back(self) -> Refusal:
        """Brings back the game before this one: out of the profile, or of this sitting alone."""
        there = self._other_seat
        if self._seat is None or there is None or not there.has_former:
            there = None
            game = self._former if self._seat is None else self._seat.reopen(self.game)
        else:
            game = there.reopen(None)
        if game is None:
            return self._refusal(Phrase("there is no game before this one"))
        self._keep_marks()
        if self._seat is not None and there is not None:
            self._seat.stand_up(self.game)
            self._seat, self._other_seat = there, self._seat
        self._put_aside(game)
        self._take_news()
        return Refusal()

    def _change_seat(self, seat: Seat) -> None:
        self._leave_other_seat()
        self._seat, self._other_seat = seat, self._seat

    def _leave_other_seat(self) -> None:
        if self._other_seat is not None:
            self._other_seat.leave()
            self._other_seat = None

    def leave(self) -> None:
        """Ends the sitting: its games may be resumed elsewhere. The process ending does the same."""
        self._must_be_open("leave")
        self._leave_other_seat()
        if self._seat is not None:
            self._seat.leave()

    def save_replay(self) -> str:
        """Writes the game as it stands to a file that ``tilekit replay`` takes.

        Returns:
            Where it was written, or the reason in words why it was not.
        """
        if self._profile is None or self._profile.folder is None or self._seat is None:
            return self.words()(Phrase("there is no profile to keep it in"))
        name = f"{self.rules.id.replace(':', '-')}-{self._seat.id or self.game.seed}.json"
        path = self._profile.folder / "replays" / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.game.save(path)
        except (OSError, SaveError) as error:
            return str(error)
        return str(path)

    def _put_aside(self, game: Game) -> None:
        """Goes on with another game; the one now running can be reopened, unless nothing was played in it."""
        keep = self.game if self.game.actions else self._former
        self._former = None if keep is game else keep
        before, self.game = self.rules, game
        self._undone.clear()
        self.last_turn = self._still = None
        self.__dict__.pop("scenes", None)
        if self.rules is not before:
            self._words.clear()
        if not _are_one_game(self.rules, before):
            self._best_before, rank = self._marks.get(_known_by(self.rules), (0, ""))
            if self._seat is not None:
                best, kept = self._seat.marks()
                self._best_before, rank = max(best, self._best_before), kept or rank
            self._rank_before = rank if rank in {title for _, title in self.rules.rank_steps} else ""

    @property
    def pace(self) -> float | None:
        """Seconds from one `tick` to the next where the session goes on by itself; None where it waits."""
        return None

    def tick(self) -> bool:
        """Goes on by itself where `pace` is a number; whether anything changed."""
        return False

    @cached_property
    def scenes(self) -> tuple[Scene, ...]:
        """The latest turn as scenes, for animation; empty before the first and after a game was changed for another."""
        if self.last_turn is None or self._still is None:
            return ()
        grid, now = self.rules.program.grid, self._stand()
        return scenes(grid, self._still, self.last_turn, lambda tile: tile_view(self.game, tile), now, self.words())

    def _stand(self) -> Still:
        looks = {tile: tile_view(self.game, tile) for tile in {t for row in self.game.board for t in row if t}}
        return tuple(tuple(looks[tile] if tile else None for tile in row) for row in self.game.board)

    def _keep_marks(self) -> None:
        self._best_before = self.best
        self._rank_before = self.rank
        self._marks[_known_by(self.rules)] = self._best_before, self._rank_before

    def view(self) -> View:
        """What to show now."""
        words = self.words()
        shown = view(
            self.game, best=self.best, rank=self.rank, words=words, can_reopen=self.can_reopen, can_redo=self.can_redo
        )
        return replace(shown, notices=(*map(words, self.news), *shown.notices)) if self.news else shown


def _known_by(rules: Playable) -> tuple[str, int]:
    """By what the marks of a ruleset are known."""
    return rules.id, rules.version


def _are_one_game(rules: Playable, others: Playable) -> bool:
    """Whether rules differ in looks and words at most: a game of the one is a game of the other."""
    return (rules.digest, rules.shadows_installed, _known_by(rules)) == (
        others.digest,
        others.shadows_installed,
        _known_by(others),
    )


def _in_one_line(error: Exception) -> str:
    """What is wrong with a file, short enough for a line below a board: the first problem, and how many there are."""
    if not isinstance(error, RulesetError) or not error.diagnostics:
        return one_line(str(error))
    first, *others = error.diagnostics
    place = ":".join([PurePath(first.file).name, *(str(at) for at in (first.line, first.column) if at)])
    more = f" (and {len(others)} more)" if others else ""
    return one_line(f"{place}: {first.message}{more}")


#: Turns a second at which a recording can be shown.
SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


class Playback(Session):
    """A recorded game that is being shown.

    It is a session that plays by itself: every `pace` seconds a frontend calls `tick`. Its buttons pause it, go one
    turn on or back, and change its speed; the game's own actions are refused in words.

    Args:
        game: the recorded game, as far as it goes.
        speed: turns a second to begin with: one of `SPEEDS`, or any number between.
        preferences: as for a session.
    """

    def __init__(self, game: Game, *, speed: float = 2.0, preferences: Preferences | None = None) -> None:
        super().__init__(game.rules, game=Game(game.rules, game.seed, given=game.given), preferences=preferences)
        self._actions: Sequence[str] = game.actions
        self._shown = 0
        self._speed = min(max(speed, SPEEDS[0]), SPEEDS[-1])
        self._paused = False

    @property
    def is_at_end(self) -> bool:
        """Whether no turn comes after the one that is shown."""
        return self._shown == len(self._actions)

    @property
    def is_first(self) -> bool:
        """False: a recording is watched, and nobody learns to play by pressing its buttons."""
        return False

    def preview(self, action: str) -> Preview:  # noqa: ARG002 - as a session's
        """Nothing: a recording is not played."""
        return Preview()

    @property
    def pace(self) -> float | None:
        """Seconds to the next turn; None while paused and at the end."""
        return None if self._paused or self.is_at_end else 1 / self._speed

    def tick(self) -> bool:
        """Shows the next turn; False at the end and while paused."""
        return self.pace is not None and self._forward() == ""

    def play(self, action: str | SupportsIndex) -> Refusal:
        """Presses one of the buttons; anything else is refused."""
        match text_of(action):
            case "pause":
                self._paused = not self._paused
                return Refusal()
            case "forward":
                self._paused = True
                return self._forward()
            case "back":
                self._paused = True
                return self._back()
            case "faster":
                self._speed = next((speed for speed in SPEEDS if speed > self._speed), self._speed)
                return Refusal()
            case "slower":
                self._speed = next((speed for speed in reversed(SPEEDS) if speed < self._speed), self._speed)
                return Refusal()
        return self._refusal(Phrase("this is a recording; it can be watched, not played"))

    def _rules_now(self) -> Playable:
        """Those it was recorded by, whatever became of their file."""
        return self.rules

    def _forward(self) -> Refusal:
        if self.is_at_end:
            return self._refusal(Phrase("the recording ends here"))
        refused = super().play(self._actions[self._shown])
        self._shown += not refused
        return refused

    def _back(self) -> Refusal:
        if self._shown == 0:
            return self._refusal(Phrase("the recording begins here"))
        self._put_aside(Game(self.rules, self.game.seed, given=self.game.given))
        for action in self._actions[: self._shown - 1]:
            self.game.play(action)
        self._shown -= 1
        return Refusal()

    def view(self) -> View:
        """What to show now: the game, and the buttons of the recording."""
        shown, words = super().view(), self.words()
        cells = tuple(
            tuple(replace(cell, action="", legal=False, hint=False, partners=()) for cell in row) for row in shown.cells
        )
        going = self.pace is not None
        at_end = self.is_at_end
        end = (words("the recording ends here"),) if at_end else ()

        def button(action: str, key: str, label: str, *, enabled: bool = True, way: str = "") -> Button:
            return Button(action, key, label, "", enabled, prominent=False, direction=way)

        return replace(
            shown,
            cells=cells,
            notices=(*end, *shown.notices),
            hint_after=0,
            panels=(
                *shown.panels,
                Panel(words("Turn"), words(Phrase("{turn} of {all}", turn=self._shown, all=len(self._actions)))),
                Panel(words("Speed"), words(Phrase("{speed} a second", speed=f"{self._speed:g}"))),
            ),
            buttons=(
                button("pause", "p", words("Pause") if going else words("Go on"), enabled=not at_end),
                button("forward", "f", words("Next turn"), enabled=not at_end, way="right"),
                button("back", "b", words("Turn before"), enabled=self._shown > 0, way="left"),
                button("faster", "+", words("Faster"), enabled=self._speed < SPEEDS[-1], way="up"),
                button("slower", "-", words("Slower"), enabled=self._speed > SPEEDS[0], way="down"),
            ),
        )
