"""A position as facts: each dog, home and site and the turn, in short texts.

A fact has a head, such as `yapper`, and a word, such as `drive`; facts that are alone with their
head have an empty word. Clauses of the notation are the facts of one head in a row.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from offleash.core.game import Records
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.places import HOMES, NOWHERE
from offleash.games.uri_nation.text import words as W

Key = tuple[str, str]  # head and word
Facts = dict[Key, str]

STOCK_ORDER = (R.WATER, 0, 1, 2, 3)  # water comes first


def join_and(parts: list[str], mark: str = " ") -> str:
    """A list as text, also an empty one."""
    return mark.join(parts) or W.NOTHING


def yes_no(value: Any) -> str:
    """A flag as text."""
    return "yes" if value else "no"


def signed(value: Any) -> str:
    """`+2`, `-1` or `0`."""
    return f"{int(value):+d}" if value else "0"


def _cell(names: W.Names, cell: Any) -> str:
    return W.NOTHING if cell == NOWHERE else names.cells[int(cell)]


def _dogs(dogs: tuple[str, ...], mask: Any) -> str:
    return join_and([dogs[seat] for seat in W.bits_of(int(mask)) if seat < len(dogs)])


def _with_tokens(place: str, tokens: Any) -> str:
    return f"{place}+{int(tokens)}" if tokens else place


def visited(state: Any) -> list[int]:
    """The cells since the last step."""
    words = enumerate(state["trail"])
    return [bit + R.TRAIL_BITS * word for word, mask in words for bit in W.bits_of(int(mask))]


# Heads


def _dog_facts(state: Any, names: W.Names, seat: int) -> Iterator[tuple[str, str]]:
    """Where a dog is, what it has, and what weighs on it."""
    home, bowl = state["home"][seat], state["bowl"][seat]
    owned = [
        _with_tokens(names.territories[territory], state["fort"][territory])
        for territory in W.bits_of(state["owned"][seat])
    ]
    hand = [names.card(int(card)) for card in state["held"][seat] if card != R.NO_CARD]
    barred = [
        f"{site}x{int(state['barred'][number][seat])}"
        for number, site in enumerate(names.sites)
        if state["barred"][number][seat]
    ]
    yield "at", _cell(names, state["cell"][seat])
    yield "home", W.NOTHING if home == NOWHERE else str(home + 1)
    for stock in STOCK_ORDER:
        yield W.STOCK_WORDS[stock], str(int(bowl[stock]))
    yield "owns", join_and(owned)
    yield "holds", join_and(hand, "+")
    yield "walk", signed(state["walk_extra"][seat])
    yield "attack", signed(state["attack"][seat])
    yield "skip", yes_no(state["skip"][seat])
    yield "empty", str(state["empty_turns"][seat])
    yield "used", join_and([W.TRICKS[trick] for trick in W.bits_of(state["tricks"][seat])], "+")
    yield "barred", join_and(barred)


def _street_facts(state: Any, names: W.Names, dogs: tuple[str, ...]) -> Iterator[tuple[Key, str]]:
    """Homes, sites and territories."""
    for home in range(HOMES):
        disk = state["home_disk"][home]
        yield (f"home {home + 1}", "disk"), W.NOTHING if disk == R.NOBODY_THERE else dogs[disk]
        yield (f"home {home + 1}", "fort"), str(state["home_fort"][home])
        yield (f"home {home + 1}", "away"), str(state["home_away"][home])
    for number, site in enumerate(names.sites):
        founder = state["founder"][number]
        members = sorted(W.bits_of(state["marks"][number]), key=lambda seat: seat != founder)
        yield (site, ""), join_and([dogs[seat] + "*" * (seat == founder) for seat in members])
    for number, territory in enumerate(names.territories):
        owners = [dog for seat, dog in enumerate(dogs) if state["owned"][seat] >> number & 1]
        yield (territory, ""), _with_tokens(join_and(owners), state["fort"][number])


def _turn_facts(state: Any, names: W.Names, dogs: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Whose turn it is, and how far it has gone."""
    order = [dogs[int(seat)] for seat in state["order"] if seat != R.NOBODY_THERE]
    features = names.feature_texts
    yield "round", str(state["rounds"])
    yield "turn", dogs[state["seat"]]
    yield "order", join_and(order)
    yield "phase", W.PHASES[state["phase"]]
    yield "actions", str(state["actions_left"])
    yield "acted", yes_no(state["acted"])
    yield "rolled", str(state["dice"])
    yield "doubles", yes_no(state["doubles"])
    yield "tricked", join_and([W.TRICKS[trick] for trick in W.bits_of(state["tricked"])], "+")
    yield "steps", str(state["steps"])
    yield "moved", yes_no(state["moved"])
    yield "been home", yes_no(state["entered_home"])
    yield "walk over", yes_no(state["walk_over"])
    yield "came", _cell(names, state["came"])
    yield "left", _cell(names, state["left"])
    yield "visited", join_and([names.cells[cell] for cell in visited(state)])
    yield "triggered", join_and([features[feature] for feature in W.bits_of(state["used"])])
    yield "met", str(state["cursor"])
    yield "deck", W.DECK_WORDS[state["deck"]]


