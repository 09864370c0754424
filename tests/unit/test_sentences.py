"""An author's sentences: the numbers of the game in them, and those that a variant or a preset left as they were."""

import pytest
from tests.unit.rulesets import PLUGINS, load, small

import tilekit
from tilekit.preferences import Preferences
from tilekit.session import Session

BODY = """
[constants]
bonus = 1200
pays = [5, 10, 2000]
[properties]
worth = { a = 3, b = 7 }
[variables]
lives = 2
coins = { start = 4, least = 0 }
[actions.go]
add = { score = 0 }
rule = "Pays {bonus}, or {bonus:,}; {pays(2)}, and {pays(3):,}; {worth(b)}; {lives} and {coins}. {{This}} stays."
[[triggers]]
on = "scored"
add = { coins = 1 }
rule = "Brings {coins}."
[[end]]
when = "score >= bonus"
reason = "much"
goal = "{bonus:,} points"
rule = "Won with {bonus}."
[words.ja]
"Brings {coins}." = "{coins}枚。{{}}"
"{bonus:,} points" = "{bonus:,}点"
[presets.rich.constants]
bonus = 4500
pays = [1, 2, 3]
[presets.rich.variables]
coins = 9
"""


def helped(rules, language="en"):
    return Session(rules, 1, preferences=Preferences(language=language)).view()


def test_numbers_of_the_game_stand_in_sentences():
    rules = small(BODY)
    assert rules.warnings == []
    assert rules.in_words[:2] == (
        "Go: Pays 1200, or 1,200; 10, and 2,000; 7; 2 and 4. {This} stays.",
        "Brings 4.",
    )
    assert "Won with 1200." in rules.in_words
    assert helped(rules).goals == ("1,200 points",)


def test_a_preset_that_changes_a_number_changes_the_sentence_in_every_language():
    rich = tilekit.loads(small(BODY).document.text, preset="rich", plugins=PLUGINS)
    assert rich.warnings == []
    assert rich.in_words[0] == "Go: Pays 4500, or 4,500; 2, and 3; 7; 2 and 9. {This} stays."
    view = helped(rich, "ja")
    assert "9枚。{}" in view.help
    assert view.goals == ("4,500点",)
    assert "Brings {coins}." in small(BODY).untranslated("de")
    assert "Brings {coins}." not in small(BODY).untranslated("ja")


@pytest.mark.parametrize(
    ("placeholder", "message", "expected", "fix"),
    [
        ("{bonsu}", 'no number of the game is called "bonsu"',
         "the name of a constant or a variable: one of bonus, lives, coins", 'did you mean "bonus"?'),
        ("{Bonus}", 'no number of the game is called "Bonus"',
         "the name of a constant or a variable: one of bonus, lives, coins", 'did you mean "bonus"?'),
        ("{}", 'no number of the game is called ""', "the name of a constant or a variable: one of bonus, lives, coins",
         'write "{{" and "}}" for braces that are meant'),
        ("{bonus:d}", '"{bonus:d}" is no placeholder', "{bonus}, or {bonus:,} to part the thousands",
         "write {bonus}"),
        ("{pays}", '"pays" is no single number', "one entry of it, such as {pays(1)}, up to {pays(3)}",
         "write {pays(1)}"),
        ("{pays(4)}", '"pays" is no single number', "one entry of it, such as {pays(1)}, up to {pays(3)}",
         "write {pays(3)}"),
        ("{worth(c)}", '"worth" is no single number', "one entry of it, such as {worth(a)}",
         "write {worth(a)}"),
        ("{", "a brace stands alone", '"{name}" for a number of the game', 'write "{{" for a brace that is meant'),
        ("}", "a brace stands alone", '"{name}" for a number of the game', 'write "}}" for a brace that is meant'),
    ],
)  # fmt: skip
def test_braces_that_mean_nothing_are_told_at_their_place(placeholder, message, expected, fix):
    with pytest.raises(tilekit.RulesetError) as caught:
        small(BODY.replace('Brings {coins}."\n[[end]]', f'All: {placeholder}!"\n[[end]]'))
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.found) == ("bad-placeholder", message, placeholder)
    assert (found.expected, found.fix) == (expected, fix)
    assert found.source[found.column - 1 :][: found.width] == placeholder


