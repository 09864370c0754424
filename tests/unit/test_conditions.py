"""Conditions and numbers in plain words: each form that can be said, and none of the others."""

import pytest
from tests.unit.rulesets import small, stand

import tilekit
from tilekit.session import Session
from tilekit.wording import conditions, names
from tilekit.wording.rules import rules_in_words

BODY = """
[constants]
many = 3
pays = [1, 2]
[properties]
worth = { a = 1 }
[areas]
corner = "row == 3 and column == 3"
[variables]
moves_left = 5
[actions.go]
target = "cell"
steps = ["clear"]
[actions.wait_a_while]
label = "WAIT"
"""


def rules() -> tilekit.Rules:
    return small(BODY)


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("tiles == 0", "the board is empty"),
        ("0 == tiles", "the board is empty"),
        ("empties == 0", "the board is full"),
        ("no_moves", "nothing is left to do"),
        ("not no_moves", "something is left to do"),
        ("moves_left == 0", "Moves left stands at 0"),
        ("moves_left >= many", "Moves left stands at 3 or more"),
        ("moves_left > many", "Moves left stands at 4 or more"),
        ("many > moves_left", "Moves left stands at 2 or less"),
        ("moves_left <= -1", "Moves left stands at -1 or less"),
        ("moves_left != 2", "Moves left does not stand at 2"),
        ("score >= 100", "Score stands at 100 or more"),
        ("tiles < 5", "the number of tiles stands at 4 or less"),
        ("made >= b", "a b or higher is made"),
        ("made == a", "an a is made"),
        ("top <= b", "the highest tile is a b or lower"),
        ("now == b", "NOW is a b"),
        ("exists(tile == b)", "the board holds a b"),
        ("not exists(tile >= b)", "the board does not hold a b or higher"),
        ("can(go)", "Go can be played"),
        ("not can(wait_a_while)", "WAIT cannot be played"),
        ("tiles == 0 and moves_left == 0", "the board is empty and also Moves left stands at 0"),
        (
            "tiles == 0 or no_moves or empties == 0",
            "the board is empty, or nothing is left to do, or the board is full",
        ),
        ("value(top) == 2", "the highest tile is a b"),
        ("value(top) == 2048", None),
        ("tiles == 0 and (no_moves or empties == 0)", None),
        ("tiles == 0 and tiles % 2 == 0", None),
        ("not tiles == 0", None),
        ("moves_left == score", None),
        ("moves_left + 1 == 3", None),
        ("exists(group >= 3)", "there is a cell in a group of 3 or more equal tiles"),
        ("exists(empty)", "there is an empty cell"),
        ("not exists(empty)", "the board is full"),
        ("not exists(empty and row == 1)", "there is no empty cell in row 1"),
        ("count(empty) == 3", "the number of empty cells stands at 3"),
        ("count(tile in [a, b]) > 2", "the number of cells with an a or a b stands at 3 or more"),
        ("count(tile == b) == 0", "the board does not hold a b"),
        ("count(tile != b) == 0", "there is no cell without a b"),
        ("exists(r2c2 and tile == b)", "r2c2 is a cell with a b"),
        ("exists(tile <= b)", "there is a cell with nothing above a b"),
        ("distinct == 1", "all tiles on the board are of one kind"),
        ("distinct >= 3", "the number of different tiles stands at 3 or more"),
        ("turn % 5 == 0", "the number of turns is a multiple of 5"),
        ("turn % 5 == 1", None),
        ("top == none", None),
    ],
)
def test_conditions(condition: str, said: str | None) -> None:
    assert conditions.clause(rules().program, condition) == said


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("empty", "an empty cell"),
        ("not empty", "a cell with a tile"),
        ("here", "the chosen cell"),
        ("tile == b", "a cell with a b"),
        ("b == tile", "a cell with a b"),
        ("tile == 2", "a cell with a b"),
        ("tile >= a", "a cell with an a or higher"),
        ("tile > a", "a cell with a tile above an a"),
        ("tile <= b", "a cell with nothing above a b"),
        ("tile < b", "a cell with nothing as high as a b"),
        ("tile != b", "a cell without a b"),
        ("not tile == b", "a cell without a b"),
        ("tile in [a, c]", "a cell with an a or a c"),
        ("tile == none", "an empty cell"),
        ("tile != none", "a cell with a tile"),
        ("tile >= none", None),
        ("tile == next(a)", None),
        ("group >= 2", "a cell in a group of 2 or more equal tiles"),
        ("group > 2", "a cell in a group of 3 or more equal tiles"),
        ("group == 2", None),
        ("row_match >= 3", "a cell with 3 or more equal tiles side by side in its row"),
        ("row == 2", "a cell in row 2"),
        ("row >= 2", "a cell in rows 2 to 3"),
        ("row >= 2 and empty", "an empty cell in row 2 or below"),
        ("column < 3", "a cell in columns 1 to 2"),
        ("row == 1 and column == 3", "r1c3"),
        ("r1c3", "r1c3"),
        ("corner", "r3c3"),
        ("r1c1 or r3c3", "r1c1 or r3c3"),
        ("row == column", "r1c1 or r2c2 or r3c3"),
        ("row * column < 7", None),
        ("1 < row < 3", "a cell in row 2"),
        ("row > 9", None),
        ("empty or not empty", "a cell"),
        ("row >= 1", "a cell"),
        ("not here", "a cell other than the chosen cell"),
        ("touches(here)", "a cell touching the chosen cell"),
        ("touches(tile == b) and not empty", "a cell with a tile touching a cell with a b"),
        ("not touches(empty)", "a cell not touching an empty cell"),
        ("near(tile == b) >= 2", "a cell touching at least 2 of the cells with a b"),
        ("near(not empty) == 3", "a cell touching exactly 3 of the cells with a tile"),
        ("near(empty) == 3", "a cell touching exactly 3 of the cells without a tile"),
        ("here or touches(here)", "the chosen cell or a cell touching the chosen cell"),
        ("joined(here)", "the group of equal tiles around the chosen cell"),
        ("empty and row == 1", "an empty cell in row 1"),
        ("empty and tile >= a", "an empty cell with an a or higher"),
        ("row == sum(row, here) - 2 and column == sum(column, here)", "the cell 2 up from the chosen cell"),
        ("column == sum(column, here) + 1 and sum(row, here) == row", "the cell 1 to the right from the chosen cell"),
        (
            "row == sum(row, here) + 1 and column == sum(column, here) - 1",
            "the cell 1 down and then 1 to the left from the chosen cell",
        ),
        ("row == sum(row, here)", "a cell in the row of the chosen cell"),
        ("empty if turn > 1 else not empty", None),
    ],
)
def test_cells(condition: str, said: str | None) -> None:
    assert conditions.cells(rules().program, condition) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (4, "4 points"),
        (1, "1 point"),
        ("many", "3 points"),
        ("count * many", "3 points for each tile"),
        ("10 * count", "10 points for each tile"),
        ("count", "1 point for each tile"),
        ("value(made)", "as many points as the place of the new tile among the tiers"),
        ("worth(made)", "the Worth of the new tile"),
        ("10 * count * step", "10 points for each tile, times the number of the pass"),
        ("step * worth(made)", "the Worth of the new tile, times the number of the pass"),
        ("worth(made) * count", "the Worth of the new tile for each tile"),
        ("count * count", None),
        ("0 * count", None),
        ("pays(count)", None),
        ("value(top)", None),
    ],
)
def test_points(value: int | str, said: str | None) -> None:
    assert conditions.points(rules().program, value, "tile") == said


