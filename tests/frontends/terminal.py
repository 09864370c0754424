"""A program in a pseudo-terminal of its own, its output read by a terminal emulator."""

import contextlib
import fcntl
import functools
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pyte
from wcwidth import wcwidth

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


class Screen(pyte.Screen):
    """The emulator's screen, with the two sequences curses moves whole lines by, which it lacks."""

    @property
    def display(self):
        """The lines as text. A wide letter that is half overwritten leaves an empty cell, which pyte fails on."""
        lines = []
        for y in range(self.lines):
            cells = [self.buffer[y][x].data for x in range(self.columns)]
            stubs = {x + 1 for x, data in enumerate(cells) if data and wcwidth(data[0]) == 2}
            lines.append("".join(data or " " for x, data in enumerate(cells) if x not in stubs))
        return lines

    def scroll_up(self, count=1):
        self._scroll(self.margins.bottom if self.margins else self.lines - 1, count, self.index)

    def scroll_down(self, count=1):
        self._scroll(self.margins.top if self.margins else 0, count, self.reverse_index)

    def _scroll(self, line, count, move):
        self.cursor.y, before = line, self.cursor.y
        for _ in range(count):
            move()
        self.cursor.y = before


class Stream(pyte.ByteStream):
    csi = pyte.ByteStream.csi | {"S": "scroll_up", "T": "scroll_down"}
    events = pyte.ByteStream.events | {"scroll_up", "scroll_down"}


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, command, home, *, columns=80, lines=24, term="xterm-256color", **env):
        self.master, self.slave = os.openpty()
        self.screen = Screen(columns, lines)
        self.stream = Stream(self.screen)
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


def is_restored(terminal):
    return termios.tcgetattr(terminal.slave) == terminal.attributes
