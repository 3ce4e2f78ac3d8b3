"""What boards have to keep: one small function for each constraint, under its id.

A constraint gives back what breaks it: cells, and words where cells do not say it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import atan2

from offleash.games.uri_nation.board import streets, tables
from offleash.games.uri_nation.board.groups import groups, sides
from offleash.games.uri_nation.board.text import LABELS, ROAD, Board, Cell, cell_text

FEATURES = "TBPCEW" + LABELS
WIN = {"1.2": 10, "1.4": 15}  # territories that win, as published
GROUP = 3  # territories that make a group worth having
BOTH, OLD, NEW = ("1.2", "1.4"), ("1.2",), ("1.4",)

Broken = tuple[list[Cell], str]  # the cells that break a constraint, and words
KEPT: Broken = ([], "")
Test = Callable[[Board], Broken]


@dataclass(frozen=True)
class Constraint:
    """What boards of some versions have to keep."""

    id: str
    sentence: str
    versions: tuple[str, ...]
    test: Test
    is_count: bool = False  # of the published version: a house board is only warned
    is_advice: bool = False  # never more than a warning
    needs_homes: bool = False  # can't be tested until every home is there once


CONSTRAINTS: dict[str, Constraint] = {}  # in the order of their ids


def holds(
    name: str, sentence: str, versions: tuple[str, ...], **more: bool
) -> Callable[[Test], Test]:
    """Puts a function into the list."""

    def listed(test: Test) -> Test:
        CONSTRAINTS[name] = Constraint(name, sentence, versions, test, **more)
        return test

    return listed


# Both versions


@holds("KA1", "one home for each label 1 to 4", BOTH)
def one_home_per_label(board: Board) -> Broken:
    """Each of the four homes is there once (KA1)."""
    found = {label: board.with_glyphs(label) for label in LABELS}
    missing = [label for label, cells in found.items() if not cells]
    several = [cell for cells in found.values() if len(cells) > 1 for cell in cells]
    return several, f"there is no home {' '.join(missing)}" if missing else ""


@holds("KA2", "every feature lies beside a walkable cell", BOTH)
def features_have_frontage(board: Board) -> Broken:
    """Every feature lies at a walkable cell (KA2)."""
    return [cell for cell in board.with_glyphs(FEATURES) if not streets.frontage(board, cell)], ""


@holds("KA3", "no walkable cell is isolated", BOTH)
def no_isolated_cells(board: Board) -> Broken:
    """From every walkable cell a step leads somewhere (KA3)."""
    return [cell for cell in board.cells if not streets.steps(board, cell)], ""


@holds("KA4", "steps and free crossings connect all cells", BOTH)
def walk_connected(board: Board) -> Broken:
    """Without Drive one gets to every sidewalk cell, and side streets hang on to them (KA4)."""
    if not board.cells:
        return [], "there is no walkable cell"
    main = streets.pieces(board, board.with_glyphs("s"), with_free=True)  # without side streets
    parts = main if len(main) > 1 else streets.pieces(board, board.cells, with_free=True)
    most = max(parts, key=len)
    return [part[0] for part in parts if part is not most], ""


@holds("KA5", "no cell fronts two homes", BOTH)
def homes_apart(board: Board) -> Broken:
    """No cell fronts two homes (KA5)."""
    return [cell for cell in board.cells if len(streets.touching(board, cell, LABELS)) > 1], ""


@holds("KA6", "no cell fronts a home and a park or bond space", BOTH)
def homes_off_sites(board: Board) -> Broken:
    """No cell fronts a home and also a park or bond space (KA6)."""
    at_home = (cell for cell in board.cells if streets.touching(board, cell, LABELS))
    return [cell for cell in at_home if streets.touching(board, cell, "BP")], ""


@holds("KA7", "homes are labelled counterclockwise", BOTH, needs_homes=True)
def homes_counterclockwise(board: Board) -> Broken:
    """Homes 1 to 4 lie counterclockwise around their middle (KA7)."""
    middle_row = sum(row for row, _ in board.homes) / len(board.homes)
    middle = sum(column for _, column in board.homes) / len(board.homes)
    angles = [atan2(middle_row - row, column - middle) for row, column in board.homes]
    pairs = zip(angles, angles[1:] + angles[:1], strict=True)
    falls = sum(after <= before for before, after in pairs)  # once, where a turn is full
    return (list(board.homes), "") if falls != 1 else KEPT


@holds("KA8", "2.5 to 4 times as many territories as win", BOTH, is_count=True)
def enough_territories(board: Board) -> Broken:
    """2.5 to 4 times as many territories as win the game (KA8)."""
    win, count = WIN[board.version], len(board.territories)
    if 2.5 * win <= count <= 4 * win:
        return KEPT
    return [], f"{count}, where {win} win"


@holds("KA9", "at least four groups of 3 or more territories", BOTH)
def four_groups(board: Board) -> Broken:
    """At least four groups of three or more territories (KA9)."""
    sizes = [len(group) for group in groups(board)]
    large = sum(size >= GROUP for size in sizes)
    return KEPT if large >= 4 else ([], f"there are {large}")


@holds("KA10", "home neighbourhoods share no territory", BOTH, needs_homes=True)
def neighbourhoods_disjoint(board: Board) -> Broken:
    """No territory belongs to two homes, in the version's own sense (KA10, A7)."""
    belonging = tables.home_neighbourhood if board.version == "1.4" else tables.claimable_at_start
    several = [cell for home in board.homes for cell in set(belonging(board, home))]
    return sorted({cell for cell in several if several.count(cell) > 1}), ""


