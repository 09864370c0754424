"""What a misspelt name was perhaps meant to be."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import Final

from tilekit.errors.diagnostics import Fix

_LONGEST_NAME: Final = 64  # difflib is quadratic; nobody misspells a longer name than this


def did_you_mean(name: str, choices: Iterable[str], likely: Iterable[str] = ()) -> str:
    """Return `did you mean "…"?` for the choice that looks most like the name, or an empty text.

    Of choices that look alike, one that is likely where the name stands comes first.

    >>> did_you_mean("lesat", ["cells", "least"])
    'did you mean "least"?'
    """
    return next(guesses(name, choices, likely), "")


def guesses(name: str, choices: Iterable[str], likely: Iterable[str] = (), *, closeness: float = 0.6) -> Iterator[Fix]:
    """Yield what `did_you_mean` returns for each choice that looks like the name, the likeliest first."""
    return (Fix(f'did you mean "{near}"?', near, name) for near in _alike(name, choices, likely, closeness))


def nearest(name: str, choices: Iterable[str], likely: Iterable[str] = (), *, closeness: float = 0.6) -> str:
    """Return the choice that looks most like the name, or an empty text.

    Of choices that look alike, one that is likely where the name stands comes first. What looks less alike than
    `closeness`, of 1, is none.

    >>> nearest("lesat", ["cells", "least"])
    'least'
    >>> nearest("mode", ["made", "node"]), nearest("mode", ["made", "node"], likely=["made"])
    ('node', 'made')
    """
    return next(iter(_alike(name, choices, likely, closeness)), "")


def _alike(name: str, choices: Iterable[str], likely: Iterable[str], closeness: float) -> list[str]:
    """Return the choices that look like the name, the likeliest first."""
    # Sorted, so that a set of choices gives the same answer in every run.
    by_folded = {choice.casefold(): choice for choice in sorted(choices, reverse=True) if choice != name}
    if not by_folded or len(name) > _LONGEST_NAME:
        return []
    folded, first = name.casefold(), {each.casefold() for each in likely}
    near = difflib.get_close_matches(folded, by_folded, len(by_folded) if first else 3, closeness)
    if len(folded) > 2:  # "made" may stand for "top_made"
        near += [choice for choice in by_folded if f"_{folded}_" in f"_{choice}_" and choice not in near]
    alike = difflib.SequenceMatcher(b=folded)

    def doubt(choice: str) -> tuple[bool, float, bool]:
        # Letters that changed places are likelier than others in their stead.
        alike.set_seq1(choice)
        return sorted(choice) != sorted(folded), -alike.ratio() if first else 0, choice not in first

    return [by_folded[choice] for choice in sorted(near, key=doubt)]
