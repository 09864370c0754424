"""Every fix that is an edit: made by itself, it takes its problem away, and the next check reports no new error.

The mistakes are those of the files in this folder, and generated ones in the bundled rulesets: names written wrong, and
what one writes in Python or in other formats in place of TOML.
"""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

import tilekit
from tilekit.errors import Edit
from tilekit.expressions.word import WORDS
from tilekit.plugins import Plugins

HERE = Path(__file__).parent
PLUGINS = Plugins(entry_points=False)
BUNDLED = [path for path in sorted((HERE.parent.parent / "rulesets").glob("*.toml")) if path.name.count(".") == 1]
ANY_VALUE = "write a number, a text in quotes, a list [ ] or an inline table { }"
STARTER = """format = 1
game = { id = "garden", title = "Garden", version = 1, rules = ["A sprout pays {points(sprout)}."] }
grid = { rows = 5, columns = 5 }
[tiers]
chain = ["seed", "sprout", "bush", "tree"]
glyphs = { seed = "s", sprout = "p", bush = "b", tree = "t" }
[properties]
points = { sprout = 3, bush = 10, tree = 50 }
[variables]
water = 3
[queue]
from = "deal"
[spawn.deal]
weights = { seed = 3, sprout = 1 }
[actions.drop]
target = "cell"
where = "empty"
costs = { water = 0 }
steps = ["place", "chain", "deal"]
[mechanics]
chain = { use = "repeat", steps = ["fuse"] }
[scoring]
fused = "points(made) + water"
[[end]]
when = "no_moves"
reason = "full"
[undo]
depth = 3
after_end = true
[[scenario]]
name = "three of a kind"
given.board = \"\"\"
. . . . .
. s s . .
. . p . .
. . . . .
. . . . .
\"\"\"
actions = ["drop r2c4"]
then.reason = ""
then.illegal = ["drop r2c4"]
"""


def told(text):
    """What `tilekit check` reports of a ruleset and its presets."""
    try:
        rules = tilekit.loads(text, name="t.toml", plugins=PLUGINS)
    except tilekit.RulesetError as error:
        return [*error.diagnostics]
    found = [*rules.diagnostics]
    for preset in rules.presets:
        try:
            found += tilekit.loads(text, name="t.toml", preset=preset, plugins=PLUGINS).diagnostics
        except tilekit.RulesetError as error:
            found += error.diagnostics
    return [*dict.fromkeys(found)]


def errors(problems):
    return Counter((one.code, one.message) for one in problems if one.severity == "error")


def make_each(text):
    """Makes each edit by itself, and each change that words ask for, and returns how many edits there were."""
    before, made = told(text), 0
    for one in before:
        assert one.fix, one.render()
        for repaired in [one.edit.applied(text)] if one.edit is not None else meant(one, text):
            after = told(repaired)
            where = f"{one.render()}\n{one.edit}\nthen:\n" + "\n".join(each.render() for each in after)
            if words(repaired, one.line) != words(text, one.line):
                assert errors(after) - errors(before) == Counter(), where
            else:  # of the words nothing was said: they are as wrong as they were
                new = [each for each in after if each.line != one.line or each.code == "wrong-type"]
                assert errors(new) - errors(before) == Counter(), where
            if sorted(words(repaired, one.line)) != sorted(words(text, one.line)):
                assert settled(after) <= settled(before), where
            count = Counter((each.code, each.message) for each in after)[one.code, one.message]
            assert count < sum((each.code, each.message) == (one.code, one.message) for each in before), where
            made += one.edit is not None
    return made


def words(text, line):
    return re.findall(r"\w+", text.split("\n")[line - 1])


def settled(problems):
    """The comparisons of which it is said that they always come out the same."""
    return {one.found for one in problems if one.code in ("always-true", "never-true")}


def meant(problem, text):
    """The text with what a problem says is meant, where it says so in words."""
    said, lines = re.fullmatch(r'did you mean "([^"]*)"\?', problem.fix), text.split("\n")
    if said and lines[problem.line - 1].count(problem.found) == 1:
        lines[problem.line - 1] = lines[problem.line - 1].replace(problem.found, said[1])
        yield "\n".join(lines)


