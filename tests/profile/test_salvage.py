"""Damage to a profile costs the damaged part only: bytes that changed, and values that no column should have."""

from __future__ import annotations

import sqlite3
import struct
from pathlib import Path

import pytest
from tests.profile.flipped import flips, make
from tests.profile.games import RULES, kept_in, play, scores, sit

from tilekit.cli import main
from tilekit.profile.database import NAME
from tilekit.profile.rows import TABLES
from tilekit.profile.salvage import Image, salvaged


def renewed(folder: Path, why: str) -> str:
    return f"{folder / NAME}: damaged ({why}); what is intact is kept, and the damaged file is now {NAME}.aside-1"


#: Flipped bytes are tried this far apart, so that every region is hit; `python -m tests.profile.flipped` tries all.
STEP = 997


@pytest.fixture(scope="module", params=[False, True], ids=["closed", "killed"])
def origin(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("origin") / "profile"
    make(folder, log=request.param)
    return folder


@pytest.mark.parametrize("name", [NAME, f"{NAME}-wal"])
def test_a_flipped_byte_costs_one_game_at_most(origin: Path, tmp_path: Path, name: str) -> None:
    if not (origin / name).exists():
        pytest.skip("a profile that was closed has no log")
    found = list(flips(origin, tmp_path / "profile", name, STEP))
    assert len(found) == -(-(origin / name).stat().st_size // STEP)
    assert [(place, lost, wrong) for place, lost, wrong in found if wrong or lost > 1] == []


@pytest.mark.parametrize(
    "places", [range(0, 100, 9), range(100, 110), range(1024, 1032)], ids=["head", "schema", "page"]
)
def test_a_flipped_byte_of_a_head_costs_one_game_at_most(origin: Path, tmp_path: Path, places: range) -> None:
    """Nothing of a game lies there but how many rows a page has and where they are."""
    for place in places:
        ((_, lost, wrong),) = list(flips(origin, tmp_path / "profile", NAME, 1 << 30, place))
        assert (wrong, lost <= 1) == ("", True), place


def test_words_of_sqlite_that_are_no_text_are_damage(tmp_path: Path) -> None:
    """It quotes the name of a table as it lies there."""
    play(tmp_path, "gain", "gain")
    data = bytearray((tmp_path / NAME).read_bytes())
    data[data.index(b"tablepreferences") + 5] ^= 0x80
    (tmp_path / NAME).write_bytes(data)
    with kept_in(tmp_path) as profile:
        assert profile.problems == [renewed(tmp_path, "its tables cannot be read")]
        assert sit(profile).game.actions == ("gain", "gain")
    assert (tmp_path / f"{NAME}.aside-1").read_bytes() == data
    with kept_in(tmp_path) as profile:
        assert (profile.problems, scores(profile)) == ([], [("running", 20, 2)])


def test_a_flipped_byte_in_a_record_of_many_pages(tmp_path: Path) -> None:
    """A position that was given may be longer than a page, and then lies on several."""
    given = '{"board": "' + "a" * 5000 + '"}'
    play(tmp_path, "gain", "new", "gain", "gain")
    with kept_in(tmp_path) as profile:
        profile._file.write(lambda c: c.execute("UPDATE games SET given = ? WHERE actions = 1", (given,)))
    rows = salvaged(Image.of(tmp_path / NAME))
    assert {table.name: sorted(found) for table, found in rows.items()} == {
        table.name: sorted(sqlite3.connect(tmp_path / NAME).execute(f"SELECT * FROM {table.name}")) for table in TABLES
    }
    data = bytearray((tmp_path / NAME).read_bytes())
    data[data.index(b"a" * 900) + 500] = 0xFF
    rows = salvaged(Image(bytes(data), b""))
    assert [len(found) for found in rows.values()] == [1, 2, 0, 0]


@pytest.mark.parametrize("size", [512, 1024, 4096, 65536])
@pytest.mark.parametrize("told", [512, 4096, 3, 0])
def test_whatever_the_size_of_pages_and_whatever_the_head_says_of_it(tmp_path: Path, size: int, told: int) -> None:
    play(tmp_path, *["gain", "lose"] * 30, "new", "gain")
    with kept_in(tmp_path) as profile:
        expected = profile.exported()
    c = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    for statement in ("PRAGMA journal_mode = DELETE", f"PRAGMA page_size = {size}", "VACUUM"):
        c.execute(statement)
    c.close()
    data = bytearray((tmp_path / NAME).read_bytes())
    data[16:18] = struct.pack(">H", told)
    (tmp_path / NAME).write_bytes(data)
    with kept_in(tmp_path) as profile:
        assert profile.exported() == expected


@pytest.mark.parametrize("spoil", ["frame", "head"])
def test_behind_a_damaged_place_of_the_log_the_rest_is_found(tmp_path: Path, spoil: str) -> None:
    place = tmp_path / "profile"
    with kept_in(place) as profile:
        session = sit(profile)
        for _ in range(8):
            session.play("gain")
            session.play("lose")
        files = {ending: (place / f"{NAME}{ending}").read_bytes() for ending in ("", "-wal")}
    log = bytearray(files["-wal"])
    log[{"frame": 32 + 24 + 500, "head": 20}[spoil]] ^= 0x10
    left = tmp_path / "left"
    left.mkdir()
    (left / NAME).write_bytes(files[""])
    (left / f"{NAME}-wal").write_bytes(log)
    with kept_in(left) as profile:
        assert profile.problems == [renewed(left, "its log is damaged")]
        assert sit(profile).game.actions == ("gain", "lose") * 8
    assert (left / f"{NAME}.aside-1-wal").read_bytes() == log


# ---------------------------------------------------------------- values that no column should have

VALUES = {
    "NULL": "NULL",
    "integer": "7",
    "negative": "-7",
    "huge": "9223372036854775807",
    "least": "-9223372036854775808",
    "real": "1.5",
    "infinite": "9e999",
    "no number": "9e999 - 9e999",
    "text": "'high'",
    "no text": "cast(x'ff41' AS TEXT)",
    "blob": "x'ff41'",
    "empty": "''",
    "empty blob": "x''",
    "control": "char(27, 0, 10)",
    "long": "hex(zeroblob(2000))",
}
COLUMNS = [(table.name, column) for table in TABLES for column in table.columns]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A profile with two games, two marks and two preferences."""
    folder = tmp_path_factory.mktemp("kept")
    mark = {"ruleset": "small", "version": 7, "best": 90, "rank": 20, "title": "Second"}
    with kept_in(folder) as profile:
        profile.take_in({"tilekit": "profile", "format": 1, "mark": [mark, mark | {"version": 8}]})
        profile.choose(sound="off", motion="none")
        sit(profile, "gain", "lose", seed=1).leave()
        sit(profile, *["gain"] * 3, seed=2, resume=False).leave()
    return (folder / NAME).read_bytes()


def spoiled(folder: Path, kept: bytes, table: str, column: str, value: str, where: str = "") -> None:
    """Puts a value into a column."""
    (folder / NAME).write_bytes(kept)
    c = sqlite3.connect(folder / NAME, isolation_level=None)
    try:
        c.execute(f"UPDATE OR REPLACE {table} SET {column} = {VALUES[value]} {where}")
    except sqlite3.IntegrityError:
        pytest.skip("the database refuses it")
    finally:
        c.close()


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[".".join(each) for each in COLUMNS])
def test_a_value_costs_its_row_only(tmp_path: Path, kept: bytes, table: str, column: str, value: str) -> None:
    first = {"games": "seed = 1", "actions": "action = 'lose'", "marks": "version = 7", "preferences": "name = 'sound'"}
    spoiled(tmp_path, kept, table, column, value, f"WHERE {first[table]}")
    with kept_in(tmp_path, mend=False) as profile:
        shown = (profile.games(), profile.statistics(), profile.choices)
        exported = profile.exported()
        assert len(profile.problems) <= 1
    with kept_in(tmp_path) as profile:
        assert (profile.games(), profile.statistics(), profile.choices) == shown
        assert profile.exported() == exported
        assert len(profile.problems) <= 1
        other = next(game for game in profile.games() if game.seed == 2)
        assert profile.load(other, RULES).actions == ("gain",) * 3
        assert profile.choices["motion"] == "none"
        assert {"ruleset": "small", "version": 8, "best": 90, "rank": 20, "title": "Second"} in exported["mark"]
        if table != "games":
            assert len(profile.games()) == 2
        if table not in {"games", "actions"}:
            assert profile.load(next(game for game in profile.games() if game.seed == 1), RULES).score == 0
        assert sit(profile, "lose").kept
    with kept_in(tmp_path) as profile:
        assert [each for each in profile.problems if "kept aside" not in each] == []
        assert scores(profile)[0][0] == "running"


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[".".join(each) for each in COLUMNS])
def test_commands_work_where_no_row_of_a_table_holds(
    tmp_path: Path, kept: bytes, table: str, column: str, capfd: pytest.CaptureFixture[str]
) -> None:
    spoiled(tmp_path, kept, table, column, "no text")
    place, file = ["--profile", str(tmp_path)], str(tmp_path / "all.toml")
    said = {}
    for command in (["show"], ["show", "--json"], ["games"], ["export", file], ["export", "-"], ["reset", "--yes"]):
        assert main(["profile", *command, *place]) == 0
        said[command[0]] = capfd.readouterr().err
    if table != "actions":
        why = f"{table}: {column} is 2 bytes that are no text, expected "
        assert said["show"].startswith(f"warning: {tmp_path / NAME}: damaged ({why}")
        assert f"what is intact is kept, and the damaged file is now {NAME}.aside-1" in said["reset"]
    assert main(["profile", "import", file, "--profile", str(tmp_path / "other")]) == 0
    with kept_in(tmp_path) as profile:
        assert (profile.games(), profile.choices, profile.problems) == ([], {}, [])
