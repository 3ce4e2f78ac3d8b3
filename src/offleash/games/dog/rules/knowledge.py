"""Who knows what: hiding a position from a seat, and filling the blanks again.

A seat knows its own hand, every card laid face up, how many cards everybody holds, the card it
gave and the one it got. Thrown hands are open unless `throw_hidden`; then it also knows that
nothing in them was playable.
"""

from offleash.compiler.rules.bits import popcount
from offleash.compiler.rules.random import below
from offleash.contract.rules.actors import NOBODY, UNSEEN
from offleash.games.dog.rules.actions import IS_DEAL, IS_GIFT, KIND_OF
from offleash.games.dog.rules.course import receiver
from offleash.games.dog.rules.movement import partner
from offleash.games.dog.rules.record import (
    COPIES,
    GIVING,
    JOKER,
    NO_CARD,
    RANKS,
    SEATS,
    SHUFFLES_APART,
    UNKNOWN,
    rule,
)

TRIES = 200  # draws of all thrown hands before they are settled by swaps instead
UNPLACED = SHUFFLES_APART * SEATS  # a place beside the thrown hands: cards not dealt out yet
SWAPS = 6000  # enough to forget where the swaps began: there are at most 116 cards


@rule
def may_see_gift(state, giver, seat):
    """Return whether a seat knows a gift: its giver; its partner once all are picked up (D27)."""
    return giver == seat or (state.phase != GIVING and giver == partner(seat) and seat != NOBODY)


@rule
def hide_burial(state, i, owner, seat):
    """Hide a hand thrown face down: only the partner knows a card of it, the one it gave (D29)."""
    for rank in range(RANKS):
        state.buried[i, owner, rank] = UNKNOWN
    if seat == NOBODY or seat != partner(owner):
        state.buried_gift[i, owner] = UNKNOWN


@rule
def hide(state, options, seat):
    """Blank all that this seat may not know, NOBODY being a spectator (D27, D29)."""
    for rank in range(RANKS):
        state.stock[rank] = UNKNOWN
    for other in range(SEATS):
        if state.gave[other] != NO_CARD and not may_see_gift(state, other, seat):
            state.gave[other] = UNKNOWN
        if other == seat:
            continue
        for rank in range(RANKS):
            state.hand[other, rank] = UNKNOWN
        for i in range(SHUFFLES_APART):
            if state.buried_held[i, other]:
                hide_burial(state, i, other, seat)


@rule
def seen(state, options, action, seat):
    """Return an action as seen: a card dealt or given to somebody else only from behind (D27)."""
    if KIND_OF[action] == IS_DEAL:
        return action if receiver(state) == seat else UNSEEN
    if KIND_OF[action] == IS_GIFT:
        return action if int(state.seat) == seat else UNSEEN
    return action


@rule
def gift_still_held(state, seat):
    """Return the card a seat gave if its partner must still hold it, having shown none (D27)."""
    if seat == NOBODY or state.phase == GIVING or state.gave[seat] < 0:
        return NO_CARD
    rank = int(state.gave[seat])
    if state.held[partner(seat)] == 0 or state.shown[partner(seat), rank] > 0:
        return NO_CARD
    return rank


@rule
def count_unseen(state, options, seat):
    """Count into `stock` every card whose place this view does not tell."""
    gift = gift_still_held(state, seat)
    for rank in range(RANKS):
        count = (options.jokers if rank == JOKER else COPIES) - int(state.discard[rank])
        count -= gift == rank
        for other in range(SEATS):
            if state.hand[other, rank] != UNKNOWN:
                count -= int(state.hand[other, rank])
            count -= state.phase == GIVING and state.gave[other] == rank
            for i in range(SHUFFLES_APART):
                if state.buried[i, other, rank] != UNKNOWN:
                    count -= int(state.buried[i, other, rank])
                else:
                    count -= state.buried_gift[i, other] == rank + 1
        state.stock[rank] = count


@rule
def unseen_outside(state, void):
    """Return how many unseen cards are of ranks that are not in `void`."""
    count = 0
    for rank in range(RANKS):
        if ((void >> rank) & 1) == 0:
            count += int(state.stock[rank])
    return count


@rule
def take_nth(state, void, index):
    """Take one unseen card, counting those outside `void` from 0, and return its rank."""
    for rank in range(RANKS):
        if ((void >> rank) & 1) == 0:
            index -= int(state.stock[rank])
            if index < 0:
                state.stock[rank] -= 1
                return rank
    return NO_CARD


