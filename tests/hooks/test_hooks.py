"""Each hook does what its specification says, in a fixed order, and its failures stay its own."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.unit.rulesets import load

import tilekit
from tilekit.errors import PluginError
from tilekit.hooks import Bot, Builder, Frontend, Mechanic, Settings, Specifications, State, Step, hookimpl
from tilekit.plugins import Plugins
from tilekit.preferences import Preferences
from tilekit.session import Session

HOOKS = [name for name in dir(Specifications) if name.startswith("tilekit_")]


def plugin(**hooks: Any) -> Any:
    return SimpleNamespace(**{name: hookimpl(function) for name, function in hooks.items()})


def plugins(**extra: Any) -> Plugins:
    return Plugins(entry_points=False, extra=extra)


def said(found: Plugins) -> list[str]:
    return [str(problem) for problem in found.problems]


# ---------------------------------------------------------------- the hooks


class Glow(Settings):
    """No settings."""


def build_glow(_settings: Glow, b: Builder) -> Step:
    each, at, put, full, glowed = b.each, b.at, b.put, b.full, b.event("glowed")

    def act(s: State, _here: int) -> int:
        for cell in each(full):
            if at(s, cell) == 1:
                put(s, cell, 2)
        glowed(s, 7)
        return 1

    return Step(act)


GLOW = Mechanic("glow", "tiles glow", Glow, build_glow, events={"glowed": {"warmth": "number"}})
GLOWING = """
format = 1
[game]
id = "glowing"
title = "Glowing"
version = 1
[grid]
rows = 1
columns = 2
[tiers]
chain = ["dark", "bright"]
[spawn.dark]
tile = "dark"
[start]
steps = ["fill"]
[mechanics.fill]
from = "dark"
[actions.shine]
steps = ["glow"]
[scoring]
glowed = "warmth * 2"
[[end]]
when = "exists(tile == bright)"
reason = "bright"
"""


def test_hook_mechanics() -> None:
    found = plugins(shiny=plugin(tilekit_mechanics=lambda: [GLOW]))
    assert found.mechanics["glow"] is GLOW
    assert set(found.mechanics) - {"glow"} == set(plugins().mechanics)
    rules = tilekit.loads(GLOWING, plugins=found)
    game = rules.new_game()
    turn = game.play("shine")
    assert (str(game.board), game.score, game.reason) == ("bright bright", 14, "bright")
    assert [entry.kind for entry in turn.journal] == ["glowed", "scored", "ended"]
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(GLOWING, plugins=plugins())
    first = caught.value.diagnostics[0]
    assert (first.code, first.line) == ("unknown-mechanic", 19)


def test_hook_rulesets(tmp_path: Path) -> None:
    path = tmp_path / "glowing.toml"
    path.write_text(GLOWING, encoding="utf-8")
    found = plugins(shiny=plugin(tilekit_mechanics=lambda: [GLOW], tilekit_rulesets=lambda: [path]))
    assert found.rulesets["glowing"] == path
    assert tilekit.load("glowing", plugins=found).title == "Glowing"
    assert {"2048", "merge", "ninek", "sum10"} <= set(found.rulesets)


def test_hook_frontends() -> None:
    frontend = Frontend("radio", "reads the board aloud", lambda _session: 3, lambda: "", rank=1)
    found = plugins(shiny=plugin(tilekit_frontends=lambda: [frontend]))
    assert found.frontends["radio"] is frontend


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"draw": 3}, "its draw cannot be called"),
        *[
            ({"sizes": sizes}, "its sizes are no list of pairs, each a width and a height of 1 or more")
            for sizes in (80, (), (80, 24), [(80, 24, 1)], [(80, 0)], [("80", "24")])
        ],
    ],
)
def test_a_frontend_whose_drawing_is_badly_declared_is_left_out(wrong: dict[str, Any], reason: str) -> None:
    frontend = Frontend("radio", "reads the board aloud", lambda _session: 3, lambda: "", **wrong)
    found = plugins(shiny=plugin(tilekit_frontends=lambda: [frontend]))
    assert "radio" not in found.frontends
    assert [str(problem) for problem in found.problems] == [f"plugin shiny: its frontend 'radio' is left out: {reason}"]


def test_hook_bots() -> None:
    first = Bot("first", "the first legal action", lambda game, _draw: game.legal_actions()[0])
    found = plugins(shiny=plugin(tilekit_bots=lambda: [first]))
    assert found.bots["first"] is first
    assert "random" in found.bots


def test_hook_turn_played() -> None:
    told: list[tuple[str, int]] = []
    found = plugins(watch=plugin(tilekit_turn_played=lambda game, turn: told.append((turn.action, game.turn))))
    sitting = Session(tilekit.load("merge"), 1, notify=found.notify)
    for action in ("drop r1c1", "drop r1c1", "drop r2c2", "undo", "restart"):
        sitting.play(action)
    assert told == [("drop r1c1", 1), ("drop r2c2", 2), ("undo", 1), ("restart", 0)]


def test_hook_game_over() -> None:
    told: list[tuple[str, str]] = []
    found = plugins(
        watch=plugin(tilekit_turn_played=lambda turn: told.append(("turn", turn.action)),
                     tilekit_game_over=lambda game: told.append(("over", game.reason))),
        shiny=plugin(tilekit_mechanics=lambda: [GLOW]),
    )  # fmt: skip
    sitting = Session(tilekit.loads(GLOWING, plugins=found), 1, notify=found.notify)
    for action in ("shine", "shine", "restart", "shine"):
        sitting.play(action)
    assert told == [
        ("turn", "shine"), ("over", "bright"), ("turn", "restart"), ("turn", "shine"), ("over", "bright"),
    ]  # fmt: skip


#: Each turn is the last one, until it is undone.
BRIEF = """
format = 1
[game]
id = "brief"
title = "Brief"
version = 1
[grid]
rows = 1
columns = 1
[tiers]
chain = ["a"]
[variables]
gains = 0
[actions.gain]
add = { gains = 1 }
[[end]]
when = "gains > 0"
reason = "gained"
[undo]
depth = 3
after_end = true
"""


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        (lambda game, _: game.play("gain"), "gain"),
        (lambda game, _: game.play(tilekit.Action("gain")), "gain"),
        (lambda game, _: game.play(" undo "), "undo"),
        (lambda game, _: game.undo(), "undo"),
        (lambda game, _: game.play("restart"), "restart"),
        (lambda game, _: game.restart(), "restart"),
        (lambda _, sitting: sitting.play("gain"), "gain"),
        (lambda _, sitting: sitting.play("undo"), "undo"),
        (lambda _, sitting: sitting.play("new"), "new"),
        (lambda _, sitting: sitting.play("reopen"), "reopen"),
        (lambda _, sitting: setattr(sitting, "preferences", Preferences(motion="none")), "preferences"),
        (lambda _, sitting: sitting.speak_english(), "speak_english"),
        (lambda _, sitting: sitting.leave(), "leave"),
    ],
)
@pytest.mark.parametrize("hook", ["tilekit_turn_played", "tilekit_game_over"])
def test_an_observer_changes_neither_game_nor_session(hook: str, change: Any, refused: str) -> None:
    told: list[int] = []
    found = plugins(
        rude=plugin(**{hook: lambda game: change(game, sitting)}),
        then=plugin(**{hook: lambda game: told.append(game.turn)}),
    )
    rules = load(BRIEF)
    chosen = Preferences(language="ja")
    sitting = Session(rules, 1, notify=found.notify, preferences=chosen)
    game, alone = sitting.game, rules.new_game(1)
    turn = alone.play("gain")
    assert sitting.play("gain") == ""
    assert (sitting.game, game.actions, game.digest) == (game, ("gain",), alone.digest)
    assert (sitting.last_turn, sitting.preferences) == (turn, chosen)
    assert told == [1]
    why = "a turn is being reported; an observer may look at the game, and play on game.copy()"
    assert said(found) == [f"plugin rude: failed: IllegalAction: {refused}: {why}"]
    for action in ("undo", "gain", "new"):  # once they have returned, it goes on
        assert sitting.play(action) == ""
    assert (game.actions, sitting.game.actions) == (("gain", "undo", "gain"), ())


def test_an_observer_may_play_on_a_copy() -> None:
    digests: list[str] = []

    def looks_ahead(game: Any) -> None:
        for other in (game.copy(), game.fork(chance=1)):
            other.play(other.legal_actions()[0])
            other.undo()
            other.restart()
            digests.append(other.digest)

    found = plugins(ahead=plugin(tilekit_turn_played=looks_ahead))
    sitting = Session(tilekit.load("merge"), 1, notify=found.notify)
    assert sitting.play("drop r1c1") == ""
    assert said(found) == []
    assert (sitting.game.actions, digests[0]) == (("drop r1c1",), tilekit.load("merge").new_game(1).digest)


def test_every_hook_has_a_test() -> None:
    tests = {name.removeprefix("test_hook_") for name in globals() if name.startswith("test_hook_")}
    assert sorted(f"tilekit_{name}" for name in tests) == HOOKS


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_says_when_it_is_called_and_since_when(hook: str) -> None:
    text = inspect.getdoc(getattr(Specifications, hook)) or ""
    assert re.search(r"\bSince \d+\.\d+\.$", text) or "Since 0.1." in text
    for argument in inspect.signature(getattr(Specifications, hook)).parameters:
        assert argument == "self" or f"{argument}: " in text


# ---------------------------------------------------------------- order


def test_plugins_are_asked_in_the_order_of_their_names() -> None:
    asked: list[str] = []

    def bots_of(name: str) -> Any:
        return plugin(tilekit_bots=lambda: asked.append(name) or [])

    both = [
        {"b": bots_of("b"), "a": bots_of("a"), "c": bots_of("c")},
        {"c": bots_of("c"), "a": bots_of("a"), "b": bots_of("b")},
    ]
    for extra in both:
        assert "random" in plugins(**extra).bots
    assert asked == ["a", "b", "c"] * 2


# ---------------------------------------------------------------- failures


def test_an_observer_that_fails_is_named_once_and_the_game_goes_on() -> None:
    told: list[int] = []

    def fail(turn: Any) -> None:
        raise ValueError(f"cannot watch {len(turn.action)}")

    def leave() -> None:
        raise SystemExit(9)

    found = plugins(
        bad=plugin(tilekit_turn_played=fail),
        good=plugin(tilekit_turn_played=lambda game: told.append(game.turn)),
        rude=plugin(tilekit_turn_played=leave),
    )
    sitting = Session(tilekit.load("merge"), 1, notify=found.notify)
    for action in ("drop r1c1", "drop r1c2", "drop r1c3"):
        assert sitting.play(action) == ""
    assert told == [1, 2, 3]
    assert sorted(said(found)) == [
        "plugin bad: failed: ValueError: cannot watch 9",
        "plugin rude: failed: SystemExit: 9",
    ]
    # What was shown may be taken off the list; it is not said again.
    found.problems.clear()
    sitting.play("drop r1c4")
    assert said(found) == []


def fails() -> Any:
    raise RuntimeError("out\nof order")


def leaves() -> Any:
    raise SystemExit("gone")


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (fails, "failed when asked: RuntimeError: out of order"),
        (leaves, "failed when asked: SystemExit: gone"),
        (lambda: None, "failed when asked: TypeError: 'NoneType' object is not iterable"),
        (lambda: 3, "failed when asked: TypeError: 'int' object is not iterable"),
        (lambda: ["first"], "supplies a str where a Bot is expected"),
        (lambda: [None], "supplies a NoneType where a Bot is expected"),
        (lambda: [Bot(None, "", None)], "supplies a Bot without a name where a Bot is expected"),
        (lambda: [Bot("random", "", None)],
         'its bot "random" is left out: tilekit.bots.uniform has one of that name'),
    ],
)  # fmt: skip
def test_a_plugin_that_fails_when_asked_is_named_and_left_out(function: Any, words: str) -> None:
    good = Bot("good", "", None)
    found = plugins(bad=plugin(tilekit_bots=function), good=plugin(tilekit_bots=lambda: [good]))
    assert sorted(found.bots) == ["good", "greedy", "lookahead", "mcts", "random"]
    assert said(found) == [f"plugin bad: {words}"]


def test_what_a_plugin_prints_when_asked_does_not_mix_with_results(capsys: pytest.CaptureFixture[str]) -> None:
    found = plugins(loud=plugin(tilekit_bots=lambda: [sys.stdout.write("here I am")][1:]))
    assert "random" in found.bots
    assert capsys.readouterr().out == ""


def nothing() -> list[Bot]:
    return []


def unmarked() -> list[Bot]:
    return []


class Rude:
    """Raises whatever is asked of it."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("not comparable")

    __hash__ = None  # type: ignore[assignment]

    @property
    def tilekit_bots(self) -> Any:
        raise OSError("not today")


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (None, "names nothing: its entry point gives None"),
        (SimpleNamespace(), "has no hook of tilekit"),
        (Rude(), "cannot be loaded: OSError: not today"),
        (
            SimpleNamespace(tilekit_bots=unmarked),
            'its "tilekit_bots" is not marked; write @hookimpl above it',
        ),
        (
            plugin(tilekit_bost=nothing),
            f'has a hook "tilekit_bost" that tilekit {tilekit.__version__} does not have; did you mean "tilekit_bots"?',
        ),
        (
            plugin(tilekit_qqq_zzz=nothing),
            f'has a hook "tilekit_qqq_zzz" that tilekit {tilekit.__version__} does not have; '
            "perhaps it is for a newer one; hooks are " + ", ".join(HOOKS),
        ),
        (
            plugin(tilekit_turn_played=lambda gmae: None),
            'its "tilekit_turn_played" asks for "gmae", which is never given; it may ask for game, turn',
        ),
        (
            plugin(tilekit_bots=lambda game: []),
            'its "tilekit_bots" asks for "game", which is never given; it may ask for none',
        ),
    ],
)  # fmt: skip
def test_a_plugin_that_is_misspelt_or_unmarked_is_named_and_left_out(made: Any, words: str) -> None:
    found = plugins(odd=made, good=plugin(tilekit_bots=lambda: [Bot("good", "", None)]))
    assert said(found) == [f"plugin odd: {words}"]
    assert "good" in found.bots


