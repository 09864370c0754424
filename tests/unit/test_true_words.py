"""What the rules in words say of a step is what the step does: sentences are read back and compared with play."""

import random
import re

import pytest
from tests.unit.rulesets import small, stand

import tilekit

ROWS = COLUMNS = 4
TILES = ("a", "b", "c", "d")
AROUND = ((-1, 0), (1, 0), (0, -1), (0, 1))

#: Sets of cells as a ruleset has them.
SETS = [
    "here", "empty", "not empty", "tile == b", "tile != b", "tile >= b", "tile > b", "tile <= b", "tile < b",
    "tile in [a, c]", "here or touches(here)", "touches(here)", "not touches(here)", "not here", "touches(tile == b)",
    "near(tile == a) >= 2", "near(not empty) == 3", "near(empty) == 2", "joined(here)", "group >= 3", "group > 1",
    "row == 2", "column >= 3", "1 < row < 4", "row == 2 and empty", "column > 1 and not empty", "r2c3", "r1c1 or r4c4",
    "row == 3 and column == 1", "corner", "row == column", "row_match >= 2", "column_match > 2", "row_run >= 2",
    "tile == b and touches(here)", "empty or tile == b", "touches(empty) and tile >= b", "row == sum(row, here)",
    "row == sum(row, here) - 2 and column == sum(column, here)",
    "row == sum(row, here) + 1 and column == sum(column, here)",
    "column == sum(column, here) - 1 and row == sum(row, here)",
    "sum(column, here) + 2 == column and row == sum(row, here)",
    "tile == none", "empty or not empty", "tile == 2", "b == tile", "2 <= column", "not tile == a",
    "touches(r1c1 or r2c2)",
]  # fmt: skip


#: Those that are always a single cell.
ONE = [each for each in SETS if re.fullmatch(r"here|r2c3|corner|.*column == 1|.*sum.* and .*sum.*", each)]


class Board:
    """A board, and the cell that was chosen: what the words for cells are about."""

    def __init__(self, rows, here):
        self.at = {(r, c): tile for r, row in enumerate(rows, 1) for c, tile in enumerate(row, 1)}
        self.here = here

    def near(self, cell):
        return [other for dr, dc in AROUND if (other := (cell[0] + dr, cell[1] + dc)) in self.at]

    def group(self, cell):
        found, todo = set(), [cell] if self.at[cell] else []
        while todo:
            one = todo.pop()
            if one not in found:
                found.add(one)
                todo += [other for other in self.near(one) if self.at[other] == self.at[one]]
        return found

    def run(self, cell, step, *, alike):
        """How many tiles lie in one line with this one, without a gap."""
        count = 1 if self.at[cell] else 0
        for way in (1, -1):
            other = cell
            while count:
                other = (other[0] + way * step[0], other[1] + way * step[1])
                if not self.at.get(other) or (alike and self.at[other] != self.at[cell]):
                    break
                count += 1
        return count

    def cells(self, words):
        """The cells that a phrase names, however it names them."""
        parts = words.split(" as well as ")
        if "touching" not in words:
            parts = re.split(r" as well as | or (?=a cell|an empty|r\d|the )", words)
        if len(parts) > 1:
            return set().union(*map(self.cells, parts))
        if words == "the chosen cell":
            return {self.here}
        if words == "the group of equal tiles around the chosen cell":
            return self.group(self.here)
        if named := re.fullmatch(r"r(\d)c(\d)", words):
            return {(int(named[1]), int(named[2]))}
        if away := re.fullmatch("the cell (.+) from the chosen cell", words):
            row, column = self.here
            for step in away[1].split(" and then "):
                count, way = step.split(" ", 1)
                row += {"up": -int(count), "down": int(count)}.get(way, 0)
                column += {"to the left": -int(count), "to the right": int(count)}.get(way, 0)
            return {(row, column)} & {*self.at}
        marked = re.fullmatch("(?:a|an|every) (empty )?cell ?(.*)", words)
        assert marked, words
        return {cell for cell in self.at if not (marked[1] and self.at[cell]) and self.fits(cell, marked[2])}

    def fits(self, cell, words):
        """Whether a cell has the marks that are said of it."""
        if not words:
            return True
        tile = self.at[cell]
        high = TILES.index(tile) if tile else -1
        marks = {
            r"in row (\d) or below": lambda n: cell[0] >= int(n),
            r"in row (\d) or above": lambda n: cell[0] <= int(n),
            r"in column (\d) or right of it": lambda n: cell[1] >= int(n),
            r"in column (\d) or left of it": lambda n: cell[1] <= int(n),
            r"in rows (\d) to (\d)": lambda n, m: int(n) <= cell[0] <= int(m),
            r"in columns (\d) to (\d)": lambda n, m: int(n) <= cell[1] <= int(m),
            r"in row (\d)": lambda n: cell[0] == int(n),
            r"in column (\d)": lambda n: cell[1] == int(n),
            "in the row of the chosen cell": lambda: cell[0] == self.here[0],
            r"in a group of (\d) or more equal tiles": lambda n: len(self.group(cell)) >= int(n),
            r"with (\d) or more equal tiles side by side in its row":
                lambda n: self.run(cell, (0, 1), alike=True) >= int(n),
            r"with (\d) or more equal tiles one below the other in its column":
                lambda n: self.run(cell, (1, 0), alike=True) >= int(n),
            r"with (\d) or more tiles side by side in its row": lambda n: self.run(cell, (0, 1), alike=False) >= int(n),
            "with a tile above an? ([a-d])": lambda t: high > TILES.index(t),
            "with a tile": lambda: tile is not None,
            "without a tile": lambda: tile is None,
            "with nothing above an? ([a-d])": lambda t: high <= TILES.index(t),
            "with nothing as high as an? ([a-d])": lambda t: high < TILES.index(t),
            "with an? ([a-d]) or higher": lambda t: high >= TILES.index(t),
            "with an? ([a-d]) or an? ([a-d])": lambda *t: tile in t,
            "with an? ([a-d])": lambda t: tile == t,
            "without an? ([a-d])": lambda t: tile != t,
            r"touching at least (\d) of the cells (.+)":
                lambda n, which: sum(self.fits(other, which) for other in self.near(cell)) >= int(n),
            r"touching exactly (\d) of the cells (.+)":
                lambda n, which: sum(self.fits(other, which) for other in self.near(cell)) == int(n),
            "not touching (.+)": lambda which: not {*self.near(cell)} & self.cells(which),
            "touching (.+)": lambda which: bool({*self.near(cell)} & self.cells(which)),
            "other than (.+)": lambda which: cell not in self.cells(which),
        }  # fmt: skip
        for pattern, holds in marks.items():
            found = re.fullmatch(pattern, words) or re.match(f"{pattern} (?=with|touching|not|in )", words)
            if found:
                return bool(holds(*found.groups())) and self.fits(cell, words[found.end() :].strip())
        raise AssertionError(words)


