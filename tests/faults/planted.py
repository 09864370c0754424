"""Planted faults: mistakes put into the engine on purpose, each of which the properties or scenarios must catch.

``python -m tests.faults.planted`` prints the table of fault and what caught it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "tilekit"
RULESETS = Path(__file__).parents[2] / "rulesets"
EXAMPLES = 40


@dataclass(frozen=True)
class Fault:
    """One mistake: in which file, what stands there, what is put instead, and the game to try it on."""

    name: str
    file: str
    old: str
    new: str
    ruleset: str = "merge"


FAULTS = [
    Fault("a chain's first step counts twice", "mechanics/repeat.py", "            if n > 1:", "            n += 0 if n > 1 else 1\n            if n > 1:"),
    Fault("a neighbour across the row's end", "grid.py", "0 <= row < self.rows and 0 <= column < self.columns", "0 <= row * self.columns + column < self.size"),
    Fault("undo forgets a counter", "game.py", "former[:], ids[:]", "[*former[:7], self._s[7], *former[8:]], ids[:]"),
    Fault("undo forgets the queue", "game.py", "former[:], ids[:]", "[(self._s[i] if i in self._program.queue else v) for i, v in enumerate(former)], ids[:]"),
    Fault("legal actions of the state before", "game.py", "program, s = self._program, self._s\n        found: list[Action] = []", "program, s = self._program, self._history[-1][0] if self._history else self._s\n        found: list[Action] = []"),
    Fault("refill from the top", "mechanics/fill.py", 'b.grid.lines("down")', 'b.grid.lines("up")', "ninek"),
    Fault("a bonus is paid twice", "program/events.py", "                lines += changes", "                lines += changes + changes", "sum10"),
    Fault("a conditional bonus is paid twice", "program/events.py", '[f" {line}" for line in changes or ["pass"]]', '[f" {line}" for line in (changes or ["pass"]) * 2]', "ninek"),
    Fault("a stone uses up a draw", "program/opening.py", '["if t == 0: t = pick(s)"] if queue.through', '["u = pick(s)", "if t == 0: t = u"] if queue.through'),
    Fault("a group of one more is asked for", "mechanics/fuse.py", "if size < least(s, here, tile)", "if size <= least(s, here, tile)"),
    Fault("the fused tile lies on the first cell", "mechanics/fuse.py", "put(s, here, made)", "put(s, b.lowest(cells), made)"),
    Fault("two tiers at once", "program/tiles.py", "following[code] = code + 1", "following[code] = min(code + 2, self.last)"),
    Fault("the last cell of a line does not fall", "mechanics/fall.py", "for k in range(start[i], start[i + 1]):", "for k in range(start[i], start[i + 1] - 1):", "ninek"),
    Fault("tiles fall past the wall", "mechanics/fall.py", "                        to += 1", "                        to += 2", "ninek"),
    Fault("a tile joins twice in one slide", "mechanics/slide.py", "                        last = 0\n                        continue", "                        last = made\n                        continue", "2048"),
    Fault("the pair behind joins first", "mechanics/slide.py", "                    made = makes(s, here, last, tile)\n", "                    made = 0 if k + 1 < start[i + 1] and at(s, flat[k + 1]) == tile else makes(s, here, last, tile)\n", "2048"),
    Fault("a slide is legal where nothing moves", "mechanics/slide.py", "        found = ways(~gaps, gaps)\n        if found == all_ways:", "        found = all_ways if gaps != 0 else 0\n        if found == all_ways:", "2048"),
    Fault("a full board has no slide left", "mechanics/slide.py", "if count(alike) > 1 and next_code[t] != 0:", "if count(alike) > 2 and next_code[t] != 0:", "2048"),
    Fault("a column leaps over a hole or a neighbour", "mechanics/close.py", "            free = to + 1\n", "            free = to\n", "samecolour"),
    Fault("an empty column stays where it is the first", "mechanics/close.py", "while to > free:", "while to > max(free, 1):", "samecolour"),
    Fault("a scramble counts as play", "program/actions.py", '"changed = act(s, here)", *self._done(spec.verb)]', 'f"s[{b.TURN}] += 1", "changed = act(s, here)", *self._done(spec.verb)]', "dark"),
    Fault("nothing comes in behind a line that only joined", "mechanics/slide.py", "                        gone += 1\n                        last = 0", "                        last = 0", "threefold"),
    Fault("the near end of a moved line", "mechanics/slide.py", "entry | bit(flat[start[i + 1] - 1])", "entry | bit(flat[start[i]])", "threefold"),
    Fault("a tile stays in the bag", "program/spawn.py", 'f" s[{at}] -= 1"', 'f" s[{at}] -= 0"', "threefold"),
    Fault("an arrow goes the other way", "view.py", 'enabled=game.is_legal(f"{verb} {direction}")', 'enabled=not game.is_legal(f"{verb} {direction}")', "2048"),
    Fault("the sum is not taken modulo ten", "mechanics/modular_sum.py", "total % m != tile - shift", "total != tile - shift", "sum10"),
    Fault("the placed digit stays", "mechanics/modular_sum.py", "clear(s, around | bit(here))", "clear(s, around)", "sum10"),
    Fault("one tile too few is counted", "mechanics/modular_sum.py", "cleared(s, count(around) + 1)", "cleared(s, count(around))", "sum10"),
    Fault("undo is not recorded", "game.py", '        self._commands.append("undo")\n', ""),
    Fault("restart keeps the history", "game.py", "self._history: deque[", "self._history = getattr(self, '_history', None) or deque(maxlen=200)\n        _unused: deque["),
    Fault("the journal leaves moves out", "board.py", "note((MOVE, a, c, t))", "pass", "ninek"),
    Fault("a swap forgets the planes", "board.py", "s[planes + u] ^= both", "pass", "ninek"),
    Fault("taken cells are not empty", "board.py", "            s[planes] |= m\n", ""),
    Fault("a stream's number from hash()", "chance.py", 'return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big")', "return hash(name) & 0xFFFFFFFF"),
    Fault("a pause is never left", "program/actions.py", 's[{b.END}] = 0"', 'pass"', "sum10"),
    Fault("a refused action counts as a turn", "game.py", "raise IllegalAction(self._text(index, choice), self._why_not(index, choice))", "s[2] += 1; raise IllegalAction(self._text(index, choice), self._why_not(index, choice))"),
    Fault("what cannot be paid is played", "program/actions.py", 'yield f"s[{self._layout.variables[name]}] >= {least_held}"', 'yield f"{least_held} >= 0"'),
    Fault("a fork is the game itself", "game.py", "self._s[:], self._commands[:], self._history.copy()", "self._s, self._commands[:], self._history.copy()"),
    Fault("an undo costs nothing", "game.py", "            self._s[register] = left\n", "            pass\n", "ninek"),
    Fault("a weight is one too small", "program/spawn.py", "for _ in range(weight)", "for _ in range(weight + (weight > 1))"),
    Fault("the view offers every cell", "view.py", "legal=cell in legal", "legal=not hole"),
    Fault("a group is its nearest neighbours", "board.py", "            while edge:\n                m |= edge\n                edge = near(edge) & within & ~m\n            return m\n\n        def top", "            m |= edge\n            return m\n\n        def top"),
    Fault("a bound is not kept", "program/events.py", "        if high > most:\n", "        if high > most + 10**9 and high < 0:\n", "sum10"),
    Fault("a retried stage is another one", "program/opening.py", '            " restore(s)",', '            " steps(s, -1)",', "sum10"),
    Fault("points are noted before they are made", "program/events.py", "s[b.SCORE] = after\n", "s[b.SCORE] = before + (after - before) // 2 * 2 + (after - before) % 2 * 3\n", "sum10"),
    Fault("the second end is looked at first", "program/actions.py", "for i, end in enumerate(self._ruleset.end):\n            path", "for i, end in reversed([*enumerate(self._ruleset.end)]):\n            path", "sum10"),
    Fault("a banner without a colour has no picture", "svg.py", "view.banner_colour or _TEXT", "view.banner_colour", "ninek"),
    Fault("line mode asks for a cell to press", "cli/plain.py", "for cell in row if cell.legal), None)", "for cell in row if cell.legal))"),
]  # fmt: skip

CHILD = """
import json, sys
import tilekit
from tilekit.conformance import check, claims
from tilekit.scenario import run
caught = []
claims.LONGEST = 2000  # a fault may make games that never end
try:
    rules = tilekit.load(sys.argv[1])
    found = check(rules, examples=int(sys.argv[2]), first_only=True)
    caught += [f"property {failure.name}" for failure in found]
    if not caught:
        for table, document, index in rules.scenarios():
            if not run(rules, table).passed:
                caught.append(f"scenario {table.name}")
                break
