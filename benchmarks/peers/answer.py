"""How a peer's script talks, in an environment that knows nothing of tilekit.

It writes one line of JSON about itself, then answers each line it is sent, a number of CPU seconds, by one line of
JSON: how many games and actions it played, what they scored, and how much CPU time that took. Actions are slides that
were legal and made. Between two questions it waits and costs nothing.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator

SIZES = (128, 256, 512, 1024, 2048, 4096, 8192)

# Whatever a library prints must not get between the answers.
_out = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)

#: Plays for so many seconds and returns games, actions and score.
Play = Callable[[Callable[[], bool]], tuple[float, float, float]]


def say(what: dict[str, float | str]) -> None:
    """Write one line."""
    print(json.dumps(what), file=_out, flush=True)


def timed(play: Play, seconds: float) -> dict[str, float]:
    """Let it play; `play` is given a function that says whether time is left."""
    start = time.process_time()
    games, actions, score = play(lambda: time.process_time() - start < seconds)
    return {"games": games, "actions": actions, "score": score, "seconds": time.process_time() - start}


def one_by_one(game: Callable[[], tuple[int, float]]) -> Play:
    """From a function that plays one game and returns its actions and its score."""

    def play(goes_on: Callable[[], bool]) -> tuple[float, float, float]:
        games = actions = 0
        score = 0.0
        while goes_on():
            more, points = game()
            games += 1
            actions += more
            score += points
        return games, actions, score

    return play


def in_batches(batches: Iterator[tuple[int, int, float]]) -> Play:
    """From an endless series of games ended, actions and points."""

    def play(goes_on: Callable[[], bool]) -> tuple[float, float, float]:
        games = actions = 0
        score = 0.0
        while goes_on():
            ended, more, points = next(batches)
            games += ended
            actions += more
            score += points
        return games, actions, score

    return play


def best_of(make: Callable[[int], Iterator[tuple[int, int, float]]]) -> tuple[int, Play]:
    """The size of batch that plays fastest, and what plays it."""
    found: list[tuple[float, int, Play]] = []
    for size in SIZES:
        play = in_batches(make(size))
        timed(play, 0.5)  # compiles, and lets the games of a batch come apart
        measured = timed(play, 1.0)
        found.append((measured["actions"] / measured["seconds"], size, play))
    _, size, play = max(found, key=lambda each: each[0])
    return size, play


def serve(about: str, play: Play) -> None:
    """Answer until nobody asks any more."""
    say({"about": about})
    for line in sys.stdin:
        say({**timed(play, float(line))})
