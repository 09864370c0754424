"""From functions of a program to machine code.

Owns the walk over a function and all it sees: a function in a closure or among the globals becomes a compiled
one, a tuple of ints a table, anything else stays what it is. Two things come of such a walk: a *fingerprint* of
everything reached, by which compiled code is found again, and, only when there is none yet, the compiled functions
themselves. It knows nothing of games.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, Final

import numba
import numpy as np
from numba import types
from numba.core import ir

from tilekit.compiled.board import Table
from tilekit.source import until_now

#: Longer tuples become arrays: each length of a tuple is a type of its own, and costs time to compile.
_LONGEST_TUPLE: Final = 32
_LOADS: Final = ("LOAD_DEREF", "LOAD_GLOBAL")
#: What grows larger than this, in bytes of byte code, stays a call.
_LARGEST: Final = 1500
#: The same for what is named in one place.
_LARGEST_ALONE: Final = 6000
#: What is no int, in words.
_KINDS: Final[dict[type, str]] = {types.Float: "number with a fraction", types.Boolean: "truth value"}
_OPTIONS: Final[dict[str, Any]] = {"error_model": "python", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _code_objects(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _code_objects(inner)


def _names_in(function: FunctionType) -> list[str]:
    """The globals and attributes a function names, sorted."""
    return sorted({name for code in _code_objects(function.__code__) for name in code.co_names})


def _globals_of(function: FunctionType) -> dict[str, Any]:
    """The globals a function names, by name; builtins aside."""
    return {name: function.__globals__[name] for name in _names_in(function) if name in function.__globals__}


def _closure_of(function: FunctionType) -> dict[str, Any]:
    cells = function.__closure__ or ()
    return {name: _content(cell) for name, cell in zip(function.__code__.co_freevars, cells, strict=True)}


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing yet
        return None


class Fingerprint:
    """A hash over functions and all they rest on: byte code, constants, what is around them.

    Args:
        twins: functions that a function of their own stands for in machine code.
    """

    def __init__(self, twins: Mapping[Any, Any]) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[FunctionType, int] = {}
        self._twins = twins

    def add(self, value: Any) -> None:
        """Takes a value in."""
        match value:
            case FunctionType() if value not in self._twins:
                self._add_function(value)
            case int() | str() | bytes() | float() | range() | None:
                self._write(type(value).__name__, repr(value))
            case tuple() | list():
                self._write(type(value).__name__, str(len(value)))
                for item in value:
                    self.add(item)
            case CodeType():
                self._add_code(value)
            case np.ndarray():
                self._write("array", f"{value.dtype.str} {value.shape} {value.tobytes().hex()}")
            case _ if isinstance(getattr(value, "_defn", None), FunctionType):  # an intrinsic, which has a closure, too
                self._add_function(value._defn)  # noqa: SLF001 - numba has no other way to it
            case type() if issubclass(value, Enum):
                self._write("enum", value.__qualname__)
                self.add([(member.name, member.value) for member in value])
            case ModuleType():
                self._write("module", value.__name__)
            case _:  # a builtin, a class: known by its name, and by the versions that go into every key
                name = getattr(value, "__qualname__", getattr(value, "_name", type(value).__qualname__))
                self._write("named", f"{getattr(value, '__module__', '')}.{name}")

    def hexdigest(self) -> str:
        """The hash so far."""
        return self._hash.hexdigest()

    def _write(self, kind: str, text: str) -> None:
        self._hash.update(f"{kind}:{len(text)}:{text}\n".encode())

    def _add_function(self, function: FunctionType) -> None:
        number = self._seen.get(function)
        if number is not None:
            self._write("again", str(number))
            return
        self._seen[function] = len(self._seen)
        self._add_code(function.__code__)
        self.add(function.__defaults__)
        around = [*_closure_of(function).items(), *_globals_of(function).items()]
        # Of a module counts what is named of it: a constant may change without a line of this function.
        modules = [(name, value) for name, value in around if isinstance(value, ModuleType)]
        around += [
            (f"{name}.{attribute}", getattr(module, attribute))
            for name, module in modules
            for attribute in _names_in(function)
            if hasattr(module, attribute)
        ]
        self.add(around)

    def _add_code(self, code: CodeType) -> None:
        self._write("code", code.co_code.hex())
        self.add([" ".join(part) for part in (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)])
        self.add([constant for constant in code.co_consts if not isinstance(constant, str)])  # no docstring


class Translation:
    """The compiled twins of functions.

    Args:
        twins: functions that a function of their own stands for in machine code.
        outlined: functions that stay calls.
        roots: functions that are to be translated, and are called in one place each. What is named in one place of
            all of these may be larger than what is named in several, and is written out there all the same.
        tag: part of every symbol's name. Machine code from several processes may be loaded into one, where a symbol
            that two programs share would be the same function for both.
    """

    def __init__(
        self,
        twins: Mapping[Any, Any],
        outlined: Iterable[Callable[..., Any]],
        roots: Iterable[Any] = (),
        tag: str = "",
    ) -> None:
        self._tag = tag
        self._twins = dict(twins)
        self._outlined = set(outlined)
        self._done: dict[FunctionType, Any] = {}
        self._sizes: dict[FunctionType, int] = {}
        self._places: Counter[FunctionType] = Counter()
        for root in roots:
            self._named_in(root)

    def __call__(self, function: Any) -> Any:
        """The compiled twin of a function; compiled when it is first called.

        Raises:
            TypeError: what is given is no plain function, calls itself in a circle, or keeps something of its own.
        """
        if function in self._twins:
            return self._twins[function]
        if not isinstance(function, FunctionType):
            raise TypeError(f"{function!r} is no plain function")
        for step in dis.get_instructions(function.__code__):
            if step.opname == "STORE_GLOBAL" or (
                step.opname == "STORE_DEREF" and step.argval in function.__code__.co_freevars
            ):
                raise TypeError(f'{function.__name__} keeps "{step.argval}" outside the state')
        target = until_now(function)
        if target is not None:
            return self(target)
        if function in self._done:
            if self._done[function] is None:
                raise TypeError(f"{function.__name__} calls itself")
            return self._done[function]
        self._done[function] = None
        closure = tuple(CellType(self._value(value)) for value in _closure_of(function).values())
        space = {name: self._value(value) for name, value in _globals_of(function).items()}
        # Machine code that is kept names modules, to be imported where it is loaded; any that is there will do.
        space["__name__"] = __name__
        space["__builtins__"] = builtins
        twin = FunctionType(function.__code__, space, function.__name__, function.__defaults__, closure)
        twin.__module__ = __name__
        twin.__qualname__ = f"{function.__name__}_{self._tag}"
        inline = function not in self._outlined and self._fits(function)
        self._done[function] = _without_literals(numba.njit(forceinline=inline, **_OPTIONS)(twin))
        return self._done[function]

    def fractions(self, root: Any) -> str:
        """What a function, or one that it calls, writes by index that is no int; an empty text where nothing is.

        Machine code would cut it to an int without a word. To be asked once all is compiled.
        """
        waiting: list[Any] = [until_now(root) or root]
        seen: set[Any] = set()
        while waiting:
            function = waiting.pop()
            twin = self._done.get(function)
            if function in seen or twin is None:
                continue
            seen.add(function)
            waiting += self._callees(function)
            for compiled in twin.overloads.values():
                typed = compiled.type_annotation
                for written, _ in typed.calltypes.items() if typed is not None else ():
                    if isinstance(written, (ir.SetItem, ir.StaticSetItem)):
                        kind = types.unliteral(typed.typemap[written.value.name])
                        if isinstance(kind, (types.Float, types.Boolean)):
                            return f"{function.__name__} writes a {_KINDS[type(kind)]} into the state"
        return ""

    def _named_in(self, function: Any) -> None:
        """Counts the places in which functions are named."""
        function = until_now(function) or function
        self._places[function] += 1
        if self._places[function] == 1:
            for callee in self._callees(function):
                self._named_in(callee)

    def _callees(self, function: FunctionType) -> Iterator[FunctionType]:
        """The functions a function names, so often as it names them."""
        around = _closure_of(function) | _globals_of(function)
        for code in _code_objects(function.__code__):
            for step in dis.get_instructions(code):
                named = around.get(step.argval) if step.opname in _LOADS else None
                if isinstance(named, FunctionType):
                    callee: Any = until_now(named) or named
                    if callee not in self._twins and callee not in self._outlined:
                        yield callee

    def _fits(self, function: FunctionType) -> bool:
        """Whether a function is written out where it is called."""
        return self._size(function) <= (_LARGEST_ALONE if self._places[function] == 1 else _LARGEST)

    def _size(self, function: FunctionType) -> int:
        """The bytes of a function's code with all that is written out in it, so often as it is named there."""
        if function not in self._sizes:
            self._sizes[function] = 0
            inner = [self._size(callee) for callee in self._callees(function) if self._fits(callee)]
            self._sizes[function] = len(function.__code__.co_code) + sum(inner)
        return self._sizes[function]

    def _value(self, value: Any) -> Any:
        if isinstance(value, FunctionType):
            return self(value)
        if isinstance(value, Table) or (_is_numbers(value) and len(value) > _LONGEST_TUPLE):
            return np.array(value, dtype=np.int64)
        if isinstance(value, list) and _is_numbers(value):
            return tuple(value)
        if isinstance(value, tuple) and not value:
            return (0,)  # a table nobody looks into, which must have a type all the same
        return value


def _without_literals(dispatcher: Any) -> Any:
    """A compiled function that is compiled once, and not anew for each number it is called with.

    What a number is good for is found out all the same, since functions are written out where they are called.
    """
    template = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return template(tuple(map(types.unliteral, args)), {name: types.unliteral(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _is_numbers(value: Any) -> bool:
    return isinstance(value, (tuple, list)) and bool(value) and all(type(item) is int for item in value)
