"""Positions that random games rarely come to, made by hand and by luck, for the twin's tests.

Tables grow tile by tile as the twin allows; what lies where is a matter of taste. Then the other
tiles, houses and tree-poop tiles are handed out, whoever might have laid them.
"""

import random
from functools import cache
from itertools import combinations

from tests.games.puppy_park import naive
from tests.games.puppy_park.naive import GONE, IN_HAND, TREE_POOP, Lawn, Options, Piece, Position
from tests.games.puppy_park.twins import random_options

# What a position is about, and options that belong to it.
THEMES = {
    "any": {},
    "high": {},
    "long": {"extra_tiles": True},
    "many houses": {"houses34": True, "players": 4},
    "cover": {"houses34": True, "cover_house": True},
    "poop": {"tree_poop": True, "players": 4, "tp_shape": "two_hex"},
    "trees": {"tree_poop": True},
    "enclosed trees": {"tree_poop": True, "tp_shape": "one_hex"},
    "fenced": {"tree_poop": True},
    "last tiles": {"tree_poop": True},
}
FENCES = (("two_hex", 2), ("one_hex", 3), ("halves", 4))  # shapes, and how many fence a tile in

# Three of the thirty ways to fence in the tile on (0, 0) and (1, 0) with four trees and poops (N5).
HALVES_FENCES = (
    (((-1, 1), 2), ((0, -1), 3), ((0, 1), 0), ((1, -1), 5)),
    (((0, 1), 3), ((1, 1), 1), ((2, -1), 3), ((2, 0), 5)),
    (((-1, 0), 4), ((-1, 1), 2), ((0, -1), 0), ((0, 1), 0)),
)


# Two tiles in a row, fenced in by four of two_hex: only the dogs in the middle can be covered.
LOW_FENCE = (((-1, 1), 1), ((1, -2), 2), ((3, 1), 2), ((4, -2), 1))


def distance(cell):
    """Steps from (0, 0)."""
    q, r = cell
    return max(abs(q), abs(r), abs(q + r))


def blank(options: Options) -> Position:
    """A position without pieces."""
    n = options.players
    return Position(n, "pick", [set() for _ in range(n)], [], [GONE] * n, [GONE] * n)


# Tables


def grow(rng, position, options, box, taste):
    """Lays one more tile of the box where this taste wants it."""
    lawn = Lawn(position, options)
    if taste == "high" and rng.random() < 0.9:
        stacked = [
            (len(lawn.stacks[place[0]]), rng.random(), tile, place)
            for tile in box
            for place in naive.atop(lawn, tile, options)
        ]
        if stacked:
            level, _, tile, place = max(stacked) if rng.random() < 0.5 else rng.choice(stacked)
            box.remove(tile)
            position.table.append(Piece(tile, *place, level))
            return
    tile = box.pop()
    places = sorted(naive.on_the_ground(lawn, tile))
    rng.shuffle(places)
    if taste == "long":
        places.sort(key=lambda place: -distance(place[0]))
    elif taste == "enclosed trees":
        near = {cell for tree in lawn.trees for cell in naive.around(tree)}
        places.sort(key=lambda place: (place[0] not in near, naive.beside(*place) not in near))
    elif taste != "any":
        places.sort(key=lambda place: distance(place[0]) + distance(naive.beside(*place)))
        places = places[:12]
    if taste == "high":  # next to the like, so that there is something to cover
        places.sort(key=lambda place: -friends(lawn, tile, place))
    place = places[0] if taste in ("long", "enclosed trees", "high") else rng.choice(places)
    position.table.append(Piece(tile, *place, 0))


def friends(lawn, tile, place):
    """How many dogs next to this place the tile's other dog would cover, or nearly."""
    ends = (place[0], naive.beside(*place))
    return sum(
        lawn.awake(other) is not None and lawn.awake(other) != breed
        for end, breed in zip(ends, tile, strict=True)
        for other in naive.around(end)
    )


def lay_tree_poop(rng, position, options, seat, close):
    """Somebody's tree-poop tile, anywhere or close to the centre."""
    lawn = Lawn(position, options)
    places = sorted(naive.tree_poop_places(lawn, options))
    rng.shuffle(places)
    if close:
        places.sort(key=lambda place: distance(place[0]))
        places = places[:8]
    position.tree_poops[seat] = rng.choice(places)


