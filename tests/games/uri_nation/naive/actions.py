"""The Action Phase: claims, challenges, fortify, alliances, tricks (C, B, W4–W7)."""

from tests.games.uri_nation.naive.board import name
from tests.games.uri_nation.naive.cards import playable
from tests.games.uri_nation.naive.economy import revert_home
from tests.games.uri_nation.naive.state import (
    Challenge,
    active,
    can_pay,
    clear_site,
    gain,
    groups_of,
    has_large,
    has_small,
    home_owner_at,
    lose,
    pay,
    take,
)
from tests.games.uri_nation.naive.walk import initiate, may_ally

LEG_DAY, PATROL = 2, 3  # walking steps


def begin_action(t, s):
    """The Action Phase opens (E15)."""
    s.phase = "next_action"


def next_action(t, s):
    s.phase = "action" if s.actions > 0 else "end_turn"


def legal_actions(t, s):
    # READING (part 4): the start of the Action Phase is over once an action has been taken.
    has_actions = s.actions < t.actions_per_turn
    actions = ["pass"] if has_actions else [*playable(t, s, "pre_action"), "pass"]
    # READING (E15): a flag that comes within the Action Phase bars the rest of it.
    if s.dogs[active(s)].skip or "zoomies" in s.turn_tricks:
        return actions
    for cell in t.board.fronting(s.dogs[active(s)].cell, "TBP1234"):
        actions += [f"{verb} {name(cell)}" for verb in verbs(t, s, cell)]
    return actions + tricks(t, s)


def verbs(t, s, cell):
    """What the active dog may do to a feature it stands at."""
    tests = {
        "claim": may_claim,
        "challenge": may_challenge,
        "fortify": may_fortify,
        "ally": lambda t, s, c: c in t.sites and may_ally(t, s, c),
        "break": may_break,
    }
    return [verb for verb, test in tests.items() if test(t, s, cell)]


def may_claim(t, s, cell):
    seat = active(s)
    empty = t.board.glyph[cell] == "T" and cell not in s.owner
    return empty and can_pay(s, seat, t.claim_price(seat)) and has_large(t, s, seat)


def may_challenge(t, s, cell):
    seat = active(s)
    if not can_pay(s, seat, t.challenge_price(seat)) or not has_large(t, s, seat):
        return False
    if t.board.glyph[cell] == "T":
        rival = s.owner.get(cell)
        return rival not in (None, seat) and not is_protected(t, s, cell, seat, rival)
    if cell in t.sites:
        return t.challenge_bond and cell in s.markers and seat not in s.markers[cell]
    host = home_owner_at(t, s, cell)
    return t.home_challenge and host not in (None, seat) and s.home_disk[host] == host


def is_protected(t, s, cell, attacker, defender):
    """An alliance forbids the challenge (B8, B16, B18)."""
    shared_sites = [site for site, seats in s.markers.items() if {attacker, defender} <= seats]
    if t.ally_zone == "influence":
        return any(cell in t.zone.get(site, ()) for site in shared_sites)
    hosts = [defender] if t.ally_zone == "defender_home" else [defender, attacker]
    return bool(shared_sites) and any(
        cell in t.board.neighbourhood(s.dogs[host].home) for host in hosts
    )


def may_fortify(t, s, cell):
    seat = active(s)
    if not can_pay(s, seat, t.fortify_price(seat)) or not has_small(t, s, seat):
        return False
    if t.board.glyph[cell] == "T":
        return s.owner.get(cell) == seat and s.fort.get(cell, 0) < t.fortify_max
    # READING (C16, N1): a home is fortified under its owner's disk, so only with home challenges.
    is_own = home_owner_at(t, s, cell) == seat and s.home_disk.get(seat) == seat
    return is_own and s.home_fort.get(seat, 0) < t.home_fortify_max


def may_break(t, s, cell):
    seat = active(s)
    member = seat in s.markers.get(cell, ()) and not s.dogs[seat].barred.get(cell)
    if not member or not can_pay(s, seat, t.break_price(seat)):
        return False
    return not t.break_disk or has_small(t, s, seat)  # N27: a Break lays a disk in 1.2 alone


# Tricks of the Action Phase


def tricks(t, s):
    seat = active(s)
    dog = s.dogs[seat]
    if not t.walk_tricks:
        return []
    kind, actions = t.archetypes[seat], []
    if kind == "diplomat" and "sniff" not in dog.tricks and has_company(t, s, seat):
        actions.append("sniff")
    # READING (W5): patrol is offered only where it can fortify something.
    if kind == "yapper" and "patrol" not in dog.tricks and patrol_targets(t, s):
        actions.append("patrol")
    if kind == "bruiser" and "leg" not in dog.tricks:
        actions += leg_day(t, s)
    return actions


def has_company(t, s, seat):
    """Another pawn on the same cell or one step away (W4)."""
    cell = s.dogs[seat].cell
    near = {cell, *t.board.steps(cell).values()}
    return any(dog.cell in near for other, dog in enumerate(s.dogs) if other != seat)


def leg_day(t, s):
    # READING (W6): at most two steps away includes what the dog stands at.
    position, actions = s.dogs[active(s)].cell, []
    for cell in t.board.all_of("T1234"):
        if t.board.reach(position, cell) <= LEG_DAY:
            if may_claim(t, s, cell):
                actions.append(f"leg claim {name(cell)}")
            if may_challenge(t, s, cell):
                actions.append(f"leg challenge {name(cell)}")
    return actions


