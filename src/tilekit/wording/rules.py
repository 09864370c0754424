"""What a ruleset says to a player: the texts of its own, and its rules in words.

Owns which texts of a ruleset players read, so that they can be said in another language, and the sentences that explain
its rules. It does not own what becomes of a game, nor where anything is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tilekit.expressions.parsing import parse
from tilekit.grid import cells_of
from tilekit.hooks import Event
from tilekit.program.program import Program
from tilekit.ruleset.models import ActionTable, End, Ruleset, Trigger
from tilekit.ruleset.text import KeyPath
from tilekit.wording import conditions
from tilekit.wording.conditions import is_shown
from tilekit.wording.names import STATUSES, WAYS, action_named, named, one, singular, spoken
from tilekit.wording.sentences import filled, placeholders_of, sentences, start_of
from tilekit.wording.steps import step_in_words, through_in_words
from tilekit.words import Phrase, chained

#: What else a ruleset speaks of without having named it.
_KNOWN: Final = {"score": Phrase("score"), "scored": Phrase("scored"), **STATUSES}
#: How a sentence begins that says what an event brings.
_AFTER: Final = {"scored": Phrase("When points are scored"), "total": Phrase("For the board as it lies")}


def texts(program: Program) -> Mapping[str, bool]:
    """The texts of a ruleset that a player reads, in the order of the file; names as they are shown.

    Sentences are as they are written, with their placeholders. The value is False for what mechanics say of
    themselves, which is not the ruleset's.
    """
    ruleset = program.ruleset
    shown = [ruleset.game.title]
    shown += [name for name in program.tiles.ids[1:] if not name.isdecimal()]
    shown += [named(name) for name in ruleset.variables]
    for verb, action in ruleset.actions.items():
        shown += [action_named(ruleset, verb), action.refusal or ""]
        shown += [reason for reason in action.during if reason not in _KNOWN]  # a refusal names them
    for end in ruleset.end:
        shown += [end.text or end.reason]
    # Of mechanics only those of the queue have paragraphs; the sentences of the others are texts that an action tells.
    alone = ruleset.queue.through if ruleset.queue else ()
    shown += [text for path, text in sentences(ruleset) if path[0] != "mechanics" or path[1] in alone]
    shown += [notice.text for notice in ruleset.notices]
    shown += ruleset.ranks.titles.values() if ruleset.ranks else []
    for phrase in rules_in_words(program):
        shown += _own(phrase)
    others = {**{filled(ruleset, text): text for _, text in sentences(ruleset)}, **_other_names(ruleset)}
    found = {kind.summary: False for kind in program.kinds.values()}
    return found | {others.get(text, text): True for text in shown if any(map(str.isalpha, text))}


def _other_names(ruleset: Ruleset) -> Mapping[str, str]:
    """What is shown for each other name of a variable or an action, as its id is one."""
    found: dict[str, str] = {}
    for verb in ruleset.actions:
        found[verb] = found[named(verb)] = action_named(ruleset, verb)
    for name in ruleset.variables:
        found[name] = found[named(name)] = found[spoken(name)] = named(name)
    for name in {*ruleset.variables} - {*(ruleset.tiers.chain or ()), *ruleset.tiers.pieces}:
        found.setdefault(singular(name), named(name))
    return found


def _own(value: object) -> Iterator[str]:
    """The texts in a phrase that are the ruleset's, not the engine's."""
    if isinstance(value, Phrase):
        for part in value.values.values():
            yield from _own(part)
    elif isinstance(value, str):
        yield value


def translations(program: Program, language: str) -> Mapping[str, str]:
    """What a ruleset's own texts are called in a language; those of actions and variables by their ids, too.

    Sentences are as players read them, with the numbers of this game.
    """
    given = program.ruleset.words.get(language, {})
    if not given:
        return {}
    ruleset, found = program.ruleset, {text: given[text] for text in texts(program) if text in given}
    for text in dict.fromkeys(text for _, text in sentences(ruleset) if text in found):
        found[filled(ruleset, text)] = filled(ruleset, found.pop(text))
    for name, shown in _other_names(program.ruleset).items():
        if shown in found:
            found.setdefault(name, found[shown])
    return found


# ---------------------------------------------------------------- the rules in words


def rules_in_words(program: Program) -> tuple[Phrase, ...]:
    """The rules of a ruleset in plain words, one paragraph each, from the ruleset alone.

    How to play comes first, then what its author says of the whole game, points, and the ends; what the board and its
    tiles are comes last. What the author says of a part stands in place of what is generated. No expression is shown:
    what cannot be said plainly is said more generally, or not at all, and is among what `unsaid` gives.
    """
    return tuple(_Telling(program).paragraphs())


class Unsaid(NamedTuple):
    """Something that the rules in words leave out: the part of the file it is in, and what an author is to do."""

    path: KeyPath
    what: str
    found: str
    fix: str


def unsaid(program: Program) -> Sequence[Unsaid]:
    """Where the rules in words leave out what a player has to know, so that the author is to say it."""
    telling = _Telling(program)
    for _ in telling.paragraphs():
        pass
    return list(telling.unsaid.values())


_TOUCH: Final = {
    "orthogonal": Phrase("side by side"),
    "king": Phrase("side by side or corner to corner"),
    "hex": Phrase("on six sides"),
}


def _about_board(program: Program) -> Phrase:
    grid = program.grid
    cells, touch = len(list(cells_of(grid.full))), _TOUCH[grid.adjacency]
    if cells == 1:
        return Phrase("The board is one cell.")
    size = Phrase("{rows} rows by {columns} columns, {cells} cells", rows=grid.rows, columns=grid.columns, cells=cells)
    if grid.rows == 1:
        size = Phrase("One row of {cells} cells", cells=cells)
    elif grid.columns == 1:
        size = Phrase("One column of {cells} cells", cells=cells)
    if grid.wrap:
        return Phrase("{size}. Tiles touch {touch}, also across the edges.", size=size, touch=touch)
    return Phrase("{size}. Tiles touch {touch}.", size=size, touch=touch)


def tiles_in_words(program: Program) -> Iterator[tuple[Phrase, Phrase, range]]:
    """The last paragraphs of the rules, each with what stands in its place where tiles are drawn, and their codes."""
    tiles = program.tiles
    every = range(tiles.pieces + 1, tiles.last + 1)
    ladder = tiles.ids[tiles.pieces + 1 :]
    if tiles.numeric and len(ladder) == 1:
        numbered = Phrase("Tiles: the number {first}.", first=ladder[0])
        yield numbered, numbered, every
    elif tiles.labels is not None:
        first = chained("{first}, {rest}", ladder[: min(3, len(ladder) - 1)])
        if len(ladder) > 4:
            numbered = Phrase("Tiles: the numbers {first}, … to {last}.", first=first, last=ladder[-1])
        else:
            numbered = Phrase("Tiles: the numbers {first} to {last}.", first=first, last=ladder[-1])
        yield numbered, numbered, every
    elif tiles.numeric:
        numbers = program.ruleset.tiers.numbers
        if numbers is not None and numbers.last is None:
            second = ladder[1] if len(ladder) > 1 else ""
            numbered = Phrase("Tiles: the numbers {first}, {second} and up.", first=ladder[0], second=second)
        else:
            numbered = Phrase("Tiles: the numbers {first} to {last}.", first=ladder[0], last=ladder[-1])
        yield numbered, numbered, every
    elif ladder:
        listed = [_glyphed(program, tiles.codes[name]) for name in ladder]
        listing = chained("{first}, {rest}", listed)
        yield Phrase("Tiers, lowest first: {tiles}.", tiles=listing), Phrase("Tiers, lowest first:"), every
    if tiles.pieces:
        listed = [_glyphed(program, code) for code in range(1, tiles.pieces + 1)]
        listing = chained("{first}, {rest}", listed)
        told = Phrase("Outside the chain: {tiles}." if ladder else "Tiles: {tiles}.", tiles=listing)
        yield told, Phrase("Outside the chain:") if ladder else Phrase("Tiles:"), range(1, tiles.pieces + 1)


def _glyphed(program: Program, code: int) -> str:
    name, glyph = program.tiles.ids[code], program.tiles.glyphs[code]
    return name if glyph == name else Phrase("{tile} ({glyph})", tile=name, glyph=Phrase(glyph))


#: On what an action is played, besides a cell.
_ON: Final = {
    "cell": Phrase("on a cell"),
    "column": Phrase("on a column"),
    "row": Phrase("on a row"),
    "pair": Phrase("on two cells that touch"),
    "tile": Phrase("choosing a tile"),
}
#: The same with what is asked of the cell it stands for.
_ON_SUCH: Final = {
    "cell": Phrase("on {cell}"),
    "column": Phrase("on a column whose top cell is {cell}"),
    "row": Phrase("on a row whose leftmost cell is {cell}"),
    "pair": Phrase("on two cells that touch, each {cell}"),
}
#: How that is called in a condition which the ``count`` of an event counts.
_COUNTED: Final = {"tile": Phrase("the number of these tiles"), "line": Phrase("the number of these lines")}
_MORE: Final = Phrase("{name} +{value}")
_BECOMES: Final = Phrase("{name} becomes {value}")
#: What an end is to the player, by its status and how the game comes out.
_ENDS: Final = {
    ("over", "won"): Phrase("You win"),
    ("over", "lost"): Phrase("You lose"),
    ("paused", "won"): Phrase("You win, and may go on"),
    ("paused", "lost"): Phrase("You lose, and may go on"),
}
#: By its status alone.
_STOPS: Final = {"over": Phrase("The game is over"), "paused": Phrase("The game pauses")}


class _Telling:
    """The rules of one ruleset being told, and what is left out on the way.

    Attributes:
        unsaid: what is left out, by the part of the file that is to have a sentence.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._ruleset = program.ruleset
        self.unsaid: dict[KeyPath, Unsaid] = {}

    def paragraphs(self) -> Iterator[Phrase]:
        """The paragraphs, in order."""
        ruleset = self._ruleset
        for verb, action in ruleset.actions.items():
            yield self._about_action(verb, action)
        yield from self._about_queue()
        yield from (Phrase(filled(ruleset, text)) for text in ruleset.game.rules)
        yield from self._about_numbers()
        yield from self._about_ends()
        yield self._about_undo()
        yield _about_board(self._program)
        yield from (paragraph for paragraph, _, _ in tiles_in_words(self._program))

    def _leave_out(self, path: KeyPath, what: str, found: object, fix: str) -> None:
        self.unsaid.setdefault(path, Unsaid(path, what, str(found), fix))

    # ------------------------------------------------------------ actions

    def _about_action(self, verb: str, action: ActionTable) -> Phrase:
        program, path = self._program, ("actions", verb)
        name = action_named(self._ruleset, verb)
        if conditions.beyond_reach(program, action.costs):
            return Phrase("{action}: not to be had in this game.", action=name)
        if action.rule:
            return Phrase("{action}: {rule}", action=name, rule=filled(self._ruleset, action.rule))
        fix = f'write rule = "…" in [actions.{verb}]'
        about: list[object] = []
        where = self._where(action)
        if where is None:
            self._leave_out((*path, "where"), f'where "{verb}" can be played', action.where, fix)
        elif where:
            about.append(where)
        if action.target == "direction":
            about.append(chained("{first} or {rest}", [WAYS[way] for way in program.grid.directions]))
        if action.during != ["playing"]:
            pauses = chained("{first} or {rest}", [*self._pauses(path, action, fix)])
            playing = "playing" in action.during
            about.append(Phrase("in play or after {pauses}" if playing else "after {pauses}", pauses=pauses))
        for key, template, text in (("when", _WHEN, action.when), ("must", _MUST, action.must)):
            said = conditions.clause(program, text, target=action.target) if text else None
            if said is not None:
                about.append(Phrase(template.template, condition=said))
            elif text:
                self._leave_out((*path, key), f'when "{verb}" can be played', text, fix)
        for key, price in action.costs.items():
            about.append(Phrase("costs {price}", price=_priced(program, key, price)))
            if conditions.number(program, price) is None:
                self._leave_out((*path, "costs", key), f'what "{verb}" costs', price, fix)
        about += self._changes(path, action.add, action.set, fix)
        if action.undo == "barrier" and self._ruleset.undo.depth:
            about.append(Phrase("cannot be taken back, nor what came before it"))
        parts = chained("{first}; {rest}", about)
        told = [self._step(step, verb, action.target) for step in action.steps]
        ends = any(verb in (each.after or ()) for each in self._ruleset.end)
        if not told and "playing" not in action.during and not ends:
            told = [Phrase("the game continues")]
        steps = chained("{first}; then {rest}", told)
        if parts and steps:
            return Phrase("{action} ({parts}): {steps}.", action=name, parts=parts, steps=steps)
        if parts:
            return Phrase("{action} ({parts}).", action=name, parts=parts)
        return Phrase("{action}: {steps}.", action=name, steps=steps) if steps else Phrase("{action}.", action=name)

    def _pauses(self, path: KeyPath, action: ActionTable, fix: str) -> Iterator[Phrase]:
        """The pauses in which an action can be played, by what players read then."""
        texts = {end.reason: end.text for end in self._ruleset.end}
        for reason in action.during:
            if reason == "playing":
                continue
            if not texts.get(reason):
                self._leave_out((*path, "during"), f'what the pause "{reason}" is', reason, fix)
            yield Phrase('"{text}"', text=texts.get(reason) or named(reason))

    def _where(self, action: ActionTable) -> object | None:
        """On what an action is played; None where that cannot be said, empty where there is nothing to choose."""
        if action.target == "tile" and action.tiles is not None:
            tiles = chained("{first} or {rest}", [one(str(tile)) for tile in action.tiles])
            return None if action.where else Phrase("choosing {tile}", tile=tiles)
        if action.target not in _ON:
            return ""
        if action.where is None:
            return _ON[action.target]
        if action.target == "tile":
            return self._where_of_tile(action.where)
        found = conditions.region(self._program, action.where, action.target)
        return None if found is None else Phrase(_ON_SUCH[action.target].template, cell=found.one)

    def _where_of_tile(self, text: str) -> object | None:
        """With which tile: any that is not the one of a cell."""
        node = parse(text)
        if node.kind == "!=" and node.parts[0].value == "chosen" and node.parts[1].value == "at":
            asked = text.partition("at(")[2].rpartition(")")[0]
            found = conditions.region(self._program, asked, "tile")
            if found is not None and found.is_one:
                return Phrase("choosing a tile other than that of {cell}", cell=found.one)
        return None

    def _step(self, name: str, verb: str, target: str) -> object:
        def report(path: KeyPath, what: str, found: object) -> None:
            step = path[1]
            table = f"[mechanics.{step}]" if step in self._ruleset.mechanics else ""
            fix = f'write rule = "…" in {table}, or in [actions.{verb}]' if table else f"write rule in [actions.{verb}]"
            where: KeyPath = path if table else ("actions", verb, "steps")
            self._leave_out(where, f'{what}, in "{step}"', found, fix)

        return step_in_words(self._program, name, target, report)

    # ------------------------------------------------------------ the queue, points, triggers

    def _about_queue(self) -> Iterator[Phrase]:
        program, queue = self._program, self._ruleset.queue
        if queue is None:
            return
        if queue.shows > 1:
            yield Phrase("The next {count} tiles are shown, NOW first.", count=queue.shows)
        else:
            yield Phrase("The next tile is shown as NOW.")
        for name in queue.through:
            table = self._ruleset.mechanics.get(name, {})
            if "rule" in table:
                yield Phrase(filled(self._ruleset, str(table["rule"])))
                continue
            told, gaps = through_in_words(program, name)
            if gaps:
                fix = f'write rule = "…" in [mechanics.{name}]'
                self._leave_out(("mechanics", name), f'which tiles "{name}" deals', gaps[-1], fix)
            elif told:
                yield told

    def _about_numbers(self) -> Iterator[Phrase]:
        program, ruleset = self._program, self._ruleset
        yield from self._about_budgets()
        for event, value in ruleset.scoring.items() if not ruleset.game.rules else ():
            # An author who tells of the whole game tells how points come about.
            fix = "say how points come about in [game], as rules"
            after, unit = self._after(event)
            if conditions.number(program, value) is None and conditions.points(program, value, unit) is None:
                self._leave_out(("scoring", event), f'how many points "{event}" pays', value, fix)
            if after is None:
                self._leave_out(("scoring", event), f'what "{event}" is', value, fix)
                continue
            paid = conditions.paid(program, after, value, unit)
            if paid is not None:
                yield paid
        for name, values in ruleset.properties.items():
            if _pays(ruleset, name):
                each = [Phrase("{tile} {value}", tile=tile, value=value) for tile, value in values.items()]
                yield Phrase("{property}: {values}.", property=named(name), values=chained("{first}, {rest}", each))
        for i, trigger in enumerate(ruleset.triggers):
            said = self._about_trigger(i, trigger)
            if said is not None:
                yield said

    def _about_budgets(self) -> Iterator[Phrase]:
        """What there is at first of what actions and undo cost, where no sentence of the author names it."""
        ruleset = self._ruleset
        told = placeholders_of(text for path, text in sentences(ruleset) if path[-1] != "goal")
        spent = [*ruleset.undo.costs] if ruleset.undo.depth else []
        spent += [name for action in ruleset.actions.values() for name in action.costs]
        budgets = [
            name for name in ruleset.variables if name in spent and not {name, ruleset.start.set.get(name)} & told
        ]
        held = [(name, start_of(ruleset, name)) for name in budgets]
        said = [
            Phrase("{amount} {name}", amount=start, name=singular(name) if start == 1 else spoken(name))
            for name, start in held
            if start is not None and start > 0
        ]
        if said:
            yield Phrase("You begin with {amounts}.", amounts=chained("{first} as well as {rest}", said))

    def _about_trigger(self, i: int, trigger: Trigger) -> Phrase | None:
        program = self._program
        if trigger.rule:
            return Phrase(filled(self._ruleset, trigger.rule))
        path: KeyPath = ("triggers", i)
        fix = 'write rule = "…" in this [[triggers]]'
        changes = self._changes(path, trigger.add, trigger.set, fix)
        if not changes:
            return None
        event, unit = self._after(trigger.on)
        if event is None:
            self._leave_out((*path, "on"), f'what "{trigger.on}" is', trigger.on, fix)
            return None
        said: dict[str, object] = {"event": event, "changes": chained("{first}, {rest}", changes)}
        if not trigger.when:
            return Phrase("{event}: {changes}.", **said)
        condition = conditions.clause(program, trigger.when, count=_COUNTED.get(unit))
        if condition is None:
            self._leave_out((*path, "when"), "when this follows", trigger.when, fix)
            return Phrase("{event}, sometimes: {changes}.", **said)
        return Phrase("{event} and {condition}: {changes}.", condition=condition, **said)

    def _after(self, event: str) -> tuple[Phrase | None, str]:
        """How a sentence begins that says what an event brings, and what its ``count`` counts.

        An event that the ruleset gave a name of its own is that of its kind, if no other step raises that kind's;
        else it is told by its step. None where nothing tells which is meant.
        """
        if event in ("scored", "total"):
            return _AFTER[event], ""
        raised = self._program.raised
        own = {each for name in raised for shown, each in raised[name].items() if shown == event}
        if len(own) != 1:
            return None, ""
        (kind,) = own
        records = [each.events.get(kind) for each in self._program.kinds.values()]
        follows, unit = next(((one.follows, one.counts) for one in records if isinstance(one, Event)), ("", ""))
        rivals = [name for name in raised for shown, each in raised[name].items() if each == kind and shown != event]
        if not rivals and follows:
            return Phrase(follows), unit
        steps = [name for name in raised if event in raised[name]]
        gaps: list[str] = []
        if len(steps) != 1 or len(raised[steps[0]]) != 1:
            return None, unit
        told = step_in_words(self._program, steps[0], self._target_of(steps[0]), lambda _, what, __: gaps.append(what))
        return (None if gaps else Phrase("Each time {step}", step=told)), unit

    def _target_of(self, step: str) -> str:
        """What the player chooses with the actions that take a step; "none" where that differs."""
        found = {action.target for action in self._ruleset.actions.values() if step in action.steps}
        return next(iter(found)) if len(found) == 1 else "none"

    def _changes(
        self, path: KeyPath, add: Mapping[str, object], become: Mapping[str, object], fix: str
    ) -> list[Phrase]:
        """What becomes of the score and of the variables that are shown; of the others players know nothing."""
        found: list[Phrase] = []
        for key, table, said in (("add", add, _MORE), ("set", become, _BECOMES)):
            for name, value in table.items():
                if name != "score" and not is_shown(self._program, name):
                    continue
                if conditions.number(self._program, value) is None:
                    self._leave_out((*path, key, name), f'what becomes of "{name}"', value, fix)
                change = _change(self._program, name, value, said)
                found += [] if change is None else [change]
        return found

    # ------------------------------------------------------------ ends and undo

    def _about_ends(self) -> Iterator[Phrase]:
        for i, end in enumerate(self._ruleset.end):
            if conditions.never(self._program, end.when) or (end.after and not self._reachable(end.after)):
                continue
            if end.rule:
                yield Phrase(filled(self._ruleset, end.rule))
                continue
            said = [*self._about_end(i, end)]
            if said:
                whole = chained("{first} {rest}", said)
                assert isinstance(whole, Phrase)
                yield whole

    def _reachable(self, verbs: Sequence[str]) -> list[str]:
        """Those of some actions that a player can ever pay for."""
        actions = self._ruleset.actions
        return [
            verb for verb in verbs
            if verb not in actions or not conditions.beyond_reach(self._program, actions[verb].costs)
        ]  # fmt: skip

    def _about_end(self, i: int, end: End) -> Iterator[Phrase]:
        kind = _ENDS.get((end.status, end.outcome or ""), _STOPS[end.status])
        condition = conditions.clause(self._program, end.when)
        text = end.text or end.reason
        fix = 'write rule = "…" in this [[end]]'
        changes = self._changes(("end", i), end.add, end.set, fix)
        if condition is None:
            self._leave_out(("end", i, "when"), f'when "{text}" comes about', end.when, fix)
        elif end.after:
            actions = [action_named(self._ruleset, verb) for verb in self._reachable(end.after)]
            after = chained("{first} or {rest}", actions)
            yield Phrase(
                "{end} ({text}) after {actions} when {condition}.",
                end=kind, condition=condition, text=text, actions=after,
            )  # fmt: skip
        else:
            yield Phrase("{end} ({text}) when {condition}.", end=kind, condition=condition, text=text)
        if changes and condition is not None:
            yield Phrase("Then: {changes}.", changes=chained("{first}, {rest}", changes))
        if end.goal:
            told = filled(self._ruleset, end.goal)
            # A goal may be a sentence that ends by itself.
            yield Phrase("Goal: {goal}" if told.endswith((".", "!", "?", "。")) else "Goal: {goal}.", goal=told)

    def _about_undo(self) -> Phrase:
        program, undo = self._program, self._ruleset.undo
        if not undo.depth or conditions.beyond_reach(program, undo.costs):
            return Phrase("There is no undo.")
        said: dict[str, object] = {
            "actions": Phrase("action") if undo.depth == 1 else Phrase("{count} actions", count=undo.depth)
        }
        costs = undo.costs.items()
        if costs:
            prices = [Phrase("costing {price}", price=_priced(program, name, price)) for name, price in costs]
            said["costs"] = chained("{first}, {rest}", prices)
        if costs and undo.after_end:
            return Phrase("Undo takes back the last {actions}, {costs}, also after the end.", **said)
        if costs:
            return Phrase("Undo takes back the last {actions}, {costs}.", **said)
        if undo.after_end:
            return Phrase("Undo takes back the last {actions}, also after the end.", **said)
        return Phrase("Undo takes back the last {actions}.", **said)


