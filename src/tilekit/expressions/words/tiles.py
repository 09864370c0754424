"""Words for tiles."""

from tilekit.expressions.parsing import Node
from tilekit.expressions.values import Scope, Value
from tilekit.expressions.vocabulary import Vocabulary
from tilekit.expressions.word import word
from tilekit.source import py


@word("tile", "at(r2c2) == none", gives=True, drawn={"where": ("tile > none",)})
def none(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """No tile: what an empty cell holds."""
    return v.tile(0)


@word("tile", "next(at(r1c1))", "node", "next(tile)", arguments=("tile",), looks=False)
def next_(v: Vocabulary, node: Node, scope: Scope, tile: Value) -> Value:
    """What a tile becomes; `none` for the last tier and for pieces."""
    return v.of_code(py("NEXT[{}]", v.code_within(tile)), 0, v.board.last)


@word(
    "number",
    "value(made) * 10",
    30,
    "value(tile)",
    arguments=("tile",),
    looks=False,
    drawn={"number": ("value(top)",)},
)
def value(v: Vocabulary, node: Node, scope: Scope, tile: Value) -> Value:
    """The number of a tile, or its label if tiles have labels; 0 for `none` and pieces."""
    if v.labels is not None:
        return v.of_tile(v.labels, tile)
    return Value("number", tile.source, tile.low, tile.high)
