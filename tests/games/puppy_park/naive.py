"""Puppy Park once more: slow, plain, and written from the rulings alone.

A second implementation of the rules for `test_twin.py`. It shares no code with the package: cells
are pairs of coordinates, the lawn is a dictionary of stacks, a position is what its text says.
Rulings P1 … P21 and N1 … N5 are those of `src/offleash/games/puppy_park/rules.md`.
"""

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

COLOURS = ("blue", "brown", "yellow", "red", "white", "black", "grey", "shiba")
BASE_TILES = [(a, b) for a in range(7) for b in range(a, 7)]
TILES = BASE_TILES + [(a, 7) for a in range(8)]
WAYS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
WAY_NAMES = ("E", "SE", "SW", "W", "NW", "NE")

TREE_POOP = "tree-poop"
IN_HAND, GONE = "hand", "gone"  # of a house or a tree-poop tile that is not on the table


@dataclass(frozen=True)
class Options:
    """Every option at its default."""

    players: int = 2
    starter: int | None = None
    extra_tiles: bool = False
    houses34: bool = False
    tree_poop: bool = False
    pairs: str = "disjoint"
    cover_house: bool = False
    stuck: str = "fewest"
    tp_must_be_played: bool = False
    tp_shape: str = "halves"
    tree_blocks_e: bool = False

    @property
    def tiles(self):
        return TILES if self.extra_tiles else BASE_TILES

    @property
    def hand_size(self):
        return len(self.tiles) // self.players

    @property
    def has_houses(self):
        return self.players == 2 or self.houses34

    @property
    def starts_by_lot(self):
        return self.starter is None or self.starter >= self.players


class Piece(NamedTuple):
    """A dog tile on the table: the cell of its first dog, the way to the second, its level."""

    tile: tuple[int, int]
    cell: tuple[int, int]
    way: int
    level: int


@dataclass
class Position:
    """What the text of a position says, unpacked."""

    players: int
    phase: str  # deal, start, pick, place, house, over
    hands: list = field(default_factory=list)  # of each player a set of tiles
    table: list = field(default_factory=list)  # of Laid
    houses: list = field(default_factory=list)  # IN_HAND, GONE or a cell
    tree_poops: list = field(default_factory=list)  # IN_HAND, GONE or (cell, way)
    rules: str | None = None  # poop or tree, once declared
    stock: set = field(default_factory=set)
    seat: int = 0
    first: int = 0
    picked: object = None  # a tile or TREE_POOP
    passes: int = 0


def copy_position(position):
    return replace(
        position,
        hands=[set(hand) for hand in position.hands],
        table=list(position.table),
        houses=list(position.houses),
        tree_poops=list(position.tree_poops),
        stock=set(position.stock),
    )


# Cells


def beside(cell, way):
    """The neighbour of a cell that way."""
    (q, r), (dq, dr) = cell, WAYS[way]
    return q + dq, r + dr


def around(cell):
    """The six neighbours of a cell."""
    return [beside(cell, way) for way in range(6)]


def is_double(tile):
    return tile[0] == tile[1]


def tree_poop_hexes(place, options):
    """The trees and the poops of a tree-poop tile laid there (P13)."""
    cell, way = place
    if options.tp_shape == "halves":
        return {cell}, {beside(cell, way)}
    cells = {cell} if options.tp_shape == "one_hex" else {cell, beside(cell, way)}
    return cells, cells


