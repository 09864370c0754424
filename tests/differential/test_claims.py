"""Rules that no scenario can say: chance, whole runs, what is shown and saved. Each test names its rule.

Tests of chance use fixed seeds, so that they give the same answer every time. A test of frequencies fails if
what was drawn is rarer than one in a million: had the seeds been picked at random, a sound generator would
fail it with a chance below 1e-6.
"""
# ruff: noqa: N802 - tests of one rule carry its number

from __future__ import annotations

import colorsys
import itertools
import math
import random
import statistics
from collections import Counter

import pytest
from tests.differential.oracle_ninek import cell_text, group_at
from tests.differential.oracle_sum10 import layout
from tests.differential.side_by_side import board_text, merge_position, ninek_position, numbers
from tests.differential.test_variants import variant

import tilekit
from tilekit.game import Game
from tilekit.ruleset.models import Given
from tilekit.session import Session
from tilekit.view import score_text
from tilekit.words import ENGLISH

RARE = 1e-6
CHAIN = ["spark", "node", "core", "prism", "nova", "singularity"]


@pytest.fixture(scope="module")
def merge():
    return tilekit.load("merge")


@pytest.fixture(scope="module")
def ninek():
    return tilekit.load("ninek")


@pytest.fixture(scope="module")
def sum10():
    return tilekit.load("sum10")