@pytest.mark.parametrize("where", ["translation", "mechanic", "rules"])
def test_braces_are_looked_at_wherever_sentences_stand(where):
    text = small(BODY).document.text
    broken = {
        "translation": text.replace("{coins}枚", "{coin}枚"),
        "mechanic": text.replace("[words.ja]", '[mechanics]\nfuse = { rule = "{coin}" }\n[words.ja]'),
        "rules": text.replace("version = 1", 'version = 1\nrules = ["A.", "{coin}"]'),
    }[where]
    with pytest.raises(tilekit.RulesetError) as caught:
        load(broken)
    (found,) = (each for each in caught.value.diagnostics if each.severity == "error")
    assert (found.code, found.found, found.fix) == ("bad-placeholder", "{coin}", 'did you mean "coins"?')
    assert found.source[found.column - 1 :].startswith("{coin}")


def test_a_variable_begins_with_what_start_sets():
    body = """
        [constants]
        many = 8
        [variables]
        x = 1
        y = 2
        z = 3
        [start]
        set = { x = "many", y = 6, z = "many + 1" }
        [actions.go]
        set = { x = 1, y = 1, z = 1 }
        rule = "{x}, {y}."
    """
    assert small(body).in_words[0] == "Go: 8, 6."
    with pytest.raises(tilekit.RulesetError) as caught:
        small(body.replace("{y}", "{z}"))
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.fix) == (
        "bad-placeholder", 'what "z" begins with is worked out in [start]', "name a constant",
    )  # fmt: skip


def test_other_texts_keep_their_braces():
    action = '[actions.go]\nadd = { score = 0 }\nlabel = "{x} {"\nrefusal = "{y}"\n'
    rules = small(f'{action}[[notices]]\nwhen = "score == 0"\ntext = "{{z}}"\n')
    assert (rules.warnings, helped(rules).notices) == ([], ("{z}",))


@pytest.mark.parametrize(
    ("goal", "said"), [("Reach 9.", "Reach 9."), ("Reach 9", "Reach 9."), ("Reach 9!", "Reach 9!")]
)
def test_a_goal_ends_in_one_full_stop(goal, said):
    end = f'[[end]]\nwhen = "score >= 9"\nreason = "nine"\ngoal = "{goal}"\n'
    told = small(f"[actions.go]\nadd = {{ score = 1 }}\n{end}").in_words
    assert next(str(one) for one in told if "Goal" in one).endswith(f"Goal: {said}")


# ---------------------------------------------------------------- what was inherited

BASE = """format = 1
[game]
id = "base"
title = "Base"
version = 1
rules = ["A join pays 10 points.", "Each ten make a hundred."]
[grid]
rows = 3
columns = 3
[constants]
pay = 10
many = 1500
spare = 7
[tiers]
chain = ["a", "b", "c"]
[variables]
lives = 3
[queue]
from = "any"
[spawn.any]
tile = "a"
[actions.put]
target = "cell"
where = "empty"
steps = ["place", "chain", "deal"]
rule = "Three that touch join."
[actions.skip]
add = { score = 0 }
costs = { lives = 1 }
rule = "Skips, at most 3 times."
[mechanics]
chain = { use = "repeat", steps = ["fuse"] }
fuse = { least = 3 }
[scoring]
fused = "pay + spare - 7"
[[end]]
when = "score >= many"
reason = "rich"
rule = "You win with 1,500 points."
[[end]]
when = "no_moves"
reason = "full"
rule = "It ends when the board is full."
"""
HEAD = 'format = 1\nextends = "base.toml"\n[game]\nid = "mine"\ntitle = "Mine"\nversion = 1\n'
IN_BRACES = 'write "{}" for the number in that sentence, or '
SAYS = "a sentence that holds here; this one stands at "


