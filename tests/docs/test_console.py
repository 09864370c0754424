"""Commands that the pages show print what the pages say they print."""

import shutil
from pathlib import Path

import pytest
from tests.docs import console
from tests.docs.pages import OWN, ROOT, Block, blocks_of

SHOWN = [path for path in OWN if any(block.kind == "console" for block in blocks_of(path))]


@pytest.mark.skipif(shutil.which("sh") is None, reason="commands are run by sh")
@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_commands_print_what_is_shown(path, tmp_path):
    wrong = [
        f"{command.place}: $ {command.text}\nstatus {command.status}, expected {command.expected_status}; it printed:\n"
        + "\n".join(command.printed)
        for command in console.run_page(path, tmp_path)
        if not command.holds
    ]
    assert not wrong, "\n\n".join(wrong)


def test_the_command_line_has_its_examples():
    assert ROOT / "docs/reference/command-line.md" in SHOWN


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
