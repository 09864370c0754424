"""A study: who was to play what, and what came of it.

Owns the asking of a series for one ruleset and one or more bots, and what reports, tables and pages are made from. What
they say is the business of `tilekit.lab.report` and `tilekit.lab.page`.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from tilekit.chance import seed_from
from tilekit.errors import TilekitError, UsageError, at_least_1, expected
from tilekit.lab.crews import Futures, Order
from tilekit.lab.figures import Figure, known_of, measured
from tilekit.lab.intervals import USUAL
from tilekit.lab.parts import Entry, bot_named
from tilekit.lab.series import Heard, lane_for, run, seconds_for
from tilekit.lab.tally import Frame, Tally
from tilekit.program import LANES
from tilekit.program.metric import Metric, parse_metric
from tilekit.program.survey import surveying
from tilekit.rules import Rules


@dataclass(frozen=True, slots=True)
class Played:
    """What one bot's games came to.

    Attributes:
        rules: what was played.
        bot: who played.
        seed: of the series.
        max_actions: after how many actions a game was cut.
        tally: what was kept of the games.
        frame: how to read it.
        partial: whether the series was interrupted.
        seconds: how long the games took, over all workers; depends on the machine.
        lane: the lane in which they were played.
        note: why not in the compiled one; empty where it was that one.
        lost: why those who played were gone before the end; empty where they were not.
    """

    rules: Rules
    bot: str
    seed: int
    max_actions: int
    tally: Tally
    frame: Frame
    partial: bool
    seconds: float
    lane: str
    note: str
    lost: str = ""

    def figure(self, metric: str | Metric, level: float = USUAL) -> Figure:
        """A figure by its name, such as ``score.mean``, with its interval of a level.

        Raises:
            MetricError: there is none of that name.
        """
        if isinstance(metric, str):
            metric = parse_metric(metric, known_of(self.rules))
        return measured(metric, self.tally, self.frame, self.rules.program.tiles.ids, level)


class CutShort(TilekitError):  # noqa: N818 - what happened to the series
    """Those who played a series were gone before its end: the workers of a cluster, or processes that die each time.

    Attributes:
        why: they are gone, in words.
        report: as that of `Interrupted`, never None.
        played: the same, as the library has it.
    """

    def __init__(self, why: str, report: Mapping[str, Any], played: Sequence[Played] = ()) -> None:
        """Take why, and the report so far."""
        self.why = why
        self.report = report
        self.played = played
        super().__init__(why, report)

    def __str__(self) -> str:
        """Return why those who played are gone."""
        return self.why


def whole(data: dict[str, Any], played: Sequence[Played]) -> dict[str, Any]:
    """The report of a series that came to its end.

    Raises:
        CutShort: those who played were gone before.
        Interrupted: Ctrl-C came before.
    """
    if played[0].lost:
        raise CutShort(played[0].lost, data, played)
    if played[0].partial:
        raise Interrupted(data, played)
    return data


class Interrupted(KeyboardInterrupt):
    """A series was stopped by Ctrl-C.

    Attributes:
        report: of the games finished until then, from the first on without a gap, ``partial`` set; None where
            not even the first was.
        played: the same, as the library has it.
    """

    def __init__(self, report: Mapping[str, Any] | None, played: Sequence[Played] = ()) -> None:
        """Take the report so far."""
        self.report = report
        self.played = played
        super().__init__(report)


def must_be_rules(rules: object) -> None:
    """Refuses what is no ruleset that has been loaded.

    Raises:
        UsageError: it is, say, the name of one.
    """
    expected("rules", rules, 'rules, as tilekit.load("merge") gives them', well=isinstance(rules, Rules))


def one_crew(jobs: int, executor: object) -> None:
    """Refuses processes beside an executor: it has workers of its own.

    Raises:
        UsageError: both are asked for.
    """
    if executor is not None and jobs != 1:
        raise UsageError(f"jobs is {jobs}, and there is an executor, which has workers of its own; leave out one")


def frame_of(rules: Rules, most: int) -> Frame:
    """How to read the rows that these rules' games give."""
    return Frame.of(rules, surveying(rules.engine.tally_program).columns, most)


def play(
    who: Sequence[tuple[Rules, str]],
    *,
    games: int,
    seed: int | str = 0,
    jobs: int = 1,
    max_actions: int = 100_000,
    lane: str = "auto",
    progress: Callable[[int], object] | None = None,
    start_method: str | None = None,
    executor: Executor | Callable[[Order], Futures] | None = None,
    heard: Heard | None = None,
    prepared: Callable[[int, int], object] | None = None,
) -> list[Played]:
    """Plays the same seeds under each ruleset with each bot, as asked.

    The arguments are those of `tilekit.lab.simulate.simulate`; ``heard`` and ``prepared`` are as in
    `tilekit.lab.series.run`.

    Raises:
        UsageError: no bot of that name, no seed, or a number below 1.
        TilekitError: a game failed, or those who should have played it were gone before the first had come.
    """
    for rules, _ in who:
        must_be_rules(rules)
    expected(
        "executor", executor, "an executor of concurrent.futures, or what tilekit.lab.executors.executor_at gives",
        well=executor is None or isinstance(executor, Executor) or callable(executor),
    )  # fmt: skip
    expected("progress", progress, "a function", well=progress is None or callable(progress))
    expected("lane", lane, f"one of {', '.join(LANES)}", well=isinstance(lane, str))
    methods = multiprocessing.get_all_start_methods()
    expected("start_method", start_method, f"one of {', '.join(methods)}", well=start_method in (None, *methods))
    seed = seed_from(seed)
    seen: set[tuple[int, str]] = set()
    for rules, bot in who:
        expected("bot", bot, "the name of a bot", well=isinstance(bot, str))
        bot_named(bot)
        if (id(rules), bot) in seen:
            raise UsageError(f"the bot {bot} is named twice")
        seen.add((id(rules), bot))
    at_least_1(games=games, jobs=jobs, max_actions=max_actions)
    one_crew(jobs, executor)
    # Each ruleset of a sweep would have to be compiled for its own games.
    chosen = lane_for(seconds_for(who[0][0], games, max_actions)) if lane == "auto" else lane
    entries = [Entry(rules, bot, chosen, max_actions) for rules, bot in who]
    if lane == "compiled":
        if prepared is not None and (number := sum(entry.compiles for entry in entries)):
            prepared(0, number)
        who[0][0].engine.surveyor(lane)  # one that is not to be had is told of before anything is played
    ran = run(
        entries, games=games, seed=seed, jobs=jobs, start_method=start_method, executor=executor, progress=progress,
        heard=heard, prepared=prepared,
    )  # fmt: skip
    few = f"{games} games are too few to compile for" if chosen != lane else ""
    return [
        Played(
            rules, bot, seed, max_actions, tally, frame_of(rules, max_actions), ran.partial, seconds, in_lane,
            (few if in_lane == "interpreted" and bot_named(bot).choose is None else "") or note, ran.lost,
        )
        for (rules, bot), tally, seconds, (in_lane, note) in zip(
            who, ran.tallies, ran.seconds, ran.lanes, strict=False
        )
    ]  # fmt: skip
