"""Journals: replaying their changes gives the board, their points give the score, and ids stay with tiles."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from tests.unit.rulesets import small, stand

import tilekit
from tilekit.chance import bounded
from tilekit.game import Game
from tilekit.journal import Change, Entry, sentence


def board_of(game: Game) -> dict[str, str | None]:
    return {f"r{r + 1}c{c + 1}": tile for r, row in enumerate(game.board) for c, tile in enumerate(row)}


def random_play(rules: tilekit.Rules, seed: int, turns: int) -> Any:
    """Turns of a game played at random, undo now and then, each with the game before and after."""
    game = rules.new_game(seed)
    for k in range(turns):
        choices = [str(action) for action in game.legal_actions()]
        if game.can_undo and bounded(seed, 1, 0, 2 * k, 6) == 0:
            choices = ["undo"]
        if not choices:
            return
        before = game.copy()
        yield before, game.play(choices[bounded(seed, 2, 0, 2 * k + 1, len(choices))]), game


@pytest.mark.parametrize("ruleset", ["2048", "merge", "ninek", "sum10"])
def test_a_journal_leads_from_one_state_to_the_next(ruleset: str) -> None:
    seen = set()
    rules = tilekit.load(ruleset)
    for before, turn, game in itertools.chain.from_iterable(random_play(rules, seed, 120) for seed in range(3)):
        if turn.action == "undo":
            assert turn.journal == (Entry("undone", (), {"action": turn.journal[0].values["action"]}),)
            continue
        board, score, variables = board_of(before), before.score, dict(before.variables)
        for entry in turn.journal:
            seen.add(entry.kind)
            for change in entry.changes:
                assert board[change.cell] == change.before
                board[change.cell] = change.after
            if entry.kind == "scored":
                score += entry.values["points"]
                assert entry.values["score"] == score
            if entry.kind == "changed":
                assert variables[entry.values["variable"]] == entry.values["before"]
                variables[entry.values["variable"]] = entry.values["after"]
        assert (board, score, variables) == (board_of(game), game.score, game.variables)
        assert turn.points == game.score - before.score
        # What an event says it paid is the points that follow it.
        for entry, after in itertools.pairwise(turn.journal):
            if "points" in entry.values and entry.kind != "scored":
                assert (after.kind, after.values["points"]) == ("scored", entry.values["points"])
        new = [notice for notice in game.notices if notice not in before.notices]
        assert [entry.values["text"] for entry in turn.journal if entry.kind == "noticed"] == new
    assert seen >= {"2048": {"fused", "moved", "spawned", "scored"},
                    "merge": {"placed", "fused", "dealt", "scored", "changed"},
                    "ninek": {"fused", "moved", "filled", "scored"},
                    "sum10": {"placed", "cleared", "dealt", "scored", "ended"}}[ruleset]  # fmt: skip


@pytest.mark.parametrize("ruleset", ["2048", "merge", "ninek", "sum10"])
def test_ids_stay_with_their_tiles(ruleset: str) -> None:
    rules = tilekit.load(ruleset)
    for before, turn, game in random_play(rules, 3, 60):
        held = {cell: tile for cell, tile in zip(rules.program.cell_names, before._ids.at, strict=True) if tile}
        for change in (change for entry in turn.journal for change in entry.changes):
            if change.origin is not None and change.before is None:  # it moved onto an empty cell
                assert change.id == held.pop(change.origin)
                held[change.cell] = change.id
            elif change.after is not None and change.origin is None:  # it is new, or turned into another
                assert change.id not in held.values()
                held[change.cell] = change.id
            elif change.after is None and change.to is None:  # it went
                assert change.id == held.pop(change.cell)
            elif change.origin is not None:  # it changed places
                held[change.cell] = change.id
        now = {cell: tile for cell, tile in zip(rules.program.cell_names, game._ids.at, strict=True) if tile}
        if turn.action != "undo":
            assert held == now
        assert len(set(now.values())) == len(now)
        assert set(now) == {cell for cell, tile in board_of(game).items() if tile}


def test_a_whole_turn_by_hand() -> None:
    rules = tilekit.load("merge")
    game = stand(
        rules, ". . . . .\n. s s . .\n. . . n .\n. . . n .\n. . . . .", queue=["spark", "stone"], draws=["node"]
    )
    turn = game.play("drop r2c4")
    assert [str(entry) for entry in turn.journal] == [
        "drops 0 to 1",
        "spark placed on r2c4",
        "3 spark fused into node on r2c4",
        "+6 points: 6",
        "3 node fused into core on r2c4 (step 2)",
        "+48 points: 54",
        "dealt 2 to 3",
        "node dealt",
    ]
    fused = turn.journal[2]
    assert fused == Entry(
        "fused",
        (
            Change("r2c2", "spark", None, 1, None, None),
            Change("r2c3", "spark", None, 2, None, None),
            Change("r2c4", "spark", None, 5, None, None),
            Change("r2c4", None, "node", 6, None, None),
        ),
        {"tile": "spark", "made": "node", "count": 3, "step": 1, "points": 6},
    )
    assert (turn.action, turn.points) == ("drop r2c4", 54)


def test_points_of_an_end_belong_to_no_event() -> None:
    rules = small(
        '[actions.do]\nsteps = ["clear"]\n[mechanics]\nclear = { cells = "not empty" }\n'
        '[scoring]\ncleared = "count"\n[[end]]\nwhen = "tiles == 0"\nreason = "bare"\nadd = { score = 100 }\n',
        rows=1, columns=2,
    )  # fmt: skip
    turn = stand(rules, "a b").play("do")
    assert [(entry.kind, dict(entry.values)) for entry in turn.journal] == [
        ("cleared", {"count": 2, "step": 1, "points": 2}),
        ("scored", {"points": 2, "score": 2}),
        ("scored", {"points": 100, "score": 102}),
        ("ended", {"status": "over", "reason": "bare", "outcome": "ended", "text": ""}),
    ]


def test_an_event_that_pays_nothing_says_nothing_of_points() -> None:
    rules = small(
        '[actions.do]\nsteps = ["clear"]\n[mechanics]\nclear = { cells = "not empty" }\n'
        '[scoring]\ncleared = "count - 2"\n[[end]]\nwhen = "tiles == 0"\nreason = "bare"\nadd = { score = 100 }\n',
        rows=1, columns=2,
    )  # fmt: skip
    turn = stand(rules, "a b").play("do")
    assert [(entry.kind, dict(entry.values)) for entry in turn.journal[:2]] == [
        ("cleared", {"count": 2, "step": 1}),
        ("scored", {"points": 100, "score": 100}),
    ]


def test_points_of_a_trigger_are_not_those_of_the_event() -> None:
    rules = small(
        '[actions.do]\nsteps = ["clear"]\n[mechanics]\nclear = { cells = "not empty" }\n[scoring]\ncleared = "count"\n'
        '[[triggers]]\non = "cleared"\nadd = { score = 7 }\n',
        rows=1, columns=2,
    )  # fmt: skip
    turn = stand(rules, "a b").play("do")
    assert [dict(entry.values) for entry in turn.journal[:3]] == [
        {"count": 2, "step": 1, "points": 2}, {"points": 2, "score": 2}, {"points": 7, "score": 9},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Entry("placed", (Change("r1c1", None, "a", 1, None, None),), {"tile": "a"}), "a placed on r1c1"),
        (Entry("scored", (), {"points": -5, "score": 3}), "-5 points: 3"),
        (Entry("ended", (), {"status": "over", "reason": "jammed", "text": ""}), "over: jammed"),
        (Entry("ended", (), {"status": "over", "reason": "jammed", "outcome": "lost", "text": ""}), "Lost: jammed"),
        (
            Entry("ended", (), {"status": "paused", "reason": "top", "outcome": "won", "text": "A 9"}),
            "A 9",
        ),
        (Entry("held_back", (), {"tile": "a", "step": 1}), "a held back"),
        (Entry("overflowed", (), {"count": 3, "step": 1}), "3 pushed out"),
        (Entry("lit_up", (Change("r1c1", None, "a", 1, None, None),), {}), "lit up r1c1"),
        (Entry("undone", (), {"action": "drop r1c1"}), "drop r1c1 taken back"),
        (Entry("started", (), {"step": 1}), "started"),
        (Entry("shone", (Change("r1c1", None, "a", 1, None, None),), {}), "shone r1c1"),
        # Third parties may give their events any name, and any values.
        *((Entry(kind, (), {"light": 3}), kind) for kind in ("placed", "fused", "dealt", "moved", "scored", "changed",
                                                            "noticed", "ended", "undone", "remarked")),
    ],
)  # fmt: skip
def test_entries_in_words(entry: Entry, words: str) -> None:
    assert sentence(entry) == str(entry) == words
