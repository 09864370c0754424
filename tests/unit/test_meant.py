"""Keys that no table has: which one is meant, and that nothing is told of what stands below them."""

import re
from pathlib import Path

import pytest

import tilekit
from tilekit.plugins import Plugins
from tilekit.ruleset.meant import OTHER_NAMES, Guess, homes, meant
from tilekit.ruleset.models import Ruleset
from tilekit.ruleset.walk import keys_at

ROOT = Path(__file__).parent.parent.parent
PLUGINS = Plugins(entry_points=False)
SOURCES = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "rulesets").glob("*.toml"))
    if not path.name.endswith(".scenarios.toml")
}


def told(source):
    """What is told in one run: line, code and fix."""
    try:
        problems = tilekit.loads(source, plugins=PLUGINS).warnings
    except tilekit.RulesetError as error:
        problems = error.diagnostics
    return [(one.line, one.code, one.fix) for one in problems]


def renamed(table, name):
    """Of each bundled ruleset that has a table what it is with all of that table under another name."""
    for stem, source in SOURCES.items():
        header = re.compile(rf"^(\[\[?){table}(?=[\].])", re.MULTILINE)
        first = header.search(source)
        if first:
            yield stem, source.count("\n", 0, first.start()) + 1, header.sub(rf"\g<1>{name}", source)


OF_TABLES = [
    (table, name)
    for name, tables in OTHER_NAMES[""].items()
    for table in tables
    if any(re.search(rf"^\[\[?{table}[\].]", source, re.MULTILINE) for source in SOURCES.values())
]


@pytest.mark.parametrize(("table", "name"), [*OF_TABLES, ("grid", "gird"), ("actions", "verbs"), ("end", "endings")])
def test_of_a_table_under_another_name_only_that_is_told(table, name):
    cases = [case for case in renamed(table, name) if case[0] in ("merge", "dark", "life", "gems")]
    cases = cases or list(renamed(table, name))
    assert {stem: told(source) for stem, _, source in cases} == {
        stem: [(line, "unknown-key", f'did you mean "{table}"?')] for stem, line, _ in cases
    }


def test_other_names_are_of_keys_that_there_are_and_are_none_themselves():
    for table, names in OTHER_NAMES.items():
        inner = keys_at(Ruleset, (table, "x") if table in ("variables", "spawn", "actions") else ())
        if table not in ("", "variables", "spawn", "actions"):
            inner = keys_at(Ruleset, (table, 0)) or keys_at(Ruleset, (table,))
        inner = inner + keys_at(Ruleset, (table, 0, "given")) if table == "scenario" else inner
        assert not set(names) & set(inner), table
        assert {key for keys in names.values() for key in keys} <= set(inner), table


@pytest.mark.parametrize(
    ("place", "value", "guess"),
    [
        (("extend",), "merge", Guess("extends", fits=True, is_sure=True)),
        (("ends",), [{"when": "no_moves"}], Guess("end", fits=True, is_sure=True)),
        (("ends",), {"when": "no_moves"}, Guess("end")),
        (("events",), [{"on": "fused"}], Guess("triggers", fits=True, is_sure=True)),
        (("events",), {"fused": 5}, Guess("scoring", fits=True, is_sure=True)),
        (("events",), {"when": {"planted": {}}}, Guess("triggers")),
        (("rules",), {"drop": {"target": "cell"}}, Guess("actions", fits=True, is_sure=True)),
        (("rules",), {"fuse": {"least": 3}}, Guess("mechanics", fits=True, is_sure=True)),
        (("rules",), ["Join."], Guess()),  # of [game]
        (("title",), "Mine", Guess()),
        (("plane",), {"rows": 5, "columns": 4}, Guess("grid", fits=True, is_sure=True)),
        (("plane",), {"planted": 5}, Guess()),
        (("trigers",), {"fused": {"on": "fused"}}, Guess("triggers")),
        (("spwan",), {"a": 1}, Guess("spawn")),
        (("ned",), [{"x": 1}], Guess("end")),
        (("grid", "row"), "five", Guess("rows", fits=True)),
        (("grid", "width"), 5, Guess("columns", fits=True, is_sure=True)),
        (("grid", "rowz"), {"a": 1}, Guess()),
        (("actions", "drop", "if"), "turn > 3", Guess("when", fits=True, is_sure=True)),
        (("end", 0, "result"), "won", Guess("outcome", fits=True, is_sure=True)),
    ],
)
def test_what_is_meant_hangs_on_what_stands_there(place, value, guess):
    assert meant(Ruleset, place, value) == guess


def test_a_key_that_one_table_has_belongs_there():
    assert [homes(key, {}) for key in ("title", "rows", "when", "planted")] == [["[game]"], ["[grid]"], [], []]


def test_a_variant_that_misspells_extends_lacks_nothing_else():
    source = (
        'format = 1\nextend = "merge"\n[game]\nid = "mine"\ntitle = "Mine"\nversion = 1\n[constants]\nstone_every = 9\n'
    )
    assert told(source) == [(2, "unknown-key", 'did you mean "extends"?')]


def test_keys_of_the_game_above_it_are_missed_nowhere():
    source = SOURCES["merge"].replace("format = 1\n", 'format = 1\ntitle = "Mine"\n', 1)
    source = re.sub(r"(\[game\][^\[]*?)title = .*\n", r"\1", source, count=1)
    assert told(source) == [(source[: source.index("title =")].count("\n") + 1, "unknown-key", "move it to [game]")]
