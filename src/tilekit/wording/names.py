"""What things are called beside a board: what has an id, directions, and how a game stands."""

from __future__ import annotations

from typing import Final

from tilekit.ruleset.models import Ruleset
from tilekit.words import Phrase

#: The directions, as a player reads them.
WAYS: Final = {
    "up": Phrase("up"), "down": Phrase("down"), "left": Phrase("left"), "right": Phrase("right"),
    "up-left": Phrase("up-left"), "up-right": Phrase("up-right"),
    "down-left": Phrase("down-left"), "down-right": Phrase("down-right"),
}  # fmt: skip
#: How a game stands, as a player reads it.
STATUSES: Final = {"playing": Phrase("playing"), "paused": Phrase("paused"), "over": Phrase("over")}
#: How a game came out, as a player reads it: once it is over, and where it may go on.
_OUTCOMES: Final = {
    "won": (Phrase("Won"), Phrase("Won; the game may go on")),
    "lost": (Phrase("Lost"), Phrase("Lost; the game may go on")),
    "ended": (Phrase("The end"), Phrase("The end; the game may go on")),
}


def named(name: str) -> str:
    """The name of a variable or an action as it is shown: ``"moves_made"`` is ``"Moves made"``."""
    return spoken(name).capitalize()


def action_named(ruleset: Ruleset, verb: str) -> str:
    """An action as it is shown: its label, or its name."""
    action = ruleset.actions.get(verb)
    return (action.label if action else None) or named(verb)


def spoken(name: str) -> str:
    """A name within a sentence: ``"moves_made"`` is ``"moves made"``."""
    return name.replace("_", " ")


def singular(name: str) -> str:
    """A name within a sentence about one: ``"moves"`` is ``"move"``."""
    said = spoken(name).strip() or name
    if said.endswith("ies"):
        return said[:-3] + "y"
    if said.split()[-1] == "lives":
        return said[:-3] + "fe"
    if said.endswith(("sses", "shes", "ches", "xes")):
        return said[:-2]
    return said if said.endswith(("ss", "us", "is")) else said.removesuffix("s")


def one(name: str) -> Phrase:
    """A tile by its id, with its article: ``"a prism"``."""
    # 11 and 18, also as the first figures of 11,000 or 18,000,000.
    eleven = name.isdecimal() and name[:2] in ("11", "18") and len(name) % 3 == 2
    return Phrase("an {tile}", tile=name) if name[0] in "aeiou8" or eleven else Phrase("a {tile}", tile=name)


def outcome_in_words(status: str, outcome: str) -> str:
    """How a game came out: ``"Won"``; empty while it is open."""
    if outcome not in _OUTCOMES:
        return ""
    over, paused = _OUTCOMES[outcome]
    return paused if status == "paused" else over
