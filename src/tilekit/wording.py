"""What a ruleset says to a player: the texts of its own, and its rules in words.

Owns which texts of a ruleset players read, so that they can be said in another language, and the sentences that explain
its rules. It does not own what becomes of a game, nor where anything is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from tilekit import paraphrase
from tilekit.grid import cells_of
from tilekit.paraphrase import named, singular, spoken
from tilekit.program.sentences import filled, sentences
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
#: How a sentence begins that says what an event brings.
_AFTER: Final = {
    "cleared": Phrase("When tiles vanish"),
    "dealt": Phrase("When a tile is dealt"), "filled": Phrase("When empty cells are filled"),
    "fused": Phrase("When tiles join"), "moved": Phrase("When tiles move"),
    "overflowed": Phrase("When tiles are pushed off the board"), "placed": Phrase("When a tile is placed"),
    "pushed": Phrase("When a line is pushed"), "scored": Phrase("When points are scored"),
    "shuffled": Phrase("When the tiles are shuffled"), "spawned": Phrase("When tiles appear"),
    "started": Phrase("When the board is dealt"), "swapped": Phrase("When two tiles change places"),
    "turned": Phrase("When tiles change"), "total": Phrase("For the board as it lies"),
}  # fmt: skip


def outcome_in_words(status: str, outcome: str) -> str:
    """How a game came out: ``"Won"``; empty while it is open."""
    if outcome not in _OUTCOMES:
        return ""
    over, paused = _OUTCOMES[outcome]
    return paused if status == "paused" else over


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
        shown += [action.label or named(verb), action.refusal or ""]
        shown += [reason for reason in action.during if reason not in _KNOWN]  # a refusal names them
    for end in ruleset.end:
        shown += [end.text or end.reason]
    shown += [text for path, text in sentences(ruleset) if path[0] != "mechanics" or path[1] in _told_alone(ruleset)]
    shown += [notice.text for notice in ruleset.notices]
    shown += ruleset.ranks.titles.values() if ruleset.ranks else []
    for phrase in rules_in_words(program):
        shown += _own(phrase)
    others = {**{filled(ruleset, text): text for _, text in sentences(ruleset)}, **_other_names(ruleset)}
    found = dict.fromkeys(program.summaries.values(), False)
    return found | {others.get(text, text): True for text in shown if any(map(str.isalpha, text))}


def _told_alone(ruleset: Ruleset) -> Sequence[str]:
    """The mechanics whose sentences are paragraphs; of the others those are texts that an action tells."""
    return ruleset.queue.through if ruleset.queue else ()


def _other_names(ruleset: Ruleset) -> Mapping[str, str]:
    """What is shown for each other name of a variable or an action, as its id is one."""
    found: dict[str, str] = {}
    for verb, action in ruleset.actions.items():
        found[verb] = found[named(verb)] = action.label or named(verb)
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
    what cannot be said plainly is said more generally, or not at all.
    """
    ruleset = program.ruleset
    return (
        *(_about_action(program, verb, action) for verb, action in ruleset.actions.items()),
        *_about_queue(program),
        *(Phrase(filled(ruleset, text)) for text in ruleset.game.rules),
        *_about_numbers(program),
        *_about_ends(program),
        _about_undo(program),
        _about_board(program),
        *_about_tiles(program),
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
    for paragraph, _, _ in tiles_in_words(program):
        yield paragraph


def tiles_in_words(program: Program) -> Iterator[tuple[Phrase, Phrase, range]]:
    """The last paragraphs of the rules, each with what stands in its place where tiles are drawn, and their codes."""
    tiles = program.tiles
    every = range(tiles.pieces + 1, tiles.last + 1)
    ladder = tiles.ids[tiles.pieces + 1 :]
    if tiles.labels is not None:
        first = chained("{first}, {rest}", ladder[:3])
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
    "tile": Phrase("with a tile"),
}


