"""All Dark against linear algebra over GF(2): a press is a vector of 25 bits, and boards are sums of presses.

M. Anderson and T. Feil, "Turning Lights Out with Linear Algebra" (1998): the presses span 23 dimensions, so 2^23 of
the 2^25 boards can be solved, and two sets of cells tell which.
"""

from __future__ import annotations

import itertools
import random

import pytest

import tilekit
from tilekit.board import END
from tilekit.game import Game
from tilekit.internals import codes
from tilekit.ruleset.models import Given

SIZE = 5


def presses(rows, columns):
    """The lamps that each press changes over, as a number whose bits are cells in reading order."""
    found = []
    for row, column in itertools.product(range(rows), range(columns)):
        cells = {(row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        found.append(sum(1 << r * columns + c for r, c in cells if 0 <= r < rows and 0 <= c < columns))
    return found


def reduced(vectors):
    """A basis by Gauss and Jordan: leading bit to (vector, the set of given vectors whose sum it is)."""
    basis = {}
    for i, vector in enumerate(vectors):
        rest, used = divided(vector, 1 << i, basis)
        if rest:
            basis[rest.bit_length() - 1] = rest, used
    return basis


def divided(vector, used, basis):
    """What no sum of the basis can take away, and the presses that take away the rest."""
    while any(vector >> lead & 1 for lead in basis):
        lead = max(lead for lead in basis if vector >> lead & 1)
        vector, used = vector ^ basis[lead][0], used ^ basis[lead][1]
    return vector, used


BASIS = reduced(presses(SIZE, SIZE))


def lamps(game):
    return sum(1 << cell for cell, code in enumerate(codes(game)) if code)


def board_text(board, rows=SIZE, columns=SIZE):
    return "\n".join(
        " ".join("o" if board >> r * columns + c & 1 else "." for c in range(columns)) for r in range(rows)
    )


def name(cell):
    return f"press r{cell // SIZE + 1}c{cell % SIZE + 1}"


def test_the_presses_span_23_dimensions():
    assert len(BASIS) == 23


def test_each_press_is_its_vector():
    rules = tilekit.load("dark")
    rnd = random.Random(1)
    for cell, vector in enumerate(presses(SIZE, SIZE)):
        board = rnd.getrandbits(25) | 1
        game = Game(rules, 0, given=Given(board=board_text(board)))
        game.play(name(cell))
        assert lamps(game) == board ^ vector


def test_the_invariant_of_the_ruleset_holds_exactly_where_a_board_can_be_solved():
    rules, rnd = tilekit.load("dark"), random.Random(2)
    solvable = 0
    for _ in range(2000):
        board = rnd.getrandbits(25)
        can = divided(board, 0, BASIS)[0] == 0
        game = Game(rules, 0, given=Given(board=board_text(board)))
        assert ("the board can be solved" not in str(game.broken_invariants())) == can
        solvable += can
    assert 400 < solvable < 600  # a quarter


def test_every_opening_is_solved_by_the_presses_that_algebra_finds():
    rules, odd = tilekit.load("dark"), 0
    for seed in range(300):
        game = rules.new_game(seed)
        rest, used = divided(lamps(game), 0, BASIS)
        assert rest == 0
        cells = [cell for cell in range(25) if used >> cell & 1]
        odd += len(cells) % 2
        for cell in cells[:-1]:
            game.play(name(cell))
            assert game.status == "playing"
        game.play(name(cells[-1]))
        assert (game.status, game.end.reason) == ("over", "dark")
    # Doing nothing takes 12 or 16 presses, so an even board stays even: both kinds are dealt.
    assert 100 < odd < 200


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 2), (3, 3), (2, 5), (4, 4), (3, 4)])
def test_as_many_boards_are_reached_as_the_rank_says(rows, columns):
    text = tilekit.load("dark").document.text.partition("[[invariants]]")[0]
    areas = text[text.index("[areas]") : text.index("[variables]")]
    text = text.replace(areas, "").replace("rows = 5", f"rows = {rows}").replace("columns = 5", f"columns = {columns}")
    program = tilekit.loads(text).program
    cells = range(rows * columns)
    seen, waiting = {0}, [program.board.new_state(1)]
    while waiting:
        s = waiting.pop()
        for number in cells:
            after = s[:]
            after[END] = 0  # the dark board is an end, and is to be gone on from
            program.perform(after, number)
            program.board.log.clear()
            board = sum(1 << cell for cell, code in enumerate(program.board.codes(after)) if code)
            if board not in seen:
                seen.add(board)
                waiting.append(after)
    assert len(seen) == 2 ** len(reduced(presses(rows, columns)))
