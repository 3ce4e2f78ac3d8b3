"""Which phase of a turn follows which: income, roll, walk, action, resupply, maintenance, end."""

from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.uri_nation.rules.actions import (
    DICE_FELL,
    DISTRACT,
    DO_ZOOMIES,
    DRINK_IT,
    FIRST_ROLL,
    GO,
    LEAVE,
    PULL_LEASH,
    REVEALED,
    ROLL_DOUBLES,
    ROLL_SUM,
    ROLL_WAYS,
    ROLLED,
    SIDES,
    WINNER,
)
from offleash.games.uri_nation.rules.bits import add_to_trail, clear_trail, has
from offleash.games.uri_nation.rules.card_words import DRIVE, PRE_ROLL_CARD, WATER_DECK
from offleash.games.uri_nation.rules.cards import list_discards, list_plays, list_targets
from offleash.games.uri_nation.rules.challenges import list_bids, list_reclaims, revert_home
from offleash.games.uri_nation.rules.counting import tally_turn
from offleash.games.uri_nation.rules.decks import has_card_for, list_draws
from offleash.games.uri_nation.rules.economy import (
    archetype_of,
    collect_income,
    drink_price,
    gain,
    is_housebound,
    most_of,
    resupply,
    spend,
)
from offleash.games.uri_nation.rules.ending import settle_winners, tally_bowls, tally_round
from offleash.games.uri_nation.rules.marking import list_actions, list_patrol_or_done
from offleash.games.uri_nation.rules.movement import is_at_home, list_moves, start_draw, walk_on
from offleash.games.uri_nation.rules.places import MOST_SITES, NOWHERE
from offleash.games.uri_nation.rules.record import (
    ACTION,
    CARD_DISCARD,
    CARD_TARGET,
    DICE,
    DISTRACTED,
    DRAW,
    DRINK,
    FILL,
    FINISHED,
    FIXED_CCW,
    FOR_DRINK,
    FOR_TRICK,
    FROM_DRINK,
    HOMES_DRAWN,
    IMMEDIATE,
    LEASH,
    MOVE,
    ORDER,
    PASS_OR_LAND,
    PATROL,
    POST_ROLL,
    PRE_ROLL,
    RECLAIM,
    REVEAL,
    ROLL,
    SCRAPPER,
    SEATS,
    SETUP_CLAIM,
    TIE,
    WATER,
    ZOOMIES,
    rule,
)
from offleash.games.uri_nation.rules.setup import (
    list_homes,
    list_next,
    list_setup_claims,
    settle_order,
    start_order,
)
from offleash.games.uri_nation.rules.territory import held_count

LEASH_DRIVE, LEASH_STEPS, DISTRACTED_STEPS, ZOOM = 2, 3, 2, 3  # W1-W3


# Who acts, and what there is to choose


@rule
def seats(options):
    """Return how many dogs play: two to four (S4)."""
    return options.seats


@rule
def actor(state):
    """Return who acts: chance, the seat that decides, or nobody any more."""
    phase = state.phase
    if phase == FINISHED:
        return OVER
    if phase == ROLL or phase == DRAW or phase == DICE or phase == ORDER:
        return CHANCE
    if phase == REVEAL or phase == HOMES_DRAWN or phase == TIE:
        return CHANCE
    return int(state.decider)


@rule
def stream(state):
    """Return a stream of luck by purpose, so variants share it: order, dice, challenges, decks."""
    if state.phase == ROLL:
        return 1
    if state.phase == DICE:
        return 2
    if state.phase == DRAW:
        return 3 + int(state.deck)
    return 6 if state.phase == TIE else 0


@rule
def list_rolls(options, out, chances):
    """List every roll of the walking dice, by how many ways it falls (M25)."""
    first = FIRST_ROLL[options.walk_dice]
    n = FIRST_ROLL[options.walk_dice + 1] - first
    for i in range(n):
        out[i] = ROLLED + first + i
        chances[i] = ROLL_WAYS[first + i]
    return n


@rule
def list_fights(out, chances):
    """List a die for the attacker with a die for the defender (C1)."""
    for fall in range(SIDES * SIDES):
        out[fall] = DICE_FELL + fall
        chances[fall] = 1
    return SIDES * SIDES


@rule
def list_draw_of_winner(state, options, out, chances):
    """List those who still tie (T10)."""
    n = 0
    for seat in range(options.seats):
        out[n] = WINNER + seat
        chances[n] = 1
        n += has(int(state.winners), seat)
    return n


@rule
def chance_outcomes(state, options, out, chances):
    """List dice, cards, roll-offs, or the bids being laid open."""
    phase = state.phase
    if phase == ROLL:
        return list_rolls(options, out, chances)
    if phase == DICE:
        return list_fights(out, chances)
    if phase == DRAW:
        return list_draws(state, options, out, chances)
    if phase == ORDER:
        return list_next(state, options, out, chances)
    if phase == HOMES_DRAWN:
        return list_homes(state, options, out, chances)
    if phase == TIE:
        return list_draw_of_winner(state, options, out, chances)
    out[0] = REVEALED
    chances[0] = 1
    return 1


