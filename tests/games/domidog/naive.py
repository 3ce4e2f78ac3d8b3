"""Dömidög once more: slow, plain, and written from the rulings alone.

A second implementation of the rules for `test_twin.py`. It shares no code with the package. A tile
is its name, a half of it is the pair (tile, 0 or 1), and the chain is a dictionary from each half
to the halves it touches. Rulings M1 … M12 are those of `src/offleash/games/domidog/rules.md`.
"""

from dataclasses import dataclass, field, replace

COLOURS = ("blue", "brown", "yellow", "red", "white", "black", "grey")
BASE = [f"{a}-{b}" for i, a in enumerate(COLOURS) for b in COLOURS[i:]]
EXTRA = [f"{a}-shiba" for a in (*COLOURS, "shiba")]
EVERY_TILE = (*BASE, *EXTRA)
SIDES = ("left", "right")
HAND_SIZE = 8


@dataclass(frozen=True)
class Options:
    """Every option at its default."""

    players: int = 2
    starter: int | None = None
    extra_tiles: bool = False
    face_up: bool = False
    fork_before_draw_only: bool = False
    fork_wins_before_draw: bool = False


@dataclass
class Position:
    """The table: who holds what, and what touches what."""

    hands: list
    supply: set
    phase: str = "deal"
    touches: dict = field(default_factory=dict)  # of every half in the chain, in order of laying
    laid_to: dict = field(default_factory=dict)  # tile: the half it was laid to, None for the first
    ends: dict = field(default_factory=dict)  # side: half
    houses: list = field(default_factory=list)  # of each seat: the half it is on, None at hand
    seat: int = 0
    first: int = 0
    passes: int = 0
    drew: bool = False
    forked: bool = False  # the tile being drawn belongs to a fork


def copy_position(p):
    return replace(
        p,
        hands=[list(hand) for hand in p.hands],
        supply=set(p.supply),
        touches={half: list(others) for half, others in p.touches.items()},
        laid_to=dict(p.laid_to),
        ends=dict(p.ends),
        houses=list(p.houses),
    )


# Tiles


def dogs(tile):
    return tile.split("-")


def dog(half):
    tile, index = half
    return dogs(tile)[index]


def is_double(tile):
    first, second = dogs(tile)
    return first == second


def half_with(tile, colour):
    """The half that touches a dog of this colour; the first one of a double (M3)."""
    return tile, dogs(tile).index(colour)


def other_half(half):
    tile, index = half
    return tile, 1 - index


def half_text(half):
    tile, index = half
    return f"{tile}.{index + 1}" if is_double(tile) else f"{tile}.{dogs(tile)[index]}"


def read_half(text):
    tile, _, index = text.partition(".")
    return (tile, int(index) - 1) if index.isdigit() else half_with(tile, index)


# The course of play


def tiles_in_game(options):
    """Two play with 28 or 36, three and four with 36."""
    return [*EVERY_TILE] if options.players > 2 or options.extra_tiles else [*BASE]


def set_up(options):
    """Nobody has anything yet."""
    empty = [[] for _ in range(options.players)]
    return Position(empty, set(tiles_in_game(options)), houses=[None] * options.players)


def to_be_dealt(p):
    """Who gets the next tile of the deal: everybody in turn."""
    return sum(map(len, p.hands)) % len(p.hands)


def begin(p, options):
    """The holder of blue-blue starts, else the named seat, else the lot says who (M1)."""
    holders = [seat for seat, hand in enumerate(p.hands) if "blue-blue" in hand]
    if holders:
        p.phase, p.seat = "open", holders[0]
    elif options.starter is not None and options.starter < options.players:
        p.phase, p.seat = "open", options.starter
    else:
        p.phase = "start"


def actor(p):
    """A seat, "chance" or "over"."""
    if p.phase in ("deal", "start", "draw"):
        return "chance"
    return "over" if p.phase == "over" else p.seat


def chances(p, options):
    """What chance may do, each equally likely."""
    if p.phase == "start":
        return {f"first {seat}" for seat in range(options.players)}
    return {f"deal {tile}" for tile in p.supply}


def openings(p):
    """Blue-blue must be laid first, else any double may (M1, M2)."""
    doubles = [tile for tile in p.hands[p.seat] if is_double(tile)]
    if "blue-blue" in doubles:
        doubles = ["blue-blue"]
    return {f"open {tile}" for tile in doubles}


def plays(p):
    """Every tile that fits an end, at every end it fits (M4, M8)."""
    return {
        f"{tile} {side}"
        for tile in p.hands[p.seat]
        for side, end in p.ends.items()
        if dog(end) in dogs(tile)
    }


def forks(p, options):
    """A house on either end, and a tile to an inner half of any other tile (M7, M9)."""
    if p.houses[p.seat] is not None:
        return set()
    if p.drew and (options.fork_before_draw_only or plays(p)):
        return set()
    return {
        f"fork {side} {tile} at {half_text(half)}"
        for side, end in p.ends.items()
        for half, others in p.touches.items()
        if others and half[0] != end[0]
        for tile in p.hands[p.seat]
        if dog(half) in dogs(tile)
    }


def stuck(p):
    """Who can lay nothing draws, or passes when nothing is left (M2, M5, M6)."""
    return {"draw" if p.supply else "pass"}


def legal(p, options):
    """All that the seat to decide may do."""
    if p.phase == "open":
        return openings(p) or stuck(p)
    return (plays(p) or stuck(p)) | forks(p, options)


def next_turn(p):
    p.seat = (p.seat + 1) % len(p.hands)
    p.drew = False


