"""The course of a game of Ludo."""

from ludo.rules.record import ENTERS, HOME, LOOP, ON_LOOP, ROLL, SIDES, rule
from offleash.contract.rules.actors import CHANCE, OVER


@rule
def seats(options):
    """Return how many play."""
    return int(options.players)


@rule
def actor(state):
    """Let the die decide, then the player, until all tokens of one are at home."""
    if state.winner > 0:
        return OVER
    return CHANCE if state.rolled == 0 else int(state.seat)


@rule
def space(options, seat, step):
    """Return the space of the loop that a token has come to, or -1 if it is not on the loop."""
    start = seat * LOOP // int(options.players)
    return (start + step - 1) % LOOP if 1 <= step <= ON_LOOP else -1


@rule
def goal(state, token):
    """Return the step that a token would come to; 0 if it can't move."""
    step, rolled = int(state.step[state.seat, token]), int(state.rolled)
    if step == 0:
        return 1 if rolled == ENTERS else 0
    return step + rolled if step + rolled <= HOME else 0


@rule
def legal_actions(state, options, work, out):
    """List the tokens that can move."""
    n = 0
    for token in range(options.tokens):
        out[n] = token
        n += goal(state, token) > 0
    return n


@rule
def chance_outcomes(state, options, out, chances):
    """List the faces of the die."""
    for face in range(SIDES):
        out[face] = ROLL + face
        chances[face] = 1
    return SIDES


@rule
def pass_turn(state, options):
    """Let the next player roll, or the same one after a six."""
    if state.rolled != ENTERS:
        state.seat = (int(state.seat) + 1) % int(options.players)
    state.rolled = 0


@rule
def send_back(state, options, at):
    """Send the tokens of all others on a space of the loop back to their yards."""
    for seat in range(options.players if at >= 0 else 0):
        for token in range(options.tokens):
            if seat != state.seat and space(options, seat, int(state.step[seat, token])) == at:
                state.step[seat, token] = 0


@rule
def is_done(state, options, seat):
    """Return whether all tokens of a seat are at home."""
    for token in range(options.tokens):
        if state.step[seat, token] != HOME:
            return False
    return True


@rule
def can_move(state, options):
    """Return whether the player can use the roll."""
    for token in range(options.tokens):
        if goal(state, token) > 0:
            return True
    return False


@rule
def apply(state, options, work, action, tally):
    """Roll, and pass if nothing can move; or move, and send back whoever is there."""
    if action >= ROLL:
        state.rolled = action - ROLL + 1
        if not can_move(state, options):
            pass_turn(state, options)
        return
    seat = int(state.seat)
    state.step[seat, action] = goal(state, action)
    send_back(state, options, space(options, seat, int(state.step[seat, action])))
    state.winner = seat + 1 if is_done(state, options, seat) else 0
    pass_turn(state, options)


@rule
def returns(state, options, shares):
    """Give 1 to the winner."""
    for seat in range(options.players):
        shares[seat] = 1.0 if state.winner == seat + 1 else 0.0


@rule
def rank(state, options, places):
    """Place the winner first."""
    for seat in range(options.players):
        places[seat] = 0 if state.winner == seat + 1 else 1
