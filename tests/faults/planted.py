"""Planted faults: mistakes put into the engine on purpose, each of which the properties or scenarios must catch.

``python -m tests.faults.planted`` prints the table of fault and what caught it. What no bundled game does is tried on
``yard.toml``, a ruleset for that alone, and on ``alley.toml``, its variant.
"""

from __future__ import annotations

import ast
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
    """One mistake.

    Attributes:
        name: what goes wrong.
        file: where it is made.
        inside: the function or class it is made in, such as ``Game.undo``; empty for the file.
        old: an expression or statements that are there; how they are laid out does not matter.
        new: what is put instead.
        ruleset: the game to try it on: an id, or a file of this folder.
    """

    name: str
    file: str
    inside: str
    old: str
    new: str
    ruleset: str = "merge"

    def planted(self) -> str:
        """The source of the file with the mistake wherever its function does what is mistaken."""
        tree = ast.parse((SOURCE / self.file).read_text(encoding="utf-8"))
        planter = _Planter(ast.parse(self.old).body, ast.parse(self.new).body)
        for node in _named(tree, self.inside):
            planter.visit(node)
        assert planter.count, f"{self.name}: {self.inside} of {self.file} no longer does {self.old!r}"
        return ast.unparse(tree)


def _named(tree: ast.AST, inside: str) -> list[ast.AST]:
    """The functions or classes of a name with dots."""
    found = [tree]
    for name in filter(None, inside.split(".")):
        kinds = ast.FunctionDef, ast.ClassDef
        found = [node for each in found for node in ast.walk(each) if isinstance(node, kinds) and node.name == name]
    return found


class _Planter(ast.NodeTransformer):
    """Puts statements in place of others, or one expression in place of another, and counts how often."""

    def __init__(self, old: list[ast.stmt], new: list[ast.stmt]) -> None:
        self._new = new
        self._is_expression = all(len(each) == 1 and isinstance(each[0], ast.Expr) for each in (old, new))
        self._old = [*map(ast.dump, [old[0].value] if self._is_expression else old)]
        self.count = 0

    def visit(self, node: ast.AST) -> ast.AST:
        if self._is_expression and isinstance(node, ast.expr) and [ast.dump(node)] == self._old:
            self.count += 1
            return self._new[0].value
        for name in () if self._is_expression else ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                self._replace(block)
        return self.generic_visit(node)

    def _replace(self, block: list[ast.AST]) -> None:
        many = len(self._old)
        for i in reversed(range(len(block) - many + 1)):
            if [*map(ast.dump, block[i : i + many])] == self._old:
                self.count += 1
                block[i : i + many] = self._new or [ast.Pass()]


