"""The loop that shows a session, or the menu, on a curses screen.

Owns everything that touches the terminal: starting and restoring it, signals, keys, painting. It decides
nothing about the game and nothing about where things stand.
"""

from __future__ import annotations

import contextlib
import curses
import locale
import os
import select
import signal
import sys
import threading
import time
import traceback
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Self

from tilekit import Chooser, Controller, Held, TilekitError
from tilekit_curses.available import unavailable
from tilekit_curses.board import Look
from tilekit_curses.canvas import PLAIN, Charset, Style
from tilekit_curses.colours import Palette, rgb
from tilekit_curses.menu import draw_menu
from tilekit_curses.screen import draw

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from tilekit import Menu, Session, Words
    from tilekit_curses.board import Target
    from tilekit_curses.canvas import Canvas
    from tilekit_curses.screen import Frame

if sys.platform != "win32":
    import fcntl
    import termios

#: Milliseconds to wait after Escape for the rest of a key's code.
_ESCAPE_DELAY: Final = 25
#: Seconds until the board is at rest after a turn, at most, and from one picture of what moves to the next.
_LONGEST: Final = 0.4
_PICTURE: Final = 0.03
#: What can be changed here: a terminal has no sounds.
_SETTINGS: Final = ("motion", "language", "colours", "theme")
#: The exit status after Ctrl-C.
INTERRUPTED: Final = 130

_NAMES: Final = {
    curses.KEY_UP: "up", curses.KEY_DOWN: "down", curses.KEY_LEFT: "left", curses.KEY_RIGHT: "right",
    curses.KEY_BTAB: "backtab", curses.KEY_ENTER: "enter", curses.KEY_HOME: "home", curses.KEY_END: "end",
    curses.KEY_PPAGE: "pageup", curses.KEY_NPAGE: "pagedown",
    curses.KEY_SR: "^up", curses.KEY_SF: "^down", curses.KEY_SLEFT: "^left", curses.KEY_SRIGHT: "^right",
}  # fmt: skip
_CHARACTERS: Final = {"\n": "enter", "\r": "enter", " ": "space", "\t": "tab", "\x1b": "escape"}
_FINALS: Final = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end", "Z": "backtab"}


Page = Controller | Chooser


def play(session: Session) -> int:
    """Plays a session on the whole screen until the player leaves.

    Returns:
        The exit status: 0 when the player left, 130 after Ctrl-C, 128 + n when ended by signal n, 1 after an error,
        2 where there is no screen to play on. An error is one line on standard error, written once the
        screen is restored; with ``TILEKIT_TRACE=1`` it is the whole traceback.
    """
    return _run(lambda screen, signals: _play(session, screen, signals, Held(releases=False))[1])


def choose(menu: Menu) -> int:
    """Shows the menu until the player leaves it, and plays what is chosen there.

    Returns:
        The exit status, as `play` has it.
    """
    return _run(lambda screen, signals: _choose(menu, screen, signals))


def _run(show: Callable[[Screen, Signals], int]) -> int:
    reason = unavailable()
    if reason:
        _tell(reason)
        return 2
    signals = Signals()
    try:
        with signals, Screen() as screen:
            return show(screen, signals)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001  whatever a plugin raises, the screen is restored by now
        if os.environ.get("TILEKIT_TRACE") == "1":
            _tell("".join(traceback.format_exception(error)).rstrip())
        else:
            words = " ".join(str(error).split())
            _tell(f"{type(error).__name__}: {words} (TILEKIT_TRACE=1 shows where)")
        return 1


def _tell(words: str) -> None:
    with contextlib.suppress(OSError):  # The terminal may be gone.
        sys.stderr.write(f"tilekit-curses: {words}\n")
        sys.stderr.flush()


def _play(session: Session, screen: Screen, signals: Signals, held: Held) -> tuple[bool, int]:
    """Plays a session; whether the player left it with a key, and the exit status."""
    controller = Controller(
        session, time.monotonic(), package="tilekit_curses", held=held, drags=False, longest=_LONGEST,
        settings=_SETTINGS, unreadable=screen.unwritten,
    )  # fmt: skip

    def drawn(look: Look, height: int, width: int) -> Frame:
        return draw(controller.screen(time.monotonic()), replace(look, say=controller.words), height, width)

    status = _loop(controller, drawn, screen, signals)
    return status is None, status or 0


