"""What everybody hears at the table of Uri-Nation beyond the actions themselves.

Both positions are views of one seat, so the news say nothing that it may not know.
"""

from functools import cached_property

from offleash.core.game import Records
from offleash.core.prose import join_and
from offleash.games.uri_nation.deck import Card
from offleash.games.uri_nation.position import Position, plural
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import BOND, GRIT, MOST_CARDS, SWAGGER
from offleash.games.uri_nation.rules.economy import is_housebound, swagger_income
from offleash.games.uri_nation.rules.places import HOMES, NOWHERE, PARK
from offleash.games.uri_nation.rules.territory import own_fort
from offleash.games.uri_nation.rules.turn import is_resupplied
from offleash.games.uri_nation.text.card_text import card_words, effects_words
from offleash.games.uri_nation.text.names import DECK_NAMES, STOCK_NAMES, home_text
from offleash.games.uri_nation.text.status_line import bonuses
from offleash.games.uri_nation.text.words import bits_of

BETWEEN_TURNS = (R.HOMES_DRAWN, R.ORDER, R.SETUP_CLAIM, R.TIE)
WALKING = (R.ROLL, R.POST_ROLL, R.MOVE, R.DRINK)  # what may lead a dog past something
NO_LONGER = {  # what cards kept up until this turn
    "no_water": "there is water again",
    "no_chance": "the chance spots are open again",
    "open_road": "crossings are no longer free",
}


def news(before: Records, after: Records, options: Records, seat: int) -> list[str]:
    """Cards, joins, challenges, supplies, turns, rounds and the end."""
    change = Change(Position(before, options), Position(after, options))
    chapters = (_homes, _cards, _walk, _challenge, _end_of_turn, _order, _turn, _end)
    return [line for chapter in chapters for line in chapter(change)]


class Change:
    """Two positions, one action apart, as one seat sees them."""

    def __init__(self, old: Position, new: Position) -> None:
        self.old, self.new = old, new
        self.options, self.seats, self.names = new.options, new.seats, new.names
        self.phase = old.phase  # what was decided
        self.seat = old.walker  # whose turn it was
        self.player = old.dog(self.seat)

    @cached_property
    def ends_turn(self) -> bool:
        """Whether the turn of a dog ended."""
        if self.phase in BETWEEN_TURNS:
            return False
        turns = [(position.rounds, position.state.turn) for position in (self.old, self.new)]
        return turns[0] != turns[1] or self.new.phase in (R.FINISHED, R.TIE)

    @cached_property
    def begins_turn(self) -> bool:
        """Whether the next dog's turn began."""
        if not self.ends_turn and self.phase not in (R.ORDER, R.SETUP_CLAIM):
            return False
        return self.new.phase in (R.PRE_ROLL, R.ROLL)

    def dog(self, seat: int) -> str:
        """A seat by its dog: `the Yapper`."""
        return self.new.dog(seat)

    def gained(self, seat: int, stock: int) -> int:
        """What came into a bowl, below 0: what it lost."""
        return self.new.stock(seat, stock) - self.old.stock(seat, stock)

    def has_joined(self, site: int) -> bool:
        """Whether the active dog has a marker at a site that it had not before."""
        return self.new.is_member(self.seat, site) and not self.old.is_member(self.seat, site)


def stock_words(amounts: dict[int, int]) -> str:
    """`-1 water, +1 Grit`."""
    return ", ".join(f"{n:+d} {STOCK_NAMES[stock]}" for stock, n in amounts.items())


def bowl_words(position: Position, seat: int) -> str:
    """`water 4, Swagger 1, Drive 2, Grit 3, Bond 2`."""
    stocks = (R.WATER, *range(R.STOCKS - 1))
    return ", ".join(f"{STOCK_NAMES[stock]} {position.stock(seat, stock)}" for stock in stocks)


# Setup


def _homes(change: Change) -> list[str]:
    """Homes that were drawn by lot (S3)."""
    if change.phase != R.HOMES_DRAWN:
        return []
    homes = enumerate(zip(change.old.home, change.new.home, strict=True))
    return [
        f"{change.dog(seat)} lives at {home_text(new)}"
        for seat, (old, new) in homes
        if old == NOWHERE and new != NOWHERE
    ]


# Cards


