"""What is counted for the lab: board counts over all games, bowls, and what a dog could not pay."""

from offleash.games.uri_nation.rules.actions import (
    DONE,
    IS_CHALLENGE,
    IS_CLAIM,
    IS_CROSS,
    IS_LEG_CHALLENGE,
    IS_LEG_CLAIM,
    IS_PATH,
    IS_ROLL,
    IS_SNIFF,
    IS_STEP,
    KIND_OF,
    WHICH,
)
from offleash.games.uri_nation.rules.alliances import is_breaker, is_free, is_protected
from offleash.games.uri_nation.rules.bits import has, is_on_trail, lowest
from offleash.games.uri_nation.rules.card_words import BOND, DRIVE, GRIT, SWAGGER
from offleash.games.uri_nation.rules.challenges import (
    can_attack,
    is_foe,
    is_foes_home,
    is_foes_site,
)
from offleash.games.uri_nation.rules.economy import (
    ally_price,
    claim_price,
    fortify_price,
    is_housebound,
)
from offleash.games.uri_nation.rules.marking import (
    has_site_here,
    list_actions,
    list_claims,
    list_fortifies,
    list_home,
)
from offleash.games.uri_nation.rules.movement import (
    crossing_price,
    fronts_home,
    is_barred,
    step_price,
)
from offleash.games.uri_nation.rules.places import BESIDE, HOMES, MOST_SITES, NOWHERE
from offleash.games.uri_nation.rules.record import (
    ACTION,
    GAPS,
    HELD,
    IDLE_BARRED,
    IDLE_BY_ALLIANCE,
    IDLE_BY_CHOICE,
    IDLE_FOR_DISK,
    IDLE_FOR_STOCK,
    IDLE_FOR_STOCKS,
    IDLE_NOWHERE,
    NOBODY_THERE,
    SETUP_CLAIM,
    STOCKS,
    WATER,
    rule,
)
from offleash.games.uri_nation.rules.territory import (
    all_owned,
    has_large_disk,
    has_small_disk,
    owner_of,
)


@rule
def is_led_on(state, options, kind, there, price):
    """Return whether a forced path takes the dog along from where it arrives (M11, M21, M22).

    Its Drive counts as it is before a card or a drink at the path's entry.
    """
    if options.path_forced == 0 or options.paths == 0 or options.path[there] == NOWHERE:
        return False
    if kind == IS_CROSS and is_on_trail(state, int(options.path[there])):
        return False  # a step would have begun the trail anew
    return state.bowl[state.seat, DRIVE] - price >= options.path_drive


@rule
def count_walk(state, options, kind, way, sums):
    """Count a step, a crossing or a path: the cells that the dog comes to."""
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
    """Count visits, crossings, claims, challenges, and disks at the start of each walk."""
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
    """Return whether anything that the dog stands at could be challenged (C11, C16, B11)."""
    here = int(state.cell[seat])
    for i in range(BESIDE):
        territory = int(options.front[here, i])
        if territory >= 0 and is_foe(state, options, seat, territory):
            return True
        site = int(options.touch[here, i])
        if site >= 0 and site < MOST_SITES and is_foes_site(state, options, seat, site):
            return True
    for home in range(HOMES):
        if fronts_home(options, here, home) and is_foes_home(state, options, seat, home):
            return True
    return False


# What is missing
#
# A stock blocks what is at hand where it alone is short: with one more of nothing else the dog
# could do it. Each of these rules gives that stock as a bit, or 0.


@rule
def short_of(state, seat, water, stock, tokens):
    """Return the one stock that a price fails for; none if both are short, or neither."""
    is_dry = state.bowl[seat, WATER] < water
    is_poor = state.bowl[seat, stock] < tokens
    if is_dry == is_poor:
        return 0
    return 1 << WATER if is_dry else 1 << stock


@rule
def claim_lacks(state, options, work, seat):
    """Return what keeps the dog from claiming here (A1, E22)."""
    short = short_of(state, seat, options.claim_water, SWAGGER, claim_price(options, seat))
    if short == 0 or not has_large_disk(state, options, seat):
        return 0
    return short if list_claims(state, options, work.listed) > 0 else 0


@rule
def challenge_lacks(state, options, seat):
    """Return what keeps the dog from a challenge here, of any kind (C13, N18)."""
    short = short_of(state, seat, options.challenge_water, DRIVE, options.challenge_drive)
    if short == 0 or not has_large_disk(state, options, seat):
        return 0
    return short if has_foe_here(state, options, seat) else 0


@rule
def fortify_lacks(state, options, work, seat):
    """Return what keeps the dog from a fortify token here, on territory or home (C14, C16)."""
    short = short_of(state, seat, options.fortify_water, GRIT, fortify_price(options, seat))
    if short == 0:
        return 0
    n = list_home(state, options, work.listed, 0, 0, 1)
    if list_fortifies(state, options, work.listed, n) == 0:
        return 0
    return short if has_small_disk(state, options, seat) else 0


@rule
def bond_lacks(state, options, seat):
    """Return what keeps the dog from an alliance here, or from breaking one (B5, B9)."""
    ally = short_of(state, seat, options.ally_water, BOND, ally_price(options, seat))
    leave = short_of(state, seat, options.break_water, SWAGGER, options.break_swagger)
    if ally | leave == 0 or not has_site_here(state, options):
        return 0
    short = 0
    for i in range(BESIDE):
        site = int(options.touch[int(state.cell[seat]), i])
        if site >= 0 and site < MOST_SITES:
            short |= ally if is_free(state, options, site) else 0
            short |= leave if is_breaker(state, seat, site) else 0
    return short if short != 0 and has_small_disk(state, options, seat) else 0


