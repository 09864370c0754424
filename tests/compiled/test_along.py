"""Cells line by line: machine code goes the same way, with and without what a processor can do at once."""

from __future__ import annotations

import pytest
from tests.property import lanes

import tilekit
from tilekit.compiled import masks

RULES = """
format = 1
[game]
id = "along"
title = "Along"
version = 1
[grid]
rows = {rows}
columns = {columns}
{grid}
[tiers]
numbers = {{ first = 1, last = 5 }}
[spawn.new]
weights = {{ 1 = 3, 2 = 2, 3 = 1 }}
[start]
steps = ["appear"]
[actions.tap]
target = "cell"
where = "tile > 0"
steps = ["out", "fall", "appear"]
[actions.drop]
steps = ["down", "up"]
[mechanics]
out = {{ use = "clear", cells = "here or touches(here)" }}
fall = {{ use = "fall", toward = "{toward}", cells = "{falls}" }}
down = {{ use = "clear", cells = "tile == 1" }}
up = {{ use = "fall", toward = "{toward}" }}
appear = {{ use = "fill", from = "new", order = "columns", cells = "row % 2 == 0 or tile == 0 and column > 1" }}
[[end]]
when = "turn >= 30"
reason = "enough"
"""
GRIDS = {
    "square": (5, 4, ""),
    "hexagons": (4, 5, 'adjacency = "hex"'),
    "wrapped": (5, 5, "wrap = true"),
    "a-hole": (4, 4, 'mask = """\n. . . .\n. _ . .\n. . . _\n. . . .\n"""'),
    "one-row": (1, 6, ""),
    "as-many-as-fit": (2, 31, ""),
    "wide": (8, 8, ""),
}


def rules(grid: str, toward: str, falls: str) -> tilekit.Rules:
    rows, columns, more = GRIDS[grid]
    return tilekit.loads(RULES.format(rows=rows, columns=columns, grid=more, toward=toward, falls=falls))


@pytest.mark.parametrize(
    ("grid", "toward", "falls"),
    [
        *((grid, "down", "tile != 3") for grid in ("square", "wrapped", "one-row", "as-many-as-fit", "wide")),
        *((grid, "right", "not empty") for grid in ("square", "hexagons", "a-hole")),
    ],
)
def test_both_lanes_are_one_game(grid: str, toward: str, falls: str) -> None:
    lanes.play_many(rules(grid, toward, falls), 150)


@pytest.mark.parametrize(("grid", "toward", "falls"), [("square", "down", "not empty"), ("a-hole", "up", "tile != 3")])
def test_a_processor_that_finds_no_bits_at_once_plays_the_same_game(
    grid: str, toward: str, falls: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(masks, "HAS_BITS", False)
    lanes.play_many(rules(grid, toward, falls), 150)
