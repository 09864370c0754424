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

from tilekit import _lazily

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
_HOME, __getattr__, __dir__ = _lazily(__name__, _HOMES)

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