@pytest.mark.parametrize(
    ("value", "comes_to"), [(3, 3), ("many", 3), ("-many", -3), ("moves_left", None), ("pays", None), (True, None)]
)
def test_numbers(value: object, comes_to: int | None) -> None:
    assert conditions.number(rules().program, value) == comes_to


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("charges", "charge"), ("moves_left", "moves left"), ("extra_lives", "extra life"), ("olives", "olive"),
        ("keys", "key"), ("berries", "berry"), ("boxes", "box"), ("glass", "glass"), ("bonus", "bonus"),
        ("gold", "gold"),
    ],
)  # fmt: skip
def test_one_of_many(name: str, said: str) -> None:
    assert names.singular(name) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (4, "At each drop, you get 4 points."),
        (1, "At each drop, you get 1 point."),
        ("many", "At each drop, you get 3 points."),
        ("turn", "At each drop, you get points."),
        (-5, "At each drop, you lose 5 points."),
        ("many - turn", "At each drop, the score changes."),
        (0, None),
        ("-turn", "At each drop, the score changes."),
        ("3 - turn", "At each drop, the score changes."),
    ],
)
def test_what_an_event_pays_or_takes(value, said):
    assert conditions.paid(rules().program, "At each drop", value) == said


def test_pieces_alone_are_tiles_and_lie_outside_no_chain():
    told = list(map(str, rules_in_words(tilekit.load("dark").program)))
    assert [line for line in told if line.startswith("Tiles: ")] == ["Tiles: lamp (o)."]
    assert not any("chain" in line for line in told)


# ---------------------------------------------------------------- refusals, as players read them

