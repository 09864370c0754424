"""Planted faults: mistakes put into the engine on purpose, each of which the properties or scenarios must catch.

``python -m tests.faults.planted`` prints the table of fault and what caught it. What no bundled game does is tried on
``yard.toml``, a ruleset for that alone, and on ``alley.toml``, its variant.
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
HERE = Path(__file__).parent
RULESETS = Path(__file__).parents[2] / "rulesets"
EXAMPLES = 40


@dataclass(frozen=True)
class Fault:
    """One mistake: in which file, what stands there, what is put instead, and the game to try it on: an id, or a file of this folder."""

    name: str
    file: str
    old: str
    new: str
    ruleset: str = "merge"


#: One of each kind: planted with every run of the tests.
FAULTS = [
    Fault("a chain's first step counts twice", "mechanics/repeat.py", "            if n > 1:", "            n += 0 if n > 1 else 1\n            if n > 1:"),
    Fault("a neighbour across the row's end", "grid.py", "0 <= row < self.rows and 0 <= column < self.columns", "0 <= row * self.columns + column < self.size"),
    Fault("undo forgets a counter", "game.py", "former[:], ids[:]", "[*former[:7], self._s[7], *former[8:]], ids[:]"),
    Fault("refill from the top", "mechanics/fill.py", 'b.along("down")', 'b.along("up")', "ninek"),
    Fault("a conditional bonus is paid twice", "building/events.py", '[py("if {}:", when), changes]', '[py("if {}:", when), changes * 2]', "ninek"),
    Fault("a stone uses up a draw", "building/opening.py", '["if t == 0: t = pick(s)"] if queue.through', '["u = pick(s)", "if t == 0: t = u"] if queue.through'),
    Fault("two tiers at once", "program/tiles.py", "following[code] = code + 1", "following[code] = min(code + 2, self.last)"),
    Fault("a tile joins twice in one slide", "mechanics/slide.py", "                        last = 0\n                        continue", "                        last = made\n                        continue", "2048"),
    Fault("a slide is legal where nothing moves", "mechanics/slide.py", "return alike(s, ways(~gaps, gaps))", "return alike(s, 15 if gaps != 0 else 0)", "2048"),
    Fault("a full board has no slide left", "board.py", "if m & m - 1:", "if m.bit_count() > 2:", "2048"),
    Fault("a scramble counts as play", "building/actions.py", 'lines += ["changed = act(s, here)", *self', 'lines += [py("s[{}] += 1", b.TURN), "changed = act(s, here)", *self', "dark"),
    Fault("a tile stays in the bag", "building/spawn.py", 'py("{} -= 1", own)', 'py("{} -= 0", own)', "threefold"),
    Fault("an arrow goes the other way", "view.py", 'enabled=game.is_legal(f"{verb} {direction}")', 'enabled=not game.is_legal(f"{verb} {direction}")', "2048"),
    Fault("undo is not recorded", "game.py", '        self._commands.append("undo")\n', ""),
    Fault("the journal leaves moves out", "board.py", "note((MOVE, a, c, t))", "pass", "ninek"),
    Fault("a swap forgets the planes", "board.py", "s[planes + u] ^= both", "pass", "ninek"),
    Fault("a stream's number from hash()", "chance.py", 'return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big")', "return hash(name) & 0xFFFFFFFF"),
    Fault("a refused action counts as a turn", "game.py", "raise IllegalAction(self._text(index, choice), self._why_not(index, choice))", "s[2] += 1; raise IllegalAction(self._text(index, choice), self._why_not(index, choice))"),
    Fault("what cannot be paid is played", "building/actions.py", 'yield py("s[{}] >= {}", self._layout.variables[name], least_held)', 'yield py("{} >= 0", least_held)'),
    Fault("a fork is the game itself", "game.py", "self._s[:], self._commands[:], self._history.copy()", "self._s, self._commands[:], self._history.copy()"),
    Fault("a weight is one too small", "building/spawn.py", "for _ in range(weight)", "for _ in range(weight + (weight > 1))"),
    Fault("the view offers every cell", "view.py", "legal=cell in legal", "legal=not hole"),
    Fault("a bound is not kept", "building/events.py", "        if high > most:\n", "        if high > most + 10**9 and high < 0:\n", "sum10"),
    Fault("a banner without a colour has no picture", "svg.py", "view.banner_colour or _TEXT", "view.banner_colour", "ninek"),
    Fault("line mode asks for a cell to press", "cli/plain.py", "for cell in row if cell.legal), None)", "for cell in row if cell.legal))"),
    Fault("a swap that was tried is not taken back", "mechanics/swap.py", "    def back(s: State, here: int) -> int:\n        exchange(s, here)\n", "    def back(s: State, here: int) -> int:\n", "gems"),
    Fault("of what was tried only the registers are put back", "board.py", "s[:size] = s[at : at + size]", "s[:self.cells] = s[at : at + self.cells]", "yard.toml"),
    Fault("who went once stays for good", "mechanics/wander.py", "            if room != 0:\n", "            if room != 0 and cell not in been:\n                been.add(cell)\n", "hamlet"),
    Fault("the held tile is kept outside the state", "building/steps.py", '        return self._bench.define("hold(s)", [*lines, "return t"], deal=self._steps.deal)', '        lines = [py("t = s[{}]", head), py("if box[0]: s[{}] = box[0]", head), "else: deal(s)", py("s[{}] = box[0] = t", held)]\n        return self._bench.define("hold(s)", [*lines, "return t"], deal=self._steps.deal, box=[0])', "hamlet"),
]  # fmt: skip

#: The others, most of which take longer to be caught: for the table, and for tests at night.
MORE = [
    Fault("undo forgets the queue", "game.py", "former[:], ids[:]", "[(self._s[i] if i in self._program.queue else v) for i, v in enumerate(former)], ids[:]"),
    Fault("legal actions of the state before", "game.py", "program, s = self._program, self._s\n        found: list[Action] = []", "program, s = self._program, self._history[-1][0] if self._history else self._s\n        found: list[Action] = []"),
    Fault("a bonus is paid twice", "building/events.py", "                lines += changes", "                lines += changes + changes", "sum10"),
    Fault("a group of one more is asked for", "mechanics/fuse.py", "if size < least(s, here, tile)", "if size <= least(s, here, tile)"),
    Fault("the fused tile lies on the first cell", "mechanics/fuse.py", "put(s, cell, made)", "put(s, b.lowest(cells), made)"),
    Fault("the last cell of a line does not fall", "mechanics/fall.py", "for _ in range(1, longest):", "for _ in range(2, longest):", "ninek"),
    Fault("tiles fall one cell short", "mechanics/fall.py", "cell_at[place_of[cell] - depth]", "cell_at[place_of[cell] - max(1, depth - 1)]", "ninek"),
    Fault("the pair behind joins first", "mechanics/slide.py", "                    made = makes(s, here, last, tile)\n", "                    made = 0 if k + 1 < start[i + 1] and at(s, flat[k + 1]) == tile else makes(s, here, last, tile)\n", "2048"),
    Fault("a column leaps over a hole or a neighbour", "mechanics/close.py", "            free = to + 1\n", "            free = to\n", "samecolour"),
    Fault("an empty column stays where it is the first", "mechanics/close.py", "while to > free:", "while to > max(free, 1):", "samecolour"),
    Fault("nothing comes in behind a line that only joined", "mechanics/slide.py", "                        gone += 1\n                        last = 0", "                        last = 0", "threefold"),
    Fault("the near end of a moved line", "mechanics/slide.py", "entry | bit(flat[start[i + 1] - 1])", "entry | bit(flat[start[i]])", "threefold"),
    Fault("the sum is not taken modulo ten", "mechanics/modular_sum.py", "total % m != tile - shift", "total != tile - shift", "sum10"),
    Fault("the placed digit stays", "mechanics/modular_sum.py", "clear(s, around | bit(cell))", "clear(s, around)", "sum10"),
    Fault("one tile too few is counted", "mechanics/modular_sum.py", "cleared(s, count(around) + 1)", "cleared(s, count(around))", "sum10"),
    Fault("restart keeps the history", "game.py", "self._history: deque[", "self._history = getattr(self, '_history', None) or deque(maxlen=200)\n        _unused: deque["),
    Fault("taken cells are not empty", "board.py", "            s[planes] |= m\n", ""),
    Fault("a pause is never left", "building/actions.py", 'return [*lines, py("else: s[{}] = 0" if lines else "s[{}] = 0", b.END)]', 'return [*lines, "else: pass" if lines else "pass"]', "sum10"),
    Fault("an undo costs nothing", "game.py", "            after[register] = left\n", "            pass\n", "ninek"),
    Fault("a group is its nearest neighbours", "board.py", "            while edge:\n                m |= edge\n                edge = near(edge) & within & ~m\n            return m\n\n        def top", "            m |= edge\n            return m\n\n        def top"),
    Fault("a retried stage is another one", "building/opening.py", '["restore(s)"]', '["steps(s, -1)"]', "sum10"),
    Fault("points are noted before they are made", "building/events.py", "s[b.SCORE] = after\n", "s[b.SCORE] = before + (after - before) // 2 * 2 + (after - before) % 2 * 3\n", "sum10"),
    Fault("the second end is looked at first", "building/actions.py", "for i, end in enumerate(self._ruleset.end):\n            path", "for i, end in reversed([*enumerate(self._ruleset.end)]):\n            path", "sum10"),
    Fault("a push starts at the far end", "mechanics/push.py", "for k in range(start[i] + 1, start[i + 1]):", "for k in reversed(range(start[i] + 1, start[i + 1])):", "sevens"),
    Fault("a tile that goes to an empty cell stays as well", "mechanics/swap.py", "            put(s, there, tile)", "            put(s, there, tile)\n            put(s, here, tile if other == 0 else other)", "yard.toml"),
    Fault("what is tried stands in the journal", "building/actions.py", """*self._done(verb), *(["del log[mark:]"] if self._bench.journal else []), "return held\"""", """*self._done(verb), "return held\"""", "yard.toml"),
    Fault("what is tried pays", "building/steps.py", "        if self._trial:\n            return", "        if self._trial and self._kind.kind != 'swap':\n            return", "yard.toml"),
    Fault("a trial draws", "building/actions.py", 'names |= {"first": step.act, "log": board.log}', 'names |= {"first": step.act, "log": board.log, "draw": self._steps.draws.stream("spawn", opening=False)}\n        lines += ["draw(s, 2)"]', "gems"),
    Fault("a refused action loses the held tile", "game.py", "raise IllegalAction(self._text(index, choice), self._why_not(index, choice))", "self._s[self._program.held or 0] *= 0 if self._program.held else 1; raise IllegalAction(self._text(index, choice), self._why_not(index, choice))", "hamlet"),
    Fault("undo forgets the held tile", "game.py", "former[:], ids[:]", "[*former[:h], self._s[h], *former[h + 1:]] if (h := self._program.held) else former[:], ids[:]", "yard.toml"),
    Fault("a deal counts twice", "building/opening.py", 's[{}] += 1", b.DEALT, CAP', 's[{}] += 2", b.DEALT, CAP', "merge"),
    # push
    Fault("the cell behind the wall is not pushed", "mechanics/push.py", "for k in range(start[i] + 1, start[i + 1]):", "for k in range(start[i] + 2, start[i + 1]):", "sevens"),
    Fault("the last line is not pushed", "mechanics/push.py", "for i in range(count):", "for i in range(count - 1):", "sevens"),
    Fault("what lies at the floor is overwritten", "mechanics/push.py", "for k in range(start[i] + 1, start[i + 1]):", "for k in range(start[i] + 1, start[i + 1] - 1):", "sevens"),
    Fault("lines are pushed to the other wall", "mechanics/push.py", "b.grid.lines(settings.toward)", "[line[::-1] for line in b.grid.lines(settings.toward)]", "sevens"),
    Fault("however many fall out, one is counted", "mechanics/push.py", "lost += 1", "lost = 1", "sevens"),
    Fault("every line is pushed, whatever is in it", "mechanics/push.py", "chosen & line_mask(i) == 0", "chosen == 0", "yard.toml"),
    Fault("one draw for all lines", "mechanics/push.py", "        settle(s)\n", "        settle(s)\n        pick = (lambda once: lambda _s: once)(b.table('source', 'push')[1](s))\n", "yard.toml"),
    # swap
    Fault("equal tiles change places", "mechanics/swap.py", "at(s, here) != at(s, chosen(s))", "at(s, here) | at(s, chosen(s)) != 0", "yard.toml"),
    Fault("an empty cell is no partner", "mechanics/swap.py", "at(s, here) != at(s, chosen(s))", "at(s, here) != at(s, chosen(s)) and at(s, here) * at(s, chosen(s)) != 0", "yard.toml"),
    Fault("a tile is lost that the empty cell is named before", "mechanics/swap.py", "put(s, there, tile)", "put(s, there, at(s, here) or tile)", "yard.toml"),
    Fault("two cells that touch across the row's end", "program/choices.py", "for other in grid.neighbours[cell] if other > cell", "for other in (cell + 1, cell + grid.columns) if other in cells", "yard.toml"),
    Fault("corner to corner is a pair", "program/choices.py", "for other in grid.neighbours[cell] if other > cell", "for other in {*grid.neighbours[cell], *(o for n in grid.neighbours[cell] for o in grid.neighbours[n])} if other > cell", "yard.toml"),
    Fault("the second of a pair is not asked about", "building/actions.py", '*([holds("m", py("s[{}]", b.CHOSEN))] if action.target == "pair" else [])', "", "yard.toml"),
    # must
    Fault("must is asked of the first pair alone", "building/actions.py", 'py("tried(s, i) != 0")', 'py("tried(s, 0) != 0")', "gems"),
    Fault("must is asked before the step", "building/actions.py", 'lines += ["first(s, here)", held, "back(s, here)"]', 'lines += [held, "first(s, here)", "back(s, here)"]', "gems"),
    Fault("must is not asked", "building/actions.py", '            tests.append(py("tried(s, i) != 0"))\n', "", "yard.toml"),
    Fault("what was tried last stays chosen", "building/actions.py", 'return [py("s[{}] = was", b.CHOSEN)] if', 'return [py("pass")] if', "yard.toml"),
    Fault("must is not asked of a cell", "building/actions.py", "if tried is None or action.target in LISTED:", 'if tried is None or action.target in LISTED or action.target == "cell":', "yard.toml"),
    # wander
    Fault("who went into a later cell goes once more", "mechanics/wander.py", "for cell in each(cells(s, here) & ~where(s, 0)):", "for cell in range(b.grid.size):\n            if cells(s, here) & ~where(s, 0) & 1 << cell == 0: continue", "hamlet"),
    Fault("bears leap to any empty cell", "mechanics/wander.py", "around(cell) & where(s, 0)", "where(s, 0)", "hamlet"),
    Fault("the last bear goes first", "mechanics/wander.py", "each(cells(s, here) & ~where(s, 0))", "reversed([*each(cells(s, here) & ~where(s, 0))])", "hamlet"),
    Fault("what a bear has left is not open", "mechanics/wander.py", "        gone = 0\n        for cell in each(cells(s, here) & ~where(s, 0)):\n            room = around(cell) & where(s, 0)", "        gone, free = 0, where(s, 0)\n        for cell in each(cells(s, here) & ~where(s, 0)):\n            room = around(cell) & where(s, 0) & free", "hamlet"),
    Fault("a bear goes to the first empty cell", "mechanics/wander.py", "below(s, count(room))", "below(s, count(room)) * 0", "hamlet"),
    Fault("a bear never goes to the last empty cell", "mechanics/wander.py", "below(s, count(room))", "below(s, max(count(room) - 1, 1))", "hamlet"),
    Fault("one step is counted for all", "mechanics/wander.py", "gone += 1", "gone = 1", "yard.toml"),
    Fault("those without room count as gone", "mechanics/wander.py", "                gone += 1", "            gone += 1", "yard.toml"),
    # hold
    Fault("a position forgets the held tile", "position.py", 's[program.held] = 0 if given.held == "none" else program.tiles.parse(given.held)', "pass", "hamlet"),
    Fault("what was held is lost", "building/steps.py", 'py("s[{}] = t", held)', 'py("s[{}] = t if s[{}] == 0 else 0", held, held)', "hamlet"),
    Fault("the queue moves up whenever a tile is held", "building/steps.py", 'py("if s[{}]: s[{}] = s[{}]", held, head, held), "else: deal(s)"', '"deal(s)", py("if s[{}]: s[{}] = s[{}]", held, head, held)', "yard.toml"),
    Fault("the first to be held stays in the queue", "building/steps.py", '"else: deal(s)"', '"else: pass"', "hamlet"),
    Fault("a held bear counts as none", "building/steps.py", 'py("if s[{}]: s[{}]', 'py("if s[{}] > 1: s[{}]', "hamlet"),
    # deal and spawn
    Fault("the queue moves up from its end", "building/opening.py", "zip(layout.queue, layout.queue[1:], strict=False)", "reversed([*zip(layout.queue, layout.queue[1:], strict=False)])", "yard.toml"),
    Fault("NOW is drawn anew where it comes in", "building/steps.py", 'if name == "now" and name not in self._bench.ruleset.spawn:', 'if name == "now" and not (name := self._bench.ruleset.queue.source):', "threefold"),
    Fault("spawning goes on beyond its cells", "mechanics/spawn.py", "room = room & where(s, 0)", "room = where(s, 0)", "yard.toml"),
    Fault("spawning is open to all cells", "mechanics/spawn.py", "cells(s, here) & where(s, 0)", "where(s, 0)", "threefold"),
    Fault("a bag is filled anew with one left in it", "building/spawn.py", '"if total == 0:"', '"if total <= 1:"', "threefold"),
    Fault("a table within a table weighs one", "building/spawn.py", "    total = sum(weights)\n", "    weights = [w if isinstance(c, int) else 1 for c, w in zip(choices, weights)]\n    total = sum(weights)\n", "yard.toml"),
    Fault("the wrong table within a table", "building/spawn.py", 'py("if code == {}: return {}(s)", -1 - i, f"deeper{i}")', 'py("if code == {}: return {}(s)", -1 - i, f"deeper{min(k for k, c in enumerate(choices) if not isinstance(c, int))}")', "yard.toml"),
    Fault("a range stops short of its end", "building/spawn.py", "return low + below(s, high - low + 1) + shift", "return low + below(s, max(high - low, 1)) + shift", "threefold"),
    # presets and extends
    Fault("what is written is lost below what is inherited", "ruleset/layered.py", "                result[key] = over[key]\n        return", "                result[key] = value\n        return", "merge:hard"),
    Fault("what lies deeper is not inherited", "ruleset/layered.py", "                result[key] = self._merged(value, over[key], place)", "                result[key] = self._merged(value, over[key], place) if place[0] != 'variables' or len(place) < 2 else over[key]", "alley.toml:steep"),
    Fault("a list is added to the inherited one", "ruleset/layered.py", "                result[key] = over[key]\n        return", "                result[key] = value + over[key] if isinstance(value, list) else over[key]\n        return", "alley.toml"),
    Fault("a game is held to the tests of its base", "ruleset/layered.py", 'TESTS: Final = frozenset({"scenario", "balance"})', "TESTS: Final = frozenset()", "alley.toml:steep"),
]  # fmt: skip

