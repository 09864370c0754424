"""What `import tilekit` offers, and what it leaves unloaded."""

import importlib
import json
import subprocess
import sys

import pytest

import tilekit

# What takes its time to load, what may be missing, and what is some program's business but not the library's.
HEAVY = {
    "click",
    "curses",
    "hypothesis",
    "numba",
    "numpy",
    "pluggy",
    "pydantic",
    "pygame",
    "tilekit_curses",
    "tilekit_pygame",
}


def loaded_by(statement):
    """The modules that a fresh Python has loaded after a statement, without those it loads for itself."""
    show = "print(json.dumps([*set(sys.modules) - before]))"
    script = f"import sys, json; before = set(sys.modules); {statement}; {show}"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(json.loads(result.stdout))


def test_all_is_kept_equal_to_the_homes():
    assert tilekit.__all__ == sorted({"__version__", *tilekit._HOME})


@pytest.mark.parametrize("name", sorted(tilekit._HOME))
def test_every_name_is_that_of_its_home(name):
    home = importlib.import_module(f"tilekit.{tilekit._HOME[name]}")
    assert getattr(tilekit, name) is getattr(home, name)
    assert name in dir(tilekit)


def test_other_names_are_none():
    with pytest.raises(AttributeError, match="module 'tilekit' has no attribute 'nothing'"):
        tilekit.nothing  # noqa: B018 - asked for, not used


def test_star_import_brings_all():
    space = {}
    exec("from tilekit import *", space)
    assert set(tilekit.__all__) <= set(space)


def test_import_loads_nothing_but_itself():
    loaded = loaded_by("import tilekit")
    assert {name for name in loaded if name.partition(".")[0] == "tilekit"} == {"tilekit"}
    assert {name.partition(".")[0] for name in loaded} & HEAVY == set()


def test_a_name_loads_its_home_and_no_frontend():
    loaded = loaded_by("import tilekit; tilekit.load('merge').new_game(seed=1)")
    assert {name.partition(".")[0] for name in loaded} & {"curses", "hypothesis", "numba", "numpy", "pygame"} == set()
    assert "tilekit.conformance" not in loaded
