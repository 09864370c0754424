"""What is wrong with a text as TOML: from tomllib's complaints to ours.

Owns reading a text with `tomllib` and the words for everything that keeps it from being read, several mistakes
in one run. Where `tomllib` refuses a text, the locator's knowledge gives the words.
"""

from __future__ import annotations

import bisect
import math
import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tilekit.errors import FOUND_LIMIT, Fix, one_line
from tilekit.ruleset.locator import BARE_VALUE, DEPTH_LIMIT, ITEM_LIMIT, Clash, Kind, Locator, Stop
from tilekit.ruleset.loss import NOTHING, Loss, lost, words_of
from tilekit.ruleset.text import NAME_LIMIT, STAND_IN, Extent, KeyPath, Mistake, Span, TextMap, bare, dotted, in_quotes

NUMBER_LIMIT: Final = (1 << 63) - 1
"""No integer lies further from zero."""

_ROUNDS: Final = 20  # so many mistakes of syntax are looked for in one run
_ROUNDS_SIZE: Final = 1 << 16  # each round reads the text again, so a larger one gets few
# These are refused even where tomllib would not.
_LIMITS: Final = ("too-deep", "too-many", "inline-lines", "inline-comma")
_POSITION: Final = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
_WORD_START: Final = re.compile(r"""[^\s,\[\]{}"'=#]*\Z""")
_BALANCED: Final = re.compile(r"\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}[^\n]*+")
_ZERO_FIRST: Final = re.compile(r"([+-]?)0++([0-9]*+)")
_PLAIN_NUMBER: Final = re.compile(r"[+-]?[0-9][0-9_]*(?:\.[0-9]+)?")
_EXPRESSION: Final = re.compile(r"[^+\-0-9]|[+-]?[0-9_]+ *[-+*/%<>=!]")
_DATE: Final = re.compile(r"[0-9]+-[0-9]+-[0-9]+.*")
_TYPOGRAPHIC: Final = "“”„«»‘’‚`´"  # noqa: RUF001 - that they are mistaken for others is the point
_TYPOGRAPHIC_TEXT: Final = re.compile(f"[{_TYPOGRAPHIC}][^{_TYPOGRAPHIC}\\n]*[{_TYPOGRAPHIC}]")
_QUOTES: Final = _TYPOGRAPHIC + "\"'"
#: A text with a straight quote at one end and one of those at the other.
_HALF_TYPOGRAPHIC: Final = re.compile(
    f"[{_TYPOGRAPHIC}][^{_TYPOGRAPHIC}\"'\\n]*[\"']|[\"'][^{_TYPOGRAPHIC}\"'\\n]*[{_TYPOGRAPHIC}]"
)
_TYPOGRAPHIC_START: Final = re.compile(f"[{_TYPOGRAPHIC}][^{_TYPOGRAPHIC}\"',\\n]*\\Z")

