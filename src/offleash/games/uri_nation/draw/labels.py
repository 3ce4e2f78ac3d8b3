"""Every action in words: a whole label, a short one for a button, and what it is listed under."""

from typing import NamedTuple

from offleash.games.uri_nation.board.text import Cell
from offleash.games.uri_nation.position import Position, percent
from offleash.games.uri_nation.rules import actions as act, economy, record as R
from offleash.games.uri_nation.rules.card_words import BOND, GRIT, OP_UNCLAIM, SWAGGER
from offleash.games.uri_nation.rules.cards import operation, part_of_effect
from offleash.games.uri_nation.rules.movement import crossing_price, step_price
from offleash.games.uri_nation.text.actions import CLAIMS, PLACES, QUARRIES
from offleash.games.uri_nation.text.names import STOCK_NAMES, TRICK_NAMES, WAY_NAMES

LEASH, ZOOMIES, DISTRACTED, SNIFF, PATROL, LEG_DAY = TRICK_NAMES


class ActionWording(NamedTuple):
    """How one kind of action is worded."""

    group: str = "tricks"  # what it is listed under
    button: str = ""  # where its label is too long for one
    done: str = ""  # in the past tense; the place or the card follows


WORDING = {
    act.IS_STEP: ActionWording("walk", "step"),
    act.IS_CROSS: ActionWording("walk", "cross"),
    act.IS_PATH: ActionWording("walk", "path"),
    act.IS_STOP: ActionWording("stop", "stop here", "stopped"),
    act.IS_DRINK: ActionWording("drink", "", "drank"),
    act.IS_LEAVE: ActionWording("drink", "no drink"),
    act.IS_LEASH: ActionWording("tricks", f"{LEASH} +3", f"tried {LEASH}"),
    act.IS_ZOOMIES: ActionWording("tricks", f"{ZOOMIES} ×3", f"got the {ZOOMIES}"),
    act.IS_DISTRACTED: ActionWording("tricks", f"{DISTRACTED} +2", f"had a {DISTRACTED}"),
    act.IS_SNIFF: ActionWording("tricks", SNIFF, "had a sniff"),
    act.IS_PATROL: ActionWording("tricks", PATROL, "went on patrol"),
    act.IS_DONE: ActionWording("patrol"),
    act.IS_CLAIM: ActionWording("claim", "claim", "claimed"),
    act.IS_CHALLENGE: ActionWording("challenge", "challenge", "challenged"),
    act.IS_CHALLENGE_HOME: ActionWording("challenge", "challenge", "challenged"),
    act.IS_CHALLENGE_SITE: ActionWording("challenge", "challenge", "challenged the alliance at"),
    act.IS_FORTIFY: ActionWording("fortify", "", "fortified"),
    act.IS_FORTIFY_HOME: ActionWording("fortify", "", "fortified"),
    act.IS_ALLY: ActionWording("alliance", "", "founded an alliance at"),
    act.IS_BREAK: ActionWording("alliance", "", "broke the alliance at"),
    act.IS_LEG_CLAIM: ActionWording(LEG_DAY, LEG_DAY, "claimed"),
    act.IS_LEG_CHALLENGE: ActionWording(LEG_DAY, LEG_DAY, "challenged"),
    act.IS_LEG_HOME: ActionWording(LEG_DAY, LEG_DAY, "challenged"),
    act.IS_GO: ActionWording("go on"),
    act.IS_PLAY: ActionWording("cards", "", "played"),
    act.IS_DISCARD: ActionWording("discard", "", "discarded"),
    act.IS_PASS: ActionWording("pass", "pass", "passed"),
    act.IS_RECLAIM_SWAGGER: ActionWording("re-claim", "", "kept it by Swagger"),
    act.IS_RECLAIM_GRIT: ActionWording("re-claim", "", "kept it by Grit"),
    act.IS_DECLINE: ActionWording("re-claim", "", "left it empty"),
    act.IS_BID: ActionWording("bid", "", "bid"),
    act.IS_TARGET: ActionWording("choose", "", "chose"),
    act.IS_TARGET_SITE: ActionWording("choose", "", "cleared the alliance at"),
}
WALKS = (act.IS_STEP, act.IS_CROSS, act.IS_PATH)
LEG_DAY_KINDS = (act.IS_LEG_CLAIM, act.IS_LEG_CHALLENGE, act.IS_LEG_HOME)
ON_CARD = (act.IS_PLAY, act.IS_DISCARD)


def wording_of(move: act.Decoded) -> ActionWording:
    """Return how an action's kind is worded."""
    return WORDING.get(move.kind, ActionWording())


# Places


def place_of(view: Position, move: act.Decoded) -> Cell | None:
    """Return the territory, site or home that an action is about."""
    return view.place_cell(PLACES[move.kind], move.which) if move.kind in PLACES else None


def place_name(view: Position, move: act.Decoded) -> str:
    """Return that place in words; empty where there is none."""
    return view.place_name(PLACES[move.kind], move.which) if move.kind in PLACES else ""


# Labels


def price_words(water: int, tokens: int, kind: int) -> str:
    """Return what an action costs."""
    parts = [f"{water} water"] if water else []
    parts += [f"{tokens} {STOCK_NAMES[kind]}"] if tokens else []
    return f" for {' and '.join(parts)}" if parts else ""


def label_of(view: Position, move: act.Decoded) -> str:
    """Return in a few words what an action does."""
    if move.kind in WALKS:
        return walk_label(view, move)
    if move.kind in QUARRIES:
        return challenge_label(view, move)
    if move.kind in ON_CARD:
        card = view.card(move.which)
        verb = "play" if move.kind == act.IS_PLAY else "discard"
        return f"{verb} {card.id}, “{card.name}”"
    if move.kind in (act.IS_TARGET, act.IS_TARGET_SITE):
        return target_label(view, move)
    return mark_label(view, move) or plain_label(view, move)


