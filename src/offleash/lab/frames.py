"""Games as a table in Python: `offleash.simulate("dog", games=1000)`."""

import io
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from offleash.core.errors import OffleashError, shown
from offleash.core.game import Game
from offleash.games import registry
from offleash.lab import kinds
from offleash.lab.experiment import Experiment, Shard
from offleash.lab.extra import require
from offleash.lab.plan import make_arm, make_plan
from offleash.lab.questions import bot_names
from offleash.lab.run import Run

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
    **chosen: Any,
) -> "pl.DataFrame":
    """Plays games between bots: a row for each game, or with `per="seat"` for each of its seats.

    `seats` names a bot for all, or one for each seat in a list or with commas between; further
    names are options of the game, and `options` takes those that are called like a parameter. With
    `out` the run is kept in a folder, as `offleash simulate` keeps it.
    """
    require("a table of games", "polars")
    if per not in PER:
        raise OffleashError(f"per= is 'game' or 'seat', not {shown(per)}")
    if out == "":
        raise OffleashError("out= names no folder")
    played = registry.load(game) if isinstance(game, str) else game
    arm = make_arm(played, "", played.options(preset, options or {}, chosen), bot_names(seats))
    experiment = Experiment(make_plan(played, [arm], games, seed, seatings), played)
    folder = None if out is None else Path(out)
    run = Run(experiment, threads, folder, keep_games=True)
    return _kept(run, run.out, PER[per]) if run.out else _played(run, PER[per])


def _kept(run: Run, folder: Path, table: str) -> "pl.DataFrame":
    import polars as pl

    kinds.conduct(run)
    return pl.read_parquet(folder / f"{table}.parquet", glob=False)


def _played(run: Run, table: str) -> "pl.DataFrame":
    import polars as pl

    found: dict[int, pl.DataFrame] = {}

    def told(shard: Shard) -> None:
        file = io.BytesIO(getattr(shard.tables, table))
        found[shard.work.lo] = pl.read_parquet(file)

    run.play(told=told)
    return pl.concat([found[lo] for lo in sorted(found)], rechunk=True)