_VALUES: Final = "a number, a text in quotes, a list [ ] or an inline table {{ }}"
WORDS: Final[dict[str, tuple[str, str, str]]] = {  # message, expected, fix
    "too-deep": (
        "keys, tables and lists are nested too deeply",
        f"at most {DEPTH_LIMIT} levels",
        "take the inner ones out",
    ),
    "too-many": (
        "the file holds too many keys and items",
        f"at most {ITEM_LIMIT:,} keys, tables and items of lists",
        "split the file, or leave some out",
    ),
    "key": (
        "no key stands where one is needed",
        "key = value, a [table] or a # remark",
        'write a key of letters, digits and "_"; a remark starts with #',
    ),
    "key-letter": (
        "a key holds a character it may not",
        'letters a to z, digits, "_" and "-"',
        "write the key without it",
    ),
    "equals": ('no "=" follows the key "{name}"', "key = value", "write {name} = and its value"),
    "header": (
        "the header of a table is not closed",
        "[table], or [[table]] for one of a list",
        "close it with as many ] as it has [",
    ),
    "header-name": (
        "a blank stands between two names of a header",
        "a dot between two names, as in [spawn.weeds]",
        "write a dot in place of the blank, or _ if it is one name",
    ),
    "junk-header": (
        "something follows the header on its line",
        "the end of the line",
        "put each key on a line of its own, below [{path}]",
    ),
    "junk": (
        'something follows the value of "{name}" on its line',
        "the end of the line",
        "write one key = value on each line; a remark starts with #",
    ),
    "junk-text": (
        'something follows the text of "{name}" on its line',
        "the end of the line",
        'write a quote within a text as \\", or delete what follows the text',
    ),
    "text": (
        "the text that starts here is not closed",
        "the same quote again on the same line",
        "close the text; one of several lines stands between three quotes",
    ),
    "text-lines": (
        "the text of several lines that starts here is not closed",
        "the same three quotes again",
        "close the text with three quotes",
    ),
    "value": ('the value of "{name}" is not TOML', _VALUES, "if it is a text, put it in quotes: {quoted}"),
    "value-bare": (
        'the value of "{name}" is not TOML',
        "a value behind one =, without brackets",
        "write {number} behind one =, without brackets",
    ),
    "value-none": ('"{name}" has no value', _VALUES, "write the value after the ="),
    "value-item": (
        'a comma of the list "{name}" has no value before it',
        "values with one comma between two",
        "delete the comma, or write the value",
    ),
    "value-truth": (
        'the value of "{name}" is not TOML',
        "true or false, in lower case",
        "write {number}",
    ),
    "value-nothing": (
        'the value of "{name}" is not TOML, which has no word for nothing',
        _VALUES,
        "write a value, or leave {name} out",
    ),
    "end-mark": (
        'something follows the value of "{name}" on its line',
        "the end of the line",
        "take the {number} out",
    ),
    "end-mark-header": (
        "something follows the header on its line",
        "the end of the line",
        "take the {number} out",
    ),
    "value-zero": ("a number starts with a zero", "digits without a zero in front", "write {number}"),
    "value-quotes": (
        "a text has a curly quote, which TOML does not know",
        "a straight quote, \" or ', at each end of the text",
        "write {quoted}",
    ),
    "key-quotes": (
        "a key has a curly quote, which TOML does not know",
        "key = value, the key without quotes",
        "write {number}",
    ),
    "array": (
        'the list "{name}" has neither a comma nor its closing ] here',
        '"," or "]"',
        "put a comma between two values, and a ] at the end",
    ),
    "array-open": ('the list "{name}" is not closed', "a ] at its end", "write the ]"),
    "inline": (
        'the inline table "{name}" has neither a comma nor its closing }} here',
        '"," or "}}"',
        "put a comma between two values, and a }} at the end",
    ),
    "inline-lines": ("an inline table is one line", "one line, from {{ to }}", "{table}"),
    "inline-comma": (
        "an inline table has no comma at its end",
        "commas between two values only",
        "delete the last comma",
    ),
    "escape": (
        "a backslash in a text starts an escape, and this is none",
        r"one of \\ \" \n \t \b \f \r \uXXXX \UXXXXXXXX",
        r"write \\ for a backslash",
    ),
    "date": (
        'the value of "{name}" is no date of the calendar',
        "a date such as 2024-01-31",
        "if it is a text, put it in quotes: {quoted}",
    ),
    "other": ("{complaint}", "TOML", "write the line anew"),
}
_BEYOND: Final = {"too-deep": f"more than {DEPTH_LIMIT} levels", "too-many": f"more than {ITEM_LIMIT:,}"}
_MENDED: Final = ("header", "junk-header")  # what it is called is known, so what is below it is read as what it is
#: What is written in place of what is marked, where a hint is an edit.
_INSTEAD: Final = {
    "value": "{quoted}",
    "value-truth": "{number}",
    "value-zero": "{number}",
    "value-quotes": "{quoted}",
    "date": "{quoted}",
    "end-mark": "",
    "end-mark-header": "",
    "inline-comma": "",
}
_TRUTHS: Final = {"True": "true", "False": "false", "TRUE": "true", "FALSE": "false"}
_NOTHINGS: Final = frozenset({"None", "null", "nil", "NULL", "Null", "undefined"})
_END_MARKS: Final = {";": "semicolon", ",": "comma"}
_CODES: Final = {
    "too-deep": "too-deep",
    "too-many": "too-many-items",
    "inline-lines": "toml-inline-table",
    "inline-comma": "toml-inline-table",
}


