"""What a frontend is shown: cells, buttons, panels and words, from the ruleset alone."""

from __future__ import annotations

import dataclasses
import re

import pytest
from tests.unit.rulesets import small, stand

import tilekit
from tilekit.session import Session
from tilekit.view import Button, Choice, Panel, TileView, View, samples, score_text, view
from tilekit.words import ENGLISH

BODY = """
[variables]
coins = 2
moves_made = 0
[queue]
from = "any"
shows = 3
[spawn.any]
weights = { a = 1 }
[actions.put]
target = "cell"
where = "empty"
steps = ["place", "deal"]
[actions.crush]
target = "cell"
where = "tile == b"
costs = { coins = 1 }
steps = ["clear"]
[actions.buy]
costs = { coins = 1 }
label = "Buy one"
colour = "#102030"
[actions.swap_all]
costs = { coins = 5 }
[actions.wake]
during = ["asleep"]
key = "w"
[undo]
depth = 2
costs = { coins = 1 }
[hint]
after = 6
cells = "tile == a"
[[end]]
when = "score == 7"
status = "paused"
reason = "asleep"
text = "All sleep"
colour = "#405060"
[[notices]]
when = "coins == 0"
text = "No coins"
[look]
a = { shape = "star", colour = "#aabbcc", symbol = "★", crown = true }
b = { lit = "coins > 1", lit_colour = "#ffff00", pattern = "hatched", glow = true }
"""
GRID = 'mask = """\n. . .\n. _ .\n"""\nadjacency = "king"'
TIERS = 'chain = ["a", "b", "c", "d"]\npieces = ["stone"]\nglyphs = { a = "*", stone = "#" }'


def rules(extra: str = "") -> tilekit.Rules:
    return small(BODY + extra, rows=2, columns=3, grid=GRID, tiers=TIERS)


def shown(board: str, *, best: int = 0, rank: str = "", extra: str = "", **given: object) -> View:
    return view(stand(rules(extra), board, **given), best=best, rank=rank)


def test_cells_say_what_pressing_them_plays() -> None:
    seen = shown("* b .\nc _ #", queue=["a", "b", "c"])
    assert [[(cell.action, cell.legal) for cell in row] for row in seen.cells] == [
        [("put r1c1", False), ("crush r1c2", True), ("put r1c3", True)],
        [("put r2c1", False), ("", False), ("put r2c3", False)],
    ]
    assert [[cell.tile.tile if cell.tile else "" for cell in row] for row in seen.cells] == [
        ["a", "b", ""], ["c", "", "stone"],
    ]  # fmt: skip
    assert [(cell.row, cell.column) for row in seen.cells for cell in row] == [
        (r, c) for r in (1, 2) for c in (1, 2, 3)
    ]  # fmt: skip
    assert [cell.hole for row in seen.cells for cell in row] == [False] * 4 + [True, False]
    assert [cell.hint for row in seen.cells for cell in row] == [True] + [False] * 5
    assert (seen.rows, seen.columns, seen.adjacency, seen.title, seen.hint_after) == (2, 3, "king", "Small", 6)


def test_a_press_that_is_refused_for_its_price_still_names_the_action_it_meant() -> None:
    seen = shown("* b .\nc _ #", variables={"coins": 0})
    assert (seen.cells[0][1].action, seen.cells[0][1].legal) == ("crush r1c2", False)
    assert seen.notices == ("No coins",)


def test_tiles_look_as_the_ruleset_says_or_as_their_place_says() -> None:
    seen = shown("* b .\nc _ #")
    looks = {cell.tile.tile: cell.tile for row in seen.cells for cell in row if cell.tile}
    plain = {"crown": False, "glow": False, "lit": False, "pattern": "plain"}
    assert looks == {
        "a": TileView("a", "*", "★", "#aabbcc", "#000000", "star", "plain", crown=True, glow=False, lit=False),
        "b": TileView("b", "b", "b", "#ffff00", "#000000", "square", "hatched", crown=False, glow=True, lit=True),
        "c": TileView(tile="c", glyph="c", symbol="c", colour="#3a6fd8", ink="#ffffff", shape="hexagon", **plain),
        "stone": TileView(
            tile="stone", glyph="#", symbol="#", colour="#e4e4e4", ink="#000000", shape="square", **plain
        ),
    }
    dark = shown("* b .\nc _ #", variables={"coins": 1})
    assert dark.cells[0][1].tile == dataclasses.replace(looks["b"], lit=False, colour="#2a9d8f")


