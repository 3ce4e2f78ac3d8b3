"""Reads what goes on in a turn: a card, a walk, a challenge, a patrol."""

import re
from typing import Any

from offleash.core.errors import quote
from offleash.games.uri_nation.rules import card_words
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.challenges import defender, ties_defend
from offleash.games.uri_nation.rules.decks import fill_pile
from offleash.games.uri_nation.rules.places import BESIDE, CHANCE, EVENTS, NOWHERE
from offleash.games.uri_nation.rules.places import WATER as WATER_SPOT
from offleash.games.uri_nation.rules.territory import leaders, owner_of
from offleash.games.uri_nation.text import words
from offleash.games.uri_nation.text.fact_reader import CARD, CELL, FactReader


def read_card(state: Any, reader: FactReader) -> None:
    """The card that waits for a target, for whom, and the piles that are left."""
    options = reader.options
    is_waiting = state.phase == R.CARD_TARGET
    card = reader.one("card", reader.names.cards, CARD, R.NO_CARD, R.NO_CARD)
    state.card = card
    state.effect = reader.number("card effect", 1, card_words.MOST_EFFECTS, 1) - 1
    chooser = reader.seat("card for", int(state.seat))
    if is_waiting and chooser in state.order:
        behind = list(state.order).index(chooser) - int(state.turn)
        state.whom = behind % len(reader.dogs) + 1
        state.decider = chooser
    state.window = reader.word("card before", words.WINDOWS, R.IN_WALK)
    most = int(leaders(state, options)) if is_waiting else 0
    state.most = reader.seat_mask("card most", words.bits_of(most))
    for deck in range(card_words.DECKS):
        fill_pile(state, options, deck)
    gone = reader.cards("out")
    for used_card in (*gone, *([card] if card != R.NO_CARD else [])):
        deck, number = divmod(used_card, card_words.MOST_CARDS)
        state.pile[deck] &= ~(1 << number)


def read_walk(state: Any, reader: FactReader) -> None:
    """Where the walk has been, and which of the cell's features has been met."""
    names = reader.names
    walkable, phase = names.walkable, int(state.phase)
    cell = int(state.cell[state.seat])
    state.came, state.left = reader.cell("came"), reader.cell("left")
    in_walk = phase in words.WALKING and state.window == R.IN_WALK and cell != NOWHERE
    usual = [cell] if in_walk else []
    for visit in reader.several("visited", walkable, CELL, usual):
        state.trail[visit // R.TRAIL_BITS] |= 1 << visit % R.TRAIL_BITS
    state.deck = reader.word("deck", words.DECK_WORDS, 0)
    met, feature = _feature_met(state, reader)
    state.cursor = reader.number("met", 0, BESIDE, met)
    features = [] if feature == NOWHERE else [feature]
    state.used = reader.mask(
        "triggered", names.features, "bond space, park, chance, events or water", features
    )


def _feature_met(state: Any, reader: FactReader) -> tuple[int, int]:
    """The feature of the cell that a drink or a draw belongs to, and how many come up to it."""
    options = reader.options
    phase, cell = int(state.phase), int(state.cell[state.seat])
    if phase not in (R.DRINK, R.DRAW) or cell == NOWHERE:
        return 0, NOWHERE
    deck = int(state.deck) if phase == R.DRAW else 0
    kind = {card_words.CHANCE_DECK: CHANCE, card_words.EVENT_DECK: EVENTS}.get(deck, WATER_SPOT)
    for met, feature in enumerate(options.touch[cell], 1):
        if feature != NOWHERE and options.kind[feature] == kind:
            return met, int(feature)
    return 0, NOWHERE


def read_challenge(state: Any, reader: FactReader) -> None:
    """What is challenged, bids, and the patrol under way."""
    options, names = reader.options, reader.names
    places = {
        **{place: (R.TERRITORY, number) for number, place in enumerate(names.territories)},
        **{place: (R.HOME, number) for number, place in enumerate(names.homes)},
        **{place: (R.SITE, number) for number, place in enumerate(names.sites)},
    }
    key = "challenge"
    text = reader.facts.get(key, words.NOTHING)
    if text != words.NOTHING and text not in places:
        reader.refuse(key, f"{quote(text)} is not a territory, home or site of this board")
    quarry, target = places.get(text, (R.NO_QUARRY, 0))
    state.quarry, state.target = quarry, target
    is_held = quarry != R.TERRITORY or owner_of(state, options, target) != R.NOBODY_THERE
    is_clustered = quarry != R.NO_QUARRY and is_held and state.phase in words.FIGHTING
    usual = is_clustered and bool(ties_defend(state, options, quarry, target))
    state.clustered = reader.flag("challenge clustered", usual)
    state.provoked = reader.flag("challenge provoked")
    state.bids[:] = _bids(reader)
    if state.phase == R.BID_DEF and quarry in (R.TERRITORY, R.HOME) and is_held:
        state.decider = defender(state, options)
    own_home = {names.homes[state.home[state.seat]]: R.HOME_BIT}
    beats = {**names.numbers, **own_home}
    state.patrolled = reader.mask("patrolled", beats, "territory or own home")


def _bids(reader: FactReader) -> list[int]:
    """`2 ?`: what the attacker and the defender bid."""
    key = "challenge bids"
    parts = reader.facts.get(key, "- -").split()
    blanks = {words.NOTHING: R.NO_BID, "?": R.UNKNOWN}
    for part in parts:
        if part not in blanks and not (
            re.fullmatch("[0-9]{1,2}", part) and int(part) <= R.MOST_WATER
        ):
            reader.refuse(key, f"{quote(part)} is not a bid from 0 to {R.MOST_WATER}, ? or -")
    if len(parts) > 2:
        reader.refuse(key, "there are two of them, the attacker's and the defender's")
    parts += [words.NOTHING] * (2 - len(parts))
    return [blanks[part] if part in blanks else int(part) for part in parts]
