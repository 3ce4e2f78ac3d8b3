"""Why a dog may not claim, challenge, fortify, ally or break where it stopped."""

from offleash.core.prose import count_of
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.alliances import is_protected
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.challenges import resident_of
from offleash.games.uri_nation.rules.marking import BEAT, LEG
from offleash.games.uri_nation.rules.movement import touches
from offleash.games.uri_nation.rules.places import BESIDE
from offleash.games.uri_nation.text import names
from offleash.games.uri_nation.text.reasons.case import NOT_HERE, Case


def why_barred(case: Case) -> str:
    """Whether this turn has no action at all (E15, W3)."""
    if int(case.state["tricked"]) & R.ZOOMIES:
        return "after Zoomies there is no action"
    if case.state["skip"][case.seat] != 0:
        return f"a card has taken {case.dog}'s action phase"
    return ""


def why_not_done(case: Case) -> str:
    """Anything but passing and cards in the action phase."""
    return why_barred(case) or ACTING[case.kind](case)


# Territories


def why_not_beside(case: Case, territory: int) -> str:
    """A territory that is not there, or not at the dog's place (A1, C12)."""
    if territory >= case.rules["territories"]:
        return f"this board has no territory {territory}"
    if any(case.rules["front"][case.cell, i] == territory for i in range(BESIDE)):
        return ""
    place = names.territory_text(case.options, territory)
    return f"{place} is not beside the dog at {case.here}"


def why_not_empty(case: Case, territory: int) -> str:
    """Only empty territories are claimed."""
    if whose := case.whose(territory):
        return f"{names.territory_text(case.options, territory)} is {whose} already"
    return ""


def why_no_foe(case: Case, territory: int) -> str:
    """Only another's territory is challenged, and none that an alliance covers (C11, B8, B16)."""
    owner, place = case.owner(territory), names.territory_text(case.options, territory)
    if owner == R.NOBODY_THERE:
        return f"{place} is empty"
    if owner == case.seat:
        return f"{place} is {case.whose(territory)}"
    if not is_protected(case.state, case.rules, case.seat, owner, territory):
        return ""
    site = names.site_text(case.options, _protecting_site(case, owner, territory))
    return f"{place} is protected by the alliance at {site}"


def _protecting_site(case: Case, owner: int, territory: int) -> int:
    """The alliance of attacker and owner that covers a territory."""
    both = 1 << case.seat | 1 << owner
    shared = [
        s for s in range(int(case.rules["sites"])) if int(case.state["marks"][s]) & both == both
    ]
    if case.rules["ally_zone"] == R.BY_INFLUENCE:
        shared = [site for site in shared if has(int(case.rules["influence"][site]), territory)]
    return shared[0]


def why_no_room(case: Case, territory: int) -> str:
    """Fortify tokens lie on own territories, up to a maximum (C14)."""
    place, most = names.territory_text(case.options, territory), int(case.rules["fortify_max"])
    owner = case.owner(territory)
    if most == 0:
        return f"territories are not fortified {NOT_HERE}"
    if owner == R.NOBODY_THERE:
        return f"{place} is empty"
    if owner != case.seat:
        return f"{place} is {case.whose(territory)}"
    tokens = int(case.state["fort"][territory])
    return "" if tokens < most else f"{place} has {count_of(tokens, 'fortify token')}, the most"


def why_no_claim(case: Case) -> str:
    """An empty territory beside the dog (A1)."""
    place = case.which
    return why_not_beside(case, place) or why_not_empty(case, place) or case.cannot_claim()


def why_no_challenge(case: Case) -> str:
    """Another's territory beside the dog (C11, C12)."""
    place = case.which
    return why_not_beside(case, place) or why_no_foe(case, place) or case.cannot_attack()


def why_no_fortify(case: Case) -> str:
    """An own territory beside the dog (C14)."""
    place = case.which
    return why_not_beside(case, place) or why_no_room(case, place) or case.cannot_fortify()


# Homes


def why_not_at_home(case: Case) -> str:
    """A home that is not at the dog's place."""
    if case.rules["at_home"][case.cell] == case.which:
        return ""
    return f"{names.home_text(case.which)} is not beside the dog at {case.here}"