def _about_action(program: Program, verb: str, action: ActionTable) -> Phrase:
    name = action.label or named(verb)
    if paraphrase.beyond_reach(program, action.costs):
        return Phrase("{action}: not to be had in this game.", action=name)
    if action.rule:
        return Phrase("{action}: {rule}", action=name, rule=filled(program.ruleset, action.rule))
    about: list[object] = []
    where = paraphrase.cells(program, action.where) if action.where and action.target == "cell" else None
    if where is not None:
        about.append(Phrase("on {cell}", cell=where))
    elif action.target in _ON:
        about.append(_ON[action.target])
    if action.target == "direction":
        about.append(chained("{first} or {rest}", [WAYS[way] for way in program.grid.directions]))
    if action.during != ["playing"]:
        during = [_known(reason) for reason in action.during]
        about.append(Phrase("during {pauses}", pauses=chained("{first} or {rest}", during)))
    for template, text in ((_WHEN, action.when), (_MUST, action.must)):
        said = paraphrase.clause(program, text) if text else None
        if said is not None:
            about.append(Phrase(template.template, condition=said))
    about += [Phrase("costs {price}", price=_priced(program, name, price)) for name, price in action.costs.items()]
    about += _changes(program, action.add, action.set)
    parts = chained("{first}; {rest}", about)
    steps = chained("{first}; then {rest}", [_about_step(program, name) for name in action.steps])
    if parts and steps:
        return Phrase("{action} ({parts}): {steps}.", action=name, parts=parts, steps=steps)
    if parts:
        return Phrase("{action} ({parts}).", action=name, parts=parts)
    return Phrase("{action}: {steps}.", action=name, steps=steps) if steps else Phrase("{action}.", action=name)


_WHEN: Final = Phrase("when {condition}")
_MUST: Final = Phrase("if afterwards {condition}")


def _priced(program: Program, name: str, price: object) -> object:
    """A price: ``"1 charge"``, ``"5 coins"``; the name alone where it hangs on the game."""
    fixed = paraphrase.number(program, price)
    if fixed is None:
        return _KNOWN.get(name, spoken(name))
    said = _KNOWN.get(name) or (singular(name) if fixed == 1 else spoken(name))
    return Phrase("{price} {name}", price=fixed, name=said)


def _about_step(program: Program, name: str, depth: int = 0) -> object:
    table = program.ruleset.mechanics.get(name, {})
    if "rule" in table:
        return filled(program.ruleset, str(table["rule"]))
    about = _told(program, name, depth)
    if about is None:
        about = Phrase(program.summaries[name]) if name in program.summaries else spoken(name)
    settings = list(_settings(program, name))
    if settings:
        about = Phrase("{step} ({settings})", step=about, settings=chained("{first}, {rest}", settings))
    if "when" not in table:
        return about
    said = paraphrase.clause(program, str(table["when"]))
    if said is None:
        return Phrase("sometimes {step}", step=about)
    return Phrase("{step} if {condition}", step=about, condition=said)


def _told(program: Program, name: str, depth: int) -> object | None:
    """What a mechanic does, where its settings belong into the middle of the sentence."""
    table = program.ruleset.mechanics.get(name, {})
    kind, given = table.get("use", name), {**program.defaults.get(name, {}), **table}
    numbers = {
        key: paraphrase.number(program, given.get(key)) for key in ("least", "count", "reach", "leaves", "times")
    }
    if kind == "fuse" and numbers["least"] is not None:
        count = numbers["least"]
        if "makes" in table:
            return Phrase("{count} or more equal tiles that touch become one tile", count=count)
        return Phrase("{count} or more equal tiles that touch become one tile of the next tier", count=count)
    if kind == "spawn" and numbers["count"] is not None:
        if numbers["count"] == 1:
            return Phrase("a tile appears on a random empty cell")
        return Phrase("{count} tiles appear on random empty cells", count=numbers["count"])
    if kind == "slide" and numbers["reach"] is not None:
        if numbers["reach"] == 1:
            return Phrase("all tiles move one cell one way, and those that meet may join")
        reach = numbers["reach"]
        return Phrase("all tiles slide one way, at most {count} cells, and those that meet may join", count=reach)
    if kind == "shuffle" and numbers["leaves"]:
        least = numbers["leaves"]
        return Phrase("every tile moves to another cell, so that {count} or more equal ones touch", count=least)
    if isinstance(table.get("steps"), list) and depth < _DEEPEST_STEPS:
        inner = [_about_step(program, str(step), depth + 1) for step in table["steps"]]
        steps = chained("{first} and {rest}", inner)
        if "times" not in table:
            return Phrase("{steps}, again while something changes", steps=steps)
        if numbers["times"] is None:
            return Phrase("{steps}, more than once", steps=steps)
        return Phrase("{steps}, up to {count} times", steps=steps, count=numbers["times"])
    return None


