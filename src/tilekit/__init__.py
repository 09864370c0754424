"""Single-player tile puzzles, each one TOML file: play it, test it, simulate it.

>>> import tilekit
>>> rules = tilekit.load("merge")
>>> game = rules.new_game(seed=7)
>>> turn = game.play("drop r2c3")
>>> game.turn
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tilekit.errors import (
        Diagnostic,
        IllegalAction,
        PluginError,
        RulesetError,
        SaveError,
        TilekitError,
        TooManyOutcomes,
        UsageError,
    )
    from tilekit.game import Action, Game, Outcome, RollOuts, Turn
    from tilekit.hooks import (
        Bot,
        Builder,
        Cells,
        Condition,
        Expression,
        Frontend,
        Mechanic,
        Number,
        Parameter,
        Reference,
        Settings,
        SpawnName,
        State,
        Step,
        Steps,
        TileName,
        hookimpl,
    )
    from tilekit.journal import Change, Entry
    from tilekit.plugins import Plugins
    from tilekit.replay import load_game, verify
    from tilekit.rules import Rules, dumps, load, loads
    from tilekit.session import Session
    from tilekit.view import Button, CellView, Panel, TileView, View

#: Where each public name lives; it is loaded when it is first asked for, so that importing tilekit is quick.
_HOMES = {
    "errors": "Diagnostic IllegalAction PluginError RulesetError SaveError TilekitError TooManyOutcomes UsageError",
    "game": "Action Game Outcome RollOuts Turn",
    "hooks": "Bot Builder Cells Condition Expression Frontend Mechanic Number Parameter Reference Settings "
    "SpawnName State Step Steps TileName hookimpl",
    "journal": "Change Entry",
    "plugins": "Plugins",
    "replay": "load_game verify",
    "rules": "Rules dumps load loads",
    "session": "Session",
    "view": "Button CellView Panel TileView View",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Action",
    "Bot",
    "Builder",
    "Button",
    "CellView",
    "Cells",
    "Change",
    "Condition",
    "Diagnostic",
    "Entry",
    "Expression",
    "Frontend",
    "Game",
    "IllegalAction",
    "Mechanic",
    "Number",
    "Outcome",
    "Panel",
    "Parameter",
    "PluginError",
    "Plugins",
    "Reference",
    "RollOuts",
    "Rules",
    "RulesetError",
    "SaveError",
    "Session",
    "Settings",
    "SpawnName",
    "State",
    "Step",
    "Steps",
    "TileName",
    "TileView",
    "TilekitError",
    "TooManyOutcomes",
    "Turn",
    "UsageError",
    "View",
    "__version__",
    "dumps",
    "hookimpl",
    "load",
    "load_game",
    "loads",
    "verify",
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
    return sorted({*globals(), *_HOME})
