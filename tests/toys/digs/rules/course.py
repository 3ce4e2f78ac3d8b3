"""The course of a game of Digs: draw, walk, dig, bid."""

from offleash.contract.rules.actors import CHANCE, OVER
from tests.toys.digs.rules.actions import BID, DRAW, WALK
from tests.toys.digs.rules.record import (
    BIDDING,
    DRAWING,
    FINISHED,
    LULL,
    MOST_BISCUITS,
    NO_BID,
    NO_CARD,
    NO_ROUNDS,
    NOBODY_WINS,
    POOREST,
    SEATS,
    WALKING,
    rule,
)
from tests.toys.yard.rules.walks import NOWHERE, is_in, measure

NOBODY_GETS = -1


@rule
def seats(options):
    """Two to four dogs play (G1)."""
    return options.seats


@rule
def side(options, seat):
    """Every dog digs for itself."""
    return seat


@rule
def setup(state, options):
    """Every dog on its start, with its biscuits (G1, G5)."""
    for seat in range(SEATS):
        plays = seat < options.seats
        state.place[seat] = options.homes[seat] if plays else NOWHERE
        state.biscuits[seat] = options.biscuits[seat] if plays else 0
        state.bid[seat] = NO_BID
    state.card = NO_CARD
    state.phase = DRAWING


@rule
def actor(state):
    """The deck, a seat, or nobody any more."""
    if state.phase == FINISHED:
        return OVER
    return CHANCE if state.phase == DRAWING else int(state.seat)


@rule
def stream(state):
    """There is one deck."""
    return 0


@rule
def stock(state, options, kind):
    """Cards of a kind that are still in the deck (G2)."""
    return options.copies[kind] - int(state.drawn[kind])


@rule
def chance_outcomes(state, options, out, chances):
    """Any card that is left, by how many there are (G2)."""
    n = 0
    for kind in range(options.kinds):
        out[n] = DRAW + kind
        chances[n] = stock(state, options, kind)
        n += stock(state, options, kind) > 0
    return n


@rule
def others(state, options):
    """The cells of the dogs whose turn it is not, as bits (G3)."""
    mask = 0
    for seat in range(options.seats):
        if seat != state.turn:
            mask |= 1 << int(state.place[seat])
    return mask


@rule
def list_walks(state, options, work, out):
    """Every cell within the card's steps, not through another dog; staying if it must (G3)."""
    here = int(state.place[state.turn])
    most = options.reach[int(state.card)]
    measure(options.steps, work.far, work.frontier, here, most, others(state, options))
    n = 0
    for cell in range(options.cells):
        out[n] = WALK + cell
        n += work.far[cell] != NOWHERE and (cell != here or not options.must_walk)
    if n == 0:
        out[0] = WALK + here
        n = 1
    return n


@rule
def legal_actions(state, options, work, out):
    """Walks, or bids of any number of the own biscuits (G3, G6)."""
    if state.phase == WALKING:
        return list_walks(state, options, work, out)
    most = int(state.biscuits[state.seat])
    for biscuits in range(most + 1):
        out[biscuits] = BID + biscuits
    return most + 1


@rule
def is_bone(state, options, cell):
    """A bone lies where the board has one and nobody has dug (G4)."""
    return is_in(options.bones, cell) and not is_in(state.dug, cell)


@rule
def draw_card(state, options, kind):
    """The card says how far the dog may walk (G2)."""
    state.drawn[kind] += 1
    state.card = kind
    state.seat = state.turn
    state.phase = WALKING


@rule
def shuffle_if_empty(state, options, tally):
    """A deck that is used up is shuffled (G2)."""
    left = 0
    for kind in range(options.kinds):
        left += stock(state, options, kind)
    if left == 0:
        for kind in range(options.kinds):
            state.drawn[kind] = 0
        if tally is not None:
            tally.shuffles += 1


@rule
def is_called_in(state, options):
    """No bone left, the last round over, or no bone for too long (G8)."""
    if options.bones & ~state.dug == 0 or state.lull >= LULL:
        return True
    return options.rounds != NO_ROUNDS and state.played >= options.rounds


