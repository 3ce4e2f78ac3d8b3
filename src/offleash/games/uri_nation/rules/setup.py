"""Setup: homes, bowls, decks, the order of the first round, and the starting claims."""

from offleash.compiler.rules.bits import popcount
from offleash.games.uri_nation.rules.actions import CLAIM, HOME_IS, NEXT
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.decks import shuffle_all
from offleash.games.uri_nation.rules.economy import fill_bowl
from offleash.games.uri_nation.rules.places import HOMES, MOST_SITES, NOWHERE
from offleash.games.uri_nation.rules.record import (
    FIXED_CCW,
    HOMES_DRAWN,
    LEAST_FIRST,
    MOST_HELD,
    NO_CARD,
    NOBODY_THERE,
    ORDER,
    SEATS,
    rule,
)
from offleash.games.uri_nation.rules.territory import (
    all_owned,
    forget_challenge,
    has_large_disk,
    held_count,
    seat_bits,
)

USUAL_HOMES, RANDOM_HOMES = -1, -2  # what stands in the option instead of an order


@rule
def setup(state, options):
    """Begin with an empty street, full bowls and shuffled decks (S1, S2)."""
    for site in range(MOST_SITES):
        state.founder[site] = NOBODY_THERE
    for home in range(HOMES):
        state.home_disk[home] = NOBODY_THERE
    for seat in range(SEATS):
        state.home[seat] = NOWHERE
        state.cell[seat] = NOWHERE
        state.order[seat] = NOBODY_THERE
        for slot in range(MOST_HELD):
            state.held[seat, slot] = NO_CARD
    for seat in range(options.seats):
        fill_bowl(state, options, seat)
    state.came = NOWHERE
    state.left = NOWHERE
    state.card = NO_CARD
    state.rounds = 1
    forget_challenge(state)
    shuffle_all(state, options)
    if options.homes[0] == RANDOM_HOMES:
        state.phase = HOMES_DRAWN
        return
    for seat in range(options.seats):
        move_in(state, options, seat, chosen_home(options, seat))
    start_order(state, options)


@rule
def chosen_home(options, seat):
    """Return the home that the option gives a seat; two players live at 1 and 3 (S3, S4)."""
    if options.homes[0] != USUAL_HOMES:
        return options.homes[seat]
    return 2 * seat if options.seats == 2 else seat


@rule
def move_in(state, options, seat, home):
    """Put the dog before its home, with a disk where homes can be challenged (N1, S3)."""
    state.home[seat] = home
    state.cell[seat] = options.home_cell[home]
    if options.home_challenge != 0:
        state.home_disk[home] = seat


@rule
def homeless(state, options):
    """Return the first seat that has no home yet, or NOBODY_THERE."""
    for seat in range(options.seats):
        if state.home[seat] == NOWHERE:
            return seat
    return NOBODY_THERE


@rule
def list_homes(state, options, out, chances):
    """List every home that is free, each as likely (S3)."""
    n = 0
    for home in range(HOMES):
        is_free = True
        for seat in range(options.seats):
            is_free = is_free and state.home[seat] != home
        out[n] = HOME_IS + home
        chances[n] = 1
        n += is_free
    return n


@rule
def draw_home(state, options, home):
    """Let the next seat move in; then roll for the order (S3, S5)."""
    move_in(state, options, homeless(state, options), home)
    if homeless(state, options) == NOBODY_THERE:
        start_order(state, options)


# The order of a round


@rule
def start_order(state, options):
    """Start to settle a new order (T1, T2, S5)."""
    for place in range(SEATS):
        state.order[place] = NOBODY_THERE
    state.placed = 0
    state.phase = ORDER


@rule
def contenders(state, options):
    """Return who may be next in the order, as bits: the least territories, or anyone (T1, T2)."""
    left = seat_bits(options)
    for place in range(int(state.placed)):
        left &= ~(1 << int(state.order[place]))
    if options.turn_order == FIXED_CCW:
        return left
    least = 1000
    for seat in range(options.seats):
        if has(left, seat):
            least = min(least, held_count(state, seat))
    mask = 0
    for seat in range(options.seats):
        if has(left, seat) and held_count(state, seat) == least:
            mask |= 1 << seat
    return mask


@rule
def place_next(state, seat):
    """Give a seat the next place of the order."""
    state.order[state.placed] = seat
    state.placed += 1


@rule
def follow_round(state, options):
    """Let the rest follow the first: by seat, or counterclockwise by their homes (T1, T2)."""
    first = int(state.order[0])
    if options.turn_order != FIXED_CCW:
        for offset in range(1, options.seats):
            place_next(state, (first + offset) % options.seats)
        return
    for offset in range(1, HOMES):
        home = (int(state.home[first]) + offset) % HOMES
        for seat in range(options.seats):
            if state.home[seat] == home:
                place_next(state, seat)


@rule
def settle_order(state, options):
    """Fill the places that need no roll-off; return whether the order is settled (T1)."""
    while state.placed < options.seats:
        mask = contenders(state, options)
        if popcount(mask) > 1:
            return False
        for seat in range(options.seats):
            if has(mask, seat):
                place_next(state, seat)
        if options.turn_order != LEAST_FIRST:
            follow_round(state, options)
    return True


@rule
def list_next(state, options, out, chances):
    """List who may win a roll-off: those who tie (T1, S5)."""
    mask = contenders(state, options)
    n = 0
    for seat in range(options.seats):
        out[n] = NEXT + seat
        chances[n] = 1
        n += has(mask, seat)
    return n


@rule
def win_roll_off(state, options, seat):
    """Give the winner of a roll-off the next place (T1, S5)."""
    place_next(state, seat)
    if options.turn_order != LEAST_FIRST:
        follow_round(state, options)


# Starting claims


@rule
def list_setup_claims(state, options, out):
    """List the empty territories by the own home (S1, A7)."""
    seat = int(state.seat)
    if not has_large_disk(state, options, seat):
        return 0
    free = int(options.near[int(state.home[seat])]) & ~all_owned(state)
    n = 0
    for territory in range(options.territories):
        out[n] = CLAIM + territory
        n += has(free, territory)
    return n
