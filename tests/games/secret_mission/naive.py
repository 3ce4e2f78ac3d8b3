"""Secret Mission a second time: plain, slow, and written from the rulings alone.

A breed is a number, a tile a pair of breeds, a cell a pair of coordinates, and the lawn a
dictionary from cells to breeds. Actions are tuples: ("first", seat), ("mission", tile),
("draw", tile) and ("at", cell of the first dog, way).
"""

from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement

Tile = tuple[int, int]
Cell = tuple[int, int]
Action = tuple  # a word, then what it is about

COLOURS = ("blue", "brown", "yellow", "red", "white", "black", "grey", "shiba")
WAYS = {"E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1), "NE": (1, -1)}
WAYS_OF_A_DOUBLE = ("E", "SE", "SW")
NEEDED = {"first": "start", "mission": "mission", "draw": "draw", "at": "place"}


@dataclass(frozen=True)
class Options:
    players: int = 2
    starter: int | None = None
    extra_tiles: bool = False
    open_playing_tile: bool = False


@dataclass(frozen=True)
class Position:
    phase: str
    seat: int
    first: int
    tiles: int
    missions: tuple[Tile | None, ...]
    playing: tuple[Tile | None, ...]
    last: tuple[int, ...]
    table: dict[Tile, tuple[Cell, str]] = field(default_factory=dict)

    @property
    def players(self) -> int:
        return len(self.missions)


# Tiles and cells


def all_tiles(count: int) -> list[Tile]:
    """28 pairs of seven breeds, or 36 of eight."""
    return [*combinations_with_replacement(range(7 if count == 28 else 8), 2)]


def step(cell: Cell, way: str) -> Cell:
    return cell[0] + WAYS[way][0], cell[1] + WAYS[way][1]


def around(cell: Cell) -> set[Cell]:
    return {step(cell, way) for way in WAYS}


def lawn(position: Position) -> dict[Cell, int]:
    """The dog on each cell."""
    dogs = {}
    for (first, second), (cell, way) in position.table.items():
        for dog, spot in ((first, cell), (second, step(cell, way))):
            assert spot not in dogs, "nothing is stacked (S5)"
            dogs[spot] = dog
    return dogs


def supply(position: Position) -> list[Tile]:
    """What nobody has and what does not lie on the table."""
    used = {*position.table, *position.missions, *position.playing}
    return [tile for tile in all_tiles(position.tiles) if tile not in used]


# The course of play


def start(options: Options) -> Position:
    """The lot decides who starts, unless a seat that plays is named (S3)."""
    nobody = (None,) * options.players
    lot = options.starter is None or options.starter >= options.players
    seat = 0 if lot or options.starter is None else options.starter
    return Position(
        phase="start" if lot else "mission",
        seat=seat,
        first=seat,
        tiles=36 if options.extra_tiles else 28,
        missions=nobody,
        playing=nobody,
        last=(0,) * options.players,
    )


def next_seat(position: Position) -> int:
    """Anticlockwise (S3)."""
    return (position.seat - 1) % position.players


def placements(position: Position) -> list[Action]:
    """On the ground, next to a tile in play; the first tile in the middle (S5)."""
    dogs = lawn(position)
    if not dogs:
        return [("at", (0, 0), "E")]
    tile = position.playing[position.seat]
    assert tile is not None
    ring = set().union(*map(around, dogs)) - {*dogs}
    near = ring.union(*map(around, ring)) - {*dogs}
    ways = WAYS_OF_A_DOUBLE if tile[0] == tile[1] else tuple(WAYS)
    return [
        ("at", cell, way)
        for cell in near
        for way in ways
        if step(cell, way) not in dogs and {cell, step(cell, way)} & ring
    ]


def chances(position: Position) -> list[Action]:
    """What chance may bring, all equally likely."""
    if position.phase == "start":
        return [("first", seat) for seat in range(position.players)]
    if position.phase == "mission":  # a double is put back, so it never counts (S2)
        return [("mission", (a, b)) for a, b in supply(position) if a != b]
    return [("draw", tile) for tile in supply(position)]


def is_chance(position: Position) -> bool:
    return position.phase in ("start", "mission", "draw")


def legal(position: Position) -> list[Action]:
    """What a player may do, or what chance may bring."""
    if position.phase == "over":
        return []
    return chances(position) if is_chance(position) else placements(position)


def having(tiles: tuple, seat: int, tile: object) -> tuple:
    return (*tiles[:seat], tile, *tiles[seat + 1 :])


def apply(position: Position, action: Action) -> Position:
    word, argument, *more = action
    assert position.phase == NEEDED[word]
    if word == "first":
        return replace(position, phase="mission", seat=argument, first=argument)
    if word == "mission":
        return draw_mission(position, argument)
    if word == "draw":
        return draw_tile(position, argument)
    return lay_tile(position, argument, more[0])


def draw_mission(position: Position, tile: Tile) -> Position:
    """Each in turn; then each draws a tile to play, in the same order (S3)."""
    missions = having(position.missions, position.seat, tile)
    phase = "mission" if None in missions else "draw"
    return replace(position, phase=phase, missions=missions, seat=next_seat(position))


def draw_tile(position: Position, tile: Tile) -> Position:
    """At first everybody draws; later who has laid a tile, and then the next one lays hers."""
    playing = having(position.playing, position.seat, tile)
    phase = "draw" if None in playing else "place"
    return replace(position, phase=phase, playing=playing, seat=next_seat(position))


def lay_tile(position: Position, cell: Cell, way: str) -> Position:
    """The tile lies; its player draws again if she can (S5). The last tile ends it (S6)."""
    seat, tile = position.seat, position.playing[position.seat]
    assert tile is not None
    after = replace(
        position,
        table={**position.table, tile: (cell, way)},
        playing=having(position.playing, seat, None),
        last=having(position.last, seat, len(position.table) + 1),
    )
    if supply(after):
        return replace(after, phase="draw")
    if all(tile is None for tile in after.playing):
        return replace(after, phase="over")
    return replace(after, phase="place", seat=next_seat(position))


# The result


def groups(dogs: dict[Cell, int]) -> list[tuple[int, set[Cell]]]:
    """Every connected group of one breed (S7)."""
    left, result = dict(dogs), []
    while left:
        cell, breed = next(iter(left.items()))
        group, border = set(), {cell}
        while border:
            group |= border
            nearby = set().union(*map(around, border))
            border = {c for c in nearby - group if dogs.get(c) == breed}
        for cell in group:
            del left[cell]
        result.append((breed, group))
    return result


def largest(dogs: dict[Cell, int]) -> list[int]:
    """How many dogs the largest group of each breed has."""
    all_groups = groups(dogs)
    return [max((len(g) for of, g in all_groups if of == breed), default=0) for breed in range(8)]


def scores(position: Position) -> list[int]:
    """One breed's largest group times the other's (S7)."""
    sizes = largest(lawn(position))
    return [sizes[tile[0]] * sizes[tile[1]] for tile in position.missions if tile is not None]


def order(position: Position) -> list[int]:
    """The seats, best first: the lowest score, then the earlier final tile (S9)."""
    points = scores(position)
    return sorted(range(position.players), key=lambda seat: (points[seat], position.last[seat]))


# Text


def tile_text(tile: Tile) -> str:
    return f"{COLOURS[tile[0]]}-{COLOURS[tile[1]]}"


def read_tile(text: str) -> Tile:
    one, other = sorted(COLOURS.index(word) for word in text.split("-"))
    return one, other


def action_text(action: Action) -> str:
    word, argument, *more = action
    if word == "first":
        return f"first {argument}"
    if word == "at":
        return f"at {argument[0]},{argument[1]} {more[0]}"
    return f"{word} {tile_text(argument)}"


def read_laid(text: str) -> tuple[Tile, tuple[Cell, str]]:
    """`red-red@0,1E`"""
    name, _, place = text.partition("@")
    numbers = place.rstrip("EWNS")
    q, r = map(int, numbers.split(","))
    return read_tile(name), ((q, r), place[len(numbers) :])


def from_text(text: str, options: Options) -> Position:
    """A whole position, as the rules page writes it."""
    fields = dict(part.split("=") for part in text.split())
    table = fields.get("table", "").replace(",", " ").split()
    entries = [f"{one},{other}" for one, other in zip(table[::2], table[1::2], strict=True)]
    nobody = "|".join("-" * options.players)
    tiles = {
        name: tuple(
            None if word == "-" else read_tile(word) for word in fields.get(name, nobody).split("|")
        )
        for name in ("missions", "playing")
    }
    return Position(
        phase=fields.get("phase", "place"),
        seat=int(fields.get("seat", 0)),
        first=int(fields.get("first", 0)),
        tiles=int(fields.get("tiles", 36 if options.extra_tiles else 28)),
        missions=tiles["missions"],
        playing=tiles["playing"],
        last=tuple(map(int, fields["last"].split("|")))
        if "last" in fields
        else (0,) * options.players,
        table=dict(map(read_laid, entries)),
    )


def to_text(position: Position) -> str:
    """The same, every field written."""
    table = [f"{tile_text(t)}@{c[0]},{c[1]}{way}" for t, (c, way) in position.table.items()]
    names = {
        name: "|".join("-" if tile is None else tile_text(tile) for tile in tiles)
        for name, tiles in (("missions", position.missions), ("playing", position.playing))
    }
    fields = {
        "table": ",".join(table),
        **names,
        "tiles": position.tiles,
        "seat": position.seat,
        "first": position.first,
        "last": "|".join(map(str, position.last)),
        "phase": position.phase,
    }
    return " ".join(f"{name}={value}" for name, value in fields.items() if value != "")
