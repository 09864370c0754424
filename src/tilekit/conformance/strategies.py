"""Strategies: what hypothesis draws positions, actions, seeds, grids and whole rulesets from.

Owns the shape of what is drawn. Random play alone reaches too little (it clears a stage of Sum-10 about once in
three million tries), so games also start from drawn boards, counters and stages.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from tilekit.chance import LARGEST_SEED
from tilekit.expressions.word import WORDS, Drawn
from tilekit.grid import ADJACENCIES, Grid
from tilekit.hooks import Expression, Mechanic, Reference, Settings
from tilekit.plugins import default_plugins
from tilekit.rules import Rules
from tilekit.ruleset.models import Given, Variable


@dataclass(frozen=True, slots=True)
class Start:
    """Where a game starts: a seed, and a position where it is not the opening."""

    seed: int
    given: Given | None


def _coin(draw: st.DrawFn) -> bool:
    return draw(st.integers(0, 1)) == 1


def seeds() -> st.SearchStrategy[int]:
    """Seeds, small ones first."""
    return st.integers(0, 50) | st.integers(0, LARGEST_SEED)


@st.composite
def grids(draw: st.DrawFn, most: int = 6) -> Grid:
    """Grids of every adjacency, 1xN, wrapped and with holes included."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    adjacency = draw(st.sampled_from(ADJACENCIES))
    wrap = _coin(draw) and not (adjacency == "hex" and rows % 2)
    cells = rows * columns
    holes = draw(st.sets(st.integers(0, cells - 1), max_size=cells - 1)) if _coin(draw) else set()
    return Grid(rows, columns, adjacency, wrap=wrap, holes=sorted(holes))


def starts(rules: Rules) -> st.SearchStrategy[Start]:
    """Openings and drawn positions of a ruleset."""
    return st.one_of(
        st.builds(Start, seeds(), st.none()),
        st.builds(Start, seeds(), given_positions(rules)),
        st.builds(Start, st.just(0), given_positions(rules)),
    )


@st.composite
def given_positions(draw: st.DrawFn, rules: Rules) -> Given:
    """A position: a board of any density, or none, and some of the counters."""
    program = rules.program
    tiles, grid = program.tiles, program.grid
    # Tiles near the bottom and the top of the ladder, and all pieces: where rules change.
    ladder = list(range(tiles.pieces + 1, tiles.last + 1))
    codes = [*ladder[:9], *ladder[9:11], *range(1, tiles.pieces + 1)]
    board = None
    # A few tiles that board, queue and draws share, so that they have something to do with one another.
    few = draw(st.lists(st.sampled_from(codes), min_size=1, max_size=4, unique=True)) if codes else []
    if draw(st.integers(0, 2)):
        contents = [*([0] * draw(st.sampled_from([3, 1, 0]))), *few] or [0]
        cells = [0 if c in grid.holes else draw(st.sampled_from(contents)) for c in range(grid.size)]
        board = tiles.board_text(cells, grid)
    names = [tiles.ids[code] for code in [*few, *codes][: len(few) * 3]]
    queue = None
    if program.queue and names and _coin(draw):
        queue = draw(st.lists(st.sampled_from(names), min_size=len(program.queue), max_size=len(program.queue)))
    held = draw(st.sampled_from(names)) if program.held and names and _coin(draw) else None
    draws = draw(st.lists(st.sampled_from(names), max_size=4)) if names and _coin(draw) else []
    variables = draw(_variables(rules))
    score = draw(st.none() | st.integers(0, 30_000))
    return Given(board=board, queue=queue, held=held, draws=draws, variables=variables, score=score)


@st.composite
def _variables(draw: st.DrawFn, rules: Rules) -> dict[str, int]:
    values: dict[str, int] = {}
    for name, table in rules.ruleset.variables.items():
        if _coin(draw):
            continue
        start = table.start if isinstance(table, Variable) else table
        low, high = min(0, start), max(30, start)
        if isinstance(table, Variable):
            low = table.least if table.least is not None else low
            high = table.most if table.most is not None else max(low, high)
        values[name] = draw(
            st.sampled_from(sorted({low, start, min(high, low + 1), min(high, start + 1)})) | st.integers(low, high)
        )
    return values


