"""Calibrates the chances to win that the story of a game shows, and checks them on other games.

python -m bench.chances [--games 1000]

Bots of medium strength play. The odd games fit two numbers for each game, which are written to
`tables/replays/chances.toml`; the even ones give the table that is printed and the plot in docs.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from offleash.bots.players import Bots
from offleash.games import registry
from offleash.play.session import Session
from offleash.tables.replays.chances import AS_IT_IS, FILE, LEAST_SHARE, calibrate, side_shares
from offleash.tables.replays.game_story import turn_begins
from offleash.tools.files import write_text

BOT = "medium"
FIRST_SEED = 100_000
EARLY = 0.25  # of a game, which nobody can foresee
PLOT = Path(__file__).parents[1] / "docs/chances.svg"
BINS = np.arange(0.05, 1.0, 0.1)
SEVENTY = 7  # the bin of what is called 65 to 75 %
FEW = 100  # positions, fewer of which say nothing
STEPS = 30  # of Newton's method


@dataclass(frozen=True)
class Sight:
    """A position before a turn, and who won."""

    number: int  # of the game
    shares: dict[int, float]  # of the sides, as the outlook has them
    mover: int
    won: dict[int, float]


def sights_of(name: str, games: int) -> list[Sight]:
    """Play games; return the positions before their turns, without the first quarter."""
    game = registry.load(name)
    options = game.options()
    sides = game.sides(options[0])
    bots = Bots(game, [BOT] * len(sides))
    sights = []
    for number in range(games):
        session = Session(game, options, seed=FIRST_SEED + number)
        while not session.over:
            action, luck = bots.choose(session)
            session.play(action)
            session.luck = luck
        won = {side: session.returns[sides.index(side)] for side in set(sides)}
        firsts = turn_begins(session)
        for first in firsts[int(EARLY * len(firsts)) :]:
            past = session.past(first)
            shares = side_shares(game, past.state, options)
            sights.append(Sight(number, shares, sides[past.actor], won))
    return sights


def fit(sights: list[Sight]) -> tuple[float, float]:
    """Return sharpness and the log-odds of being to move, by likelihood; each game counts once."""
    order = sorted(sights[0].shares)
    x = np.array(
        [
            [[np.log(max(s.shares[side], LEAST_SHARE)), side == s.mover] for side in order]
            for s in sights
        ]
    )
    y = np.array([[s.won[side] for side in order] for s in sights])
    numbers = np.array([s.number for s in sights])
    weights = 1.0 / np.bincount(numbers)[numbers]
    values = np.zeros(2)
    for _ in range(STEPS):
        odds = np.exp(x @ values)
        chances = odds / odds.sum(axis=1, keepdims=True)
        slope = np.einsum("r,rs,rsf->f", weights, y - chances, x)
        mean = np.einsum("rs,rsf->rf", chances, x)
        bend = np.einsum("r,rs,rsf,rsg->fg", weights, chances, x, x)
        values += np.linalg.solve(bend - np.einsum("r,rf,rg->fg", weights, mean, mean), slope)
    return round(float(values[0]), 3), round(float(values[1]), 3)


@dataclass(frozen=True)
class Reliability:
    """Of what was called so likely, how much was won."""

    called: NDArray[np.float64]
    won: NDArray[np.float64]
    counts: NDArray[np.int64]


def reliability(sights: list[Sight], values: tuple[float, float]) -> Reliability:
    """Compare chances with results, in bins around 10 %, 20 % and so on."""
    pairs = np.array(
        [
            (chance, sight.won[side])
            for sight in sights
            for side, chance in calibrate(sight.shares, sight.mover, *values).items()
        ]
    )
    bins = np.digitize(pairs[:, 0], BINS)
    counts = np.bincount(bins, minlength=len(BINS) + 1)
    with np.errstate(invalid="ignore"):
        called, won = (np.bincount(bins, column, len(BINS) + 1) / counts for column in pairs.T)
    return Reliability(called, won, counts)


def row(name: str, result: Reliability) -> str:
    """Return a line of the table: what was won of 10 %, 20 % …"""
    shares = zip(result.won[1:10], result.counts[1:10], strict=True)
    cells = [f"{100 * share:.0f} %" if count >= FEW else "–" for share, count in shares]
    return f"| {name} | {' | '.join(cells)} |"


SIZE, EDGE = 200, 30


def plot(comparisons: dict[str, tuple[Reliability, Reliability]]) -> str:
    """Draw a square for each game: called on the x axis, won on the y axis; raw values in grey."""
    width, height = (SIZE + EDGE) * len(comparisons) + EDGE, SIZE + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12" fill="#33240f">'
        f'<rect width="{width}" height="{height}" fill="#fffdf5"/>'
    ]
    for number, (name, (raw, now)) in enumerate(comparisons.items()):
        left = EDGE + number * (SIZE + EDGE)
        frame = f'x="{left}" y="{EDGE}" width="{SIZE}" height="{SIZE}"'
        title = f'x="{left + SIZE / 2}" y="20" text-anchor="middle" font-weight="bold"'
        diagonal = f'd="M{left} {EDGE + SIZE}l{SIZE} -{SIZE}"'
        parts.append(
            f"<text {title}>{name}</text>"
            f'<rect {frame} fill="none" stroke="#8c7550"/>'
            f'<path {diagonal} stroke="#8c7550" stroke-dasharray="4 4"/>'
        )
        for result, colour, radius in ((raw, "#b9ad9a", 3), (now, "#1d6b3c", 4)):
            for called, won, count in zip(result.called, result.won, result.counts, strict=True):
                if count >= FEW:
                    x, y = left + called * SIZE, EDGE + (1 - won) * SIZE
                    parts.append(
                        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>'
                    )
        below = EDGE + SIZE + 16
        parts.append(f'<text x="{left}" y="{below}">0</text>')
        parts.append(f'<text x="{left + SIZE}" y="{below}" text-anchor="end">called 100 %</text>')
    return "".join(parts) + "</svg>\n"


def main() -> None:
    """Fit and check every game that has an outlook."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    games = parser.parse_args().games
    names = [name for name in registry.ROWS if registry.load(name).bots.outlook is not None]
    lines = ["# python -m bench.chances writes this: see chances.py\n"]
    comparisons = {}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        played = {name: processes.submit(sights_of, name, games) for name in names}
        for name, task in played.items():
            sights = task.result()
            values = fit([sight for sight in sights if sight.number % 2])
            others = [sight for sight in sights if not sight.number % 2]
            comparisons[name] = reliability(others, AS_IT_IS), reliability(others, values)
            lines += [f"\n[{name}]\nsharpness = {values[0]}\nto_move = {values[1]}\n"]
            called_70 = comparisons[name][1]
            if called_70.counts[SEVENTY] >= FEW:
                lines.append(f"won_of_70 = {called_70.won[SEVENTY]:.2f}\n")
            print(row(f"{name}, outlook", comparisons[name][0]))
            print(row(f"{name}, calibrated", comparisons[name][1]), flush=True)
    write_text(FILE, "".join(lines))
    write_text(PLOT, plot(comparisons))


if __name__ == "__main__":
    main()
