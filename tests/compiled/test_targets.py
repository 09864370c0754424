"""Choices that are listed one by one, and what is tried beforehand, in machine code: as in the other lane."""

from __future__ import annotations

import pytest
from tests.property import lanes
from tests.unit.rulesets import PLUGINS
from tests.unit.test_targets import HEAD, TRIED

import tilekit

#: More cells than a plain int holds; every kind of mechanic that no bundled game of this size uses.
WIDE = """
format = 1
[game]
id = "wide"
title = "Wide"
version = 1
[grid]
rows = 9
columns = 8
wrap = true
[tiers]
chain = ["ash", "bud", "cob"]
pieces = ["x"]
[queue]
from = "deal"
hold = true
[spawn]
deal = { weights = { ash = 3, bud = 2, x = 1 } }
low = { weights = { ash = 1, bud = 1 } }
[start]
steps = ["scatter"]
[actions.push]
target = "row"
steps = ["shove", "burst", "mend", "roam", "deal"]
[actions.trade]
target = "pair"
where = "not touches(tile == cob)"
must = "exists(long and (here or there)) or held == x"
steps = ["swap", "burst", "mend"]
[actions.store]
steps = ["hold"]
[actions.turn]
target = "tile"
tiles = ["x", "bud"]
where = "chosen != now"
steps = ["become"]
[areas]
long = "row_match >= 3 or column_match > 2"
[mechanics]
scatter = { use = "spawn", from = "low", count = 30 }
shove = { use = "push", toward = "left", from = "deal", cells = "row == chosen or row == 1" }
burst = { use = "clear", cells = "long or column_run == 5" }
roam = { use = "wander", cells = "tile == x" }
[mechanics.mend]
use = "change"
cells = "touches(cleared)"
times = "near(cleared)"
to = { none = "low", ash = "bud", x = "low" }
[mechanics.become]
use = "change"
cells = "row == 2 and tile == ash"
to = "chosen"
[scoring]
overflowed = "count"
turned = 2
[[end]]
when = "turn > 40 or no_moves"
reason = "done"
"""


@pytest.mark.parametrize("target", TRIED)
def test_tries_go_alike_in_both_lanes(target: str) -> None:
    body, _ = TRIED[target]
    mechanics, rest = body.split("[mechanics]\n")[1].split("\n", 1)
    rules = tilekit.loads(
        f'{HEAD}[actions.go]\ntarget = "{target}"\nmust = "not exists(group >= 4)"\nsteps = ["first", "rain"]\n'
        f"[mechanics]\n{mechanics}\nrain = {{ use = 'spawn', from = 'drops', count = 2 }}\n{rest}"
        "[spawn.drops]\nweights = { ash = 2, bud = 1 }\n[start]\nsteps = ['rain', 'rain']\n",
        plugins=PLUGINS,
    )
    lanes.play_many(rules, 40)


def test_a_wide_board_goes_alike_in_both_lanes() -> None:
    lanes.play_many(tilekit.loads(WIDE, plugins=PLUGINS), 200)
