"""Everything that is wrong with a document, in one run.

Owns the order of the stages (text, shape, meaning, scenarios), and which complaints of a later stage are held back
because they may follow from what an earlier one left out. It does not own what is found: the parts that look do.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ValidationError

from tilekit import scenario
from tilekit.building.build import Built, build
from tilekit.building.check import NAMED, OF_EVENTS
from tilekit.building.labels import labels_of
from tilekit.building.problems import Problem, Problems
from tilekit.building.sentence_checks import check_inherited
from tilekit.building.steps import AROUND
from tilekit.errors import Diagnostic, Fix, RulesetError, TilekitError, UsageError, did_you_mean, nearest
from tilekit.frozen import frozen
from tilekit.hooks import Expression, Mechanic, gives_number, number_of
from tilekit.plugins import Plugins
from tilekit.program.program import Program
from tilekit.program.tiles import Tiles
from tilekit.ruleset.document import Document
from tilekit.ruleset.layered import Layered, not_of_a_preset, without_taken_out
from tilekit.ruleset.loss import Loss, all_words, lost, together, words_of
from tilekit.ruleset.models import Ruleset, ScenarioFile, ScenarioTable, ScenarioTables
from tilekit.ruleset.salvage import left_of, misspelt, salvaged
from tilekit.ruleset.shape import MOST_SHOWN, diagnostics, placed, shortened, too_full
from tilekit.ruleset.text import KeyPath
from tilekit.ruleset.walk import keys_at, overfull, value_at
from tilekit.wording.rules import texts, unsaid


class Checked(NamedTuple):
    """A document whose rules have no errors.

    Attributes:
        ruleset: The model; without scenarios where any of them is wrong.
        program: The program.
        warnings: What the rules are warned of.
        scenario_errors: What is wrong with the scenarios. They test the rules, which play without them.
    """

    ruleset: Ruleset
    program: Program
    warnings: tuple[Diagnostic, ...]
    scenario_errors: tuple[Diagnostic, ...]


def checked(document: Document, mechanics: Mapping[str, Mechanic], plugins: Plugins | None) -> Checked:
    """Checks a document: its rules, and apart from them its scenarios.

    Args:
        document: with the mistakes of its text, if it has any.
        mechanics: what plugins supply, by kind.
        plugins: what supplies bots, or None where none is asked for.

    Raises:
        RulesetError: the rules have errors; with every error and warning, those of scenarios among them.
    """
    given = document
    document, found, of_scenarios = _shaped(given, kinds=mechanics)
    # What is wrong with a scenario excuses no mistake of the rules, since they load without it.
    apart = {key: value for key, value in document.data.items() if key == "scenario"}
    rules = document.with_data({key: value for key, value in document.data.items() if key != "scenario"}, document.loss)
    ruleset, loss = salvaged(rules, Ruleset)
    scenarios, lost_scenarios = salvaged(document.with_data(apart, document.loss), ScenarioTables)
    loss |= document.loss
    if ruleset is None:
        raise RulesetError(shortened(_once(document, [*found, *of_scenarios, *_shape_of_presets(document)])))
    tables = _with_numbers(ruleset.mechanics, mechanics)
    tests = scenarios.scenario if scenarios else []
    ruleset = frozen(ruleset.model_copy(update={"mechanics": tables, "scenario": tests}))
    try:
        built = build(ruleset, mechanics, journal=True)
    except RecursionError:
        # Each part is kept shallow; only a long row of them, each resting on the next, gets here.
        raise RulesetError(shortened([*found, *of_scenarios, _too_deep(document)])) from None
    except TilekitError:
        if not found:
            raise
        # A plugin may stumble over what stands in.
        raise RulesetError(shortened([*found, *of_scenarios])) from None
    # What is inherited and has nothing to do any more falls away; what spoke of that alone then falls away in turn.
    idle = [each.path for each in built.problems if each.code in _IDLE and each.path[0] in _IDLE[each.code]]
    if sum(given.forget(path) for path in idle):
        return checked(given, mechanics, plugins)
    for wrong in built.invalid:
        found += diagnostics(document, wrong.model, wrong.error, wrong.path, AROUND, lack=loss)
        loss |= wrong.loss
    of_text = loss
    loss |= _misspelt_keys(built)
    unknown = [(each.found, each.code) for each in built.problems if each.code in _DEFINED_IN]
    misspelt_names = list(_misspelt_definitions(document, unknown, loss))
    of_names = [Loss(frozenset([each.path]), frozenset([each.misspelt, each.meant])) for each in misspelt_names]
    loss, of_text = together([loss, *of_names]), together([of_text, *of_names])
    found += [*_layout(document), *_meant(document, built, loss, of_text, mechanics)]
    found += [_misspelt(document, each) for each in misspelt_names]
    if not any(each.severity == "error" for each in found):  # nothing they could follow from: they stand for themselves
        found += [_located(document, each) for each in built.problems if each.severity == "error"]
    if plugins is not None:
        found += _unknown_bots(document, ruleset, plugins)
    if not loss and not any(diagnostic.severity == "error" for diagnostic in found):
        found += islice(_unknown_texts(document, built.program), 2 * MOST_SHOWN)
        if isinstance(document, Layered):
            found += [_located(document, problem) for problem in check_inherited(document, ruleset)]
    # What is wrong there was stood in for, too.
    paths = (each.path for each in built.problems if each.severity == "error" and each.path[0] in ("tiers", "grid"))
    lack = loss | Loss(frozenset(paths))
    lack |= lost_scenarios
    of_scenarios += islice(_of_scenarios(document, built.program, ruleset.scenario, lack), 2 * MOST_SHOWN)
    of_scenarios = _explained(document, of_scenarios, lack)
    # A band of balance is a test, too: the game is what it is without it.
    of_bands = [each for each in found if each.code == "unknown-metric"]
    found = _once(document, [each for each in found if each.code != "unknown-metric"])
    if any(diagnostic.severity == "error" for diagnostic in found):
        presets = _of_presets(document, mechanics, plugins)
        raise RulesetError(shortened(_once(document, [*found, *of_scenarios, *of_bands, *presets])))
    if of_scenarios:
        ruleset = ruleset.model_copy(update={"scenario": frozen([])})
    if of_bands:
        of_no_figure = {each.path[1] for each in built.problems if each.code == "unknown-metric"}
        kept = [band for i, band in enumerate(ruleset.balance) if i not in of_no_figure]
        ruleset = ruleset.model_copy(update={"balance": frozen(kept)})
    return Checked(
        ruleset, built.program, tuple(shortened(found)), tuple(shortened(_once(document, [*of_scenarios, *of_bands])))
    )


def _with_numbers(tables: Mapping[str, dict[str, Any]], kinds: Mapping[str, Mechanic]) -> dict[str, dict[str, Any]]:
    """The tables of mechanics with numbers for numbers in quotes, where an expression may stand.

    The kind of a mechanic says so of its settings, and a model that is read before knows no kinds.
    """
    found: dict[str, dict[str, Any]] = {}
    for name, table in tables.items():
        kind = kinds.get(str(table.get("use", name)))
        fields = {} if kind is None else kind.settings.model_fields
        numeric = {
            field.alias or key
            for key, field in fields.items()
            if any(isinstance(mark, Expression) and gives_number(mark) for mark in field.metadata)
        }
        found[name] = {key: number_of(value) if key in numeric else value for key, value in table.items()}
    return found


def missing_sentences(document: Document, program: Program) -> list[Diagnostic]:
    """Where the rules in words leave out what a player has to know, and the author is to say it.

    What a variant inherits is its base's to say.
    """
    own = [each for each in unsaid(program) if not (isinstance(document, Layered) and document.inherits(each.path))]
    found = [
        Problem(
            path, "rule-missing", f"the rules in words do not say {what}", severity="warning", key=True, found=found,
            expected="a sentence for players, since this cannot be put into words here", fix=fix,
        )
        for path, what, found, fix in own
    ]  # fmt: skip
    return list(shortened([_located(document, problem) for problem in found]))


def _once(document: Document, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The problems; of a line that is wrong as text only that."""
    lines = {(mistake.file, mistake.line) for mistake in document.mistakes}
    return [*document.mistakes, *(one for one in found if (one.file, one.line) not in lines)]


