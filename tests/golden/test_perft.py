"""Counts of moves: how many ways there are to play one, two and three actions from positions on small boards.

They stand in `perft.txt`. The oracles of `tests/differential` count the same from their own rules; only what chance
brings is handed to them.
"""

import re
from functools import cached_property

import pytest
from tests.differential import oracle_sum10, side_by_side
from tests.golden.recorder import RULESETS, UPDATE, breakdown, counts, kept, write

import tilekit
from tilekit.game import Game
from tilekit.ruleset.models import Given

FILE = "perft.txt"
DEPTH = 3
#: The games that have an oracle of their own, which counts, too. Others are compared with what libraries know of them.
ORACLES = {"2048", "merge", "ninek", "sum10"}


class Position:
    """A block of the file."""

    def __init__(self, block):
        self.block = block
        fields = dict(re.findall(r"^([a-z]+): (.+)$", block, flags=re.MULTILINE))
        self.name, self.ruleset, self.seed = fields["position"], fields["ruleset"], int(fields["seed"])
        self.board = block.partition("\nboard:\n")[2].partition("\ncounts:")[0]
        self.rows, self.columns = len(self.board.splitlines()), len(self.board.splitlines()[0].split())
        self.queue = fields["queue"].split() if "queue" in fields else None
        pairs = (pair.split() for pair in fields["variables"].split(",")) if "variables" in fields else ()
        self.variables = {name: int(value) for name, value in pairs}
        self.counts = [int(count) for count in fields["counts"].split()]
        by_hand = re.search(r"^# By hand, ([\d ]+)", block, flags=re.MULTILINE)
        self.by_hand = [int(count) for count in by_hand[1].split()] if by_hand else []

    @cached_property
    def rules(self):
        text = tilekit.load(self.ruleset).document.text
        for name, size in (("rows", self.rows), ("columns", self.columns)):
            text, changed = re.subn(rf"^{name} = \d+$", f"{name} = {size}", text, flags=re.MULTILINE)
            assert changed == 1
        return tilekit.loads(text, name=f"{self.ruleset}.toml")

    @property
    def given(self):
        return Given(board=self.board, queue=self.queue, variables=self.variables, score=0)

    def game(self):
        return Game(self.rules, self.seed, given=self.given)


BLOCKS = kept(FILE).rstrip("\n").split("\n\n")
POSITIONS = [Position(block) for block in BLOCKS if block.startswith("position: ")]

each_position = pytest.mark.parametrize("position", POSITIONS, ids=lambda each: f"{each.ruleset}-{each.name}")


def update():
    text = kept(FILE)
    for position in POSITIONS:
        position.counts = counts(position.game(), DEPTH)
        line = f"\ncounts: {' '.join(map(str, position.counts))}"
        text = text.replace(position.block, re.sub(r"\ncounts: .*", line, position.block))
    write(FILE, text)


def test_every_game_with_an_oracle_has_positions():
    if UPDATE:
        update()
    assert ORACLES <= {position.ruleset for position in POSITIONS} <= set(RULESETS)
    assert len({position.name for position in POSITIONS}) == len(POSITIONS)


@each_position
def test_there_are_as_many_ways_as_written(position):
    actual = counts(position.game(), DEPTH)
    if actual != position.counts:
        pytest.fail(difference(position, actual), pytrace=False)


@each_position
def test_counts_found_by_hand_stand_in_the_file(position):
    assert position.counts[: len(position.by_hand)] == position.by_hand


def difference(position, actual):
    """Return what differs, and for each first action of the first depth that does, the ways to go on."""
    depth = next(depth for depth in range(1, DEPTH + 1) if actual[depth - 1] != position.counts[depth - 1])
    lines = [f"{position.ruleset}, {position.name}: expected {position.counts}, counted {actual}"]
    lines += [f"after each first action, ways to play {depth} in all:"]
    lines += [f"  {action}: {count}" for action, count in breakdown(position.game(), depth).items()]
    return "\n".join(lines)


def test_a_difference_shows_each_first_action():
    position = Position(POSITIONS[1].block)
    counted = position.counts[:]
    position.counts = [counted[0], counted[1] + 1, counted[2]]
    first, _, *others = difference(position, counted).splitlines()
    assert first.endswith(f"expected {position.counts}, counted {counted}")
    assert others == ["  drop r1c3: 5", "  drop r2c2: 5", "  drop r2c3: 3", "  shatter r2c1: 4"]


# ---------------------------------------------------------------- the oracles count for themselves


PAIRS = {"merge": side_by_side.MergePair, "ninek": side_by_side.NineKPair, "sum10": side_by_side.Sum10Pair,
         "2048": side_by_side.DoublingPair}  # fmt: skip


@pytest.fixture
def paired(monkeypatch):
    """Return how to start a position for engine and oracle side by side."""

    def start(position):
        board = side_by_side.board_text(position.game().board)  # ids, which the oracles go by
        given, sizes = position.given.model_copy(update={"board": board}), {}
        if position.ruleset == "merge":
            sizes = {"rows": position.rows, "columns": position.columns}
        if position.ruleset == "sum10":
            small_sum10(monkeypatch, position)
        return PAIRS[position.ruleset](position.rules, position.seed, given, **sizes)

    return start


def small_sum10(monkeypatch, position):
    """The oracle of Sum-10 knows one size of board; here it is another, of which the opening takes what there is."""
    cells = [(row, column) for row in range(position.rows) for column in range(position.columns)]
    assert position.rows == position.columns
    monkeypatch.setattr(oracle_sum10, "SIZE", position.rows)
    monkeypatch.setattr(oracle_sum10, "CELLS", cells)
    opening = {(row, column) for row, column in cells if row in range(2, 5) and column in range(2, 5)}
    monkeypatch.setattr(side_by_side, "layout", lambda level: opening)


@pytest.mark.parametrize(
    "position", [each for each in POSITIONS if each.ruleset in ORACLES], ids=lambda each: f"{each.ruleset}-{each.name}"
)
def test_oracle_counts_as_many(position, paired):
    found = [0] * DEPTH
    paths = [[]]
    for depth in range(DEPTH):
        longer = []
        for path in paths:
            pair = paired(position)
            for action in path:
                pair.play(action)
            found[depth] += len(pair.oracle.legal())
            longer += [[*path, action] for action in sorted(pair.oracle.legal())]
        paths = longer
    assert found == position.counts
