"""``plain``: plays by lines of text, with no screen at all.

Owns the line mode of the command line: it prints what happened in words, and reads commands and questions. A pipe gets
the board after each turn; in a terminal, where somebody may be listening, a turn is told in words and in the numbers
that changed, and the board is printed when it is asked for.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tilekit.cli.streams import is_terminal, read_line, say
from tilekit.errors import TilekitError, one_line
from tilekit.hooks import Frontend, hookimpl
from tilekit.journal import sentence
from tilekit.words import Phrase

if TYPE_CHECKING:
    from tilekit.game import Game
    from tilekit.menu import Menu
    from tilekit.session import Session
    from tilekit.view import CellView, View
    from tilekit.words import Words

#: Characters of a line that are written back; a longer one is nobody's action.
_ECHOED = 60
#: Columns of a line that is broken between its words.
_WIDE: Final = 79


#: What is typed to leave.
_LEAVING: Final = ("q", "quit", "exit")
#: What is said of a change of games.
_CHANGES: Final = {
    "reopen": Phrase("The game before is back: seed {seed}, turn {turn}."),
    "new": Phrase("A new game, seed {seed}."),
    "restart": Phrase("The same game from its start, seed {seed}."),
}
#: What can be typed alone, besides a cell and a direction.
_ALONE: Final = {
    "column": Phrase(", or a column alone ({example})"),
    "row": Phrase(", or a row alone ({example})"),
    "pair": Phrase(", or two cells alone ({example})"),
    "tile": Phrase(", or a tile alone ({example})"),
}


def state_text(game: Game) -> str:
    """A state in words: board, score, variables, queue, what is legal."""
    lines = [
        board_text(game),
        f"score {game.score}" if game.rules.ruleset.keeps_score or game.score else "",
        *(f"{name} {value}" for name, value in game.variables.items()),
        "queue " + ", ".join(game.queue) if game.queue else "",
        f"held {game.held}" if game.held else "",
        f"status {game.status}" + (f" ({game.reason})" if game.reason else ""),
        f"outcome {game.outcome}" if game.outcome else "",
        *(f"notice: {text}" for text in game.notices),
        f"turn {game.turn}, {len(game.legal_actions())} legal actions, seed {game.seed}",
    ]
    return "\n".join(filter(None, lines))


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
    say(f"> {game.actions[-1] if game.actions else 'start'}\n{state_text(game)}\n")


def play(session: Session) -> int:
    """Plays a session by lines of text until the input ends or the player leaves."""
    return _Talk(session, boards=not is_terminal()).go_on()


def choose(menu: Menu, frontend: Frontend) -> int:
    """Shows a menu in lines of text, for a frontend that has none: what is chosen is played in it."""
    words = menu.words()
    while True:
        entries = menu.load()
        wide = max((len(entry.id) for entry in entries), default=0)
        for text in menu.news():
            _tell(text)
        for number, entry in enumerate(entries, start=1):
            best = entry.best and words("best {score}", score=entry.best)
            about = [entry.title, best, entry.rank, entry.running or entry.goal, entry.problem]
            say(f"{number:>3} {entry.id:<{wide}}  {_listed(words, [text for text in about if text])}")
        _tell(
            words(
                "Type a number or a name to play; new and a name for a new game; ? and a name for how it is played;"
                " q to leave."
            )
        )
        word = _ask().lower()
        if word in _LEAVING:
            return 0
        asked, fresh = word.startswith("?"), word.startswith("new ")
        name = word.removeprefix("?").removeprefix("new ").strip()
        by_number = {str(number): entry.id for number, entry in enumerate(entries, start=1)}
        chosen = next((entry for entry in entries if entry.id == by_number.get(name, name)), None)
        if chosen is None:
            say(words("no: there is no game {name}", name=one_line(name, _ECHOED)) if name else "")
        elif asked and not chosen.problem:
            _tell("\n".join(filter(None, (chosen.title, chosen.goal, chosen.about))))
        elif chosen.problem:
            say(words("no: {reason}", reason=chosen.problem))
        else:
            try:
                session = menu.open(chosen.id, not fresh)
            except TilekitError as error:
                _tell(words("no: {reason}", reason=one_line(str(error).partition("\n")[0])))
                continue
            frontend.play(session)


def _help(session: Session) -> str:
    """What can be typed, with an action of this game as the example."""
    view = session.view()
    example = next((cell for row in view.cells for cell in row if cell.legal), None)
    if example is None:
        example = next((cell for row in view.cells for cell in row if cell.action), None)
    pairs = (action for row in view.cells for cell in row for _, _, action in cell.partners)
    spec = session.game.rules.program.actions[0]
    action = example.action if example else next(pairs, f"{spec.verb} {spec.choices[0]}".rstrip())
    way = next((button.direction for button in view.buttons if button.direction), "")
    words = session.words()
    cell = f"r{example.row}c{example.column}" if example else ""
    others = (
        words(", or a cell alone ({cell}) to play what it offers", cell=cell) if cell else "",
        words(", or a direction alone ({way})", way=way) if way else "",
        *(
            words(_ALONE[spec.target], example=spec.choices[0])
            for spec in session.game.rules.program.actions
            if spec.target in _ALONE
        ),
    )
    keys = _listed(
        words, [words("{key} for {label}", key=each.key, label=each.label) for each in view.buttons if each.key]
    )
    return textwrap.fill(
        words(
            "Type an action as it is written ({action}){others}; {keys}, ? for the rules, q to leave.",
            action=action,
            others="".join(others),
            keys=keys,
        ),
        _WIDE,
    )


def _listed(words: Words, texts: Sequence[str]) -> str:
    """Texts behind one another, as the language joins them."""
    # What is to be typed is no word of the language: nothing here is looked up.
    return words("{first}, {rest}", first="", rest="").join(texts)


def _tell(text: str) -> None:
    """Says lines of text, which a terminal does not break inside of words."""
    say("\n".join(textwrap.fill(line, _WIDE) for line in text.splitlines()) if is_terminal() else text)


def _ask() -> str:
    """The next line, its words one space apart; at the end of the input what is typed to leave."""
    say("> ", end="")
    line = read_line()
    if not line:
        say()
        return _LEAVING[0]
    if not sys.stdin.isatty():
        # Nobody's terminal has shown what was typed; with it, the output reads like a game somebody played.
        say(one_line(line.strip(), _ECHOED))
    return " ".join(line.split())


def _spelt_out(session: Session, command: str) -> str:
    """A key, or what is chosen with an action (a cell, a column, a tile) alone, as the action it stands for."""
    view = session.view()
    if command.split(maxsplit=1)[0] in session.rules.ruleset.actions:
        return command
    keys = {
        **{button.direction: button.action for button in view.buttons},
        **{button.label.lower(): button.action for button in view.buttons},
        "b": "reopen",
        "before": "reopen",
        "game before": "reopen",
        "u": "undo",
        "r": "restart",
        "n": "new",
        **{button.key: button.action for button in view.buttons},  # the last that has a name counts
    }
    if command.lower() in keys:
        return keys[command.lower()]
    program = session.game.rules.program
    cell = program.grid.parse(command.lower())
    if cell is not None:
        row, column = divmod(cell, view.columns)
        return view.cells[row][column].action or command
    for spec in program.actions:
        for text in (command, command.lower()) if spec.aims else ():
            if program.choice(spec, text) is not None:
                return f"{spec.verb} {text}"
    return command


class _Talk:
    """One person at one session, by lines."""

    def __init__(self, session: Session, *, boards: bool) -> None:
        self.session = session
        session.groups_numbers = False  # a program may read these lines
        self.words: Words = session.words()
        self.boards = boards  # whether the board is printed after each turn
        self._told: list[str] = []

    def begin(self) -> None:
        """Says what is played, what can be typed, and how the game stands."""
        head = self.words("{title}, seed {seed}", title=self.session.rules.title, seed=self.session.game.seed)
        say(f"{head}\n{_help(self.session)}")
        self._greet()
        self.show()

    def go_on(self) -> int:
        words = self.words
        self.begin()
        while True:
            command = _ask()
            if command.lower() in _LEAVING:
                return 0
            if command in ("?", "help", "h"):
                _tell("\n".join(self.session.view().help))
                say(_help(self.session))
                if not self.boards:
                    _tell(_questions(words))
            elif command:
                answer = self._answer(command)
                if answer is None:
                    action = _spelt_out(self.session, command)
                    answer = self._no_place(command) if action == command else None
                if answer is None:
                    self.act(action)
                else:
                    say(answer) if command.lower() == "board" else _tell(answer)

    def _greet(self) -> None:
        view, words = self.session.view(), self.words
        if not self.boards:
            say(words("Board: {rows} by {columns}.", rows=view.rows, columns=view.columns))
            _tell(words("Questions: {questions}.", questions=_listed(words, (*_QUESTIONS, "r1c1?"))))
        for goal in view.goals:
            _tell(words("Goal: {goal}", goal=goal))

    def act(self, action: str) -> None:
        """Plays an action and tells what came of it, or why it was refused."""
        session, words = self.session, self.words
        before = session.view()
        refused = session.play(action)
        if refused:
            _tell(words("no: {reason}", reason=one_line(refused)))
            return
        if action in ("new", "restart", "reopen"):
            self.words = words = session.words()  # other rules may have other words
            self._tell_of_change(action, before)
        journal = session.last_turn.journal if session.last_turn is not None else ()
        # The numbers that changed are told last, by their names.
        shown = session.rules.ruleset.display.variables
        told = [
            entry
            for entry in journal
            if (self.boards or entry.kind not in ("scored", "changed"))
            and (entry.kind != "changed" or shown is None or entry.values["variable"] in shown)
        ]
        # The text of an end is among the notices too.
        noticed = {entry.values["text"] for entry in told if entry.kind == "noticed"}
        told = [entry for entry in told if entry.kind != "ended" or entry.values["text"] not in noticed]
        self._told = [words(sentence(entry, aloud=True)) for entry in told]
        for text in self._told:
            if self.boards:
                say(f"  {text}")
            else:
                _tell(text)
        self.show(None if self.boards or session.last_turn is None else before)

    def _tell_of_change(self, action: str, before: View) -> None:
        """Says which game is played now, and how the one before it comes back.

        Args:
            action: what changed it: ``new``, ``restart`` or ``reopen``.
            before: what was shown until then.
        """
        session, words = self.session, self.words
        say(words(_CHANGES[action], seed=session.game.seed, turn=session.game.turn))
        back = [button for button in session.view().buttons if button.action == "reopen"]
        if back and (action != "reopen" or not any(button.action == "reopen" for button in before.buttons)):
            say(words("{key} brings the game before back.", key=back[0].key or "before"))

    def _no_place(self, text: str) -> str | None:
        """What to say of a place that is not on the board; None where it is none, or is there."""
        grid = self.session.rules.program.grid
        if not text or re.fullmatch(r"(r\d{1,9})?(c\d{1,9})?", text, re.IGNORECASE) is None:
            return None
        row, _, column = text.lower().removeprefix("r").partition("c")
        if (not row or 1 <= int(row) <= grid.rows) and (not column or 1 <= int(column) <= grid.columns):
            return None
        return self.words(
            "there is no {place}: the board is r1 to r{rows}, c1 to c{columns}",
            place=text, rows=grid.rows, columns=grid.columns,
        )  # fmt: skip

    def show(self, before: View | None = None) -> None:
        """Shows how the game stands; with a view of before only the numbers that are others now."""
        view = self.session.view()
        if self.boards:
            say(board_text(self.session.game))
        numbers = self._numbers(view, before)
        if numbers:
            _tell(_listed(self.words, numbers))
        # Of what the game has to say the turn has told already.
        for text in view.lines if before is None else view.notices[: len(self.session.news)]:
            _tell(text)
        words = self.words
        ways = [
            words(
                "{key} for {what}", key=button.key, what=words("a new game") if button.action == "new" else button.label
            )
            for button in view.buttons
            if button.prominent
        ]
        if ways:
            say(words("Press {keys}.", keys=_listed(words, ways)))

    def _numbers(self, view: View, before: View | None = None) -> list[str]:
        def listed(shown: View) -> list[str]:
            queue = zip(shown.queue_labels, shown.queue, strict=True)
            return [
                *(f"{label} {self.words(tile.tile)}" for label, tile in queue),
                *(f"{panel.label} {panel.text}" for panel in shown.panels),
            ]

        former = listed(before) if before is not None else []
        return [text for text in listed(view) if text not in former]

    # -- questions

    def _answer(self, command: str) -> str | None:
        """The answer to a question; None where it is none."""
        view, words = self.session.view(), self.words
        kind, _, rest = command.lower().partition(" ")
        if kind in self.session.rules.ruleset.actions:
            return None  # What a ruleset calls so is played.
        if kind == "what" or (not rest and kind.endswith("?")):
            place = self.session.rules.program.grid.parse(rest or kind[:-1])
            if place is None:
                asked = rest or kind[:-1]
                return self._no_place(asked) or words("there is no cell {cell}", cell=one_line(asked, _ECHOED))
            return self._about(view.cells[place // view.columns][place % view.columns])
        if kind in ("row", "column"):
            return self._line(view, kind, rest)
        if kind == "where":
            return self._where(view, rest)
        if rest:
            return None
        match kind:
            case "board":
                return board_text(self.session.game)
            case "boards":
                self.boards = not self.boards
                return (
                    words("The board is printed after each turn.")
                    if self.boards
                    else words("The board is printed when you ask for it.")
                )
            case "hint":
                cells = [self._named(cell) for row in view.cells for cell in row if cell.hint]
                return _listed(words, cells) or words("there is no hint")
            case "legal":
                return self._legal()
            case "numbers":
                return "\n".join(filter(None, [_listed(words, self._numbers(view)), *view.lines])) or words(
                    "there are none"
                )
            case "goal":
                return "\n".join(view.goals) or words("there is no goal")
            case "last":
                return "\n".join(self._told) or words("nothing was played yet")
        return None

    def _tile(self, cell: CellView) -> str:
        return self.words("no cell" if cell.hole else "empty" if cell.tile is None else cell.tile.tile)

    def _names(self, cell: CellView) -> tuple[str, ...]:
        """What a player may call what lies there, in lower case."""
        spelt = (cell.tile.tile, cell.tile.glyph) if cell.tile else ("empty", ".")
        return tuple(name.lower() for name in (self._tile(cell), *spelt))

    def _named(self, cell: CellView) -> str:
        return f"r{cell.row}c{cell.column} {self._tile(cell)}"

    def _about(self, cell: CellView) -> str:
        ways = [cell.action] if cell.legal and cell.action else []
        ways += [action for _, _, action in getattr(cell, "partners", ())]
        if ways:
            return self.words("{cell}; to play: {actions}", cell=self._named(cell), actions=_listed(self.words, ways))
        return self._named(cell)

    def _line(self, view: View, kind: str, number: str) -> str:
        lines = view.cells if kind == "row" else tuple(zip(*view.cells, strict=True))
        if not number.isdecimal() or not 1 <= int(number) <= len(lines):
            return self.words("say which one, from 1 to {last}", last=len(lines))
        return _listed(self.words, [self._tile(cell) for cell in lines[int(number) - 1]])

    def _where(self, view: View, tile: str) -> str:
        """Where tiles lie, those of one kind or all; the empty cells are counted where there are many."""
        words = self.words
        cells = [cell for row in view.cells for cell in row if not cell.hole]
        places: dict[str, list[str]] = {}
        for cell in cells:
            places.setdefault(self._tile(cell), []).append(f"r{cell.row}c{cell.column}")
        if tile:
            found = next((self._tile(cell) for cell in cells if tile in self._names(cell)), None)
            if found is not None:
                return _listed(words, places[found])
            tiles = self.session.rules.program.tiles
            known = {str(name).lower() for name in (*tiles.ids, *tiles.glyphs, *map(words, tiles.ids), "empty")}
            if tile in known:
                return words("nowhere")
            return words(
                "no tile is called {tile}; there are {tiles}", tile=one_line(tile, _ECHOED), tiles=tiles.listed()
            )
        empty = words("empty")
        lines = [f"{name}: {_listed(words, cells)}" for name, cells in places.items() if name != empty]
        return "\n".join([*lines, words("{count} empty", count=len(places.get(empty, ())))])

    def _legal(self) -> str:
        verbs: dict[str, list[str]] = {}
        for action in self.session.game.legal_actions():
            verbs.setdefault(action.verb, []).append(str(action).removeprefix(action.verb).strip())
        lines = [f"{verb}: {_listed(self.words, targets)}" if any(targets) else verb for verb, targets in verbs.items()]
        return "\n".join(lines) or self.words("nothing can be played")


#: What can be asked, besides a cell with a question mark.
_QUESTIONS: Final = ("board", "where", "row 1", "column 1", "hint", "legal", "numbers", "goal", "last", "boards")


def _questions(words: Words) -> str:
    """What can be asked, and what is answered."""
    return "\n".join(
        (
            words("r1c1? says what lies on a cell and what can be played there"),
            words("where says where the tiles lie; where and a tile (where empty), where those lie"),
            words("row 1, column 1: what lies in it, from the left or from above"),
            words("hint, legal: what may be good, and all that can be played"),
            words("numbers, goal: what stands beside the board"),
            words("last: what the latest turn did, again"),
            words("board prints the board; boards prints it after each turn, or no more"),
        )
    )


def demonstrate(session: Session, turns: int = 12) -> None:
    """Plays a few random turns and prints them: what there is to see where nobody can play."""
    from tilekit.chance import draw, stream_number

    game = session.game
    talk = _Talk(session, boards=True)
    say(
        talk.words(
            "{title}: {turns} turns by chance, seed {seed}.", title=session.rules.title, turns=turns, seed=game.seed
        )
    )
    talk.show()
    for number in range(turns):
        actions = game.legal_actions()
        if not actions:
            break
        chosen = actions[draw(game.seed, stream_number("bot"), 0, number) * len(actions) >> 32]
        say(f"> {chosen}")
        talk.act(str(chosen))


def draw(session: Session, _width: int, _height: int) -> None:
    """Prints a state as it is told of, with boards and without; lines have no size."""
    for boards in (True, False):
        _Talk(session, boards=boards).begin()


@hookimpl
def tilekit_frontends() -> list[Frontend]:
    """The frontend that runs anywhere; taken where nothing better can."""
    return [
        Frontend(
            name="plain",
            summary="lines of text, no screen",
            play=play,
            unavailable=lambda: "",
            rank=0,
            draw=draw,
        )
    ]
