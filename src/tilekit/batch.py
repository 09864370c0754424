"""Many games at once, as arrays.

Owns the batch interface: one call plays an action in every game, on the compiled lane, over the cores. It knows no
rules; a game in a batch goes exactly as `tilekit.Game` would have it go.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sized
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

import numpy as np

from tilekit import board as b
from tilekit.actions import Action
from tilekit.chance import nth_seed, seed_from
from tilekit.compiled.threads import in_parts
from tilekit.errors import IllegalAction, PluginError, UsageError, at_least_1, one_line
from tilekit.game import Game
from tilekit.internals import game_at
from tilekit.playable import Playable
from tilekit.version import __version__

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


#: Fewer games than this are played sooner than a thread is started.
_WORTH_A_THREAD: Final = 20_000
#: Bytes that the states of a batch may fill.
_LARGEST: Final = 1 << 32
#: What a batch builds of its rules.
_BUILT: Final = ("_lane", "_program")


class Observation(NamedTuple):
    """What is to be seen of the games now, one row for each; arrays of its own, which follow nothing.

    Attributes:
        board: the code of each cell, 0 where empty and in holes: int16, ``(n, rows, columns)``. Codes count the
            pieces first, then the ladder, lowest first: `Batch.tiles` names them.
        queue: codes of the tiles to come, NOW first: int16, ``(n, shows)``.
        held: the code of the tile held back from the queue, 0 where none is, and in rulesets without ``hold``: int16,
            ``(n,)``.
        variables: one column each, in the order of the ruleset, which is that of `Batch.variables`: int64,
            ``(n, variables)``.
        score: int64, ``(n,)``.
        turn: how many actions led here: int64, ``(n,)``.
        end: 0 where no [[end]] holds, else 1 + the index of the one that does, counted from 0 in the order of the
            file; `Batch.ends` has their reasons: int16, ``(n,)``.
    """

    board: NDArray[np.int16]
    queue: NDArray[np.int16]
    held: NDArray[np.int16]
    variables: NDArray[np.int64]
    score: NDArray[np.int64]
    turn: NDArray[np.int64]
    end: NDArray[np.int16]


class Played(NamedTuple):
    """What came of a step.

    Attributes:
        points: by how much each score changed: int64, ``(n,)``.
        over: which games are over: bool, ``(n,)``. With ``auto_reset`` these have begun anew already.
        end: as in `Observation`, of the moment before a reset: int16, ``(n,)``.
        score: the score each had then: int64, ``(n,)``.
    """

    points: NDArray[np.int64]
    over: NDArray[np.bool_]
    end: NDArray[np.int16]
    score: NDArray[np.int64]


class Batch:
    """So many games of one ruleset.

    The course of game ``i`` depends on its seed and on the actions played in it alone: not on the number of games, of
    threads, or on the order of anything.

    Args:
        rules: what is played.
        n: how many games.
        seed: of the batch, 0 if None; game ``i`` is played with a seed hashed from it and ``i``, like game ``i`` of a
            simulation.
        seeds: a seed for each game instead.
        auto_reset: whether a game that is over begins anew at once, with a seed hashed from its own.
        threads: how many threads share the work.

    Raises:
        UsageError: a number below 1, more games than memory is for, no seed, both ``seed`` and ``seeds``, another
            number of these than of games, or the compiled lane is not available (it needs the extra ``fast``).
        TilekitError: a mechanic cannot be compiled; names it.

    >>> import tilekit
    >>> games = tilekit.load("merge").batch(1000, seed=7)
    >>> games.legal().shape, int(games.legal().sum())
    ((1000, 50), 25000)
    >>> played = games.step(games.random_actions())
    >>> played.points.dtype, bool(played.over.any())
    (dtype('int64'), False)
    """

    def __init__(
        self,
        rules: Playable,
        n: int,
        *,
        seed: int | str | None = None,
        seeds: Iterable[int | str] | None = None,
        auto_reset: bool = False,
        threads: int = 1,
    ) -> None:
        at_least_1(n=n, threads=threads)
        if seed is not None and seeds is not None:
            raise UsageError("seed and seeds are both given; seeds says which seed each game has, so leave seed out")
        self.rules: Final = rules
        self.auto_reset: Final = auto_reset
        self._lane: Final = rules.engine.compiled
        most = _LARGEST // (8 * self._lane.size)
        if n > most:
            raise UsageError(f"n is {n}; of {rules.id} a batch holds at most {most} games, which fill 4 GiB")
        self._program: Final = self._lane.program
        self._threads: Final = threads
        own = seed_from(0 if seed is None else seed)
        given = [nth_seed(own, i) for i in range(n)] if seeds is None else _seeds(seeds, n)
        self._states: Final = self._lane.new_states(n)
        self._seeds: Final = np.array(given, dtype=np.int64)
        self._episodes: Final = np.zeros(n, np.int64)
        self._over: Final = np.array([False, *(end.status == "over" for end in rules.ruleset.end)])
        self.reset()

    def __len__(self) -> int:
        return len(self._states)

    def __getstate__(self) -> dict[str, Any]:
        """Without machine code, which is found or made again where it is unpickled."""
        own = {name: value for name, value in self.__dict__.items() if name not in _BUILT}
        return own | {"version": __version__}

    def __setstate__(self, own: dict[str, Any]) -> None:
        version, rules, states = own.pop("version"), own["rules"], own["_states"]
        lane = rules.engine.compiled
        if version != __version__ or states.shape[1] != lane.size:
            raise UsageError(
                f"this batch of {rules.id} was pickled by tilekit {version}, with {states.shape[1]} numbers for each "
                f"game; here it is tilekit {__version__}, with {lane.size}"
            )
        self.__dict__.update(own, _lane=lane, _program=lane.program)

    @property
    def seeds(self) -> NDArray[np.int64]:
        """The seed each game is played with now: int64, ``(n,)``."""
        return self._states[:, b.SEED].copy()

    @property
    def tiles(self) -> tuple[str, ...]:
        """The id of each code; ``tiles[0]`` is ``"none"``."""
        return self.rules.tiles

    @property
    def variables(self) -> tuple[str, ...]:
        """The name of each column of `Observation.variables`."""
        return tuple(self._program.variables)

    @property
    def ends(self) -> tuple[str, ...]:
        """The reason that each number of ``end`` stands for; ``ends[0]`` is empty."""
        return "", *(end.reason for end in self.rules.ruleset.end)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action by its number, legal or not."""
        return self.rules.actions

    def reset(self, games: ArrayLike | None = None) -> None:
        """Begins games anew, each with its own seed: all, or those named by a list of indices or a mask of bools.

        Raises:
            UsageError: no such indices, and no mask of all games.
        """
        chosen = np.arange(len(self))
        if games is not None:
            which = _array(games)
            if which.shape == (0,):
                return
            whole = which.dtype == np.bool_ and which.shape == chosen.shape
            listed = np.issubdtype(which.dtype, np.integer) and which.ndim == 1
            if not whole and not (listed and which.min() >= 0 and which.max() < len(self)):
                raise UsageError(
                    f"games are indices from 0 to {len(self) - 1}, or {len(self)} bools; "
                    f"found {which.dtype} {which.shape}"
                )
            chosen = chosen[which]
        self._episodes[chosen] = 0
        self._begin(chosen, self._seeds[chosen])

    def _begin(self, chosen: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
        states = np.ascontiguousarray(self._states[chosen])
        try:
            self._lane.restart(states, np.ascontiguousarray(seeds))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told again in words
            self._explain(error, lambda game: Game(self.rules, int(seeds[game])), chosen)
        self._states[chosen] = states

    def legal(self) -> NDArray[np.bool_]:
        """Which actions may be played now, by their numbers: bool, ``(n, actions)``."""
        marks = np.zeros((len(self), self._program.numbers), np.uint8)
        with self._failures_named(lambda game, _: game.legal_actions()):
            self._each(self._lane.legal, marks)
        return marks.view(np.bool_)

    def step(self, actions: ArrayLike) -> Played:
        """Plays an action in every game.

        Args:
            actions: the number of each game's action, or -1 for none: ints, ``(n,)``.

        Raises:
            UsageError: not one int for each game.
            IllegalAction: an action may not be played; names the game and the action, and no game has changed.
            PluginError: a plugin's mechanic failed; names it and the game, and no game has changed.
        """
        given = numbers = _array(actions)
        if numbers.shape != (len(self),) or not np.issubdtype(numbers.dtype, np.integer):
            raise UsageError(
                f"actions are ints of shape ({len(self)},), one for each game; found {numbers.dtype} {numbers.shape}"
            )
        if numbers.dtype.kind == "u":  # what does not fit stays too large for any action, and does not become -1
            numbers = np.minimum(numbers, np.array(np.iinfo(np.int64).max, np.uint64))
        numbers = np.ascontiguousarray(numbers, np.int64).reshape(-1, 1)
        before = self._states[:, b.SCORE].copy()
        done = np.zeros_like(numbers)
        # Asked of all before anything is played, so that one that is refused stops them all.
        with self._failures_named(lambda game, _: game.legal_actions()):
            self._each(self._lane.may, numbers, done)
        refused = np.flatnonzero((done[:, 0] == 0) & (numbers[:, 0] != -1))
        if len(refused):
            self._refuse(int(refused[0]), int(given[refused[0]]))
        texts = self.actions if self._program.plugins else ()
        with self._failures_named(lambda game, i: game.play(texts[numbers[i, 0]]) if numbers[i, 0] >= 0 else None):
            self._each(self._lane.act, numbers, done)
        return self._settled(before)

    @contextlib.contextmanager
    def _failures_named(self, again: Callable[[Game, int], object]) -> Iterator[None]:
        """Has a game played again, or asked again, in the interpreted lane where machine code fails: that says why.

        Machine code fails only in mechanics of plugins, so that without these nothing is kept to go back to.

        Args:
            again: what the game of an index does.
        """
        if not self._program.plugins:
            yield
            return
        before = self._states.copy()
        try:
            yield
        except Exception as error:  # noqa: BLE001 - as above
            self._states[:] = before

            def once_more(i: int) -> None:
                again(game_at(self.rules, self._lane.handed_back(self.rules.program, before[i])), i)

            self._explain(error, once_more, range(len(self)))

    def _explain(self, error: Exception, once_more: Callable[[int], object], games: Iterable[int]) -> NoReturn:
        """Raises what the first game meets that fails in the interpreted lane, too; else what is known."""
        for place, game in enumerate(games):
            try:
                once_more(place)
            except PluginError as why:
                raise PluginError(why.plugin, f"{why.message} (game {game} of the batch)") from why
        raise self._lane.failure(error) from error

    def _each(self, work: Callable[..., None], *rows: NDArray[Any]) -> None:
        """Has the lane do something with each state and its row of each array, parted among the threads."""

        def part(bounds: tuple[int, int]) -> None:
            which = slice(*bounds)
            work(self._states[which], *(array[which] for array in rows))

        in_parts(part, len(self), self._threads, _WORTH_A_THREAD)

    def random_actions(self) -> NDArray[np.int64]:
        """A uniformly random legal action for each game, -1 where there is none: int64, ``(n,)``.

        Drawn from each game's stream for that, which no rule draws from: asked again, it says something else.
        """
        numbers = np.zeros((len(self), 1), np.int64)
        with self._failures_named(lambda game, _: game.legal_actions()):
            self._each(self._lane.choose, numbers)
        return numbers[:, 0]

    def step_random(self) -> Played:
        """Plays `random_actions`."""
        return self.step(self.random_actions())

    def _settled(self, before: NDArray[np.int64]) -> Played:
        score = self._states[:, b.SCORE].copy()
        end = self._states[:, b.END].astype(np.int16)
        over: NDArray[np.bool_] = self._over[end]
        if self.auto_reset and over.any():
            chosen = np.flatnonzero(over)
            self._episodes[chosen] += 1
            seeds = [nth_seed(int(self._seeds[i]), int(self._episodes[i])) for i in chosen]
            self._begin(chosen, np.array(seeds, dtype=np.int64))
        return Played(score - before, over, end, score)

    def _refuse(self, game: int, number: int) -> None:
        texts = self.actions
        if not 0 <= number < len(texts):
            raise IllegalAction(f"action {number}", f"in game {game}: actions are numbered 0 to {len(texts) - 1}")
        raise IllegalAction(str(texts[number]), f"it may not be played now in game {game}")

    def observe(self) -> Observation:
        """What is to be seen of the games now."""
        program, states = self._program, self._states
        grid, board = program.grid, program.board
        cells = states[:, board.cells : board.planes].astype(np.int16)
        return Observation(
            board=cells.reshape(len(self), grid.rows, grid.columns),
            queue=states[:, list(program.queue)].astype(np.int16),
            held=states[:, program.held].astype(np.int16) if program.held else np.zeros(len(self), np.int16),
            variables=states[:, list(program.variables.values())].copy(),
            score=states[:, b.SCORE].copy(),
            turn=states[:, b.TURN].copy(),
            end=states[:, b.END].astype(np.int16),
        )

    def game(self, index: int) -> dict[str, Any]:
        """The state of one game as plain data, as `Game.to_dict` has it.

        ``can_undo`` is False, since a batch keeps no history.

        Raises:
            UsageError: there is no such game.
        """
        if not hasattr(index, "__index__") or not 0 <= index < len(self):
            raise UsageError(f"there is no game {index!r}; games are numbered 0 to {len(self) - 1}")

        s = self._lane.handed_back(self.rules.program, self._states[index])
        return game_at(self.rules, s).to_dict()


def _array(given: object) -> NDArray[Any]:
    """What is given as an array; of what is no array, one that no check lets pass."""
    try:
        return np.asarray(given)
    except (ValueError, TypeError):  # rows of different lengths, say
        return np.array(None)


def _seeds(given: Iterable[int | str], n: int) -> list[int]:
    """The seeds of so many games.

    Raises:
        UsageError: they are no list of seeds, or not so many.
    """
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise UsageError(f"seeds is a list with a seed for each game; found {one_line(repr(given), 80)}")
    found = list(islice(given, n + 1))
    if len(found) != n:
        there = f"only {len(found)}" if len(found) < n else len(given) if isinstance(given, Sized) else "more"
        raise UsageError(f"seeds is a list with a seed for each game, {n} in all; found {there}")
    return [seed_from(one) for one in found]
