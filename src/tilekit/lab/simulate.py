"""Many games by a bot, and a report of how they went.

Owns the running of games over processes and the figures of the report. Game ``i`` has a seed of its own, hashed
from the series' seed and ``i``, so the report is the same for any number of processes and any way of starting
them. How a series is asked for, and where its report goes, is not decided here.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, NamedTuple

from tilekit import board as b
from tilekit.chance import bounded, nth_seed, stream_number
from tilekit.errors import PluginError, TilekitError, UsageError, did_you_mean
from tilekit.game import Game

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from tilekit.rules import Rules

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_LARGEST_PART = 250


class Outcome(NamedTuple):
    """How one game went."""

    score: int
    actions: int
    reason: str
    """Of the end that holds; ``cut`` where the game was cut after the largest number of actions."""
    top: str


class Interrupted(KeyboardInterrupt):
    """A series was stopped by Ctrl-C.

    Attributes:
        report: of the games finished until then, from the first on without a gap, ``partial`` set; None where
            not even the first was.
    """

    def __init__(self, report: dict[str, Any] | None) -> None:
        """Take the report so far."""
        self.report = report
        super().__init__(report)


def simulate(
    rules: Rules,
    *,
    games: int,
    bot: str = "random",
    seed: int = 0,
    jobs: int = 1,
    max_actions: int = 100_000,
    progress: Callable[[int], object] | None = None,
    start_method: str | None = None,
) -> dict[str, Any]:
    """The report of a series of games.

    Args:
        rules: what is played.
        games: how many games.
        bot: the name of the bot that plays them.
        seed: of the series.
        jobs: how many processes share the work; the report does not hang on it.
        max_actions: a game is cut after so many actions.
        progress: called now and then with the number of games finished since.
        start_method: how processes are started, as `multiprocessing` names it; its own choice if None.

    Returns:
        Plain data: the question, then score and length (mean, standard error, quantiles), end reasons with
        their rates, and the highest tile made.

    Raises:
        UsageError: no bot of that name, or a number below 1.
        PluginError: the bot failed; names the game, its seed and the action. The first such game of the series,
            for any number of jobs.
        TilekitError: a mechanic of a plugin failed, or a process of the series could not be started or died.
        Interrupted: Ctrl-C; with the report so far. All processes of the series are gone by then.
    """
    _bot_named(bot)
    for name, value in (("games", games), ("jobs", jobs), ("max_actions", max_actions)):
        if value < 1:
            raise UsageError(f"{name} is {value}; expected 1 or more")
    jobs = min(jobs, games)
    seen: Counter[Outcome] = Counter()
    if jobs == 1:
        series: Iterator[list[Outcome]] = (
            [outcome] for outcome in play_part(rules, bot, seed, range(games), max_actions)
        )
    else:
        series = _shared(_Task(rules, bot, seed, max_actions), games, jobs, start_method)
    partial = False
    try:
        with contextlib.closing(series):  # type: ignore[type-var]  # a generator, in both cases
            for outcomes in series:
                seen.update(outcomes)
                if progress is not None:
                    progress(len(outcomes))
    except KeyboardInterrupt:
        partial = True
    data = report(rules, seen, bot=bot, seed=seed, max_actions=max_actions, partial=partial) if seen else None
    if data is None or partial:
        raise Interrupted(data)
    return data


def _bot_named(name: str) -> Callable[..., Any] | None:
    """How a bot chooses; None for the one that plays at random."""
    from tilekit.rules import default_plugins

    bots = default_plugins().bots
    if name not in bots:
        near = did_you_mean(name, list(bots))
        raise UsageError(f'no bot is called "{name}"; there are {", ".join(sorted(bots))}{near and "; " + near}')
    choose: Callable[..., Any] | None = bots[name].choose
    return choose


# ---------------------------------------------------------------- games


def play_part(rules: Rules, bot: str, seed: int, part: range, max_actions: int) -> Iterator[Outcome]:
    """The outcomes of some games of a series, in order.

    Raises:
        PluginError: the bot failed; names the game, its seed and the action.
        TilekitError: the rules failed; names the game and its seed.
    """
    choose = _bot_named(bot)
    for index in part:
        own = nth_seed(seed, index)
        if choose is None:
            try:
                yield _random_game(rules, own, max_actions)
            except (Exception, SystemExit) as error:
                # Only a mechanic of a plugin can bring this about.
                raise TilekitError(
                    f"game {index + 1} of the series failed: {_cause(error)}; its seed is {own}"
                ) from error
        else:
            yield _bot_game(rules, bot, choose, index, own, max_actions)


def _random_game(rules: Rules, seed: int, max_actions: int) -> Outcome:
    """A uniformly random game, on the program itself."""
    program = rules.fast
    s = program.begin(seed)
    turn, left = program.turn, max_actions
    while left and turn(s):
        left -= 1
    end = s[b.END]
    over = end and rules.ruleset.end[end - 1].status == "over"
    reason = rules.ruleset.end[end - 1].reason if over else "cut" if not left else "stuck"
    return Outcome(s[b.SCORE], max_actions - left, reason, program.tiles.ids[s[b.MADE]])


def _bot_game(rules: Rules, bot: str, choose: Callable[..., Any], index: int, seed: int, max_actions: int) -> Outcome:
    game = Game(rules, seed)
    stream, drawn = stream_number("bot"), 0

    def draw(n: int) -> int:
        nonlocal drawn
        drawn += 1
        return bounded(seed, stream, 0, drawn - 1, n)

    played = 0
    try:
        while played < max_actions and game.legal_actions():
            game.play(choose(game, draw))
            played += 1
    except (Exception, SystemExit) as error:
        where = f"game {index + 1} of the series, action {played + 1}"
        raise PluginError(
            f"bot {bot}", f"failed in {where}: {_cause(error)}; the seed of that game is {seed}"
        ) from error
    reason = game.reason if game.status == "over" else "cut" if played == max_actions else "stuck"
    return Outcome(game.score, played, reason, game.best_made or "none")


def _cause(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


# ---------------------------------------------------------------- over processes


class _Task(NamedTuple):
    """What every process of a series is told once."""

    rules: Rules
    bot: str
    seed: int
    max_actions: int


class _Worker(NamedTuple):
    process: BaseProcess
    pipe: Connection[Any, Any]


def _shared(task: _Task, games: int, jobs: int, start_method: str | None) -> Iterator[list[Outcome]]:
    """The outcomes of a series, part by part in order, worked out by several processes.

    Not `concurrent.futures`: on Ctrl-C and on errors that waits for every part which was begun.
    """
    size = max(1, min(_LARGEST_PART, games // (4 * jobs)))
    parts = [range(at, min(at + size, games)) for at in range(0, games, size)]
    with _workers(task, min(jobs, len(parts)), start_method) as workers:
        idle, busy = list(workers), dict[Any, tuple[_Worker, int]]()
        answers: dict[int, list[Outcome] | TilekitError] = {}
        given = taken = 0
        while taken < len(parts):
            # Where a part has failed no later one is begun, but earlier ones are waited for: the first failure
            # of the series is the one to tell of.
            failed = any(isinstance(answer, TilekitError) for answer in answers.values())
            while idle and given < len(parts) and not failed:
                worker = idle.pop()
                with contextlib.suppress(OSError):  # It has died: that shows when it is waited for.
                    worker.pipe.send(parts[given])
                busy[worker.pipe] = worker, given
                given += 1
            for pipe in wait(list(busy)):
                worker, number = busy.pop(pipe)
                answers[number] = _answer(worker, parts[number])
                idle.append(worker)
            while taken in answers:
                answer = answers.pop(taken)
                if isinstance(answer, TilekitError):
                    raise answer
                yield answer
                taken += 1


def _answer(worker: _Worker, part: range) -> list[Outcome] | TilekitError:
    """What a worker has to say of a part."""
    try:
        answer: list[Outcome] | TilekitError = worker.pipe.recv()
        return answer
    except (EOFError, OSError):
        worker.process.join(5)
        return TilekitError(
            f"a process of the simulation died (exit status {worker.process.exitcode}) while it played games "
            f"{part.start + 1} to {part.stop} of the series"
        )


@contextlib.contextmanager
def _workers(task: _Task, count: int, start_method: str | None) -> Iterator[list[_Worker]]:
    """Processes that play parts; gone when this is left, however it is left."""
    context = multiprocessing.get_context(start_method)
    workers: list[_Worker] = []
    if context.get_start_method() != "fork" and sys.platform != "win32":
        # Starting a process would start this one first, which up to Python 3.11 lets Ctrl-C through again.
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()
    try:
        with _interrupts_held():
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, *task), daemon=True)  # type: ignore[attr-defined]
                try:
                    process.start()
                except OSError as error:
                    raise TilekitError(
                        f"{count} processes cannot be started: {error.strerror}; ask for fewer jobs"
                    ) from error
                theirs.close()
                workers.append(_Worker(process, ours))
        yield workers
    finally:
        with _interrupts_held():
            for worker in workers:
                worker.process.kill()
            for worker in workers:
                worker.process.join()
                worker.pipe.close()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Lets Ctrl-C wait for the end of a block; processes started within it never notice one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection[Any, Any], rules: Rules, bot: str, seed: int, max_actions: int) -> None:
    """What a process of a series does: plays the parts it is given until nobody is there to give one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    gone = [parent.sentinel] if parent is not None else []
    with contextlib.suppress(EOFError, OSError):
        while not set(wait([pipe, *gone])) & set(gone):
            pipe.send(_played(rules, bot, seed, pipe.recv(), max_actions))


