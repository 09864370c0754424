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
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from tilekit.cli.arguments import FILE, SEED, Number, Whole, load, must_be_writable, write, writing
from tilekit.cli.signals import INTERRUPTED
from tilekit.cli.streams import is_watched, say, tell
from tilekit.errors import TilekitError, UsageError, counted, one_line
from tilekit.program import LANES

if TYPE_CHECKING:
    from tilekit.lab.crews import Futures, Order
    from tilekit.lab.study import CutShort, Interrupted, Played
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
            help="How many games.",
        ),
        "bot": click.option("--bot", default="random", show_default=True, metavar="NAME", help="Who plays them."),
        "seed": click.option("--seed", type=SEED, default=0, help="Of the whole series; 0 if left out."),
        "jobs": click.option(
            "--jobs", type=Whole(1, 256), default=1, show_default=True, metavar="N", help="How many processes."
        ),
        "max_actions": click.option(
            "--max-actions", type=Whole(1), default=100_000, show_default=True, metavar="N",
            help="Cut a game after so many.",
        ),
        "executor": click.option(
            "--executor", metavar="ADDRESS", help="Play on a cluster instead: dask://HOST:PORT of a scheduler."
        ),
        "lane": click.option(
            "--lane", type=click.Choice(LANES), default="auto", show_default=True,
            help="How to run the program; auto goes by how much there is to play.",
        ),
        "json": click.option("--json", "as_json", is_flag=True, help="Write JSON."),
        "html": click.option(
            "--html", type=FILE, help="Write a page with plots to this file, whole in itself; - for stdout."
        ),
        "verbose": click.option(
            "--verbose", "-v", is_flag=True, help="Tell which lane was used, why, and how fast it went."
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
    help="Who plays them, as NAME:PARAMETER=NUMBER,... where it takes numbers; several are compared on the same seeds.",
)  # fmt: skip
@_options("seed", "jobs", "max_actions", "lane", "executor", "json")
@click.option("--csv", "csv_file", type=FILE, help="Write the figures, a line for each, to this file; - for stdout.")
@click.option("--games-csv", type=FILE, help="Write the games, a line for each, to this file; - for stdout.")
@_options("html", "verbose")
def simulate(
    ruleset: str, bots: tuple[str, ...], *, as_json: bool, csv_file: str | None, games_csv: str | None,
    html: str | None, verbose: bool, executor: str | None, **asked: Unpack[_Asked],
) -> int:  # fmt: skip
    """Let bots play many games and report how they went.

    The report is the same for any number of jobs. Ctrl-C ends it with the report of the games played until then.
    """
    from tilekit.lab.report import report, reports, table
    from tilekit.lab.study import one_crew

    shown = _prepare(csv_file, games_csv, html, as_json=as_json)
    one_crew(asked["jobs"], executor)
    rules = _rules_for(ruleset, bots)
    with _games_into(games_csv, rules, bots, max_actions=asked["max_actions"], seed=asked["seed"]) as heard:
        found = _played([(rules, bot) for bot in bots], executor, heard, **asked)
    if not found:
        raise KeyboardInterrupt
    status = 0
    if found[0].partial:
        games = counted(asked["games"], "game") + (" by each bot" if len(bots) > 1 else "")
        status = _tell_partial(found[0].lost, f"this is the report of {found[0].tally.games:,} of {games}")
    if shown:
        data = report(found[0]) if len(found) == 1 else reports(found)
        say(json.dumps(data, indent=2) if as_json else table(data))
    if csv_file is not None:
        from tilekit.lab.report import figures_csv

        write(csv_file, figures_csv(found))
    if html is not None:
        from tilekit.lab.page import simulation_page

        write(html, simulation_page(found))
    if verbose or is_watched():
        _tell_speed(found)
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
    from tilekit.lab.report import GamesCsv, csv_text
    from tilekit.lab.study import frame_of

    games = GamesCsv(rules, frame_of(rules, max_actions), bots, seed)
    if name == "-":
        say(csv_text([games.head]), end="")
        yield lambda first, rows: say(games.lines(first, rows), end="")
        return
    with writing(name):
        file = Path(name).open("w", encoding="utf-8", newline="")  # noqa: SIM115 - closed below, where that may fail

    def heard(first: int, rows: list[Sequence[Sequence[int]]]) -> None:
        with writing(name):
            file.write(games.lines(first, rows))

    try:
        with writing(name):
            file.write(csv_text([games.head]))
        yield heard
    except BaseException:
        with contextlib.suppress(OSError):  # what went wrong first is told
            file.close()
        raise
    with writing(name):
        file.close()


