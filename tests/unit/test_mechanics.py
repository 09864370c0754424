"""What each bundled mechanic does, on boards drawn as text. Shuffle has a file of its own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.unit.rulesets import PLUGINS, after, drawn, kinds, small, stand

from tilekit.chance import bounded, stream_number

DO = '[actions.do]\nsteps = ["it"]\n[mechanics]\n'
AIM = '[actions.do]\ntarget = "cell"\nsteps = ["it"]\n[mechanics]\n'


def does(settings: str, board: str, *, aim: str = "", **more: str) -> str:
    """The board after one action whose only step is the mechanic; the action aims at a cell where one is named."""
    body = (AIM if aim else DO) + f"it = {{ {settings} }}\n" + more.pop("body", "")
    size = [line.split() for line in board.strip().splitlines()]
    rules = small(body, rows=len(size), columns=len(size[0]), **more)  # type: ignore[arg-type]
    return after(rules, board, f"do {aim}".strip())


# ---------------------------------------------------------------- fall

FALLING = """
    a . b .
    . c _ .
    d . . a
    . b . .
"""
HOLE = 'mask = """\n. . . .\n. . _ .\n. . . .\n. . . .\n"""'


@pytest.mark.parametrize(
    ("toward", "board"),
    [
        (
            "down",
            """
            . . b .
            . . _ .
            a c . .
            d b . a
            """,
        ),
        (
            "up",
            """
            a c b a
            d b _ .
            . . . .
            . . . .
            """,
        ),
        (
            "left",
            """
            a b . .
            c . _ .
            d a . .
            b . . .
            """,
        ),
        (
            "right",
            """
            . . a b
            . c _ .
            . . d a
            . . . b
            """,
        ),
    ],
)
def test_fall_goes_to_the_wall_or_to_a_hole_and_keeps_the_order(toward: str, board: str) -> None:
    assert does(f'use = "fall", toward = "{toward}"', FALLING, grid=HOLE) == drawn(board)


@pytest.mark.parametrize(
    ("toward", "board"),
    [
        (
            "down",
            """
            . b .
            a c .
            c . c
            . . .
            d b a
            """,
        ),
        (
            "up",
            """
            a b .
            . c .
            c b c
            d . a
            . . .
            """,
        ),
    ],
)
def test_what_does_not_fall_stays_and_holds_up_what_comes_against_it(toward: str, board: str) -> None:
    before = """
        a b .
        . c .
        c . c
        d b a
        . . .
    """
    assert does(f'use = "fall", toward = "{toward}", cells = "tile != c"', before) == drawn(board)


def test_fall_raises_one_event_with_the_tiles_that_moved() -> None:
    rules = small(DO + 'it = { use = "fall" }', rows=3, columns=2)
    turn = stand(rules, "a b\n. b\n. .").play("do")
    [moved] = turn.journal
    assert (moved.kind, dict(moved.values)) == ("moved", {"count": 3, "step": 1})
    assert str(moved) == "3 moved: r1c1 to r3c1, r2c2 to r3c2, r1c2 to r2c2"
    assert stand(rules, ". .\na b\na a").play("do").journal == ()


# ---------------------------------------------------------------- fill, spawn

ONE_OF_EACH = '[spawn]\none = { weights = { a = 1, b = 1, c = 1, d = 1 } }\nstone = { tile = "d" }\n'
GAPS = """
    a . .
    . _ .
    b . .
