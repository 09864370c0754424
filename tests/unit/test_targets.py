"""What a player may choose besides cells and directions: columns, rows, two cells, tiles; and what must follow."""

from __future__ import annotations

import pytest
from tests.unit.rulesets import PLUGINS

import tilekit
from tilekit.game import Game
from tilekit.ruleset.models import Given
from tilekit.view import view

HEAD = """
format = 1
[game]
id = "tiny"
title = "Tiny"
version = 1
[grid]
rows = 3
columns = 3
mask = '''
_ . .
. . .
. _ .
'''
[tiers]
chain = ["ash", "bud", "cob"]
pieces = ["x"]
glyphs = { ash = "a", bud = "b", cob = "c" }
[[end]]
when = "no_moves"
reason = "stuck"
"""
EMPTY = "_ . .\n. . .\n. _ ."


def rules(text: str) -> tilekit.Rules:
    return tilekit.loads(HEAD + text, plugins=PLUGINS)


def game(text: str, board: str = EMPTY, **given: object) -> Game:
    return Game(rules(text), 1, given=Given.model_validate({"board": board, **given}))


def legal(played: Game) -> list[str]:
    return [str(action) for action in played.legal_actions()]


MARK = '[mechanics]\nmark = { use = "change", cells = "CELLS", to = "x" }\n'


def test_a_column_is_its_top_cell_and_its_number() -> None:
    played = game(
        '[actions.go]\ntarget = "column"\nwhere = "empty"\nsteps = ["mark"]\n' + MARK.replace("CELLS", "here")
    )
    assert legal(played) == ["go c1", "go c2", "go c3"]
    played.play("go c1")  # a hole lies above: its top cell is in the second row
    assert str(played.board) == "_ . .\nx . .\n. _ ."
    assert legal(played) == ["go c2", "go c3"]
    assert played.why_not("go c1") == "c1 is not where empty holds"
    by_number = game('[actions.go]\ntarget = "column"\nsteps = ["mark"]\n' + MARK.replace("CELLS", "column == chosen"))
    by_number.play("go c3")
    assert str(by_number.board) == "_ . x\n. . x\n. _ x"


def test_a_row_is_its_leftmost_cell_and_its_number() -> None:
    played = game(
        '[actions.go]\ntarget = "row"\nsteps = ["mark"]\n' + MARK.replace("CELLS", "here or row == chosen + 1")
    )
    played.play("go r1")
    assert str(played.board) == "_ x .\nx x x\n. _ ."
    assert played.why_not("go r4") == "r4 is no row of this board; there are r1 to r3"
    assert played.why_not("go r1 r2") == "go takes one row: go r1"


def test_two_cells_are_one_action_whichever_is_named_first() -> None:
    text = '[actions.go]\ntarget = "pair"\nwhere = "empty"\nsteps = ["mark"]\n' + MARK.replace("CELLS", "here or there")
    played = game(text, "_ . .\n. a .\n. _ .")
    assert legal(played) == ["go r1c2 r1c3", "go r1c3 r2c3", "go r2c1 r3c1", "go r2c3 r3c3"]
    assert played.play("go r3c1 r2c1").action == "go r2c1 r3c1"
    assert str(played.board) == "_ . .\nx a .\nx _ ."
    assert played.actions == ("go r2c1 r3c1",)
    for choice, reason in {
        "go r1c2": "go takes two cells that touch: go r1c2 r1c3",
        "go r1c2 r2c1": "r1c2 and r2c1 are no two cells that touch",
        "go r1c2 r1c2": "r1c2 and r1c2 are no two cells that touch",
        "go r1c1 r1c2": "r1c1 is not a cell of this 3 by 3 board",
        "go r1c2 r2c2": "r1c2 r2c2 is not where empty holds",
    }.items():
        assert played.why_not(choice) == reason