def odd_actions(rules: Rules) -> st.SearchStrategy[str]:
    """Action texts, most of them wrong: other verbs, cells off the board, directions, bad spelling."""
    verbs = [spec.verb for spec in rules.program.actions]
    cells = st.builds(lambda r, c: f"r{r}c{c}", st.integers(-1, 70), st.integers(-1, 70))
    ways = st.sampled_from([*rules.program.grid.directions, "north", "Left", "up-"])
    return st.one_of(
        st.builds(lambda verb, target: f"{verb} {target}", st.sampled_from([*verbs, "undo", "fly"]), cells | ways),
        st.sampled_from([*verbs, "", " ", "drop", "tap", "r1c1", "undo undo", "DROP r1c1", "drop r1c1 r1c2", "new"]),
        st.text(max_size=8),
    )


# ---------------------------------------------------------------- whole rulesets

_CHAIN = ("ash", "bud", "cob", "dew", "elm", "fig")


def _drawn(kind: Drawn) -> list[str]:
    """The expressions of a kind in which generated rulesets speak of words of the language."""
    return [text for word in WORDS.values() for text in word.drawn.get(kind, ())]


_EXPRESSIONS = (1, 2, *_drawn("number"), "v // w", "w * 3 - v")
_CONDITIONS = (*_drawn("condition"), "v < 3")
#: Those that do not ask whether an action can be played, which no action may whose own answer depends on that.
_TRIED = [text for text in _CONDITIONS if "can(" not in text]
_MUSTS = _drawn("must")
_ENDS = _drawn("end")
_SETS = _drawn("cells")
#: Sets of cells that an action may aim at: some are put where they are asked, some become functions.
_PLACES = _drawn("where")


@dataclass(frozen=True, slots=True)
class _Known:
    """What settings may speak of in a ruleset that is drawn: its tiles, and the sets of cells that its kinds leave."""

    tiles: Sequence[str]
    left: Sequence[str] = ()


def drawn_kinds(mechanics: Mapping[str, Mechanic]) -> list[str]:
    """The kinds that `rulesets` draws: those of which every setting that must be written has a strategy."""
    known = _Known(["ash"])
    return [
        kind
        for kind, mechanic in mechanics.items()
        if all(
            _setting(mechanic, name, hint, known) is not None or not mechanic.settings.model_fields[name].is_required()
            for name, hint in _hints(mechanic)
        )
    ]


@cache
def _typed(model: type[Settings]) -> dict[str, Any]:
    return get_type_hints(model, include_extras=True)


def _hints(mechanic: Mechanic) -> Iterator[tuple[str, Any]]:
    """The settings of a kind that are drawn for itself: steps and actions are known only once others are."""
    for name, hint in _typed(mechanic.settings).items():
        if name in mechanic.settings.model_fields and _refers(hint) not in ("mechanics", "actions"):
            yield name, hint


def _marks(hint: Any) -> tuple[Any, list[Any]]:  # noqa: ANN401 - a type
    """A type without its marks, and the marks."""
    if get_origin(hint) is not Annotated:
        return hint, []
    inner, *marks = get_args(hint)
    plain, more = _marks(inner)
    return plain, [*more, *marks]


def _refers(hint: Any) -> str:  # noqa: ANN401 - a type
    return next((mark.kind for mark in _marks(hint)[1] if isinstance(mark, Reference)), "")


def _of_kind(mechanic: Mechanic, reference: str) -> str | None:
    """The key of the setting that names something of the ruleset, such as ``mechanics``; None where none does."""
    fields = mechanic.settings.model_fields.items()
    hints = _typed(mechanic.settings)
    return next((field.alias or name for name, field in fields if _refers(hints[name]) == reference), None)


def _setting(mechanic: Mechanic, name: str, hint: Any, known: _Known) -> st.SearchStrategy[Any] | None:  # noqa: ANN401
    """Values of a setting: what its type allows, and the samples of the record; None where neither gives any."""
    samples = mechanic.samples.get(mechanic.settings.model_fields[name].alias or name, ())
    found = [_of_type(hint, known), st.sampled_from(samples) if samples else None]
    given = [one for one in found if one is not None]
    return st.one_of(given) if given else None


