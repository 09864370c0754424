"""Reading one TOML file: what is refused and in which words, and where each value is written."""

from __future__ import annotations

import datetime as dt
import math
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tilekit.errors import Diagnostic, RulesetError
from tilekit.ruleset import syntax
from tilekit.ruleset.document import SIZE_LIMIT, Document, read_bytes
from tilekit.ruleset.text import KeyPath, Span, found_text

ROOT = Path(__file__).parents[2]


def problems(source: str | bytes) -> list[str]:
    """Return the problems of a text as `line:column code: message | found | expected | fix`."""
    with pytest.raises(RulesetError) as caught:
        Document.parse(source, "r.toml")
    return [
        f"{d.line}:{d.column} {d.code}: {d.message} | {d.found} | {d.expected} | {d.fix}"
        for d in caught.value.diagnostics
    ]


VALUES = "a number, a text in quotes, a list [ ] or an inline table { }"
KEYS = "key = value, a [table] or a # remark"
REMARK = 'write a key of letters, digits and "_"; a remark starts with #'
ONE_EACH = "write one key = value on each line; a remark starts with #"
CALENDAR = "a date such as 2024-01-31"
NO_ESCAPE = "a backslash in a text starts an escape, and this is none"
ESCAPES = r"one of \\ \" \n \t \b \f \r \uXXXX \UXXXXXXXX"
LIST = "put a comma between two values, and a ] at the end"
RANGE = "an integer from -9223372036854775807 to 9223372036854775807"


