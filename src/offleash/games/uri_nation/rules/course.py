"""Applying an action: each kind goes to its chapter of the rulebook; `turn` says what follows."""

from offleash.games.uri_nation.rules.actions import (
    IS_ALLY,
    IS_BID,
    IS_CHALLENGE,
    IS_CHALLENGE_HOME,
    IS_CHALLENGE_SITE,
    IS_CLAIM,
    IS_CROSS,
    IS_DICE,
    IS_DISCARD,
    IS_DISTRACTED,
    IS_DONE,
    IS_DRAW,
    IS_DRINK,
    IS_FORTIFY,
    IS_FORTIFY_HOME,
    IS_GO,
    IS_HOME,
    IS_LEASH,
    IS_LEAVE,
    IS_LEG_CHALLENGE,
    IS_LEG_CLAIM,
    IS_LEG_HOME,
    IS_NEXT,
    IS_PASS,
    IS_PATH,
    IS_PATROL,
    IS_PLAY,
    IS_RECLAIM_GRIT,
    IS_RECLAIM_SWAGGER,
    IS_REVEAL,
    IS_ROLL,
    IS_SNIFF,
    IS_STEP,
    IS_STOP,
    IS_TARGET,
    IS_ZOOMIES,
    KIND_OF,
    SIDES,
    WHICH,
)
from offleash.games.uri_nation.rules.alliances import ally, break_alliance, clear_site
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import GRIT, SWAGGER
from offleash.games.uri_nation.rules.cards import carry_out, choose_territory, draw_card, play_card
from offleash.games.uri_nation.rules.challenges import (
    close_challenge,
    declare,
    dice_fall,
    make_bid,
    reclaim,
    reveal_bids,
)
from offleash.games.uri_nation.rules.counting import tally_blocks, tally_pass
from offleash.games.uri_nation.rules.decks import let_go
from offleash.games.uri_nation.rules.marking import claim, fortify, fortify_home, list_patrol
from offleash.games.uri_nation.rules.movement import cross, step, take_path
from offleash.games.uri_nation.rules.record import (
    ACTION,
    BEFORE_ACTION,
    BEFORE_ROLL,
    DISTRACTED,
    DRINK,
    HOME,
    IN_WALK,
    KINDS,
    LEASH,
    LEG_DAY,
    PATROL,
    PATROLS,
    POST_ROLL,
    PRE_ROLL,
    RECLAIM,
    ROLL,
    SETUP_CLAIM,
    SITE,
    SNIFF,
    TERRITORY,
    TURNS_PER_SAMPLE,
    ZOOMIES,
    rule,
)
from offleash.games.uri_nation.rules.setup import draw_home, win_roll_off
from offleash.games.uri_nation.rules.territory import take_territory
from offleash.games.uri_nation.rules.turn import (
    before_roll,
    begin_walk,
    drink,
    end_turn,
    end_walk,
    go_on_ordering,
    go_on_setting_up,
    go_on_walking,
    legal_actions,
    roll,
    trick,
    use_up,
    winner_drawn,
)

# Roll and walk


@rule
def go_on(state, options, tally):
    """Go on to the dice, or with the dice seen to the walk (part 0)."""
    if state.phase == PRE_ROLL:
        state.phase = ROLL
    else:
        begin_walk(state, options, tally)


@rule
def walk(state, options, work, kind, which, tally):
    """Carry out a step, a crossing, a path or a drink, and what it leads to; or the stop."""
    if kind == IS_STOP:
        end_walk(state, options, tally)
        return
    if kind == IS_DRINK:
        drink(state, options, tally)
        return
    if kind == IS_STEP:
        step(state, options, which, tally)
    elif kind == IS_CROSS:
        cross(state, options, which, tally)
    elif kind == IS_PATH:
        take_path(state, options, tally)
    go_on_walking(state, options, tally)


