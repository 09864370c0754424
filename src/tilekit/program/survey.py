"""What is written down of a game while it is played: one row of ints for each game.

Owns the columns of a row and the functions that fill them. These are plain functions over ints that index into a
state and a row, so that they can be compiled with the turn they watch; `tilekit.lab` makes figures of the rows.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from tilekit import board as b
from tilekit.board import State
from tilekit.errors import MechanicFailed, TilekitError, cause_of
from tilekit.expressions.values import plus
from tilekit.program.program import Program
from tilekit.source import Line, defined, py

Row = MutableSequence[int]
#: The columns that every survey begins with: the number of actions, and the END and MADE registers among them.
FIXED: Final = ("score", "actions", "end", "made")
_ACTIONS: Final = 1


class GameFailed(TilekitError):  # noqa: N818 - the game failed, not the survey
    """A mechanic of a plugin failed while games were surveyed.

    Attributes:
        place: of the game among those asked for.
        action: the number of the action, from 1; 0 while the game was dealt.
        cause: what was raised, in one line.
        plugin: whose the mechanic is, where that is known; else an empty text.
    """

    def __init__(self, place: int, action: int, cause: str, plugin: str = "") -> None:
        """Take which game, which action, why, and whose fault it is."""
        self.place, self.action, self.cause, self.plugin = place, action, cause, plugin
        super().__init__(place, action, cause, plugin)


class Surveyor(Protocol):
    """What plays uniformly random games and surveys them, in one lane or the other."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of a row's ints."""

    @property
    def lane(self) -> str:
        """``interpreted`` or ``compiled``."""

    @property
    def note(self) -> str:
        """Why it is not the compiled lane, in words; empty where it is, or where nobody asked for it."""

    def survey(self, seeds: Sequence[int], most: int) -> Any:  # noqa: ANN401 - the core knows no numpy
        """A row for each seed, in order; a game is cut after ``most`` actions.

        Either a list of lists or a two-dimensional array of int64.

        Raises:
            GameFailed: a mechanic failed.
        """


@dataclass(frozen=True, slots=True)
class Survey:
    """The columns of a program's survey and the functions that fill them.

    A row begins at ``row[at]``. `play_out` is the other three around ``turn``; whoever plays a game otherwise calls
    them himself.

    Attributes:
        columns: score, actions, end (the END register: 0, or 1 + the index of the [[end]]), made (the code of the
            highest tile made); then ``event:NAME`` (how often it was raised), ``gained:VARIABLE`` and
            ``spent:VARIABLE`` (its rises and falls over whole turns, added up), ``last:VARIABLE`` (its value in the
            end), and ``reached:CODE`` (the number of the action with which the player first made this tile or a
            higher one; 0 for never).
        opened: ``opened(s, row, at)``: before the first action.
        played: ``played(s, row, at, n)``: after the n-th action.
        closed: ``closed(s, row, at)``: after the last one.
        play_out: ``play_out(s, row, at, most)``: random turns until none is legal, at most so many.
    """

    columns: tuple[str, ...]
    opened: Callable[[State, Row, int], None]
    played: Callable[[State, Row, int, int], None]
    closed: Callable[[State, Row, int], None]
    play_out: Callable[[State, Row, int, int], None]


