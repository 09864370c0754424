"""An engine's game and an oracle's, played side by side.

What it owns: how the two come to play the same game, and what is compared after every action. Chance comes
from the engine (its queue, its refills, its openings and shuffles are handed to the oracle) or, in a scripted
game, from a list that both are given, so that the oracle says beforehand what the engine must show. All else
each of the two works out alone.
"""

from __future__ import annotations

import copy
import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.differential.oracle_2048 import DIRECTIONS, Doubling
from tests.differential.oracle_merge import Merge
from tests.differential.oracle_ninek import NineK
from tests.differential.oracle_sum10 import Sum10, layout

import tilekit
from tilekit.game import Game
from tilekit.ruleset.models import Given

#: What the notices of Merge are called by the oracle.
NOTICES = {
    "Few cells left": "few-cells",
    "Stones stranded: no charge to clear them": "stranded",
    "Jammed: no empty cell, and no stone you can break": "jammed",
}


def board_text(rows):
    """Return board text: ids or numbers apart by spaces, ``.`` where empty."""
    return "\n".join(" ".join("." if tile is None else str(tile) for tile in row) for row in rows)


def numbers(game):
    """Return the board of a game of numbers as rows of ints."""
    return [[None if tile is None else int(tile) for tile in row] for row in game.board]


class Pair:
    """One game, twice.

    Attributes:
        game: the engine's.
        oracle: the oracle's.
        legal: the actions that both hold for legal now.
        met: how often each thing worth meeting was met.
    """

    #: Action texts that are never right, whatever the game.
    NONSENSE = ("", "pass", "new", "undo it", "restart now", "r1c1", "DROP r1c1", "tap r1c1 r1c2", "place 1 1")

    def __init__(self, game, oracle):
        self.game = game
        self.oracle = oracle
        self.met = Counter()
        spec = self.game.rules.ruleset
        self.verbs = [(verb, action.target == "cell") for verb, action in spec.actions.items()]
        self.rows, self.columns = spec.grid.rows, spec.grid.columns
        self.compare()

    # ------------------------------------------------------------ comparing

    def seen(self):
        """Return all that a player can see of the engine's game."""
        game = self.game
        return {
            "board": [list(row) for row in game.board],
            "score": game.score,
            "variables": dict(game.variables),
            "queue": list(game.queue),
            "status": game.status,
            "reason": game.reason,
            "legal": sorted(map(str, game.legal_actions())),
            "can_undo": game.can_undo,
        }

    def foretold(self):
        """Return what the oracle says of the same."""
        oracle = self.oracle
        return {
            "board": [[None if tile is None else str(tile) for tile in row] for row in oracle.board],
            "score": oracle.score,
            "variables": oracle.variables,
            "queue": [str(tile) for tile in oracle.queue],
            "status": oracle.status,
            "reason": oracle.reason,
            "legal": sorted(oracle.legal()),
            "can_undo": oracle.can_undo(),
        }

    def compare(self):
        seen, foretold = self.seen(), self.foretold()
        if seen != foretold:
            differing = [
                f"{what}: {seen[what]!r}, not {foretold[what]!r}" for what in seen if seen[what] != foretold[what]
            ]
            start = f"seed {self.game.seed}, given {self.game.given}, actions {self.game.actions}"
            raise AssertionError("\n".join(["engine and oracle differ", *differing, start]))
        self.legal = foretold["legal"]
        self.met[seen["status"], seen["reason"]] += 1

    # ------------------------------------------------------------ playing

    def play(self, action):
        """Play an action in both games, and compare."""
        before = self.game.score
        self.turn = self.game.play(action)
        self.follow(action)
        self.compare()
        assert self.turn.points == self.game.score - before
        assert sum(entry.values["points"] for entry in self.turn.journal if entry.kind == "scored") == self.turn.points

    def follow(self, action):
        """The oracle plays what the engine has played."""
        self.oracle.play(action)

    def undo(self):
        if self.game.status != "playing":
            self.met["undo", self.game.status] += 1
        self.game.undo()
        self.oracle.undo()
        self.met["undo"] += 1
        self.compare()

    def refuse(self, rnd):
        """Try something illegal; nothing may come of it."""
        action = self.illegal(rnd)
        before = (self.game.digest, self.game.can_undo, self.game.actions, self.seen())
        with pytest.raises(tilekit.IllegalAction) as refusal:
            self.game.play(action)
        assert refusal.value.reason, action
        assert (self.game.digest, self.game.can_undo, self.game.actions, self.seen()) == before
        self.met["refused"] += 1

    def illegal(self, rnd):
        if not self.game.can_undo and rnd.random() < 0.2:
            return "undo"
        while rnd.random() < 0.9:
            verb, aims = rnd.choice(self.verbs)
            row, column = rnd.randint(1, self.rows), rnd.randint(1, self.columns)
            if rnd.random() < 0.2:
                row, column = rnd.choice(
                    [(0, column), (row, 0), (self.rows + 1, column), (row, self.columns + 1), (-row, column)]
                )
            action = f"{verb} r{row}c{column}" if aims else verb
            if action not in self.legal:
                return action
        return rnd.choice(self.NONSENSE)

    def choose(self, rnd):
        """Return a legal action; any, unless a game asks for better."""
        return rnd.choice(self.legal)

    def run(self, rnd, most=400):
        """Play at random, with undos and illegal tries among the actions, until the end or for so many actions."""
        # Undos now and then, or none, or kept for when the game stands still.
        undos, rescues = rnd.choice([(0.12, 0.5), (0.12, 0.5), (0.0, 0.0), (0.005, 0.9)])
        for _ in range(most):
            if rnd.random() < 0.06:
                self.refuse(rnd)
            stuck = self.game.status != "playing"
            if self.game.can_undo and rnd.random() < (rescues if stuck else undos):
                self.undo()
                while self.game.can_undo and rnd.random() < 0.4:
                    self.undo()
            elif self.legal:
                self.play(self.choose(rnd))
            else:
                self.refuse(rnd)
                return


