"""Numbers in generated source: their bounds, and the arithmetic that never leaves ±2^62.

Owns what a number or condition is while source is made of it, and when an operator may be written plainly:
where the bounds of the parts prove that a sum or product stays inside. Elsewhere it is `plus` and `times`, which
saturate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from tilekit.expressions.parsing import CAP
from tilekit.source import Source, call, joined, py

#: Python reads 200 levels of brackets, of which the surroundings need some.
DEEPEST: Final = 140
# Source that is longer or deeper than this becomes a function of its own where it may be used again.
_LONGEST_INLINE: Final = 300
_DEEPEST_INLINE: Final = 12
#: What a loop over cells asks for as often as it likes: a number, or a place in the state.
_READY: Final = re.compile(r"\d+|s\[\d+\]")
#: The cell of a loop over cells.
CELL: Final = py("c")


def plus(x: int, y: int) -> int:
    """The sum, saturated at ±2^62."""
    if y > 0:
        return CAP if x > CAP - y else x + y
    return -CAP if x < -CAP - y else x + y


def times(x: int, y: int) -> int:
    """The product, saturated at ±2^62."""
    product = x * y
    return CAP if product > CAP else max(product, -CAP)


def power(x: int, y: int) -> int:
    """The power, saturated at ±2^62; 0 where the exponent is negative."""
    if y < 0:
        return 0
    # Beyond this only the sign changes: of 0, 1 and -1 nothing but that, of all others the power is past 2^62.
    y = y if y <= 62 else 62 + y % 2
    product = x**y
    return CAP if product > CAP else max(product, -CAP)


def divided(x: int, y: int) -> int:
    """The quotient rounded down; 0 where the divisor is 0."""
    return x // y if y else 0


def modulo(x: int, y: int) -> int:
    """The rest that goes with `divided`; 0 where the divisor is 0."""
    return x % y if y else 0


@dataclass(frozen=True, slots=True)
class Value:
    """Source of a value, with its type and bounds.

    ``kind`` is ``number`` or ``condition``. ``code`` is source of the tile's code where the number is a tile.
    """

    kind: str
    source: Source
    low: int = -CAP
    high: int = CAP
    code: Source | None = None

    @property
    def constant(self) -> bool:
        """Whether the bounds leave one value only."""
        return self.low == self.high


def constant(value: int) -> Value:
    """A number that stands as it is."""
    return Value("number", py("{}", value), value, value)


@dataclass(frozen=True, slots=True)
class Scope:
    """What an expression may speak of besides the game: names handed over, the played cell, the cell asked.

    Attributes:
        names: what it is handed.
        here: whether there is a cell among what the player chose.
        target: what the player chose, or ``any`` where an area is checked for all that it may be.
        cell: the cell that is asked; None where none is.
        parameters: of the function it becomes, after the state and the cell the player chose.
        often: whether it may be asked anew for each cell.
        step: whether a step of a turn asks.
        before: in a loop over cells what is worked out before it begins: names by source.
    """

    names: Mapping[str, Value] = field(default_factory=dict)
    here: bool = False
    target: str = "none"
    cell: Source | None = None
    parameters: tuple[str, ...] = ()
    often: bool = False
    step: bool = False
    before: dict[Source, str] | None = None

    @property
    def asked(self) -> Source:
        """The cell that is asked, where it is known that there is one."""
        assert self.cell is not None
        return self.cell

    @property
    def head(self) -> str:
        """The parameters of a function in this scope."""
        return ", ".join(("s", "here", *self.parameters))

    def local(self, source: Source) -> Source:
        """The name under which a loop over cells has what this source gives; the source itself where there is none."""
        if self.before is None or _READY.fullmatch(source.text):
            return source
        return py("{}", self.before.setdefault(source, f"k{len(self.before)}"))


def any_code(value: Value, shift: int, last: int) -> Source | None:
    """The code of a number that is surely some tile or none; codes are numbers and ``shift``, up to ``last``."""
    if value.low + shift < 0 or value.high + shift > last:
        return None
    return py("{} + {}", value.source, shift)


def arithmetic(operator: str, left: Value, right: Value) -> Value:
    """The source of a sum, difference, product, quotient or rest."""
    if left.constant and right.constant:
        return constant(_FOLD[operator](left.low, right.low))
    if operator in ("//", "%"):
        return _division(operator, left, right)
    if operator == "**":
        return _power(left, right)
    if operator == "*":
        ends = [x * y for x in (left.low, left.high) for y in (right.low, right.high)]
        low, high, word = min(ends), max(ends), "times"
    elif operator == "+":
        low, high, word = left.low + right.low, left.high + right.high, "plus"
    else:
        low, high, word = left.low - right.high, left.high - right.low, "plus"
    if low >= -CAP and high <= CAP:
        return Value("number", joined(operator, (left.source, right.source)), low, high)
    other = py("-{}", right.source) if operator == "-" else right.source
    return Value("number", call(word, left.source, other), _saturated(low), _saturated(high))


def _division(operator: str, left: Value, right: Value) -> Value:
    """The source of a division, whose result is 0 where the divisor is 0."""
    safe = right.low > 0 or right.high < 0
    most = max(abs(left.low), abs(left.high)) if operator == "//" else max(abs(right.low), abs(right.high))
    low, high = -most, most
    if right.low > 0 and left.low >= 0:
        low = 0
        high = left.high // right.low if operator == "//" else min(left.high, right.high - 1)
    elif right.low > 0 and operator == "%":
        low, high = 0, right.high - 1
    sides = left.source, right.source
    quotient = joined(operator, sides) if safe else call("divided" if operator == "//" else "modulo", *sides)
    return Value("number", quotient, low, high)


def _power(left: Value, right: Value) -> Value:
    """The source of a power."""
    most = power(max(abs(left.low), abs(left.high), 1), max(right.high, 0))
    low, high = (0 if left.low >= 0 else -most), most
    if left.low >= 1 and right.low >= 0:
        low = power(left.low, right.low)
    return Value("number", call("power", left.source, right.source), low, high)


def _saturated(value: int) -> int:
    return min(max(value, -CAP), CAP)


def extreme(name: str, values: list[Value]) -> Value:
    """The source of the ``min`` or ``max`` of numbers."""
    pick = min if name == "min" else max
    low, high = pick(v.low for v in values), pick(v.high for v in values)
    if low == high:
        return constant(low)
    return Value("number", call(name, *(v.source for v in values)), low, high)


def decided(kind: str, left: Value, right: Value) -> bool | None:
    """Whether a comparison always holds (True) or never (False) by the bounds; None where it depends on play."""
    below, above = left.high < right.low, left.low > right.high
    at_most, at_least = left.high <= right.low, left.low >= right.high
    always, never = {
        "<": (below, at_least), "<=": (at_most, above), ">": (above, at_most), ">=": (at_least, below),
        "==": (at_most and at_least, below or above), "!=": (below or above, at_most and at_least),
    }[kind]  # fmt: skip
    return True if always else False if never else None


_FOLD: Final[dict[str, Callable[[int, int], int]]] = {
    "+": plus,
    "-": lambda x, y: plus(x, -y),
    "*": times,
    "//": divided,
    "%": modulo,
    "**": power,
}


def fits_inline(source: Source) -> bool:
    """Whether a source may be written out wherever it is used, rather than be a function of its own."""
    return len(source.text) <= _LONGEST_INLINE and source.depth <= _DEEPEST_INLINE
