"""What everybody hears at the table of Uri-Nation beside the actions themselves.

Both positions are views of one seat, so nothing can be told here that it may not know.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from offleash.core.game import Records
from offleash.core.prose import count_of, join_and
from offleash.games.uri_nation.deck import card_of
from offleash.games.uri_nation.rules import challenges
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.bits import has, ones
from offleash.games.uri_nation.rules.card_words import BOND, DECKS, GRIT, MOST_CARDS, SWAGGER
from offleash.games.uri_nation.rules.economy import is_housebound, swagger_income
from offleash.games.uri_nation.rules.places import HOMES, NOWHERE, PARK
from offleash.games.uri_nation.rules.territory import held_count, own_fort, owner_of
from offleash.games.uri_nation.rules.turn import is_resupplied
from offleash.games.uri_nation.text.card_text import card_words, effects_words
from offleash.games.uri_nation.text.names import (
    DECK_NAMES,
    STOCK_NAMES,
    dog_name,
    home_text,
    site_text,
    territory_text,
)
from offleash.games.uri_nation.text.now import quarry_words, side_words

BETWEEN_TURNS = (R.HOMES_DRAWN, R.ORDER, R.SETUP_CLAIM, R.TIE)
WALKING = (R.ROLL, R.POST_ROLL, R.MOVE, R.DRINK)  # what may lead a dog past something


def news(before: Records, after: Records, options: Records, seat: int) -> list[str]:
    """Cards, joins, challenges, supplies, turns, rounds and the end."""
    change = Change(before, after, options)
    chapters = (_homes, _cards, _walk, _challenge, _end_of_turn, _order, _turn, _end)
    return [line for chapter in chapters for line in chapter(change)]


@dataclass(frozen=True)
class Change:
    """Two views, one action apart."""

    before: Records
    after: Records
    options: Records

    @property
    def old(self) -> Any:
        return self.before[0]

    @property
    def new(self) -> Any:
        return self.after[0]

    @property
    def rules(self) -> Any:
        return self.options[0]

    @cached_property
    def seat(self) -> int:
        """Whose turn it was."""
        return int(self.old["seat"])

    @cached_property
    def dog(self) -> str:
        return self.name(self.seat)

    @cached_property
    def phase(self) -> int:
        """What was decided."""
        return int(self.old["phase"])

    @cached_property
    def next_phase(self) -> int:
        return int(self.new["phase"])

    @cached_property
    def ends_turn(self) -> bool:
        """Whether the turn of a dog ended."""
        if self.phase in BETWEEN_TURNS:
            return False
        moved_on = (self.old["rounds"], self.old["turn"]) != (self.new["rounds"], self.new["turn"])
        return moved_on or self.next_phase in (R.FINISHED, R.TIE)

    @cached_property
    def begins_turn(self) -> bool:
        """Whether the next dog's turn began."""
        if not self.ends_turn and self.phase not in (R.ORDER, R.SETUP_CLAIM):
            return False
        return self.next_phase in (R.PRE_ROLL, R.ROLL)

    def name(self, seat: int) -> str:
        return dog_name(self.options, seat)

    def names(self, mask: int) -> list[str]:
        return [self.name(seat) for seat in range(int(self.rules["seats"])) if has(mask, seat)]

    def gained(self, seat: int, stock: int) -> int:
        return int(self.new["bowl"][seat, stock]) - int(self.old["bowl"][seat, stock])

    def is_new_mark(self, site: int, seat: int) -> bool:
        return bool(has(int(self.new["marks"][site]) & ~int(self.old["marks"][site]), seat))


def stock_words(amounts: dict[int, int]) -> str:
    """`-1 water, +1 Grit`."""
    return ", ".join(f"{n:+d} {STOCK_NAMES[stock]}" for stock, n in amounts.items())