# Merge ------------------------------------------------------------------------------------------------------


class MergePair(Pair):
    """A game of Merge, twice.

    Args:
        rules: Merge, or a variant of it.
        seed: the engine's.
        given: the position to start from, or None for the opening.
        script: the picks that both are given, in order; None to take them from the engine.
        sizes: what the oracle must know of a variant.
    """

    def __init__(self, rules, seed=0, given=None, script=None, **sizes):
        if script is not None:
            given = (given or Given()).model_copy(update={"draws": list(script)})
        game = Game(rules, seed, given=given)
        if given is not None and given.queue is not None:
            oracle = Merge(itertools.chain(["spark", "spark"], self._picks(game, script)), **sizes)
        else:
            oracle = Merge(self._opening_picks(game, script), **sizes)
        if given is not None and given.board is not None:
            oracle.board = [[None if tile == "." else tile for tile in row.split()] for row in given.board.splitlines()]
            oracle.score = given.score
            oracle.variables.update(given.variables)
            oracle.queue = list(given.queue)
        super().__init__(game, oracle)

    @staticmethod
    def _picks(game, script) -> Iterator[str]:
        if script is not None:
            yield from script
        while True:  # asked right after the engine has dealt
            yield game.queue[-1]

    @classmethod
    def _opening_picks(cls, game, script) -> Iterator[str]:
        if script is None:
            yield from game.queue
        yield from cls._picks(game, script)

    def seen(self):
        texts = self.game.notices
        assert len(set(texts)) == len(texts)
        return super().seen() | {"notices": {NOTICES[text] for text in texts}}

    def foretold(self):
        notices = self.oracle.notices
        if "jammed" in notices:
            notices = notices - {"few-cells"}  # jammed says it all (M12)
        return super().foretold() | {"notices": notices}

    def follow(self, action):
        charges = self.oracle.variables["charges"]
        super().follow(action)
        self.met[action.split()[0]] += 1
        steps = sum(entry.kind == "fused" for entry in self.turn.journal)
        self.met["fused"] += steps
        self.met["chain"] += steps > 1
        self.met["charge"] += self.oracle.variables["charges"] > charges
        self.met["stone dealt"] += action.startswith("drop") and self.oracle.queue[-1] == "stone"
        for notice in self.oracle.notices:
            self.met[notice] += 1

    def choose(self, rnd):
        shatters = [action for action in self.legal if action.startswith("shatter")]
        if shatters and rnd.random() < 0.3:
            return rnd.choice(shatters)
        return rnd.choice(self.legal)


