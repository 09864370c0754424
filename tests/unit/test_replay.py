"""Games as files: whole or untouched, the same bytes, damage named, and going on as if nothing had happened."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.unit.rulesets import load, small, stand

import tilekit
from tilekit.chance import bounded
from tilekit.errors import SaveError
from tilekit.game import Game
from tilekit.replay import load_game, ruleset_of, verify

PUT = """
# what a stranger reads is no rule
[actions.put]
target = "cell"
where = "empty"
steps = ["place", "deal"]
[actions.flip]
steps = ["sweep"]
[mechanics.sweep]
use = "change"
cells = "not empty"
to = { a = "b", b = "a" }
[queue]
from = "any"
shows = 2
[spawn.any]
weights = { a = 1, b = 1 }
[undo]
depth = 5
"""


def rules(body: str = PUT) -> tilekit.Rules:
    return small(body)


def played(game: Game, turns: int, *, salt: int = 0) -> Game:
    """The game after some turns of random play, undo among them."""
    for k in range(turns):
        choices = [str(action) for action in game.legal_actions()]
        choices += ["undo"] if game.can_undo else []
        if not choices:
            break
        game.play(choices[bounded(game.seed, 77 + salt, 0, k, len(choices))])
    return game


def saved(tmp_path: Path) -> tuple[Game, Path]:
    game = played(rules().new_game(7), 6)
    path = tmp_path / "game.json"
    game.save(path)
    return game, path


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("ruleset", ["2048", "merge", "ninek", "sum10"])
@pytest.mark.parametrize("turns", [0, 1, 40, 230])
def test_a_loaded_game_is_the_same_game(ruleset: str, turns: int, tmp_path: Path) -> None:
    game = played(tilekit.load(ruleset).new_game(turns), turns)
    path = tmp_path / "game.json"
    game.save(path)
    back = tilekit.load_game(path)
    assert back.to_dict() == game.to_dict()
    assert (back.actions, back.digest, back.seed) == (game.actions, game.digest, game.seed)
    again = tmp_path / "again.json"
    back.save(again)
    assert again.read_bytes() == path.read_bytes()
    assert path.read_bytes().decode("ascii").endswith("}\n")
    # It goes on the same way, undo included.
    assert played(back, 40, salt=1).to_dict() == played(game, 40, salt=1).to_dict()
    while game.can_undo:
        assert back.undo().points == game.undo().points
        assert back.to_dict() == game.to_dict()
    assert not back.can_undo


def test_a_file_is_written_to_the_last_byte(tmp_path: Path) -> None:
    """The largest seed, a position, an action; what is not given is left out."""
    made = rules()
    game = stand(made, "a . .\n. . .\n. . .", seed=2**63 - 1, queue=["a", "b"])
    game.play("flip")
    path = tmp_path / "game.json"
    game.save(path)
    name = f'  "id": "small",\n  "version": 1,\n  "digest": "{made.digest}"\n'
    given = '  "board": "a . .\\n. . .\\n. . .",\n  "queue": [\n   "a",\n   "b"\n  ]\n'
    now = f'  "turn": 1,\n  "score": 0,\n  "status": "playing",\n  "reason": "",\n  "digest": "{game.digest}"\n'
    assert path.read_bytes().decode() == (
        f'{{\n "tilekit": "game",\n "format": 1,\n "ruleset": {{\n{name} }},\n "seed": 9223372036854775807,\n'
        f' "given": {{\n{given} }},\n "actions": [\n  "flip"\n ],\n "checks": {{}},\n "now": {{\n{now} }}\n}}\n'
    )
    assert load_game(path, made) == game


def test_a_game_that_is_over_is_kept_too(tmp_path: Path) -> None:
    game = played(tilekit.load("merge").new_game(1), 500)
    while game.status != "over":
        game.play(game.legal_actions()[0])
    path = tmp_path / "over.json"
    game.save(path)
    back = tilekit.load_game(path)
    assert (back.status, back.reason, back.can_undo) == ("over", "jammed", True)


def test_a_given_position_is_kept_with_its_scripted_picks(tmp_path: Path) -> None:
    game = stand(rules(), "a . .\n. b .\n. . .", queue=["b", "b"], draws=["a", "b", "a"], score=3, seed=4)
    game.play("put r3c3")
    path = tmp_path / "game.json"
    game.save(path)
    back = load_game(path, rules())
    assert back.to_dict() == game.to_dict()
    assert back.given == game.given
    back.restart()
    game.restart()
    assert back.to_dict() == game.to_dict()


GO_ON = """
import json, sys, tilekit
from tilekit.chance import bounded
game = tilekit.load_game(sys.argv[1])
states = []
for k in range(100):
    choices = [str(action) for action in game.legal_actions()] or ["restart"]
    game.play(choices[bounded(3, 5, 0, k, len(choices))])
    states.append(game.digest)