# Syntax


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[end]\nwhen = made >= prism # why\n",
            (
                f'2:8 toml-syntax: the value of "when" is not TOML | made >= prism | {VALUES} | '
                'if it is a text, put it in quotes: "made >= prism"'
            ),
        ),
        (
            "when = 3 == 'a'",
            (
                f"1:8 toml-syntax: the value of \"when\" is not TOML | 3 == 'a' | {VALUES} | "
                "if it is a text, put it in quotes: \"3 == 'a'\""
            ),
        ),
        (
            'when = tile == "a"',
            (
                f'1:8 toml-syntax: the value of "when" is not TOML | tile == "a" | {VALUES} | '
                "if it is a text, put it in quotes: 'tile == \"a\"'"
            ),
        ),
        (
            "on = True",
            ('1:6 toml-syntax: the value of "on" is not TOML | True | true or false, in lower case | write true'),
        ),
        (
            "a = [1__2]",
            (
                f'1:6 toml-syntax: the value of "a" is not TOML | 1__2 | {VALUES} | '
                'if it is a text, put it in quotes: "1__2"'
            ),
        ),
        ("a = 07", "1:5 toml-syntax: a number starts with a zero | 07 | digits without a zero in front | write 7"),
        (
            "a = [-00]",
            "1:6 toml-syntax: a number starts with a zero | -00 | digits without a zero in front | write -0",
        ),
        (
            "a =\nb = 1",
            f'1:4 toml-syntax: "a" has no value | the end of the line | {VALUES} | write the value after the =',
        ),
        ("a =", f'1:4 toml-syntax: "a" has no value | the end of the file | {VALUES} | write the value after the ='),
        (
            "a = [1,,2]",
            (
                '1:8 toml-syntax: a comma of the list "a" has no value before it | ,2] | '
                "values with one comma between two | delete the comma, or write the value"
            ),
        ),
        (
            "a = “merge”",
            (
                "1:5 toml-syntax: a text has a curly quote, which TOML does not know | “merge” | "
                'a straight quote, " or \', at each end of the text | write "merge"'
            ),
        ),
        (
            "a = 2024-02-30",
            (
                f'1:5 toml-syntax: the value of "a" is no date of the calendar | 2024-02-30 | {CALENDAR} | '
                'if it is a text, put it in quotes: "2024-02-30"'
            ),
        ),
        (
            "a = 2024-13-01",
            (
                f'1:5 toml-syntax: the value of "a" is no date of the calendar | 2024-13-01 | {CALENDAR} | '
                'if it is a text, put it in quotes: "2024-13-01"'
            ),
        ),
        (
            "a = 1,000",
            (
                f'1:6 toml-syntax: something follows the value of "a" on its line | ,000 | the end of the line | '
                f"{ONE_EACH}"
            ),
        ),
        (
            "a = [1] 2",
            f'1:9 toml-syntax: something follows the value of "a" on its line | 2 | the end of the line | {ONE_EACH}',
        ),
        (
            'a = "b "c" d"',
            (
                '1:9 toml-syntax: something follows the text of "a" on its line | c" d" | the end of the line | '
                'write a quote within a text as \\", or delete what follows the text'
            ),
        ),
        ("rows 5", '1:6 toml-syntax: no "=" follows the key "rows" | 5 | key = value | write rows = and its value'),
        (
            "'my rows': 5",
            (
                '1:10 toml-syntax: no "=" follows the key "\'my rows\'" | : 5 | key = value | '
                "write 'my rows' = and its value"
            ),
        ),
        (
            "größe = 5",
            (
                "1:3 toml-syntax: a key holds a character it may not | öße = 5 | "
                'letters a to z, digits, "_" and "-" | '
                "write the key without it"
            ),
        ),
        ("// hello", f"1:1 toml-syntax: no key stands where one is needed | // hello | {KEYS} | {REMARK}"),
        ("[]", f"1:2 toml-syntax: no key stands where one is needed | ] | {KEYS} | {REMARK}"),
        (
            "[grid\n",
            (
                "1:6 toml-syntax: the header of a table is not closed | the end of the file | "
                "[table], or [[table]] for one of a list | close it with as many ] as it has ["
            ),
        ),
        (
            "[end]]",
            (
                "1:6 toml-syntax: the header of a table is not closed | ] | "
                "[table], or [[table]] for one of a list | close it with as many ] as it has ["
            ),
        ),
        (
            "[[end]] a = 1",
            (
                "1:9 toml-syntax: something follows the header on its line | a = 1 | the end of the line | "
                "put each key on a line of its own, below [end]"
            ),
        ),
        (
            'a = "b',
            (
                '1:5 toml-syntax: the text that starts here is not closed | "b | '
                "the same quote again on the same line | "
                "close the text; one of several lines stands between three quotes"
            ),
        ),
        (
            "'a = 1",
            (
                "1:1 toml-syntax: the text that starts here is not closed | 'a = 1 | "
                "the same quote again on the same line | "
                "close the text; one of several lines stands between three quotes"
            ),
        ),
        (
            'b = 1\na = """\nb\n',
            (
                '2:5 toml-syntax: the text of several lines that starts here is not closed | """ | '
                "the same three quotes again | close the text with three quotes"
            ),
        ),
        ('a = "b\\q"', rf"1:7 toml-syntax: {NO_ESCAPE} | \q | {ESCAPES} | write \\ for a backslash"),
        ('a = "\\ud800"', rf"1:6 toml-syntax: {NO_ESCAPE} | \ud800 | {ESCAPES} | write \\ for a backslash"),
        ('"\\q" = 1', rf"1:2 toml-syntax: {NO_ESCAPE} | \q | {ESCAPES} | write \\ for a backslash"),
        (
            "a = [1 2]",
            f'1:8 toml-syntax: the list "a" has neither a comma nor its closing ] here | 2] | "," or "]" | {LIST}',
        ),
        ("a = [1,\n", '1:5 toml-syntax: the list "a" is not closed | [1, | a ] at its end | write the ]'),
        ("a = [", '1:5 toml-syntax: the list "a" is not closed | [ | a ] at its end | write the ]'),
        (
            "a = {b = 1 c = 2}",
            (
                '1:12 toml-syntax: the inline table "a" has neither a comma nor its closing } here | c = 2} | '
                '"," or "}" | '
                "put a comma between two values, and a } at the end"
            ),
        ),
    ],
)
def test_each_mistake_of_syntax_has_its_own_words(text: str, expected: str) -> None:
    assert problems(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[properties]\npoints = { node = 6,\n  core = 24 }",
            (
                "2:10 toml-inline-table: an inline table is one line | { node = 6, | one line, from { to } | "
                "write [properties.points] and a line for each key"
            ),
        ),
        (
            "a = [{ # why\n b = 1 }]",
            "1:6 toml-inline-table: an inline table is one line | { | one line, from { to } | write it on one line",
        ),
        (
            "a = { b = 1, }",
            (
                "1:12 toml-inline-table: an inline table has no comma at its end | , | "
                "commas between two values only | "
                "delete the last comma"
            ),
        ),
    ],
)
def test_an_inline_table_is_one_line(text: str, expected: str) -> None:
    assert problems(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "a = 1\nb = 2\na = 3 # again",
            '3:1 toml-duplicate: "a" is set twice | a = 3 | one "a"; the first is on line 1 | delete one of the two',
        ),
        (
            "a = {b = 1, b = {c = 2}}",
            (
                '1:13 toml-duplicate: "a.b" is set twice | b = {c = 2}} | one "a.b"; the first is on line 1 | '
                "delete one of the two"
            ),
        ),
        (
            "[spawn]\n[spawn]",
            (
                "2:1 toml-duplicate: [spawn] is written twice | [spawn] | one [spawn]; the first is on line 1 | "
                "move its keys to line 1"
            ),
        ),
        (
            "[[end]]\n[end]",
            (
                "2:1 toml-header-clash: [end] cannot stand beside [[end]] | [end] | "
                "one of them; [[end]] is on line 1 | "
                "write [[end]] in both places if it is a list, [end] if it is not"
            ),
        ),
        (
            "[end]\n[[end]]",
            (
                "2:1 toml-header-clash: [[end]] cannot stand beside [end] | [[end]] | "
                "one of them; [end] is on line 1 | "
                "write [[end]] in both places if it is a list, [end] if it is not"
            ),
        ),
        (
            "[end.a]\n[[end]]",
            (
                "2:1 toml-header-clash: [[end]] cannot stand beside [end.…] | [[end]] | "
                "one of them; [end.…] is on line 1 | "
                "write [[end]] in both places if it is a list, [end] if it is not"
            ),
        ),
        (
            "spawn.a = 1\n[spawn]",
            (
                "2:1 toml-header-clash: [spawn] was opened already by the dotted key on line 1 | [spawn] | "
                'either dotted keys or a header | move that key below [spawn], without its "spawn."'
            ),
        ),
        (
            "a = { b = 1 }\n[a]",
            (
                '2:1 toml-header-clash: "a" has its value already, so nothing can be added to it | [a] | '
                'all of "a" in one place; its value is on line 1 | '
                "write [a] with a line for each key, in place of the value"
            ),
        ),
        (
            "a = 1\n[a.b]",
            (
                '2:2 toml-header-clash: "a" has its value already, so nothing can be added to it | a.b] | '
                'all of "a" in one place; its value is on line 1 | '
                "write [a] with a line for each key, in place of the value"
            ),
        ),
        (
            "[a.b]\n[a]\nb.c = 1",
            (
                '3:1 toml-header-clash: "a.b.…" cannot stand beside [a.b] | b.c = 1 | '
                "one of them; [a.b] is on line 1 | "
                "keep one of the two and move everything there"
            ),
        ),
        (
            "[grid\na = 1\na = 2\n",
            (
                '3:1 toml-duplicate: "grid.a" is set twice | a = 2 | one "grid.a"; the first is on line 2 | '
                "delete one of the two"
            ),
        ),
    ],
)
def test_a_clash_names_both_places(text: str, expected: str) -> None:
    assert problems(text)[-1] == expected


