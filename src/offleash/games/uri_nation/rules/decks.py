"""Decks: drawing, running out, cards in hand."""

from offleash.games.uri_nation.rules.actions import DRAWN
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import DECKS, MOST_CARDS
from offleash.games.uri_nation.rules.record import MOST_HELD, NO_CARD, SEATS, rule


@rule
def held_cards(state, deck):
    """Return the cards of a deck that somebody holds, as bits: they stay out (E16)."""
    mask = 0
    for seat in range(SEATS):
        for slot in range(MOST_HELD):
            card = int(state.held[seat, slot])
            if card != NO_CARD and card // MOST_CARDS == deck:
                mask |= 1 << card % MOST_CARDS
    return mask


@rule
def fill_pile(state, options, deck):
    """Shuffle all cards that nobody holds into a new pile (E16)."""
    state.pile[deck] = ((1 << int(options.deck_size[deck])) - 1) & ~held_cards(state, deck)


@rule
def can_draw(state, options, deck):
    """Return whether a card can be drawn, shuffling if the pile has run out (E16, N14)."""
    if state.pile[deck] == 0:
        fill_pile(state, options, deck)
    return state.pile[deck] != 0


@rule
def list_draws(state, options, out, chances):
    """List every card of the pile, each as likely (E16)."""
    deck = int(state.deck)
    n = 0
    for card in range(options.deck_size[deck]):
        out[n] = DRAWN + deck * MOST_CARDS + card
        chances[n] = 1
        n += has(int(state.pile[deck]), card)
    return n


@rule
def held_count_of(state, seat):
    """Return how many cards a seat holds."""
    n = 0
    for slot in range(MOST_HELD):
        n += state.held[seat, slot] != NO_CARD
    return n


@rule
def take_in_hand(state, seat, card):
    """Hold a card, open to all; keep hands in the order of the cards (D3, E24)."""
    slot = held_count_of(state, seat)
    while slot > 0 and state.held[seat, slot - 1] > card:
        state.held[seat, slot] = state.held[seat, slot - 1]
        slot -= 1
    state.held[seat, slot] = card


@rule
def let_go(state, seat, card):
    """Discard a held card (D3)."""
    to = 0
    for slot in range(MOST_HELD):
        if state.held[seat, slot] != card:
            state.held[seat, to] = state.held[seat, slot]
            to += 1
    for slot in range(to, MOST_HELD):
        state.held[seat, slot] = NO_CARD


@rule
def has_card_for(state, options, seat, window):
    """Return whether a seat holds a card that may be played in a window (D3)."""
    for slot in range(MOST_HELD):
        card = int(state.held[seat, slot])
        if card != NO_CARD and hold_window(options, card) == window:
            return True
    return False


@rule.inline
def hold_window(options, card):
    """Return when a held card may be played; 0 for a card that is never held."""
    return int(options.card_hold[card // MOST_CARDS, card % MOST_CARDS])


@rule
def shuffle_all(state, options):
    """Shuffle the three decks at setup (S1)."""
    for deck in range(DECKS):
        state.pile[deck] = (1 << int(options.deck_size[deck])) - 1
