"""The menu of the curses frontend, without a terminal."""

from dataclasses import replace

from tilekit import Chooser, Held, Menu, MenuEntry, Preferences
from tilekit.words import words_of
from tilekit_curses.board import Look
from tilekit_curses.canvas import Charset
from tilekit_curses.colours import Palette
from tilekit_curses.menu import draw_menu

ENTRIES = (
    MenuEntry("2048", "Doubling", "1536", "", "turn 31, score 1536", ""),
    MenuEntry("broken", "Broken", "", "", "", "broken.toml:3: no such thing"),
    MenuEntry("merge", "Merge", "", "", "", ""),
    MenuEntry("ninek", "Nine-K", "12000", "Gold", "", ""),
)


def make_chooser(entries=ENTRIES, language="en"):
    menu = Menu(lambda: entries, None, Preferences(), lambda *packages: words_of(language, *packages))
    return Chooser(menu, package="tilekit_curses", held=Held(releases=False))


def press(chooser, keys):
    for key in keys.split():
        chooser.press(key, 0.0)


def screen(chooser, width=60, height=16, look=None):
    look = replace(look or Look(Charset("utf-8"), Palette(256)), say=chooser.words)
    frame = draw_menu(chooser.screen(), look, height, width)
    chooser.fit(first=frame.first, fits=frame.fits)
    return "\n".join(frame.part.canvas.lines()).rstrip() + "\n"


def test_games_with_best_rank_and_the_one_that_is_running():
    assert (
        screen(make_chooser())
        == """\

 Games
 ──────────────────────────────────────────────────────────
 > Doubling                            best 1536   running

   Broken                                 cannot be played

   Merge

   Nine-K                                Gold   best 12000

 Running: turn 31, score 1536
 [Enter] Resume   [n] New game   [?] Help   [q] Quit
"""
    )


def test_on_a_small_screen_in_ascii():
    chooser = make_chooser()
    press(chooser, "down down down")
    assert (
        screen(chooser, 26, 7, Look(Charset("ascii"), Palette(0)))
        == """\
 Games
 ------------------------
   Merge
 > Nine-K     best 12000


 [Enter] Play
"""
    )


def test_too_small():
    chooser = make_chooser()
    assert screen(chooser, 20, 5) == "needs 24x6, has 20x5\nq quits\n"
    press(chooser, "enter down n")
    assert (chooser.chosen, chooser.screen().selected, chooser.done) == (None, 0, False)
    press(chooser, "q")
    assert chooser.done


def test_in_japanese_and_as_wide_as_it_is_shown():
    shown = screen(make_chooser(language="ja"))
    assert "途中：turn 31" in shown  # noqa: RUF001
    assert "[Enter] 続ける   [n] 新しいゲーム   [?] ヘルプ   [q] 終了" in shown


TOLD = (
    "this is not saved: it was written by a newer tilekit (format 99, this one reads up to 1); update tilekit "
    "(kept/tilekit.sqlite; --profile DIR names another folder)"
)
NEW = (
    MenuEntry(
        "dark", "All Dark", "", "", "", "", goal="Put out every lamp", about="Press: The cell and its neighbours."
    ),
    MenuEntry(
        "merge",
        "Merge",
        "",
        "",
        "",
        "",
        about="Drop: NOW goes onto an empty cell. Three equal tiles that touch join. " * 4,
    ),
    MenuEntry("ninek", "Nine-K", "12000", "Gold", "", "", 5, goal="Make a 9000", about="Tap: Choose a number."),
)


def make_telling(*news, entries=NEW):
    menu = Menu(lambda: entries, None, Preferences(), lambda *names: words_of("en", *names), lambda: news)
    return Chooser(menu, held=Held(releases=False))


def test_what_a_game_is_and_what_is_wrong():
    chooser = make_telling(TOLD)
    assert (
        screen(chooser, 80, 24)
        == """\



        Games
        ────────────────────────────────────────────────────────────────
        this is not saved: it was written by a newer tilekit (format 99,
        this one reads up to 1); update tilekit (kept/tilekit.sqlite;
        --profile DIR names another folder)
        > All Dark                                   Put out every lamp

          Merge

          Nine-K                                      Gold   best 12000

        Press: The cell and its neighbours.




        [Enter] Play   [n] New game   [?] Help   [q] Quit
"""
    )


def test_on_a_small_screen_what_does_not_fit_is_cut_where_one_sees_it():
    chooser = make_telling(TOLD)
    press(chooser, "down")
    assert (
        screen(chooser, 40, 12)
        == """\
 Games
 ──────────────────────────────────────
 this is not saved: it was written by a
 newer tilekit (format 99, this one
 reads up to 1); update tilekit (kept..
   All Dark         Put out every lamp
 > Merge
   Nine-K            Gold   best 12000

 Drop: NOW goes onto an empty cell.
 Three equal tiles that touch join. D..
 [Enter] Play   [n] New game   [?] Help
"""
    )
    press(chooser, "down")
    assert " Make a 9000\n Tap: Choose a number." in screen(chooser, 40, 12)  # which the line has no room for
    assert "this is not saved: i.." in screen(chooser, 24, 6)
    press(chooser, "escape")
    assert "this is not saved" not in screen(chooser, 24, 6)


def test_what_is_wrong_is_asked_anew_after_each_game():
    news = [TOLD]
    chooser = Chooser(Menu(lambda: NEW, None, Preferences(), lambda *_: words_of("en"), lambda: tuple(news)))
    press(chooser, "down up")
    assert TOLD[:60] in screen(chooser, 80, 24)
    news.clear()
    chooser.load()
    assert "not saved" not in screen(chooser, 80, 24)


def test_the_pages_of_the_menu():
    chooser = make_chooser()
    press(chooser, "?")
    assert (
        screen(chooser, 60, 14)
        == """\
 Games: Help                    Help  Settings  Statistics

 Up and down, j and k, or a number from 1 to 9 select a
 game.

 Enter or a click resumes the running game, or begins one;
 n begins a new one in any case.

 Running games come first, then those that were played, the
 latest first, then the others.

 ?                 Help
 ,                 Settings
 Tab turns the page, q closes   lines 1-11 of 13
"""
    )
    press(chooser, "tab down")
    assert (
        screen(chooser, 60, 14)
        == """\
 Games: Settings                Help  Settings  Statistics

   Motion                full
 > Sound                 on
   Language              English
   Colours               full
   Background            dark






 Left and right change it, Tab turns the page, q closes
"""
    )


def test_what_is_drawn_is_clicked_where_it_is():
    chooser = make_chooser()
    frame = draw_menu(chooser.screen(), Look(), 16, 60)
    assert frame.part.targets[7, 10] == (2, 0)
    assert {"^play", "^new", "^help", "^quit"} <= set(frame.part.targets.values())
    press(chooser, ",")
    frame = draw_menu(chooser.screen(), Look(), 16, 60)
    assert {"^help", "^statistics", "^set theme", "^close"} <= set(frame.part.targets.values())
