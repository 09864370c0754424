"""A ruleset and its mechanics, put together: the functions that play a game.

Owns the order in which the parts of a program are made. Every mistake that only shows when names and
expressions are given meaning is found on the way, all of them in one run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tilekit import board as b
from tilekit.board import Board, State
from tilekit.building.actions import Actions
from tilekit.building.check import (
    check_balance,
    check_effects,
    check_ends,
    check_mechanics,
    check_tiles,
    check_total,
    check_unused,
    spoken_of,
)
from tilekit.building.draws import Draws
from tilekit.building.events import Events
from tilekit.building.layout import Layout
from tilekit.building.names import check_areas, name_things
from tilekit.building.opening import dealing, key_of, opening
from tilekit.building.problems import Problem, Problems
from tilekit.building.sentence_checks import check_sentences
from tilekit.building.spawn import settling
from tilekit.building.steps import InvalidSettings, Steps
from tilekit.building.workbench import Workbench
from tilekit.chance import stream_number
from tilekit.expressions.values import CELL, Scope
from tilekit.expressions.word import WORDS
from tilekit.hooks import Mechanic
from tilekit.program.program import Program
from tilekit.ruleset.models import Ruleset
from tilekit.ruleset.text import KeyPath
from tilekit.source import Line, py


@dataclass(frozen=True, slots=True)
class Built:
    """What came of building a program, which is not to be run if anything is wrong."""

    program: Program
    problems: Sequence[Problem]
    """Errors and warnings."""
    invalid: Sequence[InvalidSettings]
    """Settings of mechanics that are wrong."""


def build(
    ruleset: Ruleset,
    kinds: Mapping[str, Mechanic],
    *,
    journal: bool,
    tally: bool = False,
    make_board: type[Board] = Board,
) -> Built:
    """The program of a ruleset, and every problem met on the way.

    What is wrong is stood in for by a dummy, so that the rest is looked at, too.

    Args:
        ruleset: of the right shape.
        kinds: the mechanics that plugins supply, by kind.
        journal: whether the program notes what happens; for simulation it does not.
        tally: whether a state counts how often each event was raised.
        make_board: supplies the board words, and with them the lane.
    """
    problems = Problems()
    layout = Layout(ruleset, kinds, problems)
    check_tiles(ruleset, layout.tiles, problems)
    check_mechanics(ruleset, kinds, problems)
    check_sentences(ruleset, problems)
    bench = Workbench(ruleset, layout, problems, make_board, journal=journal)
    vocabulary = bench.vocabulary
    vocabulary.actions = tuple(ruleset.actions)
    vocabulary.in_play = [verb for verb, action in ruleset.actions.items() if "playing" in action.during]
    name_things(bench)
    events, draws = Events(bench, tally=tally), Draws(bench)
    steps = Steps(bench, kinds, events, draws)
    actions = Actions(bench, events, steps)
    vocabulary.can = actions.can_source
    check_areas(bench)
    events.prepare(kinds)
    steps.set_deal(dealing(bench, steps))
    keyed = key_of(bench)
    steps.set_open_board(opening(bench, steps, keyed))
    specs = actions.specs()
    settle, judge = actions.ends()
    events.check_unraised()
    events.finish()
    words = frozenset(spoken_of(ruleset))
    numbered = actions.numbered(specs)
    picks = _picks(bench, draws)
    program = Program(
        ruleset=ruleset, grid=layout.grid, tiles=layout.tiles, board=bench.board, variables=layout.variables,
        queue=layout.queue, held=layout.held, hidden=_hidden(layout), stored=bench.stored, actions=specs,
        opening=steps.open_board, keyed=keyed, deal=steps.deal, settle=settle, judge=judge, turn=actions.turn(specs),
        **numbered._asdict(), begin_in=_beginning(bench, steps, judge),
        appraise=bench.define("appraise(s)", events.opening_lines) if events.opening_lines else None,
        undo_costs=_undo_costs(bench),
        notices=[bench.condition(("notices", i, "when"), n.when) for i, n in enumerate(ruleset.notices)],
        invariants=[bench.condition(("invariants", i, "holds"), v.holds) for i, v in enumerate(ruleset.invariants)],
        rank_of=_rank(bench), hint_cells=_hint_cells(bench), hint_prefer=_hint_prefer(bench), lit=_lit(bench),
        cell_names=[layout.grid.name(cell) for cell in range(layout.grid.size)],
        variable_names={at: name for name, at in layout.variables.items()},
        kinds=layout.mechanics,
        raised={name: _raised(ruleset, name, kind) for name, kind in layout.mechanics.items()},
        picks=picks, words=words, keeps_symmetry=_keeps_symmetry(bench, steps, words),
        events=events.names, falling=frozenset(events.falling), tallies=events.tallies,
        steps=steps.acts(), plugins=steps.plugins(),
    )  # fmt: skip
    bench.limit_passes()
    check_ends(ruleset, layout, problems)
    check_effects(ruleset, problems)
    check_total(ruleset, problems)
    check_balance(ruleset, layout, events.names, problems)
    check_unused(
        ruleset,
        layout,
        problems,
        steps=steps.used,
        tables=draws.used,
        placers=steps.placers,
        dealers=steps.dealers,
        home_of=steps.home_of,
    )
    steps.check_unused()
    if not all(problem.severity == "warning" for problem in problems.found):
        draws.check_unused()
    return Built(program, problems.without_consequences(), steps.invalid)


def _raised(ruleset: Ruleset, name: str, kind: Mechanic) -> dict[str, str]:
    """The events of a mechanic, by the name they have in the ruleset; it may rename the only one of its kind."""
    emits = ruleset.mechanics.get(name, {}).get("emits")
    return {emits if isinstance(emits, str) else event: event for event in kind.events}


def _beginning(bench: Workbench, steps: Steps, judge: Callable[[State, int], None]) -> Callable[[State, int], None]:
    """``begin_in(s, seed)``: see `Program`."""
    lines: list[Line] = [py("s[{}] = seed", b.SEED), py("s[{}] = 1", b.STEP), "wipe(s)"]
    lines += [py("s[{}] = {}", at, bench.bounds(name)[2]) for name, at in bench.layout.variables.items()]
    lines += ["open_board(s)", *(["deal(s)"] * len(bench.layout.queue)), *steps.events.opening_lines, "judge(s, -1)"]
    return bench.define(
        "begin_in(s, seed)", lines, wipe=bench.board.wipe, open_board=steps.open_board, deal=steps.deal, judge=judge
    )


def _hidden(layout: Layout) -> tuple[int, ...]:
    held = (layout.held,) if layout.held else ()
    left = [at for bag in layout.bags.values() for at in bag]
    return (b.MADE, b.DEALT, b.KEY, *held, *(at for name, at in layout.streams.items() if name != "bot"), *left)


def _picks(bench: Workbench, draws: Draws) -> dict[str, Callable[[State], int]]:
    """One pick of each spawn table that something draws from."""
    below = bench.board.below(bench.layout.streams["setup"], stream_number("setup"))
    tables = [name for name in bench.ruleset.spawn if name in draws.used]
    return {name: settling(*draws.spawn_table(name, ("spawn", name), below)) for name in tables}


def _keeps_symmetry(bench: Workbench, steps: Steps, words: frozenset[str]) -> bool:
    """Whether every mechanic keeps symmetry, and no expression speaks of a place on the board."""
    # Cells are drawn for in reading order, and a column becomes a row.
    if steps.by_picks or any(action.target in ("column", "row") for action in bench.ruleset.actions.values()):
        return False
    places = {
        name for name in words if bench.layout.grid.parse(name) is not None or (name in WORDS and WORDS[name].oriented)
    }
    for name, kind in bench.layout.mechanics.items():
        settings, keeps = steps.settings(name, kind), kind.keeps_symmetry
        if settings is None or not (keeps(settings) if callable(keeps) else keeps):
            return False
    return not places


def _undo_costs(bench: Workbench) -> dict[int, Callable[[State, int], int]]:
    costs: dict[int, Callable[[State, int], int]] = {}
    for name, price in bench.ruleset.undo.costs.items():
        path: KeyPath = ("undo", "costs", name)
        if name not in bench.layout.variables:
            bench.problems.unknown(path, "variable", name, bench.layout.variables, key=True)
            continue
        costs[bench.layout.variables[name]] = bench.function("number", path, price, Scope(), 0)
    return costs


def _rank(bench: Workbench) -> Callable[[State, int], int] | None:
    ranks = bench.ruleset.ranks
    if ranks is None:
        return None
    for key in ranks.titles:
        if not (key.isascii() and key.isdigit()) and key not in bench.layout.tiles.codes:
            bench.problems.unknown(("ranks", "titles", key), "tile", key, bench.layout.tiles.ids[1:], key=True)
    return bench.function("number", ("ranks", "of"), ranks.of, Scope())


def _hint_cells(bench: Workbench) -> Callable[[State, int], int] | None:
    hint = bench.ruleset.hint
    return None if hint is None else bench.function("cells", ("hint", "cells"), hint.cells, Scope())


def _hint_prefer(bench: Workbench) -> Callable[[State, int, int], int] | None:
    hint = bench.ruleset.hint
    if hint is None or hint.prefer is None:
        return None
    return bench.function("number", ("hint", "prefer"), hint.prefer, Scope(cell=CELL, parameters=("c",)))


def _lit(bench: Workbench) -> dict[str, Callable[[State, int], bool]]:
    return {
        name: bench.condition(("look", name, "lit"), look.lit)
        for name, look in bench.ruleset.look.items()
        if look.lit is not None
    }