def _played(
    who: Sequence[tuple[Rules, str]],
    executor: str | None,
    heard: Callable[[int, list[Sequence[Sequence[int]]]], object] | None = None,
    **asked: Unpack[_Asked],
) -> list[Played]:
    """Plays a series, here or where the address says, with a bar that shows how far it has come."""
    from tilekit.lab.study import play

    with contextlib.ExitStack() as stack:
        made = _elsewhere(stack, executor)
        progress, prepared = stack.enter_context(_progress(asked["games"] * len(who)))
        return play(who, executor=made, progress=progress, prepared=prepared, heard=heard, **asked)


@contextlib.contextmanager
def _progress(games: int) -> Iterator[tuple[Callable[[int], object] | None, Callable[[int, int], object] | None]]:
    """Shows how far a series has come and how long it will take, where stderr is a terminal.

    Gives what is to be told of games played, and of machine code prepared for them.
    """
    if not is_watched():
        yield None, None
        return
    with click.progressbar(length=games, label="games", file=sys.stderr, show_pos=True) as bar:

        def prepared(ready: int, number: int) -> None:
            which = "" if number == 1 else f" {ready + 1} of {number}"
            bar.label = f"compiling{which}" if ready < number else "games"
            bar.render_progress()

        yield bar.update, prepared


def _rules_for(ruleset: str, bots: Sequence[str]) -> Rules:
    """The rules, and what bots have to say of how they will play them."""
    from tilekit.plugins import default_plugins

    rules = load(ruleset)
    for bot in dict.fromkeys(bots):
        note = default_plugins().bot(bot).note
        if note is not None and (why := note(rules)):
            tell(one_line(f"{bot}: {why}"))
    return rules


def _tell_speed(found: Sequence[Played]) -> None:
    from tilekit.lab.report import speed

    for played in found:
        tell(one_line(speed(played)))


# ---------------------------------------------------------------- sweep


@click.command()
@click.argument("ruleset")
@click.option(
    "--set",
    "settings",
    multiple=True,
    required=True,
    metavar="KEY=VALUES",
    help="A number of the file and its values: 8..20, 8..20:2 or 1,2,4. Several make a grid.",
)
@click.option(
    "--metric", "metrics", multiple=True, show_default="score.mean, or actions.mean where no score is kept",
    metavar="NAME", help="Which figure; may stand several times.",
)  # fmt: skip
@_options("games", "bot", "seed", "jobs", "max_actions", "lane", "executor", "json")
@click.option("--csv", "csv_file", type=FILE, help="Write a line for each ruleset to this file; - for stdout.")
@_options("html")
def sweep(
    ruleset: str, settings: tuple[str, ...], metrics: tuple[str, ...], bot: str, *, as_json: bool,
    csv_file: str | None, html: str | None, executor: str | None, **asked: Unpack[_Asked],
) -> int:  # fmt: skip
    """Play a ruleset with other numbers in it, a figure for each.

    Every choice of values is played on the same seeds.
    """
    from tilekit.lab.settings import points_of
    from tilekit.lab.study import CutShort, Interrupted, one_crew
    from tilekit.lab.sweep import sweep as run_sweep
    from tilekit.lab.sweep import sweep_csv, table

    shown = _prepare(csv_file, html, as_json=as_json)
    one_crew(asked["jobs"], executor)
    rules = _rules_for(ruleset, [bot])
    metrics = metrics or (("score.mean",) if rules.ruleset.keeps_score else ("actions.mean",))
    status = 0
    with contextlib.ExitStack() as stack:
        made = _elsewhere(stack, executor)
        progress, prepared = stack.enter_context(_progress(asked["games"] * points_of(rules, settings)))
        stopped: CutShort | Interrupted | None = None
        try:
            data = run_sweep(
                rules, settings, metrics=metrics, bot=bot, executor=made, progress=progress, prepared=prepared, **asked
            )
        except (CutShort, Interrupted) as error:
            if error.report is None:
                raise
            data, stopped = dict(error.report), error
    if stopped is not None:
        games = counted(asked["games"], "game")
        status = _tell_partial(_why(stopped), f"these are the figures of {data['games']:,} of {games} of each")
    if shown:
        say(json.dumps(data, indent=2) if as_json else table(data))
    if csv_file is not None:
        write(csv_file, sweep_csv(data))
    if html is not None:
        from tilekit.lab.page import sweep_page

        write(html, sweep_page(data, rules))
    return status


