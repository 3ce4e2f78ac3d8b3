"""Every number of every game, seat and place, under names for tables: `spent_drive_crossings`."""

import re
from collections.abc import Sequence

import numpy as np

from offleash.contract import Columns, FinishedGames, Records
from offleash.games.uri_nation.board.streets import crossings
from offleash.games.uri_nation.board.tables import cell_numbers
from offleash.games.uri_nation.board.text import Board, Cell, cell_text
from offleash.games.uri_nation.options import ARCHETYPES, HOMES, board_of
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.figures import dogs as D
from offleash.games.uri_nation.text.names import STOCK_NAMES
from offleash.games.uri_nation.text.words import DECK_WORDS

WORDS: dict[str, Sequence[str]] = {
    "ending": tuple({R.UNDECIDED: "undecided", **D.ENDINGS}.values()),
    "archetype": ARCHETYPES,
    "home": HOMES,
}


def in_snake_case(name: str) -> str:
    """Return `lost_challenge` for `a lost challenge`, and `reclaims` for `re-claims`."""
    plain = name.lower().removeprefix("a ").removeprefix("the ").replace("-", "")
    return re.sub(r"\W+", "_", plain)


STOCKS, SOURCES, SINKS, DECKS, GRADES = (
    tuple(map(in_snake_case, names))
    for names in (STOCK_NAMES, D.SOURCE_NAMES, D.SINK_NAMES, DECK_WORDS, D.GRADE_NAMES)
)
IDLE = (  # why a turn has no action
    *("barred", "by_choice"),
    *(f"without_{stock}" for stock in STOCKS),
    *("without_stocks", "without_disk", "by_alliance", "nothing"),
)
assert len(IDLE) == R.IDLES
TOKENS = tuple(map(str, range(R.DEFENCES)))  # fortify tokens; the last is for all more

# Tallies of a seat that have parts: what to call them, and the names of their parts.
PARTS: dict[str, tuple[str, tuple[Sequence[str], ...]]] = {
    "gained": ("gained", (STOCKS, SOURCES)),
    "spent": ("spent", (STOCKS, SINKS)),
    "blocked": ("blocked", (STOCKS,)),
    "began_with": ("began_with", (STOCKS,)),
    "held": ("held", (STOCKS,)),  # a list: turns begun with none, one … of it in the bowl
    "grades": ("drinks", (GRADES,)),
    "drawn": ("drawn", (DECKS,)),
    "tried": ("tried", (TOKENS,)),
    "won": ("won", (TOKENS,)),
    "tried_in_cluster": ("in_cluster_tried", (TOKENS,)),
    "won_in_cluster": ("in_cluster_won", (TOKENS,)),
    "reclaims": ("reclaims", (("by_swagger", "by_grit"),)),
    "ties": ("ties", (("rolled_again", "won_by_defender"),)),
    "cleared": ("cleared", (("by_joining", "by_another"),)),
    "idle": ("idle", (IDLE,)),
}
# Tallies that need more than a name, are none, or are for figures of all games alone
APART = (
    *("by_round", "bowls", "last_turn", "leader", "pad"),
    *("fights", "victories", "chances", "offers", "picks"),
)


def columns(played: FinishedGames) -> Columns:
    """Return what each game came to, and each seat in it; nothing is true of absent seats."""
    states, tallies = played.states, played.tallies
    archetypes = played.variants["archetypes"].astype(np.int8)[:, : R.SEATS]
    counted = [name for name in tallies.dtype.names or () if name not in APART]
    games = {
        "rounds": states["rounds"],
        "ending": states["ending"],
        **{name: tallies[name] for name in counted if tallies[name].ndim == 1},
        "last_leader": tallies["leader"] - 1,  # a seat, -1: nobody ever led alone
    }
    seats = {
        "archetype": archetypes[played.rows],
        "home": states["home"],
        "territories": np.bitwise_count(states["owned"]),
        **_flat("left", states["bowl"], STOCKS),
    }
    for name in counted:
        if tallies[name].ndim > 1:
            title, parts = PARTS.get(name, (name, ()))
            seats |= _flat(title, tallies[name], *parts)
    # From the first round on; zeros behind the last.
    seats["territories_by_round"] = tallies["by_round"].swapaxes(1, 2)
    bowls = tallies["bowls"].transpose(0, 2, 3, 1)  # after rounds 2, 4 …
    for name, values in _flat("bowl", bowls, STOCKS).items():
        seats[f"{name}_by_round"] = values
    return Columns(games, seats, WORDS)


def _flat(name: str, values: D.Numbers, *parts: Sequence[str]) -> dict[str, D.Numbers]:
    """Return games × seats for each part, for each part of that part, and so on."""
    if not parts:
        return {name: values}
    columns: dict[str, D.Numbers] = {}
    for number, part in enumerate(parts[0]):
        columns |= _flat(f"{name}_{part}", values[:, :, number], *parts[1:])
    return columns


# By place: cells, road cells and territories of one board


def places(options: Records, sums: Records) -> list[tuple[str, str, int]]:
    """Return what was counted, where, and how often."""
    return [
        (name, cell_text(cell), count)
        for name, by_place in counts_by_place(board_of(options), sums).items()
        for cell, count in by_place.items()
    ]


def counts_by_place(board: Board, total: Records) -> dict[str, dict[Cell, int]]:
    """Return all that is counted, by what it is and where."""
    return {
        "visits": visits_by_cell(board, total),
        "crossings": crossings_by_road_cell(board, total),
        "claims": by_territory(board, total["claims"][0]),
        "challenges": by_territory(board, total["challenges"][0]),
        "walks begun while owned": by_territory(board, total["owned"][0]),
    }


def visits_by_cell(board: Board, total: Records) -> dict[Cell, int]:
    """Return how often dogs walked onto each walkable cell."""
    return {cell: int(total["visits"][0, n]) for cell, n in cell_numbers(board).items()}


def by_territory(board: Board, counts: D.Numbers) -> dict[Cell, int]:
    """Return a count for each territory."""
    return {cell: int(counts[n]) for n, cell in enumerate(board.territories)}


def crossings_by_road_cell(board: Board, total: Records) -> dict[Cell, int]:
    """Return how often dogs walked over each cell of road that can be crossed, either way (M12)."""
    number, counts = cell_numbers(board), dict[Cell, int]()
    for crossing in crossings(board):
        times = int(total["crossings"][0, number[crossing.start], crossing.way])
        for cell in crossing.road:
            counts[cell] = counts.get(cell, 0) + times
    return dict(sorted(counts.items()))
