"""The rules of a game: its records, its options, and compiled functions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from offleash.compiler.rule import Rules, specialise
from offleash.contract.options import Option
from offleash.contract.part import DEFAULT, ContractPart, Records, Rule
from offleash.contract.templates import defaults


def default_rules(part: ContractPart, rule: Rules) -> dict[str, Any]:
    """Return the rules that a part leaves out, from `contract/templates/defaults.py`."""
    optional = [f.name for f in fields(part) if f.name in vars(defaults)]
    missing = [name for name in optional if getattr(part, name) is DEFAULT]
    return {name: getattr(specialise(rule, defaults), name) for name in missing}


def _constant_seats(rule: Rules, count: int) -> Rule:
    """Return the rule `seats` of a game in which all seats always play."""

    def seats(options: Records) -> int:
        return count

    seats.__qualname__ = f"seats_{count}"  # part of the key in the cache of compiled code
    return rule(seats)


@dataclass(frozen=True, kw_only=True)
class GameRules(ContractPart):
    """The records of a game and its compiled rules, which do not check their arguments."""

    rule: Rules  # the decorator, which knows the records
    options: Sequence[Option]
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # the first is default
    max_actions: int  # a proved bound on the number of legal actions or chance outcomes
    action_count: int  # actions are numbered 0 … action_count − 1, chance outcomes included
    seat_names: Sequence[str]  # as many as can play

    seats: Rule = DEFAULT  # (options) -> how many play
    side: Rule = DEFAULT  # (options, seat) -> which seats win together
    setup: Rule = DEFAULT  # (state, options): from zeros to the first position
    actor: Rule  # (state) -> seat, CHANCE or OVER
    legal_actions: Rule  # (state, options, work, out) -> n, ascending
    chance_outcomes: Rule = DEFAULT  # (state, options, out, chances) -> n, ascending
    stream: Rule = DEFAULT  # (state) -> which random stream this chance belongs to
    apply: Rule  # (state, options, work, action, tally or None)
    returns: Rule  # (state, options, shares)
    rank: Rule  # (state, options, places): 0 is first
    # (state, options, seat): in place, blanks all that this seat may not know
    hide: Rule = DEFAULT
    seen: Rule = DEFAULT  # (state, options, action, seat) -> the action, or UNSEEN
    resample: Rule = DEFAULT  # (state, options, work, seat, rng, stream): fills the blanks
    # (state): in place, one form for positions that differ only in names
    canonical: Rule = DEFAULT
    count: Rule | None = None  # (state, options, action, sums): before an action is applied
    settle: Callable[[Records], None] | None = None  # fills the derived fields of options

    def __post_init__(self) -> None:
        """Fill in the rules that were left out."""
        rules = default_rules(self, self.rule)
        if self.seats is DEFAULT:
            rules["seats"] = _constant_seats(self.rule, len(self.seat_names))
        for name, rule in rules.items():
            object.__setattr__(self, name, rule)

    @property
    def record(self) -> np.dtype[Any]:
        return self.rule.records["state"]

    @property
    def options_record(self) -> np.dtype[Any]:
        return self.rule.records["options"]

    @property
    def work(self) -> np.dtype[Any]:
        return self.rule.records["work"]

    @property
    def tally(self) -> np.dtype[Any]:
        return self.rule.records["tally"]

    @property
    def plan(self) -> np.dtype[Any]:
        """What a bot stores between two decisions of a seat."""
        return self.rule.records["plan"]

    @property
    def sums(self) -> np.dtype[Any]:
        """What a batch adds up over all games with the same options."""
        return self.rule.records["sums"]
