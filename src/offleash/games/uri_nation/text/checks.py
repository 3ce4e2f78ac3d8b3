"""Refuses positions that could not occur, or from which play could not go on."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from offleash.contract import Records
from offleash.games.uri_nation.position import Position
from offleash.games.uri_nation.rules import actions as A, record as R
from offleash.games.uri_nation.rules.card_words import DRIVE
from offleash.games.uri_nation.rules.cards import list_targets, needs_choice
from offleash.games.uri_nation.rules.economy import drink_price
from offleash.games.uri_nation.rules.places import HOMES, NOWHERE, WATER as WATER_SPOT
from offleash.games.uri_nation.rules.setup import RANDOM_HOMES, chosen_home, list_setup_claims
from offleash.games.uri_nation.text.words import DECK_WORDS, FIGHTING, PHASES, WALKING, dogs_of
from offleash.tools.errors import BadNotation

Condition = tuple[Any, str]  # what has to hold, and what to say if it does not


def check(states: Records, options: Records) -> None:
    """Raise BadNotation, saying why, if the position can't be."""
    position, dogs = Position(states, options), dogs_of(options)
    for part in (_homes, _disks, _hands, _turn, _challenge, _end):
        for fits, problem in part(position, dogs):
            if not fits:
                raise BadNotation(problem)


def _homes(position: Position, dogs: tuple[str, ...]) -> Iterator[Condition]:
    """Yield whether each dog lives somewhere, alone, as the options say, and stands somewhere."""
    homes = position.home[: len(dogs)]
    settled = [home for home in homes if home != NOWHERE]
    is_random = position.options.homes[0] == RANDOM_HOMES
    for seat, dog in enumerate(dogs):
        fits = is_random or homes[seat] == chosen_home(position.options, seat)
        yield fits, f"'{dog} home {homes[seat] + 1}' is not what the options say"
    yield len(set(settled)) == len(settled), "two dogs can't have the same home"
    if position.phase == R.HOMES_DRAWN:
        fits = is_random and len(settled) < len(dogs) and homes[: len(settled)] == settled
        yield fits, "'phase homes' goes with homes=random, dogs without a home being last"
    else:
        yield len(settled) == len(dogs), "a dog without a home goes with 'phase homes' only"
    for seat, dog in enumerate(dogs):
        stands = position.cell(seat) != NOWHERE
        yield stands == (homes[seat] != NOWHERE), f"the {dog} has no cell to stand on"


def _disks(position: Position, dogs: tuple[str, ...]) -> Iterator[Condition]:
    """Yield whether homes have disks where they can be challenged, and alliances their sites."""
    for home in range(HOMES):
        resident, name = position.resident(home), f"home {home + 1}"
        disk, away = position.home_disk[home], position.home_away[home]
        is_bare = not position.home_fort[home]
        if not position.options.home_challenge or resident == R.NOBODY_THERE:
            fits = disk == R.NOBODY_THERE and not away and is_bare
            yield fits, f"'{name}' holds no disk and no tokens here"
        elif away:
            fits = disk != resident and is_bare
            yield fits, f"'{name}' can't be away and hold its own disk or tokens"
        else:
            yield disk == resident, f"'{name}' holds its own disk unless it is away"
    for number, site in enumerate(position.names.sites):
        fits = not position.marks[number] or position.options.is_site[number]
        yield fits, f"alliances are not made at {site} under these options"
        for seat, dog in enumerate(dogs):
            fits = not position.state.barred[number, seat] or position.is_member(seat, number)
            yield fits, f"'{dog} barred {site}': there is no marker of the {dog}"


def _hands(position: Position, dogs: tuple[str, ...]) -> Iterator[Condition]:
    """Yield whether cards are held by one dog, are HOLD cards, and not too many."""
    most, seen = int(position.options.held_cards_max), set()
    for seat, dog in enumerate(dogs):
        hand = position.hand(seat)
        for number in hand:
            card = position.card(number)
            yield card.hold, f"{card.id} is not a card to hold"
            is_new = number not in seen and number != position.state.card
            yield is_new, f"{card.id} is there twice"
            seen.add(number)
        is_choosing = position.phase == R.CARD_DISCARD and seat == position.walker
        fits = len(hand) == most + 1 if is_choosing and most else len(hand) <= most
        yield fits, f"the {dog} holds {len(hand)} cards, which does not fit held_cards_max={most}"
        yield most or not is_choosing, "'phase discard' goes with a hand that is too large"


# The turn


