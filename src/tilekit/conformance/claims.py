"""What a ruleset claims of itself: spawn weights, balance bands, an end, symmetry.

Owns the statistical checks and their error rates, and the mirrored games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Final

from tilekit import board as b
from tilekit.actions import Action
from tilekit.conformance.failure import Property, PropertyBroken, scenario_text, titled
from tilekit.errors import TilekitError, UsageError, counted
from tilekit.game import Game
from tilekit.grid import DIRECTIONS, Grid
from tilekit.internals import codes as codes_of
from tilekit.lab.figures import Figure, has_interval, known_of
from tilekit.lab.study import Played, play
from tilekit.plugins import default_plugins
from tilekit.program.metric import Metric, parse_metric
from tilekit.rules import Rules
from tilekit.ruleset.models import Balance, Given

Transform = Callable[[int, int], tuple[int, int]]

#: Rate of false alarms of one goodness-of-fit test.
FALSE_ALARM: Final = 1e-6
#: A balance band fails where all of an interval of this level lies outside it: at most one false alarm in a thousand
#: where the true figure lies on the edge of the band. For very many games that is 3.29 standard errors.
_OF_BANDS: Final = 0.999
#: Larger bags are not emptied to look what was in them.
_LARGEST_BAG: Final = 10_000
#: Random play that has not ended by then does not end.
LONGEST: Final = 100_000


def all_of(rules: Rules, examples: int) -> Iterator[tuple[str, Callable[[], None]]]:
    """The claims of a ruleset, by property."""
    yield SPAWN_TABLES, lambda: check_spawn(rules, 200 * min(examples, 100))
    yield OPENING, lambda: check_opening(rules, min(examples, 20))
    if rules.ruleset.game.terminates:
        yield TERMINATES, lambda: check_terminates(rules, min(examples, 100))
    if rules.ruleset.balance:
        yield BALANCE, lambda: check_balance(rules)


# ---------------------------------------------------------------- spawn tables


SPAWN_TABLES: Final = Property(
    "spawn-tables",
    "spawn tables draw what their weights or bags say",
    "Tables with constant weights, and tables of such tables, draw by them: chi-square, one false alarm in a "
    "million. A bag brings exactly what is in it.",
)


def check_spawn(rules: Rules, draws: int) -> None:
    """Goodness of fit of every spawn table with constant weights (chi-square, K. Pearson 1900)."""
    for name, expected in constant_weights(rules).items():
        pick = rules.program.picks.get(name)
        if pick is None:
            continue
        s = rules.program.board.new_state(12345)
        seen = Counter(pick(s) for _ in range(draws))
        total = sum(expected.values())
        impossible = [code for code in seen if not expected.get(code)]
        ids = rules.program.tiles.ids
        if impossible:
            raise PropertyBroken(SPAWN_TABLES, f"[spawn.{name}] brought {ids[impossible[0]]}, which has no weight")
        statistic = sum(
            (seen[code] - draws * w / total) ** 2 / (draws * w / total) for code, w in expected.items() if w
        )
        freedom = sum(1 for w in expected.values() if w) - 1
        if freedom and chi_square_tail(statistic, freedom) < FALSE_ALARM:
            shares = ", ".join(f"{ids[c]} {seen[c] / draws:.3f} for {w / total:.3f}" for c, w in expected.items() if w)
            raise PropertyBroken(SPAWN_TABLES, f"[spawn.{name}] does not draw by its weights: {shares}")
    check_bags(rules)


def check_bags(rules: Rules) -> None:
    """Every bag brings exactly what is in it before it is filled anew."""
    codes, ids = rules.program.tiles.codes, rules.program.tiles.ids
    for name, table in rules.ruleset.spawn.items():
        pick = rules.program.picks.get(name)
        size = sum((table.bag or {}).values())
        if table.bag is None or pick is None or size > _LARGEST_BAG:
            continue
        s = rules.program.board.new_state(12345)
        held = {codes[tile]: count for tile, count in table.bag.items() if count}
        for nth in range(1, 4):
            seen = Counter(pick(s) for _ in range(size))
            if seen != held:
                came = ", ".join(f"{ids[code]} {count}" for code, count in sorted(seen.items()))
                raise PropertyBroken(SPAWN_TABLES, f"bag {nth} of [spawn.{name}] brought {came}")


def constant_weights(rules: Rules) -> dict[str, dict[int, int]]:
    """Code to weight of the spawn tables that come to constants: weights of tiles and of tables like these, ranges."""
    found: dict[str, dict[int, int]] = {}
    for name, table in rules.ruleset.spawn.items():
        shares = _shares(rules, name) if table.tile is None else None
        if shares:
            whole = math.lcm(*(share.denominator for share in shares.values()))
            found[name] = {code: int(share * whole) for code, share in shares.items()}
    return found


def _shares(rules: Rules, name: str) -> dict[int, Fraction] | None:
    """How likely a spawn table draws each code; None where that depends on the state."""
    codes, table = rules.program.tiles.codes, rules.ruleset.spawn[name]
    if table.tile is not None:
        return {codes[str(table.tile)]: Fraction(1)}
    if isinstance(table.first, int) and isinstance(table.to, int) and table.weight is None:
        shift, count = rules.program.tiles.shift, table.to - table.first + 1
        return {n + shift: Fraction(1, count) for n in range(table.first, table.to + 1)}
    weights = {choice: w for choice, w in (table.weights or {}).items() if isinstance(w, int)}
    if not weights or weights != table.weights:
        return None
    found: dict[int, Fraction] = {}
    for choice, weight in weights.items():
        inner = _shares(rules, choice) if choice in rules.ruleset.spawn else {codes[choice]: Fraction(1)}
        if inner is None:
            return None
        for code, share in inner.items():
            found[code] = found.get(code, Fraction(0)) + share * Fraction(weight, sum(weights.values()))
    return found


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that chi-square is at least this large (the regularised upper incomplete gamma function)."""
    x, a = statistic / 2, 0.5 if freedom % 2 else 1.0
    tail = math.erfc(math.sqrt(x)) if freedom % 2 else math.exp(-x)
    while a < freedom / 2:
        tail += math.exp(a * math.log(x) - x - math.lgamma(a + 1)) if x else 0.0
        a += 1
    return tail


