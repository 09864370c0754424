"""What a variant inherits, what a preset changes, and where their mistakes are said to stand."""

import pickle
from textwrap import dedent

import pytest
from tests.unit.rulesets import PLUGINS

import tilekit
from tilekit.loading import load_any
from tilekit.playable import source_of
from tilekit.ruleset.document import Document
from tilekit.ruleset.layered import Layered
from tilekit.ruleset.locator import DEPTH_LIMIT
from tilekit.ruleset.naming import is_id, parted

HEAD = 'format = 1\nextends = "{}"\n[game]\nid = "granite"\ntitle = "Granite"\nversion = 1\n'
#: Six by six, four tiers, a stone as every tenth tile, groups of four.
GRANITE = HEAD.format("merge") + dedent("""
    [grid]
    rows = 6
    columns = 6
    [constants]
    stone_every = 10
    [tiers]
    chain = ["spark", "node", "core", "prism"]
    [mechanics]
    fuse = { least = 4 }
""")


def variant(body="", extends="merge", **options):
    """The rules of a variant; `body` holds what it changes."""
    return tilekit.loads(HEAD.format(extends) + dedent(body), name="granite.toml", plugins=PLUGINS, **options)


def problems(body, extends="merge", **options):
    """(file, line, code, message, fix) of what is wrong with a variant; lines of its body count from 1."""
    with pytest.raises(tilekit.RulesetError) as caught:
        variant(body, extends, **options)
    own = HEAD.count("\n")
    return [
        (each.file, each.line - own * (each.file == "granite.toml"), each.code, each.message, each.fix)
        for each in caught.value.diagnostics
    ]


def merged(base, over, tiles=()):
    """The data of one text over another, `format` and `game` aside, which are the upper one's."""
    tiles_of = (lambda document: document.data["tiers"]["chain"]) if tiles else (lambda _document: ())
    return Layered(Document.parse(base, "base.toml"), Document.parse(over, "over.toml"), (), tiles_of).data


# ---------------------------------------------------------------- merging


def test_tables_merge_key_by_key_and_lists_and_values_replace():
    base = "[a]\nb = 1\nc = [1, 2]\n[a.d]\ne = 1\nf = { g = 1, h = 2 }\n[[i]]\nj = 1\n[[i]]\nj = 2\n[k]\nl = 1"
    over = "[a]\nc = [3]\nn = 0\nd.f.h = 3\n[[i]]\nj = 3\n[m]\no = 1"
    data = merged(base, over)
    assert data == {
        "a": {"b": 1, "c": [3], "d": {"e": 1, "f": {"g": 1, "h": 3}}, "n": 0},
        "i": [{"j": 3}],
        "k": {"l": 1},
        "m": {"o": 1},
    }
    assert [list(data), list(data["a"])] == [["a", "i", "k", "m"], ["b", "c", "d", "n"]]


def test_what_is_a_files_own_is_not_inherited():
    base = (
        'format = 1\n[game]\nid = "a"\nsource = "b"\n[presets.c]\n[[scenario]]\nname = "d"\n[[balance]]\ngames = 1\n[e]'
    )
    assert merged(base, '[game]\nid = "f"') == {"game": {"id": "f"}, "e": {}}


@pytest.mark.parametrize(
    ("base", "over", "expected"),
    [
        ('tiers = { chain = ["a"], pieces = ["b"] }', "tiers.numbers.last = 3",
         {"tiers": {"pieces": ["b"], "numbers": {"last": 3}}}),
        ("tiers.numbers.last = 3", 'tiers.chain = ["a"]', {"tiers": {"chain": ["a"]}}),
        ("spawn.a.weights = { b = 1 }", "spawn.a.from = 1", {"spawn": {"a": {"from": 1}}}),
        ("spawn.a = { from = 1, to = 2 }", "spawn.a.to = 3", {"spawn": {"a": {"from": 1, "to": 3}}}),
        ("spawn.a = { from = 1, to = 2 }", 'spawn.a.tile = "b"', {"spawn": {"a": {"tile": "b"}}}),
        ('mechanics.a = { use = "fill", from = "b" }', 'mechanics.a.use = "fuse"',
         {"mechanics": {"a": {"use": "fuse"}}}),
        ('mechanics.a = { use = "fill", from = "b" }', 'mechanics.a = { use = "fill", order = "columns" }',
         {"mechanics": {"a": {"use": "fill", "from": "b", "order": "columns"}}}),
        ("mechanics.fuse.least = 3", 'mechanics.fuse.use = "fuse"',
         {"mechanics": {"fuse": {"least": 3, "use": "fuse"}}}),
        ("scoring = { a = 1, b = 2 }", 'scoring.total = "tiles"', {"scoring": {"total": "tiles"}}),
        ('scoring.total = "tiles"', "scoring.a = 1", {"scoring": {"a": 1}}),
    ],
)  # fmt: skip
def test_of_alternatives_the_upper_one_is_meant(base, over, expected):
    assert merged(base, over) == expected