def _of_type(hint: Any, known: _Known) -> st.SearchStrategy[Any] | None:  # noqa: ANN401 - a type
    plain, marks = _marks(hint)
    for mark in marks:
        if isinstance(mark, Expression):
            return _of_expression(mark, known)
        if isinstance(mark, Reference):
            return st.sampled_from({"tile": list(known.tiles), "spawn": ["deal", "other"]}[mark.kind])
    origin, arguments = get_origin(plain), get_args(plain)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (Union, types.UnionType):
        parts = [found for each in arguments if (found := _of_type(each, known)) is not None]
        return st.one_of(parts) if parts else None
    if origin is dict:  # by tiles, as the loader has it
        after = st.sampled_from([*known.tiles, "none", "other"])
        return st.dictionaries(st.sampled_from([*known.tiles, "none"]), after, min_size=1, max_size=3)
    if plain is bool:
        return st.booleans()
    if plain is int:
        bounds = [each for mark in marks for each in getattr(mark, "metadata", [mark])]
        low = max([0, *(mark.ge for mark in bounds if hasattr(mark, "ge"))])
        return st.integers(low, min([low + 4, *(mark.le for mark in bounds if hasattr(mark, "le"))]))
    return None


def _of_expression(mark: Expression, known: _Known) -> st.SearchStrategy[Any]:
    tiles = [name for name, of in mark.names.items() if of == "tile"]
    numbers = [name for name, of in mark.names.items() if of == "number"]
    match mark.kind:
        case "cells":
            return st.sampled_from([*_SETS, *known.left, *(f"touches({word})" for word in known.left)])
        case "condition":
            asked = [*(f"{name} > none" for name in tiles), *(f"{name} > 1" for name in numbers)]
            return st.sampled_from([*_TRIED, *asked])
        case "tile":
            return st.sampled_from([*known.tiles, *tiles, *(f"next({name})" for name in tiles), "top"])
    least = mark.least or 0
    said = [*_EXPRESSIONS, *(f"points_of({name})" for name in tiles), *numbers]
    if mark.kind == "per_cell":
        said += ["near(not empty)", *(f"near({word})" for word in known.left)]
    return st.integers(least, least + 4) | st.sampled_from(said)