def _patrolled(state: Any, names: W.Names) -> str:
    home = names.homes[int(state["home"][state["seat"]])]
    beats = W.bits_of(state["patrolled"])
    return join_and([home if beat == R.HOME_BIT else names.territories[beat] for beat in beats])


def _bid(bid: int) -> str:
    return {R.NO_BID: W.NOTHING, R.UNKNOWN: "?"}.get(bid) or str(bid)


def _quarry(state: Any, names: W.Names) -> str:
    places = {R.TERRITORY: names.territories, R.HOME: names.homes, R.SITE: names.sites}
    quarry = state["quarry"]
    return W.NOTHING if quarry == R.NO_QUARRY else places[quarry][state["target"]]


def _event_facts(state: Any, names: W.Names, dogs: tuple[str, ...]) -> Iterator[tuple[Key, str]]:
    """The card, the challenge or the patrol under way."""
    card = state["card"]
    chooser = state["decider"] if state["phase"] == R.CARD_TARGET else state["seat"]
    yield ("card", ""), W.NOTHING if card == R.NO_CARD else names.card(card)
    yield ("card", "effect"), str(state["effect"] + 1)
    yield ("card", "for"), dogs[chooser]
    yield ("card", "before"), W.WINDOWS[state["window"]]
    yield ("card", "most"), _dogs(dogs, state["most"]).replace(" ", "+")
    yield ("challenge", ""), _quarry(state, names)
    yield ("challenge", "clustered"), yes_no(state["clustered"])
    yield ("challenge", "provoked"), yes_no(state["provoked"])
    yield ("challenge", "bids"), " ".join(_bid(int(bid)) for bid in state["bids"])
    yield ("patrolled", ""), _patrolled(state, names) if state["patrolled"] else W.NOTHING


def _table_facts(state: Any, names: W.Names, dogs: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What lasts, and how it ended."""
    owners = sum(1 << seat for seat in range(len(dogs)) if state["owned"][seat])
    all_cards = enumerate(names.decks)
    piles = [(deck, n) for deck, ids in all_cards for n in range(len(ids))]
    gone = [names.decks[deck][n] for deck, n in piles if not state["pile"][deck] >> n & 1]
    yield "out", join_and(gone)
    yield "no water", _dogs(dogs, state["no_water"])
    yield "no chance", _dogs(dogs, state["no_chance"])
    yield "open road", _dogs(dogs, state["open_road"])
    yield "once held", _dogs(dogs, state["has_held"] & ~owners)
    yield "winners", _dogs(dogs, state["winners"])
    yield "ending", W.ENDINGS[state["ending"]]


def facts_of(states: Records, options: Records) -> Facts:
    """Everything that a position says."""
    return _facts(states, W.names_of(options), W.dogs_of(options))


def _facts(states: Records, names: W.Names, dogs: tuple[str, ...]) -> Facts:
    state = {name: states[name][0].tolist() for name in R.RECORD.names or ()}
    facts: Facts = {}
    for seat, dog in enumerate(dogs):
        facts |= {(dog, word): text for word, text in _dog_facts(state, names, seat)}
    facts |= dict(_street_facts(state, names, dogs))
    facts |= {(head, ""): text for head, text in _turn_facts(state, names, dogs)}
    facts |= dict(_event_facts(state, names, dogs))
    facts |= {(head, ""): text for head, text in _table_facts(state, names, dogs)}
    return facts


@cache
def words_by_head(names: W.Names, dogs: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Every head with the words that may follow it; an empty word stands for none."""
    heads: dict[str, tuple[str, ...]] = {}
    for head, word in _facts(np.zeros(1, R.RECORD), names, dogs):
        heads[head] = (*heads.get(head, ()), word)
    return heads
