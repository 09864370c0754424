"""The reference names everything there is, and says of it what the code says."""

import inspect
import re

import pytest
from tests.docs.pages import ROOT, generate, shown

import tilekit
from tilekit.conformance import check
from tilekit.expressions.words import SAMPLE
from tilekit.scenario import run

REFERENCE = ROOT / "docs/reference"
TEXTS = {path.stem: shown(path) for path in REFERENCE.glob("*.md")}


def headings(page):
    return re.findall(r"^#+ (.+)$", TEXTS[page], flags=re.MULTILINE)


@pytest.mark.parametrize("path", generate.PAGES, ids=lambda path: path.stem)
def test_tables_say_what_the_code_says(path):
    text = path.read_text(encoding="utf-8")
    assert generate.updated(text) == text, "run: python docs/_generate.py"


def test_no_page_holds_a_copy_of_what_is_generated():
    """Where a page has a comment that is expanded, a blank line follows, and no table."""
    for path in REFERENCE.glob("*.md"):
        lines = path.read_text(encoding="utf-8").splitlines()
        marks = [number for number, line in enumerate(lines) if generate.expanded(line) != f"{line}\n"]
        assert [lines[number] for number in marks if lines[number + 2 : number + 3] and "|" in lines[number + 2]] == []


@pytest.mark.parametrize("page", TEXTS)
def test_every_row_has_its_meaning(page):
    """A row has empty columns until somebody writes what it means, in its record or in the page."""
    marked = False
    for line in TEXTS[page].splitlines():
        if generate.MARK.match(line):
            marked = True
        elif marked and line.startswith("|"):
            assert all(generate._cells(line)), line
        elif line.strip():
            marked = False


def test_every_table_of_a_ruleset_has_its_keys():
    """Each model that can be reached from the ruleset's is shown, but for scenarios, which have a page of their own."""
    tables = {
        generate.model_at(name)
        for page in ("rulesets", "scenarios")
        for kind, name in generate.marks(TEXTS[page])
        if kind == "keys"
    }
    reached, waiting = set(), [generate.models.Ruleset, generate.models.ScenarioFile]
    while waiting:
        model = waiting.pop()
        if model not in reached:
            reached.add(model)
            waiting += [
                inner for field in model.model_fields.values() for inner in generate._models_in(field.annotation)
            ]
    assert reached - tables == {generate.models.Ruleset}
    assert ("tables", "all") in generate.marks(TEXTS["rulesets"])


def test_every_table_has_a_heading():
    tables = {row[0].strip("`") for row in generate.tables("all")} - {"format", "[[scenario]]"}
    assert tables <= {heading.strip("`") for heading in headings("rulesets")}


def test_every_mechanic_has_a_section():
    kinds = tilekit.Plugins(entry_points=False).mechanics
    found = [heading for heading in headings("mechanics") if heading != "Mechanics"]
    assert found == [*kinds, "Events"]


def test_a_section_says_what_the_record_says():
    section = TEXTS["mechanics"].split("## wander\n")[1].split("\n## ")[0]
    assert (
        section
        == """
Tiles move to a neighbouring empty cell; all such cells are equally likely.

They move in reading order, each at most once, and a cell that a tile has left is open to the tiles after it. A tile
without an empty neighbouring cell stays. It can act anywhere.

| stands in | needs | leaves | streams of chance |
| --- | --- | --- | --- |
| steps | nothing | none | `wander` |

| setting | type | default | meaning |
| --- | --- | --- | --- |
| `cells` | set of cells | `"not empty"` | the cells whose tiles move, as they are before the first tile moves |

| event | values | raised when |
| --- | --- | --- |
| `moved` | `count` (number) | tiles wandered; `count` is the number of tiles that moved |

```toml
[actions.wait]
steps = ["roam"]

[mechanics.roam]
use = "wander"
cells = "tile == stone"
```
"""
    )


@pytest.mark.parametrize("kind", ["game", "cell", "chosen", "function"])
def test_every_word_of_the_language_is_shown(kind):
    assert ("words", kind) in generate.marks(TEXTS["expressions"])


def test_the_limits_of_expressions_are_those_of_the_code():
    from tilekit.expressions import parsing as expression

    for limit in (expression.LONGEST, expression.MOST_NODES, expression.DEEPEST):
        assert re.search(rf"\b{limit}\b", TEXTS["expressions"].split("## Limits")[1])
    assert f"{expression.CAP:,}" in TEXTS["expressions"]