@st.composite
def rulesets(draw: st.DrawFn, mechanics: Mapping[str, Mechanic] | None = None) -> dict[str, Any]:
    """The data of a ruleset that nobody wrote; most are accepted, some are refused by the checks.

    Any topology, any target, any mechanics in any order, odd weights, expressions, costs, ends and limits. The settings
    of a mechanic are drawn from their types and from its samples.

    Args:
        draw: given by hypothesis.
        mechanics: by kind, ``place`` and ``deal`` among them; those of the installed plugins where none are given.
    """
    mechanics = mechanics or default_plugins().mechanics
    grid = draw(grids(5))
    numeric = _coin(draw)
    pieces = draw(st.sampled_from([[], ["rock"], ["rock", "wall"]]))
    if numeric:
        first = draw(st.integers(0, 2))
        last = draw(st.none() | st.integers(first, first + 6))
        tiers: dict[str, Any] = {
            "numbers": {"first": first} | ({"last": last} if last is not None else {}),
            "pieces": pieces,
        }
        ladder = [str(n) for n in range(first, (last if last is not None else first + 4) + 1)]
    else:
        ladder = list(_CHAIN[: draw(st.integers(1, len(_CHAIN)))])
        tiers = {"chain": ladder, "pieces": pieces}
    names = [*ladder, *pieces]
    tables = draw(_mechanics(mechanics, names))
    drawn = {name: mechanics[table["use"]] for name, table in tables.items()}
    needs = {name: set(_needs(name, tables, mechanics)) for name in tables}
    steps = [name for name, kind in drawn.items() if kind.role == "step" and not _of_kind(kind, "actions")]
    paired = [name for name in steps if "pair" in needs[name]]
    aimed = [name for name in steps if needs[name] <= {"cell", "chance"}]
    free = [name for name in aimed if "cell" not in needs[name]]
    sliding = [name for name in steps if {"direction"} <= needs[name] <= {"direction", "chance"}]
    directed = [*sliding, *free]
    data: dict[str, Any] = {
        "format": 1,
        "game": {"id": "drawn", "title": "Drawn", "version": 1},
        "grid": {"rows": grid.rows, "columns": grid.columns, "adjacency": grid.adjacency, "wrap": grid.wrap},
        "tiers": tiers,
        "variables": {"v": draw(st.integers(-1, 4)), "w": {"start": 1, "least": 0, "most": draw(st.integers(1, 5))}},
        "queue": {"shows": draw(st.integers(1, 3)), "from": "deal", "counts": "v"} if _coin(draw) else
                 {"shows": draw(st.integers(1, 2)), "from": "deal"},
        "spawn": {"deal": draw(_spawn(names)), "other": draw(_spawn(names))},
        "mechanics": tables,
        "actions": {"act": draw(_action("cell", aimed))},
        "end": [{"when": draw(st.sampled_from(_ENDS)), "reason": "done"}],
        "undo": {"depth": draw(st.sampled_from([0, 1, 3, 200])), "after_end": _coin(draw)},
    }  # fmt: skip
    if grid.holes:
        rows = [
            "".join(" _" if r * grid.columns + c in grid.holes else " ." for c in range(grid.columns))
            for r in range(grid.rows)
        ]
        data["grid"]["mask"] = "\n".join(rows)
    through = [name for name, kind in drawn.items() if kind.role == "through"]
    if through:
        data["queue"]["through"] = through
    if _coin(draw):
        data["actions"]["other"] = draw(_action("none", free))
    if directed and (sliding or _coin(draw)):
        data["actions"]["tilt"] = draw(_action("direction", directed))
    if _coin(draw):  # an action whose choices are listed one by one; what it tries draws nothing
        target = draw(st.sampled_from(["column", "row", "pair", "tile"]))
        some = aimed if target != "tile" else free
        tame = [name for name in some if "chance" not in needs[name]]
        data["actions"]["pick"] = draw(_action(target, some))
        if tame and _coin(draw):
            data["actions"]["pick"] |= {"steps": [draw(st.sampled_from(tame))], "must": draw(st.sampled_from(_MUSTS))}
        if target == "pair" and paired and any(grid.neighbours):
            leading = draw(st.sampled_from(paired))
            data["actions"]["pick"] |= {"steps": [leading, "deal_one"], "must": draw(st.sampled_from(_MUSTS))}
        if target == "pair" and not any(grid.neighbours):
            del data["actions"]["pick"]
    if _coin(draw) or any(kind.needs_hold for kind in drawn.values()):
        data["queue"]["hold"] = True
    by_chance = {name: key for name, kind in drawn.items() if (key := _of_kind(kind, "actions"))}
    for name, key in by_chance.items():
        tables[name][key] = draw(st.sampled_from(sorted(data["actions"])))
    if by_chance or (free and _coin(draw)):
        some = draw(st.lists(st.sampled_from(free), min_size=1, max_size=2))
        until = st.sampled_from(["tiles > 0", "can(act)", "empties > 0"])
        more = _some_of(draw, {"until": until, "keyed_by": st.just(["v"])})
        data["start"] = {"steps": [*some, *by_chance], **more}
    raised = {event: values for kind in drawn.values() for event, values in kind.events.items()}
    data["properties"] = {"points_of": {name: draw(st.integers(-3, 9)) for name in names[:3]}}
    data["scoring"] = {event: draw(st.sampled_from(_paid(values))) for event, values in raised.items() if _coin(draw)}
    if raised and _coin(draw):
        data["triggers"] = [
            {
                "on": draw(st.sampled_from(sorted(raised))),
                "when": draw(st.sampled_from(_CONDITIONS)),
                "add": {"w": draw(st.sampled_from(_EXPRESSIONS))},
            }
        ]
    if _coin(draw):
        data["end"].insert(0, {"when": "v == 2", "status": "paused", "reason": "wait", "add": {"score": 5}})
        data["actions"]["go_on"] = {"during": ["wait"], "set": {"v": draw(st.sampled_from([0, 3]))}}
    if _coin(draw):
        data["undo"]["costs"] = {"w": 1}
    return data


