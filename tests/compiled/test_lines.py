"""Lines that are worked out once: the same game as tile by tile, and only where a line depends on itself alone."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from tests.property import lanes

import tilekit
from tilekit.building.build import build
from tilekit.compiled.board import CompiledBoard

RULES = """
format = 1
[game]
id = "lines"
title = "Lines"
version = 1
[grid]
rows = {rows}
columns = {columns}
{grid}
[tiers]
numbers = {{ first = 1, last = {last} }}
[constants]
bonus = 3
[variables]
pairs = 0
seen = {{ start = 0, most = 9 }}
[spawn.new]
weights = {{ 1 = 3, 2 = 2, 3 = 1 }}
[start]
steps = ["appear", "appear", "appear"]
[actions.slide]
target = "direction"
steps = ["slide", {then}]
[mechanics]
slide = {{ use = "slide", {slide} }}
appear = {{ use = "spawn", from = "new" }}
behind = {{ use = "spawn", from = "new", cells = "entry" }}
[scoring]
fused = "{points}"
{triggers}
[[end]]
when = "no_moves"
reason = "stuck"
"""


class Game(NamedTuple):
    """What is told of one game."""

    rows: int = 4
    columns: int = 4
    grid: str = ""
    last: int = 9
    slide: str = 'reach = "far"'
    then: str = '"appear"'
    points: str = "value(made)"
    triggers: str = ""

    def rules(self) -> tilekit.Rules:
        return tilekit.loads(RULES.format(**self._asdict()))


#: A line depends on itself alone.
ALONE = {
    "far": Game(),
    "one-step": Game(slide="reach = 1"),
    "two-steps": Game(slide="reach = 2", rows=5, columns=5, last=7),
    "other-pairs": Game(slide='reach = "far", joins = "a + b == 3 or a == b and a > 2", makes = "max(a, b) + 1"'),
    "three-long": Game(rows=3, columns=3, last=31),
    "entry": Game(then='"behind"', slide="reach = 1"),
    "pieces-that-vanish": Game(slide='joins = "a == b", makes = "next(a) if a < 3 else 1"'),
    "numbers-of-the-game": Game(
        points="value(made) * bonus + pairs",
        triggers='[[triggers]]\non = "fused"\nwhen = "tile == 1 or score > 40"\nadd = { pairs = "count - 1" }\n'
        '[[triggers]]\non = "scored"\nset = { seen = "max(seen, points)" }',
    ),
}
#: It depends on more, or the board is another than lines of one length that hold every cell.
NOT_ALONE = {
    "points-look": Game(points="value(made) + empties"),
    "a-trigger-looks": Game(triggers='[[triggers]]\non = "fused"\nadd = { pairs = "tiles" }'),
    "points-for-points-look": Game(triggers='[[triggers]]\non = "scored"\nset = { seen = "count(empty)" }'),
    "joining-looks": Game(slide='joins = "a == b and empties > 3"'),
    "joining-hangs-on-numbers": Game(
        slide='joins = "a == b and pairs < 5"', triggers='[[triggers]]\non = "fused"\nadd = { pairs = 1 }'
    ),
    "making-looks": Game(slide='makes = "next(a) if tiles > 6 else a"'),
    "two-lengths": Game(rows=3, columns=4),
    "a-hole": Game(grid='mask = """\n. . . .\n. _ . .\n. . . .\n. . . .\n"""'),
    "one-row": Game(rows=1, columns=4, last=4),
    "long-lines": Game(rows=6, columns=6),
    "wide": Game(rows=8, columns=8, last=3),
    "hexagons": Game(grid='adjacency = "hex"'),
}


def worked_out_once(rules: tilekit.Rules) -> bool:
    """Whether the program that would become machine code keeps what becomes of a line."""
    built = build(rules.ruleset, rules._mechanics, journal=False, tally=True, make_board=CompiledBoard)
    outlined = [function.__name__ for function in built.program.board.outlined]
    assert outlined in ([], ["worked_out"])
    return outlined != []


@pytest.mark.parametrize("name", ALONE)
def test_a_line_that_hangs_on_itself_alone_is_worked_out_once(name: str) -> None:
    assert worked_out_once(ALONE[name].rules())


@pytest.mark.parametrize("name", NOT_ALONE)
def test_what_hangs_on_more_than_its_line_is_played_tile_by_tile(name: str) -> None:
    assert not worked_out_once(NOT_ALONE[name].rules())


@pytest.mark.parametrize("name", ["two-steps", "other-pairs", "entry", "numbers-of-the-game"])
def test_both_ways_are_one_game(name: str) -> None:
    lanes.play_many(ALONE[name].rules(), 300)


def test_threads_that_fill_one_memory_agree() -> None:
    rules = ALONE["far"].rules()
    seeds = range(400)
    rows = rules.engine.surveyor("interpreted").survey(seeds, 10_000)
    assert rules.engine.compiled.survey(seeds, 10_000, threads=4).tolist() == [list(row) for row in rows]