#: One of each kind: planted with every run of the tests.
FAULTS = [
    Fault("a chain's first step counts twice", "mechanics/repeat.py", "build.act", "if n > 1:\n    step(s, n)", "n += 0 if n > 1 else 1\nif n > 1:\n    step(s, n)"),
    Fault("a neighbour across the row's end", "grid.py", "Grid", "0 <= row < self.rows and 0 <= column < self.columns", "0 <= row * self.columns + column < self.size"),
    Fault("undo forgets a counter", "game.py", "Game.undo", "former[:]", "[*former[:7], self._s[7], *former[8:]]"),
    Fault("refill from the top", "mechanics/fill.py", "build", "'down'", "'up'", "ninek"),
    Fault("a conditional bonus is paid twice", "building/events.py", "Events._trigger_lines", "[py('if {}:', when), changes]", "[py('if {}:', when), changes * 2]", "ninek"),
    Fault("a stone uses up a draw", "building/opening.py", "dealing", "['if t == 0: t = pick(s)']", "['u = pick(s)', 'if t == 0: t = u']"),
    Fault("two tiers at once", "program/tiles.py", "Tiles.__init__", "code + 1", "min(code + 2, self.last)"),
    Fault("a tile joins twice in one slide", "mechanics/slide.py", "build.rule.play", "if made != 0:\n    put(s, cell, 0)\n    put(s, flat[to - 1], made)\n    told(s, last, made)\n    gone += 1\n    last = 0\n    continue", "if made != 0:\n    put(s, cell, 0)\n    put(s, flat[to - 1], made)\n    told(s, last, made)\n    gone += 1\n    last = made\n    continue", "2048"),
    Fault("a slide is legal where nothing moves", "mechanics/slide.py", "build.able_alike", "ways(~gaps, gaps)", "15 if gaps != 0 else 0", "2048"),
    Fault("a full board has no slide left", "board.py", "Board.alike.alike", "m & m - 1", "m.bit_count() > 2", "2048"),
    Fault("a scramble counts as play", "building/actions.py", "Actions._at_random", "['changed = act(s, here)', *self._done(spec.verb)]", "[py('s[{}] += 1', b.TURN), 'changed = act(s, here)', *self._done(spec.verb)]", "dark"),
    Fault("a tile stays in the bag", "building/spawn.py", "bagged", "'{} -= 1'", "'{} -= 0'", "threefold"),
    Fault("an arrow goes the other way", "view.py", "_ways", "game.is_legal(f'{verb} {direction}')", "not game.is_legal(f'{verb} {direction}')", "2048"),
    Fault("undo is not recorded", "game.py", "Game.undo", "self._commands.append('undo')", ""),
    Fault("the journal leaves moves out", "board.py", "Board._make_writers.move", "note((MOVE, a, c, t))", "pass", "ninek"),
    Fault("a swap forgets the planes", "board.py", "Board._make_writers.swap", "s[planes + u] ^= both", "pass", "ninek"),
    Fault("a stream's number from hash()", "chance.py", "stream_number", "int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], 'big')", "hash(name) & 4294967295"),
    Fault("a refused action counts as a turn", "game.py", "Game", "raise IllegalAction(self._text(index, choice), self._why_not(index, choice))", "s[2] += 1\nraise IllegalAction(self._text(index, choice), self._why_not(index, choice))"),
    Fault("what cannot be paid is played", "building/actions.py", "Actions._prices", "py('s[{}] >= {}', self._layout.variables[name], least_held)", "py('{} >= 0', least_held)"),
    Fault("a fork is the game itself", "game.py", "Game.copy", "self._s[:]", "self._s"),
    Fault("a weight is one too small", "building/spawn.py", "weighted", "weight", "weight + (weight > 1)"),
    Fault("the view offers every cell", "view.py", "_cells", "cell in legal", "not hole"),
    Fault("a bound is not kept", "building/events.py", "Events._write", "high > most", "high > most + 10 ** 9 and high < 0", "sum10"),
    Fault("a banner without a colour has no picture", "svg.py", "picture", "view.banner_colour or _TEXT", "view.banner_colour", "ninek"),
    Fault("line mode asks for a cell to press", "cli/plain.py", "_help", "next((cell for row in view.cells for cell in row if cell.legal), None)", "next((cell for row in view.cells for cell in row if cell.legal))"),
    Fault("a swap that was tried is not taken back", "mechanics/swap.py", "build.back", "exchange(s, here)", "", "gems"),
    Fault("of what was tried only the registers are put back", "board.py", "Board.twin.put_back", "s[:size] = s[at:at + size]", "s[:self.cells] = s[at:at + self.cells]", "yard.toml"),
    Fault("who went once stays for good", "mechanics/wander.py", "build.act", "if room != 0:\n    move(s, cell, pick(room, below(s, count(room))))\n    gone += 1", "if room != 0 and cell not in been:\n    been.add(cell)\n    move(s, cell, pick(room, below(s, count(room))))\n    gone += 1", "hamlet"),
    Fault("the held tile is kept outside the state", "building/steps.py", "MechanicBuilder.hold", "return self._bench.define('hold(s)', [*lines, 'return t'], deal=self._steps.deal)", "lines = [py('t = s[{}]', head), py('if box[0]: s[{}] = box[0]', head), 'else: deal(s)', py('s[{}] = box[0] = t', held)]\nreturn self._bench.define('hold(s)', [*lines, 'return t'], deal=self._steps.deal, box=[0])", "hamlet"),
]  # fmt: skip

