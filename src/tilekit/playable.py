"""Rules as a game knows them.

Owns what a game, its view and a batch ask of rules: what they are called, what they are, and what plays them. How
rules are read from a file is the business of `tilekit.loading`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final, Self

from tilekit.actions import Action
from tilekit.engine import Engine
from tilekit.hooks import Mechanic
from tilekit.program.program import Program
from tilekit.ruleset.document import Document, Source
from tilekit.ruleset.models import Ruleset
from tilekit.wording.rules import rules_in_words, texts, translations
from tilekit.words import Phrase

#: Raised whenever the same ruleset would play differently than before; part of every digest of rules.
BEHAVIOUR: Final = 1


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Playable:
    """A checked ruleset, so far as a game needs it: a value, compared by what the file says.

    Attributes:
        ruleset: the model of the file.
        program: the program that keeps a journal, for play.
        document: the file as read, laid over the one it extends.
        path: where it lies, or None.
        preset: the name of the preset, or an empty text.
        shadows_installed: whether an installed ruleset of that id has other rules: then this is another game.
        reader: reads the same file again; None where there is no file.
    """

    ruleset: Ruleset
    program: Program
    _mechanics: Mapping[str, Mechanic]
    document: Document
    path: Path | None = None
    preset: str = ""
    shadows_installed: bool = False
    reader: Callable[[], Self] | None = field(default=None)

    def __repr__(self) -> str:
        return f"<Rules {self.id} version {self.version}, {self.digest[:12]}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Playable) and (self.preset, self.ruleset) == (other.preset, other.ruleset)

    def __hash__(self) -> int:
        return hash(self.digest)

    def read_again(self) -> Self:
        """The rules of the same file as it is now, with those it extends; these where no text has changed.

        Rules that were loaded from a text, or in another process, have no file, and stay as they are.

        Raises:
            UsageError: there is no ruleset, or no preset, of that name any more.
            RulesetError: the file cannot be read, or with every problem found in it.
        """
        now = self.reader() if self.reader is not None else self
        return self if source_of(now) == source_of(self) else now

    @cached_property
    def engine(self) -> Engine:
        """What runs them. For the library itself: it may change without notice."""
        return Engine(ruleset=self.ruleset, mechanics=self._mechanics, digest=self.digest, program=self.program)

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
    def actions(self) -> tuple[Action, ...]:
        """Every action there may be, legal or not; the number of an action is its place here."""
        return tuple(Action(spec.verb, choice) for spec in self.program.actions for choice in spec.choices)

    @property
    def tiles(self) -> tuple[str, ...]:
        """The id of each tile by its code: ``"none"`` first, then the pieces, then the tiers, lowest first."""
        return self.program.tiles.ids

    @property
    def commands(self) -> tuple[str, ...]:
        """What every game of these rules takes besides its own actions."""
        return ("undo", "restart") if self.ruleset.undo.depth else ("restart",)

    @cached_property
    def rank_steps(self) -> tuple[tuple[int, str], ...]:
        """The titles with the number each is earned at, lowest first."""
        ranks, tiles = self.ruleset.ranks, self.program.tiles
        titles = {} if ranks is None else ranks.titles
        steps = ((tiles.number(tiles.codes[key]) if key in tiles.codes else int(key), titles[key]) for key in titles)
        return tuple(sorted(steps))

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
        version adds spoils no save. The order of weights and of changes is kept: what a draw means depends on it.
        """
        data = self.ruleset.counted()
        data["game"]["id"] = self.id
        text = json.dumps([BEHAVIOUR, data], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def source_of(rules: Playable) -> tuple[Source, str, Path | None, str]:
    """Of what the same rules are made, here or in another process: texts, not what is built of them."""
    return rules.document.source, rules.document.name, rules.path, rules.preset
