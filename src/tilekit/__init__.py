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
        ActionName,
        Bot,
        Builder,
        Cells,
        Condition,
        Event,
        Expression,
        Frontend,
        Mechanic,
        Number,
        Parameter,
        Reference,
        Sayer,
        Settings,
        SpawnName,
        State,
        Step,
        Steps,
        TileName,
        hookimpl,
    )
    from tilekit.journal import Change, Entry
    from tilekit.looks import contrast, cracks, ink, outline
    from tilekit.menu import Menu, MenuEntry
    from tilekit.plugins import Plugins
    from tilekit.preferences import Preferences
    from tilekit.profile.profile import KeptGame, Profile, Statistics
    from tilekit.replay import load_game, verify
    from tilekit.rules import Rules, dumps, load, loads
    from tilekit.scenes import Motion, Scene
    from tilekit.session import Playback, Session
    from tilekit.view import Button, CellView, Choice, Panel, TileView, View
    from tilekit.words import Phrase, Words

#: Where each public name lives; it is loaded when it is first asked for, so that importing tilekit is quick.
_HOMES = {
    "errors": "Diagnostic IllegalAction PluginError RulesetError SaveError TilekitError TooManyOutcomes UsageError",
    "game": "Action Game Outcome RollOuts Turn",
    "hooks": "ActionName Bot Builder Cells Condition Event Expression Frontend Mechanic Number Parameter Reference "
    "Sayer Settings SpawnName State Step Steps TileName hookimpl",
    "journal": "Change Entry",
    "looks": "contrast cracks ink outline",
    "menu": "Menu MenuEntry",
    "plugins": "Plugins",
    "preferences": "Preferences",
    "profile.profile": "KeptGame Profile Statistics",
    "replay": "load_game verify",
    "rules": "Rules dumps load loads",
    "scenes": "Motion Scene",
    "session": "Playback Session",
    "view": "Button CellView Choice Panel TileView View",
    "words": "Phrase Words",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Action",
    "ActionName",
    "Bot",
    "Builder",
    "Button",
    "CellView",
    "Cells",
    "Change",
    "Choice",
    "Condition",
    "Diagnostic",
    "Entry",
    "Event",
    "Expression",
    "Frontend",
    "Game",
    "IllegalAction",
    "KeptGame",
    "Mechanic",
    "Menu",
    "MenuEntry",
    "Motion",
    "Number",
    "Outcome",
    "Panel",
    "Parameter",
    "Phrase",
    "Playback",
    "PluginError",
    "Plugins",
    "Preferences",
    "Profile",
    "Reference",
    "RollOuts",
    "Rules",
    "RulesetError",
    "SaveError",
    "Sayer",
    "Scene",
    "Session",
    "Settings",
    "SpawnName",
    "State",
    "Statistics",
    "Step",
    "Steps",
    "TileName",
    "TileView",
    "TilekitError",
    "TooManyOutcomes",
    "Turn",
    "UsageError",
    "View",
    "Words",
    "__version__",
    "contrast",
    "cracks",
    "dumps",
    "hookimpl",
    "ink",
    "load",
    "load_game",
    "loads",
    "outline",
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