class Reading(NamedTuple):
    """What can be read of a text: its data, where it stands, all problems with their places, and what was left out.

    The locator's text is the one that was read in the end: its lines are those of the first.
    """

    data: dict[str, Any]
    locator: Locator
    problems: list[tuple[Span, Mistake]]
    loss: Loss


def read(text: str) -> Reading:
    """Return what can be read of a text.

    After a mistake its statement is taken out and the rest is read again, so that one run finds them all; where it
    is not clear how far the statement reaches, all that follows is left out rather than report its remains.
    """
    problems: list[tuple[Span, Mistake]] = []
    stand_ins: list[str] = []
    loss = NOTHING
    rounds = 1 + (_ROUNDS if len(text) < _ROUNDS_SIZE else 2)
    while True:
        locator = Locator(text)
        data, problem, statement = _loaded(locator)
        odd = [*_long_numbers(locator), *([] if problem else _odd_numbers(data, locator))]
        where = TextMap(text)
        if problem is not None:
            place = where.place(problem)
            # A line that was mended is told of once.
            if rounds == 1 or not any(told.line == place.line for told, _ in problems):
                problems.append((place, problem))
        rounds -= 1
        if problem is not None and not rounds:
            problems[-1] = (place, _more(problem, len(problems) - 1))
        if problem is None or not rounds or not locator.starts:
            problems += [(where.place(one), one) for one, _ in odd]
            loss |= Loss(frozenset(path for _, path in odd), rest=problem is not None)
            loss |= _without_stand_ins(data, stand_ins)
            return Reading(data, locator, problems, loss)
        end, instead = _statement(locator, statement, rounds)
        stand_ins.append(f"{STAND_IN}{rounds}")
        start = locator.starts[statement]
        left_out = text[start : len(text) if end is None else end]
        loss |= _lost(locator, statement, left_out)
        if end is None:
            loss |= Loss(rest=True)
            text = text[:start] + "\n" * left_out.count("\n")
        else:
            text = text[:start] + instead + "\n" * left_out.count("\n") + text[end:]


def _more(problem: Mistake, count: int) -> Mistake:
    """Return that there are more mistakes than are looked for, from this one on."""
    return problem._replace(
        code="more-problems", message="further problems are not shown", found="no TOML from here on",
        expected=f"at most {count} mistakes of TOML at a time", fix="mend the ones above first",
    )  # fmt: skip


def _lost(locator: Locator, statement: int, left_out: str) -> Loss:
    """Return the loss of a statement: its place, as far as that is known, and the words written in it."""
    clash, stop = locator.clashes.get(statement), locator.stop
    words = frozenset(words_of(left_out))
    if clash is not None and clash.new == clash.old.kind == "value":
        return NOTHING  # what was written first holds
    last = stop if statement == len(locator.starts) - 1 else None
    if last is not None and last.hint in _MENDED and last.path:
        return Loss(words=words - {*map(str, last.path)})
    start, end = locator.starts[statement], locator.starts[statement] + len(left_out)
    paths = {path for path, entry in locator.entries.items() if start <= entry.key[0] < end and path}
    paths |= {last.path} if last is not None and last.path else set()
    paths |= {clash.path} if clash is not None and clash.new != clash.old.kind else set()
    return Loss(frozenset(paths), words)


def _without_stand_ins(data: dict[str, Any], stand_ins: list[str]) -> Loss:
    """Take tables that stand in for those with a broken header out of the data; return the loss of them."""
    loss = NOTHING
    for key in data.keys() & stand_ins:
        loss |= Loss(words=lost((key,), data.pop(key)).words)
    return loss


def _loaded(locator: Locator) -> tuple[dict[str, Any], Mistake | None, int]:
    """Return what tomllib makes of the text, or the problem and the number of the statement that has it."""
    stop, last = locator.stop, len(locator.starts) - 1
    if stop is not None and stop.hint in _LIMITS:
        return {}, _stopped(locator, stop), last
    text = _without_long_numbers(locator)
    try:
        return tomllib.loads(text), None, last
    except RecursionError:
        return {}, _worded(locator, "too-deep", locator.at), last
    except ValueError as error:
        complaint, at = _complaint(error, text)
    statement = max(bisect.bisect_right(locator.starts, at) - 1, 0)
    clash = locator.clashes.get(statement)
    if clash is not None and complaint.startswith(("Cannot", "Duplicate")):
        return {}, _clashing(locator, clash), statement
    if stop is not None and statement == last:
        return {}, _stopped(locator, stop), statement
    return {}, _translated(locator, complaint, at), statement


