"""A real cluster on this machine: a scheduler and two workers, each a process that can be killed."""

import contextlib
import json
import os
import re
import select
import subprocess
import sys

import pytest
from tests.cli.running import child, environment, plugin, without_traceback

import tilekit
from tilekit.lab.executors import executor_at
from tilekit.lab.simulate import CutShort, simulate

pytestmark = pytest.mark.slow

MERGE = tilekit.load("merge")
#: What a process of a cluster may take to be there, in seconds.
DEADLINE = 60


class Cluster:
    """The processes of a cluster."""

    def __init__(self, folder, **changes):
        self._folder, self._changes = folder, changes
        self.scheduler, line = self._started("dask_scheduler", "Scheduler at:", "--host", "127.0.0.1", "--port", "0")
        self.address = line.split()[-1].replace("tcp://", "dask://")
        self.workers = []

    def add_worker(self):
        place = self.address.replace("dask://", "tcp://")
        process, _ = self._started(
            "dask_worker", "Registered to:", place, "--no-nanny", "--nthreads", "1", "--local-directory", self._folder
        )
        self.workers.append(process)

    def _started(self, module, ready, *arguments):
        """A process, and the line in which it says that it is there."""
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard", *map(str, arguments)]
        process = subprocess.Popen(
            command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
            env=environment(DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="1", **self._changes),
        )  # fmt: skip
        seen = b""
        while True:
            assert select.select([process.stderr], [], [], DEADLINE)[0], seen
            more = os.read(process.stderr.fileno(), 65536)
            assert more, seen
            seen += more
            for line in seen.decode().splitlines():
                if ready in line and seen.endswith(b"\n"):
                    return process, line

    def end(self):
        for process in (*self.workers, self.scheduler):
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.wait()
            process.stderr.close()


@pytest.fixture
def cluster(tmp_path):
    made = Cluster(tmp_path)
    try:
        made.add_worker()
        made.add_worker()
        yield made
    finally:
        made.end()


def test_a_cluster_plays_the_same_games_and_a_killed_worker_loses_none(cluster):
    expected = simulate(MERGE, games=1500, seed=6)
    played, killed = 0, False

    def kill_one(number):
        nonlocal played, killed
        played += number
        if played > 200 and not killed:
            killed = True
            cluster.workers[0].kill()

    with executor_at(cluster.address) as executor:
        found = simulate(MERGE, games=1500, seed=6, executor=executor, progress=kill_one)
    assert found == expected
    assert (killed, played) == (True, 1500)
    assert cluster.workers[0].wait(DEADLINE) == -9
    # The one that is left still plays, and no connection was left open to the other.
    with executor_at(cluster.address) as executor:
        assert simulate(MERGE, games=20, seed=6, executor=executor) == simulate(MERGE, games=20, seed=6)


def test_an_executor_of_a_client_of_ones_own(cluster):
    from distributed import Client

    with Client(cluster.address.replace("dask://", "tcp://"), set_as_default=False) as client:
        found = simulate(MERGE, games=40, executor=client.get_executor())
    assert found == simulate(MERGE, games=40)


def test_a_scheduler_that_goes_away_is_an_error_in_bounded_time(cluster):
    def kill_it(_):
        cluster.scheduler.kill()

    with (
        executor_at(cluster.address, patience=2) as executor,
        pytest.raises(tilekit.TilekitError, match=rf"^{cluster.address}: the .*scheduler "),
    ):
        simulate(MERGE, games=1_000_000, executor=executor, progress=kill_it)


def test_a_cluster_whose_workers_are_killed_leaves_the_report_of_the_games_before(cluster):
    def kill_them(_):
        for worker in cluster.workers:
            worker.kill()

    with executor_at(cluster.address, patience=2) as executor, pytest.raises(CutShort) as caught:
        simulate(MERGE, games=1_000_000, seed=6, executor=executor, progress=kill_them)
    report = caught.value.report
    assert report["partial"] is True
    assert report["games"] > 0
    assert {**report, "partial": False} == simulate(MERGE, games=report["games"], seed=6)
    assert re.fullmatch(
        rf"{cluster.address}: the cluster has had no worker for 2 seconds; \d+ parts? of the simulation lost with it|"
        r"a worker of the executor went away while it played games? \d+( to \d+)? of the series",
        str(caught.value),
    )