def _turn(position: Position, dogs: tuple[str, ...]) -> Iterator[Condition]:
    """Yield whether each phase has what it is about, and nothing of another phase."""
    phase, state, options = position.phase, position.state, position.options
    word = PHASES[phase]
    if phase not in WALKING:
        yield not state.steps, f"'steps' goes with a walk, not with 'phase {word}'"
        fits = state.left == NOWHERE and state.came == NOWHERE and not state.cursor
        yield fits, f"'came', 'left' and 'met' go with a walk, not with 'phase {word}'"
        yield not state.trail.any(), f"'visited' does not go with 'phase {word}'"
    yield phase == R.DRAW or not state.deck, "'deck' goes with 'phase draw' only"
    yield phase == R.PATROL or not state.patrolled, "'patrolled' goes with a patrol only"
    yield from _card(position)
    if phase == R.ORDER:
        most = position.seats - 1 if options.turn_order == R.LEAST_FIRST else 0
        yield state.placed <= most, f"'phase order' has at most {most} dogs in order already"
    elif phase == R.SETUP_CLAIM:
        out = np.zeros(A.MAX_ACTIONS + 1, np.int32)
        fits = state.rounds == 1 and state.actions_left > 0
        fits = fits and list_setup_claims(state, options, out) > 0
        yield fits, "'phase setup' needs round 1 and a territory to claim by the home"
    elif phase == R.POST_ROLL:
        yield state.dice, "'phase post-roll' needs what was 'rolled'"
    elif phase == R.DRINK:
        yield from _drink(position)
    elif phase == R.DRAW:
        deck = DECK_WORDS[position.deck]
        yield state.pile[position.deck], f"the {deck} pile has no card to draw"
    if phase not in (R.HOMES_DRAWN, R.ORDER, R.TIE, R.FINISHED, R.SETUP_CLAIM):
        most = int(options.actions_per_turn)
        yield 1 <= state.actions_left <= most, f"'actions' goes from 1 to {most} here"


def _drink(position: Position) -> Iterator[Condition]:
    seat, options = position.walker, position.options
    at_water = WATER_SPOT in position.kinds_at(position.cell(seat))
    yield at_water, "'phase drink' needs a dog next to water"
    can_pay = position.stock(seat, DRIVE) >= drink_price(options, seat)
    yield can_pay, "'phase drink' needs a dog that can pay for it"


def _card(position: Position) -> Iterator[Condition]:
    """Yield whether a card is under way exactly when somebody chooses a target for it."""
    state = position.state
    if position.phase != R.CARD_TARGET:
        fits = state.card == R.NO_CARD and not (state.most or state.window or state.effect)
        yield fits, "'card' goes with 'phase target' only"
        return
    yield state.card != R.NO_CARD, "'phase target' needs the 'card' under way"
    out = np.zeros(A.MAX_ACTIONS + 1, np.int32)
    fits = needs_choice(state, position.options)
    fits = fits and list_targets(state, position.options, int(state.decider), out) > 0
    yield fits, "'card': this effect leaves that dog nothing to choose"


# Challenges and the end


def _challenge(position: Position, dogs: tuple[str, ...]) -> Iterator[Condition]:
    """Yield whether a challenge is under way exactly when the phase is one of its phases."""
    phase, state = position.phase, position.state
    word = PHASES[phase]
    if phase not in (*FIGHTING, R.RECLAIM):
        fits = state.quarry == R.NO_QUARRY and not state.clustered and not state.provoked
        fits = fits and position.bids == [R.NO_BID, R.NO_BID]
        yield fits, f"'challenge' does not go with 'phase {word}'"
        return
    yield state.quarry != R.NO_QUARRY, f"'phase {word}' needs the 'challenge'"
    yield phase == R.RECLAIM or not state.provoked, "'provoked' goes with a re-claim"
    if phase == R.RECLAIM:
        yield _is_cleared(position), "'phase reclaim' needs a target that is empty"
    else:
        yield _is_defended(position), "nobody else defends what is in 'challenge'"
    yield from _bids(position, dogs)


def _is_cleared(position: Position) -> bool:
    target = position.target
    if position.state.quarry == R.TERRITORY:
        return position.owner(target) == R.NOBODY_THERE
    is_empty = position.home_disk[target] == R.NOBODY_THERE and position.home_away[target] > 0
    return bool(position.state.quarry == R.HOME and is_empty)


def _is_defended(position: Position) -> bool:
    quarry, target, seat = position.state.quarry, position.target, position.walker
    if quarry == R.SITE and (not position.marks[target] or position.is_member(seat, target)):
        return False
    if quarry == R.HOME and position.home_away[target]:
        return False
    return position.defender not in (R.NOBODY_THERE, seat)


def _bids(position: Position, dogs: tuple[str, ...]) -> Iterator[Condition]:
    """Yield whether bids are made in turn, by dogs that can pay them."""
    phase, bids = position.phase, position.bids
    is_on = position.options.secret_bidding and position.state.quarry != R.SITE
    yield is_on or phase in (R.DICE, R.RECLAIM), "'phase bid' needs secret_bidding"
    due = {R.BID_ATT: 0, R.BID_DEF: 1}.get(phase, 2 if is_on else 0)
    fits = [bid != R.NO_BID for bid in bids] == [due > 0, due > 1]
    yield fits, f"'phase {PHASES[phase]}' goes with {due} 'bids'"
    if phase in (R.DICE, R.RECLAIM):
        yield R.UNKNOWN not in bids, "'bids' lie open once they are revealed"
        return
    for seat, bid in zip((position.walker, position.defender), bids, strict=True):
        yield bid <= position.water(seat), f"'bids': the {dogs[seat]} does not have that much water"


def _end(position: Position, dogs: tuple[str, ...]) -> Iterator[Condition]:
    phase, winners = position.phase, position.winners.bit_count()
    if phase in (R.TIE, R.FINISHED):
        needed = "two 'winners'" if phase == R.TIE else "'winners'"
        fits = winners > (phase == R.TIE) and position.ending
        yield fits, f"'phase {PHASES[phase]}' needs {needed} and an 'ending'"
    else:
        fits = not winners and not position.ending
        yield fits, "'winners' and 'ending' go with 'phase over' or 'phase tie'"
