"""What holds of every bundled game."""

import pytest
from tests.unit.rulesets import PLUGINS, stand

import tilekit
from tilekit.looks import cracks
from tilekit.session import Session
from tilekit.svg import picture

GAMES = sorted(PLUGINS.rulesets)


def game_of(name):
    return tilekit.load(name, plugins=PLUGINS)


@pytest.mark.parametrize("name", GAMES)
def test_what_has_undo_has_it_at_the_end(name):
    undo = game_of(name).ruleset.undo
    assert undo.after_end == (undo.depth > 0)


ENDED = [
    ("dark", ". . . . .\n. . o . .\n. o o o .\n. . o . .\n. . . . .", {}, "press r3c3"),
    ("life", "\n".join([". . . . . . . ."] * 7 + ["o . . . . . . ."]), {}, "flip r8c1"),
    ("samecolour", "\n".join([" ".join("." * 15)] * 14 + ["r r " + " ".join("." * 13)]), {}, "tap r15c1"),
    ("gems", None, {"moves": 1}, None),
]


@pytest.mark.parametrize(("name", "board", "variables", "last"), ENDED, ids=[each[0] for each in ENDED])
def test_the_last_action_is_taken_back(name, board, variables, last):
    game = stand(game_of(name), board, seed=2, variables=variables)
    before = game.to_dict()
    game.play(last or str(game.legal_actions()[0]))
    assert game.status == "over"
    game.undo()
    assert game.to_dict() == before
    assert game.status == "playing"


#: The symbols that the window draws itself, so that no font that is installed changes them.
DRAWN = "•●○■□⬢⬡◆◇★☆▲△✚◎▒"


@pytest.mark.parametrize("name", GAMES)
def test_a_tile_shows_a_drawn_symbol_or_a_letter_that_was_chosen(name):
    rules = game_of(name)
    tiles = rules.program.tiles
    shown = [(tile, rules.ruleset.look.get(tile)) for tile in tiles.ids[1:] if not tile.isdecimal()]
    symbols = [look.symbol for _, look in shown if look is not None and look.symbol is not None]
    assert len(symbols) == len(shown)
    assert [symbol for symbol in symbols if symbol not in (*DRAWN, *"BCDHM$")] == []
    assert len({*symbols}) == len(symbols)


def test_a_cracked_disc_is_told_from_a_solid_one_by_its_pattern():
    look = game_of("sevens").ruleset.look
    assert {tile: (look[tile].pattern, look[tile].symbol) for tile in ("solid", "cracked")} == {
        "solid": (None, "■"),
        "cracked": ("cracked", "□"),
    }


def test_a_picture_shows_the_cracks():
    board = "\n".join([". . . . . . ."] * 6 + ["O o O o 1 2 3"])
    drawn = picture(Session(game_of("sevens"), game=stand(game_of("sevens"), board)).view())
    assert drawn.count("<polyline ") == 2 * len(cracks())