def why_no_foes_home(case: Case) -> str:
    """Only another's home, while its own disk lies there (C16, C18)."""
    if case.rules["home_challenge"] == 0:
        return f"homes can't be challenged {NOT_HERE}"
    resident, place = (
        int(resident_of(case.state, case.rules, case.which)),
        names.home_text(case.which),
    )
    if resident == R.NOBODY_THERE:
        return f"nobody lives at {place}"
    if resident == case.seat:
        return f"{place} is {case.dog}'s own"
    return _why_home_is_lost(case, resident)


def _why_home_is_lost(case: Case, resident: int) -> str:
    """Nobody touches a lost home until it reverts (C16)."""
    if case.state["home_disk"][case.which] == resident:
        return ""
    home = names.home_text(case.which)
    return f"{home} is lost, and left alone until {case.name(resident)} has it back"


def why_no_room_at_home(case: Case) -> str:
    """Only the own home, while its disk lies there, up to a maximum (C16, N20)."""
    most, home = int(case.rules["home_fortify_max"]), case.which
    if most == 0 or case.rules["home_challenge"] == 0:
        return f"homes are not fortified {NOT_HERE}"
    if home != case.state["home"][case.seat]:
        return f"{names.home_text(home)} is not {case.dog}'s home"
    if lost := _why_home_is_lost(case, case.seat):
        return lost
    tokens = int(case.state["home_fort"][home])
    if tokens < most:
        return ""
    return f"{names.home_text(home)} has {count_of(tokens, 'fortify token')}, the most"


def why_no_home_challenge(case: Case) -> str:
    """Another's home beside the dog (C16)."""
    return why_no_foes_home(case) or why_not_at_home(case) or case.cannot_attack()


def why_no_home_fortify(case: Case) -> str:
    """The own home beside the dog (N20)."""
    return why_no_room_at_home(case) or why_not_at_home(case) or case.cannot_fortify()


# Alliances


def why_not_site(case: Case, site: int) -> str:
    """A place where no alliances are made (N2)."""
    if site >= case.rules["sites"]:
        return f"this board has no site {site}"
    if case.rules["is_site"][site] == 0:
        return f"no alliances are made at {names.site_text(case.options, site)} {NOT_HERE}"
    return ""


def _why_not_here(case: Case, site: int) -> str:
    """A site that the dog does not stand at."""
    if wrong := why_not_site(case, site):
        return wrong
    if touches(case.rules, case.cell, site):
        return ""
    return f"{names.site_text(case.options, site)} is not beside the dog at {case.here}"


def why_no_ally(case: Case) -> str:
    """Initiating at an inactive site (B5)."""
    if wrong := _why_not_here(case, case.which):
        return wrong
    if case.state["marks"][case.which] != 0:
        return f"there is an alliance at {names.site_text(case.options, case.which)} already"
    return case.cannot_ally()


def why_no_break(case: Case) -> str:
    """Breaking as a member, once the ceasefire is over (B9, B10)."""
    site = case.which
    if wrong := _why_not_here(case, site) or _why_no_alliance(case, site):
        return wrong
    if not has(int(case.state["marks"][site]), case.seat):
        return f"{case.dog} is not in the alliance at {names.site_text(case.options, site)}"
    turns = int(case.state["barred"][site, case.seat])
    if turns == 1:
        return "a ceasefire holds until the next own turn"
    if turns > 1:
        return f"a ceasefire holds for {turns} own turns, this one included"
    return case.cannot_break()


def _why_no_alliance(case: Case, site: int) -> str:
    if case.state["marks"][site] != 0:
        return ""
    return f"there is no alliance at {names.site_text(case.options, site)}"


def why_no_site_challenge(case: Case) -> str:
    """An alliance of others (B11, B12)."""
    site = case.which
    if case.rules["challenge_bond"] == 0:
        return f"alliances can't be challenged {NOT_HERE}"
    if wrong := _why_not_here(case, site) or _why_no_alliance(case, site):
        return wrong
    if has(int(case.state["marks"][site]), case.seat):
        where = names.site_text(case.options, site)
        return f"{case.dog} is in the alliance at {where}, so it breaks it"
    return case.cannot_attack()


# Tricks of the action phase


def _why_no_trick(case: Case, trick: int, name: str, archetype: int) -> str:
    """A trick that is off, another dog's, or used up (W0)."""
    if case.rules["walk_tricks"] == 0:
        return f"there are no walk tricks {NOT_HERE}"
    if case.rules["archetypes"][case.seat] != archetype:
        return f"{name} is a trick of the {names.ARCHETYPE_NAMES[archetype]} alone"
    if int(case.state["tricks"][case.seat]) & trick:
        return f"{case.dog} has used up {name}: every trick comes once a game"
    return ""