def _cards(change: Change) -> list[str]:
    """A card that was drawn, played or discarded, and what it did to the bowls."""
    lines = []
    if change.phase == R.DRAW:
        lines = _draw(change)
    elif change.phase == R.CARD_TARGET:
        lines = _bowls(change, change.old.card(int(change.old.state.card)))
    elif change.phase in (R.PRE_ROLL, R.ACTION, R.CARD_DISCARD):
        rest = change.new.hand(change.seat)
        for number in change.old.hand(change.seat):
            card = change.old.card(number)
            if number not in rest and change.phase == R.CARD_DISCARD:
                lines = [f"{change.player} discards {card.name}"]
            elif number not in rest:
                plays = f"{change.player} plays {card.name} ({effects_words(card)})"
                lines = [plays, *_bowls(change, card)]
    for deck, name in enumerate(DECK_NAMES):
        if int(change.new.state.pile[deck]) & ~int(change.old.state.pile[deck]):
            lines.append(f"the {name} deck is shuffled anew")
    return lines


def _draw(change: Change) -> list[str]:
    """What the drawn card is; one that is held is carried out later (D3).

    It is the card that left the pile; of a pile that was reshuffled after it, its last one.
    """
    deck = change.old.deck
    pile = int(change.old.state.pile[deck])
    gone = pile & ~int(change.new.state.pile[deck]) or pile
    number = deck * MOST_CARDS + gone.bit_length() - 1
    card = change.new.card(number)
    if not card.hold:
        return [f"{card.name} ({effects_words(card)})", *_bowls(change, card)]
    if number not in change.new.hand(change.seat):
        return [f"{card.name} is discarded: nobody may hold cards"]
    return [f"{change.player} holds {card.name} ({card_words(card)})"]


def _bowls(change: Change, card: Card) -> list[str]:
    """How a card changed the bowls, unless it says exactly that itself."""
    if change.ends_turn:
        return []
    lines = []
    for seat in range(change.seats):
        amounts = {stock: n for stock in range(R.STOCKS) if (n := change.gained(seat, stock))}
        if amounts:
            lines.append(f"{change.dog(seat)} {stock_words(amounts)}")
    if not lines or lines == [f"{change.player} {effects_words(card)}"]:
        return []
    return [", ".join(lines)]


# Walks


def _walk(change: Change) -> list[str]:
    """How far the dog goes, and what it walked into."""
    lines = []
    if change.phase in (R.PRE_ROLL, R.ROLL, R.POST_ROLL) and change.new.phase == R.MOVE:
        steps, dice = change.new.steps, change.new.dice
        if steps != dice:
            lines.append(f"{change.player} walks {steps} instead of {dice}")
    lines += _sites(change)
    if change.phase in WALKING and not change.ends_turn:
        lines += _park_tokens(change) + _drink(change)
    if change.options.resupply_timing == R.IMMEDIATE and _was_resupplied_at_once(change):
        lines.append(f"{change.player} is resupplied: {bowl_words(change.new, change.seat)}")
    return lines


def _sites(change: Change) -> list[str]:
    """Alliances that were joined, or passed with a dry bladder; and what a join clears."""
    lines: list[str] = []
    water = change.old.water(change.seat)
    for site, name in enumerate(change.names.sites):
        if not change.old.marks[site] or change.ends_turn:
            continue
        place = f"the alliance at {name}"
        if change.has_joined(site):
            price = int(change.options.join_water) if water >= change.options.join_water else 0
            water -= price
            paid = f"for {price} water" if price else "for nothing"
            lines.append(f"{change.player} joins {place} {paid}")
        elif _passed_dry(change, site):
            lack = "water" if water < change.options.join_water else "disk"
            lines.append(f"{change.player} passes {place} without joining: no {lack}, no marker")
        elif change.new.marks[site] == 0 and change.phase in (R.DRAW, R.PRE_ROLL):
            lines.append(f"{place} is gone")
    return lines + _cleared(change)


def _passed_dry(change: Change, site: int) -> bool:
    """Whether a site was entered that could not be joined (B3, E22)."""
    entered = int(change.new.state.used) & ~int(change.old.state.used)
    if not has(entered, site) or change.options.is_site[site] == 0:
        return False
    return change.new.marks[site] != 0 and not change.new.is_member(change.seat, site)


def _cleared(change: Change) -> list[str]:
    """Territories that a join emptied (B15)."""
    if change.ends_turn or not any(map(change.has_joined, range(len(change.names.sites)))):
        return []
    lines = []
    for seat in range(change.seats):
        lost = change.old.owned[seat] & ~change.new.owned[seat]
        if places := [change.names.territories[territory] for territory in bits_of(lost)]:
            lines.append(f"the alliance clears {join_and(places)} of {change.dog(seat)}")
    return lines