def alone(document: Document) -> list[Diagnostic]:
    """What is wrong with the text and the shape of a document of whose base nothing is known."""
    found = _shape(document, document.data, ())
    return _once(document, [*document.mistakes, *found, *_shape_of_presets(document)])


def scenarios_of(document: Document, program_of: Callable[[str], Program]) -> tuple[ScenarioFile, Document]:
    """The model of a file of scenarios without mistakes, and its document.

    Args:
        document: the file.
        program_of: gives the program of the ruleset that the file names.

    Raises:
        RulesetError: with every mistake of its text, of its shape, and of its scenarios as written.
    """
    document, found, of_scenarios = _shaped(document, ScenarioFile)
    found += of_scenarios
    file, loss = salvaged(document, ScenarioFile)
    loss |= document.loss
    if file is None or loss.around(("ruleset",)):
        raise RulesetError(shortened(found))
    try:
        program = program_of(file.ruleset)
    except RulesetError as error:
        raise RulesetError(shortened([*found, *error.diagnostics])) from None
    except TilekitError:
        if not found:
            raise
        raise RulesetError(shortened(found)) from None
    found += islice(_of_scenarios(document, program, file.scenario, loss), 2 * MOST_SHOWN)
    if found:
        raise RulesetError(shortened(_once(document, found)))
    return file, document


