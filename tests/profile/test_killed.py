"""Killed at any instant, a game resumes at its last finished action."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROUNDS = 200


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="nothing forks there")
def test_nothing_that_was_finished_is_lost(tmp_path: Path) -> None:
    program = Path(__file__).with_name("killed.py")
    arguments = [sys.executable, "-W", "error", str(program), str(tmp_path / "profile"), "0", str(ROUNDS)]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout) == (0, "{'from outside': 100, 'within a statement': 100}\n"), done.stderr
