"""Sets of weights as files: for each player what it values, and how those numbers were found.

A set is TOML, with two tables for each player: the greedy, a persona, or one of a search's minds.
A game ships its sets in `data/weights/`, and they are read when somebody asks for one.

    [greedy.weights]
    claim = 110
    [greedy.provenance]
    command = "offleash train GAME"
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from offleash.core.errors import BadFile, OffleashError, shown
from offleash.core.files import read_text
from offleash.core.game import Weights
from offleash.core.toml import line_in, parse_toml, settings

HAND, TUNED = "hand", "tuned"  # weights that a person set, and those that training found
GREEDY = "greedy"
# Of a search, in the order that it reads them: how it plays itself, how others do, what is good
MINDS = ("own", "opponents", "judgement")
MOST = 2**31 - 1  # of a weight, either way: rules multiply it with counts, in 64 bits
SET_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
PARTS = ("weights", "provenance")
NEEDED: Mapping[str, type] = {
    "command": str,
    "seed": int,
    "games": int,
    "result": str,
    "rules": str,
    "date": str,
}
PROVENANCE: Mapping[str, type] = {**NEEDED, "generations": int, "opponents": str, "note": str}
TYPE_WORDS = {str: "a text", int: "a whole number"}

Provenance = Mapping[str, str | int]


@dataclass(frozen=True)
class Trained:
    """What one player of a set goes by: the weights that it changes, and where they come from."""

    weights: Weights
    provenance: Provenance


WeightSet = Mapping[str, Trained]  # by player


@dataclass(frozen=True, eq=False)
class Shipped(Mapping[str, Mapping[str, Weights]]):
    """The sets in a folder, by the names of their files; none where there is no such folder."""

    folder: Path
    weights: Collection[str]  # the names that weights have in this game
    personas: Collection[str]

    @cached_property
    def _files(self) -> dict[str, Path]:
        found = {file.stem: file for file in sorted(self.folder.glob("*.toml"))}
        for name in found:
            check_set_name(name)
        return found

    @cached_property
    def _read(self) -> dict[str, WeightSet]:
        return {}

    def whole(self, name: str) -> WeightSet:
        """A set with its provenance."""
        if name not in self._read:
            self._read[name] = read_weights(self._files[name], self.weights, self.personas)
        return self._read[name]

    def __getitem__(self, name: str) -> Mapping[str, Weights]:
        return weights_alone(self.whole(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def shipped_weights(
    package: str, weights: Collection[str], personas: Collection[str] = ()
) -> Shipped:
    """The sets of the game whose `__init__.py` this is; `weights` and `personas` are its names."""
    return Shipped(Path(package).parent / "data" / "weights", tuple(weights), tuple(personas))


def weights_alone(found: WeightSet) -> dict[str, Weights]:
    """A set as a `Game` holds it."""
    return {player: trained.weights for player, trained in found.items()}


def check_set_name(name: str) -> str:
    """A name that a set may have."""
    if not SET_NAME.fullmatch(name) or name == HAND:
        raise OffleashError(
            f"a set of weights can't be called {shown(name)}: it takes small letters, digits and "
            f"dashes, and {HAND!r} is taken"
        )
    return name


# Reading


def read_weights(
    path: str | Path, weights: Collection[str], personas: Collection[str] = ()
) -> WeightSet:
    """The set in a file; what is wrong is told with the line."""
    return parse_weights(read_text(path), weights, personas, path)


def parse_weights(
    text: str,
    weights: Collection[str],
    personas: Collection[str] = (),
    path: str | Path = "weights",
) -> WeightSet:
    """The set that a text holds; `path` is what to call the text."""
    document = parse_toml(text, path)

    def refused(problem: str, table: str, key: str = "") -> BadFile:
        return BadFile(path, line_in(text, table, key), problem)

    players = (GREEDY, *personas, *MINDS)
    found = {}
    for player, parts in document.items():
        if player not in players:
            listed = ", ".join(players)
            raise refused(f"{shown(player)} is none of {listed}", player)
        if not isinstance(parts, dict) or set(parts) != set(PARTS):
            raise refused(f"{player} needs [{player}.weights] and [{player}.provenance]", player)
        for part in PARTS:
            if not isinstance(parts[part], dict):
                raise refused(f"{player}.{part} is no table", player, part)
        for name, value in parts["weights"].items():
            if problem := _wrong_weight(name, value, weights):
                raise refused(problem, f"{player}.weights", name)
        if problem := _wrong_provenance(parts["provenance"]):
            raise refused(f"{player}.provenance {problem}", f"{player}.provenance")
        found[player] = Trained(parts["weights"], parts["provenance"])
    return found


def _wrong_weight(name: str, value: Any, known: Collection[str]) -> str:
    if name not in known:
        return f"there is no weight {shown(name)}; there are {', '.join(known)}"
    if not isinstance(value, int) or isinstance(value, bool):
        return f"the weight {name!r} is {shown(value)}, which is no whole number"
    if abs(value) > MOST:
        return f"the weight {name!r} is {value:,}; it must be from {-MOST:,} to {MOST:,}"
    return ""


def _wrong_provenance(told: Mapping[str, Any]) -> str:
    if missing := [name for name in NEEDED if name not in told]:
        return f"does not say {missing[0]!r}"
    for name, value in told.items():
        if name not in PROVENANCE:
            return f"says {shown(name)}; known are {', '.join(PROVENANCE)}"
        if not isinstance(value, PROVENANCE[name]) or isinstance(value, bool):
            return f"has {name!r} = {shown(value)}, which is not {TYPE_WORDS[PROVENANCE[name]]}"
    return ""


# Writing


def format_weights(found: WeightSet) -> str:
    """A set as text; reading it gives the same set."""
    parts: list[str] = []
    for player, trained in found.items():
        parts += [f"[{player}.weights]\n", *settings(trained.weights)]
        parts += [f"\n[{player}.provenance]\n", *settings(trained.provenance), "\n"]
    return "".join(parts).removesuffix("\n")
