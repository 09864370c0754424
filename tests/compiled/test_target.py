"""Machine code for another processor than this one, as numba is told to make it (NUMBA_CPU_NAME)."""

from __future__ import annotations

import platform
from pathlib import Path

import llvmlite.binding
import pytest
from tests.compiled.test_store import RULESET, interpreted, start

from tilekit.compiled import masks

OTHERS = [
    {"NUMBA_CPU_NAME": "generic"},
    {"NUMBA_CPU_NAME": "x86-64-v2", "NUMBA_CPU_FEATURES": ""},
    {"NUMBA_CPU_FEATURES": "+bmi2,-bmi2"},
]


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="names of other processors")
def test_code_for_another_processor_runs_and_is_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(RULESET)
    cache = {"TILEKIT_CACHE": str(tmp_path / "cache")}
    score = interpreted(path)
    for environment in [{}, *OTHERS]:
        told = [start(path, **cache, **environment) for _ in range(2)]
        assert told == [f"compiled|{score}|", f"found|{score}|"], environment


@pytest.mark.parametrize(
    ("abilities", "has"), [("+avx,+bmi2", True), ("", False), ("+bmi2,-bmi2", False), ("+bmi", False), ("-bmi2", False)]
)
def test_what_the_processor_can_do_is_what_numba_was_told(
    monkeypatch: pytest.MonkeyPatch, abilities: str, has: bool
) -> None:
    monkeypatch.setattr(masks, "target", lambda: ("any", "any", abilities))
    assert masks._can("bmi2") is has


def test_on_this_machine_it_is_what_this_machine_can_do() -> None:
    assert llvmlite.binding.get_host_cpu_features().get("bmi2", False) == masks.HAS_BITS
