"""The exact odds of a challenge, in thousandths, by the attacker's net handicap."""

import numpy as np

from offleash.games.uri_nation.rules.record import rule

WORST = 6  # a handicap that no die can make up for
FACES = range(1, 7)
MARGINS = [attack - defence for attack in FACES for defence in FACES]
HANDICAPS = range(-WORST, WORST + 1)
WINS = np.array([sum(margin > k for margin in MARGINS) for k in HANDICAPS])
TIES = np.array([MARGINS.count(k) for k in HANDICAPS])
REROLLED = 1000 * WINS // (36 - TIES)  # P = W / (36 − T)
DEFENDED = 1000 * WINS // 36


@rule
def win_chance(handicap, ties_defend):
    """Return how likely an attacker is to win, in thousandths (part 3)."""
    row = max(-WORST, min(WORST, handicap)) + WORST
    return DEFENDED[row] if ties_defend else REROLLED[row]
