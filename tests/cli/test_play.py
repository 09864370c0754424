"""`tilekit play` in lines of text, whatever is typed; which frontend is taken; the game that is recorded."""

import contextlib
import os
import re
import subprocess
import sys

import pytest
from tests.cli.running import child, command, environment, without_traceback

import tilekit
from tilekit.cli.commands import tilekit as commands
from tilekit.errors import UsageError

OPENING = """\
Garden, seed 1
Type an action as it is written (drop r1c1), or a cell alone (r1c1) to play
what it offers; u for Undo, r for Restart, n for New, ? for the rules, q to
leave.
    c1 c2 c3 c4 c5
r1   .  .  .  .  .
r2   .  .  .  .  .
r3   .  .  .  .  .
r4   .  .  .  .  .
r5   .  .  .  .  .
NOW seed, NEXT seed, Score 0, Best 0
"""
EMPTY = OPENING.partition("leave.\n")[2]
DROPPED = """\
  seed placed on r2c3
  seed dealt
    c1 c2 c3 c4 c5
r1   .  .  .  .  .
r2   .  .  s  .  .
r3   .  .  .  .  .
r4   .  .  .  .  .
r5   .  .  .  .  .
NOW seed, NEXT seed, Score 0, Best 0
"""


@pytest.fixture
def play(cli, garden):
    """Plays the starter by lines; returns what was printed below the opening, which is checked."""

    def play(given, *options):
        status, out, err = cli("play", "garden.toml", "--seed", "1", *options, given=given)
        assert (status, err) == (0, "")
        assert out.startswith(OPENING)
        return out.removeprefix(OPENING)

    return play


def test_the_end_of_the_input_ends_the_game(play):
    assert play(b"") == "> \n"


def test_an_action_as_written(play):
    assert play(b"drop r2c3\n") == f"> drop r2c3\n{DROPPED}> \n"


def test_a_cell_alone_plays_what_it_offers(play):
    assert play(b"  r2c3  \n") == f"> r2c3\n{DROPPED}> \n"


def test_a_line_without_its_end(play):
    assert play(b"r2c3") == f"> r2c3\n{DROPPED}> \n"


def test_empty_lines_do_nothing(play):
    assert play(b"\n  \n\t\nq\n") == "> \n> \n> \n> q\n"


@pytest.mark.parametrize("word", ["q", "Q", "quit", "exit"])
def test_leaving(play, word):
    assert play(f"{word}\nr1c1\n".encode()) == f"> {word}\n"


def test_a_refused_action_says_why_and_changes_nothing(play):
    assert play(b"r2c3\nr2c3\ndrop r9c9\nu\n") == (
        f"> r2c3\n{DROPPED}"
        "> r2c3\nno: r2c3 is not an empty cell\n"
        "> drop r9c9\nno: r9c9 is not a cell of this 5 by 5 board\n"
        f"> u\n  drop r2c3 taken back\n{EMPTY}> \n"
    )


@pytest.mark.parametrize("word", ["u", "U", "undo"])
def test_undo(play, word):
    assert play(f"{word}\nr2c3\n{word}\n".encode()) == (
        f"> {word}\nno: there is nothing to take back\n> r2c3\n{DROPPED}> {word}\n  drop r2c3 taken back\n{EMPTY}> \n"
    )


BACK = "b brings the game before back.\n"
AGAIN = f"The same game from its start, seed 1.\n{BACK}"


@pytest.mark.parametrize("word", ["r", "restart"])
def test_restart(play, word):
    assert play(f"r2c3\n{word}\n".encode()) == f"> r2c3\n{DROPPED}> {word}\n{AGAIN}{EMPTY}> \n"


@pytest.mark.parametrize("word", ["n", "new"])
def test_new_tells_its_seed(play, word):
    out = play(f"r2c3\n{word}\n".encode())
    assert re.fullmatch(
        re.escape(f"> r2c3\n{DROPPED}> {word}\n") + r"A new game, seed \d+\.\n"
        + re.escape(BACK + EMPTY.rpartition("NOW")[0])
        + r"NOW (seed|sprout), NEXT (seed|sprout), Score 0, Best 0\n> \n",
        out,
    )  # fmt: skip


