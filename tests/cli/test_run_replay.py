"""`tilekit run` and `tilekit replay`: games as files of actions, and as records that hold."""

import json
from pathlib import Path

import pytest
from tests.cli.running import IDS, child, without_traceback

import tilekit

START = """\
    c1 c2 c3 c4 c5
r1   .  .  .  .  .
r2   .  .  .  .  .
r3   .  .  .  .  .
r4   .  .  .  .  .
r5   .  .  .  .  .
score 0
queue seed, seed
status playing
turn 0, 25 legal actions, seed 1
"""
AFTER_ONE = """\
    c1 c2 c3 c4 c5
r1   s  .  .  .  .
r2   .  .  .  .  .
r3   .  .  .  .  .
r4   .  .  .  .  .
r5   .  .  .  .  .
score 0
queue seed, seed
status playing
turn 1, 24 legal actions, seed 1
"""


@pytest.fixture
def run(cli, garden):
    """Runs actions on the starter, given as the text of a file."""

    def run(text, *options):
        (garden / "moves.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
        return cli("run", "garden.toml", "--seed", "1", "--actions", "moves.txt", *options)

    return run


def state(*actions):
    game = tilekit.load("./garden.toml").new_game(1)
    for action in actions:
        game.play(action)
    return game.to_dict()


def test_no_actions_is_the_start(run):
    assert run("") == (0, START, "")


def test_the_final_state(run):
    assert run("drop r1c1\n") == (0, AFTER_ONE, "")


def test_comments_blank_lines_and_line_ends(run):
    assert run("# a comment\n\n   \n  drop   r1c1   # where it goes\r\nundo\r\ndrop r1c1") == (0, AFTER_ONE, "")
    assert run(b"\xef\xbb\xbfdrop r1c1\n") == (0, AFTER_ONE, "")


def test_from_the_standard_input(cli, garden):
    assert cli("run", "garden.toml", "--seed", "1", "--actions", "-", given=b"drop r1c1\n") == (0, AFTER_ONE, "")


def test_the_seed_is_0_where_none_is_given(cli, garden):
    result = cli("run", "garden.toml", "--actions", "-", "--json")
    assert json.loads(result.out) == tilekit.load("./garden.toml").new_game(0).to_dict()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("drop r1c1", "drop r1c1: r1c1 is not where empty holds"),
        ("drop r6c1", "drop r6c1: r6c1 is not a cell of this 5 by 5 board"),
        ("drip r1c1", 'drip r1c1: this game has no such action; it has drop, undo, restart; did you mean "drop"?'),
        ("shatter r1c1", "shatter r1c1: this game has no such action; it has drop, undo, restart"),
        ("drop \x1b[31mx\0", "drop \\x1b[31mx\\x00: \\x1b[31mx\\x00 is not a cell of this 5 by 5 board"),
    ],
)
def test_a_refused_action_stops_and_is_named_by_its_line(run, line, reason):
    assert run(f"drop r1c1\n\n# now\n{line}\ndrop r2c2\n") == (2, AFTER_ONE, f"line 4: {reason}\n")


def test_a_long_line_is_cut(run):
    status, out, err = run("x" * 1_000_000)
    assert (status, out) == (2, START)
    assert (
        err == f"line 1: {'x' * 59}\N{HORIZONTAL ELLIPSIS}: this game has no such action; it has drop, undo, restart\n"
    )


