"""Who has won: missions are shown, and the lowest score wins."""

from offleash.games.secret_mission.rules.groups import mission_score, survey
from offleash.games.secret_mission.rules.record import UNKNOWN, rule
from offleash.games.tiles.rules.dogs import BREED, BREEDS, TILES

ABOVE_LAST = TILES + 1  # more than the number of any placement


@rule
def standing(state, seat):
    """Return the score, then when the final tile was laid: the lower the better (S7, S9)."""
    return mission_score(state, int(state.mission[seat])) * ABOVE_LAST + int(state.last[seat])


@rule
def winner(state):
    """Return the seat with the lowest score; if several tie, the earlier final tile wins (S9)."""
    first, best = 0, standing(state, 0)
    for seat in range(1, int(state.players)):
        here = standing(state, seat)
        if here < best:
            first, best = seat, here
    return first


@rule
def returns(state, options, shares):
    """Give everything to the winner: ties are decided (S9)."""
    won = winner(state)
    for seat in range(int(state.players)):
        shares[seat] = 1.0 if seat == won else 0.0


@rule
def rank(state, options, places):
    """Rank by score, then by the earlier final tile (S7, S9)."""
    for seat in range(int(state.players)):
        here = standing(state, seat)
        before = 0
        for other in range(int(state.players)):
            before += standing(state, other) < here
        places[seat] = before


@rule
def count_end(state, tally):
    """Count groups and scores, and whether the best score was shared (S7, S9).

    In a view that goes on, missions are unknown: then nobody scores.
    """
    if tally is None:
        return
    for breed in range(BREEDS):
        tally.largest[breed], tally.groups[breed] = survey(state, breed)
    for seat in range(int(state.players)):
        if state.mission[seat] == UNKNOWN:
            return
    best, sharing = 0, 0
    for seat in range(int(state.players)):
        mission = int(state.mission[seat])
        score = tally.largest[BREED[mission, 0]] * tally.largest[BREED[mission, 1]]
        tally.score[seat] = score
        sharing = 1 if seat == 0 or score < best else sharing + (score == best)
        best = score if seat == 0 else min(best, score)
    tally.tied = sharing > 1
