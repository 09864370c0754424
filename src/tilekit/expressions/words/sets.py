"""Functions of sets of cells."""

from dataclasses import replace

from tilekit.expressions.parsing import CAP, Node
from tilekit.expressions.values import Scope, Value
from tilekit.expressions.vocabulary import Vocabulary, of_set
from tilekit.expressions.word import Cost, word
from tilekit.source import Block, Source, call, py


@word("number", "count(tile == stone)", 1, "count(cells)", arguments=("cells",), drawn={"number": ("count(empty)",)})
def count(v: Vocabulary, node: Node, scope: Scope, cells: Source) -> Value:
    """The number of cells in the set."""
    return Value("number", call("count", cells), 0, v.cells)


@word(
    "condition",
    "exists(group >= 3)",
    gives=False,
    use="exists(cells)",
    arguments=("cells",),
    drawn={"condition": ("exists(empty)",), "must": ("exists(group >= 2)",)},
)
def exists(v: Vocabulary, node: Node, scope: Scope, cells: Source) -> Value:
    """Whether the set contains any cell."""
    return Value("condition", py("{} != 0", cells))


@word(
    "number",
    "sum(points(tile), not empty)",
    70,
    "sum(number, cells)",
    arguments=("each", "place"),
    drawn={"number": ("sum(column, not empty)",)},
)
def sum_(v: Vocabulary, node: Node, scope: Scope, each: Node, cells: Node) -> Value:
    """The sum of a number over the cells of the set; the number may depend on the cell."""
    place = v.one_cell(cells, scope)
    if place is not None:
        value = v.number(each, replace(of_set(scope), cell=place))
        return Value("number", value.source, value.low, value.high)
    within, low, high = v.mask(cells, scope), 0, 0

    def body(inside: Scope) -> Source:
        nonlocal low, high
        value = v.number(each, inside)
        low, high = v.cells * min(value.low, 0), v.cells * max(value.high, 0)
        return py("n += {}" if low >= -CAP and high <= CAP else "n = plus(n, {})", value.source)

    total = v.loop("total", "n = 0", within, "return n", scope, body)
    return Value("number", total, max(low, -CAP), min(high, CAP))


@word(
    "number",
    "near(tile == stone) >= 1",
    "r1c2 r2c3",
    "near(cells)",
    arguments=("cells",),
    domain="cell",
    drawn={"cells": ("near(not empty) >= 2",)},
)
def near(v: Vocabulary, node: Node, scope: Scope, cells: Source) -> Value:
    """The number of neighbours of the cell that are in the set."""
    return Value("number", py("count(around({}) & {})", scope.asked, scope.local(cells)), 0, v.cells)


def _around(v: Vocabulary, node: Node, scope: Scope, cells: Source) -> Source:
    return call("near", cells)


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
def touches(v: Vocabulary, node: Node, scope: Scope, cells: Source) -> Value:
    """Whether a neighbour of the cell is in the set."""
    return Value("condition", py("around({}) & {} != 0", scope.asked, scope.local(cells)))


def _groups(v: Vocabulary, node: Node, scope: Scope, cells: Source) -> Source:
    zero, gaps = v.constant_mask(0), v.plane(0)
    if node.parts[0].kind == "name" and node.parts[0].value == "here":
        return py("group(s, here) if s[{} + here] else {}", v.board.cells, zero)
    lines: Block = (
        py("m = {}", zero), py("rest = {} & ~{}", cells, gaps), "while rest:",
        ["g = group(s, lowest(rest))", "m |= g", "rest &= ~g"], "return m",
    )  # fmt: skip
    return v.helper("joined", scope, lines)


@word("condition", "joined(here)", "r1c1 r1c2", "joined(cells)", arguments=("cells",), domain="cell",
      cost=Cost(spread=(0, 12)), mask=_groups)  # fmt: skip
def joined(v: Vocabulary, node: Node, scope: Scope, cells: Source) -> Value:
    """Whether the cell is in the same group as a cell of the set."""
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
    """What the first cell of the set, in reading order, holds."""
    place = v.one_cell(cells, scope)
    if place is None:
        lines: Block = (
            py("m = {}", v.mask(cells, scope)), py("return s[{} + lowest(m)] if m != 0 else 0", v.board.cells)
        )  # fmt: skip
        return v.of_code(v.helper("f", scope, lines), 0, v.board.last)
    return v.of_code(py("s[{} + {}]", v.board.cells, place), 0, v.board.last)
