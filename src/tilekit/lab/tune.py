"""Tuning: the value of one number of a ruleset at which a figure of its games meets a target.

Owns the search. Every value is played with the same seeds, so the figure is a plain function of the value: asked twice
it answers the same, and what differs between two values is less a matter of chance. The search is SciPy's; it needs
the extra ``lab``.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from tilekit.chance import seed_from
from tilekit.errors import TilekitError, UsageError, expected
from tilekit.lab.crews import Gone
from tilekit.lab.report import NOTHING
from tilekit.lab.settings import Setting, at_point, parse_setting
from tilekit.lab.study import CutShort, Interrupted, must_be_rules, play
from tilekit.lab.sweep import aligned, as_data, heading, metric_named, number, shown

if TYPE_CHECKING:
    from tilekit.lab.crews import Futures, Order
    from tilekit.lab.settings import Number
    from tilekit.rules import Rules

#: Where the ends of the range lie on one side of the target, so many values between them are looked at.
_LOOKS: Final = 9


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
        Plain data: the question; ``found`` (the value whose figure is nearest), ``figure`` (``value``, ``low``,
        ``high``, ``standard_error``), ``met`` (whether that is near enough), ``reach`` (the least and the greatest
        figure that was seen), and ``tried``: every value that was tried, in order, the neighbours of the one found
        among them.

    Raises:
        UsageError: no such key, metric, bot or lane; a key that is no number; or the extra is missing.
        RulesetError: with one of the values it is no ruleset.
        TilekitError: a game failed, or the figure has no value.
        CutShort: those who played were gone before the end, a `TilekitError`; with what was tried until then.
        Interrupted: Ctrl-C; with what was tried until then.
    """
    optimize = _optimize()
    seed = seed_from(seed)
    must_be_rules(rules)
    asked = parse_setting(rules, setting)
    measured = metric_named(rules, metric)
    expected("target", target, "a number", well=_is_number(target))
    expected("tolerance", tolerance, "0 or more", well=tolerance is None or (_is_number(tolerance) and tolerance >= 0))
    for value in (asked.values[0], asked.values[-1]):
        at_point(rules, [asked], [value])
    search = _Search(asked, target, tried)

    def measure(value: Number) -> dict[str, float | None]:
        found = play(
            [(at_point(rules, [asked], [value]), bot)], games=games, seed=seed, jobs=jobs, max_actions=max_actions,
            lane=lane, executor=executor,
        )  # fmt: skip
        if found and found[0].lost:
            raise Gone(found[0].lost)
        if not found or found[0].partial:
            raise KeyboardInterrupt
        return as_data(found[0].figure(measured))

    search.measure = measure
    partial, lost = False, ""
    try:
        at = search.run(optimize)
    except (KeyboardInterrupt, Gone) as stopped:
        if not search.seen:
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

    def run(self, optimize: Any) -> int:
        """The index of the nearest value found; its neighbours are tried as well."""
        last = len(self._asked.values) - 1
        self._off(0)
        bracket = self._bracket(0, last)
        if bracket is None and last > 1:
            # Both ends lie on one side. The figure may rise and fall again in between.
            spots = sorted({round(last * i / (_LOOKS + 1)) for i in range(_LOOKS + 2)})
            for low, high in pairwise(spots):
                bracket = bracket or self._bracket(low, high)
            if bracket is None:
                best = spots.index(self.nearest())
                low, high = spots[max(0, best - 1)], spots[min(len(spots) - 1, best + 1)]
                if high - low > 1:
                    optimize.minimize_scalar(
                        lambda x: abs(self._between(x)), bounds=(low, high), method="bounded", options={"xatol": 0.4}
                    )
                    steps = sorted(i for i in self.seen if low <= i <= high)
                    for low, high in pairwise(steps):
                        bracket = bracket or self._bracket(low, high)
        if bracket is not None and bracket[1] - bracket[0] > 1:
            optimize.brentq(self._between, *bracket, xtol=0.01, rtol=1e-6)
        at = -1
        while at != self.nearest():  # a neighbour may turn out to be nearer, and has one more
            at = self.nearest()
            for neighbour in (at - 1, at + 1):
                if 0 <= neighbour <= last:
                    self._off(neighbour)
        return at

    def _off(self, i: int) -> float:
        """How far the figure of a value lies above the target."""
        if i not in self.seen:
            value = self._asked.values[i]
            figure = self.measure(value)
            if figure["value"] is None:
                raise TilekitError(f"with {self._asked.key} = {value} the figure has no value: it is divided by 0")
            self.seen[i] = figure
            if self._tried is not None:
                self._tried(value, figure)
        found = self.seen[i]["value"]
        assert found is not None
        return found - self._target

    def _between(self, x: float) -> float:
        """The same for a place between two values: on the line through both. So it is continuous."""
        low = min(int(x), len(self._asked.values) - 1)
        part = x - low
        return self._off(low) if part == 0 else (1 - part) * self._off(low) + part * self._off(low + 1)

    def _bracket(self, low: int, high: int) -> tuple[int, int] | None:
        """The two values, where the target lies between their figures."""
        return (low, high) if low != high and self._off(low) * self._off(high) <= 0 else None

    def nearest(self) -> int:
        """The index of the value whose figure is nearest; of equals the least."""
        return min(sorted(self.seen), key=lambda i: abs(self._off(i)))

    def values(self) -> list[float]:
        """All figures seen."""
        return [figure["value"] for figure in self.seen.values() if figure["value"] is not None]

    def met(self, at: int, tolerance: float | None) -> bool:
        """Whether the figure of a value is near enough."""
        off, figure = self._off(at), self.seen[at]
        if tolerance is not None:
            return abs(off) <= tolerance
        low, high = figure["low"], figure["high"]
        inside = low is not None and high is not None and low <= self._target <= high
        return off == 0 or inside


# ---------------------------------------------------------------- in words


def table(data: Mapping[str, Any]) -> str:
    """What was tried and what was found, for people."""
    key, metric = data["set"], data["metric"]
    rows = [
        [str(one["value"]), *shown(one["figure"]), "<" if one["value"] == data["found"] else ""]
        for one in data["tried"]
    ]
    return "\n".join([heading(data), "", *aligned([[key, metric, "95 %", ""], *rows]), "", verdict(data)])


def verdict(data: Mapping[str, Any]) -> str:
    """What was found, in a sentence."""
    key, metric, target = data["set"], data["metric"], f"{data['target']:,g}"
    value, interval = shown(data["figure"])
    at = f"{key} = {data['found']} gives {metric} {value}" + (f" ({interval})" if interval != NOTHING else "")
    if data["met"]:
        return f"{at}; the target is {target}"
    low, high = (number(part, data["figure"]) for part in data["reach"])
    if data["reach"][0] <= data["target"] <= data["reach"][1]:
        tolerance = "" if data["tolerance"] is None else f" within {data['tolerance']:g}"
        between = next(
            (f"{target} lies between {key} = {low['value']} and {high['value']}: "
             for low, high in pairwise(data["tried"])
             if data["found"] in (low["value"], high["value"])
             and (low["figure"]["value"] - data["target"]) * (high["figure"]["value"] - data["target"]) < 0),
            "",
        )  # fmt: skip
        return f"{between}no value comes to {target}{tolerance}; the nearest: {at}"
    least, most = data["values"]["least"], data["values"]["most"]
    reach = f"with {key} from {least} to {most}, where {metric} is {low} to {high}"
    return f"{target} is out of reach {reach}; the nearest: {at}"
