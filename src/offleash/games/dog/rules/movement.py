"""Moving tokens: protection, home, captures, starts and swaps.

Nothing here asks whose turn it is. `seat` is always the owner of the token that moves.
Conditions on the board are joined with `&` and `|`: they are read in the innermost loops, where
reading both sides is quicker than a branch that can't be foreseen.
"""

import numpy as np

from offleash.contract.rules.actors import NOBODY
from offleash.games.dog.rules.record import HOME, HOME_SPACES, KENNEL, SEATS, TOKENS, rule

NEVER = 1000  # farther than any card reaches
BACK = 4  # steps that a 4 goes backward

# How many free spaces lie before the lowest bit that is set.
FREE_RUN = np.array([HOME_SPACES] + [(n & -n).bit_length() - 1 for n in range(1, 32)])


@rule
def start_of(options, seat):
    """Return the loop space where a seat's tokens start and leave for home: one each quarter."""
    return seat * (options.loop_len >> 2)


@rule
def ahead(options, here, there):
    """Return steps forward from one loop space to another: 0 … loop_len−1."""
    steps = there - here
    return steps + options.loop_len if steps < 0 else steps


@rule
def forward(options, here, steps):
    """Return the loop space so many steps on, or back where steps are negative."""
    there = here + steps
    if there >= options.loop_len:
        return there - options.loop_len
    return there + options.loop_len if there < 0 else there


@rule
def is_on_loop(state, seat, token):
    """Return whether a token is neither in the kennel nor home."""
    place = state.token[seat, token]
    return (place >= 0) & (place < HOME)


@rule
def is_protected(state, options, seat, token):
    """Return whether it is fresh from the kennel and unmoved, so on its own start (D2, D3)."""
    return (state.fresh[seat] != 0) & (state.token[seat, token] == start_of(options, seat))


@rule
def is_any_fresh(state):
    """Return whether any protected token stands on the board; mostly none does (D4)."""
    return (state.fresh[0] | state.fresh[1] | state.fresh[2] | state.fresh[3]) != 0


@rule
def clear_ahead(state, options, here):
    """Return how many loop spaces a token may go forward: up to the first protected token (D4).

    A protected token does not bar itself: it is the only one at distance 0.
    """
    clear = options.loop_len - 1
    if not is_any_fresh(state):
        return clear
    for other in range(SEATS):
        gap = ahead(options, here, start_of(options, other))
        bars = (state.fresh[other] != 0) & (gap > 0) & (gap <= clear)
        clear = gap - 1 if bars else clear
    return clear


@rule
def clear_behind(state, options, here):
    """Return the loop spaces a token may go backward: a protected one bars that way too (D4)."""
    clear = options.loop_len - 1
    if not is_any_fresh(state):
        return clear
    for other in range(SEATS):
        gap = ahead(options, start_of(options, other), here)
        bars = (state.fresh[other] != 0) & (gap > 0) & (gap <= clear)
        clear = gap - 1 if bars else clear
    return clear


@rule
def home_bits(state, seat):
    """Return the occupied home spaces as bits, and one behind the last that is never free (D22)."""
    bits = 1 << HOME_SPACES
    for token in range(TOKENS):
        place = int(state.token[seat, token])
        bits |= (place >= HOME) << ((place - HOME) & (HOME_SPACES - 1))
    return bits


@rule
def free_from(bits, depth):
    """Return the free home spaces in a row from this depth inward: no token is passed (D22)."""
    return FREE_RUN[bits >> depth]


@rule
def home_room(state, seat):
    """Return the free home spaces from the entrance inward (D22)."""
    return free_from(home_bits(state, seat), 0)


@rule
def room_ahead(state, seat, token):
    """Return the free home spaces in front of a token that is home (D22)."""
    return free_from(home_bits(state, seat), int(state.token[seat, token]) - HOME + 1)


@rule
def tokens_home(state, seat):
    """Return how many of a seat's tokens are home (D35)."""
    count = 0
    for token in range(TOKENS):
        count += state.token[seat, token] >= HOME
    return count


@rule
def partner(seat):
    """Return the partner, who sits opposite."""
    return (seat + 2) % SEATS


@rule
def has_won(state, seat):
    """Return whether all eight tokens of the seat's team are home (D35)."""
    return tokens_home(state, seat) == TOKENS and tokens_home(state, partner(seat)) == TOKENS


@rule
def has_lapped(state, options, seat, token, steps_to_start):
    """Return whether passing the start counts as coming round: always, or by the lap mark (D18)."""
    if not options.full_lap:
        return True
    laps = int(state.lap[seat, token])
    return laps >= 1 or (laps == 0 and steps_to_start > 0)


@rule
def gate_distance(state, options, seat, token, clear):
    """Return steps forward to the own start from where home branches off, or NEVER (D4, D17).

    `clear` is the way free ahead. A token on its start stands at the gate already; a fresh one
    may not use it.
    """
    here = int(state.token[seat, token])
    gap = ahead(options, here, start_of(options, seat))
    barred = (gap > clear) | is_protected(state, options, seat, token)
    if options.full_lap:
        barred |= not has_lapped(state, options, seat, token, gap)
    return NEVER if barred else gap


@rule
def can_step_back(state, options, seat, token):
    """Return whether a token may go four back on the loop, or out by `four_back_home` (D21)."""
    here = int(state.token[seat, token])
    if here == KENNEL:
        return False
    if here < HOME:
        return clear_behind(state, options, here) >= BACK
    depth = here - HOME
    beyond = BACK - depth - 1  # loop spaces behind the start
    start = start_of(options, seat)
    if not options.four_back_home or state.fresh[seat] or depth > home_room(state, seat):
        return False
    return clear_behind(state, options, start) >= beyond