def test_every_edit_in_this_folder_repairs_what_it_is_for():
    made = 0
    for path in sorted(HERE.glob("*.toml")):
        try:
            made += make_each(path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            continue
    assert made >= 60


# ---------------------------------------------------------------- generated mistakes


def mistakes(text):
    """Texts that differ from one in a line: what kind of mistake was made there, and the whole."""
    lines = text.split("\n")
    in_board = False
    for i, line in enumerate(lines):
        in_board ^= line.count('"""') == 1
        body = re.sub(r'\s+#[^"]*$', "", line)
        if in_board or line.count('"""') or not body.strip() or body.lstrip().startswith("#"):
            continue
        for kind, changed in wrong_lines(body):
            yield kind, "\n".join([*lines[:i], changed, *lines[i + 1 :]])


def wrong_lines(body):
    pair = re.fullmatch(r"([A-Za-z0-9_.]+) = (.*)", body)
    if pair:
        key, value = pair.groups()
        yield from [("semicolon", f"{body};"), ("comma", f"{body},"), ("colon", f"{key}: {value}")]
        if value in ("true", "false"):
            yield from [(title, f"{key} = {title}") for title in (value.title(), f"{value.title()};", value.upper())]
            yield from [("quoted truth", f'{key} = "{value}"'), ("number for truth", f"{key} = {int(value == 'true')}")]
        if re.fullmatch(r'"[^"]*"', value):
            bare = value[1:-1]
            yield from [("unquoted", f"{key} = {bare}"), ("unquoted;", f"{key} = {bare};"), ("None", f"{key} = None")]
            yield from [("typographic", f"{key} = “{bare}”"), ("half quoted", f"{key} = {value[1:]}")]
            yield "Python quotes", f"{key} = '{bare}'"
        if re.fullmatch(r"-?[0-9]+", value):
            yield from [("quoted number", f'{key} = "{value}"'), ("float", f"{key} = {value}.0")]
            yield from [("zero first", f"{key} = 0{value}"), ("truth for number", f"{key} = True")]
        if re.fullmatch(r'\["[^]"]*"\]', value):
            yield from [("no list", f"{key} = {value[1:-1]}"), ("no list, no quotes", f"{key} = {value[2:-2]}")]
    elif body.startswith("["):
        yield "semicolon", f"{body};"
    for word in re.finditer(r"[A-Za-z_]{4,}", body):
        name = word.group()
        for wrong in (name[:1] + name[2] + name[1] + name[3:], name[:-2] + name[-1], name.title(), f"{name}s"):
            if wrong != name:
                yield f"{name} {wrong}", body[: word.start()] + wrong + body[word.end() :]
    for right, wrong in ((" and ", " && "), (" == ", " = "), (" // ", " / "), ("not ", "!"), (" >= ", " ≥ ")):
        if right in body:
            yield f"operator{wrong}", body.replace(right, wrong, 1)


def test_every_edit_of_every_mistake_in_a_small_game_repairs_it():
    assert told(STARTER) == []
    tried = [*mistakes(STARTER)]
    kinds = {kind for kind, _ in tried}
    assert {"semicolon", "comma", "colon", "True", "True;", "unquoted", "None", "typographic", "float"} <= kinds
    assert sum(make_each(text) for _, text in tried) >= len(tried) // 2


#: Where an expression stands in the small game, as it is written there.
PLACES = ['where = "empty"', 'fused = "points(made) + water"', 'when = "no_moves"', "costs = { water = 0 }"]
#: Names of every kind; then what one makes of a name.
NAMES = [
    *WORDS,
    "seed",
    "points",
    "water",
    "drop",
    "chain",
    "fuse",
    "deal",
    "fused",
    "made",
    "full",
    "r1c1",
    "wat",
    "nil",
]
USES = [
    "{}",
    "{}()",
    "{}(1)",
    "{}(seed)",
    "{}[seed]",
    "seed.{}",
    "{}.made",
    "{} > 0",
    "{} + 1",
    "not {}",
    "{} in (1, 2)",
]
USES += [
    "exists({})",
    "count({}) > 0",
    "near({}) > 0",
    "exists(near({}) > 1)",
    "sum({}, {})",
    "at({})",
    "next({}) == seed",
]


def test_what_is_said_of_a_name_of_every_kind_in_every_place_is_right():
    rng, made = random.Random(7), 0
    for place in PLACES:
        key = place.partition(" = ")[0]
        for name, use in rng.sample([(name, use) for name in NAMES for use in USES], 150):
            text = use.format(name, name)
            wrong = f'costs = {{ water = "{text}" }}' if key == "costs" else f'{key} = "{text}"'
            made += make_each(STARTER.replace(place, wrong, 1))
    assert made >= 90


def test_what_is_said_of_a_key_that_stands_elsewhere_is_right():
    lines, tried = STARTER.partition("[[scenario]]")[0].split("\n"), 0
    headers = [i for i, line in enumerate(lines) if line.startswith("[")]
    keys = [i for i, line in enumerate(lines) if " = " in line and i > headers[0]]
    for i in keys:
        for header in headers:
            left = [*lines[:i], "", *lines[i + 1 :]]
            left.insert(header + 1, lines[i])
            make_each("\n".join(left))
            tried += 1
        for other in {lines[each].partition(" = ")[0] for each in keys}:
            make_each("\n".join([*lines[:i], f"{other} = {lines[i].partition(' = ')[2]}", *lines[i + 1 :]]))
            tried += 1
    assert tried >= 300


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_edits_of_mistakes_in_a_bundled_game_repair_them(path):
    text = path.read_text(encoding="utf-8").partition("[[scenario]]")[0]
    tried = [*mistakes(text)]
    assert sum(make_each(wrong) for _, wrong in random.Random(path.stem).sample(tried, 12)) >= 3


@pytest.mark.parametrize(
    ("old", "new", "fix"),
    [
        ("costs = { water = 0 }", "costs = { water = 0, }", "delete the last comma"),
        ("costs = { water = 0 }", "costs = { water == 0 }", ANY_VALUE),
        ("costs = { water = 0 }", "costs = water = 0 }", ANY_VALUE),
        ("costs = { water = 0 }", "costs = ( water = 0 )", ANY_VALUE),
        ("costs = { water = 0 }", "costs = { water = play }", ANY_VALUE),
        ('from = "deal"', "from = 「deal」", ANY_VALUE),
        ("rows = 5", "rows := 5", "write key = value"),
        ("rows = 5", "rows = three", "write a whole number"),
        ("weights = { seed = 3, sprout = 1 }", 'weights = "3"', "write a table"),
    ],
)
def test_what_would_lead_to_a_new_error_is_no_edit(old, new, fix):
    assert STARTER.count(old) == 1
    (problem,) = told(STARTER.replace(old, new))
    assert problem.fix == fix
    make_each(STARTER.replace(old, new))


# ---------------------------------------------------------------- what stands in a fix


@pytest.mark.parametrize(
    ("old", "new", "fix", "right"),
    [
        ("after_end = true", "after_end = True", "write true", "after_end = true"),
        ("after_end = true", "after_end = FALSE", "write false", "after_end = false"),
        ("after_end = true", "after_end = True;", "write true", "after_end = true"),
        ("after_end = true", "after_end = yes", "write true", "after_end = true"),
        ("after_end = true", "after_end = maybe", "write true or false", None),
        ("after_end = true", "after_end = true;", "take the semicolon out", "after_end = true"),
        ("depth = 3", "depth = 3;", "take the semicolon out", "depth = 3"),
        ("depth = 3", "depth = 3,", "take the comma out", "depth = 3"),
        ("depth = 3", "depth: 3", "write depth = and its value", "depth = 3"),
        ("depth = 3", "depth = three", "write a whole number", None),
        ("depth = 3", "depth == 3", "write 3 behind one =, without brackets", "depth = 3"),
        ("depth = 3", "depth = (3)", "write 3 behind one =, without brackets", "depth = 3"),
        ('reason = "full"', 'reason == "full"', 'write "full" behind one =, without brackets', 'reason = "full"'),
        ("weights = {", "weight = {", 'did you mean "weights"?', "weights = {"),
        ("after_end = true", "[[notices]]\nafter_end = true\nwhen = 'turn > 3'\ntext = 'x'", "move it to [undo]", None),
        ('"points(made) + water"', '"points.made + water"', "write points(made)", '"points(made) + water"'),
        ('"points(made) + water"', '"made.points + water"', "write points(made)", '"points(made) + water"'),
        ('"points(made) + water"', '"points[made] + water"', "write points(made)", '"points(made) + water"'),
        ('"no_moves"', '"no_moves()"', "write no_moves, without brackets", '"no_moves"'),
        ('"no_moves"', '"here"', 'use it in steps of an action with target = "cell"', None),
        ('where = "empty"', 'where = "seed"', "write tile == seed", 'where = "tile == seed"'),
        ('"no_moves"', '"exists(seed)"', "write tile == seed", '"exists(tile == seed)"'),
        ('"no_moves"', '"exists(near(empty))"', "write near(empty) > 0", '"exists(near(empty) > 0)"'),
        ('"no_moves"', '"exists(tile in (seed, bush))"', "write [seed, bush]", '"exists(tile in [seed, bush])"'),
        ('"no_moves"', '"score > 1e3"', "write 1000", '"score > 1000"'),
        (
            '"no_moves"',
            '"drop > 0"',
            'write a name of the language, or define "drop" in [variables], [constants] or [areas]',
            None,
        ),
        (
            "costs = { water = 0 }",
            "costs = { sun = 0 }",
            "write the name of a variable, or define it: write sun = 0 in [variables]",
            None,
        ),
        ('target = "cell"', 'target = "cell"\nduring = ["Full"]', "write full", None),
        ('from = "deal"', 'from = “deal"', 'write "deal"', 'from = "deal"'),
        ('from = "deal"', 'from = "deal”', 'write "deal"', 'from = "deal"'),
        ('from = "deal"', "from = ‘deal'", 'write "deal"', 'from = "deal"'),  # noqa: RUF001 - that is the point
        ('from = "deal"', "from = 'deal’", 'write "deal"', 'from = "deal"'),  # noqa: RUF001 - that is the point
        ('from = "deal"', "from = deal”", 'write "deal"', 'from = "deal"'),
        ('target = "cell"', "target = `cell'", 'write "cell"', 'target = "cell"'),
        ('"place", "chain"', '"place", “chain"', 'write "chain"', '"place", "chain"'),
        ('from = "deal"', '“from" = "deal"', "write from", None),
        ('"no_moves"', '"exists(tile == “seed”)"', "write names without quotes", None),
        ("[spawn.deal]", "[spawn deal]", "write a dot in place of the blank, or _ if it is one name", None),
        ("depth = 3", "depth = None", "write a value, or leave depth out", None),
        ("depth = 3", 'depth = "3"', "write 3 without quotes", "depth = 3"),
        ('target = "cell"', "target = cell;", 'if it is a text, put it in quotes: "cell"', 'target = "cell"'),
        ('from = "deal"', "from = deal", 'if it is a text, put it in quotes: "deal"', 'from = "deal"'),
        ('steps = ["place", "chain", "deal"]', "steps = place", 'write ["place"]', 'steps = ["place"]'),
        (
            'when = "no_moves"',
            "when = True",
            "write a comparison such as turn > 10, or leave it out where it may be missing",
            None,
        ),
        ("[undo]", "[undo];", "take the semicolon out", "[undo]"),
        ('"points(made) + water"', '"points(made) + watr"', 'did you mean "water"?', '"points(made) + water"'),
        ("depth = 3", "dpeth = 3", 'did you mean "depth"?', "depth = 3"),
        (
            "depth = 3",
            "depth = 3\ndpeth = 3",
            'did you mean "depth"? That is there already: delete one of the two',
            None,
        ),
    ],
)
def test_a_fix_and_its_edit_say_the_same(old, new, fix, right):
    text = STARTER.replace(old, new, 1)
    assert text != STARTER
    problem = told(text)[0]
    assert problem.fix == fix
    repaired = None if problem.edit is None else problem.edit.applied(text)
    assert repaired == (None if right is None else STARTER.replace(old, right, 1))


MOVED = [
    ('[action.pull]\ntarget = "cell"', 'did you mean "actions"? Write [actions.pull]'),
    ('[mechanic.x]\nuse = "fuse"', 'did you mean "mechanics"? Write [mechanics.x]'),
    ("[spawns.x]\nweights = { seed = 1 }", 'did you mean "spawn"? Write [spawn.x]'),
    ("[spawns.deal]\nweights = { seed = 1 }", 'did you mean "spawn"? That is there already: delete one of the two'),
    ("[variable]\nsun = 3", 'did you mean "variables"? Move what it holds to [variables]'),
    ('[[scenarios]]\nname = "x"\nthen.reason = ""', 'did you mean "scenario"? Write [[scenario]]'),
]


@pytest.mark.parametrize(("table", "fix"), MOVED)
def test_a_table_beside_the_one_it_is_meant_for_is_moved_there(table, fix):
    problem = told(STARTER.replace("[[end]]", f"{table}\n[[end]]"))[0]
    assert (problem.code, problem.fix) == ("unknown-key", fix)


@pytest.mark.parametrize(
    ("old", "new", "fix"),
    [
        ("[undo]", "[[undo]]", "write [undo]"),
        ("[variables]", "[[variables]]", "write [variables]"),
        ("[spawn.deal]", "[[spawn]]", "write [spawn.NAME]"),
        ("[actions.drop]", "[[actions.drop]]", "write [actions.drop]"),
    ],
)
def test_a_list_of_tables_where_a_table_is_meant_is_answered_with_its_header(old, new, fix):
    (problem,) = [one for one in told(STARTER.replace(old, new)) if one.code == "wrong-type"]
    assert problem.fix == fix


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("columns = 5 }", 'columns = 5, rule = ["x"] }'),  # no table takes a list for it
        ("water = 3", "water = { start = 1, seed = 2 }"),  # a tile, and no seed of a scenario
    ],
)
def test_a_key_is_not_sent_where_it_means_something_else(old, new):
    assert told(STARTER.replace(old, new))[0].fix == "delete it"


