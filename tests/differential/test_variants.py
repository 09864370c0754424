"""Variants: the bundled rulesets with other numbers, changed in their TOML text alone, against the oracles."""

from __future__ import annotations

import pathlib
import random
from collections import Counter

import pytest
from tests.differential.side_by_side import (
    MergePair,
    NineKPair,
    Sum10Pair,
    ceiling_of,
    merge_position,
    ninek_position,
    sum10_position,
)

import tilekit
from tilekit.game import Game
from tilekit.ruleset.models import Given

RULESETS = pathlib.Path(__file__).parents[2] / "rulesets"


def variant(ruleset, *changes):
    """Return the bundled ruleset with each (text, other text) exchanged; the text stands there exactly once."""
    text = (RULESETS / f"{ruleset}.toml").read_text(encoding="utf-8")
    for before, after in changes:
        assert text.partition("\n[words.")[0].count(before) == 1, before
        text = text.replace(before, after, 1)
    rules = tilekit.loads(text)
    assert rules != tilekit.load(ruleset)
    return rules


def test_merge_six_by_six_with_a_stone_every_tenth_tile_and_groups_of_four():
    rules = variant(
        "merge",
        ("rows = 5", "rows = 6"),
        ("columns = 5", "columns = 6"),
        ("stone_every = 14", "stone_every = 10"),
        ("fuse = { least = 3 }", "fuse = { least = 4 }"),
    )
    met = Counter()
    for seed in range(60):
        rnd = random.Random(seed)
        given = merge_position(rnd, 6, 6) if seed % 2 else None
        script = rnd.choices(["spark", "node"], [9, 1], k=500) if seed % 3 == 0 else None
        pair = MergePair(rules, seed, given, script, rows=6, columns=6, stone_every=10, least=4)
        pair.run(rnd)
        met += pair.met
    assert met["fused"] >= 100
    assert met["stone dealt"] >= 100
    assert met["over", "jammed"] >= 60


def test_merge_with_other_weights():
    rules = variant("merge", ("weights = { spark = 3, node = 1 }", "weights = { spark = 1, core = 2, nova = 1 }"))
    dealt = Counter()
    for seed in range(60):
        rnd = random.Random(seed)
        pair = MergePair(rules, seed)
        pair.run(rnd)
        for _ in range(10):  # a fresh game deals without undos
            dealt += Counter(rules.new_game(rnd.getrandbits(60)).queue)
    assert set(dealt) == {"spark", "core", "nova"}
    assert 450 < dealt["core"] < 750  # 600 of 1,200, give or take nine standard deviations


def test_ninek_four_by_seven():
    rules = variant("ninek", ("rows = 5", "rows = 4"), ("columns = 5", "columns = 7"))
    met = Counter()
    for seed in range(50):
        rnd = random.Random(seed)
        given = ninek_position(rnd, 4, 7) if seed % 2 else None
        script = None
        if seed % 3 == 0:
            script = rnd.choices(range(1, 1 + (ceiling_of(given) if given is not None else 3)), k=1_500)
        pair = NineKPair(rules, seed, given, script)
        pair.run(rnd)
        met += pair.met
    assert met["shuffle"] >= 40
    assert met["over", "no-groups"] >= 40


def test_ninek_with_groups_of_three_and_five_undos():
    rules = variant(
        "ninek",
        ('where = "group >= 2"', 'where = "group >= 3"'),
        ("fuse = { least = 2 }", "fuse = { least = 3 }"),
        ("shuffle = { leaves = 2 }", "shuffle = { leaves = 3 }"),
        ("undos = 3", "undos = 5"),
    )
    met = Counter()
    for seed in range(60):
        rnd = random.Random(seed)
        given = ninek_position(rnd) if seed % 2 else None
        pair = NineKPair(rules, seed, given, least=3, undos=5)
        pair.run(rnd)
        met += pair.met
    assert met["shuffle"] >= 40
    assert met["over", "no-groups"] >= 50
    assert met["undo"] >= 60


def test_sum10_with_ten_moves_a_stage_and_a_life_every_500_points():
    rules = variant(
        "sum10",
        ("moves_a_stage = 25", "moves_a_stage = 10"),
        ("life_every = 10000", "life_every = 500"),
        ("moves = { start = 25, least = 0 }", "moves = { start = 10, least = 0 }"),
    )
    met = Counter()
    for seed in range(100):
        rnd = random.Random(seed)
        given = sum10_position(rnd, 10) if seed % 3 else None
        pair = Sum10Pair(rules, seed, given, moves=10, life_every=500)
        pair.sharp = rnd.choice([0.0, 1.0])
        pair.run(rnd, most=120)
        met += pair.met
    assert met["life"] >= 30
    assert met["paused", "stage-complete"] >= 20
    assert met["over", "game-over"] >= 30


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("stone_every = 14", "stone_every = 13"),
        ("fuse = { least = 3 }", "fuse = { least = 2 }"),
        ("core = 24", "core = 25"),
        ("made >= prism", "made >= core"),
        ("cleared = 4 ", "cleared = 5 "),
        ("empties <= 4 and", "empties <= 5 and"),
        ("points(made) * step", "points(made)"),
    ],
)
def test_a_changed_number_does_not_pass_unseen(before, after):
    """The other way round: the oracle of the bundled game notices each of these within some games."""
    rules = variant("merge", (before, after))
    with pytest.raises(AssertionError, match="differ"):
        _play_some(rules)


def _play_some(rules):
    for seed in range(40):
        rnd = random.Random(seed)
        MergePair(rules, seed, merge_position(rnd) if seed % 2 else None).run(rnd)


REST = """
[[end]]
after = ["shatter"]
when = "charges == 0"
status = "paused"
reason = "rest"

[[end]]
when = "no_moves"
"""


def test_undo_that_costs_leads_back_into_a_pause_that_an_action_brought():
    """An undo that costs something asks anew how the game stands; a pause ``after`` an action is still one."""
    rules = variant(
        "merge",
        ("charges = 0\ndrops = 0", "undos = 2\ncharges = 0\ndrops = 0"),
        ("depth = 200", "depth = 200\ncosts = { undos = 1 }"),
        ('[[end]]\nwhen = "no_moves"\n', REST),
        ("[mechanics]\n", '[actions.go]\nduring = ["rest"]\nadd = { drops = 0 }\n\n[mechanics]\n'),
    )
    game = Game(rules, 0, given=Given(board="# . . . .\n" + ". . . . .\n" * 4, variables={"charges": 1}))
    game.play("shatter r1c1")
    paused = game.to_dict()
    assert (paused["status"], paused["legal"]) == ("paused", ["go"])
    game.play("go")
    assert game.status == "playing"
    game.undo()
    after = game.to_dict()
    assert after | {"digest": None} == paused | {"variables": paused["variables"] | {"undos": 1}, "digest": None}
