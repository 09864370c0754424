"""What the steps of a ruleset do, in plain words.

Owns the sentence about each kind of mechanic that tilekit brings, with the settings that matter to a player: where,
what, how many, which way. What cannot be said plainly it reports, so that the author can be asked for a sentence. It
does not own the sentences of actions, nor how expressions are said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tilekit import paraphrase
from tilekit.building.sentences import filled
from tilekit.expressions.parsing import parse
from tilekit.paraphrase import Cells, named, one, spoken
from tilekit.words import Phrase, chained

if TYPE_CHECKING:
    from tilekit.program.program import Program
    from tilekit.ruleset.text import KeyPath

#: Reports a part that cannot be said: where it stands, what is left out, and what was found there.
Report = Callable[["KeyPath", str, object], None]

#: Steps inside steps inside steps are left out.
_DEEPEST: Final = 2
#: To which wall.
_TOWARD: Final = {
    "up": Phrase("toward the top"), "down": Phrase("toward the bottom"),
    "left": Phrase("toward the left"), "right": Phrase("toward the right"),
}  # fmt: skip
#: A ladder with more tiles is not looked through for which of them join.
_MOST_TILES: Final = 130
_MOST_PAIRS: Final = 6
#: The keys of a mechanic that its sentence does not have to say.
_AROUND: Final = frozenset({"use", "when", "emits", "rule", "order"})


@dataclass(frozen=True, slots=True)
class _Step:
    """A step that is to be said."""

    program: Program
    name: str
    target: str
    report: Report
    depth: int = 0

    @property
    def kind(self) -> str:
        return str(self.program.ruleset.mechanics.get(self.name, {}).get("use", self.name))

    @property
    def given(self) -> Mapping[str, Any]:
        """The settings that the file gives."""
        return self.program.ruleset.mechanics.get(self.name, {})

    @property
    def settings(self) -> Mapping[str, Any]:
        """All settings, those that the file leaves out as they are then."""
        return {**self.program.defaults.get(self.name, {}), **self.given}

    def missing(self, key: str, what: str) -> None:
        self.report(("mechanics", self.name, key), what, self.settings.get(key, self.name))

    def number(self, key: str) -> int | None:
        return paraphrase.number(self.program, self.settings.get(key))

    def cells(self, key: str = "cells", what: str = "which cells it takes") -> Cells | None:
        """The cells of a setting; what cannot be said is reported."""
        found = paraphrase.region(self.program, str(self.settings[key]), self.target)
        if found is None:
            self.missing(key, what)
        return found


def step_in_words(program: Program, name: str, target: str, report: Report, depth: int = 0) -> object:
    """What a step does, as part of a sentence; what it leaves out is reported.

    Args:
        program: whose ruleset it is.
        name: of the mechanic.
        target: what the player chooses with the action.
        report: called for each part that cannot be said.
        depth: how many steps it stands in.
    """
    step = _Step(program, name, target, report, depth)
    if "rule" in step.given:
        return filled(program.ruleset, str(step.given["rule"]))
    say = _KINDS.get(step.kind, _of_plugin)
    told = say(step)
    if "when" not in step.given:
        return told
    said = paraphrase.clause(program, str(step.given["when"]), target=target)
    if said is None:
        step.missing("when", "when it happens")
        return Phrase("sometimes {step}", step=told)
    return Phrase("{step} if {condition}", step=told, condition=said)


def _summary(step: _Step) -> Phrase:
    return Phrase(step.program.summaries.get(step.name, spoken(step.name)))


def _of_plugin(step: _Step) -> object:
    """A kind that is not known here: what it says of itself, and settings that mean the same everywhere."""
    said: list[object] = []
    for key, value in {"toward": step.settings.get("toward"), **step.given}.items():
        if key in _AROUND or value is None:
            continue
        if key == "toward" and value in _TOWARD:
            said.append(_TOWARD[str(value)])
        elif key == "from" and value == "now":
            said.append(Phrase("from NOW"))
        elif key == "cells" and isinstance(value, str):
            found = step.cells()
            said += [] if found is None else [Phrase("cells: {cells}", cells=found.every)]
        else:
            step.missing(key, f"what {key} is")
    about = _summary(step)
    return Phrase("{step} ({settings})", step=about, settings=chained("{first}, {rest}", said)) if said else about


# ---------------------------------------------------------------- what comes in


def _incoming(step: _Step) -> object:
    """A tile that a spawn table brings: by its name where it is always the same, or one of a few."""
    source = str(step.settings["from"])
    if source == "now":
        return Phrase("NOW")
    tiles = _brought(step.program, source)
    if 0 < len(tiles) <= 3:
        return chained("{first} or {rest}", [one(tile) for tile in tiles])
    return Phrase("a tile")


def _brought(program: Program, source: str) -> Sequence[str]:
    """The tiles that a spawn table may bring, where it is a plain list of them; else nothing."""
    table = program.ruleset.spawn.get(source)
    if table is None:
        return ()
    if table.tile is not None:
        return (str(table.tile),) if str(table.tile) in program.tiles.codes else ()
    chances = [(tile, paraphrase.number(program, weight)) for tile, weight in (table.weights or {}).items()]
    if any(tile not in program.tiles.codes or weight is None for tile, weight in chances):
        return ()
    return [tile for tile, weight in chances if weight]


def _spawn(step: _Step) -> object:
    count, tile = step.number("count"), _incoming(step)
    found = step.cells(what="where tiles appear")
    if count is None:
        step.missing("count", "how many tiles appear")
    if found is None:
        return Phrase("tiles appear")
    if found.is_one:
        return Phrase("{tile} appears on {cell} if that is empty", tile=tile, cell=found.one)
    if found.which is None:
        step.missing("cells", "where tiles appear")
        return Phrase("tiles appear")
    which = found.which
    rear = paraphrase.LEFT_BY_STEPS["entry"]
    if count == 1 and which == rear:
        return Phrase("{tile} comes in behind one of the lines that moved", tile=tile)
    if count == 1 and not which:
        return Phrase("{tile} appears on a random empty cell", tile=tile)
    if count == 1:
        return Phrase("{tile} appears on a random empty cell {which}", tile=tile, which=which)
    if count is None:
        where = Phrase("random empty cells {which}", which=which) if which else Phrase("random empty cells")
        return Phrase("tiles appear on {cells}", cells=where)
    if which:
        return Phrase("{count} tiles appear on random empty cells {which}", count=count, which=which)
    return Phrase("{count} tiles appear on random empty cells", count=count)


def _fill(step: _Step) -> object:
    found, tile = step.cells(what="which cells are filled"), _incoming(step)
    if found is None:
        return Phrase("empty cells get a tile")
    if found.is_one:
        return Phrase("{cell} gets {tile} if it is empty", cell=found.one, tile=tile)
    if found.which is None:
        return Phrase("each of these that is empty gets {tile}: {cells}", tile=tile, cells=found.every)
    if found.which:
        return Phrase("every empty cell {which} gets {tile}", which=found.which, tile=tile)
    return Phrase("every empty cell gets {tile}", tile=tile)


def _push(step: _Step) -> object:
    upright = step.settings["toward"] in ("up", "down")
    said: dict[str, object] = {"toward": _TOWARD[str(step.settings["toward"])], "tile": _incoming(step)}
    found = step.cells(what="which lines are pushed")
    axis = "column" if upright else "row"
    whole = Phrase("in the chosen column") if upright else Phrase("in the chosen row")
    if found is None or (found.which is None and not found.is_one):
        if found is not None:
            step.missing("cells", "which lines are pushed")
        lines: Phrase = Phrase("a column") if upright else Phrase("a row")
    elif found.is_one and upright:
        lines = Phrase("the column of {cell}", cell=found.one)
    elif found.is_one:
        lines = Phrase("the row of {cell}", cell=found.one)
    elif found.which == whole and step.target == axis:
        lines = Phrase("the chosen column") if upright else Phrase("the chosen row")
    elif found.which or found.is_empty:
        lines = Phrase("every column with {cell}", cell=found.one) if upright else Phrase(
            "every row with {cell}", cell=found.one
        )  # fmt: skip
    else:
        lines = Phrase("every column") if upright else Phrase("every row")
    return Phrase(
        "{lines} moves one cell {toward}; {tile} comes in behind, and a tile at the edge falls out",
        lines=lines, **said,
    )  # fmt: skip


# ---------------------------------------------------------------- what goes and what changes


def _place(step: _Step) -> object:
    if step.target == "cell":
        return Phrase("NOW goes onto the chosen cell, which must be empty")
    here = paraphrase.region(step.program, "here", step.target)
    return Phrase("NOW goes onto {cell}, which must be empty", cell=here.one if here else "")


def _clear(step: _Step) -> object:
    found = step.cells(what="which tiles vanish")
    return _vanish(found)


def _vanish(found: Cells | None) -> object:
    if found is None:
        return Phrase("tiles vanish")
    if found.is_one:
        return Phrase("the tile on {cell} vanishes", cell=found.one)
    return Phrase("tiles vanish from {cells}", cells=found.every)


def _change(step: _Step) -> object:
    found = step.cells(what="which cells change")
    to = step.settings["to"]
    told = _turns(step, to) if isinstance(to, dict) else _turns_all(step, to, found)
    if told is None:
        step.missing("to", "what tiles turn into")
        told = Phrase("tiles turn into other tiles") if found is None else Phrase(
            "tiles turn into other tiles on {cells}", cells=found.every
        )  # fmt: skip
    elif isinstance(to, dict) and found is not None:
        told = Phrase("on {cells}, {turns}", cells=found.every, turns=told)
    times = step.number("times")
    if times is None:
        step.missing("times", "how often each cell changes")
    elif times != 1:
        told = Phrase("{step}, {count} times over", step=told, count=times)
    return told


def _turns(step: _Step, to: Mapping[str, Any]) -> object | None:
    """What each tile turns into."""
    said: list[object] = []
    for before, after in to.items():
        other = _becomes(step, after)
        if before not in step.program.tiles.codes or other is None:
            return None
        if before == "none" and other:
            said.append(Phrase("an empty cell gets {tile}", tile=other))
        elif not other:
            said.append(Phrase("{tile} vanishes", tile=one(before)))
        else:
            said.append(Phrase("{tile} turns into {other}", tile=one(before), other=other))
    return chained("{first}, {rest}", said)


def _turns_all(step: _Step, to: object, found: Cells | None) -> object | None:
    """What everything turns into."""
    other = _becomes(step, to)
    if other is None:
        return None
    if not other:
        return _vanish(found)
    if found is None:
        return Phrase("cells get {tile}", tile=other)
    if found.is_one:
        return Phrase("{cell} gets {tile}", cell=found.one, tile=other)
    return Phrase("on {cells}, everything turns into {tile}", cells=found.every, tile=other)


def _becomes(step: _Step, tile: object) -> object | None:
    """What a setting names: a tile, empty for none; None for what cannot be said."""
    name = str(tile)
    if name == "none":
        return ""
    if name == "chosen" and step.target == "tile":
        return Phrase("the chosen tile")
    if name in step.program.tiles.codes:
        return one(name)
    if name in step.program.ruleset.spawn:
        brought = _brought(step.program, name)
        return chained("{first} or {rest}", [one(each) for each in brought]) if 0 < len(brought) <= 3 else Phrase(
            "a tile drawn by chance"
        )  # fmt: skip
    return None


def _fuse(step: _Step) -> object:
    least, found = step.number("least"), step.cells(what="where tiles join")
    if least is None:
        step.missing("least", "how many tiles join")
    makes = str(step.settings["makes"])
    made = paraphrase.number(step.program, makes) if makes not in step.program.tiles.codes else None
    if makes == "next(tile)":
        into: object = Phrase("one tile of the next tier")
    elif makes in step.program.tiles.codes and made is None:
        into = one(makes)
    else:
        step.missing("makes", "what joined tiles become")
        into = Phrase("one tile")
    tiles = Phrase("equal tiles") if least is None else Phrase("{count} or more equal tiles", count=least)
    if found is None:
        return Phrase("{tiles} that touch become {made}", tiles=tiles, made=into)
    if found.is_one:
        return Phrase("{tiles} that touch, {cell} among them, become {made} there", tiles=tiles, cell=found.one,
                      made=into)  # fmt: skip
    if found.which is not None and (not found.which or found.which == "with a tile"):
        return Phrase("wherever {tiles} touch, they become {made}", tiles=tiles, made=into)
    return Phrase("wherever {tiles} touch, {cell} among them, they become {made} there", tiles=tiles, cell=found.one,
                  made=into)  # fmt: skip


def _modular_sum(step: _Step) -> object:
    modulus, found = step.number("modulus"), step.cells(what="which numbers are tried")
    if modulus is None:
        step.missing("modulus", "which remainder counts")
        return Phrase("numbers around a cell whose sum fits its own vanish with it")
    cell = Phrase("a cell") if found is None else found.one
    if modulus == 10:
        return Phrase(
            "where the last digit of the sum of the numbers around {cell} is its own number, they vanish with it",
            cell=cell,
        )
    return Phrase(
        "where the sum of the numbers around {cell}, divided by {count}, leaves its own number, they vanish with it",
        cell=cell, count=modulus,
    )  # fmt: skip


# ---------------------------------------------------------------- what moves


def _fall(step: _Step) -> object:
    found, toward = step.cells(what="which tiles fall"), _TOWARD[str(step.settings["toward"])]
    if found is None:
        return Phrase("tiles fall straight {toward}", toward=toward)
    if found.which == "with a tile" or (found.which == "" and not found.is_empty):
        return Phrase("all tiles fall straight {toward}", toward=toward)
    return Phrase("tiles fall straight {toward} from {cells}", toward=toward, cells=found.every)


def _close(step: _Step) -> object:
    toward = str(step.settings["toward"])
    if toward in ("left", "right"):
        return Phrase("columns close up {toward} over empty ones", toward=_TOWARD[toward])
    return Phrase("rows close up {toward} over empty ones", toward=_TOWARD[toward])


def _wander(step: _Step) -> object:
    found = step.cells(what="which tiles move")
    if found is None:
        return Phrase("tiles move to a random empty cell that touches theirs")
    if found.which == "with a tile" or (found.which == "" and not found.is_empty):
        return Phrase("every tile moves to a random empty cell that touches its own")
    return Phrase("tiles move from {cells} to a random empty cell that touches theirs", cells=found.every)


def _shuffle(step: _Step) -> object:
    leaves, found = step.number("leaves"), step.cells(what="which tiles are shuffled")
    if found is None:
        told: object = Phrase("tiles change places")
    elif found.which == "with a tile" or (found.which == "" and not found.is_empty):
        told = Phrase("every tile moves to another cell")
    else:
        told = Phrase("each of these tiles moves to the cell of another: {cells}", cells=found.every)
    return Phrase("{step}, so that {count} or more equal ones touch", step=told, count=leaves) if leaves else told


def _scramble(step: _Step) -> object:
    verb, times = str(step.settings["action"]), step.number("times")
    table = step.program.ruleset.actions.get(verb)
    name = (table.label if table else None) or named(verb)
    if times is None:
        step.missing("times", "how often it is played")
        return Phrase("{action} is played by chance", action=name)
    least = step.number("least") if "least" in step.given else times
    if least is None:
        step.missing("least", "how often it is played")
    if least is None or least >= times:
        return Phrase("{action} is played {count} times by chance", action=name, count=times)
    return Phrase("{action} is played {least} to {count} times by chance", action=name, least=least, count=times)


# ---------------------------------------------------------------- slides


def _slide(step: _Step) -> object:
    reach = step.settings["reach"]
    if reach == "far":
        told = Phrase("all tiles slide that way as far as they can")
    elif reach == 1:
        told = Phrase("all tiles move one cell that way")
    else:
        told = Phrase("all tiles slide that way, at most {count} cells", count=reach)
    joins = _joins(step)
    if joins is None:
        step.missing("joins" if step.settings["joins"] != "a == b" else "makes", "which tiles join, and into what")
        return Phrase("{step}, and some that meet join", step=told)
    return Phrase("{step}; {joins}", step=told, joins=joins)


def _joins(step: _Step) -> object | None:
    """Which tiles join in a slide and into what, by trying every two of them; None where that cannot be said."""
    tiles, next_code = step.program.tiles, step.program.tiles.next_code
    if step.settings["joins"] == "a == b" and step.settings["makes"] == "next(a)":
        return _EQUAL
    pairs = _pairs(step)
    if pairs is None or any(pairs.get((b, a)) != made for (a, b), made in pairs.items()):
        return None
    if not pairs:
        return Phrase("they do not join")
    equal = {a: made for (a, b), made in pairs.items() if a == b}
    others = {(a, b): made for (a, b), made in pairs.items() if a < b}
    told: list[object] = []
    risen = {code: after for code, after in enumerate(next_code) if after}
    if equal == risen:
        told.append(_EQUAL)
    elif len(equal) > _MOST_PAIRS or (len(equal) > 2 and len(risen) > _MOST_PAIRS):
        first = min(equal)
        if equal != {code: after for code, after in risen.items() if code >= first} or first <= tiles.pieces:
            return None
        told.append(Phrase(
            "from {tile} up, two equal ones that meet join into one of the next tier, each at most once",
            tile=one(tiles.ids[first]),
        ))  # fmt: skip
    else:
        others |= {(a, a): made for a, made in equal.items()}
    if len(others) > _MOST_PAIRS:
        return None
    each = [
        Phrase("{tile} and {other} that meet join into {made}", tile=one(tiles.ids[a]), other=one(tiles.ids[b]),
               made=one(tiles.ids[made]))
        for (a, b), made in sorted(others.items())
    ]  # fmt: skip
    return chained("{first}, {rest}", [*each, *told])


_EQUAL: Final = Phrase("two equal ones that meet join into one of the next tier, each at most once")


def _pairs(step: _Step) -> dict[tuple[int, int], int] | None:
    """For every two tiles that join, by their codes, the code of what they make; None where that hangs on the game."""
    tiles = step.program.tiles
    if tiles.last > _MOST_TILES:
        return None
    joins, makes = parse(str(step.settings["joins"])), parse(str(step.settings["makes"]))
    found: dict[tuple[int, int], int] = {}
    try:
        for a in range(1, tiles.last + 1):
            for b in range(1, tiles.last + 1):
                names = {"a": tiles.number(a), "b": tiles.number(b)}
                if paraphrase.worked_out(step.program, joins, names):
                    made = paraphrase.worked_out(step.program, makes, names) + tiles.shift
                    if 0 < made <= tiles.last:
                        found[a, b] = made
    except paraphrase.HangsOnTheGameError:
        return None
    return found


# ---------------------------------------------------------------- steps within steps


def _repeat(step: _Step) -> object:
    if step.depth >= _DEEPEST:
        step.missing("steps", "what is repeated")
        return _summary(step)
    inner = [
        step_in_words(step.program, str(name), step.target, step.report, step.depth + 1) for name in step.given["steps"]
    ]
    steps = chained("{first} and {rest}", inner)
    if "times" not in step.given:
        return Phrase("{steps}, again while something changes", steps=steps)
    times = step.number("times")
    if times is None:
        step.missing("times", "how often it is repeated")
        return Phrase("{steps}, more than once", steps=steps)
    return Phrase("{steps}, up to {count} times", steps=steps, count=times)


_KINDS: Final[Mapping[str, Callable[[_Step], object]]] = {
    "change": _change, "clear": _clear, "close": _close, "deal": _summary, "fall": _fall, "fill": _fill, "fuse": _fuse,
    "hold": _summary, "modular_sum": _modular_sum, "place": _place, "push": _push, "repeat": _repeat,
    "scramble": _scramble, "shuffle": _shuffle, "slide": _slide, "spawn": _spawn, "start": _summary, "swap": _summary,
    "wander": _wander,
}  # fmt: skip
