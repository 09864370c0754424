"""Why something cannot be compiled, in the words of somebody who writes mechanics.

Owns what is made of numba's messages, which speak of its own insides. It does not own what can be compiled.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

from tilekit.errors import one_line

#: What numba says, and what it means; what is in braces is a type, and put in words.
_MEANINGS: Final = (
    (r"Untyped global name '(.+?)': .*<class '(?P<type>.+?)'>", r'it uses "\1", which is {}'),
    (r"Untyped global name '(.+?)': Cannot type empty (?P<type>\w+)", r'it uses "\1", which is {}'),
    (r"Unknown attribute '(.+?)' of type (?P<type>\S+)", r'it asks for "\1" of {}'),
    (r"Cannot unify (?P<type>.+?) and (?P<other>.+?) for '\$?[^']*'", r"one value is now {}, now {}"),
    (r"Cannot infer the type of variable '(.+?)'", r'nobody can tell what "\1" holds'),
    (r"Invalid use of BoundFunction\(([\w.]+)", r"it calls \1"),
    (r"Invalid use of type\(CPUDispatcher\(<function (\w+?)(?:_[0-9a-f]+)? at", r"it calls \1 with other values"),
    (r"(?:No implementation of function|Invalid use of) Function\(<(?:built-in )?(?:function|class) '?([\w.]+)",
     r"it calls \1 in a way that has no machine code"),
    (r"NameError: name '(.+?)' is not defined", r'nothing is called "\1"'),
    (r"Use of unsupported opcode \(IMPORT_\w+\)", r"it imports something within a function"),
    (r"Use of unsupported opcode \((\w+)\)", r"it does what has no machine code (\1)"),
    (r"The use of yield", r"it has a generator where a loop would do"),
    (r".*f-strings?\b", r"it makes a text"),
    (r"Exception object cannot be stored", r"it looks at an exception"),
    (r"The 'with ", r'it has a "with"'),
)  # fmt: skip
_TYPES: Final = (
    (r"u?int\d+|Literal\[int\].*", "a whole number"),
    (r"u?int\d+\*", "the state"),
    (r"float\d*|double", "a number with a fraction"),
    (r"bool(ean)?|Literal\[bool\].*", "true or false"),
    (r"str|unicode_type|Literal\[str\].*", "a text"),
    (r"none|NoneType", "nothing"),
    (r"(reflected )?list(\(.*)?", "a list"),
    (r"dict|DictType.*", "a dictionary"),
    (r"set(\(.*)?", "a set"),
    (r"(Uni)?Tuple.*|tuple", "a tuple"),
    (r"builtin_function_or_method", "a function that is not plain"),
)
#: What numba says of the way to what went wrong.
_ON_THE_WAY: Final = ("During:", "File", "Failed in", "This error", "^", "<", ">>>")
_PLACES: Final = (
    r'File "(?P<file>[^"]+)", line (?P<line>\d+)', r"Raised from (?P<file>.+?) \((?P<line>\d+)\)",
    r"defined at (?P<file>.+?) \((?P<line>\d+)\)",
)  # fmt: skip
HELP: Final = "machine code knows whole numbers, tuples and arrays of them, plain functions and board words"


def reason(error: Exception) -> str:
    """Why a function could not be compiled, in one line: what is wrong, and where, as far as it can be told."""
    text = str(error)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(_ON_THE_WAY)] or [type(error).__name__]
    for pattern, meaning in _MEANINGS:
        found = re.match(pattern, telling[0])
        if found:
            types = [_type(one) for name, one in found.groupdict().items() if name in ("type", "other")]
            return one_line(f"{found.expand(meaning).format(*types)}{_place(text)}; {HELP}", 400)
    if type(error) is TypeError:  # as `tilekit.compiled.translate` says it
        return one_line(telling[0], 400)
    said = telling[0] if not telling[0].endswith(":") else " ".join(telling[:2])
    return one_line(f"numba says: {said.split('. Raised from')[0]}{_place(text)}", 400)


def _type(name: str) -> str:
    """A type, as people call what is of it."""
    for pattern, words in _TYPES:
        if re.fullmatch(pattern, name):
            return words
    return f"of the type {name.rpartition('.')[2]}"


def _place(text: str) -> str:
    """Where it stands, if that is a file that somebody wrote."""
    for pattern in _PLACES:
        found = re.search(pattern, text)
        if found and not found["file"].startswith("<"):
            return f" (line {found['line']} of {PurePath(found['file']).name})"
    return ""
