"""How many entries a table or list may have is asked before what stands in them, everywhere in the format."""

import sys
from typing import get_args

import pytest
from pydantic import BaseModel

import tilekit
from tilekit.checking import checked
from tilekit.plugins import Plugins
from tilekit.ruleset.document import Document
from tilekit.ruleset.models import Ruleset
from tilekit.ruleset.writing import written

PLUGINS = Plugins(entry_points=False)
TINY = {
    "format": 1,
    "game": {"id": "tiny", "title": "Tiny", "version": 1},
    "grid": {"rows": 3, "columns": 3},
    "tiers": {"chain": ["spark", "node"]},
    "actions": {"tap": {"add": {"score": 1}}},
    "end": [{"when": "no_moves", "reason": "jammed"}],
}
#: So many entries more are written than may stand there.
MORE = 300
#: Calls of functions that an entry may cost: enough to name it among what is left out, too few to look at it.
CALLS_EACH = 35


def branches(annotation, marks):
    """The branches of a union of types, each with what marks it."""
    while hasattr(annotation, "__metadata__"):
        marks = (*marks, *(inner for mark in annotation.__metadata__ for inner in getattr(mark, "metadata", [mark])))
        annotation = annotation.__origin__
    if get_args(annotation) and getattr(annotation, "__origin__", None) not in (dict, list):
        for each in get_args(annotation):
            yield from branches(each, marks)
    else:
        yield annotation, marks


def full(annotation, marks=(), place=()):
    """The tables and lists of a model: the place of each, whether it is a list, and how many entries it may have."""
    for candidate, marked in branches(annotation, marks):
        if isinstance(candidate, type) and issubclass(candidate, BaseModel):
            for name, field in candidate.model_fields.items():
                yield from full(field.annotation, tuple(field.metadata), (*place, field.alias or name))
        elif (origin := getattr(candidate, "__origin__", None)) in (list, dict):
            limits = [mark.max_length for mark in marked if getattr(mark, "max_length", None) is not None]
            yield place, origin is list, min(limits, default=None)
            yield from full(get_args(candidate)[-1], (), (*place, 0 if origin is list else "x1"))


PLACES = [*full(Ruleset)]
FREE = {("mechanics", "x1"), ("presets", "x1")}
MECHANICS = [
    (("mechanics", kind.kind, *place), is_list, most)
    for kind in PLUGINS.mechanics.values()
    for place, is_list, most in full(kind.settings)
]


def with_entries(place, is_list, wrong, count):
    """A ruleset with so many entries at a place, all of them wrong."""
    entries = [wrong] * count if is_list else {f"x{number}": wrong for number in range(count)}
    for part in reversed(place):
        entries = [entries] if isinstance(part, int) else {part: entries}
    ((table, value),) = entries.items()
    if isinstance(value, dict) and table not in ("actions", "constants"):
        value = {**TINY.get(table, {}), **value}
    return {**TINY, table: value}


def work(document):
    """The number of calls of functions with which a document is checked, and its problems."""
    calls = 0

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        found = checked(document, PLUGINS.mechanics, None)
        problems = [*found.warnings, *found.scenario_errors]
    except tilekit.RulesetError as error:
        problems = error.diagnostics
    finally:
        sys.setprofile(None)
    return calls, problems


LEAST, _ = work(Document.parse(written(TINY), "t.toml"))


def test_everything_has_a_limit():
    unlimited = [place for place, _, most in [*PLACES, *MECHANICS] if most is None]
    assert set(unlimited) == FREE


@pytest.mark.parametrize(
    ("place", "is_list", "most"),
    [each for each in [*PLACES, *MECHANICS] if each[0] not in FREE],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_too_many_entries_are_refused_before_a_look_at_any(place, is_list, most):
    count = most + MORE
    wrong = {"fuze": "x + ("} if any(each[0][:-1] == place for each in PLACES) else "fuze zap + ("
    document = Document.parse(written(with_entries(place, is_list, wrong, count)), "t.toml")
    calls, problems = work(document)
    told = [one.expected for one in problems if one.code == "wrong-length" and one.found == f"{count:,} items"]
    assert told == [f"at most {most:,} items"]
    assert [one for one in problems if "fuze" in one.message + one.found] == []
    assert calls < 4 * LEAST + CALLS_EACH * count


def test_presets_beyond_their_number_are_not_built(monkeypatch):
    built = []
    monkeypatch.setattr("tilekit.checking.build", lambda *_, **__: built.append(1) or 1 / 0)
    text = written(TINY) + "".join(f"[presets.p{number}.grid]\nrows = 64\n" for number in range(2_000))
    with pytest.raises(ZeroDivisionError):
        tilekit.loads(text, plugins=PLUGINS)
    assert built == [1]


def test_of_a_file_with_mistakes_a_few_presets_are_built_and_the_shape_of_all_is_looked_at(monkeypatch):
    from tilekit import checking

    built, build = [], checking.build
    monkeypatch.setattr("tilekit.checking.build", lambda *args, **kwargs: built.append(1) or build(*args, **kwargs))
    presets = "".join(f"[presets.p{number}.grid]\nrows = 64\n" for number in range(49))
    text = written(TINY) + "[undo]\ndepht = 3\n" + presets + "[presets.last.grid]\nrowz = 64\n"
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(text, plugins=PLUGINS)
    assert [(one.code, one.found) for one in caught.value.diagnostics] == [
        ("unknown-key", "depht"),
        ("unknown-key", "rowz"),
    ]
    assert len(built) == 9 + 1  # and the file alone once more, with an edit made
