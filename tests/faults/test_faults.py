"""Each planted fault is caught; one that survives is a missing property."""

from __future__ import annotations

import pytest
from tests.faults.planted import FAULTS, Fault, caught_by


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_fault_is_caught(fault: Fault):
    caught = caught_by(fault)
    assert caught.startswith(("property ", "scenario ")), caught or "the fault survives"


def test_there_are_enough_faults_of_different_names():
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 25
