"""Rulesets as people write them: wrong types, misspelt keys, odd numbers, and files as editors save them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.field.positions import text_of
from tests.hooks.sites import run
from tests.unit.rulesets import PLUGINS

import tilekit


def problems(text: str | bytes) -> list[str]:
    """Each problem as ``line: code: found: expected``."""
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(text, name="merge.toml", plugins=PLUGINS)
    return [f"{p.line}: {p.code}: {p.found}: {p.expected}" for p in caught.value.diagnostics if p.severity == "error"]


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


# ---------------------------------------------------------------- a value of another type

TYPES = [
    ("rows = 5", "rows = true", "true", "a whole number"),
    ("rows = 5", "rows = 5.0", "5.0", "a whole number"),
    ("rows = 5", 'rows = "5"', '"5"', "a whole number"),
    ("rows = 5", "rows = 1e0", "1.0", "a whole number"),
    ("rows = 5", "rows = 2024-01-01", "2024-01-01", "a whole number"),
    ("rows = 5", "rows = [5]", "[5]", "a whole number"),
    ("rows = 5", "rows = nan", "nan", "a finite number"),
    ("rows = 5", "rows = inf", "inf", "a finite number"),
    ("rows = 5", "rows = 1e400", "1e400", "a finite number"),
    ("depth = 200", "depth = false", "false", "a whole number"),
    ("depth = 200", "depth = -0.0", "-0.0", "a whole number"),
    ("version = 1", "version = 2024-01-01", "2024-01-01", "a whole number"),
    ('title = "Merge"', "title = 3", "3", "a text"),
    ('title = "Merge"', "title = true", "true", "a text"),
    ("after_end = true", "after_end = 1", "1", "true or false"),
    ("after_end = true", 'after_end = "yes"', '"yes"', "true or false"),
    ("at_least = 1275", "at_least = true", "true", "a number"),
    ("stone_every = 14", "stone_every = 14.0", "14.0", "a whole number"),
    ("charges = 0", "charges = 1e3", "1000.0", "a whole number"),
    ("points = { node = 6,", "points = { node = nan,", "nan", "a finite number"),
    ("spark = 3, node = 1 }", "spark = true, node = 1 }", "true", "a whole number"),
    ("spark = 3, node = 1 }", "spark = 0.5, node = 1 }", "0.5", "a whole number"),
    ("spark = 3, node = 1 }", "spark = -inf, node = 1 }", "-inf", "a finite number"),
    ("drops = 1 }", "drops = 1.0 }", "1.0", "a whole number"),
    ("fuse = { least = 3 }", "fuse = { least = true }", "true", "a whole number"),
    ("fuse = { least = 3 }", "fuse = { least = 3.0 }", "3.0", "a whole number"),
    ("cleared = 4", "cleared = 4.5", "4.5", "a whole number"),
    ('steps = ["clear"]', 'steps = "clear"', '"clear"', "a list"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "found", "expected"), TYPES)
def test_a_value_of_another_type_never_stands_for_the_one_meant(old: str, new: str, found: str, expected: str) -> None:
    text = text_of("merge")
    assert text.count(old) == 1
    [first, *more] = problems(text.replace(old, new))
    line, code, shown, wanted = first.split(": ", 3)
    assert (int(line), shown) == (line_of(text, old), found)
    assert code == ("not-finite" if "finite" in expected else "wrong-type")
    assert expected in wanted
    assert more == []


@pytest.mark.parametrize(
    ("new", "rows"), [("rows = 0x5", 5), ("rows = 1_0", 10), ("rows = 0b101", 5), ("rows = +5", 5)]
)
def test_whole_numbers_may_be_written_in_any_way_toml_has(new: str, rows: int) -> None:
    text = text_of("merge").replace("rows = 5", new)
    assert tilekit.loads(text, plugins=PLUGINS).ruleset.grid.rows == rows


def test_a_whole_number_will_do_for_a_number() -> None:
    text = text_of("merge").replace("at_least = 1\n", "at_least = 1.5\n")
    assert tilekit.loads(text, plugins=PLUGINS).ruleset.balance[0].at_least == 1.5
    assert tilekit.load("merge").ruleset.balance[0].at_least == 1


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e400", "+nan"])
def test_no_figure_that_is_not_finite_is_taken_anywhere(value: str) -> None:
    """Every number of a bundled ruleset in turn."""
    text = text_of("merge")
    tried = 0
    for number, line in enumerate(text.split("# ----")[0].splitlines(), start=1):
        key, _, rest = line.partition(" = ")
        if rest.split("#")[0].strip().isdigit():
            changed = text.splitlines()
            changed[number - 1] = f"{key} = {value}"
            found = problems("\n".join(changed))
            assert found[0].startswith(f"{number}: "), found
            tried += 1
    assert tried > 10


# ---------------------------------------------------------------- a key that is misspelt

KEYS = [
    ("[scoring]", "[scoring]\nmutliplier = 3", "mutliplier", ""),
    ("rows = 5", "Rows = 5", "Rows", 'did you mean "rows"?'),
    ("depth = 200", "dpeth = 200", "dpeth", 'did you mean "depth"?'),
    ("[scoring]", "[scroing]", "scroing", 'did you mean "scoring"?'),
    ("[spawn.deal]", "[spwan]\na = 1\n[spawn.deal]", "spwan", 'did you mean "spawn"?'),
    ("[undo]", "[plugins.nope]\nx = 1\n\n[undo]", "plugins", ""),
    ("[undo]", "[undo]\nlevels = 3", "levels", ""),
    ('use = "repeat",', 'use = "repeat", tiems = 3,', "tiems", 'did you mean "times"?'),
    ('shape = "circle",', 'shaep = "circle",', "shaep", 'did you mean "shape"?'),
    ("[[end]]", '[[ned]]\nwhen = "turn > 5"\nreason = "late"\n\n[[end]]', "ned", 'did you mean "end"?'),
    ('refusal = "there is no stone"', 'refusl = "there is no stone"', "refusl", 'did you mean "refusal"?'),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "key", "fix"), KEYS)
def test_a_misspelt_key_is_an_error_that_names_the_nearest(old: str, new: str, key: str, fix: str) -> None:
    text = text_of("merge")
    assert text.count(old) == 1
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(text.replace(old, new), plugins=PLUGINS)
    [first] = [problem for problem in caught.value.diagnostics if problem.found == key]
    assert first.severity == "error"
    assert first.line > 1
    assert fix in first.fix


def test_all_misspelt_keys_are_told_in_one_run() -> None:
    text = text_of("merge")
    for old, new, _, _ in KEYS:
        if old.startswith("["):
            continue
        text = text.replace(old, new)
    text = text.replace("cleared = 4", "claered = 4")
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(text, plugins=PLUGINS)
    found = [problem.found for problem in caught.value.diagnostics if problem.severity == "error"]
    assert {"Rows", "dpeth", "shaep", "refusl"} <= set(found)


def test_a_mechanic_of_a_plugin_that_is_missing_says_so() -> None:
    text = text_of("merge").replace('chain = { use = "repeat",', 'chain = { use = "cascade",')
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(text, plugins=PLUGINS)
    [problem] = [p for p in caught.value.diagnostics if p.code == "unknown-mechanic"]
    assert problem.found == "cascade"
    assert "plugin" in problem.fix + problem.message + problem.expected


# ---------------------------------------------------------------- files as editors save them

AS_SAVED = {
    "with a mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "from Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "from Windows, with a mark": lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
    "without a last line end": lambda text: text.rstrip().encode(),
}


@pytest.mark.parametrize("how", AS_SAVED)
def test_files_that_any_editor_saves_load_alike(how: str, tmp_path: Path) -> None:
    for name in ("merge.toml", "a name with spaces, 100 % and #.toml", "Grüße-été.toml"):
        path = tmp_path / name
        path.write_bytes(AS_SAVED[how](text_of("merge")))
        rules = tilekit.load(path, plugins=PLUGINS)
        assert rules.digest == tilekit.load("merge").digest
        assert rules == tilekit.load("merge")


DAMAGED = {
    "UTF-16": (lambda text: text.encode("utf-16"), "not-utf8", "it looks like UTF-16"),
    "UTF-16 without a mark": (lambda text: text.encode("utf-16-le"), "not-utf8", "it looks like UTF-16"),
    "ANSI": (lambda text: text.split("# ----")[0].replace('"Merge"', '"Mérge"').encode("cp1252"), "not-utf8",
             "it looks like Windows-1252 or Latin-1"),
    "lone returns": (lambda text: text.replace("\n", "\r").encode(), "control-character", "lone carriage return"),
    "a NUL at the end": (lambda text: text.encode() + b"\0", "control-character", "a control character"),
    "empty": (lambda _: b"", "empty-file", "the file is empty"),
    "blank": (lambda _: b"\n \n", "empty-file", "the file is empty"),
    "one key twice": (lambda text: text.replace("rows = 5", "rows = 5\nrows = 6").encode(), "toml-duplicate", "rows"),
    "one table twice": (lambda text: (text + "\n[undo]\ndepth = 1\n").encode(), "toml-duplicate", "undo"),
    "a table after its dotted key": (
        lambda text: text.replace("[spawn.deal]", '[spawn]\ndeal.tile = "spark"\n[spawn.deal]').encode(), "toml-header",
        "deal",
    ),
}  # fmt: skip


@pytest.mark.parametrize("how", DAMAGED)
def test_a_file_that_cannot_be_read_says_why_and_where(how: str, tmp_path: Path) -> None:
    damage, code, words = DAMAGED[how]
    path = tmp_path / "merge.toml"
    path.write_bytes(damage(text_of("merge")))
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.load(path, plugins=PLUGINS)
    first = caught.value.diagnostics[0]
    assert (first.file, first.severity) == (str(path), "error")
    assert first.code.startswith(code)
    assert words in first.message + first.found
    assert first.expected
    assert first.fix
    assert str(caught.value).startswith(f"{path}:")


@pytest.mark.parametrize("what", ["folder", "dangling link", "nothing"])
def test_a_path_that_leads_to_no_file(what: str, tmp_path: Path) -> None:
    path = tmp_path / "merge.toml"
    if what == "folder":
        path.mkdir()
    elif what == "dangling link":
        path.symlink_to(tmp_path / "gone.toml")
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.load(path, plugins=PLUGINS)
    assert [problem.code for problem in caught.value.diagnostics] == ["unreadable-file"]


def test_what_is_read_does_not_hang_on_the_locale(tmp_path: Path) -> None:
    path = tmp_path / "caf\u00e9.toml"
    path.write_text(text_of("merge").replace('"Merge"', '"Mérge ★"'), encoding="utf-8")
    script = "import sys, tilekit; r = tilekit.load(sys.argv[1]); print(ascii(r.title), r.digest)"
    results = {
        run("-c", script, str(path), sites=[], env=env).stdout
        for env in ({"LC_ALL": "C.UTF-8"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
                    {"LC_ALL": "POSIX", "PYTHONUTF8": "1"})
    }  # fmt: skip
    assert results == {f"'M\\xe9rge \\u2605' {tilekit.load('merge').digest}\n"}


def test_the_command_line_tells_each_in_one_line_and_exits_with_2(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(text_of("merge").encode("utf-16"))
    (tmp_path / "b.toml").write_text(text_of("merge").replace("rows = 5", "rows = true"), encoding="utf-8")
    os.mkfifo(tmp_path / "c.toml")
    for name in ("a", "b", "c", "missing"):
        result = run("-m", "tilekit", "check", str(tmp_path / f"{name}.toml"), sites=[])
        assert result.returncode == 2
        assert "Traceback" not in result.stderr + result.stdout
        assert f"{name}.toml" in result.stderr + result.stdout