@pytest.mark.parametrize("text", ["fused", "int(made)", "until(swap)", "board.empty", "max.tree", "made.tile"])
def test_a_name_that_only_fits_by_its_type_is_no_edit(text):
    (problem,) = told(STARTER.replace("points(made) + water", text))
    assert problem.edit is None
    assert "did you mean" not in problem.fix


def test_an_action_is_not_taken_for_a_misspelt_variable():
    text = next(path for path in BUNDLED if path.stem == "2048").read_text(encoding="utf-8")
    found = told(text.replace("kept_on = { start", "ten = { start"))
    assert {one.code for one in found} == {"unknown-variable", "unknown-name"}


@pytest.mark.parametrize(("step", "target"), [("swap", "pair"), ("slide", "direction")])
def test_a_step_that_is_never_taken_is_sent_where_it_fits(step, target):
    text = STARTER.replace("chain = { use", f"{step} = {{ }}\nchain = {{ use")
    (problem,) = told(text)
    fix = f'name it in steps of an action with target = "{target}"'
    assert (problem.code, problem.fix) == ("unused-mechanic", fix)
    right = f'[actions.other]\ntarget = "{target}"\nsteps = ["{step}"]\n\n[mechanics]'
    assert errors(told(text.replace("[mechanics]", right))) == Counter()


