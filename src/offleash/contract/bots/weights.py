"""Files of weight sets: the weights of each player, and where these numbers come from.

A set is TOML, with two tables for each player: greedy, a persona, or a role of a search. A game
ships its sets in `data/weights/`; a set is read when it is first used.

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

from offleash.contract.part import Weights
from offleash.tools.errors import BadFile, OffleashError, quote
from offleash.tools.files import read_text
from offleash.tools.toml import format_settings, line_of, parse_toml

HAND, TUNED = "hand", "tuned"  # set by a person; found by training
GREEDY = "greedy"
# How a search plays its own moves, how it plays the opponents', and how it judges a position
SEARCH_ROLES = ("own", "opponents", "judgement")
MOST = 2**31 - 1  # of a weight, also below 0: rules multiply it with counts, in 64 bits
SET_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
PARTS = ("weights", "provenance")
REQUIRED: Mapping[str, type] = {
    "command": str,
    "seed": int,
    "games": int,
    "result": str,
    "rules": str,
    "date": str,
}
PROVENANCE: Mapping[str, type] = {**REQUIRED, "generations": int, "opponents": str, "note": str}
TYPE_WORDS = {str: "a text", int: "a whole number"}

Provenance = Mapping[str, str | int]


@dataclass(frozen=True)
class PlayerWeights:
    """The weights that one player of a set changes, and where they come from."""

    weights: Weights
    provenance: Provenance


WeightSet = Mapping[str, PlayerWeights]  # by player


@dataclass(frozen=True, eq=False)
class ShippedWeightSets(Mapping[str, Mapping[str, Weights]]):
    """The sets in a folder by the names of their files; empty if there is no such folder."""

    folder: Path
    weights: Collection[str]  # names of the game's weights
    personas: Collection[str]

    @cached_property
    def _files(self) -> dict[str, Path]:
        files = {file.stem: file for file in sorted(self.folder.glob("*.toml"))}
        for name in files:
            check_set_name(name)
        return files

    @cached_property
    def _sets(self) -> dict[str, WeightSet]:
        return {}

    def with_provenance(self, name: str) -> WeightSet:
        """Return a set with its provenance."""
        if name not in self._sets:
            self._sets[name] = read_weights(self._files[name], self.weights, self.personas)
        return self._sets[name]

    def __getitem__(self, name: str) -> Mapping[str, Weights]:
        return without_provenance(self.with_provenance(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def shipped_weights(
    package: str, weights: Collection[str], personas: Collection[str] = ()
) -> ShippedWeightSets:
    """Return the sets of the game whose `__init__.py` is `package`."""
    folder = Path(package).parent / "data" / "weights"
    return ShippedWeightSets(folder, tuple(weights), tuple(personas))


def without_provenance(weight_set: WeightSet) -> dict[str, Weights]:
    """Return the weights of a set by player, as a `Game` stores them."""
    return {player: entry.weights for player, entry in weight_set.items()}


def check_set_name(name: str) -> str:
    """Return the name of a set. Raises OffleashError if a set can't have it."""
    if not SET_NAME.fullmatch(name) or name == HAND:
        raise OffleashError(
            f"a weight set can't be called {quote(name)}: use lower-case letters, digits and "
            f"dashes, but not {HAND!r}"
        )
    return name


# Reading


def read_weights(
    path: str | Path, weights: Collection[str], personas: Collection[str] = ()
) -> WeightSet:
    """Read a set from a file. Raises BadFile with the line of a mistake."""
    return parse_weights(read_text(path), weights, personas, path)


def parse_weights(
    text: str,
    weights: Collection[str],
    personas: Collection[str] = (),
    path: str | Path = "weights",
) -> WeightSet:
    """Parse a set; `path` names the text in errors. Raises BadFile."""
    document = parse_toml(text, path)

    def error(problem: str, table: str, key: str = "") -> BadFile:
        return BadFile(path, line_of(text, table, key), problem)

    players = (GREEDY, *personas, *SEARCH_ROLES)
    weight_set = {}
    for player, parts in document.items():
        if player not in players:
            listed = ", ".join(players)
            raise error(f"{quote(player)} is not one of {listed}", player)
        if not isinstance(parts, dict) or set(parts) != set(PARTS):
            raise error(f"{player} needs [{player}.weights] and [{player}.provenance]", player)
        for part in PARTS:
            if not isinstance(parts[part], dict):
                raise error(f"{player}.{part} must be a table", player, part)
        for name, value in parts["weights"].items():
            if problem := _weight_problem(name, value, weights):
                raise error(problem, f"{player}.weights", name)
        if problem := _provenance_problem(parts["provenance"]):
            raise error(f"{player}.provenance {problem}", f"{player}.provenance")
        weight_set[player] = PlayerWeights(parts["weights"], parts["provenance"])
    return weight_set


def _weight_problem(name: str, value: Any, names: Collection[str]) -> str:
    if name not in names:
        return f"there is no weight {quote(name)}; the weights are {', '.join(names)}"
    if not isinstance(value, int) or isinstance(value, bool):
        return f"the weight {name!r} must be a whole number, not {quote(value)}"
    if abs(value) > MOST:
        return f"the weight {name!r} is {value:,}; it must be from {-MOST:,} to {MOST:,}"
    return ""


def _provenance_problem(provenance: Mapping[str, Any]) -> str:
    if missing := [name for name in REQUIRED if name not in provenance]:
        return f"needs the key {missing[0]!r}"
    for name, value in provenance.items():
        if name not in PROVENANCE:
            return f"has an unknown key {quote(name)}; use {', '.join(PROVENANCE)}"
        if not isinstance(value, PROVENANCE[name]) or isinstance(value, bool):
            return f"has {name!r} = {quote(value)}, which is not {TYPE_WORDS[PROVENANCE[name]]}"
    return ""


# Writing


def format_weights(weight_set: WeightSet) -> str:
    """Format a set as text; `parse_weights` gives the same set again."""
    parts: list[str] = []
    for player, entry in weight_set.items():
        parts += [f"[{player}.weights]\n", *format_settings(entry.weights)]
        parts += [f"\n[{player}.provenance]\n", *format_settings(entry.provenance), "\n"]
    return "".join(parts).removesuffix("\n")
