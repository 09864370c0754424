"""Plays in a profile and is killed, again and again; run as a program, so that forking is safe.

    python killed.py FOLDER FIRST ROUNDS

Each round is a child that plays on in the same profile and says what it has played, until it is killed: from outside,
as soon as it has said so many lines, or by its own hand in the middle of a statement of the database. Which actions are
played, how many lines are waited for and which statement it dies in come from the number of the round. After each, the
games of the profile are compared with what was said. Prints a line for each round in which they differ, and the number
of rounds of each kind.
"""

import itertools
import json
import os
import signal
import sys
from collections import Counter
from random import Random

import tilekit
import tilekit.session
from tilekit.profile.profile import Profile

RULES = tilekit.load("merge")


def play(folder, number, out):
    """Plays until killed, saying after each command what the game now running has come to."""
    chance = Random(number)
    seeds = itertools.count(1000 * number)
    tilekit.session.fresh_seed = lambda: next(seeds)
    profile = Profile(folder)
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
        line = json.dumps([session.seat.id, session.game.seed, session.game.actions])
        os.write(out, f"{line}\n".encode())


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def round_of(folder, number, said):
    """Lets a child play and kills it; notes what it said of each game. The id it spoke of last."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            play(folder, number, writing)
        finally:
            os._exit(1)  # it never comes to an end by itself
    os.close(writing)
    wanted = Random(-number).randrange(12) if number % 2 == 0 else 1_000_000
    spoken, latest = 0, None
    with os.fdopen(reading) as lines:
        while spoken < wanted and (line := lines.readline()).endswith("\n"):
            spoken += 1
            latest, seed, actions = json.loads(line)
            if latest:
                said[latest] = (seed, actions)
        os.kill(child, signal.SIGKILL)
        for line in lines:  # what it still said before it died was finished, too
            if line.endswith("\n"):
                latest, seed, actions = json.loads(line)
                if latest:
                    said[latest] = (seed, actions)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"round {number}: the child failed by itself"
    return latest


def differences(folder, said, latest):
    """What the profile does not have of what was said."""
    with Profile(folder) as profile:
        games = {game.id: game for game in profile.games()}
        for name, (seed, actions) in said.items():
            if name not in games and not actions:
                continue  # one in which nothing was played is kept until another takes its place
            if name not in games:
                yield f"game {name} is lost"
                continue
            kept = list(profile.load(games[name], RULES).actions)
            more = 1 if name == latest else 0
            if games[name].seed != seed or kept[: len(actions)] != actions or len(kept) > len(actions) + more:
                yield f"game {name}: said {actions[-3:]} of {len(actions)}, kept {kept[-3:]} of {len(kept)}"
            said[name] = (seed, kept)
        for name in games.keys() - said.keys():  # begun and not yet spoken of
            kept = profile.load(games[name], RULES).actions
            if len(kept) > 1:
                yield f"game {name}: nothing was said of {kept}"
            said[name] = (games[name].seed, list(kept))
        if latest:
            session = tilekit.Session(RULES, profile=profile, resume=True)
            left = games.get(latest)
            if left is not None and left.is_running and session.seat.id != latest and not session.seat.resumed:
                yield f"game {latest} is not resumed"
        yield from profile.problems


def main(folder, first, rounds):
    said, kinds = {}, Counter()
    for number in range(first, first + rounds):
        latest = round_of(folder, number, said)
        kinds["within a statement" if number % 2 else "from outside"] += 1
        for difference in differences(folder, said, latest):
            sys.stdout.write(f"round {number}: {difference}\n")
    actions = sum(len(actions) for _, actions in said.values())
    sys.stdout.write(f"{dict(kinds)}\n")
    sys.stderr.write(f"{len(said)} games, {actions} actions\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
