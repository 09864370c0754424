"""The rules in words are words: no player of any bundled game is shown an expression, in any language."""

import re

import pytest
from tests.unit.rulesets import PLUGINS, small

import tilekit
from tilekit.preferences import Preferences
from tilekit.session import Session
from tilekit.wording.sentences import filled
from tilekit.words import languages

#: What only code has.
CODE = re.compile(r"==|!=|>=|<=|[<>%*_\[\]{}]|//|\bno[-_]moves\b|\w\(")
GLYPH = re.compile(r"( \(\S{1,4}\)|（\S{1,4}）)")
PLAYED = [(name, language) for name in sorted(PLUGINS.rulesets) for language in languages()]
PLAYED += [("merge:hard", "en"), ("merge:hard", "ja"), ("ninek:strict", "en"), ("ninek:strict", "ja")]


def in_words(rules, language):
    return Session(rules, 1, preferences=Preferences(language=language)).view().help


def expressions(value):
    """Every text below a table that is more than a name: such are expressions, or prose."""
    if isinstance(value, dict):
        for each in value.values():
            yield from expressions(each)
    elif isinstance(value, list):
        for each in value:
            yield from expressions(each)
    elif isinstance(value, str) and not re.fullmatch(r"[\w-]+", value):
        yield value


def written(rules):
    """The expressions of the tables that the rules in words are about."""
    tables = rules.ruleset.model_dump(by_alias=True)
    of_prose = {"rule", "label", "refusal", "text", "goal", "reason", "key", "colour"}
    for name in ("actions", "triggers", "end", "mechanics", "scoring", "undo"):
        table = tables[name]
        rows = table if isinstance(table, list) else [{name: table}] if name in ("scoring", "undo") else table.values()
        for row in rows:
            yield from expressions({key: value for key, value in row.items() if key not in of_prose})


@pytest.mark.parametrize(("ruleset", "language"), PLAYED)
def test_no_bundled_game_shows_code(ruleset, language):
    rules = tilekit.load(ruleset, plugins=PLUGINS)
    code = {text for text in written(rules) if re.search(r"[^\w\s]| ", text)}
    paragraphs = in_words(rules, language)
    assert paragraphs
    for paragraph in paragraphs:
        left = GLYPH.sub("", paragraph)
        assert CODE.search(left) is None, paragraph
        assert re.search(r"[(（]", left) is None, paragraph
        assert [text for text in code if text in paragraph] == [], paragraph
        assert paragraph == paragraph.strip()
        assert paragraph[-1] in ".。", paragraph


@pytest.mark.parametrize("ruleset", sorted(PLUGINS.rulesets))
def test_a_bundled_game_tells_how_to_play_first_and_what_the_board_is_last(ruleset):
    rules = tilekit.load(ruleset, plugins=PLUGINS)
    words, actions = rules.in_words, len(rules.ruleset.actions)
    verbs = [table.label or verb.replace("_", " ").capitalize() for verb, table in rules.ruleset.actions.items()]
    assert [line.partition(":")[0] for line in words[:actions]] == verbs
    board = next(i for i, line in enumerate(words) if " rows by " in line)
    assert board > max(words.index(filled(rules.ruleset, end.rule)) for end in rules.ruleset.end)
    assert all(line.startswith(("Tiles: ", "Tiers, ", "Outside ")) for line in words[board + 1 :])


#: Conditions that cannot be said plainly, wherever a ruleset may have one.
TANGLED = "(tiles * 3 + coins_left % 2 == 7 and score // 2 >= 3) or tiles ** 2 > 8"
ANYWHERE = f"""
[variables]
coins_left = 0
[constants]
many = [1, 2]
[scoring]
cleared = "many(count) * 2 ** step"
[actions.go_on]
target = "cell"
where = "group >= 2 and (row + column) % 2 == 0"
when = "{TANGLED}"
must = "{TANGLED}"
costs = {{ coins_left = "1 + turn % 2" }}
steps = ["clear_some", "twice"]
[mechanics]
clear_some = {{ use = "clear", cells = "joined(here) and tile != a", when = "{TANGLED}" }}
twice = {{ use = "repeat", steps = ["change_it"] }}
change_it = {{ use = "change", to = {{ a = "b", b = "none" }}, times = "1 + row % 2" }}
[[triggers]]
on = "cleared"
when = "{TANGLED}"
add = {{ coins_left = "count // 2" }}
set = {{ score = "score + 1" }}
[[end]]
when = "{TANGLED}"
reason = "late"
[undo]
depth = 3
costs = {{ coins_left = "1 + turn % 2" }}
"""


@pytest.mark.parametrize("language", languages())
def test_no_other_ruleset_shows_code_either(language):
    for paragraph in in_words(small(ANYWHERE), language):
        assert CODE.search(GLYPH.sub("", paragraph)) is None, paragraph
