"""Actions: where they are legal, what they do, and how a game ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from tilekit import board as b
from tilekit.board import State, settle_later
from tilekit.building.events import Events
from tilekit.building.steps import Steps
from tilekit.building.workbench import Workbench
from tilekit.chance import stream_number
from tilekit.expressions.parsing import ExpressionError, Node, parse
from tilekit.expressions.source import Block
from tilekit.expressions.values import Scope
from tilekit.expressions.words.choice import CELLED
from tilekit.hooks import Step
from tilekit.program.choices import LISTED, Choices, choices_of
from tilekit.program.program import ActionSpec
from tilekit.ruleset.models import ActionTable
from tilekit.ruleset.text import KeyPath

#: What every frontend understands, and no action may be called.
_COMMANDS: Final = frozenset({"undo", "restart", "new", "quit", "help"})
#: For each target the source of how many choices ``m`` of a number stands for, where that is not ``m`` itself.
_COUNT: Final = {"cell": "count(m{0})", "direction": "WAYS[m{0}]"}
#: For each target that is not listed, source of what a choice of this number is tried with.
_HERE: Final = {"cell": "{0}", "direction": "{0}", "none": "-1"}


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

    untried: str
    tried: Callable[[State, int], int]
    any_left: str


class Actions:
    """The actions and ends of one ruleset."""

    def __init__(self, bench: Workbench, events: Events, steps: Steps) -> None:
        self._bench = bench
        self._ruleset, self._layout, self._problems = bench.ruleset, bench.layout, bench.problems
        self._events = events
        self._steps = steps
        self._able: dict[str, str] = {}
        self._able_open: list[str] = []
        #: For each action the lines that play it, and what they name; then the lines that settle.
        self._plays: list[tuple[Block, dict[str, object]]] = []
        self._settling: list[Block] = []
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

    def able_text(self, verb: str) -> str | None:
        """Source of where an action can be played whatever the status; None while that is being worked out."""
        if verb in self._able:
            return self._able[verb]
        if verb in self._able_open:
            return None
        self._able_open.append(verb)
        try:
            self._able[verb] = self._bench.vocabulary.outlined(
                self._able_source(verb, self._ruleset.actions[verb]), "s"
            )
        finally:
            self._able_open.pop()
        return self._able[verb]

    def can_text(self, verb: str) -> str | None:
        """Source of what is not 0 (no empty mask) where an action can be played; None as for `able_text`.

        A program that remembers where actions can be played has the whole answer ready, and asks for that.
        """
        able = self.able_text(verb)
        tried = self._trials.get(verb)
        return able if able is None or tried is None or not self._forgets else tried.any_left

    @property
    def _forgets(self) -> bool:
        """Whether a state never knows from the turn before where actions can be played."""
        return self._bench.journal or self._bench.board.wide

    def _able_source(self, verb: str, action: ActionTable) -> str:
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
        able = "" if first.able is None else f"{words.name(first.able, 'able')}(s)"
        tried = self._tried(verb, action) if action.must is not None else None
        directed = (
            action.target == "direction" and self._layout.mechanics[action.steps[0]].needs_direction if able else False
        )
        if able and not directed:
            conditions.append(able)
        zero = "0"
        if action.target in LISTED:
            self._lists[verb] = found = self._listed(verb, action, first, tried, " and ".join(conditions) or "1")
            where = f"{words.name(found.list_all, 'listed')}(s)"
        else:
            where = able if directed else str((1 << len(self._choices[verb].names)) - 1)
            if action.target == "cell":
                where, zero = self._where_text(path, action, first), words.constant_mask(0)
                if first.fits is not None:
                    where = self._sifted(action, where, first.fits)

        def asked(source: str) -> str:
            return f"({source} if {' and '.join(conditions)} else {zero})" if conditions else source

        if tried is None or action.target in LISTED:
            return asked(where)
        where = words.outlined(where, "s, here")
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

    def _aim(self, verb: str) -> tuple[list[str], dict[str, object]]:
        """Lines after which ``here``, the number of a choice, is the cell it stands for; and what they name."""
        choices, numbers = self._choices[verb], self._bench.board.numbers
        if self._ruleset.actions[verb].target not in LISTED:
            return [], {}
        names: dict[str, object] = {f"HERE_{verb}": numbers(choices.here), f"CHOSEN_{verb}": numbers(choices.chosen)}
        return [f"s[{b.CHOSEN}] = CHOSEN_{verb}[here]", f"here = HERE_{verb}[here]"], names

    def _note(self, verb: str) -> list[str]:
        """Lines that note what is chosen already: nothing, or what a step was played with that asks or plays this."""
        return [f"was = s[{b.CHOSEN}]"] if self._ruleset.actions[verb].target in LISTED else []

    def _done(self, verb: str) -> list[str]:
        """Lines after which that is chosen again."""
        return [f"s[{b.CHOSEN}] = was"] if self._ruleset.actions[verb].target in LISTED else []

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
        aim, names = self._aim(verb)
        lines = [*(["mark = len(log)"] if self._bench.journal else []), *self._note(verb), *aim]
        names |= {"first": step.act, "log": board.log}
        asks = self._bench.asks_left([action.must, self._ruleset.mechanics.get(name, {})])
        if step.back is not None and not asks:
            names["back"] = step.back
            lines += ["first(s, here)", f"held = 1 if {must} else 0", "back(s, here)"]
        else:  # all that a step may change, kept and put back
            names["keep"], names["put_back"] = self._bench.keeping()
            lines += [
                "keep(s)",
                *self._bench.nothing_left,
                "first(s, here)",
                f"held = 1 if {must} else 0",
                "put_back(s)",
            ]
        lines += [*self._done(verb), *(["del log[mark:]"] if self._bench.journal else []), "return held"]
        return self._bench.define("tried(s, here)", lines, **names)

    def _sifted(
        self, action: ActionTable, where: str, tried: Callable[[State, int], int], *, first: bool = False
    ) -> str:
        """Source of those choices (a mask, or bits) for which the try holds; of the first of them alone."""
        words = self._bench.vocabulary
        lines: list[Block] = ["here = -1", f"m = {where}"]
        if action.target == "cell":
            found = "return bit(c)" if first else "found = found | bit(c)"
            lines += [f"found = {words.constant_mask(0)}", "for c in each(m):", [f"if tried(s, c) != 0: {found}"]]
        else:
            many = len(self._layout.grid.directions) if action.target == "direction" else 1
            found = "return 1 << d" if first else "found |= 1 << d"
            asks = f"if m >> d & 1 != 0 and tried(s, {_HERE[action.target].format('d')}) != 0: {found}"
            lines += ["found = 0", f"for d in range({many}):", [asks]]
        sifted = self._bench.define("sifted(s)", [*lines, "return found"], tried=tried)
        return f"{words.name(sifted, 'sifted')}(s)"

    def _listed(
        self, verb: str, action: ActionTable, first: Step, tried: Callable[[State, int], int] | None, payable: str
    ) -> _Listed:
        """The functions over the choices of a target whose choices are listed one by one."""
        path: KeyPath = ("actions", verb)
        choices = self._choices[verb]
        aim, names = self._aim(verb)
        at = self._bench.board.reserve(len(choices.names))
        before: list[str] = []
        tests: list[str] = []
        allowed: list[str] = []
        if action.target == "tile":
            if action.where is not None:
                allowed = [self._bench.source("condition", (*path, "where"), action.where, self._scope(action))]
            tests += allowed
        elif action.where or first.where:
            before = ["here = -1", f"m = {self._where_text(path, action, first)}"]
            holds = self._bench.board.holds_text
            tests += [holds("m", "here"), *([holds("m", f"s[{b.CHOSEN}]")] if action.target == "pair" else [])]
        if first.fits is not None:
            tests.append("fits(s, here) != 0")
            names["fits"] = first.fits
        if tried is not None:
            tests.append("tried(s, i) != 0")
            names["tried"] = tried
        aimed = ["here = i", *aim]
        refused = [f"if not ({test}): continue" for test in tests]
        each = f"for i in range({len(choices.names)}):"
        listing = [*aimed, *refused, f"s[{at} + n] = i", "n += 1"]
        whole = ["n = 0", *self._note(verb), *before, each, listing, *self._done(verb), "return n"]
        one = [
            *before,
            "here = i",
            *self._note(verb),
            *aim,
            f"fit = 1 if {' and '.join(tests) or '1 == 1'} else 0",
            *self._done(verb),
        ]
        asked = allowed or (tests[: 2 if action.target == "pair" else 1] if before and action.where else [])
        found = [*aimed, *(f"if not ({test}): continue" for test in asked), "found |= 1 << i"]
        where = ["found = 0", *self._note(verb), *(before if action.where else []), each, found, *self._done(verb)]
        define = self._bench.define
        return _Listed(
            at,
            define("listed(s)", whole, **names),
            define("fits_one(s, i)", [f"if not ({payable}): return 0", *one, "return fit"], **names),
            define("where(s)", [*where, "return found"], **names),
        )

    def _prices(self, verb: str, action: ActionTable) -> Iterator[str]:
        """What each cost asks of its variable, as conditions: that paying leaves it no less than 0 or its least."""
        for name, price in action.costs.items():
            if name in self._layout.variables:
                least = max(self._bench.bounds(name)[0], 0)
                source = self._bench.source("number", ("actions", verb, "costs", name), price, Scope())
                least_held = source if least == 0 else f"({source} + {least})"
                yield f"s[{self._layout.variables[name]}] >= {least_held}"

    def _where_text(self, path: KeyPath, action: ActionTable, first: Step) -> str:
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
            return "0"
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
            lines = [f"s[{b.TURN}] += 1", *self._bench.new_turn, *self._note(verb), *aim]
            changes = {"costs": action.costs, "set": action.set, "add": action.add}
            lines += self._events.assignments(path, changes, Scope())
            for i, name in enumerate(action.steps):
                act = f"{verb}_{i}"
                names[act] = self._steps.step(name, (*path, "steps", i), target=action.target).act
                lines.append(f"{act}(s, here)")
            lines += [*self._events.total_lines, *self._done(verb)]
            self._plays.append((lines, names))
            able = self.able_text(verb) or "0"
            prices = " and ".join(self._prices(verb, action)) or "True"
            choices = self._choices[verb].names
            listed = self._lists.get(verb)
            ways = [f"return {able}"]
            if listed is not None:
                ways = [
                    f"n = {able}",
                    "m = 0",
                    f"for k in range({listed.at}, {listed.at} + n): m |= 1 << s[k]",
                    "return m",
                ]
            specs.append(
                ActionSpec(
                    verb=verb, target=action.target, choices=choices, first=at, during=self._during(path, action),
                    index={name: i for i, name in enumerate(choices)},
                    able=self._bench.remembered(self._bench.define("able(s)", ways), able),
                    play=self._bench.define("play(s, here)", lines, **names),
                    payable=self._bench.define("payable(s)", [f"return {prices}"]),
                    holds=self._bench.define("holds(s)", [f"return {self._when_text(path, action)}"]),
                    where=self._bench.define("where(s)", [f"return {self._bare_where(path, action)}"])
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
        lines = ["here = -1", *self._note(spec.verb), f"m0 = {self.able_text(spec.verb) or '0'}"]
        lines += [f"n = {_COUNT.get(spec.target, 'm{0}').format(0)}", "if n == 0: return 0"]
        lines += [f"here = {self._nth(spec, 0, 'below(s, n)')}", *aim, "changed = act(s, here)", *self._done(spec.verb)]
        return self._bench.define("play(s)", [*lines, "return changed"], **self._chooses, **names, act=act, below=below)

    def _when_text(self, path: KeyPath, action: ActionTable) -> str:
        return "True" if action.when is None else self._bench.source("condition", (*path, "when"), action.when, Scope())

    def _bare_where(self, path: KeyPath, action: ActionTable) -> str:
        if action.target != "cell":
            return str((1 << len(self._layout.grid.directions)) - 1)
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
        chain: list[tuple[str, int, Block]] = []
        for i, end in enumerate(self._ruleset.end):
            path: KeyPath = ("end", i)
            when = self._bench.source("condition", (*path, "when"), end.when, Scope())
            for k, verb in enumerate(end.after or []):
                if verb not in verbs:
                    self._problems.unknown((*path, "after", k), "action", verb, verbs)
            if end.after is not None:
                numbers = tuple(verbs.index(verb) for verb in end.after if verb in verbs)
                asked = f"action == {numbers[0]}" if len(numbers) == 1 else f"action in {numbers}"
                when = f"{asked} and {when}"
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

    def _remembering(self, chain: list[tuple[str, int, Block]]) -> list[Block]:
        """Lines that settle, and that keep what they find out of where actions can be played for the next choice.

        Only where that is work, and an end asks for it anyway. What a program with a journal plays may be changed
        from outside between two actions, so that it remembers nothing.
        """
        able = {verb: self.able_text(verb) or "0" for verb in self._bench.vocabulary.in_play}
        dear = {verb: text for verb, text in able.items() if re.search(r"\w\(", text)}
        asked = any(text in when for text in dear.values() for when, _, _ in chain)
        if self._forgets or not asked:
            return _settled(chain)
        self._known = self._bench.board.reserve(1 + len(dear))
        self._remembered = {verb: self._known + 1 + i for i, verb in enumerate(dear)}
        lines = [f"k{i} = {text}" for i, text in enumerate(dear.values())]
        lines += [f"s[{at}] = k{i}" for i, at in enumerate(self._remembered.values())]
        known: list[tuple[str, int, Block]] = []
        for when, end, changes in chain:
            for i, text in enumerate(dear.values()):  # the same text is the same question, asked of the same state
                when = when.replace(text, f"k{i}")  # noqa: PLW2901 - until nothing is left to be worked out
            # What an end changes may change where actions can be played.
            known.append((when, end, [*changes, f"s[{self._known}] = 0"] if changes else []))
        return [*lines, f"s[{self._known}] = 1", *_settled(known)]

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

    def _chosen(self, specs: list[ActionSpec], play: Callable[[list[int]], Block], none: str) -> list[Block]:
        """Lines that choose ``action`` and ``here`` at random, each followed by lines that play the one chosen.

        ``none`` is the line for when nothing is legal.
        """
        playing = [i for i, spec in enumerate(specs) if 0 in spec.during]
        paused = [i for i, spec in enumerate(specs) if spec.during - {0}]
        # Until something is chosen there is no choice, whatever the sets that are worked out hand on.
        return [
            f"e = s[{b.END}]", "here = -1",
            "if e == 0:", [*self._choice(specs, playing, none, ended=False), *play(playing)],
            "else:", [*self._choice(specs, paused, none, ended=True), *play(paused)],
        ]  # fmt: skip

    def numbered(self, specs: list[ActionSpec]) -> Numbered:
        """The functions over actions by their numbers."""
        total = specs[-1].first + len(specs[-1].choices)
        into: list[Block] = [f"for i in range({total}): out[i] = 0", f"e = s[{b.END}]", "here = -1"]
        may = [f"e = s[{b.END}]", "here = -1"]
        perform: list[Block] = []
        names: dict[str, object] = {}
        names_of_may: dict[str, object] = {}
        for i, spec in enumerate(specs):
            able = self.able_text(spec.verb) or "0"
            tried = self._trials.get(spec.verb)
            untried = able if tried is None else tried.untried
            during = " or ".join(f"e == {code}" for code in sorted(spec.during)) or "e < 0"
            first, after = spec.first, spec.first + len(spec.choices)
            names |= self._plays[i][1]
            here = f"number - {first}" if spec.aims else "-1"
            if spec.target == "cell":
                marks = [f"for c in each({able}): out[{first} + c] = 1"]
                legal = f"(({untried}) & bit(number - {first})) != 0"
            elif spec.verb in self._lists:
                listed = self._lists[spec.verb]
                names_of_may[f"fits_{i}"] = listed.fits
                marks = [f"w = {able}", f"for k in range(w): out[{first} + s[{listed.at} + k]] = 1"]
                legal = f"fits_{i}(s, number - {first}) != 0"
            else:
                ways = range(len(spec.choices))
                marks = [f"m = {able}", *(f"if m >> {i} & 1: out[{first + i}] = 1" for i in ways)]
                legal = f"(({untried}) >> (number - {first}) & 1) != 0"
            if tried is not None:
                names_of_may[f"tried_{i}"] = tried.tried
                legal += f" and tried_{i}(s, {_HERE[spec.target].format(f'number - {first}')}) != 0"
            may.append(f"if {first} <= number < {after}: return 1 if ({during}) and {legal} else 0")
            into += [f"if {during}:", marks]
            perform += [f"{'elif' if perform else 'if'} number < {after}:"]
            perform += [[f"action = {i}; here = {here}", *self._plays[i][0]]]
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
            lines.append(f"if action == {i}: return {spec.first}{' + here' if spec.aims else ''}")
        return self._bench.define("choose(s)", [*lines, "return -1"], **self._chooses)

    def _played(self, among: list[int]) -> Block:
        """Lines that play the one of these actions that was chosen; none is asked where there is one alone."""
        if len(among) == 1:
            return self._plays[among[0]][0]
        lines: list[Block] = []
        for k, i in enumerate(among):
            lines += [f"{'elif' if k else 'if'} action == {i}:", self._plays[i][0]]
        return lines

    def _choice(self, specs: list[ActionSpec], among: list[int], none: str, *, ended: bool) -> list[Block]:
        """Lines that choose ``action`` and ``here``; ``none`` is the line for when nothing is legal."""
        lines: list[Block] = []
        for i in among:
            able = self.able_text(specs[i].verb) or "0"
            during = ", ".join(map(str, sorted(specs[i].during - {0})))
            nothing = self._bench.vocabulary.constant_mask(0) if specs[i].target == "cell" else "0"
            if not ended and specs[i].verb in self._remembered:
                able = f"s[{self._remembered[specs[i].verb]}] if s[{self._known}] else {able}"
            lines.append(f"m{i} = {able} if e in ({during},) else {nothing}" if ended else f"m{i} = {able}")
        counts = [_COUNT.get(specs[i].target, "m{0}").format(i) for i in among]
        if not among:
            return [none]
        if len(among) == 1:
            (i,) = among
            lines += [f"n = {counts[0]}", f"if n == 0: {none}", f"action = {i}"]
            one = f"here = {self._nth(specs[i], i, 'draw(s, n)')}"
            return [*lines, one if specs[i].aims else "here = -1; draw(s, 1)"]
        lines += [f"n{i} = {count}" for i, count in zip(among, counts, strict=True)]
        lines += [f"total = {' + '.join(f'n{i}' for i in among)}", f"if total == 0: {none}", "n = draw(s, total)"]
        for k, i in enumerate(among):
            last = k == len(among) - 1
            head = "else:" if last else f"{'elif' if k else 'if'} n < n{i}:"
            before = " + ".join(f"n{j}" for j in among[:k])
            if k and not last:
                head = f"elif n < {before} + n{i}:"
            here = self._nth(specs[i], i, f"n - ({before})" if k else "n")
            lines += [head, [f"action = {i}; here = {here}"]]
        return lines

    def _nth(self, spec: ActionSpec, i: int, n: str) -> str:
        """Source of the n-th legal choice of the i-th action."""
        match spec.target:
            case "cell":
                return f"pick(m{i}, {n})"
            case "direction":
                return f"WAY[m{i} * {len(spec.choices)} + {n}]"
        if spec.verb in self._lists:
            return f"s[{self._lists[spec.verb].at} + {n}]"
        return "-1"


def _settled(chain: list[tuple[str, int, Block]]) -> list[Block]:
    """Lines that find the first end that holds: for each when it does, its value of the END register, what follows."""
    lines: list[Block] = []
    for when, end, changes in chain:
        lines += [f"{'elif' if lines else 'if'} {when}:", [f"s[{b.END}] = {end}", *changes]]
    return [*lines, f"{'else: ' if lines else ''}s[{b.END}] = 0"]
