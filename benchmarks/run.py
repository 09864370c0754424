"""Speed of the engine, as ratios measured side by side in one run.

Each game is played at random in three ways: by the plain-Python version beside this file (``plain_*.py``), by
the interpreted program of its ruleset without a journal (what simulations run on), and by `Game.play` with
journal and undo (what a person plays on; its actions are chosen beforehand). The ways take turns, for several
rounds; a ratio is the median of the rounds' ratios, so that a machine which slows down slows all three.

Moves per second of CPU time are for orientation only: they hang on the machine, the ratios hardly do. What is
counted as a move is an action of the player's hand: drops and shatters, taps, digits placed; not ``shuffle``,
``next`` or ``retry``, whose time counts all the same.

Run as ``python benchmarks/run.py [--seconds N]``.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator

import plain_merge
import plain_ninek
import plain_sum10

import tilekit

ROUNDS = 7
PLAIN = {"merge": plain_merge.play, "ninek": plain_ninek.play, "sum10": plain_sum10.play}
#: What `program.turn` returns for the actions that count as moves.
COUNTED = {"merge": (1, 2), "ninek": (1,), "sum10": (1,)}
#: The least that program / plain must be, and the most that program / play may be.
LEAST_OF_PLAIN, MOST_OF_PLAY = 0.15, 10.0

Batch = Callable[[], int]


def plain(name: str) -> Batch:
    """Plays a game of the plain version and returns how many moves it took."""
    play, rnd = PLAIN[name], random.Random(1).random
    return lambda: play(rnd)[0]


def program(name: str, rules: tilekit.Rules) -> Batch:
    """The same with the interpreted program."""
    fast, counted = rules.fast, COUNTED[name]
    seeds = iter(range(1 << 62))

    def one_game() -> int:
        s = fast.begin(next(seeds))
        moves = 0
        while action := fast.turn(s):
            if action in counted:
                moves += 1
        return moves

    return one_game


def recorded(rules: tilekit.Rules, games: int) -> Iterator[tuple[int, list[str]]]:
    """Seeds with the actions of a random game each."""
    rnd = random.Random(2)
    for seed in range(games):
        game = rules.new_game(seed)
        while legal := game.legal_actions():
            game.play(rnd.choice(legal))
        yield seed, list(game.actions)


def play(rules: tilekit.Rules) -> Batch:
    """The same with `Game.play`, by actions that were chosen before."""
    verbs = ["drop", "shatter", "tap", "place"]
    games = [(seed, actions, sum(a.split()[0] in verbs for a in actions)) for seed, actions in recorded(rules, 40)]
    at = 0

    def one_game() -> int:
        nonlocal at
        seed, actions, moves = games[at % len(games)]
        at += 1
        game = rules.new_game(seed)
        for action in actions:
            game.play(action)
        return moves

    return one_game


def speed(batch: Batch, seconds: float) -> float:
    """Moves per CPU second, over so many seconds."""
    moves = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        moves += batch()
    return moves / spent


def measure(name: str, seconds: float) -> list[tuple[float, float, float]]:
    """For each round the speeds of plain, program and play."""
    rules = tilekit.load(name)
    ways = [plain(name), program(name, rules), play(rules)]
    for way in ways:
        speed(way, seconds / 10)  # warm up
    rounds = []
    for number in range(ROUNDS):
        turn = number % len(ways)  # each way comes first, second and third as often
        speeds = {i: speed(ways[i], seconds) for i in [*range(turn, len(ways)), *range(turn)]}
        rounds.append((speeds[0], speeds[1], speeds[2]))
    return rounds


def main() -> int:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description="Speed of the engine, as ratios within one run.")
    parser.add_argument("--seconds", type=float, default=30.0, help="about how long to take (default: 30)")
    seconds = parser.parse_args().seconds / (len(PLAIN) * 3 * (ROUNDS + 0.1))
    print(
        f"tilekit {tilekit.__version__}, {platform.python_implementation()} {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}; {ROUNDS} rounds of {seconds:.2f} CPU s"
    )
    print()
    print("        moves per CPU second            program / plain        program / play")
    print("          plain    program     play     (want >= 0.15)         (want <= 10)")
    for name in PLAIN:
        rounds = measure(name, seconds)
        speeds = [statistics.median(column) for column in zip(*rounds, strict=True)]
        to_plain = sorted(b / a for a, b, _ in rounds)
        to_play = sorted(b / c for _, b, c in rounds)
        marks = [
            "" if statistics.median(to_plain) >= LEAST_OF_PLAIN else "  short",
            "" if statistics.median(to_play) <= MOST_OF_PLAY else "  short",
        ]
        print(
            f"{name:6} {speeds[0]:8,.0f} {speeds[1]:10,.0f} {speeds[2]:8,.0f}"
            f"     {spread(to_plain)}{marks[0]:7}  {spread(to_play)}{marks[1]}"
        )
    return 0


def spread(ratios: list[float]) -> str:
    """Median, least and most of sorted ratios."""
    return f"{statistics.median(ratios):.3g} ({ratios[0]:.3g} to {ratios[-1]:.3g})"


if __name__ == "__main__":
    sys.exit(main())
