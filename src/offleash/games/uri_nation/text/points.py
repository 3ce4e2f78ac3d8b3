"""What speaks for an action and what against it, in phrases for advice.

The action is carried out on what the seat sees, and both positions are compared. Nothing is told
that the view does not hold, so a secret bid stays one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from offleash.core.game import Point, Records
from offleash.core.prose import count_of, ordinal
from offleash.core.rules.actors import MOST_GOALS
from offleash.games.uri_nation.personas import WEIGHTS
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules import actions as act
from offleash.games.uri_nation.rules import challenges
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.course import apply
from offleash.games.uri_nation.rules.economy import most_of, swagger_income
from offleash.games.uri_nation.rules.goals import list_goals
from offleash.games.uri_nation.rules.odds import win_chance
from offleash.games.uri_nation.rules.places import CHANCE, EVENTS, NOWHERE, PARK
from offleash.games.uri_nation.rules.places import WATER as WATER_SPOT
from offleash.games.uri_nation.rules.territory import group_around, held_count, owner_of
from offleash.games.uri_nation.text.names import (
    STOCK_NAMES,
    WAY_NAMES,
    card_id,
    card_name,
    dog_name,
    home_text,
    site_text,
    stand_text,
    territory_text,
)

WALKS = (act.IS_STEP, act.IS_CROSS, act.IS_PATH)
CLAIMS = (act.IS_CLAIM, act.IS_LEG_CLAIM)
QUARRIES = {
    act.IS_CHALLENGE: R.TERRITORY,
    act.IS_LEG_CHALLENGE: R.TERRITORY,
    act.IS_CHALLENGE_HOME: R.HOME,
    act.IS_LEG_HOME: R.HOME,
    act.IS_CHALLENGE_SITE: R.SITE,
}
TRICKS = {
    act.IS_LEASH: "pulls the leash: 3 more steps for 2 Drive",
    act.IS_ZOOMIES: "walks three times the dice, but can't act",
    act.IS_DISTRACTED: "walks 2 more steps and turns freely",
    act.IS_SNIFF: "sniffs at the dog next to it",
    act.IS_PATROL: "goes on patrol: fortifies all around",
}
PLAIN = {
    act.IS_LEAVE: "walks on without a drink",
    act.IS_DONE: "ends the patrol",
    act.IS_PASS: "does nothing here",
    act.IS_GO: "goes on and keeps its cards and tricks",
}


@dataclass(frozen=True, eq=False)
class Case:
    """An action, and what the seat sees before and after it."""

    before: Any
    after: Any
    records: Records  # the options
    seat: int
    said: A.Decoded

    @property
    def options(self) -> Any:
        return self.records[0]

    def gained(self, stock: int) -> int:
        """What the action adds to the seat's bowl, below 0: what it costs."""
        bowls = (self.after["bowl"], self.before["bowl"])
        return int(bowls[0][self.seat, stock]) - int(bowls[1][self.seat, stock])


def points(view: Records, options: Records, seat: int, action: int) -> list[Point]:
    """All that can be said of a legal action of the seat to decide."""
    after = view.copy()
    apply(after[0], options[0], np.zeros(1, R.WORK)[0], action, np.zeros(1, R.TALLY)[0])
    case = Case(view[0], after[0], options, seat, A.decode(action))
    return [*deed(case), *ground(case), *cost(case), *standing(case)]


# What it is


