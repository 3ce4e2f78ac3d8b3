"""Challenges: who may be challenged, bids, dice, and what a win or a loss brings."""

from offleash.games.uri_nation.rules.actions import BID, DECLINE, RECLAIM_GRIT, RECLAIM_SWAGGER
from offleash.games.uri_nation.rules.alliances import clear_site, is_active, is_protected, markers
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import DRIVE, GRIT, SWAGGER
from offleash.games.uri_nation.rules.economy import archetype_of, can_pay, gain, spend
from offleash.games.uri_nation.rules.odds import WORST, win_chance
from offleash.games.uri_nation.rules.record import (
    AS_FOUGHT,
    BEFORE_RECLAIM,
    BID_ATT,
    BID_DEF,
    BY_BIDS,
    BY_CARDS,
    BY_DOG,
    BY_GRIT,
    BY_PLACE,
    BY_TIES,
    BY_TOKENS,
    DEFENCES,
    DICE,
    DIPLOMAT,
    FOR_BID,
    FOR_CHALLENGE,
    FOR_RECLAIM,
    FROM_DEFEAT,
    FROM_YAPPER,
    HOME,
    NO_BID,
    NOBODY_THERE,
    NONE,
    PENALTIES,
    RECLAIM,
    REVEAL,
    SITE,
    TERRITORY,
    TIES_TO_DEFENDER,
    WATER,
    YAPPER,
    rule,
)
from offleash.games.uri_nation.rules.territory import (
    empty_territory,
    forget_challenge,
    has_large_disk,
    is_clustered,
    owner_of,
    take_territory,
)

# Who may be challenged


@rule
def can_attack(state, options, seat):
    """Return whether a seat has water, Drive and a disk for any kind of challenge (C13, N18)."""
    if not can_pay(state, seat, options.challenge_water, DRIVE, options.challenge_drive):
        return False
    return has_large_disk(state, options, seat)


@rule
def is_foe(state, options, seat, territory):
    """Return whether a territory is another player's and no alliance protects it (C11, C19)."""
    owner = owner_of(state, options, territory)
    if owner == NOBODY_THERE or owner == seat:
        return False
    return not is_protected(state, options, seat, owner, territory)


@rule
def resident_of(state, options, home):
    """Return the seat that lives in a home, or NOBODY_THERE (S4)."""
    for seat in range(options.seats):
        if state.home[seat] == home:
            return seat
    return NOBODY_THERE


@rule
def is_foes_home(state, options, seat, home):
    """Return whether this is another player's home with its own disk on it (C16, C18)."""
    resident = resident_of(state, options, home)
    if options.home_challenge == 0 or resident == NOBODY_THERE or resident == seat:
        return False
    return state.home_disk[home] == resident


@rule
def is_foes_site(state, options, seat, site):
    """Return whether this is an active alliance of others (B11, B12)."""
    if options.challenge_bond == 0 or not is_active(state, site):
        return False
    return not has(int(state.marks[site]), seat)


# The roll


@rule
def grit_penalty(state, options, seat):
    """Return how much Grit above the threshold weighs an attacker down (C2)."""
    if options.grit_threshold == NONE:
        return 0
    return max(0, int(state.bowl[seat, GRIT]) - options.grit_threshold)


@rule
def attack_bonus(state, options, seat):
    """Return what an attacker adds to its die: archetype, Grit and cards (C1)."""
    bonus = int(state.attack[seat]) - grit_penalty(state, options, seat)
    return bonus + (options.diplomat_attack if archetype_of(options, seat) == DIPLOMAT else 0)


@rule
def defence_of(state, options, quarry, target):
    """Return what the defender adds to its die: fortify tokens, home, or markers (C1, B11)."""
    if quarry == TERRITORY:
        return int(state.fort[target])
    if quarry == HOME:
        return int(state.home_fort[target]) + options.home_bonus
    return markers(state, target)


@rule
def handicap(state, options, seat, quarry, target):
    """Return the net handicap of an attacker before bids (part 3)."""
    return defence_of(state, options, quarry, target) - attack_bonus(state, options, seat)


@rule
def ties_defend(state, options, quarry, target):
    """Return whether ties go to the defender instead of being rolled again (C6, C7, N17)."""
    if quarry == SITE:
        return False
    if options.tie_rule == TIES_TO_DEFENDER:
        return True
    return quarry == TERRITORY and is_clustered(state, options, target)


