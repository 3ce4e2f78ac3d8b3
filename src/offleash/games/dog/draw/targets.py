"""Every legal action as a person points at it: what to click, in words, and whom it captures."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from offleash.contract import Records, Target
from offleash.contract.rules.actors import NOBODY
from offleash.games.dog import position as P
from offleash.games.dog.position import Position, Spot
from offleash.games.dog.rules import actions as A, record as R
from offleash.games.dog.rules.movement import destination, token_on
from offleash.games.dog.rules.seven import step_owner
from offleash.games.dog.text.notation import format_action


class TokenMove(NamedTuple):
    """What an action does on the board."""

    action: int
    kind: int
    rank: int  # of the card that is played or given
    enters: int  # 1: it ends inside home
    piece: Spot | None = None  # the token that acts, where it is
    end: Spot | None = None  # where it ends; of a swap, the other token
    victim: Spot | None = None  # whom it captures
    steps: int = 0  # that it takes
    role: str = ""  # what a joker stands for, where its token and place leave that open

    @property
    def is_swap(self) -> bool:
        """Whether two tokens change places."""
        return self.kind == A.IS_SWAP


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """Return one target for each legal action, in order; nobody but the seat to move has any.

    Clicks go from the card over the token to where it ends (`card-K-0`, `token-0-1`, `space-17`);
    a swap ends on the other token. A 7 is begun and ended on the `middle`, a hand is thrown onto
    the `discards`, a gift is one card. No click sequence begins another. Where two uses of a
    joker would be the same clicks (on a loop of 16, four back and twelve forward), the last click
    is the button `target-N` of the marks.
    """
    position = Position(states, options, seat)
    if not position.is_viewer_to_move:
        return []
    candidates = [target_of(position, move_of(position, action)) for action in legal]
    copies = Counter(target.clicks for target in candidates)
    return [
        replace(target, clicks=(*target.clicks, f"target-{target.action}"))
        if copies[target.clicks] > 1
        else target
        for target in candidates
    ]


def target_of(position: Position, move: TokenMove) -> Target:
    """Return an action in words and clicks."""
    return Target(
        action=move.action,
        text=format_action(move.action),
        group=group_of(position, move),
        piece=piece_name(position, move.piece) if move.piece else "",
        label=label_of(position, move),
        clicks=tuple(clicks_of(position, move)),
        captures=(move.victim.name,) if move.victim else (),
    )


# On the board


def move_of(position: Position, action: int) -> TokenMove:
    """Return which token goes where, and whom it captures."""
    action = int(action)
    decoded = A.decode(action)
    move = TokenMove(action, decoded.kind, decoded.rank, decoded.enters)
    owner = position.owner
    if decoded.kind == A.IS_MOVE:
        return with_steps(position, move, position.spot(owner, decoded.token), decoded.steps)
    if decoded.kind == A.IS_STEP:
        owner = int(step_owner(position.state, position.seat, decoded.token))
        steps = max(1, position.step_cost(action - A.STEP))
        return with_steps(position, move, position.spot(owner, decoded.token % R.TOKENS), steps)
    if decoded.kind == A.IS_SWAP:
        other = position.spot(*divmod(decoded.other, R.TOKENS))
        return move._replace(piece=position.spot(owner, decoded.token), end=other)
    if decoded.kind == A.IS_START:
        places = position.places[owner]
        token = places.index(R.KENNEL) if R.KENNEL in places else 0
        end = Spot(owner, token, position.start_of(owner))
        piece = end._replace(place=R.KENNEL)
        return move._replace(piece=piece, end=end, victim=token_at(position, end.place))
    return move


def with_steps(position: Position, move: TokenMove, piece: Spot, steps: int) -> TokenMove:
    """Return a move of a token by a number of steps."""
    token = position.state, position.options, piece.seat, piece.token
    place = int(destination(*token, steps, move.enters))
    end, victim = piece._replace(place=place), token_at(position, place)
    return move._replace(piece=piece, end=end, victim=victim, steps=steps)


def token_at(position: Position, place: int) -> Spot | None:
    """Return the token on a space of the loop."""
    token = int(token_on(position.state, place)) if 0 <= place < R.HOME else NOBODY
    return None if token == NOBODY else position.spot(*divmod(token, R.TOKENS))


# Clicks


def place_id(spot: Spot) -> str:
    """Return the element of a place."""
    if spot.place == R.KENNEL:
        return f"kennel-{spot.seat}-{spot.token}"
    if spot.place >= R.HOME:
        return f"home-{spot.seat}-{spot.place - R.HOME}"
    return f"space-{spot.place}"


def token_id(spot: Spot) -> str:
    """Return the element of a token."""
    return f"token-{spot.seat}-{spot.token}"


def clicks_of(position: Position, move: TokenMove) -> list[str]:
    """Return the elements to click, in order; a card that is not in sight is left out."""
    clicks = P.card_ids("card", [move.rank]) if move.rank in position.hand else []
    if move.kind in (A.IS_SEVEN, A.IS_END):
        clicks.append("middle")
    elif move.kind == A.IS_THROW:
        clicks.append("discards")
    elif move.piece and move.end:
        end_id = token_id if move.is_swap else place_id
        clicks += [token_id(move.piece), end_id(move.end)]
    return clicks


# In words


def piece_name(position: Position, spot: Spot) -> str:
    """Return a token with its colour, one's own by its letter alone."""
    return P.TOKEN_NAMES[spot.token] if spot.seat == position.seat else spot.name


def group_of(position: Position, move: TokenMove) -> str:
    """Return the card that an action is listed under, or what it does without a card."""
    if move.kind == A.IS_THROW:
        return "throw"
    role, joker = R.SEVEN, bool(position.state.seven_joker)
    if position.phase != R.SPLITTING:
        joker = move.kind != A.IS_GIFT and move.rank == R.JOKER
        role = A.role_of(move.action) if joker else move.rank
    name = "start" if joker and move.kind == A.IS_START else P.CARD_NAMES[role]
    return f"Joker as {name}" if joker else name


def label_of(position: Position, move: TokenMove) -> str:
    """Return what an action does."""
    if move.piece and move.end:
        piece, place = piece_name(position, move.piece), move.end.place
        if move.is_swap:
            own = "own " * (move.end.seat == position.seat)
            return f"{piece} swaps with {own}{piece_name(position, move.end)}"
        if move.kind == A.IS_START:
            return f"{piece} starts on {place}"
        if place >= R.HOME:
            return f"{piece} into home {place - R.HOME}"
        return f"{piece} {'back ' * (move.steps < 0)}to space {place}"
    return {
        A.IS_SEVEN: "seven steps",
        A.IS_END: "end the 7",
        A.IS_THROW: "throw the hand",
        A.IS_GIFT: f"give {P.CARD_NAMES[move.rank]} to {P.SEAT_NAMES[P.partner_of(position.seat)]}",
    }.get(move.kind, "")