def misplaced_in_preset(document: Document, name: str) -> list[Diagnostic]:
    """The keys of a preset that none may have."""
    return [
        document.diagnostic(
            ("presets", name, key), "misplaced-key", f'"{key}" stands inside [presets.{name}]', key=True, found=key,
            expected="tables that the preset changes", fix=fix,
        )
        for key, fix in not_of_a_preset(document.data["presets"][name])
    ]  # fmt: skip


#: Of a file with mistakes so many presets are built; of the others the shape is looked at until the file has none.
_MOST_PRESETS_BUILT: Final = 8


def _of_presets(document: Document, mechanics: Mapping[str, Mechanic], plugins: Plugins | None) -> Iterator[Diagnostic]:
    """What is wrong with presets of a file that has mistakes, and so cannot be played by any.

    Each is laid over what is left of the file. What is told of a line outside of it is the file's own mistake.
    """
    ruleset, data, loss = left_of(document, Ruleset)
    if ruleset is None:
        yield from _shape_of_presets(document)
        return
    left = document.with_data(data, loss | document.loss)
    for count, (name, table) in enumerate(_presets(document)):
        yield from misplaced_in_preset(document, name)
        if count >= _MOST_PRESETS_BUILT:
            yield from _shape(document, table, ("presets", name))
            continue
        home, place = document.home(("presets", name))
        lines = home.lines(place)
        try:
            checked(Layered(left, document, ("presets", name), tiles_of), mechanics, plugins)
        except RulesetError as error:
            for one in error.diagnostics:
                if one.file == home.name and one.line in lines and one.severity == "error":
                    yield one
        except TilekitError:
            pass  # a plugin may stumble over what stands in


_LADDERS: Final = frozenset({"chain", "numbers"})


def tiles_of(document: Document) -> Sequence[str] | None:
    """What the tiles of a document are called; None where that is written wrong."""
    ruleset, loss = salvaged(document, Ruleset)
    if ruleset is None or "tiers" in loss.tops or {*ruleset.tiers.model_fields_set} >= _LADDERS:
        return None
    return Tiles(ruleset.tiers, labels_of(ruleset, Problems())).ids[1:]


def _presets(document: Document) -> Iterator[tuple[str, dict[str, Any]]]:
    """The presets of a file; a preset has none."""
    is_preset = isinstance(document, Layered) and document.prefix
    presets = None if is_preset else document.data.get("presets")
    for name, table in presets.items() if isinstance(presets, dict) else ():
        if isinstance(table, dict):
            yield name, table


