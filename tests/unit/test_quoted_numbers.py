"""A number alone stands with or without quotes, wherever an expression that gives a number or a tile may stand."""

import re

import pytest
from tests.unit.rulesets import PLUGINS

import tilekit
from tilekit.lab.settings import parse_setting

#: A game with a number, marked by @, in every place of the format where such an expression may stand, and with the
#: name of a tile, marked by %, where one may stand.
LADDER = """format = 1
[game]
id = "tiny"
title = "Tiny"
version = 1
[grid]
rows = 3
columns = 3
[tiers]
numbers = { first = 1, last = 9 }
[variables]
charges = { start = 1, least = 0, most = 9 }
[queue]
from = "deal"
[spawn]
deal = { weights = { low = @3, 2 = @1 } }
low = { from = @2, to = @3, weight = @4 }
single = { tile = %2 }
[start]
set = { charges = @2 }
steps = ["scatter", "mix"]
[actions.drop]
target = "cell"
costs = { charges = @0 }
add = { charges = @1 }
set = { score = @5 }
steps = ["place", "chain", "turn_into", "each", "deal"]
[actions.slide]
target = "direction"
steps = ["slide"]
[mechanics]
chain = { use = "repeat", steps = ["fuse", "modular_sum"], times = @9 }
fuse = { least = @3, makes = @4 }
modular_sum = { modulus = @10 }
turn_into = { use = "change", to = %2, times = @1, cells = "tile == 9" }
each = { use = "change", to = { 3 = %2 }, cells = "tile == 3" }
scatter = { use = "spawn", count = @2, from = "single" }
mix = { use = "scramble", action = "slide", times = @2, least = @0 }
slide = { makes = @3 }
[scoring]
fused = @4
[[triggers]]
on = "fused"
set = { charges = @3 }
add = { score = @2 }
[[end]]
when = "no_moves"
reason = "jammed"
set = { charges = @1 }
add = { score = @2 }
[undo]
depth = 3
costs = { charges = @0 }
[ranks]
of = @3
titles = { 1 = "One" }
[hint]
after = 3
cells = "empty"
prefer = @3
"""

ONE_TILE = """format = 1
game = {{ id = "one", title = "One", version = 1 }}
grid = {{ rows = 2, columns = 2 }}
tiers = {{ numbers = {{ first = 4, last = 4, label = {label} }} }}
actions = {{ tap = {{ add = {{ score = 1 }} }} }}
end = [{{ when = "no_moves", reason = "jammed" }}]
"""


def with_numbers(form):
    """The game with each of its marked numbers in a form of writing."""
    return re.sub(r"@([0-9]+)", lambda match: form.format(match[1]), LADDER.replace("%", ""))


BARE = tilekit.loads(with_numbers("{}"), plugins=PLUGINS)


@pytest.mark.parametrize("form", ['"{}"', "'{}'", '" {} "', '"+{}"'])
def test_a_number_in_quotes_is_that_number_wherever_one_may_be_worked_out(form):
    text = with_numbers(form)
    assert text.count("@") == 0
    quoted = tilekit.loads(text, plugins=PLUGINS)
    assert quoted.ruleset == BARE.ruleset
    assert (quoted.digest, quoted.warnings, quoted.in_words) == (BARE.digest, BARE.warnings, BARE.in_words)
    assert quoted.new_game(5).digest == BARE.new_game(5).digest


def test_points_in_quotes_are_played_and_swept_as_those_without():
    text = LADDER.replace("fused = @4", 'fused = "4"')
    rules = tilekit.loads(re.sub("[@%]", "", text), plugins=PLUGINS)
    assert rules.ruleset.scoring == {"fused": 4}
    setting = parse_setting(rules, "scoring.fused=5,6")
    assert rules.with_numbers({setting.path: 6}).ruleset.scoring == {"fused": 6}


def test_the_name_of_a_tile_that_is_a_number_has_quotes_or_not():
    quoted = tilekit.loads(re.sub("%([0-9])", r'"\1"', LADDER).replace("@", ""), plugins=PLUGINS)
    assert quoted.warnings == BARE.warnings
    assert quoted.new_game(5).board == BARE.new_game(5).board


def test_a_label_may_be_a_number_without_quotes():
    bare, quoted = (tilekit.loads(ONE_TILE.format(label=label), plugins=PLUGINS) for label in ("2", '"2"'))
    assert (bare.program.tiles.ids, bare.ruleset) == (("none", "2"), quoted.ruleset)


@pytest.mark.parametrize(
    ("old", "new", "fix"),
    [
        ("rows = 3", 'rows = "3"', "write 3 without quotes"),
        ("depth = 3", 'depth = "3"', "write 3 without quotes"),
        ("after = 3", 'after = "3"', "write 3 without quotes"),
        ("least = 0, most", 'least = "0", most', "write 0 without quotes"),
    ],
)
def test_where_no_expression_may_stand_a_number_has_no_quotes(old, new, fix):
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.loads(with_numbers("{}").replace(old, new), plugins=PLUGINS)
    (problem,) = caught.value.diagnostics
    assert (problem.code, problem.fix) == ("wrong-type", fix)


def test_a_number_is_no_condition_with_or_without_quotes():
    for written_as, code in (("1", "wrong-type"), ('"1"', "kind-mismatch")):
        with pytest.raises(tilekit.RulesetError) as caught:
            tilekit.loads(with_numbers("{}").replace('when = "no_moves"', f"when = {written_as}"), plugins=PLUGINS)
        assert [one.code for one in caught.value.diagnostics] == [code]