@rule
def take_any(state, rng, stream):
    """Take one unseen card, each as likely as another, and return its rank."""
    return take_nth(state, 0, below(rng, stream, unseen_outside(state, 0)))


@rule
def is_hidden_burial(state, i, owner, seat):
    """Return whether a thrown hand has not been seen by this seat."""
    return owner != seat and state.buried_held[i, owner] > 0


@rule
def next_burial(state, seat):
    """Return the unfilled thrown hand that fewest ranks fit, as i * SEATS + owner, or −1 (D29).

    The order must not depend on what was drawn before, or the draw would not be fair.
    """
    found = -1
    most = -1
    for i in range(SHUFFLES_APART):
        for owner in range(SEATS):
            if is_hidden_burial(state, i, owner, seat) and state.buried[i, owner, 0] == UNKNOWN:
                denied = popcount(int(state.buried_void[i, owner]))
                if denied > most:
                    found = i * SEATS + owner
                    most = denied
    return found


@rule
def drawn_by_others(state, seat, void):
    """Return how many cards outside `void` are in filled hands that might have drawn none."""
    count = 0
    for i in range(SHUFFLES_APART):
        for owner in range(SEATS):
            other = int(state.buried_void[i, owner])
            hidden = is_hidden_burial(state, i, owner, seat)
            if hidden and state.buried[i, owner, 0] != UNKNOWN and (other & void) != void:
                gift = int(state.buried_gift[i, owner])
                for rank in range(RANKS):
                    if ((void >> rank) & 1) == 0:
                        count += int(state.buried[i, owner, rank]) - (gift == rank + 1)
    return count


@rule
def fill_burial(state, i, owner, seat, rng, stream):
    """Draw one thrown hand; a card is missed as often as other hands could have left more (D29).

    That makes every completion equally likely, once a miss has the whole draw start afresh.
    """
    void = int(state.buried_void[i, owner])
    gift = int(state.buried_gift[i, owner])
    extra = drawn_by_others(state, seat, void)
    for rank in range(RANKS):
        state.buried[i, owner, rank] = 1 if gift == rank + 1 else 0
    for _ in range(int(state.buried_held[i, owner]) - (1 if gift > 0 else 0)):
        possible = unseen_outside(state, void)
        if possible == 0 or below(rng, stream, possible + extra) >= possible:
            return False
        rank = take_nth(state, void, below(rng, stream, possible))
        state.buried[i, owner, rank] += 1
    return True


@rule
def blank_burials(state, seat):
    """Forget a draw that failed."""
    for i in range(SHUFFLES_APART):
        for owner in range(SEATS):
            if is_hidden_burial(state, i, owner, seat):
                for rank in range(RANKS):
                    state.buried[i, owner, rank] = UNKNOWN


@rule
def cards_at(state, seat, place, rank):
    """Return unseen cards of a rank in a thrown hand (the gift is not unseen) or unplaced."""
    if place == UNPLACED:
        return int(state.stock[rank])
    i = place // SEATS
    owner = place % SEATS
    if not is_hidden_burial(state, i, owner, seat):
        return 0
    return int(state.buried[i, owner, rank]) - (state.buried_gift[i, owner] == rank + 1)


