"""Why an action is not legal, for the person who tried it."""

from dataclasses import replace

from offleash.contract import Records
from offleash.contract.rules.actors import OVER
from offleash.games.dog.position import CARD_NAMES, TOKEN_NAMES, Position, Spot
from offleash.games.dog.rules import actions as A, movement, record as R, seven

PHASE_NEEDS = {
    R.ROLL: (A.DEALER, A.DEAL, "the dice decide who deals first"),
    R.DEALING: (A.DEAL, A.ACTIONS, "the cards are being dealt"),
    R.GIVING: (A.GIVE, A.DEALER, "every player first gives the partner a card"),
    R.PLAYING: (0, A.STEP, "it is time to play a card"),
    R.SPLITTING: (A.STEP, A.THROW, "the 7 must be finished step by step"),
}


def why_illegal(states: Records, options: Records, action: int) -> str:
    """Return one sentence, empty iff the action is legal (or a possible chance outcome) here."""
    return find_reason(Position(states, options), action)


def find_reason(position: Position, action: int) -> str:
    """Return the same, for one position."""
    if not 0 <= action < A.ACTIONS:
        return f"there is no action number {action}"
    if position.actor == OVER:
        return "the game is over"
    phase, is_chance = position.phase, position.phase in (R.ROLL, R.DEALING)
    if is_chance and action >= A.DEALER:
        return _why_not_chance(position, action)
    legal = () if is_chance else position.legal
    if action in legal:
        return ""
    if legal[:1] == (A.THROW,) and action >= A.STEP:
        return "no card can be played, so the hand must be thrown"
    if action == A.THROW and phase == R.PLAYING:
        return "a hand is thrown only when none of its cards can be played"
    low, high, reason = PHASE_NEEDS[phase]
    if not low <= action < high:
        return reason
    if phase == R.GIVING:
        return f"there is no {CARD_NAMES[A.decode(action).rank]} in the hand"
    why_not = _why_not_step if phase == R.SPLITTING else _why_not_play
    return why_not(position, action)


def _why_not_chance(position: Position, action: int) -> str:
    if position.phase == R.ROLL:
        return "the dice decide who deals first" if action >= A.DEAL else ""
    if action < A.DEAL:
        return "the dealer is known already"
    stock = position.state.stock[A.decode(action).rank]
    return "" if stock > 0 else "no such card is left in the stock"


def _why_not_play(position: Position, action: int) -> str:
    """Return why a card use is not legal: the card is missing, or the board forbids it."""
    decoded = A.decode(action)
    if position.state.hand[position.seat, decoded.rank] <= 0:
        return f"there is no {CARD_NAMES[decoded.rank]} in the hand"
    spot = position.spot(position.owner, decoded.token)
    if decoded.kind == A.IS_MOVE:
        return _why_not_move(position, spot, decoded)
    if decoded.kind == A.IS_SWAP:
        return _why_not_swap(position, spot, decoded)
    if decoded.kind == A.IS_SEVEN:
        if position.options.seven_partial:
            return "no step can be made"
        return "seven steps can't all be made"
    if position.state.fresh[spot.seat] and not position.options.restart_over_fresh:
        return "its own protected token is on the start"
    return "no token is left in the kennel"


def _why_not_move(position: Position, spot: Spot, decoded: A.Decoded) -> str:
    name = TOKEN_NAMES[spot.token]
    if spot.place == R.KENNEL:
        return f"token {name} is in the kennel"
    if spot.place >= R.HOME:
        return _why_not_inside(position, spot, decoded)
    if decoded.enters:
        return _why_not_home(position, spot, decoded)
    clear = _clear_way(position, spot, decoded)
    if abs(decoded.steps) <= clear:
        return f"token {name} must enter home when it can"
    if decoded.steps < 0:
        return f"a protected token stands close behind token {name}"
    return f"a protected token stands {clear + 1} ahead of token {name}"


def _clear_way(position: Position, spot: Spot, decoded: A.Decoded) -> int:
    """Return how many spaces of the loop a token may go in the direction of a move."""
    if decoded.steps > 0:
        return position.clear_ahead(spot.place)
    return int(movement.clear_behind(position.state, position.options, spot.place))


