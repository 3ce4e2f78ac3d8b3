"""What a seat knows of a position, as numbers: seats count from the observer on, places do not.

Territories, sites, spots and cells have the numbers of the board. It leaves out the trail of a walk
(M11): the legal actions show its effect.
"""

import numpy as np

from offleash.contract.encoding import SEATS_FROM_OWN, Encoding, Span
from offleash.games.uri_nation.rules import actions
from offleash.games.uri_nation.rules.actions import KIND_OF, WAYS, WHICH
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import DECKS, MOST_CARDS, MOST_EFFECTS
from offleash.games.uri_nation.rules.challenges import defender
from offleash.games.uri_nation.rules.places import (
    BESIDE,
    HOMES,
    MOST_CELLS,
    MOST_FEATURES,
    MOST_ROUNDS,
    MOST_SITES,
    MOST_SPOTS,
    MOST_TERRITORIES,
    NOWHERE,
)
from offleash.games.uri_nation.rules.record import (
    BID_DEF,
    FINISHED,
    LEG_DAY,
    MOST_ATTACK,
    MOST_EXTRA,
    MOST_HELD,
    MOST_TOKENS,
    MOST_WATER,
    NO_BID,
    NO_CARD,
    NOBODY_THERE,
    OUT_OF_TIME,
    REVEAL,
    SEATS,
    SITE,
    STOCKS,
    UNKNOWN,
    YAPPER,
    rule,
)

BYTE = 127  # the most that a small field holds
TRICKS = 6
FROM_OWN = SEATS_FROM_OWN
STOCK_NAMES = ("swagger", "drive", "grit", "bond", "water")
TRICK_NAMES = ("leash", "zoomies", "distracted", "sniff", "patrol", "leg")
PILES = ("water", "chance", "events")
SITE_NAMES = tuple(f"site {number}" for number in range(MOST_SITES))
FEATURES = (*SITE_NAMES, *(f"spot {number}" for number in range(MOST_SPOTS)))
assert LEG_DAY == 1 << (TRICKS - 1)

