"""The constraints of boards: their tests, the table of them all, and the check of a board.

A test returns what breaks its constraint: cells, and words where cells do not explain it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import atan2

from offleash.contract.studio.workbench import ERROR, IGNORED, OK, UNTESTED, WARNING
from offleash.games.uri_nation.board import streets, tables, text as T
from offleash.games.uri_nation.board.text import LABELS, WALKABLE, Board, Cell, cell_text
from offleash.games.uri_nation.rules.places import BESIDE
from offleash.tools.errors import BadNotation
from offleash.tools.prose import did_you_mean

NEEDED, PUBLISHED, ADVICE = "needed", "published", "advice"  # what a constraint is for (N25)
FEATURES = "TBPCEW" + LABELS
WIN = {"1.2": 10, "1.4": 15}  # territories that win, as published
GROUP = 3  # territories that make a group worth having
BOTH, OLD, NEW = ("1.2", "1.4"), ("1.2",), ("1.4",)

Violation = tuple[list[Cell], str]  # the cells that break a constraint, and words
FULFILLED: Violation = ([], "")
Test = Callable[..., Violation]  # of a board
Condition = Callable[[Board, Cell], object]


@dataclass(frozen=True)
class Constraint:
    """What a board of some versions should fulfil.

    A game needs some constraints to run at all. Others belong to a published version, and a house
    board may break them; the rest is advice. Either may be ignored by one board (N25).
    """

    id: str
    level: str  # NEEDED, PUBLISHED or ADVICE
    sentence: str
    versions: tuple[str, ...]
    test: Test
    reason: str  # why there is such a constraint, or what a board without it is like
    needs_homes: bool = False  # untested until every home is on the board once
    reads_win: bool = False  # its test also takes how many territories win

    def severity(self, board: Board) -> str:
        """Return how serious it is that a board breaks it."""
        if self.level == NEEDED or (self.level == PUBLISHED and not board.is_house):
            return ERROR
        return WARNING


# Tests that several constraints share


def none_of(board: Board, cells: Iterable[Cell], conditions: tuple[Condition, ...]) -> Violation:
    """Return the cells that fulfil all conditions but should not."""
    return [cell for cell in cells if all(holds(board, cell) for holds in conditions)], ""


def no_cell(glyphs: str, *conditions: Condition) -> Test:
    """Return a test that no cell with one of the glyphs fulfils all conditions."""
    return lambda board: none_of(board, board.with_glyphs(glyphs), conditions)


def no_home(*conditions: Condition) -> Test:
    """Return a test that no home fulfils all conditions."""
    return lambda board: none_of(board, board.homes, conditions)


def no_path(*conditions: Condition) -> Test:
    """Return a test that no path begins at a cell that fulfils all conditions."""
    return lambda board: none_of(board, (entry for entry, _ in board.paths), conditions)


def beside(glyphs: str, least: int, most: int = BESIDE) -> Condition:
    """Return a condition: so many of the cells next to a cell have one of the glyphs."""
    return lambda board, cell: least <= len(streets.touching(board, cell, glyphs)) <= most


def count_between(glyph: str, low: int, high: int) -> Test:
    """Return a test that so many cells have a glyph."""

    def test(board: Board) -> Violation:
        count = len(board.with_glyphs(glyph))
        return FULFILLED if low <= count <= high else ([], f"there are {count}")

    return test


# Both versions


def one_home_per_label(board: Board) -> Violation:
    """Check that each of the four homes is there once (KA1)."""
    homes = {label: board.with_glyphs(label) for label in LABELS}
    missing = [label for label, cells in homes.items() if not cells]
    several = [cell for cells in homes.values() if len(cells) > 1 for cell in cells]
    return several, f"there is no home {' '.join(missing)}" if missing else ""


def walk_connected(board: Board) -> Violation:
    """Check that all sidewalk is reached without Drive, and side streets join it (KA4)."""
    if not board.cells:
        return [], "there is no walkable cell"
    main = streets.components(board, board.with_glyphs("s"), with_free=True)  # without side streets
    parts = main if len(main) > 1 else streets.components(board, board.cells, with_free=True)
    most = max(parts, key=len)
    return [part[0] for part in parts if part is not most], ""


def homes_anticlockwise(board: Board) -> Violation:
    """Check that homes 1 to 4 lie anticlockwise around their middle (KA7); on one side, see N28."""
    if (order := order_on_one_side(board)) is not None:
        return FULFILLED if order == sorted(order) else (list(board.homes), "")
    middle_row = sum(row for row, _ in board.homes) / len(board.homes)
    middle = sum(column for _, column in board.homes) / len(board.homes)
    angles = [atan2(middle_row - row, column - middle) for row, column in board.homes]
    pairs = zip(angles, angles[1:] + angles[:1], strict=True)
    falls = sum(after <= before for before, after in pairs)  # once, where a turn is full
    return (list(board.homes), "") if falls != 1 else FULFILLED


def order_on_one_side(board: Board) -> list[int] | None:
    """Return how far to the right each home lies, seen from the road, if all are in a row (N28)."""
    fronts = [streets.frontage(board, home) for home in board.homes]
    ways = {
        (home[0] - cell[0], home[1] - cell[1])
        for home, cells in zip(board.homes, fronts, strict=True)
        for cell in cells[:1]
    }
    if len(ways) != 1:
        return None
    ((down, right),) = ways  # where one looks
    depths = {row * down + column * right for row, column in board.homes}
    if len(depths) != 1:
        return None
    return [row * right - column * down for row, column in board.homes]


def enough_territories(board: Board, win: int) -> Violation:
    """Check that there are 2.5 to 4 times as many territories as win the game (KA8)."""
    count = len(board.territories)
    return FULFILLED if 2.5 * win <= count <= 4 * win else ([], f"{count}, where {win} win")


def four_groups(board: Board) -> Violation:
    """Check that there are at least four groups of three or more territories (KA9)."""
    large = sum(len(group) >= GROUP for group in tables.groups(board))
    return FULFILLED if large >= 4 else ([], f"there are {large}")


def neighbourhoods_disjoint(board: Board) -> Violation:
    """Check that no territory belongs to two homes, in the version's own sense (KA10, A7)."""
    belonging = tables.home_neighbourhood if board.version == "1.4" else tables.claimable_at_start
    several = [cell for home in board.homes for cell in set(belonging(board, home))]
    return sorted({cell for cell in several if several.count(cell) > 1}), ""


