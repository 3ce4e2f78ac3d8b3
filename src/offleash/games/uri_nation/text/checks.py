"""Positions that could not occur, and from which play could not go on, are refused."""

from typing import Any

import numpy as np

from offleash.core.errors import BadNotation
from offleash.core.game import Records
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.card_words import DRIVE
from offleash.games.uri_nation.rules.cards import list_targets, needs_choice
from offleash.games.uri_nation.rules.challenges import defender, resident_of
from offleash.games.uri_nation.rules.economy import drink_price
from offleash.games.uri_nation.rules.places import HOMES, NOWHERE
from offleash.games.uri_nation.rules.places import WATER as WATER_SPOT
from offleash.games.uri_nation.rules.setup import RANDOM_HOMES, chosen_home, list_setup_claims
from offleash.games.uri_nation.rules.territory import owner_of
from offleash.games.uri_nation.text.under_way import FIGHTING, WALKING
from offleash.games.uri_nation.text.words import DECK_WORDS, PHASES, bits_of, dogs_of, names_of


def check(states: Records, options: Records) -> None:
    """Raises a sentence that names what can't be."""
    state = states[0]
    _check_homes(state, options)
    _check_disks(state, options)
    _check_hands(state, options)
    _check_turn(state, options)
    _check_challenge(state, options)
    _check_end(state)


def _refuse_unless(fits: Any, problem: str) -> None:
    if not fits:
        raise BadNotation(problem)


def _check_homes(state: Any, options: Records) -> None:
    """Every dog lives somewhere, alone, as the options say; and stands somewhere."""
    dogs, phase = dogs_of(options), int(state["phase"])
    homes = [int(home) for home in state["home"][: len(dogs)]]
    given = [home for home in homes if home != NOWHERE]
    is_random = int(options["homes"][0][0]) == RANDOM_HOMES
    for seat, dog in enumerate(dogs):
        if not is_random and homes[seat] != chosen_home(options[0], seat):
            raise BadNotation(f"'{dog} home {homes[seat] + 1}' is not what the options say")
    _refuse_unless(len(set(given)) == len(given), "two dogs can't have the same home")
    if phase == R.HOMES_DRAWN:
        fits = is_random and len(given) < len(dogs) and homes[: len(given)] == given
        _refuse_unless(fits, "'phase homes' goes with homes=random, dogs without a home being last")
    else:
        _refuse_unless(len(given) == len(dogs), "a dog without a home goes with 'phase homes' only")
    for seat, dog in enumerate(dogs):
        stands = int(state["cell"][seat]) != NOWHERE
        _refuse_unless(stands == (homes[seat] != NOWHERE), f"the {dog} has no cell to stand on")


def _check_disks(state: Any, options: Records) -> None:
    """Homes lie under a disk where they can be challenged; alliances are where they are made."""
    for home in range(HOMES):
        resident = int(resident_of(state, options[0], home))
        disk, away = int(state["home_disk"][home]), int(state["home_away"][home])
        name = f"home {home + 1}"
        if not int(options["home_challenge"][0]) or resident == R.NOBODY_THERE:
            bare = disk == R.NOBODY_THERE and not away and not state["home_fort"][home]
            _refuse_unless(bare, f"'{name}' holds no disk and no tokens here")
        elif away:
            lost = disk != resident and not state["home_fort"][home]
            _refuse_unless(lost, f"'{name}' can't be away and hold its own disk or tokens")
        else:
            _refuse_unless(disk == resident, f"'{name}' holds its own disk unless it is away")
    for number, site in enumerate(names_of(options).sites):
        if state["marks"][number] and not options["is_site"][0][number]:
            raise BadNotation(f"alliances are not made at {site} under these options")
        for seat, dog in enumerate(dogs_of(options)):
            if state["barred"][number][seat] and not int(state["marks"][number]) >> seat & 1:
                raise BadNotation(f"'{dog} barred {site}': there is no marker of the {dog}")


