"""Walking a document and its model along key paths.

Owns what stands at a key path of some data, and what the model says of it. It does not own what is wrong there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel

from tilekit.hooks import Reference
from tilekit.ruleset.text import KeyPath


def type_at(model: type[BaseModel], place: KeyPath) -> tuple[Any, list[Any]]:
    """The type of what stands at a key path of a model, and what marks it."""
    annotation: Any = model
    markers: list[Any] = []
    for part in place:
        annotation, markers = below(annotation, part)
    return annotation, markers + metadata(annotation)


def keys_at(model: type[BaseModel], place: KeyPath) -> list[str]:
    """The keys a table may have, found by walking the model along a key path."""
    for candidate in candidates(type_at(model, place)[0]):
        if isinstance(candidate, type) and issubclass(candidate, BaseModel):
            return keys_of(candidate)
    return []


def keys_of(model: type[BaseModel]) -> list[str]:
    """The keys of a table."""
    return [field.alias or name for name, field in model.model_fields.items()]


def below(annotation: Any, part: str | int) -> tuple[Any, list[Any]]:
    """The type of what stands at a key or a place of a value of a type, and what marks it; None where nothing may."""
    for candidate in candidates(annotation):
        if isinstance(candidate, type) and issubclass(candidate, BaseModel):
            for name, field in candidate.model_fields.items():
                if part in (name, field.alias):
                    return field.annotation, list(field.metadata)
        elif getattr(candidate, "__origin__", None) is dict and isinstance(part, str):
            return get_args(candidate)[1], []
        elif getattr(candidate, "__origin__", None) is list and isinstance(part, int):
            # What marks the list of steps speaks of each step.
            marks = [mark for mark in metadata(annotation) if isinstance(mark, Reference)]
            return get_args(candidate)[0], marks
    return None, []


def metadata(annotation: Any) -> list[Any]:
    """What marks a type and the branches of it."""
    found: list[Any] = []
    while hasattr(annotation, "__metadata__"):
        found += annotation.__metadata__
        annotation = annotation.__origin__
    if annotation is not None and getattr(annotation, "__origin__", None) not in (dict, list):
        for argument in get_args(annotation):
            found += metadata(argument)
    return found


def candidates(annotation: Any) -> list[Any]:
    """The branches of a union, without the wrapping of constraints."""
    while hasattr(annotation, "__metadata__"):
        annotation = annotation.__origin__
    arguments = get_args(annotation)
    if arguments and getattr(annotation, "__origin__", None) not in (dict, list):
        return [candidate for argument in arguments for candidate in candidates(argument)]
    return [annotation]


def value_at(data: object, place: KeyPath) -> Any:
    """What stands at a key path of some data; None where nothing does."""
    value = data
    for part in place:
        value = _part(value, part)
    return value


def _part(value: object, part: str | int) -> object:
    """What stands at a key of a table or at a place of a list; None where nothing does."""
    if isinstance(value, dict):
        found: object = value.get(part)
        return found
    return value[part] if isinstance(value, list) and isinstance(part, int) and part < len(value) else None


class Overfull(NamedTuple):
    """A table or list with more entries than it may have: where it is, how many it has, and how many it may have."""

    place: KeyPath
    found: int
    most: int


def overfull(annotation: Any, value: object, marks: tuple[Any, ...] = (), place: KeyPath = ()) -> Iterator[Overfull]:
    """Yields the outermost tables and lists that have too many entries, without a look at any of these."""
    for candidate, marked in _marked(annotation, marks):
        origin, arguments = getattr(candidate, "__origin__", None), get_args(candidate)
        if isinstance(candidate, type) and issubclass(candidate, BaseModel) and isinstance(value, dict):
            for name, field in candidate.model_fields.items():
                key = field.alias or name
                if key in value:
                    yield from overfull(field.annotation, value[key], tuple(field.metadata), (*place, key))
            return
        if (origin is list and isinstance(value, list)) or (origin is dict and isinstance(value, dict)):
            limits = [most for mark in marked if (most := getattr(mark, "max_length", None)) is not None]
            if limits and len(value) > min(limits):
                yield Overfull(place, len(value), min(limits))
                return
            for part, item in enumerate(value) if isinstance(value, list) else value.items():
                if isinstance(item, (dict, list)):
                    yield from overfull(arguments[-1], item, (), (*place, part))
            return


def _marked(annotation: Any, marks: tuple[Any, ...]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The branches of a union, each with what marks it."""
    while hasattr(annotation, "__metadata__"):
        marks = (*marks, *(inner for mark in annotation.__metadata__ for inner in getattr(mark, "metadata", [mark])))
        annotation = annotation.__origin__
    arguments = get_args(annotation)
    if arguments and getattr(annotation, "__origin__", None) not in (dict, list):
        for argument in arguments:
            yield from _marked(argument, marks)
    else:
        yield annotation, marks
