"""What Secret Mission's bots value, by name, in the order of `rules/worth.py`."""

from offleash.core.game import Persona

WEIGHTS = {"own": 100}
PERSONAS: dict[str, Persona] = {}
