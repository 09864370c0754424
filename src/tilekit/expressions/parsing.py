"""The expression language of a ruleset: text to a checked tree.

Owns the grammar, its limits, and the words for what is wrong with a text. It does not own meaning: which
names exist and what they are is the business of whoever turns a tree into code.

Expressions are integers and conditions: ``+ - * // % **``, comparisons, ``in [..]``, ``not in``, ``and or not``,
``a if c else b``, names and ``name(arguments)``. There are no attributes, quotes, assignments or calls of
anything beyond the listed names, so a ruleset from a stranger can do nothing but count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, NoReturn

from tilekit.errors import Fix, TilekitError

#: Longest text, most parts, deepest nesting.
LONGEST: Final = 500
MOST_NODES: Final = 250
DEEPEST: Final = 30
#: Longest way from the whole down to a part: a chain of so many + at most.
TALLEST: Final = 50
#: Numbers saturate at this magnitude; a literal beyond it is refused.
CAP: Final = 1 << 62

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d[\d_]*)(?P<tail>[.a-zA-Z]\w*)?"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<op>\*\*|//|==|!=|<=|>=|&&|\|\||[-+*/%<>=!()\[\],.&|^~?:;\"'`{}@$#\\]))",
    re.ASCII,
)
_WORDS: Final = {"and", "or", "not", "in", "if", "else"}
COMPARISONS: Final = ("==", "!=", "<", "<=", ">", ">=")
#: What looks like an operator, and is another character.
_PLAIN: Final = {
    "\u2265": ">=", "\u2264": "<=", "\u2260": "!=", "\u00d7": "*", "\u00b7": "*", "\u00f7": "//",
    "\u2212": "-", "\u2013": "-", "\u2227": "and", "\u2228": "or", "\u00ac": "not",
}  # fmt: skip
_CURLY: Final = "\u201c\u201d\u201e\u2018\u2019\u201a"
#: What other languages write, and what is written here.
_INSTEAD: Final = {
    "=": Fix("write == to compare", "=="),
    "&&": Fix("write and", " and "),
    "&": Fix("write and", " and "),
    "||": Fix("write or", " or "),
    "|": Fix("write or", " or "),
    "!": Fix("write not", "not "),
    "/": Fix("write // for division (it rounds down)", "//"),
    "^": Fix("write ** for a power", "**"),
    ".": "write one name without a dot; a number of a tile is looked up as NAME(TILE)",
    '"': "a tile, variable or constant stands bare: made >= prism",
    "'": "a tile, variable or constant stands bare: made >= prism",
    "?": "write a if condition else b",
    ":": "write a if condition else b",
}


#: In a fix: the part of the expression that is wrong, as written.
PART: Final = "{part}"


class ExpressionError(TilekitError, ValueError):
    """What is wrong with an expression, and where in its text.

    ``fixes`` are what to do, the likeliest first; of those that are edits the first that mends the expression is told
    (see `tilekit.expressions.vocabulary`), and what comes after it is not.
    """

    def __init__(
        self, code: str, message: str, at: int, width: int = 1, *, found: str = "", expected: str = "",
        fix: str | Iterable[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.code = code
        self.message = message
        self.at = at
        self.width = max(1, width)
        self.found = found
        self.expected = expected
        self.fixes = (fix,) if isinstance(fix, str) else tuple(fix)

    @property
    def fix(self) -> str:
        """What to do."""
        return next(iter(self.fixes), "")

    def __reduce__(self) -> tuple[object, ...]:
        return _remake, (self.code, self.message, self.at, self.width, self.found, self.expected, self.fixes)


def _remake(
    code: str, message: str, at: int, width: int, found: str, expected: str, fixes: tuple[str, ...]
) -> ExpressionError:  # fmt: skip
    return ExpressionError(code, message, at, width, found=found, expected=expected, fix=fixes)


@dataclass(frozen=True, slots=True)
class Node:
    """One part of an expression.

    ``kind`` is ``number``, ``name``, ``call``, ``list``, ``not``, ``negative``, ``if`` (condition, then,
    else), ``and``, ``or``, ``in``, ``not in``, or an operator. ``at`` and ``width`` place it in the text;
    ``height`` is the longest way down from it.
    """

    kind: str
    at: int
    width: int
    value: int | str = 0
    parts: tuple[Node, ...] = ()
    height: int = 1

    def walk(self) -> Iterator[Node]:
        """This node and all below it."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def key(self) -> object:
        """Equal for expressions that are written alike, wherever they stand."""
        return self.kind, self.value, tuple(part.key() for part in self.parts)


