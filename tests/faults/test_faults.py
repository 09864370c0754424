"""Each planted fault is caught; one that survives is a missing property."""

from __future__ import annotations

import ast
import os

import pytest
from tests.faults.planted import FAULTS, MORE, SOURCE, Fault, caught_by

TRIED = FAULTS + MORE * (os.environ.get("TILEKIT_HYPOTHESIS") == "nightly")


@pytest.mark.slow
@pytest.mark.parametrize("fault", TRIED, ids=lambda fault: fault.name)
def test_fault_is_caught(fault: Fault):
    caught = caught_by(fault)
    assert caught.startswith(("property ", "scenario ")), caught or "the fault survives"


def test_there_are_enough_faults_of_different_names():
    assert len({fault.name for fault in [*FAULTS, *MORE]}) == len(FAULTS) + len(MORE) >= 100


@pytest.mark.parametrize("fault", MORE, ids=lambda fault: fault.name)
def test_a_fault_for_the_night_can_be_planted(fault: Fault):
    assert ast.dump(ast.parse(fault.planted())) != ast.dump(
        ast.parse((SOURCE / fault.file).read_text(encoding="utf-8"))
    )


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["yard.toml", "alley.toml:steep"])
def test_nothing_is_caught_where_nothing_is_planted(ruleset: str):
    assert caught_by(Fault("none", "game.py", "Game", "seed", "seed", ruleset)) == ""
