"""Words written into the functions that use them: what a call costs, saved where nothing else changes.

Owns one transformation of a mechanic's functions, for programs without a journal: a call of a short word becomes the
word's own expression, a loop over ``each`` becomes a plain loop, and ints from around the function become constants.
What a function does stays the same; where its source cannot be read, it is left as it is.
"""

from __future__ import annotations

import ast
import builtins
import copy
import inspect
import textwrap
from collections.abc import Callable, Hashable, Mapping
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple


class Template(NamedTuple):
    """The expression a call of a word stands for, over its parameters; ``names`` is what else the text may name."""

    parameters: tuple[str, ...]
    text: str
    names: Mapping[str, Any]


#: A longer expression (in names) stays a call.
_LONGEST: Final = 8
#: Trees by code object: a mechanic is built many times, and its source is read once.
_trees: Final[dict[CodeType, ast.FunctionDef | None]] = {}


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
        if function in self._done:
            return self._done[function]
        self._done[function] = function  # while it is being worked on: it may call itself
        self._done[function] = self._rewritten(function)
        return self._done[function]

    def _rewritten(self, function: FunctionType) -> Any:
        tree = _tree(function)
        names = _around(function)
        if tree is None or names is None:
            return function
        for name, value in names.items():
            if isinstance(value, FunctionType) and value.__module__ == function.__module__:
                names[name] = self(value)
        pass_over = _Rewriter(names, self._templates, self._each)
        module = ast.fix_missing_locations(ast.Module([pass_over.visit(copy.deepcopy(tree))], []))
        space = {**function.__globals__, **names, **pass_over.brought}
        exec(compile(module, f"<inlined {function.__module__}.{function.__name__}>", "exec"), space)  # noqa: S102 - our own
        return space[function.__name__]


def _tree(function: FunctionType) -> ast.FunctionDef | None:
    code = function.__code__
    if code not in _trees:
        _trees[code] = None
        try:
            node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        except (OSError, TypeError, SyntaxError, IndexError):
            return None
        # A function that keeps something of its own from call to call must stay where it is.
        if isinstance(node, ast.FunctionDef) and not any(
            isinstance(n, (ast.Nonlocal, ast.Yield)) for n in ast.walk(node)
        ):
            node.decorator_list = []
            node.returns = None
            for argument in node.args.args:
                argument.annotation = None
            _trees[code] = node
    return _trees[code]


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
        self._masks = 0
        #: What inlined expressions name, under names that nothing else has.
        self.brought: dict[str, Any] = {}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self._names.get(node.id)
        if isinstance(node.ctx, ast.Load) and type(value) in (int, bool):
            return ast.Constant(value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        template = self._template(node)
        if template is None:
            return node
        given = dict(zip(template.parameters, node.args, strict=True))
        body = ast.parse(template.text, mode="eval").body
        uses = [n.id for n in ast.walk(body) if isinstance(n, ast.Name)]
        if len(uses) > _LONGEST or any(
            uses.count(name) > 1 and not _is_plain(argument) for name, argument in given.items()
        ):
            return node
        for name in set(uses) - set(given):
            value = template.names[name] if name in template.names else getattr(builtins, name)
            given[name] = ast.Constant(value) if type(value) in (int, bool) else self._bring(name, value)
        inlined: ast.expr = _Substitution(given).visit(body)
        return inlined

    def visit_For(self, node: ast.For) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        walks = node.iter
        if not (
            isinstance(walks, ast.Call)
            and isinstance(walks.func, ast.Name)
            and self._names.get(walks.func.id) is self._each
            and isinstance(node.target, ast.Name)
            and not node.orelse
        ):
            return node
        self._masks += 1
        left = f"left_{self._masks}"
        cell = f"{node.target.id} = ({left} & -{left}).bit_length() - 1"
        text = f"{left} = {ast.unparse(walks.args[0])}\nwhile {left}:\n {cell}\n {left} &= {left} - 1"
        start, loop = ast.parse(text).body
        assert isinstance(loop, ast.While)
        loop.body += node.body
        return [start, loop]

    def _bring(self, name: str, value: object) -> ast.expr:
        """A name of the value's own; it is kept alive here, so that its id is nobody else's."""
        own = f"{name}__{id(value)}"
        self.brought[own] = value
        return ast.Name(own, ast.Load())

    def _template(self, node: ast.Call) -> Template | None:
        if not isinstance(node.func, ast.Name) or node.keywords or node.func.id not in self._names:
            return None
        word = self._names[node.func.id]
        template = self._templates.get(word) if isinstance(word, Hashable) else None
        template = template or _short(word)
        return template if template is not None and len(template.parameters) == len(node.args) else None


def _short(word: object) -> Template | None:
    """What a call of a function stands for that only returns an expression."""
    if not isinstance(word, FunctionType):
        return None
    tree, names = _tree(word), _around(word)
    if tree is None or names is None or len(tree.body) != 1 or not isinstance(tree.body[0], ast.Return):
        return None
    value = tree.body[0].value
    if value is None:
        return None
    return Template(tuple(a.arg for a in tree.args.args), ast.unparse(value), {**word.__globals__, **names})


class _Substitution(ast.NodeTransformer):
    def __init__(self, given: Mapping[str, ast.expr]) -> None:
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self._given[node.id]) if node.id in self._given else node


def _is_plain(node: ast.expr) -> bool:
    """Whether writing it twice costs nothing and changes nothing."""
    return isinstance(node, (ast.Name, ast.Constant))
