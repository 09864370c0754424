"""Killed at any instant, a game resumes at its last finished action that was kept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: Of each kind of disk that needs no file system of its own; `killed.py` itself tries the others.
ROUNDS = {"healthy": 200, "feigned": 60}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="nothing forks there")
@pytest.mark.parametrize("disk", ROUNDS)
def test_nothing_that_was_finished_is_lost(tmp_path: Path, disk: str) -> None:
    program, rounds = Path(__file__).with_name("killed.py"), ROUNDS[disk]
    arguments = [sys.executable, "-W", "error", str(program), str(tmp_path / "profile"), "0", str(rounds), disk]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=300, check=False)
    half = rounds // 2
    assert (done.returncode, done.stdout) == (0, f"{{'from outside': {half}, 'within a statement': {half}}}\n"), (
        done.stderr
    )
