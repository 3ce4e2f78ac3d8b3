"""Playtests: games that people played of a project, each a file in its folder `playtests`."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from offleash.play.session import Session
from offleash.play.transcript import parse_transcript
from offleash.tools.errors import OffleashError
from offleash.tools.files import write_text

FOLDER = "playtests"
MOST_GAMES = 2000
MOST_BYTES = 1 << 20  # of one game
LONGEST_LINE = 300
RATINGS = range(1, 6)


@dataclass(frozen=True)
class PlayerAnswer:
    """What a player answered after the game."""

    seat: int
    rating: int  # 1 to 5
    line: str = ""


@dataclass(frozen=True)
class PlaytestGame:
    """A game that people played: at a table of the site, or typed in."""

    name: str  # of its file
    at: float  # seconds since 1970
    version: int  # of the project's history; 0 if unknown
    seats: Sequence[str]  # the player in each
    people: Sequence[int]  # the seats of people
    results: Sequence[float]  # the share of each seat
    minutes: float | None = None
    rounds: float | None = None  # if it was typed in
    notes: str = ""
    transcript: str = ""  # empty if it was typed in
    seconds: Sequence[tuple[int, float]] = ()  # seat and time of every decision of a person
    answers: Sequence[PlayerAnswer] = field(default_factory=tuple)
    agreed: Sequence[int] = ()  # the seats whose players agreed that their moves become a model

    @property
    def winners(self) -> list[str]:
        """The names of the seats with the largest share."""
        best = max(self.results, default=0)
        pairs = zip(self.seats, self.results, strict=True)
        return [name for name, share in pairs if share == best > 0]

    @property
    def rating(self) -> float | None:
        """The mean of the ratings."""
        ratings = [answer.rating for answer in self.answers]
        return sum(ratings) / len(ratings) if ratings else None

    @property
    def pace(self) -> float | None:
        """The median seconds of a person's decision."""
        times = sorted(seconds for _, seconds in self.seconds)
        return times[len(times) // 2] if times else None

    def session(self) -> Session | None:
        """Return the game replayed from its transcript; None if there is none of these rules."""
        if not self.transcript:
            return None
        try:
            return parse_transcript(self.transcript, self.name).session
        except OffleashError:
            return None


def save_playtest(folder: Path, game: PlaytestGame) -> None:
    """Write a game into a project, unless it was deleted; an earlier text of it is replaced."""
    if _is_deleted(_path(folder, game.name)):  # its table writes it again whenever it is opened
        return
    write_text(_path(folder, game.name), json.dumps(asdict(game), ensure_ascii=False, indent=1))


def delete_playtest(folder: Path, name: str) -> None:
    """Delete a game, of which an empty file remains. Raises OffleashError if there is none."""
    if name not in [game.name for game in list_playtests(folder)]:
        raise OffleashError("this playtest does not exist, or no longer exists")
    write_text(_path(folder, name), "")


def _is_deleted(path: Path) -> bool:
    return path.is_file() and path.stat().st_size == 0


def list_playtests(folder: Path) -> list[PlaytestGame]:
    """Return the games of a project that can be read, the latest first."""
    try:
        paths = [path for path in sorted((folder / FOLDER).glob("*.json")) if not _is_deleted(path)]
    except OSError:
        return []
    games = [game for path in paths[:MOST_GAMES] if (game := _read(path)) is not None]
    return sorted(games, key=lambda game: -game.at)


def _path(folder: Path, name: str) -> Path:
    if not name.replace("-", "").replace("_", "").isalnum():
        raise OffleashError("this is not the name of a playtest")
    return folder / FOLDER / f"{name}.json"


def _read(path: Path) -> PlaytestGame | None:
    """Return a game, or None if its file is damaged."""
    try:
        if path.is_symlink() or path.stat().st_size > MOST_BYTES:
            return None
        return parse_playtest(path.stem, json.loads(path.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def parse_playtest(name: str, data: Mapping[str, Any]) -> PlaytestGame:
    """Return a game from its JSON. Raise ValueError, KeyError or TypeError if it is wrong."""
    results = [float(share) for share in data["results"]]
    seats = [str(player) for player in data["seats"]]
    if len(results) != len(seats) or not all(0 <= share <= 1 for share in results):
        raise ValueError("a share for each seat")
    return PlaytestGame(
        name=name,
        at=_number(data["at"]),
        version=int(data["version"]),
        seats=seats,
        people=[int(seat) for seat in data["people"]],
        results=results,
        minutes=None if data["minutes"] is None else _number(data["minutes"]),
        rounds=None if data["rounds"] is None else _number(data["rounds"]),
        notes=str(data["notes"]),
        transcript=str(data["transcript"]),
        seconds=[(int(seat), _number(seconds)) for seat, seconds in data["seconds"]],
        answers=[
            PlayerAnswer(int(row["seat"]), int(row["rating"]), str(row["line"]))
            for row in data["answers"]
            if int(row["rating"]) in RATINGS
        ],
        agreed=[int(seat) for seat in data.get("agreed", [])],
    )


def _number(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number) or number < 0:
        raise ValueError("a number from 0 on")
    return number
