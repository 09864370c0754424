"""`tilekit show`: one state in words, or as a picture."""

import tilekit
from tilekit.svg import picture

STATE = """\
    c1 c2 c3 c4 c5
r1   .  .  .  .  .
r2   .  .  s  .  .
r3   .  .  .  .  .
r4   .  .  .  .  .
r5   .  .  .  .  .
score 0
charges 0
drops 1
dealt 3
queue node, spark
status playing
turn 1, 24 legal actions, seed 7
"""


def drawn(*actions):
    session = tilekit.Session(tilekit.load("merge"), 7)
    for action in actions:
        assert session.play(action) == ""
    return picture(session.view())


def test_a_state_in_words(cli):
    assert cli("show", "merge", "--seed", "7", "--actions", "-", given=b"drop r2c3 # first\n\n") == (0, STATE, "")


def test_a_picture_on_the_standard_output(cli):
    assert cli("show", "merge", "--seed", "7", "--svg", "-") == (0, drawn(), "")


def test_a_picture_in_a_file(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "actions.txt").write_text("drop r1c1\n", encoding="utf-8")
    done = cli("show", "merge", "--seed", "7", "--actions", "actions.txt", "--svg", "merge.svg")
    assert done == (0, "wrote merge.svg\n", "")
    assert (tmp_path / "merge.svg").read_bytes() == drawn("drop r1c1").encode()


def test_hints_are_marked(cli):
    with_them, without = (cli("show", "ninek", "--svg", "-", *more).out for more in (["--hints"], []))
    assert "stroke-dasharray" in with_them
    assert "stroke-dasharray" not in without


def test_a_refused_action_is_told_with_its_line_and_nothing_is_written(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = cli("show", "merge", "--actions", "-", "--svg", "x.svg", given=b"drop r1c1\ndrop r1c1\n")
    assert done == (2, "", "line 2: r1c1: the cell is taken\n")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, err = cli("show", "merge", "--svg", "gone/x.svg")
    assert (status, out) == (2, "")
    assert err.startswith("gone/x.svg: it could not be written there: ")
