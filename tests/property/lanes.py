"""Both lanes side by side: the same actions, and after each the same state."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tilekit import board as b
from tilekit.game import Game
from tilekit.internals import game_at
from tilekit.rules import Rules


class Twins:
    """One state in each lane.

    Args:
        rules: what is played.
        game: where it begins.
    """

    def __init__(self, rules: Rules, game: Game) -> None:
        self.rules = rules
        self.lane = rules.engine.compiled
        self.s = game._s[:]
        self.row = self.lane.taken_over(rules.program, self.s).reshape(1, -1).copy()
        self.compare("at the start")

    def legal(self) -> list[int]:
        """The numbers of the actions that are legal, which both lanes must agree on."""
        program = self.rules.program
        out = [0] * program.numbers
        program.legal_into(self.s, out)
        marks = np.zeros((1, program.numbers), np.uint8)
        self.lane.legal(self.row, marks)
        assert marks[0].tolist() == out
        return [number for number, may in enumerate(out) if may]

    def act(self, number: int) -> None:
        """Plays an action in both, refused or not."""
        played = np.zeros((1, 1), np.int64)
        self.lane.act(self.row, np.array([[number]]), played)
        self.rules.program.board.log.clear()
        assert int(played[0, 0]) == self.rules.program.act(self.s, number)
        self.compare(f"after action {number}")

    def turn(self) -> bool:
        """Plays a random action in both; False when there is none."""
        number = np.zeros((1, 1), np.int64)
        self.lane.choose(self.row, number)
        played = np.zeros((1, 1), np.int64)
        self.lane.act(self.row, number, played)
        self.rules.program.board.log.clear()
        assert int(played[0, 0]) == min(self.rules.program.turn(self.s), 1)
        self.compare("after a turn")
        return bool(played[0, 0])

    def compare(self, when: str) -> None:
        """The same registers, cells, planes and stored opening, and so the same digest."""
        program = self.rules.program
        back = self.lane.handed_back(program, self.row[0])
        planes = program.board.planes
        assert back[:planes] == self.s[:planes], (when, self._difference(back))
        assert back[planes : planes + program.board.last + 1] == self.s[planes : planes + program.board.last + 1], when
        assert self._planes() == back[planes : planes + program.board.last + 1], when
        if program.stored:
            at = program.stored
            assert back[at : at + 1 + program.grid.size] == self.s[at : at + 1 + program.grid.size], when
        assert game_at(self.rules, back).digest == game_at(self.rules, self.s).digest

    def _planes(self) -> list[int]:
        """The masks as the compiled lane holds them."""
        board = self.lane.program.board
        words = [int(word) & (1 << 64) - 1 for word in self.row[0, board.planes :]]
        return [
            sum(words[code * board.words + i] << 64 * i for i in range(board.words)) for code in range(board.last + 1)
        ]

    def _difference(self, back: list[int]) -> list[tuple[int, int, int]]:
        return [(i, x, y) for i, (x, y) in enumerate(zip(back, self.s, strict=False)) if x != y and i != b.SCRIPT]


def play(rules: Rules, game: Game, choices: Iterable[int]) -> None:
    """Plays choices (each one of 64 parts of what is legal) in both lanes, then at random."""
    twins = Twins(rules, game)
    for choice in choices:
        legal = twins.legal()
        if not legal:
            break
        twins.act(legal[choice * len(legal) // 64])
        twins.act((choice * 7919) % rules.program.numbers)  # often refused, by both
    for _ in range(10):
        if not twins.turn():
            break


def play_many(rules: Rules, actions: int) -> None:
    """Plays so many random actions in both lanes, over as many games as it takes."""
    seed = played = 0
    while played < actions:
        twins = Twins(rules, Game(rules, seed))
        seed += 1
        while played < actions and twins.turn():
            played += 1
            if played % 7 == 0:
                twins.legal()


if __name__ == "__main__":
    import sys
    from pathlib import Path

    import tilekit

    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    for path in sorted(Path("rulesets").glob("*.toml")):
        if not path.stem.endswith(".scenarios"):
            play_many(tilekit.load(path), count)
            print(f"{path.stem}: {count:,} random actions, equal digests after each")  # noqa: T201
