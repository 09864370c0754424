"""Mechanics nobody here wrote: what is plain is compiled, what is not is named, and what fails is told as elsewhere."""

from __future__ import annotations

import enum
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from tests.property import lanes

import tilekit
from tilekit import Mechanic, Settings, Step, hookimpl
from tilekit.program.survey import GameFailed

RULES = """
format = 1
[game]
id = "guest"
title = "Guest"
version = 1
[grid]
rows = 2
columns = 4
[tiers]
chain = ["a", "b", "c"]
[queue]
from = "deal"
[spawn.deal]
weights = { a = 2, b = 1 }
[actions.drop]
target = "cell"
where = "empty"
steps = ["place", "guest", "deal"]
[[end]]
when = "no_moves"
reason = "full"
"""


def rules(build) -> tilekit.Rules:
    kind = Mechanic(kind="guest", summary="a guest", settings=Settings, build=build)
    plugin = SimpleNamespace(tilekit_mechanics=hookimpl(lambda: [kind]))
    return tilekit.loads(RULES, plugins=tilekit.Plugins(entry_points=False, extra={"guest": plugin}))


def raises_its_neighbours(by: int):
    """A plain mechanic: tiles beside the one dropped go up the chain, helped by a function and a table of its own."""
    table = (0, 2, 3, 3)

    def raised(code: int) -> int:
        return table[min(code * by, 3)]

    def build(_settings, b):
        at, put, around, each, last = b.at, b.put, b.around, b.each, b.last

        def act(s, here):
            changed = 0
            for cell in each(around(here)):
                if 0 < at(s, cell) < last:
                    put(s, cell, raised(at(s, cell)))
                    changed = 1
            return changed

        return Step(act)

    return build


def keeps_a_list(_settings, b):
    seen: list[int] = []
    at = b.at

    def act(s, here):
        seen.append(at(s, here))
        return 0

    return Step(act)


def counts_outside_the_state(_settings, _b):
    count = 0

    def act(_s, _here):
        nonlocal count
        count += 1
        return 0

    return Step(act)


def divides(_settings, b):
    at, count, where = b.at, b.count, b.where

    def act(s, here):
        return at(s, here) // (count(where(s, 0)) - 3) * 0  # three cells before the board is full

    return Step(act)


def refuses(_settings, b):
    count, where = b.count, b.where

    def act(s, _here):
        if count(where(s, 0)) == 3:
            raise ValueError("three is too few")
        return 0

    return Step(act)


def test_a_plain_one_goes_alike_in_both_lanes():
    lanes.play_many(rules(raises_its_neighbours(1)), 100)


def test_a_number_it_was_built_with_is_part_of_the_key():
    keys = [rules(raises_its_neighbours(by)).engine.compiled.key for by in (1, 2, 1)]
    assert keys[0] == keys[2] != keys[1]


class Limits(enum.IntEnum):
    """Numbers of a mechanic that are not in its own functions."""

    MOST = 2


ELSEWHERE = ModuleType("elsewhere")
ELSEWHERE.MOST = 2
TABLE = np.array([0, 2, 3, 3])


def looks_into_a_module(_settings, b):
    at = b.at

    def act(s, here):
        return 1 if at(s, here) > ELSEWHERE.MOST else 0

    return Step(act)


def looks_into_an_array(_settings, b):
    at, put = b.at, b.put
    table = TABLE

    def act(s, here):
        put(s, here, int(table[at(s, here)]))
        return 1

    return Step(act)


def looks_into_an_enum(_settings, b):
    at = b.at

    def act(s, here):
        return 1 if at(s, here) > Limits.MOST else 0

    return Step(act)


@pytest.mark.parametrize(
    ("build", "name", "other"),
    [
        (looks_into_a_module, "ELSEWHERE.MOST", 1),
        (looks_into_an_array, "TABLE", np.array([0, 3, 3, 3])),
        (looks_into_an_enum, "Limits", enum.IntEnum("Limits", {"MOST": 1})),
    ],
)
def test_a_constant_that_lies_elsewhere_is_part_of_the_key(monkeypatch, build, name, other):
    before = rules(build).engine.compiled.key
    assert rules(build).engine.compiled.key == before
    owner, _, attribute = name.rpartition(".")
    monkeypatch.setattr(globals()[owner] if owner else sys.modules[__name__], attribute, other)
    assert rules(build).engine.compiled.key != before
    lanes.play_many(rules(build), 40)


