"""What a dog may do where it stopped: claim, challenge, fortify, ally, break, or pass."""

from offleash.games.uri_nation.rules.actions import (
    ALLY,
    BREAK,
    BUTT_SNIFF,
    CHALLENGE,
    CHALLENGE_HOME,
    CHALLENGE_SITE,
    CLAIM,
    DONE,
    FORTIFY,
    FORTIFY_HOME,
    LEG_CHALLENGE,
    LEG_CLAIM,
    LEG_HOME,
    PASS,
    START_PATROL,
    WAYS,
)
from offleash.games.uri_nation.rules.alliances import can_ally, can_break
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import GRIT, PRE_ACTION_CARD, SWAGGER
from offleash.games.uri_nation.rules.cards import list_plays
from offleash.games.uri_nation.rules.challenges import (
    can_attack,
    is_foe,
    is_foes_home,
    is_foes_site,
)
from offleash.games.uri_nation.rules.economy import (
    archetype_of,
    can_pay,
    claim_price,
    fortify_price,
    spend,
)
from offleash.games.uri_nation.rules.movement import is_barred, touches
from offleash.games.uri_nation.rules.places import BESIDE, HOMES, MOST_SITES
from offleash.games.uri_nation.rules.record import (
    BRUISER,
    DIPLOMAT,
    FOR_CLAIM,
    FOR_FORTIFY,
    HOME_BIT,
    LEG_DAY,
    PATROLS,
    SNIFF,
    WATER,
    YAPPER,
    rule,
)
from offleash.games.uri_nation.rules.territory import (
    all_owned,
    has_large_disk,
    has_small_disk,
    take_territory,
)

LEG = 2  # walking steps that Leg Day reaches (W6)
BEAT = 3  # and that a patrol covers (W5)


# What can be paid


@rule
def can_claim(state, options, seat):
    """Return whether a seat has water, Swagger and a disk for a claim (E22)."""
    if not can_pay(state, seat, options.claim_water, SWAGGER, claim_price(options, seat)):
        return False
    return has_large_disk(state, options, seat)


@rule
def can_fortify(state, options, seat):
    """Return whether a seat has water, Grit and a small disk for a fortify token (E22)."""
    if not can_pay(state, seat, options.fortify_water, GRIT, fortify_price(options, seat)):
        return False
    return has_small_disk(state, options, seat)


@rule.inline
def has_room(state, options, seat, territory):
    """Return whether an own territory has less than the maximum of fortify tokens (C14)."""
    return has(int(state.owned[seat]), territory) and state.fort[territory] < options.fortify_max


@rule
def home_has_room(state, options, seat):
    """Return whether the own home, with its own disk on it, is below its maximum (C16, N20)."""
    home = int(state.home[seat])
    return state.home_disk[home] == seat and state.home_fort[home] < options.home_fortify_max


# Walk tricks


@rule.inline
def has_trick(state, options, seat, trick, archetype):
    """Return whether a trick of one archetype has not been used yet (W0)."""
    if options.walk_tricks == 0 or archetype_of(options, seat) != archetype:
        return False
    return int(state.tricks[seat]) & trick == 0


@rule
def home_stroll(state, options, home):
    """Return the walking steps, without crossing, from the dog to a home's frontage (W5, W6)."""
    return int(options.stroll_home[int(state.cell[state.seat]), home])


@rule
def is_on_beat(state, options, seat, territory):
    """Return whether a patrol may fortify a territory (W5)."""
    if has(int(state.patrolled), territory) or not has_room(state, options, seat, territory):
        return False
    return options.stroll[int(state.cell[seat]), territory] <= BEAT


@rule
def is_home_on_beat(state, options, seat):
    """Return whether a patrol may fortify the own home (W5)."""
    if has(int(state.patrolled), HOME_BIT) or not home_has_room(state, options, seat):
        return False
    return home_stroll(state, options, int(state.home[seat])) <= BEAT


@rule
def list_patrol(state, options, out):
    """List what a patrol may fortify next (W5)."""
    seat = int(state.seat)
    n = 0
    if not can_fortify(state, options, seat):
        return 0
    for territory in range(options.territories):
        out[n] = FORTIFY + territory
        n += is_on_beat(state, options, seat, territory)
    out[n] = FORTIFY_HOME + int(state.home[seat])
    return n + is_home_on_beat(state, options, seat)


@rule
def list_patrol_or_done(state, options, out):
    """List what a patrol may fortify next, or its end (W5, N20)."""
    n = list_patrol(state, options, out)
    out[n] = DONE
    return n + 1


@rule
def can_sniff(state, options, seat):
    """Return whether another pawn is on the same cell or one step away (W4)."""
    if not has_trick(state, options, seat, SNIFF, DIPLOMAT):
        return False
    here = int(state.cell[seat])
    for other in range(options.seats):
        if other != seat:
            there = int(state.cell[other])
            if there == here:
                return True
            for way in range(WAYS):
                if options.step[here, way] == there:
                    return True
    return False


@rule
def list_leg_day(state, options, out, n, kind):
    """List claims, challenges or homes within the reach of Leg Day (W6)."""
    seat = int(state.seat)
    if not has_trick(state, options, seat, LEG_DAY, BRUISER):
        return n
    here = int(state.cell[seat])
    if kind == LEG_HOME:
        for home in range(HOMES):
            out[n] = LEG_HOME + home
            is_near = home_stroll(state, options, home) <= LEG
            n += is_near and is_foes_home(state, options, seat, home)
        return n
    taken = all_owned(state)
    for territory in range(options.territories):
        if options.stroll[here, territory] <= LEG:
            out[n] = kind + territory
            if kind == LEG_CLAIM:
                n += not has(taken, territory)
            else:
                n += is_foe(state, options, seat, territory)
    return n


