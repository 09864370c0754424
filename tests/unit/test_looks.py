"""How tiles look: inks that can be read, and shapes within their square."""

from __future__ import annotations

import math

import pytest
from tests.unit.rulesets import PLUGINS, small

import tilekit
from tilekit.looks import HOLE, SHAPES, contrast, cracks, ink, look_of, outline, rgb
from tilekit.ruleset.models import Look


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
    assert {len(outline(shape)) for shape in SHAPES} == {48, 4, 6, 10, 3, 12, 7, 16, 11, 96, 27}
    with pytest.raises(KeyError):
        outline("blob")


def test_cracks_are_lines_within_the_square() -> None:
    assert all(len(line) > 1 and all(0 < x < 1 and 0 < y < 1 for x, y in line) for line in cracks())


def looks_without(tiers: str) -> list[Look]:
    rules = small("[actions.go]\n", tiers=tiers)
    return [look_of({}, rules.program.tiles, code) for code in range(1, rules.program.tiles.last + 1)]


def test_tiles_without_a_look_walk_through_colours_and_shapes() -> None:
    looks = looks_without('chain = ["a", "b"]\npieces = ["rock", "reed"]')
    assert [(look.colour, look.shape, look.symbol) for look in looks] == [
        ("#e4e4e4", "square", None), ("#ace4ac", "diamond", None),
        ("#5b6b82", "circle", None), ("#2a9d8f", "square", None),
    ]  # fmt: skip


#: What is seen of red, green and blue, as light, by who lacks one kind of cones (Machado, Oliveira, Fernandes 2009).
EYES = {
    "all three": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def seen(colour: str, eyes: str) -> tuple[float, float, float]:
    """A colour as those eyes see it, in CIELAB."""
    light = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in rgb(colour)]
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in EYES[eyes])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("ladder", ["chain = {}", "numbers = {{ first = 1, last = 10 }}"])
def test_pieces_without_a_look_are_told_apart(eyes: str, ladder: str) -> None:
    names = [f"t{number}" for number in range(10)]
    pieces = [f"p{number}" for number in range(9)]
    written = ladder.format(names).replace("'", '"')
    looks = looks_without(f"{written}\npieces = {pieces}".replace("'", '"'))
    own, others = looks[:9], looks[9:]
    assert len({(look.colour, look.shape) for look in looks}) == len(looks) == 19
    assert len({look.shape for look in own[:8]}) == 8
    for look in own:
        assert look.colour is not None
        assert contrast(ink(look.colour), look.colour) >= 4.5
    for number, look in enumerate(own):
        for other in (*own[:number], *others):
            # 2.3 can just be noticed, side by side.
            assert math.dist(seen(str(look.colour), eyes), seen(str(other.colour), eyes)) > 12, (look, other)


def test_a_pair_of_colour_and_shape_comes_again_only_after_all_pairs() -> None:
    pieces = [f"p{number}" for number in range(73)]
    looks = looks_without(f"pieces = {pieces}".replace("'", '"'))
    pairs = [(look.colour, look.shape) for look in looks]
    assert (len(set(pairs[:72])), pairs[72]) == (72, pairs[0])


@pytest.mark.parametrize("ruleset", sorted(PLUGINS.rulesets))
def test_every_tile_of_a_bundled_game_has_a_colour_and_a_shape(ruleset: str) -> None:
    rules = tilekit.load(ruleset, plugins=PLUGINS)
    for code in range(1, rules.program.tiles.last + 1):
        look = look_of(rules.ruleset.look, rules.program.tiles, code)
        assert look.colour
        assert look.shape in SHAPES
