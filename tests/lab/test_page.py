"""Pages: whole in themselves, well-formed, the same bytes every time, with all in them that was asked for."""

import re
import sys
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

import tilekit
from tilekit.errors import UsageError
from tilekit.lab import plots
from tilekit.lab.page import simulation_page, sweep_page
from tilekit.lab.study import play
from tilekit.lab.sweep import sweep

MERGE = tilekit.load("merge")
SVG = "{http://www.w3.org/2000/svg}"


class Page(HTMLParser):
    """What stands in a page: open elements, texts, and every address that it names."""

    EMPTY = ("meta", "br", "img", "link", "use", "path", "rect", "circle", "line")

    def __init__(self, text):
        super().__init__()
        self.open, self.texts, self.addresses = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag not in self.EMPTY:
            self.open.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href", "xlink:href", "data")]

    def handle_endtag(self, tag):
        if tag not in self.EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if data.strip() and self.open[-1:] != ["style"]:
            self.texts.append(" ".join(data.split()))


def read(text):
    page = Page(text)
    assert page.open == []
    assert all(address.startswith(("#", "data:image/png;base64,")) for address in page.addresses), page.addresses
    assert not re.search(r"<script|@import|url\((?!#)", text)
    for svg in re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL):
        root = ET.fromstring(svg)
        assert (root.tag, root.get("role"), root.get("width")) == (f"{SVG}svg", "img", None)
    return page


def headings(text):
    return re.findall(r"<h2>(.*?)</h2>", text)


def ticks(text, heading, axis="x"):
    """What stands along an axis of the plot below a heading."""
    (svg,) = re.findall(rf"<h2>{re.escape(heading)}</h2><figure>(<svg.*?</svg>)", text, flags=re.DOTALL)
    root = ET.fromstring(svg)
    groups = [group for group in root.iter(f"{SVG}g") if (group.get("id") or "").startswith(f"{axis}tick_")]
    return ["".join(word.itertext()).strip() for group in groups for word in group.iter(f"{SVG}text")]


def bars(text, heading):
    """How many bars of intervals are drawn in the plot below a heading: the lines that are neither grid nor axis."""
    (svg,) = re.findall(rf"<h2>{re.escape(heading)}</h2><figure>(<svg.*?</svg>)", text, flags=re.DOTALL)
    groups = [group for group in ET.fromstring(svg).iter(f"{SVG}g") if (group.get("id") or "").startswith("LineColl")]
    return sum(bool((path.get("d") or "").strip()) for group in groups for path in group.iter(f"{SVG}path"))


def test_scores_that_are_all_alike_stand_at_that_number():
    text = simulation_page(play([(MERGE, "random")], games=9, max_actions=1))
    assert ticks(text, "Scores") == ["-1", "0", "1"]


def test_a_game_without_a_score_shows_none():
    text = simulation_page(
        play([(tilekit.load("dark"), "random"), (tilekit.load("dark"), "greedy")], games=9, max_actions=10)
    )
    assert ticks(text, "Length of games") == ["0", "2", "4", "6", "8", "10"]
    assert "score" not in re.sub("<style.*?</style>", "", text, flags=re.DOTALL).lower()


@pytest.mark.parametrize("ruleset", ["dark", "2048", "merge"])
def test_each_line_of_what_happens_stands_for_ten_times_the_one_before(ruleset):
    text = simulation_page(play([(tilekit.load(ruleset), "random")], games=9, max_actions=150))
    shown = [int(tick.replace(",", "")) for tick in ticks(text, "What happens in play") if tick]
    assert len(shown) >= 2
    assert all(later == 10 * earlier for earlier, later in pairwise(shown))


def test_a_sweep_of_one_value_has_one_tick():
    text = sweep_page(sweep(MERGE, ["constants.stone_every=5"], games=4), MERGE)
    assert ticks(text, "score.mean") == ["5"]
    assert ticks(sweep_page(sweep(MERGE, ["constants.stone_every=5,6"], games=4), MERGE), "score.mean") == ["5", "6"]


