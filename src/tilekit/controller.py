"""What a person at the controls can do with a game, for every frontend.

Owns the cursor and the focus, what keys, pointers and time do, pauses, choices in several steps, pages, hints,
previews, what is said of a state and when, and how far the animation of the latest turn is. It is driven by abstract
input, and gives one value that says what to draw. It knows neither pixels nor characters, and reads no clock: every
input says when it came. It plays through the session alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tilekit.animation import LONGEST, Animation, Floating, Sprite, tiles_of
from tilekit.pages import TABS, Line, Page, Pages, help_of, numbers_of
from tilekit.preferences import VARIABLES, Preferences
from tilekit.preview import Preview
from tilekit.refusals import Refusal
from tilekit.session import Playback, Session
from tilekit.view import Button, CellView, Place, View
from tilekit.words import Phrase, Words

#: A cell as (row, column) from 0, or the action of a button.
Target = Place | str

#: Keys that mean the same in every game, whatever the ruleset's buttons ask for. A button whose key is one of them
#: answers to the capital.
RESERVED: Final = frozenset("hjkl?q ")
#: What is no action of a game, beside the view's buttons, and its key where no button of the game wants it. No action
#: of a game begins with ``^``.
OWN: Final = {"^hint": "i", "^help": "?", "^sound": "m", "^quit": "q"}
#: Keys of pages that have no button, where no button wants them.
_PAGE_KEYS: Final = {",": "settings", ".": "statistics"}
#: Keys of what has no button where there is none of it: the session says why.
_ABSENT: Final = {"b": "reopen", "u": "undo", "y": "redo"}
#: What scrolls a board of which only a part is shown.
SCROLLS: Final = {"^up": (-1, 0), "^down": (1, 0), "^left": (0, -1), "^right": (0, 1)}
_PAGES: Final = {"pageup": "^up", "pagedown": "^down", "home": "^left", "end": "^right"}
_ARROWS: Final = frozenset({"up", "down", "left", "right"})
_LETTERS: Final = {"h": "left", "j": "down", "k": "up", "l": "right"}
#: Keys that go on while they are held down. All others act once for each press.
_REPEATED: Final = frozenset({*_ARROWS, *_LETTERS, "tab", "backtab", "pageup", "pagedown"})
#: Seconds for which Enter does not press what a new screen waits for, in case it was meant for the board.
REST: Final = 0.4
#: Seconds for which a refused cell or button is marked strongly.
FLASH: Final = 0.32
#: Where nobody says when a key is released: seconds for which it must rest before it counts as pressed again. Longer
#: than the pause before a held key repeats: 0.66 s on a plain X server, 0.25 to 0.5 s elsewhere.
HOLD: Final = 0.7
#: What is swiped over the board, at least, in cells.
SWIPE: Final = 0.6
#: Where the first sentence of a text ends.
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.])\s|(?<=\N{IDEOGRAPHIC FULL STOP})")
#: The buttons of a recording in a row: the turn before is left of the next.
_IN_TIME: Final = ("", "left", "right", "up", "down")
#: Where a direction points, down and right counted up.
_WAYS: Final = {
    "up-left": (-1, -1), "up": (-1, 0), "up-right": (-1, 1), "left": (0, -1), "right": (0, 1),
    "down-left": (1, -1), "down": (1, 0), "down-right": (1, 1),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Message:
    """Something that is said to the player: a code and values for a program, a sentence for people."""

    code: str
    """Words joined by hyphens: ``"not-here"``, ``"paused"``."""
    sentence: str
    values: tuple[tuple[str, str | int], ...] = ()
    """What the sentence is made of, by name."""
    target: Target | None = None
    """The cell or the button that it is about; None where it is about none."""
    reason: str = ""
    """The sentence without its place, for a screen that marks ``target``; of a refusal alone."""

    @classmethod
    def of(cls, code: str, phrase: str, words: Words) -> Message:
        """A phrase in the words of a language."""
        values = phrase.values.items() if isinstance(phrase, Phrase) else ()
        said = tuple((name, value if isinstance(value, str | int) else str(value)) for name, value in values)
        return cls(code, words(phrase), said)


@dataclass(frozen=True, slots=True)
class Screen:
    """What to draw: everything that a frontend shows of a game at a moment, as plain values.

    Two of these are equal exactly where the same is to be seen. `dataclasses.asdict` makes data for JSON of it.
    """

    view: View
    """The game as it stands. What is said of it is below, since that waits until the board is at rest."""
    buttons: tuple[Button, ...]
    """All buttons: the view's, each with the key that presses it, then those that every game has, which begin with
    ``^``: ``"^hint"``, ``"^help"``, ``"^sound"``, ``"^quit"``."""
    cursor: Place
    """The selected cell."""
    button: str
    """Action of the selected button; empty while the board is selected."""
    keyboard: bool
    """Whether the latest input came from the keyboard, so that the cursor is worth showing."""
    chosen: tuple[Place, ...]
    """The cells already chosen for an action that takes several."""
    partners: tuple[Place, ...]
    """The cells that may be chosen next."""
    over: Target | None
    """What the pointer is over."""
    pressed: Target | None
    """What the pointer is down on."""
    preview: Preview
    """What the cell or the button under the pointer, else the selected one, would do."""
    hints: bool
    """Whether hinted cells glow."""
    sprites: tuple[Sprite, ...]
    """The tiles as they lie or move now, in the order in which they are drawn."""
    floating: tuple[Floating, ...]
    """Points that float up."""
    moves: bool
    """Whether the board is not at rest."""
    banner: str
    banner_colour: str
    standing: str
    """Score and best, as they are below a banner; empty where there is none."""
    notices: tuple[str, ...]
    message: Message | None
    """Why the latest input was refused, or what else it has to tell."""
    flash: float | None
    """Seconds since something was refused, while that is marked strongly; None otherwise."""
    prompt: Message
    """What can be done next: what Enter would do, which keys there are in a pause."""
    tip: Message | None
    """How to begin, in the first game of a ruleset."""
    gain: int
    """Points of the latest turn; 0 where it paid none."""
    part: tuple[int, int]
    """How many rows and columns of the board are shown."""
    page: Page | None
    """The page over the board."""
    watched: bool
    """Whether it is a recording."""
    preferences: Preferences

    @property
    def cell(self) -> CellView:
        """The selected cell."""
        return self.view.cells[self.cursor[0]][self.cursor[1]]

    @property
    def refused(self) -> Target | None:
        """The cell or the button that is marked strongly, since it was refused."""
        return self.message.target if self.message is not None and self.flash is not None else None


class Held:
    """Which keys are held down, and which of those count only once they were released.

    One is shared by all that is shown in a window, so that a key held from one screen to the next is known to both.

    Args:
        releases: whether it is told when a key is released. A terminal tells a held key by time alone.
    """

    def __init__(self, *, releases: bool = True) -> None:
        self.releases = releases
        self._down: set[str] = set()
        self._dead: set[str] = set()
        self._last, self._since = "", -math.inf

    def press(self, key: str, now: float) -> bool | None:
        """A key goes down: True where it was up, False where it repeats, None where it does not count."""
        if not self.releases:
            if key in self._dead and now - self._since < HOLD:
                self._since = now
                return None
            self._dead.clear()
            self._last = key
            return True
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

    def freeze(self, now: float) -> None:
        """Another screen is shown: what is held down now counts only once it was released."""
        self._dead |= self._down if self.releases else {self._last}
        self._since = now


class Controller:
    """One person at one session.

    Args:
        session: what is played.
        now: seconds on any clock that goes on; every other time is on the same clock.
        package: whose catalogue of words to take beside the engine's and the ruleset's.
        held: which keys are down; one of its own if None.
        drags: whether a pointer can be drawn across the board.
        longest: seconds until the board is at rest after a turn, at most.
        settings: the preferences that can be changed here.
        unreadable: why a screen cannot show these words, in a sentence, or empty. English is spoken where it cannot.
        warning: what the frontend has to tell first, or empty.

    Attributes:
        view: the game as it stands.
        words: the words of the player's language.
        done: whether the player has left.
        fits: whether there is room to play; without it only leaving works.
    """

    def __init__(
        self,
        session: Session,
        now: float = 0.0,
        *,
        package: str = "tilekit",
        held: Held | None = None,
        drags: bool = True,
        longest: float = LONGEST,
        settings: Sequence[str] = tuple(VARIABLES),
        unreadable: Callable[[Words], str] = lambda _: "",
        warning: str = "",
    ) -> None:
        self.session = session
        self.held = held or Held()
        self.done = False
        self.fits = True
        self._package, self._drags, self._longest, self._unreadable = package, drags, longest, unreadable
        self._settings = tuple(settings)
        self._pages = Pages(settings)
        self._message: Message | None = Message("warning", warning) if warning else None
        self._refused_at = -math.inf
        self.words = self._readable_words()
        self.view: View = session.view()
        self._cursor = self.view.nearest((self.view.rows // 2, self.view.columns // 2))
        self._part = (self.view.rows, self.view.columns)
        self._button = ""
        self._keyboard = not self.held.releases  # a terminal has a keyboard first of all
        self._first: Place | None = None
        self._over: Target | None = None
        self._pressed: Target | None = None
        self._asked = False
        self._touched = self._ticked = now
        self._waits_since = -math.inf
        self._turn, self._gain = session.last_turn, 0
        self._is_first = session.is_first
        self._previews: dict[str, Preview] = {}
        self._told = self.view
        self._banner_before = ""
        self._animation: Animation | None = None
        self._began, self._heard = now, -1.0
        self._sounds: list[tuple[tuple[str, ...], int]] = []
        self._steps: dict[str, int] = {}

    def _readable_words(self) -> Words:
        words = self.session.words(self._package)
        why = self._unreadable(words)
        if not why:
            return words
        self.session.speak_english()
        self._message = Message("unreadable", why)
        return self.session.words(self._package)

    # -- what to show

    def screen(self, now: float) -> Screen:
        """What to draw; whatever time has brought by now has happened in it."""
        self.advance(now)
        view, told, since = self.view, self._told, now - self._began
        standing = Animation(tiles_of(view), tiles_of(view), ())
        flash = now - self._refused_at if self.session.preferences.motion != "none" else math.inf
        return Screen(
            view=view,
            buttons=self.buttons(),
            cursor=self._cursor,
            button=self._button,
            keyboard=self._keyboard,
            chosen=() if self._first is None else (self._first,),
            partners=tuple(sorted(view.partners(self._first))) if self._first is not None else (),
            over=self._over,
            pressed=self._pressed,
            preview=self._preview(),
            hints=self._until_glow(now) == 0 or (self._asked and view.can_hint),
            sprites=tuple((self._animation or standing).sprites(since if self._animation else math.inf)),
            floating=tuple(self._animation.floating(since)) if self._animation else (),
            moves=told is not view,
            banner=told.banner,
            banner_colour=told.banner_colour,
            standing=told.standing(self.words) if told.banner else "",
            notices=tuple(notice for notice in told.notices if notice != told.banner),
            message=self._message,
            flash=flash if 0 <= flash < FLASH and self._message is not None else None,
            prompt=self._prompt(),
            tip=self._tip(),
            gain=self._gain,
            part=self._part,
            page=self._page(),
            watched=self._is_watched,
            preferences=self.session.preferences,
        )

    @property
    def _is_watched(self) -> bool:
        return isinstance(self.session, Playback)

    def buttons(self) -> tuple[Button, ...]:
        """All buttons, each with a key that is its alone."""
        words, view = self.words, self.view
        shown = [replace(button, key=button.key_beside(RESERVED)) for button in view.buttons]
        if self._is_watched:
            shown.sort(key=lambda button: _IN_TIME.index(button.direction))
        taken = {button.key for button in shown}
        sound = words("Sound: on") if self.session.preferences.sound == "on" else words("Sound: off")
        labels = {"^hint": words("Hint"), "^help": words("Help"), "^sound": sound, "^quit": words("Quit")}
        for action, key in OWN.items():
            if action == "^hint" and not (view.hint_after or view.can_hint):
                continue
            if action == "^sound" and "sound" not in self._settings:
                continue
            own = "" if key in taken else key
            enabled = action != "^hint" or view.can_hint
            shown.append(Button(action, own, labels[action], "", enabled, prominent=False, kind="sitting"))
        return tuple(shown)

    def _page(self) -> Page | None:
        kind, view, words = self._pages.kind, self.view, self.words
        if not kind:
            return None
        lines: Iterator[Line]
        if kind == "help":
            lines = help_of(view, self.buttons(), words, drags=self._drags, watched=self._is_watched)
        elif kind == "settings":
            lines = self._pages.settings(self.session.preferences, words)
        else:
            best = next((panel.text for panel in view.panels if panel.label == words("Best")), "")
            lines = iter(self._pages.kept(lambda: numbers_of(self.session.statistics(), best, words)))
        return self._pages.page(view.title, tuple(lines), words)

    def _preview(self) -> Preview:
        target = self._over
        if target is None and self._keyboard:
            target = self._button or self._cursor
        if target is None or self._told is not self.view or self._pages.kind or self.view.status != "playing":
            return Preview()
        if isinstance(target, str):
            button = next((each for each in self.view.buttons if each.action == target and not each.kind), None)
            action = target if button and button.enabled and target not in {"undo", "redo"} else ""
        elif self.view.slides or not (0 <= target[0] < self.view.rows and 0 <= target[1] < self.view.columns):
            action = ""
        else:
            cell, action = self.view.cells[target[0]][target[1]], self.view.choose(target, self._first).action
            action = action if cell.legal or action != cell.action else ""
        if action and action not in self._previews:
            self._previews[action] = self.session.preview(action)
        return self._previews[action] if action else Preview()

    def _tip(self) -> Message | None:
        if not self._is_first or self.session.game.actions or not self.view.help:
            return None
        rule = _SENTENCE_ENDS.split(self.view.help[0])[0]
        return Message.of("first-game", Phrase("{rule} Press ? for all rules.", rule=rule), self.words)

    def _prompt(self) -> Message:
        words, view = self.words, self.view

        def made(code: str, phrase: Phrase) -> Message:
            return Message.of(code, phrase, words)

        if self._button:
            label = next((each.label for each in self.buttons() if each.action == self._button), self._button)
            return made("button", Phrase("Enter: {what}", what=label))
        if isinstance(self.session, Playback) and self.session.is_at_end:
            back = [(each.key, each.label) for each in view.buttons if each.action == "back" and each.enabled]
            return made("recording-ends", Phrase("The recording ends here. Press {keys}.",
                                                 keys=self._keys([*back, ("q", words("Quit"))])))  # fmt: skip
        if view.status != "playing":
            return self._pause()
        if view.slides:
            verbs = {button.action.split()[0] for button in view.buttons if button.direction}
            if len(verbs) == 1:
                return made("slides", Phrase("Arrow keys {verb}", verb=verbs.pop()))
            return made("slides", Phrase("Arrow keys press buttons"))
        cell = view.cells[self._cursor[0]][self._cursor[1]]
        place = Phrase("{place} {tile}", place=f"r{cell.row}c{cell.column}",
                       tile=cell.tile.tile if cell.tile else Phrase("empty"))  # fmt: skip
        action = view.choose(self._cursor, self._first).action
        if self._first is not None:
            if action and (cell.legal or action != cell.action):
                return made("second", Phrase("{cell}   {enter}", cell=place, enter=self._enter(action)))
            first = f"r{self._first[0] + 1}c{self._first[1] + 1}"
            chosen = Phrase("{first} is chosen: choose a cell beside it, Escape lets go", first=first)
            return made("first", Phrase("{cell}   {enter}", cell=place, enter=chosen))
        if cell.partners:
            chooses = Phrase("Enter chooses it as the first of two")
            return made("pair", Phrase("{cell}   {enter}", cell=place, enter=chooses))
        if cell.legal and cell.action:
            return made("cell", Phrase("{cell}   {enter}", cell=place, enter=self._enter(cell.action)))
        return made("nothing", place)

    def _pause(self) -> Message:
        words = self.words
        enabled = [button for button in self.buttons() if button.enabled and not button.action.startswith("^")]
        wanted = [button for button in enabled if button.prominent] or enabled
        keys = [(each.key, words("a new game") if each.action == "new" else each.label) for each in wanted if each.key]
        if not keys:
            return Message.of("leave", Phrase("Press q to leave"), words)
        listed = self._keys(keys)
        if self.view.status == "over":
            return Message.of("over", Phrase("Game over. Press {keys}.", keys=listed), words)
        return Message.of("paused", Phrase("Paused. Press {keys}.", keys=listed), words)

    def _keys(self, keys: Sequence[tuple[str, str]]) -> str:
        """Keys with what they are for, as the language joins them."""
        words = self.words
        between = words("{first}, {rest}", first="", rest="")
        return between.join(words("{key} for {what}", key=key, what=what) for key, what in keys)

    def _enter(self, action: str) -> Phrase:
        """What Enter plays: as it is written, or where the language has no word for it, what it is about."""
        verb, _, places = action.partition(" ")
        if self.words.language == "en" or verb in self.words:
            return Phrase("Enter: {what}", what=f"{self.words(verb)} {places}")
        return Phrase("Enter plays the two cells") if " " in places else Phrase("Enter plays the cell")

    # -- time

    def advance(self, now: float) -> None:
        """Lets time pass: sounds begin, animations end, a session that goes on by itself does so."""
        if self._animation is not None:
            since = now - self._began
            for kind, _ in self._animation.cues(self._heard, since):
                self._sound(kind)
            self._heard = since
            if since >= self._animation.seconds:
                self._settle(self._began + self._animation.seconds)
            if since >= self._animation.whole:
                self._animation = None
        left = self._until_tick(now)
        if left is None:
            self._ticked = now
        elif left <= 0:
            self._ticked = now
            pace = self.session.pace or LONGEST
            self._finish(now)
            before = self.view
            if self.session.tick():
                self._follow(before, now, longest=min(self._longest, 0.8 * pace))

    def wake(self, now: float) -> float | None:
        """Seconds until something else is to be shown; 0 while something moves; None where only input brings that."""
        flash = now - self._refused_at
        if self._animation is not None:
            return 0.0
        waits = [self._until_tick(now), self._until_glow(now) or None]
        if self._message is not None and self.session.preferences.motion != "none" and 0 <= flash < FLASH:
            waits.append(FLASH - flash)
        return min((seconds for seconds in waits if seconds is not None), default=None)

    def sounds(self) -> list[tuple[tuple[str, ...], int]]:
        """What is to be heard since this was asked last: kinds of scenes that are heard at once, and how far they rise.

        Kinds are those of `Scene.kind`, ``"refused"``, and ``"good"`` or ``"bad"`` for a banner.
        """
        found, self._sounds = self._sounds, []
        return found if self.session.preferences.sound == "on" else []

    def _until_tick(self, now: float) -> float | None:
        pace = self.session.pace
        if pace is None or self._pages.kind or not self.fits:
            return None
        return max(0.0, self._ticked + pace - now)

    def _until_glow(self, now: float) -> float | None:
        return self.view.until_hint(now - self._touched)

    def _sound(self, kind: str) -> None:
        step = self._steps[kind] = self._steps.get(kind, -1) + 1
        self._sounds.append(((kind,), step))

    def _finish(self, now: float) -> None:
        """Ends what moves or flashes at once."""
        self._settle(now)
        self._animation = None
        self._refused_at = -math.inf

    def _settle(self, now: float) -> None:
        """The board has come to rest, or is taken to have: what is said of it is said now."""
        if self._told is self.view:
            return
        self._told = self.view
        if self._told.banner:
            # Enter may still be meant for the board until somebody has seen that there is more to it.
            self._waits_since = now
            if self._told.banner != self._banner_before:
                self._sound("bad" if _is_bad(self._told) else "good")

    # -- how much there is room for

    def fit(
        self, rows: int | None = None, columns: int | None = None, *, first: int | None = None, fits: bool = True
    ) -> None:
        """What was drawn had room for so much.

        Args:
            rows: of the board; all if None.
            columns: of the board; all if None.
            first: the line that the open page was drawn from, which may be less than was asked for.
            fits: whether there is room to play at all.
        """
        self._part = (rows or self.view.rows, columns or self.view.columns)
        self.fits = fits
        if first is not None and self._pages.kind:
            self._pages.first = first

    # -- keys

    def press(self, key: str, now: float) -> None:
        """Does what a key stands for, as it goes down or repeats.

        Args:
            key: ``up down left right tab backtab enter space escape home end pageup pagedown``, these four ways
                with ``^`` before them to scroll, or the character itself. Unknown keys do nothing but keep hints from
                glowing.
            now: when.
        """
        new = self.held.press(key, now)
        self._begin_input(now)
        if not self.fits:
            self.done = self.done or key in {"q", "Q"}
            return
        if new is None or not (new or self._may_repeat(key)):
            return
        self._keyboard, self._message = True, None
        self._over = None
        if self._pages.kind:
            self._in_page(lambda: self._pages.press(key, self.session.preferences), now)
        else:
            self._press_on_board(key, now)

    def release(self, key: str) -> None:
        """A key comes up."""
        self.held.release(key)

    def _begin_input(self, now: float) -> None:
        self.advance(now)
        self._finish(now)
        self._touched, self._asked = now, False

    def _may_repeat(self, key: str) -> bool:
        if not self._pages.kind and self.view.slides and not self._button and key in _REPEATED - {"tab", "backtab"}:
            return False
        return key in _REPEATED or any(
            each.action in {"undo", "redo"} and each.key == key for each in self.view.buttons
        )

    def _in_page(self, act: Callable[[], Preferences], now: float) -> None:
        before, kept = self._pages.kind, self.session.preferences
        chosen = act()
        if chosen != kept:
            self.session.preferences = chosen
            self.words = self._readable_words()
            self.view = self._told = self.session.view()
        if self._pages.kind != before:
            self.held.freeze(now)

    def _open(self, kind: str, now: float) -> None:
        self._pages.open(kind)
        self.held.freeze(now)

    def _press_on_board(self, pressed: str, now: float) -> None:
        buttons = sorted(self.buttons(), key=lambda button: not button.enabled)
        exact = next((each for each in buttons if pressed and each.key == pressed), None)
        key = pressed.lower() if len(pressed) == 1 else pressed
        if exact is None:
            key = _LETTERS.get(key, key)
            exact = next((each for each in buttons if len(key) == 1 and each.key == key), None)
        if key in _ARROWS:
            self._step(key, now)
        elif key in SCROLLS:
            self._scroll(key)
        elif key in _PAGES and self.view.slides:
            for _ in range(max(1, self._part[key in {"home", "end"}] // 2)):
                self._scroll(_PAGES[key])
        elif key in {"tab", "backtab"}:
            self._tab(1 if key == "tab" else -1)
        elif key in {"enter", "space"}:
            self._press_enter(now)
        elif key == "escape":
            self._button, self._first = "", None
        elif key in {"home", "end"}:
            self._button = ""
            self._cursor = self.view.nearest((self._cursor[0], 0 if key == "home" else self.view.columns - 1))
        elif exact is not None:
            self._do(exact.action, now)
        elif key == OWN["^hint"]:
            self._do("^hint", now)
        elif key in _PAGE_KEYS:
            self._open(_PAGE_KEYS[key], now)
        elif key in _ABSENT:
            self._play(_ABSENT[key], _ABSENT[key], now)

    def _step(self, direction: str, now: float) -> None:
        if self._button:
            actions = [button.action for button in self.buttons() if button.enabled or button.action == self._button]
            at = actions.index(self._button) + (1 if direction in {"down", "right"} else -1)
            self._button = actions[max(0, min(at, len(actions) - 1))]
            return
        slide = self.view.way(direction)
        if slide:
            self._play(slide, slide, now)
        else:
            self._cursor = self.view.step(self._cursor, direction)

    def _scroll(self, way: str) -> None:
        # What is shown has the cursor in its middle, where the board does not end before.
        place = list(self._cursor)
        sizes = (self.view.rows, self.view.columns)
        for axis, (size, shown, by) in enumerate(zip(sizes, self._part, SCROLLS[way], strict=True)):
            if by and shown < size:
                low, high = shown // 2, size - shown + shown // 2
                place[axis] = min(max(min(max(place[axis], low), high) + by, low), high)
        self._cursor = (place[0], place[1])

    def _tab(self, by: int) -> None:
        actions = [button.action for button in self.buttons() if button.enabled]
        there = self.view.tab(self._button or self._cursor, by, actions, self._first)
        if isinstance(there, str):
            self._button = there
        else:
            self._button, self._cursor = "", there

    def _press_enter(self, now: float) -> None:
        if self._button:
            self._do(self._button, now)
        elif self.view.status == "playing":
            if not self.view.slides:
                self._choose(self._cursor, now)
        elif now - self._waits_since >= REST:
            waited_for = next((each for each in self.view.buttons if each.prominent and each.enabled), None)
            if waited_for is not None:
                self._do(waited_for.action, now)

    # -- pointers

    def point_at(self, target: Target | None) -> None:
        """The pointer is over a cell, a button, or nothing."""
        self._over = target

    def point_down(self, target: Target | None, now: float) -> None:
        """A pointer or a finger goes down on a cell, a button, or nothing."""
        self._begin_input(now)
        self._keyboard = not self.held.releases
        self._pressed = target

    def point_up(self, target: Target | None, now: float, *, swept: tuple[float, float] = (0.0, 0.0)) -> None:
        """It comes up again: what it went down on is pressed where it still is there, else a pair or a way is played.

        Args:
            target: what it is over now.
            now: when.
            swept: how far it went since it came down: rows and columns, in cells.
        """
        self._begin_input(now)
        begun, self._pressed = self._pressed, None
        if begun is None or not self.fits:
            return
        self._message = None
        if self._pages.kind:
            if begun == target and isinstance(begun, str):
                self._in_page(lambda: self._pages.click(begun, self.session.preferences), now)
        elif isinstance(begun, str):
            if begun == target:
                self._button = ""
                self._do(begun, now)
        elif self.view.slides and math.hypot(*swept) >= SWIPE:
            self._swipe(*swept, now=now)
        elif begun == target:
            if begun[0] < self.view.rows and begun[1] < self.view.columns:
                self._cursor, self._button = begun, ""
                self._choose(begun, now)
        elif isinstance(target, tuple):
            action = self.view.partners(begun).get(target)
            if action is not None:
                self._cursor, self._first = target, None
                self._play(action, target, now)

    def point_gone(self) -> None:
        """The pointer has left, or was taken away by something else."""
        self._over = self._pressed = None

    def wheel(self, lines: int, now: float) -> None:
        """Scrolls the open page, or a board of which a part is shown."""
        self._touched = now
        if self._pages.kind:
            self._pages.turn(lines)
        elif self.view.slides:
            self._scroll("^down" if lines > 0 else "^up")

    def _swipe(self, down: float, right: float, now: float) -> None:
        def along(button: Button) -> float:
            way = _WAYS[button.direction]
            return (way[0] * down + way[1] * right) / math.hypot(*way)

        best = max((button for button in self.view.buttons if button.direction), key=along)
        self._play(best.action, best.action, now)

    # -- playing

    def _choose(self, place: Place, now: float) -> None:
        """Presses a cell: it is played, or chosen as one of two."""
        choice = self.view.choose(place, self._first)
        self._first = choice.first
        if choice.action:
            self._play(choice.action, place, now)
        elif choice.refused:
            self._refuse(Refusal.of(choice.refused, self.words), place, now)

    def _do(self, action: str, now: float) -> None:
        if action.removeprefix("^") in TABS:
            self._open(action.removeprefix("^"), now)
        elif action in SCROLLS:
            self._scroll(action)
        elif action == "^quit":
            self.done = True
        elif action == "^sound":
            sound = "off" if self.session.preferences.sound == "on" else "on"
            self.session.preferences = self.session.preferences.changed("sound", sound=sound)
        elif action == "^hint":
            self._asked = True
            if not self.view.can_hint:
                self._message = Message.of("no-hint", Phrase("there is no hint"), self.words)
        else:
            self._play(action, action, now)

    def _play(self, action: str, target: Target, now: float) -> None:
        before, game = self.view, self.session.game
        refused = self.session.play(action)
        if refused:
            self.view = self._told = self.session.view()
            self._refuse(refused, target, now)
            return
        self._follow(before, now, changed=game is not self.session.game)

    def _refuse(self, why: Refusal, target: Target, now: float) -> None:
        self._message = Message(why.code, str(why), tuple(why.values.items()), target, why.reason)
        self._refused_at = now
        self._steps = {}
        self._sound("refused")

    def _follow(self, before: View, now: float, *, changed: bool = False, longest: float | None = None) -> None:
        """Takes the session's new view over, and begins to show how it came to that."""
        self.words = self._readable_words()  # Other rules may have other words.
        self.view, turn = self.session.view(), self.session.last_turn
        self._first = None
        self._previews.clear()
        self._cursor = self.view.nearest(self._cursor)
        self._is_first = self._is_first and self.session.is_first
        moved = turn is not self._turn
        self._turn = turn
        if moved:
            self._gain = turn.points if turn is not None and turn.points > 0 else 0
        self._show_turn(before, now, longest or self._longest, moved=moved)
        if changed or (before.status, before.reason) != (self.view.status, self.view.reason):
            self._button = ""
            self._waits_since = now
            self.held.freeze(now)
        elif self._button and self._button not in {button.action for button in self.buttons()}:
            self._button = ""

    def _show_turn(self, before: View, now: float, longest: float, *, moved: bool) -> None:
        after, motion = self.view, self.session.preferences.motion
        scenes = self.session.scenes if moved else ()
        # What was said of the board before stays until this turn is seen; a banner goes as soon as one plays on.
        self._banner_before = before.banner
        self._told = replace(before, banner="", banner_colour="", notices=() if before.banner else before.notices)
        self._steps = {}
        same = (before.rows, before.columns) == (after.rows, after.columns)
        if motion != "none" and same and before.cells != after.cells:
            old, new = tiles_of(before), tiles_of(after)
            self._animation = Animation(old, new, scenes, still=motion == "reduced", longest=longest)
            self._began, self._heard = now, -1.0
        if (motion != "full" or not same) and scenes:
            self._sounds.append((tuple(scene.kind for scene in scenes), 0))
        if self._animation is None or motion != "full":
            self._settle(now)


def _is_bad(view: View) -> bool:
    """Whether what the banner says is no good news, as far as its colour and the outcome tell."""
    if view.outcome in {"won", "lost"}:
        return view.outcome == "lost"
    if not view.banner_colour:
        return view.status == "over"
    red, green, blue = (int(view.banner_colour[at : at + 2], 16) for at in (1, 3, 5))
    return red > max(green, blue)
