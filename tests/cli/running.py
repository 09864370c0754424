"""Running the command line: in this process, or as a program of its own with streams and signals."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
#: The ids of the bundled rulesets, as they are listed.
IDS = ", ".join(sorted(path.stem for path in (ROOT / "rulesets").glob("*.toml") if "." not in path.stem))


class Result(NamedTuple):
    """What came of a command."""

    status: int
    out: str
    err: str


def environment(**changes):
    """The environment of a child: this one, without what changes how tilekit speaks; None takes a name away."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("TILEKIT_", "PYTHONIO"))}
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    settings = {"COLUMNS": "80", "TILEKIT_PROFILE": "", "PYTHONPATH": os.pathsep.join(filter(None, paths)), **changes}
    return {name: value for name, value in {**inherited, **settings}.items() if value is not None}


def command(*arguments):
    return [sys.executable, "-m", "tilekit", *map(str, arguments)]


def child(*arguments, given=b"", cwd=None, **changes):
    """Runs a command as a program of its own; what it writes is bytes."""
    return subprocess.run(
        command(*arguments),
        input=given,
        capture_output=True,
        cwd=cwd,
        env=environment(**changes),
        timeout=120,
        check=False,
    )


def without_traceback(done):
    """The result of a child as text, once it is sure that no traceback is in it."""
    assert b"Traceback" not in done.stdout + done.stderr, done.stderr.decode()
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def plugin(folder, name, code):
    """Installs a plugin into a folder that is to be on PYTHONPATH."""
    (folder / f"{name.replace('-', '_')}.py").write_text(code, encoding="utf-8")
    info = folder / f"tilekit_{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: tilekit-{name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[tilekit]\n{name} = {name.replace('-', '_')}\n", encoding="utf-8")
