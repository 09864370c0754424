"""A program: what a ruleset becomes, functions over a flat state.

Owns what a program offers to those who run it. How its functions come about is the business of
`tilekit.program.build`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tilekit import board as b
from tilekit.board import Board, State
from tilekit.grid import Grid
from tilekit.program.tiles import Tiles
from tilekit.ruleset.models import Ruleset, Variable


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action of the ruleset, as the program plays it.

    Attributes:
        verb: its name.
        aims: whether it aims at a cell.
        first: the number of its first choice; choice ``first + cell`` aims at that cell.
        during: the values of the END register in which it may be played.
        able: ``able(s)``: mask of the cells (or 0 or 1) where it can be played, whatever the status.
        play: ``play(s, here)``: does it, ends not yet tested.
        payable: ``payable(s)``: whether its costs can be met.
        holds: ``holds(s)``: whether its own condition holds.
        where: ``where(s)``: the mask of the cells its ``where`` allows, before costs and conditions.
    """

    verb: str
    aims: bool
    first: int
    during: frozenset[int]
    able: Callable[[State], int]
    play: Callable[[State, int], None]
    payable: Callable[[State], bool]
    holds: Callable[[State], bool]
    where: Callable[[State], int]


@dataclass(frozen=True, slots=True)
class Program:
    """The functions of one ruleset, in the interpreted lane."""

    ruleset: Ruleset
    grid: Grid
    tiles: Tiles
    board: Board
    variables: Mapping[str, int]
    """Register of each variable."""
    queue: Sequence[int]
    """Registers of the queue, NOW first."""
    hidden: Sequence[int]
    """Registers that are a state's own but shown nowhere: how far its streams have come, and the like."""
    stored: int
    """Index of the stored opening (a flag, then the cells), or 0 where none is kept."""
    actions: Sequence[ActionSpec]
    opening: Callable[[State], None]
    """Deals the opening."""
    keyed: Callable[[State], int]
    """What the opening is keyed by, as one number."""
    deal: Callable[[State], int]
    settle: Callable[[State, int], None]
    """``settle(s, action)``: the first [[end]] that holds gives the status, and what follows from it."""
    judge: Callable[[State, int], None]
    """As `settle`, but only the status: for a position that was given, not reached."""
    turn: Callable[[State], int]
    """``turn(s)``: one uniformly random legal action, in full; 0 when there is none, else 1 + its index."""
    undo_costs: Mapping[int, Callable[[State, int], int]]
    """Register to price of one undo."""
    notices: Sequence[Callable[[State, int], bool]]
    invariants: Sequence[Callable[[State, int], bool]]
    rank_of: Callable[[State, int], int] | None
    hint_cells: Callable[[State, int], int] | None
    hint_prefer: Callable[[State, int, int], int] | None
    lit: Mapping[str, Callable[[State, int], bool]]
    cell_names: Sequence[str]
    variable_names: Mapping[int, str]
    """Name of each variable's register."""
    summaries: Mapping[str, str]
    """What each mechanic does, in one line."""
    picks: Mapping[str, Callable[[State], int]]
    """For each spawn table one pick, from the set-up stream; for tests of what it brings."""
    words: frozenset[str]
    """Every word in the tables that decide how a game goes: what its expressions may speak of."""
    keeps_symmetry: bool
    """Whether turning and mirroring the board turns and mirrors the game, as far as its mechanics say."""

    def begin(self, seed: int) -> State:
        """The state in which a game of this seed opens."""
        s = self.board.new_state(seed)
        self.set_variables(s)
        self.opening(s)
        for _ in self.queue:
            self.deal(s)
        self.judge(s, -1)
        return s

    def set_variables(self, s: State) -> None:
        """The variables at their opening values."""
        for name in self.variables:
            self.set_variable(s, name)

    def set_variable(self, s: State, name: str) -> None:
        """One variable at its opening value."""
        table = self.ruleset.variables[name]
        s[self.variables[name]] = table.start if isinstance(table, Variable) else table

    def legal(self, s: State, action: ActionSpec) -> int:
        """The mask of cells (or 0 or 1) where an action is legal now."""
        return action.able(s) if s[b.END] in action.during else 0
