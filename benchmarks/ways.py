"""What can play a game at random, and count: the two lanes of tilekit, `Game.play`, C and plain Python.

A way plays every legal action with the same chance until a game is over, and counts every action: whatever the
player does, ``shuffle``, ``next`` and ``retry`` too. One that cannot be had here raises `NotThere`, with the reason.
"""

from __future__ import annotations

import ctypes
import itertools
import math
import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from plain import PLAY

import tilekit
from tilekit.board import SCORE

HERE = Path(__file__).parent
BUILD = HERE.parent / "build" / "benchmarks"
#: The game of each row, and the ruleset that plays it.
GAMES = {"merge": "merge", "ninek": "ninek", "sum10": "sum10", "2048": "2048"}
#: No game of random play comes near so many actions.
MOST_ACTIONS = 1_000_000
#: How many standard errors apart two means may lie, and what share of a mean besides.
STANDARD_ERRORS, SHARE = 5.0, 0.003
FEWEST_GAMES = 30


class NotThere(Exception):  # noqa: N818 - it is an answer, no error
    """Why a way cannot be measured here."""


class Played(NamedTuple):
    """What came of many games. The squares are 0 where nobody added them up."""

    games: int
    actions: float
    score: float
    actions_squared: float = 0.0
    score_squared: float = 0.0
    seconds: float = 0.0

    def and_then(self, more: Played) -> Played:
        """Both together."""
        games, *sums = (a + b for a, b in zip(self, more, strict=True))
        return Played(int(games), *sums)

    @property
    def speed(self) -> float:
        """Actions per CPU second."""
        return self.actions / self.seconds


NOTHING = Played(0, 0, 0)


class Way(Protocol):
    """Something that plays."""

    about: str

    def measure(self, seconds: float) -> Played:
        """Play for so many CPU seconds."""

    def close(self) -> None:
        """Nothing more is wanted."""


class InProcess:
    """A way that plays in this process: `batch` plays so many games."""

    def __init__(self, batch: Callable[[int], Played], about: str = "") -> None:
        self.about = about
        self._batch = batch
        self._games = 1

    def measure(self, seconds: float) -> Played:
        """Play for so many CPU seconds, in batches that take a fair part of them."""
        played = NOTHING
        start = time.process_time()
        spent = 0.0
        while spent < seconds:
            played = played.and_then(self._batch(self._games))
            before, spent = spent, time.process_time() - start
            if spent - before < seconds / 20:
                self._games *= 2
        return played._replace(seconds=spent)

    def close(self) -> None:
        """Nothing is to be put away."""


def one_by_one(game: Callable[[], tuple[int, int]]) -> Callable[[int], Played]:
    """A batch of a function that plays one game and returns its actions and its score."""

    def batch(games: int) -> Played:
        actions = score = actions_squared = score_squared = 0
        for _ in range(games):
            a, b = game()
            actions += a
            score += b
            actions_squared += a * a
            score_squared += b * b
        return Played(games, actions, score, actions_squared, score_squared)

    return batch


def rules_of(game: str) -> tilekit.Rules:
    """The ruleset of a game.

    Raises:
        NotThere: tilekit has none.
    """
    try:
        return tilekit.load(GAMES[game])
    except tilekit.TilekitError as error:
        raise NotThere(f"no ruleset {GAMES[game]}") from error


def plain(game: str) -> Way:
    """Plain Python."""
    play, rnd = PLAY[game], random.Random(1).random
    return InProcess(one_by_one(lambda: play(rnd)))


def interpreted(game: str) -> Way:
    """The interpreted program of the ruleset, without a journal: what simulations run on."""
    fast = rules_of(game).engine.silent_program
    begin, turn = fast.begin, fast.turn
    seeds = itertools.count()

    def one_game() -> tuple[int, int]:
        s = begin(next(seeds))
        actions = 0
        while turn(s):
            actions += 1
        return actions, s[SCORE]

    return InProcess(one_by_one(one_game))


