"""What the curses frontend must be showing, worked out beside it, and how each cell and button is reached there."""

from tests.frontends.controls import drawn, in_terminal
from tests.frontends.scripts import keys, meaning
from tests.frontends.terminal import key

from tilekit import Session
from tilekit_curses.board import Look
from tilekit_curses.canvas import Charset
from tilekit_curses.colours import Palette

ARROWS = {"up": "kcuu1", "down": "kcud1", "left": "kcub1", "right": "kcuf1"}
SECONDS = 2.0  # Later than anything that moves or flashes, and sooner than a hint glows.


class Mirror:
    """The same game in this process, given the same keys and clicks."""

    def __init__(self, terminal, rules, seed, preferences=None):
        self.terminal = terminal
        self.session = Session(rules, seed, preferences=preferences)
        self.now = 0.0
        self.player = in_terminal(self.session, lambda: self.now)

    def frame(self):
        self.now += SECONDS
        look = Look(Charset("utf-8"), Palette(256))
        return drawn(self.player, look, self.terminal.screen.lines, self.terminal.screen.columns)

    def press(self, name):
        self.player.press(name)
        self.now += 1  # No key is held.
        self.terminal.send({"enter": "\r"}.get(name) or (key(ARROWS[name]) if name in ARROWS else name))

    def click(self, target):
        row, column = next(place for place, what in self.frame().part.targets.items() if what == target)
        self.player.click(target)
        self.terminal.send(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")

    def by_keyboard(self, given):
        for name in keys(given, self.player.cursor, self.player.view.buttons):
            self.press(name)

    def by_mouse(self, given):
        kind, what = given.split(" ", 1)
        if kind == "cell":
            row, column = (int(part) - 1 for part in what[1:].split("c"))
            self.click((row, column))
        else:
            action = meaning(self.player.view, given)
            # A key that presses no button has nothing to click on.
            if any(button.action == action for button in self.player.view.buttons):
                self.click(action)

    def seen(self):
        """Waits until the program shows what stands here; the layout follows the game, so clicks wait for it."""
        lines = [line.rstrip() for line in self.frame().part.canvas.lines()]
        self.terminal.until(lambda: [line.rstrip() for line in self.terminal.screen.display] == lines)
