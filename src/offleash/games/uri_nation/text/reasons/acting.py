"""Why a dog may not claim, challenge, fortify, ally or break where it stopped."""

from collections.abc import Callable

from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.alliances import is_protected
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.marking import BEAT, LEG
from offleash.games.uri_nation.rules.movement import touches
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES, home_text
from offleash.games.uri_nation.text.reasons.attempt import UNDER_THESE_RULES, Attempt


def why_barred(attempt: Attempt) -> str:
    """Whether this turn has no action at all (E15, W3)."""
    if int(attempt.state.tricked) & R.ZOOMIES:
        return "after Zoomies there is no action"
    if attempt.state.skip[attempt.seat]:
        return f"a card has taken {attempt.player}'s action phase"
    return ""


# Territories


def _why_not_beside(attempt: Attempt) -> str:
    """A territory that does not exist, or is not at the dog's place (A1, C12)."""
    territory = attempt.index
    if problem := attempt.not_on_board(territory):
        return problem
    is_beside = territory in attempt.options.front[attempt.at]
    return attempt.not_beside(is_beside, attempt.names.territories[territory])


def _why_not_empty(attempt: Attempt) -> str:
    """Only empty territories are claimed."""
    owner = attempt.owner_name(attempt.index)
    return owner and f"{attempt.names.territories[attempt.index]} is {owner} already"


def _why_no_foe(attempt: Attempt) -> str:
    """Only another's territory is challenged, and none that an alliance covers (C11, B8, B16)."""
    territory = attempt.index
    owner, place = attempt.owner(territory), attempt.names.territories[territory]
    if owner == R.NOBODY_THERE:
        return f"{place} is empty"
    if owner == attempt.seat:
        return f"{place} is {attempt.owner_name(territory)}"
    if not is_protected(attempt.state, attempt.options, attempt.seat, owner, territory):
        return ""
    return f"{place} is protected by the alliance at {_protecting_site(attempt, owner)}"


def _protecting_site(attempt: Attempt, owner: int) -> str:
    """The alliance of attacker and owner that covers a territory."""
    both = 1 << attempt.seat | 1 << owner
    influence = attempt.options.influence.tolist()
    is_anywhere = attempt.options.ally_zone != R.BY_INFLUENCE
    return next(
        name
        for site, name in enumerate(attempt.names.sites)
        if attempt.marks[site] & both == both
        and (is_anywhere or has(influence[site], attempt.index))
    )


def _why_no_room(attempt: Attempt) -> str:
    """Fortify tokens lie on a dog's own territories, up to a maximum (C14)."""
    territory, most = attempt.index, int(attempt.options.fortify_max)
    place, owner = attempt.names.territories[territory], attempt.owner(territory)
    if most == 0:
        return f"territories are not fortified {UNDER_THESE_RULES}"
    if owner != attempt.seat:
        return f"{place} is {attempt.owner_name(territory) or 'empty'}"
    return attempt.no_token_fits(attempt.fort[territory], most, place)


# Homes


def _why_not_at_home(attempt: Attempt) -> str:
    """A home that is not at the dog's place."""
    is_beside = attempt.options.at_home[attempt.at] == attempt.index
    return attempt.not_beside(is_beside, home_text(attempt.index))


def _why_no_foes_home(attempt: Attempt) -> str:
    """Only another's home, while its own disk lies there (C16, C18)."""
    if not attempt.options.home_challenge:
        return f"homes can't be challenged {UNDER_THESE_RULES}"
    resident = attempt.resident(attempt.index)
    if resident == R.NOBODY_THERE:
        return f"nobody lives at {home_text(attempt.index)}"
    if resident == attempt.seat:
        return f"{home_text(attempt.index)} is {attempt.player}'s own"
    return _why_home_is_lost(attempt, resident)


def _why_home_is_lost(attempt: Attempt, resident: int) -> str:
    """Nobody touches a lost home until it reverts (C16)."""
    if attempt.home_disk[attempt.index] == resident:
        return ""
    home = home_text(attempt.index)
    return f"{home} is lost, and left alone until {attempt.dog(resident)} has it back"