def merge_position(rnd, rows=5, columns=5):
    """Return a crowded position: stones, few kinds of tiles so that they fuse, some charges, anything to come."""
    chain = ["spark", "node", "core", "prism", "nova", "singularity"]
    lowest = rnd.randint(0, 3)
    kinds = chain[lowest : lowest + 3]
    tiles = kinds * 4 + ["stone"] * rnd.randint(0, 4)
    board = [[rnd.choice(tiles) for _ in range(columns)] for _ in range(rows)]
    for _ in range(rnd.randint(0, 6)):
        board[rnd.randrange(rows)][rnd.randrange(columns)] = None
    queue = [rnd.choice([*kinds, "spark", "node", "stone"]) for _ in range(2)]
    variables = {"charges": rnd.choice([0, 0, 1, 2, 3]), "drops": rnd.randrange(200), "dealt": rnd.randint(2, 200)}
    return Given(board=board_text(board), queue=queue, variables=variables, score=rnd.randrange(20_000))


# Nine-K -----------------------------------------------------------------------------------------------------


class NineKPair(Pair):
    """A game of Nine-K, twice; arguments as for Merge, new tiles in place of picks."""

    def __init__(self, rules, seed=0, given=None, script=None, **sizes):
        if script is not None:
            given = (given or Given()).model_copy(update={"draws": list(script)})
        game = Game(rules, seed, given=given)
        board = numbers(game)
        if given is not None and given.board is not None:
            board = [[int(tile) for tile in row.split()] for row in given.board.splitlines()]
        self.script = script
        self.filled = []
        self.first = 0
        oracle = NineK(board, self._refill, **sizes)
        if given is not None and given.board is not None:
            oracle.score = given.score
            oracle.variables.update(given.variables)
        super().__init__(game, oracle)

    def _refill(self, _ceiling):
        if self.script is not None:
            return self.script[self.oracle.drawn]
        return self.filled[self.oracle.drawn - self.first]

    def follow(self, action):
        if action == "shuffle":
            self.oracle.play(action, numbers(self.game))
            self.met["shuffle"] += 1
            return
        self.first = self.oracle.drawn
        self.filled = [
            int(change.after) for entry in self.turn.journal if entry.kind == "filled" for change in entry.changes
        ]
        crowned = self.oracle.variables["crowned"]
        self.oracle.play(action)
        assert len(self.filled) == self.oracle.drawn - self.first
        self.met["crown"] += self.oracle.variables["crowned"] > crowned
        self.met["top", max(max(row) for row in self.oracle.board)] += 1

    def choose(self, rnd):
        # A shuffle each so often, and a tap on the highest group there is: at random it would never come to 9.
        taps = [action for action in self.legal if action != "shuffle"]
        if not taps or (len(taps) < len(self.legal) and rnd.random() < 0.02):
            return "shuffle" if "shuffle" in self.legal else rnd.choice(taps)
        return rnd.choice(taps)


def ninek_position(rnd, rows=5, columns=5):
    """Return a board with few groups, or one of high numbers, or one of all different ones."""
    kind = rnd.random()
    highest = rnd.randint(3, 12)
    if kind < 0.5:  # many numbers: soon without a group
        board = [[rnd.randint(1, highest + 8) for _ in range(columns)] for _ in range(rows)]
    elif kind < 0.95:  # two or three high ones
        board = [[rnd.randint(max(1, highest - 2), highest) for _ in range(columns)] for _ in range(rows)]
    else:
        order = rnd.sample(range(1, rows * columns + 1), rows * columns)
        board = [order[at : at + columns] for at in range(0, rows * columns, columns)]
    variables = {"undos": rnd.randint(0, 3), "shuffles": rnd.randint(0, 2), "crowned": rnd.randint(0, 1)}
    return Given(board=board_text(board), variables=variables, score=rnd.randrange(20_000))


def ceiling_of(given):
    """Return the ceiling that new tiles have at least, from this board on: the highest number never goes."""
    return min(6, max(3, max(map(int, given.board.split())) - 2))