# 1.2


def two_sidewalks(board: Board) -> Violation:
    """Check that the sidewalk cells are two connected components (KB7)."""
    parts = streets.components(board, board.with_glyphs("s"))
    if len(parts) == 2:
        return FULFILLED
    return [part[0] for part in parts], f"there are {len(parts)} at"


def both_sidewalks_served(board: Board) -> Violation:
    """Check that each sidewalk has water, a chance spot and a bond space (KB8)."""
    lacking = []
    for side in streets.sides(board):
        fronts = {board.at(other) for cell in side for other in streets.neighbours(cell)}
        lacking += [f"no {glyph} at {cell_text(side[0])}" for glyph in "WCB" if glyph not in fronts]
    return [], ", ".join(lacking)


def homes_two_and_two(board: Board) -> Violation:
    """Check that there are two homes on each sidewalk (KB9)."""
    for side in streets.sides(board):
        homes = [home for home in board.homes if set(streets.frontage(board, home)) & set(side)]
        if len(homes) != 2:
            return homes, f"{len(homes)} on the sidewalk of {cell_text(side[0])}"
    return FULFILLED


def bonds_influence(board: Board) -> Violation:
    """Check that every bond space influences at least two territories (KB11)."""
    masks = dict(zip(board.sites, tables.influence_masks(board, 0), strict=False))
    return [site for site in board.with_glyphs("B") if int(masks[site]).bit_count() < 2], ""


# 1.4


def park_and_water(board: Board) -> Violation:
    """Check that there are at least one park and one water (KC2)."""
    needs = {"P": "park", "W": "water"}
    lacking = [name for glyph, name in needs.items() if not board.with_glyphs(glyph)]
    return [], f"there is no {' and no '.join(lacking)}" if lacking else ""


def paths_end_well(board: Board) -> Violation:
    """Check that paths join sidewalk cells, and that no exit is an entry (KC5)."""
    entries = {entry for entry, _ in board.paths}
    ends = [cell for path in board.paths for cell in path if board.at(cell) != "s"]
    return sorted({*ends, *(leave for _, leave in board.paths if leave in entries)}), ""


def zebra_on_arms(board: Board) -> Violation:
    """Check that every arm of a junction has a free crossing (KC8)."""
    free = (crossing for crossing in streets.crossings(board) if crossing.is_free)
    striped = {cell for crossing in free for cell in crossing.road}
    junctions = board.with_glyphs("+")
    arms = {arm for cell in junctions for arm in streets.touching(board, cell, "=x")}
    return sorted(arms - striped), ""


def four_blocks(board: Board) -> Violation:
    """Check that there are at least four blocks (KC9)."""
    count = len(blocks(board))
    return FULFILLED if count >= 4 else ([], f"there are {count}")


def blocks(board: Board) -> list[list[Cell]]:
    """Return stretches of sidewalk with territories that roads separate from one another."""
    parts = streets.components(board, board.cells)
    return [part for part in parts if any(streets.touching(board, cell, "T") for cell in part)]


