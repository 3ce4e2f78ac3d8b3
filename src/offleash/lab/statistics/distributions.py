"""The normal, t, F and gamma distributions with NumPy alone: tails and quantiles.

Figures must print without SciPy, so these are written out; tests compare them with SciPy's.
"""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offleash.tools.confidence import normal_quantile

Floats = NDArray[np.float64]

_erfc = np.frompyfunc(math.erfc, 1, 1)
_log_gamma = np.frompyfunc(math.lgamma, 1, 1)

NEARLY_NORMAL = 1e5  # degrees of freedom from which two terms bring t to the normal distribution
LARGE = 50.0  # from here Stirling's series is exact to the last digits
FRACTION_STEPS = 20_000
NEARLY_CUBIC = 10.0  # shape from which the cube root of a gamma number is nearly normal
SERIES_TERMS = 200
TINY = 1e-300


def normal_tail(x: ArrayLike) -> Floats:
    """Return the chance that a standard normal number is above `x`."""
    return np.asarray(_erfc(np.asarray(x, float) / math.sqrt(2.0)), dtype=float) / 2.0


def t_tail(x: ArrayLike, degrees: ArrayLike) -> Floats:
    """Return the chance that Student's t is above `x`; NaN where the degrees are not positive."""
    x, degrees = np.broadcast_arrays(np.asarray(x, float), np.asarray(degrees, float))
    known = (degrees > 0) & ~np.isnan(x)
    exact = known & (degrees < NEARLY_NORMAL)
    tail = np.full(x.shape, np.nan)
    near = known & ~exact
    tail[near] = normal_tail(_normal_of_t(x[near], degrees[near]))
    if exact.any():
        d, square = degrees[exact], np.square(np.clip(x[exact], -1e150, 1e150))
        rest = square / (d + square)
        upper = incomplete_beta(d / 2.0, np.full(d.shape, 0.5), d / (d + square), rest) / 2.0
        tail[exact] = np.where(x[exact] >= 0, upper, 1.0 - upper)
    return tail


def t_quantile(probability: float, degrees: ArrayLike) -> Floats:
    """Return the number that Student's t stays below with this probability, for all degrees."""
    degrees = np.asarray(degrees, float)
    if probability < 0.5:
        return -t_quantile(1.0 - probability, degrees)
    distinct, back = np.unique(degrees.ravel(), return_inverse=True)
    quantiles = np.full(distinct.shape, np.nan)
    near = distinct >= NEARLY_NORMAL
    quantiles[near] = _t_of_normal(normal_quantile(probability), distinct[near])
    exact = (distinct > 0) & ~near
    if exact.any():
        quantiles[exact] = _solve_t(1.0 - probability, tuple(distinct[exact].tolist()))
    return quantiles[back].reshape(degrees.shape)


def _normal_of_t(x: Floats, degrees: Floats) -> Floats:
    """Return the normal number with the tail that `x` has in t, for many degrees of freedom."""
    with np.errstate(over="ignore", invalid="ignore"):
        first = x * (x**2 + 1) / (4 * degrees)
        second = x * (13 * x**4 + 8 * x**2 + 3) / (96 * degrees**2)
    small = np.abs(x) < 40  # beyond, both tails are zero to all digits that matter
    return np.where(small, x - first + second, x)


def _t_of_normal(z: float, degrees: Floats) -> Floats:
    """Return the number with the tail in t that `z` has in the normal distribution."""
    first = z * (z**2 + 1) / (4 * degrees)
    return np.asarray(z + first + z * (5 * z**4 + 16 * z**2 + 3) / (96 * degrees**2))


@lru_cache(maxsize=256)
def _solve_t(tail: float, distinct: tuple[float, ...]) -> Floats:
    """Solve by Newton's steps kept inside a bracket, for a tail of at most one half."""
    degrees = np.asarray(distinct)
    low, high = np.zeros(degrees.shape), np.full(degrees.shape, 2.0)
    while (short := t_tail(high, degrees) > tail).any():
        low, high = np.where(short, high, low), np.where(short, 2.0 * high, high)
    x = np.clip(_t_of_normal(normal_quantile(1.0 - tail), degrees), low, high)
    for _ in range(100):
        over = t_tail(x, degrees) - tail
        low, high = np.where(over > 0, x, low), np.where(over > 0, high, x)
        step = x + over / _t_density(x, degrees)
        inside = (step >= low) & (step <= high)
        step = np.where(inside, step, (low + high) / 2.0)
        done = bool(np.all(np.abs(step - x) <= 1e-14 * np.abs(x)))
        x = step
        if done:
            break
    return x