@rule
def all_lacks(state, options, work, seat):
    """Return every stock that alone keeps the dog from something here."""
    short = claim_lacks(state, options, work, seat) | challenge_lacks(state, options, seat)
    return short | fortify_lacks(state, options, work, seat) | bond_lacks(state, options, seat)


@rule
def has_partner(state, options, seat):
    """Return whether the dog is bonded with anybody anywhere (B18)."""
    for site in range(options.sites):
        marks = int(state.marks[site])
        if has(marks, seat) and marks != 1 << seat:
            return True
    return False


@rule
def is_shielded(state, options, seat):
    """Return whether an alliance bars a challenge here that the dog could pay for (B8, B16)."""
    if not can_attack(state, options, seat) or not has_partner(state, options, seat):
        return False
    for i in range(BESIDE):
        territory = int(options.front[int(state.cell[seat]), i])
        if territory >= 0:
            owner = owner_of(state, options, territory)
            if owner != NOBODY_THERE and owner != seat:
                if is_protected(state, options, seat, owner, territory):
                    return True
    return False


@rule
def tally_blocks(state, options, work, kind, tally):
    """Count stocks that block something where the dog stopped, and alliances; return the stocks.

    At hand is what it could do there if its bowl were full: claim, challenge, fortify, ally or
    break. It is asked for the first action of a turn, or its pass, so held cards have been
    played; walk tricks, which reach further, don't count, nor does a barred action (E15).
    """
    if tally is None:
        return 0
    if state.phase != ACTION or state.acted != 0 or kind == IS_SNIFF or is_barred(state):
        return 0
    seat = int(state.seat)
    short = all_lacks(state, options, work, seat)
    tally.shielded[seat] += is_shielded(state, options, seat)
    if short != 0:
        for stock in range(STOCKS):
            tally.blocked[seat, stock] += has(short, stock)
    return short


# Turns without an action


@rule
def has_open_site(state, options, seat):
    """Return whether the dog stands where it could ally or break, if it could pay (B5, B9)."""
    for i in range(BESIDE):
        site = int(options.touch[int(state.cell[seat]), i])
        if site >= 0 and site < MOST_SITES:
            if is_free(state, options, site) or is_breaker(state, seat, site):
                return True
    return False


@rule
def is_at_hand(state, options, work, seat, has_large, has_small):
    """Return whether a dog with all tokens and water and these disks could mark anything here."""
    if has_large:
        claims = list_claims(state, options, work.listed)
        if claims > 0 or has_foe_here(state, options, seat):
            return True
    if not has_small:
        return False
    n = list_home(state, options, work.listed, 0, 0, 1)
    n = list_fortifies(state, options, work.listed, n)
    return n > 0 or has_open_site(state, options, seat)


@rule
def why_idle(state, options, work, seat, short):
    """Return why a turn ends without an action that stocks alone may have blocked."""
    if short != 0:
        return IDLE_FOR_STOCKS if short & (short - 1) else IDLE_FOR_STOCK + lowest(short)
    has_large = has_large_disk(state, options, seat)
    has_small = has_small_disk(state, options, seat)
    if is_at_hand(state, options, work, seat, has_large, has_small):
        return IDLE_FOR_STOCKS
    if not (has_large and has_small) and is_at_hand(state, options, work, seat, 1, 1):
        return IDLE_FOR_DISK
    return IDLE_BY_ALLIANCE if is_shielded(state, options, seat) else IDLE_NOWHERE


@rule
def tally_pass(state, options, work, short, tally):
    """Count a pass: why the turn has no action, and whether nothing else was possible (E15)."""
    if tally is None:
        return
    seat = int(state.seat)
    tally.passes[seat] += 1
    if state.acted != 0:
        return
    if is_barred(state):
        tally.idle[seat, IDLE_BARRED] += 1
        return
    n = list_actions(state, options, work, work.choices)
    if work.choices[0] < DONE:  # in ascending order: something to mark, or a patrol
        tally.idle[seat, IDLE_BY_CHOICE] += 1
        return
    tally.idle[seat, why_idle(state, options, work, seat, short)] += 1
    if n == 1:
        tally.no_action[seat] += 1
        tally.drive_blocked[seat] += challenge_lacks(state, options, seat) == 1 << DRIVE


@rule
def tally_turn(state, options, tally):
    """Count a turn: how long its dog waited, and what it has to spend, income included.

    A tally that nobody reads may have come from another position.
    """
    if tally is None:
        return
    seat = int(state.seat)
    now = (int(state.rounds) - 1) * options.seats + int(state.turn) + 1
    gap = now - int(tally.last_turn[seat]) - 1
    if tally.last_turn[seat] != 0 and gap >= 0 and gap < GAPS:
        tally.gaps[seat, gap] += 1
    tally.last_turn[seat] = now
    tally.turns[seat] += 1
    tally.housebound[seat] += is_housebound(state, options, seat)
    for stock in range(STOCKS):
        amount = int(state.bowl[seat, stock])
        tally.began_with[seat, stock] += amount
        tally.held[seat, stock, min(amount, HELD - 1)] += 1
