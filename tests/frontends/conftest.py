"""What the tests of frontends share."""

import pytest


@pytest.fixture
def dummy(monkeypatch):
    """A screen and a sound device that are none."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.fixture
def screen(dummy):
    """Such a screen, on which a window may be opened, and no event that is not posted by the test."""
    import pygame

    pygame.display.init()
    pygame.event.clear()
    yield
    pygame.display.quit()


@pytest.fixture
def start(tmp_path):
    """Starts programs in terminals of their own; they end with the test."""
    from tests.frontends.terminal import Terminal, merge

    terminals = []

    def start(command=None, **settings):
        terminal = Terminal(command or merge(), tmp_path, **settings)
        terminals.append(terminal)
        return terminal

    yield start
    for terminal in terminals:
        terminal.close()