@rule
def roll_trick(state, options, work, kind, tally):
    """Carry out a trick with the leash (W1-W3)."""
    if kind == IS_LEASH:
        trick(state, options, work, LEASH, tally)
    elif kind == IS_ZOOMIES:
        trick(state, options, work, ZOOMIES, tally)
    else:
        trick(state, options, work, DISTRACTED, tally)


# Cards


@rule
def go_on_after_card(state, options, tally):
    """Go back to where the card was drawn or played (D3, D6)."""
    window = int(state.window)
    state.window = IN_WALK
    if window == BEFORE_ROLL:
        before_roll(state, options, tally)
    elif window == BEFORE_ACTION:
        state.phase = ACTION
    else:
        go_on_walking(state, options, tally)


@rule
def card(state, options, work, kind, which, tally):
    """Draw, play or discard a card, or choose its target."""
    if kind == IS_DRAW:
        is_done = draw_card(state, options, work, which, tally)
    elif kind == IS_PLAY:
        window = BEFORE_ROLL if state.phase == PRE_ROLL else BEFORE_ACTION
        is_done = play_card(state, options, work, which, window, tally)
    elif kind == IS_DISCARD:
        let_go(state, int(state.seat), which)
        is_done = True
    else:
        if kind == IS_TARGET:
            choose_territory(state, options, int(state.decider), which)
        else:
            clear_site(state, which)
        is_done = carry_out(state, options, work, tally)
    if is_done:
        go_on_after_card(state, options, tally)


# Actions


@rule
def finish_action(state, options, work, tally):
    """Count one action less; with none left end the turn."""
    state.acted = 1
    state.actions_left -= 1
    state.patrolled = 0
    if state.actions_left > 0:
        state.phase = ACTION
    else:
        end_turn(state, options, work, tally)


@rule
def early_ally(state, options, work, site, tally):
    """Make an alliance, an action; in mid-walk it is also the stop (M20, N8)."""
    if state.phase != ACTION:
        end_walk(state, options, tally)
    ally(state, options, int(state.seat), site, tally)
    finish_action(state, options, work, tally)


@rule
def set_up_claim(state, options, work, territory, tally):
    """Make a starting claim, which is free (S1)."""
    take_territory(state, options, int(state.seat), territory)
    state.actions_left -= 1
    go_on_setting_up(state, options, work, tally)


@rule
def challenge(state, options, kind, which, tally):
    """Declare a challenge of a territory, a home or a site."""
    if kind == IS_CHALLENGE or kind == IS_LEG_CHALLENGE:
        declare(state, options, TERRITORY, which, tally)
    elif kind == IS_CHALLENGE_SITE:
        declare(state, options, SITE, which, tally)
    else:
        declare(state, options, HOME, which, tally)


@rule
def patrol(state, options, work, kind, which, tally):
    """Lay one token of a patrol, which ends when nothing more can be fortified (W5)."""
    seat = int(state.seat)
    if kind == IS_PATROL:
        use_up(state, PATROLS, tally)
        state.patrolled = 0
        state.phase = PATROL
        return
    if kind == IS_FORTIFY:
        fortify(state, options, seat, which, tally)
    elif kind == IS_FORTIFY_HOME:
        fortify_home(state, options, seat, tally)
    if kind == IS_DONE or list_patrol(state, options, work.listed) == 0:
        finish_action(state, options, work, tally)


@rule
def mark(state, options, work, kind, which, tally):
    """Carry out an action that is over at once."""
    seat = int(state.seat)
    if kind == IS_LEG_CLAIM:
        use_up(state, LEG_DAY, tally)
    if kind == IS_CLAIM or kind == IS_LEG_CLAIM:
        claim(state, options, seat, which, tally)
    elif kind == IS_FORTIFY:
        fortify(state, options, seat, which, tally)
    elif kind == IS_FORTIFY_HOME:
        fortify_home(state, options, seat, tally)
    else:
        break_alliance(state, options, seat, which, tally)
    finish_action(state, options, work, tally)


