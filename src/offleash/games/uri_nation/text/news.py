"""What everybody hears at the table of Uri-Nation beyond the actions themselves.

Both positions are views of one seat, so the news say nothing that it may not know.
"""

from collections.abc import Iterator
from functools import cached_property

from offleash.contract import Records
from offleash.games.uri_nation.deck import Card, card_words, effects_words
from offleash.games.uri_nation.position import Position, bonus_words, plural, status_line
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import BOND, GRIT, MOST_CARDS, SWAGGER
from offleash.games.uri_nation.rules.economy import is_housebound, swagger_income
from offleash.games.uri_nation.rules.places import HOMES, NOWHERE, PARK
from offleash.games.uri_nation.rules.territory import own_fort
from offleash.games.uri_nation.rules.turn import is_resupplied
from offleash.games.uri_nation.text.names import DECK_NAMES, STOCK_NAMES, STOCK_ORDER, home_text
from offleash.games.uri_nation.text.words import bits_of
from offleash.tools.prose import join_and

BETWEEN_TURNS = (R.HOMES_DRAWN, R.ORDER, R.SETUP_CLAIM, R.TIE)
WALKING = (R.ROLL, R.POST_ROLL, R.MOVE, R.DRINK)  # what may lead a dog past something
NO_LONGER = {  # what cards kept up until this turn
    "no_water": "there is water again",
    "no_chance": "the chance spots are open again",
    "open_road": "crossings are no longer free",
}


def news(before: Records, after: Records, options: Records, seat: int) -> list[str]:
    """Return cards, joins, challenges, supplies, turns, rounds and the end."""
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
        is_due = self.ends_turn or self.phase in (R.ORDER, R.SETUP_CLAIM)
        return is_due and self.new.phase in (R.PRE_ROLL, R.ROLL)

    def gained(self, seat: int, stock: int) -> int:
        """Return what a bowl gained, below 0: what it lost."""
        return self.new.stock(seat, stock) - self.old.stock(seat, stock)

    def has_joined(self, site: int) -> bool:
        """Return whether the active dog has a marker at a site where it had none before."""
        return self.new.is_member(self.seat, site) and not self.old.is_member(self.seat, site)


def stock_words(amounts: dict[int, int]) -> str:
    """Return `-1 water, +1 Grit`."""
    return ", ".join(f"{n:+d} {STOCK_NAMES[stock]}" for stock, n in amounts.items() if n)


def bowl_words(position: Position, seat: int) -> str:
    """Return `water 4, Swagger 1, Drive 2, Grit 3, Bond 2`."""
    return ", ".join(f"{STOCK_NAMES[stock]} {position.stock(seat, stock)}" for stock in STOCK_ORDER)


# Setup and cards


def _homes(change: Change) -> Iterator[str]:
    """Yield homes that were drawn by lot (S3)."""
    for seat, home in enumerate(change.new.home):
        if change.phase == R.HOMES_DRAWN and change.old.home[seat] == NOWHERE != home:
            yield f"{change.new.dog(seat)} lives at {home_text(home)}"


def _cards(change: Change) -> Iterator[str]:
    """Yield a card that was drawn, played or discarded, and what it did to the bowls."""
    old, new, seat = change.old, change.new, change.seat
    if change.phase == R.DRAW:
        yield from _draw(change)
    elif change.phase == R.CARD_TARGET:
        yield from _bowls(change, old.card(int(old.state.card)))
    elif change.phase in (R.PRE_ROLL, R.ACTION, R.CARD_DISCARD):
        for number in {*old.hand(seat)} - {*new.hand(seat)}:
            card = old.card(number)
            if change.phase == R.CARD_DISCARD:
                yield f"{change.player} discards {card.name}"
            else:
                yield f"{change.player} plays {card.name} ({effects_words(card)})"
                yield from _bowls(change, card)
    for deck, name in enumerate(DECK_NAMES):
        if int(new.state.pile[deck]) & ~int(old.state.pile[deck]):
            yield f"the {name} deck is reshuffled"


def _draw(change: Change) -> Iterator[str]:
    """Yield what the drawn card is; one that is held is carried out later (D3).

    It is the card that left the pile; of a pile that was reshuffled after it, its last one.
    """
    deck = change.old.deck
    pile = int(change.old.state.pile[deck])
    gone = pile & ~int(change.new.state.pile[deck]) or pile
    number = deck * MOST_CARDS + gone.bit_length() - 1
    card = change.new.card(number)
    if not card.hold:
        yield f"{card.name} ({effects_words(card)})"
        yield from _bowls(change, card)
    elif number in change.new.hand(change.seat):
        yield f"{change.player} holds {card.name} ({card_words(card)})"
    else:
        yield f"{card.name} is discarded: nobody may hold cards"


