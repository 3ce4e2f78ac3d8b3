"""The lab's statistics: pure functions of arrays, no part of them knows a game.

All of it runs on NumPy alone, except `sensitivity`, which asks SciPy when it is called.
"""

from offleash.lab.statistics.intervals import (
    LEVEL,
    Differences,
    Interval,
    Intervals,
    block_weights,
    bootstrap,
    holm,
    linearised_difference,
    mean_interval,
    paired_ratio_difference,
    percentile_ends,
    ratio_interval,
    unanimous,
    wilson,
)
from offleash.lab.statistics.luck import SOURCES, Equality, Luck, equal_means, luck_shares
from offleash.lab.statistics.ratings import (
    ABSENT,
    PRIOR,
    Rankings,
    Ratings,
    collect,
    elo,
    factor_design,
    fit,
    pair_totals,
    rate,
)
from offleash.lab.statistics.sensitivity import Sensitivity, sobol_indices, sobol_points
from offleash.lab.statistics.sequential import Look, Sequential, Threshold, Verdict, schedule
from offleash.lab.statistics.survival import Curve, Incidence, aalen_johansen, kaplan_meier

__all__ = [
    "ABSENT",
    "LEVEL",
    "PRIOR",
    "SOURCES",
    "Curve",
    "Differences",
    "Equality",
    "Incidence",
    "Interval",
    "Intervals",
    "Look",
    "Luck",
    "Rankings",
    "Ratings",
    "Sensitivity",
    "Sequential",
    "Threshold",
    "Verdict",
    "aalen_johansen",
    "block_weights",
    "bootstrap",
    "collect",
    "elo",
    "equal_means",
    "factor_design",
    "fit",
    "holm",
    "kaplan_meier",
    "linearised_difference",
    "luck_shares",
    "mean_interval",
    "pair_totals",
    "paired_ratio_difference",
    "percentile_ends",
    "rate",
    "ratio_interval",
    "schedule",
    "sobol_indices",
    "sobol_points",
    "unanimous",
    "wilson",
]
