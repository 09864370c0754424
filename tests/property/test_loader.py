"""Whatever stands in a file: it is refused in words, or it can be played.

Files are made from any characters, and from the bundled rulesets with a few things in them changed, as a slip of
the hand or a hostile hand would.
"""

import json
import random
import re
import tomllib
from pathlib import Path

import pytest
import tomli_w
from hypothesis import example, given
from hypothesis import strategies as st
from tests.work import at_most

import tilekit
from tilekit.board import FIXED
from tilekit.plugins import Plugins
from tilekit.ruleset.writing import written

ROOT = Path(__file__).parent.parent.parent
PLUGINS = Plugins(entry_points=False)
BUNDLED = {
    path.name: path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "rulesets").glob("*.toml"))
    if not path.name.endswith(".scenarios.toml")
}
#: No example calls more functions than this.
CALLS = 10_000_000
#: Problems of the file as a whole have no place in it.
WHOLE = {"missing-key", "empty-file", "file-too-large", "not-utf8"}


def load(source, name="fuzzed.toml"):
    """The rules of a source, or None where it is refused; then every problem is checked to be well told."""
    problems = ()
    rules = None
    try:
        with at_most(CALLS):
            rules = tilekit.loads(source, name=name, plugins=PLUGINS)
    except tilekit.RulesetError as error:
        problems = error.diagnostics
    assert rules is not None or any(one.severity == "error" for one in problems)
    text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for one in problems or rules.warnings:
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)+", one.code), one
        assert one.message, one
        assert one.found, one
        assert one.expected, one
        assert len(one.render().splitlines()) <= 6, one
        if one.line == 0:
            assert one.code in WHOLE, one
        else:
            assert 1 <= one.line <= len(lines), one
            assert 1 <= one.column <= len(lines[one.line - 1]) + 1, one
    return rules


def play(rules, seed=0, actions=30):
    """Plays at random what is legal, and looks at everything that can be looked at."""
    with at_most(CALLS):
        play_on(rules, seed, actions)


def play_on(rules, seed, actions):
    draw = random.Random(seed)
    game = rules.new_game(seed)
    for _ in range(actions):
        board, state = game._program.board, game._s
        assert board.rebuilt_planes(state) == state[board.planes : board.planes + board.last + 1]
        json.dumps(game.to_dict(), allow_nan=False)
        assert game.hint() is not None
        assert game.broken_invariants() is not None
        legal = game.legal_actions()
        if not legal:
            break
        action = draw.choice(legal)
        assert game.is_legal(action)
        game.play(action)
        if game.can_undo and draw.random() < 0.2:
            game.play("undo")
    session = tilekit.Session(rules, seed)
    assert session.view() == session.view()
    assert tilekit.rules_in_words(rules) if hasattr(tilekit, "rules_in_words") else True
    # The two lanes play alike.
    slow, fast = rules.program, rules.engine.silent_program
    one, other = slow.begin(seed), fast.begin(seed)
    for _ in range(10):
        assert slow.board.codes(one) == fast.board.codes(other)
        assert [one[at] for at in slow.variables.values()] == [other[at] for at in fast.variables.values()]
        assert one[: FIXED - 1] == other[: FIXED - 1]
        played = slow.turn(one)
        assert played == fast.turn(other)
        if not played:
            break


# ---------------------------------------------------------------- any text


@given(st.text(max_size=300))
@example("\x00")
@example("\ufeff")
@example("format = 1\nformat = 1")
def test_any_text_is_refused_in_words(text):
    assert load(text) is None


@given(st.binary(max_size=300))
@example(b"\xff\xfe")
@example("format = 1".encode("utf-16"))
def test_any_bytes_are_refused_in_words(data):
    assert load(data) is None


# ---------------------------------------------------------------- bundled rulesets, changed

TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[ \t]+|\n|.', re.DOTALL)
TEXTS = sorted({text for source in BUNDLED.values() for text in re.findall(r'"[^"\n]*"', source)})
# fmt: off
ODD = [
    "true", "false", "-1", "0", "1", "2", "64", "99", "1000", "4611686018427387904", "-9223372036854775808", "1e400",
    "nan", "0.5", "2024-01-01", '""', '"1"', '"true"', '"none"', '"here"', '"empty"', '"not empty"', '"group >= 3"',
    '"no_moves"', '"turn % 0"', '"score * score * score"', '"near(empty) > 2"', '"sum(tile, not empty)"', '"top - 5"',
    '"row"', "[]", "{}", "[1, 2]", '["repeat"]', '["start"]', '["fuse", "fall"]', '["shuffle"]', "{ a = 1 }",
    '"\\u0000"', '"é"', '"\\ud7ff"',
]
# fmt: on


@st.composite
def changed(draw):
    """A bundled ruleset with a few tokens, lines or tables changed."""
    source = draw(st.sampled_from(sorted(BUNDLED.values())))
    for _ in range(draw(st.integers(1, 3))):
        source = draw(st.sampled_from([change_token, change_value, change_line, change_table]))(draw, source)
    return source


