"""A game and the menu as they are shown and played.

Owns what happens between input and picture: turns become animations and sounds, points become targets, time passes.
Input arrives in points and by the names of keys, pictures go to any surface: it knows no window.

Input never waits: it finishes what is moving at once, and is then acted on. So what is clicked is the cell as the game
has it, also where a tile still seems to fall through it, and no input is lost or changes its meaning by being quick.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Final

import pygame

from tilekit_pygame.animation import SHAKING, Animation, tiles_of
from tilekit_pygame.layout import Layout, MenuLayout, arrange, arrange_menu
from tilekit_pygame.painting import Painter, can_be_read, font_problem, forget, letters, rgb
from tilekit_pygame.player import Held, Player
from tilekit_pygame.screen import Moment, draw_game, draw_menu, help_box
from tilekit_pygame.sound import Sounds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilekit import Menu, MenuEntry, Session, View
    from tilekit_pygame.player import Target

#: Seconds between two pictures of a glow, which changes slowly.
_GLOW: Final = 0.05


class GameStage:
    """A session as it is shown and played.

    Args:
        session: what is played.
        clock: seconds that pass.
        sounds: what is heard.
        held: which keys are down when it begins.

    Attributes:
        player: who plays.
        animation: what moves, or None.
    """

    def __init__(self, session: Session, clock: Callable[[], float], sounds: Sounds, held: Held | None = None) -> None:
        unread = _made_readable(session)
        self._session, self._clock, self._sounds = session, clock, sounds
        self.player = Player(session, clock, held)
        self.player.message = unread
        self.animation: Animation | None = None
        self._began = 0.0
        self._heard = -1.0
        self._told = self.player.view
        self._said = ""
        self._steps: dict[str, int] = {}
        self._ticked = clock()
        self._size = (960.0, 720.0)
        self._layout: Layout | None = None
        self._from: tuple[float, float] = (0.0, 0.0)
        self._over: Target | None = None

    @property
    def done(self) -> bool:
        """Whether the player has left."""
        return self.player.done

    @property
    def title(self) -> str:
        """What to call the window."""
        return self.player.view.title

    @property
    def layout(self) -> Layout:
        """Where everything lies now."""
        if self._layout is None:
            player = self.player
            later = [player.say("Game before")]
            self._layout = arrange(player.view, player.buttons(), *self._size, letters=letters, later=later)
        return self._layout

    def resize(self, width: float, height: float) -> None:
        """The window has another size, in points. What moves goes on moving."""
        if (width, height) != self._size:
            self._size, self._layout = (width, height), None
            forget()

    # -- input

    def key_down(self, key: str) -> None:
        """A key goes down, or repeats."""
        self._act(lambda: self.player.press(key))

    def key_up(self, key: str) -> None:
        """A key comes up."""
        self.player.held.release(key)

    def point_down(self, x: float, y: float) -> None:
        """The mouse or a finger goes down."""
        self._from = (x, y)
        self._act(lambda: self.player.point_down(self._target(x, y)))

    def point_move(self, x: float, y: float) -> None:
        """The mouse is elsewhere."""
        self._over = self._target(x, y)

    def point_up(self, x: float, y: float) -> None:
        """The mouse or a finger comes up."""
        board = self.layout.board
        swept = ((y - self._from[1]) / board.rise, (x - self._from[0]) / board.pitch)
        self._act(lambda: self.player.point_up(self._target(x, y), swept))

    def point_gone(self) -> None:
        """The mouse has left the window, or the finger was taken away by something else."""
        self._over = self.player.pressed = None

    def wheel(self, lines: float) -> None:
        """The wheel is turned, upwards where the number is positive."""
        self.player.turn_page(-round(2 * lines))

    def _target(self, x: float, y: float) -> Target | None:
        if self.player.help is None:
            return self.layout.target(x, y, self.player.view)
        box, close = help_box(self.layout)
        return "help" if close.holds(x, y) or not box.holds(x, y) else None

    def _act(self, play: Callable[[], object]) -> None:
        """Finishes what moves, plays, and starts to show what came of it."""
        self._settle()
        self.animation = None
        turns, refusal, before = self.player.turns, self.player.refusal, self.player.view
        play()
        self._follow(before, turns)
        if self.player.refusal is not refusal and self.player.refusal is not None:
            self._sound("refused")
        self._layout = None

    # -- what comes of it

    def _follow(self, before: View, turns: int) -> None:
        if self.player.turns == turns:
            return
        after, scenes, motion = self.player.view, self._session.scenes, self._session.preferences.motion
        # What was said of the board before stays until this turn is seen; a banner goes as soon as one plays on.
        notices = () if before.banner else before.notices
        self._told = replace(before, banner="", banner_colour="", notices=notices)
        self._steps = {}
        same = (before.rows, before.columns) == (after.rows, after.columns)
        if motion != "none" and same:
            self.animation = Animation(tiles_of(before), tiles_of(after), scenes, still=motion == "reduced")
            self._began, self._heard = self._clock(), -1.0
        if motion != "full" or not same:
            self._sounds_of_turn([scene.kind for scene in scenes])
        self._said = before.banner
        if self.animation is None or motion != "full":
            self._settle()

    def _settle(self) -> None:
        """The board has come to rest, or is taken to have: what is said of it is said now."""
        if self._told is self.player.view:
            return
        self._told = self.player.view
        if self._told.banner:
            # Enter may still be meant for the board until somebody has seen that there is more to it.
            self.player.changed_at = self._clock()
            if self._told.banner != self._said:
                self._sound("bad" if _is_bad(self._told) else "good")

    def _sounds_of_turn(self, kinds: Sequence[str]) -> None:
        if kinds and self._session.preferences.sound == "on":
            self._sounds.turn(kinds)

    def _sound(self, kind: str) -> None:
        if self._session.preferences.sound == "on":
            step = self._steps[kind] = self._steps.get(kind, -1) + 1
            self._sounds.play(kind, step)

    def advance(self) -> None:
        """Lets time pass: sounds begin, animations end, a recording goes on."""
        now = self._clock()
        if self.animation is not None:
            since = now - self._began
            for kind, _ in self.animation.cues(self._heard, since):
                self._sound(kind)
            self._heard = since
            if since >= self.animation.seconds:
                self._settle()
            if since >= self.animation.whole:
                self.animation = None
        pace = self._session.pace
        if pace is None or self.player.help is not None:
            self._ticked = now
        elif now - self._ticked >= pace:
            self._ticked = now
            self._act(self.player.tick)

    def wake(self) -> float | None:
        """Seconds until the picture changes by itself; None where it does not."""
        if self.animation is not None or self._refused() is not None:
            return 0.0
        times = []
        if self._session.pace is not None and self.player.help is None:
            times.append(max(0.0, self._ticked + self._session.pace - self._clock()))
        if self.player.hints and self._session.preferences.motion == "full":
            times.append(_GLOW)
        until_hint = self.player.until_hint()
        if until_hint is not None:
            times.append(until_hint)
        return min(times, default=None)

    def _refused(self) -> float | None:
        """Seconds since something was refused, while that is shown."""
        refusal = self.player.refusal
        if refusal is None or self._session.preferences.motion == "none":
            return None
        since = self._clock() - refusal.at
        return since if 0 <= since < SHAKING else None

    def paint(self, surface: pygame.Surface, scale: float = 1.0) -> None:
        """Draws what is to be seen now; the surface has `scale` pixels to a point."""
        self.resize(surface.get_width() / scale, surface.get_height() / scale)
        self.advance()
        now, motion = self._clock(), self._session.preferences.motion
        board = tiles_of(self.player.view)
        moving = self.animation
        since = now - self._began
        glow = 0.0
        if self.player.hints:
            glow = 0.65 + 0.35 * math.sin(now * 4.5) if motion == "full" else 0.9
        moment = Moment(
            sprites=(moving or Animation(board, board, ())).sprites(since if moving else math.inf),
            floating=moving.floating(since) if moving else (),
            glow=glow,
            refused=self._refused(),
            shakes=motion == "full",
            over=self._over,
            told=self._told if moving else None,
        )
        draw_game(Painter(surface, scale), self.player, self.layout, moment)


def draw_session(session: Session, width: int, height: int) -> pygame.Surface:
    """A picture of a session as it stands, of so many pixels, without a window."""
    # An hour passes between two glances at the clock, so that what glows after a while is drawn glowing.
    stage = GameStage(session, partial(next, count(step=3600)), Sounds())
    surface = pygame.Surface((width, height))
    stage.paint(surface)
    return surface


def _is_bad(view: View) -> bool:
    """Whether what the banner says is no good news, as far as its colour and the outcome tell."""
    if view.outcome in {"won", "lost"}:
        return view.outcome == "lost"
    if not view.banner_colour:
        return view.status == "over"
    red, green, blue = rgb(view.banner_colour)
    return red > max(green, blue)


def _made_readable(session: Session) -> str:
    """Sees to it that there are letters for the player's language, else shows English; says so where it does."""
    language, words = session.preferences.language, session.words("tilekit_pygame")
    if can_be_read(words("Score") + words("Leave")):
        return font_problem()
    session.speak_english()
    return _no_letters(language)


