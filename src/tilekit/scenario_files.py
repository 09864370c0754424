"""Files of scenarios, and the ruleset that each belongs to.

Owns which file of scenarios lies beside which ruleset, and that it names the ruleset it runs with. What is wrong with
scenarios is found by `tilekit.checking`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tilekit.checking import scenarios_of
from tilekit.errors import RulesetError
from tilekit.program.program import Program
from tilekit.ruleset.document import Document, read_bytes
from tilekit.ruleset.models import ScenarioFile, ScenarioTable
from tilekit.ruleset.naming import is_id, parted
from tilekit.ruleset.shape import read

SCENARIO_SUFFIX: Final = ".scenarios.toml"


class PlacedScenario(NamedTuple):
    """A scenario and where it is written.

    Attributes:
        table: the scenario.
        document: the document that has it.
        number: its place among the scenarios of that document, counted from 0.
    """

    table: ScenarioTable
    document: Document
    number: int


class Owner(NamedTuple):
    """The ruleset with which a file of scenarios runs for its name alone."""

    path: Path
    id: str
    preset: str


def placed(tables: Sequence[ScenarioTable], document: Document) -> tuple[PlacedScenario, ...]:
    """The scenarios of a document."""
    return tuple(PlacedScenario(table, document, i) for i, table in enumerate(tables))


def beside(owner: Owner, program: Program) -> tuple[PlacedScenario, ...]:
    """The scenarios of the file beside a ruleset: none where there is no such file.

    Beside ``merge.toml`` that is ``merge.scenarios.toml``, and ``merge.hard.scenarios.toml`` for its preset.

    Raises:
        RulesetError: with every mistake in it.
    """
    suffix = f".{owner.preset}{SCENARIO_SUFFIX}" if owner.preset else SCENARIO_SUFFIX
    path = owner.path.with_name(owner.path.name.removesuffix(".toml") + suffix)
    if not path.is_file():
        return ()
    document = read(read_bytes(path), os.fspath(path), ScenarioFile)

    def program_of(ruleset: str) -> Program:
        must_mean(document, ruleset, owner)
        return program

    file, right = scenarios_of(document, program_of)
    return placed(file.scenario, right)


def owner_of(path: Path) -> Owner | None:
    """The ruleset beside a file of scenarios, where that is named so."""
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
    return Owner(file, str(game.get("id", "")) if isinstance(game, dict) else "", preset)


def must_mean(document: Document, ruleset: str, owner: Owner) -> None:
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