def _without_long_numbers(locator: Locator) -> str:
    """Return the text with a 0 for each long number; tomllib would give up on one without a position."""
    pieces, done = [], 0
    for start, end in locator.long_numbers.values():
        pieces += [locator.text[done:start], "0".ljust(end - start)]
        done = end
    return "".join([*pieces, locator.text[done:]])


def _complaint(error: ValueError, text: str) -> tuple[str, int]:
    """Return what tomllib says and where. Before Python 3.14 only its text tells the position."""
    match = _POSITION.fullmatch(str(error))
    if match is None:
        return str(error), len(text)
    return match[1], TextMap(text).offset(int(match[2]), int(match[3])) if match[2] else len(text)


def _worded(locator: Locator, hint: str, at: int, path: KeyPath = (), found: str = "", **more: str) -> Mistake:
    """Return the problem that a hint names; `found` is the text from `at` on."""
    names = tuple(part for part in path if isinstance(part, str))
    shown = one_line(found, NAME_LIMIT)
    quoted = in_quotes(shown)
    table = f"write [{dotted(path)}] and a line for each key"
    if len(names) < len(path):
        table = "write it on one line"  # a header cannot reach into a list
    instead = more.get("quoted", in_quotes(found))
    blanks = {"name": dotted(names[-1:]), "path": dotted(path), "table": table, **more, "quoted": quoted}
    if "quoted" in more:
        blanks["quoted"] = instead[0] + one_line(instead[1:-1], NAME_LIMIT) + instead[-1]
    message, expected, fix = (words.format(**blanks) for words in WORDS[hint])
    if hint in _INSTEAD:
        fix = Fix(fix, _INSTEAD[hint].format(**{**blanks, "quoted": instead}), is_toml=True)
    end = len(locator.text.rstrip())  # so that the end of the file is shown where its last line ends
    width = 1 if hint in _BEYOND else max(len(found), 1)
    found = _BEYOND.get(hint) or found or ("the end of the file" if at >= end else "the end of the line")
    return Mistake(min(at, end), width, _CODES.get(hint, "toml-syntax"), message, found, expected, fix, path)


def _rest_of_line(text: str, at: int) -> str:
    """Return what is written from an offset to the end of its line, a remark left out."""
    end = text.find("\n", at)
    return text[at : end if end >= 0 else len(text)].partition("#")[0].strip()


def _stopped(locator: Locator, stop: Stop) -> Mistake:
    """Return the problem at which the locator stopped."""
    text, hint, at, path = locator.text, stop.hint, stop.at, stop.path
    found = _rest_of_line(text, at)
    match hint:
        case "value":
            return _bad_value(locator, at, path, found)
        case "inline-comma":
            found = ","
        case "junk" | "junk-header" if found in _END_MARKS:
            hint = "end-mark-header" if hint == "junk-header" else "end-mark"
            return _worded(locator, hint, at, path, found, number=_END_MARKS[found])
        case "text" if path and (curly := _HALF_TYPOGRAPHIC.match(text, at)):
            return _curly(locator, at, path, curly.group())
        case "array" if text[at] in "\"'" and (half := _TYPOGRAPHIC_START.search(text[:at])):
            return _curly(locator, half.start(), (*path, 0), text[half.start() : at + 1])
        case "key" if found.startswith(tuple(_TYPOGRAPHIC)) and (key := found.partition("=")[0].strip()).strip(_QUOTES):
            return _worded(locator, "key-quotes", at, path, key, number=one_line(key.strip(_QUOTES), NAME_LIMIT))
        case "equals" if found.startswith(":"):
            mistake = _worded(locator, hint, at, path, found)
            return mistake._replace(fix=Fix(mistake.fix, f" = {found[1:].strip()}"))
        case "junk":
            start = locator.entries[path].value[0]
            value = _rest_of_line(text, start)
            if value.startswith(('"', "'")):
                hint = "junk-text"
            elif not value.startswith(("[", "{")) and _EXPRESSION.match(value):
                return _bad_value(locator, start, path, value)  # an expression without its quotes
        case "junk-header" if found.startswith("]"):
            hint = "header"
        case "equals" if not found.isascii() and not found[0].isascii():
            hint = "key-letter"
    return _worded(locator, hint, at, path, found)


