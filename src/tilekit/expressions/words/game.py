"""Words of the game as a whole."""

from tilekit import board as b
from tilekit.expressions.complaints import in_circle, no_action, no_queue
from tilekit.expressions.parsing import CAP, Node
from tilekit.expressions.values import Scope, Value
from tilekit.expressions.vocabulary import Vocabulary
from tilekit.expressions.word import word
from tilekit.source import call, joined, py
from tilekit.words import Phrase


@word(
    "number",
    "score // 1000",
    12,
    looks=False,
    said=Phrase("Score"),
    drawn={"number": ("score % 7",), "condition": ("score >= 0 and w != 1",)},
)
def score(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The current score."""
    return Value("number", py("s[{}]", b.SCORE))


@word(
    "number",
    "turn % 5 == 0",
    gives=False,
    looks=False,
    said=Phrase("the number of turns"),
    drawn={
        "number": ("turn % 3",),
        "condition": ("turn % 2 == 0",),
        "must": ("turn % 2 == 0",),
        "end": ("turn >= 12",),
    },
)
def turn(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The number of actions played, including the current one."""
    return Value("number", py("s[{}]", b.TURN), 0, CAP)


@word(
    "number",
    "tiles == 0",
    gives=False,
    said=Phrase("the number of tiles"),
    drawn={"number": ("tiles // 2",), "must": ("tiles > 2",)},
)
def tiles(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The number of tiles on the board, including pieces."""
    return Value("number", py("{} - count({})", v.cells, v.plane(0)), 0, v.cells)


@word(
    "number",
    "empties <= 4",
    gives=True,
    said=Phrase("the number of empty cells"),
    drawn={"number": ("empties",), "condition": ("empties > 1",), "end": ("empties == 0 or no_moves",)},
)
def empties(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The number of empty cells."""
    return Value("number", call("count", v.plane(0)), 0, v.cells)


@word(
    "tile",
    "clamp(top - 2, 1, 6)",
    1,
    said=Phrase("the highest tile is {tile}"),
    drawn={"number": ("top - 1",), "condition": ("top > 1",)},
)
def top(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The highest tile on the board; `none` if the board is empty."""
    return v.of_code(py("top(s)"), 0, v.board.last)


@word("tile", "top_made >= nova", gives=True, drawn={"number": ("max(top_made, 0)",)})
def top_made(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The highest tile that the player has made; tiles that were dealt do not count."""
    return v.of_code(py("s[{}]", b.MADE), 0, v.board.last)


@word(
    "number", "distinct == 4", gives=True, said=Phrase("the number of different tiles"), drawn={"number": ("distinct",)}
)
def distinct(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The number of different tiles on the board."""
    return Value("number", py("distinct(s)"), 0, v.cells)


@word("tile", "now == stone", gives=False, said=Phrase("NOW is {tile}"), drawn={"number": ("value(now)",)})
def now(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The first tile of the queue, NOW."""
    return v.of_code(v.queue_head or no_queue(node), 0, v.board.last)


@word("tile", "held == none", gives=False)
def held(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The tile put aside from the queue; `none` if there is none."""
    return v.of_code(v.held or no_queue(node), 0, v.board.last)


@word("number", "points(made) * step", 20, looks=False, drawn={"number": ("step",)})
def step(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """The number of the current pass of the repeat; 1 outside a repeat."""
    return Value("number", py("s[{}]", b.STEP), 0, 1000)


@word("condition", "no_moves", gives=False, drawn={"end": ("no_moves",)})
def no_moves(v: Vocabulary, node: Node, scope: Scope) -> Value:
    """Whether no action of the status *playing* is legal."""
    none = [py("{} == 0", v.can(action) or in_circle(node, action)) for action in v.in_play]
    return Value("condition", joined("and", none) if none else py("1 == 1"))


@word(
    "condition",
    "not can(shuffle)",
    gives=True,
    use="can(action)",
    arguments=("action",),
    drawn={"condition": ("not can(act)",)},
)
def can(v: Vocabulary, node: Node, scope: Scope, action: Node) -> Value:
    """Whether the action can be played, whatever the status is."""
    name = str(action.value)
    if action.kind != "name" or name not in v.actions:
        no_action(action, v.actions)
    return Value("condition", py("{} != 0", v.can(name) or in_circle(node, name)))
