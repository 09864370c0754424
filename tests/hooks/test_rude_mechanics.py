"""A plugin's mechanic that raises or breaks its contract is named with its plugin, in every lane."""

from __future__ import annotations

import pickle
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import tilekit
from tilekit import Mechanic, Settings, Step, hookimpl
from tilekit import board as b
from tilekit.chance import nth_seed
from tilekit.errors import MechanicFailed
from tilekit.game import Game
from tilekit.internals import recomputed_end
from tilekit.lab.simulate import simulate
from tilekit.plugins import Plugins

#: Each column of the board is another misdeed: they are one mechanic, so that it is compiled once.
RULES = """
format = 1
[game]
id = "rude"
title = "Rude"
version = 1
[grid]
rows = 2
columns = 8
mask = '''
. . . . . . . .
. . . . . . . _
'''
[tiers]
chain = ["a", "b", "c"]
[variables.coins]
start = 0
least = 0
most = 9
[actions.poke]
target = "cell"
where = "row == 1"
steps = ["mark", "spoil"]
[mechanics]
mark = { use = "change", to = "a" }
spoil = { use = "spoiler" }
[[end]]
when = "turn >= 3"
reason = "late"
[undo]
depth = 3
"""
#: What is told of each column.
TOLD = [
    "failed: ValueError: put was given a number that is no tile",
    "failed: ValueError: put was given a number that is no cell",
    "broke its contract: r1c3 holds the code 77, expected 0 to 3",
    "broke its contract: cells and planes differ; only board words may write cells",
    'broke its contract: the variable "coins" is 1000, expected 0 to 9',
    "broke its contract: the number of the turn is 0, and was 1",
    "failed: ZeroDivisionError: integer division or modulo by zero",
    "broke its contract: the score is 4611686018427387905, expected -4611686018427387904 to 4611686018427387904",
]


def build(_settings: Settings, builder: Any) -> Step:
    at, put = builder.at, builder.put
    bench = builder._bench
    cells, coins = bench.board.cells, bench.layout.variables["coins"]

    def act(s, here):
        if here == 0:
            put(s, 0, 99)
        if here == 1:
            put(s, 15, 1)
        if here == 2:
            s[cells + 2] = 77
        if here == 3:
            s[cells + 3] = 2
        if here == 4:
            s[coins] = 1000
        if here == 5:
            s[2] = 0
        if here == 6:
            s[1] += 3 // at(s, 7)
        if here == 7:
            s[1] = 4611686018427387905
        return 1

    return Step(act)


def of_kinds(*mechanics: Mechanic) -> Plugins:
    """Plugins of which ``vandal`` supplies these mechanics."""
    plugin = SimpleNamespace(tilekit_mechanics=hookimpl(lambda: mechanics))
    return Plugins(entry_points=False, extra={"vandal": plugin})


def supplied(**kinds: Any) -> Plugins:
    """The same of their builds, by kind."""
    return of_kinds(*(Mechanic(kind=kind, summary="", settings=Settings, build=build) for kind, build in kinds.items()))


@cache
def rude() -> tilekit.Rules:
    return tilekit.loads(RULES, plugins=supplied(spoiler=build))


def said(how: str, where: str) -> str:
    """What is told: how it went, with where put in before the reason."""
    did, _, why = how.partition(": ")
    return f'the mechanic "spoil" (kind "spoiler") {did}{where}: {why}'


@pytest.mark.parametrize("column", range(8))
def test_in_a_game_it_is_named_at_the_turn_and_nothing_has_changed(column: int) -> None:
    game = rude().new_game()
    before, digest = game.to_dict(), game.digest
    with pytest.raises(tilekit.PluginError) as caught:
        game.play(f"poke r1c{column + 1}")
    assert caught.value.plugin == "vandal"
    where = f" in poke r1c{column + 1} of rude, and nothing has changed"
    assert str(caught.value) == f"vandal: {said(TOLD[column], where)}"
    assert (game.to_dict(), game.digest, game.actions) == (before, digest, ())


