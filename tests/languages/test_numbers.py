"""Large numbers as players read them: grouped on every screen, never in lines that a program may read."""

import re

import pytest
from tests.unit.rulesets import PLUGINS

import tilekit
from tilekit.game import Game
from tilekit.preferences import Preferences
from tilekit.ruleset.models import Given, Variable
from tilekit.session import Session
from tilekit.words import languages

UNGROUPED = re.compile(r"(?<![\d,])\d{4,}(?!\d)")
GROUPED = re.compile(r"\d,\d{3}")
LARGE = 121_341


def far_on(name, language):
    """A session of a game with a large score, and each variable as large as it may be."""
    rules = tilekit.load(name, plugins=PLUGINS)
    variables = {
        variable: LARGE if not isinstance(table, Variable) or table.most is None else min(LARGE, table.most)
        for variable, table in rules.ruleset.variables.items()
    }
    game = Game(rules, 1, given=Given(score=LARGE, variables=variables))
    return Session(rules, game=game, preferences=Preferences(language=language))


def numbers_shown(view):
    """The texts of a view in which numbers of a game stand."""
    panels = [f"{panel.label} {panel.text}" for panel in view.panels]
    return [
        *panels,
        *(button.label for button in view.buttons),
        *view.notices,
        *view.goals,
        *view.help,
        view.standing(),
    ]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", sorted(PLUGINS.rulesets))
def test_large_numbers_are_grouped_on_a_screen(name, language):
    session = far_on(name, language)
    tiles = {*session.rules.program.tiles.ids}
    digits = session.rules.ruleset.display.score_digits
    view = session.view()
    score = view.panels[0].text
    assert score == (str(LARGE)[-digits:] if digits else "121,341")
    found = [each for text in numbers_shown(view) for each in UNGROUPED.findall(text)]
    assert [each for each in found if each not in tiles and not (digits and each == score)] == []


@pytest.mark.parametrize("name", sorted(PLUGINS.rulesets))
def test_numbers_of_a_game_are_never_grouped_where_lines_are_read(name):
    session = far_on(name, "en")
    session.groups_numbers = False
    view = session.view()
    told = [*(panel.text for panel in view.panels), *(button.label for button in view.buttons), view.standing()]
    assert [text for text in told if GROUPED.search(text)] == []


@pytest.mark.parametrize("name", sorted(PLUGINS.rulesets))
def test_a_game_without_a_score_shows_none(name):
    rules = tilekit.load(name, plugins=PLUGINS)
    view = Session(rules, 1).view()
    assert ("Score" in [panel.label for panel in view.panels]) == rules.ruleset.keeps_score
    assert rules.ruleset.keeps_score == (name not in {"dark", "life"})