def _bad_value(locator: Locator, at: int, path: KeyPath, found: str) -> Mistake:
    """Return the problem of something that is no value, in the words for what it most likely is."""
    word = found
    if found.endswith(";") and found[:-1]:
        word = found[:-1]
        if word not in _TRUTHS and (word in ("true", "false") or _PLAIN_NUMBER.fullmatch(word)):
            return _worded(locator, "end-mark", at + len(word), path, ";", number=_END_MARKS[";"])
        if word not in _TRUTHS and not word.startswith(tuple(_TYPOGRAPHIC)):
            return _worded(locator, "value", at, path, found, quoted=in_quotes(word))
    if word in _TRUTHS:
        return _worded(locator, "value-truth", at, path, found, number=_TRUTHS[word])
    if word in _NOTHINGS:
        return _worded(locator, "value-nothing", at, path, found)
    bare = re.fullmatch(r"=\s*(.+)|\((.+)\)", found)
    if bare and _is_value(bare[1] or bare[2]):
        mistake = _worded(locator, "value-bare", at, path, found, number=one_line(bare[1] or bare[2], NAME_LIMIT))
        return mistake._replace(fix=Fix(mistake.fix, f" {bare[1]}" if bare[1] else bare[2], is_toml=True))
    zero = _ZERO_FIRST.fullmatch(found)
    if zero:
        number = one_line(zero[1] + (zero[2] or "0"), NAME_LIMIT)
        return _worded(locator, "value-zero", at, path, found, number=number)
    if found.startswith(tuple(_TYPOGRAPHIC)):
        # A # within the quotes starts no remark.
        whole = _TYPOGRAPHIC_TEXT.match(locator.text, at) or _HALF_TYPOGRAPHIC.match(locator.text, at)
        return _curly(locator, at, path, whole.group() if whole else found)
    if found.endswith(tuple(_TYPOGRAPHIC)) and len(found) > 1:  # only the first quote is missing
        return _curly(locator, at, path, found)
    if found.endswith('"') and found.count('"') == 1 and len(found) > 1:  # only the first quote is missing
        return _worded(locator, "value", at, path, found, quoted=in_quotes(found[:-1]))
    hint = "value-none" if found in ("", ";") else "value-item" if found[0] == "," else "value"
    return _worded(locator, "date" if _DATE.fullmatch(found) else hint, at, path, found)


def _curly(locator: Locator, at: int, path: KeyPath, found: str) -> Mistake:
    return _worded(locator, "value-quotes", at, path, found, quoted=in_quotes(found.strip(_QUOTES + ";")))


def _is_value(text: str) -> bool:
    try:
        tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return False
    return True


def _translated(locator: Locator, complaint: str, at: int) -> Mistake:
    """Return a problem that only tomllib sees: a value or an escape that looks right from afar."""
    text = locator.text
    entries = locator.entries.items()
    around = [p for p, e in entries if e.kind == "value" and e.value[0] <= at <= e.value[1]]
    path = max(around, key=len, default=())
    if complaint.startswith(("Unescaped", "Invalid hex", "Escaped")):
        start = max(text.rfind("\\", 0, at), 0)
        return _worded(locator, "escape", start, path, text[start : max(at, start + 2)].rstrip())
    # Of a word like 07 tomllib reads the 0 and complains about the 7, so look back to where the word starts.
    before = _WORD_START.search(text[max(at - NAME_LIMIT, 0) : at])
    start = at - len(before.group() if before else "")
    word = BARE_VALUE.match(text, start)
    if word is not None:
        return _bad_value(locator, start, path, word.group())
    complaint = one_line(complaint[:1].lower() + complaint[1:], FOUND_LIMIT)
    return _worded(locator, "other", at, path, _rest_of_line(text, at), complaint=complaint)


