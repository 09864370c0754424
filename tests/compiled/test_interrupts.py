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
    rules.engine.compiled
except KeyboardInterrupt:
    print("interrupted")
codegen._engine.set_object_cache(kept, found)
print(int(rules.engine.compiled.survey([1], 1000)[0, 0]))
"""


@pytest.mark.parametrize("cache", ["kept", ""])
def test_ctrl_c_while_llvm_calls_back_is_neither_lost_nor_a_crash(tmp_path: Path, cache: str) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(RULESET)
    done = subprocess.run(
        [sys.executable, "-c", WHILE_COMPILING, str(path)], capture_output=True, text=True, check=False,
        env={"TILEKIT_CACHE": cache and str(tmp_path / cache)},
    )  # fmt: skip
    score = tilekit.load(path).engine.surveyor("interpreted").survey([1], 1000)[0][0]
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


# ---------------------------------------------------------------- while games are played

#: A game without an end; with the mechanic, one whose first action has none.
ENDLESS = """
format = 1
[game]
id = "endless"
title = "Endless"
version = 1
[grid]
rows = 2
columns = 2
[tiers]
chain = ["a", "b"]
[actions.wait]
target = "none"
steps = []
[[end]]
when = "score > 0"
reason = "never"
"""
PLAYING = """
import os, sys, types, tilekit
from tilekit import Mechanic, Settings, Step, hookimpl
from tilekit.lab.simulate import Interrupted, simulate

def build(settings, b):
    count, where = b.count, b.where
    def act(s, here):
        n = 0
        while count(where(s, 0)) == 4:
            n = n + 1
        return n
    return Step(act)

kind = Mechanic(kind="hang", summary="hangs", settings=Settings, build=build)
plugin = types.SimpleNamespace(tilekit_mechanics=hookimpl(lambda: [kind]))
rules = tilekit.loads(sys.stdin.read(), plugins=tilekit.Plugins(entry_points=False, extra={"hang": plugin}))
entry, entries = rules.engine.compiled._entry, []
def entered(*arguments):
    entries.append(1)
    if len(entries) == 1:
        os.write(1, b"playing" + os.linesep.encode())
    return entry(*arguments)
object.__setattr__(rules.engine.compiled, "_entry", entered)
way = sys.argv[1]
try:
    if way == "simulate":
        simulate(rules, games=3, lane="compiled", max_actions=10**12)
    elif way == "short":
        simulate(rules, games=1, lane="compiled", max_actions=3)
    elif way == "threads":
        rules.engine.compiled.survey([1, 2, 3], 10**12, threads=2)
    else:
        game = rules.new_game(1)
        game.roll_outs(game.legal_actions(), chance=1, count=10, most=1_000_000_000)
except (Interrupted, KeyboardInterrupt) as error:
    print(type(error).__name__)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise")
@pytest.mark.parametrize(
    ("way", "steps", "ends"),
    [
        ("simulate", "", "Interrupted"),
        ("simulate", '"hang"', "Interrupted"),
        ("short", '"hang"', "Interrupted"),
        ("threads", "", "KeyboardInterrupt"),
        ("threads", '"hang"', "KeyboardInterrupt"),
        ("roll out", "", "KeyboardInterrupt"),
        ("roll out", '"hang"', "KeyboardInterrupt"),
    ],
)
def test_ctrl_c_ends_a_game_that_does_not_end(way: str, steps: str, ends: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PLAYING, way], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(ENDLESS.replace("steps = []", f"steps = [{steps}]").encode())
        process.stdin.close()
        process.stdin = None
        assert process.stdout.readline() == b"playing\n"
        process.send_signal(signal.SIGINT)
        try:
            said, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, said.decode(), errors.decode()) == (0, f"{ends}\n", "")


@pytest.mark.parametrize("portion", [1, 2, 7, 50])
@pytest.mark.parametrize("name", ["merge", "2048"])
def test_the_size_of_portions_changes_no_game(monkeypatch: pytest.MonkeyPatch, name: str, portion: int) -> None:
    game = tilekit.load(name).new_game(3)
    legal = game.legal_actions()
    lane, seeds = game.rules.engine.compiled, range(20)
    whole = [lane.survey(seeds, most).tolist() for most in (0, 1, 13, 10_000)]
    rolled = game.roll_outs(legal, chance=1, count=3, most=40, lane="compiled")
    monkeypatch.setattr("tilekit.compiled.lane._PORTION", portion)
    assert [lane.survey(seeds, most).tolist() for most in (0, 1, 13, 10_000)] == whole
    assert lane.survey(seeds, 10_000, threads=3).tolist() == whole[-1]
    assert game.roll_outs(legal, chance=1, count=3, most=40, lane="compiled") == rolled
