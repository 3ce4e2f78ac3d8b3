"""Setup, the order of turns, the turn's frame, and the end of the game (S, T)."""

from tests.games.uri_nation.naive.cards import playable
from tests.games.uri_nation.naive.economy import income, maintenance, step_four
from tests.games.uri_nation.naive.state import (
    Dog,
    State,
    active,
    count,
    fort_tokens,
    has_large,
    take,
)
from tests.games.uri_nation.naive.walk import is_housebound, roll_tricks, set_out

# Setup


def fresh(t):
    """Bowls and piles full, nobody placed yet (S1, S2)."""
    dogs = [Dog(water=t.water_cap_of(seat), tokens=t.token_max(seat)) for seat in t.seats]
    s = State(dogs, piles={deck: set(ids) for deck, ids in t.decks.items()})
    if t.home_challenge:
        s.home_disk = {seat: seat for seat in t.seats}
    if t.homes != "random":
        for seat, label in enumerate(t.homes):
            move_in(t, s, seat, label)
    return s


def homeless(s):
    return [seat for seat, dog in enumerate(s.dogs) if dog.home is None]


def free_homes(t, s):
    # READING (S3, S4): a random assignment deals out all four homes, however many play.
    used = {dog.home for dog in s.dogs}
    return [label for label in (1, 2, 3, 4) if label not in used]


def move_in(t, s, seat, label):
    s.dogs[seat].home = label
    s.dogs[seat].cell = t.board.doorstep(label)


def place_dogs(t, s):
    s.phase = "home" if homeless(s) else "new_round"


# The order (T1, T2, S5)


def new_round(t, s):
    s.round += 1
    s.turn = 0
    if s.round == 1 or t.turn_order != "fixed_ccw":
        s.order = []
    s.phase = "settle_order"


def candidates(t, s):
    """Seats that may go next: those tied for least among the seats not yet in the order."""
    left = [seat for seat in t.seats if seat not in s.order]
    if t.turn_order == "fixed_ccw":
        return left
    fewest = min((count(s, seat) for seat in left), default=0)
    return [seat for seat in left if count(s, seat) == fewest]


def settle_order(t, s):
    """Fills the order as far as no dice are needed."""
    while len(s.order) < len(t.seats):
        tied = candidates(t, s)
        if len(tied) > 1:
            s.phase = "order"
            return
        goes_next(t, s, tied[0])
    s.phase = "order_settled"


def goes_next(t, s, seat):
    s.order.append(seat)
    if t.turn_order == "least_then_seat":
        # READING (T1): seat order goes round from the one who is first.
        others = [(seat + k) % len(t.seats) for k in range(1, len(t.seats))]
        s.order += others
    elif t.turn_order == "fixed_ccw":
        label = s.dogs[seat].home
        s.order += sorted(set(t.seats) - {seat}, key=lambda x: (s.dogs[x].home - label) % 4)
    s.phase = "settle_order"


def order_settled(t, s):
    s.phase = "begin_turn"
    if s.round == 1:
        s.claims, s.phase = t.start_claims, "setup"


def starting_claims(t, s):
    """Empty territories beside the own home (S1, A7)."""
    seat = active(s)
    if not has_large(t, s, seat):
        return []
    return [c for c in t.board.home_adjacent(s.dogs[seat].home) if c not in s.owner]


def setup(t, s):
    # READING (S1): with two starting claims a player makes both before the next one does.
    while s.turn < len(s.order):
        if s.claims > 0 and starting_claims(t, s):
            s.phase = "setup_claim"
            return
        s.turn += 1
        s.claims = t.start_claims
    s.turn, s.claims, s.phase = 0, 0, "begin_turn"


def setup_claim(t, s, cell):
    take(s, active(s), cell)
    s.claims -= 1
    s.phase = "setup"


# A turn


def begin_turn(t, s):
    """Lasting effects of this player end (D5), then the income (E8)."""
    seat = active(s)
    s.lasting = {(effect, drawer) for effect, drawer in s.lasting if drawer != seat}
    s.actions = t.actions_per_turn
    if not is_housebound(t, s, seat):
        income(t, s, seat)
    s.phase = "before_roll"


def before_roll(t, s):
    s.phase = "pre_roll" if playable(t, s, "pre_roll") else "roll"


def after_roll(t, s):
    if roll_tricks(t, s):
        s.phase = "post_roll"
    else:
        set_out(t, s)


def end_turn(t, s):
    """Resupply, maintenance, win check, round and time check (T12)."""
    s.dogs[active(s)].skip = False  # used up by the Action Phase
    step_four(t, s)
    maintenance(t, s)
    s.steps, s.came_from, s.visited, s.moved = 0, None, set(), False
    s.triggered, s.home_entered, s.dice = set(), False, ()
    s.turn_tricks, s.actions, s.back = set(), 0, ""
    if winners := dominant(t, s):
        end_game(t, s, winners, "territories")
    elif winners := last_dog(t, s):
        end_game(t, s, winners, "last dog")
    elif s.turn + 1 < len(s.order):
        s.turn += 1
        s.phase = "begin_turn"
    elif s.round < t.rounds():
        s.phase = "new_round"
    else:
        end_game(t, s, list(t.seats), "time")


# The end


def dominant(t, s):
    return [seat for seat in t.seats if count(s, seat) >= t.needed()]


def last_dog(t, s):
    """The only one with territory, once everybody has held some (T7, T8)."""
    if t.last_dog_guard == "all_have_held" and not all(dog.has_held for dog in s.dogs):
        return []
    alive = [seat for seat in t.seats if count(s, seat)]
    return alive if len(alive) == 1 else []


def ranking(s, seat):
    return count(s, seat), fort_tokens(s, seat), s.dogs[seat].tokens["swagger"]


def end_game(t, s, seats, reason):
    """More territories, more fortify tokens, more Swagger (T5, T9, T10)."""
    best = max(ranking(s, seat) for seat in seats)
    s.tied = [seat for seat in seats if ranking(s, seat) == best]
    s.ended = reason
    if t.final_tie == "random" and len(s.tied) > 1:
        s.phase = "winner"
    else:
        crown(s, s.tied)


def crown(s, seats):
    s.result, s.tied, s.phase = list(seats), [], "over"
