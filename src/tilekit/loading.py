"""Rulesets read from a name, a path or a text.

Owns the way to `Rules`: the file is found and read, laid over what it extends, checked and built, and changed by its
preset. Everything that is wrong with a ruleset is reported here, all of it in one run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from tilekit.checking import alone, misplaced_in_preset, scenarios_of, tiles_of
from tilekit.errors import Diagnostic, RulesetError, TilekitError, UsageError, did_you_mean
from tilekit.plugins import Plugins, default_plugins
from tilekit.program.program import Program
from tilekit.rules import Rules, rules_of
from tilekit.ruleset.document import Document, read_bytes
from tilekit.ruleset.layered import Layered
from tilekit.ruleset.models import Ruleset, ScenarioFile
from tilekit.ruleset.naming import is_id, parted
from tilekit.ruleset.shape import read
from tilekit.ruleset.text import found_text
from tilekit.ruleset.writing import written
from tilekit.scenario_files import PlacedScenario, must_mean, owner_of, placed


def load(ruleset: str | os.PathLike[str], *, preset: str = "", plugins: Plugins | None = None) -> Rules:
    """The rules of a bundled or installed ruleset by id, or of a file by path.

    A text without a separator that does not end in ``.toml`` is an id. After a colon it may name a preset, as may
    the path of a file that ends in ``.toml``.

    Args:
        ruleset: ``merge``, ``merge:hard``, ``games/granite.toml`` or ``games/granite.toml:hard``; a path that is
            no text names no preset.
        preset: which of its presets to play by, if ``ruleset`` does not say so.
        plugins: what supplies mechanics and rulesets; the installed plugins if None.

    Raises:
        UsageError: no ruleset of that id, or no preset of that name.
        RulesetError: the file cannot be read, or with every problem found in it.

    >>> load("merge").title
    'Merge'
    """
    if not isinstance(ruleset, (str, os.PathLike)):
        raise UsageError(f"load() takes the id or the path of a ruleset, and not {type(ruleset).__name__}")
    return _load(ruleset, preset, plugins)


def _load(
    ruleset: str | os.PathLike[str], preset: str = "", plugins: Plugins | None = None, but: Sequence[str] = ()
) -> Rules:
    """As `load`; these files are not guessed at where it is not there."""
    plugins = plugins or default_plugins()
    path = find(ruleset, plugins=plugins)
    name, named = parted(ruleset)
    if named and preset:
        raise UsageError(f'"{ruleset}" names a preset, and so does preset = "{preset}"; leave one out')
    rules = loads(
        read_bytes(path, but=but),
        name=f"{name}.toml" if is_id(ruleset) else name,
        path=path,
        preset=preset or named,
        plugins=plugins,
    )
    return replace(rules, reader=partial(_load, ruleset, preset, plugins, but))


def find(ruleset: str | os.PathLike[str], *, plugins: Plugins | None = None) -> Path:
    """The file of a ruleset.

    Raises:
        UsageError: no ruleset of that id.
    """
    name, _ = parted(ruleset)
    if not is_id(ruleset):
        return Path(name)
    known: dict[str, Path] = (plugins or default_plugins()).rulesets
    path = known.get(name)
    if path is None:
        near = did_you_mean(name, list(known))
        raise UsageError(
            f'no ruleset is called "{name}"; there are {", ".join(sorted(known)) or "none"}, '
            f"and a file is named with its path and .toml{near and '; ' + near}"
        )
    return path


def loads(
    text: str | bytes,
    *,
    name: str = "<text>",
    path: Path | None = None,
    preset: str = "",
    plugins: Plugins | None = None,
) -> Rules:
    """The rules in a TOML text.

    Args:
        text: the text, or the bytes of a file.
        name: what diagnostics call it.
        path: where it lies, so that scenarios beside it are found, and a file that it extends.
        preset: which of its presets to play by; none if empty.
        plugins: what supplies mechanics; the installed plugins if None.

    Raises:
        UsageError: it has no preset of that name.
        RulesetError: with every problem found.
    """
    if not isinstance(text, (str, bytes)):
        raise UsageError(f"loads() takes a TOML text or the bytes of a file, and not {type(text).__name__}")
    plugins = plugins or default_plugins()
    try:
        rules = _loaded(text, name, path, preset, plugins)
    except RulesetError as error:
        raise RulesetError(_proven(error.diagnostics, text, name, path, preset, plugins)) from None
    if not _is_apart(rules, plugins):
        return rules
    told = () if path is None else (_id_taken(rules),)
    return replace(rules, shadows_installed=True, own_warnings=(*rules.own_warnings, *told))


def _loaded(text: str | bytes, name: str, path: Path | None, preset: str, plugins: Plugins) -> Rules:
    rules = _rules(_whole(read(text, name, Ruleset), path, plugins), path, plugins)
    if not preset:
        return rules
    if preset not in rules.presets:
        raise UsageError(_no_preset(rules, preset))
    return _with_preset(rules, preset, plugins)


#: So many edits are tried before they are told, in a file of so many characters at most; others are told as they are.
_MOST_PROVEN: Final = 8
_LONGEST_PROVEN: Final = 50_000


def _proven(
    found: Sequence[Diagnostic], text: str | bytes, name: str, path: Path | None, preset: str, plugins: Plugins
) -> list[Diagnostic]:
    """What was found, without fixes that lead to a new error: each edit is made, and the file is read once more."""
    source = text if isinstance(text, str) else text.decode("utf-8", "replace")
    tried = [one for one in found if one.edit is not None and one.file == name]
    if not tried or len(source) > _LONGEST_PROVEN:
        return list(found)
    presets = Document.salvaged(source, name).data.get("presets")  # which are built with each try
    most = max(1, _MOST_PROVEN // (1 + len(presets))) if isinstance(presets, dict) else _MOST_PROVEN
    told = {(one.code, one.message) for one in found}
    wrong = [
        one
        for one in tried[:most]
        if one.edit is not None
        and not told.issuperset(_mistakes(one.edit.applied(source), name, path, preset, plugins))
    ]
    return [replace(one, edit=None, fix=f"write {one.expected}") if one in wrong else one for one in found]


def _mistakes(text: str, name: str, path: Path | None, preset: str, plugins: Plugins) -> list[tuple[str, str]]:
    """The errors of a text, wherever they stand: what is mended may move them."""
    try:
        _loaded(text, name, path, preset, plugins)
    except RulesetError as error:
        return [(one.code, one.message) for one in error.diagnostics if one.severity == "error"]
    return []


def _is_apart(rules: Rules, plugins: Plugins) -> bool:
    """Whether an installed ruleset has the id of these rules, and is another game; a copy of it is none."""
    name = rules.ruleset.game.id
    path = plugins.rulesets.get(name)
    if path is None or (rules.path is not None and os.path.realpath(path) == os.path.realpath(rules.path)):
        return False
    try:
        installed = _loaded(read_bytes(path), f"{name}.toml", path, rules.preset, plugins)
    except TilekitError:
        return True
    return installed.digest != rules.digest


def _id_taken(rules: Rules) -> Diagnostic:
    name = rules.ruleset.game.id
    document, place = rules.document.home(("game", "id"))
    return document.diagnostic(
        place, "id-taken", f'an installed ruleset that is another game has the id "{name}", too',
        severity="warning", found=name, expected="an id of its own, by which its saved games and best scores are known",
        fix=f"write another id; as it is, the games of this file are kept as those of {name}@file",
    )  # fmt: skip


# ---------------------------------------------------------------- what it extends, and its presets

#: So many rulesets may rest on one another.
MOST_LAYERS: Final = 8


def _rules(document: Document, path: Path | None, plugins: Plugins, preset: str = "") -> Rules:
    asked = plugins if "balance" in document.data else None  # only bands speak of bots
    return rules_of(document, plugins.mechanics, path, preset=preset, plugins=asked)


def _with_preset(rules: Rules, preset: str, plugins: Plugins) -> Rules:
    """The rules with what one of their presets changes.

    Raises:
        RulesetError: with every problem found.
    """
    document, prefix = rules.document, ("presets", preset)
    misplaced = misplaced_in_preset(document, preset)
    try:
        found = _rules(Layered(document, document, prefix, tiles_of, rules.own_warnings), rules.path, plugins, preset)
    except RulesetError as error:
        raise RulesetError([*misplaced, *error.diagnostics]) from None
    if misplaced:
        raise RulesetError(misplaced)
    return found


def _no_preset(rules: Rules, preset: str) -> str:
    known = rules.presets
    near = did_you_mean(preset, known)
    listed = f"it has {', '.join(known)}" if known else "it has none"
    return f'{rules.document.name} has no preset called "{preset}"; {listed}{near and "; " + near}'


def _whole(
    document: Document, path: Path | None, plugins: Plugins, heirs: tuple[tuple[str, str], ...] = ()
) -> Document:
    """A document laid over the ruleset it extends, if it does.

    Args:
        document: the document.
        path: where it lies.
        plugins: what supplies mechanics and rulesets.
        heirs: what extends it, the last one directly: where each lies, and what it is called.

    Raises:
        RulesetError: what it extends cannot be, or with every problem found in that; and what is wrong with it alone.
    """
    if "extends" not in document.data:
        if document.loss.names("extends"):
            raise RulesetError(alone(document))
        return document
    try:
        return _over_base(document, path, plugins, heirs)
    except RulesetError as error:
        own = [] if any(one.code == "extends-in-circle" for one in error.diagnostics) else alone(document)
        told = {(one.file, one.line) for one in error.diagnostics}
        raise RulesetError([*error.diagnostics, *(one for one in own if (one.file, one.line) not in told)]) from None


def _over_base(document: Document, path: Path | None, plugins: Plugins, heirs: tuple[tuple[str, str], ...]) -> Document:
    """As `_whole`, of a document that extends another."""

    def refused(code: str, message: str, expected: str, fix: str = "", found: str = "") -> RulesetError:
        return RulesetError([document.diagnostic(("extends",), code, message, found=found, expected=expected, fix=fix)])

    extends = document.data["extends"]
    if not isinstance(extends, str):
        expected = 'the id of a ruleset, such as "merge", or the name of a file beside this one, such as "base.toml"'
        raise refused("wrong-type", '"extends" must be a text in quotes', expected, found=found_text(extends))
    name, preset = parted(extends)
    if is_id(extends):
        base_path = plugins.rulesets.get(name)
        called = "" if base_path is None else _told_apart(base_path, [document.name, *(heir for _, heir in heirs)])
        if base_path is None:
            raise refused(
                "unknown-ruleset", f'no ruleset is called "{name}"', f"one of {', '.join(sorted(plugins.rulesets))}",
                did_you_mean(name, list(plugins.rulesets)) or "name an installed ruleset, or a file with its .toml",
            )  # fmt: skip
    else:
        parts = name.split("/")
        last = re.split(r"[/\\:]", name)[-1]
        if not name.endswith(".toml") or {"", ".."} & set(parts) or set("\\:") & set(name):
            raise refused(
                "not-beside", "a ruleset extends an installed one, or a file beside it",
                'an id, or the name of a file in the same folder or below it, such as "base.toml"',
                f'put the file beside this one, and write "{last or "base.toml"}"',
            )  # fmt: skip
        if path is None:
            raise refused(
                "not-beside", "a text lies in no folder, and has no file beside it", "the id of an installed ruleset",
                "save it as a file, or say where it lies: loads(text, path=…)",
            )  # fmt: skip
        # Joined as text: a Path would rewrite the name that the user gave.
        base_path, called = path.parent / name, os.path.join(os.path.dirname(document.name), name)  # noqa: PTH118, PTH120
        if not _is_below(base_path, path):
            raise refused(
                "not-beside", "what it extends is a link to a file that is not beside it",
                "a file in the same folder or below it, links followed", "put the file itself there", called,
            )  # fmt: skip
    try:
        content = read_bytes(base_path, but=[document.name, *(heir for _, heir in heirs)])
    except RulesetError as error:
        (why,) = error.diagnostics
        message = f"what it extends cannot be used: {why.message}"
        installed = name.removesuffix(".toml")
        fix = f'write "{installed}" for the installed one' if installed in plugins.rulesets else why.fix
        raise refused(why.code, message, why.expected, fix, f"{called}: {why.found}") from None
    here = os.path.realpath(path) if path is not None else ""
    heirs = (*heirs, (here, document.name))
    there = os.path.realpath(base_path)
    places = [place for place, _ in heirs]
    if there in places:
        circle = [heir for _, heir in heirs[places.index(there) :]]
        raise refused(
            "extends-in-circle", f"a ruleset extends itself: {', which extends '.join([*circle, circle[0]])}",
            "a ruleset that does not rest on this one", "take extends out of one of them",
        )  # fmt: skip
    if len(heirs) > MOST_LAYERS:
        raise refused(
            "extends-too-deep", f"more than {MOST_LAYERS} rulesets rest on one another",
            f"at most {MOST_LAYERS}", "extend a ruleset nearer to the first one",
        )  # fmt: skip
    base = _rules(_whole(read(content, called, Ruleset), base_path, plugins, heirs), base_path, plugins)
    if preset:
        if preset not in base.presets:
            raise refused(
                "unknown-preset", f'{called} has no preset called "{preset}"',
                f"one of {', '.join(base.presets)}" if base.presets else "a ruleset without a preset: it has none",
                did_you_mean(preset, base.presets) or f'write "{name}"',
            )  # fmt: skip
        base = _with_preset(base, preset, plugins)
    return Layered(base.document, document, (), tiles_of, base.own_warnings)


def _told_apart(path: Path, others: Iterable[str]) -> str:
    """What to call an installed file: its name, with so much of its path that none of the others ends like it."""
    parts = path.parts
    called = path.name
    for length in range(2, len(parts) + 1):
        if not any(f"/{other.replace(os.sep, '/')}".endswith(f"/{called}") for other in others):
            break
        called = "/".join(parts[-length:])
    return called


def _is_below(base: Path, path: Path) -> bool:
    """Whether a file lies in the folder of another or below it, links followed; the other may be a link itself."""
    try:
        there = os.path.realpath(base)
    except ValueError:
        return True  # no file has that name, which is said when it is read
    folders = (os.path.realpath(path.parent), os.path.dirname(os.path.realpath(path)))  # noqa: PTH120 - as above
    return any(Path(there).is_relative_to(folder) for folder in folders)


# ---------------------------------------------------------------- files of scenarios, and back to text


def load_any(path: str | os.PathLike[str]) -> tuple[Rules, Sequence[PlacedScenario] | None]:
    """The rules of a ruleset file and None, or the rules a scenario file names and its scenarios.

    Raises:
        RulesetError: the file, or the ruleset it names, is wrong.
        UsageError: it names an id that is not installed.
    """
    name, preset = parted(path)
    content = read_bytes(name)
    document = read(content, name, ScenarioFile)
    is_ruleset = not document.loss.names("ruleset") or "grid" in document.data
    if "ruleset" not in document.data and is_ruleset:
        return loads(content, name=name, path=Path(name), preset=preset), None
    if preset:
        raise UsageError(f'{name} is a file of scenarios and has no presets; write "NAME:{preset}" as its ruleset')
    loaded: list[Rules] = []
    owner = owner_of(Path(name))

    def program_of(ruleset: str) -> Program:
        if owner is not None:
            must_mean(document, ruleset, owner)
        named = ruleset if is_id(ruleset) else os.fspath(Path(name).parent / ruleset)
        loaded.append(_load(named, but=[name]))
        return loaded[0].program

    file, document = scenarios_of(document, program_of)
    (rules,) = loaded
    return rules, placed(file.scenario, document)


def dumps(rules: Rules) -> str:
    """The ruleset as TOML text, whole in itself; `loads` reads it back equal. Comments are not kept.

    Of a preset it is the game with what the preset changes: `loads`, told the preset, gives the same.
    """
    if not isinstance(rules, Rules):
        raise UsageError(f"dumps() takes rules, as load() returns them, and not {type(rules).__name__}")
    return written(rules.document.data)
