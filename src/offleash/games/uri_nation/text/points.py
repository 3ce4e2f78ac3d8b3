"""What speaks for an action and what against it, in phrases for advice.

The action is carried out on what the seat sees, and both positions are compared. Nothing goes
in that the view does not show, so a secret bid stays secret.
"""

from collections.abc import Callable, Iterator

import numpy as np

from offleash.core.game import Point, Records
from offleash.core.rules.actors import MOST_GOALS
from offleash.games.uri_nation.personas import WEIGHTS
from offleash.games.uri_nation.position import Position
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules import challenges
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.course import apply
from offleash.games.uri_nation.rules.economy import most_of, swagger_income
from offleash.games.uri_nation.rules.goals import list_goals
from offleash.games.uri_nation.rules.odds import win_chance
from offleash.games.uri_nation.rules.places import CHANCE, EVENTS, NOWHERE, PARK
from offleash.games.uri_nation.rules.places import WATER as WATER_SPOT
from offleash.games.uri_nation.rules.territory import group_around
from offleash.games.uri_nation.text.names import STOCK_NAMES, WAY_NAMES, home_text

ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
CLAIMS = (A.IS_CLAIM, A.IS_LEG_CLAIM)
QUARRIES = {
    A.IS_CHALLENGE: R.TERRITORY,
    A.IS_LEG_CHALLENGE: R.TERRITORY,
    A.IS_CHALLENGE_HOME: R.HOME,
    A.IS_LEG_HOME: R.HOME,
    A.IS_CHALLENGE_SITE: R.SITE,
}
TRICKS = {
    A.IS_LEASH: "pulls the leash: 3 more steps for 2 Drive",
    A.IS_ZOOMIES: "walks three times the dice, but can't act",
    A.IS_DISTRACTED: "walks 2 more steps and turns freely",
    A.IS_SNIFF: "sniffs at the dog next to it",
    A.IS_PATROL: "goes on patrol: fortifies all around",
}
PLAIN = {
    A.IS_LEAVE: "walks on without a drink",
    A.IS_DONE: "ends the patrol",
    A.IS_PASS: "does nothing here",
    A.IS_GO: "goes on and keeps its cards and tricks",
}


class Candidate:
    """A legal action of a seat, with what the seat sees before and after it."""

    def __init__(self, states: Records, options: Records, seat: int, action: int) -> None:
        after = states.copy()
        apply(after[0], options[0], np.zeros(1, R.WORK)[0], action, np.zeros(1, R.TALLY)[0])
        self.before, self.after = Position(states, options), Position(after, options)
        self.options, self.names = self.before.options, self.before.names
        self.seat = seat
        self.kind, self.which = A.decode(action)

    def fronts(self, cell: int) -> list[int]:
        """The territories beside a cell."""
        return [front for front in self.options.front[cell].tolist() if front != NOWHERE]


def points(view: Records, options: Records, seat: int, action: int) -> list[Point]:
    """All that speaks for or against a legal action of the seat to decide."""
    candidate = Candidate(view, options, seat, action)
    return [*deed(candidate), *ground(candidate), *cost(candidate), *standing(candidate)]


# What it is


def deed(candidate: Candidate) -> Iterator[Point]:
    """What the action does, by its kind."""
    kind = candidate.kind
    if kind in (A.IS_STEP, A.IS_CROSS, A.IS_PATH):
        yield from walk(candidate)
    elif kind in DEEDS:
        yield DEEDS[kind](candidate)
    else:
        yield Point("trick", int(kind in TRICKS), TRICKS.get(kind) or PLAIN[kind])


def walk(candidate: Candidate) -> Iterator[Point]:
    """A step, a crossing or a path, and what the dog comes to."""
    before, after, options = candidate.before, candidate.after, candidate.options
    cell = before.cell(before.walker)
    if candidate.kind == A.IS_PATH:
        goal, verb = int(options.path[cell]), "takes the path"
    else:
        is_step = candidate.kind == A.IS_STEP
        goal = int((options.step if is_step else options.cross)[cell, candidate.which])
        verb = f"{'walks' if is_step else 'crosses'} {WAY_NAMES[candidate.which]}"
    yield Point("way", goal, f"{verb} to {candidate.names.cells[goal]}")
    if after.phase == R.MOVE:
        yards = len(yards_ahead(candidate))
        yield Point("ahead", yards, f"can still end beside {yards or 'no'} empty {_yards(yards)}")
    elif after.phase == R.DRINK:
        yield Point("meets", 1, "comes to water")
    elif after.phase == R.DRAW:
        yield Point("meets", 1, "draws a card")
    if after.state.entered_home and not before.state.entered_home:
        yield Point("home", 1, "comes home")
    for site, place in enumerate(candidate.names.sites):
        if after.is_member(candidate.seat, site) and not before.is_member(candidate.seat, site):
            yield Point("alliance", -1, f"has to join the alliance at {place}")


