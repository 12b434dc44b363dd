"""Operations on sets of cards held as bits, to be called from kernels.

Each is one portable LLVM instruction or a few, which every processor numba supports has in hardware or
gets as a short sequence. Arguments may be any integer: they are cut to the width in the name. Counts and
bit numbers are ``int64``, sets are ``uint32`` or ``uint64``; in players they are ``int64`` (see `Mask`).

They can be called from compiled functions only:

>>> from simulate.kernels.jit import helper
>>> @helper
... def strongest(hand):
...     return highest_index32(hand)
>>> strongest(0b0110)
2
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from llvmlite import binding, ir
from numba.core import types
from numba.extending import intrinsic

from simulate.kernels.jit import helper

Mask = Any
"""A set of cards or of seats in a player's kernel: int64, so that a complement or a negation of one needs no care."""

Count = Callable[[Any], np.int64]
"""A compiled function from a set to a count or a bit number."""

ByteTable = npt.NDArray[np.uint8]
"""What eight cards become under each of 256 masks; shape (256, 256)."""

_I32 = ir.IntType(32)
_I64 = ir.IntType(64)
_I128 = ir.IntType(128)
_UNSIGNED = {32: types.uint32, 64: types.uint64}


def _counting(width: int, build: Callable[[Any, Any], Any]) -> Count:
    # `build(builder, value)` gets the set as an LLVM value of `width` bits and returns one of the same width.
    def typed(typingctx: Any, bits: Any) -> Any:
        if not isinstance(bits, types.Integer):
            return None

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value = context.cast(builder, args[0], signature.args[0], _UNSIGNED[width])
            result = build(builder, value)
            return builder.sext(result, _I64) if width < 64 else result

        return types.int64(bits), generate

    return cast(Count, intrinsic(typed))


def _leading_index(builder: Any, value: Any) -> Any:
    top = ir.Constant(value.type, value.type.width - 1)
    return builder.sub(top, builder.ctlz(value, ir.Constant(ir.IntType(1), 0)))


def _trailing_index(builder: Any, value: Any) -> Any:
    return builder.cttz(value, ir.Constant(ir.IntType(1), 0))


def _ones(builder: Any, value: Any) -> Any:
    return builder.ctpop(value)


popcount32 = _counting(32, _ones)
"""Number of cards in a 32-bit set."""
popcount64 = _counting(64, _ones)
"""Number of ones in a 64-bit word."""
lowest_index32 = _counting(32, _trailing_index)
"""Number of the lowest one bit of a 32-bit set; 32 if there is none."""
lowest_index64 = _counting(64, _trailing_index)
"""Number of the lowest one bit of a 64-bit word; 64 if there is none."""
highest_index32 = _counting(32, _leading_index)
"""Number of the highest one bit of a 32-bit set; -1 if there is none."""


@helper
def low(cards: Mask) -> Mask:
    """Return the lowest card of a set alone; empty if the set is empty."""
    return cards & -cards


@helper
def top(cards: Mask) -> Mask:
    """Return the highest card of a set alone; empty if the set is empty."""
    return (np.int64(1) << np.int64(highest_index32(cards) + 1)) >> 1


@intrinsic
def _mulhi64(typingctx: Any, left: Any, right: Any) -> Any:
    if not (isinstance(left, types.Integer) and isinstance(right, types.Integer)):
        return None

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = [
            builder.zext(context.cast(builder, arg, kind, types.uint64), _I128)
            for arg, kind in zip(args, signature.args, strict=True)
        ]
        high = builder.lshr(builder.mul(*wide), ir.Constant(_I128, 64))
        return builder.trunc(high, _I64)

    return types.uint64(left, right), generate


mulhi64 = cast(Callable[[Any, Any], np.uint64], _mulhi64)
"""The upper 64 bits of the 128-bit product of two unsigned 64-bit words."""


@intrinsic
def _deposit(typingctx: Any, compact: Any, where: Any) -> Any:
    # LLVM has no portable name for this instruction of x86 processors with BMI2.
    if not (isinstance(compact, types.Integer) and isinstance(where, types.Integer)):
        return None

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = [context.cast(builder, arg, kind, types.uint32) for arg, kind in zip(args, signature.args, strict=True)]
        kind = ir.FunctionType(_I32, [_I32, _I32])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.32", (), kind), words)

    return types.uint32(compact, where), generate


