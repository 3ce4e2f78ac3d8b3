"""What is counted for the lab: board counts over all games, and turns that led nowhere."""

from offleash.games.uri_nation.rules.actions import (
    IS_CHALLENGE,
    IS_CLAIM,
    IS_CROSS,
    IS_LEG_CHALLENGE,
    IS_LEG_CLAIM,
    IS_PATH,
    IS_ROLL,
    IS_STEP,
    KIND_OF,
    WHICH,
)
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import DRIVE
from offleash.games.uri_nation.rules.challenges import is_foe
from offleash.games.uri_nation.rules.marking import list_actions
from offleash.games.uri_nation.rules.places import BESIDE
from offleash.games.uri_nation.rules.record import SETUP_CLAIM, WATER, rule
from offleash.games.uri_nation.rules.territory import all_owned


@rule
def count(state, options, action, sums):
    """Visits, crossings, claims, challenges, and disks at the start of each walk."""
    kind, which = KIND_OF[action], WHICH[action]
    if kind <= IS_PATH:
        here = int(state.cell[state.seat])
        if kind == IS_STEP:
            sums.visits[int(options.step[here, which])] += 1
        elif kind == IS_CROSS:
            sums.crossings[here, which] += 1
            sums.visits[int(options.cross[here, which])] += 1
        else:
            sums.visits[int(options.path[here])] += 1
    elif kind == IS_ROLL:
        taken = all_owned(state)
        for territory in range(options.territories):
            sums.owned[territory] += has(taken, territory)
    elif kind == IS_CLAIM or kind == IS_LEG_CLAIM:
        sums.claims[which] += state.phase != SETUP_CLAIM
    elif kind == IS_CHALLENGE or kind == IS_LEG_CHALLENGE:
        sums.challenges[which] += 1


@rule
def lacks_drive(state, options, seat):
    """Whether a challenge here fails for want of Drive alone."""
    if state.bowl[seat, DRIVE] >= options.challenge_drive:
        return False
    if state.bowl[seat, WATER] < options.challenge_water:
        return False
    for i in range(BESIDE):
        territory = int(options.front[int(state.cell[seat]), i])
        if territory >= 0 and is_foe(state, options, seat, territory):
            return True
    return False


@rule
def tally_pass(state, options, work, tally):
    """A pass, and whether nothing else was possible."""
    if tally is None:
        return
    seat = int(state.seat)
    tally.passes[seat] += 1
    if state.acted == 0 and list_actions(state, options, work, work.choices) == 1:
        tally.no_action[seat] += 1
        tally.drive_blocked[seat] += lacks_drive(state, options, seat)
