"""`tilekit test`: scenarios that hold, that fail and that cannot be loaded."""

import pytest
from tests.cli.running import IDS

import tilekit

WRONG = ("then.score = 3", "then.score = 4")
OTHER_BOARD = (". . . p .", ". . . b .")
UNKNOWN = ('actions = ["drop r2c4"]', 'actions = ["drop r2c9"]')

FAILED = """\
wrong.toml:58: failed: three seeds become a sprout where the last one was dropped
  board
    expected     actual
    . . . . .    . . . . .
    . . . b .  | . . . p .
    . . . . .    . . . . .
    . . . . .    . . . . .
    . . . . .    . . . . .
  score
    expected    actual
    4         | 3
wrong.toml: 1 scenario, 1 failed
"""
UNLOADABLE = """\
slip.toml:69:12: error[unknown-action]: r2c9 is not a cell of this 5 by 5 board
   69 | actions = ["drop r2c9"]
      |            ^^^^^^^^^^^
  found:    drop r2c9
  expected: such as drop r1c1, undo, restart
  fix:      write one such as drop r1c1, undo, restart
"""


def test_scenarios_that_hold(cli, garden):
    assert cli("test", "--no-properties", "garden.toml") == (0, "garden.toml: 1 scenario, all passed\n", "")
    assert cli("test", "--no-properties", "garden.toml") == (0, "garden.toml: 1 scenario, all passed\n", "")


def test_scenarios_that_hold_by_name(cli, garden):
    passed = "garden.toml:58: passed: three seeds become a sprout where the last one was dropped\n"
    assert cli("test", "--no-properties", "--verbose", "garden.toml") == (
        0,
        passed + "garden.toml: 1 scenario, all passed\n",
        "",
    )


def test_bundled_rulesets_by_id(cli):
    status, out, err = cli("test", "--no-properties", "2048", "merge", "ninek", "sum10")
    assert (status, err) == (0, "")
    assert [line.split(":")[0] for line in out.splitlines()] == ["2048", "merge", "ninek", "sum10"]
    assert all(line.endswith("scenarios, all passed") for line in out.splitlines())


def test_expected_and_actual_stand_side_by_side(cli, changed):
    changed("wrong.toml", WRONG, OTHER_BOARD)
    assert cli("test", "--no-properties", "wrong.toml") == (1, FAILED, "")


def test_a_refused_action_is_a_failure_that_names_it(cli, changed):
    changed("wrong.toml", ('actions = ["drop r2c4"]', 'actions = ["drop r2c4", "drop r2c4", "drop r1c1"]'))
    assert cli("test", "--no-properties", "wrong.toml") == (
        1,
        "wrong.toml:58: failed: three seeds become a sprout where the last one was dropped\n"
        '  action 2, "drop r2c4"\n'
        "    expected    actual\n"
        "    played    | refused: r2c4: r2c4 is not where empty holds\n"
        "wrong.toml: 1 scenario, 1 failed\n".replace("r2c4: r2c4", "r2c4"),
        "",
    )


def test_a_slip_in_a_scenario_makes_the_file_unloadable(cli, changed):
    changed("slip.toml", UNKNOWN)
    assert cli("test", "--no-properties", "slip.toml") == (2, "", UNLOADABLE)


@pytest.mark.parametrize("order", [("slip.toml", "wrong.toml"), ("wrong.toml", "slip.toml")])
def test_unloadable_wins_over_failed_and_stops_no_other_file(cli, changed, garden, order):
    changed("slip.toml", UNKNOWN)
    changed("wrong.toml", WRONG, OTHER_BOARD)
    assert cli("test", "--no-properties", *order, "garden.toml") == (
        2,
        FAILED + "garden.toml: 1 scenario, all passed\n",
        UNLOADABLE,
    )