def test_json(run):
    status, out, err = run("drop r1c1\ndrop r1c2\n", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == state("drop r1c1", "drop r1c2")
    status, out, err = run("drop r1c1\ndrop r1c1\n", "--json")
    assert (status, err) == (2, "line 2: drop r1c1: r1c1 is not where empty holds\n")
    assert json.loads(out) == state("drop r1c1")


def test_trace(run):
    steps = f"{START}\n> drop r1c1\n  seed placed on r1c1\n  seed dealt\n{AFTER_ONE}\n"
    assert run("drop r1c1\n", "--trace") == (0, steps, "")
    assert run("drop r1c1\ndrop r1c1\n", "--trace") == (2, steps, "line 2: drop r1c1: r1c1 is not where empty holds\n")


def test_trace_as_json_is_a_line_a_step(run):
    status, out, err = run("drop r1c1\nundo\n", "--trace", "--json")
    assert (status, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == [
        {"action": None, "journal": [], "state": state()},
        {
            "action": "drop r1c1",
            "journal": [
                {
                    "kind": "placed",
                    "changes": [{"cell": "r1c1", "before": None, "after": "seed", "id": 1, "origin": None, "to": None}],
                    "values": {"tile": "seed", "step": 1},
                },
                {"kind": "dealt", "changes": [], "values": {"tile": "seed", "step": 1}},
            ],
            "state": state("drop r1c1"),
        },
        {
            "action": "undo",
            "journal": [{"kind": "undone", "changes": [], "values": {"action": "drop r1c1"}}],
            "state": state(),
        },
    ]


@pytest.mark.parametrize("ruleset", ["2048", "merge", "ninek", "sum10"])
@pytest.mark.parametrize("options", [("--json",), ("--json", "--trace")], ids=["state", "trace"])
def test_the_same_bytes_in_every_process(tmp_path, ruleset, options):
    game = tilekit.load(ruleset).new_game(7)
    actions = []
    while len(actions) < 12 and game.status == "playing":
        legal = game.legal_actions()
        actions.append(str(legal[len(actions) % min(5, len(legal))]))
        game.play(actions[-1])
    (tmp_path / "moves.txt").write_text("\n".join(actions), encoding="utf-8")
    arguments = ("run", ruleset, "--seed", "7", "--actions", tmp_path / "moves.txt", *options)
    runs = {child(*arguments, PYTHONHASHSEED=seed).stdout for seed in ("0", "1")}
    (out,) = runs
    last = out.splitlines()[-1] if "--trace" in options else out
    found = json.loads(last)
    assert (found["state"] if "--trace" in options else found) == game.to_dict()


def test_actions_that_cannot_be_read(cli, garden):
    for name, reason in (("nope.txt", "No such file or directory"), ("garden", "Is a directory")):
        told = f"{name}: the actions cannot be read: {reason}\n"
        assert cli("run", "garden.toml", "--actions", name) == (2, "", told)


@pytest.mark.parametrize("command", ["run", "show"])
@pytest.mark.parametrize("endless", ["/dev/zero", "long.txt"])
def test_a_file_that_has_no_end_is_no_file_of_actions(cli, garden, command, endless):
    if endless == "long.txt":
        Path(endless).write_text(f"# {'x' * 9_999_997}\n# {'x' * 9_999_999}\n", encoding="utf-8")
    elif not Path(endless).exists():
        pytest.skip(f"there is no {endless}")
    line = 2 if endless == "long.txt" else 1
    told = f"{endless}: line {line} has more than 10,000,000 characters; expected one action a line\n"
    assert cli(command, "garden.toml", "--actions", endless) == (2, "", told)


def test_actions_that_are_not_utf_8(run):
    assert run(b"drop r1c1\n\xff\xfe\n") == (2, "", "moves.txt: the actions are not UTF-8 text; save them as UTF-8\n")


def test_a_ruleset_that_cannot_be_loaded(cli, garden):
    status, out, err = cli("run", "nope.toml", "--actions", "-")
    assert (status, out) == (2, "")
    assert err.startswith("nope.toml: error[unreadable-file]: the file cannot be read\n")


# ---------------------------------------------------------------- replay

HOLDS = "game.json: holds: garden version 1, seed 1, 3 actions, score 0, playing\n"
RULES = ("--ruleset", "garden.toml")


@pytest.fixture
def record(run, garden):
    """Records a game in ``game.json``; gives its data."""
    assert run("drop r1c1\ndrop r1c2\nundo\n", "--record", "game.json").status == 0
    return json.loads((garden / "game.json").read_text(encoding="utf-8"))


def tamper(garden, record, **changes):
    """Writes the record with some keys changed, of ``now`` only those named."""
    if "now" in changes:
        changes["now"] = {**record["now"], **changes["now"]}
    (garden / "game.json").write_text(json.dumps({**record, **changes}), encoding="utf-8")


def test_a_record_that_holds(cli, record):
    assert cli("replay", "game.json", *RULES) == (0, HOLDS, "")


def test_a_record_of_a_bundled_ruleset_finds_its_rules(cli, garden):
    assert cli("run", "merge", "--actions", "-", "--record", "merge.json", given=b"drop r1c1").status == 0
    assert cli("replay", "merge.json") == (
        0,
        "merge.json: holds: merge version 1, seed 0, 1 action, score 0, playing\n",
        "",
    )


def test_a_refused_action_leaves_what_came_before_it_in_the_record(cli, run):
    assert run("drop r1c1\ndrop r1c1\n", "--record", "game.json").status == 2
    holds = "game.json: holds: garden version 1, seed 1, 1 action, score 0, playing\n"
    assert cli("replay", "game.json", *RULES) == (0, holds, "")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"actions": ["drop r1c1", "drop r1c1", "undo"]}, 'action 2, "drop r1c1": r1c1 is not where empty holds'),
        ({"actions": ["drop r1c1", "drop r1c2"]}, "turn was 1, and replaying gives 2"),
        ({"now": {"score": 999}}, "score was 999, and replaying gives 0"),
        ({"now": {"status": "over"}}, "status was 'over', and replaying gives 'playing'"),
    ],
)
def test_a_record_that_was_tampered_with(cli, garden, record, changes, words):
    tamper(garden, record, **changes)
    assert cli("replay", "game.json", *RULES) == (1, f"game.json: does not hold: {words}\n", "")


