"""Rules in words of games whose authors say nothing: whatever supplies the mechanics, players read words."""

import re
from typing import Annotated, Literal

import pytest
from pydantic import Field
from tests.unit.rulesets import small

import tilekit
from tilekit import Builder, Mechanic, Settings, State, Step
from tilekit.hooks import Cells
from tilekit.preferences import Preferences
from tilekit.session import Session


class Gust(Settings):
    """A mechanic with a direction, and numbers."""

    toward: Literal["up", "down", "left", "right"] = "left"
    strength: Annotated[int, Field(ge=1)] = 3
    least_of_all: int = 2


class Swarm(Settings):
    """A mechanic with a set of cells, a word and a truth value."""

    cells: Cells = "not empty"
    style: Literal["round", "square"] = "round"
    hungry: bool = False


class Tide(Settings):
    """A mechanic without settings."""


def idle(_settings: Settings, _b: Builder) -> Step:
    return Step(lambda _s, _here: 0)


def rises(_settings: Settings, b: Builder) -> Step:
    rose = b.event("tide_rose")

    def act(s: State, _here: int) -> int:
        rose(s, 1)
        return 1

    return Step(act)


PLUGINS = tilekit.Plugins(entry_points=False)
PLUGINS.mechanics |= {
    "gust": Mechanic("gust", "the wind moves tiles", Gust, idle),
    "swarm": Mechanic("swarm", "bees settle", Swarm, idle),
    "tide": Mechanic("tide", "the water rises", Tide, rises, events={"tide_rose": {"height": "number"}}),
}

WINDY = """
[actions.blow]
target = "direction"
steps = ["gust", "weak", "calm"]
[mechanics]
gust = { toward = "up", strength = 5 }
weak = { use = "gust", strength = 1, when = "tiles == 0" }
calm = { use = "gust", when = "tiles % 2 == 0" }
"""
BUSY = """
[variables]
honey = 0
secret = 0
days = 9
[actions.settle]
target = "cell"
where = "not empty"
add = { honey = 2, secret = 1 }
steps = ["swarm"]
[actions.rest]
set = { days = "days - 1", honey = 0, score = 5 }
[mechanics]
swarm = { cells = "tile == b", style = "square", hungry = true }
[display]
variables = ["honey", "days"]
[[end]]
when = "honey >= 10"
status = "over"
outcome = "won"
reason = "rich"
add = { score = 50, honey = -10, secret = 1 }
"""
WET = """
[variables]
kept_on = 0
[actions.wait]
steps = ["tide"]
[actions.keep_on]
during = ["high", "low"]
set = { kept_on = 1 }
[scoring]
tide_rose = 3
[display]
variables = []
[[triggers]]
on = "tide_rose"
add = { kept_on = 1 }
[[end]]
when = "score >= 30 and kept_on == 0"
status = "paused"
outcome = "won"
reason = "high"
text = "Wet"
goal = "Flow"
[[end]]
when = "turn >= 30 and kept_on == 0"
status = "paused"
outcome = "lost"
reason = "low"
[[end]]
when = "turn >= 40"
status = "paused"
outcome = "ended"
reason = "low"
set = { score = 0 }
"""
TOLD = {
    WINDY: (
        (
            "Blow (up or down or left or right): the wind moves tiles (toward the top); "
            "then the wind moves tiles (toward the left) if the board is empty; "
            "then sometimes the wind moves tiles (toward the left)."
        ),
        "The game is over (stuck) when nothing is left to do.",
    ),
    BUSY: (
        "Settle (on a cell with a tile; Honey +2): bees settle (cells: every cell with a b).",
        "Rest (Days changes; Honey becomes 0; score becomes 5).",
        "You win (rich) when Honey stands at 10 or more. Then: score +50, Honey -10.",
        "The game is over (stuck) when nothing is left to do.",
    ),
    WET: (
        "Wait: the water rises.",
        'Keep on (after "Wet" or "Low"): the game continues.',
        "Each time the water rises, you get 3 points.",
        "Goal: Flow.",
        "The game pauses (low) when the number of turns stands at 40 or more. Then: score becomes 0.",
        "The game is over (stuck) when nothing is left to do.",
    ),
}


def made(body: str) -> tilekit.Rules:
    plain = small("[actions.go]").document.text
    return tilekit.loads(plain.replace("[actions.go]", body.strip()), plugins=PLUGINS)