def test_what_is_inherited_about_tiles_that_are_left_out_falls_away():
    base = dedent("""
        tiers = { chain = ["a", "b", "c"], glyphs = { a = "x", c = "z" }, next = { c = "a" } }
        [properties]
        points = { a = 1, c = 3 }
        [spawn.deal]
        weights = { a = 3, c = 1 }
        [mechanics.turn]
        use = "change"
        to = { a = "b", c = "a" }
        [look]
        a = { shape = "star" }
        c = { shape = "star" }
        [ranks.titles]
        c = "Third"
        [constants]
        c = 3
    """)
    data = merged(base, 'tiers.chain = ["a", "b"]\nproperties.points.c = 5', tiles=True)
    assert data == {
        "tiers": {"chain": ["a", "b"], "glyphs": {"a": "x"}, "next": {}},
        "properties": {"points": {"a": 1, "c": 5}},  # its own stays, and is found to be wrong
        "spawn": {"deal": {"weights": {"a": 3}}},
        "mechanics": {"turn": {"use": "change", "to": {"a": "b"}}},
        "look": {"a": {"shape": "star"}},
        "ranks": {"titles": {}},
        "constants": {"c": 3},
    }


def test_numbers_with_labels_fall_away_too():
    rules = variant("[tiers.numbers]\nlast = 5", "2048")
    assert [*rules.ruleset.look] == [*rules.program.tiles.ids[1:]] == ["2", "4", "8", "16", "32"]


# ---------------------------------------------------------------- a variant


def test_the_variant_plays():
    rules = tilekit.loads(GRANITE, name="granite.toml", plugins=PLUGINS)
    assert (rules.id, rules.title, rules.version, rules.scenarios()) == ("granite", "Granite", 1, [])
    (warning,) = rules.warnings  # four fuse, and Merge speaks of three
    assert (warning.code, warning.source) == ("stale-sentence", "fuse = { least = 4 }")
    game = rules.new_game(seed=1)
    for _ in range(8):
        game.play(game.legal_actions()[0])
    assert (len(game.board), len(game.board[0]), game.queue[1], game.variables["dealt"]) == (6, 6, "stone", 10)
    given = tilekit.loads(
        GRANITE + '[[scenario]]\nname = "four fuse, a fourth tier pays a charge"\ngiven.board = """\n'
        'c c c . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . #\n"""\n'
        'given.queue = ["core", "spark"]\ngiven.draws = ["spark"]\nactions = ["drop r2c2", "shatter r6c6"]\n'
        'then.board = """\n. . . . . .\n. p . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n"""\n'
        "then.score = 100\nthen.variables = { charges = 0 }",
        plugins=PLUGINS,
    )
    table, _, _ = given.scenarios()[0]
    from tilekit.scenario import run

    assert str(run(given, table)) == f": passed: {table.name}"


def test_its_digest_is_that_of_the_same_rules_in_one_file():
    rules = tilekit.loads(GRANITE, plugins=PLUGINS)
    whole = tilekit.loads(tilekit.dumps(rules), plugins=PLUGINS)
    assert "extends" not in tilekit.dumps(rules)
    assert (whole, whole.digest, whole.id) == (rules, rules.digest, "granite")
    assert rules.digest != variant().digest != tilekit.load("merge", plugins=PLUGINS).digest


def test_looks_and_promises_of_the_base_are_no_rules_of_the_variant():
    with_looks = GRANITE + '[look]\nspark = { colour = "#000000" }\n[[invariants]]\nname = "a"\nholds = "score >= 0"'
    rules, changed = (tilekit.loads(text, plugins=PLUGINS) for text in (GRANITE, with_looks))
    assert (rules.digest, len(rules.ruleset.invariants), len(changed.ruleset.invariants)) == (changed.digest, 5, 1)
    assert (rules.ruleset.balance, rules.ruleset.scenario, rules.presets) == ([], [], ())


@pytest.mark.parametrize("preset", ["", "harder"])
def test_rules_go_elsewhere_and_come_back(preset):
    text = GRANITE + "[presets.harder.constants]\nstone_every = 5\n"
    rules = tilekit.loads(text, preset=preset)
    again = pickle.loads(pickle.dumps(rules))
    assert (again, again.digest, again.id, again.title) == (rules, rules.digest, rules.id, rules.title)
    assert source_of(again) == source_of(rules)
    assert rules.rebuild().id == rules.id


def test_other_numbers_are_put_where_they_are_written():
    rules = tilekit.loads(GRANITE + "[presets.harder.constants]\nstone_every = 5\n", preset="harder", plugins=PLUGINS)
    values = {("grid", "rows"): 4, ("constants", "stone_every"): 6, ("properties", "points", "core"): 25}
    changed = rules.with_numbers(values)
    assert (changed.id, changed.ruleset.grid.rows, changed.ruleset.grid.columns) == ("granite:harder", 4, 6)
    assert changed.ruleset.constants == {"stone_every": 6}
    assert changed.ruleset.properties["points"] == {"node": 6, "core": 25, "prism": 96}