ENCODING = Encoding(
    version=1,
    spans=(
        Span(*("archetype", 0, YAPPER, "0 Bruiser, 1 Scrapper, 2 Diplomat, 3 Yapper"), FROM_OWN),
        Span("cell", NOWHERE, MOST_CELLS - 1, "the cell where each dog stands", FROM_OWN),
        Span("home", NOWHERE, HOMES - 1, "the home of each seat; -1 does not play", FROM_OWN),
        Span("walk_extra", -MOST_EXTRA, MOST_EXTRA, "what cards add to the next roll", FROM_OWN),
        Span("attack", -MOST_ATTACK, MOST_ATTACK, "what cards add to challenges", FROM_OWN),
        Span("skip", 0, 1, "1: the next action phase is barred", FROM_OWN),
        Span("empty_turns", 0, 100, "turns in a row without a territory", FROM_OWN),
        Span("trick_used", 0, 1, "1: the walk trick is used up", FROM_OWN, TRICK_NAMES),
        Span("bowl", 0, MOST_TOKENS, "what each bowl holds", FROM_OWN, STOCK_NAMES),
        Span(
            *("hand", NO_CARD, DECKS * MOST_CARDS - 1),
            f"held cards: deck x {MOST_CARDS} + card, {NO_CARD} none",
            *(FROM_OWN, MOST_HELD),
        ),
        Span(
            *("owned", 0, 1, "1: the seat's disk lies on the territory"),
            *(FROM_OWN, MOST_TERRITORIES),
        ),
        Span("fort", 0, BYTE, "fortify tokens on each territory", MOST_TERRITORIES),
        Span(
            *("home_disk", NOBODY_THERE, SEATS - 1, "whose disk lies on each home; -1 nobody's"),
            HOMES,
        ),
        Span("home_fort", 0, BYTE, "fortify tokens on each home", HOMES),
        Span("home_away", 0, BYTE, "own turns until a lost home reverts, 0: not lost", HOMES),
        Span(
            *("founder", NOBODY_THERE, SEATS - 1, "who initiated the alliance there; -1 nobody"),
            MOST_SITES,
        ),
        Span("marker", 0, 1, "1: the seat has a marker there", MOST_SITES, FROM_OWN),
        Span("barred", 0, BYTE, "own turns until a seat may break", MOST_SITES, FROM_OWN),
        Span("used", 0, 1, "1: the site or spot has triggered this turn", FEATURES),
        Span("pile", 0, 1, "1: the card can still be drawn", PILES, MOST_CARDS),
        Span("patrolled", 0, 1, "1: fortified by this patrol; last: home", MOST_TERRITORIES + 1),
        Span("order", NOBODY_THERE, SEATS - 1, "who plays when in this round; -1 nobody", SEATS),
        Span(
            *("bid", UNKNOWN, MOST_WATER),
            f"secret bids: {NO_BID} none, {UNKNOWN} not known to the observer",
            ("attacker", "defender"),
        ),
        Span("has_held", 0, 1, "1: the seat has held a territory", FROM_OWN),
        Span("no_water", 0, 1, "1: the seat's card keeps the water closed", FROM_OWN),
        Span("no_chance", 0, 1, "1: the seat's card keeps the chance spots closed", FROM_OWN),
        Span("open_road", 0, 1, "1: the seat's card makes mid-block crossings free", FROM_OWN),
        Span("most", 0, 1, "1: had most territories when the card was drawn", FROM_OWN),
        Span("winner", 0, 1, "1: the seat has won, or ties for a random draw", FROM_OWN),
        Span("turn_of", 0, SEATS - 1, "whose turn it is, counted from the observer"),
        Span("actor", 0, SEATS - 1, "who decides, counted from the observer"),
        Span("round", 0, MOST_ROUNDS, "the round, from 1"),
        Span(
            *("phase", 0, FINISHED),
            "what is being decided: 0 homes, 1 order, 2 setup, 3 pre-roll, 4 roll, 5 post-roll, "
            "6 move, 7 drink, 8 draw, 9 target, 10 discard, 11 action, 12 bid, 13 counterbid, "
            "14 reveal, 15 dice, 16 reclaim, 17 patrol, 18 tie, 19 over",
        ),
        Span("turn", 0, SEATS, "which place of the order is on"),
        Span("placed", 0, SEATS, "how many places of the order are settled"),
        Span("steps", -MOST_EXTRA, 2 * MOST_EXTRA, "steps left of the walk"),
        Span("came", NOWHERE, MOST_CELLS - 1, "the cell that the last step left"),
        Span("left", NOWHERE, MOST_CELLS - 1, "the cell that the dog came from, as it arrives"),
        Span("dice", 0, BYTE, "the sum that was rolled for the walk"),
        Span("doubles", 0, 1, "1: at least two dice were equal"),
        Span("trick_now", 0, 1, "1: a roll trick of this turn", TRICK_NAMES),
        Span("moved", 0, 1, "1: the dog has entered a cell this turn"),
        Span("entered_home", 0, 1, "1: the dog has entered its own home this turn"),
        Span("walk_over", 0, 1, "1: a card has ended this walk"),
        Span("cursor", 0, BESIDE, "features of the cell that have been dealt with"),
        Span("deck", 0, DECKS - 1, "which deck is drawn from"),
        Span("card", NO_CARD, DECKS * MOST_CARDS - 1, "the card that is carried out, -1 none"),
        Span("effect", 0, MOST_EFFECTS, "which of its effects"),
        Span("reached", 0, SEATS, "how many players that effect has reached"),
        Span("window", 0, 2, "when it is carried out: 0 walk, 1 roll, 2 action"),
        Span("actions_left", 0, BYTE, "actions left in this turn"),
        Span("acted", 0, 1, "1: an action has been taken this turn"),
        Span("quarry", 0, SITE, "what is challenged: 0 nothing, 1 territory, 2 home, 3 site"),
        Span("target", NOWHERE, MOST_TERRITORIES, "which one"),
        Span("clustered", 0, 1, "1: ties go to the defender"),
        Span("provoked", 0, 1, "1: the defender who lost is a Yapper"),
        Span("ending", 0, OUT_OF_TIME, "0 not over, 1 by threshold, 2 last dog, 3 out of time"),
    ),
)

# What the number of an action names, by kind: a column of its encoding, or nothing.
NOTHING, WAY, TERRITORY, ARMED_SITE, AT_HOME, CARD, AMOUNT = 0, 2, 3, 4, 5, 6, 7
NAMED = dict.fromkeys((actions.IS_STEP, actions.IS_CROSS), WAY)
NAMED |= dict.fromkeys((actions.IS_CLAIM, actions.IS_CHALLENGE, actions.IS_FORTIFY), TERRITORY)
NAMED |= dict.fromkeys((actions.IS_LEG_CLAIM, actions.IS_LEG_CHALLENGE), TERRITORY)
NAMED |= dict.fromkeys((actions.IS_CHALLENGE_HOME, actions.IS_FORTIFY_HOME), AT_HOME)
NAMED |= dict.fromkeys((actions.IS_CHALLENGE_SITE, actions.IS_ALLY, actions.IS_BREAK), ARMED_SITE)
NAMED |= dict.fromkeys((actions.IS_PLAY, actions.IS_DISCARD), CARD)
NAMED |= {actions.IS_LEG_HOME: AT_HOME, actions.IS_BID: AMOUNT}
NAMED |= {actions.IS_TARGET: TERRITORY, actions.IS_TARGET_SITE: ARMED_SITE}
COLUMN_OF = np.array([NAMED.get(int(kind), NOTHING) for kind in KIND_OF])
KIND_NAMES = (
    *("step", "cross", "path", "stop", "drink", "leave", "go", "leash", "zoomies", "distracted"),
    *("claim", "challenge", "fortify", "challenge a home", "fortify a home", "challenge a site"),
    *("ally", "break", "leg claim", "leg challenge", "leg home", "patrol", "done", "sniff", "play"),
    *("pass", "re-claim for swagger", "re-claim for grit", "decline", "bid", "target"),
    *("target a site", "discard"),
)
assert len(KIND_NAMES) == actions.IS_HOME