def test_a_tile_that_is_compared_with_a_tile_gets_a_warning():
    _, problem = told(STARTER.replace('where = "empty"', 'where = "empty and seed > 0"'))
    assert (problem.code, problem.found, problem.fix) == (
        "always-true", "seed > 0", "write tile == seed to ask which cells hold it",
    )  # fmt: skip


def test_rows_that_lack_are_to_be_added():
    fixes = [one.fix for one in told(STARTER.replace("rows = 5", "rows = 7")) if one.code == "bad-board"]
    assert fixes == ["add 2 rows"]


def test_an_edit_is_json_and_prose_has_none():
    problems = told(STARTER.replace("depth = 3", 'depth = "3"').replace("rows = 5", "rows = 0"))
    assert [one.to_dict().get("edit") for one in problems] == [
        None,
        {"line": 28, "column": 9, "end_line": 28, "end_column": 12, "text": "3"},
    ]
    assert problems[1].edit == Edit(28, 9, 28, 12, "3")


# ---------------------------------------------------------------- misspelt definitions

#: A definition with a slip, its line, and the code of the one problem that is reported.
DEFINITIONS = [
    ('"sprout", "bush"', '"sprot", "bush"', 5, "misspelt-name"),
    ("{ sprout = 3,", "{ sprot = 3,", 8, "unknown-tile"),
    ('sprout = "p"', 'sprot = "p"', 6, "unknown-tile"),
    ("points = {", "pionts = {", 8, "misspelt-name"),
    ("water = 3", "watre = 3", 10, "misspelt-name"),
    ("[spawn.deal]", "[spawn.deel]", 13, "misspelt-name"),
    ("[actions.drop]", "[actions.drpo]", 15, "misspelt-name"),
    ("chain = { use", "chian = { use", 21, "misspelt-name"),
]