def positions(count=12):
    """Boards and chosen cells, the same ones every time."""
    draw = random.Random(7)
    for _ in range(count):
        rows = [[draw.choice((None, *TILES)) for _ in range(COLUMNS)] for _ in range(ROWS)]
        yield rows, (draw.randint(1, ROWS), draw.randint(1, COLUMNS))


def text_of(rows):
    return "\n".join(" ".join(tile or "." for tile in row) for row in rows)


def made(step, more=""):
    body = f"""
[queue]
from = "any"
[spawn]
any = {{ tile = "z" }}
[areas]
corner = "row == 4 and column == 4"
[actions.go]
target = "cell"
steps = ["it"]
[mechanics.it]
{step}
{more}
"""
    return small(body, rows=ROWS, columns=COLUMNS, tiers='chain = ["a", "b", "c", "d"]\npieces = ["z"]')


def told(rules, start="Go (on a cell): "):
    line = rules.in_words[0]
    assert line.startswith(start)
    return line.removeprefix(start).removesuffix(".")


@pytest.mark.parametrize("cells", SETS)
def test_what_is_said_to_change_changes_and_nothing_else(cells):
    rules = made(f'use = "change"\ncells = "{cells}"\nto = "z"')
    said = re.fullmatch("on (.+), everything turns into a z|(.+) gets a z", told(rules))
    assert said
    for rows, here in positions():
        game = stand(rules, text_of(rows))
        game.play(f"go r{here[0]}c{here[1]}")
        changed = {(r, c) for r, row in enumerate(game.board, 1) for c, tile in enumerate(row, 1) if tile == "z"}
        assert changed == Board(rows, here).cells(said[1] or said[2]), (told(rules), text_of(rows), here)


@pytest.mark.parametrize("cells", SETS)
def test_what_is_said_to_vanish_vanishes(cells):
    rules = made(f'use = "clear"\ncells = "{cells}"')
    said = re.fullmatch("tiles vanish from (.+)|the tile on (.+) vanishes", told(rules))
    assert said
    for rows, here in positions():
        action = f"go r{here[0]}c{here[1]}"
        game = stand(rules, text_of(rows))
        board = Board(rows, here)
        gone = {cell for cell in board.cells(said[1] or said[2]) if board.at[cell]}
        if not game.is_legal(action):
            continue
        game.play(action)
        assert {cell for cell, tile in board.at.items() if tile and not game.board[cell[0] - 1][cell[1] - 1]} == gone


