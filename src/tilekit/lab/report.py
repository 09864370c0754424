"""What games came to, as data, as a table, and as lines of CSV.

Owns the keys of a report and the words of its table. Nothing in it depends on the machine, on the number of workers or
on the order of their answers: how fast it went is told elsewhere.
"""

from __future__ import annotations

import csv
import io
import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations
from typing import Any, Final

from tilekit.chance import nth_seed
from tilekit.errors import counted
from tilekit.lab.figures import Difference, Figure, known_of, mean, paired, per_1000, share
from tilekit.lab.study import Played
from tilekit.lab.tally import Frame
from tilekit.rules import Rules

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
#: What tables say where there is no number.
NOTHING: Final = "–"

# ---------------------------------------------------------------- as data


def report(played: Played) -> dict[str, Any]:
    """The figures of one bot's games, as plain data."""
    tally, frame, rules = played.tally, played.frame, played.rules
    games, ids = tally.games, rules.program.tiles.ids
    counts = {reason: tally.sums[frame.quantities.index(f"rate:{reason}")] for reason in frame.reasons}
    reasons = {reason: counts[reason] for reason in sorted(counts) if counts[reason]}
    places = {name: i for i, name in enumerate(frame.quantities)}
    of = {kind: _named(frame.quantities, kind) for kind in ("event", "gained", "spent", "last")}
    return {
        "ruleset": rules.id,
        "version": rules.version,
        "rules": rules.digest,
        "bot": played.bot,
        "seed": played.seed,
        "games": games,
        "partial": played.partial,
        "max_actions": played.max_actions,
        "keeps_score": rules.ruleset.keeps_score,
        "score": _figures(played, "score"),
        "actions": _figures(played, "actions"),
        "reasons": reasons,
        "rate": {reason: count / games for reason, count in reasons.items()},
        "top_made": {ids[code]: tally.made[code] for code in sorted(tally.made) if tally.made[code]},
        "reached": {
            ids[code]: _reached(tally.reached[code - 1], games)
            for code in range(rules.program.tiles.pieces + 1, len(ids))
            if tally.reached[code - 1]
        },
        "events": {name: tally.sums[places[f"event:{name}"]] for name in of["event"]},
        "gained": {name: tally.sums[places[f"gained:{name}"]] for name in of["gained"]},
        "spent": {name: tally.sums[places[f"spent:{name}"]] for name in of["spent"]},
        "last": {name: _with_interval(mean(tally, places[f"last:{name}"])) for name in of["last"]},
        "per_1000": {
            key: {name: _with_interval(per_1000(tally, places[f"{kind}:{name}"])) for name in of[kind]}
            for key, kind in (("events", "event"), ("gained", "gained"), ("spent", "spent"))
        },
    }


def compared(all_played: Sequence[Played]) -> list[dict[str, Any]]:
    """How each bot's score differs from that of each bot before it, game by game on the same seeds."""
    return [
        {
            "bot": later.bot,
            "with": earlier.bot,
            "games": found.games,
            "score": _with_interval(found.mean),
            "better": found.better,
            "worse": found.worse,
        }
        for earlier, later in combinations(all_played, 2)
        for found in [paired(later.tally.scores, earlier.tally.scores)]
    ]


def reports(all_played: Sequence[Played]) -> dict[str, Any]:
    """The figures of several bots' games on the same seeds, and how they compare."""
    found = [report(played) for played in all_played]
    shared = ("ruleset", "version", "rules", "seed", "games", "partial", "max_actions", "keeps_score")
    return {**{key: found[0][key] for key in shared}, "bots": found, "compared": compared(all_played)}


def _named(quantities: Iterable[str], kind: str) -> list[str]:
    return [name.partition(":")[2] for name in quantities if name.startswith(f"{kind}:")]


def _figures(played: Played, name: str) -> dict[str, Any]:
    values = sorted(played.tally.scores if name == "score" else played.tally.actions)
    n = len(values)
    return {
        **_with_interval(mean(played.tally, played.frame.quantities.index(name))),
        "least": values[0],
        "most": values[-1],
        "quantiles": {f"{q:g}": values[min(n - 1, int(q * n))] for q in QUANTILES},
    }


def _with_interval(figure: Figure) -> dict[str, float | None]:
    return {"mean": figure.value, "low": figure.low, "high": figure.high, "standard_error": figure.error}


