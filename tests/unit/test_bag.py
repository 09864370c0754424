"""Spawn tables of the kind `bag`: drawn without putting back."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tests.unit.rulesets import small, stand

import tilekit
from tilekit.chance import bounded, stream_number

BAG = """
    [queue]
    from = "deal"
    [spawn.deal]
    bag = { a = 3, b = 2, c = 1 }
    [actions.next]
    steps = ["deal"]
"""
END = 'when = "turn > 99"\nreason = "enough"'


def dealt(game: tilekit.Game, count: int) -> list[str]:
    """The next tiles of the queue."""
    found = []
    for _ in range(count):
        found.append(str(game.queue[0]))
        game.play("next")
    return found


def test_each_bag_holds_what_it_says_in_any_order() -> None:
    rules = small(BAG, end=END)
    orders = Counter()
    for seed in range(60):
        tiles = dealt(rules.new_game(seed), 18)
        for i in range(0, 18, 6):
            assert Counter(tiles[i : i + 6]) == {"a": 3, "b": 2, "c": 1}
            orders["".join(tiles[i : i + 6])] += 1
    assert len(orders) > 45  # of 60


def test_what_is_left_is_part_of_the_game() -> None:
    game = small(BAG + "    [undo]\n    depth = 9\n", end=END).new_game(4)
    first = dealt(game, 3)
    digest = game.digest
    again = dealt(game, 3)
    for _ in range(3):
        game.undo()
    assert game.digest == digest
    assert dealt(game, 3) == again
    assert Counter(first + again) == {"a": 3, "b": 2, "c": 1}


def test_outcomes_know_what_is_left() -> None:
    game = small(BAG, end=END).new_game(4)
    seen = Counter([str(game.queue[0])])
    for left in range(5, 0, -1):
        chances = {str(one.game.queue[0]): one.probability for one in game.outcomes("next")}
        counts = Counter(a=3, b=2, c=1) - seen
        assert chances == {tile: Fraction(count, left) for tile, count in counts.items()}
        game.play("next")
        seen[str(game.queue[0])] += 1


def test_a_given_position_begins_with_a_full_bag() -> None:
    game = stand(small(BAG, end=END), None, queue=["b"])
    game.play("next")
    assert Counter(dealt(game, 6)) == {"a": 3, "b": 2, "c": 1}


KEYED = """
    [variables]
    stage = 1
    [start]
    steps = ["sow"]
    keyed_by = ["stage"]
    [queue]
    from = "deal"
    [spawn.deal]
    bag = { a = 5, b = 5, c = 5 }
    [actions.next]
    steps = ["deal"]
    [actions.again]
    add = { stage = 1 }
    steps = ["start"]
    [mechanics]
    sow = { use = "spawn", from = "deal", count = 5 }
"""


def test_a_keyed_opening_hangs_on_its_key_alone() -> None:
    rules = small(KEYED, end=END)
    boards = set()
    for before in range(14):
        game = rules.new_game(7)
        dealt(game, before)
        game.play("again")
        boards.add(str(game.board))
    assert len(boards) == 1


def test_a_keyed_opening_ends_with_a_full_bag() -> None:
    game = small(KEYED, end=END).new_game(7)
    for _ in range(3):
        assert Counter(dealt(game, 15)) == {"a": 5, "b": 5, "c": 5}
        game.play("again")
        game.play("next")  # the tile that was NOW came from the bag before


def first_that_fits(seed: int) -> tuple[int, str]:
    """What an opening of four tiles from a bag of two a, two b and a c comes to: deals, and the board."""
    k = deals = 0
    board = ""
    while not board.startswith("c"):
        deals += 1
        bag, board = list("aabbc"), ""
        for _ in range(4):
            board += bag.pop(bounded(seed, stream_number("setup"), 0, k, len(bag)))
            k += 1
    return deals, " ".join(board)


def test_each_deal_of_an_opening_begins_with_a_full_bag() -> None:
    body = """
        [start]
        steps = ["fill"]
        until = "count(tile == c and column == 1) == 1"
        [spawn.deal]
        bag = { a = 2, b = 2, c = 1 }
        [actions.next]
        [mechanics]
        fill = { from = "deal" }
    """
    rules = small(body, rows=1, columns=4, end=END)
    found = [first_that_fits(seed) for seed in range(30)]
    assert max(deals for deals, _ in found) > 5
    assert [str(rules.new_game(seed).board) for seed in range(30)] == [board for _, board in found]
