"""The odds of a challenge for labels and the desk, from the game's own rules."""

from offleash.games.uri_nation.position import Position
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.challenges import handicap, ties_defend
from offleash.games.uri_nation.rules.odds import win_chance


def odds_of(view: Position, quarry: int, target: int) -> int:
    """Of a challenge that the walker might declare, in thousandths; bids are still to come."""
    against = int(handicap(view.state, view.options, view.walker, quarry, target))
    return int(win_chance(against, int(ties_defend(view.state, view.options, quarry, target))))


def odds_now(view: Position) -> int | None:
    """Of the challenge under way, before the dice fall; None while a bid is not known."""
    state = view.state
    bids = [int(bid) for bid in state.bids]
    if state.quarry == R.NO_QUARRY or R.UNKNOWN in bids:
        return None
    attack, defence = (0 if bid == R.NO_BID else bid for bid in bids)
    against = handicap(state, view.options, view.walker, int(state.quarry), int(state.target))
    return int(win_chance(int(against) + defence - attack, int(state.clustered)))


def percent(thousandths: int) -> str:
    """Whole percent; never 0 or 100 for what can go either way."""
    whole = (thousandths + 5) // 10
    if 0 < thousandths < 1000:
        whole = min(99, max(1, whole))
    return f"{whole} %"
