"""Games as open data: a row for each finished game, action by action, and a datasheet.

A row has everything that is needed to play its game again: rules, options and actions, chance
included. Hidden cards are in it, so only games that are over may be. Names of players are not.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from offleash.bots.players import watch_game
from offleash.contract import Game, Records
from offleash.lab.libraries import require
from offleash.lab.runs.parquet_tables import PARQUET_OPTIONS
from offleash.play.session import Session
from offleash.play.transcript import read_transcript
from offleash.tools.errors import BadFile
from offleash.tools.files import write_text

GAMES, DATASHEET = "games.parquet", "DATASHEET.md"
SIMULATION, TABLE = "simulation", "table"
SOMEBODY = "somebody"  # who played at a table: a person or a bot, without a name

COLUMNS = {
    "game": "the game, as `offleash games` names it",
    "source": f"`{SIMULATION}`: bots of a seed; `{TABLE}`: a transcript that its players gave",
    "rules": "the version of the rules",
    "preset": "the named rule set that the options start from",
    "options": "the options that differ from it, as JSON",
    "seed": "of the series, for simulations",
    "number": "of the game in that series",
    "seats": f"the bot on each seat; `{SOMEBODY}` at tables",
    "actors": "who acted, action by action: the seat, or -1 for chance",
    "actions": "the number of each action",
    "texts": "each action as people write it",
    "returns": "what each seat won; 1 is shared by the winners",
    "position": "the last position, which replaying must reach",
}


@dataclass(frozen=True)
class Simulated:
    """Games of bots."""

    game: Game
    options: Records
    names: Sequence[str]
    games: int
    seed: int

    def rows(self) -> Iterator[dict[str, Any]]:
        """Play each game and yield its row. Games that a bot forfeits are left out."""
        for number in range(self.games):
            session = watch_game(self.game, self.options, self.names, self.seed, number)
            if session.over:
                facts = {"source": SIMULATION, "seed": self.seed, "number": number}
                yield {**_row(session), **facts, "seats": list(self.names)}


def table_rows(paths: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """Yield the rows of transcripts. Raises BadFile for one that is not over, or was changed."""
    for path in paths:
        session = read_transcript(path).session
        if not session.over:
            raise BadFile(path, None, "this game is not over: hidden cards stay hidden until then")
        if session.start is not None:
            raise BadFile(path, None, "this game began in a position of its own: it has no past")
        seats = [SOMEBODY] * session.game.seat_count(session.options)
        yield {**_row(session), "source": TABLE, "seed": None, "number": None, "seats": seats}


def _row(session: Session) -> dict[str, Any]:
    game, options = session.game, session.options
    numbers = [moment.action for moment in session.history]
    return {
        "game": game.name,
        "rules": game.rules_version,
        "preset": game.base(options),
        "options": json.dumps(game.changes(options), ensure_ascii=False),
        "actors": [moment.actor for moment in session.history],
        "actions": numbers,
        "texts": [game.notation.format_action(action, options) for action in numbers],
        "returns": list(session.returns),
        "position": session.position,
    }


def write_dataset(folder: Path, rows: Sequence[Mapping[str, Any]], words: str) -> str:
    """Write the table and its datasheet, and return the digest of the rows.

    `words` say where the rows come from.
    """
    require("a dataset", "polars")
    import polars as pl

    text, whole, real = pl.String, pl.Int64, pl.Float64
    types: dict[str, Any] = dict.fromkeys(COLUMNS, text)
    types |= {"seed": whole, "number": whole, "seats": pl.List(text), "texts": pl.List(text)}
    types |= {"actors": pl.List(pl.Int8), "actions": pl.List(pl.Int32), "returns": pl.List(real)}
    frame = pl.DataFrame([{name: row[name] for name in COLUMNS} for row in rows], schema=types)
    folder.mkdir(parents=True, exist_ok=True)
    frame.write_parquet(folder / GAMES, **PARQUET_OPTIONS)
    digest = digest_of(rows)
    write_text(folder / DATASHEET, datasheet(rows, words, digest))
    return digest


def digest_of(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return a digest of rows, the same on every machine."""
    sha = hashlib.sha256()
    for row in rows:
        sha.update(json.dumps({name: row[name] for name in COLUMNS}, sort_keys=True).encode())
    return sha.hexdigest()


def datasheet(rows: Sequence[Mapping[str, Any]], words: str, digest: str) -> str:
    """Return what somebody must know before using the rows."""
    games = sorted({f"{row['game']} (rules {row['rules']})" for row in rows})
    actions = sum(len(row["actions"]) for row in rows)
    columns = [f"| `{name}` | {meaning} |" for name, meaning in COLUMNS.items()]
    return "\n".join(
        [
            "# Datasheet",
            "",
            f"{len(rows):,} games, {actions:,} actions: {', '.join(games)}.",
            "",
            "## Where they come from",
            "",
            words,
            "",
            "## What is in a row",
            "",
            "| column | meaning |",
            "|---|---|",
            *columns,
            "",
            "## What to bear in mind",
            "",
            "- Rows show everything, also what was hidden while the game was played. To learn from",
            "  what a seat knew, replay the actions and ask for its view.",
            "- There are no names, times or chats. Games that were not over are not here.",
            "- Bots don't play like people: their games say nothing about how people play.",
            "",
            "## How to check",
            "",
            "Play the actions of a row with the rules of its version: every one is legal, and they",
            f"lead to `position` and `returns`. Digest of all rows: `{digest}`.",
            "",
        ]
    )
