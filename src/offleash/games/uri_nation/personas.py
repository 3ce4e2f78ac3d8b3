"""What the bots of Uri-Nation value, in the order of `rules/worth.py`, and the four archetypes."""

from offleash.core.game import Persona

WEIGHTS = {
    "claim": 100,
    "cluster": 8,
    "take": 100,
    "deny": 40,
    "rival": 4,
    "loss": 15,
    "dig": 12,
    "shield": 2,
    "shed": 5,
    "trap": 10,
    "shelter": 4,
    "join": -5,
    "sever": -5,
    "supply": 6,
    "dry": 4,
    "homeward": 3,
    "drink": 8,
    "card": 15,
    "token": 3,
    "spend": 10,
    "open": 1,
    "keep_grit": 3,
    "bold": 40,
    "steps": 5,
}

PERSONAS = {
    "bruiser": Persona("steamrolls its sidewalk", {"claim": 130, "spend": 15}),
    "scrapper": Persona("roams, crosses, hunts chance spots and drinks", {"spend": 2, "card": 30}),
    "diplomat": Persona(
        "plants bonds and lives under them", {"trap": 70, "shelter": 15, "join": 15}
    ),
    "yapper": Persona("challenges, re-claims with Grit and digs in", {"dig": 50, "shield": 6}),
}
