"""Plots of games, as SVG to be put into a page.

Owns what is drawn and how it looks. Needs the extra ``lab``. Nothing is kept between calls, no window is opened, and
the same games give the same bytes.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Any, Final, NamedTuple

from tilekit.errors import UsageError
from tilekit.lab.figures import still_going
from tilekit.lab.report import half_width, own_steps, report
from tilekit.lab.study import Played

#: One colour for each bot or line, told apart by most eyes (after Okabe and Ito).
COLOURS: Final = ("#2f6db5", "#d9772b", "#26906b", "#a64d9e", "#b8930c", "#6b7280", "#c0443f", "#3aa0c0")
_STYLES: Final = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (5, 1.5, 1, 1.5)))
_INK, _FAINT, _GRID = "#1f2733", "#6b7685", "#e3e7ec"
#: Plots are as wide as a telephone's screen, in points, and grow with the page: their words stay legible on both.
_WIDE: Final = 5.0
_TEXT: Final = 12.0
#: So many letters stand along an axis that runs upwards.
_TALL: Final = 24
_LOOK: Final[dict[Any, Any]] = {
    "font.family": "sans-serif",
    "font.size": _TEXT,
    "axes.edgecolor": "#b9c1cb",
    "axes.labelcolor": _FAINT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": _GRID,
    "grid.linewidth": 0.8,
    "text.color": _INK,
    "xtick.color": "#b9c1cb",
    "ytick.color": "#b9c1cb",
    "xtick.labelcolor": _FAINT,
    "ytick.labelcolor": _FAINT,
    "legend.frameon": False,
    "lines.linewidth": 2,
    "lines.solid_capstyle": "round",
    "svg.fonttype": "none",
    "svg.hashsalt": "tilekit",
}
#: A tail longer than this part of the games is left out of a plot's range.
_TAIL: Final = 0.01
_MOST_BINS: Final = 60
_MOST_POINTS: Final = 400


class Plot(NamedTuple):
    """A plot: a heading, the SVG, and what one sees in it, in words."""

    title: str
    svg: str
    caption: str


def needed() -> None:
    """Sees to it that plots can be drawn.

    Raises:
        UsageError: the extra is missing.
    """
    try:
        import matplotlib  # noqa: F401, ICN001 - whether it is there
        import numpy  # noqa: F401, ICN001 - as above
    except ImportError as error:
        raise UsageError(
            f"plots need {error.name}, which is not installed: pip install 'tilekit-engine[lab]'"
        ) from None


@contextmanager
def _drawing(height: float, **more: Any) -> Iterator[tuple[Any, Any, io.StringIO]]:
    """A figure, its axes, and the text that its SVG is written into when this is left."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    text = io.StringIO()
    with mpl.rc_context({**mpl.rcParamsDefault, **_LOOK}):
        figure = Figure(figsize=(_WIDE, height), layout="constrained")
        axes = figure.subplots(**more)
        yield figure, axes, text
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})


def svg_of(text: io.StringIO) -> str:
    """The SVG element alone, as large as the page lets it be."""
    written = text.getvalue()
    element = written[written.index("<svg") :]
    head, rest = element.split(">", 1)
    parts = [part for part in head.split(" ") if not part.startswith(("width=", "height="))]
    return f'{" ".join(parts)} role="img">{rest}'


def _percent_axis(axis: Any, most: float = 1.0) -> None:
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, decimals=0 if most > 0.05 else 1))


def _numbered(axis: Any, *, whole: bool = False) -> None:
    """Ticks at round numbers, each written as the number that it is; at whole ones where there are no others."""
    from matplotlib.ticker import MaxNLocator

    if whole:
        low, high = axis.get_view_interval()
        if high - low < 1:  # narrower, and it would be ticked at fractions
            middle = round((low + high) / 2)
            axis.set_view_interval(middle - 1, middle + 1, ignore=True)
    axis.set_major_locator(MaxNLocator(nbins=5, integer=whole, min_n_ticks=1))
    axis.set_major_formatter(lambda value, _: plain(value))


