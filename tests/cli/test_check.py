"""`tilekit check`: every problem of every file, and the exit status."""

import json
import re

import pytest
from tests.cli.running import IDS

SEAD = ("weights = { seed = 3", "weights = { sead = 3")
LESAT = ("least = 3", "lesat = 3")
UNUSED = ("[scoring]", '[mechanics.sweep]\nuse = "clear"\ncells = "here"\n\n[scoring]')

BAD = """\
bad.toml:28:13: error[unknown-tile]: no tile is called "sead"
   28 | weights = { sead = 3, sprout = 1 }
      |             ^^^^
  found:    sead
  expected: one of seed, sprout, bush, tree, deal
  fix:      did you mean "seed"?

bad.toml:38:10: error[unknown-key]: [mechanics.fuse] has no key "lesat"
   38 | fuse = { lesat = 3 }
      |          ^^^^^
  found:    lesat
  expected: one of cells, least, makes, use, when, emits, rule
  fix:      did you mean "least"?

"""
WARNING = """\
unused.toml:40:12: warning[unused-mechanic]: "sweep" is never a step
   40 | [mechanics.sweep]
      |            ^^^^^
  found:    sweep
  expected: a step of an action or of [start]
  fix:      name it in actions.drop.steps (steps run left to right)

"""


def test_nothing_to_say(cli, garden):
    assert cli("check", "garden.toml") == (0, "1 file checked: 0 errors, 0 warnings\n", "")


def test_bundled_rulesets_by_id(cli):
    assert cli("check", "2048", "merge", "ninek", "sum10") == (0, "4 files checked: 0 errors, 0 warnings\n", "")


def test_every_problem_of_a_file_at_once(cli, changed):
    changed("bad.toml", SEAD, LESAT)
    assert cli("check", "bad.toml") == (2, BAD + "1 file checked: 2 errors, 0 warnings\n", "")


def test_a_warning_does_not_fail(cli, changed):
    changed("unused.toml", UNUSED)
    assert cli("check", "unused.toml") == (0, WARNING + "1 file checked: 0 errors, 1 warning\n", "")


def test_all_problems_of_several_files_in_the_order_given(cli, changed, garden):
    changed("bad.toml", SEAD, LESAT)
    changed("unused.toml", UNUSED)
    missing = """\
gardn.toml: error[unreadable-file]: the file cannot be read
  found:    no such file
  expected: the path of a TOML file
  fix:      did you mean "garden.toml"?

"""
    folder = """\
.: error[unreadable-file]: the file cannot be read
  found:    a directory
  expected: the path of a TOML file
  fix:      name a file in it, such as ./game.toml

"""
    result = cli("check", "unused.toml", "gardn.toml", "garden.toml", "./", "bad.toml")
    folder = folder.replace(".:", "./:", 1)
    assert result == (2, WARNING + missing + folder + BAD + "5 files checked: 4 errors, 1 warning\n", "")


def test_an_unknown_id_stops_no_other_file(cli, garden):
    assert cli("check", "mrege", "garden.toml") == (2, f"""\
mrege: error[unknown-ruleset]: no ruleset is called "mrege"
  found:    mrege
  expected: the id of a ruleset ({IDS}), or the path of a file
  fix:      did you mean "merge"?

2 files checked: 1 error, 0 warnings
""", "")  # fmt: skip


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (".", ('ruleset: no ruleset is called "."', ".", "name the files in it, such as ./game.toml")),
        ("", ('ruleset: no ruleset is called ""', "an empty name", "name a file with its path and its .toml")),
        ("merge:hrad", ('preset: merge.toml has no preset called "hrad"', "merge:hrad", 'did you mean "hard"?')),
        ("2048:x", ('preset: 2048.toml has no preset called "x"', "2048:x", "leave the preset out")),
    ],
)  # fmt: skip
def test_a_name_that_nothing_has_is_a_problem_in_json_too(cli, name, told):
    status, out, err = cli("check", "--format", "json", name)
    (problem,) = json.loads(out)
    assert (status, err) == (2, "")
    assert (f"{problem['code']}: {problem['message']}", problem["found"], problem["fix"]) == (
        f"unknown-{told[0]}",
        *told[1:],
    )
    assert (problem["file"], problem["line"], problem["severity"]) == (name, 0, "error")


def test_json(cli, changed, garden):
    changed("bad.toml", SEAD, LESAT)
    status, out, err = cli("check", "--format", "json", "garden.toml", "bad.toml")
    assert (status, err) == (2, "")
    assert json.loads(out) == [
        {
            "file": "bad.toml",
            "line": 28,
            "column": 13,
            "severity": "error",
            "code": "unknown-tile",
            "message": 'no tile is called "sead"',
            "found": "sead",
            "expected": "one of seed, sprout, bush, tree, deal",
            "fix": 'did you mean "seed"?',
            "source": "weights = { sead = 3, sprout = 1 }",
            "width": 4,
            "edit": {"line": 28, "column": 13, "end_line": 28, "end_column": 17, "text": "seed"},
        },
        {
            "file": "bad.toml",
            "line": 38,
            "column": 10,
            "severity": "error",
            "code": "unknown-key",
            "message": '[mechanics.fuse] has no key "lesat"',
            "found": "lesat",
            "expected": "one of cells, least, makes, use, when, emits, rule",
            "fix": 'did you mean "least"?',
            "source": "fuse = { lesat = 3 }",
            "width": 5,
            "edit": {"line": 38, "column": 10, "end_line": 38, "end_column": 15, "text": "least"},
        },
    ]


def test_json_of_nothing_is_json(cli, garden):
    assert cli("check", "--format", "json", "garden.toml") == (0, "[]\n", "")


