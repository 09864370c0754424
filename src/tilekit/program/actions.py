"""Actions: where they are legal, what they do, and how a game ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tilekit import board as b
from tilekit.board import State
from tilekit.chance import stream_number
from tilekit.expression import ExpressionError, Node, parse
from tilekit.hooks import Step
from tilekit.program.events import Events
from tilekit.program.program import ActionSpec
from tilekit.program.steps import Steps
from tilekit.program.values import Scope
from tilekit.program.workbench import Workbench
from tilekit.ruleset.models import ActionTable
from tilekit.ruleset.text import KeyPath

#: What every frontend understands, and no action may be called.
_COMMANDS: Final = frozenset({"undo", "restart", "new", "quit", "help"})


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
        self._plays: list[tuple[list[str], dict[str, object]]] = []
        self._settling: list[str] = []
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

    def _able_source(self, verb: str, action: ActionTable) -> str:
        path: KeyPath = ("actions", verb)
        aimed = action.target == "cell"
        first = Step(lambda _s, _h: 0)
        if action.steps:
            built = self._steps.step(action.steps[0], (*path, "steps", 0), aimed=aimed)
            if "when" not in self._ruleset.mechanics.get(action.steps[0], {}):
                first = built
        conditions = list(self._prices(verb, action))
        if action.when is not None:
            conditions.append(self._bench.source("condition", (*path, "when"), action.when, Scope()))
        if not aimed:
            if first.able is not None:
                conditions.append(f"{self._bench.vocabulary.name(first.able, 'able')}(s)")
            return f"(1 if {' and '.join(conditions)} else 0)" if conditions else "1"
        where = self._where_text(path, action, first)
        return f"({where} if {' and '.join(conditions)} else 0)" if conditions else where

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
        for text in (action.where, first.where):
            if text:
                try:
                    node = parse(text)
                except ExpressionError as error:
                    self._problems.expression((*path, "where"), error)
                    continue
                parts += node.parts if node.kind == "and" else (node,)
        unique = list({part.key(): part for part in parts}.values())
        if any(self._is_of_one_tile(part) for part in unique):  # then it is not empty, and need not be asked
            unique = [part for part in unique if part.key() != parse("not empty").key()]
        if not unique:
            return str(self._layout.grid.full)
        whole = unique[0] if len(unique) == 1 else Node("and", 0, 1, 0, tuple(unique))
        words = self._bench.vocabulary
        try:
            return words.shallow(words.mask(whole, Scope()), whole)
        except ExpressionError as error:
            self._problems.expression((*path, "where"), error)
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
            if action.where is not None and action.target != "cell":
                self._problems.add((*path, "where"), "no-cell-here", "an action without a target has no where",
                                   key=True, found=action.where, expected='target = "cell", or when',
                                   fix='write target = "cell" in the action')  # fmt: skip
            aims = action.target == "cell"
            lines = [f"s[{b.TURN}] += 1", self._bench.new_turn]
            changes = {"costs": action.costs, "set": action.set, "add": action.add}
            lines += self._events.assignments(path, changes, Scope())
            names: dict[str, object] = {}
            for i, name in enumerate(action.steps):
                act = f"{verb}_{i}"
                names[act] = self._steps.step(name, (*path, "steps", i), aimed=aims).act
                lines.append(f"{act}(s, here)")
            lines += self._events.total_lines
            self._plays.append((lines, names))
            able = self.able_text(verb) or "0"
            prices = " and ".join(self._prices(verb, action)) or "True"
            specs.append(
                ActionSpec(
                    verb=verb, aims=aims, first=at, during=self._during(path, action),
                    able=self._bench.define("able(s)", [f"return {able}"]),
                    play=self._bench.define("play(s, here)", lines, **names),
                    payable=self._bench.define("payable(s)", [f"return {prices}"]),
                    holds=self._bench.define("holds(s)", [f"return {self._when_text(path, action)}"]),
                    where=self._bench.define("where(s)", [f"return {self._bare_where(path, action)}"]),
                )
            )  # fmt: skip
            at += self._layout.grid.size if aims else 1
        return specs

    def _when_text(self, path: KeyPath, action: ActionTable) -> str:
        return "True" if action.when is None else self._bench.source("condition", (*path, "when"), action.when, Scope())

    def _bare_where(self, path: KeyPath, action: ActionTable) -> str:
        if action.target != "cell" or action.where is None:
            return str(self._layout.grid.full)
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
        full: list[str] = []
        bare: list[str] = []
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
            word = "elif" if full else "if"
            full += [f"{word} {when}:", *(f" {line}" for line in (f"s[{b.END}] = {i + 1}", *changes))]
            bare += [f"{word} {when}: s[{b.END}] = {i + 1}"]
        last = f"{'else: ' if full else ''}s[{b.END}] = 0"
        define = self._bench.define
        self._settling = [*full, last]
        return define("settle(s, action)", self._settling), define("judge(s, action)", [*bare, last])

    def turn(self, specs: list[ActionSpec]) -> Callable[[State], int]:
        """One uniformly random legal action with all that follows, as one generated function.

        The lines of `specs` and `ends` stand in it once more, so that a turn is as few calls as can be. While the
        game is being played only the actions meant for that are looked at.
        """
        names: dict[str, object] = {
            "draw": self._bench.board.below(self._layout.streams["bot"], stream_number("bot")),
            "pick": self._bench.board.pick,
        }
        for _, named in self._plays:
            names |= named
        playing = [i for i, spec in enumerate(specs) if 0 in spec.during]
        paused = [i for i, spec in enumerate(specs) if spec.during - {0}]
        # Until a cell is chosen there is none, whatever the sets that are worked out hand on.
        lines = [f"e = s[{b.END}]", "here = -1", "if e == 0:"]
        lines += [f" {line}" for line in [*self._choice(specs, playing, ended=False), *self._played(playing)]]
        lines += ["else:"]
        lines += [f" {line}" for line in [*self._choice(specs, paused, ended=True), *self._played(paused)]]
        return self._bench.define("turn(s)", [*lines, *self._settling, "return action + 1"], **names)

    def _played(self, among: list[int]) -> list[str]:
        """Lines that play the one of these actions that was chosen; none is asked where there is one alone."""
        if len(among) == 1:
            return self._plays[among[0]][0]
        lines: list[str] = []
        for k, i in enumerate(among):
            lines += [f"{'elif' if k else 'if'} action == {i}:", *(f" {line}" for line in self._plays[i][0])]
        return lines

    def _choice(self, specs: list[ActionSpec], among: list[int], *, ended: bool) -> list[str]:
        """Lines that choose ``action`` and ``here``, or return 0 where nothing is legal."""
        lines: list[str] = []
        for i in among:
            able = self.able_text(specs[i].verb) or "0"
            during = ", ".join(map(str, sorted(specs[i].during - {0})))
            lines.append(f"m{i} = {able} if e in ({during},) else 0" if ended else f"m{i} = {able}")
        counts = [f"m{i}.bit_count()" if specs[i].aims else f"m{i}" for i in among]
        if not among:
            return ["return 0"]
        if len(among) == 1:
            (i,) = among
            lines += [f"n = {counts[0]}", "if n == 0: return 0", f"action = {i}"]
            return [*lines, f"here = pick(m{i}, draw(s, n))" if specs[i].aims else "here = -1; draw(s, 1)"]
        lines += [f"n{i} = {count}" for i, count in zip(among, counts, strict=True)]
        lines += [f"total = {' + '.join(f'n{i}' for i in among)}", "if total == 0: return 0", "n = draw(s, total)"]
        for k, i in enumerate(among):
            here = f"pick(m{i}, n)" if specs[i].aims else "-1"
            last = k == len(among) - 1
            head = "else:" if last else f"{'elif' if k else 'if'} n < n{i}:"
            before = " + ".join(f"n{j}" for j in among[:k])
            if k:
                here = here.replace(", n)", f", n - ({before}))")
                head = "else:" if last else f"elif n < {before} + n{i}:"
            lines += [head, f" action = {i}; here = {here}"]
        return lines
