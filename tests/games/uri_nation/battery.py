"""What Uri-Nation brings to the tests that every game gets."""

from pathlib import Path

from tests.battery import Playthrough
from tests.games.uri_nation.mutants import MUTANTS

SECRETS = ("bids",)  # fields that `hide` blanks

POCKETS = str(Path(__file__).parent / "pockets.toml")  # a deck of cards to be held

# Prices that can be paid, and what the rare phases need: see tests/variety.py.
LIVELY = {
    "homes": ("random",),
    "secret_bidding": ("true",),
    "walk_tricks": ("true",),
    "final_tie": ("random",),
    "board": ("elm-street", "cul-de-sac", "hammerhead-lane"),
    "events_deck": ("true",),
    "chance_cards": (POCKETS,),
    "held_cards_max": ("1",),
    "chance_deck": ("true",),
    "claim_water": ("1", "2"),
    "challenge_water": ("0", "1"),
    "challenge_drive": ("0", "1"),
    **{f"mod_max_{dog}": ("2,2,2,2",) for dog in ("bruiser", "scrapper", "diplomat", "yapper")},
    "max_rounds": ("1", "2", "12"),
}

BIDS = {"secret_bidding": "true"}
FIGHT = "bruiser at (3,4); yapper owns (2,4); challenge (2,4)"

# What random games rarely come to: held cards, choices for a card, secret bids, a tie.
RARE = (
    *(("1.2", BIDS, f"{FIGHT} bids {bid} -; phase counterbid") for bid in (0, 1, 4)),
    *(("1.2", BIDS, f"{FIGHT} bids {bid} 2; phase reveal") for bid in (0, 1, 3)),
    ("1.2", {}, "bruiser holds EV15+EV17; yapper owns (2,20); phase pre-roll"),
    ("1.2", {}, "scrapper at (5,12) holds EV15+EV16+EV22; turn scrapper; phase discard; steps 2"),
    ("1.2", {}, "bruiser owns (2,1)+1 (2,2); yapper owns (2,4)+2; card EV18; phase target"),
    (
        "1.2",
        {},
        "diplomat at (3,9) owns (2,10); (2,9) yapper*; turn diplomat; card EV22; phase target",
    ),
    (
        "1.4",
        {"final_tie": "random"},
        "bruiser owns (1,1) swagger 1; yapper owns (1,20) swagger 1; round 30; phase tie; "
        "winners bruiser yapper; ending time",
    ),
)

PERSONAS = "persona:bruiser,persona:scrapper,persona:diplomat,persona:yapper"

PLAYTHROUGHS = {
    "uri-nation": Playthrough(PERSONAS, 3, {"board": "four-corners", "max_rounds": "4"}),
    "uri-nation-1.2": Playthrough(
        "random", 4, {"board": "cul-de-sac", "max_rounds": "6", "claim_water": "1"}, preset="1.2"
    ),
    "uri-nation-tricks": Playthrough(
        "random",
        5,
        {
            "seats": "2",
            "archetypes": "yapper,bruiser",
            "homes": "random",
            "walk_tricks": "true",
            "secret_bidding": "true",
            "claim_water": "1",
            "challenge_water": "1",
            "max_rounds": "6",
        },
        preset="1.2",
    ),
}

(SAMPLE_MUTANT,) = (mutant for mutant in MUTANTS if mutant.name == "home takes what is above")
SAMPLE_SCENARIOS = "economy.toml"
