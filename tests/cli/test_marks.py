"""A byte order mark, as editors of Windows put it before a text, is no part of the text, whatever reads it."""

import codecs
from types import SimpleNamespace

import pytest
from tests.cli.running import child, without_traceback

import tilekit
from tilekit import words
from tilekit.conformance import Failure, appended

MARK = codecs.BOM_UTF8


def marked(path):
    """Puts a mark before the text of a file."""
    path.write_bytes(MARK + path.read_bytes())


@pytest.fixture
def game(cli, garden):
    (garden / "actions.txt").write_text("drop r1c1\n", encoding="utf-8")
    done = cli("run", "garden.toml", "--seed", "5", "--actions", "actions.txt", "--record", "game.json")
    assert done.status == 0, done
    return garden / "game.json"


def test_a_replay(cli, game):
    whole = cli("replay", "game.json", "--ruleset", "garden.toml")
    marked(game)
    assert cli("replay", "game.json", "--ruleset", "garden.toml") == whole
    assert tilekit.load_game(game, rules=tilekit.load("./garden.toml")).turn == 1


def test_a_file_of_actions_and_a_stream_of_them(cli, garden, game):
    whole = cli("run", "garden.toml", "--seed", "5", "--actions", "actions.txt")
    assert cli("run", "garden.toml", "--seed", "5", "--actions", "-", given=MARK + b"drop r1c1\n") == whole
    marked(garden / "actions.txt")
    assert cli("run", "garden.toml", "--seed", "5", "--actions", "actions.txt") == whole
    shown = cli("show", "garden.toml", "--seed", "5", "--actions", "-", given=MARK + b"drop r1c1\n")
    assert shown == cli("show", "garden.toml", "--seed", "5", "--actions", "-", given=b"drop r1c1\n")


@pytest.mark.parametrize("locale", [{}, {"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "latin-1"}])
def test_the_standard_input_of_play_whatever_the_locale(garden, locale):
    asked = ("play", "garden.toml", "--seed", "5", "--frontend", "plain")
    plain = without_traceback(child(*asked, given=b"r1c1\nquit\n", cwd=garden, **locale))
    assert plain.status == 0
    assert without_traceback(child(*asked, given=MARK + b"r1c1\nquit\n", cwd=garden, **locale)) == plain


def test_a_ruleset_its_base_and_its_scenarios(cli, garden):
    text = (garden / "garden.toml").read_text(encoding="utf-8")
    rules, _, scenarios = text.partition("[[scenario]]")
    (garden / "base.toml").write_text(rules, encoding="utf-8")
    (garden / "base.scenarios.toml").write_text(f'ruleset = "base.toml"\n[[scenario]]{scenarios}', encoding="utf-8")
    (garden / "heir.toml").write_text(
        'format = 1\nextends = "base.toml"\n[game]\nid = "heir"\ntitle = "Heir"\nversion = 1\n', encoding="utf-8"
    )
    asked = [
        ("check", "heir.toml", "base.toml"),
        ("test", "base.toml", "--no-properties"),
        ("test", "base.scenarios.toml"),
        ("show", "heir.toml"),
    ]
    whole = [cli(*arguments) for arguments in asked]
    assert [done.status for done in whole] == [0, 0, 0, 0], whole
    for path in garden.glob("*.toml"):
        marked(path)
    assert [cli(*arguments) for arguments in asked] == whole


def test_a_catalogue_of_words(monkeypatch, tmp_path):
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "xx.toml").write_bytes(MARK + b'"Undo" = "Back"\n')
    monkeypatch.setattr(words, "resources", SimpleNamespace(files=lambda _: tmp_path))
    assert dict(words.catalogue.__wrapped__("some", "xx")) == {"Undo": "Back"}


def test_an_exported_profile(cli, garden, tmp_path):
    place = ("--profile", str(tmp_path / "profile"))
    asked = ("play", "garden.toml", "--seed", "5", *place)
    assert cli(*asked, given=b"r1c1\n").status == 0
    assert cli("profile", "export", "out.toml", *place).status == 0
    whole = cli("profile", "import", "out.toml", "--profile", str(tmp_path / "one"))
    marked(garden / "out.toml")
    assert cli("profile", "import", "out.toml", "--profile", str(tmp_path / "two")) == whole
    assert whole.status == 0


def test_a_file_that_failures_are_appended_to(tmp_path):
    file = tmp_path / "failures.toml"
    file.write_bytes(MARK + b'ruleset = "merge"\n')
    broken = Failure("merge", "invariants", "why", '[[scenario]]\nname = "one"\n')
    assert appended([broken], file, "merge") == 1
    assert tilekit.ruleset.document.Document.salvaged(file.read_bytes(), "failures.toml").data == {
        "ruleset": "merge",
        "scenario": [{"name": "one"}],
    }
