"""What a ruleset says to a player: the texts of its own, and its rules in words.

Owns which texts of a ruleset players read, so that they can be said in another language, and the sentences that explain
its rules. It does not own what becomes of a game, nor where anything is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from tilekit.grid import cells_of
from tilekit.words import Phrase, chained

if TYPE_CHECKING:
    from tilekit.program.program import Program
    from tilekit.ruleset.models import ActionTable, Ruleset

#: The directions, as a player reads them.
WAYS: Final = {
    "up": Phrase("up"), "down": Phrase("down"), "left": Phrase("left"), "right": Phrase("right"),
    "up-left": Phrase("up-left"), "up-right": Phrase("up-right"),
    "down-left": Phrase("down-left"), "down-right": Phrase("down-right"),
}  # fmt: skip
#: How a game stands, as a player reads it.
STATUSES: Final = {"playing": Phrase("playing"), "paused": Phrase("paused"), "over": Phrase("over")}
#: How a game came out, as a player reads it: once it is over, and where it may go on.
_OUTCOMES: Final = {
    "won": (Phrase("Won"), Phrase("Won; the game may go on")),
    "lost": (Phrase("Lost"), Phrase("Lost; the game may go on")),
    "ended": (Phrase("The end"), Phrase("The end; the game may go on")),
}
#: The events of the bundled mechanics, and of the engine itself.
EVENTS: Final = {
    "cleared": Phrase("cleared"), "dealt": Phrase("dealt"), "filled": Phrase("filled"), "fused": Phrase("fused"),
    "moved": Phrase("moved"), "placed": Phrase("placed"), "scored": Phrase("scored"), "shuffled": Phrase("shuffled"),
    "spawned": Phrase("spawned"), "started": Phrase("started"), "turned": Phrase("turned"),
}  # fmt: skip
#: What else a ruleset speaks of without having named it.
_KNOWN: Final = {"score": Phrase("score"), **STATUSES, **EVENTS}


def named(name: str) -> str:
    """The name of a variable or an action as it is shown: ``"moves_made"`` is ``"Moves made"``."""
    return name.replace("_", " ").capitalize()


def outcome_in_words(status: str, outcome: str) -> str:
    """How a game came out: ``"Won"``; empty while it is open."""
    if outcome not in _OUTCOMES:
        return ""
    over, paused = _OUTCOMES[outcome]
    return paused if status == "paused" else over


def texts(program: Program) -> Mapping[str, bool]:
    """The texts of a ruleset that a player reads, in the order of the file; names as they are shown.

    What stands in the rules in words is among them: conditions and numbers may be said in words, too. The value is
    False for what mechanics say of themselves, which is not the ruleset's.
    """
    ruleset = program.ruleset
    shown = [ruleset.game.title]
    shown += [name for name in program.tiles.ids[1:] if not name.isdecimal()]
    shown += [named(name) for name in ruleset.variables]
    for verb, action in ruleset.actions.items():
        shown += [action.label or named(verb), action.refusal or "", action.rule or ""]
    for end in ruleset.end:
        shown += [end.text or end.reason, end.goal or "", end.rule or ""]
    shown += [*ruleset.game.rules, *(trigger.rule or "" for trigger in ruleset.triggers)]
    shown += [notice.text for notice in ruleset.notices]
    shown += ruleset.ranks.titles.values() if ruleset.ranks else []
    for phrase in rules_in_words(program):
        shown += _own(phrase)
    others = _other_names(ruleset)
    found = dict.fromkeys(program.summaries.values(), False)
    return found | {others.get(text, text): True for text in shown if any(map(str.isalpha, text))}


def _other_names(ruleset: Ruleset) -> Mapping[str, str]:
    """What is shown for each other name of a variable or an action, as its id is one."""
    found: dict[str, str] = {}
    for verb, action in ruleset.actions.items():
        found[verb] = found[named(verb)] = action.label or named(verb)
    for name in ruleset.variables:
        found[name] = found[named(name)] = named(name)
    return found


def _own(value: object) -> Iterator[str]:
    """The texts in a phrase that are the ruleset's, not the engine's."""
    if isinstance(value, Phrase):
        for part in value.values.values():
            yield from _own(part)
    elif isinstance(value, str):
        yield value


def translations(program: Program, language: str) -> Mapping[str, str]:
    """What a ruleset's own texts are called in a language; those of actions and variables by their ids, too."""
    given = program.ruleset.words.get(language, {})
    found = {text: given[text] for text in texts(program) if text in given}
    for name, shown in _other_names(program.ruleset).items():
        if shown in found:
            found.setdefault(name, found[shown])
    return found


