"""Points for and against a placement, as far as its player may know them: for advice.

All of it is about the table after the placement. The player knows her own mission; of the others'
only which tiles they may be.
"""

from offleash.contract import Point, Records
from offleash.games.secret_mission.bots.values import possible_missions
from offleash.games.secret_mission.rules import actions as A, record as R
from offleash.games.secret_mission.text.position import Dogs, MissionPosition, groups, placed_cells
from offleash.games.tiles.rules.dogs import BREED, TILES
from offleash.games.tiles.text.names import COLOURS
from offleash.games.tiles.text.places import neighbours
from offleash.tools.prose import count_of


def points(states: Records, options: Records, seat: int, action: int) -> list[Point]:
    """Return what a placement does, the weightiest first; there is nothing to say about chance."""
    position = MissionPosition.of(states, options)
    tile, mission = int(position.state.playing[seat]), int(position.state.mission[seat])
    if action < A.PLACE or position.phase != R.PLACING or tile < 0 or mission < 0:
        return []
    before, own = position.dogs, BREED[mission].tolist()
    laid = dict(zip(placed_cells(action), BREED[tile].tolist(), strict=True))
    after = {**before, **laid}
    # The two dogs of a double are always in one group, which counts once.
    cells = {breed: cell for cell, breed in reversed(laid.items())}
    return [
        _own_score(before, after, own),
        *_others_score(after, _others(position, seat)),
        *(_joined(after, cell, breed in own) for breed, cell in reversed(cells.items())),
        *(point for breed in own for point in _room(after, breed)),
        *(point for breed in own for point in _separated(before, after, breed)),
    ]


def _others(position: MissionPosition, seat: int) -> list[tuple[int, int]]:
    """Return the two breeds of each tile that may be somebody else's mission."""
    bits = int(possible_missions(position.state, position.options, seat))
    return [(int(BREED[t][0]), int(BREED[t][1])) for t in range(TILES) if bits >> t & 1]


# Groups


def largest(dogs: Dogs, breed: int) -> int:
    """Return how many dogs are in a breed's largest group; 0 where none lies."""
    return max(map(len, groups(dogs, breed)), default=0)


def score(dogs: Dogs, breeds: tuple[int, int] | list[int]) -> int:
    """Return what a mission scores as the table is (S7)."""
    return largest(dogs, breeds[0]) * largest(dogs, breeds[1])


def joins(dogs: Dogs, breed: int) -> dict[int, list[set[int]]]:
    """Return, for each empty cell next to a dog of a breed, the groups that another would join."""
    joined: dict[int, list[set[int]]] = {}
    for group in groups(dogs, breed):
        for cell in neighbours(group) - dogs.keys():
            joined.setdefault(cell, []).append(group)
    return joined


# Points


def _own_score(before: Dogs, after: Dogs, own: list[int]) -> Point:
    was, now = score(before, own), score(after, own)
    one, two = (f"{largest(after, breed)} {COLOURS[breed]}" for breed in own)
    verb = "keeps your mission at" if was == now else f"raises your mission from {was} to"
    return Point("own score", now, f"{verb} {now} ({one} × {two})")


def _others_score(after: Dogs, missions: list[tuple[int, int]]) -> list[Point]:
    """Return the average score in tenths, over all missions that others may have."""
    if not missions:
        return []
    size = {breed: largest(after, breed) for pair in missions for breed in pair}
    total = sum(size[one] * size[two] for one, two in missions)
    tenths = (10 * total + len(missions) // 2) // len(missions)
    words = f"lets the missions that others may have score {tenths // 10}.{tenths % 10} on average"
    return [Point("score of others", tenths, words)]


def _joined(after: Dogs, cell: int, is_own: bool) -> Point:
    """Return how large the group is that a dog joins."""
    count = next(len(group) for group in groups(after, after[cell]) if cell in group)
    colour = COLOURS[after[cell]]
    whose = "your " if is_own else ""
    words = f"joins {whose}{colour} into a group of {count}"
    return Point(f"{colour} group", count, words if count > 1 else f"lays a {colour} dog alone")


def _room(after: Dogs, breed: int) -> list[Point]:
    """Return where one more dog would enlarge the largest group of a breed of its own."""
    most = largest(after, breed)
    if most == 0:
        return []
    cells = [cell for cell, near in joins(after, breed).items() if sum(map(len, near)) >= most]
    places = count_of(len(cells), "place", zero="0")
    words = f"leaves {places} where its {COLOURS[breed]} can grow beyond {most}"
    return [Point(f"room of {COLOURS[breed]}", len(cells), words)]


def _separated(before: Dogs, after: Dogs, breed: int) -> list[Point]:
    """Return the cells where groups of its own breed would have met, taken by another dog now."""
    closed = [
        cell
        for cell, near in joins(before, breed).items()
        if len(near) > 1 and after.get(cell, breed) != breed
    ]
    words = f"keeps your groups of {COLOURS[breed]} apart"
    return [Point(f"{COLOURS[breed]} apart", len(closed), words)] if closed else []