def test_one_stands_upon_another(tmp_path):
    (tmp_path / "below").mkdir()
    (tmp_path / "below/base.toml").write_text(GRANITE, encoding="utf-8")
    (tmp_path / "middle.toml").write_text(
        HEAD.format("below/base.toml") + "[grid]\ncolumns = 4\n[presets.tall.grid]\nrows = 9\n", encoding="utf-8"
    )
    (tmp_path / "top.toml").write_text(
        HEAD.format("./middle.toml:tall") + "[constants]\nstone_every = 3\n", encoding="utf-8"
    )
    rules = tilekit.load(tmp_path / "top.toml", plugins=PLUGINS)
    assert (rules.ruleset.grid.rows, rules.ruleset.grid.columns, rules.ruleset.constants, rules.id) == (
        9, 4, {"stone_every": 3}, "granite",
    )  # fmt: skip
    (tmp_path / "below/base.toml").write_text(GRANITE.replace("rows = 6", "rwos = 6"), encoding="utf-8")
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.load(str(tmp_path / "top.toml"), plugins=PLUGINS)
    (wrong,) = caught.value.diagnostics
    place = str(tmp_path / "./middle.toml").replace(str(tmp_path), f"{tmp_path}/.")
    assert (wrong.file, wrong.line, wrong.code) == (place.replace("middle", "below/base"), 9, "unknown-key")


# ---------------------------------------------------------------- where mistakes stand


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("[grid]\nrwos = 6", [("granite.toml", 2, "unknown-key", '[grid] has no key "rwos"', 'did you mean "rows"?')]),
        ("[grid]\nrows = 99",
         [("granite.toml", 2, "number-out-of-range", '"grid.rows" is out of range', "write 1 to 64")]),
        ('[tiers]\nchain = ["spark", "node"]',
         [("merge.toml", 67, "unknown-name", '"prism" is left out of the tiles; granite.toml inherits this line',
           "write [[triggers]] in granite.toml: it replaces all inherited ones")]),
        ('[tiers]\npieces = []\n[queue]\nthrough = []\n[[notices]]\nwhen = "empties == 1"\ntext = "One"',
         [("merge.toml", 50, "unknown-name", '"stone" is left out of the tiles; granite.toml inherits this line',
           ("write where = … in [actions.shatter] of granite.toml, "
            "or shatter = false in [actions]: that takes the action out"))]),
        ('[mechanics]\nfuse = { use = "clear" }',
         [("granite.toml", 2, "unknown-event", 'no event is called "fused"; that is left over from merge.toml:66',
           "write [[triggers]] in granite.toml: it replaces all inherited ones")]),
        ('[tiers]\nchain = ["a"]',
         [("merge.toml", 38, "weights-sum",
           "no tile can be drawn: there are no weights; granite.toml inherits this line",
           "write weights = … in [spawn.deal] of granite.toml"),
          ("merge.toml", 67, "unknown-name", '"prism" is left out of the tiles; granite.toml inherits this line',
           "write [[triggers]] in granite.toml: it replaces all inherited ones")]),
        ("[properties]\npoints = { spirk = 1 }",
         [("granite.toml", 2, "unknown-tile", 'no tile is called "spirk"', 'did you mean "spark"?')]),
        ("[presets]\nhard = 5", [("granite.toml", 2, "wrong-type", '"presets.hard" must be a table', "write a table")]),
        ("[presets.Hard]",
         [("granite.toml", 1, "bad-text", '"presets.Hard" has a character it cannot have', "write hard")]),
        ("[presets.'a b']",
         [("granite.toml", 1, "bad-text", "\"presets.'a b'\" has a character it cannot have", "write a_b")]),
        ("actions = 5", [("granite.toml", 1, "unknown-key", '[game] has no key "actions"', "delete it")]),
    ],
)  # fmt: skip
def test_a_mistake_is_told_where_it_is_written(body, expected):
    found = problems(body)
    assert [each[:4] for each in found] == [each[:4] for each in expected]
    assert [each[4] for each in found] == [each[4] for each in expected]


def test_a_base_that_is_wrong_is_told_of_in_its_own_lines(tmp_path):
    base = tilekit.dumps(tilekit.load("merge", plugins=PLUGINS)).replace("least = 3", 'least = "thre"')
    (tmp_path / "base.toml").write_text(base, encoding="utf-8")
    # The variant would put it right, but nobody else who extends it.
    (found,) = problems("[mechanics]\nfuse = { least = 4 }", "base.toml", path=tmp_path / "granite.toml")
    line = base[: base.index("thre")].count("\n") + 1
    fix = 'write a name of the language, or define "thre" in [variables], [constants] or [areas]'
    assert found == ("base.toml", line, "unknown-name", 'nothing is called "thre"', fix)


def test_what_is_inherited_and_has_nothing_to_do_falls_away():
    rules = variant("[queue]\nthrough = []")
    assert (rules.warnings, list(rules.ruleset.mechanics)) == ([], ["chain", "fuse"])
    rules = variant('[mechanics]\nfuse = { use = "clear" }\n[[triggers]]\non = "cleared"\nadd = { charges = 1 }')
    assert ([warning.code for warning in rules.warnings], rules.ruleset.scoring) == (["stale-sentence"], {"cleared": 4})
    assert tilekit.load("merge", plugins=PLUGINS).ruleset.scoring.keys() == {"fused", "cleared"}
    (warning,) = variant("[constants]\nspare = 1").warnings
    assert (warning.file, warning.code, warning.found) == ("granite.toml", "unused-name", "spare")