def _check_hands(state: Any, options: Records) -> None:
    """Cards are held by one dog, are HOLD cards, and not too many."""
    names, dogs = names_of(options), dogs_of(options)
    most, seen = int(options["held_cards_max"][0]), set()
    for seat, dog in enumerate(dogs):
        held = [int(card) for card in state["held"][seat] if card != R.NO_CARD]
        for card in held:
            deck, number = divmod(card, options["card_hold"].shape[2])
            name = names.card(card)
            _refuse_unless(options["card_hold"][0][deck][number], f"{name} is no card to be held")
            _refuse_unless(card not in seen and card != state["card"], f"{name} is there twice")
            seen.add(card)
        is_choosing = int(state["phase"]) == R.CARD_DISCARD and seat == int(state["seat"])
        fits = len(held) == most + 1 if is_choosing and most else len(held) <= most
        _refuse_unless(
            fits, f"the {dog} holds {len(held)} cards, which does not fit held_cards_max={most}"
        )
        choosing = is_choosing and not most
        _refuse_unless(not choosing, "'phase discard' goes with a hand that is too large")


# The turn


def _check_turn(state: Any, options: Records) -> None:
    """Each phase has what it is about, and nothing has what belongs to another phase."""
    phase = int(state["phase"])
    word = PHASES[phase]
    walk = phase in WALKING
    if not walk:
        _refuse_unless(not state["steps"], f"'steps' goes with a walk, not with 'phase {word}'")
        fits = state["left"] == NOWHERE and state["came"] == NOWHERE and not state["cursor"]
        _refuse_unless(fits, f"'came', 'left' and 'met' go with a walk, not with 'phase {word}'")
        _refuse_unless(not state["trail"].any(), f"'visited' does not go with 'phase {word}'")
    _refuse_unless(phase == R.DRAW or not state["deck"], "'deck' goes with 'phase draw' only")
    _refuse_unless(
        phase == R.PATROL or not state["patrolled"], "'patrolled' goes with a patrol only"
    )
    _check_card(state, options)
    if phase == R.ORDER:
        _check_open_order(state, options)
    elif phase == R.SETUP_CLAIM:
        out = np.zeros(A.MAX_ACTIONS + 1, np.int32)
        fits = state["rounds"] == 1 and state["actions_left"] > 0
        fits = fits and list_setup_claims(state, options[0], out) > 0
        _refuse_unless(fits, "'phase setup' needs round 1 and a territory to claim by the home")
    elif phase == R.POST_ROLL:
        _refuse_unless(state["dice"], "'phase post-roll' needs what was 'rolled'")
    elif phase == R.DRINK:
        _check_drink(state, options)
    elif phase == R.DRAW:
        deck = DECK_WORDS[int(state["deck"])]
        _refuse_unless(state["pile"][int(state["deck"])], f"the {deck} pile has no card to draw")
    if phase not in (R.HOMES_DRAWN, R.ORDER, R.TIE, R.FINISHED, R.SETUP_CLAIM):
        most = int(options["actions_per_turn"][0])
        _refuse_unless(1 <= state["actions_left"] <= most, f"'actions' goes from 1 to {most} here")


def _check_open_order(state: Any, options: Records) -> None:
    placed, seats = int(state["placed"]), len(dogs_of(options))
    most = seats - 1 if int(options["turn_order"][0]) == R.LEAST_FIRST else 0
    _refuse_unless(placed <= most, f"'phase order' has at most {most} dogs in order already")


def _check_drink(state: Any, options: Records) -> None:
    seat = int(state["seat"])
    beside = [int(f) for f in options["touch"][0][int(state["cell"][seat])] if f != NOWHERE]
    at_water = any(options["kind"][0][feature] == WATER_SPOT for feature in beside)
    _refuse_unless(at_water, "'phase drink' needs a dog beside water")
    can_pay = state["bowl"][seat][DRIVE] >= drink_price(options[0], seat)
    _refuse_unless(can_pay, "'phase drink' needs a dog that can pay for it")


