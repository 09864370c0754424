"""The rules in words of the bundled games, each sentence as somebody has read it and found it true.

`reviewed/<game>.<language>.txt` holds them, a paragraph a line. `TILEKIT_UPDATE=1` writes the files again: read each
line that differs, and ask whether it is true of the game and says something, before you keep it.
"""

import os
from pathlib import Path

import pytest
from tests.unit.rulesets import PLUGINS

import tilekit
from tilekit.preferences import Preferences
from tilekit.session import Session
from tilekit.words import languages

REVIEWED = Path(__file__).parent / "reviewed"
GAMES = [
    game
    for name in sorted(PLUGINS.rulesets)
    for game in (name, *(f"{name}:{preset}" for preset in tilekit.load(name, plugins=PLUGINS).presets))
]
READ = [(game, language) for game in GAMES for language in languages()]


def file_of(game, language):
    return REVIEWED / f"{game.replace(':', '.')}.{language}.txt"


@pytest.mark.parametrize(("game", "language"), READ)
def test_every_sentence_was_read(game, language):
    rules = tilekit.load(game, plugins=PLUGINS)
    told = "\n".join(Session(rules, 1, preferences=Preferences(language=language)).view().help) + "\n"
    path = file_of(game, language)
    if os.environ.get("TILEKIT_UPDATE"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def test_no_game_that_is_gone_was_read():
    assert {path.name for path in REVIEWED.iterdir()} == {file_of(*each).name for each in READ}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_left_out(game):
    assert tilekit.load(game, plugins=PLUGINS).unsaid == []
