"""How good a placement of Secret Mission is, in whole numbers.

A bot wants the groups of its own breeds small and those of the others' missions large. It does not
know these: they may be any mixed tile that it has not seen, so as tiles are laid it comes to know
them better. All of it rests on what the seat to act may know.

A dog that joins its breed makes a group grow, and one that lies next to another breed takes away
room to grow. Only cells that touch a tile can do either: `prepare` weighs each of them once, and
a placement is worth what its two cells are.
"""

from offleash.compiler.rules.bits import popcount
from offleash.games.secret_mission.bots.herds import find_herds, paint_dogs
from offleash.games.secret_mission.rules.actions import cell_of, way_of
from offleash.games.secret_mission.rules.course import MIXED
from offleash.games.secret_mission.rules.ending import winner
from offleash.games.secret_mission.rules.groups import mission_score
from offleash.games.secret_mission.rules.record import DOGS, FINISHED, SEATS, SLOTS, rule
from offleash.games.tiles.rules.dogs import BREED, BREEDS, HALVES, TILES, is_double
from offleash.games.tiles.rules.grid import NOTHING, TOUCHES
from offleash.games.tiles.rules.hexes import OFF_TABLE, SIDE, STEP, WAYS

# What the weights mean, in this order.
OWN, OTHERS, JOIN, PEAK, ROOM, WIN = range(6)
PARTS = 840  # a mean over missions in whole numbers: many counts divide it


@rule
def possible_missions(state, options, seat):
    """Return a bit for each mixed tile that, to a seat's knowledge, may be another's mission."""
    free = 0
    for tile in range(int(state.tiles)):
        free |= (state.cell[tile] == OFF_TABLE) << tile
    for other in range(SEATS):
        if state.mission[other] >= 0 and other == seat:
            free &= ~(1 << int(state.mission[other]))
        if state.playing[other] >= 0 and (other == seat or options.open_playing_tile):
            free &= ~(1 << int(state.playing[other]))
    return free & MIXED


@rule
def evaluate(state, options, seat, weights):
    """Return what others' missions score on average, less the own; at the end, who has won."""
    mission = int(state.mission[seat])
    if mission < 0:
        return 0
    if state.phase == FINISHED:
        return weights[WIN] if winner(state) == seat else -weights[WIN]
    missions = possible_missions(state, options, seat)
    total = 0
    for tile in range(TILES):
        if (missions >> tile) & 1:
            total += mission_score(state, tile)
    mean = PARTS * total // max(popcount(missions), 1)
    return weights[OTHERS] * mean - weights[OWN] * PARTS * mission_score(state, mission)


# Once before a decision


@rule
def weigh_breeds(state, options, work, weights):
    """Weigh how much each breed's growth is wanted: it multiplies a mission's other breed."""
    seat = int(state.seat)
    mission = int(state.mission[seat])
    missions = possible_missions(state, options, seat)
    share = PARTS // max(popcount(missions), 1) * weights[OTHERS]
    for breed in range(BREEDS):
        work.want[breed] = 0
    for tile in range(TILES):
        if (missions >> tile) & 1 or tile == mission:
            pull = -PARTS * weights[OWN] if tile == mission else share
            first, second = BREED[tile, 0], BREED[tile, 1]
            work.want[first] += pull * max(work.largest[second], 1)
            work.want[second] += pull * max(work.largest[first], 1)


@rule
def growth(plan, half, herds, more, weights):
    """Return what it is worth that so many more dogs of a half's breed join groups and one another.

    A dog that stays alone is worth nothing.
    """
    joined, before = more, more
    for dog in range(DOGS if herds != 0 else 0):
        if (herds >> dog) & 1:
            count = int(plan.herd[half, dog])
            joined += count
            before += count * count
    peak = max(joined - max(plan.largest[half], 1), 0)
    return plan.want[half] * (weights[JOIN] * (joined * joined - before) + weights[PEAK] * peak)