"""
HOLE_3 = 'mask = """\n. . .\n. _ .\n. . .\n"""'


@pytest.mark.parametrize(
    ("order", "board"),
    [
        (
            "rows",
            """
            a a b
            c _ d
            b a b
            """,
        ),
        (
            "columns",
            """
            a c b
            a _ a
            b b d
            """,
        ),
    ],
)
def test_fill_takes_picks_in_a_fixed_order(order: str, board: str) -> None:
    rules = small(DO + f'it = {{ use = "fill", from = "one", order = "{order}" }}\n' + ONE_OF_EACH, grid=HOLE_3)
    assert after(rules, GAPS, "do", draws=["a", "b", "c", "d", "a", "b"]) == drawn(board)


@pytest.mark.parametrize("order", ["rows", "columns"])
def test_fill_of_some_cells_leaves_the_others_and_what_holds_a_tile(order: str) -> None:
    filled = does(f'use = "fill", from = "stone", order = "{order}", cells = "row == 1"', GAPS, grid=HOLE_3,
                  body=ONE_OF_EACH)  # fmt: skip
    assert filled == drawn(
        """
        a d d
        . _ .
        b . .
        """
    )


@pytest.mark.parametrize(("count", "tiles"), [(0, 2), (1, 3), (4, 6), (6, 8), (7, 8), ('"score"', 8)])
def test_spawn_brings_as_many_as_there_is_room_for(count: int | str, tiles: int) -> None:
    """Also 2^62 of them: it ends when the board is full."""
    rules = small(DO + f'it = {{ use = "spawn", from = "one", count = {count} }}\n' + ONE_OF_EACH, grid=HOLE_3)
    game = stand(rules, GAPS, score=1 << 62)
    turn = game.play("do")
    assert sum(tile is not None for row in game.board for tile in row) == tiles
    assert kinds(turn) == ["spawned"] * (tiles - 2)
    assert [game.board[0][0], game.board[2][0]] == ["a", "b"]


def test_spawn_keeps_to_its_cells_and_each_of_them_is_as_likely() -> None:
    rules = small(DO + 'it = { use = "spawn", from = "stone", cells = "column == 3" }\n' + ONE_OF_EACH, grid=HOLE_3)
    where = Counter(after(rules, GAPS, "do", seed=seed) for seed in range(900))
    boards = [
        drawn(GAPS.replace("a . .", "a . d")),
        drawn(GAPS.replace(". _ .", ". _ d")),
        drawn(GAPS.replace("b . .", "b . d")),
    ]
    assert sorted(where) == sorted(boards)
    assert all(250 <= count <= 350 for count in where.values())


@pytest.mark.parametrize(
    ("settings", "table", "board", "expected"),
    [
        ('use = "spawn", from = "tight", count = 3', "count(not empty) + 1", ". . .", "a a a"),
        ('use = "fill", from = "tight"', "count(not empty) + 1", ". . d", "b b d"),
        ('use = "change", cells = "tile == c", to = "tight"', "count(tile == c)", "c c c", "c c c"),
        ('use = "change", cells = "tile == d", to = "tight", times = 2', "count(tile == d)", "d d d", "c c c"),
        ('use = "change", cells = "tile == d", to = { d = "tight" }', "count(tile == d)", "d d .", "b b ."),
        ('use = "push", from = "tight", toward = "down"', "count(not empty) + 1", ". . .", "a a a"),
    ],
)
def test_the_ends_of_a_range_are_worked_out_once_for_each_step(
    settings: str, table: str, board: str, expected: str
) -> None:
    body = f'[spawn.tight]\nfrom = "{table}"\nto = "{table}"\n'
    assert does(settings, board, body=body) == drawn(expected)


# ---------------------------------------------------------------- change, clear

BOARD = """
    a b
    c .
