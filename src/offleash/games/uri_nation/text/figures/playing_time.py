"""What takes people time at the table, and how often it comes up in a game."""

import numpy as np

from offleash.contract import DecisionKind, FinishedGames, PlayingTime
from offleash.games.uri_nation.text.figures.dogs import Numbers

# Estimates for people who know the rules.
KINDS = (
    DecisionKind("turn", 8, "income, upkeep, and passing the dice on"),
    DecisionKind("walk", 20, "rolling for a walk and choosing the way"),
    DecisionKind("step", 0.7, "moving the dog by one space, over a road or along a path"),
    DecisionKind("drink", 3, "paying for a drink"),
    DecisionKind("card", 8, "drawing or playing a card and doing what it says"),
    DecisionKind("join", 3, "laying the marker of a compulsory join"),
    DecisionKind("action", 12, "choosing and carrying out a claim, a fortify, an ally or a break"),
    DecisionKind("pass", 4, "ending a turn with a pass"),
    DecisionKind("challenge", 20, "choosing a challenge, paying, rolling and comparing"),
    DecisionKind("reroll", 4, "rolling again after a tie"),
    DecisionKind("bid", 10, "both bids of a challenge and their reveal"),
    DecisionKind("reclaim", 5, "deciding on a re-claim"),
)
BOX_MINUTES = (45, 90)  # as the booklet of 1.2 says
SUMS = {  # the fields of the tallies that are added up; for bids and re-rolls see below
    "turn": ("turns",),
    "walk": ("rolls",),
    "step": ("steps", "free_crossings", "paid_crossings", "paths"),
    "drink": ("drinks",),
    "card": ("drawn", "played"),
    "join": ("joined",),
    "action": ("claims", "fortifies", "initiated", "broken"),
    "pass": ("passes",),
    "challenge": ("weakened",),
    "reclaim": ("reclaims", "declined"),
}


def counts(played: FinishedGames) -> dict[str, Numbers]:
    """Return how often each kind came up, game by game."""
    result = {kind: sum(_total(played, field) for field in SUMS[kind]) for kind in SUMS}
    has_bids = played.variants["secret_bidding"][played.rows] != 0
    challenges = _total(played, "tried") + _total(played, "homes_tried")
    return {
        **result,
        "bid": challenges * has_bids,  # W7: not of bonds
        "reroll": played.tallies["ties"][:, :, 0].sum(axis=1),
    }


def _total(played: FinishedGames, field: str) -> Numbers:
    """Return a field of the tallies, added up game by game."""
    tally: Numbers = played.tallies[field]
    return np.asarray(tally.sum(axis=tuple(range(1, tally.ndim))))


PLAYING_TIME = PlayingTime(KINDS, counts, lambda played: _total(played, "turns"), BOX_MINUTES)