# 1.2


@holds("KB1", "each home has an adjacent territory", OLD, needs_homes=True)
def homes_have_territory(board: Board) -> Broken:
    """Each home has a territory for the starting claim (KB1)."""
    return [home for home in board.homes if not tables.claimable_at_start(board, home)], ""


def count_between(glyph: str, low: int, high: int) -> Callable[[Board], Broken]:
    """A constraint on how many cells have a glyph (KB2 to KB6)."""

    def test(board: Board) -> Broken:
        count = len(board.with_glyphs(glyph))
        return KEPT if low <= count <= high else ([], f"there are {count}")

    return test


holds("KB2", "6 to 8 bond spaces", OLD, is_count=True)(count_between("B", 6, 8))
holds("KB3", "4 or 5 water sources", OLD, is_count=True)(count_between("W", 4, 5))
holds("KB4", "4 to 6 chance spots", OLD, is_count=True)(count_between("C", 4, 6))
holds("KB5", "one dog park", OLD, is_count=True)(count_between("P", 1, 1))
holds("KB6", "one events space", OLD, is_count=True)(count_between("E", 1, 1))


@holds("KB7", "exactly two sidewalks", OLD)
def two_sidewalks(board: Board) -> Broken:
    """The sidewalk cells make two pieces (KB7)."""
    parts = streets.pieces(board, board.with_glyphs("s"))
    return KEPT if len(parts) == 2 else ([part[0] for part in parts], f"there are {len(parts)} at")


@holds("KB8", "water, chance and bond spaces on both sidewalks", OLD)
def both_sidewalks_served(board: Board) -> Broken:
    """Each sidewalk has water, a chance spot and a bond space (KB8)."""
    lacking = []
    for side in sides(board):
        fronts = {board.at(other) for cell in side for other in streets.beside(cell)}
        lacking += [f"no {glyph} at {cell_text(side[0])}" for glyph in "WCB" if glyph not in fronts]
    return [], ", ".join(lacking)


@holds("KB9", "two homes on each sidewalk", OLD, needs_homes=True)
def homes_two_and_two(board: Board) -> Broken:
    """Two homes on each sidewalk (KB9)."""
    for side in sides(board):
        homes = [home for home in board.homes if set(streets.frontage(board, home)) & set(side)]
        if len(homes) != 2:
            return homes, f"{len(homes)} on the sidewalk of {cell_text(side[0])}"
    return KEPT


@holds("KB10", "a free crossing at every side-street mouth", OLD)
def mouths_cross_free(board: Board) -> Broken:
    """At every mouth of a side street there is a free crossing (KB10)."""
    mouths = [cell for cell in board.cells if streets.is_mouth(board, cell)]
    return [cell for cell in mouths if not streets.free_ways(board)[cell]], ""


@holds("KB11", "every bond space influences at least two territories", OLD)
def bonds_influence(board: Board) -> Broken:
    """Every bond space influences at least two territories (KB11)."""
    masks = tables.influence_masks(board, 0)
    return [
        site
        for number, site in enumerate(board.sites)
        if board.at(site) == "B" and int(masks[number]).bit_count() < 2
    ], ""


@holds("KB12", "events on a main sidewalk", OLD)
def events_on_main(board: Board) -> Broken:
    """Events lie on a main sidewalk (KB12)."""
    return [cell for cell in board.with_glyphs("E") if not streets.touching(board, cell, "s")], ""


@holds("KB13", "no paths", OLD)
def no_paths(board: Board) -> Broken:
    """There are no paths (KB13)."""
    return [entry for entry, _ in board.paths], ""


