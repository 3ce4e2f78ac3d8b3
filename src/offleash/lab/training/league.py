"""Whom a learner plays against: bots of the game, searches, its earlier selves and itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from offleash.bots.kinds import LEARNED, PERSONA, bot_names, learned_row
from offleash.bots.lineup import default_bot, policy
from offleash.bots.templates.learned import NOISE, NOISY, SURE
from offleash.contract import Game, Records
from offleash.contract.bots.judges import Judge
from offleash.contract.bots.weights import GREEDY, TUNED
from offleash.engine.batch import Policy
from offleash.lab.runs.experiment import seatings_of
from offleash.lab.training.recorder import Fixture
from offleash.tools.errors import OffleashError

MOST_EARLIER = 4  # earlier selves
NOBODY = -1

# How many games of a hundred have which company.
ALONE, SOME, ALL, SEARCHES = range(4)  # one learner; a few; learners only; learners and searches
COMPANY = (70, 12, 16, 2)  # a learner alone costs a quarter of four; a search twenty learners
FIRST_RULES = 0.5  # of the games; the other rules share the rest
EARLIER = 0.3  # of the learners after the first, how many are earlier selves


@dataclass
class League:
    """The players of a training, and the tables at which they sit."""

    game: Game
    rules: Sequence[Records]
    judge: Judge
    search: str = ""  # a search that sits at some tables
    earlier: Sequence[Judge] = ()  # the learner's earlier selves

    def __post_init__(self) -> None:
        """Find the tables. Raise OffleashError if they have different numbers of seats."""
        game = with_judge(self.game, self.judge)
        rows, players, styles, chances = [], [], [], []
        for number, options in enumerate(self.rules):
            seats = game.seat_count(options)
            usual = [default_bot(game, options, seat) for seat in range(seats)]
            seatings = list(seatings_of(game, options, [usual], "factorial"))
            chances += [share_of_games(number, len(self.rules)) / len(seatings)] * len(seatings)
            for seating in seatings:
                changes = (game.changes(options), seating.changes)
                rows.append(game.options(game.base(options) or None, *changes))
                players.append(seating.players)
                styles.append([styles_like(game, name) for name in seating.players])
        if len(set(map(len, players))) > 1:
            raise OffleashError("all rules of a training must have the same number of seats")
        self.variants, self._chances = np.concatenate(rows), np.array(chances)
        names = list(dict.fromkeys(name for row in styles for seat in row for name in seat))
        names = [LEARNED.name, *names, *([self.search] if self.search else [])]
        self._known = policy(game, *([name] for name in names))
        order = list(self._known.players)
        self.usual = [[order.index(name) for name in row] for row in players]
        self._styles = [[[order.index(name) for name in seat] for seat in row] for row in styles]
        self._search = order.index(self.search) if self.search else NOBODY

    def policy(self, judge: Judge, noise: float = 0.0, noisy: int = 1) -> Policy:
        """Return the policy with the learner as it is now; `noise` on one turn of `noisy`."""
        known, selves = self._known.personas, [judge, *self._selves]
        header = [known[0, 0], *learned_row(self.game, judge)]
        table = np.zeros((len(known) + len(selves) - 1, len(header)), np.int64)
        table[: len(known), : known.shape[1]] = known
        for place, self_judge in zip([0, *range(len(known), len(table))], selves, strict=True):
            table[place, 1:] = learned_row(self.game, self_judge)
            table[place, NOISE], table[place, NOISY] = int(noise * SURE), noisy
        return replace(self._known, personas=table)

    @property
    def _selves(self) -> Sequence[Judge]:
        return self.earlier[-MOST_EARLIER:]

    def tables(self, games: int, first: int, rng: np.random.Generator) -> Fixture:
        """Return tables at random, with the learner in at least one seat of each."""
        rows = rng.choice(len(self.variants), games, p=self._chances)
        company = rng.choice(len(COMPANY), games, p=np.array(COMPANY) / sum(COMPANY))
        casts = np.full((games, self.game.max_seats), NOBODY, np.int64)
        watched = np.zeros(games, np.int64)
        for i, (row, kind) in enumerate(zip(rows, company, strict=True)):
            seats = len(self.usual[row])
            learners = self._learners(kind, seats, rng)
            for seat in range(seats):
                casts[i, seat] = self._player(row, seat, learners, kind, rng)
            watched[i] = sum(1 << s for s in range(seats) if casts[i, s] == 0)
        numbers = np.int64(first) + np.arange(games)
        return Fixture(self.variants, rows.astype(np.int64), casts, numbers, watched)

    def _learners(self, company: int, seats: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return the seats of learners, the first of which is the learner as it is now."""
        order = rng.permutation(seats)
        if company == ALONE:
            return order[:1]
        if company == ALL:
            return order
        return order[: max(1, seats // 2)]

    def _player(
        self,
        row: int,
        seat: int,
        learners: NDArray[np.int64],
        company: int,
        rng: np.random.Generator,
    ) -> int:
        if seat == learners[0]:
            return 0
        if seat in learners:
            if not self._selves or rng.random() >= EARLIER:
                return 0
            return len(self._known.personas) + int(rng.integers(len(self._selves)))
        if company == SEARCHES and self._search != NOBODY:
            return self._search
        styles = self._styles[row][seat]
        return styles[int(rng.integers(len(styles)))]

    def first_tables(self, games: int, first: int, rng: np.random.Generator) -> Fixture:
        """Return tables without a learner, all seats watched: what a judge begins with."""
        rows = rng.choice(len(self.variants), games, p=self._chances)
        casts = np.full((games, self.game.max_seats), NOBODY, np.int64)
        watched = np.zeros(games, np.int64)
        for i, row in enumerate(rows):
            for seat, styles in enumerate(self._styles[row]):
                casts[i, seat] = styles[int(rng.integers(len(styles)))]
            watched[i] = (1 << len(self._styles[row])) - 1
        numbers = np.int64(first) + np.arange(games)
        return Fixture(self.variants, rows.astype(np.int64), casts, numbers, watched)

    @property
    def seats(self) -> int:
        """Seats of a table."""
        return len(self.usual[0])

    def trial_tables(self, tables: int, first: int) -> tuple[Fixture, NDArray[np.int64]]:
        """Return the learner among the usual bots, in every seat of so many tables; and its seats.

        The games of one table have the same luck, whichever seat is the learner's.
        """
        order = np.random.default_rng(0).permutation(len(self.usual))
        rows = np.repeat(np.resize(order, tables), self.seats)
        seats = np.tile(np.arange(self.seats), tables)
        casts = np.full((len(rows), self.game.max_seats), NOBODY, np.int64)
        casts[:, : self.seats] = np.array(self.usual)[rows]
        casts[np.arange(len(rows)), seats] = 0
        numbers = np.int64(first) + np.arange(len(rows)) // self.seats
        return Fixture(self.variants, rows, casts, numbers, np.zeros(len(rows), np.int64)), seats


def share_of_games(number: int, count: int) -> float:
    """Return how many games of a training have the rules of this number."""
    if count == 1:
        return 1.0
    return FIRST_RULES if number == 0 else (1 - FIRST_RULES) / (count - 1)


def with_judge(game: Game, judge: Judge) -> Game:
    """Return the same game with a learned player that has this judge."""
    return replace(game, bots=replace(game.bots, judges={LEARNED.name: judge}))


def styles_like(game: Game, bot: str) -> list[str]:
    """Return bots that may sit where a bot usually does: other weights, or other styles of it."""
    known, persona = bot_names(game), bot.partition(":")[2]
    if persona:
        own = [bot, *(name for name in [f"{TUNED}:{persona}"] if name in known)]
        sparring = [
            f"{PERSONA}:{name}" for name, style in game.bots.personas.items() if style.spars
        ]
        return [*own, *own, *sparring] if sparring else own  # mostly the seat's own style
    styles = [f"{kind}:{name}" for kind in (PERSONA, TUNED) for name in game.bots.personas]
    return [name for name in (GREEDY, TUNED, *styles) if name in known]