while game.can_undo:
    game.undo()
    states.append(game.digest)
print(json.dumps(states))
"""


@pytest.mark.parametrize("ruleset", ["2048", "merge", "ninek", "sum10"])
def test_a_game_goes_on_in_another_process_as_it_would_have_here(ruleset: str, tmp_path: Path) -> None:
    game = played(tilekit.load(ruleset).new_game("elsewhere"), 30)
    path = tmp_path / "game with a space.json"
    game.save(path)
    result = subprocess.run([sys.executable, "-c", GO_ON, str(path)], capture_output=True, text=True, check=True)
    states = []
    for k in range(100):
        choices = [str(action) for action in game.legal_actions()] or ["restart"]
        game.play(choices[bounded(3, 5, 0, k, len(choices))])
        states.append(game.digest)
    while game.can_undo:
        game.undo()
        states.append(game.digest)
    assert json.loads(result.stdout) == states


# ---------------------------------------------------------------- damage


def broken(change: Callable[[dict[str, Any]], object]) -> Callable[[bytes], bytes]:
    def damaged(content: bytes) -> bytes:
        data = json.loads(content)
        change(data)
        return json.dumps(data).encode()

    return damaged


def replaced(**values: Any) -> Callable[[bytes], bytes]:
    return broken(lambda data: data.update(values))


NO_JSON = "damaged or no saved game: it is not whole JSON"
NO_GAME = 'no saved game: it does not begin with "tilekit": "game"'


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda _: b"", f"{NO_JSON} at line 1"),
        (lambda _: b"\0" * 4096, f"{NO_JSON} at line 1"),
        (lambda content: content[: len(content) // 2], NO_JSON),
        (lambda content: content[:-3], NO_JSON),
        (lambda content: content + b"{}", NO_JSON),
        (lambda _: b"[" * 1_000_000, NO_JSON),
        (lambda _: b'{"a":' * 100_000, NO_JSON),
        (lambda _: b"null", NO_GAME),
        (lambda _: b"[]", NO_GAME),
        (lambda _: b"{}", NO_GAME),
        (lambda _: b'"game"', NO_GAME),
        (lambda content: content.replace(b'"score": 0', b'"score": NaN'), NO_JSON),
        (lambda content: content.replace(b'"score": 0', b'"score": Infinity'), NO_JSON),
        (lambda content: content.replace(b'"score": 0', b'"score": ' + b"9" * 5000), NO_JSON),
        (lambda content: content.replace(b'"score": 0', b'"score": 1e400'), "damaged: now.score is inf"),
        (lambda content: b"\xff\xfe" + content, "damaged or no saved game: it is not UTF-8 text"),
        (lambda content: content.decode().encode("utf-16"), "damaged or no saved game: it is not UTF-8 text"),
        (replaced(tilekit="profile"), NO_GAME),
        (broken(lambda data: data.pop("format")), "damaged: format is missing, expected 1"),
        (replaced(format="1"), "damaged: format is '1', expected 1"),
        (replaced(format=True), "damaged: format is True, expected 1"),
        (replaced(format=0), "damaged: format is 0, expected 1"),
        (replaced(format=1.0), "damaged: format is 1.0"),
        (
            replaced(format=999),
            "written by a newer tilekit (format 999, this one reads up to 1); update tilekit",
        ),
        (broken(lambda data: data.pop("seed")), "damaged: seed is missing"),
        (broken(lambda data: data.pop("ruleset")), "damaged: ruleset is missing"),
        (broken(lambda data: data["now"].pop("digest")), "damaged: now.digest is missing"),
        (broken(lambda data: data["ruleset"].pop("version")), "damaged: ruleset.version is missing"),
        (replaced(colour="red"), "damaged: colour is no part of a saved game"),
        (replaced(seed="7"), "damaged: seed is '7', expected a whole number"),
        (replaced(seed=True), "damaged: seed is True"),
        (replaced(seed=-1), "damaged: seed is -1, expected 0 or more"),
        (replaced(seed=1 << 63), "damaged: seed is 9223372036854775808"),
        (replaced(actions=None), "damaged: actions is None, expected a list"),
        (replaced(actions=["put r1c1", 3]), "damaged: actions.1 is 3, expected a text in quotes"),
        (replaced(given=[]), "damaged: given is [], expected a table"),
        (replaced(checks=True), "damaged: checks is True, expected a table"),
        (replaced(given={"board": "a a"}), "damaged: board has 1 rows, expected 3"),
        (replaced(given={"bored": "a a"}), "damaged: given.bored is no part of a saved game"),
        (
            replaced(actions=["put r1c1", "put r1c1"]),
            'does not hold: action 2, "put r1c1": r1c1 is not where empty holds',
        ),
        (replaced(seed=8), "does not hold: digest was '"),
        (broken(lambda data: data["now"].update(score=5)), "does not hold: score was 5, and replaying gives 0"),
        (broken(lambda data: data["now"].update(turn=99)), "does not hold: turn was 99, and replaying gives "),
        (
            broken(lambda data: data["now"].update(status="over")),
            "does not hold: status was 'over', and replaying gives 'playing'",
        ),
    ],
)
def test_damage_is_named_and_the_file_is_left_alone(
    damage: Callable[[bytes], bytes], words: str, tmp_path: Path
) -> None:
    _, path = saved(tmp_path)
    content = damage(path.read_bytes())
    path.write_bytes(content)
    for read in (load_game, verify):
        with pytest.raises(SaveError) as caught:
            read(path, rules())
        assert str(caught.value).startswith(f"{path}: {words}")
        assert len(str(caught.value)) < len(str(path)) + 300
    assert path.read_bytes() == content


def test_every_cut_and_every_changed_character_is_noticed_or_harmless(tmp_path: Path) -> None:
    game, path = saved(tmp_path)
    content = path.read_bytes()
    for at in range(0, len(content) - 1, 7):
        for damaged in (content[:at], content[:at] + b"#" + content[at + 1 :]):
            path.write_bytes(damaged)
            with pytest.raises(SaveError):
                load_game(path, rules())
    path.write_bytes(content.replace(b"\n", b"\r\n"))
    assert load_game(path, rules()) == game


@pytest.mark.parametrize("turns", [99, 100, 101, 200])
def test_a_digest_is_kept_after_every_hundred_actions(turns: int, tmp_path: Path) -> None:
    game, path = rules().new_game(3), tmp_path / "game.json"
    kept = {}
    for turn in range(1, turns + 1):
        game.play("flip")
        if turn in (100, 200):
            kept[str(turn)] = game.digest[:16]
    game.save(path)
    assert json.loads(path.read_text())["checks"] == kept


def test_a_check_along_the_way_says_where_a_game_went_astray(tmp_path: Path) -> None:
    game = rules().new_game(3)
    for _ in range(250):
        game.play("flip")
    path = tmp_path / "game.json"
    game.save(path)
    data = json.loads(path.read_text())
    assert sorted(data["checks"]) == ["100", "200"]
    data["checks"]["200"] = "0" * 16
    path.write_text(json.dumps(data))
    with pytest.raises(SaveError, match=r": does not hold: after action 200 the game is another one$"):
        load_game(path, rules())


@pytest.mark.parametrize("make", ["folder", "missing", "nowhere", "pipe", "dangling"])
def test_what_is_no_file(make: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    words = {
        "folder": "this is no file",
        "pipe": "this is no file",
        "missing": "cannot be read: No such file or directory",
        "dangling": "cannot be read: No such file or directory",
        "nowhere": "cannot be read: Not a directory",
    }[make]
    if make == "folder":
        path.mkdir()
    elif make == "pipe":
        os.mkfifo(path)
    elif make == "dangling":
        path.symlink_to(tmp_path / "gone")
    elif make == "nowhere":
        path.write_text("")
        path = path / "game.json"
    with pytest.raises(SaveError) as caught:
        load_game(path)
    assert str(caught.value) == f"{path}: {words}"


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with path.open("wb") as file:
        file.truncate(65 << 20)
    with pytest.raises(SaveError, match=r": 68157440 bytes are no saved game \(at most 67108864\)$"):
        load_game(path)


# ---------------------------------------------------------------- other rules


def test_a_game_of_other_rules_is_refused_and_says_what_differs(tmp_path: Path) -> None:
    _, path = saved(tmp_path)
    body = rules().document.text
    others = {
        "weight": body.replace("weights = { a = 1, b = 1 }", "weights = { a = 2, b = 1 }"),
        "size": body.replace("rows = 3", "rows = 4"),
        "tier": body.replace('"a", "b", "c", "d"', '"a", "b", "c"'),
        "version": body.replace("version = 1", "version = 2"),
        "id": body.replace('id = "small"', 'id = "tiny"'),
        "other id": body.replace('id = "small"', 'id = "large"').replace("version = 1", "version = 2"),
    }
    found = {}
    for name, text in others.items():
        other = load(text)
        with pytest.raises(SaveError) as caught:
            load_game(path, other)
        found[name] = str(caught.value).removeprefix(f"{path}: ").replace(other.digest[:12], "HERE")
    end = "; it would go another way and is left as it is"
    digests = f"with other rules (digest {rules().digest[:12]}, here HERE)"
    assert found == {
        "weight": f"a game of small version 1 {digests}{end}",
        "size": f"a game of small version 1 {digests}{end}",
        "tier": f"a game of small version 1 {digests}{end}",
        "version": f"a game of small version 1, and these rules are version 2{end}",
        "id": f'a game of "small", not of "tiny"{end}',
        "other id": f'a game of "small", not of "large"{end}',
    }
    load(others["version"]).new_game(7).save(path)
    with pytest.raises(SaveError) as caught:
        load_game(path, rules())
    assert str(caught.value) == f"{path}: a game of small version 2, and these rules are version 1{end}"


def test_comments_looks_and_words_do_not_spoil_a_save(tmp_path: Path) -> None:
    game, path = saved(tmp_path)
    text = rules().document.text.replace("# what a stranger reads is no rule", "# quite another remark")
    text = text.replace("[actions.flip]", '[actions.flip]\nlabel = "Turn them all"')
    dressed = load(text + '[look.a]\ncolour = "#112233"\n')
    assert load_game(path, dressed).to_dict() == game.to_dict()


def test_a_ruleset_that_is_not_installed_is_named(tmp_path: Path) -> None:
    _, path = saved(tmp_path)
    assert ruleset_of(path).id == "small"
    with pytest.raises(SaveError) as caught:
        load_game(path)
    assert str(caught.value) == (
        f'{path}: a game of "small", and no ruleset of that id is installed; '
        "give its file (--ruleset FILE, or rules=tilekit.load(FILE))"
    )


@pytest.mark.parametrize("name", ["../other.toml", "/etc/passwd", "other.toml", "", "a/b"])
def test_a_save_cannot_have_another_file_read(name: str, tmp_path: Path) -> None:
    _, path = saved(tmp_path)
    (tmp_path / "other.toml").write_text("this is not even TOML")
    data = json.loads(path.read_text())
    data["ruleset"]["id"] = name
    path.write_text(json.dumps(data))
    with pytest.raises(SaveError, match="and no ruleset of that id is installed"):
        load_game(path)


# ---------------------------------------------------------------- writing


@pytest.mark.parametrize("name", ["missing/game.json", "x" * 300, "a\0b", "."])
def test_a_place_that_cannot_be(name: str, tmp_path: Path) -> None:
    game = rules().new_game(1)
    with pytest.raises(SaveError) as caught:
        game.save(tmp_path / name)
    assert "the game cannot be saved there: " in str(caught.value)
    assert str(caught.value).endswith("; name another place")
    assert "\0" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any, **__: Any) -> Any:  # to the superuser no folder is
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "open", forbidden)
    with pytest.raises(SaveError, match="Permission denied"):
        rules().new_game(1).save(tmp_path / "game.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_who_may_read_a_file_is_what_the_user_has_settled(mask: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        rules().new_game(1).save(tmp_path / "game.json")
        plain = tmp_path / "plain"
        plain.touch()
    finally:
        os.umask(before)
    assert (tmp_path / "game.json").stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize("fails", ["write", "fsync", "replace", "interrupt", "open"])
def test_the_old_file_stays_whole_when_writing_fails(
    fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, at whatever point it shows; or Ctrl-C."""
    game, path = saved(tmp_path)
    before = path.read_bytes()
    game.play("flip")

    def full(*_: Any, **__: Any) -> Any:
        if fails == "interrupt":
            raise KeyboardInterrupt
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    target = {"fsync": (os, "fsync"), "interrupt": (os, "fsync"), "replace": (os, "replace"), "open": (os, "open")}
    if fails == "replace":
        monkeypatch.setattr(Path, "replace", full)
    elif fails == "write":
        real = os.fdopen

        def fdopen(*arguments: Any, **more: Any) -> Any:
            file = real(*arguments, **more)
            monkeypatch.setattr(os, "fsync", full)
            return file

        monkeypatch.setattr(os, "fdopen", fdopen)
    else:
        monkeypatch.setattr(*target[fails], full)
    with pytest.raises(KeyboardInterrupt if fails == "interrupt" else SaveError) as caught:
        game.save(path)
    if fails != "interrupt":
        assert str(caught.value) == (
            f"{path}: the game cannot be saved there: No space left on device; name another place"
        )
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]
    game.save(path)
    assert load_game(path, rules()) == game


