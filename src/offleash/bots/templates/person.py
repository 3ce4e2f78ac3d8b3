"""A player as people play: it weighs what it sees, more or less carefully, and now and then slips.

An action is chosen with odds of e to the power of its score over the noise, times the attention
that its kind gets. Where a game lists goals, a goal is chosen so, and then followed. Logarithms
are in 256ths: of base 2 for noise, of base e for odds.
"""

from typing import Any

import numpy as np

from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import CHOICES, below
from offleash.contract.rules.actors import NO_ACTION

# Where the numbers of a player stand in its row; its weights begin at HEADER, and the attention
# for each kind of action follows, then where each run of actions of one kind begins, and its kind.
LAPSES, NOISE, CROWD, STAKES, PLANS, WEIGHTS, KINDS, RUNS, HEADER = range(1, 10)

ARRAYS = {"player": ("int64", 1)}  # a row

UNIT = 256  # of logarithms
CERTAIN = 65536  # of a chance
USUAL_CROWD, USUAL_STAKES = 3 * UNIT, 6 * UNIT  # the noise of a row is that of such a decision
LEAST_NOISE, MOST_NOISE = 0, 40 * UNIT
FAR = 1 << 40  # a score may be so much worse than the best one

DRAWS = 4096
# The largest of many even draws, for each of so many equally likely cases: the choice with the best
# sum of utility and such a draw has the odds of a logit
GUMBEL = np.round(-UNIT * np.log(-np.log((np.arange(DRAWS) + 0.5) / DRAWS))).astype(np.int64)
POWERS = np.round(65536 * 2.0 ** (np.arange(UNIT) / UNIT)).astype(np.int64)
LOGARITHMS = np.round(UNIT * np.log2(1 + np.arange(UNIT) / UNIT)).astype(np.int64)

score: Any  # bound to the game's


@kernel
def prepare(state, options, work, plan, weights):
    """Prepare nothing before a decision, unless a game binds a preparation of its own."""


@kernel
def list_goals(state, options, work, weights, out):
    """Return 0: single actions are compared, unless a game lists goals that several lead to."""
    return 0


@kernel
def aim(state, options, work, plan, goal):
    """Write the way to a goal into a plan, where a game lists any."""


@kernel
def planned(state, options, plan):
    """Return the action that a plan holds ready, where a game has such plans."""
    return NO_ACTION


@kernel
def goal_worth(work, rank):
    """Return what a goal is worth: one less for each better one, unless a game's work says it."""
    return -rank


@kernel
def choose_person(state, options, work, plan, study, out, n, rng, personas, who, seat):
    """Return the action of a person; no forced one."""
    if n == 1:
        return int(out[0])
    player = personas[who]
    if below(rng, CHOICES + seat, CERTAIN) < player[LAPSES]:
        return int(out[below(rng, CHOICES + seat, n)])
    due = planned(state, options, plan)
    if is_among(out, n, due):
        return due
    weights = player[HEADER:]
    goals = list_goals(state, options, work, weights, study.out)
    if goals > 0:
        for i in range(goals):
            study.chances[i] = goal_worth(work, i)
        weigh(study, goals, player, player[PLANS])
        chosen = int(study.out[draw(study, goals, rng, seat)])
        aim(state, options, work, plan, chosen)
        due = planned(state, options, plan)
        if is_among(out, n, due):
            return due
    prepare(state, options, work, plan, weights)
    for i in range(n):
        study.chances[i] = score(state, options, work, plan, int(out[i]), weights)
    weigh(study, n, player, 0)
    for i in range(n):
        study.chances[i] += attention(player, int(out[i]))
    return int(out[draw(study, n, rng, seat)])


@kernel
def is_among(out, n, action):
    """Return whether an action is one of those listed."""
    for i in range(n):
        if out[i] == action:
            return True
    return False


@kernel
def weigh(study, n, player, extra):
    """Turn the scores in the study into logarithms of odds: 0 for the best, less for others."""
    best = int(study.chances[0])
    for i in range(1, n):
        best = max(best, int(study.chances[i]))
    total = 0
    for i in range(n):
        gap = max(int(study.chances[i]) - best, -FAR)
        study.chances[i] = gap
        total -= gap
    noise = noise_of(player, n, total // n, extra)
    for i in range(n):
        study.chances[i] = int(study.chances[i]) * CERTAIN // noise


@kernel
def noise_of(player, n, stakes, extra):
    """Return the noise of a decision among `n`, in 256ths of a score: more of it among many.

    It also grows with what is at stake, but less than that, so that fewer err where much is.
    """
    power = player[NOISE] + extra
    power += player[CROWD] * (logarithm(n) - USUAL_CROWD) // UNIT
    power += player[STAKES] * (logarithm(stakes + 1) - USUAL_STAKES) // UNIT
    power = min(max(power, LEAST_NOISE), MOST_NOISE)
    return (int(POWERS[power % UNIT]) << (power // UNIT)) // CERTAIN


@kernel
def logarithm(number):
    """Return the logarithm of a number from 1 on."""
    whole = 0
    while number >> (whole + 1) > 0:
        whole += 1
    rest = (number * UNIT >> whole) - UNIT
    return whole * UNIT + int(LOGARITHMS[rest])


@kernel
def attention(player, action):
    """Return how likely the kind of an action is noticed, as the logarithm of odds."""
    kinds = HEADER + player[WEIGHTS]
    begins = kinds + player[KINDS]
    low, high = 0, int(player[RUNS]) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if player[begins + middle] <= action:
            low = middle
        else:
            high = middle - 1
    return int(player[kinds + player[begins + player[RUNS] + low]])


@kernel
def draw(study, n, rng, seat):
    """Return one of the choices at random, by its odds."""
    best, chosen = 0, -1
    for i in range(n):
        value = int(study.chances[i]) + int(GUMBEL[below(rng, CHOICES + seat, DRAWS)])
        if chosen < 0 or value > best:
            best, chosen = value, i
    return chosen