@rule
def list_roll_tricks(state, options, out):
    """Go on, or a trick of the leash once the dice are seen (W0-W3)."""
    seat = int(state.seat)
    unused = ~int(state.tricks[seat])
    out[0] = GO
    n = 1
    out[n] = PULL_LEASH
    n += unused & LEASH != 0 and state.bowl[seat, DRIVE] >= LEASH_DRIVE
    out[n] = DO_ZOOMIES
    n += unused & ZOOMIES != 0 and archetype_of(options, seat) == SCRAPPER
    out[n] = DISTRACT
    return n + (unused & DISTRACTED != 0 and state.doubles != 0)


@rule
def list_before_roll(state, options, out):
    """Go on, or play a held card (D3)."""
    out[0] = GO
    return list_plays(state, options, PRE_ROLL_CARD, out, 1)


@rule
def legal_actions(state, options, work, out):
    """List all that the seat to decide may do, by phase (part 0)."""
    phase = state.phase
    if phase == MOVE:
        return list_moves(state, options, out)
    if phase == ACTION:
        return list_actions(state, options, work, out)
    if phase == DRINK:
        out[0] = DRINK_IT
        out[1] = LEAVE
        return 2
    if phase == RECLAIM:
        return list_reclaims(state, options, out)
    if phase == SETUP_CLAIM:
        return list_setup_claims(state, options, out)
    if phase == PRE_ROLL:
        return list_before_roll(state, options, out)
    if phase == POST_ROLL:
        return list_roll_tricks(state, options, out)
    if phase == CARD_TARGET:
        return list_targets(state, options, int(state.decider), out)
    if phase == CARD_DISCARD:
        return list_discards(state, out)
    if phase == PATROL:
        return list_patrol_or_done(state, options, out)
    return list_bids(state, out)


# Setup and rounds


@rule
def go_on_setting_up(state, options, work, tally):
    """Go on to the next starting claim, or to the first turn (S1, N21)."""
    while state.turn < options.seats:
        state.seat = state.order[state.turn]
        state.decider = state.seat
        if state.actions_left > 0 and list_setup_claims(state, options, work.listed) > 0:
            state.phase = SETUP_CLAIM
            return
        state.turn += 1
        state.actions_left = options.start_claims
    state.turn = 0
    begin_turn(state, options, tally)


@rule
def go_on_ordering(state, options, work, tally):
    """Go on once the order is settled: to setup in the first round, else to the first turn."""
    if not settle_order(state, options):
        return
    state.turn = 0
    if state.rounds == 1:
        state.actions_left = options.start_claims
        go_on_setting_up(state, options, work, tally)
    else:
        begin_turn(state, options, tally)


# A turn


@rule
def begin_turn(state, options, tally):
    """Begin a turn: lasting effects of this drawer end, then comes income (part 0, D5)."""
    state.seat = state.order[state.turn]
    state.decider = state.seat
    seat = int(state.seat)
    gone = ~(1 << seat)
    state.no_water &= gone
    state.no_chance &= gone
    state.open_road &= gone
    state.used = 0
    clear_trail(state)
    state.came = NOWHERE
    state.left = NOWHERE
    state.steps = 0
    state.dice = 0
    state.doubles = 0
    state.tricked = 0
    state.moved = 0
    state.entered_home = 0
    state.walk_over = 0
    state.acted = 0
    state.patrolled = 0
    state.actions_left = options.actions_per_turn
    collect_income(state, options, seat, tally)
    tally_turn(state, options, tally)
    before_roll(state, options, tally)


@rule
def before_roll(state, options, tally):
    """Offer held cards to be played; a dog carried home does not walk (D3, N14)."""
    if state.walk_over != 0:
        end_walk(state, options, tally)
    elif has_card_for(state, options, int(state.seat), PRE_ROLL_CARD):
        state.phase = PRE_ROLL
    else:
        state.phase = ROLL


@rule
def roll(state, options, work, which, tally):
    """Show the dice; tricks come next (M25, W0)."""
    state.dice = ROLL_SUM[which]
    state.doubles = ROLL_DOUBLES[which]
    if tally is not None:
        tally.rolls[state.seat] += 1
        tally.rolled[state.seat] += ROLL_SUM[which]
    after_roll(state, options, work, tally)


@rule
def after_roll(state, options, work, tally):
    """Offer a trick, if one is possible, else go on to the walk (W0)."""
    if options.walk_tricks != 0 and list_roll_tricks(state, options, work.listed) > 1:
        state.phase = POST_ROLL
    else:
        begin_walk(state, options, tally)


