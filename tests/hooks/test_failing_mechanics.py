"""A plugin's mechanic that fails is named, and neither the loader nor the game comes to harm."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import tilekit
from tilekit import Mechanic, Settings, Step, hookimpl
from tilekit.cli import main

RULES = """
format = 1
[game]
id = "frail"
title = "Frail"
version = 1
[grid]
rows = 1
columns = 3
[tiers]
chain = ["a"]
[queue]
from = "deal"
[spawn.deal]
weights = { a = 1 }
[actions.drop]
target = "cell"
steps = ["place", "frail", "deal"]
[[end]]
when = "no_moves"
reason = "full"
[undo]
depth = 5
"""


def rules(build):
    kind = Mechanic(kind="frail", summary="fails", settings=Settings, build=build)
    plugin = SimpleNamespace(tilekit_mechanics=hookimpl(lambda: [kind]))
    return tilekit.loads(RULES, plugins=tilekit.Plugins(entry_points=False, extra={"frail": plugin}))


def fails_when_built(_settings, _b):
    raise ValueError("no\nsuch word")


def fails_on_the_third_cell(_settings, b):
    at = b.at

    def act(s, here):
        return at(s, here) // (2 - here)

    return Step(act)


def test_one_that_cannot_be_built_is_named():
    with pytest.raises(tilekit.PluginError) as caught:
        rules(fails_when_built)
    assert caught.value.plugin == "frail"
    assert str(caught.value) == 'frail: the mechanic "frail" (kind "frail") cannot be built: ValueError: no such word'
    assert isinstance(caught.value.__cause__, ValueError)


def test_one_that_fails_in_play_leaves_the_game_as_it_was():
    game = rules(fails_on_the_third_cell).new_game()
    game.play("drop r1c1")
    before, queue = game.digest, game.queue
    with pytest.raises(tilekit.PluginError) as caught:
        game.play("drop r1c3")
    assert str(caught.value) == (
        'frail: the mechanic "frail" (kind "frail") failed in drop r1c3 of frail, and nothing has changed: '
        "ZeroDivisionError: integer division or modulo by zero"
    )
    assert (game.digest, game.queue, game.actions) == (before, queue, ("drop r1c1",))
    game.play("drop r1c2")
    assert [str(row) for row in str(game.board).splitlines()] == ["a a ."]


def test_conformance_finds_it():
    from tilekit.conformance import check

    failure = check(rules(fails_on_the_third_cell), examples=10, first_only=True)[0]
    assert failure.name == "never-raises"
    told = 'frail: the mechanic "frail" (kind "frail") failed in drop r1c3 of frail, and nothing has changed: '
    assert f"raised MechanicFailed: {told}" in failure.reason
    assert failure.scenario.startswith("[[scenario]]\n")


def test_the_command_line_says_it_in_words(tmp_path, monkeypatch, capsys):
    from tilekit import plugins as found

    kind = Mechanic(kind="frail", summary="fails", settings=Settings, build=fails_when_built)
    plugin = SimpleNamespace(tilekit_mechanics=hookimpl(lambda: [kind]))
    monkeypatch.setattr(found, "_plugins", [tilekit.Plugins(entry_points=False, extra={"frail": plugin})])
    file = tmp_path / "frail.toml"
    file.write_text(RULES, encoding="utf-8")
    assert main(["run", str(file), "--actions", str(file)]) == 2
    assert capsys.readouterr() == (
        "",
        'frail: the mechanic "frail" (kind "frail") cannot be built: ValueError: no such word\n',
    )


def test_one_that_leaves_the_process_is_named_like_any_other():
    def leaves(_settings, _b):
        def act(_s, _here):
            raise SystemExit(3)

        return Step(act)

    session = tilekit.Session(rules(leaves), 0)
    before = session.game.digest
    where = "drop r1c1 of frail, and nothing has changed"
    told = f'frail: the mechanic "frail" (kind "frail") failed in {where}: SystemExit: 3'
    assert session.play("drop r1c1") == told
    assert session.game.digest == before


def test_one_that_builds_nothing_is_named():
    with pytest.raises(tilekit.PluginError) as caught:
        rules(lambda _settings, _b: None)
    assert (
        str(caught.value)
        == 'frail: the mechanic "frail" (kind "frail") cannot be built: TypeError: build gives NoneType, not a Step'
    )


@pytest.mark.parametrize(
    ("declared", "reason"),
    [
        ({"kind": "Bad Kind\n\x1b[31m"}, "its name is not lower-case letters, digits and _"),
        ({"settings": int}, "its settings are no class derived from tilekit.Settings"),
        ({"settings": None}, "its settings are no class derived from tilekit.Settings"),
        ({"build": 3}, "its build cannot be called"),
        ({"role": "queue"}, "its role is 'queue', expected step or through"),
        ({"events": 5}, "its events are no table of names, each with its values"),
        ({"events": {"gone": ("tile",)}}, "its events are no table of names, each with its values"),
        ({"streams": 7}, "its streams are no tuple of names"),
    ],
)
def test_one_that_is_declared_badly_is_left_out(declared, reason):
    fine = {"kind": "frail", "summary": "", "settings": Settings, "build": fails_on_the_third_cell}
    kind = Mechanic(**{**fine, **declared})
    plugin = SimpleNamespace(tilekit_mechanics=hookimpl(lambda: [kind]))
    plugins = tilekit.Plugins(entry_points=False, extra={"frail": plugin})
    assert kind.kind not in plugins.mechanics
    name = ascii(kind.kind)[:40]
    assert [str(problem) for problem in plugins.problems] == [
        f"plugin frail: its mechanic {name} is left out: {reason}"
    ]