@pytest.mark.parametrize(
    "where",
    [
        "tile > none",
        "tile >= none and tile != x",
        "row + column > 3 or tile == ash",
        "group > 1",
        "row_run > 1 and tile != none",
    ],
)
def test_every_target_is_asked_of_the_same_cells(where: str) -> None:
    """A set of cells may come as source or as a function of its own; what is listed one by one takes both."""
    played = game(
        "".join(
            f'[actions.by_{target}]\ntarget = "{target}"\nwhere = "{where}"\nsteps = ["mark"]\n'
            for target in ("cell", "column", "row", "pair")
        )
        + MARK.replace("CELLS", "row == 1"),
        "_ a .\nb a x\nb _ .",
    )
    cells = {action.partition(" ")[2] for action in legal(played) if action.startswith("by_cell")}
    pairs = [("r1c2", "r1c3"), ("r1c2", "r2c2"), ("r1c3", "r2c3"), ("r2c1", "r2c2"), ("r2c1", "r3c1"),
             ("r2c2", "r2c3"), ("r2c3", "r3c3")]  # fmt: skip
    assert 0 < len(cells) < 7
    assert [action for action in legal(played) if action.startswith("by_pair")] == [
        f"by_pair {a} {b}" for a, b in pairs if {a, b} <= cells
    ]
    for target, firsts in {"column": ["r2c1", "r1c2", "r1c3"], "row": ["r1c2", "r2c1", "r3c1"]}.items():
        found = [action for action in legal(played) if action.startswith(f"by_{target}")]
        assert found == [f"by_{target} {target[0]}{i + 1}" for i, cell in enumerate(firsts) if cell in cells]


def test_a_tile_is_one_of_those_the_action_lists_and_allows() -> None:
    text = (
        '[actions.go]\ntarget = "tile"\ntiles = ["cob", "x", "ash"]\nwhere = "not exists(tile == chosen)"\n'
        'steps = ["mark"]\n'
        '[mechanics]\nmark = { use = "change", cells = "row == 1", to = "chosen" }\n'
    )
    played = game(text, "_ a .\n. . .\n. _ .")
    assert legal(played) == ["go x", "go cob"]  # in the order of the tiles
    played.play("go cob")
    assert str(played.board) == "_ c c\n. . .\n. _ ."
    assert played.why_not("go cob") == "cob is not where not exists(tile == chosen) holds"
    assert played.why_not("go bud") == "bud is no tile that can be chosen; there are x, ash, cob"


def test_the_view_says_what_pressing_a_cell_plays() -> None:
    text = (
        '[actions.go]\ntarget = "column"\nwhere = "empty"\nsteps = ["mark"]\n'
        '[actions.trade]\ntarget = "pair"\nsteps = ["swap"]\n'
        '[actions.paint]\ntarget = "tile"\ntiles = ["ash", "x"]\nsteps = ["all"]\n'
        '[look]\nash = { colour = "#112233" }\n'
        + MARK.replace("CELLS", "here")
        + 'all = { use = "change", cells = "not empty", to = "chosen" }\n'
    )
    shown = view(game(text, "_ . x\n. a .\n. _ ."), best=0, rank="")
    assert [[cell.action for cell in row] for row in shown.cells] == [
        ["", "go c2", "go c3"],
        ["go c1", "go c2", "go c3"],
        ["go c1", "", "go c3"],
    ]
    assert [[cell.legal for cell in row] for row in shown.cells] == [
        [False, True, False],
        [True, True, False],
        [True, False, False],
    ]
    assert shown.cells[1][1].partners == (
        (1, 2, "trade r1c2 r2c2"),
        (2, 1, "trade r2c1 r2c2"),
        (2, 3, "trade r2c2 r2c3"),
    )
    assert shown.cells[0][1].partners == ((1, 3, "trade r1c2 r1c3"), (2, 2, "trade r1c2 r2c2"))
    assert [(b.action, b.key, b.label, b.colour) for b in shown.buttons][:2] == [
        ("paint x", "1", "Paint x", "#e4e4e4"),
        ("paint ash", "2", "Paint ash", "#112233"),
    ]