def test_saving_over_a_file_leaves_one_file(tmp_path: Path) -> None:
    game, path = saved(tmp_path)
    for _ in range(3):
        game.play("flip")
        game.save(str(path))
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]
    assert load_game(str(path), rules()) == game


# ---------------------------------------------------------------- replays


def test_a_replay_shows_every_state(tmp_path: Path) -> None:
    game, path = saved(tmp_path)
    shown: list[str] = []
    end = verify(path, rules(), shown=lambda at: shown.append(at.digest))
    again = rules().new_game(7)
    expected = [again.digest]
    for action in game.actions:
        again.play(action)
        expected.append(again.digest)
    assert shown == expected
    assert end == game


def test_a_fork_is_not_saved(tmp_path: Path) -> None:
    fork = tilekit.load("merge").new_game(7).fork(chance=8)
    target = tmp_path / "fork.json"
    with pytest.raises(tilekit.SaveError) as caught:
        fork.save(target)
    assert str(caught.value) == (
        f"{target}: a fork is for looking ahead and cannot be saved; save the game it was made from"
    )
    assert not target.exists()


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    game = tilekit.load("merge").new_game(7)
    target = tmp_path / "game.json"
    game.save(target)
    target.write_text(target.read_text(encoding="utf-8").replace('"version": 1', '"version": 2'), encoding="utf-8")
    with pytest.raises(tilekit.SaveError, match="of merge version 2, and these rules are version 1"):
        tilekit.load_game(target)


def test_what_a_game_is_of_cannot_be_changed() -> None:
    game = tilekit.load("merge").new_game(7)
    for name in ("seed", "rules"):
        with pytest.raises(AttributeError):
            setattr(game, name, 3)
    assert (game.seed, game.rules.id) == (7, "merge")
