"""The curses frontend as a program: in a pseudo-terminal, its output read by a terminal emulator."""

import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
from tests.frontends.terminal import DEADLINE, ROOT, is_restored, key, merge, toy

import tilekit

pytestmark = pytest.mark.frontend

TOY = "ToySession(make_view('. s\\n. .'))"


def test_starts_shows_the_game_and_quits(start):
    terminal = start()
    terminal.until("Enter: drop r3c3")
    for words in ("Merge", "seed 7", "NOW", "NEXT", "Score", "Undo", "[r] Restart", "[n] New", "[?] Help"):
        assert words in terminal.text
    terminal.send("q")
    assert terminal.ends() == 0
    assert is_restored(terminal)
    assert key("rmcup") in terminal.raw


def test_arrows_move_and_enter_plays_and_u_undoes(start):
    terminal = start()
    terminal.until("r3c3 empty")
    terminal.send(key("kcub1"))
    terminal.until("r3c2 empty")
    terminal.send(key("kcuu1"))
    terminal.until("r2c2 empty")
    terminal.send(key("kcuf1"), key("kcud1"))
    terminal.until("r3c3 empty")
    terminal.send("\r")
    terminal.until(lambda: "r3c3 spark" in terminal.text or "r3c3 node" in terminal.text)
    terminal.send("\r")  # On a tile nothing can be dropped: refused, in words.
    terminal.until(lambda: "r3c3 spark" not in terminal.text and "r3c3 node" not in terminal.text)
    terminal.send("u")
    terminal.until("r3c3 empty")


def test_arrows_slide_where_no_cell_can_be_played(start):
    terminal = start([*merge()[:4], "2048", *merge()[5:]])
    terminal.until("Arrow keys slide")
    assert "[4] Slide left" in terminal.text
    assert "┏" not in terminal.text  # there is no cursor
    terminal.send(key("kcuu1"))
    terminal.until(lambda: terminal.text.count("▆▆▆▆▆▆▆") == 3)
    terminal.send(key("kcuu1"))
    terminal.until(lambda: "Score        +4 4" in terminal.text)
    terminal.send("q")
    assert terminal.ends() == 0


@pytest.mark.parametrize("term", ["xterm-256color", "linux", "screen", "vt100"])
def test_arrows_as_this_terminal_sends_them(start, term):
    terminal = start(toy(TOY), term=term)
    terminal.until("r2c2 empty")
    terminal.send(key("kcub1", term))
    terminal.until("r2c1 empty")
    terminal.send(key("kcuu1", term), key("kcuf1", term))
    terminal.until("r1c2 spark")


def test_arrows_the_terminal_description_does_not_know(start):
    terminal = start(toy(TOY))
    terminal.until("r2c2 empty")
    terminal.send("\x1b[D")
    terminal.until("r2c1 empty")
    terminal.send("\x1b[1;5Q", "\x1b[A")  # Nobody's key, then up.
    terminal.until("r1c1 empty")


def test_escape_is_noticed_at_once_and_alone(start):
    terminal = start(toy(TOY), ESCDELAY="600000")  # ncurses alone would wait ten minutes.
    terminal.until("r2c2 empty")
    terminal.send("?")
    terminal.until("closes")
    terminal.send("\x1b")
    terminal.until("r2c2 empty")
    terminal.send("\x1b" + key("kcub1").decode())
    terminal.until("r2c1 empty")


