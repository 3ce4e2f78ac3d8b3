"""The constraints of boards: their tests, the table of them all, and the check of a board.

A test returns what breaks its constraint: cells, and words where cells do not explain it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import atan2

from offleash.core.errors import BadNotation
from offleash.core.workbench import ERROR, OK, UNTESTED, WARNING
from offleash.games.uri_nation.board import streets, tables, text as T
from offleash.games.uri_nation.board.text import LABELS, WALKABLE, Board, Cell, cell_text
from offleash.games.uri_nation.rules.places import BESIDE

FEATURES = "TBPCEW" + LABELS
WIN = {"1.2": 10, "1.4": 15}  # territories that win, as published
GROUP = 3  # territories that make a group worth having
BOTH, OLD, NEW = ("1.2", "1.4"), ("1.2",), ("1.4",)

Violation = tuple[list[Cell], str]  # the cells that break a constraint, and words
FULFILLED: Violation = ([], "")
Test = Callable[[Board], Violation]
Condition = Callable[[Board, Cell], object]


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


# Tests that several constraints share


def none_of(board: Board, cells: Iterable[Cell], conditions: tuple[Condition, ...]) -> Violation:
    """The cells that fulfil all conditions, and should not."""
    return [cell for cell in cells if all(holds(board, cell) for holds in conditions)], ""


def no_cell(glyphs: str, *conditions: Condition) -> Test:
    """No cell with one of the glyphs fulfils all conditions."""
    return lambda board: none_of(board, board.with_glyphs(glyphs), conditions)


def no_home(*conditions: Condition) -> Test:
    """No home fulfils all conditions."""
    return lambda board: none_of(board, board.homes, conditions)


def no_path(*conditions: Condition) -> Test:
    """No path begins at a cell that fulfils all conditions."""
    return lambda board: none_of(board, (entry for entry, _ in board.paths), conditions)


def beside(glyphs: str, least: int, most: int = BESIDE) -> Condition:
    """Whether so many of the cells next to a cell have one of the glyphs."""
    return lambda board, cell: least <= len(streets.touching(board, cell, glyphs)) <= most


def count_between(glyph: str, low: int, high: int) -> Test:
    """So many cells have a glyph."""

    def test(board: Board) -> Violation:
        count = len(board.with_glyphs(glyph))
        return FULFILLED if low <= count <= high else ([], f"there are {count}")

    return test


# Both versions


def one_home_per_label(board: Board) -> Violation:
    """Each of the four homes is there once (KA1)."""
    homes = {label: board.with_glyphs(label) for label in LABELS}
    missing = [label for label, cells in homes.items() if not cells]
    several = [cell for cells in homes.values() if len(cells) > 1 for cell in cells]
    return several, f"there is no home {' '.join(missing)}" if missing else ""


def walk_connected(board: Board) -> Violation:
    """Every sidewalk cell can be reached without Drive, and side streets join them (KA4)."""
    if not board.cells:
        return [], "there is no walkable cell"
    main = streets.components(board, board.with_glyphs("s"), with_free=True)  # without side streets
    parts = main if len(main) > 1 else streets.components(board, board.cells, with_free=True)
    most = max(parts, key=len)
    return [part[0] for part in parts if part is not most], ""


def homes_counterclockwise(board: Board) -> Violation:
    """Homes 1 to 4 lie counterclockwise around their middle (KA7)."""
    middle_row = sum(row for row, _ in board.homes) / len(board.homes)
    middle = sum(column for _, column in board.homes) / len(board.homes)
    angles = [atan2(middle_row - row, column - middle) for row, column in board.homes]
    pairs = zip(angles, angles[1:] + angles[:1], strict=True)
    falls = sum(after <= before for before, after in pairs)  # once, where a turn is full
    return (list(board.homes), "") if falls != 1 else FULFILLED


def enough_territories(board: Board) -> Violation:
    """2.5 to 4 times as many territories as win the game (KA8)."""
    win, count = WIN[board.version], len(board.territories)
    return FULFILLED if 2.5 * win <= count <= 4 * win else ([], f"{count}, where {win} win")


def four_groups(board: Board) -> Violation:
    """At least four groups of three or more territories (KA9)."""
    large = sum(len(group) >= GROUP for group in tables.groups(board))
    return FULFILLED if large >= 4 else ([], f"there are {large}")


def neighbourhoods_disjoint(board: Board) -> Violation:
    """No territory belongs to two homes, in the version's own sense (KA10, A7)."""
    belonging = tables.home_neighbourhood if board.version == "1.4" else tables.claimable_at_start
    several = [cell for home in board.homes for cell in set(belonging(board, home))]
    return sorted({cell for cell in several if several.count(cell) > 1}), ""