class Lawn:
    """The table as a dictionary of cells: who lies where, how high, and what else is there."""

    def __init__(self, position, options):
        self.stacks = {}  # of each cell the breeds, from the ground up
        for piece in sorted(position.table, key=lambda piece: piece.level):
            ends = (piece.cell, beside(piece.cell, piece.way))
            for cell, breed in zip(ends, piece.tile, strict=True):
                stack = self.stacks.setdefault(cell, [])
                assert len(stack) == piece.level, f"{piece} does not lie flat"
                stack.append(breed)
        self.trees, self.poops = set(), set()
        for place in position.tree_poops:
            if place not in (IN_HAND, GONE):
                trees, poops = tree_poop_hexes(place, options)
                self.trees |= trees
                self.poops |= poops
        self.napping = {cell for cell in position.houses if cell not in (IN_HAND, GONE)}
        self.occupied = set(self.stacks) | self.trees | self.poops

    def awake(self, cell):
        """The breed of the dog seen on a cell, None where there is none awake (P3, P8)."""
        return self.stacks[cell][-1] if cell in self.stacks and cell not in self.napping else None

    @cached_property
    def ring(self):
        """The empty cells next to a tile in play (P8, P15)."""
        return {other for cell in self.occupied for other in around(cell)} - self.occupied

    @cached_property
    def spots(self):
        """Where two hexes can lie on the ground next to a tile in play: (cell, way), either end."""
        from_ring = [(cell, way) for cell in self.ring for way in range(6)]
        free = {(c, w) for c, w in from_ring if beside(c, w) not in self.occupied}
        return free | {(beside(cell, way), (way + 3) % 6) for cell, way in free}


# Placements


def orientations(tile):
    """The ways a tile is listed in; a double looks the same turned round."""
    return range(3) if is_double(tile) else range(6)


def on_the_ground(lawn, tile):
    """Options a and c, before poop and tree rules."""
    ways = orientations(tile)
    return {(cell, way) for cell, way in lawn.spots if way in ways}


def may_cover(lawn, cell, breed, options):
    """Whether a dog of this breed may lie on that cell, for itself (P5, P6)."""
    if cell not in lawn.stacks or lawn.stacks[cell][-1] != breed:
        return False
    return cell not in lawn.napping or options.cover_house


def atop(lawn, tile, options):
    """Option b: each dog on one of its breed, both equally high (P5)."""
    spots = set()
    for cell, stack in lawn.stacks.items():
        for way in orientations(tile):
            other = beside(cell, way)
            fits = may_cover(lawn, cell, tile[0], options) and may_cover(
                lawn, other, tile[1], options
            )
            if fits and len(stack) == len(lawn.stacks[other]):
                spots.add((cell, way))
    return spots


def next_to(places, hexes):
    """The places where one of the two dogs would have such a hex among its six neighbours."""
    near = {cell for hexagon in hexes for cell in around(hexagon)}
    return {(cell, way) for cell, way in places if cell in near or beside(cell, way) in near}


def placements(position, options, lawn, tile):
    """Where a dog tile could be placed, tree rules left aside (P16)."""
    places = on_the_ground(lawn, tile) | atop(lawn, tile, options)
    if position.rules == "poop":
        return places - next_to(places, lawn.poops)
    return places


def all_placements(position, options, lawn):
    """Of each own dog tile all legal placements (P17), and whether a tree asks for one."""
    by_tile = {
        tile: placements(position, options, lawn, tile) for tile in position.hands[position.seat]
    }
    if position.rules == "tree":
        by_trees = {tile: next_to(places, lawn.trees) for tile, places in by_tile.items()}
        if any(by_trees.values()):
            return by_trees, True
    return by_tile, False


def tree_poop_places(lawn, options):
    """Option e: anywhere on the ground next to a tile in play (P15, N2)."""
    if options.tp_shape == "one_hex":
        return {(cell, 0) for cell in lawn.ring}
    ways = range(3) if options.tp_shape == "two_hex" else range(6)
    return {(cell, way) for cell, way in lawn.spots if way in ways}


def makes_two_pairs(lawn, tile, place, options):
    """Whether a tile laid on the ground there makes two pairs (P1, P2, P3, P8)."""
    cell, way = place
    friends = [
        {other for other in around(end) if lawn.awake(other) == breed}
        for end, breed in zip((cell, beside(cell, way)), tile, strict=True)
    ]
    if options.pairs == "edges":
        return len(friends[0]) + len(friends[1]) >= 2
    if options.pairs == "each":
        return bool(friends[0]) and bool(friends[1])
    return any(x != y for x in friends[0] for y in friends[1])


# What can be done


def setup(options):
    """Before the deal."""
    position = Position(options.players, "deal", stock=set(options.tiles))
    position.hands = [set() for _ in range(options.players)]
    position.houses = [IN_HAND if options.has_houses else GONE] * options.players
    position.tree_poops = [IN_HAND if options.tree_poop else GONE] * options.players
    return position


