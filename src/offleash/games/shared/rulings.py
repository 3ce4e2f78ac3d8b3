"""Which ruling answers a question: of an attempt by the words of its reason, else by what it is."""

from collections.abc import Callable, Mapping, Sequence

from offleash.contract import Records

Phrases = Sequence[tuple[str, str]]  # words of a reason, and the ruling that it goes back to
ActionText = Callable[[Records, Records, int], str]  # about an action in a position


def rulings(
    actions: int,
    of_phase: Mapping[int, str],
    of_action: Callable[[int], str],
    why_illegal: ActionText,
    of_reason: Phrases,
) -> ActionText:
    """Return a game's `ruling`: of what is at hand in a phase, an action or a reason."""

    def ruling(states: Records, options: Records, action: int) -> str:
        """Return the ruling behind an action, legal or attempted, or else behind the decision."""
        at_hand = of_phase[int(states["phase"][0])]
        if not 0 <= action < actions:
            return at_hand
        if reason := why_illegal(states, options, action):
            return behind(reason, of_reason) or at_hand
        return of_action(action)

    return ruling


def by_first(kinds: Sequence[tuple[int, str]]) -> Callable[[int], str]:
    """Return a function that finds an action's ruling by where each kind begins, last to first."""
    return lambda action: next(ruling for first, ruling in kinds if action >= first)


def behind(reason: str, phrases: Phrases) -> str:
    """Return the ruling behind a reason, by the first words that occur in it; or nothing."""
    return next((ruling for words, ruling in phrases if words in reason), "")