def warned(tmp_path, body, head=HEAD):
    (tmp_path / "base.toml").write_text(BASE, encoding="utf-8")
    rules = tilekit.loads(head + body, name="mine.toml", path=tmp_path / "mine.toml", plugins=PLUGINS)
    return [(each.source, each.message, each.found, each.expected, each.fix) for each in rules.warnings]


@pytest.mark.parametrize(
    ("body", "source", "about", "line", "found", "anew"),
    [
        ("[actions.skip]\ncosts = { lives = 2 }\n", "costs = { lives = 2 }", "skip", 30, "Skips, at most 3 times.",
         "write rule = … in [actions.skip] of mine.toml"),
        ('[actions.put]\nwhere = "empty and row == 1"\n', 'where = "empty and row == 1"', "put", 26,
         "Three that touch join.", "write rule = … in [actions.put] of mine.toml"),
        ("[mechanics]\nfuse = { least = 4 }\n", "fuse = { least = 4 }", "put", 26, "Three that touch join.",
         "write rule = … in [actions.put] of mine.toml"),
    ],
)  # fmt: skip
def test_what_a_sentence_tells_is_changed_and_the_sentence_is_not(tmp_path, body, source, about, line, found, anew):
    said = f'what "{about}" does is changed here, and the sentence about it is not'
    assert warned(tmp_path, body) == [(source, said, f'"{found}"', f"{SAYS}base.toml:{line}", anew)]


@pytest.mark.parametrize(
    ("body", "source", "said", "line", "fix"),
    [
        ("[constants]\nmany = 900\n", "many = 900", '"many" is 900 here, and a sentence about it says 1500', 39,
         IN_BRACES.format("{many}") + "write [[end]] in mine.toml: it replaces all inherited ones"),
        ("[variables]\nlives = { start = 5 }\n", "lives = { start = 5 }",
         '"lives" is 5 here, and a sentence about it says 3', 30,
         IN_BRACES.format("{lives}") + "write rule = … in [actions.skip] of mine.toml"),
    ],
)  # fmt: skip
def test_a_number_that_is_changed_still_stands_in_a_sentence(tmp_path, body, source, said, line, fix):
    found = {30: '"Skips, at most 3 times."', 39: '"You win with 1,500 points."'}[line]
    assert warned(tmp_path, body) == [(source, said, found, f"{SAYS}base.toml:{line}", fix)]


def test_a_preset_inherits_what_is_said_of_the_whole_game():
    rules = tilekit.loads(
        BASE + "[presets.more.constants]\npay = 20\n", name="base.toml", preset="more", plugins=PLUGINS
    )
    (warning,) = rules.warnings
    assert warning.render() == (
        'base.toml:45:7: warning[stale-sentence]: "pay" is 20 here, and a sentence about it says 10\n'
        "   45 | pay = 20\n"
        "      |       ^^\n"
        '  found:    "A join pays 10 points."\n'
        "  expected: a sentence that holds here; this one stands at base.toml:6\n"
        '  fix:      write "{pay}" for the number in that sentence, or write rules = … in [presets.more.game]'
    )


def preset(body):
    text = BASE.replace("pay + spare - 7", 'pay + spare - 7"\nplaced = 4\ndealt = "0 * turn') + body
    text = text.replace("[game]", "[game]\nterminates = true").replace('"A join pays', '"A tile pays 4.", "A join pays')
    return tilekit.loads(text, name="base.toml", preset="more", plugins=PLUGINS)


def test_points_that_a_preset_changes_still_stand_in_what_is_said_of_the_whole_game():
    (warning,) = preset("[presets.more.scoring]\nplaced = 8\n").warnings
    assert (warning.source, warning.message) == ("placed = 8", '"placed" is 8 here, and a sentence about it says 4')
    assert (warning.found, warning.fix) == ('"A tile pays 4."', "write rules = … in [presets.more.game]")


