"""What of a file was left out because it is wrong.

Owns the account of it, by place and by the names written there. What else may be wrong only because of that is
not decided here: those who check know what their complaints rest on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tilekit.ruleset.text import KeyPath


@dataclass(frozen=True, slots=True)
class Loss:
    """What was left out.

    Attributes:
        paths: where it stands, or should stand.
        words: the names and words written there.
        rest: whether nobody knows what else is missing: the end of the file, or all that a base says.
    """

    paths: frozenset[KeyPath] = frozenset()
    words: frozenset[str] = frozenset()
    rest: bool = False

    def __or__(self, other: Loss) -> Loss:
        """Both together."""
        return together([self, other])

    def __bool__(self) -> bool:
        """Whether anything was left out."""
        return bool(self.paths or self.words or self.rest)

    @property
    def tops(self) -> set[str]:
        """The tables that lack something."""
        return {str(path[0]) for path in self.paths if path}

    def around(self, path: KeyPath) -> bool:
        """Whether the value at a path, or something around it, was left out."""
        return any(path[:length] in self.paths for length in range(1, len(path) + 1))

    def within(self, path: KeyPath) -> bool:
        """Whether the value at a path, or something inside it, was left out."""
        return any(each[: len(path)] == path for each in self.paths)

    def names(self, text: str) -> bool:
        """Whether a word of a text is written in what was left out."""
        return not self.words.isdisjoint(words_of(text))


NOTHING = Loss()


def together(losses: Iterable[Loss]) -> Loss:
    """All of them as one."""
    paths, words, rest = set[KeyPath](), set[str](), False
    for loss in losses:
        paths |= loss.paths
        words |= loss.words
        rest = rest or loss.rest
    return Loss(frozenset(paths), frozenset(words), rest)


def lost(path: KeyPath, value: object = None) -> Loss:
    """The loss of a key and its value."""
    return Loss(
        frozenset([path]), frozenset(all_words([value, *(part for part in path[-1:] if isinstance(part, str))]))
    )


def words_of(text: str) -> list[str]:
    """The words of a text, numbers among them; whoever misspells a name may do so with a hyphen or with capitals."""
    found = re.findall(r"[\w-]+", text)
    found += [part for word in found if "-" in word for part in word.split("-") if part]
    return found + [word.lower() for word in found if not word.islower() and not word.isdigit()]


def all_words(values: Iterable[object]) -> Iterator[str]:
    """Every word of some values, of their keys and of their texts."""
    for value in values:
        if isinstance(value, dict):
            yield from all_words(value)
            yield from all_words(value.values())
        elif isinstance(value, list):
            yield from all_words(value)
        elif value is not None:
            yield from words_of(value if isinstance(value, str) else repr(value)[:80])
