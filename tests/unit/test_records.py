"""What a mechanic's record says: of itself, of its settings and events, and to players; a plugin's like any other."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.rulesets import PLUGINS

import tilekit
from tilekit import Builder, Cells, Mechanic, Number, Phrase, Plugins, Settings, State, Step, hookimpl
from tilekit.hooks import Event, Sayer, parts_of
from tilekit.wording.rules import rules_in_words


@pytest.mark.parametrize("kind", PLUGINS.mechanics)
def test_a_bundled_mechanic_says_what_there_is_to_say(kind: str) -> None:
    mechanic = PLUGINS.mechanics[kind]
    assert mechanic.summary
    assert mechanic.settings.about()
    assert mechanic.examples
    assert [name for name, text in mechanic.settings.meanings().items() if not text] == []
    events = mechanic.events.values()
    assert [event for event in events if not (isinstance(event, Event) and event.meaning and event.follows)] == []
    assert set(mechanic.samples) <= {field.alias or name for name, field in mechanic.settings.model_fields.items()}


def test_a_docstring_has_two_parts() -> None:
    docstring = """What rots.

    All at once.

    Attributes:
        cells: which cells: those
            that rot.
        most: how many.

    Nothing else.
    """
    said = {"cells": "which cells: those that rot.", "most": "how many."}
    assert parts_of(docstring) == ("What rots.\n\nAll at once.\n\nNothing else.", said)
    assert parts_of("Nothing to say.") == ("Nothing to say.", {})
    assert parts_of(None) == ("", {})


class Rot(Settings):
    """What rots.

    Attributes:
        cells: which cells.
        most: how many at most.
    """

    cells: Cells
    most: Number = 1


def build(_settings: Rot, b: Builder) -> Step:
    clear, cells, rotten = b.clear, b.function("cells"), b.event("rotten")
    leave = b.leave("bare")

    def act(s: State, here: int) -> int:
        chosen = cells(s, here)
        clear(s, chosen)
        leave(s, chosen)
        rotten(s)
        return 1

    return Step(act)


def says(step: Sayer) -> Phrase:
    most, found = step.number("most"), step.cells()
    if most is None:
        step.missing("most", "how many rot")
    return Phrase("{count} tiles rot on {cells}", count=most or 0, cells=found.every if found else "")


class Plugin:
    """A plugin with one mechanic."""

    @hookimpl
    def tilekit_mechanics(self) -> list[Mechanic]:
        return [
            Mechanic(
                kind="rot", summary="tiles rot", settings=Rot, build=build, says=says, leaves={"bare": "just bared"},
                events={"rotten": Event("tiles rotted", follows=Phrase("When tiles rot"))},
            )
        ]  # fmt: skip


RULES = """format = 1
[game]
id = "heap"
title = "Heap"
version = 1
[grid]
rows = 3
columns = 3
[tiers]
chain = ["ash", "bud"]
[actions.wait]
steps = ["rot", "grow"]
[mechanics]
rot = { cells = "tile == ash", most = MOST }
grow = { use = "spawn", from = "deal", cells = "bare" }
[spawn]
deal = { tile = "ash" }
[[triggers]]
on = "rotten"
add = { score = 2 }
[[end]]
when = "turn > 9"
reason = "done"
"""


def loaded(most: str) -> tilekit.Rules:
    return tilekit.loads(RULES.replace("MOST", most), plugins=Plugins(entry_points=False, extra={"heap": Plugin()}))


def test_a_plugin_has_a_sentence_an_event_and_a_set_of_cells_of_its_own() -> None:
    rules = loaded("3")
    assert rules.warnings == []
    assert [str(phrase) for phrase in rules_in_words(rules.program)][:2] == [
        "Wait: 3 tiles rot on every cell with an ash; then an ash appears on a random empty cell just bared.",
        "When tiles rot: score +2.",
    ]


def test_what_a_plugin_cannot_say_is_reported() -> None:
    (warning,) = loaded('"turn"').unsaid
    assert (warning.code, warning.message) == (
        "rule-missing",
        'the rules in words do not say how many rot, in "rot"',
    )


def test_the_schema_says_what_the_record_says() -> None:
    from tilekit.ruleset.schema import schema_of

    schema: dict[str, Any] = schema_of(Plugins(entry_points=False, extra={"heap": Plugin()}).mechanics)
    rot = schema["$defs"]["mechanic.rot"]
    assert rot["description"] == "tiles rot"
    assert [rot["properties"][name]["description"] for name in ("cells", "most")] == [
        "which cells.",
        "how many at most.",
    ]