def crossings_keep_colour(board: Board) -> Violation:
    """Check that crossings lead to a cell of the same checkerboard colour (KC11)."""
    ways = ((way.start, way.end) for way in streets.crossings(board))
    changing = sorted({start for start, end in ways if (sum(start) + sum(end)) % 2})
    return changing, "an exact roll no longer fixes the colour of the stop," if changing else ""


# A table, to be read as one
# fmt: off
TABLE = (
    Constraint("KA1", NEEDED, "one home for each label 1 to 4", BOTH, one_home_per_label,
        "every dog starts at a home and returns to it"),
    Constraint("KA2", NEEDED, "every feature is next to a walkable cell", BOTH,
        no_cell(FEATURES, beside(WALKABLE, 0, 0)), "no dog could ever reach it"),
    Constraint("KA3", NEEDED, "no walkable cell is isolated", BOTH,
        no_cell(WALKABLE, beside(WALKABLE, 0, 0)), "a dog that got there could not walk on"),
    Constraint("KA4", NEEDED, "steps and free crossings connect all cells", BOTH, walk_connected,
        "a dog without Drive would never see the rest of the board"),
    Constraint("KA5", PUBLISHED, "no cell fronts two homes", BOTH,
        no_cell(WALKABLE, beside(LABELS, 2)),
        "two dogs would start on the same cell and resupply there"),
    Constraint("KA6", PUBLISHED, "no cell fronts a home and a park or bond space", BOTH,
        no_cell(WALKABLE, beside(LABELS, 1), beside("BP", 1)),
        "one dog could make alliances without leaving home"),
    Constraint("KA7", PUBLISHED, "homes are labelled anticlockwise", BOTH,
        homes_anticlockwise, "neighbours at the table are then neighbours on the board",
        needs_homes=True),
    Constraint("KA8", ADVICE, "2.5 to 4 times as many territories as win", BOTH,
        enough_territories,
        "with fewer the board fills up before anyone wins, with more dogs hardly meet",
        reads_win=True),
    Constraint("KA9", ADVICE, "at least four groups of 3 or more territories", BOTH, four_groups,
        "without groups to defend, few territories are harder to take than others"),
    Constraint("KA10", ADVICE, "home neighbourhoods share no territory", BOTH,
        neighbourhoods_disjoint, "two dogs would compete for the same territory from the start",
        needs_homes=True),

    Constraint("KB1", PUBLISHED, "each home has an adjacent territory", OLD,
        no_home(lambda board, home: not tables.claimable_at_start(board, home)),
        "a dog without one has nothing to claim in the set-up", needs_homes=True),
    Constraint("KB2", PUBLISHED, "6 to 8 bond spaces", OLD, count_between("B", 6, 8),
        "the number decides how often alliances are in reach"),
    Constraint("KB3", PUBLISHED, "4 or 5 water sources", OLD, count_between("W", 4, 5),
        "the number decides how soon a bowl is full again"),
    Constraint("KB4", PUBLISHED, "4 to 6 chance spots", OLD, count_between("C", 4, 6),
        "the number decides how much luck the cards bring"),
    Constraint("KB5", PUBLISHED, "one dog park", OLD, count_between("P", 1, 1),
        "the park is the one place where any two dogs can ally"),
    Constraint("KB6", PUBLISHED, "one events space", OLD, count_between("E", 1, 1),
        "events change the game for all, so they are rare"),
    Constraint("KB7", PUBLISHED, "exactly two sidewalks", OLD, two_sidewalks,
        "the published street has two sides, and crossing it costs Drive"),
    Constraint("KB8", PUBLISHED, "water, chance and bond spaces on both sidewalks", OLD,
        both_sidewalks_served, "otherwise one side of the street is worth more"),
    Constraint("KB9", PUBLISHED, "two homes on each sidewalk", OLD, homes_two_and_two,
        "otherwise some dogs have more neighbours than others", needs_homes=True),
    Constraint("KB10", PUBLISHED, "a free crossing at every side-street mouth", OLD,
        no_cell("s", streets.is_mouth, lambda board, cell: not streets.free_ways(board)[cell]),
        "intersections are where the street is crossed free"),
    Constraint("KB11", PUBLISHED, "every bond space influences at least two territories", OLD,
        bonds_influence, "an alliance there would connect nothing"),
    Constraint("KB12", PUBLISHED, "events on a main sidewalk", OLD,
        no_cell("E", beside("s", 0, 0)), "in a side street hardly anyone would draw one"),
    Constraint("KB13", PUBLISHED, "no paths", OLD, no_path(),
        "paths came with version 1.4"),
    Constraint("KB14", PUBLISHED, "every cul-de-sac end fronts at least two territories", OLD,
        no_cell(":", beside(WALKABLE, 1, 1), beside("T", 0, 1)),
        "a dead end must be worth the Drive to go there"),

    Constraint("KC1", PUBLISHED, "no bond, chance, events or side-street cells", NEW,
        no_cell("BCE:"), "version 1.4 plays without them"),
    Constraint("KC2", PUBLISHED, "at least one park and one water", NEW, park_and_water,
        "without them there are no alliances, or no way to fill a bowl away from home"),
    Constraint("KC3", PUBLISHED, "each home touches exactly two territories", NEW,
        no_home(lambda board, home: not beside("T", 2, 2)(board, home)),
        "every dog then starts with the same two territories", needs_homes=True),
    Constraint("KC4", PUBLISHED, "each home has sidewalk on one side only", NEW,
        no_home(beside(WALKABLE, 2)), "a corner home has two ways out, where others have one",
        needs_homes=True),
    Constraint("KC5", NEEDED, "paths join sidewalk cells, and no exit is an entry", NEW,
        paths_end_well, "a dog on such a path would not know where to go"),
    Constraint("KC6", NEEDED, "no path begins at a home", NEW, no_path(beside(LABELS, 1)),
        "coming home and taking a path are two different ends of a step"),
    Constraint("KC6b", NEEDED, "no path begins at a park", NEW, no_path(beside("P", 1)),
        "making an alliance and taking a path are two different ends of a step"),
    Constraint("KC7", PUBLISHED, "no dead ends", NEW, no_cell(WALKABLE, beside(WALKABLE, 1, 1)),
        "a dog has to turn round there, and spends steps on cells it has just left"),
    Constraint("KC8", PUBLISHED, "a zebra on every arm of a junction", NEW, zebra_on_arms,
        "corners are where roads are crossed free"),
    Constraint("KC9", PUBLISHED, "at least four blocks", NEW, four_blocks,
        "every dog has a block to call its own"),
    Constraint("KC10", PUBLISHED, "no cell fronts two parks", NEW,
        no_cell(WALKABLE, beside("P", 2)), "a stop there would leave open which park is meant"),
    Constraint("KC11", ADVICE, "crossings keep the checkerboard colour", NEW, crossings_keep_colour,
        "an exact roll then decides on which half of the cells a walk can end"),
)
# fmt: on
CONSTRAINTS = {constraint.id: constraint for constraint in TABLE}


