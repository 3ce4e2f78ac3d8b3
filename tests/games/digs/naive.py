"""Digs a second time: slow and plain, from rules.md alone, in rows and columns and names.

It shares nothing with the rules under test but the files of boards and decks.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path

DATA = Path(__file__).parents[2] / "toys" / "digs" / "data"
NAMES = "abcdefghijklmnopqrstuvwxyz"

Spot = tuple[int, int]


@dataclass(frozen=True)
class Options:
    seats: int = 3
    board: str = "garden"
    deck: str = "plain"
    rounds: int | None = 6
    must_walk: bool = True
    crumbs: int = 1
    tie: str = "digger"
    biscuits: tuple[int, ...] = (5, 5, 5, 5)

    @property
    def yard(self) -> dict[Spot, str]:
        lines = (DATA / f"{self.board}.txt").read_text(encoding="utf-8").split()
        return {(r, c): x for r, line in enumerate(lines) for c, x in enumerate(line) if x != "#"}

    @property
    def cards(self) -> dict[str, tuple[int, int]]:
        lines = (DATA / f"{self.deck}.txt").read_text(encoding="utf-8").splitlines()
        return {name: (int(n), int(steps)) for name, n, steps in map(str.split, lines)}


@dataclass(frozen=True)
class Position:
    dogs: tuple[Spot, ...]
    biscuits: tuple[int, ...]
    won: tuple[int, ...]
    dug: frozenset[Spot] = frozenset()
    bids: tuple[int, ...] = ()  # from the digger on
    card: str = ""
    drawn: tuple[str, ...] = ()
    turn: int = 0
    bidding: bool = False
    rounds: int = 0
    dull: int = 0
    over: bool = field(default=False)


def start(options: Options) -> Position:
    places = {letter: spot for spot, letter in options.yard.items()}
    dogs = tuple(places[str(seat + 1)] for seat in range(options.seats))
    return Position(dogs, options.biscuits[: options.seats], (0,) * options.seats)


def name(spot: Spot) -> str:
    return f"{NAMES[spot[1]]}{spot[0] + 1}"


def left(p: Position, options: Options) -> dict[str, int]:
    """Cards in the deck."""
    return {kind: n - p.drawn.count(kind) for kind, (n, _) in options.cards.items()}


def walks(p: Position, options: Options) -> set[Spot]:
    """By trying every path, step by step."""
    origin, yard = p.dogs[p.turn], options.yard
    others = set(p.dogs) - {origin}
    spots = {origin}
    for _ in range(options.cards[p.card][1]):
        steps = {
            (r + down, c + right)
            for r, c in spots
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        spots |= {spot for spot in steps if spot in yard and spot not in others}
    if options.must_walk:
        return spots - {origin} or {origin}
    return spots


def legal(p: Position, options: Options) -> list[str]:
    """Everything that can happen next, chance included."""
    if p.over:
        return []
    if p.bidding:
        seat = (p.turn + len(p.bids)) % options.seats
        return [f"bid {n}" for n in range(p.biscuits[seat] + 1)]
    if p.card:
        return [f"walk {name(spot)}" for spot in walks(p, options)]
    return [f"draw {kind}" for kind, n in left(p, options).items() if n]


def apply(p: Position, options: Options, action: str) -> Position:
    verb, argument = action.split()
    if verb == "draw":
        return replace(p, card=argument, drawn=(*p.drawn, argument))
    if verb == "bid":
        p = replace(p, bids=(*p.bids, int(argument)))
        return award(p, options) if len(p.bids) == options.seats else p
    spot = next(spot for spot in options.yard if name(spot) == argument)
    fresh = spot not in p.dug
    dogs = (*p.dogs[: p.turn], spot, *p.dogs[p.turn + 1 :])
    p = replace(p, dogs=dogs, dug=p.dug | {spot}, card="")
    if fresh and options.yard[spot] == "B":
        return replace(p, bidding=True, bids=())
    if fresh:
        purse = list(p.biscuits)
        purse[p.turn] = min(15, purse[p.turn] + options.crumbs)
        p = replace(p, biscuits=tuple(purse))
    return next_turn(p, options)


def award(p: Position, options: Options) -> Position:
    """All pay, the best bidder gets the bone."""
    order = [(p.turn + k) % options.seats for k in range(options.seats)]
    best = [seat for seat, bid in zip(order, p.bids, strict=True) if bid == max(p.bids)]
    if options.tie == "poorest":
        best.sort(key=lambda seat: p.biscuits[seat])
    winner = None if len(best) > 1 and options.tie == "nobody" else best[0]
    bid_by_seat = dict(zip(order, p.bids, strict=True))
    biscuits = tuple(n - bid_by_seat[seat] for seat, n in enumerate(p.biscuits))
    cards = tuple(n + (seat == winner) for seat, n in enumerate(p.won))
    return next_turn(replace(p, biscuits=biscuits, won=cards, bidding=False, dull=0), options)


def next_turn(p: Position, options: Options) -> Position:
    turn = (p.turn + 1) % options.seats
    cards = p.drawn if any(left(p, options).values()) else ()
    p = replace(p, turn=turn, drawn=cards)
    if turn == 0:
        p = replace(p, rounds=p.rounds + 1, dull=p.dull + 1)
    bones = [spot for spot, letter in options.yard.items() if letter == "B"]
    is_over = all(spot in p.dug for spot in bones) or p.dull == 20 or p.rounds == options.rounds
    return replace(p, over=is_over)


def returns(p: Position) -> list[float]:
    scores = list(zip(p.won, p.biscuits, strict=True))
    best = max(scores)
    return [(score == best) / scores.count(best) for score in scores]