@pytest.mark.parametrize("cells", [each for each in SETS if each not in ("not empty", "tile == b and touches(here)")])
def test_where_a_tile_is_said_to_appear_it_may_appear_and_nowhere_else(cells):
    rules = made(f'use = "spawn"\nfrom = "any"\ncells = "{cells}"')
    if rules.unsaid:
        assert told(rules) == "tiles appear"
        return
    one = re.fullmatch("a z appears on (.+) if that is empty", told(rules))
    some = re.fullmatch("a z appears on a random (empty cell.*)", told(rules))
    assert one or some, told(rules)
    assert bool(one) == (cells in ONE)
    words = one[1] if one else f"an {some[1]}"
    for rows, here in positions():
        board = Board(rows, here)
        allowed = {cell for cell in board.cells(words) if board.at[cell] is None}
        found = set()
        for outcome in stand(rules, text_of(rows)).outcomes(f"go r{here[0]}c{here[1]}"):
            found |= {
                (r, c) for r, row in enumerate(outcome.game.board, 1) for c, tile in enumerate(row, 1) if tile == "z"
            }
        assert found == allowed, (told(rules), text_of(rows), here)


def test_a_tile_that_comes_in_behind_a_line_is_not_said_to_appear_just_anywhere():
    body = """
[queue]
from = "any"
[spawn.any]
tile = "n1"
[actions.go]
target = "direction"
steps = ["slide", "enter"]
[mechanics.enter]
use = "spawn"
from = "now"
cells = "entry"
"""
    assert small(body, tiers='chain = ["n1", "n2"]').in_words[0] == (
        "Go (up or down or left or right): all tiles slide that way as far as they can; two equal ones that meet join "
        "into one of the next tier, each at most once; then NOW comes in behind one of the lines that moved."
    )


JUMPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def test_jumps_in_four_directions_read_as_they_go():
    body = "[areas]\n"
    for way, (down, right) in JUMPS.items():
        for far in (1, 2):
            place = f"row == sum(row, here) + {down * far} and column == sum(column, here) + {right * far}"
            body += f'{way}{far} = "{place}"\n'
    steps = ""
    for way in JUMPS:
        body += f"""
[actions.jump_{way}]
target = "cell"
where = "tile == a"
steps = ["land_{way}", "take_{way}"]
"""
        steps += f'land_{way} = {{ use = "change", cells = "{way}2", to = "b" }}\n'
        steps += f'take_{way} = {{ use = "clear", cells = "here or {way}1" }}\n'
    rules = small(f"{body}\n[mechanics]\n{steps}", rows=5, columns=5)
    sentences = rules.in_words[:4]
    assert len({line.partition(":")[2] for line in sentences}) == 4
    for way, line in zip(JUMPS, sentences, strict=True):
        said = re.fullmatch(r"Jump \w+ \(on a cell with an a\): (.+) gets a b; then tiles vanish from (.+)\.", line)
        assert said, line
        rows = [[None] * 5 for _ in range(5)]
        rows[2] = ["a"] * 5
        for row in rows:
            row[2] = "a"
        game, board = stand(rules, text_of(rows)), Board(rows, (3, 3))
        game.play(f"jump_{way} r3c3")
        landed = {(r, c) for r, row in enumerate(game.board, 1) for c, tile in enumerate(row, 1) if tile == "b"}
        gone = {cell for cell, tile in board.at.items() if tile and not game.board[cell[0] - 1][cell[1] - 1]}
        assert (landed, gone) == (board.cells(said[1]), board.cells(said[2]))


SLIDES = [
    ("a == b", "next(a)"), ("a == b and a >= b2", "next(a)"), ("a == b", "n4"), ("a + b == 3", "max(a, b) + 1"),
    ("a + b == 3 or a == b and a >= 3", "max(a, b) + 1"), ("a > 99", "next(a)"), ("a == b and a != n1", "next(a)"),
    ("abs(a - b) == 1", "max(a, b)"), ("a == n1 and b == n2 or a == n2 and b == n1", "n5"), ("a == b", "none"),
    ("a == b and a in [n1, n2]", "n3"),
]  # fmt: skip
CHAIN = ("n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9")


