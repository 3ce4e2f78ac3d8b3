"""Everything on the street: disks, fortify tokens, bond markers, signs, dogs."""

from collections.abc import Iterator

from offleash.games.shared import svg
from offleash.games.shared.svg import (
    box,
    disc,
    group,
    group_at,
    number,
    path,
    piece,
    point,
    tooltip,
)
from offleash.games.uri_nation.board.tables import feature_numbers
from offleash.games.uri_nation.board.text import Cell, cell_text
from offleash.games.uri_nation.draw import shapes as S
from offleash.games.uri_nation.draw.colours import DARK, FILL, INK, PAPER
from offleash.games.uri_nation.draw.geometry import short_of
from offleash.games.uri_nation.draw.layout import Layout
from offleash.games.uri_nation.draw.own_pieces import disk_image, dog_art, fort_art
from offleash.games.uri_nation.position import Position
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.places import CHANCE, MOST_SITES, NOWHERE, WATER
from offleash.tools.prose import count_of, join_and

MOST_DROPS = 3  # fortify tokens that are drawn one by one

# Where dogs on one cell stand, in cells from its middle, and how large they are, in cells.
PACKS: dict[int, tuple[float, tuple[S.Point, ...]]] = {
    1: (0.47, ((0.0, -0.04),)),
    2: (0.34, ((-0.24, -0.12), (0.24, 0.12))),
    3: (0.28, ((-0.25, -0.22), (0.25, -0.22), (0.0, 0.22))),
    4: (0.27, ((-0.25, -0.24), (0.25, -0.24), (-0.25, 0.24), (0.25, 0.24))),
}
# Where the markers of the four seats lie round a site, in cells from its middle.
CORNERS: tuple[S.Point, ...] = ((-0.33, -0.33), (0.33, -0.33), (0.33, 0.33), (-0.33, 0.33))


# Territories and homes


def draw_disks(view: Position, layout: Layout) -> str:
    """Return every claim with its fortify tokens, then the homes' disks."""
    claims = (draw_claim(view, layout, n, cell) for n, cell in enumerate(view.board.territories))
    homes = (draw_home(view, layout, home, cell) for home, cell in enumerate(view.board.homes))
    return group(*claims, *homes, id="disks")


def draw_claim(view: Position, layout: Layout, territory: int, cell: Cell) -> str:
    """Return an owner's large disk, a puddle with its seat's shape."""
    seat = view.owner(territory)
    if seat == R.NOBODY_THERE:
        return ""
    title = tooltip(f"{view.name(seat)} on {cell_text(cell)}{fort_words(view.fort[territory])}")
    forts = draw_forts(layout, seat, view.fort[territory], f"fort-{territory}")
    r = 0.36 * layout.cell
    disk = disk_image(seat, r) or draw_puddle(seat, r)
    return group_at(layout.point(cell), title, disk, forts, id=f"disk-{territory}")


@svg.cache_shapes
def draw_puddle(seat: int, r: float) -> str:
    """Return a large disk: a puddle in the seat's colour with a sheen and its shape."""
    light = svg.ellipse(-0.42 * r, -0.5 * r, 0.3 * r, 0.16 * r, fill="#ffffff")
    return (
        path(S.blob(1.04 * r), fill="#ffffff", opacity=0.8)
        + path(S.blob(0.94 * r), fill=FILL[seat], stroke=DARK[seat], stroke_width=0.1 * r)
        + group(light, opacity=0.55, transform="rotate(-20)")
        + S.white_mark(seat, 0.42 * r)
    )


def fort_words(fort: int) -> str:
    """Return fortify tokens, in words."""
    return f", {count_of(fort, 'fortify token')}" if fort else ""


def draw_forts(layout: Layout, seat: int, fort: int, name: str) -> str:
    """Return small drops below a seat's disk, with their number where there are many."""
    if not fort:
        return ""
    r, y = 0.13 * layout.cell, 0.31 * layout.cell
    drop = fort_art(seat)
    if fort > MOST_DROPS:
        text = svg.bold(0.9 * r, y, 2.1 * r, f"{fort}", fill=INK)
        plate = box(0, y, 4.6 * r, 2.6 * r, rx=1.3 * r, fill="#ffffff", stroke=INK)
        return group(plate, S.scaled(-0.9 * r, y, r, drop), text, id=name)
    drops = (S.scaled(2 * r * (i - (fort - 1) / 2), y, r, drop) for i in range(fort))
    return group(*drops, id=name)


