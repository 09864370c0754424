"""Strategies: what hypothesis draws positions, actions, seeds, grids and whole rulesets from.

Owns the shape of what is drawn. Random play alone reaches too little (it clears a stage of Sum-10 about once in
three million tries), so games also start from drawn boards, counters and stages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from tilekit.chance import LARGEST_SEED
from tilekit.expressions.word import WORDS, Drawn
from tilekit.grid import ADJACENCIES, Grid
from tilekit.ruleset.models import Given, Variable

if TYPE_CHECKING:
    from tilekit.rules import Rules


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
#: Those that do not ask whether an action can be played, which no action may whose own answer hangs on that.
_PLAIN = [text for text in _CONDITIONS if "can(" not in text]
_MUSTS = _drawn("must")
#: Kinds that draw nothing, and so may be tried.
_TAME = frozenset({"fuse", "clear", "fall", "modular_sum", "place"})
_ENDS = _drawn("end")
_SETS = _drawn("cells")
#: Sets of cells that an action may aim at: some are put where they are asked, some become functions.
_PLACES = _drawn("where")


@st.composite
def rulesets(draw: st.DrawFn) -> dict[str, Any]:
    """The data of a ruleset that nobody wrote; most are accepted, some are refused by the checks.

    Any topology, any target, any mechanics in any order, odd weights, expressions, costs, ends and limits.
    """
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
    mechanics = draw(_mechanics(names, pieces))
    steps = [name for name in mechanics if mechanics[name]["use"] != "stone_cycle"]
    sliding = {name for name in steps if _slides(name, mechanics)}
    aimed = [name for name in steps if name not in sliding]
    free = [name for name in aimed if not _needs_cell(name, mechanics)]
    directed = [*sorted(sliding), *free]
    data: dict[str, Any] = {
        "format": 1,
        "game": {"id": "drawn", "title": "Drawn", "version": 1},
        "grid": {"rows": grid.rows, "columns": grid.columns, "adjacency": grid.adjacency, "wrap": grid.wrap},
        "tiers": tiers,
        "variables": {"v": draw(st.integers(-1, 4)), "w": {"start": 1, "least": 0, "most": draw(st.integers(1, 5))}},
        "queue": {"shows": draw(st.integers(1, 3)), "from": "deal", "counts": "v"} if _coin(draw) else
                 {"shows": draw(st.integers(1, 2)), "from": "deal"},
        "spawn": {"deal": draw(_spawn(names)), "other": draw(_spawn(names))},
        "mechanics": mechanics,
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
    cycles = [name for name in mechanics if mechanics[name]["use"] == "stone_cycle"]
    if cycles:
        data["queue"]["through"] = cycles
    if _coin(draw):
        data["actions"]["other"] = draw(_action("none", free))
    if directed and (sliding or _coin(draw)):
        data["actions"]["tilt"] = draw(_action("direction", directed))
    if _coin(draw):  # an action whose choices are listed one by one; what it tries draws nothing
        target = draw(st.sampled_from(["column", "row", "pair", "tile"]))
        tame = [name for name in (aimed if target != "tile" else free) if mechanics[name]["use"] in _TAME]
        data["actions"]["pick"] = draw(_action(target, aimed if target != "tile" else free))
        if tame and _coin(draw):
            data["actions"]["pick"] |= {"steps": [draw(st.sampled_from(tame))], "must": draw(st.sampled_from(_MUSTS))}
        if target == "pair" and _coin(draw) and any(grid.neighbours):
            mechanics["do_swap"] = {"use": "swap"}
            data["actions"]["pick"] |= {"steps": ["do_swap", "deal_one"], "must": draw(st.sampled_from(_MUSTS))}
        if target == "pair" and not any(grid.neighbours):
            del data["actions"]["pick"]
    if _coin(draw):
        data["queue"]["hold"] = True
        data["actions"]["store"] = {"steps": ["do_hold"]}
        mechanics["do_hold"] = {"use": "hold"}
    if free and _coin(draw):
        data["start"] = {"steps": draw(st.lists(st.sampled_from(free), min_size=1, max_size=2))}
        if _coin(draw):
            mechanics["mix"] = {"use": "scramble", "action": draw(st.sampled_from(sorted(data["actions"])))}
            mechanics["mix"] |= {"times": draw(st.integers(0, 4)), "least": draw(st.integers(0, 4))}
            data["start"]["steps"].append("mix")
        if _coin(draw):
            data["start"]["until"] = draw(st.sampled_from(["tiles > 0", "can(act)", "empties > 0"]))
        if _coin(draw):
            data["start"]["keyed_by"] = ["v"]
    events = {"fused": "points_of(made) * step", "cleared": "count", "placed": 1, "filled": "count * 2"}
    raised = {_EVENTS[m["use"]] for m in mechanics.values() if m["use"] in _EVENTS}
    data["properties"] = {"points_of": {name: draw(st.integers(-3, 9)) for name in names[:3]}}
    data["scoring"] = {event: text for event, text in events.items() if event in raised and _coin(draw)}
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


_KINDS = (
    "fuse", "clear", "change", "fall", "fill", "spawn", "shuffle", "modular_sum", "slide", "push", "wander", "close"
)  # fmt: skip
#: The sets that a kind leaves for the steps after it.
_LEFT = {"clear": ("cleared",), "slide": ("shifted", "entry")}
_EVENTS = {
    "fuse": "fused",
    "slide": "fused",
    "clear": "cleared",
    "place": "placed",
    "fill": "filled",
    "modular_sum": "cleared",
}


def _slides(name: str, mechanics: dict[str, dict[str, Any]]) -> bool:
    table = mechanics[name]
    inside = [step for step in table.get("steps", ()) if step in mechanics]
    return table["use"] == "slide" or any(_slides(step, mechanics) for step in inside)


def _needs_cell(name: str, mechanics: dict[str, dict[str, Any]]) -> bool:
    table = mechanics[name]
    if table["use"] == "place":
        return True
    if "steps" in table:
        return any(_needs_cell(step, mechanics) for step in table["steps"] if step in mechanics)
    return "here" in table.get("cells", "here" if table["use"] in ("fuse", "clear", "change", "modular_sum") else "")


@st.composite
def _spawn(draw: st.DrawFn, names: list[str]) -> dict[str, Any]:
    first, *some = draw(st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True))
    weight = st.integers(0, 5) | st.sampled_from(["v", "w + 1", "tiles", "1 if turn > 3 else 0"])
    return {"weights": {first: draw(st.integers(1, 4)), **{name: draw(weight) for name in some}}}


@st.composite
def _action(draw: st.DrawFn, target: str, steps: list[str]) -> dict[str, Any]:
    action: dict[str, Any] = {"target": target}
    if steps:
        action["steps"] = draw(st.lists(st.sampled_from(steps), min_size=1, max_size=4))
    if target in ("cell", "column", "row", "pair") and _coin(draw):
        action["where"] = draw(st.sampled_from(_PLACES))
    if target == "tile" and _coin(draw):
        action["where"] = draw(st.sampled_from(["not exists(tile == chosen)", "turn % 2 == 0", "chosen > top"]))
    if _coin(draw):
        action["when"] = draw(st.sampled_from(_PLAIN))
    if _coin(draw):
        action["costs"] = {"w": draw(st.integers(0, 2))}
    if _coin(draw):
        action["add"] = {"v": draw(st.sampled_from(_EXPRESSIONS)), "w": 1}
    if _coin(draw):
        action["undo"] = "barrier"
    return action


@st.composite
def _mechanics(draw: st.DrawFn, names: list[str], pieces: list[str]) -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {"put_now": {"use": "place"}, "deal_one": {"use": "deal"}}
    kinds = draw(st.lists(st.sampled_from(_KINDS), max_size=5, unique=True))
    left = [word for kind in kinds for word in _LEFT.get(kind, ())]
    cells = st.sampled_from([*_SETS, *left, *(f"touches({word})" for word in left)])
    left_numbers = [f"near({word})" for word in left]
    for kind in kinds:
        table: dict[str, Any] = {"use": kind}
        if kind == "fuse":
            table["least"] = draw(st.integers(1, 4) | st.sampled_from(["2 if turn > 2 else 3", "w"]))
        if kind in ("fuse", "clear", "change", "modular_sum", "fall", "fill", "push", "wander") and _coin(draw):
            table["cells"] = draw(cells)
        if kind == "change":
            table["to"] = draw(st.sampled_from([*names, "next(tile)"])) if _coin(draw) else (
                {"none": names[0], names[0]: draw(st.sampled_from(["none", "other"]))}
            )  # fmt: skip
            table["times"] = draw(st.sampled_from([1, 2, "near(not empty)", *left_numbers]))
        if kind in ("fall", "push", "close"):
            table["toward"] = draw(st.sampled_from(["up", "down", "left", "right"]))
        if kind in ("fill", "spawn", "push"):
            table["from"] = draw(st.sampled_from(["deal", "other"]))
        if kind == "fill":
            table["order"] = draw(st.sampled_from(["rows", "columns"]))
        if kind == "spawn":
            table["count"] = draw(st.integers(0, 4) | st.sampled_from(_EXPRESSIONS))
        if kind == "shuffle":
            table["leaves"] = draw(st.integers(0, 4))
        if kind == "modular_sum":
            table["modulus"] = draw(st.integers(1, 10))
        if kind == "slide":
            table["reach"] = draw(st.sampled_from(["far", 1, 2, 9]))
            if _coin(draw):
                table["joins"] = draw(st.sampled_from(["a <= b", "a + b == 3", "a == b and empties > 2", "v < 2"]))
            if _coin(draw):
                table["makes"] = draw(st.sampled_from(["max(a, b) + 1", "b", "a - 1", "next(next(b))"]))
        if draw(st.integers(0, 4)) == 0:
            table["when"] = draw(st.sampled_from(_PLAIN))
        tables[f"do_{kind}"] = table
    if kinds and _coin(draw):
        inner = draw(st.lists(st.sampled_from([name for name in tables if name != "put_now"]), min_size=1, max_size=2))
        tables["again"] = {"use": "repeat", "steps": inner, "times": draw(st.integers(0, 5))}
    if pieces and _coin(draw):
        tables["stones"] = {"use": "stone_cycle", "piece": pieces[0], "every": draw(st.integers(0, 4))}
    return tables