def change_token(draw, source):
    tokens = TOKEN.findall(source)
    if not tokens:
        return source
    at = draw(st.integers(0, len(tokens) - 1))
    other = draw(st.sampled_from(tokens) | st.sampled_from(["[", "]", "{", "}", '"', "'", "=", ",", ".", "#", "\\"]))
    how = draw(st.sampled_from(["delete", "insert", "replace", "swap"]))
    if how == "swap" and at + 1 < len(tokens):
        tokens[at : at + 2] = tokens[at + 1], tokens[at]
    else:
        tokens[at : at + (how != "insert")] = [] if how == "delete" else [other]
    return "".join(tokens)


def change_value(draw, source):
    """A value in place of another: an odd one, or one that stands elsewhere."""
    places = list(re.finditer(r'(?<== )("[^"\n]*"|-?[0-9]+|true|false)|"[^"\n]*"', source))
    if not places:
        return source
    place = draw(st.sampled_from(places))
    return source[: place.start()] + draw(st.sampled_from([*ODD, *TEXTS])) + source[place.end() :]


def change_line(draw, source):
    lines = source.split("\n")
    at = draw(st.integers(0, len(lines) - 1))
    to = draw(st.integers(0, len(lines)))
    how = draw(st.sampled_from(["delete", "copy", "move"]))
    line = lines[at] if how == "copy" else lines.pop(at)
    if how != "delete":
        lines.insert(to, line)
    return "\n".join(lines)


def change_table(draw, source):
    tables = re.split(r"\n(?=\[)", source)
    at = draw(st.integers(0, len(tables) - 1))
    how = draw(st.sampled_from(["delete", "copy", "move", "other"]))
    table = tables[at] if how == "copy" else tables.pop(at)
    if how == "other":
        table = draw(st.sampled_from(re.split(r"\n(?=\[)", draw(st.sampled_from(sorted(BUNDLED.values()))))))
    if how != "delete":
        tables.insert(draw(st.integers(0, len(tables))), table)
    return "\n".join(tables)


@given(changed(), st.integers(0, 3))
def test_changed_ruleset_is_refused_in_words_or_can_be_played(source, seed):
    rules = load(source)
    if rules is not None:
        play(rules, seed)


@given(changed())
def test_changed_ruleset_is_written_and_read_again(source):
    rules = load(source)
    if rules is None:
        return
    again = load(tilekit.dumps(rules))
    assert again == rules
    assert again.digest == rules.digest


LETTERS = st.text(st.characters(exclude_categories=("Cs",)), max_size=200)
TABLES = st.recursive(
    st.integers(-9, 9) | LETTERS, lambda inner: st.dictionaries(LETTERS, inner, max_size=4), max_leaves=8
)


@given(st.dictionaries(LETTERS, TABLES, max_size=4))
def test_what_is_written_is_read_again_whatever_keys_are_called(data):
    assert tomllib.loads(written(data)) == data


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_ruleset_is_written_and_read_again(name):
    rules = load(BUNDLED[name], name)
    again = load(tilekit.dumps(rules))
    assert again == rules
    assert again.digest == rules.digest
    assert tilekit.dumps(again) == tilekit.dumps(rules)
    play(rules)


# ---------------------------------------------------------------- tables made from nothing

NAMES = ["a", "b", "c", "stone", "points", "empty", "tap", "fuse", "when", "1", "2", "none", "r1c1", "x-y", "é", ""]
SCALARS = (
    st.sampled_from([0, 1, 2, -1, 1 << 40, True, False, 0.5])
    | st.sampled_from(["", "a", "empty", "not empty", "turn > 2", "no_moves", "cell"])
    | st.text(max_size=8)
    | st.integers(-5, 100)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=8,
)
TABLES = [
    "game", "grid", "constants", "tiers", "properties", "areas", "variables", "queue", "spawn", "start", "actions",
    "mechanics", "scoring", "triggers", "end", "undo", "notices", "invariants", "balance", "ranks", "hint", "look",
    "display", "scenario", "presets", "extends",
]  # fmt: skip
KEYS = [
    "when", "steps", "target", "where", "costs", "set", "add", "on", "text", "reason", "status", "from", "to",
    "weights", "tile", "weight", "chain", "numbers", "pieces", "next", "glyphs", "use", "cells", "least", "makes",
    "times", "name", "given", "then", "actions", "board", "draws", "variables", "during", "until", "keyed_by", "of",
    "titles", "shows",
]  # fmt: skip


@given(
    st.sampled_from(sorted(BUNDLED.values())),
    st.dictionaries(
        st.sampled_from(TABLES),
        VALUES | st.dictionaries(st.sampled_from([*KEYS, *NAMES]), VALUES, max_size=3),
        min_size=1,
        max_size=2,
    ),
)
def test_other_tables_are_refused_in_words_or_can_be_played(source, tables):
    import tomllib

    data = tomllib.loads(source)
    for name, table in tables.items():
        if isinstance(table, dict) and isinstance(data.get(name), dict):
            data[name] = data[name] | table
        else:
            data[name] = table
    rules = load(tomli_w.dumps(data))
    if rules is not None:
        play(rules, actions=8)
