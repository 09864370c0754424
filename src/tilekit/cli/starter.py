"""A starter ruleset: small, whole, with a test of its own."""

from __future__ import annotations

import re
from pathlib import Path

from tilekit.errors import UsageError

_TEMPLATE = '''\
# A starter: drop tiles, fuse three of a kind. Change a number, then: tilekit check, tilekit test, tilekit play.
format = 1

[game]
id = "{id}"
title = "{title}"
version = 1

[grid]
rows = 5
columns = 5
adjacency = "orthogonal"                     # or "king" (corners touch), or "hex"

[tiers]
chain = ["seed", "sprout", "bush", "tree"]   # lowest first; the last never fuses
glyphs = {{ seed = "s", sprout = "p", bush = "b", tree = "t" }}

[properties]
points = {{ sprout = 3, bush = 10, tree = 50 }}

[queue]
shows = 2                                    # NOW and NEXT
from = "deal"

[spawn.deal]
weights = {{ seed = 3, sprout = 1 }}

[actions.drop]
target = "cell"
where = "empty"
steps = ["place", "chain", "deal"]

[mechanics]
chain = {{ use = "repeat", steps = ["fuse"] }} # until a pass changes nothing
fuse = {{ least = 3 }}

[scoring]
fused = "points(made) * step"                # step: the pass of the chain

[[end]]
when = "no_moves"
reason = "full"
outcome = "ended"
text = "The board is full"

[undo]
depth = 20

[[invariants]]
name = "the score never falls below nothing"
holds = "score >= 0"

[[scenario]]
name = "three seeds become a sprout where the last one was dropped"
given.board = """
. . . . .
. s s . .
. . . . .
. . . . .
. . . . .
"""
given.queue = ["seed", "seed"]
given.draws = ["sprout"]
actions = ["drop r2c4"]
then.board = """
. . . . .
. . . p .
. . . . .
. . . . .
. . . . .
"""
then.score = 3
then.queue = ["seed", "sprout"]
then.illegal = ["drop r2c4"]
'''


def write(folder: Path) -> Path:
    """Writes the starter into a folder, which is made if need be, and returns the file.

    Raises:
        UsageError: the file is there already, or the folder cannot be written.
    """
    name = re.sub(r"[^a-z0-9_-]+", "-", folder.resolve().name.lower()).strip("-") or "game"
    name = name if name[0].isalpha() else f"game-{name}"
    path = folder / f"{name[:40]}.toml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(_TEMPLATE.format(id=name[:40], title=name[:40].replace("-", " ").replace("_", " ").capitalize()))
    except FileExistsError:
        raise UsageError(f"{path} is there already; name another folder") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
    return path