def walk_price(view: Position, move: act.Decoded) -> int:
    """Return the Drive for a step, a crossing or a path."""
    start = view.cell(view.walker)
    if move.kind == act.IS_PATH:
        return int(view.options.path_drive)
    if move.kind == act.IS_STEP:
        return int(step_price(view.options, start, view.destination(move, start)))
    return int(crossing_price(view.state, view.options, start, move.which))


def walk_label(view: Position, move: act.Decoded) -> str:
    """Return a step, a crossing or a path, in words."""
    end = view.cell_name(view.destination(move, view.cell(view.walker)))
    price = walk_price(view, move)
    cost = f" for {price} Drive" if price else ""
    if move.kind == act.IS_STEP:
        return f"walk {WAY_NAMES[move.which]} to {end}{cost}"
    if move.kind == act.IS_CROSS:
        return f"cross {WAY_NAMES[move.which]} to {end}{cost or ' for free'}"
    return f"take the path to {end}{cost}"


def quarry_name(view: Position, move: act.Decoded) -> str:
    """Return what a challenge is about, with its owner."""
    place = place_name(view, move)
    if move.kind == act.IS_CHALLENGE_SITE:
        return f"the alliance at {place}"
    is_home = QUARRIES[move.kind] == R.HOME
    owner = view.resident(move.which) if is_home else view.owner(move.which)
    return place if owner == R.NOBODY_THERE else f"{view.dog(owner)}'s {place}"


def leg_day(move: act.Decoded) -> str:
    """Return the name of the trick by which an action reaches this far."""
    return "Leg Day: " if move.kind in LEG_DAY_KINDS else ""


def challenge_label(view: Position, move: act.Decoded) -> str:
    """Return a challenge and its odds, bids aside."""
    odds = view.odds_of(view.walker, QUARRIES[move.kind], move.which)
    has_bids = bool(view.options.secret_bidding) and move.kind != act.IS_CHALLENGE_SITE
    before = " before bids" if has_bids else ""
    return f"{leg_day(move)}challenge {quarry_name(view, move)}: {percent(odds)} to win{before}"


def target_label(view: Position, move: act.Decoded) -> str:
    """Return what a card does to its target."""
    place = place_name(view, move)
    if move.kind == act.IS_TARGET_SITE:
        return f"clear the alliance at {place}"
    if view.state.card == R.NO_CARD:
        return f"choose {place}"
    if int(operation(view.state, view.options)) == OP_UNCLAIM:
        return f"give up {place}"
    more = int(part_of_effect(view.state, view.options, 3)) > 0
    return f"a fortify token {'onto' if more else 'off'} {place}"


def mark_label(view: Position, move: act.Decoded) -> str:
    """Return claims, fortify tokens and alliances, with their prices; empty for anything else."""
    options, seat, place = view.options, view.walker, place_name(view, move)
    if move.kind in CLAIMS:
        cost = price_words(options.claim_water, economy.claim_price(options, seat), SWAGGER)
        return f"{leg_day(move)}claim {place}{'' if view.phase == R.SETUP_CLAIM else cost}"
    if move.kind in (act.IS_FORTIFY, act.IS_FORTIFY_HOME):
        cost = price_words(options.fortify_water, economy.fortify_price(options, seat), GRIT)
        return f"fortify {place}{cost}"
    if move.kind == act.IS_ALLY:
        cost = price_words(options.ally_water, economy.ally_price(options, seat), BOND)
        stop = "stop and " if view.phase == R.MOVE else ""
        return f"{stop}found an alliance at {place}{cost}"
    if move.kind == act.IS_BREAK:
        cost = price_words(options.break_water, options.break_swagger, SWAGGER)
        return f"break the alliance at {place}{cost}"
    return ""


def plain_label(view: Position, move: act.Decoded) -> str:
    """Return the words for what needs no place."""
    options, seat = view.options, view.walker
    drink = int(economy.drink_price(options, seat))
    again = int(options.reclaim_cost)
    return {
        act.IS_LEASH: f"{LEASH}: 3 more steps for 2 Drive",
        act.IS_ZOOMIES: f"{ZOOMIES}: three times the dice, but no action",
        act.IS_DISTRACTED: f"{DISTRACTED}: 2 more steps, turning freely",
        act.IS_SNIFF: f"{SNIFF}: sniff at the dog next to you",
        act.IS_PATROL: f"{PATROL}: fortify all around, one by one",
        act.IS_STOP: f"stop at {view.cell_name(view.cell(seat))}",
        act.IS_DRINK: f"drink for {drink} Drive" if drink else "drink for free",
        act.IS_LEAVE: "walk on without a drink",
        act.IS_GO: "roll the dice" if view.phase == R.PRE_ROLL else "walk",
        act.IS_DONE: "end the patrol",
        act.IS_PASS: "end the turn without an action",
        act.IS_RECLAIM_SWAGGER: f"keep it{price_words(0, again, SWAGGER) or ' by Swagger'}",
        act.IS_RECLAIM_GRIT: f"keep it{price_words(0, again, GRIT) or ' by Grit'}",
        act.IS_DECLINE: "leave it empty",
        act.IS_BID: f"bid {move.which or 'no'} water",
    }.get(move.kind, "go on")


def button_of(view: Position, move: act.Decoded) -> str:
    """Return the same on a button."""
    if move.kind == act.IS_BID:
        return f"bid {move.which}"
    return wording_of(move).button or label_of(view, move)
