"""Points: each step of a chain by its own factor, the best mark, and saturation at the very end."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.field.positions import changed, stand
from tests.unit.rulesets import small

import tilekit
from tilekit.session import Session

PLUS = """
. . 1 . .
. . 1 . .
2 2 . 3 3
. . 4 . .
. . 4 . .
"""
CHAIN = """
[constants]
pay = [0, 10, 30, 90, 270, 810]
factor = [1, 2, 3]
[queue]
from = "any"
[spawn.any]
weights = { 1 = 1 }
[actions.drop]
target = "cell"
where = "empty"
steps = ["place", "chain", "deal"]
[mechanics]
chain = { use = "repeat", steps = ["fuse"] }
fuse = { least = 3 }
[scoring]
fused = "pay(value(made)) * factor(step)"
[undo]
depth = 9
"""


def rules() -> tilekit.Rules:
    return small(CHAIN, rows=5, columns=5, tiers="numbers = { first = 1, last = 6 }")


def test_a_chain_pays_each_step_by_its_factor_and_the_last_factor_holds() -> None:
    game = stand(rules(), PLUS, queue=[1])
    turn = game.play("drop r3c3")
    assert str(game.board) == ". . . . .\n. . . . .\n. . 5 . .\n. . . . .\n. . . . ."
    assert [entry.values["points"] for entry in turn.journal if entry.kind == "fused"] == [10, 60, 270, 810]
    assert (game.score, turn.points) == (1150, 1150)


@pytest.mark.parametrize("before", ["nothing", "restart", "undo", "another drop"])
def test_a_lone_step_is_paid_once_whatever_came_before(before: str) -> None:
    board = PLUS.rstrip().removesuffix(". . 4 . .") + ". . 4 1 1"
    game = stand(rules(), board, queue=[1], draws=[1, 1, 1, 1])
    if before != "nothing":
        game.play("drop r3c3")
    if before in ("restart", "undo"):
        game.play(before)
    score = game.score
    if before == "another drop":
        assert game.score == 1150
        game.play("drop r1c1")
    turn = game.play("drop r4c5")
    assert [(entry.values["step"], entry.values["points"]) for entry in turn.journal if entry.kind == "fused"] == [
        (1, 10)
    ]
    assert game.score == score + 10


def test_every_group_of_a_move_is_paid() -> None:
    both = small(
        '[actions.go]\nsteps = ["fuse"]\n[mechanics]\nfuse = { cells = "tile == a", least = 2 }\n'
        '[scoring]\nfused = "count * 10"\n'
    )
    game = stand(both, "a a b\n. . b\na a a")
    game.play("go")
    assert (str(game.board), game.score) == ("b . b\n. . b\nb . .", 50)


# ---------------------------------------------------------------- the best mark


GAIN = "[actions.gain]\nadd = { score = 20 }\n[undo]\ndepth = 9\nafter_end = true\n"  # fmt: skip
WON = 'when = "score >= 520"\nreason = "done"\noutcome = "won"'


def test_the_best_is_the_highest_that_a_run_stands_at() -> None:
    game = small(GAIN, end=WON).new_game(1)
    sitting = Session(game.rules, game=stand(game.rules, score=500))
    sitting.play("restart")
    assert sitting.best == 500
    sitting.play("gain")
    assert (sitting.game.score, sitting.game.outcome, sitting.best) == (520, "won", 520)
    sitting.play("undo")
    assert (sitting.game.score, sitting.best) == (500, 500)
    sitting.play("gain")
    for leave in ("new", "restart"):
        sitting.play(leave)
        assert (sitting.game.score, sitting.best) == (0, 520)


def test_a_rank_is_that_of_the_best_tile_ever_made_and_an_opening_earns_none(tmp_path: Path) -> None:
    game = stand("ninek", "8 8 1 2 1\n1 2 1 2 1\n2 1 2 1 2\n1 2 1 2 1\n2 1 2 1 2")
    assert (game.rank, game.best_made) == ("", "")
    game.play("tap r1c1")
    assert (game.rank, game.best_made, game.score) == ("9K Crown", "9", 9 * 2 * 10 + 900)
    game.undo()
    assert (game.rank, game.best_made, game.variables["crowned"]) == ("", "", 0)
    sitting = Session(game.rules, game=game)
    sitting.play("tap r1c1")
    sitting.play("undo")
    assert (sitting.rank, sitting.best) == ("9K Crown", 0)
    path = tmp_path / "game.json"
    game.save(path)
    assert tilekit.load_game(path).rank == ""


def test_a_score_stops_at_two_to_the_62nd_and_stays_exact_below() -> None:
    big = changed("merge", ("node = 6,", "node = 2_000_000_000,"), ("core = 24", "core = 4_611_686_018_427_387_904"))
    game = stand(big, ". . . . .\n. s s . .\n. . . n n\n. . . . .\n. . . . .", queue=["spark", "node"], draws=["spark"])
    assert game.play("drop r2c4").points == 1 << 62  # 2,000,000,000 and twice what is the most already
    assert game.score == 1 << 62
    assert Session(big, game=game).view().panels[0].text == f"{1 << 62:,}"
