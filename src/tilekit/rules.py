"""Rules: a checked ruleset, ready to be played.

Owns the value that everything else is given. How a name, a path or a text becomes one is the business of
`tilekit.loading`; what a game knows of it stands in `tilekit.playable`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tilekit.checking import checked, missing_sentences, tiles_of
from tilekit.errors import Diagnostic, RulesetError, UsageError, in_order
from tilekit.frozen import frozen
from tilekit.game import Game
from tilekit.hooks import Mechanic
from tilekit.playable import Playable, source_of
from tilekit.plugins import Plugins, default_plugins
from tilekit.ruleset.document import Document, Source
from tilekit.ruleset.layered import Layered
from tilekit.scenario_files import Owner, PlacedScenario, beside, placed

if TYPE_CHECKING:
    from tilekit.batch import Batch


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Rules(Playable):
    """A checked ruleset: immutable, and free to be shared.

    Attributes:
        own_warnings: what is legal in the rules but looks like a mistake.
        scenario_errors: what is wrong with the scenarios in the file.
    """

    own_warnings: tuple[Diagnostic, ...]
    scenario_errors: tuple[Diagnostic, ...]

    def __reduce__(self) -> tuple[object, ...]:
        return again, source_of(self)

    def new_game(self, seed: int | str = 0) -> Game:
        """A game from the opening of this seed.

        Raises:
            UsageError: no seed.
        """
        return Game(self, seed)

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

    def rebuild(self) -> Rules:
        """The same rules built once more: a program is for one thread at a time."""
        return rules_of(self.document, self._mechanics, self.path, preset=self.preset)

    def with_numbers(self, values: Mapping[tuple[str | int, ...], int | float]) -> Rules:
        """These rules with other numbers at some key paths of the file.

        Where the change makes a scenario meaningless (a board of another size), they have none.

        Raises:
            RulesetError: with these numbers it is no ruleset; the places are those of this file.
        """
        document = self.document.with_values({path: repr(value) for path, value in values.items()})
        return rules_of(document, self._mechanics, self.path, preset=self.preset)

    @cached_property
    def unsaid(self) -> list[Diagnostic]:
        """Warnings of what the rules in words leave out, where the author is to write a sentence.

        They are no ``warnings``: the game is as it was meant, and whoever plays it need not hear of them.
        """
        return frozen(missing_sentences(self.document, self.program))

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
        return in_order([*self.own_warnings, *self.scenario_errors, *self._beside[1]])

    def scenarios(self) -> list[PlacedScenario]:
        """The scenarios in the file and in the file beside it, each with its document and index.

        Raises:
            RulesetError: a scenario is wrong, or the file beside it.
        """
        there, errors = self._beside
        if self.scenario_errors or errors:
            raise RulesetError([*self.scenario_errors, *errors])
        return [*placed(self.ruleset.scenario, self.document), *there]

    @cached_property
    def _beside(self) -> tuple[tuple[PlacedScenario, ...], tuple[Diagnostic, ...]]:
        """The scenarios of the file beside this one, or what is wrong with it."""
        if self.path is None:
            return (), ()
        try:
            return beside(Owner(self.path, self.ruleset.game.id, self.preset), self.program), ()
        except RulesetError as error:
            return (), error.diagnostics


def rules_of(
    document: Document,
    mechanics: Mapping[str, Mechanic],
    path: Path | None = None,
    *,
    preset: str = "",
    plugins: Plugins | None = None,
) -> Rules:
    """The rules in a document.

    Args:
        document: as read, laid over what it extends.
        mechanics: what plugins supply, by kind.
        path: where it lies, or None.
        preset: the name of the preset that it is.
        plugins: what supplies bots, or None where none is asked for.

    Raises:
        RulesetError: with every problem found.
    """
    found = checked(document, mechanics, plugins)
    document = document.with_data(frozen(document.data), document.loss)
    return Rules(
        ruleset=found.ruleset, program=found.program, _mechanics=mechanics, document=document, path=path,
        preset=preset, own_warnings=found.warnings, scenario_errors=found.scenario_errors,
    )  # fmt: skip


def again(source: Source, name: str, path: Path | None, preset: str = "") -> Rules:
    """The rules of which this is the source; see `tilekit.playable.source_of`.

    Raises:
        RulesetError: a plugin that is not installed here supplies a mechanic of it.
    """
    return rules_of(_document_of(source, name), default_plugins().mechanics, path, preset=preset)


def _document_of(source: Source, name: str) -> Document:
    if isinstance(source, str):
        return Document.parse(source, name)
    base, called, own, prefix = source
    return Layered(_document_of(base, called), _document_of(own, name), prefix, tiles_of)