def _clashing(locator: Locator, clash: Clash) -> Mistake:
    """Return the problem of a path that is written twice, naming both places."""
    name, (start, end) = dotted(clash.path), clash.place
    old, new = _as_written(name, clash.old.kind), _as_written(name, clash.new)
    line = TextMap(locator.text).span(*clash.old.key).line
    code, message = "toml-header-clash", f"{new} cannot stand beside {old}"
    expected, fix = f"one of them; {old} is on line {line}", "keep one of the two and move everything there"
    match clash.old.kind, clash.new:
        case "value", "value":
            code, message = "toml-duplicate", f"{old} is set twice"
            expected, fix = f"one {old}; the first is on line {line}", "delete one of the two"
        case "table", "table":
            code, message = "toml-duplicate", f"{old} is written twice"
            expected, fix = f"one {old}; the first is on line {line}", f"move its keys to line {line}"
        case ("list", _) | (_, "list"):
            fix = f"write [[{name}]] in both places if it is a list, [{name}] if it is not"
        case "value", _:
            message = f"{old} has its value already, so nothing can be added to it"
            expected = f"all of {old} in one place; its value is on line {line}"
            fix = f"write [{name}] with a line for each key, in place of the value"
        case "dotted", "table":
            message = f"[{name}] was opened already by the dotted key on line {line}"
            expected = "either dotted keys or a header"
            fix = f'move that key below [{name}], without its "{name}."'
    return Mistake(start, end - start, code, message, _rest_of_line(locator.text, start), expected, fix)


def _as_written(name: str, kind: Kind) -> str:
    forms = {"table": f"[{name}]", "list": f"[[{name}]]", "implicit": f"[{name}.…]", "dotted": f'"{name}.…"'}
    return forms.get(kind, f'"{name}"')


def _statement(locator: Locator, statement: int, mark: int) -> tuple[int | None, str]:
    """Return where a statement ends, or None if that is unclear, and what to put in its place."""
    text, start, stop = locator.text, locator.starts[statement], locator.stop
    line_end = text.find("\n", start) % (len(text) + 1)
    is_last = statement == len(locator.starts) - 1
    end = line_end
    if stop is None or not is_last:
        end = locator.starts[statement + 1] if not is_last else len(text)
    elif stop.hint == "inline-lines":
        balanced = _BALANCED.match(text, stop.at)
        if balanced is None:
            return None, ""
        end = balanced.end()
    elif (
        stop.hint in ("too-deep", "too-many")
        or locator.at > line_end
        or '"""' in text[start:end]
        or "'''" in text[start:end]
    ):
        return None, ""
    if text[start] != "[":
        return end, ""
    is_list = text.startswith("[[", start)
    brackets = ("[[", "]]") if is_list else ("[", "]")
    if is_last and stop is not None and stop.hint in _MENDED and stop.path:
        names = [bare(part) for part in stop.path if isinstance(part, str)]
        return end, ".".join(names).join(brackets)
    return end, f'"\\u0000{mark}"'.join(brackets)  # its keys must not fall to the table above


def _long_numbers(locator: Locator) -> list[tuple[Mistake, KeyPath]]:
    return [(_out_of_range(locator, path, extent), path) for path, extent in locator.long_numbers.items()]


def _odd_numbers(data: dict[str, Any], locator: Locator) -> Iterator[tuple[Mistake, KeyPath]]:
    """Yield a problem for each number that no ruleset can use, and its key path."""
    rest: list[tuple[KeyPath, Any]] = [((), data)]
    while rest:
        path, value = rest.pop()
        if isinstance(value, dict):
            rest += [((*path, key), item) for key, item in value.items()]
        elif isinstance(value, list):
            rest += [((*path, place), item) for place, item in enumerate(value)]
        elif isinstance(value, int) and abs(value) > NUMBER_LIMIT:
            yield _out_of_range(locator, path, locator.entries[path].value), path
        elif isinstance(value, float) and not math.isfinite(value):
            start, end = locator.entries[path].value
            message, found = f'"{dotted(path)}" is not a finite number', locator.text[start:end]
            fix = "write a number such as 3"
            yield Mistake(start, end - start, "not-finite", message, found, "a finite number", fix), path


def _out_of_range(locator: Locator, path: KeyPath, extent: Extent) -> Mistake:
    start, end = extent
    message, found = f'"{dotted(path)}" is out of range', locator.text[start:end]
    expected = f"an integer from {-NUMBER_LIMIT} to {NUMBER_LIMIT}"
    return Mistake(start, end - start, "number-too-large", message, found, expected, "write a smaller number")
