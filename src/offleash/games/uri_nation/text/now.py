"""What is going on, in one line: who decides what."""

from typing import Any

from offleash.core.game import Records
from offleash.core.prose import count_of, join_and
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.challenges import attack_bonus, defence_of, defender
from offleash.games.uri_nation.text.names import (
    DECK_NAMES,
    card_id,
    dog_name,
    home_text,
    site_text,
    territory_text,
)

BETWEEN = {R.HOMES_DRAWN: "homes are drawn by lot", R.ORDER: "a roll-off for the order"}
PLAIN = {
    R.SETUP_CLAIM: "claims a territory next to its home",
    R.PRE_ROLL: "may play a card before the roll",
    R.ROLL: "rolls",
    R.DRINK: "may drink here",
    R.CARD_DISCARD: "holds too many cards and discards one",
    R.PATROL: "is on patrol",
}


def headline(states: Records, options: Records) -> str:
    """Who decides what: `the Yapper walks, 3 steps left`."""
    state = states[0]
    phase = int(state["phase"])
    if phase in BETWEEN:
        return BETWEEN[phase]
    if phase in (R.FINISHED, R.TIE):
        names = winners(states, options)
        verb = "wins" if len(names) == 1 else "share the win"
        return f"{join_and(names)} tie" if phase == R.TIE else f"{join_and(names)} {verb}"
    dog = dog_name(options, int(state["decider"]))
    if phase in (R.DICE, R.REVEAL, R.BID_ATT, R.BID_DEF, R.RECLAIM):
        return _challenge(states, options, dog)
    return f"{dog} {PLAIN.get(phase) or _course(state, options, phase)}"


def winners(states: Records, options: Records) -> list[str]:
    """Who has won, or ties for it."""
    mask, seats = int(states[0]["winners"]), int(options["seats"][0])
    return [dog_name(options, seat) for seat in range(seats) if has(mask, seat)]


def _course(state: Any, options: Records, phase: int) -> str:
    """What a phase is about that has a number to tell."""
    steps, more = int(state["steps"]), int(state["actions_left"])
    return {
        R.POST_ROLL: f"rolled {int(state['dice'])} and may do a trick",
        R.MOVE: f"walks, {count_of(steps, 'step')} left",
        R.DRAW: f"draws a card of the {DECK_NAMES[int(state['deck'])]} deck",
        R.CARD_TARGET: f"chooses for {card_id(options, max(int(state['card']), 0))}",
        R.ACTION: "acts" + (f", {more} actions left" if more > 1 else ""),
    }[phase]


def _challenge(states: Records, options: Records, dog: str) -> str:
    """A challenge, at each of its stages."""
    state = states[0]
    phase, what = int(state["phase"]), quarry_words(states, options)
    attacker = dog_name(options, int(state["seat"]))
    if phase == R.RECLAIM:
        return f"{attacker} has won {what} and may re-claim it"
    foe = dog_name(options, int(defender(state, options[0])))
    fight = f"{attacker} challenges {foe} for {what}, {side_words(states, options)}"
    return f"{fight}: {dog} bids" if phase in (R.BID_ATT, R.BID_DEF) else fight


def quarry_words(states: Records, options: Records) -> str:
    """What is challenged: `(2,4)`, `home 2`, `the alliance at (2,9)`."""
    quarry, target = int(states[0]["quarry"]), int(states[0]["target"])
    if quarry == R.TERRITORY:
        return territory_text(options, target)
    return (
        home_text(target) if quarry == R.HOME else f"the alliance at {site_text(options, target)}"
    )


def side_words(states: Records, options: Records) -> str:
    """What each side of a challenge adds to its die: `die -1 against die +2`."""
    state, rules = states[0], options[0]
    attack = int(attack_bonus(state, rules, int(state["seat"])))
    defence = int(defence_of(state, rules, int(state["quarry"]), int(state["target"])))
    if int(state["phase"]) == R.DICE and min(state["bids"]) > R.NO_BID:
        attack += int(state["bids"][0])
        defence += int(state["bids"][1])
    return f"die {attack:+d} against die {defence:+d}"
