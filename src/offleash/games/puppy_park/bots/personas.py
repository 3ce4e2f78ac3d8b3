"""Ways to play Puppy Park: what each changes of the weights of the greedy bot."""

from offleash.contract import Persona

PERSONAS = {
    "hothead": Persona(
        "takes what it can get and minds nobody else",
        {"deny": 0, "urgent": 0, "reply": 0, "foresee": 0, "tries": 1, "poop": 100_000},
    ),
    "guard": Persona(
        "spoils the others' extra turns, with its house and its tree-poop tile too",
        {"deny": 60, "urgent": 60, "keep": 6, "reply": 60, "house": 30, "poop": 15},
    ),
    "collector": Persona(
        "prepares extra turns for itself, and parts late with a tile that may earn one",
        {"keep": 45, "promise": 60, "deny": 15},
    ),
}
