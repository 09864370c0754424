"""Plays in a profile and is killed, again and again; run as a program, so that forking is safe.

    python killed.py FOLDER FIRST ROUNDS [DISK]

Each round is a child that plays on in the same profile and says what it has played, and whether that is kept, until it
is killed: from outside, as soon as it has said so many lines, or by its own hand in the middle of a statement of the
database. Which actions are played, how many lines are waited for and which statement it dies in come from the number of
the round. After each, the games of the profile are compared with what was said. Prints a line for each round in which
they differ, and the number of rounds of each kind.

DISK is one of

- healthy (if left out): all is kept.
- feigned: the database says now and then that the disk is full.
- nearly: each round begins with 1 MB of free space. FOLDER is on a small file system of its own, which is filled.
- full: likewise, with a few kilobytes, which are gone in the middle of the round.

A file system of its own, for the superuser:

    unshare -m sh -c 'mount -t tmpfs -o size=8m none /mnt && python killed.py /mnt/profile 0 300 full'
"""

import itertools
import json
import os
import signal
import sqlite3
import sys
from collections import Counter
from pathlib import Path
from random import Random

import tilekit
import tilekit.session
from tilekit.profile.profile import Profile

RULES = tilekit.load("merge")
ROOM = {"nearly": (1 << 20,), "full": (0, 4096, 20_000, 70_000)}
#: A larger file system is somebody's, and is not filled.
LARGEST = 64 << 20
#: A child that does not come to the statement it is to die in says so many lines.
MOST = 300


def fill(folder, room):
    """Leaves so many bytes free on the file system of a folder; None for all there are."""
    ballast = folder.parent / "ballast"
    ballast.unlink(missing_ok=True)
    if room is None:
        return
    whole = os.statvfs(folder.parent)
    if whole.f_blocks * whole.f_frsize > LARGEST:
        raise SystemExit(f"{folder.parent}: not a small file system of its own; it would be filled")
    with ballast.open("wb", buffering=0) as file:
        left = os.statvfs(folder.parent)
        block = left.f_frsize
        for size in (1 << 20, 1 << 16, block):
            while (os.statvfs(folder.parent).f_bavail * block) - room >= size:
                try:
                    file.write(bytes(size))
                except OSError:
                    break


def play(folder, number, out, disk):
    """Plays until killed, saying after each command what the game now running has come to."""
    chance = Random(number)
    seeds = itertools.count(1000 * number)
    tilekit.session.fresh_seed = lambda: next(seeds)
    profile = Profile(folder)
    if disk == "feigned":
        feign(profile, chance)
    session = tilekit.Session(RULES, profile=profile, resume=True)
    if number % 2:
        steps = itertools.count()
        last = chance.randrange(400)
        # Called within statements, after every so many steps of the database's machine.
        connection = profile._file._connection
        connection.set_progress_handler(lambda: die() if next(steps) == last else 0, chance.choice([1, 3, 10]))
    while True:
        command = chance.choices(["play", "undo", "new", "restart", "reopen"], [80, 10, 4, 3, 3])[0]
        if command == "play":
            legal = session.game.legal_actions()
            command = str(chance.choice(legal)) if legal else "new"
        session.play(command)
        line = json.dumps([session.game_id, session.game.seed, session.game.actions, session.kept])
        os.write(out, f"{line}\n".encode())


def feign(profile, chance):
    """Lets the database say, for some turns and some tries, that there is no room."""
    work = profile._file._transaction

    def transaction(begin, what):
        def tried(connection):
            result = what(connection)
            if begin != "BEGIN" and chance.random() < 0.8:
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error
            return result

        return work(begin, tried)

    profile._file._transaction = transaction


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def round_of(folder, number, said, disk):
    """Lets a child play and kills it; notes what it said of each game. The id it spoke of last."""
    reading, writing = os.pipe()
    chance = Random(-number)
    wanted = chance.randrange(12) if number % 2 == 0 else MOST
    if disk in ROOM:
        fill(folder, chance.choice(ROOM[disk]))
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            play(folder, number, writing, disk)
        finally:
            os._exit(1)  # it never comes to an end by itself
    os.close(writing)
    spoken, latest = 0, None

    def note(line):
        name, seed, actions, kept = json.loads(line)
        if name:
            _, before, _ = said.get(name, (seed, [], []))
            said[name] = (seed, actions if kept else before, actions)
        return name

    with os.fdopen(reading) as lines:
        while spoken < wanted and (line := lines.readline()).endswith("\n"):
            spoken += 1
            latest = note(line)
            if disk == "full" and spoken == wanted // 2:
                fill(folder, 0)
        os.kill(child, signal.SIGKILL)
        for line in lines:  # what it still said before it died was finished, too
            if line.endswith("\n"):
                latest = note(line)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"round {number}: the child failed by itself"
    if disk in ROOM:
        fill(folder, None)
    return latest


def differences(folder, said, latest):
    """What the profile does not have of what was said to be kept, and what it has that was not played."""
    with Profile(folder) as profile:
        games = {game.id: game for game in profile.games()}
        for name, (seed, kept, played) in list(said.items()):
            if name not in games:
                if kept:  # one in which nothing was played is kept until another takes its place
                    yield f"game {name} is lost"
                del said[name]
                continue
            found = list(profile.load(games[name], RULES).actions)
            more = 1 if name == latest else 0
            if games[name].seed != seed or found[: len(kept)] != kept or found[: len(played)] != played[: len(found)]:
                yield f"game {name}: said {kept[-3:]} of {len(kept)}, kept {found[-3:]} of {len(found)}"
            elif len(found) > len(played) + more:
                yield f"game {name}: {len(found)} actions, played {len(played)}"
            said[name] = (seed, found, found)
        for name in games.keys() - said.keys():  # begun and not yet spoken of
            found = list(profile.load(games[name], RULES).actions)
            if len(found) > 1:
                yield f"game {name}: nothing was said of {found}"
            said[name] = (games[name].seed, found, found)
        if latest:
            session = tilekit.Session(RULES, profile=profile, resume=True)
            left = games.get(latest)
            if left is not None and left.is_running and session.game_id != latest and not session.resumed:
                yield f"game {latest} is not resumed"
        yield from profile.problems


def main(folder, first, rounds, disk="healthy"):
    said, kinds, spoken = {}, Counter(), Counter()
    for number in range(first, first + rounds):
        latest = round_of(folder, number, said, disk)
        kinds["within a statement" if number % 2 else "from outside"] += 1
        spoken["kept"] += sum(len(kept) for _, kept, _ in said.values())
        spoken["played"] += sum(len(played) for _, _, played in said.values())
        for difference in differences(folder, said, latest):
            sys.stdout.write(f"round {number}: {difference}\n")
    actions = sum(len(actions) for _, actions, _ in said.values())
    sys.stdout.write(f"{dict(kinds)}\n")
    sys.stderr.write(
        f"{len(said)} games, {actions} actions; not kept when killed: {spoken['played'] - spoken['kept']}\n"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