def end_turn(p):
    """An empty hand wins; otherwise it is the next player's turn."""
    p.phase = "play"
    if not p.hands[p.seat]:
        p.phase, p.drew = "over", False
    else:
        next_turn(p)


def attach(p, tile, half):
    """Lays a tile to a half; what is left open is its other half."""
    near_half = half_with(tile, dog(half))
    p.touches[near_half], p.touches[other_half(near_half)] = [half], []
    p.touches[half].append(near_half)
    p.laid_to[tile] = half
    return other_half(near_half)


def open_chain(p, tile):
    """The first tile: its first dog is the left end (M4)."""
    p.hands[p.seat].remove(tile)
    p.touches = {(tile, 0): [], (tile, 1): []}
    p.laid_to = {tile: None}
    p.ends = {"left": (tile, 0), "right": (tile, 1)}
    p.first = p.seat
    end_turn(p)


def play(p, tile, side):
    """One tile to an end, which hands its name on to the free half (M4)."""
    p.hands[p.seat].remove(tile)
    p.ends[side] = attach(p, tile, p.ends[side])
    p.passes = 0
    end_turn(p)


def fork(p, side, tile, half, options):
    """House, tile, draw; and only then it is seen whether the hand is empty (M10, M11)."""
    p.hands[p.seat].remove(tile)
    p.houses[p.seat] = p.ends[side]
    p.ends[side] = attach(p, tile, half)
    p.passes = 0
    wins = options.fork_wins_before_draw and not p.hands[p.seat]
    if p.supply and not wins:
        p.phase, p.forked = "draw", True
    else:
        end_turn(p)


def pass_on(p):
    """When all have passed in succession the game is blocked (M12)."""
    if p.phase == "open":  # the next player has to open (M2)
        next_turn(p)
        return
    p.passes += 1
    if p.passes == len(p.hands):
        p.phase, p.drew = "over", False
    else:
        next_turn(p)


def take(p, tile):
    """A tile drawn: the turn goes on, unless a fork's draw has ended it."""
    p.supply.remove(tile)
    p.hands[p.seat].append(tile)
    if p.forked:
        p.forked = False
        end_turn(p)
    else:
        p.phase = "play" if p.ends else "open"


def deal_tile(p, tile, options):
    seat = to_be_dealt(p)
    p.supply.remove(tile)
    p.hands[seat].append(tile)
    if all(len(hand) == HAND_SIZE for hand in p.hands):
        begin(p, options)


def apply(position, options, text):
    """The position after an action or a chance outcome."""
    p = copy_position(position)
    word, *rest = text.split()
    if word == "deal":
        deal_tile(p, rest[0], options) if p.phase == "deal" else take(p, rest[0])
    elif word == "first":
        p.phase, p.seat = "open", int(rest[0])
    elif word == "open":
        open_chain(p, rest[0])
    elif word == "draw":
        p.phase, p.drew = "draw", True
    elif word == "pass":
        pass_on(p)
    elif word == "fork":
        side, tile, _, half = rest
        fork(p, side, tile, read_half(half), options)
    else:
        play(p, word, rest[0])
    return p


def returns(p):
    """The fewest tiles win, equals share; nobody has fewer than none (M12)."""
    counts = [len(hand) for hand in p.hands]
    best = min(counts)
    return [1 / counts.count(best) if n == best else 0 for n in counts]


# Positions as text, for small positions


def from_text(text, options):
    """A position; fields at rest may be missing, and what is not named is in the box."""
    fields = dict(word.split("=", 1) for word in text.split())
    p = set_up(options)
    p.phase = fields.get("phase", "play")
    p.supply = set(listed(fields.get("supply", "-")))
    p.hands = [listed(hand) for hand in fields["hands"].split("|")]
    p.seat, p.passes = int(fields.get("seat", 0)), int(fields.get("passes", 0))
    p.first, p.drew = int(fields.get("first", 0)), fields.get("drew", "0") == "1"
    if "houses" in fields:
        houses = fields["houses"].split("|")
        p.houses = [None if house == "hand" else read_half(house) for house in houses]
    if "chain" in fields:
        first, *others = fields["chain"].split(",")
        p.touches, p.laid_to = {(first, 0): [], (first, 1): []}, {first: None}
        for tile, half in (link.split(">") for link in others):
            attach(p, tile, read_half(half))
        p.ends = dict(zip(SIDES, written_ends(p, first, fields), strict=True))
    return p


def to_text(p):
    """The inverse of `from_text`, every field written."""
    fields = {
        "chain": ",".join(t + (f">{half_text(h)}" if h else "") for t, h in p.laid_to.items()),
        "ends": "|".join(map(half_text, p.ends.values())),
        "hands": "|".join(",".join(hand) or "-" for hand in p.hands),
        "supply": ",".join(sorted(p.supply)) or "-",
        "houses": "|".join(half_text(house) if house else "hand" for house in p.houses),
        "seat": p.seat,
        "passes": p.passes,
        "drew": int(p.drew),
        "first": p.first,
        "phase": p.phase,
    }
    return " ".join(f"{name}={value}" for name, value in fields.items() if value != "")


def listed(text):
    return [] if text == "-" else text.split(",")


def written_ends(p, first, fields):
    """Left and right; where there was no fork, the ends of the two ways from the first tile."""
    if "ends" in fields:
        return [read_half(half) for half in fields["ends"].split("|")]
    ends = []
    for half in ((first, 0), (first, 1)):
        while p.touches[half]:
            half = other_half(p.touches[half][-1])
        ends.append(half)
    return ends