@pytest.mark.parametrize(("right", "wrong", "line", "code"), DEFINITIONS)
def test_a_misspelt_definition_is_reported_and_its_uses_are_not(right, wrong, line, code):
    text = STARTER.replace(right, wrong, 1)
    (problem,) = told(text)
    assert (problem.line, problem.code) == (line, code)
    assert problem.edit.applied(text) == STARTER


def test_one_misspelt_use_of_a_definition_is_the_one_that_is_wrong():
    text = STARTER.replace('"points(made) + water"', '"points(made) + watre"')
    (problem,) = told(text)
    assert (problem.line, problem.code, problem.fix) == (23, "unknown-name", 'did you mean "water"?')


# ---------------------------------------------------------------- numbers where tiles are named


@pytest.mark.parametrize(
    "more",
    [
        "[tiers]\nnumbers = { first = 1, last = 4 }\npieces = ['egg']\nnext = { egg = 2 }\n",
        "[tiers]\nnumbers = { first = 1, last = 4 }\npieces = ['egg']\nnext = { egg = '2' }\n",
        "[tiers]\nnumbers = { first = 1, last = 4 }\npieces = ['egg']\nnext = { 2 = 'egg' }\n",
        "[tiers]\nnumbers = { first = 1, last = 4 }\npieces = ['egg']\nnext = { 2 = 4 }\nglyphs = { 2 = 'b' }\n",
        "[tiers]\nnumbers = { first = 1, last = 4, label = '2 ** n' }\npieces = ['egg']\nnext = { egg = 8, 4 = 16 }\n",
    ],
)
def test_a_number_of_the_ladder_is_named_wherever_a_tile_is(more):
    rules = tilekit.loads(HEAD + more, plugins=PLUGINS)
    tiles = rules.program.tiles
    following = {tiles.ids[code]: tiles.ids[after] for code, after in enumerate(tiles.next_code) if code}
    changed = {name: str(after) for name, after in rules.ruleset.tiers.next.items()}
    assert {name: following[name] for name in changed} == changed


HEAD = """format = 1
game = { id = "tiny", title = "Tiny", version = 1 }
grid = { rows = 3, columns = 3 }
actions = { tap = { add = { score = 1 } } }
end = [{ when = "no_moves", reason = "full" }]
"""