def test_a_cluster_without_workers_is_an_error_in_bounded_time(tmp_path):
    made = Cluster(tmp_path)
    try:
        with (
            executor_at(made.address, patience=1) as executor,
            pytest.raises(tilekit.TilekitError, match=r"the cluster has had no worker for 1 seconds; 2 parts"),
        ):
            simulate(MERGE, games=10, executor=executor)
    finally:
        made.end()


FAILING = """
import tilekit

class Ninth(tilekit.Settings):
    pass

def build(settings, b):
    put, now, dealt = b.put, b.now, b.dealt
    def act(s, here):
        if dealt(s) == 9:
            raise ValueError("the ninth tile")
        put(s, here, now(s))
        return 1
    return tilekit.Step(act, where="empty")

@tilekit.hookimpl
def tilekit_mechanics():
    return [tilekit.Mechanic("ninth", "fails at the ninth tile", Ninth, build, needs_cell=True)]
"""


def test_a_game_that_fails_on_a_worker_is_told_with_ruleset_seed_and_action(tmp_path):
    from tilekit.chance import nth_seed

    plugin(tmp_path, "ninth", FAILING)
    text = MERGE.document.text.replace('steps = ["place", "chain", "deal"]', 'steps = ["ninth", "chain", "deal"]')
    text = text[: text.index("[[invariants]]")].replace('id = "merge"', 'id = "ninth"')
    (tmp_path / "ninth.toml").write_text(text, encoding="utf-8")
    told = (
        'ninth: game 1 of the series failed: ninth, action 8: the mechanic "ninth" (kind "ninth") failed: '
        f"ValueError: the ninth tile; its seed is {nth_seed(0, 0)}\n"
    )
    made = Cluster(tmp_path, PYTHONPATH=tmp_path)
    try:
        made.add_worker()
        for more in ([], ["--jobs", "2"], ["--executor", made.address]):
            done = child("simulate", "ninth.toml", "--games", "30", *more, cwd=tmp_path, PYTHONPATH=tmp_path)
            assert without_traceback(done) == (2, "", told)
    finally:
        made.end()


def test_the_command_line_plays_on_a_cluster(cluster):
    here = child("simulate", "merge", "--games", "60", "--json")
    there = child("simulate", "merge", "--games", "60", "--json", "--executor", cluster.address)
    assert (there.returncode, there.stdout, there.stderr) == (0, here.stdout, b"")
    assert json.loads(here.stdout)["games"] == 60


def test_nobody_answers(monkeypatch):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"dask://127.0.0.1:{taken.getsockname()[1]}"
        with (
            pytest.raises(tilekit.TilekitError, match=rf"^{address}: no scheduler answers there: "),
            executor_at(address, patience=0.5),
        ):
            pass


@pytest.mark.parametrize("address", ["dask://", "tcp://127.0.0.1:1", "here"])
def test_what_is_no_address(address):
    told = f'"{address}" is no address of an executor; expected dask://HOST:PORT of a scheduler'
    with pytest.raises(tilekit.UsageError) as caught, executor_at(address):
        pass
    assert str(caught.value) == told


@pytest.mark.parametrize("port", ["", "abc", "0", "65536", "-1", "1.5"])
def test_an_address_without_a_port_is_refused_at_once(port):
    with pytest.raises(tilekit.UsageError) as caught, executor_at(f"dask://127.0.0.1:{port}"):
        pass
    assert str(caught.value) == (
        f'"dask://127.0.0.1:{port}" names no port; expected dask://HOST:PORT, a port from 1 to 65535'
    )


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(tilekit.UsageError) as caught, executor_at("dask://somewhere:8786"):
        pass
    assert str(caught.value) == (
        "dask://somewhere:8786: this needs distributed, which is not installed: pip install 'tilekit-engine[dask]'"
    )
