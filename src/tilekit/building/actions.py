"""Actions: where they are legal, what they do, and how a game ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from tilekit import board as b
from tilekit.board import State
from tilekit.building.events import Events
from tilekit.building.steps import Steps
from tilekit.building.workbench import Workbench
from tilekit.chance import stream_number
from tilekit.expressions.parsing import ExpressionError, Node, parse
from tilekit.expressions.values import Scope
from tilekit.expressions.words.choice import CELLED
from tilekit.hooks import Step
from tilekit.program.choices import LISTED, Choices, choices_of
from tilekit.program.program import ActionSpec
from tilekit.ruleset.models import ActionTable
from tilekit.ruleset.text import KeyPath
from tilekit.source import Block, Line, Part, Source, call, joined, literal, py, settle_later

#: What every frontend understands, and no action may be called.
_COMMANDS: Final = frozenset({"undo", "restart", "new", "quit", "help"})
#: For each target the source of how many choices something stands for.
_COUNT: Final = {"cell": "count({})", "direction": "WAYS[{}]"}


class Numbered(NamedTuple):
    """Functions over actions by their numbers; see `Program`."""

    choose: Callable[[State], int]
    may: Callable[[State, int], int]
    perform: Callable[[State, int], None]
    legal_into: Callable[[State, Any], None]


class _Listed(NamedTuple):
    """The functions over choices that are listed one by one.

    ``list_all(s)`` writes the numbers of the legal ones into the state from ``at`` on, and returns how many;
    ``fits(s, i)`` is 1 for a legal one; ``where(s)`` gives those that ``where`` allows, bit by bit.
    """

    at: int
    list_all: Callable[[State], int]
    fits: Callable[[State, int], int]
    where: Callable[[State], int]


class _Tried(NamedTuple):
    """The source of a question whose answer tries the choices of an action one by one.

    ``untried`` is the choices (a mask, or bits) that are left to be tried; ``tried(s, here)`` is 1 for a legal one;
    ``any_left`` is not 0 where there is a legal one, and ends with the first.
    """

    untried: Source
    tried: Callable[[State, int], int]
    any_left: Source


class Actions:
    """The actions and ends of one ruleset."""

    def __init__(self, bench: Workbench, events: Events, steps: Steps) -> None:
        self._bench = bench
        self._ruleset, self._layout, self._problems = bench.ruleset, bench.layout, bench.problems
        self._events = events
        self._steps = steps
        self._able: dict[str, Source] = {}
        self._able_open: list[str] = []
        #: For each action the lines that play it, and what they name; then the lines that settle.
        self._plays: list[tuple[Block, dict[str, object]]] = []
        self._settling: list[Line] = []
        # Choices of directions are few, and no mask of cells: how many, and the n-th of them, are looked up.
        ways = len(bench.layout.grid.directions)
        chosen = [[d for d in range(ways) if found >> d & 1] for found in range(1 << ways)]
        #: What a random choice is made with.
        self._chooses: dict[str, object] = {
            "WAYS": tuple(map(len, chosen)),
            "WAY": tuple(d for some in chosen for d in [*some, *[0] * (ways - len(some))]),
            "draw": bench.board.below(bench.layout.streams["bot"], stream_number("bot")), "pick": bench.board.pick
        }  # fmt: skip
        #: The choices of each action, and the functions that list and test those of a listed target.
        self._choices = {verb: self._choices_of(verb, action) for verb, action in bench.ruleset.actions.items()}
        self._lists: dict[str, _Listed] = {}
        self._trials: dict[str, _Tried] = {}
        #: Where a state says whether it knows where actions can be played, and where it keeps that, by verb.
        self._known = 0
        self._remembered: dict[str, int] = {}
        #: For each pause the values of the END register that stand for it.
        self._pause_codes: dict[str, set[int]] = {}
        for i, end in enumerate(bench.ruleset.end):
            if end.status == "paused":
                self._pause_codes.setdefault(end.reason, set()).add(i + 1)

    # ------------------------------------------------------------ where they are legal

    def able_source(self, verb: str) -> Source | None:
        """Source of where an action can be played whatever the status; None while that is being worked out."""
        if verb in self._able:
            return self._able[verb]
        if verb in self._able_open:
            return None
        self._able_open.append(verb)
        try:
            self._able[verb] = self._bench.vocabulary.outlined(self._where_able(verb, self._ruleset.actions[verb]), "s")
        finally:
            self._able_open.pop()
        return self._able[verb]

    def can_source(self, verb: str) -> Source | None:
        """Source of what is not 0 (no empty mask) where an action can be played; None as for `able_source`.

        A program that remembers where actions can be played has the whole answer ready, and asks for that.
        """
        able = self.able_source(verb)
        tried = self._trials.get(verb)
        return able if able is None or tried is None or not self._forgets else tried.any_left

    @property
    def _forgets(self) -> bool:
        """Whether a state never knows from the turn before where actions can be played."""
        return self._bench.journal or self._bench.board.wide

    def _where_able(self, verb: str, action: ActionTable) -> Source:
        path: KeyPath = ("actions", verb)
        first = Step(lambda _s, _h: 0)
        if action.steps:
            built = self._steps.step(action.steps[0], (*path, "steps", 0), target=action.target)
            if "when" not in self._ruleset.mechanics.get(action.steps[0], {}):
                first = built
        words = self._bench.vocabulary
        conditions = list(self._prices(verb, action))
        if action.when is not None:
            conditions.append(self._bench.source("condition", (*path, "when"), action.when, Scope()))
        able = None if first.able is None else call(words.name(first.able, "able"), "s")
        tried = self._tried(verb, action) if action.must is not None else None
        directed = (
            action.target == "direction" and self._layout.mechanics[action.steps[0]].needs_direction if able else False
        )
        if able and not directed:
            conditions.append(able)
        zero, payable = py("0"), joined("and", conditions or [1])
        if action.target in LISTED:
            self._lists[verb] = found = self._listed(verb, action, first, tried, payable)
            where = call(words.name(found.list_all, "listed"), "s")
        else:
            where = able if able and directed else py("{}", (1 << len(self._choices[verb].names)) - 1)
            if action.target == "cell":
                where, zero = self._mask_where(path, action, first), words.constant_mask(0)
                if first.fits is not None:
                    where = self._sifted(action, where, first.fits)

        def asked(source: Source) -> Source:
            return py("{} if {} else {}", source, payable, zero) if conditions else source

        if tried is None or action.target in LISTED:
            return asked(where)
        where = words.outlined(where, "s", "here")
        self._trials[verb] = _Tried(asked(where), tried, asked(self._sifted(action, where, tried, first=True)))
        return asked(self._sifted(action, where, tried))

    def _choices_of(self, verb: str, action: ActionTable) -> Choices:
        """What the player may choose with an action."""
        tiles, path = self._layout.tiles, ("actions", verb)
        codes = list(range(1, tiles.last + 1))
        if action.tiles is not None:
            named = [self._bench.tile_code((*path, "tiles", i), name) for i, name in enumerate(action.tiles)]
            codes = sorted(set(named) - {0})
        found = choices_of(action.target, self._layout.grid, tiles, codes)
        if not found.names:
            what = {"pair": "no two cells of this board touch", "tile": "there is no tile to choose"}[action.target]
            self._problems.add((*path, "target"), "nothing-to-choose", what, found=action.target,
                               expected="something that the player can choose",
                               fix="choose another target, or a larger board")  # fmt: skip
        return found

    # ------------------------------------------------------------ trying, and choices one by one

    def _aim(self, verb: str) -> tuple[list[Source], dict[str, object]]:
        """Lines after which ``here``, the number of a choice, is the cell it stands for; and what they name."""
        choices, numbers = self._choices[verb], self._bench.board.numbers
        if self._ruleset.actions[verb].target not in LISTED:
            return [], {}
        names: dict[str, object] = {f"HERE_{verb}": numbers(choices.here), f"CHOSEN_{verb}": numbers(choices.chosen)}
        lines = [py("s[{}] = {}[here]", b.CHOSEN, f"CHOSEN_{verb}"), py("here = {}[here]", f"HERE_{verb}")]
        return lines, names

    def _note(self, verb: str) -> list[Source]:
        """Lines that note what is chosen already: nothing, or what a step was played with that asks or plays this."""
        return [py("was = s[{}]", b.CHOSEN)] if self._ruleset.actions[verb].target in LISTED else []

    def _done(self, verb: str) -> list[Source]:
        """Lines after which that is chosen again."""
        return [py("s[{}] = was", b.CHOSEN)] if self._ruleset.actions[verb].target in LISTED else []

    def _scope(self, action: ActionTable) -> Scope:
        """The scope of a condition that is asked once the player has chosen."""
        return Scope(here=action.target in CELLED, target=action.target)

    def _tried(self, verb: str, action: ActionTable) -> Callable[[State, int], int] | None:
        """``tried(s, here)``: 1 where ``must`` holds after the first step of a choice; nothing is left of the try."""
        path: KeyPath = ("actions", verb)
        if not action.steps:
            self._problems.add((*path, "must"), "nothing-to-try", f'"{verb}" has no step to try', key=True,
                               found=action.must or "", expected="steps, the first of which is tried",
                               fix="write steps, or when in place of must")  # fmt: skip
            return None
        name = action.steps[0]
        step = self._steps.step(name, (*path, "steps", 0), target=action.target, trial=True)
        if name in self._steps.by_chance:
            self._problems.add(
                (*path, "must"), "chance-in-trial", f'the first step of "{verb}" leaves something to chance', key=True,
                found=name, expected="a first step whose result can be known beforehand",
                fix="put the step that chance decides after the first",
            )  # fmt: skip
            return None
        board = self._bench.board
        asking = replace(self._scope(action), step=True)
        must = self._bench.source("condition", (*path, "must"), action.must or "1", asking)
        held = py("held = 1 if {} else 0", must)
        aim, names = self._aim(verb)
        lines: list[Line] = [*(["mark = len(log)"] if self._bench.journal else []), *self._note(verb), *aim]
        names |= {"first": step.act, "log": board.log}
        asks = self._bench.asks_left([action.must, self._ruleset.mechanics.get(name, {})])
        if step.back is not None and not asks:
            names["back"] = step.back
            lines += ["first(s, here)", held, "back(s, here)"]
        else:  # all that a step may change, kept and put back
            names["keep"], names["put_back"] = self._bench.keeping()
            lines += ["keep(s)", *self._bench.nothing_left, "first(s, here)", held, "put_back(s)"]
        lines += [*self._done(verb), *(["del log[mark:]"] if self._bench.journal else []), "return held"]
        return self._bench.define("tried(s, here)", lines, **names)

    def _sifted(
        self, action: ActionTable, where: Source, tried: Callable[[State, int], int], *, first: bool = False
    ) -> Source:
        """Source of those choices (a mask, or bits) for which the try holds; of the first of them alone."""
        words = self._bench.vocabulary
        lines: list[Line] = ["here = -1", py("m = {}", where)]
        if action.target == "cell":
            found = py("return bit(c)" if first else "found = found | bit(c)")
            lines += [py("found = {}", words.constant_mask(0)), "for c in each(m):"]
            lines += [[py("if tried(s, c) != 0: {}", found)]]
        else:
            many = len(self._layout.grid.directions) if action.target == "direction" else 1
            found = py("return 1 << d" if first else "found |= 1 << d")
            with_it = py("d" if action.target == "direction" else "-1")
            lines += ["found = 0", py("for d in range({}):", many)]
            lines += [[py("if m >> d & 1 != 0 and tried(s, {}) != 0: {}", with_it, found)]]
        sifted = self._bench.define("sifted(s)", [*lines, "return found"], tried=tried)
        return call(words.name(sifted, "sifted"), "s")

    def _listed(
        self, verb: str, action: ActionTable, first: Step, tried: Callable[[State, int], int] | None, payable: Source
    ) -> _Listed:
        """The functions over the choices of a target whose choices are listed one by one."""
        path: KeyPath = ("actions", verb)
        choices = self._choices[verb]
        aim, names = self._aim(verb)
        at = self._bench.board.reserve(len(choices.names))
        before: list[Source] = []
        tests: list[Source] = []
        allowed: list[Source] = []
        if action.target == "tile":
            if action.where is not None:
                allowed = [self._bench.source("condition", (*path, "where"), action.where, self._scope(action))]
            tests += allowed
        elif action.where or first.where:
            before = [py("here = -1"), py("m = {}", self._mask_where(path, action, first))]
            holds = self._bench.board.holds_source
            tests += [holds("m", "here"), *([holds("m", py("s[{}]", b.CHOSEN))] if action.target == "pair" else [])]
        if first.fits is not None:
            tests.append(py("fits(s, here) != 0"))
            names["fits"] = first.fits
        if tried is not None:
            tests.append(py("tried(s, i) != 0"))
            names["tried"] = tried
        aimed = [py("here = i"), *aim]
        refused = [py("if not {}: continue", test) for test in tests]
        each = py("for i in range({}):", len(choices.names))
        listing: Block = [*aimed, *refused, py("s[{} + n] = i", at), "n += 1"]
        whole: Block = ["n = 0", *self._note(verb), *before, each, listing, *self._done(verb), "return n"]
        fit = py("fit = 1 if {} else 0", joined("and", tests or [py("1 == 1")]))
        one: list[Line] = [*before, "here = i", *self._note(verb), *aim, fit, *self._done(verb)]
        asked = allowed or (tests[: 2 if action.target == "pair" else 1] if before and action.where else [])
        found: Block = [*aimed, *(py("if not {}: continue", test) for test in asked), "found |= 1 << i"]
        where: Block = [
            "found = 0",
            *self._note(verb),
            *(before if action.where else []),
            each,
            found,
            *self._done(verb),
        ]
        define = self._bench.define
        return _Listed(
            at,
            define("listed(s)", whole, **names),
            define("fits_one(s, i)", [py("if not {}: return 0", payable), *one, "return fit"], **names),
            define("where(s)", [*where, "return found"], **names),
        )

    def _prices(self, verb: str, action: ActionTable) -> Iterator[Source]:
        """What each cost asks of its variable, as conditions: that paying leaves it no less than 0 or its least."""
        for name, price in action.costs.items():
            if name in self._layout.variables:
                least = max(self._bench.bounds(name)[0], 0)
                source = self._bench.source("number", ("actions", verb, "costs", name), price, Scope())
                least_held = py("{} + {}", source, least) if least else source
                yield py("s[{}] >= {}", self._layout.variables[name], least_held)

    def _mask_where(self, path: KeyPath, action: ActionTable, first: Step) -> Source:
        """The mask of ``where`` and of what the first step can act on; what both say is worked out once."""
        parts: list[Node] = []
        words = self._bench.vocabulary
        for text in (action.where, first.where):
            if text:
                try:
                    node = parse(text)
                except ExpressionError as error:
                    self._problems.expression((*path, "where"), words.with_fix(error, "cells", text, Scope()), "cells")
                    continue
                parts += node.parts if node.kind == "and" else (node,)
        unique = list({part.key(): part for part in parts}.values())
        if any(self._is_of_one_tile(part) for part in unique):  # then it is not empty, and need not be asked
            unique = [part for part in unique if part.key() != parse("not empty").key()]
        if not unique:
            return words.constant_mask(self._layout.grid.full)
        whole = unique[0] if len(unique) == 1 else Node("and", 0, 1, 0, tuple(unique))
        try:
            return words.shallow(words.mask(whole, Scope()), whole)
        except ExpressionError as error:
            error = words.with_fix(error, "cells", action.where or "", Scope())
            self._problems.expression((*path, "where"), error, "cells")
            return py("0")
        finally:
            self._bench.note_decided((*path, "where"))

    def _is_of_one_tile(self, node: Node) -> bool:
        """Whether a condition over one cell says which tile it holds."""
        if node.kind != "==" or node.parts[0].value != "tile":
            return False
        return node.parts[1].value != "none" and node.parts[1].value in self._layout.tiles.codes

    # ------------------------------------------------------------ what they do

    def specs(self) -> list[ActionSpec]:
        """The actions, in the order of the file."""
        specs: list[ActionSpec] = []
        at = 0
        for verb, action in self._ruleset.actions.items():
            path: KeyPath = ("actions", verb)
            if verb in _COMMANDS:
                self._problems.add(path, "name-taken", f'"{verb}" is a command of every game', key=True, found=verb,
                                   expected="a name of its own", fix="give the action another name")  # fmt: skip
            if action.where is not None and action.target in ("none", "direction"):
                what = "an action without a target" if action.target == "none" else "an action that takes a direction"
                self._problems.add((*path, "where"), "no-cell-here", f"{what} has no where",
                                   key=True, found=action.where, expected='target = "cell", or when',
                                   fix='write target = "cell" in the action')  # fmt: skip
            if action.tiles is not None and action.target != "tile":
                self._problems.add((*path, "tiles"), "misplaced-key", f'"{verb}" takes no tile', key=True,
                                   found=f"target {action.target}", expected='target = "tile"',
                                   fix='write target = "tile" in the action')  # fmt: skip
            aim, names = self._aim(verb)
            lines = [py("s[{}] += 1", b.TURN), *self._bench.new_turn, *self._note(verb), *aim]
            changes = {"costs": action.costs, "set": action.set, "add": action.add}
            lines += self._events.assignments(path, changes, Scope())
            for i, name in enumerate(action.steps):
                act = f"{verb}_{i}"
                names[act] = self._steps.step(name, (*path, "steps", i), target=action.target).act
                lines.append(call(act, "s", "here"))
            lines += [*self._events.total_lines, *self._done(verb)]
            self._plays.append((lines, names))
            able = self.able_source(verb) or py("0")
            prices = joined("and", [*self._prices(verb, action)] or ["True"])
            choices = self._choices[verb].names
            listed = self._lists.get(verb)
            ways: Block = [py("return {}", able)]
            if listed is not None:
                marked = py("for k in range({}, {} + n): m |= 1 << s[k]", listed.at, listed.at)
                ways = [py("n = {}", able), "m = 0", marked, "return m"]
            specs.append(
                ActionSpec(
                    verb=verb, target=action.target, choices=choices, first=at, during=self._during(path, action),
                    index={name: i for i, name in enumerate(choices)},
                    able=self._bench.remembered(self._bench.define("able(s)", ways), able),
                    play=self._bench.define("play(s, here)", lines, **names),
                    payable=self._bench.define("payable(s)", [py("return {}", prices)]),
                    holds=self._bench.define("holds(s)", [py("return {}", self._when(path, action))]),
                    where=self._bench.define("where(s)", [py("return {}", self._bare_where(path, action))])
                    if listed is None else listed.where,
                )
            )  # fmt: skip
            at += len(choices)
        for (verb, below), play in self._steps.random_actions.items():
            settle_later(play, self._at_random(next(spec for spec in specs if spec.verb == verb), below))
        return specs

    def _at_random(self, spec: ActionSpec, below: Callable[[State, int], int]) -> Callable[[State], int]:
        """``play(s)``: takes the steps of an action with a random choice, and nothing that goes with playing it."""
        path: KeyPath = ("actions", spec.verb, "steps")
        act = self._steps.sequence(self._ruleset.actions[spec.verb].steps, path, target=spec.target)
        aim, names = self._aim(spec.verb)
        lines: list[Line] = ["here = -1", *self._note(spec.verb), py("m0 = {}", self.able_source(spec.verb) or 0)]
        lines += [py("n = {}", _count(spec, "m0")), "if n == 0: return 0"]
        lines += [py("here = {}", self._nth(spec, "m0", py("below(s, n)"))), *aim]
        lines += ["changed = act(s, here)", *self._done(spec.verb)]
        return self._bench.define("play(s)", [*lines, "return changed"], **self._chooses, **names, act=act, below=below)

    def _when(self, path: KeyPath, action: ActionTable) -> Part:
        return "True" if action.when is None else self._bench.source("condition", (*path, "when"), action.when, Scope())

    def _bare_where(self, path: KeyPath, action: ActionTable) -> Part:
        if action.target != "cell":
            return (1 << len(self._layout.grid.directions)) - 1
        if action.where is None:
            return self._bench.vocabulary.constant_mask(self._layout.grid.full)
        return self._bench.source("cells", (*path, "where"), action.where, Scope())

    def _during(self, path: KeyPath, action: ActionTable) -> frozenset[int]:
        found: set[int] = set()
        for i, name in enumerate(action.during):
            if name == "playing":
                found.add(0)
            elif name in self._pause_codes:
                found |= self._pause_codes[name]
            else:
                fix = f'write status = "paused" in the [[end]] of the reason "{name}"'
                over = any(end.reason == name for end in self._ruleset.end)
                self._problems.unknown(
                    (*path, "during", i), "pause", name, ["playing", *self._pause_codes], fix=fix if over else ""
                )
        return frozenset(found)

    # ------------------------------------------------------------ what follows

    def ends(self) -> tuple[Callable[[State, int], None], Callable[[State, int], None]]:
        """``settle(s, action)`` and ``judge(s, action)``: see `Program`."""
        verbs = list(self._ruleset.actions)
        ways_on = {pause for action in self._ruleset.actions.values() for pause in action.during}
        chain: list[tuple[Source, int, Block]] = []
        for i, end in enumerate(self._ruleset.end):
            path: KeyPath = ("end", i)
            when = self._bench.source("condition", (*path, "when"), end.when, Scope())
            for k, verb in enumerate(end.after or []):
                if verb not in verbs:
                    self._problems.unknown((*path, "after", k), "action", verb, verbs)
            if end.after is not None:
                numbers = tuple(verbs.index(verb) for verb in end.after if verb in verbs)
                asked = py("action == {}", *numbers) if len(numbers) == 1 else py("action in {}", literal(numbers))
                when = py("{} and {}", asked, when)
            if end.status == "paused" and end.reason not in ways_on:
                self._problems.add((*path, "reason"), "no-way-on",
                                   f'no action may be played in the pause "{end.reason}"', found=end.reason,
                                   expected="an action that goes on from there",
                                   fix=f'write during = ["{end.reason}"] in an action, or status = "over"')  # fmt: skip
            changes = self._events.assignments(path, {"set": end.set, "add": end.add}, Scope())
            before, after = self._events.around_end if changes and "score" not in end.set else ([], [])
            chain.append((when, i + 1, [*before, *changes, *after]))
        define = self._bench.define
        bare = _settled([(when, end, []) for when, end, _ in chain])
        self._settling = self._remembering(chain)
        return define("settle(s, action)", self._settling), define("judge(s, action)", bare)

    def _remembering(self, chain: list[tuple[Source, int, Block]]) -> list[Line]:
        """Lines that settle, and that keep what they find out of where actions can be played for the next choice.

        Only where that is work, and an end asks for it anyway. What a program with a journal plays may be changed
        from outside between two actions, so that it remembers nothing.
        """
        able = {verb: self.able_source(verb) or py("0") for verb in self._bench.vocabulary.in_play}
        dear = {verb: source for verb, source in able.items() if source.calls}
        if self._forgets or not any(part in dear.values() for when, _, _ in chain for part in when.walk()):
            return _settled(chain)
        self._known = self._bench.board.reserve(1 + len(dear))
        self._remembered = {verb: self._known + 1 + i for i, verb in enumerate(dear)}
        answers = [py("{}", f"k{i}") for i in range(len(dear))]
        lines = [py("{} = {}", answer, source) for answer, source in zip(answers, dear.values(), strict=True)]
        lines += [py("s[{}] = {}", at, answer) for at, answer in zip(self._remembered.values(), answers, strict=True)]
        # The same source is the same question, asked of the same state.
        by = dict(zip(dear.values(), answers, strict=True))
        known: list[tuple[Source, int, Block]] = []
        for when, end, changes in chain:
            # What an end changes may change where actions can be played.
            known.append((when.replaced(by), end, [*changes, py("s[{}] = 0", self._known)] if changes else []))
        return [*lines, py("s[{}] = 1", self._known), *_settled(known)]

    def turn(self, specs: list[ActionSpec]) -> Callable[[State], int]:
        """One uniformly random legal action with all that follows, as one generated function.

        The lines of `specs` and `ends` stand in it once more, so that a turn is as few calls as can be. While the
        game is being played only the actions meant for that are looked at.
        """
        names = dict(self._chooses)
        for _, named in self._plays:
            names |= named
        lines = self._chosen(specs, self._played, "return 0")
        return self._bench.define("turn(s)", [*lines, *self._settling, "return action + 1"], **names)

    def _chosen(self, specs: list[ActionSpec], play: Callable[[list[int]], Block], none: str) -> list[Line]:
        """Lines that choose ``action`` and ``here`` at random, each followed by lines that play the one chosen.

        ``none`` is the line for when nothing is legal.
        """
        playing = [i for i, spec in enumerate(specs) if 0 in spec.during]
        paused = [i for i, spec in enumerate(specs) if spec.during - {0}]
        # Until something is chosen there is no choice, whatever the sets that are worked out hand on.
        return [
            py("e = s[{}]", b.END), "here = -1",
            "if e == 0:", [*self._choice(specs, playing, none, ended=False), *play(playing)],
            "else:", [*self._choice(specs, paused, none, ended=True), *play(paused)],
        ]  # fmt: skip

    def numbered(self, specs: list[ActionSpec]) -> Numbered:
        """The functions over actions by their numbers."""
        total = specs[-1].first + len(specs[-1].choices)
        into: list[Line] = [py("for i in range({}): out[i] = 0", total), py("e = s[{}]", b.END), "here = -1"]
        may: list[Line] = [py("e = s[{}]", b.END), "here = -1"]
        perform: list[Line] = []
        names: dict[str, object] = {}
        names_of_may: dict[str, object] = {}
        for i, spec in enumerate(specs):
            able = self.able_source(spec.verb) or py("0")
            tried = self._trials.get(spec.verb)
            untried = able if tried is None else tried.untried
            during = joined("or", [py("e == {}", code) for code in sorted(spec.during)] or [py("e < 0")])
            first, after = spec.first, spec.first + len(spec.choices)
            names |= self._plays[i][1]
            here = py("number - {}", first) if spec.aims else py("-1")
            if spec.target == "cell":
                marks = [py("for c in each({}): out[{} + c] = 1", able, first)]
                legal = py("{} & bit({}) != 0", untried, here)
            elif spec.verb in self._lists:
                listed = self._lists[spec.verb]
                names_of_may[f"fits_{i}"] = listed.fits
                marks = [py("w = {}", able), py("for k in range(w): out[{} + s[{} + k]] = 1", first, listed.at)]
                legal = py("{}(s, number - {}) != 0", f"fits_{i}", first)
            else:
                ways = range(len(spec.choices))
                marks = [py("m = {}", able), *(py("if m >> {} & 1: out[{}] = 1", way, first + way) for way in ways)]
                legal = py("{} >> (number - {}) & 1 != 0", untried, first)
            if tried is not None:
                names_of_may[f"tried_{i}"] = tried.tried
                legal = py("{} and {}(s, {}) != 0", legal, f"tried_{i}", here)
            may.append(py("if {} <= number < {}: return 1 if {} and {} else 0", first, after, during, legal))
            into += [py("if {}:", during), marks]
            perform += [py("elif number < {}:" if perform else "if number < {}:", after)]
            perform += [[py("action = {}; here = {}", i, here), *self._plays[i][0]]]
        perform.insert(0, "action = -1")
        define = self._bench.define
        return Numbered(
            choose=self._choosing(specs),
            may=define("may(s, number)", [*may, "return 0"], **names_of_may),
            perform=define("perform(s, number)", [*perform, *self._settling], **names),
            legal_into=define("legal_into(s, out)", into),
        )

    def _choosing(self, specs: list[ActionSpec]) -> Callable[[State], int]:
        """``choose(s)``: the number of a uniformly random legal action, drawn from the stream of bots; -1 for none."""
        lines = self._chosen(specs, lambda _: [], "return -1")
        for i, spec in enumerate(specs):
            lines.append(
                py("if action == {}: return {} + here" if spec.aims else "if action == {}: return {}", i, spec.first)
            )
        return self._bench.define("choose(s)", [*lines, "return -1"], **self._chooses)

    def _played(self, among: list[int]) -> Block:
        """Lines that play the one of these actions that was chosen; none is asked where there is one alone."""
        if len(among) == 1:
            return self._plays[among[0]][0]
        lines: list[Line] = []
        for k, i in enumerate(among):
            lines += [py("elif action == {}:" if k else "if action == {}:", i), self._plays[i][0]]
        return lines

    def _choice(self, specs: list[ActionSpec], among: list[int], none: str, *, ended: bool) -> list[Line]:
        """Lines that choose ``action`` and ``here``; ``none`` is the line for when nothing is legal."""
        if not among:
            return [none]
        lines: list[Line] = []
        for i in among:
            spec, legal = specs[i], f"m{i}"
            able = self.able_source(spec.verb) or py("0")
            if ended:
                during = joined(",", sorted(spec.during - {0}))
                nothing = self._bench.vocabulary.constant_mask(0) if spec.target == "cell" else 0
                able = py("{} if e in ({},) else {}", able, during, nothing)
            elif spec.verb in self._remembered:
                able = py("s[{}] if s[{}] else {}", self._remembered[spec.verb], self._known, able)
            lines.append(py("{} = {}", legal, able))
        nothing_legal = py("if {} == 0: {}", "total" if len(among) > 1 else "n", py(none))
        if len(among) == 1:
            (i,) = among
            lines += [py("n = {}", _count(specs[i], f"m{i}")), nothing_legal, py("action = {}", i)]
            one = py("here = {}", self._nth(specs[i], f"m{i}", py("draw(s, n)")))
            return [*lines, one if specs[i].aims else "here = -1; draw(s, 1)"]
        lines += [py("{} = {}", f"n{i}", _count(specs[i], f"m{i}")) for i in among]
        lines += [py("total = {}", joined("+", [f"n{i}" for i in among])), nothing_legal, "n = draw(s, total)"]
        for k, i in enumerate(among):
            before = [f"n{j}" for j in among[:k]]
            head = py("if n < {}:", f"n{i}") if k == 0 else py("elif n < {}:", joined("+", [*before, f"n{i}"]))
            n = py("n - {}", joined("+", before)) if before else py("n")
            here = self._nth(specs[i], f"m{i}", n)
            lines += ["else:" if i == among[-1] else head, [py("action = {}; here = {}", i, here)]]
        return lines

    def _nth(self, spec: ActionSpec, legal: str, n: Source) -> Source:
        """Source of the n-th legal choice of an action."""
        match spec.target:
            case "cell":
                return call("pick", legal, n)
            case "direction":
                return py("WAY[{} * {} + {}]", legal, len(spec.choices), n)
        if spec.verb in self._lists:
            return py("s[{} + {}]", self._lists[spec.verb].at, n)
        return py("-1")


def _count(spec: ActionSpec, legal: str) -> Source:
    """Source of how many choices are legal."""
    return py(_COUNT.get(spec.target, "{}"), legal)


def _settled(chain: list[tuple[Source, int, Block]]) -> list[Line]:
    """Lines that find the first end that holds: for each when it does, its value of the END register, what follows."""
    lines: list[Line] = []
    for when, end, changes in chain:
        lines += [py("elif {}:" if lines else "if {}:", when), [py("s[{}] = {}", b.END, end), *changes]]
    return [*lines, py("else: s[{}] = 0" if lines else "s[{}] = 0", b.END)]