ACTION_ENCODING = Encoding(
    version=1,
    spans=(
        Span(
            *("kind", 0, len(KIND_NAMES) - 1),
            ", ".join(f"{number} {name}" for number, name in enumerate(KIND_NAMES)),
        ),
        Span("from", NOWHERE, MOST_CELLS - 1, "the cell where the dog stands"),
        Span("way", -1, WAYS - 1, "0 north, 1 east, 2 south, 3 west; -1 none"),
        Span("territory", -1, MOST_TERRITORIES - 1, "the territory; -1 none"),
        Span("site", -1, MOST_SITES - 1, "the site; -1 none"),
        Span("home", -1, HOMES - 1, "the home; -1 none"),
        Span("card", NO_CARD, DECKS * MOST_CARDS - 1, "deck x 40 + card; -1 none"),
        Span("amount", 0, MOST_WATER, "the water of a bid"),
    ),
)


@rule
def write_action(state, options, seat, action, out):
    """Write what a legal action of the seat to move is, as `ACTION_ENCODING` lists it."""
    out[0], out[1], out[7] = KIND_OF[action], state.cell[seat], 0
    out[2], out[3], out[4], out[5], out[6] = -1, -1, -1, -1, -1
    if COLUMN_OF[action] != NOTHING:
        out[COLUMN_OF[action]] = WHICH[action]


@rule.inline
def seat_from(options, viewer, turn):
    """Return the seat so many turns after the viewer; those that do not play come last."""
    seats = int(options.seats)
    if turn >= seats:
        return turn
    return viewer + turn - (seats if viewer + turn >= seats else 0)


@rule.inline
def seats_from(options, viewer):
    """Return all seats from the viewer on."""
    one, two = seat_from(options, viewer, 0), seat_from(options, viewer, 1)
    return one, two, seat_from(options, viewer, 2), seat_from(options, viewer, 3)


@rule.inline
def turns_to(options, viewer, seat):
    """Return how many turns after the viewer a seat sits, or NOBODY_THERE."""
    seats = int(options.seats)
    if seat < 0 or seat >= seats:
        return seat
    return seat - viewer + (seats if seat < viewer else 0)


@rule
def write_bits(mask, count, out, first):
    """Write a set as a 0 or 1 for each possible member; return where the next number goes."""
    for bit in range(count):
        out[first + bit] = (mask >> bit) & 1
    return first + count


@rule
def write_set(options, viewer, mask, out, first):
    """Write a set of seats, from the viewer on."""
    for turn in range(SEATS):
        out[first + turn] = has(mask, seat_from(options, viewer, turn))
    return first + SEATS


@rule
def write_dogs(state, options, viewer, out):
    """Write what each seat has, from the viewer on; return where the next number goes."""
    tricks = 7 * SEATS
    bowls = tricks + SEATS * TRICKS
    hands = bowls + SEATS * STOCKS
    for turn in range(SEATS):
        seat = seat_from(options, viewer, turn)
        out[turn] = options.archetypes[seat]
        out[SEATS + turn] = state.cell[seat]
        out[2 * SEATS + turn] = state.home[seat]
        out[3 * SEATS + turn] = state.walk_extra[seat]
        out[4 * SEATS + turn] = state.attack[seat]
        out[5 * SEATS + turn] = state.skip[seat]
        out[6 * SEATS + turn] = state.empty_turns[seat]
        write_bits(int(state.tricks[seat]), TRICKS, out, tricks + turn * TRICKS)
        for stock in range(STOCKS):
            out[bowls + turn * STOCKS + stock] = state.bowl[seat, stock]
        for i in range(MOST_HELD):
            out[hands + turn * MOST_HELD + i] = state.held[seat, i]
    return hands + SEATS * MOST_HELD


