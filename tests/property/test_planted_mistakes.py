"""Mistakes planted into the bundled rulesets: each is told in one run, at its own line, and nothing else is.

A mistake changes one line and leaves all others where they are, so that it is known where it must be told.
"""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tilekit
from tilekit.plugins import Plugins

ROOT = Path(__file__).parent.parent.parent
PLUGINS = Plugins(entry_points=False)
#: What every file gets at its end, so that there is a place for every kind of mistake.
TAIL = """
[[notices]]
when = "turn > 9999"
text = "Planted"
[[invariants]]
name = "planted"
holds = "turn >= 0"
[[balance]]
bot = "random"
games = 40
metric = "score.mean"
at_least = 0
[[scenario]]
name = "planted"
seed = 1
then = { status = "playing" }
"""
BUNDLED = {
    path.stem: path.read_text(encoding="utf-8").rstrip() + "\n" + TAIL
    for path in sorted((ROOT / "rulesets").glob("*.toml"))
    if not path.name.endswith(".scenarios.toml")
}
#: Tables, what stands in them, what is put there instead, and the code by which it is told.
KINDS = [
    # No TOML.
    (r"game", r'title = "(.*)"', r"title = \1 of mine", "toml-syntax"),
    (r"game", r'title = "(.*)"', r'title = "\1', "toml-syntax"),
    (r"game", r'title = "(.*)"', r"title = “\1”", "toml-syntax"),  # as an office suite writes it
    (r"game", r"version = (.*)", r"version \1", "toml-syntax"),
    (r"notices", r"text = .*", r"text =", "toml-syntax"),
    (r"", r"\[undo\]", r"[undo", "toml-syntax"),
    (r"", r"\[\[notices\]\]", r"[[notices]", "toml-syntax"),
    (r"", r"\[mechanics\]", r"[mechanics]]", "toml-syntax"),
    (r"undo", r"after_end = .*", r"depth = 9", "toml-duplicate"),
    (r"undo", r"depth = .*", r"depth = 99999999999999999999", "number-too-large"),
    (r"balance", r"at_least = .*", r"at_least = nan", "not-finite"),
    # Of the wrong shape.
    (r"game", r"version = .*", r'version = "1"', "wrong-type"),
    (r"game", r'id = ".*"', r'id = "Plan Ted"', "bad-text"),
    (r"game", r"rules = .*", r'rule = ["Go."]', "unknown-key"),
    (r"grid", r"rows = .*", r"rows = 500", "number-out-of-range"),
    (r"grid", r"columns = .*", r"columns = true", "wrong-type"),
    (r"tiers", r"glyphs = .*", r"glyphs = 5", "wrong-type"),
    (r"variables", r"(\w+) = .*", r"\1 = 0.5", "wrong-type"),
    (r"constants", r"(\w+) = .*", r"\1 = 0.5", "wrong-type"),
    (r"queue", r"shows = .*", r"shows = 99", "number-out-of-range"),
    (r"actions\.\w+", r"target = .*", r'target = "planted"', "unknown-choice"),
    (r"actions\.\w+", r"steps = .*", r'steps = "planted"', "wrong-type"),
    (r"actions\.\w+", r"refusal = (.*)", r"refussal = \1", "unknown-key"),
    (r"end", r'outcome = ".*"', r'outcome = "planted"', "unknown-choice"),
    (r"end", r"reason = .*", r"reason = 5", "wrong-type"),
    (r"end", r"when = (.*)", r"whem = \1", "unknown-key"),
    (r"undo", r"depth = .*", r"depth = -1", "number-out-of-range"),
    (r"balance", r"games = .*", r"games = 0", "number-out-of-range"),
    (r"look", r"(\w+) = \{.*", r'\1 = { shape = "planted" }', "unknown-choice"),
    (r"scenario", r"then = .*", r"then = { planted = 5 }", "unknown-key"),
    (r"", r"\[display\]", r"[planted]", "unknown-key"),
    (r"", r"\[mechanics\]", r"[mechanic]", "unknown-key"),
    (r"", r"\[grid\]", r"[board]", "unknown-key"),
    (r"", r"\[variables\]", r"[vars]", "unknown-key"),
    (r"", r"\[scoring\]", r"[score]", "unknown-key"),
    (r"", r"\[tiers\]", r"[tiles]", "unknown-key"),
    (r"mechanics", r"(\w+) = \{ (.*) \}(.*)", r"\1 = { \2, planted = 5 }\3", "unknown-key"),
    # Of no meaning.
    (r"actions\.\w+", r"where = .*", r'where = "planted"', "unknown-name"),
    (r"actions\.\w+", r"steps = \[(.*)\]", r'steps = [\1, "planted"]', "unknown-mechanic"),
    (r"queue", r"from = .*", r'from = "planted"', "unknown-spawn"),
    (r"spawn\.\w+", r"weights = \{ (.*) \}", r"weights = { \1, planted = 1 }", "unknown-tile"),
    (r"scoring", r"(\w+) = .*", r'\1 = "planted + 1"', "unknown-name"),
    (r"scoring", r"(\w+) = .*", r"planted = 4", "unknown-event"),
    (r"triggers", r"on = .*", r'on = "planted"', "unknown-event"),
    (r"end", r'when = ".*"', r'when = "turn >"', "not-in-language"),
    (r"notices", r"when = .*", r'when = "planted"', "unknown-name"),
    (r"invariants", r"holds = .*", r'holds = "turn = 5"', "not-in-language"),
    (r"balance", r"metric = .*", r'metric = "rate.planted"', "unknown-metric"),
    (r"look", r"(\w+) = \{.*", r'planted = { shape = "circle" }', "unknown-tile"),
    # Of no meaning in a scenario.
    (r"scenario", r"then = .*", r'then = { reason = "planted" }', "unknown-reason"),
    (r"scenario", r"then = .*", r'then = { illegal = ["planted"] }', "unknown-action"),
    (r"scenario", r"then = .*", r"then = { variables = { planted = 1 } }", "unknown-variable"),
    (r"scenario", r"seed = .*", r"seed = -1", "bad-seed"),
]  # fmt: skip


