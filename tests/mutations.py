"""Planted rule changes: every one of them must be caught by some test. Part of `make soak`.

Each mutant is one line of a game's rules, or of a shared package's, changed in a copy of the
source. That game's scenarios are run on the copy, interpreted; where they all hold, its perft rows
are counted as well. A mutant that survives both is a hole in the tests.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from offleash.games import registry
from tests.battery import ROOT, Mutant, battery, folder

SCENARIOS = ("-m", "tests.program", "scenario", "-q")
PERFT = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not soak")


def rules_folder(package: str) -> Path:
    """Where the rules of a game or of a shared package lie, from the root of the project."""
    spec = importlib.util.find_spec(package)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent.relative_to(ROOT) / "rules"


def plant(game: str, mutant: Mutant, copy: Path) -> Path:
    """A copy of the project's code with the one change, in a line that occurs once."""
    for part in ("src", "tests"):
        hidden = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, copy / part, ignore=hidden)
    package = mutant.package or registry.row(game).module
    file = copy / rules_folder(package) / f"{mutant.file}.py"
    text = file.read_text(encoding="utf-8")
    if text.count(mutant.old) != 1:
        raise SystemExit(f"mutant {mutant.name!r} fits {text.count(mutant.old)} times, not once")
    file.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    return copy


def run(copy: Path, *command: str) -> int:
    """The exit status; a program that only breaks down does not count as a check that fails."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": f"{copy}/src:{copy}", "OFFLEASH_RULES": "interpreted"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    if "Traceback" in done.stderr:
        raise SystemExit(f"{copy} breaks down: {done.stderr}")
    return done.returncode


def checks(game: str) -> dict[str, tuple[str, ...]]:
    """The checks that a mutant of this game has to pass by, and nobody else's."""
    own = folder(game)
    found = {"scenarios": (*SCENARIOS, str((own / "scenarios").relative_to(ROOT)))}
    counted = own / "test_perft.py"
    if counted.exists():  # pytest would call a missing file a failure
        found["perft"] = (*PERFT, str(counted.relative_to(ROOT)))
    return found


def caught_by(game: str, mutant: Mutant) -> str:
    """Which check notices the mutant, or nothing."""
    with tempfile.TemporaryDirectory() as copy:
        plant(game, mutant, Path(copy))
        for name, command in checks(game).items():
            if run(Path(copy), *command) != 0:
                return name
    return ""


def main() -> None:
    """All games, or those that are named."""
    games = sys.argv[1:] or [*registry.ROWS]
    cases = [(game, mutant) for game in games for mutant in battery(game).MUTANTS]
    for game in games:
        if run(ROOT, *checks(game)["scenarios"]) != 0:
            sys.exit(f"the scenarios of {game} do not hold without any mutant")
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda case: caught_by(*case), cases))
    for (game, mutant), check in zip(cases, found, strict=True):
        print(f"{game:12} {mutant.name:32} {'caught by ' + check if check else 'SURVIVES'}")
    print(f"{sum(map(bool, found))} of {len(found)} planted rule changes were caught")
    sys.exit(0 if all(found) else 1)


if __name__ == "__main__":
    main()
