"""What is left of a document whose shape is wrong, so that the rest can be looked at, too.

Owns what is taken out, what stands in for it, and which misspelt keys go by their right names. It does not own how a
mistake is told, nor what else follows from it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from tilekit.ruleset.document import Document
from tilekit.ruleset.loss import NOTHING, Loss, lost, together
from tilekit.ruleset.meant import meant
from tilekit.ruleset.shape import TYPES, place_of
from tilekit.ruleset.text import KeyPath
from tilekit.ruleset.walk import keys_at, value_at

Model = TypeVar("Model", bound=BaseModel)

#: So often mistakes are taken out before what is left is given up.
_MOST_TRIES: Final = 20
#: What stands in for a value that must be there: the first of these that fits.
_STAND_INS: Final[tuple[object, ...]] = (1, "x", 5, [], {}, ["x"], [{}], {"x": {}})
#: The board that stands in; nobody knows which cells there are.
_GRID: Final[Mapping[KeyPath, object]] = {("grid", "rows"): 5, ("grid", "columns"): 5}
#: Of so many unknown keys none is taken for another: somebody means something else.
_MOST_GUESSED: Final = 50


def salvaged(document: Document, model: type[Model]) -> tuple[Model | None, Loss]:
    """The model of what is left of a document, and what was left out; None where nothing whole is left."""
    found, _, loss = left_of(document, model)
    return found, loss


def left_of(document: Document, model: type[Model]) -> tuple[Model | None, dict[str, Any], Loss]:
    """As `salvaged`, with the data that is left."""
    try:
        return model.model_validate(document.data), document.data, NOTHING
    except ValidationError:
        pass
    data, loss = copy.deepcopy(document.data), NOTHING
    tries: dict[KeyPath, int] = {}
    for _ in range(_MOST_TRIES):
        try:
            return model.model_validate(data), data, loss
        except ValidationError as error:
            details = error.errors(include_url=False, include_input=False, include_context=False)
        places, left_out = _places(data, details), list[Loss]()
        for place, is_key, kind in places:
            if place == () or (kind == "missing" and place[-1] == "format"):
                return None, data, loss
            if place[0] == "constants":
                place = place[:2]  # noqa: PLW2901 - of a list without one of its numbers nobody knows what it says
            left_out.append(lost(place, value_at(document.data, place)))
            if kind == "extra_forbidden" and len(places) <= _MOST_GUESSED:
                near = meant(model, place, value_at(document.data, place)).name
                left_out.append(Loss(frozenset([(*place[:-1], near)])) if near else NOTHING)
            _mend(data, place, tries, is_key=is_key)
        loss = together([loss, *left_out])
    return None, data, loss


def _places(data: dict[str, Any], details: Iterable[ErrorDetails]) -> list[tuple[KeyPath, bool, str]]:
    """Where something is wrong, whether with a key, and of what kind: the innermost places, last ones first."""
    found: dict[tuple[KeyPath, bool], list[str]] = {}
    for detail in details:
        found.setdefault(place_of(data, (), detail), []).append(detail["type"])
    above = {place[:length] for place, _ in found for length in range(len(place))}
    return [
        (place, is_key, kinds[0])
        for (place, is_key), kinds in found.items()
        if place not in above or not all(kind in TYPES for kind in kinds)
    ][::-1]


def _mend(data: dict[str, Any], place: KeyPath, tries: dict[KeyPath, int], *, is_key: bool) -> None:
    """Takes a value out, or where it must be there, puts the next stand-in in its place."""
    inner: Any = data
    for part in place[:-1]:
        try:
            inner = inner[part]
        except (KeyError, IndexError, TypeError):
            return  # it went with something around it
    key: Any = place[-1]
    tried = tries.get(place, 0)
    tries[place] = tried + 1
    if place[0] == "actions" and place[2:] == ("target",) and not tried:
        inner[key] = "cell"  # then what is said of the chosen cell is looked at, too
        return
    if isinstance(inner, dict) and (is_key or not tried) and key in inner:
        del inner[key]
        return
    missing = tried - isinstance(inner, dict) if tried else 0
    stand_in = _GRID[place] if place in _GRID and not missing else _STAND_INS[missing % len(_STAND_INS)]
    if isinstance(inner, dict) or (isinstance(inner, list) and isinstance(key, int) and key < len(inner)):
        inner[key] = copy.deepcopy(stand_in)


def misspelt(document: Document, model: type[BaseModel], error: ValidationError) -> dict[KeyPath, str]:
    """The keys that stand for another one, by their places: a table of the file, or a key that must be there."""
    details = error.errors(include_url=False, include_input=False, include_context=False)
    places = [(place_of(document.data, (), detail)[0], detail["type"]) for detail in details]
    unknown = [place for place, kind in places if kind == "extra_forbidden"]
    found: dict[KeyPath, str] = {}
    if len(unknown) > _MOST_GUESSED:
        return found
    there = {key for key in document.data if document.written_as((key,)) != "implicit"}
    missing: dict[KeyPath, list[str]] = {
        (): [key for key in keys_at(model, ()) if key not in there and key != "format"]
    }
    for place in unknown:
        around = value_at(document.data, place[:-1])
        lacks = missing.setdefault(place[:-1], [key for key in keys_at(model, place[:-1]) if key not in around])
        guess = meant(model, place, value_at(document.data, place))
        if guess.fits and guess.name in lacks:
            found[place] = guess.name
            lacks.remove(guess.name)
    return found