# ---------------------------------------------------------------- the rules in words


def rules_in_words(program: Program) -> tuple[Phrase, ...]:
    """The rules of a ruleset in plain words, one paragraph each, from the ruleset alone.

    What its author says of the whole game comes first; what they say of a part stands in place of what is generated.
    """
    ruleset = program.ruleset
    return (
        *map(Phrase, ruleset.game.rules),
        _about_board(program),
        *_about_tiles(program),
        *(_about_action(program, verb, action) for verb, action in ruleset.actions.items()),
        *_about_queue(program),
        *_about_numbers(ruleset),
        *_about_ends(ruleset),
        _about_undo(ruleset),
    )


#: Steps inside steps inside steps are named, not told.
_DEEPEST_STEPS: Final = 2
_TOUCH: Final = {
    "orthogonal": Phrase("side by side"),
    "king": Phrase("side by side or corner to corner"),
    "hex": Phrase("on six sides"),
}


def _about_board(program: Program) -> Phrase:
    grid = program.grid
    cells, touch = len(list(cells_of(grid.full))), _TOUCH[grid.adjacency]
    if grid.wrap:
        return Phrase(
            "{rows} rows by {columns} columns, {cells} cells. Tiles touch {touch}, also across the edges.",
            rows=grid.rows, columns=grid.columns, cells=cells, touch=touch,
        )  # fmt: skip
    return Phrase(
        "{rows} rows by {columns} columns, {cells} cells. Tiles touch {touch}.",
        rows=grid.rows, columns=grid.columns, cells=cells, touch=touch,
    )  # fmt: skip


def _about_tiles(program: Program) -> Iterator[Phrase]:
    tiles = program.tiles
    ladder = tiles.ids[tiles.pieces + 1 :]
    if tiles.labels is not None:
        first = chained("{first}, {rest}", ladder[:3])
        if len(ladder) > 4:
            yield Phrase("Tiles: the numbers {first}, … to {last}.", first=first, last=ladder[-1])
        else:
            yield Phrase("Tiles: the numbers {first} to {last}.", first=first, last=ladder[-1])
    elif tiles.numeric:
        numbers = program.ruleset.tiers.numbers
        if numbers is not None and numbers.last is None:
            second = ladder[1] if len(ladder) > 1 else ""
            yield Phrase("Tiles: the numbers {first}, {second} and up.", first=ladder[0], second=second)
        else:
            yield Phrase("Tiles: the numbers {first} to {last}.", first=ladder[0], last=ladder[-1])
    elif ladder:
        listed = [_glyphed(program, tiles.codes[name]) for name in ladder]
        yield Phrase("Tiers, lowest first: {tiles}.", tiles=chained("{first}, {rest}", listed))
    if tiles.pieces:
        listed = [_glyphed(program, code) for code in range(1, tiles.pieces + 1)]
        yield Phrase("Outside the chain: {tiles}.", tiles=chained("{first}, {rest}", listed))


def _glyphed(program: Program, code: int) -> str:
    name, glyph = program.tiles.ids[code], program.tiles.glyphs[code]
    return name if glyph == name else Phrase("{tile} ({glyph})", tile=name, glyph=Phrase(glyph))


