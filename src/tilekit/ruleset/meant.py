"""Which key is meant by one that its table does not have.

Owns the other names by which people call what the format has, and whether what stands under a key could stand under
another one. It does not own how that is told, nor what follows from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, get_args

from pydantic import BaseModel, ValidationError

from tilekit.errors import nearest
from tilekit.ruleset.models import Ruleset
from tilekit.ruleset.text import KeyPath
from tilekit.ruleset.walk import candidates, keys_at, keys_of, type_at

#: Other names of keys, by the table they stand in; of several that may be meant the first whose content fits.
OTHER_NAMES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "": {
        "extend": ("extends",), "inherits": ("extends",), "parent": ("extends",), "meta": ("game",), "info": ("game",),
        "board": ("grid",), "field": ("grid",), "size": ("grid",), "tiles": ("tiers",), "pieces": ("tiers",),
        "vars": ("variables",), "state": ("variables",), "counters": ("variables",), "numbers": ("constants",),
        "spawner": ("spawn",), "spawns": ("spawn",), "random": ("spawn",), "next": ("queue",), "setup": ("start",),
        "opening": ("start",), "rules": ("actions", "mechanics"), "moves": ("actions",), "move": ("actions",),
        "controls": ("actions",), "effects": ("mechanics",), "steps": ("mechanics",), "score": ("scoring",),
        "points": ("scoring", "properties"), "events": ("triggers", "scoring"), "on": ("triggers", "scoring"),
        "goal": ("end",), "goals": ("end",), "win": ("end",), "lose": ("end",), "ending": ("end",),
        "game_over": ("end",), "messages": ("notices",), "asserts": ("invariants",), "colours": ("look",),
        "colors": ("look",), "style": ("look",), "hud": ("display",), "texts": ("words",), "translations": ("words",),
        "tests": ("scenario",), "test": ("scenario",), "variants": ("presets",), "levels": ("presets",),
    },
    "grid": {
        "height": ("rows",), "width": ("columns",), "cols": ("columns",), "neighbours": ("adjacency",),
        "neighbors": ("adjacency",), "torus": ("wrap",), "holes": ("mask",),
    },
    "game": {"name": ("title",)},
    "tiers": {"tiles": ("chain",), "names": ("chain",)},
    "variables": {"min": ("least",), "max": ("most",), "value": ("start",)},
    "spawn": {"chances": ("weights",), "odds": ("weights",)},
    "actions": {"if": ("when",), "cost": ("costs",), "do": ("steps",), "effects": ("steps",), "on": ("target",)},
    "triggers": {"event": ("on",), "if": ("when",)},
    "end": {"if": ("when",), "condition": ("when",), "result": ("outcome",), "message": ("text",)},
    "invariants": {"when": ("holds",)},
    "scenario": {"moves": ("actions",), "expect": ("then",), "start": ("given",)},
}  # fmt: skip
#: So many entries of a table are looked at.
_MOST_LOOKED_AT: Final = 20
#: How much alike two names are, of 1, that differ by a slip of the hand.
NEARLY_ALIKE: Final = 0.75


@dataclass(frozen=True, slots=True)
class Guess:
    """What a key is taken for.

    Attributes:
        name: the key of its table that is meant; empty where nobody can say.
        fits: whether what stands there may stand under that name, with a mistake of its own at most.
        is_sure: whether it may stand there as it is, so far as it is no table.
    """

    name: str = ""
    fits: bool = False
    is_sure: bool = False


def meant(model: type[BaseModel], place: KeyPath, value: object, besides: Iterable[str] = ()) -> Guess:
    """The key that is meant by an unknown one.

    Args:
        model: of the whole that the key stands in.
        place: of the key, in that whole.
        value: what stands there.
        besides: keys that may stand in its table, too.
    """
    key, *table = str(place[-1]), *place[:-1]
    known = keys_at(model, place[:-1])
    if not table and not _is_table(value) and homes(key, {}):  # whatever value it wants there
        return Guess()  # it belongs into one of the tables
    types = {name: type_at(model, (*table, name))[0] for name in known}
    fitting = [
        name
        for name in known
        if _fits(types[name], value, strictly=not table)
        and (_is_table(value) or takes(model, (*table, name), value) or takes(model, (*table, name), [value]))
    ]
    others = [
        name for name in OTHER_NAMES.get(str(table[0]) if table else "", {}).get(key.lower(), ()) if name in known
    ]
    if others:
        exact = (name for name in others if _fits(types[name], value, strictly=not table, exactly=True))
        best = next(exact, "") or next((name for name in others if name in fitting), "")
        return Guess(best or others[0], fits=bool(best), is_sure=best in fitting)
    near = nearest(key, [*fitting, *besides])
    if near:
        return Guess(near, fits=True, is_sure=True)
    if not table:
        like = [name for name in known if _is_like(types[name], value)]
        if len(like) == 1:
            return Guess(like[0], fits=True, is_sure=True)
        # A table where a list of such tables is wanted, and the other way round.
        turned = [value] if isinstance(value, dict) else value[:1][0] if isinstance(value, list) and value else None
        other = nearest(key, [name for name in known if turned and _fits(types[name], turned, strictly=True)])
        # What is written nearly alike is named even so: whoever misspells a table may misspell all that is in it.
        slips = [name for name in known if sorted(name) == sorted(key)]
        return Guess(other or next(iter(slips), "") or nearest(key, known, closeness=NEARLY_ALIKE))
    # Whoever misspells a key may get its value wrong, too; what is a key elsewhere is not misspelt.
    near = "" if _is_table(value) or _homes_of(key) else nearest(key, known, closeness=NEARLY_ALIKE)
    return Guess(near, fits=bool(near))


def takes(model: type[BaseModel], place: KeyPath, value: object) -> bool:
    """Whether a value, which is no table, may stand at a place of a model, whatever else that lacks."""
    tables: list[Any] = []
    while place and not tables:
        *above, last = place
        tables = [each for each in candidates(type_at(model, tuple(above))[0]) if _is_model(each)]
        if not tables:
            value, place = [value] if isinstance(last, int) else {last: value}, tuple(above)
    return any(_accepts(each, str(last), value) for each in tables)


def _accepts(model: type[BaseModel], key: str, value: object) -> bool:
    try:
        model.model_validate({key: value})
    except ValidationError as error:
        return all(detail["loc"][:1] != (key,) for detail in error.errors(include_url=False, include_context=False))
    return True


def homes(key: str, value: object) -> list[str]:
    """The tables of a ruleset that have a key and take the value for it, as headers; none where there are many."""
    tables = _homes_of(key)
    found = dict.fromkeys(header for header, table in tables if _is_table(value) or _accepts(table, key, value))
    return [*found] if len(tables) <= 3 else []


def _homes_of(key: str) -> list[tuple[str, type[BaseModel]]]:
    if not _homes_found:
        for header, table in _tables():
            for each in keys_of(table):
                _homes_found.setdefault(each, []).append((header, table))
    return _homes_found.get(key, [])


def _tables() -> Iterator[tuple[str, type[BaseModel]]]:
    """The tables of a ruleset, each with its header."""
    for name, field in Ruleset.model_fields.items():
        for annotation in candidates(field.annotation):
            origin = getattr(annotation, "__origin__", None)
            inner = get_args(annotation)[-1] if origin in (dict, list) else annotation
            header = f"[[{name}]]" if origin is list else f"[{name}.NAME]" if origin is dict else f"[{name}]"
            for model in candidates(inner):
                if _is_model(model):
                    yield header, model


_homes_found: Final[dict[str, list[tuple[str, type[BaseModel]]]]] = {}


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value))


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _fits(annotation: Any, value: object, *, strictly: bool, exactly: bool = False) -> bool:
    """Whether a value looks like one of a type.

    Args:
        annotation: the type.
        value: the value.
        strictly: look at what is in a table, too.
        exactly: of each table in it, most keys must be there, letter by letter.
    """
    return any(_fits_one(candidate, value, strictly, exactly) for candidate in candidates(annotation))


def _fits_one(candidate: Any, value: object, strictly: bool, exactly: bool) -> bool:  # noqa: FBT001 - as above
    if candidate is Any:
        return True
    origin = getattr(candidate, "__origin__", None)
    of_each = get_args(candidate)[-1] if origin in (dict, list) else None
    if isinstance(value, dict):
        if _is_model(candidate):
            keys = keys_of(candidate)
            some = [*islice(value, _MOST_LOOKED_AT)]
            if exactly:
                return 2 * sum(key in keys for key in some) >= len(some)
            return not strictly or not some or any(key in keys or nearest(key, keys) for key in some)
        if origin is not dict:
            return False
        inner = [
            _fits(of_each, each, strictly=True, exactly=exactly) for each in islice(value.values(), _MOST_LOOKED_AT)
        ]
        return all(inner) if exactly else not strictly or 2 * sum(inner) >= len(inner)
    if _is_model(candidate) or origin is dict:
        return False
    if isinstance(value, list):
        items = value[:_MOST_LOOKED_AT]
        return origin is list and (
            not items or any(_fits(of_each, each, strictly=strictly, exactly=exactly) for each in items)
        )
    if origin is list:  # one thing where a list of such is wanted
        return _fits(of_each, value, strictly=True, exactly=exactly)
    return not strictly or _kind(candidate) == _kind_of(value)


def _kind(candidate: Any) -> str:
    if candidate is bool:
        return "truth"
    return "number" if candidate in (int, float) else "text"


def _kind_of(value: object) -> str:
    if isinstance(value, bool):
        return "truth"
    is_number = isinstance(value, (int, float)) or re.fullmatch(r"-?[0-9.]+", str(value))
    return "number" if is_number else "text"


def _is_like(annotation: Any, value: object) -> bool:
    """Whether each key of a table, or of the tables in it, is one of those that a type has."""
    for candidate in candidates(annotation):
        origin = getattr(candidate, "__origin__", None)
        if _is_model(candidate):
            if isinstance(value, dict) and value and value.keys() <= {*keys_of(candidate)}:
                return True
        elif origin in (dict, list) and isinstance(value, origin) and value:
            inner = value.values() if isinstance(value, dict) else value
            if any(_is_model(each) for each in candidates(get_args(candidate)[-1])) and all(
                _is_like(get_args(candidate)[-1], each) for each in islice(inner, _MOST_LOOKED_AT)
            ):
                return True
    return False
