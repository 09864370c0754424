"""What keys, clicks and time do.

Owns the cursor, the message line, the help page's place, when hints start to glow, and how far the animation of the
latest turn has come. It plays through the session alone, and knows neither the terminal nor what time it is: keys have
names, and the clock is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tilekit import Playback
from tilekit_curses.motion import LIMIT, pictures

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilekit import CellView, Session, View
    from tilekit_curses.board import Target
    from tilekit_curses.motion import Picture

#: How long a key must rest, in seconds, before it counts as pressed anew. Longer than the pause before a held
#: key repeats: 0.66 s on a plain X server, 0.25 to 0.5 s elsewhere.
HOLD: Final = 0.7
#: How long a refused action flashes, in seconds.
FLASH: Final = 0.25

_ARROWS: Final = frozenset({"up", "down", "left", "right"})
_LETTERS: Final = {"h": "left", "j": "down", "k": "up", "l": "right"}
#: Keys that mean the same in every game, whatever the ruleset's buttons ask for. A button whose key is one of them
#: answers to the capital, and can always be reached with Tab and Enter.
RESERVED: Final = frozenset("hijkl?q ")
#: Actions of this frontend itself, beside those of the view. No action of a game begins with ``^``.
OWN: Final = ("help", "quit")
HINT: Final = "^hint"
#: Keys of what has no button where there is none of it: the session says why.
ABSENT: Final = {"b": "reopen", "u": "undo"}
#: What a click on the mark of a side does that the board goes on beyond.
SCROLLS: Final = {"^up": (-1, 0), "^down": (1, 0), "^left": (0, -1), "^right": (0, 1)}
#: Keys that close a page of help, and by how many lines others turn it.
CLOSES: Final = frozenset({"?", "q", "Q", "escape", "enter"})
PAGES: Final = {
    "down": 1, "j": 1, "up": -1, "k": -1, "space": 10, "pagedown": 10, "pageup": -10, "home": -9999, "end": 9999,
}  # fmt: skip
_PAGES: Final = {"pageup": "^up", "pagedown": "^down", "home": "^left", "end": "^right"}


class Player:
    """One person at one session.

    Attributes:
        view: what is shown now.
        cursor: the selected cell (row, column), counted from 0.
        button: action of the selected button, or None while the board is selected.
        picked: the first cell of an action on two cells, once it was chosen; else None.
        message: why the last action was refused, or empty.
        gain: points of the latest turn; 0 where it paid none.
        help: the first line of the help page that is shown, or None while the board is.
        done: whether the player has left.
        blocked: whether the screen is too small; only leaving works then. Set by who draws.
        window: rows and columns of the board that are shown. Set by who draws.
        say: the words of the player's language.
    """

    def __init__(self, session: Session, clock: Callable[[], float]) -> None:
        self._session = session
        self._clock = clock
        self.say = session.words("tilekit_curses")
        self.view: View = session.view()
        self.cursor = self.view.nearest((self.view.rows // 2, self.view.columns // 2))
        self.button: str | None = None
        self.picked: tuple[int, int] | None = None
        self.message = ""
        self.gain = 0
        self.help: int | None = None
        self.done = False
        self.blocked = False
        self.window = (self.view.rows, self.view.columns)
        self._touched = self._ticked = clock()
        self._held = ""
        self._held_since = 0.0
        self._asked = False
        self._refused: Target | None = None
        self._refused_at = 0.0
        self._turn = session.last_turn
        self._pictures: tuple[Picture, ...] = ()
        self._shown_at = 0.0

    # -- what to show

    @property
    def cell(self) -> CellView:
        """The selected cell."""
        return self.view.cells[self.cursor[0]][self.cursor[1]]

    @property
    def scrolls(self) -> bool:
        """Whether a part of the board lies outside the screen."""
        return self.window != (self.view.rows, self.view.columns)

    @property
    def hints(self) -> bool:
        """Whether hinted cells glow now."""
        return self._until_glow() == 0 or (self._asked and self.view.can_hint)

    @property
    def picture(self) -> Picture | None:
        """The picture of the latest turn that is to be shown now; None once it is over."""
        left = self._clock() - self._shown_at
        for picture in self._pictures:
            left -= picture.seconds
            if left < 0:
                return picture
        self._pictures = ()
        return None

    @property
    def refused(self) -> Target | None:
        """The cell or the button that flashes now, since it was refused."""
        return self._refused if self._clock() - self._refused_at < FLASH else None

    def until(self) -> float | None:
        """Seconds until something else is to be shown or done, or None if only a key will bring that about."""
        now = self._clock()
        waits = [self.until_hint(), self._until_tick()]
        if self.picture is not None:
            ends = self._shown_at
            for picture in self._pictures:
                ends += picture.seconds
                if ends > now:
                    break
            waits.append(ends - now)
        if self.refused is not None:
            waits.append(self._refused_at + FLASH - now)
        return min((seconds for seconds in waits if seconds is not None), default=None)

    def _until_tick(self) -> float | None:
        pace = self._session.pace
        if pace is None or self.blocked or self.help is not None:
            return None
        return max(0.0, self._ticked + pace - self._clock())

    def tick(self) -> None:
        """Lets a session that goes on by itself do so, where it is time."""
        left = self._until_tick()
        if left is None:
            self._ticked = self._clock()
        elif left <= 0:
            self._ticked = self._clock()
            pace = self._session.pace or LIMIT
            if self._session.tick():
                self._look_again(min(LIMIT, pace * 0.8))

    def finish(self) -> None:
        """Ends what moves or flashes at once."""
        self._pictures = ()
        self._refused = None

    @property
    def is_over_recording(self) -> bool:
        """Whether a recording is watched that has come to its end."""
        return isinstance(self._session, Playback) and self._session.is_at_end

    def until_hint(self) -> float | None:
        """Seconds until hinted cells start to glow; None if they do so already, or never will."""
        return self._until_glow() or None

    def _until_glow(self) -> float | None:
        return self.view.until_hint(self._clock() - self._touched)

    # -- what was pressed

    def press(self, key: str) -> None:
        """Does what a key stands for.

        Args:
            key: ``up down left right tab backtab enter space escape home end pageup pagedown``, these four ways
                with ``^`` before them to scroll, or the character itself. Unknown keys do nothing but keep hints from
                glowing.
        """
        now = self._clock()
        self._touched = now
        self._asked = False
        self.finish()
        if self.blocked:
            self.done = self.done or key in {"q", "Q"}
            return
        if key == self._held and now - self._held_since < HOLD:
            self._held_since = now
            return
        self._held = ""
        self.message = ""
        if self.help is not None:
            self._press_in_help(key)
            return
        if not self._press_capital(key):
            self._press_on_board(key.lower() if len(key) == 1 else key, key)

    def click(self, target: Target) -> None:
        """Plays the cell or presses the button that was clicked."""
        self._touched = self._clock()
        self._asked = False
        self.finish()
        self.message = ""
        if self.blocked:
            return
        self._held = ""
        if isinstance(target, str):
            self._do(target, "")
            return
        if target[0] < self.view.rows and target[1] < self.view.columns:
            self.cursor, self.button = target, None
            self._choose("")

    def turn_page(self, lines: int) -> None:
        """Scrolls the help page, or a board that is larger than the screen."""
        self._touched = self._clock()
        if self.help is not None:
            self.help = max(0, self.help + lines)
        elif self.view.slides:
            self._scroll("^down" if lines > 0 else "^up")

    def _press_in_help(self, key: str) -> None:
        if key in CLOSES:
            self.help = None
            self._hold(key)
        self.turn_page(PAGES.get(key, 0))

    def _press_capital(self, key: str) -> bool:
        for button in self.view.buttons:
            if button.key in RESERVED and key == button.key_beside(RESERVED) and key:
                self._play(button.action, key)
                return True
        return False

    def _press_on_board(self, key: str, pressed: str) -> None:
        key = _LETTERS.get(key, key)
        if key in _ARROWS:
            self._step(key, pressed)
        elif key in SCROLLS:
            self._scroll(key)
        elif key in _PAGES and self.view.slides:
            for _ in range(max(1, self.window[key in {"home", "end"}] // 2)):
                self._scroll(_PAGES[key])
        elif key in {"tab", "backtab"}:
            self._tab(1 if key == "tab" else -1)
        elif key in {"enter", "space"}:
            self._enter(key)
        elif key == "escape":
            self.button = self.picked = None
        elif key == "i":
            self._do(HINT, pressed)
        elif key == "?":
            self._do("help", pressed)
        elif key == "q":
            self._do("quit", pressed)
        elif key in {"home", "end"}:
            self.button = None
            self.cursor = self.view.nearest((self.cursor[0], 0 if key == "home" else self.view.columns - 1))
        else:
            matching = [button for button in self.view.buttons if button.key == key and key not in RESERVED]
            matching.sort(key=lambda button: not button.enabled)
            if matching:
                self._play(matching[0].action, pressed)
            elif key in ABSENT:
                self._refuse(self._session.play(ABSENT[key]), ABSENT[key])

    def _step(self, direction: str, pressed: str) -> None:
        if self.button is not None:
            actions = self._button_actions()
            at = actions.index(self.button) if self.button in actions else 0
            if direction in {"up", "down"}:
                at += 1 if direction == "down" else -1
                self.button = actions[at] if 0 <= at < len(actions) else self.button
            else:
                self.button = None
            return
        slide = self.view.way(direction)
        if slide:
            self._play(slide, pressed)
        else:
            self.cursor = self.view.step(self.cursor, direction)

    def _scroll(self, way: str) -> None:
        # The window has the cursor in its middle, where the board does not end before.
        for axis, (size, shown, by) in enumerate(
            zip((self.view.rows, self.view.columns), self.window, SCROLLS[way], strict=True)
        ):
            if by:
                low, high = shown // 2, size - shown + shown // 2
                at = min(max(min(max(self.cursor[axis], low), high) + by, low), high)
                self.cursor = (at, self.cursor[1]) if axis == 0 else (self.cursor[0], at)

    def _tab(self, by: int) -> None:
        actions = [*(button.action for button in self.view.buttons if button.enabled), *OWN]
        there = self.view.tab(self.button or self.cursor, by, actions, self.picked)
        if isinstance(there, str):
            self.button = there
        else:
            self.button, self.cursor = None, there

    def _enter(self, key: str) -> None:
        if self.button is not None:
            self._do(self.button, key)
        elif self.view.status != "playing" or self.view.slides:
            # A held Enter that has just ended a stage must not press what comes next; where arrows slide, no cell is
            # selected.
            self.message = ""
        else:
            self._choose(key)

    def _choose(self, key: str) -> None:
        """Plays the selected cell, or makes it one of the two an action takes."""
        choice = self.view.choose(self.cursor, self.picked)
        self.picked = choice.first
        if choice.action:
            self._play(choice.action, key)
        elif choice.refused:
            self._refuse(self.say(choice.refused), self.cursor)

    def _refuse(self, why: str, target: Target) -> None:
        self.message = why
        if self._session.preferences.motion != "none":
            self._refused, self._refused_at = target, self._clock()

    def _do(self, action: str, key: str) -> None:
        if action == HINT:
            self._asked = True
            if not self.view.can_hint:
                self.message = self.say("there is no hint")
        elif action in SCROLLS:
            self._scroll(action)
        elif action == "help":
            self.help = 0
            self._hold(key)
        elif action == "quit":
            self.done = True
        else:
            self._play(action, key)

    def _play(self, action: str, key: str) -> None:
        before = (self.view.status, self.view.reason)
        refused = self._session.play(action)
        if refused:
            target = self.button or self.cursor
            self._refuse(refused, action if any(b.action == action for b in self.view.buttons) else target)
            self.view = self._session.view()
            return
        self._look_again(LIMIT)
        if before != (self.view.status, self.view.reason):
            self.button = None
            self._hold(key)
        elif self.button is not None and self.button not in self._button_actions():
            self.button = None

    def _look_again(self, limit: float) -> None:
        """Shows how the game stands now, and how it came to that."""
        self.say = self._session.words("tilekit_curses")  # Other rules may have other words.
        self.view = self._session.view()
        self.picked = None
        self.cursor = self.view.nearest(self.cursor)
        turn = self._session.last_turn
        if turn is self._turn:
            return  # A recording was paused, say.
        self._turn = turn
        self.gain = turn.points if turn is not None and turn.points > 0 else 0
        self._pictures = pictures(self._session.scenes, self._session.preferences.motion, limit)
        self._shown_at = self._clock()

    def _hold(self, key: str) -> None:
        # Terminals do not tell a key held down from one pressed again, other than by time.
        self._held, self._held_since = key, self._clock()

    def _button_actions(self) -> list[str]:
        return [*(button.action for button in self.view.buttons), *OWN]
