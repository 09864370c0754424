"""How tiles look: inks that can be read, and shapes within their square."""

from __future__ import annotations

import math

import pytest
from tests.unit.rulesets import PLUGINS, small

import tilekit
from tilekit.looks import HOLE, SHAPES, contrast, ink, look_of, outline, rgb


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#777777", 1.0),
        ("#777777", "#ffffff", 4.48),
        ("#0000ff", "#ffffff", 8.59),
    ],
)
def test_contrast_is_that_of_the_guidelines(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == contrast(other, one)
    assert round(contrast(one, other), 2) == ratio


def test_ink_can_be_read_on_every_colour() -> None:
    steps = range(0, 256, 15)
    colours = [f"#{red:02x}{green:02x}{blue:02x}" for red in steps for green in steps for blue in steps]
    assert min(contrast(ink(colour), colour) for colour in colours) >= 4.5
    assert {ink(colour) for colour in colours} == {"#000000", "#ffffff"}
    assert rgb("#0a14ff") == (10, 20, 255)


@pytest.mark.parametrize("shape", SHAPES)
def test_an_outline_lies_in_its_square_and_turns_clockwise(shape: str) -> None:
    points = outline(shape)
    assert all(-1e-9 <= x <= 1 + 1e-9 and -1e-9 <= y <= 1 + 1e-9 for x, y in points)
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True)) / 2
    assert area > 0.3  # y points down: a positive area is clockwise; and a symbol must fit
    assert all(math.isclose(min(x for x, _ in points) + max(x for x, _ in points), 1) for _ in [0])
    assert len(set(points)) == len(points)
    assert 0 < HOLE < 1


def test_shapes_differ() -> None:
    assert {len(outline(shape)) for shape in SHAPES} == {48, 4, 6, 10, 3, 12}
    with pytest.raises(KeyError):
        outline("blob")


def test_tiers_without_a_look_walk_through_colours_and_shapes() -> None:
    rules = small("[actions.go]\n", tiers='chain = ["a", "b"]\npieces = ["rock"]')
    looks = [look_of({}, rules.program.tiles, code) for code in (1, 2, 3)]
    assert [(look.colour, look.shape, look.symbol) for look in looks] == [
        ("#8c8c8c", "square", None), ("#5b6b82", "circle", None), ("#2a9d8f", "square", None),
    ]  # fmt: skip


@pytest.mark.parametrize("ruleset", sorted(PLUGINS.rulesets))
def test_every_tile_of_a_bundled_game_has_a_colour_and_a_shape(ruleset: str) -> None:
    rules = tilekit.load(ruleset, plugins=PLUGINS)
    for code in range(1, rules.program.tiles.last + 1):
        look = look_of(rules.ruleset.look, rules.program.tiles, code)
        assert look.colour
        assert look.shape in SHAPES
