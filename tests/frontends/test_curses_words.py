"""The words of the curses frontend: every sentence has its Japanese, and no Japanese is left over."""

import ast
import string
import tomllib
from pathlib import Path

import pytest

import tilekit_curses

FOLDER = Path(tilekit_curses.__file__).parent
JAPANESE = tomllib.loads((FOLDER / "languages" / "ja.toml").read_text(encoding="utf-8"))


def spoken(path):
    """The literals that a source hands to a function or an attribute called ``say``."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return {
        call.args[0].value
        for call in calls
        if (getattr(call.func, "id", None) or getattr(call.func, "attr", None)) == "say"
        and isinstance(call.args[0], ast.Constant)
    }


def names(template):
    return sorted(name for _, name, _, _ in string.Formatter().parse(template) if name)


def test_every_sentence_is_in_the_catalogue_and_nothing_else():
    said = set().union(*(spoken(path) for path in FOLDER.glob("*.py")))
    assert len(said) > 5  # they are found at all
    assert sorted(JAPANESE) == sorted(said)


@pytest.mark.parametrize("english", sorted(JAPANESE))
def test_the_same_values_are_named(english):
    japanese = JAPANESE[english]
    assert names(japanese) == names(english)
    assert japanese.strip()
