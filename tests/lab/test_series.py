"""Series: each game counts once, whoever plays it, in whatever order, and whatever is lost on the way."""

import concurrent.futures
import contextlib
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest
from tests.compiled.test_store import RULESET

import tilekit
from tilekit.chance import bounded, nth_seed, seed_from, stream_number
from tilekit.engine import Engine
from tilekit.errors import TilekitError
from tilekit.lab import parts, series, study
from tilekit.lab.crews import Futures, Lost, Order
from tilekit.lab.parts import Entry, Part, play_part
from tilekit.lab.report import report
from tilekit.lab.series import TRIES, run
from tilekit.lab.simulate import simulate
from tilekit.lab.study import CutShort, play
from tilekit.lab.sweep import sweep
from tilekit.lab.tally import Tally
from tilekit.lab.tune import tune

MERGE = tilekit.load("merge")
ENTRIES = [Entry(MERGE, "random", "interpreted", 30), Entry(MERGE, "random", "interpreted", 12)]


def as_data(ran):
    return [{name: getattr(tally, name) for name in Tally.__slots__} for tally in ran.tallies]


EXPECTED = as_data(run(ENTRIES, games=37, seed=1))


class Crew:
    """Plays parts in another order, and does whatever else a test asks of it."""

    workers = 3

    def __init__(self, order, what_becomes):
        self._order, self._becomes = order, what_becomes
        self._dice, self._held = random.Random(5), []
        self.given = []

    def at_work(self):
        import contextlib

        return contextlib.nullcontext(self)

    def free(self):
        return 5 - len(self._held)

    def give(self, part):
        self._held.append(part)
        self.given.append(part.number)

    def replies(self):
        part = self._held.pop(self._dice.randrange(len(self._held)))
        return self._becomes(part, self._order.play(part), self.given.count(part.number))


def through(what_becomes, games=37):
    made = []

    def crew(order):
        made.append(Crew(order, what_becomes))
        return made[0]

    return as_data(run(ENTRIES, games=games, seed=1, executor=crew)), made[0]


def test_the_order_of_answers_does_not_matter():
    found, crew = through(lambda part, answer, _: [(part, answer)])
    assert found == EXPECTED
    assert sorted(crew.given) == list(range(len(crew.given)))


def test_an_answer_that_comes_twice_counts_once():
    late = []

    def twice(part, answer, _):
        late.append((part, answer))
        return [(part, answer), *late]

    assert through(twice)[0] == EXPECTED


def test_a_lost_part_is_asked_for_again():
    found, crew = through(
        lambda part, answer, time: [(part, answer if part.number % 3 or time == TRIES else Lost("gone"))]
    )
    assert found == EXPECTED
    assert {crew.given.count(number) for number in range(0, max(crew.given), 3)} == {TRIES}


def test_a_part_that_is_lost_again_and_again_ends_the_series_with_the_games_before_it():
    def crew(order):
        return Crew(
            order, lambda part, answer, _: [(part, Lost("its worker has gone") if part.number == 4 else answer)]
        )

    ran = run(ENTRIES, games=37, seed=1, executor=crew)
    told = r"its worker has gone while it played (?:game (\d+)|games (\d+) to \d+) of the series"
    lost = re.fullmatch(told, ran.lost)
    assert ran.partial
    before = int(lost[1] or lost[2]) - 1
    assert [tally.games for tally in ran.tallies] == [before] * len(ENTRIES)
    assert as_data(ran) == as_data(run(ENTRIES, games=before, seed=1))


def test_nothing_was_played_by_those_who_are_gone():
    with pytest.raises(TilekitError, match=r"^its worker has gone while it played game 1 of the series$"):
        through(lambda part, _, __: [(part, Lost("its worker has gone"))])


class Failing(concurrent.futures.ThreadPoolExecutor):
    """Takes so many parts, and then breaks."""

    left = 5

    def submit(self, fn, /, *args, **kwargs):
        self.left -= 1
        if self.left < 0:
            raise concurrent.futures.BrokenExecutor("the last worker was killed")
        return super().submit(fn, *args, **kwargs)


@pytest.mark.parametrize(
    "ask",
    [
        lambda executor: simulate(MERGE, games=300, executor=executor),
        lambda executor: sweep(MERGE, ["constants.stone_every=8,9"], games=300, executor=executor),
    ],
)
def test_when_those_who_play_are_gone_the_games_so_far_are_reported(ask):
    with Failing(1) as executor, pytest.raises(CutShort) as caught:
        ask(executor)
    assert str(caught.value) == ("the executor takes no more parts: BrokenExecutor: the last worker was killed")
    report = caught.value.report
    assert report["partial"] is True
    assert 0 < report["games"] < 300
    with pytest.raises(CutShort):
        raise pickle.loads(pickle.dumps(caught.value))
    if "points" not in report:
        assert {**report, "partial": False} == simulate(MERGE, games=report["games"])


