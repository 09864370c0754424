"""Ctrl-C while machine code is made: nothing is lost, nothing crashes, and the next try finds all in order."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.compiled.test_store import RULESET, tiny

import tilekit
from tilekit.compiled import interrupts


def test_a_signal_waits_for_the_end_and_handlers_are_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    came: list[int] = []
    before = {number: signal.getsignal(number) for number in signal.valid_signals()}
    own = signal.signal(signal.SIGTERM, lambda number, _frame: came.append(number))
    try:
        installed = {number: signal.getsignal(number) for number in signal.valid_signals()}
        with pytest.raises(KeyboardInterrupt), interrupts.held():  # noqa: PT012 - what is raised is raised at its end
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGTERM)
            assert came == []
        assert came == [signal.SIGTERM], "also after Ctrl-C, which came first and raises"
        assert {number: signal.getsignal(number) for number in signal.valid_signals()} == installed
    finally:
        signal.signal(signal.SIGTERM, own)
    assert {number: signal.getsignal(number) for number in signal.valid_signals()} == before


def test_a_signal_is_let_through_between_two_functions() -> None:
    reached = []
    with pytest.raises(KeyboardInterrupt), interrupts.held():  # noqa: PT012 - as above
        with interrupts.held():
            signal.raise_signal(signal.SIGINT)
        reached.append("the end of an inner block")
        interrupts.let_through()
        reached.append("too far")
    assert reached == ["the end of an inner block"]


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupts.held():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


#: Ctrl-C comes again and again, each time while LLVM is calling back.
WHILE_COMPILING = """
import signal, sys, threading
from numba.core.registry import cpu_target
import tilekit
codegen = cpu_target.target_context.codegen()
kept, found = codegen._library_class._object_compiled_hook, codegen._library_class._object_getbuffer_hook
def notify(module, buffer):
    signal.raise_signal(signal.SIGINT)
    kept(module, buffer)
def getbuffer(module):
    signal.raise_signal(signal.SIGINT)
    return found(module)
codegen._engine.set_object_cache(notify, getbuffer)
rules = tilekit.load(sys.argv[1])
try:
    rules.compiled
except KeyboardInterrupt:
    print("interrupted")
codegen._engine.set_object_cache(kept, found)
print(int(rules.compiled.survey([1], 1000)[0, 0]))
"""


@pytest.mark.parametrize("cache", ["kept", ""])
def test_ctrl_c_while_llvm_calls_back_is_neither_lost_nor_a_crash(tmp_path: Path, cache: str) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(RULESET)
    done = subprocess.run(
        [sys.executable, "-c", WHILE_COMPILING, str(path)], capture_output=True, text=True, check=False,
        env={"TILEKIT_CACHE": cache and str(tmp_path / cache)},
    )  # fmt: skip
    score = tilekit.load(path).surveyor("interpreted").survey([1], 1000)[0][0]
    assert (done.returncode, done.stdout, done.stderr) == (0, f"interrupted\n{score}\n", "")


def test_in_another_thread_there_is_nothing_to_hold(tmp_path: Path) -> None:
    found: list[tuple[bool, int]] = []

    def work() -> None:
        with interrupts.held():
            interrupts.let_through()
            found.append(tiny(tmp_path))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [(True, 42)]
