"""Lists and tables that can no longer change.

Owns what rules hand out: it reads, compares, is written and is copied like the lists and dictionaries it is made of,
and refuses to be changed. What is copied deeply may be changed again.
"""

from __future__ import annotations

import copy
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel

_T = TypeVar("_T")


def _refused(self: object, *_: object, **__: object) -> NoReturn:
    raise TypeError(f"this {type(self).__base__.__name__} is a part of rules, which never change; copy it first")  # type: ignore[union-attr]


class FrozenList(list[Any]):
    """A list that cannot be changed."""

    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = clear = extend = insert = pop = remove = _refused
    reverse = sort = _refused

    def __reduce__(self) -> tuple[object, ...]:
        return list, (list(self),)

    def __deepcopy__(self, memo: dict[int, Any]) -> list[Any]:
        return copy.deepcopy(list(self), memo)


class FrozenDict(dict[Any, Any]):
    """A dictionary that cannot be changed."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refused

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (dict(self),)

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[Any, Any]:
        return copy.deepcopy(dict(self), memo)


def frozen(value: _T) -> _T:
    """The same lists, dictionaries and models, all the way down, none of which can be changed."""
    found: Any = value
    if isinstance(value, (FrozenDict, FrozenList)):
        return value
    if isinstance(value, BaseModel):
        found = value.model_copy()
        found.__dict__.update({name: frozen(each) for name, each in value.__dict__.items()})
    elif isinstance(value, dict):
        found = FrozenDict({key: frozen(each) for key, each in value.items()})
    elif isinstance(value, list):
        found = FrozenList([frozen(each) for each in value])
    return found  # type: ignore[no-any-return]