def chance_of_more(x, df):
    """Return the chance that chi-square of so many degrees of freedom comes out above `x`."""
    half = x / 2
    if df % 2 == 0:
        return math.exp(-half) * sum(half**k / math.factorial(k) for k in range(df // 2))
    return math.erfc(math.sqrt(half)) + math.exp(-half) * sum(
        half ** (k - 0.5) / math.gamma(k + 0.5) for k in range(1, (df + 1) // 2)
    )


def assert_as_likely_as(weights, found):
    """Assert that counts are such as these weights bring; nothing without a weight may occur."""
    assert set(found) <= set(weights)
    total, whole = sum(found.values()), sum(weights.values())
    expected = {what: total * weight / whole for what, weight in weights.items()}
    assert min(expected.values()) >= 5
    x = sum((found[what] - expected[what]) ** 2 / expected[what] for what in weights)
    assert chance_of_more(x, len(weights) - 1) > RARE, (x, found)


@pytest.mark.parametrize(("x", "df"), [(3.841, 1), (5.991, 2), (7.815, 3), (11.070, 5), (16.919, 9), (18.307, 10)])
def test_the_tail_of_chi_square_agrees_with_the_printed_table(x, df):
    assert chance_of_more(x, df) == pytest.approx(0.05, abs=2e-5)


def random_play(game, rnd, most=1_000):
    """Play random legal actions, and yield each turn."""
    for _ in range(most):
        legal = game.legal_actions()
        if not legal:
            return
        yield game.play(rnd.choice(legal))


# Merge ------------------------------------------------------------------------------------------------------


def test_M3_a_singularity_stays_where_it_is_for_the_rest_of_the_run(merge):
    made = 0
    for seed in range(300):
        rnd = random.Random(seed)
        game = Game(merge, seed, given=merge_position(rnd))
        standing = singularities(game)
        for _ in random_play(game, rnd):
            now = singularities(game)
            assert standing <= now
            made += len(now - standing)
            standing = now
            assert not {f"shatter {cell_text(cell)}" for cell in standing} & set(map(str, game.legal_actions()))
    assert made >= 20


def singularities(game):
    return {(r, c) for r, row in enumerate(game.board) for c, tile in enumerate(row) if tile == "singularity"}


def deals(rules, seed, count):
    """Return the tiles that the queue of a seed deals, the first one first."""
    program = rules.engine.silent_program
    s = program.begin(seed)
    found = [s[at] for at in program.queue]
    found += [program.deal(s) for _ in range(count - len(found))]
    return [program.tiles.ids[code] for code in found]


def test_M4_sparks_and_nodes_come_3_to_1_and_each_by_itself(merge):
    singles, pairs = Counter(), Counter()
    for seed in range(40):
        picks = [tile for tile in deals(merge, seed, 1_000) if tile != "stone"]
        singles.update(picks)
        pairs.update(zip(picks[::2], picks[1::2], strict=False))
    weights = {"spark": 3, "node": 1}
    assert_as_likely_as(weights, singles)
    assert_as_likely_as({(a, b): weights[a] * weights[b] for a in weights for b in weights}, pairs)


def test_M4_the_first_tile_of_a_seed_is_as_likely_as_any(merge):
    first = Counter(deals(merge, seed, 2)[0] for seed in range(3_000))
    assert_as_likely_as({"spark": 3, "node": 1}, first)


def test_M5_every_14th_tile_is_a_stone_and_no_other(merge):
    tiles = deals(merge, 5, 1_400)
    assert [number for number, tile in enumerate(tiles, start=1) if tile == "stone"] == list(range(14, 1_401, 14))


def test_M11_the_queue_hangs_on_the_seed_and_not_on_play(merge):
    queues = set()
    for seed in range(30):
        dealt = deals(merge, seed, 300)
        for player in range(2):
            game = merge.new_game(seed)
            for _ in random_play(game, random.Random(player)):
                before = game.variables["dealt"] - 2
                assert list(game.queue) == dealt[before : before + 2]
        queues.add(tuple(dealt))
    assert len(queues) == 30


@pytest.mark.parametrize("name", ["merge", "ninek", "sum10"])
def test_M11_restart_replays_the_same_deal(name):
    rules = tilekit.load(name)
    for seed in range(5):
        rnd = random.Random(seed)
        game = rules.new_game(seed)
        states = [game.to_dict()]
        states += [game.to_dict() for _ in random_play(game, rnd, 40)]
        actions = game.actions
        game.restart()
        again = [game.to_dict()]
        for action in actions:
            game.play(action)
            again.append(game.to_dict())
        forget = {"can_undo": None}  # restart clears the history
        assert [state | forget for state in again] == [state | forget for state in states]
        assert not rules.new_game(seed).can_undo


@pytest.mark.parametrize("name", ["merge", "ninek", "sum10"])
def test_M11_new_deals_a_fresh_game(name):
    session = Session(tilekit.load(name), 3)
    first = session.game.to_dict()
    seeds = {session.game.seed}
    for _ in range(4):
        assert session.play("new") == ""
        assert session.game.turn == 0
        assert session.game.score == 0
        seeds.add(session.game.seed)
    assert len(seeds) == 5
    assert session.play("restart") == ""
    assert session.game.seed in seeds
    assert session.game.to_dict() != first


def test_M13_one_tap_plays_a_cell_and_keys_do_the_rest(merge):
    session = Session(merge, 1)
    session.game = Game(merge, 1, given=Given(board=". # . . .\n" + ". . s . .\n" * 4, variables={"charges": 1}))
    shown = session.view()
    cells = {(cell.row, cell.column): cell for row in shown.cells for cell in row}
    assert len(cells) == 25
    for (row, column), cell in cells.items():
        held = session.game.board[row - 1][column - 1]
        verb = "shatter" if held == "stone" else "drop"
        assert cell.action == f"{verb} r{row}c{column}"
        assert cell.legal == (held != "spark")
    assert {button.action: button.key for button in shown.buttons} == {"undo": "u", "restart": "r", "new": "n"}
    assert session.play(cells[1, 2].action) == ""
    assert session.game.score == 4
    assert session.play(cells[1, 2].action) != ""  # the stone is gone: the old tap is refused, in words
    assert session.play(session.view().cells[0][1].action) == ""
    assert session.game.variables["drops"] == 1


def test_M14_the_best_is_the_highest_score_a_run_stands_at(merge):
    session = Session(merge, 2)
    rnd = random.Random(4)
    highest = 0
    for _ in range(3):
        while session.game.status != "over":
            assert session.play(str(rnd.choice(session.game.legal_actions()))) == ""
            assert session.best == max(highest, session.game.score)
        highest = session.best
        assert session.play("restart") == ""
        assert session.best == highest
    assert highest > 0


def test_M14_undo_takes_a_mark_back_also_after_the_end(merge):
    # One drop fuses, for 24 points and two cells; stones fill them.
    board = "s p s p s\np s p s p\ns p n n .\np s p s p\ns p s p s"
    session = Session(merge, 2)
    session.game = Game(merge, 2, given=Given(board=board, queue=["node", "stone"], score=100, draws=["stone"] * 9))
    assert session.play("drop r3c5") == ""
    assert session.best == 124
    for cell in ("r3c3", "r3c4"):
        assert session.play(f"drop {cell}") == ""
    assert session.game.status == "over"
    assert session.best == 124
    for _ in range(3):
        assert session.play("undo") == ""
    assert session.game.score == session.best == 100
    assert session.play("new") == ""
    assert session.best == 100


def test_M15_random_play_jams_in_40_of_40(merge):
    program = merge.engine.silent_program
    for seed in range(40):
        s = program.begin(seed)
        turns = 0
        while program.turn(s):
            turns += 1
        end = merge.ruleset.end[s[_END] - 1]
        assert (end.status, end.reason) == ("over", "jammed")
        assert 20 < turns < 400


def test_M15_random_play_scores_318_6_points_in_66_35_drops_on_average(merge):
    program = merge.engine.silent_program
    scores, lengths = [], []
    for seed in range(2_000):
        s = program.begin(seed)
        turns = 0
        while program.turn(s):
            turns += 1
        scores.append(s[_SCORE])
        lengths.append(turns)
    assert_mean(scores, 318.6)
    assert_mean(lengths, 66.35)


def assert_mean(values, expected):
    """Assert that a mean lies within four standard errors of a known one."""
    error = statistics.stdev(values) / math.sqrt(len(values))
    assert abs(statistics.fmean(values) - expected) < 4 * error, (statistics.fmean(values), error)


_SCORE, _END = 1, 3  # where a state keeps them


def test_M16_tiers_differ_in_shape_colour_and_symbol_at_once(merge):
    board = "s n c p v\ng # . . .\n" + ". . . . .\n" * 3
    looks = {}
    for charges in (0, 1):
        game = Game(merge, 0, given=Given(board=board, variables={"charges": charges}, queue=["spark", "node"]))
        session = Session(merge, 0)
        session.game = game
        looks[charges] = {c.tile.tile: c.tile for row in session.view().cells for c in row if c.tile is not None}
    tiers = [looks[0][tile] for tile in CHAIN]
    for attribute in ("shape", "colour", "symbol", "glyph"):
        assert len({getattr(tile, attribute) for tile in tiers}) == 6
    assert [tile.shape for tile in tiers] == ["circle", "square", "hexagon", "diamond", "star", "ring"]
    assert [hue_name(tile.colour) for tile in tiers] == ["dark", "teal", "blue", "purple", "orange", "green"]
    stone, lit = looks[0]["stone"], looks[1]["stone"]
    assert (stone.pattern, hue_name(stone.colour), stone.lit) == ("hatched", "grey", False)
    assert (lit.pattern, hue_name(lit.colour), lit.lit) == ("hatched", "amber", True)
    assert [looks[1][tile] for tile in CHAIN] == tiers
    assert stone.symbol not in {tile.symbol for tile in tiers}


#: Hue in degrees, from and to.
HUES = {
    "red": (345, 375),
    "coral": (3, 14),
    "orange": (20, 36),
    "amber": (36, 47),
    "yellow": (44, 56),
    "green": (100, 150),
    "teal": (165, 185),
    "sky blue": (195, 210),
    "blue": (210, 235),
    "violet": (250, 266),
    "purple": (266, 290),
    "rose": (330, 345),
}


def hue_name(colour, among=()):
    """Return what a colour is called; with `among`, the first of those that it may be called."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, lightness, _ = colorsys.rgb_to_hls(red, green, blue)
    spread = max(red, green, blue) - min(red, green, blue)
    if lightness > 0.88:
        return "cream" if red >= green > blue else "white"
    if lightness < 0.4 and spread < 0.2:
        return "dark"
    if spread < 0.1:
        return "grey"
    degrees = hue * 360
    for name in among or HUES:
        low, high = HUES[name]
        if low <= degrees <= high or low <= degrees + 360 <= high:
            return name
    return f"hue {degrees:.0f}"


# Nine-K -----------------------------------------------------------------------------------------------------


def test_N1_an_opening_is_dealt_from_1_to_3_with_weights_3_2_1(ninek):
    tiles, corners = Counter(), Counter()
    for seed in range(1_500):
        board = numbers(ninek.new_game(seed))
        tiles.update(tile for row in board for tile in row)
        corners[board[0][0], board[4][4]] += 1
        assert any(len(group_at(board, (r, c))) > 1 for r in range(5) for c in range(5))
    weights = {1: 3, 2: 2, 3: 1}
    assert_as_likely_as(weights, tiles)  # that there is a group costs one board in 10^7, which cannot be seen
    assert_as_likely_as({(a, b): weights[a] * weights[b] for a in weights for b in weights}, corners)


def test_N1_an_opening_is_dealt_again_until_it_holds_a_group():
    """On a board of 2 by 2, where one board in five would be without."""
    rules = variant("ninek", ("rows = 5", "rows = 2"), ("columns = 5", "columns = 2"))
    weights = {1: 3, 2: 2, 3: 1}
    likely = {}
    for a, b, c, d in itertools.product(weights, repeat=4):
        if a in (b, c) or d in (b, c):
            likely[a, b, c, d] = weights[a] * weights[b] * weights[c] * weights[d]
    assert 0.1 < 1 - sum(likely.values()) / 6**4 < 0.3
    found = Counter(tuple(t for row in numbers(rules.new_game(seed)) for t in row) for seed in range(15_000))
    assert_as_likely_as(likely, found)


def test_N1_the_opening_hangs_on_the_seed(ninek):
    openings = [str(ninek.new_game(seed).board) for seed in range(200)]
    assert openings == [str(ninek.new_game(seed).board) for seed in range(200)]
    assert len(set(openings)) == 200


def test_N3_gaps_fill_by_columns_from_the_left_lowest_first(ninek):
    board = """
        7 5 7 8 9
        8 6 8 7 8
        7 2 7 8 9
        8 2 8 7 8
        2 2 2 2 9"""
    game = Game(ninek, 0, given=Given(board=board, draws=[1, 2, 3, 4, 5]))
    turn = game.play("tap r5c4")
    assert numbers(game) == [
        [1, 4, 5, 8, 9],
        [7, 3, 7, 7, 8],
        [8, 2, 8, 8, 9],
        [7, 5, 7, 7, 8],
        [8, 6, 8, 3, 9],
    ]
    (filled,) = (entry for entry in turn.journal if entry.kind == "filled")
    assert [(change.cell, change.after) for change in filled.changes] == [
        ("r1c1", "1"),
        ("r3c2", "2"),
        ("r2c2", "3"),
        ("r1c2", "4"),
        ("r1c3", "5"),
    ]


@pytest.mark.parametrize(
    ("pair", "highest", "ceiling"),
    [
        (1, 1, 3),  # the highest after the merge is the 2 it makes
        (1, 3, 3),
        (2, 4, 3),
        (2, 5, 3),
        (2, 6, 4),
        (2, 7, 5),
        (2, 8, 6),
        (2, 9, 6),
        (2, 13, 6),
        (4, 4, 3),  # the merge counts: a 5
        (5, 5, 4),  # a 6
        (7, 7, 6),  # an 8
        (6, 6, 5),  # a 7
    ],
)
def test_N4_new_tiles_run_to_the_ceiling_small_ones_more_often(ninek, pair, highest, ceiling):
    # Twenty of a kind go at once; nothing else is higher than `highest`.
    board = [[pair] * 5 for _ in range(4)] + [[highest, pair, highest, pair, highest]]
    given = Given(board=board_text(board))
    found = Counter()
    for seed in range(150):
        game = Game(ninek, seed, given=given)
        for entry in game.play("tap r1c1").journal:
            if entry.kind == "filled":
                found.update(int(change.after) for change in entry.changes)
    assert_as_likely_as({number: ceiling + 1 - number for number in range(1, ceiling + 1)}, found)


def test_N4_a_7_8_or_9_is_never_handed_out(ninek):
    for seed in range(20):
        rnd = random.Random(seed)
        game = Game(
            ninek, seed, given=Given(board=board_text([[rnd.randint(7, 9) for _ in range(5)] for _ in range(5)]))
        )
        for turn in random_play(game, rnd, 60):
            new = [int(c.after) for entry in turn.journal if entry.kind == "filled" for c in entry.changes]
            assert all(1 <= number <= 6 for number in new)


def test_N6_the_same_tap_brings_the_same_tiles_after_an_undo(ninek):
    for seed in range(50):
        game = ninek.new_game(seed)
        before = game.to_dict()
        taps = [str(action) for action in game.legal_actions() if action.verb == "tap"]
        game.play(taps[0])
        after = game.to_dict()
        game.undo()
        undone = {"variables": before["variables"] | {"undos": 2}, "digest": game.digest}
        assert game.to_dict() == before | undone
        game.play(taps[0])
        assert str(game.board) == "\n".join(" ".join(row) for row in after["board"])
        assert game.score == after["score"]


def test_N7_a_shuffle_moves_every_tile_to_another_cell_and_leaves_a_group(ninek):
    shuffles = 0
    for seed in range(400):
        rnd = random.Random(seed)
        game = Game(ninek, seed, given=ninek_position(rnd).model_copy(update={"variables": {"shuffles": 2}}))
        while game.is_legal("shuffle"):
            before = numbers(game)
            came_from, now_at = {}, {}
            for entry in game.play("shuffle").journal:
                for change in entry.changes:
                    came_from.setdefault(change.id, change.origin)
                    now_at[change.id] = change.cell
            after = numbers(game)
            assert len(now_at) == len(set(now_at.values())) == len(set(came_from.values())) == 25
            cells = {cell_text((r, c)): (r, c) for r in range(5) for c in range(5)}
            for tile, origin in came_from.items():
                assert origin != now_at[tile]
                (r, c), (to_r, to_c) = cells[origin], cells[now_at[tile]]
                assert before[r][c] == after[to_r][to_c]
            assert any(len(group_at(after, cell)) > 1 for cell in cells.values())
            shuffles += 1
    assert shuffles >= 600


def test_N7_each_arrangement_that_will_do_is_as_likely():
    rules = variant("ninek", ("rows = 5", "rows = 2"), ("columns = 5", "columns = 3"))
    before = (1, 1, 2, 3, 4, 5)
    beside = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]
    likely = Counter()
    for order in itertools.permutations(range(6)):
        after = tuple(before[i] for i in order)
        if all(i != place for place, i in enumerate(order)) and any(after[a] == after[b] for a, b in beside):
            likely[after] += 1
    found = Counter()
    for seed in range(10_000):
        game = Game(rules, seed, given=Given(board="1 1 2\n3 4 5"))
        game.play("shuffle")
        found[tuple(tile for row in numbers(game) for tile in row)] += 1
    assert_as_likely_as(likely, found)


def test_N9_ranks_come_from_the_best_tile_made_and_are_never_lost(ninek):
    titles = {
        3: "Starter",
        4: "Spark",
        5: "Bronze",
        6: "Silver",
        7: "Gold",
        8: "Platinum",
        9: "9K Crown",
        10: "9K Crown",
    }
    for made in range(2, 11):
        board = [
            [made - 1, made - 1, 20, 30, 40],
            *([number + row for number in (50, 60, 70, 80, 90)] for row in range(4)),
        ]
        session = Session(ninek, 0)
        session.game = Game(ninek, 0, given=Given(board=board_text(board)))
        assert session.rank == ""  # an opening tile earns none
        assert session.play("tap r1c1") == ""
        assert session.rank == titles.get(made, "")
        assert session.play("undo") == ""
        assert session.rank == titles.get(made, "")
        assert session.play("new") == ""
        assert session.rank == titles.get(made, "")
        assert session.play("restart") == ""
        assert session.rank == titles.get(made, "")
        assert ("Rank", titles.get(made, "none yet")) in {(panel.label, panel.text) for panel in session.view().panels}


def test_N10_colours_of_the_numbers(ninek):
    session = Session(ninek, 0)
    session.game = Game(ninek, 0, given=Given(board=board_text([range(r * 5 + 1, r * 5 + 6) for r in range(5)])))
    tiles = [cell.tile for row in session.view().cells for cell in row]
    names = ["cream", "yellow", "amber", "orange", "coral", "rose", "violet", "sky blue", "yellow"]
    assert [hue_name(tile.colour, names[i : i + 1] if i else ()) for i, tile in enumerate(tiles[:9])] == names
    assert len({tile.colour for tile in tiles[:9]}) == 9
    assert [(tile.crown, tile.glow) for tile in tiles[:8]] == [(False, False)] * 8
    nine = tiles[8]
    assert (nine.crown, nine.glow) == (True, True)
    for number, tile in enumerate(tiles[9:], start=10):
        assert (tile.colour, tile.shape, tile.pattern, tile.crown, tile.glow) == (
            nine.colour,
            nine.shape,
            nine.pattern,
            True,
            True,
        )
        assert tile.glyph == tile.symbol == str(number)


def test_N11_the_largest_group_glows_after_six_seconds(ninek):
    glowing = 0
    for seed in range(150):
        rnd = random.Random(seed)
        session = Session(ninek, seed)
        if seed % 2:
            session.game = Game(ninek, seed, given=ninek_position(rnd))
        for _ in range(5):
            shown = session.view()
            assert shown.hint_after == 6
            board = numbers(session.game)
            groups = [frozenset(group_at(board, (r, c))) for r in range(5) for c in range(5)]
            most = max(map(len, groups))
            hint = frozenset((cell.row - 1, cell.column - 1) for row in shown.cells for cell in row if cell.hint)
            if session.game.status == "playing":
                assert hint in groups
                assert len(hint) == most >= 2
                glowing += 1
                assert session.play(str(rnd.choice(session.game.legal_actions()))) == ""
            else:
                assert hint == frozenset()
                break
    assert glowing > 400


def test_N11_a_refused_tap_says_why_and_costs_nothing(ninek):
    session = Session(ninek, 0)
    session.game = Game(
        ninek, 0, given=Given(board=board_text([range(r * 5 + 1, r * 5 + 6) for r in range(4)] + [[1] * 5]))
    )
    before = session.game.digest
    assert session.play("tap r1c3")
    assert session.game.digest == before


@pytest.mark.parametrize("name", ["merge", "ninek", "sum10"])
def test_N12_a_game_saved_after_every_move_goes_on_as_it_was(name, tmp_path):
    rules = tilekit.load(name)
    rnd = random.Random(9)
    game = rules.new_game(9)
    for number, _ in enumerate(random_play(game, rnd, 40)):
        if game.can_undo and number % 7 == 3:
            game.undo()
        game.save(tmp_path / "game.json")
        again = tilekit.load_game(tmp_path / "game.json")
        assert again.to_dict() == game.to_dict()
        assert again.best_made == game.best_made
        assert again.actions == game.actions
        game = again


def test_nine_k_random_taps_score_13204_points_in_107_2_taps_on_average(ninek):
    program = ninek.engine.silent_program
    tap = next(spec for spec in program.actions if spec.verb == "tap")
    scores, lengths = [], []
    for seed in range(300):
        rnd = random.Random(seed)
        s = program.begin(seed)
        taps = 0
        while mask := program.legal(s, tap):
            tap.play(s, rnd.choice([cell for cell in range(25) if mask >> cell & 1]))
            program.settle(s, 0)
            taps += 1
        scores.append(s[_SCORE])
        lengths.append(taps)
    assert_mean(scores, 13_204)
    assert_mean(lengths, 107.2)


# Sum-10 -----------------------------------------------------------------------------------------------------


def test_S1_digits_to_place_are_even_over_0_to_9_and_each_by_itself(sum10):
    singles, pairs = Counter(), Counter()
    for seed in range(20):
        digits = deals(sum10, seed, 1_000)
        singles.update(digits)
        pairs.update(zip(digits[::2], digits[1::2], strict=True))
    ten = list(map(str, range(10)))
    assert_as_likely_as(dict.fromkeys(ten, 1), singles)
    assert_as_likely_as(dict.fromkeys(itertools.product(ten, repeat=2), 1), pairs)


def opening(rules, seed, level, stage):
    return Game(rules, seed, given=Given(variables={"level": level, "stage": stage})).board


def test_S1_opening_digits_are_even_over_1_to_9(sum10):
    digits = Counter()
    for seed in range(40):
        for level, stage in itertools.product(range(1, 6), repeat=2):
            board = opening(sum10, seed, level, stage)
            filled = {(r, c) for r, row in enumerate(board) for c, tile in enumerate(row) if tile is not None}
            assert filled == layout(level)
            digits.update(tile for row in board for tile in row if tile is not None)
    assert_as_likely_as(dict.fromkeys(map(str, range(1, 10)), 1), digits)


def test_S1_openings_hang_on_seed_level_and_stage_alone(sum10):
    boards = {
        (seed, level, stage): str(opening(sum10, seed, level, stage))
        for seed in range(10)
        for level in range(1, 6)
        for stage in range(1, 6)
    }
    assert len(set(boards.values())) == len(boards)
    # However a stage is come by: from another one just cleared, late or early in the game, at any score.
    for seed in range(10):
        rnd = random.Random(seed)
        for level, stage in [(1, 1), (1, 2), (2, 5), (4, 4), (5, 5)]:
            variables = {"level": level, "stage": stage, "moves": rnd.randint(2, 25), "lives": rnd.randint(1, 9)}
            board = ". . . . . . .\n" * 3 + ". . . 4 . . .\n" + ". . . . . . .\n" * 3
            given = Given(board=board, queue=[4], variables=variables, score=rnd.randrange(50_000))
            game = Game(sum10, seed, given=given)
            game.play("place r3c3")
            game.play("next")
            after = (level, stage + 1) if stage < 5 else (level % 5 + 1, 1)
            assert (game.variables["level"], game.variables["stage"]) == after
            assert str(game.board) == boards[seed, *after]


def test_S1_the_coming_digits_hang_on_the_seed_and_not_on_play(sum10):
    sequences = set()
    for seed in range(10):
        digits = deals(sum10, seed, 400)
        sequences.add(tuple(digits))
        for player in range(3):
            game = sum10.new_game(seed)
            placed = 0
            for turn in random_play(game, random.Random(player), 200):
                placed += turn.action.startswith("place")  # retries and pauses take none
                assert game.queue == (digits[placed],)
    assert len(sequences) == 10


def test_S5_retry_replays_the_same_stage_and_the_digits_go_on(sum10):
    retries = 0
    for seed in range(20):
        rnd = random.Random(seed)
        level, stage = rnd.randint(1, 5), rnd.randint(1, 5)
        game = Game(sum10, seed, given=Given(variables={"level": level, "stage": stage}))
        dealt = str(game.board)
        while game.status != "over":
            before = game.to_dict()
            game.play(rnd.choice(game.legal_actions()))
            if before["legal"] == ["retry"] and game.status == "playing":
                assert str(game.board) == dealt
                assert game.variables == before["variables"] | {"moves": 25}
                assert (game.score, list(game.queue)) == (before["score"], before["queue"])
                retries += 1
    assert retries == 40


@pytest.mark.parametrize(
    ("around", "lives", "after"), [(4, 3, 3), (5, 3, 4), (6, 3, 5), (7, 2, 7), (8, 3, 9), (8, 9, 9), (6, 8, 9)]
)
def test_S7_several_lives_at_once_and_nine_at_most(around, lives, after):
    """With a life at every 100 points, 6 tiles (200 points) bring two, 7 five, 8 ten."""
    rules = variant("sum10", ("life_every = 10000", "life_every = 100"))
    board = [[None] * 7 for _ in range(7)]
    board[6][6] = 5  # so that the stage goes on
    ring = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3) if (r, c) != (2, 2)]
    for r, c in ring[:around]:
        board[r][c] = 1
    given = Given(board=board_text(board), queue=[around], variables={"lives": lives})
    game = Game(rules, 0, given=given)
    turn = game.play("place r3c3")
    assert turn.points == {4: 50, 5: 100, 6: 200, 7: 500, 8: 1_000}[around]
    assert game.variables["lives"] == after


@pytest.mark.parametrize(
    ("score", "shown"),
    [
        (0, "000000"),
        (7, "000007"),
        (999_999, "999999"),
        (1_000_000, "000000"),
        (1_234_567, "234567"),
        (10**9 + 5, "000005"),
    ],
)
def test_S9_the_score_shows_six_digits_and_is_never_cut(sum10, score, shown):
    assert score_text(score, 6, ENGLISH) == shown
    session = Session(sum10, 0)
    session.game = Game(sum10, 0, given=Given(score=score))
    assert (session.view().panels[0].label, session.view().panels[0].text) == ("Score", shown)
    assert session.game.score == session.best == score


def stage_at_its_end(reason):
    """Return the start of a stage that one action brings to this end, and that action."""
    if reason == "stage-complete":
        return Given(board="4" + " ." * 6 + "\n. . . . . . ." * 6, queue=[4]), ["place r2c2"]
    if reason == "board-full":
        return Given(board=". 9 9 9 9 9 9" + "\n9 9 9 9 9 9 9" * 6, queue=[0]), ["place r1c1"]
    board = "4" + " ." * 6 + "\n. . . . . . ." * 6
    if reason == "out-of-moves":
        return Given(board=board, queue=[4], variables={"moves": 1}), ["place r7c7"]
    return Given(board=board, queue=[4], variables={"moves": 1, "lives": 1}), ["place r7c7", "retry"]


@pytest.mark.parametrize(
    ("reason", "words", "colour", "button"),
    [
        ("stage-complete", "STAGE COMPLETE", "green", "NEXT STAGE"),
        ("out-of-moves", "OUT OF MOVES", "red", "RETRY"),
        ("board-full", "THE BOARD IS FULL", "red", "RETRY"),
        ("game-over", "GAME OVER", "red", None),
    ],
)
def test_S10_words_colours_and_buttons(sum10, reason, words, colour, button):
    given, actions = stage_at_its_end(reason)
    session = Session(sum10, 0)
    session.game = Game(sum10, 0, given=given)
    assert session.view().banner == ""
    for action in actions:
        assert session.play(action) == ""
    shown = session.view()
    assert shown.reason == reason
    assert shown.banner == words
    assert hue_name(shown.banner_colour, [colour]) == colour
    buttons = {each.label: each for each in shown.buttons}
    assert not any("undo" in label.lower() for label in buttons)
    assert [label for label in ("NEXT STAGE", "RETRY") if label in buttons] == ([button] if button else [])
    if button:
        assert hue_name(buttons[button].colour, ["yellow"]) == "yellow"
        assert (buttons[button].enabled, buttons[button].prominent) == (True, True)


def test_S10_there_is_no_undo(sum10):
    game = sum10.new_game(0)
    game.play("place r1c1")
    assert not game.can_undo
    with pytest.raises(tilekit.IllegalAction):
        game.undo()
