"""The results as text: tables in Markdown, for the terminal and for the page of the documentation."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

#: Pairs of ways, faster one first, whose ratio is shown; with the least or the most that it should be.
RATIOS: dict[tuple[str, str], tuple[float, float] | None] = {
    ("compiled", "c"): None,
    ("compiled", "plain"): None,
    ("compiled", "interpreted"): None,
    ("interpreted", "plain"): (0.15, float("inf")),
    ("interpreted", "play"): (0.0, 10.0),
    ("c", "plain"): None,
}
TITLES = {"c": "C", "plain": "plain Python", "play": "`Game.play`"}
NOT_THERE = "not there"


class Result(NamedTuple):
    """What one way came to in one game.

    Attributes:
        speeds: actions per CPU second, one for each round.
        points: a game, on average.
        actions: a game, on average.
        about: versions and the like.
        wrong: why no speed is shown: it is not there, or it plays another game.
    """

    speeds: Sequence[float] = ()
    points: float = 0.0
    actions: float = 0.0
    about: str = ""
    wrong: str = ""


#: Game, way, result.
Results = Mapping[str, Mapping[str, Result]]


def ratios(of: Result, to: Result) -> list[float]:
    """One for each round, sorted; none where one of the two is not there."""
    if of.wrong or to.wrong:
        return []
    return sorted(a / b for a, b in zip(of.speeds, to.speeds, strict=True))


def three_digits(value: float) -> str:
    """With three significant digits, and no exponent."""
    return f"{value:,.{max(0, 2 - math.floor(math.log10(value)))}f}"


def spread(values: Sequence[float]) -> str:
    """The median, and the least and the most of sorted values."""
    if not values:
        return NOT_THERE
    middle = statistics.median(values)
    return f"{three_digits(middle)} ({three_digits(values[0])} to {three_digits(values[-1])})"


def speed(result: Result) -> str:
    """Actions per CPU second."""
    if result.wrong:
        return NOT_THERE
    middle = statistics.median(result.speeds)
    return f"{three_digits(middle / 1e6)} M" if middle >= 1e5 else f"{three_digits(middle / 1e3)} k"


def rows(header: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """A table of Markdown; all columns but the first are numbers."""
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def title(way: str) -> str:
    """What a way is called in a heading."""
    return TITLES.get(way, way)


def remarks(results: Results, ways: Sequence[str]) -> str:
    """Why something is not there, each reason once."""
    said: dict[str, list[str]] = {}
    for game, found in results.items():
        for way in ways:
            if found[way].wrong:
                said.setdefault(found[way].wrong, []).append(f"{title(way)} of {game}")
    return "\n".join(f"- Not there: {', '.join(what)}: {why}." for why, what in said.items())


def games_tables(results: Results, ways: Sequence[str]) -> str:
    """The ratios within tilekit and to C and plain Python, and the speeds they come from."""
    header = ["game", *(f"{title(of)} / {title(to)}" for of, to in RATIOS)]
    body = [[game, *(spread(ratios(found[of], found[to])) for of, to in RATIOS)] for game, found in results.items()]
    speeds = [[game, *(speed(found[way]) for way in ways)] for game, found in results.items()]
    parts = [
        "Ratios of speed: the median of the rounds, and the least and the most of them.",
        rows(header, body),
        "Actions per second of CPU time, which depend on the machine:",
        rows(["game", *map(title, ways)], speeds),
        remarks(results, ways),
    ]
    return "\n\n".join(part for part in parts if part)


def peers_table(found: Mapping[str, Result], peers: Mapping[str, str]) -> str:
    """2048 of tilekit beside 2048 of others.

    Args:
        found: each way's result, tilekit's and theirs.
        peers: their names, and where their rules are not those of 2048, what is different.
    """
    body = []
    missing = []
    for name, rules in peers.items():
        result = found[name]
        if result.wrong:
            missing.append(f"- Not there: {name}: {result.wrong}.")
            continue
        who = f"{result.about}; {rules}" if rules else result.about
        of_ours = [spread(ratios(found[way], result)) for way in ("compiled", "interpreted", "plain")]
        body.append([who, speed(result), *of_ours, f"{result.points:,.0f}", f"{result.actions:.1f}"])
    ours = ["compiled / it", "interpreted / it", "plain Python / it"]
    header = ["2048 of", "slides per CPU second", *ours, "points a game", "slides a game"]
    return "\n\n".join(part for part in (rows(header, body) if body else "", "\n".join(missing)) if part)


def short(results: Results) -> list[str]:
    """Which ratios are not what they should be."""
    said = []
    for game, found in results.items():
        for (of, to), wanted in RATIOS.items():
            values = ratios(found[of], found[to])
            if values and wanted and not wanted[0] <= statistics.median(values) <= wanted[1]:
                bound = f"at least {wanted[0]}" if statistics.median(values) < wanted[0] else f"at most {wanted[1]}"
                said.append(f"{game}: {of} / {to} is {spread(values)}, and should be {bound}")
    return said


def put(page: Path, part: str, text: str) -> None:
    """Write a part of the page anew, between its two comments.

    Raises:
        ValueError: the page has no such part.
    """
    before = page.read_text(encoding="utf-8")
    pattern = rf"(?s)(<!-- measured {part}[^>]*-->\n).*?(<!-- end of {part} -->)"
    after, found = re.subn(pattern, lambda match: f"{match[1]}\n{text}\n\n{match[2]}", before)
    if found != 1:
        raise ValueError(f"{page}: there should be one part between 'measured {part}' and 'end of {part}'")
    page.write_text(after, encoding="utf-8")
