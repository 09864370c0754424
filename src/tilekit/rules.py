"""Rulesets loaded and ready to play.

Owns the way from a name, a path or a text to `Rules`: reading, checking, compiling. Everything that is wrong
with a ruleset is reported here, all of it in one run.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from tilekit.building.build import build
from tilekit.checking import alone, checked, misplaced_in_preset, missing_sentences, scenarios_of, tiles_of
from tilekit.errors import Diagnostic, RulesetError, TilekitError, UsageError, did_you_mean, in_order
from tilekit.hooks import Kinds, supplier
from tilekit.program import LANES
from tilekit.program.program import Program
from tilekit.program.rollouts import InterpretedRoller, Roller
from tilekit.program.survey import Interpreted, Surveyor
from tilekit.ruleset.document import Document, Source, read_bytes
from tilekit.ruleset.layered import Layered
from tilekit.ruleset.models import Ruleset, ScenarioFile, ScenarioTable
from tilekit.ruleset.shape import read
from tilekit.ruleset.text import found_text
from tilekit.wording import rules_in_words, texts, translations

if TYPE_CHECKING:
    from tilekit.batch import Batch
    from tilekit.compiled.lane import Lane
    from tilekit.game import Game
    from tilekit.hooks import Mechanic
    from tilekit.plugins import Plugins
    from tilekit.ruleset.text import KeyPath
    from tilekit.words import Phrase

#: Raised whenever the same ruleset would play differently than before; part of every digest of rules.
BEHAVIOUR: Final = 1
SCENARIO_SUFFIX: Final = ".scenarios.toml"


class Rules:
    """A checked ruleset: immutable, and free to be shared.

    Attributes:
        document: the file as read, laid over the one it extends.
        ruleset: its model.
        preset: the name of the preset, or an empty text.
        own_warnings: what is legal in the rules but looks like a mistake.
        is_apart: whether an installed ruleset of that id has other rules: then this is another game.
    """

    def __init__(
        self,
        document: Document,
        mechanics: Mapping[str, Mechanic],
        path: Path | None = None,
        plugins: Plugins | None = None,
        *,
        preset: str = "",
    ) -> None:
        self.document: Final = document
        self.path: Final = path
        self.preset: Final = preset
        self._mechanics: Final = mechanics
        found = checked(document, mechanics, plugins)
        self.ruleset: Final = found.ruleset
        self.program: Final = found.program
        self.own_warnings: Final = found.warnings
        self._scenario_errors: Final = found.scenario_errors
        self.is_apart = False
        self._reader: Callable[[], Rules] | None = None

    def __repr__(self) -> str:
        return f"<Rules {self.id} version {self.version}, {self.digest[:12]}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.ruleset == other.ruleset

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[object, ...]:
        return again, self.source

    def read_again(self) -> Rules:
        """The rules of the same file as it is now, with those it extends; these where no text has changed.

        Rules that were loaded from a text, or in another process, have no file, and stay as they are.

        Raises:
            UsageError: there is no ruleset, or no preset, of that name any more.
            RulesetError: the file cannot be read, or with every problem found in it.
        """
        now = self._reader() if self._reader is not None else self
        return self if now.source == self.source else now

    @property
    def source(self) -> tuple[Source, str, Path | None, str]:
        """What `again` makes the same rules of, here or elsewhere: texts, not what is built of them."""
        return self.document.source, self.document.name, self.path, self.preset

    @property
    def id(self) -> str:
        """The id of the game, as in ``[game] id``; of a preset with its name: ``merge:hard``."""
        return f"{self.ruleset.game.id}:{self.preset}" if self.preset else self.ruleset.game.id

    @property
    def title(self) -> str:
        """The name of the game, for people."""
        return f"{self.ruleset.game.title} ({self.preset})" if self.preset else self.ruleset.game.title

    @property
    def presets(self) -> tuple[str, ...]:
        """The presets of the file, in its order."""
        return tuple(self.ruleset.presets)

    @property
    def version(self) -> int:
        """The version of the ruleset."""
        return self.ruleset.game.version

    @cached_property
    def in_words(self) -> tuple[Phrase, ...]:
        """The rules in plain words, one paragraph each."""
        return rules_in_words(self.program)

    @cached_property
    def unsaid(self) -> Sequence[Diagnostic]:
        """Warnings of what the rules in words leave out, where the author is to write a sentence.

        They are no ``warnings``: the game is as it was meant, and whoever plays it need not hear of them.
        """
        return missing_sentences(self.document, self.program)

    def translations(self, language: str) -> Mapping[str, str]:
        """What the ruleset's own texts are called in a language, as ``[words]`` has them; empty where it has none."""
        return translations(self.program, language)

    def untranslated(self, language: str) -> tuple[str, ...]:
        """The ruleset's own texts that ``[words]`` does not have in a language, in the order of the file."""
        given = self.ruleset.words.get(language, {})
        return tuple(text for text, its_own in texts(self.program).items() if its_own and text not in given)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over what matters to play: not over looks, notices, tests, comments or order of tables.

        A setting that is left out and one that says what holds anyhow count alike, so that a setting which a later
        version adds spoils no save. The order of weights and of changes is kept: what a draw means hangs on it.
        """
        data = self.ruleset.counted()
        data["game"]["id"] = self.id
        text = json.dumps([BEHAVIOUR, data], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def foreign_kinds(self) -> dict[str, Mechanic]:
        """The kinds of these mechanics."""
        uses = (str(self.ruleset.mechanics.get(name, {}).get("use", name)) for name in self.program.plugins)
        return {use: self._mechanics[use] for use in uses}

    @cached_property
    def fast(self) -> Program:
        """The program without a journal: for simulation."""
        return build(self.ruleset, self._mechanics, journal=False).program

    @cached_property
    def counted(self) -> Program:
        """As `fast`, and a state counts how often each event was raised: for surveys."""
        return build(self.ruleset, self._mechanics, journal=False, tally=True).program

    @cached_property
    def branching(self) -> Program:
        """The program with which all courses of chance are followed: for `Game.outcomes`."""
        from tilekit.program.branches import BranchingBoard

        return build(self.ruleset, self._mechanics, journal=False, make_board=BranchingBoard).program

    def roller(self, lane: str = "auto") -> Roller:
        """What plays roll-outs of these rules; see `Game.roll_outs`.

        Args:
            lane: as in `surveyor`.

        Raises:
            UsageError: no lane of that name, or it is not to be had here.
        """
        rollers: dict[str, Roller] = self.__dict__.setdefault("_rollers", {})
        if lane not in rollers:
            rollers[lane] = self._new_roller(lane)
        return rollers[lane]

    def _new_roller(self, lane: str) -> Roller:
        def compiled() -> Roller:
            machine = self.compiled  # which says what is missing, before what needs it is imported
            from tilekit.compiled.rollouts import CompiledRoller

            return CompiledRoller(machine, self.program)

        return _in_lane(lane, compiled, lambda note: InterpretedRoller(self.fast, self.program, note))

    def surveyor(self, lane: str = "auto") -> Surveyor:
        """What plays random games of these rules and writes down how each went.

        Args:
            lane: ``interpreted``, ``compiled``, or ``auto`` for the compiled one where it is to be had.

        Raises:
            UsageError: no lane of that name, or it is not to be had here.
        """

        def compiled() -> Surveyor:
            return self.compiled

        return _in_lane(lane, compiled, lambda note: Interpreted(self.counted, note))

    @property
    def compiled(self) -> Lane:
        """The program as machine code, for arrays of states; compiled when first asked for, and kept on disk.

        Raises:
            UsageError: numba is not installed (the extra ``fast``).
            NotCompilable: a mechanic does what cannot be compiled; names it.
        """
        found = self._machine
        if isinstance(found, TilekitError):
            raise found
        return found

    def kept_surveyor(self) -> Surveyor:
        """What plays random games in the compiled lane where its machine code is on disk, else in the other."""
        from tilekit.compiled.kept import is_likely_kept

        if "_machine" not in self.__dict__:
            found = self._made(compiles=False) if is_likely_kept(self.digest) else None
            if found is None or isinstance(found, TilekitError):
                return Interpreted(self.counted, "there is no machine code of it on disk")
            self.__dict__["_machine"] = found
        return self.surveyor()

    @cached_property
    def _machine(self) -> Lane | TilekitError:
        """The compiled lane, or why there is none: found out once, since trying takes as long as compiling."""
        return self._made(compiles=True)

    def _made(self, *, compiles: bool) -> Lane | TilekitError:
        try:
            from tilekit.compiled.board import CompiledBoard
            from tilekit.compiled.kept import made_of
            from tilekit.compiled.lane import Lane
        except ImportError as error:
            return UsageError(f"the compiled lane needs {error.name or 'numba'}: pip install 'tilekit-engine[fast]'")
        built = build(self.ruleset, self._mechanics, journal=False, tally=True, make_board=CompiledBoard)
        try:
            return Lane(
                built.program, lambda: Interpreted(self.counted), named=self._named, made_of=made_of(self.digest),
                compiles=compiles,
            )  # fmt: skip
        except TilekitError as error:
            return error

    def _named(self, name: str) -> str:
        """A mechanic as messages to its author call it: by its name in the file, its kind, and whose that is."""
        use = str(self.ruleset.mechanics.get(name, {}).get("use", name))
        kind = self._mechanics[use]
        known = isinstance(self._mechanics, Kinds) and use in self._mechanics.plugins
        whose = f"of the plugin {supplier(self._mechanics, use)}" if known else f"of the module {kind.build.__module__}"
        return f'the mechanic "{name}" (kind "{use}", {whose})'

    @property
    def foreign(self) -> tuple[str, ...]:
        """The mechanics in use that come from plugins, as messages call them; empty where all are bundled."""
        return tuple(self._named(name) for name in self.program.plugins)

    def batch(
        self,
        n: int,
        *,
        seed: int | str | None = None,
        seeds: Iterable[int | str] | None = None,
        auto_reset: bool = False,
        threads: int = 1,
    ) -> Batch:
        """So many games at once, on the compiled lane; see `tilekit.batch.Batch`."""
        try:
            from tilekit.batch import Batch
        except ImportError as error:
            raise UsageError(f"batches need {error.name}: pip install 'tilekit-engine[fast]'") from error
        return Batch(self, n, seed=seed, seeds=seeds, auto_reset=auto_reset, threads=threads)

    def twin(self) -> Rules:
        """The same rules built once more: a program is for one thread at a time."""
        return Rules(self.document, self._mechanics, self.path, preset=self.preset)

    def new_game(self, seed: int | str = 0) -> Game:
        """A game from the opening of this seed.

        Raises:
            UsageError: no seed.
        """
        from tilekit.game import Game

        return Game(self, seed)

    def with_numbers(self, values: Mapping[KeyPath, int | float]) -> Rules:
        """These rules with other numbers at some key paths of the file.

        Where the change makes a scenario meaningless (a board of another size), they have none.

        Raises:
            RulesetError: with these numbers it is no ruleset; the places are those of this file.
        """
        document = self.document.with_values({path: repr(value) for path, value in values.items()})
        return Rules(document, self._mechanics, self.path, preset=self.preset)

    @property
    def warnings(self) -> list[Diagnostic]:
        """What looks like a mistake in the rules, and what is wrong with their scenarios: they play nevertheless."""
        return [replace(one, severity="warning") for one in self._found]

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What ``tilekit check`` reports: `warnings`, with errors in scenarios as errors, and `unsaid`."""
        return in_order([*self._found, *self.unsaid])

    @property
    def _found(self) -> tuple[Diagnostic, ...]:
        return in_order([*self.own_warnings, *self._scenario_errors, *self._beside[1]])

    def scenarios(self) -> list[tuple[ScenarioTable, Document, int]]:
        """The scenarios in the file and in the file beside it, each with its document and index.

        Beside ``merge.toml`` that is ``merge.scenarios.toml``, and ``merge.hard.scenarios.toml`` for its preset.

        Raises:
            RulesetError: a scenario is wrong, or the file beside it.
        """
        beside, errors = self._beside
        if self._scenario_errors or errors:
            raise RulesetError([*self._scenario_errors, *errors])
        return [*((table, self.document, i) for i, table in enumerate(self.ruleset.scenario)), *beside]

    @cached_property
    def _beside(self) -> tuple[list[tuple[ScenarioTable, Document, int]], tuple[Diagnostic, ...]]:
        """The scenarios of the file beside this one, or what is wrong with it."""
        suffix = f".{self.preset}{SCENARIO_SUFFIX}" if self.preset else SCENARIO_SUFFIX
        beside = self.path.with_name(self.path.name.removesuffix(".toml") + suffix) if self.path else None
        if self.path is None or beside is None or not beside.is_file():
            return [], ()
        owner = self.path, self.ruleset.game.id, self.preset
        try:
            document = read(read_bytes(beside), os.fspath(beside), ScenarioFile)

            def program_of(ruleset: str) -> Program:
                _must_mean(document, ruleset, owner)
                return self.program

            file, right = scenarios_of(document, program_of)
        except RulesetError as error:
            return [], error.diagnostics
        return [(table, right, i) for i, table in enumerate(file.scenario)], ()


