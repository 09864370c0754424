"""A person at the controls in tests: a controller whose times come from a clock that the test moves."""

from __future__ import annotations

from dataclasses import replace

from tilekit import Controller, Held


class Player:
    """A controller, its screen, and a clock; what is asked of it comes from the screen or from the controller.

    Args:
        session: what is played.
        clock: called for every time.
        settings: of the controller.
    """

    def __init__(self, session, clock, **settings):
        self.clock = clock
        self.controller = Controller(session, clock(), **settings)

    def __getattr__(self, name):
        return getattr(self.screen if hasattr(type(self.screen), name) else self.controller, name)

    @property
    def screen(self):
        return self.controller.screen(self.clock())

    @property
    def said(self):
        """What it is told, as a sentence; empty where it is nothing."""
        message = self.screen.message
        return "" if message is None else message.sentence

    @property
    def open_page(self):
        """The kind of the open page, and the line it begins with; None where none is open."""
        page = self.screen.page
        return None if page is None else (page.kind, page.first)

    def press(self, key):
        self.controller.press(key, self.clock())

    def type(self, keys):
        """Presses keys, and releases each."""
        for key in keys.split():
            self.press(key)
            self.controller.release(key)

    def down(self, target):
        self.controller.point_down(target, self.clock())

    def up(self, target, swept=(0.0, 0.0)):
        self.controller.point_up(target, self.clock(), swept=swept)

    def click(self, target):
        self.down(target)
        self.up(target)

    def wheel(self, lines):
        self.controller.wheel(lines, self.clock())

    def wake(self):
        return self.controller.wake(self.clock())


def in_terminal(session, clock):
    """Somebody at a terminal: keys are never released, and turns are short."""
    return Player(session, clock, package="tilekit_curses", held=Held(releases=False), drags=False, longest=0.4,
                  settings=("motion", "language", "colours", "theme"))  # fmt: skip


def drawn(player, look, height, width):
    """What the terminal shows to a player; the controller is told what there was room for."""
    from tilekit_curses.screen import draw

    frame = draw(player.screen, replace(look, say=player.controller.words), height, width)
    player.controller.fit(frame.rows, frame.columns, first=frame.first, fits=frame.fits)
    return frame


def told(stage):
    """What somebody at a window is told beside the game, without the place that is marked; empty where it is nothing.

    Args:
        stage: with a game or the menu.
    """
    message = (stage.screen if hasattr(stage, "screen") else stage.chooser.screen()).message
    return "" if message is None else message.reason or message.sentence


def page_of(stage):
    """The line that the open page of a window begins with; None where none is open."""
    page = stage.screen.page
    return None if page is None else page.first


def show(stage, view):
    """Shows a window another view, as if the board were at rest."""
    stage.controller.view = stage.controller._told = view
    stage._layout = None