def _why_no_room_at_home(attempt: Attempt) -> str:
    """Only the dog's own home, while its disk lies there, up to a maximum (C16, N20)."""
    most, home = int(attempt.options.home_fortify_max), attempt.index
    if most == 0 or not attempt.options.home_challenge:
        return f"homes are not fortified {UNDER_THESE_RULES}"
    if home != attempt.home[attempt.seat]:
        return f"{home_text(home)} is not {attempt.player}'s home"
    lost = _why_home_is_lost(attempt, attempt.seat)
    return lost or attempt.no_token_fits(attempt.home_fort[home], most, home_text(home))


# Alliances


def why_not_site(attempt: Attempt) -> str:
    """A place where no alliances are made (N2)."""
    if attempt.index >= attempt.options.sites:
        return f"this board has no site {attempt.index}"
    if not attempt.options.is_site[attempt.index]:
        place = attempt.names.sites[attempt.index]
        return f"no alliances are made at {place} {UNDER_THESE_RULES}"
    return ""


def _why_not_at_site(attempt: Attempt) -> str:
    """A site that the dog does not stand at."""
    if problem := why_not_site(attempt):
        return problem
    is_beside = bool(touches(attempt.options, attempt.at, attempt.index))
    return attempt.not_beside(is_beside, attempt.names.sites[attempt.index])


def _why_active(attempt: Attempt) -> str:
    """Alliances begin at inactive sites (B5)."""
    if not attempt.marks[attempt.index]:
        return ""
    return f"there is an alliance at {attempt.names.sites[attempt.index]} already"


def _why_not_broken(attempt: Attempt) -> str:
    """Breaking as a member, once the ceasefire is over (B9, B10)."""
    site = attempt.index
    if problem := attempt.no_alliance(site):
        return problem
    if not attempt.is_member(attempt.seat, site):
        return f"{attempt.player} is not in the alliance at {attempt.names.sites[site]}"
    turns = int(attempt.state.barred[site, attempt.seat])
    if turns == 1:
        return f"a ceasefire holds until {attempt.player}'s next turn"
    if turns > 1:
        return f"a ceasefire holds for {turns} turns of {attempt.player}, this one included"
    return ""


def _why_no_site_fight(attempt: Attempt) -> str:
    """Rules without challenges of alliances (B11)."""
    is_on = attempt.options.challenge_bond
    return "" if is_on else f"alliances can't be challenged {UNDER_THESE_RULES}"


def _why_no_foes_site(attempt: Attempt) -> str:
    """An alliance of others (B11, B12)."""
    site = attempt.index
    if problem := attempt.no_alliance(site):
        return problem
    if attempt.is_member(attempt.seat, site):
        place = attempt.names.sites[site]
        return f"{attempt.player} is in the alliance at {place}, so it breaks it"
    return ""


# Tricks of the action phase


def _why_no_trick(attempt: Attempt, trick: int, name: str, archetype: int) -> str:
    """A trick that is off, another dog's, or used up (W0)."""
    if not attempt.options.walk_tricks:
        return f"there are no walk tricks {UNDER_THESE_RULES}"
    if attempt.archetype(attempt.seat) != archetype:
        return f"{name} is a trick of the {ARCHETYPE_NAMES[archetype]} alone"
    return why_used_up(attempt, trick, name)


def why_used_up(attempt: Attempt, trick: int, name: str) -> str:
    """A trick that the dog has done in this game (W0)."""
    if not int(attempt.state.tricks[attempt.seat]) & trick:
        return ""
    return f"{attempt.player} has used up {name}: every trick comes once a game"


def _why_no_leg(attempt: Attempt) -> str:
    """A territory within the reach of Leg Day (W6)."""
    territory = attempt.index
    if problem := attempt.not_on_board(territory):
        return problem
    steps = attempt.options.stroll[attempt.at, territory]
    return attempt.too_far(steps, LEG, attempt.names.territories[territory])


def _why_no_leg_home(attempt: Attempt) -> str:
    """A home within the reach of Leg Day (W6)."""
    steps = attempt.options.stroll_home[attempt.at, attempt.index]
    return attempt.too_far(steps, LEG, home_text(attempt.index))