def _shape_of_presets(document: Document) -> Iterator[Diagnostic]:
    """What is wrong with the shape of presets of a file of which nothing is left to lay them over."""
    for name, table in _presets(document):
        yield from _shape(document, table, ("presets", name))


def _shape(document: Document, table: Mapping[str, Any], place: KeyPath) -> Iterator[Diagnostic]:
    """What is wrong with the shape of a table that lies over something which is not at hand."""
    try:
        Ruleset.model_validate(without_taken_out(table))
    except ValidationError as error:
        yield from diagnostics(document, Ruleset, error, place, lack=document.loss | Loss(rest=True))


def _counted(
    document: Document, model: type[BaseModel], kinds: Mapping[str, Mechanic]
) -> tuple[Document, list[tuple[KeyPath, Diagnostic]]]:
    """The document without tables and lists that have too many entries, and what is said of each of these.

    They are taken out before anybody looks at what is in them, which would take as long as there is of it.
    """
    crowded = list(overfull(model, document.data))
    mechanics = document.data.get("mechanics")
    if isinstance(mechanics, dict) and ("mechanics",) not in {each.place for each in crowded}:
        for name, table in mechanics.items():
            kind = kinds.get(str(table.get("use", name))) if isinstance(table, dict) else None
            if kind is not None:
                crowded += overfull(kind.settings, table, place=("mechanics", name))
    if not crowded:
        return document, []
    data, loss = copy.deepcopy(document.data), document.loss
    for each in crowded:
        *above, last = each.place
        loss |= lost(each.place, value_at(data, each.place))
        del value_at(data, tuple(above))[last]
    told = [(each.place, too_full(document, each)) for each in crowded[: 2 * MOST_SHOWN]]
    return document.with_data(data, loss), told


def _shaped(
    document: Document, model: type[BaseModel] = Ruleset, *, kinds: Mapping[str, Mechanic] | None = None
) -> tuple[Document, list[Diagnostic], list[Diagnostic]]:
    """The document with misspelt keys under their right names, its mistakes of text and of shape, and its scenarios'.

    Raises:
        RulesetError: it is of another format, of which nothing is known, or of what it extends nothing is.
    """
    found = list(document.mistakes)
    of_scenarios: list[Diagnostic] = []

    def sorted_out(located: Iterable[tuple[KeyPath, Diagnostic]]) -> list[Diagnostic]:
        """Those that are not about scenarios; the others are noted."""
        rest: list[Diagnostic] = []
        for place, one in located:
            # A key that belongs to the top of the file is missed there.
            is_inside = place[0] == "scenario" and one.code != "misplaced-key"
            (of_scenarios if is_inside else rest).append(one)
        return rest

    for _ in range(2):
        document, crowded = _counted(document, model, kinds or {})
        found += sorted_out(crowded)
        try:
            model.model_validate(document.data)
        except ValidationError as error:
            wrong = sorted_out(placed(document, model, error, (), lack=document.loss))
            if any(one.code == "unknown-format" for one in wrong):
                raise RulesetError([*found, *(one for one in wrong if one.code == "unknown-format")]) from None
            found += wrong
            if any(one.code == "misplaced-key" and one.found == "extends" for one in wrong):
                raise RulesetError(shortened(found)) from None
            names = misspelt(document, model, error)
            if "extends" in names.values():  # of what it would inherit nothing is known
                told = [*found, *of_scenarios, *_shape_of_presets(document)]
                raise RulesetError(shortened(_once(document, told))) from None
            if not names:
                break
            document = document.renamed(names)
        else:
            break
    return document, found, of_scenarios


# ---------------------------------------------------------------- what follows from what was left out

