"""A file of claims and ladders about the bots of games, each an experiment of its own.

`[[claim]]` says that a bot wins more than a figure (see `claim`), `[[growth]]` that each of several
bots is rated above the one before it, and `[[ladder]]` rates all bots of a game. `standings` plays
them and writes the results.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from offleash.contract import Game
from offleash.games import registry
from offleash.lab.experiments.claim import MOST_BLOCKS, claim_plan, with_blocks
from offleash.lab.experiments.ladder import ladder_plan
from offleash.lab.plans.plan import Plan
from offleash.lab.questions.field import read_value, refuse_unknown
from offleash.lab.questions.question import ACCOUNTS
from offleash.projects.project import options_from
from offleash.tools.errors import BadFile, OffleashError, quote
from offleash.tools.toml import read_toml

T = TypeVar("T")

CLAIM, GROWTH, LADDER = TABLES = ("claim", "growth", "ladder")
COMMON_KEYS: dict[str, Any] = {"name": str, "game": str, "blocks": int, "seed": int}
OPTIONAL_COMMON_KEYS: dict[str, Any] = {"preset": str, "options": dict, "seatings": str}
REQUIRED_KEYS: dict[str, dict[str, Any]] = {
    CLAIM: {"bot": str, "above": float},
    GROWTH: {"bots": list},
    LADDER: {"bots": list},
}
OPTIONAL_KEYS: dict[str, dict[str, Any]] = {
    CLAIM: {
        "against": list,
        "among": list,
        "than": str,
        "also": list,
        "habit": list,
        "of": str,
        "per": str,
    },
    GROWTH: {},
    LADDER: {"anchor": str},
}
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")  # also used as a folder name
FEWEST_BLOCKS = 8  # in a scaled experiment


@dataclass(frozen=True)
class Entry:
    """One experiment in the file."""

    path: Path
    line: int | None
    table: str  # which of TABLES
    fields: Mapping[str, Any]
    scale: float = 1.0

    @property
    def name(self) -> str:
        return str(self.fields["name"])

    @cached_property
    def game(self) -> Game:
        return self._with_line(lambda: registry.load(self.fields["game"]))

    @cached_property
    def plan(self) -> Plan:
        """The plan of the experiment. Raises BadFile with the line of the entry."""
        return self._with_line(self._plan)

    @property
    def bots(self) -> list[str]:
        """The names of all bots that play."""
        lineups = (lineup for arm in self.plan.arms for lineup in arm.lineups)
        return list(dict.fromkeys(name for lineup in lineups for name in lineup))

    def _with_line(self, make: Callable[[], T]) -> T:
        try:
            return make()
        except OffleashError as error:
            raise BadFile(self.path, self.line, f"{self.name}: {error}") from None

    def _plan(self) -> Plan:
        fields, game = self.fields, self.game
        options = options_from(game, fields.get("preset"), None, dict(fields.get("options", {})))
        how = {"seed": fields["seed"], "seatings": fields.get("seatings", "rotations")}
        if self.table == CLAIM:
            names = {key: fields[key] for key in ("against", "among", "than") if key in fields}
            habit = {key: fields[key] for key in ("habit", "of", "per") if key in fields}
            also = [options_from(game, preset, None, {}) for preset in fields.get("also", [])]
            more = {**names, **how, "games": 1, "habit": habit, "also": also}
            plan = claim_plan(game, options, fields["bot"], fields["above"], **more)
        else:
            anchor = fields.get("anchor", "")
            plan = ladder_plan(game, options, fields["bots"], 1, **how, anchor=anchor)
        light = replace(plan, record=ACCOUNTS)  # keeps only figures
        return with_blocks(light, self._blocks(), game)

    def _blocks(self) -> int:
        blocks = int(self.fields["blocks"])
        if not 2 <= blocks <= MOST_BLOCKS:
            raise OffleashError(f"the number of blocks is {blocks:,}; it must be from 2 to 2,048")
        return min(MOST_BLOCKS, max(FEWEST_BLOCKS, round(blocks * self.scale)))


def read_claims(path: Path, only: Collection[str] = (), scale: float = 1.0) -> list[Entry]:
    """Return the experiments in a file, or those whose names equal or begin with one in `only`."""
    text, tables = read_toml(path)
    entries: list[Entry] = []
    for table, rows in tables.items():
        if table not in TABLES or not isinstance(rows, list):
            listed = ", ".join(f"[[{name}]]" for name in TABLES)
            raise BadFile(path, None, f"{table} must be one of {listed}")
        for number, row in enumerate(rows):
            line = _line(text, table, number)
            entries.append(Entry(path, line, table, _check_entry(path, line, table, row), scale))
    names = [entry.name for entry in entries]
    for number, entry in enumerate(entries):
        if entry.name in names[:number]:
            raise BadFile(path, entry.line, f"two entries are called {entry.name!r}: rename one")
    for word in only:
        if not any(name.startswith(word) for name in names):
            raise OffleashError(f"nothing in {path} is called {word!r}")
    return [entry for entry in entries if not only or _is_meant(entry.name, only, names)]


def _is_meant(name: str, only: Collection[str], names: Collection[str]) -> bool:
    """Return whether a word selects the entry, by its name or, if no entry has it, by its start."""
    return any(name == word if word in names else name.startswith(word) for word in only)


def _line(text: str, table: str, number: int) -> int | None:
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.strip() == f"[[{table}]]"]
    return lines[number] if number < len(lines) else None


def _check_entry(path: Path, line: int | None, table: str, fields: Any) -> Mapping[str, Any]:
    """Return the fields of an entry. Raise BadFile if a key is missing or has a bad value."""
    try:
        needed = {**COMMON_KEYS, **REQUIRED_KEYS[table]}
        known = {**needed, **OPTIONAL_COMMON_KEYS, **OPTIONAL_KEYS[table]}
        if not isinstance(fields, dict):
            raise OffleashError(f"[[{table}]] must be a table, not {quote(fields)}")
        refuse_unknown(fields, list(known), f"[[{table}]]")
        for key in needed:
            if key not in fields:
                raise OffleashError(f"[[{table}]] needs {key}")
        for key in fields:
            read_value(key, fields[key], known[key])
        if not NAME.fullmatch(fields["name"]):
            raise OffleashError(
                f"the name {quote(fields['name'])} may only have letters, digits, dots and dashes"
            )
        if not 0 <= fields.get("above", 0) < 1:
            raise OffleashError(
                f"above is {quote(fields['above'])}; it must be a share from 0 to 1"
            )
    except OffleashError as error:
        raise BadFile(path, line, str(error)) from None
    return fields