def _park_tokens(change: Change) -> list[str]:
    """Bond for passing a dog park (B14)."""
    at_park = any(
        feature >= 0 and change.options.kind[feature] == PARK
        for feature in change.options.touch[change.new.cell(change.seat)]
    )
    got = change.gained(change.seat, BOND)
    return [f"the dog park gives {change.player} {got} Bond"] if at_park and got > 0 else []


def _drink(change: Change) -> list[str]:
    """A drink that fills the bowl (E18)."""
    got = change.gained(change.seat, R.WATER)
    if change.phase != R.DRINK or change.options.drink_mode != R.FILL or got <= 0:
        return []
    return [f"{change.player} drinks {got} water"]


def _was_resupplied_at_once(change: Change) -> bool:
    """Whether the dog's own home was entered, or stopped at, and gave something (E9)."""
    if change.ends_turn or change.new.state.entered_home == 0:
        return False
    cell = change.new.cell(change.seat)
    is_first = not change.old.state.entered_home or change.old.cell(change.seat) != cell
    is_stop = change.phase in WALKING and change.new.phase == R.ACTION
    rose = any(change.gained(change.seat, stock) > 0 for stock in range(R.STOCKS))
    at_home = change.options.at_home[cell] == change.new.home[change.seat]
    return bool((is_first or is_stop) and rose and at_home)


# Challenges


def _challenge(change: Change) -> list[str]:
    """What is at stake, bids laid open, and who has won."""
    if change.old.state.quarry == R.NO_QUARRY:
        return [_stakes(change)] if change.new.state.quarry != R.NO_QUARRY else []
    if change.phase == R.REVEAL:
        foe, bids = change.dog(change.old.defender), change.new.bids
        return [f"the bids: {change.player} {bids[0]}, {foe} {bids[1]}"]
    if change.phase != R.DICE:
        return _provoked(change)
    is_open = change.new.state.quarry != R.NO_QUARRY and change.new.phase == R.DICE
    if is_open and not change.ends_turn:
        return ["a tie: both roll again"]
    won = _is_won(change)
    if won is None:
        return [f"the challenge of {change.old.quarry_name} is over"]
    return [_result(change, won), *(_provoked(change) if won else [])]


def _stakes(change: Change) -> str:
    """A challenge is declared and paid for (C7, C13)."""
    foe = change.dog(change.new.defender)
    ties = f"ties go to {foe}" if change.new.state.clustered else "ties are rolled again"
    return (
        f"{change.player} against {foe} for {change.new.quarry_name}: {bonuses(change.new)}, {ties}"
    )


def _is_won(change: Change) -> bool | None:
    """Whether the attacker won; None where the two positions do not tell."""
    quarry, target = int(change.old.state.quarry), change.old.target
    if quarry == R.SITE:
        return change.new.marks[target] == 0
    if quarry == R.TERRITORY:
        return change.old.owner(target) != change.new.owner(target)
    if change.new.home_away[target] > 0:
        return True
    if change.options.home_revert_turns > 0 or change.new.phase == R.DICE:
        return False
    if change.old.home_fort[target] != change.new.home_fort[target]:
        return True  # it reverted at once, but bare (N10)
    return None


def _result(change: Change, won: bool) -> str:
    quarry, sides = change.old.quarry_name, bonuses(change.old)
    if won:
        return f"{change.player} wins the challenge of {quarry}, {sides}"
    grit = change.gained(change.seat, GRIT)
    price = f" and gains {grit} Grit" if grit > 0 and _is_plain(change) else ""
    return f"{change.player} loses the challenge of {quarry}{price}, {sides}"


def _provoked(change: Change) -> list[str]:
    """Grit for having challenged a Yapper, which may come with the price of a re-claim (C4)."""
    is_due = change.old.state.provoked != 0 or change.phase == R.DICE
    grit = change.gained(change.seat, GRIT)
    if change.old.state.provoked != 0 and change.options.mod_cap_hard == 0:
        grit = int(change.options.yapper_attacker_grit)
    if not is_due or grit <= 0 or not _is_plain(change):
        return []
    return [f"a Yapper was challenged: {change.player} gains {grit} Grit"]


