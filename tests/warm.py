"""Compiles what the tests use, before they fan out over processes: `python -m tests.warm`.

The first kernel comes first, since nearly every rule is a part of it. The others are then shared
out among as many processes as there are cores.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import tests.toys  # noqa: F401  # which are warmed too
from offleash.bots.kinds import kinds
from offleash.bots.seats import policy
from offleash.core.batch import cores, order_kernels, playout_kernels
from offleash.core.compile import MODE
from offleash.core.game import Game
from offleash.core.machine import Machine
from offleash.core.perft import tree_kernels
from offleash.games import registry
from offleash.web import warming

TABLES = (["random"], ["greedy"], ["random", "greedy"])
SHIPPED = [name for name, row in registry.ROWS.items() if row.module.startswith("offleash.")]
EVERYONE = ("random", "greedy", "search:2")  # one kernel for whoever sits down


def wanted(game: Game) -> Iterator[Machine]:
    """What Python calls: kernels with each kind of bot, bots at a session, rules of the game."""
    seats = game.max_seats
    for names in TABLES:
        players = policy(game, (names * seats)[:seats])
        yield playout_kernels(game, players).play_games.machine
        yield players.choose.machine  # type: ignore[attr-defined]
    if "search" in kinds(game):
        mixed = policy(game, ["greedy"] * seats, company=EVERYONE)
        yield playout_kernels(game, mixed).play_games.machine
        yield policy(game, ["search:2"] * seats).choose.machine  # type: ignore[attr-defined]
    yield order_kernels(game).rank_games.machine
    trees = tree_kernels(game)
    yield from (trees.perft.machine, trees.expand.machine, trees.list_actions.machine)
    for field in fields(game):
        rule = getattr(getattr(game, field.name), "machine", None)
        if isinstance(rule, Machine):
            yield rule


def warm(number: int, of: int) -> None:
    """Compiles share `number` of the work, cut into `of` shares."""
    every = [machine for name in registry.ROWS for machine in wanted(registry.load(name))]
    for machine in every[number::of]:
        machine.make()


def main() -> None:
    if MODE != "compiled":
        return
    if len(sys.argv) > 1:
        warm(int(sys.argv[1]), int(sys.argv[2]))
        return
    for name in registry.ROWS:
        next(wanted(registry.load(name))).make()
    shares = [
        subprocess.Popen([sys.executable, "-m", "tests.warm", str(number), str(cores())])
        for number in range(cores())
    ]
    if failed := max(share.wait() for share in shares):
        sys.exit(failed)
    with tempfile.TemporaryDirectory() as folder:  # what `offleash serve` need not do then
        warming.warm(Path(folder) / "warmth.json", SHIPPED)


if __name__ == "__main__":
    main()