def deed(case: Case) -> Iterator[Point]:
    """What the action does, by its kind."""
    kind, which = case.said
    if kind in WALKS:
        yield from walk(case)
    elif kind == act.IS_STOP:
        yield stop(case)
    elif kind in QUARRIES:
        yield challenge(case)
    elif kind in CLAIMS:
        yield claim(case)
    elif kind in (act.IS_FORTIFY, act.IS_FORTIFY_HOME):
        yield fortify(case)
    elif kind in (act.IS_ALLY, act.IS_BREAK):
        yield alliance(case)
    elif kind in (act.IS_RECLAIM_SWAGGER, act.IS_RECLAIM_GRIT, act.IS_DECLINE):
        yield reclaim(case)
    elif kind == act.IS_BID:
        yield bid(case)
    elif kind in (act.IS_PLAY, act.IS_DISCARD):
        verb = "plays" if kind == act.IS_PLAY else "gives away"
        yield Point(
            "card", 1, f"{verb} {card_id(case.records, which)}, “{card_name(case.records, which)}”"
        )
    elif kind in (act.IS_TARGET, act.IS_TARGET_SITE):
        yield target(case)
    elif kind == act.IS_DRINK:
        yield drink(case)
    else:
        yield Point("trick", int(kind in TRICKS), TRICKS.get(kind) or PLAIN[kind])


def walk(case: Case) -> Iterator[Point]:
    """A step, a crossing or a path, and what the dog comes to."""
    walker = int(case.before["seat"])
    there = int(_end_of(case, walker))
    way = WAY_NAMES[case.said.which] if case.said.kind != act.IS_PATH else ""
    verbs = {act.IS_STEP: f"walks {way}", act.IS_CROSS: f"crosses {way}"}
    verb = verbs.get(case.said.kind, "takes the path")
    yield Point("way", there, f"{verb} to {stand_text(case.records, there)}")
    if case.after["phase"] == R.MOVE:
        yards = len(yards_ahead(case))
        yield Point("ahead", yards, f"can still end beside {count_of(yards, 'empty yard')}")
    elif case.after["phase"] == R.DRINK:
        yield Point("meets", 1, "comes to water")
    elif case.after["phase"] == R.DRAW:
        yield Point("meets", 1, "draws a card")
    if case.after["entered_home"] and not case.before["entered_home"]:
        yield Point("home", 1, "comes home")
    joined = [
        site
        for site in range(int(case.options.sites))
        if has(int(case.after["marks"][site]), case.seat)
        and not has(int(case.before["marks"][site]), case.seat)
    ]
    for site in joined:
        yield Point("alliance", -1, f"has to join the alliance at {site_text(case.records, site)}")


