"""What an action of Dömidög does, for advice, from what the seat sees and nothing else."""

from math import comb
from typing import Any

import numpy as np

from offleash.contract import Point, Records
from offleash.games.domidog.bots import values
from offleash.games.domidog.bots.weights import WEIGHTS
from offleash.games.domidog.rules import actions as A, record as R
from offleash.games.domidog.rules.chain import dog_at
from offleash.games.domidog.text.position import ChainPosition, dog_word, parts_of
from offleash.games.tiles.rules.dogs import BREED, TILES, is_double, other_dog
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES
from offleash.tools.prose import count_of

HAND_SET = np.array(list(WEIGHTS.values()), np.int64)
ANY_DOUBLE = int(values.TWINS)


def points(view: Records, options: Records, seat: int, action: int) -> list[Point]:
    """Return points for and against an action, the weightiest first."""
    position = ChainPosition.of(view, options)
    plan = np.zeros(1, R.PLAN)
    values.prepare(position.state, position.options, position.new_work(), plan[0], HAND_SET)
    if action == A.PASS:
        return [_passing(position)]
    if action == A.DRAW:
        return [_drawing(position, plan[0])]
    tile = parts_of(action).tile
    rest = int(plan[0].mine) & ~(1 << tile)
    if _wins(position, action):
        return [Point("win", 1, "lays the last tile and wins")]
    return [
        *_forking(position, action),
        *_ends(position, plan[0], rest, _new_ends(position, action)),
        *_parting(position, tile, rest),
    ]


def _wins(position: ChainPosition, action: int) -> bool:
    """Return whether nothing is left in the hand after it (M10)."""
    if action >= A.FORK:
        return bool(values.fork_wins(position.state, position.options, position.seat))
    return len(position.own_tiles) == 1


def _passing(position: ChainPosition) -> Point:
    """Return what a pass does: it waits, or ends the game (M6, M12)."""
    counts, seat = position.counts, position.seat
    if int(position.state.passes) + 1 < position.players:
        keeps = " and keeps the house" if position.has_house(seat) else ""
        return Point("fork", 0, f"passes{keeps}")
    if counts[seat] > min(counts):
        return Point("end", -1, "ends the game, with more tiles than others")
    shared = counts.count(min(counts)) > 1
    words = "ends the game with a share of the win" if shared else "ends the game and wins"
    return Point("end", 1, words)


def _drawing(position: ChainPosition, plan: Any) -> Point:
    """Return the chance that one tile is enough (M2, M5)."""
    opens = position.phase == R.OPENING
    fits = ANY_DOUBLE
    if not opens:
        fits = int(values.FITS[values.PAIR[tuple(map(dog_at, position.ends))]])
    chance = _percent(_chance_to_draw(position, plan, fits))
    goal = "a double" if opens else "one that fits"
    return Point("fork", 0, f"draws: {chance} % to get {goal}")


def _chance_to_draw(position: ChainPosition, plan: Any, fits: int) -> float:
    """Return the chance that a tile of the supply fits: what others deny is likelier there (N6)."""
    total = good = 0.0
    for tile in _bits(_unseen(position, plan)):
        weight = 1.0 if position.options.face_up else _chance_of_supply(position, plan, tile)
        total += weight
        good += weight * (fits >> tile & 1)
    return good / total if total else 0.0


def _chance_of_supply(position: ChainPosition, plan: Any, tile: int) -> float:
    """Return the chance that others have not held a hidden tile since they last denied one."""
    chance = 1.0
    for other in position.seats:
        possible = int(plan.possible[other])
        if other != position.seat and possible >> tile & 1:
            old = position.counts[other] - int(plan.fresh[other])
            chance *= max(0.0, 1 - old / possible.bit_count())
    return chance


def _unseen(position: ChainPosition, plan: Any) -> int:
    """Return the tiles that may be drawn, as bits: where hands lie open those of the supply."""
    if not position.options.face_up:
        return int(plan.hidden)
    return _tiles_at(position, R.SUPPLY)


