"""Speed of tilekit, as ratios measured side by side in one run.

The games of `ways.GAMES` are played at random by both lanes of tilekit, by `Game.play`, by C and by plain Python, and
2048, with ``--peers``, by other programs as well. All ways of a game take turns, for several rounds, on one core; a
ratio is the median of the rounds' ratios, so that a machine which slows down slows all of them. Time is CPU time.
Whatever the player does counts as an action, in all ways.

A way whose games are not those of the interpreted lane, by mean score and length, is named and gets no ratio.

Run as ``python benchmarks/run.py [--seconds N] [--peers]``. It writes the tables into ``docs/performance.md``.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import table
from peers import PEERS, Peer, PeerAtWork
from table import Result
from ways import GAMES, NOTHING, SHARE, WAYS, NotThere, Played, Way, compiler_version, difference

import tilekit

ROUNDS = 7
PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
#: `play` plays the same few games again and again, which says nothing of the mean.
APART: dict[str, float | None] = {"play": None}
PLAYS_ANOTHER = "plays another game"


def one_core() -> None:
    """Stay on one core, where the system lets one choose; what is started from here stays there, too."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measured(
    builders: Mapping[str, Callable[[], Way]], seconds: float, apart: Mapping[str, float | None]
) -> dict[str, Result]:
    """What each way comes to, in rounds in which all that are there take turns.

    Args:
        builders: makes each way.
        seconds: how long a way plays in a round.
        apart: the share of a mean that ways may lie apart from the first one; none: they are not compared.
    """
    missing: dict[str, str] = {}
    with contextlib.ExitStack() as stack:
        there: dict[str, Way] = {}
        for name, build in builders.items():
            try:
                way = build()
                stack.callback(way.close)
                way.measure(seconds)  # compiles what is to be compiled, and finds the size of a batch
                there[name] = way
            except NotThere as why:
                missing[name] = str(why)
        order = list(there)
        speeds: dict[str, list[float]] = {name: [] for name in order}
        played: dict[str, Played] = dict.fromkeys(order, NOTHING)
        for number in range(ROUNDS):
            turn = number % len(order)  # none is always the first, none always follows the same one
            for name in [*order[turn:], *order[:turn]]:
                found = there[name].measure(seconds)
                speeds[name].append(found.speed)
                played[name] = played[name].and_then(found)
    results = {name: Result(wrong=why) for name, why in missing.items()}
    for name in order:
        total, share = played[name], apart.get(name, SHARE)
        wrong = "" if share is None else difference(played[order[0]], total, share)
        games = max(total.games, 1)
        results[name] = Result(
            speeds[name],
            points=total.score / games,
            actions=total.actions / games,
            about=there[name].about,
            wrong=wrong and f"{PLAYS_ANOTHER}: {wrong}",
        )
    return {name: results[name] for name in builders}


def machine(seconds: float) -> str:
    """What the figures depend on."""
    processor = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        processor = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), processor)
    try:
        compiled_by = compiler_version()
    except NotThere as why:
        compiled_by = str(why)
    return (
        f"{processor}, one core of {os.cpu_count()}; {platform.system()} {platform.machine()}; "
        f"{platform.python_implementation()} {platform.python_version()}; {compiled_by}; "
        f"tilekit {tilekit.__version__}; {ROUNDS} rounds of {seconds:.2g} CPU seconds a way"
    )


def builders_of(game: str, peers: Sequence[Peer]) -> dict[str, Callable[[], Way]]:
    """What makes each way of a game, by name."""
    own = {name: partial(way, game) for name, way in WAYS.items()}
    return own | {peer.name: partial(PeerAtWork, peer) for peer in peers}


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and write the page."""
    parser = argparse.ArgumentParser(description="Speed of tilekit, as ratios within one run.")
    parser.add_argument("--seconds", type=float, default=60.0, help="about how long the games take (default: 60)")
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES), metavar="GAME")
    parser.add_argument("--peers", action="store_true", help="2048 of others as well: fetches and installs them")
    parser.add_argument("--peer", action="append", metavar="NAME", help="as --peers, but this one alone; repeatable")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write (default: docs/performance.md)")
    parser.add_argument("--no-page", action="store_true", help="print only")
    options = parser.parse_args(arguments)
    one_core()
    seconds = options.seconds / (len(options.games) * len(WAYS) * (ROUNDS + 1))
    chosen = [peer for peer in PEERS if options.peers or peer.name in (options.peer or ())]
    apart = APART | {peer.name: peer.apart for peer in chosen}
    results = {}
    for game in options.games:
        print(f"{game} ...", file=sys.stderr, flush=True)
        results[game] = measured(builders_of(game, chosen if game == "2048" else ()), seconds, apart)
    parts = {"games": table.games_tables(results, list(WAYS))}
    if chosen and "2048" in results:
        parts["peers"] = table.peers_table(results["2048"], {peer.name: peer.rules for peer in chosen})
    about = sorted({found["compiled"].about for found in results.values()} - {""})
    for part, text in parts.items():
        whole = f"{text}\n\nMeasured on: {'; '.join([machine(seconds), *about])}."
        print(whole, end="\n\n")
        if not options.no_page:
            table.put(options.page, part, whole)
    for line in table.short(results):
        print(f"short of what is wanted: {line}")
    different = [
        f"{game}: {name} {result.wrong}"
        for game, found in results.items()
        for name, result in found.items()
        if result.wrong.startswith(PLAYS_ANOTHER)
    ]
    for line in different:
        print(line, file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
