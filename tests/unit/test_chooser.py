"""What keys and pointers do in the menu, without any frontend."""

from dataclasses import replace

import pytest
from tests.frontends.toy import SPARK

import tilekit
from tilekit import Chooser, Menu, MenuEntry, Preferences
from tilekit.words import words_of

ENTRIES = (
    MenuEntry("2048", "Doubling", "1536", "", "turn 31, score 1536", ""),
    MenuEntry("broken", "Broken", "", "", "", "broken.toml:3: no such thing"),
    MenuEntry("merge", "Merge", "", "", "", "", tiles=(SPARK,)),
    MenuEntry("ninek", "Nine-K", "12000", "Gold", "", ""),
)


def make_chooser(entries=ENTRIES, language="en", **changes):
    menu = Menu(lambda *_: entries, None, Preferences(language=language), lambda *names: words_of(language, *names))
    return Chooser(replace(menu, **changes))


def type_(chooser, keys):
    for key in keys.split():
        chooser.press(key, 0.0)
        chooser.release(key)


def click(chooser, target):
    chooser.point_down(target, 0.0)
    chooser.point_up(target, 0.0)


def message(chooser):
    said = chooser.screen().message
    return (said.code, said.sentence) if said else None


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        ("enter", ("2048", True)),
        ("space", ("2048", True)),
        ("n", ("2048", False)),
        ("N", ("2048", False)),
        ("down j enter", ("merge", True)),
        ("end enter", ("ninek", True)),
        ("end k enter", ("merge", True)),
        ("3 enter", ("merge", True)),
        ("pagedown pageup right enter home enter", ("2048", True)),
        ("end down home up enter", ("2048", True)),
        ("backtab backtab backtab enter", ("ninek", True)),
    ],
)
def test_keys(keys, chosen):
    chooser = make_chooser()
    type_(chooser, keys)
    assert (chooser.chosen, chooser.done) == (chosen, True)


def test_in_columns_up_and_down_go_by_rows():
    chooser = make_chooser([replace(ENTRIES[2], id=str(number)) for number in range(5)])
    chooser.fit(2, 2)
    seen = []
    for key in ("down", "right", "down", "up", "left", "up", "pagedown", "up"):
        type_(chooser, key)
        seen.append(chooser.screen().selected)
    assert seen == [2, 3, 4, 2, 1, 1, 4, 2]


def test_a_game_that_cannot_be_played_says_why():
    chooser = make_chooser()
    type_(chooser, "down enter")
    assert (chooser.chosen, message(chooser)) == (None, ("broken", "broken.toml:3: no such thing"))


def test_escape_says_which_key_leaves_and_q_leaves():
    chooser = make_chooser()
    type_(chooser, "tab tab tab tab")
    assert chooser.screen().button == "^help"
    type_(chooser, "escape")
    assert (chooser.done, chooser.screen().button, message(chooser)) == (False, "", ("leave", "Press q to leave"))
    type_(chooser, "down")
    assert message(chooser) is None
    type_(chooser, "q")
    assert (chooser.chosen, chooser.done) == (None, True)


def test_tab_goes_through_the_games_then_help_and_leaving():
    chooser = make_chooser()
    stops = []
    for _ in range(7):
        type_(chooser, "tab")
        stops.append(chooser.screen().button or chooser.screen().selected)
    assert stops == [1, 2, 3, "^help", "^quit", 0, 1]
    type_(chooser, "backtab backtab left")
    assert (chooser.screen().button, chooser.screen().selected) == ("", 0)
    type_(chooser, "backtab enter")
    assert (chooser.chosen, chooser.done) == (None, True)


def test_help_settings_and_statistics():
    chooser = make_chooser()
    type_(chooser, "?")
    page = chooser.screen().page
    assert [(line.key, line.text) for line in page.lines if line.key] == [
        ("?", "Help"), (",", "Settings"), (".", "Statistics"), ("q", "Quit"),
    ]  # fmt: skip
    chooser.wheel(3, 0.0)
    assert chooser.screen().page.first == 3
    type_(chooser, "tab tab")
    assert [line.text for line in chooser.screen().page.lines] == [
        "Nothing is known of other games: none was played, or none is kept."
    ]
    type_(chooser, "k n up escape , q")
    assert (chooser.screen().page, chooser.done, chooser.chosen, chooser.screen().selected) == (None, False, None, 0)
    click(chooser, "^help")
    click(chooser, "^settings")
    assert chooser.screen().page.kind == "settings"
    click(chooser, "^close")
    assert chooser.screen().page is None


