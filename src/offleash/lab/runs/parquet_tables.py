"""Games as two Parquet tables: one row per game, and one row per seat of each game.

Column types depend only on the plan, never on the data, so that the tables of all shards can be
concatenated.
"""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.record import EMPTY
from offleash.compiler.rule import source_of
from offleash.contract import Columns, FinishedGames, Game
from offleash.engine.batch import Batch, finishing_orders

if TYPE_CHECKING:
    import polars as pl

Column = NDArray[Any]

PLACE, FORFEITED = "place", "forfeited"  # nullable columns
UNPLACED = -1  # a seat in an unfinished game; null in the table
FILLER_FIELDS = ("pad", *(EMPTY.names or ()))  # padding in records
PARQUET_OPTIONS: Any = {"compression": "zstd", "compression_level": 1}


@dataclass(frozen=True)
class ParquetTables:
    """Both tables of a shard, as the bytes of Parquet files."""

    games: bytes
    seats: bytes


@dataclass(frozen=True)
class TableSchema:
    """What the tables of all shards of a run have in common."""

    game: Game
    arms: tuple[str, ...]  # names
    players: tuple[str, ...]
    has_guests: bool  # only then games can be forfeited


def to_parquet_tables(schema: TableSchema, arm: int, blocks: range, batch: Batch) -> ParquetTables:
    """Return the games of some blocks of an arm as Parquet files."""
    rows = table_columns(schema, arm, blocks, batch)
    return ParquetTables(_to_parquet(rows.games, rows.words), _to_parquet(rows.seats, rows.words))


def table_columns(schema: TableSchema, arm: int, blocks: range, batch: Batch) -> Columns:
    """Return the games of some blocks, and the seats that played in them, column by column."""
    game, seating_count = schema.game, len(batch.states) // len(blocks)
    block = np.repeat(np.array(blocks, np.int32), seating_count)
    seating = np.tile(np.arange(seating_count, dtype=np.int16), len(blocks))
    arms = np.full(len(block), arm, np.int16)
    keys: dict[str, Column] = {"arm": arms, "name": arms, "block": block, "seating": seating}
    playing = batch.playing
    places = np.nonzero(playing)
    seats = {name: column[places[0]] for name, column in keys.items()}
    game_columns = _columns_of_this_game(game, batch)
    by_seat = {**_seat_columns(schema, batch), **game_columns.seats}
    forfeited = _forfeit_columns(batch) if schema.has_guests else {}
    return Columns(
        {**keys, **_game_columns(batch), **forfeited, **game_columns.games},
        {**seats, **{name: column[playing] for name, column in by_seat.items()}},
        {**game_columns.words, "name": schema.arms, "player": schema.players},
    )


_KEY_COLUMNS = ("arm", "name", "block", "seating")
_GAME_COLUMNS = (
    *_KEY_COLUMNS,
    "length",
    "decisions",
    "forced",
    "choices",
    "finished",
    "seats",
    "winners",
)
_SEAT_COLUMNS = (*_KEY_COLUMNS, "seat", "player", "side", "won", "place")


def _game_columns(batch: Batch) -> dict[str, Column]:
    decisions, forced, choices = batch.paces.T.astype(np.int32)
    return {
        "length": batch.lengths.astype(np.int32),
        "decisions": decisions,
        "forced": forced,
        "choices": choices,
        "finished": batch.finished,
        "seats": batch.playing.sum(axis=1).astype(np.int8),
        "winners": (batch.results > 0).sum(axis=1).astype(np.int8),
    }


def _forfeit_columns(batch: Batch) -> dict[str, Column]:
    """Return the seat that forfeited each game, null for none; only in runs with guests."""
    seats = np.full(len(batch.states), UNPLACED, np.int8)
    for place, forfeit in batch.forfeits.items():
        seats[place] = forfeit.seat
    return {FORFEITED: seats}


def _seat_columns(schema: TableSchema, batch: Batch) -> dict[str, Column]:
    """Return columns by seat, each of shape games × seats."""
    shape = batch.playing.shape
    numbers = np.array([schema.players.index(name) for name in batch.players], np.int16)
    orders = np.where(batch.finished[:, None], finishing_orders(schema.game, batch), UNPLACED)
    return {
        "seat": np.broadcast_to(np.arange(shape[1], dtype=np.int8), shape),
        "player": numbers[np.where(batch.playing, batch.players_by_seat, 0)],
        "side": _sides(schema.game, batch)[batch.rows],
        "won": batch.results,
        PLACE: orders.astype(np.int8),
    }


def _sides(game: Game, played: FinishedGames) -> Column:
    """Return variants × seats: which seats win together."""
    side, sides = (
        source_of(game.rules.side),
        np.zeros((len(played.variants), game.max_seats), np.int8),
    )
    for row, options in enumerate(played.variants):
        for seat in range(game.seat_count(played.variants[row : row + 1])):
            sides[row, seat] = side(options, seat)
    return sides


# Columns of a single game


def _columns_of_this_game(game: Game, played: FinishedGames) -> Columns:
    """Return the columns that only this game has."""
    columns = game.lab.columns(played) if game.lab.columns else tally_columns(game, played)
    return Columns(
        {name: column for name, column in columns.games.items() if name not in _GAME_COLUMNS},
        {name: column for name, column in columns.seats.items() if name not in _SEAT_COLUMNS},
        columns.words,
    )


def tally_columns(game: Game, played: FinishedGames) -> Columns:
    """Return all tallies as columns, for a game without its own `columns`."""
    games: dict[str, Column] = {}
    seats: dict[str, Column] = {}
    for name in game.rules.tally.names or ():
        column: Column = played.tallies[name]
        if name in FILLER_FIELDS:
            continue
        if game.max_seats in column.shape[1:2]:
            seats |= _flat(name, column, 2)
        elif column.ndim > 2 and column.shape[-1] == game.max_seats:  # such as rounds × seats
            seats |= _flat(name, np.moveaxis(column, -1, 1), 2)
        else:
            games |= _flat(name, column, 1)
    return Columns(games, seats)


def _flat(name: str, column: Column, axes: int) -> dict[str, Column]:
    """Split a column into one per index beyond the first axes."""
    further = column.shape[axes:]
    if not further:
        return {name: column}
    return {"_".join([name, *map(str, at)]): column[(..., *at)] for at in np.ndindex(*further)}


# Tables


def _to_parquet(columns: Mapping[str, Column], words: Mapping[str, Sequence[str]]) -> bytes:
    file = io.BytesIO()
    to_frame(columns, words).write_parquet(file, **PARQUET_OPTIONS)
    return file.getvalue()


def to_frame(columns: Mapping[str, Column], words: Mapping[str, Sequence[str]]) -> "pl.DataFrame":
    """Return columns as a data frame; numbers that stand for words become enums."""
    import polars as pl

    series = []
    for name, column in columns.items():
        numbers = pl.Series(name, np.ascontiguousarray(column))
        if name in words or name in (PLACE, FORFEITED):
            numbers = numbers.set(numbers < 0, None)
        if name in words:
            meant = pl.Series(name, list(words[name]), pl.Enum(list(dict.fromkeys(words[name]))))
            numbers = meant.gather(numbers)
        series.append(numbers)
    return pl.DataFrame(series)
