"""A game and the menu as they are shown and played in a window.

Owns the way from points to targets, and from what the controllers give to pictures and sounds. Input arrives in points
and by the names of keys, pictures go to any surface: it knows no window. What input does is the core's.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import pygame

from tilekit import Chooser, Controller, Held
from tilekit_pygame.layout import Layout, MenuLayout, Target, arrange, arrange_menu
from tilekit_pygame.page import Drawn, draw_page
from tilekit_pygame.painting import Painter, can_be_read, font_problem, forget, letters
from tilekit_pygame.screen import draw_game, draw_menu
from tilekit_pygame.sound import Sounds

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilekit import Menu, Screen, Session, View, Words

#: Seconds between two pictures of a glow, which changes slowly.
_GLOW: Final = 0.05
_PACKAGE: Final = "tilekit_pygame"


class GameStage:
    """A session as it is shown and played.

    Args:
        session: what is played.
        clock: seconds that pass.
        sounds: what is heard.
        held: which keys are down when it begins.

    Attributes:
        controller: what input does.
    """

    def __init__(self, session: Session, clock: Callable[[], float], sounds: Sounds, held: Held | None = None) -> None:
        self._clock, self._sounds = clock, sounds
        self.controller = Controller(
            session, clock(), package=_PACKAGE, held=held, unreadable=_unread, warning=font_problem()
        )
        self._size = (960.0, 720.0)
        self._layout: Layout | None = None
        self._laid_out: View | None = None
        self._from: tuple[float, float] = (0.0, 0.0)
        self._page: Drawn | None = None

    @property
    def done(self) -> bool:
        """Whether the player has left."""
        return self.controller.done

    @property
    def title(self) -> str:
        """What to call the window."""
        return self.controller.view.title

    @property
    def screen(self) -> Screen:
        """What is to be seen now."""
        return self.controller.screen(self._clock())

    @property
    def layout(self) -> Layout:
        """Where everything lies now."""
        if self._layout is None or self._laid_out is not self.controller.view:  # a recording goes on by itself
            screen = self.screen
            self._laid_out = screen.view
            later = [self.controller.words("Game before")]
            buttons = [button for button in screen.buttons if button.action != "redo"]
            self._layout = arrange(screen.view, buttons, *self._size, letters=letters, later=later)
            if len(buttons) < len(screen.buttons):
                self._layout = self._layout.with_redo()
        return self._layout

    def resize(self, width: float, height: float) -> None:
        """The window has another size, in points. What moves goes on moving."""
        if (width, height) != self._size:
            self._size, self._layout = (width, height), None
            forget()

    # -- input

    def key_down(self, key: str) -> None:
        """A key goes down, or repeats."""
        self.controller.press(key, self._clock())
        self._changed()

    def key_up(self, key: str) -> None:
        """A key comes up."""
        self.controller.release(key)

    def point_down(self, x: float, y: float) -> None:
        """The mouse or a finger goes down."""
        self._from = (x, y)
        self.controller.point_down(self._target(x, y), self._clock())
        self._changed()

    def point_move(self, x: float, y: float) -> None:
        """The mouse is elsewhere."""
        self.controller.point_at(self._target(x, y))

    def point_up(self, x: float, y: float) -> None:
        """The mouse or a finger comes up."""
        board = self.layout.board
        swept = ((y - self._from[1]) / board.rise, (x - self._from[0]) / board.pitch)
        self.controller.point_up(self._target(x, y), self._clock(), swept=swept)
        self._changed()

    def point_gone(self) -> None:
        """The mouse has left the window, or the finger was taken away by something else."""
        self.controller.point_gone()

    def wheel(self, lines: float) -> None:
        """The wheel is turned, upwards where the number is positive."""
        self.controller.wheel(-round(2 * lines), self._clock())

    def _target(self, x: float, y: float) -> Target | None:
        if self._page is not None:
            return self._page.target(x, y)
        return self.layout.target(x, y, self.controller.view)

    def _changed(self) -> None:
        self._layout = None
        self._page = self._page if self.screen.page is not None else None
        self._hear()

    def _hear(self) -> None:
        for kinds, step in self.controller.sounds():
            if len(kinds) == 1:
                self._sounds.play(kinds[0], step)
            else:
                self._sounds.turn(kinds)

    # -- what is seen

    def wake(self) -> float | None:
        """Seconds until the picture changes by itself; None where it does not."""
        now = self._clock()
        screen = self.controller.screen(now)
        times = [self.controller.wake(now)]
        if screen.flash is not None:
            times.append(0.0)
        if screen.hints and screen.preferences.motion == "full":
            times.append(_GLOW)
        return min((seconds for seconds in times if seconds is not None), default=None)

    def paint(self, surface: pygame.Surface, scale: float = 1.0) -> None:
        """Draws what is to be seen now; the surface has `scale` pixels to a point."""
        self.resize(surface.get_width() / scale, surface.get_height() / scale)
        screen = self.screen
        self._hear()
        full = screen.preferences.motion == "full"
        glow = 0.65 + 0.35 * math.sin(self._clock() * 4.5) if full else 0.9
        painter = Painter(surface, scale, screen.preferences)
        draw_game(painter, screen, self.layout, glow if screen.hints else 0.0)
        self._page = None
        if screen.page is not None:
            self._page = draw_page(painter, screen.page, self.layout.width, self.layout.height, self.layout.text)
            self.controller.fit(first=self._page.first)


def draw_session(session: Session, width: int, height: int) -> pygame.Surface:
    """A picture of a session as it stands, of so many pixels, without a window."""
    # An hour passes between two glances at the clock, so that what glows after a while is drawn glowing.
    hours = iter(range(0, 10**9, 3600))
    stage = GameStage(session, lambda: float(next(hours)), Sounds())
    surface = pygame.Surface((width, height))
    stage.paint(surface)
    return surface


def _unread(words: Words) -> str:
    """Why words cannot be shown here, as there are no letters for them; empty where there are."""
    if can_be_read(words("Score") + words("Quit")):
        return ""
    why = f"no font here has the letters of the language {words.language}; this is English"
    return font_problem() or f"{why} (install Noto Sans CJK, or name a font file in TILEKIT_FONT)"


# ---------------------------------------------------------------- the menu


class MenuStage:
    """The menu as it is shown and used.

    Args:
        menu: what there is to play.
        held: which keys are down when it begins.
        clock: seconds that pass.

    Attributes:
        chooser: what input does.
    """

    title = "tilekit"

    def __init__(self, menu: Menu, held: Held | None = None, clock: Callable[[], float] = lambda: 0.0) -> None:
        self.chooser = Chooser(menu, package=_PACKAGE, held=held, unreadable=_unread, warning=font_problem())
        self._clock = clock
        self._scrolled = 0.0
        self._size = (960.0, 720.0)
        self._page: Drawn | None = None
        self._is_down = False
        self._from = self._last = 0.0

    @property
    def done(self) -> bool:
        """Whether the player has left, or has chosen."""
        return self.chooser.done

    @property
    def layout(self) -> MenuLayout:
        """Where everything lies now."""
        running = [bool(item.entry.running) for item in self.chooser.screen().items]
        return arrange_menu(running, *self._size, self._scrolled)

    def resize(self, width: float, height: float) -> None:
        """The window has another size, in points."""
        if (width, height) != self._size:
            self._size = (width, height)
            forget()
            self._show_selected()

    def wake(self) -> float | None:
        """Nothing here changes by itself."""
        return None

    def paint(self, surface: pygame.Surface, scale: float = 1.0) -> None:
        """Draws the menu."""
        self.resize(surface.get_width() / scale, surface.get_height() / scale)
        screen, layout = self.chooser.screen(), self.layout
        painter = Painter(surface, scale, screen.preferences)
        draw_menu(painter, screen, layout, self.chooser.words)
        self._page = None
        if screen.page is not None:
            self._page = draw_page(painter, screen.page, layout.width, layout.height, layout.text)
        first = self._page.first if self._page is not None else None
        self.chooser.fit(layout.page // layout.columns, layout.columns, first=first)

    # -- input

    def key_down(self, key: str) -> None:
        """A key goes down, or repeats."""
        self.chooser.fit(self.layout.page // self.layout.columns, self.layout.columns)
        self.chooser.press(key, self._clock())
        self._show_selected()

    def key_up(self, key: str) -> None:
        """A key comes up."""
        self.chooser.release(key)

    def point_down(self, x: float, y: float) -> None:
        """The mouse or a finger goes down."""
        self._is_down = True
        self._from = self._last = y
        self.chooser.point_down(self._target(x, y), self._clock())

    def point_move(self, x: float, y: float) -> None:
        """The mouse is elsewhere; held down, it pulls the cards along."""
        self.chooser.point_at(self._target(x, y))
        if self._is_down and self.layout.most and self._page is None:
            self.wheel((y - self._last) / 30)
        self._last = y

    def point_up(self, x: float, y: float) -> None:
        """The mouse or a finger comes up: where it went down, that is chosen, unless it has pulled the cards along."""
        self._is_down = False
        pulled = abs(y - self._from) > 2 * self.layout.text
        self.chooser.point_up(None if pulled else self._target(x, y), self._clock())

    def point_gone(self) -> None:
        """The mouse has left the window."""
        self._is_down = False
        self.chooser.point_gone()

    def wheel(self, lines: float) -> None:
        """The wheel is turned, upwards where the number is positive."""
        if self._page is not None:
            self.chooser.wheel(-round(2 * lines), self._clock())
        else:
            self._scrolled = min(max(0.0, self._scrolled - 30 * lines), self.layout.most)

    def _target(self, x: float, y: float) -> int | str | None:
        layout = self.layout
        if self._page is not None:
            return self._page.target(x, y)
        if layout.leave.holds(x, y) or layout.help.holds(x, y):
            return "^quit" if layout.leave.holds(x, y) else "^help"
        if not layout.body.holds(x, y):
            return None
        for number, fresh in enumerate(layout.fresh):
            if fresh is not None and fresh.holds(x, y):
                return f"^new {number}"
        return next((number for number, card in enumerate(layout.cards) if card.holds(x, y)), None)

    def _show_selected(self) -> None:
        layout, screen = self.layout, self.chooser.screen()
        if not screen.button and screen.selected < len(layout.cards):
            card = layout.cards[screen.selected]
            if card.y < layout.body.y:
                self._scrolled = max(0.0, self._scrolled - (layout.body.y - card.y))
            elif card.bottom > layout.body.bottom:
                self._scrolled = min(layout.most, self._scrolled + card.bottom - layout.body.bottom)