#: Cells, rows and columns by name.
_CELLS: Final = re.compile(r"r[0-9]+c[0-9]+|[rc][0-9]+")
#: Tables that nothing in other tables depends on.
_APART: Final = frozenset(
    {"game", "look", "display", "words", "notices", "invariants", "balance", "scenario", "hint", "undo", "ranks"}
)
#: Which table defines what a complaint says is not there.
_DEFINED_IN: Final = {
    "unknown-name": ("constants", "variables", "properties", "areas", "tiers", "actions"),
    "unknown-tile": ("tiers", "spawn"),
    "unknown-spawn": ("spawn",),
    "unknown-action": ("actions",),
    "unknown-variable": ("variables",),
    "bad-placeholder": ("constants", "variables", "properties"),
    "unknown-mechanic": ("mechanics",),
    "unknown-reason": ("end",),
    "unknown-pause": ("end",),
    "unknown-event": ("mechanics", "queue", "start"),
    "unknown-metric": ("end", "tiers", "variables"),
}
#: Where an action says what is chosen; without that it is unknown what its steps and conditions may speak of.
_CHOSEN: Final = frozenset(
    {"no-cell-here", "no-direction-here", "no-pair-here", "nothing-chosen", "nothing-to-choose", "no-step-here"}
)
#: Complaints that look at several keys of one table at once.
_OF_TABLES: Final = frozenset(
    {
        "bad-grid", "bad-mask", "bad-numbers", "bad-label", "chain-or-numbers", "empty-range", "no-tiles",
        "no-bound", "nothing-to-try", "out-of-bounds", "spawn-kind", "weights-sum", "weight-not-positive", "no-way-on",
        "negative-cost",
    }
)  # fmt: skip
_OF_REASONS: Final = ("unknown-reason", "unknown-pause", "unknown-metric")
_OF_TILES: Final = ("bad-board", "spawn-kind", "nothing-to-choose")
_OF_STEPS: Final = ("unknown-event", "unknown-metric", "unknown-name")
_OF_SPAWN: Final = frozenset(keys_at(Ruleset, ("spawn", "…")))
_OF_QUEUE: Final = ("no-queue", "bad-queue")


def _follows(loss: Loss, code: str, path: KeyPath, found: str, *, is_warning: bool) -> bool:
    """Whether a complaint may be there only because of what was left out."""
    tops = loss.tops
    return bool(
        loss
        and (
            loss.around(path)
            or (loss.rest and (is_warning or code.startswith(("unknown-", "no-"))))
            or code.startswith("unused-")
            or (is_warning and bool(loss.words - {""} or tops) and not (tops and tops <= _APART))
            or (code in _DEFINED_IN and (loss.names(found) or _wholly(loss, _DEFINED_IN[code])))
            or (
                code in _OF_REASONS
                and any(each[:1] == ("end",) and {"reason", "status"} & {*each} for each in loss.paths)
            )
            or ((code == "unknown-event" or (code == "unknown-metric" and OF_EVENTS.search(found))) and _raises(loss))
            or ("grid" in tops and (code == "bad-board" or (code.startswith("unknown-") and _CELLS.search(found))))
            or (
                code in _CHOSEN
                and any(each[:1] == ("actions",) and each[2:3] in ((), ("target",)) for each in loss.paths)
            )
            or (code == "unknown-action" and loss.within(("actions", found.partition(" ")[0])))
            or (code in _OF_TILES and "tiers" in tops)
            or (code == "no-way-on" and not tops.isdisjoint({"actions", "end"}))
            # It lacks the name that is asked for.
            or (
                code == "unknown-spawn"
                and any(each[:1] == ("spawn",) and {*each[1:2]} & _OF_SPAWN for each in loss.paths)
            )
            or (code == "unknown-mechanic" and loss.within((*path, "use")))
            or (code == "unknown-name" and path[0] in ("scoring", "triggers") and _raises(loss))
            or (code in _OF_QUEUE and ("queue" in tops or "queue" in loss.words))
            or (code in _OF_TABLES and (loss.within(path) or loss.within(path[:-1]) or loss.within(path[:2])))
        )
    )


def _wholly(loss: Loss, tables: Iterable[str]) -> bool:
    """Whether nobody knows what all of a table names: it is left out as a whole, or the tiles in part."""
    return any(
        (table,) in loss.paths
        or (table == "tiers" and any(each[:1] == ("tiers",) and each[1:2] != ("glyphs",) for each in loss.paths))
        for table in tables
    )


