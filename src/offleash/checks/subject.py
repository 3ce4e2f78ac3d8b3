"""A game under examination: its samples of positions, and versions of it with a planted fault."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from offleash.checks import sampling
from offleash.checks.sampling import TWINS, Pair, sample, twins, view_of, viewers
from offleash.contract import Game, Records
from offleash.contract.rules.actors import NOBODY

PARTS = ("rules", "notation", "pictures", "bots", "lab", "studio", "learning")
# Where fields that are hidden from somebody are looked for: every position of so many games
FEW_WALKS, MOST_LOOKED_AT = 8, 4000

Case = tuple[Records, Records, int, Records]  # options, position, viewer, twin of it for the viewer


@dataclass(eq=False)
class Subject:
    """A game, and what a sample of its positions has to show."""

    game: Game
    secrets: Sequence[str] = ()  # fields that `hide` blanks
    lively: sampling.Lively = field(default_factory=dict)
    rare: Sequence[Pair] = ()
    spare: Sequence[Pair] = ()  # positions to look at if they show something new
    walks: int = sampling.WALKS
    samples: dict[str, Any] = field(default_factory=dict)  # of the game without a fault
    origin: Game = field(default=None)  # type: ignore[assignment]  # the game without a fault

    def __post_init__(self) -> None:
        self.origin = self.origin or self.game

    @classmethod
    def of(cls, game: Game, spare: Sequence[Pair] = (), walks: int = sampling.WALKS) -> "Subject":
        """Return the subject of a game that says nothing about its secrets: they are looked for."""
        rng = random.Random(f"secrets of {game.name}")
        pairs = [*islice(sampling.walk_positions(game, rng, FEW_WALKS), MOST_LOOKED_AT), *spare]
        hidden = {name for options, states in pairs for name in blanked(game, states, options)}
        return cls(game, sorted(hidden), spare=spare, walks=walks)

    def planted(self, **changes: Any) -> "Subject":
        """Return the same samples, examined with other functions, whichever part they are in."""
        return replace(self, game=rebind(self.game, **changes))

    def positions(self, purpose: str) -> list[Pair]:
        """Return a sample for one purpose: see `sample`."""
        if purpose not in self.samples:
            rng = random.Random(f"{purpose} of {self.game.name}")
            self.samples[purpose] = sample(
                self.game,
                self.secrets,
                rng,
                rare=self.rare,
                lively=self.lively,
                walks=self.walks,
                spare=self.spare,
                strict=False,
            )
        pairs: list[Pair] = self.samples[purpose]
        return pairs

    def cases(self) -> list[Case]:
        """Return every position with every viewer and what that viewer can't tell from it.

        Of those who see all, the actor and a spectator stand for everybody.
        """
        if "cases" not in self.samples:
            self.samples["cases"] = list(self._cases())
        cases: list[Case] = self.samples["cases"]
        return cases

    def _cases(self) -> Iterator[Case]:
        game = self.game
        for options, states in self.positions("knowledge"):
            for seat in viewers(game, options):
                view = view_of(game, states, options, seat)
                is_partial = view.tobytes() != states.tobytes()
                if is_partial or seat in (NOBODY, game.rules.actor(states[0])):
                    for twin in twins(game, states, options, seat):
                        yield options, states, seat, twin

    def views(self) -> list[Case]:
        """Return every position with every viewer once."""
        return self.cases()[::TWINS]

    def describe(self, states: Records, options: Records, seat: int | None = None) -> str:
        """Return where a failure is."""
        view = "" if seat is None else f", seen by {seat}"
        changes = self.game.changes(options)
        text = self.game.notation.format_position(states, options)
        return f"{text}{f', options {changes}' if changes else ''}{view}"


def blanked(game: Game, states: Records, options: Records) -> set[str]:
    """Return the fields of a position that are hidden from somebody."""
    views = [view_of(game, states, options, seat) for seat in viewers(game, options)]
    names: Iterable[str] = game.rules.record.names or ()
    return {name for name in names if any((view[name] != states[name]).any() for view in views)}


def rebind(game: Game, **changes: Any) -> Game:
    """Return the game with other functions, whichever part of the contract they belong to."""
    for name, value in changes.items():
        part = next(p for p in PARTS if name in getattr(game, p).__dataclass_fields__)
        game = replace(game, **{part: replace(getattr(game, part), **{name: value})})
    return game