_Player = TypeVar("_Player")


def _in_lane(lane: str, compiled: Callable[[], _Player], interpreted: Callable[[str], _Player]) -> _Player:
    """What plays in the lane that is asked for; the interpreted one is told why it is not the other.

    Raises:
        UsageError: no lane of that name.
        TilekitError: it is not to be had here.
    """
    if lane not in LANES:
        near = did_you_mean(lane, LANES)
        raise UsageError(f'no lane is called "{lane}"; there are {", ".join(LANES)}{near and "; " + near}')
    if lane == "interpreted":
        return interpreted("")
    try:
        return compiled()
    except TilekitError as error:
        if lane == "compiled":
            raise
        return interpreted(str(error))


def again(source: Source, name: str, path: Path | None, preset: str = "") -> Rules:
    """The rules of which this is the source; see `Rules.source`.

    Raises:
        RulesetError: a plugin that is not installed here supplies a mechanic of it.
    """
    return Rules(_document_of(source, name), default_plugins().mechanics, path, preset=preset)


def _document_of(source: Source, name: str) -> Document:
    if isinstance(source, str):
        return Document.parse(source, name)
    base, called, own, prefix = source
    return Layered(_document_of(base, called), _document_of(own, name), prefix, tiles_of)


# ---------------------------------------------------------------- by name, by path, from text

