"""A picture of a state: whole SVG, the same bytes each time, made from the view alone."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from tests.frontends.toy import NEW, UNDO, make_view
from tests.unit.rulesets import PLUGINS

import tilekit
from tilekit.session import Session
from tilekit.svg import picture
from tilekit.view import Panel

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return ["".join(element.itertext()) for element in ET.fromstring(svg).iter(f"{SVG}text")]


def test_a_small_picture() -> None:
    svg = picture(make_view("s .\n_ 10"))
    root = ET.fromstring(svg)
    assert (root.tag, root.get("role")) == (f"{SVG}svg", "img")
    assert texts(svg) == ["Merge", "Score", "54", "Best", "1536", "Charges", "0", "NOW", "•", "NEXT", "■",
                          "•", "♛", "10", "[u] Undo[r] Restart[n] New"]  # fmt: skip
    boxes = [element for element in root.iter(f"{SVG}rect") if element.get("fill") == "#252d3d"]
    assert len(boxes) == 3  # three cells, and nothing where the hole is


@pytest.mark.parametrize("ruleset", sorted(PLUGINS.rulesets))
def test_every_bundled_game_is_drawn_and_the_same_twice(ruleset: str) -> None:
    pictures = []
    for _ in range(2):
        sitting = Session(tilekit.load(ruleset, plugins=PLUGINS), 3)
        for _ in range(40):
            legal = sitting.game.legal_actions()
            if not legal:
                break
            sitting.play(legal[len(legal) // 2])
        pictures.append(picture(sitting.view(), hints=True))
    assert pictures[0] == pictures[1]
    root = ET.fromstring(pictures[0])
    _, _, width, height = map(float, root.get("viewBox", "").split())
    for element in root.iter():
        for name, most in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            assert 0 <= float(element.get(name, 0)) <= most


def test_texts_are_text_whatever_they_hold() -> None:
    view = replace(make_view("s"), title='<b> & "', banner="a < b", panels=(Panel("<x>", "&"),))
    assert texts(picture(view))[:3] == ['<b> & "', "<x>", "&"]
    assert "a < b" in texts(picture(view))


def test_all_buttons_stand_below_in_lines_as_wide_as_the_board_and_pale_where_they_cannot_be_pressed() -> None:
    long = tuple(replace(NEW, action=f"n{n}", label=f"Button {n}") for n in range(5))
    root = ET.fromstring(picture(replace(make_view("s ."), buttons=(UNDO, *long))))
    lines = [[span.text for span in element] for element in root.iter(f"{SVG}text") if len(element)]
    assert lines == [
        ["[u] Undo", "[n] Button 0", "[n] Button 1"],
        ["[n] Button 2", "[n] Button 3"],
        ["[n] Button 4"],
    ]
    pale = [span.text for span in root.iter(f"{SVG}tspan") if span.get("fill-opacity")]
    assert pale == ["[u] Undo"]


@pytest.mark.parametrize(
    "texts_of", [("0", "0", "3", "2", "none yet"), ("1234567",) * 5, ("もう動かせる",) * 4, ("1",)]
)
def test_panels_stay_within_the_margins_and_apart(texts_of: tuple[str, ...]) -> None:
    view = replace(make_view("s s s s s"), panels=tuple(Panel(f"Panel {n}", text) for n, text in enumerate(texts_of)))
    root = ET.fromstring(picture(view))
    ends = []
    for element in root.iter(f"{SVG}text"):
        if element.get("font-weight") == "700" and element.get("y") == "74":
            wide = sum(2 if ord(letter) > 0x2E80 else 1 for letter in element.text or "")
            left = float(element.get("x", 0))
            assert left >= (ends[-1] if ends else 20)
            ends.append(left + 0.7 * float(element.get("font-size", 0)) * wide)
    assert len(ends) == len(texts_of)
    assert ends[-1] <= float(root.get("width", 0)) - 20


def test_hints_are_marked_where_asked_for() -> None:
    view = make_view("s s\n. .")
    cell = replace(view.cells[0][0], hint=True)
    hinted = replace(view, cells=((cell, view.cells[0][1]), view.cells[1]))
    assert picture(hinted) == picture(view)
    assert len(re.findall("stroke-dasharray", picture(hinted, hints=True))) == 1


@pytest.mark.parametrize("words", ["GAME OVER", "x" * 60, "もう動かせるタイルがありません。おつかれさまでした"])
def test_a_banner_fits(words: str) -> None:
    svg = picture(replace(make_view("s s\n. ."), banner=words, banner_colour="#ffffff"))
    root = ET.fromstring(svg)
    (banner,) = [element for element in root.iter(f"{SVG}text") if element.text == words]
    wide = sum(2 if ord(letter) > 0x2E80 else 1 for letter in words)
    assert float(banner.get("font-size", 0)) * wide * 0.6 <= float(root.get("width", 0)) * 1.01
    assert banner.get("fill") == "#000000"


@pytest.mark.parametrize("ruleset", ["merge", "sum10", "honeycomb", "gems"])
def test_at_an_end_no_cell_is_covered(ruleset: str) -> None:
    sitting = Session(tilekit.load(ruleset, plugins=PLUGINS), 3)
    before = picture(sitting.view())
    while sitting.game.status == "playing":
        sitting.play(sitting.game.legal_actions()[0])
    view = sitting.view()
    cells = re.compile('<(rect|polygon)[^>]*fill="#252d3d"')
    assert len(cells.findall(picture(view))) == len(cells.findall(before))
    root = ET.fromstring(picture(view))
    order = [element for element in root.iter() if element.get("fill") != "none"]
    edges = [float(element.get("y", 0)) + 64 for element in order if element.get("fill") == "#252d3d"]
    edges += [
        max(float(corner.split(",")[1]) for corner in element.get("points", "").split())
        for element in order
        if element.tag == f"{SVG}polygon"
    ]
    (band,) = [element for element in order if element.get("width") == root.get("width") and element.get("y")]
    (told,) = [element for element in order if element.text == view.banner]
    top, high = float(band.get("y", 0)), float(band.get("height", 0))
    assert max(edges) < top < float(told.get("y", 0)) < top + high
    foot = [float(element.get("y", 0)) for element in order if element.get("font-size") == "13"]
    assert top + high < min(foot)
    assert max(foot) < float(root.get("height", 0))


def test_the_banner_stands_alone() -> None:
    view = replace(make_view("s"), banner="Goal reached", banner_colour="#3fbf5f")
    assert texts(picture(view)) == texts(picture(replace(view, result="Won")))
    assert "Goal reached" in texts(picture(view))


def test_an_empty_cell_of_hexagons_is_one() -> None:
    view = make_view("s .\n. .")
    shapes = [
        len(list(ET.fromstring(picture(each)).iter(f"{SVG}polygon"))) for each in (view, replace(view, adjacency="hex"))
    ]
    assert shapes[1] - shapes[0] == 4
