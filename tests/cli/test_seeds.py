"""Seeds: what is one and what is none, alike wherever one is given."""

import pytest

import tilekit
from tilekit.chance import LARGEST_SEED, seed_from
from tilekit.errors import UsageError
from tilekit.lab.simulate import simulate
from tilekit.lab.sweep import sweep
from tilekit.lab.tune import tune

MERGE = tilekit.load("merge")
POINT = "constants.stone_every=9"
#: How Python is given a seed.
IN_PYTHON = {
    "new_game": MERGE.new_game,
    "fork": lambda seed: MERGE.new_game(0).fork(chance=seed),
    "roll_outs": lambda seed: MERGE.new_game(0).roll_outs(["drop r1c1"], chance=seed, count=1, lane="interpreted"),
    "session": lambda seed: tilekit.Session(MERGE, seed=seed),
    "batch": lambda seed: MERGE.batch(1, seed=seed),
    "seeds": lambda seed: MERGE.batch(1, seeds=[seed]),
    "simulate": lambda seed: simulate(MERGE, games=1, seed=seed),
    "sweep": lambda seed: sweep(MERGE, [POINT], games=1, seed=seed),
    "tune": lambda seed: tune(MERGE, POINT, target=1, games=1, seed=seed),
}
#: And how a command is.
IN_COMMANDS = {
    "play": ("play", "merge", "--frontend", "plain"),
    "run": ("run", "merge", "--actions", "-"),
    "show": ("show", "merge"),
    "simulate": ("simulate", "merge", "--games", "1"),
    "sweep": ("sweep", "merge", "--set", POINT, "--games", "1"),
    "tune": ("tune", "merge", "--set", POINT, "--games", "1", "--target", "1"),
}
REFUSED = [("\udcff", "seed '\\udcff' cannot be written as UTF-8; use other characters")]


@pytest.mark.parametrize("way", IN_PYTHON)
@pytest.mark.parametrize(
    ("seed", "told"),
    [
        *REFUSED,
        (-1, f"a seed is from 0 to {LARGEST_SEED}, not -1"),
        (LARGEST_SEED + 1, f"a seed is from 0 to {LARGEST_SEED}, not {LARGEST_SEED + 1}"),
        (True, f"a seed is an integer from 0 to {LARGEST_SEED} or a text, not True"),
    ],
)
def test_what_is_no_seed_is_none_anywhere_in_python(way, seed, told):
    with pytest.raises(UsageError) as caught:
        IN_PYTHON[way](seed)
    assert str(caught.value) == told


@pytest.mark.parametrize("way", IN_COMMANDS)
@pytest.mark.parametrize(("seed", "told"), REFUSED)
def test_nor_in_any_command(cli, way, seed, told):
    status, out, err = cli(*IN_COMMANDS[way], "--seed", seed)
    assert (status, out) == (2, "")
    assert err.splitlines()[-1] == f"Invalid value for '--seed': {told}"


@pytest.mark.parametrize("way", IN_PYTHON)
@pytest.mark.parametrize("seed", [0, LARGEST_SEED, "", "0", " ", "-1", "abc", "種"])
def test_what_is_a_seed_is_one_everywhere_in_python(way, seed):
    IN_PYTHON[way](seed)


@pytest.mark.parametrize("way", IN_COMMANDS)
@pytest.mark.parametrize("seed", ["", "0", str(LARGEST_SEED), " ", "-1", "abc", "種"])
def test_and_in_every_command(cli, way, seed):
    assert cli(*IN_COMMANDS[way], "--seed", seed).status in (0, 1)


@pytest.mark.parametrize("text", ["", " ", "-1", "abc", "種"])
def test_a_text_is_the_same_seed_in_both(cli, text):
    assert f"seed {seed_from(text)}\n" in cli("run", "merge", "--actions", "-", "--seed", text).out
    assert MERGE.new_game(text).seed == seed_from(text)
