"""What holds for every command: help, wrong use, streams, encodings, and never a traceback."""

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from tests.cli.running import IDS, child, command, environment, without_traceback

import tilekit
from tilekit.cli import main
from tilekit.cli.commands import tilekit as commands

HELP = """\
Usage: tilekit [OPTIONS] [COMMAND] [ARGS]...

  Single-player tile puzzles, each one TOML file: play, test and simulate
  them.

Options:
  --version   Show the versions of tilekit and its plugins, and exit.
  -h, --help  Show this message and exit.

Commands:
  check     Check rulesets and report every problem as file:line:column.
  list      List everything that is installed, with the plugin of each.
  new       Write a starter into a folder: a ruleset or a plugin.
  play      Play a ruleset; without one, choose from a menu.
  profile   Show, export, import or reset the saved data of your games.
  replay    Replay a recorded game and check that it still plays the same.
  run       Play the actions of a file and print the state.
  schema    Print the JSON Schema of a ruleset, for editors.
  show      Show one state of a ruleset, in words or as a picture.
  simulate  Let bots play many games and report the results.
  sweep     Play a ruleset with other numbers and report a figure for each.
  test      Run the scenarios of rulesets and check their properties.
  tune      Find the value of a number at which a figure meets a target.
"""
NAMES = commands.list_commands(None)
#: A way to call each command that succeeds, in the folder of the starter.
WELL = {
    "check": ["garden.toml"],
    "list": [],
    "new": ["another"],
    "play": ["garden.toml", "--seed", "1"],
    "profile": ["path", "--profile", "kept"],
    "replay": ["game.json", "--ruleset", "garden.toml"],
    "run": ["garden.toml", "--actions", "-"],
    "schema": [],
    "show": ["garden.toml", "--svg", "-"],
    "simulate": ["garden.toml", "--games", "3"],
    "sweep": ["garden.toml", "--games", "3", "--set", "grid.rows=4,5"],
    "test": ["garden.toml", "-v", "--no-properties"],
    "tune": ["garden.toml", "--games", "3", "--set", "grid.rows=4,5", "--target", "0", "--tolerance", "1e9"],
}
USAGE = "Usage: tilekit [OPTIONS] [COMMAND] [ARGS]...\nTry 'tilekit --help' for help.\n\n"


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_without_a_command_and_with_help_it_lists_the_commands(cli, arguments):
    assert cli(*arguments) == (0, HELP, "")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_every_command_has_help(cli, name, option):
    status, out, err = cli(name, option)
    assert (status, err) == (0, "")
    assert out.startswith(f"Usage: tilekit {name} ")
    for parameter in commands.get_command(None, name).params:
        if isinstance(parameter, click.Option):
            assert parameter.help
            assert all(each in out for each in parameter.opts)


def test_version_names_core_and_plugins(cli):
    status, out, err = cli("--version")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"tilekit {tilekit.__version__}"
    assert lines[1:] == sorted(lines[1:])
    assert cli("--version", "list").out == out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["tset"], f'no command is called "tset"; there are {", ".join(NAMES)}; did you mean "test"?'),
        (["\x1b[2J"], f'no command is called "\\x1b[2J"; there are {", ".join(NAMES)}'),
        ([""], f'no command is called ""; there are {", ".join(NAMES)}'),
    ],
)
def test_an_unknown_command(cli, arguments, told):
    assert cli(*arguments) == (2, "", f"{USAGE}{told}\n")


@pytest.mark.parametrize(
    ("arguments", "usage", "words"),
    [
        (["--verison"], "tilekit [OPTIONS] [COMMAND] [ARGS]...", ["--verison", "--version"]),
        (["test", "--verbos", "x"], "tilekit test [OPTIONS] FILE...", ["--verbos", "--verbose"]),
        (["check"], "tilekit check [OPTIONS] FILE...", ["FILE"]),
        (["test"], "tilekit test [OPTIONS] FILE...", ["FILE"]),
        (["play", "--demo"], "tilekit play [OPTIONS] [RULESET]", ["RULESET", "--demo"]),
        (["play", "merge", "ninek"], "tilekit play [OPTIONS] [RULESET]", ["ninek"]),
        (["play", "merge", "--seed", str(2**63)], "tilekit play [OPTIONS] [RULESET]", [f"not {2**63}", str(2**63 - 1)]),
        (["run", "merge"], "tilekit run [OPTIONS] RULESET", ["--actions"]),
        (["check", "--format", "xml", "x"], "tilekit check [OPTIONS] FILE...", ["xml", "text", "json"]),
        (["simulate", "merge", "--games", "x"], "tilekit simulate [OPTIONS] RULESET", ["--games", "x"]),
        (["simulate", "merge", "--jobs", "\x1b[2J"], "tilekit simulate [OPTIONS] RULESET", ["--jobs", "\\x1b[2J"]),
    ],
    ids=str,
)
def test_wrong_use(cli, arguments, usage, words):
    # What stands below the usage is click's, and changes with its versions.
    status, out, err = cli(*arguments)
    assert (status, out) == (2, "")
    head, _, told = err.partition("\n\n")
    name = usage.partition(" [")[0]
    assert head == f"Usage: {usage}\nTry '{name} --help' for help."
    assert told.count("\n") == 1
    assert [word for word in words if word not in told] == []