# ---------------------------------------------------------------- openings, ends and bands


OPENING: Final = Property(
    "opening",
    "an opening comes to its until, and no game is over before its first action",
    "The opening of every seed tried comes to its `[start] until`, and no game is over before its first action.",
)


def check_opening(rules: Rules, games: int) -> None:
    """Openings come to their ``until``, and leave something to play."""
    program, name = rules.program, OPENING
    for seed in range(games):
        program.board.log.clear()
        program.begin(seed)
        for entry in program.board.log:
            if entry[0] == b.REMARK and "until" in getattr(entry[1], "values", ()):
                raise PropertyBroken(name, f"{entry[1]} (seed {seed})")
        game = Game(rules, seed)
        if game.status == "over":
            reason = f"the game of seed {seed} is over before its first action: {game.reason}"
            shown = scenario_text(game, titled(name, reason), [], {"status": "playing"})
            raise PropertyBroken(name, reason, shown)


TERMINATES: Final = Property(
    "terminates",
    "random play ends, where the ruleset says that it does",
    "Random play ends within 100,000 actions; tried where `[game] terminates = true`.",
)


def check_terminates(rules: Rules, games: int) -> None:
    """Random play ends."""
    share = _played(rules, "random", games).figure("rate.cut").value
    if share:
        cut = round(share * games)
        raise PropertyBroken(TERMINATES, f"{cut} of {games} random games had not ended after {LONGEST} actions")


def unmeasured(rules: Rules) -> dict[str, str]:
    """The bots of bands that would take too long to measure here, and why; their bands are passed over."""
    found: dict[str, str] = {}
    for bot in dict.fromkeys(band.bot for band in rules.ruleset.balance):
        with suppress(UsageError):  # whoever measures its band is told
            note = default_plugins().bot(bot).note
            why = "" if note is None else note(rules)
            if why:
                found[bot] = why
    return found


BALANCE: Final = Property(
    "balance",
    "the ruleset's balance bands hold",
    "Each `[[balance]]` band holds: the interval of 99.9 % of the measured figure reaches into it.",
)


def check_balance(rules: Rules) -> None:
    """Every band, by simulation with a fixed seed; but for those that would take too long here."""
    measured: dict[tuple[str, int], Played] = {}
    passed_over = unmeasured(rules)
    for band in rules.ruleset.balance:
        if band.bot in passed_over:
            continue
        key = (band.bot, band.games)
        if key not in measured:
            try:
                measured[key] = _played(rules, *key)
            except TilekitError as error:
                # A game that fails, or a bot that is not there: it is this band that cannot be held.
                raise PropertyBroken(BALANCE, f"{_over(band)}: {error}") from None
        metric = parse_metric(band.metric, known_of(rules))
        problem = outside(band, measured[key].figure(metric, _OF_BANDS), metric)
        if problem:
            raise PropertyBroken(BALANCE, problem)


def _played(rules: Rules, bot: str, games: int) -> Played:
    found = play([(rules, bot)], games=games, seed=1, max_actions=LONGEST)
    if not found or found[0].partial:
        raise KeyboardInterrupt
    return found[0]


def _over(band: Balance) -> str:
    return f"{band.metric} over {counted(band.games, 'game')} by {band.bot}"