"""


@pytest.mark.parametrize(
    ("settings", "board"),
    [
        ('to = "d", cells = "not empty"', "d d\nd ."),
        ('to = "d", cells = "row >= 1"', "d d\nd d"),
        ('to = "none", cells = "tile <= b and not empty"', ". .\nc ."),
        ('to = { a = "b", b = "a" }, cells = "not empty"', "b a\nc ."),
        ('to = { a = "none", none = "a" }, cells = "row >= 1"', ". b\nc a"),
        ('to = { a = "b" }, cells = "empty"', "a b\nc ."),
    ],
)
def test_change_turns_all_its_cells_at_once(settings: str, board: str) -> None:
    assert does(f'use = "change", {settings}', BOARD) == drawn(board)


@pytest.mark.parametrize(
    ("times", "to", "board", "expected"),
    [
        ("count(tile == a)", '{ a = "b", b = "c", c = "d" }', "a a a", "d d d"),
        ("count(tile == a)", '"next(tile)"', "a . a", "c . c"),
        ("column", '{ a = "b", b = "c", c = "d", d = "a" }', "a a a a a", "b c d a b"),
        ("near(tile == a)", '{ a = "b", b = "c" }', "a a a", "b c b"),
        ("2 - column", '{ a = "b", b = "a" }', "a a a", "b a a"),
    ],
)
def test_how_often_a_cell_changes_is_settled_for_all_before_the_first(
    times: str, to: str, board: str, expected: str
) -> None:
    assert does(f'use = "change", cells = "not empty", to = {to}, times = "{times}"', board) == drawn(expected)


def test_change_of_the_chosen_cell_counts_what_changed() -> None:
    rules = small(AIM + 'it = { use = "change", to = { a = "b", b = "c" } }\n', rows=2, columns=2)
    game = stand(rules, BOARD)
    assert [(entry.kind, dict(entry.values)) for entry in game.play("do r1c1").journal] == [
        ("turned", {"count": 1, "step": 1})
    ]
    assert game.play("do r2c1").journal == ()
    assert str(game.board) == drawn("b b\nc .")


@pytest.mark.parametrize(
    ("settings", "aim", "board"),
    [
        ("", "r1c2", "a .\nc ."),
        ('cells = "joined(here)"', "r1c1", ". b\nc ."),
        ('cells = "near(here) > 0 or here"', "r1c1", ". .\n. ."),
        ('cells = "row == 2"', "", "a b\n. ."),
        ('cells = "empty"', "", "a b\nc ."),
    ],
)
def test_clear_empties_its_cells(settings: str, aim: str, board: str) -> None:
    assert does(f'use = "clear"{", " if settings else ""}{settings}', BOARD, aim=aim) == drawn(board)


def test_clear_of_the_chosen_cell_asks_for_a_tile() -> None:
    game = stand(small(AIM + 'it = { use = "clear" }\n', rows=2, columns=2), BOARD)
    assert [str(action) for action in game.legal_actions()] == ["do r1c1", "do r1c2", "do r2c1"]


# ---------------------------------------------------------------- fuse, repeat


@pytest.mark.parametrize(
    ("settings", "aim", "board"),
    [
        ("", "r2c1", ". . b\nb . .\nd d d"),
        ("least = 4", "r2c1", ". . b\nb . .\nd d d"),
        ('makes = "tile", least = 4', "r1c1", "a . b\n. . .\nd d d"),
        ('makes = "d if count >= 4 else b"', "r2c2", ". . b\n. d .\nd d d"),
        ('makes = "c if tile == d else none"', "r3c2", "a a b\na a .\n. c ."),
        ('least = "3 if tile == d else 9", makes = "a"', "r3c3", "a a b\na a .\n. . a"),
    ],
)
def test_fuse_makes_one_tile_of_a_group_on_the_chosen_cell(settings: str, aim: str, board: str) -> None:
    before = "a a b\na a .\nd d d"
    assert does(f'use = "fuse"{", " if settings else ""}{settings}', before, aim=aim) == drawn(board)


@pytest.mark.parametrize(
    ("settings", "legal"),
    [
        ("least = 3", ["r1c1", "r1c2", "r2c1", "r2c2"]),  # d is the last of its chain
        ("least = 4", ["r1c1", "r1c2", "r2c1", "r2c2"]),
        ("least = 5", []),
    ],
)
def test_fuse_is_legal_where_a_group_is_large_enough_and_has_a_next_tier(settings: str, legal: list[str]) -> None:
    game = stand(small(AIM + f'it = {{ use = "fuse", {settings} }}\n'), "a a b\na a .\nd d d")
    assert [action.target for action in game.legal_actions()] == legal


def test_fuse_of_a_set_fuses_each_group_on_its_first_cell() -> None:
    fused = does('use = "fuse", cells = "tile == a", least = 2', "a a b\n. . b\nc a a")
    assert fused == drawn("b . b\n. . b\nc b .")


def test_next_tells_what_a_tier_makes() -> None:
    tiers = 'chain = ["a", "b", "c", "d"]\npieces = ["stone"]\nnext = { d = "a", stone = "stone" }'
    board = "d d d\nstone stone stone\n. . ."
    assert does('use = "fuse"', board, aim="r1c2", tiers=tiers) == drawn(". a .\nstone stone stone\n. . .")
    assert does('use = "fuse"', board, aim="r2c2", tiers=tiers) == drawn("d d d\n. stone .\n. . .")


CHAIN = """
    a a b b c c
    . . . . . .
