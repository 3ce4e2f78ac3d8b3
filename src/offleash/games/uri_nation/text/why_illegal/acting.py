"""Why a dog may not claim, challenge, fortify, ally or break where it stopped."""

from collections.abc import Callable

from offleash.games.uri_nation.rules import actions as A, record as R
from offleash.games.uri_nation.rules.alliances import is_protected
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.marking import BEAT, LEG
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES, TRICK_NAMES, home_text
from offleash.games.uri_nation.text.why_illegal.attempt import UNDER_THESE_RULES, Attempt


def why_barred(attempt: Attempt) -> str:
    """Say why this turn has no action at all, if so (E15, W3)."""
    if int(attempt.state.tricked) & R.ZOOMIES:
        return "after Zoomies there is no action"
    if attempt.state.skip[attempt.seat]:
        return f"a card has taken {attempt.player}'s action phase"
    return ""


# Places and territories


def _why_not_empty(attempt: Attempt) -> str:
    """Say whose a territory is, unless it is empty: only empty ones are claimed."""
    owner = attempt.owner_name
    return owner and f"{attempt.place} is {owner} already"


def _why_no_foe(attempt: Attempt) -> str:
    """Say why a territory is not another's, or which alliance covers it (C11, B8, B16)."""
    owner = attempt.owner(attempt.index)
    if owner in (R.NOBODY_THERE, attempt.seat):
        return f"{attempt.place} is {attempt.owner_name or 'empty'}"
    if not is_protected(attempt.state, attempt.options, attempt.seat, owner, attempt.index):
        return ""
    return f"{attempt.place} is protected by the alliance at {_protecting_site(attempt, owner)}"


def _protecting_site(attempt: Attempt, owner: int) -> str:
    """Return the alliance of attacker and owner that covers a territory."""
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
    """Say why a territory takes no fortify token: it is not the dog's own, or is full (C14)."""
    most = int(attempt.options.fortify_max)
    if most == 0:
        return f"territories are not fortified {UNDER_THESE_RULES}"
    if attempt.owner(attempt.index) != attempt.seat:
        return f"{attempt.place} is {attempt.owner_name or 'empty'}"
    return attempt.no_token_fits(attempt.fort[attempt.index], most)


# Homes


def _why_no_foes_home(attempt: Attempt) -> str:
    """Say why a home is not another dog's with its own disk on it (C16, C18)."""
    if not attempt.options.home_challenge:
        return f"homes can't be challenged {UNDER_THESE_RULES}"
    resident = attempt.resident(attempt.index)
    if resident == R.NOBODY_THERE:
        return f"nobody lives at {attempt.place}"
    if resident == attempt.seat:
        return f"{attempt.place} is {attempt.player}'s own"
    return _why_home_is_lost(attempt, resident)


def _why_home_is_lost(attempt: Attempt, resident: int) -> str:
    """Say that a lost home is left alone until it reverts (C16)."""
    if attempt.home_disk[attempt.index] == resident:
        return ""
    return f"{attempt.place} is lost, and left alone until {attempt.dog(resident)} has it back"


def _why_no_room_at_home(attempt: Attempt) -> str:
    """Say why a home takes no token: it is not the dog's own, is lost, or is full (C16, N20)."""
    most, home = int(attempt.options.home_fortify_max), attempt.index
    if most == 0 or not attempt.options.home_challenge:
        return f"homes are not fortified {UNDER_THESE_RULES}"
    if home != attempt.home[attempt.seat]:
        return f"{attempt.place} is not {attempt.player}'s home"
    lost = _why_home_is_lost(attempt, attempt.seat)
    return lost or attempt.no_token_fits(attempt.home_fort[home], most)


# Alliances


def why_not_site(attempt: Attempt) -> str:
    """Say that no alliances are made at a place (N2)."""
    problem = attempt.not_on_board()
    if problem or attempt.options.is_site[attempt.index]:
        return problem
    return f"no alliances are made at {attempt.place} {UNDER_THESE_RULES}"


def _why_active(attempt: Attempt) -> str:
    """Say that a site is active already: alliances begin at inactive ones (B5)."""
    is_active = attempt.marks[attempt.index]
    return f"there is an alliance at {attempt.place} already" if is_active else ""


def _why_not_broken(attempt: Attempt) -> str:
    """Say why a dog can't break: it is no member, or a ceasefire holds (B9, B10)."""
    if problem := attempt.no_alliance():
        return problem
    if not attempt.is_member(attempt.seat, attempt.index):
        return f"{attempt.player} is not in the alliance at {attempt.place}"
    turns = int(attempt.state.barred[attempt.index, attempt.seat])
    if turns == 1:
        return f"a ceasefire holds until {attempt.player}'s next turn"
    if turns > 1:
        return f"a ceasefire holds for {turns} turns of {attempt.player}, this one included"
    return ""


def _why_no_site_fight(attempt: Attempt) -> str:
    """Say that alliances can't be challenged under these rules (B11)."""
    is_on = attempt.options.challenge_bond
    return "" if is_on else f"alliances can't be challenged {UNDER_THESE_RULES}"


