import math
import platform
import re

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.kernels.choose import either
from simulate.kernels.jit import helper, kernel
from simulate.players import swift
from simulate.table import PUBLIC, tables

WHOLE = st.integers(-(2**63), 2**63 - 1)


@helper
def chosen(condition, one, other):
    return either(condition, one, other)


@kernel
def chosen_of_each(conditions, one, other, out):
    for i in range(len(out)):
        out[i] = either(conditions[i], one[i], other[i])


@given(WHOLE, WHOLE, WHOLE)
def test_whole_numbers(condition, one, other):
    assert chosen(condition, one, other) == (one if condition else other)


@given(st.booleans(), st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_floats(condition, one, other):
    assert chosen(condition, one, other) == (one if condition else other)


def test_a_whole_number_and_a_float_give_a_float():
    result = chosen(True, 3, math.pi)
    assert isinstance(result, float)
    assert result == 3.0


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint32, np.int64, np.uint64])
def test_arrays_of_any_width(dtype):
    rng = np.random.default_rng(5)
    limits = np.iinfo(dtype)
    one, other = (rng.integers(limits.min, limits.max, 1000, dtype=dtype, endpoint=True) for _ in range(2))
    # The high bits count, too.
    conditions = rng.choice(np.array([0, 1, limits.max - limits.max // 2], dtype), 1000)
    out = np.empty(1000, dtype)
    chosen_of_each(conditions, one, other, out)
    assert np.array_equal(out, np.where(conditions != 0, one, other))


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="knows the instructions of x86 only")
def test_a_player_that_only_selects_has_no_jumps_in_its_machine_code():
    # Compiled anew: a kernel kept on the disk would show what was compiled then.
    fresh = numba.njit(error_model="numpy", _nrt=False)(swift.play_batch.py_func)
    views = (np.zeros(0, dtype) for dtype in (PUBLIC, np.uint32, np.uint32, np.uint8))
    fresh(*views, tables(), np.zeros(0, np.uint32))
    code = next(iter(fresh.inspect_asm().values())).partition(".Lfunc_end0")[0]
    assert code.count("cmov") > 20
    # Is there a view, and another; is there a choice; is it to lead. LLVM left to itself makes three times as many.
    jumps = re.findall(r"^\s+j(?!mp)\w+", code, re.MULTILINE)
    assert len(jumps) <= 5, jumps
