"""What is kept of many games: exact sums, and the score and the length of each game.

Owns the way from the rows of a survey to a `Tally`, and the joining of tallies. All sums are of integers, and the games
stand in their order, so a tally is the same however its games were shared out. A million games are some 20 MB of it.
Figures with intervals are made of it in `tilekit.lab.figures`.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from operator import mul
from typing import Any, Final, NamedTuple

from tilekit.program.metric import CUT, STUCK
from tilekit.rules import Rules

#: Sums below this are exact in an array of int64, and below the other one in one of floats.
_INT64: Final = 1 << 63


class Frame(NamedTuple):
    """How to read the rows of one ruleset's survey.

    Attributes:
        columns: of the survey.
        most: after how many actions a game is cut.
        reasons: why a game may have stopped; the last two are `CUT` and `STUCK`.
        over: for each value of the END register the index of its reason; -1 where the game is not over.
        quantities: the numbers of a game whose sums are kept: columns by name, then ``rate:REASON``, 0 or 1.
        taken: the columns among them, by index.
        reached: index of the first ``reached:`` column; the codes from 1 on follow.
    """

    columns: tuple[str, ...]
    most: int
    reasons: tuple[str, ...]
    over: tuple[int, ...]
    quantities: tuple[str, ...]
    taken: tuple[int, ...]
    reached: int

    @classmethod
    def of(cls, rules: Rules, columns: Sequence[str], most: int) -> Frame:
        """The frame of rows with these columns."""
        ends = rules.ruleset.end
        reasons = (*dict.fromkeys(end.reason for end in ends if end.status == "over"), CUT, STUCK)
        over = (-1, *(reasons.index(end.reason) if end.status == "over" else -1 for end in ends))
        kinds = ("score", "actions", "event", "gained", "spent", "last")
        taken = tuple(i for i, name in enumerate(columns) if name.partition(":")[0] in kinds)
        return cls(
            columns=tuple(columns),
            most=most,
            reasons=reasons,
            over=over,
            quantities=(*(columns[i] for i in taken), *(f"rate:{reason}" for reason in reasons)),
            taken=taken,
            reached=next(i for i, name in enumerate(columns) if name.startswith("reached:")),
        )

    def reason_of(self, end: int, actions: int) -> int:
        """The index of the reason why a game stopped."""
        if self.over[end] >= 0:
            return self.over[end]
        return self.reasons.index(CUT if actions >= self.most else STUCK)


class Tally:
    """What is kept of some games.

    Attributes:
        scores: of each game, in order.
        actions: how many each game had, in order.
        made: how many games had a tile as the highest the player made, by its code; 0 where none was made.
        reached: for each code from 1, at which action it was first made, or a higher one, and in how many games.
        sums: of each quantity of the frame.
        products: of each two of them: ``products[i][j]`` for ``j <= i`` is the sum over all games of both multiplied.
    """

    __slots__ = ("actions", "made", "products", "reached", "scores", "sums")

    def __init__(self, quantities: int, codes: int) -> None:
        self.scores: array[int] = array("q")
        self.actions: array[int] = array("q")
        self.made: Counter[int] = Counter()
        self.reached: list[Counter[int]] = [Counter() for _ in range(codes)]
        self.sums: list[int] = [0] * quantities
        self.products: list[list[int]] = [[0] * (i + 1) for i in range(quantities)]

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]], frame: Frame) -> Tally:
        """The tally of rows of a survey: lists of ints, or an array of int64."""
        tally = cls(len(frame.quantities), len(frame.columns) - frame.reached)
        if len(rows):
            (tally._take_array if hasattr(rows, "shape") else tally._take_rows)(rows, frame)
        return tally

    @property
    def games(self) -> int:
        """How many games it is of."""
        return len(self.scores)

    def empty(self) -> Tally:
        """A tally like this one, of no games."""
        return Tally(len(self.sums), len(self.reached))

    def join(self, later: Tally) -> None:
        """Takes in the games that come next."""
        self.scores.extend(later.scores)
        self.actions.extend(later.actions)
        self.made.update(later.made)
        for mine, other in zip(self.reached, later.reached, strict=True):
            mine.update(other)
        self.sums = [mine + other for mine, other in zip(self.sums, later.sums, strict=True)]
        for row, others in zip(self.products, later.products, strict=True):
            row[:] = [mine + other for mine, other in zip(row, others, strict=True)]

    # ------------------------------------------------------------ from lists

    def _take_rows(self, rows: Sequence[Sequence[int]], frame: Frame) -> None:
        columns = list(zip(*rows, strict=True))
        scores, actions, ends, made = columns[:4]
        self.scores.extend(scores)
        self.actions.extend(actions)
        self.made.update(made)
        for counter, column in zip(self.reached, columns[frame.reached :], strict=True):
            counter.update(filter(None, column))
        stopped = [frame.reason_of(end, number) for end, number in zip(ends, actions, strict=True)]
        values = [columns[i] for i in frame.taken]
        values += [tuple(int(reason == i) for reason in stopped) for i in range(len(frame.reasons))]
        self.sums = [sum(column) for column in values]
        self.products = [
            # What was nowhere anything but 0 adds nothing.
            [sum(map(mul, column, other)) if any(column) else 0 for other in values[: i + 1]]
            for i, column in enumerate(values)
        ]

    # ------------------------------------------------------------ from an array

    def _take_array(self, rows: Any, frame: Frame) -> None:
        import numpy as np

        self.scores.frombytes(np.ascontiguousarray(rows[:, 0], dtype=np.int64).tobytes())
        self.actions.frombytes(np.ascontiguousarray(rows[:, 1], dtype=np.int64).tobytes())
        self.made.update(_counts(rows[:, 3]))
        for counter, column in zip(self.reached, rows[:, frame.reached :].T, strict=True):
            if column.any():
                counter.update(_counts(column[column > 0]))
        over = np.asarray(frame.over, dtype=np.int64)[rows[:, 2]]
        halted = np.where(rows[:, 1] >= frame.most, frame.reasons.index(CUT), frame.reasons.index(STUCK))
        stopped = np.where(over >= 0, over, halted)
        flags = (stopped[:, None] == np.arange(len(frame.reasons))[None, :]).astype(np.int64)
        values = np.hstack([rows[:, list(frame.taken)], flags])
        # Of a column of ones and another the product is what the other comes to.
        _, *products = _products(np.hstack([np.ones((len(rows), 1), np.int64), values]))
        self.sums = [row[0] for row in products]
        self.products = [row[1 : i + 2] for i, row in enumerate(products)]


def _counts(column: Any) -> dict[int, int]:
    """How often each value stands in a column."""
    import numpy as np

    values, counts = np.unique(column, return_counts=True)
    return dict(zip(values.tolist(), counts.tolist(), strict=True))


def _products(values: Any) -> list[list[int]]:
    """The sums of the products of each two columns, exactly."""
    import numpy as np

    peak = max(abs(int(values.max())), abs(int(values.min())))  # as an int that does not wrap
    if peak * peak * len(values) < _INT64:
        # In ints, and so not by a library that would start threads of its own for so little.
        return [list(map(int, row)) for row in np.einsum("ni,nj->ij", values, values)]
    columns = values.T.tolist()
    return [[sum(map(mul, column, other)) for other in columns] for column in columns]
