"""A position of any game: its record as plain numbers, and what may be done in it."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from offleash.compiler.rule import Rules
from offleash.contract import Records
from offleash.contract.rules.actors import CHANCE, NOBODY, OVER


class BoundRules(NamedTuple):
    """What a position needs of the rules of its game."""

    course: ModuleType  # who acts, and what is legal
    rule: Rules  # the decorator, which knows the records
    max_actions: int


@dataclass(frozen=True, eq=False)
class Position:
    """One record with its options, as one seat looks at it.

    The class of a game names its rules, and adds what its record holds.
    """

    bound: ClassVar[BoundRules]

    states: Records
    settings: Records
    viewer: int = NOBODY

    @classmethod
    def of(cls, states: Records, settings: Records) -> Self:
        """Return the same object for equal records, so that nothing is worked out twice."""
        kind: Any = cls
        position: Self = _position(kind, states[:1].tobytes(), settings[:1].tobytes())
        return position

    @cached_property
    def state(self) -> Any:
        """The record."""
        return self.states[0]

    @cached_property
    def options(self) -> Any:
        """The record of the options."""
        return self.settings[0]

    @cached_property
    def phase(self) -> int:
        """What is being decided."""
        return int(self.state.phase)

    @cached_property
    def seat(self) -> int:
        """Whose turn it is, also while chance acts for that seat."""
        return int(self.state.seat)

    @cached_property
    def actor(self) -> int:
        """The seat that decides, CHANCE or OVER."""
        return int(self.bound.course.actor(self.state))

    @cached_property
    def mover(self) -> int:
        """The seat that decides, or NOBODY."""
        return max(self.actor, NOBODY)

    @property
    def is_viewer_to_move(self) -> bool:
        return NOBODY != self.viewer == self.mover

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The legal actions, or the outcomes that chance may have, ascending."""
        if self.actor == OVER:
            return ()
        course, size = self.bound.course, self.bound.max_actions + 1
        out = np.zeros(size, np.int32)
        if self.actor == CHANCE:
            chances = np.zeros(size, np.int64)
            count = course.chance_outcomes(self.state, self.options, out, chances)
        else:
            count = course.legal_actions(self.state, self.options, self.new_work(), out)
        return tuple(out[:count].tolist())

    def new_work(self) -> Any:
        """Return scratch space for the rules."""
        return np.zeros(1, self.bound.rule.records["work"])[0]

    def after(self, action: int) -> Self:
        """Return the position after an action; what the viewer does not know stays hidden."""
        states = self.states.copy()
        self.bound.course.apply(states[0], self.options, self.new_work(), action, None)
        return replace(self, states=states)


@lru_cache(maxsize=32)
def _position(kind: type[Position], state: bytes, settings: bytes) -> Any:
    records = kind.bound.rule.records
    return kind(
        np.frombuffer(bytearray(state), records["state"]),
        np.frombuffer(bytearray(settings), records["options"]),
    )