@holds("KB14", "every cul-de-sac end fronts at least two territories", OLD)
def cul_de_sacs_pay(board: Board) -> Broken:
    """The end of every cul-de-sac fronts at least two territories (KB14)."""
    ends = (cell for cell in board.with_glyphs(":") if len(streets.steps(board, cell)) == 1)
    return [cell for cell in ends if len(streets.touching(board, cell, "T")) < 2], ""


# 1.4


@holds("KC1", "no bond, chance, events or side-street cells", NEW)
def nothing_of_1_2(board: Board) -> Broken:
    """No bond spaces, chance spots, events or side streets (KC1)."""
    return list(board.with_glyphs("BCE:")), ""


@holds("KC2", "at least one park and one water", NEW)
def park_and_water(board: Board) -> Broken:
    """At least one park and one water (KC2)."""
    lacking = [
        what for glyph, what in (("P", "park"), ("W", "water")) if not board.with_glyphs(glyph)
    ]
    return [], f"there is no {' and no '.join(lacking)}" if lacking else ""


@holds("KC3", "each home touches exactly two territories", NEW, needs_homes=True)
def homes_touch_two(board: Board) -> Broken:
    """Each home touches exactly two territories (KC3)."""
    return [home for home in board.homes if len(tables.home_neighbourhood(board, home)) != 2], ""


@holds("KC4", "each home has sidewalk on one side only", NEW, needs_homes=True)
def homes_face_one_side(board: Board) -> Broken:
    """A home has sidewalk on one side only, so it is no corner (KC4)."""
    return [home for home in board.homes if len(streets.frontage(board, home)) > 1], ""


@holds("KC5", "paths join sidewalk cells, and no exit is an entry", NEW)
def paths_end_well(board: Board) -> Broken:
    """Paths join sidewalk cells, and no exit is an entry (KC5)."""
    entries = {entry for entry, _ in board.paths}
    ends = [cell for path in board.paths for cell in path if board.at(cell) != "s"]
    return sorted({*ends, *(leave for _, leave in board.paths if leave in entries)}), ""


def entries_off(glyphs: str) -> Callable[[Board], Broken]:
    """A constraint that no path begins at the frontage of a feature (KC6, KC6b)."""

    def test(board: Board) -> Broken:
        return [entry for entry, _ in board.paths if streets.touching(board, entry, glyphs)], ""

    return test


holds("KC6", "no path begins at a home", NEW)(entries_off(LABELS))
holds("KC6b", "no path begins at a park", NEW)(entries_off("P"))


@holds("KC7", "no dead ends", NEW)
def no_dead_ends(board: Board) -> Broken:
    """From every cell steps lead in two directions (KC7)."""
    return [cell for cell in board.cells if len(streets.steps(board, cell)) == 1], ""


@holds("KC8", "a zebra on every arm of a junction", NEW)
def zebra_on_arms(board: Board) -> Broken:
    """Every arm of a junction has a free crossing (KC8)."""
    striped = {
        road for crossing in streets.crossings(board) if crossing.is_free for road in crossing.road
    }
    arms = (
        cell
        for junction in board.with_glyphs("+")
        for cell in streets.touching(board, junction, ROAD)
    )
    return sorted({arm for arm in arms if board.at(arm) != "+" and arm not in striped}), ""


@holds("KC9", "at least four blocks", NEW)
def four_blocks(board: Board) -> Broken:
    """At least four blocks (KC9)."""
    count = len(blocks(board))
    return KEPT if count >= 4 else ([], f"there are {count}")


def blocks(board: Board) -> list[list[Cell]]:
    """Stretches of sidewalk with territories, which roads divide from one another."""
    parts = streets.pieces(board, board.cells)
    return [part for part in parts if any(streets.touching(board, cell, "T") for cell in part)]


@holds("KC10", "no cell fronts two parks", NEW)
def parks_apart(board: Board) -> Broken:
    """No cell fronts two parks (KC10)."""
    return [cell for cell in board.cells if len(streets.touching(board, cell, "P")) > 1], ""


@holds("KC11", "crossings keep the checkerboard colour", NEW, is_advice=True)
def crossings_keep_colour(board: Board) -> Broken:
    """Crossings lead to a cell of the same checkerboard colour (KC11)."""
    changing = {
        way.start for way in streets.crossings(board) if _colour(way.start) != _colour(way.end)
    }
    return sorted(changing), "an exact roll no longer fixes the colour of the stop," * bool(
        changing
    )


def _colour(cell: Cell) -> int:
    return (cell[0] + cell[1]) % 2