def _bowls(change: Change, card: Card) -> Iterator[str]:
    """Yield how a card changed the bowls, unless it says exactly that itself."""
    amounts = {
        change.new.dog(seat): stock_words({n: change.gained(seat, n) for n in range(R.STOCKS)})
        for seat in range(change.seats)
    }
    bowls = ", ".join(f"{dog} {words}" for dog, words in amounts.items() if words)
    if bowls and not change.ends_turn and bowls != f"{change.player} {effects_words(card)}":
        yield bowls


# Walks


def _walk(change: Change) -> Iterator[str]:
    """Yield how far the dog goes, and what it walked into."""
    new, player = change.new, change.player
    is_begun = change.phase in (R.PRE_ROLL, R.ROLL, R.POST_ROLL) and new.phase == R.MOVE
    if is_begun and new.steps != new.dice:
        yield f"{player} walks {new.steps} instead of {new.dice}"
    if change.ends_turn:
        return
    yield from _sites(change)
    if change.phase in WALKING:
        bond, water = (change.gained(change.seat, stock) for stock in (BOND, R.WATER))
        if bond > 0 and PARK in new.kinds_at(new.cell(change.seat)):
            yield f"the dog park gives {player} {bond} Bond"  # B14
        if water > 0 and change.phase == R.DRINK and change.options.drink_mode == R.FILL:
            yield f"{player} drinks {water} water"  # E18
    if change.options.resupply_timing == R.IMMEDIATE and _was_resupplied_at_once(change):
        yield f"{player} is resupplied: {bowl_words(new, change.seat)}"


def _sites(change: Change) -> Iterator[str]:
    """Yield alliances that were joined, or passed with a dry bladder, and what a join clears."""
    water, has_joined = change.old.water(change.seat), False
    for site, name in enumerate(change.names.sites):
        if not change.old.marks[site]:
            continue
        place = f"the alliance at {name}"
        if change.has_joined(site):
            has_joined = True
            price = int(change.options.join_water) if water >= change.options.join_water else 0
            water -= price
            paid = f"{price} water" if price else "nothing"
            yield f"{change.player} joins {place} for {paid}"
        elif _passed_dry(change, site):
            lack = "water" if water < change.options.join_water else "disk"
            yield f"{change.player} passes {place} without joining: no {lack}, no marker"
        elif change.new.marks[site] == 0 and change.phase in (R.DRAW, R.PRE_ROLL):
            yield f"{place} is gone"
    for seat in range(change.seats if has_joined else 0):  # B15
        lost = bits_of(change.old.owned[seat] & ~change.new.owned[seat])
        if places := [change.names.territories[territory] for territory in lost]:
            yield f"the alliance clears {join_and(places)} of {change.new.dog(seat)}"


def _passed_dry(change: Change, site: int) -> bool:
    """Return whether a site was entered that could not be joined (B3, E22)."""
    entered = int(change.new.state.used) & ~int(change.old.state.used)
    if not has(entered, site) or change.options.is_site[site] == 0:
        return False
    return change.new.marks[site] != 0 and not change.new.is_member(change.seat, site)


def _was_resupplied_at_once(change: Change) -> bool:
    """Return whether the dog's own home was entered, or stopped at, and gave something (E9)."""
    old, new, cell = change.old, change.new, change.new.cell(change.seat)
    is_home = has(int(change.options.homes_at[cell]), int(new.home[change.seat]))
    if new.state.entered_home == 0 or not is_home:
        return False
    is_first = not old.state.entered_home or old.cell(change.seat) != cell
    is_stop = change.phase in WALKING and new.phase == R.ACTION
    rose = any(change.gained(change.seat, stock) > 0 for stock in range(R.STOCKS))
    return bool((is_first or is_stop) and rose)


# Challenges


def _challenge(change: Change) -> Iterator[str]:
    """Yield what is at stake, bids laid open, and who has won."""
    old, new, player = change.old, change.new, change.player
    if old.state.quarry == R.NO_QUARRY:
        if new.state.quarry != R.NO_QUARRY:  # declared and paid for (C7, C13)
            foe = new.dog(new.defender)
            ties = f"ties go to {foe}" if new.state.clustered else "ties are rolled again"
            yield f"{player} against {foe} for {new.quarry_name}: {bonus_words(new)}, {ties}"
    elif change.phase == R.REVEAL:
        yield f"the bids: {player} {new.bids[0]}, {new.dog(old.defender)} {new.bids[1]}"
    elif change.phase != R.DICE:
        yield from _provoked(change)
    elif new.state.quarry != R.NO_QUARRY and new.phase == R.DICE and not change.ends_turn:
        yield "a tie: both roll again"
    elif (won := _is_won(change)) is None:
        yield f"the challenge of {old.quarry_name} is over"
    elif won:
        yield f"{player} wins the challenge of {old.quarry_name}, {bonus_words(old)}"
        yield from _provoked(change)
    else:
        grit = change.gained(change.seat, GRIT)
        price = f" and gains {grit} Grit" if grit > 0 and _is_plain(change) else ""
        yield f"{player} loses the challenge of {old.quarry_name}{price}, {bonus_words(old)}"