_pdep32 = cast(Callable[[Any, Any], np.uint32], _deposit)

HAS_DEPOSIT = bool(binding.get_host_cpu_features().get("bmi2", False))
"""Whether the processor picks the n-th bit of a word in one instruction; the results are the same without."""


@helper
def _select_by_halving(bits: np.uint32, k: np.int64) -> np.int64:
    """Return the number of the `k`-th lowest one bit, k = 0 .. popcount - 1; 31 if there are not so many."""
    # Halving: go to the upper half if the lower one has too few ones.
    rest = np.uint32(bits)
    index = np.int64(0)
    for step in (16, 8, 4, 2, 1):
        low = popcount32(rest & np.uint32((1 << step) - 1))
        up = np.int64(low <= k)
        k -= low * up
        index += step * up
        rest = np.uint32(rest >> np.uint32(step * up))
    return index


@helper
def _select_by_deposit(bits: np.uint32, k: np.int64) -> np.int64:
    return lowest_index32(_pdep32(np.uint32(1) << np.uint32(k), bits) | np.uint32(1 << 31))


select_index32 = _select_by_deposit if HAS_DEPOSIT else _select_by_halving
"""Number of the `k`-th lowest one bit, k = 0 .. popcount - 1; 31 if there are not so many."""


@helper
def select32(bits: np.uint32, k: np.int64) -> np.uint32:
    """Return the set of the `k`-th lowest card alone, k = 0 .. popcount - 1."""
    return np.uint32(np.uint32(1) << select_index32(bits, k))


@helper
def _deposit_by_bytes(compact: np.uint32, where: np.uint32, table: ByteTable) -> np.uint32:
    """Return the cards of `where` picked by `compact`: its bit i picks the i-th lowest card.

    Parameters
    ----------
    compact
        Bits beyond the size of `where` are ignored.
    where
        The set to pick from.
    table
        `deposit_table()`.
    """
    rest = np.uint32(compact)
    result = np.uint32(0)
    for shift in (0, 8, 16, 24):
        mask = np.uint32((where >> np.uint32(shift)) & np.uint32(255))
        result |= np.uint32(table[mask, rest & np.uint32(255)]) << np.uint32(shift)
        rest = np.uint32(rest >> popcount32(mask))
    return np.uint32(result)


@helper
def _deposit_by_instruction(compact: np.uint32, where: np.uint32, table: ByteTable) -> np.uint32:
    return _pdep32(compact, where)


deposit32 = _deposit_by_instruction if HAS_DEPOSIT else _deposit_by_bytes
"""The cards of `where` picked by `compact`: its bit i picks the i-th lowest card; see `_deposit_by_bytes`."""


@helper
def extract32(bits: np.uint32, where: np.uint32, table: ByteTable) -> np.uint32:
    """Return which cards of `where` are in `bits`, closed up: bit i stands for the i-th lowest card of `where`.

    The inverse of `deposit32`; cards outside `where` are ignored.

    Parameters
    ----------
    bits, where
        Sets of cards.
    table
        `extract_table()`.
    """
    result = np.uint32(0)
    used = np.int64(0)
    for shift in (0, 8, 16, 24):
        mask = np.uint32((where >> np.uint32(shift)) & np.uint32(255))
        result |= np.uint32(table[mask, (bits >> np.uint32(shift)) & np.uint32(255)]) << np.uint32(used)
        used += popcount32(mask)
    return np.uint32(result)


def deposit_table() -> ByteTable:
    """Return the table of `deposit32`: row = byte of the set to pick from, column = byte that picks."""
    return _byte_table(deposit=True)


def extract_table() -> ByteTable:
    """Return the table of `extract32`: row = byte of the set to look in, column = byte to close up."""
    return _byte_table(deposit=False)


def _byte_table(*, deposit: bool) -> ByteTable:
    byte = np.arange(256, dtype=np.uint8)
    row, column = byte[:, None], byte[None, :]
    table = np.zeros((256, 256), dtype=np.uint8)
    seen = np.zeros((256, 1), dtype=np.uint8)
    for bit in range(8):
        present = row >> bit & 1
        picked = (column >> (seen if deposit else bit) & 1) & present
        table |= picked << (bit if deposit else seen)
        seen += present
    return table
