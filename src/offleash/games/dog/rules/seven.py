"""The seven: a run of single steps, of which only those are offered that leave seven possible.

`seat` is the owner of the stepping token, `actor` the seat that plays the card.
"""

from offleash.games.dog.rules.actions import END_SEVEN, STEP, STEP_CHOICES
from offleash.games.dog.rules.movement import (
    ahead,
    clear_ahead,
    gate_distance,
    has_lapped,
    has_won,
    home_room,
    is_protected,
    move_token,
    partner,
    room_ahead,
    start_of,
    tokens_home,
)
from offleash.games.dog.rules.record import (
    HOME,
    HOME_SPACES,
    KENNEL,
    SEATS,
    STEP_DEPTH,
    TOKENS,
    rule,
)

SEVEN_STEPS = 7
ASIDE = STEP_DEPTH - 1  # where the offered step puts the board aside; the search uses the others


@rule
def controlled(state, seat):
    """Return whose tokens a seat plays: its own, or its partner's once its own are home (D26)."""
    return partner(seat) if tokens_home(state, seat) == TOKENS else seat


@rule
def step_owner(state, actor, token):
    """Return whose token steps: 0–3 are the controlled seat's, 4–7 the partner's (D14)."""
    return controlled(state, actor) if token < TOKENS else partner(actor)


@rule
def step_choices(state, options, actor):
    """Return how many step choices there are, the partner's last, in a `canadian` 7 only (D14)."""
    both = options.canadian and tokens_home(state, actor) < TOKENS
    return STEP_CHOICES if both else STEP_CHOICES // 2


@rule
def joker_forbids(state, options, seat, token):
    """Return whether a joker must not bring home the team's eighth token or any fourth (D24)."""
    if state.token[seat, token] >= HOME or tokens_home(state, seat) < TOKENS - 1:
        return False
    return options.joker_last_own or tokens_home(state, partner(seat)) == TOKENS


@rule
def can_hop(state, options, seat, token, enters):
    """Return whether `seven_jumps_protected` allows two steps over a protected token ahead (D5)."""
    here = int(state.token[seat, token])
    if here < 0 or here >= HOME or clear_ahead(state, options, here) > 0:
        return False
    at_gate = ahead(options, here, start_of(options, seat)) == 1
    may_enter = (
        at_gate
        and home_room(state, seat) > 0
        and not is_protected(state, options, seat, token)
        and has_lapped(state, options, seat, token, 1)
        and not (state.seven_joker and joker_forbids(state, options, seat, token))
    )
    return may_enter if enters else not (may_enter and options.must_enter)


@rule.inline
def can_step(state, options, seat, token, enters):
    """Return whether a step can be made: on the loop, in the gate, in home (D10, D17, D19, D24)."""
    here = int(state.token[seat, token])
    if here == KENNEL:
        return False
    if here >= HOME:
        return enters and room_ahead(state, seat, token) > 0
    if not enters and not options.must_enter:
        return clear_ahead(state, options, here) > 0
    may_enter = (
        here == start_of(options, seat)
        and gate_distance(state, options, seat, token, 0) == 0
        and home_room(state, seat) > 0
        and not (state.seven_joker and joker_forbids(state, options, seat, token))
    )
    if enters:
        return may_enter
    return clear_ahead(state, options, here) > 0 and not may_enter


@rule.inline
def step_cost(state, options, seat, token, enters, left):
    """Return how many of the seven a step takes: 1, 2 for a hop, 0 if it is not legal (D5, D10)."""
    if can_step(state, options, seat, token, enters):
        return 1
    hops = options.seven_jumps_protected and left >= 2
    return 2 if hops and can_hop(state, options, seat, token, enters) else 0


@rule
def chosen_cost(state, options, actor, choice, left):
    """Return the same for a step choice."""
    seat = step_owner(state, actor, choice >> 1)
    return step_cost(state, options, seat, (choice >> 1) % TOKENS, choice & 1, left)


@rule
def take_step(state, options, actor, choice, cost):
    """Make the step; capture whoever stands where it ends, and return who that was (D13)."""
    seat = step_owner(state, actor, choice >> 1)
    return move_token(state, options, seat, (choice >> 1) % TOKENS, cost, choice & 1)


@rule
def free_steps(state, options, seat):
    """Return the most single steps a seat's tokens can make in all, up to a protected token.

    The foremost steps first, so capturing an own token costs nothing; inside home all move up.
    """
    total = 0
    inside = 0
    for token in range(TOKENS):
        place = int(state.token[seat, token])
        if place >= HOME:
            total += HOME_SPACES - 1 - inside - (place - HOME)
            inside += 1
        elif place != KENNEL:
            total += clear_ahead(state, options, place)
    return total


