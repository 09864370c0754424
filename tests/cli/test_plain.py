"""`tilekit play --plain` at a terminal: turns in words, and questions that are answered in words."""

import io
import re
import subprocess
import sys

import pytest
from tests.cli.running import environment
from tests.unit.rulesets import small

import tilekit
from tilekit.cli import plain
from tilekit.preferences import Preferences


@pytest.fixture
def talk(monkeypatch, capsys):
    """Plays by lines as at a terminal; returns what was answered to each line, the greeting first."""

    def talk(ruleset, *lines, seed=7, language="en", terminal=True):
        monkeypatch.setattr(plain, "is_terminal", lambda: terminal)
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        rules = ruleset if isinstance(ruleset, tilekit.Rules) else tilekit.load(ruleset)
        session = tilekit.Session(rules, seed, preferences=Preferences(language=language))
        assert plain.play(session) == 0
        parts = re.split(r"^> ", capsys.readouterr().out, flags=re.MULTILINE)
        assert len(parts) == len(lines) + 2
        # Nobody's terminal has shown what was typed, so each line is written back first.
        return [parts[0], *(part.partition("\n")[2] for part in parts[1:-1])]

    return talk


def test_the_greeting_says_how_large_the_board_is_and_draws_none(talk):
    assert talk("2048")[0] == (
        "Doubling, seed 7\n"
        "Type an action as it is written (slide up), or a direction alone (up); 8 for\n"
        "Slide up, 2 for Slide down, 4 for Slide left, 6 for Slide right, r for Restart,\n"
        "n for New, ? for the rules, q to leave.\n"
        "Board: 4 by 4.\n"
        "Questions: board, where, row 1, column 1, hint, legal, numbers, goal, last,\n"
        "boards, r1c1?.\n"
        "Goal: Make a 2048\n"
        "Score 0, Best 0\n"
    )


def test_a_pipe_is_told_the_goal_at_the_start(talk):
    assert talk("2048", terminal=False)[0].splitlines()[4:6] == ["Goal: Make a 2048", "    c1 c2 c3 c4"]


def test_the_example_is_an_action_of_the_game(talk):
    assert talk("gems")[0].splitlines()[1].startswith("Type an action as it is written (swap r")
    assert talk("flood")[0].splitlines()[1].startswith("Type an action as it is written (paint red)")


@pytest.mark.parametrize("ruleset", ["gems", "threefold", "hamlet", "sum10"])
def test_no_line_of_words_is_wider_than_a_terminal(talk, ruleset):
    lines = [line for part in talk(ruleset, "?", "where", "legal", "goal", "undo") for line in part.splitlines()]
    assert [line for line in lines if len(line) > 79] == []
    assert len(lines) > 12


def test_what_never_scores_has_no_score(talk):
    greeting, numbers = talk("dark", "numbers")
    assert greeting.splitlines()[-2:] == ["Goal: Put out every lamp", "Presses 0"]
    assert numbers == "Presses 0\n"
    none = small('[actions.take]\ntarget = "cell"\nsteps = ["clear"]\n', rows=1, columns=1)
    assert talk(none, "numbers", terminal=False)[-1] == "The end: stuck\n"


def test_a_turn_is_told_in_words_then_the_numbers_that_changed(talk):
    assert talk("merge", "r3c3", "r3c4", "r3c3", "u")[1:] == [
        "spark placed on r3c3\nspark dealt\nNOW node, NEXT spark, Drops 1\n",
        "node placed on r3c4\nnode dealt\nNOW spark, NEXT node, Drops 2\n",
        "no: r3c3: the cell is taken\n",
        "drop r3c4 taken back\nNOW node, NEXT spark, Drops 1\n",
    ]


def test_the_points_of_a_turn(talk):
    assert talk("2048", "up", "up")[1:] == [
        "2 moved: r2c2 to r1c2, r3c4 to r1c4\nspawned r3c4 with 2\n",
        "2 times 2 fused into 4 on r1c4\n1 moved in all\nspawned r2c1 with 2\nScore 4, Best 4\n",
    ]


