"""Roll-outs in the compiled lane: lists in, lists out, and arrays in between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from tilekit.board import State
from tilekit.compiled.lane import Lane
from tilekit.program.program import Program
from tilekit.program.rollouts import Rolled


class CompiledRoller:
    """See `tilekit.program.rollouts.Roller`.

    Args:
        lane: of the rules.
        program: whose states are handed over; of the same rules.
    """

    lane: Final = "compiled"
    note: Final = ""

    def __init__(self, lane: Lane, program: Program) -> None:
        self._lane, self._program = lane, program

    def roll_out(self, state: State, numbers: Sequence[int], seeds: Sequence[int], most: int) -> Rolled:
        """See `Roller.roll_out`."""
        first = np.repeat(np.array(numbers, dtype=np.int64), len(seeds))
        chances = np.tile(np.array(seeds, dtype=np.int64), len(numbers))
        found = self._lane.roll_out(self._lane.taken_over(self._program, state), first, chances, most)
        scores, actions, ends = found.T.tolist()
        return Rolled(scores, actions, ends)
