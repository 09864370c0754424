"""What is wrong with the meaning of an expression, in words.

Owns the wording of these refusals; where they apply is the business of `tilekit.expressions.vocabulary`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NoReturn

from tilekit.errors import Fix, guesses
from tilekit.expressions.parsing import CAP, PART, ExpressionError, Node, parse
from tilekit.expressions.values import Scope
from tilekit.expressions.word import WORDS
from tilekit.ruleset.text import KeyPath

#: How much alike, of 1, a name and one of the language are that differ by a slip of the hand; "int" is not "points".
_ALIKE: Final = 0.7


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


def mismatch(node: Node, expected: str, found: str, *instead: str, words: str) -> NoReturn:
    """Refuses a number for a condition, or the other way round; otherwise it says what to write, or ``words``."""
    raise ExpressionError(
        "kind-mismatch", f"{expected} is wanted here", node.at, node.width, found=found, expected=expected,
        fix=[*(Fix(f"write {each}", f"({each})" if " if " in each else each) for each in instead), words],
    )  # fmt: skip


def no_cell(node: Node, fix: str) -> NoReturn:
    """Refuses a word about one cell where none is meant."""
    raise ExpressionError(
        "no-cell-here", f'"{node.value}" asks about one cell, and none is meant here', node.at, node.width,
        found=str(node.value), expected="a number or condition of the whole board",
        fix=f"write {fix}" if re.search(r" or |,|…", fix)
        else [Fix(f"write {fix}", fix), "ask about all cells: exists(…), count(…) or at(…)"],
    )  # fmt: skip


def no_value(node: Node) -> NoReturn:
    """Refuses the name of a function, list or property without its brackets."""
    name = str(node.value)
    use = WORDS[name].use if name in WORDS else f"{name}(…)"
    raise ExpressionError(
        "not-a-value", f'"{node.value}" is looked up with brackets', node.at, node.width,
        found=str(node.value), expected=use, fix=f"write {use}",
    )  # fmt: skip


def no_queue(node: Node) -> NoReturn:
    """Refuses ``now`` and ``held`` where there is no such thing."""
    if node.value == "now":
        raise ExpressionError(
            "no-queue", '"now" asks for a queue', node.at, node.width,
            found="no [queue]", expected="a [queue] table", fix='add [queue] with from = "…"',
        )  # fmt: skip
    raise ExpressionError(
        "no-queue", '"held" asks for a queue that holds a tile', node.at, node.width,
        found="no hold in [queue]", expected="hold = true", fix="write hold = true in [queue]",
    )  # fmt: skip


def too_large(node: Node) -> NoReturn:
    """Refuses a number beyond what numbers saturate at."""
    raise ExpressionError(
        "number-too-large", "number is too large", node.at, node.width, found=str(node.value),
        expected=f"from {-CAP} to {CAP}", fix="write a smaller number",
    )  # fmt: skip


def need_here(node: Node, scope: Scope) -> None:
    """Refuses ``here`` where nobody chooses a cell."""
    if not scope.here:
        raise ExpressionError(
            "no-cell-here", f'"here" is the cell the player chose, and {instead(scope)} here',
            node.at, node.width, found="here", expected="a set of cells that needs no chosen cell",
            fix='use it in steps of an action with target = "cell"',
        )  # fmt: skip


def need_step(node: Node, scope: Scope) -> None:
    """Refuses a set of cells that a step leaves for those after it where no step asks."""
    if not scope.step:
        raise ExpressionError(
            "no-step-here", f'"{node.value}" is what a step leaves for the steps after it, and none asks here',
            node.at, node.width, found=str(node.value), expected="a set of cells that can be asked about at any time",
            fix="use it in a table of [mechanics]",
        )  # fmt: skip


def instead(scope: Scope) -> str:
    """What the player chooses where it is no cell, in words."""
    return instead_of_cell(scope.target)


def instead_of_cell(target: str) -> str:
    """What the player chooses with an action of a target that has no cell, in words."""
    return f"a {target} is chosen" if target in ("direction", "tile") else "nobody chooses one"


def where_chosen(word: str) -> str:
    """With which actions the player chooses what a word stands for."""
    *others, last = [f'"{target}"' for target in WORDS[word].targets]
    return f"an action with target = {', '.join(others)}{' or ' if others else ''}{last}"


def not_chosen(node: Node) -> NoReturn:
    """Refuses ``there`` and ``chosen`` where the player chose no such thing."""
    name = str(node.value)
    raise ExpressionError(
        "nothing-chosen", f'"{name}" is {WORDS[name].meaning}, and nobody chooses that here', node.at, node.width,
        found=name, expected="something that needs no such choice", fix=f"use it in {where_chosen(name)}",
    )  # fmt: skip


def arity(node: Node, count: int) -> None:
    """Refuses a call with too few or too many arguments."""
    if len(node.parts) != count:
        word = WORDS.get(str(node.value))
        least = "at least " if word is not None and word.more else ""
        raise ExpressionError(
            "wrong-arguments", f'"{node.value}" takes {least}{count} argument{"s" if count > 1 else ""}',
            node.at, node.width, found=f"{len(node.parts)} between its brackets",
            expected=f"{node.value}(tile)" if word is None else word.use,
            fix=f"write {node.value}(tile)" if word is None else f"write {word.use}",
        )  # fmt: skip


def unknown(
    node: Node, known: Sequence[str], own: Sequence[str], handed: Mapping[str, str], likely: Iterable[str]
) -> ExpressionError:
    """For a name that means nothing here.

    Args:
        node: the name, or its call.
        known: what there is.
        own: the ruleset's own.
        handed: those of some expressions only, and by what.
        likely: those of this expression.
    """
    name = str(node.value)
    near = [
        *guesses(name, known, likely, closeness=_ALIKE),
        f'write a name of the language, or define "{name}" in [variables], [constants] or [areas]',
    ]
    if name in handed:
        return ExpressionError(
            "unknown-name", f'"{name}" is a number of {handed[name]} only', node.at, len(name), found=name,
            expected="a name that means something here", fix=[*near[:-1], f'leave "{name}" out'],
        )  # fmt: skip
    return ExpressionError(
        "unknown-name", f'nothing is called "{name}"', node.at, len(name), found=name,
        expected="a name of the language" + (f", or one of {', '.join(own[:12])}" if own else ""), fix=near,
    )  # fmt: skip


def no_table(
    node: Node, functions: Sequence[str], own: Sequence[str], *, is_bare: bool, of_tile: bool
) -> ExpressionError:
    """For a call of what is no function, no list and no property.

    Args:
        node: the call.
        functions: what there is.
        own: the lists and properties of the ruleset.
        is_bare: whether the name means something without brackets.
        of_tile: whether a tile, and nothing else, is between the brackets.
    """
    name = str(node.value)
    fixes: list[str] = [Fix(f"write {name}, without brackets", name)] if is_bare else [
        *guesses(name, [*functions, *own], closeness=_ALIKE),
        f"write [properties] with {name} = {{ TILE = 1, … }}, which gives each tile a number" if of_tile
        else f'write a function of the language in place of "{name}"',
    ]  # fmt: skip
    return ExpressionError(
        "unknown-name", f'nothing that is looked up with brackets is called "{name}"', node.at,
        node.width if is_bare else len(name), found=name,
        expected="a function of the language, "
        + (f"or one of {', '.join(own[:12])}" if own else "a table of [properties], or a list of [constants]"),
        fix=[*fixes, f'write "{name}" without brackets where it may stand'] if is_bare else fixes,
    )  # fmt: skip


def in_place(error: ExpressionError, path: KeyPath, kind: str, tiles: Sequence[str]) -> ExpressionError:
    """The error with the advice that helps where the expression stands.

    Args:
        error: what is wrong with it.
        path: where it stands.
        kind: what is wanted there, as an expression.
        tiles: the tiles it is handed.
    """
    code, found = error.code, error.found
    if path[:1] == ("actions",) and path[-1] == "where" and kind == "cells":
        if code == "nothing-chosen" or (code == "no-cell-here" and '"here"' in error.message):
            speaks = f'"{found}" is' if found in WORDS else f'area "{found}" speaks of'
            return ExpressionError(
                code, f"{speaks} what the player chooses, and where is asked of each cell before that", error.at,
                error.width, found=found, expected="a condition on the cell that is asked",
                fix="ask that cell itself: write tile, empty, group, row or column, or a call such as near(…)",
            )  # fmt: skip
    elif code == "no-cell-here" and kind == "tile":
        handed = f"{tiles[0]}, next({tiles[0]}), " if tiles else ""
        return ExpressionError(
            code, error.message, error.at, error.width, found=found, expected="a tile",
            fix=f"write {handed}the name of a tile, or at(…) for the tile of a cell",
        )  # fmt: skip
    elif code == "no-cell-here" and kind == "number" and error.fix == f"write exists({found} …)":
        return ExpressionError(
            code, error.message, error.at, error.width, found=found, expected="a number of the whole board",
            fix=f"write count({found} …) for how many cells, or sum({found}, not empty) for all of them together",
        )  # fmt: skip
    return error


def too_deep(node: Node, levels: int, most: int) -> NoReturn:
    """Refuses an expression that Python could not read."""
    raise ExpressionError(
        "expression-too-deep", "expression is nested too deeply", node.at, node.width,
        found=f"{levels} levels as compiled", expected=f"at most {most}", fix="split it with a name in [areas]",
    )  # fmt: skip


def need_pair(node: Node, scope: Scope) -> None:
    """Refuses ``there`` where the player chose no two cells."""
    if scope.target != "pair":
        not_chosen(node)


def too_small(node: Node, most: int, least: int) -> NoReturn:
    """Refuses an expression that never reaches the least its setting takes."""
    raise ExpressionError(
        "number-out-of-range", "this is always too small", node.at, node.width,
        found=f"at most {most}", expected=f"{least} or more", fix="write a larger number",
    )  # fmt: skip


def no_tile(node: Node, number: int, first: int, last: int) -> NoReturn:
    """Refuses a number that is none of the ladder's, which go from ``first`` to ``last``."""
    raise ExpressionError(
        "unknown-tile", f'no tile has the number "{number}"', node.at, node.width, found=str(number),
        expected=f"a number of the ladder, {first} to {last}", fix="write the name of a tile in quotes",
    )  # fmt: skip


