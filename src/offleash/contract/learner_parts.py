"""What programs that learn a game need to know about it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from offleash.contract.encoding import Encoding
from offleash.contract.part import ContractPart, Records, Rule


@dataclass(frozen=True, kw_only=True)
class LearnerParts(ContractPart):
    """What programs that learn the game need to know about it."""

    # (state, options, seat, out): what the seat (or NOBODY) may know, itself first; it reads whole
    # positions and changes nothing
    encode: Rule | None = None
    encoding: Encoding = field(default_factory=lambda: Encoding(0, ()))  # what `encode` writes
    # (state, options, seat, action, out): what a legal action of the seat to move is; it reads
    # nothing that this seat may not know
    write_action: Rule | None = None
    action_encoding: Encoding = field(default_factory=lambda: Encoding(0, ()))  # what that writes
    chance_actions: range = range(0)  # the numbers of chance outcomes; all others are decisions
    is_open: bool = False  # whether every seat always knows everything
    returns_sum: float = 1.0  # what the returns of all seats add up to, each from 0 to 1
    # (options) -> a bound on the decisions of a game, or None where the rules have none
    longest: Callable[[Records], int | None] = lambda options: None
