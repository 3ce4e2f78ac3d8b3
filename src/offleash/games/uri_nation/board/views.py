"""What can be looked at over a board: how far, how near, how fair."""

from collections.abc import Iterable

from offleash.core.workbench import BoardView, Layer, Way
from offleash.games.uri_nation.board.constraints import FEATURES
from offleash.games.uri_nation.board.groups import groups
from offleash.games.uri_nation.board.reach import MOST_DRIVE, territories_beside
from offleash.games.uri_nation.board.streets import crossings, distances, frontage, touching
from offleash.games.uri_nation.board.text import LABELS, Board, Cell, parse_board

AVERAGE_ROLL = 7
WALKED_TO = {  # what homes are compared by
    "T": "a territory",
    "W": "water",
    "P": "a park",
    "B": "a bond space",
    "C": "a chance spot",
    "E": "events",
    LABELS: "another home",
}


def homes(board: Board) -> dict[str, Cell]:
    """The first home of each label that is there."""
    found = {label: board.with_glyphs(label) for label in LABELS}
    return {label: cells[0] for label, cells in found.items() if cells}


def steps_from(board: Board, home: Cell) -> dict[Cell, int]:
    """Steps from a home's frontage to every cell and feature; free crossings cost none."""
    known = distances(board, frontage(board, home), with_free=True)
    for feature in board.with_glyphs(FEATURES):
        if near := [known[cell] for cell in frontage(board, feature) if cell in known]:
            known[feature] = min(near)
    return known


def walking(board: Board) -> BoardView:
    """How far everything is from each home."""
    layers = [
        Layer(f"home {label}", steps_from(board, home)) for label, home in homes(board).items()
    ]
    words = "Steps from the cells at a home, with zebras and without Drive."
    return BoardView("walk", "Walking distance", words, layers)


def territory_groups(board: Board) -> BoardView:
    """Which territories hang together."""
    found = sorted(groups(board), key=len, reverse=True)
    numbers = {cell: number for number, group in enumerate(found, 1) for cell in group}
    sizes = [(number, len(group)) for number, group in enumerate(found, 1)]
    words = "Territories that one owner could have as a group, the largest first."
    layer = Layer("group", numbers)
    columns = ("group", "territories")
    return BoardView(
        "groups", "Territory groups", words, [layer], (), columns, sizes, has_groups=True
    )


def frontages(board: Board) -> BoardView:
    """What lies at each walkable cell, and at how many cells each feature lies."""
    beside = {cell: len(touching(board, cell, "T")) for cell in board.cells}
    at = {cell: len(frontage(board, cell)) for cell in board.with_glyphs(FEATURES)}
    layers = [Layer("territories beside a cell", beside), Layer("cells beside a feature", at)]
    return BoardView("frontage", "Frontage", "What can be reached from where one stands.", layers)


def average_roll(board: Board) -> BoardView:
    """How many territories lie where a roll of 7 may end."""
    layers = [
        Layer(f"with {drive} Drive", territories_beside(board, AVERAGE_ROLL, drive))
        for drive in range(MOST_DRIVE + 1)
    ]
    words = f"Territories beside the cells where a roll of {AVERAGE_ROLL} from here may end."
    return BoardView("reach", "Reach of an average roll", words, layers)


def crossing_prices(board: Board) -> BoardView:
    """Crossings and paths, with what they cost."""
    ways = [
        Way(each.start, each.end, int(not each.is_free), "zebra" if each.is_free else "road")
        for each in crossings(board)
        if each.start < each.end
    ]
    ways += [Way(entry, leave, 1, "path", True) for entry, leave in board.paths]
    words = "What it costs in Drive to get across."
    return BoardView("crossings", "Crossings", words, ways=ways, unit="Drive")


def fairness(board: Board) -> BoardView:
    """The way from each home to the nearest thing of each kind, and the largest difference."""
    at = homes(board)
    known = {label: steps_from(board, home) for label, home in at.items()}
    rows: list[list[str | int | None]] = []
    for glyphs, name in WALKED_TO.items():
        cells = board.with_glyphs(glyphs)
        nearest = [
            _nearest(steps, [cell for cell in cells if cell != at[label]])
            for label, steps in known.items()
        ]
        if cells and nearest:
            rows.append([name, *nearest, _difference(nearest)])
    rows += _territories_near(board, known)
    columns = ("steps to", *(f"home {label}" for label in known), "difference")
    words = "The way from each home to the nearest of each kind, with zebras and without Drive."
    return BoardView("fairness", "Fairness", words, columns=columns, rows=rows)


def _territories_near(
    board: Board, known: dict[str, dict[Cell, int]]
) -> list[list[str | int | None]]:
    counts = [
        sum(steps.get(cell, AVERAGE_ROLL + 1) <= AVERAGE_ROLL for cell in board.territories)
        for steps in known.values()
    ]
    name = f"territories within {AVERAGE_ROLL} steps"
    return [[name, *counts, _difference(counts)]] if counts else []


def _nearest(steps: dict[Cell, int], cells: Iterable[Cell]) -> int | None:
    return min((steps[cell] for cell in cells if cell in steps), default=None)


def _difference(numbers: Iterable[int | None]) -> int | None:
    """Between the largest and the smallest; none where something can't be walked to."""
    found = list(numbers)
    known = [number for number in found if number is not None]
    return max(known) - min(known) if len(known) == len(found) else None


VIEWS = {
    "walk": walking,
    "groups": territory_groups,
    "frontage": frontages,
    "reach": average_roll,
    "crossings": crossing_prices,
    "fairness": fairness,
}


def view(text: str, key: str) -> BoardView:
    """One of them."""
    return VIEWS[key](parse_board(text))
