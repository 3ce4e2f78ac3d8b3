"""What speaks for and against an action of Dog, in phrases, from one seat's view alone.

What an action does is read off the board before it and after it, and of the cards only the
seat's own hand is read.
"""

from collections.abc import Iterator
from dataclasses import replace

from offleash.contract import Point, Records
from offleash.games.dog import position as P
from offleash.games.dog.position import SEAT_NAMES, Position, Spot
from offleash.games.dog.rules import actions as A, movement, record as R
from offleash.games.dog.rules.cards import LONGEST
from offleash.games.dog.rules.seven import SEVEN_STEPS
from offleash.tools.prose import count_of

STARTERS = (R.ACE, R.KING, R.JOKER)


def points(view: Records, options: Records, seat: int, action: int) -> list[Point]:
    """Return what an action does, the weightiest first."""
    decoded = A.decode(action)
    before = Position(view, options, seat)
    if decoded.kind == A.IS_GIFT:
        return list(gift_points(before, decoded.rank))
    if decoded.kind == A.IS_THROW:
        count = before.count_hand(seat)
        return [Point("throw", count, f"throws {amount(count, 'card')}")]
    after = before.after(action)
    reasons = [*board_points(before, after), *way_points(before, after, decoded)]
    if decoded.kind == A.IS_SEVEN:
        by_key = {point.key: point for point in seven_points(before)}
        reasons += sorted(by_key.values(), key=lambda point: -point.size)
    if decoded.kind == A.IS_END and (left := before.steps_left):
        reasons.append(Point("steps left", left, f"gives up {amount(left, 'step')}"))
    if decoded.kind not in (A.IS_STEP, A.IS_END):
        reasons += card_points(before, decoded.rank)
    return reasons


def amount(count: int, noun: str = "space") -> str:
    """Return `3 spaces`, `1 space`, `0 spaces`."""
    return count_of(count, noun, zero="0")


def is_friend(position: Position, seat: int) -> bool:
    """Return whether a seat is in the viewer's team."""
    return (seat - position.viewer) % 2 == 0


def name_of(position: Position, spot: Spot) -> str:
    """Return a token in words; one's own by its letter."""
    owner = "token" if spot.seat == position.viewer else f"{SEAT_NAMES[spot.seat]}'s"
    return f"{owner} {P.TOKEN_NAMES[spot.token]}"


def progress(position: Position, spot: Spot) -> int:
    """Return how many spaces a token on the loop has come from its start."""
    return position.ahead(position.start_of(spot.seat), spot.place)


# The board


def board_points(before: Position, after: Position) -> Iterator[Point]:
    """Yield wins, captures, tokens home, starts."""
    if after.phase == R.FINISHED:
        yield Point("win", 1, "wins the game")
    for spot in before.spots_on_loop():
        if after.places[spot.seat][spot.token] == R.KENNEL:
            way, name = progress(before, spot), name_of(before, spot)
            if is_friend(before, spot.seat):
                yield Point("loss", -1 - way, f"sends {name} of its own team back to the kennel")
            else:
                yield Point("capture", 1 + way, f"captures {name}, {amount(way)} from its start")
    for seat in range(R.SEATS):
        if is_friend(before, seat):
            yield from home_points(before, after, seat)


def home_points(before: Position, after: Position, seat: int) -> Iterator[Point]:
    """Yield tokens of one seat that go home or deeper, and what that opens or shuts."""
    for token in range(R.TOKENS):
        spot, there = before.spot(seat, token), after.places[seat][token]
        name, depth = name_of(before, spot), there - R.HOME
        if there >= R.HOME > spot.place:
            yield Point("home", 1 + depth, f"brings {name} home, on space {depth}")
        elif there > spot.place >= R.HOME:
            yield Point("deeper", there - spot.place, f"moves {name} up in home, which makes room")
    earlier, now = before.tokens_home(seat), after.tokens_home(seat)
    if now == R.TOKENS > earlier:
        yield Point("all home", 1, f"has all tokens of {SEAT_NAMES[seat]} home")
    shut = R.TOKENS - now - after.home_room(seat)
    if now > earlier and shut > 0:
        yield Point("gap", -shut, f"shuts off {amount(shut, 'home space')} behind it")


# The way ahead and behind


def way_points(before: Position, after: Position, decoded: A.Decoded) -> Iterator[Point]:
    """Yield how far tokens come, who can hit them there, whom they block."""
    moved = [spot for spot in after.spots_on_loop() if spot != before.spot(spot.seat, spot.token)]
    moved.sort(key=lambda spot: spot.seat != before.owner)
    for i, spot in enumerate(moved):
        for point in moved_points(before, after, spot, decoded.kind == A.IS_START):
            yield point if i == 0 else replace(point, key=f"other {point.key}")
    for seat in range(R.SEATS):
        if is_friend(before, seat) and before.state.fresh[seat] and not after.state.fresh[seat]:
            yield Point("unblock", -1, f"gives up the block on {SEAT_NAMES[seat]}'s start")
            break


def moved_points(before: Position, after: Position, spot: Spot, starts: bool) -> Iterator[Point]:
    """Yield what one token gets by its move along the loop."""
    origin, name = before.spot(spot.seat, spot.token), name_of(before, spot)
    if starts:
        yield Point("start", 1, f"starts {name}")
        yield from block_points(after, spot.seat)
    elif origin.place >= R.HOME:
        yield Point("leave home", -1, f"takes {name} out of its home")
    else:
        way = progress(after, spot)
        change = way - progress(before, origin)
        good = change if is_friend(before, spot.seat) else -change
        phrase = f"back to {amount(way)} from its start"
        if change > 0:
            phrase = f"{amount(change)} on"
        yield Point("way", good, f"brings {name} {phrase}")
    if is_friend(before, spot.seat):
        yield from safety_points(before, after, spot)
        yield from gate_points(before, after, spot)


