"""Single-player tile puzzles, each one TOML file: play it, test it, simulate it.

>>> import tilekit
>>> rules = tilekit.load("merge")
>>> game = rules.new_game(seed=7)
>>> turn = game.play("drop r2c3")
>>> game.turn
1
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tilekit.actions import Action
    from tilekit.animation import Floating, Sprite
    from tilekit.batch import Batch, Observation, Played
    from tilekit.chooser import Chooser, MenuScreen
    from tilekit.controller import Controller, Held, Message, Screen, Target
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
    from tilekit.game import Game, Outcome, Result, RollOuts, Status, Turn
    from tilekit.hooks import (
        Act,
        ActionName,
        Bot,
        Builder,
        Cells,
        Condition,
        Event,
        Expression,
        Frontend,
        Lined,
        LineRule,
        Lines,
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
        Told,
        hookimpl,
    )
    from tilekit.journal import Change, Entry
    from tilekit.lab.simulate import simulate, simulate_games
    from tilekit.loading import dumps, load, loads
    from tilekit.looks import contrast, cracks, ink, outline
    from tilekit.menu import Menu, MenuEntry
    from tilekit.pages import Line, Page
    from tilekit.playable import Playable
    from tilekit.plugins import Plugins, Supplied
    from tilekit.position import BoardView
    from tilekit.preferences import Preferences
    from tilekit.preview import Preview
    from tilekit.profile.exchange import Imported
    from tilekit.profile.profile import Profile, Statistics
    from tilekit.profile.rows import KeptGame
    from tilekit.refusals import Refusal
    from tilekit.replay import load_game, verify
    from tilekit.rules import Rules
    from tilekit.ruleset.models import End, Given, Ruleset, ScenarioTable
    from tilekit.scenario_files import PlacedScenario
    from tilekit.scenes import Motion, Scene
    from tilekit.session import Playback, Session
    from tilekit.svg import Picture, picture
    from tilekit.version import __version__
    from tilekit.view import Button, CellView, Choice, Panel, Place, TileView, View
    from tilekit.words import Phrase, Words

#: Where each public name lives; it is loaded when it is first asked for, so that importing tilekit is quick.
_HOMES = {
    "actions": "Action",
    "animation": "Floating Sprite",
    "batch": "Batch Observation Played",
    "chooser": "Chooser MenuScreen",
    "controller": "Controller Held Message Screen Target",
    "errors": "Diagnostic IllegalAction PluginError RulesetError SaveError TilekitError TooManyOutcomes UsageError",
    "game": "Game Outcome Result RollOuts Status Turn",
    "hooks": "Act ActionName Bot Builder Cells Condition Event Expression Frontend LineRule Lined Lines Mechanic "
    "Number Parameter Reference Sayer Settings SpawnName State Step Steps TileName Told hookimpl",
    "journal": "Change Entry",
    "lab.simulate": "simulate simulate_games",
    "loading": "dumps load loads",
    "looks": "contrast cracks ink outline",
    "menu": "Menu MenuEntry",
    "pages": "Line Page",
    "playable": "Playable",
    "plugins": "Plugins Supplied",
    "position": "BoardView",
    "preferences": "Preferences",
    "preview": "Preview",
    "profile.exchange": "Imported",
    "profile.profile": "Profile Statistics",
    "profile.rows": "KeptGame",
    "refusals": "Refusal",
    "replay": "load_game verify",
    "rules": "Rules",
    "ruleset.models": "End Given Ruleset ScenarioTable",
    "scenario_files": "PlacedScenario",
    "scenes": "Motion Scene",
    "session": "Playback Session",
    "svg": "Picture picture",
    "version": "__version__",
    "view": "Button CellView Choice Panel Place TileView View",
    "words": "Phrase Words",
}
__all__ = [
    "Act",
    "Action",
    "ActionName",
    "Batch",
    "BoardView",
    "Bot",
    "Builder",
    "Button",
    "CellView",
    "Cells",
    "Change",
    "Choice",
    "Chooser",
    "Condition",
    "Controller",
    "Diagnostic",
    "End",
    "Entry",
    "Event",
    "Expression",
    "Floating",
    "Frontend",
    "Game",
    "Given",
    "Held",
    "IllegalAction",
    "Imported",
    "KeptGame",
    "Line",
    "LineRule",
    "Lined",
    "Lines",
    "Mechanic",
    "Menu",
    "MenuEntry",
    "MenuScreen",
    "Message",
    "Motion",
    "Number",
    "Observation",
    "Outcome",
    "Page",
    "Panel",
    "Parameter",
    "Phrase",
    "Picture",
    "Place",
    "PlacedScenario",
    "Playable",
    "Playback",
    "Played",
    "PluginError",
    "Plugins",
    "Preferences",
    "Preview",
    "Profile",
    "Reference",
    "Refusal",
    "Result",
    "RollOuts",
    "Rules",
    "Ruleset",
    "RulesetError",
    "SaveError",
    "Sayer",
    "ScenarioTable",
    "Scene",
    "Screen",
    "Session",
    "Settings",
    "SpawnName",
    "Sprite",
    "State",
    "Statistics",
    "Status",
    "Step",
    "Steps",
    "Supplied",
    "Target",
    "TileName",
    "TileView",
    "TilekitError",
    "Told",
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
    "picture",
    "simulate",
    "simulate_games",
    "verify",
]


def _lazily(
    package: str, homes: Mapping[str, str]
) -> tuple[dict[str, str], Callable[[str], object], Callable[[], list[str]]]:
    """What makes the names of a package load their homes when they are first asked for.

    Args:
        package: its name.
        homes: the names in each of its modules, by module.

    Returns:
        The home of each name, and the package's ``__getattr__`` and ``__dir__``.
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def found(name: str) -> object:
        from importlib import import_module

        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{package}.{home[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return home, found, lambda: sorted({*vars(sys.modules[package]), *home})


_HOME, __getattr__, __dir__ = _lazily(__name__, _HOMES)
