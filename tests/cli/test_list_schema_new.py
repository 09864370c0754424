"""`tilekit list`, `schema` and `new`."""

import builtins
import json
import keyword
import re
import tomllib
import types

import pytest
from tests.cli.running import ROOT, child, plugin, without_traceback

import tilekit
from tilekit import Mechanic, Settings
from tilekit.cli import starter
from tilekit.cli.starter import write
from tilekit.plugins import default_plugins
from tilekit.ruleset.schema import schema_of
from tilekit.scenario import run


def test_list_names_what_there_is_and_where_it_comes_from(cli):
    status, out, err = cli("list")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == ["rulesets", "mechanics", "frontends", "bots"]
    assert "  merge          Merge, version 1  (tilekit-engine)" in lines
    assert (
        "  fuse           a touching group of equal tiles becomes one tile of the next tier  (tilekit-engine)" in lines
    )
    assert "  plain          lines of text, no screen  (tilekit-engine)" in lines
    assert "  random         plays any legal action, all equally likely  (tilekit-engine)" in lines


def test_list_as_json(cli):
    status, out, err = cli("list", "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert list(data) == ["rulesets", "mechanics", "frontends", "bots", "problems"]
    assert data["bots"][-1] == {
        "name": "random",
        "plugin": "tilekit.bots.uniform",
        "distribution": "tilekit-engine",
        "summary": "plays any legal action, all equally likely",
        "parameters": {},
    }
    assert {"2048", "merge", "ninek", "sum10"} <= {row["name"] for row in data["rulesets"]}
    assert data["problems"] == []
    plain = next(row for row in data["frontends"] if row["name"] == "plain")
    assert plain == {
        "name": "plain",
        "plugin": "tilekit.cli.plain",
        "distribution": "tilekit-engine",
        "summary": "lines of text, no screen",
        "unavailable": "",
    }


RUDE = """
import tilekit

print("rubbish on stdout")

def fail():
    raise RuntimeError("asked")

@tilekit.hookimpl
def tilekit_frontends():
    return [tilekit.Frontend("rude", "asks for trouble", lambda session: 1 // 0, fail, rank=99)]
"""


def test_broken_plugins_are_named_and_take_nothing_down(tmp_path):
    plugin(tmp_path, "broken", "import no_such_module_at_all\n")
    plugin(tmp_path, "leaving", "raise SystemExit(3)\n")
    plugin(tmp_path, "rude", RUDE)
    told = (
        "warning: plugin broken (tilekit-broken 1.0): cannot be loaded: ModuleNotFoundError: "
        "No module named 'no_such_module_at_all'\n"
        "warning: plugin leaving (tilekit-leaving 1.0): cannot be loaded: SystemExit: 3\n"
    )
    status, out, err = without_traceback(child("list", "--json", PYTHONPATH=tmp_path))
    assert (status, err) == (0, told)
    data = json.loads(out)
    assert [row["plugin"] for row in data["problems"]] == ["broken", "leaving"]
    rude = next(row for row in data["frontends"] if row["name"] == "rude")
    assert rude["unavailable"] == "it failed when asked: RuntimeError: asked"
    status, out, err = without_traceback(child("play", "merge", "--frontend", "rude", PYTHONPATH=tmp_path))
    assert (status, out) == (2, "")
    assert err == told + "the frontend rude cannot run here: it failed when asked: RuntimeError: asked\n"
    status, out, err = without_traceback(child("play", "merge", "--frontend", "broken", PYTHONPATH=tmp_path))
    assert (status, out) == (2, "")
    assert err.startswith(told + 'no frontend is called "broken"; there are ')
    assert err.endswith("cannot be loaded: ModuleNotFoundError: No module named 'no_such_module_at_all'\n")
    for arguments in (["--version"], ["check", "merge"], ["simulate", "merge", "--games", "2"]):
        status, out, err = without_traceback(child(*arguments, PYTHONPATH=tmp_path))
        assert (status, err) == (0, told)
        assert "rubbish" not in out
    strict = without_traceback(child("list", PYTHONPATH=tmp_path, TILEKIT_STRICT_PLUGINS="1"))
    assert strict == (
        2,
        "",
        "broken: cannot be loaded: ModuleNotFoundError: No module named 'no_such_module_at_all' (tilekit-broken 1.0)\n",
    )


def test_a_frontend_that_fails_is_named(tmp_path):
    plugin(tmp_path, "rude", RUDE.replace("fail, rank", 'lambda: "", rank'))
    status, out, err = without_traceback(child("play", "merge", "--frontend", "rude", PYTHONPATH=tmp_path))
    assert (status, out) == (2, "")
    assert err == "frontend rude: failed: ZeroDivisionError: integer division or modulo by zero\n"


# ---------------------------------------------------------------- schema


def problems(value, schema, root, place="$"):
    """What of a JSON Schema a value breaks: the part of the language that tilekit's schema is written in."""
    known = {
        "$ref", "$defs", "$schema", "title", "description", "default", "type", "properties", "additionalProperties",
        "required", "items", "enum", "const", "anyOf", "pattern", "minimum", "maximum", "minLength", "maxLength",
        "minItems", "maxItems", "minProperties", "maxProperties", "patternProperties", "propertyNames",
        "if", "else", "examples",
    }  # fmt: skip
    assert set(schema) <= known, set(schema) - known
    if "$ref" in schema:
        part = root
        for name in schema["$ref"].removeprefix("#/").split("/"):
            part = part[name]
        yield from problems(value, part, root, place)
    if "if" in schema and any(True for _ in problems(value, schema["if"], root)):
        yield from problems(value, schema["else"], root, place)
    if "anyOf" in schema and all(any(True for _ in problems(value, one, root)) for one in schema["anyOf"]):
        yield f"{place}: {value!r} is none of the kinds allowed"
    types = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}
    kind = schema.get("type")
    if (
        kind == "null"
        or (kind and not isinstance(value, types[kind]))
        or (isinstance(value, bool) and kind == "integer")
    ):
        yield f"{place}: {value!r} is no {kind}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{place}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: {value!r} is not in {schema['enum']}"
    for most in ("maximum", "maxLength", "maxItems", "maxProperties"):
        least = most.replace("max", "min")
        if most in schema or least in schema:
            size = value if most == "maximum" else len(value)
            if size >= schema.get(least, size) and size <= schema.get(most, size):
                continue
            yield f"{place}: {value!r} is out of bounds"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{place}: {value!r} does not match"
    if isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            yield from problems(item, schema["items"], root, f"{place}[{i}]")
    if isinstance(value, dict):
        missing = set(schema.get("required", [])) - set(value)
        if missing:
            yield f"{place}: without {missing}"
        others = schema.get("additionalProperties", True)
        for key, item in value.items():
            yield from problems(key, schema.get("propertyNames", {}), root, f"{place}.{key}")
            matching = (one for by, one in schema.get("patternProperties", {}).items() if re.search(by, key))
            one = schema.get("properties", {}).get(key) or next(matching, others)
            if one is False:
                yield f"{place}: has {key}"
            elif one is not True:
                yield from problems(item, one, root, f"{place}.{key}")


