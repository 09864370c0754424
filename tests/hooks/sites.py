"""Plugins made up on the spot: folders as `pip install` leaves them, put on the path of a child process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

#: What a child says of its plugins: problems, and names by kind. The curses frontend may or may not be installed.
REPORT = """
import json
from tilekit.plugins import Plugins
plugins = Plugins()
names = {kind: [found.name for found in plugins.found(kind)] for kind in ("mechanics", "rulesets", "frontends", "bots")}
names["frontends"] = [name for name in names["frontends"] if name not in ("curses", "plain", "pygame")]
print(json.dumps({"problems": [str(problem) for problem in plugins.problems], **names}))
"""


def install(
    site: Path, name: str, source: str, *, point: str = "", module: str = "", version: str = "1.0", target: str = ""
) -> None:
    """Puts a distribution with one module and one entry point into a folder."""
    module = module or name.replace("-", "_")
    site.mkdir(exist_ok=True)
    (site / f"{module}.py").write_text(dedent(source), encoding="utf-8")
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[tilekit]\n{point or name} = {target or module}\n", encoding="utf-8")


def run(
    *arguments: str, sites: list[Path], env: dict[str, str] | None = None, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """A Python with these folders on its path."""
    around = {name: value for name, value in os.environ.items() if not name.startswith("TILEKIT_")}
    path = [*map(str, sites), *filter(None, [os.environ.get("PYTHONPATH")])]
    around |= {"PYTHONPATH": os.pathsep.join(path), "PYTHONDONTWRITEBYTECODE": "1", **(env or {})}
    return subprocess.run(
        [sys.executable, *arguments], env=around, input=stdin, capture_output=True, text=True, check=False
    )


def report(*sites: Path, env: dict[str, str] | None = None) -> dict[str, Any]:
    """What a child found."""
    result = run("-c", REPORT, sites=list(sites), env=env)
    assert (result.returncode, result.stderr) == (0, "")
    found: dict[str, Any] = json.loads(result.stdout)
    return found


BOT = """
from tilekit.hooks import Bot, hookimpl

@hookimpl
def tilekit_bots():
    return [Bot(name="{name}", summary="the first action", choose=lambda game, draw: game.legal_actions()[0])]
"""


def bot(name: str) -> str:
    return BOT.replace("{name}", name)
