"""New and Restart play by the file as it is by then; a mistake in it is told, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilekit
from tilekit.preferences import Preferences
from tilekit.profile.profile import Profile
from tilekit.session import Playback, Session

TEXT = """format = 1
[game]
id = "steps"
title = "Steps"
version = 1
[grid]
rows = 1
columns = 2
[tiers]
chain = ["pebble"]
[spawn.deal]
weights = { pebble = 1 }
[actions.go]
add = { score = 1 }
[[end]]
reason = "done"
when = "score >= 9"
[ranks]
of = "score"
titles = { 1 = "Walker" }
"""
CHANGED = "the rules have changed; this game is played by the new ones"
AGAIN = ["new", "restart"]


class Edited:
    """A file that is edited while it is played."""

    def __init__(self, path: Path, text: str = TEXT) -> None:
        self.path = path
        self.text = text
        path.write_text(text, encoding="utf-8")

    def change(self, old: str, new: str) -> None:
        assert self.text.count(old) == 1
        self.text = self.text.replace(old, new)
        self.path.write_text(self.text, encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path) -> Edited:
    return Edited(tmp_path / "steps.toml")


def sit(path: object, **settings: object) -> Session:
    return Session(tilekit.load(str(path)), 5, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("command", AGAIN)
def test_what_was_edited_is_played(file: Edited, command: str) -> None:
    sitting = sit(file.path)
    sitting.play("go")
    file.change("score = 1 }", "score = 4 }")
    assert sitting.play("go") == ""
    assert sitting.game.score == 2  # the game that is running keeps its rules
    assert sitting.play(command) == ""
    assert (sitting.game.score, sitting.game.turn, sitting.last_turn, sitting.news) == (0, 0, None, (CHANGED,))
    assert (sitting.game.seed == 5) is (command == "restart")
    assert sitting.play("go") == ""
    assert (sitting.game.score, sitting.view().notices) == (4, ())
    assert sitting.rules.digest == tilekit.load(str(file.path)).digest


@pytest.mark.parametrize("command", AGAIN)
def test_where_nothing_was_edited_all_is_as_ever(file: Edited, command: str) -> None:
    sitting = sit(file.path)
    rules = sitting.rules
    sitting.play("go")
    assert sitting.play(command) == ""
    assert (sitting.rules is rules, sitting.news, sitting.game.score) == (True, (), 0)
    assert (sitting.last_turn is None) is (command == "new")


@pytest.mark.parametrize("command", AGAIN)
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("rows = 1", "rows = 0", 'steps.toml:7:8: "rows" must be 1 or more'),
        ("chain = [", "chain = ", None),
        ("add = { score = 1 }", "add = { scores = 1 }", None),
        ("format = 1", "format = 99", None),
    ],
)
def test_a_mistake_is_told_and_the_old_game_goes_on(
    file: Edited, command: str, old: str, new: str, told: str | None
) -> None:
    sitting = sit(file.path)
    sitting.play("go")
    before, digest = sitting.game, sitting.game.digest
    file.change(old, new)
    with pytest.raises(tilekit.RulesetError) as caught:
        tilekit.load(str(file.path))
    first = caught.value.diagnostics[0]
    refused = sitting.play(command)
    assert refused.startswith(f"steps.toml:{first.line}:{first.column}: {first.message}")
    assert refused.endswith("; the game goes on by its old rules")
    assert "\n" not in refused
    assert (sitting.game is before, sitting.game.digest, sitting.can_reopen) == (True, digest, False)
    assert sitting.play("go") == ""
    assert sitting.game.score == 2
    file.change(new, old)
    assert sitting.play(command) == ""
    assert sitting.game.score == 0
    assert told is None or told.partition(": ")[0] in refused


@pytest.mark.parametrize("command", AGAIN)
def test_a_file_that_is_gone_or_no_text_is_a_mistake_too(file: Edited, command: str) -> None:
    sitting = sit(file.path)
    file.path.write_bytes(b"\xff\xfe\x00")
    assert sitting.play(command).startswith("steps.toml")
    file.path.unlink()
    assert sitting.play(command).endswith("; the game goes on by its old rules")
    assert sitting.play("go") == ""


@pytest.mark.parametrize("command", AGAIN)
def test_what_it_extends_is_read_again_too(tmp_path: Path, command: str) -> None:
    base = Edited(tmp_path / "base.toml")
    middle = Edited(
        tmp_path / "middle.toml", 'format = 1\nextends = "base.toml"\n[game]\nid = "middle"\ntitle = "M"\nversion = 1\n'
    )
    own = Edited(
        tmp_path / "own.toml",
        'format = 1\nextends = "middle.toml"\n[game]\nid = "own"\ntitle = "O"\nversion = 1\n'
        "[presets.far.actions.go]\nadd = { score = 5 }\n",
    )
    sitting, far = sit(own.path), sit(f"{own.path}:far")
    for change, reached in (
        (lambda: base.change("score = 1 }", "score = 3 }"), (3, 5)),
        (
            lambda: middle.change(
                'title = "M"\nversion = 1', 'title = "M"\nversion = 1\n[actions.go]\nadd = { score = 7 }'
            ),
            (7, 5),
        ),
        (lambda: own.change("score = 5 }", "score = 6 }"), (7, 6)),
    ):
        change()
        for one, score in zip((sitting, far), reached, strict=True):
            assert one.play(command) == ""
            assert one.play("go") == ""
            assert one.game.score == score
    base.change("rows = 1", "rows = 0")
    assert sitting.play(command).startswith("base.toml:7:8: ")
    base.change("rows = 0", "rows = 1")
    own.change("[presets.far.actions.go]", "[presets.near.actions.go]")
    assert "far" in far.play(command)


def test_a_board_of_another_size_a_language_and_ranks_follow(file: Edited) -> None:
    sitting = sit(file.path, preferences=Preferences(language="ja"))
    sitting.play("go")
    assert (sitting.rank, sitting.best, sitting.words()("pebble")) == ("Walker", 1, "pebble")
    file.change("columns = 2", "columns = 7")
    file.change('titles = { 1 = "Walker" }', 'titles = { 3 = "Runner" }\n[words.ja]\npebble = "小石"')
    assert sitting.play("restart") == ""
    assert ([*map(len, sitting.view().cells)], sitting.words()("pebble"), sitting.rank) == ([7], "小石", "")
    assert sitting.play("reopen") == ""
    assert ([*map(len, sitting.view().cells)], sitting.words()("pebble"), sitting.rank) == ([2], "pebble", "Walker")
    assert sitting.game.score == 1


def test_looks_alone_are_no_other_game(file: Edited) -> None:
    sitting = sit(file.path)
    sitting.play("go")
    file.change("[ranks]", '[look]\npebble = { colour = "#123456" }\n[ranks]')
    assert sitting.play("new") == ""
    assert (sitting.news, sitting.best, [tile.colour for tile in sitting.view().tiles]) == ((), 1, ["#123456"])


def test_rules_that_were_no_file_stay_as_they_are(tmp_path: Path) -> None:
    sitting = Session(tilekit.loads(TEXT), 5)
    assert sitting.play("new") == ""
    elsewhere = Session(tilekit.loads(TEXT, path=tmp_path / "no-such-file.toml"), 5)
    assert (elsewhere.play("new"), elsewhere.play("restart")) == ("", "")


def test_a_recording_keeps_its_rules(file: Edited) -> None:
    game = tilekit.load(str(file.path)).new_game(seed=5)
    for action in ("go", "restart", "go", "go"):
        game.play(action)
    shown = Playback(game)
    file.change("score = 1 }", "score = 4 }")
    while shown.tick():
        pass
    assert (shown.game.score, shown.is_at_end) == (2, True)


# ---------------------------------------------------------------- with a profile


def test_the_old_game_is_kept_and_comes_back(file: Edited, tmp_path: Path) -> None:
    with Profile(tmp_path / "profile") as profile:
        sitting = sit(file.path, profile=profile)
        sitting.play("go")
        sitting.play("go")
        old = sitting.rules
        file.change("score = 1 }", "score = 4 }")
        assert sitting.play("new") == ""
        new = sitting.rules
        assert (new.digest != old.digest, sitting.can_reopen, sitting.best) == (True, True, 2)
        sitting.play("go")
        assert (sitting.game.score, sitting.kept) == (4, True)
        assert sitting.play("reopen") == ""
        assert (sitting.game.score, sitting.rules is old, sitting.can_reopen) == (2, True, True)
        assert sitting.play("go") == ""
        assert sitting.play("reopen") == ""
        assert (sitting.game.score, sitting.rules is new) == (4, True)
        assert {(game.digest, game.score, game.place) for game in profile.games()} == {
            (old.digest, 3, "aside"),
            (new.digest, 4, "running"),
        }
        sitting.leave()
    with Profile(tmp_path / "profile") as profile:
        again = Session(tilekit.load(str(file.path)), profile=profile, resume=True)
        assert (again.game.score, again.game.turn) == (4, 1)
        again.leave()
        [kept] = [game for game in profile.games() if game.digest == old.digest]
        file.change("score = 4 }", "score = 1 }")
        back = Session(tilekit.load(str(file.path)), profile=profile, game_id=kept.id)
        assert back.game.score == 3


def test_rules_that_are_changed_back_find_their_game(file: Edited, tmp_path: Path) -> None:
    with Profile(tmp_path / "profile") as profile:
        sitting = sit(file.path, profile=profile)
        sitting.play("go")
        file.change("score = 1 }", "score = 4 }")
        sitting.play("restart")
        sitting.play("go")
        file.change("score = 4 }", "score = 1 }")
        assert sitting.play("restart") == ""
        assert (sitting.game.seed, sitting.game.score) == (5, 0)
        sitting.play("go")
        scores = []
        for _ in range(2):
            assert sitting.play("reopen") == ""
            scores.append(sitting.game.score)
        assert scores == [4, 1]
        assert sorted((game.score, game.aside) for game in profile.games()) == [(1, False), (1, True), (4, True)]


def test_a_game_in_which_nothing_was_played_is_not_kept(file: Edited, tmp_path: Path) -> None:
    with Profile(tmp_path / "profile") as profile:
        sitting = sit(file.path, profile=profile)
        for score in (2, 3, 4):
            file.change(f"score = {score - 1} }}", f"score = {score} }}")
            assert sitting.play("new") == ""
            assert sitting.can_reopen is False
        assert [game.digest for game in profile.games()] == [sitting.rules.digest]


def test_a_mistake_changes_nothing_in_the_profile(file: Edited, tmp_path: Path) -> None:
    with Profile(tmp_path / "profile") as profile:
        sitting = sit(file.path, profile=profile)
        sitting.play("go")
        before = profile.games()
        file.change("rows = 1", "rows = 0")
        assert sitting.play("new").startswith("steps.toml:7:8: ")
        assert profile.games() == before
        sitting.play("go")
        assert [game.score for game in profile.games()] == [2]


def test_another_version_has_marks_of_its_own(file: Edited, tmp_path: Path) -> None:
    with Profile(tmp_path / "profile") as profile:
        sitting = sit(file.path, profile=profile)
        sitting.play("go")
        file.change("version = 1", "version = 2")
        file.change("score = 1 }", "score = 4 }")
        sitting.play("new")
        assert (sitting.best, sitting.rank) == (0, "")
        sitting.play("reopen")
        assert (sitting.best, sitting.rank) == (1, "Walker")
