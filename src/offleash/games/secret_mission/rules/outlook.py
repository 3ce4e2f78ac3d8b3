"""How likely a win is."""

from offleash.core.rules.outlook import CERTAIN, win_chance
from offleash.games.secret_mission.rules.ending import standing
from offleash.games.secret_mission.rules.record import rule

SCALE = 100


@rule
def outlook(state, options, work, seat, weights):
    """The chance to win, in 65536ths: against each of the others, then against all."""
    odds = 0
    own = standing(state, seat)
    for other in range(int(state.players)):
        if other != seat:
            chance = win_chance(standing(state, other) - own, SCALE)
            odds += (CERTAIN - chance) * CERTAIN // chance
    return CERTAIN * CERTAIN // (CERTAIN + odds)