"""


@pytest.mark.parametrize(
    ("times", "board", "steps"),
    [
        (0, "a a b b c c\na . . . . .", []),
        (1, ". . b b c c\nb . . . . .", [1]),
        (2, ". . b b c c\nb . . . . .", [1]),
        ('"score - 1"', "a a b b c c\na . . . . .", []),
    ],
)
def test_repeat_ends_after_so_many_passes(times: int | str, board: str, steps: list[int]) -> None:
    rules = small(
        '[actions.do]\ntarget = "cell"\nwhere = "tile == a"\nsteps = ["it"]\n[mechanics]\n'
        f'it = {{ use = "repeat", steps = ["fuse"], times = {times} }}\n',
        rows=2, columns=6,
    )  # fmt: skip
    game = stand(rules, CHAIN.replace(". . . . . .", "a . . . . ."))
    turn = game.play("do r2c1")
    assert str(game.board) == drawn(board)
    assert [entry.values["step"] for entry in turn.journal if entry.kind == "fused"] == steps


@pytest.mark.parametrize(
    ("settings", "board"),
    [
        ('use = "fall"', ". a b\na b c\nb c a"),
        ('use = "fall", cells = "tile == a"', "b . a\n. b b\na . c"),
        ('use = "fill", from = "one"', "a b a\nb c b\na b a"),
        ('use = "fill", from = "one", cells = "row == 1"', "a b a\n. . .\n. . ."),
        ('use = "spawn", from = "one"', "a b a\nb c b\na b a"),
        ('use = "spawn", from = "one", count = 0', ". . .\n. . .\n. . ."),
        ('use = "change", cells = "tile == a", to = { b = "c" }', "a . .\n. . .\n. . ."),
        ('use = "change", cells = "tile == a", to = "b", times = 0', "a . .\n. . .\n. . ."),
        ('use = "clear", cells = "tile == d"', "a b c\n. . .\n. . ."),
        ('use = "close"', "a . .\nb . .\n. . ."),
        ('use = "close", toward = "down"', ". . .\na . .\nb . ."),
        ('use = "fuse", cells = "not empty", least = 3', "a a b\n. . b\nd d d"),
        ('use = "modular_sum", cells = "not empty", modulus = 4', "d . .\n. . .\n. . c"),
        ('use = "wander", cells = "tile == a"', "a b .\nb . .\n. . ."),
        ('use = "shuffle"', "a . .\n. . .\n. . ."),
        ('use = "push", from = "one", toward = "down", cells = "row > 3"', "a b c\n. . .\n. . ."),
        ('use = "repeat", steps = ["none"]', "a b c\n. . .\n. . ."),
    ],
)
def test_a_step_that_changes_nothing_says_so(settings: str, board: str) -> None:
    """So a repeat rests after its first pass, and nothing is told."""
    body = f"""
        [actions.do]
        steps = ["again"]
        [mechanics]
        again = {{ use = "repeat", steps = ["it"] }}
        it = {{ {settings} }}
        none = {{ use = "clear", cells = "tile == d" }}
        [spawn.one]
        tile = "a"
    """
    game = stand(small(body), board)
    before = str(game.board)
    turn = game.play("do")
    assert (str(game.board), turn.journal) == (before, ())


def test_a_repeat_that_never_rests_is_stopped_and_says_so() -> None:
    rules = small(DO + 'it = { use = "repeat", steps = ["flip"] }\nflip = { use = "change", to = { a = "b", b = "a" }, '
                  'cells = "not empty" }\n', rows=1, columns=1)  # fmt: skip
    game = stand(rules, "a")
    turn = game.play("do")
    assert [str(entry) for entry in turn.journal if entry.kind == "remarked"] == [
        "a repeat was stopped after 1000 passes: flip"
    ]
    assert (len(turn.journal), str(game.board)) == (1001, "a")


def test_a_repeat_within_a_pass_of_another_counts_for_itself() -> None:
    rules = small(
        """
        [actions.do]
        steps = ["outer", "after"]
        [mechanics]
        outer = { use = "repeat", steps = ["first", "inner", "last"], times = 3 }
        inner = { use = "repeat", steps = ["within"], times = 2 }
        first = { use = "change", cells = "row == 1", to = { a = "b", b = "a" }, emits = "first" }
        within = { use = "change", cells = "row == 1", to = { a = "b", b = "a" }, emits = "within" }
        last = { use = "change", cells = "row == 1", to = { a = "b", b = "a" }, emits = "last" }
        after = { use = "change", cells = "row == 1", to = { a = "b", b = "a" }, emits = "after" }
        """,
        rows=1, columns=1,
    )  # fmt: skip
    turn = stand(rules, "a").play("do")
    assert [f"{entry.kind} {entry.values['step']}" for entry in turn.journal] == [
        *(f"{name} {step}" for n in (1, 2, 3)
          for name, step in (("first", n), ("within", 1), ("within", 2), ("last", n))),
        "after 1",
    ]  # fmt: skip


# ---------------------------------------------------------------- modular_sum

NUMBERS = "numbers = { first = 0, last = 9 }"
STONES = 'numbers = { first = 0, last = 9 }\npieces = ["stone"]'


@pytest.mark.parametrize(
    ("settings", "tiers", "board", "result"),
    [
        ("", NUMBERS, "4 9 .\n8 1 .\n. . .", ". . .\n. . .\n. . ."),
        ("", NUMBERS, "4 9 .\n8 2 .\n. . .", "4 9 .\n8 2 .\n. . ."),
        ("modulus = 7", NUMBERS, "4 9 .\n8 0 .\n. . .", ". . .\n. . .\n. . ."),
        ('modulus = "score"', NUMBERS, "4 9 .\n8 0 .\n. . .", "4 9 .\n8 0 .\n. . ."),
        ("", NUMBERS, ". . 5\n. 0 .\n. . 5", ". . .\n. . .\n. . ."),
        ("", NUMBERS, ". . .\n. 0 .\n. . .", ". . .\n. . .\n. . ."),
        ("", NUMBERS, ". . .\n. 3 .\n. . .", ". . .\n. 3 .\n. . ."),
        ("", STONES, "4 stone .\n8 2 .\n. . .", ". stone .\n. . .\n. . ."),
        ("", STONES, "4 stone .\n8 stone .\n. . .", "4 stone .\n8 stone .\n. . ."),
    ],
)
def test_modular_sum_takes_the_numbers_around_with_the_one_they_add_up_to(
    settings: str, tiers: str, board: str, result: str
) -> None:
    found = does(f'use = "modular_sum"{", " if settings else ""}{settings}', board, aim="r2c2", tiers=tiers,
                 grid='adjacency = "king"')  # fmt: skip
    assert found == drawn(result)


def test_modular_sum_of_a_set_goes_in_reading_order() -> None:
    # 3 goes with its neighbour 3; then 5 has only the 2 left beside it.
    assert does('use = "modular_sum", cells = "not empty"', "3 3 2 2", tiers=NUMBERS) == ". . . ."
    assert does('use = "modular_sum", cells = "not empty"', "3 3 5 2", tiers=NUMBERS) == ". . 5 2"


# ---------------------------------------------------------------- the queue: place, deal, stone_cycle, through

QUEUE = """
[queue]
shows = 2
from = "deal"
through = ["stones"]
counts = "dealt"
[variables]
dealt = 0
every = 3
[spawn.deal]
weights = { a = 1 }
[actions.put]
target = "cell"
where = "empty"
steps = ["place", "deal"]
[actions.seldom]
set = { every = 0 }
[mechanics]
stones = { use = "stone_cycle", piece = "stone", every = "every" }
"""
WITH_STONE = 'chain = ["a", "b", "c", "d"]\npieces = ["stone"]'


def test_place_puts_now_and_deal_brings_the_next() -> None:
    rules = small(QUEUE, tiers=WITH_STONE)
    game = stand(rules, queue=["b", "c"])
    turn = game.play("put r1c1")
    assert (game.board[0][0], game.queue) == ("b", ("c", "stone"))
    assert [str(entry) for entry in turn.journal] == ["b placed on r1c1", "dealt 2 to 3", "stone dealt"]


def test_every_nth_tile_dealt_is_a_stone_and_takes_no_draw() -> None:
    rules = small(QUEUE, tiers=WITH_STONE)
    game = stand(rules, queue=["a", "a"], draws=["b", "c", "d"])
    dealt = []
    for cell in ("r1c1", "r1c2", "r1c3", "r2c1", "r2c2"):
        game.play(f"put {cell}")
        dealt.append(game.queue[-1])
    assert dealt == ["stone", "b", "c", "stone", "d"]
    assert game.variables == {"dealt": 7, "every": 3}


def test_every_may_be_worked_out_and_0_is_never() -> None:
    rules = small(QUEUE, tiers=WITH_STONE)
    game = stand(rules, queue=["a", "a"], variables={"every": 1})
    game.play("put r1c1")
    assert game.queue == ("a", "stone")
    game.play("seldom")
    game.play("put r1c2")
    assert game.queue == ("stone", "a")


# ---------------------------------------------------------------- start

STAGES = """
[variables]
stage = 1
[spawn.any]
weights = { a = 1, b = 1, c = 1, d = 1 }
[start]
steps = ["fill"]
keyed_by = ["stage"]
[actions.clear]
steps = ["empty", "again"]
[actions.next]
add = { stage = 1 }
steps = ["again"]
[actions.back]
add = { stage = -1 }
steps = ["again"]
[mechanics]
empty = { use = "clear", cells = "column > 1" }
again = { use = "start", when = "stage < 3" }
fill = { use = "fill", from = "any" }
"""


def test_an_opening_hangs_on_the_seed_and_its_keys_alone() -> None:
    rules = small(STAGES)
    game = rules.new_game(7)
    first = game.board
    game.play("clear")
    assert game.board == first
    game.play("next")
    second = game.board
    assert second != first
    game.play("back")
    assert game.board == first
    game.play("next")
    assert game.board == second
    assert rules.new_game(8).board != first


def dealt(tiles: str, seed: int, *key: int) -> str:
    """The row of six tiles that the draws of a key give: from its first draw on, whatever was dealt before."""
    folded = 0
    for number in key:
        folded = (folded * 1_000_003 + number) % 2**32
    draws = [bounded(seed, stream_number("setup"), folded, k, len(tiles)) for k in range(6)]
    return " ".join(tiles[draw] for draw in draws)


def test_each_opening_begins_with_the_first_draw_of_its_key() -> None:
    """Which boards a seed brings is a promise; two keys of the same sum are two keys."""
    body = STAGES.replace("stage = 1\n", "stage = 1\nlevel = 1\n", 1).replace('["stage"]', '["level", "stage"]')
    body = body.replace("stage < 3", "stage < 5") + "[actions.up]\nadd = { level = 1 }\nset = { stage = 0 }\n"
    rules = small(body, rows=1, columns=6)
    boards = {}
    game = rules.new_game(7)
    assert str(game.board) == dealt("abcd", 7, 1, 1)
    for level in (1, 2, 3):
        if level > 1:
            game.play("up")
            game.play("next")
        for stage in (1, 2, 3, 4):
            assert game.variables == {"stage": stage, "level": level}
            assert str(game.board) == dealt("abcd", 7, level, stage)
            boards[level, stage] = str(game.board)
            if stage < 4:
                game.play("next")
    assert len(set(boards.values())) == 12
    # The other way round, and with a board dealt twice.
    for stage in (3, 2, 1):
        game.play("clear")
        game.play("back")
        assert str(game.board) == boards[3, stage]
    game = rules.new_game(7)
    for _ in range(2):
        game.play("up")
    game.play("next")
    assert str(game.board) == boards[3, 1]


def test_an_opening_that_is_not_dealt_leaves_the_board() -> None:
    game = small(STAGES).new_game(7)
    game.play("next")
    before = game.board
    turn = game.play("next")  # stage 3: not dealt
    assert (game.board, kinds(turn)) == (before, ["changed"])


def test_an_opening_scores_nothing_and_pulls_no_trigger() -> None:
    rules = small(
        STAGES.replace("stage = 1\n", "stage = 1\nseen = 0\n", 1)
        + '[scoring]\nfilled = "count"\n[[triggers]]\non = "filled"\nadd = { seen = 1 }\n'
    )
    game = rules.new_game(7)
    game.play("next")
    assert (game.score, game.variables["seen"]) == (0, 0)


def test_openings_are_dealt_again_until_they_hold() -> None:
    body = STAGES.replace('keyed_by = ["stage"]', 'until = "count(tile == a) == 5"')
    assert all(sum(tile == "a" for row in small(body).new_game(seed).board for tile in row) == 5 for seed in range(20))


def test_an_opening_that_can_never_hold_ends_all_the_same() -> None:
    rules = small(STAGES.replace('keyed_by = ["stage"]', 'until = "count(tile == a) == 5 and empties > 0"'))
    turn = rules.new_game(7).play("clear")
    assert "the opening still does not hold after 1000 deals: count(tile == a) == 5 and empties > 0" in [
        str(entry) for entry in turn.journal
    ]


# ---------------------------------------------------------------- conditions, names, order


def test_a_step_with_a_condition_is_passed_over_where_it_does_not_hold() -> None:
    body = DO + 'it = { use = "clear", cells = "not empty", when = "score > 3" }\n'
    rules = small(body, rows=1, columns=2)
    assert after(rules, "a b", "do", score=3) == "a b"
    assert after(rules, "a b", "do", score=4) == ". ."


def test_an_event_may_go_by_another_name() -> None:
    body = DO + 'it = { use = "clear", cells = "not empty", emits = "fused" }\n[scoring]\nfused = "count * 10"\n'
    game = stand(small(body, rows=1, columns=2), "a b")
    turn = game.play("do")
    assert (game.score, kinds(turn)) == (20, ["fused", "scored"])
    assert [str(entry) for entry in turn.journal] == ["fused r1c1, r1c2", "+20 points: 20"]


def test_steps_run_left_to_right_and_changes_are_worked_out_before_any_is_written() -> None:
    rules = small(
        '[variables]\nx = 1\ny = 2\n[actions.do]\nset = { x = "y", y = "x" }\nadd = { score = "x * 100 + y * 10" }\n'
        'steps = ["down", "out"]\n[mechanics]\ndown = { use = "fall" }\nout = { use = "clear", cells = "row == 2" }\n',
        rows=2, columns=2,
    )  # fmt: skip
    game = stand(rules, "a .\n. b")
    game.play("do")
    assert (str(game.board), game.score, game.variables) == (drawn(". .\n. ."), 120, {"x": 2, "y": 1})


@pytest.mark.parametrize(
    ("how", "value", "result"),
    [
        ("set", 99, 5), ("set", -99, -2), ("set", 3, 3), ("add", 99, 5), ("add", -99, -2), ("add", 1, 2),
        ("add", 1 << 62, 5), ("set", -(1 << 62), -2),
    ],
)  # fmt: skip
def test_a_variable_stays_in_its_bounds(how: str, value: int, result: int) -> None:
    rules = small(f"[variables]\nx = {{ start = 1, least = -2, most = 5 }}\n[actions.do]\n{how} = {{ x = {value} }}\n")
    game = rules.new_game()
    game.play("do")
    assert game.variables == {"x": result}


def test_a_score_that_is_set_is_what_it_is_set_to_from_one_end_to_the_other() -> None:
    rules = small(f"[actions.up]\nset = {{ score = {1 << 62} }}\n[actions.down]\nset = {{ score = {-(1 << 62)} }}\n")
    game = rules.new_game()
    scores = [game.play(action) and game.score for action in ("up", "down", "up")]
    assert scores == [1 << 62, -(1 << 62), 1 << 62]


@pytest.mark.parametrize("start", [(1 << 62) - 1, 1 << 62])
def test_score_and_variables_saturate(start: int) -> None:
    rules = small(
        f"[variables]\nx = {start}\ny = {-start}\n[actions.do]\n"
        'add = { x = "x", y = "y", score = "x" }\n[actions.pay]\nadd = { score = "-score - score" }\n'
    )
    game = rules.new_game()
    game.play("do")
    game.play("do")
    assert (game.score, game.variables) == (1 << 62, {"x": 1 << 62, "y": -(1 << 62)})
    game.play("pay")
    assert game.score == 0


def test_every_bundled_mechanic_is_tried_in_this_folder() -> None:
    tests = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py"))]
    assert [kind for kind in PLUGINS.mechanics if not any(f'"{kind}"' in text for text in tests)] == []
