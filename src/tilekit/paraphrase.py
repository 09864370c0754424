"""Conditions and numbers of a ruleset in plain words, where they are of a common simple form.

Owns which forms those are, and how they are said. What it cannot say plainly it leaves to whoever asks, who then says
less: no player is shown an expression. It does not own the sentences around them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from tilekit.expression import Node, parse
from tilekit.program.sentences import start_of
from tilekit.words import Phrase, chained

if TYPE_CHECKING:
    from tilekit.program.program import Program

#: What stands on the other side when the sides of a comparison are exchanged.
_MIRRORED: Final = {"==": "==", "!=": "!=", ">=": "<=", "<=": ">=", ">": "<", "<": ">"}
#: Numbers that are no variables, as they are called beside a board.
_COUNTED: Final = {
    "score": Phrase("Score"), "turn": Phrase("the number of turns"), "tiles": Phrase("the number of tiles"),
    "empties": Phrase("the number of empty cells"),
}  # fmt: skip

#: What is said of a tile that is compared with one of the ruleset.
_OF_TILES: Final = {
    "made": Phrase("{tile} is made"), "top": Phrase("the highest tile is {tile}"), "now": Phrase("NOW is {tile}"),
}  # fmt: skip


def named(name: str) -> str:
    """The name of a variable or an action as it is shown: ``"moves_made"`` is ``"Moves made"``."""
    return spoken(name).capitalize()


def spoken(name: str) -> str:
    """A name within a sentence: ``"moves_made"`` is ``"moves made"``."""
    return name.replace("_", " ")


def singular(name: str) -> str:
    """A name within a sentence about one: ``"moves"`` is ``"move"``."""
    said = spoken(name).strip() or name
    if said.endswith("ies"):
        return said[:-3] + "y"
    if said.split()[-1] == "lives":
        return said[:-3] + "fe"
    if said.endswith(("sses", "shes", "ches", "xes")):
        return said[:-2]
    return said if said.endswith(("ss", "us", "is")) else said.removesuffix("s")


def one(name: str) -> Phrase:
    """A tile by its id, with its article: ``"a prism"``."""
    return Phrase("an {tile}", tile=name) if name[0] in "aeiou8" else Phrase("a {tile}", tile=name)


def number(program: Program, value: object) -> int | None:
    """What an expression always comes to, by the constants of a ruleset; None where it hangs on the game."""
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


def paid(program: Program, event: object, value: object) -> Phrase:
    """A sentence about what an event pays; where points may be taken, it says so."""
    fixed = number(program, value)
    if fixed is not None and fixed < 0:
        return Phrase("{event}, you lose {points}.", event=event, points=_points(-fixed))
    if fixed is None and _takes(parse(str(value))):
        return Phrase("{event}, the score changes.", event=event)
    return Phrase("{event}, you get {points}.", event=event, points=points(program, value))


def _takes(node: Node) -> bool:
    """Whether anything in a number is taken away."""
    return node.kind in ("negative", "-") or any(map(_takes, node.parts))


def points(program: Program, value: object) -> Phrase:
    """What an event pays: ``"4 points"``; plainly ``"points"`` where that hangs on more."""
    fixed = number(program, value)
    if fixed is not None:
        return _points(fixed)
    node = parse(str(value))
    if node.kind == "*":
        for part, other in (node.parts, node.parts[::-1]):
            each = _fixed(program, part)
            if each is not None and _word(other) == "count":
                return Phrase("{points} for each tile", points=_points(each))
    if node.kind == "call" and node.value == "value" and _word(node.parts[0]) == "made":
        return Phrase("as many points as the new tile says")
    return Phrase("points")


def _points(count: int) -> Phrase:
    return Phrase("1 point") if count == 1 else Phrase("{count} points", count=count)


def cells(program: Program, text: str) -> Phrase | None:
    """Which cells a condition is about: ``"an empty cell"``; None where that cannot be said plainly."""
    node = parse(text)
    if _word(node) == "empty":
        return Phrase("an empty cell")
    if _word(node) == "here":
        return Phrase("the chosen cell")
    if node.kind == "not" and _word(node.parts[0]) == "empty":
        return Phrase("a cell with a tile")
    what = _which(program, node) if _compares(node, "tile") else None
    return None if what is None else Phrase("a cell with {tile}", tile=what)


def clause(program: Program, text: str) -> object | None:
    """A condition as it stands after "when": ``"the board is empty"``; None where that cannot be said plainly."""
    return _clause(program, parse(text))


def _clause(program: Program, node: Node) -> object | None:
    if node.kind in ("and", "or"):
        parts = [None if part.kind in ("and", "or") else _clause(program, part) for part in _flat(node)]
        if None in parts:
            return None
        return chained("{first} and also {rest}" if node.kind == "and" else "{first}, or {rest}", parts)
    if _word(node) == "no_moves":
        return Phrase("nothing is left to do")
    if node.kind == "not":
        return _denied(program, node.parts[0])
    if node.kind == "call" and node.value == "can":
        return Phrase("{action} can be played", action=_action(program, node.parts[0]))
    if node.kind == "call" and node.value == "exists" and _compares(node.parts[0], "tile"):
        what = _which(program, node.parts[0])
        return None if what is None else Phrase("the board holds {tile}", tile=what)
    return _compared(program, node)


def _flat(node: Node) -> list[Node]:
    """The parts of a chain of the same and, or the same or."""
    found: list[Node] = []
    for part in node.parts:
        found += _flat(part) if part.kind == node.kind else [part]
    return found


def _denied(program: Program, node: Node) -> Phrase | None:
    if node.kind == "call" and node.value == "can":
        return Phrase("{action} cannot be played", action=_action(program, node.parts[0]))
    if _word(node) == "no_moves":
        return Phrase("something is left to do")
    if node.kind == "call" and node.value == "exists" and _compares(node.parts[0], "tile"):
        what = _which(program, node.parts[0])
        return None if what is None else Phrase("the board does not hold {tile}", tile=what)
    return None


def _action(program: Program, node: Node) -> str:
    verb = str(node.value)
    table = program.ruleset.actions.get(verb)
    return (table.label if table else None) or named(verb)


def _compared(program: Program, node: Node) -> Phrase | None:
    for subject, said in _OF_TILES.items():
        if _compares(node, subject):
            what = _which(program, node)
            return None if what is None else Phrase(said.template, tile=what)
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
        return Phrase("the highest tile is {tile}", tile=_tiled(str(held), kind))
    if kind == "==" and held == 0 and name in ("tiles", "empties"):
        return Phrase("the board is empty") if name == "tiles" else Phrase("the board is full")
    if name in program.ruleset.variables:
        return _measured(named(name), kind, held)
    return _measured(_COUNTED[name], kind, held) if name in _COUNTED else None


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


def _which(program: Program, node: Node) -> Phrase | None:
    """The tile that something is compared with, and whether higher or lower ones are meant as well."""
    other, tiles = node.parts[1], program.tiles
    name = str(other.value)
    if other.kind not in ("name", "number") or name not in tiles.ids or (other.kind == "number" and tiles.labels):
        return None
    if name == "none":
        return Phrase("no tile") if node.kind == "==" else None
    return _tiled(name, node.kind)


def _tiled(name: str, kind: str) -> Phrase:
    if kind == ">=":
        return Phrase("{tile} or higher", tile=one(name))
    return Phrase("{tile} or lower", tile=one(name)) if kind == "<=" else one(name)
