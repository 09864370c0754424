"""Sampled faults: small changes that cosmic-ray makes to the source, each of which must make some test fail.

``python -m tests.faults.sampled`` tries 40 in each module and prints those that no test sees. ``board game`` names
modules, ``--count`` and ``--seed`` say how many and which, ``--list`` only shows them, and ``--again FILE`` tries those
that survived in an earlier run, of which FILE is the log. It needs the extra ``faults``. Recorded games are not asked:
they tell that something changed, and not that it is wrong.

The source is changed as text, in a copy: mechanics are closures that are compiled anew, so that a fault must be in the
file. Each fault is tried in a process of its own, forked where pytest is loaded, with a limit of processor time.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import difflib
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice, zip_longest
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "tilekit"

#: For each module its files, and what should see a fault in it, the quickest first; ``*`` is the file's own name.
MODULES: dict[str, tuple[str, list[str]]] = {
    "mechanics": ("mechanics/*.py", ["unit/test_*.py", "unit/test_mechanics.py", "unit/test_targets.py",
                                     "unit/test_left_sets.py", "field/test_groups_and_gravity.py",
                                     "field/test_spawning.py"]),
    "board": ("board.py", ["unit/test_board.py", "unit/test_chance.py", "unit/test_game.py", "unit/test_mechanics.py",
                           "unit/test_slide.py"]),
    "chance": ("chance.py", ["unit/test_chance.py"]),
    "game": ("game.py", ["unit/test_game.py", "unit/test_targets.py", "unit/test_outcomes.py", "unit/test_rollouts.py",
                         "field/test_undo.py",
                         "field/test_refused_actions.py", "unit/test_scenario.py", "field/test_how_games_end.py"]),
    "saves": ("saves.py", ["field/test_saves.py", "unit/test_replay.py"]),
    "replay": ("replay.py", ["unit/test_replay.py", "unit/test_playback.py", "field/test_saves.py"]),
    "scenario": ("scenario.py", ["unit/test_scenario.py", "cli/test_scenarios.py"]),
    "batch": ("batch.py", ["property/test_lanes.py"]),
    "controls": ("c[ho]*r.py", ["unit/test_controller.py", "unit/test_chooser.py"]),
    "preview": ("preview.py", ["unit/test_preview.py"]),
    "profile": ("profile/*.py", ["profile/test_profile.py", "profile/test_damage.py", "profile/test_carried_over.py",
                                 "cli/test_profile.py"]),
    "lab": ("lab/*.py", ["lab/test_*.py", "lab/test_arguments.py", "lab/test_report.py", "lab/test_series.py",
                         "lab/test_sweep.py"]),
}  # fmt: skip

#: Both lanes, games by the hundred, other processes: what takes long and looks at more than one module.
NOT_ASKED = "not (compiled or both_lanes or conformance or survey)"
#: Seconds of processor time that the tests of one fault may take; a fault that makes them take longer is seen.
MOST_SECONDS = 20

#: Pytest warns of what was loaded before it was there.
LOADED = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"


@dataclass(frozen=True)
class Sampled:
    """One change: where it is, what makes it, and which of the places where that can be it takes."""

    module: str
    file: str
    line: int
    operator: str
    occurrence: int

    def changed(self, text: str) -> str:
        """The source with the change."""
        from cosmic_ray.mutating import mutate_code
        from cosmic_ray.plugins import get_operator

        found: str = mutate_code(text, get_operator(self.operator)(), self.occurrence)
        return found

    def is_made(self) -> bool:
        """Whether the tool makes a change here, and one that is still Python."""
        try:
            compile(self.changed((SOURCE / self.file).read_text(encoding="utf-8")), self.file, "exec")
        except (AttributeError, SyntaxError, TypeError):
            return False
        return True

    def shown(self) -> str:
        """What it changes, as a diff without its head."""
        text = (SOURCE / self.file).read_text(encoding="utf-8")
        lines = [*difflib.unified_diff(text.splitlines(), self.changed(text).splitlines(), lineterm="", n=0)]
        return "\n".join(f"    {line}" for line in lines[3:])


def all_of(module: str) -> Iterator[tuple[tuple[object, ...], Sampled]]:
    """Every change to the files of a module, with its place; none in what says types, which nothing runs."""
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.plugins import get_operator, operator_names

    for path in sorted(SOURCE.glob(MODULES[module][0])):
        types = [*_types(ast.parse(path.read_text(encoding="utf-8")))]
        nodes = [*ast_nodes(get_ast_from_path(path))]
        file = path.relative_to(SOURCE).as_posix()
        for name in operator_names():
            operator = get_operator(name)
            if operator.arguments() or name.endswith(("Eq_Is", "Eq_IsNot")):  # `is` between numbers is only a warning
                continue
            places = [(node, start) for node in nodes for start, _ in operator().mutation_positions(node)]
            for occurrence, (_, start) in enumerate(places):
                if not any(first <= start <= last for first, last in types):
                    kind = name.split("_")[0]
                    yield (file, start, kind), Sampled(module, file, start[0], name, occurrence)


def _types(tree: ast.AST) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """From where to where annotations go, and what is read only where types are checked."""
    for node in ast.walk(tree):
        found = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            found.append(node)
        for each in found:
            if each is not None:
                yield (each.lineno, each.col_offset), (each.end_lineno or 0, each.end_col_offset or 0)


def sample(module: str, count: int, seed: int) -> list[Sampled]:
    """So many changes, no two of a kind at the same place."""
    chance = random.Random(f"{seed} {module}")
    places: dict[tuple[object, ...], list[Sampled]] = {}
    for place, fault in all_of(module):
        places.setdefault(place, []).append(fault)
    shuffled = (chance.choice(places[place]) for place in chance.sample([*places], len(places)))
    return [*islice((fault for fault in shuffled if fault.is_made()), count)]


def seen(fault: Sampled | None, module: str, folder: Path) -> str:
    """What sees a fault: the first test that fails, or how it ended; empty where none does."""
    path = folder / "tilekit" / fault.file if fault else folder / "none.py"
    text = path.read_text(encoding="utf-8") if fault else ""
    output = folder / "output.txt"
    if fault:
        path.write_text(fault.changed(text), encoding="utf-8")
    child = os.fork()
    if not child:
        _run(tests_of(module, fault), output)
    try:
        _, status = os.waitpid(child, 0)
    finally:
        if fault:
            path.write_text(text, encoding="utf-8")
    if status == 0:
        return ""
    failed = [line for line in output.read_text(encoding="utf-8", errors="replace").splitlines()
              if line.startswith(("FAILED", "ERROR", "E  "))]  # fmt: skip
    if os.WIFSIGNALED(status):
        return f"killed by {signal.Signals(os.WTERMSIG(status)).name}"
    return failed[-1][:150] if failed else f"status {os.waitstatus_to_exitcode(status)}"


def tests_of(module: str, fault: Sampled | None) -> list[str]:
    """The files of tests that are asked about a fault."""
    own = Path(fault.file).stem if fault else "*"
    named = [f"tests/{test.replace('*', own)}" for test in MODULES[module][1] if fault or "*" not in test]
    return [test for test in dict.fromkeys(named) if (ROOT / test).exists()]


def _run(tests: list[str], output: Path) -> None:
    """Runs tests on the copy, in this process, which ends with it."""
    import pytest

    status = 3
    try:
        os.setsid()
        handle = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(handle, 1)
        os.dup2(handle, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        os.chdir(ROOT)
        signal.alarm(15 * MOST_SECONDS)  # what waits takes no processor time
        status = pytest.main(["-q", "-x", "--tb=line", "-p", "no:cacheprovider", "-W", LOADED, "-k", NOT_ASKED, *tests])
    except BaseException:  # noqa: BLE001 - of a fork, which ends below
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(int(status))


def main() -> int:
    """Prints what survives; fails when something does."""
    asked = argparse.ArgumentParser(prog="python -m tests.faults.sampled", description=__doc__.splitlines()[0])
    asked.add_argument("modules", nargs="*", default=[*MODULES])
    asked.add_argument("--count", type=int, default=40)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--list", action="store_true")
    asked.add_argument("--again", type=Path)
    asked.add_argument("--log", type=Path, default=ROOT / "build" / "faults.jsonl")
    asked = asked.parse_args()
    if asked.again:
        lines = [json.loads(line) for line in asked.again.read_text(encoding="utf-8").splitlines()]
        faults = [Sampled(**line["fault"]) for line in lines if not line["seen"]]
        faults = [fault for fault in faults if fault.module in asked.modules]
    else:
        faults = [fault for module in asked.modules for fault in sample(module, asked.count, asked.seed)]
    if asked.list:
        print(*(f"{fault.file}:{fault.line} {fault.operator}\n{fault.shown()}" for fault in faults), sep="\n")
        return 0
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        folder = Path(name)
        shutil.copytree(SOURCE, folder / "tilekit", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "rulesets", folder / "tilekit" / "rulesets")
        compileall.compile_dir(folder, quiet=2)
        sys.path.insert(0, name)
        os.environ |= {"PYTHONPATH": name, "TILEKIT_HYPOTHESIS": "faults"}
        _load()
        return 1 if _tried(faults, folder, asked.log) else 0


def _load() -> None:
    """What every test loads and no fault is in, once for all forks."""
    import hypothesis.strategies
    import numpy as np
    import pydantic
    import pytest

    assert "tilekit" not in sys.modules
    del hypothesis, np, pydantic, pytest


def _tried(faults: list[Sampled], folder: Path, log: Path) -> int:
    """How many survive. One of each module in turn, so that a run that is cut short has looked at all of them."""
    modules = [*dict.fromkeys(fault.module for fault in faults)]
    sys.dont_write_bytecode = False
    for module in modules:
        failed = seen(None, module, folder)
        if failed:
            print(f"{module}: a test fails without a fault: {failed}")
            return 1
    sys.dont_write_bytecode, os.environ["PYTHONDONTWRITEBYTECODE"] = True, "1"  # of what changes
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("", encoding="utf-8")
    tried, survived = Counter[str](), Counter[str]()
    each = [[fault for fault in faults if fault.module == module] for module in modules]
    for fault in (fault for turn in zip_longest(*each) for fault in turn if fault):
        by = seen(fault, fault.module, folder)
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"fault": asdict(fault), "seen": by}) + "\n")
        tried[fault.module] += 1
        if not by:
            survived[fault.module] += 1
            print(f"{fault.file}:{fault.line} {fault.operator.removeprefix('core/')}\n{fault.shown()}", flush=True)
    for module in modules:
        print(f"{module}: {survived[module]} of {tried[module]} survive")
    return survived.total()


if __name__ == "__main__":
    sys.exit(main())