#: On what an action is played: anywhere, and where a condition holds.
_ON: Final = {
    "cell": (Phrase("on a cell"), Phrase("on a cell where {condition}")),
    "column": (Phrase("on a column"), Phrase("on a column where {condition}")),
    "row": (Phrase("on a row"), Phrase("on a row where {condition}")),
    "pair": (Phrase("on two cells that touch"), Phrase("on two cells that touch where {condition}")),
    "tile": (Phrase("with a tile"), Phrase("with a tile where {condition}")),
}


def _about_action(program: Program, verb: str, action: ActionTable) -> Phrase:
    if action.rule:
        return Phrase("{action}: {rule}", action=named(verb), rule=action.rule)
    about: list[object] = []
    if action.target in _ON:
        anywhere, somewhere = _ON[action.target]
        about.append(Phrase(somewhere.template, condition=action.where) if action.where else anywhere)
    if action.target == "direction":
        about.append(chained("{first} or {rest}", [WAYS[way] for way in program.grid.directions]))
    if action.during != ["playing"]:
        during = [_known(reason) for reason in action.during]
        about.append(Phrase("during {pauses}", pauses=chained("{first} or {rest}", during)))
    if action.when:
        about.append(Phrase("when {condition}", condition=action.when))
    if action.must:
        about.append(Phrase("if afterwards {condition}", condition=action.must))
    about += [Phrase("costs {price} {name}", price=price, name=_known(name)) for name, price in action.costs.items()]
    parts = chained("{first}; {rest}", about)
    steps = chained("{first}; then {rest}", [_about_step(program, name) for name in action.steps])
    name = named(verb)
    if parts and steps:
        return Phrase("{action} ({parts}): {steps}.", action=name, parts=parts, steps=steps)
    if parts:
        return Phrase("{action} ({parts}).", action=name, parts=parts)
    return Phrase("{action}: {steps}.", action=name, steps=steps) if steps else Phrase("{action}.", action=name)


def _about_step(program: Program, name: str, depth: int = 0) -> object:
    table = program.ruleset.mechanics.get(name, {})
    if "rule" in table:
        return str(table["rule"])
    inner = table.get("steps")
    about: object = Phrase(program.summaries[name]) if name in program.summaries else name
    if isinstance(inner, list) and depth < _DEEPEST_STEPS:
        steps = chained("{first} and {rest}", [_about_step(program, str(step), depth + 1) for step in inner])
        about = Phrase("{steps}, again while something changes", steps=steps)
    settings = list(_settings(table, program.defaults.get(name, {})))
    if settings:
        about = Phrase("{step} ({settings})", step=about, settings=chained("{first}, {rest}", settings))
    return Phrase("{step} if {condition}", step=about, condition=str(table["when"])) if "when" in table else about


#: Greater numbers that hold where a file says nothing are bounds, no rules.
_GREAT: Final = 100


def _settings(table: Mapping[str, object], defaults: Mapping[str, object]) -> Iterator[object]:
    """The settings of a mechanic that can be said plainly: numbers, directions, where, what from and into what."""
    unsaid = {key: value for key, value in defaults.items() if isinstance(value, int) and 1 < value < _GREAT}
    for key, value in {**unsaid, **table}.items():
        if isinstance(value, int) or (isinstance(value, str) and isinstance(defaults.get(key), int)):
            yield Phrase("{setting} {value}", setting=Phrase(key), value=value)
        elif key == "toward" and value in WAYS:
            yield Phrase("toward {way}", way=WAYS[str(value)])
        elif key == "from" and value == "now":
            yield Phrase("from NOW")
        elif key == "cells" and isinstance(value, str):
            yield Phrase("where {condition}", condition=value)
        elif key == "to" and isinstance(value, dict):
            turns = [
                Phrase("{tile} to {other}", tile=_tile(before), other=_tile(after)) for before, after in value.items()
            ]
            yield chained("{first}, {rest}", turns)
        elif key == "to":
            yield Phrase("to {tile}", tile=_tile(value))