def test_a_file_of_scenarios_alone(cli, garden):
    (garden / "more.toml").write_text(
        'ruleset = "garden.toml"\n\n[[scenario]]\nname = "a drop"\nactions = ["drop r1c1"]\nthen.score = 0\n\n'
        '[[scenario]]\nname = "another"\nactions = ["drop r1c1"]\nthen.score = 1\n',
        encoding="utf-8",
    )
    failed = "more.toml:8: failed: another\n  score\n    expected    actual\n    1         | 0\n"
    assert cli("test", "--no-properties", "more.toml") == (1, failed + "more.toml: 2 scenarios, 1 failed\n", "")


def test_a_file_without_scenarios_says_so(cli, garden, changed):
    text = (garden / "garden.toml").read_text(encoding="utf-8")
    (garden / "bare.toml").write_text(text.split("[[scenario]]")[0], encoding="utf-8")
    assert cli("test", "--no-properties", "bare.toml") == (0, "bare.toml: 0 scenarios, nothing to run\n", "")


def test_no_such_file_and_no_such_id(cli, garden):
    status, out, err = cli("test", "--no-properties", "nope.toml", "nope", "garden.toml")
    assert (status, out) == (2, "garden.toml: 1 scenario, all passed\n")
    assert err == (
        "nope.toml: error[unreadable-file]: the file cannot be read\n"
        "  found:    no such file\n"
        "  expected: the path of a TOML file\n"
        "  fix:      check the path\n"
        f'no ruleset is called "nope"; there are {IDS}, '
        "and a file is named with its path and .toml\n"
    )


# ---------------------------------------------------------------- rules without their scenarios

TALL = """tall.toml:{line}:{column}: {severity}[bad-board]: board does not have as many rows as the grid
{line:>5} | {key}.board = \"\"\"
      | {blank}^^^
  found:    5 rows
  expected: 6 rows
  fix:      add a row
"""


def tall(severity, end="\n"):
    """What is reported of the starter on a board of six rows, whose scenario has boards of five."""
    return f"{end}".join(
        TALL.format(line=line, column=len(key) + 10, key=key, blank=" " * (len(key) + 9), severity=severity)
        for line, key in ((60, "given"), (70, "then"))
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "tall.toml", "--plain", "--no-profile", "--seed", "1"),
        ("play", "tall.toml", "--demo"),
        ("run", "tall.toml", "--actions", "-"),
        ("show", "tall.toml"),
        ("simulate", "tall.toml", "--games", "2", "--json"),
        ("sweep", "tall.toml", "--set", "grid.columns=3,4", "--games", "2"),
        ("tune", "tall.toml", "--set", "grid.columns=3..4", "--target", "1", "--games", "2"),
    ],
    ids=lambda arguments: " ".join(arguments[::2]),
)
def test_rules_play_without_scenarios_that_are_wrong(cli, changed, arguments):
    changed("tall.toml", ("rows = 5", "rows = 6"))
    status, out, err = cli(*arguments, given=b"")
    assert status in ((0, 1) if arguments[0] == "tune" else (0,)), err
    assert err.count("[bad-board]") == 2
    assert tall("warning", "") in err
    assert out


def test_scenarios_that_are_wrong_are_reported_once_when_a_game_is_replayed(cli, changed, garden):
    changed("tall.toml", ("rows = 5", "rows = 6"))
    (garden / "actions").write_text("drop r6c1\n", encoding="utf-8")
    cli("run", "tall.toml", "--actions", "actions", "--record", "game.json")
    assert cli("replay", "game.json", "--ruleset", "tall.toml") == (
        0,
        "game.json: holds: garden version 1, seed 0, 1 action, score 0, playing\n",
        tall("warning", ""),
    )


def test_scenarios_that_are_wrong_fail_check_and_test(cli, changed):
    changed("tall.toml", ("rows = 5", "rows = 6"))
    assert cli("check", "tall.toml") == (2, f"{tall('error')}\n1 file checked: 2 errors, 0 warnings\n", "")
    assert cli("test", "tall.toml") == (2, "", tall("error"))


