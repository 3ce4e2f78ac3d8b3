"""The contract of a game: what every game binds, and what everything else relies on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.core.compile import Rules
from offleash.core.options import Switch, changed_options, make_options

Rule = Callable[..., Any]
Records = NDArray[Any]


@dataclass(frozen=True)
class Game:
    """One game: its records, its compiled rules, and its text and pictures.

    Rule functions take records (`states[0]`), never allocate and never check: `play.Session` is
    the checked door. The Python side takes arrays of one record, as sessions hold them.
    """

    name: str
    title: str
    rules_version: str
    rule: Rules

    # Records
    record: np.dtype[Any]
    options_record: np.dtype[Any]
    work: np.dtype[Any]
    tally: np.dtype[Any]
    switches: Sequence[Switch]
    max_actions: int  # a proved bound on the number of legal actions or chance outcomes
    action_count: int  # actions are numbered 0 … action_count − 1, chance outcomes included

    # Rules, compiled
    seats: Rule  # (options) -> how many play
    side: Rule  # (options, seat) -> which seats win together
    setup: Rule  # (state, options): from zeros to the first position
    actor: Rule  # (state) -> seat, CHANCE or OVER
    legal_actions: Rule  # (state, options, work, out) -> n, ascending
    chance_outcomes: Rule  # (state, options, out, chances) -> n, ascending
    stream: Rule  # (state) -> which random stream this chance belongs to
    apply: Rule  # (state, options, work, action, tally or None)
    returns: Rule  # (state, options, shares)
    rank: Rule  # (state, options, places): 0 is first
    hide: Rule  # (state, options, seat): in place, blanks all that this seat may not know
    seen: Rule  # (state, options, action, seat) -> the action, or UNSEEN
    resample: Rule  # (state, options, work, seat, rng, stream): fills the blanks
    score: Rule  # (state, options, work, action, weights) -> how good, for the actor
    evaluate: Rule  # (state, options, seat, weights) -> how good, for the seat
    canonical: Rule  # (state): in place, one form for positions that differ only in names

    # Text and pictures
    format_action: Callable[[int], str]
    parse_action: Callable[[str], int]
    format_position: Callable[[Records, Records], str]
    parse_position: Callable[[str, Records], Records]
    format_board: Callable[[Records, Records], str]  # the canonical board alone, in short form
    read_board: Callable[[str, Records], Records]  # a board to compare with, playable or not
    position_differs: Callable[[str, Records, Records], list[str]]  # from a partly written one
    why_illegal: Callable[[Records, Records, int], str]  # one sentence, empty iff legal
    is_whole: Callable[[Records], bool]  # nothing in it is unknown
    observe: Callable[[Records, Records, int], "Observation"]
    draw: Callable[[Records, Records, int, Sequence[int]], str]  # (…, seat, legal) -> SVG
    draw_text: Callable[[Records, Records, int], Any]  # (…, seat) -> a rich Text
    seat_names: Sequence[str]

    # Record fields whose numbers have names, for scenarios: {"phase": ("deal", "play")}
    field_words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    default_weights: Mapping[str, int] = field(default_factory=dict)
    # (states, tallies) -> what a batch of finished games comes to
    summary: Callable[[Records, Records], list["Figure"]] | None = None
    # (states, options, card, seat) -> the distinct boards that one card can lead to
    outcomes: Callable[[Records, Records, str, int], list[str]] | None = None

    def options(self, /, **chosen: Any) -> Records:
        """An array of one options record."""
        return make_options(self.switches, self.options_record, chosen)

    def changed(self, options: Records) -> dict[str, str]:
        """The options that are not at their default, as text."""
        return changed_options(self.switches, options)

    def new_state(self, options: Records) -> Records:
        """An array of one record, set up."""
        states = np.zeros(1, self.record)
        self.setup(states[0], options[0])
        return states

    def new_work(self) -> Records:
        return np.zeros(1, self.work)

    def new_out(self) -> NDArray[np.int32]:
        """Room for a list of actions, with the spare slot that branch-free listing writes to."""
        return np.zeros(self.max_actions + 1, np.int32)

    def new_chances(self) -> NDArray[np.int64]:
        return np.zeros(self.max_actions + 1, np.int64)

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """The default weights of the greedy policy, in the order the game names them."""
        return np.array(list(self.default_weights.values()), np.int64)


@dataclass(frozen=True)
class Observation:
    """What a seat may know: as text, and as numbers of a fixed shape."""

    text: str
    array: NDArray[np.int16]


@dataclass(frozen=True)
class Figure:
    """One number about a batch of games: a share of them, or an average or extreme over them."""

    name: str
    value: float
    is_share: bool = False
    unit: str = "a game"
