"""A game of Uri-Nation in sentences, as one seat saw it, and what a player is to do."""

from collections.abc import Sequence

from offleash.contract import Records
from offleash.contract.rules.actors import CHANCE, UNSEEN
from offleash.games.uri_nation.position import Position
from offleash.games.uri_nation.rules import actions as A, record as R
from offleash.games.uri_nation.text.actions import PLACES, QUARRIES
from offleash.games.uri_nation.text.names import DECK_NAMES, TRICK_NAMES
from offleash.tools.prose import count_of, join_and

LEASH, ZOOMIES, DISTRACTED, _, _, LEG_DAY = TRICK_NAMES
WALKS = (A.IS_STEP, A.IS_CROSS, A.IS_PATH, A.IS_STOP)
PLAIN = {  # the news say what a card does, and dice who begins
    A.IS_DRINK: "drinks",
    A.IS_LEAVE: "does not drink",
    A.IS_GO: "",
    A.IS_LEASH: f"tries {LEASH}",
    A.IS_ZOOMIES: f"gets the {ZOOMIES}",
    A.IS_DISTRACTED: f"has a {DISTRACTED}",
    A.IS_SNIFF: "has a sniff",
    A.IS_PATROL: "goes on patrol",
    A.IS_DONE: "ends the patrol",
    A.IS_CLAIM: "claims the territory",
    A.IS_LEG_CLAIM: f"claims, by {LEG_DAY}, the territory",
    A.IS_FORTIFY: "fortifies the territory",
    A.IS_FORTIFY_HOME: "fortifies the home",
    A.IS_ALLY: "founds an alliance at",
    A.IS_BREAK: "breaks the alliance at",
    A.IS_CHALLENGE_SITE: "challenges the alliance at",
    A.IS_PLAY: "",
    A.IS_DISCARD: "",
    A.IS_PASS: "does nothing",
    A.IS_RECLAIM_SWAGGER: "keeps it, for Swagger",
    A.IS_RECLAIM_GRIT: "keeps it, for Grit",
    A.IS_DECLINE: "leaves it empty",
    A.IS_TARGET: "chooses the territory",
    A.IS_TARGET_SITE: "clears the alliance at",
}
TASKS = {
    R.SETUP_CLAIM: "Claim a territory next to your home",
    R.PRE_ROLL: "Play a card, or roll the dice",
    R.POST_ROLL: "Do a trick, or walk",
    R.DRINK: "Do you want to drink?",
    R.CARD_TARGET: "Choose for the card",
    R.CARD_DISCARD: "You hold too many cards: discard one",
    R.ACTION: "Do one thing here",
    R.BID_ATT: "How much water do you bid?",
    R.BID_DEF: "How much water do you bid?",
    R.RECLAIM: "You won it. Do you want to keep it?",
    R.PATROL: "Fortify what is around you",
}


def story(
    views: Sequence[Records], actions: Sequence[int], options: Records, viewer: int, actor: int
) -> list[tuple[int, str]]:
    """Return sentences about one actor's actions in a row, without subject; see `contract.game`."""
    if actor == CHANCE:
        pairs = zip(views, actions, strict=False)
        return [(1, _chance(Position(view, options), int(action))) for view, action in pairs]
    sentences, at = [], 0
    while at < len(actions):
        end = at
        while end < len(actions) and _kind(actions[end]) in WALKS:
            end += 1
        if end > at:
            sentences.append((end - at, _walk([_kind(action) for action in actions[at:end]])))
        else:
            end = at + 1
            sentences.append((1, _decision(Position(views[at], options), int(actions[at]))))
        at = end
    return sentences


def task(view: Records, options: Records, seat: int) -> str:
    """Return what the seat to move is to do."""
    position = Position(view, options)
    if position.phase == R.MOVE:
        return f"Walk: {count_of(position.steps, 'step')} left"
    return TASKS.get(position.phase, "")


def _kind(action: int) -> int:
    return A.decode(int(action)).kind if action != UNSEEN else UNSEEN


def _walk(kinds: Sequence[int]) -> str:
    steps = count_of(kinds.count(A.IS_STEP), "step")
    walked = [f"walks {steps}"] if A.IS_STEP in kinds else []
    roads = ["crosses the road"] if A.IS_CROSS in kinds else []
    paths = ["takes the path"] if A.IS_PATH in kinds else []
    return join_and([*walked, *roads, *paths]) or "stays"


def _decision(position: Position, action: int) -> str:
    if action == UNSEEN:
        return "bids in secret"
    move = A.decode(action)
    if move.kind == A.IS_BID:
        return f"bids {move.which or 'no'} water"
    place = position.place_name(PLACES[move.kind], move.which) if move.kind in PLACES else ""
    if move.kind in PLAIN:
        return PLAIN[move.kind] + f" {place}" * (place != "" and move.kind != A.IS_FORTIFY_HOME)
    is_home = QUARRIES[move.kind] == R.HOME
    owner = position.resident(move.which) if is_home else position.owner(move.which)
    whose = f"{position.dog(owner)}'s " if owner != R.NOBODY_THERE else ""
    return f"challenges {whose}{place if is_home else f'territory {place}'}"


def _chance(position: Position, action: int) -> str:
    """Return words for dice and draws; the news say the rest."""
    if action == UNSEEN:
        return ""
    move = A.decode(action)
    if move.kind == A.IS_ROLL:
        dice = join_and(str(die) for die in A.ROLLS[move.which])
        return f"{position.dog(position.walker)} rolls {dice}"
    if move.kind == A.IS_DICE:
        one, other = 1 + move.which // A.SIDES, 1 + move.which % A.SIDES
        foe = position.dog(position.defender)
        return f"{position.dog(position.walker)} rolls {one}, {foe} {other}"
    if move.kind == A.IS_DRAW:
        return f"{position.dog(position.walker)} draws from the {DECK_NAMES[position.deck]} deck"
    return ""
