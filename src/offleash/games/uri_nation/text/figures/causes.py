"""What findings need: deeds of winners, worth of leads, choices, and odds of challenges."""

import numpy as np

from offleash.contract import RECORDED, FinishedGames, Measure
from offleash.contract.lab.general_measures import (
    SeatKinds,
    choice_measures,
    lead_measures,
    progress_measures,
    winner_measures,
)
from offleash.games.uri_nation.rules import actions as A, record as R
from offleash.games.uri_nation.text.figures import dogs as D
from offleash.games.uri_nation.text.figures.race import Race
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES

TENTHS, HALF = range(1, 10), 5  # of a game
HEADING, ODDS = "Challenges by handicap", "Odds of challenges"
TIES = ("ties rolled again", "ties to the defender")  # by their numbers
WON = "won"
CASES = (  # by the causes of a handicap, the challenge as it was first
    *("exact odds", "without fortify tokens", "without the bonus of homes and bonds"),
    *("with all ties rolled again", "without Grit", "without the Diplomat's handicap"),
    *("without cards", "without bids"),
)
HANDICAP_NAMES = tuple(f"{n:+d}".replace("-", "−") if n else "0" for n in range(-6, 7))
CHOICE_NAMES = {  # to pass, to go on and to leave the water is what is left of these
    A.IS_CLAIM: "claim a territory",
    A.IS_CHALLENGE: "challenge a territory",
    A.IS_FORTIFY: "fortify a territory",
    A.IS_CHALLENGE_HOME: "challenge a home",
    A.IS_FORTIFY_HOME: "fortify their home",
    A.IS_CHALLENGE_SITE: "challenge an alliance",
    A.IS_ALLY: "start an alliance",
    A.IS_BREAK: "break an alliance",
    A.IS_PLAY: "play a held card",
    A.IS_DRINK: "drink",
    A.IS_RECLAIM_SWAGGER: "re-claim with Swagger",
    A.IS_RECLAIM_GRIT: "re-claim with Grit",
    A.IS_DECLINE: "leave a won place empty",
    A.IS_LEASH: "pull the leash",
    A.IS_ZOOMIES: "do zoomies",
    A.IS_DISTRACTED: "use a distracted owner",
    A.IS_SNIFF: "do a Butt Sniff",
    A.IS_PATROL: "go on a Paranoid Patrol",
    A.IS_LEG_CLAIM: "claim a second territory on Leg Day",
    A.IS_LEG_CHALLENGE: "challenge a second territory on Leg Day",
    A.IS_LEG_HOME: "challenge a second home on Leg Day",
}
assert len(CASES) == R.CAUSES and len(HANDICAP_NAMES) == R.HANDICAPS


def cause_measures(run: Race, dogs: D.Dogs) -> list[Measure]:
    """Return all measures for findings."""
    played = run.played
    archetypes = played.variants["archetypes"][played.rows][:, : R.SEATS]
    kinds = SeatKinds("archetype", ARCHETYPE_NAMES, archetypes)
    offers, picks = (played.tallies[name] for name in ("offers", "picks"))
    return [
        *winner_measures(played, _deeds(played), "per turn", kinds),
        *_leads(run, kinds),
        *choice_measures({n: (picks[:, k], offers[:, k]) for k, n in CHOICE_NAMES.items()}),
        *_handicaps(played),
        *_odds(played, dogs),
    ]


def _deeds(played: FinishedGames) -> dict[str, D.Numbers]:
    """Return what a dog does per turn, games × seats."""
    tallies = played.tallies
    counts = {
        "steps": tallies["steps"],
        "crossings": tallies["free_crossings"] + tallies["paid_crossings"],
        "paths": tallies["paths"],
        "home visits": tallies["home_visits"],
        "drinks": tallies["drinks"],
        "claims": tallies["claims"],
        "challenges": tallies["fights"].sum(axis=(2, 3)),
        "challenges won": tallies["victories"].sum(axis=(2, 3)),
        "fortify tokens": tallies["fortifies"],
        "alliances": tallies["initiated"] + tallies["joined"],
        "broken alliances": tallies["broken"],
        "played cards": tallies["played"],
        "walk tricks": tallies["tricks"],
        "passes": tallies["passes"],
    }
    turns = np.maximum(tallies["turns"], 1)
    return {name: values / turns for name, values in counts.items()}


def _leads(race: Race, kinds: SeatKinds) -> list[Measure]:
    """Return what a lead at half time is worth, and how often the leader wins as a game goes on."""
    course = {}
    for tenth in TENTHS:
        rounds = race.ended * tenth // 10
        territories = race.standings(np.maximum(rounds, 1))
        leads = territories == territories.max(axis=0)
        leads &= (leads.sum(axis=0) == 1) & (rounds > 0)
        course[10 * tenth] = (race.won * leads).sum(axis=0), leads.sum(axis=0)
        if tenth == HALF:
            half_time = leads.T.astype(np.int64)
    return [*lead_measures(race.played, half_time, kinds), *progress_measures(course)]


def _handicaps(played: FinishedGames) -> list[Measure]:
    """Return challenges won by handicap, and by what a tie does."""
    fights, victories = (played.tallies[name].sum(axis=1) for name in ("fights", "victories"))
    lines = []
    for row, name in enumerate(HANDICAP_NAMES):
        parts = {
            ties: D.ColumnTotals(victories[:, n, row], fights[:, n, row], is_share=True)
            for n, ties in enumerate(TIES)
        }
        lines += D.row(HEADING, name, parts, "% won", "ties", RECORDED)
    return lines


def _odds(played: FinishedGames, dogs: D.Dogs) -> list[Measure]:
    """Return challenges won, their exact odds, and what these would be without each cause."""
    fights, won = (dogs.tally(name).sum(axis=(0, 1)) for name in ("fights", "victories"))
    of = dogs.added(fights)
    lines = D.row(ODDS, WON, D.columns(dogs.added(won), of, True), "% won", depth=RECORDED)
    for cause, name in enumerate(CASES):
        parts = D.columns(dogs.added(dogs.tally("chances", cause)) / 1000, of, is_share=True)
        lines += D.row(ODDS, name, parts, "% won", depth=RECORDED)
    return lines