CHILD = """
import json, sys
import tilekit
from tilekit.conformance import check, claims
from tilekit.scenario import run
caught = []
claims.LONGEST = 2000  # a fault may make games that never end
bands, claims.check_balance = claims.check_balance, lambda rules: None  # they take longest, and so come last
try:
    rules = tilekit.load(sys.argv[1])
    # What frontends draw is no part of the engine, and takes longest.
    shown = None if sys.argv[3] else {}
    found = check(rules, examples=int(sys.argv[2]), first_only=True, frontends=shown)
    caught += [f"property {failure.name}" for failure in found]
    if not caught:
        for table, document, index in rules.scenarios():
            if not run(rules, table).passed:
                caught.append(f"scenario {table.name}")
                break
    if not caught:
        bands(rules)
except claims.PropertyBroken as error:
    caught.append(f"property {error.name}")
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
            [
                *(sys.executable, "-c", CHILD, _place(fault.ruleset), str(EXAMPLES)),
                "drawn" if fault.file.startswith("cli/") else "",
            ],
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


def _place(ruleset: str) -> str:
    """An id as it is; a file of this folder with its path."""
    return str(HERE / ruleset) if ".toml" in ruleset else ruleset


def main() -> int:
    """Prints the table; fails when a fault survives."""
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(caught_by, [*FAULTS, *MORE]))
    width = max(len(fault.name) for fault in [*FAULTS, *MORE])
    for fault, caught in zip([*FAULTS, *MORE], results, strict=True):
        print(f"{fault.name:<{width}}  {fault.ruleset:<16}  {caught or 'SURVIVES'}")
    return 1 if "" in results else 0


if __name__ == "__main__":
    sys.exit(main())
