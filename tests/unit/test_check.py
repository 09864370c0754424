"""What is refused and warned of when a ruleset is loaded, and that no file keeps the loader or a game busy."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.rulesets import PLUGINS, load, small, stand
from tests.work import at_most

import tilekit
from tilekit.errors import RulesetError

BASE = """format = 1

[game]
id = "tiny"
title = "Tiny"
version = 1

[grid]
rows = 3
columns = 3

[tiers]
chain = ["spark", "node", "prism"]
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

[scoring]
fused = "made * count"

[[end]]
when = "no_moves"
reason = "jammed"
"""


def told(text: str) -> list[tuple[str, str, str]]:
    """Code, text under the caret and fix of each problem."""
    try:
        problems = tilekit.loads(text, name="t.toml", plugins=PLUGINS).warnings
    except RulesetError as error:
        problems = list(error.diagnostics)
    return [(p.code, p.source[p.column - 1 : p.column - 1 + p.width], p.fix) for p in problems]


def changed(old: str, new: str) -> str:
    assert BASE.count(old) == 1
    return BASE.replace(old, new)


def test_the_ruleset_below_the_changes_is_right() -> None:
    assert told(BASE) == []


# ---------------------------------------------------------------- the ten likeliest mistakes


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("least", "lesat", ("unknown-key", "lesat", 'did you mean "least"?')),
        (
            "version = 1",
            'version = 1\nextends = "merge"',
            ("misplaced-key", "extends", "move it above the first [table]"),
        ),
        (
            "fuse = { least = 3 }",
            "fuse = { least = 3 }\nfall = {}",
            ("unused-mechanic", "fall", "name it in actions.drop.steps (steps run left to right)"),
        ),
        ('"no_moves"', '"not empty"', ("no-cell-here", "empty", "write count(empty), exists(empty) or empties")),
        ('"tile == stone"', '"tile = stone"', ("not-in-language", "=", "write == to compare")),
        ('"no_moves"', '"turn / 2 > 3"', ("not-in-language", "/", "write // for division (it rounds down)")),
        ('"no_moves"', '"no_moves && turn > 3"', ("not-in-language", "&&", "write and")),
        (
            '"made * count"',
            '"made.points"',
            (
                "not-in-language",
                "made.points",
                "write one name without a dot; a number of a tile is looked up as NAME(TILE)",
            ),
        ),
        (
            '"made * count"',
            "\"10 if made >= 'prism' else 0\"",
            ("quoted-name", "'prism'", "write prism, without quotes"),
        ),
        ('"made * count"', '"10 if made >= prysm else 0"', ("unknown-name", "prysm", 'did you mean "prism"?')),
        (
            '"no_moves"',
            '"top >= 2048"',
            ("never-true", "top >= 2048", "compare with a number within that range, or leave it out"),
        ),
        (', "deal"]', "]", ("queue-stands-still", '["place", "fuse"]', 'add "deal" at the end')),
        ('"no_moves"', '"empties == 0"', ("end-before-the-end", '"empties == 0"', 'write when = "no_moves"')),
        (
            "{ spark = 3, node = 1 }",
            "{ spark = 3,\n  node = 1 }",
            ("toml-inline-table", "{ spark = 3,", "write [spawn.deal.weights] and a line for each key"),
        ),
    ],
)
def test_the_likeliest_mistakes_have_their_answers(old: str, new: str, expected: tuple[str, str, str]) -> None:
    assert told(changed(old, new)) == [expected]


# ---------------------------------------------------------------- odd values

ODD = ["true", "3.5", '"3"', '"x y"', "2024-01-01", "[]", "{}", "[[1]]", "-1", "1e400", "nan", '""', '"\\u0000"']
FIELDS = {
    "rows = 3": "rows = {}",
    "version = 1": "version = {}",
    'id = "tiny"': "id = {}",
    'title = "Tiny"': "title = {}",
    'chain = ["spark", "node", "prism"]': "chain = {}",
    "charges = 1 }": "charges = {} }}",
    'from = "deal"': "from = {}",
    "{ spark = 3, node = 1 }": "{}",
    "spark = 3": "spark = {}",
    'target = "cell"\nwhere = "empty"': 'target = {}\nwhere = "empty"',
    'where = "empty"': "where = {}",
    'steps = ["clear"]': "steps = {}",
    "least = 3": "least = {}",
    "{ least = 3 }": "{}",
    'fused = "made * count"': "fused = {}",
    'when = "no_moves"': "when = {}",
    'reason = "jammed"': "reason = {}",
    "format = 1": "format = {}",
}
#: Odd values that are right in their place.
RIGHT = {
    ("title = {}", '"3"'), ("id = {}", '"3"'), ("title = {}", '"x y"'), ("steps = {}", "[]"), ("fused = {}", "-1"),
    ("charges = {} }}", '"3"'), ("spark = {}", '"3"'), ("least = {}", '"3"'), ("fused = {}", '"3"'),
}  # fmt: skip


@pytest.mark.parametrize("value", ODD)
@pytest.mark.parametrize("field", FIELDS)
def test_odd_values_are_refused_where_they_stand(field: str, value: str) -> None:
    text = changed(field, FIELDS[field].format(value))
    line = next(
        n for n, (old, new) in enumerate(zip(BASE.split("\n"), text.split("\n"), strict=False), 1) if old != new
    )
    if field.startswith("chain") and value == "[]":
        text = text.replace('pieces = ["stone"]\n', "")  # pieces alone would do
    try:
        lines = {problem.line for problem in tilekit.loads(text, name="t.toml", plugins=PLUGINS).warnings}
    except RulesetError as error:
        lines = {problem.line for problem in error.diagnostics}
    fine = (FIELDS[field], value) in RIGHT or (field, value) == ("{ least = 3 }", "{}")
    assert (line in lines) is not fine


@pytest.mark.parametrize(("written", "rows"), [("0x5", 5), ("5_0", 50), ("0b11", 3)])
def test_numbers_of_toml_are_read_as_toml_has_them(written: str, rows: int) -> None:
    assert tilekit.loads(changed("rows = 3", f"rows = {written}"), plugins=PLUGINS).ruleset.grid.rows == rows


def test_no_word_of_the_modelling_library_is_shown() -> None:
    with pytest.raises(RulesetError) as caught:
        tilekit.loads("format = 1\ngame = 1\ngrid = [1]\ntiers = {}\nactions = { a = 1 }\nend = [1]", plugins=PLUGINS)
    assert [p.message for p in caught.value.diagnostics] == [
        '"game" must be a table',
        '"grid" must be a table',
        '"actions.a" must be a table',
        'item 1 of "end" must be a table',
    ]


# ---------------------------------------------------------------- no false alarms


@pytest.mark.parametrize(
    "more",
    [
        '[look.spark]\nlit = "lives > 0"\n[variables]\nlives = 1',
        "[undo]\ndepth = 1\ncosts = { lives = 1 }\n[variables]\nlives = 1",
        '[start]\nkeyed_by = ["lives"]\n[variables]\nlives = 1',
        '[display]\nvariables = ["lives"]\n[variables]\nlives = 1',
        '[constants]\npay = [1, 2]\n[[triggers]]\non = "cleared"\nadd = { score = "pay(count)" }',
        '[constants]\npay = 1\n[[triggers]]\non = "placed"\nadd = { charges = "pay" }',
        '[areas]\nedge = "row == 1"\ninner = "not edge"\n[[notices]]\nwhen = "exists(inner and empty)"\ntext = "Room"',
        '[[scenario]]\nname = "lives"\ngiven = { variables = { lives = 2 } }\nthen = {}\n[variables]\nlives = 1',
        '[[end]]\nwhen = "empties == 0"\nstatus = "over"\nafter = ["drop"]\nreason = "full"',
    ],
)
def test_what_is_used_is_not_warned_of(more: str) -> None:
    text = BASE
    for table in ("[variables]\n", "[mechanics]\n"):
        if table in more:
            more, _, keys = more.partition(table)
            text = text.replace(table, table + keys + "\n")
    assert told(f"{text}\n{more}") == []


def test_an_end_on_a_full_board_is_right_where_every_action_needs_room() -> None:
    text = changed('when = "no_moves"', 'when = "empties == 0"')
    start, stop = text.index("[actions.shatter]"), text.index("[mechanics]")
    text = text[:start] + text[stop:]
    assert told(text.replace("[variables]\ncharges = 1\n", "")) == []


# ---------------------------------------------------------------- meaning


def test_an_area_may_ask_where_actions_are_legal() -> None:
    rules = small(
        """
        [areas]
        late = "empty and not can(early)"
        [actions.early]
        when = "turn < 1"
        [actions.mark]
        target = "cell"
        where = "late"
        steps = ["mark"]
        [mechanics]
        mark = { use = "change", cells = "late", to = "a" }
        """
    )
    game = stand(rules, ". . .\n. . .\n. . .")
    assert [str(action) for action in game.legal_actions()] == ["early"]
    game.play("early")
    game.play("mark r2c2")
    assert str(game.board) == "a a a\na a a\na a a"


@pytest.mark.parametrize(
    "cells",
    ["group > 2", "group == 2", "group < 2", "group != row", "3 <= group", "room > group", "joined(row == 1)",
     "near(tile == a) == count(tile == b)", "touches(joined(empty or here)) or sum(group, row == 2) > column"],
)  # fmt: skip
def test_sets_are_what_they_are_cell_by_cell(cells: str) -> None:
    """The quick ways of a set against a loop that asks every cell by itself, as `prefer` does."""
    board = "a a b\n. a b\nc c ."
    rules = small(
        f"""
        [actions.do]
        target = "cell"
        steps = ["mark"]
        [mechanics]
        mark = {{ use = "change", cells = "{cells}", to = "d" }}
        """
    )
    game = stand(rules, board)
    game.play("do r1c1")
    marked = [[tile == "d" for tile in row] for row in game.board]
    program = rules.program
    words = program.board
    state = stand(rules, board)._s
    rows = [board_row.split() for board_row in board.split("\n")]
    size = [[words.group(state, 3 * r + c).bit_count() if rows[r][c] != "." else 0 for c in range(3)] for r in range(3)]
    space = [
        [
            (words.near(words.group(state, 3 * r + c)) & state[words.planes]).bit_count() if size[r][c] else 0
            for c in range(3)
        ]
        for r in range(3)
    ]
    around = [[words.near(1 << 3 * r + c) for c in range(3)] for r in range(3)]
    joined_first = 0
    for c in range(3):
        joined_first |= words.group(state, c)

    def holds(r: int, c: int) -> bool:
        bit = 1 << 3 * r + c
        tiles_of = {tile: state[words.planes + program.tiles.codes[tile]] for tile in "abc"}
        return {
            "group > 2": size[r][c] > 2,
            "group == 2": size[r][c] == 2,
            "group < 2": size[r][c] < 2,
            "group != row": size[r][c] != r + 1,
            "3 <= group": size[r][c] >= 3,
            "room > group": space[r][c] > size[r][c],
            "joined(row == 1)": bool(joined_first & bit),
            "near(tile == a) == count(tile == b)": (around[r][c] & tiles_of["a"]).bit_count()
            == tiles_of["b"].bit_count(),
            "touches(joined(empty or here)) or sum(group, row == 2) > column": bool(
                around[r][c] & words.group(state, 0) or size[1][0] + size[1][1] + size[1][2] > c + 1
            ),
        }[cells]

    assert marked == [[holds(r, c) for c in range(3)] for r in range(3)]


def test_a_game_may_have_pieces_only() -> None:
    rules = small(
        """
        [actions.do]
        target = "cell"
        steps = ["light"]
        [mechanics]
        light = { use = "change", to = { none = "lamp", lamp = "none" } }
        """,
        tiers='chain = []\npieces = ["lamp"]',
    )
    game = stand(rules, ". . .\n. . .\n. . .")
    game.play("do r1c1")
    assert game.board[0][0] == "lamp"


# ---------------------------------------------------------------- limits

LARGE = """
    [spawn]
    any = {{ weights = {{ a = 1, b = 1 }} }}
    [start]
    steps = ["fill"]
    {start}
    [actions.do]
    steps = ["{step}"]
    [mechanics]
    fill = {{ from = "any" }}
    flip = {{ use = "change", cells = "not empty", to = {{ a = "b", b = "a" }} }}
    {mechanics}
