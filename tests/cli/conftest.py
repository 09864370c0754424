"""Fixtures of the command line's tests: a command run in this process, and a small ruleset to run it on."""

import io

import pytest
from tests.cli.running import Result

from tilekit.cli import main
from tilekit.cli.starter import write


@pytest.fixture
def cli(capsys, monkeypatch):
    """Runs a command in this process: ``cli("run", …, given=b"…")``."""
    for name in ("TILEKIT_TRACE", "TILEKIT_STRICT_PLUGINS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments, given=b""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        status = main([str(argument) for argument in arguments])
        return Result(status, *capsys.readouterr())

    return run


@pytest.fixture
def garden(tmp_path, monkeypatch):
    """A folder with the starter ruleset ``garden.toml``, which is the working folder."""
    monkeypatch.chdir(tmp_path)
    text = write(tmp_path / "garden").read_text(encoding="utf-8")
    (tmp_path / "garden.toml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def changed(garden):
    """Writes a changed copy of the starter ruleset: ``changed("bad.toml", ("old", "new"), …)``."""

    def write_changed(name, *changes):
        text = (garden / "garden.toml").read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the starter"
            text = text.replace(old, new)
        (garden / name).write_text(text, encoding="utf-8")
        return name

    return write_changed
