"""What is counted in games: the designer's five first, then all the rest."""

from collections.abc import Sequence

import numpy as np

from offleash.contract import LONGEST, MAIN, MEAN, MEDIAN, SHORTEST, FinishedGames, Label, Measure
from offleash.games.uri_nation.options import HOMES
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.figures import dogs as D
from offleash.games.uri_nation.text.figures.causes import cause_measures
from offleash.games.uri_nation.text.figures.challenges import challenges
from offleash.games.uri_nation.text.figures.race import Race, race
from offleash.games.uri_nation.text.figures.stock import blocked, bowls, bowls_by_round, resources
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES, SEAT_NAMES, STOCK_NAMES
from offleash.games.uri_nation.text.words import DECK_WORDS

# Tallies of a dog, by what they are called
ALLIANCES = {
    "initiated": "initiated",
    "joined": "joined",
    "broken": "broken",
    "challenged": "bonds_tried",
    "challenges won": "bonds_won",
    "turns in which one barred a challenge": "shielded",
}
CLEARED = ("territories lost by joining", "territories lost as another dog joined")
TURNS = {
    "turns": "turns",
    "rolls": "rolls",
    "sum of the dice": "rolled",
    "steps": "steps",
    "passes": "passes",
    "nothing affordable": "no_action",
    "for want of Drive": "drive_blocked",
    "walk tricks": "tricks",
    "housebound turns": "housebound",
}
IDLE_REASONS = (  # in the order of their numbers
    "barred by a card or trick",
    "passed by choice",
    *(f"only {stock} missing" for stock in STOCK_NAMES),
    "several stocks missing",
    "no disk left",
    "barred by an alliance",
    "nothing to mark",
)
assert len(IDLE_REASONS) == R.IDLES


def measures(played: FinishedGames) -> list[Measure]:
    """Return every measure of a batch."""
    dogs, run = D.Dogs(played), Race(played)
    return [
        *_length(played),
        *_wins(played, dogs),
        *resources(dogs),
        *_crossings(dogs),
        *_home(dogs),
        *_idle(dogs),
        *_marking(dogs),
        *challenges(dogs),
        *_tallied(dogs, "Alliances", ALLIANCES),
        *_parts(dogs, "Alliances", "cleared", CLEARED),
        *_tallied(dogs, "Turns", TURNS),
        *_gaps(dogs),
        *blocked(dogs),
        *bowls(dogs),
        *bowls_by_round(dogs),
        *_cards(dogs),
        *race(run, dogs),
        *cause_measures(run, dogs),
    ]


# The designer's five


def _length(played: FinishedGames) -> list[Measure]:
    """Return how long games last, how they end and when."""
    heading = "Game length"
    rounds, ending = played.states["rounds"], played.states["ending"]
    spans = {
        "rounds": rounds,
        "turns": played.tallies["turns"].sum(axis=1),
        "decisions": played.tallies["decisions"],
        "with dice and cards": played.lengths,
    }
    lines = []
    for name, values in spans.items():
        extents = {e: D.ColumnTotals(values, extent=e) for e in (MEAN, SHORTEST, MEDIAN, LONGEST)}
        lines += D.row(heading, name, extents, "per game", "extent")
    hits = {words: ending == number for number, words in D.ENDINGS.items()}
    share = {words: D.ColumnTotals(hit, is_share=True) for words, hit in hits.items()}
    lines += D.row(heading, "% of the games", share, "ended by", "ending")
    when = {words: D.ColumnTotals(rounds * hit, hit) for words, hit in hits.items()}
    lines += D.row(heading, "round, on average", when, "ended by", "ending")
    shared = Label("shared wins", is_share=True, unit="", heading=heading)
    return [*lines, Measure(shared, played.results.max(axis=1) < 1)]


def _wins(played: FinishedGames, dogs: D.Dogs) -> list[Measure]:
    """Return who wins: by archetype, by home, by seat, and by player where there are several."""
    home, seats = played.states["home"].T, np.arange(R.SEATS)[:, None]
    lines = _won(dogs, "archetype", ARCHETYPE_NAMES, dogs.archetype)
    lines += _won(dogs, "home", [f"home {label}" for label in HOMES], home)
    lines += _won(dogs, "seat", SEAT_NAMES, seats)
    if len(played.players) > 1:
        names = [name.removeprefix("persona:") for name in played.players]
        lines += _won(dogs, "player", names, played.players_by_seat.T)
    return lines


