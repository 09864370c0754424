"""The house rules that no linter knows."""

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest
from tests.work import TooMuchWorkError, at_most

ROOT = Path(__file__).parent.parent
SOURCES = sorted([*ROOT.glob("src/**/*.py"), *ROOT.glob("frontends/*/src/**/*.py")])
FRONTENDS = [path for path in SOURCES if path.is_relative_to(ROOT / "frontends")]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# The brackets keep this file from holding what it forbids.
PLACES = {
    "a package registry's host": r"\b(pyp[i]|npmj[s]|pythonhoste[d])[.](org|com)\b",
    "an absolute path of somebody's machine": r"(?<![\w.~-])/(wor[k]|roo[t]|hom[e]|User[s]|op[t])/",
    "the number of an issue": r"(?i)\bissues?\s+(#\s?)?\d|\b(gh|pr)[- ]?#\d",
}


def name(path):
    return path.relative_to(ROOT).as_posix()


def not_ignored():
    """What git would track, found without git: in an unpacked archive, or where git is missing or refuses."""
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").split()] + [".git"]
    for folder, below, files in os.walk(ROOT):
        below[:] = [each for each in below if not any(fnmatch(each, pattern) for pattern in ignored)]
        yield from (Path(folder, each) for each in files if not any(fnmatch(each, pattern) for pattern in ignored))


def kept_files():
    """What git tracks, or would track next."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        result = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=False)
        names = result.stdout.split("\0") if result.returncode == 0 else []
    except FileNotFoundError:
        names = []
    found = {ROOT / each for each in names if each} or set(not_ignored())
    return sorted(path for path in found if path.is_file())


def kept_texts():
    """(path, text) of each kept file that is UTF-8."""
    for path in kept_files():
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


@pytest.mark.parametrize("what", PLACES)
def test_files_tie_to_no_place(what):
    pattern = re.compile(PLACES[what])
    found = [
        f"{name(path)}:{number}: {line.strip()}"
        for path, text in kept_texts()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]
    assert found == [], f"{what} is named in:\n" + "\n".join(found)


def test_without_git_the_same_files_are_found(monkeypatch):
    with_git = kept_files()
    monkeypatch.setenv("PATH", "")
    assert kept_files() == with_git


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a package registry's host", "see pypi" + ".org"),
        ("an absolute path of somebody's machine", "cd /hom" + "e/ada/tilekit"),
        ("an absolute path of somebody's machine", "'/roo" + "t/x'"),
        ("the number of an issue", "as issue" + " 12 says"),
    ],
)
def test_the_patterns_catch_what_they_name(what, text):
    assert re.search(PLACES[what], text)


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_module_has_a_docstring(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_module_is_no_larger_than_one_can_hold_in_mind(path):
    assert path.stat().st_size <= 40_000


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_generated_source_is_made_of_forms_and_not_of_text(path):
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    forms = [node.args[0] for node in calls if isinstance(node.func, ast.Name) and node.func.id == "py"]
    assert [
        each.lineno for form in forms for each in ast.walk(form) if isinstance(each, (ast.JoinedStr, ast.BinOp))
    ] == []


@pytest.mark.parametrize("path", FRONTENDS, ids=name)
def test_frontend_uses_the_public_names_of_tilekit_only(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        each
        for node in ast.walk(tree)
        for each in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom) and node.level == 0
            else []
        )
    }
    assert [each for each in sorted(imported) if each.startswith("tilekit.")] == []


def test_changelog_speaks_of_this_version():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[?([^\]\s]+)", changelog, flags=re.MULTILINE)
    assert headings
    assert headings[0] in {"Unreleased", PROJECT["version"]}


def test_version_is_the_same_in_both_places():
    text = (ROOT / "src/tilekit/version.py").read_text(encoding="utf-8")
    assert re.findall(r'^__version__(?:: \w+)? = "(.+)"$', text, flags=re.MULTILINE) == [PROJECT["version"]]


def test_contributors_are_told_of_the_folders_that_there_are():
    told = re.findall(r"^\| `(\w+)/` \|", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    there = [path.name for path in (ROOT / "tests").iterdir() if any(path.glob("test_*.py"))]
    assert sorted(told) == sorted(there)


def test_no_test_judges_by_the_clock():
    tests = [path for path in ROOT.glob("tests/**/*.py") if path != Path(__file__)]
    judged = [
        f"{name(path)}:{number}"
        for path in tests
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"process_time|assert .*(monotonic|perf_counter|time[.]time)\(.*<", line)
    ]
    assert judged == [], "tests.work counts calls instead"


def test_work_is_counted_and_stopped_where_it_is_too_much():
    def once():
        return None

    def idle(times):
        for _ in range(times):
            str(object())
            once()

    with at_most(1000) as calls:
        idle(900)
    assert 901 <= calls.count <= 910  # those that end the counting among them
    with pytest.raises(TooMuchWorkError, match="more than 1,000 calls"), at_most(1000):
        idle(10**9)


def test_every_ignored_lint_rule_has_its_reason():
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if re.match(r'\s+"[A-Z]+\d*",', line)]
    assert rules
    assert [line for line in rules if not re.search(r"# \S.{7,}", line)] == []


@pytest.mark.slow
def test_wheel_ships_the_rulesets_and_nothing_beside_the_package(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    version = PROJECT["version"]
    rulesets = {f"tilekit/rulesets/{path.name}" for path in ROOT.glob("rulesets/*.toml")}
    assert rulesets <= names
    assert {each.split("/")[0] for each in names} == {"tilekit", f"tilekit_engine-{version}.dist-info"}