def test_one_hook_without_its_mark_spoils_the_whole_plugin() -> None:
    """Half a plugin would be worse than none: nobody would notice what is missing."""
    half = SimpleNamespace(
        tilekit_bots=hookimpl(lambda: [Bot("half", "", None)]), tilekit_game_over=lambda game: None
    )  # fmt: skip
    found = plugins(half=half)
    assert said(found) == ['plugin half: its "tilekit_game_over" is not marked; write @hookimpl above it']
    assert "half" not in found.bots


def test_a_hook_of_a_newer_tilekit_may_be_marked_as_optional() -> None:
    newer = SimpleNamespace(
        tilekit_bots=hookimpl(lambda: [Bot("newer", "", None)]),
        tilekit_weather=hookimpl(optionalhook=True)(lambda: [0]),
    )
    found = plugins(newer=newer)
    assert said(found) == []
    assert "newer" in found.bots


def test_the_same_plugin_twice_counts_once() -> None:
    asked: list[int] = []
    same = plugin(tilekit_bots=lambda: asked.append(1) or [Bot("same", "", None)])
    found = plugins(one=same, two=same)
    assert "same" in found.bots
    assert (asked, said(found)) == ([1], [])


def test_strictness_makes_the_first_problem_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEKIT_STRICT_PLUGINS", "1")
    with pytest.raises(PluginError) as caught:
        plugins(odd=None)
    assert (caught.value.plugin, str(caught.value)) == ("odd", "odd: names nothing: its entry point gives None")
    late = plugins(bad=plugin(tilekit_bots=fails))
    with pytest.raises(PluginError, match=r"^bad: failed when asked: RuntimeError: out of order$"):
        late.found("bots")
    assert "merge" in late.rulesets


def test_a_mechanic_whose_settings_are_wrong_is_told_in_the_ruleset() -> None:
    assert load(GLOWING.replace('steps = ["glow"]', 'steps = ["clear"]\n[mechanics.clear]\ncells = "not empty"')
                .replace('glowed = "warmth * 2"', "cleared = 1")).title == "Glowing"  # fmt: skip
