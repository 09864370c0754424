"""Golden games: one to read for each bundled ruleset, and three long ones of which only the digest is kept.

`TILEKIT_UPDATE=1 pytest tests/golden` writes them anew, from the actions that stand in them; read the difference before
you keep it. A ruleset that has no game yet is given one. Lines that start with `> ` may be changed by hand, refused
actions among them.
"""

import pytest
from tests.golden.recorder import (
    HERE,
    LONG,
    RULESETS,
    UPDATE,
    actions_in,
    chosen,
    difference,
    kept,
    long_game,
    seed_in,
    told,
    write,
)

import tilekit

LONG_GAMES = HERE / "long-games.txt"
NO_RULESETS = {"long-games", "perft"}
#: Seeds of the long games: small, in the middle, and the largest there is.
SEEDS = (1, 2**32 + 5, 2**63 - 1)
#: What each game was chosen to show.
SHOWS = {
    "2048": ["2 2 fused into 4", "fused into 64", "moved in all", "with 4", "refused: "],
    "merge": ["(step 3)", "stone placed", "shatter ", "taken back", "refused: "],
    "ninek": ["shuffled ", "taken back", "undos 0, shuffles 0", "refused: "],
    "sum10": ["STAGE COMPLETE", "OUT OF MOVES", "lives 3 to 2", "> retry", "> next", "refused: "],
}
#: Actions that no game so short can come to; scenarios show them.
LATE = {"2048": {"keep_on"}}


def test_every_ruleset_has_its_game():
    if UPDATE:
        for name in RULESETS:
            if not kept(f"{name}.txt"):
                rules = tilekit.load(name)
                write(f"{name}.txt", told(rules, 7, chosen(rules, 7)))
    assert {path.stem for path in HERE.glob("*.txt")} - NO_RULESETS == set(RULESETS)


@pytest.mark.parametrize("name", RULESETS)
def test_game_goes_as_written(name):
    expected = kept(f"{name}.txt")
    assert expected, f"{name} has no golden game; TILEKIT_UPDATE=1 pytest tests/golden writes one"
    actual = told(tilekit.load(name), seed_in(expected), actions_in(expected))
    if UPDATE:
        write(f"{name}.txt", actual)
    elif actual != expected:
        pytest.fail(f"tests/golden/{name}.txt, {difference(expected, actual)}", pytrace=False)


@pytest.mark.parametrize("name", RULESETS)
def test_game_is_worth_reading(name):
    text, rules = kept(f"{name}.txt"), tilekit.load(name).ruleset
    actions = actions_in(text)
    assert 25 <= len(actions) <= 45
    verbs = {*rules.actions, *(["undo"] if rules.undo.depth else [])} - LATE.get(name, set())
    assert {action.split()[0] for action in actions} == verbs
    assert [words for words in SHOWS.get(name, []) if words not in text] == []


# ---------------------------------------------------------------- long games


def pinned():
    """Return (ruleset, seed): digest, of all lines of the file."""
    lines = [line.split() for line in kept(LONG_GAMES.name).splitlines() if not line.startswith("#")]
    assert all(int(actions) == LONG for _, _, actions, _ in lines)
    return {(name, int(seed)): digest for name, seed, _, digest in lines}


def test_every_ruleset_has_its_long_games():
    if UPDATE:
        games = [(name, seed, long_game(tilekit.load(name), seed)) for name in RULESETS for seed in SEEDS]
        lines = [f"{name} {seed} {LONG} {digest}" for name, seed, digest in games]
        comment = '# ruleset, seed, actions by draws of the stream "bot", digest over the digests after each of them'
        write(LONG_GAMES.name, "\n".join([comment, *lines, ""]))
    assert list(pinned()) == [(name, seed) for name in RULESETS for seed in SEEDS]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", RULESETS)
def test_long_game_goes_as_ever(name, seed):
    assert long_game(tilekit.load(name), seed) == pinned()[name, seed]


# ---------------------------------------------------------------- how a difference is told

EXPECTED = """ruleset: tiny
rules: 11

start
. .
digest: 1

> drop r1c1
  s placed on r1c1
s .
digest: 2

> drop r1c2
s s
digest: 3
"""


def test_no_difference_is_no_text():
    assert difference(EXPECTED, EXPECTED) == ""


def test_first_difference_is_shown_and_digests_that_follow_from_it_are_not():
    actual = EXPECTED.replace("rules: 11", "rules: 12").replace("\ns .\n", "\n. s\n").replace("digest: ", "digest: 9")
    assert difference(EXPECTED, actual).splitlines() == [
        "line 8: action 1 came out otherwise",
        "  (- expected, + actual)",
        "    > drop r1c1",
        "      s placed on r1c1",
        "  - s .",
        "  + . s",
        "  - digest: 2",
        "  + digest: 92",
    ]


def test_digests_are_compared_where_nothing_else_differs():
    shown = difference(EXPECTED, EXPECTED.replace("digest: 3", "digest: 4")).splitlines()
    assert shown[0] == "line 13: action 2 came out otherwise (nothing but digests differs)"


def test_game_that_ends_early_differs():
    assert difference(EXPECTED, EXPECTED.partition("> drop r1c2")[0]).startswith("line 13: action 2 came out otherwise")