def test_all_mistakes_are_found_in_one_run() -> None:
    text = """\
when = made >= prism
rows 5
[grid
rows = 5
x = { a = 1,
  b = { c = 2 },
}
[spawn]
a = nan
a = 1
[spawn]
rows = 5
n = 99999999999999999999
"""
    assert [line.partition(": ")[0] for line in problems(text)] == [
        "1:8 toml-syntax",
        "2:6 toml-syntax",
        "3:6 toml-syntax",
        "5:5 toml-inline-table",
        "9:5 not-finite",
        "10:1 toml-duplicate",
        "11:1 toml-duplicate",
        "13:5 number-too-large",
    ]


@pytest.mark.parametrize(
    "text",
    ["a = [1\nb = 2\nc = 3 4", 'a = """\nb\nc = 3 4', "[[a]]\n[a]]\n[[a]\nb = = 1", "a = {\nb = 1\nc = 3 4\n"],
)
def test_after_an_open_end_no_remains_are_reported(text: str) -> None:
    assert len(problems(text)) == (3 if text.startswith("[") else 1)


def test_where_the_first_quote_is_missing_it_is_written() -> None:
    (found,) = problems('a = Merge"')
    assert found.endswith('if it is a text, put it in quotes: "Merge"')


def test_a_large_text_is_read_only_a_few_times() -> None:
    found = problems("a = = 1\nb = = 2\nc = = 3\nd = = 4\n" + "#" * 70_000)
    assert [line.partition(": ")[0] for line in found] == ["1:5 toml-syntax", "2:5 toml-syntax", "3:5 more-problems"]


