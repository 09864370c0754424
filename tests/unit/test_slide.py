"""What the mechanic `slide` does, and what an action that takes a direction is."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.rulesets import PLUGINS, after, drawn, kinds, load, small, stand

import tilekit
from tilekit import board as b
from tilekit.conformance import check
from tilekit.hooks import Mechanic, Settings, Step
from tilekit.plugins import Plugins
from tilekit.session import Session

SLIDE = '[actions.slide]\ntarget = "direction"\nsteps = ["it"]\n[mechanics]\n'
NUMBERS = "numbers = { first = 1, last = 9 }"
WAYS = ("up", "down", "left", "right")


def slid(board: str, way: str, settings: str = "", *, grid: str = "", tiers: str = NUMBERS) -> str:
    """The board after one slide, with these settings."""
    size = [line.split() for line in board.strip().splitlines()]
    table = f'it = {{ use = "slide"{", " + settings if settings else ""} }}\n'
    rules = small(SLIDE + table, rows=len(size), columns=len(size[0]), grid=grid, tiers=tiers)
    return after(rules, board, f"slide {way}")


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (". . . 1", "1 . . ."),
        (". 1 . 2", "1 2 . ."),
        ("1 1 . .", "2 . . ."),
        ("1 . . 1", "2 . . ."),
        ("1 1 1 .", "2 1 . ."),
        ("1 1 1 1", "2 2 . ."),
        ("1 1 2 .", "2 2 . ."),  # what was made joins no more
        ("2 1 1 .", "2 2 . ."),
        ("2 . 1 1", "2 2 . ."),
        ("1 1 2 2", "2 3 . ."),
        ("1 2 2 1", "1 3 1 ."),
        (". 3 3 3", "4 3 . ."),
        ("9 9 . 8", "9 9 8 ."),  # the top of the ladder stays
    ],
)
def test_a_line(line: str, expected: str) -> None:
    assert slid(line, "left") == expected
    backwards = " ".join(reversed(line.split()))
    assert slid(backwards, "right") == " ".join(reversed(expected.split()))
    assert slid("\n".join(line.split()), "up") == "\n".join(expected.split())
    assert slid("\n".join(backwards.split()), "down") == "\n".join(reversed(expected.split()))


def test_all_lines_at_once() -> None:
    board = """
        1 1 . 2
        . 2 . 2
        3 . . .
        1 2 3 4
    """
    after_left = """
        2 2 . .
        3 . . .
        3 . . .
        1 2 3 4
    """
    after_down = """
        . . . .
        1 . . .
        3 1 . 3
        1 3 3 4
    """
    assert slid(board, "left") == drawn(after_left)
    assert slid(board, "down") == drawn(after_down)


def test_holes_are_walls() -> None:
    board = """
        1 1 _ 1 1
        . 1 . _ 2
        _ . . 1 .
    """
    holes = 'mask = """\n. . _ . .\n. . . _ .\n_ . . . .\n"""'
    after_left = """
        2 . _ 2 .
        1 . . _ 2
        _ 1 . . .
    """
    after_down = """
        . . _ . .
        1 . . _ 1
        _ 2 . 1 2
    """
    # The column of r1c4 ends at the hole below it.
    after_down = after_down.replace(". . _ . .", ". . _ 1 .", 1)
    assert slid(board, "left", grid=holes) == drawn(after_left)
    assert slid(board, "down", grid=holes) == drawn(after_down)


@pytest.mark.parametrize("adjacency", ["orthogonal", "king"])
def test_wrap_leaves_walls_where_they_are(adjacency: str) -> None:
    grid = f'adjacency = "{adjacency}"\nwrap = true'
    assert slid("1 . 1\n. . .\n. 2 .", "left", grid=grid) == "2 . .\n. . .\n2 . ."
    assert slid("1 . 1\n. . .\n. 2 .", "down", grid=grid) == ". . .\n. . .\n1 2 1"


HEX = """
     1 . 1 1
     . 2 . .
     1 . 1 1
     1 1 . 2