def _tiles_at(position: ChainPosition, place: int) -> int:
    return sum(1 << tile for tile in position.tiles_at(place))


def _forking(position: ChainPosition, action: int) -> list[Point]:
    """Return what a fork shuts and opens; and that others keep the house for later (M7, M10)."""
    if action < A.FORK:
        return [Point("fork", 0, "keeps the house")] if position.has_house(position.seat) else []
    end, tile, spot = parts_of(action)
    shut, opened = dog_word(position.ends[end]), COLOURS[int(other_dog(tile, dog_at(spot)))]
    draws = " and draws a tile" if position.supply else ""
    return [Point("fork", 1, f"forks the chain: shuts {shut}, opens {opened}{draws}")]


def _ends(position: ChainPosition, plan: Any, rest: int, pair: int) -> list[Point]:
    """Return what the new ends leave: to the next player, to oneself, and of tiles to be drawn."""
    fits = int(values.FITS[pair])
    after = (position.seat + 1) % position.players
    chance = _percent(_chance_to_stop(position, plan, after, fits))
    keeps, out = (rest & fits).bit_count(), (_unseen(position, plan) & fits).bit_count()
    place = "in the supply" if position.options.face_up else "out of sight"
    return [
        Point("stop", chance, _stopping(SEAT_NAMES[after], chance)),
        Point("keeps", keeps, f"keeps {_tiles(keeps)} that {_fit(keeps)}"),
        Point("out", -out, f"leaves ends that {_tiles(out)} {place} {_fit(out)}"),
    ]


def _chance_to_stop(position: ChainPosition, plan: Any, seat: int, fits: int) -> float:
    """Return the chance that a player has no tile for two ends, by her denials (N6) or hand."""
    if position.options.face_up:
        return float(_tiles_at(position, R.HAND + seat) & fits == 0)
    fresh = int(plan.fresh[seat])
    old = _chance_to_miss(int(plan.possible[seat]), position.counts[seat] - fresh, fits)
    return old * _chance_to_miss(int(plan.hidden), fresh, fits)


def _chance_to_miss(tiles: int, drawn: int, fits: int) -> float:
    """Return the chance that none of so many tiles out of a set fits."""
    count, unfit = tiles.bit_count(), (tiles & ~fits).bit_count()
    drawn = min(drawn, count)
    return comb(unfit, drawn) / comb(count, drawn)


def _stopping(name: str, chance: int) -> str:
    if chance in (0, 100):
        return f"leaves ends that {name} is known to {'lack' if chance else 'have'}"
    return f"leaves ends that {name} lacks at {chance} %"


def _parting(position: ChainPosition, tile: int, rest: int) -> list[Point]:
    """Return what goes with the tile: a double, and dogs that are on no other tile of the hand."""
    dogs = len({int(dog) for own in _bits(rest) for dog in BREED[own]})
    variety = Point("dogs", dogs, f"keeps {count_of(dogs, 'kind', zero='0')} of dogs")
    if is_double(tile) and position.phase != R.OPENING:
        return [Point("double", 1, "gets rid of a double"), variety]
    return [variety]


def _new_ends(position: ChainPosition, action: int) -> int:
    """Return the ends that an action leaves, as the tile with the same two dogs."""
    end, tile, spot = parts_of(action)
    if action < A.PLAY:
        return tile
    laid_to = spot if action >= A.FORK else position.ends[end]
    return int(values.PAIR[other_dog(tile, dog_at(laid_to)), dog_at(position.ends[1 - end])])


def _tiles(count: int) -> str:
    return count_of(count, "tile") if count else "no tile"


def _fit(count: int) -> str:
    return "fits" if count < 2 else "fit"


def _percent(chance: float) -> int:
    """Return a chance in per cent: only what is certain is 0 or 100."""
    return round(100 * chance) if chance in (0, 1) else min(max(1, round(100 * chance)), 99)


def _bits(tiles: int) -> list[int]:
    return [tile for tile in range(TILES) if tiles >> tile & 1]
