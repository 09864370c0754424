"""What the tests of frontends share."""

import pytest


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
