"""What must hold after every action of Uri-Nation, as a template bound to the game and compiled.

`states` has three rows: the position, the one before the last action, and the opening.
"""

from typing import Any

from offleash.compiler.rule import kernel
from offleash.compiler.rules.bits import popcount
from offleash.compiler.rules.random import below, pick, seed_streams
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.uri_nation.rules.actions import (
    ACTIONS,
    HOME_IS,
    IS_CLAIM,
    IS_RECLAIM_GRIT,
    IS_RECLAIM_SWAGGER,
    IS_TARGET,
    KIND_OF,
    MAX_ACTIONS,
)
from offleash.games.uri_nation.rules.bits import has, is_on_trail
from offleash.games.uri_nation.rules.card_words import DECKS, MOST_CARDS
from offleash.games.uri_nation.rules.economy import archetype_of, most_of
from offleash.games.uri_nation.rules.places import (
    BESIDE,
    HOMES,
    MOST_SITES,
    MOST_TERRITORIES,
    NOWHERE,
)
from offleash.games.uri_nation.rules.record import (
    BID_ATT,
    BID_DEF,
    BRUISER,
    BY_THRESHOLD,
    CARD_DISCARD,
    CARD_TARGET,
    DEFENCES,
    DICE,
    DIPLOMAT,
    DRAW,
    DRINK,
    FINISHED,
    HOMES_DRAWN,
    IN_WALK,
    LAST_DOG,
    LEG_DAY,
    MOST_HELD,
    MOVE,
    NO_BID,
    NO_CARD,
    NO_QUARRY,
    NOBODY_THERE,
    NONE,
    ORDER,
    OUT_OF_TIME,
    PATROL,
    PATROLS,
    RECLAIM,
    REVEAL,
    SCRAPPER,
    SEATS,
    SETUP_CLAIM,
    SINKS,
    SITE,
    SNIFF,
    SOURCES,
    STOCKS,
    TERRITORY,
    TIE,
    TRAIL_WORDS,
    WATER,
    YAPPER,
    ZOOMIES,
)

setup: Any
actor: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any

FINE = 0
(
    BAD_BOWL,
    BAD_BOOKS,
    BAD_TERRITORY,
    BAD_DISKS,
    BAD_SUPPLY,
    BAD_MARKERS,
    BAD_CARDS,
    BAD_HOME,
    BAD_ORDER,
    BAD_DECIDER,
    BAD_CHALLENGE,
    BAD_WALK,
    BAD_TRICK,
    BAD_END,
    BAD_LIST,
    STATE_TOUCHED,
    NEVER_ENDS,
) = range(1, 18)
NAMES = (
    "fine",
    "a bowl holds less than nothing or too much",
    "tokens gained and spent are not what the bowls hold",
    "a territory is owned twice, or fortified too much",
    "disks are not claims less losses",
    "more disks than the supply has",
    "markers, founder and ceasefires do not fit together",
    "a card is in two places, or where it can't be",
    "a home's disk, tokens and reversion do not fit together",
    "the order of the round is none",
    "the wrong seat decides",
    "bids or a challenge where there is none",
    "the walk's steps, trail or features are wrong",
    "a walk trick that this dog can't have used",
    "the game should have ended otherwise",
    "the list of actions is empty, unsorted or out of range",
    "listing actions changed the position",
    "the game goes on and on",
)

# What is counted while a game is played.
(STEPS, LAST, CLAIMED_AT_SETUP, RECLAIMED, UNCLAIMED, CLEARED, MARKERS_GONE, PHASES) = range(8)
COUNTS = PHASES + 20  # how often each phase was met, and before it the numbers above


# Bowls


@kernel
def check_bowls(states, options, counted):
    """Nothing negative, water within its cap, and gained less spent is held less start."""
    state = states[0]
    for seat in range(SEATS):
        for stock in range(STOCKS):
            amount = int(state.bowl[seat, stock])
            if amount < 0 or (seat >= options.seats and amount > 0):
                return BAD_BOWL
            if seat < options.seats and (stock == WATER or options.mod_cap_hard != 0):
                if amount > most_of(options, seat, stock):
                    return BAD_BOWL
            balance = int(states[2].bowl[seat, stock])
            for source in range(SOURCES):
                balance += int(counted.gained[seat, stock, source])
                if counted.gained[seat, stock, source] < 0:
                    return BAD_BOOKS
            for sink in range(SINKS):
                balance -= int(counted.spent[seat, stock, sink])
                if counted.spent[seat, stock, sink] < 0:
                    return BAD_BOOKS
            if balance != amount:
                return BAD_BOOKS
    return FINE


# Territories


