"""`tilekit simulate`: one report for any number of processes, and a clean end however it comes."""

import contextlib
import json
import multiprocessing
import os
import pkgutil
import pty
import re
import select
import signal
import subprocess
import sys
from itertools import count

import pytest
from tests.cli.running import ROOT, child, command, environment, plugin, without_traceback

import tilekit
from tilekit.chance import nth_seed
from tilekit.cli.signals import Ending
from tilekit.lab import study
from tilekit.lab.report import table
from tilekit.lab.simulate import Interrupted, simulate

GARDEN = tilekit.loads((ROOT / "src/tilekit/cli/starter.py").read_text(encoding="utf-8").split("'''")[1]
                       .removeprefix("\\\n").format(id="garden", title="Garden"))  # fmt: skip


def test_a_report_is_what_the_library_gives(cli, garden):
    data = simulate(tilekit.load("./garden.toml"), games=20, seed=3)
    assert cli("simulate", "garden.toml", "--games", "20", "--seed", "3") == (0, table(data) + "\n", "")
    assert cli("simulate", "garden.toml", "--games", "20", "--seed", "3", "--json") == (
        0,
        json.dumps(data, indent=2) + "\n",
        "",
    )


@pytest.mark.parametrize("ruleset", ["2048", "merge", "ninek", "sum10"])
def test_the_report_does_not_hang_on_the_number_of_jobs(cli, ruleset):
    reports = {
        cli("simulate", ruleset, "--games", "23", "--max-actions", "60", "--json", "--jobs", jobs)
        for jobs in (1, 2, 3, 40)
    }
    ((status, out, err),) = reports
    assert (status, err) == (0, "")
    assert json.loads(out)["games"] == 23


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_the_report_does_not_hang_on_how_processes_are_started(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    expected = simulate(GARDEN, games=12, seed=5)
    # In a process of its own: starting servers and closing their pipes is nothing this one should remember.
    code = (
        "import json, sys\n"
        "from tilekit.cli.starter import write\n"
        "from tilekit.lab.simulate import simulate\n"
        "import pathlib, tempfile, tilekit\n"
        "if __name__ == '__main__':\n"
        "    with tempfile.TemporaryDirectory() as folder:\n"
        "        rules = tilekit.load(str(write(pathlib.Path(folder) / 'garden')))\n"
        "        print(json.dumps(simulate(rules, games=12, seed=5, jobs=2, start_method=sys.argv[1])))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, method], capture_output=True, env=environment(), check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == expected


def test_games_are_cut(cli):
    data = json.loads(cli("simulate", "ninek", "--games", "3", "--max-actions", "2", "--json").out)
    assert (data["reasons"], data["actions"]["most"]) == ({"cut": 3}, 2)


def test_progress_adds_up():
    steps = []
    simulate(GARDEN, games=30, jobs=2, progress=steps.append)
    assert sum(steps) == 30


# ---------------------------------------------------------------- wrong use


def test_an_unknown_bot(cli):
    told = 'no bot is called "rnadom"; there are greedy, lookahead, mcts, random; did you mean "random"?\n'
    assert cli("simulate", "merge", "--bot", "rnadom") == (2, "", told)


@pytest.mark.parametrize("name", ["games", "jobs", "max_actions"])
def test_numbers_below_1(cli, name):
    with pytest.raises(tilekit.UsageError, match=f"^{name} is 0; expected a whole number, 1 or more$"):
        simulate(GARDEN, **{"games": 1, name: 0})
    status, out, err = cli("simulate", "merge", f"--{name.replace('_', '-')}", "0")
    assert (status, out) == (2, "")
    assert err.startswith("Usage: tilekit simulate [OPTIONS] RULESET\n")


# ---------------------------------------------------------------- bots that fail

BOTS = """
import os, signal, sys, time
import tilekit
from tilekit.chance import nth_seed

def rude(game, draw):
    if game.turn == 2 and game.seed % 3 == 0:
        raise ValueError("three is too much")
    return game.legal_actions()[draw(len(game.legal_actions()))]

def cheat(game, draw):
    return "drop r1c1"

def leave(game, draw):
    sys.exit(7)

def die(game, draw):
    os.kill(os.getpid(), signal.SIGKILL)

def die_once(game, draw):
    if game.turn == 20 and game.seed % 5 == 0:
        try:
            os.close(os.open(os.environ["DIED"], os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return game.legal_actions()[draw(len(game.legal_actions()))]

def meddle(game, draw):
    game.play(game.legal_actions()[0])
    return game.legal_actions()[0]

def back(game, draw):
    return "undo" if game.can_undo else game.legal_actions()[0]

def slow(game, draw):
    os.write(1, b"at it")
    time.sleep(600)

@tilekit.hookimpl
def tilekit_bots():
    return [tilekit.Bot(f.__name__, "for tests", f) for f in (rude, cheat, leave, die, die_once, meddle, back, slow)]
"""


@pytest.fixture
def bots(tmp_path):
    plugin(tmp_path, "bots", BOTS)
    return tmp_path


def first_rude_game():

    return next((i, seed) for i in range(100) if (seed := nth_seed(0, i)) % 3 == 0)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_a_bot_that_raises_is_told_with_its_seed_and_action(bots, jobs):
    index, seed = first_rude_game()
    done = child("simulate", "merge", "--games", "40", "--bot", "rude", "--jobs", jobs, PYTHONPATH=bots)
    status, out, err = without_traceback(done)
    assert (status, out) == (2, "")
    assert err == (
        f"bot rude: failed in game {index + 1} of the series: merge, action 3: ValueError: three is too much; "
        f"the seed of that game is {seed}\n"
    )


@pytest.mark.parametrize(
    ("bot", "cause"),
    [("cheat", "action 2: IllegalAction: drop r1c1: r1c1: the cell is taken"), ("leave", "action 1: SystemExit: 7")],
)
def test_a_bot_that_breaks_the_rules_is_told(bots, bot, cause):

    told = f"bot {bot}: failed in game 1 of the series: merge, {cause}; the seed of that game is {nth_seed(0, 0)}\n"
    for jobs in (1, 2):
        done = child("simulate", "merge", "--games", "9", "--bot", bot, "--jobs", jobs, PYTHONPATH=bots)
        assert without_traceback(done) == (2, "", told)


def test_a_process_that_dies_is_an_error_and_no_hang(bots):
    done = child("simulate", "merge", "--games", "9", "--bot", "die", "--jobs", "2", PYTHONPATH=bots)
    assert without_traceback(done) == (
        2,
        "",
        (
            "merge: a process of the simulation died (killed by SIGKILL) while it played game 1 of the series; "
            f'the seed of that game is {nth_seed(0, 0)}; it ran the bot "die" (of the plugin bots)\n'
        ),
    )


def test_a_process_that_dies_once_costs_nothing(bots):
    expected = child("simulate", "merge", "--games", "60", "--json").stdout.replace(b'"random"', b'"die_once"')
    done = child("simulate", "merge", "--games", "60", "--bot", "die_once", "--jobs", "2", "--json",
                 PYTHONPATH=bots, DIED=str(bots / "died"))  # fmt: skip
    assert (bots / "died").exists()
    assert (done.returncode, done.stderr, done.stdout) == (0, b"", expected)


@pytest.mark.parametrize(
    ("bot", "action", "cause"),
    [
        ("back", 2, "IllegalAction: undo: a bot plays on and takes nothing back"),
        ("meddle", 1, "UsageError: it has played on the game it was shown; it may play on a fork"),
    ],
)
def test_a_bot_that_plays_otherwise_than_it_says(bots, bot, action, cause):
    done = child("simulate", "merge", "--games", "3", "--bot", bot, "--max-actions", "1" if bot == "meddle" else "9",
                 PYTHONPATH=bots)  # fmt: skip
    where = f"game 1 of the series: merge, action {action}"
    told = f"bot {bot}: failed in {where}: {cause}; the seed of that game is {nth_seed(0, 0)}\n"
    assert without_traceback(done) == (2, "", told)


# ---------------------------------------------------------------- Ctrl-C


def end(process):
    """Kills whatever a failed test has left."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


ENDING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("way", ENDING)
@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("to", ["the group", "the parent alone", "the group, twice"])
def test_ctrl_c_and_its_like_end_all_of_it_at_once(bots, jobs, to, way):
    # The bots say when they are at it and would be for ten minutes.
    process = subprocess.Popen(
        command("simulate", "merge", "--games", "30", "--bot", "slow", "--jobs", jobs),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(PYTHONPATH=str(bots)), start_new_session=True,
    )  # fmt: skip
    try:
        seen = b""
        while seen.count(b"at it") < jobs:
            more = os.read(process.stdout.fileno(), 4096)
            assert more, process.stderr.read()
            seen += more
        if to == "the parent alone":
            process.send_signal(way)
        else:
            os.killpg(process.pid, way)
        if to == "the group, twice":
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, way)
        # This waits until nobody is left who could write: no process of the series is.
        out, err = process.communicate(timeout=30)
        assert (process.returncode, seen.replace(b"at it", b"") + out, err.strip()) == (
            128 + way,
            b"",
            b"interrupted",
        )
    finally:
        end(process)


@pytest.mark.parametrize("way", ENDING)
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_reports_the_games_played_until_then(monkeypatch, cli, garden, jobs, way):
    rules = tilekit.load("./garden.toml")
    done = 0

    def stop_after_some(number):
        nonlocal done
        done += number
        if done >= 8:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        simulate(rules, games=40, seed=3, jobs=jobs, progress=stop_after_some)
    partial = caught.value.report
    assert partial == {**simulate(rules, games=done, seed=3), "partial": True}
    before = signal.getsignal(way)
    real = study.play
    done = 0

    def signal_after_some(number):
        nonlocal done
        done += number
        if done >= 8:
            signal.raise_signal(way)

    monkeypatch.setattr(study, "play", lambda *a, **k: real(*a, **{**k, "progress": signal_after_some}))
    told = cli("simulate", "garden.toml", "--games", "40", "--seed", "3", "--jobs", jobs)
    # How many games a part has, and so how many were played, depends on how fast the machine is.
    assert told == (
        128 + way,
        table({**simulate(rules, games=done, seed=3), "partial": True}) + "\n",
        f"interrupted: this is the report of {done} of 40 games\n",
    )
    assert signal.getsignal(way) is before


@pytest.mark.parametrize("way", ENDING)
@pytest.mark.parametrize(
    ("arguments", "stops", "after", "told", "shown"),
    [
        (
            ("sweep", "garden.toml", "--set", "grid.rows=4,5", "--games", "40"), "tilekit.lab.series._Sizes.took", 3,
            "interrupted: these are the figures of 1 of 40 games of each", "partial",
        ),
        (
            ("tune", "garden.toml", "--set", "grid.rows=4,5", "--games", "3", "--target", "9"), "tilekit.lab.tune.play",
            1, "interrupted: this is what was tried until then", "partial",
        ),
        (("test", "garden.toml"), "tilekit.conformance.check", 0, "interrupted", "all passed"),
    ],
)  # fmt: skip
def test_every_long_command_ends_with_what_it_has(
    monkeypatch, cli, garden, way, arguments, stops, after, told, shown
):  # fmt: skip
    calls, real = count(1), pkgutil.resolve_name(stops)
    monkeypatch.setattr(stops, lambda *a, **k: signal.raise_signal(way) if next(calls) > after else real(*a, **k))
    status, out, err = cli(*arguments)
    assert (status, err.strip(), shown in out) == (128 + way, told, True)


def test_a_signal_that_is_ignored_stays_so(monkeypatch, cli, garden):
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup has it
    try:
        monkeypatch.setattr("tilekit.conformance.check", lambda *_, **__: signal.raise_signal(signal.SIGHUP) or [])
        assert cli("test", "garden.toml")[::2] == (0, "")
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_second_signal_at_once_is_the_same_request():
    # As from GNU timeout, which signals the process and then its group.
    came = []
    with Ending() as ending:
        for number in (signal.SIGTERM, signal.SIGTERM, signal.SIGHUP):
            try:
                signal.raise_signal(number)
            except KeyboardInterrupt:
                came.append(number)
    assert (came, ending.number, ending.status(130), ending.status(0)) == ([signal.SIGTERM], signal.SIGTERM, 143, 0)


def test_a_parent_that_is_killed_leaves_no_process_behind(bots):
    code = BOTS.replace("time.sleep(600)", "return game.legal_actions()[0]")
    (bots / "bots.py").write_text(code, encoding="utf-8")
    process = subprocess.Popen(
        command("simulate", "merge", "--games", "1000000", "--bot", "slow", "--jobs", "2"),
        stdout=subprocess.PIPE, env=environment(PYTHONPATH=str(bots)), start_new_session=True,
    )  # fmt: skip
    try:
        os.read(process.stdout.fileno(), 6)
        process.kill()
        # The pipe closes once nobody is left to write to it.
        while os.read(process.stdout.fileno(), 1 << 20):
            pass
        process.wait(timeout=30)
    finally:
        end(process)


# ---------------------------------------------------------------- progress on a terminal


def in_terminal(arguments, **changes):
    """What a command writes to stderr where that is a terminal, and its results."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=theirs, env=environment(**changes))
    os.close(theirs)
    written = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            data = os.read(ours, 65536)
        except OSError:
            break
        if not data:
            break
        written += data
    out = process.stdout.read()
    process.stdout.close()
    os.close(ours)
    return process.wait(timeout=60), out, written


def test_progress_is_shown_on_a_terminal_only():
    arguments = command("simulate", "merge", "--games", "60")
    status, out, written = in_terminal(arguments, TERM="xterm-256color")
    assert status == 0
    assert b"60/60" in written
    plain = child("simulate", "merge", "--games", "60")
    assert (plain.returncode, plain.stdout, plain.stderr) == (0, out, b"")
    assert in_terminal(arguments, TERM="dumb") == (0, out, b"")


def test_the_progress_of_a_test_is_shown_on_a_terminal_only():
    arguments = command("test", "2048", "--examples", "4")
    status, out, written = in_terminal(arguments, TERM="xterm-256color")
    assert (status, out.decode().splitlines()[-1]) == (0, "2048: 19 properties, all hold")
    shown = written.decode()
    assert re.findall(r"[0-9]/4", shown)[:2] == ["0/4", "1/4"]
    assert "4/4" in shown
    parts = ["play", "same-play-same-game", "every-frontend-draws", "spawn-tables"]
    assert sorted(parts, key=shown.index) == parts  # so that a slow part is named while it runs
    plain = child("test", "2048", "--examples", "4")
    assert (plain.returncode, plain.stdout, plain.stderr) == (0, out, b"")
