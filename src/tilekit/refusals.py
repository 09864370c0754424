"""A refusal as data: why an action cannot be played, with a code and what the sentence is made of.

Owns the codes of refusals, and how a refusal reads where its place is marked on the board and need not be named. It
does not own the sentences: those are worded where an action is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Self

from tilekit.words import Phrase, Words

#: For each sentence its code, and how it reads without its place; empty where it names none.
_KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "{place}: {refusal}": ("not-here", "{refusal}"),
    "{place} is not {cell}": ("not-here", Phrase("this is not {cell}")),
    "{place} is not where {condition} holds": ("not-here", ""),
    "{place}: {action} cannot be played there now": ("not-now", Phrase("{action} cannot be played there now")),
    "{action} cannot be played now": ("not-now", ""),
    "{action} can be played only when {condition}": ("not-now", ""),
    "{action} asks that {condition}": ("not-now", ""),
    "{action} is refused unless afterwards {condition}": ("no-result", ""),
    "{action} would change nothing": ("no-change", ""),
    "{action} costs more than is left: {prices}": ("too-dear", ""),
    "{action} is for the pause {pauses}": ("not-paused", ""),
    "the game is over: {text}": ("over", ""),
    "the game is paused: {text}": ("paused", ""),
    "the game is paused: {text}; {actions} goes on": ("paused", ""),
    "this game has no such action; it has {actions}": ("no-such-action", ""),
    "this game has no undo": ("no-undo", ""),
    "there is nothing to take back": ("nothing-to-undo", ""),
    "there is nothing to play again": ("nothing-to-redo", ""),
    "an undo costs more than is left: {prices}": ("too-dear", ""),
    "the game is over, and undo does not reach past its end": ("over", ""),
    "there is no game before this one": ("no-game-before", ""),
    "{problem}; the game goes on by its old rules": ("rules-broken", ""),
    "this is a recording; it can be watched, not played": ("recording", ""),
    "the recording ends here": ("recording-ends", ""),
    "the recording begins here": ("recording-begins", ""),
    "nothing can be played on this cell": ("no-action", ""),
    "these two cells do not go together": ("no-pair", ""),
    "there is no hint": ("no-hint", ""),
}


class Refusal(str):
    """Why an action is refused: a sentence in the player's language that knows its code and its values.

    It is a string like any other, and an empty one means that nothing was refused.

    >>> full = Refusal.of(Phrase("{place}: {refusal}", place="r1c1", refusal="the cell is taken"), Words())
    >>> full, full.code, full.reason, dict(full.values)
    ('r1c1: the cell is taken', 'not-here', 'the cell is taken', {'place': 'r1c1', 'refusal': 'the cell is taken'})
    """

    __slots__ = ("code", "reason", "values")

    code: str
    """Words joined by hyphens: ``"not-here"``; ``"refused"`` for what has none of its own."""
    values: Mapping[str, str | int]
    """What the sentence is made of, each said in the player's language."""
    reason: str
    """The sentence without the place that it is about, for a screen that marks the place."""

    def __new__(
        cls, sentence: str = "", code: str = "refused", reason: str = "", values: Mapping[str, str | int] | None = None
    ) -> Self:
        """Makes a refusal; where no other reason is given, it is the sentence."""
        made = super().__new__(cls, sentence)
        made.code, made.reason = code if sentence else "", reason or sentence
        made.values = MappingProxyType(dict(values or {}))
        return made

    @classmethod
    def of(cls, phrase: str, words: Words) -> Self:
        """The refusal that a phrase is, in the words of a language."""
        inner = phrase
        while isinstance(inner, Phrase) and isinstance(inner.values.get("reason"), Phrase):  # "…; did you mean …?"
            inner = inner.values["reason"]  # type: ignore[assignment]
        if not isinstance(inner, Phrase):
            return cls(words(phrase))
        code, short = _KINDS.get(inner.template, ("no-such-action" if inner is not phrase else "refused", ""))
        values = {name: words(value) if isinstance(value, str) else value for name, value in inner.values.items()}
        said = {name: value if isinstance(value, str | int) else str(value) for name, value in values.items()}
        return cls(words(phrase), code, words(short, **inner.values) if short else "", said)
