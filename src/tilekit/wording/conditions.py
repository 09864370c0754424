"""Conditions, sets of cells and numbers of a ruleset in plain words, where they are of a common simple form.

Owns which forms those are, and how they are said. What it cannot say plainly it leaves to whoever asks: no player is
shown an expression. It does not own the sentences around them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tilekit.expressions.parsing import Node, parse
from tilekit.expressions.word import WORDS
from tilekit.grid import cells_of
from tilekit.program.program import Program
from tilekit.wording.names import action_named, named, one
from tilekit.wording.sentences import start_of
from tilekit.words import Phrase, chained

#: What stands on the other side when the sides of a comparison are exchanged.
_MIRRORED: Final = {"==": "==", "!=": "!=", ">=": "<=", "<=": ">=", ">": "<", "<": ">"}
#: Numbers that are no variables, as they are called beside a board.
_COUNTED: Final = {name: word.said for name, word in WORDS.items() if word.said is not None and word.kind == "number"}

#: What is said of a tile that is compared with one of the ruleset.
_OF_TILES: Final = {
    "made": Phrase("{tile} is made"),
    **{name: word.said for name, word in WORDS.items() if word.said is not None and word.kind == "tile"},
}


def number(program: Program, value: object) -> int | None:
    """What an expression always comes to, by the constants of a ruleset; None where it depends on the game."""
    if isinstance(value, str):
        return _fixed(program, parse(value))
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _fixed(program: Program, node: Node) -> int | None:
    if node.kind == "number":
        return int(node.value)
    if node.kind == "name":
        held = program.ruleset.constants.get(str(node.value))
        return held if isinstance(held, int) else None
    inner = _fixed(program, node.parts[0]) if node.kind == "negative" else None
    return None if inner is None else -inner


def beyond_reach(program: Program, costs: Mapping[str, object]) -> bool:
    """Whether something costs more than there ever is: more than a variable begins with, and nothing brings more."""
    for name, price in costs.items():
        asked, held = number(program, price), start_of(program.ruleset, name)
        if asked is not None and held is not None and asked > held and not _grows(program, name):
            return True
    return False


def _grows(program: Program, name: str) -> bool:
    """Whether anything in the file may bring more of a variable."""
    ruleset = program.ruleset
    if name in ruleset.start.set or (ruleset.queue and ruleset.queue.counts == name):
        return True
    changes = [(table.set, table.add) for table in ruleset.actions.values()]
    changes += [(table.set, table.add) for table in ruleset.triggers]
    changes += [(table.set, table.add) for table in ruleset.end]
    for given, brought in changes:
        more = number(program, brought.get(name, 0))
        if name in given or more is None or more > 0:
            return True
    prices = [costs.get(name, 0) for costs in (ruleset.undo.costs, *(each.costs for each in ruleset.actions.values()))]
    return any(number(program, price) is None for price in prices)  # which may come to less than nothing


def never(program: Program, condition: str) -> bool:
    """Whether a condition waits for an action that costs more than there ever is."""
    node = parse(condition)
    asked = [part.parts[0] for part in ([node] if node.kind != "and" else _flat(node))
             if part.kind == "call" and part.value == "can"]  # fmt: skip
    tables = [program.ruleset.actions.get(str(part.value)) for part in asked]
    return any(table is not None and beyond_reach(program, table.costs) for table in tables)


#: How points are counted that an event pays for each of what it counts.
UNITS: Final = {"tile": Phrase("{points} for each tile"), "line": Phrase("{points} for each line")}


def paid(program: Program, event: object, value: object, unit: str = "") -> Phrase | None:
    """A sentence about what an event pays; where points may be taken, it says so. None where it pays nothing.

    Args:
        program: whose ruleset it is.
        event: how the sentence begins.
        value: the points, as the file has them.
        unit: what the ``count`` of the event counts, one of `UNITS`.
    """
    fixed = number(program, value)
    if fixed == 0:
        return None
    if fixed is not None and fixed < 0:
        return Phrase("{event}, you lose {points}.", event=event, points=_points(-fixed))
    if fixed is None and _takes(parse(str(value))):
        return Phrase("{event}, the score changes.", event=event)
    return Phrase("{event}, you get {points}.", event=event, points=points(program, value, unit) or Phrase("points"))


def _takes(node: Node) -> bool:
    """Whether anything in a number is taken away."""
    return node.kind in ("negative", "-") or any(map(_takes, node.parts))


def points(program: Program, value: object, unit: str = "") -> Phrase | None:
    """What an event pays: ``"4 points"``; None where that cannot be said plainly."""
    fixed = number(program, value)
    if fixed is not None:
        return _points(abs(fixed))
    return _points_of(program, parse(str(value)), unit)


def _points_of(program: Program, node: Node, unit: str) -> Phrase | None:
    fixed = _fixed(program, node)
    if fixed is not None:
        return _points(fixed) if fixed > 0 else None
    if _word(node) == "count" and unit in UNITS:
        return Phrase(UNITS[unit].template, points=_points(1))
    if node.kind == "*":
        for part, other in (node.parts, node.parts[::-1]):
            each = _points_of(program, part, unit)
            if each is None:
                continue
            if _word(other) == "step":
                return Phrase("{points}, times the number of the pass", points=each)
            if _word(other) == "count" and unit in UNITS and not any(_word(inner) == "count" for inner in part.walk()):
                return Phrase(UNITS[unit].template, points=each)
    is_number = _word(node) == "made" and program.tiles.labels is None
    if not is_number and (node.kind != "call" or _word(node.parts[0]) not in ("made", "tile")):
        return None
    is_made = is_number or _word(node.parts[0]) == "made"
    if is_number or (node.value == "value" and is_made):
        if program.tiles.numeric:
            return Phrase("as many points as the new tile says")
        return Phrase("as many points as the place of the new tile among the tiers")
    if node.value in program.ruleset.properties:
        called = named(str(node.value))
        return Phrase("the {property} of the new tile", property=called) if is_made else Phrase(
            "the {property} of the tile", property=called
        )  # fmt: skip
    return None


def _points(count: int) -> Phrase:
    return Phrase("1 point") if count == 1 else Phrase("{count} points", count=count)


# ---------------------------------------------------------------- sets of cells


@dataclass(frozen=True, slots=True)
class _Asked:
    """What an expression is asked with: the ruleset, what the player chose, and what ``count`` counts."""

    program: Program
    target: str = "cell"
    count: Phrase | None = None


class Cells(NamedTuple):
    """A set of cells in words.

    Attributes:
        one: any of them: ``"a cell with a stone"``.
        every: all of them: ``"every cell with a stone"``.
        which: what marks them, to stand after "cell" or "cells": ``"with a stone"``; None where no such words do, and
            empty where they are all cells.
        is_empty: whether they are empty cells, which ``which`` then leaves out.
        is_one: whether it is one cell that is always the same, or that the player chose.
    """

    one: object
    every: object
    which: str | None = None
    is_empty: bool = False
    is_one: bool = False

    @property
    def is_every_tile(self) -> bool:
        """Whether they are all cells, or all that hold a tile."""
        return self.which == "with a tile" or (self.which == "" and not self.is_empty)


#: The cell of ``here``, by what the player chose.
_HERE: Final = {
    "cell": Phrase("the chosen cell"),
    "column": Phrase("the top cell of the chosen column"),
    "row": Phrase("the leftmost cell of the chosen row"),
    "pair": Phrase("the first chosen cell"),
}
#: So many cells at most are named one by one.
_MOST_NAMED: Final = 6


def cells(program: Program, text: str) -> object | None:
    """Which cells a condition is about: ``"an empty cell"``; None where that cannot be said plainly."""
    found = region(program, text)
    return None if found is None else found.one


def region(program: Program, text: str, target: str = "cell") -> Cells | None:
    """A set of cells in words; None where it cannot be said plainly."""
    return _region(_Asked(program, target), parse(text))


def _region(asked: _Asked, node: Node) -> Cells | None:
    fixed = _fixed_cells(asked, node)
    if fixed is not None and len(fixed) == asked.program.board.full.bit_count():
        return Cells(Phrase("a cell"), Phrase("every cell"), "")
    if fixed is not None and len(fixed) <= 1:
        return _definite(asked.program.cell_names[fixed[0]]) if fixed else None
    lines = None if fixed is None else _lines(asked, fixed)
    found = _said(asked, _inlined(asked, node)) if lines is None else _marked(lines)
    if found is None and fixed is not None and len(fixed) <= _MOST_NAMED:
        names = [asked.program.cell_names[cell] for cell in fixed]
        return Cells(chained("{first} or {rest}", names), chained("{first} as well as {rest}", names))
    return found


def _lines(asked: _Asked, fixed: Sequence[int]) -> Phrase | None:
    """What marks cells that are all those of one row or column, or of a few that follow one another."""
    columns = asked.program.grid.columns
    whole = list(cells_of(asked.program.grid.full))
    for i, axis in enumerate(("row", "column")):
        places = [divmod(cell, columns)[i] + 1 for cell in fixed]
        first, last = min(places), max(places)
        if len(fixed) == sum(first <= divmod(cell, columns)[i] + 1 <= last for cell in whole):
            if first == last:
                return Phrase(_PLACES[axis, "=="].template, number=first)
            return Phrase(_SPANS[axis].template, first=first, last=last)
    return None


def _definite(name: object) -> Cells:
    return Cells(name, name, is_one=True)


def _marked(which: str, *, is_empty: bool = False) -> Cells:
    """Cells by what marks them."""
    if is_empty and not which:
        return Cells(Phrase("an empty cell"), Phrase("every empty cell"), which, is_empty=True)
    if is_empty:
        one, every = Phrase("an empty cell {which}", which=which), Phrase("every empty cell {which}", which=which)
        return Cells(one, every, which, is_empty=True)
    return Cells(Phrase("a cell {which}", which=which), Phrase("every cell {which}", which=which), which)


def _inlined(asked: _Asked, node: Node) -> Node:
    """A set of cells; an area by what it is."""
    areas = asked.program.ruleset.areas
    while _word(node) in areas:
        node = parse(areas[_word(node)])
    if node.kind in ("==", "!=") and [_word(part) for part in node.parts] == ["tile", "none"]:
        empty = Node("name", node.at, node.width, "empty")
        return empty if node.kind == "==" else Node("not", node.at, node.width, 0, (empty,))
    return node


def _said(asked: _Asked, node: Node) -> Cells | None:
    if node.kind == "or":
        return _either(asked, _flat(node))
    if node.kind == "and":
        return _both(asked, [_inlined(asked, part) for part in _flat(node)])
    word = _word(node)
    if word == "empty":
        return _marked("", is_empty=True)
    if word == "here" and asked.target in _HERE:
        return _definite(_HERE[asked.target])
    if word == "there" and asked.target == "pair":
        return _definite(Phrase("the second chosen cell"))
    if node.kind == "call" and node.value == "joined":
        found = _region(asked, node.parts[0])
        if found is None or not found.is_one:
            return None
        group = Phrase("the group of equal tiles around {cell}", cell=found.one)
        return Cells(group, group)
    which = _mark(asked, node)
    return None if which is None else _marked(which)


def _either(asked: _Asked, parts: Sequence[Node]) -> Cells | None:
    """Cells of one set or another."""
    if any(part.kind == "not" and part.parts[0].key() == other.key() for part in parts for other in parts):
        return Cells(Phrase("a cell"), Phrase("every cell"), "")
    found = [_region(asked, part) for part in parts]
    if None in found:
        return None
    known = [each for each in found if each is not None]
    one = chained("{first} or {rest}", [each.one for each in known])
    return Cells(one, chained("{first} as well as {rest}", [each.every for each in known]))


def _both(asked: _Asked, parts: Sequence[Node]) -> Cells | None:
    """Cells that are of several sets at once."""
    away = _away(asked, parts)
    if away is not None:
        return away
    is_empty = any(_word(part) == "empty" for part in parts)
    # What a cell touches comes last: what follows would seem to be said of that.
    ordered = sorted(parts, key=lambda part: any(each.value in ("touches", "near", "joined") for each in part.walk()))
    marks = [_mark(asked, part) for part in ordered if _word(part) != "empty"]
    if None in marks:
        return None
    which = chained("{first} {rest}", marks)
    assert isinstance(which, str)
    return _marked(which, is_empty=is_empty)


#: Ways from a cell, by row and column.
_AWAY: Final = {
    (-1, 0): Phrase("{count} up"), (1, 0): Phrase("{count} down"),
    (0, -1): Phrase("{count} to the left"), (0, 1): Phrase("{count} to the right"),
}  # fmt: skip


def _away(asked: _Asked, parts: Sequence[Node]) -> Cells | None:
    """The one cell that lies so many rows and columns away from the chosen one."""
    found = [_apart(asked, part) for part in parts]
    if len(parts) != 2 or asked.target not in _HERE or {each and each[0] for each in found} != {"row", "column"}:
        return None
    steps: list[Phrase] = []
    for axis, by in sorted(each for each in found if each is not None)[::-1]:
        if by:
            way = (1 if by > 0 else -1, 0) if axis == "row" else (0, 1 if by > 0 else -1)
            steps.append(Phrase(_AWAY[way].template, count=abs(by)))
    if not steps:
        return _definite(_HERE[asked.target])
    way_there = chained("{first} and then {rest}", steps)
    return _definite(Phrase("the cell {way} from {cell}", way=way_there, cell=_HERE[asked.target]))


def _apart(asked: _Asked, node: Node) -> tuple[str, int] | None:
    """``row == sum(row, here) - 2`` as ``("row", -2)``; None for what is of no such form."""
    if node.kind != "==":
        return None
    for left, right in (node.parts, node.parts[::-1]):
        axis, by, base = _word(left), 0, right
        if right.kind in ("+", "-") and _fixed(asked.program, right.parts[1]) is not None:
            by = _fixed(asked.program, right.parts[1]) or 0
            by, base = (by if right.kind == "+" else -by), right.parts[0]
        is_sum = base.kind == "call" and base.value == "sum" and len(base.parts) == 2
        if axis in ("row", "column") and is_sum and [_word(part) for part in base.parts] == [axis, "here"]:
            return axis, by
    return None


def _mark(asked: _Asked, node: Node) -> Phrase | None:
    """What marks the cells of a set, to stand after "cell"; None where that cannot be said plainly."""
    node = _inlined(asked, node)
    word = _word(node)
    for kind in asked.program.kinds.values():
        if isinstance(kind.leaves, Mapping) and word in kind.leaves:
            return Phrase(kind.leaves[word])
    if word == "empty":
        return Phrase("without a tile")
    if node.kind == "not":
        return _unmarked(asked, _inlined(asked, node.parts[0]))
    if node.kind == "call" and node.value == "touches":
        found = _region(asked, node.parts[0])
        return None if found is None else Phrase("touching {cell}", cell=found.one)
    if node.kind == "call" and node.value == "joined":
        found = _region(asked, node.parts[0])
        return Phrase("in the group of {cell}", cell=found.one) if found is not None and found.is_one else None
    if node.kind == "in":
        tiles = [_named_tile(asked, part) for part in node.parts[1:]]
        if _word(node.parts[0]) != "tile" or None in tiles or "none" in tiles:
            return None
        return Phrase("with {tile}", tile=chained("{first} or {rest}", [one(str(tile)) for tile in tiles]))
    return _compared_mark(asked, node)


def _unmarked(asked: _Asked, node: Node) -> Phrase | None:
    """What marks the cells that are not of a set."""
    if _word(node) == "empty":
        return Phrase("with a tile")
    if node.kind == "call" and node.value == "touches":
        found = _region(asked, node.parts[0])
        return None if found is None else Phrase("not touching {cell}", cell=found.one)
    if node.kind == "==":
        return _mark(asked, Node("!=", node.at, node.width, node.value, node.parts))
    found = _region(asked, node)
    return Phrase("other than {cell}", cell=found.one) if found is not None and found.is_one else None


def _compared_mark(asked: _Asked, node: Node) -> Phrase | None:
    """What marks the cells of which something is compared with something that stands still."""
    if node.kind not in _MIRRORED:
        return None
    first, second = node.parts
    for left, right, written in ((first, second, node.kind), (second, first, _MIRRORED[node.kind])):
        subject, kind, held = _word(left), written, _fixed(asked.program, right)
        if subject == "tile":
            return _mark_of_tile(asked, right, kind)
        if subject in ("row", "column") and _word(right) == "chosen" and kind == "==" and asked.target == subject:
            return Phrase("in the chosen row") if subject == "row" else Phrase("in the chosen column")
        apart = _apart(asked, node)
        if apart is not None and asked.target in _HERE and not apart[1]:
            here = _HERE[asked.target]
            return Phrase("in the row of {cell}", cell=here) if apart[0] == "row" else Phrase(
                "in the column of {cell}", cell=here
            )  # fmt: skip
        if held is None:
            continue
        # More than 2 is 3 or more.
        kind, held = {">": (">=", held + 1), "<": ("<=", held - 1)}.get(kind, (kind, held))
        if subject in ("row", "column") and (subject, kind) in _PLACES:
            return Phrase(_PLACES[subject, kind].template, number=held)
        if subject in _GROUPED and kind == ">=" and held >= 1:
            return Phrase("with a tile") if held == 1 else Phrase(_GROUPED[subject].template, count=held)
        if left.kind == "call" and left.value == "near" and kind in ("==", ">="):
            return _near(asked, left.parts[0], kind, held)
    return None


_PLACES: Final = {
    ("row", "=="): Phrase("in row {number}"), ("column", "=="): Phrase("in column {number}"),
    ("row", ">="): Phrase("in row {number} or below"), ("row", "<="): Phrase("in row {number} or above"),
    ("column", ">="): Phrase("in column {number} or right of it"),
    ("column", "<="): Phrase("in column {number} or left of it"),
}  # fmt: skip
_SPANS: Final = {"row": Phrase("in rows {first} to {last}"), "column": Phrase("in columns {first} to {last}")}
_GROUPED: Final = {
    "group": Phrase("in a group of {count} or more equal tiles"),
    "row_match": Phrase("with {count} or more equal tiles side by side in its row"),
    "column_match": Phrase("with {count} or more equal tiles one below the other in its column"),
    "row_run": Phrase("with {count} or more tiles side by side in its row"),
    "column_run": Phrase("with {count} or more tiles one below the other in its column"),
}  # fmt: skip


def _near(asked: _Asked, node: Node, kind: str, held: int) -> Phrase | None:
    found = _region(asked, node)
    if found is None or found.which is None or held < 1:
        return None
    which = Phrase("without a tile") if found.is_empty and not found.which else found.which
    if found.is_empty and found.which:
        return None
    if not which:
        return None
    if kind == "==":
        return Phrase("touching exactly {count} of the cells {which}", count=held, which=which)
    return Phrase("touching at least {count} of the cells {which}", count=held, which=which)


def _mark_of_tile(asked: _Asked, node: Node, kind: str) -> Phrase | None:
    """What marks the cells whose tile compares so with one that is named."""
    if _word(node) == "chosen" and asked.target == "tile" and kind in ("==", "!="):
        return Phrase("with the chosen tile") if kind == "==" else Phrase("without the chosen tile")
    name = _named_tile(asked, node)
    if name is None:
        return None
    if name == "none":
        return {"==": Phrase("without a tile"), "!=": Phrase("with a tile")}.get(kind)
    tile = one(name)
    if kind in ("==", ">="):
        return Phrase("with {tile}", tile=_tiled(name, kind))
    if kind == ">":
        return Phrase("with a tile above {tile}", tile=tile)
    if kind == "!=":
        return Phrase("without {tile}", tile=tile)
    # Pieces and no tile lie below every tier.
    if kind == "<=":
        return Phrase("with nothing above {tile}", tile=tile)
    return Phrase("with nothing as high as {tile}", tile=tile)


def _named_tile(asked: _Asked, node: Node) -> str | None:
    """The id of a tile that an expression names, or gives by its number."""
    tiles = asked.program.tiles
    if node.kind == "name" and node.value in tiles.codes:
        return str(node.value)
    held = _fixed(asked.program, node)
    code = None if held is None else held + tiles.shift
    return tiles.ids[code] if code is not None and tiles.pieces < code <= tiles.last else None


def _fixed_cells(asked: _Asked, node: Node) -> list[int] | None:
    """The cells of a set that is the same on every board; None where it depends on the board."""
    program, columns = asked.program, asked.program.grid.columns
    own = {*program.cell_names}
    found: list[int] = []
    for cell in cells_of(program.grid.full):
        place = {"row": cell // columns + 1, "column": cell % columns + 1, program.cell_names[cell]: 1}
        try:
            if worked_out(program, node, {**dict.fromkeys(own, 0), **place}):
                found.append(cell)
        except HangsOnTheGameError:
            return None
    return found


# ---------------------------------------------------------------- what depends on nothing but a few names


class HangsOnTheGameError(Exception):
    """An expression speaks of something that is not known before a game."""


_ARITHMETIC: Final[Mapping[str, Callable[[int, int], int]]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else 0, "%": lambda a, b: a % b if b else 0,
    "**": lambda a, b: 0 if b < 0 else 1 if b == 0 else a if abs(a) < 2 and b % 2 else a**min(b, 62),
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


def worked_out(program: Program, node: Node, names: Mapping[str, int]) -> int:
    """What an expression comes to that speaks of these names, of constants and of tiles alone."""
    if node.kind == "number":
        return int(node.value)
    if node.kind == "name":
        return _named_number(program, str(node.value), names)
    if node.kind == "if":
        condition, then, other = node.parts
        return worked_out(program, then if worked_out(program, condition, names) else other, names)
    if node.kind == "call":
        return _called(program, node, names)
    if node.kind in ("in", "not in"):
        subject = worked_out(program, node.parts[0], names)
        listed = [worked_out(program, part, names) for part in node.parts[1:]]
        return (subject in listed) == (node.kind == "in")
    parts = [worked_out(program, part, names) for part in node.parts]
    if node.kind in ("and", "or"):
        return int(all(parts) if node.kind == "and" else any(parts))
    if node.kind in ("not", "negative"):
        return int(not parts[0]) if node.kind == "not" else -parts[0]
    if node.kind not in _ARITHMETIC:
        raise HangsOnTheGameError
    return int(_ARITHMETIC[node.kind](*parts))


def _named_number(program: Program, name: str, names: Mapping[str, int]) -> int:
    held = program.ruleset.constants.get(name)
    if name in names:
        return names[name]
    if isinstance(held, int):
        return held
    if name in program.tiles.codes:
        return program.tiles.number(program.tiles.codes[name])
    if name in program.ruleset.areas:
        return worked_out(program, parse(program.ruleset.areas[name]), names)
    raise HangsOnTheGameError


def _called(program: Program, node: Node, names: Mapping[str, int]) -> int:
    tiles, name = program.tiles, str(node.value)
    known = {"min", "max", "abs", "clamp", "next", "value", *program.ruleset.properties, *program.ruleset.constants}
    if name not in known:
        raise HangsOnTheGameError
    parts = [worked_out(program, part, names) for part in node.parts]
    if name in ("min", "max"):
        return min(parts) if name == "min" else max(parts)
    if name in ("abs", "clamp"):
        return abs(parts[0]) if name == "abs" else max(parts[1], min(parts[0], parts[2]))
    held = program.ruleset.constants.get(name)
    if isinstance(held, list):
        return held[min(max(parts[0], 1), len(held)) - 1]
    code = parts[0] + tiles.shift
    code = code if 0 <= code <= tiles.last else 0
    if name == "next":
        return tiles.number(tiles.next_code[code])
    if name == "value":
        return parts[0] if tiles.labels is None else tiles.labels[code]
    return program.ruleset.properties[name].get(tiles.ids[code], 0)


# ---------------------------------------------------------------- conditions


def clause(program: Program, text: str, *, target: str = "cell", count: Phrase | None = None) -> object | None:
    """A condition as it stands after "when": ``"the board is empty"``; None where that cannot be said plainly.

    Args:
        program: whose ruleset it is.
        text: the condition.
        target: what the player chose.
        count: what the ``count`` of an event is, where the condition is asked of one.
    """
    return _clause(_Asked(program, target, count), parse(text))


def _clause(asked: _Asked, node: Node) -> object | None:
    if node.kind in ("and", "or"):
        parts = [None if part.kind in ("and", "or") else _clause(asked, part) for part in _flat(node)]
        if None in parts:
            return None
        return chained("{first} and also {rest}" if node.kind == "and" else "{first}, or {rest}", parts)
    if _word(node) == "no_moves":
        return Phrase("nothing is left to do")
    if node.kind == "not":
        return _denied(asked, node.parts[0])
    if node.kind == "call" and node.value == "can":
        return Phrase("{action} can be played", action=action_named(asked.program.ruleset, str(node.parts[0].value)))
    if node.kind == "call" and node.value == "exists":
        return _exists(asked, node.parts[0])
    return _compared(asked, node)


def _flat(node: Node) -> list[Node]:
    """The parts of a chain of the same and, or the same or."""
    found: list[Node] = []
    for part in node.parts:
        found += _flat(part) if part.kind == node.kind else [part]
    return found


def _exists(asked: _Asked, node: Node) -> Phrase | None:
    if _compares(node, "tile") and node.kind != "<=":
        what = _which(asked, node)
        if what is not None and what != "no tile":
            return Phrase("the board holds {tile}", tile=what)
    if node.kind == "and":
        place, *rest = sorted(_flat(node), key=lambda part: _mark(asked, part) is not None)
        cell, other = _region(asked, place), _said(asked, rest[0]) if len(rest) == 1 else _both(asked, rest)
        if cell is not None and cell.is_one and other is not None:
            return Phrase("{cell} is {other}", cell=cell.one, other=other.one)
    found = _region(asked, node)
    return None if found is None or found.which is None else Phrase("there is {cell}", cell=found.one)


def _no_cell(asked: _Asked, node: Node) -> Phrase | None:
    if _compares(node, "tile") and node.kind != "<=":
        what = _which(asked, node)
        if what is not None and what != "no tile":
            return Phrase("the board does not hold {tile}", tile=what)
    found = _region(asked, node)
    if found is None or not (found.which or found.is_empty):
        return None
    if found.is_empty:
        return Phrase("there is no empty cell {which}", which=found.which) if found.which else Phrase(
            "the board is full"
        )  # fmt: skip
    return Phrase("there is no cell {which}", which=found.which)


def _denied(asked: _Asked, node: Node) -> Phrase | None:
    if node.kind == "call" and node.value == "can":
        return Phrase("{action} cannot be played", action=action_named(asked.program.ruleset, str(node.parts[0].value)))
    if _word(node) == "no_moves":
        return Phrase("something is left to do")
    return _no_cell(asked, node.parts[0]) if node.kind == "call" and node.value == "exists" else None


def _compared(asked: _Asked, node: Node) -> Phrase | None:
    program = asked.program
    for subject, said in _OF_TILES.items():
        if _compares(node, subject):
            what = _which(asked, node)
            return None if what is None or what == "no tile" else Phrase(said.template, tile=what)
    if node.kind not in _MIRRORED:
        return None
    left, right = node.parts
    kind = node.kind
    held = _fixed(program, right)
    if held is None:
        left, held, kind = right, _fixed(program, left), _MIRRORED[kind]
    if held is None:
        return None
    name = _word(left)
    if left.kind == "call" and left.value == "value" and _word(left.parts[0]) == "top" and kind in ("==", ">="):
        tile = _tile_of_value(program, held)
        return None if tile is None else Phrase("the highest tile is {tile}", tile=_tiled(tile, kind))
    if kind == "==" and held == 0 and name in ("tiles", "empties"):
        return Phrase("the board is empty") if name == "tiles" else Phrase("the board is full")
    if kind == "==" and held == 1 and name == "distinct":
        return Phrase("all tiles on the board are of one kind")
    if left.kind == "%" and _word(left.parts[0]) == "turn" and kind == "==" and held == 0:
        every = _fixed(program, left.parts[1])
        return Phrase("the number of turns is a multiple of {count}", count=every) if every and every > 1 else None
    if left.kind == "call" and left.value == "count":
        return _number_of_cells(asked, left.parts[0], kind, held)
    if name in program.ruleset.variables and is_shown(program, name):
        return _measured(named(name), kind, held)
    if name == "count" and asked.count is not None:
        return _measured(asked.count, kind, held)
    return _measured(_COUNTED[name], kind, held) if name in _COUNTED else None


def is_shown(program: Program, name: str) -> bool:
    """Whether players see a variable; of the others they know nothing."""
    shown = program.ruleset.display.variables
    return shown is None or name in shown


def _number_of_cells(asked: _Asked, node: Node, kind: str, held: int) -> Phrase | None:
    if held == 0 and kind in ("==", "<="):
        return _no_cell(asked, node)
    found = _region(asked, node)
    if found is None or found.which is None:
        return None
    if found.is_empty:
        name = Phrase("the number of empty cells {which}", which=found.which) if found.which else _COUNTED["empties"]
        return _measured(name, kind, held)
    return _measured(Phrase("the number of cells {which}", which=found.which), kind, held) if found.which else None


def _tile_of_value(program: Program, held: int) -> str | None:
    """The id of the tile of the ladder whose number, as players see it, is this."""
    tiles = program.tiles
    if tiles.labels is not None:
        return str(held) if str(held) in tiles.codes else None
    code = held + tiles.shift
    return tiles.ids[code] if tiles.pieces < code <= tiles.last else None


def _measured(name: str, kind: str, held: int) -> Phrase:
    if kind in (">", ">="):
        return Phrase("{name} stands at {count} or more", name=name, count=held + (kind == ">"))
    if kind in ("<", "<="):
        return Phrase("{name} stands at {count} or less", name=name, count=held - (kind == "<"))
    if kind == "==":
        return Phrase("{name} stands at {count}", name=name, count=held)
    return Phrase("{name} does not stand at {count}", name=name, count=held)


def _word(node: Node) -> str:
    return str(node.value) if node.kind == "name" else ""


def _compares(node: Node, subject: str) -> bool:
    return node.kind in ("==", ">=", "<=") and _word(node.parts[0]) == subject


def _which(asked: _Asked, node: Node) -> Phrase | None:
    """The tile that something is compared with, and whether higher or lower ones are meant as well."""
    name = _named_tile(asked, node.parts[1])
    if name is None:
        return None
    if name == "none":
        return Phrase("no tile") if node.kind == "==" else None
    return _tiled(name, node.kind)


def _tiled(name: str, kind: str) -> Phrase:
    if kind == ">=":
        return Phrase("{tile} or higher", tile=one(name))
    return Phrase("{tile} or lower", tile=one(name)) if kind == "<=" else one(name)
