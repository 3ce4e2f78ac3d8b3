"""Movement: steps, crossings, paths, where a walk may stop, and what a dog walks into."""

from offleash.games.uri_nation.rules.actions import ALLY, CROSS, PATH, STEP, STOP, WAYS
from offleash.games.uri_nation.rules.alliances import can_ally, pass_site
from offleash.games.uri_nation.rules.bits import add_to_trail, clear_trail, has, is_on_trail
from offleash.games.uri_nation.rules.card_words import CHANCE_DECK, DRIVE, EVENT_DECK
from offleash.games.uri_nation.rules.decks import can_draw
from offleash.games.uri_nation.rules.economy import drink_price, resupply, spend
from offleash.games.uri_nation.rules.places import BESIDE, CHANCE, EVENTS, MOST_SITES, NOWHERE, PARK
from offleash.games.uri_nation.rules.record import (
    ANY_STOP,
    ANYWHERE,
    DISTRACTED,
    DRAW,
    DRINK,
    FOR_CROSSING,
    FOR_PATH,
    FOR_SIDE_STREET,
    FREE_TURN,
    FULL_ROLL,
    IMMEDIATE,
    IN_WALK,
    INITIATE_ONLY,
    MANDATORY_STOP,
    MOVE,
    NEVER_TURN,
    NONE,
    OPTIONAL_STOP,
    PASS_OR_LAND,
    ZOOMIES,
    rule,
)

# Prices


@rule.inline
def step_price(options, here, there):
    """Return the Drive for a step: only in side streets, deeper or back (M14)."""
    deeper = int(options.depth[there]) - int(options.depth[here])
    if deeper > 0:
        return options.side_street_drive
    return options.side_street_return_drive if deeper < 0 else 0


@rule.inline
def crossing_price(state, options, here, way):
    """Return the Drive for a crossing: none over a zebra or a free road (M9, M12)."""
    if options.zebra[here, way] != 0 or state.open_road != 0:
        return 0
    return options.midblock_drive


@rule.inline
def crossing_steps(options, here, way):
    """Return the steps that a crossing takes (M9)."""
    return options.intersection_steps if options.zebra[here, way] != 0 else options.midblock_steps


# What may be done in a walk


@rule.inline
def may_turn(state, options, there):
    """Return whether a dog may step there, as far as turning back is concerned (M6, W2)."""
    if state.came != there or options.uturn == FREE_TURN:
        return True
    return int(state.tricked) & DISTRACTED != 0


@rule.inline
def can_step(state, options, way):
    """Return whether there is a cell, a step and Drive for it, not looking at turns (M6, M14)."""
    here = int(state.cell[state.seat])
    there = int(options.step[here, way])
    if there == NOWHERE or state.steps < 1:
        return False
    return state.bowl[state.seat, DRIVE] >= step_price(options, here, there)


@rule
def list_steps(state, options, out):
    """List every step; back only where the option lets a dog turn in a dead end (M6, M7)."""
    here = int(state.cell[state.seat])
    n = 0
    back = NOWHERE
    for way in range(WAYS):
        if can_step(state, options, way):
            if may_turn(state, options, int(options.step[here, way])):
                out[n] = STEP + way
                n += 1
            else:
                back = way
    if n == 0 and back != NOWHERE and options.uturn != NEVER_TURN:
        out[0] = STEP + back
        n = 1
    return n


@rule.inline
def can_cross(state, options, way):
    """Return whether a crossing leads to a cell not visited since the last step (M10-M12)."""
    here = int(state.cell[state.seat])
    there = int(options.cross[here, way])
    if there == NOWHERE or is_on_trail(state, there):
        return False
    if state.steps < crossing_steps(options, here, way):
        return False
    return state.bowl[state.seat, DRIVE] >= crossing_price(state, options, here, way)


@rule.inline
def can_take_path(state, options):
    """Return whether a path begins here that can be paid, to an unvisited cell (M11, M21, M22)."""
    there = int(options.path[int(state.cell[state.seat])])
    if options.paths == 0 or there == NOWHERE or is_on_trail(state, there):
        return False
    return state.bowl[state.seat, DRIVE] >= options.path_drive


