"""What is told of games on a board that is being drawn: who wins, how long it lasts, where."""

from dataclasses import dataclass

from offleash.core.game import Records
from offleash.core.workbench import CellCounts, FigureGroup, Trial
from offleash.games.uri_nation.options import HOMES, board_of
from offleash.games.uri_nation.text.figures.names import DOGS, ENDINGS
from offleash.games.uri_nation.text.names import SEAT_NAMES
from offleash.games.uri_nation.text.street_counts import counts_by_place

LENGTH, WINS = "Game length", "Win rates"
SPANS = ("rounds", "turns", "decisions")


def _won(group: str, names: dict[str, str]) -> FigureGroup:
    """Win rates by one of the things that they hang on; names are those of its columns."""
    rows = {f"{WINS}: by {group}, {column}": name for column, name in names.items()}
    return FigureGroup(f"{group}s", f"Wins by {group}", rows)


GROUPS = (
    _won("home", {f"home {label}": f"home {label}" for label in HOMES}),
    _won("archetype", {name: name for name in DOGS}),
    _won("seat", {name: name for name in SEAT_NAMES}),
    FigureGroup("length", "Length of a game", {f"{LENGTH}: {span}, mean": span for span in SPANS}),
    FigureGroup(
        "endings",
        "How games end",
        {f"{LENGTH}: % of the games, {words}": words for words in ENDINGS.values()}
        | {f"{LENGTH}: shared wins": "shared wins"},
    ),
)


@dataclass(frozen=True)
class Counted:
    """What one map shows, as the counts by place call it."""

    key: str
    name: str
    counted: str
    is_share: bool = False  # of all walks, instead of a number a game


MAPS = (
    Counted("visits", "Visits", "visits"),
    Counted("fights", "Fights", "challenges"),
    Counted("ownership", "Ownership", "walks begun while owned", is_share=True),
    Counted("crossings", "Crossings", "crossings"),
)


def heat(options: Records, sums: Records, games: int) -> list[CellCounts]:
    """How much of each there was at every cell of the options' board."""
    counts, walks = counts_by_place(board_of(options), sums), int(sums["walks"][0])
    found = []
    for each in MAPS:
        factor = 100 / max(1, walks) if each.is_share else 1 / max(1, games)
        cells = {cell: factor * count for cell, count in counts[each.counted].items()}
        found.append(
            CellCounts(each.key, each.name, "% of all walks" if each.is_share else "a game", cells)
        )
    return found


TRIAL = Trial(GROUPS, heat)