def _won(dogs: D.Dogs, group: str, names: Sequence[str], numbers: D.Numbers) -> list[Measure]:
    """Return what each name won on average; `numbers` has the name of each, seats × games."""
    parts = {}
    for number, name in enumerate(names):
        places = dogs.playing & np.equal(numbers, number)
        won = (dogs.played.results.T * places).sum(axis=0)
        parts[name] = D.ColumnTotals(won, places.sum(axis=0), is_share=True)
    return D.row("Win rates", f"by {group}", parts, "% of the games", group)


def _crossings(dogs: D.Dogs) -> list[Measure]:
    """Return how often dogs leave their sidewalk."""
    heading = "Crossings"
    free, paid = dogs.tally("free_crossings"), dogs.tally("paid_crossings")
    fields = {
        "free crossings": free,
        "paid crossings": paid,
        "side-street spaces": dogs.tally("side_streets"),
        "paths": dogs.tally("paths"),
    }
    per_turn = {"crossings": free + paid, "of them paid": paid}
    return [
        *D.rows(heading, fields, dogs.mean),
        *D.rows(heading, per_turn, dogs.a_turn, D.PER_TURN),
    ]


def _home(dogs: D.Dogs) -> list[Measure]:
    """Return how often dogs come home, and what for."""
    visits, resupplies = dogs.tally("home_visits"), dogs.tally("resupplies")
    fields = {"home visits": visits, "resupplies": resupplies}
    per_turn = {"visits": visits, "resupplied": resupplies}
    return [*D.rows("Home", fields, dogs.mean), *D.rows("Home", per_turn, dogs.a_turn, D.PER_TURN)]


# What else is counted


def _idle(dogs: D.Dogs) -> list[Measure]:
    """Return how many turns have no action, then the reasons, which add up to them."""
    heading, unit = "Turns without an action", "% of its turns"
    idle = np.ascontiguousarray(dogs.tally("idle"))
    total = dogs.a_turn(idle.sum(axis=0), is_share=True)
    lines = D.row(heading, "in all", total, unit, depth=MAIN)
    for number, reason in enumerate(IDLE_REASONS):
        lines += D.row(heading, reason, dogs.a_turn(idle[number], is_share=True), unit)
    return lines


def _marking(dogs: D.Dogs) -> list[Measure]:
    """Return claims, challenges, re-claims and fortify tokens, by archetype."""
    fields = {
        "claims": dogs.tally("claims"),
        "challenges": dogs.tally("tried").sum(axis=0),
        "challenges won": dogs.tally("won").sum(axis=0),
        "re-claims by Swagger": dogs.tally("reclaims", 0),
        "re-claims by Grit": dogs.tally("reclaims", 1),
        "re-claims declined": dogs.tally("declined"),
        "fortifies": dogs.tally("fortifies"),
        "homes challenged": dogs.tally("homes_tried"),
        "homes won": dogs.tally("homes_won"),
    }
    return D.rows("Marking", fields, dogs.mean)


def _tallied(dogs: D.Dogs, heading: str, fields: dict[str, str]) -> list[Measure]:
    """Return a row for each field of the tallies, by archetype."""
    return D.rows(heading, {name: dogs.tally(field) for name, field in fields.items()}, dogs.mean)


def _gaps(dogs: D.Dogs) -> list[Measure]:
    """Return how many turns others have between two of a dog: the order may change (T1)."""
    gaps = dogs.played.tallies["gaps"].sum(axis=1).T
    waits = [gaps.sum(axis=0)] * R.GAPS
    parts = D.columns(gaps, waits, is_share=True, names=[str(n) for n in range(R.GAPS)])
    return D.row("Turns of others between own turns", "% of the waits", parts, "turns", "turns")


def _parts(dogs: D.Dogs, heading: str, field: str, names: Sequence[str]) -> list[Measure]:
    """Return a row for each part of a field of the tallies, by archetype."""
    fields = {name: dogs.tally(field, number) for number, name in enumerate(names)}
    return D.rows(heading, fields, dogs.mean)


def _cards(dogs: D.Dogs) -> list[Measure]:
    """Return cards by deck, and drinks by what they were like."""
    fields = {f"{name} cards": dogs.tally("drawn", n) for n, name in enumerate(DECK_WORDS)}
    fields |= {"held cards played": dogs.tally("played"), "drinks": dogs.tally("drinks")}
    fields |= {f"{name} drinks": dogs.tally("grades", n) for n, name in enumerate(D.GRADE_NAMES)}
    return D.rows("Cards and drinks", fields, dogs.mean)
