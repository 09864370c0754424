"""Generated source: a small tree of forms and what fills their holes, and the functions it becomes.

Owns how source is put together. A form is a piece of Python with holes, such as ``count({} & ~{})``; a hole takes other
source, a number or a name, and never a text. Brackets are set where Python needs them, so that no form has to know what
it is put into, and a part of a tree can be found or replaced by what it is rather than by how it is written.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from types import CodeType
from typing import Any, Final, NamedTuple, TypeAlias

_CALL: Final = re.compile(r"\w\(")
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_BRACKET: Final = re.compile(r"[()]")
#: What may be operated on, called or indexed as it stands.
_ATOMS: Final = (ast.Name, ast.Constant, ast.Call, ast.Subscript, ast.Attribute)
_OPERATIONS: Final = (ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Attribute)


class _Form(NamedTuple):
    """What is known of a form.

    Attributes:
        text: as it is written, with its holes.
        is_operand: for each hole whether what is put there is operated on, and so in brackets unless it is an atom.
        is_atom: whether it may be operated on itself without brackets.
        depth: how many brackets what is put into it, or it itself where it is an operand, may be nested in.
        words: every name in it.
        calls: whether it calls something.
    """

    text: str
    is_operand: tuple[bool, ...]
    is_atom: bool
    depth: int
    words: frozenset[str]
    calls: bool


class Source:
    """An expression or a line of generated source; made by `py`. Two that read alike are equal.

    Attributes:
        text: as Python reads it.
        parts: what fills its holes.
    """

    __slots__ = ("_depth", "_form", "parts", "text")

    def __init__(self, form: _Form, parts: tuple[Source, ...]) -> None:
        self._form: Final = form
        self.parts: Final = parts
        texts = [
            f"({part.text})" if is_operand and not part._form.is_atom else part.text  # noqa: SLF001 - its own kind
            for part, is_operand in zip(parts, form.is_operand, strict=True)
        ]
        self.text: Final[str] = form.text.format(*texts) if parts else form.text
        self._depth: int | None = None

    @property
    def depth(self) -> int:
        """How deep its brackets are nested, those it is put into as an operand counted."""
        if self._depth is None:
            self._depth = self._form.depth + max([part.depth for part in self.parts], default=0)
        return self._depth

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Source) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"<source {self.text}>"

    def walk(self) -> Iterator[Source]:
        """This source and all parts of it."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def replaced(self, by: Mapping[Source, Source]) -> Source:
        """The same with other source in place of some parts."""
        if self in by:
            return by[self]
        return Source(self._form, tuple(part.replaced(by) for part in self.parts)) if self.parts else self

    @property
    def calls(self) -> bool:
        """Whether it calls a function: what does not is no work."""
        return any(part._form.calls for part in self.walk())  # noqa: SLF001 - its own kind

    @property
    def words(self) -> frozenset[str]:
        """Every name in it."""
        return frozenset().union(*(part._form.words for part in self.walk()))  # noqa: SLF001 - its own kind


#: What fills a hole: other source, a number, or a name.
Part: TypeAlias = "Source | int | str"
#: A line, or after one that ends in a colon the block below it. A text is a line as it stands.
Line: TypeAlias = "str | Source | Block"
#: Lines of source.
Block: TypeAlias = "Sequence[Line]"


def py(form: str, *parts: Part) -> Source:
    """Source of a form: an expression, or a line; ``{}`` in it are holes, filled in order.

    Raises:
        ValueError: a text that is no name was put into a hole.
    """
    filled = tuple([part if isinstance(part, Source) else _leaf(part) for part in parts])
    return filled[0] if form == "{}" else Source(_form(form), filled)  # a hole alone is what fills it


def joined(operator: str, parts: Iterable[Part]) -> Source:
    """One or more parts, with an operator (or a comma) between them."""
    given = [*parts]
    between = ", " if operator == "," else f" {operator} "
    return py(between.join("{}" for _ in given), *given)


