"""What Puppy Park's bots value, in the order of `rules/worth.py`."""

from offleash.core.game import Persona

WEIGHTS = {"tile": 100}  # a tile less at home than the others

PERSONAS: dict[str, Persona] = {}
