"""The pages of the games, and the measure of the format: how many lines the rules of a game take."""

import re

import pytest
from tests.docs.pages import ROOT, generate

import tilekit

INDEX = (ROOT / "docs/games/index.md").read_text(encoding="utf-8")
PATHS = sorted(tilekit.Plugins(entry_points=False).rulesets.items())
MOST = 80


def test_the_index_counts_what_there_is():
    assert generate.updated(INDEX) == INDEX, "run: python docs/_generate.py"
    rows = [line for line in INDEX.splitlines() if line.startswith("|")]
    assert len(rows) == 2 + len(PATHS)
    assert [row for row in rows if not all(generate._cells(row))] == []


@pytest.mark.parametrize(("name", "path"), PATHS, ids=[name for name, _ in PATHS])
def test_rules_are_short_or_say_why_not(name, path):
    text = path.read_text(encoding="utf-8")
    why = re.search(rf"^#.*\bOver {MOST} lines: \w[^.]+\.$", text, flags=re.MULTILINE)
    assert (generate.lines_of_rules(text) > MOST) == (why is not None), name


@pytest.mark.parametrize(("name", "path"), PATHS, ids=[name for name, _ in PATHS])
def test_no_game_needs_python_of_its_own(name, path):
    assert generate.lines_of_python(tilekit.load(path, plugins=tilekit.Plugins(entry_points=False))) == 0, name


def test_lines_are_counted_as_the_index_says():
    text = """
# a comment
format = 1                                   # counts

[game]
id = "a"
rules = ["words for players"]
[actions.x]
rule = "more of them"
[grid]
mask = \"\"\"
. .
\"\"\"
[look.a]
colour = "#ffffff"
[look]
b = { shape = "star" }
[display]
variables = []
[[invariants]]
name = "x"
holds = "1 == 1"
[[balance]]
games = 1
[[scenario]]
name = "y"
[undo]
depth = 1
"""
    assert generate.lines_of_rules(text) == 10


def test_python_of_plugins_is_counted():
    from tests.compiled import test_mechanics

    rules = test_mechanics.rules(test_mechanics.raises_its_neighbours(1))
    kinds = {"guest": next(kind for kind in rules._mechanics.values() if kind.kind == "guest")}
    before = dict(generate._MECHANICS)
    generate._MECHANICS.update(kinds)
    try:
        assert generate.lines_of_python(rules) > 100
    finally:
        generate._MECHANICS.clear()
        generate._MECHANICS.update(before)


def test_every_game_has_its_page():
    assert {path.stem for path in (ROOT / "docs/games").glob("*.md")} == {"index", *dict(PATHS)}


@pytest.mark.parametrize("page", sorted((ROOT / "docs/games").glob("*.md")), ids=lambda path: path.stem)
def test_every_page_is_of_a_game_and_says_how_to_play_it(page):
    if page.stem != "index":
        assert page.stem in dict(PATHS)
        assert f"`tilekit play {page.stem}`" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", sorted((ROOT / "docs/games").glob("*.md")), ids=lambda path: path.stem)
def test_every_game_has_its_picture(page):
    pictures = re.findall(r"^```\{board\} (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert pictures == ([page.stem] if page.stem != "index" else [])


def test_the_home_page_lists_each_page_once():
    home = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    listed = [line for block in re.findall(r"```\{toctree\}\n(.*?)```", home, re.DOTALL) for line in block.split("\n")]
    pages = [line for line in listed if line and not line.startswith(":")]
    assert sorted(pages) == sorted({*pages})