def _check_card(state: Any, options: Records) -> None:
    """A card is under way if and only if somebody chooses a target for it."""
    phase = int(state["phase"])
    if phase != R.CARD_TARGET:
        fits = state["card"] == R.NO_CARD and not state["most"] and not state["window"]
        _refuse_unless(fits and not state["effect"], "'card' goes with 'phase target' only")
        return
    _refuse_unless(state["card"] != R.NO_CARD, "'phase target' needs the 'card' under way")
    is_choice = bool(needs_choice(state, options[0]))
    out = np.zeros(A.MAX_ACTIONS + 1, np.int32)
    if is_choice:
        is_choice = list_targets(state, options[0], int(state["decider"]), out) > 0
    _refuse_unless(is_choice, "'card': this effect leaves that dog nothing to choose")


# Challenges and the end


def _check_challenge(state: Any, options: Records) -> None:
    """A challenge is under way if and only if the phase is one of its phases."""
    phase, quarry = int(state["phase"]), int(state["quarry"])
    word = PHASES[phase]
    if phase not in (*FIGHTING, R.RECLAIM):
        fits = quarry == R.NO_QUARRY and not state["clustered"] and not state["provoked"]
        fits = fits and (state["bids"] == R.NO_BID).all()
        _refuse_unless(fits, f"'challenge' does not go with 'phase {word}'")
        return
    _refuse_unless(quarry != R.NO_QUARRY, f"'phase {word}' needs the 'challenge'")
    _refuse_unless(phase == R.RECLAIM or not state["provoked"], "'provoked' goes with a re-claim")
    if phase == R.RECLAIM:
        _refuse_unless(_is_cleared(state, options), "'phase reclaim' needs a target that is empty")
    else:
        _refuse_unless(_is_defended(state, options), "nobody else defends what is in 'challenge'")
    _check_bids(state, options)


def _is_cleared(state: Any, options: Records) -> bool:
    target = int(state["target"])
    if int(state["quarry"]) == R.TERRITORY:
        return bool(owner_of(state, options[0], target) == R.NOBODY_THERE)
    home = int(state["quarry"]) == R.HOME
    return (
        home and state["home_disk"][target] == R.NOBODY_THERE and bool(state["home_away"][target])
    )


def _is_defended(state: Any, options: Records) -> bool:
    quarry, target = int(state["quarry"]), int(state["target"])
    if quarry == R.SITE and not state["marks"][target]:
        return False
    if quarry == R.HOME and state["home_away"][target]:
        return False
    against = int(defender(state, options[0]))
    own = quarry == R.SITE and int(state["marks"][target]) >> int(state["seat"]) & 1
    return against not in (R.NOBODY_THERE, int(state["seat"])) and not own


def _check_bids(state: Any, options: Records) -> None:
    """Bids are made in turn, by whoever can pay them."""
    phase = int(state["phase"])
    is_on = bool(options["secret_bidding"][0]) and int(state["quarry"]) != R.SITE
    _refuse_unless(is_on or phase in (R.DICE, R.RECLAIM), "'phase bid' needs secret_bidding")
    due = {R.BID_ATT: 0, R.BID_DEF: 1}.get(phase, 2 if is_on else 0)
    made = [int(bid) != R.NO_BID for bid in state["bids"]]
    _refuse_unless(made == [due > 0, due > 1], f"'phase {PHASES[phase]}' goes with {due} 'bids'")
    if phase in (R.DICE, R.RECLAIM):
        _refuse_unless(R.UNKNOWN not in state["bids"], "'bids' lie open once they are revealed")
        return
    sides = (int(state["seat"]), int(defender(state, options[0])))
    for seat, bid in zip(sides, state["bids"], strict=True):
        can_pay = bid <= state["bowl"][seat][R.WATER]
        _refuse_unless(can_pay, f"'bids': the {dogs_of(options)[seat]} has not that much water")


def _check_end(state: Any) -> None:
    phase = int(state["phase"])
    winners = bits_of(int(state["winners"]))
    if phase in (R.TIE, R.FINISHED):
        fits = len(winners) > (phase == R.TIE) and state["ending"]
        needed = "two 'winners'" if phase == R.TIE else "'winners'"
        _refuse_unless(fits, f"'phase {PHASES[phase]}' needs {needed} and an 'ending'")
    else:
        fits = not winners and not state["ending"]
        _refuse_unless(fits, "'winners' and 'ending' go with 'phase over' or 'phase tie'")
