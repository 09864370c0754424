"""The names of a ruleset: tiles, constants, variables, properties and areas.

Owns that each has one meaning, and puts them into the vocabulary of expressions.
"""

from __future__ import annotations

from tilekit.building.workbench import Workbench
from tilekit.expressions.parsing import ExpressionError, Node, parse
from tilekit.expressions.values import Scope, Value, constant
from tilekit.expressions.words.choice import CELLED, SPOKEN
from tilekit.hooks import Expression
from tilekit.ruleset.text import KeyPath
from tilekit.source import py


def name_things(bench: Workbench) -> None:
    """Puts every name of the ruleset into the vocabulary; two things may not share one."""
    rules, words, problems = bench.ruleset, bench.vocabulary, bench.problems
    layout, tiles = bench.layout, bench.layout.tiles
    taken: dict[str, str] = dict.fromkeys(words.known(Scope()), "a word of the language")
    taken |= dict.fromkeys(("and", "or", "not", "in", "if", "else", "true", "false"), "a word of the language")
    taken["none"] = "the word for no tile"
    handed = words.handed = _handed_over(bench)

    def claim(path: KeyPath, name: str, what: str, *, called: bool = False) -> bool:
        if not called and name in handed and name not in taken:
            problems.add(
                path, "name-taken", f'{what} cannot be called "{name}"', found=name, key=path[0] != "tiers",
                expected=f'a name of its own: "{name}" is a number of {handed[name]} here',
                fix=f'give it another name, such as "{name}_"',
            )  # fmt: skip
            return False
        if name in taken or layout.grid.parse(name) is not None:
            other = taken.get(name, "a cell")
            problems.add(path, "name-taken", f'{what} cannot be called "{name}"', found=name,
                         expected=f'a name of its own: "{name}" is {other} already',
                         fix="give it another name", key=path[0] != "tiers")  # fmt: skip
            return False
        taken[name] = what
        return True

    for code, name in enumerate(tiles.ids[1:], start=1):
        in_chain = code - 1 - tiles.pieces
        where: KeyPath = ("tiers", "pieces", code - 1) if in_chain < 0 else ("tiers", "chain", in_chain)
        if not name.isdigit() and name not in tiles.ids[:code] and claim(where, name, "a tile"):
            words.codes[name] = code
    for name, number in rules.constants.items():
        if claim(("constants", name), name, "a constant", called=isinstance(number, list)):
            if isinstance(number, list):
                words.lists[name] = tuple(number)
            else:
                words.values[name] = constant(number)
    for name in rules.variables:
        if claim(("variables", name), name, "a variable"):
            least, most, _ = bench.bounds(name)
            words.values[name] = Value("number", py("s[{}]", layout.variables[name]), least, most)
    for name, by_tile in rules.properties.items():
        if claim(("properties", name), name, "a property", called=True):
            for tile in by_tile:
                if tile not in tiles.codes:
                    problems.unknown(("properties", name, tile), "tile", tile, tiles.ids[1:], key=True)
            words.by_tile[name] = tuple(by_tile.get(tile, 0) for tile in tiles.ids)
    words.held = py("s[{}]", layout.held) if layout.held else None
    words.queue_head = py("s[{}]", layout.queue[0]) if layout.queue else None
    parsed: dict[str, Node] = {}
    for name, text in rules.areas.items():
        if claim(("areas", name), name, "an area"):
            try:
                parsed[name] = parse(text)
            except ExpressionError:  # reported where it is worked out
                parsed[name] = parse("empty")
    _name_areas(bench, parsed)
    counts = rules.queue.counts if rules.queue else None
    if counts is not None and counts not in rules.variables:
        problems.unknown(("queue", "counts"), "variable", counts, rules.variables)
    for i, name in enumerate(rules.start.keyed_by):
        if name not in rules.variables:
            problems.unknown(("start", "keyed_by", i), "variable", name, rules.variables)


def _name_areas(bench: Workbench, parsed: dict[str, Node]) -> None:
    """Puts areas into the vocabulary, each after those it speaks of; none may speak of itself."""
    words = bench.vocabulary
    order: list[str] = []
    state: dict[str, str] = {}
    for first in parsed:
        waiting = [first]
        while waiting:
            name = waiting[-1]
            if state.get(name) == "done":
                waiting.pop()
                continue
            state[name] = "open"
            spoken = [node for node in parsed[name].walk() if node.kind == "name" and node.value in parsed]
            circle = next((node for node in spoken if state.get(str(node.value)) == "open"), None)
            if circle is not None:
                bench.problems.add(
                    ("areas", name), "area-in-circle", f'area "{name}" speaks of itself',
                    found=" -> ".join([*waiting[waiting.index(str(circle.value)) :], str(circle.value)]),
                    expected="areas that rest on others, not on themselves", offset=circle.at, width=circle.width,
                    fix=f'take "{circle.value}" out of it',
                )  # fmt: skip
                parsed[name] = parse("empty")
                continue
            unseen = [str(node.value) for node in spoken if str(node.value) not in state]
            if unseen:
                waiting += unseen[:1]
                continue
            state[name] = "done"
            order.append(name)
            words.areas_of_choice[name] = words.spoken_choice(parsed[name])
    for name in order:
        words.areas[name] = parsed[name]


def check_areas(bench: Workbench) -> None:
    """Works out every area once, in the order in which they rest on one another; one that is wrong is left out."""
    words = bench.vocabulary
    chosen = dict.fromkeys(action.target for action in bench.ruleset.actions.values())
    for name in list(words.areas):
        before = len(bench.problems.found)
        spoken = words.areas_of_choice[name]
        bench.source("cells", ("areas", name), bench.ruleset.areas[name], _asking(spoken))
        if any(problem.severity == "error" for problem in bench.problems.found[before:]):
            words.areas[name] = parse("empty")
            words.areas_of_choice[name] = spoken = frozenset()
        words.work.area(name)
        node = Node("name", 0, len(name), name)
        for target in [target for target in chosen if spoken <= SPOKEN[target]] if spoken else ["none"]:
            words.mask(node, Scope(here=target in CELLED, target=target))


def _asking(spoken: frozenset[str]) -> Scope:
    """The scope in which an area is checked: that of any choice it may be asked with."""
    fitting = [target for target, words in SPOKEN.items() if spoken <= words]
    target = "any" if "chosen" in spoken else fitting[0] if fitting else "none"
    return Scope(here=True, target=target)


def _handed_over(bench: Workbench) -> dict[str, str]:
    """The names that some expressions are handed, and by what: events, settings of mechanics, spawn tables.

    A tile, variable or area of that name could not be spoken of in there.
    """
    found: dict[str, str] = {}
    if any(table.weight is not None for table in bench.ruleset.spawn.values()):
        found |= dict.fromkeys(("n", "from", "to"), "the weight of a spawn table")
    for kind in bench.layout.mechanics.values():
        for field in kind.settings.model_fields.values():
            for mark in field.metadata:
                if isinstance(mark, Expression):
                    found |= dict.fromkeys(mark.names, f'the mechanic "{kind.kind}"')
        for event, values in kind.events.items():
            found |= dict.fromkeys(values, f'the event "{event}"')
    return found | dict.fromkeys(("before", "points"), 'the event "scored"')
