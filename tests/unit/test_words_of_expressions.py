"""Every word of the language: its example gives what its record says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tilekit import board as b
from tilekit.board import Board
from tilekit.expressions.parsing import ExpressionError, parse
from tilekit.expressions.values import Scope, Value, constant
from tilekit.expressions.vocabulary import Vocabulary
from tilekit.expressions.word import WORDS, Word, word
from tilekit.expressions.words import SAMPLE
from tilekit.grid import Grid
from tilekit.program.tiles import Tiles
from tilekit.ruleset.models import TiersTable
from tilekit.source import py

GRID = Grid(3, 3)
TILES = Tiles(TiersTable(chain=["spark", "node", "core", "prism", "nova"], pieces=["stone"]))
QUEUE, HELD = 13, 14


def sample() -> Vocabulary:
    words = Vocabulary(Board(GRID, 15, TILES.last, journal=False), TILES.shift, TILES.next_code, TILES.pieces)
    words.codes.update(TILES.codes)
    words.values["lives"] = constant(2)
    points = {"spark": 5, "node": 10, "core": 20}
    words.by_tile["points"] = tuple(points.get(name, 0) for name in TILES.ids)
    words.queue_head, words.held = py("s[{}]", QUEUE), py("s[{}]", HELD)
    words.actions, words.in_play = ("drop", "shuffle"), ("drop",)
    words.can = {"drop": py("1"), "shuffle": py("0")}.get
    return words


def worked_out(word: Word) -> object:
    """Over the board of the samples: turn 7, 12,345 points, once a nova made, now a core, r1c1 chosen."""
    words, node = sample(), parse(word.example)
    target = word.targets[-1] if word.targets else "none"
    scope = Scope({"made": words.tile(TILES.codes["core"])}, here=True, target=target)
    of_cell = words.speaks_of_cell(node, scope)
    value = words._value(node, scope if not of_cell else replace(scope, cell="c"))
    kind = "cells" if of_cell else "tile" if value.code else value.kind
    found = words.function(kind, word.example, scope)
    s = words.board.new_state(0)
    words.board.set_cells(s, TILES.parse_board(SAMPLE, GRID))
    s[b.SCORE], s[b.TURN], s[b.STEP], s[b.MADE] = 12_345, 7, 1, TILES.codes["nova"]
    s[QUEUE], s[HELD], s[b.CHOSEN] = TILES.codes["spark"], TILES.codes["core"], 1 if target == "pair" else 2
    answer = found(s, 0)
    if of_cell:
        return " ".join(GRID.name(cell) for cell in range(GRID.size) if answer >> cell & 1)
    return TILES.ids[answer] if kind == "tile" else answer


@pytest.mark.parametrize("word", WORDS.values(), ids=list(WORDS))
def test_the_example_of_a_word_gives_what_is_said(word):
    assert any(node.value == word.name for node in parse(word.example).walk())
    assert worked_out(word) == word.gives


def test_a_new_word_is_its_record_alone(monkeypatch):
    monkeypatch.setitem(WORDS, "corner", None)  # and taken out again

    @word("condition", "corner and not empty", "r1c1 r1c3 r3c3", domain="cell")
    def corner(v, node, scope):
        """The cell is in a corner."""
        return Value("condition", py("{} in (0, 2, 6, 8)", scope.cell))

    assert worked_out(WORDS["corner"]) == "r1c1 r1c3 r3c3"
    assert "corner" in sample().known(Scope())
    with pytest.raises(ExpressionError, match='"corner" asks about one cell, and none is meant here'):
        sample().function("condition", "corner", Scope())