# Doubling ---------------------------------------------------------------------------------------------------


class DoublingPair(Pair):
    """A game of Doubling, twice; arguments as for Merge. Where a tile appears comes from the engine always."""

    NONSENSE = (*Pair.NONSENSE, "slide", "slide north", "slide LEFT", "slide left left", "slide r1c1", "keep_on left")

    def __init__(self, rules, seed=0, given=None, script=None):
        self.script = None if script is None else iter(script)
        if script is not None:
            given = (given or Given()).model_copy(update={"draws": list(script)})
        game = Game(rules, seed, given=given)
        oracle = Doubling(numbers(game))
        if given is not None and given.board is not None:
            oracle.board = [[None if t == "." else int(t) for t in row.split()] for row in given.board.splitlines()]
            oracle.score = given.score
            oracle.variables.update(given.variables)
        super().__init__(game, oracle)

    def follow(self, action):
        before, score = self.oracle.board, self.oracle.score
        if action == "keep_on":
            self.oracle.play(action)
            self.met[action] += 1
            return
        (spawned,) = (entry for entry in self.turn.journal if entry.kind == "spawned")
        (change,) = spawned.changes
        tile = next(self.script) if self.script is not None else int(change.after)
        row, column = int(change.cell[1]) - 1, int(change.cell[3]) - 1
        self.oracle.play(action, (row, column, tile))
        assert tile in (2, 4)
        self.met[action] += 1
        self.met["appeared", tile] += 1
        joins = sum(entry.kind == "fused" for entry in self.turn.journal)
        assert joins == sum(x is not None for r in before for x in r) + 1 - sum(
            x is not None for r in self.oracle.board for x in r
        )
        assert (joins > 0) == (self.oracle.score > score)
        self.met["joins", min(joins, 4)] += 1

    def illegal(self, rnd):
        actions = [f"slide {way}" for way in DIRECTIONS] + ["keep_on", "undo"]
        left = [action for action in actions if action not in self.legal]
        return rnd.choice(left) if rnd.random() < 0.8 else rnd.choice(self.NONSENSE)


def doubling_position(rnd):
    """Return a board with pairs in plenty, or one near its end, or one about to be won; its score may be anything."""
    kind = rnd.random()
    lowest = rnd.randint(1, 10)
    kinds = [2**n for n in range(lowest, lowest + rnd.choice([2, 3, 7]))]
    gaps = rnd.choice([0.0, 0.1, 0.5, 0.9])
    if kind < 0.3:  # about to be won
        kinds = [1024, 1024, 512, 2, 4]
    elif kind < 0.4:  # the top of the ladder
        kinds = [131072, 65536, 32768]
    board = [[None if rnd.random() < gaps else rnd.choice(kinds) for _ in range(4)] for _ in range(4)]
    board[rnd.randrange(4)][rnd.randrange(4)] = rnd.choice(kinds)
    return Given(board=board_text(board), variables={"kept_on": rnd.choice([0, 0, 1])}, score=rnd.randrange(30_000))


# Sum-10 -----------------------------------------------------------------------------------------------------


