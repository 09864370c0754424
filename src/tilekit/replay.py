"""Games loaded: a save is a replay, and loading it is replaying it.

Owns the way from a file back to a game, and the proof that it is the same game. How a file is written is the
business of `tilekit.saves`.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from tilekit.errors import IllegalAction, SaveError, UsageError
from tilekit.game import Game
from tilekit.internals import summary
from tilekit.loading import load
from tilekit.playable import Playable
from tilekit.ruleset.naming import is_id
from tilekit.saves import RulesetName, Saved, read


def load_game(path: str | os.PathLike[str], rules: Playable | None = None) -> Game:
    """The game in a file, history included, so that undo goes on as before.

    Args:
        path: a file that `Game.save` wrote.
        rules: the rules it is to be played by; those installed under the id the file names, if None.

    Raises:
        SaveError: the file is missing, damaged, of a newer format, of other rules, or does not hold; says which.
    """
    return verify(path, rules)


def game_of(
    path: str | os.PathLike[str], save: Saved, rules: Playable, *, shown: Callable[[Game], None] | None = None
) -> Game:
    """Replays what was saved.

    Args:
        path: what it is called in errors.
        save: the game.
        rules: the rules it is to be played by.
        shown: called at the start and after each action.

    Raises:
        SaveError: it is of other rules, or does not hold; says which.
    """
    _same_rules(path, save, rules)
    game = _started(path, save, rules)
    if shown is not None:
        shown(game)
    _replay(path, save, game, shown)
    return game


def verify(
    path: str | os.PathLike[str], rules: Playable | None = None, *, shown: Callable[[Game], None] | None = None
) -> Game:
    """Replays a file action by action and checks that it holds; ``shown`` is called after each action.

    Raises:
        SaveError: as `load_game`.
    """
    save = read(path)
    return game_of(path, save, rules if rules is not None else _rules_of(path, save), shown=shown)


def ruleset_of(path: str | os.PathLike[str]) -> RulesetName:
    """The ruleset a file names: its id, its version, and the digest of its rules.

    Raises:
        SaveError: it is no save.
    """
    return read(path).ruleset


def _rules_of(path: str | os.PathLike[str], save: Saved) -> Playable:
    try:
        if not is_id(save.ruleset.id):  # a file may not say which other file is to be read
            raise UsageError(save.ruleset.id)
        return load(save.ruleset.id)
    except UsageError:
        raise SaveError(
            f'{os.fspath(path)}: a game of "{save.ruleset.id}", and no ruleset of that id is installed; '
            f"give its file (--ruleset FILE, or rules=tilekit.load(FILE))"
        ) from None


def _same_rules(path: str | os.PathLike[str], save: Saved, rules: Playable) -> None:
    name = save.ruleset
    if (name.id, name.version, name.digest) == (rules.id, rules.version, rules.digest):
        return
    if name.id != rules.id:
        difference = f'of "{name.id}", not of "{rules.id}"'
    elif name.version != rules.version:
        difference = f"of {name.id} version {name.version}, and these rules are version {rules.version}"
    else:
        digests = f"digest {name.digest[:12]}, here {rules.digest[:12]}"
        difference = f"of {name.id} version {name.version} with other rules ({digests})"
    raise SaveError(f"{os.fspath(path)}: a game {difference}; it would go another way and is left as it is")


def _started(path: str | os.PathLike[str], save: Saved, rules: Playable) -> Game:
    try:
        return Game(rules, save.seed, given=save.given)
    except UsageError as error:
        raise SaveError(f"{os.fspath(path)}: damaged: {error}") from None


def _replay(path: str | os.PathLike[str], save: Saved, game: Game, shown: Callable[[Game], None] | None = None) -> None:
    for number, action in enumerate(save.actions, start=1):
        try:
            game.play(action)
        except IllegalAction as error:
            raise SaveError(
                f'{os.fspath(path)}: does not hold: action {number}, "{error.action}": {error.reason}'
            ) from None
        expected = save.checks.get(str(number))
        if expected is not None and expected != game.digest[:16]:
            raise SaveError(f"{os.fspath(path)}: does not hold: after action {number} the game is another one")
        if shown is not None:
            shown(game)
    now = summary(game)
    for name in type(now).model_fields:
        was, found = getattr(save.now, name), getattr(now, name)
        if name == "score" and not game.turn and game.rules.program.appraise is not None and was == 0:
            continue  # version 0.1 worked a total out after the first action only
        if was != found:
            raise SaveError(f"{os.fspath(path)}: does not hold: {name} was {was!r}, and replaying gives {found!r}")