def _is_plain(change: Change) -> bool:
    """Whether nothing else could have changed the attacker's bowl at the end of its turn."""
    if not change.ends_turn:
        return True
    begins_again = change.begins_turn and change.new.walker == change.seat
    return not begins_again and not is_resupplied(change.old.state, change.options)


# The end of a turn


def _end_of_turn(change: Change) -> list[str]:
    """Resupply at home, and homes that come back (E9, C16)."""
    lines = []
    if change.ends_turn and _is_supplied_now(change):
        lines.append(f"{change.player} resupplies at home: {bowl_words(change.new, change.seat)}")
    for home in range(HOMES):
        if change.old.home_away[home] > 0 and change.new.home_away[home] == 0:
            resident = change.new.resident(home)
            lines.append(f"{home_text(home)} is {change.dog(resident)}'s again")
    return lines


def _is_supplied_now(change: Change) -> bool:
    """Whether the turn ended with a resupply that another dog's disk did not block (C17)."""
    holder = change.old.home_disk[change.old.home[change.seat]]
    is_taken = holder not in (change.seat, R.NOBODY_THERE)
    is_blocked = change.options.home_taken_blocks_resupply != 0 and is_taken
    return bool(is_resupplied(change.old.state, change.options)) and not is_blocked


# Rounds and turns


def _order(change: Change) -> list[str]:
    """A round whose order is settled (T1, T2)."""
    is_next_round = change.old.rounds != change.new.rounds or change.phase == R.ORDER
    if not is_next_round or change.new.phase in (R.ORDER, R.FINISHED, R.TIE):
        return []
    number = change.new.rounds
    if change.options.turn_order == R.FIXED_CCW and number > 1:
        return [f"round {number} begins"]
    order = ", ".join(change.dog(seat) for seat in change.new.order[: change.seats])
    return [f"round {number}, in this order: {order}"]


def _turn(change: Change) -> list[str]:
    """Whose turn it is, with its income (E1, E5, E8), and what a card no longer does (D5)."""
    if not change.begins_turn:
        return []
    seat = change.new.walker
    lines = [
        sentence
        for field, sentence in NO_LONGER.items()
        if change.old.state[field] and not change.new.state[field]
    ]
    if is_housebound(change.new.state, change.options, seat):
        return [*lines, f"{change.dog(seat)}'s turn: housebound, no income and half a walk"]
    income = stock_words({stock: n for stock, n in _income(change, seat).items() if n > 0})
    return [*lines, f"{change.dog(seat)}'s turn" + (f": {income}" if income else "")]


def _income(change: Change, seat: int) -> dict[int, int]:
    """Swagger for connected territories, Grit for desperation."""
    if seat != change.seat or not change.ends_turn:
        return {stock: change.gained(seat, stock) for stock in (SWAGGER, GRIT)}
    # The same dog acts last and first: its bowl also shows what the last action did.
    return {SWAGGER: int(swagger_income(change.new.state, change.options, seat))}


# The end


def _end(change: Change) -> list[str]:
    """Who has won, and how (T4-T10)."""
    new = change.new
    winners = new.members(new.winners)
    dogs = join_and([new.dog(seat) for seat in winners])
    if new.phase == R.TIE:
        return [f"{dogs} tie, and the lot decides"]
    if new.phase != R.FINISHED:
        return []
    if new.ending == R.LAST_DOG:
        return [f"{dogs} wins: no other dog holds a territory"]
    over = f"{new.rounds} rounds are over: " if new.ending == R.OUT_OF_TIME else ""
    count = plural(new.territory_count(winners[0]), "territory", "territories")
    if len(winners) > 1:
        return [f"{over}{dogs} share the win with {count} each"]
    return [f"{over}{dogs} wins with {count}{_tie_break(change, winners[0])}"]


def _tie_break(change: Change, winner: int) -> str:
    """What decided between dogs with as many territories (T5, T9)."""
    new = change.new
    count = new.territory_count(winner)
    seats = [seat for seat in range(new.seats) if seat != winner]
    rivals = [seat for seat in seats if new.territory_count(seat) == count]
    if change.phase == R.TIE:
        return " and the lot"
    if not rivals:
        return ""
    tokens = {seat: own_fort(new.state, new.options, seat) for seat in (winner, *rivals)}
    if all(tokens[seat] < tokens[winner] for seat in rivals):
        return " and more fortify tokens"
    return " and more Swagger"
