"""Tiles are told apart on a terminal of any number of colours: a law over bundled games and games nobody wrote."""

import math
from collections import Counter
from dataclasses import replace

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.frontends.controls import drawn, in_terminal
from tests.frontends.toy import Clock

import tilekit
from tilekit import Plugins, Session
from tilekit.conformance import rulesets
from tilekit.view import CellView, tile_view
from tilekit_curses.board import Look
from tilekit_curses.canvas import Charset
from tilekit_curses.colours import Palette

pytestmark = pytest.mark.frontend

COLOURS = [0, 8, 16, 256]
#: Rows and columns of the screen: large cells, small ones, the smallest.
SCREENS = [(80, 200), (24, 80), (20, 60)]
ALIKE = """
format = 1
[game]
id = "alike"
title = "Alike"
version = 1
[grid]
rows = 2
columns = 4
[tiers]
chain = ["blackbird", "blackberry", "blackboard", "blackout", "blackjack", "blackmail", "blacklist"]
glyphs = { blackout = "b", blackjack = "B" }
[spawn.deal]
weights = { blackbird = 1 }
[queue]
from = "deal"
[mechanics]
place = {}
[actions.drop]
target = "cell"
where = "empty"
steps = ["place"]
[[end]]
reason = "full"
when = "no_moves"
"""


def every_tile(session, lit):
    """A view of a board with every tile of a game on it, as they all look while what may be lit is, or is not."""
    game, tiles = session.game, session.rules.program.tiles
    views = [tile_view(game, name) for name in dict.fromkeys(tiles.ids[1:]) if name]
    for known in getattr(session.view(), "tiles", ()):
        if known.lit is lit:
            views = [known if known.tile == each.tile else each for each in views]
    columns = min(8, len(views))
    rows = math.ceil(len(views) / columns)
    cells = [
        CellView(n // columns + 1, n % columns + 1, hole=False, tile=views[n] if n < len(views) else None, action="",
                 legal=False, hint=False)
        for n in range(rows * columns)
    ]  # fmt: skip
    board = tuple(tuple(cells[row * columns : (row + 1) * columns]) for row in range(rows))
    return replace(session.view(), rows=rows, columns=columns, cells=board, adjacency="orthogonal"), views


class Still(Session):
    """A session that shows one view."""

    shown = None

    def view(self):
        return self.shown or super().view()


def seen(session, view, colours, screen):
    """What each place shows: its letters, and the inks and papers in it, bold or not; None where it is small."""
    session.shown = view
    frame = drawn(in_terminal(session, Clock()), Look(Charset(), Palette(colours)), *screen)
    session.shown = None
    if not frame.fits:
        return None
    found = {}
    for (row, column), place in frame.part.targets.items():
        if isinstance(place, tuple):
            letters, looks = found.setdefault(place, ([], set()))
            character, style = frame.part.canvas._cells[row][column]
            if style.paper >= 0 or style.reverse:
                looks.add((style.ink, style.paper, style.reverse))
            letters += [character] if character.isascii() and character.strip() else []
    return {place: ("".join(letters), frozenset(looks)) for place, (letters, looks) in found.items()}


def check(rules):
    session = Still(rules, 1)
    for lit in (False, True):
        view, tiles = every_tile(session, lit)
        for colours in COLOURS:
            for screen in SCREENS:
                found = seen(session, view, colours, screen)
                if found is None:
                    continue
                shown = [found[n // view.columns, n % view.columns] for n in range(len(tiles))]
                alike = {tile.tile: look for tile, look in zip(tiles, shown, strict=True) if shown.count(look) > 1}
                assert alike == {}, (colours, screen)
                if colours == 8 and len(tiles) <= 7:
                    papers = Counter(paper for _, looks in shown for paper in {each[1] for each in looks} - {-1})
                    assert [paper for paper, count in papers.items() if count > 1] == [], (lit, screen, shown)


@pytest.mark.parametrize("ruleset", sorted(Plugins().rulesets))
def test_no_two_tiles_of_a_game_are_alike_on_any_terminal(ruleset):
    check(tilekit.load(ruleset))


def test_no_two_tiles_are_alike_that_begin_alike():
    check(tilekit.loads(ALIKE))


@pytest.mark.parametrize("colour", ["#ffffff", "#000000", "#8040c0"])
def test_tiles_that_are_given_one_colour_have_seven_of_eight(colour):
    names = ("blackbird", "blackberry", "blackboard", "blackout", "blackjack", "blackmail", "blacklist")
    look = "".join(
        f'{name} = {{ colour = "{colour}", lit = "score == 0", lit_colour = "#ff0000" }}\n' for name in names
    )
    check(tilekit.loads(f"{ALIKE}[look]\n{look}"))


@given(st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_two_tiles_are_alike_in_games_nobody_wrote(data):
    text = tomli_w.dumps(data.draw(rulesets(), label="ruleset"), multiline_strings=True)
    try:
        rules = tilekit.loads(text, name="drawn.toml")
    except tilekit.RulesetError:
        return
    check(rules)
