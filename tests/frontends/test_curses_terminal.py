"""The curses frontend as a program: in a pseudo-terminal, its output read by a terminal emulator."""

import contextlib
import fcntl
import functools
import os
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pyte
import pytest

pytestmark = pytest.mark.frontend

ROOT = Path(__file__).parents[2]
DEADLINE = 20.0
# A child that makes the pseudo-terminal its own, as a login does, and becomes the program.
LOGIN = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"


def merge(seed=7):
    """The command that plays Merge; the one place to change when the command line does."""
    return [sys.executable, "-m", "tilekit.cli", "play", "merge", "--frontend", "curses", "--seed", str(seed)]


def toy(session):
    """A command that plays a session made of Python text, with everything of `toy` at hand."""
    code = (
        "import sys, time; from tests.frontends.toy import *; from tilekit_curses.terminal import play; "
        f"sys.exit(play({session}))"
    )
    return [sys.executable, "-c", code]


@functools.cache
def key(name, term="xterm-256color"):
    """What a key sends, by the description of the terminal. Asked of a child: curses keeps the first answer."""
    code = f"import curses; curses.setupterm({term!r}, 1); print((curses.tigetstr({name!r}) or b'').hex())"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return bytes.fromhex(result.stdout)


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, command, home, *, columns=80, lines=24, term="xterm-256color", **env):
        self.master, self.slave = os.openpty()
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self._set_size(columns, lines)
        self.attributes = termios.tcgetattr(self.slave)
        paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "LC_ALL": "C.UTF-8",
            "TERM": term,
        }
        environment.update(env)
        self.process = subprocess.Popen(
            [sys.executable, "-c", LOGIN, *command],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            cwd=ROOT,
            env={name: value for name, value in environment.items() if value is not None},
        )

    def _set_size(self, columns, lines):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, columns, lines):
        """Changes the size; the kernel tells the program."""
        self._set_size(columns, lines)
        self.screen.resize(lines, columns)

    def send(self, *keys):
        for each in keys:
            os.write(self.master, each if isinstance(each, bytes) else each.encode())

    def read(self, seconds):
        """Takes in what has been written; False if nothing came in time."""
        if not select.select([self.master], [], [], max(0, seconds))[0]:
            return False
        data = os.read(self.master, 65536)
        self.raw += data
        self.stream.feed(data)
        return True

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, condition):
        """Waits for a text on the screen, or a condition."""
        end = time.monotonic() + DEADLINE
        holds = condition if callable(condition) else lambda: condition in self.text
        while not holds():
            assert self.read(end - time.monotonic()), f"waited in vain for {condition!r}:\n{self.text}"

    def ends(self):
        """Waits for the end; returns the exit status as a shell shows it."""
        end = time.monotonic() + DEADLINE
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.02)
        while self.read(0):
            pass
        status = self.process.wait(timeout=max(1.0, end - time.monotonic()))
        return status if status >= 0 else 128 - status

    def close(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def start(tmp_path):
    terminals = []

    def start(command=None, **settings):
        terminal = Terminal(command or merge(), tmp_path, **settings)
        terminals.append(terminal)
        return terminal

    yield start
    for terminal in terminals:
        terminal.close()


def is_restored(terminal):
    return termios.tcgetattr(terminal.slave) == terminal.attributes


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
    terminal.until(lambda: terminal.text.count("▄▄▄▄▄▄▄") == 3)
    terminal.send(key("kcuu1"))
    terminal.until(lambda: "Score           4" in terminal.text)
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
    terminal = start(toy(TOY))
    terminal.until("r2c2 empty")
    terminal.send("?")
    terminal.until("closes")
    began = time.monotonic()
    terminal.send("\x1b")
    terminal.until("r2c2 empty")
    assert time.monotonic() - began < 0.5  # ncurses alone would wait a second.
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
    terminal.until("rules and keys")
    terminal.send(key("kend"))
    terminal.until("q leaves the game")
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


def test_stopped_from_outside_and_continued_paints_everything_again(start):
    terminal = start(toy(TOY))
    terminal.until("r2c2 empty")
    os.kill(terminal.process.pid, signal.SIGSTOP)
    os.waitpid(terminal.process.pid, os.WUNTRACED)
    terminal.screen.reset()
    os.kill(terminal.process.pid, signal.SIGCONT)
    terminal.until("r2c2 empty")
    assert "seed 7" in terminal.text


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
    assert "> 9 <" not in terminal.text.replace("  ", " ")
    terminal.until(lambda: "> 9 <" in " ".join(terminal.text.split()))


def test_a_held_enter_does_not_press_what_comes_next(start):
    first = "make_view('. s\\n. .')"
    terminal = start(toy(f"ToySession({first}, paused({first}), make_view('. .\\n. .', title='Stage 2'))"))
    terminal.until("r2c2 empty")
    terminal.send("\r" * 40)
    terminal.until("press e for NEXT STAGE")
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