_WHEN: Final = Phrase("when {condition}")
_MUST: Final = Phrase("if after the first step {condition}")


def _priced(program: Program, name: str, price: object) -> object:
    """A price: ``"1 charge"``, ``"5 coins"``; the name alone where it depends on the game."""
    fixed = conditions.number(program, price)
    if fixed is None:
        return _KNOWN.get(name, spoken(name))
    said = _KNOWN.get(name) or (singular(name) if fixed == 1 else spoken(name))
    return Phrase("{price} {name}", price=fixed, name=said)


def _pays(ruleset: Ruleset, name: str) -> bool:
    """Whether a property is what a player scores by: a number that points are made of, and no code that is taken apart.

    What else a property is used for, such as a list of sides that are open, says nothing to a player.
    """
    added = [each.add for each in ruleset.actions.values()]
    added += [each.add for each in ruleset.triggers] + [each.add for each in ruleset.end]
    texts = [*ruleset.scoring.values(), *(add.get("score", 0) for add in added)]
    found = False
    for text in texts:
        for node in parse(text).walk() if isinstance(text, str) else ():
            inside = [part for part in node.walk() if part.kind == "call" and part.value == name]
            if inside and node.kind in ("//", "%", "**", "==", "!=", "<", "<=", ">", ">=", "in", "not in"):
                return False
            found = found or bool(inside)
    return found


def _change(program: Program, name: str, value: object, said: Phrase) -> Phrase | None:
    """What becomes of a number; None where nothing does."""
    fixed, about = conditions.number(program, value), _KNOWN.get(name, named(name))
    if fixed is None:
        return Phrase("{name} changes", name=about)
    if fixed == 0 and said is _MORE:
        return None
    if fixed < 0 and said is _MORE:
        return Phrase("{name} -{value}", name=about, value=-fixed)
    return Phrase(said.template, name=about, value=fixed)
