"""A report as one page of HTML, whole in itself: it loads nothing from elsewhere.

Owns the page; the plots in it are `tilekit.lab.plots`'s.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from string import Template
from typing import Any, Final

from tilekit.errors import counted
from tilekit.lab import plots, sweep
from tilekit.lab.plots import Plot
from tilekit.lab.report import percent, report, reports, table, within
from tilekit.lab.study import Played
from tilekit.plugins import default_plugins
from tilekit.rules import Rules

_PAGE: Final = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
:root { color-scheme: light; --ink: #1f2733; --faint: #6b7685; --line: #e3e7ec; --accent: #2f6db5; }
* { box-sizing: border-box; }
body { margin: 0; background: #f4f6f8; color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 32px 24px 48px; }
h1 { margin: 0; font-size: 28px; letter-spacing: -0.01em; }
h2 { margin: 0 0 4px; font-size: 16px; }
.about { margin: 4px 0 24px; color: var(--faint); }
.partial { display: inline-block; padding: 0 8px; border-radius: 4px; background: #fdecc8; color: #7a4b00; }
.grid { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 18px; margin-top: 18px; }
@media (max-width: 900px) { .grid { grid-template-columns: minmax(0, 1fr); } }
.card { background: #fff; border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; min-width: 0; }
figure { margin: 0; }
figure svg { display: block; width: 100%; max-width: 480px; height: auto; margin: 0 auto; }
figcaption, .note { color: var(--faint); font-size: 13px; }
.scroll { overflow-x: auto; max-width: 100%; }
.scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 10px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
thead th { color: var(--faint); font-weight: 600; font-size: 13px; }
tbody tr:last-child td { border-bottom: 0; }
.dot { display: inline-block; width: 10px; height: 10px; border-radius: 50%; margin-right: 6px; }
pre { overflow-x: auto; margin: 8px 0 0; font: 12.5px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
.grid ~ .card { margin-top: 18px; }
summary { cursor: pointer; font-weight: 600; }
h1, code { overflow-wrap: anywhere; }
@media (max-width: 600px) {
  main { padding: 20px 10px 32px; }
  .card { padding: 14px 12px; }
}
</style>
</head>
<body>
<main>
<h1>$heading</h1>
<p class="about">$about</p>
$top
<div class="grid">
$cards
</div>
$rest
</main>
</body>
</html>
""")


def simulation_page(all_played: Sequence[Played]) -> str:
    """The page of one or more bots' games.

    Raises:
        UsageError: the extra for plots is missing.
    """
    plots.needed()
    data = report(all_played[0]) if len(all_played) == 1 else reports(all_played)
    bots: Sequence[Mapping[str, Any]] = data.get("bots", [data])
    rules = all_played[0].rules
    tiles, rates = plots.tiles(all_played), plots.rates(all_played)
    drawn = [plots.survival(all_played), tiles, rates]
    if data["keeps_score"]:
        drawn = [plots.scores(all_played), *drawn, plots.differences(data.get("compared", []))]
    bare = [
        f"There is no plot of {what}: {why}."
        for plot, what, why in (
            (tiles, "tiles", "none was made"), (rates, "events", "nothing happened that has a name"),
        )
        if plot is None
    ]  # fmt: skip
    return page(
        title=f"{rules.title}: {_who(bots)}",
        heading=rules.title,
        about=f"{escape(rules.id)} version {rules.version}, {counted(data['games'], 'game')} {escape(_who(bots))}, "
        f"seed {data['seed']}{_partial(data)}",
        top=card("Figures", _figures(bots)),
        cards=map(plot_card, filter(None, drawn)),
        notes=bare,
        details=table(data),
        command=_command("simulate", rules, data, bots),
    )


def sweep_page(data: Mapping[str, Any], rules: Rules) -> str:
    """The page of a sweep.

    Raises:
        UsageError: the extra for plots is missing.
    """
    plots.needed()
    keys, metrics = list(data["set"]), data["metrics"]
    heads = [*keys, *(part for metric in metrics for part in (metric, "95 %"))]
    rows = [
        [*(f"{point['set'][key]:,}" for key in keys),
         *(part for metric in metrics for part in sweep.shown(point["figures"][metric]))]
        for point in data["points"]
    ]  # fmt: skip
    drawn = [(metric, plots.swept(data, metric)) for metric in metrics]
    asked = [word for key, values in data["set"].items() for word in ("--set", f"{key}={','.join(map(str, values))}")]
    asked += [word for metric in metrics for word in ("--metric", metric)]
    many = f"{counted(len(data['points']), 'ruleset')}, {counted(data['games'], 'game')} of each by {data['bot']}"
    return page(
        title=f"{rules.title}: {', '.join(keys)}",
        heading=f"{rules.title}: {', '.join(keys)}",
        about=f"{escape(rules.id)} version {rules.version}, {escape(many)}, seed {data['seed']}{_partial(data)}",
        cards=[plot_card(plot) for _, plot in drawn if plot is not None],
        notes=[f"There is no plot of {metric}: {plots.why_not(data)}." for metric, plot in drawn if plot is None],
        bottom=card("Figures", html_table(list(map(escape, heads)), rows)),
        details=sweep.table(data),
        command=_command("sweep", rules, data, [data], *asked),
    )


