"""Starters: a ruleset that is small and whole, with a test of its own; and a plugin package.

The plugin is the package ``tilekit-whirl`` with another name, so that what is written is what is tested. This module
owns the ruleset's text, the names, and that nothing is overwritten or left half written.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Collection, Iterator
from importlib.metadata import PackageNotFoundError, distribution, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tilekit.errors import UsageError, one_line
from tilekit.files import write_whole

#: The name of the plugin that is copied, in all the forms in which it is written.
_WORD: Final = "whirl"
_LONGEST: Final = 30
#: The packages of this project: a plugin of that name would be installed in their place.
OURS: Final = frozenset({"tilekit-engine", "tilekit-curses", "tilekit-pygame"})

_TEMPLATE = '''\
# A starter: drop tiles, fuse three of a kind. Change a number, then: tilekit check, tilekit test, tilekit play.
format = 1

[game]
id = "{id}"
title = "{title}"
version = 1
# What players read of the rules (?) is generated where you do not say it: here, or with a rule on an action or an end.
rules = ["A new tile pays its points ({{points(sprout)}} for a sprout), twice that in a second join, and so on."]

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
rule = "NOW goes onto an empty cell. Three or more equal tiles that touch become one of the next tier there."

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
rule = "The game is over when no cell is empty."

[undo]
depth = 20
after_end = true                             # also at the end

[[invariants]]
name = "the score never falls below zero"
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


def write(folder: Path, taken: Collection[str] = ()) -> Path:
    """Writes the starter into a folder, which is made if need be, and returns the file.

    Args:
        folder: after which the ruleset is named.
        taken: ids of rulesets that are installed; one of these gets ``my-`` before it.

    Raises:
        UsageError: the file is there already, or the folder cannot be written.
    """
    name = re.sub(r"[^a-z0-9_-]+", "-", folder.resolve().name.lower()).strip("-") or "game"
    name = (name if name[0].isalpha() else f"game-{name}")[:40]
    name = f"my-{name}"[:40] if name in taken else name
    path = folder / f"{name}.toml"
    if os.path.lexists(path):
        raise UsageError(f"{path} is there already; name another folder")
    try:
        with _made(folder):
            write_whole(path, _TEMPLATE.format(id=name, title=name.replace("-", " ").replace("_", " ").capitalize()))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
    return path


@contextlib.contextmanager
def _made(folder: Path) -> Iterator[None]:
    """Makes a folder if need be, with those it lies in; where what is put there fails, those that were made go again.

    Raises:
        OSError: it cannot be made, or what is put there fails.
    """
    new = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for one in new:
            with contextlib.suppress(OSError):
                one.rmdir()
        raise


# ---------------------------------------------------------------- a plugin


def write_plugin(folder: Path, taken: Collection[str]) -> str:
    """Writes a plugin package into a folder that is not there yet, or is empty; returns its name.

    Args:
        folder: ``tilekit-gusts`` or ``gusts`` makes the package ``tilekit-gusts`` with the mechanic ``gusts``.
        taken: names that plugins which are installed have given to mechanics, rulesets, frontends and bots.

    Raises:
        UsageError: the folder holds something, cannot be written, or its name makes no name for a plugin.
    """
    written = folder.resolve().name.lower().removeprefix("tilekit-")
    name = re.sub(r"[^a-z0-9]+", "_", written).strip("_")
    package = f"tilekit-{name.replace('_', '-')}"
    shown = one_line(str(folder))
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or len(name) > _LONGEST or any(ord(each) > 127 for each in written):
        raise UsageError(
            f"{shown}: the folder's name is to be the plugin's: a letter from a to z, then at most {_LONGEST - 1} "
            f"letters, digits or hyphens; such as tilekit-gusts"
        )
    another = f"take another name, such as {package.replace('tilekit-', 'tilekit-my-', 1)}"
    if name in taken:
        raise UsageError(
            f'{shown}: "{name}" is taken by a mechanic, ruleset, frontend or bot that is installed; {another}'
        )
    if _is_package(package, name):
        raise UsageError(
            f"{shown}: there is a package {package} already, and this one would be installed in its place; {another}"
        )
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(f"{shown} is there already; name another folder")
        with (
            _made(folder.parent),
            tempfile.TemporaryDirectory(prefix=".tilekit-", dir=folder.parent, ignore_cleanup_errors=True) as aside,
        ):
            made = Path(aside, "made")
            _copied(_template(), made, name)
            if folder.exists():
                folder.rmdir()
            made.rename(folder)
    except FileExistsError:
        raise UsageError(f"{shown} cannot be written: {one_line(str(folder.parent))} is no folder") from None
    except OSError as error:
        raise UsageError(f"{shown} cannot be written: {error.strerror}") from None
    return package


def _is_package(package: str, name: str) -> bool:
    """Whether installing a package of that name would take the place of another, or of its module or entry point."""
    try:
        distribution(package)
    except PackageNotFoundError:
        points = entry_points(group="tilekit", name=name)
        return package in OURS or bool(points) or find_spec(f"tilekit_{name}") is not None
    return True


def _template() -> Path:
    """Where the plugin lies: inside the package once installed, among the examples of a checkout."""
    installed = Path(__file__).parent / "plugin"
    return installed if installed.is_dir() else Path(__file__).parents[3] / "examples" / f"tilekit-{_WORD}"


def _copied(template: Path, target: Path, name: str) -> None:
    """Copies a tree, with one name in the place of another in names and texts of its files.

    Whatever the name, nothing clashes with what else is written there: classes, keys of the ruleset and the variable of
    the environment are the name with something added to it.
    """
    title = " ".join(part.capitalize() for part in name.split("_"))
    forms = {
        f'title = "{_WORD.capitalize()}"': f'title = "{title}"',
        f"# {_WORD.capitalize()}:": f"# {title}:",
        f"tilekit-{_WORD}": f"tilekit-{name.replace('_', '-')}",
        _WORD.capitalize(): title.replace(" ", ""),
        _WORD.upper(): name.upper(),
        _WORD: name,
    }

    def renamed(text: str) -> str:
        return re.sub("|".join(forms), lambda found: forms[found[0]], text)  # at once: the new name may hold the old

    for path in sorted(template.rglob("*")):
        part = path.relative_to(template)
        if path.is_file() and not any(one.startswith((".", "__pycache__")) for one in part.parts):
            place = target / renamed(part.as_posix())
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