@kernel
def check_territories(state, options):
    """Each has one owner at most; tokens lie on owned ones alone, up to the maximum."""
    mask = 0
    for seat in range(SEATS):
        territories = int(state.owned[seat])
        if territories & mask != 0 or (seat >= options.seats and territories != 0):
            return BAD_TERRITORY
        if territories != 0 and not has(int(state.has_held), seat):
            return BAD_TERRITORY
        mask |= territories
    if mask >> options.territories != 0:
        return BAD_TERRITORY
    for territory in range(MOST_TERRITORIES):
        tokens = int(state.fort[territory])
        if tokens < 0 or tokens > options.fortify_max:
            return BAD_TERRITORY
        if tokens > 0 and not has(mask, territory):
            return BAD_TERRITORY
    return FINE


@kernel
def disks_on_territories(state):
    """All disks on territories."""
    disks = 0
    for seat in range(SEATS):
        disks += popcount(int(state.owned[seat]))
    return disks


@kernel
def joins(counted):
    """How often somebody joined."""
    n = 0
    for seat in range(SEATS):
        n += int(counted.joined[seat])
    return n


@kernel
def challenges_won(counted):
    """How many territories were cleared by a challenge."""
    n = 0
    for seat in range(SEATS):
        for row in range(DEFENCES):
            n += int(counted.won[seat, row])
    return n


@kernel
def claims(counted):
    """How many claims were paid for."""
    n = 0
    for seat in range(SEATS):
        n += int(counted.claims[seat])
    return n


@kernel
def keep_books(states, action, old_joins, counted, counts):
    """Notes what the tally does not tell apart: setup, re-claims of territories, losses to cards.

    A join alone clears more than one territory; a card's target may be a disk that goes.
    """
    kind = KIND_OF[action]
    before, losses = states[1], 0
    for seat in range(SEATS):
        losses += popcount(int(before.owned[seat]) & ~int(states[0].owned[seat]))
    if kind == IS_CLAIM and before.phase == SETUP_CLAIM:
        counts[CLAIMED_AT_SETUP] += 1
    elif kind == IS_RECLAIM_SWAGGER or kind == IS_RECLAIM_GRIT:
        counts[RECLAIMED] += before.quarry == TERRITORY
    if kind == IS_TARGET:
        counts[UNCLAIMED] += losses
    elif joins(counted) > old_joins:
        counts[CLEARED] += losses
    for site in range(MOST_SITES):
        if states[0].marks[site] == 0:
            counts[MARKERS_GONE] += popcount(int(before.marks[site]))


@kernel
def check_disks(state, counted, counts):
    """Disks on territories = claims and re-claims, less challenges won and cards."""
    disks = counts[CLAIMED_AT_SETUP] + counts[RECLAIMED] + claims(counted)
    disks -= counts[UNCLAIMED] + counts[CLEARED] + challenges_won(counted)
    return FINE if disks == disks_on_territories(state) else BAD_DISKS


@kernel
def large_disks(state, seat):
    """Large disks of one colour on the board."""
    disks = popcount(int(state.owned[seat]))
    for home in range(HOMES):
        disks += state.home_disk[home] == seat
    return disks


@kernel
def check_supply(states, options):
    """No disk is laid that the supply does not have; only a home's reversion never fails (N18)."""
    state = states[0]
    for seat in range(options.seats):
        home = int(state.home[seat])
        reverted = home != NOWHERE and state.home_disk[home] == seat
        if home != NOWHERE:
            reverted = reverted and states[1].home_disk[home] != seat
        disks = large_disks(state, seat)
        is_more = disks > large_disks(states[1], seat)
        if options.supply_large != NONE and is_more and not reverted:
            if disks > options.supply_large:
                return BAD_SUPPLY
        small = 0
        for territory in range(options.territories):
            if has(int(state.owned[seat]), territory):
                small += int(state.fort[territory])
        if home != NOWHERE:
            small += int(state.home_fort[home])
        for site in range(MOST_SITES):
            small += has(int(state.marks[site]), seat)
        if options.supply_small != NONE and small > options.supply_small:
            return BAD_SUPPLY
    return FINE


# Alliances, homes, cards


