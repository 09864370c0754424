"""What the library itself asks of a game.

Owns what views, sessions, saves and tests need of a game and its users do not: the state behind it. Nothing here is
public.
"""
# ruff: noqa: SLF001 - this module exists so that no other looks inside a game

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tilekit import board as b
from tilekit.game import Game
from tilekit.playable import Playable
from tilekit.ruleset.models import End
from tilekit.saves import Check, Saved


def game_at(rules: Playable, state: list[int]) -> Game:
    """A game that stands in a state of ``rules.program``, without a history: for states of a batch or a search."""
    return Game._at(rules, state)


def codes(game: Game) -> list[int]:
    """The code of each cell; see `tilekit.program.tiles`."""
    return game._program.board.codes(game._s)


def allowed_choices(game: Game, verb: str) -> int:
    """The mask of the choices that an action's own ``where`` allows now, whatever the action costs."""
    with game._asking(verb):
        return next(spec.where(game._s) for spec in game._program.actions if spec.verb == verb)


def recomputed_end(game: Game) -> End | None:
    """The [[end]] whose condition holds now, computed again; conditions with ``after`` are not asked."""
    s = game._s[:]
    with game._asking("the end conditions"):
        game._program.judge(s, -1)
    return game.rules.ruleset.end[s[b.END] - 1] if s[b.END] else None


def corruption(game: Game) -> str:
    """What is wrong with the state itself; empty unless a mechanic bypassed the board words."""
    board, s = game._program.board, game._s
    odd = [code for code in board.codes(s) if not 0 <= code <= board.last]
    if odd:
        return f"a cell holds the code {odd[0]}, and codes end at {board.last}"
    if board.rebuilt_planes(s) != s[board.planes : board.planes + board.last + 1]:
        return "the planes do not say what the cells say"
    if any(code and cell in board.grid.holes for cell, code in enumerate(board.codes(s))):
        return "a hole holds a tile"
    return ""


def reseeded(game: Game, seed: int | str) -> Game:
    """A copy that looks the same and has another seed, from which no play may ever lead here.

    For tests of bots: one that chooses differently in the copy has seen what chance will bring.
    """
    other = game.fork(chance=seed)
    other._seed = other._s[b.SEED]  # type: ignore[misc]
    return other


@contextmanager
def closed(game: Game, why: str) -> Iterator[None]:
    """Refuses every action, undo and restart inside the context; the game can be looked at and copied.

    Args:
        game: the game.
        why: the reason in the refusals.
    """
    before, game._closed = game._closed, why
    try:
        yield
    finally:
        game._closed = before


def saved(game: Game) -> Saved:
    """The content of the game's file."""
    return game._saved()


def summary(game: Game) -> Check:
    """The part of the game's file that says how the game stands."""
    return game._summary()
