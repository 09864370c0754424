"""`tilekit test`: scenarios that hold, that fail and that cannot be loaded."""

import pytest
from tests.cli.running import IDS

WRONG = ("then.score = 3", "then.score = 4")
OTHER_BOARD = (". . . p .", ". . . b .")
UNKNOWN = ('actions = ["drop r2c4"]', 'actions = ["drop r2c9"]')

FAILED = """\
wrong.toml:57: failed: three seeds become a sprout where the last one was dropped
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
slip.toml:68:12: error[unknown-action]: r2c9 is no cell of this board of 5 rows and 5 columns
   68 | actions = ["drop r2c9"]
      |            ^^^^^^^^^^^
  found:    drop r2c9
  expected: such as drop r1c1, undo, restart
"""


def test_scenarios_that_hold(cli, garden):
    assert cli("test", "--no-properties", "garden.toml") == (0, "garden.toml: 1 scenario, all passed\n", "")
    assert cli("test", "--no-properties", "garden.toml") == (0, "garden.toml: 1 scenario, all passed\n", "")


def test_scenarios_that_hold_by_name(cli, garden):
    passed = "garden.toml:57: passed: three seeds become a sprout where the last one was dropped\n"
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
        "wrong.toml:57: failed: three seeds become a sprout where the last one was dropped\n"
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
        '  fix:      did you mean "garden.toml"?\n'
        f'no ruleset is called "nope"; there are {IDS}, '
        "and a file is named with its path and .toml\n"
    )
