"""What the steps of a ruleset do, in plain words.

Owns what a mechanic's own sentence is made with, the sentence of one that has none, and what stands around both. What
cannot be said plainly it reports, so that the author can be asked for a sentence. It does not own the sentences of
mechanics (`Mechanic.says`), those of actions, nor how expressions are said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tilekit.expressions.parsing import parse
from tilekit.program.program import Program
from tilekit.program.tiles import Tiles
from tilekit.ruleset.text import KeyPath
from tilekit.wording import conditions
from tilekit.wording.conditions import Cells
from tilekit.wording.names import action_named, one, spoken
from tilekit.wording.sentences import filled
from tilekit.words import Phrase, chained

#: Reports a part that cannot be said: where it stands, what is left out, and what was found there.
Report = Callable[["KeyPath", str, object], None]

#: Steps inside steps inside steps are left out.
_DEEPEST: Final = 2
#: To which wall.
_TOWARD: Final = {
    "up": Phrase("toward the top"), "down": Phrase("toward the bottom"),
    "left": Phrase("toward the left"), "right": Phrase("toward the right"),
}  # fmt: skip
#: The keys of a mechanic that its sentence does not have to say.
_AROUND: Final = frozenset({"use", "when", "emits", "rule", "order"})


@dataclass(frozen=True, slots=True)
class _Step:
    """A step that is to be said; see `tilekit.hooks.Sayer`."""

    program: Program
    name: str
    target: str
    report: Report
    depth: int = 0

    @property
    def given(self) -> Mapping[str, Any]:
        return self.program.ruleset.mechanics.get(self.name, {})

    @property
    def settings(self) -> Mapping[str, Any]:
        fields = self.program.kinds[self.name].settings.model_fields.items()
        left_out = {field.alias or name: field.default for name, field in fields if not field.is_required()}
        return {**left_out, **self.given}

    @property
    def tiles(self) -> Tiles:
        return self.program.tiles

    def missing(self, key: str, what: str) -> None:
        self.report(("mechanics", self.name, key), what, self.settings.get(key, self.name))

    def number(self, key: str) -> int | None:
        return conditions.number(self.program, self.settings.get(key))

    def cells(self, key: str = "cells", what: str = "which cells it takes") -> Cells | None:
        found = conditions.region(self.program, str(self.settings[key]), self.target)
        if found is None:
            self.missing(key, what)
        return found

    def function(self, key: str) -> Callable[..., int | None]:
        node = parse(str(self.settings[key]))

        def worked_out(**codes: int) -> int | None:
            names = {name: self.tiles.number(code) for name, code in codes.items()}
            try:
                return conditions.worked_out(self.program, node, names)
            except conditions.HangsOnTheGameError:
                return None

        return worked_out

    def toward(self, key: str = "toward") -> Phrase:
        return _TOWARD[str(self.settings[key])]

    def here(self) -> object:
        found = conditions.region(self.program, "here", self.target)
        return found.one if found else ""

    def incoming(self, key: str = "from") -> object:
        source = str(self.settings[key])
        return Phrase("NOW") if source == "now" else self._brought(source) or Phrase("a tile")

    def _brought(self, source: str) -> object:
        """The tiles that a spawn table may bring, where it is a plain list of a few; else nothing."""
        table, codes = self.program.ruleset.spawn.get(source), self.tiles.codes
        if table is None:
            return ""
        chances = [
            (str(tile), conditions.number(self.program, weight)) for tile, weight in (table.weights or {}).items()
        ]
        if table.tile is not None:
            chances = [(str(table.tile), 1)]
        if any(tile not in codes or weight is None for tile, weight in chances):
            return ""
        tiles = [tile for tile, weight in chances if weight]
        return chained("{first} or {rest}", [one(tile) for tile in tiles]) if len(tiles) <= 3 else ""

    def tile(self, name: object) -> object | None:
        name = str(name)
        if name == "none":
            return ""
        if name == "chosen" and self.target == "tile":
            return Phrase("the chosen tile")
        if name in self.tiles.codes:
            return one(name)
        return (self._brought(name) or Phrase("a tile drawn by chance")) if name in self.program.ruleset.spawn else None

    def vanishing(self, cells: Cells | None) -> Phrase:
        if cells is None:
            return Phrase("tiles vanish")
        if cells.is_one:
            return Phrase("the tile on {cell} vanishes", cell=cells.one)
        return Phrase("tiles vanish from {cells}", cells=cells.every)

    def action(self, verb: str) -> str:
        return action_named(self.program.ruleset, verb)

    def steps(self, key: str) -> object | None:
        if self.depth >= _DEEPEST:
            return None
        inner = [
            step_in_words(self.program, str(name), self.target, self.report, self.depth + 1)
            for name in self.settings[key]
        ]
        return chained("{first} and {rest}", inner)


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
    if name not in program.kinds:
        return Phrase(spoken(name))
    kind = program.kinds[name]
    told = (kind.says or _of_settings)(step)
    if "when" not in step.given:
        return told
    said = conditions.clause(program, str(step.given["when"]), target=target)
    if said is None:
        step.missing("when", "when it happens")
        return Phrase("sometimes {step}", step=told)
    return Phrase("{step} if {condition}", step=told, condition=said)


def through_in_words(program: Program, name: str) -> tuple[Any, list[object]]:
    """What a mechanic of ``[queue] through`` deals, as a sentence or an empty text, and the values it cannot say."""
    kind, table, gaps = program.kinds[name], program.ruleset.mechanics.get(name, {}), list[object]()
    if kind.says:
        told = kind.says(_Step(program, name, "none", lambda _, __, found: gaps.append(found)))
        return told, gaps + [value for key, value in table.items() if key == "when"]
    told = Phrase("{action}.", action=Phrase(kind.summary.capitalize()))
    return told, [value for key, value in table.items() if key != "use"]


def _of_settings(step: _Step) -> object:
    """A kind without a sentence of its own: what it says of itself, and settings that mean the same everywhere."""
    said: list[object] = []
    for key, value in {"toward": step.settings.get("toward"), **step.given}.items():
        if key in _AROUND or value is None:
            continue
        if key == "toward" and value in _TOWARD:
            said.append(step.toward())
        elif key == "from" and value == "now":
            said.append(Phrase("from NOW"))
        elif key == "cells" and isinstance(value, str):
            found = step.cells()
            said += [] if found is None else [Phrase("cells: {cells}", cells=found.every)]
        else:
            step.missing(key, f"what {key} is")
    about = Phrase(step.program.kinds[step.name].summary)
    return Phrase("{step} ({settings})", step=about, settings=chained("{first}, {rest}", said)) if said else about