def parse(text: str) -> Node:
    """The tree of an expression.

    Raises:
        ExpressionError: the text is no expression of the language, or passes its limits.

    >>> parse("points(made) * step").kind
    '*'
    """
    return _Parser(text).whole()


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int


class _Parser:
    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise ExpressionError(
                "expression-too-long",
                "expression is too long",
                0,
                found=f"{len(text)} characters",
                expected=f"at most {LONGEST}",
                fix="give a part of it a name in [areas]",
            )
        self._text = text
        self._tokens = _tokens(text)
        self._position = 0
        self._nodes = 0
        self._depth = 0

    def whole(self) -> Node:
        if self._next.kind == "end":
            raise ExpressionError(
                "not-in-language",
                "expression is empty",
                0,
                found='""',
                expected="a number, a name or a comparison",
                fix="write one, or delete the key",
            )
        node = self._choice()
        if self._next.kind != "end":
            raise self._unexpected("the end, or an operator such as + == and")
        if node.height > TALLEST:
            self._too_deep(node.at, f"{node.height} operators one inside the other", TALLEST)
        return node

    def _too_deep(self, at: int, found: str, most: int) -> NoReturn:
        raise ExpressionError(
            "expression-too-deep", "expression is nested too deeply", at, found=found, expected=f"at most {most}",
            fix="give a part of it a name in [areas], or say it in several triggers",
        )  # fmt: skip

    @property
    def _next(self) -> _Token:
        return self._tokens[self._position]

    def _take(self) -> _Token:
        token = self._tokens[self._position]
        self._position += 1
        return token

    def _at(self, *texts: str) -> bool:
        token = self._next
        return token.kind in ("op", "word") and token.text in texts

    def _accept(self, *texts: str) -> str:
        """The text of the next token, taken, where it is one of these; else an empty one."""
        return self._take().text if self._at(*texts) else ""

    def _expect(self, text: str) -> None:
        if not self._accept(text):
            raise self._unexpected(f'"{text}"')

    def _unexpected(self, expected: str) -> ExpressionError:
        """The error of the token at hand, where something else is expected."""
        token = self._next
        if token.kind == "end":
            return ExpressionError(
                "not-in-language", "expression stops too early", token.at, found="the end", expected=expected,
                fix=f"write {expected} at the end" if '"' in expected else "write what is missing at the end",
            )  # fmt: skip
        if token.text in ("'", '"'):
            return self._quoted(token)
        start, end, edits = self._looked_up(token) or (token.at, token.at + len(token.text), [])
        otherwise = self._instead(token) or f'take "{token.text}" out, or put what is missing before it'
        return ExpressionError(
            "not-in-language", f'"{token.text}" cannot stand here', start, end - start, found=self._text[start:end],
            expected=expected, fix=[*edits, otherwise],
        )  # fmt: skip

    def _looked_up(self, token: _Token) -> tuple[int, int, list[str]] | None:
        """Of a list in round brackets, and of a look-up as other languages write it: its ends, and how to write it."""
        before, after = self._tokens[max(self._position - 1, 0)], self._tokens[self._position + 1 :]
        if token.text == "." and before.kind == "name" and after and after[0].kind == "name":
            name, other = before.text, after[0].text
            fixes = [f"{name}({other})", f"{other}({name})"]
            return before.at, after[0].at + len(other), [Fix(f"write {each}", each) for each in fixes]
        is_list = token.text == "(" and before.text == "in"
        if not is_list and (token.text != "[" or before.kind != "name"):
            return None
        depth = accumulate((each.text in ("(", "[")) - (each.text in (")", "]")) for each in after)
        closing = next((each for each, level in zip(after, depth, strict=True) if level < 0), None)
        if closing is None:
            return None
        inside = self._text[token.at + 1 : closing.at]
        text = f"[{inside}]" if is_list else f"{before.text}({inside})"
        return token.at if is_list else before.at, closing.at + 1, [Fix(f"write {text}", text)]

    def _quoted(self, token: _Token) -> ExpressionError:
        name, closing = (self._tokens[self._position + 1 :] + self._tokens[-1:] * 2)[:2]
        whole = name.kind in ("name", "number", "word") and closing.text == token.text
        found = f"{token.text}{name.text}{token.text}" if whole else token.text
        return ExpressionError(
            "quoted-name", "a name is not quoted in an expression", token.at, len(found), found=found,
            expected="a tile, a variable or a constant, bare",
            fix=Fix(f"write {name.text}, without quotes", name.text) if whole
            else "write the name without quotes: made >= prism",
        )  # fmt: skip

    def _instead(self, token: _Token) -> str:
        """What to write in place of a token that other languages have."""
        before = self._tokens[max(self._position - 1, 0)]
        after = self._tokens[min(self._position + 1, len(self._tokens) - 1)]
        if (before.text + token.text, token.at - before.at) == ("<>", 1):
            return "write !="
        if token.text == "=" and after.text in ("<", ">"):
            return f"write {after.text}="
        for word in (token, before):
            if word.kind == "name" and (lower := word.text.lower()) in _WORDS:
                said = f"write {lower}, in lower case"
                return Fix(said, lower) if word is token else said
        return _INSTEAD.get(token.text, "")

    def _node(self, kind: str, start: int, value: int | str = 0, *parts: Node) -> Node:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise ExpressionError(
                "expression-too-long",
                "expression has too many parts",
                start,
                found=f"more than {MOST_NODES} parts",
                expected=f"at most {MOST_NODES}",
                fix="give a part of it a name in [areas]",
            )
        last = self._tokens[self._position - 1]
        height = 1 + max((part.height for part in parts), default=0)
        return Node(kind, start, last.at + len(last.text) - start, value, parts, height)

    def _within(self, more: int = 0) -> None:
        """Refuses what is nested too deeply, with so many levels more."""
        if self._depth + more > DEEPEST:
            self._too_deep(self._next.at, f"more than {DEEPEST} levels", DEEPEST)

    def _deeper(self) -> int:
        """Goes one level down; where that begins."""
        self._depth += 1
        self._within()
        return self._next.at

    def _choice(self) -> Node:
        start, node = self._deeper(), self._any()
        if self._accept("if"):
            condition = self._any()
            self._expect("else")
            node = self._node("if", start, 0, condition, node, self._choice())
        self._depth -= 1
        return node

    def _any(self) -> Node:
        return self._joined("or", self._all)

    def _all(self) -> Node:
        return self._joined("and", self._negation)

    def _joined(self, word: str, part: Callable[[], Node]) -> Node:
        start, parts = self._next.at, [part()]
        while self._accept(word):
            parts.append(part())
        return parts[0] if len(parts) == 1 else self._node(word, start, 0, *parts)

    def _negation(self) -> Node:
        start, turns = self._next.at, 0
        while self._accept("not"):
            turns += 1
            self._within(turns)
        node = self._comparison()
        return self._node("not", start, 0, node) if turns % 2 else node

    def _comparison(self) -> Node:
        start, left = self._next.at, self._sum()
        found: list[Node] = []
        while kind := self._comparing():
            others = [self._sum()] if kind in COMPARISONS else self._items("[", "]")
            found.append(self._node(kind, start, 0, left, *others))
            left = others[0] if kind in COMPARISONS else left
        if not found:
            return left
        return found[0] if len(found) == 1 else self._node("and", start, 0, *found)

    def _comparing(self) -> str:
        """What compares the value before it with those after it; an empty text where that is done."""
        if self._at("not") and self._tokens[self._position + 1].text == "in":
            return f"{self._take().text} {self._take().text}"
        return self._accept(*COMPARISONS, "in")

    def _items(self, opening: str, closing: str) -> list[Node]:
        """What stands between brackets; in round ones there may be nothing."""
        self._expect(opening)
        items: list[Node] = []
        if closing != ")" or not self._at(closing):
            items.append(self._choice())
            while self._accept(","):
                items.append(self._choice())
        self._expect(closing)
        return items

    def _sum(self) -> Node:
        return self._chained(self._product, "+", "-")

    def _product(self) -> Node:
        return self._chained(self._unary, "*", "//", "%")

    def _chained(self, part: Callable[[], Node], *operators: str) -> Node:
        start, node = self._next.at, part()
        while kind := self._accept(*operators):
            node = self._node(kind, start, 0, node, part())
        return node

    def _unary(self) -> Node:
        start, negative, signs = self._next.at, False, 0
        while sign := self._accept("-", "+"):
            negative ^= sign == "-"
            signs += 1
            self._within(signs)
        node = self._power()
        return self._node("negative", start, 0, node) if negative else node

    def _power(self) -> Node:
        # Binds more than a sign before it, and less than one after it; from right to left.
        start, node = self._next.at, self._atom()
        if self._accept("**"):
            self._deeper()
            node = self._node("**", start, 0, node, self._unary())
            self._depth -= 1
        return node

    def _atom(self) -> Node:
        token = self._next
        if token.kind == "number":
            self._take()
            value = int(token.text.replace("_", "")[:30])
            if value > CAP:
                raise ExpressionError(
                    "number-too-large",
                    "number is too large",
                    token.at,
                    len(token.text),
                    found=token.text,
                    expected="at most 2^62",
                    fix="write a smaller number",
                )
            return self._node("number", token.at, value)
        if token.kind == "name":
            self._take()
            if self._at("("):
                return self._node("call", token.at, token.text, *self._items("(", ")"))
            return self._node("name", token.at, token.text)
        if self._accept("("):
            node = self._choice()
            self._expect(")")
            return node
        raise self._unexpected("a number, a name or (")


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            place = at + len(text[at:]) - len(text[at:].lstrip())
            raise ExpressionError(
                "not-in-language",
                "character cannot stand in an expression",
                place,
                found=text[place],
                expected="plain letters, digits, operators and spaces",
                fix=Fix(f"write {_PLAIN[text[place]]}", _PLAIN[text[place]])
                if text[place] in _PLAIN
                else "write names without quotes"
                if text[place] in _CURLY
                else "take it out",
            )
        kind = match.lastgroup or ""
        if match["tail"] is not None:
            raise ExpressionError(
                "not-in-language",
                "an expression has whole numbers only" if match["tail"][0] == "." else "a name begins with a letter",
                match.start("number"),
                len(match["number"] + match["tail"]),
                found=match["number"] + match["tail"],
                expected="a whole number" if match["tail"][0] == "." else "a number, or a name",
                fix=_number_instead(match["number"], match["tail"]),
            )
        if kind == "number" and (match["number"].endswith("_") or "__" in match["number"]):
            plain = match["number"].replace("_", "")
            raise ExpressionError(
                "not-in-language",
                "number is not well written",
                match.start(kind),
                len(match[kind]),
                found=match[kind],
                expected="digits",
                fix=Fix(f"write {plain}", plain),
            )
        if kind == "name" and match["name"] in _WORDS:
            tokens.append(_Token("word", match["name"], match.start("name")))
        elif kind == "name" and match["name"] in ("True", "False", "true", "false"):
            raise ExpressionError(
                "not-in-language",
                "there are no truth values",
                match.start(kind),
                len(match[kind]),
                found=match[kind],
                expected="a number or a comparison",
                fix="write a comparison, or leave the condition out where it may be missing",
            )
        else:
            tokens.append(_Token(kind, match[kind], match.start(kind)))
        at = match.end()
    tokens.append(_Token("end", "", len(text.rstrip())))
    return tokens


def _number_instead(number: str, tail: str) -> Iterator[str]:
    """What to write in place of a number with something behind it: a part, an exponent, or a name."""
    exponent = re.fullmatch(r"[eE]([0-9]{1,2})", tail)
    if tail.startswith("."):
        yield "compare multiples instead: 2 * turn > 3 for turn > 1.5"
    elif exponent and int(exponent[1]) <= 18:
        yield Fix(f"write {number}{'0' * int(exponent[1])}", f"{number}{'0' * int(exponent[1])}")
    else:
        yield Fix(f"write {number} * {tail}", f"{number} * {tail}")
        yield "begin the name with a letter"