@pytest.mark.parametrize("word", ["?", "help", "h"])
def test_help_is_the_rules_and_what_can_be_typed(play, word):
    rules = "\n".join(tilekit.Session(tilekit.load("./garden.toml"), 1).view().help)
    assert play(f"{word}\n".encode()) == f"> {word}\n{rules}\n{OPENING.split(chr(10), 1)[1].partition('    c1')[0]}> \n"


UNKNOWN = "no: this game has no such action; it has drop, undo, restart, new\n"


@pytest.mark.parametrize(
    ("given", "echoed", "reason"),
    [
        (b"\0\0", r"\x00\x00", UNKNOWN),
        (b"\x1b[31mred\x1b[2J", r"\x1b[31mred\x1b[2J", UNKNOWN),
        (b"\xff\xfe", r"\xff\xfe", UNKNOWN),
        ("drop r2c3\N{RIGHT-TO-LEFT OVERRIDE}".encode(), r"drop r2c3\u202e", None),
        (b"drop \x1b[2J", r"drop \x1b[2J", "no: \\x1b[2J is not a cell of this 5 by 5 board\n"),
        (b"x" * 1_000_000, "x" * 59 + "\N{HORIZONTAL ELLIPSIS}", UNKNOWN),
        (b"drop r1c1 r1c2", "drop r1c1 r1c2", "no: drop aims at one cell: drop r1c1\n"),
        (b"drop", "drop", "no: drop aims at one cell: drop r1c1\n"),
        (b"drop r01c1", "drop r01c1", "no: r01c1 is not a cell of this 5 by 5 board\n"),
        (b"drp r1c1", "drp r1c1", UNKNOWN[:-1] + '; did you mean "drop"?\n'),
    ],
    ids=["NUL", "escapes", "no UTF-8", "override", "cell", "1 MB", "too many", "too few", "zero", "misspelt"],
)
def test_whatever_is_typed_is_answered_in_printable_words(play, given, echoed, reason):
    out = play(given + b"\n")
    reason = reason or "no: r2c3\\u202e is not a cell of this 5 by 5 board\n"
    assert out == f"> {echoed}\n{reason}> \n"


def test_directions_by_their_action_their_name_and_their_key(cli):
    status, out, err = cli("play", "2048", "--seed", "7", given=b"slide up\nup\n2\nLEFT\nslide\nleft up\n")
    assert (status, err) == (0, "")
    opening, *turns = out.split("> ")
    assert "(slide up), or a direction alone (up); 8" in " ".join(opening.split())
    assert "8 for Slide up, 2 for Slide down, 4 for Slide left, 6 for Slide right" in " ".join(opening.split())
    assert [turn.splitlines()[1] for turn in turns[:4]] == [
        "  2 moved: r2c2 to r1c2, r3c4 to r1c4",
        "  2 times 2 fused into 4 on r1c4",
        "  3 moved: r2c1 to r4c1, r1c2 to r4c2, r1c4 to r4c4",
        "  2 times 4 fused into 8 on r4c2",
    ]
    assert turns[4].splitlines() == ["slide", "no: slide takes one direction: slide up"]
    assert turns[5].splitlines()[1].startswith("no: this game has no such action; it has slide, keep_on, restart")


def test_pauses_show_what_to_press(cli):
    # No pair touches here, so the board pauses and offers its shuffle.
    status, out, err = cli("play", "sum10", "--seed", "7", given=b"".join(b"r%dc%d\n" % (r, c) for r in (1, 7, 2, 6)
                                                                         for c in range(1, 8)))  # fmt: skip
    assert (status, err) == (0, "")
    paused = out.partition("ended\n")[0].splitlines()
    assert "  OUT OF MOVES" in paused
    assert "Press t for RETRY." in paused


def test_a_text_is_a_seed(cli, garden):
    seed = tilekit.load("./garden.toml").new_game("spring").seed
    status, out, err = cli("play", "garden.toml", "--seed", "spring")
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == f"Garden, seed {seed}"
    assert cli("play", "garden.toml", "--seed", str(seed)) == (status, out, err)


def test_without_a_seed_a_fresh_one_is_shown(cli, garden):
    status, out, _ = cli("play", "garden.toml")
    assert status == 0
    assert re.fullmatch(r"Garden, seed \d+", out.splitlines()[0])


# ---------------------------------------------------------------- frontends


