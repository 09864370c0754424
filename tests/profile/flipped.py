"""Flips bytes of a profile, one at a time, and looks at what is left; run as a program for all of them.

    python -m tests.profile.flipped FOLDER [STEP] [FIRST]

Each flip damages a copy of a profile of several games, as it lies there after they were left, or as a killed process
leaves it, with a log. Prints a line for each flip that costs more than one game, one mark or one preference, and the
number of flips that cost something.
"""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.profile.games import OTHERS, RULES, kept_in, sit

from tilekit.errors import SaveError, TilekitError
from tilekit.profile.database import NAME
from tilekit.profile.profile import Profile

#: Bytes of the head of a file in which the format stands: what is flipped there may be a newer one.
FORMAT_BYTES = range(60, 64)
MARK = {"ruleset": "small", "version": 7, "best": 90, "rank": 20, "title": "Second"}
CHOICES = {"sound": "off", "motion": "none"}


def make(folder: Path, *, log: bool) -> None:
    """A profile of twelve games, two marks and two preferences; where there is a log, all but four are in the file."""
    with kept_in(folder) as profile:
        profile.take_in({"tilekit": "profile", "format": 1, "mark": [MARK, MARK | {"version": 8}]})
        profile.choose(**CHOICES)
        games(profile, range(8))
        games(profile, [8])  # of which pages are free now
        profile._file.write(lambda c: c.execute("DELETE FROM games WHERE seed = 8"))
        profile._file.write(lambda c: c.execute("DELETE FROM actions WHERE game NOT IN (SELECT id FROM games)"))
    with kept_in(folder) as profile:
        games(profile, range(9, 13))
        if log:
            copied = folder.with_name("copied")
            shutil.copytree(folder, copied, ignore=shutil.ignore_patterns("open", "*-shm"))
    if log:
        shutil.rmtree(folder)
        copied.rename(folder)


def games(profile: Profile, seeds: Any) -> None:
    for seed in seeds:
        session = sit(profile, *["gain", "lose"] * (60 if seed == 8 else 9 + seed), seed=seed, resume=False)
        session.leave()


def whole(profile: Profile) -> dict[int, tuple[str, ...]]:
    """The games that can be played, by their seeds."""
    found = {}
    for game in profile.games():
        try:
            found[game.seed] = profile.load(game, RULES).actions
        except TilekitError:
            continue
    return found


def kept(profile: Profile) -> tuple[dict[int, tuple[str, ...]], int, int]:
    marks = sum(1 for one in profile.statistics() if (one.version, one.best) in {(7, 90), (8, 90)})
    return whole(profile), marks, sum(profile.choices.get(name) == value for name, value in CHOICES.items())


def losses(folder: Path) -> tuple[int, str]:
    """How much is lost of a damaged profile; and what is wrong with what is done with it."""
    expected = {seed: ("gain", "lose") * (9 + seed) for seed in (*range(8), *range(9, 13))}
    with kept_in(folder, mend=False) as profile:
        if "newer" in profile.unread:
            return 0, "newer"
        shown, exported = kept(profile), profile.exported()
    with kept_in(folder) as profile:
        left = kept(profile)
        if not profile.on_disk:
            return 0, f"not on disk: {profile.problems}"
        if left != shown:
            return 0, f"shown {shown}, kept {left}"
        if len(exported["game"]) != len(profile.games()):
            return 0, f"{len(exported['game'])} games exported of {len(profile.games())}"
        told = len(profile.problems)
        session = sit(profile, "gain")
        session.leave()
        sit(profile, rules=OTHERS).leave()
        if not session.kept:
            return 0, f"a turn was not kept: {profile.problems}"
    with kept_in(folder) as profile:
        if any("not saved" in each or "damaged (" in each for each in profile.problems):
            return 0, f"it is said again: {profile.problems}"
        profile.reset()
        if profile.games():
            return 0, "reset left games"
    games, marks, choices = left
    # What was written last may be lost with its frame of the log: the game is then as it was a turn before.
    wrong = {seed: actions for seed, actions in games.items() if expected[seed][: len(actions)] != actions}
    wrong |= {seed: actions for seed, actions in games.items() if len(expected[seed]) - len(actions) > 1}
    if wrong:
        return 0, f"games that were not played: {wrong}"
    lost = sum(games.get(seed) != actions for seed, actions in expected.items()) + 2 - marks + 2 - choices
    return lost, "" if lost or told <= 1 else f"told {told} lines"


def flips(
    origin: Path, folder: Path, name: str, step: int, first: int = 0, mask: int = 0xFF
) -> Iterator[tuple[int, int, str]]:
    """Flips every so many bytes of a file; gives the place, what it costs and what is wrong."""
    size = (origin / name).stat().st_size
    for place in range(first, size, step):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(origin, folder)
        content = bytearray((folder / name).read_bytes())
        content[place] ^= mask
        (folder / name).write_bytes(content)
        try:
            lost, wrong = losses(folder)
        except SaveError as error:
            lost, wrong = 0, f"{type(error).__name__}: {error}"
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            lost, wrong = 0, f"{type(error).__name__}: {error}"
        if wrong == "newer" and name == NAME and place in FORMAT_BYTES:
            wrong = ""
        yield place, lost, wrong


def main(folder: Path, step: int = 1, first: int = 0) -> None:
    for log in (False, True):
        origin = folder / f"origin-{log}"
        make(origin, log=log)
        for name in (NAME, f"{NAME}-wal") if log else (NAME,):
            counts: Counter[int] = Counter()
            for mask in (0xFF, 0x80, 0x01):
                for place, lost, wrong in flips(origin, folder / "flipped", name, step, first, mask):
                    counts[lost] += 1
                    if wrong or lost > 1:
                        sys.stdout.write(
                            f"{name} with{'' if log else 'out'} a log, {place} ^ {mask:#x}: {lost} lost {wrong[:300]}\n"
                        )
            sys.stdout.write(f"{name} with{'' if log else 'out'} a log: flips by what they cost: {dict(counts)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
