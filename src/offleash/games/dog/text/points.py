"""What speaks for an action of Dog and what against it, in phrases: told from a seat's view alone.

What an action does is read off the board before it and after it. Only cards of the own hand are
looked at.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from offleash.core.game import Point, Records
from offleash.core.prose import count_of
from offleash.games.dog.position import CARD_NAMES, SEAT_NAMES, TOKEN_NAMES
from offleash.games.dog.rules import actions as A
from offleash.games.dog.rules import movement
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.cards import LONGEST
from offleash.games.dog.rules.course import apply
from offleash.games.dog.rules.seven import SEVEN_STEPS, controlled

STARTERS = (R.ACE, R.KING, R.JOKER)


class Table(NamedTuple):
    """The board before an action or after it, as the acting seat sees it."""

    state: Any
    options: Any
    seat: int

    def place(self, owner: int, token: int) -> int:
        """Where a token stands."""
        return int(self.state.token[owner, token])

    def on_loop(self) -> Iterator[tuple[int, int, int]]:
        """Every token on the loop: whose, which, where."""
        for owner in range(R.SEATS):
            for token in range(R.TOKENS):
                if 0 <= (place := self.place(owner, token)) < R.HOME:
                    yield owner, token, place

    def ahead(self, here: int, there: int) -> int:
        """Steps forward from one space to another."""
        return (there - here) % int(self.options.loop_len)

    def come(self, owner: int, place: int) -> int:
        """Spaces that a token on the loop has come from its start."""
        return self.ahead(owner * int(self.options.loop_len) // R.SEATS, place)

    def is_protected(self, owner: int, token: int) -> bool:
        """Whether nobody can capture, pass or swap it."""
        return bool(movement.is_protected(self.state, self.options, owner, token))

    def is_friend(self, owner: int) -> bool:
        """Whether a seat is in the team of the acting one."""
        return (owner - self.seat) % 2 == 0

    def name(self, owner: int, token: int) -> str:
        """A token, in words; an own one by its letter."""
        letter = TOKEN_NAMES[token]
        return f"token {letter}" if owner == self.seat else f"{SEAT_NAMES[owner]}'s {letter}"


def points(view: Records, options: Records, seat: int, action: int) -> list[Point]:
    """What an action does, the weightiest first."""
    said = A.decode(action)
    before = Table(view[0], options[0], seat)
    if said.kind == A.IS_GIFT:
        return list(gift_points(before, said.rank))
    if said.kind == A.IS_THROW:
        held = int(before.state.held[seat])
        return [Point("throw", held, f"throws {spaces(held, 'card')}")]
    after = Table(played(view, options, action)[0], options[0], seat)
    found = [*board_points(before, after), *way_points(before, after, said)]
    if said.kind == A.IS_SEVEN:
        every = {point.key: point for point in seven_points(before)}
        found += sorted(every.values(), key=lambda point: -point.size)
    if said.kind == A.IS_END and (left := int(before.state.seven_left)):
        found.append(Point("steps left", left, f"gives up {spaces(left, 'step')}"))
    if said.kind not in (A.IS_STEP, A.IS_END):
        found += card_points(before, said.rank)
    return found


def spaces(count: int, what: str = "space") -> str:
    """So many of something."""
    return count_of(count, what, zero="0")


def played(view: Records, options: Records, action: int) -> Records:
    """What the board becomes; hidden cards stay hidden, and nobody reads them."""
    after = view.copy()
    apply(after[0], options[0], np.zeros(1, R.WORK)[0], action, None)
    return after


# The board


def board_points(before: Table, after: Table) -> Iterator[Point]:
    """Wins, captures, tokens home, starts."""
    if after.state.phase == R.FINISHED:
        yield Point("win", 1, "wins the game")
    for owner, token, place in before.on_loop():
        if after.place(owner, token) == R.KENNEL:
            come = before.come(owner, place)
            name = before.name(owner, token)
            if before.is_friend(owner):
                yield Point("loss", -1 - come, f"sends {name} of the own team back to the kennel")
            else:
                yield Point("capture", 1 + come, f"captures {name}, {spaces(come)} from its start")
    for owner in range(R.SEATS):
        if before.is_friend(owner):
            yield from home_points(before, after, owner)


def home_points(before: Table, after: Table, owner: int) -> Iterator[Point]:
    """Tokens of one seat that go home or deeper, and what that opens or shuts."""
    for token in range(R.TOKENS):
        here, there = before.place(owner, token), after.place(owner, token)
        name = before.name(owner, token)
        if there >= R.HOME > here:
            yield Point(
                "home", 1 + there - R.HOME, f"brings {name} home, on space {there - R.HOME}"
            )
        elif there > here >= R.HOME:
            yield Point("deeper", there - here, f"moves {name} up in home, which makes room")
    homes = (
        int(movement.tokens_home(before.state, owner)),
        int(movement.tokens_home(after.state, owner)),
    )
    if homes[1] == R.TOKENS > homes[0]:
        yield Point("all home", 1, f"has all tokens of {SEAT_NAMES[owner]} home")
    shut = R.TOKENS - homes[1] - int(movement.home_room(after.state, owner))
    if homes[1] > homes[0] and shut > 0:
        yield Point("gap", -shut, f"shuts off {spaces(shut, 'home space')} behind it")


# The way ahead and behind


def way_points(before: Table, after: Table, said: A.Decoded) -> Iterator[Point]:
    """How far tokens come, who can hit them there, whom they block."""
    mine = int(controlled(before.state, before.seat))
    moved = [
        (owner, token)
        for owner, token, there in after.on_loop()
        if there != before.place(owner, token)
    ]
    moved.sort(key=lambda each: each[0] != mine)
    for place, (owner, token) in enumerate(moved):
        for point in moved_points(before, after, owner, token, said.kind == A.IS_START):
            yield point if place == 0 else replace(point, key=f"other {point.key}")
    if (owner := freed(before, after)) >= 0:
        yield Point("unblock", -1, f"gives up the block on {SEAT_NAMES[owner]}'s start")


def moved_points(
    before: Table, after: Table, owner: int, token: int, starts: bool
) -> Iterator[Point]:
    """What one token gets by its move along the loop."""
    name = before.name(owner, token)
    if starts:
        yield Point("start", 1, f"starts {name}")
        yield from block_points(after, owner)
    elif before.place(owner, token) >= R.HOME:
        yield Point("leave home", -1, f"takes {name} out of its home")
    else:
        come = after.come(owner, after.place(owner, token))
        change = come - before.come(owner, before.place(owner, token))
        good = change if before.is_friend(owner) else -change
        way = f"{spaces(change)} on" if change > 0 else f"back to {spaces(come)} from its start"
        yield Point("way", good, f"brings {name} {way}")
    if before.is_friend(owner):
        yield from safety_points(before, after, owner, token)
        yield from gate_points(before, after, owner, token)


def block_points(after: Table, owner: int) -> Iterator[Point]:
    """Whom a protected token stops, and whether it shuts the own home."""
    start = owner * int(after.options.loop_len) // R.SEATS
    behind = [
        other for other, _, place in after.on_loop() if 0 < after.ahead(place, start) <= LONGEST
    ]
    if stopped := sum(not after.is_friend(other) for other in behind):
        tokens = "an opponent's token" if stopped == 1 else f"{stopped} of the opponents' tokens"
        yield Point("block", stopped, f"blocks {tokens}")
    if owner in behind:
        yield Point("shut", -behind.count(owner), "shuts the way home for own tokens")


def freed(before: Table, after: Table) -> int:
    """The seat of the own team whose protected token has gone on, or −1."""
    for owner in range(R.SEATS):
        if before.is_friend(owner) and before.state.fresh[owner] and not after.state.fresh[owner]:
            return owner
    return -1


def hunters(table: Table, owner: int, token: int) -> list[tuple[int, int, int]]:
    """Opponents' tokens that one step card could bring there: how far behind, whose, which."""
    space = table.place(owner, token)
    if not 0 <= space < R.HOME or table.is_protected(owner, token):
        return []
    return sorted(
        (gap, other, which)
        for other, which, place in table.on_loop()
        if not table.is_friend(other) and 0 < (gap := table.ahead(place, space)) <= LONGEST
    )