def surveying(program: Program) -> Survey:
    """The survey of a program that tallies its events."""
    variables, last = program.variables, program.board.last
    events = len(FIXED)
    gained = events + len(program.tallies)
    spent, held = gained + len(variables), gained + 2 * len(variables)
    reached = held + len(variables)
    columns = (
        *FIXED,
        *(f"event:{name}" for name in program.tallies),
        *(f"{kind}:{name}" for kind in ("gained", "spent", "last") for name in variables),
        *(f"reached:{code}" for code in range(1, last + 1)),
    )
    closed = [py("row[at] = s[{}]", b.SCORE), py("row[at + 2] = s[{}]", b.END)]
    opened = [py("for i in range({}): row[at + i] = 0", len(columns))]
    played: list[Line] = [py("row[at + {}] = n", _ACTIONS)]
    for i, (name, register) in enumerate(variables.items()):
        # What was gained is worked out in the end: what is there, less what was there at first, and what was spent.
        gain, loss, last_held = (py("row[at + {}]", first + i) for first in (gained, spent, held))
        now = py("s[{}]", register)
        opened += [py("{} = {}", gain, now), py("{} = {}", last_held, now)]
        if name in program.falling:
            played += [
                py("now, was = {}, {}", now, last_held),
                # Two steps, neither of which leaves 64 bits.
                py("if now < was: {} = plus(plus({}, was), -now)", loss, loss),
                py("{} = now", last_held),
            ]
        closed += [py("{} = {}", last_held, now), py("{} = plus(plus({}, -{}), {})", gain, now, gain, loss)]
    played += [
        py("if s[{}] > row[at + 3]:", b.MADE),
        [
            py("for t in range(row[at + 3], s[{}]): row[at + {} + t] = n", b.MADE, reached),
            py("row[at + 3] = s[{}]", b.MADE),
        ],
    ]
    closed += [py("row[at + {}] = s[{}]", events + i, at) for i, at in enumerate(program.tallies.values())]
    names: dict[str, object] = {
        "plus": plus,
        "opened": defined("opened(s, row, at)", opened, {}),
        "played": defined("played(s, row, at, n)", played, {"plus": plus}),
        "closed": defined("closed(s, row, at)", closed, {"plus": plus}),
        "turn": program.turn,
    }
    play_out = ["opened(s, row, at)", "n = 0", "while n < most and turn(s):", ["n += 1", "played(s, row, at, n)"]]
    return Survey(
        columns=columns,
        opened=names["opened"],  # type: ignore[arg-type]
        played=names["played"],  # type: ignore[arg-type]
        closed=names["closed"],  # type: ignore[arg-type]
        play_out=defined("play_out(s, row, at, most)", [*play_out, "closed(s, row, at)"], names),
    )


class Interpreted:
    """Plays and surveys random games in the interpreted lane.

    Args:
        program: one that tallies its events.
        note: why it is not the compiled lane.
    """

    lane: Final = "interpreted"

    def __init__(self, program: Program, note: str = "") -> None:
        self._program = program
        self._survey = surveying(program)
        self.columns: Final = self._survey.columns
        self.note: Final = note

    def survey(self, seeds: Sequence[int], most: int) -> list[list[int]]:
        """See `Surveyor.survey`."""
        begin, play_out, width = self._program.begin, self._survey.play_out, len(self.columns)
        rows: list[list[int]] = []
        row: list[int] = []
        dealt = False
        try:
            for seed in seeds:
                dealt, row = False, [0] * width
                s = begin(seed)
                dealt = True
                play_out(s, row, 0, most)
                rows.append(row)
        except (Exception, SystemExit) as error:
            cause, plugin = (
                (error.message, error.plugin) if isinstance(error, MechanicFailed) else (cause_of(error), "")
            )
            raise GameFailed(len(rows), row[_ACTIONS] + dealt, cause, plugin) from error
        return rows


class Watched:
    """One game that somebody else plays, followed on a program that tallies: the row a bot's game gives.

    Attributes:
        row: as in `Survey`; whole once `close` was called.
        actions: how many actions were followed.
    """

    def __init__(self, program: Program, survey: Survey, seed: int) -> None:
        self._program, self._survey = program, survey
        self._verbs = {spec.verb: (index, spec) for index, spec in enumerate(program.actions)}
        self._s = program.begin(seed)
        self.row: Final = [0] * len(survey.columns)
        self.actions = 0
        survey.opened(self._s, self.row, 0)

    def follow(self, action: str) -> None:
        """Plays an action, in its text form, that the game itself has played."""
        verb, _, target = action.partition(" ")
        index, spec = self._verbs[verb]
        choice = self._program.choice(spec, target) if target else None
        spec.play(self._s, -1 if choice is None else choice)
        self._program.settle(self._s, index)
        self.actions += 1
        self._survey.played(self._s, self.row, 0, self.actions)

    def close(self) -> list[int]:
        """The row, once the game is over or cut."""
        self._survey.closed(self._s, self.row, 0)
        return self.row
