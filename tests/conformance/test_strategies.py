"""What rulesets that nobody wrote are made of: every kind of mechanic that is installed, with settings of its own."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from hypothesis import HealthCheck, given, settings
from tests.unit.rulesets import PLUGINS

from tilekit import Cells, Condition, Mechanic, Settings, Step, TileName
from tilekit.conformance.strategies import drawn_kinds, rulesets
from tilekit.hooks import Expression


class Odd(Settings):
    """Settings of every type."""

    where: Cells
    how: Literal["fast", "slow"]
    many: Annotated[int | str, Expression("number", least=2)]
    only: Condition
    tile: TileName
    becomes: dict[str, str | int]
    loud: bool
    size: int
    text: str = "as it is"


class Untold(Settings):
    """A setting of which nobody knows a value."""

    text: str


class Told(Untold):
    """The same, and its record has samples."""


def built(_settings, _b):
    return Step(lambda _s, _here: 0)


GUESTS = {
    "odd": Mechanic("odd", "", Odd, built),
    "untold": Mechanic("untold", "", Untold, built),
    "told": Mechanic("told", "", Told, built, samples={"text": ("abc",)}),
}
KINDS = {**PLUGINS.mechanics, **GUESTS}


def test_every_bundled_kind_is_drawn() -> None:
    assert drawn_kinds(PLUGINS.mechanics) == list(PLUGINS.mechanics)


def test_a_kind_is_drawn_where_values_are_known_for_what_must_be_written() -> None:
    assert [kind for kind in GUESTS if kind in drawn_kinds(KINDS)] == ["odd", "told"]


SEEN: Counter[bool] = Counter()


def test_a_guest_is_drawn_with_settings_of_their_types() -> None:
    SEEN.clear()
    look_at_a_drawn_guest()
    assert SEEN[True]


@given(rulesets(KINDS))
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
def look_at_a_drawn_guest(data) -> None:
    table = data["mechanics"].get("do_odd", {"use": ""})
    SEEN[table["use"] == "odd"] += 1
    if table["use"]:
        keys = {"where", "how", "many", "only", "tile", "becomes", "loud", "size"}
        assert keys <= set(table) <= {*keys, "use", "when"}
        given = {key: table[key] for key in keys}
        assert Odd.model_validate(given).size <= 4
        assert not isinstance(table["many"], int) or 2 <= table["many"] <= 6
    assert data["mechanics"].get("do_told", {"text": "abc"})["text"] == "abc"