_plugins: list[Plugins] = []


def default_plugins() -> Plugins:
    """The plugins found when the library was first asked for something by name."""
    from tilekit.plugins import Plugins

    if not _plugins:
        _plugins.append(Plugins())
    return _plugins[0]


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
    plugins = plugins or default_plugins()
    rules = _loaded(text, name, path, preset, plugins)
    rules.is_apart = _is_apart(rules, plugins)
    if rules.is_apart and path is not None:
        rules.own_warnings.append(_id_taken(rules))
    return rules


def _loaded(text: str | bytes, name: str, path: Path | None, preset: str, plugins: Plugins) -> Rules:
    rules = _rules(_whole(read(text, name, Ruleset), path, plugins), path, plugins)
    if not preset:
        return rules
    if preset not in rules.presets:
        raise UsageError(_no_preset(rules, preset))
    return _with_preset(rules, preset, plugins)


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
    rules._reader = partial(_load, ruleset, preset, plugins, but)  # noqa: SLF001 - their own
    return rules


def parted(ruleset: str | os.PathLike[str]) -> tuple[str, str]:
    r"""The name of a ruleset, and the preset that it names after a colon; the colon of a drive is none.

    >>> parted("merge:hard"), parted(r"C:\games\granite.toml:hard"), parted("C:granite.toml")
    (('merge', 'hard'), ('C:\\games\\granite.toml', 'hard'), ('C:granite.toml', ''))
    """
    text = os.fspath(ruleset)
    name, _, preset = text.rpartition(":")
    named = name.endswith(".toml") or (name and not set("/\\:") & set(name))
    if isinstance(ruleset, str) and named and preset and not set("/\\") & set(preset) and not preset.endswith(".toml"):
        return name, preset
    return text, ""