def test_a_warning_of_an_inherited_line_is_told_where_the_variant_is_the_reason(tmp_path):
    base = tilekit.dumps(tilekit.load("2048", plugins=PLUGINS))
    (tmp_path / "base.toml").write_text(base, encoding="utf-8")
    (warning,) = variant("[tiers.numbers]\nlast = 9", "base.toml", path=tmp_path / "granite.toml").warnings
    assert (warning.file, warning.code, warning.message, warning.fix) == (
        "base.toml", "never-true", warning.message, "write [[end]] in granite.toml: it replaces all inherited ones",
    )  # fmt: skip
    assert warning.message.endswith("; granite.toml inherits this line")


@pytest.mark.parametrize(
    ("extends", "code"),
    [
        ("", "unknown-ruleset"),
        ("nothing", "unknown-ruleset"),
        ("merge:", "unknown-ruleset"),
        ("C:", "unknown-ruleset"),
        ("..", "unknown-ruleset"),
        ("merge:hard:hard", "unknown-ruleset"),
        ("base.toml:hard", "unknown-preset"),
        ("merge:base", "unknown-preset"),
        ("../base.toml", "not-beside"),
        ("a/../base.toml", "not-beside"),
        ("/base.toml", "not-beside"),
        ("a//base.toml", "not-beside"),
        ("a/base", "not-beside"),
        (".", "unknown-ruleset"),
        (r"a\\base.toml", "not-beside"),
        (r"C:\\base.toml", "not-beside"),
        ("C:base.toml", "not-beside"),
        ("https://example.org/base.toml", "not-beside"),
        ("gone.toml", "unreadable-file"),
        ("a", "unknown-ruleset"),
        ("folder.toml", "unreadable-file"),
        (r"\u0000.toml", "unreadable-file"),
        ("x" * 5000 + ".toml", "unreadable-file"),
        ("latin.toml", "not-utf8"),
        ("empty.toml", "empty-file"),
        ("no.toml", "toml-syntax"),
        ("own.toml", "missing-key"),
        ("large.toml", "file-too-large"),
        ("s.scenarios.toml", "unknown-key"),
        ("granite.toml", "extends-in-circle"),
    ],
)
def test_what_cannot_be_extended(tmp_path, extends, code):
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "base.toml").write_text(GRANITE, encoding="utf-8")
    (tmp_path / "latin.toml").write_bytes(b'title = "Stra\xdfe"')
    (tmp_path / "empty.toml").touch()
    (tmp_path / "no.toml").write_text("rows: 5", encoding="utf-8")
    (tmp_path / "own.toml").write_text("format = 1", encoding="utf-8")
    (tmp_path / "large.toml").write_text("#" * (1 << 20) + "\n", encoding="utf-8")
    (tmp_path / "s.scenarios.toml").write_text('ruleset = "merge"\nscenario = []', encoding="utf-8")
    (tmp_path / "granite.toml").write_text(HEAD.format("merge"), encoding="utf-8")
    with pytest.raises(tilekit.RulesetError) as caught:
        variant("", extends, path=tmp_path / "granite.toml")
    assert code in {each.code for each in caught.value.diagnostics}
    if code not in ("not-utf8", "empty-file", "toml-syntax", "missing-key", "unknown-key"):
        assert [(each.file, each.line, each.column) for each in caught.value.diagnostics] == [("granite.toml", 2, 11)]


@pytest.mark.parametrize("value", ["1", "true", '["merge"]', "{ id = 'merge' }", "1979-05-27"])
def test_extends_is_a_text(value):
    text = HEAD.replace('"{}"', value)
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(text, plugins=PLUGINS)
    assert [(each.code, each.line, each.column) for each in caught.value.diagnostics] == [("wrong-type", 2, 11)]


def test_a_text_has_no_file_beside_it():
    (found,) = problems("", "base.toml")
    assert found[2:] == (
        "not-beside",
        "a text lies in no folder, and has no file beside it",
        "save it as a file, or say where it lies: loads(text, path=…)",
    )


def test_tables_that_are_none_and_deep_ones_do_no_harm():
    deep = ".".join("x" * (DEPTH_LIMIT - 2))
    for body in (f"[actions.drop]\n{deep} = 1", "[[grid]]\n[[mechanics]]", "[tiers]\nchain = 5\n[look]\nspark = 1"):
        assert {each[0] for each in problems(body)} == {"granite.toml"}


# ---------------------------------------------------------------- presets

PRESETS = """
[presets.dense.constants]
stone_every = 5
[presets.wide.grid]
columns = 9
[[presets.wide.scenario]]
name = "nine columns"
then.legal = []
[presets.plain]
"""


def test_a_preset_lies_over_its_file():
    text = GRANITE + PRESETS
    plain, dense, wide, empty = (
        tilekit.loads(text, name="granite.toml", preset=preset, plugins=PLUGINS)
        for preset in ("", "dense", "wide", "plain")
    )
    assert [rules.id for rules in (plain, dense, wide)] == ["granite", "granite:dense", "granite:wide"]
    assert [rules.title for rules in (plain, dense)] == ["Granite", "Granite (dense)"]
    assert {rules.presets for rules in (plain, dense, wide)} == {("dense", "wide", "plain")}
    assert [rules.ruleset.constants["stone_every"] for rules in (plain, dense, wide)] == [10, 5, 10]
    assert [rules.ruleset.grid.columns for rules in (plain, dense, wide)] == [6, 6, 9]
    assert [len(rules.scenarios()) for rules in (plain, dense, wide)] == [0, 0, 1]
    assert len({rules.digest for rules in (plain, dense, wide, empty)}) == 4
    again = tilekit.loads(tilekit.dumps(dense), preset="dense", plugins=PLUGINS)
    assert (again, again.digest) == (dense, dense.digest)
    assert plain.digest == tilekit.loads(GRANITE, plugins=PLUGINS).digest


