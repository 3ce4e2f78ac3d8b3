"""The movement phase: steps, crossings, paths, stops, and what a dog passes (M, B, D6)."""

from itertools import combinations_with_replacement
from math import factorial, prod

from tests.games.uri_nation.naive.board import name
from tests.games.uri_nation.naive.economy import resupply
from tests.games.uri_nation.naive.state import (
    active,
    add_water,
    at_home,
    can_pay,
    clear_site,
    gain,
    has_small,
    lose,
    pay,
)

ORDER_OF_TRIGGERS = ("BP", "C", "E", "W", "1234")  # M5


# The roll


def roll_outcomes(t):
    """Unordered dice with the number of ways to throw them."""
    outcomes = {}
    for dice in combinations_with_replacement(range(1, 7), t.walk_dice):
        repeats = prod(factorial(dice.count(k)) for k in set(dice))
        outcomes["roll " + "-".join(map(str, dice))] = factorial(t.walk_dice) // repeats
    return outcomes


def roll_tricks(t, s):
    """Roll tricks that are possible now (W0–W3, N16)."""
    seat = active(s)
    dog, actions = s.dogs[seat], []
    if not t.walk_tricks:
        return actions
    if "leash" not in dog.tricks and dog.tokens["drive"] >= 2:
        actions.append("leash")
    if "zoomies" not in dog.tricks and t.is_a(seat, "scrapper"):
        actions.append("zoomies")
    if "distracted" not in dog.tricks and len(set(s.dice)) < len(s.dice):
        actions.append("distracted")
    return actions


def play_roll_trick(t, s, trick):
    seat = active(s)
    if trick == "leash":
        pay(s, seat, {"drive": 2})
    s.dogs[seat].tricks.add(trick)
    s.turn_tricks.add(trick)
    s.phase = "after_roll"


def is_housebound(t, s, seat):
    return t.housebound_turns is not None and s.dogs[seat].dry_turns >= t.housebound_turns


def set_out(t, s):
    """The walk's length (M29), and what the start cell triggers if the option says so (N11)."""
    seat = active(s)
    dog = s.dogs[seat]
    total = sum(s.dice) * (3 if "zoomies" in s.turn_tricks else 1)
    total += 3 * ("leash" in s.turn_tricks) + 2 * ("distracted" in s.turn_tricks)
    total = max(0, total + dog.walk)
    dog.walk = 0
    s.steps = (total + 1) // 2 if is_housebound(t, s, seat) else total
    s.came_from, s.visited, s.moved = None, {dog.cell}, False
    s.phase = "triggers"
    if t.trigger_on_start_cell:
        # READING (N11): the own home is one of the features: it is noted, so a home stop is open.
        queue_triggers(t, s, None, dog.cell)


# What is legal


def side_street_price(t, start, to):
    """Deeper costs, coming back is free or has its own price, sideways is free (M14)."""
    deeper = t.board.depth(to) - t.board.depth(start)
    return t.side_street_drive if deeper > 0 else t.side_street_return_drive if deeper < 0 else 0


def legal_steps(t, s):
    """Direction → cell, by M6, M7, M14."""
    dog = s.dogs[active(s)]
    if s.steps < 1:
        return {}
    open_to = {
        d: to
        for d, to in t.board.steps(dog.cell).items()
        if dog.tokens["drive"] >= side_street_price(t, dog.cell, to)
    }
    onward = {d: to for d, to in open_to.items() if to != s.came_from}
    if t.uturn == "free" or "distracted" in s.turn_tricks:
        return open_to
    return open_to if t.uturn == "dead_end" and not onward else onward


def crossing_price(t, s, free):
    """(Drive, steps) of a crossing."""
    if free:
        return t.intersection_drive, t.intersection_steps
    helped = any(effect == "free_cross" for effect, _ in s.lasting)
    return 0 if helped else t.midblock_drive, t.midblock_steps


def legal_crossings(t, s):
    dog, by_direction = s.dogs[active(s)], {}
    for d, (to, free) in t.board.crossings(dog.cell).items():
        drive, steps = crossing_price(t, s, free)
        if to not in s.visited and dog.tokens["drive"] >= drive and s.steps >= steps:
            by_direction[d] = to
    return by_direction