def is_id(ruleset: str | os.PathLike[str]) -> bool:
    """Whether a name stands for an installed ruleset rather than for a file."""
    text, _ = parted(ruleset)
    return isinstance(ruleset, str) and not text.endswith(".toml") and "/" not in text and os.sep not in text


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


# ---------------------------------------------------------------- what it extends, and its presets

#: So many rulesets may rest on one another.
MOST_LAYERS: Final = 8


def _rules(document: Document, path: Path | None, plugins: Plugins, preset: str = "") -> Rules:
    asked = plugins if "balance" in document.data else None  # only bands speak of bots
    return Rules(document, plugins.mechanics, path, asked, preset=preset)


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


def load_any(path: str | os.PathLike[str]) -> tuple[Rules, list[tuple[ScenarioTable, Document, int]] | None]:
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
    owner = _ruleset_beside(Path(name))

    def program_of(ruleset: str) -> Program:
        if owner is not None:
            _must_mean(document, ruleset, owner)
        named = ruleset if is_id(ruleset) else os.fspath(Path(name).parent / ruleset)
        loaded.append(_load(named, but=[name]))
        return loaded[0].program

    file, document = scenarios_of(document, program_of)
    (rules,) = loaded
    return rules, [(table, document, i) for i, table in enumerate(file.scenario)]


