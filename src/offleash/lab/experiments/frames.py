"""Games as a table in Python: `offleash.simulate("dog", games=1000)`."""

import io
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from offleash.core.errors import OffleashError, quote
from offleash.core.game import Game
from offleash.games import registry
from offleash.lab.experiments import kinds
from offleash.lab.experiments.questions import bot_names
from offleash.lab.libraries import require
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.experiment import Experiment, Shard
from offleash.lab.runs.run import Run

if TYPE_CHECKING:
    import polars as pl

PER = {"game": "games", "seat": "seats"}


def simulate(
    game: str | Game,
    games: int = 1000,
    *,
    seats: str | Sequence[str] = "greedy",
    preset: str | None = None,
    seed: int = 0,
    seatings: str | None = None,
    per: str = "game",
    threads: int | None = None,
    out: str | PathLike[str] | None = None,
    options: Mapping[str, Any] | None = None,
    **more_options: Any,
) -> "pl.DataFrame":
    """Plays games between bots: one row per game, or with `per="seat"` per seat of each game.

    `seats` names one bot for all seats, or one for each in a list or separated by commas. Further
    keywords are options of the game; `options` takes those with the name of a parameter. With
    `out` the run is stored in a folder, as by `offleash simulate`.
    """
    require("a table of games", "polars")
    import polars as pl

    if per not in PER:
        raise OffleashError(f"per= is 'game' or 'seat', not {quote(per)}")
    if out == "":
        raise OffleashError("out= names no folder")
    loaded_game = registry.load(game) if isinstance(game, str) else game
    arm = make_arm(
        loaded_game, "", loaded_game.options(preset, options or {}, more_options), bot_names(seats)
    )
    experiment = Experiment(make_plan(loaded_game, [arm], games, seed, seatings), loaded_game)
    folder = None if out is None else Path(out)
    run = Run(experiment, threads, folder, keep_games=True)
    if run.out is None:
        return _play_in_memory(run, PER[per])
    kinds.conduct(run)
    return pl.read_parquet(run.out / f"{PER[per]}.parquet", glob=False)


def _play_in_memory(run: Run, table: str) -> "pl.DataFrame":
    import polars as pl

    frames: dict[int, pl.DataFrame] = {}

    def on_progress(shard: Shard) -> None:
        file = io.BytesIO(getattr(shard.tables, table))
        frames[shard.work.lo] = pl.read_parquet(file)

    run.play(on_progress=on_progress)
    return pl.concat([frames[lo] for lo in sorted(frames)], rechunk=True)
