"""The constraints of boards: one small function for each, under its id, and the check of a board.

A test returns what breaks its constraint: cells, and words where cells do not explain it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import atan2

from offleash.core.errors import BadNotation
from offleash.core.workbench import ERROR, OK, UNTESTED, WARNING
from offleash.games.uri_nation.board import streets, tables
from offleash.games.uri_nation.board.text import LABELS, Board, Cell, cell_text, parse_board

FEATURES = "TBPCEW" + LABELS
WIN = {"1.2": 10, "1.4": 15}  # territories that win, as published
GROUP = 3  # territories that make a group worth having
BOTH, OLD, NEW = ("1.2", "1.4"), ("1.2",), ("1.4",)

Violation = tuple[list[Cell], str]  # the cells that break a constraint, and words
FULFILLED: Violation = ([], "")
Test = Callable[[Board], Violation]


@dataclass(frozen=True)
class Constraint:
    """What a board of some versions has to fulfil."""

    id: str
    sentence: str
    versions: tuple[str, ...]
    test: Test
    is_count: bool = False  # of the published version: for a house board it is only a warning
    is_advice: bool = False  # never more than a warning
    needs_homes: bool = False  # untested until every home is on the board once


CONSTRAINTS: dict[str, Constraint] = {}  # in the order of their ids


def register(
    name: str, sentence: str, versions: tuple[str, ...], **more: bool
) -> Callable[[Test], Test]:
    """Adds a function to the constraints."""

    def add(test: Test) -> Test:
        CONSTRAINTS[name] = Constraint(name, sentence, versions, test, **more)
        return test

    return add


# Both versions


@register("KA1", "one home for each label 1 to 4", BOTH)
def one_home_per_label(board: Board) -> Violation:
    """Each of the four homes is there once (KA1)."""
    homes = {label: board.with_glyphs(label) for label in LABELS}
    missing = [label for label, cells in homes.items() if not cells]
    several = [cell for cells in homes.values() if len(cells) > 1 for cell in cells]
    return several, f"there is no home {' '.join(missing)}" if missing else ""


@register("KA2", "every feature lies beside a walkable cell", BOTH)
def features_have_frontage(board: Board) -> Violation:
    """Every feature lies at a walkable cell (KA2)."""
    return [cell for cell in board.with_glyphs(FEATURES) if not streets.frontage(board, cell)], ""


@register("KA3", "no walkable cell is isolated", BOTH)
def no_isolated_cells(board: Board) -> Violation:
    """From every walkable cell a step leads somewhere (KA3)."""
    return [cell for cell in board.cells if not streets.steps(board, cell)], ""


@register("KA4", "steps and free crossings connect all cells", BOTH)
def walk_connected(board: Board) -> Violation:
    """Every sidewalk cell can be reached without Drive, and side streets join them (KA4)."""
    if not board.cells:
        return [], "there is no walkable cell"
    main = streets.components(board, board.with_glyphs("s"), with_free=True)  # without side streets
    parts = main if len(main) > 1 else streets.components(board, board.cells, with_free=True)
    most = max(parts, key=len)
    return [part[0] for part in parts if part is not most], ""


def fronts_at_most_one(glyphs: str) -> Test:
    """A constraint that no cell fronts two features of these kinds (KA5, KC10)."""

    def test(board: Board) -> Violation:
        return [cell for cell in board.cells if len(streets.touching(board, cell, glyphs)) > 1], ""

    return test


register("KA5", "no cell fronts two homes", BOTH)(fronts_at_most_one(LABELS))


@register("KA6", "no cell fronts a home and a park or bond space", BOTH)
def homes_off_sites(board: Board) -> Violation:
    """No cell fronts a home and also a park or bond space (KA6)."""
    at_home = (cell for cell in board.cells if streets.touching(board, cell, LABELS))
    return [cell for cell in at_home if streets.touching(board, cell, "BP")], ""


@register("KA7", "homes are labelled counterclockwise", BOTH, needs_homes=True)
def homes_counterclockwise(board: Board) -> Violation:
    """Homes 1 to 4 lie counterclockwise around their middle (KA7)."""
    middle_row = sum(row for row, _ in board.homes) / len(board.homes)
    middle = sum(column for _, column in board.homes) / len(board.homes)
    angles = [atan2(middle_row - row, column - middle) for row, column in board.homes]
    pairs = zip(angles, angles[1:] + angles[:1], strict=True)
    falls = sum(after <= before for before, after in pairs)  # once, where a turn is full
    return (list(board.homes), "") if falls != 1 else FULFILLED


@register("KA8", "2.5 to 4 times as many territories as win", BOTH, is_count=True)
def enough_territories(board: Board) -> Violation:
    """2.5 to 4 times as many territories as win the game (KA8)."""
    win, count = WIN[board.version], len(board.territories)
    return FULFILLED if 2.5 * win <= count <= 4 * win else ([], f"{count}, where {win} win")


@register("KA9", "at least four groups of 3 or more territories", BOTH)
def four_groups(board: Board) -> Violation:
    """At least four groups of three or more territories (KA9)."""
    large = sum(len(group) >= GROUP for group in tables.groups(board))
    return FULFILLED if large >= 4 else ([], f"there are {large}")


@register("KA10", "home neighbourhoods share no territory", BOTH, needs_homes=True)
def neighbourhoods_disjoint(board: Board) -> Violation:
    """No territory belongs to two homes, in the version's own sense (KA10, A7)."""
    belonging = tables.home_neighbourhood if board.version == "1.4" else tables.claimable_at_start
    several = [cell for home in board.homes for cell in set(belonging(board, home))]
    return sorted({cell for cell in several if several.count(cell) > 1}), ""


