"""What Dog's bots value, by name: data that can be changed without compiling anything anew.

The order is that of the numbers in `rules/worth.py`.
"""

from offleash.core.game import Persona

WEIGHTS = {
    "out": 24,  # a token on the loop
    "space": 1,  # each space it has come from its start
    "home": 110,  # a token home
    "deep": 3,  # each space deeper, which makes room behind it
    "blocking": 4,  # a protected token on its start
    "opponents": 100,  # how much the same things count against, in percent
    "seven": 9,  # a 7 before its steps are known
    "card": 1,  # how dear cards are in all
    "help": 40,  # a starting card for a partner who has no token on the loop
    # How gladly each card is kept: starting cards and the flexible ones most.
    "keep A": 14,
    "keep 2": 3,
    "keep 3": 3,
    "keep 4": 8,
    "keep 5": 3,
    "keep 6": 2,
    "keep 7": 8,
    "keep 8": 2,
    "keep 9": 2,
    "keep 10": 2,
    "keep J": 6,
    "keep Q": 3,
    "keep K": 14,
    "keep Joker": 22,
}

PERSONAS = {
    "runner": Persona("runs for home and minds nobody else", {"opponents": 20, "space": 2}),
    "hunter": Persona("captures whenever it can", {"opponents": 250}),
    "blocker": Persona("loves a protected token on its start", {"blocking": 40}),
}