def rulesets():
    return sorted(path for path in ROOT.glob("rulesets/*.toml") if ".scenarios" not in path.name)


@pytest.fixture(scope="module")
def schema():
    return json.loads(json.dumps(schema_of(default_plugins().mechanics)))


def test_schema_is_printed(cli, schema):
    assert cli("schema") == (0, json.dumps(schema, indent=2) + "\n", "")


@pytest.mark.parametrize("path", rulesets(), ids=lambda path: path.stem)
def test_bundled_rulesets_keep_to_the_schema(schema, path):
    assert list(problems(tomllib.loads(path.read_text(encoding="utf-8")), schema, schema)) == []


def test_the_starter_keeps_to_the_schema(schema, tmp_path):
    data = tomllib.loads(write(tmp_path / "new").read_text(encoding="utf-8"))
    assert list(problems(data, schema, schema)) == []
    data["mechanics"]["chain"]["use"] = "fuse"
    del data["grid"]["rows"]
    data["undo"]["dept"] = data["undo"].pop("depth")
    assert {problem.split(": ")[0] for problem in problems(data, schema, schema)} == {
        "$.grid",
        "$.mechanics.chain",
        "$.undo",
    }


VARIANT = """
format = 1
extends = "merge"
[game]
id = "x"
title = "X"
version = 1
[grid]
rows = 6
[mechanics]
stones = { every = 7 }
[presets.hard.grid]
columns = 4
[presets.hard.mechanics]
fuse = { least = 4 }
"""


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("", "", None),
        ("rows = 6", "rosw = 6", "$.grid"),
        ("every = 7", "evry = 7", "$.mechanics.stones"),
        ('extends = "merge"', "extends = 1", "$.extends"),
        ('title = "X"', "", "$.game"),
        ("columns = 4", 'columns = "4"', "$.presets.hard.grid.columns"),
        ("least = 4", "leest = 4", "$.presets.hard.mechanics.fuse"),
        ("[presets.hard.grid]", "[presets.hard.game]", "$.presets.hard.game"),
        ('extends = "merge"', "", "$"),
    ],
)
def test_a_variant_may_leave_out_what_it_inherits(schema, old, new, place):
    found = {problem.split(": ")[0] for problem in problems(tomllib.loads(VARIANT.replace(old, new)), schema, schema)}
    assert place in found if place else not found


