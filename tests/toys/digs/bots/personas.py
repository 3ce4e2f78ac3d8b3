"""Ways to play Digs: what each changes of the weights of the greedy bot."""

from offleash.contract import Persona

PERSONAS = {
    "nose": Persona("runs for the nearest bone", {"near": 20, "bold": 40}),
    "miser": Persona("digs for biscuits and bids hardly any", {"crumb": 30, "bold": 10}),
    "loner": Persona(
        "heads for bones far from the others, and bids high", {"rivals": 15, "bold": 90}
    ),
}