def _no_letters(language: str) -> str:
    """Why a language is not shown."""
    why = f"no font here has the letters of the language {language}; this is English"
    return font_problem() or f"{why} (install Noto Sans CJK, or name a font file in TILEKIT_FONT)"


# ---------------------------------------------------------------- the menu


_STEPS: Final = {
    "up": -1, "k": -1, "left": -1, "h": -1, "backtab": -1, "down": 1, "j": 1, "right": 1, "l": 1, "tab": 1,
}  # fmt: skip
_ROWS: Final = frozenset({"up", "k", "down", "j"})


class MenuStage:
    """The menu as it is shown and used.

    Args:
        menu: what there is to play.
        held: which keys are down when it begins.
        selected: the id of the entry to begin on; the first if there is none of that name.

    Attributes:
        chosen: what was chosen: an id, and whether to go on with its running game; None as long as nothing was.
        done: whether the player has left.
        message: what went wrong, or empty.
        news: what is to be told beside the games, as that nothing can be saved.
    """

    title = "tilekit"

    def __init__(self, menu: Menu, held: Held | None = None, selected: str = "") -> None:
        self.message = font_problem()
        if not can_be_read(menu.words("tilekit_pygame")("Leave")):
            menu, self.message = menu.in_english(), _no_letters(menu.preferences.language)
        self._words = menu.words("tilekit_pygame")
        self.entries: Sequence[MenuEntry] = menu.load()
        self.news: Sequence[str] = menu.news()
        self._held = held or Held()
        ids = [entry.id for entry in self.entries]
        self.selected = ids.index(selected) if selected in ids else 0
        self.chosen: tuple[str, bool] | None = None
        self.done = False
        self._scrolled = 0.0
        self._size = (960.0, 720.0)
        self._over: tuple[str, int] | None = None
        self._pressed: tuple[str, int] | None = None
        self._from = 0.0
        self._last = 0.0

    @property
    def layout(self) -> MenuLayout:
        """Where everything lies now."""
        return arrange_menu([bool(entry.running) for entry in self.entries], *self._size, self._scrolled)

    def resize(self, width: float, height: float) -> None:
        """The window has another size, in points."""
        if (width, height) != self._size:
            self._size = (width, height)
            forget()
            self._show_selected()

    def advance(self) -> None:
        """Time passes; nothing comes of it."""

    def wake(self) -> float | None:
        """Nothing here changes by itself."""
        return None

    def paint(self, surface: pygame.Surface, scale: float = 1.0) -> None:
        """Draws the menu."""
        self.resize(surface.get_width() / scale, surface.get_height() / scale)
        draw_menu(
            Painter(surface, scale),
            self.entries,
            self.layout,
            self._words,
            selected=self.selected,
            over=self._over,
            message=self.message,
            news=self.news,
        )

    # -- input

    def key_down(self, key: str) -> None:
        """A key goes down, or repeats: arrows and Tab select, Enter goes on or begins, ``n`` begins anew."""
        new = self._held.press(key)
        count = len(self.entries)
        if new is None:
            return
        if key in _STEPS:
            self._step(_STEPS[key] * (self.layout.columns if key in _ROWS else 1))
        elif key in {"pageup", "pagedown"}:
            page = self.layout.page if key == "pagedown" else -self.layout.page
            self._select(min(max(0, self.selected + page), max(0, count - 1)))
        elif key in {"home", "end"}:
            self._select(0 if key == "home" else max(0, count - 1))
        elif not new:
            return
        elif key in {"q", "Q", "escape"} or (key in {"enter", "space"} and self.selected == count):
            self.done = True
        elif key in {"enter", "space"}:
            self._choose(self.selected, resume=True)
        elif key in {"n", "N"} and self.selected < count:
            self._choose(self.selected, resume=False)

    def key_up(self, key: str) -> None:
        """A key comes up."""
        self._held.release(key)

    def point_down(self, x: float, y: float) -> None:
        """The mouse or a finger goes down."""
        self._pressed = self._target(x, y)
        self._from = self._last = y

    def point_move(self, x: float, y: float) -> None:
        """The mouse is elsewhere; held down, it pulls the cards along."""
        self._over = self._target(x, y)
        if self._pressed is not None and self.layout.most:
            self.wheel((y - self._last) / 30)
        self._last = y

    def point_up(self, x: float, y: float) -> None:
        """The mouse or a finger comes up: where it went down, that is chosen."""
        target, self._pressed = (self._pressed if self._pressed == self._target(x, y) else None), None
        if target is None or abs(y - self._from) > 2 * self.layout.text:
            return
        kind, number = target
        if kind == "leave":
            self.done = True
        else:
            self._choose(number, resume=kind == "card")

    def point_gone(self) -> None:
        """The mouse has left the window."""
        self._over = self._pressed = None

    def wheel(self, lines: float) -> None:
        """The wheel is turned, upwards where the number is positive."""
        self._scrolled = min(max(0.0, self._scrolled - 30 * lines), self.layout.most)

    def _target(self, x: float, y: float) -> tuple[str, int] | None:
        layout = self.layout
        if layout.leave.holds(x, y):
            return "leave", 0
        if not layout.body.holds(x, y):
            return None
        for number, fresh in enumerate(layout.fresh):
            if fresh is not None and fresh.holds(x, y):
                return "fresh", number
        return next((("card", number) for number, card in enumerate(layout.cards) if card.holds(x, y)), None)

    def _step(self, by: int) -> None:
        """To another card; past the first and the last one comes to leaving, and from there to the other end."""
        last, there = len(self.entries) - 1, self.selected + by
        if self.selected > last:
            there = 0 if by > 0 else last
        elif there > last and self.selected < last - last % by:
            there = last  # No card lies below in the last row, which is shorter.
        self._select(there if 0 <= there <= last else last + 1)

    def _select(self, number: int) -> None:
        self.selected = number
        self._show_selected()

    def _show_selected(self) -> None:
        if self.selected < len(self.entries):
            layout = self.layout
            card = layout.cards[self.selected]
            if card.y < layout.body.y:
                self._scrolled = max(0.0, self._scrolled - (layout.body.y - card.y))
            elif card.bottom > layout.body.bottom:
                self._scrolled = min(layout.most, self._scrolled + card.bottom - layout.body.bottom)

    def _choose(self, number: int, *, resume: bool) -> None:
        self.selected = number
        entry = self.entries[number]
        if entry.problem:
            self.message = entry.problem
        else:
            self.chosen = (entry.id, resume)