def path_open(t, s):
    """A path can be taken from here: paid for, and not back to where we were (M11, M21)."""
    dog = s.dogs[active(s)]
    end = t.board.paths.get(dog.cell)
    fresh = end is not None and end not in s.visited
    return t.paths and fresh and dog.tokens["drive"] >= t.path_drive


def home_stop_here(t, s):
    """On the own home's frontage, entered this turn (M18, M19, N9)."""
    return s.home_entered and at_home(t, s, active(s))


def may_stop(t, s):
    if t.stop_rule == "anywhere" or not legal_steps(t, s):
        return True  # no steps left, or none that is legal (M17, N5)
    if t.stop_rule == "min_one" and s.moved:
        return True
    if t.home_stop == "optional" and home_stop_here(t, s):
        return True
    # READING (M20): `any` needs only a park here, entered or not, whatever the alliances' sites.
    cell = s.dogs[active(s)].cell
    return t.park_early_stop == "any" and bool(t.board.fronting(cell, "P"))


def early_allies(t, s):
    """Parks at which the walk may end by initiating an alliance (M20, N8)."""
    seat = active(s)
    barred = s.dogs[seat].skip or "zoomies" in s.turn_tricks
    if t.park_early_stop != "initiate_only" or not t.bonded_at_parks or barred:
        return []
    return [site for site in t.board.fronting(s.dogs[seat].cell, "P") if may_ally(t, s, site)]


def may_ally(t, s, site):
    seat = active(s)
    return site not in s.markers and can_pay(s, seat, t.ally_price(seat)) and has_small(t, s, seat)


def legal_moves(t, s):
    actions = [f"step {d}" for d in legal_steps(t, s)]
    actions += [f"cross {d}" for d in legal_crossings(t, s)]
    if path_open(t, s) and not t.path_forced:
        actions.append("path")
    if may_stop(t, s):
        return [*actions, "stop"]
    return actions + [f"ally {name(site)}" for site in early_allies(t, s)]


# Moving


def step(t, s, direction):
    dog = s.dogs[active(s)]
    start, to = dog.cell, t.board.steps(dog.cell)[direction]
    dog.tokens["drive"] -= side_street_price(t, start, to)
    s.steps -= 1
    s.came_from, s.visited = start, {to}
    arrive(t, s, start, to)


def cross(t, s, direction):
    dog = s.dogs[active(s)]
    to, free = t.board.crossings(dog.cell)[direction]
    drive, steps = crossing_price(t, s, free)
    dog.tokens["drive"] -= drive
    s.steps -= steps
    jump(t, s, to)


def take_path(t, s):
    dog = s.dogs[active(s)]
    dog.tokens["drive"] -= t.path_drive
    jump(t, s, t.board.paths[dog.cell])


def jump(t, s, to):
    """A crossing or a path: the came-from memory is cleared (M8)."""
    s.came_from = None
    s.visited.add(to)
    arrive(t, s, s.dogs[active(s)].cell, to)


def arrive(t, s, start, to):
    s.dogs[active(s)].cell = to
    s.moved = True
    queue_triggers(t, s, start, to)
    s.phase = "triggers"


def stop(t, s):
    """The dog stays here; an immediate resupply at a stop comes before the action."""
    if t.resupply_on == "stop" and t.resupply_timing == "immediate" and home_stop_here(t, s):
        resupply(t, s, active(s))
    s.phase = "begin_action"


# Passing things


def queue_triggers(t, s, start, to):
    """Features whose frontage was entered from outside it, in the order of M3 and M5."""
    for kinds in ORDER_OF_TRIGGERS:
        for feature in t.board.fronting(to, kinds):
            if start is None or start not in t.board.frontage(feature):
                s.triggers.append(feature)


def run_triggers(t, s):
    """One feature after another, until one needs a decision or a card, or none is left."""
    while s.triggers and s.phase == "triggers":
        feature = s.triggers.pop(0)
        if t.triggers_per_feature_per_turn is None or feature not in s.triggered:
            trigger(t, s, feature)
    if s.phase != "triggers":
        return
    # READING (M18, N11): a mandatory stop ends the walk by itself, and only for a dog that moved.
    if t.home_stop == "mandatory" and s.moved and home_stop_here(t, s):
        stop(t, s)
        return
    # READING (M21, M22): a forced path is taken after the entry's features have triggered.
    cell = s.dogs[active(s)].cell
    if t.path_forced and s.moved and cell in t.board.paths and path_open(t, s):
        take_path(t, s)
    else:
        s.phase = "move"


