"""What keys, clicks and touches do.

Owns the cursor, the first cell of a pair, the message line, the help page's place, which keys are held, and when hints
start to glow. It plays through the session alone, and knows neither pygame nor pixels nor what time it is: keys have
names, points have become targets, and the clock is given.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from tilekit import Button, Playback

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilekit import CellView, Session, View

#: A cell as (row, column) from 0, or the action of a button.
Target = tuple[int, int] | str

#: Keys of what has no button where there is none of it: the session says why.
ABSENT: Final = {"b": "reopen", "u": "undo"}
#: Actions of this frontend itself, beside those of the view, and the keys they have where no ruleset wants them.
OWN: Final = {"hint": "i", "help": "?", "sound": "m", "quit": "q"}
#: Keys that mean the same in every game, whatever the ruleset's buttons ask for.
RESERVED: Final = frozenset("hjkl?q ")
#: A cell's name before the reason why it is refused.
_PLACE: Final = re.compile(r"r\d+c\d+ ?[:\uff1a] ?")
#: Seconds for which Enter does not press what a new screen waits for, in case it was meant for the board.
REST: Final = 0.4
#: What is swiped over the board, at least, in cells.
SWIPE: Final = 0.6

_ARROWS: Final = frozenset({"up", "down", "left", "right"})
_LETTERS: Final = {"h": "left", "j": "down", "k": "up", "l": "right"}
#: Keys that go on while they are held down. All others act once for each press.
_REPEATED: Final = frozenset({*_ARROWS, *_LETTERS, "tab", "backtab", "pageup", "pagedown"})
_PAGES: Final = {"down": 1, "up": -1, "space": 8, "pagedown": 8, "pageup": -8, "home": -9999, "end": 9999}
#: The buttons of a recording in a row: the turn before stands left of the next.
_IN_TIME: Final = ("", "left", "right", "up", "down")
#: Where a direction points, down and right counted up.
_WAYS: Final = {
    "up-left": (-1, -1), "up": (-1, 0), "up-right": (-1, 1), "left": (0, -1), "right": (0, 1),
    "down-left": (1, -1), "down": (1, 0), "down-right": (1, 1),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was refused last."""

    target: Target
    at: float
    """When, on the player's clock."""


class Held:
    """Which keys are held down, and which of those count only once they were released.

    One is shared by all that is shown in a window, so that a key held from one screen to the next is known to both.
    """

    def __init__(self) -> None:
        self._down: set[str] = set()
        self._dead: set[str] = set()

    def press(self, key: str) -> bool | None:
        """A key goes down: True where it was up, False where it repeats, None where it does not count."""
        if key in self._dead:
            return None
        new = key not in self._down
        self._down.add(key)
        return new

    def release(self, key: str) -> None:
        """A key is up."""
        self._down.discard(key)
        self._dead.discard(key)

    def release_all(self) -> None:
        """All keys are up, as far as anybody can tell: the window lost them."""
        self._down.clear()
        self._dead.clear()

    def freeze(self) -> None:
        """Another screen is shown: what is held down now counts only once it was released."""
        self._dead |= self._down