# 1.2


@register("KB1", "each home has an adjacent territory", OLD, needs_homes=True)
def homes_have_territory(board: Board) -> Violation:
    """Each home has a territory for the starting claim (KB1)."""
    return [home for home in board.homes if not tables.claimable_at_start(board, home)], ""


def count_between(glyph: str, low: int, high: int) -> Test:
    """A constraint on how many cells have a glyph (KB2 to KB6)."""

    def test(board: Board) -> Violation:
        count = len(board.with_glyphs(glyph))
        return FULFILLED if low <= count <= high else ([], f"there are {count}")

    return test


register("KB2", "6 to 8 bond spaces", OLD, is_count=True)(count_between("B", 6, 8))
register("KB3", "4 or 5 water sources", OLD, is_count=True)(count_between("W", 4, 5))
register("KB4", "4 to 6 chance spots", OLD, is_count=True)(count_between("C", 4, 6))
register("KB5", "one dog park", OLD, is_count=True)(count_between("P", 1, 1))
register("KB6", "one events space", OLD, is_count=True)(count_between("E", 1, 1))


@register("KB7", "exactly two sidewalks", OLD)
def two_sidewalks(board: Board) -> Violation:
    """The sidewalk cells are two connected components (KB7)."""
    parts = streets.components(board, board.with_glyphs("s"))
    return (
        FULFILLED
        if len(parts) == 2
        else ([part[0] for part in parts], f"there are {len(parts)} at")
    )


@register("KB8", "water, chance and bond spaces on both sidewalks", OLD)
def both_sidewalks_served(board: Board) -> Violation:
    """Each sidewalk has water, a chance spot and a bond space (KB8)."""
    lacking = []
    for side in streets.sides(board):
        fronts = {board.at(other) for cell in side for other in streets.neighbours(cell)}
        lacking += [f"no {glyph} at {cell_text(side[0])}" for glyph in "WCB" if glyph not in fronts]
    return [], ", ".join(lacking)


@register("KB9", "two homes on each sidewalk", OLD, needs_homes=True)
def homes_two_and_two(board: Board) -> Violation:
    """Two homes on each sidewalk (KB9)."""
    for side in streets.sides(board):
        homes = [home for home in board.homes if set(streets.frontage(board, home)) & set(side)]
        if len(homes) != 2:
            return homes, f"{len(homes)} on the sidewalk of {cell_text(side[0])}"
    return FULFILLED


@register("KB10", "a free crossing at every side-street mouth", OLD)
def mouths_cross_free(board: Board) -> Violation:
    """At every mouth of a side street there is a free crossing (KB10)."""
    mouths = [cell for cell in board.cells if streets.is_mouth(board, cell)]
    return [cell for cell in mouths if not streets.free_ways(board)[cell]], ""


@register("KB11", "every bond space influences at least two territories", OLD)
def bonds_influence(board: Board) -> Violation:
    """Every bond space influences at least two territories (KB11)."""
    masks = dict(zip(board.sites, tables.influence_masks(board, 0), strict=False))
    return [site for site in board.with_glyphs("B") if int(masks[site]).bit_count() < 2], ""


@register("KB12", "events on a main sidewalk", OLD)
def events_on_main(board: Board) -> Violation:
    """Events lie on a main sidewalk (KB12)."""
    return [cell for cell in board.with_glyphs("E") if not streets.touching(board, cell, "s")], ""


@register("KB13", "no paths", OLD)
def no_paths(board: Board) -> Violation:
    """There are no paths (KB13)."""
    return [entry for entry, _ in board.paths], ""


@register("KB14", "every cul-de-sac end fronts at least two territories", OLD)
def cul_de_sacs_pay(board: Board) -> Violation:
    """The end of every cul-de-sac fronts at least two territories (KB14)."""
    ends = (cell for cell in board.with_glyphs(":") if len(streets.steps(board, cell)) == 1)
    return [cell for cell in ends if len(streets.touching(board, cell, "T")) < 2], ""


# 1.4


@register("KC1", "no bond, chance, events or side-street cells", NEW)
def nothing_of_1_2(board: Board) -> Violation:
    """No bond spaces, chance spots, events or side streets (KC1)."""
    return list(board.with_glyphs("BCE:")), ""


@register("KC2", "at least one park and one water", NEW)
def park_and_water(board: Board) -> Violation:
    """At least one park and one water (KC2)."""
    needs = {"P": "park", "W": "water"}
    lacking = [name for glyph, name in needs.items() if not board.with_glyphs(glyph)]
    return [], f"there is no {' and no '.join(lacking)}" if lacking else ""