# Checking


@dataclass(frozen=True)
class ConstraintResult:
    """The result of one constraint on one board."""

    constraint: Constraint
    severity: str  # OK, WARNING, ERROR, UNTESTED or IGNORED
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
def check_board(board: Board, win: int | None = None) -> tuple[ConstraintResult, ...]:
    """Return the result of every constraint of the board's version, in order.

    `win` is how many territories win, if it is not as published.
    """
    win = win or WIN[board.version]
    has_homes = CONSTRAINTS["KA1"].test(board) == FULFILLED
    return tuple(
        _check(board, constraint, has_homes, win)
        for constraint in CONSTRAINTS.values()
        if board.version in constraint.versions
    )


def _check(board: Board, constraint: Constraint, has_homes: bool, win: int) -> ConstraintResult:
    if constraint.needs_homes and not has_homes:
        return ConstraintResult(constraint, UNTESTED, detail="not tested before KA1 holds")
    cells, detail = constraint.test(board, *[win] * constraint.reads_win)
    if not cells and not detail:
        return ConstraintResult(constraint, OK)
    is_ignored = constraint.id in board.ignored
    severity = IGNORED if is_ignored else constraint.severity(board)
    return ConstraintResult(constraint, severity, tuple(cells), detail)


def refuse_bad_board(text: str) -> None:
    """Raise BadNotation with the first error of a board, or if it ignores what games need."""
    board = T.parse_board(text)
    for name in board.ignored:
        if name not in CONSTRAINTS:
            hint = did_you_mean(name, CONSTRAINTS)
            raise BadNotation(f"there is no check {name!r} to ignore{hint}")
        if CONSTRAINTS[name].level == NEEDED:
            raise BadNotation(f"{name} can't be ignored: {CONSTRAINTS[name].reason}")
    for result in check_board(board):
        if result.severity == ERROR:
            raise BadNotation(f"the board breaks {result.text}{_ways_out(board, result)}")


def _ways_out(board: Board, result: ConstraintResult) -> str:
    """Return how a board can be played although it breaks a check, if it can."""
    if result.constraint.level == NEEDED:
        return ""
    house = f"version: {board.version} house"
    return (
        f". To play on it all the same, ignore the check (“Ignore” in the editor, a line "
        f"'ignore: {result.id}' in the file), or make it a house board ('{house}')"
    )