def says(*lines: str):
    """A mechanic of one expression, or of some lines."""
    body = "\n".join(f"        {line}" for line in lines)
    source = (
        f"def build(_settings, b):\n    at, kept = b.at, {{1: 2}}\n    def act(s, here):\n{body}\n    return Step(act)"
    )
    space = {"Step": Step, "__name__": "guests"}
    exec(source, space)
    return space["build"]


HELP = "machine code knows whole numbers, tuples and arrays of them, plain functions and board words"


@pytest.mark.parametrize(
    ("build", "why"),
    [
        (keeps_a_list, f'it uses "seen", which is a list (line LINE of test_mechanics.py); {HELP}'),
        (counts_outside_the_state, 'act keeps "count" outside the state'),
        (says("l = ['a']", "l.append(here)", "return 0"), f"it calls list.append; {HELP}"),
        (says("return kept[here]"), f'it uses "kept", which is a dictionary; {HELP}'),
        (says("return at(s, here).real_part"), f'it asks for "real_part" of a whole number; {HELP}'),
        (says("return s.cells"), f'it asks for "cells" of the state; {HELP}'),
        (says("return nowhere(here)"), f'nothing is called "nowhere"; {HELP}'),
        (says("return 1 if at(s, here) else 'a'"), f"one value is now a text, now a whole number; {HELP}"),
        (says("import math", "return math.floor(2)"), f"it imports something within a function; {HELP}"),
        (says("return max((1, 2), key=lambda x: -x)"), f"it calls max in a way that has no machine code; {HELP}"),
        (says("return sum(x for x in (1, 2) if at(s, x))"), f"it has a generator where a loop would do; {HELP}"),
    ],
)  # fmt: skip
def test_one_that_cannot_be_compiled_is_named_with_the_reason_in_words(build, why):
    source = Path(__file__).read_text().splitlines()
    why = why.replace("LINE", str(source.index("        seen.append(at(s, here))") + 1))
    told = f'the mechanic "guest" (kind "guest", of the plugin guest) cannot be compiled: {why}'
    made = rules(build)
    surveyor = made.engine.surveyor()
    assert (surveyor.lane, surveyor.note) == ("interpreted", told)
    with pytest.raises(tilekit.TilekitError) as caught:
        made.engine.surveyor("compiled")
    assert str(caught.value) == told


@pytest.mark.parametrize("build", [keeps_a_list, counts_outside_the_state])
def test_what_cannot_be_compiled_is_surveyed_all_the_same(build):
    assert rules(build).engine.surveyor().survey([1], 100)[0][1] == 8


def test_a_mechanic_that_is_called_otherwise_is_named_with_its_kind_and_plugin(monkeypatch):
    kind = Mechanic(kind="guest", summary="a guest", settings=Settings, build=keeps_a_list)
    plugins = tilekit.Plugins(
        entry_points=False, extra={"visitors": SimpleNamespace(tilekit_mechanics=hookimpl(lambda: [kind]))}
    )
    monkeypatch.setattr("tilekit.rules.default_plugins", lambda: plugins)
    text = RULES.replace('"guest", "deal"]', '"g", "deal"]') + '[mechanics]\ng = { use = "guest" }\n'
    note = tilekit.loads(text, plugins=plugins).engine.surveyor().note
    assert note.startswith('the mechanic "g" (kind "guest", of the plugin visitors) cannot be compiled: it uses ')


@pytest.mark.parametrize(
    ("build", "cause"),
    [(divides, "ZeroDivisionError: integer division or modulo by zero"), (refuses, "ValueError: three is too few")],
)
def test_one_that_fails_is_told_with_its_game_and_action(build, cause):
    surveyor = rules(build).engine.surveyor("compiled")
    assert surveyor.lane == "compiled"
    with pytest.raises(GameFailed) as caught:
        surveyor.survey([4, 5], 100)
    told = f'the mechanic "guest" (kind "guest") failed: {cause}'
    assert (caught.value.place, caught.value.action, caught.value.cause) == (0, 5, told)
    assert surveyor.survey([4], 4)[0, 1] == 4