def chances(position, options):
    """The outcomes of a deal or a lot with their weights, none where a player decides."""
    if position.phase == "deal":
        return {("deal", tile): 1 for tile in position.stock}
    if position.phase == "start":
        return {("first", seat): 1 for seat in range(options.players)}
    return {}


def picks(position, options):
    """The pieces that can be placed; if there is none, the player passes (P9, P18, P20, N3)."""
    hand = position.hands[position.seat]
    if not position.table:
        return {("tile", tile) for tile in hand}
    lawn = Lawn(position, options)
    places, by_a_tree = all_placements(position, options, lawn)
    actions = {("tile", tile) for tile in hand if places[tile]}
    if position.tree_poops[position.seat] == IN_HAND:
        barred = by_a_tree and options.tree_blocks_e
        if not barred and tree_poop_places(lawn, options):
            declarations = [position.rules] if position.rules else ["poop", "tree"]
            actions |= {(TREE_POOP, rules) for rules in declarations}
    return actions or {("pass",)}


def places(position, options):
    """Where the picked piece can go."""
    lawn = Lawn(position, options)
    if position.picked == TREE_POOP:
        spots = tree_poop_places(lawn, options)
    else:
        spots = all_placements(position, options, lawn)[0][position.picked]
    return {("at", *place) for place in spots}


def house_places(position, options):
    """Any visible dog that is awake, or nowhere (P7)."""
    lawn = Lawn(position, options)
    return {("no house",)} | {("house", cell) for cell in lawn.stacks if cell not in lawn.napping}


def legal(position, options):
    """All that the player to move can do."""
    lists = {"pick": picks, "place": places, "house": house_places}
    return lists[position.phase](position, options) if position.phase in lists else set()


# What happens


def next_seat(position):
    position.seat = (position.seat + 1) % position.players
    position.phase = "pick"


def deal(position, options, tile):
    """One tile each in turn; where one is left over it lies in the centre (P20)."""
    position.stock.remove(tile)
    count = sum(map(len, position.hands))
    position.hands[count % options.players].add(tile)
    if count + 1 == options.hand_size * options.players:
        position.table = [Piece(left_over, (0, 0), 0, 0) for left_over in position.stock]
        position.stock = set()
        position.phase = "start"
        if not options.starts_by_lot:
            start(position, options.starter)


def start(position, seat):
    """The lot, or the winner of the game before (P21)."""
    position.first = position.seat = seat
    position.phase = "pick"


def pick(position, piece):
    """In the opening that lays the tile as well, and passes the turn (P20)."""
    if not position.table:
        position.hands[position.seat].remove(piece)
        position.table.append(Piece(piece, (0, 0), 0, 0))
        next_seat(position)
    else:
        position.picked, position.phase = piece, "place"


def has_won(position, options, seat):
    """No dogs at home (P10), and with `tp_must_be_played` no tree-poop tile either (P11)."""
    keeps = options.tp_must_be_played and position.tree_poops[seat] == IN_HAND
    return not position.hands[seat] and not keeps


def place_dogs(position, options, place):
    """Options a, b and c; which of them it was."""
    lawn, (cell, way) = Lawn(position, options), place
    tile, seat = position.picked, position.seat
    ends = (cell, beside(cell, way))
    level = len(lawn.stacks.get(cell, ()))
    if level > 0:
        option = "b"
    else:
        option = "a" if makes_two_pairs(lawn, tile, place, options) else "c"
    position.houses = [GONE if house in ends else house for house in position.houses]  # N1
    position.hands[seat].remove(tile)
    position.table.append(Piece(tile, cell, way, level))
    if has_won(position, options, seat):
        position.phase = "over"
    elif option in "ab":
        position.phase = "pick"  # P10
    elif position.houses[seat] == IN_HAND:
        position.phase = "house"
    else:
        next_seat(position)
    return option


def place_tree_poop(position, options, place):
    """Option e."""
    position.tree_poops[position.seat] = place
    if has_won(position, options, position.seat):
        position.phase = "over"
    else:
        next_seat(position)


def place_piece(position, options, place):
    """What was picked now lies there; nobody has passed since. Which option it was."""
    option = "e"
    if position.picked == TREE_POOP:
        place_tree_poop(position, options, place)
    else:
        option = place_dogs(position, options, place)
    position.picked, position.passes = None, 0
    return option


