"""Writes the generated source of every bundled ruleset and example, to be compared with what it was before a change.

``python -m tests.golden.sources FOLDER`` writes a file for each ruleset: every function that is made for it, for play,
for simulation, for following chance and for machine code, as Python prints its tree, so that layout and brackets do not
count. Two folders, made before and after a change, are then compared with ``diff -r``.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tilekit
from tilekit.board import Board
from tilekit.building.build import build
from tilekit.program.branches import BranchingBoard
from tilekit.program.survey import surveying

ROOT = Path(__file__).parents[2]
#: What is put behind the name of what is brought into a function, so that no two are alike.
OWN = re.compile(r"__\d{9,}")


@contextmanager
def noted() -> Iterator[list[str]]:
    """The sources that are compiled meanwhile, each below the name it is compiled under."""
    found: list[str] = []
    compile_it = builtins.compile

    def spy(source, filename, *args, **kwargs):
        if str(filename).startswith(("<generated", "<inlined")):
            tree = ast.parse(source) if isinstance(source, str) else source
            found.append(f"{filename}\n{OWN.sub('', ast.unparse(tree))}\n")
        return compile_it(source, filename, *args, **kwargs)

    builtins.compile = spy
    try:
        yield found
    finally:
        builtins.compile = compile_it


def sources(rules: tilekit.Rules) -> Iterator[str]:
    """The sources of each program of a ruleset."""
    boards: list[tuple[str, type[Board]]] = [("simulation", Board), ("chance", BranchingBoard)]
    try:
        from tilekit.compiled.board import CompiledBoard

        boards.append(("machine code", CompiledBoard))
    except ImportError:
        pass
    with noted() as found:
        build(rules.ruleset, rules._mechanics, journal=True)
        yield "\n".join(["# play\n", *found])
        for name, board in boards:
            found.clear()
            surveying(build(rules.ruleset, rules._mechanics, journal=False, tally=True, make_board=board).program)
            yield "\n".join([f"# {name}\n", *found])


def main(folder: Path) -> None:
    """Writes the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted([*(ROOT / "rulesets").glob("*.toml"), *(ROOT / "examples").rglob("*.toml")]):
        try:
            rules = tilekit.load(path)
        except tilekit.TilekitError:  # a package, or scenarios, or in need of a plugin that is not installed
            continue
        (folder / f"{path.stem}.txt").write_text("\n".join(sources(rules)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
