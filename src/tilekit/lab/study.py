"""A study: who was to play what, and what came of it.

Owns the asking of a series for one ruleset and one or more bots, and what reports, tables and pages are made from. What
they say is the business of `tilekit.lab.report` and `tilekit.lab.page`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilekit.chance import seed_from
from tilekit.errors import UsageError, at_least_1
from tilekit.lab.figures import Figure, known_of, measured
from tilekit.lab.intervals import USUAL
from tilekit.lab.parts import Entry, bot_named
from tilekit.lab.series import Heard, lane_for, run
from tilekit.lab.tally import Frame, Tally
from tilekit.program.metric import Metric, parse_metric
from tilekit.program.survey import surveying

if TYPE_CHECKING:
    from tilekit.lab.crews import Futures, Order
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
        seconds: how long the games took, over all workers; hangs on the machine.
        lane: the lane in which they were played.
        note: why not in the compiled one; empty where it was that one.
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

    def figure(self, metric: str | Metric, level: float = USUAL) -> Figure:
        """A figure by its name, such as ``score.mean``, with its interval of a level.

        Raises:
            MetricError: there is none of that name.
        """
        if isinstance(metric, str):
            metric = parse_metric(metric, known_of(self.rules))
        return measured(metric, self.tally, self.frame, self.rules.program.tiles.ids, level)


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


def frame_of(rules: Rules, most: int) -> Frame:
    """How to read the rows that these rules' games give."""
    return Frame.of(rules, surveying(rules.counted).columns, most)


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
) -> list[Played]:
    """Plays the same seeds under each ruleset with each bot, as asked.

    The arguments are those of `tilekit.lab.simulate.simulate`; ``heard`` is as in `tilekit.lab.series.run`.

    Raises:
        UsageError: no bot of that name, no seed, or a number below 1.
        TilekitError: a game failed, or those who should have played it were lost.
    """
    seed = seed_from(seed)
    seen: set[tuple[int, str]] = set()
    for rules, bot in who:
        bot_named(bot)
        if (id(rules), bot) in seen:
            raise UsageError(f"the bot {bot} is named twice")
        seen.add((id(rules), bot))
    at_least_1(games=games, jobs=jobs, max_actions=max_actions)
    # Each ruleset of a sweep would have to be compiled for its own games.
    chosen = lane_for(who[0][0], games, max_actions) if lane == "auto" else lane
    if lane == "compiled":
        who[0][0].surveyor(lane)  # one that is not to be had is told of before anything is played
    entries = [Entry(rules, bot, chosen, max_actions) for rules, bot in who]
    ran = run(
        entries, games=games, seed=seed, jobs=jobs, start_method=start_method, executor=executor, progress=progress,
        heard=heard,
    )  # fmt: skip
    few = f"{games} games are too few to compile for" if chosen != lane else ""
    return [
        Played(
            rules, bot, seed, max_actions, tally, frame_of(rules, max_actions), ran.partial, seconds, in_lane,
            (few if bot_named(bot).choose is None else "") or note,
        )
        for (rules, bot), tally, seconds, (in_lane, note) in zip(
            who, ran.tallies, ran.seconds, ran.lanes, strict=False
        )
    ]  # fmt: skip
