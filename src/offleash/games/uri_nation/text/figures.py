"""What a batch of games comes to: the designer's five figures first, then all that is counted."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.core.game import FURTHER, MAIN, RECORDED, Figure, Played
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
from offleash.games.uri_nation.text.street_counts import street_counts

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


def summary(played: Played) -> list[Figure]:
    """Every figure of a batch."""
    if not len(played.states):
        return []
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
        *street_counts(played),
    ]


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

    def tally(self, field: str, which: int | None = None) -> Numbers:
        """A field of the tallies, games × seats, or one slice of it."""
        found: Numbers = self.played.tallies[field]
        return found if which is None else found[:, :, which]

    def mean(self, values: Numbers) -> dict[str, float]:
        """By column, a dog and game."""
        return {name: float(values[mask].mean()) for name, mask in self.columns.items()}

    def a_turn(self, values: Numbers) -> dict[str, float]:
        """By column, a turn of the dog."""
        turns = self.tally("turns")
        return {
            name: float(values[mask].sum()) / max(1, int(turns[mask].sum()))
            for name, mask in self.columns.items()
        }


FIVE = ("Game length", "Win rates", "Resources", "Crossings", "Home")  # the designer's


def _row(
    heading: str,
    name: str,
    values: dict[str, float],
    unit: str = A_GAME,
    group: str = "archetype",
    depth: int | None = None,
    shares: dict[str, int] | None = None,
) -> list[Figure]:
    """One figure a column; `shares` says what those that are shares are of.

    A row of nothing but zeros is for the record.
    """
    usual = MAIN if heading in FIVE else FURTHER
    deep = RECORDED if not any(values.values()) else usual if depth is None else depth
    made = []
    for column, value in values.items():
        trials = (shares or {}).get(column)
        is_share = trials is not None
        made.append(
            Figure(name, value, is_share, unit, group, heading, column, trials=trials, depth=deep)
        )
    return made


def _rows(heading: str, dogs: Dogs, fields: dict[str, Numbers]) -> list[Figure]:
    """A row of means for each, by archetype."""
    return [f for name, values in fields.items() for f in _row(heading, name, dogs.mean(values))]


# The designer's five


def _length(played: Played) -> list[Figure]:
    """How long games last, how they end and when."""
    heading, games = "Game length", len(played.states)
    rounds, ending = played.states["rounds"], played.states["ending"]
    measures = {
        "rounds": rounds,
        "turns": played.tallies["turns"].sum(axis=1),
        "decisions": played.tallies["decisions"],
        "with dice and cards": played.lengths,
    }
    found = []
    for name, values in measures.items():
        found += _row(heading, name, _extent(values), "a game", "extent")
    hits = {words: ending == number for number, words in ENDINGS.items()}
    share = {words: float(those.mean()) for words, those in hits.items()}
    of = dict.fromkeys(share, games)
    found += _row(heading, "% of the games", share, "ended by", "ending", shares=of)
    when = {words: float(rounds[those].mean()) for words, those in hits.items() if those.any()}
    found += _row(heading, "round, on average", when, "ended by", "ending")
    shared = float((played.results.max(axis=1) < 1).mean())
    return [*found, Figure("shared wins", shared, True, "", heading=heading)]


def _extent(values: Numbers) -> dict[str, float]:
    return {
        "mean": float(values.mean()),
        "shortest": float(values.min()),
        "median": float(np.median(values)),
        "longest": float(values.max()),
    }


def _wins(played: Played, dogs: Dogs) -> list[Figure]:
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


def _won(played: Played, name: str, group: str, masks: dict[str, Numbers]) -> list[Figure]:
    """What the places that each mask marks won on average; nothing where there are none."""
    places = {column: int(mask.sum()) for column, mask in masks.items() if mask.any()}
    won = {column: float(played.results[masks[column]].mean()) for column in places}
    return _row("Win rates", name, won, "% of the games", group, shares=places)


def _resources(dogs: Dogs) -> list[Figure]:
    """Where tokens and water come from, where they go, and how much of them is used."""
    heading, found = "Resources", []
    used: dict[str, Numbers] = {}
    for name, mask in dogs.columns.items():
        stock = _stock(dogs, mask)
        of, depth = ("", None) if name == "all" else (f" of the {name}", RECORDED)
        for row, values in stock.items():
            parts = dict(zip(STOCK_NAMES, map(float, values), strict=True))
            found += _row(f"{heading}{of}", row, parts, A_GAME, "stock", depth)
        spilt = {STOCK_NAMES[WATER]: float(dogs.tally("wasted")[mask].mean())}
        found += _row(f"{heading}{of}", "spilt at the cap", spilt, A_GAME, "stock", depth)
        spent = np.sum([each for row, each in stock.items() if row.startswith("-")], axis=0)
        used[name] = _ratio(spent, spent + stock["left at the end"])
    for number, stock_name in enumerate(STOCK_NAMES):
        shares = {name: float(100 * share[number]) for name, share in used.items()}
        found += _row(heading, f"{stock_name} spent", shares, "% of all it had")
    return found


def _stock(dogs: Dogs, mask: Numbers) -> dict[str, Numbers]:
    """What some dogs had, got and spent of each token and of water, a game."""
    gained = dogs.played.tallies["gained"][mask].mean(axis=0)
    spent = dogs.played.tallies["spent"][mask].mean(axis=0)
    left = dogs.played.states["bowl"][mask].mean(axis=0)
    return {
        "at the start": left - gained.sum(axis=1) + spent.sum(axis=1),
        **{f"+ {name}": gained[:, n] for n, name in enumerate(SOURCE_NAMES)},
        **{f"- {name}": spent[:, n] for n, name in enumerate(SINK_NAMES)},
        "left at the end": left,
    }


def _ratio(parts: Numbers, whole: Numbers) -> Numbers:
    found: Numbers = np.divide(parts, whole, out=np.zeros(len(parts)), where=whole > 0)
    return found


def _crossings(dogs: Dogs) -> list[Figure]:
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


def _home(dogs: Dogs) -> list[Figure]:
    """How often dogs come home, and what for."""
    heading = "Home"
    visits, resupplies = dogs.tally("home_visits"), dogs.tally("resupplies")
    found = _rows(heading, dogs, {"home visits": visits, "resupplies": resupplies})
    for name, values in {"visits": visits, "resupplied": resupplies}.items():
        found += _row(heading, name, dogs.a_turn(values), A_TURN)
    return found


# What else is counted


def _marking(dogs: Dogs) -> list[Figure]:
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


def _challenges(dogs: Dogs) -> list[Figure]:
    """Tries and successes by what defends."""
    tallies, playing = dogs.played.tallies, dogs.played.playing
    tried = _by_defence(tallies["tried"][playing])
    won = _by_defence(tallies["won"][playing])
    for what, field in {"a home": "homes", "a bond": "bonds"}.items():
        tried[what] = int(tallies[f"{field}_tried"][playing].sum())
        won[what] = int(tallies[f"{field}_won"][playing].sum())
    games, found = len(dogs.played.states), []
    for what, count in tried.items():
        values = {"tried": count / games, "won": won[what] / games}
        if count:
            values["% won"] = won[what] / count
        shares = {"% won": count}
        heading = "Challenges by defence"
        found += _row(heading, what, values, "a game, all dogs", "result", shares=shares)
    return found


def _by_defence(counts: Numbers) -> dict[str, int]:
    names = ["no fortify token", "1 fortify token"]
    names += [f"{n} fortify tokens" for n in range(2, counts.shape[1])]
    return dict(zip(names, map(int, counts.sum(axis=0)), strict=True))


def _alliances(dogs: Dogs) -> list[Figure]:
    """Bonds made, joined, broken and challenged."""
    fields = {
        "initiated": "initiated",
        "joined": "joined",
        "broken": "broken",
        "challenged": "bonds_tried",
        "challenges won": "bonds_won",
    }
    return _rows("Alliances", dogs, {name: dogs.tally(field) for name, field in fields.items()})


def _turns(dogs: Dogs) -> list[Figure]:
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


def _cards(dogs: Dogs) -> list[Figure]:
    """Cards by deck, drinks by what they were like."""
    heading = "Cards and drinks"
    fields = {f"{name} cards": dogs.tally("drawn", n) for n, name in enumerate(DECK_NAMES)}
    fields |= {"held cards played": dogs.tally("played"), "drinks": dogs.tally("drinks")}
    fields |= {f"{name} drinks": dogs.tally("grades", n) for n, name in enumerate(GRADE_NAMES)}
    return _rows(heading, dogs, fields)


def _race(played: Played, dogs: Dogs) -> list[Figure]:
    """Territories as the rounds go by, and how often the lead changes."""
    heading, found = "Territories", []
    ended = played.states["rounds"].astype(np.int64)
    last = int(ended.max())
    for number in range(1, last + 1):
        rows = np.minimum(number, ended) - 1  # a game that is over stays as it was
        held = played.tallies["by_round"][np.arange(len(rows)), rows]
        is_shown = number % SHOWN_ROUNDS == 0 or number == last
        name = f"after round {number}" if number < last else "at the end"
        found += _row(heading, name, dogs.mean(held), depth=FURTHER if is_shown else RECORDED)
    changes = float(played.tallies["lead_changes"].mean())
    return [*found, Figure("lead changes", changes, heading=heading, depth=FURTHER)]
