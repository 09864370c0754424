"""Playing one part of a series: some games of one bot under one ruleset.

Owns what a process, a thread or another machine must be told to play a part, how it plays it, and how it says what
went wrong. Game ``i`` of a series has a seed of its own, hashed from the series' seed and ``i``: where a part is
played, and by whom, cannot matter.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import count
from typing import Any, Final, NamedTuple

from tilekit.actions import text_of
from tilekit.chance import bounded, nth_seed, stream_number
from tilekit.errors import IllegalAction, MechanicFailed, PluginError, TilekitError, UsageError, cause_of
from tilekit.game import Game
from tilekit.hooks import Bot
from tilekit.lab.tally import Frame, Tally
from tilekit.playable import source_of
from tilekit.plugins import default_plugins
from tilekit.program.survey import GameFailed, Survey, Surveyor, Watched, surveying
from tilekit.rules import Rules, again

#: Chooses an action of a game; None plays at random.
Choose = Callable[..., Any] | None
#: The lane of what is too little to compile for, and enough to fetch machine code from disk.
KEPT: Final = "kept"
#: Rulesets that one thread keeps at hand for parts that come from elsewhere.
_KEPT: Final = 32
_kept = threading.local()


class Entry:
    """Who plays what in a series: a bot under a ruleset. It can be sent to another process.

    Args:
        rules: what is played.
        bot: the name of the bot.
        lane: as `Rules.surveyor` takes it, or `KEPT` for the compiled one where its machine code is on disk.
        most: after how many actions a game is cut.
    """

    def __init__(self, rules: Rules, bot: str, lane: str, most: int) -> None:
        self.rules: Rules | None = rules
        self.bot: Final = bot
        self.lane: Final = lane
        self.most: Final = most
        self.name: Final = rules.id
        self._source: Final = source_of(rules)
        self._player: Player | None = None

    @property
    def compiles(self) -> bool:
        """Whether its first game waits for machine code, compiled or from disk: it is asked for, and can be had."""
        wanted = self.lane != "interpreted" and bot_named(self.bot).choose is None
        return wanted and self._player is None and find_spec("numba") is not None

    @property
    def foreign(self) -> tuple[str, ...]:
        """The code of plugins that plays it, as messages call it: mechanics, and the bot."""
        name = self.bot.partition(":")[0]
        plugin = default_plugins().supplier("bots", name)  # none where it is bundled
        bot = (f'the bot "{name}" (of the plugin {plugin})',) if plugin else ()
        return (*(self.rules.engine.foreign if self.rules is not None else ()), *bot)

    @property
    def can_travel(self) -> bool:
        """Whether a process that was not forked from this one finds the same mechanics."""
        known = default_plugins().mechanics
        return self.rules is None or all(
            known.get(kind) is one for kind, one in self.rules.engine.foreign_kinds.items()
        )

    def __getstate__(self) -> dict[str, Any]:
        """Without what is built of the text: it is built again where it is played."""
        return {**self.__dict__, "rules": None, "_player": None}

    def player(self) -> Player:
        """What plays it here, for this thread.

        Raises:
            TilekitError: the ruleset cannot be loaded here, or the bot is not installed here.
        """
        if self.rules is not None and threading.current_thread() is threading.main_thread():
            if self._player is None:
                self._player = Player(self.rules, self.bot, self.lane, self.most)
            return self._player
        kept: OrderedDict[tuple[object, ...], Player] = _kept.__dict__.setdefault("players", OrderedDict())
        # Of a ruleset that is here the mechanics may be others than those its text would find.
        key = (id(self.rules) if self.rules else None, *self._source, self.bot, self.lane, self.most)
        if key not in kept:
            # Programs are for one thread at a time.
            own = again(*self._source) if self.rules is None else self.rules.rebuild()
            kept[key] = Player(own, self.bot, self.lane, self.most, self.rules)
        kept.move_to_end(key)
        if len(kept) > _KEPT:
            kept.popitem(last=False)
        return kept[key]


class Part(NamedTuple):
    """Games ``first`` to ``stop - 1`` of one entry; ``number`` says where the part stands in the series."""

    number: int
    entry: int
    first: int
    stop: int

    def __str__(self) -> str:
        """The games, counted from 1."""
        one = self.stop == self.first + 1
        return f"game {self.stop}" if one else f"games {self.first + 1} to {self.stop}"


class Answer(NamedTuple):
    """What came of a part: its tally, its rows if they were asked for, how long it took, in which lane, and why."""

    tally: Tally
    rows: Sequence[Sequence[int]] | None
    seconds: float
    lane: str
    note: str


class Player:
    """Plays games of one entry.

    Attributes:
        rules: what it plays.
        frame: how to read the rows.
        lane: the lane in which it plays.
        note: why not in the compiled one.
    """

    def __init__(self, rules: Rules, bot: str, lane: str, most: int, kept: object = None) -> None:
        self.rules: Final = rules
        self._bot, self._most = bot, most
        named = bot_named(bot)
        self._choose: Choose = named.choose
        self._kept = kept  # so that nothing else gets its id
        self._surveyor: Surveyor | None = None
        self._survey: Survey | None = None
        if self._choose is None:
            self._surveyor = rules.engine.kept_surveyor() if lane == KEPT else rules.engine.surveyor(lane)
            columns, self.lane, self.note = self._surveyor.columns, self._surveyor.lane, self._surveyor.note
        else:
            self._survey = surveying(rules.engine.tally_program)
            columns, self.lane = self._survey.columns, "interpreted"
            self.note = (named.note and named.note(rules)) or f"the bot {bot} chooses its actions in Python"
        self.frame: Final = Frame.of(rules, columns, most)

    def play(self, seed: int, first: int, stop: int) -> Sequence[Sequence[int]]:
        """The rows of some games of the series of a seed, in order.

        Raises:
            PluginError: the bot or a plugin's mechanic failed; names the game and its seed. The first such game.
            TilekitError: the rules failed otherwise; names the same.
        """
        seeds = [nth_seed(seed, index) for index in range(first, stop)]
        if self._surveyor is None:
            return [self._bot_game(first + i, own) for i, own in enumerate(seeds)]
        try:
            rows: Sequence[Sequence[int]] = self._surveyor.survey(seeds, self._most)
            return rows
        except GameFailed as error:
            where = f"action {error.action}" if error.action else "its opening"
            what = (
                f"game {first + error.place + 1} of the series failed: {self.rules.id}, {where}: {error.cause}; "
                f"its seed is {seeds[error.place]}"
            )
            raise (PluginError(error.plugin, what) if error.plugin else TilekitError(what)) from error

    def _bot_game(self, index: int, seed: int) -> list[int]:
        assert self._choose is not None
        assert self._survey is not None
        stream, drawn = stream_number("bot"), count()

        def draw(n: int) -> int:
            return bounded(seed, stream, 0, next(drawn), n)

        played = 0
        try:
            game = Game(self.rules, seed)
            watched = Watched(self.rules.engine.tally_program, self._survey, seed)
            while played < self._most and game.legal_actions():
                chosen = self._choose(game, draw)
                if game.turn != played:
                    raise UsageError("it has played on the game it was shown; it may play on a fork")
                if text_of(chosen) in ("undo", "restart"):
                    raise IllegalAction(text_of(chosen), "a bot plays on and takes nothing back")
                watched.follow(game.play(chosen).action)
                played += 1
            return watched.close()
        except MechanicFailed as error:
            raise PluginError(
                error.plugin,
                f"game {index + 1} of the series failed: {self.rules.id}, played by {self._bot}: {error.message}; "
                f"its seed is {seed}",
            ) from error
        except (Exception, SystemExit) as error:
            raise PluginError(
                f"bot {self._bot}",
                f"failed in game {index + 1} of the series: {self.rules.id}, action {played + 1}: {cause_of(error)}; "
                f"the seed of that game is {seed}",
            ) from error


def play_part(
    entry: Entry, seed: int, part: Part, *, rows: bool = False, begun: Callable[[int], object] | None = None
) -> Answer | TilekitError:
    """Plays a part; what goes wrong is its answer, since it may have far to go to whoever tells of it.

    Args:
        entry: who plays what.
        seed: of the series.
        part: which games.
        rows: whether the answer has the rows.
        begun: called with the number of each game before it is played; then the games are played one by one.
    """
    try:
        player = entry.player()
        began = time.perf_counter()
        if begun is None:
            played = player.play(seed, part.first, part.stop)
        else:
            played = []
            for index in range(part.first, part.stop):
                begun(index)
                played += [[int(number) for number in row] for row in player.play(seed, index, index + 1)]
        tally = Tally.of(played, player.frame)
        seconds = time.perf_counter() - began
        return Answer(tally, played if rows else None, seconds, player.lane, player.note)
    except TilekitError as error:
        return error
    except Exception as error:  # noqa: BLE001 - as above
        return TilekitError(f"{part} of the series failed: {cause_of(error)}")


def bot_named(name: str) -> Bot:
    """A bot, with the numbers its name gives it; its ``choose`` is None for the one that plays at random.

    Raises:
        UsageError: no bot of that name, or it does not take these numbers.
    """
    return default_plugins().bot(name)
