"""A game from outside: refusals, turns, undo, restart, copies, and what a digest stands for."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from tests.unit.rulesets import PLUGINS, drawn, small, stand

import tilekit
from tilekit import board as registers
from tilekit.actions import Action
from tilekit.errors import IllegalAction, UsageError
from tilekit.game import Game
from tilekit.hooks import Mechanic, Step
from tilekit.internals import corruption, recomputed_end
from tilekit.mechanics import clear
from tilekit.rules import rules_of
from tilekit.ruleset.models import Given

# ---------------------------------------------------------------- refusals in words

WORDS = """
[variables]
coins = 1
[constants]
dear = 3
[actions.put]
target = "cell"
where = "empty"
steps = ["place", "deal"]
refusal = "the cell is taken"
[actions.crush]
target = "cell"
where = "tile == b"
costs = { coins = 1 }
steps = ["clear"]
[actions.buy]
costs = { coins = "dear" }
when = "score > 3"
[actions.wait]
when = "score > 3"
[actions.clear]
steps = ["sweep"]
[actions.wake]
during = ["asleep"]
set = { score = 0 }
[queue]
from = "any"
[spawn.any]
weights = { a = 1 }
[mechanics]
sweep = { use = "shuffle", leaves = 4 }
[[end]]
when = "score == 50"
status = "paused"
reason = "asleep"
text = "Everybody sleeps"
"""
BOARD = "a b .\n. . .\n. . ."
NO_SUCH = "this game has no such action; it has put, crush, buy, wait, clear, wake, restart"


@pytest.mark.parametrize(
    ("action", "text", "reason"),
    [
        ("", "", NO_SUCH),
        ("  ", "", NO_SUCH),
        (
            "putt r1c1", "putt r1c1",
            f'{NO_SUCH}; did you mean "put"?',
        ),
        (
            "PUT r1c1", "PUT r1c1",
            f'{NO_SUCH}; did you mean "put"?',
        ),
        ("put", "put", "put aims at one cell: put r1c1"),
        ("put r1c3 r1c3", "put r1c3 r1c3", "put aims at one cell: put r1c1"),
        ("put r4c1", "put r4c1", "r4c1 is not a cell of this 3 by 3 board"),
        ("put R2C1", "put R2C1", 'R2C1 is not a cell of this 3 by 3 board; did you mean "r2c1"?'),
        ("put r0c1", "put r0c1", "r0c1 is not a cell of this 3 by 3 board"),
        ("put (1,1)", "put (1,1)", "(1,1) is not a cell of this 3 by 3 board"),
        ("put \x1b[31mred", "put \\x1b[31mred", "\\x1b[31mred is not a cell of this 3 by 3 board"),
        ("put \ud800", "put \\ud800", "\\ud800 is not a cell of this 3 by 3 board"),
        ("wait now", "wait now", "wait takes nothing after it"),
        ("put r1c1", "put r1c1", "r1c1: the cell is taken"),
        (" put  r1c2 ", "put r1c2", "r1c2: the cell is taken"),
        ("crush r1c1", "crush r1c1", "r1c1 is not where tile == b holds"),
        ("buy", "buy", "buy costs more than is left: coins dear, 1 left"),
        ("wait", "wait", "wait asks that score > 3"),
        ("clear", "clear", "clear would change nothing"),
        ("wake", "wake", "wake is for the pause asleep"),
        ("undo", "undo", "this game has no undo"),
    ],
)  # fmt: skip
def test_a_refused_action_says_why_and_changes_nothing(action: str, text: str, reason: str) -> None:
    game = stand(small(WORDS), BOARD, queue=["a"])
    before = game.to_dict()
    assert not game.is_legal(action)
    assert game.why_not(action) == reason
    with pytest.raises(IllegalAction) as caught:
        game.play(action)
    assert (caught.value.action, caught.value.reason, str(caught.value)) == (text, reason, f"{text}: {reason}")
    assert isinstance(caught.value, ValueError)
    assert (game.to_dict(), game.actions) == (before, ())


def test_refusals_while_paused_and_after_the_end() -> None:
    rules = small(WORDS)
    game = stand(rules, BOARD, score=50)
    assert (game.status, game.reason, game.outcome, game.notices) == ("paused", "asleep", "", ("Everybody sleeps",))
    assert game.why_not("put r1c3") == "the game is paused: Everybody sleeps; wake goes on"
    assert [str(action) for action in game.legal_actions()] == ["wake"]
    game.play("wake")
    assert (game.status, game.reason, game.score) == ("playing", "", 0)
    over = stand(rules, "a b c\na b c\na b c", variables={"coins": 0})
    assert (over.status, over.reason, over.outcome) == ("over", "stuck", "ended")
    assert over.why_not("put r1c1") == "the game is over: stuck"
    assert over.legal_actions() == []


class Odd:
    def __repr__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("action", "shown"),
    [
        (None, "<NoneType>"), (int, "<type>"), (True, "<bool>"), (3.0, "<float>"), (b"put r1c3", "<bytes>"),
        (["put", "r1c3"], "<list>"), (("put", "r1c3"), "<tuple>"), ({"put": "r1c3"}, "<dict>"), (Odd(), "<Odd>"),
        (object, "<type>"),
    ],
)  # fmt: skip
def test_what_is_neither_text_nor_number_is_no_action(action: Any, shown: str) -> None:
    game = stand(small(WORDS), BOARD, queue=["a"])
    digest = game.digest
    with pytest.raises(IllegalAction) as caught:
        game.play(action)
    reason = 'an action is a text such as "put r1c1", or its number'
    assert (caught.value.action, caught.value.reason) == (shown, reason)
    assert not game.is_legal(action)
    assert (game.digest, game.actions) == (digest, ())


@pytest.mark.parametrize("number", [-1, 22, 2**70])
def test_a_number_that_no_action_has_is_refused(number: int) -> None:
    game = stand(small(WORDS), BOARD, queue=["a"])
    with pytest.raises(IllegalAction) as caught:
        game.play(number)
    assert (caught.value.action, caught.value.reason) == (f"action {number}", "actions are numbered 0 to 21")
    assert (game.is_legal(number), game.actions) == (False, ())


def test_an_action_is_its_text_and_its_number_is_its_place() -> None:
    rules = small(WORDS)
    first = stand(rules, BOARD, queue=["a"]).legal_actions()[0]
    number = rules.actions.index(first)
    games = [stand(rules, BOARD, queue=["a"]) for _ in range(4)]
    forms = (first, str(first), number, np.int64(number))
    assert [game.play(form).action for game, form in zip(games, forms, strict=True)] == [str(first)] * 4
    assert len({game.digest for game in games}) == 1


def test_an_action_equals_its_text() -> None:
    action = Action("put", "r1c2")
    assert (action == "put r1c2", [action].index("put r1c2") == 0, {action: 1}["put r1c2"]) == (True, True, 1)
    again = pickle.loads(pickle.dumps(action))
    assert (type(again), again.verb, again.target, Action("wait").target) == (Action, "put", "r1c2", "")


class Text(str):
    """Text of another library."""

    __slots__ = ()


@pytest.mark.parametrize("action", ["put r2c2", "  put   r2c2\n", Text("put r2c2"), Action("put", "r2c2")])
def test_an_action_is_played_by_its_text(action: Any) -> None:
    game = stand(small(WORDS), BOARD, queue=["a"])
    turn = game.play(action)
    assert (turn.action, game.actions) == ("put r2c2", ("put r2c2",))
    assert type(game.actions[0]) is str


def test_actions_have_one_text_form() -> None:
    assert [str(Action("put", "r1c2")), str(Action("wait"))] == ["put r1c2", "wait"]
    game = stand(small(WORDS), BOARD, queue=["a"], score=4)
    legal = game.legal_actions()
    assert [str(action) for action in legal] == [
        "put r1c3", "put r2c1", "put r2c2", "put r2c3", "put r3c1", "put r3c2", "put r3c3", "crush r1c2", "wait",
    ]  # fmt: skip
    assert all(game.is_legal(action) and game.is_legal(str(action)) for action in legal)


# ---------------------------------------------------------------- what is handed out cannot change the game


def test_a_board_is_a_picture_of_its_moment() -> None:
    game = stand(small(WORDS), BOARD, queue=["a"])
    board = game.board
    assert [list(row) for row in board] == [["a", "b", None], [None] * 3, [None] * 3]
    assert (board[0][1], board[-1][0], len(board), board[0:1]) == ("b", None, 3, (("a", "b", None),))
    assert str(board) == drawn(BOARD)
    assert repr(board) == f"<board\n{drawn(BOARD)}>"
    with pytest.raises(TypeError):
        board[0][0] = "b"  # type: ignore[index]
    with pytest.raises(TypeError):
        board[0] = ("b",) * 3  # type: ignore[index]
    game.play("put r3c3")
    assert (board[2][2], game.board[2][2]) == (None, "a")
    assert board != game.board
    assert board == stand(small(WORDS), BOARD).board
    assert len({board, game.board, stand(small(WORDS), BOARD).board}) == 2


def test_nothing_handed_out_leads_back_into_the_game() -> None:
    given = Given(board=BOARD, queue=["a"], draws=["b", "c"], variables={"coins": 2})
    game = Game(small(WORDS), 5, given=given)
    before = game.to_dict()
    given.draws.append("d")
    given.variables["coins"] = 9
    state = game.to_dict()
    state["board"][0][0] = "d"
    state["variables"]["coins"] = 9
    state["legal"].clear()
    state["queue"].append("d")
    handed = game.given
    assert handed is not None
    handed.draws.clear()
    handed.variables.clear()
    game.legal_actions().clear()
    with pytest.raises(TypeError):
        game.variables["coins"] = 9  # type: ignore[index]
    for name in ("board", "score", "queue", "status", "variables", "turn", "actions"):
        with pytest.raises(AttributeError):
            setattr(game, name, None)
    assert game.to_dict() == before
    assert game.given == Given(board=BOARD, queue=["a"], draws=["b", "c"], variables={"coins": 2})
    game.restart()
    assert game.to_dict() == before


def test_games_of_the_same_rules_do_not_meet() -> None:
    rules = tilekit.load("merge")
    one, two = rules.new_game(1), rules.new_game(2)
    alone = rules.new_game(1)
    for cell in ("r1c1", "r2c2", "r1c2"):
        one.play(f"drop {cell}")
        two.play(f"drop {cell}")
    journals = [alone.play(f"drop {cell}").journal for cell in ("r1c1", "r2c2", "r1c2")]
    assert one.to_dict() == alone.to_dict() != two.to_dict()
    one.restart()
    assert [one.play(f"drop {cell}").journal for cell in ("r1c1", "r2c2", "r1c2")] == journals


# ---------------------------------------------------------------- undo and restart

UNDO = """
[variables]
coins = 3
[actions.put]
target = "cell"
where = "empty"
steps = ["place", "deal"]
[actions.lock]
undo = "barrier"
add = { score = 1 }
[queue]
from = "any"
shows = 2
[spawn.any]
weights = { a = 1, b = 1, c = 1, d = 1 }
"""


def test_undo_takes_back_everything_one_action_at_a_time() -> None:
    rules = small(UNDO + "[undo]\ndepth = 4\n")
    game = rules.new_game(3)
    states = [game.to_dict()]
    for cell in ("r1c1", "r1c2", "r1c3", "r2c1", "r2c2"):
        game.play(f"put {cell}")
        states.append(game.to_dict())
    for back in (4, 3, 2, 1):
        turn = game.undo()
        assert [(entry.kind, dict(entry.values)) for entry in turn.journal] == [
            ("undone", {"action": f"put r{back // 3 + 1}c{back % 3 + 1}"})
        ]
        assert game.to_dict() == states[back] | {"can_undo": back > 1}
    assert (game.can_undo, game.why_not("undo")) == (False, "there is nothing to take back")
    with pytest.raises(IllegalAction, match=r"^undo: there is nothing to take back$"):
        game.play("undo")
    assert game.actions == tuple(f"put {cell}" for cell in ("r1c1", "r1c2", "r1c3", "r2c1", "r2c2")) + ("undo",) * 4


def test_what_comes_after_undo_is_what_would_have_come() -> None:
    rules = small(UNDO + "[undo]\ndepth = 4\n")
    game = rules.new_game(3)
    game.play("put r1c1")
    first = game.play("put r2c2")
    after = game.to_dict()
    game.undo()
    game.play("put r3c3")
    game.undo()
    again = game.play("put r2c2")
    assert game.to_dict() == after
    assert [str(entry) for entry in again.journal] == [str(entry) for entry in first.journal]
    game.undo()
    game.undo()
    game.play("put r1c1")
    game.play("put r2c2")
    assert game.to_dict() == after


def test_a_barrier_stands_before_all_that_came_before() -> None:
    game = small(UNDO + "[undo]\ndepth = 4\n").new_game(3)
    game.play("put r1c1")
    game.play("lock")
    assert game.why_not("undo") == "there is nothing to take back"
    game.play("put r1c2")
    game.undo()
    assert (game.score, game.can_undo) == (1, False)


def test_what_an_undo_costs_no_undo_gives_back() -> None:
    game = small(UNDO + "[undo]\ndepth = 9\ncosts = { coins = 2 }\n").new_game(3)
    game.play("put r1c1")
    game.play("put r1c2")
    game.play("undo")
    assert (game.turn, game.variables) == (1, {"coins": 1})
    assert game.why_not("undo") == "an undo costs more than is left: coins 2, 1 left"
    with pytest.raises(IllegalAction):
        game.undo()
    assert game.variables == {"coins": 1}


@pytest.mark.parametrize("after_end", [True, False])
def test_undo_past_the_end_is_for_the_ruleset_to_say(after_end: bool) -> None:
    rules = small(UNDO + f"[undo]\ndepth = 9\nafter_end = {str(after_end).lower()}\n", rows=1, columns=2)
    rules_end = small(
        UNDO + f"[undo]\ndepth = 9\nafter_end = {str(after_end).lower()}\n", rows=1, columns=2,
        end='when = "empties == 0"\nreason = "full"\noutcome = "lost"',
    )  # fmt: skip
    assert rules.digest != rules_end.digest
    game = rules_end.new_game(3)
    game.play("put r1c1")
    before = game.to_dict()
    game.play("put r1c2")
    assert (game.status, game.reason, game.outcome) == ("over", "full", "lost")
    assert game.can_undo == after_end
    if after_end:
        game.undo()
        assert game.to_dict() == before
        game.play("put r1c2")
        assert game.status == "over"
    else:
        assert game.why_not("undo") == "the game is over, and undo does not reach past its end"


def test_undo_that_costs_goes_back_to_the_pause_it_left() -> None:
    """A pause that only follows an action is still the one that action led to."""
    rules = small(
        "[variables]\ncoins = 3\n[actions.nap]\nadd = { score = 1 }\n[actions.wake]\nduring = ['asleep']\n"
        "[undo]\ndepth = 9\ncosts = { coins = 1 }\n[[end]]\nafter = ['nap']\nwhen = 'score > 0'\nstatus = 'paused'\n"
        "reason = 'asleep'\n"
    )
    game = rules.new_game()
    game.play("nap")
    assert game.reason == "asleep"
    game.play("wake")
    assert game.status == "playing"
    game.undo()
    assert (game.status, game.reason, game.variables) == ("paused", "asleep", {"coins": 2})
    game.undo()
    assert (game.status, game.reason, game.score) == ("playing", "", 0)


def test_what_an_undo_costs_may_bring_the_game_to_an_end_or_out_of_one() -> None:
    """Ends are judged by what is left, and not by what was left when that position stood before."""
    body = "[variables]\ncoins = 3\n[actions.go]\nadd = { score = 1 }\n[actions.on]\nduring = ['rich', 'poor']\n"
    undo = "[undo]\ndepth = 9\nafter_end = true\ncosts = { coins = 1 }\n"
    ends = """
        when = "coins == 3 and score == 1"
        status = "paused"
        reason = "rich"
        [[end]]
        when = "coins == 2 and score == 1"
        status = "paused"
        reason = "poor"
        text = "poor"
        [[end]]
        when = "coins == 1"
        reason = "broke"
        outcome = "lost"
        text = "broke"
    """
    game = small(body + undo, end=ends).new_game()
    assert (game.play("go").journal[-1].kind, game.reason) == ("ended", "rich")
    game.play("on")
    assert (game.status, game.score, game.variables) == ("paused", 1, {"coins": 3})
    game.play("on")
    game.undo()
    assert (game.status, game.reason, game.notices, game.variables) == ("paused", "poor", ("poor",), {"coins": 2})
    game.undo()
    assert (game.status, game.reason, game.outcome, game.notices) == ("over", "broke", "lost", ("broke",))
    assert (game.score, game.variables) == (1, {"coins": 1})
    game.undo()
    assert (game.status, game.reason, game.notices, game.score) == ("playing", "", (), 0)
    assert game.variables == {"coins": 0}


def test_restart_deals_the_same_again_and_forgets() -> None:
    game = small(UNDO + "[undo]\ndepth = 9\n").new_game(3)
    start = game.to_dict()
    game.play("lock")
    game.play("put r1c1")
    turn = game.play("restart")
    assert (turn.action, turn.journal, turn.points) == ("restart", (), -1)
    assert (game.to_dict(), game.actions, game.can_undo) == (start, (), False)
    assert game.is_legal("restart")


# ---------------------------------------------------------------- whether it stands as it should


def test_what_is_wrong_with_a_state_is_told() -> None:
    """No play comes to such a state unless a mechanic goes round the board words."""
    rules = small("[actions.go]\nadd = { score = 1 }\n", rows=1, columns=3, grid='mask = """\n. . _\n"""')
    board = rules.program.board
    game = stand(rules, "a . _")
    assert corruption(game) == ""
    for code in (9, -1):
        game = stand(rules, "a . _")
        game._s[board.cells + 1] = code
        assert corruption(game) == f"a cell holds the code {code}, and codes end at 4"
    game = stand(rules, "a . _")
    game._s[board.cells + 1] = 2
    assert corruption(game) == "the planes do not say what the cells say"
    game = stand(rules, "a . _")
    game._s[board.cells + 2] = 1
    assert corruption(game) == "a hole holds a tile"


def test_ends_are_judged_anew_and_invariants_asked() -> None:
    ends = """
        when = "score == 7"
        reason = "seven"
        [[end]]
        when = "score > 5"
        reason = "much"
        [[end]]
        after = ["go"]
        when = "score == 5"
        reason = "five"
        [[invariants]]
        name = "not three"
        holds = "score != 3"
        [[invariants]]
        name = "not below three"
        holds = "score >= 3"
    """
    rules = small("[actions.go]\nadd = { score = 1 }\n", end=ends)
    reasons, broken = [], []
    for score in range(1, 9):
        game = stand(rules, score=score)
        game._s[registers.END] = 0
        end = recomputed_end(game)
        reasons.append(end.reason if end else "")
        broken.append(game.broken_invariants())
    assert reasons == ["", "", "", "", "", "much", "seven", "much"]
    assert broken == [["not below three"]] * 2 + [["not three"]] + [[]] * 5


# ---------------------------------------------------------------- a turn is played in full or not at all


def test_a_mechanic_that_fails_leaves_the_game_as_it_was() -> None:
    def build(_settings: Any, b: Any) -> Step:
        put = b.put

        def act(s: list[int], _here: int) -> int:
            put(s, 0, 2)
            raise ZeroDivisionError("a mistake of the plugin")

        return Step(act)

    broken = Mechanic(kind="clear", summary="", settings=clear.Clear, build=build, events={"cleared": {}})
    rules = rules_of(small(WORDS).document, {**PLUGINS.mechanics, "clear": broken})
    game = stand(rules, BOARD, queue=["a"])
    before = game.to_dict()
    with pytest.raises(tilekit.PluginError, match="ZeroDivisionError: a mistake of the plugin"):
        game.play("crush r1c2")
    assert (game.to_dict(), game.actions) == (before, ())
    assert game.play("put r3c3").action == "put r3c3"


# ---------------------------------------------------------------- copies and forks


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, Game.copy])
def test_a_copy_goes_its_own_way_and_keeps_its_journal(make: Any) -> None:
    game = small(UNDO + "[undo]\ndepth = 9\n").new_game(3)
    game.play("put r1c1")
    game.play("put r1c2")
    twin = make(game)
    before = game.to_dict()
    turn = twin.play("put r2c2")
    assert [entry.kind for entry in turn.journal] == ["placed", "dealt"]
    twin.undo()
    twin.undo()
    twin.play("put r3c3")
    assert game.to_dict() == before
    assert game.play("put r2c2").journal == turn.journal
    game.undo()
    game.undo()
    assert (twin.turn, game.turn) == (2, 1)


def test_a_fork_does_not_show_what_will_come() -> None:
    rules = small(UNDO + "[undo]\ndepth = 9\n")
    game = rules.new_game(3)
    game.play("put r1c1")
    cells = ["r1c2", "r1c3", "r2c1", "r2c2", "r2c3", "r3c1", "r3c2"]

    def coming(of: Game) -> list[str]:
        return [of.play(f"put {cell}") and of.queue[-1] for cell in cells]

    real = coming(game.copy())
    forks = [coming(game.fork(chance=seed)) for seed in range(20)]
    assert forks[3] == real  # the seed of the game itself
    assert sum(fork == real for fork in forks) == 1
    assert game.fork(chance=4).queue == game.queue
    assert game.fork(chance=4).digest != game.digest == game.fork(chance=3).digest
    # Nor by going back first.
    back, again = game.fork(chance=4), game.fork(chance=4)
    back.undo()
    back.play("put r1c1")
    again.restart()
    again.play("put r1c1")
    assert back.queue == again.queue == rules.new_game(3).queue[1:] + back.queue[1:]
    real_next = game.queue[1]
    seen = set()
    for seed in range(20):
        other = game.fork(chance=seed)
        other.undo()
        other.play("put r3c3")
        seen.add(other.queue[1])
    assert seen > {real_next}
    with pytest.raises(UsageError):
        game.fork(chance=-1)


# ---------------------------------------------------------------- digests

DIGEST = """
[variables]
x = 1
stage = 1
[start]
steps = ["fill"]
keyed_by = ["stage"]
[spawn.any]
weights = { a = 1, b = 1 }
[queue]
from = "any"
shows = 2
[actions.do]
target = "cell"
steps = ["fuse", "deal"]
[mechanics.fill]
from = "any"
[mechanics.fuse]
least = 2
"""


def test_a_digest_stands_for_the_whole_state() -> None:
    """Each part of a state in turn is changed, and all digests differ: of what is shown, and of what is hidden."""
    rules = small(DIGEST)

    def game() -> Game:
        return stand(rules, "a a b\na b a\nb b a", seed=4, queue=["a", "b"], draws=["a", "b", "a"])

    program = rules.program
    parts = {
        "score": registers.SCORE, "turn": registers.TURN, "end": registers.END, "best made": registers.MADE,
        "dealt": registers.DEALT, "key": registers.KEY, "x": program.variables["x"],
        "stage": program.variables["stage"], "NOW": program.queue[0], "NEXT": program.queue[1],
        "a stored cell": program.stored + 3, "whether one is stored": program.stored,
        "a scripted pick": program.board.size, "seed": registers.SEED,
    }  # fmt: skip
    parts |= {f"hidden {at}": at for at in program.hidden}
    digests = {"none": game().digest}
    for name, at in parts.items():
        changed = game()
        changed._s[at] += 1
        digests[name] = changed.digest
    moved = game()
    moved.rules.program.board.put(moved._s, 2, 1)
    digests["a cell"] = moved.digest
    used = game()
    used._s[registers.SCRIPT] += 1
    digests["a pick used"] = used.digest
    digests["other rules"] = stand(small(DIGEST + "[undo]\ndepth = 1\n"), "a a b\na b a\nb b a", seed=4,
                                   queue=["a", "b"], draws=["a", "b", "a"]).digest  # fmt: skip
    twice = {"best made", "dealt", "key"}  # hidden registers by their names
    assert len(set(digests.values())) == len(digests) - len(twice)
    assert game().digest == digests["none"]


def test_a_digest_forgets_the_way() -> None:
    rules = small(UNDO + "[undo]\ndepth = 9\n")
    one, two = rules.new_game(3), rules.new_game(3)
    one.play("put r1c1")
    one.play("put r2c2")
    two.play("put r1c1")
    two.play("put r3c3")
    two.undo()
    two.play("put r2c2")
    assert one.digest == two.digest
    assert one == two
    assert one._ids.at != two._ids.at
    assert one.actions != two.actions
    assert (one == one.digest) is False
    with pytest.raises(TypeError):
        hash(one)


def test_looks_and_words_are_no_part_of_the_rules() -> None:
    plain = small(UNDO)
    dressed = small(
        "# a comment\n" + UNDO.replace("[actions.lock]", '[actions.lock]\nlabel = "Lock"\nkey = "k"')
        + '[look.a]\ncolour = "#ffffff"\n[display]\nvariables = []\n[[notices]]\nwhen = "score > 0"\ntext = "Well!"\n'
        '[[invariants]]\nname = "none owed"\nholds = "coins >= 0"\n'
    )  # fmt: skip
    other = small(UNDO.replace("coins = 3", "coins = 4"))
    assert plain.digest == dressed.digest != other.digest
    assert plain.new_game(1).digest == dressed.new_game(1).digest != other.new_game(1).digest


def test_what_holds_anyhow_may_be_said_or_left_out() -> None:
    said = UNDO.replace('undo = "barrier"', 'undo = "barrier"\ntarget = "none"\nduring = ["playing"]')
    said += "[undo]\ndepth = 0\nafter_end = false\n[start]\nset = {}\n"
    assert small(said).digest == small(UNDO).digest


def test_the_order_of_weights_is_part_of_the_rules_and_that_of_tables_is_not() -> None:
    """A draw stands for a place in the list of weights: with another order a seed brings other tiles."""
    turned = small(UNDO.replace("weights = { a = 1, b = 1, c = 1, d = 1 }", "weights = { d = 1, c = 1, b = 1, a = 1 }"))
    assert turned.new_game(3).queue != small(UNDO).new_game(3).queue
    assert turned.digest != small(UNDO).digest
    spawn = "[spawn.any]\nweights = { a = 1, b = 1, c = 1, d = 1 }\n"
    moved = small(spawn + UNDO.replace(spawn, ""))
    assert moved.digest == small(UNDO).digest


# ---------------------------------------------------------------- what it says of itself


def test_the_state_as_plain_data() -> None:
    game = tilekit.load("merge").new_game("hello")
    game.play("drop r1c1")
    state = game.to_dict()
    assert state.pop("digest") == game.digest
    assert state == {
        "ruleset": "merge",
        "seed": 3238736544897475342,
        "turn": 1,
        "board": [[state["board"][0][0], None, None, None, None], *[[None] * 5] * 4],
        "score": 0,
        "variables": {"charges": 0, "drops": 1, "dealt": 3},
        "queue": list(game.queue),
        "status": "playing",
        "reason": "",
        "outcome": "",
        "notices": [],
        "legal": [f"drop r{r}c{c}" for r in range(1, 6) for c in range(1, 6) if (r, c) != (1, 1)],
        "can_undo": True,
        "rank": "",
    }
    assert repr(game) == "<Game of merge, seed 3238736544897475342, turn 1, score 0, playing>"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"board": "a b"}, "board has 1 rows, expected 3"),
        ({"board": "a b\n. . .\n. . ."}, "row 1 of the board has 2 tokens, expected 3 (apart by spaces)"),
        ({"board": "z . .\n. . .\n. . ."}, 'r1c1: "z" is no tile of this game; expected a, b, c, d.'),
        ({"board": "_ . .\n. . .\n. . ."}, 'r1c1 is "_", expected a tile or . (no hole here)'),
        ({"queue": ["a", "b"]}, "queue has 2 tiles, expected 1"),
        ({"queue": ["z"]}, '"z" is no tile of this game; expected a, b, c, d.'),
        ({"draws": ["stone"]}, '"stone" is no tile of this game; expected a, b, c, d.'),
        ({"variables": {"gold": 1}}, 'no variable is called "gold"; there are coins'),
    ],
)
def test_positions_that_do_not_fit(given: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        stand(small(WORDS), **given)
    assert str(caught.value) == message


def test_the_hint_is_the_best_group_with_all_its_cells() -> None:
    rules = small(
        '[actions.do]\ntarget = "cell"\nsteps = ["fuse"]\n[mechanics.fuse]\nleast = 2\n'
        '[hint]\nafter = 5\ncells = "group >= 2"\nprefer = "group"\n'
    )
    assert stand(rules, "a a b\nc c b\nc . b").hint() == ("r1c3", "r2c3", "r3c3")
    assert stand(rules, "a . b\nc b c\na . b").hint() == ()