# What the stopping place offers


@rule
def list_claims(state, options, out):
    """List empty territories beside the dog (A1)."""
    taken = all_owned(state)
    n = 0
    for i in range(BESIDE):
        territory = int(options.front[int(state.cell[state.seat]), i])
        if territory >= 0:
            out[n] = CLAIM + territory
            n += not has(taken, territory)
    return n


@rule
def list_challenges(state, options, out, n):
    """List territories of others beside the dog (C11, C12)."""
    seat = int(state.seat)
    for i in range(BESIDE):
        territory = int(options.front[int(state.cell[seat]), i])
        if territory >= 0:
            out[n] = CHALLENGE + territory
            n += is_foe(state, options, seat, territory)
    return n


@rule
def list_fortifies(state, options, out, n):
    """List own territories beside the dog that take another token (C14)."""
    seat = int(state.seat)
    for i in range(BESIDE):
        territory = int(options.front[int(state.cell[seat]), i])
        if territory >= 0:
            out[n] = FORTIFY + territory
            n += has_room(state, options, seat, territory)
    return n


@rule
def list_home(state, options, out, n, can_challenge, can_dig):
    """List homes beside the dog: another's to challenge, the own to fortify (C16, N20)."""
    seat = int(state.seat)
    homes = int(options.homes_at[int(state.cell[seat])])
    if homes == 0:
        return n
    for home in range(HOMES):
        out[n] = CHALLENGE_HOME + home
        n += can_challenge and has(homes, home) and is_foes_home(state, options, seat, home)
    own = int(state.home[seat])
    out[n] = FORTIFY_HOME + own
    return n + (can_dig and has(homes, own) and home_has_room(state, options, seat))


@rule
def list_sites(state, options, out, n, kind, can_challenge):
    """List sites beside the dog: to challenge, to ally at, or to break (B5, B9, B11)."""
    seat = int(state.seat)
    here = int(state.cell[seat])
    for site in range(options.sites):
        if not touches(options, here, site):
            continue
        out[n] = kind + site
        if kind == CHALLENGE_SITE:
            n += can_challenge and is_foes_site(state, options, seat, site)
        elif kind == ALLY:
            n += can_ally(state, options, seat, site)
        else:
            n += can_break(state, options, seat, site)
    return n


@rule
def has_site_here(state, options):
    """Return whether the dog is at a bond space or a park: they come first among features (M5)."""
    first = int(options.touch[int(state.cell[state.seat]), 0])
    return first >= 0 and first < MOST_SITES


@rule
def list_marks(state, options, out):
    """List all that can be marked here and paid for (A1, C12)."""
    seat = int(state.seat)
    fights = can_attack(state, options, seat)
    claims = can_claim(state, options, seat)
    digs = can_fortify(state, options, seat)
    at_site = has_site_here(state, options)
    n = list_claims(state, options, out) if claims else 0
    if fights:
        n = list_challenges(state, options, out, n)
    if digs:
        n = list_fortifies(state, options, out, n)
    n = list_home(state, options, out, n, fights, digs)
    if at_site:
        n = list_sites(state, options, out, n, CHALLENGE_SITE, fights)
        n = list_sites(state, options, out, n, ALLY, fights)
        n = list_sites(state, options, out, n, BREAK, fights)
    if options.walk_tricks == 0:
        return n
    if claims:
        n = list_leg_day(state, options, out, n, LEG_CLAIM)
    if fights:
        n = list_leg_day(state, options, out, n, LEG_CHALLENGE)
        n = list_leg_day(state, options, out, n, LEG_HOME)
    return n


@rule
def can_patrol(state, options, work, seat):
    """Return whether a patrol would have anything to fortify (W5)."""
    if not has_trick(state, options, seat, PATROLS, YAPPER):
        return False
    return list_patrol(state, options, work.listed) > 0


@rule
def list_actions(state, options, work, out):
    """List the action phase; when it is barred, only held cards and passing (E15, N20, T11)."""
    seat = int(state.seat)
    n = 0
    if not is_barred(state):
        n = list_marks(state, options, out)
        if options.walk_tricks != 0:
            out[n] = START_PATROL
            n += can_patrol(state, options, work, seat)
            out[n] = BUTT_SNIFF
            n += can_sniff(state, options, seat)
    if state.acted == 0:
        n = list_plays(state, options, PRE_ACTION_CARD, out, n)
    out[n] = PASS
    return n + 1


# Carrying them out


@rule
def claim(state, options, seat, territory, tally):
    """Put a large disk on an empty territory (A1, B17)."""
    spend(state, seat, WATER, options.claim_water, FOR_CLAIM, tally)
    spend(state, seat, SWAGGER, claim_price(options, seat), FOR_CLAIM, tally)
    take_territory(state, options, seat, territory)
    if tally is not None:
        tally.claims[seat] += 1


@rule
def pay_fortify(state, options, seat, tally):
    """Pay the price of a small disk, on a territory or the home (C14)."""
    spend(state, seat, WATER, options.fortify_water, FOR_FORTIFY, tally)
    spend(state, seat, GRIT, fortify_price(options, seat), FOR_FORTIFY, tally)
    if tally is not None:
        tally.fortifies[seat] += 1


@rule
def fortify(state, options, seat, territory, tally):
    """Put one more token on an own territory (C14)."""
    pay_fortify(state, options, seat, tally)
    state.fort[territory] += 1
    state.patrolled |= 1 << territory


@rule
def fortify_home(state, options, seat, tally):
    """Put one more token on the own home (C16)."""
    pay_fortify(state, options, seat, tally)
    state.home_fort[state.home[seat]] += 1
    state.patrolled |= 1 << HOME_BIT
