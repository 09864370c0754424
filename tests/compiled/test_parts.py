"""What is compiled as parts of one is what numba makes by itself, and nothing of how it is done stays behind."""

from __future__ import annotations

from typing import Any

import numba
import pytest
from numba.core.registry import cpu_target

from tilekit.compiled import parts

_PART = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _whole() -> Any:
    """A function that calls one that calls another, none of them compiled yet."""

    @numba.njit(**_PART)
    def inner(n):
        return n * n if n >= 0 else -1

    @numba.njit(**_PART)
    def outer(n):
        total = 0
        for i in range(n):
            total += inner(i) + inner(-i)
        return total

    @numba.njit
    def whole(n):
        return outer(n) + inner(n)

    return whole, inner


def _compiled(whole: Any) -> Any:
    whole.compile((numba.types.int64,))
    return whole


def test_parts_are_no_machine_code_and_the_whole_works() -> None:
    engine = cpu_target.target_context.codegen()._engine
    plain, inner = _whole()
    _compiled(plain)
    name = next(iter(inner.overloads.values())).fndesc.llvm_func_name
    assert engine.is_symbol_defined(name)
    whole, inner = _whole()
    assert parts.as_one(lambda: _compiled(whole), whole.__qualname__) is whole
    name = next(iter(inner.overloads.values())).fndesc.llvm_func_name
    assert not engine.is_symbol_defined(name)
    assert [whole(n) for n in range(6)] == [plain(n) for n in range(6)] == [0, 1, 4, 9 + 3, 16 + 11, 25 + 26]


def test_numba_is_left_as_it_was_also_after_an_error() -> None:
    codegen = cpu_target.target_context.codegen()
    before = dict(vars(codegen))

    def failing() -> None:
        assert dict(vars(codegen)) != before
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        parts.as_one(failing, "whole")
    assert dict(vars(codegen)) == before


def test_another_numba_inside_only_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "cpu_target", object())
    whole, _ = _whole()
    assert parts.as_one(lambda: _compiled(whole), whole.__qualname__)(3) == 12