@pytest.mark.parametrize(
    ("text", "error", "expected"),
    [
        (
            "a = 1\n",
            ValueError("No reason at all"),
            "1:6 toml-syntax: no reason at all | the end of the file | TOML | write the line anew",
        ),
        (
            "#\n",
            tomllib.TOMLDecodeError("No reason (at line 1, column 2)"),
            "1:2 toml-syntax: no reason | the end of the file | TOML | write the line anew",
        ),
        (
            "a = 1\n",
            RecursionError(),
            (
                "1:6 too-deep: keys, tables and lists are nested too deeply | more than 16 levels | "
                "at most 16 levels | "
                "take the inner ones out"
            ),
        ),
    ],
)
def test_what_only_the_reader_knows_is_passed_on(
    monkeypatch: pytest.MonkeyPatch, text: str, error: Exception, expected: str
) -> None:
    def refuse(text: str) -> dict[str, Any]:
        if text.strip():
            raise error
        return {}

    monkeypatch.setattr(tomllib, "loads", refuse)
    assert problems(text) == [expected]


# Limits


DEEP = (
    "too-deep: keys, tables and lists are nested too deeply | more than 16 levels | at most 16 levels | "
    "take the inner ones out"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = " + "[" * (SIZE_LIMIT - 4), f"1:21 {DEEP}"),
        ("a = " + "{a=" * 300_000, f"1:51 {DEEP}"),
        ("a." * 500_000 + "a = 1", f"1:33 {DEEP}"),
        ("[" + "a." * 500_000 + "a]", f"1:34 {DEEP}"),
        ("[" * SIZE_LIMIT, f"1:3 toml-syntax: no key stands where one is needed | {'[' * 79}… | {KEYS} | {REMARK}"),
        (
            "a = [" + "1," * 30_000 + "]",
            (
                "1:40004 too-many-items: the file holds too many keys and items | more than 20,000 | "
                "at most 20,000 keys, tables and items of lists | split the file, or leave some out"
            ),
        ),
        (
            "#" * (SIZE_LIMIT + 1),
            (
                "0:0 file-too-large: the file is too large | 1,048,577 bytes | at most 1,048,576 bytes | "
                "take out what is not part of the rules"
            ),
        ),
    ],
    ids=["lists", "inline tables", "dotted keys", "headers", "no header", "items", "size"],
)
def test_limits(text: str, expected: str) -> None:
    assert problems(text) == [expected]


def test_within_the_limits() -> None:
    depth = "[" * 15 + "]" * 15
    assert Document.parse(f"a = {depth}", "").data == {"a": tomllib.loads(f"a = {depth}")["a"]}
    assert len(Document.parse("a = [" + "1," * 19_999 + "]", "").data["a"]) == 19_999
    assert Document.parse("#" * SIZE_LIMIT, "").data == {}
    assert Document.parse(f"a = [{2**63 - 1}, {1 - 2**63}]", "").data == {"a": [2**63 - 1, 1 - 2**63]}


def test_numbers_that_no_ruleset_can_use() -> None:
    digits, hexes = "9" * 5000, "0x" + "f" * 5000
    text = "[a]\nb = nan\nc = [1, [-inf, 1e400]]\n"
    text += f"[[d]]\ne = {2**63}\nf = {digits}\ng = {hexes}\nh = 0xfffffffffffffffff"
    fix, too_large = "write a number such as 3", "write a smaller number"
    assert problems(text) == [
        f'2:5 not-finite: "a.b" is not a finite number | nan | a finite number | {fix}',
        f'3:10 not-finite: "a.c" is not a finite number | -inf | a finite number | {fix}',
        f'3:16 not-finite: "a.c" is not a finite number | 1e400 | a finite number | {fix}',
        f'5:5 number-too-large: "d.e" is out of range | 9223372036854775808 | {RANGE} | {too_large}',
        f'6:5 number-too-large: "d.f" is out of range | {"9" * 79}… | {RANGE} | {too_large}',
        f'7:5 number-too-large: "d.g" is out of range | 0x{"f" * 77}… | {RANGE} | {too_large}',
        f'8:5 number-too-large: "d.h" is out of range | 0xfffffffffffffffff | {RANGE} | {too_large}',
    ]


# Decoding


MERGE = '[game]\r\ntitle = "Café"\r\n'
SAVE = 'save it again as UTF-8 (in Windows Notepad: Save as, Encoding "UTF-8")'