@kernel
def check_site(states, options, site):
    """A founder who is a member, markers that go all together, ceasefires of joiners alone."""
    state = states[0]
    marks, founder = int(state.marks[site]), int(state.founder[site])
    if marks >> options.seats != 0 or (marks == 0) != (founder == NOBODY_THERE):
        return BAD_MARKERS
    if marks != 0 and (site >= options.sites or options.is_site[site] == 0):
        return BAD_MARKERS
    if marks != 0 and not has(marks, founder):
        return BAD_MARKERS
    was = int(states[1].marks[site])
    if marks != 0 and was & ~marks != 0:
        return BAD_MARKERS
    for seat in range(SEATS):
        bar = int(state.barred[site, seat])
        if bar < 0 or bar > options.ceasefire_turns:
            return BAD_MARKERS
        if bar > 0 and (not has(marks, seat) or seat == founder):
            return BAD_MARKERS
        if bar > 0 and archetype_of(options, founder) != DIPLOMAT:
            return BAD_MARKERS
    return FINE


@kernel
def check_sites(states, options, counted, counts):
    """Every site, and as many markers as were laid and not taken away."""
    markers = counts[MARKERS_GONE]
    for site in range(MOST_SITES):
        if check_site(states, options, site) != FINE:
            return BAD_MARKERS
        markers += popcount(int(states[0].marks[site]))
    for seat in range(SEATS):
        markers -= int(counted.initiated[seat]) + int(counted.joined[seat])
    return FINE if markers == 0 else BAD_MARKERS


@kernel
def lives_in(state, options, home):
    """Who lives in a home, or NOBODY_THERE."""
    for seat in range(options.seats):
        if state.home[seat] == home:
            return seat
    return NOBODY_THERE


@kernel
def check_homes(state, options):
    """A disk and tokens only where they may be; a home that is lost is on its way back (C16)."""
    for home in range(HOMES):
        disk, tokens = int(state.home_disk[home]), int(state.home_fort[home])
        away = int(state.home_away[home])
        resident = lives_in(state, options, home)
        bad = tokens < 0 or tokens > options.home_fortify_max or away < 0
        if resident == NOBODY_THERE or options.home_challenge == 0:
            bad = bad or disk != NOBODY_THERE or tokens != 0 or away != 0
        else:
            bad = bad or (away == 0) != (disk == resident) or disk >= options.seats
            bad = bad or away > max(1, options.home_revert_turns)
            if away > 0:
                bad = bad or tokens > 0
                bad = bad or (options.home_revert_turns == 0 and state.phase != RECLAIM)
        if bad:
            return BAD_HOME
    return FINE


@kernel
def check_dogs(state, options):
    """Every dog has a home of its own and stands on a cell, once homes are drawn."""
    for seat in range(SEATS):
        home, cell = int(state.home[seat]), int(state.cell[seat])
        bad = (home == NOWHERE) != (cell == NOWHERE) or cell >= options.cells
        if home == NOWHERE:
            bad = bad or (seat < options.seats and state.phase != HOMES_DRAWN)
        else:
            bad = bad or seat >= options.seats or lives_in(state, options, home) != seat
        if bad:
            return BAD_HOME
    return FINE


@kernel
def count_hand(state, options, seat):
    """Held cards in order, each once, of the kind that is held; returns their number, or -1."""
    cards = 0
    for slot in range(MOST_HELD):
        card = int(state.held[seat, slot])
        if card == NO_CARD:
            continue
        deck, number = card // MOST_CARDS, card % MOST_CARDS
        if cards != slot or (slot > 0 and card <= state.held[seat, slot - 1]):
            return -1
        if (
            deck >= DECKS
            or number >= options.deck_size[deck]
            or options.card_hold[deck, number] == 0
        ):
            return -1
        if has(int(state.pile[deck]), number) or card == state.card:
            return -1
        for other in range(seat):
            for place in range(MOST_HELD):
                if state.held[other, place] == card:
                    return -1
        cards += 1
    return cards


