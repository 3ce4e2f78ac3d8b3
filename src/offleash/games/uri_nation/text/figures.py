"""What is counted in games: the designer's five first, then all the rest."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.core.game import (
    FURTHER,
    LONGEST,
    MAIN,
    MEAN,
    MEDIAN,
    RECORDED,
    SHORTEST,
    Label,
    Measure,
    Played,
)
from offleash.games.uri_nation.options import ARCHETYPES, HOMES, TOKENS
from offleash.games.uri_nation.rules.record import (
    BY_THRESHOLD,
    LAST_DOG,
    OUT_OF_TIME,
    SEATS,
    SINKS,
    SOURCES,
    WATER,
)
from offleash.games.uri_nation.text.names import SEAT_NAMES

Numbers = NDArray[Any]

DOGS = tuple(name.capitalize() for name in ARCHETYPES)
STOCK_NAMES = (*(name.capitalize() for name in TOKENS), "water")
ENDINGS = {BY_THRESHOLD: "threshold", LAST_DOG: "last dog", OUT_OF_TIME: "out of time"}
SOURCE_NAMES = (
    "income",
    "desperation",
    "home",
    "the park",
    "a drink",
    "water cards",
    "chance cards",
    "event cards",
    "a lost challenge",
    "facing a Yapper",
)
SINK_NAMES = (
    "crossings",
    "side streets",
    "paths",
    "drinks",
    "claims",
    "challenges",
    "re-claims",
    "fortifying",
    "allying",
    "joining",
    "breaking",
    "bids",
    "tricks",
    "cards that take",
)
assert len(SOURCE_NAMES) == SOURCES and len(SINK_NAMES) == SINKS
DECK_NAMES = ("water", "chance", "events")
GRADE_NAMES = ("clean", "decent", "questionable", "terrible", "other")
SHOWN_ROUNDS = 5  # every so many-th round is in the table
A_GAME = "a dog and game"
A_TURN = "a dog's turn"


def measures(played: Played) -> list[Measure]:
    """Every measure of a batch."""
    dogs = Dogs(played)
    return [
        *_length(played),
        *_wins(played, dogs),
        *_resources(dogs),
        *_crossings(dogs),
        *_home(dogs),
        *_marking(dogs),
        *_challenges(dogs),
        *_alliances(dogs),
        *_turns(dogs),
        *_cards(dogs),
        *_race(played, dogs),
    ]


@dataclass(frozen=True)
class Part:
    """One column of a row: game by game, what is added up and what that is divided by."""

    total: Numbers
    of: Numbers | None = None
    is_share: bool = False
    extent: str = MEAN


Parts = dict[str, Part]


@dataclass(frozen=True)
class Dogs:
    """Tallies cut by archetype: columns for those that play, then one for all of them."""

    played: Played

    @cached_property
    def archetype(self) -> Numbers:
        """Games × seats."""
        found: Numbers = self.played.variants["archetypes"][self.played.rows][:, :SEATS]
        return found

    @cached_property
    def by_name(self) -> dict[str, Numbers]:
        """For each archetype that plays, where it sits: games × seats."""
        found = {name: self.played.playing & (self.archetype == n) for n, name in enumerate(DOGS)}
        return {name: mask for name, mask in found.items() if mask.any()}

    @cached_property
    def columns(self) -> dict[str, Numbers]:
        """The same, and all together."""
        return {**self.by_name, "all": self.played.playing}

    @cached_property
    def counts(self) -> dict[str, Numbers]:
        """How many there are of each column, a game."""
        return {name: mask.sum(axis=1) for name, mask in self.columns.items()}

    def tally(self, field: str, which: int | None = None) -> Numbers:
        """A field of the tallies, games × seats, or one slice of it."""
        found: Numbers = self.played.tallies[field]
        return found if which is None else found[:, :, which]

    def mean(self, values: Numbers) -> Parts:
        """By column, a dog and game."""
        return {
            name: Part((values * mask).sum(axis=1), self.counts[name])
            for name, mask in self.columns.items()
        }

    def a_turn(self, values: Numbers) -> Parts:
        """By column, a turn of the dog."""
        turns = self.tally("turns")
        return {
            name: Part((values * mask).sum(axis=1), (turns * mask).sum(axis=1))
            for name, mask in self.columns.items()
        }


FIVE = ("Game length", "Win rates", "Resources", "Crossings", "Home")  # the designer's


def _row(
    heading: str,
    name: str,
    parts: Parts,
    unit: str = A_GAME,
    group: str = "archetype",
    depth: int | None = None,
) -> list[Measure]:
    """One measure a column."""
    usual = MAIN if heading in FIVE else FURTHER
    deep = usual if depth is None else depth
    return [
        Measure(
            Label(name, part.is_share, unit, group, heading, column, deep, part.extent),
            part.total,
            part.of,
        )
        for column, part in parts.items()
    ]


def _rows(heading: str, dogs: Dogs, fields: dict[str, Numbers]) -> list[Measure]:
    """A row of means for each, by archetype."""
    return [m for name, values in fields.items() for m in _row(heading, name, dogs.mean(values))]


# The designer's five


def _length(played: Played) -> list[Measure]:
    """How long games last, how they end and when."""
    heading = "Game length"
    rounds, ending = played.states["rounds"], played.states["ending"]
    spans = {
        "rounds": rounds,
        "turns": played.tallies["turns"].sum(axis=1),
        "decisions": played.tallies["decisions"],
        "with dice and cards": played.lengths,
    }
    found = []
    for name, values in spans.items():
        extents = {e: Part(values, extent=e) for e in (MEAN, SHORTEST, MEDIAN, LONGEST)}
        found += _row(heading, name, extents, "a game", "extent")
    hits = {words: ending == number for number, words in ENDINGS.items()}
    share = {words: Part(those, is_share=True) for words, those in hits.items()}
    found += _row(heading, "% of the games", share, "ended by", "ending")
    when = {words: Part(rounds * those, those) for words, those in hits.items()}
    found += _row(heading, "round, on average", when, "ended by", "ending")
    shared = Label("shared wins", is_share=True, unit="", heading=heading)
    return [*found, Measure(shared, played.results.max(axis=1) < 1)]


def _wins(played: Played, dogs: Dogs) -> list[Measure]:
    """Who wins: by archetype, by home, by seat, and by player where there are several."""
    home = played.states["home"]
    seats, playing = np.arange(SEATS), played.playing
    found = _won(played, "by archetype", "archetype", dogs.by_name)
    homes = {f"home {label}": playing & (home == n) for n, label in enumerate(HOMES)}
    found += _won(played, "by home", "home", homes)
    by_seat = {name: playing & (seats == n) for n, name in enumerate(SEAT_NAMES)}
    found += _won(played, "by seat", "seat", by_seat)
    if len(played.players) > 1:
        names = [name.removeprefix("persona:") for name in played.players]
        players = {name: playing & (played.who == n) for n, name in enumerate(names)}
        found += _won(played, "by player", "player", players)
    return found


def _won(played: Played, name: str, group: str, masks: dict[str, Numbers]) -> list[Measure]:
    """What the places that each mask marks won on average."""
    won = {
        column: Part((played.results * mask).sum(axis=1), mask.sum(axis=1), is_share=True)
        for column, mask in masks.items()
    }
    return _row("Win rates", name, won, "% of the games", group)


def _resources(dogs: Dogs) -> list[Measure]:
    """Where tokens and water come from, where they go, and how much of them is used."""
    heading, found = "Resources", []
    used: dict[str, Parts] = {name: {} for name in STOCK_NAMES}
    for name, mask in dogs.columns.items():
        count, stock = dogs.counts[name], _stock(dogs, mask)
        of, depth = ("", None) if name == "all" else (f" of the {name}", RECORDED)
        for row, values in stock.items():
            parts = {each: Part(values[:, n], count) for n, each in enumerate(STOCK_NAMES)}
            found += _row(f"{heading}{of}", row, parts, A_GAME, "stock", depth)
        wasted = (dogs.tally("wasted") * mask).sum(axis=1)
        spilt = {STOCK_NAMES[WATER]: Part(wasted, count)}
        found += _row(f"{heading}{of}", "spilt at the cap", spilt, A_GAME, "stock", depth)
        spent = np.sum([each for row, each in stock.items() if row.startswith("-")], axis=0)
        had = spent + stock["left at the end"]
        for number, stock_name in enumerate(STOCK_NAMES):
            used[stock_name][name] = Part(100 * spent[:, number], had[:, number])
    for stock_name, parts in used.items():
        found += _row(heading, f"{stock_name} spent", parts, "% of all it had")
    return found


def _stock(dogs: Dogs, mask: Numbers) -> dict[str, Numbers]:
    """What some dogs had, got and spent, games × stocks."""
    tallies, bowl = dogs.played.tallies, dogs.played.states["bowl"]
    gained = np.einsum("gskn,gs->gkn", tallies["gained"], mask, dtype=np.int64)
    spent = np.einsum("gskn,gs->gkn", tallies["spent"], mask, dtype=np.int64)
    left = np.einsum("gsk,gs->gk", bowl, mask, dtype=np.int64)
    return {
        "at the start": left - gained.sum(axis=2) + spent.sum(axis=2),
        **{f"+ {name}": gained[:, :, n] for n, name in enumerate(SOURCE_NAMES)},
        **{f"- {name}": spent[:, :, n] for n, name in enumerate(SINK_NAMES)},
        "left at the end": left,
    }


def _crossings(dogs: Dogs) -> list[Measure]:
    """How often dogs leave their sidewalk."""
    heading = "Crossings"
    free, paid = dogs.tally("free_crossings"), dogs.tally("paid_crossings")
    fields = {
        "free crossings": free,
        "paid crossings": paid,
        "side-street spaces": dogs.tally("side_streets"),
        "paths": dogs.tally("paths"),
    }
    found = _rows(heading, dogs, fields)
    for name, values in {"crossings": free + paid, "of them paid": paid}.items():
        found += _row(heading, name, dogs.a_turn(values), A_TURN)
    return found


def _home(dogs: Dogs) -> list[Measure]:
    """How often dogs come home, and what for."""
    heading = "Home"
    visits, resupplies = dogs.tally("home_visits"), dogs.tally("resupplies")
    found = _rows(heading, dogs, {"home visits": visits, "resupplies": resupplies})
    for name, values in {"visits": visits, "resupplied": resupplies}.items():
        found += _row(heading, name, dogs.a_turn(values), A_TURN)
    return found


# What else is counted


def _marking(dogs: Dogs) -> list[Measure]:
    """Claims, challenges, re-claims and fortify tokens, by archetype."""
    return _rows(
        "Marking",
        dogs,
        {
            "claims": dogs.tally("claims"),
            "challenges": dogs.tally("tried").sum(axis=2),
            "challenges won": dogs.tally("won").sum(axis=2),
            "re-claims by Swagger": dogs.tally("reclaims", 0),
            "re-claims by Grit": dogs.tally("reclaims", 1),
            "re-claims declined": dogs.tally("declined"),
            "fortifies": dogs.tally("fortifies"),
            "homes challenged": dogs.tally("homes_tried"),
            "homes won": dogs.tally("homes_won"),
        },
    )


def _challenges(dogs: Dogs) -> list[Measure]:
    """Tries and successes by what defends."""
    tried, won = _by_defence(dogs, "tried"), _by_defence(dogs, "won")
    found = []
    for what, count in tried.items():
        parts = {
            "tried": Part(count),
            "won": Part(won[what]),
            "% won": Part(won[what], count, is_share=True),
        }
        found += _row("Challenges by defence", what, parts, "a game, all dogs", "result")
    return found


def _by_defence(dogs: Dogs, result: str) -> dict[str, Numbers]:
    """Challenges that were tried, or won, a game."""
    playing = dogs.played.playing
    counts = (dogs.tally(result) * playing[:, :, None]).sum(axis=1)
    names = ["no fortify token", "1 fortify token"]
    names += [f"{n} fortify tokens" for n in range(2, counts.shape[1])]
    found = {name: counts[:, n] for n, name in enumerate(names)}
    for what, field in {"a home": "homes", "a bond": "bonds"}.items():
        found[what] = (dogs.tally(f"{field}_{result}") * playing).sum(axis=1)
    return found


def _alliances(dogs: Dogs) -> list[Measure]:
    """Bonds made, joined, broken and challenged."""
    fields = {
        "initiated": "initiated",
        "joined": "joined",
        "broken": "broken",
        "challenged": "bonds_tried",
        "challenges won": "bonds_won",
    }
    return _rows("Alliances", dogs, {name: dogs.tally(field) for name, field in fields.items()})


def _turns(dogs: Dogs) -> list[Measure]:
    """Turns, rolls and steps; and turns that came to nothing."""
    fields = {
        "turns": "turns",
        "rolls": "rolls",
        "sum of the dice": "rolled",
        "steps": "steps",
        "passes": "passes",
        "nothing affordable": "no_action",
        "for want of Drive": "drive_blocked",
        "walk tricks": "tricks",
    }
    return _rows("Turns", dogs, {name: dogs.tally(field) for name, field in fields.items()})


def _cards(dogs: Dogs) -> list[Measure]:
    """Cards by deck, drinks by what they were like."""
    heading = "Cards and drinks"
    fields = {f"{name} cards": dogs.tally("drawn", n) for n, name in enumerate(DECK_NAMES)}
    fields |= {"held cards played": dogs.tally("played"), "drinks": dogs.tally("drinks")}
    fields |= {f"{name} drinks": dogs.tally("grades", n) for n, name in enumerate(GRADE_NAMES)}
    return _rows(heading, dogs, fields)


def _race(played: Played, dogs: Dogs) -> list[Measure]:
    """Territories as the rounds go by, and how often the lead changes."""
    heading, found = "Territories", []
    ended = played.states["rounds"].astype(np.int64)
    last = int(played.variants["max_rounds"].max())
    for number in range(1, last + 1):
        rows = np.minimum(number, ended) - 1  # a game that is over stays as it was
        held = played.tallies["by_round"][np.arange(len(rows)), rows]
        is_shown = number % SHOWN_ROUNDS == 0 or number == last
        name = f"after round {number}" if number < last else "at the end"
        found += _row(heading, name, dogs.mean(held), depth=FURTHER if is_shown else RECORDED)
    changes = Label("lead changes", heading=heading, depth=FURTHER)
    return [*found, Measure(changes, played.tallies["lead_changes"])]
