"""The menu: in which order games are listed."""

import tilekit
from tilekit import MenuEntry
from tilekit.cli.playing import _menu
from tilekit.menu import in_order
from tilekit.preferences import Preferences


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
    menu = _menu(tilekit.Plugins(entry_points=False), Preferences(language="ja"), None, {})
    titles = [{one.id: one.title for one in menu.load(*language)}["merge"] for language in ((), ("en",))]
    assert titles == ["マージ", "Merge"]
