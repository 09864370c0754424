"""The pytest plugin where tilekit is installed: in projects that know nothing of it, and without its extras."""

import json
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from tests.cli.running import environment

import tilekit.conformance

#: What tilekit needs, and what pytest brings; everything else cannot be imported.
STARTED = """
import importlib.abc, json, sys

class Bare(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Bare())
import pytest
before = set(sys.modules)
status = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "{plugin}", *{arguments!r}])
print("MODULES", json.dumps([int(status), sorted(name for name in sys.modules if name not in before)]))
"""
EXTRAS = ["hypothesis", "numba", "numpy", "scipy", "matplotlib", "distributed"]
RULESET = Path(__file__).parents[2] / "rulesets" / "2048.toml"


def started(folder, *arguments, blocked=EXTRAS):
    """The exit status of pytest in a project with one test, what it printed, and the modules that it loaded."""
    (folder / "test_one.py").write_text("def test_one():\n    assert True\n", encoding="utf-8")
    (plugin,) = [entry.value for entry in entry_points(group="pytest11") if entry.name == "tilekit"]
    code = STARTED.format(blocked=blocked, plugin=plugin, arguments=arguments)
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder, env=environment(PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    said, _, found = done.stdout.partition("MODULES ")
    status, modules = json.loads(found)
    return status, said + done.stderr, set(modules)


def test_a_project_that_asks_for_no_ruleset_pays_nothing(tmp_path):
    status, said, modules = started(tmp_path)
    assert (status, "1 passed" in said) == (0, True)
    assert {name for name in modules if name.partition(".")[0] == "tilekit"} == {
        "tilekit",
        "tilekit.conformance",
        "tilekit.conformance.pytest_plugin",
    }
    assert {"pydantic", "click", "platformdirs", *EXTRAS} & modules == set()


def test_a_ruleset_without_the_extra_says_what_to_install(tmp_path):
    status, said, _ = started(tmp_path, "--tilekit-ruleset", str(RULESET))
    assert (status, "Traceback" in said) == (4, False)
    assert (
        "--tilekit-ruleset needs hypothesis, which is not installed: pip install 'tilekit-engine[conformance]'" in said
    )


def test_a_ruleset_is_tested_and_nothing_is_left_behind(tmp_path):
    status, said, _ = started(tmp_path, "--tilekit-ruleset", "flood", "--tilekit-examples", "2", blocked=EXTRAS[1:])
    assert (status, "test_one.py" in said or "passed" in said) == (0, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["test_one.py"]


@pytest.mark.parametrize("number", [0, -1, 1_000_001])
def test_a_number_of_examples_that_no_search_has_is_refused(tmp_path, number):
    status, said, _ = started(tmp_path, "--tilekit-ruleset", "flood", "--tilekit-examples", str(number), blocked=())
    assert (status, "Traceback" in said) == (4, False)
    assert f"--tilekit-examples is {number}, expected a whole number from 1 to 1000000" in said


@pytest.mark.parametrize("name", sorted(tilekit.conformance.__all__))
def test_every_name_of_the_package_is_there(name):
    assert getattr(tilekit.conformance, name) is not None
    assert name in dir(tilekit.conformance)


def test_other_names_are_none():
    with pytest.raises(AttributeError, match=r"^module 'tilekit\.conformance' has no attribute 'nothing'$"):
        tilekit.conformance.nothing  # noqa: B018 - asked for, not used
