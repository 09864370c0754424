"""A plugin as a stranger makes it: built into a wheel and installed beside tilekit's own in a clean environment."""

from __future__ import annotations

import json
import os
import re
import site
import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
WHIRL = ROOT / "examples" / "tilekit-whirl"


class Environment:
    """A Python environment with no more than the libraries tilekit needs; nothing is fetched."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self._bin = folder / "bin"
        self.python = self._bin / "python"
        libraries = folder / "libraries"
        libraries.mkdir()
        for entry in Path(site.getsitepackages()[0]).iterdir():
            if "tilekit" not in entry.name and entry.suffix != ".pth":
                (libraries / entry.name).symlink_to(entry)
        (own,) = folder.glob("lib/python*/site-packages")
        (own / "libraries.pth").write_text(f"{libraries}\n", encoding="utf-8")

    def install(self, project: Path, wheels: Path) -> None:
        """Builds the wheel of a project and installs it."""
        wheels.mkdir()
        build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(wheels)]
        subprocess.run(build, cwd=project, check=True, capture_output=True)
        (wheel,) = wheels.glob("*.whl")
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "-qq", "--no-index", "--no-deps"]
        subprocess.run([*pip, str(wheel)], check=True, capture_output=True)

    def run(self, *command: str, stdin: str = "", cwd: Path | None = None, **around: str) -> str:
        """What a command of the environment prints; it must end well and say nothing on stderr."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("TILEKIT_", "PYTHON"))}
        result = subprocess.run(
            [str(self._bin / command[0]), *command[1:]],
            input=stdin, capture_output=True, text=True, check=False, cwd=cwd, env=kept | around,
        )  # fmt: skip
        assert (result.returncode, result.stderr) == (0, ""), result.stdout
        return result.stdout


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    folder = tmp_path_factory.mktemp("clean")
    made = Environment(folder / "env")
    made.install(ROOT, folder / "engine")
    made.install(WHIRL, folder / "whirl")
    return made


def from_whirl(rows: list[dict[str, str]]) -> list[str]:
    return [row["name"] for row in rows if row["distribution"] == "tilekit-whirl 0.1.0"]


def test_all_it_supplies_is_found_and_works(clean: Environment, tmp_path: Path) -> None:
    found = json.loads(clean.run("tilekit", "list", "--json"))
    assert found["problems"] == []
    supplied = {kind: from_whirl(found[kind]) for kind in ("rulesets", "mechanics", "frontends", "bots")}
    assert supplied == {"rulesets": ["whirl"], "mechanics": ["whirl"], "frontends": [], "bots": ["whirl"]}
    assert clean.run("tilekit", "check", "whirl") == "1 file checked: 0 errors, 0 warnings\n"
    tested = clean.run("tilekit", "test", "whirl", "--examples", "5")
    assert tested == "whirl: 2 scenarios, all passed\nwhirl: 19 properties, all hold\n"
    # Thirty turns and the game is over: the observer hears of it.
    diary = tmp_path / "diary"
    turns = "\n".join(f"turn r{1 + i % 5}c{1 + i % 4}" for i in range(30))
    played = clean.run("tilekit", "play", "whirl", "--seed", "3", stdin=turns, TILEKIT_WHIRL_DIARY=str(diary))
    assert "No turns left" in played
    (line,) = diary.read_text(encoding="utf-8").splitlines()
    assert line.startswith("whirl ")
    assert line.endswith(" done seed 3")


def test_its_mechanic_runs_as_machine_code_and_its_bot_plays(clean: Environment, tmp_path: Path) -> None:
    lane = "import tilekit; print(tilekit.load('whirl').engine.surveyor('compiled').lane)"
    assert clean.run("python", "-c", lane, TILEKIT_CACHE=str(tmp_path)) == "compiled\n"
    told = clean.run("tilekit", "simulate", "whirl", "--games", "3", "--bot", "whirl:patience=1", "--json")
    bot = json.loads(told)
    assert (bot["bot"], bot["games"], bot["games"]) == ("whirl:patience=1", 3, 3)


def test_a_new_plugin_passes_its_own_tests_at_once(clean: Environment, tmp_path: Path) -> None:
    clean.run("tilekit", "new", "--plugin", "tilekit-gusts", cwd=tmp_path)
    project = tmp_path / "tilekit-gusts"
    clean.install(project, tmp_path / "wheels")
    passed = clean.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=project)
    assert re.fullmatch(r"\d+ passed in .*", passed.splitlines()[-1])
    assert [path.name for path in project.rglob("*") if "whirl" in path.name.lower()] == []
    texts = [path.read_text(encoding="utf-8") for path in project.rglob("*") if path.suffix in {".py", ".toml", ".md"}]
    assert [text for text in texts if "whirl" in text.lower()] == []
