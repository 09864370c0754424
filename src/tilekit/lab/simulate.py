"""Many games by a bot, or by several on the same seeds, and a report of how they went.

Owns the question and the answer. Game ``i`` has a seed of its own, hashed from the series' seed and ``i``, so the
report is the same for any number of processes, any way of starting them, and any executor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

from tilekit.chance import seed_from
from tilekit.errors import texts_of
from tilekit.lab.crews import Futures, Order
from tilekit.lab.report import GameRows, report, reports
from tilekit.lab.study import CutShort, Interrupted, frame_of, play, whole
from tilekit.rules import Rules

__all__ = ["CutShort", "Interrupted", "simulate", "simulate_games"]


def simulate(
    rules: Rules,
    *,
    games: int,
    bot: str | Sequence[str] = "random",
    seed: int | str = 0,
    jobs: int = 1,
    max_actions: int = 100_000,
    lane: str = "auto",
    progress: Callable[[int], object] | None = None,
    start_method: str | None = None,
    executor: Executor | Callable[[Order], Futures] | None = None,
) -> dict[str, Any]:
    """The report of a series of games.

    Args:
        rules: what is played.
        games: how many games each bot plays.
        bot: the name of the bot that plays them, or several names.
        seed: of the series, an integer or a text; all bots play the same seeds.
        jobs: how many processes share the work; the report does not depend on it.
        max_actions: a game is cut after so many actions.
        lane: ``interpreted``, ``compiled``, or ``auto``, which goes by how much there is to play.
        progress: called now and then with the number of games finished since.
        start_method: how processes are started, as `multiprocessing` names it; its own choice if None.
        executor: an executor of `concurrent.futures` that plays instead of processes of this series: a pool, or a
            cluster's. It is not shut down. A part whose worker is lost is asked for again, at most twice.

    Returns:
        Plain data: the question, then score and length (mean, standard error, quantiles), end reasons with their
        rates, the highest tile made, when each tile was first made, and how often each event was raised and how much
        of each variable was won and lost, also for 1,000 actions. Of several bots an object with ``bots``, a list of
        such reports, and ``compared``, the differences of their scores game by game.

    Raises:
        UsageError: no bot or lane of that name, a number below 1, an argument of another kind than is asked for here,
            or both jobs and an executor.
        PluginError: the bot failed; names the ruleset, the game, its seed and the action. The first such game of the
            series, for any number of jobs.
        TilekitError: a mechanic of a plugin failed, or those who should have played were never there.
        CutShort: those who played were gone before the end, a `TilekitError`; with the report so far.
        Interrupted: Ctrl-C; with the report so far. All processes of the series are gone by then.
    """
    bots = [bot] if isinstance(bot, str) else texts_of("bot", bot, "the name of a bot, or a list of names")
    found = play(
        [(rules, name) for name in bots], games=games, seed=seed, jobs=jobs, max_actions=max_actions, lane=lane,
        progress=progress, start_method=start_method, executor=executor,
    )  # fmt: skip
    if not found:
        raise Interrupted(None)
    return whole(report(found[0]) if isinstance(bot, str) else reports(found), found)


def simulate_games(
    rules: Rules,
    *,
    games: int,
    bot: str = "random",
    seed: int | str = 0,
    jobs: int = 1,
    max_actions: int = 100_000,
    lane: str = "auto",
) -> dict[str, list[Any]]:
    """The games of a series, one row each, as columns: what `pandas.DataFrame` or `polars.DataFrame` takes.

    Args:
        rules: what is played.
        games: the number of games.
        bot: the name of the bot that plays them.
        seed: of the series; the games are those of `simulate`.
        jobs: how many processes share the work.
        max_actions: a game is cut after so many actions.
        lane: as in `simulate`.

    Returns:
        Lists of equal length by the name of the column: ``bot``, ``game`` (counted from 1), ``seed``, ``score``,
        ``actions``, ``reason`` (why it ended), ``top_made``; then ``reached.TILE`` (the action at which a tile was
        first made), ``events.NAME``, ``gained.VARIABLE`` and ``spent.VARIABLE``.

    Raises:
        UsageError: as `simulate`.
        PluginError: as `simulate`.
        TilekitError: as `simulate`.
        CutShort: as `simulate`.
        Interrupted: as `simulate`.
    """
    columns: dict[str, list[Any]] = {}
    maker: GameRows | None = None

    def hear(first: int, rows: list[Sequence[Sequence[int]]]) -> None:
        nonlocal maker
        maker = maker or GameRows(rules, frame_of(rules, max_actions), [bot], seed_from(seed))
        for row in maker.rows(first, rows):
            for name, value in zip(maker.head, row, strict=True):
                columns.setdefault(name, []).append(value)

    played = play([(rules, bot)], games=games, seed=seed, jobs=jobs, max_actions=max_actions, lane=lane, heard=hear)
    if not played:
        raise Interrupted(None)
    whole(report(played[0]), played)
    return columns
