"""This version and an earlier one, alternating in one run: `make bench`.

The earlier code is a git worktree with a process of its own. `--parity` plays every game, preset
and bot with both versions instead and compares what the batches leave behind.
"""

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

from offleash.bots import kinds
from offleash.games import registry

ROOT = Path(__file__).parent.parent
HISTORY = ROOT / "bench" / "history.jsonl"
EARLIER = "c28d32b5"  # before modules moved to their rooms, in November 2026
PERSONAS = "persona:bruiser,persona:scrapper,persona:diplomat,persona:yapper"
MISSION = "secret-mission"
PARITY_GAMES, PARITY_SEARCHES = 2_000, 100
SLOWEST = 0.97  # of the earlier version: what the best of seven turns can tell apart

FIRST_GAME = """
import sys
from bench import version_worker
version_worker.batch(*sys.argv[1:], 1)
"""


@dataclass(frozen=True)
class Row:
    """Something to measure with both versions: the goal is the ratio of the two or a value."""

    label: str
    measure: str
    game: str
    preset: str
    seats: str
    amount: int  # of games, playouts or seconds
    goal: float = SLOWEST
    is_ratio: bool = True


ROWS = (
    Row("Uri-Nation 1.4 personas, games/s", "games_rate", "uri-nation", "1.4", PERSONAS, 256),
    Row("Uri-Nation 1.2 personas, games/s", "games_rate", "uri-nation", "1.2", PERSONAS, 256),
    Row("Uri-Nation 1.4 random, games/s", "games_rate", "uri-nation", "1.4", "random", 2_000),
    Row("Uri-Nation measures, games/s", "measures_rate", "uri-nation", "1.4", PERSONAS, 4_096),
    Row("Dog random, games/s", "games_rate", "dog", "", "random", 500),
    Row("Dog against OpenSpiel, nodes/s", "against_peer", "dog", "", "random", 3, 3.5, False),
    Row("Puppy Park greedy, games/s", "games_rate", "puppy-park", "", "greedy", 200),
    Row("Puppy Park search, playouts/s", "playouts_rate", "puppy-park", "", "", 300),
    Row("Dömidög, two threads", "two_threads", "domidog", "", "random", 10_000, 1.7, False),
    Row("Secret Mission, two threads", "two_threads", MISSION, "", "random", 2_000, 1.85, False),
)
COLD = Row("Uri-Nation cold compile, CPU s", "", "uri-nation", "1.4", PERSONAS, 1, 1.05)


@contextmanager
def worktree(revision: str) -> Iterator[Path]:
    """A checkout of a revision of this repository, removed at the end."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "earlier"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), revision], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def environment(tree: Path, **changes: str) -> dict[str, str]:
    """That leads to the package of a tree, and to the measurements of this one."""
    return {**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{ROOT}", **changes}


class Worker:
    """A process with one version of the program."""

    def __init__(self, tree: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.version_worker"],
            cwd=ROOT,
            env=environment(tree),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        self.process.wait()

    def ask(self, *request: Any) -> Any:
        assert self.process.stdin and self.process.stdout
        print(json.dumps(request), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"the process of a version ended at {request}")
        return json.loads(answer)


def cold_seconds(tree: Path) -> float:
    """CPU seconds of a new process with an empty cache until it has played its first game."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as cache:
        subprocess.run(
            [sys.executable, "-c", FIRST_GAME, COLD.game, COLD.preset, COLD.seats],
            cwd=ROOT,
            env=environment(tree, OFFLEASH_CACHE=cache),
            check=True,
            stderr=subprocess.DEVNULL,
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(row: Row, old: float, new: float) -> None:
    """Prints a row and adds it to the history."""
    value, sign = (new / old if row.is_ratio else new), "≥" if row is not COLD else "≤"
    is_reached = value <= row.goal if row is COLD else value >= row.goal
    verdict = f"goal {sign} {row.goal:.2f}  {'reached' if is_reached else 'MISSED'}"
    print(f"{row.label:36}{old:>12,.2f}{new:>12,.2f}   × {new / old:.2f}   {verdict}", flush=True)
    facts = {"date": str(date.today()), "machine": platform.machine(), "versions": row.label}
    with HISTORY.open("a", encoding="utf-8") as file:
        file.write(json.dumps(facts | {"old": round(old, 2), "new": round(new, 2)}) + "\n")


def compare_speed(old: Worker, new: Worker, rounds: int, label_part: str) -> None:
    """Every row; of a rate the best turn, which is the least disturbed by other work."""
    print(f"{'':36}{'old':>12}{'new':>12}")
    for row in ROWS:
        if label_part not in row.label:
            continue
        request = (row.measure, row.game, row.preset, row.seats, row.amount)
        rates = [(old.ask(*request), new.ask(*request)) for _ in range(rounds + 1)][1:]
        pick = max if row.is_ratio else median  # a share of two times may be too large as well
        report(row, pick([rate for rate, _ in rates]), pick([rate for _, rate in rates]))


def bots_of(name: str) -> list[tuple[str, int]]:
    """Every bot of a game, a search with few playouts, and how many games it plays."""
    game = registry.load(name)
    bots = []
    for kind in kinds.kinds(game).values():
        games = PARITY_SEARCHES if kind.is_slow else PARITY_GAMES
        names = [f"{kind.name}:20"] if kind.form else kind.names(game)
        bots += [(bot, games) for bot in names]
    return bots


def compare_results(old: Worker, new: Worker, names: list[str], share: float) -> int:
    """Digests of every game, preset and bot that both versions have; returns how many differ."""
    differing = 0
    for name in names:
        for preset in registry.load(name).rules.presets or [""]:
            bots = [row for row in bots_of(name) if old.ask("is_known", name, preset, row[0])]
            every_bot = [bot for bot, _ in bots]
            for bot, count in bots:
                games = max(1, int(count * share))
                request = ("digest", name, preset, bot, every_bot, games)
                is_same = old.ask(*request) == new.ask(*request)
                differing += not is_same
                verdict = "same" if is_same else "DIFFERENT"
                print(f"{name} {preset} {bot}, {games} games".ljust(60) + verdict, flush=True)
    return differing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="of --parity; default: all")
    parser.add_argument("--old", default=EARLIER, help="the revision of the earlier version")
    parser.add_argument("--rounds", type=int, default=7, help="of each measurement")
    parser.add_argument("--row", default="", help="only rows with this in their label")
    parser.add_argument("--cold", type=int, default=1, help="rounds of compiling")
    parser.add_argument("--parity", action="store_true", help="compare results instead of speed")
    parser.add_argument("--share", type=float, default=1, help="of the games of --parity")
    arguments = parser.parse_args()
    with worktree(arguments.old) as tree, Worker(tree) as old, Worker(ROOT) as new:
        if arguments.parity:
            rows = registry.ROWS.items()
            shipped = [name for name, row in rows if row.module.startswith("offleash.")]
            games = arguments.games or shipped
            sys.exit(1 if compare_results(old, new, games, arguments.share) else 0)
        compare_speed(old, new, arguments.rounds, arguments.row)
        turns = [(cold_seconds(tree), cold_seconds(ROOT)) for _ in range(arguments.cold)]
        if turns:
            report(COLD, min(turn[0] for turn in turns), min(turn[1] for turn in turns))


if __name__ == "__main__":
    main()
