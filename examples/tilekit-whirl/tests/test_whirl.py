"""Bot and observer do what they say. The game itself is tested by `--tilekit-ruleset` (see pyproject.toml)."""

import random
from pathlib import Path

import pytest
import tilekit_whirl

import tilekit


@pytest.fixture
def rules():
    return tilekit.load(str(Path(tilekit_whirl.__file__).with_name("whirl.toml")))


def test_the_bot_plays_legal_actions_and_leaves_the_game_alone(rules):
    game, dice = rules.new_game(seed=1), random.Random(1)
    for _ in range(5):
        before = game.digest
        action = tilekit_whirl.choose(game, dice.randrange, patience=2)
        assert (game.digest, game.is_legal(action)) == (before, True)
        game.play(action)


def test_the_observer_writes_a_line(rules, tmp_path, monkeypatch):
    monkeypatch.setenv("TILEKIT_WHIRL_DIARY", str(tmp_path / "diary"))
    game = rules.new_game(seed=1)
    tilekit_whirl.tilekit_game_over(game=game)
    assert (tmp_path / "diary").read_text(encoding="utf-8") == f"whirl 0 {game.reason} seed 1\n"
