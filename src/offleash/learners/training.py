"""A training as it was ordered: its folder, its progress, and the file that comes of it."""

import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from offleash.compiler.rule import source_of
from offleash.contract import Game, Records
from offleash.contract.bots.judges import SUFFIX
from offleash.contract.bots.player_networks import (
    PlayerNetwork,
    WholeNetwork,
    format_player,
    read_player,
)
from offleash.lab.libraries import require
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.questions.train import Train
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.folder import Folder
from offleash.lab.statistics.intervals import Interval
from offleash.learners.strength import USUAL, player_of, strength
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.files import exists, read_bytes, write_bytes

if TYPE_CHECKING:
    from offleash.learners.trainer import PlayerTrainer

CHECKPOINT = "checkpoint.pt"
SAVE_S = 60.0  # seconds of training between checkpoints
TABLES = {"cpu": 512, "cuda": 32_768}  # games at once
PARTS = {"cpu": 2048, "cuda": 32_768}  # decisions of a step
FRESH_SEED = 1_000_000  # luck that no training has
TRIAL_PART = 10  # a trial on the way has this part of the games of the last one


@dataclass(frozen=True)
class PlayerTraining:
    """What is trained, for how long, and where it goes."""

    game: Game
    rules: Sequence[Records]  # for each preset
    also: Sequence[Mapping[str, str]]  # changes that some of the games have
    question: Train
    out: Path
    state: Path

    def __post_init__(self) -> None:
        """Raise OffleashError if PyTorch is missing, or the file can't be written."""
        require("--minutes", "torch", extra="torch")
        if self.out.suffix != SUFFIX:
            raise BadFile(self.out, None, f"the name of a player's file ends with {SUFFIX}")
        if exists(self.out):
            read_player(self.out, self._encodings)

    @property
    def _encodings(self) -> Any:
        return self.game.learning.encoding, self.game.learning.action_encoding

    @cached_property
    def rows(self) -> Records:
        """The options that games take in turn: half without `also`, if there is such a thing."""
        from offleash.learners.trainer import rule_rows

        rows = [rule_rows(self.game, rules, self.also) for rules in self.rules]
        return np.concatenate(rows).view(self.game.rules.options_record)

    @property
    def command(self) -> str:
        """The command that begins the same training; how long it takes is not a part of it."""
        question, parts = self.question, ["offleash", "train", self.game.name]
        for rules in self.rules:
            if preset := self.game.base(rules):
                parts += ["--preset", preset]
        for name, value in self.game.changes(self.rules[0]).items():
            parts += ["--set", f"{name}={value}"]
        for changes in self.also:
            parts += [word for n, v in changes.items() for word in ("--also", f"{n}={v}")]
        for lineup in self._lineups:
            parts += ["--against", lineup]
        parts += ["--device", question.device, "--tables", str(self._tables)]
        return shlex.join([*parts, "--seed", str(question.seed)])

    @property
    def _tables(self) -> int:
        return self.question.tables or TABLES[self.question.device]

    @property
    def _lineups(self) -> tuple[str, ...]:
        against = self.question.against
        return (against,) if isinstance(against, str) else tuple(against)

    def lineups(self) -> tuple[str, ...]:
        """Return the opponents of `--against`, with the learner on each seat in turn."""
        seats = {self.game.seat_count(self.rows[i : i + 1]) for i in range(len(self.rows))}
        if self._lineups and len(seats) > 1:
            raise OffleashError("--against needs rules with one number of seats")
        count, lineups = max(seats), []
        for lineup in self._lineups:
            names = lineup.split(",") * (count if "," not in lineup else 1)
            if len(names) != count:
                raise OffleashError(f"--against {lineup} names {len(names)} bots for {count} seats")
            for seat in range(count):
                lineups.append(",".join("agent" if i == seat else n for i, n in enumerate(names)))
        return tuple(lineups)

    def trainer(self) -> "PlayerTrainer":
        """Return the trainer, as it is before the first update."""
        from offleash.learners.trainer import PlayerSettings, PlayerTrainer

        question = self.question
        settings = PlayerSettings(
            device=question.device,
            games=self._tables,
            part=min(PARTS[question.device], 4 * self._tables),
            against=self.lineups(),
            seed=question.seed,
        )
        return PlayerTrainer(self.game, self.rows, settings)

    @cached_property
    def rules_digest(self) -> str:
        """A digest of everything that decides the games."""
        numbered = enumerate(self.rules)
        arms = [make_arm(self.game, str(number), row, ["random"]) for number, row in numbered]
        return Experiment(make_plan(self.game, arms, 1), self.game).rules_digest

    def networks(self) -> list[str]:
        """Return the names of the networks that play under these rules."""
        choose = self.game.bots.judge_of
        numbers = [int(source_of(choose)(row)) if choose else 0 for row in self.rows]
        return [self.game.bots.networks[number] for number in dict.fromkeys(numbers)]


