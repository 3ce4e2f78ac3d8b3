"""P-values of many measures at once: how many of them may be small by chance alone."""

import numpy as np
from numpy.typing import ArrayLike

from offleash.lab.statistics.distributions import Floats


def holm(p_values: ArrayLike) -> Floats:
    """Return Holm's adjusted p-values for a family; NaN stays NaN and is no member."""
    p = np.asarray(p_values, float)
    flat = p.ravel()
    members = np.flatnonzero(~np.isnan(flat))
    order = members[np.argsort(flat[members], kind="stable")]
    steps = flat[order] * np.arange(len(order), 0, -1)
    adjusted = np.full(flat.shape, np.nan)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted.reshape(p.shape)
