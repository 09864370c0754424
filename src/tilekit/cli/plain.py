"""``plain``: plays by lines of text, with no screen at all.

Owns the line mode of the command line: it prints the state and what happened in words, and reads commands. It is
what a pipe gets, and what a screen reader may prefer.
"""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

from tilekit.cli.streams import say
from tilekit.errors import one_line
from tilekit.hooks import Frontend, hookimpl

if TYPE_CHECKING:
    from tilekit.game import Game
    from tilekit.session import Session

#: Characters of a line that are written back; a longer one is nobody's action.
_ECHOED = 60


def state_text(game: Game) -> str:
    """A state in words: board, score, variables, queue, what is legal."""
    lines = [board_text(game), f"score {game.score}"]
    lines += [f"{name} {value}" for name, value in game.variables.items()]
    if game.queue:
        lines.append("queue " + ", ".join(game.queue))
    lines.append(f"status {game.status}" + (f" ({game.reason})" if game.reason else ""))
    lines += [f"notice: {text}" for text in game.notices]
    lines.append(f"turn {game.turn}, {len(game.legal_actions())} legal actions, seed {game.seed}")
    return "\n".join(lines)


def board_text(game: Game) -> str:
    """The board with its columns and rows named."""
    rows = [line.split() for line in str(game.board).splitlines()]
    width = max(len(token) for row in rows for token in row)
    width = max(width, len(f"c{len(rows[0])}"))
    head = " " * 4 + " ".join(f"c{i}".rjust(width) for i in range(1, len(rows[0]) + 1))
    half = " " * (width // 2 + 1) if game.rules.program.grid.adjacency == "hex" else ""
    body = [
        f"{f'r{i}':<4}{half if i % 2 == 0 else ''}" + " ".join(token.rjust(width) for token in row)
        for i, row in enumerate(rows, start=1)
    ]
    return "\n".join([head, *body])


def print_step(game: Game) -> None:
    """Prints one state of a replay, with the action that led to it."""
    action = game.actions[-1] if game.actions else "start"
    say(f"> {action}\n{state_text(game)}\n")


def play(session: Session) -> int:
    """Plays a session by lines of text until the input ends or the player leaves."""
    rules = session.rules
    say(f"{rules.title}, seed {session.game.seed}\n{_help(session)}")
    _show(session)
    while True:
        line = _ask()
        if line is None:
            return 0
        command = " ".join(line.split())
        if command.lower() in ("q", "quit", "exit"):
            return 0
        if command in ("?", "help", "h"):
            say("\n".join(session.view().help))
            say(_help(session))
        elif command:
            _act(session, _spelt_out(session, command))


def _help(session: Session) -> str:
    """What can be typed, with an action of this game as the example."""
    view = session.view()
    example = next((cell for row in view.cells for cell in row if cell.legal), None)
    if example is None:
        example = next((cell for row in view.cells for cell in row if cell.action), None)
    action = example.action if example else next(button.action for button in view.buttons)
    way = next((button.direction for button in view.buttons if button.direction), "")
    cell = f", or a cell alone (r{example.row}c{example.column}) to play what it offers" if example else ""
    cell += f", or a direction alone ({way})" if way else ""
    keys = [f"{button.key} for {button.label}" for button in view.buttons if button.key]
    return textwrap.fill(
        f"Type an action as it is written ({action}){cell}; {', '.join(keys)}, ? for the rules, q to leave.", 79
    )


def _ask() -> str | None:
    """The next line, or None at the end of the input."""
    say("> ", end="")
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        say()
        return None
    if not sys.stdin.isatty():
        # Nobody's terminal has shown what was typed; with it, the output reads like a game somebody played.
        say(one_line(line.strip(), _ECHOED))
    return line


def _spelt_out(session: Session, command: str) -> str:
    """A key, a cell or a direction alone as the action it stands for."""
    view = session.view()
    keys = {"u": "undo", "r": "restart", "n": "new"} | {button.key: button.action for button in view.buttons}
    if command.lower() in keys:
        return keys[command.lower()]
    for button in view.buttons:
        if button.direction and button.direction == command.lower():
            return button.action
    cell = session.game.rules.program.grid.parse(command)
    if cell is not None:
        row, column = divmod(cell, view.columns)
        return view.cells[row][column].action or command
    return command


def _act(session: Session, action: str) -> None:
    refused = session.play(action)
    if refused:
        say(f"no: {one_line(refused)}")
        return
    if action == "new":
        say(f"A new game, seed {session.game.seed}.")
    for entry in session.turn.journal if session.turn is not None else ():
        say(f"  {entry}")
    _show(session)


def _show(session: Session) -> None:
    game, view = session.game, session.view()
    say(board_text(game))
    queue = [f"{label} {tile.tile}" for label, tile in zip(view.queue_labels, view.queue, strict=True)]
    numbers = [f"{panel.label} {panel.text}" for panel in view.panels]
    say(", ".join([*queue, *numbers]))
    for text in view.notices:
        say(text)
    ways = [f"{button.key} {button.label}" for button in view.buttons if button.prominent]
    if ways:
        say("Press " + ", ".join(ways))


def demonstrate(session: Session, turns: int = 12) -> None:
    """Plays a few random turns and prints them: what there is to see where nobody can play."""
    from tilekit.chance import draw, stream_number

    game = session.game
    say(f"{session.rules.title}: {turns} turns by chance, seed {game.seed}.")
    _show(session)
    for number in range(turns):
        actions = game.legal_actions()
        if not actions:
            break
        chosen = actions[draw(game.seed, stream_number("bot"), 0, number) * len(actions) >> 32]
        say(f"> {chosen}")
        _act(session, str(chosen))


@hookimpl
def tilekit_frontends() -> list[Frontend]:
    """The frontend that runs anywhere; taken where nothing better can."""
    return [Frontend(name="plain", summary="lines of text, no screen", play=play, unavailable=lambda: "", rank=0)]