#: To which wall.
_TOWARD: Final = {
    "up": Phrase("toward the top"), "down": Phrase("toward the bottom"),
    "left": Phrase("toward the left"), "right": Phrase("toward the right"),
}  # fmt: skip


def _settings(program: Program, name: str) -> Iterator[object]:
    """The settings of a mechanic that can be said plainly, whatever its kind: a direction, where, from and into what.

    A number says nothing without knowing what it counts, so those of kinds that are not known here are left out.
    """
    table, defaults = program.ruleset.mechanics.get(name, {}), program.defaults.get(name, {})
    for key, value in {**{key: defaults[key] for key in ("toward",) if key in defaults}, **table}.items():
        if key == "toward" and value in _TOWARD:
            yield _TOWARD[str(value)]
        elif key == "from" and value == "now":
            yield Phrase("from NOW")
        elif key == "cells" and isinstance(value, str):
            where = paraphrase.cells(program, value)
            if where is not None:
                yield Phrase("on {cell}", cell=where)
        elif key == "to":
            turns = value.items() if isinstance(value, dict) else [(None, value)]
            if all(other in program.tiles.ids for _, other in turns):
                yield chained("{first}, {rest}", [_turn(before, after) for before, after in turns])


def _turn(before: object, after: object) -> Phrase:
    if before is None:
        return Phrase("to {tile}", tile=_tile(after))
    return Phrase("{tile} to {other}", tile=_tile(before), other=_tile(after))


def _tile(name: object) -> object:
    return Phrase("empty") if name == "none" else name


def _about_queue(program: Program) -> Iterator[Phrase]:
    queue = program.ruleset.queue
    if queue is None:
        return
    if queue.shows > 1:
        yield Phrase("The next {count} tiles are shown, NOW first.", count=queue.shows)
    else:
        yield Phrase("The next tile is shown as NOW.")
    for name in queue.through:
        table = program.ruleset.mechanics.get(name, {})
        if "rule" in table:
            yield Phrase(filled(program.ruleset, str(table["rule"])))
            continue
        every, piece = paraphrase.number(program, table.get("every")), table.get("piece")
        if table.get("use", name) == "stone_cycle" and every:
            yield Phrase(
                "Of every {count} tiles dealt, the last is {tile}.", count=every, tile=paraphrase.one(str(piece))
            )
        else:
            yield Phrase("{action}.", action=Phrase(program.summaries.get(name, spoken(name)).capitalize()))


def _known(name: str) -> str:
    """What the engine calls something, or the ruleset's own name for it."""
    return _KNOWN.get(name, name)


def _about_numbers(program: Program) -> Iterator[Phrase]:
    ruleset = program.ruleset
    if not ruleset.game.rules:  # an author who tells of the whole game tells how points come about
        for event, value in ruleset.scoring.items():
            yield paraphrase.paid(program, _after(event), value)
    for name, values in ruleset.properties.items():
        each = [Phrase("{tile} {value}", tile=tile, value=value) for tile, value in values.items()]
        yield Phrase("{property}: {values}.", property=named(name), values=chained("{first}, {rest}", each))
    for trigger in ruleset.triggers:
        if trigger.rule:
            yield Phrase(filled(ruleset, trigger.rule))
            continue
        changes = _changes(program, trigger.add, trigger.set)
        if not changes:
            continue
        said: dict[str, object] = {"event": _after(trigger.on), "changes": chained("{first}, {rest}", changes)}
        if not trigger.when:
            yield Phrase("{event}: {changes}.", **said)
            continue
        condition = paraphrase.clause(program, trigger.when)
        if condition is None:
            yield Phrase("{event}, sometimes: {changes}.", **said)
        else:
            yield Phrase("{event} and {condition}: {changes}.", condition=condition, **said)