def no_action(node: Node, actions: Sequence[str]) -> NoReturn:
    """Refuses the name of no action."""
    name = str(node.value)
    raise ExpressionError(
        "unknown-action", f'"{name}" is no action', node.at, node.width, found=name,
        expected="one of " + ", ".join(actions), fix=[*guesses(name, actions), "name one of the actions"],
    )  # fmt: skip


def no_choice_of_area(node: Node, scope: Scope, word: str) -> NoReturn:
    """Refuses an area that speaks of what the player chose, by this word, where there is no such choice."""
    if word != "here":
        raise ExpressionError(
            "nothing-chosen",
            f'area "{node.value}" speaks of "{word}", {WORDS[word].meaning}, and nobody chooses that here',
            node.at, node.width, found=str(node.value), expected="a set of cells that needs no such choice",
            fix=f"use it in {where_chosen(word)}",
        )  # fmt: skip
    raise ExpressionError(
        "no-cell-here", f'area "{node.value}" speaks of "here", the cell the player chose, and {instead(scope)} here',
        node.at, node.width, found=str(node.value), expected="a set of cells that needs no chosen cell",
        fix='use it in steps of an action with target = "cell"',
    )  # fmt: skip


def area_in_circle(node: Node, above: Sequence[str]) -> NoReturn:
    """Refuses an area that speaks of itself; ``above`` are the areas on the way to it."""
    raise ExpressionError(
        "area-in-circle", f'area "{node.value}" speaks of itself', node.at, node.width,
        found=" -> ".join([*above, str(node.value)]), expected="areas that rest on others, not on themselves",
        fix=f'take "{node.value}" out of it',
    )  # fmt: skip


