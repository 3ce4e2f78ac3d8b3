"""A plan ready to be played: the seatings of every arm, and its blocks shard by shard.

A block is one random stream: every arm plays it with each of its seatings. Games in a block meet
the same dice and cards as far as possible, so differences between arms and seatings come from
rules and places, not from luck.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib import import_module
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.kinds import find
from offleash.bots.lineup import policy
from offleash.bots.python.batch import play_bots
from offleash.compiler.cache import digest
from offleash.contract import Game, Label, Measure, Records
from offleash.contract.lab.general_measures import is_win_of_player, labels_of, measures_of
from offleash.engine.batch import Batch, Policy, Progress
from offleash.games import registry
from offleash.lab.figures.accounts import MeasureAccount, account_of
from offleash.lab.figures.forfeits import Forfeits, count_forfeits, without_forfeits
from offleash.lab.plans.plan import Arm, Plan, arm_options, lineup_size
from offleash.lab.runs.parquet_tables import ParquetTables, TableSchema, to_parquet_tables
from offleash.tools.errors import OffleashError

MOST_GROUPS = 2048  # of blocks, at most, in the account of one arm
FEWEST_GROUPS, MOST_ROWS = 64, 40_000  # limits if many arms share the memory for accounts
COUNTING_MODULES = (
    "offleash.engine.templates.playouts",
    "offleash.engine.templates.finishing_order",
    "offleash.contract.lab.general_measures",
    "offleash.contract.lab.playing_time",
    "offleash.lab.figures.accounts",
    "offleash.lab.runs.parquet_tables",
)
WINS = "wins"  # a goal may record wins only
SECONDS = "seconds"  # and may have seconds for kinds of decisions
MOST_CACHED_ARMS = 64  # the options of a large board take megabytes


@dataclass(frozen=True)
class LineupSeating:
    """One seating of a line-up: who sits where, and the changes of options that go with it."""

    players: tuple[str, ...]
    changes: Mapping[str, Any]


@dataclass(frozen=True)
class ArmTable:
    """An arm ready to be played: a row of options and a cast for each seating."""

    game: Game
    variants: Records
    seatings: Sequence[LineupSeating]
    also_compiled: Sequence[str] = ()  # bots compiled into the kernel, playing or not

    @cached_property
    def policy(self) -> Policy:
        """The compiled players; lazy, as a run can also be read where its bots are unknown."""
        lineups = (seating.players for seating in self.seatings)
        return policy(self.game, *lineups, also_compiled=self.also_compiled)


@dataclass(frozen=True)
class Work:
    """A range of blocks of one arm, to be played together."""

    arm: int
    lo: int
    hi: int


@dataclass(frozen=True)
class Shard:
    """The results of a range of blocks."""

    work: Work
    account: MeasureAccount
    sums: Records  # one record: counts by place
    digest: bytes  # of the final positions, block by block
    unfinished: int
    tables: ParquetTables | None = None  # game by game, if games are kept
    forfeits: Forfeits = field(default_factory=Forfeits)


class Experiment:
    """A plan with its game; experiments with the same `also_compiled` share one kernel."""

    def __init__(
        self, plan: Plan, game: Game | None = None, also_compiled: Sequence[str] = ()
    ) -> None:
        self.plan, self.game, self.also_compiled = (
            plan,
            game or registry.load(plan.game),
            also_compiled,
        )
        self.arm_table = lru_cache(MOST_CACHED_ARMS)(self._arm_table)

    @cached_property
    def games_per_block(self) -> list[int]:
        """For each arm, how many games a block has."""
        return [len(list(_arm_seatings(self.game, self.plan, arm))) for arm in self.plan.arms]

    @cached_property
    def blocks(self) -> int:
        """The largest number of blocks: enough for the games of every arm."""
        return max(-(-self.plan.games // count) for count in self.games_per_block)

    @cached_property
    def group(self) -> int:
        """How many consecutive blocks share a row in the accounts."""
        share = max(FEWEST_GROUPS, MOST_ROWS // len(self.plan.arms))
        return -(-self.blocks // min(MOST_GROUPS, share))

    def _arm_table(self, arm: int) -> ArmTable:
        plan_arm = self.plan.arms[arm]
        seatings = list(_arm_seatings(self.game, self.plan, plan_arm))
        rows = [arm_options(self.game, plan_arm, seating.changes) for seating in seatings]
        return ArmTable(self.game, np.concatenate(rows), seatings, self.also_compiled)

    def works(self, arm: int, lo: int, hi: int, games: int) -> list[Work]:
        """Split a range of blocks into shards of about `games` games, at group boundaries."""
        groups = max(1, games // (self.games_per_block[arm] * self.group))
        size = groups * self.group
        cuts = [lo, *range((lo // size + 1) * size, hi, size), hi]
        return [Work(arm, a, b) for a, b in pairwise(cuts) if a < b]

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The names of all players, in any arm."""
        lineups = (names for arm in self.plan.arms for names in arm.lineups)
        return tuple(dict.fromkeys(name for names in lineups for name in names))

    def labels(self, arm: int) -> list[Label]:
        """Return an arm's measures without playing: a misspelt one is refused before any game."""
        return labels_of(self.game, self.arm_table(arm).policy.players)

    @cached_property
    def table_schema(self) -> TableSchema:
        """What the tables of all shards have in common."""
        names = tuple(arm.name for arm in self.plan.arms)
        return TableSchema(self.game, names, self.players, bool(self.guests))

    def batch(self, work: Work, threads: int = 1, on_progress: Progress | None = None) -> Batch:
        """Play a range of blocks and return all of its games."""
        table, blocks = self.arm_table(work.arm), work.hi - work.lo
        seating_count = len(table.seatings)
        seated = np.tile(np.arange(seating_count), blocks)
        return play_bots(
            self.game,
            table.policy,
            len(seated),
            self.plan.seed,
            table.variants,
            rows=seated,
            seated=seated,
            numbers=np.repeat(np.arange(work.lo, work.hi), seating_count),
            threads=threads,
            progress=on_progress,
        )

    def play(
        self,
        work: Work,
        threads: int = 1,
        keep_games: bool = False,
        on_progress: Progress | None = None,
    ) -> Shard:
        """Play a range of blocks; with `keep_games` the shard holds its games as tables."""
        batch = self.batch(work, threads, on_progress)
        games_per_block, blocks = self.games_per_block[work.arm], range(work.lo, work.hi)
        return Shard(
            work,
            account_of(self._measures(batch), games_per_block * self.group),
            add_sums(batch.sums),
            _digest_by_block(batch, games_per_block),
            int((~batch.finished).sum()),
            to_parquet_tables(self.table_schema, work.arm, blocks, batch) if keep_games else None,
            count_forfeits(batch.forfeits.values()),
        )

    def _measures(self, batch: Batch) -> list[Measure]:
        """Return all measures, or wins only if the plan says so."""
        every = measures_of(self.game, batch, self.plan.goal.get(SECONDS))
        measures = [without_forfeits(measure, batch) for measure in every]
        if self.plan.goal.get("record") != WINS:
            return measures
        return [measure for measure in measures if is_win_of_player(measure.label)]

    @cached_property
    def guests(self) -> tuple[str, ...]:
        """Players that are not compiled and are asked move by move."""
        return tuple(n for n in self.players if find(self.game, n)[0].factory is not None)

    @cached_property
    def slow(self) -> tuple[str, ...]:
        """Players too slow for thousands of extra games: guests and searches."""
        kinds = {name: find(self.game, name)[0] for name in self.players}
        return tuple(
            name for name, kind in kinds.items() if kind.factory is not None or kind.is_slow
        )

    @cached_property
    def rules_digest(self) -> str:
        """A digest of everything that decides the games: rules, bots with weights, options."""
        game, facts = self.game, [self.game.rules_version, self.game.rules.rule.facts]
        for name in sorted(self.players):
            kind, argument = find(game, name)
            facts.append(f"{name} {list(kind.weights(game, argument))}")
        for arm in self.plan.arms:  # in binary form, as other files parse boards and decks
            facts.append(hashlib.sha256(arm_options(game, arm).tobytes()).hexdigest())
        for option in game.file_options.values():
            facts.append(f"{option.name} {list(option.values)}")
        return digest("\n".join(facts), self._sources())

    def _sources(self) -> set[Path]:
        """Return the source files of rules, playouts, bots, seatings and measures."""
        templates = {find(self.game, name)[0].template for name in self.players}
        modules = [import_module(name) for name in (*templates, *COUNTING_MODULES)]
        files = [getattr(module, "__file__", None) for module in modules]  # a console has none
        sources = {*self.game.rules.rule.bot_files, *(Path(file) for file in files if file)}
        hooks = (self.game.lab.measures, self.game.lab.columns, self.game.lab.seating.places)
        for hook in filter(None, hooks):
            file = Path(hook.__code__.co_filename)
            sources |= {*file.parent.glob("*.py")} if file.name == "__init__.py" else {file}
        return sources


