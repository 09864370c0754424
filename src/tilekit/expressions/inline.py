"""Words written into the functions that use them: what a call costs, saved where nothing else changes.

Owns one transformation of a mechanic's functions, for programs without a journal: a call of a short word becomes the
word's own expression, and a loop over ``each`` a plain loop. What a function does stays the same; where its source
cannot be read, it is left as it is.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable, Hashable, Mapping
from functools import cache
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

#: A longer expression (in names) stays a call.
_LONGEST: Final = 8


class Template(NamedTuple):
    """The expression a call of a word stands for, over its parameters; ``names`` is what else the text may name."""

    parameters: tuple[str, ...]
    text: str
    names: Mapping[str, Any]


class Inliner:
    """Writes words into functions.

    Args:
        templates: by word, what its call stands for.
        each: the word that walks over a mask.
    """

    def __init__(self, templates: Mapping[object, Template], each: Callable[..., Any]) -> None:
        self._templates = templates
        self._each = each
        # By the functions themselves, not their ids: an id may belong to another function once the first is gone.
        self._done: dict[FunctionType, Any] = {}

    def __call__(self, function: Any) -> Any:
        """The function with words written in, or itself where that cannot be."""
        if not isinstance(function, FunctionType):
            return function
        if function not in self._done:
            self._done[function] = function  # while it is being worked on: it may call itself
            self._done[function] = self._rewritten(function)
        return self._done[function]

    def _rewritten(self, function: FunctionType) -> Any:
        text, names = _text(function.__code__), _around(function)
        if not text or names is None:
            return function
        for name, value in names.items():
            if isinstance(value, FunctionType) and value.__module__ == function.__module__:
                names[name] = self(value)
        rewriter = _Rewriter(names, self._templates, self._each)
        module = ast.fix_missing_locations(rewriter.visit(ast.parse(text)))
        space = {**function.__globals__, **names, **rewriter.brought}
        exec(compile(module, f"<inlined {function.__module__}.{function.__name__}>", "exec"), space)  # noqa: S102 - our own
        return space[function.__name__]


@cache
def _text(code: CodeType) -> str:
    """The source of a function; empty where it cannot be read, or keeps something of its own from call to call."""
    try:
        text = textwrap.dedent(inspect.getsource(code))
        (node,) = ast.parse(text).body
    except (OSError, TypeError, ValueError, SyntaxError):
        return ""
    stays = isinstance(node, ast.FunctionDef) and not node.decorator_list
    return text if stays and not any(isinstance(n, (ast.Nonlocal, ast.Yield)) for n in ast.walk(node)) else ""


def _around(function: FunctionType) -> dict[str, Any] | None:
    """What the function sees around itself."""
    try:
        values = [cell.cell_contents for cell in function.__closure__ or ()]
    except ValueError:  # not yet bound
        return None
    return dict(zip(function.__code__.co_freevars, values, strict=True))


class _Rewriter(ast.NodeTransformer):
    def __init__(self, names: dict[str, Any], templates: Mapping[object, Template], each: Callable[..., Any]) -> None:
        self._names = names
        self._templates = templates
        self._each = each
        #: What inlined expressions name, under names that nothing else has.
        self.brought: dict[str, Any] = {}

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        template = self._template(node)
        if template is None or len(template.parameters) != len(node.args):
            return node
        given = dict(zip(template.parameters, node.args, strict=True))
        body = ast.parse(template.text, mode="eval").body
        uses = [n.id for n in ast.walk(body) if isinstance(n, ast.Name)]
        # What is more than a name or a number would be worked out as often as it is written.
        twice = any(uses.count(name) > 1 and not isinstance(it, (ast.Name, ast.Constant)) for name, it in given.items())
        if len(uses) > _LONGEST or twice:
            return node
        for name in set(uses) - set(given):
            value = template.names[name] if name in template.names else getattr(builtins, name)
            given[name] = self._bring(name, value)
        inlined: ast.expr = _Substitution(given).visit(body)
        return inlined

    def visit_For(self, node: ast.For) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        match node:
            case ast.For(ast.Name(cell), ast.Call(ast.Name(walk), [mask])) if self._names.get(walk) is self._each:
                left = f"left_{cell}_{node.lineno}"
                first = (
                    f"{left} = 0\nwhile {left}:\n {cell} = ({left} & -{left}).bit_length() - 1\n {left} &= {left} - 1"
                )
                start, loop = ast.parse(first).body
                assert isinstance(start, ast.Assign)
                assert isinstance(loop, ast.While)
                start.value = mask
                loop.body += node.body
                return [start, loop]
        return node

    def _bring(self, name: str, value: object) -> ast.expr:
        """A name of the value's own; it is kept alive here, so that its id is nobody else's."""
        own = f"{name}__{id(value)}"
        self.brought[own] = value
        return ast.Name(own, ast.Load())

    def _template(self, node: ast.Call) -> Template | None:
        """What a call stands for: a template, or what a function returns that does nothing else."""
        word = self._names.get(node.func.id) if isinstance(node.func, ast.Name) and not node.keywords else None
        if isinstance(word, Hashable) and word in self._templates:
            return self._templates[word]
        if not isinstance(word, FunctionType):
            return None
        returned, names = _returned(word.__code__), _around(word)
        return None if returned is None or names is None else Template(*returned, {**word.__globals__, **names})


@cache
def _returned(code: CodeType) -> tuple[tuple[str, ...], str] | None:
    """Parameters and expression of a function that does nothing but return that."""
    match ast.parse(_text(code)).body:
        case [ast.FunctionDef(args=ast.arguments(args=given), body=[ast.Return(ast.expr() as value)])]:
            return tuple(each.arg for each in given), ast.unparse(value)
    return None


class _Substitution(ast.NodeTransformer):
    def __init__(self, given: Mapping[str, ast.expr]) -> None:
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._given.get(node.id, node)