@pytest.mark.parametrize(
    "source",
    [MERGE, "\ufeff" + MERGE, MERGE.encode(), MERGE.encode("utf-8-sig"), MERGE.replace("\r", "").encode()],
)
def test_byte_order_mark_and_line_ends_do_not_matter(source: str | bytes) -> None:
    read = Document.parse(source, "merge.toml")
    assert (read.text, read.data) == ('[game]\ntitle = "Café"\n', {"game": {"title": "Café"}})
    assert read.span(("game", "title")) == Span(2, 9, 6)


@pytest.mark.parametrize(
    ("encoding", "looks", "found"),
    [
        ("utf-16-le", "UTF-16", "5B 00 67 00 61 00 6D 00"),
        ("utf-16-be", "UTF-16", "00 5B 00 67 00 61 00 6D"),
        ("utf-32-le", "UTF-32", "5B 00 00 00 67 00 00 00"),
        ("utf-32-be", "UTF-32", "00 00 00 5B 00 00 00 67"),
    ],
)
def test_wide_encodings_are_recognised(encoding: str, looks: str, found: str) -> None:
    message = f"0:0 not-utf8: the file is not UTF-8; it looks like {looks} | the bytes {{}} | UTF-8 text | {SAVE}"
    assert problems(MERGE.encode(encoding)) == [message.format(found)]
    mark = "\ufeff".encode(encoding)
    assert problems(mark + MERGE.encode(encoding)) == [
        message.format((mark + bytes.fromhex(found))[:8].hex(" ").upper())
    ]


def test_latin_1_is_shown_at_its_place() -> None:
    with pytest.raises(RulesetError) as caught:
        Document.parse(MERGE.encode("latin-1"), "merge.toml")
    assert str(caught.value) == (
        "merge.toml:2:13: error[not-utf8]: the file is not UTF-8; it looks like Windows-1252 or Latin-1\n"
        '    2 | title = "Café"\n'
        "      |             ^\n"
        '  found:    the byte E9, which is "é" in Windows-1252\n'
        "  expected: UTF-8 text\n"
        f"  fix:      {SAVE}"
    )
    assert problems(b"a = \x81") == [
        (
            "1:5 not-utf8: the file is not UTF-8; it looks like Windows-1252 or Latin-1 | the byte 81 | "
            f"UTF-8 text | {SAVE}"
        )
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"", "0:0 empty-file: the file is empty | nothing | a ruleset | write the ruleset, first of all format = 1"),
        (
            "\ufeff \r\n\t",
            (
                "0:0 empty-file: the file is empty | only white space | a ruleset | "
                "write the ruleset, first of all format = 1"
            ),
        ),
        (
            "a = 1\r\nb = 2\rc = 3",
            (
                "2:6 control-character: a line ends in a lone carriage return | U+000D, the line end of old Macs | "
                "lines that end in LF or CRLF | save it again with Unix or Windows line ends"
            ),
        ),
        (
            b"a = 1\n\0",
            (
                "2:1 control-character: a control character stands in the file | U+0000 | printable text | "
                "delete the character"
            ),
        ),
        (
            "a = '\ud800'",
            "1:6 not-utf8: the text holds half a character | U+D800 | whole characters | delete the character",
        ),
    ],
)
def test_odd_texts_get_one_clear_diagnostic(source: str | bytes, expected: str) -> None:
    assert problems(source) == [expected]


# Reading


def unreadable(path: str | Path) -> list[tuple[str, str, str]]:
    with pytest.raises(RulesetError) as caught:
        read_bytes(path)
    assert {(d.file, d.line) for d in caught.value.diagnostics} == {(str(path), 0)}
    return [(d.code, d.found, d.fix) for d in caught.value.diagnostics]


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode("mé #1.toml".encode())
    path.write_bytes(b"a" * SIZE_LIMIT)
    assert read_bytes(path) == read_bytes(str(path)) == b"a" * SIZE_LIMIT
    path.write_bytes(b"a" * (SIZE_LIMIT + 7))
    assert unreadable(path) == [("file-too-large", "1,048,583 bytes", "take out what is not part of the rules")]


