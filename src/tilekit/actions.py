"""Actions as texts.

Owns the one form in which actions are played, saved, listed and shown.
"""

from __future__ import annotations

from typing import Self


class Action(str):
    """An action: its text, such as ``"drop r2c3"``. It equals that text, and can be used wherever the text can."""

    __slots__ = ()

    def __new__(cls, verb: str, target: str = "") -> Self:
        """Joins a verb and a target, or takes the whole text."""
        return super().__new__(cls, f"{verb} {target}" if target else verb)

    @property
    def verb(self) -> str:
        """The name of the action in the ruleset."""
        return self.partition(" ")[0]

    @property
    def target(self) -> str:
        """What is chosen with it, or an empty text.

        A cell is ``"r2c3"``, a column ``"c3"``, a row ``"r2"``, a direction ``"left"``, two cells ``"r1c1 r1c2"``, a
        tile its id.
        """
        return self.partition(" ")[2]


def text_of(action: object) -> str:
    """The text of an action; an empty one for anything else, such as the number of an action."""
    return str(action).strip() if isinstance(action, str) else ""
