"""A controller that writes down what comes of each input, and how it is put into each frontend for that."""

import json
from dataclasses import asdict
from pathlib import Path

import tilekit
from tilekit import Controller, Preferences, Session


def session_of(script):
    """The session of a script, in which nothing moves, so that what is said of a state is said at once."""
    return Session(tilekit.load(script.ruleset), script.seed, preferences=Preferences(motion="none"))


class Told(Controller):
    """Writes down, after each key and each click, the game, the focus, and what is said."""

    tell = print

    def press(self, key, now):
        super().press(key, now)
        self._tell(now)

    def point_up(self, target, now, *, swept=(0.0, 0.0)):
        super().point_up(target, now, swept=swept)
        self._tell(now)

    def _tell(self, now):
        shown = self.screen(now)
        game = self.session.game
        message = None if shown.message is None else asdict(shown.message)
        said = [shown.banner, shown.banner_colour, shown.standing, *shown.notices, shown.prompt.sentence]
        focus = [shown.cursor, shown.button, shown.chosen]
        buttons = [[button.action, button.key, button.enabled] for button in shown.buttons if button.action != "^sound"]
        record = [game.digest, len(game.actions), focus, said, message, buttons, shown.page and shown.page.kind]
        type(self).tell(json.loads(json.dumps(record)))


def in_terminal(ruleset, seed, path):
    """Plays in the terminal that this process has, and writes to a file; the body of a program of its own."""
    from tests.frontends.scripts import Script

    from tilekit_curses import terminal

    with Path(path).open("a", encoding="utf-8", buffering=1) as file:
        Told.tell = lambda record: file.write(json.dumps(record) + "\n")
        terminal.Controller = Told
        return terminal.play(session_of(Script(ruleset, seed, ())))
