"""Laws that hold for every ruleset, tried on all that are bundled.

A game here is a ruleset, a seed and a list of numbers: each number chooses among what may be done next (the
legal actions, and undo where it may be used), so that any list is a game.
"""

from __future__ import annotations

import itertools
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilekit
from tilekit.game import Game

NAMES = sorted(tilekit.Plugins().rulesets)
RULES = {name: tilekit.load(name) for name in NAMES}

names = st.sampled_from(NAMES)
seeds = st.integers(0, 2**63 - 1)
choices = st.lists(st.integers(0, 2**16), max_size=60)


def next_action(game, number):
    """Return the action that a number chooses: one in eight is an undo; None at the end."""
    if number % 8 == 0 and game.can_undo:
        return "undo"
    legal = game.legal_actions()
    return str(legal[number // 8 % len(legal)]) if legal else None


def played(name, seed, numbers):
    """Yield the game of a list of numbers at its start, then again after each action, with the turn."""
    game = RULES[name].new_game(seed)
    yield game, None
    for number in numbers:
        action = next_action(game, number)
        if action is None:
            return
        yield game, game.play(action)


def at_the_end_of(name, seed, numbers):
    *_, (game, _) = played(name, seed, numbers)
    return game


def every_action_text(game):
    """Return the text of every action that could be written for this board, legal or not."""
    grid = game.rules.ruleset.grid
    rows, columns = range(1, grid.rows + 1), range(1, grid.columns + 1)
    cells = [f"r{row}c{column}" for row in rows for column in columns]
    pairs = [f"{cell} {other}" for at, cell in enumerate(cells) for other in cells[at + 1 :]]
    texts = []
    for verb, action in game.rules.ruleset.actions.items():
        targets = {
            "cell": cells, "direction": game.rules.program.grid.directions, "pair": pairs,
            "row": [f"r{row}" for row in rows], "column": [f"c{column}" for column in columns],
            "tile": game.rules.program.tiles.ids[1:],
        }.get(action.target)  # fmt: skip
        texts += [f"{verb} {target}" for target in targets] if targets else [verb]
    return texts


def copy_of(game):
    """Return the same game, come by through its actions."""
    again = Game(game.rules, game.seed, given=game.given)
    for action in game.actions:
        again.play(action)
    return again


def codes(game):
    return game._program.board.codes(game._s)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_the_bundled_rulesets_looks_like_a_mistake(name):
    assert RULES[name].warnings == []


@given(names, seeds, choices)
def test_legal_actions_are_those_that_play_accepts(name, seed, numbers):
    game = at_the_end_of(name, seed, numbers)
    legal = list(map(str, game.legal_actions()))
    assert len(set(legal)) == len(legal)
    digest = game.digest
    accepted = []
    for text in every_action_text(game):
        refusal = ""
        try:
            game.play(text)
        except tilekit.IllegalAction as error:
            refusal = error.reason
        else:
            accepted.append(text)
            game = at_the_end_of(name, seed, numbers)
        assert game.why_not(text) == refusal
        assert game.is_legal(text) == (text in accepted) == (not refusal)
        assert game.digest == digest
    assert accepted == legal


@given(names, seeds, choices, st.data())
def test_a_refused_action_changes_nothing(name, seed, numbers, data):
    game = at_the_end_of(name, seed, numbers)
    illegal = sorted(set(every_action_text(game)) - set(map(str, game.legal_actions())))
    verb = next(iter(game.rules.ruleset.actions))
    wrong = ["", " ", "new", verb + " r0c1", verb + " r1c65", verb + " r01c1", verb + " 1 1", verb + " r1c1 r1c1", "\0"]
    if not game.can_undo:
        wrong.append("undo")
    action = data.draw(st.sampled_from(illegal + wrong) | st.text(max_size=20).filter(lambda t: not game.is_legal(t)))
    before = (game.digest, game.to_dict(), game.actions, game._history.copy(), game._ids.at[:])
    with pytest.raises(tilekit.IllegalAction):
        game.play(action)
    assert (game.digest, game.to_dict(), game.actions, game._history, game._ids.at) == before


@given(names, seeds, choices)
def test_the_same_seed_and_actions_give_the_same_digests(name, seed, numbers):
    digests = [game.digest for game, _ in played(name, seed, numbers)]
    game = at_the_end_of(name, seed, numbers)
    again = Game(tilekit.loads(RULES[name].document.text), seed)
    found = [again.digest]
    for action in game.actions:
        again.play(action)
        found.append(again.digest)
    assert found == digests
    assert again.to_dict() == game.to_dict()


@given(names, seeds, choices)
def test_restart_replays_the_game_from_its_start(name, seed, numbers):
    game = at_the_end_of(name, seed, numbers)
    before, actions = game.to_dict(), game.actions
    game.restart()
    assert game.to_dict() == RULES[name].new_game(seed).to_dict()
    assert not game.can_undo
    for action in actions:
        game.play(action)
    assert game.to_dict() == before


@given(names, seeds, choices)
def test_undo_restores_what_the_ruleset_lets_it(name, seed, numbers):
    """All but the variables that an undo itself costs, which no undo gives back."""
    game = RULES[name].new_game(seed)
    undo = game.rules.ruleset.undo
    for number in numbers:
        action = next_action(game, number)
        if action in (None, "undo"):
            break
        before, digest = game.to_dict(), game.digest
        game.play(action)
        barrier = game.rules.ruleset.actions[action.split()[0]].undo == "barrier"
        if not undo.depth or barrier:
            assert not game.can_undo
            continue
        if not game.can_undo or number % 3:
            continue
        spent = {variable: game.variables[variable] for variable in undo.costs}
        game.undo()
        after = game.to_dict()
        assert all(after["variables"].pop(variable) < left for variable, left in spent.items())
        for variable in spent:
            del before["variables"][variable]
        if not undo.costs:
            assert game.digest == digest
        same = set(after) - {"can_undo"} - ({"digest"} if undo.costs else set())
        assert {key: after[key] for key in same} == {key: before[key] for key in same}
        if game.can_undo and undo.depth == 1:
            raise AssertionError("two undos in a row, with a depth of 1")


@given(names, seeds, choices)
def test_undoing_all_leads_back_to_the_start(name, seed, numbers):
    game = at_the_end_of(name, seed, numbers)
    undo = game.rules.ruleset.undo
    reaches = undo.after_end or game.status != "over"
    while game.can_undo:
        turn = game.turn
        game.undo()
        assert game.turn == turn - 1
    if undo.depth >= len(numbers) and not undo.costs and reaches:
        assert game.digest == RULES[name].new_game(seed).digest


@settings(max_examples=40)
@given(names, seeds, choices, choices)
def test_a_saved_game_goes_on_as_it_was(name, seed, numbers, more):
    game = at_the_end_of(name, seed, numbers)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.json") for number in range(3)]
        game.save(paths[0])
        loaded = tilekit.load_game(paths[0])
        assert loaded.to_dict() == game.to_dict()
        assert loaded.actions == game.actions
        loaded.save(paths[1])
        assert paths[1].read_bytes() == paths[0].read_bytes()
        for number in more:
            action = next_action(game, number)
            assert action == next_action(loaded, number)
            if action is None:
                break
            assert loaded.play(action) == game.play(action)
            assert loaded.to_dict() == game.to_dict()
        loaded.save(paths[1])
        game.save(paths[2])
        assert paths[1].read_bytes() == paths[2].read_bytes()


@given(names, seeds, choices)
def test_the_journal_adds_up(name, seed, numbers):
    """Its changes lead from the former board to the new one, its points and variables from the old numbers too."""
    before = None
    for game, turn in played(name, seed, numbers):
        after = game.to_dict()
        if turn is not None and turn.action != "undo":
            board = {f"r{r}c{c}": tile for r, row in enumerate(before["board"], 1) for c, tile in enumerate(row, 1)}
            variables, score = dict(before["variables"]), before["score"]
            for entry in turn.journal:
                for change in entry.changes:
                    assert board[change.cell] == change.before
                    board[change.cell] = change.after
                if entry.kind == "scored":
                    score += entry.values["points"]
                    assert score == entry.values["score"]
                elif entry.kind == "changed":
                    assert variables[entry.values["variable"]] == entry.values["before"] != entry.values["after"]
                    variables[entry.values["variable"]] = entry.values["after"]
                assert str(entry)
            assert list(board.values()) == [tile for row in after["board"] for tile in row]
            assert variables == after["variables"]
            assert score == after["score"] == before["score"] + turn.points
            said = {entry.values["text"] for entry in turn.journal if entry.kind == "noticed"}
            assert said == set(after["notices"]) - set(before["notices"])
            ended = [entry for entry in turn.journal if entry.kind == "ended"]
            if (after["status"], after["reason"]) != (before["status"], before["reason"]):
                assert len(ended) == (after["status"] != "playing")
            for entry in ended:
                assert (entry.values["status"], entry.values["reason"]) == (after["status"], after["reason"])
        before = after


@given(names, seeds, choices)
def test_ids_stay_with_their_tiles(name, seed, numbers):
    """No two tiles share an id, and a tile that only moves keeps its own."""
    for game, turn in played(name, seed, numbers):
        ids = [tile for tile in game._ids.at if tile]
        assert len(set(ids)) == len(ids) == sum(code != 0 for code in codes(game))
        assert all((tile != 0) == (code != 0) for tile, code in zip(game._ids.at, codes(game), strict=True))
        for change in itertools.chain.from_iterable(entry.changes for entry in turn.journal) if turn else ():
            assert change.id > 0
            assert (change.origin is None) or change.after is not None
            assert (change.to is None) or change.after is None


@given(names, seeds, choices)
def test_planes_and_cells_say_the_same(name, seed, numbers):
    for game, _ in played(name, seed, numbers):
        board, s = game._program.board, game._s
        assert s[board.planes : board.planes + board.last + 1] == board.rebuilt_planes(s)
        assert max(codes(game)) <= s[4] <= board.last  # a bound on the codes that stand


def own_part(program, s):
    """Registers, cells, planes and the stored opening."""
    board, stored = program.board, program.stored
    return s[: board.planes + board.last + 1], s[stored : stored + 1 + program.grid.size] if stored else []


def assert_programs_agree(name, seed, numbers):
    """The program that keeps no journal comes to the same states as the game's, all of it but the log."""
    game = RULES[name].new_game(seed)
    fast = RULES[name].engine.silent_program
    s = fast.begin(seed)
    for number in [0, *numbers]:
        # What else a state holds is scratch, or remembered for speed.
        assert own_part(fast, s) == own_part(RULES[name].program, game._s)
        legal = game.legal_actions()
        if not legal:
            return
        action = legal[number % len(legal)]
        index = next(i for i, spec in enumerate(fast.actions) if spec.verb == action.verb)
        cell = fast.choice(fast.actions[index], action.target) if action.target else -1
        game.play(action)
        fast.actions[index].play(s, cell)
        fast.settle(s, index)


@given(names, seeds, choices)
def test_the_program_without_a_journal_plays_the_same(name, seed, numbers):
    assert_programs_agree(name, seed, numbers)


@pytest.mark.parametrize("name", NAMES)
def test_the_program_without_a_journal_plays_whole_games_the_same(name):
    for seed in range(30):
        assert_programs_agree(name, seed, random.Random(seed).choices(range(1000), k=300))


@given(names, seeds, choices)
def test_invariants_hold(name, seed, numbers):
    for game, _ in played(name, seed, numbers):
        assert game.broken_invariants() == []


@given(names, seeds, choices)
def test_what_is_handed_out_cannot_change_the_game(name, seed, numbers):
    game = at_the_end_of(name, seed, numbers)
    digest = game.digest
    data = game.to_dict()
    data["board"][0][0] = "?"
    data["variables"].clear()
    data["legal"].clear()
    data["queue"].clear()
    game.legal_actions().clear()
    with pytest.raises(TypeError):
        game.board[0][0] = None
    with pytest.raises(TypeError):
        game.variables["?"] = 1
    assert game.digest == digest
    assert copy_of(game) == game