# ---------------------------------------------------------------- what must follow

QUEUE = '[queue]\nfrom = "deal"\n[spawn.deal]\nweights = { ash = 1 }\n'
#: For each target a first step, its points, and the board it is tried on.
TRIED = {
    "cell": ("[mechanics]\nfirst = { use = 'fuse', least = 2 }\n[scoring]\nfused = 5\n", "_ a a\na a b\nb _ b"),
    "column": ("[mechanics]\nfirst = { use = 'place' }\n[scoring]\nplaced = 5\n" + QUEUE, "_ . .\n. a b\na _ b"),
    "row": ("[mechanics]\nfirst = { use = 'clear', cells = 'row == chosen' }\n[scoring]\ncleared = 5\n",
            "_ a a\na b b\na _ b"),
    "pair": ("[mechanics]\nfirst = { use = 'swap' }\n[scoring]\nswapped = 5\n", "_ a b\nb a a\na _ c"),
    "direction": ("[mechanics]\nfirst = { use = 'slide' }\n[scoring]\nfused = 5\n", "_ . a\na . a\nb _ ."),
    "tile": ("[mechanics]\nfirst = { use = 'change', cells = 'tile == ash', to = 'chosen' }\n[scoring]\nturned = 5\n",
             "_ a b\nc a b\nc _ c"),
    "none": ("[mechanics]\nfirst = { use = 'fall' }\n[scoring]\nmoved = 5\n", "_ a b\n. . a\n. _ ."),
}  # fmt: skip


def tried(target: str, must: str) -> tuple[Game, Game, list[str]]:
    """A game that asks what must follow, one that does not, and what the first may play, found by playing it."""
    body, board = TRIED[target]
    action = f'[actions.go]\ntarget = "{target}"\nsteps = ["first"]\n'
    free = game(f'{action}[[invariants]]\nname = "must"\nholds = "{must}"\n{body}', board)
    expected = []
    for choice in legal(free):
        after = free.copy()
        after.play(choice)
        expected += [] if after.broken_invariants() else [choice]
    return game(f'{action}must = "{must}"\n{body}', board), free, expected


@pytest.mark.parametrize("target", TRIED)
@pytest.mark.parametrize(
    "must", ["exists(group >= 3)", "count(tile == ash) == 2 or top == cob", "not exists(row_match >= 2)"]
)
def test_what_must_follow_decides_what_is_legal(target: str, must: str) -> None:
    played, free, expected = tried(target, must)
    before = played.to_dict()
    assert legal(played) == expected
    for choice in legal(free):
        assert played.is_legal(choice) == (choice in expected)
    assert played.to_dict() == before  # the tries have left nothing
    marks = [0] * played.rules.program.numbers
    played.rules.program.legal_into(played._s[:], marks)
    assert sum(marks) == len(expected)


def test_the_tries_are_worth_something() -> None:
    """Of each target something is refused that was legal, and something is not."""
    cases = ["exists(group >= 3)", "count(tile == ash) == 2 or top == cob", "not exists(row_match >= 2)"]
    for target in TRIED:
        found = [tried(target, must) for must in cases]
        assert any(len(expected) < len(legal(free)) for _, free, expected in found), target
        assert any(expected for _, _, expected in found), target


def test_what_was_tried_is_not_told() -> None:
    played, _, expected = tried("pair", "exists(group >= 3)")
    turn = played.play(expected[0])
    assert [entry.kind for entry in turn.journal] == ["swapped", "scored"]
    assert turn.points == 5


def test_a_refusal_says_what_must_hold() -> None:
    played, _, expected = tried("pair", "exists(group >= 3)")
    assert "go r1c2 r2c2" not in expected
    assert played.why_not("go r1c2 r2c2") == "go r1c2 r2c2 is refused unless afterwards exists(group >= 3)"