#: Scenarios that are wrong in meaning or in shape, what is reported of them, and where in the scenarios.
WRONG_SCENARIOS = [
    ('[[scenario]]\nname = "x"\nactions = ["drip r1c1"]\nthen.score = 0\n', [(3, "unknown-action")]),
    ('[[scenario]]\nname = "x"\nactions = ["drop r9c9"]\nthen.illegal = ["drap r1c1"]\n',
     [(3, "unknown-action"), (4, "unknown-action")]),
    ("[[scenario]]\nname = 5\nthen.scores = 0\n", [(2, "wrong-type"), (3, "unknown-key")]),
    ('[[scenario]]\nthen.score = "many"\ngiven.queue = ["sprot", "seed"]\n',
     [(1, "missing-key"), (2, "wrong-type"), (3, "unknown-tile")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), WRONG_SCENARIOS)
@pytest.mark.parametrize("beside", [False, True])
def test_rules_load_without_scenarios_that_are_wrong(garden, text, told, beside):
    rules = (garden / "garden.toml").read_text(encoding="utf-8").partition("[[scenario]]")[0]
    file, above = ("garden.scenarios.toml", 1) if beside else ("garden.toml", rules.count("\n"))
    (garden / "garden.toml").write_text(rules if beside else rules + text, encoding="utf-8")
    if beside:
        (garden / file).write_text('ruleset = "garden.toml"\n' + text, encoding="utf-8")
    loaded = tilekit.load("garden.toml")
    expected = [(file, above + line, code) for line, code in told]
    assert [(one.file, one.line, one.code) for one in loaded.warnings] == expected
    assert {one.severity for one in loaded.warnings} == {"warning"}
    assert loaded.digest == tilekit.loads(rules).digest
    assert loaded.new_game(seed=1).play("drop r1c1").action == "drop r1c1"
    with pytest.raises(tilekit.RulesetError) as caught:
        loaded.scenarios()
    assert [(one.file, one.line, one.code) for one in caught.value.diagnostics] == expected
    assert {one.severity for one in caught.value.diagnostics} == {"error"}


def test_a_preset_plays_without_its_scenarios(garden):
    text = (garden / "garden.toml").read_text(encoding="utf-8").partition("[[scenario]]")[0]
    tall = '[presets.tall.grid]\nrows = 6\n[[presets.tall.scenario]]\nname = "x"\ngiven.board = ". ."\n'
    (garden / "garden.toml").write_text(text + tall, encoding="utf-8")
    (garden / "garden.tall.scenarios.toml").write_text('ruleset = "garden.toml:tall"\n', encoding="utf-8")
    assert tilekit.load("garden.toml").warnings == []
    preset = tilekit.load("garden.toml:tall")
    assert [(one.file, one.code) for one in preset.warnings] == [
        ("garden.tall.scenarios.toml", "missing-key"),
        ("garden.toml", "bad-board"),
    ]


def test_what_is_wrong_with_a_scenario_excuses_no_mistake_of_the_rules(garden):
    text = (garden / "garden.toml").read_text(encoding="utf-8").replace('"chain", "deal"', '"chian", "deal"')
    scenario = '[[scenario]]\nname = "x"\nacts = ["chian"]\n'
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(text + scenario)
    lines = text.count("\n")
    assert [(one.line, one.code) for one in caught.value.diagnostics] == [
        (33, "unknown-mechanic"),
        (lines + 3, "unknown-key"),
        (lines + 3, "unknown-action"),
    ]


def test_what_a_ruleset_extends_may_have_wrong_scenarios(changed, garden):
    changed("tall.toml", ("rows = 5", "rows = 6"))
    heir = 'format = 1\nextends = "tall.toml"\n[game]\nid = "heir"\ntitle = "Heir"\nversion = 1\n'
    (garden / "heir.toml").write_text(heir, encoding="utf-8")
    assert (tilekit.load("heir.toml").ruleset.grid.rows, tilekit.load("heir.toml").warnings) == (6, [])
