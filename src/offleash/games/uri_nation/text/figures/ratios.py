"""The figures that a page counts without Python, as data; they are some of the lab's."""

from offleash.contract import FURTHER, Label
from offleash.contract.lab.ratios import RESULTS, STATE, TALLY, Ratio, Sum
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.figures import dogs as D
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES

# What a reader of the findings would change first
CONTROLS = (
    *("water_cap.bruiser", "claim_water", "challenge_water", "desperation_grit", "grit_threshold"),
    *("swagger_per", "reclaim_cost", "fortify_max", "win_territories", "max_rounds"),
)
DOGS = Sum(by_seat=True)
MARKING = {"claims": "claims", "challenges": "tried", "challenges won": "won"}


def _wins(number: int, name: str) -> Ratio:
    own = ("archetypes", number)
    label = Label("by archetype", True, "% of the games", "archetype", "Win rates", name)
    return Ratio(
        label, Sum(RESULTS, by_seat=True, seats_with=own), Sum(by_seat=True, seats_with=own)
    )


def _length(name: str, total: Sum) -> Ratio:
    return Ratio(Label(name, False, "per game", "extent", "Game length", "mean"), total)


def _ended(number: int, words: str) -> Ratio:
    label = Label("% of the games", True, "ended by", "ending", "Game length", words)
    return Ratio(label, Sum(STATE, "ending", equals=number))


def _marking(name: str, field: str) -> Ratio:
    label = Label(name, False, D.PER_GAME, "archetype", "Marking", "all", FURTHER)
    return Ratio(label, Sum(TALLY, field, by_seat=True), DOGS)


RATIOS = (
    *(_wins(number, name) for number, name in enumerate(ARCHETYPE_NAMES)),
    _length("rounds", Sum(STATE, "rounds")),
    _length("turns", Sum(TALLY, "turns")),
    *(_ended(number, words) for number, words in D.ENDINGS.items() if number != R.LAST_DOG),
    *(_marking(name, field) for name, field in MARKING.items()),
)