def test_presets_are_no_part_of_what_extends_their_file(tmp_path):
    (tmp_path / "base.toml").write_text(GRANITE + PRESETS, encoding="utf-8")
    path = tmp_path / "other.toml"
    assert variant("", "base.toml", path=path).presets == ()
    assert variant("", "base.toml:dense", path=path).ruleset.constants == {"stone_every": 5}
    assert variant("[presets.dense.grid]\nrows = 3", "base.toml", path=path, preset="dense").ruleset.constants == {
        "stone_every": 10
    }


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("[presets.p.grid]\nrwos = 6", [(2, "unknown-key", '[grid] has no key "rwos"', 'did you mean "rows"?')]),
        ("[presets.p.gird]\nrows = 6", [(1, "unknown-key", 'the file has no key "gird"', 'did you mean "grid"?')]),
        ("[presets.p.game]\nversion = 2",
         [(1, "misplaced-key", '"game" stands inside [presets.p]',
           "delete it, or all of it but rules: a preset has the name and the version of its file")]),
        ("[presets.p]\nextends = 'ninek'\nformat = 1",
         [(2, "misplaced-key", '"extends" stands inside [presets.p]',
           "delete it: a preset changes the file it stands in, and extends nothing else"),
          (3, "misplaced-key", '"format" stands inside [presets.p]',
           "delete it: a preset has the name, the version and the format of its file")]),
        ("[presets.p.presets.q]",
         [(1, "misplaced-key", '"presets" stands inside [presets.p]',
           "move it beside this preset, as [presets.NAME]: a preset has none below it")]),
        ("[[presets.p.end]]\nwhen = 'no_moves'\nreason = 'a'\n[presets.p.end.add]\nscore = 1",
         [(4, "table-in-list", "[end.add] would change the last [[end]] only",
           "write add = { … } inside the [[end]] it belongs to")]),
        ("[constants]\nspare = 1\n[[notices]]\nwhen = 'spare > 1'\ntext = 'a'\n[presets.p.constants]\nspare = [1]",
         [(4, "not-a-value", '"spare" is looked up with brackets; preset p inherits this line',
           "write [[presets.p.notices]]: it replaces all inherited ones")]),
    ],
)  # fmt: skip
def test_a_mistake_of_a_preset_is_told_where_it_is_written(body, expected):
    variant(body)
    found = problems(body, preset="p")
    assert [(each[1], each[2]) for each in found] == [each[:2] for each in expected]
    assert [each[3:] for each in found] == [each[2:] for each in expected]
    assert {each[0] for each in found} == {"granite.toml"}


def test_presets_by_name(tmp_path):
    path = tmp_path / "granite.toml"
    path.write_text(GRANITE + PRESETS, encoding="utf-8")
    assert tilekit.load("merge:hard").ruleset.constants == {"stone_every": 7}
    assert tilekit.load("merge", preset="hard") == tilekit.load("merge:hard")
    assert tilekit.load(f"{path}:dense").id == tilekit.load(path, preset="dense").id == "granite:dense"
    for named, words in (
        ("merge:hrad", 'merge.toml has no preset called "hrad"; it has hard; did you mean "hard"?'),
        ("sum10:hard", 'sum10.toml has no preset called "hard"; it has none'),
        (f"{path}:dence", f'{path} has no preset called "dence"; it has dense, wide, plain; did you mean "dense"?'),
    ):
        with pytest.raises(tilekit.UsageError) as caught:
            tilekit.load(named)
        assert str(caught.value) == words
    with pytest.raises(tilekit.UsageError, match="names a preset, and so does"):
        tilekit.load("merge:hard", preset="hard")
    with pytest.raises(tilekit.UsageError, match='no ruleset is called "merge:"'):
        tilekit.load("merge:")


@pytest.mark.parametrize(
    ("name", "expected", "by_id"),
    [
        ("merge", ("merge", ""), True),
        ("merge:hard", ("merge", "hard"), True),
        ("merge:", ("merge:", ""), True),
        ("a.toml", ("a.toml", ""), False),
        ("a.toml:b", ("a.toml", "b"), False),
        ("x/a.toml:b", ("x/a.toml", "b"), False),
        ("x/a:b", ("x/a:b", ""), False),
        (r"C:\x\a.toml", (r"C:\x\a.toml", ""), False),
        (r"C:\x\a.toml:b", (r"C:\x\a.toml", "b"), False),
        ("C:a.toml", ("C:a.toml", ""), False),
        ("C:/x/a.toml:b", ("C:/x/a.toml", "b"), False),
        ("C:/x/a.toml", ("C:/x/a.toml", ""), False),
    ],
)
def test_a_colon_parts_the_preset_from_the_name(name, expected, by_id):
    assert (parted(name), is_id(name)) == (expected, by_id)