# 1.2


def two_sidewalks(board: Board) -> Violation:
    """The sidewalk cells are two connected components (KB7)."""
    parts = streets.components(board, board.with_glyphs("s"))
    if len(parts) == 2:
        return FULFILLED
    return [part[0] for part in parts], f"there are {len(parts)} at"


def both_sidewalks_served(board: Board) -> Violation:
    """Each sidewalk has water, a chance spot and a bond space (KB8)."""
    lacking = []
    for side in streets.sides(board):
        fronts = {board.at(other) for cell in side for other in streets.neighbours(cell)}
        lacking += [f"no {glyph} at {cell_text(side[0])}" for glyph in "WCB" if glyph not in fronts]
    return [], ", ".join(lacking)


def homes_two_and_two(board: Board) -> Violation:
    """Two homes on each sidewalk (KB9)."""
    for side in streets.sides(board):
        homes = [home for home in board.homes if set(streets.frontage(board, home)) & set(side)]
        if len(homes) != 2:
            return homes, f"{len(homes)} on the sidewalk of {cell_text(side[0])}"
    return FULFILLED


def bonds_influence(board: Board) -> Violation:
    """Every bond space influences at least two territories (KB11)."""
    masks = dict(zip(board.sites, tables.influence_masks(board, 0), strict=False))
    return [site for site in board.with_glyphs("B") if int(masks[site]).bit_count() < 2], ""


# 1.4


def park_and_water(board: Board) -> Violation:
    """At least one park and one water (KC2)."""
    needs = {"P": "park", "W": "water"}
    lacking = [name for glyph, name in needs.items() if not board.with_glyphs(glyph)]
    return [], f"there is no {' and no '.join(lacking)}" if lacking else ""


def paths_end_well(board: Board) -> Violation:
    """Paths join sidewalk cells, and no exit is an entry (KC5)."""
    entries = {entry for entry, _ in board.paths}
    ends = [cell for path in board.paths for cell in path if board.at(cell) != "s"]
    return sorted({*ends, *(leave for _, leave in board.paths if leave in entries)}), ""


def zebra_on_arms(board: Board) -> Violation:
    """Every arm of a junction has a free crossing (KC8)."""
    free = (crossing for crossing in streets.crossings(board) if crossing.is_free)
    striped = {cell for crossing in free for cell in crossing.road}
    junctions = board.with_glyphs("+")
    arms = {arm for cell in junctions for arm in streets.touching(board, cell, "=x")}
    return sorted(arms - striped), ""


def four_blocks(board: Board) -> Violation:
    """At least four blocks (KC9)."""
    count = len(blocks(board))
    return FULFILLED if count >= 4 else ([], f"there are {count}")


def blocks(board: Board) -> list[list[Cell]]:
    """Stretches of sidewalk with territories that roads separate from one another."""
    parts = streets.components(board, board.cells)
    return [part for part in parts if any(streets.touching(board, cell, "T") for cell in part)]


def crossings_keep_colour(board: Board) -> Violation:
    """Crossings lead to a cell of the same checkerboard colour (KC11)."""
    ways = ((way.start, way.end) for way in streets.crossings(board))
    changing = sorted({start for start, end in ways if (sum(start) + sum(end)) % 2})
    return changing, "an exact roll no longer fixes the colour of the stop," if changing else ""


