"""Every action in words: a whole label, a short one for a button, and what it is listed under."""

from offleash.games.uri_nation.board.text import cell_text
from offleash.games.uri_nation.draw.odds import odds_of, percent
from offleash.games.uri_nation.draw.view import TRICK_NAMES, View, cell_words
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules import actions as act
from offleash.games.uri_nation.rules import economy
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.card_words import BOND, GRIT, OP_UNCLAIM, SWAGGER
from offleash.games.uri_nation.rules.cards import operation, part_of_effect
from offleash.games.uri_nation.rules.movement import crossing_price, step_price
from offleash.games.uri_nation.text.names import STOCK_NAMES, WAY_NAMES, dog_name

# What each kind of action is listed under; cards and tricks have names of their own.
GROUPS = {
    act.IS_STEP: "walk",
    act.IS_CROSS: "walk",
    act.IS_PATH: "walk",
    act.IS_STOP: "stop",
    act.IS_DRINK: "drink",
    act.IS_LEAVE: "drink",
    act.IS_CLAIM: "claim",
    act.IS_CHALLENGE: "challenge",
    act.IS_CHALLENGE_HOME: "challenge",
    act.IS_CHALLENGE_SITE: "challenge",
    act.IS_FORTIFY: "fortify",
    act.IS_FORTIFY_HOME: "fortify",
    act.IS_ALLY: "alliance",
    act.IS_BREAK: "alliance",
    act.IS_LEG_CLAIM: "Leg Day",
    act.IS_LEG_CHALLENGE: "Leg Day",
    act.IS_LEG_HOME: "Leg Day",
    act.IS_GO: "go on",
    act.IS_PLAY: "cards",
    act.IS_DISCARD: "discard",
    act.IS_PASS: "pass",
    act.IS_DONE: "patrol",
    act.IS_RECLAIM_SWAGGER: "re-claim",
    act.IS_RECLAIM_GRIT: "re-claim",
    act.IS_DECLINE: "re-claim",
    act.IS_BID: "bid",
    act.IS_TARGET: "choose",
    act.IS_TARGET_SITE: "choose",
}
QUARRIES = {
    act.IS_CHALLENGE: R.TERRITORY,
    act.IS_LEG_CHALLENGE: R.TERRITORY,
    act.IS_CHALLENGE_HOME: R.HOME,
    act.IS_LEG_HOME: R.HOME,
    act.IS_CHALLENGE_SITE: R.SITE,
}
LEG_DAY_KINDS = (act.IS_LEG_CLAIM, act.IS_LEG_CHALLENGE, act.IS_LEG_HOME)


def group_of(said: A.Decoded) -> str:
    """What an action is listed under."""
    return GROUPS.get(said.kind, "tricks")


def price_words(water: int, tokens: int, kind: int) -> str:
    """What an action costs."""
    parts = [f"{water} water"] if water else []
    parts += [f"{tokens} {STOCK_NAMES[kind]}"] if tokens else []
    return f" for {' and '.join(parts)}" if parts else ""


def label_of(view: View, said: A.Decoded) -> str:
    """What an action does, in a few words."""
    if said.kind in (act.IS_STEP, act.IS_CROSS, act.IS_PATH):
        return walk_label(view, said)
    if said.kind in QUARRIES:
        return challenge_label(view, said)
    if said.kind in (act.IS_PLAY, act.IS_DISCARD):
        card = view.card(said.which)
        verb = "play" if said.kind == act.IS_PLAY else "discard"
        return f"{verb} {card.id}, “{card.name}”"
    if said.kind in (act.IS_TARGET, act.IS_TARGET_SITE):
        return target_label(view, said)
    return mark_label(view, said) or plain_label(view, said)


def destination(view: View, said: A.Decoded) -> int:
    """The cell that a step, a crossing or a path leads to."""
    here = view.cell(view.walker)
    if said.kind == act.IS_PATH:
        return int(view.options.path[here])
    table = view.options.step if said.kind == act.IS_STEP else view.options.cross
    return int(table[here, said.which])


def walk_price(view: View, said: A.Decoded) -> int:
    """Drive for a step, a crossing or a path."""
    here = view.cell(view.walker)
    if said.kind == act.IS_PATH:
        return int(view.options.path_drive)
    if said.kind == act.IS_STEP:
        return int(step_price(view.options, here, destination(view, said)))
    return int(crossing_price(view.state, view.options, here, said.which))


def walk_label(view: View, said: A.Decoded) -> str:
    """A step, a crossing, a path."""
    there = cell_words(view, destination(view, said))
    price = walk_price(view, said)
    cost = f" for {price} Drive" if price else ""
    if said.kind == act.IS_STEP:
        return f"walk {WAY_NAMES[said.which]} to {there}{cost}"
    if said.kind == act.IS_CROSS:
        return f"cross {WAY_NAMES[said.which]} to {there}{cost or ' for free'}"
    return f"take the path to {there}{cost}"


def quarry_name(view: View, said: A.Decoded) -> str:
    """What a challenge is about, with its owner."""
    if said.kind == act.IS_CHALLENGE_SITE:
        return f"the alliance at {cell_text(view.board.sites[said.which])}"
    if QUARRIES[said.kind] == R.HOME:
        owner, place = view.resident(said.which), f"home {said.which + 1}"
    else:
        owner, place = view.owner(said.which), cell_text(view.board.territories[said.which])
    return place if owner == R.NOBODY_THERE else f"{dog_name(view.records, owner)}'s {place}"