def _digest_by_block(batch: Batch, games: int) -> bytes:
    """Return fingerprints of each block's final positions, one after another."""
    blocks = (batch.states[i : i + games] for i in range(0, len(batch.states), games))
    return b"".join(hashlib.sha256(block.tobytes()).digest()[:8] for block in blocks)


def add_sums(sums: Records) -> Records:
    """Return the sums of all rows in one record."""
    total = np.zeros(1, sums.dtype)
    if sums.dtype.itemsize:
        total.view(np.int64)[:] = sums.view(np.int64).reshape(len(sums), -1).sum(axis=0)
    return total


# Seatings


def _arm_seatings(game: Game, plan: Plan, arm: Arm) -> Iterator[LineupSeating]:
    """Yield every seating of an arm once."""
    return seatings_of(game, arm_options(game, arm), arm.lineups, plan.seatings)


def seatings_of(
    game: Game, options: Records, lineups: Sequence[Sequence[str]], seatings: str
) -> Iterator[LineupSeating]:
    """Yield every seating once: all line-ups, orders of players and turns of places."""
    seats, most = game.seat_count(options), lineup_size(game, options)
    seen: set[tuple[Any, ...]] = set()
    for players in lineups:
        if len(players) not in (seats, most):
            raise OffleashError(f"a line-up of {len(players)} does not fit {seats} seats")
        if len(players) < most and seatings == "subsets" and len(set(players)) > 1:
            raise OffleashError(
                f"with seatings subsets, name one bot, or one for each of the {most} archetypes"
            )
        bots = [players[0]] * most if len(set(players)) == 1 else list(players)
        for order in _orders(seatings, seats, most):
            moved = _player_options(game, options, order)
            for turned in _places(game, seatings, options):
                names, changes = tuple(bots[i] for i in order), {**moved, **turned}
                key = (names, tuple(sorted(changes.items())))
                if key not in seen:
                    seen.add(key)
                    yield LineupSeating(names, changes)


def _orders(seatings: str, seats: int, most: int) -> list[tuple[int, ...]]:
    """Return for every seating which player each seat gets, of as many as there are archetypes."""
    if seatings == "fixed":
        return [tuple(range(seats))]
    if seatings == "rotations":
        return [tuple((seat + turn) % seats for seat in range(seats)) for turn in range(seats)]
    return list(permutations(range(most if seatings == "subsets" else seats), seats))


def _player_options(game: Game, options: Records, order: Sequence[int]) -> dict[str, Any]:
    """Return the options that move with the players, for one order of players."""
    changes: dict[str, Any] = {}
    for option in game.rules.options:
        if option.name in game.lab.seating.moves:
            values: NDArray[Any] = options[option.name][0]
            rest = [place for place in range(len(values)) if place not in order]
            changes[option.name] = option.format(values[[*order, *rest]])
    return changes


def _places(game: Game, seatings: str, options: Records) -> list[Mapping[str, Any]]:
    """Return the changes of options that move what belongs to the seats."""
    if seatings != "factorial" or game.lab.seating.places is None:
        return [{}]
    return game.lab.seating.places(options)
