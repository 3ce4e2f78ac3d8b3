"""From facts to a position: what is written is read, and what is not takes its usual value."""

import re

import numpy as np

from offleash.core.errors import quote
from offleash.core.game import Records
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.places import HOMES, NOWHERE
from offleash.games.uri_nation.rules.setup import RANDOM_HOMES, chosen_home
from offleash.games.uri_nation.text import words
from offleash.games.uri_nation.text.facts import Facts, Key
from offleash.games.uri_nation.text.under_way import read_card, read_challenge, read_walk
from offleash.games.uri_nation.text.written import Written

MOST_STEPS = 999
MOST_EMPTY = 100  # turns that are counted
MOST_ROLLED = 18


def build(facts: Facts, options: Records) -> Records:
    """A position from facts, whether it could be played or not."""
    states = np.zeros(1, R.RECORD)
    said = Written(facts, options)
    _read_turn(states, said)
    for seat in range(R.SEATS):
        _read_dog(states, said, seat)
    _read_streets(states, said)
    _read_bars(states, said)
    _read_order(states, said)
    read_card(states, said)
    read_walk(states, said)
    read_challenge(states, said)
    _read_lasting(states, said)
    return states


def _read_turn(states: Records, said: Written) -> None:
    """Round, turn, phase and how far the turn has gone."""
    options = said.options
    usual_phase = R.MOVE if ("steps", "") in said.facts else R.ROLL
    phase = said.word(("phase", ""), words.PHASES, usual_phase)
    seat = said.one(("turn", ""), said.seats, "dog of this game", 0, 0)
    most_actions = max(int(options["actions_per_turn"][0]), int(options["start_claims"][0]))
    actions = int(options["actions_per_turn"][0])
    if phase in (R.HOMES_DRAWN, R.ORDER, R.TIE, R.FINISHED):
        actions = 0
    elif phase == R.SETUP_CLAIM:
        actions = int(options["start_claims"][0])
    states["phase"], states["seat"], states["decider"] = phase, seat, seat
    states["rounds"] = said.number(("round", ""), 1, int(options["max_rounds"][0]), 1)
    states["actions_left"] = said.number(("actions", ""), 0, most_actions, actions)
    states["acted"] = said.flag(("acted", ""))
    states["dice"] = said.number(("rolled", ""), 0, MOST_ROLLED, 0)
    states["doubles"] = said.flag(("doubles", ""))
    states["tricked"] = said.mask(("tricked", ""), words.numbered(words.TRICKS), "walk trick")
    states["steps"] = said.number(("steps", ""), 0, MOST_STEPS, 0)
    states["moved"] = said.flag(("moved", ""))
    states["entered_home"] = said.flag(("been home", ""))
    states["walk_over"] = said.flag(("walk over", ""))


# Dogs


def _usual_home(states: Records, said: Written, seat: int) -> int:
    """As the options say; where chance gives homes, those of seats in their order."""
    options = said.options[0]
    if int(options["homes"][0]) != RANDOM_HOMES:
        return int(chosen_home(options, seat))
    if int(states["phase"][0]) == R.HOMES_DRAWN:
        return NOWHERE
    return 2 * seat if len(said.dogs) == 2 else seat


def _read_dog(states: Records, said: Written, seat: int) -> None:
    """One dog; seats without one hold nothing and stand nowhere."""
    state, options, names = states[0], said.options, said.names
    state["held"][seat] = R.NO_CARD
    state["home"][seat] = state["cell"][seat] = NOWHERE
    if seat >= len(said.dogs):
        return
    dog = said.dogs[seat]
    labels = {str(home + 1): home for home in range(HOMES)}
    home = said.one((dog, "home"), labels, "home", _usual_home(states, said, seat), NOWHERE)
    usual_cell = NOWHERE if home == NOWHERE else int(options["home_cell"][0][home])
    state["home"][seat] = home
    walkable = names.walkable
    state["cell"][seat] = said.one(
        (dog, "at"), walkable, "cell that a dog can stand on", usual_cell, NOWHERE
    )
    for stock, full in enumerate(words.full_bowl(options, dog)):
        high = full if stock == R.WATER else R.MOST_TOKENS
        state["bowl"][seat][stock] = said.number((dog, words.STOCK_WORDS[stock]), 0, high, full)
    cards = said.several((dog, "holds"), names.cards, "card of these decks")
    if len(cards) > R.MOST_HELD:
        said.refuse((dog, "holds"), f"nobody holds more than {R.MOST_HELD} cards")
    state["held"][seat][: len(cards)] = sorted(cards)
    state["walk_extra"][seat] = said.number((dog, "walk"), -R.MOST_EXTRA, R.MOST_EXTRA, 0)
    state["attack"][seat] = said.number((dog, "attack"), -R.MOST_ATTACK, R.MOST_ATTACK, 0)
    state["skip"][seat] = said.flag((dog, "skip"))
    state["empty_turns"][seat] = said.number((dog, "empty"), 0, MOST_EMPTY, 0)
    state["tricks"][seat] = said.mask((dog, "used"), words.numbered(words.TRICKS), "walk trick")
    for territory, tokens in _owned(said, (dog, "owns")):
        _lay_disk(states, said, (dog, "owns"), territory, seat, tokens)


