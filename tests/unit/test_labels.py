"""Ladders whose tiles show another number than their place."""

from __future__ import annotations

import pytest
from tests.unit.rulesets import PLUGINS, small, stand

import tilekit

LABELLED = 'numbers = { first = 1, last = 17, label = "2 ** n" }'
BODY = """
[variables]
seen = 0
[actions.put]
target = "cell"
steps = ["put"]
[mechanics.put]
use = "change"
to = 8
"""


def test_tiles_go_by_their_labels() -> None:
    rules = small(BODY, tiers=LABELLED)
    tiles = rules.program.tiles
    assert tiles.ids[:4] == ("none", "2", "4", "8")
    assert tiles.ids[-1] == "131072"
    assert tiles.listed() == "2, 4, 8, … 131072"
    game = stand(rules, "2 4 .\n. 16 .\n. . 131072")
    game.play("put r3c1")
    assert str(game.board) == drawn_wide("2 4 . . 16 . 8 . 131072")
    assert game.board[2][0] == "8"
    assert game.to_dict()["board"][0] == ["2", "4", None]


def drawn_wide(tokens: str) -> str:
    """Three rows of three tokens, as wide as the widest."""
    words = tokens.split()
    width = max(map(len, words))
    return "\n".join(" ".join(word.rjust(width) for word in words[at : at + 3]) for at in (0, 3, 6))


@pytest.mark.parametrize("token", ["1", "3", "5", "17", "262144"])
def test_a_place_in_the_ladder_is_no_name_of_a_tile(token: str) -> None:
    rules = small(BODY, tiers=LABELLED)
    with pytest.raises(tilekit.UsageError, match="is no tile of this game"):
        stand(rules, f"{token} . .\n. . .\n. . .")


def test_in_expressions_a_tile_is_its_place_and_value_is_its_label() -> None:
    body = BODY.replace('steps = ["put"]', 'steps = ["put"]\nset = { seen = "EXPRESSION" }')
    for text, seen in (
        ("top", 7), ("value(top)", 128), ("value(at(r1c1))", 2), ("value(at(r3c3))", 0), ("value(none)", 0),
        ("value(3)", 8), ("value(next(top))", 256), ("sum(value(tile), not empty)", 134), ("count(tile == 2)", 1),
        ("count(value(tile) == 2)", 1), ("value(99)", 131072), ("value(-1)", 0),
    ):  # fmt: skip
        game = stand(small(body.replace("EXPRESSION", text), tiers=LABELLED), "2 4 .\n. 128 .\n. . .")
        game.play("put r1c3")
        assert game.variables["seen"] == seen, text
    pieces = small(body.replace("EXPRESSION", "value(rock) + value(top)"), tiers=LABELLED + '\npieces = ["rock"]')
    game = stand(pieces, "rock 4 .\n. . .\n. . .")
    game.play("put r1c3")
    assert game.variables["seen"] == 4


def test_value_is_the_number_itself_where_there_are_no_labels() -> None:
    body = BODY.replace('steps = ["put"]', 'steps = ["put"]\nset = { seen = "value(top)" }')
    game = stand(small(body, tiers="numbers = { first = 0 }"), "3 4 .\n. . .\n. . .")
    game.play("put r1c3")
    assert game.variables["seen"] == 4


@pytest.mark.parametrize(
    ("label", "ids"),
    [
        ("n if n <= 3 else 3 * 2 ** (n - 3)", ["1", "2", "3", "6", "12"]),
        ("n * ten", ["10", "20", "30", "40", "50"]),
        ("shown(n)", ["7", "70", "700", "9", "0"]),
        ("max(n, 3 - n) * 2 + 1", ["5", None, "7", "9", "11"]),
        ("abs(n - 9)", ["8", "7", "6", "5", "4"]),
    ],
)
def test_what_a_label_may_speak_of(label: str, ids: list[str | None]) -> None:
    text = f'numbers = {{ first = 1, last = 5, label = "{label}" }}'
    body = BODY.replace("to = 8", f"to = {ids[0]}") + "[constants]\nten = 10\nshown = [7, 70, 700, 9, 0]\n"
    if None in ids:
        with pytest.raises(tilekit.RulesetError) as caught:
            small(body, tiers=text)
        assert "bad-label" in {d.code for d in caught.value.diagnostics}
    else:
        assert list(small(body, tiers=text).program.tiles.ids[1:]) == ids


@pytest.mark.parametrize(
    ("label", "code"),
    [
        ("n == 2", "kind-mismatch"), ("score", "unknown-name"), ("row", "unknown-name"), ("7 - turn", "unknown-name"),
        ("value(n)", "unknown-name"), ("n +", "not-in-language"), ("7", "bad-label"), ("5 * 1", "bad-label"),
        ("seen", "unknown-name"), ("next(n)", "unknown-name"), ("here", "unknown-name"), ("n - 2", "bad-label"),
    ],
)  # fmt: skip
def test_what_it_may_not(label: str, code: str) -> None:
    text = f'numbers = {{ first = 1, last = 5, label = "{label}" }}'
    with pytest.raises(tilekit.RulesetError) as caught:
        small(BODY.replace("to = 8", "to = 1"), tiers=text)
    assert caught.value.diagnostics[0].code == code


def test_looks_ranks_spawns_and_digest_go_by_labels() -> None:
    body = """
        [actions.more]
        steps = ["spawn"]
        [spawn.some]
        weights = { 2 = 1, 1024 = 1 }
        [mechanics.spawn]
        from = "some"
        [ranks]
        of = "top"
        [ranks.titles]
        8 = "some"
        1024 = "much"
        [look]
        4 = { colour = "#123456" }
        1024 = { colour = "#abcdef" }
    """
    rules = small(body, tiers=LABELLED)
    game = stand(rules, "2 8 1024\n. . .\n. . .")
    view = tilekit.Session(rules, game=game).view()
    tiles = [cell.tile for cell in view.cells[0] if cell.tile is not None]
    assert [(tile.glyph, tile.colour) for tile in tiles[1:]] == [("8", "#123456"), ("1024", "#abcdef")]
    assert game.rank == "much"
    assert stand(rules, "2 512 .\n. . .\n. . .").rank == "some"
    for seed in range(8):
        one = stand(rules, "2 8 1024\n. . .\n. . .", seed=seed)
        (spawned, *_) = one.play("more").journal
        assert spawned.values["tile"] in {"2", "1024"}
    other = small(body.replace("1024", "1000").replace("8 =", "27 =").replace("4 =", "64 =").replace("2 =", "1 ="),
                  tiers=LABELLED.replace("2 ** n", "n ** 3"))  # fmt: skip
    assert other.digest != rules.digest


def test_help_names_the_labels() -> None:
    assert "Tiles: the numbers 2, 4, 8, … to 131072." in tilekit.Session(small(BODY, tiers=LABELLED), 1).view().help
    assert PLUGINS.problems == []