def of_area(node: Node, error: ExpressionError) -> ExpressionError:
    """What is wrong with an area at the place that speaks of it."""
    return ExpressionError(
        error.code, f'area "{node.value}" cannot be spoken of here: {error.message}', node.at, node.width,
        found=str(node.value), expected=error.expected, fix=f'mend the area "{node.value}"',
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------- which fix is told


def fix_that(mends: Callable[[str, str], bool], error: ExpressionError, text: str) -> tuple[Fix | str, ...]:
    """Of the fixes of an error in a text the one to tell: the first edit that mends it, or else words.

    ``mends(instead, of)`` is whether other text in place of what the error marks, or of this part of it, does.
    """
    written = text[error.at : error.at + error.width]
    part = f"({written})" if " if " in written else written
    for fix in error.fixes:
        if not isinstance(fix, Fix):
            return (fix,)
        told = Fix(fix.replace(PART, part), fix.instead.replace(PART, part), fix.of)
        if mends(told.instead, told.of):
            return (told,)
    return ()


def end_of(text: str, start: int, last: int) -> int:
    """Where what begins at a place of an expression ends: a name, with its brackets if it has any."""
    try:
        parts = [node for node in parse(text).walk() if node.at == start and node.kind in ("name", "call")]
    except ExpressionError:
        parts = []
    return max([last, *(node.at + node.width for node in parts)])
