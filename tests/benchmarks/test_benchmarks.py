"""The benchmarks play the games they say, and their table has the shape that is read. No speed is tested here."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
BENCHMARKS = ROOT / "benchmarks"
GAMES = ["merge", "ninek", "sum10", "2048"]
PAGE = """# Speed

<!-- measured games by x -->
old
<!-- end of games -->

<!-- measured peers by x -->
kept
<!-- end of peers -->
"""


@pytest.fixture
def module(monkeypatch):
    """Imports a module of benchmarks/, which is a folder of scripts and no package."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    before = set(sys.modules)
    yield importlib.import_module
    for name in set(sys.modules) - before:
        if name.split(".")[0] in {"plain", "peers", "table", "run", "ways"}:
            del sys.modules[name]


@pytest.fixture
def ways(module):
    return module("ways")


def c_or_skip(ways, game, *defined):
    try:
        return ways.c(game, *defined)
    except ways.NotThere as why:
        pytest.skip(str(why))


def run(*arguments):
    command = [sys.executable, str(BENCHMARKS / "run.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")


def test_the_command_writes_its_part_of_the_page(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(PAGE, encoding="utf-8")
    done = run("--seconds", "0.5", "--page", str(page))
    assert done.returncode == 0, done.stderr
    text = page.read_text(encoding="utf-8")
    assert "\nold\n" not in text
    assert "\nkept\n" in text
    tables = [part.splitlines() for part in re.findall(r"(?m)(?:^\|.*\n)+", text)]
    ratios, speeds = tables
    assert ratios[0].count("|") == 8
    assert speeds[0] == "| game | interpreted | plain Python | C | compiled | `Game.play` |"
    for table in tables:
        assert [line.split("|")[1].strip() for line in table[2:]] == GAMES
        assert {line.count("|") for line in table} == {table[0].count("|")}
    ratio = r"[\d.,]+ \([\d.,]+ to [\d.,]+\)"
    assert re.fullmatch(rf"\| merge \| .* \| {ratio} \| {ratio} \| ({ratio}|not there) \|", ratios[2])
    assert re.search(r"(?m)^Measured on: .*; 7 rounds of .* CPU seconds a way.*\.$", text)
    for line in text.splitlines():
        assert "not there" not in line or "- Not there: " in text


def test_without_a_compiler_the_column_says_so(ways, monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(ways.NotThere, match=r"^no C compiler$"):
        ways.c("merge")


def test_a_game_without_a_ruleset_is_not_there(ways, monkeypatch):
    monkeypatch.setitem(ways.GAMES, "chess", "chess")
    for name in ("interpreted", "compiled", "play"):
        with pytest.raises(ways.NotThere, match=r"^no ruleset chess$"):
            ways.WAYS[name]("chess")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", ["c", "plain"])
def test_by_hand_the_same_games_are_played(ways, game, way):
    found = c_or_skip(ways, game) if way == "c" else ways.plain(game)
    try:
        expected = ways.interpreted(game)
    except ways.NotThere:
        expected = ways.plain(game)
    assert ways.difference(expected.measure(0.4), found.measure(0.2)) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "defined", "points", "actions"),
    [
        ("merge", [], 318.7, 66.35),
        ("ninek", ["SHUFFLES=0"], 13_204.7, 107.18),  # taps alone, as others have counted it
        ("2048", [], 1_095.0, 118.4),
    ],
)
def test_c_comes_to_the_means_that_others_have_found(ways, game, defined, points, actions):
    played = c_or_skip(ways, game, *defined).measure(3)
    assert played.games > 100_000
    assert played.score / played.games == pytest.approx(points, rel=0.003)
    assert played.actions / played.games == pytest.approx(actions, rel=0.002)


def test_another_game_is_told_apart(ways):
    without_shuffles = c_or_skip(ways, "ninek", "SHUFFLES=0").measure(0.3)
    said = ways.difference(ways.c("ninek").measure(0.3), without_shuffles)
    assert re.search(r"107\.\d\d actions a game, not (109|110)\.\d\d$", said)


def test_a_way_that_plays_another_game_gets_no_ratio(module, ways):
    run = module("run")
    builders = {
        "interpreted": lambda: ways.plain("merge"),
        "plain": lambda: ways.plain("sum10"),
        "play": lambda: ways.plain("sum10"),  # this one is not compared
    }
    found = run.measured(builders, 0.05, run.APART)
    assert found["plain"].wrong.startswith("plays another game: ")
    assert found["interpreted"].wrong == found["play"].wrong == ""
    table = module("table")
    assert table.ratios(found["interpreted"], found["plain"]) == []
    assert len(table.ratios(found["interpreted"], found["play"])) == run.ROUNDS


def test_few_games_and_small_differences_say_nothing(ways):
    def played(games, mean):
        return ways.Played(games, games * 10, games * mean, games * 110, games * (mean * mean + 400))

    assert ways.difference(played(29, 100), played(10_000, 900)) == ""
    assert ways.difference(played(100, 100), played(10_000, 109)) == ""
    assert ways.difference(played(100, 100), played(10_000, 112)) == "112.00 points a game, not 100.00"
    assert ways.difference(played(100, 100), played(10_000, 112), share=0.05) == ""


def test_numbers_have_three_digits(module):
    table = module("table")
    values = [0.00123, 0.0499, 0.1499, 1.234, 9.87, 12.34, 99.94, 123.4, 12345.0]
    assert [table.three_digits(value) for value in values] == [
        *("0.00123", "0.0499", "0.150", "1.23", "9.87", "12.3", "99.9", "123", "12,345")
    ]


def test_a_ratio_out_of_bounds_is_named(module):
    table = module("table")
    ways = {
        name: table.Result([speed] * 3)
        for name, speed in {"compiled": 50.0, "c": 99.0, "interpreted": 1.0, "plain": 10.0, "play": 0.5}.items()
    }
    assert table.short({"merge": ways}) == [
        "merge: interpreted / plain is 0.100 (0.100 to 0.100), and should be at least 0.15"
    ]
    assert table.short({"merge": ways | {"plain": table.Result(wrong="no"), "play": table.Result([0.05] * 3)}}) == [
        "merge: interpreted / play is 20.0 (20.0 to 20.0), and should be at most 10.0"
    ]


def test_peers_with_other_rules_say_so(module):
    table = module("table")
    found = {
        "compiled": table.Result(wrong="no"),
        "interpreted": table.Result([10.0, 20.0]),
        "plain": table.Result([40.0, 80.0]),
        "first": table.Result([5.0, 5.0], 1095.0, 118.4, "First 1.0"),
        "second": table.Result([50.0, 50.0], 2000.0, 140.0, "Second 2.0"),
        "third": table.Result(wrong="cannot be installed: no"),
    }
    text = table.peers_table(found, {"first": "", "second": "tiles multiply", "third": ""})
    assert [line.replace(" | ", "|") for line in text.splitlines()[2:]] == [
        "| First 1.0|0.00500 k|not there|3.00 (2.00 to 4.00)|12.0 (8.00 to 16.0)|1,095|118.4 |",
        "| Second 2.0; tiles multiply|0.0500 k|not there|0.300 (0.200 to 0.400)|1.20 (0.800 to 1.60)|2,000|140.0 |",
        "",
        "- Not there: third: cannot be installed: no.",
    ]


def test_the_page_of_the_documentation_has_both_parts(module, tmp_path):
    table = module("table")
    page = tmp_path / "page.md"
    page.write_text((ROOT / "docs/performance.md").read_text(encoding="utf-8"), encoding="utf-8")
    for part in ("games", "peers"):
        table.put(page, part, f"the {part}")
        assert f"\nthe {part}\n" in page.read_text(encoding="utf-8")
    with pytest.raises(ValueError, match=r"measured weather"):
        table.put(page, "weather", "rain")


TALKS = """
import answer, itertools
answer.SIZES = (4,)
size, play = answer.best_of(lambda size: itertools.repeat((1, size, 2.5)))
print("what a library prints", size)
answer.serve("A peer 1.0", play if size == 4 else None)
"""


def test_a_peer_answers_each_question(module, tmp_path, monkeypatch):
    peers = module("peers")
    answer = (BENCHMARKS / "peers" / "answer.py").read_text(encoding="utf-8")
    (tmp_path / "answer.py").write_text(answer, encoding="utf-8")
    (tmp_path / "talks.py").write_text(TALKS, encoding="utf-8")
    (tmp_path / "dies.py").write_text("raise SystemExit('it died')", encoding="utf-8")
    (tmp_path / "peers").mkdir()
    monkeypatch.setattr(peers, "HERE", tmp_path)
    monkeypatch.setattr(peers, "BUILD", tmp_path)
    monkeypatch.setattr(peers, "environment", lambda peer: Path(sys.executable))
    at_work = peers.PeerAtWork(peers.Peer("talks", "talks.py", ()))
    assert at_work.about == "A peer 1.0"
    played = at_work.measure(0.05)
    at_work.close()
    assert played.games * 4 == played.actions > 0
    assert played.score == played.games * 2.5
    assert 0.05 <= played.seconds < 5
    with pytest.raises(peers.NotThere, match=r"^does not run: it died$"):
        peers.PeerAtWork(peers.Peer("dies", "dies.py", ()))