def test_an_option_without_its_value(cli):
    status, out, err = cli("play", "merge", "--seed")
    assert (status, out) == (2, "")
    assert "--seed" in err


# ---------------------------------------------------------------- streams


@pytest.fixture
def recorded(garden, cli):
    """The folder of the starter, with a recorded game in it."""
    assert cli("run", "garden.toml", "--actions", "-", "--record", "game.json", given=b"drop r1c1\n").status == 0
    return garden


def shell(script, *arguments, cwd, **changes):
    """Runs a command within a line of shell, where it is ``"$@"``."""
    return subprocess.run(
        ["sh", "-c", script, "sh", *command(*arguments)],
        stdin=subprocess.DEVNULL, capture_output=True, cwd=cwd, env=environment(**changes), timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_results_go_to_stdout_and_nothing_else_anywhere(recorded, name):
    status, out, err = without_traceback(child(name, *WELL[name], cwd=recorded))
    assert (status, err) == (0, "")
    assert out != ""


@pytest.mark.parametrize("name", NAMES)
def test_without_any_stream(recorded, name):
    assert without_traceback(shell('"$@" <&- >&- 2>&-', name, *WELL[name], cwd=recorded)) == (0, "", "")


def test_without_stderr_nobody_is_told(recorded):
    assert without_traceback(shell('"$@" 2>&-', "play", "nope", cwd=recorded)) == (2, "", "")
    assert without_traceback(shell('"$@" 2>&-', "nope", cwd=recorded)) == (2, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device is always full here")
@pytest.mark.parametrize(("name", "buffered"), [*((name, None) for name in NAMES), ("schema", "1")])
def test_a_full_disk_is_told(recorded, name, buffered):
    done = shell('"$@" >/dev/full', name, *WELL[name], cwd=recorded, PYTHONUNBUFFERED=buffered)
    assert without_traceback(done) == (2, "", "the output cannot be written: No space left on device\n")


#: What writes about the program itself, and not about a game.
ABOUT = [
    *[(*words, how) for words in ((), *((name,) for name in NAMES), ("profile", "export")) for how in ("--help", "-h")],
    ("--version",),
    (),
]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device is always full here")
@pytest.mark.parametrize("buffered", [None, "1"])
def test_help_and_versions_are_written_as_results_are(garden, buffered):
    tried = """
    for arguments in "$@"; do
        python -m tilekit $arguments >/dev/full; echo "full $?" >&2
        (python -m tilekit $arguments; echo "left $?" >&2) | true
        python -m tilekit $arguments >&-; echo "closed $?" >&2
    done
    """
    done = subprocess.run(
        ["sh", "-c", tried.replace("python", sys.executable), "sh", *(" ".join(each) for each in ABOUT[-4:])],
        capture_output=True, text=True, cwd=garden, check=False,
        env=environment(PYTHONUNBUFFERED=buffered), stdin=subprocess.DEVNULL,
    )  # fmt: skip
    full = "the output cannot be written: No space left on device\nfull 2\n"
    assert (done.stdout, done.stderr) == ("", f"{full}left 0\nclosed 0\n" * 4)


@pytest.mark.parametrize("arguments", ABOUT, ids=" ".join)
@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (OSError(errno.ENOSPC, "No space left on device"),
         (2, "the output cannot be written: No space left on device\n")),
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), (0, "")),
    ],
)  # fmt: skip
def test_help_that_cannot_be_written(monkeypatch, capfd, arguments, error, expected):
    class Lost(io.StringIO):
        def write(self, _text):
            raise error

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdout", Lost())
    assert (main(list(arguments)), capfd.readouterr().err) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="the size of files cannot be bounded here")