def test_tuning_reports_what_was_tried_when_those_who_play_are_gone():
    executor = Failing(1)
    executor.left = 40
    with executor, pytest.raises(CutShort) as caught:
        tune(MERGE, "constants.stone_every=5..40", target=300, games=12, executor=executor)
    assert caught.value.report["partial"] is True
    assert caught.value.report["tried"]


def test_the_first_failure_of_the_series_is_told():
    def fails(part, answer, _):
        return [(part, TilekitError(f"part {part.number}") if part.number in (3, 5, 6, 9) else answer)]

    with pytest.raises(TilekitError, match=r"^part 3$"):
        through(fails)


def test_rows_are_heard_in_order_and_once():
    heard = []
    run(ENTRIES, games=37, seed=1, jobs=2, heard=lambda first, rows: heard.append((first, [list(r) for r in rows])))
    assert [first for first, _ in heard] == [sum(len(rows[0]) for _, rows in heard[:i]) for i in range(len(heard))]
    for i, entry in enumerate(ENTRIES):
        together = [row for _, rows in heard for row in rows[i]]
        assert together == list(entry.player().play(1, 0, 37))


def test_many_rounds_are_put_together(monkeypatch):
    monkeypatch.setattr(series, "_KEPT", 4)
    monkeypatch.setattr(series, "_LARGEST_PART", 2)
    assert as_data(run(ENTRIES, games=37, seed=1)) == EXPECTED


# ---------------------------------------------------------------- executors


@pytest.mark.parametrize("kind", [concurrent.futures.ThreadPoolExecutor, concurrent.futures.ProcessPoolExecutor])
def test_an_executor_plays_the_same_games(kind):
    expected = simulate(MERGE, games=60, seed=9)
    context = {} if kind is concurrent.futures.ThreadPoolExecutor else {"mp_context": _spawning()}
    with kind(2, **context) as executor:
        assert simulate(MERGE, games=60, seed=9, executor=executor) == expected
        # It is left as it was found.
        assert executor.submit(int, "7").result() == 7


def _spawning():
    import multiprocessing

    return multiprocessing.get_context("spawn")


def test_threads_do_not_share_a_program():
    with concurrent.futures.ThreadPoolExecutor(4) as executor:
        found = {
            report(play([(MERGE, "random")], games=80, seed=2, executor=executor)[0])["score"]["mean"] for _ in range(4)
        }
    assert found == {simulate(MERGE, games=80, seed=2)["score"]["mean"]}


def test_an_executor_that_takes_nothing_more_is_an_error():
    executor = concurrent.futures.ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(TilekitError, match=r"^the executor takes no more parts: RuntimeError: cannot schedule"):
        simulate(MERGE, games=3, executor=executor)


class Odd(concurrent.futures.Executor):
    """Answers at once, with whatever a test wants of it."""

    def __init__(self, answer):
        self._answer = answer

    def submit(self, fn, /, *args, **kwargs):
        future = concurrent.futures.Future()
        self._answer(future)
        return future


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda f: f.set_exception(concurrent.futures.BrokenExecutor("a process died")),
         "the executor broke: BrokenExecutor: a process died"),
        (lambda f: f.set_exception(ValueError("no such module")),
         "a part of the simulation failed in the executor: ValueError: no such module"),
        (lambda f: f.set_result(7), "the executor gave int for a part; is it another version of tilekit?"),
        (lambda f: f.cancel() and f.set_running_or_notify_cancel(),
         "a worker of the executor went away while it played game 1 of the series"),
        (lambda f: f.set_exception(type("KilledWorker", (Exception,), {})("on 2 workers")),
         "a worker of the executor went away while it played game 1 of the series"),
    ],
)  # fmt: skip
def test_what_an_executor_could_not_do_is_told(answer, told):
    with pytest.raises(TilekitError) as caught:
        simulate(MERGE, games=3, executor=Odd(answer))
    assert str(caught.value) == told


def test_who_is_gone_is_waited_for_no_longer():
    never = concurrent.futures.ThreadPoolExecutor(1)
    hold = threading.Event()
    never.submit(hold.wait)
    try:
        with pytest.raises(TilekitError, match=r"^the cluster is gone; 2 parts of the simulation lost with it$"):
            run(
                ENTRIES[:1], games=9, seed=1,
                executor=lambda order: Futures(order, never, width=lambda: 1, gone=lambda: "the cluster is gone"),
            )  # fmt: skip
    finally:
        hold.set()
        never.shutdown()


