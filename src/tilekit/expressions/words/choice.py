"""Words for what the player chose."""

from collections.abc import Mapping
from typing import Final, get_args

from tilekit import board as b
from tilekit.expressions.complaints import need_here, need_pair, no_cell, not_chosen
from tilekit.expressions.parsing import Node
from tilekit.expressions.values import Scope, Value
from tilekit.expressions.vocabulary import Vocabulary
from tilekit.expressions.word import WORDS, word
from tilekit.ruleset.models import Target
from tilekit.source import Source, py


def _bit_of_here(v: Vocabulary, node: Node, scope: Scope) -> Source:
    need_here(node, scope)
    return py("bit(here)")


@word(
    "condition",
    "here or touches(here)",
    "r1c1 r1c2 r2c1",
    domain="choice",
    mask=_bit_of_here,
    targets=("cell", "pair", "column", "row"),
    drawn={"cells": ("here", "here or touches(here)", "joined(here)")},
)
def here(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The cell the player chose."""
    need_here(node, scope)
    if not scope.cell:
        no_cell(node, "exists(here and not empty)")
    return Value("condition", py("{} == here", scope.cell))


def _bit_of_there(v: Vocabulary, node: Node, scope: Scope) -> Source:
    need_pair(node, scope)
    return py("bit(s[{}])", b.CHOSEN)


@word("condition", "here or there", "r1c1 r1c2", domain="choice", targets=("pair",), mask=_bit_of_there)
def there(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The second of two cells the player chose."""
    need_pair(node, scope)
    if not scope.cell:
        no_cell(node, "exists(there and not empty)")
    return Value("condition", py("{} == s[{}]", scope.cell, b.CHOSEN))


@word("number", "column == chosen", "r1c2 r2c2 r3c2", domain="choice", targets=("tile", "column", "row"))
def chosen(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The tile, column or row the player chose."""
    grid, text = v.board.grid, py("s[{}]", b.CHOSEN)
    match scope.target:
        case "tile":
            return v.of_code(text, 0, v.board.last)
        case "any":
            return Value("number", text, min(-v.shift, 1), max(v.board.last - v.shift, grid.columns, grid.rows))
        case "column" | "row" as line:
            return Value("number", text, 1, grid.columns if line == "column" else grid.rows)
    return not_chosen(node)


#: For each target the words that speak of what the player chose.
SPOKEN: Final[Mapping[str, frozenset[str]]] = {
    target: frozenset(name for name, each in WORDS.items() if target in each.targets) for target in get_args(Target)
}
#: The targets with a cell among what is chosen: ``here``.
CELLED: Final = frozenset(WORDS["here"].targets)