def test_a_plugins_mechanic_is_in_the_schema_with_the_models_within_its_settings():
    class Inner(Settings):
        size: int

    class Own(Settings):
        inner: Inner

    mechanics = {"odd": Mechanic(kind="odd", summary="does odd things", settings=Own, build=lambda *_: None)}
    schema = schema_of(mechanics)
    base = {
        "format": 1,
        "game": {"id": "x", "title": "X", "version": 1},
        "grid": {"rows": 1, "columns": 1},
        "tiers": {},
    }
    base |= {"actions": {"a": {}}, "end": [{"when": "no_moves", "reason": "over"}]}
    for right in ({"odd": {"inner": {"size": 1}}}, {"other": {"use": "odd", "inner": {"size": 1}}}):
        assert list(problems({**base, "mechanics": right}, schema, schema)) == []
    for wrong in ({"odd": {"inner": {"size": "1"}}}, {"other": {"inner": {"size": 1}}}):
        assert list(problems({**base, "mechanics": wrong}, schema, schema)) != []


# ---------------------------------------------------------------- new


def test_new_writes_a_ruleset_that_passes(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, err = cli("new", "garden")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "wrote garden/garden.toml",
        "next: tilekit check garden/garden.toml; tilekit test garden/garden.toml; tilekit play garden/garden.toml",
    ]
    assert cli("check", "garden/garden.toml") == (0, "1 file checked: 0 errors, 0 warnings\n", "")
    assert cli("test", "--no-properties", "garden/garden.toml") == (
        0,
        "garden/garden.toml: 1 scenario, all passed\n",
        "",
    )


def test_new_never_writes_over_a_file(cli, garden):
    before = (garden / "garden/garden.toml").read_bytes()
    assert cli("new", "garden") == (2, "", "garden/garden.toml is there already; name another folder\n")
    assert (garden / "garden/garden.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("folder", "file"),
    [
        ("My Game", "my-game.toml"),
        ("7 up", "game-7-up.toml"),
        ("Ünïcödé", "n-c-d.toml"),
        ("...", "game.toml"),
        ("x" * 100, "x" * 40 + ".toml"),
    ],
)
def test_new_makes_an_id_of_any_folder_name(cli, tmp_path, monkeypatch, folder, file):
    monkeypatch.chdir(tmp_path)
    status, out, err = cli("new", folder)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == f"wrote {folder}/{file}"
    assert cli("test", "--no-properties", f"{folder}/{file}") == (0, f"{folder}/{file}: 1 scenario, all passed\n", "")


@pytest.mark.parametrize("options", [[], ["--plugin"]])
def test_new_takes_no_file_for_a_folder(cli, tmp_path, monkeypatch, options):
    monkeypatch.chdir(tmp_path)
    told = "my game.toml: new writes a folder, not a file; write tilekit new 'my game'\n"
    assert cli("new", "my game.toml", *options) == (2, "", told)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [[], ["--plugin"]])
def test_new_takes_no_empty_name(cli, tmp_path, monkeypatch, options):
    monkeypatch.chdir(tmp_path)
    told = "new writes a folder, and this name is empty; write tilekit new my-game\n"
    assert cli("new", "", *options) == (2, "", told)
    assert list(tmp_path.iterdir()) == []


