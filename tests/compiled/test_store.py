"""Machine code on disk: found again, never stale, never half a file, and nothing is lost where it cannot be kept."""

from __future__ import annotations

import errno
import multiprocessing
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba import types

import tilekit
from tilekit.compiled import store
from tilekit.compiled.kept import default_folder

#: Small, so that it compiles fast.
RULESET = """
format = 1
[game]
id = "tiny"
title = "Tiny"
version = 1
[grid]
rows = 2
columns = 3
adjacency = "orthogonal"
[constants]
pay = 3
[tiers]
chain = ["a", "b", "c"]
[queue]
shows = 1
from = "deal"
[spawn.deal]
weights = { a = 1 }
[actions.drop]
target = "cell"
where = "empty"
steps = ["place", "fuse", "deal"]
[mechanics]
fuse = { least = 2 }
[scoring]
fused = "pay"
[[end]]
when = "no_moves"
reason = "full"
"""


def start(ruleset: Path, told: str = "", **environment: str | None) -> str:
    """What a fresh process says: where its code came from, its score for seed 1, and its note.

    ``told`` is what it says on stderr.
    """
    script = (
        "import sys, tilekit\n"
        "from tilekit.compiled import store\n"
        "made = []\n"
        "inner = store._module\n"
        "store._module = lambda name, text, names: made.append(bool(names)) or inner(name, text, names)\n"
        "lane = tilekit.load(sys.argv[1]).engine.compiled\n"
        "score = int(lane.survey([1], 1000)[0, 0])\n"
        "print('compiled' if any(made) else 'found', score, lane.note, sep='|')\n"
    )
    env = {**os.environ, **{name: value for name, value in environment.items() if value is not None}}
    for name, value in environment.items():
        if value is None:
            env.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script, str(ruleset)],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, told)
    return done.stdout.strip()