def draw_home(view: Position, layout: Layout, home: int, cell: Cell) -> str:
    """Return the disk on a home, its fortify tokens, and a note while it is lost."""
    seat, away, u = view.home_disk[home], view.home_away[home], layout.cell
    if seat == R.NOBODY_THERE and not away:
        return ""
    parts = [tooltip(home_words(view, home))]
    if seat != R.NOBODY_THERE:
        disk = disk_image(seat, 0.2 * u) or draw_puddle(seat, 0.2 * u)
        parts.append(S.scaled(0.27 * u, -0.27 * u, 1, disk))
        parts.append(draw_forts(layout, seat, view.home_fort[home], f"home-fort-{home}"))
    if away and view.resident(home) != R.NOBODY_THERE:
        plate = box(0, 0.38 * u, 0.86 * u, 0.24 * u, rx=0.06 * u, fill=S.HIT, stroke="#ffffff")
        parts.append(plate + svg.words(0, 0.38 * u, 0.17 * u, "lost", fill="#ffffff"))
    return group_at(layout.point(cell), *parts, id=f"home-disk-{home}")


def home_words(view: Position, home: int) -> str:
    """Return who holds a home, in words."""
    seat, away = view.home_disk[home], view.home_away[home]
    holder = "empty" if seat == R.NOBODY_THERE else f"held by {view.name(seat)}"
    back = f", back with its owner after {count_of(away, 'turn')}" if away else ""
    return f"home {home + 1} {holder}{fort_words(view.home_fort[home])}{back}"


# Sites


def draw_bonds(view: Position, layout: Layout) -> str:
    """Return markers round every active site."""
    sites = (draw_site(view, layout, site, cell) for site, cell in enumerate(view.board.sites))
    return group(*sites, id="bonds")


def draw_site(view: Position, layout: Layout, site: int, cell: Cell) -> str:
    """Return one small disk for each member; the initiator's wears a golden ring and a heart."""
    members, u = view.members(view.marks[site]), layout.cell
    if not members:
        return ""
    halo = disc(0, 0, 0.49 * u, fill="none", stroke="#e2447c", stroke_width=0.07 * u)
    rim = disc(0, 0, 0.49 * u, fill="none", stroke="#ffffff", stroke_width=0.12 * u)
    markers = (draw_marker(view, u, site, seat) for seat in members)
    title = tooltip(site_words(view, site))
    return group_at(layout.point(cell), title, rim, halo, *markers, id=f"bond-{site}")


def draw_marker(view: Position, u: float, site: int, seat: int) -> str:
    """Return a small disk at a site; u is the side of a cell."""
    (dx, dy), r, ring = CORNERS[seat], 0.15 * u, ""
    if seat == view.founder[site]:
        ring = disc(0, 0, 1.5 * r, fill=S.GOLD, stroke=INK, stroke_width=1)
    face = disc(0, 0, 1.12 * r, fill=FILL[seat], stroke=PAPER, stroke_width=0.16 * r)
    bar = ""
    if int(view.state.barred[site, seat]):  # a ceasefire: this seat may not break it yet
        bar = path(f"M{point(-r, r)} L{point(r, -r)}", stroke=S.HIT, stroke_width=0.35 * r)
    mark, name = S.white_mark(seat, 0.52 * r), f"marker-{site}-{seat}"
    return group_at((dx * u, dy * u), ring, face, mark, bar, id=name)


def site_words(view: Position, site: int) -> str:
    """Return an alliance, in words."""
    members = ", ".join(map(view.name, view.members(view.marks[site])))
    barred = [view.name(seat) for seat in range(view.seats) if view.state.barred[site, seat]]
    truce = f"; {join_and(barred)} may not break it yet" if barred else ""
    founder = f"initiated by {view.name(view.founder[site])}"
    return f"alliance at {view.names.sites[site]}: {members}; {founder}{truce}"


# Signs


def draw_signs(view: Position, layout: Layout) -> str:
    """Return features that are closed or were triggered this turn, free roads, and the trail."""
    kinds = (draw_free_road, draw_closed, draw_used, draw_trail)
    return group(*(sign for draw in kinds for sign in draw(view, layout)), id="signs")


def draw_free_road(view: Position, layout: Layout) -> Iterator[str]:
    """Yield green paint on mid-block roads while a card frees them."""
    if not int(view.state.open_road):
        return
    u = layout.cell
    for cell in view.board.with_glyphs("="):
        x, y = layout.point(cell)
        yield box(x, y, 0.8 * u, 0.8 * u, rx=0.2 * u, fill="#57c26a", opacity=0.5)
        yield svg.words(x, y, 0.3 * u, "0", fill="#ffffff", font_weight="bold")


