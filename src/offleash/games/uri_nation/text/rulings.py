"""Names the ruling that an action, an attempt or a decision is about."""

from offleash.contract import Records
from offleash.games.shared.rulings import Phrases, behind
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.text.actions import KINDS
from offleash.games.uri_nation.text.why_illegal import CHAPTERS, why_illegal
from offleash.games.uri_nation.text.words import PHASE_TEXTS

OF_PHASE = {phase: ruling for phase, (_, ruling, _) in PHASE_TEXTS.items()}
OF_KIND = {kind: ruling for kind, (_, _, ruling) in KINDS.items()}
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
    ("is not next to the dog", "A1"),
    ("is not next to", "A7"),
    ("fortify token", "C14"),
    ("territories are not fortified", "C14"),
    ("the supply has no", "E22"),
    ("water left to bid", "W7"),
    ("held cards are played before the first action", "R3"),
    ("does not hold", "D3"),
    ("is played", "D3"),
)


def ruling(states: Records, options: Records, action: int) -> str:
    """Return the ruling behind an action, legal or attempted; without one, behind the decision."""
    phase = int(states["phase"][0])
    if not 0 <= action < A.ACTIONS:
        return OF_PHASE[phase]
    kind = A.decode(action).kind
    reason = why_illegal(states, options, action)
    is_due = not reason or kind in CHAPTERS.get(phase, {})
    return behind(reason, OF_REASON) or (OF_KIND[kind] if is_due else OF_PHASE[phase])