def test_new_in_a_place_that_cannot_be_written(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    assert cli("new", "taken/inside") == (2, "", "taken/inside/inside.toml cannot be written: Not a directory\n")


# ---------------------------------------------------------------- new --plugin


def tree(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_new_plugin_writes_a_package_named_after_its_folder(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, err = cli("new", "--plugin", "tilekit-night-wind")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "wrote tilekit-night-wind into tilekit-night-wind",
        "next: cd tilekit-night-wind; pip install -e '.[test]'; pytest; tilekit list",
    ]
    assert tree(tmp_path) == [
        "tilekit-night-wind/README.md",
        "tilekit-night-wind/pyproject.toml",
        "tilekit-night-wind/src/tilekit_night_wind/__init__.py",
        "tilekit-night-wind/src/tilekit_night_wind/night_wind.scenarios.toml",
        "tilekit-night-wind/src/tilekit_night_wind/night_wind.toml",
        "tilekit-night-wind/tests/test_night_wind.py",
    ]
    project = tomllib.loads((tmp_path / "tilekit-night-wind/pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (project["name"], project["entry-points"]["tilekit"]) == (
        "tilekit-night-wind",
        {"night_wind": "tilekit_night_wind"},
    )
    source = (tmp_path / "tilekit-night-wind/src/tilekit_night_wind/__init__.py").read_text(encoding="utf-8")
    ruleset = (tmp_path / "tilekit-night-wind/src/tilekit_night_wind/night_wind.toml").read_text(encoding="utf-8")
    assert ('title = "Night Wind"' in ruleset, ruleset.startswith("# Night Wind: ")) == (True, True)
    assert "class NightWindSettings(Settings):" in source
    assert 'kind="night_wind"' in source


def test_new_plugin_takes_a_folder_that_is_empty(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gusts").mkdir()
    assert cli("new", "--plugin", "gusts")[0] == 0
    assert "gusts/pyproject.toml" in tree(tmp_path)


TAKEN = (
    '{}: "{}" is taken by a mechanic, ruleset, frontend or bot that is installed; take another name, such as '
    "tilekit-my-{}\n"
)
NO_NAME = (
    "{}: the folder's name is to be the plugin's: a letter from a to z, then at most 29 letters, digits or hyphens; "
    "such as tilekit-gusts\n"
)
PACKAGE = (
    "{}: there is a package {} already, and this one would be installed in its place; take another name, such as "
    "tilekit-my-{}\n"
)


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        ("7up", NO_NAME.format("7up")),
        ("tilekit-wärme", NO_NAME.format("tilekit-wärme")),
        ("tilekit-風", NO_NAME.format("tilekit-風")),
        ("tilekit-٣", NO_NAME.format("tilekit-٣")),
        ("tilekit-engine", PACKAGE.format("tilekit-engine", "tilekit-engine", "engine")),
        ("tilekit-plain", TAKEN.format("tilekit-plain", "plain", "plain")),
        ("tilekit-", NO_NAME.format("tilekit-")),
        ("x" * 31, NO_NAME.format("x" * 31)),
        ("fuse", TAKEN.format("fuse", "fuse", "fuse")),
        ("tilekit-merge", TAKEN.format("tilekit-merge", "merge", "merge")),
        ("full", "full is there already; name another folder\n"),
        ("file/inside", "file/inside cannot be written: file is no folder\n"),
    ],
)
def test_new_plugin_that_cannot_be_written_changes_nothing(cli, tmp_path, monkeypatch, folder, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "kept").write_text("kept", encoding="utf-8")
    (tmp_path / "file").write_text("a file", encoding="utf-8")
    assert cli("new", "--plugin", folder) == (2, "", words)
    assert tree(tmp_path) == ["file", "full/kept"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "full"]


def test_new_plugin_takes_no_package_of_ours_whether_it_is_installed_or_not(tmp_path):
    projects = [*ROOT.glob("frontends/*/pyproject.toml"), ROOT / "pyproject.toml"]
    assert {tomllib.loads(path.read_text(encoding="utf-8"))["project"]["name"] for path in projects} == starter.OURS
    for name in sorted(starter.OURS):
        with pytest.raises(tilekit.UsageError, match="take another name"):
            starter.write_plugin(tmp_path / name, ())
    assert tree(tmp_path) == []


def test_new_plugin_takes_no_installed_package_module_or_entry_point(tmp_path, monkeypatch):
    (tmp_path / "site").mkdir()
    plugin(tmp_path / "site", "gusts", "")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    (tmp_path / "site" / "tilekit_lulls.py").touch()
    for name in ("gusts", "lulls"):
        with pytest.raises(tilekit.UsageError) as refused:
            starter.write_plugin(tmp_path / name, ())
        assert f"{refused.value}\n" == PACKAGE.format(tmp_path / name, f"tilekit-{name}", name)
    assert starter.write_plugin(tmp_path / "calms", ()) == "tilekit-calms"


#: The plugin that is copied: what it is called, and everything that is named in it.
WHIRL = ROOT / "examples" / "tilekit-whirl"
OF_TEMPLATE = {
    word.lower()
    for path in WHIRL.rglob("*.*")
    if path.suffix in {".py", ".toml", ".md"}
    for whole in re.findall("[A-Za-z][A-Za-z0-9_]*", path.read_text(encoding="utf-8"))
    for word in (whole.rstrip("_"), *re.findall("[A-Za-z][A-Za-z0-9]*", whole.replace("_", " ")))
    if len(word) <= 30
}
NASTY = {
    *(word.lower() for word in (*keyword.kwlist, *keyword.softkwlist, *dir(builtins)) if not word.startswith("_")),
    *(word.lower() for word in tilekit.__all__ if not word.startswith("_")),
    *OF_TEMPLATE,
    *("a", "x1", "a_1", "whirlpool", "awhirl", "whirl_whirl", "conftest", "test", "z" * 30),
}
INSTALLED = {
    one.name for kind in ("mechanics", "rulesets", "frontends", "bots") for one in tilekit.Plugins().found(kind)
}
REFUSED = INSTALLED | {name.removeprefix("tilekit-") for name in starter.OURS}


def test_what_is_tried_holds_what_once_was_broken():
    assert {"none", "true", "class", "path", "callable", "mechanic", "step", "cascade", "burst", "refill"} <= NASTY


@pytest.mark.parametrize("name", sorted(NASTY))
def test_new_plugin_is_sound_whatever_it_is_called(tmp_path, name):
    made = tmp_path / f"tilekit-{name.replace('_', '-')}"
    if name in REFUSED:
        with pytest.raises(tilekit.UsageError, match="take another name, such as tilekit-my-"):
            starter.write_plugin(made, INSTALLED)
        return
    package = starter.write_plugin(made, INSTALLED)
    module_name = package.replace("-", "_")
    path = made / "src" / module_name / "__init__.py"
    for source in made.rglob("*.py"):
        compile(source.read_text(encoding="utf-8"), str(source), "exec")
    project = tomllib.loads((made / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (project["name"], list(project["entry-points"]["tilekit"].values())) == (package, [module_name])
    module = types.ModuleType(module_name)
    module.__file__ = str(path)
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    plugins = tilekit.Plugins(entry_points=False, extra={name: module})
    supplied = [
        one.name for kind in ("mechanics", "rulesets", "bots") for one in plugins.found(kind) if one.plugin == name
    ]
    assert (plugins.problems, supplied) == ([], [name] * 3)
    rules = tilekit.load(name, plugins=plugins)
    results = [run(rules, table) for table, _, _ in rules.scenarios()]
    assert (rules.warnings, len(results), all(result.passed for result in results)) == ([], 2, True)


def undescribed(schema):
    """The keys of the tables of a schema that do not say what they mean."""
    tables = {"": schema, **schema["$defs"]}
    keys = [(table, key, one) for table, said in tables.items() for key, one in said.get("properties", {}).items()]
    assert keys
    return [(table, key) for table, key, one in keys if not one.get("description")]


def test_every_key_of_the_schema_says_what_it_means(schema):
    assert undescribed(schema) == []
    assert schema["$defs"]["GridTable"]["properties"]["rows"]["description"] == "the number of rows."
    assert schema["properties"]["queue"]["description"] == "the tiles that the player sees coming."
    assert schema["$defs"]["End"]["properties"]["when"] == {
        "title": "When", "type": "string", "description": "the condition.", "examples": ["turn % 2 == 0 and tiles > 3"],
    }  # fmt: skip


def test_what_a_scenario_file_may_say_is_described():
    from tilekit.ruleset.models import ScenarioFile

    assert undescribed(ScenarioFile.model_json_schema(by_alias=True)) == []