def random_table(rng, options, theme, box):
    """A position with a table, and tree-poop tiles where the theme has them."""
    position = blank(options)
    position.table = [Piece(box.pop(), (0, 0), 0, 0)]
    sizes = {"high": 22, "long": 24, "poop": 3, "trees": 8, "enclosed trees": 12, "last tiles": 20}
    size = min(sizes.get(theme, 12), len(box) - options.players)
    if theme == "poop" and rng.random() < 0.5:
        position.table.append(Piece(box.pop(), (2, 0), 0, 0))
        position.tree_poops = list(LOW_FENCE)
        return position
    if theme in ("enclosed trees", "trees", "poop"):
        for seat in range(options.players):
            if theme == "enclosed trees" and seat > 0 and rng.random() < 0.7:
                continue
            lay_tree_poop(rng, position, options, seat, theme != "trees" or rng.random() < 0.5)
    for _ in range(rng.randint(size // 3, size)):
        grow(rng, position, options, box, theme)
    if options.tree_poop and theme not in ("enclosed trees", "poop"):
        for seat in range(options.players):
            if position.tree_poops[seat] == GONE and rng.random() < 0.3:
                lay_tree_poop(rng, position, options, seat, close=False)
    return position


@cache
def fences(shape: str) -> list:
    """Sets of tree-poop tiles around the centre that leave no room under poop rules (N5)."""
    if shape == "halves":
        return list(HALVES_FENCES)
    count = dict(FENCES)[shape]
    options = Options(players=4, tree_poop=True, tp_shape=shape)
    position = blank(options)
    position.table = [Piece((0, 1), (0, 0), 0, 0)]
    position.rules = "poop"
    result = []
    for fence in combinations(
        sorted(naive.tree_poop_places(Lawn(position, options), options)), count
    ):
        if are_apart(fence, options) and is_fenced(position, options, fence):
            result.append(fence)
    return result


def are_apart(places, options):
    """Whether no two of these tree-poop tiles share a cell."""
    hexes = [
        cell for place in places for cell in set().union(*naive.tree_poop_hexes(place, options))
    ]
    return len(hexes) == len(set(hexes))


def is_fenced(position, options, places):
    """Whether no dog can be placed with these tree-poop tiles on the table."""
    fenced = naive.copy_position(position)
    fenced.tree_poops = [*places, *position.tree_poops][: options.players]
    lawn = Lawn(fenced, options)
    return not any(naive.placements(fenced, options, lawn, tile) for tile in ((2, 3), (2, 2)))


# Everything else


def hand_out(rng, position, options, theme, box):
    """Tiles to the hands, houses and tree-poop tiles to the table, to hands or out of the game."""
    n = options.players
    most = 2 if theme == "last tiles" else max(1, len(box) // n)
    for seat in range(n):
        if options.tree_poop and position.tree_poops[seat] == GONE:
            position.tree_poops[seat] = rng.choice((IN_HAND, IN_HAND, GONE))
        without = options.tp_must_be_played and position.tree_poops[seat] == IN_HAND
        least = 0 if without and rng.random() < 0.3 else 1
        for _ in range(min(rng.randint(least, most), len(box))):
            position.hands[seat].add(box.pop())
        if not position.hands[seat] and not without:
            position.hands[seat].add(box.pop())
    dogs = sorted(Lawn(position, options).stacks)
    rng.shuffle(dogs)
    if options.has_houses:
        for seat in range(n):
            kinds = (IN_HAND, GONE, "dog", "dog", "dog" if "house" in theme else IN_HAND)
            kind = rng.choice(kinds)
            position.houses[seat] = (
                dogs.pop() if kind == "dog" and dogs else kind.replace("dog", GONE)
            )


def declare(rng, position, theme):
    """Poop or tree rules, where tree-poop tiles lie."""
    if any(place not in (IN_HAND, GONE) for place in position.tree_poops):
        rules_by_theme = {
            "poop": "poop",
            "fenced": "poop",
            "trees": "tree",
            "enclosed trees": "tree",
        }
        position.rules = rules_by_theme.get(theme) or rng.choice(("poop", "tree"))


def random_phase(rng, position, options):
    """A pick as it is, or a piece picked, or a house to be placed, or some passes before."""
    kind = rng.choice(("pick", "pick", "place", "place", "house"))
    has_house = position.houses[position.seat] == IN_HAND and len(position.table) > 1
    if kind == "house" and has_house:
        position.phase = "house"
        return position
    actions = sorted(naive.picks(position, options), key=str)
    is_stuck = actions == [("pass",)]
    if is_stuck or rng.random() < 0.3:
        position.passes = rng.randrange(position.players)
    if kind == "place" and not is_stuck:
        tree_poop = [action for action in actions if action[0] == TREE_POOP]
        doubles = [
            action for action in actions if action[0] == "tile" and naive.is_double(action[1])
        ]
        luck = rng.random()
        candidates = tree_poop if luck < 0.3 else doubles if luck < 0.6 else actions
        return naive.apply(position, options, rng.choice(candidates or actions))
    return position


def dressed(rng: random.Random, theme: str) -> tuple[Options, Position]:
    """A position of this theme with its options."""
    options = random_options(rng, **THEMES[theme])
    if theme == "fenced":
        shape, players = rng.choice(FENCES)
        options = random_options(
            rng, tree_poop=True, tp_shape=shape, players=rng.randint(players, 4)
        )
    box = sorted(options.tiles)
    rng.shuffle(box)
    if theme == "fenced":
        position = blank(options)
        position.table = [Piece(box.pop(), (0, 0), 0, 0)]
        fence = rng.choice(fences(options.tp_shape))
        seats = rng.sample(range(options.players), len(fence))
        for seat, place in zip(seats, fence, strict=True):
            position.tree_poops[seat] = place
    else:
        position = random_table(rng, options, theme, box)
    hand_out(rng, position, options, theme, box)
    declare(rng, position, theme)
    position.seat = rng.randrange(options.players)
    for _ in range(options.players):  # rather somebody who is not stuck, if anybody is not
        if theme == "poop" and naive.picks(position, options) == {("pass",)}:
            position.seat = (position.seat + 1) % options.players
    position.first = rng.randrange(options.players)
    return options, random_phase(rng, position, options)