@rule
def write_street(state, options, viewer, out, first):
    """Write territories and homes, and whose they are; return where the next number goes."""
    forts = first + SEATS * MOST_TERRITORIES
    for turn in range(SEATS):
        owned = int(state.owned[seat_from(options, viewer, turn)])
        write_bits(owned, MOST_TERRITORIES, out, first + turn * MOST_TERRITORIES)
    for territory in range(MOST_TERRITORIES):
        out[forts + territory] = state.fort[territory]
    homes = forts + MOST_TERRITORIES
    for home in range(HOMES):
        out[homes + home] = turns_to(options, viewer, int(state.home_disk[home]))
        out[homes + HOMES + home] = state.home_fort[home]
        out[homes + 2 * HOMES + home] = state.home_away[home]
    return homes + 3 * HOMES


@rule
def write_sites(state, options, viewer, out, first):
    """Write alliances; return where the next number goes."""
    markers = first + MOST_SITES
    truces = markers + MOST_SITES * SEATS
    one, two, three, four = seats_from(options, viewer)
    for site in range(MOST_SITES):
        out[first + site] = turns_to(options, viewer, int(state.founder[site]))
        marks, marker, truce = int(state.marks[site]), markers + site * SEATS, truces + site * SEATS
        out[marker] = has(marks, one)
        out[marker + 1] = has(marks, two)
        out[marker + 2] = has(marks, three)
        out[marker + 3] = has(marks, four)
        out[truce] = state.barred[site, one]
        out[truce + 1] = state.barred[site, two]
        out[truce + 2] = state.barred[site, three]
        out[truce + 3] = state.barred[site, four]
    return truces + MOST_SITES * SEATS


@rule
def write_bids(state, options, seat, out, first):
    """Write the bids; until both are laid open, each knows only its own (W7, N15)."""
    out[first] = state.bids[0]
    out[first + 1] = state.bids[1]
    if state.phase == BID_DEF or state.phase == REVEAL:
        if seat != state.seat and state.bids[0] != NO_BID:
            out[first] = UNKNOWN
        if seat != defender(state, options) and state.bids[1] != NO_BID:
            out[first + 1] = UNKNOWN
    return first + 2


@rule
def write_walk(state, out, first):
    """Write how far the round and the walk are; return where the next number goes."""
    out[first] = state.rounds
    out[first + 1] = state.phase
    out[first + 2] = state.turn
    out[first + 3] = state.placed
    out[first + 4] = state.steps
    out[first + 5] = state.came
    out[first + 6] = state.left
    out[first + 7] = state.dice
    out[first + 8] = state.doubles
    k = write_bits(int(state.tricked), TRICKS, out, first + 9)
    out[k] = state.moved
    out[k + 1] = state.entered_home
    out[k + 2] = state.walk_over
    out[k + 3] = state.cursor
    return k + 4


@rule
def write_turn(state, out, first):
    """Write the card and the challenge under way, and how the game ended."""
    out[first] = state.deck
    out[first + 1] = state.card
    out[first + 2] = state.effect
    out[first + 3] = state.whom
    out[first + 4] = state.window
    out[first + 5] = state.actions_left
    out[first + 6] = state.acted
    out[first + 7] = state.quarry
    out[first + 8] = state.target
    out[first + 9] = state.clustered
    out[first + 10] = state.provoked
    out[first + 11] = state.ending


@rule
def encode(state, options, seat, out):
    """Write into `out` all that a seat (or NOBODY) may know, as `ENCODING` lists it (W7, N15)."""
    viewer = max(seat, 0)
    k = write_dogs(state, options, viewer, out)
    k = write_street(state, options, viewer, out, k)
    k = write_sites(state, options, viewer, out, k)
    k = write_bits(int(state.used), MOST_FEATURES, out, k)
    for deck in range(DECKS):
        k = write_bits(int(state.pile[deck]), MOST_CARDS, out, k)
    k = write_bits(int(state.patrolled), MOST_TERRITORIES + 1, out, k)
    for place in range(SEATS):
        out[k + place] = turns_to(options, viewer, int(state.order[place]))
    k = write_bids(state, options, seat, out, k + SEATS)
    k = write_set(options, viewer, int(state.has_held), out, k)
    k = write_set(options, viewer, int(state.no_water), out, k)
    k = write_set(options, viewer, int(state.no_chance), out, k)
    k = write_set(options, viewer, int(state.open_road), out, k)
    k = write_set(options, viewer, int(state.most), out, k)
    k = write_set(options, viewer, int(state.winners), out, k)
    out[k] = turns_to(options, viewer, int(state.seat))
    out[k + 1] = turns_to(options, viewer, int(state.decider))
    k = write_walk(state, out, k + 2)
    write_turn(state, out, k)
