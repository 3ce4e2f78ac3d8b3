"""The properties of a board that follow from its map: counts, groups, how far dogs get."""

from offleash.games.uri_nation.board import streets
from offleash.games.uri_nation.board.reach import reach
from offleash.games.uri_nation.board.tables import USUAL_RADIUS, groups
from offleash.games.uri_nation.board.text import LABELS, Board
from offleash.games.uri_nation.editor.constraints import blocks

KINDS = ("territory", "bond_space", "park", "water", "chance", "events")
COUNTED = {f"n_{kind}": glyph for kind, glyph in zip(KINDS, "TBPWCE", strict=True)}
UTURNS = ("dead_end", "free")


def properties(board: Board) -> dict[str, str]:
    """Return the properties by name, as text, in the order in which they are shown."""
    street, depths = board.with_glyphs(":"), streets.depths(board)
    intersections = streets.connected_parts(board.with_glyphs("x+"), streets.neighbours)
    free = sum(crossing.is_free for crossing in streets.crossings(board)) // 2
    paid = len(streets.crossings(board)) // 2 - free
    texts = {
        "size": f"{len(board.rows)} rows of {len(board.rows[0])} columns",
        "walkable": f"{len(board.cells) - len(street)} sidewalk, {len(street)} side street",
        **{name: str(len(board.with_glyphs(glyph))) for name, glyph in COUNTED.items()},
        "n_intersection": str(len(intersections)),  # neighbouring zebra and junction cells are one
        "side_street_depth": str(max((depths.get(cell, 0) for cell in street), default=0)),
        "n_home": str(len(board.with_glyphs(LABELS))),
        "home_sides": home_sides(board),
        "crossings": f"{free} free, {paid} for Drive",
        "paths": str(len(board.paths)),
        "groups": " ".join(map(str, sorted(map(len, groups(board)), reverse=True))) or "none",
    }
    if board.version == "1.4":
        texts["blocks"] = str(len(blocks(board)))
    if board.with_glyphs("B"):
        radius = board.influence_radius
        texts["influence_radius"] = str(USUAL_RADIUS if radius is None else radius)
    return texts | reach_texts(board)


def home_sides(board: Board) -> str:
    """Return how many homes lie on each sidewalk that has some: `2+2`."""
    homes = board.with_glyphs(LABELS)
    fronts = [set(streets.frontage(board, home)) for home in homes]
    counts = [sum(not cells.isdisjoint(side) for cells in fronts) for side in streets.sides(board)]
    return "+".join(str(count) for count in counts if count) or "none"


def reach_texts(board: Board) -> dict[str, str]:
    """Return means over all sidewalk cells and rolls, for 0, 1 and 2 Drive."""
    texts = {}
    for uturn in UTURNS:
        for name, figures in reach(board, uturn).items():
            means = " / ".join(f"{figure:.1f}" for figure in figures)
            texts[f"{name} in reach, uturn={uturn}"] = f"{means} with 0 / 1 / 2 Drive"
    return texts
