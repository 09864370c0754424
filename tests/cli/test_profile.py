"""`tilekit play` with a profile, and `tilekit profile`: what is resumed, what is said, and what is never touched."""

import json
import os
import pty
import re
import select
import signal
import sqlite3
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.cli.running import child, command, environment, without_traceback
from tests.profile.games import NOW, kept_in

import tilekit
from tilekit.cli.commands import tilekit as commands
from tilekit.cli.playing import _preferences
from tilekit.errors import one_line


@pytest.fixture
def place(garden):
    return garden / "profile"


@pytest.fixture
def terminal(monkeypatch, place):
    """As in a terminal, by lines; the user's own profile is in `place`."""
    monkeypatch.setattr("tilekit.cli.playing.is_terminal", lambda: True)
    monkeypatch.setattr("tilekit.cli.playing.unavailable", lambda frontend: "" if frontend.name == "plain" else "no")

    def use():
        monkeypatch.setenv("TILEKIT_PROFILE", str(place))

    return use


@pytest.fixture
def by_lines(cli, terminal):
    """Plays the garden in that terminal; what is said at leaving is another test's."""
    left = re.compile(r"^Garden is kept at turn \d+; to go on: tilekit play garden\.toml\n\Z", re.MULTILINE)

    def play(given, *options):
        terminal()
        result = cli("play", "garden.toml", *options, given=given)
        return result._replace(err=left.sub("", result.err))

    return play


def kept(place):
    with kept_in(place) as profile:
        return [(game.place, game.seed, game.turn) for game in profile.games()]


ON = "Resumed at turn 2, score 0."
#: As a pipe is told it, and a terminal before a screen opens.
GOING_ON = f"{ON} For a new game: tilekit play garden.toml --new\n"


def test_in_a_terminal_a_game_is_kept_and_gone_on_with(by_lines, place):
    assert by_lines(b"r1c1\nr1c2\n", "--seed", "5")[::2] == (0, "")
    status, out, err = by_lines(b"")
    assert (status, err, out.count(ON)) == (0, "", 1)  # by the lines themselves, in their language
    assert out.startswith("Garden, seed 5\n")
    assert "r1   s  p  .  .  .\n" in out
    assert kept(place) == [("running", 5, 2)]


def test_new_and_a_seed_begin_anew_and_lose_nothing(by_lines, place):
    by_lines(b"r1c1\nr1c2\n", "--seed", "5")
    assert by_lines(b"r1c1\n", "--seed", "6")[::2] == (0, "")
    assert kept(place) == [("running", 6, 1), ("aside", 5, 2)]
    status, out, err = by_lines(b"r3c3\nb\n", "--new")
    assert (status, err) == (0, "")
    assert "r1   s  .  .  .  .\n" in out.rpartition("> b\n")[2]
    assert [(where, turn) for where, _, turn in kept(place)] == [("running", 1), ("aside", 1), ("aside", 2)]


def test_resume_insists(by_lines, place):
    nothing = "there is no game of garden.toml to go on with: none was left\n"
    assert by_lines(b"", "--resume") == (2, "", nothing)
    by_lines(b"r1c1\nr1c2\nn\n", "--seed", "5")  # put aside
    by_lines(b"b\nr1c3\nu\n")
    status, out, err = by_lines(b"", "--resume")
    assert (status, err, out.count(ON)) == (0, "", 1)


def test_resume_of_a_game_that_is_open_says_so(by_lines, place):
    by_lines(b"r1c1\nr1c2\n", "--seed", "5")
    with kept_in(place) as profile:
        session = tilekit.Session(tilekit.load("./garden.toml"), profile=profile, resume=True)
        assert by_lines(b"", "--resume") == (
            2,
            "",
            "there is no game of garden.toml to go on with: the one that was left is open in another session\n",
        )
        status, out, err = by_lines(b"")
        assert (status, err) == (0, "")
        assert "\nThe game at turn 2, score 0 is open in another session; this is a new game.\n" in out
        assert "r1   .  .  .  .  .\n" in out
        session.leave()


def test_a_game_by_its_id(by_lines, place):
    by_lines(b"r1c1\nr1c2\nn\nr3c3\n", "--seed", "5")
    with kept_in(place) as profile:
        name = next(game.id for game in profile.games() if game.place == "aside")
    status, out, err = by_lines(b"", "--game", name[:9])
    assert (status, err, out.count(ON)) == (0, "", 1)
    assert by_lines(b"", "--game", "no") == (
        2,
        "",
        'the profile has no game "no"; tilekit profile games lists them\n',
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--resume", "--new"), "--resume goes on with a game, and --new does not"),
        (("--resume", "--seed", "1"), "--resume goes on with a game, and --seed does not"),
        (("--resume", "--no-profile"), "--resume goes on with a game, and --no-profile does not"),
        (("--game", "x", "--demo"), "--game goes on with a game, and --demo does not"),
    ],
)
def test_options_that_say_two_things(cli, garden, options, said):
    status, out, err = cli("play", "garden.toml", *options)
    assert (status, out) == (2, "")
    assert err.endswith(f"\n{said}\n")