@rule
def is_plain(options):
    """Return whether `free_steps` decides alone (D12).

    It does where a token that reaches its gate could as well walk on for seven steps: the next
    start is at least eight spaces off, nobody must enter, and nothing jumps.
    """
    return (
        options.loop_len >= 4 * (SEVEN_STEPS + 1)
        and not options.must_enter
        and not options.seven_jumps_protected
    )


@rule
def put_aside(state, work, depth):
    """Keep a copy of the board."""
    for seat in range(SEATS):
        work.fresh[depth, seat] = state.fresh[seat]
        for token in range(TOKENS):
            work.token[depth, seat, token] = state.token[seat, token]
            work.lap[depth, seat, token] = state.lap[seat, token]


@rule
def take_back(state, work, depth):
    """Restore the board put aside."""
    for seat in range(SEATS):
        state.fresh[seat] = work.fresh[depth, seat]
        for token in range(TOKENS):
            state.token[seat, token] = work.token[depth, seat, token]
            state.lap[seat, token] = work.lap[depth, seat, token]


@rule
def search_steps(state, options, work, actor, left):
    """Try all runs of steps, depth first, and leave the board as it was (D12)."""
    depth = 0
    work.cursor[0] = 0
    work.left[0] = left
    put_aside(state, work, 0)
    found = False
    while depth >= 0 and not found:
        choice = work.cursor[depth]
        work.cursor[depth] = choice + 1
        if choice >= step_choices(state, options, actor):
            depth -= 1
            if depth >= 0:
                take_back(state, work, depth)
            continue
        cost = chosen_cost(state, options, actor, choice, work.left[depth])
        if cost > 0:
            take_step(state, options, actor, choice, cost)
            remaining = work.left[depth] - cost
            found = remaining == 0 or (options.seven_waste_win and has_won(state, actor))
            depth += 1
            work.cursor[depth] = 0
            work.left[depth] = remaining
            put_aside(state, work, depth)
    take_back(state, work, 0)
    return found


@rule
def can_finish(state, options, work, actor, left):
    """Return whether the steps left can all be made from here (D12, D15, D16)."""
    if left == 0 or options.seven_partial:
        return True
    if has_won(state, actor):
        return options.seven_waste_win != 0
    if not is_plain(options):
        return search_steps(state, options, work, actor, left)
    mine = controlled(state, actor)
    steps = free_steps(state, options, mine)
    if options.canadian and mine == actor and steps < left:
        steps += free_steps(state, options, partner(actor))
    return steps >= left


@rule.inline
def walks_on(state, options, seat, token, left):
    """Return whether a token is on the loop and could make all the steps left itself (D12)."""
    place = int(state.token[seat, token])
    return is_plain(options) and place < HOME and clear_ahead(state, options, place) >= left


@rule
def leaves_enough(state, options, work, actor, choice, cost):
    """Return whether the rest of the seven can be made after a step (D12)."""
    put_aside(state, work, ASIDE)
    take_step(state, options, actor, choice, cost)
    possible = can_finish(state, options, work, actor, int(state.seven_left) - cost)
    take_back(state, work, ASIDE)
    return possible


@rule.inline
def list_steps(state, options, work, out):
    """List every step of a seven under way that can be made, and the rest of it after it.

    Its end is offered too where a seven may be partial (D12).
    """
    n = 0
    actor = int(state.seat)
    left = int(state.seven_left)
    mine = controlled(state, actor)
    for choice in range(step_choices(state, options, actor)):
        seat = mine if choice < 2 * TOKENS else partner(actor)
        token = (choice >> 1) % TOKENS
        cost = step_cost(state, options, seat, token, choice & 1, left)
        if cost == 0:
            continue
        certain = cost == left or options.seven_partial
        if not certain and (choice & 1) == 0:
            certain = walks_on(state, options, seat, token, left)
        out[n] = STEP + choice
        n += certain or leaves_enough(state, options, work, actor, choice, cost)
    out[n] = END_SEVEN
    n += options.seven_partial and left < SEVEN_STEPS
    return n


@rule
def may_begin_seven(state, options, work, actor, as_joker):
    """Return whether a 7, or a joker as 7, can be played at all (D12)."""
    if not options.seven_partial and is_plain(options):
        return can_finish(state, options, work, actor, SEVEN_STEPS)
    joker_before = state.seven_joker
    state.seven_joker = as_joker
    possible = False
    if options.seven_partial:
        for choice in range(step_choices(state, options, actor)):
            if chosen_cost(state, options, actor, choice, SEVEN_STEPS) > 0:
                possible = True
    else:
        possible = can_finish(state, options, work, actor, SEVEN_STEPS)
    state.seven_joker = joker_before
    return possible
