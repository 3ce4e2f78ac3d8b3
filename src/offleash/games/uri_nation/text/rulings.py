"""Names the ruling that an action, an attempt or a decision is about."""

from offleash.core.game import Records
from offleash.games.shared.rulings import Phrases, behind
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.reasons import CHAPTERS, why_illegal

OF_PHASE = {
    R.HOMES_DRAWN: "S3",
    R.ORDER: "T1",
    R.SETUP_CLAIM: "S1",
    R.PRE_ROLL: "D3",
    R.ROLL: "M25",
    R.POST_ROLL: "W0",
    R.MOVE: "M7",
    R.DRINK: "M28",
    R.DRAW: "M27",
    R.CARD_TARGET: "N14",
    R.CARD_DISCARD: "D3",
    R.ACTION: "N20",
    R.BID_ATT: "W7",
    R.BID_DEF: "W7",
    R.REVEAL: "N15",
    R.DICE: "C1",
    R.RECLAIM: "C10",
    R.PATROL: "W5",
    R.TIE: "T10",
    R.FINISHED: "T4",
}
OF_KIND = {
    A.IS_STEP: "M7",
    A.IS_CROSS: "M10",
    A.IS_PATH: "M21",
    A.IS_STOP: "R1",
    A.IS_DRINK: "M28",
    A.IS_LEAVE: "M27",
    A.IS_GO: "N20",
    A.IS_LEASH: "W1",
    A.IS_ZOOMIES: "W3",
    A.IS_DISTRACTED: "W2",
    A.IS_CLAIM: "A1",
    A.IS_CHALLENGE: "C11",
    A.IS_FORTIFY: "C14",
    A.IS_CHALLENGE_HOME: "C16",
    A.IS_FORTIFY_HOME: "N20",
    A.IS_CHALLENGE_SITE: "B11",
    A.IS_ALLY: "B5",
    A.IS_BREAK: "B9",
    A.IS_LEG_CLAIM: "W6",
    A.IS_LEG_CHALLENGE: "W6",
    A.IS_LEG_HOME: "W6",
    A.IS_PATROL: "W5",
    A.IS_DONE: "W5",
    A.IS_SNIFF: "W4",
    A.IS_PLAY: "D3",
    A.IS_PASS: "T11",
    A.IS_RECLAIM_SWAGGER: "C10",
    A.IS_RECLAIM_GRIT: "C10",
    A.IS_DECLINE: "C10",
    A.IS_BID: "W7",
    A.IS_TARGET: "N14",
    A.IS_TARGET_SITE: "N14",
    A.IS_DISCARD: "D3",
    A.IS_HOME: "S3",
    A.IS_NEXT: "T1",
    A.IS_ROLL: "M25",
    A.IS_DRAW: "E16",
    A.IS_REVEAL: "N15",
    A.IS_DICE: "C1",
    A.IS_WINNER: "T10",
}
OF_REASON: Phrases = (
    ("there is nothing to walk on", "M1"),
    ("a dog does not turn back", "M6"),
    ("no steps are left", "M29"),
    ("no crossing leads", "M12"),
    ("has been visited since the last step", "M11"),
    ("crossing here takes", "N6"),
    ("nobody chooses a path", "M22"),
    ("no path begins at", "M21"),
    ("a dog has to move before it may stop", "M16"),
    ("the walk must use its full roll", "M17"),
    ("does not end a walk", "M20"),
    ("an alliance is the action after the walk", "N8"),
    ("every trick comes once a game", "W0"),
    ("is a trick of the", "W0"),
    ("there are no walk tricks", "W0"),
    ("Zoomies are a trick", "W3"),
    ("after Zoomies there is no action", "W3"),
    ("needs doubles", "W2"),
    ("a card has taken", "E15"),
    ("is protected by the alliance", "B16"),
    ("a ceasefire holds", "B10"),
    ("is not in the alliance at", "B9"),
    ("so it breaks it", "B12"),
    ("alliances can't be challenged", "B11"),
    ("there is an alliance at", "B5"),
    ("no alliances are made at", "N2"),
    ("is lost, and left alone", "C16"),
    ("homes can't be challenged", "C18"),
    ("homes are not fortified", "C18"),
    ("walking steps away", "W6"),
    ("the patrol has been at", "W5"),
    ("can be fortified", "W5"),
    ("is not next to", "A7"),
    ("is not beside the dog", "A1"),
    ("fortify token", "C14"),
    ("territories are not fortified", "C14"),
    ("the supply has no", "E22"),
    ("water left to bid", "W7"),
    ("held cards are played before the first action", "R3"),
    ("does not hold", "D3"),
    ("is played", "D3"),
)


def ruling(states: Records, options: Records, action: int) -> str:
    """The ruling behind an action, legal or attempted; without one, behind the decision."""
    at_hand = OF_PHASE[int(states["phase"][0])]
    if not 0 <= action < A.ACTIONS:
        return at_hand
    kind = A.decode(action).kind
    reason = why_illegal(states, options, action)
    is_due = not reason or kind in CHAPTERS.get(int(states["phase"][0]), {})
    return behind(reason, OF_REASON) or (OF_KIND[kind] if is_due else at_hand)