def test_more_tiers_than_colours_still_differ() -> None:
    """Colours and shapes walk at different pace; letters differ in any case."""
    names = ", ".join(f'"t{i}"' for i in range(40))
    many = small('[actions.go]\ntarget = "cell"\n', rows=5, columns=8, tiers=f"chain = [{names}]")
    board = "\n".join(" ".join(f"t{row * 8 + column}" for column in range(8)) for row in range(5))
    tiles = [cell.tile for row in view(stand(many, board), best=0, rank="").cells for cell in row if cell.tile]
    assert len({(tile.colour, tile.shape) for tile in tiles}) == 40
    assert len({tile.symbol for tile in tiles}) == 40


def test_a_number_looks_like_the_last_one_below_it_with_a_look() -> None:
    body = '[actions.go]\ntarget = "cell"\n[look]\n3 = { colour = "#333333" }\n5 = { colour = "#555555" }\n'
    numbers = small(body, rows=1, columns=6, tiers="numbers = { first = 2 }")
    seen = view(stand(numbers, "2 3 4 5 6 99"), best=0, rank="")
    colours = [cell.tile.colour for cell in seen.cells[0] if cell.tile]
    assert colours == ["#5b6b82", "#333333", "#333333", "#555555", "#555555", "#555555"]


def test_a_game_is_shown_by_the_lowest_of_its_ladder_then_by_what_is_outside_it() -> None:
    shown = {
        name: [tile.tile for tile in samples(tilekit.load(name).new_game(0))] for name in ("merge", "ninek", "dark")
    }
    assert shown == {"merge": ["spark", "node", "core", "prism"], "ninek": ["1", "2", "3", "4"], "dark": ["lamp"]}


def test_buttons_have_keys_of_their_own() -> None:
    game = stand(rules(), "* b .\nc _ #")
    assert view(game, best=0, rank="").buttons == (
        Button("buy", "y", "Buy one (2 left)", "#102030", enabled=True, prominent=False),
        Button("swap_all", "s", "Swap all", "", enabled=False, prominent=False),
        Button("undo", "u", "Undo (2 left)", "", enabled=False, prominent=False),
        Button("restart", "r", "Restart", "", enabled=True, prominent=False, kind="sitting"),
        Button("new", "n", "New", "", enabled=True, prominent=False, kind="sitting"),
    )
    game.play("put r1c3")
    undo = next(button for button in view(game, best=0, rank="").buttons if button.action == "undo")
    assert undo.enabled


@pytest.mark.parametrize("count", [1, 8, 30])
def test_keys_never_clash_and_may_run_out(count: int) -> None:
    body = "".join(f"[actions.a{i}]\n" for i in range(count))
    keys = [button.key for button in view(small(body).new_game(), best=0, rank="").buttons if button.key]
    assert len(keys) == len(set(keys))
    assert set(keys) & set("hjklqurnb") <= {"r", "n"}


def test_a_pause_stands_out() -> None:
    seen = shown("* b .\nc _ #", score=7)
    assert (seen.status, seen.reason, seen.outcome) == ("paused", "asleep", "")
    assert (seen.banner, seen.banner_colour, seen.notices) == ("All sleep", "#405060", ("All sleep",))
    assert (seen.result, seen.lines) == ("", ("All sleep",))
    assert [(button.action, button.kind) for button in seen.buttons if button.prominent] == [("wake", "pause")]
    assert not any(cell.legal or cell.hint for row in seen.cells for cell in row)


