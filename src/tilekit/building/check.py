"""Checks of a ruleset's tables that need no expression: tiles, mechanics, and what nothing uses."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from tilekit.building.layout import Layout
from tilekit.building.problems import Problems
from tilekit.errors import did_you_mean
from tilekit.hooks import Mechanic
from tilekit.program.metric import CUT, MetricError, known_metrics, parse_metric
from tilekit.program.tiles import Tiles
from tilekit.ruleset.models import ID_PATTERN, Ruleset
from tilekit.ruleset.text import KeyPath, dotted, found_text
from tilekit.wording.sentences import placeholders

#: What every mechanic may have besides its own settings: what that must be, and what to do otherwise.
_AROUND_TYPES: Final = {
    "use": ("the kind of a mechanic, in quotes", 'write the kind in quotes, such as "fuse"'),
    "when": (
        'a condition in quotes, such as "turn > 10"',
        "write a comparison such as turn > 10, or leave it out where it may be missing",
    ),
    "emits": ("the name of an event, in quotes", ""),
}
#: Mistakes that leave steps unused.
_LEAVE_STEPS: Final = ("unknown-mechanic", "steps-too-deep", "steps-in-circle", "wrong-place", "no-queue")
#: A metric that speaks of events.
OF_EVENTS: Final = re.compile(r"\b(events|per_1000)\.")
#: How one writes that the board is full.
_FULL: Final = frozenset({"empties==0", "empties<1", "empties<=0", "notexists(empty)", "count(empty)==0"})


def check_tiles(ruleset: Ruleset, tiles: Tiles, problems: Problems) -> None:
    """Reports what is wrong with [tiers], and looks of tiles that do not exist."""
    table = ruleset.tiers
    if (table.chain is None) == (table.numbers is None) and not (table.chain is None and table.pieces):
        found = "both" if table.chain is not None else "neither"
        problems.add(
            ("tiers",), "chain-or-numbers", "tiers are a chain of names or a ladder of numbers",
            found=found, expected='chain = ["…", "…"], or numbers = { first = 1 }',
            fix="delete one of the two" if found == "both" else 'write chain = ["…", "…"], lowest first',
        )  # fmt: skip
    if table.chain == [] and not table.pieces:
        problems.add(("tiers", "chain"), "no-tiles", "the game has no tiles", found="[]",
                     expected="at least one tier, or a piece",
                     fix='write chain = ["…", "…"], lowest first')  # fmt: skip
    if table.numbers and table.numbers.last is not None and table.numbers.last < table.numbers.first:
        problems.add(("tiers", "numbers", "last"), "bad-numbers", "ladder ends before it begins",
                     found=str(table.numbers.last), expected=f"{table.numbers.first} or more")  # fmt: skip
    for kind, ids in (("chain", table.chain or []), ("pieces", table.pieces)):
        for i, name in enumerate(ids):
            if name == "none" or name in (*(table.chain or [])[: i if kind == "chain" else None],
                                          *(table.pieces[:i] if kind == "pieces" else [])):  # fmt: skip
                other = "the word for no tile" if name == "none" else "a tile already"
                problems.add(("tiers", kind, i), "name-taken", f'a tile cannot be called "{name}"', found=name,
                             expected=f'a name of its own: "{name}" is {other}',
                             fix="give it another name")  # fmt: skip
    for name, after in table.next.items():
        for tile, is_key in ((name, True), (str(after), False)):
            if tile not in tiles.codes:
                problems.unknown(("tiers", "next", name), "tile", tile, tiles.ids[1:], key=is_key)
    seen: dict[str, str] = {}
    for name, glyph in table.glyphs.items():
        if name not in tiles.codes or name == "none":
            problems.unknown(("tiers", "glyphs", name), "tile", name, tiles.ids[1:], key=True)
        elif glyph in seen:
            problems.add(("tiers", "glyphs", name), "glyph-taken", f'glyph "{glyph}" is taken', found=glyph,
                         expected=f'a glyph of its own: "{seen[glyph]}" has this one',
                         fix="choose another")  # fmt: skip
        elif glyph in tiles.codes and glyph != name:
            problems.add(("tiers", "glyphs", name), "glyph-taken", f'glyph "{glyph}" is the name of another tile',
                         found=glyph, expected="a glyph that names no other tile", fix="choose another")  # fmt: skip
        seen.setdefault(glyph, name)
    for name in ruleset.look:
        if name not in tiles.codes or name == "none":
            problems.unknown(("look", name), "tile", name, tiles.ids[1:], key=True)
    for i, name in enumerate(ruleset.display.variables or []):
        if name not in ruleset.variables:
            problems.unknown(("display", "variables", i), "variable", name, ruleset.variables)


def check_mechanics(ruleset: Ruleset, kinds: Mapping[str, Mechanic], problems: Problems) -> None:
    """Reports kinds that no plugin supplies, and what is wrong in the keys that every mechanic has."""
    for name, table in ruleset.mechanics.items():
        path: KeyPath = ("mechanics", name)
        wrong = [key for key in _AROUND_TYPES if not isinstance(table.get(key, ""), str)]
        for key in wrong:
            expected, fix = _AROUND_TYPES[key]
            problems.add((*path, key), "wrong-type", f'"{dotted((*path, key))}" must be {expected.partition(",")[0]}',
                         found=found_text(table[key]), expected=expected, fix=fix)  # fmt: skip
        use = str(table.get("use", name))
        if "use" in wrong:
            continue
        if use not in kinds:
            near = did_you_mean(use, list(kinds))
            problems.add(
                (*path, "use") if "use" in table else path, "unknown-mechanic",
                f'no plugin supplies a mechanic of the kind "{use}"', found=use,
                expected="one of " + ", ".join(sorted(kinds)), key="use" not in table,
                fix=f"{near} Or install the plugin that supplies it"
                if near
                else "install the plugin that supplies it, or name a kind with use",
            )  # fmt: skip
            continue
        kind = kinds[use]
        if "emits" in table and isinstance(table["emits"], str):
            if len(kind.events) != 1:
                problems.add(("mechanics", name, "emits"), "no-event",
                             f'"{use}" raises no single event to rename', key=True, found=str(table["emits"]),
                             expected="a kind with one event", fix="delete emits")  # fmt: skip
            elif not re.fullmatch(ID_PATTERN, table["emits"]) or table["emits"] in ("scored", "total"):
                problems.add(("mechanics", name, "emits"), "bad-name", f'an event cannot be called "{table["emits"]}"',
                             found=table["emits"], expected="lower-case letters, digits and _; not scored, not total",
                             fix="choose another name")  # fmt: skip


#: The tables whose keys are names, and what each name is of.
NAMED: Final = {"constants": "constant", "properties": "property", "areas": "area", "variables": "variable"}


def check_unused(
    ruleset: Ruleset,
    layout: Layout,
    problems: Problems,
    *,
    steps: Collection[str],
    tables: Collection[str],
    placers: Collection[str],
    dealers: Collection[str],
    home_of: Callable[[str], str],
) -> None:
    """Warns of what is written and never used, given the steps, the spawn tables, and who places NOW and deals.

    ``home_of`` says what to do with a mechanic that is never a step.
    """
    # A misspelt name leaves the thing it means unused; one report is enough.
    for name in ruleset.mechanics:
        if name not in steps and name in layout.mechanics and not problems.has(*_LEAVE_STEPS):
            through = layout.mechanics[name].role == "through"
            problems.add(("mechanics", name), "unused-mechanic", f'"{name}" is never a step', key=True,
                         severity="warning", found=name,
                         expected="a name in [queue] through" if through else "a step of an action or of [start]",
                         fix="name it in [queue] through" if through
                         else home_of(name) or "delete it")  # fmt: skip
    for name in ruleset.spawn:
        if name not in tables and not problems.has("unknown-spawn", "no-queue", "unknown-mechanic", "wrong-type"):
            problems.add(("spawn", name), "unused-spawn", f'nothing draws from spawn table "{name}"', key=True,
                         severity="warning", found=name, expected='a from = "…" that names it',
                         fix="name it, or delete it")  # fmt: skip
    if all(problem.severity == "warning" for problem in problems.found):
        _check_unused_names(ruleset, problems)
    if ruleset.queue is None:
        return
    for verb, action in ruleset.actions.items():
        inside = layout.closure(action.steps)
        if inside & {*placers} and not inside & {*dealers}:
            problems.add(("actions", verb, "steps"), "queue-stands-still", f'"{verb}" places NOW and never deals',
                         severity="warning", found=", ".join(action.steps), expected="a deal",
                         fix='add "deal" at the end')  # fmt: skip


def check_ends(ruleset: Ruleset, layout: Layout, problems: Problems) -> None:
    """Warns of ends that come while another action may be legal, or look as if the game had been cut off."""
    for i, end in enumerate(ruleset.end):
        if end.status == "over" and end.reason == CUT:
            problems.add(("end", i, "reason"), "reason-taken",
                         f'"{CUT}" is the reason of games that simulations cut off', severity="warning",
                         found=end.reason, expected="a reason of its own", fix="choose another word")  # fmt: skip
        if end.status != "over" or end.after is not None or "".join(end.when.split()) not in _FULL:
            continue
        for verb, action in ruleset.actions.items():
            kinds = [layout.mechanics[name].kind for name in action.steps[:1] if name in layout.mechanics]
            about_empty = {"empty", *ruleset.areas} & set(_words(action.where or "empty"))
            elsewhere = action.target in ("direction", "pair", "tile") or not about_empty
            if "playing" in action.during and elsewhere and kinds != ["place"]:
                problems.add(("end", i, "when"), "end-before-the-end", f'"{verb}" may still be legal on a full board',
                             severity="warning", found=end.when, expected="an end after which nothing can be played",
                             fix='write when = "no_moves"')  # fmt: skip
                break


def check_total(ruleset: Ruleset, problems: Problems) -> None:
    """Warns of points that vanish, since after each action the score becomes the total."""
    if "total" not in ruleset.scoring:
        return
    places: list[KeyPath] = [("scoring", event) for event in ruleset.scoring if event not in ("total", "scored")]
    for verb, action in ruleset.actions.items():
        places += [("actions", verb, key, "score") for key in ("set", "add") if "score" in getattr(action, key)]
    for i, trigger in enumerate(ruleset.triggers):
        places += [("triggers", i, key, "score") for key in ("set", "add") if "score" in getattr(trigger, key)]
    for path in places:
        problems.add(path, "points-beside-total", "these points vanish: total sets the score anew after each action",
                     key=True, severity="warning", found=str(path[-1]), expected="total alone, or points without it",
                     fix="delete one of the two")  # fmt: skip


def check_effects(ruleset: Ruleset, problems: Problems) -> None:
    """Warns of actions that change nothing: what is legal stays so, and a game of them never ends."""
    if "turn" in spoken_of(ruleset):
        return  # to let a turn pass is something to do
    after = {verb for end in ruleset.end for verb in end.after or ()}
    wrong = {problem.path[:2] for problem in problems.found if problem.severity == "error"}
    for verb, action in ruleset.actions.items():
        does = action.steps or action.set or action.add
        if does or verb in after or action.during != ["playing"] or ("actions", verb) in wrong:
            continue
        problems.add(("actions", verb), "no-effect", f'"{verb}" can be played and changes nothing', key=True,
                     severity="warning", found="only costs" if action.costs else "no steps, set or add",
                     expected="steps, set or add", fix="write steps = [ … ], or delete the action")  # fmt: skip


def check_balance(ruleset: Ruleset, layout: Layout, events: Collection[str], problems: Problems) -> None:
    """Reports bands of figures that no game of this ruleset has; ``events`` are those its steps may raise."""
    are_known = not problems.has("unknown-mechanic")  # else nobody can say which events there are
    known = known_metrics(ruleset, events, layout.tiles.ids[layout.tiles.pieces + 1 :])
    for i, band in enumerate(ruleset.balance):
        if band.at_least is None and band.at_most is None:
            problems.add(("balance", i), "no-bound", "the band has no bound, and so holds whatever comes", key=True,
                         severity="warning", found="neither at_least nor at_most", expected="one of the two, or both",
                         fix="write at_least = …, or delete the band")  # fmt: skip
        try:
            parse_metric(band.metric, known)
        except MetricError as error:
            if not are_known and OF_EVENTS.search(band.metric):
                continue
            problems.add(("balance", i, "metric"), "unknown-metric", error.message, found=error.found,
                         expected=error.expected, fix=error.fix, offset=error.at,
                         width=len(error.found))  # fmt: skip


def _check_unused_names(ruleset: Ruleset, problems: Problems) -> None:
    """Warns of constants, properties, areas and variables that stand nowhere else in the file."""
    named = spoken_of(ruleset, *_TELLS) | placeholders(ruleset)
    named |= {name for one in ruleset.scenario for name in (*one.given.variables, *(one.then.variables or ()))}
    if ruleset.tiers.numbers is not None:
        named |= set(_words(str(ruleset.tiers.numbers.label)))
    for table, kind in NAMED.items():
        for name in getattr(ruleset, table):
            if name not in named:
                problems.add((table, name), "unused-name", f'nothing speaks of the {kind} "{name}"', key=True,
                             severity="warning", found=name, expected="an expression that speaks of it",
                             fix="use it, or delete it")  # fmt: skip


#: Keys whose values are words for people, or names of what is no number: none of it is an expression.
_UNSPOKEN: Final = frozenset(
    ("rule", "label", "refusal", "text", "goal", "reason", "name", "titles", "key", "colour", "symbol", "shape",
     "pattern", "bot", "use", "emits", "on", "target", "steps", "through", "during", "after", "tiles", "status",
     "outcome")
)  # fmt: skip
#: In mechanics, whose settings have names of their own.
_UNSPOKEN_OF_MECHANICS: Final = frozenset({"rule", "use", "emits", "steps"})
#: Keys whose values name variables by their keys.
_CHANGES: Final = frozenset({"set", "add", "costs"})
#: The tables whose expressions decide how a game goes; of these and others those of names; and others with expressions.
_DECIDES: Final = ("areas", "spawn", "start", "actions", "mechanics", "scoring", "triggers", "end", "queue")
_NAMES: Final = ("spawn", "actions", "mechanics", "scoring", "look")
_TELLS: Final = ("undo", "notices", "invariants", "balance", "ranks", "hint", "look", "display")


def spoken_of(ruleset: Ruleset, *more: str) -> set[str]:
    """Every word in the expressions that decide how a game goes, and every variable they name; nothing of its prose.

    ``more`` are other tables whose expressions are looked at, too.
    """
    found: set[str] = set()
    for name, value in ruleset.model_dump(by_alias=True, include={*_DECIDES, *more}).items():
        if name == "areas":
            found |= {word for area, text in value.items() for word in _words(text) if word != area}
            continue
        unspoken = _UNSPOKEN_OF_MECHANICS if name == "mechanics" else _UNSPOKEN
        tables = value if isinstance(value, list) else value.values() if name in _NAMES else [value or {}]
        for table in tables:
            found |= {*_named_in(table, unspoken)}
    return found


def _named_in(value: object, unspoken: Collection[str] = ()) -> Iterator[str]:
    """The words that a part of a ruleset speaks of; of its own keys some may hold no expression."""
    if isinstance(value, str):
        yield from _words(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in unspoken:
                yield from _named_in(item)
            if key in _CHANGES and isinstance(item, dict):
                yield from item
    elif isinstance(value, list):
        for item in value:
            yield from _named_in(item)


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z_][a-z0-9_]*", text)
