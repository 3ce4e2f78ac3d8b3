"""The engine and the naive twin side by side: options, actions and positions in one language.

Both sides are turned into plain dicts and texts, and those are compared. Of the engine only the
record's fields and the texts of actions are used here, never its rules.
"""

import numpy as np

import offleash
from offleash.contract.option_texts import store_text, stored_text
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.uri_nation.deck import DECK_OPTIONS, deck_of
from offleash.games.uri_nation.options import OPTION_LIST
from offleash.games.uri_nation.rules import record as r
from offleash.games.uri_nation.rules.card_words import MOST_CARDS
from offleash.games.uri_nation.rules.places import MOST_SITES, NOWHERE
from tests.games.uri_nation import naive
from tests.games.uri_nation.naive.table import ARCHETYPES, HOMES_FOR, TOKENS

game = offleash.load_game("uri-nation")
work, out, weights = game.new_work(), game.new_out(), game.new_chances()
tally = game.new_tally()  # unread: without one the rules would be compiled once more

DECKS = ("water", "chance", "events")
LONG_NAMES = dict(zip(DECKS, DECK_OPTIONS, strict=True))
PHASES = {
    r.HOMES_DRAWN: "home",
    r.ORDER: "order",
    r.SETUP_CLAIM: "setup_claim",
    r.PRE_ROLL: "pre_roll",
    r.ROLL: "roll",
    r.POST_ROLL: "post_roll",
    r.MOVE: "move",
    r.DRINK: "drink",
    r.DRAW: "draw",
    r.CARD_TARGET: "card_target",
    r.CARD_DISCARD: "card_discard",
    r.ACTION: "action",
    r.BID_ATT: "bid_att",
    r.BID_DEF: "bid_def",
    r.REVEAL: "reveal",
    r.DICE: "dice",
    r.RECLAIM: "reclaim",
    r.PATROL: "patrol",
    r.TIE: "winner",
    r.FINISHED: "over",
}
WALKING = ("move", "drink")
ON_THE_WAY = (*WALKING, "draw", "card_target", "card_discard")
FIGHTING = ("bid_att", "bid_def", "reveal", "dice", "reclaim")
ACTING = ("action", "patrol", *FIGHTING)
TRICKS = {
    "leash": r.LEASH,
    "zoomies": r.ZOOMIES,
    "distracted": r.DISTRACTED,
    "sniff": r.SNIFF,
    "patrol": r.PATROLS,
    "leg": r.LEG_DAY,
}
QUARRIES = {r.TERRITORY: "territory", r.HOME: "home", r.SITE: "bond"}
ENDINGS = {
    r.UNDECIDED: "",
    r.BY_THRESHOLD: "territories",
    r.LAST_DOG: "last dog",
    r.OUT_OF_TIME: "time",
}


# Options and decks


def naive_value(option, text):
    """An option as the twin takes it, from the text a person would write."""
    plain = naive.preset("1.4").get(option.name)
    if isinstance(plain, bool):
        return {"true": True, "false": False, "on": True, "off": False}[text]
    if isinstance(plain, str):
        return text
    return None if text == "none" else int(text)


def fed(options):
    """The twin's table for the engine's options."""
    settings = {}
    for option in OPTION_LIST:
        value = options[option.name][0]
        if option.name.startswith("mod_max_"):
            most = settings.setdefault("mod_max", {})
            most[option.name.removeprefix("mod_max_")] = tuple(map(int, value))
        elif option.name == "water_cap":
            settings["water_cap"] = dict(zip(ARCHETYPES, map(int, value), strict=True))
        elif option.name not in ("archetypes", "homes", "board", *DECK_OPTIONS):
            settings[option.name] = naive_value(option, option.format(value))
    seats = settings["seats"]
    homes = [int(number) for number in options["homes"][0]]
    settings["archetypes"] = [ARCHETYPES[number] for number in options["archetypes"][0][:seats]]
    usual, seat_homes = HOMES_FOR[seats], [number + 1 for number in homes[:seats]]
    settings["homes"] = {-1: usual, -2: "random"}.get(homes[0], seat_homes)
    decks = {
        deck: plain_deck(deck_of(options, deck_number)) for deck_number, deck in enumerate(DECKS)
    }
    return naive.Table(stored_text(options["board"][0]), decks, naive.preset("1.4", **settings))


def plain_deck(cards):
    return [{"id": card.id, "hold": card.hold, "fx": plain_effects(card.text)} for card in cards]


def plain_effects(text):
    """`all: water -1; tok grit +1` as [who, op, …] lists."""
    effects = []
    for part in text.split(";"):
        target, _, words = part.rpartition(":")
        effect = [int(w) if w.lstrip("+-").isdigit() else w for w in words.split()]
        effects.append([target.strip() or "me", *effect])
    return effects


