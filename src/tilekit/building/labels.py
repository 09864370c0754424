"""The numbers shown on the tiles of a ladder of numbers, where the ruleset works them out.

Owns that a label is a number of its own for each tile, worked out once and from its place in the ladder alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tilekit.board import FIXED, Board
from tilekit.building.problems import Problems
from tilekit.expressions.parsing import CAP, ExpressionError, Node
from tilekit.expressions.values import Scope, Value, constant
from tilekit.expressions.vocabulary import Vocabulary
from tilekit.expressions.word import WORDS
from tilekit.grid import Grid
from tilekit.ruleset.models import OPEN_LAST, Ruleset
from tilekit.ruleset.text import KeyPath
from tilekit.source import py

_FUNCTIONS: Final = frozenset(name for name, word in WORDS.items() if word.fixed and word.arguments)


def labels_of(ruleset: Ruleset, problems: Problems) -> list[int] | None:
    """The label of each number of the ladder, lowest first; None where there are none, or they are wrong."""
    numbers = ruleset.tiers.numbers
    if numbers is None or numbers.label is None:
        return None
    path: KeyPath = ("tiers", "numbers", "label")
    last = OPEN_LAST if numbers.last is None else numbers.last
    try:
        found = _worked_out(ruleset, numbers.label, range(numbers.first, last + 1))
    except ExpressionError as error:
        problems.expression(path, error)
        return None
    seen: dict[int, int] = {}
    for n, label in zip(range(numbers.first, last + 1), found, strict=True):
        if label < 0 or label in seen:
            problems.add(
                path, "bad-label",
                "a label is negative" if label < 0 else "two tiles have the same label",
                found=f"{label} for n = {n}" if label < 0 else f"{label} for n = {seen[label]} and n = {n}",
                expected="a number of its own for each tile, 0 or more",
                fix="let the ladder end earlier, with last" if label == CAP else "",
            )  # fmt: skip
            return None
        seen[label] = n
    return found


def _worked_out(ruleset: Ruleset, text: int | str, numbers: Sequence[int]) -> list[int]:
    """The value of a label for each number.

    Raises:
        ExpressionError: it is no number that depends on ``n`` and constants alone.
    """
    # The language as it is, on a board of one cell that nobody sees.
    words = Vocabulary(Board(Grid(1, 1), FIXED, 1, journal=False), 0, (0, 0), 0)
    for name, value in ruleset.constants.items():
        if isinstance(value, list):
            words.lists[name] = tuple(value)
        else:
            words.values[name] = constant(value)
    low, high = min(numbers, default=0), max(numbers, default=0)
    scope = Scope({"n": Value("number", py("n_"), low, high)}, parameters=("n_",))
    for node in words.tree("number", text).walk():
        _check(node, words)
    label = words.function("number", text, scope)
    return [label([], -1, n) for n in numbers]


def _check(node: Node, words: Vocabulary) -> None:
    """Refuses what depends on the game: a label never changes."""
    name = str(node.value)
    known = {"n", *words.values} if node.kind == "name" else {*_FUNCTIONS, *words.lists}
    if node.kind in ("name", "call") and name not in known:
        raise ExpressionError(
            "unknown-name", f'a label cannot speak of "{name}"', node.at, len(name), found=name,
            expected="n, the place in the ladder, or a constant",
            fix="write it with n, such as 2 ** n",
        )  # fmt: skip