def _owned(said: Written, key: Key) -> list[tuple[int, int]]:
    """Territories with their fortify tokens: `(2,4)+1 (2,10)`."""
    text = said.facts.get(key, words.NOTHING)
    found = []
    territories = said.names.numbers
    for part in [] if text in (words.NOTHING, "nothing") else text.split():
        place, plus, tokens = part.partition("+")
        if place not in territories:
            said.refuse(key, f"{quote(place)} is no territory of this board")
        found.append((territories[place], _tokens(said, key, tokens) if plus else 0))
    return found


def _tokens(said: Written, key: Key, text: str) -> int:
    most = int(said.options["fortify_max"][0])
    if not re.fullmatch("[0-9]{1,2}", text) or int(text) > most:
        said.refuse(key, f"a territory has at most {most} fortify tokens here")
    return int(text)


def _lay_disk(
    states: Records, said: Written, key: Key, territory: int, seat: int, tokens: int
) -> None:
    state = states[0]
    if any(int(state["owned"][other]) >> territory & 1 for other in range(R.SEATS)):
        said.refuse(key, f"{said.names.territories[territory]} is owned already")
    state["owned"][seat] |= 1 << territory
    state["fort"][territory] = tokens


# Streets


def _read_streets(states: Records, said: Written) -> None:
    """Territories one by one, homes and sites."""
    state = states[0]
    for territory, place in enumerate(said.names.territories):
        text = said.facts.get((place, ""), words.NOTHING)
        if text not in (words.NOTHING, "empty"):
            dog, plus, tokens = text.replace(" ", "").partition("+")
            if dog not in said.seats:
                said.refuse((place, ""), f"{quote(dog)} is no dog of this game")
            count = _tokens(said, (place, ""), tokens) if plus else 0
            _lay_disk(states, said, (place, ""), territory, said.seats[dog], count)
    homes = [int(home) for home in state["home"][: len(said.dogs)]]
    for home in range(HOMES):
        head = f"home {home + 1}"
        most = int(said.options["home_fortify_max"][0])
        longest = max(1, int(said.options["home_revert_turns"][0]))
        away = said.number((head, "away"), 0, longest, 0)
        resident = homes.index(home) if home in homes else R.NOBODY_THERE
        holds_disk = int(said.options["home_challenge"][0]) and not away
        usual = resident if holds_disk else R.NOBODY_THERE
        disk = said.one((head, "disk"), said.seats, "dog of this game", usual, R.NOBODY_THERE)
        state["home_away"][home], state["home_disk"][home] = away, disk
        state["home_fort"][home] = said.number((head, "fort"), 0, most, 0)
    state["founder"][:] = R.NOBODY_THERE
    for number, site in enumerate(said.names.sites):
        if (site, "") in said.facts:
            state["marks"][number], state["founder"][number] = _members(said, (site, ""))


def _members(said: Written, key: Key) -> tuple[int, int]:
    """Who has a marker at a site, as bits, and who initiated: `bruiser* yapper`."""
    parts = said.parts(key) or []
    founders = [part[:-1] for part in parts if part.endswith("*")]
    members = [part.removesuffix("*") for part in parts]
    for member in members:
        if member not in said.seats:
            said.refuse(key, f"{quote(member)} is no dog of this game")
    if len(set(members)) < len(members) or len(founders) != (len(members) > 0):
        said.refuse(key, "one of its dogs, each named once, bears the * of the initiator")
    mask = sum(1 << said.seats[member] for member in members)
    return mask, said.seats[founders[0]] if founders else R.NOBODY_THERE


def _read_bars(states: Records, said: Written) -> None:
    """Alliances that a dog may not break yet: `barred (2,9)x1`."""
    sites = words.numbered(said.names.sites)
    for seat, dog in enumerate(said.dogs):
        key = (dog, "barred")
        for part in said.parts(key) or []:
            match = re.fullmatch(r"(.*?)(?:x([1-9]))?", part)
            place = match[1] if match else ""
            if place not in sites:
                said.refuse(key, f"{quote(place)} is no bond space or park of this board")
            states["barred"][0][sites[place]][seat] = int(match[2] or 1) if match else 1


def _read_order(states: Records, said: Written) -> None:
    """The order of the round; usually who has the turn, then the others by seat."""
    state, seat, count = states[0], int(states["seat"][0]), len(said.dogs)
    is_open = int(state["phase"]) in (R.HOMES_DRAWN, R.ORDER)
    usual = [] if is_open else [(seat + k) % count for k in range(count)]
    order = said.several(("order", ""), said.seats, "dog of this game", usual)
    if not is_open and len(order) != count:
        said.refuse(("order", ""), "it names every dog once")
    state["order"][:] = R.NOBODY_THERE
    state["order"][: len(order)] = order
    state["placed"] = len(order)
    state["turn"] = 0 if is_open else order.index(seat)


# What lasts


def _read_lasting(states: Records, said: Written) -> None:
    """Closed features, who has ever held a territory, and how it ended."""
    state = states[0]
    owners = sum(1 << seat for seat in range(R.SEATS) if state["owned"][seat])
    fields = (("no_water", "no water"), ("no_chance", "no chance"), ("open_road", "open road"))
    for name, head in fields:
        state[name] = said.mask((head, ""), said.seats, "dog of this game")
    key = ("once held", "")
    is_all = said.facts.get(key) == "all"
    once = (1 << len(said.dogs)) - 1 if is_all else said.mask(key, said.seats, "dog of this game")
    state["has_held"] = owners | once
    state["winners"] = said.mask(("winners", ""), said.seats, "dog of this game")
    state["ending"] = said.word(("ending", ""), words.ENDINGS, 0)