@pytest.mark.parametrize("changes", [{"actions": ["drop r1c2"]}, {"seed": 2}], ids=["another cell", "another seed"])
def test_another_game_of_the_same_length_and_score(cli, garden, record, changes):
    tamper(garden, record, **changes)
    status, out, err = cli("replay", "game.json", *RULES)
    assert (status, err) == (1, "")
    assert out.startswith(f"game.json: does not hold: digest was '{record['now']['digest']}', and replaying gives '")


def test_other_rules(cli, record, changed):
    changed("other.toml", ("least = 3", "least = 4"))
    status, out, err = cli("replay", "game.json", "--ruleset", "other.toml")
    assert (status, err) == (1, "")
    assert out.startswith("game.json: a game of garden version 1 with other rules (digest ")
    assert out.endswith("); it would go another way and is left as it is\n")
    told = 'game.json: a game of "garden", not of "merge"; it would go another way and is left as it is\n'
    assert cli("replay", "game.json", "--ruleset", "merge") == (1, told, "")


def test_other_looks_and_comments_are_the_same_rules(cli, record, changed):
    changed(
        "other.toml", ("# A starter", "# My starter"), ("[scoring]\n", '[look.seed]\ncolour = "#00ff00"\n\n[scoring]\n')
    )
    assert cli("replay", "game.json", "--ruleset", "other.toml") == (0, HOLDS, "")


def test_rules_that_are_not_installed(cli, record):
    status, out, err = cli("replay", "game.json")
    assert (status, out) == (2, "")
    assert err == (
        f'game.json: a game of garden: no ruleset is called "garden"; there are {IDS}, and a file '
        "is named with its path and .toml; give its rules with --ruleset FILE\n"
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "damaged or no saved game: it is not whole JSON at line 1"),
        (b"\0" * 4096, "damaged or no saved game: it is not whole JSON at line 1"),
        (b"null", 'no saved game: it does not begin with "tilekit": "game"'),
        (b"[]", 'no saved game: it does not begin with "tilekit": "game"'),
        (b"\xff", "damaged or no saved game: it is not UTF-8 text"),
        (
            b'{"tilekit": "game", "format": 999}',
            "written by a newer tilekit (format 999, this one reads up to 1); update tilekit",
        ),
        (b'{"tilekit": "game", "format": "1"}', "damaged: format is '1', expected 1"),
    ],
)
def test_what_is_no_record_cannot_be_loaded(cli, garden, content, words):
    (garden / "game.json").write_bytes(content)
    assert cli("replay", "game.json", *RULES) == (2, "", f"game.json: {words}\n")


def test_half_a_record(cli, garden, record):
    text = (garden / "game.json").read_bytes()
    (garden / "game.json").write_bytes(text[: len(text) // 2])
    status, out, err = cli("replay", "game.json", *RULES)
    assert (status, out) == (2, "")
    assert err.startswith("game.json: damaged or no saved game: it is not whole JSON at line ")


def test_no_such_record(cli, garden):
    assert cli("replay", "nope.json") == (2, "", "nope.json: cannot be read: No such file or directory\n")
    assert cli("replay", "garden") == (2, "", "garden: this is no file\n")


def test_shown_step_by_step(cli, record):
    status, out, err = cli("replay", "game.json", *RULES, "--frontend", "plain")
    shown = out.split("\n\n")
    assert (status, err, shown[-1]) == (0, "", HOLDS)
    assert shown[0] == f"> start\n{START.rstrip()}"
    assert shown[1] == f"> drop r1c1\n{AFTER_ONE.rstrip()}"
    assert shown[2].startswith("> drop r1c2\n    c1 c2 c3 c4 c5\nr1   s  s  .  .  .\n")
    assert shown[3] == f"> undo\n{AFTER_ONE.rstrip()}"
    assert len(shown) == 5


def test_an_unknown_frontend_is_found_out_first(cli, garden):
    status, out, err = cli("replay", "nope.json", "--frontend", "nope")
    assert (status, out) == (2, "")
    assert err.startswith('no frontend is called "nope"; there are ')


def test_records_are_the_same_bytes_in_every_process(garden):
    for seed in ("0", "1"):
        done = child("run", "merge", "--seed", "7", "--actions", "-", "--record", f"{seed}.json",
                     given=b"drop r1c1\ndrop r1c2\n", cwd=garden, PYTHONHASHSEED=seed)  # fmt: skip
        assert without_traceback(done).status == 0
    assert (garden / "0.json").read_bytes() == (garden / "1.json").read_bytes()
