"""The queue and the opening: the functions that bring tiles onto a board by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tilekit import board as b
from tilekit.board import State
from tilekit.building import spawn
from tilekit.building.steps import Steps
from tilekit.building.workbench import Workbench
from tilekit.expressions.parsing import CAP
from tilekit.expressions.values import Scope
from tilekit.source import Line, py
from tilekit.words import Phrase

#: An opening's ``until`` is tried so many times.
MOST_DEALS: Final = 1000


def dealing(bench: Workbench, steps: Steps) -> Callable[[State], int]:
    """``deal(s)``: NOW leaves the queue and a tile joins at its end, whose code is returned; 0 without a queue."""
    queue, layout = bench.ruleset.queue, bench.layout
    if queue is None:
        return lambda _s: 0
    below = steps.draws.stream("spawn", opening=False)
    settle, raw = steps.draws.spawn_table(queue.source, ("queue", "from"), below)
    pick = steps.draws.scripted(spawn.settling(settle, raw), opening=False)
    table = bench.ruleset.spawn.get(queue.source)
    if table is not None and table.tile is not None:
        pick = raw  # a fixed tile uses up no pick
    names: dict[str, object] = {"pick": pick}
    lines: list[Line] = [py("if s[{}] < {}: s[{}] += 1", b.DEALT, CAP, b.DEALT)]
    if bench.journal and queue.counts in layout.variables:
        lines += [py("note(({}, {}, s[{}] - 1, s[{}]))", b.VARIABLE, b.DEALT, b.DEALT, b.DEALT)]
    lines += ["t = 0"] if queue.through else []
    for i, name in enumerate(queue.through):
        names[f"through{i}"] = steps.step(name, ("queue", "through", i), target="none", role="through").act
        lines.append(py("if t == 0: t = {}(s, -1)", f"through{i}"))
    lines += ["if t == 0: t = pick(s)"] if queue.through else ["t = pick(s)"]
    lines += [py("s[{}] = s[{}]", at, after) for at, after in zip(layout.queue, layout.queue[1:], strict=False)]
    lines.append(py("s[{}] = t", layout.queue[-1]))
    return bench.define("deal(s)", [*lines, "return t"], **names)


def key_of(bench: Workbench) -> Callable[[State], int]:
    """``key_of(s)``: what the opening is keyed by, as one number of 32 bits."""
    variables = bench.layout.variables
    folded = py("0")
    for name in bench.ruleset.start.keyed_by:
        if name in variables:
            folded = py("({} * 1000003 + s[{}]) & 4294967295", folded, variables[name])
    return bench.define("key_of(s)", [py("return {}", folded)])


def opening(bench: Workbench, steps: Steps, keyed: Callable[[State], int]) -> Callable[[State], None]:
    """``open_board(s)``: deals the opening, or puts back the stored one where the key has not changed."""
    start = bench.ruleset.start
    lines: list[Line] = [
        py("s[{}] = 1", b.OPENING),
        "wipe(s)",
        *bench.nothing_left,
        *steps.events.assignments(("start",), {"set": start.set}, Scope(), quiet=True),
    ]
    names: dict[str, object] = {"wipe": bench.board.wipe, "key_of": keyed}
    # What is left in a bag depends on what was played; a board dealt anew, or by its key, does not.
    emptied = [py("s[{}] = 0", at) for bag in bench.layout.bags.values() for at in bag]
    if bench.stored:
        lines += emptied
    dealt = ["steps(s, -1)"] if start.steps else []
    deal: list[Line] = [*dealt]
    if start.steps:
        names["steps"] = steps.sequence(start.steps, ("start", "steps"), target="none")
    if start.until is not None:
        until = start.until
        names["say"] = bench.remark(
            Phrase("the opening still does not hold after {count} deals: {until}", count=MOST_DEALS, until=until)
        )
        names["cut_short"] = bench.remark(
            Phrase("the opening still does not hold, and its turn has had deals enough: {until}", until=until)
        )
        names["passes"] = bench.passes
        deal = [
            py("most = max(1, min({}, passes(s, 0)))", MOST_DEALS),
            *(["mark = len(log)"] if bench.journal else []),
            "for n in range(most):",
            [
                "passes(s, 1)",
                "if n: wipe(s)",
                *(py("if n: {}", line) for line in emptied),
                *(["del log[mark:]"] if bench.journal else []),  # of a deal that did not hold nothing is told
                *dealt,
                py("if {}: break", bench.source("condition", ("start", "until"), start.until, Scope())),
            ],
            "else:",
            [py("if most < {}: cut_short(s)", MOST_DEALS), "else: say(s)"],
        ]
        names["log"] = bench.board.log
    if bench.stored:
        at = bench.stored
        names["store"], names["restore"] = bench.board.keeper(at + 1)
        setup = bench.layout.streams["setup"]
        lines += [
            "key = key_of(s)",
            py("if s[{}] and key == s[{}]:", at, b.KEY),
            ["restore(s)"],
            "else:",
            [py("s[{}] = key", b.KEY), py("s[{}] = 0", setup), *deal, py("s[{}] = 1", at), "store(s)"],
            *emptied,
        ]
    else:
        lines += deal
    return bench.define("open_board(s)", [*lines, py("s[{}] = 0", b.OPENING)], **names)