def store_deck(cards):
    """A deck of the twin's kind as the value of an option."""
    lines = []
    for card in cards:
        effects = "; ".join(f"{target}: " + " ".join(map(signed, fx)) for target, *fx in card["fx"])
        lines += ["[[card]]", f'id = "{card["id"]}"', 'category = "any"', 'name = "a card"']
        lines += [f'effects = "{effects}"']
        lines += [f'hold = "{card["hold"]}"'] if card.get("hold") else []
    return store_file("\n".join(lines) + "\n")


def signed(word):
    return f"{word:+}" if isinstance(word, int) else word


def store_file(text):
    return f"@{store_text(text):016x}"


# Places by number


class Map:
    """The engine's numbers of places and cards, in words."""

    def __init__(self, table):
        self.board = table.board
        self.cells = sorted(self.board.walkable)
        self.territories = self.board.territories
        self.sites = self.board.all_of("BP")
        self.spots = self.board.all_of("CEW")
        self.homes = [self.board.homes[label] for label in (1, 2, 3, 4)]
        self.cards = [table.decks[deck] for deck in DECKS]

    def card(self, number):
        return self.cards[number // MOST_CARDS][number % MOST_CARDS]

    def card_number(self, card):
        deck = next(k for k, cards in enumerate(self.cards) if card in cards)
        return deck * MOST_CARDS + self.cards[deck].index(card)

    def cell(self, number):
        return None if number == NOWHERE else self.cells[number]


# Positions as dicts


def bits(mask, things):
    return {thing for k, thing in enumerate(things) if int(mask) >> k & 1}


def engine_view(t, places, state):
    """What the engine's record says, in the twin's words."""
    seats = t.seats
    phase = PHASES[int(state["phase"])]
    view = {"phase": phase, "round": int(state["rounds"])}
    for seat in seats:
        view[f"dog {seat}"] = engine_dog(places, state, seat)
    view |= engine_board(places, state, seats)
    lasting = {"close water": "no_water", "close chance": "no_chance", "free_cross": "open_road"}
    view["lasting"] = {
        (effect, seat) for effect, field in lasting.items() for seat in bits(state[field], seats)
    }
    view["order"] = [int(seat) for seat in state["order"] if seat >= 0]
    if phase not in ("home", "order"):
        view["turn"] = int(state["turn"])
    view |= engine_turn(t, places, state, phase)
    if phase in ("winner", "over"):
        view["winners"] = bits(state["winners"], seats)
        view["ended"] = ENDINGS[int(state["ending"])]
    return view


def engine_dog(places, state, seat):
    bowl = [int(n) for n in state["bowl"][seat]]
    barred = {site: int(n) for site, n in zip(places.sites, state["barred"][:, seat], strict=False)}
    return {
        "cell": places.cell(int(state["cell"][seat])),
        "tokens": dict(zip(TOKENS, bowl, strict=False)),
        "water": bowl[r.WATER],
        "held_cards": {places.card(int(card)) for card in state["held"][seat] if card != r.NO_CARD},
        "walk": int(state["walk_extra"][seat]),
        "attack": int(state["attack"][seat]),
        "skip": bool(state["skip"][seat]),
        "dry_turns": int(state["empty_turns"][seat]),
        "tricks": {trick for trick, bit in TRICKS.items() if int(state["tricks"][seat]) & bit},
        "barred": {site: n for site, n in barred.items() if n},
        "has_held": bool(int(state["has_held"]) >> seat & 1),
        "home": int(state["home"][seat]) + 1 if state["cell"][seat] >= 0 else None,
    }


def engine_board(places, state, seats):
    owner = {t: seat for seat in seats for t in bits(state["owned"][seat], places.territories)}
    forts = dict(zip(places.territories, map(int, state["fort"]), strict=False))
    marks = {
        site: bits(mask, seats) for site, mask in zip(places.sites, state["marks"], strict=False)
    }
    founders = dict(zip(places.sites, map(int, state["founder"]), strict=False))
    dogs = [seat for seat in seats if state["cell"][seat] >= 0]
    home_of = {seat: int(state["home"][seat]) for seat in dogs}
    return {
        "owner": owner,
        "fort": {t: n for t, n in forts.items() if n},
        "markers": {site: seated for site, seated in marks.items() if seated},
        "initiator": {site: seat for site, seat in founders.items() if seat >= 0},
        "home_disk": {seat: int(state["home_disk"][home]) for seat, home in home_of.items()},
        "home_fort": {
            seat: int(state["home_fort"][home])
            for seat, home in home_of.items()
            if state["home_fort"][home]
        },
        "home_wait": {
            seat: int(state["home_away"][home])
            for seat, home in home_of.items()
            if state["home_away"][home]
        },
        "piles": {deck: bits(state["pile"][k], places.cards[k]) for k, deck in enumerate(DECKS)},
    }


def engine_turn(t, places, state, phase):
    view = {}
    if phase in WALKING:
        trail = 0
        for k, word in enumerate(state["trail"]):
            trail |= int(word) << (k * r.TRAIL_BITS)
        view["visited"] = bits(trail, places.cells)
        view["steps"] = int(state["steps"])
        view["came_from"] = places.cell(int(state["came"]))
        view["moved"] = bool(state["moved"])
    if phase in WALKING:
        sites = bits(state["used"], places.sites) & {*t.sites, *t.board.all_of("P")}
        view["triggered"] = sites | bits(int(state["used"]) >> MOST_SITES, places.spots)
    if phase in (*WALKING, *ACTING):
        view["home_entered"] = bool(state["entered_home"])
    if phase == "post_roll":
        view["dice"] = int(state["dice"]), bool(state["doubles"])
    if phase in ("post_roll", "move"):
        view["turn_tricks"] = {x for x, bit in TRICKS.items() if int(state["tricked"]) & bit}
    if phase == "action":
        view["actions"] = int(state["actions_left"])
    if phase == "patrol":
        patrolled = int(state["patrolled"])
        view["patrolled"] = bits(patrolled, places.territories)
        if patrolled >> r.HOME_BIT & 1:
            view["patrolled"] |= {places.homes[int(state["home"][int(state["seat"])])]}
    if phase in FIGHTING:
        view |= engine_fight(places, state, phase)
    return view


def engine_fight(places, state, phase):
    kind = QUARRIES[int(state["quarry"])]
    targets = {"territory": places.territories, "home": places.homes, "bond": places.sites}
    fight = {"kind": kind, "target": targets[kind][int(state["target"])]}
    if phase != "reclaim":
        fight["ties lose"] = bool(state["clustered"])
        fight["bids"] = [None if bid == r.NO_BID else int(bid) for bid in state["bids"]]
    return {"challenge": fight}


def naive_view(t, s):
    """The same of the twin's position."""
    view = {"phase": s.phase, "round": max(1, s.round)}
    for seat, dog in enumerate(s.dogs):
        view[f"dog {seat}"] = {**vars(dog)}
    for key in ("owner", "fort", "markers", "initiator", "home_fort", "piles"):
        view[key] = getattr(s, key)
    # A home that reverts at once (N10) still counts as lost while the re-claim is decided.
    view["home_wait"] = {seat: max(1, turns) for seat, turns in s.home_wait.items()}
    seated = [seat for seat, dog in enumerate(s.dogs) if dog.cell is not None]
    holders = {seat: s.home_disk.get(seat) for seat in seated}
    view["home_disk"] = {seat: -1 if holder is None else holder for seat, holder in holders.items()}
    view["lasting"], view["order"] = s.lasting, s.order
    if s.phase not in ("home", "order"):
        view["turn"] = s.turn
    if s.phase in WALKING:
        for key in ("visited", "steps", "came_from", "moved"):
            view[key] = getattr(s, key)
        view["triggered"] = s.triggered - set(t.board.homes.values())
    if s.phase in (*WALKING, *ACTING):
        view["home_entered"] = s.home_entered
    if s.phase == "post_roll":
        view["dice"] = sum(s.dice), len(set(s.dice)) < len(s.dice)
    if s.phase in ("post_roll", "move"):
        view["turn_tricks"] = s.turn_tricks
    if s.phase == "action":
        view["actions"] = s.actions
    if s.phase == "patrol":
        view["patrolled"] = s.patrolled
    if s.phase in FIGHTING:
        fight = s.challenge
        view["challenge"] = {"kind": fight.kind, "target": fight.target}
        if s.phase != "reclaim":
            ties = fight.cluster or (t.tie_rule == "defender" and fight.kind != "bond")
            view["challenge"] |= {"ties lose": ties, "bids": [fight.bid_att, fight.bid_def]}
    if s.phase in ("winner", "over"):
        view["winners"] = set(s.tied if s.phase == "winner" else s.result)
        view["ended"] = s.ended
    return view


# Both sides at once


class Pair:
    """One game on both sides, compared after every action."""

    def __init__(self, options):
        self.options, self.table = options, fed(options)
        self.places = Map(self.table)
        self.states = game.new_state(options)
        self.twin = naive.start(self.table)
        self.history = []
        self.compare()

    def describe(self):
        past = " · ".join(self.history[-40:])
        cards = {c: self.table.cards[c]["fx"] for c in self.table.cards if c in past}
        last = f"last of {len(self.history)} actions: {past}"
        return f"{game.describe_options(self.options)}\n{self.twin.phase} {cards}\n{last}"

    def compare(self):
        """The whole position, the actor, and what may happen now."""
        engine = engine_view(self.table, self.places, self.states[0])
        twin = naive_view(self.table, self.twin)
        differ = [
            f"{key}: engine {engine.get(key)}, twin {twin.get(key)}"
            for key in sorted(engine.keys() | twin.keys())
            if engine.get(key) != twin.get(key)
        ]
        assert not differ, "\n".join(["positions differ", *differ, self.describe()])
        actor = game.rules.actor(self.states[0])
        actor = {CHANCE: "chance", OVER: "over"}.get(actor, actor)
        assert actor == naive.actor(self.twin), f"the actor is {actor}\n{self.describe()}"
        if actor != "over":
            self.compare_choices(actor)

    def compare_choices(self, actor):
        self.numbers = {}
        if actor == "chance":
            n = game.rules.chance_outcomes(self.states[0], self.options[0], out, weights)
            engine = {self.spelled(int(out[k])): int(weights[k]) for k in range(n)}
            twin = naive.chances(self.table, self.twin)
        else:
            n = game.rules.legal_actions(self.states[0], self.options[0], work[0], out)
            listed = out[:n].tolist()
            assert listed == sorted(set(listed)), "not listed once each, ascending"
            engine = dict.fromkeys(map(self.spelled, listed), 1)
            twin = dict.fromkeys(naive.legal(self.table, self.twin), 1)
        self.choices = twin
        only_engine, only_twin = sorted(engine.keys() - twin), sorted(twin.keys() - engine.keys())
        lines = [f"choices differ at {self.twin.phase}: only the engine {only_engine},"]
        lines += [f"only the twin {only_twin}", self.describe()]
        assert engine == twin, "\n".join(lines)

    def spelled(self, number):
        text = game.notation.format_action(number, self.options)
        self.numbers[text] = number
        return text

    def play(self, action):
        self.history.append(action)
        fixed = (self.states[0], self.options[0], work[0])
        game.rules.apply(*fixed, self.numbers[action], tally[0])
        self.twin = naive.play(self.table, self.twin, action)
        self.compare()

    @property
    def over(self):
        return self.twin.phase == "over"


def write_dress(pair):
    """Writes the twin's lasting things into the engine's record, at the start of a turn."""
    state, s, places = pair.states[0], pair.twin, pair.places
    state["owned"], state["fort"], state["marks"], state["barred"] = 0, 0, 0, 0
    state["founder"], state["held"] = r.NOBODY_THERE, r.NO_CARD
    for cell, seat in s.owner.items():
        state["owned"][seat] |= np.int64(1) << places.territories.index(cell)
    for cell, n in s.fort.items():
        state["fort"][places.territories.index(cell)] = n
    for site, seated in s.markers.items():
        k = places.sites.index(site)
        state["marks"][k] = sum(1 << seat for seat in seated)
        state["founder"][k] = s.initiator[site]
    for k, deck in enumerate(DECKS):
        state["pile"][k] = sum(1 << places.cards[k].index(card) for card in s.piles[deck])
    fields = {"close water": "no_water", "close chance": "no_chance", "free_cross": "open_road"}
    for effect, field in fields.items():
        state[field] = sum(1 << seat for thing, seat in s.lasting if thing == effect)
    state["has_held"] = sum(1 << seat for seat, dog in enumerate(s.dogs) if dog.has_held)
    for seat, dog in enumerate(s.dogs):
        write_dog(state, s, places, seat, dog)


def write_dog(state, s, places, seat, dog):
    state["cell"][seat] = places.cells.index(dog.cell)
    state["bowl"][seat] = [*(dog.tokens[token] for token in TOKENS), dog.water]
    state["walk_extra"][seat], state["empty_turns"][seat] = dog.walk, dog.dry_turns
    state["skip"][seat], state["attack"][seat] = dog.skip, dog.attack
    state["tricks"][seat] = sum(TRICKS[trick] for trick in dog.tricks)
    state["held"][seat][: len(dog.held_cards)] = sorted(map(places.card_number, dog.held_cards))
    for site, n in dog.barred.items():
        state["barred"][places.sites.index(site)][seat] = n
    home = dog.home - 1
    holder = s.home_disk.get(seat)
    state["home_disk"][home] = r.NOBODY_THERE if holder is None else holder
    state["home_fort"][home] = s.home_fort.get(seat, 0)
    state["home_away"][home] = s.home_wait.get(seat, 0)