def test_a_pause_and_what_to_press(talk):
    cells = [f"r{row}c{column}" for row in (1, 7, 2, 6) for column in range(1, 8)]
    answers = talk("sum10", *cells)
    paused = next(answer for answer in answers if "OUT OF MOVES" in answer)
    assert paused.count("OUT OF MOVES") == 1
    assert paused.endswith("Press t for RETRY.\n")


def ending(outcome):
    return small(
        '[actions.take]\ntarget = "cell"\nwhere = "not empty"\nsteps = ["clear"]\n'
        '[mechanics]\nsow = { use = "fill", from = "x" }\n[spawn.x]\ntile = "a"\n[start]\nsteps = ["sow"]\n',
        rows=1, columns=1, end=f'when = "tiles == 0"\noutcome = "{outcome}"\nreason = "gone"\ntext = "All gone"',
    )  # fmt: skip


@pytest.mark.parametrize("outcome", ["won", "lost", "ended"])
def test_an_end_is_told_in_the_words_of_the_ruleset_alone(talk, outcome):
    rules = ending(outcome)
    _, told, numbers = talk(rules, "take r1c1", "numbers")
    assert (told.count("All gone\n"), numbers) == (1, "All gone\n")
    piped = talk(rules, "take r1c1", terminal=False)[-1].splitlines()
    assert (piped.count("  All gone"), piped.count("All gone")) == (1, 1)
    game = rules.new_game()
    assert "outcome" not in plain.state_text(game)
    game.play("take r1c1")
    assert f"\nstatus over (gone)\noutcome {outcome}\nnotice: All gone\n" in plain.state_text(game)


QUESTIONS = {
    "r3c3?": "r3c3 spark\n",
    "r3c4?": "r3c4 empty; to play: drop r3c4\n",
    "what r3c3": "r3c3 spark\n",
    "r9c9?": "there is no r9c9: the board is r1 to r5, c1 to c5\n",
    "row 3": "empty, empty, spark, empty, empty\n",
    "column 3": "empty, empty, spark, empty, empty\n",
    "row 6": "say which one, from 1 to 5\n",
    "row": "say which one, from 1 to 5\n",
    "column ²": "say which one, from 1 to 5\n",
    "where": "spark: r3c3\n24 empty\n",
    "where spark": "r3c3\n",
    "where s": "r3c3\n",
    "WHERE SPARK": "r3c3\n",
    "where nova": "nowhere\n",
    "hint": "there is no hint\n",
    "goal": "there is no goal\n",
    "numbers": "NOW node, NEXT spark, Score 0, Best 0, Charges 0, Drops 1\n",
    "last": "spark placed on r3c3\nspark dealt\n",
    "board": (
        "    c1 c2 c3 c4 c5\n"
        "r1   .  .  .  .  .\n"
        "r2   .  .  .  .  .\n"
        "r3   .  .  s  .  .\n"
        "r4   .  .  .  .  .\n"
        "r5   .  .  .  .  .\n"
    ),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_change_nothing(talk, question):
    _, _, answer, undone = talk("merge", "r3c3", question, "u")
    assert answer == QUESTIONS[question]
    assert undone.startswith("drop r3c3 taken back\n")


def test_what_is_legal(talk):
    _, answer = talk("2048", "legal")
    assert answer == "slide: up, down, left, right\n"
    _, answer = talk("merge", "legal")
    assert answer.startswith("drop: r1c1, r1c2, ")


def test_a_hint_and_a_goal(talk):
    _, hint = talk("ninek", "hint")
    assert re.fullmatch(r"(r\dc\d \d, )+r\dc\d \d\n", hint)
    assert talk("2048", "goal")[1] == "Make a 2048\n"


def test_before_the_first_turn(talk):
    assert talk("merge", "last")[1] == "nothing was played yet\n"


def test_boards_after_each_turn_if_wanted(talk):
    _, switched, turn, back, after = talk("merge", "boards", "r3c3", "boards", "r1c1")
    assert switched == "The board is printed after each turn.\n"
    # The game counts what it has dealt, too, but does not show it.
    told = ["  drops 0 to 1", "  spark placed on r3c3", "  spark dealt", "    c1 c2 c3 c4 c5"]
    assert turn.splitlines()[:4] == told
    assert back == "The board is printed when you ask for it.\n"
    assert "c1 c2" not in after


def test_help_lists_the_questions(talk):
    _, answer = talk("merge", "?")
    assert answer.endswith("board prints the board; boards prints it after each turn, or no more\n")


def test_a_pipe_gets_the_board_and_may_ask_too(talk):
    opening, turn, answer = talk("merge", "r3c3", "r3c3?", terminal=False)
    assert "r1   .  .  .  .  .\n" in opening
    assert "r3   .  .  s  .  .\n" in turn
    assert answer == "r3c3 spark\n"


@pytest.mark.parametrize("place", ["r9c9", "R9C9", "r0c1", "c9", "r6", "r1c6"])
def test_a_place_off_the_board_is_told_with_what_there_is(talk, place):
    assert talk("merge", place)[1] == f"there is no {place}: the board is r1 to r5, c1 to c5\n"


def test_what_is_no_action_is_told_with_all_there_are(talk):
    none = "no: this game has no such action; it has drop, shatter, undo, restart, new"
    said = [" ".join(text.split()) for text in talk("merge", "x1", "r1c1", "n", "x1", "c3")[1::3]]
    assert said == [none, f"{none}, reopen"]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("where sprak", "no tile is called sprak; there are stone, spark, node, core, prism, nova, singularity"),
        ("where 99", "no tile is called 99; there are stone, spark, node, core, prism, nova, singularity"),
        ("where nova", "nowhere"),
        ("where v", "nowhere"),
    ],
)
def test_where_a_tile_is_that_there_is_not(talk, asked, answer):
    assert " ".join(talk("merge", asked)[1].split()) == answer