@pytest.mark.parametrize("reach", ["", "reach = 1\n"])
@pytest.mark.parametrize(("joins", "makes"), SLIDES)
def test_what_is_said_to_join_joins_and_nothing_else(joins, makes, reach):
    step = f'joins = "{joins.replace("b2", "n2")}"\nmakes = "{makes}"\n{reach}'
    body = f'[actions.go]\ntarget = "direction"\nsteps = ["slide"]\n[mechanics.slide]\n{step}'
    rules = small(body, rows=1, columns=2, tiers=f"chain = {list(CHAIN)}".replace("'", '"'))
    text = told(rules, "Go (up or down or left or right): ")
    how = "all tiles move one cell that way; " if reach else "all tiles slide that way as far as they can; "
    if rules.unsaid:
        assert text == how.replace(";", ",") + "and some that meet join"
        return
    assert text.startswith(how)
    expected = {}
    said = text.removeprefix(how)
    rising = "two equal ones that meet join into one of the next tier, each at most once"
    if said.endswith(rising):
        first = re.search(f"from an? (n\\d) up, {rising}", said)
        start = CHAIN.index(first[1]) if first else 0
        expected |= {(CHAIN[i], CHAIN[i]): CHAIN[i + 1] for i in range(start, len(CHAIN) - 1)}
    for one, other, result in re.findall(r"an? (n\d) and an? (n\d) that meet join into an? (n\d)", said):
        expected |= {(one, other): result, (other, one): result}
    assert expected or said == "they do not join"
    for one in CHAIN:
        for other in CHAIN:
            game = stand(rules, f"{one} {other}")
            legal = game.is_legal("go left")
            found = game.copy()
            if legal:
                found.play("go left")
            joined = found.board[0][0] if legal and found.board[0][1] is None else None
            assert joined == expected.get((one, other)), (text, one, other)


def test_a_property_that_is_no_points_is_not_shown():
    body = """
[properties]
opens = { a = 5, b = 10 }
worth = { a = 1, b = 2 }
sides = { a = 3 }
[actions.go]
target = "cell"
steps = ["clear"]
[scoring]
cleared = "worth(now) + sides(now) % 2"
[[triggers]]
on = "cleared"
when = "opens(at(r1c1)) % 2 == 1"
add = { score = "worth(a)" }
[queue]
from = "any"
[spawn.any]
tile = "a"
"""
    lines = [line for line in small(body).in_words if line.startswith(("Opens", "Worth", "Sides"))]
    assert lines == ["Worth: a 1, b 2."]


def test_an_event_with_a_name_of_its_own_is_told_by_its_step_where_another_raises_the_same():
    body = """
[actions.go]
target = "cell"
steps = ["clear", "sweep"]
[mechanics]
sweep = { use = "clear", cells = "tile == b", emits = "swept" }
[scoring]
swept = 4
"""
    assert "Each time tiles vanish from every cell with a b, you get 4 points." in small(body).in_words
    alone = small(body.replace('steps = ["clear", "sweep"]', 'steps = ["sweep"]'))
    assert "When tiles vanish, you get 4 points." in alone.in_words


def test_an_end_that_cannot_be_put_into_words_is_asked_for_and_not_told_emptily():
    end = 'when = "sum(tile, row == 1) % 5 == 4"\noutcome = "won"\nreason = "order"\ntext = "In order"'
    rules = small('[actions.go]\ntarget = "cell"\nsteps = ["clear"]', end=end)
    assert [line for line in rules.in_words if "order" in line] == []
    (asked,) = rules.unsaid
    assert (asked.code, asked.severity, asked.found) == ("rule-missing", "warning", "sum(tile, row == 1) % 5 == 4")
    assert asked.fix == 'write rule = "…" in this [[end]]'


def test_what_there_is_at_first_of_what_is_spent_is_told():
    body = "[variables]\nmoves = 7\nlives = 1\n[actions.go]\ncosts = { moves = 1, lives = 1 }\n"
    assert "You begin with 7 moves as well as 1 life." in small(body).in_words
    assert "You begin with 1 life." in small(f'{body}rule = "Goes on, {{moves}} times."').in_words
    assert "You begin with 1 life." in small(body.replace("moves = 7", "moves = 0")).in_words


def test_a_variant_is_not_asked_for_what_its_base_should_say():
    text = small('[actions.go]\nwhen = "turn % 7 == 3"\n').document.text
    base = tilekit.loads(text)
    assert [each.code for each in base.unsaid] == ["rule-missing"]
    preset = tilekit.loads(f"{text}[presets.p.grid]\nrows = 2\n", preset="p")
    assert preset.unsaid == []