def patrol_targets(t, s):
    position = s.dogs[active(s)].cell
    return [
        cell
        for cell in t.board.all_of("T1234")
        if t.board.reach(position, cell) <= PATROL
        and cell not in s.patrolled
        and may_fortify(t, s, cell)
    ]


def continue_patrol(t, s):
    """The patrol ends by itself when nothing more can be fortified."""
    s.phase = "patrol" if patrol_targets(t, s) else "next_action"
    if s.phase == "next_action":
        s.patrolled = set()


def legal_patrol(t, s):
    return [f"fortify {name(cell)}" for cell in patrol_targets(t, s)] + ["done"]


# Doing


def act(t, s, verb, cell):
    """One action at a cell, paid for; `s.actions` counts what is left."""
    seat = active(s)
    s.actions -= 1
    s.phase = "next_action"
    if verb == "claim":
        pay(s, seat, t.claim_price(seat))
        take(s, seat, cell)
    elif verb == "fortify":
        fortify(t, s, cell)
    elif verb == "ally":
        initiate(t, s, cell)
    elif verb == "break":
        pay(s, seat, t.break_price(seat))
        clear_site(s, cell)
    elif verb == "challenge":
        declare(t, s, cell)


def fortify(t, s, cell):
    seat = active(s)
    pay(s, seat, t.fortify_price(seat))
    if t.board.glyph[cell] == "T":
        s.fort[cell] = s.fort.get(cell, 0) + 1
    else:
        s.home_fort[seat] = s.home_fort.get(seat, 0) + 1


# Challenges


def declare(t, s, cell):
    """Costs first (C13), cluster measured now (C7), then bids or dice."""
    seat = active(s)
    pay(s, seat, t.challenge_price(seat))
    if t.board.glyph[cell] == "T":
        rival = s.owner[cell]
        group = next(group for group in groups_of(t, s, rival) if cell in group)
        s.challenge = Challenge("territory", cell, seat, rival, len(group) >= t.cluster_min)
    elif cell in t.sites:
        s.challenge = Challenge("bond", cell, seat, s.initiator[cell])
    else:
        s.challenge = Challenge("home", cell, seat, home_owner_at(t, s, cell))
    bids = t.secret_bidding and s.challenge.kind != "bond"
    s.phase = "bid_att" if bids else "dice"


def reveal(s):
    """Both bids leave the bowls together (N15)."""
    fight = s.challenge
    s.dogs[fight.attacker].water -= fight.bid_att
    s.dogs[fight.defender].water -= fight.bid_def
    s.phase = "dice"


def defence(t, s):
    fight = s.challenge
    if fight.kind == "bond":
        return len(s.markers[fight.target])
    if fight.kind == "home":
        return s.home_fort.get(fight.defender, 0) + t.home_bonus
    return s.fort.get(fight.target, 0)


def attack(t, s):
    dog = s.dogs[s.challenge.attacker]
    total = dog.attack
    if t.is_a(s.challenge.attacker, "diplomat"):
        total += t.diplomat_attack
    if t.grit_threshold is not None:
        total -= max(0, dog.tokens["grit"] - t.grit_threshold)
    return total


def throw(t, s, a, d):
    """Both dice, modifiers, and who wins (C1, C6, N17)."""
    fight = s.challenge
    mine = a + attack(t, s) + (fight.bid_att or 0)
    theirs = d + defence(t, s) + (fight.bid_def or 0)
    if mine > theirs:
        win(t, s)
    elif mine < theirs or fight.cluster or (t.tie_rule == "defender" and fight.kind != "bond"):
        gain(t, s, fight.attacker, "grit", t.lose_grit)
        yapper_grit(t, s)
        finish(s)
    # else the dice are thrown again


def yapper_grit(t, s):
    """A Yapper's claims annoy whoever challenges them (C3, C5)."""
    if s.challenge.kind != "bond" and t.is_a(s.challenge.defender, "yapper"):
        gain(t, s, s.challenge.attacker, "grit", t.yapper_attacker_grit)


def win(t, s):
    fight = s.challenge
    if fight.kind == "bond":
        clear_site(s, fight.target)
        finish(s)
        return
    if fight.kind == "home":
        s.home_disk[fight.defender] = None
        s.home_fort.pop(fight.defender, None)
        s.home_wait[fight.defender] = t.home_revert_turns
    else:
        lose(s, fight.target)
    if t.yapper_grit_timing == "before_reclaim":
        yapper_grit(t, s)
    s.phase = "reclaim"
    if legal_reclaims(t, s) == ["decline"]:
        after_reclaim(t, s)


def legal_reclaims(t, s):
    tokens = s.dogs[s.challenge.attacker].tokens
    actions = [f"reclaim {x}" for x in ("swagger", "grit") if tokens[x] >= t.reclaim_cost]
    return [*actions, "decline"]


def reclaim(t, s, token):
    fight = s.challenge
    pay(s, fight.attacker, {token: t.reclaim_cost})
    if fight.kind == "home":
        s.home_disk[fight.defender] = fight.attacker
    else:
        take(s, fight.attacker, fight.target)
    after_reclaim(t, s)


def after_reclaim(t, s):
    fight = s.challenge
    if t.yapper_grit_timing == "after_reclaim":
        yapper_grit(t, s)
    if fight.kind == "home" and t.home_revert_turns == 0:
        revert_home(s, fight.defender)  # N10
    finish(s)


def finish(s):
    s.challenge = None
    s.phase = "next_action"