def _raises(loss: Loss) -> bool:
    """Whether events may be raised under names that were left out."""
    return any(
        "emits" in each or (each[:1] == ("mechanics",) and (len(each) < 3 or each[2] == "use")) for each in loss.paths
    )


def _takes_steps(loss: Loss) -> bool:
    """Whether it is unknown which steps are taken."""
    return any({"steps", "through"} & {*each} or (each[:1] == ("actions",) and len(each) < 3) for each in loss.paths)


class _Misspelt(NamedTuple):
    """A definition whose name is written wrong: where, as what, what is meant, and how often that is used."""

    path: KeyPath
    is_key: bool
    misspelt: str
    meant: str
    uses: int


#: Tables of which each key defines a name.
_DEFINES: Final = ("constants", "variables", "properties", "areas", "spawn", "actions", "mechanics")
#: A name is used this often, and its like never, before the definition is taken for the one that is wrong.
_FEWEST_USES: Final = 2


def _definitions(document: Document) -> Iterator[tuple[KeyPath, str, bool]]:
    """The names that a document defines: where each is written, and whether it is a key there."""
    data = document.data
    for table in _DEFINES:
        names = data.get(table)
        yield from (((table, name), name, True) for name in (names if isinstance(names, dict) else ()))
    ends = data.get("end")
    for i, end in enumerate(ends if isinstance(ends, list) else ()):
        if isinstance(end, dict) and isinstance(end.get("reason"), str):
            yield ("end", i, "reason"), end["reason"], False
    for key in ("chain", "pieces"):
        names = value_at(data, ("tiers", key))
        for i, name in enumerate(names if isinstance(names, list) else ()):
            if isinstance(name, str):
                yield ("tiers", key, i), name, False


def _misspelt_definitions(document: Document, found: Iterable[tuple[str, str]], loss: Loss) -> Iterator[_Misspelt]:
    """Definitions that nothing uses, of names nearly like one that is used again and again and defined nowhere.

    Whoever uses a name several times knows how to write it: the one place that differs is wrong.

    Args:
        document: in which names are defined and used.
        found: each name that is used and not defined, and the code under which it is reported: only a definition that
            could end that report is looked at.
        loss: what is left out already.
    """
    unknown: dict[str, set[str]] = {}
    for name, code in found:
        if re.fullmatch(r"\w[\w-]*", name):
            # An action that the file names nowhere else is not idle: players play it.
            tables = {*_DEFINED_IN[code]} - ({"actions"} if code == "unknown-name" else set())
            unknown.setdefault(name, set()).update(tables)
    if not unknown:
        return
    counts = Counter(all_words([{key: value for key, value in document.data.items() if key != "presets"}]))
    idle = {
        name: (path, is_key)
        for path, name, is_key in _definitions(document)
        if counts[name] == 1 and document.home(path)[0] is document and not loss.around(path)
    }
    for name in islice(unknown, MOST_SHOWN):
        alike = [one for one, (path, _) in idle.items() if path[0] in unknown[name]]
        near = nearest(name, alike) if counts[name] >= _FEWEST_USES else ""
        # Few places name a reason, and two of them may share a slip.
        if near and (idle[near][0][0] != "end" or counts[name] > _FEWEST_USES):
            path, is_key = idle.pop(near)
            yield _Misspelt(path, is_key, near, name, counts[name])


def _explained(document: Document, of_scenarios: list[Diagnostic], lack: Loss) -> list[Diagnostic]:
    """What is wrong with scenarios, with misspelt definitions in place of the uses of what they mean."""
    verbs = {one: one.found.partition(" ")[0].strip('"') for one in of_scenarios if one.code in _DEFINED_IN}
    for name in _misspelt_definitions(document, [(verb, one.code) for one, verb in verbs.items()], lack):
        of_scenarios = [one for one in of_scenarios if verbs.get(one) != name.meant]
        of_scenarios.append(_misspelt(document, name))
    return of_scenarios


