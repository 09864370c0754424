"""Whole games in a pseudo-terminal, by keyboard alone and by mouse alone: they come to what the engine comes to."""

import sys
from dataclasses import replace

import pytest
from tests.frontends.mirror import Mirror
from tests.frontends.scripts import ENDS, SCRIPTS, Script, played

import tilekit

pytestmark = pytest.mark.frontend


def record(start, tmp_path, rules, script, how, *, motion, **settings):
    """Plays a script in the program; returns the game it wrote down when it was left."""
    command = [sys.executable, "-m", "tilekit.cli", "play", script.ruleset, "--frontend", "curses"]
    options = ["--seed", str(script.seed), "--record", str(tmp_path / "game.json"), "--motion", motion]
    terminal = start([*command, *options], **settings)
    mirror = Mirror(terminal, rules, script.seed)
    mirror.seen()
    for given in script.inputs:
        getattr(mirror, how)(given)
        if how == "by_mouse":
            mirror.seen()
    mirror.seen()
    terminal.send("q")
    assert terminal.ends() == 0
    return tilekit.load_game(tmp_path / "game.json", rules)


@pytest.mark.parametrize("how", ["by_keyboard", "by_mouse"])
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.ruleset)
def test_a_script_comes_to_what_the_engine_comes_to(start, tmp_path, script, how):
    rules = tilekit.load(script.ruleset)
    game = record(start, tmp_path, rules, script, how, motion="none")
    expected = played(rules, script)
    assert (game.actions, game.to_dict()) == (expected.actions, expected.to_dict())


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.ruleset)
def test_keys_faster_than_the_animation_lose_nothing(start, tmp_path, script):
    rules = tilekit.load(script.ruleset)
    game = record(start, tmp_path, rules, script, "by_keyboard", motion="full")
    assert game.actions == played(rules, script).actions


@pytest.mark.parametrize("how", ["by_keyboard", "by_mouse"])
@pytest.mark.parametrize("name", ENDS)
def test_played_to_its_end(start, tmp_path, name, how):
    rules, (script, reason) = tilekit.load(name), ENDS[name]
    game = record(start, tmp_path, rules, script, how, motion="none")
    assert (game.status, game.reason) == ("over", reason)
    assert game.to_dict() == played(rules, script).to_dict()


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (40, 12), (32, 10)])
def test_a_game_on_screens_of_other_sizes(start, tmp_path, columns, lines):
    rules, (script, reason) = tilekit.load("merge"), ENDS["merge"]
    game = record(start, tmp_path, rules, script, "by_keyboard", motion="reduced", columns=columns, lines=lines)
    assert game.reason == reason


@pytest.mark.parametrize("how", ["by_keyboard", "by_mouse"])
def test_undo_after_the_end_and_the_end_again(start, tmp_path, how):
    rules, (script, reason) = tilekit.load("merge"), ENDS["merge"]
    again = replace(script, inputs=(*script.inputs, "button undo", script.inputs[-1]))
    game = record(start, tmp_path, rules, again, how, motion="none")
    assert (game.status, game.reason) == ("over", reason)
    assert game.actions == played(rules, again).actions
    assert "undo" in game.actions


def test_undo_held_down_stops_where_the_game_began(start, tmp_path):
    rules = tilekit.load("merge")
    cells = ("cell r1c1", "cell r1c3", "cell r1c5")
    script = Script("merge", 7, (*cells, "button restart", *cells[:2], *["key u"] * 100, "cell r5c5"))
    game = record(start, tmp_path, rules, script, "by_keyboard", motion="full")
    assert game.actions == ("drop r1c1", "drop r1c3", "undo", "undo", "drop r5c5")
    assert str(game.board).split().count(".") == 24
