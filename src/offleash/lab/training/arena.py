"""Measures candidates: many sets of weights play the same blocks in the same seats.

A block is one random stream, and every candidate plays it from every seat against the same
opponents, all in one batch: candidates differ in a row of numbers, so nothing is compiled.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from offleash.bots.lineup import policy, seat_names
from offleash.contract import Game, Records, Weights
from offleash.contract.options import OrderOption
from offleash.engine.batch import Batch, Policy, Progress, play_batch
from offleash.lab.experiments.ladder import sides_of
from offleash.lab.runs.experiment import LineupSeating, seatings_of
from offleash.lab.training.trainees import Trainee
from offleash.tools.errors import OffleashError

TRAINEE = "@"  # stands for the trainee in a line-up

Lineup = tuple[str, ...]
Numbers = NDArray[np.float64]


class Arena:
    """All seatings in which one trainee is measured."""

    def __init__(
        self,
        game: Game,
        rules: Sequence[Records],
        trainee: Trainee,
        against: Sequence[str] = (),
        seatings: str | None = None,
    ) -> None:
        """Play under the options in `rules`; each text in `against` is a set of opponents."""
        self.game, self.trainee = game, trainee
        tables = []
        for options in rules:
            lineups = lineups_of(game, options, trainee, against)
            ways = seatings_of(game, options, lineups, seatings or game.lab.seating.usual)
            tables += [(options, seating) for seating in ways]
        self.seatings = [seating for _, seating in tables]
        names = (_player_names(seating, trainee.bot) for seating in self.seatings)
        self._policy = policy(game, *names)
        if self._policy.guests:
            raise OffleashError("training needs compiled bots: name others with --against")
        self._is_trainee = np.zeros((len(tables), game.max_seats), bool)
        for is_trainee, seating in zip(self._is_trainee, self.seatings, strict=True):
            is_trainee[: len(seating.players)] = [name == TRAINEE for name in seating.players]
        changed = [
            game.options(game.base(o) or None, game.changes(o), c.changes) for o, c in tables
        ]
        self._variants = np.concatenate(changed)
        self._base = list(self._policy.players).index(trainee.bot)

    @property
    def opponents(self) -> list[str]:
        """The names of all opponents, without repeats."""
        names = (name for seating in self.seatings for name in seating.players if name != TRAINEE)
        return list(dict.fromkeys(names))

    def blocks(self, games: int) -> int:
        """Return the number of blocks that has at least `games` games."""
        return -(-games // len(self.seatings))

    def shares(
        self,
        candidates: Sequence[Weights],
        seed: int,
        first: int,
        blocks: int,
        threads: int | None = None,
        on_progress: Progress | None = None,
    ) -> Numbers:
        """Return blocks × candidates: the share of all wins in a block, ties shared."""
        seating_count, count = len(self.seatings), len(candidates)
        batch = self._play(candidates, seed, first, blocks, threads, on_progress)
        is_trainee = np.tile(self._is_trainee, (blocks * count, 1))
        won = _trainee_shares(batch, is_trainee).reshape(blocks, count, seating_count)
        shares: Numbers = won.mean(axis=2)
        return shares

    def differs(
        self, candidates: Sequence[Weights], seed: int, games: int, threads: int | None = None
    ) -> list[bool]:
        """Return whether each candidate plays any game differently from the first candidate."""
        count, blocks = len(candidates), self.blocks(games)
        batch = self._play(candidates, seed, 0, blocks, threads)
        ends = batch.states.view(np.uint8).reshape(blocks, count, -1)
        return [bool((ends[:, i] != ends[:, 0]).any()) for i in range(count)]

    def _play(
        self,
        candidates: Sequence[Weights],
        seed: int,
        first: int,
        blocks: int,
        threads: int | None = None,
        on_progress: Progress | None = None,
    ) -> Batch:
        """Play all games, ordered by block, candidate and seating."""
        seating_count = len(self.seatings)
        pairs = np.arange(len(candidates) * seating_count)
        return play_batch(
            self.game,
            self.cast(candidates),
            blocks * len(pairs),
            seed,
            self._variants,
            rows=np.tile(pairs % seating_count, blocks),
            seated=np.tile(pairs, blocks),
            numbers=np.repeat(np.arange(first, first + blocks), len(pairs)),
            threads=threads,
            progress=on_progress,
        )

    def cast(self, candidates: Sequence[Weights]) -> Policy:
        """Return a policy with a row for each candidate, and all seatings for each of them."""
        known = self._policy
        rows = np.repeat(known.personas[self._base][None], len(candidates), axis=0)
        for row, weights in zip(rows, candidates, strict=True):
            self._rewrite(row, weights)
        casts = np.tile(known.casts, (len(candidates), 1))
        numbers = len(known.personas) + np.repeat(np.arange(len(candidates)), len(self.seatings))
        casts = np.where(np.tile(self._is_trainee, (len(candidates), 1)), numbers[:, None], casts)
        players = [*known.players, *(f"candidate {n}" for n in range(len(candidates)))]
        personas = np.concatenate([known.personas, rows])
        return replace(known, personas=personas, casts=casts, players=players)

    def _rewrite(self, row: NDArray[np.int64], weights: Weights) -> None:
        """Write changed weights into a row; the others stay, as player models may differ."""
        start = self.trainee.start
        for number, (name, weight) in enumerate(weights.items()):
            if weight != start[name]:
                row[[offset + number for offset in self.trainee.offsets]] = weight


def _trainee_shares(batch: Batch, is_trainee: NDArray[np.bool_]) -> Numbers:
    """Return the trainee's share of each game's wins; of an unfinished game, its share of seats."""
    won, whole = (batch.results * is_trainee).sum(axis=1), batch.results.sum(axis=1)
    even = is_trainee.sum(axis=1) / batch.playing.sum(axis=1)
    shares: Numbers = np.divide(won, whole, out=even, where=whole > 0)
    return shares


# Who sits where


def _player_names(seating: LineupSeating, bot: str) -> list[str]:
    return [bot if name == TRAINEE else name for name in seating.players]


def lineups_of(
    game: Game, options: Records, trainee: Trainee, against: Sequence[str] = ()
) -> list[Lineup]:
    """Return all line-ups: the trainee on one side, opponents on the others.

    If seats are archetypes with personas, a persona sits in its own seat and any other trainee
    takes each seat in turn; personas play the other seats unless `against` names opponents.
    """
    sides, roles = sides_of(game, options), archetypes_of(game, options)
    if len(set(sides)) < 2:
        raise OffleashError(f"all seats of {game.title} win together, so nothing can be won")
    places = (
        [0] if not roles else [roles.index(trainee.player)] if trainee.player in roles else sides
    )
    lineups = []
    for place in dict.fromkeys(places):
        others = [seat for seat, side in enumerate(sides) if side != place]
        for names in _opponents(game, trainee, [roles[o] for o in others if roles], against):
            players = dict(zip(others, seat_names(game, names, len(others)), strict=True))
            lineups.append(tuple(players.get(seat, TRAINEE) for seat in range(len(sides))))
    return lineups


def _opponents(
    game: Game, trainee: Trainee, roles: Sequence[str], against: Sequence[str]
) -> Sequence[str]:
    """Return the opponents, a text for each line-up; a search is trained against itself."""
    others = [name for name in game.bots.personas if name != trainee.player]
    if against:
        return against
    if roles:
        return [",".join(f"persona:{role}" for role in roles)]
    if trainee.is_searching:
        return [trainee.bot]
    return ["greedy", *(f"persona:{name}" for name in others)]


def archetypes_of(game: Game, options: Records) -> list[str]:
    """Return the persona of each seat; empty if all seats are alike."""
    for option in game.rules.options:
        if isinstance(option, OrderOption) and option.name in game.lab.seating.moves:
            names = option.format(options[option.name][0]).split(",")[: game.seat_count(options)]
            if set(names) <= set(game.bots.personas):
                return names
    return []
