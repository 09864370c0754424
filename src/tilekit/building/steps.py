"""Steps: mechanics, built for the places in which a ruleset uses them.

Owns the checking of a mechanic's settings, the board words it is handed, and that each is built once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, get_args

from pydantic import BaseModel, ValidationError

from tilekit import board as b
from tilekit.board import State
from tilekit.building import spawn
from tilekit.building.draws import Draws
from tilekit.building.events import Events
from tilekit.building.guard import Foreign, Watched
from tilekit.building.problems import Problem
from tilekit.building.workbench import Workbench
from tilekit.errors import PluginError, TilekitError, cause_of, nearest
from tilekit.expressions.complaints import instead_of_cell, where_chosen
from tilekit.expressions.inline import Template
from tilekit.expressions.parsing import ExpressionError, parse
from tilekit.expressions.values import CELL, Scope
from tilekit.expressions.word import WORDS
from tilekit.expressions.words.choice import CELLED, SPOKEN
from tilekit.hooks import (
    Act,
    Expression,
    Lined,
    LineRule,
    Lines,
    Mechanic,
    Reference,
    Settings,
    Step,
    Told,
    supplier,
)
from tilekit.ruleset.loss import NOTHING, Loss, lost, together
from tilekit.ruleset.models import MechanicTable, Target
from tilekit.ruleset.text import KeyPath, dotted
from tilekit.source import Block, Line, later, py, settle_later

#: What the table of a mechanic may hold besides its settings.
AROUND: Final = tuple(MechanicTable.model_fields)
#: What an expression names that looks at the state or at what the player chose.
_STATE: Final = frozenset(("s", "here"))
#: Of so many unknown settings none is taken for another.
_MOST_GUESSED: Final = 50
#: Steps within steps.
_DEEPEST: Final = 8


@dataclass(frozen=True, slots=True)
class InvalidSettings:
    """The settings of a mechanic that its model refused: where they stand, what it said, and what was left out."""

    path: KeyPath
    model: type[BaseModel]
    error: ValidationError
    loss: Loss


def _lacks_cell(name: str, path: KeyPath, target: Target, setting: str = "") -> Problem:
    """Of a step that acts on the chosen cell where there is none; a set of cells of its own would do, too."""
    fix = f'write {setting} = "not empty" in [mechanics.{name}]' if setting else ""
    return Problem(
        path, "no-cell-here", f'"{name}" acts on the cell the player chose, and {instead_of_cell(target)} here', name,
        'an action with target = "cell"' + (f", or {setting} that need no chosen cell" if setting else ""),
        fix or ('write target = "cell" in the action' if path[0] == "actions" else ""),
    )  # fmt: skip


class Steps:
    """The steps of one ruleset.

    Attributes:
        used: the mechanics that are a step somewhere.
        dealers: those that deal from the queue.
        placers: those that place NOW.
        invalid: settings that are wrong.
        by_chance: those that draw, whatever from, so far as they were built to be tried.
        by_picks: those in which what a cell turns into is drawn.
        deal: ``deal(s)`` of the queue; made from steps itself, and so set once these are built.
        open_board: ``open_board(s)`` deals the opening; set like `deal`.
    """

    def __init__(self, bench: Workbench, kinds: Mapping[str, Mechanic], events: Events, draws: Draws) -> None:
        self.bench: Final = bench
        self.events: Final = events
        self.draws: Final = draws
        self.used: Final[set[str]] = set()
        self.dealers: Final[set[str]] = set()
        self.placers: Final[set[str]] = set()
        self.invalid: Final[list[InvalidSettings]] = []
        self.by_chance: Final[set[str]] = set()
        self.by_picks: Final[set[str]] = set()
        self.deal: Callable[[State], int] = later("s")
        self.open_board: Callable[[State], None] = later("s")
        #: For each action that a mechanic plays and each source of its draws, the function that does.
        self.random_actions: Final[dict[tuple[str, Callable[[State, int], int]], Callable[[State], int]]] = {}
        self._kinds = kinds
        self._ruleset, self._layout, self._problems = bench.ruleset, bench.layout, bench.problems
        self._settings: dict[str, Settings | None] = {}
        self._built: dict[tuple[str, Target, bool], Step] = {}
        self._building: list[str] = []
        self.guard: Final = bench.guard(events.tallies)

    def foreign(self, name: str, kind: Mechanic) -> Foreign | None:
        """Whose a mechanic is that is not bundled; None for one that is."""
        plugin = supplier(self._kinds, kind.kind) if kind.kind in self._kinds else ""
        return Foreign(plugin, name, kind.kind) if plugin else None

    @cached_property
    def _asking(self) -> set[str]:
        """The kinds that are no step without settings."""
        return {
            name
            for name, kind in self._kinds.items()
            if name not in self._ruleset.mechanics
            and any(field.is_required() for field in kind.settings.model_fields.values())
        }

    def set_deal(self, deal: Callable[[State], int]) -> None:
        """What deals, also for the steps that were built before."""
        settle_later(self.deal, deal)
        self.deal = deal

    def set_open_board(self, open_board: Callable[[State], None]) -> None:
        """What deals the opening, also for the steps that were built before."""
        settle_later(self.open_board, open_board)
        self.open_board = open_board

    def settings(self, name: str, kind: Mechanic) -> Settings | None:
        """The checked settings of a mechanic, wrong ones (reported) left out; None where they must be there."""
        if name not in self._settings:
            table = self._ruleset.mechanics.get(name, {})
            own = {key: value for key, value in table.items() if key not in AROUND}
            try:
                MechanicTable.model_validate({key: value for key, value in table.items() if key == "rule"})
            except ValidationError as error:
                self.invalid.append(InvalidSettings(("mechanics", name), MechanicTable, error, NOTHING))
            try:
                self._settings[name] = kind.settings.model_validate(own)
            except ValidationError as error:
                self._settings[name] = self._without_mistakes(name, kind, own, error)
            except (Exception, SystemExit) as error:  # a validator of the plugin
                raise self._unusable(name, kind, "has settings that cannot be checked", error) from error
        return self._settings[name]

    def _without_mistakes(
        self, name: str, kind: Mechanic, own: Mapping[str, object], error: ValidationError
    ) -> Settings | None:
        """What is left of some settings, so that these are looked at, too."""
        path: KeyPath = ("mechanics", name)
        wrong = [str(detail["loc"][0]) for detail in error.errors(include_url=False) if detail["loc"]]
        fields = [field.alias or setting for setting, field in kind.settings.model_fields.items()]
        keys = dict.fromkeys(wrong)
        near = [nearest(key, fields) for key in keys if key not in fields] if len(keys) < _MOST_GUESSED else []
        loss = together([lost((*path, key), own.get(key)) for key in keys])
        loss |= Loss(frozenset((*path, key) for key in near if key))
        try:
            left = kind.settings.model_validate({key: value for key, value in own.items() if key not in wrong})
        except ValidationError:
            left, loss = None, loss | Loss(frozenset([path]))
        self.invalid.append(InvalidSettings(path, kind.settings, error, loss))
        return left

    def step(self, name: str, path: KeyPath, *, target: Target, role: str = "step", trial: bool = False) -> Step:
        """The step of a mechanic, built once for each kind of choice that the player has made when it is taken.

        Built for a ``trial``, it raises no events.
        """
        self.used.add(name)
        if (name, target, trial) in self._built:
            return self._built[name, target, trial]
        nothing, kind = Step(lambda _s, _here: 0), self._layout.mechanics.get(name)
        if kind is None:
            if name not in self._ruleset.mechanics:
                self._problems.unknown(
                    path, "mechanic", name, {*self._ruleset.mechanics, *self._kinds}, unsure=self._asking,
                    fits=lambda each: self._fits(each, path, target, role),
                    fix="write it as a table of [mechanics], or install the plugin that supplies it",
                )  # fmt: skip
            return nothing
        wrong = next(self._misplaced(name, kind, path, target, role), None)
        if wrong is not None:
            self._problems.add(
                path, wrong.code, wrong.message, found=wrong.found, expected=wrong.expected, fix=wrong.fix
            )
            return nothing
        settings = self.settings(name, kind)
        if settings is None or self._is_beyond_choice(name, kind, settings, path, target):
            return nothing
        self._building.append(name)
        try:
            builder = MechanicBuilder(self, name, kind, settings, target=target, trial=trial, path=path)
            watched = self.foreign(name, kind) is not None and not self.bench.board.is_compiled
            step = kind.build(settings, Watched(builder, self.guard) if watched else builder)
            if not isinstance(step, Step):
                raise TypeError(f"build gives {type(step).__name__}, not a Step")
            builder.check_rest()
        except (TilekitError, RecursionError):  # the latter is answered for the ruleset as a whole
            raise
        except (Exception, SystemExit) as error:
            raise self._unusable(name, kind, "cannot be built", error) from error
        finally:
            self._building.pop()
        if self.bench.inline is not None:
            inline = self.bench.inline
            step = replace(
                step, act=inline(step.act), able=inline(step.able), fits=inline(step.fits), back=inline(step.back)
            )
        # ``able`` is asked before the player has chosen, so it cannot judge settings that speak of the choice; where
        # none does, ``fits`` adds nothing to it.
        if any(spoken for _, _, spoken in self._expressions(kind, settings)):
            step = replace(step, able=None)
        elif step.able is not None:
            step = replace(step, fits=None)
        who = self.foreign(name, kind)
        if who is not None:
            ways = len(self._layout.grid.directions) if kind.needs_direction else 0
            step = self.guard.step(who, step, deals=kind.role == "through", ways=ways)
        when = self._ruleset.mechanics.get(name, {}).get("when")
        if isinstance(when, str):
            scope = Scope(here=target in CELLED, target=target, step=True)
            holds = self.bench.function("condition", ("mechanics", name, "when"), when, scope)
            step = Step(_guarded(holds, step.act))
        self._built[name, target, trial] = step
        return step

    def home_of(self, name: str) -> str:
        """What to do with a mechanic that is no step: in which action it may be one, or in one of which targets."""
        for verb, action in self._ruleset.actions.items():
            if self._fits(name, ("actions", verb, "steps"), action.target, "step"):
                return f"name it in actions.{verb}.steps (steps run left to right)"
        targets = [f'"{each}"' for each in get_args(Target) if self._fits(name, ("actions",), each, "step")]
        return f"name it in steps of an action with target = {' or '.join(targets)}" if targets else ""

    def _fits(self, name: str, path: KeyPath, target: Target, role: str) -> bool:
        """Whether a mechanic, or a kind without settings, can be a step where the player chooses such a thing."""
        kind = self._layout.mechanics.get(name) or self._kinds.get(name)
        if kind is None or any(self._misplaced(name, kind, path, target, role)):
            return False
        try:
            settings = self.settings(name, kind) if name in self._layout.mechanics else kind.settings()
        except ValidationError:
            return True  # it needs settings, and these can speak of anything
        return settings is None or all(spoken <= SPOKEN[target] for _, _, spoken in self._expressions(kind, settings))

    def _misplaced(self, name: str, kind: Mechanic, path: KeyPath, target: Target, role: str) -> Iterator[Problem]:
        """Why a step cannot stand where it does."""
        around, places = " -> ".join([*self._building, name]), {"step": "steps", "through": "[queue] through"}
        chosen = "nobody chooses one" if target == "none" else f"a {target} is chosen"
        is_action, queue = path[0] == "actions", self._ruleset.queue
        if name in self._building:
            yield Problem(
                path,
                "steps-in-circle",
                f'"{name}" is a step of itself',
                around,
                "steps that end",
                f'take it out of the steps of "{self._building[-1]}"',
            )
        if len(self._building) == _DEEPEST:
            yield Problem(
                path,
                "steps-too-deep",
                "steps are nested too deeply",
                around,
                f"at most {_DEEPEST} inside one another",
                "write the inner steps into the outer list",
            )
        if kind.kind == "start" and name in self._layout.opening_steps:
            yield Problem(
                path,
                "steps-in-circle",
                f'"{name}" deals the opening, and is a step of it',
                f"start in the steps of [start], as {name}",
                "steps that end",
                f'take "{name}" out of [start], or make it a step of an action only',
            )
        if kind.role != role:
            right = places.get(kind.role, "steps")
            yield Problem(
                path,
                "wrong-place",
                f'"{name}" cannot stand here',
                f"{kind.kind} in {places[role]}",
                f"{kind.kind} in {right}",
                f"move it to {right}",
            )
        if kind.needs_cell and target not in CELLED:
            yield _lacks_cell(name, path, target)
        if kind.needs_direction and target != "direction":
            yield Problem(
                path,
                "no-direction-here",
                f'"{name}" goes in the direction the player chose, and {chosen} here',
                name,
                'an action with target = "direction"',
                'write target = "direction" in the action' if is_action else "",
            )
        if kind.needs_pair and target != "pair":
            yield Problem(
                path,
                "no-pair-here",
                f'"{name}" acts on two cells the player chose, and {chosen} here',
                name,
                'an action with target = "pair"',
                'write target = "pair" in the action' if is_action else "",
            )
        if kind.kind == "hold" and not self._layout.held:
            yield Problem(
                path,
                "no-queue",
                f'"{name}" asks for a queue that holds a tile',
                "no hold in [queue]" if queue else "no [queue]",
                "a [queue] with hold = true",
                "write hold = true in [queue]",
            )
        if kind.kind in ("place", "deal") and queue is None:
            yield Problem(
                path,
                "no-queue",
                f'"{name}" asks for a queue',
                "no [queue]",
                "a [queue] table",
                'add [queue] with from = "…"',
            )

    def _expressions(self, kind: Mechanic, settings: Settings) -> Iterator[tuple[str, Expression, frozenset[str]]]:
        """The settings that are expressions, each with its marker and the words for a choice that it speaks of."""
        for setting, marker in expressions_of(kind):
            value = getattr(settings, setting)
            try:
                spoken = self.bench.vocabulary.spoken_choice(parse(value)) if isinstance(value, str) else frozenset()
            except ExpressionError:  # reported where it is compiled
                spoken = frozenset()
            yield setting, marker, spoken - marker.names.keys()

    def _is_beyond_choice(self, name: str, kind: Mechanic, settings: Settings, path: KeyPath, target: Target) -> bool:
        """Whether a setting that nobody wrote speaks of what the player does not choose here, which is reported."""
        written = self._ruleset.mechanics.get(name, {})
        for setting, marker, spoken in self._expressions(kind, settings):
            key = kind.settings.model_fields[setting].alias or setting
            lacking = spoken - SPOKEN[target]
            if not lacking or key in written or setting in written:
                continue
            if "here" in lacking:
                wrong = _lacks_cell(name, path, target, key if marker.kind == "cells" else "")
                self._problems.found.append(wrong)
            else:
                self.lacks_choice(min(lacking), name, path)
            return True
        return False

    def lacks_choice(self, word: str, name: str, path: KeyPath) -> None:
        """Reports a step that acts on what ``there`` or ``chosen`` stands for where nobody chooses that."""
        meaning = WORDS[word].meaning
        self._problems.add(path, "nothing-chosen", f'"{name}" acts on {meaning}, and nobody chooses that here',
                           found=name, expected=where_chosen(word))  # fmt: skip

    def _unusable(self, name: str, kind: Mechanic, what: str, error: BaseException) -> PluginError:
        """What is told of a mechanic that nothing in the ruleset repairs: it is the plugin's own mistake."""
        who = self.foreign(name, kind)
        return PluginError(
            kind.kind if who is None else who.plugin,
            f'the mechanic "{name}" (kind "{kind.kind}") {what}: {cause_of(error)}',
        )

    def sequence(self, names: Sequence[str], path: KeyPath, *, target: Target, trial: bool = False) -> Act:
        """Several steps as one."""
        acts = [self.step(name, (*path, i), target=target, trial=trial).act for i, name in enumerate(names)]
        if len(acts) == 1:
            return acts[0]
        space = {f"act{i}": act for i, act in enumerate(acts)}
        lines: Block = ["n = 0", *(py("n |= {}(s, here)", act) for act in space), "return n"]
        return self.bench.define("sequence(s, here)", lines, **space)

    def note_chance(self) -> None:
        """Notes that the step now being built, and those it is a step of, draw."""
        self.by_chance.update(self._building)

    def plugins(self) -> dict[str, str]:
        """The plugin of each mechanic that is a step somewhere and is not bundled, by its name."""
        whose = {name: self.foreign(name, self._layout.mechanics[name]) for name, _, _ in self._built}
        return {name: who.plugin for name, who in whose.items() if who is not None}

    def acts(self) -> dict[str, Act]:
        """What each mechanic that is a step somewhere does, by its name."""
        return {name: step.act for (name, _, _), step in self._built.items()}

    def check_unused(self) -> None:
        """Checks the settings of mechanics that are never a step, too."""
        for name in self._ruleset.mechanics:
            if name in self._layout.mechanics:
                self.settings(name, self._layout.mechanics[name])