def test_a_game_of_a_preset_is_saved_under_its_name(tmp_path):
    game = tilekit.load("merge:hard").new_game(seed=4)
    game.play("drop r1c1")
    game.save(tmp_path / "game.json")
    again = tilekit.load_game(tmp_path / "game.json")
    assert (again.rules.id, again.digest, again.to_dict()["ruleset"]) == ("merge:hard", game.digest, "merge:hard")
    with pytest.raises(tilekit.SaveError, match='a game of "merge:hard", not of "merge"'):
        tilekit.load_game(tmp_path / "game.json", tilekit.load("merge"))


def test_scenarios_of_a_preset(tmp_path):
    (tmp_path / "granite.toml").write_text(GRANITE + PRESETS, encoding="utf-8")
    beside = 'ruleset = "granite.toml:dense"\n[[scenario]]\nname = "the fifth is a stone"\n'
    beside += 'given.variables = { dealt = 4 }\nactions = ["drop r1c1"]\nthen.queue = ["spark", "stone"]\n'
    beside += 'given.queue = ["spark", "spark"]\n'
    (tmp_path / "granite.dense.scenarios.toml").write_text(beside, encoding="utf-8")
    from tilekit.scenario import run

    named = tilekit.load(f"{tmp_path / 'granite.toml'}:dense").scenarios()
    rules, alone = load_any(tmp_path / "granite.dense.scenarios.toml")
    assert ([table.name for table, _, _ in named], rules.id) == (["the fifth is a stone"], "granite:dense")
    assert [run(rules, table).passed for table, _, _ in alone] == [True]
    assert tilekit.load(tmp_path / "granite.toml").scenarios() == []
    with pytest.raises(tilekit.UsageError, match="is a file of scenarios and has no presets"):
        load_any(f"{tmp_path / 'granite.dense.scenarios.toml'}:dense")


def test_translations_that_a_variant_does_not_need_are_no_news(tmp_path):
    """A base translates its own texts; a variant is told of those alone that it writes itself."""
    file = tmp_path / "mine.toml"
    text = 'format = 1\nextends = "merge"\n[game]\nid = "mine"\ntitle = "Mine"\nversion = 1\n'
    file.write_text(text + '[tiers]\nchain = ["spark", "node", "core", "prism"]\n', encoding="utf-8")
    assert list(tilekit.load(file).warnings) == []
    file.write_text(text + '[words.ja]\n"Mime" = "私の"\n', encoding="utf-8")
    (warning,) = tilekit.load(file).warnings
    assert (warning.code, warning.line, warning.fix) == ("unknown-text", 8, 'did you mean "Mine"?')


# ---------------------------------------------------------------- two layers, one name; and links


@pytest.mark.parametrize(
    ("body", "line", "message", "expected", "fix"),
    [
        ("[constants]\ndrops = 4", 2, 'a constant cannot be called "drops"', "a variable",
         "give it another name, or write drops = … in [variables] to change that one"),
        ("[areas]\nstone_every = 'empty'", 2, 'an area cannot be called "stone_every"', "a constant", ""),
        ("[variables]\nstone_every = 4", 2, 'a variable cannot be called "stone_every"', "a constant", "give"),
        ("[tiers]\npieces = ['stone', 'charges']", 2, 'a tile cannot be called "charges"', "a variable", "[variables]"),
    ],
)  # fmt: skip
def test_a_name_that_the_base_has_is_told_of_where_the_variant_gives_it(body, line, message, expected, fix):
    with pytest.raises(tilekit.RulesetError) as caught:
        variant(body)
    own = HEAD.count("\n")
    (found,) = [each for each in caught.value.diagnostics if each.code == "name-taken"]
    assert (found.file, found.line - own, found.message) == ("granite.toml", line, message)
    assert expected in found.expected
    assert fix in found.fix


def test_a_name_that_nothing_speaks_of_is_likely_one_of_the_base(tmp_path):
    for body, preset in (("[constants]\nstone_evry = 3", ""), ("[presets.p.constants]\nstone_evry = 3", "p")):
        (warning,) = variant(body, preset=preset).warnings
        assert (warning.code, warning.found, warning.fix) == (
            "unused-name",
            "stone_evry",
            'did you mean "stone_every"?',
        )
    (warning,) = variant("[constants]\nspare = 3").warnings
    assert (warning.code, warning.fix) == ("unused-name", "use it, or delete it")


def test_two_files_of_one_name_are_told_apart(tmp_path):
    text = HEAD.format("merge") + '[tiers]\nchain = ["spark", "node", "core"]\n'
    for name in ("merge.toml", "games/merge.toml", "rulesets/merge.toml"):
        with pytest.raises(tilekit.RulesetError) as caught:
            tilekit.loads(text, name=name, plugins=PLUGINS)
        (found,) = caught.value.diagnostics
        assert found.file.endswith("rulesets/merge.toml")
        assert found.file != name
        assert found.message.endswith(f"; {name} inherits this line")
        assert found.fix.startswith(f"write [[triggers]] in {name}: ")


