"""Commands that the pages show print what the pages say they print."""

import re
import shutil
from pathlib import Path

import pytest
from tests.docs import console
from tests.docs.pages import OWN, ROOT, Block, blocks_of

SHOWN = [path for path in OWN if any(block.kind == "console" for block in blocks_of(path))]


def programs(path):
    """The programs of a system that the commands of a page run, and the shell that runs them."""
    texts = [text for block in blocks_of(path) if block.kind == "console" for _, text, _ in console.commands(block)]
    found = {"sh", *(name for text in texts for name in re.findall(r"(?:^|\| )([a-z]+) ", text))}
    return found - {"tilekit", "python", "printf"}  # which come with the environment, or with the shell


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_commands_print_what_is_shown(path, tmp_path):
    missing = [name for name in sorted(programs(path)) if shutil.which(name) is None]
    if missing:
        pytest.skip(f"its commands need what is not installed here: {', '.join(missing)}")
    wrong = [
        f"{command.place}: $ {command.text}\nstatus {command.status}, expected {command.expected_status}; it printed:\n"
        + "\n".join(command.printed)
        for command in console.run_page(path, tmp_path)
        if not command.holds
    ]
    assert not wrong, "\n\n".join(wrong)


def test_the_command_line_has_its_examples():
    assert ROOT / "docs/reference/command-line.md" in SHOWN


def test_what_a_page_needs_of_the_system_is_known():
    assert programs(ROOT / "docs/how-to/lab.md") == {"sh", "head", "cut"}
    assert programs(ROOT / "docs/how-to/language.md") == {"sh", "grep"}


def test_properties_are_tried_with_fewer_games_than_a_reader_plays():
    assert console.quick("tilekit test merge") == "tilekit test merge --examples 15"
    for text in ("tilekit test merge --examples 5", "tilekit test merge --no-properties", "tilekit check merge"):
        assert console.quick(text) == text


def test_dots_stand_for_any_lines():
    assert console.matches(("a", "...", "d"), ("a", "b", "c", "d"))
    assert console.matches(("a", "..."), ("a",))
    assert console.matches((), ())
    assert not console.matches(("a",), ("a", "b"))
    assert not console.matches(("a.c",), ("abc",))


def test_an_edit_changes_what_it_shows():
    assert console.edited("a\nb\nc\n", " a\n-b\n+x\n", "page.md:1") == "a\nx\nc\n"
    with pytest.raises(AssertionError, match="stands 0 times"):
        console.edited("a\n", "-b\n", "page.md:1")


def test_commands_are_read_with_their_lines():
    block = Block(Path("page.md"), 10, "console", "$ one\n1\n$ two\n")
    assert console.commands(block) == [(11, "one", ["1"]), (13, "two", [])]