def _tile(name: object) -> object:
    return Phrase("empty") if name == "none" else name


def _about_queue(program: Program) -> Iterator[Phrase]:
    queue = program.ruleset.queue
    if queue is None:
        return
    through: list[object] = []
    for name in queue.through:
        table = program.ruleset.mechanics.get(name, {})
        if "rule" in table:
            through.append(str(table["rule"]))
            continue
        settings = [
            Phrase("{setting} {value}", setting=Phrase(key), value=str(value).lower())
            for key, value in table.items()
            if key != "use"
        ]
        about = Phrase(program.summaries[name].capitalize()) if name in program.summaries else name.capitalize()
        through.append(Phrase("{step} ({settings}).", step=about, settings=chained("{first}, {rest}", settings)))
    if through:
        yield Phrase("The queue shows {count}. {steps}", count=queue.shows, steps=chained("{first} {rest}", through))
    else:
        yield Phrase("The queue shows {count}. ", count=queue.shows)


def _known(name: str) -> str:
    """What the engine calls something, or the ruleset's own name for it."""
    return _KNOWN.get(name, name)


def _about_numbers(ruleset: Ruleset) -> Iterator[Phrase]:
    if ruleset.scoring:
        pays = [
            Phrase("{event} pays {points}", event=_known(event), points=points)
            for event, points in ruleset.scoring.items()
        ]
        yield Phrase("Points: {payments}.", payments=chained("{first}; {rest}", pays))
    for name, values in ruleset.properties.items():
        each = [Phrase("{tile} {value}", tile=tile, value=value) for tile, value in values.items()]
        yield Phrase("{property}: {values}.", property=name.capitalize(), values=chained("{first}, {rest}", each))
    for trigger in ruleset.triggers:
        changes = [Phrase("{name} +{value}", name=_known(name), value=value) for name, value in trigger.add.items()]
        changes += [Phrase("{name} = {value}", name=_known(name), value=value) for name, value in trigger.set.items()]
        if trigger.rule:
            yield Phrase(trigger.rule)
            continue
        follow, event = chained("{first}, {rest}", changes), _known(trigger.on)
        if trigger.when:
            yield Phrase(
                "When {event} and {condition}: {changes}.", event=event, condition=trigger.when, changes=follow
            )
        else:
            yield Phrase("When {event}: {changes}.", event=event, changes=follow)


def _about_ends(ruleset: Ruleset) -> Iterator[Phrase]:
    for end in ruleset.end:
        if end.rule:
            yield Phrase(end.rule)
            continue
        said: dict[str, object] = {"text": end.text or end.reason, "condition": end.when}
        over = end.status == "over"
        if end.goal and over:
            yield Phrase("The game is over ({text}) when {condition}. Goal: {goal}.", goal=end.goal, **said)
        elif end.goal:
            yield Phrase("The game pauses ({text}) when {condition}. Goal: {goal}.", goal=end.goal, **said)
        elif over:
            yield Phrase("The game is over ({text}) when {condition}.", **said)
        else:
            yield Phrase("The game pauses ({text}) when {condition}.", **said)


def _about_undo(ruleset: Ruleset) -> Phrase:
    undo = ruleset.undo
    if not undo.depth:
        return Phrase("There is no undo.")
    said: dict[str, object] = {
        "actions": Phrase("action") if undo.depth == 1 else Phrase("{count} actions", count=undo.depth)
    }
    if undo.costs:
        prices = [Phrase("costing {price} {name}", price=price, name=name) for name, price in undo.costs.items()]
        said["costs"] = chained("{first}, {rest}", prices)
    if undo.costs and undo.after_end:
        return Phrase("Undo takes back the last {actions}, {costs}, also after the end.", **said)
    if undo.costs:
        return Phrase("Undo takes back the last {actions}, {costs}.", **said)
    if undo.after_end:
        return Phrase("Undo takes back the last {actions}, also after the end.", **said)
    return Phrase("Undo takes back the last {actions}.", **said)
