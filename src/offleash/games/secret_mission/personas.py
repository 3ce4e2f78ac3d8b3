"""What Secret Mission's bots value, by name: data that can be changed without compiling anything.

The order is that of the numbers in `rules/worth.py`.
"""

from offleash.core.game import Persona

WEIGHTS = {
    "own": 15,  # that groups of the own mission stay small
    "others": 10,  # that groups of others' missions grow
    "join": 10,  # a dog that joins its breed
    "peak": 100,  # one that makes the largest group larger
    "room": 3,  # room that a dog takes from the groups of other breeds
    "win": 1_000_000,  # a game won, for search
}

PERSONAS = {
    "loner": Persona("keeps its own dogs apart and minds nobody else", {"others": 1}),
    "herder": Persona("flocks the others' dogs together", {"own": 4}),
    "fencer": Persona("puts dogs in the way of groups it fears", {"room": 15}),
}