def test_a_file_that_is_not_there_is_not_taken_for_the_one_that_names_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scen.toml").write_text(HEAD.format("scn.toml"), encoding="utf-8")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "case.toml").write_text(
        'ruleset = "cases.toml"\n[[scenario]]\nname = "a"\n', encoding="utf-8"
    )
    for load in (lambda: tilekit.load("scen.toml"), lambda: load_any("below/case.toml")):
        with pytest.raises(tilekit.RulesetError) as caught:
            load()
        assert [(each.code, each.fix) for each in caught.value.diagnostics] == [("unreadable-file", "check the path")]
    (tmp_path / "scn2.toml").touch()
    with pytest.raises(tilekit.RulesetError, match=r"scn2\.toml"):
        tilekit.load("scen.toml")


def test_a_link_to_a_file_elsewhere_is_not_beside(tmp_path, monkeypatch):
    """A folder from a stranger may hold links, and what is shown of a file that is no TOML is part of it."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside, inside / "bases"):
        folder.mkdir()
    (outside / "secret.toml").write_text("password: hunter2", encoding="utf-8")
    (inside / "base.toml").symlink_to(outside / "secret.toml")
    (inside / "bases" / "out").symlink_to(outside, target_is_directory=True)
    for extends in ("base.toml", "bases/out/secret.toml"):
        (found,) = problems_of(inside / "granite.toml", extends)
        assert (found.code, found.line, found.column) == ("not-beside", 2, 11)
        assert found.message == "what it extends is a link to a file that is not beside it"
        assert "hunter2" not in found.render()
    # What lies beside may be a link, too, as long as it stays there; and a ruleset may itself be linked to.
    (outside / "base.toml").write_text(GRANITE, encoding="utf-8")
    (outside / "again.toml").symlink_to(outside / "base.toml")
    (outside / "granite.toml").write_text(HEAD.format("again.toml"), encoding="utf-8")
    (inside / "linked.toml").symlink_to(outside / "granite.toml")
    (inside / "again.toml").symlink_to(outside / "again.toml")
    assert tilekit.load(outside / "granite.toml", plugins=PLUGINS).ruleset.grid.rows == 6
    assert tilekit.load(inside / "linked.toml", plugins=PLUGINS).ruleset.grid.rows == 6


def problems_of(path, extends):
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(HEAD.format(extends), name=path.name, path=path, plugins=PLUGINS)
    return caught.value.diagnostics


# ---------------------------------------------------------------- a thing of another kind, and what is left over


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            '[mechanics.stones]\nuse = "fuse"',
            [
                (
                    8, "wrong-place", '"stones" cannot stand here; that is left over from merge.toml:34',
                    "fuse in [queue] through", "write through = … in [queue] of granite.toml",
                ),
            ],
        ),
        (
            '[actions.shatter]\ntarget = "none"',
            [
                (
                    8, "no-cell-here", "an action without a target has no where; that is left over from merge.toml:50",
                    "tile == stone", "write where = … in [actions.shatter] of granite.toml",
                ),
                (
                    8, "no-cell-here",
                    (
                        '"clear" acts on the cell the player chose, and nobody chooses one here; '
                        "that is left over from merge.toml:52"
                    ),
                    "clear", "write steps = … in [actions.shatter] of granite.toml",
                ),
            ],
        ),
        ("[spawn.deal]\nbag = { spark = 3, node = 1 }", []),
    ],
)  # fmt: skip
def test_what_no_longer_fits_is_told_at_the_line_that_changed_the_kind(change, expected):
    try:
        problems = tilekit.loads(HEAD.format("merge") + change, name="granite.toml", plugins=PLUGINS).warnings
    except tilekit.RulesetError as error:
        problems = error.diagnostics
    assert [(one.line, one.code, one.message, one.found, one.fix) for one in problems] == expected
    assert {one.file for one in problems} <= {"granite.toml"}


# ---------------------------------------------------------------- mistakes of both in one run


def test_mistakes_of_a_base_and_of_the_file_over_it_are_told_together(tmp_path):
    (tmp_path / "base.toml").write_text(HEAD.format("merge") + "[grid]\nrows = 0\n", encoding="utf-8")
    over = HEAD.format("base.toml") + "[grid]\ncolumns = 0\n[undo]\ndepht = 1\n[mechanics]\nfuse = 3 4\n"
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(over, name="over.toml", path=tmp_path / "over.toml", plugins=PLUGINS)
    assert [(one.file, one.line, one.code) for one in caught.value.diagnostics] == [
        ("base.toml", 8, "number-out-of-range"),
        ("over.toml", 8, "number-out-of-range"),
        ("over.toml", 10, "unknown-key"),
        ("over.toml", 12, "toml-syntax"),
    ]


def test_mistakes_of_a_file_and_of_its_presets_are_told_together():
    text = HEAD.format("merge") + "[grid]\nrows = 0\n[presets.hard.grid]\nrwos = 3\n"
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(text, plugins=PLUGINS)
    assert [(one.line, one.code) for one in caught.value.diagnostics] == [
        (8, "number-out-of-range"),
        (10, "unknown-key"),
    ]


#: Presets, and what is told of each whatever else is wrong in the file; lines count from the first of them.
WRONG_PRESETS = """
[presets.settings.mechanics.fuse]
leest = 4
[presets.steps.actions.drop]
steps = ["place", "fues", "deal"]
[presets.own]
foo = 1
extends = "2048"
[presets.game]
game = 5
scoring = { fused = "nothing + 1" }
[presets.board.board]
rows = 6
[presets.fine.constants]
stone_every = 4
"""
OF_WRONG_PRESETS = [
    (2, "unknown-key", 'did you mean "least"?'),
    (4, "unknown-mechanic", 'did you mean "fuse"?'),
    (6, "unknown-key", "delete it"),
    (7, "misplaced-key", "delete it: a preset changes the file it stands in, and extends nothing else"),
    (9, "misplaced-key", "delete it, or all of it but rules: a preset has the name and the version of its file"),
    (10, "unknown-name", 'write a name of the language, or define "nothing" in [variables], [constants] or [areas]'),
    (11, "unknown-key", 'did you mean "grid"?'),
]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("[undo]\ndepht = 1\n", [(2, "unknown-key")]),
        ("[undo]\ndepth = 1 2\n", [(2, "toml-syntax")]),
        ('[scoring]\nfused = "planted"\n', [(2, "unknown-name")]),
        ("[grid]\nrows = 0\ncolumns = 5\n", [(2, "number-out-of-range")]),
        ('[mechanics.fuse]\nleast = "planted"\n', [(2, "unknown-name")]),
    ],
)
def test_presets_are_looked_at_whatever_is_wrong_with_the_file(wrong, told):
    head = HEAD.format("merge")
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(head + wrong + WRONG_PRESETS.lstrip(), plugins=PLUGINS)
    above = head.count("\n")
    here = above + wrong.count("\n")
    found = [(one.line, one.code, one.fix) for one in caught.value.diagnostics]
    assert [(line, code) for line, code, _ in found if line <= here] == [(above + line, code) for line, code in told]
    assert [each for each in found if each[0] > here] == [
        (here + line, code, fix) for line, code, fix in OF_WRONG_PRESETS
    ]


def test_a_preset_with_a_key_of_its_file_is_told_of_its_other_mistakes_too():
    text = HEAD.format("merge") + "[presets.hard]\nformat = 1\nconstants = { stone_every = 0.5 }\n"
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(text, preset="hard", plugins=PLUGINS)
    assert [(one.line, one.code) for one in caught.value.diagnostics] == [(8, "misplaced-key"), (9, "wrong-type")]


def test_what_extends_nothing_that_is_known_is_not_asked_for_all_that_a_ruleset_has():
    text = HEAD.format("merge").replace('"merge"', "merge") + "[grid]\nrows = 0\n"
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(text, plugins=PLUGINS)
    assert [(one.line, one.code) for one in caught.value.diagnostics] == [
        (2, "toml-syntax"),
        (8, "number-out-of-range"),
    ]


# ---------------------------------------------------------------- taking out


@pytest.mark.parametrize(
    ("base", "over", "expected"),
    [
        ("[a.b]\nc = 1\n[a.d]\ne = 1", "a.b = false", {"a": {"d": {"e": 1}}}),
        ("[a.b]\nc = { d = 1 }\ne = 2", "a.b.c = false", {"a": {"b": {"e": 2}}}),
        ("[a.b]\nc = 1", "a = false", {}),
        ("a = { b = true, c = [1] }", "a = { b = false, c = false }", {"a": {"b": False, "c": False}}),  # no tables
    ],
)
def test_false_takes_an_inherited_table_out_and_nothing_else(base, over, expected):
    assert merged(base, over) == expected


def test_an_action_is_taken_out_with_all_that_it_alone_used():
    rules = variant("[actions]\nshatter = false\n")
    assert (rules.warnings, [*rules.ruleset.actions]) == ([], ["drop"])
    assert "hatter" not in "".join(rules.in_words[0:1])
    assert tilekit.loads(tilekit.dumps(rules), plugins=PLUGINS) == rules
    assert [*variant("[presets.calm.actions]\nshatter = false\n", preset="calm").ruleset.actions] == ["drop"]
    assert variant("[actions.shatter]\ncosts = false\n").ruleset.actions["shatter"].costs == {}


def test_an_inherited_action_that_does_not_fit_can_be_taken_out_as_the_fix_says():
    ends = '[[end]]\nwhen = "no_moves"\nreason = "stuck"\n'
    ((file, _, code, _, fix),) = problems(ends, "2048")
    assert (file.endswith("2048.toml"), code) == (True, "unknown-pause")
    assert fix == (
        "write keep_on = false in [actions]: that takes the action out; "
        "or write during = … in [actions.keep_on] of granite.toml"
    )
    rules = variant(f"[actions]\nkeep_on = false\n{ends}", "2048")
    assert (rules.warnings, [*rules.ruleset.actions]) == ([], ["slide"])


def test_what_is_not_inherited_cannot_be_taken_out():
    assert problems("[actions]\nshater = false\n") == [
        ("granite.toml", 2, "wrong-type", '"actions.shater" must be a table', 'did you mean "shatter"?')
    ]
    # What a file of which something else is wrong takes out is none of its mistakes.
    assert [each[2] for each in problems("speed = 1\n[presets.calm.actions]\nshatter = false\n")] == ["unknown-key"]


def test_what_a_variant_of_a_missing_base_takes_out_is_no_mistake_of_its_shape(tmp_path):
    found = problems("[actions]\nshatter = false\n", "gone.toml", path=tmp_path / "granite.toml")
    assert [each[2] for each in found] == ["unreadable-file"]