def test_an_end_without_words_shows_its_reason() -> None:
    over = small('[actions.go]\nwhen = "score > 99"\n').new_game()
    seen = view(over, best=0, rank="")
    assert (seen.status, seen.outcome, seen.banner, seen.notices) == ("over", "ended", "The end: stuck", ())
    assert (seen.result, seen.banner_colour, seen.lines) == ("The end", "", ("The end: stuck",))
    assert [button.action for button in seen.buttons if button.prominent] == ["new"]


@pytest.mark.parametrize(
    ("end", "result", "banner", "colour"),
    [
        ('outcome = "won"\ntext = "All gone"', "Won", "All gone", "#3fbf5f"),
        ('outcome = "lost"\ntext = "All gone"', "Lost", "All gone", "#e0524a"),
        ('outcome = "ended"\ntext = "All gone"', "The end", "All gone", ""),
        ('outcome = "won"\ntext = "All gone"\ncolour = "#102030"', "Won", "All gone", "#102030"),
        ('outcome = "won"\ntext = "WON"', "Won", "WON", "#3fbf5f"),
        ('outcome = "won"\nstatus = "paused"', "Won; the game may go on", "Won; the game may go on: done", "#3fbf5f"),
        (
            'outcome = "lost"\nstatus = "paused"',
            "Lost; the game may go on",
            "Lost; the game may go on: done",
            "#e0524a",
        ),
    ],
)
def test_the_outcome_is_told_in_words_and_a_colour(end: str, result: str, banner: str, colour: str) -> None:
    during = 'during = ["done", "playing"]\n' if "paused" in end else ""
    body = f'[actions.go]\n{during}[[notices]]\nwhen = "score == 0"\ntext = "No points"\n'
    rules = small(body, end=f'when = "tiles == 0"\nreason = "done"\n{end}\n')
    seen = view(rules.new_game(), best=0, rank="")
    assert (seen.result, seen.banner, seen.banner_colour) == (result, banner, colour)
    assert seen.lines == (banner, "No points")


def test_no_outcome_is_told_of_a_game_that_goes_on() -> None:
    seen = shown("* b .\nc _ #")
    assert (seen.result, seen.banner, seen.banner_colour, seen.lines) == ("", "", "", ())