def trigger(t, s, feature):
    kind = t.board.glyph[feature]
    seat = active(s)
    if kind in "BP":
        pass_site(t, s, seat, feature)
    elif kind == "C" and t.chance_deck and not is_closed(s, "chance"):
        s.triggered.add(feature)
        s.deck, s.back, s.phase = "chance", "triggers", "draw_card"
    elif kind == "E" and t.events_deck:
        s.triggered.add(feature)
        s.deck, s.back, s.phase = "events", "triggers", "draw_card"
    elif kind == "W" and not is_closed(s, "water") and can_pay(s, seat, t.drink_price(seat)):
        s.triggered.add(feature)
        s.phase = "drink"
    elif kind in "1234" and t.board.homes[s.dogs[seat].home] == feature:
        s.triggered.add(feature)
        s.home_entered = True
        if t.resupply_on == "pass_or_land" and t.resupply_timing == "immediate":
            resupply(t, s, seat)


def is_closed(s, feature):
    return any(thing == f"close {feature}" for thing, _ in s.lasting)


def drink(t, s):
    seat = active(s)
    pay(s, seat, t.drink_price(seat))
    if t.drink_mode == "fill":
        add_water(t, s, seat, t.water_cap_of(seat))
        s.phase = "triggers"
    else:
        s.deck, s.back, s.phase = "water", "triggers", "draw_card"


def pass_site(t, s, seat, feature):
    """A bond space or a park (B1–B7, B14, N12)."""
    park = t.board.glyph[feature] == "P"
    if feature not in t.sites and not park:
        return
    s.triggered.add(feature)
    members = s.markers.get(feature, set())
    if seat in members:
        return
    if members:
        join(t, s, seat, feature)
    # READING (N12): the token is for passing, also for one who could not join.
    if park and (t.park_bond_if_active or not members):
        gain(t, s, seat, "bond", t.park_bond)


def join(t, s, seat, site):
    """Compulsory; an empty bladder is an escape (B3, N19)."""
    able = can_pay(s, seat, {"water": t.join_water})
    if not has_small(t, s, seat) or (not able and t.join_if_unable == "skip"):
        return
    if able:
        pay(s, seat, {"water": t.join_water})
    earlier = set(s.markers[site])
    s.markers[site].add(seat)
    if t.ceasefire_turns and t.is_a(s.initiator[site], "diplomat"):
        s.dogs[seat].barred[site] = t.ceasefire_turns
    if t.join_clears_home:
        for other in earlier:
            clear_neighbourhood(t, s, seat, other)
            clear_neighbourhood(t, s, other, seat)


def clear_neighbourhood(t, s, guest, host):
    """The guest's claims round the host's home become empty (B15)."""
    for cell in t.board.neighbourhood(s.dogs[host].home):
        if s.owner.get(cell) == guest:
            lose(s, cell)


def initiate(t, s, site):
    seat = active(s)
    pay(s, seat, t.ally_price(seat))
    s.markers[site], s.initiator[site] = {seat}, seat


def send_home(t, s, seat):
    """The pawn goes home; for the dog whose turn it is that counts as landing there (D6)."""
    dog = s.dogs[seat]
    dog.cell = t.board.doorstep(dog.home)
    # READING: a dog that is sent home in another's turn is not resupplied.
    if seat != active(s):
        return
    s.home_entered = True
    s.triggers, s.steps = [], 0
    if s.back in ("triggers", "before_roll"):
        # READING (N14): before the roll this also closes the PRE_ROLL window.
        s.back = "begin_action"
    # READING (D6, E9): landing counts, so an immediate resupply comes now, whatever it hangs on.
    if t.resupply_timing == "immediate":
        resupply(t, s, seat)


def clear_all_sites(s):
    for site in list(s.markers):
        clear_site(s, site)