#: The others, most of which take longer to be caught: for the table, and for tests at night.
MORE = [
    Fault("undo forgets the queue", "game.py", "Game.undo", "former[:]", "[self._s[i] if i in self._program.queue else v for i, v in enumerate(former)]"),
    Fault("legal actions of the state before", "game.py", "Game.legal_actions", "self._s", "self._history[-1][0] if self._history else self._s"),
    Fault("a bonus is paid twice", "building/events.py", "Events._trigger_lines", "lines += changes", "lines += changes + changes", "sum10"),
    Fault("a group of one more is asked for", "mechanics/fuse.py", "build.fuse", "size < least(s, here, tile)", "size <= least(s, here, tile)"),
    Fault("the fused tile lies on the first cell", "mechanics/fuse.py", "build.fuse", "put(s, cell, made)", "put(s, b.lowest(cells), made)"),
    Fault("the last cell of a line does not fall", "mechanics/fall.py", "build.act", "range(1, longest)", "range(2, longest)", "ninek"),
    Fault("tiles fall one cell short", "mechanics/fall.py", "build.act", "place_of[cell] - depth", "place_of[cell] - max(1, depth - 1)", "ninek"),
    Fault("the pair behind joins first", "mechanics/slide.py", "build.rule.play", "makes(s, here, last, tile)", "0 if k + 1 < start[i + 1] and at(s, flat[k + 1]) == tile else makes(s, here, last, tile)", "2048"),
    Fault("a column leaps over a hole or a neighbour", "mechanics/close.py", "build.act", "to + 1", "to", "samecolour"),
    Fault("an empty column stays where it is the first", "mechanics/close.py", "build.act", "free", "max(free, 1)", "samecolour"),
    Fault("nothing comes in behind a line that only joined", "mechanics/slide.py", "build.rule.play", "if made != 0:\n    put(s, cell, 0)\n    put(s, flat[to - 1], made)\n    told(s, last, made)\n    gone += 1\n    last = 0\n    continue", "if made != 0:\n    put(s, cell, 0)\n    put(s, flat[to - 1], made)\n    told(s, last, made)\n    last = 0\n    continue", "threefold"),
    Fault("the near end of a moved line", "mechanics/slide.py", "build.act", "start[i + 1] - 1", "start[i]", "threefold"),
    Fault("the sum is not taken modulo ten", "mechanics/modular_sum.py", "build.vanish", "total % m", "total", "sum10"),
    Fault("the placed digit stays", "mechanics/modular_sum.py", "build.vanish", "around | bit(cell)", "around", "sum10"),
    Fault("one tile too few is counted", "mechanics/modular_sum.py", "build.vanish", "count(around) + 1", "count(around)", "sum10"),
    Fault("restart keeps the history", "game.py", "Game._begin", "self._history: deque[tuple[list[int], list[int], str, int]] = deque(maxlen=self.rules.ruleset.undo.depth)", "self._history = getattr(self, '_history', None) or deque(maxlen=200)\n_unused: deque[tuple[list[int], list[int], str, int]] = deque(maxlen=self.rules.ruleset.undo.depth)"),
    Fault("taken cells are not empty", "board.py", "Board._make_writers.take", "s[planes] |= m", ""),
    Fault("a pause is never left", "building/actions.py", "_settled", "py('else: s[{}] = 0' if lines else 's[{}] = 0', b.END)", "'else: pass' if lines else 'pass'", "sum10"),
    Fault("an undo costs nothing", "game.py", "Game.undo", "after[register] = left", "pass", "ninek"),
    Fault("a group is its nearest neighbours", "board.py", "Board._make_readers.group", "while edge:\n    m |= edge\n    edge = near(edge) & within & ~m", "m |= edge"),
    Fault("a retried stage is another one", "building/opening.py", "opening", "'restore(s)'", "'steps(s, -1)'", "sum10"),
    Fault("points are noted before they are made", "building/events.py", "Events._quiet_score.quiet_score", "s[b.SCORE] = after", "s[b.SCORE] = before + (after - before) // 2 * 2 + (after - before) % 2 * 3", "sum10"),
    Fault("the second end is looked at first", "building/actions.py", "Actions.ends", "enumerate(self._ruleset.end)", "reversed([*enumerate(self._ruleset.end)])", "sum10"),
    Fault("a push starts at the far end", "mechanics/push.py", "build.act", "range(start[i] + 1, start[i + 1])", "reversed(range(start[i] + 1, start[i + 1]))", "sevens"),
    Fault("a tile that goes to an empty cell stays as well", "mechanics/swap.py", "build.exchange", "put(s, there, tile)", "put(s, there, tile)\nput(s, here, tile if other == 0 else other)", "yard.toml"),
    Fault("what is tried stands in the journal", "building/actions.py", "Actions._tried", "[*self._done(verb), *(['del log[mark:]'] if self._bench.journal else []), 'return held']", "[*self._done(verb), 'return held']", "yard.toml"),
    Fault("what is tried pays", "building/steps.py", "MechanicBuilder.event", "self._trial", "self._trial and self._kind.kind != 'swap'", "yard.toml"),
    Fault("a trial draws", "building/actions.py", "Actions._tried", "names |= {'first': step.act, 'log': board.log}", "names |= {'first': step.act, 'log': board.log, 'draw': self._steps.draws.stream('spawn', opening=False)}\nlines += ['draw(s, 2)']", "gems"),
    Fault("a refused action loses the held tile", "game.py", "Game", "raise IllegalAction(self._text(index, choice), self._why_not(index, choice))", "self._s[self._program.held or 0] *= 0 if self._program.held else 1\nraise IllegalAction(self._text(index, choice), self._why_not(index, choice))", "hamlet"),
    Fault("undo forgets the held tile", "game.py", "Game.undo", "former[:]", "[*former[:h], self._s[h], *former[h + 1:]] if (h := self._program.held) else former[:]", "yard.toml"),
    Fault("a deal counts twice", "building/opening.py", "dealing", "'if s[{}] < {}: s[{}] += 1'", "'if s[{}] < {}: s[{}] += 2'"),
    Fault("the cell behind the wall is not pushed", "mechanics/push.py", "build.act", "start[i] + 1", "start[i] + 2", "sevens"),
    Fault("the last line is not pushed", "mechanics/push.py", "build.act", "count", "count - 1", "sevens"),
    Fault("what lies at the floor is overwritten", "mechanics/push.py", "build.act", "range(start[i] + 1, start[i + 1])", "range(start[i] + 1, start[i + 1] - 1)", "sevens"),
    Fault("lines are pushed to the other wall", "mechanics/push.py", "build", "b.grid.lines(settings.toward)", "[line[::-1] for line in b.grid.lines(settings.toward)]", "sevens"),
    Fault("however many fall out, one is counted", "mechanics/push.py", "build.act", "lost += 1", "lost = 1", "sevens"),
    Fault("every line is pushed, whatever is in it", "mechanics/push.py", "build.act", "chosen & line_mask(i)", "chosen", "yard.toml"),
    Fault("one draw for all lines", "mechanics/push.py", "build.act", "for i in range(count):\n    if not everything and chosen & line_mask(i) == 0:\n        continue\n    if at(s, flat[start[i]]) != 0:\n        put(s, flat[start[i]], 0)\n        lost += 1\n    for k in range(start[i] + 1, start[i + 1]):\n        if at(s, flat[k]) != 0:\n            move(s, flat[k], flat[k - 1])\n    put(s, flat[start[i + 1] - 1], pick(s))\n    moved += 1", "pick = (lambda once: lambda _s: once)(b.table('source', 'push')[1](s))\nfor i in range(count):\n    if not everything and chosen & line_mask(i) == 0:\n        continue\n    if at(s, flat[start[i]]) != 0:\n        put(s, flat[start[i]], 0)\n        lost += 1\n    for k in range(start[i] + 1, start[i + 1]):\n        if at(s, flat[k]) != 0:\n            move(s, flat[k], flat[k - 1])\n    put(s, flat[start[i + 1] - 1], pick(s))\n    moved += 1", "yard.toml"),
    Fault("equal tiles change places", "mechanics/swap.py", "build.fits", "at(s, here) != at(s, chosen(s))", "at(s, here) | at(s, chosen(s)) != 0", "yard.toml"),
    Fault("an empty cell is no partner", "mechanics/swap.py", "build.fits", "at(s, here) != at(s, chosen(s))", "at(s, here) != at(s, chosen(s)) and at(s, here) * at(s, chosen(s)) != 0", "yard.toml"),
    Fault("a tile is lost that the empty cell is named before", "mechanics/swap.py", "build.exchange", "put(s, there, tile)", "put(s, there, at(s, here) or tile)", "yard.toml"),
    Fault("two cells that touch across the row's end", "program/choices.py", "choices_of", "[(cell, other) for cell in cells for other in grid.neighbours[cell] if other > cell]", "[(cell, other) for cell in cells for other in (cell + 1, cell + grid.columns) if other in cells]", "yard.toml"),
    Fault("corner to corner is a pair", "program/choices.py", "choices_of", "grid.neighbours[cell]", "{*grid.neighbours[cell], *(o for n in grid.neighbours[cell] for o in grid.neighbours[n])}", "yard.toml"),
    Fault("the second of a pair is not asked about", "building/actions.py", "Actions._listed", "[holds('m', 'here'), *([holds('m', py('s[{}]', b.CHOSEN))] if action.target == 'pair' else [])]", "[holds('m', 'here')]", "yard.toml"),
    Fault("must is asked of the first pair alone", "building/actions.py", "Actions._listed", "'tried(s, i) != 0'", "'tried(s, 0) != 0'", "gems"),
    Fault("must is asked before the step", "building/actions.py", "Actions._tried", "['first(s, here)', held, 'back(s, here)']", "[held, 'first(s, here)', 'back(s, here)']", "gems"),
    Fault("must is not asked", "building/actions.py", "Actions._listed", "tests.append(py('tried(s, i) != 0'))", "", "yard.toml"),
    Fault("what was tried last stays chosen", "building/actions.py", "Actions._done", "py('s[{}] = was', b.CHOSEN)", "py('pass')", "yard.toml"),
    Fault("must is not asked of a cell", "building/actions.py", "Actions._where_able", "tried is None or action.target in LISTED", "tried is None or action.target in LISTED or action.target == 'cell'", "yard.toml"),
    Fault("who went into a later cell goes once more", "mechanics/wander.py", "build.act", "for cell in each(cells(s, here) & ~where(s, 0)):\n    room = around(cell) & where(s, 0)\n    if room != 0:\n        move(s, cell, pick(room, below(s, count(room))))\n        gone += 1", "for cell in range(b.grid.size):\n    if cells(s, here) & ~where(s, 0) & 1 << cell == 0:\n        continue\n    room = around(cell) & where(s, 0)\n    if room != 0:\n        move(s, cell, pick(room, below(s, count(room))))\n        gone += 1", "hamlet"),
    Fault("bears leap to any empty cell", "mechanics/wander.py", "build.act", "around(cell) & where(s, 0)", "where(s, 0)", "hamlet"),
    Fault("the last bear goes first", "mechanics/wander.py", "build.act", "each(cells(s, here) & ~where(s, 0))", "reversed([*each(cells(s, here) & ~where(s, 0))])", "hamlet"),
    Fault("what a bear has left is not open", "mechanics/wander.py", "build.act", "gone = 0\nfor cell in each(cells(s, here) & ~where(s, 0)):\n    room = around(cell) & where(s, 0)\n    if room != 0:\n        move(s, cell, pick(room, below(s, count(room))))\n        gone += 1", "gone, free = (0, where(s, 0))\nfor cell in each(cells(s, here) & ~where(s, 0)):\n    room = around(cell) & where(s, 0) & free\n    if room != 0:\n        move(s, cell, pick(room, below(s, count(room))))\n        gone += 1", "hamlet"),
    Fault("a bear goes to the first empty cell", "mechanics/wander.py", "build.act", "below(s, count(room))", "below(s, count(room)) * 0", "hamlet"),
    Fault("a bear never goes to the last empty cell", "mechanics/wander.py", "build.act", "count(room)", "max(count(room) - 1, 1)", "hamlet"),
    Fault("one step is counted for all", "mechanics/wander.py", "build.act", "gone += 1", "gone = 1", "yard.toml"),
    Fault("those without room count as gone", "mechanics/wander.py", "build.act", "if room != 0:\n    move(s, cell, pick(room, below(s, count(room))))\n    gone += 1", "if room != 0:\n    move(s, cell, pick(room, below(s, count(room))))\ngone += 1", "yard.toml"),
    Fault("a position forgets the held tile", "position.py", "position", "s[program.held] = 0 if given.held == 'none' else program.tiles.parse(given.held)", "pass", "hamlet"),
    Fault("what was held is lost", "building/steps.py", "MechanicBuilder.hold", "py('s[{}] = t', held)", "py('s[{}] = t if s[{}] == 0 else 0', held, held)", "hamlet"),
    Fault("the queue moves up whenever a tile is held", "building/steps.py", "MechanicBuilder.hold", "[py('t = s[{}]', head), py('if s[{}]: s[{}] = s[{}]', held, head, held), 'else: deal(s)', py('s[{}] = t', held)]", "[py('t = s[{}]', head), 'deal(s)', py('if s[{}]: s[{}] = s[{}]', held, head, held), py('s[{}] = t', held)]", "yard.toml"),
    Fault("the first to be held stays in the queue", "building/steps.py", "MechanicBuilder.hold", "'else: deal(s)'", "'else: pass'", "hamlet"),
    Fault("a held bear counts as none", "building/steps.py", "MechanicBuilder.hold", "'if s[{}]: s[{}] = s[{}]'", "'if s[{}] > 1: s[{}] = s[{}]'", "hamlet"),
    Fault("the queue moves up from its end", "building/opening.py", "dealing", "zip(layout.queue, layout.queue[1:], strict=False)", "reversed([*zip(layout.queue, layout.queue[1:], strict=False)])", "yard.toml"),
    Fault("NOW is drawn anew where it comes in", "building/steps.py", "MechanicBuilder.table", "name not in self._bench.ruleset.spawn", "not (name := self._bench.ruleset.queue.source)", "threefold"),
    Fault("spawning goes on beyond its cells", "mechanics/spawn.py", "build.act", "room & where(s, 0)", "where(s, 0)", "yard.toml"),
    Fault("spawning is open to all cells", "mechanics/spawn.py", "build.act", "cells(s, here) & where(s, 0)", "where(s, 0)", "threefold"),
    Fault("a bag is filled anew with one left in it", "building/spawn.py", "bagged", "'if total == 0:'", "'if total <= 1:'", "threefold"),
    Fault("a table within a table weighs one", "building/spawn.py", "weighted", "total = sum(weights)", "weights = [w if isinstance(c, int) else 1 for c, w in zip(choices, weights)]\ntotal = sum(weights)", "yard.toml"),
    Fault("the wrong table within a table", "building/spawn.py", "weighted", "py('if code == {}: return {}(s)', -1 - i, f'deeper{i}')", "py('if code == {}: return {}(s)', -1 - i, f'deeper{min((k for k, c in enumerate(choices) if not isinstance(c, int)))}')", "yard.toml"),
    Fault("a range stops short of its end", "building/spawn.py", "ranged_in_play.pick", "high - low + 1", "max(high - low, 1)", "threefold"),
    Fault("what is written is lost below what is inherited", "ruleset/layered.py", "Layered._merged", "result[key] = over[key]", "result[key] = value", "merge:hard"),
    Fault("what lies deeper is not inherited", "ruleset/layered.py", "Layered._merged", "self._merged(value, over[key], place)", "self._merged(value, over[key], place) if place[0] != 'variables' or len(place) < 2 else over[key]", "alley.toml:steep"),
    Fault("a list is added to the inherited one", "ruleset/layered.py", "Layered._merged", "result[key] = over[key]", "result[key] = value + over[key] if isinstance(value, list) else over[key]", "alley.toml"),
    Fault("a game is held to the tests of its base", "ruleset/layered.py", "", "frozenset({'scenario', 'balance'})", "frozenset()", "alley.toml:steep"),
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
        (folder / "tilekit" / fault.file).write_text(fault.planted(), encoding="utf-8")
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