def _reached(counted: Mapping[int, int], games: int) -> dict[str, Any]:
    """In how many games a tile was made, and by which action in half of these."""
    number, actions = sum(counted.values()), sorted(counted)
    until = list(accumulate(counted[action] for action in actions))
    median = actions[bisect_left(until, (number + 1) // 2)]
    return {"games": number, "rate": number / games, "median": median}


# ---------------------------------------------------------------- as a table


def table(data: Mapping[str, Any]) -> str:
    """A report, or one of several bots, for people."""
    bots: Sequence[Mapping[str, Any]] = data.get("bots", [data])
    who = f"by {bots[0]['bot']}" if len(bots) == 1 else "by each bot"
    games = counted(data["games"], "game")
    so_far = ", partial" if data["partial"] else ""
    rows = [("", [bot["bot"] for bot in bots]), *_rows(bots)]
    first = max(len(label) for label, cells in rows if cells)
    widths = [max(len(cells[i]) for _, cells in rows if cells) for i in range(len(bots))]
    lines = [f"{data['ruleset']} version {data['version']}: {games} {who}, seed {data['seed']}{so_far}", ""]
    for label, cells in rows:
        filled = "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=False))
        lines.append(f"{label:<{first}}  {filled}".rstrip())
    if data.get("compared") and data["keeps_score"]:
        lines += ["", "score, on the same seeds", *_comparisons(data["compared"])]
    return "\n".join(lines)


def _rows(bots: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, list[str]]]:
    for name in ("score", "actions") if bots[0]["keeps_score"] else ("actions",):
        yield name, [within(bot[name]) for bot in bots]
        for label, low, high in (("  5 % to 95 %", "0.05", "0.95"), ("  25 % to 75 %", "0.25", "0.75")):
            yield label, [f"{bot[name]['quantiles'][low]:,} to {bot[name]['quantiles'][high]:,}" for bot in bots]
        yield "  median", [f"{bot[name]['quantiles']['0.5']:,}" for bot in bots]
        yield "  least to most", [f"{bot[name]['least']:,} to {bot[name]['most']:,}" for bot in bots]
    yield "ended", []
    for name in _keys(bots, "reasons"):
        yield f"  {name}", [percent(bot["rate"].get(name, 0.0)) for bot in bots]
    made = _keys(bots, "top_made")
    if made != ["none"]:
        yield "highest tile made", []
    for name in made if made != ["none"] else ():
        yield f"  {name}", [percent(bot["top_made"].get(name, 0) / bot["games"]) for bot in bots]
    if any(bot["reached"] for bot in bots):
        yield "first made, in half of these by action", []
        for name in own_steps(bots):
            found = [bot["reached"].get(name) for bot in bots]
            yield f"  {name}", [f"{percent(one['rate'])} {one['median']:>6,}" if one else NOTHING for one in found]
    yield "per 1,000 actions", []
    for kind, words in (("events", "{}"), ("gained", "{} gained"), ("spent", "{} spent")):
        for name in bots[0]["per_1000"][kind]:
            found = [bot["per_1000"][kind][name] for bot in bots]
            if kind == "events" or any(one["mean"] for one in found):
                yield f"  {words.format(name)}", [within(one) for one in found]


def _keys(bots: Sequence[Mapping[str, Any]], key: str) -> list[str]:
    """The names that any of the bots has, as the first of them that has them orders them."""
    return list(dict.fromkeys(name for bot in bots for name in bot[key]))


def own_steps(bots: Sequence[Mapping[str, Any]]) -> list[str]:
    """The tiles that were made, without those that every game passed over on its way to the next."""
    names = sorted(_keys(bots, "reached"), key=lambda name: [-(bot["reached"].get(name) or {"games": 0})["games"]
                                                             for bot in bots])  # fmt: skip
    return [
        name
        for name, after in zip(names, [*names[1:], None], strict=False)
        if after is None or any(bot["reached"].get(name) != bot["reached"].get(after) for bot in bots)
    ]


def half_width(figures: Mapping[str, Any]) -> float | None:
    """How far the interval of a mean reaches to either side; None where there is none."""
    low, high = figures["low"], figures["high"]
    return None if low is None or high is None else (high - low) / 2


def _comparisons(found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    names = [f"  {one['bot']} less {one['with']}" for one in found]
    numbers = [within(one["score"], sign="+") for one in found]
    width, most = max(map(len, names)), max(map(len, numbers))
    for name, number, one in zip(names, numbers, found, strict=True):
        yield f"{name:<{width}}  {number:>{most}}, better in {percent(one['better'])}, worse in {percent(one['worse'])}"


def within(figures: Mapping[str, Any], *, sign: str = "") -> str:
    """A mean and how far off it may be, with as many places as that is worth."""
    value, half = figures["mean"], half_width(figures)
    if value is None:
        return NOTHING
    places = 1 if not half or half >= 1 else min(6, 1 - math.floor(math.log10(half)))
    return f"{value:{sign},.{places}f} ± " + (NOTHING if half is None else f"{half:,.{places}f}")


def percent(part: float) -> str:
    """A share in percent; one that is not 0 or 1 does not look so."""
    if 0 < part < 0.0005:
        return "<0.1%"
    if 0.9995 <= part < 1:
        return ">99.9%"
    return f"{part:.1%}"


def speed(played: Played) -> str:
    """How fast it went and in which lane, in words."""
    actions = sum(played.tally.actions)
    rate = f", {actions / played.seconds:,.0f} a second" if played.seconds else ""
    why = f": {played.note}" if played.note else ""
    return f"{played.bot}: {actions:,} actions in {played.seconds:.1f} s of play{rate}; {played.lane} lane{why}"


# ---------------------------------------------------------------- as CSV

FIGURES_HEAD: Final = ("ruleset", "version", "bot", "seed", "games", "figure", "value", "low", "high")


def metric_names(played: Played) -> list[str]:
    """The names of all figures of a ruleset's games that stand in its CSV."""
    known = known_of(played.rules)
    tiers = played.rules.program.tiles.ids[played.rules.program.tiles.pieces + 1 :]
    names = [f"{of}.{which}" for of in ("score", "actions")
             for which in ("mean", "least", "most", *(f"quantiles.{q:g}" for q in QUANTILES))]  # fmt: skip
    names += [f"rate.{reason}" for reason in known.reasons]
    names += [f"top_made.{tile}" for tile in ("none", *tiers)] + [f"reached.{tile}" for tile in tiers]
    for kind, of in (("events", known.events), ("gained", known.variables), ("spent", known.variables)):
        names += [f"per_1000.{kind}.{name}" for name in of]
    return names + [f"last.{name}" for name in known.variables]


def figures_csv(all_played: Sequence[Played]) -> str:
    """One line for each bot and figure, named as `--metric` names it, with its interval of 95 %."""
    lines: list[Sequence[object]] = [FIGURES_HEAD]
    for played in all_played:
        head = _csv_head(played)
        for name in metric_names(played):
            figure = played.figure(name)
            lines.append([*head, name, *map(cell, figure[:3])])
    for earlier, later in combinations(all_played, 2):
        found: Difference = paired(later.tally.scores, earlier.tally.scores)
        lines.append([*_csv_head(later), f"score.mean less {earlier.bot}", *map(cell, found.mean[:3])])
        for word, part in (("better", found.better), ("worse", found.worse)):
            figure = share(round(part * found.games), found.games)
            lines.append([*_csv_head(later), f"{word} than {earlier.bot}", *map(cell, figure[:3])])
    return csv_text(lines)


def _csv_head(played: Played) -> list[object]:
    return [played.rules.id, played.rules.version, played.bot, played.seed, played.tally.games]


def cell(number: float | None) -> str:
    """A number as CSV has it; nothing for one that has no value."""
    return "" if number is None else repr(number)


def csv_text(lines: Iterable[Sequence[object]]) -> str:
    """Lines of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


class GameRows:
    """A row for each game, made as the games come.

    Attributes:
        head: the names of its columns.
    """

    def __init__(self, rules: Rules, frame: Frame, bots: Sequence[str], seed: int) -> None:
        self._frame, self._bots, self._seed = frame, bots, seed
        self._ids = ids = rules.program.tiles.ids
        # A piece is no tier: the tiers above it were reached, not it.
        pieces = range(frame.reached, frame.reached + rules.program.tiles.pieces)
        self._taken = [i for i in range(4, len(frame.columns)) if i not in pieces]
        own = ("bot", "game", "seed", "score", "actions", "reason", "top_made")
        self.head: Final = (*own, *(_column(frame.columns[i], ids) for i in self._taken))

    def rows(self, first: int, rows: Sequence[Sequence[Sequence[int]]]) -> list[Sequence[object]]:
        """The games from ``first`` on, each by every bot; to play one again, play its seed."""
        found: list[Sequence[object]] = []
        for i in range(len(rows[0])):
            seed = nth_seed(self._seed, first + i)
            for bot, games in zip(self._bots, rows, strict=True):
                row = list(map(int, games[i]))
                score, actions, end, made = row[:4]
                reason = self._frame.reasons[self._frame.reason_of(end, actions)]
                own = [bot, first + i + 1, seed, score, actions, reason, self._ids[made]]
                found.append([*own, *(row[at] for at in self._taken)])
        return found


def _column(name: str, ids: Sequence[str]) -> str:
    """A column of a survey, named as metrics are."""
    kind, _, of = name.partition(":")
    return f"reached.{ids[int(of)]}" if kind == "reached" else f"{'events' if kind == 'event' else kind}.{of}"