def test_a_part_whose_ruleset_cannot_be_loaded_there_says_so():
    order = Order([Entry(MERGE, "random", "interpreted", 5)], 0, rows=False)
    sent = order.entries[0].__getstate__()
    assert (sent["rules"], sent["_player"]) == (None, None)
    entry = object.__new__(Entry)
    entry.__dict__.update(sent, _source=("format = 2", "other.toml", None))
    answer = play_part(entry, 0, Part(0, 0, 0, 3))
    assert isinstance(answer, tilekit.RulesetError)


def test_parts_in_words():
    assert [str(Part(0, 0, 4, 5)), str(Part(0, 0, 4, 9))] == ["game 5", "games 5 to 9"]


def test_a_bot_draws_from_a_stream_of_its_own(monkeypatch):
    """The k-th draw of a game depends on its seed and on k, whatever the game has drawn."""
    bounds, drawn = (10, 2**32, 7), []

    def choose(game, draw):
        drawn.append([draw(n) for n in bounds])
        return game.legal_actions()[0]

    monkeypatch.setattr(parts, "bot_named", lambda _name: SimpleNamespace(choose=choose, note=None))
    parts.Player(MERGE, "mine", "interpreted", 3).play(5, 2, 4)
    assert drawn == [
        [bounded(nth_seed(5, game), stream_number("bot"), 0, 3 * turn + i, n) for i, n in enumerate(bounds)]
        for game in (2, 3)
        for turn in range(3)
    ]


def test_the_same_bot_twice_is_a_mistake():
    with pytest.raises(tilekit.UsageError, match=r"^the bot random is named twice$"):
        simulate(MERGE, games=1, bot=["random", "random"])


def test_the_lane_goes_by_the_size_of_the_work(monkeypatch):
    def lane(rules, seconds, games, most=100_000):
        times = iter([0.0, seconds])
        monkeypatch.setattr(series, "time", SimpleNamespace(perf_counter=lambda: next(times)))
        return series.lane_for(series.seconds_for(rules, games, most))

    # A game of Merge is played to its end; so many of a thousandth of a second each take four seconds.
    lanes = ["interpreted", "kept", "kept", "auto"]
    assert [lane(MERGE, 1 / 1024, games) for games in (1023, 1024, 4095, 4096)] == lanes
    # Random play puts out no lamps: of a game that is cut after 100,000 actions the first 2,000 are looked at.
    dark = tilekit.load("dark")
    assert [lane(dark, 1 / 64, games) for games in (1, 5, 6)] == ["interpreted", "kept", "auto"]
    assert lane(dark, 1 / 64, 6, most=10_000) == "interpreted"

    def fails(_s):
        raise ValueError("a mechanic's mistake")

    rules = tilekit.load("merge")
    begin = rules.engine.silent_program.begin
    monkeypatch.setitem(rules.engine.__dict__, "silent_program", SimpleNamespace(begin=begin, turn=fails))
    assert lane(rules, 1.0, 1_000_000) == "interpreted"
    monkeypatch.undo()
    (few,) = play([(MERGE, "random")], games=2)
    assert (few.lane, few.note) == ("interpreted", "2 games are too few to compile for")
    (asked,) = play([(MERGE, "random")], games=2, lane="interpreted")
    assert (asked.lane, asked.note) == ("interpreted", "")


