"""Income at the start of a turn, resupply and maintenance at its end (E, C16, T12)."""

from tests.games.uri_nation.naive.state import active, at_home, count, gain, groups_of

BAND = 3  # READING (E1): `band` has its own three, whatever `swagger_per` says.


def income(t, s, seat):
    """Swagger for groups, Grit for the desperate (E1–E6)."""
    gain(t, s, seat, "swagger", swagger_income(t, s, seat))
    late = s.round > t.desperation_grace_rounds
    if late and count(s, seat) < t.desperation_below:
        gain(t, s, seat, "grit", t.desperation_grit)


def swagger_income(t, s, seat):
    sizes = income_sizes(t, s, seat)
    if t.swagger_mode == "largest_only":
        return max(sizes, default=0) // t.swagger_per
    if t.swagger_mode == "floor_total":
        return sum(sizes) // t.swagger_per
    if t.swagger_mode == "band":
        return sum(-(-size // BAND) for size in sizes if size > 1)
    return sum(size // t.swagger_per for size in sizes)


def income_sizes(t, s, seat):
    """Sizes of the groups; the home may join the ones beside it into one (N13)."""
    groups = groups_of(t, s, seat)
    # READING (N13): a home that is taken or emptied joins nothing; one with no own territory
    # beside it is no group of its own; the groups beside it become one.
    if not t.home_counts_connected or not home_is_own(t, s, seat):
        return [len(group) for group in groups]
    home_territories = set(t.board.home_adjacent(s.dogs[seat].home))
    home_groups = [group for group in groups if group & home_territories]
    sizes = [len(group) for group in groups if not group & home_territories]
    return [*sizes, 1 + sum(map(len, home_groups))] if home_groups else sizes


def home_is_own(t, s, seat):
    return not t.home_challenge or s.home_disk.get(seat) == seat


def resupply(t, s, seat):
    """Water to the cap, tokens to the archetype's max (E10)."""
    # READING (C17): only another's disk blocks it, not an empty home.
    holder = s.home_disk.get(seat)
    if t.home_taken_blocks_resupply and holder not in (None, seat):
        return
    dog = s.dogs[seat]
    dog.water = t.water_cap_of(seat)
    for token, most in t.token_max(seat).items():
        dog.tokens[token] = max(dog.tokens[token], most)


def step_four(t, s):
    """Home resupply after the action (E9)."""
    seat = active(s)
    is_at_home = at_home(t, s, seat) or t.resupply_on == "pass_or_land"
    if t.resupply_timing == "after_action" and s.home_entered and is_at_home:
        resupply(t, s, seat)


def maintenance(t, s):
    """Housebound count, home reversion, and what lapses with the turn (E7, C16, B10)."""
    seat = active(s)
    dog = s.dogs[seat]
    dog.dry_turns = 0 if count(s, seat) else dog.dry_turns + 1
    if seat in s.home_wait:
        s.home_wait[seat] -= 1
        if s.home_wait[seat] <= 0:
            revert_home(s, seat)
    dog.barred = {site: n - 1 for site, n in dog.barred.items() if n > 1}
    for other in s.dogs:
        other.attack = 0


def revert_home(s, seat):
    """The owner's disk is back, free, without fortify; it never fails (C16, N18)."""
    s.home_disk[seat] = seat
    s.home_fort.pop(seat, None)
    s.home_wait.pop(seat, None)