def test_panels_are_score_best_variables_and_rank() -> None:
    seen = shown("* b .\nc _ #", score=12, best=40)
    assert seen.panels == (Panel("Score", "12"), Panel("Best", "40"), Panel("Coins", "2"), Panel("Moves made", "0"))
    extra = '[ranks]\nof = "score"\ntitles = { 9 = "Duke" }\n[display]\nvariables = ["coins"]\nscore_digits = 4\n'
    ranked = shown("* b .\nc _ #", score=12, best=40, rank="Duke", extra=extra)
    assert ranked.panels == (
        Panel("Score", "0012"), Panel("Best", "0040"), Panel("Coins", "2"), Panel("Rank", "Duke"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("score", "digits", "text"),
    [(0, None, "0"), (999, None, "999"), (1_234_567, None, "1,234,567"), (-1_000, None, "-1,000"),
     (0, 6, "000000"), (999_999, 6, "999999"), (1_000_000, 6, "000000"),
     (1_234_567, 6, "234567"), (-42, 6, "-000042"), (-5, None, "-5"), (1 << 62, 3, "904")],
)  # fmt: skip
def test_a_score_of_so_many_digits(score: int, digits: int | None, text: str) -> None:
    assert score_text(score, digits, ENGLISH.with_groups()) == text
    assert score_text(score, digits, ENGLISH) == text.replace(",", "")


def test_the_queue_is_shown_now_first() -> None:
    seen = shown("* b .\nc _ #", queue=["c", "b", "a"])
    assert [tile.tile for tile in seen.queue] == ["c", "b", "a"]
    assert seen.queue_labels == ("NOW", "NEXT", "+2")


def test_equal_states_give_equal_views_and_a_view_holds_no_handle() -> None:
    sitting = Session(rules(), 5)
    before = sitting.view()
    sitting.play("put r1c1")
    after = sitting.view()
    assert before != after
    sitting.play("restart")
    assert [button.action for button in sitting.view().buttons if button not in before.buttons] == ["reopen"]
    assert dataclasses.replace(sitting.view(), buttons=before.buttons) == before
    assert sitting.view().seed == "5"
    with pytest.raises(dataclasses.FrozenInstanceError):
        before.title = "x"  # type: ignore[misc]


# ---------------------------------------------------------------- the rules in words


PUT_IN_WORDS = (
    "Put (on an empty cell): NOW goes onto the chosen cell, which must be empty; "
    "then the queue moves up and a tile joins at its end."
)


def test_the_rules_in_words() -> None:
    assert rules().program is not None
    assert shown("* b .\nc _ #").help == (
        PUT_IN_WORDS,
        "Crush (on a cell with a b; costs 1 coin): the tile on the chosen cell vanishes.",
        "Buy one (costs 1 coin).",
        "Swap all: not to be had in this game.",
        'Wake (after "All sleep"): the game continues.',
        "The next 3 tiles are shown, NOW first.",
        "You begin with 2 coins.",
        "The game pauses (All sleep) when Score stands at 7.",
        "The game is over (stuck) when nothing is left to do.",
        "Undo takes back the last 2 actions, costing 1 coin.",
        "2 rows by 3 columns, 5 cells. Tiles touch side by side or corner to corner.",
        "Tiers, lowest first: a (*), b, c, d.",
        "Outside the chain: stone (#).",
    )


def test_group_sizes_are_told() -> None:
    body = '[actions.go]\ntarget = "cell"\nsteps = ["chain"]\n[mechanics]\nfuse = { least = 4 }\n'
    body += 'chain = { use = "repeat", steps = ["fuse"] }\n'
    about = view(small(body).new_game(), best=0, rank="").help
    assert about[0] == (
        "Go (on a cell): 4 or more equal tiles that touch, the chosen cell among them, become one tile of the next "
        "tier there, again while something changes."
    )


@pytest.mark.parametrize(
    ("body", "labels"),
    [
        ("", []),
        ('[ranks]\nof = "score"\ntitles = { 9 = "Duke" }\n', []),
        ('[ranks]\nof = "turn"\ntitles = { 9 = "Duke" }\n', ["Rank"]),
        ('[scoring]\ncleared = "count"\n', ["Score", "Best"]),
        ('[[triggers]]\non = "cleared"\nadd = { score = 1 }\n', ["Score", "Best"]),
        ('[start]\nset = { score = 5 }\n[ranks]\nof = "score"\ntitles = { 9 = "Duke" }\n', ["Score", "Best", "Rank"]),
        ("[actions.win]\nset = { score = 1 }\n", ["Score", "Best"]),
    ],
)
def test_a_score_is_shown_where_something_scores(body: str, labels: list[str]) -> None:
    made = small('[actions.go]\ntarget = "cell"\nsteps = ["clear"]\n' + body)
    seen = view(made.new_game(), best=0, rank="")
    assert [panel.label for panel in seen.panels] == labels


def test_a_score_that_was_given_is_shown() -> None:
    made = small('[actions.go]\ntarget = "cell"\nsteps = ["clear"]\n')
    seen = view(stand(made, score=7), best=0, rank="")
    assert seen.panels == (Panel("Score", "7"), Panel("Best", "0"))


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (
            'use = "fuse"',
            "3 or more equal tiles that touch, the chosen cell among them, become one tile of the next tier there",
        ),
        (
            'use = "fuse"\nleast = 2\ncells = "tile == b"',
            (
                "wherever 2 or more equal tiles touch, a cell with a b among them, "
                "they become one tile of the next tier there"
            ),
        ),
        (
            'use = "fuse"\ncells = "not empty"',
            "wherever 3 or more equal tiles touch, they become one tile of the next tier",
        ),
        (
            'use = "fuse"\nleast = "2 if tile == a else 4"',
            "equal tiles that touch, the chosen cell among them, become one tile of the next tier there",
        ),
        (
            'use = "fuse"\nleast = 2\nmakes = "b"',
            "2 or more equal tiles that touch, the chosen cell among them, become a b there",
        ),
        ('use = "fall"\ntoward = "left"', "all tiles fall straight toward the left"),
        ('use = "fall"', "all tiles fall straight toward the bottom"),
        ('use = "fall"\ncells = "tile != b"', "tiles fall straight toward the bottom from every cell without a b"),
        ('use = "clear"', "the tile on the chosen cell vanishes"),
        ('use = "clear"\ncells = "tile == b"', "tiles vanish from every cell with a b"),
        (
            'use = "clear"\ncells = "here or touches(here)"',
            "tiles vanish from the chosen cell as well as every cell touching the chosen cell",
        ),
        ('use = "change"\nto = "b"', "the chosen cell gets a b"),
        ('use = "change"\nto = "any"', "the chosen cell gets an a"),
        ('use = "change"\nto = "none"\ncells = "row == 2"', "tiles vanish from every cell in row 2"),
        (
            'use = "change"\ncells = "not here"\nto = { none = "a", a = "none" }',
            "on every cell other than the chosen cell, an empty cell gets an a, an a vanishes",
        ),
        (
            'use = "spawn"\nfrom = "now"\ncells = "row == 1"\ncount = 1',
            "NOW appears on a random empty cell in row 1",
        ),
        ('use = "spawn"\nfrom = "any"', "an a appears on a random empty cell"),
        ('use = "spawn"\nfrom = "any"\ncells = "r1c3"', "an a appears on r1c3 if that is empty"),
        ('use = "spawn"\nfrom = "some"', "an a or a b appears on a random empty cell"),
        ('use = "spawn"\nfrom = "any"\ncount = 3', "3 tiles appear on random empty cells"),
        ('use = "spawn"\nfrom = "any"\ncount = "turn"', "tiles appear on random empty cells"),
        ('use = "fill"\nfrom = "any"\ncells = "column == 2"', "every empty cell in column 2 gets an a"),
        ('use = "shuffle"\nleaves = 3', "every tile moves to another cell, so that 3 or more equal ones touch"),
        ('use = "shuffle"', "every tile moves to another cell"),
        (
            'use = "shuffle"\ncells = "tile == a"',
            "each of these tiles moves to the cell of another: every cell with an a",
        ),
        (
            'use = "wander"\ncells = "tile == b"',
            "tiles move from every cell with a b to a random empty cell that touches theirs",
        ),
        ('use = "repeat"\nsteps = ["clear"]\ntimes = 4', "the tile on the chosen cell vanishes, up to 4 times"),
        ('use = "repeat"\nsteps = ["clear"]\ntimes = "turn"', "the tile on the chosen cell vanishes, more than once"),
        ('use = "close"', "columns close up toward the left over empty ones"),
        ('use = "close"\ntoward = "up"', "rows close up toward the top over empty ones"),
        (
            'use = "push"\ntoward = "left"\nfrom = "any"\ncells = "here"',
            (
                "the row of the chosen cell moves one cell toward the left; an a comes in behind, "
                "and a tile at the edge falls out"
            ),
        ),
        (
            'use = "push"\ntoward = "up"\nfrom = "any"',
            "every column moves one cell toward the top; an a comes in behind, and a tile at the edge falls out",
        ),
    ],
)
def test_numbers_directions_and_places_of_a_step_are_told(step: str, told: str) -> None:
    body = '[queue]\nfrom = "any"\n[spawn]\nany = { tile = "a" }\nsome = { weights = { a = 2, b = 1, c = 0 } }\n'
    body += '[actions.go]\ntarget = "cell"\nsteps = ["it"]\n'
    about = view(small(f"{body}[mechanics.it]\n{step}\n").new_game(), best=0, rank="").help
    assert about[0] == f"Go (on a cell): {told}."


