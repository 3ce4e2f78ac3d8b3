"""Builds a position from facts: what the text does not name takes its usual value."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from offleash.contract import Records
from offleash.games.uri_nation.rules import card_words, places, record as R
from offleash.games.uri_nation.rules.challenges import defender, ties_defend
from offleash.games.uri_nation.rules.decks import fill_pile
from offleash.games.uri_nation.rules.economy import most_of
from offleash.games.uri_nation.rules.places import HOMES, NOWHERE
from offleash.games.uri_nation.rules.setup import RANDOM_HOMES, chosen_home
from offleash.games.uri_nation.rules.territory import leaders, owner_of
from offleash.games.uri_nation.text import words as W
from offleash.games.uri_nation.text.facts import Facts
from offleash.tools.errors import BadNotation, quote

MOST_STEPS = 999
MOST_EMPTY = 100  # turns that are counted
MOST_ROLLED = 18

# What a name is not, in refusals
DOG = "dog of this game"
CELL = "cell that a dog can stand on"
CARD = "card of these decks"


class FactReader:
    """The facts of a text by head and word, `yapper drive`; what it does not name is as usual.

    Every method raises BadNotation for a fact that it can't read.
    """

    def __init__(self, facts: Facts, options: Records) -> None:
        self.facts = {" ".join(key).strip(): text.lower() for key, text in facts.items()}
        self.options: Any = options[0]
        self.names, self.dogs = W.names_of(options), W.dogs_of(options)
        self.seats = {dog: seat for seat, dog in enumerate(self.dogs)}

    def refuse(self, key: str, problem: str) -> NoReturn:
        clause = f"{key} {self.facts.get(key, '')}".strip()
        raise BadNotation(f"{quote(clause)} is wrong: {problem}")

    def lookup(self, key: str, name: str, known: Mapping[str, int], noun: str) -> int:
        """Return the number of a thing that is known."""
        if name not in known:
            self.refuse(key, f"{quote(name)} is not a {noun}")
        return known[name]

    def number(self, key: str, low: int, high: int, usual: int) -> int:
        text = self.facts.get(key, str(usual))
        if not re.fullmatch("[+-]?[0-9]{1,6}", text) or not low <= int(text) <= high:
            self.refuse(key, f"it goes from {low} to {high}")
        return int(text)

    def word(self, key: str, words: Sequence[str], usual: int) -> int:
        """Return which of several words is written."""
        text = self.facts.get(key, words[usual])
        if text not in words:
            self.refuse(key, f"it is {' or '.join(words)}")
        return words.index(text)

    def flag(self, key: str, usual: bool = False) -> int:
        return self.word(key, ("no", "yes"), int(usual))

    def one(self, key: str, known: Mapping[str, int], noun: str, usual: int, none: int = -1) -> int:
        """Return one of the things that are known, or nothing."""
        text = self.facts.get(key)
        if text is None:
            return usual
        return none if text == W.NOTHING else self.lookup(key, text, known, noun)

    def seat(self, key: str, usual: int, none: int = -1) -> int:
        """Return the seat of a dog."""
        return self.one(key, self.seats, DOG, usual, none)

    def cell(self, key: str, usual: int = -1) -> int:
        """Return a cell where a dog can stand."""
        return self.one(key, self.names.walkable, CELL, usual)

    def parts(self, key: str) -> list[str] | None:
        """Return the parts of a list; `-` is an empty one."""
        text = self.facts.get(key)
        return text if text is None else [] if text == W.NOTHING else text.replace("+", " ").split()

    def several(
        self, key: str, known: Mapping[str, int], noun: str, usual: Sequence[int] = ()
    ) -> list[int]:
        """Return any number of the things that are known, each once."""
        parts = self.parts(key)
        if parts is None:
            return list(usual)
        numbers = [self.lookup(key, part, known, noun) for part in parts]
        if len(set(numbers)) < len(numbers):
            self.refuse(key, "something in it is written twice")
        return numbers

    def mask(self, key: str, known: Mapping[str, int], noun: str, usual: Sequence[int] = ()) -> int:
        """Return the things that are named, as bits."""
        return sum(1 << bit for bit in self.several(key, known, noun, usual))

    def seat_mask(self, key: str, usual: Sequence[int] = ()) -> int:
        """Return the seats of some dogs, as bits."""
        return self.mask(key, self.seats, DOG, usual)

    def tricks(self, key: str) -> int:
        """Walk tricks, as bits."""
        return self.mask(key, W.numbered(W.TRICKS), "walk trick")


def build(facts: Facts, options: Records) -> Records:
    """Return a position from facts, whether or not it could be played."""
    states = np.zeros(1, R.RECORD)
    state, reader = states[0], FactReader(facts, options)
    _read_turn(state, reader)
    for seat in range(R.SEATS):
        _read_dog(state, reader, seat)
    _read_streets(state, reader)
    _read_order(state, reader)
    _read_card(state, reader)
    _read_walk(state, reader)
    _read_challenge(state, reader)
    _read_lasting(state, reader)
    return states


def _read_turn(state: Any, reader: FactReader) -> None:
    """Read round, turn, phase and how far the turn has gone."""
    options = reader.options
    phase = reader.word("phase", W.PHASES, R.MOVE if "steps" in reader.facts else R.ROLL)
    seat = reader.seat("turn", 0, 0)
    most_actions = max(int(options.actions_per_turn), int(options.start_claims))
    actions = int(options.start_claims if phase == R.SETUP_CLAIM else options.actions_per_turn)
    if phase in (R.HOMES_DRAWN, R.ORDER, R.TIE, R.FINISHED):
        actions = 0
    state.phase, state.seat, state.decider = phase, seat, seat
    state.rounds = reader.number("round", 1, int(options.last_round), 1)
    state.actions_left = reader.number("actions", 0, most_actions, actions)
    state.acted = reader.flag("acted")
    state.dice = reader.number("rolled", 0, MOST_ROLLED, 0)
    state.doubles = reader.flag("doubles")
    state.tricked = reader.tricks("tricked")
    state.steps = reader.number("steps", 0, MOST_STEPS, 0)
    state.moved = reader.flag("moved")
    state.entered_home = reader.flag("been home")
    state.walk_over = reader.flag("walk over")


# Dogs


def _usual_home(state: Any, reader: FactReader, seat: int) -> int:
    """Return the home that options say; where chance gives homes, seats take them in order."""
    options = reader.options
    if options.homes[0] != RANDOM_HOMES:
        return int(chosen_home(options, seat))
    if state.phase == R.HOMES_DRAWN:
        return NOWHERE
    return 2 * seat if len(reader.dogs) == 2 else seat


def _read_dog(state: Any, reader: FactReader, seat: int) -> None:
    """Read one dog; seats without one hold nothing and stand nowhere."""
    options = reader.options
    state.held[seat] = R.NO_CARD
    state.home[seat] = state.cell[seat] = NOWHERE
    if seat >= len(reader.dogs):
        return
    dog = reader.dogs[seat]
    labels = {str(home + 1): home for home in range(HOMES)}
    home = reader.one(f"{dog} home", labels, "home", _usual_home(state, reader, seat), NOWHERE)
    usual_cell = NOWHERE if home == NOWHERE else int(options.home_cell[home])
    state.home[seat] = home
    state.cell[seat] = reader.cell(f"{dog} at", usual_cell)
    for stock, word in enumerate(W.STOCK_WORDS):
        full = int(most_of(options, seat, stock))
        high = full if stock == R.WATER else R.MOST_TOKENS
        state.bowl[seat][stock] = reader.number(f"{dog} {word}", 0, high, full)
    cards = reader.several(f"{dog} holds", reader.names.cards, CARD)
    if len(cards) > R.MOST_HELD:
        reader.refuse(f"{dog} holds", f"nobody holds more than {R.MOST_HELD} cards")
    state.held[seat][: len(cards)] = sorted(cards)
    state.walk_extra[seat] = reader.number(f"{dog} walk", -R.MOST_EXTRA, R.MOST_EXTRA, 0)
    state.attack[seat] = reader.number(f"{dog} attack", -R.MOST_ATTACK, R.MOST_ATTACK, 0)
    state.skip[seat] = reader.flag(f"{dog} skip")
    state.empty_turns[seat] = reader.number(f"{dog} empty", 0, MOST_EMPTY, 0)
    state.tricks[seat] = reader.tricks(f"{dog} used")
    sites, key = W.numbered(reader.names.sites), f"{dog} barred"
    for part in reader.parts(key) or []:  # alliances that it may not break yet: `(2,9)x1`
        place, *turns = re.split("x(?=[1-9]$)", part)
        site = reader.lookup(key, place, sites, "bond space or park of this board")
        state.barred[site][seat] = int(turns[0]) if turns else 1


# Streets


def _read_streets(state: Any, reader: FactReader) -> None:
    """Read disks with their fortify tokens, homes and sites."""
    for key, territory, seat, tokens in _disks(reader):
        if any(int(owned) >> territory & 1 for owned in state.owned):
            reader.refuse(key, f"{reader.names.territories[territory]} is owned already")
        state.owned[seat] |= 1 << territory
        state.fort[territory] = tokens
    options, homes = reader.options, state.home[: len(reader.dogs)].tolist()
    most, longest = int(options.home_fortify_max), max(1, int(options.home_revert_turns))
    for home in range(HOMES):
        head = f"home {home + 1}"
        away = reader.number(f"{head} away", 0, longest, 0)
        has_disk = home in homes and options.home_challenge and not away
        usual = homes.index(home) if has_disk else R.NOBODY_THERE
        disk = reader.seat(f"{head} disk", usual, R.NOBODY_THERE)
        state.home_away[home], state.home_disk[home] = away, disk
        state.home_fort[home] = reader.number(f"{head} fort", 0, most, 0)
    state.founder[:] = R.NOBODY_THERE
    for number, site in enumerate(reader.names.sites):
        if site in reader.facts:
            state.marks[number], state.founder[number] = _members(reader, site)


def _disks(reader: FactReader) -> Iterator[tuple[str, int, int, int]]:
    """Yield the fact about each disk, its territory, owner and tokens: `yapper owns (2,4)+1`."""
    territories = reader.names.numbers
    for dog in reader.dogs:
        key = f"{dog} owns"
        text = reader.facts.get(key, W.NOTHING)
        for part in [] if text in (W.NOTHING, "nothing") else text.split():
            place, tokens = _split_tokens(reader, key, part)
            territory = reader.lookup(key, place, territories, "territory of this board")
            yield key, territory, reader.seats[dog], tokens
    for place, territory in territories.items():
        text = reader.facts.get(place, W.NOTHING)
        if text not in (W.NOTHING, "empty"):
            dog, tokens = _split_tokens(reader, place, text.replace(" ", ""))
            yield place, territory, reader.lookup(place, dog, reader.seats, DOG), tokens


def _split_tokens(reader: FactReader, key: str, text: str) -> tuple[str, int]:
    """Return what stands before the fortify tokens, and how many these are: `(2,4)+1`."""
    name, plus, tokens = text.partition("+")
    most = int(reader.options.fortify_max)
    if plus and (not re.fullmatch("[0-9]{1,2}", tokens) or int(tokens) > most):
        reader.refuse(key, f"a territory has at most {most} fortify tokens here")
    return name, int(tokens or 0)


def _members(reader: FactReader, key: str) -> tuple[int, int]:
    """Return who has a marker at a site, as bits, and who initiated: `bruiser* yapper`."""
    parts = reader.parts(key) or []
    seats = [reader.lookup(key, part.removesuffix("*"), reader.seats, DOG) for part in parts]
    founders = [seat for seat, part in zip(seats, parts, strict=True) if part.endswith("*")]
    if len(set(seats)) < len(seats) or len(founders) != (len(seats) > 0):
        reader.refuse(key, "one of its dogs, each named once, bears the * of the initiator")
    mask = sum(1 << seat for seat in seats)
    return mask, founders[0] if founders else R.NOBODY_THERE


def _read_order(state: Any, reader: FactReader) -> None:
    """Read the order of the round: usually the dog whose turn it is, then the others by seat."""
    seat, count = int(state.seat), len(reader.dogs)
    is_open = state.phase in (R.HOMES_DRAWN, R.ORDER)
    usual = [] if is_open else [(seat + k) % count for k in range(count)]
    order = reader.several("order", reader.seats, DOG, usual)
    if not is_open and len(order) != count:
        reader.refuse("order", "it names every dog once")
    state.order[:] = R.NOBODY_THERE
    state.order[: len(order)] = order
    state.placed = len(order)
    state.turn = 0 if is_open else order.index(seat)


# Cards, walks, challenges and what lasts


def _read_card(state: Any, reader: FactReader) -> None:
    """Read the card that waits for a target, for whom, and the piles that are left."""
    options = reader.options
    is_waiting = state.phase == R.CARD_TARGET
    card = reader.one("card", reader.names.cards, CARD, R.NO_CARD, R.NO_CARD)
    state.card = card
    state.effect = reader.number("card effect", 1, card_words.MOST_EFFECTS, 1) - 1
    chooser = reader.seat("card for", int(state.seat))
    if is_waiting and chooser in state.order:
        behind = list(state.order).index(chooser) - int(state.turn)
        state.whom = behind % len(reader.dogs) + 1
        state.decider = chooser
    state.window = reader.word("card before", W.WINDOWS, R.IN_WALK)
    most = int(leaders(state, options)) if is_waiting else 0
    state.most = reader.seat_mask("card most", W.bits_of(most))
    for deck in range(card_words.DECKS):
        fill_pile(state, options, deck)
    gone = {*reader.several("out", reader.names.cards, CARD), card} - {R.NO_CARD}
    for deck, number in (divmod(n, card_words.MOST_CARDS) for n in gone):
        state.pile[deck] &= ~(1 << number)


def _read_walk(state: Any, reader: FactReader) -> None:
    """Read where the walk has been, and which of the cell's features has been met."""
    cell = int(state.cell[state.seat])
    state.came, state.left = reader.cell("came"), reader.cell("left")
    in_walk = state.phase in W.WALKING and state.window == R.IN_WALK and cell != NOWHERE
    for visit in reader.several("visited", reader.names.walkable, CELL, [cell] if in_walk else []):
        state.trail[visit // R.TRAIL_BITS] |= 1 << visit % R.TRAIL_BITS
    state.deck = reader.word("deck", W.DECK_WORDS, 0)
    met, feature = _feature_met(state, reader)
    state.cursor = reader.number("met", 0, places.BESIDE, met)
    noun = "bond space, park, chance, events or water"
    usual = [] if feature == NOWHERE else [feature]
    state.used = reader.mask("triggered", reader.names.features, noun, usual)


def _feature_met(state: Any, reader: FactReader) -> tuple[int, int]:
    """Return the feature that a drink or draw belongs to, and its place in the cell's, from 1."""
    options = reader.options
    phase, cell = int(state.phase), int(state.cell[state.seat])
    if phase not in (R.DRINK, R.DRAW) or cell == NOWHERE:
        return 0, NOWHERE
    deck = int(state.deck) if phase == R.DRAW else 0
    kinds = {card_words.CHANCE_DECK: places.CHANCE, card_words.EVENT_DECK: places.EVENTS}
    for met, feature in enumerate(options.touch[cell], 1):
        if feature != NOWHERE and options.kind[feature] == kinds.get(deck, places.WATER):
            return met, int(feature)
    return 0, NOWHERE


def _read_challenge(state: Any, reader: FactReader) -> None:
    """Read what is challenged, bids, and the patrol under way."""
    options, names = reader.options, reader.names
    kinds = {R.TERRITORY: names.territories, R.HOME: names.homes, R.SITE: names.sites}
    quarries = {place: (kind, n) for kind in kinds for n, place in enumerate(kinds[kind])}
    key = "challenge"
    text = reader.facts.get(key, W.NOTHING)
    if text != W.NOTHING and text not in quarries:
        reader.refuse(key, f"{quote(text)} is not a territory, home or site of this board")
    quarry, target = quarries.get(text, (R.NO_QUARRY, 0))
    state.quarry, state.target = quarry, target
    is_held = quarry != R.TERRITORY or owner_of(state, options, target) != R.NOBODY_THERE
    is_clustered = quarry != R.NO_QUARRY and is_held and state.phase in W.FIGHTING
    usual = is_clustered and bool(ties_defend(state, options, quarry, target))
    state.clustered = reader.flag("challenge clustered", usual)
    state.provoked = reader.flag("challenge provoked")
    state.bids[:] = _bids(reader)
    if state.phase == R.BID_DEF and quarry in (R.TERRITORY, R.HOME) and is_held:
        state.decider = defender(state, options)
    beats = {**names.numbers, names.homes[state.home[state.seat]]: R.HOME_BIT}
    state.patrolled = reader.mask("patrolled", beats, "territory or own home")


def _bids(reader: FactReader) -> list[int]:
    """Return `2 ?`: what the attacker and the defender bid."""
    key = "challenge bids"
    parts = reader.facts.get(key, "- -").split()
    blanks = {W.NOTHING: R.NO_BID, "?": R.UNKNOWN}
    for part in parts:
        if part not in blanks and not (
            re.fullmatch("[0-9]{1,2}", part) and int(part) <= R.MOST_WATER
        ):
            reader.refuse(key, f"{quote(part)} is not a bid from 0 to {R.MOST_WATER}, ? or -")
    if len(parts) > 2:
        reader.refuse(key, "there are two of them, the attacker's and the defender's")
    parts += [W.NOTHING] * (2 - len(parts))
    return [blanks[part] if part in blanks else int(part) for part in parts]


def _read_lasting(state: Any, reader: FactReader) -> None:
    """Read closed features, who has ever held a territory, and how the game ended."""
    owners = sum(1 << seat for seat in range(R.SEATS) if state.owned[seat])
    for name in ("no_water", "no_chance", "open_road"):
        state[name] = reader.seat_mask(name.replace("_", " "))
    is_all = reader.facts.get("once held") == "all"
    once = (1 << len(reader.dogs)) - 1 if is_all else reader.seat_mask("once held")
    state.has_held = owners | once
    state.winners = reader.seat_mask("winners")
    state.ending = reader.word("ending", W.ENDINGS, 0)
