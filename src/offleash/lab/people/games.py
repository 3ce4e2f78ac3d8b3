"""Recorded games to fit models to: transcripts, playtests, and folders of them."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from offleash.bots.kinds import is_bot
from offleash.lab.people.decisions import RecordedGame
from offleash.play.transcript import parse_transcript
from offleash.projects.playtests import FOLDER, PlaytestGame, parse_playtest
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.files import read_text
from offleash.tools.prose import count_of, join_and

SUFFIXES = (".txt", ".json")


@dataclass(frozen=True)
class RecordedGames:
    """Games of one kind, and what of the files could not be used, with the reason."""

    games: Sequence[RecordedGame]
    unused: Sequence[str]

    @property
    def names(self) -> list[str]:
        """The names of the players, in order of their first game."""
        names = (name for game in self.games for name in game.players.values())
        return list(dict.fromkeys(names))

    @property
    def people(self) -> list[str]:
        """The names of those that are not bots."""
        return [name for name in self.names if not is_bot(self.games[0].session.game, name)]


def read_games(paths: Sequence[Path], is_agreed: bool = False) -> RecordedGames:
    """Read games from files and folders. Raises OffleashError if there are none, or several kinds.

    A person's seat counts only with consent from the table, or if `is_agreed` gives it for all.
    """
    games: dict[str, RecordedGame] = {}
    refused: list[str] = []
    unused: list[str] = []
    for path in _files(paths):
        text = read_text(path)
        agreed, game = (_read_playtest if path.suffix == ".json" else _read)(path, text)
        if game is None:
            unused.append(f"{path} has no moves that can be played again")
            continue
        studied = {
            seat: name
            for seat, name in game.players.items()
            if is_agreed or seat in agreed or is_bot(game.session.game, name)
        }
        refused += [name for seat, name in game.players.items() if seat not in studied]
        games.setdefault(game.digest, replace(game, players=studied))
    if refused:
        names = join_and(list(dict.fromkeys(refused)))
        unused.append(f"{names} did not agree at the table; add --agreed if they did otherwise")
    if not games:
        reasons = "".join(f"; {reason}" for reason in unused)
        raise OffleashError(f"there are no games in these files{reasons}")
    titles = list(dict.fromkeys(game.session.game.title for game in games.values()))
    if len(titles) > 1:
        raise OffleashError(f"these are games of {join_and(titles)}: a model is for one game")
    return RecordedGames(list(games.values()), unused)


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    """Return the files; those of a folder, or of a project's playtests, in order of their names."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        folder = path / FOLDER if (path / FOLDER).is_dir() else path
        files = [file for file in sorted(folder.iterdir()) if file.suffix in SUFFIXES]
        yield from (file for file in files if file.stat().st_size > 0)


def _read(path: Path, text: str) -> tuple[Sequence[int], RecordedGame | None]:
    transcript = parse_transcript(text, path)
    session = transcript.session
    players = dict(enumerate(session.seats))
    if not players:
        raise BadFile(path, None, "its seats have no names, so nobody's decisions are known")
    digest = _digest(text)
    return (), RecordedGame(session, players, path.name, digest, transcript.date)


def _read_playtest(path: Path, text: str) -> tuple[Sequence[int], RecordedGame | None]:
    try:
        test: PlaytestGame = parse_playtest(path.stem, json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadFile(path, None, "this is not a playtest, as the studio writes it") from None
    if not test.transcript or (session := test.session()) is None:
        return (), None
    players = {seat: test.seats[seat] for seat in range(len(test.seats))}
    return test.agreed, RecordedGame(session, players, path.name, _digest(test.transcript))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def check_enough(games: RecordedGames, name: str, fewest: int) -> None:
    """Raise OffleashError if somebody played too few of the games for a model."""
    mine = [game for game in games.games if name in game.players.values()]
    if not mine:
        others = join_and(games.names)
        known = f"those who may are {others}" if others else "; ".join(games.unused)
        raise OffleashError(f"nobody called {name} may be modelled from these games: {known}")
    if len(mine) < fewest:
        raise OffleashError(
            f"{name} played {count_of(len(mine), 'game')} of these: a model from fewer than "
            f"{fewest} would say more about the method than about {name}"
        )