def test_mouse_plays_a_cell_and_presses_a_button(start):
    one = "make_view('. s\\n. .')"
    terminal = start(toy(f"ToySession({one}, make_view('s s\\n. .'), make_view('n n\\n. .', title='Undone'))"))
    terminal.until("r2c2 empty")
    row, column = next((r, c) for r, line in enumerate(terminal.screen.display) if (c := line.find("·")) >= 0)
    terminal.send(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")
    terminal.until("r1c1 spark")
    row, column = next((r, c) for r, line in enumerate(terminal.screen.display) if (c := line.find("Undo")) >= 0)
    terminal.send(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")
    terminal.until("Undone")


def test_help_opens_and_closes(start):
    terminal = start()
    terminal.until("r3c3 empty")
    terminal.send("?")
    terminal.until("How to play")
    terminal.send(key("kend"))
    terminal.until("Seed")
    terminal.send("?")
    terminal.until("r3c3 empty")


def test_growing_shrinking_and_growing_back_is_no_move(start):
    terminal = start()
    terminal.until("r3c3 empty")
    terminal.send(key("kcub1"))
    terminal.until("Enter: drop r3c2")
    before = terminal.text
    terminal.resize(20, 5)
    terminal.until("has 20x5")
    terminal.send("\r", "u", "n", key("kcub1"))  # Nothing but leaving works here.
    terminal.resize(1, 1)
    terminal.resize(300, 100)
    terminal.until("r3c2 empty")
    terminal.resize(80, 24)
    terminal.until(lambda: terminal.text == before)
    terminal.resize(20, 5)
    terminal.until("has 20x5")
    terminal.send("q")
    assert terminal.ends() == 0
    assert is_restored(terminal)


def test_starts_at_one_by_one(start):
    terminal = start(toy(TOY), columns=1, lines=1)
    terminal.until(lambda: terminal.text.strip() != "")
    terminal.resize(80, 24)
    terminal.until("r2c2 empty")


def test_fifty_resizes_a_second(start):
    terminal = start(toy(TOY))
    terminal.until("r2c2 empty")
    began = time.monotonic()
    for number in range(50):
        terminal.resize(30 + number * 7 % 60, 3 + number * 5 % 30)
        while time.monotonic() < began + number / 50:
            terminal.read(0.005)
    terminal.resize(80, 24)
    terminal.until("r2c2 empty")
    terminal.send(key("kcub1"))
    terminal.until("r2c1 empty")
    terminal.send("q")
    assert terminal.ends() == 0


def test_ctrl_c_leaves_cleanly(start):
    terminal = start()
    terminal.until("r3c3 empty")
    terminal.send("\x03")
    assert terminal.ends() == 130
    assert is_restored(terminal)
    assert b"Traceback" not in terminal.raw


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_signals_restore_the_terminal_first(start, number):
    terminal = start()
    terminal.until("r3c3 empty")
    terminal.process.send_signal(number)
    assert terminal.ends() == 128 + number
    assert is_restored(terminal)
    assert key("rmcup") in terminal.raw


@pytest.mark.parametrize("ignored", [False, True], ids=["told so", "under nohup"])
def test_a_terminal_that_goes_away_ends_the_game(start, ignored):
    nohup = "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
    terminal = start([sys.executable, "-c", nohup, *toy(TOY)] if ignored else toy(TOY))
    terminal.until("r2c2 empty")
    os.close(terminal.master)
    os.close(terminal.slave)
    terminal.master, terminal.slave = os.openpty()
    assert terminal.process.wait(timeout=DEADLINE) == 128 + signal.SIGHUP


@pytest.mark.skipif(not shutil.which("bash"), reason="needs a shell with job control")
def test_ctrl_z_and_fg(start):
    words = " ".join(f"'{word}'" for word in merge())
    script = f"set -m; {words}; echo it has stopped; read -r _; fg >/dev/null; echo left with $?"
    terminal = start([shutil.which("bash"), "--norc", "-c", script])
    terminal.until("r3c3 empty")
    terminal.send(key("kcub1"))
    terminal.until("r3c2 empty")
    terminal.send("\x1a")
    terminal.until("it has stopped")
    assert is_restored(terminal)
    terminal.screen.reset()
    terminal.resize(100, 30)  # The terminal was made larger meanwhile.
    terminal.send("\n")
    terminal.until("r3c2 empty")
    assert terminal.text.index("Merge") > 10  # In the middle of the wider screen.
    terminal.send(key("kcuf1"))
    terminal.until("r3c3 empty")
    terminal.send("q")
    terminal.until("left with 0")
    assert terminal.ends() == 0


@pytest.mark.skipif(not shutil.which("bash"), reason="needs a shell with job control")
def test_ctrl_z_and_fg_in_the_menu(start):
    words = " ".join(f"'{word}'" for word in menu())
    script = f"set -m; {words}; echo it has stopped; read -r _; fg >/dev/null; echo left with $?"
    terminal = start([shutil.which("bash"), "--norc", "-c", script])
    terminal.until("[q] Quit")
    terminal.until("> All Dark")
    terminal.send("\x1a")
    terminal.until("it has stopped")
    assert is_restored(terminal)
    terminal.screen.reset()
    terminal.send("\n")
    terminal.until("[q] Quit")
    assert "> All Dark" in terminal.text
    terminal.send("q")
    terminal.until("left with 0")


def test_stopped_from_outside_and_continued_paints_everything_again(start):
    terminal = start(toy(TOY))
    terminal.until("r2c2 empty")
    os.kill(terminal.process.pid, signal.SIGSTOP)
    os.waitpid(terminal.process.pid, os.WUNTRACED)
    terminal.screen.reset()
    os.kill(terminal.process.pid, signal.SIGCONT)
    terminal.until("r2c2 empty")
    assert "seed 7" in terminal.text


MOVING = "ToySession(make_view('s s\\n. .'), make_view('n .\\n. .'), make_view('. .\\n. n'), points=6)"


def test_an_animation_ends_by_itself(start):
    terminal = start(toy(MOVING))
    terminal.until("r2c2 empty")
    terminal.send("\r")
    terminal.until("+6 54")
    terminal.until(lambda: terminal.text.count("■") == 2)  # The queue shows one.
    terminal.send("q")
    assert terminal.ends() == 0


def test_a_resize_in_the_middle_of_an_animation(start):
    terminal = start(toy(MOVING))
    terminal.until("r2c2 empty")
    terminal.send("\r")
    terminal.until("+6 54")  # With the first picture.
    for size in ((20, 5), (1, 1), (120, 40), (40, 12), (80, 24)):
        terminal.resize(*size)
    terminal.until("+6 54")
    terminal.send("\r")
    terminal.until("r2c2 node")
    terminal.send("q")
    assert terminal.ends() == 0
    assert is_restored(terminal)


def test_stopped_in_the_middle_of_an_animation_and_continued(start):
    terminal = start(toy(MOVING))
    terminal.until("r2c2 empty")
    terminal.send("\r")
    terminal.until("+6 54")
    os.kill(terminal.process.pid, signal.SIGSTOP)
    os.waitpid(terminal.process.pid, os.WUNTRACED)
    terminal.screen.reset()
    os.kill(terminal.process.pid, signal.SIGCONT)
    terminal.until("+6 54")
    terminal.send("\r")
    terminal.until("r2c2 node")


@pytest.mark.parametrize(
    "settings", [{"NO_COLOR": "1"}, {"LC_ALL": "C"}, {"term": "vt100"}, {"columns": 40, "lines": 12}]
)
def test_an_animation_on_poorer_terminals(start, settings):
    terminal = start(toy(MOVING), **settings)
    terminal.until("r2c2 empty")
    terminal.send("\r")
    terminal.until("+6")
    terminal.send("\r")
    terminal.until("r2c2 node")
    terminal.send("q")
    assert terminal.ends() == 0


def test_a_recording_plays_by_itself_and_can_be_stepped(start, tmp_path):
    game = tilekit.load("merge").new_game(7)
    for action in ("drop r1c1", "drop r2c2", "drop r3c3"):
        game.play(action)
    game.save(tmp_path / "game.json")
    options = ["--frontend", "curses", "--speed", "16"]
    terminal = start([sys.executable, "-m", "tilekit.cli", "replay", str(tmp_path / "game.json"), *options])
    terminal.until(lambda: "3 of 3" in " ".join(terminal.text.split()))
    terminal.send("b")
    terminal.until(lambda: "2 of 3" in " ".join(terminal.text.split()))
    terminal.send(key("kcub1"))
    terminal.until(lambda: "1 of 3" in " ".join(terminal.text.split()))
    terminal.send("f")
    terminal.until(lambda: "2 of 3" in " ".join(terminal.text.split()))
    terminal.send("q")
    assert terminal.ends() == 0


def menu(*options):
    """The command that shows the menu."""
    return [sys.executable, "-m", "tilekit.cli", "play", "--frontend", "curses", *options]


def find(terminal, words):
    """Where words stand, once they do: a screen comes in pieces."""
    terminal.until(words)
    return next((r, c) for r, line in enumerate(terminal.screen.display) if (c := line.find(words)) >= 0)


def test_a_setting_chosen_in_the_menu_holds_at_once_and_the_next_time(start, tmp_path):
    options = ("--profile", str(tmp_path / "profile"))
    terminal = start(menu(*options))
    terminal.until("> All Dark")
    terminal.send(",")
    terminal.until("> Motion")
    terminal.send(key("kcuf1"))
    terminal.until("reduced: nothing flies")
    terminal.send("\x1b")
    terminal.until("> All Dark")
    terminal.send("q")
    assert terminal.ends() == 0
    again = start(menu(*options))
    again.until("> All Dark")
    again.send(",")
    again.until("reduced: nothing flies")
    again.send("\x1b", "x", "q")
    assert again.ends() == 0


def test_the_menu_by_keys_and_back_to_it(start):
    terminal = start(menu())
    terminal.until("[q] Quit")
    terminal.until("> All Dark")
    terminal.send(key("kcud1"))
    terminal.until("> Doubling")
    terminal.send("\x1b")
    terminal.until("Press q to leave")
    terminal.send("?")
    terminal.until("Games: Help")
    terminal.send("q")
    terminal.until("> Doubling")
    terminal.send(key("kcuu1"))
    terminal.until("> All Dark")
    terminal.send("8")
    terminal.until("> Merge")
    terminal.send("\r")
    terminal.until("Enter: drop r3c3")
    terminal.send("q")
    terminal.until("> Merge")
    terminal.send(key("kend"), "n")
    terminal.until("Goal: Join two 6144s")
    terminal.send("q")
    terminal.until("> Threefold")
    terminal.send("x", "q")  # A q that is still held down from the game would not leave the menu, too.
    assert terminal.ends() == 0
    assert is_restored(terminal)


def test_the_menu_by_mouse(start):
    terminal = start(menu())
    terminal.until("Merge")
    row, column = find(terminal, "Merge")
    terminal.send(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")
    terminal.until("Enter: drop r3c3")
    row, column = find(terminal, "Quit")
    terminal.send(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")
    terminal.until("> Merge")
    row, column = find(terminal, "[q]")
    terminal.send(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")
    assert terminal.ends() == 0


def test_the_menu_on_small_screens_and_after_ctrl_c_in_a_game(start):
    terminal = start(menu())
    terminal.until("Merge")
    terminal.resize(10, 3)
    terminal.until("24x6")
    terminal.send("\r")  # Nothing but leaving works here.
    terminal.resize(24, 6)
    terminal.until("> All Dark")
    terminal.resize(40, 12)
    terminal.until("Doubling")
    terminal.send("8")
    terminal.until("> Merge")
    terminal.send("\r")
    terminal.until("r3c3 empty")
    terminal.send("\x03")
    assert terminal.ends() == 130
    assert is_restored(terminal)


def test_japanese_keeps_the_frame_straight(start):
    command = [*merge(), "--language", "ja"]
    terminal = start(command, LC_ALL="C.UTF-8")
    terminal.until("Enter: 置く r3c3")
    edge = next(c for c in range(80) if terminal.screen.buffer[1][c].data == "┌")
    rows = [r for r in range(24) if terminal.screen.buffer[r][edge].data in set("┌│└")]
    right = {max(c for c in range(80) if terminal.screen.buffer[r][c].data in set("┐│┘")) for r in rows}
    assert len(rows) == 17
    assert len(right) == 1
    terminal.send("?")
    terminal.until("で閉じる")
    terminal.send("\x1b", "q")
    assert terminal.ends() == 0


def test_a_locale_that_cannot_write_japanese_gets_english(start):
    terminal = start([*merge(), "--language", "ja"], LC_ALL="C")
    terminal.until("this is English: the locale cannot write ja (LC_ALL=C.UTF-8 can)")  # which is drawn last
    assert "seed 7" in terminal.text
    assert terminal.text.isascii()
    assert "?" not in terminal.text.replace("[?]", "").replace("Press ?", "")
    terminal.send("\r")
    terminal.until(lambda: "this is English" not in terminal.text)


GONE = """
import sys
from tilekit import Menu, MenuEntry, Preferences, UsageError, Words
from tilekit_curses.terminal import choose

def gone(name, resume):
    raise UsageError(f"{name}.toml: it is gone")

sys.exit(choose(Menu(lambda: [MenuEntry("bad", "Bad", "", "", "", "")], gone, Preferences(), lambda *_: Words())))
"""


def test_a_game_that_is_gone_meanwhile_is_told_in_the_menu(start):
    terminal = start([sys.executable, "-c", GONE])
    terminal.until("> Bad")
    terminal.send("\r")
    terminal.until("bad.toml: it is gone")
    terminal.send("q")
    assert terminal.ends() == 0


def test_a_menu_that_the_locale_cannot_write_is_english_and_says_so(start):
    terminal = start([*merge()[:3], "play", "--language", "ja"], LC_ALL="C")
    terminal.until("[Enter] Play")
    assert "this is English: the locale cannot write ja (LC_ALL=C.UTF-8 can)" in terminal.text
    assert "> All Dark" in terminal.text
    assert terminal.text.isascii()


BROKEN = "type('Broken', (ToySession,), {'play': lambda self, action: 1 // 0})(make_view('. .\\n. .'))"
BROKEN_AT_ONCE = "type('Broken', (ToySession,), {'view': lambda self: 1 // 0})()"


@pytest.mark.parametrize("session", [BROKEN, BROKEN_AT_ONCE], ids=["while playing", "before the first picture"])
@pytest.mark.parametrize("trace", [None, "1"], ids=["told in one line", "traced"])
def test_an_error_is_told_once_the_screen_is_restored(start, session, trace):
    terminal = start(toy(session), TILEKIT_TRACE=trace)
    if session is BROKEN:
        terminal.until("r2c2 empty")
        terminal.send("\r")
    assert terminal.ends() == 1
    assert is_restored(terminal)
    after = terminal.raw.rpartition(key("rmcup"))[2]
    assert b"ZeroDivisionError" in after
    assert (b"Traceback" in after) == (trace is not None)
    if trace is None:
        assert after.strip().count(b"\n") == 0


@pytest.mark.parametrize("settings", [{"term": "vt100"}, {"NO_COLOR": "1"}], ids=["vt100", "NO_COLOR"])
def test_without_colour(start, settings):
    terminal = start(toy("ToySession(make_view('. s\\n# .'))"), **settings)
    terminal.until("r2c2 empty")
    assert {cell.fg for line in terminal.screen.buffer.values() for cell in line.values()} == {"default"}
    assert any(cell.reverse for line in terminal.screen.buffer.values() for cell in line.values())
    terminal.send("q")
    assert terminal.ends() == 0


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1"])
def test_outside_utf_8_all_is_ascii(start, locale):
    session = "ToySession(make_view('. w\\n# 10', tiles={'w': replace(NODE, symbol='🔥')}, title='Zähler'))"
    terminal = start(toy(session), LC_ALL=locale)
    terminal.until("r2c2 10")
    assert terminal.text.isascii()
    assert "n" in terminal.text
    terminal.send("q")
    assert terminal.ends() == 0


def test_wide_symbols_keep_the_frame_straight(start):
    session = "ToySession(make_view('w w .\\n. w .\\ns . .', tiles={'w': replace(NODE, symbol='🔥')}))"
    terminal = start(toy(session))
    terminal.until("r2c2 node")
    assert "🔥" in terminal.text
    rows = range(terminal.screen.lines)
    right = {c for r in rows for c in range(80) if terminal.screen.buffer[r][c].data in {"┐", "┘"}}
    frame = {max((c for c in range(80) if terminal.screen.buffer[r][c].data == "│"), default=None) for r in rows}
    assert len(right) == 1
    assert frame - {None} == right


def test_hints_glow_by_themselves(start):
    terminal = start(toy("ToySession(make_view('9 9\\n. .', hints='* *\\n. .', hint_after=1))"))
    terminal.until("r2c2 empty")
    assert "► 9 ◄" not in terminal.text
    terminal.until("► 9 ◄")


def test_a_held_enter_does_not_press_what_comes_next(start):
    first = "make_view('. s\\n. .')"
    terminal = start(toy(f"ToySession({first}, paused({first}), make_view('. .\\n. .', title='Stage 2'))"))
    terminal.until("r2c2 empty")
    terminal.send("\r" * 40)
    terminal.until("Press e for NEXT STAGE")
    terminal.send("e")
    terminal.until("Stage 2")


ASK = (
    "import tilekit_curses; (frontend,) = tilekit_curses.tilekit_frontends(); print('<' + frontend.unavailable() + '>')"
)


@pytest.mark.parametrize(
    ("term", "reason"),
    [
        ("xterm-256color", "<>"),
        ("nonsense", "<TERM=nonsense is not a known kind of terminal>"),
        ("dumb", "<TERM=dumb cannot place its cursor>"),
        ("", "<TERM is not set>"),
        (None, "<TERM is not set>"),
    ],
)
def test_unavailable_says_why(start, term, reason):
    terminal = start([sys.executable, "-c", ASK], term=term)
    terminal.until(reason)
    assert b"\x1b" not in terminal.raw


def test_unavailable_where_curses_is_missing(start):
    terminal = start([sys.executable, "-c", "import sys; sys.modules['_curses'] = None; " + ASK])
    terminal.until("built without the curses module>")


def test_unavailable_without_a_terminal():
    result = subprocess.run(
        [sys.executable, "-c", ASK], stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert result.stdout == "<standard input is not a terminal>\n"


def test_unavailable_into_a_pipe(start):
    code = f"import subprocess, sys; print(subprocess.run([sys.executable, '-c', {ASK!r}], stdout=-1).stdout)"
    terminal = start([sys.executable, "-c", code])
    terminal.until("<standard output is not a terminal>")


def test_play_without_a_terminal_is_one_line_and_status_2():
    result = subprocess.run(
        toy(TOY), stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=ROOT, check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
    )  # fmt: skip
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "tilekit-curses: standard input is not a terminal\n"