@pytest.mark.parametrize("name", generate.tilekit.list_commands(None))
def test_every_command_has_its_options(name):
    assert f"tilekit {name}" in headings("command-line")
    assert ("options", name) in generate.marks(TEXTS["command-line"])
    section = TEXTS["command-line"].split(f"## tilekit {name}\n")[1].split("\n## ")[0]
    for param in generate.tilekit.get_command(None, name).params:
        if param.param_type_name == "argument":
            metavar = param.metavar or param.name.upper()
            assert f"`tilekit {name} {metavar}" in section


def test_every_property_is_shown_in_its_order():
    from tilekit.conformance import PROPERTIES

    section = shown(ROOT / "docs/how-to/conformance.md").split("## What each property means")[1].split("\n## ")[0]
    assert re.findall(r"^\| `([a-z-]+)`", section, flags=re.MULTILINE) == list(PROPERTIES)
    assert [name for name, summary in PROPERTIES.items() if not (summary and name.meaning)] == []
    assert len(PROPERTIES) == 19


def hooks():
    from tilekit.hooks import Specifications

    for name in vars(Specifications):
        if name.startswith("tilekit_"):
            arguments = [each for each in inspect.signature(getattr(Specifications, name)).parameters if each != "self"]
            yield f"`{name}({', '.join(arguments)})`"


def test_every_hook_has_a_heading_with_its_arguments():
    assert [heading for heading in headings("hooks") if heading.startswith("`")] == list(hooks())


def names_of(thing):
    """The public names of a class: methods, properties, fields, and what its annotations declare."""
    found = {name for name in vars(thing) if not name.startswith("_")}
    found |= {name for name in inspect.get_annotations(thing) if not name.startswith("_")}
    found |= set(getattr(thing, "_fields", ()))
    return found - {"model_config"}


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("hooks", "Mechanic"),
        ("hooks", "Event"),
        ("hooks", "Sayer"),
        ("hooks", "Step"),
        ("hooks", "Builder"),
        ("hooks", "Frontend"),
        ("hooks", "Bot"),
        ("python", "Rules"),
        ("python", "Game"),
        ("python", "Action"),
        ("python", "Turn"),
        ("python", "Entry"),
        ("python", "Change"),
        ("python", "Session"),
        ("python", "Playback"),
        ("python", "Refusal"),
        ("python", "Preview"),
        ("python", "Controller"),
        ("python", "Screen"),
        ("python", "Message"),
        ("python", "Page"),
        ("python", "Line"),
        ("python", "Sprite"),
        ("python", "Floating"),
        ("python", "Held"),
        ("python", "Chooser"),
        ("python", "MenuScreen"),
        ("python", "Preferences"),
        ("python", "Scene"),
        ("python", "Motion"),
        ("python", "Menu"),
        ("python", "MenuEntry"),
        ("python", "Phrase"),
        ("python", "Words"),
        ("python", "View"),
        ("python", "CellView"),
        ("python", "TileView"),
        ("python", "Panel"),
        ("python", "Button"),
        ("python", "Diagnostic"),
        ("python", "Plugins"),
        ("python", "Profile"),
        ("python", "KeptGame"),
        ("python", "Statistics"),
    ],
)
def test_every_name_of_a_class_is_in_its_section(page, name):
    section = TEXTS[page].split(f"# {name}\n")[1].split("\n## ")[0]
    listed_names = set(re.findall(r"`(\w+)(?:\([^`]*\))?`", section))
    assert names_of(getattr(tilekit, name)) - listed_names == set()


def test_every_public_name_is_on_a_page():
    text = TEXTS["python"] + TEXTS["hooks"]
    missing = [name for name in tilekit.__all__ if not re.search(rf"`(?:tilekit\.|Game\.)?{name}\b", text)]
    assert missing == []