@pytest.mark.parametrize("jobs", [1, 2])
def test_machine_code_on_disk_counts(monkeypatch, tmp_path, jobs):
    monkeypatch.setenv("TILEKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(study, "seconds_for", lambda *_: 2.0)

    def lane(text=RULESET):
        (played,) = play([(tilekit.loads(text), "random")], games=3, jobs=jobs)
        return played.lane, played.note

    few = ("interpreted", "3 games are too few to compile for")
    assert lane() == few
    assert not (tmp_path / "cache").exists(), "nothing was compiled"
    assert tilekit.loads(RULESET).engine.compiled.note == ""
    assert lane() == ("compiled", "")
    assert lane(RULESET.replace("pay = 3", "pay = 4")) == few, "other rules"
    monkeypatch.setattr(study, "seconds_for", lambda *_: 0.5)
    assert lane() == few, "numba alone takes longer to import"
    monkeypatch.setattr(study, "seconds_for", lambda *_: 2.0)
    for program in (tmp_path / "cache").iterdir():
        program.rename(program.with_name("0" * 40))  # as where what a mechanic does has changed since
    assert lane() == few
    assert len(list((tmp_path / "cache").iterdir())) == 1


def test_each_ruleset_of_a_sweep_takes_its_own_machine_code_or_none(monkeypatch, tmp_path):
    monkeypatch.setenv("TILEKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(study, "seconds_for", lambda *_: 2.0)
    rules = tilekit.loads(RULESET)
    assert rules.engine.compiled.note == ""
    who = [(tilekit.loads(RULESET.replace("pay = 3", f"pay = {pay}")), "random") for pay in (2, 3, 4)]
    assert [played.lane for played in play(who, games=3)] == ["interpreted", "compiled", "interpreted"]
    assert len(list((tmp_path / "cache").iterdir())) == 1


class Arrays:
    """A surveyor that answers with arrays, as one that is compiled does."""

    lane, note = "compiled", ""

    def __init__(self, surveyor):
        self.columns, self._surveyor = surveyor.columns, surveyor

    def survey(self, seeds, most):
        import numpy as np

        return np.array(self._surveyor.survey(seeds, most), dtype=np.int64)


def test_rows_may_come_as_arrays(monkeypatch):
    from tilekit.lab.report import GameRows, csv_text
    from tilekit.lab.study import frame_of

    def asked():
        heard = []
        csv = GameRows(MERGE, frame_of(MERGE, 40), ["random"], 3)
        found = play(
            [(MERGE, "random")], games=50, seed=3, max_actions=40,
            heard=lambda first, rows: heard.append(csv_text(csv.rows(first, rows))),
        )  # fmt: skip
        return report(found[0]), "".join(heard), found[0].lane

    expected = asked()
    real = Engine.surveyor
    monkeypatch.setattr(Engine, "surveyor", lambda engine, lane="auto": Arrays(real(engine, lane)))
    assert asked() == (*expected[:2], "compiled")


def test_ctrl_c_leaves_the_same_games_of_each_bot():
    played = 0

    def stop(number):
        nonlocal played
        played += number
        if played >= 20:
            raise KeyboardInterrupt

    ran = run(ENTRIES, games=1000, seed=1, jobs=2, progress=stop)
    assert ran.partial
    assert as_data(ran) == as_data(run(ENTRIES, games=played // 2, seed=1))


def test_the_seed_of_a_series_may_be_a_text():
    assert simulate(MERGE, games=3, seed="abc") == simulate(MERGE, games=3, seed=seed_from("abc"))


@pytest.mark.parametrize("seed", [-1, 1 << 63, 1.5, True, None])
def test_what_is_no_seed_is_refused(seed):
    with pytest.raises(tilekit.UsageError, match=r"^a seed is "):
        simulate(MERGE, games=3, seed=seed)


@pytest.mark.parametrize("asked", [{"games": 2.5}, {"games": True}, {"games": 2, "jobs": "2"}, {"games": 0}])
def test_what_is_no_number_is_refused(asked):
    with pytest.raises(tilekit.UsageError, match=r"^(games|jobs) is .*; expected a whole number, 1 or more$"):
        simulate(MERGE, **asked)


#: A series whose process is killed: by one of its workers, which then plays for ever, or when a large answer has come.
KILLED = """
import os, signal, sys, tilekit
from tilekit.lab import parts, simulate
own, how = os.getpid(), sys.argv[1]
def kill(*_):
    try:
        os.kill(own, signal.SIGKILL)
    except ProcessLookupError:
        pass
def play(*_):
    kill()
    while True:
        pass
if how == "playing":
    parts.Player.play = play
else:
    parts.play_part.__globals__["Tally"].__reduce__ = lambda tally: (len, (bytes(1 << 22),))
    tilekit.lab.crews.Processes._reply = kill
print("begun", flush=True)
simulate.simulate(tilekit.load("merge"), games=10**8, jobs=3, start_method="fork")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.parametrize("how", ["playing", "answering"])
def test_no_process_outlives_the_one_that_started_it(how):
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, how], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        try:  # the streams end when the last process that holds them has
            said, errors = process.communicate(timeout=60)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, said, errors) == (-signal.SIGKILL, b"begun\n", b"")


def test_machine_code_that_is_waited_for_is_counted():
    told, progress = [], []
    rules = tilekit.load("merge")
    sweep(rules, ["constants.stone_every=8..10"], games=2, lane="interpreted", prepared=lambda *one: told.append(one))
    assert told == []
    twins = [(rules.rebuild(), "random"), (rules.rebuild(), "random"), (rules.rebuild(), "greedy")]
    play(
        twins,
        games=2,
        lane="compiled",
        prepared=lambda *one: told.append((*one, sum(progress))),
        progress=progress.append,
    )
    assert told == [(0, 2, 0), (0, 2, 0), (1, 2, 0), (2, 2, 0)]
    assert sum(progress) == 6


def test_machine_code_that_is_built_for_processes_is_counted_as_it_is_built(monkeypatch):
    events = []
    entries = [Entry(MERGE.rebuild(), "random", "compiled", 30) for _ in range(2)]
    real = Entry.player
    monkeypatch.setattr(Entry, "player", lambda entry: events.append("built") or real(entry))
    run(entries, games=4, seed=1, jobs=2, start_method="fork", prepared=lambda *one: events.append(one))
    assert events == [(0, 2), "built", (1, 2), "built", (2, 2)]