def challenge_label(view: View, said: A.Decoded) -> str:
    """A challenge and its odds, bids aside."""
    odds = odds_of(view, QUARRIES[said.kind], said.which)
    leg = "Leg Day: " if said.kind in LEG_DAY_KINDS else ""
    before = " before bids" if bids_follow(view, said) else ""
    return f"{leg}challenge {quarry_name(view, said)}: {percent(odds)} to win{before}"


def bids_follow(view: View, said: A.Decoded) -> bool:
    """Whether both sides bid water before the dice."""
    return bool(view.options.secret_bidding) and said.kind != act.IS_CHALLENGE_SITE


def target_label(view: View, said: A.Decoded) -> str:
    """What a card does to what is chosen."""
    if said.kind == act.IS_TARGET_SITE:
        return f"clear the alliance at {cell_text(view.board.sites[said.which])}"
    place = cell_text(view.board.territories[said.which])
    if view.state.card == R.NO_CARD:
        return f"choose {place}"
    if int(operation(view.state, view.options)) == OP_UNCLAIM:
        return f"give up {place}"
    more = int(part_of_effect(view.state, view.options, 3)) > 0
    return f"a fortify token {'onto' if more else 'off'} {place}"


def mark_label(view: View, said: A.Decoded) -> str:
    """Claims, fortify tokens and alliances, with their prices; empty for anything else."""
    options, seat = view.options, view.walker
    if said.kind in (act.IS_CLAIM, act.IS_LEG_CLAIM):
        leg = "Leg Day: " if said.kind == act.IS_LEG_CLAIM else ""
        cost = price_words(
            int(options.claim_water), int(economy.claim_price(options, seat)), SWAGGER
        )
        cost = "" if view.phase == R.SETUP_CLAIM else cost
        return f"{leg}claim {cell_text(view.board.territories[said.which])}{cost}"
    if said.kind in (act.IS_FORTIFY, act.IS_FORTIFY_HOME):
        cost = price_words(
            int(options.fortify_water), int(economy.fortify_price(options, seat)), GRIT
        )
        home = f"home {said.which + 1}"
        is_home = said.kind == act.IS_FORTIFY_HOME
        return f"fortify {home if is_home else cell_text(view.board.territories[said.which])}{cost}"
    if said.kind == act.IS_ALLY:
        cost = price_words(int(options.ally_water), int(economy.ally_price(options, seat)), BOND)
        stop = "stop and " if view.phase == R.MOVE else ""
        return f"{stop}found an alliance at {cell_text(view.board.sites[said.which])}{cost}"
    if said.kind == act.IS_BREAK:
        cost = price_words(int(options.break_water), int(options.break_swagger), SWAGGER)
        return f"break the alliance at {cell_text(view.board.sites[said.which])}{cost}"
    return ""


def plain_label(view: View, said: A.Decoded) -> str:
    """What needs no place."""
    options, seat = view.options, view.walker
    drink = int(economy.drink_price(options, seat))
    again = int(options.reclaim_cost)
    tricks = {
        act.IS_LEASH: f"{TRICK_NAMES[0]}: 3 more steps for 2 Drive",
        act.IS_ZOOMIES: f"{TRICK_NAMES[1]}: three times the dice, but no action",
        act.IS_DISTRACTED: f"{TRICK_NAMES[2]}: 2 more steps, turning freely",
        act.IS_SNIFF: f"{TRICK_NAMES[3]}: sniff at the dog next to you",
        act.IS_PATROL: f"{TRICK_NAMES[4]}: fortify all around, one by one",
    }
    return tricks.get(said.kind) or {
        act.IS_STOP: f"stop at {cell_words(view, view.cell(seat))}",
        act.IS_DRINK: f"drink for {drink} Drive" if drink else "drink for free",
        act.IS_LEAVE: "walk on without a drink",
        act.IS_GO: "roll the dice" if view.phase == R.PRE_ROLL else "walk",
        act.IS_DONE: "end the patrol",
        act.IS_PASS: "pass",
        act.IS_RECLAIM_SWAGGER: f"keep it{price_words(0, again, SWAGGER) or ' by Swagger'}",
        act.IS_RECLAIM_GRIT: f"keep it{price_words(0, again, GRIT) or ' by Grit'}",
        act.IS_DECLINE: "leave it empty",
        act.IS_BID: f"bid {said.which or 'no'} water",
    }.get(said.kind, "go on")


def button_of(view: View, said: A.Decoded) -> str:
    """The same on a button."""
    short = {
        act.IS_STEP: "step",
        act.IS_CROSS: "cross",
        act.IS_PATH: "path",
        act.IS_STOP: "stop here",
        act.IS_LEAVE: "no drink",
        act.IS_CLAIM: "claim",
        act.IS_CHALLENGE: "challenge",
        act.IS_CHALLENGE_HOME: "challenge",
        act.IS_CHALLENGE_SITE: "challenge",
        act.IS_LEG_CLAIM: "Leg Day",
        act.IS_LEG_CHALLENGE: "Leg Day",
        act.IS_LEG_HOME: "Leg Day",
        act.IS_LEASH: "Pull the Leash +3",
        act.IS_ZOOMIES: "Zoomies ×3",
        act.IS_DISTRACTED: "Distracted Owner +2",
        act.IS_SNIFF: TRICK_NAMES[3],
        act.IS_PATROL: TRICK_NAMES[4],
        act.IS_BID: f"bid {said.which}",
    }
    return short.get(said.kind) or label_of(view, said)
