"""Planted rule changes: every one of them must be caught by some test. Part of `make soak`.

Each mutant is one line of a game's rules, or of a shared package's, that reads otherwise. That
game's scenarios are run with it, interpreted; where they all hold, its perft rows are counted as
well. A mutant that survives both is a hole in the tests.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from offleash.engine.batch import cores
from offleash.games import registry
from tests.battery import ROOT, Mutant, battery, folder

SCENARIOS = ("tests.program", "scenario", "-q")
PERFT = ("pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not more and not soak")


def rules_folder(package: str) -> Path:
    """Where the rules of a game or of a shared package are."""
    spec = importlib.util.find_spec(package)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / "rules"


def mutated_source(game: str, mutant: Mutant) -> tuple[Path, str]:
    """The file that a mutant changes, and its text after that."""
    package = mutant.package or registry.row(game).module
    file = rules_folder(package) / f"{mutant.file}.py"
    text = file.read_text(encoding="utf-8")
    if text.count(mutant.old) != 1:
        raise SystemExit(f"mutant {mutant.name!r} fits {text.count(mutant.old)} times, not once")
    return file, text.replace(mutant.old, mutant.new)


def run(*command: str) -> int:
    """The exit status of a module; one that only breaks down does not count as a failed check."""
    process = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, "OFFLEASH_RULES": "interpreted"},
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    if "Traceback" in process.stderr:
        raise SystemExit(f"{command} breaks down: {process.stderr}")
    return process.returncode


def checks(game: str) -> dict[str, tuple[str, ...]]:
    """The checks that a mutant of this game has to pass by, and nobody else's."""
    directory = folder(game)
    commands = {"scenarios": (*SCENARIOS, str((directory / "scenarios").relative_to(ROOT)))}
    perft = directory / "test_perft.py"
    if perft.exists():  # pytest would call a missing file a failure
        commands["perft"] = (*PERFT, str(perft.relative_to(ROOT)))
    return commands


def catch_mutant(game: str, mutant: Mutant, commands: Mapping[str, tuple[str, ...]]) -> str:
    """Which of the checks notices the mutant, or nothing."""
    file, text = mutated_source(game, mutant)
    with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as source:
        source.write(text)
        source.flush()
        for name, command in commands.items():
            if run("tests.mutant", str(file), source.name, *command) != 0:
                return name
    return ""


def main() -> None:
    """All games, or those that are named."""
    games = sys.argv[1:] or [*registry.ROWS]
    cases = [(game, mutant) for game in games for mutant in battery(game).MUTANTS]
    for game in games:
        if run(*checks(game)["scenarios"]) != 0:
            sys.exit(f"the scenarios of {game} do not hold without any mutant")
    survivors = []
    with ThreadPoolExecutor(cores()) as pool:
        names = pool.map(lambda case: catch_mutant(*case, checks(case[0])), cases)
        for (game, mutant), check in zip(cases, names, strict=True):
            outcome = f"caught by {check}" if check else "SURVIVES"
            print(f"{game:12} {mutant.name:32} {outcome}", flush=True)
            survivors += [] if check else [mutant.name]
    print(f"{len(cases) - len(survivors)} of {len(cases)} planted rule changes were caught")
    sys.exit(f"not caught: {', '.join(survivors)}" if survivors else 0)


if __name__ == "__main__":
    main()
