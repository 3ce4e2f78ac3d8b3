"""How good a position of Secret Mission is, in whole numbers."""

from offleash.games.secret_mission.rules.groups import mission_score
from offleash.games.secret_mission.rules.record import rule


@rule
def evaluate(state, options, seat, weights):
    """The own mission so far."""
    return -mission_score(state, int(state.mission[seat]))


@rule
def score(state, options, work, plan, action, weights):
    """Nothing yet."""
    return 0
