"""A position as one seat sees it: its records, read as plain numbers and in words."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from offleash.contract import Records
from offleash.contract.rules.actors import CHANCE, EVERYBODY, OVER
from offleash.games.uri_nation.board.text import Board, Cell, cell_text
from offleash.games.uri_nation.deck import Card, deck_of
from offleash.games.uri_nation.rules import actions as act, challenges, record as R
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import MOST_CARDS
from offleash.games.uri_nation.rules.economy import most_of
from offleash.games.uri_nation.rules.knowledge import hide
from offleash.games.uri_nation.rules.odds import win_chance
from offleash.games.uri_nation.rules.places import NOWHERE
from offleash.games.uri_nation.rules.territory import owner_of
from offleash.games.uri_nation.rules.turn import actor
from offleash.games.uri_nation.text.names import DECK_NAMES, SEAT_NAMES, archetype_name, home_text
from offleash.games.uri_nation.text.words import FIGHTING, PHASE_TEXTS, Names, bits_of, names_of
from offleash.tools.prose import count_of, join_and

Naming = Callable[[int], str]  # what to call a seat: `position.dog` or `position.name`

ENDING_TEXTS = {
    R.BY_THRESHOLD: "{territories_to_win} territories or more",
    R.LAST_DOG: "no other dog holds a territory",
    R.OUT_OF_TIME: "the last round is over",
}
LASTING = {
    "no_water": "the water is closed",
    "no_chance": "the chance spots are closed",
    "open_road": "crossings are free",
}


class Position:
    """A position and its options, as a seat, a spectator or EVERYBODY sees them.

    `state` and `options` are numpy records, as the rules take them; all else is plain numbers.
    """

    # Fields of the record; lists are by seat, territory, home or site
    phase: int
    rounds: int
    dice: int
    steps: int
    deck: int
    target: int
    winners: int
    ending: int
    order: list[int]
    bids: list[int]
    home: list[int]
    home_disk: list[int]
    home_fort: list[int]
    home_away: list[int]
    fort: list[int]
    marks: list[int]
    founder: list[int]
    owned: list[int]

    def __init__(self, states: Records, options: Records, seat: int = EVERYBODY) -> None:
        if seat != EVERYBODY:
            states = states[:1].copy()
            hide(states[0], options[0], seat)
        self.state: Any = states[0]
        self.options: Any = options[0]
        self.records = options
        self.seat = seat
        for field in Position.__annotations__:
            setattr(self, field, self.state[field].tolist())

    @cached_property
    def board(self) -> Board:
        """The street map."""
        return self.names.board

    @cached_property
    def names(self) -> Names:
        """What the places of the board and the cards of the decks are called."""
        return names_of(self.records)

    @cached_property
    def seats(self) -> int:
        """How many play."""
        return int(self.options.seats)

    # Whose turn it is

    @cached_property
    def actor(self) -> int:
        """Who decides, CHANCE or OVER."""
        return int(actor(self.state))

    @cached_property
    def mover(self) -> int:
        """Whose turn it is; NOBODY_THERE before the first and after the last."""
        is_settled = int(self.state.placed) >= self.seats
        return self.walker if is_settled and self.actor != OVER else R.NOBODY_THERE

    @property
    def decider(self) -> int:
        """The seat that decides, or NOBODY_THERE while dice and cards do."""
        return R.NOBODY_THERE if self.actor in (CHANCE, OVER) else self.actor

    @property
    def walker(self) -> int:
        """Whose dog walks and acts."""
        return int(self.state.seat)

    def has_won(self, seat: int) -> bool:
        """Return whether the game is over and a seat is among the winners."""
        return self.actor == OVER and bool(has(self.winners, seat))

    # Dogs

    def archetype(self, seat: int) -> int:
        """Return which dog a seat plays."""
        return int(self.options.archetypes[seat])

    def name(self, seat: int) -> str:
        """Return a seat by its colour and its dog: `Blue Yapper`."""
        return f"{SEAT_NAMES[seat]} {archetype_name(self.records, seat)}"

    def dog(self, seat: int) -> str:
        """Return a seat by its dog alone: `the Yapper`."""
        return f"the {archetype_name(self.records, seat)}"

    def members(self, mask: int) -> list[int]:
        """Return the seats of a set."""
        return [seat for seat in range(self.seats) if has(mask, seat)]

    def stock(self, seat: int, stock: int) -> int:
        """Return what a bowl holds of one kind of token, or of water."""
        return int(self.state.bowl[seat, stock])

    def water(self, seat: int) -> int:
        """Return the pegs in a bowl."""
        return self.stock(seat, R.WATER)

    def most_water(self, seat: int) -> int:
        """Return the pegs that a bowl has room for."""
        return int(most_of(self.options, seat, R.WATER))

    def cell(self, seat: int) -> int:
        """Return where a dog stands, or NOWHERE."""
        return int(self.state.cell[seat])

    @cached_property
    def dogs_by_cell(self) -> dict[int, list[int]]:
        """The seats whose dogs stand on each cell."""
        dogs: dict[int, list[int]] = {}
        for seat in range(self.seats):
            if self.cell(seat) != NOWHERE:
                dogs.setdefault(self.cell(seat), []).append(seat)
        return dogs

    @cached_property
    def trail(self) -> set[int]:
        """The cells where the walking dog has been since its last step."""
        masks = enumerate(self.state.trail.tolist())
        return {bit + R.TRAIL_BITS * word for word, mask in masks for bit in bits_of(mask)}

    # Cards

    def hand(self, seat: int) -> list[int]:
        """Return the numbers of the cards that a seat holds."""
        return [card for card in self.state.held[seat].tolist() if card != R.NO_CARD]

    def cards(self, seat: int) -> list[Card]:
        """Return the cards that a seat holds."""
        return [self.card(number) for number in self.hand(seat)]

    def card(self, number: int) -> Card:
        """Return a card by its number over all decks."""
        return deck_of(self.records, number // MOST_CARDS)[number % MOST_CARDS]

    # The street

    def owner(self, territory: int) -> int:
        """Return whose disk lies on a territory, or NOBODY_THERE."""
        return int(owner_of(self.state, self.options, territory))

    def territory_count(self, seat: int) -> int:
        """Return how many territories a seat has."""
        return self.owned[seat].bit_count()

    def resident(self, home: int) -> int:
        """Return who lives in a home, or NOBODY_THERE."""
        return int(challenges.resident_of(self.state, self.options, home))

    def is_member(self, seat: int, site: int) -> bool:
        """Return whether a seat has a marker at a site."""
        return bool(has(self.marks[site], seat))

    def place_cell(self, kind: int, number: int) -> Cell:
        """Return the cell of a TERRITORY, a HOME or a SITE by its number."""
        board = self.board
        cells = {R.TERRITORY: board.territories, R.HOME: board.homes, R.SITE: board.sites}
        return cells[kind][number]

    def place_name(self, kind: int, number: int) -> str:
        """Return such a place in words: `home 2` or `(2,7)`."""
        return home_text(number) if kind == R.HOME else cell_text(self.place_cell(kind, number))

    def cell_name(self, cell: int) -> str:
        """Return a walkable cell by its row and column: `(3,10)`."""
        return self.names.cells[cell] if cell >= 0 else "nowhere"

    def kinds_at(self, cell: int) -> set[int]:
        """Return the kinds of features on whose frontage a cell is."""
        features = self.options.touch[cell].tolist()
        return {int(self.options.kind[feature]) for feature in features if feature != NOWHERE}

    def destination(self, move: act.Decoded, start: int) -> int:
        """Return the cell that a step, a crossing or a path leads to from a cell."""
        if move.kind == act.IS_PATH:
            return int(self.options.path[start])
        table = self.options.step if move.kind == act.IS_STEP else self.options.cross
        return int(table[start, move.which])

    # A challenge under way

    @property
    def defender(self) -> int:
        """Who defends, or NOBODY_THERE."""
        if self.state.quarry == R.NO_QUARRY:
            return R.NOBODY_THERE
        return int(challenges.defender(self.state, self.options))

    @property
    def quarry(self) -> Cell | None:
        """Where what is being challenged lies."""
        kind = int(self.state.quarry)
        return self.place_cell(kind, self.target) if kind != R.NO_QUARRY else None

    @property
    def quarry_name(self) -> str:
        """What is being challenged: `(2,4)`, `home 2`, `the alliance at (2,9)`."""
        kind = int(self.state.quarry)
        if kind == R.NO_QUARRY:
            return "nothing"
        alliance = "the alliance at " if kind == R.SITE else ""
        return f"{alliance}{self.place_name(kind, self.target)}"

    @property
    def bonuses(self) -> tuple[int, int]:
        """What attacker and defender add to their dice, bids aside."""
        state, options = self.state, self.options
        defence = challenges.defence_of(state, options, int(state.quarry), self.target)
        return int(challenges.attack_bonus(state, options, self.walker)), int(defence)

    def odds_of(self, seat: int, quarry: int, target: int) -> int:
        """Return the odds of a challenge that a seat might declare, in thousandths, before bids."""
        state, options = self.state, self.options
        against = int(challenges.handicap(state, options, seat, quarry, target))
        return int(win_chance(against, int(challenges.ties_defend(state, options, quarry, target))))

    def odds_with(self, attack: int, defence: int) -> int:
        """Return the odds of the challenge under way with these bids, in thousandths."""
        state, quarry = self.state, int(self.state.quarry)
        against = int(challenges.handicap(state, self.options, self.walker, quarry, self.target))
        return int(win_chance(against + defence - attack, int(state.clustered)))

    @property
    def odds_now(self) -> int | None:
        """Of the challenge under way, before the dice fall; None while a bid is not known."""
        if self.state.quarry == R.NO_QUARRY or R.UNKNOWN in self.bids:
            return None
        attack, defence = (0 if bid == R.NO_BID else bid for bid in self.bids)
        return self.odds_with(attack, defence)


# In words


def status_line(position: Position, name: Naming, has_bonuses: bool = False) -> str:
    """Return who decides what: `the Yapper walks, 3 steps left`.

    With `has_bonuses`, a challenge also says what each side adds to its die.
    """
    seat = position.walker if position.decider == R.NOBODY_THERE else position.decider
    attacker, quarry, fight = name(position.walker), position.quarry_name, ""
    if position.phase in FIGHTING:
        fight = f"{attacker} challenges {name(position.defender)} for {quarry}"
        fight += f", {bonus_words(position)}" if has_bonuses else ""
    actions = int(position.state.actions_left)
    winners = position.members(position.winners)
    ending = ENDING_TEXTS.get(position.ending, "")
    return PHASE_TEXTS[position.phase][2].format(
        rounds=position.rounds,
        dog=name(seat),
        dice=position.dice,
        steps=count_of(position.steps, "step"),
        deck=DECK_NAMES[position.deck],
        card=position.card(max(int(position.state.card), 0)).name,
        actions=f", {actions} actions left" if actions > 1 else "",
        attacker=attacker,
        quarry=quarry,
        fight=fight,
        winners=join_and(map(name, winners)),
        win="wins" if len(winners) == 1 else "share the win",
        ending=ending.format(territories_to_win=position.options.territories_to_win),
    )


def bonus_words(position: Position) -> str:
    """Return what each side of a challenge adds to its die: `die -1 against die +2`."""
    (attack, defence), bids = position.bonuses, position.bids
    if position.phase == R.DICE and min(bids) > R.NO_BID:
        attack, defence = attack + bids[0], defence + bids[1]
    return f"die {attack:+d} against die {defence:+d}"


def lasting_effects(position: Position, name: Naming) -> list[str]:
    """Return what cards keep up until the next turns of those who drew them."""
    return [
        f"{effect} until the next turn of {join_and(map(name, position.members(mask)))}"
        for field, effect in LASTING.items()
        if (mask := int(position.state[field]))
    ]


def percent(thousandths: int) -> str:
    """Return whole percent; never 0 or 100 for what can go either way."""
    whole = (thousandths + 5) // 10
    if 0 < thousandths < 1000:
        whole = min(99, max(1, whole))
    return f"{whole} %"


def plural(count: int, one: str, many: str = "") -> str:
    """Return a number of things in words: `1 step`, `3 steps`."""
    return count_of(count, one, many, zero="0")
