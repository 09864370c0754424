"""A program: what a ruleset becomes, functions over a flat state.

Owns what a program offers to those who run it. How its functions come about is the business of
`tilekit.building.build`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilekit import board as b
from tilekit.board import Board, State
from tilekit.grid import Grid
from tilekit.hooks import Act, Mechanic
from tilekit.program.choices import canonical
from tilekit.program.tiles import Tiles
from tilekit.ruleset.models import Ruleset, Target, Variable


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action of the ruleset, as the program plays it.

    Attributes:
        verb: its name.
        target: what the player chooses with it.
        choices: the names of what may be chosen; see `tilekit.program.choices.Choices`.
        index: the number of each choice by its name.
        first: the number of its first choice; choice ``first + i`` is ``choices[i]``.
        during: the values of the END register in which it may be played.
        able: ``able(s)``: the choices that can be played, whatever the status: bit *i* for ``choices[i]``.
        play: ``play(s, here)``: does it, ends not yet tested; ``here`` is the index of the choice, -1 where the target
            is ``none``.
        payable: ``payable(s)``: whether its costs can be met.
        holds: ``holds(s)``: whether its own condition holds.
        where: ``where(s)``: the choices its ``where`` allows, before costs and conditions: bit *i* for ``choices[i]``.
    """

    verb: str
    target: Target
    choices: Sequence[str]
    index: Mapping[str, int]
    first: int
    during: frozenset[int]
    able: Callable[[State], int]
    play: Callable[[State, int], None]
    payable: Callable[[State], bool]
    holds: Callable[[State], bool]
    where: Callable[[State], int]

    @property
    def aims(self) -> bool:
        """Whether its text names a choice."""
        return self.target != "none"


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
    held: int
    """Register of the tile held back from the queue, or 0 where none is."""
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
    """``turn(s)``: one uniformly random legal action, in full; 0 when there is none, else 1 + its index.

    What a turn finds out of where actions can be played may be kept in the state for the next; whoever changes a state
    from outside begins from a new one.
    """
    legal_into: Callable[[State, Any], None]
    """``legal_into(s, out)``: ``out[number]`` is 1 for each action that may be played now, and 0 for the others."""
    may: Callable[[State, int], int]
    """``may(s, number)``: 1 where the action of that number may be played now, else 0."""
    perform: Callable[[State, int], None]
    """``perform(s, number)``: plays an action that may be played, with all that follows."""
    choose: Callable[[State], int]
    """``choose(s)``: the number of a uniformly random legal action, as `turn` would choose it; -1 for none."""
    begin_in: Callable[[State, int], None]
    """``begin_in(s, seed)``: a state of zeros is now the one in which a game of this seed opens."""
    appraise: Callable[[State], None] | None
    """``appraise(s)``: gives a position in which no action was played its score; None unless the score is a total."""
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
    kinds: Mapping[str, Mechanic]
    """For each mechanic its kind."""
    raised: Mapping[str, Mapping[str, str]]
    """For each mechanic the events it raises, by the name they have in the ruleset: what its kind calls them."""
    picks: Mapping[str, Callable[[State], int]]
    """For each spawn table one pick, from the set-up stream; for tests of what it brings."""
    words: frozenset[str]
    """Every word in the tables that decide how a game goes: what its expressions may speak of."""
    keeps_symmetry: bool
    """Whether turning and mirroring the board turns and mirrors the game, as far as its mechanics say."""
    steps: Mapping[str, Act]
    """What each mechanic does that is a step somewhere, by its name."""
    plugins: Mapping[str, str]
    """The plugin that supplies each of these steps that is not bundled, by its name."""
    events: Sequence[str]
    """The events that its steps may raise."""
    falling: frozenset[str]
    """The variables that an action may leave lower than they were."""
    tallies: Mapping[str, int]
    """Index at which a state counts how often an event was raised in play; empty where nothing is counted."""

    def begin(self, seed: int) -> State:
        """The state in which a game of this seed opens."""
        s = [0] * self.board.size
        self.begin_in(s, seed)
        return s

    def act(self, s: State, number: int) -> int:
        """Plays the action of a number; 0 and no change where it may not be played."""
        if not self.may(s, number):
            return 0
        self.perform(s, number)
        return 1

    def taken_over(self, other: Program, s: State, *, scripted: bool = True) -> State:
        """A state of another interpreted program of the same rules as one of this; what is scratch comes empty."""
        own, theirs = self.board, other.board
        found = [*s[: theirs.planes + theirs.last + 1], *[0] * (own.size - own.planes - own.last - 1)]
        if self.stored:
            kept = 1 + self.grid.size
            found[self.stored : self.stored + kept] = s[other.stored : other.stored + kept]
        at = s[b.SCRIPT]
        found[b.SCRIPT] = len(found) if at and scripted else 0
        return found + s[at:] if at and scripted else found

    @property
    def numbers(self) -> int:
        """How many actions there are, each aim counted."""
        last = self.actions[-1]
        return last.first + len(last.choices)

    def set_variables(self, s: State) -> None:
        """The variables at their opening values."""
        for name in self.variables:
            self.set_variable(s, name)

    def set_variable(self, s: State, name: str) -> None:
        """One variable at its opening value."""
        table = self.ruleset.variables[name]
        s[self.variables[name]] = table.start if isinstance(table, Variable) else table

    def choice(self, action: ActionSpec, text: str) -> int | None:
        """The index of the choice of that name; None where the action has no such choice, as at a hole."""
        if action.target == "cell":
            return self.grid.parse(text)
        return action.index.get(canonical(action.target, text, self.grid))

    def legal(self, s: State, action: ActionSpec) -> int:
        """The choices of an action that are legal now: bit *i* for ``choices[i]``."""
        return action.able(s) if s[b.END] in action.during else 0