def outside(band: Balance, figure: Figure, metric: Metric) -> str:
    """Why a measured figure lies outside a band by more than chance explains; empty when it does not.

    Where the games are too few to say so of any figure, that is why: such a band would hold whatever came.
    """
    over = f"over {counted(band.games, 'game')} by {band.bot}"
    if figure.value is None:
        return f"{band.metric} has no value {over}: it is divided by 0"
    low, high = figure.low, figure.high
    if low is None or high is None:
        if has_interval(metric):
            return f"{_over(band)} says nothing of the band: these are too few games; ask for more"
        low = high = figure.value
    shown = f"{band.metric} is {figure.value:.4g}" + (f", {low:.4g} to {high:.4g}" if low < high else "") + f" {over}"
    if band.at_least is not None and high < band.at_least:
        return f"{shown}; at least {band.at_least:g} is asked for"
    if band.at_most is not None and low > band.at_most:
        return f"{shown}; at most {band.at_most:g} is asked for"
    return ""


# ---------------------------------------------------------------- symmetry


SYMMETRIC: Final = Property(
    "symmetric",
    "turning and mirroring the board turns and mirrors the game, where the mechanics say so",
    "Turning and mirroring the board turns and mirrors what an action does. Tried where every mechanic says so, no"
    " expression speaks of rows, columns or single cells, and the board is not of hexagons.",
)


def symmetries(rules: Rules) -> dict[str, Transform]:
    """The ways of turning and mirroring under which a ruleset should play alike.

    Only where every mechanic in use says that it keeps symmetry, no expression speaks of rows, columns or single
    cells, and the board itself is symmetric.
    """
    program, grid = rules.program, rules.program.grid
    if grid.adjacency == "hex" or not program.keeps_symmetry:
        return {}
    rows, columns = grid.rows, grid.columns
    ways: dict[str, Transform] = {
        "mirrored left to right": lambda r, c: (r, columns - 1 - c),
        "mirrored top to bottom": lambda r, c: (rows - 1 - r, c),
        "turned by half": lambda r, c: (rows - 1 - r, columns - 1 - c),
    }
    if rows == columns:
        ways["turned by a quarter"] = lambda r, c: (c, rows - 1 - r)
    holes = set(grid.holes)
    return {name: way for name, way in ways.items() if {_moved(way, cell, columns) for cell in holes} == holes}


def _moved(way: Transform, cell: int, columns: int) -> int:
    row, column = way(*divmod(cell, columns))
    return row * columns + column


def _moved_codes(way: Transform, codes: Sequence[int], columns: int) -> list[int]:
    moved = {_moved(way, cell, columns): code for cell, code in enumerate(codes)}
    return [moved[cell] for cell in range(len(codes))]


def _turned(grid: Grid, way: Transform, target: str) -> str:
    """What a cell, two of them or a direction becomes, by name."""
    if " " in target:
        return " ".join(_turned(grid, way, cell) for cell in target.split(" "))
    aimed = grid.parse(target)
    if aimed is not None:
        return grid.name(_moved(way, aimed, grid.columns))
    if target not in DIRECTIONS:
        return target
    (down, right), (from_row, from_column) = DIRECTIONS[target], way(0, 0)
    row, column = way(down, right)
    return next(name for name, step in DIRECTIONS.items() if step == (row - from_row, column - from_column))


def unlike(game: Game, action: Action, ways: Mapping[str, Transform]) -> dict[str, str]:
    """For each way how a transformed position differs from the plain one after an action; empty where it does not."""
    codes, grid = codes_of(game), game.rules.program.grid
    plain = _placed(game, codes) if ways and game.status == "playing" else None
    if plain is None or not plain.is_legal(action):
        return {}
    plain.play(action)
    found: dict[str, str] = {}
    for name, way in ways.items():
        text = f"{action.verb} {_turned(grid, way, action.target)}".strip()
        other = _placed(game, _moved_codes(way, codes, grid.columns))
        found[name] = _difference(plain, other, text, _moved_codes(way, codes_of(plain), grid.columns))
    return found


def _difference(plain: Game, other: Game | None, text: str, codes: Sequence[int]) -> str:
    """How a transformed game differs from the plain one, once it has played; empty where it does not."""
    if other is None or not other.is_legal(text):
        return "the transformed action is not legal"
    other.play(text)
    if codes_of(other) != codes:
        return "the board is another"
    if (other.score, other.variables, other.status) != (plain.score, plain.variables, plain.status):
        return "score, variables or status are others"
    return ""


def _placed(game: Game, codes: list[int]) -> Game | None:
    rules = game.rules
    board = rules.program.tiles.board_text(codes, rules.program.grid)
    given = Given(
        board=board, queue=list(game.queue) or None, held=game.held or None, variables=dict(game.variables),
        score=game.score,
    )  # fmt: skip
    placed = Game(rules, game.seed, given=given)
    return placed if placed.status == "playing" else None