@rule
def end_turn(state, options, tally):
    """On to the next dog; behind the last, a round is over (G8)."""
    shuffle_if_empty(state, options, tally)
    state.turn = (int(state.turn) + 1) % options.seats
    state.seat = state.turn
    if state.turn == 0:
        state.played += 1
        state.lull += 1
    state.phase = FINISHED if is_called_in(state, options) else DRAWING


@rule
def walk(state, options, cell, tally):
    """Walks and digs: a bone is bid for, fresh earth may hold biscuits (G4, G6)."""
    seat = int(state.turn)
    bone = is_bone(state, options, cell)
    fresh = not is_in(state.dug, cell)
    state.place[seat] = cell
    state.card = NO_CARD
    state.dug |= 1 << cell
    if tally is not None:
        tally.holes[seat] += fresh
        tally.found[seat] += bone
    if bone:
        for each in range(SEATS):
            state.bid[each] = NO_BID
        state.phase = BIDDING
        return
    if fresh:
        state.biscuits[seat] = min(int(state.biscuits[seat]) + options.crumbs, MOST_BISCUITS)
    end_turn(state, options, tally)


@rule
def bids_before(state, options, seat, other):
    """Whether a tie goes to a seat rather than to another that bid as much (G7)."""
    if options.tie == POOREST and state.biscuits[seat] != state.biscuits[other]:
        return state.biscuits[seat] < state.biscuits[other]
    count = options.seats
    return (seat - int(state.turn)) % count < (other - int(state.turn)) % count


@rule
def best_bidder(state, options, tally):
    """Who gets the bone: the highest bid, a tie by the option (G6, G7)."""
    best = 0
    tied = False
    for seat in range(1, options.seats):
        if state.bid[seat] > state.bid[best]:
            best = seat
            tied = False
        elif state.bid[seat] == state.bid[best]:
            tied = True
            if bids_before(state, options, seat, best):
                best = seat
    if tied and tally is not None:
        tally.ties += 1
    return NOBODY_GETS if tied and options.tie == NOBODY_WINS else best


@rule
def bid(state, options, biscuits, tally):
    """A bid lies hidden until the last is in; then all pay and the highest gets the bone (G6)."""
    state.bid[state.seat] = biscuits
    state.seat = (int(state.seat) + 1) % options.seats
    if state.seat != state.turn:
        return
    winner = best_bidder(state, options, tally)
    for seat in range(options.seats):
        state.biscuits[seat] -= state.bid[seat]
        if tally is not None:
            tally.paid[seat] += state.bid[seat]
    if winner != NOBODY_GETS:
        state.won[winner] += 1
    state.lull = 0
    end_turn(state, options, tally)


@rule
def apply(state, options, work, action, tally):
    """Carries out a legal action or a chance outcome."""
    if action >= DRAW:
        draw_card(state, options, action - DRAW)
    elif action >= BID:
        bid(state, options, action - BID, tally)
    else:
        walk(state, options, action - WALK, tally)


@rule
def standing(state, seat):
    """Bones count, then biscuits (G9)."""
    return int(state.won[seat]) * (MOST_BISCUITS + 1) + int(state.biscuits[seat])


@rule
def rank(state, options, places):
    """How many dogs stand before each (G9)."""
    for seat in range(options.seats):
        before = 0
        for other in range(options.seats):
            before += standing(state, other) > standing(state, seat)
        places[seat] = before


@rule
def returns(state, options, shares):
    """The best dog wins; equals share (G9)."""
    best = 0
    equals = 0
    for seat in range(options.seats):
        if standing(state, seat) > best:
            best = standing(state, seat)
            equals = 0
        equals += standing(state, seat) == best
    for seat in range(options.seats):
        shares[seat] = 1.0 / equals if standing(state, seat) == best else 0.0


@rule
def count(state, options, action, sums):
    """For the lab: where walks end, and how high bids are."""
    if action < BID:
        sums.visits[action - WALK] += 1
    elif action < DRAW:
        sums.bids[action - BID] += 1


@rule
def canonical(state):
    """Dogs have no other names than their seats."""
