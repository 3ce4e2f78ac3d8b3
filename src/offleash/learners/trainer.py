"""A training that goes on: games, steps, and checkpoints that a later run takes up exactly.

What is learnt depends on the settings and the number of updates, never on the clock: each update
has luck of its own, and a checkpoint holds the networks and every game as it stands.
"""

import copy
import io
import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch

from offleash.adapters.vector import GameVector
from offleash.contract import Game, Records
from offleash.contract.bots.player_networks import WholeNetwork
from offleash.engine.batch import cores
from offleash.learners.network import UNITS, LearningNetwork
from offleash.learners.ppo import learn
from offleash.learners.rollouts import TensorTable, join, roll_out
from offleash.tools.errors import OffleashError

PAST_EVERY = 40  # updates after which the network as it is joins the league
MOST_PAST = 12
STRANGER = 4  # a table with bots has this part of the games of self-play
SLOWER_AFTER = 400  # updates after which steps get smaller
SEED_STEP = 1_000_003


@dataclass(frozen=True)
class PlayerSettings:
    """What decides the network beside the rules and the number of updates."""

    device: str = "cpu"
    games: int = 512  # at once
    steps: int = 32  # decisions of each game in an update
    part: int = 2048  # decisions of a step
    rate: float = 1e-3
    against: tuple[str, ...] = ()  # line-ups of bots, in which one seat says agent
    seed: int = 0
    units: tuple[int, int, int, int] = UNITS


class PlayerTrainer:
    """Plays and learns, update by update."""

    def __init__(self, game: Game, rules: Records, settings: PlayerSettings) -> None:
        """`rules` are the options that games take in turn."""
        if settings.device == "cuda" and not torch.cuda.is_available():
            raise OffleashError("PyTorch finds no GPU: leave out --device cuda")
        if game.learning.encode is None or game.learning.write_action is None:
            raise OffleashError(f"{game.title} does not say what a network needs, as numbers")
        torch.manual_seed(settings.seed)
        self.game, self.settings = game, settings
        self.network = LearningNetwork(game, settings.units).to(settings.device)
        self.average = copy.deepcopy(self.network)
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), settings.rate, fused=settings.device == "cuda"
        )
        self.past: list[dict[str, Any]] = []
        self._past_self = copy.deepcopy(self.network)
        self.updates, self.decisions = 0, 0
        self.tables = self._new_tables(rules)

    def _new_tables(self, rules: Records) -> list[TensorTable]:
        """Return a table of self-play, and one for each line-up of bots."""
        settings, device = self.settings, self.settings.device
        shared: dict[str, Any] = {"actions": True, "skip_forced": True, "copy": False}
        shared |= {"options": rules, "device": device}
        games = [settings.games, *[max(1, settings.games // STRANGER)] * len(settings.against)]
        tables = []
        for number, (seats, count) in enumerate(
            zip(("agent", *settings.against), games, strict=True)
        ):
            threads = min(cores(), count) if device == "cpu" else 1
            vector = GameVector(self.game, count, seats=seats, threads=threads, **shared)
            vector.reset(seed=settings.seed + number * SEED_STEP)
            tables.append(TensorTable(vector, device))
        return tables

    def update(self) -> dict[str, float]:
        """Play, learn from it once, and return how that went."""
        settings, number = self.settings, self.updates
        luck = torch.Generator(settings.device)
        luck.manual_seed(settings.seed * SEED_STEP + number)
        if self.past:
            choice = np.random.default_rng([settings.seed, number]).integers(len(self.past))
            self._past_self.load_state_dict(self.past[choice])
        past = self._past_self if self.past else None
        parts = [
            roll_out(table, self.network, None if i else past, settings.steps, number, luck)
            for i, table in enumerate(self.tables)
        ]
        for group in self.optimiser.param_groups:
            group["lr"] = settings.rate / (1 + number / SLOWER_AFTER) ** 0.5
        samples = join(parts)
        facts = learn(self.network, self.optimiser, self.average, samples, settings.part, luck)
        self.updates += 1
        self.decisions += int(facts["decisions"])
        if self.updates % PAST_EVERY == 0:
            state = {name: t.clone() for name, t in self.average.state_dict().items()}
            self.past = [*self.past, state][-MOST_PAST:]
        return facts

    def run(
        self, is_done: Callable[[], bool], note: Callable[[dict[str, float]], None] | None = None
    ) -> None:
        """Update until that is done."""
        while not is_done():
            start = time.perf_counter()
            facts = self.update()
            if note is not None:
                note({**facts, "seconds": time.perf_counter() - start})

    def whole(self) -> WholeNetwork:
        """Return the player as it is now, in whole numbers."""
        whole: WholeNetwork = self.average.whole()
        return whole

    @property
    def games(self) -> int:
        """How many games were played to their ends."""
        return sum(table.finished for table in self.tables)

    # Checkpoints

    def checkpoint(self) -> bytes:
        """Return all that a later run needs to go on as if it had never stopped."""
        data = {
            "settings": asdict(self.settings),
            "updates": self.updates,
            "decisions": self.decisions,
            "finished": [table.finished for table in self.tables],
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "past": self.past,
            "tables": [table.vector.snapshot() for table in self.tables],
        }
        buffer = io.BytesIO()
        torch.save(data, buffer)
        return buffer.getvalue()

    def restore(self, data: bytes) -> None:
        """Take up a checkpoint of a training with the same settings. Raises OffleashError."""
        try:
            saved = torch.load(io.BytesIO(data), self.settings.device, weights_only=True)
        except (RuntimeError, ValueError, EOFError, KeyError, pickle.UnpicklingError):
            raise OffleashError("the checkpoint is damaged: delete it to begin anew") from None
        if saved["settings"] != asdict(self.settings):
            raise OffleashError("the checkpoint is of a training with other settings")
        self.network.load_state_dict(saved["network"])
        self.average.load_state_dict(saved["average"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.updates, self.decisions = saved["updates"], saved["decisions"]
        self.past = saved["past"]
        parts = zip(self.tables, saved["tables"], saved["finished"], strict=True)
        for table, snapshot, finished in parts:
            table.vector.restore(snapshot)
            table.finished = finished


def rule_rows(game: Game, rules: Records, also: Sequence[Mapping[str, str]]) -> Records:
    """Return the options that games take in turn: half have `rules`, if there are others."""
    base, changes = game.base(rules) or None, game.changes(rules)
    others = [game.options(base, changes, other) for other in also]
    rows = np.concatenate([*[rules] * max(1, len(others)), *others])
    return rows.view(game.rules.options_record)
