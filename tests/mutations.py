"""Planted rule changes: every one of them must be caught by some test. Part of `make soak`.

Each mutant is one line of the rules changed in a copy of the source. The scenarios are run on the
copy, interpreted; where they all hold, the perft rows are counted as well. A mutant that survives
both is a hole in the tests.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOG = "offleash/games/dog"


@dataclass(frozen=True)
class Mutant:
    name: str
    file: str
    old: str
    new: str


MUTANTS = (
    Mutant("a blocker can be passed", "movement", "clear = gap - 1 if bars", "clear = gap if bars"),
    Mutant("no blocker ahead", "movement", "if not is_any_fresh(state)", "if True"),
    Mutant(
        "a joker may finish",
        "seven",
        "tokens_home(state, seat) < TOKENS - 1",
        "tokens_home(state, seat) < TOKENS",
    ),
    Mutant(
        "a swap with a fresh token",
        "movement",
        "& (place < HOME) & (place != protected)",
        "& (place < HOME)",
    ),
    Mutant(
        "a fresh token may enter home",
        "movement",
        "barred = (gap > clear) | is_protected(state, options, seat, token)",
        "barred = gap > clear",
    ),
    Mutant("nobody is fresh", "movement", "state.fresh[seat] = 1\n", "state.fresh[seat] = 0\n"),
    Mutant("fresh for ever", "movement", "state.fresh[seat] = 0\n", "state.fresh[seat] = 1\n"),
    Mutant(
        "a capture spares the token",
        "movement",
        "send_to_kennel(state, found // TOKENS, found % TOKENS)",
        "pass",
    ),
    Mutant(
        "home is one deeper",
        "movement",
        "HOME + steps - ahead(options, here, start) - 1",
        "HOME + steps - ahead(options, here, start)",
    ),
    Mutant(
        "home tokens pass each other",
        "movement",
        "return FREE_RUN[bits >> depth]",
        "return HOME_SPACES - depth",
    ),
    Mutant("start over a fresh token", "cards", "if state.fresh[seat] and not", "if not True and"),
    Mutant("the partner is never played", "seven", "return partner(seat) if", "return seat if"),
    Mutant("a seven of six steps", "seven", "SEVEN_STEPS = 7", "SEVEN_STEPS = 6"),
    Mutant("a seven need not be finished", "seven", "return steps >= left", "return True"),
    Mutant("canadian always", "seven", "both = options.canadian and", "both ="),
    Mutant("a queen goes eleven", "actions", "10, 11, 12, 13, -4", "10, 11, 11, 13, -4"),
    Mutant(
        "a five starts",
        "cards",
        "n += can_start and (ranks >> ACE) & 1",
        "n += can_start and (ranks >> 4) & 1",
    ),
    Mutant("play goes the other way", "rules", "way = SEATS - 1 if", "way = 1 if"),
    Mutant("the dealer stays", "rules", "state.dealer = (int(state.dealer) + 1) % SEATS", "pass"),
    Mutant(
        "the last round has three cards",
        "record",
        "FIRST_DEAL, LAST_DEAL = 6, 2",
        "FIRST_DEAL, LAST_DEAL = 6, 3",
    ),
    Mutant(
        "a gift goes to the left",
        "rules",
        "state.gave[partner(receiving)]",
        "state.gave[(receiving + 1) % SEATS]",
    ),
    Mutant("a thrown hand is kept", "rules", "state.held[seat] = 0\n", "pass\n"),
    Mutant(
        "the deck is never reshuffled",
        "rules",
        "if options.reshuffle == EACH_TURN",
        "if options.reshuffle != EACH_TURN",
    ),
    Mutant(
        "seven home wins",
        "movement",
        "return tokens_home(state, seat) == TOKENS and",
        "return tokens_home(state, seat) >= TOKENS - 1 and",
    ),
    Mutant(
        "laps are forgotten", "movement", "laps >= 1 or (laps == 0 and steps_to_start > 0)", "True"
    ),
    Mutant(
        "nobody must enter", "cards", "walks & ~enters if options.must_enter else walks", "walks"
    ),
    Mutant("a four goes back five", "movement", "BACK = 4", "BACK = 5"),
    Mutant("nothing jumps", "seven", "_protected and left >= 2", "_protected and left >= 9"),
    Mutant("wasting never wins", "seven", "return options.seven_waste_win != 0", "return False"),
    Mutant("own swaps always", "cards", "own_too = options.jack_own_own != 0", "own_too = True"),
)
QUICK = MUTANTS[2:4]  # for `make test`


def plant(mutant: Mutant, folder: Path) -> Path:
    """A copy of the source with the one change."""
    source = folder / "src"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
    file = source / DOG / f"{mutant.file}.py"
    text = file.read_text(encoding="utf-8")
    if mutant.old not in text:
        raise SystemExit(f"mutant {mutant.name!r} no longer fits {file.name}: {mutant.old!r}")
    file.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    return source


def run(source: Path, *command: str) -> int:
    """The exit status; a program that only breaks down does not count as a check that fails."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{source}:{ROOT}", "OFFLEASH_RULES": "interpreted"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    if "Traceback" in done.stderr:
        raise SystemExit(f"{source} breaks down: {done.stderr}")
    return done.returncode


SCENARIOS = ("-m", "offleash.cli", "scenario", "-q", "tests/scenarios")
PERFT = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "tests/perft", "-m", "not soak")


def caught_by(mutant: Mutant) -> str:
    """Which check notices the mutant, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        source = plant(mutant, Path(folder))
        for name, command in (("scenarios", SCENARIOS), ("perft", PERFT)):
            if run(source, *command) != 0:
                return name
    return ""


def main() -> None:
    if run(ROOT / "src", *SCENARIOS) != 0:
        sys.exit("the scenarios do not hold without any mutant")
    with ThreadPoolExecutor(2) as pool:
        found = dict(zip(MUTANTS, pool.map(caught_by, MUTANTS), strict=True))
    for mutant, check in found.items():
        print(f"{mutant.name:32} {'caught by ' + check if check else 'SURVIVES'}")
    survivors = [mutant.name for mutant, check in found.items() if not check]
    print(f"{len(found) - len(survivors)} of {len(found)} planted rule changes were caught")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
