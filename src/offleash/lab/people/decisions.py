"""Decisions that somebody took in recorded games, and how likely a model makes them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.kinds import PERSON
from offleash.bots.people import Person, person_row
from offleash.bots.templates import likelihood
from offleash.bots.templates.likelihood import DecisionRecord, Room
from offleash.compiler.record import EMPTY, words
from offleash.compiler.rule import specialise
from offleash.contract import Game
from offleash.contract.rules.actors import MOST_GOALS
from offleash.play.session import Session

Numbers = NDArray[np.float64]
# What the template of a person's choice lends to the one that reads decisions
SHARED = (
    *("prepare", "list_goals", "aim", "planned", "goal_worth"),
    *("is_among", "weigh", "attention"),
)


@dataclass(frozen=True)
class RecordedGame:
    """A game that was played: who sat where, where it is from, and when that was."""

    session: Session
    players: Mapping[int, str]  # by seat, without those whom nobody may study
    source: str  # its file
    digest: str
    date: str = ""


@dataclass(frozen=True, eq=False)
class Decisions:
    """All decisions of one player, game after game, without forced ones."""

    game: Game
    record: DecisionRecord
    numbers: NDArray[np.int64]  # of the game that each belongs to
    counts: NDArray[np.int64]  # how many actions each had to choose from

    def __len__(self) -> int:
        return len(self.numbers)

    @cached_property
    def games(self) -> NDArray[np.int64]:
        """The numbers of the games."""
        return np.unique(self.numbers)

    def of_games(self, games: Iterable[int]) -> "Decisions":
        """Return only those of some games."""
        is_theirs = np.isin(self.numbers, list(games))
        rows = {
            name: getattr(self.record, name)[is_theirs]
            for name in ("states", "rows", "actors", "actions", "begins")
        }
        record = DecisionRecord(variants=self.record.variants, **rows)
        return Decisions(self.game, record, self.numbers[is_theirs], self.counts[is_theirs])

    def read(self, model: Person) -> tuple[Numbers, Numbers]:
        """Return the logarithm of each decision's chance, and whether it was the likeliest."""
        return self.read_row(np.array([0, *person_row(self.game, model)], np.int64))

    def read_row(self, row: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
        """Do so for the numbers of a player."""
        logs, hits = np.zeros(len(self)), np.zeros(len(self))
        _reader(self.game).read_decisions(self.record, _room(self.game), row, logs, hits)
        return logs, hits


def _reader(game: Game) -> Any:
    """Return the template `likelihood`, bound to a game."""
    person = PERSON.module(game, EMPTY)
    bound = {name: getattr(person, name) for name in SHARED}
    bound |= {"score": game.bots.score, "legal_actions": game.rules.legal_actions}
    return specialise(game.rules.rule, likelihood, **bound)


def _room(game: Game) -> Room:
    plans = game.new_plans()
    study, odds, counts = game.new_study(EMPTY), np.zeros(MOST_GOALS), np.zeros(1, np.int64)
    return Room(game.new_work(), plans, words(plans), study, game.new_out(), odds, counts)


def decisions_of(games: Sequence[RecordedGame], names: Iterable[str]) -> Decisions:
    """Return the decisions of players with these names, as each saw the game; of one kind of game.

    The decisions of a player in a game follow each other, in the order of the game.
    """
    players = set(names)
    game = games[0].session.game
    out, work = game.new_out(), game.new_work()
    states, rows = [], []
    for number, recorded in enumerate(games):
        session = recorded.session
        for seat in (seat for seat, name in recorded.players.items() if name in players):
            is_first = 1
            for moment in session.history:
                if moment.actor != seat:
                    continue
                view = np.frombuffer(moment.before, game.rules.record).copy()
                options = session.options[0]
                count = int(game.rules.legal_actions(view[0], options, work[0], out))
                if count < 2:
                    continue
                game.rules.hide(view[0], options, seat)
                states.append(view)
                rows.append((number, seat, moment.action, is_first, count))
                is_first = 0
    table = np.array(rows, np.int64).reshape(-1, 5)
    record = DecisionRecord(
        states=np.concatenate(states) if states else np.zeros(0, game.rules.record),
        variants=np.concatenate([recorded.session.options for recorded in games]),
        rows=np.ascontiguousarray(table[:, 0]),
        actors=np.ascontiguousarray(table[:, 1]),
        actions=np.ascontiguousarray(table[:, 2]),
        begins=np.ascontiguousarray(table[:, 3]),
    )
    return Decisions(game, record, record.rows, np.ascontiguousarray(table[:, 4]))