@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "garden.toml", "--svg", "new.svg"),
        ("show", "garden.toml", "--svg", "old.txt"),
        ("simulate", "garden.toml", "--games", "1", "--csv", "new.csv"),
        ("sweep", "garden.toml", "--games", "1", "--set", "grid.rows=4", "--csv", "new.csv"),
        ("run", "garden.toml", "--actions", "/dev/null", "--record", "new.json"),
        ("new", "more/folders/meadow"),
        ("new", "--plugin", "more/tilekit-meadow"),
        ("profile", "export", "new.toml", "--profile", "kept"),
    ],
    ids=" ".join,
)
def test_where_no_file_can_be_written_none_is_left_behind(recorded, cli, arguments):
    assert cli("play", "garden.toml", "--plain", "--profile", "kept", given=b"drop r1c1\nquit\n").status == 0
    (recorded / "old.txt").write_text("old", encoding="utf-8")
    (recorded / "spare").mkdir()

    def files():
        # The database of a profile has its own ways.
        return {path: path.is_file() and path.read_bytes() for path in recorded.rglob("*") if "kept" not in path.parts}

    before = files()
    # A file of more than nothing is one that the disk has no room for.
    done = shell('ulimit -f 0; "$@"', *arguments, cwd=recorded, TMPDIR=str(recorded / "spare"))
    status, _, err = without_traceback(done)
    assert (status, files()) == (2, before)
    assert [line for line in err.splitlines() if "File too large" in line] == err.splitlines()[-1:]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device is always full here")
def test_a_device_and_a_link_stay_what_they_are(recorded, cli):
    (recorded / "full").symlink_to("/dev/full")
    status, _, err = cli("run", "garden.toml", "--actions", "-", "--record", "full")
    assert (status, "No space left on device" in err) == (2, True)
    assert not Path("/dev/full").is_file()
    (recorded / "there.svg").write_text("", encoding="utf-8")
    (recorded / "link.svg").symlink_to("there.svg")
    assert cli("show", "garden.toml", "--svg", "link.svg").status == 0
    assert (recorded / "link.svg").is_symlink()
    assert (recorded / "there.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(("name", "buffered"), [*((name, None) for name in NAMES), ("schema", "1")])
def test_a_reader_that_has_seen_enough(recorded, name, buffered):
    # The reader is gone before the first word.
    ours, theirs = os.pipe()
    os.close(ours)
    process = subprocess.run(
        command(name, *WELL[name]),
        stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE, cwd=recorded,
        env=environment(PYTHONUNBUFFERED=buffered), timeout=60, check=False,
    )  # fmt: skip
    os.close(theirs)
    assert (process.returncode, process.stderr) == (0, b"")


ENCODINGS = [
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "cp1252:strict"},
    {"PYTHONIOENCODING": "cp932"},
]


@pytest.mark.parametrize("settings", ENCODINGS, ids=lambda settings: " ".join(settings.values()))
@pytest.mark.parametrize("name", NAMES)
def test_no_encoding_is_too_small(recorded, name, settings):
    text = (recorded / "garden.toml").read_text(encoding="utf-8")
    text = text.replace('title = "Garden"', 'title = "Gärten ★ 庭"').replace("three seeds", "drei Körner 🌱")
    (recorded / "garden.toml").write_text(text, encoding="utf-8")
    done = child(
        name, *WELL[name], given="drop r1c1\nü★\n".encode() if name == "play" else b"", cwd=recorded, **settings
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Traceback" not in done.stdout
    done.stdout.decode(settings.get("PYTHONIOENCODING", "ascii").partition(":")[0])


def test_a_report_in_ascii_spells_its_signs(recorded):
    spelt = child("simulate", "garden.toml", "--games", "3", cwd=recorded, PYTHONIOENCODING="ascii")
    shown = child("simulate", "garden.toml", "--games", "3", cwd=recorded, PYTHONIOENCODING="utf-8")
    assert spelt.stdout.decode("ascii") == shown.stdout.decode("utf-8").replace("±", "+-")


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="file names are text here")
def test_a_file_name_that_is_no_text(garden):
    name = os.fsdecode(b"g\xff.toml")
    Path("garden.toml").rename(name)
    assert without_traceback(child("check", name, cwd=garden)) == (
        0,
        "1 file checked: 0 errors, 0 warnings\n",
        "",
    )
    status, out, err = without_traceback(child("test", f"h{name}", cwd=garden))
    assert (status, out) == (2, "")
    assert err.startswith("hg\\udcff.toml: error[unreadable-file]: the file cannot be read\n")