@rule
def note_breeds(work, plan, tile):
    """Note what a plan keeps of the breeds of the playing tile."""
    for half in range(HALVES):
        breed = BREED[tile, half]
        plan.largest[half] = work.largest[breed]
        plan.want[half] = work.want[breed]
        for dog in range(DOGS):
            plan.herd[half, dog] = work.herd[breed * DOGS + dog]


@rule
def keep_cell(plan, cell):
    """Keep the cell last noted so that it is found again: in the next free slot from its own."""
    slot = cell % SLOTS
    while plan.slot[slot] != 0:
        slot = (slot + 1) % SLOTS
    plan.slot[slot] = plan.ring


@rule
def find_cell(plan, cell):
    """Return where the plan has a cell, or −1 for one that touches nothing."""
    slot = cell % SLOTS
    while plan.slot[slot] != 0:
        found = int(plan.slot[slot]) - 1
        if plan.cell[found] == cell:
            return found
        slot = (slot + 1) % SLOTS
    return -1


@rule
def weigh_cell(work, plan, cell, tile, weights):
    """Weigh what an empty cell is worth to each dog of the playing tile, noted in the plan.

    A dog joins the groups of its breed, and takes room from all other groups next to it.
    """
    n = int(plan.ring)
    one, two = BREED[tile, 0], BREED[tile, 1]
    ones, twos, lost, lost_one, lost_two = 0, 0, 0, 0, 0
    for way in range(WAYS):
        dog = int(work.ground[cell + STEP[way]]) - 1
        if dog >= 0:
            first = int(work.leader[dog])
            if work.met[first] != cell:
                work.met[first] = cell
                breed = first // DOGS
                room = work.want[breed] * int(work.herd[first])
                bit = 1 << (first - breed * DOGS)
                lost += room
                if breed == one:
                    ones |= bit
                    lost_one += room
                if breed == two:
                    twos |= bit
                    lost_two += room
    plan.cell[n] = cell
    plan.herds[n, 0] = ones
    plan.herds[n, 1] = twos
    plan.worth[n, 0] = growth(plan, 0, ones, 1, weights) - (lost - lost_one) * weights[ROOM]
    plan.worth[n, 1] = growth(plan, 1, twos, 1, weights) - (lost - lost_two) * weights[ROOM]
    plan.ring = n + 1


@rule
def weigh_ring(work, plan, tile, weights):
    """Weigh what each empty cell that touches a tile is worth to each dog of the playing tile."""
    plan.ring = 0
    for slot in range(SLOTS):
        plan.slot[slot] = 0
    for dog in range(BREEDS * DOGS):
        work.met[dog] = OFF_TABLE
    for column in range(work.hull[0] - 1, work.hull[1] + 2):
        for cell in range(column * SIDE + work.hull[2] - 1, column * SIDE + work.hull[3] + 2):
            if work.ground[cell] == NOTHING and work.near[cell] & TOUCHES:
                weigh_cell(work, plan, cell, tile, weights)
                keep_cell(plan, cell)


@rule
def prepare(state, options, work, plan, weights):
    """Weigh breeds and cells once; `score` looks them up."""
    paint_dogs(state, work)
    find_herds(state, work)
    weigh_breeds(state, options, work, weights)
    tile = int(state.playing[state.seat])
    note_breeds(work, plan, tile)
    weigh_ring(work, plan, tile, weights)


# One placement


@rule
def score(state, options, work, plan, action, weights):
    """Return what the two cells of a placement are worth together."""
    cell = cell_of(action)
    first = find_cell(plan, cell)
    second = find_cell(plan, cell + STEP[way_of(action)])
    worth, herds, others = 0, 0, 0
    if first >= 0:
        worth += plan.worth[first, 0]
        herds = int(plan.herds[first, 0])
    if second >= 0:
        worth += plan.worth[second, 1]
        others = int(plan.herds[second, 1])
    if is_double(int(state.playing[state.seat])):
        # Two dogs of one breed join groups and each other together, not each by itself.
        worth += growth(plan, 0, herds | others, HALVES, weights)
        worth -= growth(plan, 0, herds, 1, weights) + growth(plan, 1, others, 1, weights)
    return worth
