"""The bundled bots: what they choose, that they know no future, and how they are named."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.unit.rulesets import PLUGINS, small, stand

import tilekit
from tilekit.actions import Action
from tilekit.chance import bounded, nth_seed
from tilekit.conformance import bot_faults
from tilekit.engine import Engine
from tilekit.game import Game
from tilekit.hooks import Bot, Parameter

LOOKING = ("greedy", "lookahead:width=2", "mcts:rollouts=2,horizon=20")
NAMES = ("merge", "ninek", "sum10", "2048")


def draws(seed: int = 0) -> Callable[[int], int]:
    drawn = -1

    def draw(n: int) -> int:
        nonlocal drawn
        drawn += 1
        return bounded(seed, 1, 0, drawn, n)

    return draw


def choice(bot: str, game: Game, seed: int = 0) -> str:
    choose = PLUGINS.bot(bot).choose
    assert choose is not None
    return str(choose(game, draws(seed)))


def score_of(bot: str, rules: tilekit.Rules, seed: int) -> int:
    """What a bot comes to in a game."""
    choose, draw, game = PLUGINS.bot(bot).choose, draws(seed), rules.new_game(seed)
    assert choose is not None
    while game.legal_actions():
        game.play(choose(game, draw))
    return game.score


# ---------------------------------------------------------------- what they choose

# A sure 2, a chance of one in ten of 30, and 1 now that makes 9 of the next action.
PAYING = """
[variables]
ready = 0
won = 0
[actions.sure]
add = { score = 2 }
[actions.gamble]
steps = ["spawn"]
[actions.prepare]
set = { ready = 1 }
add = { score = 1 }
[actions.collect]
when = "ready == 1"
set = { ready = 0 }
add = { score = 9 }
[mechanics.spawn]
from = "lot"
[spawn.lot]
weights = { a = 9, b = 1 }
[[triggers]]
on = "spawned"
when = "tile == b"
add = { score = 30 }
"""
LATE = 'when = "turn == 4"\nreason = "late"'


def test_greedy_weighs_points_by_their_chance():
    rules = small(PAYING, end=LATE)
    assert choice("greedy", stand(rules)) == "gamble"
    assert choice("greedy", stand(small(PAYING.replace("score = 30", "score = 19"), end=LATE))) == "sure"
    # Of two courses for each of nine cells no exact weighing: some sample.
    assert choice("greedy:width=2", stand(rules)) in {"sure", "gamble"}


def test_lookahead_sees_the_action_after():
    rules = small(PAYING, end=LATE)
    assert choice("lookahead:depth=1,width=20", stand(rules)) == "gamble"
    assert choice("lookahead:depth=2,width=20", stand(rules)) == "prepare"
    assert choice("lookahead:depth=3,width=20", stand(rules)) in {"prepare", "gamble"}
    assert choice("lookahead:depth=2,width=20", stand(rules, variables={"ready": 1})) == "collect"


def test_mcts_finds_out_by_playing():
    rules = small(PAYING, end=LATE)
    assert choice("mcts:rollouts=300", stand(rules, variables={"ready": 1})) == "collect"
    assert choice("mcts:rollouts=400,horizon=1", stand(rules, variables={"ready": 0})) == "gamble"


WINNING = """
[variables]
doors = 0
[actions.wait]
[actions.open]
add = { doors = 1 }
"""


@pytest.mark.parametrize("bot", ["greedy", "lookahead", "mcts"])
def test_where_nothing_pays_the_goal_counts(bot: str):
    ends = 'when = "doors == 1"\nreason = "out"\noutcome = "won"\n[[end]]\nwhen = "turn == 2"\nreason = "late"'
    rules = small(WINNING, end=ends)
    assert {choice(bot, stand(rules), seed) for seed in range(8)} == {"open"}


@pytest.mark.parametrize("bot", LOOKING)
def test_between_equal_actions_the_draw_decides(bot: str):
    rules = small(WINNING, end='when = "turn == 2"\nreason = "late"')
    assert {choice(bot, stand(rules), seed) for seed in range(12)} == {"wait", "open"}
    assert len({choice(bot, stand(rules), 3) for _ in range(3)}) == 1


# ---------------------------------------------------------------- what they do not know


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bot", LOOKING)
def test_bots_keep_to_the_rules_and_know_no_future(bot: str, name: str):
    assert bot_faults(bot, tilekit.load(name), games=2, actions=6, seed=4) == []


def peeks_by_copy(game: Game, _draw: Any) -> Action:
    """Plays each action on a copy, which has the real chance."""

    def comes(action: Action) -> tuple[str, ...]:
        twin = game.copy()
        twin.play(action)
        return twin.queue

    return game.legal_actions()["node" in comes(game.legal_actions()[0])]


def peeks_by_seed(game: Game, _draw: Any) -> Action:
    """Depends on the seed, from which all chance follows."""
    return game.legal_actions()[game.seed % 5]


def peeks_by_fork(game: Game, _draw: Any) -> Action:
    """Takes the real seed for a fork."""
    fork = game.fork(chance=game.seed)
    fork.play(game.legal_actions()[0])
    return game.legal_actions()["node" in fork.queue[1:]]


@pytest.mark.parametrize("choose", [peeks_by_copy, peeks_by_seed, peeks_by_fork])
def test_a_bot_that_peeks_is_found(choose: Any):
    faults = bot_faults(Bot("peeks", "", choose), tilekit.load("merge"), games=3)
    assert faults
    drop = r'"drop r\dc\d"'
    form = rf"seed \d+, action \d+: it knows what chance will bring: {drop} here, {drop} where all looks the same"
    assert [fault for fault in faults if not re.fullmatch(form, fault)] == []


ASKED: list[int] = []


@pytest.mark.parametrize(
    ("choose", "words"),
    [
        (lambda _game, _draw: "fly r1c1", 'it chooses "fly r1c1", which is not legal'),
        (lambda _game, _draw: "undo", 'it chooses "undo", which is not legal'),
        (lambda _game, _draw: None, 'it chooses "", which is not legal'),
        (lambda game, _draw: [game.legal_actions()[0], game.play("drop r1c1")][0],
         "it fails: IllegalAction: drop r1c1: r1c1: the cell is taken"),
        (lambda game, _draw: [game.play("drop r1c1"), game.undo(), game.legal_actions()[0]][2],
         "it changes the game it is asked about"),
        (lambda game, _draw: game.legal_actions()[ASKED.append(1) or len(ASKED) % 2],
         'asked twice, with the same draws, it chooses "drop r1c2" and "drop r1c1"'),
        (lambda _game, _draw: 1 // 0, "it fails: ZeroDivisionError: integer division or modulo by zero"),
    ],
)  # fmt: skip
def test_a_bot_that_misbehaves_is_found(choose: Any, words: str):
    ASKED.clear()
    rules = tilekit.load("merge")
    assert bot_faults(Bot("bad", "", choose), rules, games=1) == [f"seed {nth_seed(0, 0)}, action 1: {words}"]


def test_uniform_play_is_the_engines_own():
    assert bot_faults("random", tilekit.load("merge")) == []


@pytest.mark.parametrize("bot", ["lookahead", "mcts"])
def test_bots_choose_alike_in_both_lanes(bot: str, monkeypatch: pytest.MonkeyPatch):
    rules = tilekit.load("merge")
    game = rules.new_game(2)
    for action in ("drop r1c1", "drop r2c2", "drop r4c4"):
        game.play(action)
    asked = f"{bot}:rollouts=3" if bot == "mcts" else bot
    here = [choice(asked, game, seed) for seed in range(3)]
    monkeypatch.setitem(rules.__dict__, "_rollers", {"auto": rules.engine.roller("interpreted")})
    assert [choice(asked, game, seed) for seed in range(3)] == here


@pytest.mark.parametrize(
    ("bot", "name", "score"),
    [
        ("greedy", "merge", 216),
        ("lookahead:width=2", "2048", 3_416),
        ("mcts:rollouts=2,horizon=20", "merge", 3_520),
        ("mcts:rollouts=2,horizon=20", "ninek", 15_240),
        ("mcts:rollouts=2,horizon=20", "sum10", 1_145),
    ],
)
def test_a_game_is_the_same_everywhere(bot: str, name: str, score: int):
    """On every machine, with every version of Python, and without the compiled lane."""
    assert score_of(bot, tilekit.load(name), 1) == score


# ---------------------------------------------------------------- how well they play


@pytest.mark.parametrize(("name", "random_mean"), [("merge", 318.7), ("ninek", 13_204), ("sum10", 198), ("2048", 1095)])
def test_the_strong_bot_is_strong(name: str, random_mean: float):
    """With a twentieth of what it tries by default, which is what the bands of Merge are measured with."""
    rules = tilekit.load(name)
    scores = [score_of("mcts:rollouts=10", rules, seed) for seed in range(3)]
    assert sum(scores) / 3 > (4 if name == "merge" else 2) * random_mean


# ---------------------------------------------------------------- names and numbers


def test_numbers_are_handed_over_by_name():
    bot = PLUGINS.bot("mcts:horizon=7,rollouts=3")
    assert (bot.name, bot.parameters) == ("mcts:horizon=7,rollouts=3", {})
    assert bot.choose.keywords == {"rollouts": 3, "horizon": 7}  # type: ignore[union-attr]
    assert PLUGINS.bot("mcts").choose.keywords == {"rollouts": 200, "horizon": 200}  # type: ignore[union-attr]
    assert PLUGINS.bot("random").choose is None
    assert {name: list(bot.parameters) for name, bot in PLUGINS.bots.items()} == {
        "greedy": ["width"],
        "lookahead": ["depth", "width"],
        "mcts": ["rollouts", "horizon"],
        "random": [],
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mtcs", 'no bot is called "mtcs"; there are greedy, lookahead, mcts, random; did you mean "mcts"?'),
        ("", 'no bot is called ""; there are greedy, lookahead, mcts, random'),
        ("mcts:", 'the bot mcts has no parameter ""; it has rollouts, horizon'),
        ("mcts:rolouts=3",
         'the bot mcts has no parameter "rolouts"; it has rollouts, horizon; did you mean "rollouts"?'),
        ("greedy:width",
         "width of the bot greedy is given without a number; expected a whole number from 1 to 10000: width=40"),
        ("mcts:rollouts=0", 'rollouts of the bot mcts is "0"; expected a whole number from 1 to 1000000: rollouts=200'),
        ("mcts:rollouts=1,rollouts=2", "rollouts of the bot mcts is given twice"),
        ("lookahead:depth=11", 'depth of the bot lookahead is "11"; expected a whole number from 1 to 10: depth=2'),
        ("greedy:width=many", 'width of the bot greedy is "many"; expected a whole number from 1 to 10000: width=40'),
        ("random:seed=1", 'the bot random has no parameter "seed"; it has none'),
    ],
)  # fmt: skip
def test_a_name_that_makes_no_sense_says_what_would(text: str, words: str):
    with pytest.raises(tilekit.UsageError) as caught:
        PLUGINS.bot(text)
    assert str(caught.value) == words


def test_a_note_says_why_it_is_slow(monkeypatch: pytest.MonkeyPatch):
    rules = small(WINNING)
    note = PLUGINS.bot("mcts").note
    assert note is not None
    why = "the compiled lane needs numba: pip install 'tilekit-engine[fast]'"

    def missing(_self: object) -> None:
        raise tilekit.UsageError(why)

    monkeypatch.setattr(Engine, "compiled", property(missing))
    fresh = rules.rebuild()
    assert note(fresh) == f"random games are played in the interpreted lane, and far slower: {why}"
    assert choice("mcts", stand(fresh)) in {"wait", "open"}


def test_parameters_of_anybodys_bot():
    bot = Bot("mine", "", lambda _game, _draw, reach: reach, parameters={"reach": Parameter("how far", 3)})
    found = tilekit.Plugins(entry_points=False, extra={"mine": _Supplies(bot)})
    assert found.problems == []
    assert [found.bot(text).choose(None, None) for text in ("mine", "mine:reach=12")] == [3, 12]  # type: ignore[misc]
    with pytest.raises(tilekit.UsageError, match='reach of the bot mine is "-1"; expected a whole number, 0 or more'):
        found.bot("mine:reach=-1")


class _Supplies:
    def __init__(self, *bots: Bot) -> None:
        self._bots = bots

    @tilekit.hookimpl
    def tilekit_bots(self) -> list[Bot]:
        return list(self._bots)


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (Bot("bad", "", 3), "its choose cannot be called"),  # type: ignore[arg-type]
        (Bot("bad", "", print, parameters=["reach"]),  # type: ignore[arg-type]
         "its parameters are no table of names, each with a tilekit.Parameter"),
        (Bot("bad", "", print, parameters={"reach": 3}),  # type: ignore[dict-item]
         "its parameters are no table of names, each with a tilekit.Parameter"),
        (Bot("bad", "", print, parameters={"for": Parameter("", 1)}),
         "the name of its parameter 'for' is not lower-case letters, digits and _"),
        (Bot("bad", "", None, parameters={"reach": Parameter("", 1)}),
         "it has parameters, and nothing that takes them"),
    ],
)  # fmt: skip
def test_a_bot_that_is_badly_declared_is_left_out(bot: Bot, words: str):
    found = tilekit.Plugins(entry_points=False, extra={"one": _Supplies(bot)})
    assert "bad" not in found.bots
    assert [str(problem) for problem in found.problems] == [f"plugin one: its bot 'bad' is left out: {words}"]
