"""Choosing between two values without a jump, to be called from kernels.

``a if condition else b`` may become a jump, and where hands differ at random a processor takes the wrong turn at every
few of them. Then it throws away what it has begun of the next hands, too: playing a card takes two to three times as
long. `either` always computes both values, and is compiled to a conditional move (of floats only where the processor
has one). Where one of the values takes long, or one turn is hardly ever taken, a jump is better.

It can be called from compiled functions only:

>>> from simulate.kernels.jit import helper
>>> @helper
... def larger(one, other):
...     return either(one > other, one, other)
>>> larger(3, 5)
5
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


@intrinsic
def _either(typingctx: Any, condition: Any, one: Any, other: Any) -> Any:
    if not all(isinstance(kind, (types.Number, types.Boolean)) for kind in (condition, one, other)):
        return None
    kind = types.float64 if isinstance(one, types.Float) or isinstance(other, types.Float) else types.int64

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        truth = context.cast(builder, args[0], signature.args[0], types.boolean)
        values = [
            context.cast(builder, arg, given, kind) for arg, given in zip(args[1:], signature.args[1:], strict=True)
        ]
        chosen = builder.select(builder.icmp_unsigned("!=", truth, ir.Constant(truth.type, 0)), *values)
        # Otherwise LLVM may turn it into a jump after all.
        chosen.set_metadata("unpredictable", builder.module.add_metadata([]))
        return chosen

    return kind(condition, one, other), generate


either = cast(Callable[[Any, Any, Any], Any], _either)
"""The second value if the first is not 0, else the third; as int64, or float64 if one of the two is a float.

A uint64 of 2**63 or more comes out negative; its bits are the same.
"""