def _why_no_foes_site(attempt: Attempt) -> str:
    """Say why an alliance is not one of others (B11, B12)."""
    problem = attempt.no_alliance()
    if problem or not attempt.is_member(attempt.seat, attempt.index):
        return problem
    return f"{attempt.player} is in the alliance at {attempt.place}, so it breaks it"


# Tricks of the action phase

OWN_TRICKS = {  # which trick it is, and whose
    A.IS_LEG_CLAIM: (R.LEG_DAY, R.BRUISER),
    A.IS_LEG_CHALLENGE: (R.LEG_DAY, R.BRUISER),
    A.IS_LEG_HOME: (R.LEG_DAY, R.BRUISER),
    A.IS_PATROL: (R.PATROLS, R.YAPPER),
    A.IS_SNIFF: (R.SNIFF, R.DIPLOMAT),
}


def _why_no_trick(attempt: Attempt) -> str:
    """Say why a trick is out: it is off, another dog's, or used up (W0)."""
    trick, archetype = OWN_TRICKS[attempt.kind]
    if not attempt.options.walk_tricks:
        return f"there are no walk tricks {UNDER_THESE_RULES}"
    if attempt.archetype(attempt.seat) != archetype:
        return f"{trick_name(trick)} is a trick of the {ARCHETYPE_NAMES[archetype]} alone"
    return why_used_up(attempt, trick)


def why_used_up(attempt: Attempt, trick: int) -> str:
    """Say that the dog has done a trick in this game (W0)."""
    if not int(attempt.state.tricks[attempt.seat]) & trick:
        return ""
    return f"{attempt.player} has used up {trick_name(trick)}: every trick comes once a game"


def trick_name(trick: int) -> str:
    """Return `Pull the Leash`, by the trick's bit."""
    return TRICK_NAMES[trick.bit_length() - 1]


def _why_no_leg(attempt: Attempt) -> str:
    """Say that a place is beyond the reach of Leg Day (W6)."""
    return attempt.not_on_board() or attempt.too_far(LEG)


def _why_nobody_near(attempt: Attempt) -> str:
    """Say that there is nobody to sniff at (W4)."""
    return "no other dog stands here or one step away"


# On patrol and at setup


def why_not_on_beat(attempt: Attempt) -> str:
    """Say why a patrol lays no token on a territory or the dog's own home (W5)."""
    is_home = attempt.kind == A.IS_FORTIFY_HOME
    no_room = _why_no_room_at_home if is_home else _why_no_room
    if problem := attempt.not_on_board() or no_room(attempt):
        return problem
    if has(int(attempt.state.patrolled), R.HOME_BIT if is_home else attempt.index):
        return f"the patrol has been at {attempt.place} already"
    return attempt.too_far(BEAT) or attempt.cannot_pay("fortify")


def why_no_setup_claim(attempt: Attempt) -> str:
    """Say that a starting claim does not lie by the dog's own home (S1, A7)."""
    home = attempt.home[attempt.seat]
    if problem := attempt.not_on_board():
        return problem
    if has(int(attempt.options.near[home]), attempt.index):
        return _why_not_empty(attempt)
    return f"{attempt.place} is not next to {home_text(home)}"


# What speaks against each kind of action, in this order, and then its price
Check = Callable[[Attempt], str]
AT_SITE = (why_not_site, Attempt.not_beside)
ACTING: dict[int, tuple[tuple[Check, ...], str]] = {
    A.IS_CLAIM: ((Attempt.not_beside, _why_not_empty), "claim"),
    A.IS_CHALLENGE: ((Attempt.not_beside, _why_no_foe), "challenge"),
    A.IS_FORTIFY: ((Attempt.not_beside, _why_no_room), "fortify"),
    A.IS_CHALLENGE_HOME: ((_why_no_foes_home, Attempt.not_beside), "challenge"),
    A.IS_FORTIFY_HOME: ((_why_no_room_at_home, Attempt.not_beside), "fortify"),
    A.IS_CHALLENGE_SITE: ((_why_no_site_fight, *AT_SITE, _why_no_foes_site), "challenge"),
    A.IS_ALLY: ((*AT_SITE, _why_active), "ally"),
    A.IS_BREAK: ((*AT_SITE, _why_not_broken), "break"),
    A.IS_LEG_CLAIM: ((_why_no_trick, _why_no_leg, _why_not_empty), "claim"),
    A.IS_LEG_CHALLENGE: ((_why_no_trick, _why_no_leg, _why_no_foe), "challenge"),
    A.IS_LEG_HOME: ((_why_no_trick, _why_no_foes_home, _why_no_leg), "challenge"),
    A.IS_PATROL: ((_why_no_trick,), "fortify"),
    A.IS_SNIFF: ((_why_no_trick, _why_nobody_near), ""),
}


def why_no_action(attempt: Attempt) -> str:
    """Say why not, for anything but passing and cards in the action phase."""
    checks, verb = ACTING[attempt.kind]
    for check in (why_barred, *checks):
        if problem := check(attempt):
            return problem
    if problem := attempt.cannot_pay(verb):
        return problem
    is_patrol = attempt.kind == A.IS_PATROL
    return f"nothing within {BEAT} walking steps can be fortified" if is_patrol else ""
