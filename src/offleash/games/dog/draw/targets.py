"""Every legal action as a person points at it: what to click, in words, and whom it captures."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from offleash.core.game import Records, Target
from offleash.core.rules.actors import NOBODY
from offleash.games.dog.draw.view import Spot, View, card_ids
from offleash.games.dog.rules import actions as A
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.movement import destination, token_on
from offleash.games.dog.rules.seven import chosen_cost, controlled, step_owner
from offleash.games.dog.text.names import CARD_NAMES, SEAT_NAMES, TOKEN_NAMES
from offleash.games.dog.text.notation import format_action


class Aim(NamedTuple):
    """What an action does on the board."""

    said: A.Decoded
    mover: Spot | None = None  # the token that acts, where it stands
    end: Spot | None = None  # where it ends; of a swap, the other token
    victim: Spot | None = None  # whom it captures
    steps: int = 0  # that it takes


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """One target for each legal action, in order; nobody but the seat to move has any.

    Clicks go from the card over the token to where it ends (`card-K-0`, `token-0-1`, `space-17`);
    a swap ends on the other token. A 7 is begun and ended on the `middle`, a hand is thrown onto
    the `discards`, a gift is one card. No click sequence begins another. Where two uses of a
    joker would be the same clicks (on a loop of 16, four back and twelve forward), the last click
    is the button `target-N` of the marks.
    """
    view = View(states[0], options[0], seat)
    if seat == NOBODY or view.mover != seat:
        return []
    made = [one_target(view, int(action)) for action in legal]
    copies = Counter(target.clicks for target in made)
    return [
        replace(target, clicks=(*target.clicks, f"target-{target.action}"))
        if copies[target.clicks] > 1
        else target
        for target in made
    ]


def one_target(view: View, action: int) -> Target:
    """An action in words and clicks."""
    aim = aim_of(view, action)
    victim = aim.victim
    return Target(
        action=action,
        text=format_action(action),
        group=group_of(view, action),
        piece=piece_name(view, aim.mover) if aim.mover else "",
        label=label_of(view, aim),
        clicks=tuple(clicks_of(view, aim)),
        captures=(token_name(victim),) if victim else (),
    )


# On the board


def aim_of(view: View, action: int) -> Aim:
    """Which token goes where, and whom it meets."""
    said = A.decode(action)
    actor = int(view.state.seat)
    seat = int(controlled(view.state, actor))
    if said.kind == A.IS_MOVE:
        return landing(view, said, view.spot(seat, said.token), said.steps)
    if said.kind == A.IS_STEP:
        owner = int(step_owner(view.state, actor, said.token))
        left = int(view.state.seven_left)
        steps = max(1, int(chosen_cost(view.state, view.options, actor, action - A.STEP, left)))
        return landing(view, said, view.spot(owner, said.token % R.TOKENS), steps)
    if said.kind == A.IS_SWAP:
        return Aim(said, view.spot(seat, said.token), view.spot(*divmod(said.other, R.TOKENS)))
    if said.kind == A.IS_START:
        places = [int(place) for place in view.state.token[seat]]
        token = places.index(R.KENNEL) if R.KENNEL in places else 0
        end = Spot(seat, token, seat * view.loop_len // R.SEATS)
        return Aim(said, Spot(seat, token, R.KENNEL), end, standing_on(view, end))
    return Aim(said)


def landing(view: View, said: A.Decoded, mover: Spot, steps: int) -> Aim:
    """A token that goes so many steps."""
    seat, token, _ = mover
    end = destination(view.state, view.options, seat, token, steps, said.enters)
    there = Spot(seat, token, int(end))
    return Aim(said, mover, there, standing_on(view, there), steps)


def standing_on(view: View, spot: Spot) -> Spot | None:
    """Who stands on a space of the loop."""
    found = int(token_on(view.state, spot.place)) if 0 <= spot.place < R.HOME else NOBODY
    return None if found == NOBODY else view.spot(*divmod(found, R.TOKENS))


# Clicks


def place_id(spot: Spot) -> str:
    """The element of a place."""
    if spot.place == R.KENNEL:
        return f"kennel-{spot.seat}-{spot.token}"
    return (
        f"home-{spot.seat}-{spot.place - R.HOME}" if spot.place >= R.HOME else f"space-{spot.place}"
    )


def token_id(spot: Spot) -> str:
    """The element of a token."""
    return f"token-{spot.seat}-{spot.token}"


def clicks_of(view: View, aim: Aim) -> list[str]:
    """The elements to click, in order; a card that is not in sight is left out."""
    kind, rank = aim.said.kind, aim.said.rank
    clicks = card_ids("card", [rank]) if rank in view.hand() else []
    if kind in (A.IS_SEVEN, A.IS_END):
        clicks.append("middle")
    elif kind == A.IS_THROW:
        clicks.append("discards")
    elif aim.mover and aim.end:
        clicks += [token_id(aim.mover), (token_id if kind == A.IS_SWAP else place_id)(aim.end)]
    return clicks


# In words


def token_name(spot: Spot) -> str:
    """A token with its colour."""
    return f"{SEAT_NAMES[spot.seat]} {TOKEN_NAMES[spot.token]}"


def piece_name(view: View, spot: Spot) -> str:
    """The same, an own one by its letter alone."""
    return TOKEN_NAMES[spot.token] if spot.seat == int(view.state.seat) else token_name(spot)


def group_of(view: View, action: int) -> str:
    """The card an action is listed under; what else there is, by what it does."""
    said = A.decode(action)
    if said.kind == A.IS_THROW:
        return "throw"
    role, joker = R.SEVEN, bool(view.state.seven_joker)
    if view.phase != R.SPLITTING:
        role, joker = said.rank, False
        if said.kind != A.IS_GIFT and said.rank == R.JOKER:
            role, joker = A.role_of(action), True
    name = "start" if joker and said.kind == A.IS_START else CARD_NAMES[role]
    return f"Joker as {name}" if joker else name


def label_of(view: View, aim: Aim) -> str:
    """What an action does."""
    said = aim.said
    if aim.mover and aim.end:
        piece, place = piece_name(view, aim.mover), aim.end.place
        if said.kind == A.IS_SWAP:
            own = aim.end.seat == int(view.state.seat)
            return f"{piece} swaps with {'own ' if own else ''}{piece_name(view, aim.end)}"
        if said.kind == A.IS_START:
            return f"{piece} starts on {place}"
        if place >= R.HOME:
            return f"{piece} into home {place - R.HOME}"
        return f"{piece} {'back ' * (said.steps < 0)}to space {place}"
    partner = SEAT_NAMES[(int(view.state.seat) + 2) % R.SEATS]
    return {
        A.IS_SEVEN: "seven steps",
        A.IS_END: "end the 7",
        A.IS_THROW: "throw the hand",
        A.IS_GIFT: f"give {CARD_NAMES[said.rank]} to {partner}",
    }.get(said.kind, "")
