"""Functions of numbers."""

from tilekit.expressions.parsing import Node
from tilekit.expressions.values import Scope, Value, extreme
from tilekit.expressions.vocabulary import Vocabulary
from tilekit.expressions.word import word
from tilekit.source import call


@word(
    "number",
    "min(lives, 3)",
    2,
    "min(a, b, …)",
    arguments=("number", "number"),
    more=True,
    fixed=True,
    looks=False,
    drawn={"number": ("min(v, tiles)",)},
)
def min_(v: Vocabulary, node: Node, scope: Scope, *numbers: Value) -> Value:
    """The smallest of two or more numbers."""
    return extreme("min", [*numbers])


@word("number", "max(lives, 3)", 3, "max(a, b, …)", arguments=("number", "number"), more=True, fixed=True, looks=False)
def max_(v: Vocabulary, node: Node, scope: Scope, *numbers: Value) -> Value:
    """The largest of two or more numbers."""
    return extreme("max", [*numbers])


@word(
    "number",
    "abs(row - 3) <= 1",
    "r2c1 r2c2 r2c3 r3c1 r3c2 r3c3",
    "abs(a)",
    arguments=("number",),
    fixed=True,
    looks=False,
    drawn={"number": ("abs(v)",)},
)
def abs_(v: Vocabulary, node: Node, scope: Scope, a: Value) -> Value:
    """The absolute value of a number."""
    ends = abs(a.low), abs(a.high)
    return Value("number", call("abs", a.source), 0 if a.low <= 0 <= a.high else min(ends), max(ends))


@word(
    "number",
    "clamp(top - 1, 3, 6)",
    3,
    "clamp(a, least, most)",
    arguments=("number", "number", "number"),
    fixed=True,
    looks=False,
    drawn={"number": ("clamp(v, w, 3)",)},
)
def clamp(v: Vocabulary, node: Node, scope: Scope, a: Value, least: Value, most: Value) -> Value:
    """The number, limited to the bounds."""
    return extreme("max", [least, extreme("min", [most, a])])
