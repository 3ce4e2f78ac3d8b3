"""Each side's chance to win as the story of a game shows it.

A game's `outlook` is made for searches, which only compare. So the shares that it gives are
sharpened or flattened, and the side to move is favoured, as much as simulated games say:
`python -m bench.chances` writes `chances.toml`, and the plot in docs/tables.md.
A game that is not in the file keeps its shares.
"""

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from offleash.contract import Game, Records
from offleash.contract.rules.win_chance import CERTAIN
from offleash.tools.toml import read_toml

FILE = Path(__file__).with_name("chances.toml")
LEAST_SHARE = 0.001  # that counts for what is certainly lost
AS_IT_IS = (1.0, 0.0)


@cache
def calibrations() -> dict[str, tuple[float, float]]:
    """Return for each game the power of the shares, and the log-odds of being to move."""
    _, tables = read_toml(FILE)
    return {name: (table["sharpness"], table["to_move"]) for name, table in tables.items()}


@cache
def won_of_70(game: str) -> int:
    """Return the percentage of positions called 70 % that bots won, or 0 if that is not known."""
    _, tables = read_toml(FILE)
    share: float = tables.get(game, {}).get("won_of_70", 0.0)
    return round(100 * share)


def side_shares(game: Game, state: Records, options: Records) -> dict[int, float]:
    """Return the share of each side by the game's own outlook; equal ones if it has none."""
    sides = game.sides(options[0])
    count = len(set(sides))
    if game.bots.outlook is None:
        return dict.fromkeys(sides, 1 / count)
    work = game.new_work()[0]
    worths = dict.fromkeys(sides, 0.0)
    for seat, side in enumerate(sides):
        raw = int(game.bots.outlook(state[0], options[0], work, seat, game.weights))
        worths[side] += max(0, raw) / CERTAIN / sides.count(side)
    total = sum(worths.values())
    return {side: worth / total if total else 1 / count for side, worth in worths.items()}


def side_chances(game: Game, state: Records, options: Records, actor: int) -> dict[int, float]:
    """Return the calibrated chance of each side, where a seat is to move."""
    shares = side_shares(game, state, options)
    mover = game.sides(options[0])[actor]
    return calibrate(shares, mover, *calibrations().get(game.name, AS_IT_IS))


def calibrate(
    shares: dict[int, float], mover: int, sharpness: float, to_move: float
) -> dict[int, float]:
    """Return chances: shares to a power, with a factor for the side to move."""
    odds = {
        side: max(share, LEAST_SHARE) ** sharpness * math.exp(to_move * (side == mover))
        for side, share in shares.items()
    }
    total = sum(odds.values())
    return {side: odd / total for side, odd in odds.items()}


def of_seats(chances: dict[int, float], sides: Sequence[int]) -> tuple[float, ...]:
    """Return the chance of each seat: that of its side."""
    return tuple(chances[side] for side in sides)
