"""Every mechanic in every place that takes it goes alike in both lanes, and raises in neither."""

from __future__ import annotations

import os
from typing import Any

import pytest
from tests.conformance.domains import CHOICES, Case, cases, loaded, ruleset
from tests.conformance.test_domains import PLUGINS
from tests.property import lanes

import tilekit
from tilekit.game import Game


def accepted(target: str) -> list[Case]:
    """Of each kind the case that speaks of most of what is chosen."""
    found: list[Case] = []
    for kind in PLUGINS.mechanics.values():
        if kind.role != "step":
            continue
        fitting = [case for case in cases(kind) if not case.areas and not case.refused(target)]
        if fitting:
            found.append(max(fitting, key=lambda case: len(case.words)))
    return found


#: Compiling takes long: each kind is tried for every third target that takes it, and for the first; at night for all.
EACH = 1 if os.environ.get("TILEKIT_HYPOTHESIS") == "nightly" else 3


def tried(target: str) -> list[Case]:
    """Of what is accepted for a target, what is compiled for it."""
    taking = {name: [case.kind.kind for case in accepted(name)] for name in CHOICES}
    targets = {kind: [name for name in CHOICES if kind in taking[name]] for kind in taking[target]}
    return [case for case in accepted(target) if targets[case.kind.kind].index(target) % EACH == 0]


def test_each_kind_is_compiled_for_a_target():
    kinds = {case.kind.kind for target in CHOICES for case in accepted(target)}
    assert {case.kind.kind for target in CHOICES for case in tried(target)} == kinds
    assert kinds == {kind.kind for kind in PLUGINS.mechanics.values() if kind.role == "step"}


@pytest.mark.parametrize("target", CHOICES)
def test_what_is_accepted_goes_alike_in_both_lanes(target):
    """One ruleset with an action for each case: a compilation for each target is enough."""
    data: dict[str, Any] = ruleset(areas={"lane": "column == chosen"} if "chosen" in CHOICES[target] else {})
    for i, case in enumerate(tried(target)):
        data["mechanics"][f"guest{i}"] = case.table
        data["actions"][f"act{i}"] = {"target": target, "steps": [f"guest{i}"]}
    if "chosen" in CHOICES[target]:
        data["mechanics"]["lane"] = {"use": "change", "cells": "lane", "to": "next(tile) if near(lane) > 0 else ash"}
        data["actions"]["lane"] = {"target": target, "steps": ["lane"]}
    rules = loaded(data, PLUGINS)
    assert isinstance(rules, tilekit.Rules), rules
    for seed in range(4):
        twins = lanes.Twins(rules, Game(rules, seed))
        for turn in range(30):
            legal = twins.legal()
            if not legal:
                break
            twins.act(legal[(turn * 7919 + seed) % len(legal)])
            twins.act((turn * 104729) % rules.program.numbers)  # often refused, by both


def test_what_is_accepted_in_an_opening_goes_alike_in_both_lanes():
    steps = [case for case in accepted("none") if case.kind.kind not in ("start", "scramble")]
    data = ruleset(start={"steps": ["scatter", *(f"guest{i}" for i in range(len(steps)))]})
    data["mechanics"] |= {f"guest{i}": case.table for i, case in enumerate(steps)}
    data["actions"]["again"] = {"steps": ["start"]}
    rules = loaded(data, PLUGINS)
    assert isinstance(rules, tilekit.Rules), rules
    for seed in range(4):
        twins = lanes.Twins(rules, Game(rules, seed))
        for _ in range(6):
            twins.turn()
