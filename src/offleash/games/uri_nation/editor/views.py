"""The views of a board in the studio: distances, groups, frontage, reach, prices, fairness."""

from collections.abc import Iterable, Sequence

from offleash.contract.studio.workbench import BoardView, Layer, Way
from offleash.games.uri_nation.board.reach import MOST_DRIVE, territories_in_reach
from offleash.games.uri_nation.board.streets import crossings, distances, frontage, touching
from offleash.games.uri_nation.board.tables import groups
from offleash.games.uri_nation.board.text import LABELS, Board, Cell, parse_board
from offleash.games.uri_nation.editor.constraints import FEATURES

AVERAGE_ROLL = 7
# What homes are compared by
DESTINATIONS = {"T": "a territory", "W": "water", "P": "a park", "B": "a bond space"}
DESTINATIONS |= {"C": "a chance spot", "E": "events", LABELS: "another home"}


def homes(board: Board) -> dict[str, Cell]:
    """Return the first home of each label on the board."""
    cells = {label: board.with_glyphs(label) for label in LABELS}
    return {label: homes[0] for label, homes in cells.items() if homes}


def steps_from(board: Board, home: Cell) -> dict[Cell, int]:
    """Return steps from a home's frontage to every cell and feature; free crossings cost none."""
    known = distances(board, frontage(board, home), with_free=True)
    for feature in board.with_glyphs(FEATURES):
        if near := [known[cell] for cell in frontage(board, feature) if cell in known]:
            known[feature] = min(near)
    return known


def walking(board: Board) -> BoardView:
    """Return how far everything is from each home."""
    layers = [
        Layer(f"home {label}", steps_from(board, home)) for label, home in homes(board).items()
    ]
    words = "Steps from the cells at a home, with zebras and without Drive."
    return BoardView("walk", "Walking distance", words, layers)


def territory_groups(board: Board) -> BoardView:
    """Return which territories are connected."""
    by_size = sorted(groups(board), key=len, reverse=True)
    numbers = {cell: number for number, group in enumerate(by_size, 1) for cell in group}
    sizes = [(number, len(group)) for number, group in enumerate(by_size, 1)]
    words = "Territories that one owner could have as a group, the largest first."
    layer = Layer("group", numbers)
    columns = ("group", "territories")
    return BoardView(
        "groups", "Territory groups", words, [layer], (), columns, sizes, has_groups=True
    )


def frontages(board: Board) -> BoardView:
    """Return what lies at each walkable cell, and at how many cells each feature lies."""
    beside = {cell: len(touching(board, cell, "T")) for cell in board.cells}
    at = {cell: len(frontage(board, cell)) for cell in board.with_glyphs(FEATURES)}
    layers = [Layer("territories next to a cell", beside), Layer("cells next to a feature", at)]
    return BoardView("frontage", "Frontage", "What a dog can reach from each cell.", layers)


def average_roll(board: Board) -> BoardView:
    """Return how many territories lie where a roll of 7 may end."""
    layers = [
        Layer(f"with {drive} Drive", territories_in_reach(board, AVERAGE_ROLL, drive))
        for drive in range(MOST_DRIVE + 1)
    ]
    words = f"Territories next to the cells where a roll of {AVERAGE_ROLL} from here may end."
    return BoardView("reach", "Reach of an average roll", words, layers)


def crossing_prices(board: Board) -> BoardView:
    """Return crossings and paths, with what they cost."""
    ways = [
        Way(way.start, way.end, int(not way.is_free), "zebra" if way.is_free else "road")
        for way in crossings(board)
        if way.start < way.end
    ]
    ways += [Way(entry, leave, 1, "path", True) for entry, leave in board.paths]
    words = "What it costs in Drive to get across."
    return BoardView("crossings", "Crossings", words, ways=ways, unit="Drive")


def fairness(board: Board) -> BoardView:
    """Return the way from each home to the nearest of each kind, and the largest difference."""
    at = homes(board)
    known = {label: steps_from(board, home) for label, home in at.items()}
    rows: list[list[str | int | None]] = []
    for glyphs, name in DESTINATIONS.items():
        cells = set(board.with_glyphs(glyphs))
        nearest = [_nearest(steps, cells - {at[label]}) for label, steps in known.items()]
        if cells and nearest:
            rows.append([name, *nearest, _difference(nearest)])
    near = [
        sum(steps.get(cell, AVERAGE_ROLL + 1) <= AVERAGE_ROLL for cell in board.territories)
        for steps in known.values()
    ]
    if near:
        rows.append([f"territories within {AVERAGE_ROLL} steps", *near, _difference(near)])
    columns = ("steps to", *(f"home {label}" for label in known), "difference")
    words = "The way from each home to the nearest of each kind, with zebras and without Drive."
    return BoardView("fairness", "Fairness", words, columns=columns, rows=rows)


def _nearest(steps: dict[Cell, int], cells: Iterable[Cell]) -> int | None:
    return min((steps[cell] for cell in cells if cell in steps), default=None)


def _difference(numbers: Sequence[int | None]) -> int | None:
    """Return how far the largest is above the smallest; None where something can't be reached."""
    known = [number for number in numbers if number is not None]
    return max(known) - min(known) if len(known) == len(numbers) else None


VIEWS = {
    "walk": walking,
    "groups": territory_groups,
    "frontage": frontages,
    "reach": average_roll,
    "crossings": crossing_prices,
    "fairness": fairness,
}


def view(text: str, key: str) -> BoardView:
    """Return the view of a board under a key of VIEWS."""
    return VIEWS[key](parse_board(text))
