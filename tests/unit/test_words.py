"""Phrases remember what they were made of, and are said in a language."""

from __future__ import annotations

import copy
import pickle

import pytest

from tilekit.words import ENGLISH, Phrase, Words, catalogue, languages, words_of

GERMAN = Words("de", {
    "{place}: the cell is taken": "{place}: das Feld ist belegt",
    "{count} of {tile}": "{tile} mal {count}",
    "a spark": "ein Funke",
    "Undo": "Zurück",
})  # fmt: skip


def test_a_phrase_is_its_english_text() -> None:
    phrase = Phrase("{place}: the cell is taken", place="r1c1")
    assert phrase == "r1c1: the cell is taken"
    assert (type(phrase), phrase.template, dict(phrase.values)) == (
        Phrase, "{place}: the cell is taken", {"place": "r1c1"},
    )  # fmt: skip
    assert {phrase: 1}["r1c1: the cell is taken"] == 1


def test_a_phrase_without_values_is_taken_as_it_is() -> None:
    """A ruleset's own text may hold braces."""
    assert Phrase("a {brace} and {") == "a {brace} and {"
    assert ENGLISH(Phrase("a {brace} and {")) == "a {brace} and {"
    assert ENGLISH("a {brace} and {") == "a {brace} and {"


def test_braces_in_values_are_no_places() -> None:
    assert Phrase("{a}!", a="{b}") == "{b}!"
    assert ENGLISH(Phrase("{a}!", a="{b}")) == "{b}!"


def test_words_say_a_phrase_and_the_phrases_in_it() -> None:
    inner = Phrase("{count} of {tile}", count=3, tile="a spark")
    assert GERMAN(inner) == "ein Funke mal 3"
    assert GERMAN(Phrase("{place}: the cell is taken", place=inner)) == "ein Funke mal 3: das Feld ist belegt"
    assert GERMAN("{count} of {tile}", count=3, tile="a spark") == "ein Funke mal 3"


def test_what_a_catalogue_lacks_is_said_in_english() -> None:
    assert GERMAN("Restart") == "Restart"
    assert GERMAN(Phrase("{count} left", count=3)) == "3 left"
    assert ("Undo" in GERMAN, "Restart" in GERMAN) == (True, False)


def test_words_joined_come_before() -> None:
    both = GERMAN.joined({"Undo": "Rückgängig", "New": "Neu"})
    assert (both("Undo"), both("New"), both("a spark"), both.language) == ("Rückgängig", "Neu", "ein Funke", "de")
    assert GERMAN("Undo") == "Zurück"
    assert GERMAN.joined({}) is GERMAN


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda phrase: pickle.loads(pickle.dumps(phrase))])
def test_a_copy_can_still_be_said(copied: object) -> None:
    phrase = copied(Phrase("{count} of {tile}", count=2, tile=Phrase("a spark")))  # type: ignore[operator]
    assert (phrase, GERMAN(phrase)) == ("2 of a spark", "ein Funke mal 2")


def test_the_languages_are_the_files() -> None:
    assert languages()[0] == "en"
    assert "ja" in languages()
    assert languages("tests") == ("en",)
    assert words_of("ja")("Score") == "スコア"
    assert words_of("ja", "tests").language == "ja"
    assert catalogue("tilekit", "en") == catalogue("tilekit", "xx") == {}
    assert words_of("xx")("Score") == "Score"


def test_numbers_are_grouped_where_people_read_and_never_elsewhere() -> None:
    plain = Words("ja", {"{n} left": "残り{n}"})
    people = plain.with_groups().of_ruleset({"a": "b"}).joined({"c": "d"})
    gain = Phrase("{points:+d} points: {score}", points=12_000, score=Phrase("{n} left", n=1_234_567))
    assert (plain(gain), people(gain)) == ("+12000 points: 残り1234567", "+12,000 points: 残り1,234,567")
    assert [people.number(n) for n in (0, 999, 1_000, -1_000, 1 << 62)] == [
        "0", "999", "1,000", "-1,000", "4,611,686,018,427,387,904",
    ]  # fmt: skip
    assert [people("{n:>9}|{n:05}|{n:,}|{n}", n=n) for n in (7, 2500)] == [
        "        7|0,007|7|7",
        "    2,500|2,500|2,500|2,500",
    ]
    assert people("{n}", n="2048") == "2048"  # a name, not a number