def _after(event: str) -> Phrase:
    return _AFTER.get(event) or Phrase("At each {event}", event=spoken(event))


_MORE: Final = Phrase("{name} +{value}")
_BECOMES: Final = Phrase("{name} becomes {value}")


def _changes(program: Program, add: Mapping[str, object], become: Mapping[str, object]) -> list[Phrase]:
    """What becomes of the score and of the variables that are shown; of the others players know nothing."""
    shown = program.ruleset.display.variables
    known = {"score", *(program.ruleset.variables if shown is None else shown)}
    added = [_change(program, name, value, _MORE) for name, value in add.items() if name in known]
    return added + [_change(program, name, value, _BECOMES) for name, value in become.items() if name in known]


def _change(program: Program, name: str, value: object, said: Phrase) -> Phrase:
    fixed, about = paraphrase.number(program, value), _KNOWN.get(name, named(name))
    if fixed is None:
        return Phrase("{name} changes", name=about)
    if fixed < 0 and said is _MORE:
        return Phrase("{name} -{value}", name=about, value=-fixed)
    return Phrase(said.template, name=about, value=fixed)


#: What an end is to the player, by its status and how the game comes out.
_ENDS: Final = {
    ("over", "won"): Phrase("You win"),
    ("over", "lost"): Phrase("You lose"),
    ("paused", "won"): Phrase("You win, and may go on"),
    ("paused", "lost"): Phrase("You lose, and may go on"),
}
#: By its status alone.
_STOPS: Final = {"over": Phrase("The game is over"), "paused": Phrase("The game pauses")}


def _about_ends(program: Program) -> Iterator[Phrase]:
    for end in program.ruleset.end:
        if paraphrase.never(program, end.when):
            continue
        if end.rule:
            yield Phrase(filled(program.ruleset, end.rule))
            continue
        kind = _ENDS.get((end.status, end.outcome or ""), _STOPS[end.status])
        condition = paraphrase.clause(program, end.when)
        text = end.text or end.reason
        if condition is None:
            said = Phrase("{end}: {text}.", end=kind, text=text)
        else:
            said = Phrase("{end} ({text}) when {condition}.", end=kind, condition=condition, text=text)
        changes = _changes(program, end.add, end.set)
        if changes:
            then = Phrase("Then: {changes}.", changes=chained("{first}, {rest}", changes))
            said = Phrase("{first} {rest}", first=said, rest=then)
        if end.goal:
            told = filled(program.ruleset, end.goal)
            # A goal may be a sentence that ends by itself.
            goal = Phrase("Goal: {goal}" if told.endswith((".", "!", "?", "。")) else "Goal: {goal}.", goal=told)
            said = Phrase("{first} {rest}", first=said, rest=goal)
        yield said


def _about_undo(program: Program) -> Phrase:
    undo = program.ruleset.undo
    if not undo.depth or paraphrase.beyond_reach(program, undo.costs):
        return Phrase("There is no undo.")
    said: dict[str, object] = {
        "actions": Phrase("action") if undo.depth == 1 else Phrase("{count} actions", count=undo.depth)
    }
    if undo.costs:
        prices = [Phrase("costing {price}", price=_priced(program, name, price)) for name, price in undo.costs.items()]
        said["costs"] = chained("{first}, {rest}", prices)
    if undo.costs and undo.after_end:
        return Phrase("Undo takes back the last {actions}, {costs}, also after the end.", **said)
    if undo.costs:
        return Phrase("Undo takes back the last {actions}, {costs}.", **said)
    if undo.after_end:
        return Phrase("Undo takes back the last {actions}, also after the end.", **said)
    return Phrase("Undo takes back the last {actions}.", **said)