def compiled(game: str) -> Way:
    """The compiled lane."""
    surveyor_of: Callable[[str], Any] | None = getattr(rules_of(game), "surveyor", None)
    if surveyor_of is None:
        raise NotThere("this tilekit has no compiled lane")
    try:
        import numba
        import numpy as np

        surveyor = surveyor_of("compiled")
    except (ImportError, tilekit.TilekitError) as error:
        raise NotThere(str(error)) from error
    score, actions = (list(surveyor.columns).index(name) for name in ("score", "actions"))
    first = 0

    def batch(games: int) -> Played:
        nonlocal first
        rows = surveyor.survey(np.arange(first, first + games, dtype=np.int64), MOST_ACTIONS)
        first += games
        columns = [rows[:, actions], rows[:, score]]
        return Played(games, *(int(c.sum()) for c in columns), *(float((c.astype(float) ** 2).sum()) for c in columns))

    return InProcess(batch, f"numba {numba.__version__}, NumPy {np.__version__}")


def play(game: str) -> Way:
    """`Game.play`, with journal and undo: what a person plays on. The actions were chosen beforehand."""
    rules = rules_of(game)
    rnd = random.Random(2)
    recorded = []
    for seed in range(40):
        chosen = rules.new_game(seed)
        while legal := chosen.legal_actions():
            chosen.play(rnd.choice(legal))
        recorded.append((seed, list(chosen.actions)))
    games = itertools.cycle(recorded)

    def one_game() -> tuple[int, int]:
        seed, actions = next(games)
        game = rules.new_game(seed)
        for action in actions:
            game.play(action)
        return len(actions), game.score

    return InProcess(one_by_one(one_game))


class _Totals(ctypes.Structure):
    """As in ``c/totals.h``."""

    _fields_ = tuple((name, ctypes.c_int64) for name in ("actions", "score", "actions_squared", "score_squared"))


def compiler() -> str:
    """The C compiler of this system.

    Raises:
        NotThere: it has none.
    """
    found = shutil.which(os.environ.get("CC") or "cc")
    if not found:
        raise NotThere("no C compiler")
    return found


def compiler_version() -> str:
    """What the C compiler calls itself."""
    said = subprocess.run([compiler(), "--version"], capture_output=True, text=True, check=False).stdout
    return said.partition("\n")[0].strip()


def c(game: str, *defined: str) -> Way:
    """C, compiled on the spot.

    Args:
        game: whose.
        defined: macros, as ``NAME=VALUE``.
    """
    BUILD.mkdir(parents=True, exist_ok=True)
    library = BUILD / "-".join([game, *defined, f"{os.getpid()}.so"])
    options = ["-O3", "-march=native", "-shared", "-fPIC", *(f"-D{each}" for each in defined)]
    command = [compiler(), *options, "-o", str(library), str(HERE / "c" / f"{game}.c")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotThere(f"{Path(command[0]).name} failed: {(done.stderr.strip() or '?').splitlines()[0]}")
    function = ctypes.CDLL(str(library)).play
    library.unlink(missing_ok=True)  # it stays loaded
    function.argtypes = [ctypes.c_int64, ctypes.c_uint64, ctypes.POINTER(_Totals)]
    function.restype = None
    seeds = itertools.count()

    def batch(games: int) -> Played:
        totals = _Totals()
        function(games, next(seeds), ctypes.byref(totals))
        return Played(games, totals.actions, totals.score, totals.actions_squared, totals.score_squared)

    return InProcess(batch)


#: The ways that every game can be played in. The first that is there says what the others' games must come to.
WAYS: dict[str, Callable[[str], Way]] = {
    "interpreted": interpreted,
    "plain": plain,
    "c": c,
    "compiled": compiled,
    "play": play,
}


def difference(expected: Played, found: Played, share: float = SHARE) -> str:
    """What tells that two ways do not play the same game; nothing when nothing does.

    Means of points and of actions a game are compared. They may lie five standard errors apart, and a small share of
    the mean besides, as what hardly ever happens may be missing from a small sample.
    """
    if min(expected.games, found.games) < FEWEST_GAMES:
        return ""
    said = []
    for what, sums, squares in (("points", "score", "score_squared"), ("actions", "actions", "actions_squared")):
        mean, other = (getattr(played, sums) / played.games for played in (expected, found))
        variance = max(getattr(expected, squares) / expected.games - mean * mean, 0.0)
        error = math.sqrt(variance * (1 / expected.games + 1 / found.games))
        if abs(other - mean) > STANDARD_ERRORS * error + share * abs(mean):
            said.append(f"{other:,.2f} {what} a game, not {mean:,.2f}")
    return ", ".join(said)