def pass_turn(position):
    """Stuck; the game is over when all are (P9)."""
    position.passes += 1
    if position.passes == position.players:
        position.phase = "over"
    else:
        next_seat(position)


def apply(position, options, action):
    """The position after an action or a chance outcome."""
    after = copy_position(position)
    word, *rest = action
    if word == "deal":
        deal(after, options, *rest)
    elif word == "first":
        start(after, *rest)
    elif word == "tile":
        pick(after, *rest)
    elif word == TREE_POOP:
        (after.rules,) = rest
        pick(after, TREE_POOP)
    elif word == "at":
        place_piece(after, options, tuple(rest))
    elif word == "pass":
        pass_turn(after)
    else:
        if word == "house":
            (after.houses[after.seat],) = rest
        next_seat(after)
    return after


def option_of(position, options, action):
    """By which option, a, b, c or e, a placement is made."""
    return place_piece(copy_position(position), options, tuple(action[1:]))


def winners(position, options):
    """Who shares the win, once it is over (P9, P10)."""
    finished = {seat for seat in range(options.players) if has_won(position, options, seat)}
    if finished or options.stuck == "shared":
        return finished or set(range(options.players))
    fewest = min(map(len, position.hands))
    return {seat for seat, hand in enumerate(position.hands) if len(hand) == fewest}


def returns(position, options):
    """What each seat has won."""
    best = winners(position, options)
    return [1 / len(best) if seat in best else 0 for seat in range(options.players)]


# Text


def tile_text(tile):
    return TREE_POOP if tile == TREE_POOP else "-".join(COLOURS[breed] for breed in tile)


def action_text(action, position):
    """An action as the rules page writes it."""
    word, *rest = action
    if word == "tile":
        return tile_text(*rest)
    if word == TREE_POOP:
        return TREE_POOP if position.rules else f"{TREE_POOP} {rest[0]} rules"
    if word == "at":
        (q, r), way = rest
        return f"at {q},{r} {WAY_NAMES[way]}"
    if word == "house":
        return "house {},{}".format(*rest[0])
    if word == "deal":
        return f"deal {tile_text(*rest)}"
    return " ".join(map(str, action))


def read_tile(text):
    if text == TREE_POOP:
        return TREE_POOP
    return tuple(sorted(COLOURS.index(word) for word in text.split("-")))


def read_cell(text):
    q, r = text.split(",")
    return int(q), int(r)


def read_place(text):
    """`3,-2SW`: a cell and a way."""
    match = re.fullmatch(r"(-?\d+,-?\d+)([NSEW]+)", text)
    return read_cell(match[1]), WAY_NAMES.index(match[2])


def read_laid(text):
    """`blue-red@0,1E^1`"""
    tile, _, rest = text.partition("@")
    place, _, level = rest.partition("^")
    return Piece(read_tile(tile), *read_place(place), int(level or 0))


def read_each(text, read):
    """One house or tree-poop tile for each player."""
    return [part if part in (IN_HAND, GONE) else read(part) for part in text.split("|")]


def read_hand(text):
    return {read_tile(part) for part in text.split(",") if part not in ("", "-")}


def from_text(text):
    """A position from its text; fields at rest may be missing."""
    fields = dict(word.split("=", 1) for word in text.split())
    hands = [read_hand(part) for part in fields["hands"].split("|")]
    nowhere = "|".join([GONE] * len(hands))
    picked = fields.get("picked")
    return Position(
        players=len(hands),
        phase=fields.get("phase", "place" if picked else "pick"),
        hands=hands,
        table=[
            read_laid(part) for part in re.split(r",(?=[a-z])", fields.get("table", "")) if part
        ],
        houses=read_each(fields.get("houses", nowhere), read_cell),
        tree_poops=read_each(fields.get("tree-poop", nowhere), read_place),
        rules=fields.get("rules"),
        stock=read_hand(fields.get("stock", "")),
        seat=int(fields.get("seat", 0)),
        first=int(fields.get("first", 0)),
        picked=read_tile(picked) if picked else None,
        passes=int(fields.get("passes", 0)),
    )
