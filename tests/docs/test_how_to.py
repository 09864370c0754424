"""What the how-to pages tell to write works as written."""

import importlib.util
import sys

import pytest
from tests.docs.pages import ROOT, blocks_of

import tilekit

MECHANIC = {block.note: block for block in blocks_of(ROOT / "docs/how-to/mechanic.md") if block.note[0]}


@pytest.fixture
def weeds(tmp_path, monkeypatch):
    """The plugin of the page, as a module that is not installed; the page's ruleset lies in the folder."""
    path = tmp_path / "tilekit_weeds.py"
    path.write_text(MECHANIC["file", "src/tilekit_weeds/__init__.py"].text, encoding="utf-8")
    (tmp_path / "meadow.toml").write_text(MECHANIC["needs", "meadow.toml"].text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("tilekit_weeds", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(sys.modules, "tilekit_weeds", module)
    monkeypatch.chdir(tmp_path)
    return module


def test_the_mechanic_plays(weeds):
    from tilekit.scenario import run

    plugins = tilekit.Plugins(entry_points=False, extra={"weeds": weeds})
    assert plugins.problems == []
    rules = tilekit.load("./meadow.toml", plugins=plugins)
    assert rules.warnings == []
    assert [str(run(rules, table)) for table, _, _ in rules.scenarios() if not run(rules, table).passed] == []
    game = rules.new_game(seed=5)
    while game.legal_actions():
        game.play(game.legal_actions()[0])
    assert game.reason == "overgrown"


def test_the_tests_of_the_page_pass(weeds):
    names = {}
    exec(compile(MECHANIC["file", "tests/test_weeds.py"].text, "test_weeds.py", "exec"), names)
    tests = [value for name, value in names.items() if name.startswith("test_")]
    assert len(tests) == 3
    for test in tests:
        test()


def test_the_package_names_the_plugin():
    import tomllib

    project = tomllib.loads(MECHANIC["file", "pyproject.toml"].text)
    assert project["project"]["entry-points"]["tilekit"] == {"weeds": "tilekit_weeds"}


def test_the_frontend_is_found_and_plays(tmp_path, monkeypatch, capsys):
    (block,) = [b for b in blocks_of(ROOT / "docs/how-to/frontend.md") if b.note == ("file", "tilekit_lines.py")]
    path = tmp_path / "tilekit_lines.py"
    path.write_text(block.text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("tilekit_lines", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    plugins = tilekit.Plugins(entry_points=False, extra={"lines": module})
    assert plugins.problems == []
    for name in tilekit.Plugins(entry_points=False).rulesets:
        lines = iter(["enter enter", "left", "u ?", "tab q"])

        def answer(_prompt, lines=lines):
            line = next(lines, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr("builtins.input", answer)
        session = tilekit.Session(tilekit.load(name), seed=1, notify=plugins.notify)
        assert plugins.frontends["lines"].play(session) == 0
    assert "* r3c3: the cell is taken" in capsys.readouterr().out