@pytest.fixture
def ruleset(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(RULESET)
    return path


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def interpreted(ruleset: Path) -> int:
    return int(tilekit.load(ruleset).engine.surveyor("interpreted").survey([1], 1000)[0][0])


def test_a_second_start_finds_the_code_and_the_folder_does_not_grow(ruleset, cache):
    score = interpreted(ruleset)
    assert start(ruleset, TILEKIT_CACHE=str(cache)) == f"compiled|{score}|"
    files = sorted(path.relative_to(cache) for path in cache.rglob("*"))
    assert start(ruleset, TILEKIT_CACHE=str(cache), NUMBA_CACHE_DIR=str(cache)) == f"found|{score}|"
    assert sorted(path.relative_to(cache) for path in cache.rglob("*")) == files
    assert len(list(cache.iterdir())) == 1


def test_a_number_of_the_ruleset_changed_and_the_new_rules_run(ruleset, cache):
    start(ruleset, TILEKIT_CACHE=str(cache))
    before = interpreted(ruleset)
    ruleset.write_text(RULESET.replace("pay = 3", "pay = 5"))
    assert interpreted(ruleset) != before
    assert start(ruleset, TILEKIT_CACHE=str(cache)) == f"compiled|{interpreted(ruleset)}|"


def test_what_is_said_to_people_changes_no_code():
    other = RULESET.replace('title = "Tiny"', 'title = "Wee"  # another name')
    keys = [tilekit.loads(text).engine.compiled.key for text in (RULESET, other, RULESET.replace("pay = 3", "pay = 4"))]
    assert keys[0] == keys[1] != keys[2]


def broken(path: Path, how: str) -> None:
    """Breaks a file."""
    data = path.read_bytes()
    path.unlink()
    match how:
        case "cut off":
            path.write_bytes(data[: len(data) // 2])
        case "emptied":
            path.write_bytes(b"")
        case "scrambled":
            path.write_bytes(bytes(255 - byte for byte in data))
        case "gone":
            pass


#: A program that compiles at once.
TINY = """from numba import njit
@njit
def entry(x):
    return x + added
"""


def tiny(cache: Path, added: int = 1) -> tuple[bool, int]:
    """Whether a tiny program had to be compiled, and what it gives for 41."""
    asked: list[int] = []

    def names() -> dict[str, int]:
        asked.append(1)
        return {"added": added}

    entry = store.Store(cache).entry(f"tiny {added}", TINY, types.int64(types.int64), names)
    return bool(asked), entry(41)


@pytest.mark.parametrize("how", ["cut off", "emptied", "scrambled", "gone"])
def test_a_broken_file_is_made_again(cache, how):
    assert [tiny(cache), tiny(cache)] == [(True, 42), (False, 42)]
    (path,) = cache.iterdir()
    broken(path, how)
    assert [tiny(cache), tiny(cache)] == [(True, 42), (False, 42)]
    assert [*cache.iterdir()] == [path]


def test_whatever_byte_of_a_file_is_another_it_is_made_again_or_the_same(cache):
    tiny(cache)
    (path,) = cache.iterdir()
    data = path.read_bytes()
    for at in range(0, len(data), len(data) // 20):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert tiny(cache)[1] == 42
        assert tiny(cache) == (False, 42)


def test_another_key_is_another_program(cache):
    assert [tiny(cache, 1), tiny(cache, 2), tiny(cache, 1)] == [(True, 42), (True, 43), (False, 42)]


def test_what_lies_under_a_key_that_is_not_its_own_is_not_run(cache):
    tiny(cache, 1)
    (first,) = cache.iterdir()
    tiny(cache, 2)
    (second,) = (place for place in cache.iterdir() if place != first)
    shutil.copy(first, second)
    assert tiny(cache, 2) == (True, 43)


@pytest.mark.parametrize("what", ["a folder of files", "a link", "a link to nothing"])
def test_what_stands_in_a_programs_place_and_is_no_file_stays(cache, tmp_path, what):
    tiny(cache)
    (place,) = cache.iterdir()
    place.unlink()
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "thesis.txt").write_text("mine")
    match what:
        case "a folder of files":
            shutil.copytree(tmp_path / "theirs", place)
        case "a link":
            place.symlink_to(tmp_path / "theirs" / "thesis.txt")
        case "a link to nothing":
            place.symlink_to(tmp_path / "theirs" / "none.txt")
    before = contents(tmp_path)
    assert [tiny(cache), tiny(cache)] == [(True, 42), (True, 42)]
    assert contents(tmp_path) == before


def contents(folder: Path) -> dict[str, bytes | None]:
    """Everything that lies below a folder, with what is in it."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def test_a_folder_with_other_things_in_it_loses_none_of_them(cache, monkeypatch):
    monkeypatch.setattr(store, "_MOST", 3)
    name = "0123456789" * 4
    theirs = {
        ".ssh-keys/id": "key",
        "work/thesis.txt": "thesis",
        f"{name}/program.py": "print('mine')",
        f"tilekit-{name}.program/notes.txt": "mine",
        f"{name}.program": "mine",
        ".tilekit-0123456789abcdef.tmp/notes.txt": "mine",
        "tilekit.tmp": "mine",
    } | {f"d{i}/file": "" for i in range(9)}
    for path, text in theirs.items():
        (cache / path).parent.mkdir(parents=True, exist_ok=True)
        (cache / path).write_text(text)
    (cache / f"tilekit-{name[::-1]}.program").symlink_to(cache / "work" / "thesis.txt")
    for path in [*cache.rglob("*")]:
        os.utime(path, (1, 1))
    before = contents(cache)
    assert [tiny(cache, added)[0] for added in range(5)] == [True] * 5
    after = contents(cache)
    assert before.items() <= after.items()
    assert len(after) == len(before) + 3


def test_what_a_process_killed_while_it_wrote_has_left_goes_after_an_hour(cache):
    tiny(cache)
    left = [cache / f".tilekit-{i}123456789abcdef.tmp" for i in range(2)]
    for path in left:
        path.write_bytes(b"half")
    os.utime(left[0], (1, 1))
    assert tiny(cache) == (False, 42)
    tiny(cache, 2)
    assert [path.exists() for path in left] == [False, True]


def test_a_full_disk_is_said_and_leaves_nothing(cache, monkeypatch, caplog):
    def full(_handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("tilekit.errors.text._said", set())
    monkeypatch.setattr(os, "fsync", full)
    assert tiny(cache) == (True, 42)
    assert caplog.messages == [f"machine code is not kept in {cache}: No space left on device; {HELPS}"]
    assert [*cache.iterdir()] == []


KILLED = """
import os, signal, sys, tilekit
from tilekit.compiled import store
inner = store._module
def stop(name, text, names):
    if names:
        os.kill(os.getpid(), signal.SIGKILL)
    return inner(name, text, names)
store._module = stop
tilekit.load(sys.argv[1]).engine.compiled
"""


def test_a_process_killed_while_it_compiles_leaves_nothing(ruleset, cache):
    environment = {**os.environ, "TILEKIT_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", KILLED, ruleset], check=False, env=environment)
    assert (done.returncode, cache.exists()) == (-9, False)
    assert start(ruleset, TILEKIT_CACHE=str(cache)).startswith("compiled|")


#: SIGTERM while LLVM is at work, in a command.
TERMINATED = """
import signal, sys
from tilekit.compiled import store
inner = store._module
def stop(name, text, names):
    if names:
        signal.raise_signal(signal.SIGTERM)
    return inner(name, text, names)
store._module = stop
from tilekit.cli import main
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise")
def test_a_command_ended_while_it_compiles_leaves_nothing(ruleset, cache):
    arguments = ["simulate", str(ruleset), "--games", "3", "--lane", "compiled"]
    done = subprocess.run(
        [sys.executable, "-c", TERMINATED, *arguments],
        check=False, env={**os.environ, "TILEKIT_CACHE": str(cache)}, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.strip()) == (143, "", "interrupted")
    assert not cache.exists()


HELPS = "name another folder with TILEKIT_CACHE, or none (TILEKIT_CACHE=) to compile at each start"


@pytest.mark.parametrize(("below", "why"), [("file", "it is no folder"), ("file/cache", "Not a directory")])
def test_a_folder_that_cannot_be_made_is_said_in_one_line(ruleset, tmp_path, below, why):
    (tmp_path / "file").write_text("")
    note = f"machine code is not kept in {tmp_path / below}: {why}; {HELPS}"
    told = f"{note}\n"
    said = start(ruleset, told=told, TILEKIT_CACHE=str(tmp_path / below))
    assert said == f"compiled|{interpreted(ruleset)}|{note}"
    assert (tmp_path / "file").read_text() == ""


def test_a_folder_that_may_not_be_written_is_said_in_one_line(ruleset):
    if not Path("/proc/self").is_dir():
        pytest.skip("no folder here that nobody may write to")
    note = f"machine code is not kept in /proc/self/cache: No such file or directory; {HELPS}"
    said = start(ruleset, told=f"{note}\n", TILEKIT_CACHE="/proc/self/cache")
    assert said == f"compiled|{interpreted(ruleset)}|{note}"


def test_without_a_home_it_is_said_which_variable_helps(caplog, monkeypatch):
    monkeypatch.delenv("TILEKIT_CACHE")
    monkeypatch.setattr("tilekit.errors.text._said", set())
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: "~/.cache")
    assert default_folder() is None
    kept = store.Store(default_folder())
    for key in "ab":
        kept.entry(key, TINY, types.int64(types.int64), lambda: {"added": 1})
    note = "machine code is not kept: nobody can say where your home is; name a folder with TILEKIT_CACHE"
    assert (kept.note, caplog.messages) == (note, [note])


@pytest.mark.parametrize("method", sorted({"fork", "spawn"} & {*multiprocessing.get_all_start_methods()}))
def test_it_is_said_once_by_the_process_that_people_look_at(tmp_path, method):
    (tmp_path / "file").write_text("")
    paths = [tmp_path / "tiny.toml", tmp_path / "wee.toml"]
    for pay, path in enumerate(paths):
        path.write_text(RULESET.replace("pay = 3", f"pay = {pay}"))
    script = (
        "import sys, tilekit\n"
        "from tilekit.lab.simulate import simulate\n"
        "if __name__ == '__main__':\n"
        "    for path in sys.argv[2:]:\n"
        "        rules = tilekit.load(path)\n"
        "        simulate(rules, games=50, jobs=2, lane='compiled', start_method=sys.argv[1])\n"
    )
    (tmp_path / "script.py").write_text(script)
    done = subprocess.run(
        [sys.executable, "-W", "error", str(tmp_path / "script.py"), method, *map(str, paths)],
        env={**os.environ, "TILEKIT_CACHE": str(tmp_path / "file")}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = f"machine code is not kept in {tmp_path / 'file'}: it is no folder; {HELPS}\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, "", told)


@pytest.mark.parametrize("environment", [{"TILEKIT_CACHE": ""}, {"TILEKIT_CACHE": None, "HOME": None}])
def test_without_a_place_to_keep_it_code_is_compiled(ruleset, environment, tmp_path):
    if environment.get("TILEKIT_CACHE") is None:
        environment = environment | {"XDG_CACHE_HOME": str(tmp_path / "xdg")}  # a home may be found without HOME
    assert start(ruleset, **environment).startswith(f"compiled|{interpreted(ruleset)}|")


def test_many_processes_at_once_agree(ruleset, cache):
    script = (
        "import sys, tilekit\n"
        "print(int(tilekit.load(sys.argv[1]).engine.compiled.survey(range(50), 1000)[:, 0].sum()))\n"
    )  # fmt: skip
    env = {**os.environ, "TILEKIT_CACHE": str(cache)}
    command = [sys.executable, "-c", script, str(ruleset)]
    processes = [
        subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    said = [(*process.communicate(), process.returncode) for process in processes]
    expected = sum(row[0] for row in tilekit.load(ruleset).engine.surveyor("interpreted").survey(range(50), 1000))
    assert said == [(f"{expected}\n", "", 0)] * 4
    assert len(list(cache.iterdir())) == 1


#: Eight processes that find nothing and compile the same, in each of twenty folders; numba is loaded only once.
TOGETHER = """
import os, sys
from pathlib import Path
from tests.compiled.test_store import tiny
for n in range(20):
    folder = Path(sys.argv[1]) / str(n)
    children = []
    for _ in range(8):
        child = os.fork()
        if child == 0:
            os._exit(0 if tiny(folder)[1] == 42 else 1)
        children.append(child)
    ended = {os.waitpid(child, 0)[1] for child in children}
    print(n, ended, len(list(folder.iterdir())), tiny(folder))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_eight_processes_make_the_same_at_once_twenty_times(cache):
    command = [sys.executable, "-W", "error", "-c", TOGETHER, str(cache)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert (done.stderr, done.stdout.splitlines()) == ("", [f"{n} {{0}} 1 (False, 42)" for n in range(20)])


def test_what_was_not_used_for_the_longest_time_goes(cache, monkeypatch):
    monkeypatch.setattr(store, "_MOST", 3)
    for added in range(3):
        tiny(cache, added)
        for place in cache.iterdir():
            os.utime(place, (place.stat().st_mtime - 100,) * 2)
    tiny(cache, 0)
    assert [tiny(cache, added)[0] for added in (3, 0, 2, 1)] == [True, False, False, True]


def test_programs_compiled_by_several_processes_stay_apart_in_one(tmp_path, cache):
    """What both call by the same name is not the same function."""
    script = (
        "import sys, tilekit\n"
        "for path in sys.argv[1:]:\n"
        "    lane = tilekit.load(path).engine.surveyor('compiled')\n"
        "    print([list(map(int, row)) for row in lane.survey(range(40), 99)])\n"
    )
    paths = []
    for target, first in (("direction", "slide"), ("cell", "fuse"), ("none", "fall")):
        paths.append(tmp_path / f"{target}.toml")
        text = RULESET.replace("least = 2 }", 'least = 2 }\nrain = { use = "spawn", from = "deal", count = 3 }')
        text = text.replace('where = "empty"\nsteps = ["place", "fuse", "deal"]', f'steps = ["{first}", "rain"]')
        text = text.replace('target = "cell"', f'target = "{target}"\nmust = "not exists(group >= 3)"')
        text = text.replace('chain = ["a", "b", "c"]', 'chain = ["ash", "bud", "cob"]')
        text = text.replace("a = 1", "ash = 1, bud = 2")
        text = text.replace('fused = "pay"', "").replace("[constants]\npay = 3\n", "")
        text = text.replace("rows = 2\ncolumns = 3", "rows = 4\ncolumns = 4")
        text = text.replace('[queue]\nshows = 1\nfrom = "deal"\n', "")
        text = text.replace('when = "no_moves"', 'when = "no_moves or turn > 50"')
        paths[-1].write_text(text + '[start]\nsteps = ["rain"]\n')

    def told(*files: Path) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", script, *map(str, files)], env={**os.environ, "TILEKIT_CACHE": str(cache)},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout.splitlines()

    alone = [told(path)[0] for path in paths]
    assert told(*paths) == alone
    assert told(*reversed(paths)) == alone[::-1]


def test_rules_that_differ_in_a_set_of_cells_alone_have_code_of_their_own(tmp_path, monkeypatch):
    """Also on a board so large that its sets of cells are constants of machine code, which no byte code shows."""
    monkeypatch.setenv("TILEKIT_CACHE", str(tmp_path))
    text = RULESET.replace("rows = 2\ncolumns = 3", "rows = 9\ncolumns = 9").replace(
        'where = "empty"', 'where = "HOME"'
    )
    variants = [tilekit.loads(text.replace("HOME", f"empty and row == {row}")) for row in (1, 5)]
    played = [rules.batch(1, seed=1).legal()[0] for rules in variants]
    assert [[cell // 9 for cell in legal.nonzero()[0]] for legal in played] == [[0] * 9, [4] * 9]
    assert len({path.name for path in tmp_path.iterdir()}) == 2