def test_resume_without_a_profile(cli, garden):
    assert cli("play", "garden.toml", "--resume") == (2, "", "there is no profile here; --profile DIR names one\n")


@pytest.mark.parametrize("options", [["--no-profile"], ["--profile", ""]])
def test_nothing_is_kept_where_none_is_wanted(by_lines, place, options):
    assert by_lines(b"r1c1\n", "--seed", "1", *options)[::2] == (0, "")
    assert not place.exists()


def test_without_a_terminal_no_profile_is_touched(garden, place):
    """Twice the same, whatever the environment names."""
    home = garden / "home"
    places = {"TILEKIT_PROFILE": str(place), "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    results = [
        without_traceback(child("play", "garden.toml", "--seed", "7", given=b"r1c1\n", cwd=garden, **changes))
        for changes in (places, places, places | {"TILEKIT_PROFILE": None})
    ]
    assert results[0].status == 0
    assert results == [results[0]] * 3
    assert sorted(path.name for path in garden.iterdir()) == ["garden", "garden.toml"]


def test_a_window_keeps_games_where_there_is_no_terminal(cli, place, monkeypatch):
    def shown(session):
        assert session.play("drop r1c1") == ""
        return 0

    window = tilekit.Frontend(name="window", summary="", play=shown, unavailable=lambda: "")
    monkeypatch.setattr("tilekit.cli.playing._frontend", lambda _plugins, _name: window)
    monkeypatch.setenv("TILEKIT_PROFILE", str(place))
    assert cli("play", "garden.toml", "--frontend", "window", "--seed", "5") == (0, "", "")
    assert kept(place) == [("running", 5, 1)]


def test_the_demonstration_touches_none(terminal, cli, place):
    terminal()
    assert cli("play", "garden.toml", "--demo", "--profile", str(place)).status == 0
    assert not place.exists()


def test_asked_for_by_name_it_is_used_without_a_terminal(cli, garden, place):
    assert cli("play", "garden.toml", "--seed", "5", "--profile", place, given=b"r1c1\nr1c2\n")[::2] == (0, "")
    assert cli("play", "garden.toml", "--profile", place).err == GOING_ON