def test_a_byte_order_mark_is_no_problem(cli, garden):
    text = (garden / "garden.toml").read_bytes()
    (garden / "marked.toml").write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    assert cli("check", "marked.toml") == (0, "1 file checked: 0 errors, 0 warnings\n", "")


def test_utf_16_is_told_how_to_be_saved(cli, garden):
    text = (garden / "garden.toml").read_text(encoding="utf-8")
    (garden / "wide.toml").write_bytes(b"\xff\xfe" + text.encode("utf-16-le"))
    wide = """\
wide.toml: error[not-utf8]: the file is not UTF-8; it looks like UTF-16
  found:    the bytes FF FE 23 00 20 00 41 00
  expected: UTF-8 text
  fix:      save it again as UTF-8 (in Windows Notepad: Save as, Encoding "UTF-8")

1 file checked: 1 error, 0 warnings
"""
    assert cli("check", "wide.toml") == (2, wide, "")


def test_scenarios_beside_a_ruleset_are_checked_with_it(cli, garden, changed):
    changed("unused.toml", UNUSED)
    (garden / "unused.scenarios.toml").write_text(
        'ruleset = "unused.toml"\n\n[[scenario]]\nname = "x"\nactions = ["drip r1c1"]\nthen.score = 0\n',
        encoding="utf-8",
    )
    beside = """\
unused.scenarios.toml:5:12: error[unknown-action]: no action is called "drip"
    5 | actions = ["drip r1c1"]
      |            ^^^^^^^^^^^
  found:    drip r1c1
  expected: such as drop r1c1, undo, restart
  fix:      did you mean "drop"?

"""
    result = cli("check", "unused.toml")
    assert result == (2, beside + WARNING + "1 file checked: 1 error, 1 warning\n", "")
    assert cli("check", "unused.scenarios.toml") == (2, beside + "1 file checked: 1 error, 0 warnings\n", "")


WRONG_SCENARIOS = """\
rules = "garden"
ruleset = "garden.toml"

[[scenario]]
name = "a"
acts = ["drop r1c1"]
actions = ["drip r1c1"]
then.score = "none"

[[scenario]]
name = "b"
given.board = '''. . .'''
then = { reasn = "full" }
"""


def test_a_mistake_of_shape_hides_no_other_of_a_file_of_scenarios(cli, garden):
    for name in ("garden.scenarios.toml", "mine.scenarios.toml"):
        (garden / name).write_text(WRONG_SCENARIOS, encoding="utf-8")
    for name, file in (("garden.toml", "garden.scenarios.toml"), ("mine.scenarios.toml", "mine.scenarios.toml")):
        status, out, _ = cli("check", name)
        told = [line for line in out.splitlines() if line.startswith((file, "1 file"))]
        assert (status, told) == (
            2,
            [
                f'{file}:1:1: error[unknown-key]: the file has no key "rules"',
                f'{file}:6:1: error[unknown-key]: [[scenario]] 1 has no key "acts"',
                f'{file}:7:12: error[unknown-action]: no action is called "drip"',
                f'{file}:8:14: error[wrong-type]: "scenario.then.score" must be a whole number',
                f"{file}:12:15: error[bad-board]: board does not have as many rows as the grid",
                f'{file}:13:10: error[unknown-key]: then of [[scenario]] 2 has no key "reasn"',
                "1 file checked: 6 errors, 0 warnings",
            ],
        )


def test_a_file_of_scenarios_is_told_of_together_with_its_ruleset(cli, changed, garden):
    changed("bad.toml", SEAD)
    text = 'ruleset = "bad.toml"\n[[scenarios]]\nname = "a"\nacts = ["drop r1c1"]\n'
    (garden / "mine.scenarios.toml").write_text(text, encoding="utf-8")
    status, out, _ = cli("check", "mine.scenarios.toml")
    assert (status, [line.partition(": ")[0] for line in out.splitlines() if "error[" in line]) == (
        2, ["bad.toml:28:13", "mine.scenarios.toml:2:3", "mine.scenarios.toml:4:1"]
    )  # fmt: skip


@pytest.mark.parametrize("given", [b"", b"\0" * 4096, b"[" * 50_000, b"\xff" * 100, b"format = 1e999\n"])
def test_any_bytes_are_reported_in_words(cli, garden, given):
    (garden / "any.toml").write_bytes(given)
    status, out, err = cli("check", "any.toml")
    assert (status, err) == (2, "")
    assert out.startswith("any.toml")
    assert "Traceback" not in out
    assert out.isprintable() or set(out) - set("\n") == {c for c in out if c.isprintable()}


def test_a_file_name_cannot_paint_the_terminal(cli, garden):
    status, out, err = cli("check", "a\x1b[31mb.toml", "\x1b[2J")
    assert status == 2
    assert "\x1b" not in out + err
    assert out.startswith("a\\x1b[31mb.toml: error[unreadable-file]")
    assert '\n\\x1b[2J: error[unknown-ruleset]: no ruleset is called "\\x1b[2J"\n' in out
    assert err == ""


def test_warnings_of_presets_and_of_the_id_stand_in_the_order_of_lines(cli, garden):
    text = (
        'format = 1\nextends = "merge"\n[game]\nid = "quarry"\ntitle = "Own"\nversion = 1\n'
        "[presets.hard.constants]\nunheard = 3\n[presets.calm.constants]\nunspoken = 3\n[constants]\nidle = 3\n"
    )
    (garden / "own.toml").write_text(text, encoding="utf-8")
    _, out, _ = cli("check", "own.toml")
    assert re.findall(r"^own\.toml:(\d+):\d+: warning\[(.+?)\]", out, flags=re.MULTILINE) == [
        ("4", "id-taken"), ("8", "unused-name"), ("10", "unused-name"), ("12", "unused-name"),
    ]  # fmt: skip
