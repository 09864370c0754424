"""What must hold of a bot: it keeps to the rules, repeats itself, and does not know the future."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from tilekit.actions import text_of
from tilekit.chance import bounded, nth_seed, stream_number
from tilekit.errors import TilekitError
from tilekit.game import Game
from tilekit.hooks import Bot
from tilekit.internals import reseeded
from tilekit.plugins import bound, default_plugins
from tilekit.rules import Rules


def bot_faults(bot: str | Bot, rules: Rules, *, games: int = 2, actions: int = 20, seed: int = 0) -> list[str]:
    """What is wrong with a bot, found by letting it play; an empty list where nothing is.

    Before each action it is asked three times with the same draws: about the game, about the game again, and about one
    that looks the same and has another future. It must choose the same legal action each time, and leave the game as
    it found it.

    Args:
        bot: a bot, or the name of one, with its parameters where these are given.
        rules: what it plays.
        games: how many.
        actions: after so many a game is left.
        seed: of the series.

    Raises:
        UsageError: no bot of that name.
    """
    named = default_plugins().bot(bot) if isinstance(bot, str) else bound(bot)
    if named.choose is None:
        return []
    found: list[str] = []
    for i in range(games):
        game = Game(rules, nth_seed(seed, i))
        for n in range(actions):
            fault = _fault(named.choose, game) if game.legal_actions() else ""
            if fault:
                found.append(f"seed {game.seed}, action {n + 1}: {fault}")
                break
    return found


def _fault(choose: Callable[..., object], game: Game) -> str:
    """What is wrong with one choice; where nothing is, it is played."""
    before, played = game.digest, game.actions
    elsewhere = reseeded(game, nth_seed(game.seed, game.turn + 1))
    try:
        first, second, third = (
            text_of(choose(asked, _draws(game.seed, game.turn))) for asked in (game, game, elsewhere)
        )
    except (TilekitError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return f"it fails: {type(error).__name__}: {error}"
    if (game.digest, game.actions) != (before, played):
        return "it changes the game it is asked about"
    legal = [str(action) for action in game.legal_actions()]
    if first not in legal:
        return f'it chooses "{first}", which is not legal'
    if first != second:
        return f'asked twice, with the same draws, it chooses "{first}" and "{second}"'
    if first != third:
        return f'it knows what chance will bring: "{first}" here, "{third}" where all looks the same'
    game.play(first)
    return ""


def _draws(seed: int, turn: int) -> Callable[[int], int]:
    """Draws for one choice, the same whenever it is made."""
    stream, drawn = stream_number("bot"), count()

    def draw(n: int) -> int:
        return bounded(seed, stream, turn, next(drawn), n)

    return draw