def _ruleset_beside(path: Path) -> tuple[Path, str, str] | None:
    """The ruleset with which a file of scenarios runs for its name alone: its file, its id, and a preset; or None."""
    name = path.name.removesuffix(SCENARIO_SUFFIX)
    if name == path.name:
        return None
    file, preset = path.with_name(f"{name}.toml"), ""
    if not file.is_file():
        name, _, preset = name.rpartition(".")
        file = path.with_name(f"{name}.toml")
    if not file.is_file():
        return None
    data = Document.salvaged(read_bytes(file), os.fspath(file)).data
    game, presets = data.get("game"), data.get("presets")
    if preset and not (isinstance(presets, dict) and preset in presets):
        return None
    return file, str(game.get("id", "")) if isinstance(game, dict) else "", preset


def _must_mean(document: Document, ruleset: str, owner: tuple[Path, str, str]) -> None:
    """Refuses a file of scenarios that names another ruleset than the one it lies beside, and so runs with.

    Raises:
        RulesetError: it does.
    """
    path, id_, preset = owner
    name, named_preset = parted(ruleset)
    folder = Path(document.name).parent
    meant = name == id_ if is_id(ruleset) else (folder / name).resolve() == path.resolve()
    if meant and named_preset == preset:
        return
    right = path.name + (f":{preset}" if preset else "")
    raise RulesetError([
        document.diagnostic(
            ("ruleset",), "another-ruleset", f'scenarios under this name run with "{right}"', found=ruleset,
            expected=f'ruleset = "{right}"', fix=f'write "{right}", or give this file another name',
        )
    ])  # fmt: skip


def dumps(rules: Rules) -> str:
    """The ruleset as TOML text, whole in itself; `loads` reads it back equal. Comments are not kept.

    Of a preset it is the game with what the preset changes: `loads`, told the preset, gives the same.
    """
    from tilekit.ruleset.writing import written

    return written(rules.document.data)