@rule
def put_card(state, place, rank, change):
    """Add a card to a place, or take it away."""
    if place == UNPLACED:
        state.stock[rank] += change
    else:
        state.buried[place // SEATS, place % SEATS, rank] += change


@rule
def find_card(state, seat, index):
    """Return the place and the rank of one unseen card, counting from 0, thrown hands first."""
    for place in range(UNPLACED + 1):
        for rank in range(RANKS):
            index -= cards_at(state, seat, place, rank)
            if index < 0:
                return place, rank
    return UNPLACED, 0


@rule
def is_denied(state, place, rank):
    """Return whether a card can't be there: it would have been playable (D29)."""
    if place == UNPLACED:
        return 0
    return (int(state.buried_void[place // SEATS, place % SEATS]) >> rank) & 1


@rule
def settle_burials(state, seat, rng, stream):
    """Fill thrown hands anyhow where drawing fails too often, then swap unseen cards often (D29).

    A swap that would put more cards where they can't be is refused, so the filling becomes
    lawful and then wanders evenly over all lawful ones.
    """
    thrown = 0
    burial = next_burial(state, seat)
    while burial >= 0:
        i = burial // SEATS
        owner = burial % SEATS
        gift = int(state.buried_gift[i, owner])
        for rank in range(RANKS):
            state.buried[i, owner, rank] = 1 if gift == rank + 1 else 0
        for _ in range(int(state.buried_held[i, owner]) - (1 if gift > 0 else 0)):
            state.buried[i, owner, take_any(state, rng, stream)] += 1
            thrown += 1
        burial = next_burial(state, seat)
    everything = thrown + unseen_outside(state, 0)
    for _ in range(SWAPS if thrown > 0 else 0):
        place, rank = find_card(state, seat, below(rng, stream, thrown))
        other, card = find_card(state, seat, below(rng, stream, everything))
        before = is_denied(state, place, rank) + is_denied(state, other, card)
        after = is_denied(state, place, card) + is_denied(state, other, rank)
        if after <= before:
            put_card(state, place, rank, -1)
            put_card(state, other, card, -1)
            put_card(state, place, card, 1)
            put_card(state, other, rank, 1)


@rule
def fill_burials(state, options, seat, rng, stream):
    """Deal the thrown hands that lie face down: none of them held a playable card (D29)."""
    for _ in range(TRIES):
        count_unseen(state, options, seat)
        done = True
        burial = next_burial(state, seat)
        while burial >= 0 and done:
            done = fill_burial(state, burial // SEATS, burial % SEATS, seat, rng, stream)
            burial = next_burial(state, seat)
        if done:
            return
        blank_burials(state, seat)
    count_unseen(state, options, seat)
    settle_burials(state, seat, rng, stream)


@rule
def fill_hands(state, seat, rng, stream):
    """Deal the hidden hands, the partner's with the card it was given (D27)."""
    gift = gift_still_held(state, seat)
    for other in range(SEATS):
        if state.hand[other, 0] != UNKNOWN:
            continue
        known = 1 if gift != NO_CARD and other == partner(seat) else 0
        for rank in range(RANKS):
            state.hand[other, rank] = known if rank == gift else 0
        for _ in range(int(state.held[other]) - known):
            state.hand[other, take_any(state, rng, stream)] += 1


@rule
def cards_had(state, seat):
    """Return how many cards a seat has had this round: in hand, shown, thrown face down (D27)."""
    had = int(state.held[seat]) + int(state.buried_held[int(state.burial), seat])
    for rank in range(RANKS):
        had += int(state.shown[seat, rank])
    return had


@rule
def gift_among(state, receiving, index):
    """Return the rank of one of the cards a seat has had this round, counting from 0 (D27)."""
    i = int(state.burial)
    for rank in range(RANKS):
        index -= int(state.hand[receiving, rank]) + int(state.shown[receiving, rank])
        index -= int(state.buried[i, receiving, rank])
        if index < 0:
            return rank
    return NO_CARD


@rule
def fill_gifts(state, rng, stream):
    """Fill in the cards given: still face down, or any that the receiver has had since (D27)."""
    for giver in range(SEATS):
        if state.gave[giver] == UNKNOWN:
            if state.phase == GIVING:
                state.gave[giver] = take_any(state, rng, stream)
            else:
                had = cards_had(state, partner(giver))
                index = below(rng, stream, had) if had > 0 else 0
                state.gave[giver] = gift_among(state, partner(giver), index)


@rule
def fill_buried_gifts(state, rng, stream):
    """Fill in which card of a thrown hand was a gift: by this round's gifts, any, or none (D29)."""
    for i in range(SHUFFLES_APART):
        for owner in range(SEATS):
            if state.buried_gift[i, owner] != UNKNOWN:
                continue
            gift = NO_CARD
            if i == state.burial:
                gift = int(state.gave[partner(owner)])
                if gift != NO_CARD and state.shown[owner, gift] > 0:
                    gift = NO_CARD
            else:
                index = below(rng, stream, int(state.buried_held[i, owner]) + 1)
                for rank in range(RANKS):
                    index -= int(state.buried[i, owner, rank])
                    if index < 0:
                        gift = rank
                        break
            state.buried_gift[i, owner] = gift + 1


@rule
def resample(state, options, work, seat, rng, stream):
    """Fill the blanks of a seat's view, every completion that the rules allow equally likely.

    What others chose freely tells nothing; that a thrown hand was unplayable, and the card given
    to the partner, do (D27, D29).
    """
    fill_burials(state, options, seat, rng, stream)
    fill_hands(state, seat, rng, stream)
    fill_gifts(state, rng, stream)
    fill_buried_gifts(state, rng, stream)