def _paid(values: Mapping[str, str]) -> list[str | int]:
    """Points for an event, made of its values."""
    return [1, *(f"points_of({name}) * step" if of == "tile" else f"{name} * 2" for name, of in values.items())]


def _needs(name: str, tables: Mapping[str, Mapping[str, Any]], mechanics: Mapping[str, Mechanic]) -> Iterator[str]:
    """What the player must have chosen where a step stands, and chance; the steps inside it included."""
    table, kind = tables[name], mechanics[tables[name]["use"]]
    asked: dict[str, object] = {"cell": kind.needs_cell, "direction": kind.needs_direction, "pair": kind.needs_pair}
    asked["chance"] = kind.streams
    yield from (target for target, is_asked in asked.items() if is_asked)
    fields = kind.settings.model_fields.items()
    said = {field.alias or key: field.default for key, field in fields if not field.is_required()}
    if any(isinstance(text, str) and re.search(r"\bhere\b", text) for text in {**said, **table}.values()):
        yield "cell"
    inside = _of_kind(kind, "mechanics")
    for step in table.get(inside, ()) if inside else ():
        yield from _needs(step, tables, mechanics)


@st.composite
def _spawn(draw: st.DrawFn, names: list[str]) -> dict[str, Any]:
    first, *some = draw(st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True))
    weight = st.integers(0, 5) | st.sampled_from(["v", "w + 1", "tiles", "1 if turn > 3 else 0"])
    return {"weights": {first: draw(st.integers(1, 4)), **{name: draw(weight) for name in some}}}


def _some_of(draw: st.DrawFn, values: Mapping[str, st.SearchStrategy[Any]]) -> dict[str, Any]:
    """Some of these keys, each with a value of its own."""
    return {key: draw(each) for key, each in values.items() if _coin(draw)}


@st.composite
def _action(draw: st.DrawFn, target: str, steps: list[str]) -> dict[str, Any]:
    action: dict[str, Any] = {"target": target}
    if steps:
        action["steps"] = draw(st.lists(st.sampled_from(steps), min_size=1, max_size=4))
    more = {
        "when": st.sampled_from(_TRIED),
        "costs": st.fixed_dictionaries({"w": st.integers(0, 2)}),
        "add": st.fixed_dictionaries({"v": st.sampled_from(_EXPRESSIONS), "w": st.just(1)}),
        "undo": st.just("barrier"),
    }
    if target in ("cell", "column", "row", "pair"):
        more = {"where": st.sampled_from(_PLACES), **more}
    if target == "tile":
        more = {"where": st.sampled_from(["not exists(tile == chosen)", "turn % 2 == 0", "chosen > top"]), **more}
    return action | _some_of(draw, more)


@st.composite
def _mechanics(draw: st.DrawFn, mechanics: Mapping[str, Mechanic], names: list[str]) -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {"put_now": {"use": "place"}, "deal_one": {"use": "deal"}}
    others = [kind for kind in drawn_kinds(mechanics) if kind not in ("place", "deal")]
    kinds = draw(st.lists(st.sampled_from(others), max_size=10, unique=True))
    known = _Known(names, [word for kind in kinds for word in mechanics[kind].leaves])
    for kind in sorted(kinds, key=lambda kind: _of_kind(mechanics[kind], "mechanics") is not None):
        mechanic = mechanics[kind]
        table: dict[str, Any] = {"use": kind}
        for name, hint in _hints(mechanic):
            field, values = mechanic.settings.model_fields[name], _setting(mechanic, name, hint, known)
            if values is not None and (field.is_required() or _coin(draw)):
                table[field.alias or name] = draw(values)
        inside = _of_kind(mechanic, "mechanics")
        if inside:
            free = [
                name for name, each in tables.items() if name != "put_now" and mechanics[each["use"]].role == "step"
            ]
            table[inside] = draw(st.lists(st.sampled_from(free), min_size=1, max_size=2))
        if draw(st.integers(0, 4)) == 0 and mechanic.role == "step":
            table["when"] = draw(st.sampled_from(_TRIED))
        tables[f"do_{kind}"] = table
    return tables