@rule
def trick(state, options, work, trick_bit, tally):
    """Do a roll trick, once in a game for each dog (W0-W3)."""
    seat = int(state.seat)
    if trick_bit == LEASH:
        spend(state, seat, DRIVE, LEASH_DRIVE, FOR_TRICK, tally)
    state.tricked |= trick_bit
    use_up(state, trick_bit, tally)
    after_roll(state, options, work, tally)


@rule
def use_up(state, trick_bit, tally):
    """Remove a trick for the rest of the game (W0)."""
    state.tricks[state.seat] |= trick_bit
    if tally is not None:
        tally.tricks[state.seat] += 1


@rule
def walk_total(state, options):
    """Return dice, tricks and cards, at least 0, halved upward for a housebound dog (M29)."""
    seat = int(state.seat)
    tricked = int(state.tricked)
    total = int(state.dice) * (ZOOM if tricked & ZOOMIES else 1)
    total += LEASH_STEPS if tricked & LEASH else 0
    total += DISTRACTED_STEPS if tricked & DISTRACTED else 0
    total = max(0, total + int(state.walk_extra[seat]))
    return (total + 1) // 2 if is_housebound(state, options, seat) else total


@rule
def begin_walk(state, options, tally):
    """Begin the walk; by option the start cell's features trigger (M2, N11)."""
    seat = int(state.seat)
    state.steps = walk_total(state, options)
    state.walk_extra[seat] = 0
    add_to_trail(state, int(state.cell[seat]))
    state.phase = MOVE
    if options.trigger_on_start_cell != 0:
        go_on_walking(state, options, tally)


@rule
def go_on_walking(state, options, tally):
    """Go on with what the cell still holds, then the next choice or the end of the walk (M5)."""
    if walk_on(state, options, tally):
        end_walk(state, options, tally)


@rule
def drink(state, options, tally):
    """Pay the Drive for a drink before the card is seen (M28)."""
    seat = int(state.seat)
    spend(state, seat, DRIVE, drink_price(options, seat), FOR_DRINK, tally)
    if tally is not None:
        tally.drinks[seat] += 1
    if options.drink_mode == FILL:
        missing = most_of(options, seat, WATER) - int(state.bowl[seat, WATER])
        gain(state, options, seat, WATER, missing, FROM_DRINK, tally)
    elif start_draw(state, options, WATER_DECK):
        return
    go_on_walking(state, options, tally)


@rule
def end_walk(state, options, tally):
    """End the walk: the dog has stopped; a stop at home may resupply at once (E9, M18)."""
    seat = int(state.seat)
    state.steps = 0
    state.came = NOWHERE
    state.left = NOWHERE
    state.cursor = 0
    clear_trail(state)
    lands = options.resupply_on != PASS_OR_LAND and state.walk_over == 0
    if options.resupply_timing == IMMEDIATE and lands:
        if state.entered_home != 0 and is_at_home(state, options, seat):
            resupply(state, options, seat, tally)
    state.phase = ACTION


@rule
def is_resupplied(state, options):
    """Return whether this turn ends with a resupply: home passed, or stopped at (E9, M19)."""
    if options.resupply_timing == IMMEDIATE or state.entered_home == 0:
        return False
    return options.resupply_on == PASS_OR_LAND or is_at_home(state, options, int(state.seat))


@rule
def maintain(state, options):
    """Update the housebound count, ceasefires, and a lost home that reverts (E7, B10, C16, T12)."""
    seat = int(state.seat)
    if held_count(state, seat) == 0:
        state.empty_turns[seat] = min(int(state.empty_turns[seat]) + 1, 100)
    else:
        state.empty_turns[seat] = 0
    for site in range(MOST_SITES):
        state.barred[site, seat] = max(0, int(state.barred[site, seat]) - 1)
    home = int(state.home[seat])
    if state.home_away[home] > 0:
        state.home_away[home] -= 1
        if state.home_away[home] == 0:
            revert_home(state, options, home)
    state.skip[seat] = 0
    for other in range(SEATS):
        state.attack[other] = 0


@rule
def end_turn(state, options, work, tally):
    """Resupply, maintain and check who has won, then go on to the next turn (T4, T12)."""
    if is_resupplied(state, options):
        resupply(state, options, int(state.seat), tally)
    maintain(state, options)
    state.actions_left = 0
    is_last = state.turn + 1 == options.seats
    tally_round(state, options, tally)
    is_over = settle_winners(state, options, is_last and state.rounds >= options.last_round)
    if is_over or is_last:
        tally_bowls(state, tally)
    if is_over:
        return
    if not is_last:
        state.turn += 1
        begin_turn(state, options, tally)
        return
    state.rounds += 1
    state.turn = 0
    if options.turn_order == FIXED_CCW:
        begin_turn(state, options, tally)
        return
    start_order(state, options)
    go_on_ordering(state, options, work, tally)


@rule
def winner_drawn(state, seat):
    """Settle a tie that the option leaves to chance (T10)."""
    state.winners = 1 << seat
    state.phase = FINISHED
