"""What the bots of Digs value, in the order of the numbers in `rules/worth.py`."""

from offleash.contract import Persona

WEIGHTS = {
    "near": 10,  # each step to the bone it heads for
    "rivals": 0,  # each step that the nearest other dog has to that bone
    "bone": 25,  # a bone at once
    "crumb": 4,  # a biscuit in the earth
    "bold": 50,  # how much of its biscuits it bids, in percent
}

PERSONAS = {
    "nose": Persona("runs for the nearest bone", {"near": 20, "bold": 40}),
    "miser": Persona("digs for biscuits and bids hardly any", {"crumb": 30, "bold": 10}),
    "loner": Persona(
        "heads for bones far from the others, and bids high", {"rivals": 15, "bold": 90}
    ),
}