def _why_not_home(position: Position, spot: Spot, decoded: A.Decoded) -> str:
    """Return why a token on the loop may not end inside home, forward or four back."""
    name, steps, start = TOKEN_NAMES[spot.token], decoded.steps, position.start_of(spot.seat)
    gap = position.ahead(spot.place, start)
    if steps < 0:
        if not position.options.four_back_home:
            return "nobody goes backward into home"
        gap = position.ahead(start, spot.place)
    depth = abs(steps) - gap  # home spaces that it would enter
    if position.is_protected(spot.seat, spot.token):
        return f"token {name} has only just started and may not enter home"
    if not 0 < depth <= R.HOME_SPACES:
        if steps < 0:
            return f"four steps back do not bring token {name} into home"
        return f"{steps} steps do not bring token {name} into home"
    if gap > _clear_way(position, spot, decoded):
        return f"a protected token bars the way of token {name}"
    if depth > position.home_room(spot.seat):
        return "a token in home is in the way"
    args = position.state, position.options, spot.seat, spot.token
    if decoded.rank == R.JOKER and seven.joker_forbids(*args):
        return "a joker may not bring the last token home"
    return f"token {name} has not been round the loop yet"


def _why_not_inside(position: Position, spot: Spot, decoded: A.Decoded) -> str:
    """Return why a token in home may not move that way."""
    name, depth = TOKEN_NAMES[spot.token], spot.place - R.HOME
    if decoded.steps < 0:
        if not position.options.four_back_home or decoded.enters:
            return f"token {name} is home and does not go back"
        return f"the way out of home is barred for token {name}"
    if not decoded.enters:
        return f"token {name} is home and stays there"
    if depth + decoded.steps >= R.HOME_SPACES:
        return f"home ends {R.HOME_SPACES - 1 - depth} spaces ahead of token {name}"
    return "a token in home is in the way"


def _why_not_swap(position: Position, spot: Spot, decoded: A.Decoded) -> str:
    for seat, token in (spot[:2], divmod(decoded.other, R.TOKENS)):
        name = f"{seat}{TOKEN_NAMES[token]}"
        if not 0 <= position.places[seat][token] < R.HOME:
            return f"token {name} is not on the loop"
        if position.is_protected(seat, token):
            return f"token {name} is protected"
    if not position.options.jack_own_own:
        return "a jack swaps with another player's token"
    return "two own tokens are named in order, each once"


def _why_not_step(position: Position, action: int) -> str:
    """Return why a step of a seven is not offered."""
    state, options, seat = position.state, position.options, position.seat
    if action == A.END_SEVEN:
        if options.seven_partial:
            return "a 7 takes one step at least"
        return f"all seven steps must be made, {position.steps_left} are left"
    choice, decoded = action - A.STEP, A.decode(action)
    if choice >= seven.step_choices(state, options, seat):
        if position.tokens_home(seat) == R.TOKENS:
            return "the partner's tokens are now played like one's own"
        return "the partner's tokens may be stepped only once all own are home"
    token = decoded.token % R.TOKENS
    name = TOKEN_NAMES[token]
    place = position.places[seven.step_owner(state, seat, decoded.token)][token]
    if place == R.KENNEL:
        return f"token {name} is in the kennel"
    if position.step_cost(choice) > 0:
        return "the rest of the seven steps could not be made after it"
    if decoded.enters and state.seven_joker and _is_open_to_a_seven(position, choice):
        return "a joker may not bring the last token home"
    if place >= R.HOME:
        return f"token {name} is home and can't make this move"
    if decoded.enters:
        return f"token {name} does not stand before a home that is free and open to it"
    if position.clear_ahead(place) == 0:
        return f"a protected token stands right ahead of token {name}"
    return f"token {name} must enter home when it can"


def _is_open_to_a_seven(position: Position, choice: int) -> bool:
    """Return whether a real seven could make the step, so that only the joker forbids it."""
    states = position.states.copy()
    states["seven_joker"] = 0
    return replace(position, states=states).step_cost(choice) > 0
