"""Words that ask about one cell."""

from tilekit.expressions.groups import RUNS, least_run, run_mask
from tilekit.expressions.parsing import COMPARISONS, Node
from tilekit.expressions.values import Scope, Value, any_code
from tilekit.expressions.vocabulary import Vocabulary
from tilekit.expressions.word import Cost, word
from tilekit.source import Block, Source, joined, py


def _gaps(v: Vocabulary, node: Node, scope: Scope) -> Source:
    return v.plane(0)


@word(
    "condition",
    "empty and row == 2",
    "r2c2",
    domain="cell",
    mask=_gaps,
    instead="count(empty), exists(empty) or empties",
    drawn={"cells": ("empty", "not empty"), "where": ("empty", "not empty")},
)
def empty(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The cell is empty."""
    return Value("condition", py("{} == 0", v.in_cell(scope)))


def _planes(v: Vocabulary, node: Node, scope: Scope) -> Source | None:
    """``tile == X`` and ``tile in [X, Y]`` where X does not depend on the cell."""
    others = node.parts[1:]
    if node.kind not in ("==", "!=", "in", "not in") or any(v.speaks_of_cell(other, scope) for other in others):
        return None
    masks: list[Source] = []
    for value in [v.number(other, scope) for other in others]:
        code = value.code or any_code(value, v.shift, v.board.last)
        if code is None:
            return None
        masks.append(v.plane(value.low + v.shift if value.constant else code))
    found = joined("|", masks)
    return found if node.kind in ("==", "in") else py("{} & ~{}", v.full, found)


@word(
    "tile",
    "tile in [spark, node]",
    "r1c1 r1c2 r2c1 r3c2",
    domain="cell",
    cost=Cost(compared=0),
    compared=_planes,
    drawn={"where": ("tile != top",)},
)
def tile(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """What the cell holds; `none` if it is empty."""
    return v.of_code(v.in_cell(scope), 0, v.board.last)


def _groups(v: Vocabulary, node: Node, scope: Scope) -> Source | None:
    """``group >= n`` where n does not depend on the cell: each group is examined once, whatever its size."""
    kind, other = node.kind, node.parts[1]
    if kind in (">=", ">") and other.kind == "number" and int(other.value) + (kind == ">") == 2:
        return py("touching(s)")
    if kind not in COMPARISONS or v.speaks_of_cell(other, scope):
        return None
    least = v.number(other, scope)
    v.note_decided(node, Value("number", least.source, 0, v.cells), least)
    gaps, zero = v.plane(0), v.constant_mask(0)
    lines: Block = (
        py("n = {}", least.source), py("m = {} if {} else {}", gaps, joined(kind, (0, "n")), zero),
        py("rest = {} & ~{}", v.full, gaps), "while rest:",
        ["g = group(s, lowest(rest))", "rest &= ~g", py("if {}: m |= g", joined(kind, (py("count(g)"), "n")))],
        "return m",
    )  # fmt: skip
    return v.helper("groups", scope, lines)


@word(
    "number",
    "group >= 2",
    "r1c1 r1c2 r2c3 r3c3",
    domain="cell",
    cost=Cost(listed=20, compared=12),
    compared=_groups,
    drawn={"cells": ("group >= 2",), "where": ("group >= 2",)},
)
def group(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The size of the group of equal tiles that the cell belongs to; 0 if it is empty."""
    if scope.before is not None:
        return Value("number", v.listed("sizes", scope), 0, v.cells)
    alone = py("count(group(s, {})) if {} else 0", scope.asked, v.in_cell(scope))
    return Value("number", alone, 0, v.cells)


@word(
    "number",
    "room == 0 and not empty",
    "r1c3",
    domain="cell",
    cost=Cost(listed=20),
    drawn={"cells": ("room == 0 and not empty",)},
)
def room(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The number of empty cells that the group of the cell touches; 0 if it is empty."""
    if scope.before is not None:
        return Value("number", v.listed("rooms", scope), 0, v.cells)
    gaps = py("count(near(group(s, {})) & {})", scope.asked, v.plane(0))
    return Value("number", py("{} if {} else 0", gaps, v.in_cell(scope)), 0, v.cells)


@word("number", "row == 1", "r1c1 r1c2 r1c3", domain="cell", fixed=True, oriented=True, drawn={"cells": ("row == 1",)})
def row(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The row of the cell, 1 at the top."""
    return Value("number", py("ROW[{}]", scope.asked), 1, v.board.grid.rows)


@word(
    "number",
    "row + column == 5",
    "r2c3 r3c2",
    domain="cell",
    fixed=True,
    oriented=True,
    drawn={"cells": ("(row + column) % 2 == 0",), "where": ("(row + column) % 2 == 0",)},
)
def column(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The column of the cell, 1 at the left."""
    return Value("number", py("COLUMN[{}]", scope.asked), 1, v.board.grid.columns)


def _runs(v: Vocabulary, node: Node, scope: Scope) -> Source | None:
    """``row_match >= 3`` and similar comparisons with a small number: whole sets of cells at once."""
    found = least_run(v.board, node)
    if found is None:
        return None
    key = f"{found[0]}_{found[1]}"
    if key not in v.globals:
        v.globals[key] = run_mask(v.board, *found)
    return py("{}(s)", key)


def _run(v: Vocabulary, node: Node, scope: Scope) -> Value:
    name, grid = str(node.value), v.board.grid
    return Value("number", v.listed(name, scope), 0, grid.rows if RUNS[name] == "down" else grid.columns)


@word(
    "number",
    "row_run >= 2",
    "r1c1 r1c2 r1c3 r3c2 r3c3",
    domain="cell",
    oriented=True,
    cost=Cost(listed=20),
    compared=_runs,
    drawn={"where": ("row_run > 1",)},
)
def row_run(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The length of the run of tiles in its row that the cell is part of; 0 if it is empty."""
    return _run(v, node, scope)


@word(
    "number",
    "column_run >= 3",
    "r1c3 r2c3 r3c3",
    domain="cell",
    oriented=True,
    cost=Cost(listed=20),
    compared=_runs,
    drawn={"cells": ("tile == column_run",), "must": ("not exists(row_match >= 3 or column_run == 2)",)},
)
def column_run(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The length of the run of tiles in its column that the cell is part of; 0 if it is empty."""
    return _run(v, node, scope)


@word(
    "number",
    "row_match >= 2",
    "r1c1 r1c2",
    domain="cell",
    oriented=True,
    cost=Cost(listed=20),
    compared=_runs,
    drawn={"cells": ("row_match >= 2",)},
)
def row_match(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The length of the run of equal tiles in its row that the cell is part of; 0 if it is empty."""
    return _run(v, node, scope)


@word("number", "row_match >= 2 or column_match >= 2", "r1c1 r1c2 r2c3 r3c3", domain="cell", oriented=True,
      cost=Cost(listed=20), compared=_runs)  # fmt: skip
def column_match(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The length of the run of equal tiles in its column that the cell is part of; 0 if it is empty."""
    return _run(v, node, scope)