def bowl_words(state: Any, seat: int) -> str:
    """`water 4, Swagger 1, Drive 2, Grit 3, Bond 2`."""
    order = (R.WATER, *range(R.STOCKS - 1))
    return ", ".join(f"{STOCK_NAMES[stock]} {int(state['bowl'][seat, stock])}" for stock in order)


# Setup


def _homes(change: Change) -> list[str]:
    """Homes that were drawn by lot (S3)."""
    return [
        f"{change.name(seat)} lives at {home_text(int(change.new['home'][seat]))}"
        for seat in range(int(change.rules["seats"]))
        if change.phase == R.HOMES_DRAWN and change.old["home"][seat] == NOWHERE
        if change.new["home"][seat] != NOWHERE
    ]


# Cards


def _cards(change: Change) -> list[str]:
    """A card that was drawn, played or discarded, and what it did to the bowls."""
    told = []
    if change.phase == R.DRAW:
        told = _drawn(change)
    elif change.phase in (R.PRE_ROLL, R.ACTION) and (card := _let_go(change)) != R.NO_CARD:
        told = [f"{change.dog} plays {_card_line(change, card)}", *_bowls(change, card)]
    elif change.phase == R.CARD_DISCARD and (card := _let_go(change)) != R.NO_CARD:
        told = [f"{change.dog} discards {_card_of(change, card).name}"]
    elif change.phase == R.CARD_TARGET:
        told = _bowls(change, int(change.old["card"]))
    for deck in range(DECKS):
        more = int(change.new["pile"][deck]) & ~int(change.old["pile"][deck])
        if more:
            told.append(f"the {DECK_NAMES[deck]} deck is shuffled anew")
    return told


def _drawn(change: Change) -> list[str]:
    """What the drawn card is; one that is held is carried out later (D3)."""
    card = _drawn_card(change)
    found = _card_of(change, card)
    if not found.hold:
        return [_card_line(change, card), *_bowls(change, card)]
    if card not in _hand(change.new, change.seat):
        return [f"{found.name} is discarded: nobody may hold cards"]
    return [f"{change.dog} holds {found.name} ({card_words(found)})"]


def _drawn_card(change: Change) -> int:
    """The card that left the pile; of a pile that was shuffled anew behind it, its last one."""
    deck = int(change.old["deck"])
    pile = int(change.old["pile"][deck])
    gone = pile & ~int(change.new["pile"][deck]) or pile
    return deck * MOST_CARDS + gone.bit_length() - 1


def _hand(state: Any, seat: int) -> list[int]:
    return [int(card) for card in state["held"][seat] if card != R.NO_CARD]


def _let_go(change: Change) -> int:
    """A card that the active dog held and holds no more."""
    now = _hand(change.new, change.seat)
    return next((c for c in _hand(change.old, change.seat) if c not in now), R.NO_CARD)