@rule
def can_back_into_home(state, options, seat, token):
    """Return whether a token 0–3 past its start may go back home under `four_back_home` (D21)."""
    here = int(state.token[seat, token])
    if not options.four_back_home or here < 0 or here >= HOME:
        return False
    gap = ahead(options, start_of(options, seat), here)
    if gap >= BACK or is_protected(state, options, seat, token):
        return False
    if gap > clear_behind(state, options, here) or BACK - gap > home_room(state, seat):
        return False
    return not options.full_lap or state.lap[seat, token] >= 1


@rule
def send_to_kennel(state, seat, token):
    """Send a captured token back to its kennel, where it forgets its way (D1)."""
    state.token[seat, token] = KENNEL
    state.lap[seat, token] = 0


@rule.inline
def token_on(state, space):
    """Return which token stands on a loop space, as seat * TOKENS + token, or NOBODY."""
    found = NOBODY
    for seat in range(SEATS):
        for token in range(TOKENS):
            found = seat * TOKENS + token if state.token[seat, token] == space else found
    return found


@rule
def capture(state, space):
    """Send whoever stands on this loop space to the kennel: partner and own too (D7, D13).

    Says whose token it was, or NOBODY.
    """
    found = token_on(state, space)
    if found == NOBODY:
        return NOBODY
    send_to_kennel(state, found // TOKENS, found % TOKENS)
    return found // TOKENS


@rule
def leave(state, options, seat, token):
    """Let a token move off: it is fresh no longer (D2)."""
    if is_protected(state, options, seat, token):
        state.fresh[seat] = 0


@rule
def start_token(state, options, seat):
    """Bring out the first token in the kennel, protected; capture who stands there (D6).

    Says whose token that was, or NOBODY.
    """
    token = 0
    while state.token[seat, token] != KENNEL:
        token += 1
    space = start_of(options, seat)
    captured = capture(state, space)
    state.token[seat, token] = space
    state.lap[seat, token] = 0
    state.fresh[seat] = 1
    return captured


@rule
def destination(state, options, seat, token, steps, enters):
    """Return where a legal move ends (D17, D20–D22)."""
    here = int(state.token[seat, token])
    start = start_of(options, seat)
    if here >= HOME:
        if steps > 0:
            return here + steps
        return forward(options, start, here - HOME + 1 + steps)
    if not enters:
        return forward(options, here, steps)
    if steps > 0:
        return HOME + steps - ahead(options, here, start) - 1
    return HOME - steps - ahead(options, start, here) - 1


@rule
def note_lap(state, options, seat, token, steps, enters):
    """Keep the lap mark of `full_lap`: a lap is won forward past the start, lost back (D18)."""
    here = int(state.token[seat, token])
    start = start_of(options, seat)
    laps = int(state.lap[seat, token])
    if enters:
        laps = 1
    elif here >= HOME:
        laps = 1 if here - HOME + 1 + steps == 0 else 0
    elif steps > 0:
        gap = ahead(options, here, start)
        if gap > 0 and gap <= steps:
            laps = min(laps + 1, 1)
    elif ahead(options, start, here) < -steps:
        laps = max(laps - 1, -1)
    state.lap[seat, token] = laps


@rule.inline
def move_token(state, options, seat, token, steps, enters):
    """Move a token and capture where it lands on the loop (D7, D20).

    Says whose token that was, or NOBODY.
    """
    there = destination(state, options, seat, token, steps, enters)
    leave(state, options, seat, token)
    if options.full_lap:
        note_lap(state, options, seat, token, steps, enters)
    captured = capture(state, there) if there < HOME else NOBODY
    state.token[seat, token] = there
    return captured


@rule.inline
def can_be_swapped(state, options):
    """Return as bits all tokens on the loop that are not protected (D8)."""
    found = 0
    for seat in range(SEATS):
        protected = start_of(options, seat) if state.fresh[seat] else KENNEL
        for token in range(TOKENS):
            place = int(state.token[seat, token])
            free = (place >= 0) & (place < HOME) & (place != protected)
            found |= free << (seat * TOKENS + token)
    return found


@rule
def arrive_by_swap(state, options, seat, token, space):
    """Put a swapped token down, no longer fresh; on its own start it may go home next (D9)."""
    state.token[seat, token] = space
    if options.full_lap:
        laps = max(int(state.lap[seat, token]), 0)
        state.lap[seat, token] = 1 if space == start_of(options, seat) else laps


@rule
def swap_tokens(state, options, seat, token, other_seat, other):
    """Exchange two tokens' spaces by a jack (D8, D9)."""
    here = int(state.token[seat, token])
    there = int(state.token[other_seat, other])
    arrive_by_swap(state, options, seat, token, there)
    arrive_by_swap(state, options, other_seat, other, here)


@rule
def sorts_before(state, seat, first, second):
    """Return whether a token sorts first: loop before home before kennel, then by space, by lap."""
    one = int(state.token[seat, first])
    two = int(state.token[seat, second])
    if one == two:
        return state.lap[seat, first] < state.lap[seat, second]
    return two == KENNEL or (one != KENNEL and one < two)


@rule
def canonical(state):
    """Sort each seat's tokens: boards that differ only in which token is which become equal."""
    for seat in range(SEATS):
        for last in range(TOKENS - 1, 0, -1):
            for token in range(last):
                if sorts_before(state, seat, token + 1, token):
                    place = state.token[seat, token]
                    state.token[seat, token] = state.token[seat, token + 1]
                    state.token[seat, token + 1] = place
                    laps = state.lap[seat, token]
                    state.lap[seat, token] = state.lap[seat, token + 1]
                    state.lap[seat, token + 1] = laps