@pytest.mark.frontend
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
@pytest.mark.parametrize("way", [signal.SIGHUP, signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_whatever_ends_the_terminal_the_game_is_there(garden, place, way):
    """The program is ended once it has shown the turn."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command("play", "garden.toml", "--seed", "5", "--frontend", "plain"), stdin=theirs, stdout=theirs,
        stderr=theirs, start_new_session=True, cwd=garden, env=environment(TILEKIT_PROFILE=str(place)),
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, b"r1c1\n")
    seen = b""
    while b"placed on r1c1" not in seen:
        assert select.select([ours], [], [], 60)[0], seen
        seen += os.read(ours, 65536)
    process.send_signal(way)
    os.close(ours)
    process.wait(timeout=60)
    assert kept(place) == [("running", 5, 1)]


# ---------------------------------------------------------------- what goes wrong with it


def test_a_damaged_profile_is_said_in_one_line(by_lines, place):
    place.mkdir()
    (place / "tilekit.sqlite").write_text("[" * 1000)
    status, out, err = by_lines(b"r1c1\n", "--seed", "1")
    assert (status, err) == (0, "")
    assert (
        out.count(
            f"\n{place / 'tilekit.sqlite'}: no whole profile (file is not a database); it is kept as "
            "tilekit.sqlite.aside-1, and a new one is begun\n"
        )
        == 1
    )
    assert kept(place) == [("running", 1, 1)]


def test_a_game_of_other_rules_is_said_in_one_line(by_lines, changed, place):
    by_lines(b"r1c1\n", "--seed", "1")
    changed("garden.toml", ("depth = 20", "depth = 9"))
    status, out, err = by_lines(b"")
    assert (status, err) == (0, "")
    assert re.search(
        r"\nThe game of garden at turn 1 is set aside: game \w{12}: a game of garden version 1 with "
        r"other rules \(digest \w{12}, here \w{12}\); it would go another way and is left as it is\n",
        out,
    )


def test_a_pipe_is_told_beside_its_lines_too(cli, garden, place):
    (garden / "file").write_text("")
    why = f"there is a file where its folder should be ({garden / 'file' / 'tilekit.sqlite'}; it is tried again with "
    status, out, err = cli("play", "garden.toml", "--profile", garden / "file", given=b"r1c1\n")
    assert (status, err) == (0, f"warning: this is not saved: {why}every turn)\n")
    assert out.count(f"\nthis is not saved: {why}every turn)\n") == 1
    assert "r1   .  .  .  .  .\n" in out


# ---------------------------------------------------------------- a file with the id of an installed game


@pytest.fixture
def merge(changed):
    """A file that has the id of the bundled Merge, and is another game: ``mine.toml``."""
    return changed("mine.toml", ('id = "garden"', 'id = "merge"'))


WARNED = """mine.toml:5:6: warning[id-taken]: an installed ruleset that is another game has the id "merge", too
    5 | id = "merge"
      |      ^^^^^^^
  found:    merge
  expected: an id of its own, by which its saved games and best scores are known
  fix:      write another id; as it is, the games of this file are kept as those of merge@file
"""


def test_check_and_play_warn_of_an_id_that_is_installed(cli, merge, garden):
    assert cli("check", "mine.toml") == (0, f"{WARNED}\n1 file checked: 0 errors, 1 warning\n", "")
    assert cli("play", "mine.toml", "--demo").err == WARNED
    with (garden / "mine.toml").open("a", encoding="utf-8") as file:
        file.write("[presets.small.grid]\nrows = 4\n")
    assert cli("check", "mine.toml").out == f"{WARNED}\n1 file checked: 0 errors, 1 warning\n"
    assert cli("play", "mine.toml:small", "--demo").err == WARNED
    # A copy is the same game, whatever its name and its comments.
    text = tilekit.load("merge").document.text
    (garden / "copy.toml").write_text(f"# a copy\n{text}", encoding="utf-8")
    assert cli("check", "copy.toml").out == "1 file checked: 0 errors, 0 warnings\n"


def test_its_games_are_kept_apart_and_hints_name_the_file(cli, merge, place):
    def played(ruleset, given, *options):
        return cli("play", ruleset, "--profile", place, *options, given=given)

    assert played("merge", b"r1c1\nr2c2\n", "--seed", "1")[::2] == (0, "")
    assert played("mine.toml", b"r1c1\n", "--seed", "1").err == WARNED
    going_on = "Resumed at turn {}, score 0. For a new game: tilekit play {} --new\n"
    assert played("merge", b"").err == going_on.format(2, "merge")
    assert played("mine.toml", b"").err == WARNED + going_on.format(1, "mine.toml")
    shown = cli("profile", "show", "--profile", place).out.splitlines()
    assert [line[:40] for line in shown if line.startswith("merge")] == [
        "merge version 1: 1 game begun, 0 finishe",
        "merge@file version 1: 1 game begun, 0 fi",
    ]
    listed = cli("profile", "games", "merge@file", "--profile", place).out
    assert listed.endswith("1 action, merge@file 1\n")
    name = listed[:12]
    assert played("merge", b"", "--game", name) == (2, "", f"game {name} is one of merge@file, not of merge\n")
    replay = ("profile", "replay", name, "game.json", "--profile", place)
    said = f"game {name} is one of merge@file; name the file it was played by with --ruleset\n"
    assert cli(*replay) == (2, "", said)
    assert cli(*replay, "--ruleset", "mine.toml").out.endswith("tilekit replay game.json --ruleset mine.toml\n")
    assert cli("replay", "game.json", "--ruleset", "mine.toml").out.startswith("game.json: holds: merge version 1")
    refused = cli("replay", "game.json")
    assert (refused.status, refused.err) == (1, "")
    assert refused.out.endswith("left as it is; one of a file's rules is shown with --ruleset FILE\n")
    reset = cli("profile", "reset", "merge@file", "--yes", "--profile", place)
    assert reset.out.startswith("forgot 1 game of merge@file; ")
    assert cli("profile", "games", "--profile", place).out.endswith("2 actions, merge 1\n")


# ---------------------------------------------------------------- the menu, preferences


def test_a_wrong_variable_of_the_environment_is_a_warning_and_a_wrong_option_an_error(cli, garden, monkeypatch):
    monkeypatch.setenv("TILEKIT_LANGUAGE", "xx")
    status, out, err = cli("play", "garden.toml", "--seed", "1", given=b"")
    assert (status, out.splitlines()[0]) == (0, "Garden, seed 1")
    assert re.fullmatch(r'warning: TILEKIT_LANGUAGE: "xx" is none of en, .*; en is taken\n', err)
    status, out, err = cli("play", "garden.toml", "--language", "xx", given=b"")
    assert (status, out) == (2, "")
    assert '--language: "xx" is none of en' in err


def test_the_menu_shows_best_rank_and_the_running_game(cli, terminal, place):
    terminal()
    with kept_in(place) as profile:
        session = tilekit.Session(tilekit.load("ninek"), 1, profile=profile)
        while session.game.score < 500:
            session.play(str(session.game.legal_actions()[0]))
        rank, best, turn = session.rank, session.best, session.game.turn
    status, out, err = cli("play", given=b"ninek\nn\nq\nq\n")
    assert (status, err) == (0, "")
    menus = re.findall(r"^ +\d+ (ninek  .*)$", out, flags=re.MULTILINE)
    assert menus[0] == f"{'ninek':<10}  Nine-K, best {best}, {rank}, turn {turn}, score {best}"
    assert menus[1] == f"{'ninek':<10}  Nine-K, best {best}, {rank}"
    assert f"Score {best}" in out
    status, out, _ = cli("play", given=b"new ninek\nb\nq\nq\n")  # and the game put aside is still there
    assert f"Score {best}" in out
    assert f"turn {turn}, score {best}" in out.rpartition("> q")[0].rpartition("ninek")[2]


def test_the_command_line_comes_before_the_environment_and_that_before_the_profile(monkeypatch):
    chosen = {"sound": "off", "motion": "none", "language": "ja", "mood": "bright"}
    monkeypatch.delenv("LC_ALL", raising=False)
    for name in ("TILEKIT_MOTION", "TILEKIT_SOUND", "TILEKIT_LANGUAGE", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    kinds = {"sound": None, "motion": None, "language": None}
    assert _preferences(chosen, **kinds) == tilekit.Preferences("none", "off", "ja")
    monkeypatch.setenv("TILEKIT_MOTION", "reduced")
    assert _preferences(chosen, **kinds) == tilekit.Preferences("reduced", "off", "ja")
    assert _preferences(chosen, **kinds | {"motion": "full"}) == tilekit.Preferences("full", "off", "ja")
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert _preferences({"language": "en"}, **kinds).language == "en"
    assert _preferences({"language": "no such"}, **kinds).language == "ja"


# ---------------------------------------------------------------- tilekit profile


@pytest.fixture
def filled(place, monkeypatch):
    """A profile with a finished game, one put aside, and one running; ids and clock stand."""
    names = iter(f"{number:012x}" for number in range(0xA0, 0xFF))
    monkeypatch.setattr("tilekit.profile.profile.new_id", lambda: next(names))
    rules = tilekit.load("./garden.toml")
    with kept_in(place) as profile:
        session = tilekit.Session(rules, 1, profile=profile)
        while session.game.status != "over":
            session.play(str(session.game.legal_actions()[0]))
        monkeypatch.setattr("tilekit.session.fresh_seed", lambda: 2)
        for command in ["new", "drop r1c1", "drop r2c2", "new", "drop r3c3"]:
            assert session.play(command) == ""
        profile.choose(sound="off")
        return [(game.turn, game.score, game.actions) for game in profile.games()]


def test_show(cli, filled, place):
    turn, score, _ = filled[2]
    assert cli("profile", "show", "--profile", place) == (
        0,
        (
            f"{place}\n"
            "preferences: sound off\n"
            f"garden version 1: best {score}, 3 games begun, 1 finished, 0 won, {turn + 3} actions, "
            "last played 2026-11-30\n"
            "  0000000000a2  next      turn 1, score 0, 2026-11-30\n"
            "  0000000000a1  aside     turn 2, score 0, 2026-11-30\n"
            "next: tilekit play goes on with it\n"
            "aside: New or Restart took its place; tilekit play RULESET --game ID goes on with it\n"
        ),
        "",
    )


def test_show_says_which_game_is_next_and_does_not_drown(cli, place, garden):
    rules = tilekit.load("./garden.toml")
    with kept_in(place) as profile:
        session = tilekit.Session(rules, 1, profile=profile)
        for _ in range(70):
            session.play("drop r1c1")
            session.play("restart")
        session.play("drop r1c1")
        other = tilekit.Session(rules, profile=profile, resume=True)
        other.play("drop r1c1")
        session.leave()
        lines = cli("profile", "show", "--profile", place).out.splitlines()
        assert [line.split()[1] for line in lines[2:7]] == ["open", "next", "aside", "aside", "aside"]
        assert lines[7:] == [
            f"  … and 67 more: tilekit profile games garden --profile {place}",
            "next: tilekit play goes on with it",
            "open: it is being played now",
            "aside: New or Restart took its place; tilekit play RULESET --game ID goes on with it",
        ]
        assert len(cli("profile", "games", "garden", "--profile", place).out.splitlines()) == 72


def test_leaving_says_how_to_go_on(cli, terminal, place):
    terminal()
    on = "Merge is kept at turn {turn}; to go on: tilekit play merge"
    assert cli("play", "merge", "--seed", "7", given=b"r1c1\nr1c2\nq\n").err == on.format(turn=2) + "\n"
    assert cli("play", "merge", given=b"q\n").err == on.format(turn=2) + "\n"
    there = cli("play", "merge", "--profile", "a b", given=b"r1c1\n")
    assert there.err == on.format(turn=1) + " --profile 'a b'\n"
    assert cli("play", "merge", "--no-profile", given=b"r1c1\n").err == ""
    assert (
        cli("play", "merge", "--language", "ja", given=b"").err
        == "マージ は 2 手目まで保存されています。続けるには：tilekit play merge\n"  # noqa: RUF001
    )
    number = [line.split()[1] for line in cli("play", given=b"q\n").out.splitlines()].index("merge") + 1
    assert cli("play", given=f"{number}\nq\nq\n".encode()).err == on.format(turn=2) + "\n"


def test_ctrl_c_says_how_to_go_on_too(cli, terminal, monkeypatch):
    terminal()

    from tilekit.cli import plain

    asked = plain._ask

    def interrupted():
        line = asked()
        if line == "q":  # what the end of the input comes to
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr(plain, "_ask", interrupted)
    left = cli("play", "merge", "--plain", "--seed", "7", given=b"r1c1\n")
    assert (left.status, left.err) == (
        130, "Merge is kept at turn 1; to go on: tilekit play merge\n\ninterrupted\n"
    )  # fmt: skip


def test_what_is_said_of_an_aside_game_is_not_said_of_one_that_does_not_hold(cli, place):
    with kept_in(place) as profile:
        session = tilekit.Session(tilekit.load("merge"), 1, profile=profile)
        session.play("drop r1c1")
        session.leave()
    cli("profile", "export", place.parent / "all.toml", "--profile", place)
    file = place.parent / "all.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("drop r1c1", "drop r9c9"), encoding="utf-8")
    other = place.with_name("other")
    assert cli("profile", "import", file, "--profile", other).status == 0
    cli("play", "merge", "--profile", other, given=b"")
    shown = cli("profile", "show", "--profile", other).out
    assert "does not hold: action 1" in shown
    assert "New or Restart took its place" not in shown


def test_leaving_says_nothing_of_what_is_over_or_was_not_saved(cli, terminal, place, filled):
    terminal()
    assert cli("play", "garden.toml", "--game", "0000000000a0", given=b"").err == ""  # over
    newer_place = place.with_name("newer")
    cli("play", "merge", "--profile", newer_place, given=b"r1c1\n")
    newer(newer_place / "tilekit.sqlite")
    assert cli("play", "merge", "--profile", newer_place, given=b"r1c1\n").err == ""


def test_a_game_begun_anew_comes_back_as_it_was_dealt(by_lines, place):
    by_lines(b"r1c1\nr1c2\nrestart\n", "--seed", "5")
    status, out, _ = by_lines(b"")
    assert (status, out.splitlines()[0], ON in out) == (0, "Garden, seed 5", False)
    seed = by_lines(b"r1c1\nnew\n").out.rpartition("A new game, seed ")[2].split(".")[0]
    assert by_lines(b"").out.startswith(f"Garden, seed {seed}\n")
    assert kept(place)[0] == ("running", int(seed), 0)


def test_show_as_json(cli, filled, place):
    status, out, err = cli("profile", "show", "--json", "--profile", place)
    data = json.loads(out)
    assert (status, err, data["folder"], data["preferences"]) == (0, "", str(place), {"sound": "off"})
    assert [(one["ruleset"], one["begun"], one["finished"], one["played"]) for one in data["statistics"]] == [
        ("garden", 3, 1, NOW)
    ]
    assert [(game["id"][-2:], game["place"], game["open"]) for game in data["games"]] == [
        ("a2", "running", False),
        ("a1", "aside", False),
        ("a0", "finished", False),
    ]


def test_games(cli, filled, place):
    turn, score, _ = filled[2]
    assert cli("profile", "games", "garden", "--profile", place).out == (
        "0000000000a2  running   turn 1, score 0, 2026-11-30, 1 action, garden 1\n"
        "0000000000a1  aside     turn 2, score 0, 2026-11-30, 2 actions, garden 1\n"
        f"0000000000a0  finished  turn {turn}, score {score}, 2026-11-30 (full), {turn} actions, garden 1\n"
    )
    assert cli("profile", "games", "merge", "--profile", place) == (0, "no games of merge yet\n", "")
    by_file = cli("profile", "games", "garden.toml", "--profile", place).out
    assert by_file == cli("profile", "games", "garden", "--profile", place).out


def test_show_of_one_ruleset(cli, filled, place):
    cli("play", "merge", "--profile", place, given=b"r1c1\n")
    both = cli("profile", "show", "--profile", place).out
    assert [line.split(" ")[0] for line in both.splitlines() if " version " in line] == ["garden", "merge"]
    start, _, rest = both.partition("merge version")
    assert "merge version" + rest.partition("\nnext: ")[0] in cli("profile", "show", "merge", "--profile", place).out
    garden = cli("profile", "show", "garden.toml", "--profile", place).out
    assert garden.startswith(start)
    assert "merge" not in garden
    assert cli("profile", "show", "2048", "--profile", place) == (
        0,
        f"{place}\npreferences: sound off\nno games of 2048 yet\n",
        "",
    )
    data = json.loads(cli("profile", "show", "merge", "--json", "--profile", place).out)
    assert [[one["ruleset"] for one in data[part]] for part in ("statistics", "games")] == [["merge"], ["merge"]]


@pytest.mark.parametrize("asked", [("show",), ("games",), ("reset", "--yes")])
@pytest.mark.parametrize(
    ("name", "near"),
    [("gardn", '; did you mean "garden"?'), ("merg", '; did you mean "merge"?'), ("x" * 50, ""), ("", "")],
)
def test_a_game_that_there_is_none_of(cli, filled, place, asked, name, near):
    said = f'no game is called "{one_line(name, 40)}"; kept are games of garden, and tilekit list names those that are '
    assert cli("profile", *asked, name, "--profile", place) == (2, "", f"{said}installed{near}\n")
    assert len(kept(place)) == 3


def test_a_game_becomes_a_replay_that_holds(cli, filled, place, garden):
    arguments = ("profile", "replay", "0000000000a0", "game.json", "--profile", place)
    assert cli(*arguments, "--ruleset", "garden.toml") == (
        0,
        "wrote game.json; see it with: tilekit replay game.json --ruleset garden.toml\n",
        "",
    )
    turn, score, _ = filled[2]
    assert cli("replay", "game.json", "--ruleset", "garden.toml").out == (
        f"game.json: holds: garden version 1, seed 1, {turn} actions, score {score}, over, ended\n"
    )
    assert (garden / "game.json").stat().st_size < 4000
    assert cli(*arguments).status == 2  # no garden is installed
    assert cli("profile", "replay", "0000000000a", "game.json", "--profile", place) == (
        2,
        "",
        "the profile has more than one game 0000000000a…; tilekit profile games lists them\n",
    )


def test_export_and_import(cli, filled, place, garden):
    assert cli("profile", "export", "all.toml", "--profile", place) == (0, "wrote all.toml: 3 games\n", "")
    data = tomllib.loads((garden / "all.toml").read_text(encoding="utf-8"))
    assert [(game["id"][-2:], game["status"]) for game in data["game"]] == [
        ("a0", "over"),
        ("a1", "playing"),
        ("a2", "playing"),
    ]
    other = garden / "other"
    first = cli("profile", "import", "all.toml", "--profile", other)
    assert first == (0, "3 games added, 0 went on, 0 known already\n", "")
    again = cli("profile", "import", "all.toml", "--profile", other)
    assert again == (0, "0 games added, 0 went on, 3 known already\n", "")
    assert cli("profile", "export", "-", "--profile", other).out == (garden / "all.toml").read_text(encoding="utf-8")


def test_import_of_what_is_none(cli, place, garden):
    assert cli("profile", "import", "garden.toml", "--profile", place) == (
        2,
        "",
        "garden.toml: no profile that was exported: it is a ruleset; nothing was imported\n",
    )


def put(old, new):
    """A change of an export: a text in place of another, which stands there."""

    def change(text):
        assert old in text
        return text.replace(old, new, 1)

    return change


NOT_ONE = "no profile that was exported"
LARGE = "\n#" + "x" * (1 << 20) + "\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda _: b"", f": {NOT_ONE}: the file is empty"),
        (lambda _: b"\x89PNG\r\n\x1a\n\0\0", f": {NOT_ONE}: it is no text, but a picture, an archive or the like"),
        (
            lambda _: b'{"tilekit": "game"}',
            f": {NOT_ONE}: this is JSON, such as a recorded game is, which tilekit replay takes",
        ),
        (lambda _: b'title = "x"', f': {NOT_ONE}: it does not say tilekit = "profile"'),
        (lambda _: b"SQLite format 3\0?", ": no whole profile: file is not a database"),
        (
            lambda text: text.encode("utf-16"),
            (
                f": {NOT_ONE}: the file is not UTF-8; it looks like UTF-16; found the bytes FF FE 74 00 69 00 6C 00; "
                'save it again as UTF-8 (in Windows Notepad: Save as, Encoding "UTF-8")'
            ),
        ),
        (
            put("seed = 1\n", "seed = \n"),
            f':13: {NOT_ONE}: "seed" has no value; found the end of the line; write the value after the =',
        ),
        (lambda text: f"{text}{LARGE}x = = 1", f":176: {NOT_ONE}: this line cannot be read as TOML"),
        (
            lambda text: f"{text}{LARGE}# é".encode("latin-1"),
            f":176: {NOT_ONE}: there are bytes in this line that are no text",
        ),
        (
            put("format = 1", "format = 9"),
            ": the profile was written by a newer tilekit (format 9, this one reads up to 1); update tilekit",
        ),
        (put("format = 1", "format = 1.0"), ":2: the profile is damaged: format is 1.0, expected 1"),
        (
            put("seed = 2\n", 'seed = "2"\n'),
            ':144: the profile is damaged: game "0000000000a1": seed is "2", expected a whole number',
        ),
        (
            put("seed = 2\n", f"seed = {10**30}\n"),
            f':144: the profile is damaged: game "0000000000a1": seed is {10**30}, expected {2**63 - 1} or less',
        ),
        (
            lambda text: put("seed = 2\n", "seed = 2.5\n")(text) + LARGE,
            ': the profile is damaged: game "0000000000a1": seed is 2.5, expected a whole number',
        ),
    ],
)
def test_import_of_what_is_wrong_says_where_and_takes_nothing(cli, filled, place, garden, change, said):
    cli("profile", "export", "all.toml", "--profile", place)
    changed = change((garden / "all.toml").read_text(encoding="utf-8"))
    (garden / "all.toml").write_bytes(changed if isinstance(changed, bytes) else changed.encode())
    other = garden / "other"
    assert cli("profile", "import", "all.toml", "--profile", other) == (
        2,
        "",
        f"all.toml{said}; nothing was imported\n",
    )
    assert cli("profile", "games", "--profile", other).out == "no games yet\n"


def test_reset(cli, filled, place):
    assert cli("profile", "reset", "merge", "--profile", place) == (
        2,
        "",
        'nothing is kept of "merge"; there are garden\n',
    )
    assert cli("profile", "reset", "--profile", place) == (2, "", "this would forget all 3 games; say --yes\n")
    assert len(kept(place)) == 3
    copy = place / "tilekit.sqlite.backup-1"
    assert cli("profile", "reset", "garden", "--yes", "--profile", place) == (
        0,
        f"forgot 3 games of garden; a copy is {copy}\n",
        "",
    )
    assert kept(place) == []
    assert cli("profile", "import", copy, "--profile", place).out == "3 games added, 0 went on, 0 known already\n"


@pytest.mark.parametrize(("answer", "left"), [(b"y\n", 0), (b"n\n", 3), (b"\n", 3)])
def test_reset_asks(cli, filled, place, monkeypatch, answer, left):
    monkeypatch.setattr("tilekit.cli.profiles.is_terminal", lambda: True)
    status, _, err = cli("profile", "reset", "--profile", place, given=answer)
    assert (status, err.strip()) == (0, "Forget all 3 games? A copy is kept. [y/N]:")
    assert len(kept(place)) == left


def test_the_folder(cli, garden, monkeypatch):
    assert cli("profile", "path", "--profile", "here") == (0, "here\n", "")
    assert cli("profile", "path") == (2, "", "there is no profile here; --profile DIR names one\n")
    monkeypatch.setenv("TILEKIT_PROFILE", "there")
    assert cli("profile", "path") == (0, "there\n", "")
    assert sorted(path.name for path in garden.iterdir()) == ["garden", "garden.toml"]


@pytest.mark.parametrize("name", ["show", "games", "export", "reset", "import"])
def test_a_folder_that_cannot_be_used(cli, garden, name):
    (garden / "file").write_text("")
    (garden / "empty.toml").write_text('tilekit = "profile"\nformat = 1\n')
    arguments = {"export": ["x.toml"], "import": ["empty.toml"]}.get(name, [])
    status, _, err = cli("profile", name, *arguments, "--profile", garden / "file")
    assert status == 2
    assert "there is a file where its folder should be" in err


def newer(file):
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


NEWER = "it was written by a newer tilekit (format 99, this one reads up to 1); update tilekit"


@pytest.mark.parametrize(
    ("spoil", "why"),
    [(newer, NEWER), (lambda file: file.write_bytes(b"[" * 5000), "file is not a database")],
    ids=["newer", "damaged"],
)
@pytest.mark.parametrize(
    "arguments", ["show", "show --json", "games", "export all.toml", "export -", "replay 00 x.json"]
)
def test_what_cannot_be_read_is_not_taken_for_nothing(cli, filled, place, garden, spoil, why, arguments):
    assert cli("profile", "export", "all.toml", "--profile", place).status == 0
    spoil(place / "tilekit.sqlite")
    was = {path: path.read_bytes() for path in (garden / "all.toml", *place.glob("tilekit.sqlite*"))}
    assert cli("profile", *arguments.split(), "--profile", place) == (
        2,
        "",
        f"{place}: the profile there cannot be read, and nothing was done: {why}\n",
    )
    assert {path: path.read_bytes() for path in (garden / "all.toml", *place.glob("tilekit.sqlite*"))} == was


def test_looking_makes_no_profile(cli, garden, place):
    assert cli("profile", "show", "--profile", place) == (0, f"{place}\nno games yet\n", "")
    assert cli("profile", "games", "--profile", place) == (0, "no games yet\n", "")
    assert not place.exists()


def test_an_export_is_not_written_over_by_less(cli, filled, place, garden):
    export = ("profile", "export", "all.toml", "--profile")
    assert cli(*export, place).status == cli(*export, place).status == 0  # by the same
    was = (garden / "all.toml").read_bytes()
    more = "there are games in it that this profile has not, or not as far"
    refused = (
        f"all.toml: {more}: 3; nothing was written "
        "(tilekit profile import all.toml takes them in, --force writes over them)\n"
    )
    assert cli(*export, garden / "other") == (2, "", refused)
    cli("profile", "import", "all.toml", "--profile", garden / "other")
    with kept_in(place) as profile:
        session = tilekit.Session(tilekit.load("./garden.toml"), profile=profile, resume=True)
        session.play("undo")
    assert cli(*export, place) == (0, "wrote all.toml: 3 games\n", "")
    assert cli(*export, garden / "other") == (2, "", refused.replace(": 3;", ": 1;"))
    assert (garden / "all.toml").read_bytes() != was
    assert cli(*export, garden / "other", "--force") == (0, "wrote all.toml: 3 games\n", "")
    assert (garden / "all.toml").read_bytes() == was
    cli("profile", "export", "empty.toml", "--profile", garden / "none")
    assert cli("profile", "export", "empty.toml", "--profile", place).status == 0


def test_an_export_is_not_written_over_what_is_none(cli, filled, place, garden):
    was = (garden / "garden.toml").read_bytes()
    assert cli("profile", "export", "garden.toml", "--profile", place) == (
        2,
        "",
        ("garden.toml: no profile that was exported: it is a ruleset; nothing was written (--force writes over it)\n"),
    )
    assert (garden / "garden.toml").read_bytes() == was
    (garden / "new.toml").touch()
    assert cli("profile", "export", "new.toml", "--profile", place).status == 0
    assert cli("profile", "export", "garden.toml", "--force", "--profile", place).status == 0


def test_an_export_that_cannot_be_written_leaves_the_one_before(cli, filled, place, garden, monkeypatch):
    assert cli("profile", "export", "all.toml", "--profile", place).status == 0
    was = (garden / "all.toml").read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tilekit.saves.os.fsync", full)
    assert cli("profile", "export", "all.toml", "--profile", place) == (
        2,
        "",
        "all.toml: it cannot be written: No space left on device\n",
    )
    assert (garden / "all.toml").read_bytes() == was
    assert list(garden.glob(".tilekit-*")) == []


def test_every_command_of_profile_is_tried_here():
    assert set(commands.get_command(None, "profile").commands) == {
        "show",
        "games",
        "replay",
        "export",
        "import",
        "reset",
        "path",
    }


def test_no_profile_is_not_exported_as_an_empty_one(cli, garden):
    assert cli("profile", "export", "x.toml", "--profile", "mistyped") == (
        2, "", "mistyped: there is no profile there, and nothing was written; --profile DIR names one\n"
    )  # fmt: skip
    assert [path.name for path in garden.iterdir() if path.name in {"x.toml", "mistyped"}] == []


# ---------------------------------------------------------------- surroundings without a place for it


def without_home(garden):
    return {"HOME": "", "XDG_DATA_HOME": None}


def relative_home(garden):
    return {"HOME": "home", "XDG_DATA_HOME": None}


def file_for_home(garden):
    (garden / "home").write_text("")
    return {"HOME": str(garden / "home"), "XDG_DATA_HOME": ""}


def file_for_data(garden):
    (garden / "data").write_text("")
    return {"HOME": str(garden), "XDG_DATA_HOME": str(garden / "data")}


def file_for_profile(garden):
    (garden / "data").mkdir()
    (garden / "data" / "tilekit").write_text("")
    return {"HOME": str(garden), "XDG_DATA_HOME": str(garden / "data")}


def folder_nobody_may_make(garden):
    return {"HOME": str(garden), "XDG_DATA_HOME": "/proc/self"}


NO_HOME = "there is no home folder (~/.local/share/tilekit/tilekit.sqlite; --profile DIR names another folder)"
IN_THE_WAY = "there is a file where its folder should be ({}; it is tried again with every turn)"


@pytest.mark.skipif(sys.platform == "win32", reason="a home is something else there")
@pytest.mark.parametrize(
    ("surroundings", "why"),
    [
        (without_home, NO_HOME),
        (relative_home, NO_HOME),
        (file_for_home, IN_THE_WAY.format("home/.local/share/tilekit/tilekit.sqlite")),
        (file_for_data, IN_THE_WAY.format("data/tilekit/tilekit.sqlite")),
        (file_for_profile, IN_THE_WAY.format("data/tilekit/tilekit.sqlite")),
        pytest.param(
            folder_nobody_may_make,
            "No such file or directory (/proc/self/tilekit/tilekit.sqlite; it is tried again with every turn)",
            marks=pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="no such folder here"),
        ),
    ],
)
def test_where_nothing_can_be_kept_one_warning_is_given_and_play_goes_on(cli, garden, monkeypatch, surroundings, why):
    for name, value in (surroundings(garden) | {"TILEKIT_PROFILE": None}).items():
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    was = sorted(garden.rglob("*"))
    status, out, err = cli("play", "garden.toml", "--plain", "--resume", given=b"r1c1\n")
    expected = why if "(~" in why or "(/" in why else why.replace("(", f"({garden}/", 1)
    assert (status, err) == (0, f"warning: this is not saved: {expected}\n")
    assert "placed on r1c1" in out
    assert sorted(garden.rglob("*")) == was
    for arguments in (["show"], ["games"], ["export", "x.toml"], ["replay", "00", "x.json"], ["reset", "--yes"]):
        status, _, err = cli("profile", *arguments)
        assert (status in {0, 2}, "tilekit met an error of its own" in err, "Traceback" in err) == (True, False, False)
    assert sorted(garden.rglob("*")) == was


def test_without_a_home_there_is_no_folder_to_print(cli, garden, monkeypatch):
    monkeypatch.delenv("TILEKIT_PROFILE")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "")
    why = "there is no home folder for the profile; --profile DIR or TILEKIT_PROFILE names another place\n"
    assert cli("profile", "path") == (2, "", why)
