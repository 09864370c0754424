"""How golden files are written: a game in words, the choice of a game worth reading, long games, counts of moves.

A golden game is a text that a person can follow, and the list of its own actions: lines that start with `> `. What the
engine does with them now is written in the same way and compared.
"""

import difflib
import hashlib
import heapq
import os
import random
from collections import Counter
from math import log2
from operator import itemgetter
from pathlib import Path

import tilekit
from tilekit.chance import bounded, stream_number
from tilekit.plugins import Plugins

HERE = Path(__file__).parent
#: The bundled plugins alone: what else is installed has its own tests.
RULESETS = sorted(Plugins(entry_points=False).rulesets)
UPDATE = bool(os.environ.get("TILEKIT_UPDATE"))


def kept(name):
    """Return the text of a golden file; empty where there is none."""
    path = HERE / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def write(name, text):
    (HERE / name).write_text(text, encoding="utf-8", newline="\n")


# ---------------------------------------------------------------- a game in words


def told(rules, seed, actions):
    """Return the text of a game: its head, how it starts, and every action with all that came of it."""
    game = rules.new_game(seed)
    head = f"ruleset: {rules.id}\nversion: {rules.version}\nseed: {seed}\nrules: {rules.digest}"
    blocks = [head, "\n".join(["start", *standing(game)])]
    for action in actions:
        try:
            happened = [f"  {entry}" for entry in game.play(action).journal]
        except tilekit.IllegalAction as error:
            happened = [f"  refused: {error.reason}"]
        blocks.append("\n".join([f"> {action}", *happened, *standing(game)]))
    return "\n\n".join(blocks) + "\n"


def standing(game):
    """Return the lines that say how a game stands."""
    yield from str(game.board).splitlines()
    yield f"score: {game.score}"
    if game.variables:
        yield "variables: " + ", ".join(f"{name} {value}" for name, value in game.variables.items())
    if game.queue:
        yield f"queue: {' '.join(game.queue)}"
    yield f"status: {game.status}" + (f", {game.reason}" if game.reason else "")
    yield f"digest: {game.digest[:16]}"


def seed_in(text):
    return int(text.partition("\nseed: ")[2].partition("\n")[0])


def actions_in(text):
    return [line[2:] for line in text.splitlines() if line.startswith("> ")]


def difference(expected, actual):
    """Return the first action that came out otherwise, line by line; empty where the texts are the same.

    Digests change with anything, rules included, so they are looked at only where nothing else differs.
    """
    for looked_at in (_without_digests, str):
        line, number = 1, -1
        for old, new in _pairs(expected, actual):
            number += 1
            if looked_at(old) != looked_at(new):
                what = "the head" if number == 0 else "the start" if number == 1 else f"action {number - 1}"
                only = " (nothing but digests differs)" if looked_at is str and old and new else ""
                lines = difflib.ndiff(old.splitlines(), new.splitlines())
                shown = [f"  {each}".rstrip() for each in lines if not each.startswith("?")]
                return "\n".join([f"line {line}: {what} came out otherwise{only}", "  (- expected, + actual)", *shown])
            line += old.count("\n") + 2
    return ""


def _pairs(expected, actual):
    old, new = expected.rstrip("\n").split("\n\n"), actual.rstrip("\n").split("\n\n")
    most = max(len(old), len(new))
    return zip(old + [""] * (most - len(old)), new + [""] * (most - len(new)), strict=True)


def _without_digests(block):
    return [line for line in block.splitlines() if not line.startswith(("digest: ", "rules: "))]


# ---------------------------------------------------------------- a game worth reading


#: For how many actions a game is chosen, and the pauses that are kept out meanwhile; where a pause is hard to come by,
#: in two parts.
PARTS = {"sum10": [(25, {"stage-complete"}), (14, set())]}


def chosen(rules, seed, width=100):
    """Return the actions of a game in which much happens.

    All actions are tried from the most eventful games so far, and the most eventful of what comes of it is kept. What
    happened before counts half the next time, so the choice falls on what has not been seen yet, in any ruleset.
    """
    rnd = random.Random(seed)
    best = (0.0, rules.new_game(seed), Counter())
    for length, avoided in PARTS.get(rules.id, [(38, set())]):
        games = [best]
        for _ in range(length):
            tried = {}
            for _, game, seen in games:
                for action in _possible(game):
                    copy = game.copy()
                    counted = seen + Counter(_worth_seeing(copy.play(action)))
                    if copy.reason not in avoided:
                        worth = sum(2 - 2**-count for count in counted.values()) + log2(1 + copy.score)
                        tried[copy.digest] = (worth + rnd.random() / 32, copy, counted)
            if not tried:
                break
            games = heapq.nlargest(width, tried.values(), key=itemgetter(0))
            best = games[0]
    return list(best[1].actions)


def _possible(game):
    """Yield what may be played, undo among it now and then."""
    yield from map(str, game.legal_actions())
    if game.can_undo and 12 * game.actions.count("undo") < len(game.actions):
        yield "undo"


def _worth_seeing(turn):
    """Yield what makes a turn one of its kind."""
    yield turn.action.split()[0]
    for entry in turn.journal:
        values = entry.values
        if entry.kind == "changed":
            yield values["variable"], values["after"] > values["before"]
        elif entry.kind != "scored":
            yield entry.kind, *(values.get(name) for name in ("tile", "made", "step", "reason", "text"))


# ---------------------------------------------------------------- long games


#: How many actions a long game has, and among how many drawn ones it chooses each time.
LONG, DRAWN = 240, 8


def long_game(rules, seed):
    """Return the SHA-256 over the digests after each action of a long game, played by draws of its stream "bot".

    Of some actions drawn it plays the one that pays most. One time in nine it is an undo, where the game has that; from
    the end, undo leads back a way. Where it has none, the same deal starts again, and is played by other draws.
    """
    game = rules.new_game(seed)
    stream, drawn = stream_number("bot"), 0

    def draw(n):
        nonlocal drawn
        drawn += 1
        return bounded(game.seed, stream, 0, drawn - 1, n)

    digests = hashlib.sha256()
    back = 0
    for _ in range(LONG):
        legal = game.legal_actions()
        if game.can_undo and not back:
            back = int(draw(9) == 0) if legal else 1 + draw(20)
        if game.can_undo and back:
            back -= 1
            game.undo()
        elif legal:
            back = 0
            game.play(max((legal[draw(len(legal))] for _ in range(DRAWN)), key=lambda action: _pays(game, action)))
        else:
            game.restart()
        digests.update(game.digest.encode())
    return digests.hexdigest()


def _pays(game, action):
    return game.copy().play(action).points


# ---------------------------------------------------------------- counts of moves


def counts(game, depth):
    """Return how many ways there are to play one action, two actions, and so on up to `depth`."""
    found = [0] * depth
    legal = game.legal_actions()
    found[0] = len(legal)
    if depth > 1:
        for action in legal:
            copy = game.copy()
            copy.play(action)
            for at, count in enumerate(counts(copy, depth - 1), start=1):
                found[at] += count
    return found


def breakdown(game, depth):
    """Return, for each first action, how many ways there are to go on for `depth - 1` actions."""
    found = {}
    for action in game.legal_actions():
        copy = game.copy()
        copy.play(action)
        found[str(action)] = counts(copy, depth - 1)[-1] if depth > 1 else 1
    return found