def _why_no_leg_day(attempt: Attempt) -> str:
    return _why_no_trick(attempt, R.LEG_DAY, "Leg Day", R.BRUISER)


def _why_no_patrol(attempt: Attempt) -> str:
    return _why_no_trick(attempt, R.PATROLS, "Paranoid Patrol", R.YAPPER)


def _why_no_sniff(attempt: Attempt) -> str:
    problem = _why_no_trick(attempt, R.SNIFF, "Butt Sniff", R.DIPLOMAT)
    return problem or "no other dog stands here or one step away"


# On patrol


def why_not_on_beat(attempt: Attempt) -> str:
    """One token of a patrol, on a territory (W5)."""
    territory = attempt.index
    if problem := attempt.not_on_board(territory) or _why_no_room(attempt):
        return problem
    steps = attempt.options.stroll[attempt.at, territory]
    return _why_not_patrolled(attempt, territory, steps, attempt.names.territories[territory])


def why_home_is_not_on_beat(attempt: Attempt) -> str:
    """One token of a patrol, on the dog's own home (W5)."""
    if problem := _why_no_room_at_home(attempt):
        return problem
    steps = attempt.options.stroll_home[attempt.at, attempt.index]
    return _why_not_patrolled(attempt, R.HOME_BIT, steps, home_text(attempt.index))


def _why_not_patrolled(attempt: Attempt, bit: int, steps: int, place: str) -> str:
    if has(int(attempt.state.patrolled), bit):
        return f"the patrol has been at {place} already"
    return attempt.too_far(steps, BEAT, place) or attempt.cannot_pay("fortify")


# At setup


def why_no_setup_claim(attempt: Attempt) -> str:
    """A starting claim lies by the dog's own home (S1, A7)."""
    territory, home = attempt.index, attempt.home[attempt.seat]
    if problem := attempt.not_on_board(territory):
        return problem
    if has(int(attempt.options.near[home]), territory):
        return _why_not_empty(attempt)
    return f"{attempt.names.territories[territory]} is not next to {home_text(home)}"


# What speaks against each kind of action, in this order, and then its price
Check = Callable[[Attempt], str]
ACTING: dict[int, tuple[tuple[Check, ...], str]] = {
    A.IS_CLAIM: ((_why_not_beside, _why_not_empty), "claim"),
    A.IS_CHALLENGE: ((_why_not_beside, _why_no_foe), "challenge"),
    A.IS_FORTIFY: ((_why_not_beside, _why_no_room), "fortify"),
    A.IS_CHALLENGE_HOME: ((_why_no_foes_home, _why_not_at_home), "challenge"),
    A.IS_FORTIFY_HOME: ((_why_no_room_at_home, _why_not_at_home), "fortify"),
    A.IS_CHALLENGE_SITE: ((_why_no_site_fight, _why_not_at_site, _why_no_foes_site), "challenge"),
    A.IS_ALLY: ((_why_not_at_site, _why_active), "ally"),
    A.IS_BREAK: ((_why_not_at_site, _why_not_broken), "break"),
    A.IS_LEG_CLAIM: ((_why_no_leg_day, _why_no_leg, _why_not_empty), "claim"),
    A.IS_LEG_CHALLENGE: ((_why_no_leg_day, _why_no_leg, _why_no_foe), "challenge"),
    A.IS_LEG_HOME: ((_why_no_leg_day, _why_no_foes_home, _why_no_leg_home), "challenge"),
    A.IS_PATROL: ((_why_no_patrol,), "fortify"),
    A.IS_SNIFF: ((_why_no_sniff,), ""),
}


def why_no_action(attempt: Attempt) -> str:
    """Anything but passing and cards in the action phase."""
    checks, verb = ACTING[attempt.kind]
    for check in (why_barred, *checks):
        if problem := check(attempt):
            return problem
    if problem := attempt.cannot_pay(verb):
        return problem
    is_patrol = attempt.kind == A.IS_PATROL
    return f"nothing within {BEAT} walking steps can be fortified" if is_patrol else ""
