"""Chance: seeds, named streams, and the generator behind them.

Owns how a seed and a stream's name become numbers. The generator is counter-based: draw ``k`` of a stream is
a pure function of (seed, stream, key, k), so chance is a value that can be stored, replayed and listed, and
is the same on every platform and Python version. It owns no state: how far a stream has come is counted in
the state of a game.

The algorithm is Philox4x32-10 (J. Salmon, M. Moraes, R. Dror, D. Shaw: *Parallel random numbers: as easy as
1, 2, 3*, SC11). Word ``k & 3`` of the block with counter ``(k >> 2, attempt, stream, key)`` is draw ``k``;
``attempt`` is 0 but for the rare draw that a bounded draw must reject.
"""

from __future__ import annotations

import hashlib
import re
import struct
from typing import Final

from tilekit.errors import UsageError

#: Seeds run from 0 to this number.
LARGEST_SEED: Final = (1 << 63) - 1
WORD: Final = 0xFFFFFFFF


def seed_from(value: int | str) -> int:
    """The seed that an integer or a text stands for.

    Args:
        value: an integer from 0 to 2^63 - 1, or any text (the first 8 bytes of its SHA-256, big-endian, top
            bit cleared). Text of digits alone is text here; a command line reads digits as an integer.

    Raises:
        UsageError: a negative or too large integer, or another type (True is no seed).

    >>> seed_from("") == int.from_bytes(bytes.fromhex("e3b0c44298fc1c14"), "big") & (2**63 - 1)
    True
    """
    if isinstance(value, str):
        try:
            data = value.encode()
        except UnicodeEncodeError:
            raise UsageError(f"seed {value!r} cannot be written as UTF-8; use other characters") from None
        return _number_of(data)
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise UsageError(f"a seed is an integer from 0 to {LARGEST_SEED} or a text, not {value!r}")
    seed = value.__index__()
    if not 0 <= seed <= LARGEST_SEED:
        raise UsageError(f"a seed is from 0 to {LARGEST_SEED}, not {seed}")
    return seed


def seed_from_argument(text: str) -> int:
    """The seed that a word of a command line stands for: digits alone are an integer.

    Raises:
        UsageError: digits past the largest seed.
    """
    return seed_from(int(text[:25])) if re.fullmatch(r"[0-9]+", text) else seed_from(text)


def nth_seed(seed: int, index: int) -> int:
    """The seed of game ``index`` of a series that starts from ``seed``."""
    return _number_of(b"%d:%d" % (seed, index))


def stream_number(name: str) -> int:
    """The 32-bit number of a named stream; it depends on the name alone, not on any order of registration."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big")


def _number_of(data: bytes) -> int:
    return int.from_bytes(hashlib.sha256(data).digest()[:8], "big") & LARGEST_SEED


def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """One block of Philox4x32-10: four 32-bit words from a 128-bit counter and a 64-bit key.

    >>> [f"{word:08x}" for word in philox(0, 0, 0, 0, 0, 0)]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    for _ in range(10):
        p = 0xD2511F53 * c0
        q = 0xCD9E8D57 * c2
        c0 = ((q >> 32) ^ c1 ^ k0) & WORD
        c2 = ((p >> 32) ^ c3 ^ k1) & WORD
        c1 = q & WORD
        c3 = p & WORD
        k0 = (k0 + 0x9E3779B9) & WORD
        k1 = (k1 + 0xBB67AE85) & WORD
    return c0, c1, c2, c3


def draw(seed: int, stream: int, key: int, k: int, attempt: int = 0) -> int:
    """Draw ``k`` (counted from 0) of a stream: a word from 0 to 2^32 - 1."""
    return philox((k >> 2) & WORD, attempt, stream, key, seed & WORD, seed >> 32)[k & 3]


def bounded(seed: int, stream: int, key: int, k: int, n: int) -> int:
    """Bounded draw ``k``: 0 to n - 1, without bias, for n from 1 to 2^32.

    D. Lemire's multiply-and-reject (*Fast random integer generation in an interval*, 2019). A rejected word
    is drawn again with the next ``attempt``, so that draw ``k + 1`` never depends on draw ``k``.
    """
    product = draw(seed, stream, key, k) * n
    if product & WORD < n:
        least = (0x100000000 - n) % n
        attempt = 0
        while product & WORD < least:
            attempt += 1
            product = draw(seed, stream, key, k, attempt) * n
    return product >> 32


#: Blocks that `packed` works out at once, and the words they hold.
BLOCKS: Final = 16
WORDS: Final = 4 * BLOCKS
_ONES: Final = sum(1 << 64 * i for i in range(BLOCKS))
_LOW: Final = WORD * _ONES
_COUNTERS: Final = sum(i << 64 * i for i in range(BLOCKS))
_BYTES: Final = 8 * BLOCKS
_UNPACK: Final = struct.Struct(f"<{WORDS // 2}I").unpack


def packed(seed: int, stream: int, key: int, first: int) -> tuple[int, ...]:
    """Draws ``first`` to ``first + WORDS - 1`` of a stream; ``first`` is a multiple of ``WORDS``.

    The same numbers as `draw`, several blocks at a time: each block is one 64-bit lane of a Python int. The
    product of two 32-bit words fills its lane and never spills into the next.
    """
    k0, k1 = seed & WORD, seed >> 32
    c0 = ((first >> 2) & WORD) * _ONES + _COUNTERS
    c1, c2, c3 = 0, stream * _ONES, key * _ONES
    for _ in range(10):
        p = 0xD2511F53 * c0
        q = 0xCD9E8D57 * c2
        c0 = ((q >> 32) & _LOW) ^ c1 ^ k0 * _ONES
        c2 = ((p >> 32) & _LOW) ^ c3 ^ k1 * _ONES
        c1 = q & _LOW
        c3 = p & _LOW
        k0 = (k0 + 0x9E3779B9) & WORD
        k1 = (k1 + 0xBB67AE85) & WORD
    low = _UNPACK((c0 & _LOW | (c1 & _LOW) << 32).to_bytes(_BYTES, "little"))
    high = _UNPACK((c2 & _LOW | (c3 & _LOW) << 32).to_bytes(_BYTES, "little"))
    words = [0] * WORDS
    words[0::4], words[1::4], words[2::4], words[3::4] = low[0::2], low[1::2], high[0::2], high[1::2]
    return tuple(words)