def yards_ahead(case: Case) -> set[int]:
    """Empty territories beside the places where the walk could end, the best thirty or so."""
    work, out = np.zeros(1, R.WORK), np.zeros(MOST_GOALS, np.int32)
    weights = np.array([*WEIGHTS.values()], np.int64)
    n = list_goals(case.after, case.options, work[0], weights, out)
    stops = {int(work["node_cell"][0, goal // 2]) for goal in out[:n]}
    fronts = {int(front) for cell in stops for front in case.options.front[cell]} - {NOWHERE}
    nobodys = R.NOBODY_THERE
    return {yard for yard in fronts if owner_of(case.after, case.options, yard) == nobodys}


def _end_of(case: Case, walker: int) -> int:
    """The cell that a step, a crossing or a path leads to."""
    here = int(case.before["cell"][walker])
    if case.said.kind == act.IS_PATH:
        return int(case.options.path[here])
    table = case.options.step if case.said.kind == act.IS_STEP else case.options.cross
    return int(table[here, case.said.which])


def stop(case: Case) -> Point:
    """Where the walk ends, and what lies there."""
    cell = int(case.before["cell"][case.seat])
    fronts = [int(front) for front in case.options.front[cell] if front != NOWHERE]
    empty = sum(owner_of(case.before, case.options, front) == R.NOBODY_THERE for front in fronts)
    at_home = int(case.options.at_home[cell]) == int(case.before["home"][case.seat])
    beside = f"stops beside {count_of(empty, 'empty yard')}"
    words = "stops at home" if at_home else beside if empty else f"stops {_beside(case, cell)}"
    return Point("stop", empty, words)


def _beside(case: Case, cell: int) -> str:
    """What else a stop is next to."""
    kinds = {int(case.options.kind[int(each)]) for each in case.options.touch[cell] if each >= 0}
    names = {PARK: "a park", WATER_SPOT: "water", CHANCE: "a chance spot", EVENTS: "the events"}
    for kind, name in names.items():
        if kind in kinds:
            return f"next to {name}"
    owners = {
        int(owner_of(case.before, case.options, int(front)))
        for front in case.options.front[cell]
        if front != NOWHERE
    }
    if case.seat in owners:
        return "beside a yard of its own"
    return "beside a yard of another dog" if owners else "beside nothing"


def drink(case: Case) -> Point:
    """A drink: a full bowl, or a card."""
    missing = int(most_of(case.options, case.seat, R.WATER)) - int(
        case.before["bowl"][case.seat, R.WATER]
    )
    if case.options.drink_mode == R.FILL:
        return Point("trick", missing, f"drinks {missing} water")
    return Point("trick", missing, f"draws a water card with {missing} pegs missing")


def claim(case: Case) -> Point:
    """A claim, by how many of the own hang together with it."""
    territory = case.said.which
    own = int(case.before["owned"][case.seat]) | 1 << territory
    size = int(group_around(case.options, own, territory)).bit_count()
    place = territory_text(case.records, territory)
    if size == 1:
        return Point("group", 1, f"claims {place}, a yard on its own")
    word = "cluster" if size >= case.options.cluster_min else "pair" if size == 2 else "row"
    return Point("group", size, f"claims {place}, the {ordinal(size)} yard of a {word}")


def challenge(case: Case) -> Point:
    """Whom it challenges for what, with the exact odds; bids come later."""
    quarry, which = QUARRIES[case.said.kind], case.said.which
    against = int(challenges.handicap(case.before, case.options, case.seat, quarry, which))
    ties = int(challenges.ties_defend(case.before, case.options, quarry, which))
    chance = int(win_chance(against, ties))
    if quarry == R.SITE:
        what = f"the alliance at {site_text(case.records, which)}"
    else:
        owner = owner_of if quarry == R.TERRITORY else challenges.resident_of
        foe = dog_name(case.records, int(owner(case.before, case.options, which)))
        place = territory_text(case.records, which) if quarry == R.TERRITORY else home_text(which)
        what = f"{foe} for {place}"
    return Point("odds", chance, f"challenges {what} at {percent(chance)}")


def fortify(case: Case) -> Point:
    """Which token it is, and where."""
    which, is_home = case.said.which, case.said.kind == act.IS_FORTIFY_HOME
    tokens = 1 + int(case.before["home_fort" if is_home else "fort"][which])
    place = home_text(which) if is_home else territory_text(case.records, which)
    return Point("tokens", tokens, f"puts the {ordinal(tokens)} fortify token on {place}")


def alliance(case: Case) -> Point:
    """A trap set, or one broken."""
    site = case.said.which
    place = site_text(case.records, site)
    if case.said.kind == act.IS_BREAK:
        others = int(case.before["marks"][site]).bit_count() - 1
        return Point("alliance", -others, f"breaks the alliance at {place} with {others} others")
    stops = "stops and founds" if case.before["phase"] == R.MOVE else "founds"
    return Point("alliance", 1, f"{stops} an alliance at {place}")


def reclaim(case: Case) -> Point:
    """What becomes of something that was won."""
    target = int(case.before["target"])
    is_yard = case.before["quarry"] == R.TERRITORY
    place = territory_text(case.records, target) if is_yard else home_text(target)
    if case.said.kind == act.IS_DECLINE:
        return Point("keeps", 0, f"leaves {place} empty")
    return Point("keeps", 1, f"keeps {place}")


def bid(case: Case) -> Point:
    """Pegs for the dice, and what they make of the odds against no bid and against the most."""
    pegs, state, options = case.said.which, case.before, case.options
    attacker = int(state["seat"])
    other = int(challenges.defender(state, options)) if case.seat == attacker else attacker
    against = int(
        challenges.handicap(state, options, attacker, int(state["quarry"]), int(state["target"]))
    )
    most = int(state["bowl"][other, R.WATER])
    sign = -1 if case.seat == attacker else 1
    ends = [against + sign * (pegs - theirs) for theirs in (0, most)]
    wins = [int(win_chance(end, int(state["clustered"]))) for end in ends]
    mine = wins if case.seat == attacker else [1000 - win for win in wins]
    words = f"bids {pegs} water: {percent(mine[0])} if the other bids nothing"
    return Point("bid", pegs, f"{words}, {percent(mine[1])} if all" if most else words)


def target(case: Case) -> Point:
    """What a card hits."""
    which = case.said.which
    if case.said.kind == act.IS_TARGET_SITE:
        own = int(has(int(case.before["marks"][which]), case.seat))
        place = site_text(case.records, which)
        return Point("target", -own, f"clears the alliance at {place}")
    place = territory_text(case.records, which)
    more = int(case.after["fort"][which]) - int(case.before["fort"][which])
    lost = has(int(case.before["owned"][case.seat]), which) and not has(
        int(case.after["owned"][case.seat]), which
    )
    if lost:
        return Point("target", -1, f"gives up {place}")
    if more:
        words = "puts a fortify token onto" if more > 0 else "takes a fortify token off"
        return Point("target", more, f"{words} {place}")
    return Point("target", 0, f"chooses {place}")


# What it leaves


def ground(case: Case) -> Iterator[Point]:
    """How easily others could take what the action is about."""
    kind, which = case.said
    won = kind in (act.IS_RECLAIM_SWAGGER, act.IS_RECLAIM_GRIT)
    if won and case.before["quarry"] == R.TERRITORY:
        which = int(case.before["target"])
    elif kind not in (*CLAIMS, act.IS_FORTIFY):
        return
    chance = best_attack(case.after, case.records, case.seat, which)
    if chance is not None:
        yield Point("risk", -chance, f"opponents can take it at {percent(chance)}")


def best_attack(state: Any, options: Records, seat: int, territory: int) -> int | None:
    """The best odds of any other dog against a territory, in thousandths; None: all are allies."""
    rules = options[0]
    ties = int(challenges.ties_defend(state, rules, R.TERRITORY, territory))
    chances = [
        int(win_chance(int(challenges.handicap(state, rules, other, R.TERRITORY, territory)), ties))
        for other in range(int(rules.seats))
        if other != seat and challenges.is_foe(state, rules, other, territory)
    ]
    return max(chances, default=None)


def cost(case: Case) -> Iterator[Point]:
    """What the bowl holds after it, where that changed."""
    for stock in (R.WATER, *range(R.STOCKS - 1)):
        change = case.gained(stock)
        left = int(case.after["bowl"][case.seat, stock])
        name = STOCK_NAMES[stock]
        if change < 0:
            yield Point(f"{name} left", left, f"leaves {left or 'no'} {name}")
        elif change > 0:
            yield Point(f"{name} left", left, f"brings {change} {name}")


def standing(case: Case) -> Iterator[Point]:
    """Territories won and lost, income, and the game itself."""
    state, options, seat = case.after, case.options, case.seat
    if has(int(state["winners"]), seat):
        yield Point("win", 1, "wins the game")
    held, had = (int(held_count(each, seat)) for each in (state, case.before))
    if held != had:
        of = f"{held} of {int(options.win_territories)}"
        yield Point("yards", held, f"holds {of} yards then")
    more = int(swagger_income(state, options, seat)) - int(
        swagger_income(case.before, options, seat)
    )
    if more > 0:
        yield Point("income", more, f"earns {more} Swagger more each turn")
    elif more < 0:
        yield Point("income", more, f"earns {-more} Swagger less each turn")


def percent(thousandths: int) -> str:
    """Whole percent; never 0 or 100 for what can go either way."""
    whole = (thousandths + 5) // 10
    if 0 < thousandths < 1000:
        whole = min(99, max(1, whole))
    return f"{whole} %"
