"""Every error and warning of a ruleset, as a designer sees it: a small file with one mistake, and the whole text.

`<code>.toml` (and `<code>-2.toml`, where mistakes of several kinds share a code) stands beside `<code>.expected`.
`TILEKIT_UPDATE=1` writes the expected texts anew; read the difference before you keep it.
"""

import ast
import os
import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

import tilekit
from tilekit import codes
from tilekit.loading import load_any
from tilekit.plugins import Plugins
from tilekit.ruleset import models
from tilekit.ruleset.writing import written

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FILES = sorted(HERE.glob("*.toml"))
#: The bundled plugins alone: what else is installed must not change what is expected.
PLUGINS = Plugins(entry_points=False)

HEAD = """format = 1
[game]
id = "tiny"
title = "Tiny"
version = 1
[grid]
rows = 3
columns = 3
[tiers]
chain = ["spark", "node"]
[[end]]
when = "no_moves"
reason = "jammed"
"""


def asked_in_a_row(count):
    """Actions each of which is legal where the next one is."""
    names = [f"a{number}" for number in range(count)]
    condition = "(1 if can({}) else 0)" + " + turn" * 40 + " > 3"
    actions = [f'[actions.{name}]\nwhen = "{condition.format(following)}"\n' for name, following in pairwise(names)]
    return HEAD + "\n".join([*actions, f"[actions.{names[-1]}]"])


def raised_by_many(mechanics, triggers):
    """Mechanics that raise one event, and triggers on it."""
    steps = [f"c{number}" for number in range(mechanics)]
    parts = [f"[actions.tap]\nsteps = {steps[:30]}", f"[actions.rap]\nsteps = {steps[30:]}", "[mechanics]"]
    parts += [f'{step} = {{ use = "clear", cells = "row == {i + 1}" }}' for i, step in enumerate(steps)]
    condition = " + ".join(["count"] * 40)
    parts += [f'[[triggers]]\non = "cleared"\nwhen = "{condition} > {i}"' for i in range(triggers)]
    return HEAD + "\n".join(parts).replace("'", '"')


#: Rulesets too large to be looked at, by the code of what is wrong with them. Of their other mistakes nothing is shown.
LARGE = {
    "file-too-large": "#" + " " * (1 << 20),
    "more-problems": HEAD + "".join(f"extra{number} = 1\n" for number in range(130)),
    "rules-too-deep": asked_in_a_row(32),
    "too-many-expressions": raised_by_many(60, 30),
    "too-many-items": f"a = [{'1,' * 20_001}]\n",
}


def shown(text, name):
    """What a designer is told about a ruleset and its presets."""
    try:
        rules = tilekit.loads(text, name=name, plugins=PLUGINS)
        of_presets = [tilekit.loads(text, name=name, preset=preset, plugins=PLUGINS) for preset in rules.presets]
        return [diagnostic for each in (rules, *of_presets) for diagnostic in each.diagnostics]
    except tilekit.RulesetError as caught:
        error = caught
    assert str(error) == "\n\n".join(diagnostic.render() for diagnostic in error.diagnostics)
    return error.diagnostics


def named_lists():
    """What is offered where all of a kind is: the keys of each table, and the kinds of mechanic."""
    around = models.MechanicTable.model_fields
    tables = [model for model in vars(models).values() if isinstance(model, type) and issubclass(model, models.Table)]
    for model in tables:
        yield f"(all keys of {model.__name__})", [field.alias or name for name, field in model.model_fields.items()]
    for kind, mechanic in PLUGINS.mechanics.items():
        keys = [field.alias or name for name, field in mechanic.settings.model_fields.items()]
        yield f"(all keys of {kind})", [*keys, *around]


NAMED = {", ".join(names): f"  expected: one of {name}" for name, names in named_lists() if len(names) > 2}


def brief(text):
    """The text with a list that is whole by its name, so that one that grows changes no other text.

    Of a list with most kinds of mechanic, which may be too long to be told whole, the own names of the file are left.
    """

    def named(line):
        names = line[1].split(", ")
        own = [name for name in names if name not in PLUGINS.mechanics and name != "…"]
        if len(names) - len(own) > 15:
            return f"  expected: one of {', '.join(['(all kinds)', *own])}"
        return NAMED.get(line[1], line[0])

    return re.sub(r"^  expected: one of (.+)$", named, text, flags=re.MULTILINE)


def compare(diagnostics, path):
    """Compares what is told with what is expected, and whether it is about the code the file is named after."""
    text = brief("\n\n".join(diagnostic.render() for diagnostic in diagnostics) + "\n")
    code = re.sub(r"-\d+$", "", path.stem)
    assert code in {diagnostic.code for diagnostic in diagnostics}, text
    expected = path.with_suffix(".expected")
    if os.environ.get("TILEKIT_UPDATE"):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_mistake_is_explained(path):
    compare(shown(path.read_bytes(), path.name), path)


@pytest.mark.parametrize("code", LARGE)
def test_large_mistake_is_explained(code):
    diagnostics = shown(LARGE[code], f"{code}.toml")
    compare([diagnostic for diagnostic in diagnostics if diagnostic.code == code], HERE / f"{code}.toml")