def conduct(
    training: PlayerTraining, threads: int | None, note: Callable[[str], None]
) -> dict[str, str]:
    """Train, save, and write the file; return what the player won, by opponents."""
    question, start = training.question, 0.0
    identity = {"kind": "player", "command": training.command}
    is_begun = exists(training.state / CHECKPOINT)
    if is_begun and not question.resume:
        raise OffleashError(
            f"{training.state} has a training: add --resume, or name another folder with --state"
        )
    trainer = training.trainer()
    with closing(Folder(training.state, identity, training.rules_digest)) as folder:
        if is_begun:
            trainer.restore(read_bytes(training.state / CHECKPOINT))
        clock = _Clock(start, question.minutes, question.updates)

        def on_update(facts: dict[str, float]) -> None:
            clock.add(facts["seconds"], trainer.updates)
            if clock.is_due:
                folder.write(CHECKPOINT, trainer.checkpoint())
                note(_progress(training, trainer, facts, threads))

        clock.add(0.0, trainer.updates)
        trainer.run(lambda: clock.is_done, on_update)
        folder.write(CHECKPOINT, trainer.checkpoint())
    shares = {
        bots: _share(training, trainer.whole(), bots, question.check, threads)
        for bots in dict.fromkeys(("greedy", USUAL))
    }
    text = "; ".join(f"{share} against {bots}" for bots, share in shares.items())
    write_bytes(training.out, _file_of(training, trainer, text, clock.seconds))
    return shares


class _Clock:
    """Says when to save and when to stop; only learning counts, not trials."""

    def __init__(self, seconds: float, minutes: float | None, updates: int | None) -> None:
        self.seconds, self._minutes, self._most, self._updates = seconds, minutes, updates, 0
        self._saved = time.monotonic()

    def add(self, seconds: float, updates: int) -> None:
        self.seconds += seconds
        self._updates = updates

    @property
    def is_done(self) -> bool:
        is_late = self._minutes is not None and self.seconds >= 60 * self._minutes
        return is_late or (self._most is not None and self._updates >= self._most)

    @property
    def is_due(self) -> bool:
        if time.monotonic() - self._saved < SAVE_S:
            return False
        self._saved = time.monotonic()
        return True


def _progress(
    training: PlayerTraining, trainer: "PlayerTrainer", facts: Mapping[str, float], threads: Any
) -> str:
    rate = facts["decisions"] / facts["seconds"]
    games = max(40, training.question.check // TRIAL_PART)
    share = _share(training, trainer.whole(), "greedy", games, threads)
    return (
        f"update {trainer.updates:,}: {trainer.decisions:,} decisions, {rate:,.0f} a second, "
        f"entropy {facts['entropy']:.2f}; wins {share} against greedy"
    )


def _share(
    training: PlayerTraining, network: WholeNetwork, bots: str, games: int, threads: Any
) -> str:
    game = training.game
    player = player_of(game, network)
    won = strength(game, training.rules[0], player, bots, games, FRESH_SEED, threads)
    return share_text(won)


def share_text(won: Interval) -> str:
    """Return a share with its interval."""
    return f"{100 * won.value:.1f} % ({100 * won.low:.1f} … {100 * won.high:.1f})"


def _file_of(
    training: PlayerTraining, trainer: "PlayerTrainer", result: str, seconds: float
) -> bytes:
    """Return the file with this network; others that it has stay."""
    about = {
        "command": training.command,
        "seed": training.question.seed,
        "games": trainer.games,
        "decisions": trainer.decisions,
        "updates": trainer.updates,
        "minutes": round(seconds / 60, 1),
        "device": training.question.device,
        "result": f"wins {result}",
        "rules": training.game.rules_version,
        "code": training.rules_digest,
        "date": datetime.now(UTC).date().isoformat(),
    }
    network, names = trainer.whole(), training.networks()
    fresh = player_of(training.game, network)
    others: dict[str, WholeNetwork] = {}
    origins: dict[str, Any] = {}
    if exists(training.out):
        old = read_player(training.out, training._encodings)
        others, origins = dict(old.networks), dict(old.provenance)
    networks = {**others, **dict.fromkeys(names, network)}
    player = PlayerNetwork(
        networks, fresh.layouts, fresh.versions, {**origins, **dict.fromkeys(names, about)}
    )
    return format_player(player)