@kernel
def check_cards(state, options):
    """Every card once: in a pile, in a hand, being carried out, or discarded."""
    for deck in range(DECKS):
        if int(state.pile[deck]) >> int(options.deck_size[deck]) != 0:
            return BAD_CARDS
    for seat in range(SEATS):
        most = options.held_cards_max
        most += state.phase == CARD_DISCARD and seat == state.seat
        cards = count_hand(state, options, seat)
        if cards < 0 or cards > most or (cards > 0 and seat >= options.seats):
            return BAD_CARDS
    card = int(state.card)
    if card != NO_CARD and has(int(state.pile[card // MOST_CARDS]), card % MOST_CARDS):
        return BAD_CARDS
    if (card != NO_CARD) != (state.phase == CARD_TARGET):
        return BAD_CARDS
    return BAD_CARDS if state.phase == DRAW and state.pile[state.deck] == 0 else FINE


# Whose turn it is


@kernel
def check_order(state, options):
    """Seats in the order of the round, each once."""
    mask = 0
    for place in range(SEATS):
        seat = int(state.order[place])
        if (seat == NOBODY_THERE) != (place >= state.placed):
            return BAD_ORDER
        if seat != NOBODY_THERE:
            if seat < 0 or seat >= options.seats or has(mask, seat):
                return BAD_ORDER
            mask |= 1 << seat
    if state.phase == ORDER or state.phase == HOMES_DRAWN:
        return BAD_ORDER if state.placed >= options.seats else FINE
    if state.placed != options.seats or state.turn < 0 or state.turn >= options.seats:
        return BAD_ORDER
    if state.rounds < 1 or state.rounds > options.last_round:
        return BAD_ORDER
    return FINE if state.seat == state.order[state.turn] else BAD_ORDER


@kernel
def challenged(state, options):
    """Who defends, recounted from the board."""
    target = int(state.target)
    if state.quarry == SITE:
        return int(state.founder[target])
    if state.quarry != TERRITORY:
        return lives_in(state, options, target)
    for seat in range(options.seats):
        if has(int(state.owned[seat]), target):
            return seat
    return NOBODY_THERE


@kernel
def check_decider(state, options):
    """The active seat decides, but for the defender's bid and what a card asks of others."""
    phase = state.phase
    if state.decider < 0 or state.decider >= options.seats:
        return BAD_DECIDER
    if phase == BID_DEF:
        return FINE if state.decider == challenged(state, options) else BAD_DECIDER
    if phase == ORDER or phase == HOMES_DRAWN or phase == CARD_TARGET:
        return FINE
    return FINE if state.decider == state.seat else BAD_DECIDER


@kernel
def check_challenge(state, options):
    """A quarry only while there is a challenge; bids only from the first one to its end (W7)."""
    phase = state.phase
    bids = phase == BID_ATT or phase == BID_DEF or phase == REVEAL
    if (state.quarry != NO_QUARRY) != (bids or phase == DICE or phase == RECLAIM):
        return BAD_CHALLENGE
    if bids and (options.secret_bidding == 0 or state.quarry == SITE):
        return BAD_CHALLENGE
    has_bids = state.quarry != NO_QUARRY and state.quarry != SITE and options.secret_bidding != 0
    if (state.bids[0] != NO_BID) != (has_bids and phase != BID_ATT):
        return BAD_CHALLENGE
    if (state.bids[1] != NO_BID) != (has_bids and phase != BID_ATT and phase != BID_DEF):
        return BAD_CHALLENGE
    if state.bids[0] < NO_BID or state.bids[1] < NO_BID:
        return BAD_CHALLENGE
    if bids and state.bids[0] > state.bowl[state.seat, WATER]:
        return BAD_CHALLENGE
    if bids and state.bids[1] > state.bowl[challenged(state, options), WATER]:
        return BAD_CHALLENGE
    if state.quarry != NO_QUARRY and phase != RECLAIM:
        if challenged(state, options) == NOBODY_THERE or challenged(state, options) == state.seat:
            return BAD_CHALLENGE
    return BAD_CHALLENGE if state.provoked != 0 and phase != RECLAIM else FINE


# Walks, tricks, ends


@kernel
def is_walking(state):
    """Whether a walk is under way."""
    phase = state.phase
    amid = phase == MOVE or phase == DRINK or phase == DRAW
    return amid or phase == CARD_DISCARD or (phase == CARD_TARGET and state.window == IN_WALK)


@kernel
def check_walk(states, options):
    """Steps are only used up; the trail holds the dog's cell; features that there are (M4, M11)."""
    state = states[0]
    if state.steps < 0 or state.cursor < 0 or state.cursor > BESIDE:
        return BAD_WALK
    spots = int(state.used) >> MOST_SITES
    sites = int(state.used) & ((1 << MOST_SITES) - 1)
    if sites >> options.sites != 0 or spots >> options.spots != 0:
        return BAD_WALK
    if state.phase == MOVE:
        if state.left != NOWHERE or state.cursor != 0 or state.walk_over != 0:
            return BAD_WALK
        if not is_on_trail(state, int(state.cell[state.seat])):
            return BAD_WALK
        if states[1].phase == MOVE and state.steps > states[1].steps:
            return BAD_WALK
    if is_walking(state):
        return FINE
    for i in range(TRAIL_WORDS):
        if state.trail[i] != 0:
            return BAD_WALK
    if state.steps != 0 or state.came != NOWHERE or state.left != NOWHERE:
        return BAD_WALK
    return FINE


@kernel
def check_tricks(state, options):
    """Tricks of this archetype alone; what was fortified on patrol is forgotten after it (W0)."""
    if state.patrolled != 0 and state.phase != PATROL:
        return BAD_TRICK
    if state.phase == FINISHED or state.phase == TIE:
        return FINE
    for seat in range(SEATS):
        used = int(state.tricks[seat])
        if used != 0 and (options.walk_tricks == 0 or seat >= options.seats):
            return BAD_TRICK
        dog = archetype_of(options, seat) if seat < options.seats else 0
        if used & ZOOMIES != 0 and dog != SCRAPPER:
            return BAD_TRICK
        if used & SNIFF != 0 and dog != DIPLOMAT:
            return BAD_TRICK
        if used & PATROLS != 0 and dog != YAPPER:
            return BAD_TRICK
        if used & LEG_DAY != 0 and dog != BRUISER:
            return BAD_TRICK
    tricked = int(state.tricked)
    return FINE if tricked & ~int(state.tricks[state.seat]) == 0 else BAD_TRICK


@kernel
def hand_limit(state, options):
    """Territories of who has most."""
    most = 0
    for seat in range(options.seats):
        most = max(most, popcount(int(state.owned[seat])))
    return most


@kernel
def check_end(state, options, is_new_turn):
    """No turn begins once somebody has won; a winner is named exactly at the end (T4, T7)."""
    is_over = state.phase == FINISHED or state.phase == TIE
    if is_new_turn and hand_limit(state, options) >= options.territories_to_win:
        return BAD_END
    if is_over != (state.winners != 0) or is_over != (state.ending != 0):
        return BAD_END
    if not is_over:
        return FINE
    if int(state.winners) >> options.seats != 0:
        return BAD_END
    most = hand_limit(state, options)
    if state.ending == BY_THRESHOLD:
        return FINE if most >= options.territories_to_win else BAD_END
    if state.ending == LAST_DOG:
        return FINE if most == disks_on_territories(state) and most > 0 else BAD_END
    is_late = state.rounds == options.last_round and state.turn == options.seats - 1
    return FINE if state.ending == OUT_OF_TIME and is_late else BAD_END


@kernel
def turns_begun(counted):
    """Turns of all seats."""
    n = 0
    for seat in range(SEATS):
        n += int(counted.turns[seat])
    return n


@kernel
def check_list(out, n, low, high):
    """Not empty, ascending, each once, within its range and the proved bound."""
    if n <= 0 or n > MAX_ACTIONS:
        return BAD_LIST
    for i in range(n):
        if out[i] < low or out[i] >= high or (i > 0 and out[i] <= out[i - 1]):
            return BAD_LIST
    return FINE


@kernel
def check_position(states, options, counted, counts):
    """All that holds of a position with its books; returns the first fault."""
    state = states[0]
    fault = check_bowls(states, options, counted)
    fault = fault or check_territories(state, options)
    fault = fault or check_disks(state, counted, counts)
    fault = fault or check_supply(states, options)
    fault = fault or check_sites(states, options, counted, counts)
    fault = fault or check_homes(state, options)
    fault = fault or check_dogs(state, options)
    fault = fault or check_cards(state, options)
    fault = fault or check_order(state, options)
    fault = fault or check_decider(state, options)
    fault = fault or check_challenge(state, options)
    fault = fault or check_walk(states, options)
    return fault or check_tricks(state, options)


@kernel
def play_checked(
    states, words, options, work, counted, rng, out, chances, counts, seed, game, limit
):
    """Plays one random game and checks after every action; returns the first fault."""
    seed_streams(rng, seed, game)
    state = states[0]
    for i in range(1, PHASES):
        counts[i] = 0
    for _ in range(limit):
        seat = actor(state)
        counts[PHASES + int(state.phase)] += 1
        if seat == OVER:
            return FINE
        for i in range(words.shape[1]):
            words[1, i] = words[0, i]
        if seat == CHANCE:
            n = chance_outcomes(state, options, out, chances)
            fault = check_list(out, n, HOME_IS, ACTIONS)
            action = out[pick(rng, stream(state), chances, n)]
        else:
            n = legal_actions(state, options, work, out)
            fault = check_list(out, n, 0, HOME_IS)
            action = out[below(rng, 8 + seat, n)]
        for i in range(words.shape[1]):
            if words[1, i] != words[0, i]:
                fault = STATE_TOUCHED
        counts[LAST] = action
        turns, old_joins = turns_begun(counted), joins(counted)
        apply(state, options, work, action, counted)
        counts[STEPS] += 1
        keep_books(states, action, old_joins, counted, counts)
        fault = fault or check_position(states, options, counted, counts)
        is_new_turn = turns > 0 and turns_begun(counted) > turns
        fault = fault or check_end(state, options, is_new_turn)
        if fault != FINE:
            return fault
    return NEVER_ENDS