@register("KC3", "each home touches exactly two territories", NEW, needs_homes=True)
def homes_touch_two(board: Board) -> Violation:
    """Each home touches exactly two territories (KC3)."""
    return [home for home in board.homes if len(tables.home_neighbourhood(board, home)) != 2], ""


@register("KC4", "each home has sidewalk on one side only", NEW, needs_homes=True)
def homes_face_one_side(board: Board) -> Violation:
    """A home has sidewalk on one side only, so it is not at a corner (KC4)."""
    return [home for home in board.homes if len(streets.frontage(board, home)) > 1], ""


@register("KC5", "paths join sidewalk cells, and no exit is an entry", NEW)
def paths_end_well(board: Board) -> Violation:
    """Paths join sidewalk cells, and no exit is an entry (KC5)."""
    entries = {entry for entry, _ in board.paths}
    ends = [cell for path in board.paths for cell in path if board.at(cell) != "s"]
    return sorted({*ends, *(leave for _, leave in board.paths if leave in entries)}), ""


def entries_off(glyphs: str) -> Test:
    """A constraint that no path begins at the frontage of a feature (KC6, KC6b)."""

    def test(board: Board) -> Violation:
        return [entry for entry, _ in board.paths if streets.touching(board, entry, glyphs)], ""

    return test


register("KC6", "no path begins at a home", NEW)(entries_off(LABELS))
register("KC6b", "no path begins at a park", NEW)(entries_off("P"))


@register("KC7", "no dead ends", NEW)
def no_dead_ends(board: Board) -> Violation:
    """From every cell steps lead in two directions (KC7)."""
    return [cell for cell in board.cells if len(streets.steps(board, cell)) == 1], ""


@register("KC8", "a zebra on every arm of a junction", NEW)
def zebra_on_arms(board: Board) -> Violation:
    """Every arm of a junction has a free crossing (KC8)."""
    free = (crossing for crossing in streets.crossings(board) if crossing.is_free)
    striped = {cell for crossing in free for cell in crossing.road}
    junctions = board.with_glyphs("+")
    arms = {arm for cell in junctions for arm in streets.touching(board, cell, "=x")}
    return sorted(arms - striped), ""


@register("KC9", "at least four blocks", NEW)
def four_blocks(board: Board) -> Violation:
    """At least four blocks (KC9)."""
    count = len(blocks(board))
    return FULFILLED if count >= 4 else ([], f"there are {count}")


def blocks(board: Board) -> list[list[Cell]]:
    """Stretches of sidewalk with territories that roads separate from one another."""
    parts = streets.components(board, board.cells)
    return [part for part in parts if any(streets.touching(board, cell, "T") for cell in part)]


register("KC10", "no cell fronts two parks", NEW)(fronts_at_most_one("P"))


@register("KC11", "crossings keep the checkerboard colour", NEW, is_advice=True)
def crossings_keep_colour(board: Board) -> Violation:
    """Crossings lead to a cell of the same checkerboard colour (KC11)."""
    ways = ((way.start, way.end) for way in streets.crossings(board))
    changing = sorted({start for start, end in ways if (sum(start) + sum(end)) % 2})
    return changing, "an exact roll no longer fixes the colour of the stop," if changing else ""


# Checking


@dataclass(frozen=True)
class Finding:
    """The result of one constraint on one board."""

    constraint: Constraint
    severity: str  # OK, WARNING, ERROR or UNTESTED
    cells: tuple[Cell, ...] = ()
    detail: str = ""

    @property
    def id(self) -> str:
        """`KA1` and so on."""
        return self.constraint.id

    @property
    def text(self) -> str:
        """One line: the id, what it asks for, and what breaks it."""
        faults = " ".join(filter(None, (self.detail, *map(cell_text, self.cells))))
        return f"{self.id} {self.constraint.sentence}" + (f": {faults}" if faults else "")


@lru_cache(256)
def check_board(board: Board) -> tuple[Finding, ...]:
    """Every constraint of the board's version, in order."""
    has_homes = CONSTRAINTS["KA1"].test(board) == FULFILLED
    return tuple(
        _check(board, constraint, has_homes)
        for constraint in CONSTRAINTS.values()
        if board.version in constraint.versions
    )


def _check(board: Board, constraint: Constraint, has_homes: bool) -> Finding:
    if constraint.needs_homes and not has_homes:
        return Finding(constraint, UNTESTED, detail="not tested before KA1 holds")
    cells, detail = constraint.test(board)
    if not cells and not detail:
        return Finding(constraint, OK)
    is_mild = constraint.is_advice or (constraint.is_count and board.is_house)
    return Finding(constraint, WARNING if is_mild else ERROR, tuple(cells), detail)


def refuse_bad_board(text: str) -> None:
    """Raises BadNotation with the first error of a board."""
    for finding in check_board(parse_board(text)):
        if finding.severity == ERROR:
            raise BadNotation(f"the board breaks {finding.text}")
