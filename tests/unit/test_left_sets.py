"""What a step leaves for the steps after it: the sets `shifted` and `entry` of a slide."""

from __future__ import annotations

import pytest
from tests.property import lanes
from tests.unit.rulesets import after, drawn, small, stand

import tilekit
from tilekit.hooks import Builder, Mechanic, Settings, Step

NUMBERS = 'numbers = { first = 1, last = 9 }\npieces = ["mark"]'


def rules(cells: str, *, rows: int = 3, columns: int = 4, grid: str = "", slide: str = "") -> tilekit.Rules:
    body = f"""
        [actions.slide]
        target = "direction"
        steps = ["slide", "fill_in"]
        [actions.mark]
        steps = ["fill_in"]
        [mechanics]
        slide = {{ {slide} }}
        fill_in = {{ use = "change", cells = "empty and ({cells})", to = "mark" }}
        [tiers.glyphs]
        mark = "m"
    """
    return small(body, rows=rows, columns=columns, grid=grid, tiers=NUMBERS, end='when = "turn > 9"\nreason = "enough"')


BOARD = """
    . 1 . 2
    3 . . .
    . . . .
"""


@pytest.mark.parametrize(
    ("way", "entry", "shifted"),
    [
        ("left", "1 2 . m\n3 . . .\n. . . .", "1 2 m m\n3 . . .\n. . . ."),
        ("right", "m . 1 2\nm . . 3\n. . . .", "m m 1 2\nm m m 3\n. . . ."),
        ("up", "3 1 . 2\n. . . .\nm . . .", "3 1 . 2\nm . . .\nm . . ."),
        ("down", "m m . m\n. . . .\n3 1 . 2", "m m . m\nm m . m\n3 1 . 2"),
    ],
)
def test_the_lines_that_moved_and_their_far_ends(way: str, entry: str, shifted: str) -> None:
    assert after(rules("entry"), BOARD, f"slide {way}") == drawn(entry)
    assert after(rules("shifted"), BOARD, f"slide {way}") == drawn(shifted)


def test_a_line_in_which_two_joined_has_moved() -> None:
    assert after(rules("entry", rows=2), "1 1 2 3\n1 2 1 2", "slide left") == drawn("2 2 3 m\n1 2 1 2")


def test_holes_part_lines() -> None:
    grid = 'mask = """\n. . _ . .\n"""'
    assert after(rules("entry", rows=1, columns=5, grid=grid), ". 1 _ 2 .", "slide left") == drawn("1 m _ 2 .")
    assert after(rules("entry", rows=1, columns=5, grid=grid), ". 1 _ 2 .", "slide right") == drawn(". 1 _ m 2")


def test_a_turn_begins_with_empty_sets() -> None:
    game = stand(rules("entry"), BOARD)
    game.play("slide left")
    before = str(game.board)
    game.play("mark")
    assert str(game.board) == before


def test_an_opening_begins_with_empty_sets() -> None:
    body = """
        [start]
        steps = ["put"]
        [actions.slide]
        target = "direction"
        steps = ["slide", "start"]
        [mechanics]
        put = { use = "change", cells = "entry or r1c1", to = "mark" }
    """
    assert after(small(body, tiers=NUMBERS), ". . 1\n. . .\n2 . .", "slide up") == drawn("mark . .\n. . .\n. . .")


def test_the_set_may_be_asked_about_in_sums_and_conditions() -> None:
    body = """
        [actions.slide]
        target = "direction"
        steps = ["slide", "one", "many"]
        [mechanics]
        one = { use = "change", cells = "r3c3", to = "mark", when = "exists(entry) and count(shifted) == 6" }
        many = { use = "spawn", from = "some", count = "sum(column, entry)", cells = "row == 2 and near(entry) > 0" }
        [spawn.some]
        tile = "mark"
    """
    game = small(body, tiers=NUMBERS)
    assert after(game, ". 1 .\n. . .\n. . 2", "slide left") == drawn("1 . .\n. . mark\n2 . mark")


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(4, 5), (9, 9)])
@pytest.mark.parametrize("adjacency", ["orthogonal", "hex"])
def test_both_lanes_agree(rows: int, columns: int, adjacency: str) -> None:
    body = """
        [start]
        steps = ["sow"]
        [spawn.some]
        bag = { 1 = 3, 2 = 2 }
        [actions.slide]
        target = "direction"
        steps = ["slide", "enter", "more"]
        [mechanics]
        sow = { use = "spawn", from = "some", count = 12 }
        slide = { reach = 2 }
        enter = { use = "spawn", from = "some", cells = "entry" }
        more = { use = "change", cells = "shifted and row == 2 and tile == 1", to = "mark" }
    """
    lanes.play_many(small(body, rows=rows, columns=columns, grid=f'adjacency = "{adjacency}"', tiers=NUMBERS), 40)


def test_a_mechanic_that_leaves_what_it_does_not_declare_is_named() -> None:
    def build(_settings: Settings, b: Builder) -> Step:
        b.leave("entry")
        return Step(lambda _s, _here: 0)

    kind = Mechanic(kind="guest", summary="a guest", settings=Settings, build=build)
    plugins = tilekit.Plugins(entry_points=False)
    plugins.mechanics["guest"] = kind
    text = small('[actions.go]\nsteps = ["deal"]\n[queue]\nfrom = "x"\n[spawn.x]\ntile = "a"').document.text
    with pytest.raises(tilekit.PluginError, match="guest does not declare that it leaves entry"):
        tilekit.loads(text.replace('["deal"]', '["guest"]'), plugins=plugins)