def _choose(menu: Menu, screen: Screen, signals: Signals) -> int:
    held = Held(releases=False)
    chooser = Chooser(menu, package="tilekit_curses", held=held, settings=_SETTINGS, unreadable=screen.unwritten)

    def drawn(look: Look, height: int, width: int) -> Frame:
        return draw_menu(chooser.screen(), replace(look, say=chooser.words), height, width)

    while True:
        status = _loop(chooser, drawn, screen, signals)
        if status is not None or chooser.chosen is None:
            return status or 0
        try:
            session = menu.open(*chooser.chosen)
        except TilekitError as error:
            chooser.load(str(error).partition("\n")[0])
            continue
        held.freeze(time.monotonic())  # What began it may still be held down.
        left, status = _play(session, screen, signals, held)
        if not left:
            return status
        held.freeze(time.monotonic())
        chooser.load(preferences=session.preferences)


def _wait(page: Page) -> float | None:
    """Seconds until the page changes by itself; while something moves, until its next picture."""
    if isinstance(page, Chooser):
        return None
    seconds = page.wake(time.monotonic())
    return None if seconds is None else max(seconds, _PICTURE)


def _loop(page: Page, drawn: Callable[[Look, int, int], Frame], screen: Screen, signals: Signals) -> int | None:
    """Shows a page until it is done; the exit status where a signal ended it, or the terminal is gone."""
    while not page.done:
        screen.paint(page, drawn)
        signals.wait(_wait(page))
        ended = signals.handle(screen)
        if ended is not None:
            return ended
        # Reading keys would first bring the old picture to the new screen; but what was typed while the screen
        # was too small is read before it counts as large enough.
        if screen.is_stale and page.fits:
            continue
        screen.read(page)
        if screen.is_interrupted:
            return INTERRUPTED
        if screen.is_gone:
            return 128 + 1
    return None


class Signals:
    """Signals as things to handle between two keys, so that none tears a turn in half.

    The second of a kind that ends the program does so at once, in case the first is never come to.
    """

    def __init__(self) -> None:
        self._pending: set[int] = set()
        self._before: dict[int, object] = {}
        self._reader = self._writer = -1
        self._wakeup_before = -1

    def __enter__(self) -> Self:
        """Takes the signals over, where this is the thread that may."""
        if threading.current_thread() is not threading.main_thread():
            return self
        names = ["SIGINT", "SIGTERM", "SIGHUP", "SIGTSTP", "SIGCONT", "SIGWINCH"]
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        if sys.platform != "win32":
            self._reader, self._writer = os.pipe()
            os.set_blocking(self._reader, False)
            os.set_blocking(self._writer, False)
            self._wakeup_before = signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
        for number in numbers:
            # What the caller ignores stays ignored: `nohup` is to be obeyed.
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        """Gives the signals back."""
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        if self._writer >= 0:
            signal.set_wakeup_fd(self._wakeup_before)
            os.close(self._reader)
            os.close(self._writer)

    def _note(self, number: int, _: FrameType | None) -> None:
        if number in self._pending:
            if number == signal.SIGINT:
                raise KeyboardInterrupt
            if number in _ENDING:
                raise SystemExit(128 + number)
        self._pending.add(number)

    def wait(self, seconds: float | None) -> None:
        """Waits for input, a signal, or the time given."""
        if sys.platform == "win32":
            return
        if self._pending:
            return
        readers = [0, self._reader] if self._reader >= 0 else [0]
        select.select(readers, [], [], seconds)
        if self._reader >= 0:
            with contextlib.suppress(BlockingIOError):
                while os.read(self._reader, 512):
                    pass

    def handle(self, screen: Screen) -> int | None:
        """Does what signals ask for; returns the exit status if one ends the game."""
        pending, self._pending = self._pending, set()
        if signal.SIGINT in pending:
            return INTERRUPTED
        for number in _ENDING:
            if number in pending:
                return 128 + number
        if sys.platform != "win32":
            if signal.SIGTSTP in pending:
                self._suspend(screen)
            elif signal.SIGCONT in pending:
                screen.resume()
            if signal.SIGWINCH in pending:
                screen.resize()
        return None

    def _suspend(self, screen: Screen) -> None:
        if sys.platform != "win32":
            screen.leave()
            ours = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)
            # Stopped here until SIGCONT.
            signal.signal(signal.SIGTSTP, ours)
            self._pending.discard(signal.SIGCONT)
            screen.resume()


