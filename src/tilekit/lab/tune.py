"""Tuning: the value of one number of a ruleset at which a figure of its games meets a target.

Owns the search and what may be claimed after it. Every value is played with the same seeds, so the figure is a plain
function of the value: asked twice it answers the same. It need not rise or fall, if only because of chance. So a range
of few values is played whole, and the answer is the best there is. In a larger range SciPy searches (the extra
``lab``), and the answer speaks of the values tried.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import pairwise
from statistics import fmean, linear_regression
from typing import Any, Final

from tilekit.chance import seed_from
from tilekit.errors import TilekitError, UsageError, expected
from tilekit.lab.crews import Futures, Gone, Order
from tilekit.lab.report import NOTHING
from tilekit.lab.settings import Number, Setting, at_point, parse_setting
from tilekit.lab.study import CutShort, Interrupted, must_be_rules, play
from tilekit.lab.sweep import aligned, as_data, heading, metric_named, number, shown
from tilekit.rules import Rules

#: A range of at most so many values is played whole.
_WHOLE: Final = 64
#: A larger range is looked at in so many places before it is searched: a search of the largest range that is played
#: whole would cost more than a quarter as much.
_LOOKS: Final = 17
#: Of the places where it crosses the target, so many are followed.
_FOLLOWED: Final = 3
#: More games than these nobody will play.
_COUNTLESS: Final = 1e12
#: So many values are named one by one.
_NAMED: Final = 12


def tune(
    rules: Rules,
    setting: str,
    *,
    metric: str = "score.mean",
    target: float,
    tolerance: float | None = None,
    games: int,
    bot: str = "random",
    seed: int | str = 0,
    jobs: int = 1,
    max_actions: int = 100_000,
    lane: str = "auto",
    tried: Callable[[Number, Mapping[str, float | None]], object] | None = None,
    executor: Executor | Callable[[Order], Futures] | None = None,
) -> dict[str, Any]:
    """The value of a number at which a figure comes nearest to a target.

    Args:
        rules: the ruleset.
        setting: a dotted key of its file and the values it may take: ``"constants.stone_every=5..40"``.
        metric: which figure.
        target: what it should be.
        tolerance: how far from it the figure may lie. If None, the target must lie in the figure's interval of 95 %.
        games: how many games are played with each value that is tried.
        bot: who plays them.
        seed: of the series, an integer or a text.
        jobs: as in `tilekit.lab.simulate.simulate`, like those that follow.
        max_actions: see there.
        lane: see there.
        tried: called with each value that was tried and its figure.
        executor: see there.

    Returns:
        Plain data: the question; ``found`` (the value tried whose figure is nearest, the first of equals), ``figure``
        (``value``, ``low``, ``high``, ``standard_error``), ``met`` (whether that is near enough), ``reach`` (the least
        and the greatest figure seen), ``whole`` (whether every value was tried, as a range of at most 64 is),
        ``holding`` (the values tried whose interval holds the target), ``games_to_separate`` (with about how many
        games of each the intervals of neighbours among these would no longer overlap; None where nothing tells), and
        ``tried``: every value that was tried, in order, the neighbours of the one found among them.

    Raises:
        UsageError: no such key, metric, bot or lane; a key that is no number; or the extra is missing.
        RulesetError: with one of the values it is no ruleset.
        TilekitError: a game failed, or the figure has no value.
        CutShort: those who played were gone before the end, a `TilekitError`; with what was tried until then.
        Interrupted: Ctrl-C; with what was tried until then.
    """
    seed = seed_from(seed)
    must_be_rules(rules)
    asked = parse_setting(rules, setting)
    measured = metric_named(rules, metric)
    expected("target", target, "a number", well=_is_number(target))
    expected("tolerance", tolerance, "0 or more", well=tolerance is None or (_is_number(tolerance) and tolerance >= 0))
    whole = len(asked.values) <= _WHOLE
    optimize = None if whole else _optimize()
    # With these there must be a ruleset before a game is played.
    first = asked.values if whole else (asked.values[0], asked.values[-1])
    ready = {value: at_point(rules, [asked], [value]) for value in first}
    search = _Search(asked, target, tried)

    def measure(value: Number) -> dict[str, float | None]:
        own = ready[value] if value in ready else at_point(rules, [asked], [value])
        found = play(
            [(own, bot)], games=games, seed=seed, jobs=jobs, max_actions=max_actions, lane=lane, executor=executor
        )
        if found and found[0].lost:
            raise Gone(found[0].lost)
        if not found or found[0].partial:
            raise KeyboardInterrupt
        return as_data(found[0].figure(measured))

    search.measure = measure
    partial, lost = False, ""
    try:
        at = search.whole() if whole else search.run(optimize)
    except (KeyboardInterrupt, Gone) as stopped:
        if not search.values():
            if isinstance(stopped, Gone):
                raise
            raise Interrupted(None) from None
        partial, lost = True, str(stopped) if isinstance(stopped, Gone) else ""
        at = search.nearest()
    data = {
        "ruleset": rules.id,
        "version": rules.version,
        "rules": rules.digest,
        "bot": bot,
        "seed": seed,
        "games": games,
        "partial": partial,
        "max_actions": max_actions,
        "set": asked.key,
        "values": {"least": min(asked.values), "most": max(asked.values), "number": len(asked.values)},
        "metric": measured.text,
        "target": target,
        "tolerance": tolerance,
        "found": asked.values[at],
        "figure": search.seen[at],
        "met": search.met(at, tolerance),
        "reach": [min(search.values()), max(search.values())],
        "whole": len(search.seen) == len(asked.values),
        "holding": [asked.values[i] for i in search.holding()],
        "games_to_separate": search.games_to_separate(games),
        "tried": [{"value": asked.values[i], "figure": search.seen[i]} for i in sorted(search.seen)],
    }
    if lost:
        raise CutShort(lost, data)
    if partial:
        raise Interrupted(data)
    return data


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _optimize() -> Any:
    """SciPy's search.

    Raises:
        UsageError: the extra is missing.
    """
    try:
        return importlib.import_module("scipy.optimize")
    except ImportError as error:
        missing = error.name or "scipy"
        raise UsageError(
            f"tuning needs {missing.partition('.')[0]}, which is not installed: pip install 'tilekit-engine[lab]'"
        ) from None


class _Search:
    """The search over the values of a setting, by their index; each is played once.

    Attributes:
        seen: the figure of each value that was tried.
        measure: gives the figure of a value.
    """

    def __init__(
        self, asked: Setting, target: float, tried: Callable[[Number, Mapping[str, float | None]], object] | None
    ) -> None:
        self._asked, self._target, self._tried = asked, target, tried
        self.seen: dict[int, dict[str, float | None]] = {}
        self.measure: Callable[[Number], dict[str, float | None]]

    def whole(self) -> int:
        """The index of the nearest of all values, which are tried in wide steps first: whoever stops it has seen most.

        Raises:
            TilekitError: with no value the figure has a value.
        """
        for step in (16, 4, 1):
            for i in range(0, len(self._asked.values), step):
                self._tried_at(i)
        if not self.values():
            raise TilekitError(f"with no value of {self._asked.key} the figure has a value: it is divided by 0")
        return self.nearest()

    def run(self, optimize: Any) -> int:
        """The index of the nearest value found; its neighbours are tried as well."""
        last = len(self._asked.values) - 1
        # The figure may rise and fall: where it crosses the target between two looks, it is followed.
        spots = sorted({round(last * i / (_LOOKS - 1)) for i in range(_LOOKS)})
        for spot in spots:
            self._off(spot)
        brackets = [bracket for bracket in pairwise(spots) if self._crosses(*bracket)]
        if not brackets:
            best = spots.index(self.nearest())
            low, high = spots[max(0, best - 1)], spots[min(len(spots) - 1, best + 1)]
            if high - low > 1:
                optimize.minimize_scalar(
                    lambda x: abs(self._between(x)), bounds=(low, high), method="bounded", options={"xatol": 0.4}
                )
                steps = sorted(i for i in self.seen if low <= i <= high)
                brackets = [bracket for bracket in pairwise(steps) if self._crosses(*bracket)]
        # Chance lets a figure that hardly moves cross the target many times; the nearest crossings tell enough.
        brackets.sort(key=lambda ends: min(abs(self._off(i)) for i in ends))
        for low, high in brackets[:_FOLLOWED]:
            if high - low > 1:
                optimize.brentq(self._between, low, high, xtol=0.01, rtol=1e-6)
        at = -1
        while at != self.nearest():  # a neighbour may turn out to be nearer, and has one more
            at = self.nearest()
            for neighbour in (at - 1, at + 1):
                if 0 <= neighbour <= last:
                    self._off(neighbour)
        return at

    def _tried_at(self, i: int) -> dict[str, float | None]:
        """The figure of a value, which is played unless it has been."""
        if i not in self.seen:
            value = self._asked.values[i]
            self.seen[i] = self.measure(value)
            if self._tried is not None:
                self._tried(value, self.seen[i])
        return self.seen[i]

    def _off(self, i: int) -> float:
        """How far the figure of a value lies above the target.

        Raises:
            TilekitError: it has no value, and a search cannot go on from there.
        """
        found = self._tried_at(i)["value"]
        if found is None:
            value = self._asked.values[i]
            raise TilekitError(f"with {self._asked.key} = {value} the figure has no value: it is divided by 0")
        return found - self._target

    def _between(self, x: float) -> float:
        """The same for a place between two values: on the line through both. So it is continuous."""
        low = min(int(x), len(self._asked.values) - 1)
        part = x - low
        return self._off(low) if part == 0 else (1 - part) * self._off(low) + part * self._off(low + 1)

    def _crosses(self, low: int, high: int) -> bool:
        """Whether the target lies between the figures of two values."""
        return self._off(low) * self._off(high) <= 0

    def nearest(self) -> int:
        """The index of the value whose figure is nearest; of equals the first."""
        known = [i for i in sorted(self.seen) if self.seen[i]["value"] is not None]
        return min(known, key=lambda i: abs(self._off(i)))

    def holding(self) -> list[int]:
        """The indices of the values tried whose interval holds the target."""
        return [i for i in sorted(self.seen) if self._holds(i)]

    def _holds(self, i: int) -> bool:
        low, high = self.seen[i]["low"], self.seen[i]["high"]
        return low is not None and high is not None and low <= self._target <= high

    def games_to_separate(self, games: int) -> int | None:
        """With about how many games the intervals of neighbours whose interval holds the target would not overlap.

        None where no two neighbours hold it, or where nothing tells. Chance hides the difference of two neighbours,
        so it is taken from the line through all of a run of them and the next value on either side.
        """
        tried = [i for i in sorted(self.seen) if self.seen[i]["value"] is not None]
        holding = [place for place, i in enumerate(tried) if self._holds(i)]
        runs: list[list[int]] = []
        for place in holding:
            # One value between two of a run may miss the target by chance.
            if runs and place - runs[-1][-1] <= 2:
                runs[-1].append(place)
            else:
                runs.append([place])
        wanted = [self._separates(tried, run, games) for run in runs if len(run) > 1]
        return None if not wanted or None in wanted else max(each for each in wanted if each is not None)

    def _separates(self, tried: Sequence[int], run: Sequence[int], games: int) -> int | None:
        around = tried[max(0, run[0] - 1) : run[-1] + 2]
        slope = linear_regression(around, [self._off(i) for i in around]).slope
        step = abs(slope) * min(tried[b] - tried[a] for a, b in pairwise(run))
        ends = [(self.seen[tried[place]]["low"], self.seen[tried[place]]["high"]) for place in run]
        widths = [high - low for low, high in ends if low is not None and high is not None]
        if not step:
            return None
        # An interval is half as wide with four times as many games.
        return rounded_up(games * (fmean(widths) / step) ** 2)

    def values(self) -> list[float]:
        """All figures seen."""
        return [figure["value"] for figure in self.seen.values() if figure["value"] is not None]

    def met(self, at: int, tolerance: float | None) -> bool:
        """Whether the figure of a value is near enough."""
        off = self._off(at)
        return abs(off) <= tolerance if tolerance is not None else off == 0 or self._holds(at)


def rounded_up(number: float) -> int | None:
    """An estimate, to two digits and never less; None where it is beyond counting."""
    if not number < _COUNTLESS:
        return None
    unit = int(10 ** max(0, len(str(math.ceil(number))) - 2))
    return math.ceil(number / unit) * unit


# ---------------------------------------------------------------- in words


def table(data: Mapping[str, Any]) -> str:
    """What was tried and what was found, for people."""
    key, metric = data["set"], data["metric"]
    rows = [
        [str(one["value"]), *shown(one["figure"]), "<" if one["value"] == data["found"] else ""]
        for one in data["tried"]
    ]
    told = [verdict(data), *_doubts(data)]
    return "\n".join([heading(data), "", *aligned([[key, metric, "95 %", ""], *rows]), "", *told])


def verdict(data: Mapping[str, Any]) -> str:
    """What was found, in a sentence, which speaks of no value that was not tried."""
    key, metric, target = data["set"], data["metric"], f"{data['target']:,g}"
    value, interval = shown(data["figure"])
    at = f"{key} = {data['found']} gives {metric} {value}" + (f" ({interval})" if interval != NOTHING else "")
    if data["met"]:
        return f"{at}; the target is {target}"
    tried = "" if data["whole"] else f" of the {len(data['tried'])} tried"
    known = [one for one in data["tried"] if one["figure"]["value"] is not None]
    if data["reach"][0] <= data["target"] <= data["reach"][1]:
        tolerance = "" if data["tolerance"] is None else f" within {data['tolerance']:g}"
        between = next(
            (f"{target} lies between {key} = {low['value']} and {high['value']}: "
             for low, high in pairwise(known)
             if data["found"] in (low["value"], high["value"])
             and (low["figure"]["value"] - data["target"]) * (high["figure"]["value"] - data["target"]) < 0),
            "",
        )  # fmt: skip
        return f"{between}no value{tried} comes to {target}{tolerance}; the nearest: {at}"
    low, high = (number(part, data["figure"]) for part in data["reach"])
    if data["whole"]:
        least, most = data["values"]["least"], data["values"]["most"]
        reach = f"is out of reach with {key} from {least} to {most}, where {metric} is {low} to {high}"
    else:
        reach = f"is reached by no value{tried} of {data['values']['number']:,}, where {metric} is {low} to {high}"
    return f"{target} {reach}; the nearest: {at}"


def _doubts(data: Mapping[str, Any]) -> Iterator[str]:
    """Between which values so few games cannot decide, and how many could."""
    holding = data["holding"]
    if len(holding) < 2:
        return
    named = ", ".join(map(str, holding[:_NAMED])) + (", …" if len(holding) > _NAMED else "")
    yield f"the interval of {len(holding)} values holds {data['target']:,g}: {named}"
    games = data["games_to_separate"]
    if games is not None:
        yield f"with about {games:,} games of each, the intervals of neighbours among them would not overlap"
