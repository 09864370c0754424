"""A session: what a frontend plays.

Owns one sitting at one ruleset: the game now running, fresh games, the best score, ranks, and the words for a
refusal. It does not own how anything is drawn, nor what outlives the process.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tilekit.errors import IllegalAction, PluginError
from tilekit.game import Action, Game, Turn, rank_steps, text_of
from tilekit.view import View, view

if TYPE_CHECKING:
    from tilekit.rules import Rules


def fresh_seed() -> int:
    """A seed for a new game: short enough to be told to somebody."""
    return secrets.randbelow(1_000_000_000)


class Session:
    """A sitting at one ruleset.

    Args:
        rules: what is played.
        seed: of the first game; a fresh one if None.
        game: the game to go on with, instead of a new one.
        notify: called as the observer hooks are, with the hook's name and its arguments.

    Attributes:
        game: the game now running. Look at it, and play through the session.
        turn: the latest turn, for animation; None before the first.
    """

    def __init__(
        self,
        rules: Rules,
        seed: int | str | None = None,
        *,
        notify: Callable[..., None] | None = None,
        game: Game | None = None,
    ) -> None:
        self.rules: Final = rules
        self._notify = notify
        self._best_before = 0
        self._rank_before = ""
        self.turn: Turn | None = None
        self.game: Game = game or Game(rules, fresh_seed() if seed is None else seed)

    @property
    def best(self) -> int:
        """The highest score any run stands at; undoing takes a run's mark back with it."""
        return max(self._best_before, self.game.score)

    @property
    def rank(self) -> str:
        """The highest title earned in this sitting; never lost, not by undo either."""
        order = ["", *(title for _, title in rank_steps(self.rules))]
        return max((self._rank_before, self.game.rank), key=order.index)

    def play(self, action: str | Action) -> str:
        """Plays an action, ``undo``, ``restart`` or ``new``.

        Returns:
            An empty text when it was played, else the reason in words why not; then nothing has changed.
        """
        command = text_of(action)
        if command == "new":
            self._keep_marks()
            self.game = Game(self.rules, fresh_seed())
            self.turn = None
            return ""
        if command == "restart":
            self._keep_marks()
        over = self.game.status == "over"
        try:
            self.turn = self.game.play(action)
        except IllegalAction as error:
            return error.reason
        except PluginError as error:  # a mechanic's mistake, said in words; the game goes on without that turn
            return str(error)
        self._rank_before = self.rank
        if self._notify is not None:
            self._notify("tilekit_turn_played", game=self.game, turn=self.turn)
            if self.game.status == "over" and not over:
                self._notify("tilekit_game_over", game=self.game)
        return ""

    def _keep_marks(self) -> None:
        self._best_before = self.best
        self._rank_before = self.rank

    def view(self) -> View:
        """What to show now."""
        return view(self.game, best=self.best, rank=self.rank)
