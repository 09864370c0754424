"""What is wrong with the meaning of an expression, in words.

Owns the wording of these refusals; where they apply is the business of `tilekit.program.emit`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from tilekit.errors import did_you_mean
from tilekit.expression import ExpressionError, Node
from tilekit.program.values import USES, Scope


def in_circle(node: Node, action: str) -> NoReturn:
    """Refuses a question that is asked by what decides it."""
    raise ExpressionError(
        "action-in-circle", f'whether "{action}" is legal is asked by what decides it', node.at, node.width,
        found=shown(node), expected="a condition on the board or on variables",
        fix=f'leave it out, or ask what "{action}" needs',
    )  # fmt: skip


def shown(node: Node) -> str:
    """A part of an expression as it may be shown."""
    if node.kind == "call" and all(part.kind in ("name", "number") for part in node.parts):
        return f"{node.value}({', '.join(str(part.value) for part in node.parts)})"
    return str(node.value) if node.kind == "name" else "(…)"


def mismatch(node: Node, expected: str, found: str, fix: str) -> NoReturn:
    """Refuses a number for a condition, or the other way round."""
    raise ExpressionError(
        "kind-mismatch", f"{expected} is wanted here", node.at, node.width, found=found, expected=expected,
        fix=f"write {fix}" if fix and "(…)" not in fix else "",
    )  # fmt: skip


def no_cell(node: Node, fix: str) -> NoReturn:
    """Refuses a word about one cell where none is meant."""
    raise ExpressionError(
        "no-cell-here", f'"{node.value}" asks about one cell, and none is meant here', node.at, node.width,
        found=str(node.value), expected="a number or condition of the whole board", fix=f"write {fix}",
    )  # fmt: skip


def need_here(node: Node, scope: Scope) -> None:
    """Refuses ``here`` where nobody chooses a cell."""
    if not scope.here:
        raise ExpressionError(
            "no-cell-here", f'"here" is the cell the player chose, and {instead(scope)} here',
            node.at, node.width, found="here", expected="a set of cells that needs no chosen cell",
            fix='use it in steps of an action with target = "cell"',
        )  # fmt: skip


def instead(scope: Scope) -> str:
    """What the player chooses where it is no cell, in words."""
    return "a direction is chosen" if scope.directed else "nobody chooses one"


def arity(node: Node, count: int) -> None:
    """Refuses a call with too few or too many arguments."""
    if len(node.parts) != count:
        least = "at least " if node.value in ("min", "max") else ""
        raise ExpressionError(
            "wrong-arguments", f'"{node.value}" takes {least}{count} argument{"s" if count > 1 else ""}',
            node.at, node.width, found=f"{len(node.parts)} between its brackets",
            expected=USES.get(str(node.value), f"{node.value}(tile)"),
        )  # fmt: skip


def unknown(node: Node, known: Sequence[str], own: Sequence[str], handed: Mapping[str, str]) -> ExpressionError:
    """For a name that means nothing here: ``own`` are the ruleset's own, ``handed`` those of some expressions only."""
    name = str(node.value)
    near = did_you_mean(name, known)
    if name in handed:
        return ExpressionError(
            "unknown-name", f'"{name}" is a number of {handed[name]} only', node.at, len(name), found=name,
            expected="a name that means something here", fix=near,
        )  # fmt: skip
    return ExpressionError(
        "unknown-name", f'nothing is called "{name}"', node.at, len(name), found=name,
        expected="a name of the language" + (f", or one of {', '.join(own[:12])}" if own else ""), fix=near,
    )  # fmt: skip
