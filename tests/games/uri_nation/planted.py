"""Rules of Uri-Nation with planted errors, to see that the checks of invariants.py can fail.

They are played interpreted: each would have to be compiled with the whole game.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import offleash
from offleash.contract import Game
from offleash.games.uri_nation.rules.actions import (
    IS_CLAIM,
    IS_CROSS,
    IS_FORTIFY,
    IS_STOP,
    KIND_OF,
    WHICH,
)
from offleash.games.uri_nation.rules.card_words import EVENT_DECK, MOST_CARDS
from offleash.games.uri_nation.rules.record import ACTION, FROM_HOME, LEG_DAY, MOVE, WATER
from tests.battery import rebind
from tests.games.uri_nation import invariants, test_invariants
from tests.games.uri_nation.invariants import NAMES

STEPS, SEED = 3_000, 37  # with this seed all errors show soon
OPTIONS = {
    "walk_tricks": "true",
    "secret_bidding": "true",
    "max_rounds": "8",
    "claim_water": "1",
    "fortify_water": "0",
}


@dataclass(frozen=True)
class Plant:
    """An error: what goes wrong after an action, what that is called, and with which options."""

    spoil: Callable[[Any, Any, int, Any], None]
    fault: int
    options: dict[str, str]


PLANTS: list[Plant] = []


def plant(fault: int, **options: str) -> Callable[[Any], Any]:
    """Adds an error to the list."""

    def add(spoil: Callable[[Any, Any, int, Any], None]) -> Any:
        PLANTS.append(Plant(spoil, fault, options))
        return spoil

    return add


@plant(invariants.BAD_BOOKS)
def who_crosses_finds_water(state, options, action, tally):
    if KIND_OF[action] == IS_CROSS and state.bowl[state.seat, WATER] < 3:
        state.bowl[state.seat, WATER] += 1


@plant(invariants.BAD_BOOKS)
def a_price_is_not_counted(state, options, action, tally):
    if KIND_OF[action] == IS_CLAIM:
        tally.spent[:] = 0


@plant(invariants.BAD_BOWL)
def a_bowl_runs_over(state, options, action, tally):
    state.bowl[0, WATER] += 9
    tally.gained[0, WATER, FROM_HOME] += 9


@plant(invariants.BAD_BOWL)
def a_bowl_is_in_debt(state, options, action, tally):
    tally.gained[1, WATER, FROM_HOME] -= state.bowl[1, WATER] + 1
    state.bowl[1, WATER] = -1


@plant(invariants.BAD_TERRITORY)
def a_claim_lays_two_disks(state, options, action, tally):
    if KIND_OF[action] == IS_CLAIM:
        state.owned[:2] |= 1 << WHICH[action]


@plant(invariants.BAD_TERRITORY)
def a_token_on_an_empty_territory(state, options, action, tally):
    for territory in range(options.territories):
        if not any(int(mask) >> territory & 1 for mask in state.owned):
            state.fort[territory] = 1


@plant(invariants.BAD_TERRITORY)
def a_token_too_many(state, options, action, tally):
    if KIND_OF[action] == IS_FORTIFY:
        state.fort[WHICH[action]] = options.fortify_max + 1


@plant(invariants.BAD_DISKS)
def who_fortifies_loses_the_disk(state, options, action, tally):
    if KIND_OF[action] == IS_FORTIFY:
        state.fort[WHICH[action]] = 0
        state.owned[:] &= ~(1 << WHICH[action])


@plant(invariants.BAD_SUPPLY, supply_large="1", home_challenge="false", start_claims="0")
def disks_from_nowhere(state, options, action, tally):
    if tally.turns[0] == 1 and state.phase == ACTION and tally.claims[0] == 0:
        state.owned[0] = 3
        state.has_held = 1
        tally.claims[0] = 2


@plant(invariants.BAD_MARKERS)
def the_founder_goes_alone(state, options, action, tally):
    for site in range(options.sites):
        if state.marks[site] != 0:
            state.marks[site] = 1 << (state.founder[site] + 1) % 4


@plant(invariants.BAD_MARKERS)
def a_ceasefire_without_an_alliance(state, options, action, tally):
    state.barred[0, 1] = 1


@plant(invariants.BAD_CARDS)
def a_held_card_is_in_the_pile(state, options, action, tally):
    state.held[0, 0] = EVENT_DECK * MOST_CARDS + 14


@plant(invariants.BAD_HOME)
def a_home_loses_its_disk(state, options, action, tally):
    state.home_disk[0] = -1


@plant(invariants.BAD_HOME)
def a_token_on_a_lost_home(state, options, action, tally):
    state.home_disk[0], state.home_away[0], state.home_fort[0] = 1, 1, 1


@plant(invariants.BAD_ORDER)
def a_seat_goes_twice(state, options, action, tally):
    if state.placed == options.seats:
        state.order[1] = state.order[0]


@plant(invariants.BAD_DECIDER)
def the_neighbour_walks_the_dog(state, options, action, tally):
    if state.phase == MOVE:
        state.decider = (state.seat + 1) % options.seats


@plant(invariants.BAD_CHALLENGE)
def a_bid_is_left_lying(state, options, action, tally):
    if state.phase == ACTION:
        state.bids[0] = 1


@plant(invariants.BAD_WALK)
def who_has_stopped_has_steps_left(state, options, action, tally):
    if KIND_OF[action] == IS_STOP and state.phase == ACTION:
        state.steps = 2


@plant(invariants.BAD_WALK)
def no_trail_is_left(state, options, action, tally):
    state.trail[:] = 0


@plant(invariants.BAD_TRICK)
def the_yapper_has_a_leg_day(state, options, action, tally):
    state.tricks[3] |= LEG_DAY


@plant(invariants.BAD_END)
def a_winner_in_mid_game(state, options, action, tally):
    state.winners = 1


@plant(invariants.BAD_END)
def who_has_won_plays_on(state, options, action, tally):
    if tally.turns.sum() == 2:
        options.territories_to_win = 1


def spoilt(game: Game, spoil: Callable[[Any, Any, int, Any], None]) -> Game:
    """The game with an error after every action."""

    def apply(state, options, work, action, tally):
        game.rules.apply(state, options, work, action, tally)
        spoil(state, options, action, tally)

    apply.__qualname__ = f"apply_{spoil.__name__}"
    return rebind(game, apply=apply)


def unsorted_list(game: Game) -> Game:
    """The game with lists that end with what they began with."""

    def legal_actions(state, options, work, out):
        n = game.rules.legal_actions(state, options, work, out)
        out[n] = out[0]
        return n + 1

    return rebind(game, legal_actions=legal_actions)


def touching_list(game: Game) -> Game:
    """The game with a list that takes a step."""

    def legal_actions(state, options, work, out):
        state.steps += 1
        return game.rules.legal_actions(state, options, work, out)

    legal_actions.__qualname__ = "touching"
    return rebind(game, legal_actions=legal_actions)


def fault_in(game: Game, **options: str) -> str:
    """What the check says of a game."""
    try:
        with_options = game.options("1.2", **{**OPTIONS, **options})
        test_invariants.play_checked(game, STEPS, SEED, with_options)
    except AssertionError as error:
        return str(error)
    return "nothing"


def main() -> None:
    """Prints every planted error, what it should be called, and what was found."""
    game = offleash.load_game("uri-nation")
    rows = [
        (p.spoil.__name__, NAMES[p.fault], fault_in(spoilt(game, p.spoil), **p.options))
        for p in PLANTS
    ]
    rows.append(("unsorted", NAMES[invariants.BAD_LIST], fault_in(unsorted_list(game))))
    rows.append(("touching", NAMES[invariants.STATE_TOUCHED], fault_in(touching_list(game))))
    with patch.object(test_invariants, "LONGEST", 20):
        rows.append(("endless", NAMES[invariants.NEVER_ENDS], fault_in(game)))
    print(json.dumps(rows))
