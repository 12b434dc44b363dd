"""Sums over deals of several quantities and of their products, from which any function of their means gets an interval.

Sums of whole numbers are exact, so pieces of a run add up to the same bits in any order.

>>> whole = Moments.of([[1, 10], [2, 20], [4, 30], [3, 20]])
>>> part = Moments.of([[1, 10], [2, 20]]) + Moments.of([[4, 30], [3, 20]])
>>> part == whole
True
>>> estimate, error = whole.function(lambda x: x[1] / x[0])
>>> round(estimate, 3), round(error, 3)
(8.0, 0.73)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[Any]

_STEP = 1e-30


@dataclass(frozen=True, eq=False)
class Moments:
    """Number of deals, sums and sums of products of k quantities.

    Attributes
    ----------
    n
        Deals.
    sums
        Python integers, which can't overflow, as an object array of shape (k,).
    products
        Likewise, shape (k, k).
    """

    n: int
    sums: Vector
    products: Vector

    @classmethod
    def none(cls, quantities: int) -> Moments:
        """Return the sums over no deal."""
        return cls(0, np.zeros(quantities, object), np.zeros((quantities, quantities), object))

    @classmethod
    def of(cls, values: npt.ArrayLike) -> Moments:
        """Return the sums over some deals: whole numbers of shape (n, k)."""
        rows = np.asarray(values, np.int64)
        # Not a matrix product: NumPy hands those of floats to threads, which wait for each other on a busy machine.
        products = np.einsum("ni,nj->ij", rows, rows)
        return cls(len(rows), rows.sum(axis=0).astype(object), products.astype(object))

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.n + other.n, self.sums + other.sums, self.products + other.products)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Moments)
            and self.n == other.n
            and np.array_equal(self.sums, other.sums)
            and np.array_equal(self.products, other.products)
        )

    @property
    def means(self) -> Vector:
        """Mean of each quantity, float64 of shape (k,); NaN for no deal."""
        return self.sums.astype(np.float64) / self.n if self.n else np.full(len(self.sums), nan)

    @property
    def covariance(self) -> Vector:
        """Covariances of the quantities of a deal, float64 of shape (k, k); NaN for fewer than two deals."""
        if self.n < 2:
            return np.full(self.products.shape, nan)
        means = self.means
        found: Vector = (self.products.astype(np.float64) / self.n - np.outer(means, means)) * (self.n / (self.n - 1))
        return found

    @property
    def apart(self) -> Vector:
        """Sums of squared differences of each two quantities, Python integers of shape (k, k): 0 if no deal differs."""
        squares = self.products.diagonal()
        found: Vector = squares[:, None] + squares - 2 * self.products
        return found

    def linear(self, weights: npt.ArrayLike) -> tuple[float, float]:
        """Return a weighted sum of the means, and its standard error."""
        weight = np.asarray(weights, np.float64)
        return float(weight @ self.means), self._error(weight)

    def function(self, of_means: Callable[[Any], Any]) -> tuple[float, float]:
        """Return a function of the means and its standard error, by the delta method.

        Parameters
        ----------
        of_means
            Takes the means as an array and calculates with ``+ - * /`` alone.
        """
        means = self.means
        slopes = np.empty(len(means))
        for place in range(len(means)):
            # The slope by a step into the imaginary, which loses no digits to a difference.
            stepped = means.astype(np.complex128)
            stepped[place] += _STEP * 1j
            slopes[place] = np.imag(of_means(stepped)) / _STEP
        return float(np.real(of_means(means))), self._error(slopes)

    def _error(self, slopes: Vector) -> float:
        if self.n < 2:
            return nan
        return sqrt(max(float(slopes @ self.covariance @ slopes), 0.0) / self.n)