DEALS = "the queue moves up and a tile joins at its end."
RULED = """
[queue]
from = "any"
through = ["stones"]
[spawn.any]
tile = "a"
[variables]
coins = 0
[actions.go]
target = "cell"
steps = ["chain", "deal"]
[actions.stop]
rule = "All stops {{here}}."
steps = ["deal"]
[mechanics]
fuse = { least = 2, when = "turn > 1", rule = "two that touch join" }
chain = { use = "repeat", steps = ["fuse"] }
stones = { use = "stone_cycle", piece = "c", every = 3, rule = "Every third is a c." }
[[triggers]]
on = "fused"
add = { coins = 1 }
rule = "Who joins two has a coin."
[[end]]
when = "turn > 9"
reason = "late"
rule = "Ten turns are all there are."
"""


def test_an_author_says_it_in_words_of_their_own() -> None:
    made = small(RULED)
    made = tilekit.loads(
        made.document.text.replace("version = 1", 'version = 1\nrules = ["A game.", "A {{good}} one."]')
    )
    assert made.in_words == (
        "Go (on a cell): two that touch join, again while something changes; then " + DEALS,
        "Stop: All stops {here}.",
        "The next tile is shown as NOW.",
        "Every third is a c.",
        "A game.",
        "A {good} one.",
        "Who joins two has a coin.",
        "Ten turns are all there are.",
        "The game is over (stuck) when nothing is left to do.",
        "There is no undo.",
        "3 rows by 3 columns, 9 cells. Tiles touch side by side.",
        "Tiers, lowest first: a, b, c, d.",
    )
    own = {"A game.", "A {{good}} one.", "two that touch join", "All stops {{here}}.", "Every third is a c.",
           "Who joins two has a coin.", "Ten turns are all there are."}  # fmt: skip
    assert own <= set(made.untranslated("ja"))
    said = tilekit.loads(
        made.document.text
        + "[words.ja]\n"
        + "".join(f'"{text}" = "言{{{{{i}}}}}"\n' for i, text in enumerate(sorted(own)))
    )
    assert said.warnings == made.warnings
    words = Session(said, 1, preferences=tilekit.Preferences(language="ja")).view().help
    assert [sum(f"言{{{i}}}" in line for line in words) for i in range(len(own))] == [1] * len(own)