@pytest.mark.parametrize("text", ["r3c4", "R3C4", "drop r3c4"])
def test_a_cell_may_be_written_in_capitals(talk, text):
    assert "spark placed on r3c4" in talk("merge", text)[1]


@pytest.mark.parametrize("word", ["b", "B", "before", "game before", "Game before", "reopen"])
@pytest.mark.parametrize("terminal", [True, False])
def test_the_game_before_comes_back_by_any_of_its_names(talk, word, terminal):
    _, _, restarted, _, back, help_ = talk("merge", "r3c3", "restart", "r1c1", word, "?", terminal=terminal)
    assert restarted.startswith("The same game from its start, seed 7.\nb brings the game before back.\n")
    assert back.startswith("The game before is back: seed 7, turn 1.\n")
    assert "b for Game before" in " ".join(help_.split())


def test_no_game_before_is_said_in_words(talk):
    assert talk("merge", "before", "restart")[1:] == [
        "no: there is no game before this one\n",
        "The same game from its start, seed 7.\n",
    ]


def test_what_a_ruleset_calls_so_is_played(talk):
    text = tilekit.dumps(tilekit.load("merge")).replace("actions.shatter", "actions.hint")
    _, answer = talk(tilekit.loads(text, name="hinted.toml"), "hint")
    assert answer == "no: hint aims at one cell: hint r1c1\n"


def test_in_japanese(talk):
    opening, answer, refused = talk("merge", "r3c3?", "r9c9?", language="ja")
    assert opening.partition("\n")[0].endswith("、シード 7")
    assert answer == "r3c3 空き。打てる手：drop r3c3\n"  # noqa: RUF001
    assert refused == "r9c9 はありません。盤は r1 から r5、c1 から c5 です\n"


def test_lists_are_joined_as_the_language_does(talk):
    opening, row, where, legal = talk("merge", "row 1", "where node", "legal", language="ja")
    assert "いま ノード、つぎ スパーク" in opening or "いま スパーク、つぎ " in opening
    assert row == "空き、空き、空き、空き、空き\n"
    assert where == "どこにもありません\n"
    assert legal.startswith("drop: r1c1、r1c2、")
    assert [line for line in opening.splitlines() if re.search("[ぁ-ん], ", line)] == []


def test_what_there_is_none_of_is_not_listed(talk):
    assert talk("sum10", "x1")[1] == "no: this game has no such action; it has place, next, retry, restart, new\n"


def test_plain_is_short_for_the_frontend_and_needs_no_curses():
    code = "import sys; sys.modules['_curses'] = None; from tilekit.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "play", "merge", "--plain", "--seed", "7"],
        input=b"r3c3\nq\n", capture_output=True, env=environment(), timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"  spark placed on r3c3\n" in done.stdout
