"""A position, and the plain questions one asks of it."""

from dataclasses import dataclass, field, fields, replace

from tests.games.uri_nation.naive.table import TOKENS


@dataclass
class Dog:
    """One player's bowl and pawn."""

    cell: tuple | None = None
    home: int | None = None  # label 1–4
    water: int = 0
    tokens: dict = field(default_factory=lambda: dict.fromkeys(TOKENS, 0))
    held_cards: set = field(default_factory=set)  # card ids
    skip: bool = False  # next Action Phase offers only Pass (E15)
    walk: int = 0  # change of the next roll's total
    attack: int = 0  # challenge bonus, until the end of the turn
    dry_turns: int = 0  # own turns in a row that ended without a territory (E7)
    tricks: set = field(default_factory=set)  # walk tricks used up
    barred: dict = field(default_factory=dict)  # site: own turns until it may be broken (B10)
    has_held: bool = False  # ever owned a territory (T7)


@dataclass
class Challenge:
    """A challenge under way."""

    kind: str  # territory, home or bond
    target: tuple
    attacker: int
    defender: int
    cluster: bool = False
    bid_att: int | None = None
    bid_def: int | None = None


@dataclass
class State:
    """Everything of a position."""

    dogs: list
    owner: dict = field(default_factory=dict)  # territory: seat
    fort: dict = field(default_factory=dict)  # territory: tokens, only where there are some
    home_disk: dict = field(default_factory=dict)  # seat: whose disk lies there, None for nobody's
    home_fort: dict = field(default_factory=dict)  # seat: tokens, only where there are some
    home_wait: dict = field(default_factory=dict)  # seat: own maintenances until the disk is back
    markers: dict = field(default_factory=dict)  # active site: set of seats
    initiator: dict = field(default_factory=dict)  # active site: seat
    piles: dict = field(default_factory=dict)  # deck: ids not yet drawn
    lasting: set = field(default_factory=set)  # (what, drawer)
    round: int = 0
    order: list = field(default_factory=list)  # seats in turn order, as far as settled
    turn: int = 0  # index into order
    phase: str = "homes"
    decider: int | None = None
    claims: int = 0  # starting claims the seat at `turn` has still to make
    # The walk
    steps: int = 0
    came_from: tuple | None = None
    visited: set = field(default_factory=set)  # cells since the last step (M11)
    triggered: set = field(default_factory=set)
    home_entered: bool = False
    moved: bool = False
    dice: tuple = ()
    turn_tricks: set = field(default_factory=set)  # roll tricks played on this roll
    triggers: list = field(default_factory=list)  # features still to trigger on this cell
    # Cards
    deck: str | None = None  # to be drawn from
    card: str | None = None  # in effect
    effects: list = field(default_factory=list)  # (seat, op, …) still to happen
    back: str = ""  # the phase to go on with after the card
    # The action
    actions: int = 0  # left this turn
    patrolled: set = field(default_factory=set)
    challenge: Challenge | None = None
    # The end
    tied: list = field(default_factory=list)
    result: list | None = None
    ended: str = ""

    def copy(self):
        """A position of its own, quicker than copy.deepcopy."""
        new = State.__new__(State)
        for f in FIELDS:
            value = getattr(self, f)
            setattr(new, f, value.copy() if isinstance(value, dict | set | list) else value)
        new.dogs = [copy_of_dog(dog) for dog in self.dogs]
        new.markers = {site: set(seats) for site, seats in self.markers.items()}
        new.piles = {deck: set(ids) for deck, ids in self.piles.items()}
        new.challenge = self.challenge and replace(self.challenge)
        return new


FIELDS = [f.name for f in fields(State)]


def copy_of_dog(dog):
    tokens, barred = dict(dog.tokens), dict(dog.barred)
    return replace(
        dog, tokens=tokens, held_cards=set(dog.held_cards), tricks=set(dog.tricks), barred=barred
    )


def active(s):
    return s.order[s.turn]


def territories_of(s, seat):
    return {t for t, owner in s.owner.items() if owner == seat}


def count(s, seat):
    return len(territories_of(s, seat))


def groups_of(t, s, seat):
    """The seat's connected groups of territories (A4)."""
    left, groups = territories_of(s, seat), []
    while left:
        group, queue = set(), [min(left)]
        while queue:
            at = queue.pop()
            if at not in group:
                group.add(at)
                queue += [u for u in t.next_to[at] if u in left]
        left -= group
        groups.append(group)
    return groups


def fort_tokens(s, seat):
    """All own fortify tokens on the board (T9)."""
    return sum(s.fort.get(t, 0) for t in territories_of(s, seat)) + s.home_fort.get(seat, 0)


def at_home(t, s, seat):
    return s.dogs[seat].cell in t.board.frontage(t.board.homes[s.dogs[seat].home])


def home_owner_at(t, s, cell):
    """The seat whose home this cell is, or None."""
    for seat, dog in enumerate(s.dogs):
        if dog.home is not None and t.board.homes[dog.home] == cell:
            return seat
    return None


# Supply (E22)


def has_large(t, s, seat):
    on_board = count(s, seat) + sum(holder == seat for holder in s.home_disk.values())
    return t.supply_large is None or on_board < t.supply_large


def has_small(t, s, seat):
    on_board = fort_tokens(s, seat) + sum(seat in seats for seats in s.markers.values())
    return t.supply_small is None or on_board < t.supply_small


# Paying and gaining


def can_pay(s, seat, price):
    dog = s.dogs[seat]
    return all(
        (dog.water if token == "water" else dog.tokens[token]) >= n for token, n in price.items()
    )


def pay(s, seat, price):
    dog = s.dogs[seat]
    for token, n in price.items():
        if token == "water":
            dog.water -= n
        else:
            dog.tokens[token] -= n


def gain(t, s, seat, token, n):
    """Tokens from anywhere but home; only the hard cap stops them (E4)."""
    tokens = s.dogs[seat].tokens
    most = max(tokens[token], t.token_max(seat)[token]) if t.mod_cap_hard else 10**9
    tokens[token] = min(tokens[token] + n, most)


def add_water(t, s, seat, n):
    """Never above the cap (E11), never below nothing (E13)."""
    dog = s.dogs[seat]
    dog.water = max(0, min(dog.water + n, t.water_cap_of(seat)))


# Changing hands


def take(s, seat, cell):
    """A territory gets the seat's disk: housebound ends at once (E7)."""
    s.owner[cell] = seat
    s.dogs[seat].has_held = True
    s.dogs[seat].dry_turns = 0


def lose(s, cell):
    """A territory becomes empty, fortify tokens and all (C15)."""
    s.owner.pop(cell, None)
    s.fort.pop(cell, None)


def clear_site(s, site):
    """All markers of a site go back to the supply (B9)."""
    s.markers.pop(site, None)
    s.initiator.pop(site, None)
    for dog in s.dogs:
        dog.barred.pop(site, None)
