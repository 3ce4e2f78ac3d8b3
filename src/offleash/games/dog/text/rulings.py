"""Which ruling an action, an attempt or a decision is about."""

from offleash.games.dog.rules import actions as A, record as R
from offleash.games.dog.text.why_illegal import why_illegal
from offleash.games.shared.rulings import Phrases, rulings

OF_PHASE = {
    R.ROLL: "D34",
    R.DEALING: "D33",
    R.GIVING: "D27",
    R.PLAYING: "D28",
    R.SPLITTING: "D12",
    R.FINISHED: "D35",
}
OF_KIND = {
    A.IS_SWAP: "D8",
    A.IS_SEVEN: "D12",
    A.IS_START: "D6",
    A.IS_STEP: "D10",
    A.IS_END: "D12",
    A.IS_THROW: "D29",
    A.IS_GIFT: "D27",
    A.IS_DICE: "D34",
    A.IS_DEAL: "D33",
}
OF_REASON: Phrases = (
    ("no token is left in the kennel", "D6"),
    ("is in the kennel", "D1"),
    ("seven steps can't all be made", "D12"),
    ("no step can be made", "D12"),
    ("its own protected token is on the start", "D6"),
    ("a protected token", "D4"),
    ("must enter home when it can", "D19"),
    ("has only just started", "D17"),
    ("four steps back do not bring", "D21"),
    ("steps do not bring token", "D20"),
    ("a token in home is in the way", "D22"),
    ("a joker may not bring the last token home", "D24"),
    ("has not been round the loop yet", "D18"),
    ("is home and does not go back", "D21"),
    ("the way out of home is barred", "D21"),
    ("nobody goes backward into home", "D21"),
    ("is home and stays there", "D22"),
    ("home ends", "D22"),
    ("is home and can't make this move", "D22"),
    ("is not on the loop", "D8"),
    ("is protected", "D8"),
    ("a jack swaps with", "D8"),
    ("two own tokens are named in order", "D8"),
    ("does not stand before a home", "D17"),
    ("the partner's tokens are now played like one's own", "D26"),
    ("the partner's tokens may be stepped", "D14"),
    ("the 7 must be finished", "D11"),
)


def _ruling_of(action: int) -> str:
    """Return the ruling behind a legal action."""
    decoded = A.decode(action)
    if decoded.kind in OF_KIND:
        return OF_KIND[decoded.kind]
    if decoded.enters:
        return "D17"
    if decoded.steps < 0:
        return "D21"
    return "D23" if decoded.rank == R.JOKER else "D4"


ruling = rulings(A.ACTIONS, OF_PHASE, _ruling_of, why_illegal, OF_REASON)