def test_a_preset_says_anew_what_is_said_of_the_whole_game():
    rules = preset('[presets.more]\ngame = { rules = ["A tile pays 8."] }\nscoring = { placed = 8 }\n')
    assert (rules.warnings, rules.ruleset.game.rules) == ([], ["A tile pays 8."])
    assert (rules.id, rules.ruleset.game.terminates) == ("base:more", True)
    assert "A tile pays 8." in rules.in_words
    with pytest.raises(tilekit.RulesetError) as caught:
        preset('[presets.more.game]\nrules = ["A {tile}."]\n')
    (found,) = caught.value.diagnostics
    assert (found.code, found.source) == ("bad-placeholder", 'rules = ["A {tile}."]')


@pytest.mark.parametrize("game", ["{}", "{ rules = [], version = 2 }", '{ title = "More" }'])
def test_a_preset_says_nothing_else_of_the_game(game):
    with pytest.raises(tilekit.RulesetError) as caught:
        preset(f"[presets.more]\ngame = {game}\n")
    (found,) = caught.value.diagnostics
    assert (found.code, found.found) == ("misplaced-key", "game")


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[constants]\npay = 20\n",  # a variant has a [game] of its own, and inherits no rules of it
        "[constants]\nspare = 3\n",  # stands in no sentence
        "[constants]\npay = 10\nmany = 1500\n",
        '[actions.skip]\nlabel = "Pass"\nkey = "x"\ncolour = "#123456"\n',
        '[actions.skip]\ncosts = { lives = 2 }\nrule = "Skips, twice at most."\n',
        '[mechanics]\nfuse = { least = 4, rule = "four join" }\n',
        '[mechanics]\nfuse = { least = 4 }\n[actions.put]\nrule = "Four that touch join."\n',
        "[mechanics]\nfuse = { least = 3 }\n",
        "[grid]\nrows = 5\n",
    ],
)
def test_of_the_rest_nobody_is_warned(tmp_path, body):
    assert warned(tmp_path, body) == []


def test_who_inherits_from_a_variant_is_not_told_again(tmp_path):
    changed = "[mechanics]\nfuse = { least = 4 }\n[constants]\nmany = 900\n"
    (tmp_path / "between.toml").write_text(HEAD + changed, encoding="utf-8")
    assert len(warned(tmp_path, changed)) == 2
    head = HEAD.replace("base.toml", "between.toml").replace('"mine"', '"more"')
    assert warned(tmp_path, "[grid]\nrows = 4\n", head) == []


@pytest.mark.parametrize("ruleset", sorted(PLUGINS.rulesets))
def test_no_bundled_game_or_preset_has_a_sentence_that_fits_no_more(ruleset):
    rules = tilekit.load(ruleset, plugins=PLUGINS)
    presets = [tilekit.load(f"{ruleset}:{preset}", plugins=PLUGINS) for preset in rules.presets]
    assert [warning.render() for each in [rules, *presets] for warning in each.warnings] == []


@pytest.mark.parametrize(
    "where",
    ['[actions.go]\nlabel = "{}"', '[actions.go]\nrefusal = "{}"', '[[notices]]\nwhen = "lives > 0"\ntext = "{}"',
     '[[end]]\nwhen = "lives < 0"\nreason = "x"\ntext = "{}"', '[ranks]\nof = "lives"\ntitles = {{ 1 = "{}" }}',
     '[words.ja]\nStuck = "{}"\n[[end]]\nwhen = "lives < 0"\nreason = "x"\ntext = "Stuck"'],
)  # fmt: skip
def test_a_name_in_braces_where_nothing_is_filled_in_is_told(where):
    head = "[variables]\nlives = 2\n" + ("" if "actions" in where else "[actions.go]\n")
    text = f"{head}{where}\n" + ("set = {{ lives = 1 }}\n" if "actions" in where else "[actions.go.set]\nlives = 1\n")
    warnings = small(text.format("{lives}, {{lives}} and {other}").replace("{{ ", "{ ").replace(" }}", " }")).warnings
    assert [(one.code, one.source[one.column - 1 :][: one.width]) for one in warnings] == [
        ("unfilled-placeholder", "{lives}")
    ]