def _why(stopped: CutShort | Interrupted) -> str:
    """Why who played is gone; empty after Ctrl-C."""
    return str(stopped) if isinstance(stopped, TilekitError) else ""


# ---------------------------------------------------------------- tune


@click.command()
@click.argument("ruleset")
@click.option(
    "--set",
    "settings",
    multiple=True,
    required=True,
    metavar="KEY=VALUES",
    help="A number of the file and the values it may take: 5..40, or 10..90:5.",
)
@click.option("--metric", default="score.mean", show_default=True, metavar="NAME", help="Which figure.")
@click.option("--target", type=Number(), required=True, metavar="X", help="What it should be.")
@click.option(
    "--tolerance", type=Number(min=0), metavar="T",
    help="How far from it the figure may lie; as far as its interval reaches if left out.",
)  # fmt: skip
@_options("games", "bot", "seed", "jobs", "max_actions", "lane", "executor", "json")
def tune(
    ruleset: str, settings: tuple[str, ...], metric: str, target: float, tolerance: float | None, bot: str, *,
    as_json: bool, executor: str | None, **asked: Unpack[_Asked],
) -> int:  # fmt: skip
    """Find the value of a number at which a figure meets a target.

    Every value that is tried is played on the same seeds. The exit status is 1 where no value meets the target.
    """
    from tilekit.lab.study import CutShort, Interrupted, one_crew
    from tilekit.lab.tune import table
    from tilekit.lab.tune import tune as run_tune

    if len(settings) > 1:
        raise UsageError(f"tune seeks the value of one number, and --set names {len(settings)}; see tilekit sweep")
    (setting,) = settings
    one_crew(asked["jobs"], executor)
    rules = _rules_for(ruleset, [bot])
    status = 0
    stopped: CutShort | Interrupted | None = None
    with contextlib.ExitStack() as stack:
        made = _elsewhere(stack, executor)
        try:
            data = run_tune(
                rules, setting, metric=metric, target=target, tolerance=tolerance, bot=bot, executor=made,
                tried=_tell_tried if is_watched() else None, **asked,
            )  # fmt: skip
        except (CutShort, Interrupted) as error:
            if error.report is None:
                raise
            data, stopped = dict(error.report), error
    if stopped is not None:
        status = _tell_partial(_why(stopped), "this is what was tried until then")
    say(json.dumps(data, indent=2) if as_json else table(data))
    return status or int(not data["met"])


def _tell_tried(value: float, figure: Mapping[str, float | None]) -> None:
    from tilekit.lab.sweep import shown

    tell(f"tried {value}: {' '.join(shown(figure)).strip()}")


# ---------------------------------------------------------------- files and executors


def _prepare(*files: str | None, as_json: bool) -> bool:
    """Finds out before the games are played that a result could not be written; the last file is a page.

    Returns:
        Whether the standard output is for the report: not where it is one of the files.
    """
    named = [name for name in files if name is not None]
    if as_json and "-" in named:
        raise UsageError("--json and the file - are both for the standard output; leave one out")
    for i, name in enumerate(named):
        if name == "-" and "-" in named[:i]:
            raise UsageError("-: two results cannot both go to the standard output")
        if name == "-":
            continue
        if Path(name).resolve() in {Path(other).resolve() for other in named[:i]}:
            raise UsageError(f"{name}: two results cannot be written to one file")
        must_be_writable(name)
    if files[-1] is not None:
        from tilekit.lab.plots import needed

        needed()
    return "-" not in named


def _elsewhere(stack: contextlib.ExitStack, address: str | None) -> Callable[[Order], Futures] | None:
    """The executor at an address, for as long as the stack is not left; None where none is named."""
    if address is None:
        return None
    from tilekit.lab.executors import executor_at

    return stack.enter_context(executor_at(address))
