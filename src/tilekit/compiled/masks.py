"""Masks in machine code: an int64 up to 62 cells, above that an integer as wide as the board.

Owns a type of numba, `Mask`, which behaves like an int of Python under ``& | ^ ~ - << >> == !=`` and where its
truth is asked for, and the few operations that have an instruction of their own. A plain int beside a mask is
made as wide as it. Words of 64 bits are what a state holds, so a mask is read and written as several of them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from inspect import Parameter, Signature
from typing import Any, Final

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.extending import intrinsic, lower_builtin, models, overload, register_model, type_callable
from numba.np import arrayobj

from tilekit.expressions.parsing import CAP

#: The most cells whose mask is a plain int: shifts to the right draw the sign along, so it must stay clear of that.
PLAIN: Final = 62
_INT: Final = ir.IntType(64)


class Mask(types.Type):
    """The type of a mask of so many bits."""

    def __init__(self, bits: int) -> None:
        """Make the type for a number of bits, a multiple of 64."""
        self.bits = bits
        super().__init__(name=f"Mask({bits})")


@register_model(Mask)
class _MaskModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Mask) -> None:
        super().__init__(manager, kind, ir.IntType(kind.bits))


def _operator(operators: tuple[Any, ...], emit: Callable[[Any, Any, Any], Any], result: Any = None) -> None:
    """Makes an operator work where one side, or both, is a mask."""

    @intrinsic
    def run(_context: Any, left: Any, right: Any) -> Any:
        mask = left if isinstance(left, Mask) else right

        def generate(_context: Any, builder: Any, signature: Any, values: Any) -> Any:
            wide = ir.IntType(mask.bits)
            sides = zip(values, signature.args, strict=True)
            return emit(builder, *(v if isinstance(k, Mask) else builder.sext(v, wide) for v, k in sides))

        sides = [kind if isinstance(kind, Mask) else types.int64 for kind in (left, right)]
        return (result or mask)(*sides), generate

    def use(left, right):
        if not isinstance(left, Mask) and not isinstance(right, Mask):
            return None
        if not all(isinstance(kind, (Mask, types.Integer)) for kind in (left, right)):
            return None
        return lambda left, right: run(left, right)

    for one in operators:
        overload(one, jit_options={"forceinline": True})(use)


for _name, _emit in (("and_", "and_"), ("or_", "or_"), ("xor", "xor"), ("sub", "sub"), ("lshift", "shl"),
                     ("rshift", "lshr")):  # fmt: skip
    _operator(
        (getattr(operator, _name), getattr(operator, "i" + _name.rstrip("_"))),
        getattr(ir.IRBuilder, _emit),
    )
_operator((operator.eq,), lambda builder, x, y: builder.icmp_unsigned("==", x, y), types.boolean)
_operator((operator.ne,), lambda builder, x, y: builder.icmp_unsigned("!=", x, y), types.boolean)


@intrinsic
def _inverted(_context: Any, mask: Any) -> Any:
    return mask(mask), lambda _context, builder, _signature, values: builder.not_(values[0])


@overload(operator.invert)
def _invert(mask):
    return (lambda mask: _inverted(mask)) if isinstance(mask, Mask) else None


@type_callable(bool)
def _truth_of(_context: Any) -> Any:
    return lambda mask: types.boolean if isinstance(mask, Mask) else None


@lower_builtin(bool, Mask)
def _truth(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
    return builder.icmp_unsigned("!=", values[0], ir.Constant(values[0].type, 0))


# ---------------------------------------------------------------- instructions


def _emitted_by(result: Any, *kinds: Any) -> Callable[[Callable[..., Any]], Any]:
    """Makes an intrinsic of a function ``(context, builder, signature, values)`` that emits its instructions.

    Args:
        result: the type of what it gives.
        kinds: of its arguments; None where one may be of any type.
    """
    names = [Parameter(f"_{i}", Parameter.POSITIONAL_OR_KEYWORD) for i in range(len(kinds) + 1)]

    def made(emit: Callable[..., Any]) -> Any:
        def given(_context: Any, *own: Any) -> Any:
            return result(*(kind or found for kind, found in zip(kinds, own, strict=True))), emit

        given.__signature__ = Signature(names)  # type: ignore[attr-defined]  # by which numba tells the arguments
        return intrinsic(given)

    return made


def _counting(instruction: Callable[[Any, Any], Any]) -> Any:
    @intrinsic
    def counted(_context: Any, mask: Any) -> Any:
        kind = mask if isinstance(mask, Mask) else types.int64

        def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            found = instruction(builder, values[0])
            return found if found.type.width == 64 else builder.trunc(found, _INT)

        return types.int64(kind), generate

    return counted


#: How many bits are set.
ones = _counting(lambda builder, value: builder.ctpop(value))
#: The place of the lowest bit set.
first_one = _counting(lambda builder, value: builder.cttz(value, ir.Constant(ir.IntType(1), 0)))


#: The place of the highest bit set.
last_one = _counting(
    lambda builder, value: builder.sub(
        ir.Constant(value.type, value.type.width - 1), builder.ctlz(value, ir.Constant(ir.IntType(1), 0))
    )
)


def target() -> tuple[str, str, str]:
    """The machine that numba makes code for, which need not be this one: its kind, its processor, what that can do."""
    kind, processor, abilities = cpu_target.target_context.codegen().magic_tuple()
    return str(kind), str(processor), str(abilities)


def _can(ability: str) -> bool:
    """Whether the processor numba makes code for has certain instructions, as far as numba was told."""
    told = [one for one in target()[2].split(",") if one[1:] == ability]
    return bool(told) and told[-1].startswith("+")


#: Whether the processor finds the n-th bit set, and brings bits together, at once.
HAS_BITS: Final = _can("bmi2")


@_emitted_by(types.int64, types.int64, types.int64)
def nth_one(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
    """The place of the n-th bit set of an int; only where `HAS_BITS`."""
    kind = ir.FunctionType(_INT, [_INT, _INT])
    deposit = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
    alone = builder.call(deposit, [builder.shl(ir.Constant(_INT, 1), values[1]), values[0]])
    return builder.cttz(alone, ir.Constant(ir.IntType(1), 0))


@_emitted_by(types.int64, types.int64, types.int64)
def together(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
    """Those bits of an int that are set in another, side by side from the lowest on; only where `HAS_BITS`."""
    kind = ir.FunctionType(_INT, [_INT, _INT])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pext.64"), values)


@cache
def constant(bits: int, value: int) -> Any:
    """An intrinsic without arguments that gives a constant mask of so many bits."""
    return _emitted_by(Mask(bits))(lambda _context, _builder, _signature, _values: ir.Constant(ir.IntType(bits), value))


def single(bits: int) -> Any:
    """An intrinsic that gives the mask of one cell."""
    wide = ir.IntType(bits)
    return _emitted_by(Mask(bits), types.int64)(
        lambda _context, builder, _signature, values: builder.shl(ir.Constant(wide, 1), builder.zext(values[0], wide))
    )


def loading(bits: int) -> Any:
    """An intrinsic that reads a mask from the words of a state, or of a table, from an index on."""
    wide = ir.IntType(bits)

    @_emitted_by(Mask(bits), None, types.int64)
    def load(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        # Word by word, lowest first: the order of words within a wide load would depend on the machine.
        mask = ir.Constant(wide, 0)
        start = values[0]
        if isinstance(signature.args[0], types.Array):
            start = arrayobj.make_array(signature.args[0])(context, builder, start).data
        for i in range(bits // 64):
            place = builder.gep(start, [builder.add(values[1], ir.Constant(_INT, i))])
            word = builder.zext(builder.load(place), wide)
            mask = builder.or_(mask, builder.shl(word, ir.Constant(wide, 64 * i)))
        return mask

    return load


def storing(bits: int) -> Any:
    """An intrinsic that writes a mask into the words of a state, from an index on."""
    wide = ir.IntType(bits)

    @_emitted_by(types.int64, None, types.int64, Mask(bits))
    def store(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        for i in range(bits // 64):
            word = builder.trunc(builder.lshr(values[2], ir.Constant(wide, 64 * i)), _INT)
            builder.store(word, builder.gep(values[0], [builder.add(values[1], ir.Constant(_INT, i))]))
        return ir.Constant(_INT, 0)

    return store


# ---------------------------------------------------------------- chance

#: Blocks of Philox that are worked out at once, one in each lane of a vector, and the words they hold.
BLOCKS: Final = 8
WORDS: Final = 4 * BLOCKS
_VECTOR: Final = ir.VectorType(_INT, BLOCKS)


def _all(value: int) -> Any:
    return ir.Constant(_VECTOR, [value] * BLOCKS)


@_emitted_by(types.int64, None, *[types.int64] * 5)
def philox_blocks(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
    """Writes the words of blocks ``first`` to ``first + BLOCKS - 1`` into a state, from an index on.

    As `tilekit.chance.philox`, of which see there, with attempt 0; called with the state, the index, ``first``, the
    stream, the key and the seed. Words are 32 bits in ints of 64, so that a product is one instruction for all blocks.
    """
    start, at, first, stream, key, seed = values

    def spread(value: Any) -> Any:
        vector = ir.Constant(_VECTOR, ir.Undefined)
        for i in range(BLOCKS):
            vector = builder.insert_element(vector, value, ir.Constant(ir.IntType(32), i))
        return vector

    word, high = _all(0xFFFFFFFF), _all(32)
    c0 = builder.and_(builder.add(spread(first), ir.Constant(_VECTOR, list(range(BLOCKS)))), word)
    c1, c2, c3 = _all(0), spread(stream), spread(key)
    k0 = builder.and_(seed, ir.Constant(_INT, 0xFFFFFFFF))
    k1 = builder.lshr(seed, ir.Constant(_INT, 32))
    for _ in range(10):
        p = builder.mul(c0, _all(0xD2511F53))
        q = builder.mul(c2, _all(0xCD9E8D57))
        c0 = builder.xor(builder.xor(builder.lshr(q, high), c1), spread(k0))
        c2 = builder.xor(builder.xor(builder.lshr(p, high), c3), spread(k1))
        c1, c3 = builder.and_(q, word), builder.and_(p, word)
        k0 = builder.and_(builder.add(k0, ir.Constant(_INT, 0x9E3779B9)), ir.Constant(_INT, 0xFFFFFFFF))
        k1 = builder.and_(builder.add(k1, ir.Constant(_INT, 0xBB67AE85)), ir.Constant(_INT, 0xFFFFFFFF))
    for i in range(BLOCKS):
        for j, vector in enumerate((c0, c1, c2, c3)):
            place = builder.gep(start, [builder.add(at, ir.Constant(_INT, 4 * i + j))])
            builder.store(builder.extract_element(vector, ir.Constant(ir.IntType(32), i)), place)
    return ir.Constant(_INT, 0)


# ---------------------------------------------------------------- numbers and states


def memory(size: int) -> tuple[Any, Any]:
    """Intrinsics ``recall(key)`` and ``keep(key, number)`` over ints that are 0 until they are kept.

    Both must be named in one function. The ints belong to the machine code and not to a state: what is kept must follow
    from the key alone. Threads may keep the same number at the same time.
    """
    kind = ir.ArrayType(_INT, size)

    def place(builder: Any, key: Any) -> Any:
        held = builder.module.globals.get("memory")
        if held is None:
            held = ir.GlobalVariable(builder.module, kind, "memory")
            held.linkage = "internal"
            held.initializer = ir.Constant(kind, None)  # takes no room where the code is kept
        return builder.gep(held, [ir.Constant(_INT, 0), key])

    @_emitted_by(types.int64, types.int64)
    def recall(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.load_atomic(place(builder, values[0]), "monotonic", 8)

    @_emitted_by(types.int64, types.int64, types.int64)
    def keep(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        builder.store_atomic(values[1], place(builder, values[0]), "monotonic", 8)
        return ir.Constant(_INT, 0)

    return recall, keep


@_emitted_by(types.int64, types.int64, types.int64)
def times(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
    """The product of two ints, saturated at ±2^62."""
    pair = builder.smul_with_overflow(values[0], values[1])
    value, spilt = builder.extract_value(pair, 0), builder.extract_value(pair, 1)
    negative = builder.icmp_signed("<", builder.xor(values[0], values[1]), ir.Constant(_INT, 0))
    most, least = ir.Constant(_INT, CAP), ir.Constant(_INT, -CAP)
    value = builder.select(builder.icmp_signed(">", value, most), most, value)
    value = builder.select(builder.icmp_signed("<", value, least), least, value)
    return builder.select(spilt, builder.select(negative, least, most), value)


@njit(error_model="python", no_cpython_wrapper=True, no_cfunc_wrapper=True)
def power(x: int, y: int) -> int:
    """See `tilekit.expressions.values.power`; no product on the way leaves an int of 64 bits."""
    if y < 0:
        return 0
    y = y if y <= 62 else 62 + y % 2
    product = 1
    while y > 0:
        if y & 1 != 0:
            product = times(product, x)
        x = times(x, x)
        y >>= 1
    return product


@intrinsic
def row_of(_context: Any, array: Any, _row: Any) -> Any:
    """Where a row of a two-dimensional array begins, as a raw pointer.

    What holds it is not counted as a user of the array: keep the array alive around it.
    """

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        held = arrayobj.make_array(signature.args[0])(context, builder, values[0])
        step = cgutils.unpack_tuple(builder, held.strides, 2)[0]
        place = builder.add(builder.ptrtoint(held.data, _INT), builder.mul(step, values[1]))
        return builder.inttoptr(place, held.data.type)

    return types.CPointer(array.dtype)(array, types.int64), generate