@rule
def defender(state, options):
    """Return who defends: the owner, the resident or the initiator (C11, C16, B11)."""
    if state.quarry == TERRITORY:
        return owner_of(state, options, int(state.target))
    if state.quarry == HOME:
        return resident_of(state, options, int(state.target))
    return int(state.founder[state.target])


# The course of a challenge


@rule
def tally_challenge(state, options, seat, is_won, tally):
    """Count a try or a win, by what defends and by what Grit takes off (C2, C7)."""
    if tally is None:
        return
    target = int(state.target)
    penalty = min(grit_penalty(state, options, seat), PENALTIES - 1)
    if is_won:
        tally.weakened_won[seat, penalty] += 1
    else:
        tally.weakened[seat, penalty] += 1
    if state.quarry == TERRITORY:
        row = min(int(state.fort[target]), DEFENCES - 1)
        if is_won:
            tally.won[seat, row] += 1
            tally.won_in_cluster[seat, row] += is_clustered(state, options, target)
        else:
            tally.tried[seat, row] += 1
            tally.tried_in_cluster[seat, row] += is_clustered(state, options, target)
    elif state.quarry == HOME:
        if is_won:
            tally.homes_won[seat] += 1
        else:
            tally.homes_tried[seat] += 1
    elif is_won:
        tally.bonds_won[seat] += 1
    else:
        tally.bonds_tried[seat] += 1


@rule
def tally_fight(state, options, is_won, tally):
    """Count the roll that decides by its handicap, and its odds without each cause of that."""
    if tally is None:
        return
    seat, quarry, target = int(state.seat), int(state.quarry), int(state.target)
    ties, worse = int(state.clustered), handicap(state, options, seat, quarry, target)
    bids = int(state.bids[0]) - int(state.bids[1]) if state.bids[0] != NO_BID else 0
    worse -= bids
    row = max(-WORST, min(WORST, worse)) + WORST
    tally.fights[seat, ties, row] += 1
    tally.victories[seat, ties, row] += is_won
    place = defence_of(state, options, quarry, target)
    tokens = 0
    if quarry == TERRITORY:
        tokens = int(state.fort[target])
    elif quarry == HOME:
        tokens = int(state.home_fort[target])
    dog = options.diplomat_attack if archetype_of(options, seat) == DIPLOMAT else 0
    tally.chances[seat, AS_FOUGHT] += win_chance(worse, ties)
    tally.chances[seat, BY_TOKENS] += win_chance(worse - tokens, ties)
    tally.chances[seat, BY_PLACE] += win_chance(worse - (place - tokens), ties)
    tally.chances[seat, BY_TIES] += win_chance(worse, 0)
    tally.chances[seat, BY_GRIT] += win_chance(worse - grit_penalty(state, options, seat), ties)
    tally.chances[seat, BY_DOG] += win_chance(worse + dog, ties)
    tally.chances[seat, BY_CARDS] += win_chance(worse + int(state.attack[seat]), ties)
    tally.chances[seat, BY_BIDS] += win_chance(worse + bids, ties)


@rule
def declare(state, options, quarry, target, tally):
    """Pay first and for good; measure the cluster now (C7, C13, W7)."""
    seat = int(state.seat)
    spend(state, seat, WATER, options.challenge_water, FOR_CHALLENGE, tally)
    spend(state, seat, DRIVE, options.challenge_drive, FOR_CHALLENGE, tally)
    state.quarry = quarry
    state.target = target
    state.clustered = ties_defend(state, options, quarry, target)
    tally_challenge(state, options, seat, 0, tally)
    state.phase = BID_ATT if options.secret_bidding != 0 and quarry != SITE else DICE


@rule
def list_bids(state, out):
    """List any number of the pegs that are left (W7)."""
    pegs = int(state.bowl[state.decider, WATER])
    for bid in range(pegs + 1):
        out[bid] = BID + bid
    return pegs + 1


@rule
def make_bid(state, options, bid):
    """Take the attacker's bid, then the defender's, who doesn't see it (W7)."""
    if state.phase == BID_ATT:
        state.bids[0] = bid
        state.decider = defender(state, options)
        state.phase = BID_DEF
    else:
        state.bids[1] = bid
        state.decider = state.seat
        state.phase = REVEAL


