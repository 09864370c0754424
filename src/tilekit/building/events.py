"""Numbers that change: variables, the score, and events with their points and triggers.

Owns the order in which changes are worked out and written, the bounds they are kept in, and what follows from
an event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tilekit import board as b
from tilekit.board import State
from tilekit.building.workbench import Workbench, words_in
from tilekit.errors import nearest
from tilekit.expressions.parsing import CAP, ExpressionError
from tilekit.expressions.values import Scope, Value, plus
from tilekit.expressions.word import WORDS
from tilekit.hooks import Mechanic
from tilekit.ruleset.meant import homes
from tilekit.ruleset.text import KeyPath
from tilekit.source import Line, Source, call, joined, later, literal, py, settle_later

#: What an expression may speak of without looking at a cell.
_OF_NUMBERS: Final = frozenset(
    ("and", "or", "not", "if", "else", "before", "points", *(name for name, word in WORDS.items() if not word.looks))
)


class Events:
    """The events of one ruleset, and all changes of its numbers.

    Attributes:
        total_lines: lines that set the score to ``[scoring] total``, at the end of each action.
        opening_lines: the same for a position in which no action was played yet; nothing follows from these points.
        around_end: lines before and after what an end changes: the score changes by as much as the total does.
        tallies: where a state counts how often each event was raised in play; empty unless asked for.
        names: the events that a step may raise, once all steps are made.
        falling: the variables that an action may leave lower than they were.
    """

    def __init__(self, bench: Workbench, *, tally: bool = False) -> None:
        self._bench = bench
        self._tally = tally
        self.tallies: dict[str, int] = {}
        self.names: tuple[str, ...] = ()
        self.falling: set[str] = set()
        self._ruleset, self._layout, self._problems = bench.ruleset, bench.layout, bench.problems
        self.total_lines: list[Source] = []
        self.opening_lines: list[Source] = []
        self.around_end: tuple[list[Source], list[Source]] = [], []
        self._unfinished: list[tuple[Callable[..., None], str, Mapping[str, str], bool]] = []
        #: For each event that may be spoken of the names and types of its values.
        self._spoken: dict[str, Mapping[str, str]] = {"scored": {"before": "number", "points": "number"}}
        self._raised: set[str] = {"scored"}
        self._score: Callable[[State, int], None] = self._quiet_score()
        # A condition of a trigger on scored may ask where an action is legal, which builds steps that score.
        self._score_later = later("s, points")
        bench.words["score"] = self._score_later
        bench.words["quiet_score"] = self._score

    def assignments(
        self, path: KeyPath, tables: Mapping[str, Mapping[str, int | str]], scope: Scope, *, quiet: bool = False
    ) -> list[Source]:
        """Lines that change variables and the score: all right sides first, then all writes.

        ``tables`` maps how (set, add, costs) to what changes.
        """
        first: list[Source] = []
        then: list[Source] = []
        for how, changes in tables.items():
            for name, text in changes.items():
                where = (*path, how, name)
                if name not in self._layout.variables and (name != "score" or how == "costs"):
                    known = [*self._layout.variables, *(["score"] if how != "costs" else [])]
                    self._problems.unknown(where, "variable", name, known, key=True)
                    continue
                try:
                    value = self._bench.vocabulary.value("number", text, scope)
                except ExpressionError as error:
                    self._problems.expression(where, error)
                    continue
                finally:
                    self._bench.note_decided(where)
                if how == "costs" and value.high < 0:
                    self._problems.add(where, "negative-cost", "cost is negative", found=str(text),
                                       expected="0 or more", fix="use add for what the player gains")  # fmt: skip
                if how != "add" or value.low < 0:
                    self.falling.add(name)
                right = value.source
                if not value.constant:
                    right = py("{}", f"v{len(first)}")
                    first.append(py("{} = {}", right, value.source))
                then += self._write(how, name, value, right, quiet=quiet)
        return first + then

    def _write(self, how: str, name: str, value: Value, right: Source, *, quiet: bool) -> list[Source]:
        """Lines that write a variable, kept in its bounds, or the score."""
        if name == "score":
            points = {"set": py("{} - s[{}]", right, b.SCORE), "add": right, "costs": py("-{}", right)}[how]
            return [call("quiet_score" if quiet else "score", "s", points)]
        register = self._layout.variables[name]
        at = py("s[{}]", register)
        least, most, _ = self._bench.bounds(name) if name in self._layout.variables else (-CAP, CAP, 0)
        if how == "set":
            low, high, after = value.low, value.high, right
        else:
            sign = "+" if how == "add" else "-"
            low, high = (value.low, value.high) if how == "add" else (-value.high, -value.low)
            low, high, after = least + low, most + high, joined(sign, (at, right))
            if low < -2 * CAP + 1 or high > 2 * CAP - 1:
                after = call("plus", at, right if how == "add" else py("-{}", right))
        if high > most:
            after = call("min", after, most)
        if low < least and not (how == "costs" and least <= 0):  # what can be paid leaves 0 or more
            after = call("max", after, least)
        written = py("{} = {}", at, after)
        if not self._bench.journal:
            return [written]
        noted = py("if {} != w: note(({}, {}, w, {}))", at, b.VARIABLE, register, at)
        return [py("w = {}", at), written, noted]

    def prepare(self, kinds: Mapping[str, Mechanic]) -> None:
        """Settles which events there are, checks who speaks of them, and makes what scores; ``kinds`` are installed."""
        elsewhere = {event: kind for kind, each in [*kinds.items()][::-1] for event in each.events}
        for name, kind in self._layout.mechanics.items():
            emits = self._ruleset.mechanics.get(name, {}).get("emits")
            for event, values in kind.events.items():
                self._spoken.setdefault(emits if isinstance(emits, str) else event, dict(values))
        # Which events a mechanic of an unknown kind would raise, nobody can say.
        known = all(name in self._layout.mechanics for name in self._ruleset.mechanics)
        for name in self._ruleset.scoring:
            if known and name not in self._spoken and name != "total":
                self._unknown(("scoring", name), name, {"total", *self._spoken} - {"scored"}, elsewhere,
                              [("number", self._ruleset.scoring[name])], key=True)  # fmt: skip
        for i, trigger in enumerate(self._ruleset.triggers):
            if known and trigger.on not in self._spoken:
                asked: list[tuple[str, int | str]] = []
                asked += [("condition", trigger.when)] if trigger.when is not None else []
                asked += [("number", text) for text in (*trigger.set.values(), *trigger.add.values())]
                self._unknown(("triggers", i, "on"), trigger.on, set(self._spoken), elsewhere, asked)
        if "scored" in self._ruleset.scoring:
            self._problems.add(("scoring", "scored"), "points-for-points", "points cannot follow from points",
                               key=True, found="scored", expected="an event of the board",
                               fix="use a [[triggers]] on scored")  # fmt: skip
        lines = self._trigger_lines("scored", self._bench.scope(self._spoken["scored"], step=True), quiet=True)
        if lines:
            self._score = self._bench.define(
                "score(s, points)",
                [py("before = s[{}]", b.SCORE), "quiet_score(s, points)", py("points = s[{}] - before", b.SCORE),
                 "if points == 0: return", *lines],
            )  # fmt: skip
        settle_later(self._score_later, self._score)
        self._bench.words["score"] = self._score
        total = self._ruleset.scoring.get("total")
        if total is not None:
            source = self._bench.source("number", ("scoring", "total"), total, Scope())
            self.total_lines = [py("score(s, {} - s[{}])", source, b.SCORE)]
            self.opening_lines = [py("s[{}] = {}", b.SCORE, source)]
            self.around_end = [py("was = {}", source)], [py("quiet_score(s, {} - was)", source)]

    def _quiet_score(self) -> Callable[[State, int], None]:
        """``quiet_score(s, points)``: points from which nothing further follows."""
        journal, note = self._bench.journal, self._bench.note

        def quiet_score(s: State, points: int) -> None:
            before = s[b.SCORE]
            after = plus(before, points)
            s[b.SCORE] = after
            if journal and after != before:
                note((b.POINTS, before, after))

        return quiet_score

    def _trigger_lines(self, event: str, scope: Scope, *, quiet: bool = False) -> list[Line]:
        """Lines of the triggers on an event, in the order of the file; none where there are none."""
        lines: list[Line] = []
        if event == "scored":
            lines += ["before_ = before", "points_ = points"]
        size = len(lines)
        for i, trigger in enumerate(self._ruleset.triggers):
            if trigger.on != event:
                continue
            path: KeyPath = ("triggers", i)
            changes = self.assignments(path, {"set": trigger.set, "add": trigger.add}, scope, quiet=quiet)
            if trigger.when is not None:
                when = self._bench.source("condition", (*path, "when"), trigger.when, scope)
                lines += [py("if {}:", when), changes]
            else:
                lines += changes
        return lines if len(lines) > size else []

    def looks_at_numbers_alone(self, event: str, values: Mapping[str, str]) -> bool:
        """Whether what follows from an event depends on its values and on the game's numbers, and so on no cell."""
        known = {*_OF_NUMBERS, *values, *self._ruleset.variables, *self._ruleset.constants, *self._layout.tiles.ids}
        heard = ("scored", event)
        texts = [
            *(self._ruleset.scoring.get(name, 0) for name in heard),
            *(trigger.model_dump(exclude={"on"}) for trigger in self._ruleset.triggers if trigger.on in heard),
        ]
        return known.issuperset(words_in(texts))

    def _unknown(
        self, path: KeyPath, name: str, known: set[str], elsewhere: Mapping[str, str],
        asked: Sequence[tuple[str, int | str]], *, key: bool = False,
    ) -> None:  # fmt: skip
        """Reports the name of no event of this ruleset; of those of other kinds it says which kind raises them.

        What is ``asked`` there, expressions by kind, must make sense of an event that is meant.
        """
        near = name if name in elsewhere else nearest(name, {*known, *elsewhere}, closeness=0.8)
        raised = (
            f'a step of the kind "{elsewhere[near]}" raises "{near}", and there is none' if near in elsewhere else ""
        )
        fix = f"{raised}; {'add one' if name == near else 'did you mean that?'}" if raised and near not in known else ""
        if not fix and key and (tables := homes(name, {})):  # whatever stands there
            fix = f"move it to {' or '.join(tables)}"

        def fits(event: str) -> bool:
            scope = Scope() if event == "total" else self._bench.scope(self._spoken[event], step=True)
            return all(self._bench.vocabulary.reads(kind, text, scope) for kind, text in asked)

        self._problems.unknown(
            path, "event", name, known, key=key, fix=fix, guess=not raised or near in known, fits=fits
        )

    def check_unraised(self) -> None:
        """Checks the points and triggers of events that no step raises, too."""
        self._tally = False
        self.names = tuple(name for name in self._spoken if name in self._raised and name != "scored")
        for name, values in self._spoken.items():
            if name not in self._raised:
                self.event(name, values, opening=False)

    def event(self, name: str, values: Mapping[str, str], *, opening: bool) -> Callable[..., None]:
        """``raised(s, *values)``: points, then triggers; nothing of it in an opening.

        What follows from the event is put in by `finish`: its conditions may ask where an action is legal, which
        depends on the very steps that raise it.
        """
        self._raised.add(name)
        parameters = ("s", *self._bench.scope(values).parameters)
        raised = later(", ".join(parameters))
        if self._tally and name not in self.tallies:
            self.tallies[name] = self._bench.board.reserve(1)
        self._unfinished.append((raised, name, values, opening))
        return raised

    def finish(self) -> None:
        """Makes what follows from the events, once all steps and actions are made."""
        for raised, name, values, opening in self._unfinished:
            settle_later(raised, self._follows(name, values, opening=opening))

    def _follows(self, name: str, values: Mapping[str, str], *, opening: bool) -> Callable[..., None]:
        scope = self._bench.scope(values, step=True)
        lines: list[Line] = []
        if self._bench.journal:
            items = py("({},)", joined(",", scope.parameters)) if values else py("()")
            noted = literal(name), literal(tuple(values.items()))
            lines.append(py("note(({}, {}, {}, {}, s[{}]))", b.EVENT, *noted, items, b.STEP))
        if opening:
            lines.append(py("if s[{}]: return", b.OPENING))
        if name in self.tallies:
            lines.append(py("s[{}] += 1", self.tallies[name]))
        points = self._ruleset.scoring.get(name)
        if points is not None:
            source = self._bench.source("number", ("scoring", name), points, scope)
            paid = [py("score(s, {})", source)]
            if self._bench.journal:  # the points in between are this event's
                paid = [py("note(({}, True))", b.PAY), *paid, py("note(({}, False))", b.PAY)]
            lines += paid
        lines += self._trigger_lines(name, scope)
        parameters = ("s", *scope.parameters)
        return self._bench.define(f"follows({', '.join(parameters)})", lines)