def _t_density(x: Floats, degrees: Floats) -> Floats:
    log = -_log_beta(degrees / 2.0, np.full(degrees.shape, 0.5)) - 0.5 * np.log(degrees)
    return np.asarray(np.exp(log - (degrees + 1.0) / 2.0 * np.log1p(x * x / degrees)))


def f_tail(x: float, above: int, below: int) -> float:
    """Return the chance that an F number with these degrees of freedom is above `x`."""
    if x <= 0:
        return 1.0
    whole = below + above * x
    tail = incomplete_beta(below / 2.0, above / 2.0, below / whole, above * x / whole)
    return float(tail[0])


def gamma_quantile(probability: float, shape: ArrayLike) -> Floats:
    """Return what a gamma number of this shape and scale 1 stays below with this probability.

    From `NEARLY_CUBIC` on it is Wilson and Hilferty's, right to a few thousandths.
    """
    shape = np.asarray(shape, float)
    z = normal_quantile(probability)
    with np.errstate(divide="ignore", invalid="ignore"):
        root = 1.0 - 1.0 / (9.0 * shape) + z / (3.0 * np.sqrt(shape))
        quantile = np.asarray(shape * root**3)
    small = (shape > 0) & (shape < NEARLY_CUBIC)
    if small.any():
        distinct, back = np.unique(shape[small], return_inverse=True)
        quantile[small] = _solve_gamma(probability, distinct)[back]
    return np.where(shape > 0, quantile, np.nan)


def _solve_gamma(probability: float, shape: Floats) -> Floats:
    """Solve by bisection, for a small shape."""
    low, high = np.zeros(shape.shape), np.full(shape.shape, 4.0 * NEARLY_CUBIC)
    divisors = shape[:, None] + np.arange(1.0, SERIES_TERMS)
    log_gammas = _logs(shape + 1.0)
    for _ in range(60):
        middle = (low + high) / 2.0
        series = 1.0 + np.cumprod(middle[:, None] / divisors, axis=1).sum(axis=1)
        with np.errstate(divide="ignore"):
            log = shape * np.log(middle) - middle - log_gammas
        below = np.exp(log) * series < probability
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return high


def incomplete_beta(a: ArrayLike, b: ArrayLike, x: ArrayLike, rest: ArrayLike) -> Floats:
    """Return the regularised incomplete beta function, by continued fraction; `rest` is 1 − x."""
    a, b, x, rest = (np.atleast_1d(np.asarray(value, float)) for value in (a, b, x, rest))
    swap = x > (a + 1.0) / (a + b + 2.0)  # the fraction converges fast on the other side only
    first, second = np.where(swap, b, a), np.where(swap, a, b)
    at, other = np.where(swap, rest, x), np.where(swap, x, rest)
    with np.errstate(divide="ignore", invalid="ignore"):
        log = first * np.log(at) + second * np.log(other) - _log_beta(first, second)
    front = np.where(at > 0, np.exp(log), 0.0)
    part = front * _beta_fraction(first, second, at) / first
    return np.asarray(np.where(swap, 1.0 - part, part))


def _beta_fraction(a: Floats, b: Floats, x: Floats) -> Floats:
    """Evaluate the continued fraction by Lentz's method, for all entries at once."""
    c = np.ones(x.shape)
    d = 1.0 / _away_from_zero(1.0 - (a + b) * x / (a + 1.0))
    value = d.copy()
    for m in range(1, FRACTION_STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1.0 / _away_from_zero(1.0 + even * d)
        c = _away_from_zero(1.0 + even / c)
        value = value * d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1.0 / _away_from_zero(1.0 + odd * d)
        c = _away_from_zero(1.0 + odd / c)
        value = value * d * c
        if np.all(np.abs(d * c - 1.0) < 1e-15):
            break
    return value


def _away_from_zero(x: Floats) -> Floats:
    return np.where(np.abs(x) < TINY, TINY, x)


def _log_beta(a: Floats, b: Floats) -> Floats:
    """Return log B(a, b) without the loss of digits that huge log-gammas would bring."""
    large, small = np.maximum(a, b), np.minimum(a, b)
    both = large + small
    direct = _logs(small) + _logs(large) - _logs(both)
    ratio = (
        small
        - (both - 0.5) * np.log1p(small / large)
        - small * np.log(large)
        + (_stirling(large) - _stirling(both))
    )
    return np.where(large >= LARGE, _logs(small) + ratio, direct)


def _logs(x: Floats) -> Floats:
    return np.asarray(_log_gamma(x), dtype=float)


def _stirling(x: Floats) -> Floats:
    """Return what Stirling's formula leaves out of log Γ(x), for a large x."""
    y = 1.0 / (x * x)
    return np.asarray((1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y / 1188)))) / x)
