"""Cards: what each effect does, to whom, and the choices that it asks for."""

from offleash.games.uri_nation.rules.actions import DISCARD, PLAY, TARGET, TARGET_SITE
from offleash.games.uri_nation.rules.alliances import clear_site, is_active
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import (
    ALL,
    CLEAR_ALL,
    CLOSE_WATER,
    FULL,
    ME,
    MOST_CARDS,
    MOST_EFFECTS,
    OP_ATTACK,
    OP_BONDS_CLEAR,
    OP_CLOSE,
    OP_FORT,
    OP_FREE_CROSS,
    OP_REFILL,
    OP_SEND_HOME,
    OP_SKIP,
    OP_TOK,
    OP_UNCLAIM,
    OP_WALK,
    OP_WATER,
    WATER_DECK,
)
from offleash.games.uri_nation.rules.decks import held_count_of, hold_window, let_go, take_in_hand
from offleash.games.uri_nation.rules.economy import gain, most_of, resupply, spend
from offleash.games.uri_nation.rules.record import (
    BY_CARD,
    CARD_DISCARD,
    CARD_TARGET,
    FROM_WATER,
    IMMEDIATE,
    IN_WALK,
    MOST_ATTACK,
    MOST_EXTRA,
    MOST_HELD,
    NO_CARD,
    WATER,
    rule,
)
from offleash.games.uri_nation.rules.territory import (
    empty_territory,
    has_small_disk,
    leaders,
    seat_bits,
)

# The effect that is being carried out


@rule.inline
def part_of_effect(state, options, part):
    """Return an effect's operation, whom it means, what, and how much."""
    deck, card = int(state.card) // MOST_CARDS, int(state.card) % MOST_CARDS
    return int(options.card_effect[deck, card, int(state.effect), part])


@rule.inline
def operation(state, options):
    """Return what kind of effect this is."""
    return part_of_effect(state, options, 0)


@rule
def is_once(state, options):
    """Return whether an effect happens once and for everybody (N14)."""
    op = operation(state, options)
    if op == OP_CLOSE or op == OP_FREE_CROSS:
        return True
    return op == OP_BONDS_CLEAR and part_of_effect(state, options, 2) == CLEAR_ALL


@rule
def meant(state, options):
    """Return whom the effect means, as bits (N14)."""
    who = part_of_effect(state, options, 1)
    if who == ME or is_once(state, options):
        return 1 << int(state.seat)
    return seat_bits(options) if who == ALL else int(state.most)


@rule
def seat_after(state, options, behind):
    """Return the seat so many places after the active one in turn order (D4)."""
    return int(state.order[(int(state.turn) + behind) % options.seats])


# Choices


@rule
def is_target(state, options, seat, territory):
    """Return whether a seat may choose a territory for the effect."""
    if not has(int(state.owned[seat]), territory):
        return False
    tokens = int(state.fort[territory])
    if operation(state, options) == OP_UNCLAIM:
        return tokens == 0
    if part_of_effect(state, options, 3) > 0:
        return tokens < options.fortify_max
    return tokens > 0


@rule
def list_targets(state, options, seat, out):
    """List own territories that the effect fits, or active sites."""
    n = 0
    if operation(state, options) == OP_BONDS_CLEAR:
        for site in range(options.sites):
            out[n] = TARGET_SITE + site
            n += is_active(state, site)
        return n
    places = operation(state, options) == OP_FORT and part_of_effect(state, options, 3) > 0
    if places and not has_small_disk(state, options, seat):
        return 0
    for territory in range(options.territories):
        out[n] = TARGET + territory
        n += is_target(state, options, seat, territory)
    return n


@rule
def choose_territory(state, options, seat, territory):
    """Lay or take fortify tokens, or remove the disk, for nothing."""
    if operation(state, options) == OP_UNCLAIM:
        empty_territory(state, options, territory)
    elif part_of_effect(state, options, 3) > 0:
        state.fort[territory] += 1
    else:
        state.fort[territory] -= 1


@rule
def needs_choice(state, options):
    """Return whether somebody has to choose a target for the effect."""
    op = operation(state, options)
    if op == OP_FORT or op == OP_UNCLAIM:
        return True
    return op == OP_BONDS_CLEAR and not is_once(state, options)


# Effects that ask nobody


@rule
def change_stock(state, options, seat, stock, amount, tally):
    """Gain or lose some of a stock, never below nothing (E13, E14)."""
    if amount > 0:
        source = FROM_WATER + int(state.card) // MOST_CARDS
        gain(state, options, seat, stock, amount, source, tally)
    else:
        spend(state, seat, stock, -amount, BY_CARD, tally)