@rule
def settle_challenge(state, options, work, kind, which, tally):
    """Carry out bids, dice and the re-claim; then the action is over."""
    is_over = True
    if kind == IS_BID:
        make_bid(state, options, which)
        is_over = False
    elif kind == IS_REVEAL:
        reveal_bids(state, options, tally)
        is_over = False
    elif kind == IS_DICE:
        is_over = dice_fall(state, options, 1 + which // SIDES, 1 + which % SIDES, tally)
    else:
        if kind == IS_RECLAIM_SWAGGER:
            reclaim(state, options, SWAGGER, tally)
        elif kind == IS_RECLAIM_GRIT:
            reclaim(state, options, GRIT, tally)
        elif tally is not None:
            tally.declined[state.seat] += 1
        close_challenge(state, options, tally)
    if is_over:
        finish_action(state, options, work, tally)


@rule
def act(state, options, work, kind, which, tally):
    """Carry out what a dog does where it stopped."""
    short = tally_blocks(state, options, work, kind, tally)
    if kind == IS_PASS:
        tally_pass(state, options, work, short, tally)
        end_turn(state, options, work, tally)
    elif kind == IS_SNIFF:
        use_up(state, SNIFF, tally)
    elif state.phase == PATROL or kind == IS_PATROL:
        patrol(state, options, work, kind, which, tally)
    elif kind == IS_ALLY:
        early_ally(state, options, work, which, tally)
    elif kind == IS_CLAIM and state.phase == SETUP_CLAIM:
        set_up_claim(state, options, work, which, tally)
    elif kind == IS_LEG_CHALLENGE or kind == IS_LEG_HOME:
        use_up(state, LEG_DAY, tally)
        challenge(state, options, kind, which, tally)
    elif kind == IS_CHALLENGE or kind == IS_CHALLENGE_HOME or kind == IS_CHALLENGE_SITE:
        challenge(state, options, kind, which, tally)
    else:
        mark(state, options, work, kind, which, tally)


@rule
def tally_choice(state, options, work, kind, tally):
    """Count the kinds of action that could be taken, and the one that was, but not walks.

    One turn in so many is looked at, another seat's each round: to list the choices takes time.
    """
    if (int(state.rounds) + int(state.turn)) % TURNS_PER_SAMPLE != 0:
        return
    phase = state.phase
    is_roll = phase == PRE_ROLL or phase == POST_ROLL
    if not is_roll and phase != ACTION and phase != DRINK and phase != RECLAIM:
        return
    n = legal_actions(state, options, work, work.choices)
    if n < 2:
        return
    kinds = 0
    for i in range(n):
        kinds |= 1 << KIND_OF[work.choices[i]]
    for other in range(KINDS):
        tally.offers[other] += has(kinds, other)
    tally.picks[kind] += 1


@rule
def apply(state, options, work, action, tally):
    """Carry out a legal action or a chance outcome."""
    kind, which = KIND_OF[action], WHICH[action]
    if tally is not None:
        tally.decisions += kind < IS_HOME  # the first kind of chance
        tally_choice(state, options, work, kind, tally)
    if kind <= IS_LEAVE:
        walk(state, options, work, kind, which, tally)
    elif kind == IS_ROLL:
        roll(state, options, work, which, tally)
    elif kind == IS_GO:
        go_on(state, options, tally)
    elif kind <= IS_DISTRACTED:
        roll_trick(state, options, work, kind, tally)
    elif kind == IS_DRAW or kind == IS_PLAY or (kind >= IS_TARGET and kind <= IS_DISCARD):
        card(state, options, work, kind, which, tally)
    elif kind <= IS_PASS:
        act(state, options, work, kind, which, tally)
    elif kind <= IS_BID or kind == IS_REVEAL or kind == IS_DICE:
        settle_challenge(state, options, work, kind, which, tally)
    elif kind == IS_NEXT:
        win_roll_off(state, options, which)
        go_on_ordering(state, options, work, tally)
    elif kind == IS_HOME:
        draw_home(state, options, which)
    else:
        winner_drawn(state, which)
