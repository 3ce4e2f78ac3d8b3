"""What Uri-Nation brings to the tests that every game gets."""

from tests.battery import Mutant, Playthrough

SECRETS = ("bids",)  # fields that `hide` blanks

# Prices that can be paid, and what the rare phases need: see tests/variety.py.
LIVELY = {
    "homes": ("random",),
    "secret_bidding": ("true",),
    "walk_tricks": ("true",),
    "final_tie": ("random",),
    "events_deck": ("true",),
    "chance_deck": ("true",),
    "claim_water": ("1", "2"),
    "challenge_water": ("0", "1"),
    "challenge_drive": ("0", "1"),
    "max_rounds": ("3", "8", "15"),
}

PLAYTHROUGHS: dict[str, Playthrough] = {}
MUTANTS: tuple[Mutant, ...] = ()
QUICK = MUTANTS
