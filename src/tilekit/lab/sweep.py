"""Sweeps: the same seeds played under rulesets that differ in a few numbers.

Owns the question, the answer, and how the answer is written as a table and as CSV.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

from tilekit.errors import UsageError, counted, expected, texts_of
from tilekit.lab.crews import Futures, Order
from tilekit.lab.figures import Figure, known_of
from tilekit.lab.report import NOTHING, cell, csv_text
from tilekit.lab.settings import Number, Setting, grid, parse_setting, setting
from tilekit.lab.study import Interrupted, must_be_rules, play, whole
from tilekit.program.metric import Metric, MetricError, parse_metric
from tilekit.rules import Rules


def sweep(
    rules: Rules,
    settings: Mapping[str, Sequence[Number]] | Sequence[str],
    *,
    metrics: Sequence[str] = ("score.mean",),
    games: int,
    bot: str = "random",
    seed: int | str = 0,
    jobs: int = 1,
    max_actions: int = 100_000,
    lane: str = "auto",
    progress: Callable[[int], object] | None = None,
    executor: Executor | Callable[[Order], Futures] | None = None,
    prepared: Callable[[int, int], object] | None = None,
) -> dict[str, Any]:
    """Figures of games under every choice of values for some numbers of a ruleset.

    Every ruleset is played with the same seeds, so that what differs between them is less a matter of chance.

    Args:
        rules: the ruleset.
        settings: dotted keys of its file, each with the values it takes; or texts such as
            ``"constants.stone_every=8..20"``.
        metrics: which figures.
        games: how many games of each ruleset.
        bot: who plays them.
        seed: of the series, an integer or a text.
        jobs: as in `tilekit.lab.simulate.simulate`, like the arguments that follow.
        max_actions: see there.
        lane: see there.
        progress: see there; counts the games of all rulesets.
        executor: see there.
        prepared: called with how many of the rulesets have been compiled, and how many are; not where none is.

    Returns:
        Plain data: the question, and ``points``, in the order of a nested loop over the settings. Each has ``set`` (the
        values), ``rules`` (the digest), and ``figures``: for each metric ``value``, ``low``, ``high`` (its interval of
        95 %) and ``standard_error``.

    Raises:
        UsageError: no such key, metric, bot or lane; a key that is no number; too many rulesets.
        RulesetError: with some of the values it is no ruleset. All this is said before a game is played.
        TilekitError: a game failed, or those who should have played were never there.
        CutShort: those who played were gone before the end, a `TilekitError`; with the figures so far.
        Interrupted: Ctrl-C; with the figures so far, each of the same games.
    """
    must_be_rules(rules)
    asked = _settings(rules, settings)
    measured = [metric_named(rules, name) for name in texts_of("metrics", metrics, 'a list of names: ["score.mean"]')]
    for i, metric in enumerate(measured):
        if metric in measured[:i]:
            raise UsageError(f"the metric {metric.text} is named twice")
    points = grid(rules, asked)
    found = play(
        [(point.rules, bot) for point in points], games=games, seed=seed, jobs=jobs, max_actions=max_actions,
        lane=lane, progress=progress, executor=executor, prepared=prepared,
    )  # fmt: skip
    if not found:
        raise Interrupted(None)
    data = {
        "ruleset": rules.id,
        "version": rules.version,
        "rules": rules.digest,
        "bot": bot,
        "seed": found[0].seed,
        "games": found[0].tally.games,
        "partial": found[0].partial,
        "max_actions": max_actions,
        "set": {each.key: list(each.values) for each in asked},
        "metrics": [metric.text for metric in measured],
        "points": [
            {
                "set": dict(zip((each.key for each in asked), point.values, strict=True)),
                "rules": point.rules.digest,
                "figures": {metric.text: as_data(played.figure(metric)) for metric in measured},
            }
            for point, played in zip(points, found, strict=True)
        ],
    }
    return whole(data, found)


def _settings(rules: Rules, settings: Mapping[str, Sequence[Number]] | Sequence[str]) -> list[Setting]:
    if isinstance(settings, Mapping):
        found = [setting(rules, key, values) for key, values in settings.items()]
    else:
        what = 'a table of keys with lists of numbers, or a list of texts: ["constants.stone_every=8..20"]'
        found = [parse_setting(rules, text) for text in (texts_of("settings", settings, what) if settings else ())]
    if not found:
        raise UsageError("nothing is set; name a key and its values, such as constants.stone_every=8..20")
    return found


def metric_named(rules: Rules, name: str) -> Metric:
    """A metric of a ruleset's games.

    Raises:
        UsageError: there is none of that name.
    """
    expected("metric", name, 'a text: "score.mean"', well=isinstance(name, str))
    try:
        return parse_metric(name, known_of(rules))
    except MetricError as error:
        raise UsageError(str(error)) from None


def as_data(figure: Figure) -> dict[str, float | None]:
    """A figure as plain data."""
    return {"value": figure.value, "low": figure.low, "high": figure.high, "standard_error": figure.error}


# ---------------------------------------------------------------- as a table, and as CSV


def table(data: Mapping[str, Any]) -> str:
    """A sweep for people."""
    keys, metrics = list(data["set"]), data["metrics"]
    rows = [
        [*(str(point["set"][key]) for key in keys),
         *(part for metric in metrics for part in shown(point["figures"][metric]))]
        for point in data["points"]
    ]  # fmt: skip
    heads = [*keys, *(part for metric in metrics for part in (metric, "95 %"))]
    return "\n".join([heading(data), "", *aligned([heads, *rows])])


def heading(data: Mapping[str, Any]) -> str:
    """What was played, in a line."""
    games = f"{counted(data['games'], 'game')} of each by {data['bot']}"
    so_far = ", partial" if data["partial"] else ""
    return f"{data['ruleset']} version {data['version']}: {games}, seed {data['seed']}{so_far}"


def shown(figure: Mapping[str, Any]) -> tuple[str, str]:
    """A figure and its interval, in words."""
    if figure["value"] is None:
        return NOTHING, NOTHING
    if figure["low"] is None:
        return number(figure["value"]), NOTHING
    return number(figure["value"], figure), f"{number(figure['low'], figure)} to {number(figure['high'], figure)}"


def number(value: float, figure: Mapping[str, Any] | None = None) -> str:
    """A number with as many places as its interval is worth."""
    if isinstance(value, int):
        return f"{value:,}"
    width = 0.0 if figure is None or figure["low"] is None else (figure["high"] - figure["low"]) / 2
    if width <= 0:
        return f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.1f}"
    places = 0
    while width < 10 and places < 6:
        width, places = width * 10, places + 1
    return f"{value:,.{places}f}"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells as lines, each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(part.rjust(width) for part, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def sweep_csv(data: Mapping[str, Any]) -> str:
    """A line for each point: the values, then each metric with its interval."""
    keys, metrics = list(data["set"]), data["metrics"]
    head = [*keys, *(name for metric in metrics for name in (metric, f"{metric} low", f"{metric} high"))]
    lines: list[Sequence[object]] = [head]
    for point in data["points"]:
        figures = [point["figures"][metric] for metric in metrics]
        numbers = [cell(figure[part]) for figure in figures for part in ("value", "low", "high")]
        lines.append([*(point["set"][key] for key in keys), *numbers])
    return csv_text(lines)