def yards_ahead(candidate: Candidate) -> set[int]:
    """Empty territories beside the places where the walk could end, the best thirty or so."""
    after, work, out = candidate.after, np.zeros(1, R.WORK), np.zeros(MOST_GOALS, np.int32)
    weights = np.array([*WEIGHTS.values()], np.int64)
    n = list_goals(after.state, candidate.options, work[0], weights, out)
    stops = {int(work["node_cell"][0, goal // 2]) for goal in out[:n]}
    fronts = {front for cell in stops for front in candidate.fronts(cell)}
    return {front for front in fronts if after.owner(front) == R.NOBODY_THERE}


def _yards(count: int) -> str:
    return "yard" if count == 1 else "yards"


def stop(candidate: Candidate) -> Point:
    """Where the walk ends, and what lies there."""
    before, seat = candidate.before, candidate.seat
    cell = before.cell(seat)
    empty = sum(before.owner(front) == R.NOBODY_THERE for front in candidate.fronts(cell))
    beside = f"beside {empty} empty {_yards(empty)}" if empty else _beside(candidate, cell)
    at_home = candidate.options.at_home[cell] == before.home[seat]
    return Point("stop", empty, "stops at home" if at_home else f"stops {beside}")


def _beside(candidate: Candidate, cell: int) -> str:
    """What else a stop is next to."""
    options = candidate.options
    kinds = {int(options.kind[feature]) for feature in options.touch[cell] if feature >= 0}
    names = {PARK: "a park", WATER_SPOT: "water", CHANCE: "a chance spot", EVENTS: "the events"}
    for kind, name in names.items():
        if kind in kinds:
            return f"next to {name}"
    owners = {candidate.before.owner(front) for front in candidate.fronts(cell)}
    if candidate.seat in owners:
        return "beside a yard of its own"
    return "beside a yard of another dog" if owners else "beside nothing"


def drink(candidate: Candidate) -> Point:
    """A drink: a full bowl, or a card."""
    most = int(most_of(candidate.options, candidate.seat, R.WATER))
    missing = most - candidate.before.water(candidate.seat)
    if candidate.options.drink_mode == R.FILL:
        return Point("trick", missing, f"drinks {missing} water")
    return Point("trick", missing, f"draws a water card with {missing} pegs missing")


def claim(candidate: Candidate) -> Point:
    """A claim, by how many of the dog's territories are connected with it."""
    territory = candidate.which
    own = candidate.before.owned[candidate.seat] | 1 << territory
    size = int(group_around(candidate.options, own, territory)).bit_count()
    place = candidate.names.territories[territory]
    if size == 1:
        return Point("group", 1, f"claims {place}, a yard on its own")
    word = "cluster" if size >= candidate.options.cluster_min else "pair" if size == 2 else "row"
    return Point("group", size, f"claims {place}, the {_ordinal(size)} yard of a {word}")


def _ordinal(number: int) -> str:
    return ORDINALS[number] if number < len(ORDINALS) else f"{number}th"


def challenge(candidate: Candidate) -> Point:
    """Whom it challenges for what, with the exact odds; bids come later."""
    before, quarry, which = candidate.before, QUARRIES[candidate.kind], candidate.which
    chance = _chance(before, candidate.seat, quarry, which)
    if quarry == R.SITE:
        quarry_words = f"the alliance at {candidate.names.sites[which]}"
    elif quarry == R.HOME:
        quarry_words = f"{before.dog(before.resident(which))} for {home_text(which)}"
    else:
        quarry_words = f"{before.dog(before.owner(which))} for {candidate.names.territories[which]}"
    return Point("odds", chance, f"challenges {quarry_words} at {percent(chance)}")


def _chance(position: Position, seat: int, quarry: int, which: int) -> int:
    """How likely a seat is to win a challenge without bids, in thousandths."""
    state, options = position.state, position.options
    handicap = int(challenges.handicap(state, options, seat, quarry, which))
    return int(win_chance(handicap, int(challenges.ties_defend(state, options, quarry, which))))


def fortify(candidate: Candidate) -> Point:
    """Which token it is, and where."""
    before, which = candidate.before, candidate.which
    is_home = candidate.kind == A.IS_FORTIFY_HOME
    tokens = 1 + (before.home_fort if is_home else before.fort)[which]
    place = home_text(which) if is_home else candidate.names.territories[which]
    return Point("tokens", tokens, f"puts the {_ordinal(tokens)} fortify token on {place}")


def alliance(candidate: Candidate) -> Point:
    """A trap set, or one broken."""
    place = candidate.names.sites[candidate.which]
    if candidate.kind == A.IS_BREAK:
        others = candidate.before.marks[candidate.which].bit_count() - 1
        return Point("alliance", -others, f"breaks the alliance at {place} with {others} others")
    verb = "stops and founds" if candidate.before.phase == R.MOVE else "founds"
    return Point("alliance", 1, f"{verb} an alliance at {place}")


def reclaim(candidate: Candidate) -> Point:
    """What becomes of something that was won."""
    place = candidate.before.quarry_name
    if candidate.kind == A.IS_DECLINE:
        return Point("keeps", 0, f"leaves {place} empty")
    return Point("keeps", 1, f"keeps {place}")


def bid(candidate: Candidate) -> Point:
    """Pegs for the dice, and what they make of the odds against no bid and against the most."""
    pegs, before, state = candidate.which, candidate.before, candidate.before.state
    attacker, quarry = before.walker, int(state.quarry)
    is_attacker = candidate.seat == attacker
    most = before.water(before.defender if is_attacker else attacker)
    args = (state, candidate.options, attacker, quarry, before.target)
    handicap, sign = int(challenges.handicap(*args)), -1 if is_attacker else 1
    totals = [handicap + sign * (pegs - theirs) for theirs in (0, most)]
    wins = [int(win_chance(total, int(state.clustered))) for total in totals]
    none, best = wins if is_attacker else [1000 - win for win in wins]
    words = f"bids {pegs} water: {percent(none)} if the other bids nothing"
    return Point("bid", pegs, f"{words}, {percent(best)} if all" if most else words)


def card(candidate: Candidate) -> Point:
    """A card that is played or discarded."""
    verb = "plays" if candidate.kind == A.IS_PLAY else "gives away"
    card = candidate.before.card(candidate.which)
    return Point("card", 1, f"{verb} {card.id}, “{card.name}”")


def target(candidate: Candidate) -> Point:
    """What a card hits."""
    before, after, seat = candidate.before, candidate.after, candidate.seat
    which = candidate.which
    if candidate.kind == A.IS_TARGET_SITE:
        place = candidate.names.sites[which]
        return Point(
            "target", -int(before.is_member(seat, which)), f"clears the alliance at {place}"
        )
    place = candidate.names.territories[which]
    more = after.fort[which] - before.fort[which]
    if before.owner(which) == seat != after.owner(which):
        return Point("target", -1, f"gives up {place}")
    if more:
        words = "puts a fortify token onto" if more > 0 else "takes a fortify token off"
        return Point("target", more, f"{words} {place}")
    return Point("target", 0, f"chooses {place}")


DEEDS: dict[int, Callable[[Candidate], Point]] = {
    A.IS_STOP: stop,
    **dict.fromkeys(QUARRIES, challenge),
    **dict.fromkeys(CLAIMS, claim),
    **dict.fromkeys((A.IS_FORTIFY, A.IS_FORTIFY_HOME), fortify),
    **dict.fromkeys((A.IS_ALLY, A.IS_BREAK), alliance),
    **dict.fromkeys((A.IS_RECLAIM_SWAGGER, A.IS_RECLAIM_GRIT, A.IS_DECLINE), reclaim),
    A.IS_BID: bid,
    **dict.fromkeys((A.IS_PLAY, A.IS_DISCARD), card),
    **dict.fromkeys((A.IS_TARGET, A.IS_TARGET_SITE), target),
    A.IS_DRINK: drink,
}


# What it leaves


def ground(candidate: Candidate) -> Iterator[Point]:
    """How easily others could take what the action is about."""
    kind, territory = candidate.kind, candidate.which
    is_reclaim = kind in (A.IS_RECLAIM_SWAGGER, A.IS_RECLAIM_GRIT)
    if is_reclaim and candidate.before.state.quarry == R.TERRITORY:
        territory = candidate.before.target
    elif kind not in (*CLAIMS, A.IS_FORTIFY):
        return
    chance = best_attack(candidate.after, candidate.seat, territory)
    if chance is not None:
        yield Point("risk", -chance, f"opponents can take it at {percent(chance)}")


def best_attack(position: Position, seat: int, territory: int) -> int | None:
    """The best odds of any other dog against a territory, in thousandths; None: all are allies."""
    chances = (
        _chance(position, other, R.TERRITORY, territory)
        for other in range(position.seats)
        if other != seat and challenges.is_foe(position.state, position.options, other, territory)
    )
    return max(chances, default=None)


def cost(candidate: Candidate) -> Iterator[Point]:
    """What the bowl holds after it, where that changed."""
    for stock in (R.WATER, *range(R.STOCKS - 1)):
        amount, name = candidate.after.stock(candidate.seat, stock), STOCK_NAMES[stock]
        change = amount - candidate.before.stock(candidate.seat, stock)
        if change < 0:
            yield Point(f"{name} left", amount, f"leaves {amount or 'no'} {name}")
        elif change > 0:
            yield Point(f"{name} left", amount, f"brings {change} {name}")


def standing(candidate: Candidate) -> Iterator[Point]:
    """Territories won and lost, income, and the game itself."""
    before, after, seat = candidate.before, candidate.after, candidate.seat
    if has(after.winners, seat):
        yield Point("win", 1, "wins the game")
    count = after.territory_count(seat)
    if count != before.territory_count(seat):
        goal = candidate.options.win_territories
        yield Point("yards", count, f"holds {count} of {goal} yards then")
    income, earlier = (
        int(swagger_income(position.state, position.options, seat)) for position in (after, before)
    )
    if more := income - earlier:
        change = "more" if more > 0 else "less"
        yield Point("income", more, f"earns {abs(more)} Swagger {change} each turn")


def percent(thousandths: int) -> str:
    """Whole percent; never 0 or 100 for what can go either way."""
    whole = (thousandths + 5) // 10
    if 0 < thousandths < 1000:
        whole = min(99, max(1, whole))
    return f"{whole} %"
