"""What is under way in a position: a card, a walk, a challenge, a patrol."""

import re

from offleash.core.errors import shown
from offleash.core.game import Records
from offleash.games.uri_nation.rules.card_words import (
    CHANCE_DECK,
    DECKS,
    EVENT_DECK,
    MOST_CARDS,
    MOST_EFFECTS,
)
from offleash.games.uri_nation.rules.challenges import defender, ties_defend
from offleash.games.uri_nation.rules.decks import fill_pile
from offleash.games.uri_nation.rules.places import BESIDE, CHANCE, EVENTS, NOWHERE
from offleash.games.uri_nation.rules.places import WATER as WATER_SPOT
from offleash.games.uri_nation.rules.record import (
    BID_ATT,
    BID_DEF,
    CARD_DISCARD,
    CARD_TARGET,
    DICE,
    DRAW,
    DRINK,
    HOME,
    HOME_BIT,
    IN_WALK,
    MOST_WATER,
    MOVE,
    NO_BID,
    NO_CARD,
    NO_QUARRY,
    NOBODY_THERE,
    REVEAL,
    SEATS,
    SITE,
    TERRITORY,
    TRAIL_BITS,
    UNKNOWN,
)
from offleash.games.uri_nation.rules.territory import leaders, owner_of
from offleash.games.uri_nation.text.words import (
    DECK_WORDS,
    NOTHING,
    WINDOWS,
)
from offleash.games.uri_nation.text.written import Written

WALKING = (MOVE, DRINK, DRAW, CARD_TARGET, CARD_DISCARD)
FIGHTING = (BID_ATT, BID_DEF, REVEAL, DICE)


def read_card(states: Records, said: Written) -> None:
    """The card that waits for a target, for whom, and the piles that are left."""
    state, options = states[0], said.options[0]
    is_waiting = int(state["phase"]) == CARD_TARGET
    card = said.one(("card", ""), said.names.cards, "card of these decks", NO_CARD, NO_CARD)
    state["card"] = card
    state["effect"] = said.number(("card", "effect"), 1, MOST_EFFECTS, 1) - 1
    chooser = said.one(("card", "for"), said.seats, "dog of this game", int(state["seat"]))
    if is_waiting and chooser in state["order"]:
        behind = list(state["order"]).index(chooser) - int(state["turn"])
        state["whom"] = behind % len(said.dogs) + 1
        state["decider"] = chooser
    state["window"] = said.word(("card", "before"), WINDOWS, IN_WALK)
    most = int(leaders(state, options)) if is_waiting else 0
    state["most"] = said.mask(
        ("card", "most"), said.seats, "dog of this game", [s for s in range(SEATS) if most >> s & 1]
    )
    for deck in range(DECKS):
        fill_pile(state, options, deck)
    gone = said.several(("out", ""), said.names.cards, "card of these decks")
    for each in (*gone, *([card] if card != NO_CARD else [])):
        deck, number = divmod(each, MOST_CARDS)
        state["pile"][deck] &= ~(1 << number)


def read_walk(states: Records, said: Written) -> None:
    """Where the walk has been, and which of the cell's features has been met."""
    state, names = states[0], said.names
    walkable, phase = names.walkable, int(state["phase"])
    here = int(state["cell"][int(state["seat"])])
    state["came"] = said.one(("came", ""), walkable, "cell that a dog can stand on", NOWHERE)
    state["left"] = said.one(("left", ""), walkable, "cell that a dog can stand on", NOWHERE)
    in_walk = phase in WALKING and int(state["window"]) == IN_WALK and here != NOWHERE
    usual = [here] if in_walk else []
    for cell in said.several(("visited", ""), walkable, "cell that a dog can stand on", usual):
        state["trail"][cell // TRAIL_BITS] |= 1 << cell % TRAIL_BITS
    state["deck"] = said.word(("deck", ""), DECK_WORDS, 0)
    met, feature = _feature_met(states, said)
    state["cursor"] = said.number(("met", ""), 0, BESIDE, met)
    features = [] if feature == NOWHERE else [feature]
    state["used"] = said.mask(
        ("triggered", ""), names.features, "bond space, park, chance, events or water", features
    )


def _feature_met(states: Records, said: Written) -> tuple[int, int]:
    """The feature of the cell that a drink or a draw belongs to, and how many come up to it."""
    state, options = states[0], said.options[0]
    phase, here = int(state["phase"]), int(state["cell"][int(state["seat"])])
    if phase not in (DRINK, DRAW) or here == NOWHERE:
        return 0, NOWHERE
    deck = int(state["deck"]) if phase == DRAW else 0
    kind = {CHANCE_DECK: CHANCE, EVENT_DECK: EVENTS}.get(deck, WATER_SPOT)
    for met, feature in enumerate(options["touch"][here], 1):
        if feature != NOWHERE and options["kind"][feature] == kind:
            return met, int(feature)
    return 0, NOWHERE


def read_challenge(states: Records, said: Written) -> None:
    """What is challenged, bids, and the patrol under way."""
    state, options, names = states[0], said.options[0], said.names
    places = {
        **{place: (TERRITORY, number) for number, place in enumerate(names.territories)},
        **{place: (HOME, number) for number, place in enumerate(names.homes)},
        **{place: (SITE, number) for number, place in enumerate(names.sites)},
    }
    key = ("challenge", "")
    text = said.facts.get(key, NOTHING)
    if text != NOTHING and text not in places:
        said.refuse(key, f"{shown(text)} is no territory, home or site of this board")
    quarry, target = places.get(text, (NO_QUARRY, 0))
    state["quarry"], state["target"] = quarry, target
    is_held = quarry != TERRITORY or owner_of(state, options, target) != NOBODY_THERE
    is_clustered = quarry != NO_QUARRY and is_held and int(state["phase"]) in FIGHTING
    usual = is_clustered and bool(ties_defend(state, options, quarry, target))
    state["clustered"] = said.flag(("challenge", "clustered"), usual)
    state["provoked"] = said.flag(("challenge", "provoked"))
    state["bids"][:] = _bids(said)
    if int(state["phase"]) == BID_DEF and quarry in (TERRITORY, HOME) and is_held:
        state["decider"] = defender(state, options)
    own_home = {names.homes[int(state["home"][int(state["seat"])])]: HOME_BIT}
    beats = {**names.numbers, **own_home}
    state["patrolled"] = said.mask(("patrolled", ""), beats, "territory or own home")


def _bids(said: Written) -> list[int]:
    """`2 ?`: what the attacker and the defender bid."""
    key = ("challenge", "bids")
    parts = said.facts.get(key, "- -").split()
    blanks = {NOTHING: NO_BID, "?": UNKNOWN}
    for part in parts:
        if part not in blanks and not (
            re.fullmatch("[0-9]{1,2}", part) and int(part) <= MOST_WATER
        ):
            said.refuse(key, f"{shown(part)} is no bid from 0 to {MOST_WATER}, nor ? or -")
    if len(parts) > 2:
        said.refuse(key, "there are two of them, the attacker's and the defender's")
    parts += [NOTHING] * (2 - len(parts))
    return [blanks[part] if part in blanks else int(part) for part in parts]
