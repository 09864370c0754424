"""Everything a slide may come to on a board of two by two, against an enumeration that shares nothing with the engine.

A position is four exponents in reading order. The enumeration knows two lines of two cells each way, and that a 2
comes nine times as often as a 4, on each empty cell alike.
"""

from __future__ import annotations

from fractions import Fraction

import tilekit
from tilekit.game import Game
from tilekit.internals import codes
from tilekit.ruleset.models import Given

#: For each way its two lines, the cell at the wall first.
LINES = {
    "up": ((0, 2), (1, 3)),
    "down": ((2, 0), (3, 1)),
    "left": ((0, 1), (2, 3)),
    "right": ((1, 0), (3, 2)),
}


def slid(position, way):
    found = list(position)
    for near, far in LINES[way]:
        if found[far] and found[far] == found[near]:
            found[near], found[far] = found[near] + 1, 0
        elif found[far] and not found[near]:
            found[near], found[far] = found[far], 0
    return tuple(found)


def outcomes(position, way):
    """Position to probability; nothing where nothing moves."""
    moved = slid(position, way)
    gaps = [cell for cell in range(4) if not moved[cell]]
    found = {}
    if moved != position:
        for cell in gaps:
            for tile, chance in ((1, Fraction(9, 10)), (2, Fraction(1, 10))):
                found[(*moved[:cell], tile, *moved[cell + 1 :])] = chance / len(gaps)
    return found


def board_text(position):
    tokens = [str(2**n) if n else "." for n in position]
    return f"{tokens[0]} {tokens[1]}\n{tokens[2]} {tokens[3]}"


def test_every_position_of_two_by_two_has_the_successors_it_must_have():
    text = tilekit.load("2048").document.text.replace("rows = 4", "rows = 2").replace("columns = 4", "columns = 2")
    rules = tilekit.loads(text)
    singles = [(cell, tile) for cell in range(4) for tile in (1, 2)]
    waiting = list({
        tuple({a: x, b: y}.get(cell, 0) for cell in range(4))
        for a, x in singles for b, y in singles if a != b
    })  # fmt: skip
    seen, stuck, edges = set(waiting), 0, 0
    while waiting:
        position = waiting.pop()
        game = Game(rules, 0, given=Given(board=board_text(position), variables={"kept_on": 1}))
        expected = {way: outcomes(position, way) for way in LINES}
        assert {str(action).split()[1] for action in game.legal_actions()} == {
            w for w, after in expected.items() if after
        }
        stuck += game.status == "over"
        for way, after in expected.items():
            if after:
                found = {tuple(codes(one.game)): one.probability for one in game.outcomes(f"slide {way}")}
                assert found == after
                edges += len(found)
                waiting += sorted(after.keys() - seen)
                seen |= after.keys()
    # 2, 4, 8, 16 and, with luck, 32: nothing higher fits on four cells.
    assert max(max(position) for position in seen) == 5
    assert (len(seen), stuck, edges) == (662, 186, 2912)
