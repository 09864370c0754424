"""Runs the `console` blocks of a page, in order and in one folder, and compares what they show.

A line that starts with `$ ` is a command, the lines below it what it prints, on either stream; a line `...` stands for
any number of lines. A command succeeds, unless `<!-- exits: 2 -->` stands before its block. Comments before other
blocks say how files come to be:

- `<!-- file: NAME -->` writes one,
- `<!-- append: NAME -->` adds to its end,
- `<!-- shows: NAME -->` holds that it is as shown,
- `<!-- edit: NAME -->` stands before a `diff` block: its lines without `+` are found in the file, once, and become
  those without `-`.

    python -m tests.docs.console PAGE...

writes what the commands print now into the pages, where it differs and the status is right. Read the change before you
keep it.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.docs.pages import ROOT, blocks_of


class Command(NamedTuple):
    """A command, what it is said to print, and what it prints; `line` is that of the first line printed."""

    place: str
    line: int
    text: str
    said: tuple[str, ...]
    printed: tuple[str, ...]
    status: int
    expected_status: int

    @property
    def holds(self):
        return self.status == self.expected_status and matches(self.said, self.printed)


def matches(said, printed):
    """Whether lines are those shown, where `...` stands for any number of them."""
    pattern = "".join(r"(?:.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in said)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


def commands(block):
    """(line of the page, command, lines shown below it) for each command of a block."""
    found = []
    for number, line in enumerate(block.text.splitlines(), start=block.line):
        if line.startswith("$ "):
            found.append((number + 1, line[2:], []))
        else:
            assert found, f"{block.place}: a console block starts with a command"
            found[-1][2].append(line)
    return found


def edited(text, diff, place):
    """A text after the change that a `diff` block shows."""
    lines = diff.splitlines()
    old = "".join(f"{line[1:]}\n" for line in lines if line[:1] in {"-", " ", ""})
    new = "".join(f"{line[1:]}\n" for line in lines if line[:1] in {"+", " ", ""})
    assert text.count(old) == 1, f"{place}: what it changes stands {text.count(old)} times in the file:\n{old}"
    return text.replace(old, new)


def quick(text):
    """A command that finds the same sooner: the properties hold for fewer generated games, too."""
    tests = re.fullmatch(r"tilekit test [^|>]*", text) and not re.search("--(examples|no-properties)", text)
    return f"{text} --examples 15" if tests else text


def run_page(path, folder):
    """What became of each command of a page, run in a folder."""
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1", "COLUMNS": "80"}
    for name in ("TILEKIT_TRACE", "TILEKIT_STRICT_PLUGINS"):
        environment.pop(name, None)
    for block in blocks_of(path):
        kind, value = block.note
        if kind == "file":
            target = folder / value
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8")
        elif kind == "append":
            target = folder / value
            target.write_text(target.read_text(encoding="utf-8") + "\n" + block.text, encoding="utf-8")
        elif kind == "shows":
            assert (folder / value).read_text(encoding="utf-8") == block.text, f"{block.place}: the file is another one"
        elif kind == "edit":
            target = folder / value
            target.write_text(edited(target.read_text(encoding="utf-8"), block.text, block.place), encoding="utf-8")
        elif block.kind == "console":
            expected = int(value) if kind == "exits" else 0
            for line, text, said in commands(block):
                done = subprocess.run(
                    ["sh", "-c", quick(text)],
                    cwd=folder,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    timeout=120,
                    check=False,
                )
                printed = tuple(done.stdout.decode("utf-8").splitlines())
                place = f"{block.path.relative_to(ROOT).as_posix()}:{line - 1}"
                yield Command(place, line, text, tuple(said), printed, done.returncode, expected)


def write(path):
    """Brings the blocks of a page up to date with what their commands print; says which were not."""
    with tempfile.TemporaryDirectory() as folder:
        found = [command for command in run_page(path, Path(folder)) if not command.holds]
    lines = path.read_text(encoding="utf-8").splitlines()
    for command in reversed(found):
        print(f"{command.place}: $ {command.text} (status {command.status})")  # noqa: T201
        if command.status != command.expected_status:
            print("\n".join(command.printed))  # noqa: T201
            continue
        start = command.line - 1
        lines[start : start + len(command.said)] = command.printed
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write(Path(name).resolve())