def test_an_authors_words_are_no_rules() -> None:
    made = small(RULED)
    plain = tilekit.loads(re.sub(r'(, )?\brule = ".*?"', "", made.document.text))
    assert plain.in_words != made.in_words
    assert plain.digest == made.digest
    assert tilekit.loads(tilekit.dumps(made)).in_words == made.in_words


@pytest.mark.parametrize(
    ("rule", "code"), [("3", "wrong-type"), ('"a\\nb"', "bad-text"), ('""', "wrong-length"), ("true", "wrong-type")]
)
@pytest.mark.parametrize("table", ["[mechanics]\nclear = {{ rule = {rule} }}", '[[triggers]]\non = "x"\nrule = {rule}'])
def test_an_authors_words_are_checked(table: str, rule: str, code: str) -> None:
    with pytest.raises(tilekit.RulesetError) as error:
        small('[actions.go]\ntarget = "cell"\nsteps = ["clear"]\n' + table.format(rule=rule))
    assert code in [problem.code for problem in error.value.diagnostics]


def test_steps_in_steps_in_steps_do_not_grow_without_end() -> None:
    steps = "".join(f'm{i} = {{ use = "repeat", steps = {["m" + str(i - 1)] * 8}, times = 1 }}\n' for i in range(1, 7))
    deep = small(f'[actions.go]\nsteps = ["m6"]\n[mechanics]\nm0 = {{ use = "clear", cells = "empty" }}\n{steps}')
    assert sum(map(len, view(deep.new_game(), best=0, rank="").help)) < 5_000


