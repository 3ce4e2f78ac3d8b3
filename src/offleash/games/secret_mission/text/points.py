"""What speaks for a placement and what against it, as its player may know it: for advice.

Everything is told of the table as it lies after the placement. The own mission is known; of the
others' only which tiles they may be.
"""

from collections.abc import Mapping

from offleash.core.game import Point, Records
from offleash.core.prose import count_of
from offleash.games.secret_mission.rules import actions as A
from offleash.games.secret_mission.rules import record as R
from offleash.games.secret_mission.rules.worth import possible_missions
from offleash.games.secret_mission.text.choices import STEPS, choices_in
from offleash.games.tiles.rules.dogs import BREED, TILES
from offleash.games.tiles.text.names import COLOURS

Lawn = Mapping[int, int]  # the breed of the dog on each cell where one lies
Group = frozenset[int]  # cells


def points(states: Records, options: Records, seat: int, action: int) -> list[Point]:
    """What a placement does, the weightiest first; of chance there is nothing to say."""
    tile, mission = int(states["playing"][0][seat]), int(states["mission"][0][seat])
    if action < A.PLACE or states["phase"][0] != R.PLACING or tile < 0 or mission < 0:
        return []
    before = choices_in(states).breed
    cell = int(A.cell_of(action))
    cells = (cell, cell + STEPS[int(A.way_of(action))])
    breeds = [int(breed) for breed in BREED[tile]]
    after = {**before, **dict(zip(cells, breeds, strict=True))}
    own = [int(breed) for breed in BREED[mission]]
    others = _others(states, options, seat)
    told = [_own_score(before, after, own), *_others_score(after, others)]
    told += [_joined(after, each, breed in own) for each, breed in _laid(cells, breeds)]
    told += [point for breed in own for point in _room(after, breed)]
    told += [point for breed in own for point in _kept_apart(before, after, breed)]
    return told


def _others(states: Records, options: Records, seat: int) -> list[tuple[int, int]]:
    """The two breeds of each tile that may be somebody else's mission."""
    known = int(possible_missions(states[0], options[0], seat))
    return [(int(BREED[t][0]), int(BREED[t][1])) for t in range(TILES) if known >> t & 1]


def _laid(cells: tuple[int, int], breeds: list[int]) -> list[tuple[int, int]]:
    """The dogs that are laid; the two of a double are always in one group, and told once."""
    dogs = list(zip(cells, breeds, strict=True))
    return dogs[:1] if breeds[0] == breeds[1] else dogs


# Groups


def group_at(lawn: Lawn, cell: int) -> Group:
    """The dogs that hang together with the one on a cell (S7)."""
    found, fresh = {cell}, [cell]
    while fresh:
        here = fresh.pop()
        near = {here + step for step in STEPS}
        more = [c for c in near - found if lawn.get(c) == lawn[cell]]
        found.update(more)
        fresh += more
    return frozenset(found)


def groups(lawn: Lawn, breed: int) -> set[Group]:
    """All groups of a breed."""
    return {group_at(lawn, cell) for cell, dog in lawn.items() if dog == breed}


def largest(lawn: Lawn, breed: int) -> int:
    """How many dogs are in its largest group; 0 where none lies."""
    return max(map(len, groups(lawn, breed)), default=0)


def score(lawn: Lawn, breeds: tuple[int, int] | list[int]) -> int:
    """What a mission scores as the table is (S7)."""
    return largest(lawn, breeds[0]) * largest(lawn, breeds[1])


def joins(lawn: Lawn, breed: int) -> dict[int, list[Group]]:
    """Of each empty cell next to a dog of a breed: the groups that one more dog would join."""
    found: dict[int, list[Group]] = {}
    for group in groups(lawn, breed):
        for cell in {dog + step for dog in group for step in STEPS} - lawn.keys():
            found.setdefault(cell, []).append(group)
    return found


# Points


def _own_score(before: Lawn, after: Lawn, own: list[int]) -> Point:
    was, now = score(before, own), score(after, own)
    one, two = (f"{largest(after, breed)} {COLOURS[breed]}" for breed in own)
    verb = "keeps its mission at" if was == now else f"raises its mission from {was} to"
    return Point("own score", now, f"{verb} {now} ({one} x {two})")


def _others_score(after: Lawn, missions: list[tuple[int, int]]) -> list[Point]:
    """In tenths, over all missions that others may have."""
    if not missions:
        return []
    size = {breed: largest(after, breed) for pair in missions for breed in pair}
    total = sum(size[one] * size[two] for one, two in missions)
    tenths = (10 * total + len(missions) // 2) // len(missions)
    words = f"lets missions that others may have score {tenths // 10}.{tenths % 10} on average"
    return [Point("score of others", tenths, words)]


def _joined(after: Lawn, cell: int, is_own: bool) -> Point:
    """The group that a dog is in once it lies."""
    count, colour = len(group_at(after, cell)), COLOURS[after[cell]]
    whose = "its own " if is_own else ""
    words = f"joins {whose}{colour} into a group of {count}"
    return Point(f"{colour} group", count, words if count > 1 else f"lays a {colour} dog alone")


def _room(after: Lawn, breed: int) -> list[Point]:
    """Where one more dog would make the largest group of an own breed larger."""
    most = largest(after, breed)
    if most == 0:
        return []
    cells = [cell for cell, near in joins(after, breed).items() if sum(map(len, near)) >= most]
    places = count_of(len(cells), "place", zero="0")
    words = f"leaves {places} where its {COLOURS[breed]} can grow beyond {most}"
    return [Point(f"room of {COLOURS[breed]}", len(cells), words)]


def _kept_apart(before: Lawn, after: Lawn, breed: int) -> list[Point]:
    """Cells where groups of an own breed would have met, and that are taken now by another."""
    closed = [
        cell
        for cell, near in joins(before, breed).items()
        if len(near) > 1 and after.get(cell, breed) != breed
    ]
    words = f"keeps groups of its own {COLOURS[breed]} apart"
    return [Point(f"{COLOURS[breed]} apart", len(closed), words)] if closed else []