def _why_out_of_reach(case: Case, steps: int, most: int, place: str) -> str:
    return "" if steps <= most else f"{place} is more than {most} walking steps away"


def _why_no_leg(case: Case) -> str:
    """A territory within the reach of Leg Day (W6)."""
    territory = case.which
    if wrong := _why_no_trick(case, R.LEG_DAY, "Leg Day", R.BRUISER):
        return wrong
    if territory >= case.rules["territories"]:
        return f"this board has no territory {territory}"
    steps = int(case.rules["stroll"][case.cell, territory])
    return _why_out_of_reach(case, steps, LEG, names.territory_text(case.options, territory))


def why_no_leg_claim(case: Case) -> str:
    """A claim from afar (W6)."""
    return _why_no_leg(case) or why_not_empty(case, case.which) or case.cannot_claim()


def why_no_leg_challenge(case: Case) -> str:
    """A challenge from afar (W6)."""
    return _why_no_leg(case) or why_no_foe(case, case.which) or case.cannot_attack()


def why_no_leg_home(case: Case) -> str:
    """A challenge of a home from afar (W6)."""
    home = case.which
    if wrong := _why_no_trick(case, R.LEG_DAY, "Leg Day", R.BRUISER) or why_no_foes_home(case):
        return wrong
    steps = int(case.rules["stroll_home"][case.cell, home])
    return _why_out_of_reach(case, steps, LEG, names.home_text(home)) or case.cannot_attack()


def why_no_patrol(case: Case) -> str:
    """A patrol needs something to fortify (W5)."""
    if (
        wrong := _why_no_trick(case, R.PATROLS, "Paranoid Patrol", R.YAPPER)
        or case.cannot_fortify()
    ):
        return wrong
    return f"nothing within {BEAT} walking steps can be fortified"


def why_no_sniff(case: Case) -> str:
    """Butt Sniff needs another dog (W4)."""
    near = "no other dog stands here or one step away"
    return _why_no_trick(case, R.SNIFF, "Butt Sniff", R.DIPLOMAT) or near


# On patrol


def why_not_on_beat(case: Case) -> str:
    """One token of a patrol, on a territory (W5)."""
    territory = case.which
    if territory >= case.rules["territories"]:
        return f"this board has no territory {territory}"
    place = names.territory_text(case.options, territory)
    if wrong := why_no_room(case, territory):
        return wrong
    if has(int(case.state["patrolled"]), territory):
        return f"the patrol has been at {place} already"
    steps = int(case.rules["stroll"][case.cell, territory])
    return _why_out_of_reach(case, steps, BEAT, place) or case.cannot_fortify()


def why_home_is_not_on_beat(case: Case) -> str:
    """One token of a patrol, on the own home (W5)."""
    if wrong := why_no_room_at_home(case):
        return wrong
    if has(int(case.state["patrolled"]), R.HOME_BIT):
        return f"the patrol has been at {names.home_text(case.which)} already"
    steps = int(case.rules["stroll_home"][case.cell, case.which])
    return (
        _why_out_of_reach(case, steps, BEAT, names.home_text(case.which)) or case.cannot_fortify()
    )


# At setup


def why_no_setup_claim(case: Case) -> str:
    """A starting claim lies by the own home (S1, A7)."""
    territory = case.which
    if territory >= case.rules["territories"]:
        return f"this board has no territory {territory}"
    home = int(case.state["home"][case.seat])
    if has(int(case.rules["near"][home]), territory):
        return why_not_empty(case, territory)
    return f"{names.territory_text(case.options, territory)} is not next to {names.home_text(home)}"


ACTING = {
    A.IS_CLAIM: why_no_claim,
    A.IS_CHALLENGE: why_no_challenge,
    A.IS_FORTIFY: why_no_fortify,
    A.IS_CHALLENGE_HOME: why_no_home_challenge,
    A.IS_FORTIFY_HOME: why_no_home_fortify,
    A.IS_CHALLENGE_SITE: why_no_site_challenge,
    A.IS_ALLY: why_no_ally,
    A.IS_BREAK: why_no_break,
    A.IS_LEG_CLAIM: why_no_leg_claim,
    A.IS_LEG_CHALLENGE: why_no_leg_challenge,
    A.IS_LEG_HOME: why_no_leg_home,
    A.IS_PATROL: why_no_patrol,
    A.IS_SNIFF: why_no_sniff,
}