class Player:
    """One person at one session.

    Attributes:
        held: which keys are down.
        view: what is shown now.
        cursor: the selected cell (row, column), counted from 0.
        keyboard: whether the latest input came from the keyboard, so that the cursor is worth showing.
        button: action of the selected button, or None while the board is selected.
        first: the cell chosen first for an action that takes two, or None.
        pressed: what a finger or the mouse is down on, or None.
        message: why the last action was refused, or empty.
        refusal: what was refused last, or None.
        help: the first line of the help page that is shown, or None while the board is.
        done: whether the player has left.
        turns: how often the screen has changed by playing.
        changed_at: when the status last changed, on the clock.
    """

    def __init__(self, session: Session, clock: Callable[[], float], held: Held | None = None) -> None:
        self.held = held or Held()
        self._session = session
        self._clock = clock
        self.say = session.words("tilekit_pygame")
        self.view: View = session.view()
        self.cursor = self.view.nearest((self.view.rows // 2, self.view.columns // 2))
        self.keyboard = False
        self.button: str | None = None
        self.first: tuple[int, int] | None = None
        self.pressed: Target | None = None
        self.message = ""
        self.refusal: Refusal | None = None
        self.help: int | None = None
        self.done = False
        self.turns = 0
        self.changed_at = -math.inf
        self._touched = clock()

    # -- what to show

    @property
    def cell(self) -> CellView:
        """The selected cell."""
        return self.view.cells[self.cursor[0]][self.cursor[1]]

    @property
    def hears(self) -> bool:
        """Whether sound is on."""
        return self._session.preferences.sound == "on"

    @property
    def hints(self) -> bool:
        """Whether hinted cells glow now."""
        return self._until_glow() == 0

    def until_hint(self) -> float | None:
        """Seconds until hinted cells start to glow; None if they do so already, or never will."""
        return self._until_glow() or None

    def _until_glow(self) -> float | None:
        return self.view.until_hint(self._clock() - self._touched)

    @property
    def is_recording(self) -> bool:
        """Whether the session is watched, not played."""
        return isinstance(self._session, Playback)

    def partners(self) -> dict[tuple[int, int], str]:
        """What each cell plays as the second of a pair, while the first is chosen."""
        return self.view.partners(self.first) if self.first is not None else {}

    def buttons(self) -> Sequence[Button]:
        """All buttons: those of the view, then the frontend's own, each with a key that is its alone."""
        shown = [replace(button, key=button.key_beside(RESERVED)) for button in self.view.buttons]
        if self.is_recording:
            shown.sort(key=lambda button: _IN_TIME.index(button.direction))
        taken = {button.key for button in shown}
        sound = "Sound: on" if self.hears else "Sound: off"
        labels = {"hint": "Hint", "help": "Help", "sound": sound, "quit": "Leave"}
        for action, key in OWN.items():
            if action != "hint" or self.view.hint_after:
                own = "" if key in taken else key
                label = self.say(labels[action])
                enabled = action != "hint" or self.view.can_hint
                shown.append(Button(action, own, label, "", enabled, prominent=False, kind="sitting"))
        return shown

    # -- keys

    def press(self, key: str) -> None:
        """Does what a key stands for, as it goes down or repeats.

        Args:
            key: ``up down left right tab backtab enter space escape home end pageup pagedown``, or the
                character itself. Unknown keys do nothing but keep hints from glowing.
        """
        self._touched = self._clock()
        new = self.held.press(key)
        if new is None or not (new or self._may_repeat(key)):
            return
        self.keyboard = True
        self.message = ""
        if self.help is not None:
            self._press_in_help(key)
        else:
            self._press_on_board(key)

    def _may_repeat(self, key: str) -> bool:
        if self.help is None and self.view.slides and self.button is None and key in _REPEATED - {"tab", "backtab"}:
            return False
        return key in _REPEATED or any(b.action == "undo" and b.key == key for b in self.view.buttons)

    def _screen_changed(self) -> None:
        self.held.freeze()
        self.changed_at = self._clock()

    def _press_in_help(self, key: str) -> None:
        key = _LETTERS.get(key, key)
        if key in {"?", "q", "Q", "escape", "enter"}:
            self._turn_to(None)
        else:
            self.turn_page(_PAGES.get(key, 0))

    def turn_page(self, lines: int) -> None:
        """Scrolls the help page."""
        self._touched = self._clock()
        if self.help is not None:
            self.help = max(0, self.help + lines)

    def _press_on_board(self, pressed: str) -> None:
        buttons = sorted(self.buttons(), key=lambda button: not button.enabled)
        exact = next((b for b in buttons if pressed and b.key == pressed), None)
        key = pressed.lower() if len(pressed) == 1 else pressed
        key = key if exact else _LETTERS.get(key, key)
        if exact is None and len(key) == 1:
            exact = next((b for b in buttons if b.key == key), None)
        if key in _ARROWS:
            self._step(key)
        elif key in {"tab", "backtab"}:
            self._tab(1 if key == "tab" else -1)
        elif key in {"enter", "space"}:
            self._enter()
        elif key == "escape":
            self.button = self.first = None
        elif key in {"home", "end"}:
            self.button = None
            self.cursor = self.view.nearest((self.cursor[0], 0 if key == "home" else self.view.columns - 1))
        elif exact is not None:
            self._do(exact.action)
        elif key in ABSENT:
            self._do(ABSENT[key])

    def _step(self, direction: str) -> None:
        if self.button is not None:
            self._step_on_buttons(direction)
            return
        slide = self.view.way(direction)
        if slide:
            self._play(slide, slide)
        else:
            self.cursor = self.view.step(self.cursor, direction)

    def _step_on_buttons(self, direction: str) -> None:
        actions = [button.action for button in self.buttons()]
        at = actions.index(self.button) if self.button in actions else 0
        at += 1 if direction in {"down", "right"} else -1
        self.button = actions[at] if 0 <= at < len(actions) else None

    def _tab(self, by: int) -> None:
        actions = [button.action for button in self.buttons() if button.enabled]
        there = self.view.tab(self.button or self.cursor, by, actions, self.first)
        if isinstance(there, str):
            self.button = there
        else:
            self.button, self.cursor = None, there

    def _enter(self) -> None:
        if self.button is not None:
            self._do(self.button)
        elif self.view.status == "playing":
            self._choose(self.cursor)
        elif self._clock() - self.changed_at >= REST:
            waited_for = next((button for button in self.view.buttons if button.prominent and button.enabled), None)
            if waited_for is not None:
                self._do(waited_for.action)

    # -- points

    def point_down(self, target: Target | None) -> None:
        """The mouse or a finger goes down on a cell, a button, or nothing."""
        self._touched = self._clock()
        self.keyboard = False
        self.pressed = target

    def point_up(self, target: Target | None, swept: tuple[float, float] = (0.0, 0.0)) -> None:
        """It comes up again: what it went down on is pressed where it still is there, else a pair or a way is played.

        Args:
            target: what it is over now.
            swept: how far it went since it came down: rows and columns, in cells.
        """
        self._touched = self._clock()
        begun, self.pressed = self.pressed, None
        if begun is None:
            return
        self.message = ""
        if self.help is not None:
            if begun == target == "help":
                self._turn_to(None)
        elif isinstance(begun, str):
            if begun == target:
                self.button = None
                self._do(begun)
        elif self.view.slides and math.hypot(*swept) >= SWIPE:
            self._swipe(*swept)
        elif begun == target:
            self.cursor, self.button = begun, None
            self._choose(begun)
        elif isinstance(target, tuple):
            self._drag(begun, target)

    def _swipe(self, down: float, right: float) -> None:
        def along(button: Button) -> float:
            way = _WAYS[button.direction]
            return (way[0] * down + way[1] * right) / math.hypot(*way)

        ways = [button for button in self.view.buttons if button.direction]
        best = max(ways, key=along)
        self._play(best.action, best.action)

    def _drag(self, begun: tuple[int, int], target: tuple[int, int]) -> None:
        action = self.view.partners(begun).get(target)
        if action is not None:
            self.cursor, self.first = target, None
            self._play(action, target)

    # -- playing

    def _choose(self, place: tuple[int, int]) -> None:
        """Presses a cell: it is played, or chosen as one of two."""
        choice = self.view.choose(place, self.first)
        self.first = choice.first
        if choice.action:
            self._play(choice.action, place)
        elif choice.refused:
            self._refuse(self.say(choice.refused), place)

    def _do(self, action: str) -> None:
        if action == "help":
            self._turn_to(0)
        elif action == "quit":
            self.done = True
        elif action == "sound":
            self._session.preferences = replace(self._session.preferences, sound="off" if self.hears else "on")
        elif action == "hint":
            self._touched = -math.inf
        else:
            self._play(action, action)

    def _turn_to(self, page: int | None) -> None:
        self.help = page
        self._screen_changed()

    def _play(self, action: str, target: Target) -> None:
        before = self._session.game
        refused = self._session.play(action)
        if refused:
            self._refuse(refused, target)
        else:
            self.refusal = None
            self._follow(changed=before is not self._session.game)

    def tick(self) -> bool:
        """A session that goes on by itself does so; whether anything changed."""
        if not self._session.tick():
            return False
        self._follow(changed=False)
        return True

    def _follow(self, *, changed: bool) -> None:
        """Takes the session's new view over."""
        self.say = self._session.words("tilekit_pygame")  # Other rules may have other words.
        before, self.view = self.view, self._session.view()
        self.turns += 1
        self.first = None
        self.cursor = self.view.nearest(self.cursor)
        if changed or (before.status, before.reason) != (self.view.status, self.view.reason):
            self.button = None
            self._screen_changed()
        elif self.button is not None and self.button not in {button.action for button in self.buttons()}:
            self.button = None

    def _refuse(self, why: str, target: Target) -> None:
        # No coordinates are drawn here: the cell is marked as long as the message stands.
        self.message = _PLACE.sub("", why) if isinstance(target, tuple) else why
        self.refusal = Refusal(target, self._clock())