@pytest.mark.parametrize("column", range(8))
def test_in_a_batch_it_is_named_with_its_game_and_no_game_has_changed(column: int) -> None:
    games = rude().batch(3, seed=5)
    before = pickle.dumps(games._states)
    with pytest.raises(tilekit.PluginError) as caught:
        games.step(np.array([-1, column, -1]))
    where = f" in poke r1c{column + 1} of rude, and nothing has changed"
    assert str(caught.value) == f"vandal: {said(TOLD[column], where)} (game 1 of the batch)"
    assert pickle.dumps(games._states) == before


@pytest.mark.parametrize("lane", ["interpreted", "compiled"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_in_a_simulation_it_is_named_with_its_game(lane: str, jobs: int) -> None:
    game = rude().new_game(nth_seed(4, 0))
    number = int(rude().engine.silent_program.choose(rude().engine.silent_program.begin(game.seed)))
    with pytest.raises(tilekit.PluginError) as caught:
        simulate(rude(), games=5, seed=4, lane=lane, jobs=jobs, start_method="fork")
    told = said(TOLD[number], "")
    assert str(caught.value) == f"vandal: game 1 of the series failed: rude, action 1: {told}; its seed is {game.seed}"


def test_roll_outs_name_it_in_both_lanes() -> None:
    game = rude().new_game()
    for lane in ("interpreted", "compiled"):
        with pytest.raises(tilekit.PluginError) as caught:
            game.roll_outs(["poke r1c3"], chance=1, count=2, lane=lane)
        assert str(caught.value) == f"vandal: {said(TOLD[2], ' in a roll-out of rude, and nothing has changed')}"


def test_outcomes_name_it() -> None:
    with pytest.raises(tilekit.PluginError) as caught:
        rude().new_game().outcomes("poke r1c4")
    assert str(caught.value) == f"vandal: {said(TOLD[3], ' in poke r1c4 of rude, and nothing has changed')}"


def test_a_bot_is_not_blamed_for_it() -> None:
    with pytest.raises(tilekit.PluginError) as caught:
        simulate(rude(), games=2, seed=4, bot="greedy")
    assert caught.value.plugin == "vandal"
    assert str(caught.value).startswith("vandal: game 1 of the series failed: rude, played by greedy: the mechanic")


# ---------------------------------------------------------------- what only the interpreted lane can meet

FREE = """
format = 1
[game]
id = "free"
title = "Free"
version = 1
[grid]
rows = 1
columns = 2
[tiers]
chain = ["a", "b"]
[variables]
coins = 0
[actions.go]
TARGET
steps = ["spoil"]
[mechanics]
spoil = { use = "spoiler" }
[[end]]
when = "turn >= 3 or no_moves"
reason = "late"
"""


def free(build: Any, target: str = "") -> tilekit.Rules:
    return tilekit.loads(FREE.replace("TARGET", target), plugins=supplied(spoiler=build))


def acting(does: Any, **parts: Any) -> Any:
    """A build whose step does something with the state, the board words and the place of a variable."""

    def build(_settings: Settings, builder: Any) -> Step:
        coins = builder._bench.layout.variables["coins"]

        def act(s: Any, _here: int) -> Any:
            return does(s, builder, coins)

        return Step(act, **{name: part(builder) for name, part in parts.items()})

    return build


def writes(at: int | None, value: object) -> Any:
    def does(s: Any, _b: Any, coins: int) -> int:
        s[coins if at is None else at] = value
        return 1

    return does


#: What is told of a place that no word wrote.
ONLY = "only words and events may change it"


@pytest.mark.parametrize(
    ("does", "told"),
    [
        (writes(None, "many"), "broke its contract: the variable \"coins\" holds 'many', expected a whole number"),
        (writes(None, 1.5), 'broke its contract: the variable "coins" holds 1.5, expected a whole number'),
        (writes(None, True), 'broke its contract: the variable "coins" holds True, expected a whole number'),
        (writes(None, np.int64(3)), 'broke its contract: the variable "coins" holds '),
        (writes(None, None), 'broke its contract: the variable "coins" holds None, expected a whole number'),
        (writes(b.SCORE, 2**70), "broke its contract: the score is 1180591620717411303424, expected"),
        (writes(b.SEED, 5), "broke its contract: the seed is 5, and was 0"),
        (writes(b.END, 1), "broke its contract: the status is 1, and was 0"),
        (writes(b.MADE, 9), "broke its contract: the highest code made is 9, expected 0 to 2"),
        (writes(None, 3), f'broke its contract: the variable "coins" is 3, and was 0; {ONLY}'),
        (writes(b.SCORE, 2_000), f"broke its contract: the score is 2000, and was 0; {ONLY}"),
        (writes(b.MADE, 2), f"broke its contract: the highest code made is 2, and was 0; {ONLY}"),
        (writes(b.DEALT, 99), f"broke its contract: the number of tiles dealt is 99, and was 0; {ONLY}"),
        (writes(b.KEY, 2**70), f"broke its contract: place 9 of the state is {2**70}, and was 0; {ONLY}"),
        (writes(b.SCRIPT, 1), f"broke its contract: place 10 of the state is 1, and was 0; {ONLY}"),
        (lambda s, w, c: writes(None, 3)(s, w, c) and w.put(s, 0, 1),
         f'broke its contract: the variable "coins" is 3, and was 0; {ONLY}'),
        (lambda _s, w, _c: w.pick(0, 0), "failed: ValueError: pick was given a number that is no cell of the set"),
        (lambda _s, w, _c: w.pick(3, 2), "failed: ValueError: pick was given a number that is no cell of the set"),
        (lambda _s, w, _c: w.pick(3, -1), "failed: ValueError: pick was given a number that is no cell of the set"),
        (lambda s, _b, _c: s.append(1), "broke its contract: the state is "),
        (lambda s, _b, _c: s.clear(), "broke its contract: the state is 0 numbers long"),
        (lambda s, w, _c: w.step(s, 4), "broke its contract: the pass of a repeat is 4, and was 1"),
        (lambda s, w, _c: w.move(s, 0, 7), "failed: ValueError: move or swap was given a number that is no cell"),
        (lambda s, w, _c: w.swap(s, -1, 0), "failed: ValueError: move or swap was given a number that is no cell"),
        (lambda s, w, _c: w.clear(s, 4), "failed: ValueError: take or clear was given no set of cells"),
        (lambda s, w, _c: w.take(s, 0), "failed: ValueError: take or clear was given no set of cells"),
        (lambda s, w, _c: w.put(s, 0, 1.5), "failed: "),
        (lambda s, w, _c: w.put(s, "r1c1", 1), "failed: TypeError: "),
        (lambda s, w, _c: {}["one"], "failed: KeyError: 'one'"),
        (lambda s, w, _c: exec("raise SystemExit(3)"), "failed: SystemExit: 3"),
        (lambda s, w, _c: exec("raise GeneratorExit"), "failed: GeneratorExit"),
        (lambda s, w, _c: exec("raise RecursionError('deep')"), "failed: RecursionError: deep"),
    ],
)  # fmt: skip
def test_whatever_it_does_is_told(does: Any, told: str) -> None:
    game = free(acting(does)).new_game()
    before = game.to_dict()
    with pytest.raises(MechanicFailed) as caught:
        game.play("go")
    assert (caught.value.plugin, caught.value.mechanic, caught.value.kind) == ("vandal", "spoil", "spoiler")
    assert f"{caught.value.how}: {caught.value.why}".startswith(told)
    assert caught.value.where == "go of free, and nothing has changed"
    assert game.to_dict() == before


@pytest.mark.parametrize(
    ("value", "what", "shown"),
    [(1.5, "number with a fraction", "1.5"), (True, "truth value", "True")],
)
def test_machine_code_does_not_cut_what_is_no_int(value: object, what: str, shown: str) -> None:
    def build(_settings: Settings, builder: Any) -> Step:
        coins = builder._bench.layout.variables["coins"]

        def wrong(s: Any) -> None:
            s[coins] = value

        def act(s: Any, _here: int) -> int:
            wrong(s)
            return 1

        return Step(act)

    rules = free(build)
    who = 'the mechanic "spoil" (kind "spoiler"'
    with pytest.raises(tilekit.TilekitError) as refused:
        rules.batch(1)
    told = f"{who}, of the plugin vandal) cannot be compiled: wrong writes a {what} into the state"
    assert str(refused.value) == told
    assert rules.engine.surveyor().note == told
    with pytest.raises(tilekit.PluginError) as caught:
        simulate(rules, games=2, seed=0)
    assert str(caught.value) == (
        f"vandal: game 1 of the series failed: free, action 1: {who}) broke its contract: "
        f'the variable "coins" holds {shown}, expected a whole number; its seed is {nth_seed(0, 0)}'
    )


def test_what_it_returns_is_one_or_nothing() -> None:
    for answer in (None, True, "yes", 7, 0):
        game = free(acting(lambda _s, _b, _c, answer=answer: answer)).new_game()
        assert game.play("go").points == 0
        assert game.turn == 1


PAIRS = 'target = "pair"'
CHANGED = "broke its contract in {}: it was asked whether it can act, and changed the state"
DIVIDED = "failed in {}: ZeroDivisionError: integer division or modulo by zero"


@pytest.mark.parametrize(
    ("part", "target", "told"),
    [
        ({"able": lambda _b: lambda _s: 1 // 0}, "", DIVIDED),
        ({"able": lambda b: lambda s: b.put(s, 0, 1) or 1}, "", CHANGED),
        ({"fits": lambda _b: lambda s, _here: s.pop() * 0 + 1}, PAIRS, CHANGED),
        ({"fits": lambda _b: lambda _s, here: 1 // (here * 0)}, PAIRS, DIVIDED),
    ],
)
def test_what_is_asked_of_it_is_looked_at_too(part: Any, target: str, told: str) -> None:
    rules = free(acting(lambda _s, _b, _c: 1, **part), target)
    with pytest.raises(tilekit.PluginError) as caught:
        rules.new_game()  # the ends ask for moves
    where = "the opening of free with the seed 0"
    assert str(caught.value) == f'vandal: the mechanic "spoil" (kind "spoiler") {told.format(where)}'


QUESTIONS = {
    "the legal actions": lambda game: game.legal_actions(),
    "go": lambda game: (game.is_legal("go"), game.play("go")),
    "the end conditions": recomputed_end,
}


@pytest.mark.parametrize("where", QUESTIONS)
def test_a_question_that_fails_in_the_middle_of_a_game_leaves_it_alone(where: str) -> None:
    failing: list[bool] = []

    def able(_b: Any) -> Any:
        return lambda _s: 1 // (not failing)

    game = free(acting(lambda s, w, _c: w.put(s, 0, 2 - w.at(s, 0)) or 1, able=able)).new_game()
    game.play("go")
    before = game.to_dict()
    failing.append(True)
    with pytest.raises(MechanicFailed) as caught:
        QUESTIONS[where](changed(game))
    assert caught.value.where == f"{where} of free, and nothing has changed"
    failing.clear()
    assert game.to_dict() == before
    game.play("go")
    assert game.actions == ("go", "go")


def changed(game: Game) -> Game:
    """The game in a state of which nothing is remembered."""
    other = game.copy()
    other._s[b.SCORE] += 1
    return other


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (2_000_000_000, f"is 2000000000, and was 2; {ONLY}"),
        (2**70, f"is {2**70}, and was 2; {ONLY}"),
        (None, "holds None, expected a whole number"),
    ],
)
def test_the_counts_of_events_in_a_series_are_not_its_to_write(value: object, told: str) -> None:
    def build(_settings: Settings, builder: Any) -> Step:
        bench = builder._bench
        shaken = builder.event("shaken")

        def act(s: Any, _here: int) -> int:
            shaken(s, 1)
            if len(s) >= bench.board.size and s[b.TURN] > 1:
                for at in builder._steps.events.tallies.values():
                    s[at] = value
            return 1

        return Step(act)

    events = {"shaken": {"count": "number"}}
    kind = Mechanic(kind="spoiler", summary="", settings=Settings, build=build, events=events)
    rules = tilekit.loads(FREE.replace("TARGET", ""), plugins=of_kinds(kind))
    with pytest.raises(tilekit.PluginError) as caught:
        simulate(rules, games=2, lane="interpreted")
    assert str(caught.value) == (
        'vandal: game 1 of the series failed: free, action 2: the mechanic "spoil" (kind "spoiler") broke its '
        f'contract: the count of the event "shaken" {told}; its seed is {nth_seed(0, 0)}'
    )


def test_one_that_raises_in_the_opening_names_the_seed() -> None:
    text = FREE.replace("TARGET", "").replace("[actions", '[start]\nsteps = ["spoil"]\n[actions', 1)
    rules = tilekit.loads(text, plugins=supplied(spoiler=acting(lambda _s, _b, _c: 1 // 0)))
    with pytest.raises(tilekit.PluginError) as caught:
        rules.new_game(7)
    assert str(caught.value) == (
        'vandal: the mechanic "spoil" (kind "spoiler") failed in the opening of free with the seed 7: '
        "ZeroDivisionError: integer division or modulo by zero"
    )
    with pytest.raises(tilekit.PluginError) as series:
        simulate(rules, games=2)
    assert str(series.value) == (
        'vandal: game 1 of the series failed: free, its opening: the mechanic "spoil" (kind "spoiler") failed: '
        f"ZeroDivisionError: integer division or modulo by zero; its seed is {nth_seed(0, 0)}"
    )


def test_one_inside_another_is_the_one_that_is_named() -> None:
    text = FREE.replace("TARGET", "").replace('steps = ["spoil"]', 'steps = ["again"]')
    text = text.replace("[mechanics]", '[mechanics]\nagain = { use = "repeat", steps = ["spoil"] }')
    game = tilekit.loads(text, plugins=supplied(spoiler=acting(lambda _s, _b, _c: 1 // 0))).new_game()
    with pytest.raises(MechanicFailed) as caught:
        game.play("go")
    assert caught.value.mechanic == "spoil"


def test_values_of_an_event_keep_to_what_is_declared() -> None:
    def build_of(*values: object) -> Any:
        def build(_settings: Settings, builder: Any) -> Step:
            seen = builder.event("seen")

            def act(s: Any, _here: int) -> int:
                seen(s, *values)
                return 1

            return Step(act)

        return build

    text = FREE.replace("TARGET", "").replace("[[end]]", '[scoring]\nseen = "tile * count"\n[[end]]')
    for values, told in (
        ((1, 2), ""),
        ((3, 2), "ValueError: the event was given a tile that is no tile"),
        ((-1, 2), "ValueError: the event was given a tile that is no tile"),
        ((1, 10**9), "ValueError: the event was given a count that is no number within its bounds"),
        ((1, -1), "ValueError: the event was given a count that is no number within its bounds"),
    ):
        kind = Mechanic(
            kind="spoiler", summary="", settings=Settings, build=build_of(*values),
            events={"seen": {"tile": "tile", "count": "number"}},
        )  # fmt: skip
        game = tilekit.loads(text, plugins=of_kinds(kind)).new_game()
        if not told:
            assert game.play("go").points == 2
            continue
        with pytest.raises(MechanicFailed) as caught:
            game.play("go")
        assert caught.value.why == told


def test_one_whose_settings_cannot_be_checked_is_named() -> None:
    from pydantic import field_validator

    class Broken(Settings):
        size: int = 1

        @field_validator("size")
        @classmethod
        def checked(cls, size: int) -> int:
            return size // 0

    kind = Mechanic(kind="spoiler", summary="", settings=Broken, build=build)
    text = FREE.replace("TARGET", "").replace('use = "spoiler"', 'use = "spoiler", size = 3')
    with pytest.raises(tilekit.PluginError) as caught:
        tilekit.loads(text, plugins=of_kinds(kind))
    assert str(caught.value) == (
        'vandal: the mechanic "spoil" (kind "spoiler") has settings that cannot be checked: '
        "ZeroDivisionError: integer division or modulo by zero"
    )


def test_what_it_is_told_of_goes_to_other_processes() -> None:
    error = MechanicFailed("vandal", "spoil", "spoiler", "ValueError: no").during("go of free")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.plugin, again.where) == (str(error), "vandal", "go of free")


def test_bundled_mechanics_are_not_looked_at() -> None:
    for step in tilekit.load("merge").program.steps.values():
        assert step.__qualname__ != "Guard._checked.<locals>.checked"
    assert tilekit.load("merge").engine.foreign == ()
    assert rude().engine.foreign == ('the mechanic "spoil" (kind "spoiler", of the plugin vandal)',)
    assert rude().program.steps["spoil"].__qualname__ == "Guard._checked.<locals>.checked"
    assert isinstance(Game(rude()), Game)
