"""The words of the language: what each is, declared once.

Owns the record of a word and the list of all of them. Everything that knows words reads it: the vocabulary, complaints,
costs, generated tests and the documentation. What a word becomes is the function beside its record, in
`tilekit.expressions.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from tilekit.expressions.values import Value
from tilekit.source import Source
from tilekit.words import Phrase

#: What a word gives.
Kind = Literal["number", "condition", "tile"]
#: Where it may stand: anywhere; where one cell is asked about, as in a set of cells; where the player chose something.
Domain = Literal["anywhere", "cell", "choice"]
#: What stands between its brackets. Of ``each`` (a number of each cell), ``place`` (cells, perhaps one by its name) and
#: ``action`` the emitting function gets the tree, of ``cells`` the source of their mask, of the others the value.
Argument = Literal["number", "tile", "cells", "each", "place", "action"]
#: The lists of expressions from which generated rulesets draw.
Drawn = Literal["number", "condition", "must", "end", "cells", "where"]


class Cost(NamedTuple):
    """Steps of the interpreter that a word takes, estimated from above."""

    listed: int = 0
    """For each cell of the board, once in a loop over cells that asks for it."""
    spread: tuple[int, int] | None = None
    """Of all cells for which it holds: at any rate, and for each cell of the board; None where they are asked."""
    compared: int | None = None
    """For each cell of the board, where it is compared for all of them at once; None where they are asked."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the language.

    Attributes:
        name: as it is written.
        meaning: what it gives, in plain English.
        kind: what it gives.
        use: as it is written with its arguments; without any its name.
        emit: ``emit(vocabulary, node, scope, *arguments)`` gives the source of its value.
        example: an expression with it, for people, over the sample of `tilekit.expressions.words`.
        gives: what that is there: a number, a condition, a tile, or the cells of a set by their names.
        arguments: what stands between its brackets; none for a word without.
        more: whether any number of arguments like the last may follow.
        domain: where it may stand.
        targets: of what the player chose, the targets of the actions with which it is chosen.
        instead: what to write where it may not stand, besides a question about all cells.
        fixed: whether it rests on its arguments and the place of the cell alone, whatever happens in the game.
        looks: whether it looks at the board, or at what the player chose, besides its arguments.
        oriented: whether it tells rows from columns.
        said: to players: of a number what it is called beside a board, of a tile that it is some ``{tile}``; None where
            it takes more to say that, or cannot be said.
        cost: the steps it takes.
        drawn: how generated rulesets speak of it, for each list from which they draw.
        mask: as ``emit``, but the source of the cells for which it holds; None where they are asked one by one.
        compared: ``compared(vocabulary, node, scope)`` gives the source of the cells for which a comparison holds that
            begins with the word, or None where they are asked one by one.
    """

    name: str
    meaning: str
    kind: Kind
    use: str
    emit: Callable[..., Value]
    example: str
    gives: object
    arguments: tuple[Argument, ...] = ()
    more: bool = False
    domain: Domain = "anywhere"
    targets: tuple[str, ...] = ()
    instead: str = ""
    fixed: bool = False
    looks: bool = True
    oriented: bool = False
    said: Phrase | None = None
    cost: Cost = field(default_factory=Cost)
    drawn: Mapping[Drawn, tuple[str, ...]] = field(default_factory=dict)
    mask: Callable[..., Source] | None = None
    compared: Callable[..., Source | None] | None = None

    @property
    def of_cell(self) -> bool:
        """Whether it asks about one cell, or is a set of cells that can be asked about one."""
        return self.domain == "cell" or (self.domain == "choice" and self.kind == "condition")

    @property
    def of_set(self) -> bool:
        """Whether it is given a set of cells."""
        return not {"cells", "place"}.isdisjoint(self.arguments)


#: Every word, by its name; `tilekit.expressions` imports all of them.
WORDS: Final[dict[str, Word]] = {}


def word(
    kind: Kind,
    example: str,
    gives: object,
    use: str = "",
    **more: Any,  # noqa: ANN401 - fields of `Word`
) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    """Declares the word that a function emits: its name is the function's, its meaning the docstring."""

    def declare(emit: Callable[..., Value]) -> Callable[..., Value]:
        name, meaning = emit.__name__.rstrip("_"), " ".join((emit.__doc__ or "").split()).rstrip(".")
        WORDS[name] = Word(name, meaning[:1].lower() + meaning[1:], kind, use or name, emit, example, gives, **more)
        return emit

    return declare


def cell_words() -> list[str]:
    """The words without brackets that ask about one cell."""
    return [name for name, each in WORDS.items() if each.domain == "cell" and not each.arguments]
