"""Functions of sets of cells."""

from dataclasses import replace

from tilekit.expressions.parsing import CAP, Node
from tilekit.expressions.values import Scope, Value
from tilekit.expressions.vocabulary import Vocabulary, of_set
from tilekit.expressions.word import Cost, word


@word("number", "count(tile == stone)", 1, "count(cells)", arguments=("cells",), drawn={"number": ("count(empty)",)})
def count(v: Vocabulary, node: Node, scope: Scope, cells: str) -> Value:
    """How many cells."""
    return Value("number", f"count({cells})", 0, v.cells)


@word(
    "condition",
    "exists(group >= 3)",
    gives=False,
    use="exists(cells)",
    arguments=("cells",),
    drawn={"condition": ("exists(empty)",), "must": ("exists(group >= 2)",)},
)
def exists(v: Vocabulary, node: Node, scope: Scope, cells: str) -> Value:
    """Whether there is such a cell."""
    return Value("condition", f"({cells} != 0)")


@word(
    "number",
    "sum(points(tile), not empty)",
    70,
    "sum(number, cells)",
    arguments=("each", "place"),
    drawn={"number": ("sum(column, not empty)",)},
)
def sum_(v: Vocabulary, node: Node, scope: Scope, each: Node, cells: Node) -> Value:
    """The sum of a number over these cells; the number may ask about the cell."""
    place = v.one_cell(cells, scope)
    if place is not None:
        value = v.number(each, replace(of_set(scope), cell=place))
        return Value("number", value.text, value.low, value.high)
    within, low, high = v.mask(cells, scope), 0, 0

    def body(inside: Scope) -> str:
        nonlocal low, high
        value = v.number(each, inside)
        low, high = v.cells * min(value.low, 0), v.cells * max(value.high, 0)
        return f"n += {value.text}" if low >= -CAP and high <= CAP else f"n = plus(n, {value.text})"

    text = v.loop("total", "n = 0", within, "n", scope, body)
    return Value("number", text, max(low, -CAP), min(high, CAP))


@word(
    "number",
    "near(tile == stone) >= 1",
    "r1c2 r2c3",
    "near(cells)",
    arguments=("cells",),
    domain="cell",
    drawn={"cells": ("near(not empty) >= 2",)},
)
def near(v: Vocabulary, node: Node, scope: Scope, cells: str) -> Value:
    """How many neighbours of the cell are in the set."""
    return Value("number", f"count(around({scope.cell}) & {scope.local(cells)})", 0, v.cells)


def _around(v: Vocabulary, node: Node, scope: Scope, cells: str) -> str:
    return f"near({cells})"


@word(
    "condition",
    "touches(empty)",
    "r1c2 r2c1 r2c3 r3c2",
    "touches(cells)",
    arguments=("cells",),
    domain="cell",
    cost=Cost(spread=(10, 0)),
    mask=_around,
    drawn={"cells": ("touches(empty) and not empty",), "where": ("touches(empty)",)},
)
def touches(v: Vocabulary, node: Node, scope: Scope, cells: str) -> Value:
    """Whether a neighbour of the cell is in the set."""
    return Value("condition", f"((around({scope.cell}) & {scope.local(cells)}) != 0)")


def _groups(v: Vocabulary, node: Node, scope: Scope, cells: str) -> str:
    zero, gaps = v.constant_mask(0), v.plane(0)
    if node.parts[0].kind == "name" and node.parts[0].value == "here":
        return f"(group(s, here) if s[{v.board.cells} + here] else {zero})"
    lines = (
        f"m = {zero}", f"rest = {cells} & ~{gaps}", "while rest:",
        ["g = group(s, lowest(rest))", "m |= g", "rest &= ~g"], "return m",
    )  # fmt: skip
    return v.helper("joined", scope, lines)


@word("condition", "joined(here)", "r1c1 r1c2", "joined(cells)", arguments=("cells",), domain="cell",
      cost=Cost(spread=(0, 12)), mask=_groups)  # fmt: skip
def joined(v: Vocabulary, node: Node, scope: Scope, cells: str) -> Value:
    """Whether the cell is in one group with a cell of the set."""
    return Value("condition", v.holds(_groups(v, node, scope, cells), scope))


@word(
    "tile",
    "at(tile >= core) == core",
    gives=True,
    use="at(cells)",
    arguments=("place",),
    drawn={"number": ("at(empty or row == 1)",)},
)
def at(v: Vocabulary, node: Node, scope: Scope, cells: Node) -> Value:
    """What the first cell of the set holds, in reading order."""
    place = v.one_cell(cells, scope)
    if place is None:
        lines = f"m = {v.mask(cells, scope)}", f"return s[{v.board.cells} + lowest(m)] if m != 0 else 0"
        return v.of_code(v.helper("f", scope, lines), 0, v.board.last)
    return v.of_code(f"s[{v.board.cells} + {place}]", 0, v.board.last)
