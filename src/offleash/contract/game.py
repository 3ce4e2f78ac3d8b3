"""A game: its parts, and what everybody asks of it."""

import pickle
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from importlib import import_module
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.record import scratch, words
from offleash.compiler.rule import source_of
from offleash.compiler.seeds import streams
from offleash.compiler.study import POSITIONS, Study
from offleash.contract.bots.bot_rules import BotRules
from offleash.contract.checks import check_game
from offleash.contract.encoding import Observe, observer
from offleash.contract.game_rules import GameRules, default_rules
from offleash.contract.lab.lab_parts import LabParts
from offleash.contract.learner_parts import LearnerParts
from offleash.contract.options import (
    BASE,
    FileOption,
    changed_options,
    describe_rules,
    make_options,
)
from offleash.contract.part import DEFAULT, Records, Rule
from offleash.contract.positions import Position, position_fields, read_position
from offleash.contract.rules.actors import MOST_GOALS
from offleash.contract.studio.studio_parts import StudioParts
from offleash.contract.text.notation import Notation
from offleash.contract.text.pictures import Pictures
from offleash.contract.text.plain import plain_observer
from offleash.contract.text.wording import Wording
from offleash.tools.errors import BadNotation, quote
from offleash.tools.prose import did_you_mean


def game_of(package: str) -> "Game":
    """Return the game that a package defines."""
    game: Game = import_module(package).GAME
    return game


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game, in parts by the rooms that use them; `contract.text.plain` has a simple notation.

    Rules take records (`states[0]`), allocate nothing and check nothing: `play.Session` is the
    checked interface. Functions in plain Python take arrays of one record, as sessions have them.
    """

    name: str
    title: str
    rules_version: str
    rules: GameRules
    notation: Notation
    pictures: Pictures
    bots: BotRules = field(default_factory=BotRules)
    lab: LabParts = field(default_factory=LabParts)
    studio: StudioParts = field(default_factory=StudioParts)
    learning: LearnerParts = field(default_factory=LearnerParts)

    def __post_init__(self) -> None:
        """Fill in the default rules of bots, and check what the types can't express."""
        bots = replace(self.bots, **default_rules(self.bots, self.rules.rule))
        object.__setattr__(self, "bots", bots)
        if self.notation.observe is DEFAULT:
            notation = replace(self.notation, observe=self._observer())
            object.__setattr__(self, "notation", notation)
        check_game(self)

    def _observer(self) -> Observe:
        """Return `observe`, made from the one rule that says in numbers what a seat may know."""
        encode, text = self.learning.encode, self.notation.format_position
        if encode is None:
            return plain_observer(self.rules, text)
        return observer(self.learning.encoding, encode, self.rules.hide, text)

    # Copies: nothing about a game changes, so it is its own copy

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> Any:
        """Let a pickle name the package of the game, whose `GAME` it is where it is read."""
        package = self.rules.rule.package
        if getattr(sys.modules.get(package), "GAME", None) is not self:
            raise pickle.PicklingError(
                f"{self.title} can't be pickled: it is not GAME of the package {package}"
            )
        return game_of, (package,)

    # Options

    def options(
        self, preset: str | None = None, /, *changes: Mapping[str, Any], **values: Any
    ) -> Records:
        """Return an array of one options record: a preset (by default the first) with changes.

        Changes are applied in order; a number for one seat does not change the other seats.
        """
        number = self._preset_number(preset)
        base = list(self.rules.presets.values())[number] if self.rules.presets else {}
        rules = self.rules
        options = make_options(rules.options, rules.options_record, base, *changes, values)
        if rules.presets:
            options[BASE] = number
        self.settle_options(options)
        return options

    @property
    def file_options(self) -> dict[str, FileOption]:
        """The options that name files, by name."""
        return {o.name: o for o in self.rules.options if isinstance(o, FileOption)}

    def settle_options(self, options: Records) -> None:
        """Fill the fields that are derived from the options."""
        if self.rules.settle is not None:
            self.rules.settle(options)

    def base(self, options: Records) -> str:
        """Return the preset that options build on; empty if the game has none."""
        return list(self.rules.presets)[int(options[BASE][0])] if self.rules.presets else ""

    def changes(self, options: Records) -> dict[str, str]:
        """Return the options that differ from their base, as text."""
        base = self.rules.presets[self.base(options)] if self.rules.presets else {}
        plain = make_options(self.rules.options, self.rules.options_record, base)
        return changed_options(self.rules.options, options, plain)

    def describe_options(self, options: Records) -> str:
        """Describe the base and the changes in one line."""
        return describe_rules(self.base(options), self.changes(options))

    def notes_on(self, options: Records) -> list[str]:
        """Return a sentence for each changed option that has no effect."""
        return self.notation.notes(options, self.changes(options)) if self.notation.notes else []

    def _preset_number(self, preset: str | None) -> int:
        names = list(self.rules.presets)
        if preset is None:
            return 0
        if preset not in names:
            if not names:
                raise BadNotation(f"{self.title} has no presets, so it has no {quote(preset)}")
            hint, listed = did_you_mean(str(preset), names), ", ".join(names)
            problem = f"{self.title} has no preset {quote(preset)}{hint}"
            raise BadNotation(f"{problem}; the presets are {listed}")
        return names.index(preset)

    # Records and buffers

    @property
    def max_seats(self) -> int:
        """The largest number of seats under any options."""
        return len(self.rules.seat_names)

    def seat_count(self, options: Records) -> int:
        """Return how many seats there are, in plain Python, which compiles nothing."""
        return int(source_of(self.rules.seats)(options[0]))

    def sides(self, options: Any) -> list[int]:
        """Return the side of every seat that plays under one record of options."""
        seats, side = source_of(self.rules.seats), source_of(self.rules.side)
        return [int(side(options, seat)) for seat in range(int(seats(options)))]

    def seat_name(self, options: Records, seat: int) -> str:
        """Return the name of a seat under these options."""
        word = self.notation.seat_word
        return word(options, seat) if word else self.rules.seat_names[seat]

    def wording(self, options: Records) -> Wording | None:
        """Return what replaces words of the game by names of the options' project, if any."""
        own_names = self.studio.own_names
        return own_names.wording_of(options) if own_names else None

    def in_own_names(self, text: str, options: Records) -> str:
        """Return a text with the names of the options' project."""
        wording = self.wording(options)
        return wording.text(text) if wording else text

    def rematch_options(self, options: Records, shares: Sequence[float]) -> Records:
        """Return the options of the next game between the same players."""
        if self.notation.rematch is None:
            return options
        changes = self.notation.rematch(options, shares)
        return self.options(self.base(options) or None, {**self.changes(options), **changes})

    def page(self, name: str, options: Records) -> str:
        """Return a page to look up at the table, under these options."""
        page = self.notation.pages[name]
        return page if isinstance(page, str) else page(options)

    def playing(self, variants: Records, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return whether a seat plays under a game's options, as games × seats."""
        counts = [self.seat_count(variants[i : i + 1]) for i in range(len(variants))]
        playing: NDArray[np.bool_] = np.arange(self.max_seats) < np.array(counts)[rows][:, None]
        return playing

    def new_state(self, options: Records) -> Records:
        """Return an array of one record with the initial position."""
        states = np.zeros(1, self.rules.record)
        self.rules.setup(states[0], options[0])
        return states

    def position_fields(self, states: Records) -> dict[str, Any]:
        """Return the fields of a position by name, as JSON can write them."""
        return position_fields(states)

    def read_position(self, position: Position, options: Records) -> Records:
        """Return a position from its text, its fields or a record. Raises BadNotation."""
        rules = self.rules
        return read_position(self.title, rules.record, self.notation, position, options)

    def new_work(self) -> Records:
        return scratch(1, self.rules.work)

    def new_tally(self) -> Records:
        return np.zeros(1, self.rules.tally)

    def new_plans(self) -> Records:
        """Return an empty plan for every seat."""
        return scratch(self.max_seats, self.rules.plan)

    def new_out(self) -> NDArray[np.int32]:
        """Return a buffer for a list of actions, with the spare slot for branch-free listing."""
        return scratch(self.rules.max_actions + 1, np.int32)

    def new_chances(self) -> NDArray[np.int64]:
        return scratch(self.rules.max_actions + 1, np.int64)

    def new_study(self, note: np.dtype[Any], notes: int = 1, positions: int = POSITIONS) -> Study:
        """Return scratch buffers for one thread's policies, with `notes` records of type `note`."""
        states = scratch(positions, self.rules.record)
        plans = scratch(self.max_seats + 1 + MOST_GOALS, self.rules.plan)
        records = (scratch(notes, note), states, words(states), plans, words(plans))
        rng, shares = streams(), scratch(self.max_seats, np.float64)
        return Study(*records, self.new_out(), self.new_chances(), rng, shares)

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """The default weights of the greedy bot, in the order of `weights_by_name`."""
        return np.array(list(self.bots.weights_by_name.values()), np.int64)

    def persona_weights(self, name: str) -> NDArray[np.int64]:
        """Return the weights of a persona: the default ones with its changes."""
        merged = {**self.bots.weights_by_name, **self.bots.personas[name].weights}
        return np.array(list(merged.values()), np.int64)

    def weights_in_set(self, weight_set: str, player: str, persona: str = "") -> list[int]:
        """Return the weights of a player of a set: the default ones with its changes.

        If a persona is named, its weights in the same set are changed first.
        """
        changes = self.bots.weight_sets.get(weight_set, {})
        own = self.bots.personas[persona].weights if persona else {}
        parts = (self.bots.weights_by_name, own, changes.get(persona, {}), changes.get(player, {}))
        return list({name: weight for part in parts for name, weight in part.items()}.values())

    def compiled_rules(self) -> list[Any]:
        """Return every rule that is compiled, for compiling all of them in advance."""
        owners = (self.rules, self.bots, self.learning)
        parts = ((part, field.name) for part in owners for field in fields(part))
        bound = (getattr(part, name) for part, name in parts)
        return [rule for rule in bound if hasattr(rule, "machine")]

    def find_rule(self, name: str) -> Rule | None:
        """Return the compiled rule of this name, as templates call it; None if it is not bound."""
        for part in (self.rules, self.bots, self.learning):
            if hasattr(part, name):
                bound: Rule | None = getattr(part, name)
                return bound
        raise AttributeError(f"{self.title} has no rule {name}")