def test_what_is_not_a_readable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "merge.toml").write_text("format = 1", encoding="utf-8")
    (tmp_path / "dangling").symlink_to(tmp_path / "gone")
    check = "check the path"
    near = f'did you mean "{tmp_path / "merge.toml"}"?'
    assert unreadable(tmp_path / "marge.toml") == [("unreadable-file", "no such file", near)]
    assert unreadable(tmp_path / "merge.tml") == [("unreadable-file", "no such file", near)]
    assert unreadable(tmp_path / "u3.toml") == [("unreadable-file", "no such file", check)]
    assert unreadable(tmp_path / "gone" / "x") == [("unreadable-file", "no such file", check)]
    assert unreadable(tmp_path / "merge.toml" / "x") == [("unreadable-file", "no such file", check)]
    assert unreadable(tmp_path / "dangling") == [("unreadable-file", "a link to a file that does not exist", check)]
    assert unreadable(tmp_path) == [
        ("unreadable-file", "a directory", f"name a file in it, such as {tmp_path}/game.toml")
    ]
    assert unreadable("a\0b") == [("unreadable-file", "a path that no file can have", check)]
    (tmp_path / "round").symlink_to(tmp_path / "round")
    assert unreadable(tmp_path / "round" / "x") == [("unreadable-file", "a link that leads back to itself", check)]
    assert unreadable("a" * 5000) == [("unreadable-file", "a name that is longer than this system takes", check)]

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("builtins.open", refuse)
    assert unreadable(tmp_path / "merge.toml") == [
        ("unreadable-file", "a file that you are not allowed to read", check)
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes among files here")
def test_nothing_that_never_ends_is_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert unreadable(tmp_path / "pipe") == [("unreadable-file", "a pipe or a device", "check the path")]
    assert unreadable("/dev/zero") == [("unreadable-file", "a pipe or a device", "check the path")]


# Places


LAYOUT = '''\
format = 1
given.board = """
. s
"""
"quoted key" . 'two' = 'x' # remark
[spawn.deal]
weights = { spark = 3, "no.de" = [ 1, { a.b = 2 } ] }
[ spawn ]
list = [ # remark ]
  1,
  [ "]" , 2 ],
]
[[end]]
when = 'a'
[[end]]
[end.sub]
when = 1979-05-27 07:32:00
'''


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        (("format",), (1, 10, 1), (1, 1, 6)),
        (("given",), (2, 1, 5), (2, 1, 5)),
        (("given", "board"), (2, 15, 3), (2, 7, 5)),
        (("quoted key", "two"), (5, 24, 3), (5, 16, 5)),
        (("spawn",), (8, 1, 9), (8, 3, 5)),
        (("spawn", "deal"), (6, 1, 12), (6, 8, 4)),
        (("spawn", "deal", "weights"), (7, 11, 43), (7, 1, 7)),
        (("spawn", "deal", "weights", "no.de", 1), (7, 39, 11), (7, 39, 11)),
        (("spawn", "deal", "weights", "no.de", 1, "a"), (7, 41, 1), (7, 41, 1)),
        (("spawn", "deal", "weights", "no.de", 1, "a", "b"), (7, 47, 1), (7, 43, 1)),
        (("spawn", "list"), (9, 8, 12), (9, 1, 4)),
        (("spawn", "list", 1, 1), (11, 11, 1), (11, 11, 1)),
        (("end",), (13, 1, 7), (13, 3, 3)),
        (("end", 0), (13, 1, 7), (13, 3, 3)),
        (("end", 0, "when"), (14, 8, 3), (14, 1, 4)),
        (("end", 1), (15, 1, 7), (15, 3, 3)),
        (("end", 1, "sub", "when"), (17, 8, 19), (17, 1, 4)),
        (("spawn", "deal", "gone", "x"), (6, 1, 12), (6, 8, 4)),
        (("gone",), (0, 0, 1), (0, 0, 1)),
        ((), (0, 0, 1), (0, 0, 1)),
    ],
)
def test_spans(path: KeyPath, value: tuple[int, ...], key: tuple[int, ...]) -> None:
    read = Document.parse(LAYOUT, "r.toml")
    assert (read.span(path), read.span(path, key=True)) == (value, key)


def test_how_keys_are_written() -> None:
    read = Document.parse(LAYOUT, "r.toml")
    paths: list[KeyPath] = [("format",), ("given",), ("spawn",), ("end",), ("end", 0), ("end", 1, "sub"), ("gone",)]
    assert [read.written_as(path) for path in paths] == ["value", "dotted", "table", "list", "table", "table", None]
    assert Document.parse("[a.b]", "").written_as(("a",)) == "implicit"
    assert Document.parse("[a.b.c]\n[a]\nb.d = 1", "").written_as(("a", "b")) == "dotted"
    assert (read.written(("end", 0, "when")), read.written(("spawn", "deal", "weights", "no.de"), key=True)) == (
        "'a'",
        '"no.de"',
    )
    assert read.written(("gone",)) == ""