@rule.inline
def fronts_home(options, cell, home):
    """Return whether a cell lies next to a home (M1)."""
    return has(int(options.homes_at[cell]), home) != 0


@rule.inline
def is_at_home(state, options, seat):
    """Return whether a dog stands on its own home's frontage (M1, M24)."""
    return fronts_home(options, int(state.cell[seat]), int(state.home[seat]))


@rule
def is_at_park(state, options):
    """Return whether the dog stands on a dog park's frontage (M20)."""
    here = int(state.cell[state.seat])
    for i in range(BESIDE):
        feature = int(options.touch[here, i])
        if feature >= 0 and options.kind[feature] == PARK:
            return True
    return False


@rule
def may_stop(state, options, steps_listed):
    """Return whether the walk may end here (M16-M20, N5, N9)."""
    if options.stop_rule == ANYWHERE or steps_listed == 0:
        return True
    if options.home_stop == OPTIONAL_STOP and state.entered_home != 0:
        if is_at_home(state, options, int(state.seat)):
            return True
    if options.park_early_stop == ANY_STOP and is_at_park(state, options):
        return True
    return options.stop_rule != FULL_ROLL and state.moved != 0


@rule
def list_park_stops(state, options, out, n):
    """List early stops at a park, which commit to an alliance there (M20, N8)."""
    if options.park_early_stop != INITIATE_ONLY or is_barred(state):
        return n
    here = int(state.cell[state.seat])
    for site in range(options.sites):
        if options.kind[site] == PARK and touches(options, here, site):
            out[n] = ALLY + site
            n += can_ally(state, options, int(state.seat), site)
    return n


@rule.inline
def is_barred(state):
    """Return whether this turn's action phase offers nothing but passing (E15, W3)."""
    return state.skip[state.seat] != 0 or int(state.tricked) & ZOOMIES != 0


@rule.inline
def touches(options, cell, feature):
    """Return whether a cell is on a feature's frontage (M1)."""
    for i in range(BESIDE):
        if options.touch[cell, i] == feature:
            return True
    return False


@rule
def list_moves(state, options, out):
    """List steps, crossings, the path, and stops, early ones at parks too (M7, M10, M16-M22)."""
    n = list_steps(state, options, out)
    steps_listed = n
    for way in range(WAYS):
        out[n] = CROSS + way
        n += can_cross(state, options, way)
    out[n] = PATH
    n += options.path_forced == 0 and can_take_path(state, options)
    if may_stop(state, options, steps_listed):
        out[n] = STOP
        return n + 1
    return list_park_stops(state, options, out, n)


# Walking


@rule
def enter(state, there):
    """Put the dog on another cell; what it walks into comes next (M2, M3)."""
    state.left = state.cell[state.seat]
    state.cell[state.seat] = there
    state.cursor = 0
    state.moved = 1


@rule
def step(state, options, way, tally):
    """Take one step (M6, M14)."""
    seat = int(state.seat)
    here = int(state.cell[seat])
    there = int(options.step[here, way])
    spend(state, seat, DRIVE, step_price(options, here, there), FOR_SIDE_STREET, tally)
    state.came = here
    state.steps -= 1
    clear_trail(state)
    add_to_trail(state, there)
    if tally is not None:
        tally.steps[seat] += 1
        tally.side_streets[seat] += options.depth[there] > options.depth[here]
    enter(state, there)


@rule
def cross(state, options, way, tally):
    """Cross the road; any direction is open after it (M8, M9)."""
    seat = int(state.seat)
    here = int(state.cell[seat])
    there = int(options.cross[here, way])
    price = crossing_price(state, options, here, way)
    spend(state, seat, DRIVE, price, FOR_CROSSING, tally)
    state.steps -= crossing_steps(options, here, way)
    state.came = NOWHERE
    add_to_trail(state, there)
    if tally is not None:
        tally.paid_crossings[seat] += price > 0
        tally.free_crossings[seat] += price == 0
    enter(state, there)


