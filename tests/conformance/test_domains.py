"""No mechanic and no expression is asked anything outside of the domain it declares, wherever it stands."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from tests.conformance import domains
from tests.conformance.domains import CHOICES, cases, loaded, play_watched, ruleset

import tilekit
from tilekit import Mechanic, Settings, Step, hookimpl
from tilekit.errors import MechanicFailed
from tilekit.hooks import Cells, Condition, Expression

# ---------------------------------------------------------------- mechanics of other people


class Shy(Settings):
    """Special-cases its default, and so never asks for it."""

    cells: Cells = "here"


def shy(_settings, b):
    at, put = b.at, b.put

    def act(s, here):
        put(s, here, at(s, here))
        return 1

    return Step(act) if _settings.cells == "here" else Step(lambda _s, _here: 0)


class Pair(Settings):
    """A default that speaks of the second of two cells."""

    only: Condition = "exists(there and not empty)"


def pair(_settings, b):
    only = b.function("only")

    def act(s, here):
        return 1 if only(s, here) else 0

    return Step(act)


class Ready(Settings):
    """What it can act on, both before and after the player has chosen."""

    cells: Cells = "not empty"


def ready(_settings, b):
    cells, clear, lowest, bit = b.function("cells"), b.clear, b.lowest, b.bit

    def act(s, here):
        found = cells(s, here)
        if found == 0:
            return 0
        clear(s, bit(lowest(found)))
        return 1

    def fits(s, here):
        return 1 if cells(s, here) != 0 else 0

    def able(s):
        return fits(s, -1)

    return Step(act, able=able, fits=fits)


class Counted(Settings):
    """An expression of a group."""

    makes: Annotated[str | int, Expression("tile", {"tile": "tile", "count": "number"})] = "tile + count - 1"


def counted(_settings, b):
    makes, at, put, group, count = b.function("makes"), b.at, b.put, b.group, b.count

    def act(s, here):
        tile = at(s, here)
        if tile == 0:
            return 0
        put(s, here, makes(s, here, tile, count(group(s, here))))
        return 1

    return Step(act)


def teller(_settings, b):
    chosen, at = b.chosen, b.at

    def act(s, _here):
        return 1 if chosen(s) > 0 and at(s, 1) >= 0 else 0

    return Step(act)


OTHERS = [
    Mechanic(kind="shy", summary="", settings=Shy, build=shy),
    Mechanic(kind="pair", summary="", settings=Pair, build=pair),
    Mechanic(kind="ready", summary="", settings=Ready, build=ready),
    Mechanic(kind="counted", summary="", settings=Counted, build=counted, needs_cell=True),
]


def with_mechanics(*kinds: Mechanic) -> tilekit.Plugins:
    plugin = SimpleNamespace(tilekit_mechanics=hookimpl(lambda: list(kinds)))
    return tilekit.Plugins(entry_points=False, extra={"guests": plugin})


def whirl() -> list[Mechanic]:
    """The mechanic of the example plugin, forgotten again: other tests would take it for an installed plugin."""
    sys.path.insert(0, str(Path("examples/tilekit-whirl/src").absolute()))
    try:
        import tilekit_whirl
    finally:
        del sys.path[0]
        for name in [name for name in sys.modules if name.partition(".")[0] == "tilekit_whirl"]:
            del sys.modules[name]
    return list(tilekit_whirl.tilekit_mechanics())


PLUGINS = with_mechanics(*OTHERS, *whirl())
KINDS = sorted(PLUGINS.mechanics)


def in_action(case: domains.Case, target: str, *, steps: tuple[str, ...] = ("guest",)) -> dict[str, Any]:
    return ruleset(
        actions={"act": {"target": target, "steps": list(steps)}}, mechanics={"guest": case.table}, areas=case.areas
    )


def outcome(found: tilekit.Rules | list[str]) -> str:
    return ", ".join(found) if isinstance(found, list) else ""


# ---------------------------------------------------------------- the law


@pytest.mark.parametrize("kind", KINDS)
def test_a_mechanic_is_refused_in_actions_whose_choice_it_lacks_and_stays_in_its_domain_in_the_others(
    kind, monkeypatch
):
    domains.watch_expressions(monkeypatch)
    expected, found, played = {}, {}, 0
    for case in cases(PLUGINS.mechanics[kind]):
        for target in CHOICES:
            key = f"{target}: {case.table} {case.areas}"
            expected[key] = "wrong-place" if case.kind.role == "through" else case.refused(target)
            rules = loaded(in_action(case, target), PLUGINS)
            found[key] = outcome(rules)
            if isinstance(rules, tilekit.Rules):
                played += play_watched(rules, PLUGINS)
    assert found == expected
    assert played > 0 or set(expected.values()) == {"wrong-place"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_mechanic_is_refused_wherever_no_action_takes_it_unless_it_needs_no_choice(kind, monkeypatch):
    domains.watch_expressions(monkeypatch)
    expected, found = {}, {}
    for case in cases(PLUGINS.mechanics[kind]):
        guest: dict[str, Any] = {"mechanics": {"guest": case.table}, "areas": case.areas}
        again = {"again": {"use": "repeat", "steps": ["guest"], "times": 2}}
        shake = {"shake": {"use": "scramble", "action": "act", "times": 2}}
        places = {
            "start": ruleset(**guest, start={"steps": ["scatter", "guest"]}),
            "start, repeated": ruleset(
                start={"steps": ["again"]}, areas=case.areas, mechanics={"guest": case.table, **again}
            ),
            "second step": in_action(case, "none", steps=("scatter", "guest")),
            "restarting": in_action(case, "none", steps=("start", "guest")),
            "scrambled": ruleset(
                start={"steps": ["scatter", "shake"]}, actions={"act": {"steps": ["guest"]}}, areas=case.areas,
                mechanics={"guest": case.table, **shake},
            ),
            "sometimes": ruleset(
                start={"steps": ["scatter", "guest"]}, areas=case.areas,
                mechanics={"guest": {**case.table, "when": "tiles > 0"}},
            ),
            "through": ruleset(**guest, queue={"from": "deal", "hold": True, "through": ["guest"]}),
        }  # fmt: skip
        for place, data in places.items():
            key = f"{place}: {case.table} {case.areas}"
            through = case.kind.role == "through"
            expected[key] = case.refused("none") if through == (place == "through") else "wrong-place"
            if kind == "start" and place in ("start", "start, repeated", "sometimes"):
                expected[key] = "steps-in-circle"
            if kind == "start" and place == "scrambled":
                expected[key] = "steps-in-circle"
            rules = loaded(data, PLUGINS)
            found[key] = outcome(rules)
            if isinstance(rules, tilekit.Rules):
                play_watched(rules, PLUGINS, games=2, turns=4)
    assert found == expected


def test_what_the_player_chose_can_be_asked_for_only_where_it_is_chosen():
    plugins = with_mechanics(Mechanic(kind="teller", summary="", settings=Settings, build=teller))
    case = domains.Case(plugins.mechanics["teller"], {"use": "teller"}, frozenset())
    assert {target: outcome(loaded(in_action(case, target), plugins)) for target in CHOICES} == {
        "none": "nothing-chosen",
        "cell": "nothing-chosen",
        "pair": "",
        "column": "",
        "row": "",
        "direction": "nothing-chosen",
        "tile": "",
    }


def test_a_mechanic_that_does_not_say_that_it_needs_a_cell_is_found_in_play():
    def liar(_settings, b):
        put = b.put

        def act(s, here):
            put(s, here, 1)
            return 1

        return Step(act)

    plugins = with_mechanics(Mechanic(kind="liar", summary="", settings=Settings, build=liar))
    case = domains.Case(plugins.mechanics["liar"], {"use": "liar"}, frozenset())
    rules = loaded(in_action(case, "none"), plugins)
    with pytest.raises(
        MechanicFailed, match=r'"guest" \(kind "liar"\) failed: .*put was given a number that is no cell'
    ):
        play_watched(rules, plugins)
