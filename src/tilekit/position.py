"""Positions: the state a game starts in, given or dealt, and a board to look at.

Owns what of a given position stands as it is written, and what is dealt. It does not own how a position is checked
where a file gives it; see `tilekit.scenario`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from tilekit import board as b
from tilekit.errors import UsageError
from tilekit.expressions.values import plus
from tilekit.program.program import Program
from tilekit.ruleset.models import Given, Variable


class BoardView(Sequence[Sequence["str | None"]]):
    """A board to look at: ``board[r][c]`` counts from 0 and gives the id of a tile, or None.

    It shows the moment it was asked for, and can be hashed and compared. ``str()`` is board text.
    """

    __slots__ = ("_rows", "_text")

    def __init__(self, program: Program, codes: Sequence[int]) -> None:
        tiles, columns = program.tiles.ids, program.grid.columns
        names = [tiles[code] if code else None for code in codes]
        self._rows = tuple(tuple(names[at : at + columns]) for at in range(0, len(names), columns))
        self._text = program.tiles.board_text(codes, program.grid)

    @overload
    def __getitem__(self, index: int) -> tuple[str | None, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[str | None, ...], ...]: ...
    def __getitem__(self, index: int | slice) -> tuple[str | None, ...] | tuple[tuple[str | None, ...], ...]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[tuple[str | None, ...]]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoardView) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<board\n{self._text}>"


def position(program: Program, seed: int, given: Given | None) -> list[int]:
    """The state a game starts in.

    Raises:
        UsageError: the given position does not fit the rules.
    """
    if given is None:
        return program.begin(seed)
    s = program.board.new_state(seed)
    program.set_variables(s)
    _set_variables(program, s, given)
    if given.board is None:
        program.opening(s)
        _set_variables(program, s, given)
    else:
        program.board.set_cells(s, program.tiles.parse_board(given.board, program.grid))
        if program.stored:
            _store_opening(program, s)
    if given.draws:
        s[b.SCRIPT] = len(s)
        s += [program.tiles.parse(token) for token in given.draws]
    _set_queue(program, s, given)
    if given.held is not None:
        if not program.held:
            raise UsageError("this ruleset has no place to hold a tile; leave held out")
        s[program.held] = 0 if given.held == "none" else program.tiles.parse(given.held)
    if given.score is not None:
        s[b.SCORE] = given.score
    elif program.appraise is not None:
        program.appraise(s)
    program.judge(s, -1)
    return s


def _set_variables(program: Program, s: list[int], given: Given) -> None:
    for name, value in given.variables.items():
        at = program.variables.get(name)
        if at is None:
            raise UsageError(f'no variable is called "{name}"; there are {", ".join(program.variables) or "none"}')
        table = program.ruleset.variables[name]
        if isinstance(table, Variable):
            low, high = table.least, table.most
            if (low is not None and value < low) or (high is not None and value > high):
                raise UsageError(f"{name} = {value} lies outside its bounds, {low} to {high}")
        s[at] = value


def _store_opening(program: Program, s: list[int]) -> None:
    at, size = program.stored, program.grid.size
    s[b.KEY] = program.keyed(s)
    s[at] = 1
    s[at + 1 : at + 1 + size] = program.board.codes(s)


def _set_queue(program: Program, s: list[int], given: Given) -> None:
    counts = program.ruleset.queue.counts if program.ruleset.queue else None
    dealt = given.variables.get(counts) if counts is not None else None
    if dealt is not None:  # the queue is dealt as in a new game; what was given then stands
        program.set_variable(s, counts or "")
    if given.queue is None:
        for _ in program.queue:
            program.deal(s)
    else:
        if len(given.queue) != len(program.queue):
            raise UsageError(f"queue has {len(given.queue)} tiles, expected {len(program.queue)}")
        for at, token in zip(program.queue, given.queue, strict=True):
            s[at] = program.tiles.parse(token)
        s[b.DEALT] = plus(s[b.DEALT], len(program.queue))
    if dealt is not None:
        s[b.DEALT] = dealt
