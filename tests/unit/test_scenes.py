"""A turn as scenes: still boards, and everything that lies otherwise told by what moved, vanished or appeared."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.rulesets import PLUGINS, small, stand

import tilekit
from tilekit.chance import bounded
from tilekit.game import Turn
from tilekit.grid import Grid
from tilekit.journal import Change, Entry
from tilekit.scenes import Scene, Still, scenes
from tilekit.session import Session
from tilekit.view import TileView

RULESETS = sorted(PLUGINS.rulesets)


def look(tile: str) -> TileView:
    return TileView(tile, tile, tile, "#000000", "#ffffff", "circle", "plain", crown=False, glow=False, lit=False)


def still(text: str) -> Still:
    return tuple(tuple(None if token == "." else look(token) for token in row.split()) for row in text.split("/"))


def written(board: Still) -> str:
    return "/".join(" ".join(tile.tile if tile else "." for tile in row) for row in board)


def told(scene: Scene) -> dict[str, Any]:
    """What a scene tells, as short texts."""

    def short(motions: Any) -> list[str]:
        return [f"{m.tile.tile} {m.start[0]}{m.start[1]}>{m.end[0]}{m.end[1]}" for m in motions]

    return {
        "boards": (written(scene.start), written(scene.end)),
        "moves": short(scene.moves),
        "vanishes": short(scene.vanishes),
        "appears": short(scene.appears),
    }


def sound(scene: Scene) -> None:
    """Each tile of the start stays, moves or vanishes, once; each of the end stayed, moved or appeared, once."""
    start = {(r, c): tile.tile for r, row in enumerate(scene.start) for c, tile in enumerate(row) if tile}
    end = {(r, c): tile.tile for r, row in enumerate(scene.end) for c, tile in enumerate(row) if tile}
    left = [motion.start for motion in (*scene.moves, *scene.vanishes)]
    came = [motion.end for motion in (*scene.moves, *scene.appears)]
    assert len(set(left)) == len(left)
    assert len(set(came)) == len(came)
    assert all(start.pop(motion.start) == motion.tile.tile for motion in (*scene.moves, *scene.vanishes))
    assert all(end.pop(motion.end) == motion.tile.tile for motion in (*scene.moves, *scene.appears))
    assert start == end
    assert all(motion.start != motion.end for motion in scene.moves)


def played(rules: tilekit.Rules, board: str, action: str, **given: Any) -> tuple[Scene, ...]:
    sitting = Session(rules, game=stand(rules, board, **given))
    assert sitting.play(action) == ""
    for scene in sitting.scenes:
        sound(scene)
    return sitting.scenes


# ---------------------------------------------------------------- the bundled mechanics


def test_a_group_goes_into_the_cell_it_fuses_onto() -> None:
    placed, first, second = played(tilekit.load("merge"), """
        n s . . .
        n . s . .
        . . . . .
        . . . . .
        . . . . .
    """, "drop r2c2", queue=["spark", "node"])  # fmt: skip
    assert told(placed) == {
        "boards": (
            "node spark . . ./node . spark . ./. . . . ./. . . . ./. . . . .",
            "node spark . . ./node spark spark . ./. . . . ./. . . . ./. . . . .",
        ),
        "moves": [], "vanishes": [], "appears": ["spark 11>11"],
    }  # fmt: skip
    assert told(first) == {
        "boards": (written(placed.end), "node . . . ./node node . . ./. . . . ./. . . . ./. . . . ."),
        "moves": [], "vanishes": ["spark 01>11", "spark 11>11", "spark 12>11"], "appears": ["node 11>11"],
    }  # fmt: skip
    assert told(second) == {
        "boards": (written(first.end), ". . . . ./. core . . ./. . . . ./. . . . ./. . . . ."),
        "moves": [], "vanishes": ["node 00>11", "node 10>11", "node 11>11"], "appears": ["core 11>11"],
    }  # fmt: skip
    assert [(s.kind, s.place, s.points, s.together) for s in (placed, first, second)] == [
        ("placed", (1, 1), 0, False), ("fused", (1, 1), 6, False), ("fused", (1, 1), 48, False),
    ]  # fmt: skip
    assert first.words == "3 spark fused into node on r2c2"


def test_all_tiles_of_a_slide_go_at_once() -> None:
    """What moves before it joins starts where it lay, and the tiles of other lines are told where they come in."""
    rules = tilekit.load("2048")
    found = played(rules, ". 2 . 2/. 4 . ./2 . 2 4/. . . 8".replace("/", "\n"), "slide left")
    first, second, rest, spawned = found
    assert told(first) == {
        "boards": (". 2 . 2/. 4 . ./2 . 2 4/. . . 8", "4 . . ./. 4 . ./2 . 2 4/. . . 8"),
        "moves": [], "vanishes": ["2 03>00", "2 01>00"], "appears": ["4 00>00"],
    }  # fmt: skip
    assert told(second) == {
        "boards": (written(first.end), "4 . . ./4 . . ./4 . . 4/. . . 8"),
        "moves": ["4 11>10"], "vanishes": ["2 22>20", "2 20>20"], "appears": ["4 20>20"],
    }  # fmt: skip
    assert told(rest) == {
        "boards": (written(second.end), "4 . . ./4 . . ./4 4 . ./8 . . ."),
        "moves": ["4 23>21", "8 33>30"], "vanishes": [], "appears": [],
    }  # fmt: skip
    assert [(s.kind, s.points, s.together) for s in found] == [
        ("fused", 4, False), ("fused", 4, True), ("moved", 0, True), ("spawned", 0, False),
    ]  # fmt: skip
    assert (len(spawned.appears), spawned.moves, spawned.vanishes) == (1, (), ())


def test_a_slide_whose_last_line_joins_leaves_nothing_to_move() -> None:
    first, second, spawned = played(
        tilekit.load("2048"), ". . . ./. . . ./2 2 . ./4 4 . .".replace("/", "\n"), "slide left"
    )
    assert [(s.kind, s.together) for s in (first, second, spawned)] == [
        ("fused", False), ("fused", True), ("spawned", False),
    ]  # fmt: skip


def test_two_slides_in_a_turn_are_two() -> None:
    body = '[actions.push]\ntarget = "direction"\nsteps = ["slide", "slide"]\n'
    rules = small(body, rows=1, columns=4, tiers='chain = ["p", "q", "r", "t"]')
    found = played(rules, "p p q q", "push left")
    assert [(s.kind, written(s.end), s.together) for s in found] == [
        ("fused", "q . q q", False), ("fused", "q r . .", True),
    ]  # fmt: skip
    found = played(rules, "p p q r", "push left")
    assert [(s.kind, written(s.end), s.together) for s in found] == [
        ("fused", "q . q r", False), ("moved", "q q r .", True),
        ("fused", "r . r .", False), ("moved", "r r . .", True),
    ]  # fmt: skip


def test_a_fall_is_no_part_of_the_group_that_fused_before_it() -> None:
    body = '[actions.go]\ntarget = "cell"\nsteps = ["fuse", "fall"]\n[mechanics]\nfuse = { least = 2 }\n'
    fused, fell = played(small(body, rows=3, columns=1), "b\na\na", "go r3c1")
    assert told(fell) == {"boards": ("b/./b", "./b/b"), "moves": ["b 00>10"], "vanishes": [], "appears": []}
    assert (fused.together, fell.together) == (False, False)


def test_a_board_that_is_dealt_anew_flies_nowhere() -> None:
    body = '[mechanics]\nstart = {}\nfill = { from = "x" }\n[spawn.x]\nweights = { a = 1 }\n[start]\nsteps = ["fill"]\n'
    found = played(small(f'[actions.again]\nsteps = ["start"]\n{body}', rows=1, columns=3), "b . c", "again")
    assert [told(scene) for scene in found] == [{
        "boards": ("b . c", "a a a"), "moves": [], "vanishes": ["b 00>00", "c 02>02"],
        "appears": ["a 00>00", "a 01>01", "a 02>02"],
    }]  # fmt: skip


def test_what_changes_vanishes_and_appears_in_its_place() -> None:
    body = '[actions.go]\nsteps = ["turn"]\n[mechanics]\n'
    body += 'turn = { use = "change", cells = "not empty", to = { a = "b" } }\n'
    (turned,) = played(small(body, rows=1, columns=3), "a c a", "go")
    assert told(turned) == {
        "boards": ("a c a", "b c b"), "moves": [],
        "vanishes": ["a 00>00", "a 02>02"], "appears": ["b 00>00", "b 02>02"],
    }  # fmt: skip


def test_a_shuffle_moves_every_tile() -> None:
    body = '[actions.mix]\nsteps = ["shuffle"]\n'
    (mixed,) = played(small(body, rows=1, columns=4), "a b c d", "mix", seed=3)
    assert len(mixed.moves) == 4
    assert (mixed.vanishes, mixed.appears) == ((), ())


def test_what_is_lit_by_a_turn_shines_when_it_is_over() -> None:
    rules = tilekit.load("merge")
    sitting = Session(rules, game=stand(rules, """
        c c . . #
        . . . . .
        . . . . .
        . . . . .
        . . . . .
    """, queue=["core", "node"]))  # fmt: skip
    assert sitting.play("drop r1c3") == ""
    boards = [sitting.scenes[0].start, *(scene.end for scene in sitting.scenes)]
    assert [board[0][4].lit for board in boards if board[0][4]] == [False, False, True]
    assert [[c.tile for c in row] for row in sitting.view().cells] == [list(row) for row in sitting.scenes[-1].end]


# ---------------------------------------------------------------- what no bundled mechanic does


def scene(start: str, *changes: Change, **values: int | str) -> dict[str, Any]:
    """What one entry tells of a board in one row."""
    grid = Grid(1, len(start.split()), "orthogonal", wrap=False, holes=frozenset())
    entry = Entry("odd", changes, values)
    (found,) = scenes(grid, still(start), Turn("go", (entry,), 0), look)
    sound(found)
    return {key: value for key, value in told(found).items() if value}


def moved(tile: str, number: int, start: int, end: int) -> tuple[Change, Change]:
    here, there = f"r1c{start}", f"r1c{end}"
    return Change(here, tile, None, number, None, there), Change(there, None, tile, number, here, None)


def swapped(one: str, other: str, numbers: tuple[int, int], first: int, second: int) -> tuple[Change, Change]:
    here, there = f"r1c{first}", f"r1c{second}"
    return Change(here, one, other, numbers[1], there, None), Change(there, other, one, numbers[0], here, None)


def put(cell: int, before: str | None, after: str | None, number: int) -> Change:
    return Change(f"r1c{cell}", before, after, number, None, None)


def test_a_tile_that_moves_twice_moves_once_and_further() -> None:
    assert scene("a . .", *moved("a", 1, 1, 2), *moved("a", 1, 2, 3)) == {
        "boards": ("a . .", ". . a"), "moves": ["a 00>02"],
    }  # fmt: skip


def test_a_tile_that_comes_back_did_not_move() -> None:
    assert scene("a .", *moved("a", 1, 1, 2), *moved("a", 1, 2, 1)) == {"boards": ("a .", "a .")}


def test_tiles_that_change_places() -> None:
    assert scene("a b", *swapped("a", "b", (1, 2), 1, 2)) == {"boards": ("a b", "b a"), "moves": ["b 01>00", "a 00>01"]}
    twice = (*swapped("a", "b", (1, 2), 1, 2), *swapped("b", "a", (2, 1), 1, 2))
    assert scene("a b", *twice) == {"boards": ("a b", "a b")}
    round_ = (*swapped("a", "b", (1, 2), 1, 2), *swapped("a", "c", (1, 3), 2, 3))
    assert scene("a b c", *round_) == {"boards": ("a b c", "b c a"), "moves": ["b 01>00", "c 02>01", "a 00>02"]}


def test_equal_tiles_that_change_places_are_told_too() -> None:
    assert scene("a a", *swapped("a", "a", (1, 2), 1, 2))["moves"] == ["a 01>00", "a 00>01"]


def test_one_that_moves_and_then_vanishes_starts_where_it_lay() -> None:
    assert scene("a . b", *moved("a", 1, 1, 2), put(2, "a", None, 1)) == {
        "boards": ("a . b", ". . b"), "vanishes": ["a 00>01"],
    }  # fmt: skip


def test_one_that_appears_and_then_moves_comes_in_where_it_appeared() -> None:
    assert scene(". . .", put(1, None, "a", 1), *moved("a", 1, 1, 3)) == {
        "boards": (". . .", ". . a"), "appears": ["a 00>02"],
    }  # fmt: skip


def test_one_that_appears_and_vanishes_was_never_seen() -> None:
    assert scene(". b", put(1, None, "a", 1), put(1, "a", None, 1)) == {"boards": (". b", ". b")}


def test_only_what_an_entry_says_was_made_draws_others_in() -> None:
    changes = put(1, "a", None, 1), put(2, "a", None, 2), put(3, None, "b", 3)
    assert scene("a a .", *changes, made="b")["vanishes"] == ["a 00>02", "a 01>02"]
    assert scene("a a .", *changes)["vanishes"] == ["a 00>00", "a 01>01"]


# ---------------------------------------------------------------- any game


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(3))
def test_scenes_lead_from_the_board_before_to_the_board_now(ruleset: str, seed: int) -> None:
    sitting = Session(tilekit.load(ruleset, plugins=PLUGINS), seed)
    for k in range(150):
        before = [[cell.tile for cell in row] for row in sitting.view().cells]
        choices = [str(action) for action in sitting.game.legal_actions()]
        if not choices:
            break
        assert sitting.play(choices[bounded(seed, 2, 0, k, len(choices))]) == ""
        now = [[cell.tile for cell in row] for row in sitting.view().cells]
        board: list[list[TileView | None]] = before
        unmoved: set[tuple[int, int]] = set()
        for scene in sitting.scenes:
            sound(scene)
            assert list(map(list, scene.start)) == board
            board = list(map(list, scene.end))
            left = {motion.start for motion in (*scene.moves, *scene.vanishes)}
            came = {motion.end for motion in (*scene.moves, *scene.appears)}
            if scene.together:  # its tiles still lie where they lay when the scenes before it began
                assert not left & unmoved
                unmoved |= left | came
            else:
                unmoved = left | came
        if sitting.scenes:
            assert board == now
        else:
            assert [[t and t.tile for t in row] for row in before] == [[t and t.tile for t in row] for row in now]


def test_undo_restart_and_another_game_have_no_scenes() -> None:
    sitting = Session(tilekit.load("merge"), 1)
    assert sitting.scenes == ()
    for action in ("undo", "restart", "new", "reopen"):
        assert sitting.play("drop r1c1") == ""
        assert sitting.scenes
        assert sitting.play(action) == ""
        assert sitting.scenes == ()


def test_a_refused_action_leaves_the_scenes_of_the_turn_before() -> None:
    sitting = Session(tilekit.load("merge"), 1)
    sitting.play("drop r1c1")
    before = sitting.scenes
    assert sitting.play("drop r1c1") == "r1c1: the cell is taken"
    assert sitting.scenes == before