def test_an_unknown_frontend(cli):
    status, out, err = cli("play", "merge", "--frontend", "plainn")
    assert (status, out) == (2, "")
    assert err.startswith('no frontend is called "plainn"; there are ')
    assert err.endswith('; did you mean "plain"?\n')


def test_plain_by_name(cli, garden):
    assert cli("play", "garden.toml", "--seed", "1", "--frontend", "plain") == (0, f"{OPENING}> \n", "")


@pytest.mark.frontend
def test_curses_without_a_terminal_says_why():
    pytest.importorskip("curses")
    assert without_traceback(child("play", "merge", "--frontend", "curses")) == (
        2,
        "",
        "the frontend curses cannot run here: standard input is not a terminal\n",
    )


def test_without_input_at_all(garden):
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *command("play", "garden.toml", "--seed", "1")],
        capture_output=True, cwd=garden, env=environment(), timeout=60, check=False,
    )  # fmt: skip
    assert without_traceback(done) == (0, f"{OPENING}> \n", "")


# ---------------------------------------------------------------- the demonstration


def test_the_demonstration_plays_by_itself(cli, garden):
    status, out, err = cli("play", "garden.toml", "--demo")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Garden: 12 turns by chance, seed 0."
    assert sum(line.startswith("> drop r") for line in lines) == 12
    assert lines[-1] == "Play it yourself in a terminal: tilekit play garden.toml"
    assert cli("play", "garden.toml", "--demo") == (status, out, err)
    assert cli("play", "garden.toml", "--demo", "--seed", "1").out.splitlines()[0].endswith("seed 1.")


# ---------------------------------------------------------------- recording


def test_the_game_is_recorded_when_leaving(play, garden, cli):
    play(b"r2c3\nr2c4\nu\n", "--record", "game.json")
    game = tilekit.load_game("game.json", tilekit.load("./garden.toml"))
    assert game.actions == ("drop r2c3", "drop r2c4", "undo")
    assert str(game.board) == ". . . . .\n. . s . .\n. . . . .\n. . . . .\n. . . . ."
    assert cli("replay", "game.json", "--ruleset", "garden.toml").status == 0


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("missing/game.json", "{folder}/missing is no folder"),
        ("garden.toml/game.json", "{folder}/garden.toml is no folder"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_the_game(cli, garden, path, why):
    told = f"{path}: it could not be written there: {why.format(folder=garden)}\n"
    assert cli("play", "garden.toml", "--record", path, given=b"r1c1\n") == (2, "", told)
    assert cli("run", "garden.toml", "--actions", "-", "--record", path, given=b"drop r1c1\n") == (2, "", told)


def test_a_folder_is_no_place_to_record_to(cli, garden):
    status, out, err = cli("play", "garden.toml", "--record", "garden")
    assert (status, out) == (2, "")
    assert err.startswith("Usage: tilekit play [OPTIONS] [RULESET]\nTry 'tilekit play --help' for help.\n\n")


def test_a_name_that_no_file_can_have(cli, garden):
    status, out, err = cli("play", "garden.toml", "--record", "x" * 300 + "/y")
    assert (status, out) == (2, "")
    assert err.startswith("x" * 300 + "/y: ")
    assert "Traceback" not in err


def test_a_game_that_cannot_be_recorded_is_kept_elsewhere(cli, garden, monkeypatch):
    (garden / "kept").mkdir()
    (garden / "gone").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(garden / "kept"))
    played = tilekit.Session.play

    def play(self, action):
        (garden / "gone").rmdir()  # The folder goes away in the middle of the game.
        return played(self, action)

    monkeypatch.setattr("tilekit.session.Session.play", play)
    status, out, err = cli("play", "garden.toml", "--seed", "1", "--record", "gone/game.json", given=b"r2c3\n")
    (spare,) = (garden / "kept").iterdir()
    assert (status, out) == (2, f"{OPENING}> r2c3\n{DROPPED}> \n")
    assert err == (
        "gone/game.json: the game cannot be saved there: No such file or directory; name another place "
        f"(it is in {spare} now)\n"
    )
    assert tilekit.load_game(spare, tilekit.load("./garden.toml")).actions == ("drop r2c3",)