def _misspelt(document: Document, name: _Misspelt) -> Diagnostic:
    return document.diagnostic(
        name.path, "misspelt-name", f'"{name.misspelt}" is never used, and "{name.meant}" is not defined',
        key=name.is_key, found=name.misspelt, expected=f'"{name.meant}", which stands in {name.uses} places',
        fix=did_you_mean(name.misspelt, [name.meant]) or f'write "{name.meant}"',
    )  # fmt: skip


def _is_misspelt_key(problem: Problem) -> bool:
    return problem.code == "unknown-tile" and problem.key and isinstance(problem.fix, Fix)


def _misspelt_keys(built: Built) -> Loss:
    """What is missing because the key of a tile is misspelt: its points, or its glyph."""
    losses = []
    for problem in built.problems:
        fix = problem.fix
        if _is_misspelt_key(problem) and isinstance(fix, Fix):
            place = (*problem.path[:-1], fix.instead)
            glyph = value_at(built.program.ruleset.tiers.glyphs, problem.path[2:]) if "glyphs" in place else None
            losses.append(Loss(frozenset([place]), frozenset([fix.instead, *words_of(str(glyph or ""))])))
    return together(losses)


def _meant(
    document: Document, built: Built, loss: Loss, of_text: Loss, mechanics: Mapping[str, Mechanic]
) -> Iterator[Diagnostic]:
    """What is wrong in the meaning of a ruleset, so far as it does not follow from what was left out.

    A misspelt key is judged by ``of_text``, the loss without misspelt keys: it does not follow from itself.
    """
    # Without their labels tiles have other names.
    labels = Loss(frozenset(each.path[:2] for each in built.problems if each.path[:2] == ("tiers", "numbers")))
    # A step that is left out raises no other events, and leaves no other sets, than there are.
    known = {name for kind in mechanics.values() for name in (*kind.events, *kind.leaves)}
    raised = known if _takes_steps(loss) or _raises(loss) else set()
    for problem in built.problems:
        is_warning = problem.severity == "warning"
        if is_warning and not document.is_news(problem.path, problem.code):
            continue
        lack = of_text if _is_misspelt_key(problem) else loss
        lack = lack if problem.path[0] == "tiers" else lack | labels
        found = problem.found
        if problem.code == "unknown-metric":
            found = built.program.ruleset.balance[int(problem.path[1])].metric  # which figure of it there is not
        if problem.code in _OF_STEPS and not raised.isdisjoint(words_of(found)):
            continue
        if _follows(lack, problem.code, problem.path, found, is_warning=is_warning):
            continue
        yield _located(document, problem)


def _of_scenarios(
    document: Document, program: Program, tables: Sequence[ScenarioTable], loss: Loss
) -> Iterator[Diagnostic]:
    """What is wrong with scenarios as written, so far as it does not follow from what was left out."""
    for i, table in enumerate(tables):
        path: KeyPath = ("scenario", i)
        for one in scenario.check(program, document, table, path):
            verb = one.found.partition(" ")[0]  # where it is no action, what it is to act on plays no part
            is_verb = one.code == "unknown-action" and verb not in program.ruleset.actions
            if not _follows(loss, one.code, (*path, "…"), verb if is_verb else one.found, is_warning=False):
                yield one


# ---------------------------------------------------------------- the parts

#: What falls away where it is inherited: steps that no action takes, tables that nothing draws from, points for events
#: that nothing raises.
_IDLE: Final = {
    "unused-mechanic": ("mechanics",),
    "unused-spawn": ("spawn",),
    "unknown-event": ("scoring",),
}


def _unknown_bots(document: Document, ruleset: Ruleset, plugins: Plugins) -> Iterable[Diagnostic]:
    """Bands played by bots that are not installed, or not with these numbers; the game itself does without them."""
    for i, band in enumerate(ruleset.balance):
        name = band.bot.partition(":")[0]
        try:
            plugins.bot(band.bot)
        except UsageError as error:
            wrong, _, right = str(error).partition("; ")
            known, right = name in plugins.bots, right.removeprefix("expected ")
            yield document.diagnostic(
                ("balance", i, "bot"), "unknown-bot", wrong if known else f'no bot is called "{name}"',
                severity="warning", expected=right if known else "the name of a bot that is installed",
                fix="write parameters that it has" if known
                else did_you_mean(name, plugins.bots) or "install the plugin that supplies it",
            )  # fmt: skip