def block_points(after: Position, seat: int) -> Iterator[Point]:
    """Yield whom a protected token stops, and whether it shuts its owner's home."""
    start = after.start_of(seat)
    behind = [
        spot.seat for spot in after.spots_on_loop() if 0 < after.ahead(spot.place, start) <= LONGEST
    ]
    if stopped := sum(not is_friend(after, other) for other in behind):
        tokens = "an opponent's token" if stopped == 1 else f"{stopped} of the opponents' tokens"
        yield Point("block", stopped, f"blocks {tokens}")
    if seat in behind:
        yield Point("shut", -behind.count(seat), "shuts the way home for its own tokens")


def hunters(position: Position, spot: Spot) -> list[tuple[int, Spot]]:
    """Return opponents' tokens that one step card could bring to a token, and how far behind it."""
    if not 0 <= spot.place < R.HOME or position.is_protected(spot.seat, spot.token):
        return []
    return sorted(
        (gap, other)
        for other in position.spots_on_loop()
        if not is_friend(position, other.seat)
        and 0 < (gap := position.ahead(other.place, spot.place)) <= LONGEST
    )


def safety_points(before: Position, after: Position, spot: Spot) -> Iterator[Point]:
    """Yield who can hit a token where it is now, or could where it was."""
    earlier, now = hunters(before, before.spot(spot.seat, spot.token)), hunters(after, spot)
    name = name_of(before, spot)
    if now:
        gap, hunter = now[0]
        more = f" and {len(now) - 1} more" if len(now) > 1 else ""
        phrase = f"leaves {name} {amount(gap)} before {name_of(after, hunter)}{more}"
        yield Point("danger", -len(now), phrase)
    elif earlier:
        yield Point("safety", len(earlier), f"takes {name} out of reach")
    for rival in ((spot.seat + 1) % R.SEATS, (spot.seat + 3) % R.SEATS):
        if spot.place == after.start_of(rival) and R.KENNEL in after.places[rival]:
            yield Point("doorstep", -1, f"leaves {name} on {SEAT_NAMES[rival]}'s start")


def steps_home(position: Position, spot: Spot) -> int:
    """Return the steps to the first home space where one card could bring a token in, else 0."""
    if not 0 <= spot.place < R.HOME or position.home_room(spot.seat) == 0:
        return 0
    clear = position.clear_ahead(spot.place)
    args = position.state, position.options, spot.seat, spot.token, clear
    gate = int(movement.gate_distance(*args))
    return gate + 1 if gate < LONGEST else 0


def gate_points(before: Position, after: Position, spot: Spot) -> Iterator[Point]:
    """Yield whether a card can now bring a token home, or no longer can."""
    name = name_of(before, spot)
    if now := steps_home(after, spot):
        yield Point("near home", LONGEST - now, f"leaves {name} {amount(now, 'step')} from home")
    elif steps_home(before, before.spot(spot.seat, spot.token)):
        yield Point("past home", -1, f"takes {name} past its home")


# Cards


def seven_points(before: Position) -> Iterator[Point]:
    """Yield what a single token could do with seven steps."""
    yield Point("seven", 0, "shares seven steps among its tokens")
    for spot in before.spots_on_loop():
        if spot.seat != before.owner:
            continue
        reach = min(SEVEN_STEPS, before.clear_ahead(spot.place))
        for other in before.spots_on_loop():
            gap = before.ahead(spot.place, other.place)
            if not is_friend(before, other.seat) and 0 < gap <= reach:
                worth, name = 1 + progress(before, other), name_of(before, other)
                yield Point(f"reach {name}", worth, f"can capture {name} within its seven steps")
        if 0 < steps_home(before, spot) <= SEVEN_STEPS:
            phrase = f"can bring {name_of(before, spot)} home within its seven steps"
            yield Point(f"reach home {spot.token}", 1, phrase)


def card_points(before: Position, rank: int) -> Iterator[Point]:
    """Yield whether a joker or the last card to start with is spent or kept."""
    if R.JOKER in before.hand:
        keeps = rank != R.JOKER
        yield Point("joker", int(keeps), "keeps the joker" if keeps else "spends the joker")
    starters = sum(card in STARTERS for card in before.hand)
    if starters and R.KENNEL in before.places[before.owner]:
        left = starters - (rank in STARTERS)
        phrase = "keeps a card to start with" if left else "spends the last card to start with"
        yield Point("starter", min(left, 1), phrase)


def gift_points(before: Position, rank: int) -> Iterator[Point]:
    """Yield what a card means to the partner, and what stays in the giver's hand."""
    partner = P.partner_of(before.viewer)
    name, places = SEAT_NAMES[partner], before.places[partner]
    if rank in STARTERS and R.KENNEL in places:
        is_in = all(place == R.KENNEL for place in places)
        needs = ", who has no token out," if is_in else ""
        yield Point("help", 1 + is_in, f"gives {name}{needs} a card to start with")
    else:
        yield Point("gift", rank, f"gives {name} a {P.CARD_NAMES[rank]}")
    yield from card_points(before, rank)
