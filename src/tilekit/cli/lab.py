"""The commands of the lab: simulate, sweep, tune.

Owns their arguments, their progress bars and where their results go; what is worked out is the business of
`tilekit.lab`.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

import click

from tilekit.cli.arguments import FILE, SEED, Number, Whole, load, must_be_writable, write, writing
from tilekit.cli.signals import INTERRUPTED
from tilekit.cli.streams import is_watched, say, tell
from tilekit.errors import UsageError, counted, one_line
from tilekit.lab import executors, page, plots, report, study
from tilekit.lab import sweep as sweeps
from tilekit.lab import tune as search
from tilekit.lab.settings import points_of
from tilekit.plugins import default_plugins
from tilekit.program import LANES
from tilekit.rules import Rules


class _Asked(TypedDict):
    """What every series is asked for, as options give it."""

    games: int
    seed: int
    jobs: int
    max_actions: int
    lane: str


def _options(*wanted: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """The options that the commands share, in one order and in the same words."""
    known = {
        "games": click.option(
            "--games", type=Whole(1, 100_000_000), default=100, show_default=True, metavar="N",
            help="The number of games.",
        ),
        "bot": click.option("--bot", default="random", show_default=True, metavar="NAME", help="The bot that plays."),
        "seed": click.option("--seed", type=SEED, default=0, help="The seed of the whole series; 0 by default."),
        "jobs": click.option(
            "--jobs", type=Whole(1, 256), default=1, show_default=True, metavar="N", help="The number of processes."
        ),
        "max_actions": click.option(
            "--max-actions", type=Whole(1), default=100_000, show_default=True, metavar="N",
            help="Stop a game after this many actions.",
        ),
        "executor": click.option(
            "--executor", metavar="ADDRESS", help="Play on a cluster instead; dask://HOST:PORT is its scheduler."
        ),
        "lane": click.option(
            "--lane", type=click.Choice(LANES), default="auto", show_default=True,
            help="How to run the program; auto decides by the amount of play.",
        ),
        "json": click.option("--json", "as_json", is_flag=True, help="Write JSON."),
        "html": click.option(
            "--html", type=FILE, help="Write a self-contained page with charts to this file; - for stdout."
        ),
        "verbose": click.option(
            "--verbose", "-v", is_flag=True, help="Report which lane was used and why, and the speed."
        ),
    }  # fmt: skip

    def with_options(command: Callable[..., int]) -> Callable[..., int]:
        for name in reversed(wanted):
            command = known[name](command)
        return command

    return with_options


# ---------------------------------------------------------------- simulate


@click.command()
@click.argument("ruleset")
@_options("games")
@click.option(
    "--bot", "bots", multiple=True, default=("random",), show_default="random", metavar="NAME",
    help="The bot, as NAME:PARAMETER=NUMBER,... if it takes numbers; several bots play the same seeds.",
)  # fmt: skip
@_options("seed", "jobs", "max_actions", "lane", "executor", "json")
@click.option("--csv", "csv_file", type=FILE, help="Write the figures to this file, one per line; - for stdout.")
@click.option("--games-csv", type=FILE, help="Write the games to this file, one per line; - for stdout.")
@_options("html", "verbose")
def simulate(
    ruleset: str, bots: tuple[str, ...], *, as_json: bool, csv_file: str | None, games_csv: str | None,
    html: str | None, verbose: bool, executor: str | None, **asked: Unpack[_Asked],
) -> int:  # fmt: skip
    """Let bots play many games and report the results.

    The report is the same for any number of jobs. Ctrl-C stops the games and reports those played so far.
    """
    shown = _prepare(csv_file, games_csv, html, as_json=as_json)
    study.one_crew(asked["jobs"], executor)
    rules = _rules_for(ruleset, bots)
    with (
        _games_into(games_csv, rules, bots, max_actions=asked["max_actions"], seed=asked["seed"]) as heard,
        _crew(executor) as made,
        _progress(asked["games"] * len(bots)) as bar,
    ):
        found = study.play([(rules, bot) for bot in bots], executor=made, heard=heard, **bar, **asked)
    if not found:
        raise KeyboardInterrupt
    status = 0
    if found[0].partial:
        games = counted(asked["games"], "game") + (" by each bot" if len(bots) > 1 else "")
        status = _tell_partial(found[0].lost, f"this is the report of {found[0].tally.games:,} of {games}")
    if shown:
        data = report.report(found[0]) if len(found) == 1 else report.reports(found)
        say(json.dumps(data, indent=2) if as_json else report.table(data))
    if csv_file is not None:
        write(csv_file, report.figures_csv(found))
    if html is not None:
        write(html, page.simulation_page(found))
    if verbose or is_watched():
        for played in found:
            tell(one_line(report.speed(played)))
    return status


def _tell_partial(lost: str, what: str) -> int:
    """Says that a series did not come to its end, and what is there of it; the exit status of that."""
    tell(one_line(f"{lost or 'interrupted'}: {what}"))
    return 2 if lost else INTERRUPTED


@contextlib.contextmanager
def _games_into(
    name: str | None, rules: Rules, bots: Sequence[str], *, max_actions: int, seed: int
) -> Iterator[Callable[[int, list[Sequence[Sequence[int]]]], object] | None]:
    """What writes each game into a file as it comes; None where no file was asked for."""
    if name is None:
        yield None
        return
    games = report.GameRows(rules, study.frame_of(rules, max_actions), bots, seed)
    head = report.csv_text([games.head])
    if name == "-":
        say(head, end="")
        yield lambda first, rows: say(report.csv_text(games.rows(first, rows)), end="")
        return
    with writing(name):
        file = Path(name).open("w", encoding="utf-8", newline="")  # noqa: SIM115 - closed below, where that may fail

    def heard(first: int, rows: list[Sequence[Sequence[int]]]) -> None:
        with writing(name):
            file.write(report.csv_text(games.rows(first, rows)))

    try:
        with writing(name):
            file.write(head)
        yield heard
    except BaseException:
        with contextlib.suppress(OSError):  # what went wrong first is told
            file.close()
        raise
    with writing(name):
        file.close()


def _crew(address: str | None) -> contextlib.AbstractContextManager[Any]:
    """The executor at an address, for as long as this is not left; None where none is named."""
    return contextlib.nullcontext() if address is None else executors.executor_at(address)


def _as_far_as_it_came(run: Callable[[], Mapping[str, Any]]) -> tuple[dict[str, Any], str | None]:
    """The figures of a study, and why those who played are gone: empty after Ctrl-C, None at its end."""
    try:
        return dict(run()), None
    except study.CutShort as error:
        return dict(error.report), str(error)
    except study.Interrupted as error:
        if error.report is None:
            raise
        return dict(error.report), ""


@contextlib.contextmanager
def _progress(games: int) -> Iterator[dict[str, Any]]:
    """Shows how far a series has come and how long it will take, where stderr is a terminal.

    Gives what is to be told of games played, and of machine code prepared for them, by the name of the argument.
    """
    if not is_watched():
        yield {}
        return
    with click.progressbar(length=games, label="games", file=sys.stderr, show_pos=True) as bar:

        def prepared(ready: int, number: int) -> None:
            which = "" if number == 1 else f" {ready + 1} of {number}"
            bar.label = f"compiling{which}" if ready < number else "games"
            bar.render_progress()

        yield {"progress": bar.update, "prepared": prepared}


def _rules_for(ruleset: str, bots: Sequence[str]) -> Rules:
    """The rules, and what bots have to say of how they will play them."""
    rules = load(ruleset)
    for bot in dict.fromkeys(bots):
        note = default_plugins().bot(bot).note
        if note is not None and (why := note(rules)):
            tell(one_line(f"{bot}: {why}"))
    return rules


# ---------------------------------------------------------------- sweep


@click.command()
@click.argument("ruleset")
@click.option(
    "--set",
    "settings",
    multiple=True,
    required=True,
    metavar="KEY=VALUES",
    help="A number in the file and its values: 8..20, 8..20:2 or 1,2,4. Several options make a grid.",
)
@click.option(
    "--metric", "metrics", multiple=True, show_default="score.mean, or actions.mean where no score is kept",
    metavar="NAME", help="The figure; may be given several times.",
)  # fmt: skip
@_options("games", "bot", "seed", "jobs", "max_actions", "lane", "executor", "json")
@click.option("--csv", "csv_file", type=FILE, help="Write a line for each ruleset to this file; - for stdout.")
@_options("html")
def sweep(
    ruleset: str, settings: tuple[str, ...], metrics: tuple[str, ...], bot: str, *, as_json: bool,
    csv_file: str | None, html: str | None, executor: str | None, **asked: Unpack[_Asked],
) -> int:  # fmt: skip
    """Play a ruleset with other numbers and report a figure for each.

    All choices of values are played on the same seeds.
    """
    shown = _prepare(csv_file, html, as_json=as_json)
    study.one_crew(asked["jobs"], executor)
    rules = _rules_for(ruleset, [bot])
    metrics = metrics or (("score.mean",) if rules.ruleset.keeps_score else ("actions.mean",))
    with _crew(executor) as made, _progress(asked["games"] * points_of(rules, settings)) as bar:
        data, lost = _as_far_as_it_came(
            lambda: sweeps.sweep(rules, settings, metrics=metrics, bot=bot, executor=made, **bar, **asked)
        )
    status = 0
    if lost is not None:
        games = counted(asked["games"], "game")
        status = _tell_partial(lost, f"these are the figures of {data['games']:,} of {games} of each")
    if shown:
        say(json.dumps(data, indent=2) if as_json else sweeps.table(data))
    if csv_file is not None:
        write(csv_file, sweeps.sweep_csv(data))
    if html is not None:
        write(html, page.sweep_page(data, rules))
    return status


# ---------------------------------------------------------------- tune


@click.command()
@click.argument("ruleset")
@click.option(
    "--set",
    "settings",
    multiple=True,
    required=True,
    metavar="KEY=VALUES",
    help="A number in the file and its possible values: 5..40 or 10..90:5.",
)
@click.option("--metric", default="score.mean", show_default=True, metavar="NAME", help="The figure.")
@click.option("--target", type=Number(), required=True, metavar="X", help="The value that the figure should have.")
@click.option(
    "--tolerance", type=Number(min=0), metavar="T",
    help="How far the figure may be from the target; by default, as far as its interval reaches.",
)  # fmt: skip
@_options("games", "bot", "seed", "jobs", "max_actions", "lane", "executor", "json")
def tune(
    ruleset: str, settings: tuple[str, ...], metric: str, target: float, tolerance: float | None, bot: str, *,
    as_json: bool, executor: str | None, **asked: Unpack[_Asked],
) -> int:  # fmt: skip
    """Find the value of a number at which a figure meets a target.

    All values that are tried are played on the same seeds. The exit status is 1 if no value meets the target.
    """
    if len(settings) > 1:
        raise UsageError(f"tune seeks the value of one number, and --set names {len(settings)}; see tilekit sweep")
    study.one_crew(asked["jobs"], executor)
    rules = _rules_for(ruleset, [bot])
    with _crew(executor) as made:
        data, lost = _as_far_as_it_came(
            lambda: search.tune(
                rules, settings[0], metric=metric, target=target, tolerance=tolerance, bot=bot, executor=made,
                tried=_tell_tried if is_watched() else None, **asked,
            )
        )  # fmt: skip
    status = 0 if lost is None else _tell_partial(lost, "this is what was tried until then")
    say(json.dumps(data, indent=2) if as_json else search.table(data))
    return status or int(not data["met"])


def _tell_tried(value: float, figure: Mapping[str, float | None]) -> None:
    tell(f"tried {value}: {' '.join(sweeps.shown(figure)).strip()}")


# ---------------------------------------------------------------- files


def _prepare(*files: str | None, as_json: bool) -> bool:
    """Finds out before the games are played that a result could not be written; the last file is a page.

    Returns:
        Whether the standard output is for the report: not where it is one of the files.
    """
    named = [name for name in files if name is not None]
    if as_json and "-" in named:
        raise UsageError("--json and the file - are both for the standard output; leave one out")
    if named.count("-") > 1:
        raise UsageError("-: two results cannot both go to the standard output")
    for i, name in enumerate(named):
        if name != "-" and Path(name).resolve() in {Path(other).resolve() for other in named[:i]}:
            raise UsageError(f"{name}: two results cannot be written to one file")
        must_be_writable(name)
    if files[-1] is not None:
        plots.needed()
    return "-" not in named
