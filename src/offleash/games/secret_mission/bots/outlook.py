"""How likely a win is, for a search: where playouts stop, all tiles are known.

Each of the two breeds of a mission is a burden: the larger its largest group, the more of its dogs
are still to come, and the more room there is to join them, the worse. How much each of that counts
was fitted to how games ended. Who has the lighter burden is likely to win, and among equals the
one whose final tile lies earlier (S9).
"""

import numpy as np

from offleash.contract.rules.win_chance import CERTAIN, odds
from offleash.games.secret_mission.bots.herds import find_herds, paint_dogs
from offleash.games.secret_mission.rules.course import following
from offleash.games.secret_mission.rules.record import DOGS, PLACING, rule
from offleash.games.tiles.rules.dogs import BASE_TILES, BREED, BREEDS, HALVES
from offleash.games.tiles.rules.grid import NOTHING, TOUCHES
from offleash.games.tiles.rules.hexes import OFF_TABLE, SIDE, STEP, WAYS

ONE = 1024  # a burden of 1, and a logarithm of 1
LOG = np.round(ONE * np.log(np.maximum(np.arange(DOGS + 2), 1))).astype(np.int64)

# What the weights mean, in this order, behind those of `worth`; then what is added towards the end.
LARGEST, LARGEST_TO_COME, OPEN, OPEN_TO_COME, SECOND, TO_COME = range(6, 12)
GROUPS, GROUPS_TO_COME, REACH, REACH_TO_COME, LATE, WAIT = range(12, 18)
SOON = 12


@rule
def survey_breeds(work):
    """Count of each breed how many lie in how many groups, and the second largest of these."""
    for breed in range(BREEDS):
        work.groups[breed] = 0
        work.second[breed] = 0
        work.laid[breed] = 0
        peaks = 0  # groups as large as the largest
        for dog in range(breed * DOGS, (breed + 1) * DOGS):
            count = int(work.herd[dog])
            work.laid[breed] += count > 0
            if count > 0 and work.leader[dog] == dog:
                work.groups[breed] += 1
                peaks += count == work.largest[breed]
                if peaks > 1 or count < work.largest[breed]:
                    work.second[breed] = max(work.second[breed], count)


@rule
def survey_cell(work, cell):
    """Note what a dog on an empty cell could join: `reach`, and the room of the largest group."""
    for way in range(WAYS):
        dog = int(work.ground[cell + STEP[way]]) - 1
        if dog < 0 or work.met[int(work.leader[dog])] == cell:
            continue
        first = int(work.leader[dog])
        breed, count = first // DOGS, int(work.herd[first])
        work.met[first] = cell
        if work.joined_at[breed] != cell:
            work.joined_at[breed] = cell
            work.joined[breed] = 1
        work.joined[breed] += count
        work.reach[breed] = max(work.reach[breed], work.joined[breed])
        if count == work.largest[breed] and work.open_at[breed] != cell:
            work.open_at[breed] = cell
            work.open[breed] += 1


@rule
def survey_ring(work):
    """Note for each breed the largest group one more dog can make, and the largest one's room."""
    for dog in range(BREEDS * DOGS):
        work.met[dog] = OFF_TABLE
    for breed in range(BREEDS):
        work.reach[breed] = 1
        work.open[breed] = 0
        work.joined_at[breed] = OFF_TABLE
        work.open_at[breed] = OFF_TABLE
    for column in range(work.hull[0] - 1, work.hull[1] + 2):
        for cell in range(column * SIDE + work.hull[2] - 1, column * SIDE + work.hull[3] + 2):
            if work.ground[cell] == NOTHING and work.near[cell] & TOUCHES:
                survey_cell(work, cell)


@rule
def survey_table(state, work):
    """Count all that is counted of each breed, from the table alone."""
    paint_dogs(state, work)
    find_herds(state, work)
    survey_breeds(work)
    survey_ring(work)


@rule
def dogs_in_all(state, breed):
    """Return how many dogs of a breed will lie on the table: all but those on missions (S1)."""
    count = DOGS if state.tiles > BASE_TILES else DOGS - 1
    for seat in range(int(state.players)):
        tile = int(state.mission[seat])
        if tile >= 0:
            count -= (BREED[tile, 0] == breed) + (BREED[tile, 1] == breed)
    return count


@rule
def weigh_features(state, work, weights):
    """Note how much each feature counts: the fewer tiles are to be laid, the more is added."""
    to_lay = int(state.tiles) - int(state.players) - int(state.laid)
    for what in range(SOON):
        late = weights[LARGEST + SOON + what]
        work.heed[what] = weights[LARGEST + what] + late // (to_lay + 1)


@rule.inline
def heed(work, what):
    """Return how much a feature counts in this position."""
    return work.heed[what - LARGEST]


@rule.inline
def heed_to_come(work, what, left):
    """Return the same for something that dogs still to come add to, each of them as much."""
    return heed(work, what) + left * heed(work, what + 1)


@rule
def breed_burden(state, work, breed, hidden):
    """Return what one breed of a mission weighs, in 1024 × 1024ths; its features are weighed.

    So many of its dogs are on missions that the state does not show.
    """
    left = max(dogs_in_all(state, breed) - int(work.laid[breed]) - hidden, 0)
    burden = LOG[work.largest[breed]] * heed_to_come(work, LARGEST, left)
    counted = left * heed(work, TO_COME)
    counted += work.second[breed] * heed(work, SECOND)
    counted += work.groups[breed] * heed_to_come(work, GROUPS, left)
    if left > 0:
        reach = LOG[max(work.reach[breed], work.largest[breed])]
        burden += reach * heed_to_come(work, REACH, left)
        counted += work.open[breed] * heed_to_come(work, OPEN, left)
    return burden + ONE * counted


@rule
def last_placement(state, seat):
    """Return the number of the placement with which a seat will lay its final tile (S1, S6)."""
    players = int(state.players)
    placements = int(state.tiles) - players
    place = (int(state.starter) - seat + players) % players  # in order of play
    return placements - (placements - 1 - place) % players


@rule
def waiting(state, seat):
    """Return how many others lay a tile before this seat does."""
    players = int(state.players)
    to_lay = int(state.seat) if state.phase == PLACING else following(state)
    return (to_lay - seat + players) % players


@rule
def turn_burden(state, work, seat):
    """Return what else speaks against a seat than its mission: ties and waiting, in 1024ths."""
    return last_placement(state, seat) * heed(work, LATE) + waiting(state, seat) * heed(work, WAIT)


@rule
def burden(state, work, seat):
    """Return what speaks against a seat: its two breeds and its turns, in 1024ths."""
    total = 0
    for half in range(HALVES):
        total += breed_burden(state, work, BREED[int(state.mission[seat]), half], 0)
    return total // ONE + turn_burden(state, work, seat)


@rule
def outlook(state, options, work, seat, weights):
    """Return the chance to win, in 65536ths: against each of the others, and so against all."""
    survey_table(state, work)
    weigh_features(state, work, weights)
    against, own = 0, burden(state, work, seat)
    for other in range(int(state.players)):
        if other != seat:
            against += odds(own - burden(state, work, other), ONE)
    return CERTAIN * CERTAIN // (CERTAIN + against)
