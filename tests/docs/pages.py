"""The pages of the documentation, and the fenced blocks in them."""

import importlib.util
import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
OWN = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
PAGES = sorted([*OWN, *ROOT.glob("frontends/*/README.md")])

spec = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs/_generate.py")
generate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(generate)

FENCE = re.compile(r"^(?P<indent> *)(?P<marks>`{3,}|~{3,})(?P<kind>.*)$")
NOTE = re.compile(r"^<!-- (?P<kind>\w+): (?P<value>.+) -->$")


class Block(NamedTuple):
    """A fenced block without its fences: the first line of `text` is line `line` of the page.

    `note` is the comment before it, such as `("file", "garden.toml")`.
    """

    path: Path
    line: int
    kind: str
    text: str
    note: tuple[str, str] = ("", "")

    @property
    def place(self):
        return f"{self.path.relative_to(ROOT).as_posix()}:{self.line}"


def read_blocks(path, text):
    """The fenced blocks of a page. Those inside a longer fence are text, as Markdown has it."""
    opened = None
    note = ("", "")
    for number, line in enumerate(text.splitlines(), start=1):
        fence = FENCE.match(line)
        if opened is None:
            if fence:
                opened, start, lines = fence, number + 1, []
            elif comment := NOTE.match(line):
                note = comment["kind"], comment["value"]
            elif line.strip():
                note = ("", "")
        elif fence and fence["marks"].startswith(opened["marks"]) and not fence["kind"].strip():
            yield Block(path, start, opened["kind"].strip(), "".join(f"{each}\n" for each in lines), note)
            opened, note = None, ("", "")
        else:
            lines.append(line.removeprefix(opened["indent"]))
    assert opened is None, f"{path}:{start - 1}: this fence is never closed"


def blocks_of(path):
    return list(read_blocks(path, path.read_text(encoding="utf-8")))


def shown(path):
    """A page as it is built: with what the code's own records say."""
    return generate.expanded(path.read_text(encoding="utf-8"))