def call(function: Part, *arguments: Part) -> Source:
    """A call."""
    return py("{}({})", function, joined(",", arguments)) if arguments else py("{}()", function)


def literal(value: str | tuple[object, ...]) -> Source:
    """A constant that is no number: a text, or several constants."""
    return Source(_Form(repr(value), (), is_atom=True, depth=1, words=frozenset(), calls=False), ())


@lru_cache(4096)
def _leaf(value: int | str) -> Source:
    if isinstance(value, str) and not value.isidentifier():
        raise ValueError(f"{value!r} is no name")
    text, words = str(value), frozenset([value] if isinstance(value, str) else ())
    is_atom = not text.startswith("-")
    return Source(_Form(text, (), is_atom, int(not is_atom), words, calls=False), ())


@cache
def _form(text: str) -> _Form:
    holes = [f"hole_{i}" for i in range(text.count("{}"))]
    line = text.format(*holes)
    # A branch is read after its beginning, and a line that opens a block with one below it.
    module = ast.parse(
        ("if 1: pass\n" if line.startswith("el") else "") + line + (" pass" if line.endswith(":") else "")
    )
    operands: set[str] = set()
    for node in ast.walk(module):
        held: Sequence[ast.AST] = ()
        if isinstance(node, _OPERATIONS):
            held = [*ast.iter_child_nodes(node)]
        elif isinstance(node, (ast.Call, ast.Subscript)):
            held = [node.func if isinstance(node, ast.Call) else node.value]
        operands.update(each.id for each in held if isinstance(each, ast.Name))
    first = module.body[0]
    value = first.value if isinstance(first, ast.Expr) and len(module.body) == 1 else None
    is_atom = isinstance(value, _ATOMS)
    depth = deepest = 0
    for bracket in _BRACKET.findall(text):
        depth += 1 if bracket == "(" else -1
        deepest = max(deepest, depth)
    return _Form(
        text, tuple(hole in operands for hole in holes), is_atom, deepest + (value is not None and not is_atom),
        frozenset(_WORD.findall(text)), _CALL.search(text.replace("{}(", "f(")) is not None,
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------- functions


def written(head: str, block: Block) -> str:
    """The source of a function."""
    return "\n".join([f"def {head}:", *_indented(block, " ")])


def _indented(block: Block, by: str) -> Iterator[str]:
    for line in block or ["pass"]:
        if isinstance(line, (str, Source)):
            yield by + (line if isinstance(line, str) else line.text)
        else:
            yield from _indented(line, by + " ")


def defined(head: str, block: Block, names: Mapping[str, Any]) -> Callable[..., Any]:
    """The function of a block; ``head`` is its name and parameters, ``names`` its globals."""
    return compiled(written(head, block), head[: head.index("(")], names)


def compiled(text: str, name: str, names: Mapping[str, Any]) -> Callable[..., Any]:
    """The function ``name`` of generated source; ``names`` are its globals."""
    code = compile(text, f"<generated {name}>", "exec")
    # A function keeps its globals alive, and there may be thousands of both: each gets only those it names.
    space = {word: names[word] for word in _words(code) if word in names}
    exec(code, space)  # noqa: S102 - our own source, never a user's text
    function: Callable[..., Any] = space[name]
    return function


def _words(code: CodeType) -> Iterator[str]:
    """Every name that a piece of code, or a function inside it, may look up."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _words(inner)


def later(head: str) -> Callable[..., Any]:
    """A function that is known before what it does is: `settle_later` puts that in. ``head`` lists its parameters."""
    return compiled(f"def later({head}): return then({head})", "later", {"then": None})


def settle_later(function: Callable[..., Any], then: Callable[..., Any]) -> None:
    """What a function made by `later` does."""
    function.__globals__["then"] = then


def until_now(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """What a function made by `later` does; None for any other."""
    code: CodeType | None = getattr(function, "__code__", None)
    is_later = code is not None and code.co_filename == "<generated later>"
    return function.__globals__["then"] if is_later else None
