"""Expressions against a small evaluator of their own: trees are written down, read back, compiled and compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tilekit.board import Board
from tilekit.expressions.parsing import CAP, DEEPEST, LONGEST, MOST_NODES, ExpressionError, parse
from tilekit.expressions.values import Scope, Value
from tilekit.expressions.vocabulary import Vocabulary
from tilekit.grid import ADJACENCIES, Grid
from tilekit.source import py

# ---------------------------------------------------------------- trees, and how they are written

Tree = tuple[Any, ...]
IF, OR, AND, NOT, COMPARE, SUM, PRODUCT, UNARY, POWER, ATOM = range(10)
BINDS = {"if": IF, "or": OR, "and": AND, "not": NOT, "+": SUM, "-": SUM, "*": PRODUCT, "//": PRODUCT, "%": PRODUCT,
         "neg": UNARY, "**": POWER, "in": COMPARE, "not in": COMPARE, "compare": COMPARE}  # fmt: skip


def written(tree: Tree, least: int = IF) -> str:
    """A tree as text, with brackets only where the rules of precedence ask for them."""
    kind, *parts = tree
    binds = BINDS.get(kind, ATOM)
    if kind == "if":
        condition, then, other = parts
        text = f"{written(then, OR)} if {written(condition, OR)} else {written(other, IF)}"
    elif kind in ("or", "and"):
        text = f" {kind} ".join(written(part, binds + 1) for part in parts)
    elif kind == "not":
        text = f"not {written(parts[0], NOT)}"
    elif kind == "compare":
        first, *rest = parts
        text = written(first, SUM) + "".join(f" {operator} {written(part, SUM)}" for operator, part in rest)
    elif kind in ("in", "not in"):
        text = f"{written(parts[0], SUM)} {kind} [{', '.join(map(written, parts[1]))}]"
    elif kind == "neg":
        text = f"-{written(parts[0], UNARY)}"
    elif kind == "**":
        text = f"{written(parts[0], ATOM)}**{written(parts[1], UNARY)}"
    elif kind in BINDS:
        text = f"{written(parts[0], binds)}{kind}{written(parts[1], binds + 1)}"
    elif kind == "call":
        text = f"{parts[0]}({', '.join(map(written, parts[1:]))})"
    else:
        text = str(parts[0])
    return f"({text})" if binds < least else text


# ---------------------------------------------------------------- what they mean, said once more


def near_the_cap(value: int) -> int:
    return max(-CAP, min(CAP, value))


@dataclass
class Reference:
    """What a tree means, worked out cell by cell over a plain list."""

    grid: Grid
    tiles: list[int]  # a code for each cell
    shift: int = 0
    last: int = 0
    next_code: tuple[int, ...] = ()
    here: int = -1
    names: Any = None
    lists: Any = None
    by_tile: Any = None
    areas: Any = None

    def cells(self) -> list[int]:
        return [cell for cell in range(self.grid.size) if cell not in self.grid.holes]

    def group(self, cell: int) -> set[int]:
        if not self.tiles[cell]:
            return set()
        found, waiting = {cell}, [cell]
        while waiting:
            for other in self.grid.neighbours[waiting.pop()]:
                if other not in found and self.tiles[other] == self.tiles[cell]:
                    found.add(other)
                    waiting.append(other)
        return found

    def set(self, tree: Tree) -> set[int]:
        return {cell for cell in self.cells() if self.holds(tree, cell)}

    def code(self, number: int) -> int:
        return min(max(number + self.shift, 0), self.last)

    def number(self, tree: Tree, cell: int = -1) -> int:
        kind, *parts = tree
        if kind == "number":
            return int(parts[0])
        if kind == "name":
            return self.named(parts[0], cell)
        if kind == "if":
            return self.number(parts[1] if self.holds(parts[0], cell) else parts[2], cell)
        if kind == "neg":
            return -self.number(parts[0], cell)
        if kind == "call":
            return self.call(parts[0], parts[1:], cell)
        x, y = (self.number(part, cell) for part in parts)
        if kind in ("//", "%"):
            return 0 if y == 0 else x // y if kind == "//" else x % y
        if kind == "**":
            # No need to work out what is past the cap anyhow.
            return near_the_cap(x ** min(y, 64 + y % 2)) if y >= 0 else 0
        return near_the_cap({"+": x + y, "-": x - y, "*": x * y}[kind])

    def named(self, name: str, cell: int) -> int:
        row, column = divmod(cell, self.grid.columns)
        gaps = {c for c in self.cells() if not self.tiles[c]}
        match name:
            case "row":
                return row + 1
            case "column":
                return column + 1
            case "tile":
                return self.tiles[cell] - self.shift
            case "group":
                return len(self.group(cell))
            case "room":
                return len({c for one in self.group(cell) for c in self.grid.neighbours[one]} & gaps)
            case "tiles":
                return len(self.cells()) - len(gaps)
            case "empties":
                return len(gaps)
            case "distinct":
                return len({tile for tile in self.tiles if tile})
            case "top":
                return max(self.tiles) - self.shift
        number: int = self.names[name]
        return number

    def call(self, name: str, parts: list[Tree], cell: int) -> int:
        if name == "count":
            return len(self.set(parts[0]))
        if name == "near":
            return len(self.set(parts[0]) & set(self.grid.neighbours[cell]))
        if name == "at":
            found = self.set(parts[0])
            return (self.tiles[min(found)] if found else 0) - self.shift
        if name == "sum":
            total = 0
            for one in sorted(self.set(parts[1])):
                total = near_the_cap(total + self.number(parts[0], one))
            return total
        values = [self.number(part, cell) for part in parts]
        if name in self.lists:
            return self.lists[name][max(1, min(len(self.lists[name]), values[0])) - 1]
        if name in self.by_tile:
            return self.by_tile[name][self.code(values[0])]
        if name == "next":
            return self.next_code[self.code(values[0])] - self.shift
        if name == "clamp":
            return max(values[1], min(values[2], values[0]))
        return {"min": min, "max": max, "abs": lambda v: abs(v[0]), "value": lambda v: v[0]}[name](values)

    def holds(self, tree: Tree, cell: int = -1) -> bool:
        kind, *parts = tree
        if kind == "and":
            return all(self.holds(part, cell) for part in parts)
        if kind == "or":
            return any(self.holds(part, cell) for part in parts)
        if kind == "not":
            return not self.holds(parts[0], cell)
        if kind == "if":
            return self.holds(parts[1] if self.holds(parts[0], cell) else parts[2], cell)
        if kind == "compare":
            left, *rest = parts
            compared = []
            for operator, right in rest:
                x, y = self.number(left, cell), self.number(right, cell)
                compared.append(COMPARED[operator](x, y))
                left = right
            return all(compared)
        if kind in ("in", "not in"):
            found = self.number(parts[0], cell) in [self.number(part, cell) for part in parts[1]]
            return found == (kind == "in")
        if kind == "call" and parts[0] == "exists":
            return bool(self.set(parts[1]))
        if kind == "call" and parts[0] == "touches":
            return bool(self.set(parts[1]) & set(self.grid.neighbours[cell]))
        if kind == "call" and parts[0] == "joined":
            return bool(self.set(parts[1]) & self.group(cell))
        name = parts[0]
        if name == "empty":
            return self.tiles[cell] == 0
        if name == "here":
            return cell == self.here
        if name in self.areas:
            return self.holds(self.areas[name], cell)
        return bool(cell == self.grid.parse(name))


COMPARED: dict[str, Callable[[int, int], bool]] = {
    "==": lambda x, y: x == y, "!=": lambda x, y: x != y, "<": lambda x, y: x < y, "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y, ">=": lambda x, y: x >= y,
}  # fmt: skip
OPERATORS = st.sampled_from(sorted(COMPARED))

# ---------------------------------------------------------------- numbers

LARGE = st.sampled_from([0, 1, 2, 3, 7, 10, 1000, 2**31, 2**61, CAP - 1, CAP])
X, Y, BOUNDED = 11, 12, 13
LISTS = {"pay": (5, -10, 2**61), "one": (4,)}


def number_words() -> Vocabulary:
    """Two variables without bounds, one with, a constant and two lists, over a board of one cell."""
    words = Vocabulary(Board(Grid(1, 1), 14, 1, journal=False), 0, (0, 0), 0)
    words.values["x"] = Value("number", py("s[{}]", X))
    words.values["y"] = Value("number", py("s[{}]", Y))
    words.values["w"] = Value("number", py("s[{}]", BOUNDED), -3, 5)
    words.values["k"] = Value("number", py("17"), 17, 17)
    words.lists.update(LISTS)
    return words


@st.composite
def numbers(draw: st.DrawFn, depth: int = 3) -> Tree:
    """A number, in at most so many levels."""
    kind = draw(st.sampled_from(["number", "name", "+", "-", "*", "//", "%", "**", "neg", "if", "call"]))
    if depth == 0 or kind in ("number", "name"):
        return ("name", draw(st.sampled_from("xywk"))) if kind == "name" else ("number", draw(LARGE))
    if kind == "if":
        return kind, draw(conditions(depth - 1)), draw(numbers(depth - 1)), draw(numbers(depth - 1))
    if kind == "call":
        name = draw(st.sampled_from(["min", "max", "clamp", "abs", "value", "pay", "one"]))
        count = {"min": 2, "max": 2, "clamp": 3}.get(name, 1)
        return kind, name, *(draw(numbers(depth - 1)) for _ in range(count))
    return kind, *(draw(numbers(depth - 1)) for _ in range(1 if kind == "neg" else 2))


@st.composite
def conditions(draw: st.DrawFn, depth: int) -> Tree:
    kinds = ["compare", "chain", "in", "not in"] + (["and", "or", "not", "if"] if depth else [])
    kind = draw(st.sampled_from(kinds))
    if kind in ("and", "or", "not", "if"):
        return kind, *(draw(conditions(depth - 1)) for _ in range({"not": 1, "if": 3}.get(kind, 2)))
    first = draw(numbers(depth))
    if kind in ("in", "not in"):
        return kind, first, [draw(numbers(max(0, depth - 1))) for _ in range(draw(st.integers(1, 3)))]
    more = [(draw(OPERATORS), draw(numbers(depth))) for _ in range(1 if kind == "compare" else 2)]
    return "compare", first, *more


def is_small(text: str) -> bool:
    return len(text) <= LONGEST and text.count("(") < DEEPEST


@given(
    numbers(),
    st.integers(-CAP, CAP) | st.integers(-5, 5),
    st.integers(-CAP, CAP) | st.integers(-5, 5),
    st.integers(-3, 5),
)
@example(("-", ("name", "x"), ("-", ("name", "y"), ("name", "w"))), 1, 2, 3)
@example(("-", ("neg", ("number", CAP - 1)), ("call", "max", ("number", 2), ("name", "x"))), 0, 0, 0)
@example(("//", ("neg", ("number", 7)), ("number", 2)), 0, 0, 0)
@example(("%", ("neg", ("name", "x")), ("neg", ("name", "w"))), 7, 0, 2)
@example(("*", ("name", "x"), ("name", "x")), -CAP, 0, 0)
def test_numbers_mean_what_they_say(tree: Tree, x: int, y: int, w: int) -> None:
    text = written(tree)
    if not is_small(text):
        return
    reference = Reference(Grid(1, 1), [0], names={"x": x, "y": y, "w": w, "k": 17}, lists=LISTS, by_tile={}, areas={})
    words = number_words()
    try:
        found = words.function("number", text, Scope())
    except ExpressionError as error:
        assert error.code == "expression-too-deep"  # noqa: PT017 - the only way to fail
        return
    s = words.board.new_state(0)
    s[X], s[Y], s[BOUNDED] = x, y, w
    value = found(s, -1)
    assert value == reference.number(tree)
    # The bounds that were proven hold, since what is written out rests on them.
    bounds = words.number(parse(text), Scope())
    assert bounds.low <= value <= bounds.high


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("20 - 3 - 4", 13),
        ("100 // 7 // 2", 7),
        ("17 % 10 * 2", 14),
        ("-7 // 2", -4),
        ("-7 % 3", 2),
        ("7 % -3", -2),
        ("x // 0", 0),
        ("x % 0", 0),
        ("4611686018427387904 + 1", CAP),
        ("-4611686018427387904 - x", -CAP),
        ("4611686018427387904 * -4611686018427387904", -CAP),
        ("x * 4611686018427387904", CAP),
        ("pay(0)", 5),
        ("pay(x)", 2**61),
        ("pay(-x)", 5),
        ("pay(2)", -10),
        ("one(x)", 4),
        ("clamp(x, 0, 3)", 3),
        ("min(3, x, 2)", 2),
        ("max(3, x, 2)", 9),
        ("abs(-x)", 9),
        ("1 if x > 3 else 2", 1),
        ("1 if 3 < x < 5 else 2", 2),
        ("1 if not x == 9 or x == 9 and x > 0 else 2", 1),
        ("1 if x in [1, 9] else 2 if x == 3 else 3", 1),
        ("1 if x not in [1, 9] else 2 if x == 3 else 3", 3),
        ("- - x", 9),
        ("+x", 9),
        ("1_000", 1000),
        ("2 ** 10", 1024),
        ("2 ** 3 ** 2", 512),
        ("-2 ** 2", -4),
        ("(-2) ** 3", -8),
        ("2 * x ** 2", 162),
        ("x ** 0", 1),
        ("0 ** 0", 1),
        ("x ** -1", 0),
        ("1 ** -1", 0),
        ("x ** x", 9**9),
        ("2 ** 61", 2**61),
        ("2 ** 62", CAP),
        ("x ** 1000000", CAP),
        ("(-x) ** 1000001", -CAP),
        ("(-x) ** 1000000", CAP),
        ("(-1) ** 4611686018427387903", -1),
        ("0 ** x", 0),
    ],
)
def test_numbers_by_hand(text: str, value: int) -> None:
    words = number_words()
    found = words.function("number", text, Scope())
    s = words.board.new_state(0)
    s[X] = 9
    assert found(s, -1) == value


# ---------------------------------------------------------------- sets of cells

PIECES, LAST, SHIFT = 1, 4, 1  # none, a stone, then tiles 1 to 3
NEXT = (0, 0, 3, 4, 0)
BY_TILE = {"points": (1, -7, 10, 20, 40)}
CONSTANTS = {"none": -1, "stone": 0, "low": 1, "mid": 2, "high": 3}
AREAS: dict[str, Tree] = {
    "edge": ("compare", ("name", "row"), ("==", ("number", 1))),
    "gaps": ("or", ("name", "empty"), ("name", "edge")),
    "twice": ("and", ("not", ("name", "gaps")), ("call", "touches", ("name", "gaps"))),
    "lone": ("compare", ("name", "group"), ("==", ("number", 1))),
}


def cell_words(grid: Grid) -> Vocabulary:
    words = Vocabulary(Board(grid, 14, LAST, journal=False), SHIFT, NEXT, PIECES)
    words.values["x"] = Value("number", py("s[{}]", X))
    words.codes.update({name: number + SHIFT for name, number in CONSTANTS.items()})
    words.by_tile.update(BY_TILE)
    words.areas.update({name: parse(written(tree)) for name, tree in AREAS.items()})
    return words


@st.composite
def boards(draw: st.DrawFn) -> tuple[Grid, list[int]]:
    adjacency = draw(st.sampled_from(ADJACENCIES))
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    wrap = draw(st.booleans()) and not (adjacency == "hex" and rows % 2)
    holes = draw(st.sets(st.integers(0, rows * columns - 1), max_size=min(3, rows * columns - 1)))
    tiles = draw(st.lists(st.sampled_from([0, 0, 1, 2, 2, 3, 4]), min_size=rows * columns, max_size=rows * columns))
    grid = Grid(rows, columns, adjacency, wrap=wrap, holes=sorted(holes))
    return grid, [0 if cell in grid.holes else tile for cell, tile in enumerate(tiles)]


NUMBERS = ["row", "column", "tile", "group", "room", "x", "tiles", "empties", "distinct", "top"]
TILES = ["none", "stone", "low", "mid", "high", "x", "top"]


@st.composite
def cell_numbers(draw: st.DrawFn, depth: int, words: list[str]) -> Tree:
    kind = draw(st.sampled_from(["name", "name", "number", "of a set", "sum", "of a tile"]))
    if kind == "number":
        return "number", draw(st.integers(0, 4))
    if depth == 0 or kind == "name":
        return "name", draw(st.sampled_from(words))
    if kind == "of a tile":
        return "call", draw(st.sampled_from(["points", "next"])), draw(cell_numbers(0, NUMBERS))
    if kind == "sum":
        return "call", "sum", draw(cell_numbers(0, NUMBERS)), draw(cell_sets(depth - 1))
    return "call", draw(st.sampled_from(["count", "near", "at"])), draw(cell_sets(depth - 1))


@st.composite
def cell_sets(draw: st.DrawFn, depth: int = 3) -> Tree:
    kinds = ["word", "compare", "tile", "in", "not in", "group"]
    kinds += ["touches", "joined", "exists", "and", "or", "not", "if"] if depth else []
    kind = draw(st.sampled_from(kinds))
    below = max(0, depth - 1)
    match kind:
        case "word":
            return "name", draw(st.sampled_from(["empty", "here", "r1c1", *AREAS]))
        case "compare":
            return "compare", draw(cell_numbers(below, NUMBERS)), (draw(OPERATORS), draw(cell_numbers(below, NUMBERS)))
        case "tile":
            return "compare", ("name", "tile"), (draw(OPERATORS), draw(cell_numbers(below, TILES)))
        case "in" | "not in":
            others = [draw(cell_numbers(0, TILES)) for _ in range(draw(st.integers(1, 3)))]
            return kind, ("name", "tile"), others
        case "group":
            return (
                "compare",
                ("name", "group"),
                (draw(st.sampled_from([">=", ">"])), ("number", draw(st.integers(0, 4)))),
            )
        case "touches" | "joined" | "exists":
            return "call", kind, draw(cell_sets(below))
    return kind, *(draw(cell_sets(below)) for _ in range({"not": 1, "if": 3}.get(kind, 2)))


@given(boards(), cell_sets(), st.integers(-2, 5), st.data())
def test_sets_of_cells_hold_the_cells_for_which_they_hold(
    board: tuple[Grid, list[int]], tree: Tree, x: int, data: st.DataObject
) -> None:
    grid, tiles = board
    text = written(tree)
    if not is_small(text) or 0 in grid.holes:  # where r1c1 is a hole, its name names nothing
        return
    here = data.draw(st.sampled_from([cell for cell in range(grid.size) if cell not in grid.holes]))
    reference = Reference(grid, tiles, SHIFT, LAST, NEXT, here, {"x": x, **CONSTANTS}, {}, BY_TILE, AREAS)
    words = cell_words(grid)
    found = words.function("cells", text, Scope(here=True))
    s = words.board.new_state(0)  # once it is known what else the state holds
    words.board.set_cells(s, tiles)
    s[X] = x
    mask = found(s, here)
    assert {cell for cell in range(grid.size) if mask >> cell & 1} == reference.set(tree)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("tile == mid", "r1c1 r1c2 r3c3"),
        ("tile != mid", "r1c3 r2c1 r2c3 r3c1 r3c2"),
        ("tile == none", "r1c3 r2c3 r3c1"),
        ("tile < low", "r1c3 r2c1 r2c3 r3c1"),
        ("tile in [stone, high]", "r2c1 r3c2"),
        ("group >= 2", "r1c1 r1c2"),
        ("group > 1", "r1c1 r1c2"),
        ("group == 1", "r2c1 r3c2 r3c3"),
        ("group == 0", "r1c3 r2c3 r3c1"),
        ("room", "?"),
        ("room > 0", "r1c1 r1c2 r2c1 r3c2 r3c3"),
        ("touches(tile == stone)", "r1c1 r3c1"),
        ("joined(here)", "r1c1 r1c2"),
        ("joined(r1c2)", "r1c1 r1c2"),
        ("near(empty) == 0", "r1c1 r3c1"),
        ("here", "r1c1"),
        ("not here and row == 1", "r1c2 r1c3"),
        ("empty if tiles > 4 else not empty", "r1c3 r2c3 r3c1"),
        ("empty if tiles < 4 else not empty", "r1c1 r1c2 r2c1 r3c2 r3c3"),
        ("r1c1 if row == 1 else r3c3", "r1c1 r3c3"),
        ("empty if r1c1 else here or r3c1", "r3c1"),
        ("not empty if r3c3 else r3c1", "r3c1 r3c3"),
        ("edge", "r1c1 r1c2 r1c3"),
        ("score == 0", "r1c1 r1c2 r1c3 r2c1 r2c3 r3c1 r3c2 r3c3"),
    ],
)
def test_sets_by_hand(text: str, cells: str) -> None:
    # 2 2 .
    # # _ .
    # . 3 2
    grid = Grid(3, 3, holes=[4])
    words = cell_words(grid)
    if cells == "?":
        with pytest.raises(ExpressionError, match="a condition is wanted here"):
            words.function("cells", text, Scope(here=True))
        return
    found = words.function("cells", text, Scope(here=True))
    s = words.board.new_state(0)  # once it is known what else the state holds
    words.board.set_cells(s, [3, 3, 0, 1, 0, 0, 0, 4, 3])
    mask = found(s, 0)
    assert " ".join(grid.name(cell) for cell in range(9) if mask >> cell & 1) == cells


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("count(tile == mid)", 3),
        ("sum(row * 10 + column, tile == mid)", 11 + 12 + 33),
        ("at(tile == high)", 3),
        ("at(r2c1)", 0),
        ("at(tile == low)", -1),
        ("points(at(r3c2))", 40),
        ("points(x)", -7),
        ("next(at(r1c1))", 3),
        ("next(top)", -1),
        ("top", 3),
        ("distinct", 3),
        ("tiles * 10 + empties", 53),
    ],
)
def test_numbers_of_the_board_by_hand(text: str, value: int) -> None:
    grid = Grid(3, 3, holes=[4])
    words = cell_words(grid)
    found = words.function("number", text, Scope())
    s = words.board.new_state(0)
    words.board.set_cells(s, [3, 3, 0, 1, 0, 0, 0, 4, 3])
    assert found(s, -1) == value


def test_a_set_may_be_asked_for_where_nobody_chooses_a_cell() -> None:
    words = cell_words(Grid(2, 2))
    looped = words.source("cells", "room == 0 and row * column > 1", Scope())
    s = words.board.new_state(0)
    assert eval(looped.text, {**words.globals, "s": s}) == 0b1110


# ---------------------------------------------------------------- size: text that grows with every use


def test_areas_that_use_each_other_twice_stay_small() -> None:
    words = cell_words(Grid(3, 3))
    words.areas["a0"] = parse("tile == low or group == 2")
    for i in range(1, 8):
        words.areas[f"a{i}"] = parse(f"a{i - 1} or not a{i - 1}")
    assert len(words.source("cells", "a7 and group >= 0", Scope()).text) < 1_000
    found = words.function("cells", "a7", Scope())
    assert found(words.board.new_state(0), -1) == 0b111111111


def test_areas_nested_deeper_than_python_reads_brackets() -> None:
    words = cell_words(Grid(3, 3))
    words.areas["a0"] = parse("tile == low")
    for i in range(1, 30):
        words.areas[f"a{i}"] = parse(f"not (not (not (not (a{i - 1} and row >= column - tile))))")
    found = words.function("cells", "a29 if group == 9 else empty", Scope())
    s = words.board.new_state(0)
    words.board.set_cells(s, [2] * 9)
    assert found(s, -1) == 0b111111011


def test_a_long_area_may_be_asked_of_one_cell_by_its_name() -> None:
    words = cell_words(Grid(3, 3))
    words.areas["long"] = parse(" or ".join(f"tile == low and group == {i} and row == column" for i in range(1, 9)))
    found = words.function("number", "sum(1 if long else 0, r2c2) * 10 + sum(1 if long else 0, here)", Scope(here=True))
    s = words.board.new_state(0)
    words.board.set_cells(s, [2, 0, 2, 0, 2, 0, 0, 0, 0])
    assert [found(s, here) for here in (0, 1, 2, 4)] == [11, 10, 10, 11]


@pytest.mark.parametrize("areas", [{"p": "p"}, {"p": "q or row == 1", "q": "p"}, {"p": "not q", "q": "r", "r": "p"}])
def test_areas_in_a_circle_are_named(areas: dict[str, str]) -> None:
    words = cell_words(Grid(2, 2))
    words.areas.update({name: parse(text) for name, text in areas.items()})
    with pytest.raises(ExpressionError) as caught:
        words.function("cells", "p", Scope())
    assert (caught.value.code, caught.value.found.split(" -> ")[0]) == ("area-in-circle", "p")


# ---------------------------------------------------------------- what is no expression


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "not-in-language", 0),
        ("   ", "not-in-language", 0),
        ("1 +", "not-in-language", 3),
        ("1 2", "not-in-language", 2),
        ("x = 1", "not-in-language", 2),
        ("a && b", "not-in-language", 2),
        ("a | b", "not-in-language", 2),
        ("7 / 2", "not-in-language", 2),
        ("2 ^ 3", "not-in-language", 2),
        ("2 **", "not-in-language", 4),
        ("2 ** * 3", "not-in-language", 5),
        ("made.points", "not-in-language", 0),
        ('tile == "mid"', "quoted-name", 8),
        ("1.5", "not-in-language", 0),
        ("2x", "not-in-language", 0),
        ("1__0", "not-in-language", 0),
        ("true", "not-in-language", 0),
        ("x + é", "not-in-language", 4),
        ("4611686018427387905", "number-too-large", 0),
        ("x in []", "not-in-language", 6),
        ("(1", "not-in-language", 2),
        ("f(1,)", "not-in-language", 4),
        ("x if y", "not-in-language", 6),
    ],
)
def test_what_cannot_be_read_is_placed(text: str, code: str, at: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert (caught.value.code, caught.value.at) == (code, at)


def test_limits_of_size() -> None:
    parse("1" + " " * (LONGEST - 1))
    for text, code in (
        ("1" + " " * LONGEST, "expression-too-long"),
        ("+".join(["1"] * (MOST_NODES // 2 + 1)), "expression-too-"),
        ("(" * DEEPEST + "1" + ")" * DEEPEST, "expression-too-deep"),
        ("-" * DEEPEST + "1", "expression-too-deep"),
        ("not " * DEEPEST + "1 == 1", "expression-too-deep"),
    ):
        with pytest.raises(ExpressionError) as caught:
            parse(text)
        assert caught.value.code.startswith(code)


@given(st.text(alphabet="abx12 ()[]<>=!+-*/%,.notifelsrd_", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        node = parse(text)
    except ExpressionError as error:
        assert 0 <= error.at <= len(text)  # noqa: PT017 - both ways are fine
    else:
        assert all(0 <= part.at <= part.at + part.width <= len(text) for part in node.walk())