def test_a_setting_is_kept_and_holds_at_once():
    kept = []

    def menu(preferences):
        def prefer(chosen):
            kept.append(chosen)
            return menu(chosen)

        def words(*names):
            return words_of(preferences.language, *names)

        return Menu(lambda *_: ENTRIES, None, preferences, words, prefer=prefer)

    chooser = Chooser(menu(Preferences()))
    type_(chooser, ", down down right")
    assert kept == [Preferences(language="ja")]
    assert (chooser.screen().page.title, chooser.screen().preferences) == (
        "ゲーム\N{FULLWIDTH COLON}設定", Preferences(language="ja"),
    )  # fmt: skip
    chooser.load(preferences=Preferences(theme="light"))
    assert kept[1:] == [Preferences(theme="light")]


def test_english_for_want_of_letters_is_not_taken_for_a_choice():
    kept = []
    words = words_of("ja")
    menu = Menu(lambda *_: ENTRIES, None, Preferences(language="ja"), lambda *_: words, prefer=kept.append)
    chooser = Chooser(menu, unreadable=lambda words: "no letters" if words.language == "ja" else "")
    assert (message(chooser), chooser.screen().title) == (("unreadable", "no letters"), "Games")
    chooser.load(preferences=Preferences(language="en"))
    assert kept == []


def test_statistics_of_every_game_that_was_played(tmp_path):
    rules = tilekit.load("merge")
    with tilekit.Profile(tmp_path) as profile:
        tilekit.Session(rules, 7, profile=profile).play("drop r1c1")
        found = profile.statistics_of(rules)
    asked = []
    chooser = make_chooser(statistics=lambda: asked.append(1) or [("Merge", "12", found)])
    type_(chooser, ".")
    chooser.screen()
    assert [(line.kind, line.text, line.value) for line in chooser.screen().page.lines] == [
        ("heading", "Merge", ""), ("number", "Games played", "1"), ("number", "Played to the end", "0"),
        ("number", "Won", "0"), ("number", "Actions", "1"), ("number", "Best", "12"),
    ]  # fmt: skip
    assert len(asked) == 1  # However often it is drawn: every ruleset is loaded for it.


def test_clicks():
    chooser = make_chooser()
    click(chooser, 2)
    assert chooser.chosen == ("merge", True)
    chooser.load()
    assert (chooser.screen().selected, chooser.chosen, chooser.done) == (2, None, False)
    click(chooser, "^new")
    assert chooser.chosen == ("merge", False)
    chooser.load()
    click(chooser, "^new 0")
    assert chooser.chosen == ("2048", False)
    chooser.load()
    chooser.point_down(1, 0.0)
    chooser.point_up(2, 0.0)
    assert (chooser.chosen, chooser.done) == (None, False)
    click(chooser, "^quit")
    assert (chooser.chosen, chooser.done) == (None, True)


def test_the_same_game_stays_selected_when_others_come_and_go():
    entries = list(ENTRIES)
    chooser = make_chooser(entries)
    type_(chooser, "3")
    entries.insert(0, replace(ENTRIES[0], id="17"))
    chooser.load("it went wrong")
    assert chooser.screen().items[chooser.screen().selected].entry.id == "merge"
    assert message(chooser) == ("problem", "it went wrong")


def test_no_games_at_all_and_no_room():
    chooser = make_chooser(())
    type_(chooser, "down enter n 1 backtab escape")
    assert chooser.chosen is None
    chooser = make_chooser()
    chooser.fit(fits=False)
    type_(chooser, "enter down n")
    click(chooser, 0)
    assert (chooser.chosen, chooser.screen().selected, chooser.done) == (None, 0, False)
    type_(chooser, "q")
    assert chooser.done


def test_what_is_said_of_each_game():
    screen = make_chooser().screen()
    assert [item.facts for item in screen.items] == [
        ("best 1536", "running"), ("cannot be played",), (), ("Gold", "best 12000"),
    ]  # fmt: skip
    assert screen.said == ("Running: turn 31, score 1536",)