def test_what_is_on_an_axis_is_the_number_that_it_is():
    found = [plots.plain(value) for value in (-0.0, 0.1 + 0.2, 2.5, 1234567.0, -40.0, 0.00025, 12345678.5)]
    assert found == ["0", "0.3", "2.5", "1,234,567", "-40", "0.00025", "12,345,678.5"]


def test_one_game_is_one_game_and_has_no_bars():
    found = play([(MERGE, "random"), (MERGE, "greedy")], games=1)
    text = simulation_page(found)
    assert "merge version 1, 1 game each by random and greedy, seed 0" in read(text).texts
    assert "nan" not in text
    assert bars(text, "Bots compared") == 0
    assert bars(simulation_page(found[:1]), "What happens in play") == 0
    many = simulation_page(play([(MERGE, "random"), (MERGE, "greedy")], games=4))
    assert bars(many, "Bots compared") == 1
    swept = sweep_page(sweep(MERGE, ["constants.stone_every=5"], games=1), MERGE)
    assert "merge version 1, 1 ruleset, 1 game of each by random, seed 0" in read(swept).texts
    assert bars(swept, "score.mean") == 0
    assert "<td>–</td>" in swept


def test_a_page_of_one_bot():
    found = play([(MERGE, "random")], games=60, seed=3)
    text = simulation_page(found)
    page = read(text)
    assert headings(text) == ["Figures", "Scores", "Length of games", "Tiles made", "What happens in play"]
    assert "merge version 1, 60 games by random, seed 3" in page.texts
    assert "tilekit simulate merge --games 60 --seed 3 --bot random" in page.texts
    assert {"node", "core", "prism", "score", "actions", "fused", "charges gained"} <= set(page.texts)
    assert simulation_page(play([(MERGE, "random")], games=60, seed=3, jobs=2)) == text


def test_a_page_of_several_bots(monkeypatch):
    from tilekit.lab import parts, study

    def first(game, _draw):
        return game.legal_actions()[0]

    real, named = parts.bot_named, tilekit.Bot("first", "", first)
    for module in (parts, study):
        monkeypatch.setattr(module, "bot_named", lambda name: named if name == "<first>" else real(name))
    found = play([(MERGE, "random"), (MERGE, "<first>")], games=20, max_actions=30)
    text = simulation_page(found)
    page = read(text)
    assert headings(text)[-1] == "Bots compared"
    assert "merge version 1, 20 games each by random and <first>, seed 0" in page.texts
    assert "tilekit simulate merge --games 20 --seed 0 --bot random --bot '<first>' --max-actions 30" in page.texts
    assert "<first> less random" in page.texts
    assert "The share of games that go on after so many actions. Games were cut after 30." in page.texts


def test_a_page_of_games_in_which_nothing_is_made():
    found = play([(tilekit.load("sum10"), "random")], games=1, max_actions=1)
    text = simulation_page(found)
    read(text)
    assert "Tiles made" not in headings(text)
    assert "There is no plot of tiles: none was made." in Page(text).texts


def test_a_sweep_over_one_number_is_a_line():
    data = sweep(MERGE, ["constants.stone_every=8,14"], metrics=["score.mean", "rate.jammed"], games=10)
    text = sweep_page(data, MERGE)
    page = read(text)
    assert headings(text) == ["score.mean", "rate.jammed", "Figures"]
    assert "merge version 1, 2 rulesets, 10 games of each by random, seed 0" in page.texts
    assert (
        "tilekit sweep merge --set constants.stone_every=8,14 --metric score.mean --metric rate.jammed "
        "--games 10 --seed 0 --bot random"
    ) in page.texts


def test_a_sweep_over_two_numbers_is_a_map():
    settings = ["constants.stone_every=8,14", "spawn.deal.weights.node=1..3"]
    data = sweep(MERGE, settings, metrics=["score.mean", "score.mean / rate.cut"], games=10)
    text = sweep_page(data, MERGE)
    page = read(text)
    # Of a figure that has no value anywhere there is nothing to draw.
    assert headings(text) == ["score.mean", "Figures"]
    assert "There is no plot of score.mean / rate.cut: it has no value anywhere." in page.texts
    for point in data["points"]:
        assert f"{point['figures']['score.mean']['value']:.3g}" in page.texts