def test_ctrl_c_records_the_game_too(garden):
    # The program is told to stop once it has shown the turn, and so is surely waiting for the next line.
    process = subprocess.Popen(
        command("play", "garden.toml", "--seed", "1", "--record", "game.json"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=garden, env=environment(),
    )  # fmt: skip
    process.stdin.write(b"r2c3\n")
    process.stdin.flush()
    expected = f"{OPENING}> r2c3\n{DROPPED}> ".encode()
    seen = b""
    while len(seen) < len(expected):
        seen += os.read(process.stdout.fileno(), 65536)
    process.send_signal(2)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, seen + out, err) == (130, expected, b"\ninterrupted\n")
    assert tilekit.load_game(garden / "game.json", tilekit.load(garden / "garden.toml")).actions == ("drop r2c3",)


def test_every_option_of_play_is_tried_here():
    names = {option for parameter in commands.get_command(None, "play").params for option in parameter.opts}
    assert names == {
        *("ruleset", "--frontend", "--plain", "--seed", "--record", "--demo"),
        *("--new", "--resume", "--game", "--profile", "--no-profile"),  # in test_profile.py
        *("--motion", "--sound", "--language", "--colours", "--theme"),
    }


# ---------------------------------------------------------------- the menu


def test_without_a_ruleset_there_is_a_menu(cli):
    status, out, err = cli("play", "--frontend", "plain", given=b"merg\n\nnew merge\nr1c1\nq\nq\n")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert re.fullmatch(r" +\d+ merge  +Merge", next(line for line in lines if " merge " in line))
    assert re.fullmatch(r" +\d+ dark  +All Dark, Put out every lamp", next(line for line in lines if " dark " in line))
    assert "no: there is no game merg" in lines
    assert re.search(r"^  (spark|node) placed on r1c1$", out, flags=re.MULTILINE)
    assert out.count("Type a number or a name to play") == 4


def test_the_menu_says_how_a_game_is_played_and_that_it_is_not_saved(cli, tmp_path):
    place = tmp_path / "file"
    place.write_text("", encoding="utf-8")
    status, out, err = cli("play", "--frontend", "plain", "--profile", place, given=b"? dark\n?1\n? darc\nq\n")
    why = "this is not saved: there is a file where its folder should be"
    about = (
        "All Dark\nPut out every lamp\nPress: The cell you choose and those above, below, left and right of it change"
    )
    assert (status, out.count(why), err.count(why), out.count(about)) == (0, 4, 1, 2)
    assert "no: there is no game darc\n" in out


def test_a_game_of_the_menu_that_cannot_be_begun_says_why(cli, monkeypatch):
    def gone(*_, **__):
        raise UsageError("merge.toml: it is gone\nand more")

    monkeypatch.setattr("tilekit.cli.playing.Session", gone)
    status, out, err = cli("play", "--frontend", "plain", given=b"merge\nq\n")
    assert (status, err, out.count("Type a number or a name")) == (0, "", 2)
    assert "no: merge.toml: it is gone\n" in out


@pytest.mark.parametrize("option", [("--demo",), ("--seed", "3"), ("--record", "x.json")])
def test_what_is_for_one_game_asks_for_its_name(cli, option):
    status, out, err = cli("play", *option)
    assert (status, out) == (2, "")
    assert "name a RULESET: --demo, --record and --seed are for one game; see tilekit list" in err


@pytest.mark.parametrize("option", ["language", "sound", "motion"])
def test_a_choice_that_is_none_is_told(cli, option):
    status, out, err = cli("play", "merge", f"--{option}", "lots")
    assert (status, out) == (2, "")
    assert err.startswith(f'--{option}: "lots" is none of ')


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals here")
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "playing by lines of text: the frontend curses cannot run here: TERM=dumb cannot place its cursor"),
        (("--plain",), ""),
    ],
)
def test_a_terminal_for_which_there_are_only_lines_is_told_why(tmp_path, options, told):
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        command("play", "2048", *options, "--no-profile"),
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, env=environment(TERM="dumb", DISPLAY=None),
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, b"q\n")
    written = b""
    with contextlib.suppress(OSError):  # the terminal ends with the program
        while part := os.read(ours, 4096):
            written += part
    os.close(ours)
    assert process.wait(60) == 0
    lines = [line for line in written.decode().splitlines() if line.startswith("playing by")]
    assert lines == ([told] if told else [])