@pytest.mark.parametrize(
    ("text", "offset", "width", "span"),
    [
        ('when = "made >= prysm"', 8, 5, (1, 17, 5)),
        ("when = 'made >= prysm'", 8, 5, (1, 17, 5)),
        ('when = "made >= prysm"', 0, 4, (1, 9, 4)),
        ('when = "made >= prysm"', 5, None, (1, 14, 1)),
        ('when = "made >= prysm"', 99, 5, (1, 22, 1)),
        ('when = ""', 0, 1, (1, 9, 1)),
        ('when = "\\u0061\\t\\U0001F600x"', 3, 1, (1, 27, 1)),
        ('when = "\\u0061\\tx"', 0, 2, (1, 9, 8)),
        ("when = '\\tx'", 2, 1, (1, 11, 1)),
        ('when = """\na\n  b"""', 4, 1, (3, 3, 1)),
        ('when = """a\\\n   b \\  \n\n c"""', 3, 1, (4, 2, 1)),
        ("when = '''a\nb'''", 2, 1, (2, 1, 1)),
        ("when = '''a\nb'''", 0, 9, (1, 11, 1)),
        ("when = 1234", 2, 1, (1, 8, 4)),
        ("[when]", 2, 1, (1, 1, 6)),
        ("[x]", 2, 1, (0, 0, 1)),
    ],
)
def test_a_diagnostic_can_point_into_a_text(text: str, offset: int, width: int | None, span: tuple[int, ...]) -> None:
    shown = Document.parse(text, "r.toml").diagnostic(("when",), "code", "message", offset=offset, width=width)
    assert (shown.line, shown.column, shown.width) == span


def test_a_diagnostic_carries_its_line() -> None:
    read = Document.parse('[mechanics.fuse]\nlesat = """\n3"""\n', "r.toml")
    path: KeyPath = ("mechanics", "fuse", "lesat")
    assert read.diagnostic(path, "unknown-key", "no such key", expected="a key", fix="a fix", key=True) == Diagnostic(
        "r.toml", 2, 1, "error", "unknown-key", "no such key", "lesat", "a key", "a fix", 'lesat = """', 5
    )
    assert read.diagnostic(path, "odd", "an odd value", severity="warning") == Diagnostic(
        "r.toml", 2, 9, "warning", "odd", "an odd value", '"""\\n3"""', "", "", 'lesat = """', 3
    )
    assert read.diagnostic(("rows",), "missing", "no rows", found="nothing") == Diagnostic(
        "r.toml", 0, 0, "error", "missing", "no rows", "nothing"
    )


# Values as found


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (-3, "-3"),
        (1.5, "1.5"),
        (math.nan, "nan"),
        ('a"b\\\n', '"a\\"b\\\\\\n"'),
        ("x" * 200, '"' + "x" * 78 + "…"),
        ({}, "{}"),
        ({"a": 1, "b c": ["x", ()]}, '{ a = 1, "b c" = ["x", []] }'),
        (list(range(10**5)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, …"),
        (dt.datetime(2024, 1, 31, 7, 5), "2024-01-31T07:05:00"),  # noqa: DTZ001 - TOML has local times
        (dt.date(2024, 1, 31), "2024-01-31"),
        (dt.time(7, 5), "07:05:00"),
        pytest.param(10**5000, hex(10**5000)[:79] + "…", id="huge"),
        (None, "None"),
    ],
)
def test_found_text(value: object, text: str) -> None:
    assert found_text(value) == text


# Properties


unhurried = settings(deadline=None)  # a busy machine is no reason to fail

LETTERS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
KEY_NAMES = st.sampled_from(["a", "b", "least", "stone-wall", "1.5", "", "é", "a b", "'", '"', "\\", "\n"]) | LETTERS
ATOMS = (
    st.booleans()
    | st.integers(-(2**62), 2**62)
    | st.floats(allow_nan=False, allow_infinity=False)
    | LETTERS
    | st.dates()
    | st.times()
    | st.datetimes()
)
TREES = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEY_NAMES, inner, max_size=4),
    max_leaves=25,
)
TABLES = st.dictionaries(KEY_NAMES, TREES, max_size=6)