# ---------------------------------------------------------------- errors of tilekit's own


def test_a_traceback_is_shown_when_asked_for(garden):
    done = child("run", "nope", "--actions", "-", cwd=garden, TILEKIT_TRACE="1")
    err = done.stderr.decode()
    assert (done.returncode, done.stdout) == (2, b"")
    told = f'no ruleset is called "nope"; there are {IDS}, and a file is named with its path and .toml\n'
    assert "\nTraceback (most recent call last):\n" in f"\n{err}"
    assert err.endswith(f"tilekit.errors.UsageError: {told}{told}")
    assert without_traceback(child("run", "nope", "--actions", "-", cwd=garden)) == (2, "", told)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ZeroDivisionError("a\nb"), "ZeroDivisionError: a b"),
        (RecursionError("deep"), "RecursionError: deep"),
        (MemoryError(), "MemoryError"),
        (KeyError("x"), "KeyError: 'x'"),
    ],
)
def test_an_error_of_its_own_is_one_line(cli, monkeypatch, error, words):
    def fail(*_):
        raise error

    monkeypatch.setattr("tilekit.ruleset.schema.schema_of", fail)
    assert cli("schema") == (2, "", f"tilekit met an error of its own ({words}); TILEKIT_TRACE=1 shows where\n")


def test_a_file_that_vanishes_is_told_by_its_name(cli, monkeypatch):
    def fail(*_):
        raise PermissionError(13, "Permission denied", "some\x1bfile")

    monkeypatch.setattr("tilekit.ruleset.schema.schema_of", fail)
    assert cli("schema") == (2, "", "some\\x1bfile: Permission denied\n")


def test_ctrl_c_is_130(cli, monkeypatch):
    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("tilekit.ruleset.schema.schema_of", fail)
    status, out, err = cli("schema")
    assert (status, out, err.strip()) == (130, "", "interrupted")


@pytest.mark.parametrize("module", ["tilekit", "tilekit.cli"])
def test_both_modules_are_the_command(module):
    done = subprocess.run(
        [sys.executable, "-m", module, "check", "merge"], capture_output=True, env=environment(), check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"1 file checked: 0 errors, 0 warnings\n", b"")


def test_what_is_not_needed_is_not_imported():
    code = (
        "import sys; from tilekit.cli import main; main(['list']); "
        "sys.exit(' '.join({'numpy', 'numba', 'hypothesis', 'pytest'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=False)
    assert done.stderr == b"\n"


def test_a_reader_that_has_gone_is_no_error_whatever_writes(monkeypatch, cli):
    def gone(**_):
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(commands.commands["list"], "callback", gone)
    assert cli("list") == (0, "", "")


#: Commands that write no file that is named, in an order in which each finds what it needs.
WRITE_NOTHING = """
check garden.toml
test garden.toml --examples 20
list
schema
show garden.toml
run garden.toml --actions actions.txt
simulate garden.toml --games 5
simulate garden.toml --games 5 --lane compiled --jobs 2
simulate garden.toml --games 5 --html -
sweep garden.toml --set grid.rows=4,5 --games 2
tune garden.toml --set grid.rows=4,5 --games 2 --target 1
play garden.toml --demo
"""


def test_nothing_is_left_behind_in_the_current_folder(garden):
    (garden / "actions.txt").write_text("", encoding="utf-8")
    before = sorted(path.relative_to(garden) for path in garden.rglob("*"))
    code = (
        "import sys; from tilekit.cli import main\n"
        "for line in sys.argv[1].strip().splitlines():\n"
        "    print(line, main(line.split()), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, WRITE_NOTHING],
        capture_output=True, cwd=garden, env=environment(), check=False, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0
    assert sorted(path.relative_to(garden) for path in garden.rglob("*")) == before
    ran = [line for line in done.stderr.splitlines() if line.rpartition(" ")[0] in WRITE_NOTHING.splitlines()]
    assert [line.rpartition(" ")[0] for line in ran] == WRITE_NOTHING.split("\n")[1:-1]
    assert {line.rpartition(" ")[2] for line in ran} <= {"0", "1"}, done.stderr