class MechanicBuilder:
    """What one mechanic is handed while it is built: the words, and answers about its own settings."""

    def __init__(
        self,
        steps: Steps,
        name: str,
        kind: Mechanic,
        settings: Settings,
        *,
        target: Target,
        trial: bool,
        path: KeyPath,
    ) -> None:
        self._steps, self._name, self._kind, self._settings, self._target = steps, name, kind, settings, target
        self._trial, self._path = trial, path
        #: The functions of settings that were asked for.
        self._functions: dict[str, Callable[..., int]] = {}
        self._bench = bench = steps.bench
        board, layout = bench.board, bench.layout
        tiles, queue = layout.tiles, layout.queue
        self._opening = name in layout.opening_steps
        self.grid, self.full = layout.grid, layout.grid.full
        self.pieces, self.last, self.shift = tiles.pieces, tiles.last, tiles.shift
        self.next_code: Sequence[int] = tiles.next_code
        self.at, self.put, self.move, self.swap = board.at, board.put, board.move, board.swap
        self.take, self.clear, self.wipe = board.take, board.clear, board.wipe
        self.where, self.group, self.touching = board.where, board.group, board.touching
        self.near, self.flood, self.bit, self.count = board.near, board.flood, board.bit, board.count
        self.lowest, self.pick, self.each = board.lowest, board.pick, board.each
        self.around: Callable[[int], int] = board.around
        self.top: Callable[[State], int] = board.top
        self.alike, self.along, self.ahead = board.alike, board.along, board.ahead
        self.step, self.masks, self.numbers = board.step, board.masks, board.numbers
        self.scratch = board.reserve
        self.made = _unless_opening(board.made) if self._opening else board.made
        self.passes = bench.passes
        self.remark: Callable[[str], Callable[[State], None]] = bench.remark
        head = queue[0] if queue else b.TURN
        self._now, self.dealt = _register(head), _register(b.DEALT)
        self._foreign: Final = steps.foreign(name, kind)
        if self._foreign is not None:
            guard = steps.guard
            self.put, self.move, self.swap = guard.put(self.put), guard.of_cells(self.move), guard.of_cells(self.swap)
            self.take, self.clear = guard.of_mask(self.take, least=1), guard.of_mask(self.clear, least=0)
            self.pick = guard.pick(self.pick)

    @property
    def ways(self) -> Callable[[int, int], int]:
        """The directions from one set of cells into another."""
        board, templates = self._bench.board, self._bench.vocabulary.templates
        templates[board.ways] = Template(("m", "into"), board.ways_source.text, {})
        return board.ways

    @property
    def chosen(self) -> Callable[[State], int]:
        """What the player chose besides a cell; who asks for this word is known to act on it."""
        if SPOKEN[self._target] <= {"here"}:
            self._steps.lacks_choice("chosen", self._name, self._path)
        return self._bench.board.chosen

    @property
    def start(self) -> Callable[[State], None]:
        """Deals the opening."""
        self._note_chance()
        return self._steps.open_board

    @property
    def deal(self) -> Callable[[State], int]:
        """Deals one tile; who asks for this word is known to deal."""
        self._steps.dealers.add(self._name)
        self._note_chance()
        return self._steps.deal

    @property
    def hold(self) -> Callable[[State], int]:
        """NOW and the held tile change places; where none is held, the queue moves up."""
        self._note_chance()
        held, head = self._bench.layout.held, self._bench.layout.queue[0]
        lines: list[Line] = [
            py("t = s[{}]", head), py("if s[{}]: s[{}] = s[{}]", held, head, held), "else: deal(s)",
            py("s[{}] = t", held),
        ]  # fmt: skip
        return self._bench.define("hold(s)", [*lines, "return t"], deal=self._steps.deal)

    def _note_chance(self) -> None:
        """What is tried beforehand may draw nothing; the steps around this one draw, too, then."""
        if self._trial:
            self._steps.note_chance()

    @property
    def now(self) -> Callable[[State], int]:
        """The code of NOW; who asks for this word is known to place it."""
        self._steps.placers.add(self._name)
        return self._now

    def _field(self, setting: str, marker: type) -> tuple[Any, Any, KeyPath]:
        """Marker, value and place of a setting."""
        field = type(self._settings).model_fields[setting]
        for item in field.metadata:
            if isinstance(item, marker):
                return item, getattr(self._settings, setting), ("mechanics", self._name, field.alias or setting)
        raise TypeError(f"{self._kind.kind}.{setting} is not marked as {marker.__name__}")

    def function(self, setting: str) -> Callable[..., int]:
        """The compiled expression of a setting."""
        if setting not in self._functions:
            self._functions[setting] = self._function(setting)
        return self._functions[setting]

    def check_rest(self) -> None:
        """Checks the expressions that the mechanic did without: what they may speak of is the same for all."""
        work = self._bench.vocabulary.work
        steps = work.steps
        for setting, _ in expressions_of(self._kind):
            if isinstance(getattr(self._settings, setting), str):
                self.function(setting)
        work.steps = steps  # they are never asked

    def _function(self, setting: str) -> Callable[..., int]:
        marker, value, path = self._field(setting, Expression)
        if isinstance(value, int) and marker.least is not None and value < marker.least:
            self._bench.problems.add(path, "number-out-of-range", f'"{dotted(path)}" is out of range', found=str(value),
                                     expected=f"{marker.least} or more")  # fmt: skip
        scope, kind = self._bench.scope(marker.names, target=self._target, step=True), marker.kind
        if kind == "per_cell":
            scope, kind = replace(scope, cell=CELL, parameters=(*scope.parameters, "c")), "number"
        return self._bench.function(kind, path, value, scope, None if isinstance(value, int) else marker.least)

    def by_line(
        self,
        lines: Lines,
        rule: LineRule,
        told: Told,
        *,
        asks: Sequence[Callable[..., int]] = (),
        raises: Sequence[str] = (),
    ) -> Lined:
        """What becomes of lines; see `Builder`."""
        bench = self._bench
        # What an expression that looks at nothing but its values comes to is the same wherever it is asked.
        alone = all(_of_values_alone(bench.vocabulary.templates.get(function)) for function in asks) and all(
            self._trial or self._steps.events.looks_at_numbers_alone(self._event_name(name), self._kind.events[name])
            for name in raises
        )
        quick = bench.board.by_line_alone(lines, rule, told) if alone else None
        if quick is not None:
            return quick
        nothing = bench.define("nothing(s)", [])
        return nothing, bench.board.by_line(lines, rule, told), nothing

    def below(self, stream: str) -> Callable[[State, int], int]:
        """Draws from a stream, or in an opening from that of the opening."""
        self._note_chance()
        return self._steps.draws.stream(stream, opening=self._opening)

    def table(self, setting: str, stream: str) -> spawn.Table:
        """``settle`` and ``pick`` of a spawn table; a scenario may answer the picks."""
        _, name, path = self._field(setting, Reference)
        if name == "now" and name not in self._bench.ruleset.spawn:
            return spawn.settled, self._from_queue(path)
        settle, pick = self._steps.draws.spawn_table(name, path, self.below(stream))
        table = self._bench.ruleset.spawn.get(name)
        if table is not None and table.tile is not None:
            return settle, pick
        return settle, self._steps.draws.scripted(pick, opening=self._opening)

    def _from_queue(self, path: KeyPath) -> spawn.Pick:
        """NOW as a spawn table: always that tile, which uses up no pick and stays in the queue."""
        if self._bench.ruleset.queue is None or self._opening:
            why = "an opening comes before it" if self._bench.ruleset.queue else "there is none"
            self._bench.problems.add(path, "no-queue", f'"now" is the first tile of the queue, and {why}', found="now",
                                     expected="a spawn table" if self._opening else "a [queue] table",
                                     fix="" if self._opening else 'add [queue] with from = "…"')  # fmt: skip
            return spawn.fixed(0)
        return self.now

    def tile(self, setting: str) -> int:
        """The code of a tile."""
        _, name, path = self._field(setting, Reference)
        return self._bench.tile_code(path, name)

    def turning(
        self, setting: str, stream: str
    ) -> tuple[Callable[[State], None], Callable[[State, int, int, int], int]]:
        """``settle(s)`` and ``turned(s, here, code, cell)``: the code that a code in a cell turns into."""
        value = getattr(self._settings, setting)
        path: KeyPath = ("mechanics", self._name, setting)
        if not isinstance(value, dict) and not self._is_outcome(value):
            scope = self._bench.scope({"tile": "tile"}, target=self._target, step=True)
            scope = replace(scope, cell=CELL, parameters=(*scope.parameters, "c"))
            return spawn.settled, self._bench.function("tile", path, value, scope)
        after = dict.fromkeys(range(self.last + 1), value)
        if isinstance(value, dict):
            keys = {name: self._turned((*path, name), name, key=True) for name in value}
            after = {keys[name]: outcome for name, outcome in value.items()}
        drawn = list(dict.fromkeys(outcome for outcome in after.values() if self._is_drawn(outcome)))
        tables = [
            self._steps.draws.spawn_table(
                str(name), (*path, name) if isinstance(value, dict) else path, self.below(stream)
            )
            for name in drawn
        ]
        codes = list(range(self.last + 1))
        for code, outcome in after.items():
            where = path if not isinstance(value, dict) else (*path, self._bench.layout.tiles.ids[code])
            codes[code] = -1 - drawn.index(outcome) if outcome in drawn else self._turned(where, outcome)
        names: dict[str, object] = {"AFTER": self.numbers(codes)}
        if not tables:
            return spawn.settled, self._bench.define("turned(s, here, t, c)", ["return AFTER[t]"], **names)
        self._steps.by_picks.add(self._name)
        lines: list[Line] = ["t = AFTER[t]"]
        for i, (settle, pick) in enumerate(tables):
            table = self._bench.ruleset.spawn.get(str(drawn[i]))
            fixed = table is not None and table.tile is not None
            names[f"pick{i}"] = pick if fixed else self._steps.draws.scripted(pick, opening=self._opening)
            names[f"settle{i}"] = settle
            lines.append(py("if t == {}: return {}(s)", -1 - i, f"pick{i}"))
        settled = [py("{}(s)", f"settle{i}") for i in range(len(tables))]
        settling = self._bench.define("settle(s)", settled, **names)
        return settling, self._bench.define("turned(s, here, t, c)", [*lines, "return t"], **names)

    def _is_drawn(self, outcome: str | int) -> bool:
        """Whether what a tile turns into is the name of a spawn table; a tile of that name comes first."""
        return outcome in self._bench.ruleset.spawn and str(outcome) not in self._bench.layout.tiles.codes

    def _is_outcome(self, value: str | int) -> bool:
        """Whether a setting names a tile, none, or a spawn table; what is more than a name is an expression."""
        if str(value) in self._bench.layout.tiles.codes or value == "none" or self._is_drawn(value):
            return True
        return re.fullmatch(r"\w+", str(value)) is not None and value not in self._bench.vocabulary.known(Scope())

    def _turned(self, path: KeyPath, name: str | int, *, key: bool = False) -> int:
        return 0 if name == "none" else self._bench.tile_code(path, name, key=key)

    def steps(self, setting: str) -> Act:
        """Several steps as one."""
        _, names, path = self._field(setting, Reference)
        return self._steps.sequence(names, path, target=self._target, trial=self._trial)

    def leave(self, name: str) -> Callable[[State, int], None]:
        """What leaves a set of cells for the steps after this one."""
        if name not in self._kind.leaves:
            raise TypeError(f"{self._kind.kind} does not declare that it leaves {name}")
        return self._bench.left_sets.get(name) or self._bench.define("leave(s, m)", [])

    def is_asked(self, name: str) -> bool:
        """Whether a step asks about a set of cells that this one leaves."""
        return name in self._bench.left_sets

    def random_action(self, setting: str, stream: str) -> Callable[[State], int]:
        """Plays the steps of an action with a random choice; see `Builder`."""
        _, verb, path = self._field(setting, Reference)
        steps, ruleset, layout = self._steps, self._bench.ruleset, self._bench.layout
        if verb not in ruleset.actions:
            self._bench.problems.unknown(path, "action", verb, ruleset.actions)
            return lambda _s: 0
        if self._name in layout.closure(ruleset.actions[verb].steps):
            self._bench.problems.add(
                path, "steps-in-circle", f'"{self._name}" plays "{verb}", of which it is a step', found=verb,
                expected="an action without this step", fix=f'take "{self._name}" out of actions.{verb}.steps',
            )  # fmt: skip
            return lambda _s: 0
        below = self.below(stream)
        return steps.random_actions.setdefault((verb, below), later("s"))

    def event(self, name: str) -> Callable[..., None]:
        """What raises an event, under the name that the ruleset gives it."""
        values = self._kind.events[name]
        if self._trial:
            return self._bench.define(f"silent({', '.join(('s', *self._bench.scope(values).parameters))})", [])
        raised = self._steps.events.event(self._event_name(name), values, opening=self._opening)
        return raised if self._foreign is None else self._steps.guard.event(raised, self._bench.scope(values))

    def _event_name(self, name: str) -> str:
        """What the ruleset calls an event."""
        emits = self._bench.ruleset.mechanics.get(self._name, {}).get("emits")
        return emits if isinstance(emits, str) else name


def expressions_of(kind: Mechanic) -> Iterator[tuple[str, Expression]]:
    """The settings of a mechanic that are expressions, each with its marker."""
    for setting, field in kind.settings.model_fields.items():
        for marker in field.metadata:
            if isinstance(marker, Expression):
                yield setting, marker


def _of_values_alone(template: Template | None) -> bool:
    """Whether an expression looks at nothing but the values it is handed."""
    return template is not None and _STATE.isdisjoint(re.findall(r"\w+", template.text))


def _guarded(holds: Callable[[State, int], bool], act: Act) -> Act:
    def guarded(s: State, here: int) -> int:
        return act(s, here) if holds(s, here) else 0

    return guarded


def _unless_opening(made: Callable[[State, int], None]) -> Callable[[State, int], None]:
    def in_play(s: State, t: int) -> None:
        if not s[b.OPENING]:
            made(s, t)

    return in_play


def _register(at: int) -> Callable[[State], int]:
    def value(s: State) -> int:
        return s[at]

    return value