def leaves(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Yield every key path below a value, with what is there."""
    parts: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in parts:
        yield (*path, name), inner
        yield from leaves(inner, (*path, name))


def assert_located(text: str) -> None:
    """Assert that each key path of a valid document is where the document says."""
    read = Document.parse(text, "r.toml")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    assert repr(read.data) == repr(tomllib.loads(text))
    for path, value in leaves(read.data):
        for is_key in (False, True):
            line, column, width = read.span(path, key=is_key)
            written = read.written(path, key=is_key)
            assert written.split("\n")[0] == lines[line - 1][column - 1 :][:width] or width == 1
        if isinstance(path[-1], str):
            assert list(tomllib.loads(f"{read.written(path, key=True)} = 1")) == [path[-1]]
        if read.written_as(path) == "value":
            assert repr(tomllib.loads(f"x = {read.written(path)}")["x"]) == repr(value)


@given(TABLES, st.booleans(), st.integers(0, 8))
@unhurried
def test_the_locator_agrees_with_the_reader(table: dict[str, Any], lines: bool, indent: int) -> None:
    text = tomli_w.dumps(table, multiline_strings=lines, indent=indent)
    if text.strip():
        assert_located(text)


@pytest.mark.parametrize("end", [",}", ", }", " , }", ",  } # remark"])
def test_the_comma_at_the_end_goes_alone(end: str) -> None:
    (problem,) = Document.salvaged(f"a = {{ b = 1{end}\n", "r.toml").mistakes
    assert problem.edit is not None
    text = f"a = {{ b = 1{end}"
    mended = text[: problem.edit.column - 1] + problem.edit.text + text[problem.edit.end_column - 1 :]
    assert (mended, tomllib.loads(mended)) == (text.replace(",", ""), {"a": {"b": 1}})


def test_a_table_is_kept_whatever_its_name() -> None:
    assert_located('a = []\n\n["\\u0000"]\n')
    read = Document.salvaged('[a.]\nx = 1\n["\\u0000"]\ny = 2\n', "r.toml")
    assert read.data == {"\0": {"y": 2}}


def test_the_locator_agrees_on_hand_written_documents() -> None:
    assert_located(LAYOUT)
    for path in ROOT.glob("rulesets/*.toml"):
        assert_located(path.read_text(encoding="utf-8"))


def assert_refused_or_read(source: str | bytes) -> None:
    """Assert that a source is either read as tomllib reads it, or refused with at least one diagnostic."""
    refusal = None
    try:
        read = Document.parse(source, "r.toml")
    except RulesetError as error:
        refusal = error
    if refusal is None:
        assert read.data == tomllib.loads(read.text)
    else:
        assert refusal.diagnostics
        assert str(refusal)


MARKS = ['"', "'", '"""', "'''", "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "\n", "\r\n", "#", "\\", " ", "\t"]
WORDS = ["1", "07", "nan", "a", "é", "2024-01-01", "\\u00e9", "\ufeff", "\0"]
STATEMENTS = ["a = 1\n", "[a]\n", "[[a]]\n", "a.b = 1\n", "a = {b=1}\n"]
PIECES = st.sampled_from([*MARKS, *WORDS, *STATEMENTS])


@given(st.binary())
@example(b"\xff")
@unhurried
def test_any_bytes_are_read_or_refused(source: bytes) -> None:
    assert_refused_or_read(source)


@given(st.text() | st.lists(PIECES, max_size=30).map("".join))
@example("a = [[[[" * 100)
@example("\ud800")
@unhurried
def test_any_text_is_read_or_refused(source: str) -> None:
    assert_refused_or_read(source)


RULESETS = [LAYOUT, *(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("rulesets/*.toml")))]


@given(st.sampled_from(RULESETS) | TABLES.map(tomli_w.dumps), st.data())
@unhurried
def test_a_damaged_ruleset_is_read_or_refused(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 5)))
        text = text[:start] + data.draw(PIECES | st.just("")) + text[end:]
    assert_refused_or_read(text)


def test_the_words_have_no_blanks_left() -> None:
    for message, expected, fix in syntax.WORDS.values():
        for words in (message, expected, fix):
            blanks = ("name", "path", "quoted", "table", "number", "complaint")
            assert words.format(**dict.fromkeys(blanks, "x"))
