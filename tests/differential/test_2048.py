"""Doubling: 1,000 random games side by side with the oracle, and 20,200 boards with another implementation."""

from __future__ import annotations

import hashlib
from collections import Counter
from operator import attrgetter

import pytest
from tests.differential import transitions_2048 as transitions
from tests.differential.oracle_2048 import slid
from tests.differential.side_by_side import DoublingPair, doubling_position, games

import tilekit
from tilekit.game import Game
from tilekit.ruleset.models import Given

CHUNKS, SIZE = 10, 100


@pytest.fixture(scope="module")
def rules():
    return tilekit.load("2048")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games(rules, chunk):
    met = Counter()
    for seed, rnd in games(chunk, SIZE):
        given = doubling_position(rnd) if seed % 2 else None
        script = rnd.choices([2, 4], [3, 1], k=500) if seed % 5 < 2 else None
        pair = DoublingPair(rules, seed, given, script)
        pair.run(rnd, most=70)
        met += pair.met
    # What the games are worth: each of these was met often enough.
    least = {
        ("playing", ""): 3_000,
        ("over", "stuck"): 15,
        ("paused", "won"): 8,
        "keep_on": 5,
        "slide up": 700,
        "slide down": 700,
        "slide left": 700,
        "slide right": 700,
        ("appeared", 2): 1_500,
        ("appeared", 4): 300,
        ("joins", 0): 1_000,
        ("joins", 1): 500,
        ("joins", 2): 200,
        ("joins", 3): 30,
        ("joins", 4): 10,
        "refused": 200,
    }
    assert {what: met[what] for what, count in least.items() if met[what] < count} == {}


# ---------------------------------------------------------------- another implementation


def test_the_shown_boards_are_played_as_another_implementation_plays_them(rules):
    """By what a game says of itself: the legal actions, the points, and the board but for the tile that appeared."""
    lines = [line for line in transitions.FILE.read_text(encoding="utf-8").splitlines() if " " in line][1:]
    assert len(lines) == transitions.SHOWN
    ids = ["."] + [str(2**n) for n in range(1, 16)]
    for line in lines:
        digits, *results = line.split()
        tokens = [ids[int(digit, 16)] for digit in digits]
        board = "\n".join(" ".join(tokens[at : at + 4]) for at in range(0, 16, 4))
        given = Given(board=board, variables={"kept_on": 1})
        legal = [str(action) for action in Game(rules, 0, given=given).legal_actions()]
        expected = zip(transitions.WAYS, results, strict=True)
        assert legal == [f"slide {way}" for way, result in expected if result != "-"], line
        for action in legal:
            game = Game(rules, 0, given=given)
            turn = game.play(action)
            (spawned,) = (entry for entry in turn.journal if entry.kind == "spawned")
            rows = [[ids.index(tile or ".") for tile in row] for row in game.board]
            row, column = int(spawned.changes[0].cell[1]) - 1, int(spawned.changes[0].cell[3]) - 1
            rows[row][column] = 0
            after, points = results[transitions.WAYS.index(action.split()[1])].split(":")
            assert "".join(f"{n:x}" for row in rows for n in row) == after, line
            assert (turn.points, game.score) == (int(points), int(points)), line


def compare(slide):
    """Compares all boards, those of which only a digest is kept among them."""
    lines = transitions.FILE.read_text(encoding="utf-8").splitlines()
    shown = lines[1 : 1 + transitions.SHOWN]
    assert [transitions.line(board, slide) for board in transitions.boards(0, transitions.SHOWN)] == shown
    for number, digest in enumerate(lines[1 + transitions.SHOWN :], start=1):
        block = "\n".join(transitions.line(board, slide) for board in transitions.boards(number, transitions.BLOCK))
        assert hashlib.sha256(block.encode()).hexdigest() == digest, f"block {number}"
    assert number == transitions.BLOCKS


@pytest.mark.parametrize("lane", ["program", "engine.silent_program"])
def test_the_engine_slides_as_another_implementation_does(rules, lane):
    """The ruleset without the tile that appears."""
    text = rules.document.text
    still = tilekit.loads(text.replace('steps = ["slide", "appear"]', 'steps = ["slide"]'))
    program = attrgetter(lane)(still)
    spec = program.actions[0]
    empty = program.board.new_state(0)

    def slide(board, way):
        s = empty[:]
        program.board.set_cells(s, board)  # n is the code, too
        number = spec.choices.index(way)
        moves = bool(spec.able(s) >> number & 1)
        spec.play(s, number)
        program.board.log.clear()
        return program.board.codes(s), s[1], moves

    compare(slide)


def test_the_oracle_slides_as_another_implementation_does():
    def slide(board, way):
        rows = [[2**n if n else None for n in board[at : at + 4]] for at in range(0, 16, 4)]
        after, points = slid(rows, way)
        flat = [tile.bit_length() - 1 if tile else 0 for row in after for tile in row]
        return flat, points, after != rows

    compare(slide)
