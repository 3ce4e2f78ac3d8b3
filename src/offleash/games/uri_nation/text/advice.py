"""What speaks for an action and what against it, in phrases for advice.

The action is carried out on what the seat sees, and both positions are compared. Nothing goes
in that the view does not show, so a secret bid stays secret.
"""

from collections.abc import Callable, Iterator

import numpy as np

from offleash.contract import Point, Records
from offleash.contract.rules.actors import MOST_GOALS
from offleash.games.uri_nation.bots.goals import list_goals
from offleash.games.uri_nation.bots.weights import WEIGHTS
from offleash.games.uri_nation.position import Position, percent
from offleash.games.uri_nation.rules import actions as A, places, record as R
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.challenges import is_foe
from offleash.games.uri_nation.rules.economy import swagger_income
from offleash.games.uri_nation.rules.territory import group_around
from offleash.games.uri_nation.text.actions import CLAIMS, QUARRIES
from offleash.games.uri_nation.text.names import STOCK_NAMES, STOCK_ORDER, WAY_NAMES, home_text
from offleash.games.uri_nation.text.why_illegal import position_after
from offleash.tools.prose import count_of, ordinal

RECLAIMS = (A.IS_RECLAIM_SWAGGER, A.IS_RECLAIM_GRIT)
SIMPLE = {  # whether it is a trick, and what it does
    A.IS_LEASH: (1, "pulls the leash: 3 more steps for 2 Drive"),
    A.IS_ZOOMIES: (1, "walks three times the dice, but can't act"),
    A.IS_DISTRACTED: (1, "walks 2 more steps and turns freely"),
    A.IS_SNIFF: (1, "sniffs at the dog next to it"),
    A.IS_PATROL: (1, "goes on patrol: fortifies all around"),
    A.IS_LEAVE: (0, "walks on without a drink"),
    A.IS_DONE: (0, "ends the patrol"),
    A.IS_PASS: (0, "does nothing here"),
    A.IS_GO: (0, "goes on and keeps its cards and tricks"),
}


class ActionChoice:
    """A legal action of a seat, with what the seat sees before and after it."""

    def __init__(self, states: Records, options: Records, seat: int, action: int) -> None:
        after = position_after(states, options, action)
        self.before, self.after = Position(states, options), Position(after, options)
        self.options, self.names = self.before.options, self.before.names
        self.seat = seat
        self.move = A.decode(action)
        self.kind, self.index = self.move

    def fronts(self, cell: int) -> list[int]:
        """Return the territories next to a cell."""
        return [front for front in self.options.front[cell].tolist() if front != places.NOWHERE]


def points(view: Records, options: Records, seat: int, action: int) -> list[Point]:
    """Return all that speaks for or against a legal action of the seat to decide."""
    choice = ActionChoice(view, options, seat, action)
    return [*deed(choice), *ground(choice), *cost(choice), *standing(choice)]


# What it is


def deed(choice: ActionChoice) -> Iterator[Point]:
    """Yield what the action does, by its kind."""
    kind = choice.kind
    if kind in (A.IS_STEP, A.IS_CROSS, A.IS_PATH):
        yield from walk(choice)
    elif kind in DEEDS:
        yield DEEDS[kind](choice)
    else:
        yield Point("trick", *SIMPLE[kind])


def walk(choice: ActionChoice) -> Iterator[Point]:
    """Yield a step, a crossing or a path, and what the dog comes to."""
    before, after = choice.before, choice.after
    goal = before.destination(choice.move, before.cell(before.walker))
    verb = "walks" if choice.kind == A.IS_STEP else "crosses"
    way = "takes the path" if choice.kind == A.IS_PATH else f"{verb} {WAY_NAMES[choice.index]}"
    yield Point("way", goal, f"{way} to {choice.names.cells[goal]}")
    if after.phase == R.MOVE:
        yards = len(yards_ahead(choice))
        yield Point("ahead", yards, f"can still end next to {count_of(yards, 'empty yard')}")
    elif after.phase == R.DRINK:
        yield Point("meets", 1, "comes to water")
    elif after.phase == R.DRAW:
        yield Point("meets", 1, "draws a card")
    if after.state.entered_home and not before.state.entered_home:
        yield Point("home", 1, "comes home")
    for site, place in enumerate(choice.names.sites):
        if after.is_member(choice.seat, site) and not before.is_member(choice.seat, site):
            yield Point("alliance", -1, f"has to join the alliance at {place}")