def _played(rules: Rules, bot: str, seed: int, part: range, max_actions: int) -> list[Outcome] | TilekitError:
    try:
        return list(play_part(rules, bot, seed, part, max_actions))
    except TilekitError as error:
        return error
    except Exception as error:  # noqa: BLE001 - handed to the parent process, which raises it
        return TilekitError(f"games {part.start + 1} to {part.stop} of the series failed: {_cause(error)}")


# ---------------------------------------------------------------- the report


def report(
    rules: Rules, seen: Mapping[Outcome, int], *, bot: str, seed: int, max_actions: int, partial: bool = False
) -> dict[str, Any]:
    """The figures of a series, from how often each outcome was seen."""
    games = sum(seen.values())
    scores, actions, reasons, tops = (_counted(seen, field) for field in Outcome._fields)
    order = {name: code for code, name in enumerate(rules.program.tiles.ids)}
    return {
        "ruleset": rules.id,
        "version": rules.version,
        "rules": rules.digest,
        "bot": bot,
        "seed": seed,
        "games": games,
        "partial": partial,
        "max_actions": max_actions,
        "score": _figures(scores),
        "actions": _figures(actions),
        "reasons": {name: reasons[name] for name in sorted(reasons)},
        "rate": {name: reasons[name] / games for name in sorted(reasons)},
        "top_made": {name: tops[name] for name in sorted(tops, key=lambda name: order[name])},
    }


