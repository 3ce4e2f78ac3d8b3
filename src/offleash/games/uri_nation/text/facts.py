"""A position as facts: each dog, home and site and the turn, in short texts.

A fact has a head, such as `yapper`, and a word, such as `drive`; facts that are alone with their
head have an empty word. Clauses of the notation are the facts of one head in a row.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np

from offleash.contract import Records
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.places import NOWHERE
from offleash.games.uri_nation.text import words as W
from offleash.games.uri_nation.text.names import STOCK_ORDER

Key = tuple[str, str]  # head and word
Facts = dict[Key, str]


def _join(parts: Iterable[str], mark: str = " ") -> str:
    """Return a list as text, also an empty one."""
    return mark.join(parts) or W.NOTHING


def _yes_no(value: int) -> str:
    return "yes" if value else "no"


def _signed(value: int) -> str:
    """Return `+2`, `-1` or `0`."""
    return f"{value:+d}" if value else "0"


def _cell(names: W.Names, cell: int) -> str:
    return W.NOTHING if cell == NOWHERE else names.cells[cell]


def _dogs(dogs: tuple[str, ...], mask: int, mark: str = " ") -> str:
    return _join((dogs[seat] for seat in W.bits_of(mask) if seat < len(dogs)), mark)


def _tricks(mask: int) -> str:
    return _join((W.TRICKS[trick] for trick in W.bits_of(mask)), "+")


def _with_tokens(place: str, tokens: int) -> str:
    return f"{place}+{tokens}" if tokens else place


# Heads


def _dog_facts(state: Any, names: W.Names, seat: int) -> Iterator[tuple[str, str]]:
    """Yield where a dog is, what it has, and what weighs on it."""
    home, owned = state["home"][seat], W.bits_of(state["owned"][seat])
    barred = zip(names.sites, state["barred"], strict=False)  # which has room for more sites
    yield "at", _cell(names, state["cell"][seat])
    yield "home", W.NOTHING if home == NOWHERE else str(home + 1)
    for stock in STOCK_ORDER:
        yield W.STOCK_WORDS[stock], str(state["bowl"][seat][stock])
    yield "owns", _join(_with_tokens(names.territories[n], state["fort"][n]) for n in owned)
    yield "holds", _join((names.card(n) for n in state["held"][seat] if n != R.NO_CARD), "+")
    yield "walk", _signed(state["walk_extra"][seat])
    yield "attack", _signed(state["attack"][seat])
    yield "skip", _yes_no(state["skip"][seat])
    yield "empty", str(state["empty_turns"][seat])
    yield "used", _tricks(state["tricks"][seat])
    yield "barred", _join(f"{site}x{turns[seat]}" for site, turns in barred if turns[seat])


def _street_facts(state: Any, names: W.Names, dogs: tuple[str, ...]) -> Iterator[tuple[Key, str]]:
    """Yield homes, sites and territories."""
    for home, disk in enumerate(state["home_disk"]):
        yield (f"home {home + 1}", "disk"), W.NOTHING if disk == R.NOBODY_THERE else dogs[disk]
        yield (f"home {home + 1}", "fort"), str(state["home_fort"][home])
        yield (f"home {home + 1}", "away"), str(state["home_away"][home])
    for number, site in enumerate(names.sites):
        founder = state["founder"][number]
        members = sorted(W.bits_of(state["marks"][number]), key=lambda seat: seat != founder)
        yield (site, ""), _join(dogs[seat] + "*" * (seat == founder) for seat in members)
    for number, territory in enumerate(names.territories):
        owners = (dog for seat, dog in enumerate(dogs) if state["owned"][seat] >> number & 1)
        yield (territory, ""), _with_tokens(_join(owners), state["fort"][number])


def _turn_facts(state: Any, names: W.Names, dogs: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield whose turn it is, and how far it has gone."""
    trail = sum(mask << R.TRAIL_BITS * n for n, mask in enumerate(state["trail"]))
    yield "round", str(state["rounds"])
    yield "turn", dogs[state["seat"]]
    yield "order", _join(dogs[seat] for seat in state["order"] if seat != R.NOBODY_THERE)
    yield "phase", W.PHASES[state["phase"]]
    yield "actions", str(state["actions_left"])
    yield "acted", _yes_no(state["acted"])
    yield "rolled", str(state["dice"])
    yield "doubles", _yes_no(state["doubles"])
    yield "tricked", _tricks(state["tricked"])
    yield "steps", str(state["steps"])
    yield "moved", _yes_no(state["moved"])
    yield "been home", _yes_no(state["entered_home"])
    yield "walk over", _yes_no(state["walk_over"])
    yield "came", _cell(names, state["came"])
    yield "left", _cell(names, state["left"])
    yield "visited", _join(names.cells[cell] for cell in W.bits_of(trail))
    yield "triggered", _join(names.feature_texts[n] for n in W.bits_of(state["used"]))
    yield "met", str(state["cursor"])
    yield "deck", W.DECK_WORDS[state["deck"]]


def _event_facts(state: Any, names: W.Names, dogs: tuple[str, ...]) -> Iterator[tuple[Key, str]]:
    """Yield the card, the challenge or the patrol under way."""
    card, quarry = state["card"], state["quarry"]
    chooser = state["decider"] if state["phase"] == R.CARD_TARGET else state["seat"]
    places = {R.TERRITORY: names.territories, R.HOME: names.homes, R.SITE: names.sites}
    bids = {R.NO_BID: W.NOTHING, R.UNKNOWN: "?"}
    home = names.homes[state["home"][state["seat"]]]
    beats = W.bits_of(state["patrolled"])
    yield ("card", ""), W.NOTHING if card == R.NO_CARD else names.card(card)
    yield ("card", "effect"), str(state["effect"] + 1)
    yield ("card", "for"), dogs[chooser]
    yield ("card", "before"), W.WINDOWS[state["window"]]
    yield ("card", "most"), _dogs(dogs, state["most"], "+")
    yield ("challenge", ""), places[quarry][state["target"]] if quarry in places else W.NOTHING
    yield ("challenge", "clustered"), _yes_no(state["clustered"])
    yield ("challenge", "provoked"), _yes_no(state["provoked"])
    yield ("challenge", "bids"), " ".join(bids.get(bid, str(bid)) for bid in state["bids"])
    yield ("patrolled", ""), _join(home if n == R.HOME_BIT else names.territories[n] for n in beats)


def _table_facts(state: Any, names: W.Names, dogs: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield what lasts, and how the game ended."""
    owners = sum(1 << seat for seat in range(len(dogs)) if state["owned"][seat])
    piles = zip(names.decks, state["pile"], strict=True)
    gone = (card for ids, pile in piles for n, card in enumerate(ids) if not pile >> n & 1)
    yield "out", _join(gone)
    yield "no water", _dogs(dogs, state["no_water"])
    yield "no chance", _dogs(dogs, state["no_chance"])
    yield "open road", _dogs(dogs, state["open_road"])
    yield "once held", _dogs(dogs, state["has_held"] & ~owners)
    yield "winners", _dogs(dogs, state["winners"])
    yield "ending", W.ENDINGS[state["ending"]]


def facts_of(states: Records, options: Records) -> Facts:
    """Return everything that a position says."""
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
    """Return every head with the words that may follow it; an empty word stands for none."""
    heads: dict[str, tuple[str, ...]] = {}
    for head, word in _facts(np.zeros(1, R.RECORD), names, dogs):
        heads[head] = (*heads.get(head, ()), word)
    return heads