# A table, to be read as one
# fmt: off
TABLE = (
    Constraint("KA1", "one home for each label 1 to 4", BOTH, one_home_per_label),
    Constraint("KA2", "every feature lies beside a walkable cell", BOTH,
        no_cell(FEATURES, beside(WALKABLE, 0, 0))),
    Constraint("KA3", "no walkable cell is isolated", BOTH,
        no_cell(WALKABLE, beside(WALKABLE, 0, 0))),
    Constraint("KA4", "steps and free crossings connect all cells", BOTH, walk_connected),
    Constraint("KA5", "no cell fronts two homes", BOTH, no_cell(WALKABLE, beside(LABELS, 2))),
    Constraint("KA6", "no cell fronts a home and a park or bond space", BOTH,
        no_cell(WALKABLE, beside(LABELS, 1), beside("BP", 1))),
    Constraint("KA7", "homes are labelled counterclockwise", BOTH, homes_counterclockwise,
        needs_homes=True),
    Constraint("KA8", "2.5 to 4 times as many territories as win", BOTH, enough_territories,
        is_count=True),
    Constraint("KA9", "at least four groups of 3 or more territories", BOTH, four_groups),
    Constraint("KA10", "home neighbourhoods share no territory", BOTH, neighbourhoods_disjoint,
        needs_homes=True),

    Constraint("KB1", "each home has an adjacent territory", OLD,
        no_home(lambda board, home: not tables.claimable_at_start(board, home)), needs_homes=True),
    Constraint("KB2", "6 to 8 bond spaces", OLD, count_between("B", 6, 8), is_count=True),
    Constraint("KB3", "4 or 5 water sources", OLD, count_between("W", 4, 5), is_count=True),
    Constraint("KB4", "4 to 6 chance spots", OLD, count_between("C", 4, 6), is_count=True),
    Constraint("KB5", "one dog park", OLD, count_between("P", 1, 1), is_count=True),
    Constraint("KB6", "one events space", OLD, count_between("E", 1, 1), is_count=True),
    Constraint("KB7", "exactly two sidewalks", OLD, two_sidewalks),
    Constraint("KB8", "water, chance and bond spaces on both sidewalks", OLD,
        both_sidewalks_served),
    Constraint("KB9", "two homes on each sidewalk", OLD, homes_two_and_two, needs_homes=True),
    Constraint("KB10", "a free crossing at every side-street mouth", OLD,
        no_cell("s", streets.is_mouth, lambda board, cell: not streets.free_ways(board)[cell])),
    Constraint("KB11", "every bond space influences at least two territories", OLD,
        bonds_influence),
    Constraint("KB12", "events on a main sidewalk", OLD, no_cell("E", beside("s", 0, 0))),
    Constraint("KB13", "no paths", OLD, no_path()),
    Constraint("KB14", "every cul-de-sac end fronts at least two territories", OLD,
        no_cell(":", beside(WALKABLE, 1, 1), beside("T", 0, 1))),

    Constraint("KC1", "no bond, chance, events or side-street cells", NEW, no_cell("BCE:")),
    Constraint("KC2", "at least one park and one water", NEW, park_and_water),
    Constraint("KC3", "each home touches exactly two territories", NEW,
        no_home(lambda board, home: not beside("T", 2, 2)(board, home)), needs_homes=True),
    Constraint("KC4", "each home has sidewalk on one side only", NEW,
        no_home(beside(WALKABLE, 2)), needs_homes=True),
    Constraint("KC5", "paths join sidewalk cells, and no exit is an entry", NEW, paths_end_well),
    Constraint("KC6", "no path begins at a home", NEW, no_path(beside(LABELS, 1))),
    Constraint("KC6b", "no path begins at a park", NEW, no_path(beside("P", 1))),
    Constraint("KC7", "no dead ends", NEW, no_cell(WALKABLE, beside(WALKABLE, 1, 1))),
    Constraint("KC8", "a zebra on every arm of a junction", NEW, zebra_on_arms),
    Constraint("KC9", "at least four blocks", NEW, four_blocks),
    Constraint("KC10", "no cell fronts two parks", NEW, no_cell(WALKABLE, beside("P", 2))),
    Constraint("KC11", "crossings keep the checkerboard colour", NEW, crossings_keep_colour,
        is_advice=True),
)
# fmt: on
CONSTRAINTS = {constraint.id: constraint for constraint in TABLE}


# Checking


@dataclass(frozen=True)
class ConstraintResult:
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
def check_board(board: Board) -> tuple[ConstraintResult, ...]:
    """Every constraint of the board's version, in order."""
    has_homes = CONSTRAINTS["KA1"].test(board) == FULFILLED
    return tuple(
        _check(board, constraint, has_homes)
        for constraint in CONSTRAINTS.values()
        if board.version in constraint.versions
    )


def _check(board: Board, constraint: Constraint, has_homes: bool) -> ConstraintResult:
    if constraint.needs_homes and not has_homes:
        return ConstraintResult(constraint, UNTESTED, detail="not tested before KA1 holds")
    cells, detail = constraint.test(board)
    if not cells and not detail:
        return ConstraintResult(constraint, OK)
    is_mild = constraint.is_advice or (constraint.is_count and board.is_house)
    return ConstraintResult(constraint, WARNING if is_mild else ERROR, tuple(cells), detail)


def refuse_bad_board(text: str) -> None:
    """Raises BadNotation with the first error of a board."""
    for result in check_board(T.parse_board(text)):
        if result.severity == ERROR:
            raise BadNotation(f"the board breaks {result.text}")