REFUSED = """
[variables]
coins = 2
[actions.put]
target = "cell"
where = "empty"
steps = ["clear"]
[actions.odd]
target = "cell"
where = "(row + column) % 2 == 0"
[actions.pour]
target = "column"
where = "empty"
[actions.swap]
label = "Swap it"
target = "pair"
must = "exists(group >= 3)"
steps = ["swap"]
[actions.paint]
target = "tile"
where = "not exists(tile == chosen)"
[actions.wait]
when = "coins > 5"
[actions.wait_on]
when = "coins * 2 > 5"
[actions.lift]
target = "cell"
must = "tiles == 0"
steps = ["clear"]
"""


@pytest.mark.parametrize(
    ("action", "told", "why"),
    [
        ("put r1c1", "r1c1 is not an empty cell", "r1c1 is not where empty holds"),
        ("odd r1c2", "r1c2 is not r1c1 or r1c3 or r2c2 or r3c1 or r3c3",
         "r1c2 is not where (row + column) % 2 == 0 holds"),
        ("pour c1", "c1: Pour cannot be played there now", "c1 is not where empty holds"),
        ("swap r3c2 r3c3",
         "swap r3c2 r3c3 is refused unless afterwards there is a cell in a group of 3 or more equal tiles",
         "swap r3c2 r3c3 is refused unless afterwards exists(group >= 3)"),
        ("paint a", "paint a cannot be played now", "a is not where not exists(tile == chosen) holds"),
        ("wait", "Wait can be played only when Coins stands at 6 or more", "wait asks that coins > 5"),
        ("wait_on", "Wait on cannot be played now", "wait_on asks that coins * 2 > 5"),
        ("lift r1c1", "lift is refused unless afterwards the board is empty",
         "lift is refused unless afterwards tiles == 0"),
        ("wait r1c1", "wait takes nothing after it", "wait takes nothing after it"),
    ],
)  # fmt: skip
def test_players_are_told_in_plain_words_why_something_is_refused_and_authors_what_they_wrote(action, told, why):
    made = small(REFUSED)
    game = stand(made, "a b c\nb d a\nc b d")
    assert (game.why_not(action), game.why_not(action, plain=True)) == (why, told)
    assert Session(made, game=game).play(action) == told
    with pytest.raises(tilekit.IllegalAction) as caught:
        game.play(action)
    assert caught.value.reason == why


# ---------------------------------------------------------------- what can never be had

NEVER = """
[constants]
price = 2
[variables]
coins = 1
[actions.go]
target = "cell"
steps = ["clear"]
[actions.buy]
costs = { coins = "price" }
rule = "Buys one."
[[end]]
when = "turn > 3 and can(buy)"
reason = "rich"
rule = "It ends when you can buy."
[undo]
depth = 3
costs = { coins = "price" }
"""
HAD = ["Buy: Buys one.", "It ends when you can buy.", "Undo takes back the last 3 actions, costing 2 coins."]


@pytest.mark.parametrize(
    ("more", "had"),
    [
        ("", False),
        ("[actions.lose]\nadd = { coins = -1 }\n", False),
        ("[actions.win]\nadd = { coins = 1 }\n", True),
        ("[actions.win]\nset = { coins = 0 }\n", True),
        ('[actions.win]\ncosts = { coins = "turn - 9" }\n', True),
        ('[actions.win]\nadd = { coins = "turn - 9" }\n', True),
        ("[start]\nset = { coins = 1 }\n", True),
        ('[[triggers]]\non = "cleared"\nadd = { coins = 1 }\n', True),
        ('[[end]]\nwhen = "turn > 5"\nreason = "later"\nadd = { coins = 1 }\n', True),
        ('[queue]\nfrom = "any"\ncounts = "coins"\n[spawn.any]\ntile = "a"\n', True),
    ],
)
def test_what_costs_more_than_there_ever_is_is_not_told_of_as_if_it_could_be_had(more, had):
    told = list(map(str, rules_in_words(small(NEVER + more).program)))
    if had:
        assert [line for line in told if line in HAD] == HAD
    else:
        assert [line for line in told if line in HAD] == []
        assert [line for line in told if line.startswith(("Buy", "There"))] == [
            "Buy: not to be had in this game.", "There is no undo.",
        ]  # fmt: skip


def test_who_begins_with_enough_can_have_it_once():
    told = list(map(str, rules_in_words(small(NEVER.replace("coins = 1", "coins = 2")).program)))
    assert [line for line in told if line in HAD] == HAD


def test_nine_k_without_undos_and_shuffles_says_so():
    told = tilekit.load("ninek:strict").in_words
    assert told[1] == "Shuffle: not to be had in this game."
    assert told[4:6] == (
        "The game is over when no two equal numbers touch and no shuffle is left.",
        "There is no undo.",
    )