def _is_won(change: Change) -> bool | None:
    """Return whether the attacker won; None where the two positions do not tell."""
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


def _provoked(change: Change) -> Iterator[str]:
    """Yield Grit for challenging a Yapper, which may come with the price of a re-claim (C4)."""
    was_provoked = change.old.state.provoked != 0
    grit = change.gained(change.seat, GRIT)
    if was_provoked and change.options.mod_cap_hard == 0:
        grit = int(change.options.yapper_attacker_grit)
    if (was_provoked or change.phase == R.DICE) and grit > 0 and _is_plain(change):
        yield f"a Yapper was challenged: {change.player} gains {grit} Grit"


def _is_plain(change: Change) -> bool:
    """Return whether nothing else could have changed the attacker's bowl at the end of its turn."""
    if not change.ends_turn:
        return True
    begins_again = change.begins_turn and change.new.walker == change.seat
    return not begins_again and not is_resupplied(change.old.state, change.options)


# The end of a turn


def _end_of_turn(change: Change) -> Iterator[str]:
    """Yield a resupply at home, and homes that come back (E9, C16)."""
    old, new = change.old, change.new
    if change.ends_turn and _is_supplied_now(change):
        yield f"{change.player} resupplies at home: {bowl_words(new, change.seat)}"
    for home in range(HOMES):
        if old.home_away[home] > 0 and new.home_away[home] == 0:
            yield f"{home_text(home)} is {new.dog(new.resident(home))}'s again"


def _is_supplied_now(change: Change) -> bool:
    """Return whether the turn ended with a resupply that another dog's disk did not block (C17)."""
    holder = change.old.home_disk[change.old.home[change.seat]]
    is_taken = holder not in (change.seat, R.NOBODY_THERE)
    is_blocked = change.options.home_taken_blocks_resupply != 0 and is_taken
    return bool(is_resupplied(change.old.state, change.options)) and not is_blocked


# Rounds and turns


def _order(change: Change) -> Iterator[str]:
    """Yield a round whose order is settled (T1, T2)."""
    new = change.new
    is_next_round = change.old.rounds != new.rounds or change.phase == R.ORDER
    if is_next_round and new.phase not in (R.ORDER, R.FINISHED, R.TIE):
        order = ", ".join(new.dog(seat) for seat in new.order[: change.seats])
        is_fixed = change.options.turn_order == R.FIXED_CCW and new.rounds > 1
        yield f"round {new.rounds}" + (" begins" if is_fixed else f", in this order: {order}")


def _turn(change: Change) -> Iterator[str]:
    """Yield whose turn it is, with its income (E1, E5, E8), and what a card no longer does (D5)."""
    if not change.begins_turn:
        return
    for field, sentence in NO_LONGER.items():
        if change.old.state[field] and not change.new.state[field]:
            yield sentence
    seat = change.new.walker
    income = stock_words({stock: n for stock, n in _income(change, seat).items() if n > 0})
    if is_housebound(change.new.state, change.options, seat):
        income = "housebound, no income and half a walk"
    yield f"{change.new.dog(seat)}'s turn" + (f": {income}" if income else "")


def _income(change: Change, seat: int) -> dict[int, int]:
    """Return Swagger for connected territories, Grit for desperation."""
    if seat != change.seat or not change.ends_turn:
        return {stock: change.gained(seat, stock) for stock in (SWAGGER, GRIT)}
    # The same dog acts last and first: its bowl also shows what the last action did.
    return {SWAGGER: int(swagger_income(change.new.state, change.options, seat))}


# The end


def _end(change: Change) -> Iterator[str]:
    """Yield who has won, and how (T4-T10)."""
    new = change.new
    winners = new.members(new.winners)
    dogs = join_and(map(new.dog, winners))
    if new.phase == R.TIE or (new.phase == R.FINISHED and new.ending == R.LAST_DOG):
        yield status_line(new, new.dog)
    elif new.phase == R.FINISHED:
        over = f"{new.rounds} rounds are over: " if new.ending == R.OUT_OF_TIME else ""
        count = plural(new.territory_count(winners[0]), "territory", "territories")
        if len(winners) > 1:
            yield f"{over}{dogs} share the win with {count} each"
        else:
            yield f"{over}{dogs} wins with {count}{_tie_break(change, winners[0])}"


def _tie_break(change: Change, winner: int) -> str:
    """Return what decided between dogs with equally many territories (T5, T9)."""
    new = change.new
    count = new.territory_count(winner)
    seats = [seat for seat in range(new.seats) if new.territory_count(seat) == count]
    tokens = {seat: own_fort(new.state, new.options, seat) for seat in seats if seat != winner}
    if change.phase == R.TIE:
        return " and the lot"
    if not tokens:
        return ""
    is_ahead = max(tokens.values()) < own_fort(new.state, new.options, winner)
    return " and more fortify tokens" if is_ahead else " and more Swagger"
