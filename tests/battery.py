"""What a game brings to the tests that are the same for all: the module `battery` of its folder.

`SECRETS` names the fields of the record that `hide` blanks: what conformance tests have to see.
`LIVELY`, which a game may leave out, names values of options that random options should often
have, and `RARE` positions that random games rarely come to: rows of preset, options and text.
`MUTANTS` are planted rule errors for `make soak`; `make test` plants `SAMPLE_MUTANT` alone, which
the file `SAMPLE_SCENARIOS` has to notice.
`INTERPRETED`, also for games that are slow without a compiler, says that every so many-th position
is enough for test_batch.py.
The tests of a game lie in `tests/games/<name>`, with an underscore for each hyphen: scenarios,
playthroughs, perft rows, mutants, benchmark rows, and whatever else that game needs.
"""

import importlib
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import tests.toys  # noqa: F401  # which registers toy games next to the shipped ones
from offleash.checks.subject import rebind as rebind  # which tests take from here
from offleash.games import registry

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Playthrough:
    """A golden game: its options, who plays (one for all seats, or several in turn), the seed."""

    bots: str
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    preset: str | None = None


@dataclass(frozen=True)
class Mutant:
    """One line of a game's rules, or of a package's they use, and what an error makes of it."""

    name: str
    file: str  # in the folder of the rules, without .py
    old: str
    new: str
    package: str = ""  # whose rules these are, where not the game's own


def folder(name: str) -> Path:
    """Where the tests of a game lie."""
    return ROOT / "tests" / "games" / registry.row(name).name.replace("-", "_")


def rules_page(name: str) -> Path:
    """Where the rules of a game are told: in its folder."""
    return registry.folder(name) / "rules.md"


def rule_files(name: str) -> list[Path]:
    """The rules of a game."""
    return sorted((registry.folder(name) / "rules").glob("*.py"))


def battery(name: str) -> ModuleType:
    """The module `battery` of a game's tests."""
    return importlib.import_module(f"tests.games.{folder(name).name}.battery")


def playthroughs() -> dict[str, tuple[str, Playthrough]]:
    """Every golden game by the name of its file, with the game it is one of."""
    return {
        name: (game, case)
        for game in registry.ROWS
        for name, case in battery(game).PLAYTHROUGHS.items()
    }
