"""Conformance: a ruleset attacked by generated play.

Owns the properties that every ruleset must keep, whoever wrote it; the strategies that draw positions, actions
and whole rulesets; and the reduction of what breaks to the smallest scenario that shows it. Needs hypothesis
(the extra ``conformance``).

>>> import tilekit
>>> from tilekit.conformance import check
>>> check(tilekit.load("merge"), examples=3)
[]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilekit.conformance.bots import bot_faults
    from tilekit.conformance.claims import unmeasured
    from tilekit.conformance.drawing import undrawn
    from tilekit.conformance.failure import Failure, PropertyBroken, appended
    from tilekit.conformance.strategies import Start, grids, odd_actions, rulesets, seeds, starts
    from tilekit.conformance.suite import PROPERTIES, check

#: Where each name lives; it is loaded when it is first asked for. pytest imports this package at each start, in every
#: project, on its way to the plugin in it.
_HOMES = {
    "bots": "bot_faults",
    "claims": "unmeasured",
    "drawing": "undrawn",
    "failure": "Failure PropertyBroken appended",
    "strategies": "Start grids odd_actions rulesets seeds starts",
    "suite": "PROPERTIES check",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [
    "PROPERTIES",
    "Failure",
    "PropertyBroken",
    "Start",
    "appended",
    "bot_faults",
    "check",
    "grids",
    "odd_actions",
    "rulesets",
    "seeds",
    "starts",
    "undrawn",
    "unmeasured",
]


def __getattr__(name: str) -> object:
    """A public name, loaded when first asked for."""
    from importlib import import_module

    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