def yards_ahead(choice: ActionChoice) -> set[int]:
    """Return empty territories beside the best thirty or so places where the walk could end."""
    after, work, out = choice.after, np.zeros(1, R.WORK), np.zeros(MOST_GOALS, np.int32)
    weights = np.array([*WEIGHTS.values()], np.int64)
    n = list_goals(after.state, choice.options, work[0], weights, out)
    stops = {int(work["node_cell"][0, goal // 2]) for goal in out[:n]}
    fronts = {front for cell in stops for front in choice.fronts(cell)}
    return {front for front in fronts if after.owner(front) == R.NOBODY_THERE}


def stop(choice: ActionChoice) -> Point:
    """Return a stop: where the walk ends, and what lies there."""
    before, seat = choice.before, choice.seat
    cell = before.cell(seat)
    empty = sum(before.owner(front) == R.NOBODY_THERE for front in choice.fronts(cell))
    beside = f"next to {count_of(empty, 'empty yard')}" if empty else _beside(choice, cell)
    is_home = has(int(choice.options.homes_at[cell]), int(before.home[seat]))
    return Point("stop", empty, "stops at home" if is_home else f"stops {beside}")


def _beside(choice: ActionChoice, cell: int) -> str:
    """Return what else a stop is next to."""
    kinds = choice.before.kinds_at(cell)
    names = {places.PARK: "a park", places.WATER: "water"}
    names |= {places.CHANCE: "a chance spot", places.EVENTS: "the events"}
    if near := [name for kind, name in names.items() if kind in kinds]:
        return f"next to {near[0]}"
    owners = {choice.before.owner(front) for front in choice.fronts(cell)}
    if choice.seat in owners:
        return "next to a yard of its own"
    return "next to a yard of another dog" if owners else "next to nothing"


def drink(choice: ActionChoice) -> Point:
    """Return a drink: a full bowl, or a card."""
    missing = choice.before.most_water(choice.seat) - choice.before.water(choice.seat)
    is_card = choice.options.drink_mode != R.FILL
    card = f"draws a water card with {missing} pegs missing"
    return Point("trick", missing, card if is_card else f"drinks {missing} water")


def claim(choice: ActionChoice) -> Point:
    """Return a claim, by how many of the dog's territories are connected with it."""
    territory = choice.index
    own = choice.before.owned[choice.seat] | 1 << territory
    size = int(group_around(choice.options, own, territory)).bit_count()
    place = choice.names.territories[territory]
    if size == 1:
        return Point("group", 1, f"claims {place}, a yard on its own")
    word = "cluster" if size >= choice.options.cluster_min else "pair" if size == 2 else "row"
    return Point("group", size, f"claims {place}, the {ordinal(size)} yard of a {word}")


def challenge(choice: ActionChoice) -> Point:
    """Return whom it challenges for what, with the exact odds; bids come later."""
    after, quarry = choice.after, int(choice.after.state.quarry)
    chance = choice.before.odds_of(choice.seat, quarry, choice.index)
    foe = "" if quarry == R.SITE else f"{after.dog(after.defender)} for "
    return Point("odds", chance, f"challenges {foe}{after.quarry_name} at {percent(chance)}")


def fortify(choice: ActionChoice) -> Point:
    """Return which token it is, and where."""
    before, which = choice.before, choice.index
    is_home = choice.kind == A.IS_FORTIFY_HOME
    tokens = 1 + (before.home_fort if is_home else before.fort)[which]
    place = home_text(which) if is_home else choice.names.territories[which]
    return Point("tokens", tokens, f"puts the {ordinal(tokens)} fortify token on {place}")


def alliance(choice: ActionChoice) -> Point:
    """Return a trap set, or one broken."""
    place = choice.names.sites[choice.index]
    if choice.kind == A.IS_BREAK:
        others = choice.before.marks[choice.index].bit_count() - 1
        return Point("alliance", -others, f"breaks the alliance at {place} with {others} others")
    verb = "stops and founds" if choice.before.phase == R.MOVE else "founds"
    return Point("alliance", 1, f"{verb} an alliance at {place}")


def reclaim(choice: ActionChoice) -> Point:
    """Return what becomes of something that was won."""
    place, keeps = choice.before.quarry_name, choice.kind in RECLAIMS
    return Point("keeps", int(keeps), f"keeps {place}" if keeps else f"leaves {place} empty")


def bid(choice: ActionChoice) -> Point:
    """Return pegs for the dice, and their odds against no bid and against the highest."""
    pegs, before = choice.index, choice.before
    if choice.seat == before.walker:
        most = before.water(before.defender)
        none, best = (before.odds_with(pegs, theirs) for theirs in (0, most))
    else:
        most = before.water(before.walker)
        none, best = (1000 - before.odds_with(theirs, pegs) for theirs in (0, most))
    words = f"bids {pegs} water: {percent(none)} if the other bids nothing"
    return Point("bid", pegs, f"{words}, {percent(best)} if all" if most else words)


def card(choice: ActionChoice) -> Point:
    """Return a card that is played or discarded."""
    verb = "plays" if choice.kind == A.IS_PLAY else "gives away"
    card = choice.before.card(choice.index)
    return Point("card", 1, f"{verb} {card.id}, “{card.name}”")


def target(choice: ActionChoice) -> Point:
    """Return what a card hits."""
    before, after, which = choice.before, choice.after, choice.index
    if choice.kind == A.IS_TARGET_SITE:
        loss = int(before.is_member(choice.seat, which))
        return Point("target", -loss, f"clears the alliance at {choice.names.sites[which]}")
    place = choice.names.territories[which]
    more = after.fort[which] - before.fort[which]
    if before.owner(which) == choice.seat != after.owner(which):
        return Point("target", -1, f"gives up {place}")
    if more:
        words = "puts a fortify token onto" if more > 0 else "takes a fortify token off"
        return Point("target", more, f"{words} {place}")
    return Point("target", 0, f"chooses {place}")


DEEDS: dict[int, Callable[[ActionChoice], Point]] = {
    A.IS_STOP: stop,
    **dict.fromkeys(QUARRIES, challenge),
    **dict.fromkeys(CLAIMS, claim),
    **dict.fromkeys((A.IS_FORTIFY, A.IS_FORTIFY_HOME), fortify),
    **dict.fromkeys((A.IS_ALLY, A.IS_BREAK), alliance),
    **dict.fromkeys((*RECLAIMS, A.IS_DECLINE), reclaim),
    A.IS_BID: bid,
    **dict.fromkeys((A.IS_PLAY, A.IS_DISCARD), card),
    **dict.fromkeys((A.IS_TARGET, A.IS_TARGET_SITE), target),
    A.IS_DRINK: drink,
}


# What it leaves


def ground(choice: ActionChoice) -> Iterator[Point]:
    """Yield how easily others could take what the action is about."""
    kind, territory = choice.kind, choice.index
    if kind in RECLAIMS and choice.before.state.quarry == R.TERRITORY:
        territory = choice.before.target
    elif kind not in (*CLAIMS, A.IS_FORTIFY):
        return
    after, options = choice.after, choice.options
    chances = [
        after.odds_of(other, R.TERRITORY, territory)
        for other in range(after.seats)
        if other != choice.seat and is_foe(after.state, options, other, territory)
    ]
    if chances:  # else all are allies
        yield Point("risk", -max(chances), f"opponents can take it at {percent(max(chances))}")


def cost(choice: ActionChoice) -> Iterator[Point]:
    """Yield what the bowl holds after it, where that changed."""
    for stock in STOCK_ORDER:
        amount, name = choice.after.stock(choice.seat, stock), STOCK_NAMES[stock]
        change = amount - choice.before.stock(choice.seat, stock)
        words = f"brings {change} {name}" if change > 0 else f"leaves {amount or 'no'} {name}"
        if change:
            yield Point(f"{name} left", amount, words)


def standing(choice: ActionChoice) -> Iterator[Point]:
    """Yield territories won and lost, income, and the game itself."""
    before, after, seat = choice.before, choice.after, choice.seat
    if has(after.winners, seat):
        yield Point("win", 1, "wins the game")
    count = after.territory_count(seat)
    if count != before.territory_count(seat):
        goal = choice.options.territories_to_win
        yield Point("yards", count, f"holds {count} of {goal} yards then")
    incomes = [int(swagger_income(p.state, p.options, seat)) for p in (before, after)]
    if more := incomes[1] - incomes[0]:
        change = "more" if more > 0 else "less"
        yield Point("income", more, f"earns {abs(more)} Swagger {change} each turn")
