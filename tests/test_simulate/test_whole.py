from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from simulate.errors import UserError
from simulate.whole import as_whole, whole


@pytest.mark.parametrize(
    "value", [100_000, 1e5, np.int64(100_000), np.uint64(100_000), np.float32(1e5), Fraction(10**5)]
)
def test_whole_numbers_of_any_type_are_taken(value):
    number = whole(value, "hands =")
    assert (number, type(number)) == (100_000, int)


@pytest.mark.parametrize(
    "value", [2.5, "x", "7", None, float("nan"), float("inf"), Decimal("2.5"), np.float64(0.5), [1], 1j, Fraction(1, 2)]
)
def test_what_is_none_is_named(value):
    assert as_whole(value) is None
    with pytest.raises(UserError, match="is no whole number: write one such as 1000 or 1e6") as told:
        whole(value, "hands =")
    assert str(told.value).startswith(f"hands = {value!r} ")