def test_file_that_is_not_there_is_explained(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "quarry.toml").touch()
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.load("quary.toml", plugins=PLUGINS)
    compare(caught.value.diagnostics, HERE / "unreadable-file.toml")


def one_upon_another(count, last):
    """Rulesets, each of which extends the next one, by their names; the last one extends another again."""
    names = [f"r{number}" for number in range(count)]
    head = HEAD.partition("[grid]")[0]
    return {
        f"{name}.toml": head.replace("format = 1", f'format = 1\nextends = "{base}"')
        for name, base in zip(names, [*(f"{name}.toml" for name in names[1:]), last], strict=True)
    }


#: Several files of one folder, of which the first is loaded.
FOLDERS = {
    "extends-in-circle": one_upon_another(2, "r0.toml"),
    "extends-in-circle-2": one_upon_another(1, "r0.toml"),
    "extends-too-deep": one_upon_another(9, "merge"),
    "unreadable-file-2": one_upon_another(1, "ro.toml"),
}


@pytest.mark.parametrize("name", FOLDERS)
def test_mistake_between_files_is_explained(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for file, text in FOLDERS[name].items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.load("r0.toml", plugins=PLUGINS)
    compare(caught.value.diagnostics, HERE / f"{name}.toml")


def test_an_id_that_is_installed_is_explained(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(
        HEAD.replace("tiny", "merge") + "[actions.tap]\nadd = { score = 1 }\n", encoding="utf-8"
    )
    compare(tilekit.load("mine.toml", plugins=PLUGINS).warnings, HERE / "id-taken.toml")


@pytest.mark.parametrize("beside", ["mine.toml", "mine.scenarios.toml"])
def test_scenarios_that_name_another_ruleset_are_explained(beside, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ruleset = HEAD.replace("tiny", "mine") + "[actions.tap]\nadd = { score = 1 }\n"
    (tmp_path / "mine.toml").write_text(ruleset, encoding="utf-8")
    scenarios = (tmp_path / "mine.scenarios.toml").write_text
    text = 'ruleset = "{}"\n\n[[scenario]]\nname = "nothing yet"\nthen.score = 0\n'

    def told():
        rules, only = load_any(beside)
        return rules.id, len(rules.scenarios() if only is None else only)

    for named in ("merge", "mine.toml:hard", "other/mine.toml", "mine:hard"):
        scenarios(text.format(named), encoding="utf-8")
        with pytest.raises(tilekit.RulesetError) as caught:
            told()
        assert [each.found for each in caught.value.diagnostics] == [named]
        if named == "merge":
            compare(caught.value.diagnostics, HERE / "another-ruleset.toml")
    scenarios(text.format("mine.toml"), encoding="utf-8")
    assert told() == ("mine", 1)


def test_scenarios_of_a_preset_by_name_name_that_preset(tmp_path):
    ruleset = HEAD + "[actions.tap]\nadd = { score = 1 }\n[presets.hard.grid]\nrows = 4\n"
    (tmp_path / "mine.toml").write_text(ruleset, encoding="utf-8")
    text = '[[scenario]]\nname = "nothing yet"\nthen.score = 0\n'
    for name, named, fine in (("hard", "mine.toml", False), ("hard", "mine.toml:hard", True), ("more", "merge", True)):
        path = tmp_path / f"mine.{name}.scenarios.toml"
        path.write_text(f'ruleset = "{named}"\n{text}', encoding="utf-8")
        if fine:
            assert len(load_any(path)[1]) == 1
        else:
            with pytest.raises(tilekit.RulesetError, match=r'run with "mine\.toml:hard"'):
                load_any(path)


def test_nothing_is_expected_of_a_file_that_is_gone():
    expected = {path.stem for path in HERE.glob("*.expected")}
    assert expected == {path.stem for path in FILES} | set(LARGE) | set(FOLDERS) | {
        "another-ruleset",
        "id-taken",
        "unreadable-file",
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_explanation_points_and_helps(path):
    for diagnostic in shown(path.read_bytes(), path.name):
        lines = path.read_bytes().decode("utf-8", "replace").split("\n")
        assert diagnostic.found, diagnostic
        assert diagnostic.expected, diagnostic
        assert re.match(r"[a-z\"\[0-9]", diagnostic.message), diagnostic
        assert not diagnostic.message.endswith("."), diagnostic
        assert not re.search(r"pydantic|validation|https?:|Traceback|\btype=", diagnostic.render()), diagnostic
        if diagnostic.line == 0:
            assert diagnostic.code in {"missing-key", "empty-file", "file-too-large", "unreadable-file", "not-utf8"}
        else:
            assert 1 <= diagnostic.column <= len(lines[diagnostic.line - 1]) + 1, diagnostic


# ---------------------------------------------------------------- every code has its place

#: Where a code is handed over: as an argument, or as a value of a name or a dictionary of this name.
MAKERS = {
    "add", "problem", "Problem", "diagnostic", "refused", "Diagnostic", "ExpressionError", "Mistake", "_about_file",
    "_unreadable",
}  # fmt: skip
CODE = re.compile(r"[a-z]+(-[a-z0-9]+)+")


def strings(node):
    return [each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def codes_in(tree):
    """The codes that a module may give."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            written = ast.unparse(node.func)
            if name in MAKERS:
                for argument in node.args:
                    yield from (argument.value for _ in [0] if isinstance(argument, ast.Constant))
            elif name == "unknown" and strings(node.args[1]):
                yield f"unknown-{strings(node.args[1])[0]}"
            elif written == "_CODES.get":
                yield from strings(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if ast.unparse(target) == "_CODES":
                    yield from (value for each in node.value.values for value in strings(each))
                elif ast.unparse(target) == "code":
                    yield from strings(node.value)
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = zip(target.elts, node.value.elts, strict=True)
                    yield from (text for name, value in pairs if ast.unparse(name) == "code" for text in strings(value))


def codes_in_source():
    found = set()
    for path in (ROOT / "src").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "mechanics" not in path.parts and "cli" not in path.parts:
            found |= {code for code in codes_in(ast.parse(text)) if isinstance(code, str) and CODE.fullmatch(code)}
    return found


def test_every_code_has_an_example():
    shown_codes = {re.sub(r"-\d+$", "", path.stem) for path in HERE.glob("*.expected")}
    assert sorted(codes_in_source()) == sorted(shown_codes)


# ---------------------------------------------------------------- their records

ENTRIES = codes.names()
#: A ruleset of which an entry's examples show a part.
WHOLE = """format = 1
[game]
id = "tiny"
title = "Tiny"
version = 1
[grid]
rows = 3
columns = 3
[tiers]
chain = ["spark", "node", "core"]
pieces = ["stone"]
[variables]
charges = 1
[queue]
from = "deal"
[spawn.deal]
weights = { spark = 3, node = 1 }
[actions.drop]
target = "cell"
where = "empty"
steps = ["place", "fuse", "deal"]
[actions.shatter]
target = "cell"
where = "tile == stone"
costs = { charges = 1 }
steps = ["clear"]
[mechanics]
fuse = { least = 3 }
[[end]]
when = "no_moves"
reason = "jammed"
"""
#: What a part cannot show: mistakes of the whole file, and of its text.
NOT_SHOWN = {
    "control-character", "empty-file", "file-too-large", "misplaced-key", "more-problems", "no-queue", "not-finite",
    "not-utf8", "number-too-large", "rules-too-deep", "spawn-too-deep", "steps-too-deep", "table-in-list", "too-deep",
    "too-many-expressions", "too-many-items", "toml-duplicate", "toml-header-clash", "toml-inline-table", "toml-syntax",
    "unreadable-file", "extends-in-circle", "extends-too-deep", "not-beside", "unknown-preset", "unknown-ruleset",
    "id-taken", "another-ruleset",
}  # fmt: skip


def test_every_code_has_its_record():
    assert sorted(codes_in_source()) == ENTRIES
    with pytest.raises(KeyError, match="no-such-code"):
        codes.code("no-such-code")


@pytest.mark.parametrize("code", ENTRIES)
def test_a_record_says_what_there_is_to_say(code):
    record = codes.code(code)
    assert record.severity in {"error", "warning"}
    assert all([record.checks, record.why, record.example, record.instead])


def merged(whole, part):
    """The whole with the keys of the part in place of its own.

    A spawn table of another kind is another table, so is a mechanic, and numbers stand in place of a chain.
    """
    if not (isinstance(whole, dict) and isinstance(part, dict)) or {"from", "tile", "weights", "use"} & set(part):
        return part
    if "numbers" in part and "chain" not in part:
        whole = {key: value for key, value in whole.items() if key != "chain"}
    return whole | {key: merged(whole[key], value) if key in whole else value for key, value in part.items()}


def told(fragment):
    """The problems of the whole with a part of an entry in it."""
    data = merged(tomllib.loads(WHOLE), tomllib.loads(fragment))
    return {diagnostic.code: diagnostic.severity for diagnostic in shown(written(data), "example.toml")}


@pytest.mark.parametrize("code", [code for code in ENTRIES if code not in NOT_SHOWN])
def test_example_fails_and_what_to_use_instead_does_not(code):
    record = codes.code(code)
    problems = told(record.example)
    assert problems.get(code) == record.severity, problems
    # The part may show a name without its use, and what takes a sentence to explain.
    assert set(told(record.instead)) <= ({"unused-name"} if code == "rule-missing" else {"unused-name", "rule-missing"})


@pytest.mark.parametrize("code", sorted(code for code in NOT_SHOWN if code.startswith("toml-")))
def test_example_of_no_toml_fails_and_what_to_use_instead_does_not(code):
    record = codes.code(code)
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(record.example, plugins=PLUGINS)
    # A part of a file lacks the tables that every file has.
    assert {diagnostic.code for diagnostic in caught.value.diagnostics} - {"missing-key"} == {code}
    assert tomllib.loads(record.instead)
