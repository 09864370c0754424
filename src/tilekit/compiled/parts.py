"""Many functions made into one piece of machine code, each worked on once.

Owns how numba is kept from finishing what is only a part: it optimizes every function with all it calls, and turns it
into machine code, before it looks at the function that calls it, so that what lies five calls deep is optimized five
times. Parts are handed on as they are, and the whole is optimized once. It does not own what is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from tilekit.compiled.interrupts import let_through

T = TypeVar("T")


def as_one(compiled: Callable[[], T], whole: str) -> T:
    """What ``compiled`` gives, made with all functions but the one named ``whole`` as mere parts of it.

    This rests on insides of numba. Where they are not as they were, it is done as numba does it, and only takes longer.
    """
    try:
        with _parts_of(whole):
            return compiled()
    except (AttributeError, TypeError):
        return compiled()


class _Part(JITCodeLibrary):
    """The code of a function that is only ever linked into others."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@contextmanager
def _parts_of(whole: str) -> Iterator[None]:
    codegen = cpu_target.target_context.codegen()
    set_environment = codegen.set_env

    def library(own: Any, name: str, **options: Any) -> Any:
        let_through()  # between one function and the next
        return (JITCodeLibrary if name == whole else _Part)(own, name, **options)

    def set_env(name: str, environment: Any) -> None:
        # Machine code has a place for its environment; a part has none. Plain functions of ints need none either.
        if codegen._engine.is_symbol_defined(name):  # noqa: SLF001 - see `as_one`
            set_environment(name, environment)

    with global_compiler_lock:  # what other threads compile is none of these parts
        codegen._library_class, codegen.set_env = library, set_env  # noqa: SLF001
        try:
            yield
        finally:
            del codegen._library_class, codegen.set_env  # noqa: SLF001
