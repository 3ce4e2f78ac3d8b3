"""What is under way in a position: a card, a walk, a challenge, a patrol."""

import re

from offleash.core.errors import quote
from offleash.core.game import Records
from offleash.games.uri_nation.rules import card_words
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.challenges import defender, ties_defend
from offleash.games.uri_nation.rules.decks import fill_pile
from offleash.games.uri_nation.rules.places import BESIDE, CHANCE, EVENTS, NOWHERE
from offleash.games.uri_nation.rules.places import WATER as WATER_SPOT
from offleash.games.uri_nation.rules.territory import leaders, owner_of
from offleash.games.uri_nation.text import words
from offleash.games.uri_nation.text.written import Written

WALKING = (R.MOVE, R.DRINK, R.DRAW, R.CARD_TARGET, R.CARD_DISCARD)
FIGHTING = (R.BID_ATT, R.BID_DEF, R.REVEAL, R.DICE)


def read_card(states: Records, said: Written) -> None:
    """The card that waits for a target, for whom, and the piles that are left."""
    state, options = states[0], said.options[0]
    is_waiting = int(state["phase"]) == R.CARD_TARGET
    card = said.one(("card", ""), said.names.cards, "card of these decks", R.NO_CARD, R.NO_CARD)
    state["card"] = card
    state["effect"] = said.number(("card", "effect"), 1, card_words.MOST_EFFECTS, 1) - 1
    chooser = said.one(("card", "for"), said.seats, "dog of this game", int(state["seat"]))
    if is_waiting and chooser in state["order"]:
        behind = list(state["order"]).index(chooser) - int(state["turn"])
        state["whom"] = behind % len(said.dogs) + 1
        state["decider"] = chooser
    state["window"] = said.word(("card", "before"), words.WINDOWS, R.IN_WALK)
    most = int(leaders(state, options)) if is_waiting else 0
    state["most"] = said.mask(
        ("card", "most"),
        said.seats,
        "dog of this game",
        [s for s in range(R.SEATS) if most >> s & 1],
    )
    for deck in range(card_words.DECKS):
        fill_pile(state, options, deck)
    gone = said.several(("out", ""), said.names.cards, "card of these decks")
    for each in (*gone, *([card] if card != R.NO_CARD else [])):
        deck, number = divmod(each, card_words.MOST_CARDS)
        state["pile"][deck] &= ~(1 << number)


def read_walk(states: Records, said: Written) -> None:
    """Where the walk has been, and which of the cell's features has been met."""
    state, names = states[0], said.names
    walkable, phase = names.walkable, int(state["phase"])
    here = int(state["cell"][int(state["seat"])])
    state["came"] = said.one(("came", ""), walkable, "cell that a dog can stand on", NOWHERE)
    state["left"] = said.one(("left", ""), walkable, "cell that a dog can stand on", NOWHERE)
    in_walk = phase in WALKING and int(state["window"]) == R.IN_WALK and here != NOWHERE
    usual = [here] if in_walk else []
    for cell in said.several(("visited", ""), walkable, "cell that a dog can stand on", usual):
        state["trail"][cell // R.TRAIL_BITS] |= 1 << cell % R.TRAIL_BITS
    state["deck"] = said.word(("deck", ""), words.DECK_WORDS, 0)
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
    if phase not in (R.DRINK, R.DRAW) or here == NOWHERE:
        return 0, NOWHERE
    deck = int(state["deck"]) if phase == R.DRAW else 0
    kind = {card_words.CHANCE_DECK: CHANCE, card_words.EVENT_DECK: EVENTS}.get(deck, WATER_SPOT)
    for met, feature in enumerate(options["touch"][here], 1):
        if feature != NOWHERE and options["kind"][feature] == kind:
            return met, int(feature)
    return 0, NOWHERE


def read_challenge(states: Records, said: Written) -> None:
    """What is challenged, bids, and the patrol under way."""
    state, options, names = states[0], said.options[0], said.names
    places = {
        **{place: (R.TERRITORY, number) for number, place in enumerate(names.territories)},
        **{place: (R.HOME, number) for number, place in enumerate(names.homes)},
        **{place: (R.SITE, number) for number, place in enumerate(names.sites)},
    }
    key = ("challenge", "")
    text = said.facts.get(key, words.NOTHING)
    if text != words.NOTHING and text not in places:
        said.refuse(key, f"{quote(text)} is no territory, home or site of this board")
    quarry, target = places.get(text, (R.NO_QUARRY, 0))
    state["quarry"], state["target"] = quarry, target
    is_held = quarry != R.TERRITORY or owner_of(state, options, target) != R.NOBODY_THERE
    is_clustered = quarry != R.NO_QUARRY and is_held and int(state["phase"]) in FIGHTING
    usual = is_clustered and bool(ties_defend(state, options, quarry, target))
    state["clustered"] = said.flag(("challenge", "clustered"), usual)
    state["provoked"] = said.flag(("challenge", "provoked"))
    state["bids"][:] = _bids(said)
    if int(state["phase"]) == R.BID_DEF and quarry in (R.TERRITORY, R.HOME) and is_held:
        state["decider"] = defender(state, options)
    own_home = {names.homes[int(state["home"][int(state["seat"])])]: R.HOME_BIT}
    beats = {**names.numbers, **own_home}
    state["patrolled"] = said.mask(("patrolled", ""), beats, "territory or own home")


def _bids(said: Written) -> list[int]:
    """`2 ?`: what the attacker and the defender bid."""
    key = ("challenge", "bids")
    parts = said.facts.get(key, "- -").split()
    blanks = {words.NOTHING: R.NO_BID, "?": R.UNKNOWN}
    for part in parts:
        if part not in blanks and not (
            re.fullmatch("[0-9]{1,2}", part) and int(part) <= R.MOST_WATER
        ):
            said.refuse(key, f"{quote(part)} is no bid from 0 to {R.MOST_WATER}, nor ? or -")
    if len(parts) > 2:
        said.refuse(key, "there are two of them, the attacker's and the defender's")
    parts += [words.NOTHING] * (2 - len(parts))
    return [blanks[part] if part in blanks else int(part) for part in parts]