@rule
def take_path(state, options, tally):
    """Take a path, from its entry to its exit (M8, M21, M22)."""
    seat = int(state.seat)
    there = int(options.path[int(state.cell[seat])])
    spend(state, seat, DRIVE, options.path_drive, FOR_PATH, tally)
    state.came = NOWHERE
    add_to_trail(state, there)
    if tally is not None:
        tally.paths[seat] += 1
    enter(state, there)


# What a dog walks into


@rule
def is_due(state, options, feature):
    """Return whether a feature has been entered, for the first time this turn (M3, M4)."""
    if state.left != NOWHERE and touches(options, int(state.left), feature):
        return False
    return options.triggers_per_feature_per_turn == NONE or not has(int(state.used), feature)


@rule
def start_draw(state, options, deck):
    """Wait for a card, unless pile and discards are both empty (N14)."""
    if not can_draw(state, options, deck):
        return False
    state.deck = deck
    state.window = IN_WALK
    state.phase = DRAW
    return True


@rule
def meet_feature(state, options, feature, tally):
    """Trigger a feature; return whether the walk has to wait for it (M5, M27, M28, N7)."""
    seat = int(state.seat)
    kind = int(options.kind[feature])
    if feature < MOST_SITES:
        state.used |= 1 << feature
        pass_site(state, options, seat, feature, tally)
        return False
    if kind == CHANCE:
        if options.chance_deck == 0 or state.no_chance != 0:
            return False
        state.used |= 1 << feature
        return start_draw(state, options, CHANCE_DECK)
    if kind == EVENTS:
        if options.events_deck == 0:
            return False
        state.used |= 1 << feature
        return start_draw(state, options, EVENT_DECK)
    if state.no_water != 0 or state.bowl[seat, DRIVE] < drink_price(options, seat):
        return False
    state.used |= 1 << feature
    state.phase = DRINK
    return True


@rule
def note_home(state, options, tally):
    """Note that the dog enters its own home's frontage, from outside it (M3, M5, E9)."""
    seat = int(state.seat)
    if not is_at_home(state, options, seat):
        return
    if state.left != NOWHERE and fronts_home(options, int(state.left), int(state.home[seat])):
        return
    again = state.entered_home != 0 and options.triggers_per_feature_per_turn != NONE
    if tally is not None and state.entered_home == 0:
        tally.home_visits[seat] += 1
    state.entered_home = 1
    if options.resupply_timing == IMMEDIATE and options.resupply_on == PASS_OR_LAND and not again:
        resupply(state, options, seat, tally)


@rule
def meet_features(state, options, tally):
    """Trigger all that the cell holds, in order; return whether the walk has to wait (M5)."""
    here = int(state.cell[state.seat])
    while state.cursor < BESIDE:
        feature = int(options.touch[here, int(state.cursor)])
        state.cursor += 1
        if feature >= 0 and is_due(state, options, feature):
            if meet_feature(state, options, feature, tally):
                return True
    note_home(state, options, tally)
    return False


@rule
def is_stopped_by_home(state, options):
    """Return whether the own home, just entered, ends the walk (M18)."""
    if options.home_stop != MANDATORY_STOP or state.left == NOWHERE:
        return False
    seat = int(state.seat)
    was_home = fronts_home(options, int(state.left), int(state.home[seat]))
    return is_at_home(state, options, seat) and not was_home


@rule
def walk_on(state, options, tally):
    """Carry out an arrival; return whether the walk is over (D6, M18, M21)."""
    while state.walk_over == 0:
        if meet_features(state, options, tally):
            return False
        if is_stopped_by_home(state, options):
            return True
        if options.path_forced != 0 and state.left != NOWHERE and can_take_path(state, options):
            take_path(state, options, tally)
        else:
            state.left = NOWHERE
            state.cursor = 0
            state.phase = MOVE
            return False
    return True
