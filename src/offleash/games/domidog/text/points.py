"""What an action of Dömidög does, for advice: told from what the seat sees, and nothing else."""

from math import comb
from typing import Any

import numpy as np

from offleash.core.game import Point, Records
from offleash.core.prose import count_of
from offleash.games.domidog.personas import WEIGHTS
from offleash.games.domidog.rules import actions as A
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.rules import worth
from offleash.games.domidog.rules.chain import dog_at
from offleash.games.domidog.text.choices import Choices, choices_in, dog_word, parts_of
from offleash.games.tiles.rules.dogs import BREED, TILES, other_dog
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES

HAND_SET = np.array(list(WEIGHTS.values()), np.int64)
ANY_DOUBLE = int(worth.TWINS)


def points(view: Records, options: Records, seat: int, action: int) -> list[Point]:
    """What speaks for an action and what against it, the most telling first."""
    choices = choices_in(view, options)
    plan = np.zeros(1, R.PLAN)
    worth.prepare(choices.state, options[0], np.zeros(1, R.WORK)[0], plan[0], HAND_SET)
    if action == A.PASS:
        return [_passing(choices)]
    if action == A.DRAW:
        return [_drawing(choices, plan[0])]
    tile = parts_of(action).tile
    rest = int(plan[0].mine) & ~(1 << tile)
    if _wins(choices, action):
        return [Point("win", 1, "lays the last tile and wins")]
    return [
        *_forking(choices, action),
        *_ends(choices, plan[0], rest, _new_ends(choices, action)),
        *_parting(choices, tile, rest),
    ]


def _wins(choices: Choices, action: int) -> bool:
    """Whether nothing is left in the hand after it (M10)."""
    if action >= A.FORK:
        return bool(worth.fork_wins(choices.state, choices.options[0], choices.seat))
    return len(choices.hand) == 1


def _passing(choices: Choices) -> Point:
    """A pass waits, or ends the game (M6, M12)."""
    state, seat = choices.state, choices.seat
    if int(state.passes) + 1 < int(state.players):
        return Point("fork", 0, "passes and keeps the house" if choices.has_house else "passes")
    held = [int(count) for count in state.held[: int(state.players)]]
    if held[seat] > min(held):
        return Point("end", -1, "ends the game, with more tiles than others")
    shared = held.count(min(held)) > 1
    words = "ends the game with a share of the win" if shared else "ends the game and wins"
    return Point("end", 1, words)


def _drawing(choices: Choices, plan: Any) -> Point:
    """The chance that one tile is enough (M2, M5)."""
    wanted = ANY_DOUBLE if choices.phase == R.OPENING else int(worth.FITS[_pair(*choices.ends)])
    chance = _percent(_chance_to_draw(choices, plan, wanted))
    what = "a double" if choices.phase == R.OPENING else "one that fits"
    return Point("fork", 0, f"draws: {chance} % to get {what}")


def _chance_to_draw(choices: Choices, plan: Any, wanted: int) -> float:
    """That a tile of the supply is wanted: what others deny is the more likely there (N6)."""
    total = good = 0.0
    for tile in _bits(_unseen(choices, plan)):
        weight = 1.0 if choices.options["face_up"][0] else _chance_of_supply(choices, plan, tile)
        total += weight
        good += weight * (wanted >> tile & 1)
    return good / total if total else 0.0


def _chance_of_supply(choices: Choices, plan: Any, tile: int) -> float:
    """That a hidden tile is none of those that others have held since they last denied one."""
    chance = 1.0
    for other in range(int(choices.state.players)):
        possible = int(plan.possible[other])
        if other != choices.seat and possible >> tile & 1:
            old = int(choices.state.held[other]) - int(plan.fresh[other])
            chance *= max(0.0, 1 - old / possible.bit_count())
    return chance


def _unseen(choices: Choices, plan: Any) -> int:
    """The tiles that may be drawn, as bits: where hands lie open those of the supply."""
    if not choices.options["face_up"][0]:
        return int(plan.hidden)
    return _tiles_at(choices, R.SUPPLY)


def _tiles_at(choices: Choices, place: int) -> int:
    return sum(1 << int(tile) for tile in np.flatnonzero(choices.states["where"][0] == place))