def plain(value: float) -> str:
    """A number as one writes it, to six places.

    >>> plain(-0.0), plain(2.5), plain(1234567.0)
    ('0', '2.5', '1,234,567')
    """
    return f"{round(value, 6) + 0.0:,.6f}".rstrip("0").rstrip(".")


def _bar(length: float | None) -> float:
    """How long a bar of an error is; one that is not known is not drawn."""
    return math.nan if length is None else length


def _range(all_values: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The least value and the greatest, but for a long thin tail."""
    low, high = min(map(min, all_values)), max(map(max, all_values))
    near = max(sorted(values)[int((1 - _TAIL) * len(values))] for values in all_values)
    return low, near if high > low and (high - low) > 1.25 * (near - low) else high


# ---------------------------------------------------------------- of a simulation


def scores(all_played: Sequence[Played]) -> Plot:
    """How the scores are spread."""
    import numpy as np

    values = [np.asarray(played.tally.scores) for played in all_played]
    low, high = _range([played.tally.scores for played in all_played])
    # Points come in steps; a bin that held now two and now three of them would draw a comb.
    step = int(np.gcd.reduce([np.gcd.reduce(np.abs(each - low)) for each in values])) or 1
    n = min(map(len, values))
    spread = max(float(np.subtract(*np.percentile(each, [75, 25]))) for each in values) or 1.0
    width = max(1.2 * spread / n ** (1 / 3), (high - low + step) / _MOST_BINS)
    width = step * max(1, math.ceil(width / step)) if high > low else step
    edges = np.arange(low - step / 2, high + width + step / 2, width)
    beyond = max(float((each > edges[-1]).mean()) for each in values)
    with _drawing(2.9) as (_, axes, text):
        for played, each, colour in zip(all_played, values, COLOURS * 8, strict=False):
            counts, _ = np.histogram(each, edges)
            axes.stairs(counts / len(each), edges, fill=True, color=colour, alpha=0.22 if len(values) > 1 else 0.35)
            axes.stairs(counts / len(each), edges, color=colour, linewidth=1.6, label=played.bot)
            axes.axvline(float(np.median(each)), color=colour, linewidth=1.2, linestyle=(0, (3, 2)))
        axes.set(xlabel="score", ylabel="share of games", ylim=(0, None))
        axes.margins(x=0.01)
        if high == low:
            axes.set_xlim(low - 1, low + 1)
        _percent_axis(axes.yaxis, axes.get_ylim()[1])
        _numbered(axes.xaxis, whole=True)
        if len(values) > 1:
            axes.legend(loc="upper right")
    medians = "Dashed lines mark the medians." if len(values) > 1 else "The dashed line marks the median."
    most = "up to " if len(values) > 1 else ""
    tail = f" Left out: {most}{beyond:.1%} of the games, beyond {edges[-1]:,.0f}." if beyond else ""
    return Plot("Scores", svg_of(text), f"In steps of {width:,}. {medians}{tail}")


def _shares_by_action(axes: Any, last: int, of: str) -> None:
    """Axes for shares of games, from the first action to the last that is shown."""
    axes.set(xlabel="actions", ylabel=of, xlim=(0, max(last, 1)), ylim=(0, 1.02))
    _percent_axis(axes.yaxis)
    _numbered(axes.xaxis, whole=True)


def survival(all_played: Sequence[Played]) -> Plot:
    """How many games are still going after so many actions."""
    _, last = _range([played.tally.actions for played in all_played])
    at = sorted({round(last * i / _MOST_POINTS) for i in range(_MOST_POINTS + 1)})
    with _drawing(2.9) as (_, axes, text):
        for played, colour in zip(all_played, COLOURS * 8, strict=False):
            axes.plot(at, still_going(sorted(played.tally.actions), at), drawstyle="steps-post", color=colour,
                      label=played.bot)  # fmt: skip
        _shares_by_action(axes, last, "games still going")
        if len(all_played) > 1:
            axes.legend(loc="upper right")
    cut = any(played.tally.sums[played.frame.quantities.index("rate:cut")] for played in all_played)
    return Plot(
        "Length of games",
        svg_of(text),
        "The share of games that go on after so many actions."
        + (f" Games were cut after {all_played[0].max_actions:,}." if cut else ""),
    )


def tiles(all_played: Sequence[Played]) -> Plot | None:
    """How many games had made each tile by so many actions; nothing where none was made."""
    import matplotlib as mpl
    from matplotlib.lines import Line2D

    names = own_steps([report(played) for played in all_played])
    if not names:
        return None
    ids = all_played[0].rules.program.tiles.ids
    _, last = _range([played.tally.actions for played in all_played])
    colours = [mpl.colormaps["viridis_r"](0.12 + 0.83 * i / max(1, len(names) - 1)) for i in range(len(names))]
    with _drawing(3.1) as (figure, axes, text):
        for played, style in zip(all_played, _STYLES * 8, strict=False):
            for name, colour in zip(names, colours, strict=True):
                counted = played.tally.reached[ids.index(name) - 1]
                xs, ys = _added_up(counted, played.tally.games, max(last, 1))
                axes.plot(xs, ys, drawstyle="steps-post", color=colour, linestyle=style, linewidth=1.8)
        _shares_by_action(axes, last, "games that made it by then")
        lines = [Line2D([], [], color=colour, linewidth=2.4) for colour in colours]
        figure.legend(lines[::-1], names[::-1], loc="outside right upper", ncols=1 + len(names) // 12)
        if len(all_played) > 1:
            styles = [Line2D([], [], color=_FAINT, linestyle=style) for style in _STYLES * 8]
            axes.legend(styles[: len(all_played)], [played.bot for played in all_played], loc="center right")
    return Plot(
        "Tiles made",
        svg_of(text),
        "The share of games in which the player had made the tile, or a higher one, by so many actions."
        + (" Lines are drawn in one style for each bot." if len(all_played) > 1 else ""),
    )


def _added_up(counted: Mapping[int, int], games: int, last: int) -> tuple[list[int], list[float]]:
    """The share of games for which something had happened, by action."""
    until = [action for action in sorted(counted) if action <= last]
    xs = [0, *until]
    ys = [0.0, *(number / games for number in accumulate(counted[action] for action in until))]
    thin = max(1, len(xs) // _MOST_POINTS)
    return [*xs[:-1:thin], xs[-1], last], [*ys[:-1:thin], ys[-1], ys[-1]]


def rates(all_played: Sequence[Played]) -> Plot | None:
    """How often each event happened and how much of each variable was won and lost, for 1,000 actions."""
    found = [report(played)["per_1000"] for played in all_played]
    rows = telling(found)[::-1]
    if not rows:
        return None
    low = min(one["mean"] for _, each in rows for one in each if one["mean"])
    high = max(one["mean"] for _, each in rows for one in each if one["mean"])
    with _drawing(1.0 + 0.29 * len(rows) + 0.05 * len(rows) * (len(found) - 1)) as (_, axes, text):
        apart = min(0.22, 0.7 / len(found))
        for i, (played, colour) in enumerate(zip(all_played, COLOURS * 8, strict=False)):
            off = apart * ((len(found) - 1) / 2 - i)
            good = [(k + off, each[i]) for k, (_, each) in enumerate(rows) if each[i]["mean"]]
            error = [_bar(half_width(one)) for _, one in good]
            mean = [one["mean"] for _, one in good]
            # On this axis an interval that reaches 0 has no end; it is drawn to the edge.
            left = [min(e, 0.999 * m) for e, m in zip(error, mean, strict=True)]
            axes.errorbar(mean, [at for at, _ in good], xerr=[left, error], fmt="o", markersize=5, color=colour,
                          elinewidth=1.4, capsize=2, label=played.bot)  # fmt: skip
        _tenfold(axes, low, high)
        axes.set(yticks=range(len(rows)), yticklabels=[name for name, _ in rows], ylim=(-0.7, len(rows) - 0.3))
        axes.tick_params(axis="y", length=0, labelcolor=_INK)
        axes.set_xlabel("per 1,000 actions")
        if len(found) > 1:
            axes.legend(loc="best")
        for k, (_, each) in enumerate(rows if len(found) == 1 else []):
            axes.text(1.02, k, _short(each[0]["mean"]), transform=axes.get_yaxis_transform(), va="center",
                      color=_FAINT)  # fmt: skip
    return Plot(
        "What happens in play",
        svg_of(text),
        "Events, and what was won and lost of each variable, for 1,000 actions, with intervals of 95 %. Each line "
        "stands for ten times as much as the one before.",
    )


def telling(found: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """The figures for 1,000 actions that tell something, each by its name, for each bot.

    What never happened tells nothing, nor does a variable that only counts an event, as one that counts the tiles dealt
    does, nor what happens as often in every game of every bot, unless there is nothing else.
    """
    words = {"events": "{}", "gained": "{} gained", "spent": "{} spent"}
    events = [[one["events"][name] for one in found] for name in found[0]["events"]]
    rows: list[tuple[str, list[Mapping[str, Any]]]] = []
    constant: list[tuple[str, list[Mapping[str, Any]]]] = []
    for kind, written in words.items():
        for name in found[0][kind]:
            each = [one[kind][name] for one in found]
            is_constant = all(half_width(one) == 0 and one["mean"] == each[0]["mean"] for one in each)
            counts = kind == "gained" and each in events and not any(one["spent"][name]["mean"] for one in found)
            if any(one["mean"] for one in each) and not counts:
                (constant if is_constant else rows).append((written.format(name), each))
    return rows or constant


def _tenfold(axes: Any, low: float, high: float) -> None:
    """An axis from left to right on which each line stands for ten times the one before; it has two at least."""
    from matplotlib.ticker import LogLocator, NullFormatter

    last = math.ceil(math.log10(high))
    first = min(math.floor(math.log10(low)), last - 1)
    axes.set_xscale("log")
    axes.set_xlim(10**first / 1.6, 10**last * 1.6)
    axes.xaxis.set_major_locator(LogLocator(base=10, numticks=last - first + 3))
    axes.xaxis.set_major_formatter(lambda value, _: plain(value))
    axes.xaxis.set_minor_formatter(NullFormatter())


def _short(value: float) -> str:
    return f"{value:,.1f}" if value >= 1 else f"{value:.2g}"


def differences(found: Sequence[Mapping[str, Any]]) -> Plot | None:
    """How the scores of bots differ on the same seeds."""
    if not found:
        return None
    with _drawing(1.1 + 0.4 * len(found)) as (_, axes, text):
        mean = [one["score"]["mean"] for one in found]
        error = [_bar(half_width(one["score"])) for one in found]
        at = list(range(len(found)))[::-1]
        axes.axvline(0, color=_FAINT, linewidth=1)
        axes.errorbar(mean, at, xerr=error, fmt="D", markersize=6, color=COLOURS[0], elinewidth=1.8, capsize=3)
        axes.set(yticks=at, yticklabels=[f"{one['bot']} less {one['with']}" for one in found],
                 ylim=(-0.6, len(found) - 0.4), xlabel="difference of the scores, game by game")  # fmt: skip
        axes.tick_params(axis="y", length=0, labelcolor=_INK)
        _numbered(axes.xaxis)
    return Plot(
        "Bots compared", svg_of(text), "On the same seeds; intervals of 95 %. To the right the first bot is better."
    )


# ---------------------------------------------------------------- of a sweep

#: In a map of so many columns and rows there is room for numbers.
_MOST_ACROSS: Final = 8
_MOST_DOWN: Final = 18


def why_not(data: Mapping[str, Any]) -> str:
    """Why there is no plot of a metric of a sweep."""
    number = len(data["set"])
    if number > 2:
        return f"it could show two numbers, and {number} are varied; the table has the figures"
    return "it has no value anywhere"


def swept(data: Mapping[str, Any], metric: str) -> Plot | None:
    """A metric over one number of the ruleset as a line, over two as a map; nothing over more."""
    keys = list(data["set"])
    if len(keys) > 2:
        return None
    figures = [point["figures"][metric] for point in data["points"]]
    if not any(figure["value"] is not None for figure in figures):
        return None
    return _line(data, keys[0], metric) if len(keys) == 1 else _map(data, keys[0], keys[1], metric)


def _line(data: Mapping[str, Any], key: str, metric: str) -> Plot:
    good = [point for point in data["points"] if point["figures"][metric]["value"] is not None]
    good.sort(key=lambda point: point["set"][key])
    xs = [point["set"][key] for point in good]
    found = [point["figures"][metric] for point in good]
    ys = [figure["value"] for figure in found]
    low = [_bar(None if figure["low"] is None else figure["value"] - figure["low"]) for figure in found]
    high = [_bar(None if figure["high"] is None else figure["high"] - figure["value"]) for figure in found]
    with _drawing(3.1) as (_, axes, text):
        axes.plot(xs, ys, color=COLOURS[0], linewidth=1.6, alpha=0.55)
        axes.errorbar(xs, ys, yerr=[low, high], fmt="o", markersize=5, color=COLOURS[0], elinewidth=1.4, capsize=3)
        axes.set(xlabel=key, ylabel=_in_lines(metric))
        if len(xs) == 1:
            axes.set_xticks(xs)
            axes.xaxis.set_major_formatter(lambda value, _: plain(value))
        else:
            _numbered(axes.xaxis, whole=all(isinstance(x, int) for x in xs))
        axes.yaxis.set_major_formatter(lambda value, _: plain(value))
    return Plot(metric, svg_of(text), "Bars are intervals of 95 %. All points are of the same seeds.")


def _map(data: Mapping[str, Any], down: str, across: str, metric: str) -> Plot:
    import numpy as np

    rows, columns = sorted(data["set"][down]), sorted(data["set"][across])
    values = np.full((len(rows), len(columns)), np.nan)
    for point in data["points"]:
        value = point["figures"][metric]["value"]
        values[rows.index(point["set"][down]), columns.index(point["set"][across])] = np.nan if value is None else value
    written = len(columns) <= _MOST_ACROSS and len(rows) <= _MOST_DOWN
    with _drawing(min(9.0, 1.4 + 0.42 * len(rows))) as (figure, axes, text):
        axes.grid(visible=False)
        drawn = axes.pcolormesh(values, cmap="viridis", edgecolors="white", linewidth=1.2)
        for axis, ticked, most, label in (
            (axes.xaxis, columns, 10, across), (axes.yaxis, rows, 20, _in_lines(down)),
        ):  # fmt: skip
            places = range(0, len(ticked), -(-len(ticked) // most))  # evenly apart
            axis.set_ticks([i + 0.5 for i in places], [f"{ticked[i]:,}" for i in places])
            axis.set_label_text(label)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        bar = figure.colorbar(drawn, ax=axes, pad=0.02)
        bar.outline.set_visible(False)
        bar.ax.yaxis.set_major_formatter(lambda value, _: plain(value))
        light = np.nanmin(values) + 0.6 * np.ptp(values[~np.isnan(values)])  # from here on the colours are
        for (i, k), value in np.ndenumerate(values) if written else ():
            if not np.isnan(value):
                axes.text(k + 0.5, i + 0.5, f"{value:,.3g}" if abs(value) < 1000 else f"{value:,.0f}", ha="center",
                          va="center", color="white" if value < light else _INK)  # fmt: skip
    return Plot(metric, svg_of(text), "All cells are of the same seeds; the table has their intervals.")


def _in_lines(name: str) -> str:
    """A name for an axis that runs upwards, in lines that are no longer than it."""
    lines = [""]
    for part in re.split(r"(?<=[. ])", name):
        if lines[-1] and len(lines[-1] + part) > _TALL:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)