class Sum10Pair(Pair):
    """A game of Sum-10, twice; arguments as for Merge."""

    def __init__(self, rules, seed=0, given=None, script=None, **sizes):
        if script is not None:
            given = (given or Given()).model_copy(update={"draws": list(script)})
        game = Game(rules, seed, given=given)
        self.game = game
        self.openings = {}
        variables = dict(given.variables) if given is not None else {}
        self.handed_in = None
        oracle = Sum10(self._opening, self._digits(game, script, given), **sizes)
        if given is not None and given.board is not None:
            self.handed_in = (variables.get("level", 1), variables.get("stage", 1))
            rows = [row.split() for row in given.board.splitlines()]
            oracle.board = [[None if tile == "." else int(tile) for tile in row] for row in rows]
            self.openings = {self.handed_in: copy.deepcopy(oracle.board)}
            oracle.score = given.score
            oracle.queue = [int(tile) for tile in given.queue or oracle.queue]
        oracle.variables.update(variables)
        super().__init__(game, oracle)

    @staticmethod
    def _digits(game, script, given) -> Iterator[int]:
        if given is not None and given.queue is not None:
            yield int(game.queue[0])
        yield from script or ()
        while True:
            yield int(game.queue[-1])

    def _opening(self, level, stage):
        """What the engine dealt; asked once for each stage, so that a retry must bring the same (S5)."""
        if (level, stage) not in self.openings:
            board = numbers(self.game)
            self.openings[level, stage] = board
            if self.game.given is None or self.game.given.board is None or self.game.actions:
                filled = {
                    (row, column)
                    for row, line in enumerate(board)
                    for column, tile in enumerate(line)
                    if tile is not None
                }
                assert filled == layout(level)
                assert all(tile is None or 1 <= tile <= 9 for line in board for tile in line)
        return self.openings[level, stage]

    def follow(self, action):
        before = dict(self.oracle.variables)
        if action == "next" and self.handed_in is not None:
            del self.openings[self.handed_in]
            self.handed_in = None
        self.oracle.play(action)
        after = self.oracle.variables
        self.met[action.split()[0]] += 1
        self.met["cleared"] += any(entry.kind == "cleared" for entry in self.turn.journal)
        self.met["life"] += after["lives"] > before["lives"]
        self.met["life lost"] += after["lives"] < before["lives"]
        self.met["level up"] += after["level"] > before["level"]
        self.met["round again"] += after["level"] < before["level"]
        self.met["past a million"] += self.oracle.score >= 1_000_000

    def choose(self, rnd):
        if self.oracle.status == "playing" and rnd.random() < self.sharp:
            fitting = self.fitting()
            if fitting:
                return rnd.choice(fitting)
        return rnd.choice(self.legal)

    #: How often a digit that fits somewhere is put there.
    sharp = 0.0

    def fitting(self):
        """Return the actions that would clear something."""
        board, digit = self.oracle.board, self.oracle.queue[0]
        found = []
        for row, column in itertools.product(range(7), range(7)):
            around = [
                tile for line in board[max(row - 1, 0) : row + 2] for tile in line[max(column - 1, 0) : column + 2]
            ]
            if board[row][column] is None and sum(tile or 0 for tile in around) % 10 == digit and any(around):
                found.append(f"place r{row + 1}c{column + 1}")
        return found


def sum10_position(rnd, moves=25):
    """Return a stage near its end: nearly empty, or nearly full, or with few moves, at any level and score."""
    board = [[None] * 7 for _ in range(7)]
    kind = rnd.random()
    queue = None
    if kind < 0.55:  # nearly empty; as often as not the next digit clears it
        row, column = rnd.randrange(6), rnd.randrange(6)
        for _ in range(rnd.choice([1, 1, 1, 2, 3])):
            board[row + rnd.randint(0, 1)][column + rnd.randint(0, 1)] = rnd.randrange(10)
        if rnd.random() < 0.5:
            queue = [sum(tile or 0 for line in board for tile in line) % 10]
    elif kind < 0.8:  # nearly full
        board = [[rnd.randrange(10) for _ in range(7)] for _ in range(7)]
        for _ in range(rnd.randint(1, 3)):
            board[rnd.randrange(7)][rnd.randrange(7)] = None
    else:
        for _ in range(rnd.randint(5, 40)):
            board[rnd.randrange(7)][rnd.randrange(7)] = rnd.randrange(10)
        board[rnd.randrange(7)][rnd.randrange(7)] = None
        board[rnd.randrange(7)][rnd.randrange(7)] = 9
    variables = {
        "moves": rnd.choice([1, 1, 2, 3, rnd.randint(1, moves)]),
        "lives": rnd.choice([1, 1, 2, 3, 8, 9]),
        "stage": rnd.choice([1, 2, 3, 4, 5, 5, 5]),
        "level": rnd.choice([1, 2, 3, 4, 5, 5, 5]),
    }
    score = rnd.choice([0, 1_995, 9_900, 9_999, 19_950, 999_990, 1_234_567, rnd.randrange(100_000)])
    return Given(board=board_text(board), variables=variables, score=score, queue=queue)


def games(chunk, size):
    """Return (seed, random) of each game of a chunk."""
    for seed in range(chunk * size, (chunk + 1) * size):
        yield seed, random.Random(seed)
