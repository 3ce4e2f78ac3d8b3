"""How a game ends: the threshold, the last dog, the last round, and ties."""

from offleash.compiler.rules.bits import popcount
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import SWAGGER
from offleash.games.uri_nation.rules.places import MOST_ROUNDS
from offleash.games.uri_nation.rules.record import (
    ALL_HAVE_HELD,
    BOWL_ROUNDS,
    BOWL_STEP,
    BY_THRESHOLD,
    FINISHED,
    LAST_DOG,
    OUT_OF_TIME,
    RANDOM_WINNER,
    SEATS,
    STOCKS,
    TIE,
    rule,
)
from offleash.games.uri_nation.rules.territory import held_count, own_fort, seat_bits


@rule
def standing(state, options, seat):
    """Return territories, then fortify tokens, then Swagger, as one number (T5, T9)."""
    tokens = held_count(state, seat) * 1000 + own_fort(state, options, seat)
    return tokens * 100_000 + int(state.bowl[seat, SWAGGER])


@rule
def best_of(state, options, mask):
    """Return those of a set who stand best, as bits (T5, T9, T10)."""
    best = -1
    found = 0
    for seat in range(options.seats):
        if has(mask, seat):
            worth = standing(state, options, seat)
            if worth > best:
                best = worth
                found = 0
            if worth == best:
                found |= 1 << seat
    return found


@rule
def at_threshold(state, options):
    """Return all who have enough territories to win, as bits (T4)."""
    mask = 0
    for seat in range(options.seats):
        if held_count(state, seat) >= options.territories_to_win:
            mask |= 1 << seat
    return mask


@rule
def last_with_territory(state, options):
    """Return the only dog that still holds a territory, as a bit, or 0 (T7, T8)."""
    if options.last_dog_guard == ALL_HAVE_HELD and int(state.has_held) != seat_bits(options):
        return 0
    mask = 0
    for seat in range(options.seats):
        if held_count(state, seat) > 0:
            mask |= 1 << seat
    return mask if popcount(mask) == 1 else 0


@rule
def settle_winners(state, options, is_out_of_time):
    """Check at the end of every turn who has won; return whether the game is over (T4, T7, T9)."""
    mask = at_threshold(state, options)
    ending = BY_THRESHOLD
    if mask == 0:
        mask = last_with_territory(state, options)
        ending = LAST_DOG
    if mask == 0 and is_out_of_time:
        mask = seat_bits(options)
        ending = OUT_OF_TIME
    if mask == 0:
        return False
    state.winners = best_of(state, options, mask)
    state.ending = ending
    is_open = options.final_tie == RANDOM_WINNER and popcount(int(state.winners)) > 1
    state.phase = TIE if is_open else FINISHED
    return True


@rule
def returns(state, options, shares):
    """Give everything to the winner; those who tie share it (T10)."""
    count = popcount(int(state.winners))
    for seat in range(options.seats):
        shares[seat] = 1.0 / count if has(int(state.winners), seat) else 0.0


@rule
def rank(state, options, places):
    """Rank winners first, then by territories, fortify tokens and Swagger (T9)."""
    for seat in range(options.seats):
        before = 0
        for other in range(options.seats):
            before += stands_before(state, options, other, seat)
        places[seat] = before


@rule
def stands_before(state, options, seat, other):
    """Return whether a seat ranks before another (T9)."""
    wins, loses = has(int(state.winners), seat), has(int(state.winners), other)
    if wins != loses:
        return wins > loses
    if wins:
        return False
    return standing(state, options, seat) > standing(state, options, other)


@rule
def tally_bowls(state, tally):
    """Count all bowls as every second round ends, or the game in it."""
    if tally is None:
        return
    row = int(state.rounds) // BOWL_STEP - 1
    if state.rounds % BOWL_STEP == 0 and row >= 0 and row < BOWL_ROUNDS:
        for seat in range(SEATS):
            for stock in range(STOCKS):
                tally.bowls[row, seat, stock] = state.bowl[seat, stock]


@rule
def tally_round(state, options, tally):
    """Count territories by round, and who leads."""
    if tally is None:
        return
    row = min(int(state.rounds), MOST_ROUNDS) - 1
    most = 0
    ahead = 0  # 1 + who is ahead alone
    for seat in range(SEATS):
        count = held_count(state, seat)
        tally.by_round[row, seat] = count
        if count > most:
            most = count
            ahead = seat + 1
        elif count == most:
            ahead = 0
    if ahead != 0 and tally.leader != ahead:
        tally.lead_changes += tally.leader != 0
        tally.leader = ahead
