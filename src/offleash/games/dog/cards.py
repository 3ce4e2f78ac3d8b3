"""What a hand allows: every use of every card, and playing one."""

from offleash.games.dog.actions import (
    AS_JOKER,
    BEGIN_SEVEN,
    BOARD_TOKENS,
    FOUR_BACK,
    MOVE,
    RANK_OF_STEPS,
    START,
    START_KING,
    STEPS,
    SWAP,
    THROW,
)
from offleash.games.dog.movement import (
    NEVER,
    can_back_into_home,
    can_step_back,
    can_swap,
    clear_ahead,
    gate_distance,
    home_room,
    move_token,
    room_ahead,
    start_token,
    swap_tokens,
)
from offleash.games.dog.record import (
    ACE,
    HOME,
    JACK,
    JOKER,
    KENNEL,
    KING,
    RANKS,
    SEVEN,
    TOKENS,
    rule,
)
from offleash.games.dog.seven import controlled, joker_forbids, may_begin_seven


@rule
def rank_used(action):
    """Which card a play spends."""
    if action >= AS_JOKER:
        return JOKER
    if action < SWAP:
        return RANK_OF_STEPS[(action - MOVE) // (2 * TOKENS)]
    if action < BEGIN_SEVEN:
        return JACK
    if action == BEGIN_SEVEN:
        return SEVEN
    return ACE if action == START else KING


@rule
def measure_moves(state, options, work, seat):
    """How far each token may go, on the loop and into home: what all step cards share."""
    room = home_room(state, seat)
    for token in range(TOKENS):
        place = int(state.token[seat, token])
        work.clear[token] = 0
        work.low[token] = NEVER
        work.high[token] = 0
        if place >= HOME:
            work.low[token] = 0
            work.high[token] = room_ahead(state, seat, token)
        elif place != KENNEL:
            gate = gate_distance(state, options, seat, token)
            work.clear[token] = clear_ahead(state, options, place)
            work.low[token] = gate
            work.high[token] = gate + room


@rule
def bar_joker_home(state, options, work, seat):
    """With a joker the last token may not enter home (D24)."""
    for token in range(TOKENS):
        if joker_forbids(state, options, seat, token):
            work.low[token] = NEVER
            work.high[token] = 0


@rule
def has_use(state, seat, rank, as_joker):
    """Whether the seat can play this rank's uses: with the card, or with a joker (D23)."""
    return state.hand[seat, JOKER if as_joker else rank] > 0


@rule
def list_moves(state, options, work, actor, as_joker, out, n):
    """Step cards: exact steps, home by choice, four also backward (D17, D19–D22)."""
    base = AS_JOKER * as_joker + MOVE
    for kind in range(FOUR_BACK):
        if not has_use(state, actor, RANK_OF_STEPS[kind], as_joker):
            continue
        steps = STEPS[kind]
        for token in range(TOKENS):
            action = base + 2 * (kind * TOKENS + token)
            enters = work.low[token] < steps and steps <= work.high[token]
            out[n] = action
            n += steps <= work.clear[token] and not (enters and options.must_enter)
            out[n] = action + 1
            n += enters
    return n


@rule
def list_back_moves(state, options, actor, seat, as_joker, out, n):
    """The 4 backward (D21)."""
    base = AS_JOKER * as_joker + MOVE + 2 * FOUR_BACK * TOKENS
    if has_use(state, actor, RANK_OF_STEPS[FOUR_BACK], as_joker):
        for token in range(TOKENS):
            enters = can_back_into_home(state, options, seat, token)
            if as_joker and enters:
                enters = not joker_forbids(state, options, seat, token)
            out[n] = base + 2 * token
            n += can_step_back(state, options, seat, token) and not (enters and options.must_enter)
            out[n] = base + 2 * token + 1
            n += enters
    return n


@rule
def list_swaps(state, options, actor, seat, as_joker, out, n):
    """The jack: one own token and one of another player, neither protected (D8)."""
    if not has_use(state, actor, JACK, as_joker):
        return n
    for token in range(TOKENS):
        if can_swap(state, options, seat, token):
            base = AS_JOKER * as_joker + SWAP + token * BOARD_TOKENS
            for other in range(BOARD_TOKENS):
                owner = other // TOKENS
                allowed = owner != seat or (options.jack_own_own and other % TOKENS > token)
                out[n] = base + other
                n += allowed and can_swap(state, options, owner, other % TOKENS)
    return n


@rule
def may_start(state, options, seat):
    """A token in the kennel, and no own protected one on the start (D6)."""
    if state.fresh[seat] and not options.restart_over_fresh:
        return False
    for token in range(TOKENS):
        if state.token[seat, token] == KENNEL:
            return True
    return False


@rule
def list_uses(state, options, work, actor, as_joker, out, n):
    """All uses of the cards in hand, or of a joker in hand, in ascending order (D23)."""
    seat = controlled(state, actor)
    measure_moves(state, options, work, seat)
    if as_joker:
        bar_joker_home(state, options, work, seat)
    n = list_moves(state, options, work, actor, as_joker, out, n)
    n = list_back_moves(state, options, actor, seat, as_joker, out, n)
    n = list_swaps(state, options, actor, seat, as_joker, out, n)
    base = AS_JOKER * as_joker
    if has_use(state, actor, SEVEN, as_joker):
        out[n] = base + BEGIN_SEVEN
        n += may_begin_seven(state, options, work, actor, as_joker)
    can_start = may_start(state, options, seat)
    if has_use(state, actor, ACE, as_joker):
        out[n] = base + START
        n += can_start
    if not as_joker and state.hand[actor, KING] > 0:
        out[n] = START_KING
        n += can_start
    return n


@rule
def list_plays(state, options, work, out):
    """Every way to play a card; only who has none throws the hand (D25, D28)."""
    actor = int(state.seat)
    n = list_uses(state, options, work, actor, 0, out, 0)
    if state.hand[actor, JOKER] > 0:
        n = list_uses(state, options, work, actor, 1, out, n)
    if n == 0:
        out[0] = THROW
        n = 1
    return n


@rule
def play_on_board(state, options, actor, action, tally):
    """What a card other than the 7 does to the board."""
    seat = controlled(state, actor)
    use = action - AS_JOKER if action >= AS_JOKER else action
    if use < SWAP:
        kind = (use - MOVE) // (2 * TOKENS)
        token = (use - MOVE) // 2 % TOKENS
        move_token(state, options, seat, token, STEPS[kind], use & 1, actor, tally)
    elif use < BEGIN_SEVEN:
        token = (use - SWAP) // BOARD_TOKENS
        other = (use - SWAP) % BOARD_TOKENS
        swap_tokens(state, options, seat, token, other // TOKENS, other % TOKENS)
    elif use >= START:
        start_token(state, options, seat, actor, tally)


@rule
def rank_has_use(state, options, work, actor, rank):
    """Whether one rank alone could be played."""
    n = list_uses(state, options, work, actor, rank == JOKER, work.listed[:], 0)
    for i in range(n):
        if rank_used(work.listed[i]) == rank:
            return True
    return False


@rule
def playable_ranks(state, options, work, actor):
    """As bits, the ranks a seat could play here if it held them: what a hidden throw denies."""
    mask = 0
    for rank in range(RANKS):
        held = state.hand[actor, rank]
        state.hand[actor, rank] = 1
        if rank_has_use(state, options, work, actor, rank):
            mask |= 1 << rank
        state.hand[actor, rank] = held
    return mask
