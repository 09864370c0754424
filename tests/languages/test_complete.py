"""Every text for players stands in every catalogue, and nothing else does."""

import re
import string

import pytest
from tests.languages.helper import COMPLETE, lacking
from tests.languages.sources import of_mechanics, put_together, templates
from tests.unit.rulesets import PLUGINS, small

import tilekit
from tilekit.words import catalogue, languages

LANGUAGES = [language for language in languages() if language != "en"]


def places(text):
    """The ``{names}`` of a template, sorted."""
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def test_there_is_a_second_language():
    assert "ja" in LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_what_the_sources_say_and_nothing_else(language):
    said = templates() | of_mechanics()
    found = catalogue("tilekit", language)
    assert {text: where for text, where in said.items() if text not in found} == {}
    assert [text for text in found if text not in said] == []
    assert len(said) > 100


def test_no_text_for_players_is_put_together():
    assert list(put_together()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_sides_have_the_same_places(language):
    for text, said in catalogue("tilekit", language).items():
        assert places(text) == places(said), text
        assert said.strip() or not text.strip()
        assert said.isprintable()


@pytest.mark.parametrize(("language", "ruleset"), [(lang, name) for lang, names in COMPLETE.items() for name in names])
def test_a_bundled_ruleset_says_everything(language, ruleset):
    assert lacking(ruleset, language) == []


@pytest.mark.parametrize("ruleset", COMPLETE["ja"])
def test_nothing_is_left_in_latin_letters(ruleset):
    """Japanese does without them, but for the K of a title."""
    for text, said in tilekit.load(ruleset).translations("ja").items():
        assert re.findall(r"[A-Za-z]+", said) in ([], ["K"]), text


def test_what_is_missing_is_told():
    rules = small('[actions.go_on]\n[words.ja]\n"Small" = "小"\nstuck = "手づまり"\n')
    assert rules.untranslated("ja") == ("a", "b", "c", "d", "Go on")
    assert rules.untranslated("de") == ("Small", "a", "b", "c", "d", "Go on", "stuck")


def test_the_rulesets_listed_are_bundled():
    assert set(COMPLETE["ja"]) <= set(PLUGINS.rulesets)


def test_words_are_no_rules_and_are_kept_when_written():
    plain, worded = (small("[actions.go]\n" + words) for words in ("", '[words.ja]\n"Small" = "小さい"\n'))
    assert plain.digest == worded.digest
    assert plain != worded
    assert tilekit.loads(tilekit.dumps(worded)) == worded


def test_an_action_with_a_label_is_named_by_it_and_a_variable_by_what_is_shown():
    body = '[variables]\nmoves_made = 0\n[actions.go_on]\nlabel = "GO"\n[actions.stop]\n'
    rules = small(body + '[words.ja]\nGO = "進む"\n"Moves made" = "手数"\nstop = "x"\n')
    assert rules.translations("ja") == {
        "GO": "進む", "go_on": "進む", "Go on": "進む", "Moves made": "手数", "moves_made": "手数",
        "moves made": "手数",
    }  # fmt: skip
    assert [warning.found for warning in rules.warnings if warning.code == "unknown-text"] == ["stop"]


def test_what_a_mechanic_says_of_itself_may_be_said_otherwise():
    body = '[actions.go]\ntarget = "cell"\nsteps = ["clear"]\n[words.ja]\n"tiles vanish" = "ぱっと消える"\n'
    rules = small(body)
    assert [warning.code for warning in rules.warnings if warning.code == "unknown-text"] == []
    assert "tiles vanish" not in rules.untranslated("ja")