@rule
def refill(state, options, seat, how, tally):
    """Refill to the cap, or to half of it rounded up (E12)."""
    cap = most_of(options, seat, WATER)
    amount = cap - int(state.bowl[seat, WATER]) if how == FULL else (cap + 1) // 2
    if amount > 0:
        gain(state, options, seat, WATER, amount, FROM_WATER + int(state.card) // MOST_CARDS, tally)


@rule
def send_home(state, options, seat, tally):
    """Carry the pawn home; the active dog's walk is over and it has landed there (D6, N14)."""
    state.cell[seat] = options.home_cell[int(state.home[seat])]
    if seat == state.seat:
        state.walk_over = 1
        if tally is not None and state.entered_home == 0:
            tally.home_visits[seat] += 1
        state.entered_home = 1
        if options.resupply_timing == IMMEDIATE:
            resupply(state, options, seat, tally)


@rule
def change_street(state, options):
    """Close features, free roads or clear bonds, until the drawer's next turn (D5, N14)."""
    op = operation(state, options)
    drawer = 1 << int(state.seat)
    if op == OP_FREE_CROSS:
        state.open_road |= drawer
    elif op == OP_BONDS_CLEAR:
        for site in range(options.sites):
            clear_site(state, site)
    elif part_of_effect(state, options, 2) == CLOSE_WATER:
        state.no_water |= drawer
    else:
        state.no_chance |= drawer


@rule.inline
def bounded(value, most):
    """Return a sum of what cards give or take, bounded to fit the record."""
    return max(-most, min(most, value))


@rule
def happen(state, options, seat, tally):
    """Carry out an effect that asks nobody, for one seat (part 4)."""
    op = operation(state, options)
    what, amount = part_of_effect(state, options, 2), part_of_effect(state, options, 3)
    if op == OP_TOK:
        change_stock(state, options, seat, what, amount, tally)
    elif op == OP_WATER:
        change_stock(state, options, seat, WATER, amount, tally)
    elif op == OP_REFILL:
        refill(state, options, seat, what, tally)
    elif op == OP_SKIP:
        state.skip[seat] = 1
    elif op == OP_WALK:
        state.walk_extra[seat] += amount
        state.walk_extra[seat] = bounded(int(state.walk_extra[seat]), MOST_EXTRA)
    elif op == OP_ATTACK:
        state.attack[seat] += amount
        state.attack[seat] = bounded(int(state.attack[seat]), MOST_ATTACK)
    elif op == OP_SEND_HOME:
        send_home(state, options, seat, tally)
    else:
        change_street(state, options)


@rule
def can_choose(state, options, work, seat):
    """Return whether a seat has anything to choose from."""
    return list_targets(state, options, seat, work.listed) > 0


@rule
def carry_out(state, options, work, tally):
    """Go on with the card; return whether it is done, or else waits for a choice (D4)."""
    while state.effect < MOST_EFFECTS and operation(state, options) != 0:
        while state.whom < options.seats:
            seat = seat_after(state, options, int(state.whom))
            state.whom += 1
            if not has(meant(state, options), seat):
                continue
            if not needs_choice(state, options):
                happen(state, options, seat, tally)
            elif can_choose(state, options, work, seat):
                state.decider = seat
                state.phase = CARD_TARGET
                return False
        state.effect += 1
        state.whom = 0
    end_card(state)
    return True


@rule
def end_card(state):
    """End the card that is being carried out; the active player decides again."""
    state.card = NO_CARD
    state.effect = 0
    state.whom = 0
    state.most = 0
    state.decider = state.seat


# Drawing and playing


@rule
def begin_card(state, options, card, window):
    """Begin a drawn or played card; settle now who has most (N14)."""
    state.card = card
    state.effect = 0
    state.whom = 0
    state.most = leaders(state, options)
    state.window = window


@rule
def draw_card(state, options, work, card, tally):
    """Hold a drawn card or carry it out; return whether it is done (D3, N14)."""
    seat = int(state.seat)
    state.pile[card // MOST_CARDS] &= ~(1 << card % MOST_CARDS)
    state.deck = 0
    if tally is not None:
        tally.drawn[seat, card // MOST_CARDS] += 1
        if card // MOST_CARDS == WATER_DECK:
            tally.grades[seat, int(options.drink_grade[card])] += 1
    if hold_window(options, card) == 0:
        begin_card(state, options, card, IN_WALK)
        return carry_out(state, options, work, tally)
    if options.held_cards_max > 0:
        take_in_hand(state, seat, card)
        if held_count_of(state, seat) > options.held_cards_max:
            state.phase = CARD_DISCARD
            return False
    return True


@rule
def play_card(state, options, work, card, window, tally):
    """Play a held card in its window, which is no action; return whether it is done (D3)."""
    let_go(state, int(state.seat), card)
    if tally is not None:
        tally.played[state.seat] += 1
    begin_card(state, options, card, window)
    return carry_out(state, options, work, tally)


@rule
def list_plays(state, options, window, out, n):
    """List the held cards of the active player that fit a window (D3)."""
    for slot in range(MOST_HELD):
        card = int(state.held[state.seat, slot])
        if card != NO_CARD:
            out[n] = PLAY + card
            n += hold_window(options, card) == window
    return n


@rule
def list_discards(state, out):
    """List the held cards, any of which may be discarded (D3)."""
    n = 0
    for slot in range(MOST_HELD):
        if state.held[state.seat, slot] != NO_CARD:
            out[n] = DISCARD + int(state.held[state.seat, slot])
            n += 1
    return n