def draw_closed(view: Position, layout: Layout) -> Iterator[str]:
    """Yield a barrier before every spot that a card keeps closed."""
    shut = {WATER: int(view.state.no_water), CHANCE: int(view.state.no_chance)}
    for spot, cell in enumerate(view.board.spots):
        if shut.get(int(view.options.kind[MOST_SITES + spot])):
            yield group_at(layout.point(cell), draw_barrier(layout.cell), id=f"closed-{spot}")


@svg.cache_shapes
def draw_barrier(u: float) -> str:
    """Return a board striped red and white."""
    corners = ((-0.05, -0.1), (0.07, -0.1), (0.03, 0.1), (-0.09, 0.1))
    stripes = "".join(
        svg.polygon(((u * (x + dx), dy * u) for dx, dy in corners), fill=S.HIT)
        for x in (-0.3, -0.06, 0.18)
    )
    board = box(0, 0, 0.86 * u, 0.2 * u, fill="#ffffff", stroke=INK, stroke_width=0.03 * u)
    legs = f"M{number(-0.3 * u)},0 V{number(0.34 * u)} M{number(0.3 * u)},0 V{number(0.34 * u)}"
    post = path(legs, stroke=INK, stroke_width=0.06 * u)
    return post + board + stripes


def draw_used(view: Position, layout: Layout) -> Iterator[str]:
    """Yield a tick at each feature that has triggered this turn."""
    used, u = int(view.state.used), layout.cell
    plate = disc(0, 0, 0.14 * u, fill="#ffffff", stroke=INK, stroke_width=1)
    d = f"M{number(-0.07 * u)},0 l{point(0.05 * u, 0.06 * u)} l{point(0.09 * u, -0.12 * u)}"
    tick = path(d, fill="none", stroke="#2e7d32", stroke_width=0.05 * u)
    for cell, feature in feature_numbers(view.board).items():
        if has(used, feature):
            x, y = layout.point(cell)
            yield group_at((x + 0.36 * u, y - 0.36 * u), plate, tick)


def draw_trail(view: Position, layout: Layout) -> Iterator[str]:
    """Yield footprints where the walking dog has been since its last step, and before it."""
    mover, u = view.mover, layout.cell
    if mover == R.NOBODY_THERE:
        return
    for cell in sorted({*view.trail, int(view.state.came)} - {view.cell(mover), NOWHERE}):
        x, y = layout.point(view.board.cells[cell])
        plate = disc(x, y, 0.3 * u, fill=PAPER, opacity=0.85)
        yield group(plate, svg.draw_paw(x, y, 0.22 * u, S.DEEP[mover]), id=f"trail-{cell}")


# Dogs and their challenges


def dog_points(view: Position, layout: Layout) -> dict[int, tuple[float, S.Point]]:
    """Return size and place of each dog on the street; several in a cell stand side by side."""
    points, u = {}, layout.cell
    for cell, seats in view.dogs_by_cell.items():
        x, y = layout.point(view.board.cells[cell])
        size, offsets = PACKS[len(seats)]
        for seat, (dx, dy) in zip(seats, offsets, strict=True):
            points[seat] = (size * u, (x + dx * u, y + dy * u))
    return points


def draw_dogs(view: Position, layout: Layout) -> str:
    """Return every dog where it stands; the one whose turn it is on a golden spot."""
    dogs = []
    for seat, (r, (x, y)) in sorted(dog_points(view, layout).items()):
        glow = disc(0, 0, 1.12, fill=S.GOLD, opacity=0.55) if seat == view.mover else ""
        title = tooltip(f"{view.name(seat)} at {view.cell_name(view.cell(seat))}")
        dog = dog_art(view.archetype(seat), seat)
        dogs.append(S.scaled(x, y, r, title, glow, dog, **piece(f"dog-{seat}")))
    return group(*dogs, id="dogs")


def draw_fight(view: Position, layout: Layout) -> str:
    """Return a toothed ring at what is challenged, and a dashed line from the attacker's dog."""
    if view.quarry is None:
        return ""
    (x, y), u, line = layout.point(view.quarry), layout.cell, ""
    start = dog_points(view, layout).get(view.walker)
    if start:
        d = f"M{point(*start[1])} L{point(*short_of(start[1], (x, y), 0.5 * u))}"
        for stroke, thick in (("#ffffff", 7), (S.HIT, 3.5)):
            line += path(d, stroke=stroke, stroke_width=thick, stroke_dasharray="9 6")
    return group(line, S.draw_hit(x, y, 0.52 * u), id="fight")


assert len(CORNERS) == R.SEATS
