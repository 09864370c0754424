"""Saves outlive their writer: an old one loads, a strange one is refused in words, and nothing is ever half written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.field.positions import changed, text_of
from tests.hooks.sites import run
from tests.unit.rulesets import load

import tilekit
from tilekit.errors import SaveError

RULES = """
format = 1
[game]
id = "kept"
title = "Kept"
version = 3
[grid]
rows = 2
columns = 3
[tiers]
chain = ["a", "b", "c"]
pieces = ["stone"]
[queue]
from = "any"
shows = 2
[spawn.any]
weights = { a = 3, b = 2, stone = 1 }
[actions.put]
target = "cell"
where = "empty"
steps = ["place", "fuse", "deal"]
[mechanics]
fuse = { least = 2 }
[scoring]
fused = "count * 10"
[undo]
depth = 5
[[end]]
when = "no_moves"
reason = "full"
"""
#: As the first release wrote it. It must load for ever: by this or any later version, with the same end.
FIRST_FORMAT = """
{
 "tilekit": "game",
 "format": 1,
 "ruleset": {
  "id": "kept",
  "version": 3,
  "digest": "1cc7e2885f21c62b57570fd040dc95256b9e35826dfaaada0213ff5df0062573"
 },
 "seed": 12,
 "given": null,
 "actions": [
  "put r1c1",
  "put r1c2",
  "put r2c2",
  "undo",
  "put r2c1"
 ],
 "checks": {},
 "now": {
  "turn": 3,
  "score": 20,
  "status": "playing",
  "reason": "",
  "digest": "a2c3d8da4a43f8b50bdc25b8829027bc2c242e17af4699592d556c8f84f2fd64"
 }
}
"""


def test_a_save_of_the_first_format_loads(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_text(FIRST_FORMAT.lstrip(), encoding="utf-8")
    game = tilekit.load_game(path, load(RULES))
    assert (str(game.board), game.score, game.turn, game.queue, game.can_undo) == END
    game.save(tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == json.loads(FIRST_FORMAT)
    assert path.read_text(encoding="utf-8") == FIRST_FORMAT.lstrip()


END: Any = (". b .\na . .", 20, 3, ("b", "a"), True)


@pytest.fixture
def merge_save(tmp_path: Path) -> Path:
    game = tilekit.load("merge").new_game(7)
    for cell in ("r1c1", "r1c2", "r1c3"):
        game.play(f"drop {cell}")
    path = tmp_path / "merge.json"
    game.save(path)
    return path


@pytest.mark.parametrize(
    ("replacements", "words"),
    [
        ([("rows = 5\ncolumns = 5", "rows = 4\ncolumns = 4")], "with other rules"),
        ([("weights = { spark = 3, node = 1 }", "weights = { spark = 2, node = 1 }")], "with other rules"),
        ([("stone_every = 14", "stone_every = 13")], "with other rules"),
        ([('id = "merge"\ntitle = "Merge"\nversion = 1', 'id = "merge"\ntitle = "Merge"\nversion = 2')],
         "of merge version 1, and these rules are version 2"),
    ],
)  # fmt: skip
def test_a_save_whose_rules_have_changed_is_refused_and_left(
    replacements: list[tuple[str, str]], words: str, merge_save: Path
) -> None:
    before = merge_save.read_bytes()
    with pytest.raises(SaveError, match=words):
        tilekit.load_game(merge_save, changed("merge", *replacements))
    assert merge_save.read_bytes() == before


def test_another_remark_or_another_colour_is_no_other_rule(merge_save: Path) -> None:
    text = text_of("merge").replace("#4a5468", "#000000")
    text = "\n".join(line.split("   #")[0] for line in text.splitlines() if not line.startswith("#")) + "\n# The end\n"
    assert tilekit.load_game(merge_save, load(text)) == tilekit.load_game(merge_save)


#: What may become of a file when the power fails, or when somebody else writes there.
DAMAGES = {
    "nothing": b"",
    "zeros": b"\0" * 4096,
    "null": b"null",
    "a list": b"[]",
    "an empty table": b"{}",
    "brackets": b"[" * 50_000_000,
    "not a number": b'{"tilekit": "game", "format": 1, "score": NaN}',
}


@pytest.mark.parametrize("damage", [*DAMAGES, "half", "a folder"])
def test_a_damaged_save_is_told_in_one_line(damage: str, merge_save: Path) -> None:
    """To whoever loads it, and on the command line, without a traceback."""
    if damage == "half":
        content = merge_save.read_bytes()
        merge_save.write_bytes(content[: len(content) // 2])
    elif damage == "a folder":
        merge_save.unlink()
        merge_save.mkdir()
    else:
        merge_save.write_bytes(DAMAGES[damage])
    with pytest.raises(SaveError) as caught:
        tilekit.load_game(merge_save)
    assert str(caught.value).startswith(f"{merge_save}: ")
    assert str(caught.value).count(str(merge_save)) == 1
    assert "\n" not in str(caught.value)
    if damage in ("nothing", "half", "a folder"):
        result = run("-m", "tilekit", "replay", str(merge_save), sites=[])
        assert result.returncode in (1, 2)
        assert (result.stdout, result.stderr.count("\n")) == ("", 1)
        assert "Traceback" not in result.stderr


def test_a_save_never_says_what_is_no_number(tmp_path: Path) -> None:
    big = changed("merge", ("core = 24", "core = 4_611_686_018_427_387_904"))
    game = tilekit.game.Game(
        big, 0, given=tilekit.scenario.ScenarioTable.model_validate(
            {"name": "x", "then": {}, "given": {"score": 1 << 62, "board": "n n . . .\n" + "\n".join([". . . . ."] * 4),
                                                "queue": ["node", "node"]}}).given,
    )  # fmt: skip
    game.play("drop r1c3")
    path = tmp_path / "big.json"
    game.save(path)
    data = json.loads(path.read_text(), parse_constant=pytest.fail)
    assert data["now"]["score"] == 1 << 62
    assert tilekit.load_game(path, big) == game
