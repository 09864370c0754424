"""What keys and clicks do.

Owns the cursor, the message line, the help page's place, and when hints start to glow. It plays through the
session alone, and knows neither the terminal nor what time it is: keys have names, and the clock is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilekit import Button, CellView, Session, View
    from tilekit_curses.board import Target

#: How long a key must rest, in seconds, before it counts as pressed anew. Longer than the pause before a held
#: key repeats: 0.66 s on a plain X server, 0.25 to 0.5 s elsewhere.
HOLD: Final = 0.7

_STEPS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_LETTERS: Final = {"h": "left", "j": "down", "k": "up", "l": "right"}
#: Keys that mean the same in every game, whatever the ruleset's buttons ask for.
RESERVED: Final = frozenset("hjkl?q ")
#: Actions of this frontend itself, beside those of the view.
OWN: Final = ("help", "quit")


def shown_key(button: Button) -> str:
    """The key that presses a button: its own, or a capital where that one is taken; empty where none is left.

    A button whose key is taken can always be reached with Tab and Enter.
    """
    if button.key not in RESERVED:
        return button.key
    capital = button.key.upper()
    return capital if capital != button.key else ""


class Player:
    """One person at one session.

    Attributes:
        view: what is shown now.
        cursor: the selected cell (row, column), counted from 0.
        button: action of the selected button, or None while the board is selected.
        message: why the last action was refused, or empty.
        help: the first line of the help page that is shown, or None while the board is.
        done: whether the player has left.
        blocked: whether the screen is too small; only leaving works then. Set by who draws.
    """

    def __init__(self, session: Session, clock: Callable[[], float]) -> None:
        self._session = session
        self._clock = clock
        self.view: View = session.view()
        self.cursor = self._nearest(self.view.rows // 2, self.view.columns // 2)
        self.button: str | None = None
        self.message = ""
        self.help: int | None = None
        self.done = False
        self.blocked = False
        self._touched = clock()
        self._held = ""
        self._held_since = 0.0

    # -- what to show

    @property
    def cell(self) -> CellView:
        """The selected cell."""
        return self.view.cells[self.cursor[0]][self.cursor[1]]

    @property
    def slides(self) -> bool:
        """Whether arrows play directions: where no cell can be played, there is nothing to move a cursor for."""
        ways = any(button.direction for button in self.view.buttons)
        return ways and not any(cell.action for row in self.view.cells for cell in row)

    @property
    def hints(self) -> bool:
        """Whether hinted cells glow now."""
        return self._has_hints() and self._clock() - self._touched >= self.view.hint_after

    def until_hint(self) -> float | None:
        """Seconds until hinted cells start to glow; None if they do so already, or never will."""
        if not self._has_hints():
            return None
        left = self.view.hint_after - (self._clock() - self._touched)
        return left if left > 0 else None

    def _has_hints(self) -> bool:
        view = self.view
        return view.hint_after > 0 and view.status == "playing" and any(cell.hint for row in view.cells for cell in row)

    # -- what was pressed

    def press(self, key: str) -> None:
        """Does what a key stands for.

        Args:
            key: ``up down left right tab backtab enter space escape home end pageup pagedown``, or the
                character itself. Unknown keys do nothing but keep hints from glowing.
        """
        now = self._clock()
        self._touched = now
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
        self.message = ""
        if self.blocked:
            return
        self._held = ""
        if isinstance(target, str):
            self._do(target, "")
            return
        if target[0] < self.view.rows and target[1] < self.view.columns:
            self.cursor, self.button = target, None
            if self.cell.action:
                self._play(self.cell.action, "")

    def turn_page(self, lines: int) -> None:
        """Scrolls the help page."""
        self._touched = self._clock()
        if self.help is not None:
            self.help = max(0, self.help + lines)

    def _press_in_help(self, key: str) -> None:
        key = _LETTERS.get(key, key)
        if key in {"?", "q", "Q", "escape", "enter"}:
            self.help = None
            self._hold(key)
        pages = {"down": 1, "up": -1, "space": 10, "pagedown": 10, "pageup": -10, "home": -9999, "end": 9999}
        self.turn_page(pages.get(key, 0))

    def _press_capital(self, key: str) -> bool:
        # A button whose own key is taken answers to the capital.
        for button in self.view.buttons:
            if button.key in RESERVED and key == shown_key(button) and key:
                self._play(button.action, key)
                return True
        return False

    def _press_on_board(self, key: str, pressed: str) -> None:
        key = _LETTERS.get(key, key)
        if key in _STEPS:
            self._step(key, pressed)
        elif key in {"tab", "backtab"}:
            self._tab(1 if key == "tab" else -1)
        elif key in {"enter", "space"}:
            self._enter(key)
        elif key == "escape":
            self.button = None
        elif key == "?":
            self._do("help", pressed)
        elif key == "q":
            self._do("quit", pressed)
        elif key in {"home", "end"}:
            self.button = None
            self.cursor = self._nearest(self.cursor[0], 0 if key == "home" else self.view.columns - 1)
        else:
            matching = [button for button in self.view.buttons if button.key == key and key not in RESERVED]
            matching.sort(key=lambda button: not button.enabled)
            if matching:
                self._play(matching[0].action, pressed)

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
        if self.slides:
            for button in self.view.buttons:
                if button.direction == direction:
                    self._play(button.action, pressed)
                    return
        down, right = _STEPS[direction]
        row, column = self.cursor[0] + down, self.cursor[1] + right
        while 0 <= row < self.view.rows and 0 <= column < self.view.columns:
            if not self.view.cells[row][column].hole:
                self.cursor = (row, column)
                return
            row, column = row + down, column + right

    def _tab(self, by: int) -> None:
        legal = [
            (r, c) for r, row in enumerate(self.view.cells) for c, cell in enumerate(row) if cell.legal and cell.action
        ]
        stops: list[Target] = [*legal, *(b.action for b in self._urgent_first() if b.enabled), *OWN]
        here: Target = self.button if self.button is not None else self.cursor
        if here in stops:
            there = stops[(stops.index(here) + by) % len(stops)]
        elif isinstance(here, str):
            there = stops[0]
        else:
            # The next legal cell in reading order, from a cell that is none.
            after = sum(stop < here for stop in legal)
            there = stops[after if by > 0 else after - 1]
        if isinstance(there, str):
            self.button = there
        else:
            self.button, self.cursor = None, there

    def _enter(self, key: str) -> None:
        if self.button is not None:
            self._do(self.button, key)
        elif self.view.status != "playing":
            # A held Enter that has just ended a stage must not press what comes next.
            self.message = ""
        elif not self.cell.action:
            self.message = "nothing can be played on this cell"
        else:
            self._play(self.cell.action, key)

    def _do(self, action: str, key: str) -> None:
        if action == "help":
            self.help = 0
            self._hold(key)
        elif action == "quit":
            self.done = True
        else:
            self._play(action, key)

    def _play(self, action: str, key: str) -> None:
        before = (self.view.status, self.view.reason)
        self.message = self._session.play(action)
        self.view = self._session.view()
        row, column = self.cursor
        self.cursor = self._nearest(min(row, self.view.rows - 1), min(column, self.view.columns - 1))
        if before != (self.view.status, self.view.reason):
            self.button = None
            self._hold(key)
        elif self.button is not None and self.button not in self._button_actions():
            self.button = None

    def _hold(self, key: str) -> None:
        # Terminals do not tell a key held down from one pressed again, other than by time.
        self._held, self._held_since = key, self._clock()

    def _urgent_first(self) -> list[Button]:
        return sorted(self.view.buttons, key=lambda button: not button.prominent)

    def _button_actions(self) -> list[str]:
        return [*(button.action for button in self.view.buttons), *OWN]

    def _nearest(self, row: int, column: int) -> tuple[int, int]:
        """The cell that is no hole and lies nearest to this place."""
        places = [
            (abs(r - row) + abs(c - column), r, c)
            for r, line in enumerate(self.view.cells)
            for c, cell in enumerate(line)
            if not cell.hole
        ]
        _, r, c = min(places, default=(0, 0, 0))
        return r, c