def _command(verb: str, rules: Rules, data: Mapping[str, Any], bots: Sequence[Mapping[str, Any]], *asked: str) -> str:
    """What to type for the same games again."""
    series = ["--games", str(data["games"]), "--seed", str(data["seed"])]
    who = [word for bot in bots for word in ("--bot", bot["bot"])]
    most = ["--max-actions", str(data["max_actions"])] if data["max_actions"] != 100_000 else []
    return shlex.join(["tilekit", verb, asked_for(rules), *asked, *series, *who, *most])


def _partial(data: Mapping[str, Any]) -> str:
    return ' <span class="partial">interrupted</span>' if data["partial"] else ""


def asked_for(rules: Rules) -> str:
    """A ruleset as one names it on the command line."""
    if default_plugins().rulesets.get(rules.ruleset.game.id) == rules.path:
        return rules.id
    return f"{rules.document.name}:{rules.preset}" if rules.preset else rules.document.name


def page(
    *, title: str, heading: str, about: str, cards: Iterable[str], details: str, command: str, top: str = "",
    bottom: str = "", notes: Iterable[str] = (),
) -> str:  # fmt: skip
    """A page of cards, two in a row between those on top and at the bottom.

    Title, details, command and notes, which say what is not there, are text.
    """
    absent = "".join(f'<p class="note">{escape(note)}</p>' for note in notes)
    rest = (
        f'{absent}{bottom}\n<details class="card"><summary>All figures as text</summary>'
        f"<pre>{escape(details)}</pre></details>\n"
        f'<p class="note">Made by <code>{escape(command)}</code>; the same command gives the same figures.</p>'
    )
    return _PAGE.substitute(
        title=escape(title), heading=escape(heading), about=about, top=top, cards="\n".join(cards), rest=rest
    )


def _who(bots: Sequence[Mapping[str, Any]]) -> str:
    names = [bot["bot"] for bot in bots]
    return f"by {names[0]}" if len(names) == 1 else f"each by {', '.join(names[:-1])} and {names[-1]}"


def card(title: str, inside: str) -> str:
    """A card; what is inside is HTML."""
    return f'<section class="card"><h2>{escape(title)}</h2>{inside}</section>'


def plot_card(plot: Plot) -> str:
    """A card with a plot."""
    return card(plot.title, f"<figure>{plot.svg}<figcaption>{escape(plot.caption)}</figcaption></figure>")


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of HTML cells."""
    top = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    inside = f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    # Who has no mouse scrolls it once it has the focus.
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Figures">{inside}</div>'


def _figures(bots: Sequence[Mapping[str, Any]]) -> str:
    """The table on top: a line for each bot."""
    scored = bots[0]["keeps_score"]
    made = any(name != "none" for bot in bots for name in bot["top_made"])
    head = [
        "",
        *["score", "median", "5 % to 95 %"] * scored,
        "actions",
        "median",
        "ended",
        *["highest tile made"] * made,
    ]
    rows = []
    for bot, colour in zip(bots, plots.COLOURS * 8, strict=False):
        score, actions = bot["score"], bot["actions"]
        top = sorted(bot["top_made"].items(), key=lambda one: -one[1])[:3]
        rows.append(
            [
                f'<span class="dot" style="background:{colour}"></span>{escape(bot["bot"])}',
                *[
                    within(score),
                    f"{score['quantiles']['0.5']:,}",
                    f"{score['quantiles']['0.05']:,} to {score['quantiles']['0.95']:,}",
                ]
                * scored,
                within(actions),
                f"{actions['quantiles']['0.5']:,}",
                escape(", ".join(f"{name} {percent(rate)}" for name, rate in bot["rate"].items())),
                *[escape(", ".join(f"{name} {percent(count / bot['games'])}" for name, count in top))] * made,
            ]
        )
    return html_table(head, rows) + '<p class="note">Means with their interval of 95 %.</p>'
