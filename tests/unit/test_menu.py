"""The menu: in which order games are listed, and what is said of them."""

import sqlite3

import tilekit
from tilekit import MenuEntry
from tilekit.cli.playing import _menu
from tilekit.game import Game
from tilekit.menu import in_order
from tilekit.preferences import Preferences
from tilekit.profile.database import NAME
from tilekit.profile.profile import Profile
from tilekit.session import Session


def entry(name, title="", running="", played=0):
    return MenuEntry(name, title or name.title(), "", "", running, "", played)


def test_what_is_running_comes_first_then_what_was_played_then_the_rest():
    entries = [
        entry("2048", "Doubling"),
        entry("dark", "All Dark"),
        entry("flood", played=50),
        entry("gems", running="turn 3, score 9", played=20),
        entry("life", played=90),
        entry("merge"),
        entry("ninek", "Nine-K"),
        entry("own", "all mine"),
        entry("quarry", running="turn 1, score 0", played=30),
        entry("sum10", "Sum-10"),
    ]
    names = [one.id for one in in_order(entries)]
    assert names == ["quarry", "gems", "life", "flood", "dark", "own", "2048", "merge", "ninek", "sum10"]
    assert in_order(reversed(entries)) == in_order(entries)


def test_entries_are_had_in_another_language_too():
    menu = _menu(tilekit.Plugins(entry_points=False), Preferences(language="ja"), None, {}, on_screen=True)
    titles = [{one.id: one.title for one in menu.load(*language)}["merge"] for language in ((), ("en",))]
    assert titles == ["マージ", "Merge"]


def made(profile=None, language="en"):
    return _menu(tilekit.Plugins(entry_points=False), Preferences(language=language), profile, {}, on_screen=True)


def test_in_english_all_of_it_is_english():
    menu = made(language="ja").in_english()
    assert {one.id: one.title for one in menu.load()}["merge"] == "Merge"
    assert (menu.words("tilekit_curses")("Play"), menu.preferences.language) == ("Play", "ja")


def test_an_entry_says_what_there_is_to_be_reached_and_how_it_is_played():
    said = {
        language: {one.id: (one.goal, one.about) for one in made(language=language).load()} for language in ("en", "ja")
    }
    assert said["en"]["dark"] == (
        "Put out every lamp",
        (
            "Press: The cell you choose and those above, below, left and right of it change over: a lamp that shines "
            "goes out, a dark one is lit."
        ),
    )
    assert said["ja"]["dark"] == (
        "すべての明かりを消そう",
        "押す：選んだマスと、その上下左右のマスが切りかわる。ついている明かりは消え、消えている明かりはつく。",  # noqa: RUF001
    )
    assert said["en"]["merge"][0] == ""
    assert all(about for _, about in said["en"].values())


def test_what_cannot_be_saved_is_told_each_time_and_what_was_kept_aside_once(tmp_path):
    (tmp_path / NAME).write_bytes(b"no profile")
    with Profile(tmp_path) as profile:
        menu = made(profile)
        aside = (
            f"{tmp_path / NAME}: no whole profile (file is not a database); it is kept as {NAME}.aside-1, and a new "
            "one is begun"
        )
        assert [menu.news(), menu.news()] == [[aside], []]
    connection = sqlite3.connect(tmp_path / NAME)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with Profile(tmp_path) as profile:
        menu = made(profile, "ja")
        why = (
            "this is not saved: it was written by a newer tilekit (format 99, this one reads up to 1); update tilekit "
            f"({tmp_path / NAME}; --profile DIR names another folder)"
        )
        assert menu.in_english().news() == [why]
        japanese = menu.news()
        assert (len(japanese), japanese == [why], "99" in japanese[0]) == (1, False, True)
    assert made().news() == []


def test_what_is_running_is_told_in_grouped_numbers_with_a_score_only_where_one_is_kept(tmp_path):
    from tilekit.ruleset.models import Given

    plugins, preferences = tilekit.Plugins(entry_points=False), Preferences()
    with Profile(tmp_path) as profile:
        for name, score in (("merge", 121_341), ("sum10", 2_120), ("dark", 0)):
            rules = tilekit.load(name)
            session = Session(rules, profile=profile, game=Game(rules, 1, given=Given(score=score)))
            session.play(session.game.legal_actions()[0])
            session.leave()
        screen, lines = (
            {
                entry.id: (entry.running, entry.best)
                for entry in _menu(plugins, preferences, profile, {}, on_screen=on).load()
            }
            for on in (True, False)
        )
        assert {name: screen[name] for name in ("merge", "sum10", "dark")} == {
            "merge": ("turn 1, score 121,341", "121,341"), "sum10": ("turn 1, score 002120", "002120"),
            "dark": ("turn 1", ""),
        }  # fmt: skip
        assert lines["merge"] == ("turn 1, score 121341", "121341")
        resumed = [Session(tilekit.load(name), profile=profile, resume=True) for name in ("merge", "dark")]
        assert [session.view().notices[0] for session in resumed] == [
            "Resumed at turn 1, score 121,341.", "Resumed at turn 1.",
        ]  # fmt: skip