@rule
def reveal_bids(state, options, tally):
    """Take both bids out of the bowls together (N15)."""
    spend(state, int(state.seat), WATER, int(state.bids[0]), FOR_BID, tally)
    spend(state, defender(state, options), WATER, int(state.bids[1]), FOR_BID, tally)
    state.phase = DICE


@rule
def margin(state, options, attack, defence):
    """Return how far the attacker's total is above the defender's (C1)."""
    total = attack + attack_bonus(state, options, int(state.seat))
    total -= defence + defence_of(state, options, int(state.quarry), int(state.target))
    if state.bids[0] != NO_BID:
        total += int(state.bids[0]) - int(state.bids[1])
    return total


@rule
def provoke(state, options, tally):
    """Let a Yapper's claim make its attacker bristle, win or lose (C3, C5)."""
    if state.quarry != SITE and archetype_of(options, defender(state, options)) == YAPPER:
        amount = options.yapper_attacker_grit
        gain(state, options, int(state.seat), GRIT, amount, FROM_YAPPER, tally)


@rule
def can_reclaim(state, options, stock):
    """Return whether a re-claim can be paid for with a kind of token (C8, C10)."""
    return state.bowl[state.seat, stock] >= options.reclaim_cost


@rule
def win(state, options, tally):
    """Clear the target; return whether a re-claim has to be decided (C9, C10, C16)."""
    tally_challenge(state, options, int(state.seat), 1, tally)
    target = int(state.target)
    is_yapper = state.quarry != SITE and archetype_of(options, defender(state, options)) == YAPPER
    if options.yapper_grit_timing == BEFORE_RECLAIM:
        provoke(state, options, tally)
        is_yapper = False
    if state.quarry == SITE:
        clear_site(state, target)
        return False
    if state.quarry == TERRITORY:
        empty_territory(state, options, target)
    else:
        state.home_disk[target] = NOBODY_THERE
        state.home_fort[target] = 0
        state.home_away[target] = max(1, options.home_revert_turns)
    state.provoked = is_yapper
    return can_reclaim(state, options, SWAGGER) or can_reclaim(state, options, GRIT)


@rule
def list_reclaims(state, options, out):
    """List Swagger, Grit or neither (C10)."""
    n = 0
    out[n] = RECLAIM_SWAGGER
    n += can_reclaim(state, options, SWAGGER)
    out[n] = RECLAIM_GRIT
    n += can_reclaim(state, options, GRIT)
    out[n] = DECLINE
    return n + 1


@rule
def reclaim(state, options, stock, tally):
    """Let the attacker's disk stay, without water and without discounts (C8, C9)."""
    seat = int(state.seat)
    spend(state, seat, stock, options.reclaim_cost, FOR_RECLAIM, tally)
    if state.quarry == TERRITORY:
        take_territory(state, options, seat, int(state.target))
    else:
        state.home_disk[state.target] = seat
    if tally is not None:
        tally.reclaims[seat, 1 if stock == GRIT else 0] += 1


@rule
def lose(state, options, tally):
    """Give the attacker Grit, as its disk goes back (C3)."""
    gain(state, options, int(state.seat), GRIT, options.lose_grit, FROM_DEFEAT, tally)
    provoke(state, options, tally)


@rule
def revert_home(state, options, home):
    """Bring back the owner's disk, free and bare (C16, N18)."""
    state.home_disk[home] = resident_of(state, options, home)
    state.home_fort[home] = 0
    state.home_away[home] = 0


@rule
def close_challenge(state, options, tally):
    """Settle the Yapper's Grit and a home that reverts at once, after the re-claim (C4, N10)."""
    if state.provoked != 0:
        amount = options.yapper_attacker_grit
        gain(state, options, int(state.seat), GRIT, amount, FROM_YAPPER, tally)
    if state.quarry == HOME and options.home_revert_turns == 0:
        home = int(state.target)
        if state.home_away[home] > 0:
            revert_home(state, options, home)
    state.provoked = 0
    forget_challenge(state)


@rule
def dice_fall(state, options, attack, defence, tally):
    """Settle one roll; return whether the challenge is over (C6)."""
    by = margin(state, options, attack, defence)
    if tally is not None and by == 0:
        tally.ties[state.seat, 1 if state.clustered else 0] += 1
    if by == 0 and state.clustered == 0:
        return False
    tally_fight(state, options, by > 0, tally)
    if by > 0:
        if win(state, options, tally):
            state.phase = RECLAIM
            return False
    else:
        lose(state, options, tally)
    close_challenge(state, options, tally)
    return True
