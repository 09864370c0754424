"""How much work an expression is, before it is ever run.

Owns an upper estimate, in steps of the interpreter, of working out an expression on a given board, and the limits
that keep a stranger's ruleset from hanging whoever loads or plays it. It does not own what expressions mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tilekit.expressions.parsing import ExpressionError, Node

#: Steps that one expression may take; all together, where those asked for every cell count so often; and parts that
#: all together may have, each where it is used.
MOST_STEPS: Final = 1_000_000
MOST_TOGETHER: Final = 20_000_000
MOST_PARTS: Final = 100_000

#: Words that rest on all groups of the board, which a loop over cells looks at once.
_OF_GROUPS: Final = ("group", "room", "row_run", "column_run", "row_match", "column_match")
_SETS: Final = ("count", "exists", "at", "near", "touches", "joined")


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
        if node.kind == "call" and node.value in _SETS and node.parts:
            return 2 + sum(self._mask(part) for part in node.parts)
        if node.kind == "call" and node.value == "sum" and len(node.parts) == 2:
            return 2 + self._mask(node.parts[1]) + self._loop(node.parts[0])
        return 1 + sum(self._once(part) for part in node.parts)

    def _mask(self, node: Node) -> int:
        """Steps of asking a condition about every cell."""
        if node.kind in ("and", "or", "not", "if"):
            return 1 + sum(self._mask(part) for part in node.parts)
        if node.kind == "name":
            return self._masks.get(str(node.value), 1)
        if node.kind == "call" and node.value == "touches" and node.parts:
            return 10 + self._mask(node.parts[0])
        if node.kind == "call" and node.value == "joined" and node.parts:
            return 12 * self._cells + self._mask(node.parts[0])
        if (
            node.kind in ("==", "!=", "in", "not in")
            and node.parts[0].value == "tile"
            and all(part.kind in ("name", "number") for part in node.parts[1:])
        ):
            return len(node.parts)
        if node.kind in ("==", "!=", "<", "<=", ">", ">=") and node.parts[0].value == "group":
            return 12 * self._cells + self._loop(node.parts[1])
        return self._loop(node)

    def _loop(self, node: Node) -> int:
        """Steps of a loop over the cells: what hangs on the cell each time, the sets it speaks of once."""
        each, once = 3, 0
        rest = [node]
        while rest:
            part = rest.pop()
            each += 1
            if part.kind == "name" and part.value in _OF_GROUPS:
                once += 20 * self._cells
            elif part.kind == "name" and part.value in self._masks:
                once += self._masks[str(part.value)]
            elif part.kind == "call" and part.value in (*_SETS, "sum"):
                once += self._once(part)
            else:
                rest += part.parts
        return self._cells * each + once