except Exception as error:
    caught.append(f"{type(error).__name__}: {error}"[:80])
print(json.dumps(caught))
"""


def caught_by(fault: Fault) -> str:
    """What catches a fault: the name of a property or scenario; empty when nothing does."""
    with tempfile.TemporaryDirectory(prefix="fault-") as name:
        folder = Path(name)
        shutil.copytree(SOURCE, folder / "tilekit", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(RULESETS, folder / "tilekit" / "rulesets")
        file = folder / "tilekit" / fault.file
        text = file.read_text(encoding="utf-8")
        assert fault.old in text, f"{fault.name}: {fault.file} no longer says {fault.old!r}"
        file.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-c", CHILD, fault.ruleset, str(EXAMPLES)],
            env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        if done.returncode:
            return done.stderr.strip().splitlines()[-1][:80]
        found: list[str] = json.loads(done.stdout)
        return found[0] if found else ""


def main() -> int:
    """Prints the table; fails when a fault survives."""
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(caught_by, FAULTS))
    width = max(len(fault.name) for fault in FAULTS)
    for fault, caught in zip(FAULTS, results, strict=True):
        print(f"{fault.name:<{width}}  {fault.ruleset:<6}  {caught or 'SURVIVES'}")
    return 1 if "" in results else 0


if __name__ == "__main__":
    sys.exit(main())