_ENDING: Final[tuple[int, ...]] = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class Screen:
    """The terminal while a game is on it; as it was before once left, whatever happened."""

    def __init__(self) -> None:
        self.is_gone = False
        #: Whether Ctrl-C came as a key, as it does on Windows.
        self.is_interrupted = False
        #: Whether what the terminal shows is not to be relied on, so that all of it must be painted again.
        self.is_stale = False
        self._window: curses.window | None = None
        self._terminal: Any = None
        self._pairs: dict[tuple[int, int], int] = {}
        self._look = Look()
        self._targets: dict[tuple[int, int], Target] = {}
        self._idle_reads = 0

    def __enter__(self) -> Self:
        """Starts the screen."""
        with contextlib.suppress(locale.Error):
            locale.setlocale(locale.LC_CTYPE, "")
        if sys.platform != "win32":
            self._terminal = termios.tcgetattr(0)
        os.environ.setdefault("ESCDELAY", str(_ESCAPE_DELAY))
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Restores the terminal."""
        if self._window is not None:
            with contextlib.suppress(curses.error):
                self._window.keypad(False)  # noqa: FBT003  takes it by position alone
                curses.endwin()
        if sys.platform != "win32" and self._terminal is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(0, termios.TCSADRAIN, self._terminal)

    def _start(self) -> None:
        self._window = window = curses.initscr()
        with contextlib.suppress(AttributeError, curses.error):
            curses.set_escdelay(_ESCAPE_DELAY)
        curses.noecho()
        curses.cbreak()
        window.keypad(True)  # noqa: FBT003  takes it by position alone
        window.timeout(100 if sys.platform == "win32" else 0)
        with contextlib.suppress(curses.error):
            curses.curs_set(1)
        with contextlib.suppress(curses.error, AttributeError):
            wheel = getattr(curses, "BUTTON4_PRESSED", 0) | getattr(curses, "BUTTON5_PRESSED", 0)
            curses.mousemask(curses.BUTTON1_PRESSED | wheel)
            curses.mouseinterval(0)
        self._look = Look(_charset(), Palette(self._start_colours()))
        self.resize()

    def _start_colours(self) -> int:
        if os.environ.get("NO_COLOR") or not curses.has_colors():
            return 0
        try:
            curses.start_color()
            curses.use_default_colors()
        except curses.error:
            return 0
        if curses.COLORS > 256 and not curses.has_extended_color_support():
            return 8  # What is beyond is no palette, but red, green and blue, and cannot be named.
        return next((count for count in (256, 16, 8) if count <= curses.COLORS), 0)

    def unwritten(self, words: Words) -> str:
        """Why words cannot be shown here: the locale cannot write them, and question marks say less; else empty."""
        if self._look.charset.can_encode(words("Help")):
            return ""
        return f"this is English: the locale cannot write {words.language} (LC_ALL=C.UTF-8 can)"

    # -- painting

    def paint(self, page: Page, drawn: Callable[[Look, int, int], Frame]) -> None:
        """Shows a page as it stands."""
        window = self._window
        assert window is not None
        height, width = window.getmaxyx()
        frame = drawn(self._look, height, width)
        page.fit(frame.rows, frame.columns, first=frame.first, fits=frame.fits)
        self._targets = dict(frame.part.targets)
        window.erase()
        if self._pairs and 2 * len(self._pairs) > _most_pairs():
            self._pairs.clear()  # Else another game's colours would leave no room for those of this one.
        if self.is_stale:
            window.clearok(True)  # noqa: FBT003  takes it by position alone
            self.is_stale = False
        self._put(window, frame.part.canvas)
        with contextlib.suppress(curses.error):  # Where nothing is selected, no cursor is seen.
            curses.curs_set(0 if frame.part.cursor is None else 1)
        row, column = frame.part.cursor or (height - 1, 0)
        with contextlib.suppress(curses.error):
            window.move(min(row, height - 1), min(column, width - 1))
        window.refresh()

    def _put(self, window: curses.window, canvas: Canvas) -> None:
        for row in range(canvas.height):
            for column, text, style in canvas.runs(row):
                if style == PLAIN and not text.strip():
                    continue
                # Writing the last cell of the screen is reported as an error although it is written, and a
                # terminal may have shrunk since it was measured.
                with contextlib.suppress(curses.error, UnicodeError):
                    window.addstr(row, column, text, self._attributes(style))

    def _attributes(self, style: Style) -> int:
        attributes = (
            (curses.A_BOLD if style.bold else 0)
            | (curses.A_DIM if style.dim else 0)
            | (curses.A_REVERSE if style.reverse else 0)
            | (curses.A_UNDERLINE if style.underline else 0)
        )
        if (style.ink, style.paper) == (-1, -1) or not self._look.palette.colours:
            return attributes
        pair = (style.ink, style.paper)
        if pair not in self._pairs:
            number = len(self._pairs) + 1
            if number >= _most_pairs():
                return attributes | (curses.A_REVERSE if style.paper >= 0 else 0)
            try:
                curses.init_pair(number, *map(_named, pair))
            except curses.error:
                return attributes | (curses.A_REVERSE if style.paper >= 0 else 0)
            self._pairs[pair] = number
        return attributes | curses.color_pair(self._pairs[pair])

    # -- leaving and coming back

    def leave(self) -> None:
        """Gives the terminal to the shell for a while."""
        with contextlib.suppress(curses.error):
            curses.def_prog_mode()
            curses.endwin()

    def resume(self) -> None:
        """Takes the terminal again, at whatever size it has now, and paints all of it."""
        # Where the terminal is gone this fails; the next read then finds that out.
        with contextlib.suppress(curses.error):
            curses.reset_prog_mode()
        self.resize()

    def resize(self) -> None:
        """Follows the size of the terminal."""
        # Even where the size is the old one again: a terminal that shrank and grew has lost what it showed.
        self.is_stale = True
        if sys.platform == "win32":
            with contextlib.suppress(curses.error):
                curses.resize_term(0, 0)
            return
        try:
            columns, lines = os.get_terminal_size(1)
        except OSError:
            return
        if lines > 0 and columns > 0 and not curses.is_term_resized(lines, columns):
            return
        with contextlib.suppress(curses.error):
            curses.resize_term(max(1, lines), max(1, columns))

    # -- keys

    def read(self, page: Page) -> None:
        """Hands every key and click that has come to the page."""
        window = self._window
        assert window is not None
        codes: list[int | str] = []
        if sys.platform == "win32":
            seconds = _wait(page)
            window.timeout(100 if seconds is None else max(1, min(100, int(seconds * 1000))))
        while True:
            try:
                codes.append(window.get_wch())
            except curses.error:
                break
            if sys.platform == "win32":
                break
        if codes:
            self._idle_reads = 0
        elif sys.platform != "win32" and select.select([0], [], [], 0)[0]:
            # Input that can be read and holds nothing: the terminal is gone.
            self._idle_reads += 1
            self.is_gone = self._idle_reads > 20 and not _holds_input()
        for code in _keys(codes):
            if page.done:
                return  # What was typed ahead is for nobody.
            if code == curses.KEY_MOUSE:
                self._click(page)
            elif code == curses.KEY_RESIZE:
                self.resize()
            elif code == "\x0c":
                self.is_stale = True
            elif code == "\x03":
                self.is_interrupted = page.done = True
            elif isinstance(code, str):
                page.press(_CHARACTERS.get(code, code), time.monotonic())
            else:
                page.press(_NAMES.get(code, ""), time.monotonic())

    def _click(self, page: Page) -> None:
        try:
            _, column, row, _, buttons = curses.getmouse()
        except curses.error:
            return
        now = time.monotonic()
        if buttons & getattr(curses, "BUTTON4_PRESSED", 0):
            page.wheel(-3, now)
        elif buttons & getattr(curses, "BUTTON5_PRESSED", 0):
            page.wheel(3, now)
        elif buttons & curses.BUTTON1_PRESSED and (row, column) in self._targets:
            click(page, self._targets[row, column], now)


def click(page: Page, target: Target, now: float) -> None:
    """Hands a click on something that is drawn to the page."""
    if isinstance(page, Controller):
        page.point_down(target, now)
        page.point_up(target, now)
    else:
        choice = target if isinstance(target, str) else target[0]
        page.point_down(choice, now)
        page.point_up(choice, now)


def _most_pairs() -> int:
    """One more than there may be pairs of colours: attributes hold those up to 255."""
    return min(256, curses.COLOR_PAIRS)


def _named(index: int) -> int:
    """What the terminal calls a colour of the palette: where it has no palette, by red, green and blue."""
    if curses.COLORS <= 256 or index < 16:
        return index
    red, green, blue = rgb(index)
    return red << 16 | green << 8 | blue


def _holds_input() -> bool:
    waiting = 1
    if sys.platform != "win32":
        try:
            waiting = int.from_bytes(fcntl.ioctl(0, termios.FIONREAD, b"\0" * 4), sys.byteorder)
        except OSError:
            waiting = 0
    return waiting > 0


def _keys(codes: list[int | str]) -> list[int | str]:
    """Codes with arrows that terminfo does not know put together, and other unknown sequences left out.

    Else a terminal that sends ``ESC [ D`` where its description says ``ESC O D`` would press the button "d".
    """
    found: list[int | str] = []
    at = 0
    while at < len(codes):
        code = codes[at]
        if code == "\x1b" and at + 1 < len(codes) and codes[at + 1] in {"[", "O"}:
            end = at + 2
            while end < len(codes) and isinstance(last := codes[end], str) and not "@" <= last <= "~":
                end += 1
            final = codes[end] if end < len(codes) else ""
            if isinstance(final, str) and final in _FINALS and end == at + 2:
                found.append(_FINALS[final])
            at = end + 1
        else:
            found.append(code)
            at += 1
    return found


def _charset() -> Charset:
    # Not the preferred encoding: Python's UTF-8 mode changes that one, but not what curses writes.
    language = (os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or "")[:2]
    console = os.environ.get("TERM", "").startswith("linux")
    return Charset(locale.getencoding(), ambiguous_wide=language in {"ja", "ko", "zh"}, console=console)