def sites(source):
    """Every place for a mistake: its line, what that becomes, and the code."""
    table = ""
    for number, line in enumerate(source.split("\n")):
        header = re.fullmatch(r"\[\[?(.*?)\]\]?.*", line)
        for place, old, new, code in KINDS:
            where = "" if header else table
            if re.fullmatch(place, where) and re.fullmatch(rf"{old}(\s*#.*)?", line):
                # What is left out of one line explains nothing of others.
                own = new.replace("planted", f"planted_{number}")
                yield number, re.sub(rf"^{old}(\s*#.*)?$", lambda match, own=own: match.expand(own), line), code
        table = header[1] if header else table


SITES = {name: list(sites(source)) for name, source in BUNDLED.items()}


def planted(name, chosen):
    lines = BUNDLED[name].split("\n")
    for number, line, _ in chosen:
        lines[number] = line
    return "\n".join(lines)


def told(source):
    """The line and the code of everything that is told in one run."""
    try:
        problems = tilekit.loads(source, plugins=PLUGINS).warnings
    except tilekit.RulesetError as error:
        problems = error.diagnostics
    return [(one.line, one.code) for one in problems]


#: What cannot be known to be wrong as long as something else is: what a line becomes, and what that depends on.
HANGS_ON = [
    (r".*(rate\.|reason = \").*", r"reason = 5"),
    (r".*(shape = |planted_\d+ = 1 \}|rate\.).*", r"series = .*"),  # of which the tiles have their numbers
    (r"\w+ = \"planted_\d+ \+ 1\"", r"steps = \"planted_\d+\""),  # of an event that may be raised by that step alone
]


def are_independent(chosen):
    lines = [line for _, line, _ in chosen]
    return not any(
        re.fullmatch(one, line) and any(re.fullmatch(other, each) for each in lines)
        for one, other in HANGS_ON
        for line in lines
    )


@st.composite
def mistakes(draw):
    """A bundled ruleset, and places for mistakes, each on a line of its own."""
    name = draw(st.sampled_from(sorted(SITES)))
    return name, draw(
        st.lists(st.sampled_from(SITES[name]), min_size=1, max_size=8, unique_by=lambda site: site[0]).filter(
            are_independent
        )
    )


@pytest.mark.parametrize("name", BUNDLED)
def test_the_rulesets_below_the_mistakes_are_right(name):
    assert told(BUNDLED[name]) == []


@given(mistakes())
def test_every_planted_mistake_is_told_in_one_run_and_nothing_else(case):
    name, chosen = case
    assert told(planted(name, chosen)) == sorted((number + 1, code) for number, _, code in chosen)


#: A preset without a mistake, and one with two: one of shape, one of meaning.
PRESETS = """
[presets.planted_right.undo]
depth = 3
[presets.planted_wrong.undo]
depht = 3
[[presets.planted_wrong.notices]]
when = "planted_notice"
text = "Planted"
"""


@given(mistakes())
@example(("threefold", [(50, "planted_50 = 4", "unknown-event")]))  # what a preset inherits has nothing to do then
def test_mistakes_of_presets_are_told_beside_those_of_their_file(case):
    name, chosen = case
    own = [(number + 1, code) for number, _, code in chosen]
    last = BUNDLED[name].count("\n")
    of_presets = [(last + 5, "unknown-key"), (last + 7, "unknown-name")]
    assert told(planted(name, chosen) + PRESETS) == sorted([*own, *of_presets])


#: Every line with a key and a value on it.
VALUES = {
    name: [number for number, line in enumerate(source.split("\n")) if re.match(r'[\w".]+ = (?!""")', line)]
    for name, source in BUNDLED.items()
}


@given(st.data(), st.sampled_from(sorted(VALUES)))
def test_of_any_value_that_is_left_out_only_that_is_told(data, name):
    lines = BUNDLED[name].split("\n")
    number = data.draw(st.sampled_from(VALUES[name]))
    lines[number] = lines[number].partition("=")[0] + "="
    assert told("\n".join(lines)) == [(number + 1, "toml-syntax")]


def test_a_mistake_of_every_kind_is_planted():
    assert {code for places in SITES.values() for _, _, code in places} == {code for *_, code in KINDS}
