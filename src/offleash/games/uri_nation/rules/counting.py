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
from offleash.games.uri_nation.rules.bits import has, is_on_trail
from offleash.games.uri_nation.rules.card_words import DRIVE
from offleash.games.uri_nation.rules.challenges import is_foe, is_foes_home, is_foes_site
from offleash.games.uri_nation.rules.marking import list_actions
from offleash.games.uri_nation.rules.movement import crossing_price, is_barred, step_price
from offleash.games.uri_nation.rules.places import BESIDE, MOST_SITES, NOWHERE
from offleash.games.uri_nation.rules.record import SETUP_CLAIM, WATER, rule
from offleash.games.uri_nation.rules.territory import all_owned, has_large_disk


@rule
def is_led_on(state, options, kind, there, price):
    """Whether a forced path takes the dog along from where it arrives (M11, M21, M22).

    Its Drive counts as it is before a card or a drink at the path's entry.
    """
    if options.path_forced == 0 or options.paths == 0 or options.path[there] == NOWHERE:
        return False
    if kind == IS_CROSS and is_on_trail(state, int(options.path[there])):
        return False  # a step would have begun the trail anew
    return state.bowl[state.seat, DRIVE] - price >= options.path_drive


@rule
def count_walk(state, options, kind, way, sums):
    """A step, a crossing or a path: the cells that the dog comes to."""
    here = int(state.cell[state.seat])
    price = 0
    if kind == IS_STEP:
        there = int(options.step[here, way])
        price = step_price(options, here, there)
    elif kind == IS_CROSS:
        there = int(options.cross[here, way])
        price = crossing_price(state, options, here, way)
        sums.crossings[here, way] += 1
    else:
        there = int(options.path[here])
    sums.visits[there] += 1
    if is_led_on(state, options, kind, there, price):
        sums.visits[int(options.path[there])] += 1


@rule
def count(state, options, action, sums):
    """Visits, crossings, claims, challenges, and disks at the start of each walk."""
    kind, which = KIND_OF[action], WHICH[action]
    if kind <= IS_PATH:
        count_walk(state, options, kind, which, sums)
    elif kind == IS_ROLL:
        sums.walks += 1
        taken = all_owned(state)
        for territory in range(options.territories):
            sums.owned[territory] += has(taken, territory)
    elif kind == IS_CLAIM or kind == IS_LEG_CLAIM:
        sums.claims[which] += state.phase != SETUP_CLAIM
    elif kind == IS_CHALLENGE or kind == IS_LEG_CHALLENGE:
        sums.challenges[which] += 1


@rule
def has_foe_here(state, options, seat):
    """Whether anything that the dog stands at could be challenged (C11, C16, B11)."""
    here = int(state.cell[seat])
    for i in range(BESIDE):
        territory = int(options.front[here, i])
        if territory >= 0 and is_foe(state, options, seat, territory):
            return True
        site = int(options.touch[here, i])
        if site >= 0 and site < MOST_SITES and is_foes_site(state, options, seat, site):
            return True
    home = int(options.at_home[here])
    return home >= 0 and is_foes_home(state, options, seat, home)


@rule
def lacks_drive(state, options, seat):
    """Whether a challenge here fails for want of Drive alone (C13, N18)."""
    if state.bowl[seat, DRIVE] >= options.challenge_drive:
        return False
    if state.bowl[seat, WATER] < options.challenge_water:
        return False
    return has_large_disk(state, options, seat) and has_foe_here(state, options, seat)


@rule
def tally_pass(state, options, work, tally):
    """A pass, and whether nothing else was possible; a barred action is another matter (E15)."""
    if tally is None:
        return
    seat = int(state.seat)
    tally.passes[seat] += 1
    if state.acted != 0 or is_barred(state):
        return
    if list_actions(state, options, work, work.choices) == 1:
        tally.no_action[seat] += 1
        tally.drive_blocked[seat] += lacks_drive(state, options, seat)