def _unknown_texts(document: Document, program: Program) -> Iterable[Diagnostic]:
    """What [words] says of texts that no player of the ruleset reads."""
    known = texts(program) if program.ruleset.words else {}
    for language, words in program.ruleset.words.items():
        for text in words:
            path = ("words", language, text)
            if text not in known and document.is_news(path, "unknown-text"):  # a base says what a variant does not
                near = did_you_mean(text, known)
                yield document.diagnostic(
                    path, "unknown-text", "no player reads this text", severity="warning",
                    key=True, expected="a text of this ruleset, letter by letter", fix=near or "take it out",
                )  # fmt: skip


def _too_deep(document: Document) -> Diagnostic:
    return document.diagnostic(
        ("actions",), "rules-too-deep", "the rules rest on one another too deeply", key=True,
        found="conditions that ask whether other actions are legal, which ask in turn",
        expected="a few levels at most", fix="let actions ask about the board or variables, not about one another",
    )  # fmt: skip


def _located(document: Document, problem: Problem) -> Diagnostic:
    if isinstance(document, Layered) and problem.code in _OF_LAYERS:
        problem = _OF_LAYERS[problem.code](document, problem)
    return document.diagnostic(
        problem.path, problem.code, problem.message, found=problem.found, expected=problem.expected, fix=problem.fix,
        key=problem.key, offset=problem.offset, width=problem.width or None, severity=problem.severity,
    )  # fmt: skip


def _idle_name(document: Layered, problem: Problem) -> Problem:
    """What is idle here and not in the base is most likely one of the base's names, misspelt."""
    table, name = problem.path[0], str(problem.path[-1])
    near = "" if document.inherits(problem.path) else did_you_mean(name, list(document.base.data.get(str(table), ())))
    return replace(problem, fix=near or problem.fix)


def _name_of_base(document: Layered, problem: Problem) -> Problem:
    """Of two things of one name, of which one is inherited, the other is the one to be told of."""
    if not document.inherits(problem.path):
        return problem
    name, base = problem.found, str(problem.path[0])
    places: list[tuple[KeyPath, str]] = [
        ((table, name), f"{'an' if thing == 'area' else 'a'} {thing}")
        for table, thing in NAMED.items()
        if name in document.data.get(table, ())
    ]
    tiers = document.data.get("tiers", {})
    for kind in ("chain", "pieces"):
        places += [(("tiers", kind, i), "a tile") for i, tile in enumerate(tiers.get(kind, ())) if tile == name]
    for path, thing in places:
        if not document.inherits(path):
            taken = f"a {NAMED.get(base, 'tile')}"
            change = f", or write {name} = … in [{base}] to change that one" if base == "variables" else ""
            return replace(
                problem, path=path, message=f'{thing} cannot be called "{name}"', key=path[0] != "tiers",
                expected=f'a name of its own: "{name}" is {taken} already, which is inherited',
                fix=f"give it another name{change}",
            )  # fmt: skip
    return problem


_OF_LAYERS: Final = {"unused-name": _idle_name, "no-effect": _idle_name, "name-taken": _name_of_base}


def _layout(document: Document) -> Iterable[Diagnostic]:
    """What TOML would read silently otherwise than meant: a sub-table of a list belongs to its last item only."""
    for name in ("end", "triggers", "notices", "invariants", "balance"):
        items = document.data.get(name)
        for i, item in enumerate(items if isinstance(items, list) else []):
            for key, value in item.items() if isinstance(item, dict) else ():
                if isinstance(value, dict) and document.written_as((name, i, key)) == "table":
                    yield document.diagnostic(
                        (name, i, key), "table-in-list", f"[{name}.{key}] would change the last [[{name}]] only",
                        found=f"[{name}.{key}]", expected=f"a line inside its [[{name}]]",
                        fix=f"write {key} = {{ … }} inside the [[{name}]] it belongs to",
                    )  # fmt: skip