@pytest.mark.parametrize("body", TOLD, ids=["windy", "busy", "wet"])
def test_games_of_other_mechanics_are_told_in_words(body: str) -> None:
    assert made(body).in_words[: len(TOLD[body])] == TOLD[body]


#: What those games call things, longer names first.
OWN = (
    "the wind moves tiles|the water rises|bees settle|tide rose|Wet|Flow|Keep on|Kept on|"
    "Blow|Settle|Rest|Wait|Honey|Days|rich|high|low|Low|stuck"
)


@pytest.mark.parametrize("body", TOLD, ids=["windy", "busy", "wet"])
def test_in_japanese_the_engine_adds_no_english(body: str) -> None:
    told = Session(made(body), 1, preferences=Preferences(language="ja")).view().help
    assert [line for line in told if re.search("[A-Za-z]{2,}", re.sub(OWN, "", line))] == []


# ---------------------------------------------------------------- what was said wrong once

SMALL = """format = 1
[game]
id = "small"
title = "Small"
version = 1
[grid]
rows = 1
columns = 3
[tiers]
chain = ["seed", "sprout", "bush", "tree"]
pieces = ["rock"]
[queue]
from = "deal"
through = ["rocks"]
[spawn.deal]
weights = { seed = 1 }
[start]
steps = ["fill"]
[variables]
charges = 0
[actions.drop]
target = "cell"
steps = ["place", "cascade", "deal"]
[actions.push]
target = "direction"
steps = ["slide"]
[actions.boom]
costs = { charges = 1 }
steps = ["start"]
[actions.again]
during = ["playing", "no-groups"]
steps = ["start"]
[mechanics]
cascade = { use = "repeat", steps = ["fuse"], times = 1 }
fuse = { least = 1 }
fill = { use = "fill", from = "deal" }
rocks = { use = "stone_cycle", piece = "rock", every = 1 }
slide = { joins = "a + 1 == b", makes = "rock" }
[[end]]
when = "tiles == 0"
after = ["boom"]
outcome = "won"
reason = "swept"
[[end]]
when = "tiles == 2"
status = "paused"
reason = "no-groups"
[[end]]
when = "no_moves"
reason = "full"
"""


def test_numbers_of_one_ordered_pairs_pauses_and_what_cannot_be_paid_for() -> None:
    assert tilekit.loads(SMALL, plugins=PLUGINS).in_words == (
        (
            "Drop (on a cell): NOW goes onto the chosen cell, which must be empty; "
            "then equal tiles (even a single one) that touch, the chosen cell among them, "
            "become one tile of the next tier there; "
            "then the queue moves up and a tile joins at its end."
        ),
        (
            "Push (up or down or left or right): all tiles slide that way as far as they can; "
            "a seed that runs into a rock becomes a rock with it, "
            "a sprout that runs into a seed becomes a rock with it, "
            "a bush that runs into a sprout becomes a rock with it, "
            "a tree that runs into a bush becomes a rock with it."
        ),
        "Boom: not to be had in this game.",
        'Again (in play or after "No-groups"): the board is dealt anew.',
        "The next tile is shown as NOW.",
        "Every tile dealt is a rock.",
        "The game pauses (no-groups) when the number of tiles stands at 2.",
        "The game is over (full) when nothing is left to do.",
        "There is no undo.",
        "One row of 3 cells. Tiles touch side by side.",
        "Tiers, lowest first: seed, sprout, bush, tree.",
        "Outside the chain: rock.",
    )


def test_a_pause_without_a_text_asks_for_a_sentence() -> None:
    told = [(one.code, one.line, one.message) for one in tilekit.loads(SMALL, plugins=PLUGINS).unsaid]
    assert told == [("rule-missing", 31, 'the rules in words do not say what the pause "no-groups" is')]


@pytest.mark.parametrize("rows", [1, 2])
def test_a_board_of_one_column_is_told_as_one(rows: int) -> None:
    text = SMALL.replace("rows = 1\ncolumns = 3", f"rows = {rows}\ncolumns = 1")
    told = "The board is one cell." if rows == 1 else "One column of 2 cells. Tiles touch side by side."
    assert told in tilekit.loads(text, plugins=PLUGINS).in_words