"""


@pytest.mark.parametrize(
    ("way", "board"),
    [
        ("left", "2 1 . .\n 2 . . .\n 2 1 . .\n 2 2 . ."),
        ("right", ". . 1 2\n . . . 2\n . . 1 2\n . . 2 2"),
        # The slanting lines from the upper wall: r1c1 r2c1 r3c2 r4c2, r1c2 r2c2 r3c3 r4c3, r1c3 r2c3 r3c4 r4c4, …
        ("up-left", "2 2 2 1\n . 1 2 .\n 2 . . .\n . . . ."),
        # And towards the right: r1c4 r2c3 r3c3 r4c2, r1c3 r2c2 r3c2 r4c1, r1c2 r2c1 r3c1, r1c1, r2c4 r3c4 r4c3, r4c4.
        ("up-right", "1 1 1 2\n . 2 1 1\n . 1 . .\n . . . 2"),
        ("down-left", "1 . . .\n . 1 . .\n 1 2 1 .\n 1 2 1 2"),
    ],
)
def test_six_directions_of_hexagons(way: str, board: str) -> None:
    assert slid(HEX, way, grid='adjacency = "hex"') == drawn(board)


# ---------------------------------------------------------------- reach


@pytest.mark.parametrize(
    ("line", "one", "two"),
    [
        (". . . 1", ". . 1 .", ". 1 . ."),
        (". 1 . 2", "1 . 2 .", "1 2 . ."),
        ("1 1 . .", "2 . . .", "2 . . ."),
        ("1 . 1 .", "1 1 . .", "2 . . ."),  # too far off to join at once
        ("1 . . 1", "1 . 1 .", "1 1 . ."),
        ("1 1 1 1", "2 1 1 .", "2 2 . ."),
        (". 1 1 .", "1 1 . .", "2 . . ."),
        (". 2 1 1", "2 1 1 .", "2 2 . ."),
        ("2 1 1 3", "2 2 3 .", "2 2 3 ."),
    ],
)
def test_reach(line: str, one: str, two: str) -> None:
    assert slid(line, "left", "reach = 1") == one
    assert slid(line, "left", "reach = 2") == two
    assert slid(line, "left", "reach = 1000") == slid(line, "left")


# ---------------------------------------------------------------- joins, makes

THREES = 'joins = "a + b == 3 or a == b and a >= 3", makes = "max(a, b) + 1 if a > 2 else 3", reach = 1'


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1 2 3 .", "3 3 . ."),
        ("2 1 . 1", "3 . 1 ."),
        ("1 1 2 2", "1 3 2 ."),
        ("3 3 3 3", "4 3 3 ."),
        ("2 2 1 .", "2 3 . ."),
        ("9 9 1 .", None),  # nothing comes after the last
    ],
)
def test_other_joins(line: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(tilekit.IllegalAction, match="slide left would change nothing"):
            slid(line, "left", THREES)
    else:
        assert slid(line, "left", THREES) == expected


def test_a_is_nearer_the_wall() -> None:
    assert slid("1 3 . 3", "left", 'joins = "a < b", makes = "b"') == "3 3 . ."
    assert slid("1 3 . 3", "right", 'joins = "a < b", makes = "b"') == ". 1 3 3"
    assert slid("1 2 3 4", "left", 'joins = "a < b", makes = "a"') == "1 3 . ."


def test_pieces_slide_and_do_not_join() -> None:
    tiers = NUMBERS + '\npieces = ["rock"]'
    assert slid("rock rock . 1", "right", tiers=tiers) == drawn(". rock rock 1")
    assert slid(". rock 1 1", "left", tiers=tiers) == drawn("rock 2 . .")
    chain = 'chain = ["ash", "bud", "cob"]\npieces = ["rock"]\nnext = { rock = "bud", cob = "ash" }'
    assert slid("rock rock cob cob", "left", tiers=chain) == drawn("bud ash . .")


def test_joins_may_ask_about_the_game() -> None:
    settings = 'joins = "a == b and empties >= 2"'
    assert slid("1 1 . .\n2 2 3 3", "left", settings) == "2 . . .\n3 4 . ."
    assert slid("1 1 1 1\n2 2 . .", "left", settings) == "2 2 . .\n3 . . ."
    rules = small(SLIDE + f'it = {{ use = "slide", {settings} }}', rows=1, columns=3, tiers=NUMBERS)
    assert stand(rules, "1 1 .").why_not("slide left") == "slide left would change nothing"


# ---------------------------------------------------------------- events


def test_events() -> None:
    body = SLIDE + 'it = { use = "slide" }\n[scoring]\nfused = "made * 100 + tile * 10 + count"\nmoved = "count * 1000"'
    rules = small(body, rows=2, columns=4, tiers=NUMBERS)
    turn = stand(rules, "1 1 2 2\n. 4 . .").play("slide left")
    assert kinds(turn) == ["fused", "scored", "fused", "scored", "moved", "scored"]
    assert [dict(entry.values) for entry in turn.journal if entry.kind != "scored"] == [
        {"tile": "1", "made": "2", "count": 2, "step": 1, "points": 212},
        {"tile": "2", "made": "3", "count": 2, "step": 1, "points": 322},
        {"count": 4, "step": 1, "points": 4000},
    ]
    assert turn.points == 212 + 322 + 4000
    assert [str(entry) for entry in turn.journal][::2] == [
        "2 1 fused into 2 on r1c1", "2 2 fused into 3 on r1c2", "4 moved in all, the last r2c2 to r2c1",
    ]  # fmt: skip
    turn = stand(rules, "1 1 . .\n4 . . .").play("slide left")
    assert str(turn.journal[-2]) == "1 moved in all"
    assert stand(rules, "1 1 . .\n4 . . .").best_made == ""
    game = stand(rules, "1 1 . .\n4 . . .")
    game.play("slide left")
    assert game.best_made == "2"


def test_a_tile_keeps_its_id_while_it_slides() -> None:
    rules = small(SLIDE + 'it = { use = "slide" }', rows=1, columns=4, tiers=NUMBERS)
    game = stand(rules, ". 1 . 2")
    before = game.play("slide left").journal[0].changes
    assert [(c.cell, c.after, c.origin, c.to) for c in before] == [
        ("r1c2", None, None, "r1c1"), ("r1c1", "1", "r1c2", None), ("r1c4", None, None, "r1c2"),
        ("r1c2", "2", "r1c4", None),
    ]  # fmt: skip
    assert [c.id for c in before] == [1, 1, 2, 2]


# ---------------------------------------------------------------- legal, and refused

PLAIN = small(SLIDE + 'it = { use = "slide" }', tiers=NUMBERS)
ODD = small(SLIDE + 'it = { use = "slide", joins = "a == b and a != 2 or a + b == 3" }', tiers=NUMBERS)


@pytest.mark.parametrize(
    ("board", "legal"),
    [
        (". . .\n. . .\n. . .", []),
        (". . .\n. 1 .\n. . .", ["slide up", "slide down", "slide left", "slide right"]),
        ("1 . .\n. . .\n. . .", ["slide down", "slide right"]),
        ("1 2 3\n. . .\n. . .", ["slide down"]),
        ("1 2 3\n1 3 4\n5 6 7", ["slide up", "slide down"]),
        ("1 2 3\n4 5 5\n2 3 4", ["slide left", "slide right"]),
        ("1 2 3\n4 5 6\n2 3 4", []),
        ("9 9 3\n4 5 6\n2 3 4", []),
    ],
)
def test_legal_where_something_moves(board: str, legal: list[str]) -> None:
    game = stand(PLAIN, board)
    assert list(map(str, game.legal_actions())) == legal
    assert game.status == ("playing" if legal else "over")
    for way in WAYS:
        if f"slide {way}" not in legal and legal:
            assert game.why_not(f"slide {way}") == f"slide {way} would change nothing"


boards = st.lists(st.sampled_from(".112239"), min_size=9, max_size=9).map(
    lambda cells: "\n".join(" ".join(cells[at : at + 3]) for at in (0, 3, 6))
)


@pytest.mark.parametrize("rules", [PLAIN, ODD], ids=["plain", "odd"])
@given(board=boards)
def test_legal_is_what_changes_the_board(rules: tilekit.Rules, board: str) -> None:
    game = stand(rules, board)
    for spec, s in ((rules.program.actions[0], game._s), (rules.engine.silent_program.actions[0], game._s)):
        able = spec.able(s)
        for number in range(4):
            copy = s[:]
            spec.play(copy, number)
            cells = rules.program.board.codes
            assert (cells(copy) != cells(s)) == bool(able >> number & 1)


@given(board=boards)
def test_turning_the_board_turns_the_slide(board: str) -> None:
    rows = [line.split() for line in board.splitlines()]
    turned = "\n".join(" ".join(row[column] for row in reversed(rows)) for column in range(3))
    mirrored = "\n".join(" ".join(reversed(row)) for row in rows)
    for rules in (PLAIN, ODD):
        for way, quarter, mirror in (("up", "right", "up"), ("right", "down", "left"), ("left", "up", "right")):
            if stand(rules, board).is_legal(f"slide {way}"):
                rows_after = [line.split() for line in after(rules, board, f"slide {way}").splitlines()]
                by_quarter = "\n".join(" ".join(row[c] for row in reversed(rows_after)) for c in range(3))
                assert after(rules, turned, f"slide {quarter}") == by_quarter
                by_mirror = "\n".join(" ".join(reversed(row)) for row in rows_after)
                assert after(rules, mirrored, f"slide {mirror}") == by_mirror


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("slide", "slide takes one direction: slide up"),
        ("slide left left", "slide takes one direction: slide up"),
        ("slide r1c1", "r1c1 is no direction; there are up, down, left, right"),
        ("slide letf", 'letf is no direction; there are up, down, left, right; did you mean "left"?'),
        ("slide LEFT", "LEFT is no direction; there are up, down, left, right"),
        ("slide 3", "3 is no direction; there are up, down, left, right"),
        ("slied left", 'this game has no such action; it has slide, restart; did you mean "slide"?'),
    ],
)
def test_what_is_no_direction_is_refused_in_words(action: str, reason: str) -> None:
    assert stand(PLAIN, "1 . .\n. . .\n. . .").why_not(action).removesuffix('; did you mean "left"?') in reason


def test_hexagons_name_theirs() -> None:
    rules = small(SLIDE + 'it = { use = "slide" }', grid='adjacency = "hex"', tiers=NUMBERS)
    game = stand(rules, ". . .\n. 1 .\n. . .")
    assert [action.target for action in game.legal_actions()] == list(rules.program.grid.directions)
    assert game.why_not("slide up").startswith(
        "up is no direction; there are up-left, up-right, left, right, down-left"
    )


GATED = small(
    '[variables]\nfuel = 2\n[actions.slide]\ntarget = "direction"\nsteps = ["it"]\ncosts = { fuel = 1 }\n'
    'when = "tiles < 3"\nrefusal = "nothing moves that way"\n'
    '[actions.tilt]\ntarget = "direction"\nset = { fuel = 1 }\nduring = ["rest"]\nsteps = ["mark"]\n'
    '[mechanics]\nit = { use = "slide" }\nmark = { use = "change", cells = "r2c2", to = "5" }\n'
    '[[end]]\nwhen = "fuel == 0"\nstatus = "paused"\nreason = "rest"',
    tiers=NUMBERS, end="",
)  # fmt: skip


def test_costs_conditions_and_pauses_hold_for_directions_too() -> None:
    game = stand(GATED, "1 . .\n. . .\n. . .")
    assert list(map(str, game.legal_actions())) == ["slide down", "slide right"]
    assert game.why_not("slide up") == "up: nothing moves that way"
    assert game.why_not("tilt up") == "tilt is for the pause rest"
    game.play("slide down")
    game.play("slide right")
    assert (game.status, game.reason) == ("paused", "rest")
    assert list(map(str, game.legal_actions())) == [f"tilt {way}" for way in WAYS]
    assert game.why_not("slide up") == "the game is paused: rest; tilt up or tilt down or tilt left goes on"
    game.play("tilt left")
    assert str(game.board) == ". . .\n. 5 .\n. . 1"
    crowded = stand(GATED, "1 2 3\n. . .\n. . .", variables={"fuel": 1})
    assert crowded.why_not("slide down") == "slide asks that tiles < 3"
    assert [spec.first for spec in GATED.program.actions] == [0, 4]


def test_random_turns_take_every_legal_direction_alike() -> None:
    seen: Counter[str] = Counter()
    for program in (PLAIN.program, PLAIN.engine.silent_program):
        for seed in range(1000):
            s = program.begin(seed)
            program.board.wipe(s)
            program.board.put(s, 0, 1)
            s[b.END] = 0
            assert program.turn(s) == 1
            seen[program.tiles.board_text(program.board.codes(s), program.grid)] += 1
    assert set(seen) == {". . 1\n. . .\n. . .", ". . .\n. . .\n1 . ."}
    assert min(seen.values()) > 900  # of 2,000, 1,000 of each are to be expected, 22 more or less


def test_two_actions_share_the_draw() -> None:
    rules = small(
        SLIDE + 'it = { use = "slide" }\n[actions.drop]\ntarget = "cell"\nwhere = "empty"\nsteps = ["fill"]\n'
        '[mechanics.fill]\nuse = "change"\nto = "1"\n[actions.wait]\n',
        rows=1, columns=3, tiers=NUMBERS, end='when = "turn > 100000"\nreason = "long"',
    )  # fmt: skip
    program, seen = rules.engine.silent_program, set()
    for seed in range(60):
        s = program.begin(seed)
        program.board.put(s, 1, 1)
        number = program.turn(s)
        seen.add((number, str(program.tiles.board_text(program.board.codes(s), program.grid))))
    assert seen == {(1, "1 . ."), (1, ". . 1"), (2, "1 1 ."), (2, ". 1 1"), (3, ". 1 .")}


# ---------------------------------------------------------------- inside other steps


def test_a_slide_in_a_repeat() -> None:
    body = SLIDE.replace('["it"]', '["again"]') + 'again = { use = "repeat", steps = ["it"] }\nit = { use = "slide" }\n'
    rules = small(body + '[scoring]\nfused = "step"', rows=1, columns=4, tiers=NUMBERS)
    game = stand(rules, "1 1 1 1")
    game.play("slide left")
    assert (str(game.board), game.score) == ("3 . . .", 1 + 1 + 2)
    assert game.is_legal("slide left")  # a repeat can act anywhere


def test_a_first_step_that_needs_no_direction_is_asked_for_all() -> None:
    rules = small(
        '[actions.mix]\ntarget = "direction"\nsteps = ["shuffle"]\n[mechanics.shuffle]\nleaves = 2',
        rows=1, columns=3,
    )  # fmt: skip
    assert [str(action) for action in stand(rules, "a a b").legal_actions()] == [f"mix {way}" for way in WAYS]
    assert stand(rules, "a b c").legal_actions() == []


def test_a_direction_without_steps() -> None:
    rules = small('[variables]\nn = 0\n[actions.look]\ntarget = "direction"\nadd = { n = 1 }', rows=1)
    game = stand(rules)
    assert len(game.legal_actions()) == 4
    game.play("look up")
    assert game.variables["n"] == 1


# ---------------------------------------------------------------- shown, saved, generated


def test_each_direction_has_a_button() -> None:
    game = stand(PLAIN, "1 . .\n. . .\n. . .")
    view = Session(PLAIN, game=game).view()
    ways = [(b.action, b.key, b.label, b.direction, b.enabled) for b in view.buttons if b.direction]
    assert ways == [
        ("slide up", "8", "Slide up", "up", False),
        ("slide down", "2", "Slide down", "down", True),
        ("slide left", "4", "Slide left", "left", False),
        ("slide right", "6", "Slide right", "right", True),
    ]
    assert not any(cell.action or cell.legal for row in view.cells for cell in row)
    keys = [(b.action, b.key) for b in Session(GATED, 1).view().buttons if b.direction]
    assert keys[:4] == [("slide up", "8"), ("slide down", "2"), ("slide left", "4"), ("slide right", "6")]
    assert keys[4:] == [("tilt up", ""), ("tilt down", ""), ("tilt left", ""), ("tilt right", "")]


def test_a_game_of_directions_is_saved_and_loaded(tmp_path: object) -> None:
    rules = tilekit.load("2048")
    game = rules.new_game(3)
    for _ in range(30):
        game.play(game.legal_actions()[-1])
    game.save(f"{tmp_path}/game.json")
    assert tilekit.load_game(f"{tmp_path}/game.json") == game


@pytest.mark.slow
def test_conformance_turns_directions_with_the_board() -> None:
    """A mechanic that says it keeps symmetry, and one that only says so."""

    def pushing(b: tilekit.Builder, *, crooked: bool) -> Step:
        move, where, each, ways, bit = b.move, b.where, b.each, b.ways, b.bit
        ahead = [b.grid.ahead(way) for way in b.grid.directions]
        flat, size = b.numbers([to for cells in ahead for to in cells]), b.grid.size
        full = b.full

        def act(s: list[int], here: int) -> int:
            way = 0 if crooked else here
            gaps, moved = where(s, 0), 0
            for cell in each(full & ~gaps):
                to = flat[way * size + cell]
                if to >= 0 and gaps & bit(to) != 0:
                    move(s, cell, to)
                    moved = 1
            return moved

        def able(s: list[int]) -> int:
            return ways(full & ~where(s, 0), where(s, 0)) if not crooked else 15

        return Step(act, able=able)

    class Plugin:
        def __init__(self, *, crooked: bool) -> None:
            self.crooked = crooked

        @tilekit.hookimpl
        def tilekit_mechanics(self) -> list[Mechanic]:
            return [
                Mechanic(
                    kind="shove", summary="tiles move one step", settings=Settings, keeps_symmetry=True,
                    build=lambda _settings, b: pushing(b, crooked=self.crooked), needs_direction=True,
                )
            ]  # fmt: skip

    text = (
        'format = 1\n[game]\nid = "shove"\ntitle = "Push"\nversion = 1\n[grid]\nrows = 4\ncolumns = 4\n'
        '[tiers]\nchain = ["a", "b"]\n[actions.shove]\ntarget = "direction"\nsteps = ["shove"]\n'
        '[[end]]\nwhen = "no_moves"\nreason = "stuck"\n'
    )
    for crooked in (False, True):
        plugins = Plugins(entry_points=False, extra={"shove": Plugin(crooked=crooked)})
        rules = tilekit.loads(text, plugins=plugins)
        assert rules.program.keeps_symmetry
        # The board begins empty, so the true one is over at once.
        assert {failure.name for failure in check(rules, examples=15, frontends={})} == (
            {"symmetric"} if crooked else {"opening"}
        )


def test_needs_a_direction_like_any_mechanic_may() -> None:
    with pytest.raises(tilekit.RulesetError) as caught:
        load(PLAIN.document.text.replace('"direction"', '"none"'))
    assert [d.code for d in caught.value.diagnostics] == ["no-direction-here"]
    assert PLUGINS.mechanics["slide"].needs_direction