def safety_points(before: Table, after: Table, owner: int, token: int) -> Iterator[Point]:
    """Who can hit a token where it now stands, or could where it stood."""
    then, now = hunters(before, owner, token), hunters(after, owner, token)
    name = before.name(owner, token)
    if now:
        gap, other, which = now[0]
        more = f" and {len(now) - 1} more" if len(now) > 1 else ""
        words = f"leaves {name} {spaces(gap)} before {after.name(other, which)}{more}"
        yield Point("danger", -len(now), words)
    elif then:
        yield Point("safety", len(then), f"takes {name} out of reach")
    space = after.place(owner, token)
    for other in (owner + 1, owner + 3):
        rival = other % R.SEATS
        is_start = space == rival * int(after.options.loop_len) // R.SEATS
        if is_start and R.KENNEL in after.state.token[rival]:
            yield Point("doorstep", -1, f"leaves {name} on {SEAT_NAMES[rival]}'s start")


def steps_home(table: Table, owner: int, token: int) -> int:
    """Steps to the first home space where one card could bring a token in, else 0."""
    space = table.place(owner, token)
    if not 0 <= space < R.HOME or movement.home_room(table.state, owner) == 0:
        return 0
    clear = movement.clear_ahead(table.state, table.options, space)
    gate = int(movement.gate_distance(table.state, table.options, owner, token, clear))
    return gate + 1 if gate < LONGEST else 0


