"""Every legal action as a person points at it: what to click, words, and a mark.

A ghost is the outline of a tile at an end. On its free half are the dogs that could become the
new end, a small face for each tile that fits. Round a half where a fork may begin lies a ring with
a piece for each of its forks: on the left those that shut the left end, on the right the others.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from offleash.contract import Records, Target
from offleash.games.domidog.draw.scene import SUPPLY_AT, ChainScene
from offleash.games.domidog.rules import actions as A
from offleash.games.domidog.rules.chain import dog_at
from offleash.games.domidog.text.notation import format_action
from offleash.games.domidog.text.position import END_NAMES, parts_of
from offleash.games.shared.svg import disc, group, group_at, moved, path, point, polygon, use
from offleash.games.tiles.draw.colours import MARK, PAPER
from offleash.games.tiles.draw.geometry import CORNERS, Point, centre
from offleash.games.tiles.draw.ghosts import draw_button, draw_ring, target
from offleash.games.tiles.draw.lawn import FIRST_CELLS
from offleash.games.tiles.rules.dogs import BREED, HALVES, other_dog
from offleash.games.tiles.text.names import TILE_NAMES
from offleash.tools.prose import count_of

RING = 24.0  # of a half where a fork may begin


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """Return one target for each legal action, in order; nobody but the seat to move has any.

    A tile is laid by a click on it and then on an end (`tile-8`, `end-left`), the first one on
    `first-place`. A fork is your house, the end that it shuts, the tile, and the half that the
    tile goes to (`house-0`, `end-left`, `tile-8`, `half-17`). The `supply` stands for drawing, and
    when it is empty for passing.
    """
    scene = ChainScene(states, options, seat)
    if not scene.is_viewer_to_move:
        return []
    return [one_target(scene, int(action)) for action in legal]


def one_target(scene: ChainScene, action: int) -> Target:
    """Return an action in words and clicks."""
    text = format_action(action)
    if action == A.DRAW:
        label = f"draw, {count_of(scene.supply, 'tile')} left"
        return Target(action, text, "draw", "", label, ("supply",))
    if action == A.PASS:
        return Target(action, text, "pass", "", "pass: nothing to draw", ("supply",))
    end_number, tile, spot = parts_of(action)
    name, piece = TILE_NAMES[tile], f"tile-{tile}"
    if action < A.PLAY:
        return Target(action, text, name, name, f"open with {name}", (piece, "first-place"))
    end = END_NAMES[end_number]
    if action < A.FORK:
        label = f"lay {name} to the {end} end"
        return Target(action, text, name, name, label, (piece, f"end-{end}"))
    label = f"house on the {end} end, {name} next to {scene.half_name(spot)}"
    clicks = (f"house-{scene.mover}", f"end-{end}", piece, f"half-{spot}")
    return Target(action, text, "fork", name, label, clicks)


# Marks


def draw_targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    """Return every legal action of the seat to move; nobody else sees any."""
    scene = ChainScene(states, options, seat)
    if not scene.is_viewer_to_move or not len(legal):
        return ""
    actions = [int(action) for action in legal]
    marks = [*mark_openings(actions), *mark_ends(scene, actions), *mark_forks(scene, actions)]
    supply = group(*mark_supply(actions), transform=scene.frame.on_lawn())
    hand = group(*mark_hand(scene, actions), transform=scene.transform(scene.own))
    return group(*marks, supply, hand, id="marks", cursor="pointer")


def mark(action: int, *inside: str) -> str:
    """Return a mark that stands for an action."""
    return target(action, format_action(action), *inside)


# The hand and the supply


def mark_hand(scene: ChainScene, actions: list[int]) -> Iterator[str]:
    """Yield a frame round every tile that may be laid, and round the house if it may be placed."""
    hand = scene.hand(scene.own.seat) or []
    plain = {int(A.tile_of(action)) for action in actions if action < A.DRAW}
    for index, tile in enumerate(hand):
        if tile in plain:
            yield group(draw_ring(*scene.own.around(index)), pointer_events="none")
    if any(action >= A.FORK for action in actions):
        x, y = scene.house_at_home(scene.own)
        yield group(draw_ring(x, y - 1, 40, 40), pointer_events="none")


def mark_supply(actions: list[int]) -> Iterator[str]:
    """Yield a button on the basket."""
    x, y = SUPPLY_AT
    for action in actions:
        if action in (A.DRAW, A.PASS):
            ring = draw_ring(x + 18, y + 4, 122, 62)
            text = "draw" if action == A.DRAW else "pass"
            yield mark(action, ring, draw_button(x + 18, y + 36, text))


# The chain


def mark_openings(actions: list[int]) -> Iterator[str]:
    """Yield where the first tile will lie, a face for each double."""
    openings = [action for action in actions if action < A.PLAY]
    if openings:
        x, y = (sum(values) / HALVES for values in zip(*map(centre, FIRST_CELLS), strict=True))
        yield from draw_faces((x, y), {a: int(BREED[A.tile_of(a), 0]) for a in openings})


def mark_ends(scene: ChainScene, actions: list[int]) -> Iterator[str]:
    """Yield the outline of the next tile at each end, and the dogs that it could bring."""
    at: dict[int, list[int]] = defaultdict(list)
    for action in actions:
        if A.PLAY <= action < A.DRAW:
            at[int(A.end_of(action))].append(action)
    for end, plays in at.items():
        breed = int(dog_at(scene.ends[end]))
        tile = int(A.tile_of(plays[0]))
        place = scene.layout.play(end, tile, 0 if BREED[tile, 0] == breed else 1)
        yield draw_outline([centre(cell) for cell in place])
        face = use(f"face-{breed}", opacity=0.45, transform="scale(.62)")
        yield group(face, transform=moved(*centre(place.joint)), pointer_events="none")
        yield from draw_faces(
            centre(place.free), {a: int(other_dog(A.tile_of(a), breed)) for a in plays}
        )


def draw_outline(centres: list[Point]) -> str:
    """Return two hexagons that a tile would lie on."""
    shapes = "".join(polygon(((x + a, y + b) for a, b in CORNERS)) for x, y in centres)
    look: dict[str, str | float] = {"fill": PAPER, "fill_opacity": 0.55, "stroke": MARK}
    return group(shapes, **look, stroke_width=2.4, stroke_dasharray="6 4", pointer_events="none")


def draw_faces(at: Point, breeds: dict[int, int]) -> Iterator[str]:
    """Yield a small face for each action, side by side on one cell."""
    spots, size = face_spots(len(breeds))
    for (action, breed), (dx, dy) in zip(breeds.items(), spots, strict=True):
        plate = disc(0, 0, 24, fill=PAPER, stroke=MARK, stroke_width=2.6)
        face = use(f"face-{breed}")
        yield mark(action, group_at((at[0] + dx, at[1] + dy), plate, face, scale=size))


def face_spots(count: int) -> tuple[list[Point], float]:
    """Return where so many faces go on a cell, and their size: one in the middle, others around."""
    if count == 1:
        return [(0.0, 0.0)], 0.85
    around = count if count < 6 else count - 1
    far, size = (14.0, 0.52) if count < 4 else (17.0, 0.36)
    turns = [2 * pi * k / around - pi / 2 for k in range(around)]
    ring = [(far * cos(turn), far * sin(turn)) for turn in turns]
    return ring + [(0.0, 0.0)] * (count - around), size


def mark_forks(scene: ChainScene, actions: list[int]) -> Iterator[str]:
    """Yield a ring round each half, with a piece for each fork that may begin there."""
    at: dict[int, list[list[int]]] = {}
    for action in actions:
        if action >= A.FORK:
            at.setdefault(int(A.spot_of(action)), [[], []])[int(A.end_of(action))].append(action)
    for spot, ends in sorted(at.items()):
        ring = [
            mark(action, draw_arc(end, index, len(forks)))
            for end, forks in enumerate(ends)
            for index, action in enumerate(forks)
        ]
        yield group_at(centre(scene.layout.cells[spot]), *ring)


def draw_arc(end: int, index: int, count: int) -> str:
    """Return a piece of a ring: its left half is for the left end, from below upward."""
    gap, wide = 0.12, pi / count
    start = (pi / 2 if end == 0 else -pi / 2) + index * wide + gap
    stop = start + wide - 2 * gap if count < 6 else start + wide - gap
    begin, end_at = (point(RING * cos(turn), RING * sin(turn)) for turn in (start, stop))
    d = f"M{begin} A{point(RING, RING)} 0 0 1 {end_at}"
    look = {"fill": "none", "stroke_linecap": "round"}
    white = path(d, stroke="#ffffff", stroke_width=6.4, **look)
    return white + path(d, stroke=MARK, stroke_width=3.6, **look)