def _card_of(change: Change, card: int) -> Any:
    return card_of(change.options, card // MOST_CARDS, card % MOST_CARDS)


def _card_line(change: Change, card: int) -> str:
    found = _card_of(change, card)
    return f"{found.name} ({effects_words(found)})"


def _bowls(change: Change, card: int) -> list[str]:
    """How a card changed the bowls, unless it says exactly that itself."""
    if change.ends_turn:
        return []
    lines = []
    for seat in range(int(change.rules["seats"])):
        amounts = {stock: change.gained(seat, stock) for stock in range(R.STOCKS)}
        changed = {stock: n for stock, n in amounts.items() if n}
        if changed:
            lines.append(f"{change.name(seat)} {stock_words(changed)}")
    if lines == [f"{change.dog} {effects_words(_card_of(change, card))}"]:
        return []
    return [", ".join(lines)] if lines else []


# Walks


def _walk(change: Change) -> list[str]:
    """How far the dog goes, and what it walked into."""
    told = []
    if change.phase in (R.PRE_ROLL, R.ROLL, R.POST_ROLL) and change.next_phase == R.MOVE:
        steps, dice = int(change.new["steps"]), int(change.new["dice"])
        if steps != dice:
            told.append(f"{change.dog} walks {steps} instead of {dice}")
    told += _sites(change)
    if change.phase in WALKING and not change.ends_turn:
        told += _park_tokens(change) + _drink(change)
    if change.rules["resupply_timing"] == R.IMMEDIATE and _was_resupplied_at_once(change):
        told.append(f"{change.dog} is resupplied: {bowl_words(change.new, change.seat)}")
    return told


def _sites(change: Change) -> list[str]:
    """Alliances that were joined, or passed with a dry bladder; and what a join clears."""
    told: list[str] = []
    water = int(change.old["bowl"][change.seat, R.WATER])
    for site in range(int(change.rules["sites"])):
        if change.old["marks"][site] == 0 or change.ends_turn:
            continue
        place = f"the alliance at {site_text(change.options, site)}"
        if change.is_new_mark(site, change.seat):
            price = int(change.rules["join_water"]) if water >= change.rules["join_water"] else 0
            water -= price
            paid = f"for {price} water" if price else "for nothing"
            told.append(f"{change.dog} joins {place} {paid}")
        elif _passed_dry(change, site):
            lack = "water" if water < change.rules["join_water"] else "disk"
            told.append(f"{change.dog} passes {place} without joining: no {lack}, no marker")
        elif change.new["marks"][site] == 0 and change.phase in (R.DRAW, R.PRE_ROLL):
            told.append(f"{place} is gone")
    return told + _cleared(change)


def _passed_dry(change: Change, site: int) -> bool:
    """Whether a site was entered that could not be joined (B3, E22)."""
    entered = int(change.new["used"]) & ~int(change.old["used"])
    if not has(entered, site) or change.rules["is_site"][site] == 0:
        return False
    return change.new["marks"][site] != 0 and not has(int(change.new["marks"][site]), change.seat)


def _cleared(change: Change) -> list[str]:
    """Territories that a join emptied (B15)."""
    joined = [s for s in range(int(change.rules["sites"])) if change.is_new_mark(s, change.seat)]
    if not joined or change.ends_turn:
        return []
    told = []
    for seat in range(int(change.rules["seats"])):
        lost = int(change.old["owned"][seat]) & ~int(change.new["owned"][seat])
        places = [
            territory_text(change.options, territory)
            for territory in range(int(change.rules["territories"]))
            if has(lost, territory)
        ]
        if places:
            told.append(f"the alliance clears {join_and(places)} of {change.name(seat)}")
    return told


def _park_tokens(change: Change) -> list[str]:
    """Bond for passing a dog park (B14)."""
    at_park = any(
        feature >= 0 and change.rules["kind"][int(feature)] == PARK
        for feature in change.rules["touch"][int(change.new["cell"][change.seat])]
    )
    got = change.gained(change.seat, BOND)
    return [f"the dog park gives {change.dog} {got} Bond"] if at_park and got > 0 else []


def _drink(change: Change) -> list[str]:
    """A drink that fills the bowl (E18)."""
    got = change.gained(change.seat, R.WATER)
    if change.phase != R.DRINK or change.rules["drink_mode"] != R.FILL or got <= 0:
        return []
    return [f"{change.dog} drinks {got} water"]


def _was_resupplied_at_once(change: Change) -> bool:
    """Whether the own home was entered, or stopped at, and gave something (E9)."""
    if change.ends_turn or change.new["entered_home"] == 0:
        return False
    is_first = (
        change.old["entered_home"] == 0
        or change.old["cell"][change.seat] != (change.new["cell"][change.seat])
    )
    is_stop = change.phase in WALKING and change.next_phase == R.ACTION
    rose = any(change.gained(change.seat, stock) > 0 for stock in range(R.STOCKS))
    at_home = change.rules["at_home"][int(change.new["cell"][change.seat])]
    return (is_first or is_stop) and rose and at_home == change.new["home"][change.seat]


# Challenges


def _challenge(change: Change) -> list[str]:
    """What is at stake, bids laid open, and who has won."""
    if change.old["quarry"] == R.NO_QUARRY:
        return [_stakes(change)] if change.new["quarry"] != R.NO_QUARRY else []
    if change.phase == R.REVEAL:
        foe = change.name(int(challenges.defender(change.old, change.rules)))
        bids = [int(bid) for bid in change.new["bids"]]
        return [f"the bids: {change.dog} {bids[0]}, {foe} {bids[1]}"]
    if change.phase != R.DICE:
        return _provoked(change)
    if change.new["quarry"] != R.NO_QUARRY and change.next_phase == R.DICE and not change.ends_turn:
        return ["a tie: both roll again"]
    won = _is_won(change)
    if won is None:
        return [f"the challenge of {quarry_words(change.before, change.options)} is over"]
    return [_result(change, won), *(_provoked(change) if won else [])]


def _stakes(change: Change) -> str:
    """A challenge is declared and paid for (C7, C13)."""
    foe = change.name(int(challenges.defender(change.new, change.rules)))
    ties = f"ties go to {foe}" if change.new["clustered"] else "ties are rolled again"
    quarry = quarry_words(change.after, change.options)
    sides = side_words(change.after, change.options)
    return f"{change.dog} against {foe} for {quarry}: {sides}, {ties}"


def _is_won(change: Change) -> bool | None:
    """Whether the attacker won; None where the two positions do not tell."""
    quarry, target = int(change.old["quarry"]), int(change.old["target"])
    if quarry == R.SITE:
        return bool(change.new["marks"][target] == 0)
    if quarry == R.TERRITORY:
        owners = [owner_of(state, change.rules, target) for state in (change.old, change.new)]
        return bool(owners[0] != owners[1])
    if change.new["home_away"][target] > 0:
        return True
    if change.rules["home_revert_turns"] > 0 or change.next_phase == R.DICE:
        return False
    if change.old["home_fort"][target] != change.new["home_fort"][target]:
        return True  # it reverted at once, but bare (N10)
    return None


def _result(change: Change, won: bool) -> str:
    quarry = quarry_words(change.before, change.options)
    sides = side_words(change.before, change.options)
    if won:
        return f"{change.dog} wins the challenge of {quarry}, {sides}"
    grit = change.gained(change.seat, GRIT)
    price = f" and gains {grit} Grit" if grit > 0 and _is_plain(change) else ""
    return f"{change.dog} loses the challenge of {quarry}{price}, {sides}"


def _provoked(change: Change) -> list[str]:
    """Grit for having challenged a Yapper, which may come with the price of a re-claim (C4)."""
    is_due = change.old["provoked"] != 0 or change.phase == R.DICE
    grit = change.gained(change.seat, GRIT)
    if change.old["provoked"] != 0 and change.rules["mod_cap_hard"] == 0:
        grit = int(change.rules["yapper_attacker_grit"])
    if not is_due or grit <= 0 or not _is_plain(change):
        return []
    return [f"a Yapper was challenged: {change.dog} gains {grit} Grit"]


def _is_plain(change: Change) -> bool:
    """Whether nothing else could have changed the attacker's bowl at the end of its turn."""
    if not change.ends_turn:
        return True
    begins_again = change.begins_turn and change.new["seat"] == change.seat
    return not begins_again and not is_resupplied(change.old, change.rules)


# The end of a turn


def _end_of_turn(change: Change) -> list[str]:
    """Resupply at home, and homes that come back (E9, C16)."""
    told = []
    if change.ends_turn and _is_supplied_now(change):
        told.append(f"{change.dog} resupplies at home: {bowl_words(change.new, change.seat)}")
    for home in range(HOMES):
        if change.old["home_away"][home] > 0 and change.new["home_away"][home] == 0:
            resident = int(challenges.resident_of(change.new, change.rules, home))
            told.append(f"{home_text(home)} is {change.name(resident)}'s again")
    return told


def _is_supplied_now(change: Change) -> bool:
    """Whether the turn ended with a resupply that another dog's disk did not block (C17)."""
    holder = int(change.old["home_disk"][int(change.old["home"][change.seat])])
    is_taken = holder not in (change.seat, R.NOBODY_THERE)
    is_blocked = change.rules["home_taken_blocks_resupply"] != 0 and is_taken
    return bool(is_resupplied(change.old, change.rules)) and not is_blocked


# Rounds and turns


def _order(change: Change) -> list[str]:
    """A round whose order is settled (T1, T2)."""
    is_next_round = change.old["rounds"] != change.new["rounds"] or change.phase == R.ORDER
    if not is_next_round or change.next_phase in (R.ORDER, R.FINISHED, R.TIE):
        return []
    number, seats = int(change.new["rounds"]), int(change.rules["seats"])
    if change.rules["turn_order"] == R.FIXED_CCW and number > 1:
        return [f"round {number} begins"]
    order = ", ".join(change.name(int(change.new["order"][place])) for place in range(seats))
    return [f"round {number}, in this order: {order}"]


def _turn(change: Change) -> list[str]:
    """Whose turn it is, with its income (E1, E5, E8), and what a card no longer does (D5)."""
    if not change.begins_turn:
        return []
    seat = int(change.new["seat"])
    told = []
    for field, words in (
        ("no_water", "there is water again"),
        ("no_chance", "the chance spots are open again"),
        ("open_road", "crossings are no longer free"),
    ):
        if change.old[field] and not change.new[field]:
            told.append(words)
    if is_housebound(change.new, change.rules, seat):
        return [*told, f"{change.name(seat)}'s turn: housebound, no income and half a walk"]
    income = stock_words({stock: n for stock, n in _income(change, seat).items() if n > 0})
    return [*told, f"{change.name(seat)}'s turn" + (f": {income}" if income else "")]


def _income(change: Change, seat: int) -> dict[int, int]:
    """Swagger for connected territories, Grit for desperation."""
    if seat != change.seat or not change.ends_turn:
        return {stock: change.gained(seat, stock) for stock in (SWAGGER, GRIT)}
    # The same dog acts last and first: its bowl also shows what the last action did.
    return {SWAGGER: int(swagger_income(change.new, change.rules, seat))}


# The end


def _end(change: Change) -> list[str]:
    """Who has won, and how (T4-T10)."""
    winners = int(change.new["winners"])
    if change.next_phase == R.TIE:
        return [f"{join_and(change.names(winners))} tie, and the lot decides"]
    if change.next_phase != R.FINISHED:
        return []
    who, is_one = join_and(change.names(winners)), ones(winners) == 1
    first = next(seat for seat in range(int(change.rules["seats"])) if has(winners, seat))
    count = int(held_count(change.new, first))
    held = count_of(count, "territory", "territories", zero="0")
    if change.new["ending"] == R.LAST_DOG:
        return [f"{who} wins: no other dog holds a territory"]
    is_late = change.new["ending"] == R.OUT_OF_TIME
    over = f"{int(change.new['rounds'])} rounds are over: " if is_late else ""
    if not is_one:
        return [f"{over}{who} share the win with {held} each"]
    return [f"{over}{who} wins with {held}{_tie_break(change, first, count)}"]


def _tie_break(change: Change, winner: int, count: int) -> str:
    """What decided between dogs with as many territories (T5, T9)."""
    state, rules = change.new, change.rules
    seats = [seat for seat in range(int(rules["seats"])) if seat != winner]
    rivals = [seat for seat in seats if held_count(state, seat) == count]
    if change.phase == R.TIE:
        return " and the lot"
    if not rivals:
        return ""
    tokens = int(own_fort(state, rules, winner))
    if all(own_fort(state, rules, seat) < tokens for seat in rivals):
        return " and more fortify tokens"
    return " and more Swagger"