@pytest.mark.parametrize("ruleset", ["2048", "merge", "ninek", "sum10"])
def test_the_bundled_games_can_be_shown_at_any_time(ruleset: str) -> None:
    sitting = Session(tilekit.load(ruleset), 1)
    for _ in range(60):
        seen = sitting.view()
        legal = {str(action) for action in sitting.game.legal_actions()}
        assert {cell.action for row in seen.cells for cell in row if cell.legal} | {
            button.action for button in seen.buttons if button.enabled
        } >= legal
        assert all(sitting.game.is_legal(cell.action) for row in seen.cells for cell in row if cell.legal)
        assert all(sitting.game.is_legal(button.action) for button in seen.buttons
                   if button.enabled and button.action != "new")  # fmt: skip
        if not legal:
            break
        sitting.play(min(legal))


# ---------------------------------------------------------------- going about on it


def holed() -> View:
    """Three by three with a hole in the middle; only the corners can be pressed."""
    body = '[actions.put]\ntarget = "cell"\nwhere = "(row == 1 or row == 3) and (column == 1 or column == 3)"\n'
    return view(small(body, grid='mask = """\n. . .\n. _ .\n. . .\n"""').new_game(), best=0, rank="")


def test_a_cursor_goes_over_holes_and_stays_on_the_board() -> None:
    board = holed()
    assert [board.step((1, 0), way) for way in ("right", "left", "up", "down")] == [(1, 2), (1, 0), (0, 0), (2, 0)]
    assert board.step((0, 1), "down") == (2, 1)
    assert [board.nearest(place) for place in ((1, 1), (9, 9), (0, 2))] == [(0, 1), (2, 2), (0, 2)]


def test_tab_goes_through_what_can_be_pressed_then_through_buttons_and_round() -> None:
    board, stops = holed(), [(0, 0), (0, 2), (2, 0), (2, 2), "undo", "new"]
    for by in (1, -1):
        went = [board.tab(stop, by, ["undo", "new"]) for stop in stops]
        assert went == [stops[(i + by) % len(stops)] for i in range(len(stops))]
    assert (board.tab((0, 1), 1, []), board.tab((0, 1), -1, [])) == ((0, 2), (0, 0))
    assert board.tab("gone", 1, ["undo"]) == (0, 0)


def test_tab_comes_last_to_what_gives_the_game_up_and_never_to_leaving() -> None:
    board = holed()
    actions = ["undo", "restart", "new", "reopen", "^help", "^quit"]

    def tour(board: View) -> list[object]:
        found: list[object] = [board.tab((2, 2), 1, actions)]
        while found[-1] != (0, 0):
            found.append(board.tab(found[-1], 1, actions))  # type: ignore[arg-type]
        return found

    assert tour(board) == ["undo", "^help", "restart", "new", "reopen", (0, 0)]
    assert board.tab("^quit", 1, actions) == (0, 0)
    assert board.tab("^quit", 1, ["^quit"], first=(1, 1)) == (1, 1)
    waits = tuple(dataclasses.replace(button, prominent=button.action == "new") for button in board.buttons)
    assert tour(dataclasses.replace(board, buttons=waits)) == ["new", "undo", "^help", "restart", "reopen", (0, 0)]