def test_the_signatures_are_those_of_the_code():
    signatures = {
        "load": tilekit.load,
        "loads": tilekit.loads,
        "dumps": tilekit.dumps,
        "load_game": tilekit.load_game,
        "verify": tilekit.verify,
        "Session": tilekit.Session.__init__,
        "Playback": tilekit.Playback.__init__,
        "Plugins": tilekit.Plugins.__init__,
        "Profile": tilekit.Profile.__init__,
    }
    for name, function in signatures.items():
        parameters = inspect.signature(function).parameters
        listed = [each for each in parameters if each != "self"]
        written = re.search(rf"`{name}\(([^`]*)\)`", TEXTS["python"])[1]
        found = [part.split("=")[0].strip() for part in written.split(",") if part.strip() != "*"]
        assert sorted(found) == sorted(listed), name


def test_the_keys_of_a_state_are_shown():
    section = TEXTS["python"].split("`to_dict()` has these keys")[1].split("```")[0]
    keys = set(re.findall(r"`(\w+)`", section))
    assert set(tilekit.load("merge").new_game().to_dict()) == keys


def listed(kind):
    return {row[0].strip("`"): row for row in generate.uses(kind)}


def test_every_key_of_the_format_is_in_the_vocabulary():
    """The keys of the models by another way, their schema, so that a new one cannot be forgotten."""
    from tilekit.ruleset.models import MechanicTable, Ruleset, ScenarioFile

    schema = Ruleset.model_json_schema()
    rows = listed("keys")
    assert set(schema["properties"]) == {re.sub(r"[\[\]]|\.X", "", word) for word in rows if " " not in word} - {
        "ruleset"
    }
    below = {word.rpartition(" ")[2] for word in rows if " " in word}
    inner = {key for table in schema["$defs"].values() for key in table["properties"]}
    assert below == inner | {*MechanicTable.model_fields, "total"}
    assert len([word for word in rows if " " in word]) == len(MechanicTable.model_fields) + 1 + sum(
        len(t["properties"]) for t in schema["$defs"].values()
    )
    assert set(ScenarioFile.model_fields) <= {"ruleset", "scenario"}
    assert {"[tiers.numbers] first", "[tiers.numbers] last", "[tiers.numbers] label", "[scenario.then] board"} <= set(
        rows
    )


def test_every_word_of_the_language_is_in_the_vocabulary():
    from tilekit.expressions.word import WORDS

    mechanics = tilekit.Plugins(entry_points=False).mechanics.values()
    assert set(listed("sets")) == {name for each in mechanics for name in each.leaves}
    assert set(listed("events")) == {"scored", *(name for each in mechanics for name in each.events)}
    kinds = ("game", "cell", "chosen", "function")
    assert sorted(name for kind in kinds for name in listed(kind)) == sorted(WORDS)
    assert [name for kind in kinds for name in listed(kind) if f"`{WORDS[name].use}`" not in TEXTS["expressions"]] == []
    assert SAMPLE in TEXTS["expressions"]
    for kind in ("mechanics", "events", "game", "cell", "chosen", "sets", "function", "keys"):
        assert f"<!-- uses: {kind} -->" in TEXTS["vocabulary"]
        assert [row for row in listed(kind).values() if not all(row)] == []


def test_what_a_game_uses_is_found_where_it_is_written():
    rows = listed("keys")
    assert rows["[scoring] total"][2] == "`flood`, `threefold`"
    assert rows["[tiers.numbers] label"][2] == "`2048`, `quarry`, `threefold`"
    assert rows["[presets.X]"][2] == "`merge`, `ninek`"
    assert listed("sets")["cleared"][2] == "`sevens`"
    assert listed("events")["scored"][2] == "`sum10`"


def test_every_word_is_at_work_in_a_game():
    """The vocabulary names for each one a ruleset in which to see it; of mechanics, one that is played for itself."""
    for kind in ("mechanics", "events", "game", "cell", "chosen", "sets", "function", "keys"):
        assert [row[0] for row in generate.uses(kind) if "`" not in row[-1]] == []
    assert [row for row in generate.uses("mechanics") if "trinkets" in row[-1]] == []


@pytest.mark.parametrize("name", ["trinkets", "trinkets-small"])
def test_the_games_that_show_words_keep_their_rules(name):
    rules = tilekit.load(ROOT / f"examples/words/{name}.toml")
    assert rules.warnings == []
    assert [str(run(rules, table)) for table, _, _ in rules.scenarios() if not run(rules, table).passed] == []
    assert [str(failure) for failure in check(rules, examples=15, frontends={})] == []
