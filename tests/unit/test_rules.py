"""Rules are a value: they never change, whoever has them."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from pydantic import BaseModel, ValidationError

import tilekit

MERGE = tilekit.load("merge")
#: What they have that anyone may look at.
PUBLIC = sorted(name for name in dir(MERGE) if not name.startswith("_"))


@pytest.mark.parametrize("name", PUBLIC)
def test_no_attribute_can_be_replaced_or_taken_away(name: str) -> None:
    before = getattr(MERGE, name)
    with pytest.raises(AttributeError):
        setattr(MERGE, name, None)
    with pytest.raises(AttributeError):
        delattr(MERGE, name)
    assert getattr(MERGE, name) == before


def parts(value: object, path: str = "ruleset") -> Iterator[tuple[str, object]]:
    """Every model, list and dictionary in it, with where it stands."""
    if isinstance(value, BaseModel):
        yield path, value
        for name, each in vars(value).items():
            yield from parts(each, f"{path}.{name}")
    elif isinstance(value, dict):
        yield path, value
        for key, each in value.items():
            yield from parts(each, f"{path}[{key!r}]")
    elif isinstance(value, list):
        yield path, value
        for i, each in enumerate(value):
            yield from parts(each, f"{path}[{i}]")


@pytest.mark.parametrize("rules", [MERGE, tilekit.load("merge:hard"), tilekit.load("2048")], ids=lambda rules: rules.id)
def test_nothing_in_the_model_or_the_document_can_be_changed(rules: tilekit.Rules) -> None:
    before = copy.deepcopy((rules.ruleset.model_dump(), rules.document.data))
    found = [*parts(rules.ruleset), *parts(rules.document.data, "document"), *parts(rules.unsaid, "unsaid")]
    assert len(found) > 100
    for path, value in found:
        if isinstance(value, BaseModel):
            for name in type(value).model_fields:
                with pytest.raises(ValidationError):
                    setattr(value, name, None)
            continue
        changes = {
            list: ["append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "__iadd__", "__imul__"],
            dict: ["clear", "pop", "popitem", "setdefault", "update", "__ior__"],
        }[type(value).__base__]  # type: ignore[index]
        for change in (*changes, "__setitem__", "__delitem__"):
            with pytest.raises(TypeError, match="part of rules, which never change; copy it first"):
                getattr(value, change)(0, 0)
            assert path
    assert (rules.ruleset.model_dump(), rules.document.data) == before


@pytest.mark.parametrize("name", PUBLIC)
def test_a_list_or_a_table_that_they_hand_out_cannot_change_them(name: str) -> None:
    value = MERGE.scenarios() if name == "scenarios" else getattr(MERGE, name)
    if isinstance(value, (dict, list)):
        with contextlib.suppress(TypeError):
            value.clear()
    assert (len(MERGE.scenarios()), MERGE.warnings, MERGE.engine.foreign_kinds, len(MERGE.unsaid)) == (84, [], {}, 0)


def test_a_deep_copy_of_a_part_may_be_changed() -> None:
    actions = copy.deepcopy(MERGE.ruleset.actions)
    actions.pop("drop")
    data = pickle.loads(pickle.dumps(MERGE.document.data))
    data["end"].clear()
    assert (type(actions), type(data["end"]), "drop" in MERGE.ruleset.actions) == (dict, list, True)
    assert MERGE.document.data["end"]


def test_they_are_equal_by_value_hashed_and_pickled() -> None:
    others = [MERGE.rebuild(), tilekit.load("merge"), pickle.loads(pickle.dumps(MERGE)), copy.deepcopy(MERGE)]
    assert {MERGE, *others} == {MERGE}
    assert all(each == MERGE and each.digest == MERGE.digest for each in others)
    hard = tilekit.load("merge:hard")
    assert (hard == MERGE, hard == pickle.loads(pickle.dumps(hard)), hard.new_game(1).digest) == (
        False,
        True,
        pickle.loads(pickle.dumps(hard)).new_game(1).digest,
    )


def test_a_preset_that_changes_nothing_is_another_game_with_another_hash() -> None:
    text = tilekit.dumps(tilekit.load("2048")).partition("[[balance]]")[0]
    text += "\n[presets.same.grid]\nrows = 4\n"
    plain, same = tilekit.loads(text), tilekit.loads(text, preset="same")
    assert plain.ruleset == same.ruleset
    assert (plain == same, plain.id, same.id) == (False, "2048", "2048:same")
    assert plain.digest != same.digest


def test_of_what_a_dataclass_replaces_the_rest_stays() -> None:
    other = dataclasses.replace(MERGE, shadows_installed=True)
    assert (other.shadows_installed, MERGE.shadows_installed) == (True, False)
    assert (other == MERGE, other.program is MERGE.program) == (True, True)


def test_threads_that_ask_at_once_are_told_alike() -> None:
    rules = tilekit.load("merge")
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda _: (rules.digest, len(rules.scenarios()), rules.in_words), range(64)))
    assert set(told) == {(MERGE.digest, 84, MERGE.in_words)}