def _forking(choices: Choices, action: int) -> list[Point]:
    """What a fork shuts and opens; and that others keep the house for later (M7, M10)."""
    if action < A.FORK:
        return [Point("fork", 0, "keeps the house")] if choices.has_house else []
    end, tile, spot = parts_of(action)
    shut, opened = dog_word(choices.ends[end]), _word(other_dog(tile, dog_at(spot)))
    draws = " and draws a tile" if choices.state.supply_left > 0 else ""
    return [Point("fork", 1, f"forks the chain: shuts {shut}, opens {opened}{draws}")]


def _ends(choices: Choices, plan: Any, rest: int, pair: int) -> list[Point]:
    """What the new ends leave: to the next player, to oneself, and of tiles to be drawn."""
    fits = int(worth.FITS[pair])
    after = (choices.seat + 1) % int(choices.state.players)
    chance = _percent(_chance_to_stop(choices, plan, after, fits))
    keeps, out = (rest & fits).bit_count(), (_unseen(choices, plan) & fits).bit_count()
    which = "in the supply" if choices.options["face_up"][0] else "out of sight"
    return [
        Point("stop", chance, _stopping(SEAT_NAMES[after], chance)),
        Point("keeps", keeps, f"keeps {_tiles(keeps)} that {_fit(keeps)}"),
        Point("out", -out, f"leaves ends that {_tiles(out)} {which} {_fit(out)}"),
    ]


def _chance_to_stop(choices: Choices, plan: Any, seat: int, fits: int) -> float:
    """That a player has no tile for two ends, by what she has denied (N6), or shows."""
    if choices.options["face_up"][0]:
        return float(_tiles_at(choices, R.HAND + seat) & fits == 0)
    fresh = int(plan.fresh[seat])
    old = _chance_to_miss(int(plan.possible[seat]), int(choices.state.held[seat]) - fresh, fits)
    return old * _chance_to_miss(int(plan.hidden), fresh, fits)


def _chance_to_miss(tiles: int, held: int, fits: int) -> float:
    """That none of so many tiles out of a set fits."""
    count, unfit = tiles.bit_count(), (tiles & ~fits).bit_count()
    held = min(held, count)
    return comb(unfit, held) / comb(count, held)


def _stopping(name: str, chance: int) -> str:
    if chance in (0, 100):
        return f"leaves ends that {name} is known to {'lack' if chance else 'have'}"
    return f"leaves ends that {name} lacks at {chance} %"


def _parting(choices: Choices, tile: int, rest: int) -> list[Point]:
    """What goes with the tile: a double, dogs that no other of the own tiles has."""
    dogs = len({int(dog) for each in _bits(rest) for dog in BREED[each]})
    told = Point("dogs", dogs, f"keeps {count_of(dogs, 'kind', zero='0')} of dogs")
    if BREED[tile, 0] == BREED[tile, 1] and choices.phase != R.OPENING:
        return [Point("double", 1, "gets rid of a double"), told]
    return [told]


def _new_ends(choices: Choices, action: int) -> int:
    """The ends that an action leaves, as the tile with the same two dogs."""
    end, tile, spot = parts_of(action)
    if action < A.PLAY:
        return tile
    laid_to = spot if action >= A.FORK else choices.ends[end]
    return int(worth.PAIR[other_dog(tile, dog_at(laid_to)), dog_at(choices.ends[1 - end])])


def _pair(left: int, right: int) -> int:
    return int(worth.PAIR[dog_at(left), dog_at(right)])


def _word(breed: int) -> str:
    """A dog by its colour."""
    return COLOURS[int(breed)]


def _tiles(count: int) -> str:
    return count_of(count, "tile") if count else "no tile"


def _fit(count: int) -> str:
    return "fits" if count < 2 else "fit"


def _percent(chance: float) -> int:
    """Only what is certain is 0 or 100."""
    return round(100 * chance) if chance in (0, 1) else min(max(1, round(100 * chance)), 99)


def _bits(tiles: int) -> list[int]:
    return [tile for tile in range(TILES) if tiles >> tile & 1]
