"""What the mechanic `scramble` does."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.property import lanes
from tests.unit.rulesets import PLUGINS, small

import tilekit

MARK = """
    [variables]
    marks = 0
    [start]
    steps = ["scramble"]
    [actions.mark]
    target = "cell"
    where = "empty"
    add = { marks = 1 }
    steps = ["mark"]
    [mechanics]
    mark = { use = "change", to = "a" }
    [scoring]
    turned = 5
"""


def marked(scramble: str, *, seed: int = 0, body: str = MARK) -> tilekit.Game:
    return small(f"{body}\n    scramble = {scramble}\n".replace("[scoring]\n    turned = 5\n", "")).new_game(seed)


@pytest.mark.parametrize(("times", "tiles"), [(0, 0), (1, 1), (4, 4), (9, 9), (30, 9)])
def test_so_many_actions_are_played_as_long_as_there_are_legal_ones(times: int, tiles: int) -> None:
    game = marked(f'{{ action = "mark", times = {times} }}')
    assert sum(cell is not None for row in game.board for cell in row) == tiles
    assert (game.variables, game.score, game.turn) == ({"marks": 0}, 0, 0)


def test_the_number_may_be_drawn() -> None:
    found = Counter()
    rules = small(
        f'{MARK.replace("[scoring]", "")}\n    scramble = {{ action = "mark", times = 5, least = 3 }}\n'.replace(
            "turned = 5", ""
        )
    )
    for seed in range(300):
        found[sum(cell is not None for row in rules.new_game(seed).board for cell in row)] += 1
    assert set(found) == {3, 4, 5}
    assert min(found.values()) > 70


def test_all_legal_choices_are_as_likely() -> None:
    rules = small(
        f'{MARK.replace("[scoring]", "")}\n    scramble = {{ action = "mark", times = 1 }}\n'.replace("turned = 5", "")
    )
    found = Counter(str(rules.new_game(seed).board) for seed in range(900))
    assert len(found) == 9
    assert min(found.values()) > 60


def test_in_a_turn_its_steps_pay_and_its_own_costs_and_changes_do_not() -> None:
    body = """
        [variables]
        marks = 0
        [actions.mark]
        target = "cell"
        where = "empty"
        add = { marks = 1 }
        steps = ["mark"]
        [actions.shake]
        steps = ["scramble"]
        [mechanics]
        mark = { use = "change", to = "a" }
        scramble = { action = "mark", times = "3 + turn" }
        [scoring]
        turned = 5
    """
    game = small(body).new_game(0)
    game.play("shake")
    assert (game.variables, game.score, game.turn) == ({"marks": 0}, 20, 1)
    lanes.play_many(small(body), 40)


SLIDES = """
    [spawn.some]
    tile = "p"
    [start]
    steps = ["sow", "scramble"]
    [actions.slide]
    target = "direction"
    steps = ["slide"]
    [actions.wait]
    steps = ["blink"]
    [mechanics]
    sow = { use = "spawn", from = "some" }
    slide = { reach = "far" }
    blink = { use = "change", cells = "r1c1", to = "q" }
"""


@pytest.mark.slow
def test_directions_and_actions_without_a_target_can_be_played() -> None:
    end, tiers = 'when = "turn > 4"\nreason = "enough"', 'chain = ["p", "q"]'
    slid = small(f'{SLIDES}\n    scramble = {{ action = "slide", times = 2 }}\n', tiers=tiers, end=end)
    corners = Counter(str(slid.new_game(seed).board).replace("\n", " ").split().index("p") for seed in range(40))
    assert set(corners) <= {0, 1, 2, 3, 5, 6, 7, 8}
    waited = small(f'{SLIDES}\n    scramble = {{ action = "wait", times = 1 }}\n', tiers=tiers, end=end)
    assert str(waited.new_game(1).board)[0] == "q"
    for rules in (slid, waited):
        lanes.play_many(rules, 30)


def wrong(body: str) -> list[tuple[str, str]]:
    with pytest.raises(tilekit.RulesetError) as caught:
        small(body)
    return [(found.code, found.message) for found in caught.value.diagnostics]


def test_an_action_that_does_not_exist_is_named() -> None:
    body = '[start]\nsteps = ["scramble"]\n[actions.mark]\ntarget = "cell"\nsteps = ["clear"]\n'
    assert wrong(body + '[mechanics]\nscramble = { action = "mork", times = 3 }') == [
        ("unknown-action", 'no action is called "mork"')
    ]


def test_an_action_cannot_play_itself() -> None:
    body = (
        '[actions.mark]\nsteps = ["again"]\n[mechanics]\nagain = { use = "repeat", steps = ["scramble"], times = 2 }\n'
    )
    assert wrong(body + 'scramble = { action = "mark", times = 3 }') == [
        ("steps-in-circle", '"scramble" plays "mark", of which it is a step')
    ]


def test_an_opening_cannot_play_what_deals_it() -> None:
    body = '[start]\nsteps = ["scramble"]\n[actions.mark]\nsteps = ["start"]\n[mechanics]\n'
    assert wrong(body + 'scramble = { action = "mark", times = 3 }') == [
        ("steps-in-circle", '"start" deals the opening, and is a step of it')
    ]


def test_endless_scrambles_stop() -> None:
    body = """
        [actions.blink]
        steps = ["blink"]
        [actions.shake]
        steps = ["many"]
        [mechanics]
        blink = { use = "change", cells = "r1c1", to = { none = "a", a = "none" } }
        many = { use = "repeat", steps = ["scramble"] }
        scramble = { action = "blink", times = 1000 }
    """
    rules = tilekit.loads(small(body, end='when = "turn > 4"\nreason = "enough"').document.text, plugins=PLUGINS)
    game = rules.new_game(0)
    game.play("shake")
    assert game.turn == 1
