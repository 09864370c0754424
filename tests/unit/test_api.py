"""What users import: every type they are handed can be imported by name, and every public member is documented."""

from __future__ import annotations

import builtins
import collections.abc
import inspect
import json
import re
import typing
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from types import FunctionType

import pytest
from pydantic import BaseModel

import tilekit

DOCS = Path(tilekit.__file__).parents[2] / "docs"
PAGES = "\n".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*/*.md"))
CLASSES = {name: value for name in tilekit.__all__ if inspect.isclass(value := getattr(tilekit, name))}


def members(owner: type) -> dict[str, FunctionType | property]:
    """The public methods and properties of a class, those of the library's own bases among them."""
    own = [base for base in owner.__mro__ if base.__module__.startswith("tilekit")]
    found = {name: member for base in reversed(own) for name, member in vars(base).items() if name[0] != "_"}
    return {name: member for name, member in found.items() if callable(member) or hasattr(member, "__get__")}


def signatures() -> dict[str, object]:
    """Every public function, method and property by its full name."""
    found: dict[str, object] = {
        name: value for name in tilekit.__all__ if inspect.isfunction(value := getattr(tilekit, name))
    }
    for owner in CLASSES.values():
        for name, member in members(owner).items():
            inner = getattr(member, "fget", None) or getattr(member, "func", None) or member
            inner = getattr(inner, "__func__", inner)
            if inspect.isfunction(inner):
                found[f"{owner.__name__}.{name}"] = inner
    return found


#: Names of Python's own, and of NumPy's, that stand in annotations.
STANDARD = {*dir(builtins), *typing.__all__, *dir(collections.abc)}
STANDARD |= {"ArrayLike", "Executor", "Fraction", "MappingProxyType", "NDArray", "Path", "PathLike"}
#: What only those meet who extend the library itself.
INTERNAL = {"Document", "Engine", "Futures", "Order"}


def named_in(function: FunctionType) -> set[str]:
    """The names of types in the annotations of a function."""
    texts = [str(annotation) for annotation in inspect.get_annotations(function).values()]
    return set(re.findall(r"(?<![\w.\"'])[A-Z]\w+", " ".join(texts)))


def test_every_type_in_a_public_signature_can_be_imported_by_name() -> None:
    known = STANDARD | INTERNAL | {*tilekit.__all__}
    unknown = {name: named_in(function) - known for name, function in signatures().items()}
    assert {name: types for name, types in unknown.items() if types} == {}


def test_names_of_types_are_found() -> None:
    assert named_in(signatures()["Game.fork"]) == {"Game"}
    assert named_in(signatures()["Game.outcomes"]) == {"Outcome", "SupportsIndex"}
    assert "Rules.batch" in signatures()


@pytest.mark.parametrize("owner", sorted(name for name, of in CLASSES.items() if not issubclass(of, BaseModel)))
def test_every_public_member_is_in_the_reference(owner: str) -> None:
    unsaid = [name for name in members(CLASSES[owner]) if not re.search(rf"`(\w+\.)?{name}\b", PAGES)]
    assert unsaid == []


@pytest.mark.parametrize("member", [*tilekit.Status, *tilekit.Result])
def test_a_member_of_an_enum_equals_its_string(member: Enum) -> None:
    value = member.value
    assert (member == value, hash(member), json.dumps(member)) == (True, hash(value), json.dumps(value))


@pytest.mark.parametrize("value", [None, [], 3, {}])
@pytest.mark.parametrize(
    ("function", "takes"),
    [
        (tilekit.load, "load() takes the id or the path of a ruleset"),
        (tilekit.loads, "loads() takes a TOML text or the bytes of a file"),
        (tilekit.dumps, "dumps() takes rules, as load() returns them"),
    ],
)
def test_a_value_of_another_kind_is_refused(function: Callable[[object], object], takes: str, value: object) -> None:
    with pytest.raises(tilekit.UsageError) as refused:
        function(value)
    assert str(refused.value) == f"{takes}, and not {type(value).__name__}"