def _counted(seen: Mapping[Outcome, int], field: str) -> Counter[Any]:
    """How often each value of a field was seen."""
    found: Counter[Any] = Counter()
    for outcome, count in seen.items():
        found[getattr(outcome, field)] += count
    return found


def _figures(counted: Mapping[int, int]) -> dict[str, Any]:
    """Figures of values and how often each was seen; worked out in integers, so that no order matters."""
    n = sum(counted.values())
    total = sum(value * count for value, count in counted.items())
    squares = sum(value * value * count for value, count in counted.items())
    variance = (n * squares - total * total) / (n * (n - 1)) if n > 1 else 0.0
    ordered = sorted(counted)
    return {
        "mean": total / n,
        "standard_error": math.sqrt(variance / n),
        "least": ordered[0],
        "most": ordered[-1],
        "quantiles": {f"{q:g}": _nth(counted, ordered, min(n - 1, int(q * n))) for q in _QUANTILES},
    }


def _nth(counted: Mapping[int, int], ordered: list[int], n: int) -> int:
    """The n-th smallest value, from 0."""
    for value in ordered:
        n -= counted[value]
        if n < 0:
            return value
    raise AssertionError("n is less than the number of values")


def report_text(data: dict[str, Any]) -> str:
    """A report for people."""
    so_far = ", partial" if data["partial"] else ""
    games = f"{data['games']} game{'s' * (data['games'] != 1)}"
    lines = [f"{data['ruleset']} version {data['version']}: {games} by {data['bot']}, seed {data['seed']}{so_far}"]
    for name in ("score", "actions"):
        figures = data[name]
        spread = ", ".join(f"{float(q):.0%} {value}" for q, value in figures["quantiles"].items())
        error = 1.96 * figures["standard_error"]
        lines.append(f"{name:<9} mean {figures['mean']:.1f} ± {error:.1f} (95 %), {spread}, most {figures['most']}")
    lines += [f"ended     {name}: {data['reasons'][name]} ({data['rate'][name]:.1%})" for name in data["reasons"]]
    made = ", ".join(f"{name} {count}" for name, count in data["top_made"].items())
    return "\n".join([*lines, f"top made  {made}"])