def test_what_comes_of_choosing_a_cell() -> None:
    body = """
[actions.swap]
target = "pair"
steps = ["swap"]
[actions.take]
target = "cell"
where = "row == 1 and column == 1 or column == 3"
"""
    board = view(stand(small(body, rows=2, columns=3), "a b .\n. . ."), best=0, rank="")
    cells = [list(row) for row in board.cells]
    cells[1][0] = dataclasses.replace(cells[1][0], action="", legal=False, partners=())
    board = dataclasses.replace(board, cells=tuple(map(tuple, cells)))
    assert [len(cell.partners) for row in board.cells for cell in row] == [2, 3, 1, 0, 1, 0]
    chosen = {
        (place, first): board.choose(place, first)
        for place, first in [
            ((0, 0), None), ((0, 0), (0, 0)), ((0, 1), (0, 0)), ((0, 1), None), ((0, 1), (0, 1)),
            ((1, 0), None), ((1, 0), (0, 1)), ((1, 2), None), ((1, 1), (0, 0)),
        ]
    }  # fmt: skip
    assert chosen == {
        ((0, 0), None): Choice(first=(0, 0)),
        ((0, 0), (0, 0)): Choice("take r1c1"),
        ((0, 1), (0, 0)): Choice("swap r1c1 r1c2"),
        ((0, 1), None): Choice(first=(0, 1)),
        ((0, 1), (0, 1)): Choice(),
        ((1, 0), None): Choice(refused="nothing can be played on this cell"),
        ((1, 0), (0, 1)): Choice(first=(0, 1), refused="these two cells do not go together"),
        ((1, 2), None): Choice("take r2c3"),
        ((1, 1), (0, 0)): Choice(first=(1, 1)),
    }


def test_an_arrow_plays_a_way_only_where_no_cell_can_be_pressed() -> None:
    slide = '[actions.slide]\ntarget = "direction"\n'
    sliding = view(small(slide).new_game(), best=0, rank="")
    assert [sliding.way(way) for way in ("left", "up-left")] == ["slide left", ""]
    assert sliding.choose((0, 0)) == Choice()
    both = view(small(slide + '[actions.put]\ntarget = "cell"\n').new_game(), best=0, rank="")
    assert both.way("left") == ""


def test_tab_stays_where_there_is_nothing_else() -> None:
    nothing = dataclasses.replace(holed(), cells=())
    assert (nothing.tab((0, 1), 1, ["^quit"]), nothing.tab("^quit", -1, [])) == ((0, 1), "^quit")


def test_the_second_of_a_pair_is_reached_once_the_first_is_chosen() -> None:
    body = '[actions.swap]\ntarget = "pair"\nsteps = ["swap"]\n'
    board = view(stand(small(body, rows=2, columns=2), "a b\n. ."), best=0, rank="")
    assert board.partners((0, 0)) == {(0, 1): "swap r1c1 r1c2", (1, 0): "swap r1c1 r2c1"}
    assert board.tab((0, 0), 1, ["new"], first=(0, 0)) == (0, 1)
    assert board.tab((0, 1), 1, ["new"], first=(0, 0)) == (1, 0)
    assert not board.slides


def test_a_key_that_a_ruleset_claims_is_its_alone() -> None:
    body = "".join(f'[actions.{key}_]\nkey = "{key}"\n' for key in "urnb") + "[undo]\ndepth = 3\n"
    shown = view(small(body).new_game(), best=0, rank="", can_reopen=True)
    keys = {button.action: button.key for button in shown.buttons}
    assert keys == {"u_": "u", "r_": "r", "n_": "n", "b_": "b", "undo": "", "restart": "", "new": "", "reopen": ""}


def test_hints_glow_after_so_much_rest_where_there_are_any() -> None:
    shown = Session(tilekit.load("ninek"), 1).view()
    assert shown.hint_after == 6
    assert [shown.until_hint(idle) for idle in (0, 4.5, 6, 99)] == [6, 1.5, 0, 0]
    assert dataclasses.replace(shown, hint_after=0).until_hint(99) is None
    assert dataclasses.replace(shown, status="over").until_hint(99) is None


def test_a_button_answers_to_a_capital_where_its_key_is_taken() -> None:
    keys = {"": "", "l": "L", "?": "", "7": "7", "u": "u"}
    buttons = [Button("act", key, "Act", "", enabled=True, prominent=False) for key in keys]
    assert [button.key_beside("l?") for button in buttons] == ["", "L", "", "7", "u"]
    assert [button.key_beside(frozenset("l?")) for button in buttons] == list(keys.values())