def gate_points(before: Table, after: Table, owner: int, token: int) -> Iterator[Point]:
    """Whether a token now stands where a card can bring it home, or no longer does."""
    then, now = steps_home(before, owner, token), steps_home(after, owner, token)
    name = before.name(owner, token)
    if now:
        yield Point("near home", LONGEST - now, f"leaves {name} {spaces(now, 'step')} from home")
    elif then:
        yield Point("past home", -1, f"takes {name} past its home")


# Cards


def seven_points(before: Table) -> Iterator[Point]:
    """What a single token could do with seven steps."""
    yield Point("seven", 0, "shares seven steps among its tokens")
    mine = int(controlled(before.state, before.seat))
    for token in range(R.TOKENS):
        space = before.place(mine, token)
        if not 0 <= space < R.HOME:
            continue
        reach = min(SEVEN_STEPS, int(movement.clear_ahead(before.state, before.options, space)))
        for other, which, place in before.on_loop():
            gap = before.ahead(space, place)
            if not before.is_friend(other) and 0 < gap <= reach:
                worth = 1 + before.come(other, place)
                name = before.name(other, which)
                yield Point(f"reach {name}", worth, f"can capture {name} within its seven steps")
        if 0 < steps_home(before, mine, token) <= SEVEN_STEPS:
            name = before.name(mine, token)
            yield Point(f"reach home {token}", 1, f"can bring {name} home within its seven steps")


def card_points(before: Table, rank: int) -> Iterator[Point]:
    """Whether a joker or the last card to start with is spent or kept."""
    hand = before.state.hand[before.seat]
    if int(hand[R.JOKER]):
        kept = rank != R.JOKER
        yield Point("joker", int(kept), "keeps the joker" if kept else "spends the joker")
    mine = int(controlled(before.state, before.seat))
    starters = sum(int(hand[card]) for card in STARTERS)
    if starters and R.KENNEL in before.state.token[mine]:
        left = starters - (rank in STARTERS)
        words = "keeps a card to start with" if left else "spends the last card to start with"
        yield Point("starter", min(left, 1), words)


def gift_points(before: Table, rank: int) -> Iterator[Point]:
    """What a card means to the partner, and what stays in the own hand."""
    state, partner = before.state, (before.seat + 2) % R.SEATS
    name = SEAT_NAMES[partner]
    is_out = any(int(place) != R.KENNEL for place in state.token[partner])
    if rank in STARTERS and R.KENNEL in state.token[partner]:
        needs = ", who has no token out," if not is_out else ""
        yield Point("help", 1 + (not is_out), f"gives {name}{needs} a card to start with")
    else:
        yield Point("gift", rank, f"gives {name} a {CARD_NAMES[rank]}")
    yield from card_points(before, rank)
