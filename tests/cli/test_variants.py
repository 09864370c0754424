"""Variants and presets on the command line: named, checked, listed, played, simulated, recorded and replayed."""

import json

import pytest

GRANITE = """\
format = 1
extends = "merge"

[game]
id = "granite"
title = "Granite"
version = 1

[grid]
rows = 6
columns = 6

[constants]
stone_every = 10

[tiers]
chain = ["spark", "node", "core", "prism"]

[mechanics]
fuse = { least = 4 }
[actions]
drop = { rule = "Four that touch join." }
[presets.dense.constants]
stone_every = 3
"""
SCENARIOS = """\
ruleset = "granite.toml:dense"

[[scenario]]
name = "the third tile is a stone"
given.queue = ["spark", "node"]
given.variables = { dealt = 2 }
actions = ["drop r1c1"]
then.queue = ["node", "stone"]
"""


@pytest.fixture
def granite(tmp_path, monkeypatch):
    """A folder with `granite.toml`, which is the working folder; gives what writes a changed one."""
    monkeypatch.chdir(tmp_path)

    def write(*changes):
        text = GRANITE
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (tmp_path / "granite.toml").write_text(text, encoding="utf-8")

    write()
    (tmp_path / "granite.dense.scenarios.toml").write_text(SCENARIOS, encoding="utf-8")
    return write


def test_presets_are_listed(cli):
    lines = cli("list").out.splitlines()
    at = lines.index("  merge          Merge, version 1  (tilekit-engine)")
    assert lines[at + 1] == "  merge:hard     a preset of merge  (tilekit-engine)"
    rows = {row["name"]: row for row in json.loads(cli("list", "--json").out)["rulesets"]}
    presets = {name: row["presets"] for name, row in rows.items() if row["presets"]}
    assert presets == {"merge": ["hard"], "ninek": ["strict"]}
    assert rows["sum10"]["presets"] == []


def test_a_file_is_checked_with_its_presets(cli, granite):
    assert cli("check", "granite.toml", "granite.toml:dense", "merge:hard") == (
        0, "3 files checked: 0 errors, 0 warnings\n", "",
    )  # fmt: skip
    granite(("stone_every = 3", "stone_evry = 3"))
    status, out, err = cli("check", "granite.toml")
    assert (status, err) == (0, "")
    assert out == (
        'granite.toml:24:1: warning[unused-name]: nothing speaks of the constant "stone_evry"\n'
        "   24 | stone_evry = 3\n"
        "      | ^^^^^^^^^^\n"
        "  found:    stone_evry\n"
        "  expected: an expression that speaks of it\n"
        '  fix:      did you mean "stone_every"?\n\n'
        "1 file checked: 0 errors, 1 warning\n"
    )
    granite(("[presets.dense.constants]", "[presets.dense.constnats]"))
    told = json.loads(cli("check", "granite.toml", "--format", "json").out)
    assert [(each["file"], each["line"], each["code"], each["fix"]) for each in told] == [
        ("granite.toml", 23, "unknown-key", 'did you mean "constants"?')
    ]
    assert cli("check", "granite.toml").status == 2
    assert cli("play", "granite.toml", "--demo").status == 0  # the game itself is well


def test_a_preset_runs_its_own_scenarios(cli, granite):
    told = (
        "granite.toml:dense: 1 scenario, all passed\n"
        "granite.dense.scenarios.toml: 1 scenario, all passed\n"
        "granite.toml: 0 scenarios, nothing to run\n"
    )
    names = ("granite.toml:dense", "granite.dense.scenarios.toml", "granite.toml")
    assert cli("test", "--no-properties", *names) == (0, told, "")
    for name, count in (("merge:hard", 3), ("ninek:strict", 3)):
        assert cli("test", "--no-properties", name) == (0, f"{name}: {count} scenarios, all passed\n", "")


def test_an_inherited_promise_that_breaks_is_told_with_what_to_write(cli, granite):
    status, out, err = cli("test", "granite.toml", "--examples", "20")
    assert (status, err) == (1, "")
    assert '"no group of three is left lying" does not hold\n  it is inherited from merge.toml:94; if it is not' in out
    assert "write [[invariants]] in granite.toml: it replaces all inherited ones\n" in out
    assert 'name = "invariants: \\"no group of three is left lying\\" does not hold"\n' in out


@pytest.mark.parametrize("name", ["granite.toml", "granite.toml:dense", "merge:hard"])
def test_it_is_played_recorded_and_replayed_under_its_name(cli, granite, name):
    known = {"granite.toml": "granite", "granite.toml:dense": "granite:dense", "merge:hard": "merge:hard"}[name]
    status, out, err = cli("run", name, "--seed", "4", "--actions", "-", "--json", "--record", "game.json",
                           given=b"drop r1c1\ndrop r2c2\n")  # fmt: skip
    assert (status, err, json.loads(out)["ruleset"]) == (0, "", known)
    options = () if name == "merge:hard" else ("--ruleset", name)
    assert cli("replay", "game.json", *options) == (
        0, f"game.json: holds: {known} version 1, seed 4, 2 actions, score 0, playing\n", "",
    )  # fmt: skip
    base = name.partition(":")[0]
    if base != name:
        told = f'a game of "{known}", not of "{known.partition(":")[0]}"; it would go another way and is left as it is'
        assert cli("replay", "game.json", "--ruleset", base) == (1, f"game.json: {told}\n", "")


def test_series_play_presets_in_any_number_of_processes(cli, granite):
    one = cli("simulate", "granite.toml:dense", "--games", "12", "--lane", "interpreted", "--json")
    two = cli("simulate", "granite.toml:dense", "--games", "12", "--lane", "interpreted", "--json", "--jobs", "2")
    assert (one.status, one.out, json.loads(one.out)["ruleset"]) == (0, two.out, "granite:dense")
    swept = cli("sweep", "granite.toml:dense", "--set", "constants.stone_every=3,10", "--games", "12",
                "--lane", "interpreted", "--json")  # fmt: skip
    plain = cli("simulate", "granite.toml", "--games", "12", "--lane", "interpreted", "--json")
    means = [point["figures"]["score.mean"]["value"] for point in json.loads(swept.out)["points"]]
    assert means == [json.loads(each.out)["score"]["mean"] for each in (one, plain)]


def test_a_preset_that_is_not_there(cli, granite):
    told = 'granite.toml has no preset called "dence"; it has dense; did you mean "dense"?\n'
    for command in (("play", "granite.toml:dence", "--demo"), ("simulate", "granite.toml:dence"),
                    ("test", "granite.toml:dence")):  # fmt: skip
        status, _, err = cli(*command)
        assert (status, err) == (2, told)
    assert cli("check", "granite.toml:dence") == (2, """\
granite.toml:dence: error[unknown-preset]: granite.toml has no preset called "dence"
  found:    granite.toml:dence
  expected: one of dense
  fix:      did you mean "dense"?

1 file checked: 1 error, 0 warnings
""", "")  # fmt: skip


def test_a_bundled_ruleset_named_as_a_file_is_told_by_its_id(cli, granite):
    granite(('extends = "merge"', 'extends = "merge.toml"'))
    refused = cli("check", "granite.toml").out
    assert "  found:    merge.toml: no such file\n" in refused
    assert '  fix:      write "merge" for the installed one\n' in refused