"""
NEVER = 'when = "turn > 1000"\nreason = "late"'
REPEATS = "\n".join(f'r{i} = {{ use = "repeat", steps = ["{f"r{i - 1}" if i else "flip"}"] }}' for i in range(6))
POUR = """
    empty = { use = "clear", cells = "not empty" }
    rain = { use = "spawn", from = "any", count = 4611686018427387903 }
    pour = { use = "repeat", steps = ["empty", "rain"] }
"""
CALLS = 30_000_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "step", "mechanics"),
    [
        ('until = "turn > 5"', "fill", ""),
        ('until = "exists(group + room == row + 5000)"', "fill", ""),
        ("", "r5", REPEATS),
        ('until = "turn > 5"', "again", 'again = { use = "repeat", steps = ["start"] }'),
        ("", "pour", POUR),
        ("", "mix", 'mix = { use = "shuffle", leaves = 2000 }'),
    ],
)  # fmt: skip
def test_a_large_board_keeps_nobody_busy(start: str, step: str, mechanics: str) -> None:
    with at_most(CALLS):
        rules = small(LARGE.format(start=start, step=step, mechanics=mechanics), rows=40, columns=40, end=NEVER)
        game = rules.new_game(1)
        if game.is_legal("do"):
            game.play("do")


def test_repeats_in_repeats_share_the_passes_of_their_turn() -> None:
    rules = small(LARGE.format(start="", step="r5", mechanics=REPEATS), end=NEVER)
    game = rules.new_game(1)
    journal = game.play("do").journal
    assert sum(entry.kind == "turned" for entry in journal) <= 11_000
    notes = [entry.values["text"] for entry in journal if entry.kind == "remarked"]
    assert "a repeat was stopped, since its turn had had passes enough: flip" in notes
    assert sum(entry.kind == "turned" for entry in game.play("do").journal) > 1  # the next turn counts anew
    state = rules.engine.silent_program.begin(1)
    assert rules.engine.silent_program.turn(state) == 1
    rules.engine.silent_program.turn(state)
    assert rules.engine.silent_program.board.codes(state) == rules.program.board.codes(game._s)


@pytest.mark.slow
def test_the_passes_of_a_turn_grow_fewer_with_the_board() -> None:
    def passes(size: int) -> int:
        text = LARGE.format(start="", step="r0", mechanics=REPEATS)
        game = small(text, rows=size, columns=size, end=NEVER).new_game(1)
        return sum(entry.kind == "turned" for entry in game.play("do").journal)

    assert passes(3) == passes(20) == 1000
    assert 20 <= passes(64) < 1000


@pytest.mark.parametrize(
    "areas",
    [
        [f"touches(x{i - 1}) or not x{i - 1} and near(x{i - 1}) > 1" for i in range(1, 40)],
        [f"sum(1 if x{i - 1} else 0, x{i - 1}) > 2 and not x{i - 1}" for i in range(1, 40)],
        [" or ".join([f"x{i - 1}"] * 30 + [f"not x{i - 1}"] * 30) for i in range(1, 40)],
    ],
)
def test_areas_that_multiply_are_refused(areas: list[str]) -> None:
    text = '[areas]\nx0 = "tile == a"\n' + "\n".join(f'x{i} = "{area}"' for i, area in enumerate(areas, 1))
    with at_most(CALLS), pytest.raises(RulesetError) as caught:
        small(f'{text}\n[actions.do]\nwhen = "exists(x39)"', rows=8, columns=8)
    assert "too-much-work" in {problem.code for problem in caught.value.diagnostics}


def test_areas_in_a_long_row_are_fine() -> None:
    text = '[areas]\nx0 = "tile == a"\n' + "\n".join(f'x{i} = "not x{i - 1}"' for i in range(1, 100))
    rules = small(f'{text}\n[actions.do]\nwhen = "exists(x98)"')
    assert stand(rules, "a . .\n. . .\n. . .").is_legal("do")


@pytest.mark.parametrize(
    "more",
    [
        "[spawn.large]\nweights = { " + ", ".join(f"t{i} = 1" for i in range(15_000)) + " }",
        "[look.spark]\n" + "\n".join(f"shapo{i} = 1" for i in range(15_000)),
        "[properties]\nlarge = { " + ", ".join(f"spork{i} = 1" for i in range(15_000)) + " }",
        "".join(f'[[scenario]]\nname = "{i}"\nactions = ["dropp r{i}c1"]\nthen = {{}}\n' for i in range(3_000)),
    ],
)
def test_very_many_mistakes_are_told_in_short(more: str) -> None:
    with at_most(CALLS):
        problems = told(f"{BASE}\n{more}")
    assert 1 <= len(problems) <= 101


def test_a_thousand_scenarios_are_fine() -> None:
    more = "".join(
        f'[[scenario]]\nname = "{i}"\nactions = ["drop r1c1"]\nthen = {{ score = 0 }}\n' for i in range(1_000)
    )
    assert len(load(f"{BASE}\n{more}").ruleset.scenario) == 1_000


# ---------------------------------------------------------------- writing


def test_a_ruleset_is_written_as_people_write_one() -> None:
    text = changed('reason = "jammed"', 'reason = "jammed"\nadd = { score = 5 }') + (
        '\n[[scenario]]\nname = "a \\"drop\\""\ngiven.board = """\n. . .\n. . .\n. . .\n"""\n'
        'given.queue = ["spark"]\nactions = ["drop r1c1"]\n\n[scenario.then]\nscore = 0\n'
    )
    rules = load(text)
    assert tilekit.dumps(rules).endswith(
        '[[end]]\nwhen = "no_moves"\nreason = "jammed"\nadd = { score = 5 }\n\n'
        '[[scenario]]\nname = "a \\"drop\\""\ngiven.board = """\n. . .\n. . .\n. . .\n"""\n'
        'given.queue = ["spark"]\nactions = ["drop r1c1"]\nthen = { score = 0 }\n'
    )
    assert load(tilekit.dumps(rules)) == rules


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([("[undo]", "[undoo]"), ("points(made)", "pionts(made)")], ["unknown-name", "unknown-key"]),
        ([("[undo]", "[undoo]"), ("least = 3", "leest = 3"), ("points(made)", "pionts(made)")],
         ["unknown-key", "unknown-name", "unknown-key"]),
        ([("rows = 5", "rows = 5.5"), ("points(made)", "pionts(made)")], ["wrong-type", "unknown-name"]),
        ([("depth = 200", "depth = true"), ('charges >= 0"', 'chrages >= 0"')], ["wrong-type", "unknown-name"]),
        # What may only follow from a mistake of shape is not held against the file.
        ([("[variables]", "[varaibles]"), ("least = 3", "leest = 3")], ["unknown-key", "unknown-key"]),
        ([("stone_every = 14", "stone_every = true")], ["wrong-type"]),
    ],
)  # fmt: skip
def test_mistakes_of_shape_do_not_hide_those_of_meaning(changes, expected):
    text = (Path(__file__).parents[2] / "rulesets" / "merge.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(text)
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == expected


# ---------------------------------------------------------------- everything in one run

MESSY = """format = 1
speed = 3

