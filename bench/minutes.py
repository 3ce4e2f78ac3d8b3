"""Measures how many minutes games last and writes them for the covers of the rulebooks.

python -m bench.minutes [GAMES]

The minutes come from seconds for each kind of decision (`contract/lab/playing_time.py`) in games
between greedy bots; the mean is rounded to five minutes, or to one below ten.
"""

import sys

import offleash
from offleash.games import registry
from offleash.paper.printing.plan import player_numbers, players_option
from offleash.tools.files import write_text

GAMES = 200
MEASURE = "Playing time: minutes, mean"
HEAD = "# Mean minutes of games, by rules and players. Written by: python -m bench.minutes\n"


def main(games: int) -> None:
    """Measure every game, under every preset and with every number of players."""
    for name, row in registry.ROWS.items():
        if not row.module.startswith("offleash."):
            continue
        game, option = registry.load(name), players_option(registry.load(name))
        tables = []
        for preset in game.rules.presets or [None]:
            rows = []
            for players in player_numbers(game):
                options = {} if option is None else {option.name: players}
                minutes = mean_minutes(name, preset, options, games)
                print(name, preset or "", players, f"{minutes:.1f}", flush=True)
                rows.append(f"{players} = {rounded(minutes)}\n")
            tables.append(f'\n["{preset or "usual"}"]\n{"".join(rows)}')
        write_text(registry.folder(name) / "data" / "minutes.toml", HEAD + "".join(tables))


def mean_minutes(name: str, preset: str | None, options: dict[str, int], games: int) -> float:
    """The mean of the minutes that games last."""
    run = offleash.simulate(
        name, games, seats="greedy", seed=1, preset=preset, options=options, progress=False
    )
    return next(row["value"] for row in run.figures.to_dicts() if row["measure"] == MEASURE)


def rounded(minutes: float) -> int:
    """Minutes as a box says them."""
    step = 5 if minutes >= 10 else 1
    return max(1, round(minutes / step)) * step


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
