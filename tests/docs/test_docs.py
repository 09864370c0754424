"""What the documentation shows is true: rulesets load, examples run. A test's id is the place it speaks of.

An example may use what the earlier ones of its page have named; those run first, unreported.
"""

import ast
import doctest
import importlib
import json
import re
import tomllib
from pathlib import Path

import pytest
import tomli_w
from tests.docs.pages import PAGES, ROOT, Block, read_blocks, shown

ROOTS = [ROOT / "src", *ROOT.glob("frontends/*/src")]
SOURCES = [(root, path) for root in ROOTS for path in sorted(root.rglob("*.py"))]


def run(text, names, place, path, line):
    """What doctest has to say about the examples in `text`; nothing when all is well. `names` grows."""
    said = []
    test = doctest.DocTestParser().get_doctest(text, names, place, str(path), line - 1)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    runner.run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    return "".join(said)


BLOCKS = [block for path in PAGES for block in read_blocks(path, shown(path))]
#: What the page of errors shows is tried in tests/errors.
TOML = [
    block
    for block in BLOCKS
    if block.kind == "toml" and block.note[0] not in {"shows", "append", "needs"} and block.path.name != "errors.md"
]
RULESETS = [block for block in TOML if re.search(r"^format = 1$", block.text, flags=re.MULTILINE)]
#: Parts of a ruleset: no file of something else, and no ruleset or scenario file of their own.
PARTS = [
    block
    for block in TOML
    if block not in RULESETS
    and not block.note[0]
    and not re.search(r"^(ruleset =|\[build-system|\[project)", block.text, flags=re.MULTILINE)
]
SCENARIO_FILES = [block for block in TOML if block.text.startswith("ruleset = ") and not block.note[0]]
EXAMPLES = [block for block in BLOCKS if re.search(r"^\s*>>> ", block.text, flags=re.MULTILINE)]


def read_docstrings():
    """(module name, block) of each docstring with an example, by reading alone: nothing is imported."""
    for root, path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if ">>> " not in text:
            continue
        parts = path.relative_to(root).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            docstring = ast.get_docstring(node, clean=False)
            if docstring and ">>> " in docstring:
                yield module, Block(path, node.body[0].lineno, "python", docstring)


DOCSTRINGS = list(read_docstrings())


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Examples that write files write them here."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("block", [pytest.param(block, id=block.place) for block in RULESETS])
def test_ruleset_loads(block):
    import tilekit

    assert tilekit.loads(block.text)


#: Tables that a part replaces as a whole; of the others it adds or replaces what it names.
WHOLE = ("game", "grid", "tiers", "properties", "queue", "start", "undo", "triggers", "end")


def written(data):
    """Data as TOML text, with the tables of a list on one line each, as the format asks for."""
    lists = {key: value for key, value in data.items() if isinstance(value, list) and key != "scenario"}
    text = tomli_w.dumps({key: value for key, value in data.items() if key not in lists})
    for name, items in lists.items():
        for item in items:
            lines = [f"{key} = {inline(value)}" for key, value in item.items()]
            text += "\n".join([f"\n[[{name}]]", *lines, ""])
    return text


def inline(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(each)}" for key, each in value.items()) + " }"
    return json.dumps(value)


def merge_with(part):
    """Merge's rules with a part of a page put in, so that the part is read as a ruleset reads it."""
    import tilekit

    data = tomllib.loads(tilekit.dumps(tilekit.load("merge")))
    data["variables"] = {"lives": 3, **data["variables"]}
    if "tiers" in part:
        data = {key: data[key] for key in ("format", "game", "grid", "queue")} | {
            "end": [{"when": "no_moves", "reason": "jammed"}],
            "queue": {"from": "deal"},
        }
    for name, value in part.items():
        if name == "actions":
            for verb, table in value.items():
                data.setdefault(name, {})[verb] = {**data.get(name, {}).get(verb, {}), **table}
        elif isinstance(value, dict) and name not in WHOLE:
            data[name] = {**data.get(name, {}), **value}
        else:
            data[name] = value
    if "grid" in part and "scenario" not in part:
        data.pop("scenario", None)
    return tilekit.loads(written(data))


@pytest.mark.parametrize("block", [pytest.param(block, id=block.place) for block in PARTS])
def test_part_of_a_ruleset_loads_and_its_scenarios_hold(block):
    from tilekit.scenario import run as run_scenario

    rules = merge_with(tomllib.loads(block.text))
    results = [run_scenario(rules, table) for table, _, _ in rules.scenarios()]
    assert [str(result) for result in results if not result.passed] == []


@pytest.mark.parametrize("block", [pytest.param(block, id=block.place) for block in SCENARIO_FILES])
def test_scenario_file_holds(block):
    from tilekit.loading import load_any
    from tilekit.scenario import run as run_scenario

    path = Path("shown.scenarios.toml")
    path.write_text(block.text, encoding="utf-8")
    rules, scenarios = load_any(path)
    assert [str(result) for table, _, _ in scenarios if not (result := run_scenario(rules, table)).passed] == []


@pytest.mark.parametrize("block", [pytest.param(block, id=block.place) for block in EXAMPLES])
def test_example_runs(block):
    names = {"__name__": "__main__"}
    for earlier in EXAMPLES:
        if earlier.path == block.path and earlier.line < block.line:
            run(earlier.text, names, earlier.place, earlier.path, earlier.line)
    said = run(block.text, names, block.place, block.path, block.line)
    assert not said, said


@pytest.mark.parametrize(
    ("module", "block"), [pytest.param(module, block, id=block.place) for module, block in DOCSTRINGS]
)
def test_docstring_example_runs(module, block):
    names = dict(vars(importlib.import_module(module)))
    said = run(block.text, names, block.place, block.path, block.line)
    assert not said, said


def test_a_page_was_read():
    """Guards the tests above against finding nothing to do."""
    assert ROOT / "README.md" in PAGES
    assert any(block.path == ROOT / "README.md" for block in EXAMPLES)


def test_blocks_are_read_as_markdown_has_them():
    page = """text
```toml
format = 1
```
````{note}
```python
```
````
- item
  ~~~pycon
  >>> 1
    1
  ~~~
"""
    path = ROOT / "page.md"
    assert list(read_blocks(path, page)) == [
        Block(path, 3, "toml", "format = 1\n"),
        Block(path, 6, "{note}", "```python\n```\n"),
        Block(path, 11, "pycon", ">>> 1\n  1\n"),
    ]


def test_a_wrong_example_is_told_with_its_line():
    said = run("x\n>>> 1 + 1\n3\n", {}, "page.md:7", "page.md", 7)
    assert 'File "page.md", line 8' in said
    assert "Expected:\n    3\nGot:\n    2\n" in said


def test_no_example_has_the_id_of_an_installed_game():
    """Who plays it would have two games of one id; the README shows a part of a bundled one."""
    import tilekit

    installed = tilekit.Plugins(entry_points=False).rulesets
    ids = {block.place: tomllib.loads(block.text).get("game", {}).get("id") for block in RULESETS}
    taken = [place for place, name in ids.items() if name in installed and not place.startswith("README")]
    assert (taken, bool(ids)) == ([], True)


def test_the_readme_shows_a_real_part_of_a_ruleset():
    (part,) = [block for block in BLOCKS if block.path == ROOT / "README.md" and block.kind == "toml"]
    assert part.text in (ROOT / "rulesets/merge.toml").read_text(encoding="utf-8")
