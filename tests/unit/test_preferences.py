"""What a player chooses: from the command line, the environment, the locale."""

from __future__ import annotations

import pytest

from tilekit.errors import UsageError
from tilekit.preferences import Preferences, choices_of, from_environment


def test_choices_are_changed_by_name() -> None:
    preferences = Preferences().changed("--motion", motion="none", sound=None)
    assert preferences == Preferences(motion="none", sound="on", language="en")
    assert preferences.changed("x", sound="off", language="ja") == Preferences("none", "off", "ja")


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"motion": "ful"}, '--x: "ful" is none of full, reduced, none; did you mean "full"?'),
        ({"sound": "loud"}, '--x: "loud" is none of on, off'),
        ({"sound": ""}, '--x: "" is none of on, off'),
        ({"sound": "o\x1bff"}, '--x: "o\\x1bff" is none of on, off; did you mean "off"?'),
    ],
)
def test_what_is_no_choice_is_told(choice: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        Preferences().changed("--x", **choice)
    assert str(caught.value) == message


def test_a_language_nobody_speaks_here_is_told_with_those_spoken() -> None:
    with pytest.raises(UsageError, match=r'^--language: "jp" is none of en, .*ja$'):
        Preferences().changed("--language", language="jp")
    assert choices_of("language")[0] == "en"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, Preferences()),
        ({"LANG": "ja_JP.UTF-8"}, Preferences(language="ja")),
        ({"LANG": "ja"}, Preferences(language="ja")),
        ({"LANG": "ja@calendar"}, Preferences(language="ja")),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, Preferences()),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": ""}, Preferences(language="ja")),
        ({"LANG": "C", "LC_MESSAGES": "ja_JP"}, Preferences(language="ja")),
        ({"LANG": "xx_XX"}, Preferences()),
        ({"LANG": "en_GB.UTF-8"}, Preferences()),
        ({"LANG": "ja_JP.UTF-8", "TILEKIT_LANGUAGE": "en"}, Preferences()),
        ({"TILEKIT_LANGUAGE": "ja", "TILEKIT_MOTION": "reduced", "TILEKIT_SOUND": "off"},
         Preferences("reduced", "off", "ja")),
        ({"TILEKIT_LANGUAGE": "", "TILEKIT_SOUND": ""}, Preferences()),
    ],
)  # fmt: skip
def test_the_environment_says(environment: dict[str, str], expected: Preferences) -> None:
    assert from_environment(Preferences(), environment) == expected


def test_what_was_chosen_before_stays_where_the_environment_says_nothing() -> None:
    before = Preferences("none", "off", "ja")
    assert from_environment(before, {}) == before
    assert from_environment(before, {"LANG": "en_GB"}) == before
    assert from_environment(before, {"TILEKIT_SOUND": "on"}) == Preferences("none", "on", "ja")


def test_a_wrong_variable_is_named() -> None:
    with pytest.raises(UsageError, match=r'^TILEKIT_MOTION: "much" is none of full, reduced, none$'):
        from_environment(Preferences(), {"TILEKIT_MOTION": "much"})


def test_a_wrong_variable_is_passed_over_where_somebody_is_warned() -> None:
    told: list[str] = []
    environment = {"LANG": "ja_JP", "TILEKIT_LANGUAGE": "xx", "TILEKIT_MOTION": "much", "TILEKIT_SOUND": "off"}
    found = from_environment(Preferences(), environment, chosen={"motion": "none"}, warn=told.append)
    assert found == Preferences("none", "off", "ja")
    assert told == [
        'TILEKIT_MOTION: "much" is none of full, reduced, none; none is taken',
        f'TILEKIT_LANGUAGE: "xx" is none of {", ".join(choices_of("language"))}; ja is taken',
    ]
