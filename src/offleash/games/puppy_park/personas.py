"""What Puppy Park's bots value, in the order of `rules/quiet.py`."""

from offleash.core.game import Persona

WEIGHTS = {
    "tile": 100,  # a tile less at home than the others
    "turn": 20,  # to be the one whose turn it is
    "deny": 20,  # a chance of another turn less for the next player
    "later": 40,  # how much that counts for the players after the next, in percent
    "urgent": 60,  # more of it the fewer tiles she has left: divided by their number
    "keep": 8,  # a chance of another turn for oneself
    "promise": 5,  # a chance that a tile may still get, in tenths
    "tries": 40,  # moves that the search for extra turns in a row looks at
    "look": 16,  # plain placements that are looked at closely
    "house": 40,  # what a house has to take from the others, unless the end is near
    "poop": 60,  # what a tree-poop tile has to take from the others
}

PERSONAS: dict[str, Persona] = {}
