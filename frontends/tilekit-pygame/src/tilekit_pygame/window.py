"""The window: what is on the screen of a person.

Owns the window itself, the loop, and the way from pygame's events to keys and points. All that is particular to a
screen is here: how many pixels a point has, touch beside mouse, held keys, signals. It does not own what is shown.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, Self

import pygame

from tilekit import Held, TilekitError
from tilekit_pygame.layout import LEAST
from tilekit_pygame.painting import ROOMY, tile_image
from tilekit_pygame.sound import Sounds
from tilekit_pygame.stage import GameStage, MenuStage

if TYPE_CHECKING:
    from tilekit import Menu, Session

#: Pictures a second while something moves.
FRAMES: Final = 60
#: Seconds after which a loop that waits looks whether the program was asked to end.
_PATIENCE: Final = 0.25
_SIZE: Final = (1000, 740)
_NAMES: Final = {
    pygame.K_UP: "up", pygame.K_DOWN: "down", pygame.K_LEFT: "left", pygame.K_RIGHT: "right",
    pygame.K_RETURN: "enter", pygame.K_KP_ENTER: "enter", pygame.K_SPACE: "space", pygame.K_ESCAPE: "escape",
    pygame.K_TAB: "tab", pygame.K_HOME: "home", pygame.K_END: "end", pygame.K_PAGEUP: "pageup",
    pygame.K_PAGEDOWN: "pagedown", pygame.K_F1: "?", pygame.K_AC_BACK: "escape",
}  # fmt: skip
#: What SDL calls the finger that it makes of a mouse.
_NO_FINGER: Final = -1

Stage = GameStage | MenuStage


def play(session: Session) -> int:
    """Shows a session in a window until the player leaves.

    Returns:
        The exit status: 0 when the player left or closed the window, 130 after Ctrl-C, 128 + n after signal n.
    """
    with Window() as window:
        window.show(GameStage(session, time.monotonic, window.sounds, window.held))
        return window.status


def choose(menu: Menu) -> int:
    """Shows a menu in a window, and what is chosen, until the player leaves.

    Returns:
        As `play`.
    """
    with Window() as window:
        stage = MenuStage(menu, window.held, time.monotonic)
        while not window.is_closed:
            window.show(stage)
            if stage.chooser.chosen is None:
                break
            try:
                session = menu.open(*stage.chooser.chosen)
            except TilekitError as error:
                stage.chooser.load(str(error).partition("\n")[0])
                continue
            window.show(GameStage(session, time.monotonic, window.sounds, window.held))
            stage.chooser.load(preferences=session.preferences)
        return window.status


class Window:
    """A window on the screen, while one is in it; all is given back when it is left.

    Attributes:
        sounds: what is heard.
        held: which keys are down.
        is_closed: whether the window was closed, or the program asked to end.
        status: the exit status that goes with it.
    """

    def __init__(self) -> None:
        self.sounds = Sounds()
        self.held = Held()
        self.is_closed = False
        self.status = 0
        self._window: pygame.Window | None = None
        self._before: dict[int, Any] = {}
        self._keys: dict[int, str] = {}
        self._finger: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        """Opens it."""
        # Without these, Windows shows a picture of fewer pixels, enlarged.
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
        os.environ.setdefault("SDL_WINDOWS_DPI_SCALING", "1")
        try:
            pygame.display.init()
            pygame.key.set_repeat(380, 60)
            self._window = pygame.Window("tilekit", _fitting(), resizable=True, allow_high_dpi=True)
            self._window.minimum_size = LEAST
        except BaseException:
            self.__exit__()
            raise
        if threading.current_thread() is threading.main_thread():
            for name in ("SIGTERM", "SIGHUP"):
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._ask_to_end)
        return self

    def __exit__(self, *_: object) -> None:
        """Closes it, and gives back what it took."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self.sounds.close()
        if self._window is not None:
            self._window.destroy()
            self._window = None
        pygame.display.quit()

    def _ask_to_end(self, number: int, _: FrameType | None) -> None:
        self.is_closed, self.status = True, 128 + number

    @property
    def window(self) -> pygame.Window:
        """Pygame's own."""
        assert self._window is not None
        return self._window

    @property
    def scale(self) -> float:
        """Pixels to one point."""
        return self.window.get_surface().get_width() / max(1, self.window.size[0])

    # -- the loop

    def show(self, stage: Stage) -> None:
        """Shows something until the player is through with it, or the window is closed."""
        self.held.freeze(time.monotonic())
        if isinstance(stage, GameStage):
            self._set_icon(stage)
        try:
            while not self._is_over(stage):
                started = time.monotonic()
                title = stage.title if stage.title == "tilekit" else f"{stage.title} - tilekit"
                if self.window.title != title:  # Other rules may have another.
                    self.window.title = title
                self.draw(stage)
                self._handle(stage, self._wait(stage, started))
        except KeyboardInterrupt:
            self.is_closed, self.status = True, 128 + signal.SIGINT

    def _is_over(self, stage: Stage) -> bool:
        return self.is_closed or stage.done

    def draw(self, stage: Stage) -> None:
        """Draws a picture, pixel for pixel."""
        stage.paint(self.window.get_surface(), self.scale)
        self.window.flip()

    def _wait(self, stage: Stage, started: float) -> list[pygame.Event]:
        """Whatever has come when it is time for the next picture."""
        wake = stage.wake()
        seconds = _PATIENCE if wake is None else min(_PATIENCE, wake)
        seconds = max(seconds, started + 1 / FRAMES - time.monotonic(), 0.001)
        first = pygame.event.wait(max(1, round(seconds * 1000)))
        events = [] if first.type == pygame.NOEVENT else [first]
        return events + pygame.event.get()

    def _handle(self, stage: Stage, events: list[pygame.Event]) -> None:
        for event in events:
            # What was pressed after leaving is not meant for what is shown next.
            if not self._is_over(stage) or event.type in {pygame.QUIT, pygame.WINDOWCLOSE, pygame.KEYUP}:
                self.handle(stage, event)

    # -- events

    def handle(self, stage: Stage, event: pygame.Event) -> None:
        """Does what one event stands for."""
        match event.type:
            case pygame.QUIT | pygame.WINDOWCLOSE:
                self.is_closed = True
            case pygame.KEYDOWN:
                self._key_down(stage, event)
            case pygame.KEYUP:
                self._key_up(stage, event)
            case pygame.WINDOWFOCUSLOST:
                self.held.release_all()
                self._keys.clear()
                stage.point_gone()
            case pygame.WINDOWLEAVE:
                stage.point_gone()
            case pygame.WINDOWRESIZED | pygame.WINDOWSIZECHANGED:
                stage.resize(*self.window.size)
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP | pygame.MOUSEMOTION:
                # What SDL makes of a finger has come as a finger already.
                if not getattr(event, "touch", False):
                    self._mouse(stage, event)
            case pygame.MOUSEWHEEL:
                stage.wheel(getattr(event, "precise_y", event.y))
            case pygame.FINGERDOWN | pygame.FINGERUP | pygame.FINGERMOTION:
                if event.touch_id != _NO_FINGER:
                    self._touch(stage, event)

    def _mouse(self, stage: Stage, event: pygame.Event) -> None:
        x, y = event.pos
        if event.type == pygame.MOUSEMOTION:
            stage.point_move(x, y)
        elif event.button == pygame.BUTTON_LEFT:
            (stage.point_down if event.type == pygame.MOUSEBUTTONDOWN else stage.point_up)(x, y)

    def _touch(self, stage: Stage, event: pygame.Event) -> None:
        """Follows one finger; others that come down meanwhile do nothing."""
        width, height = self.window.size
        x, y = event.x * width, event.y * height
        finger = (event.touch_id, event.finger_id)
        if event.type == pygame.FINGERDOWN and self._finger is None:
            self._finger = finger
            stage.point_down(x, y)
        elif finger == self._finger:
            if event.type == pygame.FINGERUP:
                self._finger = None
                stage.point_up(x, y)
                # No finger is over anything once it is away.
                stage.point_gone()
            elif isinstance(stage, MenuStage):
                stage.point_move(x, y)

    def _key_down(self, stage: Stage, event: pygame.Event) -> None:
        held = getattr(event, "mod", 0)
        command = held & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.key == pygame.K_F11 or (event.key == pygame.K_RETURN and held & pygame.KMOD_ALT):
            self._turn_full()
        elif command and event.key in {pygame.K_q, pygame.K_w}:
            self.is_closed = True
        elif not command and not held & pygame.KMOD_LALT:
            name = self._keys.get(event.key) or _name(event, held)
            if name:
                self._keys[event.key] = name
                stage.key_down(name)

    def _key_up(self, stage: Stage, event: pygame.Event) -> None:
        # By the key and not by what it writes: Shift may be up by now.
        name = self._keys.pop(event.key, "")
        if name:
            stage.key_up(name)

    def _turn_full(self) -> None:
        with contextlib.suppress(pygame.error):
            if self._is_full:
                self.window.set_windowed()
            else:
                self.window.set_fullscreen(desktop=True)
            self._is_full = not self._is_full

    _is_full = False

    def _set_icon(self, stage: GameStage) -> None:
        tiles = (*stage.controller.view.queue, *(c.tile for row in stage.controller.view.cells for c in row if c.tile))
        if tiles:
            size = 64
            whole = tile_image(tiles[0], size)
            edge = round(size * (ROOMY - 1) / 2)
            with contextlib.suppress(pygame.error):
                self.window.set_icon(whole.subsurface((edge, edge, size, size)).copy())


def _fitting() -> tuple[int, int]:
    """The usual size, or what the screen has room for."""
    sizes: list[tuple[int, int]] = []
    with contextlib.suppress(pygame.error):
        sizes = pygame.display.get_desktop_sizes()
    width, height = sizes[0] if sizes and min(sizes[0]) > 0 else (1920, 1080)
    part = min(1.0, 0.9 * width / _SIZE[0], 0.85 * height / _SIZE[1])
    return max(LEAST[0], round(_SIZE[0] * part)), max(LEAST[1], round(_SIZE[1] * part))


def _name(event: pygame.Event, held: int) -> str:
    """The name of a key; of one that writes, what it writes."""
    if event.key == pygame.K_TAB and held & pygame.KMOD_SHIFT:
        return "backtab"
    if event.key in _NAMES:
        return _NAMES[event.key]
    written: str = getattr(event, "unicode", "") or pygame.key.name(event.key)
    return written if len(written) == 1 and written.isprintable() else ""
