"""Roll-outs: an action is played, then random play goes on, again and again from one position.

Owns what a roll-out is; in the compiled lane it is the same (see `tilekit.compiled.lane`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from tilekit import board as b
from tilekit.board import State
from tilekit.program.program import Program


class Rolled(NamedTuple):
    """How roll-outs went, those of the first action first: for each its score, number of actions and END register."""

    scores: list[int]
    actions: list[int]
    ends: list[int]


class Roller(Protocol):
    """What plays roll-outs, in one lane or the other; both give the same numbers."""

    @property
    def lane(self) -> str:
        """``interpreted`` or ``compiled``."""

    @property
    def note(self) -> str:
        """Why it is not the compiled lane, in words; empty where it is, or where nobody asked for it."""

    def roll_out(self, state: State, numbers: Sequence[int], seeds: Sequence[int], most: int) -> Rolled:
        """Each action with each seed.

        Args:
            state: of the journalling program; it does not change. Scripted picks are passed over.
            numbers: of the actions that come first; they are legal.
            seeds: of chance from there on; the random choices follow from it, too.
            most: actions in each, the first among them.
        """


class InterpretedRoller:
    """Roll-outs in the interpreted lane.

    Args:
        program: without a journal.
        of: the journalling program, whose states are given.
        note: why it is not the compiled lane.
    """

    lane: Final = "interpreted"

    def __init__(self, program: Program, of: Program, note: str = "") -> None:
        self._program, self._of = program, of
        self.note: Final = note

    def roll_out(self, state: State, numbers: Sequence[int], seeds: Sequence[int], most: int) -> Rolled:
        """See `Roller.roll_out`."""
        act, turn = self._program.act, self._program.turn
        found = Rolled([], [], [])
        begun = self._program.taken_over(self._of, state, scripted=False)
        for number in numbers:
            for seed in seeds:
                s = begun[:]
                s[b.SEED] = seed
                n = act(s, number)
                while n and n < most and turn(s):
                    n += 1
                found.scores.append(s[b.SCORE])
                found.actions.append(n)
                found.ends.append(s[b.END])
        return found