def test_a_sweep_over_three_numbers_is_a_table():
    settings = ["constants.stone_every=8", "spawn.deal.weights.node=1", "grid.rows=5"]
    text = sweep_page(sweep(MERGE, settings, games=2), MERGE)
    assert headings(text) == ["Figures"]
    why = "it could show two numbers, and 3 are varied; the table has the figures"
    assert f"There is no plot of score.mean: {why}." in read(text).texts


def test_a_long_thin_tail_is_left_out():
    assert plots._range([list(range(1000))]) == (0, 999)
    assert plots._range([[*range(100)] * 3 + [5000]]) == (0, 99)
    assert plots._range([[4, 4, 4]]) == (4, 4)


#: How wide a plot is on a screen of 390 pixels: without the margins of page and card, and the card's border.
NARROW = 390 - 2 * 10 - 2 * 12 - 2


def drawn():
    both = play([(MERGE, "random"), (MERGE, "greedy")], games=6)
    yield simulation_page(both)
    yield simulation_page(play([(tilekit.load("2048"), "random")], games=6, max_actions=200))
    settings = ["constants.stone_every=8,14", "spawn.deal.weights.node=1..3"]
    yield sweep_page(sweep(MERGE, settings, games=4), MERGE)
    yield sweep_page(sweep(MERGE, settings[:1], games=4), MERGE)


def test_what_is_written_in_a_plot_is_legible_on_a_telephone():
    for text in drawn():
        assert (
            "@media (max-width: 600px) {\n  main { padding: 20px 10px 32px; }\n  .card { padding: 14px 12px; }" in text
        )
        for svg in re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL):
            root = ET.fromstring(svg)
            wide = float(root.get("viewBox").split()[2])
            sizes = [
                float(re.search(r"([\d.]+)px", word.get("style")).group(1)) * NARROW / wide
                for word in root.iter(f"{SVG}text")
            ]
            assert sizes
            assert min(sizes) >= 11


def test_every_table_scrolls_within_itself():
    for text in drawn():
        assert text.count("<table>") == text.count('<div class="scroll" tabindex="0" role="region"') >= 1
        assert ".scroll { overflow-x: auto; max-width: 100%; }" in text


def test_rows_that_say_nothing_are_left_out():
    def figures(mean, half=1.0):
        return {"mean": mean, "low": mean - half, "high": mean + half, "standard_error": half / 2}

    one = {
        "events": {"dealt": figures(990.0), "fused": figures(250.0), "slid": figures(1000.0, 0.0), "won": figures(0.0)},
        "gained": {"dealt": figures(990.0), "charges": figures(250.0), "lives": figures(3.0)},
        "spent": {"dealt": figures(0.0), "charges": figures(4.0), "lives": figures(0.0)},
    }
    # What counts an event, what is the same in every game, and what never was say nothing.
    named = ["dealt", "fused", "charges gained", "lives gained", "charges spent"]
    assert [name for name, _ in plots.telling([one])] == named
    alone = {"events": {"slid": figures(1000.0, 0.0), "won": figures(0.0)}, "gained": {}, "spent": {}}
    assert [name for name, _ in plots.telling([alone])] == ["slid"], "it is all there is"
    # Where bots differ in it, it says something.
    other = {**one, "events": {**one["events"], "slid": figures(900.0, 0.0), "won": figures(1.0)}}
    both = ["dealt", "fused", "slid", "won", *named[2:]]
    assert [name for name, _ in plots.telling([one, other])] == both


def test_a_counter_of_tiles_dealt_is_no_row_of_merge():
    text = simulation_page(play([(MERGE, "random")], games=20))
    shown = ticks(text, "What happens in play", "y")
    assert shown == ["charges spent", "charges gained", "cleared", "dealt", "fused", "placed"]


def test_a_name_along_an_axis_is_written_in_lines():
    assert plots._in_lines("score.mean") == "score.mean"
    assert plots._in_lines("spawn.deal.weights.nodes.more") == "spawn.deal.weights.\nnodes.more"


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError) as caught:
        simulation_page(play([(MERGE, "random")], games=1))
    assert str(caught.value) == "plots need matplotlib, which is not installed: pip install 'tilekit-engine[lab]'"
