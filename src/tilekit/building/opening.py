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
from tilekit.expressions.source import Block
from tilekit.expressions.values import Scope
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
    lines = [f"if s[{b.DEALT}] < {CAP}: s[{b.DEALT}] += 1"]
    if bench.journal and queue.counts in layout.variables:
        lines += [f"note(({b.VARIABLE}, {b.DEALT}, s[{b.DEALT}] - 1, s[{b.DEALT}]))"]
    lines += ["t = 0"] if queue.through else []
    for i, name in enumerate(queue.through):
        names[f"through{i}"] = steps.step(name, ("queue", "through", i), target="none", role="through").act
        lines.append(f"if t == 0: t = through{i}(s, -1)")
    lines += ["if t == 0: t = pick(s)"] if queue.through else ["t = pick(s)"]
    lines += [f"s[{at}] = s[{after}]" for at, after in zip(layout.queue, layout.queue[1:], strict=False)]
    lines.append(f"s[{layout.queue[-1]}] = t")
    return bench.define("deal(s)", [*lines, "return t"], **names)


def key_of(bench: Workbench) -> Callable[[State], int]:
    """``key_of(s)``: what the opening is keyed by, as one number of 32 bits."""
    variables = bench.layout.variables
    terms = [f"s[{variables[name]}]" for name in bench.ruleset.start.keyed_by if name in variables]
    folded = "0"
    for term in terms:
        folded = f"(({folded} * 1000003 + {term}) & 4294967295)"
    return bench.define("key_of(s)", [f"return {folded}"])


def opening(bench: Workbench, steps: Steps, keyed: Callable[[State], int]) -> Callable[[State], None]:
    """``open_board(s)``: deals the opening, or puts back the stored one where the key has not changed."""
    start = bench.ruleset.start
    lines: list[Block] = [
        f"s[{b.OPENING}] = 1",
        "wipe(s)",
        *bench.nothing_left,
        *steps.events.assignments(("start",), {"set": start.set}, Scope(), quiet=True),
    ]
    names: dict[str, object] = {"wipe": bench.board.wipe, "key_of": keyed}
    # What is left in a bag hangs on what was played; a board dealt anew, or by its key, does not.
    emptied = [f"s[{at}] = 0" for bag in bench.layout.bags.values() for at in bag]
    if bench.stored:
        lines += emptied
    dealt = ["steps(s, -1)"] if start.steps else []
    deal: list[Block] = [*dealt]
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
            f"most = max(1, min({MOST_DEALS}, passes(s, 0)))",
            *(["mark = len(log)"] if bench.journal else []),
            "for n in range(most):",
            [
                "passes(s, 1)",
                "if n: wipe(s)",
                *(f"if n: {line}" for line in emptied),
                *(["del log[mark:]"] if bench.journal else []),  # of a deal that did not hold nothing is told
                *dealt,
                f"if {bench.source('condition', ('start', 'until'), start.until, Scope())}: break",
            ],
            "else:",
            [f"if most < {MOST_DEALS}: cut_short(s)", "else: say(s)"],
        ]
        names["log"] = bench.board.log
    if bench.stored:
        at = bench.stored
        names["store"], names["restore"] = bench.board.keeper(at + 1)
        setup = bench.layout.streams["setup"]
        lines += [
            "key = key_of(s)",
            f"if s[{at}] and key == s[{b.KEY}]:",
            ["restore(s)"],
            "else:",
            [f"s[{b.KEY}] = key", f"s[{setup}] = 0", *deal, f"s[{at}] = 1", "store(s)"],
            *emptied,
        ]
    else:
        lines += deal
    return bench.define("open_board(s)", [*lines, f"s[{b.OPENING}] = 0"], **names)
