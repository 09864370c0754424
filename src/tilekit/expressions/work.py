"""How much work an expression is, before it is ever run.

Owns an upper estimate, in steps of the interpreter, of working out an expression on a given board, and the limits
that keep a stranger's ruleset from hanging whoever loads or plays it. It does not own what expressions mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tilekit.expressions.parsing import COMPARISONS, ExpressionError, Node
from tilekit.expressions.word import WORDS, Word

#: Steps that one expression may take; all together, where those asked for every cell count so often; and parts that
#: all together may have, each where it is used.
MOST_STEPS: Final = 1_000_000
MOST_TOGETHER: Final = 20_000_000
MOST_PARTS: Final = 100_000


class Work:
    """Counts the work of the expressions of one ruleset.

    Attributes:
        steps: of all expressions weighed so far, those asked for every cell so often.
        parts: of all expressions weighed so far.

    Args:
        cells: how many cells the board has.
        areas: the areas that expressions may speak of.
    """

    def __init__(self, cells: int, areas: Mapping[str, Node]) -> None:
        self.steps = 0
        self.parts = 0
        self._cells = cells
        self._areas = areas
        #: Steps of an area, by name: of asking it about all cells.
        self._masks: dict[str, int] = {}

    def weigh(self, node: Node, *, cells: bool, often: bool = False) -> None:
        """Counts an expression.

        Args:
            node: the expression.
            cells: whether it is a condition asked about every cell.
            often: whether it may be asked for anew at every cell, as what follows from an event.

        Raises:
            ExpressionError: it is too much work, or there are too many of them.
        """
        steps = self._mask(node) if cells else self._once(node)
        together = steps * self._cells if often else steps
        self.parts += sum(1 for _ in node.walk())
        if steps > MOST_STEPS:
            raise ExpressionError(
                "too-much-work", f"expression is too much work on a board of {self._cells} cells", node.at, node.width,
                found=f"up to {steps:,} steps", expected=f"at most {MOST_STEPS:,}",
                fix="ask about fewer cells, or speak of an area once instead of again and again",
            )  # fmt: skip
        if together > MOST_TOGETHER:
            raise ExpressionError(
                "too-much-work", f"expression is too much work, asked anew for each of {self._cells} cells", node.at,
                node.width, found=f"up to {together:,} steps", expected=f"at most {MOST_TOGETHER:,}",
                fix="ask about the tile at hand rather than about the whole board",
            )  # fmt: skip
        before, self.steps = self.steps, self.steps + together
        if before <= MOST_TOGETHER < self.steps:
            raise ExpressionError(
                "too-much-work", f"the expressions are too much work on a board of {self._cells} cells", node.at,
                node.width, found=f"more than {MOST_TOGETHER:,} steps together, with this one",
                expected=f"at most {MOST_TOGETHER:,}",
                fix="ask about fewer cells, above all in what follows from events",
            )  # fmt: skip
        if self.parts > MOST_PARTS:
            raise ExpressionError(
                "too-many-expressions", "the ruleset has too many expressions", node.at, node.width,
                found=f"more than {MOST_PARTS:,} parts, counted wherever they are used",
                expected=f"at most {MOST_PARTS:,}", fix="have fewer triggers on events that many mechanics raise",
            )  # fmt: skip

    def area(self, name: str) -> None:
        """Counts an area, which speaks of areas counted before only."""
        self._masks[name] = min(self._mask(self._areas[name]), MOST_STEPS * MOST_STEPS)

    def _once(self, node: Node) -> int:
        """Steps of an expression asked about the whole board, or about one cell of a loop that has its sets ready."""
        if node.kind == "name":
            return self._masks.get(str(node.value), 1)
        word = _of(node, "call")
        if word is None or not word.of_set:
            return 1 + sum(self._once(part) for part in node.parts)
        kinds = zip(word.arguments, node.parts, strict=False)
        return 2 + sum(self._loop(part) if kind == "each" else self._mask(part) for kind, part in kinds)

    def _mask(self, node: Node) -> int:
        """Steps of asking a condition about every cell."""
        if node.kind in ("and", "or", "not", "if"):
            return 1 + sum(self._mask(part) for part in node.parts)
        if node.kind == "name":
            return self._masks.get(str(node.value), 1)
        word = _of(node, "call")
        if word is not None and word.cost.spread is not None and node.parts:
            always, often = word.cost.spread
            return always + often * self._cells + self._mask(node.parts[0])
        first, *others = node.parts or (node,)
        word = _of(first, "name")
        each = None if word is None else word.cost.compared
        if each == 0 and node.kind in ("==", "!=", "in", "not in"):
            if all(part.kind in ("name", "number") for part in others):
                return len(node.parts)
        elif each and node.kind in COMPARISONS:
            return each * self._cells + self._loop(others[0])
        return self._loop(node)

    def _loop(self, node: Node) -> int:
        """Steps of a loop over the cells: what depends on the cell each time, the sets it speaks of once."""
        each, once = 3, 0
        rest = [node]
        while rest:
            part = rest.pop()
            each += 1
            word = _of(part, "name", "call")
            if part.kind == "name":
                once += self._masks.get(str(part.value), 0 if word is None else word.cost.listed * self._cells)
            elif word is not None and word.of_set:
                once += self._once(part)
            else:
                rest += part.parts
        return self._cells * each + once


def _of(node: Node, *kinds: str) -> Word | None:
    """The word that a name or a call is; None for anything else."""
    return WORDS.get(str(node.value)) if node.kind in kinds else None