[game]
id = "Messy"
title = Messy of mine
version = "1"
colour = "red"

[grid]
rows = 5
columns = 500
adjacency = "diagonal"

[constants]
every = 1.5
half = 2

[tiers]
chain = ["spark", "node", "core"]
pieces = ["stone"]
glyphs = { spark = "s", node = "s", rubble = "r" }

[variables]
charges = "none"
drops = 0

[queue]
shows = 99
from = "deel"

[spawn.deal]
weights = { spark = 3, nod = 1 }

[actions.drop]
target = "cell"
where = "emty"
add = { drps = 1 }
steps = ["place", "fuze", "deal"]
label = 5

[mechanics]
fuse = { least = "three", lest = 3 }

[scoring]
fusd = 4
fused = "points(made) *"

[[triggers]]
on = "fused"
add = { charges = 1 }
when = 7

[[end]]
when = "no_moves"
reason = "jammed"
status = "finished"

[[end]]
reason = "extra"

[[notices]]
when = "empties <="
text = "Few cells left"

[[invariants]]
name = "owed"
holds = "charge >= 0"

[[balance]]
games = 40
metric = "rate.jamed"

[look]
sprak = { shape = "circle" }
node = { shape = "triangel" }

[words.ja]
"Few cels left" = "x"

[undo
depth = -1

[[scenario]]
name = "one"
seed = 1
actions = ["drop r1c9", "drp r1c1"]
then = { scor = 3, reason = "jamed" }
"""


def test_two_dozen_mistakes_of_all_kinds_are_told_in_one_run() -> None:
    with pytest.raises(RulesetError) as caught:
        tilekit.loads(MESSY, plugins=PLUGINS)
    assert [(one.line, one.code, one.found) for one in caught.value.diagnostics] == [
        (2, "unknown-key", "speed"),
        (5, "bad-text", '"Messy"'),
        (6, "toml-syntax", "Messy of mine"),
        (7, "wrong-type", '"1"'),
        (8, "unknown-key", "colour"),
        (12, "number-out-of-range", "500"),
        (13, "unknown-choice", '"diagonal"'),
        (16, "wrong-type", "1.5"),
        (22, "glyph-taken", "s"),
        (22, "unknown-tile", "rubble"),
        (25, "wrong-type", '"none"'),
        (29, "number-out-of-range", "99"),
        (30, "unknown-spawn", "deel"),
        (33, "unknown-tile", "nod"),
        (37, "unknown-name", "emty"),
        (38, "unknown-variable", "drps"),
        (39, "unknown-mechanic", "fuze"),
        (40, "wrong-type", "5"),
        (43, "unknown-key", "lest"),
        (46, "unknown-event", "fusd"),
        (47, "not-in-language", "the end"),
        (52, "wrong-type", "7"),
        (57, "unknown-choice", '"finished"'),
        (59, "missing-key", "no when"),
        (63, "not-in-language", "the end"),
        (68, "unknown-name", "charge"),
        (75, "unknown-tile", "sprak"),
        (76, "unknown-choice", '"triangel"'),
        (81, "toml-syntax", "the end of the line"),
        (82, "number-out-of-range", "-1"),
        (87, "unknown-action", "drp r1c1"),
        (88, "unknown-key", "scor"),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[tiers]\n", "[tiers]\nchain = 5\n#"),  # every tile is left out with it
        ('chain = ["spark"', 'chain = "spark"#'),
        ("rows = 3", "rows = true"),
        ("charges = 1\n\n", "charges = true\n\n"),  # a name is left out with its value
        ("[spawn.deal]", "[spawn.deal"),
        ('from = "deal"', "from = deal"),
        ("[queue]", "[quueue]"),
        ("least = 3", "least = []"),
        ('steps = ["place", "fuse", "deal"]', "steps = 5"),
        ('target = "cell"\nwhere = "empty"', 'target = 5\nwhere = "empty"'),
        ("[actions.drop]", "[action.drop]"),
        ("[[end]]", "[[end]"),
        ('reason = "jammed"', "reason = jammed"),
        ("[game]", "[game"),
        ("[mechanics]", "[mechanics"),
    ],
)
def test_of_a_mistake_no_consequences_are_told(old: str, new: str) -> None:
    assert old in BASE
    assert len({code for code, _, _ in told(BASE.replace(old, new, 1))}) == 1


def test_characters_that_are_none_do_not_end_the_check() -> None:
    odd = BASE.replace("Tiny", "Ti\0ny").replace("jammed", "jam\x07med").replace("least = 3", "lesat = 3")
    assert [code for code, _, _ in told(odd)] == ["control-character", "unknown-key", "control-character"]
    with pytest.raises(RulesetError) as caught:
        tilekit.loads(BASE.replace("Tiny", "Tin\xff").replace("least", "lesat").encode("latin-1"), plugins=PLUGINS)
    assert [one.code for one in caught.value.diagnostics] == ["not-utf8", "unknown-key"]


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"k{i} = {i}\n" for i in range(10_000)) + BASE,
        BASE.replace("spark = 3", ", ".join(f"v{i} = 0.5" for i in range(390))),
        BASE.replace("least = 3", ", ".join(f"k{i} = 3" for i in range(9000))),
        BASE.replace("[game]", "a = = 1\n" * 5000 + "[game]"),
    ],
)
def test_of_very_many_mistakes_the_first_are_told(text: str) -> None:
    with pytest.raises(RulesetError) as caught:
        tilekit.loads(text, plugins=PLUGINS)
    assert caught.value.diagnostics[-1].code == "more-problems"
    assert len(caught.value.diagnostics) <= 101


# ---------------------------------------------------------------- actions without effect, and names in prose


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('[actions.tab]\ntarget = "cell"\nwhere = "empty"', ["no-effect"]),
        ("[variables]\nx = 1\n[actions.nudge]\ncosts = { x = 1 }", ["no-effect"]),
        ("[actions.nudge]\nadd = { score = 1 }", []),
        ("[actions.nudge]\nset = { score = 1 }", []),
        ('[actions.go]\n[[end]]\nwhen = "empties > 0"\nafter = ["go"]\nreason = "given-up"', []),
        ('[actions.on]\nduring = ["rest"]\n[[end]]\nwhen = "score > 3"\nstatus = "paused"\nreason = "rest"', []),
        # To let a turn pass is something to do where the rules count turns; not where only a test does.
        ('[actions.wait]\n[[end]]\nwhen = "turn > 3"\nreason = "late"', []),
        ('[actions.wait]\n[[invariants]]\nname = "turns"\nholds = "turn < 9"', ["no-effect"]),
    ],
)  # fmt: skip
def test_an_action_that_changes_nothing_is_told_of(body: str, expected: list[str]) -> None:
    assert [warning.code for warning in small(body).warnings] == expected


def test_an_action_that_is_meant_to_be_an_inherited_one_is_told_by_its_name() -> None:
    head = 'format = 1\nextends = "merge"\n[game]\nid = "own"\ntitle = "Own"\nversion = 1\n'
    assert told(f'{head}[actions.dorp]\nrule = "NOW goes anywhere."\n') == [
        ("no-effect", "dorp", 'did you mean "drop"?')
    ]


def test_a_tile_that_is_there_twice_is_listed_once() -> None:
    chain = changed('chain = ["spark", "node", "prism"]', 'chain = ["spark", "node", "prism", "node"]')
    with pytest.raises(RulesetError) as caught:
        load(chain.replace("{ spark = 3,", "{ sperk = 3,") + '\n[look.nod]\nshape = "star"\n')
    expected = {problem.expected for problem in caught.value.diagnostics if problem.code == "unknown-tile"}
    assert expected == {"one of stone, spark, node, prism", "one of stone, spark, node, prism, deal"}


GO = "\n[actions.go]\nadd = { score = 1 }\n"


@pytest.mark.parametrize(
    "use",
    [
        'label = "Spare"',
        'rule = "to spare"',
        'refusal = "no spare one"',
        '[[notices]]\nwhen = "score > 1"\ntext = "spare"',
        '[[scenario]]\nname = "spare"\nthen.score = 0',
        '[[end]]\nwhen = "score > 3"\nreason = "spare"\ngoal = "spare"',
        '[[invariants]]\nname = "spare"\nholds = "score >= 0"',
        "[actions.spare]\nadd = { score = 2 }",
    ],
)
def test_prose_and_other_things_of_a_name_are_no_use_of_it(use: str) -> None:
    rules = small(f"[constants]\nspare = 3\n{GO}{use}\n")
    assert [(warning.code, warning.found) for warning in rules.warnings] == [("unused-name", "spare")]


@pytest.mark.parametrize(
    "use",
    [
        "costs = { spare = 1 }",
        'when = "spare > 1"',
        'rule = "{spare} left"',
        '[[notices]]\nwhen = "spare > 1"\ntext = "x"',
        '[display]\nvariables = ["spare"]',
        '[actions.wipe]\nsteps = ["wipe"]\n[mechanics]\nwipe = { use = "clear", cells = "row == spare" }',
        '[ranks]\nof = "spare"\ntitles = { 1 = "One" }',
        '[[triggers]]\non = "scored"\nadd = { score = "spare" }',
    ],
)
def test_an_expression_or_a_placeholder_is_a_use_of_a_name(use: str) -> None:
    assert small(f"[variables]\nspare = 3\n{GO}{use}\n").warnings == []


def test_a_word_in_a_sentence_does_not_switch_off_the_mirrored_games() -> None:
    press = '[actions.press]\ntarget = "cell"\nsteps = ["turned"]\nrule = "All of a row, in its turn."\n'
    program = small(f'{press}[mechanics.turned]\nuse = "change"\ncells = "here"\nto = {{ none = "a" }}\n').program
    assert (program.keeps_symmetry, program.words & {"row", "turn"}) == (True, frozenset())


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('[scoring]\ntotal = "tiles"\nfused = 2', [("points-beside-total", "fused")]),
        (
            '[scoring]\ntotal = "tiles"\n[[triggers]]\non = "fused"\nadd = { score = 1 }',
            [("points-beside-total", "score")],
        ),
        ('[scoring]\ntotal = "tiles"\n[actions.go]\nset = { score = 1 }', [("points-beside-total", "score")]),
        ('[scoring]\ntotal = "tiles"\n[[end]]\nwhen = "tiles > 8"\nreason = "full"\nadd = { score = 9 }', []),
        ("[scoring]\nfused = 2", []),
    ],
)
def test_points_that_a_total_makes_vanish_are_told_of(body: str, expected: list[tuple[str, str]]) -> None:
    drop = '[actions.drop]\ntarget = "cell"\nsteps = ["clear", "fuse"]\n'
    rules = small(f'{drop}[mechanics]\nclear = {{ cells = "here" }}\n{body}\n')
    assert [(warning.code, warning.found) for warning in rules.warnings] == expected


@pytest.mark.parametrize("key", ["Sprout", "SPROUT", "sprot", "sprout_"])
def test_a_misspelt_tile_of_a_property_is_reported_however_it_is_misspelt(key):
    body = f"""
    [properties]
    points = {{ {key} = 3, bush = 10 }}
    [actions.put]
    target = "cell"
    steps = ["fuse"]
    [scoring]
    fused = "points(made)"
    """
    with pytest.raises(RulesetError) as caught:
        small(body, tiers='chain = ["seed", "sprout", "bush"]')
    (problem,) = caught.value.diagnostics
    assert (problem.code, problem.found, problem.fix) == ("unknown-tile", key, 'did you mean "sprout"?')


def test_a_band_of_no_figure_is_an_error_of_the_tests_and_keeps_nobody_from_play() -> None:
    band = '[[balance]]\ngames = 10\nmetric = "rate.never"\nat_least = 0.1\n'
    good = '[[balance]]\ngames = 10\nmetric = "score.mean"\nat_least = 0\n'
    rules = tilekit.loads(f"{BASE}\n{band}{good}", name="t.toml", plugins=PLUGINS)
    assert [(one.code, one.severity) for one in rules.warnings] == [("unknown-metric", "warning")]
    assert [(one.code, one.severity) for one in rules.diagnostics] == [("unknown-metric", "error")]
    assert [each.metric for each in rules.ruleset.balance] == ["score.mean"]
    assert rules.new_game(1).legal_actions()
    with pytest.raises(RulesetError, match=r"t\.toml:\d+:\d+: error\[unknown-metric\]"):
        rules.scenarios()
